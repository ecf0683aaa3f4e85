"""The evidence for each place on a date: the printed starts around it, comings and goings, candidates."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from scenario_forge.drafts.front import ControlLine, controller_at
from scenario_forge.drafts.rows import column_of, comings, without_span
from scenario_forge.drafts.scenario import front_of, with_decisions
from scenario_forge.game.dossiers import CONTROL
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import PlacementToken
from scenario_forge.game.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.methods import DraftedSides
    from scenario_forge.drafts.rows import Draft, DraftRow, MarkerRow, Positions
    from scenario_forge.game.dossiers import Key, LinkedRow
    from scenario_forge.game.forces import Entry, Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.schedule import DateMark


Status = Literal["open", "carried", "fixed"]
"""Left to decide; a printed start's place is taken; follows from the order of battle, as it is not on the map."""
MOST_KIN = 3
"""Others of its formation that are named as candidates."""


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """The entry that one start prints for a unit or marker: the cell, its meaning, and its hex on the map."""

    cell: str
    kind: str = ""
    """absent, eliminated, base, at; empty where nothing is printed."""
    hexes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Coming:
    """An arrival or withdrawal, and whether it has happened by the date."""

    kind: str
    date: str
    past: bool


@dataclass(slots=True)
class CellCandidate:
    """A cell that could be decided on, and the evidence for it."""

    cell: str
    hexes: tuple[int, ...]
    why: list[str] = field(default_factory=list)
    doubt: str = ""
    source: str = ""
    """What a decision for it cites: the source of its sighting."""


@dataclass(slots=True)
class Subject:
    """A unit, the markers of one kind, or the control of a place, on the date."""

    key: Key
    cited: str
    name: str
    unit: Unit | None
    status: Status
    before: PrintedEntry
    after: PrintedEntry | None
    comings: list[Coming] = field(default_factory=list)
    """Arrivals and withdrawals from the start before on, in order of time."""
    drafted: str = ""
    """The cell that a new scenario would have now."""
    drafted_hexes: tuple[int, ...] = ()
    suffix: str = ""
    """What stands behind the hex in a cell of a unit that is below its full strength."""
    strength: int | None = None
    """That strength; None for the full one."""
    candidates: list[CellCandidate] = field(default_factory=list)
    decided: LinkedRow | None = None
    sightings: list[str] = field(default_factory=list)
    """What sources say of it at the date, and where it was last seen before and next seen after."""

    @property
    def side(self) -> str:
        """The side that the subject belongs to; empty for the control of a place."""
        return self.key[0]

    @property
    def control(self) -> bool:
        """Whether the subject is the control of a place."""
        return self.key[0] == CONTROL

    def propose(self, cell: str, hexes: Sequence[int], why: str, doubt: str = "") -> None:
        """Add a candidate; if the cell is a candidate already, only add the reason."""
        known = next((each for each in self.candidates if each.cell == cell), None)
        if known is None:
            self.candidates.append(known := CellCandidate(cell, tuple(hexes), doubt=doubt))
        if why and why not in known.why:
            known.why.append(why)


def subjects(game: Game, dates: Dates, drafted: Sequence[Draft], ground: Positions) -> list[Subject]:
    """Return every unit and marker of both sides, in printed order, where it would stand if nothing were decided.

    Raises:
        NotMade: an order of battle has no column for a start that is needed.
    """
    maker = _Maker(game, dates, ground)
    return [each for draft in drafted for each in maker.side(draft)]


