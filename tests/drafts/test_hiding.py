"""A printed start hidden: nothing of it is left, the rest checks, and what drafts it does not see it."""

from __future__ import annotations

import re
import shutil

import pytest

from scenario_forge.api import check, load_game
from scenario_forge.diagnostics import Severity
from scenario_forge.drafts.dates import NotMade, ScenarioRequest
from scenario_forge.drafts.hiding import Placed, start_parts, with_text, without_start
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.forces import forces
from scenario_forge.game.schedule import schedule
from tests.as_printed import load_as_printed

STARTS = {
    "desert-rats": ["dec40", "mar41", "nov41", "may42"],
    "knights-of-the-desert": ["mar41", "jan42", "jul42"],
    "massawa": ["jan41", "mar41"],
}
LACKING = {
    "TIM012": "arrivals behind a first start that is hidden belong to no start",
    "RUL104": "the prose of the rulebook lets a game begin then",
    "DR003": "the march rule is that of the start",
    "CHR073": "the start alone says that a place has changed hands again",
    "PLT076": "likewise",
    "ERR021": "the erratum that says what those of its number move was one of the start",
}
"""Errors that say no more than that the start is missing."""


@pytest.fixture(scope="module")
def massawa():
    return load_as_printed("massawa", "all")


@pytest.fixture(scope="module")
def hidden(massawa):
    return without_start(massawa, "mar41")


def text_of(game, name):
    return game.read[name].source.text


def errors(game):
    return {(each.code.id, each.message) for each in check(game) if each.severity is Severity.ERROR}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "start"), [(name, start) for name, several in STARTS.items() for start in several])
def test_what_is_left_checks_without_errors_but_those_that_miss_the_start(name, start):
    game = load_game(name, "all")
    left = errors(without_start(game, start)) - errors(game)
    assert {code for code, _message in left} <= LACKING.keys(), left


def test_all_that_names_the_start_is_gone(massawa, hidden):
    assert "mar41" not in schedule(hidden).starts
    assert "scenarios/keren.yaml" not in hidden.read
    assert "scenario: keren" not in text_of(hidden, "playtest.yaml")
    for name in ("orders-of-battle/empire.yaml", "orders-of-battle/italy.yaml", "rules.yaml"):
        assert "mar41" in text_of(massawa, name)
        assert "mar41" not in text_of(hidden, name)


def test_the_other_start_is_as_it_was(massawa, hidden):
    there, left = (start_parts(each, "eritrea") for each in (massawa, hidden))
    assert there == left
    assert left.units


def test_arrivals_behind_the_start_come_behind_the_one_before(hidden):
    commandos = forces(hidden).find("empire", 12)
    assert [(entry.kind, entry.token.date, entry.column.after) for entry in commandos.entries()] == [
        ("absent", "", None),
        ("arrives", "2/3/41", "jan41"),
    ]


def test_two_entries_of_a_unit_stand_in_one_cell():
    """Allied 21 comes and goes after Mar 41, and comes again after Nov 41."""
    hidden = without_start(load_as_printed("desert-rats", "all"), "nov41")
    dates = [entry.token.date for entry in forces(hidden).find("allied", 21).cells["mar41+"]]
    assert dates == ["7/41", "8/41", "1/42"]


def test_points_at_a_stop_date_of_the_same_name_stay():
    hidden = without_start(load_as_printed("desert-rats", "all"), "mar41")
    assert "mar41" in schedule(hidden).stops
    assert "victory.mar41.axis.tobruk: 5" in text_of(hidden, "victory.yaml")
    assert "control" in hidden.read["rules.yaml"].data
    assert "mar41" not in hidden.read["rules.yaml"].data["control"]


def test_a_table_of_several_starts_keeps_its_rows():
    hidden = without_start(load_as_printed("knights-of-the-desert", "all"), "jan42")
    aids = text_of(hidden, "aids.yaml")
    assert "starts.jan42" not in aids
    assert '"{starts.mar41.air.axis}", "–", "{starts.jul42.air.axis}"' in aids


