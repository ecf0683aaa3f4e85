"""Where and when two games of one seed part: the first player turn after which something else lies in a hex.

What differs from the first, because the settings do, is no parting: there a hex parts the games when it changes in one
of them and stays as it was in the other, and that it belongs to whoever stands there from the first is no news.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any
from zlib import crc32

from scenario_forge.playtest.result import changed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.playtest.result import GameResult, TurnResult
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.telling import Piece


Moment = tuple[int, int]


@dataclass(frozen=True)
class Parting:
    """Two games of one seed, as far as they went alike. Hexes are numbers; one beyond the last is off the map."""

    seed: int
    start: frozenset[int]
    """Hexes that differ before the first player turn: what lies in them, or whose they are."""
    moment: Moment | None = None
    """Game turn and side of the first player turn after which they are not alike; None: alike to the end."""
    hexes: frozenset[int] = frozenset()
    """Where, when that player turn was over; none where only the end of the game is another."""
    alike: bool = True
    """Whether all went the same way to the end: also what was counted, and each thing that happened."""


class _Grid:
    """A value by hex in both games, over time."""

    def __init__(self, hexes: int, first: str, second: str) -> None:
        self.now = [[0] * hexes, [0] * hexes]
        self.take(first, second)
        self.began = [list(values) for values in self.now]
        self.apart = frozenset(hex_ for hex_, (one, two) in enumerate(zip(*self.now, strict=True)) if one != two)

    def take(self, *texts: str) -> None:
        for values, text in zip(self.now, texts, strict=True):
            for hexes, value in changed(text):
                for hex_ in hexes:
                    values[hex_] = value

    def parted(self) -> set[int]:
        """Hexes that are not alike, beyond what differed from the first."""
        found = set()
        for hex_, (one, two) in enumerate(zip(*self.now, strict=True)):
            if hex_ in self.apart:
                moved = [self.now[game][hex_] != self.began[game][hex_] for game in (0, 1)]
                if moved[0] != moved[1]:
                    found.add(hex_)
            elif one != two:
                found.add(hex_)
        return found


def parting(first: GameResult, second: GameResult, hexes: int) -> Parting:
    """Compare two whole, traced games; ``hexes`` is how many the map has."""
    lies = _Grid(hexes + 1, first.start, second.start)
    owned = _Grid(hexes, first.owned, second.owned)
    start = lies.apart | owned.apart
    for one, two in zip_longest(first.turns, second.turns):
        either = one or two
        assert either is not None  # noqa: S101 - the longer of both has it
        if one is None or two is None or _moment(one) != _moment(two):
            return Parting(first.seed, start, _moment(either), frozenset(), alike=False)
        lies.take(one.lies, two.lies)
        owned.take(one.control, two.control)
        found = lies.parted() | (owned.parted() - lies.apart)
        if found:
            return Parting(first.seed, start, _moment(one), frozenset(found), alike=False)
    return Parting(first.seed, start, alike=_told(first) == _told(second))


def _moment(turn: TurnResult) -> Moment:
    return turn.turn, turn.side


def _told(game: GameResult) -> tuple[object, ...]:
    """What is not seen on the map."""
    last = game.turns[-1] if game.turns else None
    return game.winner, game.margin, game.level, game.events, last and (last.score, last.held)


def owners_at_end(game: GameResult, hexes: int) -> Sequence[int]:
    """By hex: the side that controls it when the game is over + 1; 0 nobody."""
    held = [0] * hexes
    for turn in game.turns:
        for run, value in changed(turn.control):
            for hex_ in run:
                held[hex_] = value
    return held


# -- what lies in each hex as one number, so that two games can be told apart hex by hex -----------


class Trace:
    """Notes of counters. Two hexes have the same number if the same lies in them, in the same strength and face.

    Units are known by side and printed number, so that a row more in a list moves nobody; the last number stands for
    all that is off the map.
    """

    def __init__(self, play: Play[Any], compiled: CompiledScenario) -> None:
        self.play, self.hexes = play, compiled.hexes
        self.units = tuple(zip(compiled.units.side, compiled.units.no, strict=True))

    def __call__(self, state: State) -> list[int]:
        """By hex, and one more for what is off the map; 0 where nothing lies."""
        there: dict[int, list[str]] = {}
        for piece in self.play.pieces(state):
            there.setdefault(piece.place if 0 <= piece.place < self.hexes else self.hexes, []).append(self._said(piece))
        return [_number(there[hex_]) if hex_ in there else 0 for hex_ in range(self.hexes + 1)]

    def _said(self, piece: Piece) -> str:
        known = piece.kind == "units" and 0 <= piece.number < len(self.units)
        # markers of a kind are alike: which of them it is tells nobody anything
        who = self.units[piece.number] if known else ()
        off = min(0, piece.place)
        return repr((piece.kind, who, piece.side, off, piece.strength, sorted(piece.marks)))


def _number(said: list[str]) -> int:
    return crc32("\n".join(sorted(said)).encode("utf-8", "replace")) or 1
