"""Names, areas and selections of the map, by mouse and by keys: one step each, in the lines that a person would touch."""

from __future__ import annotations

import re
from difflib import unified_diff

from PIL import Image
from playwright.sync_api import expect

from .test_access import violations
from .test_map import is_removed


def changed(before: str, after: str) -> list[str]:
    """Lines that went and lines that came, each with its sign."""
    lines = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line[0] + line[1:].strip() for line in lines if not line.startswith(("---", "+++", "@@"))]


def test_a_name_is_written_moved_changed_and_removed(editor, before):
    page = editor.page
    editor.press("l")
    editor.drag(editor.at("L3"), editor.at("L6"))
    page.get_by_label("Name", exact=True).fill("Barka")
    page.keyboard.press("Enter")
    editor.can_undo("Write Barka across the map")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "{name: Barka, along: [L3, L6]}" in re.sub(" +", " ", editor.saved())
    x, y = editor.corner("L4", 1, 0)
    editor.drag((x, y), (x, y + (editor.at("J4")[1] - editor.at("L4")[1])))
    # at once, before the answer: the second goes by what the first left
    editor.drag(editor.at("J6"), editor.at("J8"))
    editor.can_undo("Move the name Barka to J3 – J8")
    editor.go("J5")
    editor.press("Enter")
    expect(page.get_by_role("dialog", name="Barka, a name across the map")).to_be_visible()
    page.get_by_label("Large, such as a sea").check()
    page.get_by_label("Last letter in hex").fill("Q99")
    page.locator("#label-done").click()
    expect(page.locator("#complaint")).to_have_text("The map has no hex Q99.")
    page.get_by_label("Last letter in hex").fill("J7")
    page.keyboard.press("Enter")
    editor.can_undo("Change the name Barka")
    expect(page.get_by_role("dialog")).to_have_count(0)
    editor.press("Enter")
    is_removed(editor, "#label-remove", "Remove the name Barka", before)


def test_an_area_is_made_painted_and_removed(editor, before):
    page = editor.page
    editor.press("a")
    expect(page.locator(".live .areas g")).to_have_count(2)
    page.locator("#area-new").click()
    page.get_by_label("Name of the area").fill("Lowlands")
    page.get_by_label("Side that may set up in it").select_option(index=1)
    page.keyboard.press("Enter")
    editor.can_undo("Add the area Lowlands")
    expect(page.locator("[data-area=lowlands]")).to_have_attribute("aria-checked", "true")
    editor.drag(editor.at("L3"), editor.at("L6"))
    editor.can_undo("Add 4 hexes to Lowlands")
    editor.go("L5")
    editor.press("Enter")
    editor.can_undo("Take L5 from Lowlands")
    added = [line for line in changed(before, editor.saved()) if line.startswith("+")]
    assert "+hexes: [L3..L4, L6]" in added
    page.locator("#area-edit").click()
    is_removed(editor, "#area-remove", "Remove the area Lowlands", before)


def test_every_value_of_a_place_is_changed_in_one_step(editor, before):
    page = editor.page
    editor.go("F9")
    editor.press("p", "Enter")
    page.get_by_label("Number in the hex").fill("x")
    page.locator("#place-done").click()
    expect(page.locator("#complaint")).to_have_text("The number in the hex is a whole number.")
    page.get_by_label("Number in the hex").fill("3")
    page.get_by_label("Other spellings").fill("Akordat; Agordad")
    page.locator("#place-done").click()
    editor.can_undo("Change aliases and value of Agordat")
    _old, new = changed(before, editor.saved())
    assert "aliases: [Akordat, Agordad]" in new
    assert "value: 3" in new


