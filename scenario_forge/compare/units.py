"""What has changed of a unit in an order of battle: where it starts, when it comes and goes, how strong it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter, address_of, written
from scenario_forge.hexes import distance
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.starts import marks_said, open_start, reserve
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.compare.leaves import Difference
    from scenario_forge.project.forces import Entry, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap

STATES = {
    "absent": "not there",
    "eliminated": "eliminated",
    "at": "on the map",
    "free": "free to set up",
}
"""What an entry says that names no place."""


def unit_change(before: Game, after: Game, name: str, difference: Difference) -> Change | None:
    """A change of a unit's row or of one of its cells; None where something else of the chart has changed."""
    one, other = _unit(before, name, difference.before), _unit(after, name, difference.after)
    known = other or one
    if known is None:
        return None
    made = Change(
        Matter.ARRIVALS,
        f"{known.cited}, {known.name}",
        "is new in the order of battle" if one is None else "is gone from the order of battle",
        written(difference.was),
        written(difference.now),
        known.side,
        unit=known.key,
        file=name,
        address=address_of(difference.steps),
    )
    if len(difference.steps) <= 2:
        return replace(made, was="", now="")
    column = difference.steps[2]
    if column == "name":
        subject = f"{known.cited}, {made.was}"
        return replace(made, matter=Matter.SET_UP, subject=subject, what=f"is called {made.now}")
    old = one.cells.get(column, []) if one else []
    new = other.cells.get(column, []) if other else []
    label = _label(known, after if other else before, column)
    return _cell(before, after, replace(made, subject=f"{made.subject}, {label}"), old, new, known)


def _unit(game: Game, name: str, path: tuple[str | int, ...] | None) -> Unit | None:
    if path is None or len(path) < 2 or path[0] != "units":
        return None
    row = int(path[1])
    units = [u for f in forces(game).sides.values() for u in f.units if u.where.file.name == name]
    return next((u for u in units if u.where.path[1:2] == (row,)), None)


def _label(unit: Unit, game: Game, column: str) -> str:
    force = forces(game).sides.get(unit.side)
    known = force.columns.get(column) if force else None
    if known is not None and known.label:
        return known.label.strip(" *")
    first = force.columns.get(known.after) if force and known and known.after else None
    return f"after {first.label.strip(' *')}" if first else column


def _cell(before: Game, after: Game, made: Change, old: list[Entry], new: list[Entry], unit: Unit) -> Change:
    raw = f"{made.now or 'nothing'} instead of {made.was or 'nothing'}"
    coming = any(entry.kind in ("arrives", "leaves") for entry in (*old, *new))
    if coming or len(old) > 1 or len(new) > 1:
        what, size = coming_and_going(before, after, old, new)
        return replace(made, what=what or raw, size=size)
    first, second = (old[0] if old else None), (new[0] if new else None)
    what, size = standing(before, after, first, second, unit)
    return replace(
        made,
        matter=Matter.SET_UP,
        what=what or raw,
        size=size,
        hexes_before=_hexes(before, first),
        hexes_after=_hexes(after, second),
    )


def standing(before: Game, after: Game, old: Entry | None, new: Entry | None, unit: Unit) -> tuple[str, int]:
    """How a unit's start differs, and by how many hexes; empty where only the writing does."""
    said: list[str] = []
    far = 0
    here, there = place_of(before, old), place_of(after, new)
    if here != there:
        far = _far(after, old, new)
        steps = f"{far} hex{'es' if far != 1 else ''}"
        said.append(f"starts {there}, {steps} from {here.removeprefix('in ')}" if far else f"is {there}, was {here}")
    if old is not None and new is not None:
        full = unit.counter.counter.strength if unit.counter else None
        if old.token.strength != new.token.strength:
            said.append(f"at strength {_strength(new, full)}, not {_strength(old, full)}")
        if old.token.in_works != new.token.in_works:
            works = after.system.works(after) if after.system else None
            name = works.name if works else "work"
            said.append(f"with a {name}" if new.token.in_works else f"without a {name}")
        if old.token.spent != new.token.spent:
            said.append(f"{new.token.spent or 0} movement points spent, not {old.token.spent or 0}")
        if old.token.facing != new.token.facing:
            said.append(f"facing {new.token.facing or 'no way'}, not {old.token.facing or 'any'}")
        if old.token.marks != new.token.marks:
            said.append(f"{marks(after, new) or 'nothing'}, not {marks(before, old) or 'nothing'}")
    return ", ".join(said), far


