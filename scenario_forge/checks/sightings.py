"""Sightings: of somebody, at a time, saying something, where somebody can stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.drafts.careers import absences, apart, risen
from scenario_forge.drafts.evidence import evidence
from scenario_forge.game.evidence.sightings import sightings
from scenario_forge.game.forces import all_forces_read, forces
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.evidence.sightings import Kind
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
SIG001 = CODES.error("SIG001", "sighting-of-nobody", "{subject}: {problem}")
SIG002 = CODES.error("SIG002", "sighting-without-a-time", "{subject}: {problem}")
SIG003 = CODES.error("SIG003", "sighting-says-nothing-clear", "{subject}: {problem}")
SIG004 = CODES.error("SIG004", "seen-where-none-may-stand", "{subject} cannot have been there: {problem}")
SIG005 = CODES.warning("SIG005", "seen-when-not-there", "{subject} {seen}, but {problem}")
SIG006 = CODES.warning("SIG006", "stronger-than-its-counter", "{subject} has strength {found}, and its counter {full}")
SIG007 = CODES.warning(
    "SIG007",
    "seen-too-far-apart",
    "{subject} cannot have marched from {start} ({one}) to {end} ({other}) in {turns}: {march}",
)
SIG008 = CODES.warning(
    "SIG008",
    "strength-without-replacements",
    "{subject} rises from {start} to {end} between {one} and {other}, and the track gives its side {given}",
)

_CODES: dict[Kind, Code] = {"who": SIG001, "when": SIG002, "what": SIG003, "ground": SIG004}


def rows(game: Game) -> Iterator[Diagnostic]:
    """Report sightings that make no sense, and that no draft uses therefore."""
    for fault in sightings(game).faults:
        finding = _CODES[fault.kind].at(fault.where, subject=fault.subject, problem=fault.problem)
        yield finding.suggest(fault.hint)


def _all_read(game: Game) -> bool:
    """Whether everything is read that says who is where when: a sighting is only as wrong as that is known."""
    if not all_forces_read(game) or any(game.broken(kind) for kind in _RESTS_ON):
        return False
    track = schedule(game)
    return track is None or all(
        track.starts.keys() <= {column.start for column in force.document.columns}
        for force in forces(game).sides.values()
    )


_RESTS_ON = ("chronology", "time-track", "map", "rules", "charts")


def at_its_time(game: Game) -> Iterator[Diagnostic]:
    """Report sightings of units that have not arrived, have left, or are destroyed (SIG005)."""
    for each in absences(game) if _all_read(game) else ():
        found = each.found
        said = f"is seen at {found.place} on {found.date}" if found.place else f"has a strength on {found.date}"
        problem = each.words if not found.subject.formation else f"{each.unit.cited} {each.words}"
        yield SIG005.at(found.where / found.claim, subject=found.subject.cited, seen=said, problem=problem)


def strengths(game: Game) -> Iterator[Diagnostic]:
    """Report strengths above that of the counter (SIG006), and those that no replacement explains (SIG008)."""
    units = {unit.key: unit for unit in forces(game).units()}
    for each in evidence(game):
        counter = units[each.subject.units[0]].counter if each.claim == "strength" else None
        full = counter.counter.strength if counter else None
        if full is not None and each.number is not None and each.number > full:
            yield SIG006.at(each.where / "strength", subject=each.subject.cited, found=each.number, full=full)
    for pair in risen(game) if _all_read(game) else ():
        one, other = pair.one, pair.other
        given = plural(pair.given, "replacement point") if pair.given else "no replacement point"
        finding = SIG008.at(
            other.where / other.claim,
            subject=other.subject.cited,
            start=pair.start,
            end=pair.end,
            one=one.date,
            other=other.date,
            given=given,
        )
        yield finding.also(one.where / one.claim, "the strength before")


def marches(game: Game) -> Iterator[Diagnostic]:
    """Report two sightings of a unit, one after the other, that no march by the game's costs can join (SIG007)."""
    for pair in apart(game) if _all_read(game) else ():
        if pair.way is None:
            march = "no way joins them by land"
        else:
            march = f"the shortest march costs {pair.points} movement points, {plural(pair.needed or 0, 'move')}"
        finding = SIG007.at(
            pair.other.where / "at",
            subject=pair.other.subject.cited,
            start=pair.one.place,
            one=pair.one.date,
            end=pair.other.place,
            other=pair.other.date,
            turns=plural(pair.turns, "move"),
            march=march,
        ).also(pair.one.where / "at", "seen here before")
        yield finding.note(f"the shortest march: {' '.join(pair.names)}") if pair.names else finding


CHECKS = (rows, at_its_time, strengths, marches)
