"""Readings of *WW2 Western Desert Rules* that are not in force, which rules.yaml may choose."""

from __future__ import annotations

import copy
import json
from functools import cache

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare

from .position import ALLIED, FOLDER, Board, printed


@cache
def changed(key):
    """The scenario with a reading chosen."""
    rules = copy.deepcopy(printed().files["rules.yaml"].data)
    rules["groups"]["grant"] = {"special": "option Q0.3*"}
    rules |= {"turning": {"turning": {"grant": 1}}, "plunging": {"plunging": True}}[key]
    return prepare(load_game(FOLDER, "none", {"rules.yaml": json.dumps(rules)}), "meeting")


@pytest.mark.clause("13.1", "Q0.3", game="western-desert")
@pytest.mark.parametrize(("hex_", "facing", "usual", "limited"), [
    ("F6", "E", True, True), ("F6", "W", True, False), ("E6", "W", True, True),
])  # fmt: skip
def test_the_gun_of_some_turns_only_to_near_targets(hex_, facing, usual, limited):
    """A Grant fires two hexes; behind it only one where the option is on."""
    units = {"grant": f"D6>{facing}", "pz4": f"{hex_}>W"}
    for ready, fires in ((None, usual), (changed("turning"), limited)):
        assert ("fire" in Board(units, ALLIED, ready=ready).offered()) == fires


@pytest.mark.clause("13.1", "Q0.3", game="western-desert")
def test_the_turrets_of_others_turn_all_round():
    board = Board({"crusader": "E5>W", "pz4": "G5>W"}, ALLIED, ready=changed("turning"))
    assert "fire" in board.offered()


@pytest.mark.clause("4.5", "16.2", game="western-desert")
@pytest.mark.parametrize(("gun", "usual", "lobbed"), [("A3>E", False, True), ("I1>W", False, False)])
def test_plunging_fire_supports_into_a_wadi_from_any_distance_in_range(gun, usual, lobbed):
    """D3 is a wadi; from I1 it is six hexes away."""
    units = {"grant": "E3>W", "25pdr": gun, "pz4": "D3>E"}
    for ready, joins in ((None, usual), (changed("plunging"), lobbed)):
        assert ("with" in Board(units, ALLIED, ready=ready).offered("fire", "pz4", "grant")) == joins
