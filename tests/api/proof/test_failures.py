"""Rules that fail while a scenario is proved: what kind of failure, with seed and players, at the row it is about."""

from __future__ import annotations

import time

import pytest
from simulator import toys

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.playtest.proof import Proof
from scenario_forge.playtest.proof_games import Trial, open_trial, play_one_game
from scenario_forge.simulator.play import Breach

from .table import game, line_of


class Silent(toys.Move):
    def choices(self, state, frame, prefix):
        return [] if state.units.place[0] == 2 else super().choices(state, frame, prefix)


class Crash(toys.Fire):
    def apply(self, state, frame, action):
        raise KeyError("no such row")


class Endless(toys.Fire):
    def apply(self, state, frame, action):
        return toys.Next((), (frame,))


class Late(toys.ToyPlay):
    """Goes on in turns that the scenario does not have."""

    def turn(self, state):
        return 99


def with_steps(move=toys.Move, fire=toys.Fire, kind=toys.ToyPlay, **more):
    sequence = toys.SequenceOfPlay({"move": move(), "fire": fire()}, toys.Frame("move"), toys.reaction)
    return kind(sequence, **more)


def proved(play, **trial):
    """Findings of the siege, played by other rules."""
    loaded = game()
    compiled = compile_scenario(loaded, "siege")
    made = {"games": 20, "players": ["random"], "most": 300, **trial}
    trial = Trial(**made)
    seen, games = open_trial(compiled, lambda _compiled: play, "siege", trial)
    for who in games:
        seen.add(play_one_game(compiled, lambda _compiled: play, "siege", trial, who))
    return Proof(loaded, {"siege": compiled}, [seen]).findings(whole=False)


def only(play, code, **trial):
    (finding,) = [each for each in proved(play, **trial) if each.severity.word == "error"]
    assert finding.code.id == code, finding
    return finding


def ditch(table, number):
    return toys.ToyPlay(
        broken=lambda s: [Breach("`1 Arm Brig` in the ditch", table, number)] if s.units.place[0] == 3 else []
    )


def test_ply001_what_must_hold_and_does_not_stands_at_the_unit_it_is_about():
    finding = only(ditch("units", 0), "PLY001")
    assert finding.message == "`siege`: after `enters`: `1 Arm Brig` in the ditch"
    assert "name: 1 Arm Brig" in line_of(finding)
    assert "random against itself" in finding.notes[0]
    assert "skirmish --scenario siege --seed " in finding.help
    assert line_of(only(ditch("", -1), "PLY001")) == "scenario: siege"


def test_the_seed_of_a_finding_shows_it_again():
    seed = int(only(ditch("units", 0), "PLY001").notes[0].split()[1].strip(","))
    again = only(ditch("units", 0), "PLY001", seed=seed, games=1)
    assert "in 1 of 1 games" in again.notes[0]


def test_ply002_rules_that_break_down_are_told():
    assert "the rules fail: KeyError: 'no such row'" in only(with_steps(fire=Crash), "PLY002").message


def test_ply003_a_side_without_a_choice_is_told():
    assert "dead end" in only(with_steps(move=Silent), "PLY003").message


@pytest.mark.parametrize(
    ("play", "told"),
    [(with_steps(fire=Endless), "no end after 300 decisions"), (with_steps(kind=Late), "in game turn 100 of 6")],
)
def test_ply004_play_that_does_not_end_by_the_stop_date_is_told(play, told):
    assert told in only(play, "PLY004").message


@pytest.mark.parametrize("play", [toys.ToyPlay(begin=lambda: 1 // 0), None])
def test_ply005_rules_that_cannot_begin_are_told(play):
    assert "`siege` cannot be played" in only(play, "PLY005").message


def test_ply006_a_first_state_that_must_not_be_is_told_and_not_played():
    finding = only(toys.ToyPlay(broken=lambda s: [Breach("`4/1 Ind` is nowhere", "units", 3)]), "PLY006")
    assert "name: 4/1 Ind" in line_of(finding)


def slow(_seat):
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda seat: 1 // 0, "failed: ZeroDivisionError"),
        (lambda seat: (0, 7), "which is not allowed"),
        (slow, "took longer than 0.1 s"),
    ],
)
def test_ply007_a_player_that_fails_is_told_as_that(monkeypatch, answer, told):
    toys.plug_in(monkeypatch, answer)
    finding = only(toys.ToyPlay(), "PLY007", players=["mine"], games=1, limit=0.1)
    assert told in finding.message
    assert "--player mine" in finding.help


def test_a_failure_in_many_games_is_told_once():
    assert len(proved(ditch("units", 0), games=40)) == 1
