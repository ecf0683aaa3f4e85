"""Areas of map.yaml: named sets of hexes, written as ids and as ranges along a row or column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.documents.base import slug
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import (
    MAP,
    MOST,
    Args,
    HexName,
    count_words,
    hex_of,
    linked_map,
    map_changes,
    read_args,
)
from scenario_forge.editor.map.chains import keys_before
from scenario_forge.game.references import Target, references

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.source.nodes import Data


class AreaChange(Args):
    """A new area, or other values of the one with ``id``; null removes it."""

    id: str | None = None
    value: dict[str, Any] | None


class AreaHexes(Args):
    """Hexes that an area gains or loses."""

    id: str
    hexes: Annotated[list[HexName], Field(min_length=1, max_length=MOST)]
    set: bool = True


def area(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Name a new area, change the values of one, or remove it."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(AreaChange, args)
    if given.id is None:
        name = str((given.value or {}).get("name", "")).strip()
        if not name:
            raise Refused("a new area needs a name")
        value: dict[str, Data] = {"id": _new_id(linked, name), "name": name, "hexes": [], **(given.value or {})}
        changes.append(["areas"], [value], after=keys_before("areas"))
        return f"Add the area {name}", {MAP: changes.splices()}
    number = _number(linked, given.id)
    known = linked.document.areas[number].name
    if given.value is None:
        _must_be_unused(game, given.id, known)
        changes.drop("areas", [number])
        return f"Remove the area {known}", {MAP: changes.splices()}
    if "id" in given.value:
        raise Refused("the id of an area is changed by Rename in the text, which follows it through all files")
    changes.put_cells(["areas", number], {(key,): value for key, value in given.value.items()})
    return f"Change the area {known}", {MAP: changes.splices()}


def _number(linked: HexMap, id_: str) -> int:
    number = next((n for n, each in enumerate(linked.document.areas) if each.id == id_), None)
    if number is None:
        raise Refused(f"the map has no area {id_[:100]!r}")
    return number


def _new_id(linked: HexMap, name: str) -> str:
    base = slug(name).replace("_", "-") or "area"
    base = base if base[0].isalpha() else f"area-{base}"
    taken = {each.id for each in linked.document.areas}
    return next(id_ for id_ in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if id_ not in taken)


def _must_be_unused(game: Game, id_: str, name: str) -> None:
    used = references(game).of(Target("area", id_))
    if used:
        span = used[0].span
        more = f" and {len(used) - 1} other places" if len(used) > 1 else ""
        raise Refused(f"{span.file}:{span.line}{more} still name the area {name}; change them first")


def area_hexes(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Add hexes to an area, or take them from it; rows on which nothing changes keep their words."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(AreaHexes, args)
    number = _number(linked, given.id)
    known = linked.document.areas[number]
    has, asked = linked.areas[given.id], {hex_of(linked, name) for name in given.hexes}
    changed = asked - has if given.set else asked & has
    if not changed:
        raise Refused(f"{known.name} {'has all of these hexes already' if given.set else 'has none of these hexes'}")
    words = known.hexes
    written = {hex_ for word in words for hex_ in hexes_of(linked, word)}
    if not given.set and changed - written:
        first = linked.name(min(changed - written))
        raise Refused(f"{first} belongs to {known.name} as it lies within its line or edge, not by its list of hexes")
    rewritten = _rewritten(linked, words, changed, add=given.set)
    if "hexes" in known.model_fields_set:
        changes.set_words(["areas", number, "hexes"], rewritten)
    else:
        changes.add(["areas", number], "hexes", [*rewritten], after=("id", "name"))
    verb, way = ("Add", "to") if given.set else ("Take", "from")
    return f"{verb} {count_words(len(changed), linked.name(min(changed)), 'hexes')} {way} {known.name}", {
        MAP: changes.splices()
    }


def hexes_of(linked: HexMap, word: str) -> list[int]:
    """Return the hexes of an id or of a range along a row or column; none where it is neither."""
    first_text, dots, last_text = word.partition("..")
    first = linked.grid.find(first_text)
    last = linked.grid.find(last_text) if dots else first
    if first is None or last is None:
        return []
    (column, row), (to_column, to_row) = linked.grid.position(first), linked.grid.position(last)
    if column != to_column and row != to_row:
        return []
    columns, rows = sorted((column, to_column)), sorted((row, to_row))
    return [linked.grid.at(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)]


def _rewritten(linked: HexMap, words: Sequence[str], changed: Collection[int], *, add: bool) -> list[str]:
    """Return the words of an area with hexes added or removed: the rows concerned are rewritten as ranges."""
    touched = {linked.grid.position(hex_)[1] for hex_ in changed}
    by_row: dict[int, set[int]] = {row: set() for row in touched}
    kept: list[str | int] = []
    for word in words:
        hexes = hexes_of(linked, word)
        rows = {linked.grid.position(hex_)[1] for hex_ in hexes}
        if not rows & touched:
            kept.append(word)
        elif len(rows) == 1:
            (row,) = rows
            by_row[row].update(hexes)
            if row not in kept:
                kept.append(row)
        elif add or not {*hexes} & {*changed}:
            kept.append(word)  # along a column
        else:
            kept += ranges(linked, [hex_ for hex_ in hexes if hex_ not in changed])
    for hex_ in changed:
        row = linked.grid.position(hex_)[1]
        if add:
            by_row[row].add(hex_)
            if row not in kept:
                kept.append(row)
        else:
            by_row[row].discard(hex_)
    made: list[str] = []
    for each in kept:
        made += ranges(linked, sorted(by_row[each])) if isinstance(each, int) else [each]
    return made


def ranges(linked: HexMap, hexes: Iterable[int]) -> list[str]:
    """Return hexes as words, neighbours along one row or one column as a range; the order is kept."""
    runs: list[list[int]] = []
    for hex_ in hexes:
        run = runs[-1] if runs else []
        if run and _goes_on(linked, run, hex_):
            run.append(hex_)
        else:
            runs.append([hex_])
    named = [(linked.name(run[0]), linked.name(run[-1])) for run in runs]
    return [first if first == last else f"{first}..{last}" for first, last in named]


def _goes_on(linked: HexMap, run: Sequence[int], hex_: int) -> bool:
    def step(one: int, other: int) -> tuple[int, int]:
        (column, row), (to_column, to_row) = linked.grid.position(one), linked.grid.position(other)
        return to_column - column, to_row - row

    way = step(run[-1], hex_)
    if way not in ((1, 0), (0, 1), (0, -1)) or linked.grid.sheet_of(hex_) != linked.grid.sheet_of(run[0]):
        return False
    return len(run) == 1 or step(run[0], run[1]) == way


__all__ = ["area", "area_hexes", "hexes_of", "ranges"]
