"""Attacks that must be made: the assault phase does not end before them, and a computer player makes them."""

from __future__ import annotations

import pytest

from scenario_forge.wargame.board.mind import Mind
from tests.systems.position import whole_game

from .ridge import FRENCH, Board, variant

pytestmark = pytest.mark.rule("assault", "combat")

GUNS_JOIN = {"range": "range", "of": {"type": "artillery"}}
ASSAULT = {"table": "combat_results", "value": "strength", "support": GUNS_JOIN, "obligatory": True}
BRIGADES, GUNS = ("Rohan", "Hohenlohe"), ("12-pounders", "6-pounders")
ZONES = {"of": {"not": {"type": "artillery"}}, "enter": "stop"}


@pytest.fixture(scope="module")
def bound(tmp_path_factory):
    """Who is in a zone must attack; artillery has none."""
    return variant(tmp_path_factory.mktemp("bound"), assault=ASSAULT, zones=ZONES)


@pytest.fixture(scope="module")
def freely(tmp_path_factory):
    """Nobody has to attack."""
    return variant(tmp_path_factory.mktemp("freely"), assault={**ASSAULT, "obligatory": False}, zones=ZONES)


@pytest.fixture(scope="module")
def walled(tmp_path_factory):
    """Zones do not reach across the brook."""
    return variant(tmp_path_factory.mktemp("walled"), assault=ASSAULT, zones={**ZONES, "not_across": ["stream"]})


