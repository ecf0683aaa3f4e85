"""The victory rows of a new scenario: rows that carry over, rows proposed from stops around its own, a target band.

Its reason stands above each row that is proposed; see :mod:`~scenario_forge.drafts.victory`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from scenario_forge.documents.base import slug
from scenario_forge.documents.victory import PlaytestDocument, VictoryDocument
from scenario_forge.drafts.dates import NotMade
from scenario_forge.drafts.rows import row_by_rule
from scenario_forge.drafts.theatre import theatre
from scenario_forge.game.forces import forces
from scenario_forge.game.front import place_and_state, predicates, ranks_above
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import without_rules
from scenario_forge.source.emit import with_comments

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.documents.victory import Condition, Objective, Selector, Target
    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.rows import Draft, DraftRow
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.front import Predicate
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import DateMark
    from scenario_forge.source.emit import NewDocument


LEVELS_ASKED = "which leads are which level of victory?"
"""Begins the question of a draft that has no list of levels."""
PASSED = "Victory rows of the printed table that are scored:"
"""Begins the list of them; a line each, in the order of the table."""


def add_victory(made: NewDocument, game: Game, dates: Dates, drafted: Sequence[Draft] = ()) -> None:
    """Add to a scenario's file its victory rows and target band.

    ``drafted``: its set-up; empty for one that begins as printed.
    """
    found = game.one("victory", VictoryDocument)
    if found is not None:
        document, there = found[0], units_in_play(game, dates, drafted)
        passed = _passed(document, dates)
        made.say(PASSED)
        for moment, row in passed:
            label = dates.track.stops[row.stop].date.label
            end = ", at the end" if moment == dates.closes else ""
            gone = f"; {GONE}" if all_gone(game, row, there) else ""
            made.say(f"  {label}: {row.side} {row.points}, {' '.join(row.text.split())}{end}{gone}")
        if not passed:
            made.say("  none, apart from decisive victories" if document.decisive else "  none")
        if document.ledger:
            made.say("The ledger of victory.yaml is scored as in every scenario.")
        if document.levels and not any(not levels.scenarios for levels in document.levels):
            made.say(f"Decide: {LEVELS_ASKED} Add a list of `levels` for this scenario to victory.yaml.")
        if document.objectives and not any(moment == dates.closes for moment, _row in passed):
            made.say(None)
            _add_own(made, game, dates, document, there)
    if not without_rules(game):
        _add_band(made, game, dates)


def _passed(document: VictoryDocument, dates: Dates) -> list[tuple[int, Objective]]:
    """The rows that are scored, each with the player turn in which it is."""
    moments = [(moment_of(dates, dates.track.stops.get(row.stop)), row) for row in document.objectives]
    return [
        (moment, row)
        for moment, row in moments
        if moment is not None
        and (moment == dates.closes or (document.cumulative and dates.opens <= moment <= dates.closes))
    ]


def _add_own(made: NewDocument, game: Game, dates: Dates, document: VictoryDocument, there: frozenset[UnitKey]) -> None:
    label = dates.track.label(dates.last_turn)
    if any(dates.track.stops[row.stop].turn == dates.last_turn for _moment, row in _passed(document, dates)):
        # copies of them would score the same things again half a turn later
        made.say(f"Decide: is anything else scored in {label}? Its printed rows are scored as the stop is passed.")
        return
    rows = propose_rows(game, dates, document, there)
    sound = [row for row in rows if not row.doubt]
    if not rows:
        made.say(f"Decide: what is scored in {label}? No printed stop is near enough to propose rows from.")
        return
    made.say(f"No printed row is scored in {label}. Rows proposed from the stops around it, with their reasons above;")
    made.say("what is scored, and for how many points, is for you to decide.")
    for row in rows:
        if row.doubt:
            said = f"{row.row.side} {row.row.points}, {' '.join(row.row.text.split())}"
            made.say(f"Decide: {said}? Left out: {row.doubt}.")
    if sound:
        made.add("victory", [as_data(row) for row in sound])
        made.above |= {("victory", n): [row.why] for n, row in enumerate(sound)}


def as_data(row: Proposed) -> dict[str, object]:
    """Return the row as an entry of `victory:`."""
    made: dict[str, object] = {
        "id": row.id,
        "side": row.row.side,
        "text": " ".join(row.row.text.split()),
        "points": row.points,
    }
    if row.row.each:
        made["each"] = True
    if row.group:
        made["group"] = row.group
    return {**made, "when": row.row.when.model_dump(exclude_unset=True)}


def annotate(text: str, passed: Sequence[str], own: Sequence[str], more: Sequence[str]) -> str:
    """Return the text of a drafted file with what games have shown of its rows.

    Args:
        text: of the file.
        passed: what is said of the rows of the printed table, in their order.
        own: what is said of its own rows, in their order; empty: nothing.
        more: comments that go before the band to aim at.
    """
    lines: list[str] = []
    told: Iterator[str] = iter(())
    for line in text.split("\n"):
        if line == f"# {PASSED}":
            told = iter(passed)
        elif line.startswith("#   "):
            line += "".join(f"; {said}" for said in [next(told, "")] if said)  # noqa: PLW2901 - the same line, longer
        else:
            told = iter(())
        if line.startswith(f"# {BAND}") and more:
            lines += [*(f"# {said}" for said in more), ""]
        lines.append(line)
    return with_comments("\n".join(lines), {("victory", n): [said] for n, said in enumerate(own) if said})


# -- the band that a new scenario is proposed to aim at --------------------------------------------


BAND = "Proposed target band:"
"""Begins the comment above it."""
EVEN = (0.40, 0.60)
"""The band where nothing is near."""


def _add_band(made: NewDocument, game: Game, dates: Dates) -> None:
    """The key `target` with its reason above it."""
    near = _nearest(game, dates)
    made.say(None)
    if near is None:
        low, high = EVEN
        made.say(f"{BAND} even, as no scenario with a band of its own is played in these turns.")
        made.add("target", {"side": dates.track.sides[0], "low": low, "high": high})
        return
    scenario, target, turns = near
    made.say(f"{BAND} that of {scenario.document.title}, which has {turns} of these {dates.track.counted_in}s.")
    band = {"side": target.side, "low": target.low, "high": target.high}
    made.add("target", band | ({"players": dict(target.players)} if target.players else {}))


def _nearest(game: Game, dates: Dates) -> tuple[Scenario, Target, int] | None:
    """The scenario with a target that has most turns in common, of those as near the one with fewest others."""
    known = scenarios(game).scenarios
    found = []
    for document, _where in game.documents("playtest", PlaytestDocument):
        for number, target in enumerate(document.targets):
            scenario = known.get(target.scenario)
            span = _span(dates, scenario) if scenario else None
            if scenario is None or span is None:
                continue
            common = min(span[1], dates.closes) - max(span[0], dates.opens) + 1
            whole = max(span[1], dates.closes) - min(span[0], dates.opens) + 1
            if common > 0:
                found.append(((-common / whole, number), scenario, target, common))
    best = min(found, key=lambda each: each[0], default=None)
    return None if best is None else best[1:]


def _span(dates: Dates, scenario: Scenario) -> tuple[int, int] | None:
    start, stop = scenario.start, scenario.stop
    if start is None or stop is None or start.turn is None or stop.turn is None:
        return None
    track = dates.track
    return track.player_turn(start.turn, scenario.first), track.player_turn(stop.turn, scenario.last)


# -- victory rows for a stop that the printed table does not know ----------------------------------


GONE = "its units are not in play by then"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A victory row, and why it is proposed. ``doubt``: why it is not, and is left to a person."""

    id: str
    row: Objective
    points: int
    group: str
    why: str
    there: Mapping[str, int]
    """The points that the stops around give for it, by their labels."""
    doubt: str = ""


