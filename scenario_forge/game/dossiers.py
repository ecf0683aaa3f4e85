"""The linked dossiers: decisions for new dates, each cell read and its places looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.scenario import DossierDocument
from scenario_forge.game.forces import all_forces_read, forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import NotationError

if TYPE_CHECKING:
    from scenario_forge.documents.scenario import DossierRow
    from scenario_forge.game.forces import Forces, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import PlacementToken

Key = tuple[str, int | str]
"""Side, and the set-up number of a unit or the id of a marker; or :data:`CONTROL`, and the hex that is controlled."""
CONTROL = ""
"""In place of a side: no side is called so."""
Kind = Literal["who", "twice", "cell", "place", "sea"]
_SET_UP = ("at", "absent", "eliminated", "reserve")


@dataclass(frozen=True, slots=True)
class LinkedRow:
    """A row that names somebody. It is open while ``settled`` is false: the cell is empty or impossible."""

    row: DossierRow = field(repr=False)
    where: Where
    key: Key
    cited: str
    unit: Unit | None
    tokens: tuple[PlacementToken, ...] = field(default=(), repr=False)
    hexes: tuple[int | None, ...] = ()
    """Where each token is on the map; None in boxes and where a unit is not."""
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a row: its kind, its place, a sentence, and what may have been meant."""

    kind: Kind
    where: Where
    subject: str
    problem: str
    hint: str | None = None


@dataclass(eq=False)
class Dossier:
    """The decisions of one file by unit, and what is wrong with them."""

    document: DossierDocument = field(repr=False)
    where: Where
    rows: dict[Key, LinkedRow] = field(default_factory=dict, repr=False)
    faults: list[Fault] = field(default_factory=list, repr=False)

    @property
    def settled_rows(self) -> dict[Key, LinkedRow]:
        """The rows whose cell is a possible decision."""
        return {key: each for key, each in self.rows.items() if each.settled}


@view
def dossiers(game: Game) -> list[Dossier]:
    """The game's dossiers, in order of file name."""
    found = game.documents("dossiers", DossierDocument)
    linker = _Linker(game) if found else None
    return [linker.link(document, where) for document, where in found] if linker else []


def read_rows(game: Game, document: DossierDocument, where: Where) -> Dossier:
    """Read the rows of a document that may be in no file yet. ``where``: the place at which faults are reported."""
    return _Linker(game).link(document, where)


def stem_of(date: str) -> str:
    """Return the name of the file for a date, without its ending.

    >>> stem_of("6/41"), stem_of("8/12/41 AM")
    ('6-41', '8-12-41-am')
    """
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in date).lower().split())


