"""Where a value stands: a file, a path in it, and the same place on paper."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.source.nodes import node_at, part_of, span_of

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Basis, Span
    from scenario_forge.project.folder import GameFile
    from scenario_forge.source.nodes import Data, Path, Step


class Where(NamedTuple):
    """A value's place in a file of the game. Spans and paper names are worked out when asked for.

    ``part`` is a stretch of characters within a one-line value, for notations in cells.
    """

    file: GameFile
    path: Path = ()
    on: Literal["key", "value"] = "value"
    part: tuple[int, int] | None = None

    def __truediv__(self, step: Step) -> Where:
        """The place of a key or item below this one."""
        return Where(self.file, (*self.path, step))

    def key(self) -> Where:
        """The place of this value's key."""
        return self._replace(on="key", part=None)

    def within(self, start: int, end: int) -> Where:
        """Characters ``start`` to ``end`` of this value."""
        base = self.part[0] if self.part else 0
        return self._replace(part=(base + start, base + end))

    def whole(self) -> Where:
        """The whole value, where this is a part of one."""
        return self._replace(part=None)

    @property
    def span(self) -> Span:
        """Where it stands in the text, named as on paper too; of a corrected value, all that is printed."""
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

    @property
    def _corrected(self) -> bool:
        return any(self.path[: len(changed)] == changed for changed in self.file.patched)

    @property
    def basis(self) -> Basis:
        """On what the value rests."""
        return self.file.basis_at(self.path)

    @property
    def ours(self) -> bool:
        """Whether the value is not the publisher's, so that print must say so."""
        return self.basis in ("proposed", "fitted")

    @property
    def data(self) -> Data:
        """The plain data here, errata laid over it; None where there is none."""
        data: Data = self.file.data
        for step in self.path:
            if isinstance(data, dict) and isinstance(step, str):
                data = data.get(step)
            elif isinstance(data, list) and isinstance(step, int) and step < len(data):
                data = data[step]
            else:
                return None
        return data


# -- names that resolve nowhere --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that names nothing. ``wanted`` is what it should name: `hex`, `turn`, `terrain` …."""

    where: Where
    text: str
    wanted: str
    why: str = ""
    hint: str | None = None
