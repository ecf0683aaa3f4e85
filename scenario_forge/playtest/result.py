"""Stored games: a line of JSON for each, and the folder of a run that holds the lines.

A line says how its game ended, how it stood after each player turn, and what happened in it. It has the same bytes for
the same game, and a check at its end tells a line that was cut or edited. Games in the folder are not played again.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.record import compact_json
from scenario_forge.source import files
from scenario_forge.source.files import code_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence


DIED = "died"
"""How a game ended whose worker died over it; the others are those of a record."""
OVER = "over"


@dataclass(frozen=True)
class TurnResult:
    """State of a game when a player turn was over."""

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
    """Hexes that have changed hands since the last: see :func:`changes_text`."""
    lies: str = ""
    """Hexes in which something else lies than before, where that was asked for: see :class:`run.Trace`."""


@dataclass(frozen=True)
class GameResult:
    """Result of one game: a line of JSON in the folder of the run."""

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
    """What tells how well sides are played, by :class:`play.Toll`'s kinds, `units` and `unmoved`: by side."""
    state: str = ""
    """Hash of the last state."""
    start: str = ""
    """What lies where before the first player turn, where that was asked for."""
    owned: str = ""
    """Whose each hex is then."""

    @property
    def whole(self) -> bool:
        """Whether the game was played to its end."""
        return self.ended == OVER

    @property
    def traced(self) -> bool:
        """Whether the pieces in each hex were noted too."""
        return bool(self.start or self.owned or any(turn.lies for turn in self.turns))


def margin(game: GameResult, reference: int) -> int:
    """Return the margin as the reference side sees it."""
    return game.margin if game.winner == reference else -game.margin


def line_of(result: GameResult) -> str:
    """Return a result as a line of JSON, with its check and the end of the line."""
    data = {key: value for key, value in vars(result).items() if key != "turns"}
    data["turns"] = [list(vars(turn).values()) for turn in result.turns]
    if not result.traced:  # omit when off, to keep the line format
        del data["start"], data["owned"]
        data["turns"] = [row[:-1] for row in data["turns"]]
    text = compact_json(data)
    return f'{text[:-1]},"check":"{_check(text)}"}}\n'


def result_of(line: str) -> GameResult | None:
    """Return the result that :func:`line_of` wrote; None for a line that is not whole, or was edited."""
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


def changes_text(before: Sequence[int], now: Sequence[int]) -> str:
    """Return differences as runs of hexes that became the same: `12=1 40-43=2`."""
    changed = ((hex_, value) for hex_, value in enumerate(now) if value != before[hex_])
    runs = []
    for (value, _), group in groupby(enumerate(changed), key=lambda each: (each[1][1], each[1][0] - each[0])):
        hexes = [hex_ for _, (hex_, _) in group]
        runs.append(f"{hexes[0]}={value}" if len(hexes) == 1 else f"{hexes[0]}-{hexes[-1]}={value}")
    return " ".join(runs)


def parse_changes(text: str) -> Iterator[tuple[range, int]]:
    """Yield hexes and their new value from the text of :func:`changes_text`."""
    for run in text.split():
        hexes, _, value = run.partition("=")
        first, _, last = hexes.partition("-")
        yield range(int(first), int(last or first) + 1), int(value)


def apply_changes(text: str, values: MutableSequence[int]) -> None:
    """Change values by hex as the text of :func:`changes_text` says."""
    for hexes, value in parse_changes(text):
        for hex_ in hexes:
            values[hex_] = value


def owners_at_end(game: GameResult, hexes: int) -> Sequence[int]:
    """Return by hex the side that controls it when the game is over + 1; 0 for nobody."""
    held = [0] * hexes
    for turn in game.turns:
        apply_changes(turn.control, held)
    return held


# -- the folder of a run ---------------------------------------------------------------------------


# A line is written in one go at the end of the file, so that an interruption costs the games under way and no more.
# When the run is done the lines are put in order: the folder is the same, however many workers there were.

RUN, GAMES, FAILED = "run.json", "games.jsonl", "failed"
FORMAT = 1
"""Version of the layout; part of the setting."""