class _Linker:
    """Reads the rows of one game's dossiers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.forces: Forces = forces(game)
        self.grid: HexMap | None = hex_map(game)
        self.units = game.system.placement() if game.system else None
        self.markers = game.system.marker_placement() if game.system else None
        self.known = all_forces_read(game)

    def link(self, document: DossierDocument, where: Where) -> Dossier:
        """Return the decisions and faults of all rows of a file."""
        made = Dossier(document, where)
        for row, at in where.each("rows", document.rows):
            found = self._who(made, row, at)
            if found is None:
                continue
            key, cited, unit = found
            if key in made.rows:
                made.faults.append(Fault("twice", at, cited, ""))
                continue
            made.rows[key] = self._cell(made, LinkedRow(row, at, key, cited, unit))
        return made

    def _who(self, made: Dossier, row: DossierRow, at: Where) -> tuple[Key, str, Unit | None] | None:
        """Whom a row is about; None where nobody is, which is noted."""
        if sum(each is not None for each in (row.no, row.marker, row.control)) != 1:
            said = "one of `no`, `marker` and `control` says whom it is about"
            made.faults.append(Fault("who", at, "the row", said))
            return None
        if row.control is not None:
            return self._place_held(made, row, row.control, at)
        if row.side is None:
            made.faults.append(Fault("who", at, "the row", "`side` says whose the unit or marker is"))
            return None
        if row.side not in self.forces.sides:
            if self.known:
                hint = did_you_mean(row.side, self.forces.sides)
                made.faults.append(Fault("who", at / "side", row.side, "no order of battle is of that side", hint))
            return None
        if row.no is not None:
            unit = self.forces.find(row.side, row.no)
            if unit is None and self.known:
                cited = f"{self.game.side_name(row.side)} {row.no}"
                made.faults.append(Fault("who", at / "no", cited, "the order of battle has no unit of that number"))
            return ((row.side, row.no), unit.cited, unit) if unit else None
        return self._marker(made, row, row.side, at)

    def _place_held(self, made: Dossier, row: DossierRow, name: str, at: Where) -> tuple[Key, str, None] | None:
        """The hex whose control a row decides."""
        if row.side is not None:
            said = "whose it is stands in `at`"
            made.faults.append(Fault("who", at / "side", row.side, said))
            return None
        grid, cited = self.grid, f"Control of {name}"
        spot = grid.find(name) if grid else None
        if grid is None or spot is None or spot.hex is None:
            why, hint = grid.why_not(name) if grid else (None, None)
            said = f"`{name}`: {why}" if why else f"`{name}`"
            made.faults += [Fault("place", at / "control", cited, said, hint)] if grid else []
            return None
        if not grid.land[spot.hex]:
            made.faults.append(Fault("sea", at / "control", "Nobody", f"{grid.name(spot.hex)} is sea"))
            return None
        return (CONTROL, grid.name(spot.hex)), cited, None

    def _marker(self, made: Dossier, row: DossierRow, side: str, at: Where) -> tuple[Key, str, None] | None:
        markers, name = self.forces.markers, row.marker or ""
        for id_, (marker, _where) in markers.items():
            if name in (id_, marker.kind) and marker.side in (None, side):
                return (side, id_), f"{self.game.side_name(side)} {marker.name}", None
        if self.known:
            hint = did_you_mean(name, markers)
            made.faults.append(Fault("who", at / "marker", name, "that side has no such marker", hint))
        return None

    def _cell(self, made: Dossier, row: LinkedRow) -> LinkedRow:
        """The row with its cell read; what is wrong with it is noted, and the row left open."""
        if row.key[0] == CONTROL:
            return self._holder(made, row)
        notation = self.markers if row.unit is None else self.units
        text, at = row.row.at, row.where / "at"
        if not text or notation is None:
            return row
        tokens = self._tokens(made, row, notation)
        faults = [fault for token in tokens or () if (fault := self._place(row, token, at))]
        made.faults += faults
        if tokens is None or faults:
            return row
        hexes = tuple(self._hex(token) for token in tokens)
        return LinkedRow(row.row, row.where, row.key, row.cited, row.unit, tuple(tokens), hexes, settled=True)

    def _holder(self, made: Dossier, row: LinkedRow) -> LinkedRow:
        """The row of a place with the side that shall control it; open where that is none, which is noted."""
        side, grid = row.row.at, self.grid
        if not side or grid is None:
            return row
        if side not in self.game.side_names:
            hint = did_you_mean(side, self.game.side_names)
            made.faults.append(Fault("who", row.where / "at", row.cited, f"there is no side `{side}`", hint))
            return row
        spot = grid.find(str(row.key[1]))
        return LinkedRow(row.row, row.where, row.key, row.cited, None, (), (spot.hex if spot else None,), settled=True)

    def _tokens(
        self, made: Dossier, row: LinkedRow, notation: Notation[list[PlacementToken]]
    ) -> list[PlacementToken] | None:
        """The cell's tokens; None where it is none, which is noted."""
        at = row.where / "at"
        try:
            tokens = notation.parse(row.row.at)
        except NotationError as error:
            made.faults.append(Fault("cell", at.within(error.start, error.end), row.cited, str(error), error.hint))
            return None
        wrong = None
        if row.unit is not None and len(tokens) != 1:
            wrong = "a unit has one entry"
        elif any(token.kind not in _SET_UP for token in tokens):
            wrong = "arrivals and withdrawals follow from the order of battle"
        if wrong:
            made.faults.append(Fault("cell", at, row.cited, wrong))
            return None
        return tokens

    def _hex(self, token: PlacementToken) -> int | None:
        spot = self.grid.find(token.place) if self.grid and token.place else None
        return spot.hex if spot else None

    def _place(self, row: LinkedRow, token: PlacementToken, at: Where) -> Fault | None:
        """What is wrong with a token's place."""
        grid, where = self.grid, at.within(token.name_start, token.name_end)
        if grid is None or not token.place:
            return None
        spot = grid.find(token.place)
        if spot is None:
            why, hint = grid.why_not(token.place)
            return Fault("place", where, row.cited, f"`{token.place}`: {why}" if why else f"`{token.place}`", hint)
        if spot.hex is None:
            box = grid.boxes.get(spot.box or "")
            theirs = box is not None and box.side is not None and box.side != row.key[0]
            said = f"`{token.place}` is a box of the enemy" if theirs else ""
        else:
            said = self._ground(grid, row, spot.hex)
        return Fault("sea", where, row.cited, said) if said else None

    def _ground(self, grid: HexMap, row: LinkedRow, hex_: int) -> str:
        """Why nobody may stand in a hex; empty where somebody may, or the terrain is unknown."""
        if grid.passable[hex_] or grid.terrain[hex_] is None:
            return ""
        if not grid.land[hex_]:
            return f"{grid.name(hex_)} is sea"
        counter = row.unit.counter.counter if row.unit and row.unit.counter else None
        if counter is not None and self.game.system and self.game.system.crosses_impassable(self.game, counter.type):
            return ""
        return f"nobody of its kind may stand in {grid.name(hex_)}"
