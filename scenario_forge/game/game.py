"""One linked game: its documents, and what they mean together, derived when first asked for.

Every read of a document or a view is recorded while a view or a check runs, so that after a change
only what has read a changed file is worked out again.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.words import english
from scenario_forge.game.place import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from pathlib import Path

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.base import Document
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.system import System

T = TypeVar("T")
P = TypeVar("P")
H = TypeVar("H", bound="Hashable")
D = TypeVar("D", bound="Document")
_ALL = "*"
_FACT = "="
"""Begins the name of a fact among the kinds of document that were read."""
_KEY = "/"
"""Stands before the key in the name of one fact of many."""


@dataclass(repr=False)
class Memo:
    """Results that stay valid while what they were made from does not change."""

    entries: dict[str, tuple[dict[str, tuple[str, ...]], Any]] = field(default_factory=dict)
    facts: dict[str, tuple[Callable[[Game], Any], int]] = field(default_factory=dict)
    """How each fact is worked out, and how often its value has changed."""
    parts: dict[str, tuple[dict[str, tuple[str, ...]], dict[Any, Any]]] = field(default_factory=dict)
    """Results by part, a file or a text: those of the last time alone."""

    def copy(self) -> Memo:
        """Return a memo with the same results, independent from now on."""
        return Memo(dict(self.entries), dict(self.facts), dict(self.parts))

    def get(self, name: str, game: Game, make: Callable[[], T]) -> T:
        """Return the result called ``name``; made anew if a kind of document or a fact that it read has changed."""
        known = self.entries.get(name)
        if known is not None and all(game.version(kind) == version for kind, version in known[0].items()):
            game.record(known[0])
            return cast("T", known[1])
        value, reads = game.recorded(make)
        self.entries[name] = ({kind: game.version(kind) for kind in reads}, value)
        game.record(reads)
        return value

    def each(self, name: str, game: Game, parts: Iterable[H], make: Callable[[H], T]) -> dict[H, T]:
        """Return results by part; a part's last result is kept while nothing else that was read changes."""
        reads, old = self.parts.get(name, ({}, {}))
        if any(game.version(kind) != version for kind, version in reads.items()):
            reads, old = {}, {}
        game.record(reads)
        made, also = game.recorded(lambda: {part: old[part] if part in old else make(part) for part in parts})
        game.record(also)
        self.parts[name] = (reads | {kind: game.version(kind) for kind in also}, made)
        return made

    def fact(self, name: str, game: Game, make: Callable[[Game], T]) -> T:
        """Return the value of a fact. What asked depends on the value alone, not on what the fact was made from."""
        before = self.entries.get(name)
        value, _reads = game.recorded(lambda: self.get(name, game, lambda: make(game)))
        changes = self.facts[name][1] if name in self.facts else 0
        if before is not None and before[1] != value:
            changes += 1
        self.facts[name] = (make, changes)
        return value

    def version_of_fact(self, name: str, game: Game) -> tuple[str, ...]:
        """Return a version of a fact, which changes when its value does."""
        self.fact(name, game, self.facts[name][0])
        return (str(self.facts[name][1]),)

    def kinds_behind(self, reads: Iterable[str]) -> set[str]:
        """Return the kinds of document behind some reads, facts opened up to what they were made from.

        Versions of kinds mean the same in another process; those of facts are counted in this one.
        """
        kinds: set[str] = set()
        for name in reads:
            kinds |= self.kinds_behind(self.entries[name][0]) if name.startswith(_FACT) else {name}
        return kinds

    def known_to(self, reads: Iterable[str], other: Memo) -> set[str]:
        """Return what another memo read, its facts opened up that this one has never worked out."""
        kept = {name for name in reads if not name.startswith(_FACT) or name in self.facts}
        return kept | other.kinds_behind(set(reads) - kept)


