"""The state of a game in play: tables of whole numbers, the stack of frames, and the count of chance's answers.

A system declares its tables as classes; only events change them (design decision 8).
"""

from __future__ import annotations

import hashlib
import json
from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping

Column: TypeAlias = "array[int]"
"""One column of a table; 32 bits a value, shared with numpy without a copy (`numpy.frombuffer`)."""
T = TypeVar("T")
S = TypeVar("S", bound="State")
MOST_KEPT = 4096
"""Derived values that a state keeps before it forgets half of them."""


class Update(NamedTuple):
    """One value of a table that becomes another."""

    table: int
    row: int
    column: int
    old: int
    new: int


class Frame(NamedTuple):
    """The position of play in one step. ``data`` is plain (numbers, texts, lists, mappings) and never changed."""

    step: str
    data: Mapping[str, Any] = {}

    def with_values(self, **values: Any) -> Frame:  # noqa: ANN401 - plain data
        """Return the frame with some values replaced."""
        return Frame(self.step, {**self.data, **values})


class StateTable:
    """A table of whole numbers. Subclasses name their columns: ``place: Column``."""

    columns: ClassVar[tuple[str, ...]] = ()
    declared: ClassVar[Mapping[str, str]] = {}
    """By column: the class that names it."""
    index: int = -1
    """Its number in its state."""
    first: int = 0
    """The number of its first column among all columns of the state."""

    def __init_subclass__(cls) -> None:
        """Take the columns that the class names.

        Raises:
            TypeError: a column has the name of something that every table has, such as ``first`` or ``rows``, or of a
                column of another class.
        """
        own = _declared(cls, {*vars(StateTable), "rows", "arrays"}, "column")
        cls.declared = _joined(cls, own, "column")
        cls.columns = tuple(cls.declared)

    def __init__(self, rows: int, **values: list[int]) -> None:
        """Make a table of ``rows`` rows; columns not given are 0.

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

    def change(self, row: int, column: str, new: int, old: int | None = None) -> Update:
        """Return the change that makes a value ``new``; ``old``: the value by then, if other changes come first."""
        number = self.columns.index(column)
        return Update(self.index, row, number, self.arrays[number][row] if old is None else old, new)


def _declared(cls: type, taken: Collection[str], what: str) -> list[str]:
    """Return the names that a class annotates itself, none of them one that its base needs."""
    own = [name for name in cls.__annotations__ if not name.startswith("_")]
    wrong = [name for name in own if name in taken]
    if wrong:
        raise TypeError(f"{cls.__name__}: a {what} cannot be called {' or '.join(wrong)}; call it something else")
    return own


def _joined(cls: type[StateTable | State], own: list[str], what: str) -> dict[str, str]:
    """Return names with the class that declares each, bases first; two classes cannot have one name.

    A table may be declared again, as one with more columns.
    """
    called = f"{cls.__module__}.{cls.__qualname__}"
    found: dict[str, str] = {}
    named = [each for base in cls.__bases__ for each in getattr(base, "declared", {}).items()]
    for name, by in [*named, *((name, called) for name in own)]:
        if found.setdefault(name, by) != by and not (what == "table" and by == called):
            raise TypeError(f"{found[name]} and {by} both have a {what} `{name}`; call one of them something else")
    return found


def _nothing(_revisions: list[int]) -> None:
    """Return the revisions that a constant rests on: none."""


Sources: TypeAlias = "tuple[StateTable | str, ...]"
Grounds: TypeAlias = "Sources | Callable[[], tuple[object, ...]]"


class State:
    """All tables of a game, the stack of frames, and the use of chance. Subclasses name their tables."""

    _names: ClassVar[tuple[str, ...]] = ()
    declared: ClassVar[Mapping[str, str]] = {}
    """By table: the class that names it first."""

    def __init_subclass__(cls) -> None:
        """Take the tables that the class names; a table of a base may be named again, as one with more columns.

        Raises:
            TypeError: a table has the name of something that every state has, such as ``stack`` or ``revision``, or two
                bases have one of the same name.
        """
        own = _declared(cls, {*vars(State), "tables", "stack", "uses", "revision"}, "table")
        cls.declared = _joined(cls, own, "table")
        cls._names = tuple(cls.declared)

    def __init__(self, **tables: StateTable) -> None:
        self.tables: list[StateTable] = []
        columns = 0
        for index, name in enumerate(self._names):
            table = tables[name]
            table.index, table.first = index, columns
            columns += len(table.columns)
            self.tables.append(table)
            setattr(self, name, table)
        self.stack: tuple[Frame, ...] = ()
        self.uses: dict[str, int] = {}
        """How often chance was asked for each purpose and subject, by key."""
        self.revision = 0
        """Goes up with every change, also when one is taken back."""
        self._revisions = [0] * columns
        self._derived: dict[Hashable, tuple[int, object, Any]] = {}
        self._slots: dict[Sources, Callable[[list[int]], object]] = {}
        self._asked: tuple[int, Frame, dict[Any, Any]] | None = None

    # -- what follows from the tables ------------------------------------------------------------

    @property
    def revisions(self) -> list[int]:
        """How often each column has changed, table by table."""
        return self._revisions

    @revisions.setter
    def revisions(self, values: list[int]) -> None:
        self.revision += 1
        self._revisions = values

    def derived(self, name: Hashable, on: Grounds, make: Callable[[], T], *, steady: bool = False) -> T:
        """Return a value that follows from some tables, made anew when they have changed.

        Args:
            name: tells it apart from all others; say in it whatever ``make`` depends on besides.
            on: the tables, or names of tables and columns, such as ``"units"`` and ``"units.place"``; or a function
                that gives the values it rests on, derived themselves as a rule: it is made anew when these are others.
            make: makes it. It is shared, also with copies of the state: nobody changes it.
            steady: whether a new value is compared with the old one, so that what rests on it can stay too.
        """
        known = self._derived.get(name)
        if known is not None and known[0] == self.revision:
            return known[2]  # type: ignore[no-any-return]  # what `make` gave
        now = on() if callable(on) else (self._slots.get(on) or self._slots_of(on))(self._revisions)
        if known is not None and known[1] == now:
            value = known[2]
        else:
            value = make()
            if steady and known is not None and known[2] == value:
                value = known[2]
            if len(self._derived) >= MOST_KEPT:
                self._forget()
        self._derived[name] = (self.revision, now, value)
        return value  # type: ignore[no-any-return]

    def _forget(self) -> None:
        """Drop the half of the cached values that were asked for longest ago."""
        kept = sorted(self._derived.items(), key=lambda each: each[1][0])
        self._derived = dict(kept[len(kept) // 2 :])

    def _slots_of(self, on: Sources) -> Callable[[list[int]], object]:
        """Return a function that picks the revisions of some tables and columns out of those of all columns."""
        found: list[int] = []
        for each in on:
            name, _, column = each.partition(".") if isinstance(each, str) else ("", "", "")
            table: StateTable = getattr(self, name) if isinstance(each, str) else each
            first = table.first + (table.columns.index(column) if column else 0)
            found += [first] if column else range(first, first + len(table.columns))
        taker: Callable[[list[int]], object] = itemgetter(*found) if found else _nothing
        if not any(isinstance(each, StateTable) for each in on):  # tables are not those of a copy
            self._slots[on] = taker
        return taker

    def frame_cache(self, frame: Frame) -> dict[Any, Any]:
        """Return the cache of answers about a frame since the last change, by question."""
        known = self._asked
        if known is None or known[0] != self.revision or known[1] is not frame:
            known = self._asked = (self.revision, frame, {})
        return known[2]

    # -- changing --------------------------------------------------------------------------------

    def apply(self, changes: tuple[Update, ...]) -> None:
        """Carry out changes.

        Raises:
            ValueError: a value is not what the change says it was; nothing is changed then.
        """
        tables, revisions = self.tables, self._revisions
        self.revision += 1
        for number, (table, row, column, old, new) in enumerate(changes):
            held_in = tables[table]
            values = held_in.arrays[column]
            if values[row] != old:
                self._take_back(changes[:number])
                held = f"{self._names[table]}[{row}].{held_in.columns[column]}"
                raise ValueError(f"{held} is {values[row]}, not {old}")
            values[row] = new
            revisions[held_in.first + column] += 1

    def undo(self, changes: tuple[Update, ...]) -> None:
        """Take back changes, which must be the last ones."""
        self._take_back(changes)

    def _take_back(self, changes: tuple[Update, ...]) -> None:
        self.revision += 1
        for table, row, column, old, _new in reversed(changes):
            held_in = self.tables[table]
            held_in.arrays[column][row] = old
            self._revisions[held_in.first + column] += 1

    # -- as a value ------------------------------------------------------------------------------

    def copy(self: S) -> S:
        """Return an equal state that shares nothing that can change."""
        made = type(self).__new__(type(self))
        made.tables = []
        for name, table in zip(self._names, self.tables, strict=True):
            twin = type(table).__new__(type(table))
            twin.rows, twin.index, twin.first = table.rows, table.index, table.first
            twin.arrays = [column[:] for column in table.arrays]
            for column_name, column in zip(table.columns, twin.arrays, strict=True):
                setattr(twin, column_name, column)
            made.tables.append(twin)
            setattr(made, name, twin)
        made.stack, made.uses, made._derived = self.stack, dict(self.uses), dict(self._derived)  # noqa: SLF001
        made.revision, made._revisions, made._slots = self.revision, list(self._revisions), self._slots  # noqa: SLF001
        made._asked = self._asked  # noqa: SLF001 - it holds for this revision and this frame, in both
        return made

    def to_data(self) -> dict[str, Any]:
        """Return the whole state as plain data for JSON."""
        return {
            "tables": {
                name: {column: values.tolist() for column, values in zip(table.columns, table.arrays, strict=True)}
                for name, table in zip(self._names, self.tables, strict=True)
            },
            "stack": [[frame.step, dict(frame.data)] for frame in self.stack],
            "uses": dict(self.uses),
        }

    def load(self, data: Mapping[str, Any]) -> None:
        """Replace the state by data that :meth:`to_data` gave.

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
        """The SHA-256 of the whole state, in hexadecimal."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]  # it changes
