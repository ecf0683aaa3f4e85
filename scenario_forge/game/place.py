"""Places of values: a file, a path in it, and the same place on paper.

The place on paper is what a person with the printed game beside the screen looks at.
"""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.source.nodes import Mapping, Node, Sequence, folded_part, node_at, part_of, span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Mapping as MappingOf

    from scenario_forge.diagnostics.model import Basis, Span
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data, Path, Step

T = TypeVar("T")


class Where(NamedTuple):
    """A value's place in a file of the game. Spans and paper names are worked out when asked for.

    ``part`` is a stretch of characters within a one-line value, for notations in cells.
    """

    file: GameFile
    path: Path = ()
    on: Literal["key", "value"] = "value"
    part: tuple[int, int] | None = None

    def __repr__(self) -> str:
        on = "key of " if self.on == "key" else ""
        at = address(self.file.root or self.file.source.root, self.path) or "all of it"
        part = f", characters {self.part[0]} to {self.part[1]}" if self.part else ""
        return f"Where({self.file.name}: {on}{at}{part})"

    def __truediv__(self, step: Step) -> Where:
        """Return the place of a key or item below this one."""
        # not through the constructor: made once for every value that a check looks at
        return tuple.__new__(Where, (self.file, (*self.path, step), "value", None))

    def each(self, key: str, rows: Iterable[T]) -> Iterator[tuple[T, Where]]:
        """Return the rows of a list below this value, each with its place."""
        listed = self / key
        return ((row, listed / number) for number, row in enumerate(rows))

    def key(self) -> Where:
        """Return the place of this value's key."""
        return self._replace(on="key", part=None)

    def within(self, start: int, end: int) -> Where:
        """Return the place of the characters ``start`` to ``end`` of this value."""
        base = self.part[0] if self.part else 0
        return self._replace(part=(base + start, base + end))

    def whole(self) -> Where:
        """Return the place of the whole value, where this is a part of one."""
        return self._replace(part=None)

    @property
    def characters(self) -> Where:
        """The characters of a value or key alone, without its quotation marks."""
        whole = str(self.path[-1]) if self.on == "key" else str(self.data)
        return self if self.part is not None else self.within(0, len(whole))

    @property
    def span(self) -> Span:
        """The characters in the text, named as on paper too; of a corrected value, all that is printed."""
        known = self.file.spans.get(self[1:])
        if known is None:
            known = self.file.spans[self[1:]] = self._span()
        return known

    def _span(self) -> Span:
        corrected = self._corrected
        file = self.file
        # of items of a list that an erratum made anew, the tree with errata has the marks
        root = file.root if corrected and file.root is not None else file.source.root
        paper = file.paper(self.path)
        if root is None:
            return dataclasses.replace(file.start, paper=paper)
        node = node_at(root, self.path, self.on)
        if self.part is None or corrected:
            return span_of(node, file.name, paper)
        return part_of(node, file.name, *self.part, paper)

    def words(self, start: int, end: int) -> Span:
        """Return the characters ``start`` to ``end`` of a text in the text of the file, where it is folded too.

        All of it where they cannot be counted off: it is corrected, or has escapes in it.
        """
        root, source, whole = self.file.source.root, self.file.source, self.span
        if root is None or self._corrected or whole.line == whole.end_line:
            return self.within(start, end).span
        found = folded_part(node_at(root, self.path, self.on), source.text, start, end)
        if found is None:
            return whole
        return dataclasses.replace(source.lines.span(self.file.name, *found), paper=whole.paper)

    @property
    def _corrected(self) -> bool:
        return any(self.path[: len(changed)] == changed for changed in self.file.patched)

    @property
    def basis(self) -> Basis:
        """The basis that the value rests on."""
        return self.file.basis_at(self.path)

    @property
    def ours(self) -> bool:
        """Whether the value is not the publisher's, so that print must say so."""
        return self.basis in ("proposed", "fitted")

    @property
    def data(self) -> Data:
        """The plain data here, errata laid over it; None where there is none."""
        found: Data = _at(self.file.data, *self.path)
        return found


# -- addresses of values ---------------------------------------------------------------------------


ANY: Final = "*"
KEYS: Final = (
    *("no", "id", "turn", "hex", "row", "marker", "scenario"),
    *("date", "number", "name", "kind", "term", "step", "each"),
)
"""The fields an item of a list is known by, the first it has."""