@pytest.fixture(scope="module")
def without_zones(tmp_path_factory):
    return variant(
        tmp_path_factory.mktemp("none"), assault=ASSAULT, zones=None, rally={"value": "morale"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("units", "offered"),
    [
        ({"Friant": "0414", "Rohan": "0413"}, ["0413"]),
        ({"Friant": "0415", "Rohan": "0413"}, []),  # the phase is over
        ({"Friant": "0414", "12-pounders": "0413"}, ["0413", "end"]),  # it has no zone
        ({"Friant": "0414", "12-pounders": "0413", "Rohan": "0413"}, ["0413"]),
        ({"Foot guns": "0414", "Rohan": "0413"}, ["0413"]),  # in a zone, without one of its own
    ],
)
def test_the_phase_can_be_ended_where_nobody_is_in_a_zone(bound, units, offered):
    assert Board(bound, units, "assault").offered() == offered


def test_the_phase_ends_once_every_attack_is_made_that_can_be(bound):
    """Both stand in the zones of both."""
    board = Board(bound, {"Friant": "0414", "Morand": "0414", "Rohan": "0413", "Ulm": "0513"}, "assault", dice=[3, 3])
    board.act("0413", "Friant")
    assert board.offered() == ["0513"], "Morand must attack"
    board.act("0513", "Morand")
    board.offered()
    assert not board.state.stack, "the phase is over"


@pytest.mark.parametrize(
    ("more", "obliged", "left"),
    [
        ({}, True, []),
        ({}, False, ["Morand"]),
        ({"Gudin": "0514"}, True, ["Morand"]),
        ({"Gudin": "0313"}, True, ["Gudin"]),
        ({"Gudin": "0313"}, False, ["Morand", "Gudin"]),
    ],
    ids=[
        "nobody else for the other hex",
        "none has to",
        "Gudin can attack the other",
        "Gudin cannot",
        "Gudin need not",
    ],
)
def test_who_attacks_a_hex_leaves_enough_for_the_others(bound, freely, more, obliged, left):
    """Friant and Morand are beside both hexes, 0514 is beside 0513 alone, 0313 beside 0413 alone."""
    units = {"Friant": "0414", "Morand": "0414", "Rohan": "0413", "Ulm": "0513", **more}
    board = Board(bound if obliged else freely, units, "assault")
    assert board.offered("0413", "Friant") == left


def test_a_hex_that_may_but_need_not_be_attacked_keeps_nobody_from_another(bound):
    """The guns in 0513 have no zone: whoever is left may attack them, but Rohan alone must be attacked."""
    units = {"Friant": "0414", "Morand": "0414", "Rohan": "0413", "12-pounders": "0513"}
    board = Board(bound, units, "assault")
    assert board.offered() == ["0413", "0513"]
    assert board.offered("0413", "Friant") == ["Morand"]
    assert board.offered("0513", "Friant") == [], "Morand is left for Rohan"


def test_a_hex_that_has_been_attacked_keeps_nobody_from_another(tmp_path):
    """Rohan may be attacked again, but need not be."""
    again = variant(tmp_path, assault={**ASSAULT, "again": True}, zones=ZONES)
    units = {"Friant": "0414", "Morand": "0414", "Gudin": "0313", "Rohan": "0413", "Ulm": "0513"}
    board = Board(again, units, "assault", dice=[3])
    assert board.offered("0513", "Friant") == ["Morand"]
    board.state.stack = (board.state.stack[0].with_values(begun=True, attacked=[board.hex("0413")]),)
    board.state.units.fought[board.index["Gudin"]] = 1
    assert board.offered() == ["0413", "0513"]
    assert board.offered("0513", "Friant") == ["Morand"]
    assert board.offered("0413", "Friant") == [], "Morand is left for Ulm"


def test_a_gun_that_must_attack_beside_it_does_not_join_from_afar_elsewhere(bound, freely):
    """Foot guns are beside Ulm, and have Rohan in range."""
    units = {"Friant": "0313", "Foot guns": "0514", "Rohan": "0413", "Ulm": "0513"}
    assert "with" not in Board(bound, units, "assault").offered("0413", "Friant")
    assert Board(freely, units, "assault").offered("0413", "Friant") == ["with"]
    assert "with" in Board(bound, {**units, "Morand": "0514"}, "assault").offered("0413", "Friant")


def test_a_player_leaves_enough_too(bound):
    """Together they have the better odds on the first hex; one of them has to attack the other."""
    board = Board(bound, {"Friant": "0414", "Morand": "0414", "Hessen": "0413", "Stipsicz": "0513"}, "assault")
    board.playout.advance()
    mind, step = Mind(board.play, FRENCH), board.play.sequence.steps["assault"]
    chosen = step.best(mind, board.rules.at(board.state), board.playout.frame)
    assert len(chosen) == 2
    assert board.playout.legal(chosen)


@pytest.mark.parametrize(("game", "ends"), [("walled", True), ("bound", False)])
def test_zones_that_do_not_reach_bind_nobody(request, game, ends):
    """Gudin and Rohan have the brook between them."""
    board = Board(request.getfixturevalue(game), {"Gudin": "0611", "Rohan": "0610"}, "assault")
    assert ("end" in board.offered()) == ends


def test_an_enemy_in_whose_zone_a_unit_is_is_attacked_by_another_that_can(walled):
    """Friant on the same bank has fought; Gudin across the brook is in no zone, but can attack Rohan."""
    board = Board(walled, {"Gudin": "0611", "Friant": "0709", "Rohan": "0610"}, "assault")
    board.state.stack = (board.state.stack[0].with_values(begun=True),)
    board.state.units.fought[board.index["Friant"]] = 1
    assert board.offered() == ["0610"]
    assert board.offered("0610") == ["Gudin"]


def test_without_zones_whoever_is_beside_the_enemy_must_attack(without_zones):
    board = Board(without_zones, {"Friant": "0414", "12-pounders": "0413"}, "assault")
    assert board.offered() == ["0413"]


def test_a_player_makes_the_attack_that_it_would_rather_not(bound):
    """One against two has nothing to gain: it attacks those in whose zone it is, and leaves guns alone, which have none."""
    brigades, guns = ({"Lasalle": "0414", **dict.fromkeys(names, "0413")} for names in (BRIGADES, GUNS))
    for places, chosen in ((brigades, ("0413", "Lasalle")), (guns, ("end",))):
        board = Board(bound, places, "assault")
        board.playout.advance()
        mind, step = Mind(board.play, FRENCH), board.play.sequence.steps["assault"]
        best = step.best(mind, board.rules.at(board.state), board.playout.frame)
        assert best == board.action(*chosen)


def test_a_player_would_rather_not_stand_where_it_must_attack_the_stronger(bound):
    board = Board(bound, {"Lasalle": "0416", "Rohan": "0413", "Hohenlohe": "0413"}, "movement")
    mind, now = Mind(board.play, FRENCH), board.rules.at(board.state)
    outlook = board.rules.modules["assault"].outlook
    assert outlook(mind, now, board.index["Lasalle"], board.hex("0414")) < 0
    assert outlook(mind, now, board.index["Lasalle"], board.hex("0415")) == 0


@pytest.mark.parametrize("players", [("competent", "random"), ("idle", "competent")])
def test_a_whole_game_is_played_to_its_end(bound, players):
    whole_game(bound, players, 1)
