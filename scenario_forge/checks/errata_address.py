"""The address by which an erratum names a value: keys, never positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compare.change import address_of
from scenario_forge.project.address import AddressError, item_keys
from scenario_forge.project.errata import locate
from scenario_forge.source.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from scenario_forge.project.files import GameFile
    from scenario_forge.source.nodes import Path


def address(file: GameFile, path: Path) -> str | None:
    """The address of a value by keys; None where one of its items has none, or shares it."""
    steps: list[str] = []
    node: Node | None = file.root
    for step in path:
        if isinstance(node, Mapping):
            steps.append(str(step))
            node = node.values.get(str(step))
        elif isinstance(node, Sequence) and isinstance(step, int):
            keys = item_keys(node.items[step])
            if not keys:
                return None
            steps.append(keys[-1] if "/" not in keys[0] else keys[0])
            node = node.items[step]
    made = address_of(tuple(steps))
    whole = f"{file.name.removesuffix('.yaml')}{'' if made.startswith('[') else '.'}{made}"
    try:
        name, found, _node = locate({file.name: file.root} if file.root else {}, whole)
    except AddressError:
        return None
    return whole if (name, found) == (file.name, path) else None
