"""Rules 14 and 16 where one condition decides: what an objective asks for, and who sees what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from campaign.play.table import Board
from campaign.play.test_concealed import seen

from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT, box_place
from scenario_forge.campaign.victory.scoring import points_by_objective, score

from .positions import at_step, changed, control, events
from .test_limits_start import stated

TRIPOLI = box_place(0)
PLACES = {"out": OUT, "base": AT_BASE, "nowhere": NOWHERE, "box": TRIPOLI}


def table(board, *rows):
    """Victory tables for a test: rows of side, points, condition and more, all scored at the scenario's stop."""
    turn, after = board.state.clock.turn[0], board.state.clock.side[0]
    whole = [
        {"id": str(n), "side": side, "points": points, "turn": turn, "after": after, "each": False, "group": ""}
        | {"when": when, **dict(*more)}
        for n, (side, points, when, *more) in enumerate(rows)
    ]
    board.rules = type(board.rules)(replace(board.rules.compiled, objectives=tuple(whole), decisive=()))
    changed(board)


def worth(board, when, *, side=0, each=False):
    """How many points a condition brings its side at one point each."""
    table(board, (side, 1, when, {"each": each}))
    found = score(board.rules, board.state)
    assert not found[1 - side]
    return found[side]


def army(board, *units):
    """Units by side, number and place."""
    for side, number, place in units:
        unit = board.put(side, number, "J20" if place in PLACES else place)
        board.state.units.place[unit] = PLACES.get(place, board.state.units.place[unit])
    changed(board)


def nobody_controls(board):
    for hex_ in range(board.rules.hexes):
        board.state.hexes.control[hex_] = 0


# -- who is where -------------------------------------------------------------------------------------


@pytest.mark.clause("14.6", "14.7", "14.8", "14.13", "14.14", "14.18", "14.19", "14.20")
@pytest.mark.parametrize(
    ("region", "inside", "outside"),
    [
        ({"map": True}, ["J20", "SS32", "A1"], ["box", "base", "nowhere", "out"]),
        ({"box": 0}, ["box"], ["A1", "J20", "base", "nowhere", "out"]),
        ({"on": "J20"}, ["J20"], ["I20", "K20", "J21", "J19", "box"]),
        ({"east_of": "J20"}, ["J21", "A21", "T30", "SS1"], ["J20", "K20", "J19", "box", "base"]),
        ({"on_or_east_of": "J20"}, ["J20", "J21", "T20"], ["J19", "A1", "box", "nowhere"]),
        ({"west_of": "J20"}, ["J19", "A1"], ["J20", "J21", "box", "base"]),
        ({"east_of": None}, [], ["J20", "SS32", "A1", "box"]),  # of a box there is no east
    ],
)
@pytest.mark.parametrize("none", [False, True])
def test_a_region_has_those_who_are_in_it(region, inside, outside, none):
    """East and west go by columns; only the box is neither."""
    for place in (*inside, *outside):
        board = Board()
        (key, value), *_ = region.items()
        found = {"box": 0} if value is None else {"hex": board.hex(value)} if isinstance(value, str) else value
        army(board, ("axis", 10, place))
        when = {"present": {"units": {"side": 1}, "within": [{key: found}], "none": none}}
        assert worth(board, when) == ((place in inside) is not none), place


@pytest.mark.clause("14.6", "14.7", "14.8", "14.13", "14.14", "14.18", "14.20", "14.21", "11.3")
@pytest.mark.parametrize(
    ("units", "allied", "axis"),
    [
        ([("allied", 34, "J20")], 0, 0),
        ([("allied", 34, "J20"), ("allied", 5, "J20")], 1, 0),
        ([("allied", 5, "J20"), ("allied", 6, "M20"), ("axis", 10, "J23")], 2, 1),
        ([("allied", 5, "box"), ("axis", 10, "base")], 0, 0),
    ],
)
def test_combat_units_are_present_and_private_armies_are_not(units, allied, axis):
    for side, count in ((0, allied), (1, axis)):
        board = Board("nov41-dec42")
        army(board, *units)
        when = {"present": {"units": {"side": side}, "within": [{"map": True}], "none": False}}
        assert worth(board, when, each=True) == count
        assert worth(board, when) == bool(count)


