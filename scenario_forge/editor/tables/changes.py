"""Changes of a table: one cell, a block of cells, rows added, copied, moved and removed. Each is one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.api.tables.imported import Row, changed_rows, read_cell, wanted_of, without_rows
from scenario_forge.api.tables.table import HEADINGS
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.counters import SYMBOL_NAMES
from scenario_forge.editor.answers import Refused, Unknown, short
from scenario_forge.editor.intents import Args, read_args
from scenario_forge.editor.tables.columns import columns_of
from scenario_forge.editor.tables.faces import words_of
from scenario_forge.editor.tables.proposals import MOST, new_row, next_heading, next_ids
from scenario_forge.editor.tables.shown import table_named, title_of
from scenario_forge.editor.tables.track import extend
from scenario_forge.editor.tables.uses import refuse_used
from scenario_forge.game.references import Target, references
from scenario_forge.language.renaming import written_anew
from scenario_forge.source.edit import apply_edits, by_lines
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import Sequence, descend
from scenario_forge.source.rows import RowChanges, move_item, with_cells

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Seq

    from scenario_forge.api.tables.table import Line
    from scenario_forge.editor.intents import Effect, Intent
    from scenario_forge.editor.tables.columns import Column
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Data, Splice

_IN_SENTENCES = {"no": "number", HEADINGS: "heading"}
MOST_TOLD = 4
"""Cells that a refusal names."""
Name = Annotated[str, Field(max_length=200)]
Said = Annotated[str, Field(max_length=20_000)]
Number = Annotated[int, Field(ge=0, le=100_000)]


class SetCell(Args):
    """One cell, by the number of its row, and its new text; empty for none."""

    table: Name
    row: Number
    column: Name
    value: Said


class Paste(Args):
    """A block of cells and where its first one goes. Rows beyond the end become new ones where ``grow`` says so."""

    table: Name
    row: Number
    column: Name
    cells: Annotated[list[Annotated[list[Said], Field(max_length=500)]], Field(min_length=1, max_length=20_000)]
    grow: bool = False


class AddRow(Args):
    """A new row before the one of a number, or at the end, with the cells given; the others are proposed."""

    table: Name
    row: Number | None = None
    cells: dict[Name, Said] = Field(default_factory=dict)


class OneRow(Args):
    """A row by its number."""

    table: Name
    row: Number


class SetSymbol(OneRow):
    """A counter by the number of its row, and the symbol that it is to have."""

    symbol: Name


class MoveRow(OneRow):
    """A row, and the number that it is to have."""

    to: Number


# -- cells -----------------------------------------------------------------------------------------


def cell(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Set one cell of a table, or clear it."""
    wanted = read_args(SetCell, args)
    sheet = _Sheet(game, wanted.table)
    column = sheet.column(wanted.column)
    line = sheet.line(wanted.row)
    cells = sheet.read({wanted.row: {column: wanted.value}})
    what = f"{sheet.said_of(column)} of {sheet.called(line)}"
    sentence = f"Set {what} to {wanted.value}" if wanted.value else f"Clear {what}"
    others = sheet.named_elsewhere(cells)
    if others:
        sentence += f", and rename it in {_joined(sorted(others))}"
    return sentence, others | sheet.changed([Row(number, each) for number, each in cells.items()])


