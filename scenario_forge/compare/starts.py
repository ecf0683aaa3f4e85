"""Two set-ups compared unit by unit: who is where, how strong, who comes and goes, and the markers on the map."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter
from scenario_forge.compare.units import hex_name, marks, spot, standing, state
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.project.front import fronts, places_that_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.plan import Placed, Plan
    from scenario_forge.project.force import Entry, UnitKey


def unit_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """What has changed of each unit that is in play in either."""
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


def _placed(made: Plan) -> dict[UnitKey, Placed]:
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


def _stands(one: Plan, other: Plan, was: Placed, now: Placed, base: Change) -> Change | None:
    what, far = standing(one.game, other.game, was.entry, now.entry, now.unit)
    tokens = [placed.entry.token.marks if placed.entry else () for placed in (was, now)]
    if (was.state == now.state != "at" and tokens[0] == tokens[1]) or not what:
        return None
    here, there = _place(one, was), _place(other, now)
    hexes = [(made.map.grid.ids[p.entry.hex],) if p.entry and p.entry.hex is not None else ()
             for made, p in ((one, was), (other, now))]  # fmt: skip
    weight = 0
    if was.state != now.state:
        weight, what = 1, f"{'starts ' if now.state == 'at' else 'is '}{there}, was {here}"
        what += f", {marks(other.game, now.entry)}" if now.entry and now.entry.token.marks else ""
    return replace(
        base, what=what, was=here, now=there, size=far, weight=weight, hexes_before=hexes[0], hexes_after=hexes[1]
    )


def _place(made: Plan, placed: Placed) -> str:
    if placed.state != "at" or placed.entry is None:
        return state(made.game, placed.state)
    return f"in {spot(made.game, placed.entry)}"


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
    more = [marks(made.game, entry)] if entry.token.marks else []
    return " ".join([spot(made.game, entry), *points, *more])


def saved_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """Points that a side has saved when play begins."""
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
    """Supply and other markers, kind by kind."""

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


def held_changes(one: Plan, was: CompiledScenario, other: Plan, now: CompiledScenario) -> Iterator[Change]:
    """Places that another side holds, and how much land changes hands with the front."""
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
    stated = {each.hex for each in linked.stated.get(made.scenario.id, ())}
    return {*places_that_count(made.game).values(), *stated}


def _holders(made: Plan, compiled: CompiledScenario) -> dict[int, str]:
    pairs = [int(value) for value in compiled.rules.get(HELD, ())]
    sides = compiled.keys["sides"]
    return {
        hex_: made.game.side_name(sides[side])
        for hex_, side in zip(pairs[::2], pairs[1::2], strict=True)
        if 0 <= side < len(sides) and 0 <= hex_ < compiled.hexes
    }
