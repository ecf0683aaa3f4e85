"""Rows pasted and never changed: an item twice in a list, an id taken twice, the name or title of a neighbour.

They are looked for in every list of every document, by the types of its fields. Where a check of the document itself
reports the same row, its finding stands for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.lists import lists_in
from scenario_forge.documents.marks import Defines, Shared
from scenario_forge.game.place import Where
from scenario_forge.game.vocabulary import definitions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.documents.lists import Listed
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data

CODES = Codes(__file__)
SCH028 = CODES.error("SCH028", "item-twice", "{what} is in this list twice")
SCH029 = CODES.error("SCH029", "id-taken", "the {kind} `{id}` is defined twice")
SCH030 = CODES.warning("SCH030", "name-of-the-neighbour", "{one} and {other} have the same {key}, `{text}`")

_REMOVE = "remove one of them, or correct the one that should say something else"
_SHOWN = 60
"""Characters of an item that a message quotes."""
_TITLES = ("title", "name", "label", "heading", "use", "recognise", "text", "caption")
"""Keys of an item by which people tell it from others of its list."""
_SCOPES = (
    "side", "sides", "start", "starts", "scenarios", "on", "option", "nationality", "rule", "stop", "size", "type",
    "within", "kind", "place",
)  # fmt: skip
"""Keys that part the items of a list: names need only differ where all of these are the same."""
_ROWS_OF_THEIR_OWN = frozenset({"date of the chronology", "level", "version", "unit name", "victory row"})
"""Kinds of which one id may stand in several rows: what happened on one day, levels by list, rows of two scenarios."""


class Pasted(NamedTuple):
    """A row that repeats another, and what is said of it."""

    row: Where
    finding: Diagnostic


def items_twice(game: Game) -> Iterator[Diagnostic]:
    """Report items that stand twice in a list of a document (SCH028)."""
    yield from (pasted.finding for pasted in _items(game))


def ids_taken(game: Game) -> Iterator[Diagnostic]:
    """Report things that have the id of another of their kind (SCH029)."""
    yield from (pasted.finding for pasted in _ids(game))


def names_of_neighbours(game: Game) -> Iterator[Diagnostic]:
    """Report items of a list whose name or title is that of another (SCH030)."""
    yield from (pasted.finding for pasted in _names(game))


def _items(game: Game) -> Iterator[Pasted]:
    for at, first in _twice(game):
        finding = SCH028.at(at, what=_named(at.data)).also(first, "it is here already")
        yield Pasted(at, finding.suggest(_REMOVE))


def repeated_items(game: Game) -> list[Where]:
    """Return the places of items that stand in their list already."""
    return [at for at, _first in _twice(game)]


def _twice(game: Game) -> Iterator[tuple[Where, Where]]:
    for file, listed in _lists(game):
        at = Where(file, listed.path)
        rows = [(repr(item), at / index) for index, item in enumerate(listed.items) if item not in ("", None)]
        if not listed.repeats:
            yield from ((again, first) for (_, again), (_text, first) in repeated_rows(rows, key=lambda row: row[0]))


def _ids(game: Game) -> Iterator[Pasted]:
    rows = [row for row in definitions(game) if row[0].kind not in _ROWS_OF_THEIR_OWN and row[0].id]
    for (target, at), (_target, first) in repeated_rows(rows, key=lambda row: row[0]):
        row = Where(at.file, at.path[:-1])
        if (
            at.file.kind.name in ("errata", "dossiers", "copies")
            or at.on == "key"
            or row == Where(first.file, first.path[:-1])
        ):
            continue  # a place has a name and an id
        id_ = target.id.partition("/")[2] if target.kind == "unit" else target.id
        finding = SCH029.at(at, kind=target.kind, id=id_).also(first, "the first of this id")
        yield Pasted(row, finding.suggest("give one of them an id of its own"))


def _names(game: Game) -> Iterator[Pasted]:
    sides = [name.casefold() for name in game.side_names.values()]
    for file, listed in _lists(game):
        if listed.model is None:
            continue
        rows = [(index, item) for index, item in enumerate(listed.items) if isinstance(item, dict)]
        for key in _title_keys(listed.model):
            titled: dict[str, list[int]] = {}
            for index, item in rows:
                title = item.get(key)
                if isinstance(title, str) and title:
                    titled.setdefault(" ".join(title.casefold().split()), []).append(index)
            for again, first in _alike(titled.values(), dict(rows), key, sides):
                at = Where(file, listed.path)
                values = {
                    "one": _named(listed.items[first], key),
                    "other": _named(listed.items[again], key),
                    "key": key,
                }
                finding = SCH030.at(
                    at / again / key, text=_short(Where(file, (*listed.path, again, key)).data), **values
                )
                finding = finding.also(at / first / key, "the other one").suggest(f"correct the {key} of one of them")
                yield Pasted(at / again, finding)


def _alike(
    titled: Iterable[Sequence[int]], rows: Mapping[int, dict[str, Any]], key: str, sides: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Rows of one title that nothing parts, each with the first such row; rows alike throughout are left out."""
    for numbers in titled:
        for place, again in enumerate(numbers):
            others = (first for first in numbers[:place] if not _parted(rows[first], rows[again], key, sides))
            first = next(others, None)
            if first is not None and rows[first] != rows[again]:
                yield again, first


