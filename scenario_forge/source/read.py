"""Reading of a file's bytes as text: encodings, byte order marks, line ends, and bytes that are no text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics import Diagnostic, Span, TextEdit
from scenario_forge.source.codes import FIL010, YML005, YML006, YML007, YML008
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import Lines, span_at

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Node, Step


MAX_BYTES = 8 * 1024 * 1024
_MEBIBYTE = 1024 * 1024
BOM = b"\xef\xbb\xbf"

# UTF-32 before UTF-16, whose mark is the beginning of the other's
_WIDE_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_BINARY_STARTS = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"PK\x03\x04", "a ZIP archive or a document of a word processor"),
    (b"\x1f\x8b", "a compressed file"),
    (b"{\\rtf", "a document of a word processor"),
)


@dataclass(frozen=True, slots=True)
class SourceText:
    """Decoded text of one file, and the details needed to write it back.

    ``text`` keeps its line ends and has no byte order mark. Where ``readable`` is false it is only for
    showing: empty, or with signs of replacement for what is not UTF-8.
    ``newline`` is the line end that most lines have. ``digest`` is the SHA-256 of the bytes, in hex.
    """

    file: str
    text: str = field(repr=False)
    digest: str = field(repr=False)
    newline: str = "\n"
    bom: bool = False
    problems: tuple[Diagnostic, ...] = field(default=(), repr=False)
    readable: bool = True


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def newline_of(text: str) -> str:
    """Return the line end that most lines of a text have; LF when it has none."""
    windows = text.count("\r\n")
    unix = text.count("\n") - windows
    old = text.count("\r") - windows
    if windows > max(unix, old):
        return "\r\n"
    return "\r" if old > unix else "\n"


def read_bytes(data: bytes, file: str) -> SourceText:
    """Return the text of a file, or why it has none. Never raises, whatever the bytes."""
    digest = digest_of(data)
    refusal = _too_big(data, file) or _wide(data, file) or _binary(data, file)
    if refusal:
        return SourceText(file, "", digest, problems=(refusal,), readable=False)
    bom = data.startswith(BOM)
    if bom:
        data = data[len(BOM) :]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        finding = _not_utf8(data, file, error.start)
        shown = data.decode("utf-8", "replace")
        return SourceText(file, shown, digest, bom=bom, problems=(finding,), readable=False)
    problems = (_marked(file),) if bom else ()
    return SourceText(file, text, digest, newline_of(text), bom, problems)


def _too_big(data: bytes, file: str) -> Diagnostic | None:
    if len(data) <= MAX_BYTES:
        return None
    size = f"{len(data) / _MEBIBYTE:.1f}"
    return FIL010.at(_start(file), size=size, most=MAX_BYTES // _MEBIBYTE)


def _wide(data: bytes, file: str) -> Diagnostic | None:
    codec = wide_codec(data)
    return YML007.at(_start(file), encoding=codec[:6].upper()).suggest("save the file as UTF-8") if codec else None


def wide_codec(data: bytes) -> str | None:
    """Return the codec of UTF-16 or UTF-32, by its mark or a NUL in every other byte of a beginning in Latin letters.

    >>> [wide_codec(text.encode(codec)) for text, codec in (("no", "utf-16"), ("name", "utf-16-be"), ("no", "utf-8"))]
    ['utf-16', 'utf-16-be', None]
    """
    found = next((codec for mark, codec in _WIDE_MARKS if data.startswith(mark)), None)
    head = data[:64]
    if found or len(head) < 4 or not any(head):
        return found
    if not any(head[1::2]):
        return "utf-16-le"
    return None if any(head[0::2]) else "utf-16-be"


def _binary(data: bytes, file: str) -> Diagnostic | None:
    for start, kind in _BINARY_STARTS:
        if data.startswith(start):
            return YML008.at(_start(file), kind=kind)
    at = data.find(b"\x00")
    if at < 0:
        return None
    line, column = _position(data, at)
    kind = "a file with NUL bytes"
    return YML008.at(Span(file, line, column, line, column + 1), kind=kind)


def _not_utf8(data: bytes, file: str, at: int) -> Diagnostic:
    line, column = _position(data, at)
    finding = YML006.at(Span(file, line, column, line, column + 1), byte=f"{data[at]:02X}")
    letter = data[at : at + 1].decode("cp1252", "replace")
    if letter.isprintable() and letter != "\ufffd":
        return finding.suggest(f"it is `{letter}` if the file is Windows-1252; save the file as UTF-8")
    return finding.suggest("save the file as UTF-8")


def _position(data: bytes, at: int) -> tuple[int, int]:
    before = data[:at].decode("utf-8", "replace")
    return Lines(before).position(len(before))


def _marked(file: str) -> Diagnostic:
    # The mark is not part of the text, so the edit is empty; who makes it writes the file without the mark.
    place = Span(file, 1, 1, 1, 1)
    return YML005.at(_start(file)).fix("remove the byte order mark", TextEdit(place, ""), safe=True)


def _start(file: str) -> Span:
    return Span(file, 1, 1, 1, 2)


# -- one file as it was read -----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Source:
    """A file of a game. ``root`` is None when it cannot be read; then ``problems`` holds an error.

    ``name`` is relative to the game's folder, with forward slashes. Made by :meth:`read` from bytes,
    or by :meth:`of_text` from unsaved text.
    """

    name: str
    written: SourceText = field(repr=False)
    root: Node | None = field(repr=False)
    problems: tuple[Diagnostic, ...] = field(repr=False)

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
        """Text without byte order mark, with the line ends that it has on the disk."""
        return self.written.text

    @property
    def newline(self) -> str:
        """Line end that most lines have."""
        return self.written.newline

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes that were read, in hex."""
        return self.written.digest

    def encoded(self, text: str) -> bytes:
        """Return another text of this file as bytes to write: with a byte order mark if the file has one."""
        return (BOM if self.written.bom else b"") + text.encode()

    @cached_property
    def lines(self) -> Lines:
        """Offsets at which lines begin."""
        return Lines(self.text)

    def span(self, path: Seq[Step], on: Literal["key", "value"] = "value") -> Span:
        """Return the span of a path; of a path that does not exist, that of the nearest node above it."""
        if self.root is None:
            return Span(self.name, 1, 1, 1, 2)
        return span_at(self.root, self.name, path, on)

    def offsets(self, span: Span) -> tuple[int, int]:
        """Return start and end of a span as offsets into :attr:`text`.

        Raises:
            ValueError: the text has no such place.
        """
        start = self.lines.offset(span.line, span.column)
        return start, self.lines.offset(span.end_line, span.end_column)
