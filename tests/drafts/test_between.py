"""Positions between two printed starts: on ways that can be gone, clear of the enemy, at the starts as printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api import check, compile_scenario, load_game
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.between import between, candidates
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dates_of
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import reach

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
DATES = ["1/41", "6/41", "10/41", "1/42"]


@pytest.fixture(scope="module")
def game():
    return load_game("desert-rats", "all")


@pytest.fixture(scope="module")
def skirmish():
    return load_game(SKIRMISH)


def at(game, start, percent=None, stop="9/42"):
    return between(game, dates_of(game, ScenarioRequest("x", start, stop)), percent)


def rows_of(made):
    return [row for draft in made.drafts for row in draft.rows if row.token.kind == "at"]


def printed(game, unit, start):
    """Where the order of battle has it at a start."""
    force = forces(game).sides[unit.side]
    column = next(c.id for c in force.columns.values() if c.start == start)
    entry = unit.at_start(column)
    return entry.hex if entry is not None and entry.kind == "at" else None


@pytest.fixture(scope="module", params=DATES)
def made(game, request):
    return at(game, request.param)


def test_everyone_stands_on_ground_that_can_be_entered(game, made):
    grid = hex_map(game)
    hexes = [row.hex for row in rows_of(made) if row.hex is not None]
    assert hexes
    assert all(grid.passable[hex_] and grid.land[hex_] for hex_ in hexes)


def test_nobody_stands_on_or_beside_the_enemy_who_does_not_so_in_print(game, made):
    """But for fortifications, which zones of control reach neither into nor out of (rules 4.4 and 7.3)."""
    grid = hex_map(game)
    forts = {hex_ for place, hex_, _ in grid.places.values() if "fortification" in place.kinds}
    rows = [row for row in rows_of(made) if row.hex is not None]
    marks = [made.span.before.date.id, made.span.after.date.id]
    for one in rows:
        for two in rows:
            if one.unit.side == two.unit.side:
                continue
            assert one.hex != two.hex
            if two.hex not in grid.grid.neighbours[one.hex] or forts & {one.hex, two.hex}:
                continue
            both = [m for m in marks if (printed(game, one.unit, m), printed(game, two.unit, m)) == (one.hex, two.hex)]
            assert both, f"{one.unit.cited} in {one.token.place}, {two.unit.cited} in {two.token.place}"


def test_everyone_but_a_garrison_has_a_way_home_that_no_enemy_stands_on(game, made):
    grid = hex_map(game)
    places = {hex_ for _place, hex_, _ in grid.places.values()}
    homes = {"allied": [grid.find("Alexandria").hex], "axis": sorted(grid.adjoining["Trip"])}
    rows = [row for row in rows_of(made) if row.hex is not None]
    for side, home in homes.items():
        foes = {row.hex for row in rows if row.unit.side != side}
        clear = reach(grid.ways, home, [p and h not in foes for h, p in enumerate(grid.passable)])
        shut = [row for row in rows if row.unit.side == side and row.hex not in clear]
        assert all(
            (row.hex in places and "held at both starts" in row.why[-1]) or "holds" in row.why[-1] for row in shut
        )


@pytest.mark.parametrize("start", ["1/41", "10/41", "1/42"])
def test_nothing_is_wrong_with_it_but_what_it_says_itself(game, start):
    """Stacking, boxes, sea, strengths, markers, numbers; who is out of supply is left to decide, with the reason."""
    text = new_scenario(game, ScenarioRequest("x", start, "9/42"), "between").text
    own = load_game("desert-rats", "all", files={"scenarios/x.yaml": text})
    found = [each for each in check(own) if each.span.file == "scenarios/x.yaml"]
    assert {each.code.id for each in found} <= {"SCN012", "OOB033", "OOB034"}
    for each in found:
        if each.code.id != "SCN012":
            line = text.splitlines()[each.span.line - 1]
            assert "Decide:" in line
            assert "out of supply" in line


@pytest.mark.parametrize(("percent", "start"), [(0, "mar41"), (100, "nov41")])
def test_at_the_ends_of_the_way_units_stand_as_printed_there(game, percent, start):
    made = at(game, "6/41", percent)
    wrong = {
        row.unit.cited: row.token.place
        for row in rows_of(made)
        if row.hex is not None
        and printed(game, row.unit, start) not in (None, row.hex)
        and "held at both starts" not in row.why[-1]
    }
    assert wrong == {}


def test_who_stands_in_one_hex_at_both_starts_is_there_for_certain(game):
    made = at(game, "2/42")
    still = [
        r
        for r in rows_of(made)
        if r.hex is not None and r.hex == printed(game, r.unit, "nov41") == printed(game, r.unit, "may42")
    ]
    assert all(not row.open for row in still)


def test_a_place_that_is_held_at_both_starts_is_not_left(game):
    """20/9 Aus holds Tobruk in March, 70 Division in November: until it comes in September, the Australians stay."""
    june, october = (
        {r.unit.no: r for r in rows_of(at(game, start)) if r.unit.side == "allied"} for start in ("6/41", "10/41")
    )
    assert june[14].token.place == "T30"
    assert june[14].open
    assert "holds Tobruk, held at both starts" in june[14].why
    assert "T30" in {october[no].token.place for no in (14, 27, 28)}


def test_a_row_says_both_positions_the_time_gone_and_the_road(game):
    rows = {row.unit.key: row for row in rows_of(at(game, "6/41"))}
    assert rows["allied", 13].why == ["Mar 41 SS32", "Nov 41 PP2", "5 of 15 player turns, by coast road"]
    assert "4 of 14 player turns since it arrived" in "; ".join(rows["allied", 6].why)
    assert "towards 4 Arm Brig, nearest row" in rows["allied", 7].why, "an armoured brigade as the next one"


def test_further_in_time_is_further_on_the_way(game):
    """Rommel's infantry comes from Tripolitania to Tobruk."""
    grid = hex_map(game)
    columns = []
    for start in ("4/41", "8/41", "10/41"):
        row = next(r for r in rows_of(at(game, start)) if r.unit.key == ("axis", 10))
        columns.append(-1 if row.hex is None else grid.grid.position(row.hex)[0])
    assert columns == sorted(columns)
    assert columns[0] < columns[-1]


