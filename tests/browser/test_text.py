"""The text beside the map: typing, selection both ways, findings and their fixes."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_typing_changes_the_map(editor):
    editor.type_over("cccccchhhhmmmhcsssss", "hccccchhhhmmmhcsssss")
    editor.can_undo("Edit map.yaml, line 28")
    editor.page.locator("#board").hover(position={"x": 5, "y": 5})
    editor.page.mouse.move(*editor.at("L1"))
    expect(editor.page.locator(".here")).to_have_text(re.compile("^L1, Hills"))


def test_undo_in_the_text_is_the_undo_of_the_page(editor, before):
    editor.press("b", "4")
    editor.click("I1")
    editor.can_undo("Paint I1 as Hills")
    editor.type_over("title: Road to Massawa", "title: Way to Massawa")
    editor.can_undo("Edit map.yaml, line 9")
    editor.press("Control+z")
    editor.can_undo("Paint I1 as Hills")
    editor.press("Control+z")
    expect(editor.page.locator("#undo")).to_have_text("Undo")
    assert editor.saved() == before


def test_a_hex_of_the_map_shows_its_lines(editor):
    editor.click("H12")
    chips = editor.page.locator(".chip")
    expect(chips.first).to_have_text("terrain of H12")
    chips.filter(has_text=re.compile("^Map, Keren$")).click()
    expect(editor.page.locator(".cm-activeLine")).to_contain_text("{name: Keren,")


def test_a_line_of_the_text_shows_its_hexes(editor):
    editor.type_over("name: Asmara", "name: Asmara")
    editor.press("ArrowRight", "ArrowRight", "ArrowRight")
    expect(editor.page.locator(".live .spoken path")).to_have_count(1)


def test_a_finding_stands_at_its_hex_in_the_list_and_in_the_text(editor):
    editor.type_over("hex: F7,", "hex: F20,")
    finding = editor.page.locator("[data-code=MAP030]")
    expect(finding).to_contain_text("Biscia is in F20, which is water")
    expect(editor.page.locator(".mark[data-hex=F20]")).to_be_visible()
    expect(editor.page.locator(".cm-lintRange-error")).to_have_text("F20")
    editor.click("F20")
    expect(finding).to_have_attribute("aria-current", "true")
    editor.go("A1")
    finding.locator(".message").click()
    expect(editor.page.locator(".cm-activeLine")).to_contain_text("Biscia")
    expect(editor.page.locator(".here")).to_have_text(re.compile("^F20"))
    finding.locator(".code").click()
    expect(editor.page.get_by_role("dialog")).to_contain_text("Why")
    editor.press("Escape")
    editor.page.locator("[data-severity=error]").click()
    expect(editor.page.locator(".finding")).to_have_count(0)


def test_checks_that_ended_before_the_page_listened_are_shown(editor):
    def unfinished(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "complete": False})

    editor.page.route("**/api/findings", unfinished, times=1)
    editor.page.reload()
    expect(editor.page.locator(".checked")).to_have_text("Checked")


def test_a_fix_is_a_button_and_one_step(editor):
    editor.type_over('kinds: [supply-centre], capacity: "1"}\n', "kinds: [supply-centre], capacity: 1}\n")
    fix = editor.page.locator(".finding .fix").first
    expect(fix).to_have_text("put 1 between quotes")
    fix.click()
    editor.can_undo("SCH003: put 1 between quotes")
    expect(editor.page.locator(".finding")).to_have_count(0)


def test_a_fix_is_made_once_in_a_text_that_is_opened_for_it(editor):
    page = editor.page
    page.locator("[data-doc='scenarios/keren.yaml']").click()
    editor.type_over("title: Keren", "title: 9")
    expect(page.locator(".finding .fix").first).to_have_text("put 9 between quotes")
    editor.settle()
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()  # the map is open, and the scenario is not
    page.locator(".finding .fix").first.click()
    expect(page.locator(".spoken h2")).to_have_text("scenarios/keren.yaml")
    expect(page.locator(".cm-activeLine")).to_have_text('title: "9"')


def test_a_fix_of_a_text_that_has_changed_since_is_not_made(editor):
    editor.type_over('kinds: [supply-centre], capacity: "1"}\n', "kinds: [supply-centre], capacity: 1}\n")
    fix = editor.page.locator(".finding .fix").first
    expect(fix).to_have_text("put 1 between quotes")
    expect(editor.page.locator(".checked")).to_have_text("Checked")
    earlier = {"epoch": -1, "complete": False, "findings": []}
    editor.page.route("**/api/findings", lambda route: route.fulfill(json=earlier))
    editor.press("Control+Home")
    editor.page.keyboard.type("# a line above\n")
    editor.can_undo("Edit map.yaml, line 1")
    fix.click()
    editor.said(re.compile("has changed since it was checked"))
    editor.can_undo("Edit map.yaml, line 1")


def test_other_documents_open_from_the_list(editor):
    editor.page.locator("[data-doc='orders-of-battle/italy.yaml']").click()
    expect(editor.page.locator(".spoken h2")).to_have_text("orders-of-battle/italy.yaml")
    editor.type_over("units:", "units:  # all")
    expect(editor.page.locator("[data-doc='orders-of-battle/italy.yaml'] .dot")).to_be_visible()


def test_a_game_without_a_readable_map_says_what_to_do(editor):
    editor.type_over("title: Road to Massawa", "title: [")
    editor.can_undo("Edit map.yaml, line 9")
    editor.settle()  # the server has every key
    # leaving with unsaved changes asks first
    editor.page.once("dialog", lambda dialog: dialog.accept())
    editor.page.reload()
    expect(editor.page.locator(".over")).to_contain_text("Write one in map.yaml")
    expect(editor.page.locator(".finding").first).to_be_visible()
