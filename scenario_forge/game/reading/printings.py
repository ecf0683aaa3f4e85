"""Printings: which errata each one needs, and the text of another printing than the one that the files reproduce."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.errata import CopyDocument
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import (
    APPLICABLE,
    COPY_PREFIX,
    copies_in,
    every_erratum,
    locate,
    paper_of,
    printed_roots,
    with_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf

    from scenario_forge.documents.errata import ErrataDocument, Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Data, Node, Path

Need = Literal["needed", "has", "other", "differs"]
"""needed: the misprint is there; has: it is corrected there; other: the erratum is of another printing; differs: the
copy prints neither."""


@dataclass(frozen=True, slots=True)
class Column:
    """A printing, or a copy that somebody owns."""

    name: str
    """The id of the printing, or ``copy:NAME``."""
    title: str
    printing: str
    """The printing of a copy; empty where it does not say."""


@dataclass(frozen=True, slots=True)
class Row:
    """An erratum, and whether each printing and copy needs it."""

    erratum: Erratum
    place: str
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class PrintingMatrix:
    """Errata by printings and copies."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def needed(self, column: int) -> list[str]:
        """Return the ids of the errata that a printing or copy needs."""
        return [row.erratum.id for row in self.rows if row.needs[column] == "needed"]


def printing_matrix(game: Game) -> PrintingMatrix:
    """Return which printing, and which copy that was looked through, needs which errata."""
    about = game.about
    copies = [(where.file.stem, document) for document, where in game.documents("copies", CopyDocument)]
    usual = (about.printing or "") if about else ""
    columns = [Column(each.id, each.name, each.id) for each in (about.printings if about else ())]
    columns += [Column(f"{COPY_PREFIX}{name}", each.title, each.printing or usual) for name, each in copies]
    roots = printed_roots(game.read)
    answers = {f"{COPY_PREFIX}{name}": _answers(roots, each) for name, each in copies}
    rows = []
    for erratum, _where in every_erratum(game):
        if erratum.status in APPLICABLE:
            place = _place(roots, erratum.at)
            needs = [_need(erratum, column.printing, answers.get(column.name, {}), place) for column in columns]
            rows.append(Row(erratum, paper_of(game, erratum), tuple(needs)))
    return PrintingMatrix(tuple(columns), tuple(rows))


def _answers(roots: MappingOf[str, Node], document: CopyDocument) -> dict[tuple[str, Path], Data]:
    found = {}
    for answer in document.answers:
        place = _place(roots, answer.at)
        if place is not None:
            found[place] = answer.printed
    return found


def _place(roots: MappingOf[str, Node], address: str) -> tuple[str, Path] | None:
    try:
        return locate(roots, address)[:2]
    except AddressError:
        return None


def _need(
    erratum: Erratum,
    printing: str,
    answers: MappingOf[tuple[str, Path], Data],
    place: tuple[str, Path] | None,
) -> Need:
    if place is not None and place in answers:
        said = answers[place]
        return "needed" if said == erratum.printed else "has" if said == erratum.corrected else "differs"
    if printing in erratum.incorporated_in:
        return "has"
    return "other" if erratum.applies_to and printing not in erratum.applies_to else "needed"


# -- the text of another printing ------------------------------------------------------------------


def printing_of_copies(copies: Iterable[tuple[CopyDocument, Where]], errata: str) -> str | None:
    """Return the printing of the copies that an errata set takes in; None where they name none, or several."""
    chosen = copies_in(errata)
    named = {document.printing for document, where in copies if where.file.stem in chosen and document.printing}
    return named.pop() if len(named) == 1 else None


def as_printed_in(
    roots: dict[str, Node], lists: Iterable[tuple[ErrataDocument, Where]], ours: str, printing: str
) -> tuple[dict[str, Node], dict[str, dict[Path, Data]]]:
    """Return the text as another printing has it, and what differs by file and path.

    The errata say what was printed before each printing took it in; nothing else is known of other printings.
    """
    made, changed = dict(roots), dict[str, dict["Path", "Data"]]()
    for document, _where in lists:
        for erratum in document.errata:
            before, after = ours in erratum.incorporated_in, printing in erratum.incorporated_in
            if before == after or erratum.status not in APPLICABLE:
                continue
            was, now = (erratum.corrected, erratum.printed) if before else (erratum.printed, erratum.corrected)
            place = _place(roots, erratum.at)
            if place is None or _data(roots, erratum.at) != was:
                continue
            name, path = place
            made[name] = with_value(made[name], path, now)
            changed.setdefault(name, {})[path] = now
    return made, changed


def _data(roots: MappingOf[str, Node], address: str) -> Data:
    node = locate(roots, address)[2]
    return node.data if node is not None else None
