"""The tab Table: cells typed, chosen and pasted, rows made and retired, by mouse and by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .test_access import violations

COUNTERS, EMPIRE = "counters.yaml", "orders-of-battle/empire.yaml"
STRENGTH, NATIONALITY, TYPE = 6, 3, 5


class Sheet:
    """The table of counters, opened by mouse."""

    def __init__(self, editor) -> None:
        self.editor, self.page = editor, editor.page
        self.page.locator(f"[data-doc='{COUNTERS}']").click()
        self.page.locator("#tab-table").click()
        expect(self.cell(0, 0)).to_have_text("empire")

    def cell(self, row: int, column: int) -> Locator:
        return self.page.locator(f"#table-{row}-{column}")

    def go(self, row: int, column: int) -> None:
        """Put the cell cursor on a cell by keys."""
        self.page.locator("#table").focus()
        self.editor.press("Control+Home", *["ArrowDown"] * row, *["ArrowRight"] * column)
        expect(self.page.locator("#table")).to_have_attribute("aria-activedescendant", f"table-{row}-{column}")


@pytest.fixture
def sheet(editor):
    editor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return Sheet(editor)


def test_a_cell_is_typed_over_and_its_counter_is_drawn_anew(sheet):
    editor, page = sheet.editor, sheet.page
    face = page.locator("[data-row='1'][data-column='-1'] .face")
    expect(face).to_contain_text("6–14")
    sheet.go(1, STRENGTH)
    page.keyboard.type("9")
    editor.press("Enter")
    editor.can_undo("Set strength of 11/4 Ind to 9")
    expect(face).to_contain_text("9–14")
    expect(page.locator("#table")).to_be_focused()
    editor.press("ArrowUp", "F2", "Control+a")
    page.keyboard.type("nine")
    editor.press("Enter")
    expect(page.locator(".cell-help [role=alert]")).to_have_text(
        "row 11/4 Ind, column Strength: `nine` is not a whole number"
    )
    editor.press("Escape")
    (line,) = [each for each in editor.saved(COUNTERS).splitlines() if "11/4 Ind" in each]
    assert "strength: 9, movement: 14," in line


def test_keys_that_follow_at_once_go_to_the_next_cell(sheet):
    editor = sheet.editor
    sheet.go(1, STRENGTH)
    for figure in "789":
        editor.page.keyboard.type(figure)
        editor.page.keyboard.press("Enter")
    editor.can_undo("Set strength of 10/5 Ind to 9")
    for row, figure in enumerate("789", start=1):
        expect(sheet.cell(row, STRENGTH)).to_have_text(figure)


def test_a_value_is_taken_from_the_list_by_mouse_and_by_keys(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.cell(5, NATIONALITY).dblclick()
    page.get_by_role("option", name="british").click()
    editor.can_undo("Set nationality of Gazelle to british")
    sheet.go(5, NATIONALITY)
    page.keyboard.type("fr")
    editor.press("Enter")
    editor.can_undo("Set nationality of Gazelle to french")
    expect(sheet.cell(5, NATIONALITY)).to_have_text("french")


def test_a_range_is_copied_and_pasted_and_more_rows_are_offered(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.go(5, STRENGTH)
    editor.press("Shift+ArrowDown", "Shift+ArrowRight", "Control+c")
    editor.said("Copied 4 cells")
    sheet.cell(0, STRENGTH).click()
    editor.press("Control+v")
    editor.can_undo("Paste 4 cells into Counters")
    expect(sheet.cell(1, STRENGTH)).to_have_text("3")
    editor.press("Delete")
    editor.can_undo("Clear 4 cells of Counters")
    found = re.compile(r"^[A-Z]{3}\d{3}: .*`strength` is missing")
    expect(sheet.cell(1, STRENGTH)).to_have_attribute("title", found)
    sheet.go(0, 2)
    editor.press(*["Shift+ArrowDown"] * 2, *["Shift+ArrowRight"] * 5, "Control+c", "Control+End", "Home")
    editor.press("ArrowRight", "ArrowRight", "Control+v")
    expect(page.get_by_role("dialog")).to_contain_text("2 rows beyond the end")
    page.locator("#grow").click()
    editor.can_undo("Paste 3 rows into Counters, 2 of them new, and rename them in orders-of-battle/italy.yaml")


def test_counters_are_made_and_retired(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.cell(1, 2).click()
    page.locator("#row-add").click()
    expect(page.locator(".cell-field")).to_have_value("New unit")
    page.keyboard.type("Camel Corps")
    editor.press("Enter")
    editor.can_undo("Set name of New unit to Camel Corps")
    sheet.cell(2, 2).click()
    page.locator("#row-duplicate").click()
    editor.can_undo("Duplicate Camel Corps as Empire 14")
    for _ in range(2):
        page.locator("#row-up").click()
    editor.can_undo("Move Camel Corps up")
    expect(sheet.cell(2, 2)).to_have_text("11/4 Ind")
    page.locator("#row-remove").click()
    editor.can_undo("Retire Camel Corps")
    sheet.cell(0, 2).click()
    page.locator("#row-remove").click()
    used = page.get_by_role("dialog")
    expect(used).to_contain_text("5/4 Ind is still used")
    expect(used.locator(".uses span")).to_have_text([re.compile(r"^chronology\.yaml:\d+$"), f"{EMPIRE}:19"])
    editor.press("Enter")
    expect(page.locator("#tab-text")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".documents [aria-current]")).to_have_text("chronology.yaml")
    expect(page.locator("#pane-text .cm-activeLine")).to_contain_text("units: [1], fate: came")


def test_columns_are_made_wider_and_stay_so_and_the_name_stays_in_sight(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.go(0, 2)
    before = sheet.cell(0, 2).bounding_box()["width"]
    editor.press("Alt+Shift+ArrowRight")
    expect(sheet.cell(0, 2)).to_have_css("width", f"{before + 16:g}px")
    edge = page.locator("#table [role=columnheader]").nth(3).locator(".grid-edge")
    at = edge.bounding_box()
    page.mouse.move(at["x"] + 4, at["y"] + 8)
    page.mouse.down()
    page.mouse.move(at["x"] + 64, at["y"] + 8, steps=3)
    page.mouse.up()
    expect(sheet.cell(0, 2)).to_have_css("width", f"{before + 76:g}px")
    page.reload()
    page.locator(f"[data-doc='{COUNTERS}']").click()
    page.locator("#tab-table").click()
    expect(sheet.cell(0, 2)).to_have_css("width", f"{before + 76:g}px")
    edge.dblclick()
    expect(sheet.cell(0, 2)).not_to_have_css("width", f"{before + 76:g}px")
    sheet.go(0, STRENGTH)
    editor.press("End")
    expect(sheet.cell(0, 2)).to_be_in_viewport(ratio=1)


def test_the_uses_of_a_number_get_the_new_one_too_if_wanted(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.go(0, 1)
    page.keyboard.type("99")
    editor.press("Enter")
    asked = page.get_by_role("dialog", name="Rename 1 to 99?")
    expect(asked).to_contain_text("Rename its 2 uses in 2 files as well?")
    assert violations(page) == []
    editor.press("Enter")
    editor.can_undo("Rename 1 to 99, and its 2 uses")
    assert "{no: 99," in editor.saved(EMPIRE)
    assert "{side: empire, units: [99], fate: came}" in editor.saved("chronology.yaml")
    page.locator("#undo").click()
    expect(sheet.cell(0, 1)).to_have_text("1")
    sheet.cell(0, 1).dblclick()
    page.keyboard.type("99")
    editor.press("Enter")
    page.locator("#rename-here").click()
    editor.can_undo("Set number of 5/4 Ind to 99")


def test_two_numbers_that_are_typed_at_once_are_asked_about_in_turn(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.go(0, 1)
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/do", hold, times=1)
    with page.expect_request("**/api/do"):
        page.keyboard.type("99")
        editor.press("Enter")
    page.keyboard.type("98")
    editor.press("Enter")
    late[0].continue_()
    for asked in ("Rename 1 to 99?", "Rename 2 to 98?"):
        page.get_by_role("dialog", name=asked).locator("#rename-here").click()
    editor.can_undo("Set number of 11/4 Ind to 98")
    page.locator("#undo").click()
    editor.can_undo("Set number of 5/4 Ind to 99")


def test_a_symbol_is_chosen_from_drawings(sheet):
    editor, page = sheet.editor, sheet.page
    sheet.go(0, TYPE)
    editor.press("Enter")
    expect(page.locator("#symbol-search")).to_be_focused()
    page.keyboard.type("mort")
    editor.press("Enter")
    editor.can_undo("Give 5/4 Ind the symbol Mortar, a new type")
    sheet.cell(1, TYPE).dblclick()
    page.locator("[data-symbol='armour']").click()
    editor.can_undo("Set type of 11/4 Ind to armour")
    expect(page.locator("#table")).to_be_focused()


def test_a_wide_table_takes_the_place_of_the_map_and_shows_its_text(sheet):
    editor, page = sheet.editor, sheet.page
    page.locator("#wide").click()
    expect(page.locator("#board")).to_be_hidden()
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/text?doc=*", hold, times=1)
    with page.expect_request("**/api/text?doc=*"):
        page.locator("#table-name").select_option("charts/combat_results")
    page.clock.install()
    sheet.go(1, STRENGTH)
    page.clock.run_for(300)  # the text follows the chosen cell in less
    late[0].continue_()
    expect(sheet.cell(0, 0)).to_have_text("1")
    sheet.go(2, 3)
    expect(page.locator(".table-line mark")).to_have_text("2/1")
    editor.press("Escape")
    expect(page.locator("#board")).to_be_visible()
    page.locator("#show-text").click()
    expect(page.locator(".cm-activeLine")).to_contain_text('"3":')


def test_axe_finds_nothing_in_a_table(sheet):
    page = sheet.page
    page.emulate_media(color_scheme="dark")
    page.locator("#wide").click()
    sheet.go(5, NATIONALITY)
    sheet.editor.press("F2")
    expect(page.get_by_role("option", name="british")).to_be_visible()
    assert violations(page) == []
    page.emulate_media(color_scheme="light")
    sheet.editor.press("Escape", "ArrowRight", "ArrowRight", "Enter")
    expect(page.locator("#symbol-search")).to_be_focused()
    assert violations(page) == []
    sheet.editor.press("Escape", "Escape")
    expect(page.locator("#board")).to_be_visible()
