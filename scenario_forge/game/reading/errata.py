"""Errata, and answers read off printed copies, laid over the nodes of a game's files before validation.

A word ``copy:NAME`` of the errata set chooses ``copies/NAME.yaml``. An answer takes the place of a value that is
proposed or fitted, which is printed then; what the files have as printed is corrected by errata, not by a copy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Literal, cast

from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.game.place import AddressError, parse_address, resolve
from scenario_forge.game.reading.folder import BasisMap
from scenario_forge.game.reading.shape import build
from scenario_forge.source.nodes import Data, Mapping, Node, Scalar, Sequence, descend

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf

    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.documents.base import Document
    from scenario_forge.documents.errata import Answer, CopyDocument, Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Path


OFFICIAL = frozenset({"official", "editorial"})
APPLICABLE = OFFICIAL | {"proposed"}
WHY_NOT = {
    "no-file": "not applied: there is no such file",
    "no-place": "not applied: there is no such place",
    "not-printed": "not applied: the printed value is not there",
    "no-change": "not applied: it changes nothing",
    "conflict": "not applied: another corrects the same value",
    "incorporated": "in this printing already",
    "other-printing": "for another printing",
    "unknown-printing": "not applied: it is not known which printing this is",
}
"""What became of an erratum that was not applied, in words."""


class NoSuchFile(AddressError):  # noqa: N818 - named after what is wrong
    """An address that begins with the name of no file of the game."""


@dataclass(frozen=True, slots=True)
class Patch:
    """An erratum that was selected, and what became of it."""

    erratum: Erratum = field(repr=False)
    where: Where
    target: tuple[str, Path] | None
    """File and path that it changed; None when it could not be applied."""
    problem: str = ""
    """Why not: `no-file`, `no-place`, `not-printed`, `no-change`, `conflict`; `incorporated` or `other-printing`;
    `unknown-printing` where that cannot be told."""
    detail: str = ""


def every_erratum(game: Game) -> list[tuple[Erratum, Where]]:
    """Return all errata of a game with their places, whatever their status."""
    return [
        (erratum, where / "errata" / number)
        for document, where in game.documents("errata", ErrataDocument)
        for number, erratum in enumerate(document.errata)
    ]


def printing_of(root: Node | None) -> str | None:
    """Return the printing that a game.yaml names, None if it names none; empty where the file cannot be read."""
    if not isinstance(root, Mapping):
        return ""
    found = root.data.get("printing")
    return found if found is None or isinstance(found, str) else ""


def is_selected(errata: str, erratum: Erratum) -> bool:
    """Return whether the errata set ``none``, ``official``, ``all`` or ids, with commas, includes this one."""
    words = {word.strip() for word in errata.split(",")}
    if erratum.status not in APPLICABLE:
        return False
    if "all" in words or ("official" in words and erratum.status in OFFICIAL):
        return True
    return erratum.id in words


def apply_errata(
    roots: dict[str, Node],
    lists: Iterable[tuple[ErrataDocument, Where]],
    errata: str,
    printing: str | None,
) -> tuple[dict[str, Node], list[Patch], dict[str, dict[Path, Data]]]:
    """Return patched roots by file name, the outcome of each selected erratum, and new values by file and path.

    ``roots`` is not changed: nodes along a patch are copied.
    """
    patched = dict(roots)
    changed: dict[str, dict[Path, Data]] = {}
    patches = try_errata(roots, lists, errata, printing)
    for patch in patches:
        if patch.target and not patch.problem:
            name, path = patch.target
            patched[name] = with_value(patched[name], path, patch.erratum.corrected)
            changed.setdefault(name, {})[path] = patch.erratum.corrected
    return patched, patches, changed


def bases_of(patches: Iterable[Patch], name: str) -> dict[Path, Basis]:
    """Return the bases of a file's corrected values: `printed` for official and editorial errata, else `proposed`."""
    return {
        patch.target[1]: "printed" if patch.erratum.status in OFFICIAL else "proposed"
        for patch in patches
        if patch.target and not patch.problem and patch.target[0] == name
    }


