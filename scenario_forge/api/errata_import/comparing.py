"""Corrections of lists held against each other, against the errata that the game has, and against rulings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.api.errata_import.resolving import stands_in
from scenario_forge.api.errata_import.values import as_plain, plain
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import APPLICABLE, every_erratum, locate, printed_roots
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.errata_import.resolving import Correction, Outcome
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Path

Kind = Literal["repeats", "conflicts", "ruling"]
"""repeats: the same correction is there already; conflicts: another correction of the same value; ruling: a ruling
gives its own reading of the clause."""
Place = tuple[str, "Path"]


@dataclass(frozen=True, slots=True)
class Beside:
    """Something that is to be read beside a correction of a list."""

    kind: Kind
    outcome: Outcome
    correction: Correction
    other: str
    """Who says so: `DR-012`, `ruling A-BOX-ATTACKED`, `other.txt, line 7`."""
    says: str
    """The other's value or reading."""


@dataclass(frozen=True, slots=True)
class Said:
    """A correction of a list with the list that has it."""

    list_name: str
    outcome: Outcome
    correction: Correction

    @property
    def place(self) -> Place:
        """File and path of the value."""
        return self.correction.value.file, self.correction.value.path

    @property
    def cited(self) -> str:
        """The list and the line."""
        return f"{self.list_name}, line {self.outcome.claim.line}"


def beside(game: Game, said: Sequence[Said]) -> list[Beside]:
    """Return what stands beside the corrections: other lines first, then errata, then rulings."""
    return [*_lines(said), *_errata(game, said), *_rulings(game, said)]


def _lines(said: Sequence[Said]) -> Iterator[Beside]:
    by_place: dict[Place, list[Said]] = defaultdict(list)
    for each in said:
        for earlier in by_place[each.place]:
            if _agree(each.correction.corrected, earlier.correction.corrected):
                yield _beside("repeats", each, earlier.cited, earlier.correction.corrected)
            elif not merged(earlier, each):
                yield _beside("conflicts", each, earlier.cited, earlier.correction.corrected)
        by_place[each.place].append(each)


def _errata(game: Game, said: Sequence[Said]) -> Iterator[Beside]:
    roots = printed_roots(game.read)
    by_place: dict[Place, list[Erratum]] = defaultdict(list)
    for erratum, _where in every_erratum(game):
        try:
            file, path, _node = locate(roots, erratum.at)
        except AddressError:
            continue
        by_place[file, path].append(erratum)
    for each in said:
        for erratum in by_place.get(each.place, ()):
            kept = "" if erratum.status in APPLICABLE else f" ({erratum.status})"
            same = _agree(each.correction.corrected, erratum.corrected) or _says_the_same(each, erratum.corrected)
            yield _beside("repeats" if same else "conflicts", each, f"{erratum.id}{kept}", erratum.corrected)


def _says_the_same(each: Said, corrected: Data) -> bool:
    """Whether an erratum of a whole sentence has the words that a line corrects in it."""
    reading = each.outcome.reading
    if reading is None or not isinstance(corrected, str) or not each.correction.value.is_text or not reading.corrected:
        return False
    new, old = plain(reading.corrected), plain(reading.printed or "")
    padded = f" {plain(corrected)} "
    return stands_in(new, padded) and not (old and old not in new and stands_in(old, padded))


def _rulings(game: Game, said: Sequence[Said]) -> Iterator[Beside]:
    for each in said:
        file, path = each.place
        if path[:1] != ("clauses",):
            continue
        clause = _mapping(game, file, path[:2])
        for ruling in clause.get("rulings") or ():
            if isinstance(ruling, dict):
                yield _beside("ruling", each, f"ruling {ruling.get('id')}", str(ruling.get("reading", "")))


def _mapping(game: Game, file: str, path: Path) -> dict[str, Any]:
    """The printed mapping at a path; an empty one where there is none."""
    root = game.read[file].source.root
    node, depth = descend(root, path) if root is not None else (None, 0)
    data = node.data if node is not None and depth == len(path) else None
    return data if isinstance(data, dict) else {}


def _beside(kind: Kind, each: Said, other: str, says: Data) -> Beside:
    told = says if isinstance(says, str) else as_plain(says)
    return Beside(kind, each.outcome, each.correction, other, " ".join(told.split()) or "nothing")


def _agree(one: Data, other: Data) -> bool:
    return as_plain(one) == as_plain(other)


def merged(earlier: Said, later: Said) -> str | None:
    """Return a sentence with the corrections of two lines, where they are of different words of it; else None."""
    reading = later.outcome.reading
    was, first = later.correction.printed, earlier.correction.corrected
    if reading is None or not reading.printed or not isinstance(was, str) or not isinstance(first, str):
        return None
    if plain(reading.printed) == plain(was) or not stands_in(plain(reading.printed), f" {plain(first)} "):
        return None
    from scenario_forge.api.errata_import.resolving import replaced  # noqa: PLC0415 - rare

    return replaced(first, reading.printed, reading.corrected)
