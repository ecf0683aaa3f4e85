"""The dice of a table of results: how many are thrown in each kind of turn, and what kinds of turn add to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import dice
from scenario_forge.wargame.base.steps import outcomes_of
from scenario_forge.wargame.modules.kinds_of_turn import Weather, strange_kinds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.mechanics.tables import Chances
    from scenario_forge.simulator.step import Outcome
    from scenario_forge.wargame.board.board import Board, Situation

_DICE = re.compile(r"(\d+)d6")
_NUMBERS = ("no", "one", "two", "three")


def counts_of(game: Game, chart: str) -> dict[str, int]:
    """Return how many dice are thrown on a chart, by kind of turn; under an empty kind in all others."""
    printed = tables(game).charts[chart].chart
    thrown = {"": printed.die, **printed.dice_when}
    return {"": 1} | {kind: int(found[1]) for kind, text in thrown.items() if (found := _DICE.fullmatch(text))}


def dice_findings(game: Game, chart: str) -> Iterator[Diagnostic]:
    """Yield kinds of turn for which a chart names dice and that never come."""
    found = tables(game).charts.get(chart)
    if found is not None:
        yield from strange_kinds(game, found.where / "dice_when", found.chart.dice_when)


def dice_in_words(text: str) -> str:
    """Return dice in words: those of a chart, else one."""
    found = _DICE.fullmatch(text)
    number = int(found[1]) if found else 1
    return "one die" if number == 1 else f"{_NUMBERS[number] if number < len(_NUMBERS) else number} dice"


class TableDice:
    """The dice of a table in play.

    Args:
        board: the board.
        counts: as :func:`counts_of` gives them.
        fight: the way of fighting by which kinds of turn add to them: `assault`, `fire`.
    """

    def __init__(self, board: Board, counts: Mapping[str, int], fight: str) -> None:
        self.board, self.fight = board, fight
        self._throws: Mapping[str, Chances[int]] = {kind: dice(count) for kind, count in counts.items()}

    @property
    def usual(self) -> Chances[int]:
        """The totals in most turns."""
        return self._throws[""]

    def thrown(self, now: Situation) -> Chances[int]:
        """Return the totals of the dice in the kinds of turn that it is."""
        weather = self.board.get(Weather)
        kinds = weather.now(now) if weather is not None else []
        return next((self._throws[kind] for kind in kinds if kind in self._throws), self.usual)

    def outcomes(self, now: Situation) -> list[Outcome]:
        """Return the totals as outcomes of a throw."""
        return outcomes_of(self.thrown(now))

    def added(self, now: Situation) -> list[tuple[int, str, str]]:
        """Return what kinds of turn add to the dice: the number, the kind, the rule."""
        weather = self.board.get(Weather)
        light = weather.added(now, self.fight) if weather is not None else []
        return [(value, kind, "weather.dice") for value, kind in light]

    def more(self, now: Situation) -> int:
        """Return the sum of what kinds of turn add."""
        return sum(value for value, _kind, _rule in self.added(now))
