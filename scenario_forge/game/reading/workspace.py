"""The workspace: reads a game's folder, keeps what it has read, and makes a linked game of it.

One workspace serves a whole editing session: files that did not change are not read, validated or
checked twice. Content is untrusted: nothing outside the folder is read.
"""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from scenario_forge.diagnostics.model import did_you_mean, nearest, spelled
from scenario_forge.documents.errata import CopyDocument, ErrataDocument
from scenario_forge.documents.kinds import KINDS, Kind, kind_of
from scenario_forge.game.codes import FIL003, FIL004, FIL005, FIL015, FIL068, FIL069, FIL070, REF010
from scenario_forge.game.game import Game, Memo
from scenario_forge.game.place import NAME_SIDES, Where
from scenario_forge.game.reading.errata import apply_copies, apply_errata, bases_of, copies_in, printing_of
from scenario_forge.game.reading.folder import GameFile, alike_names, at_start, names_device, read_folder
from scenario_forge.game.reading.formats import format_problem
from scenario_forge.game.reading.locate import SETS, inapplicable_erratum, unknown_errata
from scenario_forge.game.reading.printings import as_printed_in, printing_of_copies
from scenario_forge.game.reading.shape import build
from scenario_forge.game.system import find_system, system_ids
from scenario_forge.source.files import leftover_of
from scenario_forge.source.read import Source, SourceText, digest_of

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.game.system import System
    from scenario_forge.source.nodes import Data, Node
    from scenario_forge.source.nodes import Path as NodePath


