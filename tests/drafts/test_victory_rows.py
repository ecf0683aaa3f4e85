"""Rows for a stop that the printed table does not know: from its neighbours, each with the reason, all proposed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scenario_forge.api import check, compile_scenario, load_game
from scenario_forge.api.trials import playtest as playtest_module
from scenario_forge.api.trials.playtest import TrialSettings, target_of
from scenario_forge.api.trials.trial import shown_by_playouts
from scenario_forge.cli.main import run as forge
from scenario_forge.diagnostics import Severity
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.place import Where
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"


@pytest.fixture(scope="module")
def desert_rats():
    return load_as_printed("desert-rats", "all")


def drafted(game, start, stop, **values):
    text = new_scenario(game, ScenarioRequest("drafted", start, stop, **values)).text
    return text, load_game(game.folder, game.errata, {"scenarios/drafted.yaml": text})


def rows(game, name="drafted"):
    made = compile_scenario(game, name)
    return {row["id"]: (made.keys["sides"][row["side"]], row["points"]) for row in made.objectives}


@pytest.fixture(scope="module")
def battleaxe(desert_rats):
    return drafted(desert_rats, "6/41", "12/41")


def test_points_of_both_neighbours_are_met_in_between(battleaxe):
    """September 1941 to March 1942 are six months, of which December is the third: half way from 15 to 7."""
    text, game = battleaxe
    assert rows(game)["dec41_allied_tobruk_free"] == ("allied", 11)
    assert "  # Sep 41: 15; Mar 42: 7; between: 11\n  - id: dec41_allied_tobruk_free\n" in text


def test_a_row_of_one_neighbour_is_taken_as_it_is_and_said_to_be(battleaxe):
    text, game = battleaxe
    assert rows(game)["dec41_allied_benghazi"] == ("allied", 2)
    assert "  # Mar 42: 2; Sep 41 has no such row\n  - id: dec41_allied_benghazi\n" in text


def test_stops_that_are_passed_go_on_scoring(battleaxe):
    _text, game = battleaxe
    assert rows(game)["sep41_allied_tobruk_free"] == ("allied", 15)


def test_the_draft_has_no_error(battleaxe):
    found = [each for each in check(battleaxe[1]) if each.severity is Severity.ERROR]
    assert not found


def test_own_rows_are_scored_at_the_scenarios_own_stop(battleaxe):
    made = compile_scenario(battleaxe[1], "drafted")
    own = [row for row in made.objectives if row["id"].startswith("dec41")]
    last_turn, closes = made.turns.span[1], made.turns.span[3]
    assert {(row["turn"], row["after"]) for row in own} == {(last_turn, closes)}


def test_what_is_proposed_is_seen_to_be_so(battleaxe):
    _text, game = battleaxe
    where = Where(game.files["scenarios/drafted.yaml"])
    assert (where / "victory" / 0 / "points").ours
    assert (where / "target" / "low").ours


def test_a_printed_stop_gets_no_rows_of_its_own(desert_rats):
    text, game = drafted(desert_rats, "6/41", "mar42")
    assert "victory:\n" not in text
    assert "Mar 42: allied 7, Hold Tobruk not besieged, at the end" in text
    assert rows(game)["mar42_allied_tobruk_free"] == ("allied", 7)


def test_rows_about_units_that_are_gone_are_left_to_a_person(desert_rats):
    """Between March and September 1941 the eight Italian divisions of 1940 are eliminated."""
    text, game = drafted(desert_rats, "5/41", "7/41")
    assert (
        "# Decide: allied 1, Each Italian Division of Axis units 1 to 8 Completely destroyed? Left out: its units"
        in text
    )
    assert not [id_ for id_ in rows(game) if "division" in id_]


def test_rows_about_units_that_the_draft_has_eliminated_are_left_to_a_person(desert_rats):
    """In March 1941, the Allied side first, the printed start before is that of December: but they are gone by then."""
    text, game = drafted(desert_rats, "3/41", "4/41", first="allied")
    row = "axis 4, Each Italian Division of Axis units 1 to 8 That survives (any combat strength)"
    assert f"# Decide: {row}? Left out: its units" in text
    assert f"#   Mar 41: {row}; its units are not" in text
    assert not [id_ for id_ in rows(game) if id_.startswith("apr41") and "division" in id_]


# -- consistent among themselves ---------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("dates", "first"),
    [(("3/41", "4/41"), "allied"), (("4/41", "5/41"), None), (("1/42", "6/42"), None), (("dec40", "2/41"), None)],
)
def test_rows_that_are_proposed_are_consistent_among_themselves(desert_rats, dates, first):
    _text, game = drafted(desert_rats, *dates, first=first)
    assert not [each.message for each in check(game) if each.code.id in ("VIC008", "VIC010")]


def test_a_poorer_state_scores_less_than_a_better_one_in_the_proportion_that_is_printed(desert_rats):
    """To hold it is worth 15 in September, to besiege it 8; in April to hold it is worth 7."""
    text, game = drafted(desert_rats, "3/41", "4/41", first="allied")
    found = rows(game)
    assert found["apr41_axis_tobruk"] == ("axis", 7)
    assert found["apr41_axis_besiege_tobruk"] == ("axis", 4)
    assert "; here 4, as `Control Tobruk` is 7 and was 15 in Sep 41\n  - id: apr41_axis_besiege_tobruk\n" in text


def test_who_holds_a_place_is_scored_once_though_two_stops_say_it_in_two_ways(desert_rats):
    """March 1942 tells a siege from none, December 1942 does not: of these rows only the best is scored."""
    text, game = drafted(desert_rats, "1/42", "6/42")
    own = [each for each in compile_scenario(game, "drafted").objectives if each["id"].startswith("jun42_allied_tob")]
    assert len(own) == 3
    assert len({each["group"] for each in own}) == 1
    assert own[0]["group"]
    assert "group: jun42_allied_tobruk\n" in text


def test_half_a_turn_after_a_printed_stop_nothing_is_scored_twice(desert_rats):
    """Its rows are scored in passing; copies of them would score the same things half a turn later once more."""
    text, game = drafted(desert_rats, "2/41", "3/41", last="axis")
    assert "victory:\n" not in text
    assert "# Decide: is anything else scored in Mar 41? Its printed rows are scored as the stop is passed.\n" in text
    assert "#   Mar 41: axis 5, Control Tobruk\n" in text
    assert {id_.partition("_")[0] for id_ in rows(game)} == {"mar41"}
    assert not [id_ for id_ in rows(game) if id_.endswith("-2")]


def test_half_a_turn_before_a_printed_stop_its_rows_are_proposed(desert_rats):
    """March 1942 is printed with the Axis last; a scenario that the Allied side closes never comes to it."""
    _text, game = drafted(desert_rats, "1/42", "3/42", last="allied")
    assert rows(game)["mar42_allied_benghazi-2"] == ("allied", 2)
    assert "mar42_allied_benghazi" not in rows(game)


def test_a_stop_before_any_printed_one_has_one_neighbour(desert_rats):
    text, game = drafted(desert_rats, "dec40", "1/41")
    assert "  # Mar 41: 5; no stop before it scores anything\n  - id: jan41_axis_tobruk\n" in text
    assert rows(game)["jan41_axis_tobruk"] == ("axis", 5)


def test_the_band_is_that_of_the_scenario_played_in_most_of_these_turns(battleaxe):
    text, game = battleaxe
    target = target_of(game, "drafted")
    assert (target.side, target.low, target.high) == ("allied", 0.35, 0.65)
    assert "# Proposed target band: that of Cyrenaica, which has 8 of these player turns" in text


def test_where_no_band_is_known_an_even_one_is_proposed():
    text, game = drafted(load_game(SKIRMISH, "none"), "dec40", "1/41")
    assert "Proposed target band: even" in text
    assert target_of(game, "drafted").low == 0.4


def test_the_band_of_the_scenario_goes_before_that_of_playtest_yaml(desert_rats):
    name = "scenarios/crusader.yaml"
    text = (desert_rats.folder / name).read_text(encoding="utf-8") + "target: {side: axis, low: 0.1, high: 0.3}\n"
    game = load_as_printed("desert-rats", "all", {name: text})
    assert (target_of(game, "crusader").side, target_of(game, "crusader").high) == ("axis", 0.3)


# -- what games show --------------------------------------------------------------------------------------


@pytest.fixture
def idle(monkeypatch):
    monkeypatch.setattr(playtest_module, "code_hash", str)  # the code may change while tests run
    return TrialSettings(players={"allied": "idle", "axis": "idle"}, jobs=1)


def test_games_show_which_rows_are_attained(idle):
    game = load_game(SKIRMISH, "none")
    text = new_scenario(game, ScenarioRequest("drafted", "dec40", "1/41")).text
    shown = shown_by_playouts(game, "drafted", text, 2, idle)
    assert "# Shown by 2 games, allied idle, axis idle; seeds from 1." in shown
    assert "  # Decide: attained by nobody in 2 games; Marsa Akra at the end: allied 0, axis 2\n" in shown
    assert "  # attained in each of 2 games\n  - id: jan41_axis_division\n" in shown
    kept = [line for line in shown.split("\n") if line not in text.split("\n")]
    assert all(line.lstrip().startswith("#") for line in kept), "only comments are new"
    assert shown == shown_by_playouts(game, "drafted", text, 2, idle)


def test_one_game_is_called_one(idle):
    game = load_game(SKIRMISH, "none")
    text = new_scenario(game, ScenarioRequest("drafted", "dec40", "1/41")).text
    shown = shown_by_playouts(game, "drafted", text, 1, idle)
    assert "attained by nobody in 1 game;" in shown
    assert "attained in the one game" in shown
    assert "1 games" not in shown


@pytest.mark.parametrize("number", ["0", "-3"])
def test_a_number_of_games_that_is_none_is_told(tmp_path, capsys, number):
    words = ["new", "scenario", "desert-rats", "--start", "6/41", "--stop", "12/41", "--name", "x"]
    assert forge([*words, "--contested", number]) == 2
    assert "--contested is 1 or more" in capsys.readouterr().err


def test_who_plays_and_from_which_seed_holds_for_what_games_show(tmp_path, capsys, monkeypatch):
    shutil.copytree(SKIRMISH, tmp_path / "content/skirmish")
    monkeypatch.chdir(tmp_path)
    words = [
        "new",
        "scenario",
        "skirmish",
        "--start",
        "dec40",
        "--stop",
        "1/41",
        "--errata",
        "none",
        "--contested",
        "1",
    ]
    assert forge([*words, "--name", "x", "--player", "idle", "--seed", "7", "--jobs", "1"]) == 0
    text = (tmp_path / "content/skirmish/scenarios/x.yaml").read_text(encoding="utf-8")
    assert "# Shown by 1 game, allied idle, axis idle; seeds from 7." in text
    assert forge([*words, "--name", "y", "--jobs", "0"]) == 2
    assert forge([*words, "--name", "y", "--player", "nowhere=idle"]) == 2
    assert not (tmp_path / "content/skirmish/scenarios/y.yaml").exists()
    assert "SIDE in --player" in capsys.readouterr().err
    assert forge([*words, "--name", "y", "--player", "allied=nobody"]) == 2
    assert not (tmp_path / "content/skirmish/scenarios/y.yaml").exists()
    assert "there is no player `nobody`; nothing is written\n  there are " in capsys.readouterr().err