def test_a_place_is_renamed_wherever_it_is_named_or_the_dialog_stays(editor):
    page = editor.page
    editor.go("F9")
    editor.press("p", "Enter")
    page.locator("#place-name").fill("Akordat")
    editor.press("Enter")
    asked = page.get_by_role("dialog", name="Rename Agordat to Akordat?")
    expect(asked).to_be_visible()
    editor.press("Escape")
    expect(page.locator("#place-name")).to_have_value("Akordat")
    page.locator("#place-done").click()
    page.locator("#rename-all").click()
    expect(page.locator("#undo")).to_contain_text("Rename Agordat to Akordat, and its")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_selection_is_dragged_with_all_that_is_in_it(editor, before):
    page = editor.page
    editor.press("m")
    (ax, ay), (bx, by) = editor.corner("G8", -0.5, 0), editor.corner("E10", 0.5, 0)
    editor.drag((ax, ay), (bx, by))
    editor.said(re.compile(r"^\d hexes selected"))
    expect(page.locator(".live .selection .over")).to_have_count(1)
    editor.drag(editor.at("F9"), editor.at("F7"))
    expect(page.locator("#undo")).to_have_text(re.compile(r"Undo: Move \d hexes with Agordat to the west by 2"))
    assert any(re.search(r"^\+.*name: Agordat, +hex: F7", line) for line in changed(before, editor.saved()))
    editor.press("Control+z")
    editor.said(re.compile("^Undone: Move"))
    assert editor.saved() == before


def test_a_selection_is_copied_turned_and_pasted_by_keys(editor, before):
    page = editor.page
    editor.go("F9")
    editor.press("m", "Enter", "ArrowRight", "Enter")
    editor.said("2 hexes selected")
    editor.press("Control+c")
    editor.said("Copied 2 hexes")
    editor.go("J4")
    editor.press("Control+v")
    expect(page.locator(".live .ghost .cell").first).to_be_visible()
    editor.press(",", "x", "ArrowRight", "Enter")
    editor.can_undo("Paste 2 hexes with Agordat at J5")
    assert any("Agordat 2" in line for line in changed(before, editor.saved()))
    editor.press("Delete")
    editor.can_undo("Clear 2 hexes with Agordat 2")
    editor.press("Control+z", "Control+z")
    expect(page.locator("#undo")).to_have_text("Undo")


def test_a_lasso_takes_the_hexes_inside_it(editor):
    editor.press("m")
    editor.page.get_by_text("Lasso").click()
    points = [editor.corner(*each) for each in (("I3", -1, -1), ("I5", 1, -1), ("H4", 0, 1), ("I3", -1, -1))]
    editor.drag(*points)
    editor.said(re.compile(r"^[3-5] hexes selected"))
    editor.press("Escape")
    expect(editor.page.locator(".options .quiet").last).to_have_text("Nothing is selected")


def test_the_grid_dialog_says_what_a_change_does_and_makes_it_in_one_step(editor, before):
    page = editor.page
    page.locator("#grid-open").click()
    page.get_by_role("spinbutton", name="Columns").fill("18")
    page.get_by_role("spinbutton", name="South").fill("1")
    report = page.locator(".grid-report")
    would = "20 × 12 becomes 18 × 13, from M1 in the north-west to A18 in the south-east."
    expect(report).to_contain_text(would)
    expect(report).to_contain_text("216 hexes get different numbers")
    expect(report).to_contain_text("orders-of-battle/italy.yaml: ")
    assert violations(page) == []
    page.locator("#grid-done").click()
    editor.can_undo("Change the grid from 20 × 12 to 18 × 13 hexes")
    expect(page.locator("[id='hex-M18']")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator("[id='hex-M1']")).to_have_count(0)
    editor.said(re.compile("^Undone"))
    assert editor.saved() == before


def test_a_picture_is_laid_over_the_map_aligned_by_three_points_and_removed(editor, tmp_path):
    page = editor.page
    picture = tmp_path / "scan.png"
    Image.new("RGB", (300, 200), "#c0ffee").save(picture)
    page.locator("#underlay-file").set_input_files(picture)
    expect(page.locator("img.underlay")).to_be_visible()
    page.locator("#underlay-opacity").press("End")
    expect(page.locator("img.underlay")).to_have_css("opacity", "1")
    page.locator("#underlay-align").click()
    box = page.locator("img.underlay").bounding_box()
    for x, y in ((0.2, 0.2), (0.8, 0.2), (0.2, 0.6)):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    editor.said("Click the hex where point 1 belongs")
    for hex_ in ("K3", "K9", "E3"):
        editor.click(hex_)
    editor.said("The picture is aligned")
    box, (left, top), (right, _top) = page.locator("img.underlay").bounding_box(), editor.at("K3"), editor.at("K9")
    assert abs(box["width"] * 0.6 - (right - left)) < 2
    assert abs(box["x"] + 0.2 * box["width"] - left) < 2
    assert abs(box["y"] + 0.2 * box["height"] - top) < 2
    page.locator("#underlay-move").click()
    editor.press("Shift+ArrowRight", "Escape")
    assert page.locator("img.underlay").bounding_box()["x"] > box["x"]
    assert (editor.folder / "underlay/picture.png").is_file()
    editor.press("a")
    assert violations(page) == []
    page.locator("[data-lock=underlay]").click()
    expect(page.locator("#underlay-align")).to_be_disabled()
    page.locator("#underlay-remove").click()
    expect(page.locator("img.underlay")).to_be_hidden()
    assert not (editor.folder / "underlay").exists()


