"""Results of games between people, by scenario, and the records that they name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import PlaytestDocument

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scenario_forge.documents.victory import PlayedResult
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

RECORDS = "records"
"""The folder of a game with the records of games that were played."""
MOST_BYTES = 16 * 1024 * 1024
"""A larger file is not looked into."""


class NotARecordError(ValueError):
    """An error: a file is missing, or is no record."""


def played_results(game: Game, scenario: str | None = None) -> Iterator[tuple[PlayedResult, Where]]:
    """Yield the results of games between people of a scenario, or of all, as they are written."""
    for document, where in game.documents("playtest", PlaytestDocument):
        for result, at in where.each("results", document.results):
            if scenario in (None, result.scenario):
                yield result, at


def result_words(game: Game, result: PlayedResult) -> str:
    """Return a result in words: ``2026-11-14: Axis won, Allied 12, Axis 31, in 2/42; Allied Anna, Axis Ben``."""
    name = game.side_name
    parts = [f"{name(result.winner)} won" if result.winner else "a draw"]
    parts += [f"{name(side)} {points}" for side, points in result.score.items()]
    parts += [f"in {result.turn}"] if result.turn else []
    who = ", ".join(f"{name(side)} {player}" for side, player in result.players.items())
    return "; ".join(filter(None, (f"{result.date}: {', '.join(parts)}", who, result.note)))


def played_scenario(folder: Path, record: str) -> str:
    """Return the scenario that a record in a game's folder is of.

    Raises:
        NotARecordError: the file cannot be read, is larger than records are, or says no scenario.
    """
    path = folder / RECORDS / record
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NotARecordError(f"it has more than {MOST_BYTES:,} bytes")
        content: Any = json.loads(path.read_bytes())
        scenario = content["setting"]["scenario"]
    except OSError as error:
        raise NotARecordError(f"it cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError, LookupError, TypeError) as error:
        raise NotARecordError("it is no record of a game") from error
    if not isinstance(scenario, str):
        raise NotARecordError("it is no record of a game")
    return scenario
