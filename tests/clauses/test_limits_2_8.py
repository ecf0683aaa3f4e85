"""Rules 2, 6, 7 and 8 where one condition decides: what is just inside a limit and what is just beyond it."""

from __future__ import annotations

import pytest
from campaign.play.fight import bear, names, tokens
from campaign.play.table import Board
from campaign.play.test_retreat_plan import near

from scenario_forge.campaign.state import NOWHERE, box_place
from scenario_forge.simulator.playout import whole_actions

from .positions import at_step, changed, control, events, move

TRIPOLI = box_place(0)


# -- the order of a player turn ------------------------------------------------------------------------


@pytest.mark.clause("2.17", "9.1", "2.3", "2.19", "11.17")
def test_a_player_turn_in_which_every_step_has_something_to_do():
    """Rule 2: units come and go, then strength, new supply, attrition; the private army raids as operations end.

    Repair comes before replacements, so that the points can be spent; ships sail before attrition (the rulings).
    """
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 7
    control(board, "allied", "SS32", "T30", "J20", "EE36")
    for number, hex_ in ((15, "RR31"), (16, "RR30"), (5, "QQ31"), (19, "T30"), (8, "D10"), (1, "SS31")):
        board.put("allied", number, hex_)
    board.state.units.strength[board.unit("allied", 1)] = 2
    board.state.hexes.wreck[board.hex("J20")] = 2
    raider = board.put("allied", 34, "D20")
    board.supply("axis", "D20")
    dump = board.supply("allied", "D12")
    board.supply("allied", "RR31")
    playout = at_step(board, "player-turns", [1] * 9, next=0)
    came = []
    while playout.advance() is not None and board.state.clock.side[0] == 0:
        offered = tokens(playout)
        came.append(playout.frame.step)
        wanted = {"repair": board.hex("J20"), "raids": raider, "supply": board.hex("SS32")}.get(playout.frame.step)
        if playout.frame.step == "sea-transfer" and "sails" not in {event.name for event in playout.events}:
            unit = offered[1]
            playout.act((unit, tokens(playout, unit)[0]))
        elif playout.frame.step == "replacements":
            playout.act(("repairs", board.unit("allied", 1)) if "repairs" in offered else ("end",))
        elif playout.frame.step == "supply-moves" and dump in destructible(playout):
            playout.act(("destroy", dump))
        elif wanted in offered:
            playout.act((wanted,))
        elif playout.frame.step == "reinforcements":
            playout.act(next(iter(whole_actions(playout))))
        else:
            playout.act(("end",))
    told = [
        "supply looked at", "raids", "operations end", "withdrawn", "arrives", "repaired", "replaced",
        "supply arrives", "sails", "attrition", "turn ends",
    ]  # fmt: skip
    first = {name: next(n for n, event in enumerate(playout.events) if event.name == name) for name in told}
    assert sorted(first, key=first.__getitem__) == told
    assert [step for n, step in enumerate(came) if step not in came[:n]] == [
        "operations", "supply-moves", "raids", "reinforcements", "repair", "replacements", "supply", "sea-transfer",
    ]  # fmt: skip


def destructible(playout) -> list[int | str]:
    """Supply that may be destroyed."""
    return tokens(playout, "destroy") if "destroy" in tokens(playout) else []


# -- supply units by the track ------------------------------------------------------------------------


def short(number: int) -> Board:
    """The Axis in April 1942, which the track allows three supply units, with some of its six on the map."""
    board = Board("nov41-dec42", "axis")
    board.state.clock.turn[0] = 16
    control(board, "axis", "V12", "T7")
    for _ in range(number):
        board.supply("axis", "J20")
    return board


