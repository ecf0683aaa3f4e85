"""SCN012 to SCN016, SCN038 to SCN042: set-ups, fronts, marks and boards of scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.forces import all_forces_read, forces
from scenario_forge.game.front import fronts
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import misfit
from scenario_forge.game.scenarios import cards_by_start, ending, printed_start, reserve, scenarios
from scenario_forge.hexes import across, format_side, loose_ends

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Entry, Force, MarkerEntry, Unit
    from scenario_forge.game.front import Front, Land, Stand
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import Mark, StartRules
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.system import Works
    from scenario_forge.hexes import Side

CODES = Codes(__file__)
SCN012 = CODES.warning("SCN012", "left-to-decide", "{subject} is still to be decided; {played}")
SCN013 = CODES.error("SCN013", "unit-not-accounted-for", "the set-up does not say where these units are: {units}")
SCN014 = CODES.error("SCN014", "front-parts-nothing", "the front's hexside {side} {how}")
SCN015 = CODES.error(
    "SCN015",
    "land-without-a-side",
    "the front cuts off the land around {hex}, which belongs to neither side: {why}",
)
SCN016 = CODES.warning("SCN016", "beyond-the-front", "{who} in {hex} is on the {side} side of the front")
SCN038 = CODES.error("SCN038", "boards-do-not-fit", "this board cannot be joined here: {why}")
SCN039 = CODES.error("SCN039", "set-up-off-the-boards", "{who} starts on sheet {sheet}, which {scenario} does not use")
SCN040 = CODES.error("SCN040", "mark-that-cannot-be", "{subject} cannot be {title}: {why}")
SCN041 = CODES.error("SCN041", "marker-that-cannot-be", "{marker} {why}")
SCN042 = CODES.warning("SCN042", "value-missing", "{scenario} has no {what}; every other scenario has one")


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
    """Report marks such as face down or green on units that cannot have them (SCN040)."""
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
                        why = f"{first.cited} already is"
                    if why:
                        yield _marked(unit.cited, entry, name, mark, why)


def _wrong(game: Game, force: Force, unit: Unit, entry: Entry, mark: Mark | None, number: int) -> str:
    """Why a unit cannot have a mark; empty where it can, and where its type is not known."""
    if mark is None:
        return "the rules have no such mark"
    counter = unit.counter.counter if unit.counter else None
    if counter is not None and counter.type not in mark.types:
        return f"units of type {counter.type} never are"
    if entry.kind not in mark.kinds:
        said = _STATES.get(entry.kind, f"one {reserve(game)}")
        return f"{said} never is"
    if mark.names_unit:
        known = [each.no for each in force.units if each is not unit]
        return "" if number in known else f"{force.name} {number} is not another unit of its side"
    if not 1 <= number <= mark.most:
        return f"1 to {mark.most} is allowed, not {number}" if mark.most > 1 else f"{number} is not allowed"
    return _not_chosen(game, entry, mark)


def _not_chosen(game: Game, entry: Entry, mark: Mark) -> str:
    """Why a mark of an optional rule has no place in a scenario."""
    scenario = scenarios(game).scenarios.get(entry.column.id.removesuffix("+"))
    if mark.option is None or scenario is None or mark.option in scenario.document.options:
        return ""
    return f"optional rule `{mark.option}` is not in play"


def _marked(subject: str, entry: Entry, name: str, mark: Mark | None, why: str) -> Diagnostic:
    finding = SCN040.at(entry.where, subject=subject, title=mark.title if mark else f"`{name}`", why=why)
    return finding.under(mark.rule if mark else "")


def markers_of_starts(game: Game) -> Iterator[Diagnostic]:
    """Report markers that a start may not place, or not with such a number or there (SCN041, SCN040)."""
    rules = game.system.start(game) if game.system else None
    for marker in forces(game).marker_entries() if rules and rules.markers else ():
        found = forces(game).markers.get(marker.marker)
        if rules is None or found is None:
            continue
        kind, name = found[0].kind, found[0].name.lower()
        why = _misplaced(rules, kind, marker)
        if why:
            finding = SCN041.at(marker.entry.where, marker=found[0].name, why=why)
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
        return f"cannot be placed at a start; these can: {', '.join(rules.markers)}"
    if kind in rules.hexes_only and location is not None and location.box is not None:
        return f"lies on the map, not in {token.place}"
    if kind in rules.numbered and not token.strength:
        return f"in {token.place} has no points; write `{token.place}(c2)` for two"
    if kind not in rules.numbered and token.strength is not None:
        return f"in {token.place} has no points, but is written with {token.strength}"
    return ""


def works_without_a_unit(game: Game) -> Iterator[Diagnostic]:
    """Report works as markers where the rules allow none or no more (SCN041)."""
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
                why = f"{grid.name(hex_)} already has {others[0]}'s"
            if why:
                yield SCN041.at(marker.entry.where, marker=found[0].name, why=f"cannot be there: {why}").under(
                    rule.rule
                )
            others.append(f"{marker.owner} {rule.name}")


def _barred(rule: Works, grid: HexMap, hex_: int) -> str:
    for place, at, _where in grid.places.values():
        kinds = [kind.name.lower() for kind in grid.document.place_kinds if kind.id in {*place.kinds} & rule.forbidden]
        if at == hex_ and kinds:
            return f"{grid.name(hex_)}, {place.name}, is a {kinds[0]}"
    return ""


# -- set-ups of scenarios on new dates -------------------------------------------------------------


MOST_NAMED = 3
"""How many units a message names."""


def open_decisions(game: Game) -> Iterator[Diagnostic]:
    """Report a cell that begins with `Decide:` (SCN012)."""
    for decision in (*forces(game).decisions, *fronts(game).decisions):
        played = f"played as {decision.candidate} until then" if decision.candidate else "absent until then"
        yield SCN012.at(decision.where, subject=decision.subject, played=played)


def starts_to_decide(game: Game) -> Iterator[Diagnostic]:
    """Report a scenario whose `begins_as` begins with `Decide:` (SCN012)."""
    for scenario in scenarios(game).listed:
        if (scenario.document.begins_as or "").startswith("Decide:"):
            played = f"played as {scenario.begins_as} until then"
            yield SCN012.at(scenario.where / "begins_as", subject="`begins_as`", played=played)


def missing_values(game: Game) -> Iterator[Diagnostic]:
    """Report what every other scenario has and one lacks: values and cards of its start, levels (SCN042)."""
    known, ends = scenarios(game).scenarios, ending(game)
    printed = {id_ for id_, each in known.items() if each.document.basis != "proposed"} or known.keys()
    starts = {id_: printed_start(game, id_) for id_, each in known.items() if each.start is not None}
    levels = next((each for each in ends.levels if each.levels.scenarios), None)
    for id_, start in starts.items():
        scenario, others = known[id_], sorted(printed - {id_})
        if not others:
            continue
        here = scenario.where / ("begins_as" if scenario.document.begins_as else "start")
        for what, there, dated in _by_start(game, start):
            if start not in dated and all(starts.get(other) in dated for other in others):
                finding = SCN042.at(here, scenario=scenario.document.title, what=what)
                yield finding.also(there, "that of other starts")
        # of two scenarios, one may well end by who has more points
        if levels and len(others) > 1 and ends.of_scenario(id_) is None and all(map(ends.of_scenario, others)):
            what = "list of `levels` in the victory table"
            finding = SCN042.at(scenario.where / "scenario", scenario=scenario.document.title, what=what)
            yield finding.also(levels.where, "that of another")


def _by_start(game: Game, start: str) -> Iterator[tuple[str, Where, Collection[str]]]:
    """Yield values kept by start date: what a start would lack, where that is, and the starts that have it."""
    for each in game.system.kept_by_start(game) if game.system else ():
        yield f"value `{start}` in `{each.where.path[-1]}`", each.where, each.values.keys()
    cards = cards_by_start(game)
    if cards:
        dated = {start for section, _where in cards for start in section.starts}
        yield f"section of the set-up card for the start {start}", cards[0][1], dated


def units_left_out(game: Game) -> Iterator[Diagnostic]:
    """Report units that a set-up instead of a printed one does not account for (SCN013)."""
    if any(game.broken(kind) for kind in ("orders-of-battle", "time-track")):
        return
    linked = forces(game)
    for scenario in scenarios(game).scenarios.values():
        if not scenario.document.set_up:
            continue
        missing = [unit for unit in linked.units() if scenario.id not in unit.own]
        if missing:
            units = ", ".join(unit.cited for unit in missing[:MOST_NAMED]) + (" …" if len(missing) > MOST_NAMED else "")
            finding = SCN013.at((scenario.where / "set_up").key(), units=units)
            yield finding.also(missing[0].where, "the first in the order of battle")


# -- fronts of scenarios that part nothing, land that is nobody's, units on the wrong side ---------


def idle_front_sides(game: Game) -> Iterator[Diagnostic]:
    """Report a hexside at sea, on the map edge, twice, or of a line that ends in open country (SCN014)."""
    for front in fronts(game).fronts.values():
        for side, where in front.idle:
            yield SCN014.at(where, side=_name(front, side), how=_why_idle(front, side))
    for front in _read(game):
        loose = loose_ends(front.map.grid, front.map.land, front.line)
        for sides in _open(front).values():
            how = "separates nothing: the land on both sides meets at the end of the line"
            finding = SCN014.at(front.line[sides[0]], side=_name(front, sides[0]), how=how)
            for end in (end for end in loose if end in sides):
                finding = finding.also(front.line[end], "the line ends in open country")
            yield finding
    for front in _owned(game):
        yield from _same_on_both_sides(front)


def _read(game: Game) -> Iterator[Front]:
    """The fronts of which every hexside is one."""
    yield from (front for front in fronts(game).fronts.values() if not front.unread_sides)


def _owned(game: Game) -> Iterator[Front]:
    """The same, if everything is read that says who stands where, so that land belongs to whom it seems to."""
    if all_forces_read(game) and not any(game.broken(kind) for kind in ("game", "rules")):
        yield from _read(game)


def _open(front: Front) -> dict[int, list[Side]]:
    """Hexsides with one and the same land on both sides, by the first hex of that land."""
    found: dict[int, list[Side]] = {}
    for side in front.line:
        one, other = (front.land(hex_) for hex_ in across(front.map.grid, side))
        if one is other and one is not None:
            found.setdefault(one.hexes[0], []).append(side)
    return found


def _why_idle(front: Front, side: Side) -> str:
    one, other = across(front.map.grid, side)
    if side in front.line:
        return "is already part of the front"
    if other < 0:
        return "is the map edge"
    return "is at sea" if not (front.map.land[one] or front.map.land[other]) else "is the coast"


def _same_on_both_sides(front: Front) -> Iterator[Diagnostic]:
    """Two lands of one side with a line between them: once for each pair."""
    seen = set()
    for side, where in front.line.items():
        one, other = (front.land(hex_) for hex_ in across(front.map.grid, side))
        if one is None or other is None or one is other or one.side is None or one.side != other.side:
            continue
        pair = frozenset((one.hexes[0], other.hexes[0]))
        if pair not in seen:
            seen.add(pair)
            how = f"lies between {_owner(front, one.side)} land and {_owner(front, other.side)} land"
            yield SCN014.at(where, side=_name(front, side), how=how)


def nobodys_land(game: Game) -> Iterator[Diagnostic]:
    """Report land cut off by the front line with no units, or equally many of both sides (SCN015)."""
    for front in _owned(game):
        seen = set(_open(front))
        for side, where in front.line.items():
            for hex_ in across(front.map.grid, side):
                land = front.land(hex_)
                if land is not None and land.side is None and land.hexes[0] not in seen:
                    seen.add(land.hexes[0])
                    yield SCN015.at(where, hex=front.map.name(hex_), why=_why_nobodys(front, land))


def _why_nobodys(front: Front, land: Land) -> str:
    if len(land.count) > 1:
        most = max(land.count.values())
        sides = " and ".join(_owner(front, side) for side, count in land.count.items() if count == most)
        return f"it has equally many units and markers of {sides}"
    return "it has no unit or marker"


def beyond_the_front(game: Game) -> Iterator[Diagnostic]:
    """Report units and markers on the land of another side, once for each hex and side (SCN016)."""
    for front in _owned(game):
        groups: dict[tuple[int, str], list[Stand]] = {}
        open_ = _open(front)
        for stand in front.stands_beyond():
            land = front.land(stand.hex)
            if land is None or land.hexes[0] in open_:
                continue  # whose it is follows from where the line ends
            groups.setdefault((stand.hex, stand.side), []).append(stand)
        for (hex_, side), stood in groups.items():
            names = [stand.unit.cited if stand.unit else f"a marker of {_owner(front, side)}" for stand in stood]
            who = ", ".join(dict.fromkeys(names[:MOST_NAMED])) + (" …" if len(names) > MOST_NAMED else "")
            whose = _owner(front, front.side_of(hex_) or "")
            finding = SCN016.at(stood[0].where, who=who, hex=front.map.name(hex_), side=whose)
            yield finding.also((front.scenario.where / "front").key(), "the front")


def _owner(front: Front, side: str) -> str:
    return front.names.get(side, side)


def _name(front: Front, side: Side) -> str:
    return format_side(front.map.grid, side)


# -- boards that a scenario joins ------------------------------------------------------------------


def boards_that_do_not_fit(game: Game) -> Iterator[Diagnostic]:
    """Report a board that does not exist, is used twice, or does not meet the one beside it (SCN038)."""
    found = game.one("map", MapDocument)
    for scenario in scenarios(game).scenarios.values() if found else ():
        wrong = misfit(found[0], scenario.document.boards) if found else None
        if wrong is not None:
            yield SCN038.at(scenario.where / "boards" / wrong[0], why=wrong[1])


def set_up_off_the_boards(game: Game) -> Iterator[Diagnostic]:
    """Report a unit or marker that starts on a board the scenario is not played on (SCN039)."""
    grid = hex_map(game)
    for scenario in scenarios(game).scenarios.values() if grid else ():
        fit = grid is not None and misfit(grid.document, scenario.document.boards) is None
        played = {board.sheet for board in scenario.document.boards} if fit else set()
        for force in forces(game).sides.values() if played else ():
            for who, entry in _starting(force, scenario):
                sheet = grid.grid.sheet_of(entry.hex).id if grid and entry.hex is not None else None
                if sheet is not None and sheet not in played:
                    finding = SCN039.at(entry.where, who=who, sheet=sheet, scenario=scenario.document.title)
                    yield finding.also(scenario.where / "boards", "the boards")


def _starting(force: Force, scenario: Scenario) -> Iterator[tuple[str, Entry]]:
    """What a scenario's column has on the map: its own, else the printed one of its start."""
    own = scenario.id in force.own
    printed = (column.id for column in force.columns.values() if column.start == scenario.document.start)
    column = scenario.id if own else next(printed, "")
    for unit in force.units:
        if entry := unit.at_start(column):
            yield unit.cited, entry
    for marker in force.markers:
        if marker.entry.column.id == column:
            yield marker.marker, marker.entry


CHECKS = (
    marks_of_units,
    markers_of_starts,
    works_without_a_unit,
    open_decisions,
    starts_to_decide,
    missing_values,
    units_left_out,
    idle_front_sides,
    nobodys_land,
    beyond_the_front,
    boards_that_do_not_fit,
    set_up_off_the_boards,
)