class ChangedPaths:
    """Paths of one file that errata have changed."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()
        self._above: set[Path] = set()

    def add(self, path: Path) -> None:
        """Note a path as changed."""
        self._paths.add(path)
        self._above.update(path[:depth] for depth in range(len(path)))

    def meets(self, path: Path) -> bool:
        """Return whether something at, above or below a path is changed."""
        return path in self._above or any(path[:depth] in self._paths for depth in range(len(path) + 1))


def try_errata(
    roots: MappingOf[str, Node],
    lists: Iterable[tuple[ErrataDocument, Where]],
    errata: str,
    printing: str | None,
) -> list[Patch]:
    """Return the outcome of each selected erratum.

    Every one is tried against the printed text, so that two which touch one value are told apart from one that
    is out of date.
    """
    done: list[Patch] = []
    taken: dict[str, ChangedPaths] = {}
    for document, where in lists:
        for erratum, at in where.each("errata", document.errata):
            if is_selected(errata, erratum):
                patch = _plan(roots, taken, erratum, at, printing)
                if patch.target and not patch.problem:
                    taken.setdefault(patch.target[0], ChangedPaths()).add(patch.target[1])
                done.append(patch)
    return done


def _plan(
    roots: MappingOf[str, Node],
    taken: MappingOf[str, ChangedPaths],
    erratum: Erratum,
    where: Where,
    printing: str | None,
) -> Patch:
    of_printing = _of_printing(erratum, printing)
    if of_printing:
        return Patch(erratum, where, None, of_printing, printing or "")
    try:
        name, path, node = locate(roots, erratum.at)
    except NoSuchFile as error:
        return Patch(erratum, where, None, "no-file", str(error))
    except AddressError as error:
        return Patch(erratum, where, None, "no-place", str(error))
    if name in taken and taken[name].meets(path):
        return Patch(erratum, where, (name, path), "conflict", erratum.at)
    if erratum.corrected is None and path and isinstance(path[-1], int):
        # taking it out would give the items behind it other numbers than they have in print
        return Patch(erratum, where, None, "no-place", "an item of a list is taken out by correcting the whole list")
    return Patch(erratum, where, (name, path), *_against(erratum, node.data if node else None))


def _of_printing(erratum: Erratum, printing: str | None) -> str:
    """What in the printing keeps an erratum from being applied; empty where nothing does."""
    if printing is None:
        return ""
    if not printing:
        return "unknown-printing" if erratum.applies_to or erratum.incorporated_in else ""
    if printing in erratum.incorporated_in:
        return "incorporated"
    return "other-printing" if erratum.applies_to and printing not in erratum.applies_to else ""


def _against(erratum: Erratum, found: Data) -> tuple[str, str]:
    """What keeps an erratum from a value that is there, and the detail; both empty where nothing does."""
    if found != erratum.printed or isinstance(found, bool) != isinstance(erratum.printed, bool):
        return "not-printed", _shown(found)
    return ("no-change" if erratum.corrected == erratum.printed else ""), ""


def _shown(value: Data) -> str:
    return "nothing" if value is None else f"`{value}`"


def corrected_roots(files: MappingOf[str, GameFile]) -> dict[str, Node]:
    """Return the trees in which addresses are looked up, errata applied, by file; unreadable files are left out."""
    return {name: file.root for name, file in files.items() if file.root is not None}


def printed_roots(files: MappingOf[str, GameFile]) -> dict[str, Node]:
    """Return the same trees as :func:`corrected_roots`, without errata."""
    return {name: file.source.root for name, file in files.items() if file.source.root is not None}


def locate(roots: MappingOf[str, Node], address: str) -> tuple[str, Path, Node | None]:
    """Find the file, path and node that an erratum's address names; the node is None where a key may be added.

    Raises:
        NoSuchFile: the game has no such file.
        AddressError: there is no such place in it.
    """
    cuts = [at for at, sign in enumerate(address) if sign in ".["]
    stem = next((address[:cut] for cut in reversed(cuts) if f"{address[:cut]}.yaml" in roots), "")
    if not stem and f"{address}.yaml" in roots:
        raise AddressError("it names a file, and no value in it")
    if not stem:
        raise NoSuchFile(f"no file of the game is called `{address.partition('.')[0] or address}`")
    name = f"{stem}.yaml"
    steps = parse_address(address[len(stem) :].lstrip("."))
    root = roots[name]
    try:
        paths = resolve(root, steps)
    except AddressError:
        above = resolve(root, steps[:-1]) if len(steps) > 1 else [()]
        parent, _depth = descend(root, above[0])
        if isinstance(parent, Mapping) and len(above) == 1:
            return name, (*above[0], steps[-1]), None
        raise
    if len(paths) > 1:
        raise AddressError("an erratum corrects one value, not several")
    return name, paths[0], descend(root, paths[0])[0]


def paper_of(game: Game, erratum: Erratum) -> str:
    """Return the place on paper that an erratum corrects; its address where it is on no component, or nowhere."""
    roots = printed_roots(game.read)
    try:
        name, path, _node = locate(roots, erratum.at)
    except AddressError:
        return erratum.at
    return game.read[name].paper(path) or erratum.at


def with_value(node: Node, path: Path, value: Data) -> Node:
    """Return a copy of the tree with ``value`` at ``path``; None takes a key out. Marks stay those of print."""
    if not path:
        return _made(node, value)
    step = path[0]
    if isinstance(node, Mapping):
        copy = Mapping(node.start, node.end, node.flow)
        copy.keys, copy.values = dict(node.keys), dict(node.values)
        key = str(step)
        if len(path) == 1 and value is None:
            copy.keys.pop(key, None)
            copy.values.pop(key, None)
        else:
            copy.keys.setdefault(key, Scalar(key, key, "", node.start, node.start))
            copy.values[key] = with_value(node.values.get(key, copy.keys[key]), path[1:], value)
        copy.data = {name: below.data for name, below in copy.values.items()}
        return copy
    assert isinstance(node, Sequence)  # noqa: S101 - `locate` found the path in this tree
    index = cast("int", step)
    copied = Sequence(node.start, node.end, node.flow)
    copied.items = list(node.items)
    copied.items[index] = with_value(node.items[index], path[1:], value)
    copied.data = [below.data for below in copied.items]
    return copied


def _made(printed: Node, value: Data) -> Node:
    if isinstance(value, dict):
        made = Mapping(printed.start, printed.end, flow=True)
        made.values = {key: _made(printed, below) for key, below in value.items()}
        made.keys = {key: Scalar(key, key, "", printed.start, printed.end) for key in value}
        made.data = value
        return made
    if isinstance(value, list):
        listed = Sequence(printed.start, printed.end, flow=True)
        listed.items = [_made(printed, below) for below in value]
        listed.data = value
        return listed
    return Scalar(value, "" if value is None else str(value), "", printed.start, printed.end)


# -- what was read off printed copies -------------------------------------------------------------


COPY_PREFIX = "copy:"
_NAMES = {
    "size": ("counters.yaml", "sizes"),
    "type": ("counters.yaml", "types"),
    "nationality": ("game.yaml", "nationalities"),
}
"""Field of a unit's counter → the file and list whose ids it takes."""
Outcome = Literal["laid", "same", "no-place", "contradicts", "twice", "other-kind"]


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """An answer, and what becomes of it."""

    answer: Answer
    where: Where
    outcome: Outcome
    target: tuple[str, Path] | None = None
    detail: str = ""
    """What the files have, or why there is no such place."""


