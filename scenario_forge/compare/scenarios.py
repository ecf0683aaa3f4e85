"""Two scenarios compared: dates, who stands where, who comes and goes, what scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter
from scenario_forge.compare.units import STATES, standing
from scenario_forge.compiler.plan import plan
from scenario_forge.documents.victory import VictoryDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.plan import Placed, Plan
    from scenario_forge.documents.victory import Objective
    from scenario_forge.project.forces import UnitKey
    from scenario_forge.project.game import Game


def compare_scenarios(before: Game, one: str, after: Game, other: str) -> list[Change]:
    """All in which two scenarios differ, what matters most to a player first.

    Raises:
        NoSuchScenario: a game has none of that name.
        CompileError: errors in a game leave its set-up open.
    """
    first, second = plan(before, one), plan(after, other)
    found = [*_dates(first, second), *_units(first, second), *_markers(first, second), *_points(first, second)]
    return sorted(found, key=lambda change: change.order)


def positions(game: Game, scenario: str) -> dict[int, int]:
    """How many units stand in each hex when a scenario begins."""
    found: dict[int, int] = {}
    made = plan(game, scenario)
    for placed in made.placed:
        if placed.state == "at" and placed.entry and placed.entry.hex is not None and made.in_play(placed.unit):
            found[placed.entry.hex] = found.get(placed.entry.hex, 0) + 1
    return found


def _dates(one: Plan, other: Plan) -> Iterator[Change]:
    def told(made: Plan) -> dict[str, str]:
        document, track = made.scenario.document, made.track
        start, stop = made.scenario.start, made.scenario.stop
        names = made.game.side_names
        first = document.first or (start.side if start else "")
        last = document.last or (stop.side if stop else "")
        turns = made.scenario.player_turns(track)
        return {
            "Start": track.label(made.first_turn),
            "Stop": track.label(made.last_turn),
            "Moves first": names.get(first, first),
            "Moves last": names.get(last, last),
            "Player turns": str(turns or ""),
            "Optional rules": ", ".join(sorted(made.options)) or "none",
        }

    was, now = told(one), told(other)
    for subject in was:
        if was[subject] != now[subject]:
            yield Change(Matter.DATES, subject, f"{now[subject]}, not {was[subject]}", was[subject], now[subject])


def _units(one: Plan, other: Plan) -> Iterator[Change]:
    left, right = _placed(one), _placed(other)
    coming, going = _coming(one), _coming(other)
    for key in dict.fromkeys((*left, *right)):
        known = right.get(key) or left[key]
        unit = known.unit
        base = Change(Matter.SET_UP, f"{unit.cited}, {unit.name}", "", side=unit.side, unit=unit.key)
        if key not in left or key not in right:
            yield replace(base, what="is new" if key not in left else "is not in the order of battle")
            continue
        change = _stands(one, other, left[key], right[key], base)
        if change is not None:
            yield change
        yield from _turns(one, other, coming.get(key, {}), going.get(key, {}), base)


def _placed(made: Plan) -> dict[UnitKey, Placed]:
    return {placed.unit.key: placed for placed in made.placed if made.in_play(placed.unit)}


def _coming(made: Plan) -> dict[UnitKey, dict[str, list[int]]]:
    found: dict[UnitKey, dict[str, list[int]]] = {}
    for change in made.changes:
        if made.in_play(change.unit):
            found.setdefault(change.unit.key, {}).setdefault(change.kind, []).append(change.turn)
    return found


def _stands(one: Plan, other: Plan, was: Placed, now: Placed, base: Change) -> Change | None:
    what, far = standing(one.game, other.game, was.entry, now.entry)
    if was.state == now.state != "at" or not what:
        return None
    here, there = _place(one, was), _place(other, now)
    hexes = [(made.map.grid.ids[p.entry.hex],) if p.entry and p.entry.hex is not None else ()
             for made, p in ((one, was), (other, now))]  # fmt: skip
    if was.state != now.state:
        what = f"{there}, was {here}"
    return replace(base, what=what, was=here, now=there, size=far, hexes_before=hexes[0], hexes_after=hexes[1])


def _place(made: Plan, placed: Placed) -> str:
    if placed.state != "at" or placed.entry is None:
        return STATES[placed.state]
    entry = placed.entry
    return made.map.grid.ids[entry.hex] if entry.hex is not None else entry.token.place


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
            what += f", {turns} turn{'s' if turns != 1 else ''} {'later' if new[0] > old[0] else 'earlier'}"
        elif before and after:
            what += f", not {' and '.join(before)}"
        size = abs(new[0] - old[0]) if len(old) == len(new) == 1 else 1
        was_said, now_said = " and ".join(before), " and ".join(after)
        yield replace(base, matter=Matter.ARRIVALS, what=what, size=size, was=was_said, now=now_said)


def _markers(one: Plan, other: Plan) -> Iterator[Change]:
    def told(made: Plan) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for marker in made.markers:
            hex_ = marker.entry.hex
            place = made.map.grid.ids[hex_] if hex_ is not None else marker.entry.token.place
            found.setdefault((marker.side, marker.marker), []).append(place)
        return {key: sorted(places) for key, places in found.items()}

    was, now = told(one), told(other)
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key, []), now.get(key, [])
        if before != after:
            side, marker = key
            what = f"in {', '.join(after) or 'no place'}, not in {', '.join(before) or 'any'}"
            subject = f"{other.game.side_name(side)} {marker.removesuffix(f'-{side}').replace('-', ' ')}"
            yield Change(Matter.SET_UP, subject, what, ", ".join(before), ", ".join(after), side)


def _points(one: Plan, other: Plan) -> Iterator[Change]:
    was, now = _objectives(one), _objectives(other)
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        known = new or old
        if known is None or (old and new and old.points == new.points and old.when == new.when):
            continue
        subject = f"{other.game.side_name(known.side)}: {known.text}"
        if old and new:
            what = f"{new.points} points, not {old.points}"
        else:
            what = f"scores {known.points} points" if new else "scores nothing"
        size = abs((new.points if new else 0) - (old.points if old else 0))
        texts = (str(old.points) if old else "", str(new.points) if new else "")
        yield Change(Matter.POINTS, subject, what, *texts, known.side, size)


def _objectives(made: Plan) -> dict[tuple[str, str], Objective]:
    """The rows that apply at a scenario's stop date, by side and words."""
    stop = made.scenario.document.stop
    return {
        (objective.side, objective.text): objective
        for document, _where in made.game.documents("victory", VictoryDocument)
        for objective in document.objectives
        if objective.stop == stop
    }
