"""Changes by meaning: from what an author does on the map to splices of the text of map.yaml.

An intent is a function of the game, its texts and the arguments that the page sent; it gives a sentence for the stack
of undo and splices by document, and changes nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.map.chains import add_rows, erase_sides, erase_steps, lay_line, lay_sides
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.shape import problem_of
from scenario_forge.hexes import side_between
from scenario_forge.source.rows import RowChanges

if TYPE_CHECKING:
    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.source.nodes import Data, Step

MAP = "map.yaml"
MOST = 100_000
"""Hexes, hexsides or steps in one change."""
Effect: TypeAlias = "tuple[str, Splices]"
"""Of an intent: a sentence for the stack of undo, and splices by document."""
Intent = Callable[["Game", Mapping[str, str], Mapping[str, Any]], Effect]
A = TypeVar("A", bound="Args")

HexName = Annotated[str, Field(min_length=1, max_length=40)]
Pair = tuple[HexName, HexName]


class Args(BaseModel):
    """What an intent is given, as JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Paint(Args):
    """A stroke: hexes and the terrain that each is to have."""

    cells: Annotated[list[tuple[HexName, str]], Field(min_length=1, max_length=MOST)]


class Fill(Args):
    """A flood: all hexes of one terrain that hang together with a hex."""

    hex: HexName
    terrain: str


class Hexsides(Args):
    """Hexsides, each by its two hexes, that are given a feature or lose it."""

    kind: str
    sides: Annotated[list[Pair], Field(min_length=1, max_length=MOST)]
    set: bool = True
    name: str | None = None


class Way(Args):
    """A road from hex to hex."""

    kind: str
    path: Annotated[list[HexName], Field(min_length=2, max_length=MOST)]
    name: str | None = None


class EraseWay(Args):
    """Steps of roads of one kind, each by its two hexes."""

    kind: str
    steps: Annotated[list[Pair], Field(min_length=1, max_length=MOST)]


class PlaceHere(Args):
    """A place with its name, and what else map.yaml says of one."""

    model_config = ConfigDict(extra="allow", frozen=True)

    hex: HexName
    name: Annotated[str, Field(min_length=1)]


class SetPlace(Args):
    """One value of a place; null removes it."""

    hex: HexName
    key: str
    value: Any = None
    name: str | None = None


class ChangePlace(Args):
    """Several values of a place at once; null removes one."""

    hex: HexName
    name: str | None = None
    values: Annotated[dict[str, Any], Field(min_length=1)]


class RemovePlace(Args):
    """A place that goes."""

    hex: HexName
    name: str | None = None


class Label(Args):
    """A name that lies across the map: a new one, or other values of the one of number ``index``; null removes it.

    With ``name``, the one of that number must be called so: its number may have changed since the page was told.
    """

    index: int | None = None
    name: str | None = None
    value: dict[str, Any] | None


def read_args(model: type[A], args: Mapping[str, Any]) -> A:
    """Return the arguments of an intent in the shape that it takes; refuse any other shape."""
    try:
        return model.model_validate(dict(args))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refused(f"{'.'.join(map(str, first['loc']))}: {problem_of(first)}") from error


def linked_map(game: Game) -> HexMap:
    """Return the map to be changed; refuse while it cannot be read."""
    linked = hex_map(game)
    if linked is None:
        raise Refused("the map cannot be drawn on while map.yaml has errors that keep it from being read")
    return linked


def hex_of(linked: HexMap, name: str) -> int:
    """Return the hex of a name; refuse a name that the map does not have."""
    hex_ = linked.grid.find(name)
    if hex_ is None:
        raise Refused(linked.grid.why_not(name).message)
    return hex_


def map_changes(texts: Mapping[str, str]) -> RowChanges:
    """Return changes of map.yaml, none so far."""
    if MAP not in texts:
        raise Refused("the game has no map.yaml")
    return RowChanges(texts[MAP])


def count_words(number: int, one: str, several: str) -> str:
    """Return a count in words: the word for one, or the number and the plural."""
    return one if number == 1 else f"{number} {several}"


# -- terrain ---------------------------------------------------------------------------------------