_STEP = re.compile(r"""\.?(?:\[(?:"([^"]*)"|'([^']*)'|((?:[^\]"'][^\]]*)?))\]|([^.\[\]]+))""")


class AddressError(ValueError):
    """An address that is malformed or names nothing."""


def parse_address(address: str) -> tuple[str, ...]:
    """Return the steps of an address.

    >>> parse_address('charts.combat_results.rows[3]["+6,7"]')
    ('charts', 'combat_results', 'rows', '3', '+6,7')

    Raises:
        AddressError: it is not of this form.
    """
    return tuple(address[start:end] for start, end in step_spans(address))


def step_spans(address: str) -> list[tuple[int, int]]:
    """Return where each step of an address begins and ends, without brackets and quotes.

    Raises:
        AddressError: it is not of this form.
    """
    steps: list[tuple[int, int]] = []
    position = 0
    while position < len(address):
        match = _STEP.match(address, position)
        if not match or (position == 0 and address[0] == "."):
            raise AddressError(f"`{address[position:]}` is not part of an address such as units[5].dec40")
        steps.append(match.span(match.lastindex or 0))
        position = match.end()
    if not steps:
        raise AddressError("an address names a value, such as units[5].dec40")
    return steps


def item_keys(node: Node) -> tuple[str, ...]:
    """Return what an item of a list may be called in an address."""
    if not isinstance(node, Mapping):
        return (str(node.data),)
    data = node.data
    assert isinstance(data, dict)  # noqa: S101 - a mapping's data
    names = [str(data[key]) for key in KEYS if key in data and not isinstance(data[key], (dict, list))][:1]
    if not names:
        return ()
    if "id" in data and "hex" in data:  # a place is known by its hex, with or without an id
        names.insert(0, str(data["hex"]))
    return (f"{data['side']}/{names[0]}", *names) if "side" in data else (*names,)


def address(root: Node | None, path: Path) -> str:
    """Return the address of a path, by which :func:`resolve` finds it again where keys and names are plain.

    >>> address(None, ("movement", "round_cost"))
    'movement.round_cost'
    """
    text, chain = "", [root]
    for step in path:
        node = chain[-1]
        if isinstance(step, str):
            text += f".{step}" if re.fullmatch(r"[\w-]+", step) else f'["{step}"]'
            chain.append(node.values.get(step) if isinstance(node, Mapping) else None)
        else:
            items = node.items if isinstance(node, Sequence) else ()
            item = items[step] if step < len(items) else None
            headings = headings_of(tuple(above for above in chain if above is not None))
            names = headings[step : step + 1] or (item_keys(item) if item is not None else ())
            text += f"[{names[0] if names else step}]"
            chain.append(item)
    return text.lstrip(".")


def resolve(root: Node, steps: tuple[str, ...]) -> list[Path]:
    """Return the paths that an address names in one file; one path unless it has a ``*``.

    Raises:
        AddressError: nothing is there, with a suggestion.
    """
    places: list[tuple[Path, tuple[Node, ...]]] = [((), (root,))]
    for number, step in enumerate(steps):
        below = [found for path, chain in places for found in _step(path, chain, step)]
        if not below:
            raise AddressError(_nothing(places[0][1][-1], steps, number))
        places = below
    return [path for path, _chain in places]


def _step(path: Path, chain: tuple[Node, ...], step: str) -> Iterator[tuple[Path, tuple[Node, ...]]]:
    node = chain[-1]
    if isinstance(node, Mapping):
        for key, value in node.values.items() if step == ANY else _one(node, step):
            yield (*path, key), (*chain, value)
    elif isinstance(node, Sequence):
        for index in range(len(node.items)) if step == ANY else _index(node, chain, step):
            yield (*path, index), (*chain, node.items[index])


def _one(node: Mapping, step: str) -> list[tuple[str, Node]]:
    return [(step, node.values[step])] if step in node.values else []


def _index(node: Sequence, chain: tuple[Node, ...], step: str) -> list[int]:
    headings = headings_of(chain)
    if headings:
        return [i for i, name in enumerate(headings[: len(node.items)]) if name == step][:1]
    if node.names is None:
        node.names = {}
        for index, item in enumerate(node.items):
            for key in item_keys(item):
                node.names.setdefault(key, index)
    return [node.names[step]] if step in node.names else _saying(node, step)


