"""Pieces of a map: moved, turned, mirrored, pasted and cleared."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import (
    MAP,
    Args,
    HexName,
    count_words,
    hex_of,
    linked_map,
    map_changes,
    read_args,
    write_terrain,
)
from scenario_forge.editor.map.chains import (
    add_features,
    add_rows,
    cut_road,
    feature_keys,
    runs_without,
    side_text,
    written_sides,
)
from scenario_forge.editor.map.piece import (
    Hexes,
    Piece,
    PiecePlace,
    Spot,
    Whole,
    piece_of,
    runs_inside,
    side_inside,
    whole_of,
)
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.hexes import cube, from_cube, side_between
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import least_splice, splice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.source.nodes import Data, Splice
    from scenario_forge.source.rows import RowChanges


class Turn(Args):
    """How a piece lies: mirrored from west to east first, then turned anticlockwise by sixths of a circle."""

    turn: Annotated[int, Field(ge=0, le=5)] = 0
    mirror: bool = False


class Put(Turn):
    """A piece put down with its anchor on a hex."""

    piece: Piece
    to: HexName


class MoveHexes(Turn):
    """Hexes that go elsewhere: the hex ``anchor`` to the hex ``to``, the others along with it."""

    hexes: Hexes
    anchor: HexName
    to: HexName
    leave: str | None = None
    """The terrain left behind; the commonest around them unless given."""


class ClearHexes(Args):
    """Hexes that lose all that is in them, and get a terrain."""

    hexes: Hexes
    leave: str | None = None


def turn_spot(linked: HexMap, spot: Spot, given: Turn) -> Spot:
    """Return where a spot of a piece lies after the piece was mirrored and turned."""
    q, r = spot
    if given.mirror:
        q, r = (-q - r, r) if linked.grid.orientation == "pointy" else (-q, q + r)
    for _ in range(given.turn):
        q, r = q + r, -q
    return q, r


def _targets(linked: HexMap, given: Turn, to: int) -> Callable[[Spot], int]:
    q, r, _s = cube(linked.grid, to)

    def hex_at(spot: Spot) -> int:
        column, row = turn_spot(linked, spot, given)
        return from_cube(linked.grid, q + column, r + row)

    return hex_at


# -- the three changes -----------------------------------------------------------------------------


def move_hexes(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Move hexes with all that is in them; features that lie wholly among them keep their lines in the file."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(MoveHexes, args)
    hexes = {hex_of(linked, name) for name in given.hexes}
    anchor, to = hex_of(linked, given.anchor), hex_of(linked, given.to)
    piece = piece_of(linked, hexes, anchor)
    target = _targets(linked, given, to)
    new = {hex_: target(spot) for hex_, spot in zip(sorted(hexes), [(q, r) for q, r, _ in piece.cells], strict=True)}
    lost = sum(1 for hex_ in new.values() if hex_ < 0)
    if lost:
        raise Refused(f"{count_words(lost, 'one hex', 'hexes')} would leave the map; move the selection less far")
    if all(old == there for old, there in new.items()):
        raise Refused("the selection is there already")
    leave = _left_behind(linked, hexes, given.leave)
    cells = dict.fromkeys(hexes, leave) if leave else {}
    cells |= {new[hex_]: terrain for hex_ in hexes if (terrain := linked.terrain[hex_]) is not None}
    write_terrain(linked, changes, cells)
    whole = whole_of(linked, hexes)
    _erase(linked, changes, [hexes, {*new.values()}], whole, new)
    for number, place in enumerate(linked.document.places):
        at = linked.grid.find(place.hex)
        if at in new:
            changes.set(["places", number, "hex"], linked.name(new[at]))
    for number, name in enumerate(linked.names):
        if name.hexes and hexes.issuperset(name.hexes) and len(name.hexes) == len(name.name.along):
            changes.set(["names", number, "along"], [linked.name(new[hex_]) for hex_ in name.hexes])
    parts = piece_of(linked, hexes, anchor, whole)
    sentence = f"Move {_what(linked, hexes, piece.places)} {_destination_words(linked, given, anchor, to)}"
    return sentence, _with_features(game, texts, changes, parts, target)


def paste(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Paste a piece: its terrain, hexsides and roads replace those there; places and names are added."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(Put, args)
    target = _targets(linked, given, hex_of(linked, given.to))
    piece = given.piece
    _must_know(linked, piece)
    cells = {hex_: terrain for q, r, terrain in piece.cells if (hex_ := target((q, r))) >= 0}
    if not cells:
        raise Refused("all of these hexes would lie off the map")
    write_terrain(linked, changes, {hex_: terrain for hex_, terrain in cells.items() if terrain is not None})
    _erase(linked, changes, [{*cells}])
    taken = {*linked.places, *linked.boxes}
    new: list[dict[str, Data]] = []
    for place in piece.places:
        at = target(place.at)
        if at >= 0:
            name = _free_name(str(place.value.get("name", "Place")), taken)
            taken.add(name)
            rest = {key: each for key, each in place.value.items() if key not in ("name", "id", "hex", "aliases")}
            new.append({"name": name, "hex": linked.name(at), **rest})
    add_rows(changes, "places", new)
    across_map: list[dict[str, Data]] = []
    for each in piece.names:
        along = [target(spot) for spot in each.along]
        if min(along) >= 0:
            value = {**each.value, "along": [linked.name(hex_) for hex_ in along]}
            across_map.append({key: value[key] for key in ("name", "kind", "along", "large") if key in value})
    add_rows(changes, "names", across_map)
    there = [each for each in piece.places if target(each.at) >= 0]
    sentence = f"Paste {_what(linked, cells, there)} at {given.to}"
    return sentence, _with_features(game, texts, changes, piece, target)


def clear(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Remove all that is in hexes, and give them one terrain."""
    linked, changes, given = linked_map(game), map_changes(texts), read_args(ClearHexes, args)
    hexes = {hex_of(linked, name) for name in given.hexes}
    piece = piece_of(linked, hexes, min(hexes))
    leave = _left_behind(linked, hexes, given.leave)
    if leave:
        write_terrain(linked, changes, dict.fromkeys(hexes, leave))
    _erase(linked, changes, [hexes])
    gone = [number for number, place in enumerate(linked.document.places) if linked.grid.find(place.hex) in hexes]
    changes.drop("places", gone)
    names = [n for n, name in enumerate(linked.names) if name.hexes and hexes.issuperset(name.hexes)]
    changes.drop("names", names)
    return f"Clear {_what(linked, hexes, piece.places)}", {MAP: lay_out(texts[MAP], changes.splices())}


