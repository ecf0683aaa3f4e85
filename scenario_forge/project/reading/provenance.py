"""On what each value rests: the file's basis and the exceptions its provenance list names."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from scenario_forge.diagnostics.model import Basis
from scenario_forge.project.place import AddressError, parse_address, resolve
from scenario_forge.source.nodes import Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Mapping as MappingOf

    from scenario_forge.source.nodes import Node, Path, Step

    Patched = MappingOf[Path, Basis]

_BASES: tuple[Basis, ...] = get_args(Basis)
_NOT_VALUES = frozenset({"basis", "provenance", "format", "values", "faces", "facing"})
"""Top keys that say how a file is written, not what a game is."""


@dataclass
class _Branch:
    basis: Basis | None = None
    below: dict[Step, _Branch] = field(default_factory=dict)


@dataclass
class BasisMap:
    """A tree of exceptions over one file."""

    default: Basis
    tree: _Branch
    root: Node | None
    unresolved: list[tuple[Path, str, str]]
    """Addresses of the provenance list that name nothing: (path in the file, address, reason)."""

    @classmethod
    def of(cls, root: Node | None, patched: Patched | None = None, printed: Node | None = None) -> BasisMap:
        """Read ``basis`` and ``provenance`` of a file, and what ``patched`` values rest on.

        Addresses are looked up in the tree as ``printed``, where that is given: a correction that takes a
        value out, or changes what an item is known by, leaves them right.
        """
        data = root.data if root else None
        default = data.get("basis") if isinstance(data, dict) else None
        found = cls(_basis(default) or "printed", _Branch(), root, [])
        entries: Any = data.get("provenance") if isinstance(data, dict) else None
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            if not isinstance(entry, dict) or not isinstance(entry.get("at"), list):
                continue
            for index, address in enumerate(entry["at"]):
                where: Path = ("provenance", number, "at", index)
                found._add(printed or root, where, str(address), _basis(entry.get("basis")))
        for path, basis in (patched or {}).items():
            found._set(path, basis)
        return found

    def _add(self, root: Node | None, where: Path, address: str, basis: Basis | None) -> None:
        if root is None or basis is None:
            return
        try:
            for path in resolve(root, parse_address(address)):
                self._set(path, basis)
        except AddressError as error:
            self.unresolved.append((where, address, str(error)))

    def _set(self, path: Path, basis: Basis) -> None:
        branch = self.tree
        for step in path:
            below = branch.below.get(step)
            if below is None:
                below = branch.below[step] = _Branch()
            branch = below
        branch.basis = basis

    def at(self, path: Path) -> Basis:
        """The basis of the value at ``path``: the longest exception that leads to it, else the file's."""
        basis, branch = self.default, self.tree
        for step in path:
            below = branch.below.get(step)
            if below is None:
                break
            branch = below
            basis = branch.basis or basis
        return basis

    def count(self) -> Counter[Basis]:
        """How many values rest on each basis; the lists that say so are not counted."""
        counts: Counter[Basis] = Counter()
        if isinstance(self.root, Mapping):
            for key, node in self.root.values.items():
                if key not in _NOT_VALUES:
                    _count(node, self.tree.below.get(key), self.default, counts)
        return counts


def _basis(value: Any) -> Basis | None:  # noqa: ANN401 - whatever the author wrote
    """A basis, if it is one; what is none is reported as a slip of shape."""
    return next((basis for basis in _BASES if basis == value), None)


def _count(node: Node, branch: _Branch | None, basis: Basis, counts: Counter[Basis]) -> None:
    if branch:
        basis = branch.basis or basis
    if isinstance(node, Mapping):
        for key, below in node.values.items():
            _count(below, branch.below.get(key) if branch else None, basis, counts)
    elif isinstance(node, Sequence):
        for index, below in enumerate(node.items):
            _count(below, branch.below.get(index) if branch else None, basis, counts)
    else:
        counts[basis] += 1
