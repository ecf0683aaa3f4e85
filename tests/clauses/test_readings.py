"""Readings of the rules that the text leaves open, each pinned in play by what is offered and what happens."""

from __future__ import annotations

import pytest
from campaign.play.fight import round_on
from campaign.play.table import Board
from campaign.play.test_combat_advance import advance, ends

from scenario_forge.systems.desert_rats.raiders import REARM

from .positions import at_step, tokens


@pytest.mark.clause("6.7", "6.8")
def test_the_attacker_may_decline_to_supply_a_unit_and_bears_the_result():
    """A-SUPPLY-DECLINE."""
    board = Board()
    fights, starves = board.put("allied", 5, "J22"), board.put("allied", 6, "D20")
    board.put("axis", 10, "J23")
    board.put("axis", 11, "D21")
    near, far = board.supply("allied", "J20"), board.supply("allied", "D18")
    playout = round_on(board)
    assert playout.frame.step == "combat-supply"
    playout.act((near, board.hex("J20")))
    playout.advance()
    assert tokens(playout) == [far, "done", "destroy"]
    playout.act(("done",))
    playout.advance()
    assert playout.frame.step == "losses"
    assert playout.frame.data["units"] == [starves]
    assert playout.frame.data["loss"] == 4
    assert 0 in tokens(playout)
    assert max(tokens(playout)) <= 2
    playout.act((0, *[starves] * min(4, board.state.units.strength[starves])))
    playout.advance()
    assert playout.frame.step == "allocation"
    assert board.state.units.place[fights] == board.hex("J22")


@pytest.mark.clause("6.34", "6.31")
def test_an_advance_may_go_straight_to_the_rear():
    """A-ADV-REAR: J23 was vacated, and J21 and J20 lie behind the attacker."""
    board = Board()
    unit = board.put("allied", 5, "J22")
    found = {board.ids[hex_] for hex_ in ends(advance(board, [unit], 2, ["J23", "J24", "J25"]), unit)}
    assert {"J23", "J24", "J21", "J20"} <= found
    assert "J19" in {board.ids[hex_] for hex_ in ends(advance(board, [unit], 3), unit)}
    board.put("axis", 10, "K20")
    found = {board.ids[hex_] for hex_ in ends(advance(board, [unit], 3), unit)}
    assert "J20" in found
    assert "J19" not in found, "the first enemy zone stops it there too"


@pytest.mark.clause("8.8", "8.12")
@pytest.mark.parametrize(
    ("hex_", "offered"), [("LL30", {"MM31", "MM30"}), ("II30", {"II31", "HH30"})], ids=["alexandria", "cairo"]
)
def test_home_is_the_nearer_of_two_home_bases(hex_, offered):
    """A-HOME-NEARER: LL31 is nearer to Cairo and no nearer to Alexandria, JJ30 the other way round."""
    board = Board()
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2  # no port of its side
    unit = board.put("allied", 4, hex_, unsupplied=1)
    assert {board.ids[place] for place in tokens(board.play(), (unit,))} == offered


@pytest.mark.clause("8.27", "8.25")
@pytest.mark.parametrize(("enemies", "unsupplied"), [(("J24",), 0), (("J24", "K23", "I23"), 1)])
def test_a_supply_path_may_end_at_a_supply_unit_alone_in_an_enemy_zone(enemies, unsupplied):
    """A-SUPPLY-ZONE-END: from J21 by J22 to J23; it may not lead through J22 once that is in a zone, too."""
    board = Board()
    unit = board.put("allied", 4, "J21")
    board.supply("allied", "J23")
    for number, enemy in zip((10, 11, 12), enemies, strict=False):
        board.put("axis", number, enemy)
    at_step(board, "general-supply").advance()
    assert board.state.units.unsupplied[unit] == unsupplied


@pytest.mark.clause("11.15", "11.16")
@pytest.mark.parametrize(("what", "open_"), [("supply", True), ("unit", False)])
def test_axis_supply_east_of_the_wire_does_not_close_jalo_and_a_combat_unit_does(what, open_):
    """A-PA-JALO: nor does supply that lies there."""
    board = Board("nov41-dec42")
    jalo = board.ids[board.rules.columns.raider_bases[0]]
    army = board.put("allied", 34, jalo, down=1)
    if what == "supply":
        board.supply("axis", "SS10")
        board.supply("axis", jalo)
    else:
        board.put("axis", 15, "SS10")
    assert (REARM in tokens(board.play(), (army,))) is open_
