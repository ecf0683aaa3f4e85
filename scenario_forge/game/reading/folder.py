"""The contents of a game's folder: its YAML files as bytes, or why one cannot be read; and a file as it was read.

Content is untrusted: nothing outside the folder is opened, links are followed only within it, and a
folder that is no game (a whole disk) is given up after a bounded number of entries.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics import Diagnostic, Span
from scenario_forge.diagnostics.model import BASES, Basis
from scenario_forge.game.codes import FIL001, FIL002, FIL006, FIL007, FIL008, FIL009, FIL012, FIL014
from scenario_forge.game.place import AddressError, paper_name, parse_address, resolve
from scenario_forge.source.codes import FIL010
from scenario_forge.source.files import leftover_of
from scenario_forge.source.nodes import Mapping, Sequence
from scenario_forge.source.read import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as MappingOf

    from scenario_forge.documents.base import Document
    from scenario_forge.documents.kinds import Kind
    from scenario_forge.source.nodes import Node, Path, Step
    from scenario_forge.source.read import Source

    Patched = MappingOf[Path, Basis]


_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
MAX_FILES = 2000
MAX_ENTRIES = 50_000
_ENDINGS = (".yaml", ".yml")
_SKIPPED = frozenset({"build"})


@dataclass
class Contents:
    """The YAML files found, by name relative to the folder with forward slashes."""

    files: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, Diagnostic] = field(default_factory=dict)
    """Names of files that are there but give no text, and why."""
    problems: list[Diagnostic] = field(default_factory=list)
    """What is wrong with the folder itself; then nothing of it was read."""
    leftovers: list[str] = field(default_factory=list)
    """Names of temporary files of writes that were killed."""


def read_folder(folder: FilePath, overlay: MappingOf[str, str | None]) -> Contents:
    """Read a game's files; unsaved text in ``overlay`` takes the place of the file of that name, None hides it."""
    found = Contents()
    problem = _no_folder(folder)
    if problem is None:
        _Walk(folder, found, frozenset(overlay)).run()
    else:
        found.problems.append(problem)
    for name, text in overlay.items():
        if text is None:
            found.refused.pop(name, None)
        elif leads_out(name):
            found.refused[name] = FIL008.at(at_start(name), path=name)
        else:
            found.refused.pop(name, None)
            found.files[name] = text.encode("utf-8", "surrogatepass")
    return found


def leads_out(name: str) -> bool:
    """Return whether a name given for a file could mean one outside the game's folder, on any system."""
    path, foreign = PurePosixPath(name), PureWindowsPath(name)
    rooted = path.is_absolute() or bool(foreign.drive or foreign.root)
    return rooted or "\\" in name or "\0" in name or ".." in path.parts or path.as_posix() != name or name == "."


def names_device(name: str) -> bool:
    """Return whether some system takes a file's name for a device, whatever its ending: it cannot be sent to all.

    >>> [names_device(name) for name in ("con.yaml", "siege.yaml", "lpt1")]
    [True, False, True]
    """
    return bool(_DEVICE.fullmatch(name.partition(".")[0].lower()))


