"""Lays what was read off printed copies over the values that a game's files propose.

A word ``copy:NAME`` of the errata set chooses ``copies/NAME.yaml``. An answer takes the place of a value that is
proposed or fitted, which is printed then; what the files have as printed is corrected by errata, not by a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate, replaced
from scenario_forge.project.provenance import BasisMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.diagnostics.model import Basis
    from scenario_forge.documents.copies import Answer, CopyDocument
    from scenario_forge.project.place import Where
    from scenario_forge.source.nodes import Data, Node, Path

PREFIX = "copy:"
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


def try_answers(roots: Mapping[str, Node], document: CopyDocument, where: Where) -> list[Read]:
    """What becomes of each answer of a copy, held against the text of the files."""
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
    return found


def _outcome(printed: Data, ours: Data, basis: Basis) -> Outcome:
    if basis in ("printed", "derived"):
        return "same" if printed == ours else "contradicts"
    if ours is not None and printed is not None and isinstance(ours, str) is not isinstance(printed, str):
        return "other-kind"
    return "other-kind" if isinstance(printed, (dict, list, bool)) else "laid"


def apply_copies(
    roots: Mapping[str, Node], copies: Iterable[tuple[CopyDocument, Where]], errata: str
) -> tuple[dict[str, Node], dict[str, dict[Path, Data]]]:
    """Roots with the chosen copies laid over, and by file the values that are printed now."""
    patched, changed = dict(roots), dict[str, dict["Path", "Data"]]()
    names = copies_in(errata)
    for document, where in copies:
        if where.file.stem not in names:
            continue
        for read in try_answers(roots, document, where):
            if read.outcome == "laid" and read.target and read.target[1] not in changed.get(read.target[0], {}):
                name, path = read.target
                patched[name] = replaced(patched[name], path, read.answer.printed)
                changed.setdefault(name, {})[path] = read.answer.printed
    return patched, changed