@pytest.mark.clause("14.6", "14.7")
@pytest.mark.parametrize(
    ("places", "destroyed", "surviving"),
    [
        (["J20", "J21", "J22"], 0, 3),
        (["J20", "base", "out"], 2, 1),
        (["box", "nowhere", "base"], 1, 1),
        (["nowhere", "nowhere", "nowhere"], 0, 0),
        (["base", "base", "out"], 3, 0),
    ],
)
def test_units_count_one_by_one_or_all_together(places, destroyed, surviving):
    numbers = (10, 11, 12)
    board = Board()
    army(board, *(("axis", number, place) for number, place in zip(numbers, places, strict=True)))
    selector = {"side": 1, "units": [board.unit("axis", number) for number in numbers]}
    for key, count in (("destroyed", destroyed), ("surviving", surviving)):
        assert worth(board, {key: selector}, each=True) == count
        assert worth(board, {key: selector}) == (count == 3)
    control(board, "axis", "T7")
    assert worth(board, {"hold": {"hex": board.hex("T7")}}, side=1, each=True) == 1


# -- holding and besieging ----------------------------------------------------------------------------


@pytest.mark.clause("14.15", "14.16", "14.17", "14.8", "14.9", "14.10", "14.11", "14.12")
@pytest.mark.parametrize(
    ("owner", "units", "besieged", "besiege"),
    [
        ("allied", [], False, (False, False)),
        ("allied", "ring", True, (False, True)),
        ("axis", "ring", False, (False, False)),
        (None, "ring", False, (False, False)),
        ("allied", [("axis", 10, "T30")], False, (False, False)),
        ("allied", [("axis", 10, "SS32")], True, (False, True)),
        ("allied", [("axis", 10, "SS31")], True, (False, True)),
        ("allied", [("allied", 5, "T29"), ("allied", 6, "S30"), ("allied", 9, "S31")], False, (False, False)),
        ("allied", [("allied", 5, "SS32")], False, (False, False)),
    ],
)
def test_a_place_is_besieged_whose_holder_is_cut_off_from_alexandria(owner, units, besieged, besiege):
    """Its own units are in nobody's way; only an enemy of the holder besieges him."""
    board = Board()
    nobody_controls(board)
    if owner:
        control(board, owner, "T30")
    if units == "ring":
        units = [("axis", 10, "T29"), ("axis", 11, "S30"), ("axis", 12, "S31")]
    army(board, *units)
    control(board, "allied", "J20")  # which nobody besieges
    changed(board)
    assert not worth(board, {"besieged": {"hex": board.hex("J20")}})
    place = {"hex": board.hex("T30")}
    assert bool(worth(board, {"besieged": place})) is besieged
    assert tuple(bool(worth(board, {"besiege": place}, side=side)) for side in (0, 1)) == besiege


@pytest.mark.clause("14.16", "14.17")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_each_place_of_a_siege_has_a_holder_and_a_goal_of_its_own(number):
    """Benghazi cut off from El Agheila, whose holder is the Axis, is the only one of three that is."""
    board = Board()
    nobody_controls(board)
    control(board, "axis", "T7")
    control(board, "allied", "T30")
    spots = [(board.hex("T30"), board.hex("SS32"), 0, 0), (board.hex("T7"), board.hex("D3"), 0, 1)]
    spots.insert(number, (board.hex("V12"), board.hex("T7"), 0, 1))
    numbers = [value for *places, _holder in spots for value in places]
    board.rules = stated(board.rules, siege__places=numbers, siege__holders=[holder for *_, holder in spots])
    army(board, ("allied", 5, "D3"))
    for hex_, found in (("T7", True), ("T30", False), ("V12", False), ("J20", False)):
        assert bool(worth(board, {"besieged": {"hex": board.hex(hex_)}})) is found, hex_
        assert bool(worth(board, {"besiege": {"hex": board.hex(hex_)}})) is found, hex_


@pytest.mark.clause("14.15")
@pytest.mark.parametrize(("allowed", "foe", "held"), [(0, "S7", 0), (1, "S7", 1), (1, "T7", 0), (0, "R7", 1)])
def test_a_place_in_an_enemy_zone_is_held_only_where_the_rules_say_so(allowed, foe, held):
    board = Board()
    control(board, "allied", "T7")
    board.rules = stated(board.rules, scoring__held_in_zone=bool(allowed))
    army(board, ("axis", 15, foe))
    assert worth(board, {"hold": {"hex": board.hex("T7")}}) == held


# -- what has ever been, and groups -------------------------------------------------------------------