def alike_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield names of files with the earlier one that takes their place where only the letters count, not their case.

    >>> [*alike_names(["scenarios/First.yaml", "scenarios/first.yaml", "map.yaml"])]
    [('scenarios/First.yaml', 'scenarios/first.yaml')]
    """
    first: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (name != name.lower(), name)):
        earlier = first.setdefault(unicodedata.normalize("NFC", name).casefold(), name)
        if earlier != name:
            yield name, earlier


def at_start(name: str) -> Span:
    """Return the first character of a file, for findings on the file as a whole."""
    return Span(name, 1, 1, 1, 2)


def _no_folder(folder: FilePath) -> Diagnostic | None:
    name = folder.name or "."
    try:
        mode = folder.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return FIL001.at(at_start(name), path=folder)
    except (OSError, RuntimeError) as error:
        return _unreadable(name, error)
    return None if stat.S_ISDIR(mode) else FIL002.at(at_start(name), path=folder)


def _unreadable(name: str, error: Exception) -> Diagnostic:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FIL007.at(at_start(name), path=name, reason=reason)


class _Walk:
    """One walk over a folder and its subfolders, in order of name."""

    def __init__(self, folder: FilePath, found: Contents, unread: frozenset[str]) -> None:
        self.folder, self.found, self.unread = folder, found, unread
        self.top = folder.resolve()
        self.open: list[FilePath] = []
        self.entries = self.files = 0

    def run(self) -> None:
        if not self._enter(self.folder, ""):
            self.found.files.clear()
            self.found.refused.clear()
            self.found.problems.append(FIL012.at(at_start(self.folder.name or "."), path=self.folder, most=MAX_FILES))

    def _enter(self, folder: FilePath, prefix: str) -> bool:
        """Read one folder; False when there are too many files in all."""
        try:
            with os.scandir(folder) as listing:
                entries = sorted(self._some(listing, prefix), key=lambda entry: entry.name)
        except OSError as error:
            name = prefix.rstrip("/") or self.folder.name or "."
            self.found.refused[name] = _unreadable(name, error)
            return True
        self.entries += len(entries)
        if self.entries > MAX_ENTRIES:
            return False
        self.open.append(folder.resolve())
        few = all(self._visit(FilePath(entry.path), prefix + entry.name, entry) for entry in entries)
        self.open.pop()
        return few

    def _some(self, listing: Iterable[os.DirEntry[str]], prefix: str) -> list[os.DirEntry[str]]:
        """Return as many entries as decide that there are too many, without those that are hidden."""
        some = []
        for entry in listing:
            if len(self.found.leftovers) < MAX_FILES and leftover_of(entry.name):
                self.found.leftovers.append(prefix + entry.name)
            if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                some.append(entry)
            if len(some) > MAX_ENTRIES:
                break
        return some

    def _visit(self, path: FilePath, name: str, entry: os.DirEntry[str]) -> bool:
        wanted = name.endswith(_ENDINGS)
        if entry.is_symlink() and not self._inside(path, name, wanted):
            return True
        if entry.is_dir() and not wanted:
            return self._enter(path, f"{name}/")
        if wanted:
            self.files += 1
            if name not in self.unread and self.files <= MAX_FILES:
                self._read(path, name)
        return self.files <= MAX_FILES

    def _inside(self, path: FilePath, name: str, wanted: bool) -> bool:
        """Whether a link leads to something in the folder that is not being read already."""
        problem = self._bad_link(path, name)
        if problem is None:
            return True
        if wanted or problem.code is not FIL008 or path.is_dir():
            self.found.refused[name] = problem
        return False

    def _bad_link(self, path: FilePath, name: str) -> Diagnostic | None:
        try:
            target = path.resolve(strict=True)
        except RuntimeError:
            return FIL009.at(at_start(name), path=name)
        except OSError as error:
            loops = error.errno == errno.ELOOP
            return FIL009.at(at_start(name), path=name) if loops else _unreadable(name, error)
        if not target.is_relative_to(self.top):
            return FIL008.at(at_start(name), path=name)
        return FIL009.at(at_start(name), path=name) if target in self.open else None

    def _read(self, path: FilePath, name: str) -> None:
        try:
            data = _bytes(path, name)
        except OSError as error:
            data = _unreadable(name, error)
        if isinstance(data, bytes):
            self.found.files[name] = data
        else:
            self.found.refused[name] = data


def _bytes(path: FilePath, name: str) -> bytes | Diagnostic:
    info = path.stat()
    if stat.S_ISDIR(info.st_mode):
        return FIL006.at(at_start(name), path=name)
    if not stat.S_ISREG(info.st_mode):
        return FIL014.at(at_start(name), path=name)
    if info.st_size > MAX_BYTES:
        size = f"{info.st_size / 2**20:.1f}"
        return FIL010.at(at_start(name), size=size, most=MAX_BYTES // 2**20)
    with path.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)


# -- one file of a game, and on what each of its values rests ---------------------------------------


_REASON = "unused"
"""The key under which a declaration says why no rule reads it: a remark of ours, and no value of the game."""
_NOT_VALUES = frozenset({"basis", "provenance", "format", "values", "faces", "facing"})
"""Top keys that say how a file is written, not what a game is."""


@dataclass
class _Branch:
    basis: Basis | None = None
    below: dict[Step, _Branch] = field(default_factory=dict)


@dataclass
class BasisMap:
    """A tree of exceptions over one file, which says what each value rests on."""

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
        """Return the basis of the value at ``path``: the longest exception that leads to it, else the file's."""
        basis, branch = self.default, self.tree
        for step in path:
            below = branch.below.get(step)
            if below is None:
                break
            branch = below
            basis = branch.basis or basis
        return basis

    def count(self) -> Counter[Basis]:
        """Count the values that rest on each basis; the lists that say so are not counted."""
        counts: Counter[Basis] = Counter()
        if isinstance(self.root, Mapping):
            for key, node in self.root.values.items():
                if key not in _NOT_VALUES:
                    _count(node, self.tree.below.get(key), self.default, counts)
        return counts


