"""Texts of a game that is being edited: as they were read, as they are now, and how they get back to the disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.diagnostics import Severity
from scenario_forge.editor.answers import NotWritten, Refused
from scenario_forge.game.reading.folder import leads_out, names_device, read_folder
from scenario_forge.source.codes import FIL011
from scenario_forge.source.files import write_file
from scenario_forge.source.read import BOM, digest_of, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from scenario_forge.source.nodes import Splice

Splices: TypeAlias = "Mapping[str, list[Splice] | None]"
"""Changes by document: those of a document that there is not make it; None removes one."""
LONGEST = 200
"""Letters of a file's name; file systems have 255 bytes for it, some of which a file has while it is written."""


@dataclass(slots=True)
class OpenText:
    """A document's text now, and the file that it was read from."""

    name: str
    text: str
    base: str | None
    """As the file was read or saved last; None: there is no such file."""
    digest: str | None
    """Of that file's bytes."""
    bom: bool = False
    there: bool = True
    """Whether the game has it: False once it was removed here, or its making undone; then its text is empty."""
    seen: str | None = None
    """Digest of what is on the disk instead, once that was told to the author; empty for a file that is gone."""

    @property
    def unsaved(self) -> bool:
        """Whether the text differs from what was read or saved."""
        return self.now != self.base

    @property
    def now(self) -> str | None:
        """The text; None for a document that the game does not have."""
        return self.text if self.there else None

    @property
    def data(self) -> bytes:
        """The bytes of the file to be written."""
        return (BOM if self.bom else b"") + self.text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A file as it is on the disk now. ``text`` is None if it is gone or no text, ``why`` then says so."""

    text: str | None
    digest: str | None
    bom: bool = False
    why: str = ""

    @property
    def read(self) -> str | None:
        """The digest of the file's bytes, if they were read."""
        return None if self.digest is None or self.digest.startswith(_REFUSED) else self.digest


_REFUSED = "refused: "


def open_texts(folder: Path) -> dict[str, OpenText]:
    """Return every readable YAML file of a folder by name."""
    found: dict[str, OpenText] = {}
    for name, data in read_folder(folder, {}).files.items():
        read = read_bytes(data, name)
        if read.readable:
            found[name] = OpenText(name, read.text, read.text, read.digest, read.bom)
    return found


def may_be_made(doc: str, texts: Mapping[str, OpenText], folder: Path) -> None:
    """Refuse a document that cannot be a file of the game, or would replace one on the disk.

    Raises:
        Refused: with the reason.
    """
    stem = doc.rpartition("/")[2]
    if len(stem) > LONGEST:
        raise Refused(f"a file cannot have a name of more than {LONGEST} letters")
    if leads_out(doc) or names_device(stem) or stem.startswith(".") or not doc.endswith(".yaml"):
        raise Refused(f"{doc[:200]!r} cannot be the name of a document")
    known = texts.get(doc)
    if (known is None or known.base is None) and (folder / doc).exists():
        raise Refused(f"there is a file {doc} on the disk that the game does not read: move it away first")
    if any(each.there and name.casefold() == doc.casefold() and name != doc for name, each in texts.items()):
        raise Refused(f"{doc} differs from the name of another document only in capital letters")


def touches_map(docs: Iterable[str]) -> bool:
    """Check whether changed documents change how the map is drawn."""
    other = ("words/", "profiles/", "errata/", "copies/")
    return any(name in ("map.yaml", "game.yaml") or name.startswith(other) for name in docs)


def on_disk(folder: Path) -> dict[str, OnDisk]:
    """Return every YAML file of a folder as it is now; what is not readable says why."""
    contents = read_folder(folder, {})
    now = {name: _as_text(data, name) for name, data in contents.files.items()}
    refused = {
        name: OnDisk(None, f"{_REFUSED}{why.message}", why=why.message) for name, why in contents.refused.items()
    }
    return {**now, **refused}


def _as_text(data: bytes, name: str) -> OnDisk:
    read = read_bytes(data, name)
    if read.readable:
        return OnDisk(read.text, read.digest, read.bom)
    why = next((found.message for found in read.problems if found.severity is Severity.ERROR), "it is no text")
    return OnDisk(None, read.digest, why=why)


GONE = OnDisk(None, None, why="the file is gone")


def write_text(folder: Path, opened: OpenText, saved: list[str]) -> bool:
    """Replace a document's file by its text, in one step; delete that of a document that was removed.

    False: the file has changed on the disk, and stays.

    Raises:
        NotWritten: the disk refused.
    """
    path = folder / opened.name
    target = path.resolve()
    if leads_out(opened.name) or not target.is_relative_to(folder.resolve()):
        raise NotWritten(f"{opened.name} would be a file outside the game's folder", saved)
    if target.exists() and not target.is_file():
        raise NotWritten(f"{opened.name} is no file any more", saved)
    if not opened.there:
        return _remove(path, opened, saved)
    if opened.digest is None and folder.is_dir():  # perhaps its folder is gone with it
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritten(f"{opened.name}: {error.strerror or error}", saved) from error
    problem = write_file(path, opened.data, opened.name, opened.digest)
    if problem is not None:
        if problem.code is FIL011:
            return False
        raise NotWritten(problem.message, saved)
    opened.base, opened.digest, opened.seen = opened.text, digest_of(opened.data), None
    return True


def _remove(path: Path, opened: OpenText, saved: list[str]) -> bool:
    try:
        if path.is_file() and digest_of(path.read_bytes()) != opened.digest:
            return False
        path.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritten(f"{opened.name}: {error.strerror or error}", saved) from error
    opened.base = opened.digest = opened.seen = None
    return True
