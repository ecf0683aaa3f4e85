"""Compare two states of a game value by value, and describe each difference by its meaning."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.compare.difference import (
    SHORT,
    Change,
    Matter,
    address_of,
    differences,
    passage_changes,
    value_text,
    without_followers,
)
from scenario_forge.compare.starts import unit_change
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compare.difference import Difference
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Data


MATTERS = {
    "scenarios": Matter.DATES,
    "counters": Matter.COUNTERS,
    "victory": Matter.POINTS,
    "time-track": Matter.TRACK,
    "rules": Matter.RULES,
    "charts": Matter.CHARTS,
    "map": Matter.MAP,
    "options": Matter.OPTIONS,
    "rulebook": Matter.WORDS,
    "aids": Matter.WORDS,
    "examples": Matter.EXAMPLES,
    "diagrams": Matter.EXAMPLES,
}
"""Kind of document → what its values matter; :attr:`Matter.OTHER` for the rest, a rule system's own are rules."""
_TEXTS = (Matter.WORDS, Matter.EXAMPLES, Matter.OTHER)
_CORE_OTHER = frozenset({"game", "chronology", "sightings", "playtest", "words", "profiles"})


def compare_games(before: Game, after: Game) -> list[Change]:
    """Return all differences of the second game, those that matter most to a player first.

    The lists of errata themselves, and what values rest on, are left out: they change nothing in play.
    """
    found: list[Change] = []
    for name in dict.fromkeys((*before.read, *after.read)):
        one, other = before.read.get(name), after.read.get(name)
        known = other or one
        if known is not None and known.kind.name != "errata":
            found += _of_file(before, after, name, one, other)
    found += map_changes(before, after)
    return sorted(found, key=lambda change: change.order)


def _of_file(before: Game, after: Game, name: str, one: GameFile | None, other: GameFile | None) -> Iterator[Change]:
    known = other or one
    if known is None:
        return
    if one is None or other is None:
        what = "is new" if one is None else "is gone"
        yield Change(matter_of(known), name.removesuffix(".yaml"), what, file=name)
        return
    every = list(differences(one.root, other.root))
    if known.kind.name == "victory":
        every, told = objective_changes(one, other, every)
        yield from told
    for difference in without_followers(every):
        if difference.steps[:1] not in ((), ("provenance",), ("basis",)) and not _told_by_hex(known, difference):
            yield change_of(before, after, name, difference)


def matter_of(file: GameFile) -> Matter:
    """Return what the values of a file matter to a player."""
    kind = file.kind.name
    if kind in MATTERS:
        return MATTERS[kind]
    return Matter.OTHER if kind in _CORE_OTHER else Matter.RULES


def _told_by_hex(file: GameFile, difference: Difference) -> bool:
    """Whether the map's own comparison tells of it: what stands in a hex, on a hexside, along a line."""
    return file.kind.name == "map" and difference.steps[0] in ("rows", "hexes", "hexsides", "lines")


def change_of(before: Game, after: Game, name: str, difference: Difference) -> Change:
    """Return one difference between two states of a file, in words."""
    one, other = before.read[name], after.read[name]
    if other.kind.name == "orders-of-battle":
        made = unit_change(before, after, name, difference)
        if made is not None:
            return made
    place = Where(other, difference.after).span if difference.after is not None else None
    if place is None:
        place = Where(one, difference.before or ()).span
    subject = place.paper or address_of(difference.steps)
    was, now = value_text(difference.was), value_text(difference.now)
    what = _prose(difference, matter_of(other))
    if not what:
        what = f"{now} instead of {was}" if was and now else f"{now} is new" if now else f"{was} is gone"
    size, hexes = _size(difference), ()
    return Change(
        matter_of(other), subject, what, was, now, _side(other, difference), size, hexes, hexes,
        file=name, address=address_of(difference.steps),
    )  # fmt: skip


def _prose(difference: Difference, matter: Matter) -> str:
    """How a text reads now; empty where it is none: a cell, an id."""
    was, now = difference.was, difference.now
    if not isinstance(was, str) or not isinstance(now, str):
        return ""
    return passage_changes(was, now) if matter in _TEXTS or max(len(was), len(now)) > SHORT else ""


def _side(file: GameFile, difference: Difference) -> str:
    """Whose it is, where the item names a side."""
    path = difference.after or ()
    for depth in range(len(path), 0, -1):
        data = Where(file, path[:depth]).data
        if isinstance(data, dict) and isinstance(data.get("side"), str):
            return str(data["side"])
    return ""


def _size(difference: Difference) -> int:
    """How much a number has changed; 0 for anything else."""
    was, now = difference.was, difference.now
    if isinstance(was, bool) or isinstance(now, bool) or not isinstance(was, (int, float)):
        return 0
    return round(abs(now - was)) if isinstance(now, (int, float)) else 0


# -- what has changed of an objective --------------------------------------------------------------


def objective_changes(
    before: GameFile, after: GameFile, every: list[Difference]
) -> tuple[list[Difference], list[Change]]:
    """Return the remaining differences, and the changes of objectives that both states have."""
    left: list[Difference] = []
    rows: dict[str, list[Difference]] = {}
    for difference in every:
        if difference.steps[:1] == ("objectives",) and len(difference.steps) > 2:
            rows.setdefault(difference.steps[1], []).append(difference)
        else:
            left.append(difference)
    return left, [change for several in rows.values() for change in _of_row(before, after, several)]


