"""What an owner pastes into a published copy: cells of charts and lists, and slips for passages of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.errata.lists import component_of, date_of, family_numbers, value_in_words
from scenario_forge.game.reading.errata import paper_of
from scenario_forge.printing.fonts import CAP_HEIGHT, width_of, wrap
from scenario_forge.printing.lint import LEAST_POINTS
from scenario_forge.printing.profile import CELLS_OF, POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.printing.profile import Cell, PublishedSizes
    from scenario_forge.source.nodes import Data


INSET = 0.5
"""Free space at each side of a cell, in millimetres."""
LEADING = 1.08
"""Distance of lines in a cell, in type sizes."""
_OLD = 70
"""Letters of the earlier text that say which passage a slip covers."""
_SHOWN = ("title", "text")
"""Keys of a clause that the publisher's rules print."""


@dataclass(frozen=True)
class CellPatch:
    """A corrected value, to be pasted over a cell of the published game."""

    place: str
    """Where it goes, as the publisher calls it."""
    old: str
    """The value that it covers."""
    lines: tuple[str, ...]
    """Nothing for a cell that becomes blank."""
    cell: Cell
    size: float
    """Size of its type in millimetres: the publisher's, or smaller where the value would not fit."""
    note: str
    """Numbers and dates of the errata."""

    @property
    def smaller(self) -> bool:
        """Whether its type is smaller than the publisher's."""
        return self.size < self.cell.type - 1e-6


@dataclass(frozen=True)
class Slip:
    """A passage as it now reads, to be pasted over the old one or beside it."""

    place: str
    """The publisher's number of the clause, and where in it: ``Rule 10, opening paragraph``."""
    title: str
    text: str
    """Empty for a passage that is to be struck out."""
    old: str = ""
    """The beginning of the passage that it covers; empty for a new one."""
    note: str = ""
    """Numbers and dates of the errata; empty for a change that no erratum makes."""
    clause: str = ""
    """Our id of the clause, if it is one."""


def errata_between(before: Game, after: Game) -> list[Patch]:
    """Return the errata that are applied in the later state and not in the earlier one."""
    had = {patch.erratum.id for patch in before.patches if patch.target and not patch.problem}
    return [p for p in after.patches if p.target and not p.problem and p.erratum.id not in had]


_UNPRINTED = frozenset({"states", "when", "sums", "set_up"})
"""Keys below which a document keeps in other words what its text prints."""
_OF_CHART = frozenset({"title", "columns", "rows", "notes", "modifiers"})
"""Keys of a chart that are printed."""


def is_printed(patch: Patch) -> bool:
    """Return whether the value that an erratum changes stands on paper, rather than beside a text that does."""
    path = patch.target[1] if patch.target else ()
    if not _UNPRINTED.isdisjoint(path):
        return False
    return component_of(patch.erratum) != "charts" or len(path) < 3 or path[2] in _OF_CHART or path[-1] == "title"


def note_of(game: Game, errata: Sequence[Erratum]) -> str:
    """Return the numbers of errata with the latest date: ``DR-024, 2026-11-22``."""
    numbers = ", ".join(family_numbers([erratum.id for erratum in errata]))
    latest = max((date_of(game, erratum) for erratum in errata), default="")
    return f"{numbers}, {latest}" if latest else numbers


# -- cells -----------------------------------------------------------------------------------------


def corrected_cells(game: Game, patches: Sequence[Patch], sizes: PublishedSizes) -> tuple[list[CellPatch], list[Slip]]:
    """Return a patch for each corrected cell; a value that fits no cell in readable type becomes a slip."""
    cells, slips = [], []
    for patch in patches:
        erratum = patch.erratum
        component = component_of(erratum)
        if (component != "charts" and component not in CELLS_OF) or not is_printed(patch):
            continue
        cell = sizes.cell_of(*_cell_names(component, patch))
        for place, was, now in _values(paper_of(game, erratum), erratum.printed, erratum.corrected):
            fitted = fit_cell(value_in_words(now), cell)
            note = note_of(game, [erratum])
            if fitted is None:
                slips.append(Slip(place, "", value_in_words(now), _beginning(value_in_words(was)), note))
            else:
                cells.append(CellPatch(place, _beginning(value_in_words(was)), fitted[0], cell, fitted[1], note))
    return cells, slips


