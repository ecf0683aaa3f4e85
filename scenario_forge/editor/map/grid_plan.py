"""The effect of a grid change on each hex: where it goes, and its new name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, ValidationError

from scenario_forge.documents.map_ import Grid as GridModel
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import Args, linked_map
from scenario_forge.game.hexmap import build_grid
from scenario_forge.game.reading.shape import problem_of
from scenario_forge.hexes import Grid, GridError

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap

Step = Annotated[int, Field(ge=-1000, le=1000)]


class SheetChange(Args):
    """Other numbering of one sheet."""

    numbering: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    first_column: Annotated[int, Field(ge=0, le=10_000)] | None = None


class Regrid(Args):
    """Rows and columns added at each edge of the map, or with a minus taken away; other numbering."""

    north: Step = 0
    east: Step = 0
    south: Step = 0
    west: Step = 0
    orientation: Literal["pointy", "flat"] | None = None
    rows_from: Literal["south", "north"] | None = None
    first_row: Annotated[int, Field(ge=0, le=10_000)] | None = None
    sheets: dict[str, SheetChange] = Field(default_factory=dict)
    terrain: str | None = None
    """Of new hexes; the first in the key unless given."""


@dataclass
class Plan:
    """Plan of a grid change: the old map, the new grid, the new hex of each old one (None: it is removed)."""

    old: HexMap
    grid: Grid
    model: GridModel
    to: list[int | None]
    given: Regrid
    terrain: str
    sides_lost: int = 0
    steps_lost: int = 0
    lost: list[str] = field(default_factory=list)
    """What stood on hexes that go, in words."""

    def new_id(self, id_: str) -> str | None:
        """Return the new id of a hex by its old one; None if it is removed."""
        hex_ = self.old.grid.find(id_)
        new = self.to[hex_] if hex_ is not None else None
        return None if new is None else self.grid.ids[new]

    @property
    def renamed(self) -> int:
        """The number of hexes that get another number."""
        ids = self.old.grid.ids
        return sum(1 for hex_, new in enumerate(self.to) if new is not None and self.grid.ids[new] != ids[hex_])


def plan_grid(game: Game, given: Regrid) -> Plan:
    """Return the effect of a grid change on each hex.

    Raises:
        Refused: there would be no map, or its hexes could not be told apart.
    """
    old = linked_map(game)
    if any(sheet.turned for sheet in old.document.grid.sheets):
        raise Refused("a map with a turned sheet is changed in its text")
    terrain = given.terrain or old.document.terrain[0].id
    if terrain not in old.kinds:
        raise Refused(f"the map has no terrain {terrain[:100]!r}")
    for missing in given.sheets.keys() - {sheet.id for sheet in old.document.grid.sheets}:
        raise Refused(f"the map has no sheet {missing[:100]!r}")
    shifts = [old.document.grid.shifted]
    shifts += [other for other in ("odd", "even") if other not in shifts]
    last: Plan | None = None
    for shifted in shifts:
        model = _model(old.document.grid, given, shifted)
        try:
            grid = build_grid(model)
        except GridError as error:
            raise Refused(str(error)) from error
        to: list[int | None] = []
        for hex_ in range(len(old.grid)):
            column, row = old.grid.position(hex_)
            new = grid.at(column + given.west, row + given.north)
            to.append(new if new >= 0 else None)
        last = Plan(old, grid, model, to, given, terrain)
        if given.orientation in (None, old.grid.orientation) and not _same_shape(last):
            continue
        return last
    assert last is not None  # noqa: S101 - one of two parities fits
    return last


def _same_shape(plan: Plan) -> bool:
    """Check whether hexes that were neighbours still are."""
    for hex_, new in enumerate(plan.to):
        if new is None:
            continue
        for direction, other in enumerate(plan.old.grid.neighbours[hex_]):
            there = plan.to[other] if other >= 0 else None
            if there is not None and plan.grid.neighbours[new][direction] != there:
                return False
    return True


def _model(old: GridModel, given: Regrid, shifted: str) -> GridModel:
    data = old.model_dump()
    data["rows"] += given.north + given.south
    data["sheets"][0]["columns"] += given.west
    data["sheets"][-1]["columns"] += given.east
    data["shifted"] = shifted
    for key in ("orientation", "rows_from", "first_row"):
        if getattr(given, key) is not None:
            data[key] = getattr(given, key)
    for sheet in data["sheets"]:
        change = given.sheets.get(sheet["id"], SheetChange())
        sheet.update(change.model_dump(exclude_none=True))
    if data["rows"] < 1 or any(sheet["columns"] < 1 for sheet in data["sheets"]):
        raise Refused("nothing would be left of the map; take fewer rows or columns away")
    try:
        return GridModel.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refused(f"{'.'.join(map(str, first['loc']))}: {problem_of(first)}") from error


__all__ = ["Plan", "Regrid", "plan_grid"]
