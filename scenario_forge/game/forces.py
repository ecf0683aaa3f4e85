"""The linked orders of battle: units with their counters, what each column says of them, and markers.

Charts are linked as printed; columns that scenarios bring along are laid over them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.scenario import Column, OrderOfBattleDocument, ScenarioDocument, SideSetUp
from scenario_forge.game.calendar import DateError
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.game import Game, fact, view
from scenario_forge.game.hexmap import HexMap, Location, hex_map
from scenario_forge.game.schedule import Schedule, schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.documents.counters import Marker, UnitCounter
    from scenario_forge.documents.scenario import MarkerRow, SetUpMarkers, UnitRow
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import EntryKind, PlacementToken


UnitKey = tuple[str, int]
"""Side and set-up number."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit's counter and where it is written."""

    counter: UnitCounter
    where: Where


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a cell, names looked up; None for what there is none of."""

    kind: EntryKind
    column: Column
    token: PlacementToken = field(repr=False)
    where: Where
    location: Location | None = None
    turn: int | None = None
    facing: int | None = None
    """The direction that the unit faces, by the grid's order."""
    text: str = ""
    """Its characters up to the end of its name, as its cell has them: `R7/41`."""

    @property
    def start(self) -> str | None:
        """The start date this entry sets up; None in columns of later arrivals."""
        return self.column.start

    @property
    def hex(self) -> int | None:
        """Its hex, if it is on one."""
        return self.location.hex if self.location else None


@dataclass(frozen=True, slots=True)
class Unit:
    """A row of an order of battle. ``cells`` holds the entries of every column in printed order."""

    side: str
    no: int
    name: str
    row: UnitRow = field(repr=False)
    where: Where
    counter: Counter | None = field(repr=False)
    cells: dict[str, list[Entry]] = field(repr=False)
    option: str | None = None
    own: dict[str, list[Entry]] = field(default_factory=dict, repr=False)
    """The same for the columns that scenarios bring along."""
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    @property
    def key(self) -> UnitKey:
        """Side and set-up number."""
        return (self.side, self.no)

    @property
    def cited(self) -> str:
        """As messages cite it: ``Allied 4``."""
        return f"{self.side_name or self.side.capitalize()} {self.no}"

    @property
    def formations(self) -> tuple[str, ...]:
        """The formations that it is of: behind the stroke of its identity, else the identity; and its ``parent``.

        ``5/4 Ind`` is of ``4 Ind``.
        """
        own = self.name.partition("/")[2].strip() or self.name
        parent = self.counter.counter.parent if self.counter else ""
        return (own, parent) if parent else (own,)

    def at_start(self, column: str) -> Entry | None:
        """Return the entry that says where the unit is at a start date, by the column of that date."""
        entries = self.own.get(column) or self.cells.get(column)
        return entries[0] if entries else None

    def at_date(self, start: str) -> Entry | None:
        """Return the entry that says where the unit is at a start date, whatever its column is called."""
        printed = next((cell for cell in self.cells.values() if cell and cell[0].start == start), None)
        entries = printed or self.own.get(start)
        return entries[0] if entries else None

    def entries(self) -> list[Entry]:
        """Return the entries of all printed columns, in printed order."""
        return [entry for cell in self.cells.values() for entry in cell]

    def all_entries(self) -> list[Entry]:
        """Return all entries, those of scenarios' own columns behind the printed ones."""
        return self.entries() + [entry for cell in self.own.values() for entry in cell]


@dataclass(frozen=True, slots=True)
class MarkerEntry:
    """A marker that starts somewhere."""

    side: str
    marker: str
    entry: Entry
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    @property
    def owner(self) -> str:
        """The side as messages cite it: ``Allied``."""
        return self.side_name or self.side.capitalize()


