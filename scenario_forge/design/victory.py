"""What a new scenario scores: rows that carry over, rows proposed from the stops around its own, a band to aim at.

A row is proposed where a stop before or after scores the same predicate for the same side: at both, the points lie
between theirs in proportion to time; at one of them, they are taken as they are. Its reason stands above it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.design.aim import BAND, aim_lines
from scenario_forge.design.scalars import scalar
from scenario_forge.documents.victory import Condition, Selector, VictoryDocument
from scenario_forge.project.forces import forces
from scenario_forge.source.quote import quote_if_needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.documents.victory import Objective
    from scenario_forge.project.forces import Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.schedule import DateMark
    from scenario_forge.source.nodes import Data


PASSED = "# Victory rows of the printed table that are scored:"
"""Begins the list of them; a line each, in the order of the table."""
_ROW = "  - id: "


@dataclass(frozen=True, slots=True)
class Proposed:
    """A row, and why it is proposed. ``doubt``: why it is not, and is left to a person."""

    id: str
    row: Objective
    points: int
    group: str
    why: str
    doubt: str = ""


def victory_lines(game: Game, dates: Dates) -> Iterator[str]:
    """The lines of a scenario's file that say what is scored, and how even it is meant to be."""
    found = game.one("victory", VictoryDocument)
    if found is not None:
        passed = _passed(found[0], dates)
        last = [row for moment, row in passed if moment == dates.closes]
        yield PASSED
        for moment, row in passed:
            label = dates.track.stops[row.stop].date.label
            end = ", at the end" if moment == dates.closes else ""
            yield f"#   {label}: {row.side} {row.points}, {' '.join(row.text.split())}{end}"
        if not passed:
            yield "#   none before decisive victories"
        if not last:
            yield from _own(game, dates, found[0])
    yield from aim_lines(game, dates)


def _passed(document: VictoryDocument, dates: Dates) -> list[tuple[int, Objective]]:
    """The rows that are scored, each with the player turn in which it is."""
    moments = [(_moment(dates, dates.track.stops.get(row.stop)), row) for row in document.objectives]
    return [
        (moment, row)
        for moment, row in moments
        if moment is not None
        and (moment == dates.closes or (document.cumulative and dates.opens <= moment <= dates.closes))
    ]


def _moment(dates: Dates, mark: DateMark | None) -> int | None:
    return None if mark is None or mark.turn is None else dates.track.player_turn(mark.turn, mark.side)


def _own(game: Game, dates: Dates, document: VictoryDocument) -> Iterator[str]:
    label = dates.track.label(dates.last_turn)
    rows = proposed(game, dates, document)
    sound = [row for row in rows if not row.doubt]
    yield ""
    if not rows:
        yield f"# Decide: what is scored in {label}? No stop of the printed table is near enough to go by."
        return
    yield f"# No printed row is scored in {label}. Proposed from the stops around it, each with the reason above it;"
    yield "# points, and what is worth any, are yours to say."
    for row in rows:
        if row.doubt:
            said = f"{row.row.side} {row.row.points}, {' '.join(row.row.text.split())}"
            yield f"# Decide: {said}? Left out: {row.doubt}."
    if sound:
        yield "victory:"
    for row in sound:
        yield from _row_lines(row)


def _row_lines(row: Proposed) -> Iterator[str]:
    yield f"  # {row.why}"
    yield f"{_ROW}{row.id}"
    yield f"    side: {row.row.side}"
    yield f"    text: {scalar(' '.join(row.row.text.split()), flow=False)}"
    yield f"    points: {row.points}"
    if row.row.each:
        yield "    each: true"
    if row.group:
        yield f"    group: {row.group}"
    yield f"    when: {flow(row.row.when.model_dump(exclude_unset=True))}"


def annotated(text: str, passed: Sequence[str], own: Mapping[str, str], more: Sequence[str]) -> str:
    """The text of a drafted file with what games have shown of its rows.

    Args:
        text: of the file.
        passed: what is said of the rows of the printed table, in their order.
        own: what is said of its own rows, by id.
        more: comments that go before the band to aim at.
    """
    lines: list[str] = []
    told: Iterator[str] = iter(())
    for line in text.split("\n"):
        if line == PASSED:
            told = iter(passed)
        elif line.startswith("#   "):
            line += "".join(f"; {said}" for said in [next(told, "")] if said)  # noqa: PLW2901 - the same line, longer
        else:
            told = iter(())
        if line.startswith(_ROW) and line.removeprefix(_ROW) in own:
            lines.append(f"  # {own[line.removeprefix(_ROW)]}")
        if line.startswith(BAND) and more:
            lines += [*(f"# {said}" for said in more), ""]
        lines.append(line)
    return "\n".join(lines)


