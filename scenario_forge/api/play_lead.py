"""Who leads a game and by what, in words: points alone tell nobody why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.render.report import plural
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.time.schedule import schedule
from scenario_forge.simulator.telling import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.state import State

MOST = 4
"""Rows of the victory table that are named for a side."""


def shortest(game: Game) -> str | None:
    """The scenario of the fewest player turns, the first of several by file name; None where none has dates."""
    track, found = schedule(game), []
    for number, scenario in enumerate(scenarios(game).listed):
        turns = scenario.player_turns(track) if track else None
        if turns is not None:
            found.append((turns, number, scenario.id))
    return min(found)[2] if found else None


def lead(game: Game, prepared: Prepared, state: State, *, over: bool = False) -> list[str]:
    """Who leads, or has won, by how much, and what brings each side its points; empty where no points are counted."""
    play = prepared.play
    points, outcome = list(play.score(state)), play.outcome(state)
    if not points:
        return []
    names = _names(game, prepared)
    if outcome.winner == DRAW:
        head = "Nobody wins: the sides are level." if over else "Nobody leads: the sides are level."
    else:
        does = "wins" if over else "leads"
        points_more = f" by {plural(outcome.margin, 'point')}"
        by = points_more if outcome.margin else ""  # who wins by a ratio, or at once, may have no more points
        head = f"{names[outcome.winner]} {does}{by}{f' ({outcome.level} victory)' if outcome.level else ''}."
    return [head, *([] if outcome.decisive else _sources(game, prepared, state, names, points))]


def _names(game: Game, prepared: Prepared) -> list[str]:
    known = {side.id: side.name for side in game.about.sides} if game.about else {}
    return [known.get(side, side) for side in prepared.sides]


def _sources(
    game: Game, prepared: Prepared, state: State, names: Sequence[str], points: Sequence[int]
) -> Iterator[str]:
    """A line for each side that has points: the rows that bring them now, and those of earlier stop dates."""
    rows = _rows(prepared, state)
    if not rows:
        return
    texts = _texts(game, prepared)
    for side, name in enumerate(names):
        own = sorted((-worth, row["id"]) for row, worth in rows if row["side"] == side)
        said = [f"{texts.get(id_, id_)} ({-worth})" for worth, id_ in own[:MOST]]
        said += [f"{len(own) - MOST} more rows ({sum(-worth for worth, _ in own[MOST:])})"] if len(own) > MOST else []
        earlier = points[side] + sum(worth for worth, _ in own)
        said += [f"earlier stop dates ({earlier})"] if earlier > 0 else []
        if said:
            yield f"  {name} {points[side]}: {'; '.join(said)}"


def _rows(prepared: Prepared, state: State) -> list[tuple[Mapping[str, Any], int]]:
    """The rows of the stop date that is scored next, or was last, with what they bring; of a group only the best."""
    objectives, worths = prepared.compiled.objectives, prepared.play.worths(state)
    if not objectives or not worths:
        return []
    now = prepared.compiled.turns.span[0] + prepared.play.turn(state)
    stops = sorted({row["turn"] for row in objectives if row["turn"] is not None})
    stop = next((turn for turn in stops if turn >= now), stops[-1] if stops else None)
    found: dict[str, tuple[Mapping[str, Any], int]] = {}
    for row, worth in zip(objectives, worths, strict=True):
        key = row["group"] or row["id"]
        if row["turn"] == stop and worth and (key not in found or found[key][1] < worth):
            found[key] = (row, worth)
    return list(found.values())


def _texts(game: Game, prepared: Prepared) -> dict[str, str]:
    """The words of each row by its id."""
    known = {
        row.id: row.text for document, _ in game.documents("victory", VictoryDocument) for row in document.objectives
    }
    scenario = scenarios(game).scenarios.get(prepared.setting.scenario)
    return known | ({row.id: row.text for row in scenario.document.victory} if scenario else {})