@dataclass(repr=False)
class Force:
    """One side's order of battle."""

    side: str
    title: str
    document: OrderOfBattleDocument
    where: Where
    columns: dict[str, Column]
    units: list[Unit] = field(default_factory=list)
    markers: list[MarkerEntry] = field(default_factory=list)
    own: dict[str, Column] = field(default_factory=dict)
    """Columns that scenarios bring along: ``ID``, which sets up the start of that id, and ``ID+``."""
    marker_cells: set[tuple[str, str]] = field(default_factory=set)
    """Column and marker of each marker cell that could be read, though it say that there are none."""
    unread_columns: set[str] = field(default_factory=set)
    """Columns with a marker cell that no notation takes."""
    side_name: str = ""
    """The printed name of the side; empty where the game has no such side."""

    def __repr__(self) -> str:
        return f"Force({self.where.file.name}: {self.side}, {len(self.units)} units)"

    @property
    def name(self) -> str:
        """The side as messages cite it: ``Allied``."""
        return self.side_name or self.side.capitalize()

    @property
    def columns_once(self) -> list[Column]:
        """The printed columns, one for each start and one for what follows it: a second is not read (TIM014)."""
        first: dict[tuple[str | None, str | None], Column] = {}
        for column in self.columns.values():
            first.setdefault((column.start, column.after), column)
        return list(first.values())

    def markers_of(self, column: str) -> set[str]:
        """Return the markers of which a column says where they are, or that there are none."""
        return {marker for at, marker in self.marker_cells if at == column}


DECIDE = re.compile(r"\s*Decide:\s*(.*?)\s*\??\s*")
"""A cell that is left open, and the candidate in it."""


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A cell that is left to a person to decide; ``candidate`` is played until then."""

    where: Where
    subject: str
    candidate: str


@dataclass(frozen=True, eq=False, repr=False)
class CounterSheets:
    """The counters and markers of a game, which no order of battle changes."""

    counters: Mapping[UnitKey, Counter]
    markers: Mapping[str, tuple[Marker, Where]]
    doubled_counters: tuple[tuple[Counter, Counter], ...] = ()
    """Counters with one side and number, and the one that stands first."""

    def __repr__(self) -> str:
        return f"CounterSheets({len(self.counters)} counters, {len(self.markers)} markers)"


@dataclass(repr=False)
class Forces(LinkedPart):
    """All orders of battle and counters."""

    sides: dict[str, Force] = field(default_factory=dict)
    counters: dict[UnitKey, Counter] = field(default_factory=dict)
    doubled_counters: list[tuple[Counter, Counter]] = field(default_factory=list)
    """Counters with one side and number, and the one that stands first."""
    markers: dict[str, tuple[Marker, Where]] = field(default_factory=dict)
    decisions: list[OpenDecision] = field(default_factory=list)
    """What scenarios leave to a person to decide."""

    def __repr__(self) -> str:
        return f"Forces({', '.join(self.sides)}: {len(self.units())} units, {len(self.counters)} counters)"

    def units(self) -> list[Unit]:
        """Return every unit of every side, in printed order."""
        return [unit for force in self.sides.values() for unit in force.units]

    def find(self, side: str, no: int) -> Unit | None:
        """Return a unit by side and set-up number; None where there is none."""
        return self._by_key.get((side, no))

    @cached_property
    def _by_key(self) -> dict[UnitKey, Unit]:
        """Of units with one number, the one that stands first."""
        return {unit.key: unit for unit in reversed(self.units())}

    def marker_entries(self) -> list[MarkerEntry]:
        """Return every marker that starts somewhere."""
        return [entry for force in self.sides.values() for entry in force.markers]


# -- orders of battle linked: charts as printed, columns that scenarios bring along ---------------


@fact
def forces(game: Game) -> Forces:
    """The game's units and markers."""
    sheets = counter_sheets(game)
    linked = Forces(
        counters=dict(sheets.counters), doubled_counters=[*sheets.doubled_counters], markers=dict(sheets.markers)
    )
    grid, track = hex_map(game), schedule(game)
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        linker = _Linker(game, linked, grid, track, document, where)
        linked.sides.setdefault(document.side, linker.link())
    for scenario, where in game.documents("scenarios", ScenarioDocument):
        if scenario.set_up:
            _link_own(game, linked, scenario, where)
    return linked


def _link_own(game: Game, linked: Forces, scenario: ScenarioDocument, where: Where) -> None:
    """The set-up that a scenario brings along; a side that it leaves out starts as printed."""
    grid, track = hex_map(game), schedule(game)
    printed = track is not None and scenario.start in track.starts
    # the side of an order of battle that cannot be read is one all the same
    known = {*linked.sides, *(game.side_names if game.broken("orders-of-battle") else ())}
    for side, at in where.each("set_up", scenario.set_up):
        told = any(name.wanted == "side" and name.text == side.side for name in linked.unresolved)
        if side.side in game.side_names and not told:
            linked.check_name(at / "side", side.side, "side", known)
    for force in linked.sides.values():
        said = next(((n, side) for n, side in enumerate(scenario.set_up) if side.side == force.side), None)
        if scenario.scenario in force.own or not (said or printed):
            continue
        number, own = said or (0, SideSetUp(side=force.side))
        linker = _Linker(game, linked, grid, track, force.document, where / "set_up" / number)
        linker.lay_over(force, scenario, own)