def _of_row(before: GameFile, after: GameFile, several: list[Difference]) -> list[Change]:
    """Points first; what a row states besides is told only where nothing else is."""
    first = several[0]
    one, other = _row(before, first.before), _row(after, first.after)
    paper = Where(after, first.after or ()).span.paper
    subject = ": ".join(part for part in (paper, str(one.get("text") or "")) if part)
    side = str(other.get("side") or one.get("side") or "")
    base = Change(Matter.POINTS, subject, "", side=side, file=after.name, address=address_of(first.steps[:2]))

    def change(what: str, was: Data, now: Data, size: int = 0) -> Change:
        return replace(base, what=what, was=value_text(was), now=value_text(now), size=size)

    made: list[Change] = []
    fields = {difference.steps[2] for difference in several}
    if "points" in fields:
        was, now = one.get("points"), other.get("points")
        size = abs(now - was) if isinstance(was, int) and isinstance(now, int) else 0
        made.append(change(f"{now} points, not {was}", was, now, size))
    if "text" in fields:
        made.append(change(f"now reads “{other.get('text')}”", one.get("text"), other.get("text")))
    if "when" in fields:
        made.append(change("is scored when something else holds", one.get("when"), other.get("when")))
    rest = [d for d in several if d.steps[2] not in ("points", "text", "when") and (not made or d.steps[2] != "states")]
    for difference in rest:
        was, now = difference.was, difference.now
        what = f"{difference.steps[-1]}: {value_text(now) or 'nothing'} instead of {value_text(was) or 'nothing'}"
        made.append(change(what, was, now))
    return made


def _row(file: GameFile, path: tuple[str | int, ...] | None) -> dict[str, Any]:
    data = Where(file, (path or ())[:2]).data if path else None
    return data if isinstance(data, dict) else {}


# -- what has changed on the map -------------------------------------------------------------------


def map_changes(before: Game, after: Game) -> Iterator[Change]:
    """Yield changes that are seen in hexes. Maps of another shape are one change."""
    one, other = hex_map(before), hex_map(after)
    if one is None or other is None:
        return
    if one.grid.ids != other.grid.ids:
        what = f"has {len(other.grid)} hexes, not {len(one.grid)}"
        yield Change(Matter.MAP, "Map", what, str(len(one.grid)), str(len(other.grid)))
        return
    yield from _terrain(one, other)
    yield from _sides(one, other)
    yield from _lines(one, other)


def _terrain(one: HexMap, other: HexMap) -> Iterator[Change]:
    for hex_, (was, now) in enumerate(zip(one.terrain, other.terrain, strict=True)):
        if was != now:
            name = other.grid.ids[hex_]
            old, new = _kind(one, was), _kind(other, now)
            yield Change(
                Matter.MAP, f"Hex {name}", f"is {new}, not {old}", old, new, hexes_before=(name,), hexes_after=(name,)
            )


def _kind(linked: HexMap, kind: str | None) -> str:
    found = linked.kinds.get(kind or "")
    return found.name if found else "unknown"


def _sides(one: HexMap, other: HexMap) -> Iterator[Change]:
    for side in sorted({*one.sides, *other.sides}):
        was = sorted({feature.kind for feature in one.sides.get(side, ())})
        now = sorted({feature.kind for feature in other.sides.get(side, ())})
        if was != now:
            hex_, direction = side
            names = [other.grid.ids[hex_]]
            neighbour = other.grid.neighbours[hex_][direction]
            names += [other.grid.ids[neighbour]] if neighbour >= 0 else []
            old, new = (", ".join(kinds) or "nothing" for kinds in (was, now))
            subject = f"Hexside {'/'.join(names)}"
            hexes = tuple(names)
            yield Change(Matter.MAP, subject, f"has {new}, not {old}", old, new, hexes_before=hexes, hexes_after=hexes)


def _lines(one: HexMap, other: HexMap) -> Iterator[Change]:
    was, now = _steps(one), _steps(other)
    for kind in sorted({*was, *now}):
        for steps, verb in ((now.get(kind, set()) - was.get(kind, set()), "runs"),
                            (was.get(kind, set()) - now.get(kind, set()), "runs no longer")):  # fmt: skip
            for pair in sorted(steps):
                names = tuple(other.grid.ids[h] for h in pair)
                subject = f"{_line(other, kind)} {'–'.join(names)}"
                words = ("", "yes") if verb == "runs" else ("yes", "")
                yield Change(Matter.MAP, subject, f"{verb} there", *words, hexes_before=names, hexes_after=names)


def _line(linked: HexMap, kind: str) -> str:
    found = linked.line_kinds.get(kind)
    return found.name if found else kind


def _steps(linked: HexMap) -> dict[str, set[tuple[int, int]]]:
    """The pairs of neighbours that each kind of line joins."""
    found: dict[str, set[tuple[int, int]]] = {}
    for line in linked.lines:
        for a, b in pairwise(line.hexes):
            if a is not None and b is not None:
                found.setdefault(line.line.kind, set()).add((min(a, b), max(a, b)))
    return found
