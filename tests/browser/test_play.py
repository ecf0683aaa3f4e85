"""A game played from the screen by mouse and by keys, its record watched again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def keren(editor):
    """The tab Play with the short scenario chosen."""
    page = editor.page
    page.locator("#scenario").select_option("keren")
    page.get_by_role("tab", name="Play").click()
    expect(page.locator("#play-scenario")).to_have_value("keren")
    expect(page.locator("[data-side=italy]")).to_have_value("competent")
    page.locator("[data-side=italy]").select_option("idle")
    return editor


def started(editor):
    editor.page.locator("#play-begin").click()
    expect(editor.page.locator(".playing-bar")).to_contain_text("Playing: Keren")
    expect(editor.page.locator(".asked h3")).to_contain_text("Empire: movement and combat")
    editor.settle()


def test_a_turn_is_played_by_mouse(keren):
    page = keren.page
    started(keren)
    asked, log = page.locator(".asked"), page.locator("#pane-play .log")
    keren.click("J13")
    page.locator(".among").get_by_role("button", name="7/4 Ind").click()
    expect(asked.locator(".begun")).to_contain_text("7/4 Ind")
    expect(page.locator("[data-choice=I13]")).to_have_count(1)
    keren.click("A1")
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text("A1 cannot be entered with the points left")
    expect(refusal.locator(".cite")).to_have_text("3.1")
    keren.click("K15")
    expect(asked.locator(".begun b")).to_have_text("7/4 Ind → K14 → K15")
    keren.click("K15")
    expect(log.locator("[aria-current]")).to_contain_text("7/4 Ind moves from J13 (Chelamet) to K15")
    expect(page.locator(".stack[data-hex=K15] use")).to_have_count(1)
    expect(page.locator(".stack[data-hex=F10] use")).to_have_count(3)
    page.locator("#play-undo").click()
    expect(page.locator(".stack[data-hex=K15]")).to_have_count(0)
    page.locator("#play-turn").click()
    expect(page.locator(".when")).to_contain_text("16 Mar 41 · Empire")
    page.locator("#play-keep").click()
    keren.said("Saved records/keren-seed-1-1.json")
    page.locator("#play-leave").click()
    page.get_by_role("button", name="keren-seed-1-1.json", exact=True).click()
    expect(page.locator(".playing-bar")).to_contain_text("Watching: Keren")
    expect(log.locator("[aria-current]")).to_contain_text("Set-up")
    page.locator("#play-turn-on").click()
    expect(log.locator("[aria-current]")).not_to_contain_text("Set-up")
    page.locator(".play-on summary").click()
    page.locator(".play-on .check input").check()
    page.locator("#play-on").click()
    expect(page.locator(".playing-bar")).to_contain_text("Playing: Keren")
    page.locator("#play-game").click()
    expect(page.locator("#play-result")).to_be_focused()
    page.keyboard.type("7")
    keren.press("Enter")
    expect(refusal).to_contain_text("7 is no result of this throw: type 1 to 6")
    thrown = []
    page.on("request", lambda request: request.url.endswith("/throw") and thrown.append(request))
    page.keyboard.type("6")
    keren.press("Enter", "Enter")
    expect(log.locator(".die").last).to_have_text("6")
    expect(page.locator("#page:not([data-busy])")).to_be_attached()
    assert [each.post_data_json["result"] for each in thrown] == ["6"], "the second press throws nothing else"
    expect(log).to_contain_text("The game is over")  # before that, leaving would ask whether to save
    page.locator("#play-leave").click()
    page.locator("#scenario").select_option("")
    expect(page.locator("#board .counter")).to_have_count(0)


def test_a_turn_is_played_by_keys(keren):
    page = keren.page
    expect(page.locator("#play-begin")).to_be_enabled()
    page.locator("#play-begin").focus()
    keren.press("Enter")
    expect(page.locator("#board")).to_be_focused()
    expect(page.locator(".asked h3")).to_contain_text("Empire: movement and combat")
    keren.go("B12")
    keren.press("Enter")
    expect(page.locator(".begun b")).to_have_text("SDF MG")
    keren.go("C8")
    keren.press("Enter")
    expect(page.locator(".begun b")).to_have_text(re.compile("^SDF MG → .* → C8$"))
    keren.press("Enter")
    log = page.locator("#pane-play .log")
    expect(log.locator("[aria-current]")).to_contain_text("SDF MG moves from B12 to C8 (Barentu)")
    expect(page.locator(".foot [aria-live]")).to_contain_text("SDF MG moves from B12")
    keren.press("Home")
    expect(log.locator("[aria-current]")).to_contain_text("Set-up")
    keren.press("End", "Control+z")
    expect(log).not_to_contain_text("SDF MG moves")
    page.locator("[data-choice=end]").focus()
    keren.press("Enter")
    expect(page.locator(".asked h3")).not_to_contain_text("movement and combat")
    page.locator("#play-leave").focus()
    keren.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Its record is not saved")
    page.locator("#play-leave-unsaved").focus()
    keren.press("Enter")
    expect(page.locator("#play-begin")).to_be_visible()


def test_a_game_that_is_left_can_be_gone_on_with(keren):
    page = keren.page
    page.locator("#play-seed").fill("2")
    started(keren)
    log, asked, dialog = page.locator("#pane-play .log"), page.locator(".asked"), page.get_by_role("dialog")
    page.locator("#play-leave").click()
    expect(page.locator("#play-resume"), "nothing was decided, so nothing is asked").to_be_visible()
    page.locator("#play-resume").click()
    page.locator("[data-choice=end]").click()
    expect(asked.locator("h3")).not_to_contain_text("movement and combat")
    step, happened = asked.locator("h3").inner_text(), log.locator("[aria-current]").text_content()
    page.locator("#play-leave").click()
    keren.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("#play-leave").click()
    page.locator("#play-leave-unsaved").click()
    page.locator("#play-resume").click()
    expect(asked.locator("h3")).to_have_text(step)
    page.locator("#play-leave").click()
    page.locator("#play-leave-saved").click()
    keren.said(re.compile(r"^Saved records/keren-seed-2-\d+\.json$"))
    name = page.locator(".happened").inner_text().removeprefix("Saved records/")
    page.get_by_role("button", name=f"Play on: {name}").click()
    expect(page.locator(".playing-bar")).to_contain_text("Playing: Keren")
    expect(asked.locator("h3")).to_have_text(step)
    expect(log.locator("[aria-current]")).to_have_text(happened)


def test_the_result_of_an_attack_stays_in_sight(keren):
    page = keren.page
    started(keren)
    result = page.locator("#pane-play .result")
    page.locator("[data-choice=round]").click()
    page.locator("[data-choice='1']").click()
    page.locator("[data-choice='109']").click()
    expect(page.locator(".asked h3")).to_contain_text("Empire: attacks")
    expect(result, "no die was thrown for a supply unit").to_have_count(0)
    keren.click("H12")
    keren.click("G13")
    expect(page.locator(".begun b"), "the box whose zone covers them must be attacked too").to_have_text("H12 → G13")
    page.locator("[data-choice=by]").click()
    page.locator("[data-choice='0']").click()
    terms = page.locator(".asked .terms")
    expect(terms.locator("caption").first).to_contain_text("differential")
    expect(terms).to_contain_text("fortification Keren")
    expect(terms.locator(".cite").first).to_have_text("6.5")
    expect(terms.locator("meter").first).to_be_attached()
    page.locator("#play-do").click()
    expect(result).to_contain_text("attacks H12 (Keren)")
    expect(result.locator(".die")).to_have_count(1)
    expect(terms, "the dice are thrown").to_have_count(0)
    page.locator("#play-start").click()
    expect(result).to_contain_text("attacks H12 (Keren)")
    page.locator("#play-now").click()
    page.locator("#play-undo").click()
    expect(result).to_have_count(0)
    page.locator("#play-leave").click()
    page.locator("#play-leave-unsaved").click()