def all_forces_read(game: Game) -> bool:
    """Return whether counters and an order of battle for each side are there and can be read.

    If not, nobody can say that a unit, a formation or a marker is missing: that the document is, is reported itself.
    """
    if game.about is None:
        return False
    if any(game.broken(kind) or not game.files_of(kind) for kind in ("orders-of-battle", "counters")):
        return False
    return game.side_names.keys() <= forces(game).sides.keys()


@view
def counter_sheets(game: Game) -> CounterSheets:
    """Return the counters of a game by side and number, and its markers by id."""
    found = game.one("counters", CountersDocument)
    if not found:
        return CounterSheets({}, {})
    document, where = found
    counters: dict[UnitKey, Counter] = {}
    doubled: list[tuple[Counter, Counter]] = []
    markers: dict[str, tuple[Marker, Where]] = {}
    for unit, at in where.each("units", document.units):
        for no in range(unit.no, unit.no + unit.count):
            counter = Counter(unit if no == unit.no else unit.model_copy(update={"no": no}), at)
            first = counters.setdefault((unit.side, no), counter)
            if first is not counter:
                doubled.append((counter, first))
    for marker, at in where.each("markers", document.markers):
        markers.setdefault(marker.id, (marker, at))
    return CounterSheets(counters, markers, tuple(doubled))


def read_cell(game: Game, force: Force, column: Column, text: str, where: Where) -> list[Entry]:
    """Return the entries that a cell of a side's chart would have with this text.

    ``where`` is the cell, which need not be there yet; below a list of markers it is one of theirs.

    Raises:
        NotationError: the notation does not take the text.
    """
    linker = _Linker(game, Forces(), hex_map(game), schedule(game), force.document, force.where)
    notation = linker.marker_placement if "markers" in where.path else linker.placement
    return linker.entries(column, notation.parse(text), where, text) if notation is not None else []