def moment_of(dates: Dates, mark: DateMark | None) -> int | None:
    """Return the player turn of a printed date; None where it has none."""
    return None if mark is None or mark.turn is None else dates.track.player_turn(mark.turn, mark.side)


def propose_rows(game: Game, dates: Dates, document: VictoryDocument, there: frozenset[UnitKey]) -> list[Proposed]:
    """Propose rows for a stop that no printed row is scored at, in the order of the stop before, then the one after.

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


def missing_proposals(game: Game, dates: Dates, taken: Collection[str]) -> list[Proposed]:
    """Return proposed rows that a scenario on these dates does not have; none if printed rows are scored.

    ``taken``: ids of the rows that it has.
    """
    found = game.one("victory", VictoryDocument)
    if found is None or not found[0].objectives:
        return []
    document, last = found[0], dates.last_turn
    if any(dates.track.stops[row.stop].turn == last for moment, row in _passed(document, dates)):
        return []
    rows = propose_rows(game, dates, document, units_in_play(game, dates))
    return [row for row in rows if row.id not in taken]


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
    """Interpolate points between two stops, in proportion to the player turns; a half is rounded up."""
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
    here, there = place_and_state(one.row.when, known), place_and_state(other.row.when, known)
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
        found = place_and_state(row.row.when, known)
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
    """Return the units that are in play at the start or come before the stop.

    ``drafted``: the set-up; empty: as printed at the start before.
    """
    linked = forces(game)
    rows = [row for draft in drafted for row in draft.rows]
    try:
        fates, sides = theatre(game, dates).fates, linked.sides
        by_rule = (row_by_rule(dates, dates.before, sides[u.side], u, fates.get(u.key)) for u in linked.units())
        rows = rows or [*by_rule]
    except NotMade:  # an order of battle without a column for that start: nobody can be said to be gone
        return frozenset(unit.key for unit in linked.units())
    return frozenset(row.unit.key for row in rows if row.token.kind in ("at", "reserve") or _comes(dates, row))


def _comes(dates: Dates, row: DraftRow) -> bool:
    calendar = dates.track.calendar
    return any(token.kind == "arrives" and calendar.turn(token.date) <= dates.last_turn for token in row.later)


def all_gone(game: Game, row: Objective, there: frozenset[UnitKey]) -> bool:
    """Check whether a row names units, and none of them is in play by then or comes."""
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
