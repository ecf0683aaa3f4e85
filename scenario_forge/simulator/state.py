"""The state of a game in play: tables of whole numbers, the stack of frames, and how often chance was asked.

A system declares its tables as classes; only events change them (design decision 8).
"""

from __future__ import annotations

import hashlib
import json
from array import array
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Column: TypeAlias = "array[int]"
"""One column of a table; 32 bits a value, shared with numpy without a copy (`numpy.frombuffer`)."""
T = TypeVar("T")
S = TypeVar("S", bound="State")


class Change(NamedTuple):
    """One value of a table that becomes another."""

    table: int
    row: int
    column: int
    old: int
    new: int


class Frame(NamedTuple):
    """Where play stands in one step. ``data`` is plain (numbers, texts, lists, mappings) and never changed in place."""

    step: str
    data: Mapping[str, Any] = {}

    def having(self, **values: Any) -> Frame:  # noqa: ANN401 - plain data
        """The same with some values replaced."""
        return Frame(self.step, {**self.data, **values})


class Table:
    """Rows of whole numbers. Subclasses name their columns: ``place: Column``."""

    columns: ClassVar[tuple[str, ...]] = ()
    index: int = -1
    """Its number in its state."""

    def __init_subclass__(cls) -> None:
        cls.columns = (*cls.columns, *(name for name in cls.__annotations__ if not name.startswith("_")))

    def __init__(self, rows: int, **values: list[int]) -> None:
        """A table of ``rows`` rows; columns not given are 0.

        Raises:
            ValueError: a column has another number of rows.
        """
        self.rows = rows
        self.arrays: list[Column] = []
        for name in self.columns:
            made = array("i", values.pop(name, [0] * rows))
            if len(made) != rows:
                raise ValueError(f"column {name} has {len(made)} rows, not {rows}")
            self.arrays.append(made)
            setattr(self, name, made)
        if values:
            raise ValueError(f"no such columns: {', '.join(values)}")

    def change(self, row: int, column: str, new: int) -> Change:
        """The change that makes a value ``new``."""
        number = self.columns.index(column)
        return Change(self.index, row, number, self.arrays[number][row], new)


class State:
    """All tables of a game, the stack of frames, and the use of chance. Subclasses name their tables."""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._names = (*cls._names, *(name for name in cls.__annotations__ if not name.startswith("_")))

    def __init__(self, **tables: Table) -> None:
        self.tables: list[Table] = []
        for index, name in enumerate(self._names):
            table = tables[name]
            table.index = index
            self.tables.append(table)
            setattr(self, name, table)
        self.stack: tuple[Frame, ...] = ()
        self.uses: dict[str, int] = {}
        """How often chance was asked for each purpose and subject, by key."""
        self.revisions = [0] * len(self.tables)
        self._derived: dict[str, tuple[tuple[int, ...], Any]] = {}

    # -- what follows from the tables ------------------------------------------------------------

    def derived(self, name: str, tables: tuple[Table, ...], make: Callable[[], T]) -> T:
        """A value that follows from some tables; made anew when one of them has changed."""
        now = tuple(self.revisions[table.index] for table in tables)
        known = self._derived.get(name)
        if known is not None and known[0] == now:
            return known[1]  # type: ignore[no-any-return]  # what `make` gave
        value = make()
        self._derived[name] = (now, value)
        return value

    # -- changing --------------------------------------------------------------------------------

    def apply(self, changes: tuple[Change, ...]) -> None:
        """Carry out changes.

        Raises:
            ValueError: a value is not what the change says it was; nothing is changed then.
        """
        tables, revisions = self.tables, self.revisions
        for number, (table, row, column, old, new) in enumerate(changes):
            values = tables[table].arrays[column]
            if values[row] != old:
                self._take_back(changes[:number])
                held = f"{self._names[table]}[{row}].{tables[table].columns[column]}"
                raise ValueError(f"{held} is {values[row]}, not {old}")
            values[row] = new
            revisions[table] += 1

    def undo(self, changes: tuple[Change, ...]) -> None:
        """Take changes back that were the last ones."""
        self._take_back(changes)

    def _take_back(self, changes: tuple[Change, ...]) -> None:
        for table, row, column, old, _new in reversed(changes):
            self.tables[table].arrays[column][row] = old
            self.revisions[table] += 1

    # -- as a value ------------------------------------------------------------------------------

    def copy(self: S) -> S:
        """Another state that is equal and shares nothing that can change."""
        made = type(self).__new__(type(self))
        made.tables = []
        for name, table in zip(self._names, self.tables, strict=True):
            twin = type(table).__new__(type(table))
            twin.rows, twin.index, twin.arrays = table.rows, table.index, [column[:] for column in table.arrays]
            for column_name, column in zip(table.columns, twin.arrays, strict=True):
                setattr(twin, column_name, column)
            made.tables.append(twin)
            setattr(made, name, twin)
        made.stack, made.uses, made._derived = self.stack, dict(self.uses), dict(self._derived)  # noqa: SLF001
        made.revisions = list(self.revisions)
        return made

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "tables": {
                name: {column: values.tolist() for column, values in zip(table.columns, table.arrays, strict=True)}
                for name, table in zip(self._names, self.tables, strict=True)
            },
            "stack": [[frame.step, dict(frame.data)] for frame in self.stack],
            "uses": dict(self.uses),
        }

    def load(self, data: Mapping[str, Any]) -> None:
        """Take over what :meth:`to_data` gave.

        Raises:
            ValueError: the data are not of this game's tables; the state is as before then.
        """
        try:
            columns = [
                [array("i", data["tables"][name][column]) for column in table.columns]
                for name, table in zip(self._names, self.tables, strict=True)
            ]
            stack = tuple(Frame(str(step), dict(values)) for step, values in data["stack"])
            uses = {str(key): int(count) for key, count in data["uses"].items()}
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a state of this game: {error!r}") from error
        for table, arrays in zip(self.tables, columns, strict=True):
            if any(len(values) != table.rows for values in arrays):
                raise ValueError("not a state of this game: another number of rows")
        for table, arrays in zip(self.tables, columns, strict=True):
            for own, values in zip(table.arrays, arrays, strict=True):
                own[:] = values
        self.stack, self.uses = stack, uses
        self.revisions = [revision + 1 for revision in self.revisions]

    @property
    def hash(self) -> str:
        """SHA-256 of everything in it, in hexadecimal."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]  # it changes
