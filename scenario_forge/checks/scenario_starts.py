"""SCN040, 041: marks and markers of a start that cannot be as they are written; works that no unit has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.set_ups import set_ups
from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.starts import reserve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Entry, Force, MarkerEntry, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.start_rules import Mark, StartRules
    from scenario_forge.project.system import Works

_STATES = {
    "at": "one that is there",
    "absent": "one that is not there",
    "eliminated": "one that is eliminated",
    "arrives": "one that arrives",
    "leaves": "one that leaves",
    "within": "one that starts anywhere in an area",
    "enters": "one that enters at a map edge",
    "attached": "one that starts with another",
    "free": "one that is set up freely",
}


def marks_of_units(game: Game) -> Iterator[Diagnostic]:
    """SCN040: units that are face down, green or stand in for others, and cannot be."""
    rules = game.system.start(game) if game.system else None
    for force in forces(game).sides.values() if rules else ():
        named: dict[tuple[str, str, int], Unit] = {}
        for unit in force.units:
            for entry in unit.all_entries():
                for name, number in entry.token.marks:
                    mark = rules.marks.get(name) if rules else None
                    why = _wrong(game, force, unit, entry, mark, number)
                    first = named.setdefault((entry.column.id, name, number), unit)
                    if not why and mark and mark.names_unit and first is not unit:
                        why = f"{first.cited} is that already"
                    if why:
                        yield _marked(unit.cited, entry, name, mark, why)


def _wrong(game: Game, force: Force, unit: Unit, entry: Entry, mark: Mark | None, number: int) -> str:
    """Why a unit cannot have a mark; empty where it can, and where its type is not known."""
    if mark is None:
        return "these rules know no such mark"
    counter = unit.counter.counter if unit.counter else None
    if counter is not None and counter.type not in mark.types:
        return f"its type, {counter.type}, never is"
    if entry.kind not in mark.kinds:
        said = _STATES.get(entry.kind, f"one {reserve(game)}")
        return f"{said} never is"
    if mark.names_unit:
        known = [each.no for each in force.units if each is not unit]
        return "" if number in known else f"{force.name} {number} is no other unit of its side"
    if not 1 <= number <= mark.most:
        return f"1 to {mark.most} is right, not {number}" if mark.most > 1 else f"{number} is not right"
    return _not_chosen(game, entry, mark)


def _not_chosen(game: Game, entry: Entry, mark: Mark) -> str:
    """Why a mark of an optional rule has no place in a scenario."""
    scenario = scenarios(game).scenarios.get(entry.column.id.removesuffix("+"))
    if mark.option is None or scenario is None or mark.option in scenario.document.options:
        return ""
    return f"optional rule `{mark.option}` is not in play"


def _marked(subject: str, entry: Entry, name: str, mark: Mark | None, why: str) -> Diagnostic:
    finding = scn.SCN040.at(entry.where, subject=subject, title=mark.title if mark else f"`{name}`", why=why)
    return finding.under((mark.rule if mark else "") or None)


def markers_of_starts(game: Game) -> Iterator[Diagnostic]:
    """SCN041, and SCN040 for markers: kinds that a start places, with a number or without, on a hex."""
    rules = game.system.start(game) if game.system else None
    for marker in forces(game).marker_entries() if rules and rules.markers else ():
        found = forces(game).markers.get(marker.marker)
        if rules is None or found is None:
            continue
        kind, name = found[0].kind, found[0].name.lower()
        why = _misplaced(rules, kind, marker)
        if why:
            finding = scn.SCN041.at(marker.entry.where, marker=found[0].name, why=why)
            yield finding.suggest(did_you_mean(kind, rules.markers) if kind not in rules.markers else None)
            continue
        for mark_name, number in marker.entry.token.marks:
            mark = rules.marks.get(mark_name)
            if mark is None or kind not in mark.markers or number != 1:
                side = marker.owner
                yield _marked(f"{side} {name}", marker.entry, mark_name, mark, f"{name} never is")


def _misplaced(rules: StartRules, kind: str, marker: MarkerEntry) -> str:
    token, location = marker.entry.token, marker.entry.location
    if kind not in rules.markers:
        return f"is no marker of a start: those are {', '.join(rules.markers)}"
    if kind in rules.hexes_only and location is not None and location.box is not None:
        return f"lies on the map, not in {token.place}"
    if kind in rules.numbered and not token.strength:
        return f"in {token.place} says no points: `{token.place}(c2)` has two"
    if kind not in rules.numbered and token.strength is not None:
        return f"in {token.place} has no points, but is written with {token.strength}"
    return ""


def works_without_a_unit(game: Game) -> Iterator[Diagnostic]:
    """SCN041: works beside those that units start in, against the rule on them."""
    rule = game.system.works(game) if game.system else None
    grid, linked = hex_map(game), forces(game)
    for set_up in set_ups(game).values() if rule and grid else ():
        there = {each.hex: [each.unit.cited] for each in set_up.units if each.entry.token.in_works}
        for marker, hex_ in set_up.markers:
            found = linked.markers.get(marker.marker)
            if rule is None or grid is None or found is None or found[0].kind != rule.marker:
                continue
            others = there.setdefault(hex_, [])
            why = _barred(rule, grid, hex_)
            if len(others) >= rule.per_hex:
                why = f"{grid.name(hex_)} has {others[0]}'s already"
            if why:
                yield scn.SCN041.at(marker.entry.where, marker=found[0].name, why=f"cannot be there: {why}").under(
                    rule.rule or None
                )
            others.append(f"{marker.owner} {rule.name}")


def _barred(rule: Works, grid: HexMap, hex_: int) -> str:
    for place, at, _where in grid.places.values():
        kinds = [kind.name.lower() for kind in grid.document.place_kinds if kind.id in {*place.kinds} & rule.forbidden]
        if at == hex_ and kinds:
            return f"{grid.name(hex_)}, {place.name}, is a {kinds[0]}"
    return ""


CHECKS = (marks_of_units, markers_of_starts, works_without_a_unit)
