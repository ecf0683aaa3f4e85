"""One file of a game: its text, its data with errata laid over, and the document made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics import Diagnostic, Span
from scenario_forge.project.paper import paper_name
from scenario_forge.project.provenance import BasisMap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.documents.base import Document
    from scenario_forge.documents.kinds import Kind
    from scenario_forge.source.document import Source
    from scenario_forge.source.nodes import Node, Path


@dataclass(eq=False)
class GameFile:
    """A file as it was read. ``root`` is the node tree with errata applied; None when unreadable.

    ``document`` is None when the shape is wrong; what is wrong stands in ``problems``, and whoever
    needs the document stays silent.
    """

    source: Source
    kind: Kind
    root: Node | None
    document: Document | None
    problems: tuple[Diagnostic, ...] = ()
    version: str = ""
    """Changes when the text or the errata applied to it change."""
    patched: Mapping[Path, Basis] = field(default_factory=dict)
    """Paths whose value an erratum changed, and what the new value rests on."""
    side_names: Mapping[str, str] = field(default_factory=dict)
    """The printed names of the sides, as places on paper have them."""

    spans: dict[tuple[Any, ...], Span] = field(default_factory=dict)
    """Spans that were asked for, kept by :class:`~scenario_forge.project.place.Where` while the file stays as it is."""

    @property
    def name(self) -> str:
        """Path relative to the game's folder, forward slashes."""
        return self.source.name

    @property
    def stem(self) -> str:
        """The file's name without folder and ending."""
        return self.name.rpartition("/")[2].removesuffix(".yaml")

    @property
    def data(self) -> Any:  # noqa: ANN401 - plain YAML data
        """Plain data, errata applied."""
        return self.root.data if self.root else None

    @property
    def start(self) -> Span:
        """The file's first character."""
        return Span(self.name, 1, 1, 1, 2)

    @cached_property
    def bases(self) -> BasisMap:
        """On what each value rests."""
        return BasisMap.of(self.root, self.patched, self.source.root)

    def basis_at(self, path: Path) -> Basis:
        """On what the value at ``path`` rests."""
        return self.bases.at(path)

    def paper(self, path: Path) -> str:
        """The place of ``path`` on the printed component; empty where there is none."""
        return paper_name(self.kind.name, self.stem, self.data, path, self.side_names)
