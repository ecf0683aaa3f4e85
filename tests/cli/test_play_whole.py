"""Playing with the rules of a real system: a game, its record, a person, all by name."""

from __future__ import annotations

import io

import pytest


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scenario", ["siege", "compass"])
def test_a_game_of_the_rules_replays_to_the_same_state(forge, scenario):
    said = forge("play", "skirmish", "-s", scenario, "--seed", 4, "-o", "r.json")
    assert said.code == 0, said.err
    assert "\nDec 40 " in said.out or "\nMar 41 " in said.out
    again = forge("replay", "r.json")
    assert again.code == 0, again.out


def test_units_and_hexes_are_called_by_name(forge, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1 Arm Brig\nquit\n"))
    said = forge("play", "skirmish", "-s", "siege", "--human", "allied", "--player", "axis=random")
    assert said.code == 0, said.err
    assert "1 Arm Brig  (" in said.out
    assert "1 Arm Brig> " in said.out
    assert "Player turn of the Allied player, Apr 41  [2.1]" in said.out
