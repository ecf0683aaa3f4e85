"""Sightings carried into a draft: who was seen is there, and the others go where their companions were seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.drafts.evidence import at_turn, evidence
from scenario_forge.drafts.marches import Marches
from scenario_forge.drafts.rows import Draft, DraftRow, Positions, fit
from scenario_forge.game.placement import PlacementToken
from scenario_forge.hexes import cube, distance, from_cube

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.game.forces import Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, Location
    from scenario_forge.game.schedule import DateMark

SEEN = "seen"
"""Kind of a guess that a sighting makes."""
BESIDE = 3
"""Hexes up to which two units are drafted together, so that one moves as far as the other and in the same direction."""
WITH = 8
"""Hexes up to which a question about one unit is one about another."""
CAREER = 10
"""Hexes between two units at a printed start from which they have nothing to do with each other there."""
OWN, FORMATION, STRANGER = 1.5, 2.0, 0.3
"""Weights: of a unit's drafted place, of one of its formation, and of a unit that was at no printed start with it."""
AGREED, IGNORED = 2, 7
"""Hexes up to which a vote counts fully for the place of another, and from which it counts nothing."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A row that a sighting fixes: where its unit was drafted, and where it is."""

    row: DraftRow
    drafted: int | None
    hex: int
    words: str


@dataclass(frozen=True, slots=True)
class Vote:
    """What one unit says of where another is; ``why`` is empty for the draft's own place."""

    hex: int
    weight: float
    why: str


def with_sightings(game: Game, dates: Dates, drafted: list[Draft], ground: Positions) -> tuple[list[Draft], Positions]:
    """Return the draft with what was seen; all other units are placed again around those.

    A certain sighting fixes the row of its unit; others are candidates. Nobody is farther from where it was last known
    to be, or is known next, than it can march. Who was not seen goes where its companions were.
    """
    known = [each for each in evidence(game) if each.subject.units]
    if ground.grid is None:
        return drafted, ground
    placing = _Placing(game, ground.grid, dates, known)
    rows = [row for draft in drafted for row in draft.rows]
    if not known and not any(row.open and row.hex is not None and placing.too_far(row.unit, row.hex) for row in rows):
        return drafted, ground
    return placing.all(drafted)


@dataclass(frozen=True, slots=True)
class Known:
    """A place where a unit is known to have been or to be next, and the moves up to there at most."""

    node: int
    turns: int
    words: str


