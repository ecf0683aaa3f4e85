"""A game that was played goes on from the scenario drafted from it: what it had come to is all in the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from scenario_forge.api.drafts.from_play import from_record, state_at
from scenario_forge.api.play import PlayOrder, play_scenario, prepare
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import CHANCE, Scripted
from tests.as_printed import load_as_printed

GAMES = [
    ("beda-fomm", ScenarioRequest("later", "1/41", "6/41"), "competent", 1, ()),
    ("beda-fomm", ScenarioRequest("later", "2/41", "6/41", "axis"), "random", 2, ()),
    ("cyrenaica", ScenarioRequest("later", "7/41", "12/41"), "random", 3, ("white-knees", "mechanised-retreat")),
    ("cyrenaica", ScenarioRequest("later", "8/41", "12/41", "axis"), "competent", 3, ()),
]


@pytest.fixture(scope="module")
def game():
    return load_as_printed("desert-rats", "all")


class Two:
    """A game as it was played, and the same from the drafted scenario on."""

    def __init__(
        self, game: Any, scenario: str, wanted: ScenarioRequest, player: str, seed: int, options: tuple[str, ...]
    ) -> None:
        self.old = prepare(game, scenario, options)
        self.played = play_scenario(self.old, PlayOrder(seed=seed, players=dict.fromkeys(("allied", "axis"), player)))
        made = from_record(game, wanted, self.played.record)
        self.text = made.text
        self.new = prepare(load_as_printed("desert-rats", "all", files={"scenarios/later.yaml": made.text}), "later")
        turn = made.dates.first_turn - self.old.compiled.turns.span[0]
        self.moment = (turn, self.old.sides.index(made.dates.first))
        self.was = state_at(self.old, self.played.match.playout.events, self.moment)
        self.begun = self.new.play.begin()


@pytest.fixture(scope="module", params=GAMES, ids=lambda each: f"{each[0]}-{each[2]}-{each[3]}")
def two(game, request):
    return Two(game, *request.param)


def tables(state: Any) -> dict[str, Any]:
    """All that a start is. Of a unit that is gone the strength counts only if it stands in for another.

    Left out is what each player turn sets anew (points spent, marches, halts, general supply, arrivals at centres),
    and the score, which a scenario begins with nothing.
    """
    data = state.to_data()["tables"]
    units, supplies = data["units"], data["supplies"]
    counts = [
        place >= 0 or -100 < place < -1 or bool(stands)
        for place, stands in zip(units["place"], units["stands"], strict=True)
    ]
    return {
        **{name: units[name] for name in ("place", "down", "green", "stands")},
        "strength": [strength * flag for strength, flag in zip(units["strength"], counts, strict=True)],
        "supplies": (supplies["place"], supplies["used"]),
        **{name: data["hexes"][name] for name in ("wreck", "box")},
        **{name: data["sides"][name] for name in ("repairs", "replacements")},
        **{name: data["clock"][name] for name in ("turn", "side")},
    }


def alike(two: Two) -> Any:
    """The drafted scenario's first state, its supply markers numbered as in the game: of one side and kind any will do."""
    markers, begun = two.old.play.rules.markers, two.new.play.begin()
    lying: dict[Any, list[int]] = {}
    for number, marker in enumerate(markers):
        key = (marker, begun.supplies.place[number], begun.supplies.used[number])
        lying.setdefault(key, []).append(number)
    order = [lying[m, two.was.supplies.place[n], two.was.supplies.used[n]].pop() for n, m in enumerate(markers)]
    for column in (begun.supplies.place, begun.supplies.used):
        values = [column[number] for number in order]
        for number, value in enumerate(values):
            column[number] = value
    return begun


@pytest.mark.sampled(3)
def test_the_first_state_is_what_the_game_had_come_to(two):
    assert tables(alike(two)) == tables(two.was)


@pytest.mark.sampled(2)
def test_whoever_controlled_a_hex_controls_it(two):
    """Hexes where nobody has been go with those around them."""
    was, now = two.was.hexes.control, two.begun.hexes.control
    assert [now[hex_] for hex_, side in enumerate(was) if side] == [side for side in was if side]


@pytest.mark.sampled(3)
def test_nothing_that_must_hold_is_broken(two):
    assert not list(two.new.play.breaches(two.begun))


@pytest.mark.sampled(2)
def test_the_game_goes_on_from_it_move_by_move(two):
    """Every choice that the players had is there, and every move that they made can be made, to the end of the game."""
    log = two.played.match.playout.log
    old = Playout(
        two.old.play.sequence, two.old.play.begin(), Scripted(d.action[0] for d in log if d.decider == CHANCE)
    )
    moves = iter([decision.action for decision in log if decision.decider != CHANCE])
    while old.advance() is not None and two.old.play.moment(old.state) != two.moment:
        old.act(next(moves))
    drawn = [d.action[0] for d in log if d.decider == CHANCE][sum(d.decider == CHANCE for d in old.log) :]
    new = Playout(two.new.play.sequence, alike(two), Scripted(drawn))
    new.advance()
    made = 0
    for move in moves:
        assert tables(new.state) == tables(old.state)
        assert (new.decider, new.frame) == (old.decider, old.frame)
        assert list(new.choices()) == list(old.choices())
        new.act(move)
        old.act(move)
        made += 1
        if old.advance() is None:
            break
        new.advance()
    assert made > 20
