"""What is kept of one game: how it ended, how it stood after each player turn, what happened in it.

One line of JSON a game, the same bytes for the same game; a check at its end tells a line that was cut or edited.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DIED = "died"
"""How a game ended whose worker died over it; the others are those of a record."""
OVER = "over"


@dataclass(frozen=True)
class TurnResult:
    """How a game stood when a player turn was over."""

    turn: int
    """Game turn, 0 for the scenario's first."""
    side: int
    """Whose player turn it was; −1: nobody's."""
    leader: int
    """Who would have won; −1: nobody."""
    lead: int
    """By how much."""
    score: tuple[int, ...] = ()
    measures: tuple[tuple[int, ...], ...] = ()
    """By name of the game's measures, by side."""
    held: tuple[int, ...] = ()
    """By name of the game's objectives: the side that holds it + 1."""
    control: str = ""
    """Hexes that have changed hands since the last: see :func:`changes`."""
    lies: str = ""
    """Hexes in which something else lies than before, where that was asked for: see :class:`trace.Trace`."""


@dataclass(frozen=True)
class GameResult:
    """One game."""

    sample: int
    """Which setting of the run it was played in."""
    number: int
    """Which game of it, from 0."""
    seed: int
    ended: str
    """over, player, fault, stopped, or died."""
    message: str = ""
    winner: int = -1
    margin: int = 0
    level: str = ""
    decisive: bool = False
    decisions: int = 0
    turns: tuple[TurnResult, ...] = ()
    measures: tuple[str, ...] = ()
    """Names of the measures."""
    places: tuple[str, ...] = ()
    """Names of the objectives."""
    events: dict[str, int] = field(default_factory=dict)
    """How often each event happened, by `name|clause`."""
    steps: dict[str, int] = field(default_factory=dict)
    """How often sides decided in each step."""
    history: dict[str, bool] = field(default_factory=dict)
    """What happened as it did, by id."""
    health: dict[str, list[int]] = field(default_factory=dict)
    """What tells how well sides are played, by :class:`telling.Toll`'s kinds, `units` and `unmoved`: by side."""
    state: str = ""
    """Hash of the last state."""
    start: str = ""
    """What lies where before the first player turn, where that was asked for."""
    owned: str = ""
    """Whose each hex is then."""

    @property
    def whole(self) -> bool:
        """Whether it was played to its end."""
        return self.ended == OVER

    @property
    def traced(self) -> bool:
        """Whether it was noted what lies where."""
        return bool(self.start or self.owned or any(turn.lies for turn in self.turns))


def margin(game: GameResult, reference: int) -> int:
    """The margin as the reference side sees it."""
    return game.margin if game.winner == reference else -game.margin


def line_of(result: GameResult) -> str:
    """The line, with its end."""
    data = {key: value for key, value in vars(result).items() if key != "turns"}
    data["turns"] = [list(vars(turn).values()) for turn in result.turns]
    if not result.traced:  # what was not asked for is not written, so that the line is as it always was
        del data["start"], data["owned"]
        data["turns"] = [row[:-1] for row in data["turns"]]
    text = _json(data)
    return f'{text[:-1]},"check":"{_check(text)}"}}\n'


def result_of(line: str) -> GameResult | None:
    """Back from :func:`line_of`; None for a line that is not whole, or was edited."""
    head, mark, tail = line.rstrip("\n").rpartition(',"check":"')
    text = head + "}"
    if not mark or tail != f'{_check(text)}"}}':
        return None
    data = json.loads(text)
    turns = tuple(_turn(row) for row in data.pop("turns"))
    measures, places = tuple(data.pop("measures")), tuple(data.pop("places"))
    return GameResult(**data, measures=measures, places=places, turns=turns)


def _turn(row: list[Any]) -> TurnResult:
    turn, side, leader, lead, score, measures, held, *texts = row
    return TurnResult(turn, side, leader, lead, tuple(score), tuple(map(tuple, measures)), tuple(held), *texts)


def _check(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def changes(before: Sequence[int], now: Sequence[int]) -> str:
    """What differs, as runs of hexes that became the same: `12=1 40-43=2`."""
    changed = ((hex_, value) for hex_, value in enumerate(now) if value != before[hex_])
    runs = []
    for (value, _), group in groupby(enumerate(changed), key=lambda each: (each[1][1], each[1][0] - each[0])):
        hexes = [hex_ for _, (hex_, _) in group]
        runs.append(f"{hexes[0]}={value}" if len(hexes) == 1 else f"{hexes[0]}-{hexes[-1]}={value}")
    return " ".join(runs)


def changed(text: str) -> Iterator[tuple[range, int]]:
    """Back from :func:`changes`: hexes, and what they became."""
    for run in text.split():
        hexes, _, value = run.partition("=")
        first, _, last = hexes.partition("-")
        yield range(int(first), int(last or first) + 1), int(value)