def _left_behind(linked: HexMap, hexes: Collection[int], wanted: str | None) -> str | None:
    """Return the terrain of hexes that become empty."""
    if wanted is not None:
        if wanted not in linked.kinds:
            raise Refused(f"the map has no terrain {wanted[:100]!r}")
        return wanted
    around = Counter(
        terrain
        for hex_ in hexes
        for other in linked.grid.neighbours[hex_]
        if other >= 0 and other not in hexes and (terrain := linked.terrain[other]) is not None
    )
    return around.most_common(1)[0][0] if around else None


def _must_know(linked: HexMap, piece: Piece) -> None:
    for what, known, named_ in (
        ("terrain", linked.kinds, {terrain for *_spot, terrain in piece.cells if terrain is not None}),
        ("kind of hexside", linked.hexside_kinds, {each.kind for each in piece.sides}),
        ("kind of road", linked.line_kinds, {each.kind for each in piece.lines}),
    ):
        for missing in sorted(named_ - {*known}):
            raise Refused(f"the map has no {what} {missing[:100]!r}")


def _free_name(name: str, taken: Collection[str]) -> str:
    return next(made for made in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if made not in taken)


# -- hexsides and roads ----------------------------------------------------------------------------


def _erase(
    linked: HexMap,
    changes: RowChanges,
    areas: Sequence[Collection[int]],
    whole: Whole | None = None,
    new: Mapping[int, int] | None = None,
) -> None:
    """Erase hexsides and road steps inside some areas; features that move as a whole go to new hexes."""
    moved, to = whole or Whole(), new or {}
    empty: list[int] = []
    for number, feature in enumerate(linked.document.hexsides):
        if number in moved.hexsides:
            sides_then = [_moved_side(linked, text, to) for text in feature.sides]
            changes.set_words(["hexsides", number, "sides"], sides_then)
            continue
        sides = written_sides(linked, feature.sides)
        kept = [t for t, side in zip(feature.sides, sides, strict=True) if not side_inside(linked, side, areas)]
        if not kept:
            empty.append(number)
        elif len(kept) < len(feature.sides):
            changes.set_words(["hexsides", number, "sides"], kept)
    changes.drop("hexsides", empty)
    empty.clear()
    for number, road in enumerate(linked.lines):
        if number in moved.lines:
            hexes = [linked.name(to[hex_]) for hex_ in road.hexes if hex_ is not None]
            changes.set_words(["lines", number, "hexes"], hexes)
        elif not _shortened(linked, changes, number, areas):
            empty.append(number)
    changes.drop("lines", empty)


def _moved_side(linked: HexMap, text: str, new: Mapping[int, int]) -> str:
    return "/".join(linked.name(new[linked.grid.parse(part)]) for part in text.split("/"))


