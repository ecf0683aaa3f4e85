"""Single conditions of movement, sight and fire, with keys that are set one way and the other."""

from __future__ import annotations

import pytest

from scenario_forge.wargame.modules.advance import Advance
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.effect_key import Effect
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire.fire import Fire
from scenario_forge.wargame.modules.movement.costs import Price
from scenario_forge.wargame.modules.movement.moving import Movement, Trial
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.stacking import Stacking

from .ridge import AUSTRIAN, EFFECTS, FRENCH, Board, variant

pytestmark = pytest.mark.rule("advance", "assault", "effects", "fire", "movement", "sight", "zones", "stacking")

GUNS, HERE, NEXT, FAR = "Foot guns", "0415", "0414", "0413"
"""Guns that reach three hexes, the hex beside them, and the one behind it."""
TURNS = {"turns": [{"each": "first_second", "do": ["movement", "fire", "assault", "rally"]}]}


@pytest.fixture(scope="module")
def ready(tmp_path_factory):
    """Units see and fire as far as three hexes."""
    return variant(
        tmp_path_factory.mktemp("conditions"), sight={"reach": {"usual": "eyes"}}, sequence=TURNS,
        effects={**EFFECTS, "SH": {"defender": {"retreat": 1}}},
        fire={"range": "range", "table": "fire", "value": "strength", "defence": "morale"},
    )  # fmt: skip


@pytest.fixture
def board(ready):
    return Board(ready, {GUNS: HERE, "Rohan": FAR}, "movement")


def module_of(board, kind):
    return board.rules.module(kind), board.rules.at(board.state)


# -- fire ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("close", "to", "may"),
    [((), FAR, True), ((FAR,), FAR, False), ((HERE,), FAR, False), ((NEXT,), NEXT, True), ((NEXT,), FAR, True)],
)
def test_into_and_out_of_close_terrain_units_fire_at_the_next_hex_alone(board, monkeypatch, close, to, may):
    fire, now = module_of(board, Fire)
    monkeypatch.setattr(fire, "close", frozenset(map(board.hex, close)))
    assert fire.reaches(now, board.index[GUNS], board.hex(to)) == may


@pytest.mark.parametrize(("away", "may"), [(3, True), (4, False)])
@pytest.mark.parametrize("gain", [0, 1])
def test_from_high_ground_a_range_is_longer(board, monkeypatch, away, may, gain):
    fire, now = module_of(board, Fire)
    monkeypatch.setattr(fire, "gain", gain)
    monkeypatch.setattr(fire.sight, "spots", lambda *_asked: True)
    high = [False] * board.rules.hexes
    hex_ = board.hex(f"04{15 - away}")
    for ground in (False, True):
        high[board.hex(HERE)] = ground
        monkeypatch.setattr(fire.sight, "is_high", high)
        assert fire.reaches(now, board.index[GUNS], hex_) == (may or (bool(gain) and ground))


@pytest.mark.parametrize("seen", [True, False])
def test_units_fire_at_what_they_see_where_sight_counts(board, monkeypatch, seen):
    fire, now = module_of(board, Fire)
    monkeypatch.setattr(fire.sight, "spots", lambda *_asked: seen)
    assert fire.reaches(now, board.index[GUNS], board.hex(FAR)) == seen
    monkeypatch.setattr(fire, "sight", None)
    assert fire.reaches(now, board.index[GUNS], board.hex(FAR))


def test_fire_is_at_those_that_an_attack_is_made_on_where_there_are_attacks(board, monkeypatch):
    fire, now = module_of(board, Fire)
    monkeypatch.setattr(fire.assault, "defenders", lambda *_asked: [])
    assert list(fire.exposed(now, board.hex(FAR))) == []
    monkeypatch.setattr(fire, "assault", None)
    assert list(fire.exposed(now, board.hex(FAR))) == [board.index["Rohan"]]


# -- sight -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("units", ["open", "block"])
@pytest.mark.parametrize("hex_", [FAR, NEXT])
def test_ground_blocks_sight_and_units_do_where_they_may(board, monkeypatch, over, closed, units, hex_):
    """A unit is in 0413 and none in 0414; over units sight passes from high ground."""
    sight, now = module_of(board, Sight)
    monkeypatch.setattr(sight, "given", sight.given.model_copy(update={"units": units}))
    monkeypatch.setattr(sight, "closed", [closed] * board.rules.hexes)
    expected = closed or (units == "block" and hex_ == FAR and not over)
    assert sight.blocks(now, board.hex(hex_), over=over) == expected


