"""The index of names: what each text of a game names, and where that is defined.

One walk over all documents, guided by the marks in their types, finds every text that names or defines something
(`vocabulary.py`); `naming.py` says what it means, and `addresses.py` of addresses. What was read in a file is kept
while the file and the names of the game stay as they are. Names that name nothing are in
:attr:`References.unresolved`, which the REF checks report; a name of a kind whose documents cannot be read is in
neither list.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.base import slug
from scenario_forge.documents.marks import AT_ADDRESS, Defines, Names
from scenario_forge.documents.shapes import marked, shape_at, shape_of
from scenario_forge.game.addresses import ADDRESSES, address_beside, belongs_at, home_of, steps
from scenario_forge.game.forces import forces
from scenario_forge.game.game import Game, view
from scenario_forge.game.hexmap import HexMap, hex_map
from scenario_forge.game.naming import Reader, side_above
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.statements import statements
from scenario_forge.game.vocabulary import FORMATION, FREE, Target, Text, definitions, marked_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from scenario_forge.documents.shapes import Mark
    from scenario_forge.game.codes import Unresolved
    from scenario_forge.game.naming import Part
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Path

__all__ = ["Reference", "References", "Target", "defines_at", "ids_of", "mark_at", "names_of", "references"]


class Reference(NamedTuple):
    """A name in the text, or a definition, and what it means. ``where`` has the characters of the name alone."""

    where: Where
    target: Target

    @property
    def kind(self) -> str:
        """What kind of thing it names."""
        return self.target.kind

    @property
    def text(self) -> str:
        """The name as it is written."""
        whole = str(self.where.path[-1]) if self.where.on == "key" else str(self.where.data)
        return whole[slice(*self.where.part)] if self.where.part else whole


@dataclass(eq=False)
class References:
    """All names of a game that mean something, in order of file and path; all definitions; names that mean nothing."""

    uses: list[Reference] = field(default_factory=list, repr=False)
    defined: list[Reference] = field(default_factory=list, repr=False)
    unresolved: list[Unresolved] = field(default_factory=list, repr=False)
    grids: dict[str, HexMap | None] = field(default_factory=dict, repr=False)
    """The map, and the maps that figures have of their own, by the scope of what is on them."""
    formations: dict[Target, list[Where]] = field(default_factory=dict, repr=False)
    """The rows of the units of each formation of a side: they make it one."""

    @cached_property
    def _by_target(self) -> dict[Target, list[Where]]:
        return _grouped(self.uses)

    @cached_property
    def _definitions(self) -> dict[Target, list[Where]]:
        return _grouped(self.defined)

    @cached_property
    def _by_file(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = defaultdict(list)
        for reference in (*self.uses, *self.defined):
            found[reference.where.file.name].append(reference)
        return found

    def of(self, target: Target) -> list[Where]:
        """Return where something is named, its definitions left out."""
        return self._by_target.get(target, [])

    def definitions(self, target: Target) -> list[Where]:
        """Return where something is defined; of a hex, where its terrain is written; of a formation, its units."""
        grid = self.grids.get(target.scope) if target.kind == "hex" else None
        hex_ = grid.grid.find(target.id) if grid else None
        if grid is not None and hex_ is not None:
            return [grid.terrain_where(hex_)]
        if target.kind == FORMATION:
            return self.formations.get(target, [])
        # what needs no definition is defined where it is named first
        return self._definitions.get(target) or (self.of(target)[:1] if target.kind in FREE else [])

    def at(self, file: str, line: int, column: int) -> Reference | None:
        """Return the shortest name that is at a line and column, both from 1, or ends there."""
        best: tuple[tuple[int, int], Reference] | None = None
        for reference in self._by_file.get(file, ()):
            span = reference.where.span
            if (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column):
                size = (span.end_line - span.line, span.end_column - span.column)
                if best is None or size < best[0]:
                    best = size, reference
        return best[1] if best else None


def _grouped(references: Iterable[Reference]) -> dict[Target, list[Where]]:
    found: dict[Target, list[Where]] = defaultdict(list)
    for reference in references:
        found[reference.target].append(reference.where)
    return found


class NamesOfFile(NamedTuple):
    """What the texts of one file name."""

    uses: list[Reference]
    unresolved: list[Unresolved]

    def add(self, where: Where, text: str, parts: Iterable[Part], *, in_notation: bool = False) -> None:
        """Add what the parts of a text name; ``in_notation``: the place of an unknown one is never the whole text."""
        for part in parts:
            within = where.within(part.start, part.end)
            at = where if (part.start, part.end) == (0, len(text)) else within
            if part.target is not None:
                self.uses.append(Reference(at, part.target))
            elif part.wanted:
                self.unresolved.append(part.unresolved(within if in_notation else at))


@view
def references(game: Game) -> References:
    """What the documents of a game name and define."""
    formations: dict[Target, list[Where]] = defaultdict(list)
    for unit in forces(game).units():
        for name in unit.formations:
            formations[Target(FORMATION, name, unit.side)].append(unit.where)
    found = References(grids={"": hex_map(game)}, formations=dict(formations))
    for file in game.files.values():
        made = names_of_file(game, file)
        found.uses += made.uses
        found.unresolved += made.unresolved
    found.defined = [Reference(where, target) for target, where in definitions(game)]
    found.defined += [
        Reference(stated.where, Target("quantity", name))
        for name, several in statements(game).items()
        for stated in several
        if name not in stated.where.path and not stated.settled
    ]
    found.uses = list(dict.fromkeys(found.uses))
    reader = Reader(game)
    for use in found.uses:
        if use.target.kind == "hex" and use.target.scope not in found.grids:
            found.grids[use.target.scope] = reader.grid_at(use.where)
    return found


def unresolved_in(game: Game, kinds: Iterable[str]) -> Iterator[Unresolved]:
    """Yield the names that mean nothing in the documents of some kinds; nothing is read of the others."""
    for kind in kinds:
        for file in game.files_of(kind):
            yield from names_of_file(game, file).unresolved


def names_of_file(game: Game, file: GameFile) -> NamesOfFile:
    """Return what the texts of one file name.

    Kept by what is looked up: a change of another file reads nothing again but what leads to it.
    """
    texts, made = marked_texts(game, file), NamesOfFile([], [])
    homes = game.memo.each(f"homes of addresses of {file.name}", game, [file], lambda _file: _by_home(game, texts))
    for home, group in {"": texts, **homes[file]}.items():
        read = _addresses_in if home else _names_in
        name = f"names in {file.name}, addresses in {home}"
        more = game.memo.each(name, game, [file], _reading(game, read, group))[file]
        made.uses.extend(more.uses)
        made.unresolved.extend(more.unresolved)
    return made


def _reading(
    game: Game, read: Callable[[Reader, Iterable[Text]], NamesOfFile], texts: Iterable[Text]
) -> Callable[[GameFile], NamesOfFile]:
    return lambda _file: read(Reader(game), texts)


def _names_in(reader: Reader, texts: Iterable[Text]) -> NamesOfFile:
    """What the texts of a file name, but for those that are read with the texts of other files."""
    made = NamesOfFile([], [])
    for where, mark, text in texts:
        if isinstance(mark, Names) and mark.kind not in ADDRESSES and mark.kind != AT_ADDRESS:
            made.add(where, text, reader.parts(mark, text, where), in_notation=mark.kind == "cell")
    return made


def _by_home(game: Game, texts: Iterable[Text]) -> dict[str, list[Text]]:
    """The addresses of a file, and the values beside them, by the name of the file that they lead to."""
    homes: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        if isinstance(text.mark, Names) and text.mark.kind in (*ADDRESSES, AT_ADDRESS):
            address = text.text if text.mark.kind in ADDRESSES else address_beside(text.where)
            if address is not None:
                homes[home_of(game, address, text.where)[0].name].append(text)
    return homes


def _addresses_in(reader: Reader, texts: Iterable[Text]) -> NamesOfFile:
    """What the addresses of a file name, and the values that belong at them."""
    made = NamesOfFile([], [])
    for where, mark, text in texts:
        if isinstance(mark, Names) and mark.kind in ADDRESSES:
            made.add(where, text, steps(reader, text, where))
        elif isinstance(mark, Names) and mark.kind == AT_ADDRESS:
            _add_value(made, reader, where)
    return made


def _add_value(made: NamesOfFile, reader: Reader, where: Where) -> None:
    """Add what a value names that belongs at the address beside it, such as the corrected one of an erratum."""
    there = belongs_at(reader.game, where)
    if there is None:
        return
    home, shape = there
    for path, on, mark, text in marked(shape, where.data):
        own, belongs = (Where(each.file, (*each.path, *path), on) for each in (where, home))
        names = mark if isinstance(mark, Names) else Names(mark.kind)
        if names.kind not in ADDRESSES and names.kind != AT_ADDRESS:
            parts = reader.parts(names, text, belongs)
            made.add(own, text, (part for part in parts if part.target is not None))


# -- what may be written at a place -----------------------------------------------------------------


def mark_at(game: Game, at: Where) -> tuple[Mark, Where] | None:
    """Return the mark of what is or may be written at a place, and where it belongs; None where it is no name."""
    shape = shape_of(at.file.kind.model)
    if at.on == "key":
        above = shape_at(shape, at.path[:-1])
        mark = above.key_mark(str(at.path[-1])) if above else None
        return (mark, at) if mark else None
    found = shape_at(shape, at.path)
    mark = found.mark if found else None
    if isinstance(mark, Names) and mark.kind == AT_ADDRESS:
        there = belongs_at(game, at)
        return (there[1].mark, there[0]) if there is not None and there[1].mark else None
    return (mark, at) if mark else None


def defines_at(game: Game, doc: str, path: Path) -> str | None:
    """Return the kind of thing that the value at a path of a document defines; None where it defines nothing."""
    found = mark_at(game, Where(game.read[doc], path))
    return found[0].kind if found is not None and isinstance(found[0], Defines) else None


def names_of(game: Game, mark: Names, at: Where) -> Iterator[tuple[str, str]]:
    """Yield every name that may be written where a text has a mark, with its description."""
    reader = Reader(game)
    for kind in mark.kinds:
        for name, of in (*_of_map(reader, kind, at), *_of_kind(reader, kind, at)):
            yield name, of
            if mark.loosely and of != "hex" and slug(name) != name:
                yield slug(name), of
    yield from ((word, "word") for word in mark.besides)


def ids_of(game: Game, kind: str, scope: str) -> Collection[str]:
    """Return the ids of a kind of thing that is known within another alone, such as the columns of a chart."""
    return Reader(game).words.of(kind, scope)


def choices_of(game: Game, mark: Names, at: Where) -> dict[str, str]:
    """Return the ids that documents define for a text with a mark, each with its printed name."""
    reader, found = Reader(game), dict[str, str]()
    for written in mark.kinds:
        kind, scope = _kind_at(reader, written, at)
        for target, where in definitions(game):
            if target.kind == kind and target.scope == scope:
                found.setdefault(target.id, _printed_name(where))
    return found


def _kind_at(reader: Reader, written: str, at: Where) -> tuple[str, str]:
    """The kind of thing that a text names, and where alone it is known."""
    if written == "cell of the track":
        return _kind_in_column(reader, str(at.path[-1]))
    if written in ("value word", "word of the class"):
        return reader.words_of_units(written, at)
    return written, reader.scope(written, at)


def _kind_in_column(reader: Reader, column: str) -> tuple[str, str]:
    """The kind of thing that cells of a column of the track name, and where alone it is known."""
    known = reader.track.columns.by_id.get(column) if reader.track else None
    kind = known[0].kind if known else ""
    return ("track word", column) if kind == "word" else (kind, "")


def _printed_name(where: Where) -> str:
    """The name, label or title that stands beside an id."""
    item = Where(where.file, where.path[:-1]).data
    names = (item.get(key) for key in ("name", "label", "title")) if isinstance(item, dict) else ()
    return next((name for name in names if isinstance(name, str)), "")


def _of_map(reader: Reader, kind: str, at: Where) -> Iterator[tuple[str, str]]:
    """Names of places, hexes and turns."""
    grid, track = reader.grid_at(at), reader.track
    if kind in ("place", "stated", "cell") and grid is not None:
        yield from ((name, "place") for name in grid.places)
        yield from ((name, "box") for name in grid.boxes)
    if kind == "place id" and grid is not None:
        yield from ((id_, "place") for id_ in grid.places_by_id)
    if kind in ("hex", "hexes", "hexside", "place", "cell") and grid is not None:
        yield from ((name, "hex") for name in grid.grid.ids)
    if kind in ("turn", "cell") and track is not None:
        yield from ((track.calendar.text(turn), "turn") for turn in range(track.calendar.length))


def _of_kind(reader: Reader, kind: str, at: Where) -> Iterator[tuple[str, str]]:
    """Names that are listed by kind."""
    words = reader.words
    if kind == "stated":
        yield from ((name, "side") for name in words.of("side"))
    elif kind == "printed rule":
        yield from ((rule_name(number), "rule") for number in words.of("rule"))
    elif kind == "unit of the side":
        side = side_above(at)
        yield from ((no, "unit") for own, _, no in (unit.rpartition("/") for unit in words.of("unit")) if own == side)
    elif kind in ("name of the unit", "name of units"):
        for target, where in definitions(reader.game):
            if target.kind == "unit name" and target.id.rpartition("/")[0] == side_above(at):
                yield str(where.data), "unit"
    elif kind in ("cell of the track", "kind of turn"):
        columns = _columns_of_words(reader) if kind == "kind of turn" else [str(at.path[-1])]
        yield from (name for column in columns for name in _of_track(reader, column))
    elif kind not in ("hex", "place", "place id", "turn"):
        listed, shown = _LISTED.get(kind, (kind, kind))
        yield from ((name, shown) for name in words.of(listed, reader.scope(listed, at)))
        if listed in FREE:
            used = (use.target.id for use in references(reader.game).uses if use.target.kind == listed)
            yield from ((name, listed) for name in dict.fromkeys(used))


_LISTED = {
    "number": ("number", "value"),
    "kind of a marker": ("marker kind", "marker kind"),
    "chart/column": ("chart", "chart"),
    "row looked up": ("chart row", "row"),
    "column looked up": ("chart column", "column"),
    "fortification": ("fortification", "place"),
    "supply centre": ("supply centre", "place"),
}
"""By kind: whose names are meant, and what they are called."""


def _columns_of_words(reader: Reader) -> list[str]:
    """Columns of the track in which words stand."""
    columns = reader.track.columns.by_id if reader.track else {}
    return [id_ for id_, (column, _where) in columns.items() if column.kind == "word"]


def _of_track(reader: Reader, column: str) -> Iterator[tuple[str, str]]:
    known = reader.track.columns.by_id.get(column) if reader.track else None
    if known is not None and known[0].kind in ("side", "nationality"):
        yield from ((name, known[0].kind) for name in reader.words.of(known[0].kind))
    elif known is not None:
        yield from ((word.id, "track word") for word in known[0].words)
