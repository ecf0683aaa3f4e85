"""What the considerations say of boards set up for them."""

import pytest

from scenario_forge.campaign.combat.differential import differential, result
from scenario_forge.campaign.contact import defenders
from scenario_forge.campaign.players.assault import defender_fed
from scenario_forge.campaign.players.encirclement import gaps
from scenario_forge.campaign.players.logistics import spot_for
from scenario_forge.campaign.players.odds import Odds, expected_result
from scenario_forge.campaign.players.positions import Goal, assignments
from scenario_forge.campaign.players.supply_moves import Coverage, score
from scenario_forge.campaign.players.threats import arriving_strength
from scenario_forge.campaign.players.view import View
from scenario_forge.campaign.players.weights import own_weights
from scenario_forge.mechanics.engine import Plain
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.desert_rats.player import sorties
from tests.campaign.play.table import Board

ALLIED, AXIS = 0, 1


def view(board: Board, side: int = ALLIED) -> View:
    return View(board.rules, board.state, side, own_weights(), Plain(), "test")


def around(board: Board, hex_: str) -> list[str]:
    at = board.hex(hex_)
    return [board.ids[other] for other in board.rules.neighbours[6 * at : 6 * at + 6]]


@pytest.mark.parametrize("hex_", ["O27", "T30", "SS1", "Q36"])
@pytest.mark.parametrize("fed", [False, True])
@pytest.mark.parametrize("boxed", [False, True])
def test_odds_of_units_that_might_attack_are_those_of_the_battle(hex_, fed, boxed):
    board = Board()
    target = board.hex(hex_)
    board.put("axis", 25, hex_)
    if fed:
        board.supply("axis", hex_)
    if boxed:
        board.state.hexes.box[target] = AXIS + 1
    places = [
        spot
        for d, spot in enumerate(board.rules.neighbours[6 * target : 6 * target + 6])
        if spot >= 0 and board.rules.fightable[6 * spot + (d + 3) % 6]
    ]
    nos = [
        n for n, side in zip(board.rules.compiled.units.no, board.rules.compiled.units.side, strict=True) if not side
    ]
    units = [board.put("allied", no, board.ids[spot]) for no, spot in zip(nos, places, strict=False)]
    seen = view(board)
    found = expected_result(
        seen, Odds(board.rules), target, list(zip(units, places, strict=False)), fed=defender_fed(seen, target)
    )
    there = defenders(board.rules, board.state, ALLIED, target)
    resolved = differential(board.rules, board.state, units, [target], there).resolved
    falls = [result(board.rules, resolved, die) for die in range(1, 7)]
    held = sum(board.state.units.strength[unit] for unit in there)
    assert found.attacker == pytest.approx(sum(attacker for attacker, _ in falls) / 6)
    assert found.defender == pytest.approx(sum(min(held, defender) for _, defender in falls) / 6)
    assert found.wiped == pytest.approx(sum(defender >= held for _, defender in falls) / 6)


def test_units_on_opposite_sides_close_every_way_out_and_one_does_not():
    board = Board()
    board.put("axis", 25, "O27")
    ring = around(board, "O27")
    board.put("allied", 1, ring[0])
    one = view(board)
    assert gaps(one, board.hex("O27")) > 0
    assert gaps(one, board.hex("O27"), [board.hex(ring[3])]) == 0


def test_a_place_is_worth_what_both_sides_would_score_by_it_and_nothing_once_it_is_scored():
    board = Board("beda-fomm")
    seen = view(board)
    rows = board.rules.compiled.objectives
    wanted = {row["when"]["hold"]["hex"] for row in rows if "hold" in row["when"]}
    assert wanted
    assert all(seen.stakes.hexes[hex_] > 0 for hex_ in wanted)
    theirs = view(board, AXIS).stakes.hexes
    assert [seen.stakes.hexes[hex_] for hex_ in wanted] == [theirs[hex_] for hex_ in wanted]
    for row in range(len(rows)):
        board.state.ever.scored[row] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    assert not view(board).stakes.units
    assert not any(view(board).stakes.hexes.get(hex_) for hex_ in wanted)


def test_a_private_army_goes_for_supply_while_it_lies_face_up_and_else_rearms():
    board = Board()
    raider = board.rules.irregulars.index(1)
    base = board.rules.columns.raider_bases[2]
    units = board.state.units
    units.place[raider] = base
    marker = board.supply("axis", "EE30")
    assert [(unit, way[-1]) for unit, way in sorties(view(board))] == [(raider, board.state.supplies.place[marker])]
    units.down[raider] = 1
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    ((unit, way),) = sorties(view(board))
    assert unit == raider
    assert way[-1] == "rearm"


def test_a_place_need_fear_no_attack_where_the_enemy_can_bring_no_supply():
    board = Board()
    board.put("axis", 25, "T24")
    near = board.hex("T27")
    alone = view(board)
    assert arriving_strength(alone, near, fed=False) > 0
    assert arriving_strength(alone, near, fed=True) == 0
    board.supply("axis", "T24")
    assert arriving_strength(view(board), near, fed=True) > 0


def test_supply_is_not_left_alone_where_an_enemy_can_get_at_it_and_lies_well_with_an_escort():
    board = Board()
    board.put("allied", 1, "S36")
    open_, escorted = board.hex("S34"), board.hex("S36")

    def good(hex_: int) -> float:
        seen = view(board)
        return score(seen, Coverage(seen, []), hex_, [])

    safe, with_friends = good(open_), good(escorted)
    board.put("axis", 25, "T27")
    assert good(open_) < safe - own_weights().supply.danger / 2
    assert good(escorted) > with_friends - 1


def test_reinforcements_come_on_in_supply_and_not_at_the_nearest_place():
    board = Board()
    board.put("axis", 25, "T24")
    unit = board.unit("allied", 1)
    spots = [Choice(board.hex("RR15")), Choice(board.hex("SS32"))]
    assert spot_for(view(board), spots, unit) == board.hex("SS32")  # the home base supplies whoever is there
    board.supply("allied", "RR15")
    assert spot_for(view(board), spots, unit) == board.hex("RR15")


def test_who_is_not_needed_goes_to_the_front_and_not_to_the_rear():
    board = Board()
    board.put("axis", 25, "T24")
    goals = [Goal(board.hex("SS32"), 25.0, 0.0, hold=True), Goal(board.hex("T27"), 5.0, 0.0, hold=True)]
    unit = board.put("allied", 1, "RR15")
    assert assignments(view(board), [unit], goals)[unit].hex == board.hex("T27")
