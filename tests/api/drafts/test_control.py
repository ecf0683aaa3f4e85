"""Who controls a place is decided like a unit's cell: a row on the page, in the dossier, in the scenario."""

from __future__ import annotations

import pytest

from scenario_forge.api.drafts.dossier import dossier_html, place_of
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.front import fronts
from tests.as_printed import load_as_printed

from .test_page import data_of, row_of, words
from .test_resolve import NEW

ROW = "{control: Zawia, at: allied, source: 'a letter, p. 3'}"
OPEN = '\ncontrol:\n  zawia: "Decide: axis?"  # as near to both\n  D3: axis\n\nset_up:'
PASS = "basis: proposed\ngame: desert-rats\ndate: 6/41\nfirst: allied\nrows:\n  - {control: QQ1, at: axis, source: a map}\n"
WANTED = ScenarioRequest("battleaxe", "6/41", "12/41", None, "axis")


@pytest.fixture
def drafted(table):
    """A scenario of February with two places whose control it states, one of them left to decide."""
    table.forge("new", "scenario", table.folder, *NEW, "--from", "before")
    table.scenario = table.folder / "scenarios" / "winter.yaml"
    table.scenario.write_text(table.scenario.read_text().replace("\nset_up:", OPEN, 1))
    return table


def test_a_place_that_a_row_is_about_has_each_side_as_candidate(battleaxe):
    page, decided, left, *_rest = battleaxe
    assert (decided, left) == (0, new_scenario(load_as_printed("desert-rats", "all"), WANTED, "nov41").left)
    game = load_as_printed("desert-rats", "all", files={"dossiers/6-41.yaml": PASS.replace("axis", "''")})
    page = dossier_html(game, place_of(game, "6/41"), origin="nov41")[0]
    row = row_of(page, "-QQ1")
    assert words(row).startswith("QQ1 Control of Halfaya Pass")
    assert "whose it was in Mar 41" in row
    assert "whose it is in Nov 41" in row
    data = next(each for each in data_of(page)["rows"] if each["name"] == "Halfaya Pass")
    assert [cell for cell, _hexes in data["candidates"]] == ["allied", "axis"]
    assert {hex_ for _c, hexes in data["candidates"] for hex_ in hexes} == {data["control"]}


def test_a_new_scenario_takes_up_who_controls_a_place():
    game = load_as_printed("desert-rats", "all", files={"dossiers/6-41.yaml": PASS})
    made = new_scenario(game, WANTED, "nov41")
    assert "  halfaya_pass: axis  # decided: a map\n" in made.text
    read = load_as_printed("desert-rats", "all", files={"scenarios/battleaxe.yaml": made.text})
    assert not [each for each in fronts(read).decisions if each.where.file.stem == "battleaxe"]


def test_a_place_that_nobody_asked_for_is_written_too(table):
    table.dossier()
    table.take("{control: Zawia, at: allied}")
    assert table.forge("new", "scenario", table.folder, *NEW)[0] == 0
    assert "\n  zawia: allied  # decided\n" in (table.folder / "scenarios" / "winter.yaml").read_text()


def test_what_is_decided_is_kept_told_and_written_into_the_scenario(drafted):
    drafted.dossier()
    code, said, _ = drafted.take(ROW)
    assert code == 0
    assert "Control of Zawia: allied" in said
    assert "control: Zawia, at: allied" in drafted.file.read_text()
    before = drafted.scenario.read_text()
    code, said, _ = drafted.dossier("--resolve", "winter")
    assert "1 cell written" in said
    after = before.replace('"Decide: axis?"  # as near to both', "allied  # as near to both; decided: a letter, p. 3")
    assert drafted.scenario.read_text() == after


def test_a_hex_and_its_place_are_one_and_another_side_goes_over_by_force_alone(drafted):
    drafted.dossier()
    drafted.take("{control: Bir Tal, at: allied}")
    assert "Control of Bir Tal: axis, decided allied" in drafted.dossier("--resolve", "winter")[1]
    assert "D3: axis" in drafted.scenario.read_text()
    drafted.dossier("--resolve", "winter", "--force")
    assert "D3: allied" in drafted.scenario.read_text()


def test_a_scenario_is_shown_with_what_it_leaves_open(drafted):
    assert drafted.dossier("--scenario", "winter")[0] == 0
    page = drafted.page.read_text()
    assert "to decide" in words(row_of(page, "-F1"))
    assert "as drafted" in words(row_of(page, "-D3"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{control: Zawia, at: G3}", "no side `G3`"),
        ("{control: Atlantis, at: axis}", "no such hex, place or box"),
        ("{control: Camp, at: axis}", "no such hex, place or box"),
        ("{control: H3, at: axis}", "H3 is sea"),
        ("{control: Zawia, side: axis, at: axis}", "whose it is stands in `at`"),
        ("{control: Zawia, no: 1, at: axis}", "one of `no`, `marker` and `control`"),
        ("{no: 1, at: F4}", "`side` says whose"),
    ],
)
def test_a_row_of_control_that_cannot_be_is_refused_and_nothing_is_taken(table, row, said):
    table.dossier()
    before = table.file.read_bytes()
    code, _, problem = table.take("{side: allied, no: 2, at: F4}", row)
    assert code == 2
    assert said in problem
    assert table.file.read_bytes() == before
