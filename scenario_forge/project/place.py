"""Where a value stands: a file, a path in it, and the same place on paper."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.source.nodes import part_of, span_at

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Basis, Span
    from scenario_forge.project.files import GameFile
    from scenario_forge.source.nodes import Data, Node, Path, Step


@dataclass(frozen=True, slots=True)
class Where:
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
        return dataclasses.replace(self, on="key", part=None)

    def within(self, start: int, end: int) -> Where:
        """Characters ``start`` to ``end`` of this value."""
        base = self.part[0] if self.part else 0
        return dataclasses.replace(self, part=(base + start, base + end))

    def whole(self) -> Where:
        """The whole value, where this is a part of one."""
        return dataclasses.replace(self, part=None)

    @property
    def span(self) -> Span:
        """Where it stands in the text, named as on paper too; of a corrected value, all that is printed."""
        root = self._root
        paper = self.file.paper(self.path)
        if root is None:
            return dataclasses.replace(self.file.start, paper=paper)
        span = dataclasses.replace(span_at(root, self.file.name, self.path, self.on), paper=paper)
        if self.part is None or span.line != span.end_line or self._corrected:
            return span
        quoted = span.end_column - span.column - len(str(self.data))
        return part_of(span, self.part[0] + (quoted > 0), self.part[1] + (quoted > 0))

    @property
    def _root(self) -> Node | None:
        """The tree whose marks hold here: the printed one, but for items of a list that an erratum made anew."""
        file = self.file
        return file.root if self._corrected and file.root is not None else file.source.root

    @property
    def _corrected(self) -> bool:
        return any(self.path[: len(changed)] == changed for changed in self.file.patched)

    @property
    def basis(self) -> Basis:
        """On what the value rests."""
        return self.file.basis_at(self.path)

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
