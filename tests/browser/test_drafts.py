"""A scenario on a new date, drafted and decided by clicks and keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .test_access import violations

DOC = "scenarios/before-agordat.yaml"
ROWS = ".open-places [data-place]"


@pytest.fixture
def drafted(editor):
    """Road to Massawa from the second turn on, drafted by keys."""
    page = editor.page
    page.locator("#new-scenario").focus()
    editor.press("Enter")
    expect(page.locator("#new-title")).to_be_focused()
    page.keyboard.type("Before Agordat")
    expect(page.locator("#new-name")).to_have_value("before-agordat")
    page.locator("#new-stop").focus()
    editor.press("ArrowUp")  # from the last turn to 16 March; a list forgets letters typed slowly
    expect(page.locator(".drafted")).to_contain_text("24 units accounted for, 18 places left to decide")
    expect(page.locator(".drafted")).to_contain_text("Measured on hidden starts: a place like this is within 3 hexes")
    page.locator("#new-title").focus()
    editor.press("Enter")
    editor.can_undo("Add scenario Before Agordat")
    expect(page.locator(ROWS)).to_have_count(18)
    expect(page.locator(f"{ROWS}[aria-current]")).to_be_focused()
    return editor


def test_every_place_is_decided_by_letters_clicks_and_cells(drafted):
    page = drafted.page
    expect(page.locator(".progress span")).to_have_text("0 of 18 decided")
    cited = page.locator(".card").get_attribute("aria-label")
    page.keyboard.press("a")
    expect(page.locator("#undo")).to_have_text(re.compile(rf"^Undo: Decide {cited}: \S"))
    expect(page.locator(ROWS)).to_have_count(17)
    expect(page.locator(f"{ROWS}[aria-current]")).to_be_focused()
    drafted.press("j", "k")
    page.locator("#board .letter[data-letter=A]").first.click()
    expect(page.locator(ROWS)).to_have_count(16)
    unit = page.locator(f"{ROWS}[data-place^='italy/']").first
    unit.click()
    page.locator("#source").fill("a diary")
    drafted.click("E10")
    expect(page.locator("#other-cell")).to_have_value(re.compile("^E10"))
    page.locator("#other-cell").press("Enter")
    expect(page.locator("#undo")).to_have_text(re.compile(r"^Undo: Decide Italian \d+: E10"))
    expect(page.locator(ROWS)).to_have_count(15)
    page.locator("#accept-all").click()
    page.locator("#accept-sure").click()
    drafted.can_undo("Accept 15 candidates")
    expect(page.locator(".progress span")).to_have_text("18 of 18 decided")
    expect(page.locator(".review summary", has_text="18 decisions to look over")).to_be_visible()
    text = drafted.saved(DOC)
    assert '"Decide:' not in text
    assert text.count("; decided") == 18
    assert text.count("; decided: a diary") == 1
    expect(page.locator("#board .front .own")).to_have_count(1)
    page.locator("summary", has_text="6 victory rows were proposed").click()
    page.locator("[data-proposed='16mar41_italy_keren']").focus()
    drafted.press("Enter")
    expect(page.locator("#pane-text .cm-activeLine")).to_contain_text("when: {hold: Keren}")
    page.get_by_role("tab", name="Decide").click()
    drafted.drag(drafted.at("C8"), drafted.at("D4"), drafted.at("C3"))
    page.locator("[data-code=SCN016] [data-draw-front]").first.wait_for(state="attached")
    page.locator("#draw-front").focus()
    drafted.press("Enter")
    drafted.can_undo("Draw the front of Before Agordat anew")
    expect(page.locator("#draw-front")).to_have_count(0)
    drafted.press("Control+z")
    expect(page.locator("#draw-front")).to_have_count(1)


def test_a_refused_cell_stays_open_and_undo_opens_a_place_again(drafted):
    page = drafted.page
    assert violations(page) == []
    page.locator(f"{ROWS}[data-place^='italy/']").first.click()
    drafted.press("o")
    page.keyboard.type("nowhere")
    drafted.press("Enter")
    expect(page.locator(".happened.bad")).to_contain_text("nowhere")
    expect(page.locator(ROWS)).to_have_count(18)
    expect(page.locator("#other-cell")).to_be_focused()
    expect(page.locator("#other-cell")).to_have_value("nowhere")
    page.locator(f"{ROWS}[aria-current]").focus()
    # two letters at once: the second is for the place that the first went on to
    drafted.press("a", "a")
    expect(page.locator(ROWS)).to_have_count(16)
    drafted.press("Control+z", "Control+z")
    expect(page.locator("#undo")).to_have_text("Undo: Add scenario Before Agordat")
    expect(page.locator(ROWS)).to_have_count(18)


def test_a_question_goes_once_it_is_answered_in_another_document(editor):
    page, asked = editor.page, []
    levels = {"text": "which leads are which level of victory?", "doc": "victory.yaml", "form": True, "settle": False}

    def answer(route):
        asked.append(route.request.url)
        told = route.fetch().json()
        notes = [{**levels, "from": 0, "to": 0}] if len(asked) == 1 else []
        route.fulfill(json={**told, "open": 0, "places": [], "notes": notes})

    page.route("**/api/dates/places?*", answer)
    page.locator("#scenario").select_option("eritrea")
    expect(page.locator("#open-decide")).to_have_text("Answer 1 question")
    page.click('[data-doc="victory.yaml"]')
    editor.find("points: 20")
    page.keyboard.insert_text("points: 21")  # one change: keys that are typed slowly may each ask
    expect(page.locator("#open-decide")).to_have_count(0)
    assert len(asked) == 2


def test_a_scenario_is_copied_and_removed(editor):
    page = editor.page
    page.locator("#new-scenario").click()
    expect(page.locator("#new-title")).to_be_focused()
    assert violations(page) == []
    editor.press("Escape")
    page.locator("#scenario").select_option("eritrea")
    page.locator("#ask-copy").click()
    page.locator("#copy-title").fill("A race")
    editor.press("Enter")
    editor.can_undo("Copy scenario Eritrea to A race")
    expect(page.locator("#scenario")).to_have_value("a-race")
    expect(page.locator("[data-doc='scenarios/a-race.yaml']")).to_be_visible()
    page.locator("#ask-remove").click()
    page.locator("#remove-scenario").click()
    editor.can_undo("Remove scenario A race")
    expect(page.locator("[data-doc='scenarios/a-race.yaml']")).to_have_count(0)
    expect(page.locator("#scenario")).to_have_value("")


def test_the_document_that_is_chosen_while_a_scenario_is_removed_is_shown(editor):
    page = editor.page
    editor.click("I1")  # the focus that comes back to the map goes to no other hex
    editor.settle()
    page.locator("#scenario").select_option("eritrea")
    page.click('[data-doc="scenarios/eritrea.yaml"]')
    expect(page.locator("#pane-text .cm-content")).to_contain_text("scenario: eritrea")

    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/text?doc=victory.yaml", hold, times=1)
    with page.expect_request("**/api/text?doc=victory.yaml"):
        page.click('[data-doc="victory.yaml"]')
    page.locator("#ask-remove").click()
    page.locator("#remove-scenario").click()
    expect(page.locator("#undo")).to_have_text(re.compile("Remove scenario"))
    expect(page.locator("[data-doc='scenarios/eritrea.yaml']")).to_have_count(0)
    expect(page.locator("#scenario")).to_have_value("")
    late[0].continue_()
    expect(page.locator("#pane-text .cm-content")).to_contain_text("objectives:")


def test_start_and_stop_are_chosen_in_a_grid(editor):
    page = editor.page
    page.locator("#new-scenario").click()
    page.locator("#date-grid").click()
    cell = page.locator(".date-grid [data-row='0'][data-column='0']")
    expect(cell).to_have_text("+")
    assert violations(page) == []
    cell.focus()
    editor.press("ArrowRight")
    editor.press("ArrowDown")
    expect(page.locator(".date-grid [data-row='1'][data-column='1']")).to_be_focused()
    editor.press("ArrowRight")
    editor.press("Enter")
    expect(page.locator("#new-start option:checked")).to_contain_text("2 Feb 41")
    expect(page.locator("#new-stop option:checked")).to_contain_text("16 Feb 41")
    page.locator("#date-grid").click()
    page.locator(".date-grid button.printed").last.click()
    expect(page.locator("#scenario")).to_have_value("keren")


def test_one_button_leads_to_a_leaflet(drafted):
    page = drafted.page
    page.locator("#leaflet").click()
    drafted.can_undo("Write the situation of Before Agordat")
    expect(page.locator("#print-scenario")).to_have_value("before-agordat")
    expect(page.locator(".print input:checked[value='leaflet']")).to_have_count(1)
    page.locator("#print-begin").click()
    expect(page.locator(".printed")).to_contain_text("Leaflet: Before Agordat", timeout=60_000)


def test_a_click_on_a_unit_and_a_hex_notes_a_sighting(drafted):
    page = drafted.page
    page.locator("#find-unit").fill("Orient")
    page.locator(".units [data-unit='empire/10']").click()
    page.locator("details.sighting summary").click()
    expect(page.locator("#seen-date")).to_have_value("2/2/41")
    page.locator("#seen-source").fill("A war diary")
    page.locator("#seen-page").fill("12")
    page.locator("#seen-here").click()
    drafted.click("J13")
    drafted.can_undo("Note that Empire 10, Bde d'Orient was at J13, 2/2/41")
    noted = page.locator("details.sighting li")
    expect(noted).to_have_text(["seen at J13, 2/2/41 (A war diary, p. 12)", re.compile("^came at Suakin, 3-13/2/41")])
    text = drafted.saved("sightings.yaml")
    assert "- {id: a-war-diary, title: A war diary}" in text
    assert '- {side: empire, unit: 10, date: 2/2/41, at: J13, source: a-war-diary, page: "12"}' in text