@pytest.mark.parametrize("high", [(), (HERE,), (FAR,), (NEXT,)])
@pytest.mark.parametrize("pairs", [(), ((NEXT, NEXT),), ((NEXT, "0515"),), ((NEXT, NEXT), ("0515", "0515"))])
def test_a_line_is_blocked_where_both_hexes_beside_it_block(board, monkeypatch, high, pairs):
    """Units in 0414 block it, unless one end of it is high."""
    board.state.units.place[board.index["Friant"]] = board.hex(NEXT)
    board.state.revisions = [each + 1 for each in board.state.revisions]
    sight, now = module_of(board, Sight)
    ends = sorted((board.hex(HERE), board.hex(FAR)))
    monkeypatch.setattr(sight, "given", sight.given.model_copy(update={"units": "block"}))
    monkeypatch.setattr(sight, "closed", [False] * board.rules.hexes)
    monkeypatch.setattr(sight, "is_high", [name in map(board.hex, high) for name in range(board.rules.hexes)])
    monkeypatch.setattr(sight, "between", {tuple(ends): [tuple(map(board.hex, pair)) for pair in pairs]})
    seen = bool({HERE, FAR}.intersection(high)) or (NEXT, NEXT) not in pairs
    assert [sight.sees(now, *ends), sight.sees(now, *ends[::-1])] == [seen, seen]


@pytest.mark.parametrize(
    ("keys", "moved", "high", "far"),
    [
        ({}, 1, HERE, 3),
        ({"moving": {"usual": "rain"}}, 0, None, 3),
        ({"moving": {"usual": "rain"}}, 1, None, 2),
        ({"from_high": {"usual": "least"}}, 0, None, 3),
        ({"from_high": {"usual": "least"}}, 0, HERE, 4),
        ({"from_high": {"usual": "least"}}, 0, FAR, 4),
        ({"from_high": {"usual": "least"}}, 0, NEXT, 3),
    ],
)
def test_who_has_moved_and_high_ground_are_seen_from_another_distance(ready, monkeypatch, keys, moved, high, far):
    """Eyes reach three hexes, in another figure four, in a third two."""
    board = Board(ready, {GUNS: HERE, "Rohan": FAR}, "movement")
    board.state.units.moved[board.index["Rohan"]] = moved
    sight, now = module_of(board, Sight)
    monkeypatch.setattr(sight, "given", sight.given.model_copy(update=keys))
    marks = [high is not None and hex_ == board.hex(high) for hex_ in range(board.rules.hexes)]
    monkeypatch.setattr(sight, "is_high", marks)
    assert sight.reach(now, board.hex(HERE), board.hex(FAR)) == far


@pytest.mark.parametrize(("far", "seen"), [(2, True), (1, False)])
def test_it_matters_who_is_seen_and_not_who_sees(board, monkeypatch, far, seen):
    """Guns see Rohan two hexes away, and he might be seen from elsewhere as far as he likes."""
    sight, now = module_of(board, Sight)
    here, there = board.hex(HERE), board.hex(FAR)
    monkeypatch.setattr(sight, "reach", lambda _now, at, hex_: far if (at, hex_) == (here, there) else 3 - far)
    assert sight.spots(now, here, there) == seen
    assert sight.observed(now, FRENCH, there) == seen
    for seeing in ((here, there), (there, here)):
        monkeypatch.setattr(sight, "sees", lambda _now, at, hex_, seeing=seeing: (at, hex_) == seeing)
        assert sight.spots(now, here, there) == (seen and seeing == (here, there))


# -- assault and its effects -----------------------------------------------------------------------


@pytest.mark.parametrize("units", [([0], []), ([], [0]), ([0], [1])], ids=["attackers", "defenders", "both"])
def test_only_a_side_with_units_loses_steps(board, units):
    effects, _now = module_of(board, Effects)
    effect = Effect.model_validate({"attacker": {"lose": 2}, "defender": {"lose": 2}})
    suffering = [frame.data["units"] for frame in effects.frames_of(effect, (FRENCH, AUSTRIAN), units)]
    assert suffering == [own for own in units if own]


class Orders:
    """Leaders who bar one unit from what they are asked for."""

    def __init__(self, unit, what):
        self.barred = (unit, what)

    def allows(self, _now, unit, what):
        return (unit, what) != self.barred


@pytest.mark.parametrize(("what", "led"), [("assault", False), ("movement", True)])
def test_who_is_barred_from_attacks_neither_attacks_nor_supports(board, monkeypatch, what, led):
    assault, now = module_of(board, Assault)
    monkeypatch.setattr(assault, "leaders", Orders(board.index[GUNS], what))
    for asked in (assault.is_led, assault.may_attack, assault.may_support):
        assert asked(now, board.index[GUNS]) == led
        assert asked(now, board.index["Friant"])
    monkeypatch.setattr(assault, "leaders", None)
    assert assault.is_led(now, board.index[GUNS])


