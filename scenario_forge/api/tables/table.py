"""Tables of a game as CSV: counters, orders of battle, the time record track and charts, out to a spreadsheet and back.

A table is what the author's file says, without errata. `api/tables/imported.py` reads a CSV back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.documents.counters import UnitCounter, declarations
from scenario_forge.documents.scenario import MarkerRow, UnitRow
from scenario_forge.documents.sightings import EvidenceSource, Sighting
from scenario_forge.documents.time_track import TrackBox
from scenario_forge.game.reading.locate import schema_comment
from scenario_forge.source.csv_rows import write_rows
from scenario_forge.source.nodes import Mapping, Scalar, Sequence, descend
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Node, Path

Kind: TypeAlias = Literal["number", "flag", "text"]
Id: TypeAlias = tuple[str, ...]
HEADINGS = "rows"
"""The column of a chart's CSV that has the headings of its rows."""


class NoSuchTable(LookupError):  # noqa: N818 - named after what is wrong
    """Error: the game has no table of that name, or its file cannot be read; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Line:
    """A row of a table: its id, where it stands in the file, and the text of its cells by column; None: it has none."""

    id: Id
    path: Path
    cells: tuple[str | None, ...]
    node: Node


@dataclass(frozen=True)
class Table:
    """A table of a game and the columns that it may have."""

    name: str
    """`counters`, `orders-of-battle/axis`, `orders-of-battle/axis/markers`, `time-track`, `charts/combat_results`."""
    source: Source
    rows_at: Path
    """The list of its rows, or the mapping of a chart's."""
    ids: tuple[str, ...]
    """The columns by which rows are found."""
    columns: tuple[str, ...]
    """Keys as the file has them, from left to right, and those that it declares. A face's value is `face.value`."""
    kinds: dict[str, Kind]
    """Every column that there may be."""
    faced: frozenset[str] = frozenset()
    """Those that stand in the mapping of a face."""
    chart: bool = False
    repeats: bool = False
    """Whether several rows may have the same ids, some of which are empty: they are told apart by their order."""

    def steps(self, column: str) -> Path:
        """Return the path of a cell in its row."""
        return tuple(column.split(".", 1)) if column in self.faced else (column,)

    def name_of(self, column: int) -> str:
        """Return the name of a column by its number; those that no row has yet come after :attr:`columns`."""
        known = len(self.columns)
        return self.columns[column] if column < known else [*self.kinds][column - known]

    def number_of(self, column: str) -> int:
        """Return the number of a column, as :meth:`name_of` takes it."""
        if column in self.columns:
            return self.columns.index(column)
        return len(self.columns) + [*self.kinds].index(column)

    def lines(self, root: Node) -> list[Line]:
        """Return the rows of the file, in order."""
        node, depth = descend(root, self.rows_at)
        if depth < len(self.rows_at):
            return []
        if self.chart:
            rows = node.values.items() if isinstance(node, Mapping) else ()
            return [Line((key,), (*self.rows_at, key), self._chart_cells(key, row), row) for key, row in rows]
        found, again = [], Counter[Id]()
        for number, row in enumerate(node.items if isinstance(node, Sequence) else ()):
            if isinstance(row, Mapping):
                there = _flat(row)
                id_ = self.told_apart(tuple(there.get(key) or "" for key in self.ids), again)
                found.append(
                    Line(id_, (*self.rows_at, number), tuple(there.get(column) for column in self.columns), row)
                )
        return found

    def told_apart(self, id_: Id, again: Counter[Id]) -> Id:
        """Return the id of a row; if rows may repeat, of the second and later ones with their number behind it."""
        if not self.repeats:
            return id_
        again[id_] += 1
        return id_ if again[id_] == 1 else (*id_, str(again[id_]))

    def _chart_cells(self, heading: str, row: Node) -> tuple[str | None, ...]:
        items = row.items if isinstance(row, Sequence) else []
        texts = [_text(item) for item in items[: len(self.columns) - 1]]
        return (heading, *texts, *[None] * (len(self.columns) - 1 - len(texts)))


def _text(node: Node) -> str | None:
    return node.text if isinstance(node, Scalar) and node.data is not None else None


def _flat(row: Mapping) -> dict[str, str | None]:
    """Return the cells of a row by column."""
    found: dict[str, str | None] = {}
    for key, value in row.values.items():
        if isinstance(value, Mapping):
            found |= {f"{key}.{inner}": _text(each) for inner, each in value.values.items()}
        elif isinstance(value, Scalar):
            found[key] = _text(value)
    return found


# -- the tables of a game --------------------------------------------------------------------------


def tables(game: Game) -> dict[str, Table]:
    """Return the tables of a game by name; those of files that cannot be read are left out."""
    found: list[Table] = []
    about = game.about
    sides = [side.id for side in about.sides] if about else []
    for file in game.files_of("counters"):
        found += _counters(file.source)
    for file in game.files_of("orders-of-battle"):
        columns = _ids(file.source, "columns")
        name = file.name.removesuffix(".yaml")
        found += _listed(name, file.source, "units", ("no",), [*UnitRow.model_fields, *columns], {"no": "number"})
        if file.source.root is not None and descend(file.source.root, ("markers",))[1]:
            own = [*MarkerRow.model_fields, *columns]
            found += _listed(f"{name}/markers", file.source, "markers", ("marker",), own, {})
    for file in game.files_of("time-track"):
        known = [*TrackBox.model_fields, *sides, *_ids(file.source, "columns")]
        found += _listed("time-track", file.source, "boxes", ("turn",), known, {})
    for file in game.files_of("charts"):
        found += _charts(file.source)
    for file in game.files_of("sightings"):
        found += _sightings(file.source)
    return {table.name: table for table in found}


