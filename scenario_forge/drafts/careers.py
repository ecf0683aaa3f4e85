"""When a unit was there: what orders of battle and the chronology say of it, and sightings that contradict that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.drafts.evidence import evidence
from scenario_forge.drafts.marches import Marches
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.drafts.ways import Way
    from scenario_forge.game.forces import Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import Schedule

_GONE = {"destroyed": "was destroyed", "left": "left"}
_BACK = {"came", "refitted"}
_REBUILT = ("arrives", *_BACK)
"""Words of steps that may bring a unit back stronger."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change in a unit's career: from a game turn on it is there, or is not; and why, in words."""

    turn: int
    there: bool
    words: str
    after: bool = False
    """Whether the change comes at the end of the turn."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A sighting of a unit at a time at which it was not there."""

    found: Evidence
    unit: Unit
    words: str


@dataclass(frozen=True, slots=True)
class Apart:
    """Two sightings of a unit that no march can join."""

    unit: Unit
    one: Evidence
    other: Evidence
    turns: int
    """The moves between them, at the most."""
    needed: int | None
    """The moves that the shortest march takes; None where there is no way at all."""
    way: Way | None
    names: tuple[str, ...]
    """The places of the shortest march, from hex to hex."""
    points: int | None
    """What the shortest march costs, in movement points, rounded up."""


@dataclass(frozen=True, slots=True)
class Risen:
    """Two strengths of a unit between which the track gives too few replacements."""

    unit: Unit
    one: Evidence
    other: Evidence
    start: int
    end: int
    given: int


def career(track: Schedule, unit: Unit, known: Iterable[Evidence] = ()) -> list[Step]:
    """Return what is known of a unit's comings and goings, in order of time."""
    steps: list[Step] = []
    for entry in unit.entries():
        mark = track.starts.get(entry.start or "")
        if entry.kind == "arrives" and entry.turn is not None:
            steps.append(Step(entry.turn, there=True, words=f"arrives {entry.token.date}"))
        elif entry.kind == "leaves" and entry.turn is not None:
            steps.append(Step(entry.turn, there=False, words=f"left {entry.token.date}", after=True))
        elif mark is not None and mark.turn is not None:
            state = "eliminated" if entry.kind == "eliminated" else "not there"
            there = entry.kind not in ("absent", "eliminated")
            steps.append(Step(mark.turn, there=there, words=f"is {state} at the start of {mark.date.label}"))
    for each in known:
        if each.claim == "fate" and unit.key in each.subject.units and each.value in (*_GONE, *_BACK):
            word = _GONE.get(each.value, each.value)
            gone = each.value in _GONE
            steps.append(Step(each.last if gone else each.first, not gone, f"{word} {each.date}", after=gone))
    return sorted(steps, key=lambda step: (step.turn, step.after))


def absences(game: Game) -> Iterator[Absence]:
    """Yield sightings of units that had not arrived, had left or were destroyed at any time that they are about."""
    track, known = schedule(game), evidence(game)
    if track is None:
        return
    units = {unit.key: unit for unit in forces(game).units()}
    careers: dict[UnitKey, list[Step]] = {}
    for each in known:
        if each.claim not in ("at", "strength", "share") or each.lasting:
            continue
        found = []
        for key in each.subject.units:
            if key not in careers:
                careers[key] = career(track, units[key], known)
            found.append((units[key], _why_absent(careers[key], each)))
        if found and all(words for _unit, words in found):
            yield Absence(each, *found[0])


def _why_absent(steps: Sequence[Step], each: Evidence) -> str:
    """Return why a unit was not there at any time of a sighting; empty where it may have been."""
    known = [step for step in steps if step.turn < each.first or (step.turn == each.first and not step.after)]
    within = [step for step in steps if each.first <= step.turn <= each.last]
    if not known or known[-1].there or any(step.there for step in within):
        return ""
    later = next((step for step in steps if step.turn > each.last and step.there), None)
    last = known[-1]
    return later.words if later is not None and last.words.startswith("is not there") else last.words


