"""Rule 14: objectives, sieges, stop dates, decisive victories; rule 15: white knees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.campaign.victory.objectives import holds
from scenario_forge.campaign.victory.scoring import points_by_objective, score
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import DesertPlay
from scenario_forge.systems.desert_rats.siege import besieged

from .table import Board, at_random, rules_of
from .test_logistics import arrival, at_step, control, events

TRIPOLI = box_place(0)


def rows(board, *ids):
    return [n for n, row in enumerate(board.rules.compiled.objectives) if row["id"] in ids]


@pytest.mark.clause("14.15")
def test_to_hold_is_to_have_been_there_last_and_no_enemy_zone_in_it():
    """14.15; zones do not reach into Tobruk (rule 7)."""
    board = Board()
    control(board, "allied", "T7", "T30")
    assert holds(board.rules, board.state, 0, board.hex("T7"))
    board.put("axis", 15, "S7")
    board.put("axis", 16, "S30")
    assert not holds(board.rules, board.state, 0, board.hex("T7"))
    assert not holds(board.rules, board.state, 1, board.hex("T7"))
    assert holds(board.rules, board.state, 0, board.hex("T30"))


def ring(board):
    """Axis units whose zones close every way out of Tobruk by land."""
    around = [n for n in board.rules.ways[6 * board.hex("T30") : 6 * board.hex("T30") + 6] if n >= 0]
    for number, hex_ in enumerate(around):
        board.put("axis", 10 + number, board.ids[hex_])
    return around


@pytest.mark.clause("14.16", "14.17")
def test_tobruk_is_besieged_when_no_line_leads_to_alexandria():
    """14.16, 14.17: friends and boxes in a zone do not open it."""
    board = Board()
    control(board, "allied", "T30", "SS32")
    assert not besieged(board.rules, board.state, board.hex("T30"))
    around = ring(board)
    assert besieged(board.rules, board.state, board.hex("T30"))
    opened = board.unit("axis", 10)
    board.state.units.place[opened] = NOWHERE
    board.put("allied", 5, board.ids[around[0]])
    for hex_ in range(board.rules.hexes):
        board.state.hexes.box[hex_] = 1 if hex_ == around[0] else 0
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert besieged(board.rules, board.state, board.hex("T30"))


@pytest.mark.clause("14.9", "14.10", "14.11", "14.12")
def test_hold_besieged_and_not_besieged_exclude_each_other():
    """14.9 to 14.12, A-VP-EXCL; the best of a group only."""
    board = Board("crusader")
    control(board, "allied", "T30")
    control(board, "axis", "T7", "D3")
    chosen = list(range(len(board.rules.compiled.objectives)))

    def points():
        ids = board.rules.compiled.objectives
        return {ids[n]["id"]: worth for n, worth in points_by_objective(board.rules, board.state, chosen).items()}

    assert points() == {"mar42_allied_tobruk_free": 7, "mar42_axis_el_agheila": 2, "mar42_axis_benghazi": 5}
    ring(board)
    assert points() == {
        "mar42_allied_tobruk_besieged": 4,
        "mar42_axis_besiege_tobruk": 7,
        "mar42_axis_el_agheila": 2,
        "mar42_axis_benghazi": 5,
    }
    control(board, "axis", "T30")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert points()["mar42_axis_tobruk"] == 10
    assert "mar42_axis_besiege_tobruk" not in points()


@pytest.mark.clause("14.6", "14.7")
def test_each_italian_division_counts():
    """14.6, 14.7, A-VP-DIV-8X, A-VP-DIV-MAR41: the eight of Dec 40, without the armoured brigade."""
    board = Board("beda-fomm")
    for number in range(1, 10):
        board.put("axis", number, f"J{10 + 2 * number}")
    for number in (1, 2, 9):
        unit = board.unit("axis", number)
        board.state.units.place[unit], board.state.units.strength[unit] = AT_BASE, 0
    control(board, "allied", "T30", "SS1")
    board.state.clock.turn[0] = 3
    at_step(board, "victory").advance()
    assert list(board.state.sides.points) == [2, 24]


@pytest.mark.clause("14.14", "14.19")
@pytest.mark.parametrize(
    ("where", "supply", "points"),
    [("UU12", "UU13", 8), ("T33", "T34", 5), ("J20", "J21", 2), ("J20", None, 0)],
)
def test_only_the_best_of_the_axis_at_games_end(where, supply, points):
    """14.14, 14.19, A-VP-DEC42."""
    board = Board("gazala-to-alamein", "axis")
    where = {"UU12": "QQ8", "T33": "S33"}.get(where, where)
    supply = {"UU13": "QQ9", "T34": "S32"}.get(supply, supply)
    board.put("axis", 10, where)
    if supply:
        board.supply("axis", supply)
    found = points_by_objective(
        board.rules,
        board.state,
        rows(board, *(f"dec42_axis_{n}" for n in ("supplied_in_egypt", "libya_tobruk", "on_map"))),
    )
    assert sum(found.values()) == points


@pytest.mark.clause("14.13", "14.18")
def test_all_of_the_dak_must_be_gone_or_in_the_box():
    """14.13, 14.18, MISS-DAK-LIST."""
    board = Board("gazala-to-alamein")
    row = rows(board, "dec42_allied_dak")
    unit = board.put("axis", 15, "J20")
    assert not points_by_objective(board.rules, board.state, row)
    board.state.units.place[unit] = TRIPOLI
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert sum(points_by_objective(board.rules, board.state, row).values()) == 10


@pytest.mark.clause("14.14")
def test_what_was_ever_true_is_noted_at_the_end_of_a_phase():
    """14.14 and A-VP-MATRUH."""
    board = Board("gazala-to-alamein", "axis")
    row = rows(board, "dec42_axis_east_of_mersa_matruh")
    unit = board.put("axis", 15, "LL20")
    marker = board.supply("axis", "LL19")
    at_step(board, "noted").advance()
    board.state.units.place[unit] = board.hex("J20")
    board.state.supplies.place[marker] = NOWHERE
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert sum(points_by_objective(board.rules, board.state, row).values()) == 12


@pytest.mark.clause("14.3", "14.4", "14.2", "SC.5", "14.8")
def test_points_are_counted_at_each_stop_passed_through():
    """14.3, 14.4, 14.2: March 1941 after the Allied player turn, September 1941 after the Axis one."""
    board = Board("dec40-sep41", "axis")
    control(board, "axis", "T30", "SS1", "QQ1")
    board.put("axis", 15, "J20")
    board.state.clock.turn[0] = 3
    at_step(board, "victory").advance()
    assert list(board.state.sides.points) == [0, 0], "not after the Axis turn"
    board.state.clock.side[0] = 0
    at_step(board, "victory").advance()
    first = list(board.state.sides.points)
    assert first[1] == 5 + 3
    board.state.clock.turn[0], board.state.clock.side[0] = 9, 1
    at_step(board, "victory").advance()
    assert board.state.sides.points[1] == first[1] + 15 + 2
    assert score(board.rules, board.state) == list(board.state.sides.points)


@pytest.mark.clause("14.5", "14.20", "14.22")
def test_a_supplied_axis_unit_on_cairo_wins_after_the_allied_turn():
    board = Board("crusader", "allied")
    board.put("axis", 15, "EE36")
    board.state.sides.points[0] = 9
    at_step(board, "victory").advance()
    assert not board.state.clock.decisive[0], "not supplied"
    board.supply("axis", "EE35")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    board.state.clock.side[0] = 1
    at_step(board, "victory").advance()
    assert not board.state.clock.decisive[0], "not after an Axis turn"
    board.state.clock.side[0] = 0
    at_step(board, "victory").advance()
    assert board.state.clock.decisive[0] == 2
    assert score(board.rules, board.state) == [0, 25]


@pytest.mark.clause("14.21")
def test_a_map_without_axis_units_wins_after_an_axis_turn_from_march_41():
    for turn, won in ((2, 0), (3, 1)):
        board = Board("dec40-sep41", "axis")
        unit = board.put("axis", 15, "J20")
        board.state.units.place[unit] = TRIPOLI
        board.state.clock.turn[0] = turn
        at_step(board, "victory").advance()
        assert board.state.clock.decisive[0] == won


@pytest.mark.clause("14.5", "14.22", "14.21")
def test_a_decisive_victory_ends_the_game():
    play = DesertPlay(rules_of("desert-rats", "crusader").compiled)
    state = play.begin()
    for unit, side in enumerate(play.rules.compiled.units.side):
        if side == 1:
            state.units.place[unit] = TRIPOLI
            state.units.strength[unit] = 0
    state.clock.side[0] = 1
    playout = Playout(play.sequence, state, Keyed(1))
    seen = []
    while playout.advance() is not None and not state.clock.decisive[0]:
        tokens = [choice.token for choice in playout.choices()]
        seen.append(playout.frame.step)
        playout.act(("end",) if "end" in tokens else first_whole(playout))
    assert playout.over
    assert list(play.score(state)) == [25, 0]
    assert state.clock.turn[0] == play.rules.compiled.turns.span[0]


def first_whole(playout):
    prefix = ()
    while True:
        pick = playout.choices(prefix)[0]
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix


# -- conservation ------------------------------------------------------------------------------------


@pytest.mark.clause("9.5", "9.9", "9.10", "10.3", "14.3")
@pytest.mark.parametrize(("scenario", "seed"), [("beda-fomm", 3), ("beda-fomm", 4)])
def test_points_and_strength_are_conserved(scenario, seed):
    """9.5, 9.9, 9.10, 10.3: points spent are strength gained or boxes; 14.3: victory points only by scoring."""
    play = DesertPlay(rules_of("desert-rats", scenario).compiled)
    state = play.begin()
    playout = Playout(play.sequence, state, Keyed(seed))
    at_random(playout, seed)
    scoring, buying = {"stop date scored", "ships lost"}, {"replaced", "brought back", "box built"}
    points, pools = [i for i, c in enumerate(state.sides.columns) if c == "points"], {"repairs", "replacements"}
    for event in playout.events:
        changed = [c for c in event.changes if c.table == state.sides.index]
        assert not any(c.column in points for c in changed) or event.name in scoring
        paid = sum(c.old - c.new for c in changed if state.sides.columns[c.column] in pools)
        gained = sum(
            c.new - c.old
            for c in event.changes
            if c.table == state.units.index and state.units.columns[c.column] == "strength"
        )
        if event.name in buying:
            assert paid == gained + (event.name == "box built") == 1
        elif event.name == "trades strength":
            assert gained == 0
        elif event.name != "arrives":
            assert gained <= 0, event


@pytest.mark.clause("9.12", "9.13", "9.14", "9.15")
@pytest.mark.parametrize(("scenario", "seed"), [("beda-fomm", 1), ("cyrenaica", 2)])
def test_supply_never_exceeds_the_track_but_by_what_was_captured(scenario, seed):
    """9.12 to 9.15: what comes on never lifts the own ones above the number of the track."""
    rules = rules_of("desert-rats", scenario)
    play = DesertPlay(rules.compiled)
    playout = Playout(play.sequence, play.begin(), Keyed(seed))

    def watch(state):
        assert list(play.breaches(state)) == []
        if playout.events and playout.events[-1].name == "supply arrives":
            side, turn = state.clock.side[0], state.clock.turn[0] - rules.compiled.turns.span[0]
            own = [n for n, m in enumerate(rules.markers) if m.side == side and not m.captured]
            limit = rules.compiled.turns.figures[(2 * turn + side) * 2 + 1]
            assert sum(state.supplies.place[n] != NOWHERE for n in own) <= limit

    at_random(playout, seed, watch=watch)
    assert playout.over


# -- white knees -------------------------------------------------------------------------------------


@pytest.mark.clause("15.1", "15.3")
def test_white_knees_last_one_phase_of_each_side():
    """15.1, 15.3 and A-KNEES-RETURN: not for Germans, nor for the Italians of February 1941, nor for who returns."""
    base = rules_of("desert-rats", "dec40-sep41")
    for turn, side, number, green in (
        (6, "allied", 18, 2),
        (4, "axis", 18, 0),
        (2, "axis", 10, 0),
        (4, "allied", 5, 0),
    ):
        board = Board("dec40-sep41", side)
        board.rules = type(base)(replace(base.compiled, options=("white-knees",)))
        board.state.clock.turn[0] = turn
        unit, playout = arrival(board, side, number)
        assert board.state.units.green[unit] == green, number
        for left in (max(green - 1, 0), 0):
            at_step(board, "operations-end").advance()
            assert board.state.units.green[unit] == left
    assert events(playout, "arrives")
