"""What is settled before play: scenarios, options, the units and what tells them apart (II, IV.A, V)."""

from __future__ import annotations

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario
from scenario_forge.simulator.players import RandomPlayer

from .board import ALLIED, AXIS, Board, prepared

BARDIA, BESIDE = "2010", "2009"
DEPOTS = {2, 3, 4, 5}
TURNS = {"tobruk-41": 1, "tobruk-42": 3, "el-alamein": 4, "campaign-41": 5, "campaign-42": 7, "campaign": 12}
"""By scenario, as the list of section II has them."""
ALONE = frozenset({"solitaire"})


class Person(RandomPlayer):
    """Plays at random, and notes for which side it is asked."""

    def __init__(self, play, side):
        super().__init__(play, side, 1)
        self.asked = set()

    def choose(self, seat):
        self.asked.add(seat.side)
        return super().choose(seat)


@pytest.mark.clause("II.1", game="knights-of-the-desert")
def test_with_nothing_settled_otherwise_the_game_is_historical():
    """Ratings of 3 and 5: strengths as printed, points of the track, no delay; the track says who has initiative."""
    board = Board(step="turn")
    assert list(prepared().play.begin().units.strength) == list(prepared().compiled.units.start_strength)
    board.put(8, "0204")
    board.playout.advance()
    assert (board.state.sides.pool[AXIS], list(board.state.sides.air)) == (7000, [3, 0])
    assert list(board.state.nations.replacements) == [80, 250, 600]
    board.act(8, "0", "0", "0")
    assert board.playout.frame.step == "initiative"
    assert board.playout.source.asked == []


@pytest.mark.clause("II.1", game="knights-of-the-desert")
@pytest.mark.parametrize("scenario", TURNS)
def test_the_same_is_settled_for_each_scenario(scenario):
    """A level for each side, whether a computer plays, random initiative, depots: each changes what is played."""
    changed = ("axis-expert", "allied-novice", "solitaire", "random-initiative", "extra-depots")
    hashes = {prepared(scenario, frozenset({option})).compiled.hash for option in changed}
    assert len(hashes | {prepared(scenario).compiled.hash}) == len(changed) + 1


@pytest.mark.clause("II.5", game="knights-of-the-desert")
@pytest.mark.parametrize("scenario", TURNS)
def test_each_scenario_has_the_turns_of_its_row(scenario):
    """Nobody is on the map: each side has only phases to end."""
    board = Board(scenario=scenario, step=None)
    asked = []
    while board.playout.advance() is not None:
        step = board.playout.frame.step
        asked.append(step)
        board.playout.act(("first",) if step == "initiative" else ("end",))
    assert asked.count("initiative") == len(board.events("turn ends")) == TURNS[scenario]


@pytest.mark.clause("II.16", "IV.A.1", game="knights-of-the-desert")
@pytest.mark.parametrize("scenario", TURNS)
def test_the_axis_has_two_depots_more_by_the_option(scenario):
    """Units 6 and 7 of the 28; without them there are 26 and 28, numbered as in the order of battle."""
    for options, extra in ((None, set()), (frozenset({"extra-depots"}), {6, 7})):
        ready = prepared(scenario, options)
        units, state = ready.compiled.units, ready.play.begin()
        on_map = {no for no, place in zip(units.no, state.units.place, strict=True) if place >= 0}
        assert {no for no in on_map if no < 8} == {1, *DEPOTS, *extra}
        sides = [{no for no, of in zip(units.no, units.side, strict=True) if of == side} for side in (AXIS, ALLIED)]
        assert sides == [set(range(1, 29)) - {6, 7} | extra, set(range(29, 57))]


@pytest.mark.clause("IV.A.1.b", game="knights-of-the-desert")
@pytest.mark.parametrize(("no", "strength"), [(8, 665), (14, 45), (36, 280), (37, 590)])
def test_a_unit_hurts_the_enemy_by_the_combat_strength_of_its_counter(no, strength):
    """The base loss of both sides grows with the strength of the attackers (IV.D.5.a): 5 + 9 × .006 of it."""
    board = Board(side=AXIS if no < 29 else ALLIED, dice=[100, 100, 0, 0, 0, 0])
    foe = 54 if no < 29 else 20
    assert board.unit(no, "strength") == strength
    board.put(no, BESIDE, supply=600, points=36)
    board.put(foe, BARDIA, strength=600 if no < 29 else 300)
    board.attack(BESIDE, BARDIA, [foe], [no], 9, 1, 0)
    morale = {8: 0.8, 14: 1.3, 36: 1.2, 37: 1.2}[no]
    assert board.losses()[no] == min(int((5 + 0.054 * strength) * morale + 1e-9), strength)


@pytest.mark.clause("V.0", game="knights-of-the-desert")
def test_against_the_computer_a_person_leads_the_axis_alone():
    """Of all decisions only those of the Axis are asked; what helps a side without a person helps the Allied one."""
    ready = prepared(options=ALONE)
    assert ready.compiled.keys["sides"][ready.play.rules.helped_side] == "allied"
    person = Person(ready.play, AXIS)
    played = play_scenario(ready, PlayOrder(seed=1, own={"axis": person}))
    assert (played.ending.ended, person.asked) == ("over", {AXIS})
