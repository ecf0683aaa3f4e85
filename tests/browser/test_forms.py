"""The tab Form and the dialog Print…: by mouse, and by keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_access import violations


@pytest.fixture
def form(editor):
    """Opens the form of a document."""

    def opened(doc: str):
        editor.page.locator(f".documents [data-doc='{doc}']").click()
        editor.page.get_by_role("tab", name="Form").click()
        expect(editor.page.locator(".form-bar")).to_contain_text(doc)
        return editor.page.locator(".form-view")

    return opened


def test_a_victory_row_is_shown_on_the_map_and_changed(editor, form):
    view, page = form("victory.yaml"), editor.page
    view.get_by_role("button", name="Empire holds Keren, 30 Mar 41: 8 points").click()
    expect(page.locator("#board .spoken path")).to_have_count(1)
    editor.said("Marked on the map: H12")
    view.get_by_label("Points").fill("9")
    editor.press("Enter")
    editor.can_undo("Set points of Hold Keren to 9")
    expect(page.locator(".beside code")).to_have_text(re.compile(r"\d+ +points: 9"))
    expect(view.get_by_role("button", name="Empire holds Keren, 30 Mar 41: 9 points")).to_be_visible()
    assert violations(page) == []
    assert "points: 9\n    when: {hold: Keren}" in editor.saved("victory.yaml")
    page.locator(".beside").get_by_role("button", name="Text").click()
    expect(page.locator(".cm-activeLine")).to_have_text("    points: 9")


def test_a_new_row_takes_its_place_from_the_map(editor, form):
    view = form("victory.yaml")
    view.get_by_role("button", name="Add to objectives").click()
    draft = view.locator(".draft")
    draft.get_by_label("Side").select_option("italy")
    draft.get_by_label("Points").fill("2")
    draft.get_by_role("button", name="When: Hold: pick on the map").click()
    editor.click("F9")
    expect(draft.get_by_label("When: Hold", exact=True)).to_have_value("Agordat")
    draft.get_by_role("button", name="Add", exact=True).click()
    editor.can_undo("Add Hold Agordat to objectives")
    expect(view.get_by_role("button", name="Italian holds Agordat, 30 Mar 41: 2 points")).to_be_visible()


def test_two_turns_are_added_to_the_track_by_keys(editor, form):
    view = form("time-track.yaml")
    view.get_by_role("button", name="Add to boxes").focus()
    for label in ("13 APR", "27 APR"):
        editor.press("Enter")
        expect(view.locator(".draft").get_by_label("Turn")).to_be_focused()
        editor.press("Enter")
        editor.can_undo(f"Add {label} to boxes")
        expect(view.get_by_role("button", name="Add to boxes")).to_be_focused()
    expect(view.get_by_role("button", name=re.compile("^27 Apr 41"))).to_be_visible()
    assert "last: 27/4/41}" in editor.saved("time-track.yaml")


def test_a_name_is_completed_and_a_wrong_one_has_its_finding_at_the_field(editor, form):
    view, page = form("victory.yaml"), editor.page
    row = view.get_by_role("button", name="Italian holds Kassala, at any time: 20 points")
    row.focus()
    editor.press("Enter")
    place = view.get_by_label("When: Hold", exact=True)
    place.fill("ker")
    expect(page.get_by_role("option", name="Keren place")).to_be_visible()
    editor.press("ArrowDown", "ArrowDown", "Enter")
    editor.can_undo("Set hold of italy_decisive to Keren")
    editor.press("Control+z")
    expect(place).to_have_value("Kassala")
    place.fill("Nowhere")
    editor.press("Enter")
    expect(view.locator(".form-row.open .faults")).to_contain_text("Nowhere")
    expect(view.locator(".form-row.open .count")).to_have_text(re.compile("[1-9]"))


def test_the_focus_goes_to_the_fields_to_add_before_the_next_key(editor, form):
    button = form("scenarios/keren.yaml").get_by_role("button", name="Add a field").last
    # a key that follows at once comes before the page is drawn again
    at = button.evaluate(
        "async button => (button.click(), await new Promise(done => setTimeout(done)), document.activeElement.dataset.add)"
    )
    assert at == "provenance"


def test_a_field_is_added_by_keys_and_a_refusal_stays_beside_it(editor, form):
    view, page = form("scenarios/keren.yaml"), editor.page
    view.get_by_role("button", name="Add a field").last.focus()
    editor.press("Enter")
    page.keyboard.press("ArrowDown")
    view.locator("[data-add=first]").focus()
    editor.press("Enter")
    side = view.get_by_label("First")
    expect(side).to_be_focused()
    side.select_option("italy")
    editor.can_undo("Set first of scenarios/keren.yaml to italy")
    view.get_by_label("Title").fill("")
    editor.press("Enter")
    expect(view.locator(".complaint")).to_have_text("Title cannot be empty")
    editor.press("Escape")
    expect(view.get_by_label("Title")).to_have_value("Keren")


def test_a_row_goes_on_by_two_quick_clicks(editor, form):
    view = form("victory.yaml")
    rows = view.locator("section[aria-label=objectives i] .form-row-head")
    first = rows.first.locator(".sentence").inner_text()
    rows.first.click()
    view.get_by_role("button", name="Move down").first.dblclick()
    expect(rows.nth(2)).to_contain_text(first)
    expect(rows.nth(2)).to_be_focused()
    editor.press("Control+z", "Control+z")
    expect(rows.first).to_contain_text(first)


def test_a_finding_that_goes_gives_the_focus_back_to_its_field(editor, form):
    view = form("victory.yaml")
    view.get_by_role("button", name="Italian holds Kassala, at any time: 20 points").click()
    place = view.get_by_label("When: Hold", exact=True)
    place.fill("Nowhere")
    editor.press("Enter")
    code = view.locator(".form-row.open .faults .code").first
    code.focus()
    editor.press("Control+z")
    expect(code).to_have_count(0)
    expect(place).to_be_focused()


def test_the_file_of_a_scenario_follows_its_id_and_comes_back(editor, form):
    view, page = form("scenarios/keren.yaml"), editor.page
    view.get_by_label("Scenario", exact=True).fill("cheren")
    editor.press("Enter")
    expect(page.locator("#rename-all")).to_be_focused()
    editor.press("Enter")
    editor.can_undo("Rename keren to cheren, its file and its use")
    expect(page.locator(".form-bar")).to_contain_text("scenarios/cheren.yaml")
    expect(page.locator(".documents [data-doc='scenarios/keren.yaml']")).to_have_count(0)
    editor.press("Escape", "Control+z")
    expect(page.locator(".form-bar")).to_contain_text("scenarios/keren.yaml")
    expect(view.get_by_label("Scenario", exact=True)).to_have_value("keren")


def test_charts_are_printed_and_can_be_opened(editor):
    page = editor.page
    page.get_by_role("button", name="Print…").focus()
    editor.press("Enter")
    dialog = page.get_by_role("dialog", name="Print the game")
    dialog.get_by_label("Everything").uncheck()
    dialog.get_by_label("Charts").check()
    assert violations(page) == []
    editor.press("Enter")
    link = dialog.get_by_role("link", name="Charts and Tables")
    expect(link).to_be_visible()
    answer = page.request.get(page.url.split("/#")[0].rstrip("/") + link.get_attribute("href"))
    assert (answer.headers["content-type"], answer.body()[:5]) == ("application/pdf", b"%PDF-")
    assert (editor.folder.parent / "build/massawa/00-START-HERE.pdf").is_file()