def copies_in(errata: str) -> list[str]:
    """Return the names of copies that an errata set takes in.

    >>> copies_in("official,copy:mine")
    ['mine']
    """
    words = (word.strip() for word in errata.split(","))
    return [word.removeprefix(COPY_PREFIX) for word in words if word.startswith(COPY_PREFIX)]


def copy_digest(document: CopyDocument) -> str:
    """Return a short hash of the answers of a copy, independent of their order."""
    said = sorted(json.dumps([answer.at, answer.printed], sort_keys=True) for answer in document.answers)
    return sha256("\n".join(said).encode()).hexdigest()[:16]


def try_answers(
    roots: MappingOf[str, Node], document: CopyDocument, where: Where, models: MappingOf[str, type[Document]]
) -> list[AnswerOutcome]:
    """Return the outcome of each answer of a copy, held against the text of the files and the model of each."""
    bases: dict[str, BasisMap] = {}
    found: list[AnswerOutcome] = []
    taken: set[tuple[str, Path]] = set()
    for answer, place in where.each("answers", document.answers):
        try:
            name, path, node = locate(roots, answer.at)
        except AddressError as error:
            found.append(AnswerOutcome(answer, place, "no-place", None, str(error)))
            continue
        basis = bases.setdefault(name, BasisMap.of(roots[name])).at(path)
        outcome = _outcome(answer.printed, node.data if node else None, basis)
        if (name, path) in taken:
            outcome = "twice"
        taken.add((name, path))
        found.append(AnswerOutcome(answer, place, outcome, (name, path), str(node.data if node else "nothing")))
    return _fitting(found, roots, models)