def _saying(node: Sequence, step: str) -> list[int]:
    """The only item whose field has a value, ``total=9``; where the value is shared, none."""
    field, sign, value = step.partition("=")
    if not sign:
        return []
    said = [(index, item.values.get(field)) for index, item in enumerate(node.items) if isinstance(item, Mapping)]
    found = [index for index, below in said if below is not None and _as_written(below.data) == value]
    return found if len(found) == 1 else []


def _as_written(data: Data) -> str:
    return str(data).lower() if isinstance(data, bool) else str(data)


def headings_of(chain: tuple[Node, ...]) -> list[str]:
    """Return column headings, where the list is a row of a table: its cells are addressed by heading."""
    if len(chain) < 3:
        return []
    table = chain[-3]
    columns = table.values.get("columns") if isinstance(table, Mapping) else None
    if not isinstance(columns, Sequence) or not isinstance(table, Mapping) or table.values.get("rows") is not chain[-2]:
        return []
    return [str(item.data) for item in columns.items]


def _nothing(node: Node, steps: tuple[str, ...], number: int) -> str:
    names: list[str] = []
    if isinstance(node, Mapping):
        names = list(node.values)
    elif isinstance(node, Sequence):
        names = [key for item in node.items for key in item_keys(item)]
    above = "".join(f"[{step}]" if index else step for index, step in enumerate(steps[:number])) or "the file"
    hint = did_you_mean(steps[number], names)
    return f"there is no `{steps[number]}` in {above}" + (f"; {hint}" if hint else "")


# -- the same place on paper ----------------------------------------------------------------------


NAME_SIDES: Final = frozenset(("orders-of-battle", "time-track", "counters", "victory"))
"""Kinds of document whose places on paper have the name of a side in them."""


def paper_name(kind: str, stem: str, data: Any, path: Path, names: MappingOf[str, str]) -> str:  # noqa: ANN401 - plain YAML data
    """Return ``Allied order of battle, unit 5, column Dec 40``; empty where the file is on no component.

    ``names`` are the printed names of the sides by id; an id without one is capitalised.
    Works on data that did not validate: what is missing is left out.
    """
    namer = _NAMERS.get(kind)
    if namer is None or not isinstance(data, dict):
        return ""
    return ", ".join(part for part in namer(stem, data, path, names) if part)


def _named(names: MappingOf[str, str], item: Any) -> str:  # noqa: ANN401
    return names.get(str(item)) or str(item).capitalize()


def _at(data: Any, *path: Any) -> Any:  # noqa: ANN401
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return None
    return data


def _label(items: Any, item_id: Any, field: str = "label") -> str:  # noqa: ANN401
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("id") == item_id:
            return str(item.get(field) or item_id)
    return str(item_id)


def _order_of_battle(stem: str, data: dict[str, Any], path: Path, names: MappingOf[str, str]) -> list[str]:
    side = str(data.get("side") or stem)
    parts = [f"{_named(names, side)} order of battle"]
    if len(path) > 1 and path[0] in ("units", "markers"):
        row = _at(data, *path[:2])
        if isinstance(row, dict):
            parts.append(f"unit {row['no']}" if "no" in row else str(row.get("name") or row.get("marker") or ""))
        if len(path) > 2 and path[2] not in ("no", "name", "note", "marker"):
            parts.append(f"column {_column(data.get('columns'), path[2])}")
        elif len(path) > 2 and path[2] == "name":
            parts.append("identity")
    return parts


def _column(columns: Any, column: Any) -> str:  # noqa: ANN401
    label = _label(columns, column).strip(" *")
    if label == str(column) and label.endswith("+"):
        return f"after {_label(columns, label[:-1]).strip(' *')}"
    return label


def _time_track(_stem: str, data: dict[str, Any], path: Path, names: MappingOf[str, str]) -> list[str]:
    if path and path[0] == "boxes":
        box = _at(data, *path[:2])
        turn = str(box.get("turn", "")) if isinstance(box, dict) else ""
        return ["Time record track", turn, _column_name(data, path[2], names) if len(path) > 2 else ""]
    if path and path[0] in ("starts", "stops"):
        return [f"{str(path[0])[:-1].capitalize()} dates", str(_at(data, *path[:2], "label") or "")]
    return ["Time record track"]


def _column_name(data: dict[str, Any], column: Any, names: MappingOf[str, str]) -> str:  # noqa: ANN401
    """The printed name of a side, or of a column that the track declares."""
    name = names.get(str(column)) or _label(data.get("columns"), column, "name")
    return name[:1].upper() + name[1:]