def paint(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give hexes a terrain; only the rows that change are touched."""
    linked, changes = linked_map(game), map_changes(texts)
    cells = {hex_of(linked, name): terrain for name, terrain in read_args(Paint, args).cells}
    write_terrain(linked, changes, cells)
    return f"Paint {_of_terrain(linked, cells)}", {MAP: changes.splices()}


def fill(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give a terrain to a hex and to all connected hexes of its terrain."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(Fill, args)
    start = hex_of(linked, given.hex)
    flooded, ahead = {start}, [start]
    while ahead:
        for other in linked.grid.neighbours[ahead.pop()]:
            if other >= 0 and other not in flooded and linked.terrain[other] == linked.terrain[start]:
                flooded.add(other)
                ahead.append(other)
    write_terrain(linked, changes, dict.fromkeys(flooded, given.terrain))
    name = linked.kinds[given.terrain].name
    return f"Fill {count_words(len(flooded), linked.name(start), 'hexes')} with {name}", {MAP: changes.splices()}


def _of_terrain(linked: HexMap, cells: Mapping[int, str]) -> str:
    names = {linked.kinds[terrain].name for terrain in cells.values()}
    first = linked.name(next(iter(cells)))
    what = next(iter(names)) if len(names) == 1 else f"{len(names)} kinds of terrain"
    return f"{count_words(len(cells), first, 'hexes')} as {what}"


def write_terrain(linked: HexMap, changes: RowChanges, cells: Mapping[int, str]) -> None:
    """Write the terrain of hexes: a letter of their row, or the line of a hex apart."""
    rows: dict[tuple[Step, ...], dict[int, str]] = {}
    apart: list[dict[str, Data]] = []
    for hex_, terrain in sorted(cells.items()):
        if terrain not in linked.kinds:
            raise Refused(f"the map has no terrain {terrain[:100]!r}")
        if linked.terrain[hex_] == terrain:
            continue
        where = linked.terrain_where(hex_)
        if where.part is not None:
            rows.setdefault(where.path, {})[where.part[0]] = linked.kinds[terrain].letter
        elif where.path[0] == "hexes":
            changes.set(where.path, terrain)
        else:
            apart.append({"hex": linked.name(hex_), "terrain": terrain})
    add_rows(changes, "hexes", apart)
    for path, letters in rows.items():
        row = linked.document.rows[int(path[1])].cells[str(path[2])]
        if max(letters) >= len(row):
            raise Refused(f"row {linked.document.rows[int(path[1])].row} has fewer letters than hexes; mend it first")
        changes.set(path, "".join(letters.get(at, letter) for at, letter in enumerate(row)))


# -- hexsides and roads ----------------------------------------------------------------------------


def hexsides(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give hexsides a feature, or take it from them."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(Hexsides, args)
    if given.kind not in linked.hexside_kinds:
        raise Refused(f"the map has no kind of hexside {given.kind[:100]!r}")
    sides = [_side(linked, pair) for pair in given.sides]
    name = linked.hexside_kinds[given.kind].name
    if given.set:
        number = lay_sides(linked, changes, given.kind, sides, given.name)
    else:
        number = erase_sides(linked, changes, given.kind, [side for side, _high in sides])
    verb, way = ("Add", "on") if given.set else ("Erase", "on")
    return f"{verb} {name} {way} {count_words(number, '1 hexside', 'hexsides')}", {MAP: changes.splices()}


def _side(linked: HexMap, pair: Pair) -> tuple[Side, int]:
    """Return a side, and the hex that was named first."""
    one, other = (hex_of(linked, name) for name in pair)
    side = side_between(linked.grid, one, other)
    if side is None:
        raise Refused(f"{pair[0]} and {pair[1]} are not adjacent")
    return side, one


def line(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Draw a road along a path."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(Way, args)
    path = [hex_of(linked, name) for name in given.path]
    _known_line(linked, given.kind)
    for one, other in pairwise(path):
        if one == other or linked.grid.direction(one, other) is None:
            raise Refused(f"{linked.name(one)} and {linked.name(other)} are not adjacent")
    lay_line(linked, changes, given.kind, path, given.name)
    ends = f"{_called(linked, path[0])} – {_called(linked, path[-1])}"
    kind = linked.line_kinds[given.kind].name
    return f"Add {kind} {ends}, {len(path)} hexes", {MAP: changes.splices()}


def erase_line(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Erase steps of roads."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(EraseWay, args)
    _known_line(linked, given.kind)
    steps = {frozenset((hex_of(linked, one), hex_of(linked, other))) for one, other in given.steps}
    number = erase_steps(linked, changes, given.kind, steps)
    kind = linked.line_kinds[given.kind].name
    return f"Erase {kind} on {count_words(number, '1 step', 'steps')}", {MAP: changes.splices()}


def _known_line(linked: HexMap, kind: str) -> None:
    if kind not in linked.line_kinds:
        raise Refused(f"the map has no kind of road {kind[:100]!r}")


def _called(linked: HexMap, hex_: int) -> str:
    """Return the name of a hex by the place in it."""
    named = (place.name for place, at, _where in linked.places.values() if at == hex_)
    return next(named, linked.name(hex_))


# -- places and names ------------------------------------------------------------------------------


def place(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Name a hex."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(PlaceHere, args)
    hex_of(linked, given.hex)
    said = given.model_dump()
    value = {key: said[key] for key in (*_ORDER, *sorted(said)) if said.get(key) not in (None, [], "")}
    add_rows(changes, "places", [value])
    return f"Add {given.name} at {given.hex}", {MAP: changes.splices()}


_ORDER = ("name", "id", "hex", "kinds", "aliases", "capacity", "sides", "value")


def set_place(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Change one value of a place."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(SetPlace, args)
    number = place_at(linked, given.hex, given.name)
    known = linked.document.places[number].name
    changes.put_cells(["places", number], {(given.key,): given.value}, _ORDER)
    return f"Change {given.key} of {known}", {MAP: changes.splices()}


def change_place(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Change values of a place in one step."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(ChangePlace, args)
    number = place_at(linked, given.hex, given.name)
    known = linked.document.places[number].name
    keys = [key for key in (*_ORDER, *sorted(given.values.keys() - {*_ORDER})) if key in given.values]
    changes.put_cells(["places", number], {(key,): given.values[key] for key in keys}, _ORDER)
    return f"Change {_listed(keys)} of {known}", {MAP: changes.splices()}


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def remove_place(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Remove a place."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(RemovePlace, args)
    number = place_at(linked, given.hex, given.name)
    changes.drop("places", [number])
    return f"Remove {linked.document.places[number].name}", {MAP: changes.splices()}


def place_at(linked: HexMap, hex_: str, name: str | None) -> int:
    """Return the number of a place among those of map.yaml; refuse where there is none."""
    found = [n for n, each in enumerate(linked.document.places) if each.hex == hex_ and name in (None, each.name)]
    if not found:
        raise Refused(f"there is no place {name or ''} at {hex_}".replace("  ", " "))
    return found[0]


def label(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Write a name across the map, change one, or remove it."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(Label, args)
    names = linked.document.names
    if given.index is None:
        if given.value is None:
            raise Refused("a new name needs its values")
        add_rows(changes, "names", [given.value])
        return f"Write {given.value.get('name', 'a name')} across the map", {MAP: changes.splices()}
    if not 0 <= given.index < len(names):
        raise Refused(f"the map has no name of number {given.index}")
    known = names[given.index].name
    if given.name not in (None, known):
        raise Refused(f"the names have changed meanwhile: choose {given.name[:100]} again")
    along = given.value.get("along") if given.value else None
    for hex_ in along if isinstance(along, list) else ():
        hex_of(linked, str(hex_))
    if given.value is None:
        changes.drop("names", [given.index])
        return f"Remove the name {known}", {MAP: changes.splices()}
    changes.put_cells(["names", given.index], {(key,): value for key, value in given.value.items()})
    if [*given.value] == ["along"] and isinstance(along, list) and along:
        return f"Move the name {known} to {along[0]} – {along[-1]}", {MAP: changes.splices()}
    return f"Change the name {known}", {MAP: changes.splices()}


INTENTS: Mapping[str, Intent] = {
    "map.paint": paint,
    "map.fill": fill,
    "map.hexsides": hexsides,
    "map.line": line,
    "map.line.erase": erase_line,
    "map.place": place,
    "map.place.set": set_place,
    "map.place.change": change_place,
    "map.place.remove": remove_place,
    "map.label": label,
}
"""By the name under which the page asks for it."""
