"""A position in which a printed rule and a corrected one lead to different play: found, shortened, kept, played again."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from scenario_forge.api.witnesses.boards import Wanted, board
from scenario_forge.api.witnesses.figure import figure
from scenario_forge.api.witnesses.kept import as_witness, replayed, with_kept, witnesses_of
from scenario_forge.api.witnesses.pair import RulePair, Unplayable, pair_of, subject_named
from scenario_forge.api.witnesses.position import Position, laid_out, position_of, unit_keys
from scenario_forge.api.witnesses.search import Search
from scenario_forge.api.witnesses.words import deeds
from scenario_forge.api.witnesses.worked import example_apart
from scenario_forge.cli.main import run
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.documents.rulebook import Setting
from scenario_forge.game.errata.readings import two_readings
from scenario_forge.game.reading.variants import with_settings
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.lockstep import Lockstep, Parting, Script

CELL, PRINTED = "orders-of-battle/allied.units[4].mar41", "G6"
WEATHER = "chronology.events[12/2/41].elsewhere"
LEAVING = "To leave an enemy zone of control costs {} movement points more."
ZONES = (
    ("SK-101a", "rulebook.clauses[3.2].text", LEAVING.format(3), LEAVING.format(9)),
    ("SK-101b", "rulebook.clauses[3.2].states[movement.disengagement_cost]", "3", "9"),
    ("SK-101c", "rules.movement.disengagement_cost", "3", "9"),
)
SECONDS = 60.0


@pytest.fixture
def zones(game, erratum):
    """A correction of the cost of leaving a zone of control, in the clause and in the number that play reads."""
    erratum(ZONES[0], moves="[movement.disengagement_cost]")
    erratum(*ZONES[1:])
    return game


def sought(folder, name, **more):
    pair = pair_of(folder, subject_named(load_game(folder, "all"), name))
    search = Search(pair, 1, SECONDS, **more)
    return pair, search, search.run()


def test_a_set_up_that_differs_is_shown_by_the_one_counter(game, erratum):
    erratum(("SK-100", CELL, PRINTED, "F6"))
    pair, _search, found = sought(game, "SK-100")
    made = as_witness(pair, found)
    assert (made.differs.kind, made.units, made.markers, made.play) == ("set-up", {"allied/4": ""}, [], [])
    assert made.differs.first == "By the printed rule, play begins with allied 4/1 Ind in Marsa Akra (strength 7)."
    assert made.differs.second == "As corrected, play begins with allied 4/1 Ind in F6 (strength 7)."


def test_a_rule_that_moves_a_number_is_shown_by_play_and_shortened(zones):
    pair, search, found = sought(zones, "SK-101")
    assert search.tried.games + search.tried.boards > 0
    assert found.position.size <= 3
    assert len(found.deeds) <= 34  # half of the game that is found, which has 9 counters
    made = as_witness(pair, found)
    assert made.differs.kind == "choices"
    assert len(deeds(pair, found)) == len(found.deeds)
    drawn = figure(pair.second, found, "leaving a zone", pair.subject.place)
    assert ET.fromstring(drawn).tag.endswith("svg")


def test_a_kept_witness_plays_again_and_fails_when_its_erratum_is_out(zones):
    pair, _search, found = sought(zones, "SK-101")
    game = load_game(zones, "all")
    for path, text in with_kept(zones, game, pair.subject, as_witness(pair, found)).items():
        path.write_text(text)
    game = load_game(zones, "all")
    [kept] = witnesses_of(game)
    assert subject_named(game, "SK-101b").witness == kept.id == "w-sk-101"
    assert not replayed(zones, game, kept).problem
    lists = zones / "errata" / "ours.yaml"
    lists.write_text(lists.read_text().replace("corrected: 9", "corrected: 3"))
    assert replayed(zones, load_game(zones, "all"), kept).problem
    lists.unlink()
    assert "has no erratum, ruling or option `SK-101`" in replayed(zones, load_game(zones, "all"), kept).problem


def test_a_kept_witness_says_when_the_readings_differ_in_another_way(zones):
    pair, _search, found = sought(zones, "SK-101")
    made = as_witness(pair, found)
    other = made.model_copy(update={"differs": made.differs.model_copy(update={"first": "Nothing."})})
    assert "another way" in replayed(zones, load_game(zones, "all"), other).problem
    early = made.model_copy(update={"play": [made.play[0]] * 2 if made.play else [], "seed": 99, "then": []})
    assert replayed(zones, load_game(zones, "all"), early).problem


def test_what_play_does_not_depend_on_is_told_at_once(game, erratum):
    erratum(("SK-100", WEATHER, "Snow", "Hail"))
    _pair, search, found = sought(game, "SK-100")
    assert found is None
    assert search.tried.cases == search.tried.games == 0
    assert search.tried.sentence() == "no scenario plays differently with it, by the hash of all that play depends on"


@pytest.mark.parametrize(
    ("moves", "said"),
    [("wording", "wording only"), ('["@movement.steps"]', "no parameter for the other reading")],
)
def test_what_cannot_be_looked_for_is_refused(game, erratum, moves, said):
    erratum(("SK-102", "rulebook.clauses[1.1].title", "What it is about", "About it"), moves=moves)
    with pytest.raises(LookupError, match=said):
        sought(game, "SK-102")


def test_a_reading_that_cannot_be_played_is_told(game, erratum):
    erratum(("SK-103", CELL, PRINTED, "Z99"))
    pair = pair_of(game, subject_named(load_game(game, "all"), "SK-103"))
    broken = [each for each in pair.cases() if isinstance(each, Unplayable)]
    assert [(each.scenario, each.first) for each in broken] == [("siege", "")]
    assert "Z99" in broken[0].second


def test_an_unknown_name_is_told_with_what_was_meant(game):
    with pytest.raises(LookupError, match="eighty-eights"):
        subject_named(load_game(game, "all"), "eighty-eight")


def test_an_option_is_off_and_on(game):
    pair = pair_of(game, subject_named(load_game(game, "all"), "eighty-eights"))
    first, second = pair.compiled("siege", ())
    assert ("eighty-eights" in first.options, "eighty-eights" in second.options) == (False, True)


def test_an_example_that_the_readings_answer_differently_is_named():
    loaded = load_game(Path(__file__).parents[3] / "content" / "desert-rats", "all")
    subject = subject_named(loaded, "white-knees")
    assert example_apart(RulePair(subject, loaded, loaded)) is None
    at = 'charts.charts.terrain_effects.rows["Escarpment Hexside"]["Movement Cost"]'
    cheap = with_settings(loaded, [Setting(at=at, value="+ 7 MP's")])
    example, differs = example_apart(RulePair(subject, loaded, cheap))
    assert example == "E-MOVE-A"
    assert differs.first == "Without the option, the rules give the printed answer."
    assert differs.second == "With the option, the rules give 9 for `cost`; the example has 10."


# -- positions and play in step ----------------------------------------------------------------------


@pytest.fixture
def siege(game):
    loaded = load_game(game, "all")
    return loaded, compile_scenario(loaded, "siege")


def test_the_set_up_laid_out_again_is_the_same_scenario(siege):
    _game, compiled = siege
    assert laid_out(compiled, position_of(compiled)).hash == compiled.hash


def test_a_position_has_what_it_says_and_nothing_else(siege):
    game, compiled = siege
    unit, there = next((unit, at) for unit, at in position_of(compiled).units.items() if at)
    play = game.system.play(laid_out(compiled, Position({unit: there}, [])))
    pieces = list(play.pieces(play.begin()))
    assert [(piece.kind, compiled.names["hexes"][piece.place]) for piece in pieces] == [("units", there)]
    with pytest.raises(LookupError, match="no hex or box `Z99`"):
        laid_out(compiled, Position({unit: "Z99"}, []))
    with pytest.raises(LookupError, match="no marker `x`"):
        laid_out(compiled, Position({}, [("x", there)]))


def test_boards_follow_from_their_key_and_hold_both_sides(siege):
    game, compiled = siege
    wanted = Wanted(set(game.system.start(game).markers), units=[1])
    boards = [board(compiled, wanted, str(number)) for number in range(8)]
    assert boards == [board(compiled, wanted, str(number)) for number in range(8)]
    assert all(unit_keys(compiled)[1] in each.units for each in boards)
    assert len({str(each) for each in boards}) == 8
    for each in boards:
        assert {unit.partition("/")[0] for unit in each.units} == {"allied", "axis"}
        laid_out(compiled, each)


def test_one_game_in_step_with_itself_never_differs(siege):
    game, compiled = siege
    play = game.system.play(compiled)
    step, script = Lockstep((play, play), 3, by_points=True), Script([])
    while (side := step.advance()) is not None:
        assert not isinstance(side, Parting)
        assert step.take(script.action(step.matches[0], side)) is None
    assert step.deeds


# -- what the labels say -----------------------------------------------------------------------------


def test_each_number_of_errata_is_labelled(game, erratum):
    erratum(("SK-100", CELL, PRINTED, "F6"))
    erratum(*[(id_, at, was, now) for id_, at, was, now in ZONES], moves="[movement.disengagement_cost]")
    erratum(("SK-102", "rulebook.clauses[1.1].title", "What it is about", "About it"), moves="wording")
    erratum(("SK-104", "rulebook.clauses[6.1].title", "General supply", "Supply"), moves='["@supply.general"]')
    found = {each.id: each.played for each in two_readings(load_game(game, "all")) if each.kind == "errata"}
    assert {key: found[key] for key in ("SK-100", "SK-101", "SK-102", "SK-104")} == {
        "SK-100": "value",
        "SK-101": "both",
        "SK-102": "wording",
        "SK-104": "one",
    }


def test_a_switch_makes_the_second_reading_playable(game, erratum):
    erratum(
        ("SK-105", "rulebook.clauses[3.2].title", "Leaving a zone of control", "Leaving zones"),
        moves="[movement.disengagement_cost]",
        switch="[{at: rules.movement.disengagement_cost, value: 9}]",
    )
    subject = subject_named(load_game(game, "all"), "SK-105")
    assert subject.played == "both"
    pair = pair_of(game, subject)
    costs = [each.read["rules.yaml"].document.movement.disengagement_cost for each in (pair.first, pair.second)]
    assert costs == [9, 3]


def test_what_is_kept_of_a_variant_is_not_taken_for_that_of_another(game):
    loaded = load_game(game, "all")
    at = "rules.movement.disengagement_cost"
    versions = [with_settings(loaded, [Setting(at=at, value=value)]).version("rules") for value in (4, 5, 4)]
    assert versions[0] != versions[1]
    assert versions[0] == versions[2]


# -- at the command line -----------------------------------------------------------------------------


def test_the_verb_says_both_outcomes_draws_and_keeps(zones, capsys, tmp_path):
    picture = tmp_path / "zone.svg"
    words = ["errata", "witness", "skirmish", "SK-101", "--seconds", "60"]
    assert run([*words, "--picture", str(picture), "--keep"]) == 0
    out = capsys.readouterr().out
    assert "By the printed rule, " in out
    assert "As corrected, " in out
    assert ET.fromstring(picture.read_text()).tag.endswith("svg")
    assert "witness: w-sk-101" in (zones / "errata" / "ours.yaml").read_text()
    assert run(["errata", "witness", "skirmish"]) == 0
    out = capsys.readouterr().out
    assert "SK-101: By the printed rule" in out
    assert "1 can be played both ways (1 with a witness)" in out
    assert run(["check", "skirmish", "--errata", "all", "--format", "concise"]) == 0


def test_the_verb_says_how_far_it_looked(game, erratum, capsys):
    erratum(("SK-100", WEATHER, "Snow", "Hail"))
    assert run(["errata", "witness", "skirmish", "SK-100"]) == 1
    assert "no scenario plays differently" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["SK-999"], ["SK-001", "--seconds", "0"]])
def test_the_verb_refuses_what_it_cannot_look_for(game, capsys, words):
    assert run(["errata", "witness", "skirmish", *words]) == 2
    assert capsys.readouterr().err