class Workspace:
    """A game's folder over time, with the caches of its files and views."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._sources: dict[str, Source] = {}
        self._files: dict[str, GameFile] = {}
        self._kept: WeakValueDictionary[tuple[str, str], GameFile] = WeakValueDictionary()
        """By name and version: a text that comes back is the same file as long as any result speaks of it."""
        self._systems: dict[str, System | None] = {}
        self._memos: dict[str, Memo] = {}
        """By the rule system: a slip in game.yaml, which hides its name, does not cost what was worked out before."""

    @classmethod
    def after(cls, game: Game) -> Workspace:
        """Return a workspace that reuses a loaded game's files and cached views, to load it with other errata or texts.

        The game keeps its own results: neither sees what becomes of those of the other.
        """
        made = cls(game.folder)
        made._sources = {name: file.source for name, file in game.read.items()}
        made._files = dict(game.read)
        made._kept.update({(name, file.version): file for name, file in game.read.items()})
        made._memos = {game.system.id if game.system else "": game.memo.copy()}
        made._systems = {game.system.id: game.system} if game.system else {}
        return made

    def texts(self) -> dict[str, str]:
        """Return a digest of each file in the folder, by name."""
        return {name: source.digest for name, source in self._read({}, [])[0].items()}

    def system(self) -> System | None:
        """Return the rule system that game.yaml names, if it is installed."""
        return self._system(self._read({}, [])[0], [])

    def load(self, errata: str | None = "official", files: Mapping[str, str | None] | None = None) -> Game:
        """Read what changed and link the game. Never raises for bad content: see ``Game.problems``.

        Args:
            errata: ``none`` (as in the source), ``official``, ``all``, or ids with commas; None: as game.yaml says,
                or ``official`` where it names none that there are.
            files: unsaved text by path relative to the folder; it is read instead of the file. None: the file is
                passed over.
        """
        problems: list[Diagnostic] = []
        read, readable = self._read(files or {}, problems)
        strange = format_problem(read["game.yaml"]) if "game.yaml" in read else None
        if strange is not None:
            problems.append(strange)
            return Game(self.folder, None, _unread(read["game.yaml"]), errata or "official", (), problems, Memo())
        system = self._system(read, problems)
        default, errata = errata is None, errata if errata is not None else _default_errata(read)
        memo = self._memos.setdefault(system.id if system else "", Memo())
        kinds = (*KINDS, *(system.kinds() if system else ()))
        sources = {name: (source, kind) for name, source in read.items() if (kind := kind_of(name, kinds))}
        strangers = [name for name in read if name not in sources]
        problems += _strangers([n for n in strangers if read[n].written.readable], kinds, system, read)
        for name, source in read.items():
            if name in sources or not source.written.readable:
                problems += source.problems
        roots = {name: source.root for name, (source, _kind) in sources.items() if source.root is not None}
        lists = self._errata_lists(sources)
        errata = _in_own_letters(errata, lists, sources)
        printing = printing_of(roots.get("game.yaml"))
        models = {name: kind.model for name, (_source, kind) in sources.items()}
        copies = [*self._copies(sources)] if copies_in(errata) else []
        theirs, printed_there = printing_of_copies(copies, errata), dict[str, dict["NodePath", "Data"]]()
        text = roots
        if theirs and printing and theirs != printing:
            text, printed_there = as_printed_in(roots, lists, printing, theirs)
            printing = theirs
        laid, read_off = apply_copies(text, copies, errata, models)
        for name, values in printed_there.items():
            read_off[name] = values | read_off.get(name, {})
        patched, patches, changed = apply_errata(laid, lists, errata, printing)
        names = _side_names(patched.get("game.yaml"))
        game_files = {
            name: self._file(
                source,
                kind,
                patched.get(name),
                read_off.get(name, {}) | changed.get(name, {}),
                _printed(read_off.get(name, {})) | bases_of(patches, name),
                names if kind.name in NAME_SIDES else {},
            )
            for name, (source, kind) in sources.items()
        }
        for file in game_files.values():
            problems += file.problems
        if readable:
            problems += _absent(game_files, kinds, self.folder)
        game = Game(self.folder, system, game_files, errata, patches, problems, memo)
        if default and (unknown_errata(game, errata) or inapplicable_erratum(game, errata)):
            return self.load("official", files)  # a check tells of it at its line
        return game

    def _read(self, overlay: Mapping[str, str | None], problems: list[Diagnostic]) -> tuple[dict[str, Source], bool]:
        """The sources by name, and whether the folder could be read at all."""
        found = read_folder(self.folder, overlay)
        problems += found.problems
        problems += _unportable({*found.files, *found.refused}, found.leftovers)
        for name, data in found.files.items():
            known = self._sources.get(name)
            if known is None or known.digest != digest_of(data):
                self._sources[name] = Source.read(name, data)
        for name, problem in found.refused.items():
            self._sources[name] = _refused(name, problem)
        self._sources = {name: self._sources[name] for name in sorted({*found.files, *found.refused})}
        return self._sources, not found.problems

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
            finding = REF010.at(source.span(("system",)), name=name, known=", ".join(known))
            absent = "install the package that brings it, or put the folder that it lies in on PYTHONPATH"
            problems.append(finding.suggest(did_you_mean(name, known) or absent))
        return self._systems[name]

    def _errata_lists(self, sources: Mapping[str, tuple[Source, Kind]]) -> list[tuple[ErrataDocument, Where]]:
        lists = []
        for source, kind in sources.values():
            if kind.name == "errata" and source.root is not None:
                file = self._file(source, kind, source.root, {}, {})
                if isinstance(file.document, ErrataDocument):
                    lists.append((file.document, Where(file)))
        return lists

    def _copies(self, sources: Mapping[str, tuple[Source, Kind]]) -> Iterator[tuple[CopyDocument, Where]]:
        for source, kind in sources.values():
            if kind.name == "copies" and source.root is not None:
                file = self._file(source, kind, source.root, {}, {})
                if isinstance(file.document, CopyDocument):
                    yield file.document, Where(file)

    def _file(
        self,
        source: Source,
        kind: Kind,
        root: Node | None,
        patched: Mapping[NodePath, Data],
        bases: Mapping[NodePath, Basis],
        side_names: Mapping[str, str] = MappingProxyType({}),
    ) -> GameFile:
        version = f"{source.name}:{source.digest}"
        if patched:
            new = repr(sorted(((path, value, bases[path]) for path, value in patched.items()), key=repr))
            version += hashlib.sha256(new.encode("utf-8", "replace")).hexdigest()
        if side_names:  # places on paper have them, and findings are kept with their places
            version += f" {sorted(side_names.items())}"
        known = self._files.get(source.name)
        if known is None or known.version != version:
            known = self._kept.get((source.name, version))
        if known is not None and known.kind is kind:
            self._files[source.name] = known
            return known
        document, problems = build(kind.model, root, source.name) if root is not None else (None, [])
        file = GameFile(source, kind, root, document, tuple(problems), version, bases, side_names)
        self._files[source.name] = self._kept[source.name, version] = file
        return file


def _unportable(names: Collection[str], leftovers: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield files that other systems cannot have, and those that a killed write left."""
    for name in leftovers:
        written = leftover_of(name.rpartition("/")[2])
        yield FIL068.at(at_start(name), path=name).suggest(f"the next write of {written} removes it")
    for name in sorted(names):
        if any(map(names_device, name.split("/"))):
            yield FIL069.at(at_start(name), path=name).suggest("give the file a different name")
    for name, other in alike_names(names):
        finding = FIL070.at(at_start(name), path=name, other=other).also(at_start(other), "the other one")
        yield finding.suggest("give one of them a different name")


