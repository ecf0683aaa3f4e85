"""Units set up on the map: drawn in their hexes, moved by mouse and by keys, and shown turn by turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

ITALY = "orders-of-battle/italy.yaml"


@pytest.fixture
def eritrea(editor):
    """The whole campaign, its units on the map."""
    editor.page.locator("#scenario").select_option("eritrea")
    expect(editor.page.locator("#board .counter").first).to_be_visible()
    return editor


def line_of(text: str, unit: str) -> str:
    return next(" ".join(line.split()) for line in text.splitlines() if f"name: {unit}," in line)


def test_a_unit_is_dragged_to_its_hex_by_mouse(eritrea):
    page = eritrea.page
    eritrea.drag(eritrea.middle(page.locator(".counter[data-unit='italy/6']")), eritrea.at("F8"))
    eritrea.can_undo("Move Cavalry Gp to F8")
    expect(page.locator("[data-hex=F8] .counter")).to_have_attribute("data-unit", "italy/6")
    assert line_of(eritrea.saved(ITALY), "Cavalry Gp") == "- {no: 6, name: Cavalry Gp, jan41: F8, mar41: H13(c1)}"
    eritrea.press("Control+z")
    expect(page.locator("[data-hex=F7] .counter")).to_have_attribute("data-unit", "italy/6")


def test_a_stack_fans_out_and_one_of_it_is_dragged_away(eritrea):
    page = eritrea.page
    stack = page.locator(".stack[data-hex=F9]")
    expect(stack.locator("text")).to_have_text("3")
    page.mouse.click(*eritrea.middle(stack.locator(".counter").last))
    expect(stack.locator(".fan")).to_be_visible()
    eritrea.press("Escape")
    expect(stack.locator(".fan")).to_have_count(0)
    page.mouse.click(*eritrea.middle(stack.locator(".counter").last))
    expect(stack.locator(".fan")).to_be_visible()
    eritrea.drag(eritrea.middle(stack.locator("[data-unit='italy/5']")), eritrea.at("F10"))
    eritrea.can_undo("Move 321 Tank Coy to F10")
    expect(stack.locator("text")).to_have_text("2")


def test_a_unit_is_set_up_by_keys_alone(eritrea):
    page = eritrea.page
    page.get_by_label("Find a unit").focus()
    page.keyboard.type("savoia")
    eritrea.press("Tab", "Enter")
    expect(page.locator("#board")).to_be_focused()
    expect(page.locator(".foot [aria-live]")).to_have_text(re.compile("^11 Savoia is in hand"))
    eritrea.press("ArrowRight", "Enter")
    eritrea.can_undo("Move 11 Savoia to E16")
    expect(page.locator(".foot [aria-live]")).to_have_text("11 Savoia starts in E16")
    assert "jan41: E16," in line_of(eritrea.saved(ITALY), "11 Savoia")


def test_a_reinforcement_is_refused_with_the_cell_that_brings_it(eritrea):
    page = eritrea.page
    row = page.locator(".units [data-unit='italy/10']")
    expect(row).to_contain_text("arrives 2 Feb 41")
    row.scroll_into_view_if_needed()
    eritrea.drag(eritrea.middle(row), eritrea.at("F10"))
    eritrea.said(re.compile("^6 Col. Bde arrives on 2 Feb 41: remove `R2/2/41` in orders-of-battle/italy.yaml"))
    expect(page.locator("#undo")).to_have_text("Undo")


def test_an_arrival_is_dragged_to_its_turn_and_changed_by_keys(eritrea):
    page = eritrea.page
    row = page.locator(".units [data-unit='italy/10']")
    row.scroll_into_view_if_needed()
    taken = eritrea.middle(row)
    slider = page.locator("#turn").bounding_box()
    eritrea.drag(taken, (slider["x"] + slider["width"] - 2, slider["y"] + slider["height"] / 2))
    eritrea.can_undo("Let 6 Col. Bde arrive on 30 Mar 41")
    expect(row.locator("small")).to_have_text("arrives 30 Mar 41")
    page.get_by_label("Find a unit").focus()
    page.keyboard.type("6 col")
    eritrea.press("Tab", "Enter")
    page.get_by_label("6 Col. Bde arrives").focus()
    eritrea.press("ArrowUp", "ArrowUp")
    eritrea.can_undo("Let 6 Col. Bde arrive on 2 Mar 41")
    expect(row.locator("small")).to_have_text("arrives 2 Mar 41")
    assert "jan41+: R2/3/41," in line_of(eritrea.saved(ITALY), "6 Col. Bde")


def test_supply_and_zones_lie_over_the_map_and_who_is_out_of_supply_is_flagged(eritrea):
    page = eritrea.page
    page.get_by_role("button", name="How far supply of Empire reaches").click()
    expect(page.locator(".reach .supply[data-side=empire] .inside")).to_have_count(1)
    eritrea.press("Tab", "Tab", "Enter")
    expect(page.get_by_role("button", name="Zones of control of Empire")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".reach .zones[data-side=empire] .edge")).to_have_count(1)
    expect(page.locator(".starved")).to_have_count(0)
    eritrea.drag(eritrea.middle(page.locator(".counter[data-unit='empire/8']")), eritrea.at("A19"))
    expect(page.locator(".counter[data-unit='empire/8'] .flag")).to_be_visible()
    expect(page.locator(".units h3").first).to_have_text("Out of supply")
    expect(page.locator(".units ul").first).to_contain_text("B/4 RTR")


def test_the_slider_shows_who_arrives(eritrea):
    page = eritrea.page
    page.locator("#turn").focus()
    for _ in range(40):
        if page.locator(".units h3").first.inner_text() == "Arrive this turn":
            break
        eritrea.press("ArrowRight")
    expect(page.locator(".units ul").first).to_contain_text("arrives")
    expect(page.locator(".turn output")).not_to_have_text("19 Jan 41")
    came = page.locator(".units ul").first.locator("[data-unit]").first.get_attribute("data-unit")
    eritrea.press("ArrowRight")
    expect(page.locator("h3:text-is('Arrived earlier') + ul").locator(f"[data-unit='{came}']")).to_contain_text(
        "arrived"
    )