def test_a_rule_stays_without_the_witness_and_the_switch_that_name_the_start():
    hidden = without_start(load_game("knights-of-the-desert", "all"), "jan42")
    book, options = text_of(hidden, "rulebook.yaml"), text_of(hidden, "options.yaml")
    assert "- id: X4\n" in book
    assert "witness: w-x4\n" not in book
    assert "rules.starts.jan42" not in book
    assert "rules.starts.mar41.supply.axis" in book
    assert "- id: solitaire\n" in options
    assert "witness: w-solitaire\n" not in options


def test_a_start_that_there_is_not_is_refused(massawa):
    with pytest.raises(NotMade, match="no printed start `mar42`"):
        without_start(massawa, "mar42")


def test_set_ups_for_other_dates_go_too(massawa):
    text = new_scenario(massawa, ScenarioRequest("feb", "16/2/41", "30/3/41")).text
    game = with_text(massawa, "scenarios/feb.yaml", text)
    assert "scenarios/feb.yaml" in game.read
    assert "scenarios/feb.yaml" not in without_start(game, "mar41").read


@pytest.mark.parametrize(
    ("name", "start", "stop", "scenario"),
    [
        ("massawa", "mar41", "30/3/41", "keren"),
        pytest.param("desert-rats", "nov41", "12/42", "crusader", marks=pytest.mark.long),
    ],
)
def test_a_draft_is_the_same_whatever_the_hidden_start_says(name, start, stop, scenario, tmp_path):
    """On disk and in memory every unit of the start stands elsewhere, and other sides hold the places."""
    game = load_game(name, "all")
    shutil.copytree(game.folder, tmp_path / name)
    force = next(iter(forces(game).sides.values()))
    path = tmp_path / name / force.where.file.name
    elsewhere = next(cell for unit in force.units if re.fullmatch(r"[A-Z]+\d+", cell := unit.row.cells[start]))
    path.write_text(
        re.sub(rf"({start}: )(?!N\b|E\b)[A-Z]+\d+(?:\(\w+\))*", rf"\g<1>{elsewhere}", path.read_text("utf-8")), "utf-8"
    )
    path = tmp_path / name / "rules.yaml"
    one, other = game.side_names
    held = re.compile(rf"^  {start}:\n(?:    .*\n)+", re.MULTILINE)
    path.write_text(
        held.sub(lambda at: re.sub(rf"\b{one}$", other, at[0], flags=re.MULTILINE), path.read_text("utf-8")), "utf-8"
    )
    planted = load_game(tmp_path / name, "all")
    there, false = (start_parts(each, scenario) for each in (game, planted))
    assert sum(there.units[key] != false.units[key] for key in there.units) > len(force.units) / 3
    assert there.control != false.control
    wanted = ScenarioRequest("hidden", schedule(game).starts[start].date.turn, stop)
    drafts = [new_scenario(without_start(each, start), wanted).text for each in (game, planted)]
    assert drafts[0] == drafts[1]


def test_a_start_says_where_units_and_markers_are_and_who_holds_what(massawa):
    parts = start_parts(massawa, "keren")
    tanks = parts.units["empire", 8]
    assert (tanks.kind, tanks.strength, tanks.in_works) == ("at", 3, False)
    assert parts.units["italy", 3].in_works
    assert parts.units["empire", 6] == Placed("absent")
    assert parts.units["italy", 1] == Placed("eliminated")
    assert parts.markers["empire", "supply"] == ("F9", "G11", "J13")
    assert parts.control["Keren"] == "italy"
    assert parts.control["Agordat"] == "empire"
    assert not parts.open


def test_a_draft_says_which_cells_are_left_to_decide(massawa, hidden):
    made = new_scenario(hidden, ScenarioRequest("hidden", "2/3/41", "30/3/41"))
    parts = start_parts(with_text(hidden, "scenarios/hidden.yaml", made.text), "hidden")
    left = {row.unit.key for draft in made.drafted for row in draft.rows if row.open}
    assert parts.open == left != set()
    assert len(parts.units) == len(start_parts(massawa, "keren").units)
