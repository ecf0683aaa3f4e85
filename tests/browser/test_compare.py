"""What the screen differs in, listed and marked on the map; a playtest of the screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_changes_are_listed_and_lead_to_hex_and_text(editor):
    page = editor.page
    page.get_by_role("tab", name="Compare").click()
    changes, marks = page.locator("#pane-compare .change"), page.locator(".live .scene .changed")
    expect(page.locator("#pane-compare")).to_contain_text("Nothing differs from the saved files")
    editor.press("b")
    editor.click("J11")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text(re.compile(r"Hex J11 is \w+, not \w+"))
    expect(marks).to_have_count(1)
    editor.press("v")
    changes.click()
    expect(page.locator(".here")).to_contain_text("J11")
    # by keys: another comparison
    page.locator("#compare-to").focus()
    editor.press("ArrowDown")
    expect(page.locator("#pane-compare .empty")).to_contain_text("is in no git repository")
    editor.press("ArrowDown")
    expect(changes.first).to_contain_text("Start 2 Mar 41, not 19 Jan 41")
    changes.nth(2).focus()
    editor.press("Enter")
    expect(changes.nth(2)).to_have_attribute("aria-current", "true")
    page.get_by_role("tab", name="Text").click()
    expect(marks).to_have_count(0)


def test_a_playtest_shows_shares_and_margins(editor):
    page = editor.page
    page.get_by_role("tab", name="Play").click()
    page.locator("#play-scenario").select_option("keren")
    for side in ("empire", "italy"):
        page.locator(f"[data-side={side}]").select_option("idle")
    page.locator("#playtest-games").fill("4")
    expect(page.locator("#playtest-begin")).to_be_enabled()
    page.locator("#playtest-begin").focus()
    editor.press("Enter")
    found = page.locator("#playtest-found")
    expect(found.locator("h3")).to_have_text("4 games of Keren")
    expect(found.locator(".share b")).to_have_text(["0 %", "100 %", "0 %"])
    expect(found).to_contain_text("Margin, Empire")
