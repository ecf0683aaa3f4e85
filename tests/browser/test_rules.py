"""The rulebook beside the map, and names in the text: completed, followed, renamed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .test_access import violations

ITALY = "orders-of-battle/italy.yaml"


def test_the_rulebook_is_searched_opened_and_followed(editor) -> None:
    page = editor.page
    page.locator("#tab-text").focus()
    for _ in range(3):
        editor.press("ArrowRight")
    expect(page.locator("#tab-rules")).to_be_focused()
    expect(page.locator(".clause").first).to_be_visible(timeout=20_000)
    every = page.locator(".clause").count()
    page.fill("#find-clause", "supply")
    expect(page.locator(".clause").first).to_contain_text(re.compile("suppl", re.IGNORECASE))
    assert 0 < page.locator(".clause").count() < every
    page.locator(".clause .name").first.focus()
    editor.press("Enter")
    expect(page.get_by_role("heading", name="Carried out by")).to_be_visible(timeout=20_000)
    assert violations(page) == []
    page.get_by_role("button", name="Show in text").click()
    expect(page.locator(".spoken h2")).to_have_text("rulebook.yaml")


def test_a_name_is_completed_followed_and_renamed(editor) -> None:
    page = editor.page
    page.click(f'[data-doc="{ITALY}"]')
    editor.type_over("F13", "F1")
    offered = page.locator(".cm-tooltip-autocomplete")
    expect(offered).to_contain_text("F10", timeout=20_000)
    editor.press("Escape", "Control+z")
    editor.said(re.compile("^Undone"))
    page.locator(".cm-content").press("Shift+F12")
    places = page.get_by_role("dialog", name=re.compile("Named in"))
    expect(places).to_be_visible(timeout=20_000)
    assert violations(page) == []
    editor.press("Escape")
    page.click('[data-doc="map.yaml"]')
    editor.type_over("name: Keren", "name: Keren")
    editor.press("ArrowLeft", "F2")
    expect(page.locator("#new-name")).to_have_value("Keren", timeout=20_000)
    page.fill("#new-name", "Cheren")
    editor.press("Enter")
    editor.can_undo("Rename place Keren to Cheren")
    expect(page.locator(".cm-content")).to_be_focused(timeout=20_000)
    page.keyboard.press("Control+e")
    expect(page.locator(".erratum-form")).to_be_visible(timeout=20_000)
    assert violations(page) == []
    editor.press("Escape")
