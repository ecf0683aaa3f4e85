"""Addresses of values: ``counters.units[axis/15].strength``, ``charts.combat_results.rows[3][+6,7]``.

An item of a list is addressed by its key (number, id, turn, hex, name, or ``side/number``), never by
its position, so that an address stays right when lines are added. An item without a key of its own is
addressed by what it says, ``sums[total=9]``, as long as no other says the same. ``*`` stands for every item.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.source.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.source.nodes import Data, Path

ANY: Final = "*"
KEYS: Final = (
    "no",
    "id",
    "turn",
    "hex",
    "row",
    "marker",
    "scenario",
    "date",
    "number",
    "name",
    "kind",
    "term",
    "step",
    "each",
)
"""The fields an item of a list is known by, the first it has."""

_STEP = re.compile(r"""\.?(?:\[(?:"([^"]*)"|'([^']*)'|((?:[^\]"'][^\]]*)?))\]|([^.\[\]]+))""")


class AddressError(ValueError):
    """The address is malformed or names nothing."""


def parse_address(address: str) -> tuple[str, ...]:
    """The steps of an address.

    >>> parse_address('charts.combat_results.rows[3]["+6,7"]')
    ('charts', 'combat_results', 'rows', '3', '+6,7')

    Raises:
        AddressError: it is not of this form.
    """
    steps: list[str] = []
    position = 0
    while position < len(address):
        match = _STEP.match(address, position)
        if not match or (position == 0 and address[0] == "."):
            raise AddressError(f"`{address[position:]}` is not part of an address such as units[5].dec40")
        steps.append(next(group for group in match.groups() if group is not None))
        position = match.end()
    if not steps:
        raise AddressError("an address names a value, such as units[5].dec40")
    return tuple(steps)


def item_keys(node: Node) -> tuple[str, ...]:
    """What an item of a list may be called in an address."""
    if not isinstance(node, Mapping):
        return (str(node.data),)
    data = node.data
    assert isinstance(data, dict)  # noqa: S101 - a mapping's data
    name = next((str(data[key]) for key in KEYS if key in data and not isinstance(data[key], (dict, list))), None)
    if name is None:
        return ()
    return (f"{data['side']}/{name}", name) if "side" in data else (name,)


def address(root: Node | None, path: Path) -> str:
    """The address of a path, by which :func:`resolve` finds it again where keys and names are plain.

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
            headings = _headings(tuple(above for above in chain if above is not None))
            names = headings[step : step + 1] or (item_keys(item) if item is not None else ())
            text += f"[{names[0] if names else step}]"
            chain.append(item)
    return text.lstrip(".")


def resolve(root: Node, steps: tuple[str, ...]) -> list[Path]:
    """The paths that an address names in one file; one path unless it has a ``*``.

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
    headings = _headings(chain)
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


def _headings(chain: tuple[Node, ...]) -> list[str]:
    """Column headings, where the list is a row of a table: its cells are addressed by heading."""
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
