"""Two states of a game compared value by value, each difference told by what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter, address_of, written
from scenario_forge.compare.ground import map_changes
from scenario_forge.compare.leaves import differences
from scenario_forge.compare.objectives import objective_changes
from scenario_forge.compare.prose import SHORT, reworded, without_followers
from scenario_forge.compare.units import unit_change
from scenario_forge.project.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compare.leaves import Difference
    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game

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
_CORE_OTHER = frozenset({"game", "chronology", "playtest", "words", "profiles"})


def compare_games(before: Game, after: Game) -> list[Change]:
    """All that is another in the second game, what matters most to a player first.

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
    """What the values of a file matter to a player."""
    kind = file.kind.name
    if kind in MATTERS:
        return MATTERS[kind]
    return Matter.OTHER if kind in _CORE_OTHER else Matter.RULES


def _told_by_hex(file: GameFile, difference: Difference) -> bool:
    """Whether the map's own comparison tells of it: what stands in a hex, on a hexside, along a line."""
    return file.kind.name == "map" and difference.steps[0] in ("rows", "hexes", "hexsides", "lines")


def change_of(before: Game, after: Game, name: str, difference: Difference) -> Change:
    """One difference between two states of a file, in words."""
    one, other = before.read[name], after.read[name]
    if other.kind.name == "orders-of-battle":
        made = unit_change(before, after, name, difference)
        if made is not None:
            return made
    place = Where(other, difference.after).span if difference.after is not None else None
    if place is None:
        place = Where(one, difference.before or ()).span
    subject = place.paper or address_of(difference.steps)
    was, now = written(difference.was), written(difference.now)
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
    return reworded(was, now) if matter in _TEXTS or max(len(was), len(now)) > SHORT else ""


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
