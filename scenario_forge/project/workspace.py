"""Reads a game's folder, keeps what it has read, and makes a linked game of it.

One workspace serves a whole editing session: files that did not change are not read, validated or
checked twice. Content is untrusted: nothing outside the folder is read.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.diagnostics import Span
from scenario_forge.diagnostics.catalogue import fil, ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.kinds import KINDS, Kind, kind_of
from scenario_forge.project.errata import apply_errata
from scenario_forge.project.files import GameFile
from scenario_forge.project.game import Game, Memo
from scenario_forge.project.place import Where
from scenario_forge.project.shape import build
from scenario_forge.project.system import find_system, system_ids
from scenario_forge.source.document import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.base import Document
    from scenario_forge.project.system import System
    from scenario_forge.source.nodes import Node
    from scenario_forge.source.nodes import Path as NodePath

MAX_FILES = 2000
MAX_BYTES = 8 * 1024 * 1024


class Workspace:
    """A game's folder over time. Holds the only caches of the project floor."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._sources: dict[str, Source] = {}
        self._built: dict[tuple[str, str], tuple[Document | None, list[Diagnostic]]] = {}
        self._files: dict[str, GameFile] = {}
        self._systems: dict[str, System | None] = {}
        self._memo = Memo()

    def load(self, errata: str = "official", files: Mapping[str, str] | None = None) -> Game:
        """Read what changed and link the game. Never raises for bad content: see ``Game.problems``.

        Args:
            errata: ``none`` (as in the source), ``official``, ``all``, or ids with commas.
            files: unsaved text by path relative to the folder; it is read instead of the file.
        """
        problems: list[Diagnostic] = []
        read = self._read(files or {}, problems)
        system = self._system(read, problems)
        kinds = (*KINDS, *(system.kinds() if system else ()))
        sources = {name: (source, kind) for name, source in read.items() if (kind := kind_of(name, kinds))}
        problems += _strangers([name for name in read if name not in sources], kinds, system)
        for source, _kind in sources.values():
            problems += source.problems
        roots = {name: source.root for name, (source, _kind) in sources.items() if source.root is not None}
        lists = self._errata_lists(sources, problems)
        printing = _printing(roots.get("game.yaml"))
        patched, patches, changed = apply_errata(roots, lists, errata, printing)
        game_files = {
            name: self._file(source, kind, patched.get(name), frozenset(changed.get(name, ())), errata)
            for name, (source, kind) in sources.items()
        }
        for file in game_files.values():
            problems += file.problems
        if not any(code.code is fil.FIL001 or code.code is fil.FIL002 for code in problems):
            problems += _absent(game_files, kinds)
        return Game(self.folder, system, game_files, errata, patches, problems, self._memo)

    def _read(self, overlay: Mapping[str, str], problems: list[Diagnostic]) -> dict[str, Source]:
        found: dict[str, bytes] = {}
        for name, path in self._walk(problems):
            if name not in overlay:
                data = _bytes(path, name, problems)
                if data is not None:
                    found[name] = data
        for name, text in overlay.items():
            found[name] = text.encode("utf-8", "surrogatepass")
        for name, data in found.items():
            known = self._sources.get(name)
            if known is None or known.digest != hashlib.sha256(data).hexdigest():
                self._sources[name] = Source.read(name, data)
        self._sources = {name: self._sources[name] for name in sorted(found)}
        return self._sources

    def _walk(self, problems: list[Diagnostic]) -> Iterator[tuple[str, Path]]:
        """YAML files of the folder and its subfolders, in no order. Links that lead out are reported."""
        if not self.folder.exists():
            problems.append(fil.FIL001.at(_at(self.folder.name or "."), path=self.folder))
            return
        if not self.folder.is_dir():
            problems.append(fil.FIL002.at(_at(self.folder.name), path=self.folder))
            return
        top = self.folder.resolve()
        count = 0
        for folder, inner, names in os.walk(self.folder):
            inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "build")
            for name in sorted([*names, *(i for i in inner if i.endswith(".yaml"))]):
                path = Path(folder, name)
                if name.startswith(".") or path.suffix not in (".yaml", ".yml"):
                    continue
                count += 1
                if count > MAX_FILES:
                    problems.append(fil.FIL012.at(_at(self.folder.name), path=self.folder, most=MAX_FILES))
                    return
                relative = path.relative_to(self.folder).as_posix()
                if _inside(path, top, relative, problems):
                    yield relative, path

    def _system(self, sources: Mapping[str, Source], problems: list[Diagnostic]) -> System | None:
        source = sources.get("game.yaml")
        data = source.root.data if source and source.root else None
        name = data.get("system") if isinstance(data, dict) else None
        if not isinstance(name, str) or source is None:
            return None
        if name not in self._systems:
            self._systems[name] = find_system(name)
        if self._systems[name] is None:
            known = system_ids()
            finding = ref.REF010.at(source.span(("system",)), name=name, known=", ".join(known))
            problems.append(finding.suggest(did_you_mean(name, known)))
        return self._systems[name]

    def _errata_lists(
        self, sources: Mapping[str, tuple[Source, Kind]], problems: list[Diagnostic]
    ) -> list[tuple[ErrataDocument, Where]]:
        lists = []
        for source, kind in sources.values():
            if kind.name == "errata" and source.root is not None:
                file = self._file(source, kind, source.root, frozenset(), "")
                if isinstance(file.document, ErrataDocument):
                    lists.append((file.document, Where(file)))
        del problems
        return lists

    def _file(
        self, source: Source, kind: Kind, root: Node | None, patched: frozenset[NodePath], errata: str
    ) -> GameFile:
        version = f"{source.digest}:{errata if patched else ''}"
        if patched:
            version += hashlib.sha256(repr(root.data if root else None).encode()).hexdigest()
        known = self._files.get(source.name)
        if known is not None and known.version == version and known.kind is kind:
            return known
        document, problems = build(kind.model, root, source.name) if root is not None else (None, [])
        file = GameFile(source, kind, root, document, tuple(problems), version, patched)
        self._files[source.name] = file
        return file


