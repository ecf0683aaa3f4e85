"""Columns of a table: their names, what their cells mean, and which values they may have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.api.tables.table import Kind
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument, UnitCounter, declarations
from scenario_forge.documents.marks import Names
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.documents.shapes import shape_at, shape_of
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.place import Where
from scenario_forge.game.references import choices_of
from scenario_forge.source.nodes import Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.api.tables.table import Table
    from scenario_forge.documents.counters import CounterValue
    from scenario_forge.game.game import Game

_SPOTS = {"foot": "at the foot", "left": "on the left", "middle": "in the middle", "right": "on the right"}


@dataclass(frozen=True)
class Choice:
    """A value that a cell may have, and what it means."""

    id: str
    name: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    id: str
    title: str
    kind: Kind = "text"
    help: str = ""
    choices: tuple[Choice, ...] | None = None
    """None: a cell may say anything of its kind."""
    needed: bool = False
    """Whether every row must have it."""
    symbol: bool = False
    """Whether it chooses the symbol of a counter."""
    steps: Path = ()
    """The path of its cell in a row."""


def columns_of(game: Game, table: Table) -> list[Column]:
    """Return a table's columns from left to right; first those that rows have, as in :attr:`Table.columns`."""
    kind = table.name.partition("/")[0]
    if kind == "counters":
        known = dict(_counters(game, table))
    elif kind == "charts":
        known = dict(_chart(game, table))
    elif kind == "time-track":
        known = dict(_time_track(game, table))
    else:
        known = dict(_order_of_battle(game, table))
    columns = (known.get(each) or Column(each, _words(each), table.kinds[each]) for each in table.columns)
    return [replace(column, steps=table.steps(column.id)) for column in columns]


def _words(id_: str) -> str:
    said = id_.replace("_", " ").replace(".", ": ")
    return said[:1].upper() + said[1:]


def _choices(pairs: Iterable[tuple[str, str]]) -> tuple[Choice, ...] | None:
    return tuple(Choice(id_, name) for id_, name in pairs) or None


def _choices_at(game: Game, table: Table, column: str) -> tuple[Choice, ...] | None:
    """Return what the mark of a cell's field lets it name, where documents define it and it is one of a few."""
    file = game.read[table.source.name]
    path = (*table.rows_at, 0, *table.steps(column))
    shape = shape_at(shape_of(file.kind.model), path)
    mark = shape.mark if shape else None
    if not isinstance(mark, Names) or not _CHOSEN.issuperset(mark.kinds):
        return None
    return _choices(choices_of(game, mark, Where(file, path)).items())


_CHOSEN = frozenset({"side", "nationality", "size", "type", "formation", "option", "value word", "cell of the track"})
"""Kinds of names that a table offers as choices: there are few of each."""


# -- counters --------------------------------------------------------------------------------------


def _counters(game: Game, table: Table) -> Iterator[tuple[str, Column]]:
    for id_, help_ in _OF_EVERY_COUNTER.items():
        needed, choices = UnitCounter.model_fields[id_].is_required(), _choices_at(game, table, id_)
        yield id_, Column(id_, _words(id_), table.kinds[id_], help_, choices, needed, symbol=id_ == "type")
    declared = declarations(table.source.root.data) if table.source.root else None
    values = {value.id: value for value in declared.values} if declared else {}
    for value in values.values():
        yield value.id, _declared(game, table, value, value.id, value.name)
    for face in declared.faces if declared else ():
        if not face.values:
            yield face.id, Column(face.id, face.name, "flag", f"Whether the counter has the face “{face.name}”")
        for id_ in face.values:
            if id_ in values:
                name = f"{face.name}: {values[id_].name or _words(id_)}"
                column = f"{face.id}.{id_}"
                yield column, _declared(game, table, values[id_], column, name, needed=False)


_OF_EVERY_COUNTER = {
    "side": "The side that owns the counter",
    "no": "Set-up number within its side; orders of battle name the unit by it",
    "name": "Identity as on the counter",
    "nationality": "Nationality, which gives the counter its colour",
    "size": "Size of the formation: the mark above the symbol",
    "type": "Kind of troops, which gives the counter its symbol",
    "count": "Number of identical counters; they are numbered consecutively",
    "parent": "Formation that the unit belongs to",
    "option": "The optional rule that brings the unit into play",
    "back": "What the back says when the counter is turned over in play",
}


def _declared(
    game: Game, table: Table, value: CounterValue, id_: str, name: str, *, needed: bool | None = None
) -> Column:
    kinds: dict[str, Kind] = {"number": "number", "flag": "flag", "word": "text"}
    choices = _choices_at(game, table, id_)
    where = f"printed {_SPOTS[value.at]} of the counter" if value.at else "not printed on the counter"
    must = value.kind != "flag" and not value.optional and not value.without if needed is None else needed
    return Column(id_, _words(id_), kinds[value.kind], f"{name or _words(id_)}, {where}", choices, must)


# -- the other tables ------------------------------------------------------------------------------


_MARKER = "Marker of counters.yaml, or the kind of it"


def _markers(game: Game) -> Iterator[tuple[str, str]]:
    """Yield markers and their kinds."""
    found = game.one("counters", CountersDocument)
    markers = found[0].markers if found else []
    yield from ({each.kind: "any of its kind" for each in markers} | {each.id: each.name for each in markers}).items()


def _order_of_battle(game: Game, table: Table) -> Iterator[tuple[str, Column]]:
    yield (
        "no",
        Column("no", "No", "number", "Set-up number: that of its counter", None, needed=True),
    )
    markers = table.rows_at == ("markers",)
    yield "marker", Column("marker", "Marker", "text", _MARKER, _choices(_markers(game)), needed=True)
    yield "name", Column("name", "Name", "text", "Identity as printed in the chart", None, needed=not markers)
    yield "note", Column("note", "Note", "text", "A remark printed at the end of the row")
    labels: dict[str, str] = {}
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        for column in document.columns if where.file.name == table.source.name else ():
            labels[column.start or ""] = column.label
            after = labels.get(column.after or "", column.after)
            title = column.label or (f"after {after}" if after else column.id)
            if column.start:
                help_ = f"Where {'these markers start' if markers else 'the unit starts'} on {column.start}"
            else:
                help_ = f"What arrives or leaves after {column.after}"
            yield column.id, Column(column.id, title, "text", help_)


def _time_track(game: Game, table: Table) -> Iterator[tuple[str, Column]]:
    yield "turn", Column("turn", "Turn", "text", "Game turn, as the calendar writes it", None, needed=True)
    yield "label", Column("label", "Label", "text", "As printed in the box")
    for side, name in game.side_names.items():
        yield side, Column(side, name, "text", f"What {name} receives, as printed in the box")
    found = game.one("time-track", TimeTrackDocument)
    for column in found[0].columns if found else ():
        choices = _choices_at(game, table, column.id)
        yield column.id, Column(column.id, column.name, "text", column.name, choices, not column.optional)


def _chart(game: Game, table: Table) -> Iterator[tuple[str, Column]]:
    heading, *others = table.columns
    yield heading, Column(heading, "Rows", "text", "Heading of the row as printed", None, needed=True)
    id_ = table.name.partition("/")[2]
    charts = [document.charts for document, _where in game.documents("charts", ChartsDocument)]
    chart = next((each[id_] for each in charts if id_ in each), None)
    for column in others:
        notation = (chart.column_cells.get(column) or chart.cells) if chart else "text"
        said = "as printed" if notation == "text" else f"as printed, read as {notation.replace('_', ' ')}"
        yield column, Column(column, column, "text", f"{column}: {said}")