def _basis(value: Any) -> Basis | None:  # noqa: ANN401 - whatever the author wrote
    """A basis, if it is one; what is none is reported as a slip of shape."""
    return next((basis for basis in BASES if basis == value), None)


def _count(node: Node, branch: _Branch | None, basis: Basis, counts: Counter[Basis]) -> None:
    if branch:
        basis = branch.basis or basis
    if isinstance(node, Mapping):
        for key, below in node.values.items():
            if key != _REASON:
                _count(below, branch.below.get(key) if branch else None, basis, counts)
    elif isinstance(node, Sequence):
        for index, below in enumerate(node.items):
            _count(below, branch.below.get(index) if branch else None, basis, counts)
    else:
        counts[basis] += 1


@dataclass(eq=False)
class GameFile:
    """A file as it was read. ``root`` is the node tree with errata applied; None when unreadable.

    ``document`` is None when the shape is wrong; what is wrong stands in ``problems``, and whoever
    needs the document stays silent.
    """

    source: Source
    kind: Kind = field(repr=False)
    root: Node | None = field(repr=False)
    document: Document | None = field(repr=False)
    problems: tuple[Diagnostic, ...] = field(default=(), repr=False)
    version: str = field(default="", repr=False)
    """Changes when the text or the errata applied to it change."""
    patched: MappingOf[Path, Basis] = field(default_factory=dict, repr=False)
    """Paths whose value an erratum changed, and what the new value rests on."""
    side_names: MappingOf[str, str] = field(default_factory=dict, repr=False)
    """The printed names of the sides, as places on paper have them."""

    spans: dict[tuple[Any, ...], Span] = field(default_factory=dict, repr=False)
    """Spans that were asked for, kept by :class:`~scenario_forge.game.place.Where` while the file stays as it is."""

    @property
    def name(self) -> str:
        """The path relative to the game's folder, with forward slashes."""
        return self.source.name

    @property
    def stem(self) -> str:
        """The file's name without folder and ending."""
        return self.name.rpartition("/")[2].removesuffix(".yaml")

    @property
    def data(self) -> Any:  # noqa: ANN401 - plain YAML data
        """The file as plain data, with errata applied; None where it cannot be read."""
        return self.root.data if self.root else None

    @property
    def start(self) -> Span:
        """The first character, for what concerns the file as a whole."""
        return Span(self.name, 1, 1, 1, 2)

    @cached_property
    def bases(self) -> BasisMap:
        """The basis of each value."""
        return BasisMap.of(self.root, self.patched, self.source.root)

    def basis_at(self, path: Path) -> Basis:
        """Return what the value at ``path`` rests on."""
        return self.bases.at(path)

    def paper(self, path: Path) -> str:
        """Return the place of ``path`` on the printed component; empty where there is none."""
        return paper_name(self.kind.name, self.stem, self.data, path, self.side_names)