def flow(data: Data) -> str:
    """Plain data as YAML in brackets, on one line.

    >>> flow({"all": [{"hold": "Tobruk"}, {"is_not": {"besieged": "Tobruk"}}]})
    '{all: [{hold: Tobruk}, {is_not: {besieged: Tobruk}}]}'
    """
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(flow, data)) + "]"
    if isinstance(data, str):
        return quote_if_needed(data)
    return {True: "true", False: "false", None: "null"}[data] if data is None or isinstance(data, bool) else str(data)


def proposed(game: Game, dates: Dates, document: VictoryDocument) -> list[Proposed]:
    """Rows for a stop that no printed row is scored at, in the order of the stop before, then of the one after."""
    before, after = _around(dates, document)
    rows: dict[tuple[str, bool, str], dict[str, Objective]] = {}
    for mark in (before, after):
        for row in document.objectives if mark else ():
            if mark and row.stop == mark.date.id:
                key = (row.side, row.each, row.when.model_dump_json(exclude_none=True))
                rows.setdefault(key, {}).setdefault(row.stop, row)
    found: list[Proposed] = []
    for several in rows.values():
        taken = {row.id for row in document.objectives} | {row.id for row in found}
        made = _proposed(game, dates, before, after, several, taken)
        found.append(made)
    return found


def _around(dates: Dates, document: VictoryDocument) -> tuple[DateMark | None, DateMark | None]:
    """The last stop before the scenario's own that scores anything, and the first after it."""
    scored = {row.stop for row in document.objectives}
    marks = [(moment, m) for m in dates.track.stops.values() if (moment := _moment(dates, m)) is not None]
    marks = sorted(((at, mark) for at, mark in marks if mark.date.id in scored), key=lambda pair: pair[0])
    before = [mark for at, mark in marks if at < dates.closes]
    after = [mark for at, mark in marks if at > dates.closes]
    return before[-1] if before else None, after[0] if after else None


def _proposed(
    game: Game,
    dates: Dates,
    before: DateMark | None,
    after: DateMark | None,
    several: dict[str, Objective],
    taken: set[str],
) -> Proposed:
    labels = {mark.date.id: mark.date.label for mark in (before, after) if mark}
    row = next(iter(several.values()))
    told = "; ".join(f"{labels[stop]}: {each.points}" for stop, each in several.items())
    points = row.points
    if before and after and len(several) == 2:
        points = between(dates, before, after, several[before.date.id].points, several[after.date.id].points)
        told += f"; between: {points}"
    else:
        others = [label for stop, label in labels.items() if stop not in several]
        none = f"no stop {'after' if before else 'before'} it scores anything"
        told += f"; {others[0]} has no such row" if others else f"; {none}"
    id_ = _renamed(dates, row.stop, row.id)
    while id_ in taken:
        id_ += "-2"
    grouped = next((each for each in several.values() if each.group), None)
    group = _renamed(dates, grouped.stop, grouped.group) if grouped else ""
    return Proposed(id_, row, points, group, told, _doubt(game, dates, row))


def between(dates: Dates, before: DateMark, after: DateMark, one: int, other: int) -> int:
    """Points between those of two stops, in proportion to the player turns between; a half is rounded up."""
    first, last = _moment(dates, before) or 0, _moment(dates, after) or 0
    whole, part = last - first, dates.closes - first
    return (2 * (one * (whole - part) + other * part) + whole) // (2 * whole)


def _renamed(dates: Dates, stop: str, name: str) -> str:
    """An id or a group of a stop, as one of the new stop: `sep41_axis_tobruk` → `dec41_axis_tobruk`."""
    own = re.sub(r"[^a-z0-9]+", "", dates.track.label(dates.last_turn).casefold())
    rest = name.removeprefix(stop).lstrip("_-")
    return f"{own}_{rest}" if rest else own


def _doubt(game: Game, dates: Dates, row: Objective) -> str:
    """Why a row should not be taken over: all units that it names are gone by then, or have not come."""
    linked = forces(game)
    named = [(s.side or "", no) for s in _selectors(row.when) for no in s.nos]
    units = [unit for side, no in named if (unit := linked.find(side, no)) is not None]
    if not units or any(_there(dates, unit) for unit in units):
        return ""
    return "its units are not in the game then"


def _there(dates: Dates, unit: Unit) -> bool:
    """Whether a unit can be in play at the stop, for all that the orders of battle say."""
    entry = unit.at_start(dates.before.date.id)
    if entry is not None and entry.kind in ("at", "base"):
        return True
    comes = [each.turn for each in unit.entries() if each.kind == "arrives" and each.turn is not None]
    starts = (dates.before.turn or 0) if entry is not None else 0
    return any(starts <= turn <= dates.last_turn for turn in comes)


def _selectors(condition: Condition) -> Iterator[Selector]:
    """Every selection of units in a predicate."""
    for found in (condition.destroyed, condition.surviving, condition.present.units if condition.present else None):
        if found is not None:
            yield found
    inner = [*(condition.all or ()), *(condition.any or ()), condition.is_not, condition.ever]
    for each in inner:
        if each is not None:
            yield from _selectors(each)