def _inside(path: Path, top: Path, name: str, problems: list[Diagnostic]) -> bool:
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        problems.append(fil.FIL009.at(_at(name), path=name))
        return False
    if not target.is_relative_to(top):
        problems.append(fil.FIL008.at(_at(name), path=name))
        return False
    return True


def _bytes(path: Path, name: str, problems: list[Diagnostic]) -> bytes | None:
    try:
        info = path.stat()
        if stat.S_ISDIR(info.st_mode):
            problems.append(fil.FIL006.at(_at(name), path=name))
            return None
        if not stat.S_ISREG(info.st_mode):
            problems.append(fil.FIL007.at(_at(name), path=name, reason="it is not an ordinary file"))
            return None
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        problems.append(fil.FIL007.at(_at(name), path=name, reason=error.strerror or str(error)))
        return None


def _at(name: str) -> Span:
    return Span(name, 1, 1, 1, 2)


def _strangers(names: list[str], kinds: tuple[Kind, ...], system: System | None) -> Iterator[Diagnostic]:
    """Files that are no document of a game. Without a system nobody knows which it would add."""
    if system is None:
        return
    wanted = [f"{kind.name}/" if kind.many else f"{kind.name}.yaml" for kind in kinds]
    for name in names:
        hint = did_you_mean(name, wanted) or did_you_mean(name.replace(".yml", ".yaml"), wanted)
        yield fil.FIL005.at(_at(name), path=name).suggest(hint)


def _absent(files: Mapping[str, GameFile], kinds: tuple[Kind, ...]) -> Iterator[Diagnostic]:
    if not files:
        yield fil.FIL003.at(_at("game.yaml"), path="game.yaml")
        return
    for kind in kinds:
        if kind.required and not any(file.kind is kind for file in files.values()):
            name = f"{kind.name}/" if kind.many else f"{kind.name}.yaml"
            yield fil.FIL004.at(_at(name), path=name)


def _printing(root: Node | None) -> str | None:
    data = root.data if root else None
    found = data.get("printing") if isinstance(data, dict) else None
    return found if isinstance(found, str) else None


def load_game(folder: str | os.PathLike[str], errata: str = "official", files: Mapping[str, str] | None = None) -> Game:
    """Load one game. Bad content never raises; what is wrong stands in ``Game.problems``."""
    return Workspace(folder).load(errata, files)