def _unread(source: Source) -> dict[str, GameFile]:
    """A game.yaml alone, of which nothing is known but its text."""
    return {source.name: GameFile(source, KINDS[0], source.root, None, version=source.digest)}


def _side_names(root: Node | None) -> Mapping[str, str]:
    """The printed names of the sides, as far as game.yaml can be read."""
    data = root.data if root is not None else None
    sides = data.get("sides") if isinstance(data, dict) else None
    rows = [side for side in sides if isinstance(side, dict)] if isinstance(sides, list) else []
    return {str(side["id"]): str(side["name"]) for side in rows if side.get("id") and side.get("name")}


def _in_own_letters(
    errata: str, lists: Iterable[tuple[ErrataDocument, Where]], sources: Mapping[str, tuple[Source, Kind]]
) -> str:
    """Return a set of errata, or ids and copies with commas, as they are written, if need be in other letters."""
    copies = [f"copy:{PurePosixPath(name).stem}" for name, (_, kind) in sources.items() if kind.name == "copies"]
    known = [*SETS, *copies, *(erratum.id for document, _ in lists for erratum in document.errata)]
    words = errata.split(",")
    meant = [word if word.strip() in known else spelled(word.strip(), known) or word for word in words]
    return ",".join(meant)


def _default_errata(sources: Mapping[str, Source]) -> str:
    """The errata that game.yaml has applied where nobody names any; `official` if it says nothing."""
    source = sources.get("game.yaml")
    data = source.root.data if source and source.root else None
    defaults = data.get("defaults") if isinstance(data, dict) else None
    errata = defaults.get("errata") if isinstance(defaults, dict) else None
    return errata if isinstance(errata, str) and errata else "official"


def _printed(read_off: Mapping[NodePath, Data]) -> dict[NodePath, Basis]:
    """Return the basis of values read off a copy: each is printed."""
    return dict.fromkeys(read_off, "printed")


def _refused(name: str, problem: Diagnostic) -> Source:
    """A file that is there but gives no text; its kind counts as broken, not as missing."""
    text = SourceText(name, "", f"refused: {problem.message}", problems=(problem,), readable=False)
    return Source(name, text, None, (problem,))


def _strangers(
    names: Iterable[str], kinds: tuple[Kind, ...], system: System | None, there: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield files that are no document of a game. Without a system nobody knows which it would add.

    Then a name near to that of a file which is ``there`` too, or that an installed system adds, is not taken for a
    misspelling.
    """
    for name in names:
        meant = _meant(name, kinds)
        if system is not None or (meant and meant not in there and not _is_of_a_system(name)):
            hint = f"did you mean {meant}?" if meant else None
            if system is not None and not system.has_rules and _is_of_a_system(name):
                hint = f"`system: {system.id}` in game.yaml has no rules: name one that reads this file, or delete it"
            yield FIL005.at(at_start(name), path=name).suggest(hint)


def _is_of_a_system(name: str) -> bool:
    systems = (find_system(id_) for id_ in system_ids())
    return any(kind_of(name, system.kinds()) is not None for system in systems if system)


def _meant(name: str, kinds: tuple[Kind, ...]) -> str | None:
    """The name with the ending, the small letters, the stem or the folder that it should have."""
    folder, stroke, rest = name.lower().replace("_", "-").rpartition("/")
    stem = rest.removesuffix(".yml").removesuffix(".yaml")
    if stroke:
        near = nearest(folder, [kind.name for kind in kinds if kind.many])
        meant = f"{near}/{stem}.yaml"
    else:
        meant = f"{nearest(stem, [kind.name for kind in kinds if not kind.many])}.yaml"
    return meant if meant != name and kind_of(meant, kinds) else None


def _absent(files: Mapping[str, GameFile], kinds: tuple[Kind, ...], folder: Path) -> Iterator[Diagnostic]:
    if not files:
        yield FIL003.at(at_start(folder.name or "."), path=folder)
        return
    for kind in kinds:
        if kind.required and not any(file.kind is kind for file in files.values()):
            name = f"{kind.name}/" if kind.many else f"{kind.name}.yaml"
            yield FIL004.at(at_start(name), path=name)
        if kind.many and (folder / kind.name).is_file():
            yield FIL015.at(at_start(kind.name), path=kind.name)


def load_game(
    folder: str | os.PathLike[str], errata: str | None = "official", files: Mapping[str, str] | None = None
) -> Game:
    """Load one game. Bad content never raises; what is wrong stands in ``Game.problems``."""
    return Workspace(folder).load(errata, files)