def test_the_small_map_shows_the_view_and_moves_it(editor):
    page = editor.page
    expect(page.locator(".minimap")).to_be_hidden()
    page.locator("#board").focus()
    editor.press("+", "+", "+", "+", "+")
    small = page.locator(".minimap")
    expect(small).to_be_visible()
    before, box = editor.at("F9"), small.bounding_box()
    page.mouse.click(box["x"] + 4, box["y"] + 4)
    assert editor.at("F9")[0] > before[0]
    moved = editor.at("F9")
    small.press("ArrowRight")
    assert editor.at("F9")[0] < moved[0]


def test_the_tour_waits_for_each_of_its_five_steps(editor):
    page = editor.page
    page.locator("#tour").press("Enter")
    card = page.get_by_role("region", name="Tour of the editor")
    expect(card).to_contain_text("1 / 5 · Paint")
    assert violations(page) == []
    editor.press("b", "4")
    editor.click("I1")
    expect(card).to_contain_text("2 / 5 · Undo")
    editor.press("Control+z")
    expect(card).to_contain_text("3 / 5 · Move a unit")
    page.locator("#scenario").select_option(index=1)
    page.locator(".counter").first.wait_for()
    editor.settle()
    unit = page.locator(".counter").first.bounding_box()
    editor.press("v")
    editor.drag((unit["x"] + unit["width"] / 2, unit["y"] + unit["height"] / 2), editor.at("J3"))
    expect(card).to_contain_text("4 / 5 · Mend a slip")
    expect(page.locator(".spoken h2")).to_have_text("map.yaml")
    place = re.search(r'capacity: "(\d+)" in the line', card.inner_text())[1]
    editor.type_over(f'capacity: "{place}"', f"capacity: {place}")
    fix = page.locator(".finding .fix", has_text=f"put {place} between quotes")
    expect(fix).to_be_visible()
    expect(page.locator(".checked")).to_have_text("Checked")
    fix.click()
    expect(card).to_contain_text("5 / 5 · See it printed")
    page.locator("#tab-preview").click()
    expect(card).to_contain_text("That was the tour")
    page.locator("#tour-end").press("Enter")
    expect(card).to_have_count(0)
    page.locator("#scenario").select_option(index=0)
    page.locator("#tab-text").click()


def test_two_fingers_zoom_and_move_the_map(editor):
    page = editor.page
    touch = page.context.new_cdp_session(page)
    (x, y), before = editor.at("F9"), page.locator("[id='hex-F9']").bounding_box()["width"]

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py, "id": n} for n, (px, py) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    fingers("touchStart", (x - 30, y))
    fingers("touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 7):
        fingers("touchMove", (x - 30 - 10 * step, y), (x + 30 + 10 * step, y))
    fingers("touchEnd")
    wide = "old => document.getElementById('hex-F9').getBoundingClientRect().width > 2.5 * old"
    page.wait_for_function(wide, arg=before)
    after = page.locator("[id='hex-F9']").bounding_box()["width"]
    assert 2.5 < after / before < 3.5
    assert abs(editor.at("F9")[0] - x) < 12
    expect(page.locator("#undo")).to_have_text("Undo")


def test_forced_colours_and_more_contrast_keep_what_is_chosen_in_sight(editor):
    page = editor.page
    editor.press("m")
    page.emulate_media(forced_colors="active", contrast="more")
    chosen, other = page.locator(".tools [data-tool=marquee]"), page.locator(".tools [data-tool=fill]")
    assert chosen.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    assert other.evaluate("each => getComputedStyle(each).outlineStyle") == "none"
    page.emulate_media(forced_colors="none", contrast="more")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    page.emulate_media(contrast="no-preference")
