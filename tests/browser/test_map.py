"""The tools of the map by mouse and by keys: one step each, and the lines of map.yaml that a person would have touched."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def differing(before: str, after: str) -> list[tuple[str, str]]:
    """Lines that changed, of texts with as many lines."""
    old, new = before.splitlines(), after.splitlines()
    assert len(old) == len(new)
    return [(a.strip(), b.strip()) for a, b in zip(old, new, strict=True) if a != b]


# while the map is being laid part by part, the next frame does not come before it is asked for
HELD = """(() => {
  const held = [], frame = window.requestAnimationFrame, wait = window.setTimeout;
  let going = false;
  const holds = () => !going && document.querySelector(".ground[data-shows=layers]") !== null;
  window.requestAnimationFrame = act => holds() ? held.push(act) : frame(act);
  window.setTimeout = (act, time, ...more) => time === 100 && holds() ? held.push(act) : wait(act, time, ...more);
  window.goOn = () => { going = true; held.forEach(act => act(performance.now())); };
})()"""


def is_removed(editor, button: str, sentence: str, before: str) -> None:
    """Press the button of a dialog that removes what it is about; the file is as it was before it was made."""
    editor.page.locator(button).click()
    editor.can_undo(sentence)
    assert editor.saved() == before


def test_a_stroke_of_the_brush_is_one_step_and_touches_its_row_alone(editor, before):
    editor.press("b", "4")
    editor.drag(editor.at("I1"), editor.at("I4"))
    editor.can_undo("Paint 4 hexes as Hills")
    editor.said("Paint 4 hexes as Hills")
    assert differing(before, editor.saved()) == [
        ("- {row: I, eritrea: ccccchcchhmmmmmhcsss}", "- {row: I, eritrea: hhhhchcchhmmmmmhcsss}")
    ]


def test_a_wide_brush_paints_the_hexes_around(editor):
    editor.press("b", "4", "]")
    editor.click("I3")
    editor.can_undo("Paint 7 hexes as Hills")


def test_the_right_button_paints_the_second_terrain(editor, before):
    editor.press("b")
    editor.click("I1", button="right")
    editor.can_undo("Paint I1 as Sea")
    assert differing(before, editor.saved())[0][1] == "- {row: I, eritrea: scccchcchhmmmmmhcsss}"


def test_alt_click_picks_a_terrain_and_x_swaps_the_two(editor):
    editor.press("b")
    editor.page.keyboard.down("Alt")
    editor.click("I12")
    editor.page.keyboard.up("Alt")
    expect(editor.page.locator("[data-kind=mountain]")).to_have_attribute("aria-checked", "true")
    editor.press("x")
    expect(editor.page.locator("[data-kind=sea]")).to_have_attribute("aria-checked", "true")
    editor.press("i")
    editor.click("L9")
    expect(editor.page.locator("[data-kind=hills]")).to_have_attribute("aria-checked", "true")
    expect(editor.page.locator("[data-tool=brush][role=radio]")).to_have_attribute("aria-checked", "true")


def test_keys_alone_paint_and_undo_with_sentences(editor):
    editor.go("I1")
    editor.press("b", "4", "Enter", "ArrowRight")
    expect(editor.page.locator(".foot [aria-live]")).to_have_text("I2, Clear")
    editor.press("Enter")
    editor.can_undo("Paint I2 as Hills")
    editor.press("Control+z")
    editor.said("Undone: Paint I2 as Hills")
    editor.can_undo("Paint I1 as Hills")
    expect(editor.page.locator("#redo")).to_have_text("Redo: Paint I2 as Hills")
    editor.press("Control+y")
    editor.said("Redone: Paint I2 as Hills")
    editor.page.locator("#undo").click()
    editor.page.locator("#undo").click()
    expect(editor.page.locator("#undo")).to_have_text("Undo")
    expect(editor.page.locator(".keeping")).to_have_text("All changes saved")


def test_fill_takes_connected_hexes_of_one_terrain(editor):
    editor.press("f", "3")
    editor.click("I6")
    editor.can_undo("Fill I6 with Plateau")
    editor.go("L20")
    editor.press("2", "Enter")
    editor.can_undo("Fill 26 hexes with Clear")


def test_a_drag_along_hexsides_follows_their_vertices(editor, before):
    editor.press("s", "2")
    left, right = editor.corner("J4", -1, 0.5), editor.corner("J6", 1, 0.5)
    editor.drag(
        (left[0] + 4, left[1] + 2),
        editor.corner("J4", 0, 1),
        editor.corner("J5", 0, 1),
        editor.corner("J6", 0, 1),
        right,
    )
    editor.can_undo("Add River Hexside on 6 hexsides")
    added = set(editor.saved().splitlines()) - set(before.splitlines())
    assert any("J4/I4" in line or "I4/J4" in line for line in added), added


def test_a_click_sets_a_hexside_and_a_second_one_takes_it_away(editor, before):
    editor.press("s", "1")
    x, y = editor.corner("J4", 0.9, 0)
    editor.page.mouse.click(x, y)
    editor.can_undo("Add Escarpment Hexside on 1 hexside")
    assert "J4/J5" in editor.saved()
    editor.page.mouse.click(x, y)
    editor.can_undo("Erase Escarpment Hexside on 1 hexside")
    assert editor.saved() == before


def test_a_hexside_by_keys(editor):
    editor.go("J4")
    editor.press("s", "2", ".")
    expect(editor.page.locator(".foot [aria-live]")).to_have_text(re.compile("Hexside J4/"))
    editor.press("Enter")
    editor.can_undo("Add River Hexside on 1 hexside")


def test_a_road_from_click_to_click(editor):
    editor.press("r", "2")
    editor.page.get_by_label("Name (optional)").fill("Track to nowhere")
    for hex_ in ("K2", "K4", "J4"):
        editor.click(hex_)
    editor.press("Escape")
    editor.can_undo("Add Track K2 – J4, 4 hexes")
    text = editor.saved()
    assert "name: Track to nowhere\n    hexes: [K2, K3, K4, J4]" in text


def test_a_road_by_keys_takes_back_a_hex(editor):
    editor.go("K2")
    editor.press("r", "1", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter", "Backspace", "Escape")
    editor.can_undo("Add Road K2 – K3, 2 hexes")


def test_alt_and_drag_erase_a_road(editor):
    editor.press("r", "1")
    editor.page.keyboard.down("Alt")
    editor.drag(editor.at("C8"), editor.at("D8"))
    editor.page.keyboard.up("Alt")
    editor.can_undo("Erase Road on 1 step")


def test_shift_and_enter_paint_the_second_terrain_and_erase_roads(editor):
    editor.go("I1")
    editor.press("b", "Shift+Enter")
    editor.can_undo("Paint I1 as Sea")
    editor.go("C8")
    editor.press("r", "1", "Shift+Enter", "ArrowUp", "Shift+Enter")
    editor.can_undo("Erase Road on 1 step")


def test_a_hex_that_is_painted_while_the_map_is_being_laid_leaves_it_there(editor):
    page, at = editor.page, editor.at("I1")
    page.add_init_script(HELD)
    page.reload()
    ground = page.locator(".sheet.ground")
    expect(ground).to_have_attribute("data-shows", "layers")
    editor.press("b", "4")
    page.mouse.click(*at)
    expect(page.locator("#undo")).to_contain_text("Paint I1")
    page.evaluate("goOn()")
    expect(ground).to_have_attribute("data-shows", "all")
    expect(ground.locator("svg")).to_be_visible()


def test_a_place_is_named_changed_and_removed(editor, before):
    editor.press("p")
    editor.click("J3")
    page = editor.page
    expect(page.get_by_role("dialog", name="New place in J3")).to_be_visible()
    page.locator("#place-done").click()
    expect(page.locator("#complaint")).to_have_text("Give the place a name.")
    field = page.get_by_label("Name", exact=True)
    field.fill("Karora")
    # a press that begins in the dialog and ends beside it leaves it open
    editor.drag((field.bounding_box()["x"] + 9, field.bounding_box()["y"] + 9), (8, 400))
    page.get_by_label("Village").check()
    page.locator("#place-done").click()
    editor.can_undo("Add Karora at J3")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#board")).to_be_focused()
    assert "{name: Karora, " in editor.saved()
    editor.press("Enter")
    page.get_by_label("Capacity").fill("1")
    page.keyboard.press("Enter")
    editor.can_undo("Change capacity of Karora")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#board")).to_be_focused()
    editor.press("Enter")
    is_removed(editor, "#place-remove", "Remove Karora", before)


def test_a_locked_layer_is_not_painted(editor):
    editor.layers()
    editor.page.locator("[data-lock=terrain]").click()
    editor.press("b")
    editor.click("I1")
    editor.said("Terrain is locked. Unlock it under Layers to change it.")
    expect(editor.page.locator("#undo")).to_have_text("Undo")
    editor.layers()
    editor.page.locator("[data-show=lines]").click()
    expect(editor.page.locator(".ground .roads").first).to_be_hidden()


def test_search_finds_places_and_hexes(editor):
    editor.press("Control+f")
    editor.page.keyboard.type("asm")
    expect(editor.page.get_by_role("option").first).to_contain_text("Asmara")
    editor.press("Enter")
    expect(editor.page.locator(".here")).to_have_text(re.compile("^E15, Asmara, Plateau; Road"))
    editor.press("/")
    editor.page.keyboard.type("zzz")
    expect(editor.page.locator(".found p")).to_contain_text("Nothing is called")


def test_the_wheel_zooms_and_the_middle_button_moves_without_drawing_the_map_again(editor):
    page = editor.page
    box = page.locator(".ground svg").get_attribute("viewBox")
    page.mouse.move(*editor.at("F9"))
    before = editor.at("F9")
    width = page.locator("[id='hex-F9']").bounding_box()["width"]
    page.mouse.wheel(0, -480)
    page.wait_for_function("old => document.getElementById('hex-F9').getBoundingClientRect().width > old", arg=width)
    after = editor.at("F9")
    assert abs(before[0] - after[0]) < 2
    assert abs(before[1] - after[1]) < 2
    editor.drag(after, (after[0] + 60, after[1] + 40), button="middle")
    moved = editor.at("F9")
    assert abs(moved[0] - after[0] - 60) < 2
    assert abs(moved[1] - after[1] - 40) < 2
    assert page.locator(".ground svg").get_attribute("viewBox") == box