# -- advance ---------------------------------------------------------------------------------------


def test_only_attackers_that_are_still_beside_the_hex_advance(board, monkeypatch):
    """Friant has retreated from 0415 meanwhile, and nothing else would keep him."""
    advance, now = module_of(board, Advance)
    board.state.units.place[board.index["Friant"]] = board.hex("0417")
    monkeypatch.setattr(advance, "can_enter", lambda *_asked: True)
    units = [board.index[name] for name in (GUNS, "Friant")]
    assert advance.able(now, units, board.hex(NEXT)) == [board.index[GUNS]]


@pytest.mark.parametrize("farther", [0, 1])
def test_whoever_may_goes_on_into_each_hex_but_back(board, monkeypatch, farther):
    advance, now = module_of(board, Advance)
    monkeypatch.setattr(advance, "farther", [farther] * len(board.index))
    monkeypatch.setattr(advance, "can_enter", lambda *_asked: True)
    ahead = set(board.rules.adjacent[board.hex(NEXT)]) - {board.hex(HERE)}
    assert set(advance.beyond(now, board.index[GUNS], board.hex(NEXT))) == (ahead if farther else set())


# -- movement --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex_", "hindered"), [(NEXT, True), (HERE, False)])
def test_zones_of_the_enemy_hinder_where_there_are_any(board, monkeypatch, hex_, hindered):
    """Rohan in 0413 has one in 0414, and a game may be without."""
    movement, now = module_of(board, Movement)
    units = [board.index[GUNS]]
    assert movement.hindered(now, units, board.hex(hex_)) == hindered
    monkeypatch.setattr(movement, "zones", None)
    assert not movement.hindered(now, units, board.hex(hex_))


@pytest.mark.parametrize(("limit", "offered"), [(2, ["by"]), (3, ["Gudin", "by"])])
def test_no_more_move_together_than_may_be_in_a_hex(board, monkeypatch, limit, offered):
    """Not even off the map, where nothing else keeps them."""
    for name in ("Friant", "Morand", "Gudin"):
        board.state.units.place[board.index[name]] = board.hex("0515")
    board.state.revisions = [each + 1 for each in board.state.revisions]
    move = next(deed for deed in board.rules.deeds_of["movement"] if deed.word == "move")
    monkeypatch.setattr(move, "together", True)
    monkeypatch.setattr(move, "may_exit", lambda *_asked: True)
    monkeypatch.setattr(board.rules.module(Stacking), "limits", [2 * limit] * board.rules.hexes)
    begun = tuple(board.index[name] for name in ("Friant", "Morand"))
    ways = move.ways(board.rules.at(board.state), board.state.stack[-1], begun)
    assert [choice.token for choice in ways] == [board.index.get(name, name) for name in offered][::-1]
    assert ways.picked == begun


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize("zone", [(), (HERE,), (NEXT,), (HERE, NEXT)])
def test_zones_keep_units_from_a_step_out_of_them_or_from_one_to_another(board, monkeypatch, between, locked, zone):
    movement, now = module_of(board, Movement)
    monkeypatch.setattr(movement, "between_zones", between)
    monkeypatch.setattr(movement, "locked", locked)
    monkeypatch.setattr(movement, "hindered", lambda _now, _units, hex_: hex_ in map(board.hex, zone))
    kept = HERE in zone and (locked or (not between and NEXT in zone))
    assert movement.keeps(now, [board.index[GUNS]], board.hex(HERE), board.hex(NEXT)) == kept


@pytest.mark.parametrize("zone", [(), (HERE,), (NEXT,)])
def test_a_step_into_a_zone_and_one_out_of_it_cost_what_is_set(board, monkeypatch, zone):
    movement, now = module_of(board, Movement)
    monkeypatch.setattr(movement, "enter", 2)
    monkeypatch.setattr(movement, "leave", 5)
    monkeypatch.setattr(movement, "hindered", lambda _now, _units, hex_: hex_ < 0 or hex_ in map(board.hex, zone))
    units = [board.index[GUNS]]
    toll = 5 * (HERE in zone) + 2 * (NEXT in zone)
    assert movement.toll(now, units, board.hex(HERE), board.hex(NEXT)) == toll
    assert movement.toll(now, units, -2, board.hex(NEXT)) == 2 * (NEXT in zone), "off the map there is no zone"