def _charts(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    if len(path) < 2:
        return ["Charts"]
    chart = _at(data, *path[:2])
    parts = [str(_at(chart, "title") or path[1])]
    if len(path) > 2 and path[2] == "rows" and len(path) > 3:
        parts.append(f"row {path[3]}")
        if len(path) > 4:
            parts.append(f"column {_at(chart, 'columns', path[4])}")
    elif len(path) > 3:
        word = {"columns": "heading", "modifiers": "modifiers", "states": "notes"}.get(str(path[2]), "")
        parts.append(f"{word} {_at(chart, 'columns', path[3])}" if path[2] == "columns" else word)
    return parts


def _rulebook(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not path or not isinstance(item, dict):
        return ["Rulebook"]
    if path[0] == "clauses":
        return [rule_name(str(item.get("rule", ""))), str(item.get("place") or "")]
    if path[0] == "rules":
        return [rule_name(str(item.get("number", ""))), str(item.get("title") or "")]
    return ["Rulebook", str(item.get("term") or "")]


def rule_name(number: str) -> str:
    """Return ``Rule 8`` for a number; a chart or chapter keeps its short name."""
    return f"Rule {number}" if number[:1].isdigit() else number


def _map(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    section = str(path[0]) if path else ""
    if section == "grid":
        return ["Map", f"{path[1]} of the grid" if len(path) > 1 else "grid"]
    if not isinstance(item, dict):
        return ["Map"]
    if section == "rows":
        sheet = str(path[2]) if len(path) > 2 and path[2] != "row" else ""
        return ["Map", f"row {item.get('row')}", f"{sheet} sheet" if sheet else ""]
    name = item.get("name") or item.get("hex") or item.get("id") or ""
    return ["Map", str(name)]


def _counters(_stem: str, data: dict[str, Any], path: Path, names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not path or not isinstance(item, dict):
        return ["Counter sheets"]
    if path[0] == "units":
        field = f"printed {path[2]}" if len(path) > 2 else ""
        return [f"Counter {_named(names, item.get('side', ''))} {item.get('no', '')}", field]
    return ["Counter sheets", str(item.get("name") or item.get("id") or "")]


_ENDING: Final = {"levels": "Levels of victory", "ledger": "Victory points", "sudden": "Sudden victory"}


def _victory(_stem: str, data: dict[str, Any], path: Path, names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not path or not isinstance(item, dict):
        return ["Victory table"]
    if path[0] == "decisive":
        return ["Decisive victory", _named(names, item.get("side", ""))]
    if path[0] in _ENDING:
        inner = _at(data, *path[:4]) if path[0] == "levels" and len(path) > 3 else {}
        name = str(inner.get("name", "")) if isinstance(inner, dict) else ""
        head = str(item.get("text") or item.get("id") or "")
        return [_ENDING[str(path[0])], head, name]
    return [
        "Victory table",
        str(item.get("stop", "")),
        f"{_named(names, item.get('side', ''))} objective",
        "",
    ]


def _scenario(stem: str, data: dict[str, Any], _path: Path, _names: MappingOf[str, str]) -> list[str]:
    return [f"Scenario {data.get('title') or stem}"]


def _examples(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    if not isinstance(item, dict):
        return ["Examples"]
    return [rule_name(str(item.get("rule", ""))), f"example {item.get('title') or item.get('id') or ''}"]


def _diagrams(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    item = _at(data, *path[:2])
    return ["Figure", str(item.get("title") or item.get("id") or "")] if isinstance(item, dict) else ["Figures"]


def _chronology(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    date = _at(data, *path[:2], "date")
    return ["Chronology", str(date) if date else ""]


def _sightings(_stem: str, data: dict[str, Any], path: Path, _names: MappingOf[str, str]) -> list[str]:
    row = _at(data, *path[:2])
    if not path or not isinstance(row, dict) or path[0] != "sightings":
        return ["Sources"]
    who = next((row[key] for key in ("unit", "formation", "place") if key in row), "")
    return [f"Sighting of {who}".strip(), str(row.get("date") or row.get("from") or "")]


_NAMERS: dict[str, Callable[[str, dict[str, Any], Path, MappingOf[str, str]], list[str]]] = {
    "orders-of-battle": _order_of_battle,
    "time-track": _time_track,
    "charts": _charts,
    "rulebook": _rulebook,
    "map": _map,
    "counters": _counters,
    "victory": _victory,
    "scenarios": _scenario,
    "examples": _examples,
    "diagrams": _diagrams,
    "chronology": _chronology,
    "sightings": _sightings,
}