def test_a_strength_grows_from_the_one_to_the_other(game):
    june, october = ({r.unit.key: r.token.strength for r in rows_of(at(game, start))} for start in ("6/41", "10/41"))
    assert june["allied", 1] == 4  # 3 in March, 7 in November
    assert october["allied", 1] == 6


def test_who_is_destroyed_by_the_next_start_is_so_from_half_the_way_on_and_left_to_decide(game):
    """3 Arm Brig, on the map in March, is eliminated in November."""
    early, late = ({r.unit.key: r for d in at(game, "6/41", p).drafts for r in d.rows} for p in (49, 50))
    assert early["allied", 7].token.kind == "at"
    assert (late["allied", 7].token.kind, late["allied", 7].open) == ("eliminated", True)
    assert late["allied", 10].token.kind == "reserve"
    assert not late["axis", 1].open  # it is eliminated in March


def test_supply_lies_between_too_and_is_left_to_decide(game):
    lying = {m.marker: m for draft in at(game, "6/41").drafts for m in draft.markers}
    assert {token.place for token in lying["supply-allied"].tokens} >= {"T30", "SS32"}
    assert lying["supply-allied"].open


def test_it_compiles_and_every_unit_is_accounted_for_the_same_each_time(game):
    wanted = ScenarioRequest("x", "6/41", "12/41")
    text = new_scenario(game, wanted, "between").text
    assert new_scenario(game, wanted, "between").text == text
    made = load_game("desert-rats", "all", files={"scenarios/x.yaml": text})
    assert {p.unit.key for p in plan(made, "x").placed} == {unit.key for unit in forces(made).units()}
    tobruk = hex_map(made).find("Tobruk").hex
    assert tobruk in compile_scenario(made, "x").units.hex


def test_candidates_are_those_of_the_rows(game):
    dates = dates_of(game, ScenarioRequest("x", "6/41", "12/41"))
    found = candidates(game, dates)
    assert {key: each.token for key, each in found.items()} == {
        row.unit.key: row.token for row in rows_of(between(game, dates))
    }
    assert all(each.why for each in found.values())


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 100))
def test_another_game_at_any_share(skirmish, percent):
    grid, rows = hex_map(skirmish), rows_of(at(skirmish, "2/41", percent, "8/41"))
    held = {}
    for row in rows:
        if row.hex is not None:
            assert grid.passable[row.hex]
            assert held.setdefault(row.hex, row.unit.side) == row.unit.side


def test_a_printed_date_is_as_printed(game):
    text = new_scenario(game, ScenarioRequest("x", "nov41", "12/42"), "between").text
    assert "set_up" not in text


@pytest.mark.parametrize(
    ("start", "origin", "why", "hint"),
    [
        ("8/42", "between", "no printed start comes after Aug 42", "--from may42"),
        ("6/41", "between:101", "takes 0 to 100 percent, not `101`", "--from between:90"),
        ("6/41", "between:-1", "takes 0 to 100 percent", "--from between:90"),
        ("6/41", "between:", "takes 0 to 100 percent", "--from between:90"),
        ("6/41", "between:half", "takes 0 to 100 percent", "--from between:90"),
        ("6/41", "start:3", "takes no number", "--from start"),
        ("6/41", "betwen", "no printed start or scenario `betwen`", "between"),
        ("6/41", "between90", "no printed start or scenario", "between"),
    ],
)
def test_what_cannot_be_is_refused(game, start, origin, why, hint):
    with pytest.raises(NotMade) as refused:
        new_scenario(game, ScenarioRequest("x", start, "12/42"), origin)
    assert why in str(refused.value)
    assert hint in (refused.value.hint or "")


def test_a_scenario_called_as_a_word_is_meant_by_its_start(skirmish):
    own = "basis: proposed\nscenario: between\ntitle: Between\nstart: mar41\nstop: aug41\n"
    other = load_game(SKIRMISH, files={"scenarios/between.yaml": own})
    wanted = ScenarioRequest("x", "2/41", "8/41")
    assert new_scenario(other, wanted, "between").text == new_scenario(skirmish, wanted, "between").text
    assert new_scenario(other, wanted, "mar41").text == new_scenario(skirmish, wanted, "mar41").text