class OtherRunError(ValueError):
    """Refusal of a folder that holds the games of another setting; ``what`` differs."""

    def __init__(self, folder: Path, what: str) -> None:
        super().__init__(f"{folder} holds the games of another run: {what}")
        self.folder, self.what = folder, what


class RunLock(files.FolderLock):
    """Lock held while a run writes into a folder."""

    name = ".forge-playtest.lock"
    work = "playtest"


class Store:
    """Locked folder of a run. ``setting`` is all that the games depend on, as plain data."""

    def __init__(self, folder: Path, setting: Mapping[str, Any]) -> None:
        """Read what is there.

        Raises:
            OtherRunError: it is of another setting, or no run at all.
            OSError: it cannot be read or written.
        """
        self.folder = folder
        self.lost = 0
        """Lines that were cut or edited; their games are played again."""
        self._begin({"format": FORMAT, **setting})
        self.found: dict[tuple[int, int], GameResult] = {}
        self._read()

    def _begin(self, setting: Mapping[str, Any]) -> None:
        path, text = self.folder / RUN, json.dumps(setting, indent=1, sort_keys=True) + "\n"
        if not path.exists():
            if (self.folder / GAMES).exists():
                raise OtherRunError(self.folder, f"there is a {GAMES}, but no {RUN}")
            _write(path, text)
            return
        try:
            before = json.loads(path.read_text("utf-8"))
        except (ValueError, RecursionError):
            raise OtherRunError(self.folder, f"its {RUN} cannot be read") from None
        now = json.loads(text)
        if before != now:
            raise OtherRunError(self.folder, _difference(before, now))

    def _read(self) -> None:
        path = self.folder / GAMES
        lines = path.read_text("utf-8", errors="replace").splitlines(keepends=True) if path.exists() else []
        for line in lines:
            result = result_of(line) if line.endswith("\n") else None
            if result is None:
                self.lost += 1
            else:
                self.found[result.sample, result.number] = result
        if self.lost:
            self.tidy(self.found.values())

    def add(self, lines: Iterable[str]) -> None:
        """Write lines at the end, in one go."""
        data = "".join(lines).encode()
        with (self.folder / GAMES).open("ab", buffering=0) as stream:
            stream.write(data)

    def keep(self, name: str, record: str) -> None:
        """Write the record of a game that failed."""
        (self.folder / FAILED).mkdir(exist_ok=True)
        _write(self.folder / FAILED / name, record)

    def tidy(self, results: Iterable[GameResult]) -> None:
        """Rewrite the file with only these games, in order."""
        ordered = sorted(results, key=lambda result: (result.sample, result.number))
        _write(self.folder / GAMES, "".join(map(line_of, ordered)))


def _write(path: Path, text: str) -> None:
    """In one step: the old file, or the new one, never half of it."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    beside.write_bytes(text.encode())
    beside.replace(path)


def _difference(before: Any, now: Any, at: str = "") -> str:  # noqa: ANN401 - JSON data
    """The first thing that differs, in words."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            if before.get(key) != now.get(key):
                return _difference(before.get(key), now.get(key), f"{at}.{key}" if at else key)
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        number = next(number for number, value in enumerate(before) if value != now[number])
        return _difference(before[number], now[number], f"{at}[{number}]")
    if isinstance(before, list) and isinstance(now, list):
        return f"{at} were {len(before)} and are {len(now)} now"
    if at.endswith(".code"):
        return "the code of the rules or players is not what it was"
    return f"{at or 'it'} was {_short(before)} and is {_short(now)} now"


def _short(value: Any) -> str:  # noqa: ANN401 - JSON data
    text = "nothing" if value is None else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}…"


# -- what plays ------------------------------------------------------------------------------------


_FLOORS = ("campaign", "compiler", "mechanics", "simulator", "systems", "wargame")
_SUFFIXES = (".py", ".yaml")


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Return a hash of the files that play depends on; the same on every machine with the same package."""
    return code_digest(Path(__file__).parent.parent, _FLOORS, _SUFFIXES)[:16]
