"""A page as it prints beside the map, by mouse and by keys: it follows what is typed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .test_access import violations

SLOW = 60_000


def picture(editor, label: str | re.Pattern[str]):
    """The picture of a page, once it is up to date."""
    shown = editor.page.locator(".preview-view img")
    expect(shown).to_have_attribute("alt", label, timeout=SLOW)
    expect(editor.page.locator("#preview-state")).to_have_text("", timeout=SLOW)
    return shown


def test_the_counter_sheet_follows_what_is_typed(editor):
    page = editor.page
    page.locator("[data-doc='counters.yaml']").click()
    page.get_by_role("tab", name="Preview").click()
    shown = picture(editor, re.compile("^Counters, page 1 of"))
    before = shown.get_attribute("src")
    assert shown.evaluate("each => each.naturalWidth") > 300
    assert violations(page) == []
    editor.page.get_by_role("tab", name="Text").click()
    editor.type_over(
        "type: infantry,           strength: 5, movement: 12}", "type: infantry,           strength: 4, movement: 12}"
    )
    late, held = [], [True]

    def hold(route):
        if held[0]:
            late.append(route)
        else:
            route.continue_()

    page.route("**/api/preview", hold)
    page.get_by_role("tab", name="Preview").click()
    expect(page.locator("#preview-state")).to_have_text("Updating…")
    expect(shown).to_have_attribute("src", before)
    held[0] = False  # what asks from here on goes on by itself
    for route in late:
        route.continue_()
    expect(shown).not_to_have_attribute("src", before, timeout=SLOW)
    picture(editor, re.compile("^Counters, page 1 of"))


def test_pages_are_chosen_and_turned_by_keys(editor):
    page = editor.page
    page.locator("[data-doc='counters.yaml']").click()
    page.locator("#tab-text").focus()
    for tab in ("table", "form", "rules", "preview"):
        editor.press("ArrowRight")
        expect(page.locator(f"#tab-{tab}")).to_be_focused()
    editor.press("Tab")
    expect(page.locator("#wide")).to_be_focused()
    editor.press("Tab")
    expect(page.locator("#preview-what")).to_be_focused()
    picture(editor, re.compile("^Counters, page 1 of"))
    page.locator("#preview-what").select_option("setup-card|keren")
    picture(editor, "Keren, Empire, page 1 of 1")
    page.locator("#preview-document").select_option("Keren, Italian")
    shown = picture(editor, "Keren, Italian, page 1 of 1")
    assert shown.evaluate("each => each.clientWidth <= each.parentElement.clientWidth")
    page.locator("#preview-true").focus()
    editor.press("Space")
    expect(shown).to_have_css("width", "793px")
    page.locator("#preview-what").select_option("counters")
    picture(editor, re.compile("^Counters, page 1 of"))
    page.locator("#board").focus()
    expect(page.locator(".documents [aria-current]")).to_have_text("map.yaml")
    editor.press("F6")
    expect(page.locator(".preview-view")).to_be_focused()
    editor.press("PageDown")
    picture(editor, re.compile("^Counters, page 2 of"))
    editor.press("PageUp")
    picture(editor, re.compile("^Counters, page 1 of"))


def test_a_game_with_errors_is_not_printed_and_the_pane_says_why(editor):
    page = editor.page
    page.get_by_role("tab", name="Preview").click()
    expect(page.locator("#preview-what")).to_have_value("map")
    page.locator("#preview-what").select_option("counters")
    picture(editor, re.compile("^Counters"))
    page.get_by_role("tab", name="Text").click()
    editor.type_over("hex: F7,", "hex: F20,")
    page.get_by_role("tab", name="Preview").click()
    said = page.locator(".unprinted")
    expect(said).to_contain_text("so nothing is printed", timeout=SLOW)
    expect(said).to_contain_text("MAP030")
    assert violations(page) == []
    page.locator("#undo").click()
    picture(editor, re.compile("^Counters"))
    expect(said).to_have_count(0)