def _shortened(linked: HexMap, changes: RowChanges, number: int, areas: Sequence[Collection[int]]) -> bool:
    """Remove steps inside some areas from a road, which may be cut into several; False where none is left."""
    road = linked.lines[number]
    steps = {
        frozenset((one, other))
        for one, other in pairwise(road.hexes)
        if one is not None and other is not None and any(one in area and other in area for area in areas)
    }
    kept = [run for run in runs_without(road, steps) if len(run) > 1]
    if not kept:
        return False
    if steps:
        cut_road(changes, number, road.line, kept)
    return True


def _with_features(
    game: Game, texts: Mapping[str, str], changes: RowChanges, piece: Piece, target: Callable[[Spot], int]
) -> dict[str, list[Splice]]:
    """Return splices of changes, then of a piece's hexsides and roads, added to the changed map."""
    before, first = texts[MAP], changes.splices()
    if not piece.sides and not piece.lines:
        return {MAP: lay_out(before, first)}
    text = splice(before, first)
    linked = linked_map(Workspace.after(game).load(game.errata, {**texts, MAP: text}))
    then = map_changes({MAP: text})
    add_features(linked, then, "hexsides", _new_sides(linked, piece, target))
    lines: list[dict[str, Data]] = []
    for line in piece.lines:
        hexes = [target(spot) for spot in line.path]
        lines += [
            {**feature_keys(line.kind, line.name), "hexes": [linked.name(hex_) for hex_ in run]}
            for run in runs_inside(hexes, {hex_ for hex_ in hexes if hex_ >= 0})
        ]
    add_features(linked, then, "lines", lines)
    return {MAP: lay_out(before, between(before, splice(text, then.splices())))}


def _new_sides(linked: HexMap, piece: Piece, target: Callable[[Spot], int]) -> list[dict[str, Data]]:
    new: list[dict[str, Data]] = []
    for group in piece.sides:
        words: list[Data] = []
        for one, other in group.sides:
            high, low = target(one), target(other)
            side = side_between(linked.grid, high, low) if min(high, low) >= 0 else None
            if side is not None:
                words.append(side_text(linked, side, high))
        if words:
            new.append({**feature_keys(group.kind, group.name), "sides": words})
    return new


def lay_out(before: str, splices: Sequence[Splice]) -> list[Splice]:
    """Return splices of map.yaml that leave it laid out as `forge fmt` does, if it was before."""
    after = splice(before, splices)
    made = format_text(after, MAP)
    if made == after or format_text(before, MAP) != before:
        return [*splices]
    return between(before, made)


def between(before: str, after: str) -> list[Splice]:
    """Return the splices that make one text of another, line by line."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    found: list[Splice] = []
    for tag, one, two, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found.append(least_splice(before, starts[one], starts[two], "".join(new[first:last])))
    return found


# -- sentences -------------------------------------------------------------------------------------


def _what(linked: HexMap, hexes: Collection[int], places: Sequence[PiecePlace]) -> str:
    named_ = [str(place.value.get("name", "")) for place in places]
    more = "" if len(named_) < 2 else f" and {count_words(len(named_) - 1, 'one more place', 'more places')}"
    what = count_words(len(hexes), linked.name(min(hexes)), "hexes")
    return f"{what} with {named_[0]}{more}" if named_ else what


_WORDS = {
    "N": "north", "E": "east", "S": "south", "W": "west", "NE": "north-east", "NW": "north-west", "SE": "south-east",
    "SW": "south-west",
}  # fmt: skip


def _destination_words(linked: HexMap, given: Turn, anchor: int, to: int) -> str:
    said = (["mirrored"] if given.mirror else []) + ([f"turned by {given.turn * 60}°"] if given.turn else [])
    lies = f", {' and '.join(said)}" if said else ""
    q, r, _s = cube(linked.grid, anchor)
    to_q, to_r, _t = cube(linked.grid, to)
    way, steps = (to_q - q, to_r - r), max(abs(to_q - q), abs(to_r - r), abs(to_q + to_r - q - r))
    straight = {(1, 0): 0, (1, -1): 1, (0, -1): 2, (-1, 0): 3, (-1, 1): 4, (0, 1): 5}
    for (dq, dr), direction in straight.items():
        if steps and way == (dq * steps, dr * steps):
            name = linked.grid.directions[direction if linked.grid.orientation == "pointy" else (direction - 1) % 6]
            return f"to the {_WORDS[name]} by {steps}{lies}"
    return f"from {linked.name(anchor)} to {linked.name(to)}{lies}"


__all__ = ["between", "clear", "lay_out", "move_hexes", "paste", "turn_spot"]
