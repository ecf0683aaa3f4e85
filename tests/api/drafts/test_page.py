"""The page: everything on it, nothing from elsewhere, the same bytes twice; dates and games that are none are refused."""

from __future__ import annotations

import html
import json
import re

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.drafts.dossier import dossier_html, place_of
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.dossiers import stem_of
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from tests.as_printed import load_as_printed

from .conftest import HEAD, SKIRMISH

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def page_of(game, date, **how):
    return dossier_html(game, place_of(game, date), **how)[0]


def data_of(page):
    return json.loads(re.search(r'id="game">(.*?)</script>', page, re.DOTALL)[1])


@pytest.fixture(scope="module")
def small():
    return page_of(load_game(SKIRMISH), "2/41")


@pytest.fixture(scope="module")
def large(battleaxe):
    return battleaxe[0]


def row_of(page, id_):
    return re.search(rf'<li class="row[^"]*" id="row-{id_}".*?(?=<li class="row|</ol>)', page, re.DOTALL)[0]


def words(page):
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_a_unit_that_neither_start_has_is_shown_as_the_issue_has_it(large):
    said = words(row_of(large, "allied-5"))
    assert said.startswith(
        "Allied 5 · 5/4 Ind arrives 4/41 · leaves 7/41 to decide Mar 41 not present Nov 41 not present"
    )
    assert "QQ3 11/4 Ind, same formation, is there in Nov 41" in said
    assert "decision" not in row_of(large, "allied-5")


def test_every_unit_of_both_sides_has_a_row(large):
    game = load_as_printed("desert-rats", "all")
    rows = {row["id"] for row in data_of(large)["rows"]}
    assert rows >= {f"{unit.side}-{unit.no}" for unit in forces(game).units()}
    assert "axis-supply-axis" in rows


def test_printed_places_and_lots_are_said(large):
    said = words(row_of(large, "allied-7"))
    assert "Mar 41 B4" in said
    assert "Nov 41 eliminated" in said
    assert "Nov 41 at base camp" in words(row_of(large, "allied-10"))


def test_the_chronology_marks_what_comes_before_then_and_after(large):
    for text, when in (("Fall of Tobruk", "before"), ("Battleaxe", "then"), ("Crusader", "after")):
        event = next(li for li in re.findall('<li class="(before|then|after)">(.*?)</li>', large) if text in li[1])
        assert event[0] == when
    near, _, far = large.partition("Other dates")
    assert "Fall of Tobruk" not in near
    assert "Fall of Tobruk" in far


def test_supply_is_shaded_for_the_starts_around_and_for_the_draft(large):
    for role in ("before", "now", "after"):
        group = re.search(rf'<g data-role="{role}" hidden>(.*?)</g>', large, re.DOTALL)[1]
        assert 'class="reach"' in group
    assert "Axis: no supply on the map" in words(large)  # in March all of it is in the box


def test_the_page_is_small(large):
    assert len(large.encode()) < 3_000_000


def test_the_same_game_gives_the_same_page(small):
    assert page_of(load_game(SKIRMISH), "2/41") == small


def test_it_fetches_nothing_and_runs_only_its_own_script(small):
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", small)
    assert "default-src 'none'" in small
    assert small.count("<script") == 2


def test_names_of_any_origin_end_no_element():
    text = (SKIRMISH / "orders-of-battle/allied.yaml").read_text().replace("1 Arm Brig", json.dumps(EVIL), 1)
    events = (SKIRMISH / "chronology.yaml").read_text().replace("Snow", json.dumps(EVIL))
    dossier = (
        HEAD + f"title: {json.dumps(EVIL)}\nrows:\n  - {{side: allied, no: 1, at: F4, source: {json.dumps(EVIL)}}}\n"
    )
    game = load_game(
        SKIRMISH,
        files={"orders-of-battle/allied.yaml": text, "chronology.yaml": events, "dossiers/2-41.yaml": dossier},
    )
    page = page_of(game, "2/41")
    assert page.count("<script") == 2
    assert "<img" not in page
    assert f"F4 {EVIL}" in html.unescape(words(row_of(page, "allied-1")))


@pytest.mark.parametrize(
    ("row", "state", "said"),
    [
        ("{side: allied, no: 1, at: F4, source: Smith, note: n}", "decided", "F4 Smith n"),
        ("{side: allied, no: 1, at: G9, source: Smith}", "cannot be", "G9 Smith G9 is sea"),
        ("{side: allied, no: 1, at: C3, source: Smith}", "cannot be", "C3 Smith occupied by the enemy (Axis 3)"),
        ("{side: allied, no: 1, source: Smith}", "to decide", "Smith"),
    ],
)
def test_what_was_decided_stands_in_its_row(row, state, said):
    """With its source and note, and why it cannot be, where the map or other units are against it."""
    page = page_of(
        load_game(SKIRMISH, files={"dossiers/2-41.yaml": f"{HEAD}rows:\n  - {row}\n"}), "2/41", origin="mar41"
    )
    drawn = next(each for each in data_of(page)["rows"] if each["id"] == "allied-1")
    found = row_of(page, "allied-1")
    assert words(re.search('class="state">(.*?)</span>', found)[1]) == state
    assert said in words(found)
    assert (drawn["decided"], 'class="blanks"' in found) == (state == "decided", state == "to decide")
    assert drawn["at"] == ("F4" if state == "decided" else "")