class _Maker:
    """Maker of the subjects of a game on a date."""

    def __init__(self, game: Game, dates: Dates, ground: Positions) -> None:
        self.dates, self.ground = dates, ground
        self.grid: HexMap | None = hex_map(game)
        self.units = game.system.placement() if game.system else None
        self.markers = game.system.marker_placement() if game.system else None
        self.names = {id_: marker.name for id_, (marker, _where) in forces(game).markers.items()}

    def side(self, draft: Draft) -> Iterator[Subject]:
        """Yield the subjects of one side: its units, then its markers."""
        for row in draft.rows:
            yield self._unit(draft.force, row)
        for markers in draft.markers:
            yield self._marker(draft.force, markers)

    def _unit(self, force: Force, row: DraftRow) -> Subject:
        unit, dates = row.unit, self.dates
        before, after = unit.at_start(column_of(force, dates.before)), None
        if dates.after is not None:
            after = unit.at_start(column_of(force, dates.after))
        status: Status = "open" if row.open else "carried" if row.token.kind == "at" else "fixed"
        made = Subject(
            unit.key,
            unit.cited,
            unit.name,
            unit,
            status,
            self._printed(unit, before),
            self._printed(unit, after) if dates.after else None,
            self._comings(force, unit),
            _format(self.units, [row.token]),
            self._hexes([row.token]),
            suffix_of(self.units, row.token.strength),
            row.token.strength,
        )
        if status != "fixed":
            self._candidates(made, force, row, before, after)
        return made

    def _printed(self, unit: Unit, entry: Entry | None) -> PrintedEntry:
        if entry is None:
            return PrintedEntry("")
        cell = unit.row.cells.get(entry.column.id, "").strip()
        return PrintedEntry(cell, entry.kind, () if entry.hex is None else (entry.hex,))

    def _comings(self, force: Force, unit: Unit) -> list[Coming]:
        before = self.dates.before
        past, later = comings(self.dates, force, unit, self.dates.track.player_turn(before.turn or 0, before.side))
        return [Coming(each.kind, each.date, past=number < len(past)) for number, each in enumerate((*past, *later))]

    def _candidates(
        self, made: Subject, force: Force, row: DraftRow, before: Entry | None, after: Entry | None
    ) -> None:
        dates, strength = self.dates, row.token.strength
        self._propose(made, [row.token], "")
        for mark, entry, words in ((dates.after, after, "where it is"), (dates.before, before, "where it was")):
            if mark is not None and entry is not None and entry.kind == "at" and entry.location:
                token = replace(without_span(entry.token), strength=strength, spent=None)
                self._propose(made, [token], f"{words} {start_words(mark)}")
        for mark, verbs in ((dates.after, ("is", "are")), (dates.before, ("was", "were"))):
            by_place: dict[str, list[tuple[Unit, Entry]]] = {}
            for other, entry in _kin(force, row.unit, mark):
                by_place.setdefault(entry.token.place, []).append((other, entry))
            for several in by_place.values():
                token = replace(without_span(several[0][1].token), strength=strength, in_works=False, spent=None)
                names = ", ".join(other.name for other, _entry in several)
                why = f"{names}, same formation, {verbs[len(several) > 1]} there {start_words(mark)}"
                self._propose(made, [token], why)
        if made.candidates and not made.candidates[0].why:
            made.candidates[0].why = [why for why in row.why if self._is_reason(why)] or self._fate(made)

    def _fate(self, made: Subject) -> list[str]:
        """Return the evidence about a unit that is not on the map, though nobody says when it left."""
        for mark, printed in ((self.dates.after, made.after), (self.dates.before, made.before)):
            if mark and printed and printed.cell == made.drafted:
                return [f"so {start_words(mark)}"]
        return ["as drafted"]

    def _is_reason(self, why: str) -> bool:
        """Check whether a remark of the draft is more than what the row shows anyway."""
        labels = [mark.date.label for mark in (self.dates.before, self.dates.after) if mark]
        return not why.startswith((*(f"{label} " for label in labels), "arrives ", "leaves "))

    def _propose(self, made: Subject, tokens: list[PlacementToken], why: str) -> None:
        cell, hexes = _format(self.units if made.unit else self.markers, tokens), self._hexes(tokens)
        if cell:
            made.propose(cell, hexes, why, self._doubt(made.side, hexes))

    def _doubt(self, side: str, hexes: Iterable[int]) -> str:
        """Return the reason why a candidate may be impossible."""
        for hex_ in hexes:
            if self.ground.held.get(hex_, side) != side:
                return "the enemy is drafted there"
        return ""

    def _marker(self, force: Force, row: MarkerRow) -> Subject:
        dates = self.dates
        before = self._lie(force, row.marker, dates.before)
        after = self._lie(force, row.marker, dates.after) if dates.after else None
        name = self.names.get(row.marker, row.marker)
        made = Subject(
            (force.side, row.marker),
            f"{force.name} {name}",
            name,
            None,
            "open" if row.open else "carried" if row.tokens else "fixed",
            before,
            after,
            [],
            _format(self.markers, row.tokens),
            self._hexes(row.tokens),
        )
        self._propose(made, row.tokens, "")
        for mark, words in ((dates.after, "where it lies"), (dates.before, "where it lay")):
            tokens = self._tokens(force, row.marker, mark)
            if tokens and mark is not None:
                self._propose(made, tokens, f"{words} {start_words(mark)}")
        if made.candidates and not made.candidates[0].why:
            made.candidates[0].why = [row.why]
        return made

    def _tokens(self, force: Force, marker: str, mark: DateMark | None) -> list[PlacementToken]:
        column = column_of(force, mark) if mark else ""
        return [
            without_span(m.entry.token) for m in force.markers if m.marker == marker and m.entry.column.id == column
        ]

    def _lie(self, force: Force, marker: str, mark: DateMark | None) -> PrintedEntry:
        tokens = self._tokens(force, marker, mark)
        return PrintedEntry(_format(self.markers, tokens), "at" if tokens else "", self._hexes(tokens))

    def _hexes(self, tokens: Iterable[PlacementToken]) -> tuple[int, ...]:
        return hexes_of(self.grid, tokens) if self.grid else ()