class _Placing:
    """The evidence for one date, as rows need it."""

    def __init__(self, game: Game, grid: HexMap, dates: Dates, known: Iterable[Evidence]) -> None:
        self.game, self.grid, self.dates, turn = game, grid, dates, dates.first_turn
        self.known = list(known)
        self.at, self.away = at_turn(self.known, turn, "at"), at_turn(self.known, turn, "not_at")
        self.strengths = [at_turn(self.known, turn, claim) for claim in ("strength", "share")]
        self.marches = Marches(game, grid)
        self.fixed: dict[UnitKey, DraftRow] = {}
        self.seen: dict[UnitKey, Seen] = {}

    def all(self, drafted: list[Draft]) -> tuple[list[Draft], Positions]:
        """Place everybody: who was seen, who stands by rule or in a box, then the guesses."""
        ground = Positions(self.game)
        rows = [row for draft in drafted for row in draft.rows]
        guesses = {row.unit.key: row for row in rows if row.open}
        for row in rows:
            self._see(row)
        for row in self.fixed.values():
            fit(ground, row)
        others = [row for row in rows if row.unit.key not in self.fixed]
        for row in others:
            if row.token.kind != "absent" and (row.unit.key in guesses or row.unit.key in self.at):
                self._guess(row)
        for sure in (True, False):
            for row in others:
                if row.token.kind == "at" and row.open != sure:
                    fit(ground, row)
        return drafted, ground

    def _see(self, row: DraftRow) -> None:
        """Fix a row that a certain sighting is about, and its strength."""
        unit, found = row.unit, next(iter(self.at.get(row.unit.key, ())), None)
        if row.token.kind == "absent":
            row.why += [f"against it {each.words}" for each in self.at.get(unit.key, ())[:1]]
            return
        if found is not None and found.sure == "certain":
            drafted, there = row.hex, found.location
            self._put(row, found)
            if there is not None and there.hex is not None:
                self.seen[unit.key] = Seen(row, drafted, there.hex, found.words)
            self.fixed[unit.key] = row
        if row.token.kind == "at":
            self._strengthen(row)

    def _put(self, row: DraftRow, found: Evidence) -> None:
        """Move a unit to where it was seen; its row is a guess if the sighting is not certain."""
        location: Location | None = found.location
        if location is None:
            return
        strength = row.token.strength if row.token.kind == "at" else None
        place = self.grid.name(location.hex) if location.hex is not None else str(location.box)
        row.token = PlacementToken("at", place, strength=strength, in_works=row.token.in_works, marks=row.token.marks)
        row.hex = location.hex
        row.open, row.guess = found.sure != "certain", SEEN
        row.why = [*_without_position(row.why), found.words]

    def _strengthen(self, row: DraftRow) -> None:
        counter = row.unit.counter.counter if row.unit.counter else None
        full = counter.strength if counter else None
        for several in self.strengths:
            found = next((each for each in several.get(row.unit.key, ()) if each.sure == "certain"), None)
            if found is None or full is None or found.number is None:
                continue
            number = found.number if found.claim == "strength" else max(1, round(full * found.number / 100))
            if 0 < number <= full:
                row.token = replace(row.token, strength=None if number == full else number)
                row.why.append(found.words)
                return

    # -- who was not seen for certain ----------------------------------------------------------------

    def _guess(self, row: DraftRow) -> None:
        """Move a guess to where its unit may have been seen, else with those that were seen beside it."""
        found = next(iter(self.at.get(row.unit.key, ())), None)
        if found is not None:
            self._put(row, found)
        elif row.hex is not None:
            self._follow(row)
        if row.hex is not None:
            self._narrow(row)

    def _follow(self, row: DraftRow) -> None:
        """Move a guess to the place for which its companions that were seen speak most."""
        assert row.hex is not None  # noqa: S101 - asked only of units on the map
        votes = [Vote(row.hex, OWN, ""), *self._votes(row, row.hex)]
        best = max(votes, key=lambda each: self._support(each.hex, votes))
        if best.hex == row.hex:
            return
        row.hex, row.open = best.hex, True
        row.token = replace(row.token, place=self.grid.name(best.hex), in_works=False)
        row.why = [*_without_position(row.why), best.why]

    def _votes(self, row: DraftRow, hex_: int) -> Iterator[Vote]:
        """Yield where companions say that a unit is: where they were seen, or moved as they are against their draft."""
        for seen in self.seen.values():
            other = seen.row.unit
            weight = self._companionship(row.unit, other) if other.side == row.unit.side else 0
            if weight <= 0:
                continue
            yield Vote(seen.hex, weight, f"beside {other.name}, {seen.words}")
            if seen.drafted is not None and distance(self.grid.grid, seen.drafted, hex_) <= BESIDE:
                moved = self._moved(hex_, seen.drafted, seen.hex)
                yield from [] if moved is None else [Vote(moved, weight, f"moved with {other.name}, {seen.words}")]

    def _companionship(self, one: Unit, other: Unit) -> float:
        """Return how much two units keep together: by formation, else by how near they were at the printed starts."""
        if not {*one.formations}.isdisjoint(other.formations):
            return FORMATION
        starts = [[_hex_at(unit, start) for unit in (one, other)] for start in self.dates.track.starts]
        away = [distance(self.grid.grid, a, b) for a, b in starts if a is not None and b is not None]
        return sum(max(0, 1 - each / CAREER) for each in away) / len(away) if away else STRANGER

    def _support(self, hex_: int, votes: Iterable[Vote]) -> float:
        """Return how much votes speak for a place: fully for one close by, and the less the farther it is."""
        away = ((each.weight, distance(self.grid.grid, hex_, each.hex)) for each in votes)
        return sum(weight * min(1, max(0, IGNORED - steps) / (IGNORED - AGREED)) for weight, steps in away)

    def _moved(self, hex_: int, start: int, end: int) -> int | None:
        """Return the hex as far from another as it was from where that was; None off the map."""
        grid = self.grid.grid
        (q, r, _), (q0, r0, _), (q1, r1, _) = (cube(grid, each) for each in (hex_, start, end))
        target = from_cube(grid, q + q1 - q0, r + r1 - r0)
        return target if target >= 0 and self.grid.passable[target] else None

    def _narrow(self, row: DraftRow) -> None:
        """Keep a guess where its unit can have marched, and away from where it was not."""
        assert row.hex is not None  # noqa: S101 - asked only of units on the map
        excluded = {each.location.hex: each for each in self._certain(self.away, row.unit) if each.location}
        bounds = self.too_far(row.unit, row.hex)
        if row.hex not in excluded and not bounds:
            return
        grid = self.grid
        free = [hex_ for hex_ in range(len(grid.grid)) if grid.passable[hex_] and hex_ not in excluded]
        fits = [hex_ for hex_ in free if not any(hex_ not in reach for reach in self._reaches(row.unit))]
        if not fits:
            return
        why = [excluded[row.hex].words] if row.hex in excluded else []
        why += [f"{each.words}: no farther than it can march" for each in bounds]
        start = row.hex
        row.hex = min(fits, key=lambda hex_: (distance(grid.grid, start, hex_), hex_))
        row.open = True
        row.token = replace(row.token, place=grid.name(row.hex), in_works=False)
        row.why += why

    def _certain(self, several: Mapping[UnitKey, list[Evidence]], unit: Unit) -> Iterator[Evidence]:
        return (each for each in several.get(unit.key, ()) if each.sure == "certain")

    def too_far(self, unit: Unit, hex_: int) -> list[Known]:
        """Return the places where a unit is known to have been or to be next that no march joins with a hex."""
        return [each for each in self._known(unit) if not self.marches.can_join(unit, each.node, hex_, each.turns)]

    def _reaches(self, unit: Unit) -> list[Collection[int]]:
        """Return what is in reach of each place where a unit is known to have been or to be next."""
        found = [self.marches.within(unit, each.node, each.turns) for each in self._known(unit)]
        return [reach for reach in found if reach is not None]

    def _known(self, unit: Unit) -> Iterator[Known]:
        """Yield where a unit last was and next is by a sighting, and by a printed start, if it was there all the time.

        Who has come or gone between, or was refitted, may have come from elsewhere.
        """
        if self.marches.points(unit) is None:
            return
        turn = self.dates.first_turn
        fates = [each for each in self.known if unit.key in each.subject.units and each.claim == "fate"]
        changes = [entry.turn for entry in unit.entries() if entry.turn is not None]
        changes += [each.first for each in fates if each.value in ("came", "refitted", "left", "destroyed")]
        for at, moves, location, words in self._moments(unit):
            node, (first, last) = self.marches.node(location), sorted((turn, at))
            if node is not None and not any(first <= change <= last for change in changes):
                yield Known(node, moves, words)

    def _moments(self, unit: Unit) -> Iterator[tuple[int, int, Location | None, str]]:
        """Yield the sightings and printed starts next to the date: game turn, moves up to there, place and words."""
        turn, dates = self.dates.first_turn, self.dates
        own = [each for each in self.known if unit.key in each.subject.units and each.claim == "at"]
        sure = [each for each in own if each.sure == "certain" and not each.subject.formation and each.location]
        last = max((each for each in sure if each.last < turn), key=lambda each: each.last, default=None)
        following = min((each for each in sure if each.first > turn), key=lambda each: each.first, default=None)
        if last is not None:
            yield last.last, turn - last.last, last.location, last.words
        if following is not None:
            yield following.first, following.first - turn + 1, following.location, following.words
        for mark in (dates.before, dates.after):
            there = unit.at_date(mark.date.id) if mark is not None else None
            if mark is not None and mark.turn is not None and there is not None and there.kind == "at":
                words = f"{there.token.place} in {mark.date.label}"
                yield mark.turn, self._moves(unit.side, mark), there.location, words

    def _moves(self, side: str, mark: DateMark) -> int:
        """Return how often a side moves between a printed start and the date."""
        track = self.dates.track
        first, last = sorted((track.player_turn(mark.turn or 0, mark.side), self.dates.opens))
        own = track.player_turn(0, side)
        return sum(moment % max(1, track.moments) == own for moment in range(first, last))


def _without_position(why: list[str]) -> list[str]:
    """Return the reasons for a row without those for a position that it has no more."""
    strengths = [each.replace("position and strength of", "strength of", 1) for each in why]
    return [each for each in strengths if not each.startswith("position of ")]


def _hex_at(unit: Unit, start: str) -> int | None:
    entry = unit.at_date(start)
    return entry.hex if entry is not None else None
