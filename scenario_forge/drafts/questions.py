"""What to look up next for a date: the open questions, ranked by how many rows an answer would settle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.drafts.dossier_candidates import hexes_now
from scenario_forge.drafts.evidence import at_turn, evidence
from scenario_forge.drafts.sighted import WITH
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.dossier_rows import Subject
    from scenario_forge.drafts.front import ControlLine
    from scenario_forge.drafts.rows import Draft
    from scenario_forge.game.forces import Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap

HELP = 0.6
"""How much of a row an answer about another unit settles, of its formation or in the same hex; it falls off with the
distance."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a unit, a formation or a holder of a place; ``fixes``: about how many rows it settles."""

    side: str
    """Empty of a place."""
    units: tuple[UnitKey, ...]
    """One unit, the open units of a formation, or none of a place."""
    formation: str
    """Empty of a unit and of a place."""
    place: str
    """The place as `control:` names it; empty of units."""
    name: str
    """For people: `4 Ind`, `5/4 Ind`, `Halfaya Pass`."""
    fixes: int

    def words(self, date: str) -> str:
        """Return the question in words: ``where is 4 Ind in Jun 41? fixes 7 rows``."""
        asked = f"who holds {self.name}" if self.place else f"where is {self.name}"
        return f"{asked} {'on' if date[:1].isdigit() else 'in'} {date}? fixes {plural(self.fixes, 'row')}"


@dataclass(frozen=True, slots=True)
class AskedRow:
    """A unit's row as questions see it: where it stands now, and whether that is known or a guess."""

    unit: Unit
    hex: int | None
    open: bool
    """Whether its place is a guess."""
    known: bool = False
    """Whether a sighting or a decision fixes it, so that others can be placed beside it."""


def rows_of_drafts(game: Game, dates: Dates, drafted: Iterable[Draft]) -> list[AskedRow]:
    """Return the rows of a draft."""
    seen = _seen(game, dates)
    rows = [row for draft in drafted for row in draft.rows]
    made = []
    for row in rows:
        known = row.unit.key in seen
        made.append(AskedRow(row.unit, row.hex, row.open and not known, known))
    return made


def rows_of_subjects(game: Game, dates: Dates, subjects: Iterable[Subject]) -> list[AskedRow]:
    """Return the rows of a dossier, with what is decided in it."""
    seen, rows = _seen(game, dates), []
    for each in subjects:
        if each.unit is None:
            continue
        hexes = hexes_now(each)
        known = each.unit.key in seen or bool(each.decided and each.decided.settled)
        guess = not known and each.status == "open"
        rows.append(AskedRow(each.unit, hexes[0] if hexes else None, guess, known))
    return rows


def _seen(game: Game, dates: Dates) -> set[UnitKey]:
    at = at_turn(evidence(game), dates.first_turn, "at")
    return {key for key, several in at.items() if several[0].sure == "certain"}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A possible question, and how much of each open row its answer settles."""

    units: tuple[AskedRow, ...]
    formation: str
    settles: tuple[float, ...]


def questions(game: Game, rows: Sequence[AskedRow], held: Iterable[ControlLine] = ()) -> list[Question]:
    """Return the open questions of a draft, the one first whose answer settles most after all before it.

    An answer settles the rows of its own units, and helps those of their formation and those drafted near them. The
    order is that of a person who looks them up one by one; it is the same for the same rows.

    Args:
        game: the game.
        rows: all units, with sightings and decisions.
        held: lines of `control:`; those left to decide are questions too.
    """
    grid = hex_map(game)
    known, open_ = [row for row in rows if row.known], [row for row in rows if row.open]
    settled = [max((_helps(grid, each, row) for each in known), default=0.0) for row in open_]
    asked = [_asked(grid, open_, units, formation) for units, formation in _subjects(open_)]
    found = []
    while asked:
        gains = [sum(max(0.0, a - b) for a, b in zip(each.settles, settled, strict=True)) for each in asked]
        best = max(range(len(asked)), key=lambda number: (round(gains[number], 6), -number))
        each = asked.pop(best)
        settled = [max(pair) for pair in zip(each.settles, settled, strict=True)]
        found.append(_question(each, max(round(gains[best]), 1)))
        gone = {row.unit.key for row in each.units}
        asked = [one for one in asked if not gone.issuperset(row.unit.key for row in one.units)]
    return found + [_of_place(grid, line) for line in held if line.open]


def questions_in_words(
    game: Game, dates: Dates, subjects: Sequence[Subject], held: Iterable[ControlLine] = ()
) -> list[str]:
    """Return what to look up next for a dossier, as sentences: the question first whose answer settles most."""
    label = dates.track.label(dates.first_turn)
    decided = {str(each.key[1]) for each in subjects if each.control and each.decided and each.decided.settled}
    left = [each for each in held if each.place not in decided]
    return [each.words(label) for each in questions(game, rows_of_subjects(game, dates, subjects), left)]


def _subjects(rows: Sequence[AskedRow]) -> list[tuple[tuple[AskedRow, ...], str]]:
    """Return the formations with several open units, then all units, in order of the charts."""
    formations: dict[tuple[str, str], list[AskedRow]] = {}
    for row in rows:
        for name in row.unit.formations:
            formations.setdefault((row.unit.side, name), []).append(row)
    several = [((*own,), name) for (_side, name), own in formations.items() if len(own) > 1]
    return [*several, *(((row,), "") for row in rows)]


def _asked(grid: HexMap | None, rows: Sequence[AskedRow], units: tuple[AskedRow, ...], formation: str) -> _Asked:
    own = {row.unit.key for row in units}
    settles = [1.0 if row.unit.key in own else max(_helps(grid, each, row) for each in units) for row in rows]
    return _Asked(units, formation, tuple(settles))


def _helps(grid: HexMap | None, known: AskedRow, row: AskedRow) -> float:
    """Return how much of a row is settled by knowing where another unit is."""
    if known.unit.side != row.unit.side or row.hex is None:
        return 0.0
    if not {*known.unit.formations}.isdisjoint(row.unit.formations):
        return HELP
    if grid is None or known.hex is None:
        return 0.0
    away = distance(grid.grid, known.hex, row.hex)
    return HELP * (1 - away / (WITH + 1)) if away <= WITH else 0.0


def _question(asked: _Asked, fixes: int) -> Question:
    units = asked.units
    name = asked.formation or units[0].unit.name
    return Question(units[0].unit.side, tuple(row.unit.key for row in units), asked.formation, "", name, fixes)


def _of_place(grid: HexMap | None, line: ControlLine) -> Question:
    known = grid.places_by_id.get(line.place) if grid else None
    return Question("", (), "", line.place, known[0].name if known else line.place, 1)
