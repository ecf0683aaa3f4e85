"""Hexsides and roads of map.yaml as chains: made longer, cut, joined, with the fewest lines of text changed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.editor.answers import Refused
from scenario_forge.hexes import SideError, across, parse_side, side_ends
from scenario_forge.source.emit import LISTED, Rows, WrappedList, inline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.documents.map_ import Line
    from scenario_forge.game.hexmap import HexMap, MapLine
    from scenario_forge.hexes import Side
    from scenario_forge.source.nodes import Data
    from scenario_forge.source.rows import RowChanges


def keys_before(key: str) -> list[str]:
    """Return the keys of map.yaml that stand before one."""
    keys = list(MapDocument.model_fields)
    return keys[: keys.index(key)]


def add_rows(changes: RowChanges, key: str, rows: Sequence[dict[str, Data]]) -> None:
    """Add rows at the end of a table of map.yaml; the first ones in brackets, in the order of its keys."""
    if rows:
        changes.append([key], Rows(rows), after=keys_before(key))


def add_features(linked: HexMap, changes: RowChanges, key: str, values: Sequence[dict[str, Data]]) -> None:
    """Add new features, each behind the last one of its kind."""
    document = linked.document
    kinds = [feature.kind for feature in (document.hexsides if key == "hexsides" else document.lines)]
    if not kinds and values:
        changes.append([key], [_laid_out(value) for value in values], after=keys_before(key))
        return
    for value in values:
        same = [number for number, other in enumerate(kinds) if other == value["kind"]]
        changes.append([key], [value], same[-1] + 1 if same else None)


def _laid_out(value: dict[str, Data]) -> dict[str, Data]:
    """Return a feature with its list over several lines, if it is long."""
    return {
        name: WrappedList(each) if isinstance(each, list) and len(inline(each)) > LISTED - 12 else each
        for name, each in value.items()
    }


def feature_keys(kind: str, name: str | None) -> dict[str, Data]:
    """Return the first keys of a feature."""
    return {"kind": kind, "name": name} if name else {"kind": kind}


# -- hexsides: which stand in a feature in any order, each with its two hexes -----------------------


def written_sides(linked: HexMap, texts: Sequence[str]) -> list[Side | None]:
    """Return the sides that words of map.yaml name; None where one names none."""
    found: list[Side | None] = []
    for text in texts:
        try:
            found.append(parse_side(linked.grid, text))
        except SideError:
            found.append(None)
    return found


def lay_sides(
    linked: HexMap, changes: RowChanges, kind: str, sides: Sequence[tuple[Side, int]], name: str | None
) -> int:
    """Give hexsides a feature, each with the hex that is named first; those that have it already are left alone.

    New ones go to the end of a chain of the same kind that they touch, with the same hexes first as its own; the
    others become a new chain. The answer is how many are new.

    Raises:
        Refused: all of them have the feature.
    """
    has = {side for side, features in linked.sides.items() if any(each.kind == kind for each in features)}
    new = {side: high for side, high in sides if side not in has}
    if not new:
        raise Refused("every one of these hexsides has that feature already")
    apart: list[dict[str, Data]] = []
    lists = {number: list(feature.sides) for number, feature in enumerate(linked.document.hexsides)}
    for found in _chains(linked, list(new)):
        chain, number = found, _touching(linked, kind, found, name)
        if number is None:
            highs = _same_way(linked, chain, {chain[0]: new[chain[0]]})
            apart.append(
                {**feature_keys(kind, name), "sides": [side_text(linked, side, highs[side]) for side in chain]}
            )
            continue
        known = lists[number]
        old = written_sides(linked, known)
        ends = [frozenset(side_ends(linked.grid, side)) if side else frozenset() for side in old]
        given = {side: _first_hex(linked, text) for side, text in zip(old, known, strict=True) if side}
        at_start, chain = _joining_end(linked, chain, ends)
        highs = _same_way(linked, chain[::-1] if at_start else chain, given)
        texts = [side_text(linked, side, highs[side]) for side in chain]
        lists[number] = [*texts, *known] if at_start else [*known, *texts]
    for number, feature in enumerate(linked.document.hexsides):
        if len(lists[number]) > len(feature.sides):
            changes.set_words(["hexsides", number, "sides"], lists[number])
    add_features(linked, changes, "hexsides", apart)
    return len(new)


def _first_hex(linked: HexMap, text: str) -> int:
    hex_ = linked.grid.find(text.partition("/")[0].partition(":")[0])
    return -1 if hex_ is None else hex_


def side_text(linked: HexMap, side: Side, high: int) -> str:
    """Return a side as map.yaml writes it, the higher hex first."""
    one, other = across(linked.grid, side)
    if other < 0:
        return f"{linked.name(one)}:{linked.grid.directions[side.direction]}"
    return f"{linked.name(high)}/{linked.name(other if high == one else one)}"


def _chains(linked: HexMap, sides: Sequence[Side]) -> list[list[Side]]:
    """Sort sides into connected chains, each from an end of it where it has one."""
    ends = {side: frozenset(side_ends(linked.grid, side)) for side in sides}
    left = dict.fromkeys(sides)
    found: list[list[Side]] = []
    while left:
        chain = [next(iter(left))]
        del left[chain[0]]
        for _turn in range(2):
            while (following := next((side for side in left if ends[side] & ends[chain[-1]]), None)) is not None:
                chain.append(following)
                del left[following]
            chain.reverse()
        found.append(chain)
    return found


def _touching(linked: HexMap, kind: str, chain: Sequence[Side], name: str | None) -> int | None:
    """Return the feature of a kind that a chain touches, of several the one at whose end it is."""
    corners = {corner for side in (chain[0], chain[-1]) for corner in side_ends(linked.grid, side)}
    best: tuple[int, int] | None = None
    for number, feature in enumerate(linked.document.hexsides):
        if feature.kind != kind or (name and feature.name and feature.name != name):
            continue
        sides = [side for side in written_sides(linked, feature.sides) if side]
        touched = [n for n, side in enumerate(sides) if corners & {*side_ends(linked.grid, side)}]
        if touched:
            rank = 0 if touched[0] == 0 or touched[-1] == len(sides) - 1 else 1
            best = min(best or (rank, number), (rank, number))
    return best[1] if best else None


def _joining_end(
    linked: HexMap, chain: list[Side], ends: Sequence[frozenset[tuple[int, int]]]
) -> tuple[bool, list[Side]]:
    """Return whether a chain joins a feature at its start, and the chain in that direction."""
    own = [frozenset(side_ends(linked.grid, side)) for side in (chain[0], chain[-1])]
    for end, at_start in ((ends[-1], False), (ends[0], True)):
        for number, touching in enumerate(own):
            if touching & end:
                # the side that touches comes last before the feature, first behind it
                return at_start, chain[::-1] if (number == 0) == at_start and len(chain) > 1 else chain
    every = frozenset().union(*ends)
    return False, chain if own[0] & every else chain[::-1]


def _same_way(linked: HexMap, chain: Sequence[Side], given: dict[Side, int]) -> dict[Side, int]:
    """Return the first hex of each side of a chain, on the same hand as those given.

    Two sides that meet at a corner share one of the three hexes around it: it is first in both or in neither.
    """
    known = dict(given)
    corners = {side: frozenset(side_ends(linked.grid, side)) for side in {*known, *chain}}
    for side in chain:
        if side in known:
            continue
        one, other = across(linked.grid, side)
        known[side] = one
        for before, high in reversed(known.items()):
            shared = {*across(linked.grid, before)} & {one, other}
            if before != side and corners[before] & corners[side] and len(shared) == 1:
                (common,) = shared
                known[side] = common if high == common else one if common == other else other
                break
    return known


def erase_sides(linked: HexMap, changes: RowChanges, kind: str, sides: Iterable[Side]) -> int:
    """Remove a feature from hexsides; return how many had it.

    Raises:
        Refused: none of them has it.
    """
    gone, erased = {*sides}, 0
    empty: list[int] = []
    for number, feature in enumerate(linked.document.hexsides):
        if feature.kind != kind:
            continue
        kept = [
            t for t, side in zip(feature.sides, written_sides(linked, feature.sides), strict=True) if side not in gone
        ]
        erased += len(feature.sides) - len(kept)
        if not kept:
            empty.append(number)
        elif len(kept) < len(feature.sides):
            changes.set_words(["hexsides", number, "sides"], kept)
    if not erased:
        raise Refused("none of these hexsides has that feature")
    changes.drop("hexsides", empty)
    return erased


# -- roads: each a chain of hexes, adjacent to each other -------------------------------------------


def lay_line(linked: HexMap, changes: RowChanges, kind: str, path: Sequence[int], name: str | None) -> None:
    """Draw a road along a path; steps that a road of the kind has already are left alone.

    A new stretch makes a road longer at whose end it begins or ends, and joins two of one name; else it is a road of
    its own, which may branch off another.

    Raises:
        Refused: a road of this kind runs all along the path.
    """
    has = {
        frozenset((one, other))
        for road in linked.lines
        if road.line.kind == kind
        for one, other in pairwise(road.hexes)
    }
    stretches: list[list[int]] = []
    for one, other in pairwise(path):
        step = frozenset((one, other))
        if step in has:
            continue
        has.add(step)
        if stretches and stretches[-1][-1] == one:
            stretches[-1].append(other)
        else:
            stretches.append([one, other])
    if not stretches:
        raise Refused("a road of this kind runs along all of this path already")
    longer: set[int] = set()
    apart = [stretch for stretch in stretches if not _made_longer(linked, changes, kind, stretch, name, longer)]
    new: list[dict[str, Data]] = [
        {**feature_keys(kind, name), "hexes": [linked.name(hex_) for hex_ in stretch]} for stretch in apart
    ]
    add_features(linked, changes, "lines", new)


def _made_longer(
    linked: HexMap, changes: RowChanges, kind: str, stretch: list[int], name: str | None, longer: set[int]
) -> bool:
    """Extend a road by a stretch, or join two; return False where no other road ends there."""
    fits = [
        (number, road.hexes[0] in ends, road)
        for number, road in enumerate(linked.lines)
        for ends in [(stretch[0], stretch[-1])]
        if road.line.kind == kind and number not in longer and name in (None, "", road.line.name)
        and (road.hexes[0] in ends or road.hexes[-1] in ends) and None not in road.hexes
    ]  # fmt: skip
    if not fits:
        return False
    number, at_start, road = fits[0]
    longer.add(number)
    joint = road.hexes[0] if at_start else road.hexes[-1]
    away = stretch if stretch[0] == joint else stretch[::-1]
    tail = [linked.name(hex_) for hex_ in away[1:]]
    other = next((fit for fit in fits[1:] if away[-1] in (fit[2].hexes[0], fit[2].hexes[-1])), None)
    if other is not None and other[2].line.name == road.line.name:
        theirs = list(other[2].line.hexes)
        tail += (theirs if other[2].hexes[0] == away[-1] else theirs[::-1])[1:]
        longer.add(other[0])
        changes.drop("lines", [other[0]])
    old = list(road.line.hexes)
    changes.set_words(["lines", number, "hexes"], [*tail[::-1], *old] if at_start else [*old, *tail])
    return True


def erase_steps(linked: HexMap, changes: RowChanges, kind: str, steps: set[frozenset[int]]) -> int:
    """Erase steps of roads of a kind: a road is shortened, cut in two, or removed. Return how many there were.

    Raises:
        Refused: no road of the kind takes any of them.
    """
    erased, empty = 0, []
    for number, road in enumerate(linked.lines):
        if road.line.kind != kind:
            continue
        runs = runs_without(road, steps)
        erased += len(runs) - 1
        kept = [run for run in runs if len(run) > 1]
        if len(runs) == 1:
            continue
        if not kept:
            empty.append(number)
            continue
        cut_road(changes, number, road.line, kept)
    if not erased:
        raise Refused("no road of this kind runs there")
    changes.drop("lines", empty)
    return erased


def cut_road(changes: RowChanges, number: int, line: Line, runs: Sequence[Sequence[str]]) -> None:
    """Leave a road the longest of some runs of its hexes; each of the others becomes a road behind it."""
    longest = max(range(len(runs)), key=lambda n: len(runs[n]))
    changes.set_words(["lines", number, "hexes"], runs[longest])
    for n, run in enumerate(runs):
        if n != longest:
            changes.insert(["lines"], number + 1, {**feature_keys(line.kind, line.name), "hexes": [*run]})


def runs_without(road: MapLine, steps: set[frozenset[int]]) -> list[list[str]]:
    """Return what is left of a road without some steps: its hexes in stretches, some of a single hex."""
    runs: list[list[str]] = [[]]
    for at, text in enumerate(road.line.hexes):
        if at and frozenset(hex_ for hex_ in road.hexes[at - 1 : at + 1] if hex_ is not None) in steps:
            runs.append([])
        runs[-1].append(text)
    return runs