def view(make: Callable[[Game], T]) -> Callable[[Game], T]:
    """Make a function a view of a game: derived from its documents when first asked for, as ``hex_map(game)`` is."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def get(game: Game) -> T:
        return game.memo.get(name, game, lambda: make(game))

    return get


def fact(make: Callable[[Game], T]) -> Callable[[Game], T]:
    """Make a view whose readers are made anew only when its value changes, not whenever its inputs do.

    The value has equality. Places in the text make it another value whenever their file is read anew, for then they
    may have moved: so a change of a file that only names come from leaves it as it was.
    """
    name = f"{_FACT}{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def get(game: Game) -> T:
        if name not in game.known_facts:
            game.known_facts[name] = game.memo.fact(name, game, make)
        game.record((name,))
        return cast("T", game.known_facts[name])

    return get


def fact_by(make: Callable[[Game, str], T]) -> Callable[[Game, str], T]:
    """Make a fact for each of many keys: whoever asks for one is made anew when the value of that one changes."""
    family = f"{_FACT}{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def get(game: Game, key: str) -> T:
        name = f"{family}{_KEY}{key}"
        if name not in game.known_facts:
            game.known_facts[name] = game.memo.fact(name, game, lambda game: make(game, key))
        game.record((name,))
        return cast("T", game.known_facts[name])

    return get


def differ(before: Game, after: Game, reads: Iterable[str]) -> bool:
    """Return whether two states of a game differ in something that was read of the later one; facts count by value."""
    return any(_differs(before, after, name) for name in reads)


def _differs(before: Game, after: Game, name: str) -> bool:
    if not name.startswith(_FACT):
        return before.version(name) != after.version(name)
    path, *key = name.removeprefix(_FACT).split(_KEY, 1)
    module, _, function = path.rpartition(".")
    value = getattr(import_module(module), function)
    new = value(after, *key)
    return differ(before, after, after.memo.kinds_behind((name,))) and bool(value(before, *key) != new)


def with_part(
    part: Callable[[Game], P | None],
) -> Callable[[Callable[[Game, P], Iterator[T]]], Callable[[Game], Iterator[T]]]:
    """Pass a check the part of a game that it looks at as second argument; it finds nothing where there is none."""

    def decorate(check: Callable[[Game, P], Iterator[T]]) -> Callable[[Game], Iterator[T]]:
        @wraps(check)
        def checked(game: Game) -> Iterator[T]:
            linked = part(game)
            return check(game, linked) if linked is not None else iter(())

        return checked

    return decorate


@dataclass(eq=False, repr=False)
class Game:
    """A game as loaded. Documents that could not be read are absent; readers of them stay silent."""

    folder: Path
    system: System | None
    read: dict[str, GameFile]
    """Every file by name; :attr:`files` for checks."""
    errata: str = "official"
    applied: Sequence[Patch] = ()
    problems: Sequence[Diagnostic] = ()
    """What was found while reading: files, syntax, shape, system."""
    memo: Memo = field(default_factory=Memo)
    between: Callable[[], None] = lambda: None
    """Called between two steps of slow work, such as two worked examples; whoever waits for it may raise to end it."""
    known_facts: dict[str, Any] = field(default_factory=dict)
    """The facts that were asked for: checks ask for some of them a hundred times."""
    _recorders: list[set[str]] = field(default_factory=list)
    _kinds: dict[str, list[GameFile]] = field(default_factory=dict)
    _versions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _read_documents: dict[str, list[tuple[Document | None, Where]]] = field(default_factory=dict)
    """The documents of each kind that leaves nothing to game.yaml."""

    def __post_init__(self) -> None:
        """Sort the files by kind."""
        for file in self.read.values():
            self._kinds.setdefault(file.kind.name, []).append(file)

    def __repr__(self) -> str:
        return f"Game({str(self.folder)!r}, errata={self.errata!r}, {len(self.read)} files)"

    # -- documents ------------------------------------------------------------------------------

    @property
    def files(self) -> dict[str, GameFile]:
        """Every file by name; whoever asks for all depends on all, also on those that are added later."""
        self.record((_ALL,))
        return self.read

    def files_of(self, kind: str) -> list[GameFile]:
        """Return the files of a kind, in order of name."""
        self.record((kind,))
        return self._kinds.get(kind, [])

    def documents(self, kind: str, model: type[D]) -> list[tuple[D, Where]]:
        """Return the readable documents of a kind with their places."""
        found = self._read_documents.get(kind)
        if found is None:
            found = [(self._completed(file), Where(file)) for file in self._kinds.get(kind, ())]
            if not any(file.document and file.document.is_incomplete for file in self._kinds.get(kind, ())):
                self._read_documents[kind] = found
        if self._recorders:
            self._recorders[-1].add(kind)
        return [(document, where) for document, where in found if isinstance(document, model)]

    def by_file(self, name: str, kind: str, model: type[D], make: Callable[[D, Where], T]) -> list[T]:
        """Return what ``make`` gives for each readable document of a kind, remembered by file under a name.

        ``make`` reads other documents through the game alone: what it reads is noted for all of them.
        """

        def of(file: GameFile) -> list[T]:
            document = self._completed(file)
            return [make(document, Where(file))] if isinstance(document, model) else []

        made = self.memo.each(f"{name}, {kind}", self, self.files_of(kind), of)
        return [found for one in made.values() for found in one]

    def _completed(self, file: GameFile) -> Document | None:
        """A file's document with what it leaves to game.yaml."""
        document = file.document
        if document is None or not document.is_incomplete:
            return document

        def make() -> Document:
            self.record((file.kind.name,))
            return document.complete(self.about) if self.about else document

        return self.memo.get(f"{file.name}, completed", self, make)

    def one(self, kind: str, model: type[D]) -> tuple[D, Where] | None:
        """Return the only document of a kind; None when it is absent or unreadable."""
        return next(iter(self.documents(kind, model)), None)

    def broken(self, kind: str) -> bool:
        """Return whether a file of this kind exists but could not be read: what it would define is unknown."""
        return any(file.document is None for file in self.files_of(kind))

    @property
    def partly_read(self) -> bool:
        """Whether any file could not be read: what is in none of the others may be in it."""
        return _partly_read(self)

    @property
    def patches(self) -> Sequence[Patch]:
        """Every erratum that was selected, and what became of it."""
        self.record(("errata",))
        return self.applied

    def version(self, kind: str) -> tuple[str, ...]:
        """Return a version of a kind: it changes with its files and the errata on them."""
        if kind not in self._versions and kind.startswith(_FACT):
            self._versions[kind] = self.memo.version_of_fact(kind, self)
        elif kind not in self._versions:
            files = self.read.values() if kind == _ALL else self._kinds.get(kind, ())
            versions = tuple(file.version for file in files)
            if kind == "errata":
                versions += (self.errata,)
                versions += tuple(f"{p.erratum.id}:{p.target}:{p.problem}:{p.detail}" for p in self.applied)
            self._versions[kind] = versions
        return self._versions[kind]

    def forget(self, kind: str) -> None:
        """Drop the version of a kind, so that it is made anew, after the game was changed from outside."""
        self._versions.pop(kind, None)
        self.known_facts.clear()

    def recorded(self, make: Callable[[], T]) -> tuple[T, set[str]]:
        """Return what ``make`` gives, and the kinds of document and facts that were read meanwhile."""
        reads: set[str] = set()
        self._recorders.append(reads)
        try:
            value = make()
        except BaseException:
            self._recorders.pop()
            self.record(reads)
            raise
        self._recorders.pop()
        return value, reads

    @contextmanager
    def recording(self, *, apart: bool = False) -> Iterator[set[str]]:
        """Collect the kinds of document that are read meanwhile; ``apart`` from whoever records already."""
        reads: set[str] = set()
        self._recorders.append(reads)
        try:
            yield reads
        finally:
            self._recorders.pop()
            if not apart:
                self.record(reads)

    def record(self, kinds: Iterable[str]) -> None:
        """Note that kinds of document were read."""
        if self._recorders:
            self._recorders[-1].update(kinds)

    @property
    def about(self) -> GameDocument | None:
        """The document game.yaml. Whoever asks depends on what it says alone, not on where that stands."""
        return _about(self)

    @property
    def id(self) -> str:
        """The game's id, with which the names of its files begin; its folder's name where game.yaml is unreadable."""
        return self.about.game if self.about else self.folder.resolve().name

    @property
    def title(self) -> str:
        """The game's title, or its folder's name."""
        return self.about.title if self.about else self.folder.name

    @property
    def side_names(self) -> dict[str, str]:
        """The printed names of the sides by id, in the order of a game turn."""
        return _side_names(self)

    def side_name(self, side: str) -> str:
        """Return the printed name of a side; its id if the game has none of that id."""
        return self.side_names.get(side, side)

    @property
    def in_english(self) -> bool:
        """Whether the texts of the game are in English; of another language nobody knows what they say."""
        return self.about is not None and self.about.language == "en"

    @property
    def english(self) -> dict[str, str]:
        """The printed words in English: those of every game, and its rule system's, which replace some of them."""
        return english() | dict(self.system.words() if self.system else {})


@fact
def _about(game: Game) -> GameDocument | None:
    found = game.one("game", GameDocument)
    return found[0] if found else None


@fact
def _partly_read(game: Game) -> bool:
    return any(file.document is None for file in game.files.values())


@fact
def _side_names(game: Game) -> dict[str, str]:
    return {side.id: side.name for side in game.about.sides} if game.about else {}
