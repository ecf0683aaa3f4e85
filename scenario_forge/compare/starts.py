"""Changes of units, markers and control at the start, and of arrivals and withdrawals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.compare.difference import Change, Matter, address_of, value_text
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.forces import forces
from scenario_forge.game.front import fronts, places_that_count
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import describe_marks, open_start, reserve
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.compare.difference import Difference
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.set_up import PlacedUnit, Plan
    from scenario_forge.game.forces import Entry, Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap


def unit_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """Yield the changes of each unit that is in play in either scenario."""
    left, right = _placed(one), _placed(other)
    coming, going = _coming(one), _coming(other)
    undecided, still = _undecided(one), _undecided(other)
    for key in dict.fromkeys((*left, *right)):
        known = right.get(key) or left[key]
        unit = known.unit
        base = Change(Matter.SET_UP, f"{unit.cited}, {unit.name}", "", side=unit.side, unit=unit.key)
        if key not in left or key not in right:
            yield replace(base, weight=2, what="is new" if key not in left else "is not in the order of battle")
            continue
        change = _stands(one, other, left[key], right[key], base)
        if change is not None:
            yield change
        elif (unit.cited in undecided) != (unit.cited in still):
            what = "is left to decide" if unit.cited in still else "is decided"
            yield replace(base, what=f"{what}: {_place(other, right[key])}")
        yield from _turns(one, other, coming.get(key, {}), going.get(key, {}), base)


def _placed(made: Plan) -> dict[UnitKey, PlacedUnit]:
    return {placed.unit.key: placed for placed in made.placed if made.in_play(placed.unit)}


def _undecided(made: Plan) -> set[str]:
    file = made.scenario.where.file.name
    return {decision.subject for decision in made.forces.decisions if decision.where.file.name == file}


def _coming(made: Plan) -> dict[UnitKey, dict[str, list[int]]]:
    found: dict[UnitKey, dict[str, list[int]]] = {}
    for change in made.changes:
        if made.in_play(change.unit):
            found.setdefault(change.unit.key, {}).setdefault(change.kind, []).append(change.turn)
    return found


def _stands(one: Plan, other: Plan, was: PlacedUnit, now: PlacedUnit, base: Change) -> Change | None:
    what, far = start_difference(one.game, other.game, was.entry, now.entry, now.unit)
    tokens = [placed.entry.token.marks if placed.entry else () for placed in (was, now)]
    if (was.state == now.state != "at" and tokens[0] == tokens[1]) or not what:
        return None
    here, there = _place(one, was), _place(other, now)
    hexes = [(made.map.grid.ids[p.entry.hex],) if p.entry and p.entry.hex is not None else ()
             for made, p in ((one, was), (other, now))]  # fmt: skip
    weight = 0
    if was.state != now.state:
        weight, what = 1, f"{'starts ' if now.state == 'at' else 'is '}{there}, was {here}"
        what += f", {mark_words(other.game, now.entry)}" if now.entry and now.entry.token.marks else ""
    return replace(
        base, what=what, was=here, now=there, size=far, weight=weight, hexes_before=hexes[0], hexes_after=hexes[1]
    )


def _place(made: Plan, placed: PlacedUnit) -> str:
    if placed.state != "at" or placed.entry is None:
        return kind_words(made.game, placed.state)
    return f"in {location_words(made.game, placed.entry)}"


def _turns(
    one: Plan, other: Plan, was: dict[str, list[int]], now: dict[str, list[int]], base: Change
) -> Iterator[Change]:
    for kind in ("arrives", "leaves"):
        old, new = was.get(kind, []), now.get(kind, [])
        before = [one.track.label(turn) for turn in old]
        after = [other.track.label(turn) for turn in new]
        if before == after:
            continue
        what = f"{kind} {' and '.join(after)}" if after else f"{kind} no more"
        if len(old) == len(new) == 1:
            turns = abs(new[0] - old[0])
            what += f", {plural(turns, 'turn')} {'later' if new[0] > old[0] else 'earlier'}"
        elif before:
            what += f", not {' and '.join(before)}" if after else f"; it was {' and '.join(before)}"
        size = abs(new[0] - old[0]) if len(old) == len(new) == 1 else 1
        was_said, now_said = " and ".join(before), " and ".join(after)
        yield replace(base, matter=Matter.ARRIVALS, what=what, size=size, was=was_said, now=now_said)


def _lies(made: Plan, entry: Entry) -> str:
    """Where a marker lies, with how many points and what else is marked on it."""
    points = [f"with {entry.token.strength} points"] if entry.token.strength is not None else []
    more = [mark_words(made.game, entry)] if entry.token.marks else []
    return " ".join([location_words(made.game, entry), *points, *more])


def saved_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """Yield changes of the points that a side has saved when play begins."""
    was, now = _saved(one), _saved(other)
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key, 0), now.get(key, 0)
        if old != new:
            side, name = key
            pools = other.game.system.start(other.game).pools if other.game.system else {}
            title = pools[name].title if name in pools else name
            subject = f"{other.game.side_name(side)}, {title}"
            what = f"{new} points, not {old}"
            yield Change(Matter.SET_UP, subject, what, str(old), str(new), side, abs(new - old), weight=1)


def _saved(made: Plan) -> dict[tuple[str, str], int]:
    return {(own.side, name): points for own in made.scenario.document.set_up for name, points in own.saved.items()}


def marker_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """Yield changes of supply and other markers, kind by kind."""

    def told(made: Plan) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for marker in made.markers:
            found.setdefault((marker.side, marker.marker), []).append(_lies(made, marker.entry))
        return {key: sorted(places) for key, places in found.items()}

    was, now = told(one), told(other)
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key, []), now.get(key, [])
        if before != after:
            side, marker = key
            new, gone = (list((Counter(a) - Counter(b)).elements()) for a, b in ((after, before), (before, after)))
            said = [f"{words} {', '.join(places)}" for words, places in (("in", new), ("no longer in", gone)) if places]
            what = ", ".join(said)
            known = other.forces.markers.get(marker) or one.forces.markers.get(marker)
            name = known[0].name if known else marker.removesuffix(f"-{side}").replace("-", " ")
            subject = f"{other.game.side_name(side)}, {name}"
            yield Change(Matter.SET_UP, subject, what, ", ".join(before), ", ".join(after), side, weight=1)


# -- who holds what when play begins ---------------------------------------------------------------


HELD = "control"
"""The array of a rule system that says who holds what when play begins: hex and side by turns."""
FRONT = "The front"
"""What a change of the front is about."""


def control_changes(one: Plan, was: CompiledScenario, other: Plan, now: CompiledScenario) -> Iterator[Change]:
    """Yield changes of control: places that another side holds, and the land that changes hands with the front."""
    before, after = _holders(one, was), _holders(other, now)
    named = {*_named(one, before), *_named(other, after)}
    grid = other.map.grid.ids
    for hex_ in sorted(named):
        old, new = before.get(hex_, ""), after.get(hex_, "")
        if old != new:
            place = hex_name(other.map, hex_)
            what = f"{new or 'nobody'} holds it, not {old or 'anybody'}"
            names = (grid[hex_],) if hex_ < len(grid) else ()
            yield Change(Matter.SET_UP, place, what, old, new, weight=1, hexes_before=names, hexes_after=names)
    drawn = [made.scenario.id in fronts(made.game).fronts for made in (one, other)]
    if drawn == [True, True]:
        yield from _moved(other, before, after)
    elif any(drawn):
        what = "is drawn" if drawn[1] else "is drawn no more"
        yield Change(Matter.SET_UP, FRONT, what, weight=1)


def _moved(other: Plan, before: Mapping[int, str], after: Mapping[int, str]) -> Iterator[Change]:
    """Land that changes hands, named or not."""
    grid = other.map.grid.ids
    gains: dict[str, int] = {}
    moved = [hex_ for hex_ in sorted({*before, *after}) if before.get(hex_) != after.get(hex_)]
    for hex_ in moved:
        side = after.get(hex_, "nobody")
        gains[side] = gains.get(side, 0) + 1
    if moved:
        count = ", ".join(f"{plural(number, 'hex')} to {side}" for side, number in gains.items())
        names = tuple(grid[hex_] for hex_ in moved if hex_ < len(grid))
        yield Change(
            Matter.SET_UP, FRONT, f"has moved: {count}", size=len(moved), hexes_before=names, hexes_after=names
        )


def _named(made: Plan, held: Mapping[int, str]) -> set[int]:
    """Hexes whose holder is told one by one: those that a front does not tell, and places."""
    linked = fronts(made.game)
    if made.scenario.id not in linked.fronts:
        return set(held)
    stated = {each.hex for each in linked.stated_control.get(made.scenario.id, ())}
    return {*places_that_count(made.game).values(), *stated}


def _holders(made: Plan, compiled: CompiledScenario) -> dict[int, str]:
    pairs = [int(value) for value in compiled.rules.get(HELD, ())]
    sides = compiled.keys["sides"]
    return {
        hex_: made.game.side_name(sides[side])
        for hex_, side in zip(pairs[::2], pairs[1::2], strict=True)
        if 0 <= side < len(sides) and 0 <= hex_ < compiled.hexes
    }


# -- what has changed of a unit in an order of battle: where it starts, when it comes and goes, how strong it is ---


STATES = {
    "absent": "not there",
    "eliminated": "eliminated",
    "at": "on the map",
    "free": "free to set up",
}
"""What an entry says that names no place."""


def unit_change(before: Game, after: Game, name: str, difference: Difference) -> Change | None:
    """Return a change of a unit's row or of one of its cells; None where something else of the chart has changed."""
    one, other = _unit(before, name, difference.before), _unit(after, name, difference.after)
    known = other or one
    if known is None:
        return None
    made = Change(
        Matter.ARRIVALS,
        f"{known.cited}, {known.name}",
        "is new in the order of battle" if one is None else "is gone from the order of battle",
        value_text(difference.was),
        value_text(difference.now),
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
        what, size = arrival_difference(before, after, old, new)
        return replace(made, what=what or raw, size=size)
    first, second = (old[0] if old else None), (new[0] if new else None)
    what, size = start_difference(before, after, first, second, unit)
    return replace(
        made,
        matter=Matter.SET_UP,
        what=what or raw,
        size=size,
        hexes_before=_hexes(before, first),
        hexes_after=_hexes(after, second),
    )


def start_difference(before: Game, after: Game, old: Entry | None, new: Entry | None, unit: Unit) -> tuple[str, int]:
    """Return how a unit's start differs, and by how many hexes; empty where only the notation does."""
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
            said.append(f"{mark_words(after, new) or 'nothing'}, not {mark_words(before, old) or 'nothing'}")
    return ", ".join(said), far


def _strength(entry: Entry, full: int | None) -> str:
    if entry.token.strength is not None:
        return str(entry.token.strength)
    return "full" if full is None else f"{full} (full)"


def kind_words(game: Game, kind: str) -> str:
    """Return the words for a kind of entry without a place: ``not there``."""
    return reserve(game) if kind == "reserve" else STATES.get(kind, kind)


def place_of(game: Game, entry: Entry | None) -> str:
    """Return the place of an entry's unit in words: ``in QQ16``, ``not there``."""
    if entry is None:
        return "nowhere"
    if entry.kind in ("within", "enters", "attached"):
        return open_start(entry, hex_map(game))
    return f"in {location_words(game, entry)}" if entry.kind == "at" else kind_words(game, entry.kind)


def mark_words(game: Game, entry: Entry) -> str:
    """Return the marks that an entry begins with: `face down`."""
    return ", ".join(describe_marks(game, entry.token))


def location_words(game: Game, entry: Entry) -> str:
    """Return the hex of an entry with the place on it, or its other location: ``G6 (Port)``."""
    grid = hex_map(game)
    if entry.hex is None or grid is None:
        return entry.token.place
    return hex_name(grid, entry.hex)


def hex_name(grid: HexMap, hex_: int) -> str:
    """Return a hex with the first place that the map names on it: ``G6 (Port)``."""
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


def arrival_difference(before: Game, after: Game, old: list[Entry], new: list[Entry]) -> tuple[str, int]:
    """Return how arrivals and withdrawals differ, and by how many turns."""
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