@pytest.mark.parametrize("stops", [(), (NEXT,), (HERE,)])
@pytest.mark.parametrize("by_road", [False, True])
@pytest.mark.parametrize("in_zone", [False, True])
def test_a_move_ends_in_a_zone_and_where_ground_stops_it_off_roads(board, monkeypatch, stops, by_road, in_zone):
    movement, now = module_of(board, Movement)
    monkeypatch.setattr(movement, "stops", frozenset(map(board.hex, stops)))
    monkeypatch.setattr(movement, "hindered", lambda *_asked: in_zone)
    units = [board.index[GUNS]]
    for stops_in_zones in (False, True):
        monkeypatch.setattr(movement, "stops_in_zones", stops_in_zones)
        expected = (in_zone and stops_in_zones) or (NEXT in stops and not by_road)
        assert movement.ends(now, units, board.hex(NEXT), by_road=by_road) == expected


@pytest.mark.parametrize("here", [False, True], ids=["elsewhere", "stops"])
@pytest.mark.parametrize("came", [(False, False), (True, True), (True, False)], ids=["off", "whole", "part"])
@pytest.mark.parametrize("road", [False, True])
def test_who_is_in_a_hex_that_stops_it_by_road_goes_on_by_road_alone(board, monkeypatch, here, came, road):
    """``came``: whether the last step was along a road, and whether all were."""
    movement, now = module_of(board, Movement)
    monkeypatch.setattr(movement, "stops", frozenset([board.hex(HERE)] if here else ()))
    monkeypatch.setattr(movement, "price", lambda *_asked, by_road: (Price(movement.scale), road and by_road))
    trial = Trial(board.hex(HERE), (board.index[GUNS],), (0,), False, *came, fresh=True)
    after = movement.after(now, trial, step_to(board, NEXT), (True, 0))
    shut = here and came[0] and not (road and came[1])
    assert (after is None) == shut
    if after is not None:
        assert (after.hex, after.by_road, after.all_by_road) == (board.hex(NEXT), road, road and came[1])


def step_to(board, to):
    return 6 * board.hex(HERE) + board.rules.direction(board.hex(HERE), board.hex(to))


@pytest.mark.parametrize("passing", [False, True])
@pytest.mark.parametrize("limit", [0, 9])
@pytest.mark.parametrize(("hex_", "enemies"), [(FAR, True), (NEXT, False)])
def test_enemies_shut_a_hex_and_too_many_friends_where_none_pass(board, monkeypatch, passing, limit, hex_, enemies):
    movement, now = module_of(board, Movement)
    monkeypatch.setattr(movement, "passing", passing)
    monkeypatch.setattr(board.rules.module(Stacking), "limits", [limit] * board.rules.hexes)
    expected = enemies or (passing and not limit)
    assert movement.is_shut(now, [board.index[GUNS]], board.hex(hex_)) == expected


@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("from_zones", [False, True])
@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("in_zone", [False, True])
def test_roads_are_for_small_stacks_and_out_of_zones_where_the_rules_say_so(
    board, monkeypatch, limited, from_zones, few, in_zone
):
    movement, now = module_of(board, Movement)
    roads = movement.given.roads.model_copy(update={"from_zones": from_zones, "limited": limited})
    monkeypatch.setattr(movement, "given", movement.given.model_copy(update={"roads": roads}))
    monkeypatch.setattr(type(now), "few_enough_for_roads", lambda *_asked: few)
    monkeypatch.setattr(movement, "hindered", lambda *_asked: in_zone)
    may = (few or not limited) and (from_zones or not in_zone)
    assert movement.may_use_roads(now, [board.index[GUNS]], board.hex(HERE)) == may


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_each_unit_counts_whole_where_none_counts_half(board, number):
    stacking, now = module_of(board, Stacking)
    units = [board.index[name] for name in ("Friant", "Morand", "Gudin")[:number]]
    assert stacking.weight(now, units) == 2 * number


@pytest.mark.parametrize(("room", "to", "whole"), [("0314", "0315", False), ("0315", "0315", True)])
def test_a_move_passes_a_full_hex_where_it_can_go_on_from_it(board, monkeypatch, room, to, whole):
    """It may end in the one hex with room, and go on through others beside it."""
    limits = [9 * (hex_ == board.hex(room)) for hex_ in range(board.rules.hexes)]
    monkeypatch.setattr(board.rules.module(Stacking), "limits", limits)
    board.playout.advance()
    found = {each.token: each.whole for each in board.playout.choices(board.action(GUNS))}
    assert found[board.hex(to)] == whole


@pytest.mark.parametrize("counted", [(), ("Friant",), ("Friant", "Gudin")])
def test_only_units_that_count_have_weight(board, monkeypatch, counted):
    stacking, now = module_of(board, Stacking)
    monkeypatch.setattr(stacking, "counts", [name in counted for name in board.index])
    units = [board.index[name] for name in ("Friant", "Morand", "Gudin")]
    assert stacking.weight(now, units) == 2 * len(counted)
