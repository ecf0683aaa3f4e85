"""A server that is out of reach, or was started again; and messages that go once what they say is settled."""

from __future__ import annotations

import re
import signal
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.as_printed import copy_as_printed

from .conftest import Editor, Server
from .test_keeping import write

if TYPE_CHECKING:
    from collections.abc import Iterator

LAST = "# the last line"


@pytest.fixture
def own(tmp_path) -> Iterator[Server]:
    """A server that a test may kill."""
    folder = tmp_path / "massawa"
    copy_as_printed("massawa", folder)
    started = Server(folder)
    yield started
    if started.process.poll() is None:
        started.stop(signal.SIGKILL)


@pytest.fixture
def opened(own, browser) -> Iterator[Editor]:
    """A page of it in a context of its own."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    yield Editor.opened(context, own.address, own.folder)
    context.close()


def paint(editor: Editor, hex_: str) -> None:
    editor.press("b", "4")
    editor.click(hex_)
    editor.can_undo(f"Paint {hex_} as Hills")


def type_last(editor: Editor) -> None:
    editor.page.locator(".cm-content").click()
    editor.press("Control+End")
    editor.page.keyboard.type(LAST)


def test_the_page_of_a_killed_server_puts_its_tools_away_and_says_what_is_not_kept(own, opened):
    page = opened.page
    expect(page.locator(".away")).to_be_hidden()
    paint(opened, "I1")
    own.stop(signal.SIGKILL)
    expect(page.locator(".away")).to_contain_text("does not answer")
    expect(page.locator(".unsent")).to_have_count(0)
    assert page.locator(".aside").evaluate("each => each.inert")
    for name in ("undo", "save", "print"):
        expect(page.locator(f"#{name}")).to_be_disabled()
    page.locator("#board").focus()
    opened.press("s")
    expect(page.locator(".tools [data-tool=brush]")).to_have_attribute("aria-checked", "true")
    ground = page.locator("[id='hex-H12']").get_attribute("fill")
    opened.click("H12")
    opened.press("Control+z")
    opened.said(re.compile("does not answer"))
    assert page.locator("[id='hex-H12']").get_attribute("fill") == ground
    type_last(opened)
    expect(page.locator(".unsent")).to_contain_text("map.yaml is in this page only")
    expect(page.locator(".cm-content")).to_contain_text(LAST)


def test_an_old_tab_goes_on_with_a_server_that_was_started_again(own, opened):
    paint(opened, "I1")
    own.stop(signal.SIGKILL)
    expect(opened.page.locator(".away")).to_be_visible()
    type_last(opened)
    own.begin(own.folder, own.port)
    expect(opened.page.locator(".away")).to_contain_text("no longer valid")
    new = Editor.opened(opened.page.context, own.address, own.folder)
    expect(opened.page.locator(".away")).to_be_hidden()
    assert not opened.page.locator(".aside").evaluate("each => each.inert")
    expect(opened.page.locator(".keeping")).to_have_text("1 document with unsaved changes")
    text = opened.saved()
    assert "eritrea: hcccchcchhmmmmmhcsss" in text
    assert text.endswith(LAST)
    opened.can_undo(f"Edit map.yaml, line {text.count(chr(10)) + 1}")
    # and it hears again of what others do
    if new.page.get_by_role("dialog").count():
        new.press("Escape")
    new.page.locator("#board").focus()
    paint(new, "I3")
    opened.can_undo("Paint I3 as Hills")
    opened.press("Control+z")
    opened.can_undo(f"Edit map.yaml, line {text.count(chr(10)) + 1}")
    write(own.folder / "map.yaml", text.replace("title: Road to Massawa", "title: Elsewhere"))
    expect(opened.page.locator(".cm-content")).to_contain_text("title: Elsewhere")


def test_an_old_tab_shows_what_was_decided_without_it(own, opened):
    """The tab was at an epoch that the new server comes to as well, with other texts."""
    paint(opened, "I1")
    own.stop(signal.SIGKILL)
    expect(opened.page.locator(".away")).to_be_visible()
    own.begin(own.folder, own.port)
    # no stream goes to the old tab before the new one has discarded what the first server kept
    opened.page.route("**/api/events*", lambda route: route.abort())
    new = Editor.opened(opened.page.context, own.address, own.folder)
    new.page.locator("#discard").click()
    expect(new.page.get_by_role("dialog")).to_have_count(0)
    opened.page.unroute("**/api/events*")
    expect(opened.page.locator(".away")).to_be_hidden()
    expect(opened.page.locator(".keeping")).to_have_text("All changes saved")
    expect(opened.page.locator("#undo")).not_to_have_text(re.compile("Paint I1"))


def test_a_cookie_that_a_server_on_another_port_is_sent_opens_nothing(own, opened):
    sent = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self):
            sent.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<title>Elsewhere</title>")

        def log_message(self, *_said):
            pass

    with HTTPServer(("127.0.0.1", 0), Listener) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        visitor = opened.page.context.new_page()
        visitor.goto(f"http://127.0.0.1:{other.server_port}/")
        other.shutdown()
    cookie = next(each for each in sent if f"forge-edit-{own.port}=" in each)
    asked = Request(f"http://127.0.0.1:{own.port}/api/game", headers={"Cookie": cookie, "X-Forge": "edit"})
    with pytest.raises(OSError, match="401"):
        urlopen(asked)


def test_a_red_message_goes_once_it_is_settled(editor):
    page = editor.page
    happened = page.locator(".happened")
    # a layer that is locked
    editor.layers()
    lock = page.locator("[data-lock=terrain]")
    lock.click()
    page.locator("#board").focus()
    editor.press("b", "4")
    editor.click("I1")
    editor.said(re.compile("locked"))
    expect(happened).to_have_class(re.compile("bad"))
    lock.click()
    editor.said("")
    # a name that is none, until the author goes on
    page.locator(".cm-content").click()
    editor.press("Control+Home", "F12")
    expect(happened).to_have_class(re.compile("bad"))
    editor.press("ArrowDown")
    editor.said("")
    expect(happened).not_to_have_class(re.compile("bad"))


def test_a_save_that_failed_is_no_longer_said_once_it_is_saved_automatically(editor):
    page = editor.page
    box = page.get_by_label("Automatically")
    refusal = {"status": 507, "json": {"message": "the disk is full", "saved": []}}
    page.route("**/api/save", lambda route: route.fulfill(**refusal))
    box.check()
    page.locator("#board").focus()
    paint(editor, "I1")
    editor.said("the disk is full")
    page.unroute("**/api/save")
    type_last(editor)
    expect(page.locator(".keeping")).to_have_text("All changes saved")
    editor.said("")
    box.uncheck()