class _Linker:
    """Reads the cells of one side's chart into entries."""

    def __init__(
        self,
        game: Game,
        linked: Forces,
        grid: HexMap | None,
        track: Schedule | None,
        document: OrderOfBattleDocument,
        where: Where,
    ) -> None:
        self.linked, self.grid, self.track = linked, grid, track
        self.document, self.where = document, where
        self.names = game.side_names
        self.columns = {column.id: column for column in document.columns}
        self.placement = game.system.placement() if game.system else None
        self.marker_placement = game.system.marker_placement() if game.system else None

    def link(self) -> Force:
        document = self.document
        name = self.names.get(document.side, "")
        force = Force(document.side, document.title, document, self.where, self.columns, side_name=name)
        options = sorted((s.before, s.option) for s in document.sections)
        for row, at in self.where.each("units", document.units):
            cells = self._cells(row.cells, at, self.placement)
            counter = self.linked.counters.get((document.side, row.no))
            option = next((o for before, o in reversed(options) if before <= row.no), None)
            force.units.append(Unit(document.side, row.no, row.name, row, at, counter, cells, option, side_name=name))
        for marked, here in self.where.each("markers", document.markers):
            cells = self._cells(marked.cells, here, self.marker_placement)
            marker = self._marker(marked)
            force.markers += [MarkerEntry(document.side, marker, e, name) for cell in cells.values() for e in cell]
            force.marker_cells |= {(column, marker) for column in cells}
            force.unread_columns |= {column for column, text in marked.cells.items() if text} - cells.keys()
        return force

    def lay_over(self, force: Force, scenario: ScenarioDocument, own: SideSetUp) -> None:
        """A scenario's own column, laid over the printed one where its start is a printed date."""
        start, label = scenario.scenario, scenario.title
        now, then = Column(id=start, label=label, start=start), Column(id=f"{start}+", after=start)
        force.own |= {now.id: now, then.id: then}
        units = {unit.no: unit for unit in reversed(force.units)}
        said: set[int] = set()
        for row, at in self.where.each("units", own.units):
            unit = units.get(row.no)
            if unit is None or row.no in said:
                why = "it is there already" if unit else ""
                self.linked.note(at / "no", str(row.no), "unit", why)
                continue
            said.add(row.no)
            unit.own[now.id] = self._own_cell(now, row.at, at / "at", unit.cited, self.placement)
            unit.own[then.id] = self._own_cell(then, row.later, at / "later", unit.cited, self.placement)
        own_markers: set[str] = set()
        for row_, at in self.where.each("markers", own.markers):
            marker = self._marker(row_)
            own_markers.add(marker)
            faults = len(self.linked.malformed)
            entries = self._own_cell(now, row_.at, at / "at", marker, self.marker_placement)
            force.markers += [MarkerEntry(force.side, marker, entry, force.side_name) for entry in entries]
            if len(self.linked.malformed) > faults:
                force.unread_columns.add(now.id)
            elif row_.at:
                force.marker_cells.add((now.id, marker))
        if self.track and scenario.start in self.track.starts:
            self._as_printed(force, scenario.start, now, then, without=own_markers)

    def _as_printed(self, force: Force, start: str, now: Column, then: Column, *, without: set[str]) -> None:
        """What the scenario does not say is as the chart prints it for its start date."""
        at = next((column.id for column in force.columns.values() if column.start == start), "")
        starts = [column.start for column in force.columns.values() if column.start]
        after = starts[starts.index(start) :] if start in starts else []
        for unit in force.units:
            later = [e for c in force.columns.values() if c.after in after for e in unit.cells.get(c.id, ())]
            unit.own.setdefault(now.id, [replace(entry, column=now) for entry in unit.cells.get(at, ())])
            unit.own.setdefault(then.id, [replace(entry, column=then) for entry in later])
        if at == now.id:  # the column has the scenario's name: what it prints is there already
            old = [each for each in force.markers if each.entry.column.id == at and each.entry.column is not now]
            force.markers = [each for each in force.markers if each not in old or each.marker not in without]
            return
        printed = [each for each in force.markers if each.entry.column.id == at and each.marker not in without]
        force.markers += [replace(each, entry=replace(each.entry, column=now)) for each in printed]
        force.marker_cells |= {(now.id, marker) for marker in force.markers_of(at) - without}
        force.unread_columns |= {now.id} if at in force.unread_columns else set()

    def _own_cell(
        self, column: Column, text: str, at: Where, subject: str, notation: Notation[list[PlacementToken]] | None
    ) -> list[Entry]:
        """A cell of a scenario; of one that is left open, the candidate."""
        if notation is None or not text:
            return []
        open_ = DECIDE.fullmatch(text)
        if open_:
            text, at = open_[1], at.within(open_.start(1), open_.end(1))
            self.linked.decisions.append(OpenDecision(at.whole(), subject, text))
        if not text:
            return []
        tokens = self.linked.parsed(at, text, notation)
        return self.entries(column, tokens or (), at, text)

    def _marker(self, row: MarkerRow | SetUpMarkers) -> str:
        """The id of the marker that a row places: its own, or this side's marker of that kind."""
        markers = self.linked.markers
        of_kind = (
            marker.id
            for marker, _where in markers.values()
            if marker.kind == row.marker and marker.side in (None, self.document.side)
        )
        return row.marker if row.marker in markers else next(of_kind, row.marker)

    def _cells(
        self, cells: dict[str, str], at: Where, notation: Notation[list[PlacementToken]] | None
    ) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for column_id, text in cells.items():
            column = self.columns.get(column_id)
            if column is None or notation is None or not text:
                continue
            tokens = self.linked.parsed(at / column_id, text, notation)
            if tokens is not None:
                found[column_id] = self.entries(column, tokens, at / column_id, text)
        return found

    def entries(self, column: Column, tokens: Iterable[PlacementToken], where: Where, text: str) -> list[Entry]:
        """Return the entries of a cell."""
        directions = self.grid.grid.directions if self.grid else ()
        return [
            Entry(
                token.kind,
                column,
                token,
                where.within(token.start, token.end),
                self._location(token),
                self._turn(token),
                directions.index(token.facing) if token.facing in directions else None,
                text[token.start : token.name_end],
            )
            for token in tokens
        ]

    def _location(self, token: PlacementToken) -> Location | None:
        if self.grid is None:
            return None
        if token.edges:
            return Location(edges=token.edges)
        name = token.spot or token.place
        if token.kind == "within" or token.in_area:
            return Location(area=name) if name in self.grid.areas else None
        return self.grid.find(name)

    def _turn(self, token: PlacementToken) -> int | None:
        try:
            return self.track.calendar.turn(token.date) if self.track and token.date else None
        except DateError:
            return None
