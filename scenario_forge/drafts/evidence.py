"""All evidence about a game's campaign as one tuple: what sightings.yaml says, and the events of the chronology."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.evidence.sightings import sightings
from scenario_forge.game.forces import forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule, span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.documents.sightings import Sure
    from scenario_forge.documents.time_track import Event
    from scenario_forge.game.evidence.sightings import LinkedSighting
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import Location
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

Claim = Literal["at", "not_at", "strength", "share", "held", "fate"]
"""What is said: where units were, or were not; their strength in points, or in percent; who held a place; what became
of units."""
_RANK: dict[Sure, int] = {"certain": 0, "likely": 1, "perhaps": 2}


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom evidence is about: a unit, a formation of a side, or a place."""

    side: str
    """The side of the units; empty of a place."""
    units: tuple[UnitKey, ...]
    """One unit, all units of a formation, or none of a place."""
    formation: str
    """The name of the formation; empty of a unit and of a place."""
    cited: str
    """As messages cite it: `Allied 5, 5/4 Ind`, `Allied 4 Ind`, `Tobruk`."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that a source says of a subject at a time."""

    subject: Subject
    first: int
    """The first game turn that it may be about, as the track counts them; below 0 before the track begins."""
    last: int
    """The last."""
    claim: Claim
    location: Location | None = field(repr=False)
    """Of `at`, `not_at`, `held` and a `fate` with a place: where."""
    place: str
    """The same as written."""
    value: str
    """Of `held`: the side; of `fate`: the word."""
    number: int | None
    """Of `strength`: points; of `share`: percent."""
    sure: Sure
    source: str
    """The source with its page, for people."""
    date: str
    """The date as written."""
    days: tuple[int, int] | None = field(repr=False)
    """Its first and last day, where turns have dates."""
    note: str = field(repr=False)
    where: Where
    lasting: bool = False
    """Whether it holds from then on, until other evidence ends it: control and fates of the chronology."""

    def covers(self, turn: int) -> bool:
        """Check whether it may be about a game turn."""
        return self.first <= turn <= self.last

    @property
    def words(self) -> str:
        """What it says and who says so, as a reason cites it: `seen at Mersa Matruh, 12/6/41 (Playfair II, p. 160)`."""
        what = {
            "at": f"seen at {self.place}",
            "not_at": f"not at {self.place}",
            "strength": f"strength {self.number}",
            "share": f"at {self.number} % of its strength",
            "held": f"{self.place} held by {self.value}",
            "fate": self.value.replace("_", " ") + (f" at {self.place}" if self.place else ""),
        }[self.claim]
        doubt = "" if self.sure == "certain" else f"{self.sure} "
        return f"{doubt}{what}, {self.date} ({self.source})"


@view
def evidence(game: Game) -> tuple[Evidence, ...]:
    """All evidence of a game, in order of time; of one time, the surest first, then in order of the files."""
    found = [one for each in sightings(game).rows for one in _of_sighting(each)]
    track = schedule(game)
    for document, where in game.documents("chronology", ChronologyDocument) if track else ():
        for event, at in where.each("events", document.events):
            if track is not None and (event.control or event.fates):
                found += _of_event(game, track, event, at)
    return tuple(sorted(found, key=_order))


def _order(each: Evidence) -> tuple[int, int, int, int]:
    return each.first, each.days[0] if each.days else 0, _RANK[each.sure], each.last


def _of_sighting(linked: LinkedSighting) -> Iterator[Evidence]:
    """Yield what one sighting says: a place, and a strength."""
    row, units = linked.row, linked.units
    formation = linked.cited.partition(" ")[2] if row.formation else ""
    subject = Subject(linked.side, tuple(unit.key for unit in units), formation, linked.cited)

    def say(claim: Claim, place: str = "", value: str = "", number: int | None = None) -> Evidence:
        span = linked.span
        location = linked.location if place else None
        return Evidence(
            subject, span.first, span.last, claim, location, place, value, number, row.sure,
            linked.source_words, row.date or f"{row.since} to {row.to}", span.days, row.note, linked.where,
        )  # fmt: skip

    if row.at is not None:
        yield say("at", row.at)
    if row.not_at is not None:
        yield say("not_at", row.not_at)
    if row.place is not None:
        yield say("held", row.place, row.held or "")
    if row.strength is not None:
        yield say("strength", number=row.strength)
    if row.share is not None:
        yield say("share", number=row.share)


def _of_event(game: Game, track: Schedule, event: Event, where: Where) -> Iterator[Evidence]:
    """Yield what a row of the chronology says of places and units; nothing where its date is none (CHR001)."""
    try:
        span = span_of(track, event.date)
    except DateError:
        return
    grid = hex_map(game)
    source = event.source or "the chronology"

    def say(subject: Subject, claim: Claim, place: str, value: str, at: Where, *, by_id: bool = False) -> Evidence:
        location = None if grid is None or not place else grid.find_key(place) if by_id else grid.find(place)
        name = location.place.name if location is not None and location.place is not None else place
        return Evidence(
            subject, span.first, span.last, claim, location, name, value, None, "certain",
            source, event.date, span.days, "", at, lasting=True,
        )  # fmt: skip

    for id_, side in event.control.items():
        found = say(Subject("", (), "", id_), "held", id_, side, where / "control" / id_, by_id=True)
        if grid is None or found.location is not None:  # REF001 tells of one that is none
            yield replace(found, subject=replace(found.subject, cited=found.place))
    for fate, at in where.each("fates", event.fates):
        named = [unit for unit in forces(game).units() if unit.side == fate.side]
        units = [unit for unit in named if unit.no in fate.units or fate.formation in unit.formations]
        side = game.side_name(fate.side)
        cited = f"{side} {fate.formation or ', '.join(map(str, fate.units))}"
        subject = Subject(fate.side, tuple(unit.key for unit in units), fate.formation or "", cited)
        if units:
            yield say(subject, "fate", fate.at or "", fate.fate, at)


def at_turn(known: Iterable[Evidence], turn: int, claim: Claim) -> dict[UnitKey, list[Evidence]]:
    """Return by unit the evidence of one kind that may be about a game turn: of the unit before that of its formation.

    Of those alike, the surest first, then the one whose time is shortest, then the earliest.
    """
    found: dict[UnitKey, list[Evidence]] = {}
    for each in known:
        if each.claim == claim and each.covers(turn):
            for key in each.subject.units:
                found.setdefault(key, []).append(each)
    for several in found.values():
        several.sort(key=lambda each: (_RANK[each.sure], bool(each.subject.formation), each.last - each.first))
    return found


def same_place(each: Evidence, location: Location) -> bool:
    """Check whether evidence is about a hex or an off-map box."""
    there = each.location
    return there is not None and (there.hex, there.box if there.hex is None else None) == (
        location.hex,
        location.box if location.hex is None else None,
    )
