"""The front that a new scenario drafts: that of the printed starts, that of a record, what is left to decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api import check, load_game
from scenario_forge.api.drafts.from_play import from_record
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.drafts.dates import ScenarioRequest, dates_of
from scenario_forge.drafts.front import drawn_between, drawn_from_control
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.drafts.theatre import Holding, start_theatre, theatre
from scenario_forge.game.front import divide_land, fronts, places_that_count, stands, starting_control, starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import parse_side
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
WANTED = ScenarioRequest("b", "6/41", "12/41")


@pytest.fixture(scope="module")
def game():
    return load_as_printed("desert-rats", "all")


def stood(game, scenario):
    return [(each.hex, each.side) for each in stands(game, scenarios(game).scenarios[scenario])]


def with_text(text, name="b"):
    return load_as_printed("desert-rats", "all", files={f"scenarios/{name}.yaml": text})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scenario", ["dec40-sep41", "cyrenaica", "crusader", "gazala-to-alamein"])
def test_between_the_units_of_a_printed_start_it_gives_the_control_that_the_rules_state(game, scenario):
    """For all four printed starts, with no exception but where one side has the map for itself."""
    printed = scenarios(game).scenarios[scenario]
    dates = dates_of(game, WANTED)
    grid = hex_map(game)
    drawn = drawn_between(game, grid, stood(game, scenario), start_theatre(game, dates.track, printed.start).control)
    line = [parse_side(grid.grid, text) for run in drawn.runs for text in run.sides]
    side_of = {h: land.side for land in divide_land(grid, line, stood(game, scenario), ()) for h in land.hexes}
    side_of |= {grid.hexes_by_id[held.place]: held.side for held in drawn.held} if not line else {}
    there = dict(stood(game, scenario))
    for name, (side, _where) in starting_holders(game, printed).items():
        hex_ = places_that_count(game)[name]
        assert there.get(hex_, side_of.get(hex_)) == side, name
    assert not (line and {held.place for held in drawn.held if held.open})


def test_who_is_besieged_has_no_more_than_what_lies_beside_him(game):
    drawn = drawn_between(game, hex_map(game), stood(game, "crusader"))
    assert [run.name for run in drawn.runs] == ["", "around Tobruk"]
    assert len(drawn.runs[1].sides) < 12


def test_of_each_pair_the_hex_of_the_side_that_is_listed_first_stands_first(game):
    drawn = drawn_between(game, hex_map(game), stood(game, "crusader"))
    text = "front:\n" + "".join(f"  - sides: [{', '.join(run.sides)}]\n" for run in drawn.runs)
    printed = (Path(game.folder) / "scenarios/crusader.yaml").read_text("utf-8")
    front = fronts(load_as_printed("desert-rats", "all", files={"scenarios/crusader.yaml": printed + text})).fronts[
        "crusader"
    ]
    for run in drawn.runs:
        for pair in run.sides:
            sides = [front.side_of(front.map.grid.parse(name)) for name in pair.split("/")]
            assert sides == ["allied", "axis"], pair


@pytest.mark.sampled(3)
@pytest.mark.parametrize("origin", [None, "nov41", "start"])
def test_what_is_drafted_is_a_front_without_a_fault(game, origin):
    again = with_text(new_scenario(game, WANTED, origin).text)
    assert fronts(again).fronts["b"].line
    codes = {d.code.id for d in check(again) if d.span.file == "scenarios/b.yaml"}
    assert codes <= {"SCN012", "OOB033", "OOB034"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("origin", ["mar41", "nov41"])
def test_control_of_a_draft_is_that_of_the_date_whichever_start_it_copies(game, origin):
    """Bardia was taken by the Axis in April, Halfaya Pass in May; the start of March has them Allied."""
    again = with_text(new_scenario(game, WANTED, origin).text)
    held = starting_holders(again, scenarios(again).scenarios["b"])
    assert [held[name][0] for name in ("Bardia", "Halfaya Pass", "Tobruk")] == ["axis", "axis", "allied"]


def test_control_on_which_starts_disagree_without_an_event_is_left_to_decide():
    """The place is empty: its unit and markers are left out."""
    game = load_game(SKIRMISH)
    control = theatre(game, dates_of(game, ScenarioRequest("spring", "1/41", "8/41"))).control
    drawn = drawn_between(game, hex_map(game), [], control)
    line = next(held for held in drawn.held if held.place == "marsa_akra")
    assert (line.side, line.open, line.why) == ("axis", True, "Axis in Dec 40; but Allied in Mar 41")


def test_a_drafted_scenario_of_another_game():
    game = load_game(SKIRMISH)
    again = load_game(
        SKIRMISH, files={"scenarios/spring.yaml": new_scenario(game, ScenarioRequest("spring", "2/41", "8/41")).text}
    )
    assert fronts(again).fronts["spring"].line
    assert "ERROR" not in {d.severity.name for d in check(again)}


def test_with_one_side_on_the_map_alone_places_are_named():
    """In March all of the Axis are off the map: there is no line to draw, and who has what is said place by place."""
    game = load_as_printed("desert-rats", "all")
    control = theatre(game, dates_of(game, ScenarioRequest("b", "3/41", "9/41"))).control
    march = {hex_: held for hex_, held in control.items() if held.side == "allied"}
    drawn = drawn_between(game, hex_map(game), stood(game, "cyrenaica"), march)
    assert drawn.runs == []
    assert {held.side for held in drawn.held} == {"allied"}
    assert {"benghazi", "bardia", "cairo"} <= {held.place for held in drawn.held}


def _held(hex_, side, sure=True):
    return Holding(hex_, "", side, sure, "A history", None)


@pytest.mark.parametrize("garrison", [[], ["G6"]])
def test_a_place_cut_off_has_a_line_around_it_only_if_somebody_is_in_it(garrison):
    """Marsa Akra, in the enemy's land, is stated as held all the same, and nothing is nobody's (SCN015)."""
    akra = COAST.find("G6").hex
    standing = [(COAST.find(name).hex, "axis") for name in ("G4", "E5", "E7", "F8", "EE1", "DD5")]
    standing += [(COAST.find(name).hex, "allied") for name in ("GG9", *garrison)]
    drawn = drawn_between(COASTAL, COAST, standing, {akra: _held(akra, "allied")})
    assert len(drawn.runs) == 1 + len(garrison)
    assert [line.place for line in drawn.held] == ([] if garrison else ["marsa_akra"])
    assert {(line.side, line.open) for line in drawn.held} <= {("allied", False)}
    line = [parse_side(COAST.grid, text) for run in drawn.runs for text in run.sides]
    assert all(land.side is not None for land in divide_land(COAST, line, standing, ()))


def test_a_land_that_a_side_reaches_from_its_box_is_drawn_without_anybody_in_it():
    """The West adjoins the camp of the Axis."""
    zawia = COAST.find("F1").hex
    drawn = drawn_between(COASTAL, COAST, [(COAST.find("GG9").hex, "allied")], {zawia: _held(zawia, "axis")})
    assert [run.name for run in drawn.runs] == [""]
    assert drawn.held == []


# -- records -----------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "start", "moment"), [("random", "6/41", (3, 0)), ("competent", "9/41", (6, 0))])
def test_a_record_gives_back_control_to_the_hex(game, players, start, moment):
    """Every hex where anybody had been is his who had been there last."""
    prepared = prepare(game, "cyrenaica")
    played = play_scenario(prepared, PlayOrder(seed=3, players={"allied": players, "axis": players}))
    again = with_text(from_record(game, ScenarioRequest("b", start, "12/41"), played.record).text)
    state, play = prepared.play.begin(), prepared.play
    for event in played.match.playout.events:
        if play.moment(state) == moment:
            break
        state.apply(event.changes)
    begun = prepare(again, "b").play.begin()
    assert [
        (was, is_) for was, is_ in zip(state.hexes.control, begun.hexes.control, strict=True) if was and was != is_
    ] == []
    assert any(state.hexes.control)
    codes = {d.code.id for d in check(again) if d.span.file == "scenarios/b.yaml"}
    assert not codes & {"SCN014", "SCN015", "SCN016"}


COASTAL = load_game(SKIRMISH)
COAST = hex_map(COASTAL)
DRY = [hex_ for hex_, is_land in enumerate(COAST.land) if is_land]


@settings(max_examples=20, deadline=None)
@given(
    st.dictionaries(st.sampled_from(DRY), st.sampled_from(("allied", "axis")), min_size=1, max_size=30),
    st.data(),
)
def test_whatever_the_sides_control_the_line_and_what_is_stated_beside_it_give_it_back(control, data):
    """Units stand where their side controls; the rest is nobody's in particular."""
    standing = [(h, control[h]) for h in data.draw(st.lists(st.sampled_from(sorted(control)), max_size=4))]
    drawn = drawn_from_control(COASTAL, COAST, control, standing, matter=control)
    line = [parse_side(COAST.grid, text) for run in drawn.runs for text in run.sides]
    stated = {COAST.find_key(held.place).hex: held.side for held in drawn.held}
    parts = divide_land(COAST, line, standing, stated.items()) if line else []
    told = {h: land.side for land in parts for h in land.hexes} | stated
    assert {h: told.get(h) for h in control} == control
    assert all(land.side is not None for land in parts if set(land.hexes) & set(control))


def test_control_of_a_printed_start_is_as_it_was(game):
    assert starting_control(game, "crusader") == {}


def test_a_raider_behind_the_front_takes_nothing_from_anybody(game):
    """9.18 and its ruling: the private army controls no hex that is another's, nor is it on the wrong side of a front."""
    text = new_scenario(game, ScenarioRequest("b", "12/41", "3/42")).text
    line = next(line for line in text.splitlines() if "no: 34," in line)
    again = with_text(text.replace(line, "      - {no: 34, name: Private Army, at: H20}"))
    begun, hex_ = prepare(again, "b").play.begin(), hex_map(again).find("H20").hex
    assert begun.units.place[33] == hex_
    assert starting_control(again, "b")[hex_] == "axis"
    assert begun.hexes.control[hex_] == 2
    assert "SCN016" not in {d.code.id for d in check(again) if d.span.file == "scenarios/b.yaml"}
