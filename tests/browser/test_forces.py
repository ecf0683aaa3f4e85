"""Forces bought on the page: their units within the brackets of the lines, played, and put into the scenario."""

from __future__ import annotations

import shutil

import pytest
from playwright.sync_api import expect

from .conftest import CONTENT, Editor, Server


@pytest.fixture
def desert(browser, tmp_path):
    """A page on a copy of *WW2 Western Desert Rules*, with its tab Play open."""
    folder = shutil.copytree(CONTENT / "western-desert", tmp_path / "western-desert")
    server = Server(folder)
    try:
        with browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce") as context:
            editor = Editor.opened(context, server.address, folder)
            editor.page.locator("#scenario").select_option("harmat")
            editor.page.get_by_role("tab", name="Play").click()
            expect(editor.page.locator("#play-scenario")).to_have_value("harmat")
            yield editor
    finally:
        server.stop()


def test_a_force_is_chosen_within_its_brackets_played_and_kept(desert):
    page, lines, begin = desert.page, desert.page.locator("[data-lines=axis]"), desert.page.locator("#play-begin")
    scenario = desert.folder / "scenarios/harmat.yaml"
    before = scenario.read_text("utf-8")
    expect(lines).to_have_count(0)
    page.locator("[data-force=axis]").select_option("german-panzer")
    tanks = lines.locator("section").filter(has_text="Tanks")
    expect(tanks.locator("small")).to_have_text("6 of 6")
    expect(page.get_by_label("Pz II, Tanks", exact=True)).to_be_disabled()
    page.get_by_label("Pz III 37mm, Tanks").fill("2")
    expect(tanks.locator("small")).to_have_text("8 of 6")
    expect(lines.get_by_role("status")).to_have_text("Tanks: 8 of 6")
    expect(begin).to_be_disabled()
    page.get_by_label("Pz III 50mm short, Tanks").fill("1")
    page.get_by_label("Pz IV 75mm long, Tanks").fill("1")
    said = "Tanks: 3 of Pz III 37mm or Pz III 50mm short or Pz III 50mm long, not 4"
    expect(lines.get_by_role("status")).to_have_text(said)
    page.get_by_label("Pz IV 75mm short, Tanks").fill("0")
    page.get_by_label("Pz III 50mm short, Tanks").fill("2")
    expect(lines.get_by_role("status")).to_have_text("15 units: they fit")
    begin.click()
    expect(page.locator(".playing-bar")).to_contain_text("Playing:")
    expect(page.locator(".stack[data-hex='1-C3']")).to_have_count(1)
    page.locator("#play-keep").click()
    desert.said("Saved records/harmat-seed-1-1.json")
    record = (desert.folder / "records/harmat-seed-1-1.json").read_text("utf-8")
    assert "2 Pz III 37mm + 2 Pz III 50mm short + 1 Pz IV 75mm long" in record
    page.locator("#play-leave").click()
    page.locator("[data-force=axis]").select_option("german-panzer")
    page.get_by_label("Pz III 37mm, Tanks").fill("4")
    page.get_by_label("Pz III 50mm short, Tanks").fill("0")
    engineers = page.get_by_label("German engineers in place of Motorcycles")
    engineers.fill("2")
    expect(lines.get_by_role("status")).to_have_text("In exchange: 2 are chosen, at most 1 may be")
    engineers.fill("1")
    page.locator("[data-field=axis]").click()
    expect(lines).to_have_count(0)
    after = desert.saved("scenarios/harmat.yaml")
    assert after.startswith(before.rstrip())
    assert "- side: axis" in after
    assert "{no: 28, name: German engineers, at: 1-B1>E}" in after
    page.locator("[data-force=axis]").select_option("german-panzer")
    expect(page.get_by_label("Pz III 37mm, Tanks")).to_have_value("4")
    expect(engineers).to_have_value("1")
    page.locator("#play-scenario").select_option("fuka")
    expect(lines).to_have_count(0)