def hexes_of(grid: HexMap, tokens: Iterable[PlacementToken]) -> tuple[int, ...]:
    """Return the hexes on the map where tokens lie."""
    spots = [grid.find(token.place) for token in tokens if token.place]
    return tuple(spot.hex for spot in spots if spot is not None and spot.hex is not None)


def formation(unit: Unit) -> str:
    """Return the part of an identity behind its stroke: ``5/4 Ind`` is of ``4 Ind``; empty without a stroke."""
    return unit.name.partition("/")[2]


def _kin(force: Force, unit: Unit, mark: DateMark | None) -> list[tuple[Unit, Entry]]:
    """Return other units of its formation that are on the map at a start, nearest in the chart first."""
    own, column = formation(unit), column_of(force, mark) if mark else ""
    if not own or not column:
        return []
    found = [
        (other, entry)
        for other in force.units
        if other is not unit and formation(other) == own and (entry := other.at_start(column)) and entry.hex is not None
    ]
    return sorted(found, key=lambda each: abs(each[0].no - unit.no))[:MOST_KIN]


def start_words(mark: DateMark | None) -> str:
    """Name a start in a sentence: ``in Nov 41``, ``on 2 Mar 41``."""
    label = mark.date.label if mark else ""
    return f"{'on' if label[:1].isdigit() else 'in'} {label}"


def suffix_of(notation: Notation[list[PlacementToken]] | None, strength: int | None) -> str:
    """Return the text behind the hex in the cell of a unit with this strength."""
    return _format(notation, [PlacementToken("at", "?", strength=strength)]).partition("?")[2]


def _format(notation: Notation[list[PlacementToken]] | None, tokens: list[PlacementToken]) -> str:
    return notation.format(tokens) if notation else ""


# -- places whose control a person decides, as rows of a dossier: what the printed starts say, and each side ---


def draft_control(game: Game, dates: Dates, made: DraftedSides) -> list[ControlLine]:
    """Return the control lines that a new scenario would have, with each unit where it was decided."""
    settled, anew = with_decisions(game, dates, made.drafts, made.ground)
    drawn = front_of(game, dates, made._replace(drafts=settled, ground=anew))
    return drawn.held if drawn else []


def read_control(game: Game, name: str) -> list[ControlLine]:
    """Return the control lines of a scenario's file."""
    found = []
    for place, text in scenarios(game).scenarios[name].document.control.items():
        open_ = DECIDE.fullmatch(text)
        found.append(ControlLine(place, open_[1] if open_ else text, f"as {name} has it", open=bool(open_)))
    return found


def control_subjects(
    game: Game, dates: Dates, held: list[ControlLine], decided: Mapping[Key, LinkedRow]
) -> Iterator[Subject]:
    """Yield a subject for each place that a line names or a decision is about; each side is a candidate."""
    grid, seen = hex_map(game), set()
    others = [ControlLine(str(key[1]), "", "") for key in decided if key[0] == CONTROL]
    for each in [*held, *others]:
        spot = grid.find_key(each.place) if grid else None
        if grid is None or spot is None or spot.hex is None or spot.hex in seen:
            continue
        seen.add(spot.hex)
        key = grid.key_of(spot.hex)
        name = grid.places_by_id[key][0].name if key in grid.places_by_id else key
        yield _subject(game, dates, replace(each, place=key), spot.hex, (grid.name(spot.hex), name))


def _subject(game: Game, dates: Dates, held: ControlLine, hex_: int, names: tuple[str, str]) -> Subject:
    key, place = names
    before, after = _printed(game, dates.before, held.place), _printed(game, dates.after, held.place)
    made = Subject(
        (CONTROL, key),
        f"Control of {place}",
        place,
        None,
        "open" if held.open else "carried",
        before or PrintedEntry(""),
        (after or PrintedEntry("")) if dates.after else None,
        drafted=held.side,
    )
    drafted = held.why if held.why.startswith("as ") else "as the front is drafted"
    for side in dict.fromkeys((held.side, *game.side_names)):
        if not side:
            continue
        made.propose(side, [hex_], drafted if side == held.side else "")
        for mark, printed, verb in ((dates.after, after, "is"), (dates.before, before, "was")):
            if mark is not None and printed is not None and printed.cell == game.side_name(side):
                made.propose(side, [hex_], f"whose it {verb} {start_words(mark)}")
    return made


def _printed(game: Game, mark: DateMark | None, place: str) -> PrintedEntry | None:
    side = controller_at(game, mark, place) if mark else ""
    return PrintedEntry(game.side_name(side), "at") if side else None
