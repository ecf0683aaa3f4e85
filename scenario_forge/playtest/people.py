"""Results of games between people, as a report shows them before what computer players did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.playtest.report import PeopleResult

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.documents.victory import PlayedResult

HEADS = ("Date", "Result", "Points", "Turn", "Players", "Note")
"""Of the table of these games."""


def people_results(results: Iterable[PlayedResult]) -> list[PeopleResult]:
    """Return results of playtest.yaml as a report has them, latest first."""
    found = [
        PeopleResult(
            date=each.date,
            winner=each.winner,
            score=dict(each.score),
            turn=each.turn or "",
            players=dict(each.players),
            record=each.record or "",
            note=each.note or "",
        )
        for each in results
    ]
    return sorted(found, key=lambda each: each.date, reverse=True)


def people_tally(results: Sequence[PeopleResult], sides: Sequence[str]) -> str:
    """Return how often each side won, in words: ``3 games between people: allied won 1, axis won 2``."""
    wins = [(f"{side} won", sum(each.winner == side for each in results)) for side in sides]
    wins.append(("drawn", sum(each.winner is None for each in results)))
    told = ", ".join(f"{what} {count}" for what, count in wins if count)
    return f"{plural(len(results), 'game')} between people: {told}"


def people_rows(results: Iterable[PeopleResult]) -> list[list[str]]:
    """Return a row for each game, under :data:`HEADS`."""
    return [
        [
            each.date,
            f"{each.winner} won" if each.winner else "draw",
            ", ".join(f"{side} {points}" for side, points in each.score.items()),
            each.turn,
            ", ".join(f"{side} {name}" for side, name in each.players.items()),
            "; ".join(filter(None, (each.note, each.record))),
        ]
        for each in results
    ]
