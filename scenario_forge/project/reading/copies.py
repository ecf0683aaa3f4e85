"""Lays what was read off printed copies over the values that a game's files propose.

A word ``copy:NAME`` of the errata set chooses ``copies/NAME.yaml``. An answer takes the place of a value that is
proposed or fitted, which is printed then; what the files have as printed is corrected by errata, not by a copy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from scenario_forge.project.place import AddressError
from scenario_forge.project.reading.errata import locate, replaced
from scenario_forge.project.reading.folder import BasisMap
from scenario_forge.project.reading.shape import build

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.documents.base import Document
    from scenario_forge.documents.errata import Answer, CopyDocument
    from scenario_forge.project.place import Where
    from scenario_forge.source.nodes import Data, Node, Path

PREFIX = "copy:"
_NAMES = {
    "size": ("counters.yaml", "sizes"),
    "type": ("counters.yaml", "types"),
    "nationality": ("game.yaml", "nationalities"),
}
"""Field of a unit's counter → the file and list whose ids it takes."""
Outcome = Literal["laid", "same", "no-place", "contradicts", "twice", "other-kind"]


@dataclass(frozen=True, slots=True)
class Read:
    """An answer, and what becomes of it."""

    answer: Answer
    where: Where
    outcome: Outcome
    target: tuple[str, Path] | None = None
    detail: str = ""
    """What the files have, or why there is no such place."""


def copies_in(errata: str) -> list[str]:
    """The names of copies that an errata set takes in.

    >>> copies_in("official,copy:mine")
    ['mine']
    """
    words = (word.strip() for word in errata.split(","))
    return [word.removeprefix(PREFIX) for word in words if word.startswith(PREFIX)]


def digest(document: CopyDocument) -> str:
    """A short hash of the answers of a copy, independent of their order."""
    said = sorted(json.dumps([answer.at, answer.printed], sort_keys=True) for answer in document.answers)
    return sha256("\n".join(said).encode()).hexdigest()[:16]


def try_answers(
    roots: Mapping[str, Node], document: CopyDocument, where: Where, models: Mapping[str, type[Document]]
) -> list[Read]:
    """What becomes of each answer of a copy, held against the text of the files and the model of each."""
    bases: dict[str, BasisMap] = {}
    found: list[Read] = []
    taken: set[tuple[str, Path]] = set()
    for number, answer in enumerate(document.answers):
        place = where / "answers" / number
        try:
            name, path, node = locate(roots, answer.at)
        except AddressError as error:
            found.append(Read(answer, place, "no-place", None, str(error)))
            continue
        basis = bases.setdefault(name, BasisMap.of(roots[name])).at(path)
        outcome = _outcome(answer.printed, node.data if node else None, basis)
        if (name, path) in taken:
            outcome = "twice"
        taken.add((name, path))
        found.append(Read(answer, place, outcome, (name, path), str(node.data if node else "nothing")))
    return _fitting(found, roots, models)


def _fitting(reads: list[Read], roots: Mapping[str, Node], models: Mapping[str, type[Document]]) -> list[Read]:
    """Answers that would leave a file without meaning are of another kind: one at a time, if not all go together."""
    by_file: dict[str, list[Read]] = {}
    for read in reads:
        if read.outcome == "laid" and read.target:
            by_file.setdefault(read.target[0], []).append(read)
    wrong: set[int] = set()
    for name, several in by_file.items():
        model = models.get(name)
        if model is None or _flaws(model, name, roots[name], several) <= (base := _flaws(model, name, roots[name], ())):
            continue
        wrong |= {id(read) for read in several if _flaws(model, name, roots[name], [read]) > base}
    names = names_asked(roots)
    wrong |= {id(read) for read in reads if read.outcome == "laid" and not _is_name(read, names)}
    return [replace(read, outcome="other-kind") if id(read) in wrong else read for read in reads]


def names_asked(roots: Mapping[str, Node]) -> dict[str, list[str]]:
    """Fields of a counter that name something, with the names that there are: `size` → `[II, III, X]`."""
    found = {}
    for field, (file, key) in _NAMES.items():
        data = roots[file].data if file in roots else None
        listed = data.get(key) if isinstance(data, dict) else None
        ids = [each.get("id") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        if ids:
            found[field] = [str(id_) for id_ in ids if id_ is not None]
    return found


def _is_name(read: Read, names: Mapping[str, list[str]]) -> bool:
    """Whether an answer is one of the names that there are, where it must be one."""
    if read.target is None or read.target[0] != "counters.yaml" or read.target[1][:1] != ("units",):
        return True
    known = names.get(str(read.target[1][-1]))
    return known is None or read.answer.printed is None or str(read.answer.printed) in known


def _flaws(model: type[Document], name: str, root: Node, laid: Iterable[Read]) -> int:
    for read in laid:
        assert read.target is not None  # noqa: S101 - what is laid has a place
        root = replaced(root, read.target[1], read.answer.printed)
    return len(build(model, root, name)[1])


def _outcome(printed: Data, ours: Data, basis: Basis) -> Outcome:
    if basis in ("printed", "derived"):
        return "same" if printed == ours else "contradicts"
    if ours is not None and printed is not None and isinstance(ours, str) is not isinstance(printed, str):
        return "other-kind"
    words = isinstance(ours, list) and isinstance(printed, list) and all(isinstance(each, str) for each in printed)
    return "other-kind" if isinstance(printed, (dict, list, bool)) and not words else "laid"


def apply_copies(
    roots: Mapping[str, Node],
    copies: Iterable[tuple[CopyDocument, Where]],
    errata: str,
    models: Mapping[str, type[Document]],
) -> tuple[dict[str, Node], dict[str, dict[Path, Data]]]:
    """Roots with the chosen copies laid over, and by file the values that are printed now."""
    patched, changed = dict(roots), dict[str, dict["Path", "Data"]]()
    names = copies_in(errata)
    for document, where in copies:
        if where.file.stem not in names:
            continue
        for read in try_answers(roots, document, where, models):
            if read.outcome == "laid" and read.target and read.target[1] not in changed.get(read.target[0], {}):
                name, path = read.target
                patched[name] = replaced(patched[name], path, read.answer.printed)
                changed.setdefault(name, {})[path] = read.answer.printed
    return patched, changed