def apart(game: Game) -> Iterator[Apart]:
    """Yield pairs of certain sightings of a unit, one after the other, that no march by the game's costs can join."""
    grid, track, known = hex_map(game), schedule(game), evidence(game)
    if grid is None or track is None:
        return
    marches = Marches(game, grid)
    by_unit: dict[UnitKey, list[Evidence]] = {}
    for each in known:
        if each.claim == "at" and each.sure == "certain" and len(each.subject.units) == 1 and each.location is not None:
            by_unit.setdefault(each.subject.units[0], []).append(each)
    units = {unit.key: unit for unit in forces(game).units()}
    for key, several in by_unit.items():
        if len(several) > 1:
            yield from _apart_of(marches, career(track, units[key], known), units[key], several)


def _apart_of(marches: Marches, steps: Sequence[Step], unit: Unit, seen: Sequence[Evidence]) -> Iterator[Apart]:
    points = marches.points(unit)
    for one, other in pairwise(seen):
        start, end = marches.node(one.location), marches.node(other.location)
        turns = max(0, other.first - one.last) + 1
        if points is None or start is None or end is None or marches.can_join(unit, start, end, turns):
            continue
        if any(one.first <= step.turn <= other.last and step.words.startswith(("arrives", "left")) for step in steps):
            continue  # it was away between
        way = marches.joining(unit, start, end)
        names = tuple(marches.name(node) for node in way.nodes) if way else ()
        needed = -(-way.cost // points) if way and points else None
        scale = marches.scale(unit)
        yield Apart(unit, one, other, turns, needed, way, names, -(-way.cost // scale) if way and scale else None)


def risen(game: Game) -> Iterator[Risen]:
    """Yield pairs of strengths of a unit, the second greater by more than the replacements that the track gives."""
    track = schedule(game)
    if track is None:
        return
    units, known = {unit.key: unit for unit in forces(game).units()}, evidence(game)
    by_unit: dict[UnitKey, list[Evidence]] = {}
    for each in known:
        if each.claim in ("strength", "share") and each.sure == "certain" and len(each.subject.units) == 1:
            by_unit.setdefault(each.subject.units[0], []).append(each)
    for key, several in by_unit.items():
        unit = units[key]
        steps = career(track, unit, known)
        for one, other in pairwise(several):
            start, end = (_strength(unit, each) for each in (one, other))
            given = _replacements(track, unit, one.first, other.last)
            back = any(one.first <= step.turn <= other.last and step.words.startswith(_REBUILT) for step in steps)
            if start is not None and end is not None and given is not None and end - start > given and not back:
                yield Risen(unit, one, other, start, end, given)


def _strength(unit: Unit, each: Evidence) -> int | None:
    full = unit.counter.counter.strength if unit.counter else None
    if full is None or each.number is None or (each.claim == "strength" and each.number > full):
        return None
    return each.number if each.claim == "strength" else round(full * each.number / 100)


def _replacements(track: Schedule, unit: Unit, first: int, last: int) -> int | None:
    """Return the replacement points that the track gives a unit's side in some turns; None if it has no figures."""
    nationality = unit.counter.counter.nationality if unit.counter else ""
    columns = [
        id_
        for id_, (column, _where) in track.columns.by_id.items()
        if id_.startswith("replacement") and column.kind == "number" and column.of in (unit.side, nationality)
    ]
    total: int | None = None
    for box in track.boxes:
        entry = box.entries.get(unit.side)
        figures = [n for name, n in (entry.token.figures if entry and entry.token else ()) if name == "replacements"]
        figures += [cell.value for id_ in columns if (cell := box.cells.get(id_)) and cell.value is not None]
        if figures:
            within = box.turn is not None and first <= box.turn <= last
            total = (total or 0) + (sum(figures) if within else 0)
    return total
