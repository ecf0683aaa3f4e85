"""The folder of a run: its setting, and a line for each game. What is there is not played again.

A line is written in one go at the end of the file, so that an interruption costs the games under way and no more.
When the run is done the lines are put in order: the folder is the same, however many workers there were.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.playtest.result import GameResult, line_of, result_of
from scenario_forge.source import files
from scenario_forge.source.files import code_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


RUN, GAMES, FAILED = "run.json", "games.jsonl", "failed"
FORMAT = 1
"""Version of the layout; part of the setting."""


class OtherRunError(ValueError):
    """The folder holds the games of another setting; ``what`` differs."""

    def __init__(self, folder: Path, what: str) -> None:
        super().__init__(f"{folder} holds the games of another run: {what}")
        self.folder, self.what = folder, what


class RunLock(files.FolderLock):
    """Held while a run writes into a folder."""

    name = ".forge-playtest.lock"
    work = "playtest"


class Store:
    """A folder that is locked. ``setting`` is all that the games depend on, as plain data."""

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
        """The record of a game that failed."""
        (self.folder / FAILED).mkdir(exist_ok=True)
        _write(self.folder / FAILED / name, record)

    def tidy(self, results: Iterable[GameResult]) -> None:
        """Only these games, in order."""
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


_FLOORS = ("compiler", "rules", "simulator", "systems", "wargame")
_SUFFIXES = (".py", ".yaml")


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Of the files of the floors that play; the same on every machine with the same package."""
    return code_digest(Path(__file__).parent.parent, _FLOORS, _SUFFIXES)[:16]
