"""The rulebook beside the map."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .test_access import violations


def test_the_rulebook_is_searched_opened_and_followed(editor) -> None:
    page = editor.page
    page.locator("#tab-text").focus()
    for _ in range(3):
        editor.press("ArrowRight")
    expect(page.locator("#tab-rules")).to_be_focused()
    expect(page.locator(".clause").first).to_be_visible()
    every = page.locator(".clause").count()
    page.fill("#find-clause", "supply")
    expect(page.locator(".clause")).not_to_have_count(every)
    expect(page.locator(".clause").first).to_contain_text(re.compile("suppl", re.IGNORECASE))
    assert page.locator(".clause").count() < every
    page.locator(".clause .name").first.focus()
    editor.press("Enter")
    expect(page.get_by_role("heading", name="Carried out by")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Show in text").click()
    expect(page.locator(".spoken h2")).to_have_text("rulebook.yaml")


def test_a_clause_and_a_document_are_found_by_the_search_of_the_page(editor) -> None:
    page = editor.page
    editor.press("/")
    page.keyboard.type('"out of combat supply"')
    group = page.get_by_role("group", name="Clauses")
    expect(group.locator("mark").first).to_have_text("out of combat supply")
    assert violations(page) == []
    editor.press("ArrowDown", "Enter")
    expect(page.locator(".clause[aria-current]")).to_contain_text("out of combat supply")
    page.fill("#find-clause", '"combat supply out"')
    expect(page.locator(".clause")).to_have_count(0)
    page.fill("#find-clause", "combat supply out")
    expect(page.locator(".clause mark").first).to_be_visible()
    page.locator("#find").fill("italy")
    page.get_by_role("group", name="Documents").get_by_role("option").first.click()
    expect(page.locator(".spoken h2")).to_have_text("orders-of-battle/italy.yaml")
