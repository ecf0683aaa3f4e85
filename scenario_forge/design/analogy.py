"""Victory rows for a stop that the printed table does not know, by analogy with the stops around it.

A row is proposed where a stop before or after scores the same predicate for the same side: at both, the points lie
between theirs in proportion to time; at one of them, they are taken as they are, but never so that a poorer state of
affairs scores more than a better one. Rows about who holds one place are of one group: only the best is scored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade
from scenario_forge.design.drafts import row_by_rule
from scenario_forge.project.forces import forces
from scenario_forge.project.holding import holding, predicates, ranks_above
from scenario_forge.project.implied import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft, Row
    from scenario_forge.documents.victory import Condition, Objective, Selector, VictoryDocument
    from scenario_forge.project.force import UnitKey
    from scenario_forge.project.game import Game
    from scenario_forge.project.holding import Predicate
    from scenario_forge.project.schedule import DateMark

GONE = "its units are not in the game then"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A row, and why it is proposed. ``doubt``: why it is not, and is left to a person."""

    id: str
    row: Objective
    points: int
    group: str
    why: str
    there: Mapping[str, int]
    """The points that the stops around give for it, by their labels."""
    doubt: str = ""


def moment_of(dates: Dates, mark: DateMark | None) -> int | None:
    """The player turn of a printed date; None where it has none."""
    return None if mark is None or mark.turn is None else dates.track.player_turn(mark.turn, mark.side)


def proposed(game: Game, dates: Dates, document: VictoryDocument, there: frozenset[UnitKey]) -> list[Proposed]:
    """Rows for a stop that no printed row is scored at, in the order of the stop before, then of the one after.

    ``there``: see :func:`units_in_play`.
    """
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
        made = _proposed(dates, before, after, several, taken)
        found.append(replace(made, doubt=GONE) if all_gone(game, made.row, there) else made)
    known = predicates(game)
    return _grouped(dates, _in_order(known, found), known)


def _around(dates: Dates, document: VictoryDocument) -> tuple[DateMark | None, DateMark | None]:
    """The last stop before the scenario's own that scores anything, and the first after it."""
    scored = {row.stop for row in document.objectives}
    marks = [(moment, m) for m in dates.track.stops.values() if (moment := moment_of(dates, m)) is not None]
    marks = sorted(((at, mark) for at, mark in marks if mark.date.id in scored), key=lambda pair: pair[0])
    before = [mark for at, mark in marks if at < dates.closes]
    after = [mark for at, mark in marks if at > dates.closes]
    return before[-1] if before else None, after[0] if after else None


def _proposed(
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
    return Proposed(id_, row, points, group, told, {labels[stop]: each.points for stop, each in several.items()})


def between(dates: Dates, before: DateMark, after: DateMark, one: int, other: int) -> int:
    """Points between those of two stops, in proportion to the player turns between; a half is rounded up."""
    first, last = moment_of(dates, before) or 0, moment_of(dates, after) or 0
    whole, part = last - first, dates.closes - first
    return (2 * (one * (whole - part) + other * part) + whole) // (2 * whole)


def _renamed(dates: Dates, stop: str, name: str) -> str:
    """An id or a group of a stop, as one of the new stop: `sep41_axis_tobruk` → `dec41_axis_tobruk`."""
    own = re.sub(r"[^a-z0-9]+", "", dates.track.label(dates.last_turn).casefold())
    rest = name.removeprefix(stop).lstrip("_-")
    return f"{own}_{rest}" if rest else own


# -- consistent among themselves ---------------------------------------------------------------------


def _in_order(known: Mapping[str, Predicate], rows: list[Proposed]) -> list[Proposed]:
    """The same rows, of which a poorer state of affairs scores no more than a better one.

    In proportion to a stop that has both, else as much as the better one at most. Points only go down, so it ends.
    """
    rows, changed = list(rows), True
    while changed:
        changed = False
        for (_n, better), (number, worse) in permutations(enumerate(rows), 2):
            if better.points < worse.points and _is_better(known, better, worse):
                rows[number] = _lowered(better, worse)
                changed = True
                break
    return rows


def _is_better(known: Mapping[str, Predicate], one: Proposed, other: Proposed) -> bool:
    """Whether a row is about a better state of a place, or of a group that a printed stop has in that order."""
    if one.doubt or other.doubt or one.row.side != other.row.side:
        return False
    here, there = holding(one.row.when, known), holding(other.row.when, known)
    if here and there:
        return here[0] == there[0] and ranks_above(here[1], there[1])
    both = one.there.keys() & other.there.keys()
    return one.group == other.group != "" and any(one.there[stop] > other.there[stop] for stop in both)


def _lowered(better: Proposed, worse: Proposed) -> Proposed:
    text, points, why = " ".join(better.row.text.split()), better.points, "and no more"
    for stop in worse.there:
        most = better.there.get(stop, 0)
        if most >= worse.there[stop] > 0:
            points, why = (2 * worse.there[stop] * better.points + most) // (2 * most), f"and was {most} in {stop}"
            break
    return replace(worse, points=points, why=f"{worse.why}; here {points}, as `{text}` is {better.points} {why}")


def _grouped(dates: Dates, rows: list[Proposed], known: Mapping[str, Predicate]) -> list[Proposed]:
    """Rows of several stops about who holds one place are of one group, so that nothing is scored twice."""
    groups: dict[tuple[str, str], list[Proposed]] = {}
    for row in rows:
        found = holding(row.row.when, known)
        if found is not None and not row.doubt:
            groups.setdefault((row.row.side, found[0]), []).append(row)
    name = {
        row.id: next((each.group for each in several if each.group), _renamed(dates, "", f"{side}_{slug(place)}"))
        for (side, place), several in groups.items()
        for row in several
        if len(several) > 1
    }
    return [replace(row, group=name.get(row.id, row.group)) for row in rows]


# -- units that are gone -----------------------------------------------------------------------------


def units_in_play(game: Game, dates: Dates, drafted: Sequence[Draft] = ()) -> frozenset[UnitKey]:
    """Units that are in play at the start or come before the stop.

    ``drafted``: the set-up; empty: as printed at the start before.
    """
    linked = forces(game)
    rows = [row for draft in drafted for row in draft.rows]
    try:
        rows = rows or [row_by_rule(dates, dates.before, linked.sides[unit.side], unit) for unit in linked.units()]
    except NotMade:  # an order of battle without a column for that start: nobody can be said to be gone
        return frozenset(unit.key for unit in linked.units())
    return frozenset(row.unit.key for row in rows if row.token.kind in ("at", "reserve") or _comes(dates, row))


def _comes(dates: Dates, row: Row) -> bool:
    calendar = dates.track.calendar
    return any(token.kind == "arrives" and calendar.turn(token.date) <= dates.last_turn for token in row.later)


def all_gone(game: Game, row: Objective, there: frozenset[UnitKey]) -> bool:
    """Whether a row names units, and none of them is in play by then or comes."""
    linked = forces(game)
    named = [(s.side or "", no) for s in _selectors(row.when) for no in s.nos]
    units = [unit for side, no in named if (unit := linked.find(side, no)) is not None]
    return bool(units) and not any(unit.key in there for unit in units)


def _selectors(condition: Condition) -> Iterator[Selector]:
    """Every selection of units in a predicate."""
    for found in (condition.destroyed, condition.surviving, condition.present.units if condition.present else None):
        if found is not None:
            yield found
    inner = [*(condition.all or ()), *(condition.any or ()), condition.is_not, condition.ever]
    for each in inner:
        if each is not None:
            yield from _selectors(each)
