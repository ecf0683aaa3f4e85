"""CHR086, CHR087: facts of the chronology that contradict each other, or a printed start."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.drafts.evidence import evidence
from scenario_forge.drafts.holding import end_of, holding_claims, moment_of
from scenario_forge.drafts.theatre import start_theatre
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.game.forces import Entry, Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import DateMark

CODES = Codes(__file__)
CHR086 = CODES.error(
    "CHR086",
    "facts-contradict-each-other",
    holders="{place} is held by {one} and by {other} from {date} on",
    ended="{subject}: {fate} {date}, after it was {end} {before}",
    places="{subject} is at {one} and at {other} on {date}",
)
CHR087 = CODES.warning(
    "CHR087",
    "fact-against-a-printed-start",
    control="{place} is held by {one} from {date} on, and by {other} at the start of {start}",
    destroyed="{subject} was destroyed {date}, and is at {place} at the start of {start}",
    elsewhere="{subject} was cut off at {one} {date}, and is at {place} at the start of {start}",
)

_END = ("destroyed", "left")
_BACK = ("came", "refitted")
_NEAR = 3
"""Hexes from a place within which a unit is still there: a garrison holds the ground around its town."""
_RECENT = 120
"""Days after which a destroyed unit may be a new one of the same name."""


def holders(game: Game) -> Iterator[Diagnostic]:
    """Report places with two holders from one date on (CHR086)."""
    told: dict[tuple[int | None, int], Evidence] = {}
    for each in evidence(game):
        known = each.value in game.side_names  # else REF001 tells of it
        if each.claim != "held" or not each.lasting or each.location is None or not known:
            continue
        # a fact holds from the end of its date on
        end = each.days[1] if each.days else each.last
        one = told.setdefault((each.location.hex, end), each)
        if one.value != each.value:
            names = (game.side_name(one.value), game.side_name(each.value))
            finding = CHR086.at(each.where, "holders", place=each.place, one=names[0], other=names[1], date=each.date)
            yield finding.also(one.where, "the other holder")


def fates(game: Game) -> Iterator[Diagnostic]:
    """Report facts of units after their end, and of one unit at two places on one day (CHR086)."""
    track, units = schedule(game), {unit.key: unit for unit in forces(game).units()}
    told: dict[UnitKey, list[Evidence]] = {}
    for each in evidence(game) if track else ():
        for key in each.subject.units if each.claim == "fate" else ():
            told.setdefault(key, []).append(each)
    for one, other in _pairs(told.values(), pairwise):
        keys = other.subject.units
        # what is left of a formation may go on when some of it is gone
        if all(_is_over(units[key], _before(told[key], other), other) for key in keys):
            yield _after_its_end(_cited(units[keys[0]], other), one, other)
    for one, other in _pairs(told.values(), lambda several: combinations(several, 2)):
        if _are_apart(one, other):
            cited, at = _cited(units[other.subject.units[0]], other), other.where / "at"
            finding = CHR086.at(at, "places", subject=cited, one=one.place, other=other.place, date=other.date)
            yield finding.also(one.where / "at", "the other place")


def _pairs(
    told: Iterable[Sequence[Evidence]], pairs: Callable[[Sequence[Evidence]], Iterable[tuple[Evidence, Evidence]]]
) -> Iterator[tuple[Evidence, Evidence]]:
    """Yield pairs of facts about one unit; facts of a formation once, and each later fact once."""
    found = {id(other): (one, other) for several in told for one, other in pairs(several)}
    yield from found.values()


def _before(several: Sequence[Evidence], fact: Evidence) -> Evidence | None:
    """Return the last fact of a unit before another."""
    return next((one for one, other in pairwise(several) if other is fact), None)


def _cited(unit: Unit, fact: Evidence) -> str:
    return fact.subject.cited if fact.subject.formation else unit.cited


def _is_over(unit: Unit, one: Evidence | None, other: Evidence) -> bool:
    """Check whether a unit is gone by one fact, and something else than its return is told of it later."""
    if one is None or one.value not in _END or other.value in _BACK or not _precedes(one, other):
        return False
    arrivals = (entry.turn for entry in unit.entries() if entry.kind == "arrives" and entry.turn is not None)
    return not any(one.first <= turn <= other.last for turn in arrivals)


def _precedes(one: Evidence, other: Evidence) -> bool:
    days = bool(one.days and other.days and one.days[1] < other.days[0])
    return days or one.last < other.first


def _after_its_end(subject: str, one: Evidence, other: Evidence) -> Diagnostic:
    end = "destroyed" if one.value == "destroyed" else "sent away"
    fate = other.value.replace("_", " ")
    finding = CHR086.at(
        other.where / "fate", "ended", subject=subject, fate=fate, date=other.date, end=end, before=one.date
    )
    return finding.also(one.where / "fate", "its end").suggest("say when it `came` again, or correct one of them")


def _are_apart(one: Evidence, other: Evidence) -> bool:
    """Check whether two facts have a unit at two places on the same day."""
    there, here = one.location, other.location
    if there is None or here is None or (there.hex, there.box) == (here.hex, here.box):
        return False
    return one.days is not None and one.days == other.days and one.days[0] == one.days[1]


# -- against printed starts ------------------------------------------------------------------------


def control_at_starts(game: Game) -> Iterator[Diagnostic]:
    """Report places that a printed start gives to another side than the last fact before it (CHR087)."""
    track = schedule(game)
    if track is None:
        return
    starts = {mark.date.label: mark.turn for mark in track.starts.values() if mark.turn is not None}
    for claims in holding_claims(game).values():
        firm = [claim for claim in claims if claim.kind in ("event", "start")]
        for fact, start in pairwise(firm):
            if (
                fact.side not in game.side_names
                or fact.kind != "event"
                or start.kind != "start"
                or fact.side == start.side
                or fact.where is None
                or fact.first >= moment_of(track, starts[start.date])  # within its turn a start is not dated by the day
            ):
                continue
            later = firm[firm.index(start) + 1 :]
            # a game may start with what happened in the course of the first turn
            if any(
                one.kind == "event" and one.side == start.side and one.last <= end_of(track, starts[start.date])
                for one in later
            ):
                continue
            finding = CHR087.at(
                fact.where,
                "control",
                place=fact.place,
                one=game.side_name(fact.side),
                date=fact.date,
                other=game.side_name(start.side),
                start=start.date,
            )
            yield finding.also(start.where, "the printed start") if start.where is not None else finding


def units_at_starts(game: Game) -> Iterator[Diagnostic]:
    """Report units that a printed start has on the map, though destroyed or cut off elsewhere before it (CHR087)."""
    track, grid = schedule(game), hex_map(game)
    units = {unit.key: unit for unit in forces(game).units()}
    if track is None or grid is None:
        return
    for mark in track.starts.values():
        if mark.turn is None:
            continue
        state = start_theatre(game, track, mark)
        for fact in {id(fate.by): fate.by for fate in state.fates.values()}.values():
            # a unit destroyed long before may be a new one of the same name
            if fact.value == "destroyed" and fact.days and state.moment - fact.days[1] > _RECENT:
                continue
            if fact.days and fact.days[0] >= moment_of(track, mark.turn):  # as above
                continue
            there = [
                (units[key], entry)
                for key in fact.subject.units
                if state.fates[key].by is fact and (entry := units[key].at_date(mark.date.id)) and entry.kind == "at"
            ]
            # of a formation, what was not there or got away may go on; it is against the start if all of it does
            if len(there) == len(fact.subject.units):
                yield from _against(grid, mark, fact, there)


def _against(grid: HexMap, mark: DateMark, fact: Evidence, there: Sequence[tuple[Unit, Entry]]) -> Iterator[Diagnostic]:
    unit, entry = there[0]
    spot, place = fact.location, entry.token.place
    subject = fact.subject.cited if fact.subject.formation else unit.cited
    if fact.value == "destroyed":
        finding = CHR087.at(
            fact.where / "fate", "destroyed", subject=subject, date=fact.date, place=place, start=mark.date.label
        )
        yield finding.also(entry.where, "where the start has it")
    elif fact.value == "cut_off" and spot is not None and spot.hex is not None:
        apart = [one for _unit, one in there if one.hex is None or distance(grid.grid, spot.hex, one.hex) > _NEAR]
        if len(apart) == len(there):
            finding = CHR087.at(
                fact.where / "at",
                "elsewhere",
                subject=subject,
                one=fact.place,
                date=fact.date,
                place=place,
                start=mark.date.label,
            )
            yield finding.also(entry.where, "where the start has it")


CHECKS = (holders, fates, control_at_starts, units_at_starts)
