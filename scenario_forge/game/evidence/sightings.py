"""The linked sightings: whom each is about, when, what it says, its source, and what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.sightings import SightingsDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.forces import all_forces_read, forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import TurnSpan, schedule, span_of

if TYPE_CHECKING:
    from scenario_forge.documents.sightings import EvidenceSource, Sighting
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import Location
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

_NUMBER = re.compile(r"[0-9]{1,4}").fullmatch
Kind = Literal["who", "when", "what", "ground"]


@dataclass(frozen=True, slots=True)
class LinkedSighting:
    """A sighting that makes sense: its units, or the hex whose holder it names, and the game turns that it is about."""

    row: Sighting = field(repr=False)
    where: Where
    cited: str
    """Whom it is about: `Allied 5, 5/4 Ind`, `Allied 4 Ind`, `Tobruk`."""
    units: tuple[Unit, ...] = field(repr=False)
    """None of a place."""
    span: TurnSpan
    location: Location | None
    """The place of `at`, `not_at` or `place`."""
    source: EvidenceSource | None = field(repr=False)

    @property
    def side(self) -> str:
        """The side of the unit or formation; empty of a place."""
        return self.units[0].side if self.units else ""

    @property
    def source_words(self) -> str:
        """The source with its page: `Playfair II, p. 160`."""
        title = (self.source.title if self.source else self.row.source) or "no source"
        page = self.row.page
        return f"{title}, {f'p. {page}' if page[:1].isdecimal() else page}" if page else title


@dataclass(frozen=True, slots=True)
class SightingFault:
    """A fault of a row: its kind, its place, whom it is about, a sentence, and what may have been meant."""

    kind: Kind
    where: Where
    subject: str
    problem: str
    hint: str | None = None


@dataclass(eq=False)
class Sightings:
    """All sightings of a game that make sense, in order of the file, and what is wrong with the others."""

    rows: list[LinkedSighting] = field(default_factory=list, repr=False)
    sources: dict[str, EvidenceSource] = field(default_factory=dict, repr=False)
    faults: list[SightingFault] = field(default_factory=list, repr=False)


@view
def sightings(game: Game) -> Sightings:
    """The sightings of a game."""
    found = Sightings()
    for document, where in game.documents("sightings", SightingsDocument):
        for source in document.sources:
            found.sources.setdefault(source.id, source)
        linker = _Linker(game, found)
        for row, at in where.each("sightings", document.sightings):
            linked = linker.link(row, at)
            if linked is not None:
                found.rows.append(linked)
    return found


class _Linker:
    """Reads the rows of one game's sightings; what is wrong is noted, and the row left out."""

    def __init__(self, game: Game, found: Sightings) -> None:
        self.game, self.found = game, found
        self.forces = forces(game)
        self.grid = hex_map(game)
        self.track: Schedule | None = schedule(game)
        self.known = all_forces_read(game)
        self.units: dict[str, dict[str, list[Unit]]] = {}
        self.formations: dict[str, dict[str, tuple[str, tuple[Unit, ...]]]] = {}
        for unit in self.forces.units():
            self.units.setdefault(unit.side, {}).setdefault(_folded(unit.name), []).append(unit)
            for name in unit.formations:
                by_name = self.formations.setdefault(unit.side, {})
                known = by_name.get(_folded(name), (name, ()))
                by_name[_folded(name)] = (known[0], (*known[1], unit))
        self._spans: dict[str, TurnSpan | DateError] = {}

    def link(self, row: Sighting, where: Where) -> LinkedSighting | None:
        """Return a row with its names looked up; None where it makes no sense."""
        who = self._who(row, where)
        span = self._when(row, where, who[0] if who else "the sighting")
        if who is None or not self._says(row, where, who[0]):
            return None
        name = row.place or row.at or row.not_at
        location = self.grid.find(name) if self.grid and name else None
        if span is None or (self.grid is not None and name and location is None):  # the name is told of by REF001
            return None
        if location is not None and not self._ground(row, where, *who, location):
            return None
        return LinkedSighting(row, where, *who, span, location, self.found.sources.get(row.source or ""))

    def _fault(self, kind: Kind, where: Where, subject: str, problem: str, hint: str | None = None) -> None:
        self.found.faults.append(SightingFault(kind, where, subject, problem, hint))

    # -- whom ---------------------------------------------------------------------------------------

    def _who(self, row: Sighting, where: Where) -> tuple[str, tuple[Unit, ...]] | None:
        if sum(each is not None for each in (row.unit, row.formation, row.place)) != 1:
            self._fault("who", where, "the sighting", "one of `unit`, `formation` and `place` says whom it is about")
            return None
        if row.place is not None:
            if row.side is not None:
                self._fault("who", where / "side", row.place, "whose it was stands in `held`")
                return None
            return row.place, ()
        if row.side is None:
            self._fault("who", where, row.unit or row.formation or "", "`side` says whose the unit or formation is")
            return None
        if row.side not in self.units:
            return None  # told of by REF001, or no order of battle can be read
        called = self.game.side_name(row.side)
        return self._unit(row, where, called) if row.unit is not None else self._formation(row, where, called)

    def _unit(self, row: Sighting, where: Where, called: str) -> tuple[str, tuple[Unit, ...]] | None:
        known, text = self.units[row.side or ""], row.unit or ""
        numbered = self.forces.find(row.side or "", int(text)) if _NUMBER(text) else None
        units = [numbered] if numbered is not None else known.get(_folded(text), [])
        if len(units) == 1:
            return f"{units[0].cited}, {units[0].name}", (units[0],)
        if units:
            numbers = " and ".join(str(unit.no) for unit in units)
            self._fault("who", where / "unit", f"{called} {text}", f"units {numbers} are called so; write a number")
        elif self.known:
            names = {unit.name: unit for several in known.values() for unit in several}
            hint = did_you_mean(text, names)
            self._fault("who", where / "unit", f"{called} {text}", "the order of battle has no such unit", hint)
        return None

    def _formation(self, row: Sighting, where: Where, called: str) -> tuple[str, tuple[Unit, ...]] | None:
        known, text = self.formations.get(row.side or "", {}), row.formation or ""
        found = known.get(_folded(text))
        if found is not None:
            return f"{called} {found[0]}", found[1]
        if self.known:
            hint = did_you_mean(text, [name for name, _units in known.values()])
            self._fault("who", where / "formation", f"{called} {text}", "no unit is of such a formation", hint)
        return None

    # -- when ---------------------------------------------------------------------------------------

    def _when(self, row: Sighting, where: Where, subject: str) -> TurnSpan | None:
        """Return the game turns that a row is about; None where its date is none, or two."""
        stretch = (row.since is not None) + (row.to is not None)
        problem, at = "", where
        if row.date is None and stretch < 2:
            problem = (
                "a stretch of time has both `from` and `to`" if stretch else "it has neither `date` nor `from`, `to`"
            )
        elif row.date is not None and stretch:
            problem, at = "it has a `date` and a stretch of time", where / "date"
        if problem:
            self._fault("when", at, subject, problem)
        if problem or self.track is None:
            return None
        if row.date is not None:
            return self._span(row.date, where / "date", subject)
        return self._stretch(row, where, subject)

    def _stretch(self, row: Sighting, where: Where, subject: str) -> TurnSpan | None:
        first = self._span(row.since or "", where / "from", subject)
        last = self._span(row.to or "", where / "to", subject)
        if first is None or last is None:
            return None
        if last.last < first.first or (first.days and last.days and last.days[1] < first.days[0]):
            self._fault("when", where / "to", subject, f"it ends on {row.to}, before it begins on {row.since}")
            return None
        days = (first.days[0], last.days[1]) if first.days and last.days else None
        return TurnSpan(first.first, last.last, days)

    def _span(self, text: str, where: Where, subject: str) -> TurnSpan | None:
        assert self.track is not None  # noqa: S101 - asked only where there is a track
        known = self._spans.get(text)
        if known is None:
            known = self._spans[text] = self._read(self.track, text)
        if isinstance(known, TurnSpan):
            return known
        self._fault("when", where, subject, str(known))
        return None

    @staticmethod
    def _read(track: Schedule, text: str) -> TurnSpan | DateError:
        try:
            span = span_of(track, text.strip())
        except DateError as error:
            message = str(error) if "`" in str(error) or text.isdecimal() else f"`{text}` is no date: {error}"
            return DateError(message)
        if span.last < 0 or span.first >= track.calendar.length:
            ends = (track.calendar.text(0), track.calendar.text(track.calendar.length - 1))
            return DateError("{} is not on the track, which runs from {} to {}".format(text, *ends))
        return span

    # -- what ---------------------------------------------------------------------------------------

    def _says(self, row: Sighting, where: Where, subject: str) -> bool:
        of_place = row.place is not None
        claims = {"at": row.at, "not_at": row.not_at, "held": row.held, "strength": row.strength, "share": row.share}
        stated = [key for key, value in claims.items() if value is not None]
        wrong = next((key for key in stated if (key == "held") != of_place), None)
        if row.formation is not None and row.strength is not None:
            wrong = wrong or "strength"
        if wrong is not None:
            problem = "`held` is said of a `place`"
            if of_place:
                problem = "of a place, only `held` can be said"
            elif wrong == "strength":
                problem = "the strength of a formation is its `share`, in percent"
            self._fault("what", where / wrong, subject, problem)
            return False
        if not stated:
            needed = "`held`" if of_place else "`at`, `not_at`, `strength` or `share`"
            self._fault("what", where, subject, f"it says nothing: {needed} is missing")
            return False
        both = [pair for pair in (("at", "not_at"), ("strength", "share")) if all(key in stated for key in pair)]
        if both:
            one, other = both[0]
            self._fault("what", where / other, subject, f"it has both `{one}` and `{other}`")
        return not both

    def _ground(self, row: Sighting, where: Where, subject: str, units: tuple[Unit, ...], location: Location) -> bool:
        """Check that somebody can stand at a place, or a side hold it."""
        grid = self.grid
        if location.hex is None and location.place is not None:
            return False  # the map names no hex for it that there is, and is told so
        if grid is None or row.not_at is not None:
            return True
        key = "place" if row.place is not None else "at"
        problem = ""
        if location.hex is None:
            box = grid.boxes.get(location.box or "")
            if row.place is not None:
                problem = f"`{row.place}` is not on the map, so that nobody holds it"
            elif box is not None and box.side not in (None, row.side):
                problem = f"`{row.at}` is a box of the enemy"
        elif not grid.passable[location.hex] and grid.terrain[location.hex] is not None:
            if not grid.land[location.hex]:
                problem = f"{grid.name(location.hex)} is sea"
            elif units and not self._crosses(units):
                problem = f"nobody of its kind may stand in {grid.name(location.hex)}"
        if problem:
            self._fault("ground", where / key, subject, problem)
        return not problem

    def _crosses(self, units: tuple[Unit, ...]) -> bool:
        counters = [unit.counter.counter for unit in units if unit.counter]
        system = self.game.system
        return system is not None and any(system.crosses_impassable(self.game, each.type) for each in counters)


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().casefold()