def find_table(game: Game, name: str) -> Table:
    """Return a table by name.

    Raises:
        NoSuchTable: there is none, or its file cannot be read.
    """
    known = tables(game)
    if not game.files_of("sightings"):
        known |= {table.name: table for table in _sightings(_no_sightings(game))}
    meant = spelled(name, known)
    if meant is not None:
        return known[meant]
    kind = name.partition("/")[0]
    for file in game.files_of(kind):
        if file.source.root is None and (kind == "charts" or file.name == f"{name}.yaml"):
            raise NoSuchTable(f"{file.name} cannot be read", "`forge check GAME` says why; correct that first")
    hint = did_you_mean(name, known) or "`forge export table GAME` lists all there are"
    raise NoSuchTable(f"the game has no table `{name}`", hint)


def export_table(table: Table) -> str:
    """Return a table as CSV: the columns as header, then its rows; a missing cell is empty."""
    lines = table.lines(table.source.root) if table.source.root else []
    return write_rows([table.columns, *([cell or "" for cell in line.cells] for line in lines)])


def _counters(source: Source) -> Iterator[Table]:
    declared = declarations(source.root.data) if source.root else None
    values = {each.id: each for each in declared.values} if declared else {}
    kinds: dict[str, Kind] = {"no": "number", "count": "number"}
    sorts: dict[str, Kind] = {"number": "number", "flag": "flag", "word": "text"}
    kinds |= {id_: sorts[each.kind] for id_, each in values.items() if each.derived is None and each.of == "unit"}
    faced: dict[str, Kind] = {}
    for face in declared.faces if declared else ():
        faced |= {f"{face.id}.{id_}": sorts[values[id_].kind] for id_ in face.values if id_ in values}
        if not face.values:
            kinds[face.id] = "flag"
    own = [*UnitCounter.model_fields]
    offered = [each for each in own if UnitCounter.model_fields[each].is_required()]
    offered += [each for each in kinds if each not in own] + [*faced]
    yield from _listed(
        "counters", source, "units", ("side", "no"), offered, {**dict.fromkeys(own, "text"), **kinds, **faced}
    )


_OF_SIGHTING = ("side", "unit", "formation", "place", "date", "from", "to", "source", "page")
"""What tells sightings apart."""


def _no_sightings(game: Game) -> Source:
    """Return what a game has that has no sightings yet: an import begins the file."""
    text = f"# {schema_comment(game, 'sightings.yaml')}\n\nbasis: proposed\n"
    return Source.read("sightings.yaml", text.encode())


def _sightings(source: Source) -> Iterator[Table]:
    offered = [info.alias or name for name, info in Sighting.model_fields.items()]
    numbers: dict[str, Kind] = {"strength": "number", "share": "number"}
    for table in _listed("sightings", source, "sightings", _OF_SIGHTING, offered, numbers):
        yield replace(table, repeats=True)
    yield from _listed(
        "sightings/sources", source, "sources", ("id",), [*EvidenceSource.model_fields], {"year": "number"}
    )


def _listed(
    name: str, source: Source, key: str, ids: tuple[str, ...], offered: list[str], kinds: dict[str, Kind]
) -> Iterator[Table]:
    """Yield the table of a list of mappings; none where its file cannot be read."""
    if source.root is None:
        return
    node, depth = descend(source.root, (key,))
    rows = [row for row in (node.items if depth and isinstance(node, Sequence) else ()) if isinstance(row, Mapping)]
    columns: list[str] = []
    for row in rows:
        merge(columns, [*_flat(row)])
    used = {*columns}
    merge(columns, [each for each in offered if each != "note" or each in used])
    nested = {
        f"{face}.{inner}"
        for row in rows
        for face, each in row.values.items()
        if isinstance(each, Mapping)
        for inner in each.values
    }
    known: dict[str, Kind] = {**dict.fromkeys((*columns, *offered), "text"), **kinds}
    faced = frozenset(nested | {each for each in kinds if "." in each})
    yield Table(name, source, (key,), ids, tuple(columns), known, faced)


def _charts(source: Source) -> Iterator[Table]:
    charts = source.root.values.get("charts") if isinstance(source.root, Mapping) else None
    for id_, chart in charts.values.items() if isinstance(charts, Mapping) else ():
        columns = chart.values.get("columns") if isinstance(chart, Mapping) else None
        if isinstance(columns, Sequence):
            names = (HEADINGS, *(_text(each) or "" for each in columns.items))
            at = ("charts", id_, "rows")
            yield Table(f"charts/{id_}", source, at, (HEADINGS,), names, dict.fromkeys(names, "text"), chart=True)


def _ids(source: Source, key: str) -> list[str]:
    """Return the ids of the items of a list."""
    items = source.root.data.get(key) if source.root and isinstance(source.root.data, dict) else None
    return (
        [str(each["id"]) for each in items if isinstance(each, dict) and "id" in each]
        if isinstance(items, list)
        else []
    )


def merge(columns: list[str], names: list[str]) -> None:
    """Add names that are new, each behind the one before it, else ahead of the one after it."""
    for number, name in enumerate(names):
        if name in columns:
            continue
        if number:
            columns.insert(columns.index(names[number - 1]) + 1, name)
        else:
            columns.insert(min((columns.index(each) for each in names if each in columns), default=len(columns)), name)