def _cell_names(component: str, patch: Patch) -> Iterator[str]:
    """The chart, if it is one, then the component."""
    path = patch.target[1] if patch.target else ()
    if component == "charts" and len(path) > 1:
        yield str(path[1])
    yield component


def _values(place: str, was: Data, now: Data) -> Iterator[tuple[str, Data, Data]]:
    """Single values that differ, each with its place; lists and mappings are taken apart."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key):
                yield from _values(f"{place}, {key}", was.get(key), now.get(key))
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True), 1):
            if one != other:
                yield from _values(f"{place}, {number}", one, other)
    else:
        yield place, was, now


def fit_cell(text: str, cell: Cell) -> tuple[tuple[str, ...], float] | None:
    """Return lines and type size at which a text fits a cell; None where it would be too small to read.

    >>> from scenario_forge.printing.profile import Cell
    >>> fit_cell("3/1", Cell(9, 5))[0]
    ('3/1',)
    """
    wide, high = cell.width - 2 * INSET, cell.height - INSET
    size = cell.type
    while size >= min(LEAST_POINTS * POINT, cell.type) - 1e-9:
        words = text.split()
        lines = wrap(text, size, "sans", wide)
        if all(width_of(word, size, "sans") <= wide for word in words) and _height(len(lines), size) <= high:
            return tuple(lines), size
        size *= 0.97
    return None


def _height(lines: int, size: float) -> float:
    return CAP_HEIGHT * size + max(0, lines - 1) * LEADING * size


# -- passages of the rules -------------------------------------------------------------------------


def changed_passages(before: Game, after: Game, patches: Sequence[Patch]) -> list[Slip]:
    """Return a slip for each clause whose title or text differs, in the order of the rules; removed ones last."""
    old, new = _clauses(before), _clauses(after)
    applied = {patch.erratum.id for patch in after.patches if patch.target and not patch.problem}
    found = []
    for id_, (clause, where) in new.items():
        was = old[id_][0] if id_ in old else None
        idle = bool(clause.settled) and applied.issuperset(clause.settled)
        if idle or (was is not None and all(getattr(was, key) == getattr(clause, key) for key in _SHOWN)):
            continue
        errata = [patch.erratum for patch in patches if _is_of(patch, where)]
        old_text = _beginning(was.text) if was else ""
        found.append(Slip(_place(where, clause), clause.title, clause.text, old_text, note_of(after, errata), id_))
    gone = ((*old[id_], id_) for id_ in old if id_ not in new)
    return found + [
        Slip(_place(where, clause), clause.title, "", _beginning(clause.text), clause=id_)
        for clause, where, id_ in gone
    ]


_TEXTS = ("scenarios", "examples", "chronology")
"""Components that are printed as running text, apart from the rules."""


def other_passages(game: Game, patches: Sequence[Patch]) -> tuple[list[Slip], list[tuple[str, str, str]]]:
    """Return slips for corrected sentences of scenarios, examples and the chronology; and single values.

    Single values are corrected with a pen: place, earlier and later value.
    """
    slips, values = [], []
    for erratum in (p.erratum for p in patches if component_of(p.erratum) in _TEXTS and is_printed(p)):
        place, now = paper_of(game, erratum), erratum.corrected
        if isinstance(now, str) and " " in now.strip():
            slips.append(Slip(place, "", now, _beginning(str(erratum.printed or "")), note_of(game, [erratum])))
        else:
            found = _values(place, erratum.printed, now)
            values += [(at, value_in_words(one), value_in_words(other)) for at, one, other in found]
    return slips, values


def _clauses(game: Game) -> dict[str, tuple[Clause, Where]]:
    return {
        clause.id: (clause, where / "clauses" / number)
        for book, where in game.documents("rulebook", RulebookDocument)
        for number, clause in enumerate(book.clauses)
        if clause.reason != "ornament"
    }


def _is_of(patch: Patch, where: Where) -> bool:
    """Whether an erratum changes the title or the text of a clause, or all of it."""
    if patch.target is None or patch.target[0] != where.file.name:
        return False
    path, depth = patch.target[1], len(where.path)
    return path[:depth] == where.path[: len(path)] and (len(path) <= depth or path[depth] in _SHOWN)


def _place(where: Where, clause: Clause) -> str:
    """The publisher's number of a clause, and where in it."""
    return where.file.paper(where.path) or clause.rule


def _beginning(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _OLD else f"{text[:_OLD].rsplit(' ', 1)[0]} …"
