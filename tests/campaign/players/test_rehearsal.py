"""A player tries its orders on a copy first, so that nobody marches out of supply; `hold` does no more than that."""

import pytest

from scenario_forge.campaign.movement.reach import reach
from scenario_forge.campaign.players.odds import Odds
from scenario_forge.campaign.players.rehearsal import fed_orders
from scenario_forge.campaign.situation import supply_steps
from scenario_forge.simulator.step import Event
from tests.campaign.play.table import Board

from .test_considerations import ALLIED, around, view
from .test_games import played


def board_with_supply():
    board = Board()
    board.state.clock.side[0] = ALLIED
    board.put("axis", 25, "A15")
    unit = board.put("allied", 1, "S36")
    marker = board.supply("allied", "S36")
    return board, unit, marker


def order_to(board, unit, hex_):
    return unit, reach(board.rules, board.state, unit).path(board.hex(hex_))


def steps_of_supply(board, unit, marker):
    radius = board.rules.columns.supply_general_radius[board.rules.compiled.units.nationality[unit]]
    return supply_steps(board.rules, board.state, ALLIED, [board.state.supplies.place[marker]], radius)


def order_out_of_supply(board, unit, marker):
    """To a hex west of the last that supply reaches, so that no home base is near."""
    can, steps = reach(board.rules, board.state, unit), steps_of_supply(board, unit, marker)
    width = board.rules.width
    far = [hex_ for hex_, cost in enumerate(can.cost) if cost >= 0 and steps[hex_] < 0]
    return unit, can.path(min(far, key=lambda hex_: (hex_ % width, hex_)))


def end_of(orders, unit, board):
    return next((way[-1] for one, way in orders if one == unit), board.state.units.place[unit])


def test_an_order_out_of_supply_ends_at_the_hex_nearest_to_it_that_has_supply():
    board, unit, marker = board_with_supply()
    board.state.supplies.used[marker] = 0
    board.state.supplies.spent[marker] = 10_000  # it cannot follow
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    seen = view(board)
    far = order_out_of_supply(board, unit, marker)
    changed = fed_orders(seen, Odds(board.rules), [far], 3)
    steps = steps_of_supply(board, unit, marker)
    assert steps[far[1][-1]] < 0
    assert steps[end_of(changed, unit, board)] > 0, "as far as supply reaches, not back where it was"


def test_an_order_in_supply_stays_as_it_is_and_the_state_too():
    board, unit, _marker = board_with_supply()
    seen, before = view(board), board.state.hash
    near = order_to(board, unit, "S35")
    assert fed_orders(seen, Odds(board.rules), [near], 3) == [near]
    assert board.state.hash == before


def test_units_beside_the_enemy_stay_there_until_no_combat_can_come():
    board, unit, marker = board_with_supply()
    board.state.supplies.spent[marker] = 10_000
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    far = order_out_of_supply(board, unit, marker)
    board.put("axis", 25, around(board, board.ids[far[1][-1]])[0])
    seen = view(board)
    assert seen.zone[far[1][-1]], "else the test says nothing"
    way = reach(board.rules, board.state, unit).path(far[1][-1])
    assert fed_orders(seen, Odds(board.rules), [(unit, way)], 3) == [(unit, way)]
    assert fed_orders(seen, Odds(board.rules), [(unit, way)], 3, fights=False) != [(unit, way)]


def test_without_rehearsals_orders_stay_as_they_are():
    board, unit, marker = board_with_supply()
    board.state.supplies.spent[marker] = 10_000
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    far = order_out_of_supply(board, unit, marker)
    assert fed_orders(view(board), Odds(board.rules), [far], 0) == [far]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scenario", ["crusader", "beda-fomm"])
def test_who_holds_neither_attacks_nor_leaves_supply(scenario):
    match = played(scenario, ("hold", "hold"), 1)
    names = {event.name for event in match.playout.events}
    assert "battle" not in names
    again = played(scenario, ("hold", "hold"), 1)
    assert match.playout.log == again.playout.log


def test_who_holds_takes_replacements_and_supply_and_who_does_nothing_does_not():
    def came(names):
        return {event.name for event in played("dec40-sep41", names, 1).playout.events}

    assert {"supply moves", "box built"} <= came(("hold", "idle")) - came(("idle", "idle"))


def test_supply_is_asked_by_side():
    match = played("beda-fomm", ("idle", "idle"), 1)
    play, state = match.play, match.playout.state
    counts = play.supply_by_side(state)
    measures = play.measures(state)
    assert [hungry for _units, hungry in counts] == list(measures["unsupplied"])
    assert all(0 <= hungry <= units for units, hungry in counts)
    assert [*play.tolls(state, Event("enters", (), "", (0,)))] == []
