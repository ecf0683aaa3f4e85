"""Saving, a file that another program changed, and what is left after the server was killed."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.as_printed import copy_as_printed

from .conftest import TOKEN, Editor, Server

if TYPE_CHECKING:
    from pathlib import Path

HAS_THEIRS = """async () => {
  const {text} = await (await fetch("/api/text?doc=map.yaml", {headers: TOKEN})).json();
  return text.includes("title: Elsewhere");
}""".replace("TOKEN", TOKEN)


def write(file: Path, text: str) -> None:
    """Write a file as another program does: whole, so that nobody reads a part of it."""
    written = file.with_suffix(".tmp")
    written.write_text(text, encoding="utf-8")
    written.replace(file)


@pytest.fixture
def conflict(editor):
    """The map was changed here and, in another place, by another program."""
    file = editor.folder / "map.yaml"
    written = file.read_text(encoding="utf-8")
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    write(file, written.replace("title: Road to Massawa", "title: Elsewhere"))
    editor.press("Control+s")
    expect(editor.page.get_by_role("dialog", name="A file changed on disk")).to_be_visible()
    assert "title: Elsewhere" in file.read_text(encoding="utf-8")
    yield editor
    write(file, written)


def test_nothing_is_written_before_ctrl_s(editor, before):
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    expect(editor.page.locator(".keeping")).to_have_text("1 document with unsaved changes")
    assert (editor.folder / "map.yaml").read_text(encoding="utf-8") == before
    assert editor.saved() != before
    editor.said("Saved map.yaml")


def test_saving_automatically_is_a_choice_that_is_remembered(editor, before, server, context):
    box = editor.page.get_by_label("Automatically")
    expect(box).not_to_be_checked()
    box.focus()
    editor.press("Space")
    editor.page.locator("#board").focus()
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    expect(editor.page.locator(".keeping")).to_have_text("All changes saved")
    editor.said("Paint I1 as Hills")
    assert (editor.folder / "map.yaml").read_text(encoding="utf-8") != before
    second = Editor.opened(context, server.address, server.folder)
    expect(second.page.get_by_label("Automatically")).to_be_checked()
    second.page.close()
    editor.page.get_by_label("Automatically").uncheck()


def test_a_conflict_shows_both_versions_and_keeps_mine(conflict):
    page = conflict.page
    page.locator("[data-choose=compare]").click()
    differs = page.locator(".compared .differs")
    expect(differs).to_have_count(2)
    expect(differs.first).to_contain_text("title: Road to Massawatitle: Elsewhere")
    page.locator("[data-choose=mine]").click()
    conflict.said("Saved map.yaml")
    text = (conflict.folder / "map.yaml").read_text(encoding="utf-8")
    assert "title: Road to Massawa" in text
    assert "eritrea: hcccchcchhmmmmmhcsss" in text


def test_a_conflict_takes_theirs(conflict):
    conflict.page.locator("[data-choose=theirs]").click()
    expect(conflict.page.get_by_role("dialog")).to_have_count(0)
    expect(conflict.page.locator(".cm-content")).to_contain_text("title: Elsewhere")
    assert "eritrea: ccccchcchhmmmmmhcsss" in (conflict.folder / "map.yaml").read_text(encoding="utf-8")


def test_a_killed_server_offers_the_work_again(browser, tmp_path):
    folder = tmp_path / "massawa"
    copy_as_printed("massawa", folder)
    first = Server(folder)
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    editor = Editor.opened(context, first.address, folder)
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    first.stop(signal.SIGKILL)
    context.close()
    second = Server(folder)
    try:
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        editor = Editor.opened(context, second.address, folder)
        expect(editor.page.get_by_role("dialog", name="Unsaved work found")).to_contain_text("map.yaml")
        editor.page.locator("#recover").click()
        expect(editor.page.locator(".keeping")).to_have_text("1 document with unsaved changes")
        assert "eritrea: hcccchcchhmmmmmhcsss" in editor.saved()
        context.close()
    finally:
        second.stop()


def test_a_file_that_another_program_saved_is_shown_at_once(editor, before):
    file = editor.folder / "map.yaml"
    write(file, before.replace("title: Road to Massawa", "title: Elsewhere"))
    expect(editor.page.locator(".cm-content")).to_contain_text("title: Elsewhere")
    editor.can_undo("Take map.yaml from the disk")
    editor.press("Control+z")
    expect(editor.page.locator(".cm-content")).to_contain_text("title: Road to Massawa")


def test_a_second_window_shows_what_the_first_did(editor, context, server):
    second = Editor.opened(context, server.address, server.folder)
    editor.press("b", "4")
    editor.click("I1")
    second.can_undo("Paint I1 as Hills")
    second.press("Control+z")
    expect(editor.page.locator("#redo")).to_have_text("Redo: Paint I1 as Hills")
    second.page.close()


def test_keys_typed_while_another_program_saves_stay(editor, before):
    file = editor.folder / "map.yaml"
    theirs = before.replace("title: Road to Massawa", "title: Elsewhere")

    late = []

    def hold(route):
        late.append(route)

    editor.page.locator(".cm-content").click()
    editor.press("Control+End")
    editor.page.route("**/api/text", hold, times=1)
    with editor.page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/text")):
        editor.page.keyboard.type("# typed in between")
    write(file, theirs)
    # the server takes the file before it hears of the keys; `wait_for_function` takes a promise for the answer
    for _try in range(300):
        if editor.page.evaluate(HAS_THEIRS):
            break
        editor.page.wait_for_timeout(100)
    late[0].continue_()
    expect(editor.page.locator(".keeping")).to_have_text("1 document with unsaved changes")
    editor.can_undo(f"Edit map.yaml, line {before.count(chr(10)) + 1}")
    assert editor.saved() == theirs + "# typed in between"


def test_keys_go_on_where_the_author_went_before_an_answer_came(editor, before):
    page, late = editor.page, []

    def hold(route):
        late.append(route)

    def late_answer(address, keys, typed):
        """Ask for something, go to the end of the text, and type on there when the answer is here."""
        page.route(address, hold, times=1)
        with page.expect_request(address):
            keys()
        page.locator(".cm-content").click()
        editor.press("Control+End")
        late.pop().continue_()
        editor.settle()
        page.keyboard.type(typed)

    late_answer("**/api/at?*", lambda: editor.click("H12"), "# where")
    page.locator("#board").focus()
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    late_answer("**/api/undo", lambda: editor.press("Control+z"), " I am")
    assert editor.saved() == before + "# where I am"


def test_keys_that_did_not_reach_the_server_are_sent_with_the_next(editor, before):
    editor.page.locator(".cm-content").click()
    editor.press("Control+End")
    editor.page.route("**/api/text", lambda route: route.abort())
    editor.page.keyboard.type("# first")
    editor.said(re.compile("does not answer"))
    editor.page.unroute("**/api/text")
    editor.page.keyboard.type(", then more")
    assert editor.saved() == before + "# first, then more"


def test_what_the_server_refuses_to_take_goes_from_the_page(editor, before):
    editor.page.locator(".cm-content").click()
    editor.press("Control+End")
    refusal = {"status": 422, "json": {"message": "too much"}}
    editor.page.route("**/api/text", lambda route: route.fulfill(**refusal))
    editor.page.keyboard.insert_text("# refused")
    editor.said("too much")
    expect(editor.page.locator(".cm-content")).not_to_contain_text("# refused")
    editor.page.unroute("**/api/text")
    editor.page.keyboard.insert_text("# taken")
    assert editor.saved() == before + "# taken"