@pytest.mark.clause("2.15", "9.13", "2.14", "9.12")
@pytest.mark.parametrize(("there", "come"), [(3, 1), (4, 0), (5, 0)])
def test_supply_comes_up_to_the_number_of_the_track_and_what_is_above_it_stays(there, come):
    """April 1942: 4 for the Axis; six are in the mix, so that there is always one to bring on."""
    board = short(there)
    before = list(board.state.supplies.place)
    playout = at_step(board, "supply")
    while playout.advance() is not None:
        playout.act((TRIPOLI,))
    assert len(events(playout, "supply arrives")) == come
    kept = [now for now, was in zip(board.state.supplies.place, before, strict=True) if was != NOWHERE]
    assert kept == [board.hex("J20")] * there
    assert sum(place != NOWHERE for place in board.state.supplies.place) == there + come


# -- retreats -----------------------------------------------------------------------------------------


def cornered(*axis: tuple[int, str], enemies: tuple[tuple[int, str], ...] = ((5, "J22"),)) -> Board:
    """Axis units in J23 and elsewhere, Allied ones beside them."""
    board = Board()
    for number, hex_ in axis:
        board.put("axis", number, hex_)
    for number, hex_ in enemies:
        board.put("allied", number, hex_)
    return board


@pytest.mark.clause("6.24", "6.29")
@pytest.mark.parametrize("zone", [False, True])
def test_a_friends_hex_is_the_last_way_out_unless_it_is_in_an_enemy_zone(zone):
    """Every other hex beside J23 is in a zone; where nothing else is open, 6.25 lets a retreat pass friends."""
    board = cornered((22, "J23"), (23, "K24"), enemies=((5, "J22"), (6, "I25")))
    if zone:
        board.put("allied", 9, "L24")
    unit = board.unit("axis", 22)
    closed = near(board, "J22") | near(board, "I25") | (near(board, "L24") if zone else set())
    assert near(board, "J23") - closed - {board.hex("J22")} == (set() if zone else {board.hex("K24")})
    playout = bear(board, [unit], 1)
    assert tokens(playout) == ([0] if zone else [0, 1])
    playout.act((0, unit) if zone else (1,))
    if not zone:
        assert names(board, tokens(playout)) == {"K24"}


@pytest.mark.clause("6.28", "6.26", "6.25")
@pytest.mark.parametrize(
    ("full", "count", "away"),
    [
        ((), 1, 1),
        (("J24", "K24"), 1, 1),
        (("J24", "K24", "I24"), 1, 2),
        (("J24", "K24", "I24"), 2, 2),
        (("J24", "K24", "I24", "J25", "K25", "I25", "L24", "H24", "L23", "H23"), 1, 3),
    ],
)
def test_a_unit_goes_further_only_where_every_hex_at_the_right_distance_is_full(full, count, away):
    board = cornered((10, "J23"), *zip((11, 12, 21, 26, 27, 28, 29, 30, 1, 2), full, strict=False))
    playout = bear(board, [board.unit("axis", 10)], count)
    playout.act((count,))
    found = set(whole_actions(playout))
    assert {len(action) for action in found} == {away}
    stop = {board.ids[action[-1]] for action in found}
    assert stop
    assert not stop & set(full)
    assert not stop & {board.ids[hex_] for hex_ in near(board, "J22")}, "6.24"


# -- boxes --------------------------------------------------------------------------------------------


@pytest.mark.clause("7.17")
@pytest.mark.parametrize("owner", ["allied", "axis"])
@pytest.mark.parametrize(
    ("strength", "loss", "action", "stays"),
    [
        (1, 1, (0, 0), False),  # destroyed
        (6, 1, (1,), False),  # all retreat
        (6, 1, (0, 0), True),  # weakened
    ],
)
def test_a_box_stays_as_long_as_somebody_holds_it(owner, strength, loss, action, stays):
    """Other boxes, full or empty, are not looked at when a loss is borne."""
    board = Board()
    unit = board.put(owner, 10, "J23", strength=strength)
    board.put("axis" if owner == "allied" else "allied", 5, "J22")
    number = board.rules.compiled.units.side[unit] + 1
    for hex_, side in (("J23", number), ("D10", 1), ("D12", 2)):
        board.state.hexes.box[board.hex(hex_)] = side
    changed(board)
    playout = bear(board, [unit], loss)
    playout.act(tuple(unit if place else value for place, value in enumerate(action)))
    while playout.advance() is not None and playout.frame.step == "retreat":
        playout.act((tokens(playout)[0],))
    boxes = [board.state.hexes.box[board.hex(hex_)] for hex_ in ("J23", "D10", "D12")]
    assert boxes == [number if stays else 0, 1, 2]
    assert [event.subjects for event in events(playout, "box removed")] == ([] if stays else [(board.hex("J23"),)])