@pytest.mark.clause("14.14", "14.8")
@pytest.mark.parametrize("nested", ["bare", "all", "any", "is_not"])
def test_what_is_true_at_the_end_of_a_phase_is_noted_once(nested):
    """It counts while it is true before it is noted, and for ever after."""
    board = Board()
    nobody_controls(board)
    control(board, "axis", "D3")
    place, other = {"hex": board.hex("T7")}, {"hex": board.hex("D3")}
    ever = {"ever": {"hold": place}}
    when = {
        "bare": ever,
        "all": {"all": [{"hold": other}, ever]},
        "any": {"any": [{"besieged": other}, ever]},
        "is_not": {"is_not": ever},
    }[nested]
    negated = nested == "is_not"

    def noted():
        playout = at_step(board, "noted")
        playout.advance()
        return [event.subjects for event in events(playout, "noted")]

    table(board, (1, 3, {"hold": other}), (1, 1, when))
    assert noted() == []
    assert score(board.rules, board.state) == [0, 3 + negated]
    control(board, "axis", "T7")
    changed(board)
    assert score(board.rules, board.state) == [0, 3 + (not negated)]
    assert noted() == [(1,)]
    assert noted() == []
    control(board, "allied", "T7")
    changed(board)
    assert score(board.rules, board.state) == [0, 3 + (not negated)]
    assert noted() == []


@pytest.mark.clause("14.19", "14.3", "14.9")
@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ([("T7", 2, ""), ("D3", 3, "")], [5, 0]),
        ([("T7", 2, "a"), ("D3", 3, "a")], [3, 0]),
        ([("D3", 3, "a"), ("T7", 2, "a")], [3, 0]),
        ([("T7", 2, "a"), ("D3", 3, "b")], [5, 0]),
        ([("T7", 2, "a"), ("D3", 3, "a"), ("V12", 1, "")], [4, 0]),
        ([("T7", 2, "a"), ("SS1", 3, "a")], [2, 0]),  # they do not hold Bardia
        ([("SS1", 3, "a"), ("SS1", 3, "")], [0, 0]),
        ([("T7", 2, "a"), ("D3", 2, "a")], [2, 0]),
        ([("T7", 1, "a"), ("D3", 1, "b"), ("V12", 1, "a"), ("T7", 1, "")], [3, 0]),
    ],
)
def test_of_a_group_the_best_alone_counts_and_what_has_no_group_counts_for_itself(rows, points):
    board = Board()
    nobody_controls(board)
    control(board, "allied", "T7", "D3", "V12")
    table(board, *((0, worth_, {"hold": {"hex": board.hex(hex_)}}, {"group": group}) for hex_, worth_, group in rows))
    assert score(board.rules, board.state) == points
    assert all(points_by_objective(board.rules, board.state, list(range(len(rows)))).values()), (
        "what brings nothing is left out"
    )
    at_step(board, "victory").advance()
    assert list(board.state.sides.points) == points


# -- who sees what ------------------------------------------------------------------------------------

OPTION = ("concealed-movement",)


@pytest.mark.clause("16.1")
@pytest.mark.parametrize("side", [0, 1])
def test_supply_of_the_enemy_is_covered_where_it_lies_alone(side):
    from scenario_forge.systems.desert_rats.concealed import covered_places  # noqa: PLC0415

    board = Board(options=OPTION)
    board.supply("allied", "J20")
    board.supply("axis", "M20")
    assert covered_places(board.rules, board.state, side) == {board.hex("M20" if side == 0 else "J20")}


@pytest.mark.clause("16.2")
@pytest.mark.parametrize(
    ("army_at", "foe", "others", "sees"),
    [
        ("BB36", "BB36", [], True),  # beside the last hex of the map: who is nowhere is not there
        ("BB36", "BB36", [("allied", 5, "AA36")], False),
        ("J20", "J20", [("allied", 5, "J25")], False),
        ("J20", "J20", [("allied", 5, "J26")], True),
        ("J20", "J20", [("axis", 11, "J21")], True),
        ("J20", "J20", [("allied", 5, "box")], True),
        ("BB35", "BB35", [("allied", 5, "box")], True),
        ("J20", "J21", [], False),
        ("box", "box", [("allied", 5, "AA35")], True),
        ("nowhere", "AA36", [], False),
        ("base", "AA36", [], False),
    ],
)
def test_the_private_army_sees_the_stack_in_its_hex_far_from_all_other_units(army_at, foe, others, sees):
    board = Board("nov41-dec42", options=OPTION)
    army(board, ("allied", 34, army_at), ("axis", 10, foe), *others)
    assert seen(board, 0, board.unit("axis", 10)) is sees
    assert not seen(board, 1, board.unit("allied", 34)) or army_at in ("nowhere", "base")


@pytest.mark.clause("16.2", "16.1")
@pytest.mark.parametrize("place", ["box", "J20"])
def test_nobody_but_a_private_army_of_its_own_shows_a_side_a_stack(place):
    """Axis units share the box, or a hex, with the private army and do not see it."""
    board = Board("nov41-dec42", "axis", options=OPTION)
    army(board, ("allied", 34, place), ("axis", 10, place))
    assert not seen(board, 1, board.unit("allied", 34))