def paste(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Set a block of cells; refused as a whole where one of them does not fit."""
    wanted = read_args(Paste, args)
    sheet = _Sheet(game, wanted.table)
    first, wide = sheet.column(wanted.column), max(map(len, wanted.cells))
    room = (sheet.usual if first < sheet.usual else len(sheet.columns)) - first
    if wide > room:
        raise Refused(
            f"the block is {wide} columns wide, and the table has {room} from “{sheet.columns[first].title}” on: "
            "paste it further to the left, or copy fewer columns"
        )
    count = len(sheet.lines)
    beyond = max(wanted.row + len(wanted.cells) - count, 0)
    if beyond and (not wanted.grow or wanted.row > count):
        raise Refused(f"the block ends {plural(beyond, 'row')} beyond the end of the table")
    block = {wanted.row + n: {first + k: text for k, text in enumerate(row)} for n, row in enumerate(wanted.cells)}
    for number in range(count, count + beyond):
        block[number] = sheet.proposal(sheet.lines[-1] if count else None, block, number) | block[number]
    read = sheet.read(block)
    cells = sum(map(len, read.values()))
    if not cells:
        return "Paste what is there already", {}
    if beyond:
        sentence = f"Paste {plural(len(wanted.cells), 'row')} into {sheet.title}, {beyond} of them new"
    elif any(value is not None for row in read.values() for value in row.values()):
        sentence = f"Paste {plural(cells, 'cell')} into {sheet.title}"
    else:
        sentence = f"Clear {plural(cells, 'cell')} of {sheet.title}"
    others = sheet.named_elsewhere(read)
    if others:
        sentence += f", and rename them in {_joined(sorted(others))}"
    return sentence, others | sheet.changed([Row(n if n < count else None, each) for n, each in sorted(read.items())])


# -- rows ------------------------------------------------------------------------------------------


def add_row(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Add a row with an id that is free, and with what every row must have."""
    wanted = read_args(AddRow, args)
    sheet = _Sheet(game, wanted.table)
    count = len(sheet.lines)
    at = count if wanted.row is None or sheet.is_track else min(wanted.row, count)
    given = {sheet.column(name): text for name, text in wanted.cells.items()}
    like = sheet.lines[at - 1] if at else (sheet.lines[0] if sheet.lines else None)
    cells = sheet.proposal(like, {count: given}, count) | given
    new = sheet.read({count: cells})[count]
    rows = [Row(number) for number in range(count)]
    sentence = f"Add {sheet.named(cells)}"
    return sentence, sheet.changed([*rows[:at], Row(None, new), *rows[at:]])


def duplicate_row(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Add a copy of a row behind it, with an id that is free."""
    wanted = read_args(OneRow, args)
    sheet = _Sheet(game, wanted.table)
    line = sheet.line(wanted.row)
    id_ = sheet.free_id(line.id[0])
    changes = RowChanges(sheet.text)
    if sheet.table.chart:
        row = line.node.data
        changes.add(sheet.table.rows_at, id_[0], row, [each.id[0] for each in sheet.lines[: wanted.row + 1]])
    else:
        ids = {key: read_cell(text, sheet.table.kinds[key]) for key, text in zip(sheet.table.ids, id_, strict=True)}
        old = line.node.data if isinstance(line.node.data, dict) else {}
        new = with_cells(old, {(key,): value for key, value in ids.items() if key in old})
        changes.insert(sheet.table.rows_at, int(line.path[-1]) + 1, new)
    return f"Duplicate {sheet.called(line)} as {_cited(id_)}", sheet.made(changes.result())


def remove_row(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Remove a row; refused for a counter that other documents still name."""
    wanted = read_args(OneRow, args)
    sheet = _Sheet(game, wanted.table)
    line = sheet.line(wanted.row)
    refuse_used(game, sheet.table, line)
    verb = "Retire" if sheet.table.name == "counters" else "Remove"
    return f"{verb} {sheet.called(line)}", sheet.made(without_rows(sheet.table, sheet.text, [line]))


def move_row(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Move a row up or down; its line stays as it is written."""
    wanted = read_args(MoveRow, args)
    sheet = _Sheet(game, wanted.table)
    line, other = sheet.line(wanted.row), sheet.line(wanted.to)
    if line is other:
        return "Move nothing", {}
    places = (wanted.row, wanted.to) if sheet.table.chart else (int(line.path[-1]), int(other.path[-1]))
    way = "up" if wanted.to < wanted.row else "down"
    splices = move_item(sheet.text, sheet.table.rows_at, *places)
    return f"Move {sheet.called(line)} {way}", {sheet.table.source.name: splices}


def symbol(game: Game, _texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give a counter a symbol that no type of the game has: the game gets such a type, and the counter is of it."""
    wanted = read_args(SetSymbol, args)
    sheet = _Sheet(game, "counters")
    line = sheet.line(wanted.row)
    if wanted.symbol not in SYMBOL_NAMES:
        raise Refused(f"there is no symbol {wanted.symbol[:100]!r}")
    changes = RowChanges(sheet.text)
    types, depth = descend(changes.root, ("types",))
    if not depth or not isinstance(types, Sequence):
        raise Refused("counters.yaml lists no types yet: write `types` there first")
    known = {str(each.data.get("id")): each.data for each in types.items if isinstance(each.data, dict)}
    id_, number = wanted.symbol, 1
    while id_ in known:
        number += 1
        id_ = f"{wanted.symbol}-{number}"
    changes.append(("types",), [{"id": id_, "name": words_of(wanted.symbol), "symbol": wanted.symbol}])
    changes.put((*line.path, "type"), id_, after=("side", "no", "name", "nationality", "size"))
    sentence = f"Give {sheet.called(line)} the symbol {words_of(wanted.symbol)}, a new type"
    return sentence, sheet.made(changes.result())


# -- a table and what may be said in it ------------------------------------------------------------


class _Sheet:
    """A table as it is now, with its rows and columns by number."""

    def __init__(self, game: Game, name: str) -> None:
        try:
            self.table, self.usual = table_named(game, name)
        except Unknown as error:
            raise Refused(str(error)) from error
        root = self.table.source.root
        self.game, self.text = game, self.table.source.text
        self.title = title_of(self.table)
        self.lines: list[Line] = self.table.lines(root) if root is not None else []
        self.columns: list[Column] = columns_of(game, self.table)
        self._free: dict[str, tuple[str, ...]] = {}
        """The last id proposed for a new row, by its first cell."""
        self._ahead: set[str] = set()
        self._seen = len(self.lines)
        """Ids of new rows that are there already, and the number of the first row not among them."""

    @property
    def is_track(self) -> bool:
        """Whether the table is the time record track, whose boxes follow one another by date."""
        return self.table.ids == ("turn",)

    def column(self, name: str) -> int:
        """Return the number of a column; the rows' headings of a chart are the first."""
        if name not in self.table.columns:
            raise Refused(f"the table {self.table.name} has no column {name[:100]!r}")
        return self.table.columns.index(name)

    def line(self, number: int) -> Line:
        """Return a row by its number."""
        if number >= len(self.lines):
            raise Refused(f"the table {self.table.name} has {plural(len(self.lines), 'row')}")
        return self.lines[number]

    def called(self, line: Line) -> str:
        """Return a row as sentences name it: by its name, else by its id."""
        name = self.table.columns.index("name") if "name" in self.table.columns else None
        return (line.cells[name] if name is not None else None) or _cited(line.id)

    def said_of(self, column: int) -> str:
        """Return a column as sentences name it; headings as printed stay so."""
        id_, title = self.columns[column].id, self.columns[column].title
        own = self.table.name == "counters" or id_ in ("name", "note", "turn", "label")
        return _IN_SENTENCES.get(id_, title.lower() if own else title)

    def named(self, cells: Mapping[int, str]) -> str:
        """Return the name in sentences of a row that is not there yet."""
        return _cited([cells.get(self.table.columns.index(each), "") for each in self.table.ids] or [cells[0]])

    def free_id(self, first: str) -> tuple[str, ...]:
        """Return an id that no row has; of counters with this side."""
        free = next_ids(self.game, self.table, self.lines)
        if len(self.table.ids) == 2:
            return (first, free.get(first, "1"))
        return (free[""],)

    def proposal(self, like: Line | None, block: Mapping[int, Mapping[int, str]], number: int) -> dict[int, str]:
        """Return the cells of a new row where its author leaves them open, after the other rows of a block."""
        ids = [0] if self.table.chart else [self.table.columns.index(each) for each in self.table.ids]
        given = block[number]
        first = given.get(ids[0]) or (like.id[0] if like else "") or next(iter(self.game.side_names), "")
        id_ = self._free.get(first) or self.free_id(first)
        if not given.get(ids[-1]):
            self._ahead |= {row.get(ids[-1], "") for n, row in block.items() if self._seen <= n < number}
            self._seen = number
            while id_[-1] in self._ahead:
                id_ = (*id_[:-1], _following(id_[-1]))
        self._free[first] = id_
        cells = new_row(self.game, self.table, self.columns, like, id_)
        return {self.table.columns.index(key): text for key, text in cells.items() if key in self.table.columns}

    def read(self, block: Mapping[int, Mapping[int, str]]) -> dict[int, dict[int, Data]]:
        """Return the values of cells that change, by row and column; None for a cell that is removed.

        Raises:
            Refused: cells that do not fit, each with its row and column.
        """
        found: dict[int, dict[int, Data]] = {}
        problems: list[str] = []
        for number, row in block.items():
            line = self.lines[number] if number < len(self.lines) else None
            found[number] = {}
            for column, text in row.items():
                old = (line.cells[column] if line else None) or ""
                if text == old:
                    continue
                try:
                    found[number][column] = self._value(self.columns[column], text)
                except Refused as refused:
                    place = self.called(line) if line else f"new row {number - len(self.lines) + 1}"
                    problems.append(f"row {place}, column {self.columns[column].title}: {refused}")
        if not problems:
            problems = self._doubled(found)
        if problems:
            more = len(problems) - MOST_TOLD
            told = "; ".join(problems[:MOST_TOLD])
            raise Refused(f"{told}; and {plural(more, 'more cell')}" if more > 0 else told)
        return found

    def _value(self, column: Column, text: str) -> Data:
        """Return the value of a cell.

        Raises:
            Refused: it cannot say that.
        """
        is_id = (self.table.chart and column is self.columns[0]) or column.id in self.table.ids
        if not text:
            if is_id:
                raise Refused("this cell cannot be empty, since the row is found by it")
            return None
        said = text.lower() if column.kind == "flag" else text
        value = read_cell(said, column.kind)
        if value is None:
            raise Refused(f"`{short(text, 40)}` is not {wanted_of(said, column.kind)}")
        if is_id and column.kind == "number" and not 1 <= int(said) <= MOST:
            raise Refused(f"`{short(text, 40)}` is not a number from 1 to {MOST}")
        known = [choice.id for choice in column.choices or ()]
        if column.choices is not None and said not in known:
            hint = did_you_mean(text, known)
            listed = ", ".join(known[:8]) + ("…" if len(known) > 8 else "")
            raise Refused(f"`{short(text, 40)}` is none of its values ({hint or listed})")
        return value

    def _doubled(self, found: Mapping[int, Mapping[int, Data]]) -> list[str]:
        """Return rows that would have the id of another."""
        ids = [0] if self.table.chart else [self.table.columns.index(each) for each in self.table.ids]
        if not any(column in row for row in found.values() for column in ids):
            return []
        seen = dict[tuple[str, ...], int]()
        problems: list[str] = []
        for number in range(max(len(self.lines), max(found) + 1)):
            old: Seq[str | None] = self.lines[number].cells if number < len(self.lines) else ()
            new = found.get(number, {})
            id_ = tuple(str(new[each]) if each in new else (old[each] or "" if old else "") for each in ids)
            if id_ in seen and (set(ids) & {*new} or set(ids) & {*found.get(seen[id_], {})}):
                problems.append(f"{_cited(id_)} would be there twice")
            seen.setdefault(id_, number)
        return problems

    def changed(self, rows: Seq[Row]) -> dict[str, list[Splice]]:
        """Return the splices that change rows; a calendar is extended to reach a new box of the track."""
        text = changed_rows(self.table, self.text, rows)
        if self.is_track:
            changes = RowChanges(text)
            for row in rows:
                if row.number is None:
                    extend(changes, self.game, {self.table.columns[n]: value for n, value in row.cells.items()})
            text = changes.result()
        return self.made(text)

    def named_elsewhere(self, cells: Mapping[int, Mapping[int, Data]]) -> dict[str, list[Splice]]:
        """Return the splices that rename counters in orders of battle and set-ups, which also name them."""
        if self.table.name != "counters":
            return {}
        column = self.column("name")
        names = {
            self.lines[n].id: str(row[column]) for n, row in cells.items() if n < len(self.lines) and row.get(column)
        }
        replaced: dict[str, list[tuple[Where, str]]] = {}
        for id_, new in names.items():
            for where in references(self.game).of(Target("unit name", "/".join(id_))):
                if where.file.name != self.table.source.name:
                    replaced.setdefault(where.file.name, []).append((where, new))
        found: dict[str, list[Splice]] = {}
        for name, several in replaced.items():
            file = several[0][0].file
            text = file.source.text
            found |= _laid_out(name, text, apply_edits(text, [*written_anew(file, several)]))
        return found

    def made(self, text: str) -> dict[str, list[Splice]]:
        """Return the splices that make a new text of the file, laid out as `forge fmt` leaves it if the file is."""
        return _laid_out(self.table.source.name, self.text, text)


def _following(text: str) -> str:
    return str(int(text) + 1) if text.isascii() and text.isdigit() else next_heading([text])


def _cited(id_: Seq[str]) -> str:
    return " ".join(part[:1].upper() + part[1:] for part in id_) if len(id_) > 1 else id_[0]


def _joined(names: Seq[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _laid_out(name: str, old: str, new: str) -> dict[str, list[Splice]]:
    """Return the splices that make a new text of a file, laid out as `forge fmt` leaves it if the old one is."""
    laid = format_text(new, name)
    if laid != new and format_text(old, name) == old:
        new = laid
    return {name: by_lines(old, new)}


INTENTS: Mapping[str, Intent] = {
    "table.cell": cell,
    "table.paste": paste,
    "table.row.add": add_row,
    "table.row.duplicate": duplicate_row,
    "table.row.remove": remove_row,
    "table.row.move": move_row,
    "table.symbol": symbol,
}
"""By the name under which the page asks for it."""