@pytest.mark.clause("7.17", "7.16")
def test_a_box_stays_with_the_unit_that_is_left_in_it_when_another_is_destroyed():
    board = Board()
    one, other = board.put("axis", 22, "J23", strength=1), board.put("axis", 23, "J23")
    board.put("allied", 5, "J22")
    board.state.hexes.box[board.hex("J23")] = 2
    changed(board)
    playout = bear(board, [one, other], 1)
    playout.act((0, one))
    playout.advance()
    assert board.state.units.strength[one] == 0
    assert board.state.hexes.box[board.hex("J23")] == 2
    assert not events(playout, "box removed")


@pytest.mark.clause("7.17")
@pytest.mark.parametrize("box", [0, 1, 2])
def test_a_retreat_into_an_empty_enemy_box_removes_it_and_into_a_friendly_one_does_not(box):
    board = cornered((22, "J23"), enemies=((5, "J22"), (6, "L24")))
    unit = board.unit("axis", 22)
    board.state.hexes.box[board.hex("J24")] = box
    board.state.hexes.box[board.hex("I24")] = box
    changed(board)
    playout = bear(board, [unit], 1)
    playout.act((1,))
    assert board.hex("I24") in tokens(playout)
    playout.act((board.hex("I24"),))
    playout.advance()
    assert board.state.hexes.box[board.hex("I24")] == (box if box == 2 else 0)
    assert board.state.hexes.box[board.hex("J24")] == box


# -- ringed by zones ----------------------------------------------------------------------------------


def ring(board: Board, centre: str, radius: int) -> list[str]:
    """The hexes at a distance from one, in order around it."""
    rings = [{board.hex(centre)}]
    for _ in range(radius):
        rings.append(near(board, *(board.ids[hex_] for hex_ in set().union(*rings))))
    left, found = set(rings[-1]), [min(rings[-1])]
    left.discard(found[0])
    while left:
        beside = sorted(near(board, board.ids[found[-1]]) & left)
        found.append(beside[0])
        left.discard(beside[0])
    return [board.ids[hex_] for hex_ in found]


@pytest.mark.clause("8.15", "8.8", "8.6")
@pytest.mark.parametrize("inner", [True, False])
def test_a_unit_ringed_by_zones_may_step_out_of_the_zone_it_stands_in_and_no_further(inner):
    """A ring of zones four hexes away, and an enemy beside the unit or not."""
    board = Board()
    control(board, "axis", *board.ids)
    unit = board.put("allied", 1, "H30", unsupplied=1)
    around = ring(board, "H30", 4)
    army = zip(range(10, 35), around[::2], strict=False)
    wall = [board.put("axis", number, hex_) for number, hex_ in army]
    if inner:
        board.put("axis", 1, "H31")
    playout = board.play()
    playout.advance()
    assert "end" in tokens(playout), "it need not"
    offered = names(board, tokens(playout, unit)) if unit in tokens(playout) else set()
    beside = near(board, "H30")
    zone = near(board, "H31") | {board.hex("H31")}
    assert offered == ({board.ids[hex_] for hex_ in beside - zone} if inner else set())
    if not inner:
        return
    move(playout, board, unit, min(offered))
    assert board.ids[board.state.units.place[unit]] == min(offered)
    assert unit not in tokens(playout), "just far enough"
    assert "end" in tokens(playout)
    for one in wall:
        board.state.units.place[one] = NOWHERE
    changed(board)
    assert unit in tokens(playout), "a way has opened"
    assert "end" not in tokens(playout), "and now it must go on"
