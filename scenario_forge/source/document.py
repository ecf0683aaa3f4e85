"""One file as it was read: text, tree, findings, and where everything in it stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics import Span
from scenario_forge.source.compose import compose
from scenario_forge.source.lines import Lines
from scenario_forge.source.nodes import span_at
from scenario_forge.source.read import BOM, SourceText, read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.source.nodes import Node, Step


@dataclass(frozen=True, eq=False)
class Source:
    """A file of a game. ``root`` is None when it cannot be read; then ``problems`` holds an error.

    ``name`` is relative to the game's folder, with forward slashes. Made by :meth:`read` from bytes,
    or by :meth:`of_text` from unsaved text.
    """

    name: str
    written: SourceText
    root: Node | None
    problems: tuple[Diagnostic, ...]

    @classmethod
    def read(cls, name: str, data: bytes) -> Source:
        """Read a file's bytes. Never raises, whatever the bytes.

        >>> Source.read("game.yaml", b"title: Desert Rats").root.data
        {'title': 'Desert Rats'}
        """
        written = read_bytes(data, name)
        if not written.readable:
            return cls(name, written, None, written.problems)
        root, problems = compose(written.text, name)
        return cls(name, written, root, (*written.problems, *problems))

    @classmethod
    def of_text(cls, name: str, text: str) -> Source:
        """Read text that is not on the disk, or not yet."""
        return cls.read(name, text.encode("utf-8", "surrogatepass"))

    @property
    def text(self) -> str:
        """The text, without byte order mark, with the line ends it has on the disk."""
        return self.written.text

    @property
    def newline(self) -> str:
        """The line end that most lines have."""
        return self.written.newline

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes that were read, in hex."""
        return self.written.digest

    def encoded(self, text: str) -> bytes:
        """Another text of this file as the bytes to write: with the byte order mark that it has on the disk, if any."""
        return (BOM if self.written.bom else b"") + text.encode()

    @cached_property
    def lines(self) -> Lines:
        """Where the lines begin."""
        return Lines(self.text)

    def span(self, path: Seq[Step], on: Literal["key", "value"] = "value") -> Span:
        """Where a path stands; of a path that does not exist, the nearest thing above it."""
        if self.root is None:
            return Span(self.name, 1, 1, 1, 2)
        return span_at(self.root, self.name, path, on)

    def offsets(self, span: Span) -> tuple[int, int]:
        """Start and end of a span as offsets into :attr:`text`.

        Raises:
            ValueError: the text has no such place.
        """
        start = self.lines.offset(span.line, span.column)
        return start, self.lines.offset(span.end_line, span.end_column)