def _strength(entry: Entry, full: int | None) -> str:
    if entry.token.strength is not None:
        return str(entry.token.strength)
    return "full" if full is None else f"{full} (full)"


def state(game: Game, kind: str) -> str:
    """What an entry of a kind says that names no place: ``not there``."""
    return reserve(game) if kind == "reserve" else STATES.get(kind, kind)


def place_of(game: Game, entry: Entry | None) -> str:
    """``in QQ16``, ``not there``: where an entry puts its unit."""
    if entry is None:
        return "nowhere"
    if entry.kind in ("within", "enters", "attached"):
        return open_start(entry, hex_map(game))
    return f"in {spot(game, entry)}" if entry.kind == "at" else state(game, entry.kind)


def marks(game: Game, entry: Entry) -> str:
    """What else an entry begins with: `face down`."""
    return ", ".join(marks_said(game, entry.token))


def spot(game: Game, entry: Entry) -> str:
    """``G6 (Port)``: the hex of an entry with the place on it, or what else it names."""
    grid = hex_map(game)
    if entry.hex is None or grid is None:
        return entry.token.place
    return hex_name(grid, entry.hex)


def hex_name(grid: HexMap, hex_: int) -> str:
    """``G6 (Port)``: a hex, with the first place that the map names on it."""
    place = next((place.name for place, at, _where in grid.places.values() if at == hex_), "")
    return f"{grid.grid.ids[hex_]} ({place})" if place else grid.grid.ids[hex_]


def _hexes(game: Game, entry: Entry | None) -> tuple[str, ...]:
    grid = hex_map(game)
    return (grid.grid.ids[entry.hex],) if entry is not None and entry.hex is not None and grid is not None else ()


def _far(game: Game, old: Entry | None, new: Entry | None) -> int:
    grid = hex_map(game)
    if grid is None or old is None or new is None or old.hex is None or new.hex is None:
        return 0
    return distance(grid.grid, old.hex, new.hex) if max(old.hex, new.hex) < len(grid.grid) else 0


def coming_and_going(before: Game, after: Game, old: list[Entry], new: list[Entry]) -> tuple[str, int]:
    """How arrivals and withdrawals differ, and by how many turns."""
    said: list[str] = []
    most = 0
    for kind, verb in (("arrives", "arrives"), ("leaves", "leaves")):
        was = [e.turn for e in old if e.kind == kind]
        now = [e.turn for e in new if e.kind == kind]
        if was == now:
            continue
        words, size = _later(before, after, verb, was, now)
        said.append(words)
        most = max(most, size)
    return ", ".join(said), most


def _later(before: Game, after: Game, verb: str, was: list[int | None], now: list[int | None]) -> tuple[str, int]:
    one = was[0] if len(was) == 1 else None
    other = now[0] if len(now) == 1 else None
    if one is not None and other is not None:
        turns = abs(other - one)
        way = "later" if other > one else "earlier"
        label = _turn(after, other)
        return f"{verb} {label}, {turns} turn{'s' if turns != 1 else ''} {way}", turns
    told = " and ".join(_turn(after, turn) for turn in now) or "never"
    return f"{verb} {told}, not {' and '.join(_turn(before, turn) for turn in was) or 'at all'}", 1


def _turn(game: Game, turn: int | None) -> str:
    track = schedule(game)
    return track.label(turn) if track is not None and turn is not None else "?"
