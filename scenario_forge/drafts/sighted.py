"""Sightings carried into a draft: who was seen is there, and the others move with those who were seen near them."""

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

SEEN = "seen"
"""Kind of a guess that a sighting makes."""
BESIDE = 3
"""Hexes up to which a unit keeps its place beside a unit of its formation that was seen."""
WITH = 8
"""Hexes up to which a unit moves with the nearest unit that was seen, as far and in the same direction."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A row that a sighting fixes: where its unit was drafted, and where it is."""

    row: DraftRow
    drafted: int | None
    hex: int | None
    words: str


def with_sightings(game: Game, dates: Dates, drafted: list[Draft], ground: Positions) -> tuple[list[Draft], Positions]:
    """Return the draft with what was seen; all other units are placed again around those.

    A certain sighting fixes the row of its unit; others are candidates. A unit that was seen earlier or later is no
    farther from there than it can march. Who was not seen moves with the units beside it that were.
    """
    known = [each for each in evidence(game) if each.subject.units]
    if not known or ground.grid is None:
        return drafted, ground
    return _Placing(game, ground.grid, dates, known).all(drafted)


class _Placing:
    """The evidence for one date, as rows need it."""

    def __init__(self, game: Game, grid: HexMap, dates: Dates, known: Iterable[Evidence]) -> None:
        self.game, self.grid, self.dates, turn = game, grid, dates, dates.first_turn
        self.known = list(known)
        self.at, self.away = at_turn(self.known, turn, "at"), at_turn(self.known, turn, "not_at")
        self.strengths = [at_turn(self.known, turn, claim) for claim in ("strength", "share")]
        self.marches = Marches(game, grid)
        self.seen: dict[UnitKey, Seen] = {}

    def all(self, drafted: list[Draft]) -> tuple[list[Draft], Positions]:
        """Place everybody: who was seen, who stands by rule or in a box, then the guesses."""
        ground = Positions(self.game)
        rows = [row for draft in drafted for row in draft.rows]
        guesses = {row.unit.key: row for row in rows if row.open}
        for row in rows:
            self._see(row)
        for each in self.seen.values():
            fit(ground, each.row)
        others = [row for row in rows if row.unit.key not in self.seen]
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
            self.seen[unit.key] = Seen(row, drafted, there.hex if there else None, found.words)
        if row.token.kind == "at":
            self._strengthen(row)

    def _put(self, row: DraftRow, found: Evidence) -> None:
        """Move a unit to where it was seen; its row is a guess if the sighting is not certain."""
        location: Location | None = found.location
        if location is None:
            return
        in_works = row.token.in_works and row.hex == location.hex
        strength = row.token.strength if row.token.kind == "at" else None
        place = self.grid.name(location.hex) if location.hex is not None else str(location.box)
        row.token = PlacementToken("at", place, strength=strength, in_works=in_works, marks=row.token.marks)
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
        """Move a guess as far as the nearest unit that was seen, first one of its formation."""
        assert row.hex is not None  # noqa: S101 - asked only of units on the map
        unit, grid = row.unit, self.grid.grid
        own = [each for each in self.seen.values() if each.row.unit.side == unit.side and each.hex is not None]
        mates = [each for each in own if _of_one_formation(each.row.unit, unit)]
        near = [
            (distance(grid, each.drafted, row.hex), each.row.unit.no, each)
            for each in mates or own
            if each.drafted is not None
        ]
        away, _no, seen = min(near, key=lambda each: each[:2], default=(0, 0, None))
        if seen is None or seen.hex is None or seen.drafted is None:
            seen = next(iter(mates), None)
            target = seen.hex if seen else None
        elif mates and away > BESIDE:
            target = seen.hex
        elif mates or away <= WITH:
            target = self._moved(row.hex, seen.drafted, seen.hex)
        else:
            return
        if seen is None or target is None or target == row.hex:
            return
        row.hex, row.open = target, True
        row.token = replace(row.token, place=self.grid.name(target), in_works=False)
        why = f"beside {seen.row.unit.name}, {seen.words}" if mates else f"moved with {seen.row.unit.name}"
        row.why = [*_without_position(row.why), why]

    def _moved(self, hex_: int, start: int, end: int) -> int:
        """Return the hex as far from another as it was from where that was; the other itself if that is off the map."""
        grid = self.grid.grid
        (q, r, _), (q0, r0, _), (q1, r1, _) = (cube(grid, each) for each in (hex_, start, end))
        target = from_cube(grid, q + q1 - q0, r + r1 - r0)
        return target if target >= 0 and self.grid.passable[target] else end

    def _narrow(self, row: DraftRow) -> None:
        """Keep a guess where its unit can have marched, and away from where it was not."""
        assert row.hex is not None  # noqa: S101 - asked only of units on the map
        excluded = {each.location.hex: each for each in self._certain(self.away, row.unit) if each.location}
        bounds = list(self._bounds(row.unit))
        if row.hex not in excluded and all(row.hex in reach for reach, _words in bounds):
            return
        grid = self.grid
        free = [hex_ for hex_ in range(len(grid.grid)) if grid.passable[hex_] and hex_ not in excluded]
        fits = [hex_ for hex_ in free if all(hex_ in reach for reach, _words in bounds)]
        if not fits:
            return
        why = [excluded[row.hex].words] if row.hex in excluded else []
        why += [words for reach, words in bounds if row.hex not in reach]
        start = row.hex
        row.hex = min(fits, key=lambda hex_: (distance(grid.grid, start, hex_), hex_))
        row.open = True
        row.token = replace(row.token, place=grid.name(row.hex), in_works=False)
        row.why += why

    def _certain(self, several: Mapping[UnitKey, list[Evidence]], unit: Unit) -> Iterator[Evidence]:
        return (each for each in several.get(unit.key, ()) if each.sure == "certain")

    def _bounds(self, unit: Unit) -> Iterator[tuple[Collection[int], str]]:
        """Yield what is in reach of where a unit was last seen before the date, and of where it is next seen."""
        turn = self.dates.first_turn
        own = [each for each in self.known if unit.key in each.subject.units and each.claim == "at"]
        sure = [each for each in own if each.sure == "certain" and not each.subject.formation and each.location]
        comes = [entry.turn for entry in unit.entries() if entry.turn is not None]
        last = max((each for each in sure if each.last < turn), key=lambda each: each.last, default=None)
        following = min((each for each in sure if each.first > turn), key=lambda each: each.first, default=None)
        for found, turns in (
            (last, turn - last.last if last else 0),
            (following, following.first - turn + 1 if following else 0),
        ):
            node = self.marches.node(found.location) if found else None
            if found is None or node is None:
                continue
            first, end = sorted((turn, found.last if found is last else found.first))
            if any(first <= come <= end for come in comes):
                continue
            reach = self.marches.within(unit, node, turns)
            if reach is not None:
                yield reach, f"{found.words}: no farther than it can march"


def _without_position(why: list[str]) -> list[str]:
    """Return the reasons for a row without those for a position that it has no more."""
    strengths = [each.replace("position and strength of", "strength of", 1) for each in why]
    return [each for each in strengths if not each.startswith("position of ")]


def _of_one_formation(one: Unit, other: Unit) -> bool:
    return bool({*one.formations} & {*other.formations})