def test_nothing_on_the_page_can_be_filled_in(small):
    """It is read and printed: fields only choose what is shown."""
    assert "<textarea" not in small
    assert {re.search('type="([^"]*)"', each)[1] for each in re.findall("<input[^>]*>", small)} == {
        "checkbox",
        "radio",
        "search",
    }
    assert "localStorage" not in small


def test_a_scenario_is_shown_as_it_stands(table):
    table.forge("new", "scenario", table.folder, "--start", "2/41", "--stop", "8/41", "--name", "winter")
    file = table.folder / "scenarios/winter.yaml"
    text = re.sub(r"(name: 1 Arm Brig, +at:) [^,}]*", r'\1 "Decide: D5?"', file.read_text())
    file.write_text(text)
    assert table.dossier("--scenario", "winter")[0] == 0
    row = next(row for row in data_of(table.page.read_text())["rows"] if row["id"] == "allied-1")
    assert row["status"] == "open"
    assert "D5" in [cell for cell, _ in row["candidates"]]
    assert row["now"] == [load_hex(table.folder, "D5")]


def load_hex(folder, name):
    return hex_map(load_game(folder)).grid.find(name)


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("6/43", "not in the campaign"),
        ("12/39", "not in the campaign"),
        ("june", "not a date"),
        ("", "not a date"),
        ("../2-41", "not a date"),
        ("2/41\n", "not a date"),
    ],
)
def test_a_date_off_the_track_is_refused(table, date, words):
    code, _, said = table.dossier(date=date)
    assert code == 2
    assert words in said
    assert "--start" not in said
    assert not table.page.exists()
    assert not table.file.exists()


def test_a_date_before_the_first_printed_start_has_that_start_as_evidence(table):
    code, _, said = table.dossier("--first", "axis", date="12/40")
    assert code == 0  # the second side of that turn comes after the first
    track = table.folder / "time-track.yaml"
    track.write_text(
        track.read_text()
        .replace("turn: 12/40, first: allied", "turn: 1/41, first: allied")
        .replace("label: Dec 40", "label: Jan 41")
    )
    code, _, said = table.dossier(date="12/40")
    assert (code, said) == (0, "")
    assert "before the printed start Jan 41" in words(table.page.with_name("skirmish_dossier_12-40.html").read_text())


def test_a_date_after_the_last_printed_start_has_no_after(table):
    assert table.dossier(date="6/41")[0] == 0
    page = (table.page.parent / "skirmish_dossier_6-41.html").read_text()
    assert data_of(page)["labels"]["will"] == ""


def test_a_printed_date_has_nothing_to_decide(table):
    code, said, _ = table.dossier(date="3/41")
    assert code == 0
    assert "nothing is left to decide" in said


@pytest.mark.parametrize("missing", ["chronology.yaml", "victory.yaml", "options.yaml", "charts.yaml"])
def test_a_game_without_a_part_gets_a_page(table, missing):
    (table.folder / missing).unlink()
    assert table.dossier()[0] == 0
    assert table.page.exists()


@pytest.mark.parametrize("missing", ["map.yaml", "time-track.yaml"])
def test_a_game_without_map_or_track_is_refused(table, missing):
    (table.folder / missing).unlink()
    code, _, said = table.dossier()
    assert code == 2
    assert "forge check" in said
    assert not table.page.exists()


def test_where_its_script_was_not_built_nothing_is_written(table, monkeypatch):
    monkeypatch.setattr("scenario_forge.reports.html.files", lambda _package: table.folder)
    code, said, problem = table.take("{side: allied, no: 1, at: F4}")
    assert (code, said) == (2, "")
    assert "the map that this page shows was not built" in problem
    assert not table.page.exists()
    assert not table.file.exists()


def test_a_game_with_errors_gets_a_page_of_what_can_be_read(table):
    file = table.folder / "orders-of-battle/allied.yaml"
    file.write_text(file.read_text().replace("mar41: G6}", "mar41: G66}").replace("R5/41}", "R55/41}", 1))
    assert table.dossier()[0] == 0


@pytest.mark.parametrize("origin", ["game.json", "playouts:5", "nowhere", "between:85"])
def test_what_positions_cannot_come_from_is_refused(table, origin):
    code, _, _ = table.dossier("--from", origin)
    assert code == 2
    assert not table.page.exists()
    assert not table.file.exists()