def _fitting(
    reads: list[AnswerOutcome], roots: MappingOf[str, Node], models: MappingOf[str, type[Document]]
) -> list[AnswerOutcome]:
    """Mark answers that would make a file invalid as of another kind: one at a time, if not all go together."""
    by_file: dict[str, list[AnswerOutcome]] = {}
    for read in reads:
        if read.outcome == "laid" and read.target:
            by_file.setdefault(read.target[0], []).append(read)
    wrong: set[int] = set()
    for name, several in by_file.items():
        model = models.get(name)
        if model is None or _flaws(model, name, roots[name], several) <= (base := _flaws(model, name, roots[name], ())):
            continue
        wrong |= {id(read) for read in several if _flaws(model, name, roots[name], [read]) > base}
    names = names_by_field(roots)
    wrong |= {id(read) for read in reads if read.outcome == "laid" and not _is_name(read, names)}
    return [replace(read, outcome="other-kind") if id(read) in wrong else read for read in reads]


def names_by_field(roots: MappingOf[str, Node]) -> dict[str, list[str]]:
    """Return the fields of a counter that name something, with the names defined: `size` → `[II, III, X]`."""
    found = {}
    for wanted, (file, key) in _NAMES.items():
        data = roots[file].data if file in roots else None
        listed = data.get(key) if isinstance(data, dict) else None
        ids = [each.get("id") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        if ids:
            found[wanted] = [str(id_) for id_ in ids if id_ is not None]
    return found


def _is_name(read: AnswerOutcome, names: MappingOf[str, list[str]]) -> bool:
    """Whether an answer is one of the names that there are, where it must be one."""
    if read.target is None or read.target[0] != "counters.yaml" or read.target[1][:1] != ("units",):
        return True
    known = names.get(str(read.target[1][-1]))
    return known is None or read.answer.printed is None or str(read.answer.printed) in known


def _flaws(model: type[Document], name: str, root: Node, laid: Iterable[AnswerOutcome]) -> int:
    for read in laid:
        assert read.target is not None  # noqa: S101 - what is laid has a place
        root = with_value(root, read.target[1], read.answer.printed)
    return len(build(model, root, name)[1])


def _outcome(printed: Data, ours: Data, basis: Basis) -> Outcome:
    if basis in ("printed", "derived"):
        return "same" if printed == ours else "contradicts"
    if ours is not None and printed is not None and isinstance(ours, str) is not isinstance(printed, str):
        return "other-kind"
    words = isinstance(ours, list) and isinstance(printed, list) and all(isinstance(each, str) for each in printed)
    return "other-kind" if isinstance(printed, (dict, list, bool)) and not words else "laid"


def apply_copies(
    roots: MappingOf[str, Node],
    copies: Iterable[tuple[CopyDocument, Where]],
    errata: str,
    models: MappingOf[str, type[Document]],
) -> tuple[dict[str, Node], dict[str, dict[Path, Data]]]:
    """Return roots with the chosen copies laid over, and by file the values that are printed now."""
    patched, changed = dict(roots), dict[str, dict["Path", "Data"]]()
    names = copies_in(errata)
    for document, where in copies:
        if where.file.stem not in names:
            continue
        for read in try_answers(roots, document, where, models):
            if read.outcome == "laid" and read.target and read.target[1] not in changed.get(read.target[0], {}):
                name, path = read.target
                patched[name] = with_value(patched[name], path, read.answer.printed)
                changed.setdefault(name, {})[path] = read.answer.printed
    return patched, changed
