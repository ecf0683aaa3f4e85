"""The order of battle as a table: a cell typed in printed notation, told in words, and a row for a counter without one."""

from __future__ import annotations

from playwright.sync_api import expect

ITALY = "orders-of-battle/italy.yaml"


def test_a_cell_is_explained_while_it_is_typed_and_a_unit_gets_its_row(editor):
    page = editor.page
    page.locator(f"[data-doc='{ITALY}']").click()
    page.get_by_role("tab", name="Table").click()
    cell = page.locator("[role=gridcell]", has_text="F5(f)")
    cell.click()
    expect(page.locator(".cell-words")).to_have_text("Starts in F5 (Keru), in a fortified box.")
    page.keyboard.type("F99")
    expect(page.locator(".cell-help p")).to_contain_text("no hex `F99`")
    editor.press("Backspace", "Backspace")
    page.keyboard.type("5(")
    expect(page.locator(".cell-help [role=option]").first).to_have_text("F5(f)cell")
    editor.press("Escape")
    page.locator("[role=gridcell]", has_text="11 Col. Bde").click()
    page.locator("#row-remove").click()
    editor.can_undo("Remove 11 Col. Bde")
    page.locator("#add-unit").select_option("7")
    editor.can_undo("Add 7")
    expect(page.locator(".grid-row", has=page.locator(".grid-cell.chosen"))).to_contain_text("11 Col. Bde")
    assert "- {no: 7,  name: 11 Col. Bde" in editor.saved(ITALY)