def test_another_page_is_not_written_over(table):
    other = table.folder.parent / "other.html"
    other.write_text("<h1>mine</h1>")
    code, _, said = table.dossier("--output", other)
    assert code == 2
    assert "exists already" in said
    assert other.read_text() == "<h1>mine</h1>"
    assert table.dossier("--output", other, "--force")[0] == 0
    assert table.dossier("--output", other)[0] == 0  # it is one of ours by now


def test_a_document_of_the_game_is_never_written_over(table):
    rules = table.folder / "rules.yaml"
    before = rules.read_bytes()
    code, _, said = table.dossier("--output", rules, "--force")
    assert (code, "documents of the game" in said) == (2, True), said
    assert rules.read_bytes() == before
    assert not table.file.exists()


def test_the_side_that_opens_is_as_the_file_says(table):
    assert table.dossier("--first", "axis")[0] == 0
    assert "first: axis" in table.file.read_text()
    assert table.dossier()[0] == 0
    code, _, said = table.dossier("--first", "allied")
    assert code == 2
    assert "one dossier a date" in said
    assert table.dossier("--first", "nobody")[0] == 2


def test_a_dossier_that_cannot_be_read_is_not_written_over(table):
    table.file.parent.mkdir()
    table.file.write_text("rows: [")
    code, _, said = table.dossier()
    assert code == 2
    assert "cannot be read" in said
    assert table.file.read_text() == "rows: ["


@pytest.mark.parametrize(
    ("date", "stem"), [("6/41", "6-41"), ("8/12/41 AM", "8-12-41-am"), ("../../x", "x"), ("ü/\u2028", "")]
)
def test_a_date_is_no_path(date, stem):
    assert stem_of(date) == stem


AXIS = "{side: axis, no: 1, at: %s}"


@pytest.mark.parametrize(
    ("rows", "decided"),
    [
        ([AXIS % "C4"], 1),
        ([AXIS % "G6"], 0),
        ([AXIS % "G6", "{side: allied, no: 4, at: D8}"], 1),
        ([AXIS % "C3"], 0),
        ([AXIS % "C3", "{side: axis, no: 3, at: C4}"], 1),
        ([AXIS % "C3(c2)", "{side: axis, no: 3, at: C3(c2)}"], 1),
        ([AXIS % "C3(c2)", "{side: axis, no: 3, at: C3}"], 0),
    ],
    ids=["free", "enemy", "enemy moved away", "too heavy", "made room", "worn", "one worn"],
)
def test_a_hex_that_the_enemy_holds_or_that_overflows_is_not_decided(table, rows, decided):
    """Allied 4 is drafted in G6, Axis 3, a division as Axis 1 is, in C3."""
    assert int(re.search(r"(\d+) of \d+ left", table.dossier("--from", "mar41")[1])[1]) == 0
    own = sum("side: axis, no: 3" in row or "side: allied, no: 4" in row for row in rows if decided)  # open, and free
    taken = table.dossier("--from", "mar41", "--answers", table.answers(*rows))
    assert int(re.search(r"(\d+) of \d+ left", taken[1])[1]) - own == decided


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scenario", [None, "june"])
def test_guesses_are_counted_alike_on_the_page_and_in_the_draft(scenario):
    """June 1942: positions of May; drafted, or written and shown as it stands."""
    made = new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("june", "6/42", "12/42"), "may42")
    game = load_as_printed("desert-rats", "all", files={"scenarios/june.yaml": made.text} if scenario else {})
    page, _done, open_, remarks, _next = dossier_html(game, place_of(game, "6/42"), origin="may42", scenario=scenario)
    assert remarks == made.doubts.lines
    assert open_ == made.left, "what is left is counted alike"
    assert words(row_of(page, "allied-1")).startswith("Allied 1 · 7 Arm Brig to decide May 42 N30")


@pytest.mark.parametrize("scenario", [None, "july"])
def test_what_has_fallen_is_red(scenario):
    """July 1942: positions of May, before Tobruk was lost; drafted, or written and shown as it stands."""
    made = new_scenario(load_as_printed("desert-rats", "all"), ScenarioRequest("july", "7/42", "12/42"), "may42")
    game = load_as_printed("desert-rats", "all", files={"scenarios/july.yaml": made.text} if scenario else {})
    page, _done, open_, remarks, _next = dossier_html(game, place_of(game, "7/42"), origin="may42", scenario=scenario)
    assert remarks == made.doubts.lines
    assert open_ == made.left, "what is left is counted alike"
    event = next(li for li in re.findall('<li class="([a-z ]+)">(.*?)</li>', page) if "21/6/42" in li[1])
    assert event[0] == "before against"
    assert "Tobruk Axis" in words(event[1])
    told = [words(each) for each in re.findall('<p class="doubt">(.*?)</p>', page)]
    assert any("The chronology contradicts Tobruk (21/6/42: Tobruk Axis); to decide:" in each for each in told)
