"""The page for everybody: axe-core at 1366 × 768 in light and dark, keys, what a screen reader hears."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import CONTENT

AXE = CONTENT.parent / "frontend/node_modules/axe-core/axe.min.js"
ASK = """async only => (await axe.run(document, {resultTypes: ["violations"], ...(only && {runOnly: only})})).violations.map(
  each => `${each.id}: ${each.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`)"""


def violations(page, only: str | None = None) -> list[str]:
    """What axe finds by all its rules, or by one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(ASK, only)


def in_both_schemes(page) -> list[str]:
    """What axe finds in light, and which colours it finds too faint in dark; the other rules see no colours."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += violations(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    return found


def test_axe_finds_nothing(editor):
    page = editor.page
    page.emulate_media(color_scheme="light")
    editor.click("H12")
    editor.press("b")
    editor.type_over("hex: F7,", "hex: F20,")
    expect(page.locator("[data-code=MAP030]")).to_be_visible()
    assert in_both_schemes(page) == []
    for tool in ("s", "r"):
        page.locator("#board").focus()
        editor.press(tool)
        assert in_both_schemes(page) == []
    editor.press("?")
    expect(page.get_by_role("dialog", name="All keys")).to_be_visible()
    assert in_both_schemes(page) == []
    editor.press("Escape", "p", "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert in_both_schemes(page) == []


def test_nothing_is_cut_off_at_1366_by_768(editor):
    for selector in (".head", ".foot", ".tools", ".layers"):
        over = editor.page.locator(selector).evaluate("each => each.scrollWidth - each.clientWidth")
        assert over <= 0, selector


def test_f6_goes_from_pane_to_pane(editor):
    page = editor.page
    page.locator("#board").focus()
    editor.press("F6")
    expect(page.locator(".cm-content")).to_be_focused()
    editor.press("F6", "F6")
    expect(page.locator(".tools [aria-checked=true]")).to_be_focused()
    editor.press("F6")
    expect(page.locator("#board")).to_be_focused()


def test_tab_reaches_every_control(editor):
    page = editor.page
    reached = set()
    for _ in range(70):
        name = page.evaluate("(({id, dataset, className}) => id || dataset.tool || className)(document.activeElement)")
        reached.add(name)
        # in the text, Tab indents until Escape was pressed
        editor.press(*(("Escape", "Tab") if "cm-content" in name else ("Tab",)))
    assert {"find", "keys", "board", "of-document", "select"} <= reached
    assert any("cm-content" in each for each in reached)


def test_escape_has_tab_leave_the_text_however_late(editor, before):
    page, text = editor.page, editor.page.locator(".cm-content")
    text.focus()
    editor.press("Escape")
    page.evaluate("Date.now = (now => () => now() + 600_000)(Date.now)")
    editor.press("Shift")
    editor.press("Tab")
    expect(text).not_to_be_focused()
    assert editor.saved() == before
    text.focus()  # once left, it is as before
    editor.press("Tab")
    expect(page.locator("#undo")).to_have_text(re.compile("^Undo: Edit map.yaml, line"))
    expect(text).to_be_focused()


def test_the_hex_cursor_is_told(editor):
    editor.go("F9")
    heard = editor.page.locator(".foot [aria-live]")
    expect(heard).to_have_text("F9, Agordat, Clear; Road from Kassala to Massawa; Road from Barentu to Agordat")
    editor.press("ArrowLeft")
    expect(heard).to_contain_text("F8, Clear")


def test_panes_are_resized_by_keys_and_stay_so(editor):
    page = editor.page
    bar = page.get_by_role("separator", name="Width of the text")
    before = int(bar.get_attribute("aria-valuenow"))
    bar.focus()
    editor.press("ArrowLeft", "ArrowLeft")
    assert page.locator(".text").bounding_box()["width"] == pytest.approx(before + 48, abs=1)
    page.reload()
    expect(bar).to_have_attribute("aria-valuenow", re.compile(f"^{before + 47}|{before + 48}|{before + 49}$"))
    bar.focus()
    editor.press("ArrowRight", "ArrowRight")
