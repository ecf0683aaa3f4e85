"""Rule 8: units that begin their player turn unsupplied, supply moves; rule 12: the off-map box."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.movement.obligations import must_move_on, units_behind
from scenario_forge.campaign.movement.unsupplied import at_home, home_steps
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.situation import zones
from scenario_forge.campaign.state import NOWHERE, box_place
from scenario_forge.campaign.supply.supply_moves import Haul
from scenario_forge.simulator.step import IllegalActionError

from .table import Board
from .test_logistics import at_step, control, events, tokens

TRIPOLI = box_place(0)


def names(board, walk):
    return {board.ids[place] if place >= 0 else place for place, _cost in walk.steps()}


def stray(hex_="J30", **values):
    """An Allied unit that began unsupplied, and no port of its side."""
    board = Board()
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2
    unit = board.put("allied", 1, hex_, unsupplied=1, **values)
    return board, unit


@pytest.mark.clause("8.8", "8.12", "8.14")
def test_each_hex_is_nearer_home_than_the_last():
    board, unit = stray()
    steps = home_steps(board.rules, board.state, 0)
    walk = walk_of(board.rules, board.state, unit)
    offered = [place for place, _cost in walk.steps()]
    assert offered
    assert all(steps[place] == steps[board.hex("J30")] - 1 for place in offered)


@pytest.mark.clause("8.8", "8.9")
def test_the_phase_does_not_end_before_the_retreat():
    """8.8, 8.9: full allowance, even if supply comes within reach meanwhile."""
    board, unit = stray()
    playout = board.play()
    with pytest.raises(IllegalActionError) as error:
        playout.act(("end",))
    assert error.value.clause == "8.8"
    board.supply("allied", "J32")
    while "end" not in tokens(playout):
        way = (unit,)
        while playout.choices(way) and not (len(way) > 1 and way[-1] == "x"):
            way = (*way, playout.choices(way)[0].token)
        playout.act(way)
        playout.advance()
    assert board.state.units.spent[unit] > 0
    assert not must_move_on(board.rules, board.state, unit)


@pytest.mark.clause("8.17")
def test_no_strategic_rate_on_the_march_home():
    board, unit = stray()
    costs = {cost for _place, cost in walk_of(board.rules, board.state, unit).steps()}
    board.state.units.unsupplied[unit] = 0
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert min(costs) > min(cost for _place, cost in walk_of(board.rules, board.state, unit).steps())


@pytest.mark.clause("8.6")
def test_no_hex_in_an_enemy_zone():
    board, unit = stray()
    open_ = {place for place, _cost in walk_of(board.rules, board.state, unit).steps()}
    board.put("axis", 15, "K32")
    walk = walk_of(board.rules, board.state, unit)
    zone = zones(board.rules, board.state, 1)
    assert any(zone[place] for place in open_), "the zone covers a hex that was open"
    assert not any(zone[place] for place, _cost in walk.steps())


@pytest.mark.clause("8.10", "8.11")
def test_at_home_and_in_port_nobody_is_bound():
    """A-UNSUPPLIED-NOMOVE, 8.10, 8.11: hexes beside Alexandria belong to it."""
    board, unit = stray("SS31")
    assert at_home(board.rules, 0, board.hex("SS31"))
    assert not must_move_on(board.rules, board.state, unit)
    board, unit = stray("T30")
    assert must_move_on(board.rules, board.state, unit)
    control(board, "allied", "T30")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert not must_move_on(board.rules, board.state, unit)


@pytest.mark.clause("8.7")
def test_ports_are_the_supply_centres_on_the_coast():
    """A-UNSUPPLIED-PORT: El Agheila too, which the map calls no port; Barce and Cairo lie inland."""
    board = Board()
    found = {board.ids[hex_] for hex_ in board.rules.supply_ports}
    assert found == {"D3", "T7", "T30", "SS1", "RR15", "SS32"}


@pytest.mark.clause("8.7", "8.8")
@pytest.mark.parametrize("ours", [True, False])
def test_a_coastal_centre_that_the_map_calls_no_port_takes_the_unsupplied(ours):
    """A-UNSUPPLIED-PORT: El Agheila, away from home; from Mersa Brega a unit may make for it, and there it may stay."""
    for hex_ in ("D3", "F5"):
        board, unit = stray(hex_)
        if ours:
            control(board, "allied", "D3")
            board.state.revisions = [n + 1 for n in board.state.revisions]
        assert must_move_on(board.rules, board.state, unit) == (not ours or hex_ != "D3")
        steps = home_steps(board.rules, board.state, 0)
        back = {
            place
            for place, _cost in walk_of(board.rules, board.state, unit).steps()
            if steps[place] >= steps[board.hex(hex_)]
        }
        assert bool(back) == (ours and hex_ != "D3")


@pytest.mark.clause("8.7", "8.8", "8.43")
def test_e_supply_retreat_two_brigades_into_bardia_and_the_others_on():
    """8.7, 8.8, 8.43 and the example: a port that is full is none."""
    board, unit = stray("R33")
    control(board, "allied", "SS1")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    port = board.hex("SS1")

    def reaches(which):
        walk = walk_of(board.rules, board.state, which)
        met, waiting = {walk.at}, [walk]
        while waiting:
            at = waiting.pop()
            for place, cost in at.steps():
                after = at.copy()
                after.enter(place, cost)
                if place not in met:
                    met.add(place)
                    waiting.append(after)
        return port in met

    assert reaches(unit)
    board.put("allied", 5, "SS1")
    assert reaches(unit)
    board.put("allied", 6, "SS1")
    assert must_move_on(board.rules, board.state, unit)
    walk = walk_of(board.rules, board.state, unit)
    steps = home_steps(board.rules, board.state, 0)
    road = home_steps(board.rules, board.state, 0, road=True)
    assert all(steps[p] < steps[walk.at] or 0 <= road[p] < road[walk.at] for p, _cost in walk.steps())


@pytest.mark.clause("8.15")
def test_a_ringed_unit_may_leave_the_ring_but_need_not():
    """8.15: just far enough, and no further."""
    board, unit = stray("J30")
    ways, here = board.rules.ways, board.hex("J30")
    near = {n for n in ways[6 * here : 6 * here + 6] if n >= 0}
    ring = sorted({n for hex_ in near for n in ways[6 * hex_ : 6 * hex_ + 6] if n >= 0} - near - {here})
    for number, hex_ in enumerate(ring):
        board.put("axis", 10 + number, board.ids[hex_])
    assert home_steps(board.rules, board.state, 0)[here] < 0
    assert list(walk_of(board.rules, board.state, unit).steps()) == []
    assert not must_move_on(board.rules, board.state, unit)
    assert "end" in tokens(board.play())


@pytest.mark.clause("8.18", "8.41")
def test_the_march_keeps_pace_with_rounds_of_combat():
    """8.18, 8.41 and E-SUPPLY-MP: at a round after 10 points the retreating have gone as far as 10 allow."""
    board, unit = stray()
    other = board.put("allied", 3, "P20")
    board.state.units.spent[other] = 10 * board.rules.scale
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert units_behind(board.rules, board.state, 0) == [unit]
    board.put("allied", 5, "D20")
    board.put("axis", 10, "D21")
    board.supply("allied", "D19")
    assert "round" not in tokens(board.play())
    board.state.units.spent[unit] = 10 * board.rules.scale
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert units_behind(board.rules, board.state, 0) == []
    assert "round" in tokens(board.play())


# -- supply moves ------------------------------------------------------------------------------------


@pytest.mark.clause("8.30", "8.31", "8.32")
def test_supply_moves_last_at_ordinary_rates_and_only_unused():
    board = Board()
    marker, used = board.supply("allied", "J20"), board.supply("allied", "J30")
    board.state.supplies.used[used] = 1
    playout = at_step(board, "supply-moves")
    assert playout.advance() == 0
    assert marker in tokens(playout)
    assert used not in tokens(playout)
    way = [board.hex(f"J{number}") for number in range(21, 31)]
    playout.act((marker, *way))
    playout.advance()
    assert board.state.supplies.place[marker] == way[-1]
    assert board.state.supplies.spent[marker] == 20 * board.rules.scale, "ten clear hexes at 2"
    assert marker not in tokens(playout)


@pytest.mark.clause("4.5", "8.33")
def test_supply_stops_in_zones_and_shuns_enemies_and_their_supply():
    """4.5; 8.33: only combat units capture."""
    board = Board()
    marker = board.supply("allied", "J20")
    board.supply("axis", "J21")
    board.put("axis", 15, "K22")
    steps = dict(Haul(board.rules, board.state, marker).steps())
    assert board.hex("J21") not in steps
    walk = Haul(board.rules, board.state, marker)
    inside = [place for place in steps if walk.facing.stops[place]]
    for place in inside:
        after = walk.copy()
        after.enter(place)
        assert list(after.steps()) == []


@pytest.mark.clause("8.36")
def test_own_supply_may_be_destroyed():
    board = Board()
    marker, other = board.supply("allied", "J20"), board.supply("axis", "J24")
    playout = at_step(board, "supply-moves")
    playout.advance()
    assert tokens(playout, ("destroy",)) == [marker]
    playout.act(("destroy", marker))
    assert board.state.supplies.place[marker] == NOWHERE
    assert board.state.supplies.place[other] != NOWHERE


# -- the box -----------------------------------------------------------------------------------------


@pytest.mark.clause("12.2", "12.3")
def test_the_box_adjoins_the_western_edge_and_costs_two():
    board = Board(side="axis")
    unit = board.put("axis", 15, "B1")
    assert dict(Walk(board.rules, board.state, unit).steps()).get(TRIPOLI) == 2 * board.rules.scale
    board.put("axis", 15, "B2")
    assert TRIPOLI not in dict(Walk(board.rules, board.state, unit).steps())


@pytest.mark.clause("12.3")
def test_out_of_the_box_at_the_cost_of_the_hex():
    """12.3: clear 2 or the road a half, halved when no enemy is near."""
    board = Board(side="axis")
    unit = board.put("axis", 15, "B1")
    board.state.units.place[unit] = TRIPOLI
    steps = dict(Walk(board.rules, board.state, unit).steps())
    assert steps.get(board.hex("B1")) == board.rules.scale
    road = min(steps.values())
    assert road == board.rules.scale // 4
    board.put("allied", 4, "B4")
    near = dict(Walk(board.rules, board.state, unit).steps())
    assert near[board.hex("B1")] == 2 * board.rules.scale


@pytest.mark.clause("12.5", "11.18")
def test_no_allied_unit_enters_but_the_private_army():
    board = Board()
    unit, raider = board.put("allied", 1, "B1"), board.put("allied", 34, "B1")
    assert TRIPOLI not in dict(walk_of(board.rules, board.state, unit).steps())
    assert TRIPOLI in dict(walk_of(board.rules, board.state, raider).steps())


@pytest.mark.clause("12.4")
def test_a_blocked_edge_opens_the_three_westernmost_free_hexes_of_the_south():
    """12.4 and A-TRIP-EDGE."""
    board = Board(side="axis")
    unit = board.put("axis", 15, "B1")
    board.state.units.place[unit] = TRIPOLI
    width = board.rules.width
    edge = list(range(0, board.rules.hexes, width))
    south = set(range(board.rules.hexes - width, board.rules.hexes))
    open_before = {p for p, _c in Walk(board.rules, board.state, unit).steps()}
    assert open_before <= set(edge)
    army = [n for n in range(len(board.rules.fights)) if board.rules.compiled.units.side[n] == 0]
    army = [n for n in army if board.rules.fights[n]]
    for enemy, hex_ in zip(army, edge, strict=False):
        board.state.units.place[enemy] = hex_
        board.state.units.strength[enemy] = 1
    board.state.revisions = [n + 1 for n in board.state.revisions]
    opened = sorted({p for p, _c in Walk(board.rules, board.state, unit).steps()} - set(edge))
    assert len(opened) == 3
    assert set(opened) <= south
    zone = Walk(board.rules, board.state, unit).facing
    passable = board.rules.compiled.kinds.terrain_passable
    free = [
        h
        for h in sorted(south)
        if not zone.stops[h] and not zone.barred[h] and passable[board.rules.compiled.map.terrain[h]]
    ]
    assert opened == [h for h in free if h not in edge][:3]


@pytest.mark.clause("12.8", "12.9", "12.11", "12.12")
def test_the_box_has_neither_stacking_nor_zones_and_its_supply_reaches_nobody_outside():
    board = Board(side="axis")
    for number in range(10, 30):
        board.put("axis", number, "B1")
        board.state.units.place[board.unit("axis", number)] = TRIPOLI
    full = Walk(board.rules, board.state, board.unit("axis", 10))
    assert full.ends(), "12.11: as many as one likes"
    outside = board.put("axis", 9, "B1")
    marker = board.supply("axis", "B1")
    board.state.supplies.place[marker] = TRIPOLI
    at_step(board, "general-supply").advance()
    assert board.state.units.unsupplied[outside] == 1
    assert board.state.units.unsupplied[board.unit("axis", 10)] == 0
    playout = at_step(board, "attrition")
    playout.advance()
    assert [event.subjects[0] for event in events(playout, "attrition")] == [outside]