def _lists(game: Game) -> Iterator[tuple[GameFile, Listed]]:
    by_file = game.memo.each("lists", game, list(game.files.values()), _lists_of)
    for file, lists in by_file.items():
        yield from ((file, listed) for listed in lists)


def _lists_of(file: GameFile) -> list[Listed]:
    lists = lists_in(file.document, file.data) if file.document is not None else ()
    return [listed for listed in lists if len(listed.items) > 1]


def _title_keys(model: type[BaseModel]) -> list[str]:
    """The keys whose texts tell items apart; none of items that no id, name or title tells apart."""
    fields = model.model_fields
    if not any(isinstance(mark, Defines) for info in fields.values() for mark in info.metadata):
        return []
    return [key for key in _TITLES if key in fields and not _is_shared(fields[key].metadata)]


def _is_shared(marks: Sequence[Any]) -> bool:
    return any(isinstance(mark, (Shared, Defines)) for mark in marks)


def _parted(one: dict[str, Any], other: dict[str, Any], key: str, sides: Iterable[str]) -> bool:
    """Whether both rows say whom they are for, and differ in it; places in the book, in sides that they name."""
    scopes = [name for name in _SCOPES if name in one and name in other and name not in (key, "place")]
    places = [str(row.get("place", "")).casefold() for row in (one, other)]
    named = [[side for side in sides if side in place] for place in places]
    parted = named[0] != named[1] if sides else places[0] != places[1]
    return parted or any(one[name] != other[name] for name in scopes)


def _named(item: Data, but: str = "") -> str:
    """An item as a message quotes it: a text itself, a row by its id, name or title."""
    if isinstance(item, dict):
        texts = (item.get(key) for key in ("id", "no", "number", "scenario", "turn", "date", *_TITLES) if key != but)
        item = next((text for text in texts if isinstance(text, (str, int)) and text != ""), None)
        if item is None:
            return "the same row"
    return f"`{_short(item)}`"


def _short(item: Data) -> str:
    text = " ".join(str(item).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def without_repeated(game: Game, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings without those on a repeated row that a finding of another check is about."""
    own = {code.id for code in CODES}
    if not any(finding.code.id in own for finding in findings):
        return list(findings)
    rows = {pasted.finding: pasted.row.span for pasted in (*_items(game), *_ids(game), *_names(game))}
    others: dict[str, list[Span]] = {}
    for finding in findings:
        if finding.code.id not in own:
            others.setdefault(finding.span.file, []).append(finding.span)
    return [
        finding
        for finding in findings
        if finding not in rows
        or not any(
            _touch(rows[finding], span) or _touch(finding.span, span) for span in others.get(finding.span.file, ())
        )
    ]


def _touch(one: Span, other: Span) -> bool:
    """Whether one of two stretches lies within the other."""
    starts = (one.line, one.column), (other.line, other.column)
    ends = (one.end_line, one.end_column), (other.end_line, other.end_column)
    return (starts[0] <= starts[1] and ends[1] <= ends[0]) or (starts[1] <= starts[0] and ends[0] <= ends[1])


CHECKS = (items_twice, ids_taken, names_of_neighbours)
