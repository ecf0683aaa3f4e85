"""Compilation of a scenario of a linked game to arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.arrays import (
    ARRIVES,
    LEAVES,
    NONE,
    Kinds,
    Turns,
    formation_arrays,
    formation_keys,
    ints,
    value_arrays,
)
from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.compiler.objectives import Objectives
from scenario_forge.compiler.problems import CMP001, CompileError, merge_arrays
from scenario_forge.compiler.set_up import plan
from scenario_forge.compiler.units import (
    areas,
    boxes,
    changes,
    map_arrays,
    marker_types,
    markers,
    mask,
    numbers,
    places,
    units,
)
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.counters import marker_kinds
from scenario_forge.game.game import view
from scenario_forge.game.place import AddressError
from scenario_forge.game.placement import EDGES
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import saved_at, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.compiler.arrays import Numbers
    from scenario_forge.compiler.objectives import Keys
    from scenario_forge.compiler.set_up import PlacedUnit, Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Happening
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import Location
    from scenario_forge.game.placement import Mark


_MOST_BITS = 31


def compile_scenario(game: Game, scenario_id: str, options: Iterable[str] | None = None) -> CompiledScenario:
    """Compile a scenario for play. ``options`` replace the scenario's own.

    Raises:
        NoSuchScenario: the game has none of that name.
        CompileError: the game has errors that leave the scenario without a meaning.
    """
    chosen = options_of(game, scenario_id) if options is None else frozenset(options)
    unchanged = list(_unchangeable(game, scenario_id))
    if unchanged:
        raise CompileError(f"scenario {scenario_id} changes what is not there", unchanged)
    return compile_changed(with_scenario(game, scenario_id, chosen), scenario_id, chosen)


def compile_changed(game: Game, scenario_id: str, options: frozenset[str]) -> CompiledScenario:
    """Compile a scenario of a game in which the changes of the scenario and of the options are made already.

    Raises:
        NoSuchScenario, CompileError: as `compile_scenario`.
    """
    planned = plan(game, scenario_id, options)
    problems: list[Diagnostic] = []
    keys = _keys(planned, problems)
    try:
        made = _compiled(planned, keys, problems)
    except OverflowError as error:
        raise CompileError(f"scenario {scenario_id}: a number does not fit 32 bits ({error})", problems) from error
    if problems:
        found = sorted(set(problems), key=lambda d: d.sort_key)
        raise CompileError(f"scenario {scenario_id} has errors", found)
    return made


@view
def first_compiled(game: Game) -> CompiledScenario | None:
    """Compile the first scenario that has a meaning, for rules that are the same in all; None while none has."""
    for name in scenarios(game).scenarios:
        try:
            return compile_scenario(game, name)
        except CompileError:
            continue
    return None


def _unchangeable(game: Game, scenario_id: str) -> Iterator[Diagnostic]:
    """Addresses of values that a scenario would change and that are nowhere."""
    found = scenarios(game).scenarios.get(scenario_id)
    roots = corrected_roots(game.read)
    for index, setting in enumerate(found.document.changes if found else ()):
        try:
            locate(roots, setting.at)
        except AddressError as error:
            assert found is not None  # noqa: S101 - else it would change nothing
            yield CMP001.at(found.where / "changes" / index / "at", "change", at=setting.at, problem=error)


def options_of(game: Game, scenario_id: str) -> frozenset[str]:
    """Return the options that a scenario names; none where there is no such scenario."""
    found = scenarios(game).scenarios.get(scenario_id)
    return frozenset(found.document.options) if found else frozenset()


def _compiled(planned: Plan, keys: Keys, problems: list[Diagnostic]) -> CompiledScenario:
    system, numbered = planned.game.system, numbers(planned)
    victory = Objectives(planned, keys, numbered, problems)
    (objectives, decisive), ending = victory.rows(), victory.ending()
    mustered = units(planned, keys, problems)
    if problems:
        raise CompileError(
            f"scenario {planned.scenario.id} has errors", sorted(set(problems), key=lambda d: d.sort_key)
        )
    given = system.arrays(planned.game, planned.scenario.id, planned.options) if system else {}
    rules = {name: _in_rows(name, values, planned, problems) for name, values in given.items()}
    by_owner: dict[str, Mapping[str, Sequence[int]]] = {
        f"the rules of {system.title if system else 'no system'}": rules,
        "the start": start_arrays(planned, keys, numbered),
        "the track": track_arrays(planned),
        "the values of counters": value_arrays(planned),
        "the formations": formation_arrays(planned, numbered),
    }
    return CompiledScenario(
        system=system.id if system else "",
        options=tuple(sorted(planned.options)),
        map=map_arrays(planned.map, keys),
        kinds=_kinds(planned, keys),
        places=places(planned.map, keys, problems),
        boxes=boxes(planned.map, keys, problems),
        areas=areas(planned.map, keys),
        units=mustered,
        changes=changes(planned, numbered),
        marker_types=marker_types(planned, keys),
        markers=markers(planned, keys, problems),
        turns=_turns(planned, keys),
        objectives=objectives,
        decisive=decisive,
        rules={name: ints(values) for name, values in merge_arrays(by_owner).items()},
        keys=keys,
        names=_names(planned),
        ending=ending,
        parameters=system.parameters(planned.game, planned.scenario.id) if system else {},
    )


def _in_rows(
    name: str, values: Sequence[int] | Mapping[UnitKey, int], planned: Plan, problems: list[Diagnostic]
) -> Sequence[int]:
    """A system's numbers; those by unit in the rows of the units in play."""
    if not isinstance(values, Mapping):
        return values
    rows = []
    for unit in (placed.unit for placed in planned.placed if planned.in_play(placed.unit)):
        if unit.key not in values:
            problems.append(CMP001.at(unit.where, "number", unit=unit.cited, array=name))
        rows.append(values.get(unit.key, NONE))
    return rows


def _keys(planned: Plan, problems: list[Diagnostic]) -> Keys:
    """The ids behind every code."""
    document, about = planned.map.document, planned.game.about
    counters = planned.game.one("counters", CountersDocument)
    figures = dict.fromkeys(
        name
        for box in planned.track.boxes
        for entry in box.entries.values()
        for name, _ in (entry.token.figures if entry.token else ())
    )
    keys: Keys = {
        "sides": planned.track.sides,
        "nationalities": tuple(n.id for n in about.nationalities) if about else (),
        "sizes": tuple(s.id for s in counters[0].sizes) if counters else (),
        "types": tuple(t.id for t in counters[0].types) if counters else (),
        "markers": tuple(planned.forces.markers),
        "marker_kinds": tuple(marker_kinds(planned.game)),
        "terrain": tuple(t.id for t in document.terrain),
        "hexside_kinds": tuple(k.id for k in document.hexside_kinds),
        "line_kinds": tuple(k.id for k in document.line_kinds),
        "place_kinds": tuple(k.id for k in document.place_kinds),
        "boxes": tuple(box.id for box in document.boxes),
        "areas": tuple(planned.map.areas),
        "figures": tuple(sorted(figures)),
    }
    keys |= formation_keys(counters[0] if counters else None)
    columns = planned.track.columns
    keys |= {f"track.{column}": tuple(columns.names(column)) for column in columns if columns.names(column)}
    for name in ("hexside_kinds", "line_kinds", "place_kinds", "sides"):
        if len(keys[name]) > _MOST_BITS:
            count = {"number": len(keys[name]), "kinds": name.replace("_", " "), "most": _MOST_BITS}
            problems.append(CMP001.at(planned.map.where, "kinds", **count))
    return keys


def _kinds(planned: Plan, keys: Keys) -> Kinds:
    document, about = planned.map.document, planned.game.about
    counters = planned.game.one("counters", CountersDocument)
    sides = keys["sides"]
    return Kinds(
        ints(int(t.land) for t in document.terrain),
        ints(int(t.land and t.passable) for t in document.terrain),
        ints(int(k.passable) for k in document.hexside_kinds),
        ints(mask(keys["hexside_kinds"], k.crosses) for k in document.line_kinds),
        ints(int(t.combat) for t in counters[0].types) if counters else ints(()),
        ints(sides.index(n.side) if n.side in sides else -1 for n in about.nationalities) if about else ints(()),
    )


def _turns(planned: Plan, keys: Keys) -> Turns:
    """What the track allows in each turn of the scenario; a box without an entry allows nothing."""
    flags, figures = [], []
    boxes_by_turn = {box.turn: box for box in planned.track.boxes}
    for turn in range(planned.first_turn, planned.last_turn + 1):
        for side in keys["sides"]:
            box = boxes_by_turn.get(turn)
            entry = box.entries.get(side) if box else None
            token = entry.token if entry else None
            given = dict(token.figures) if token else {}
            flags.append(ARRIVES * token.reinforcements | LEAVES * token.withdrawals if token else 0)
            figures += [given.get(name, 0) for name in keys["figures"]]
    opens, closes = (
        keys["sides"].index(side) if side in keys["sides"] else -1
        for side in (planned.scenario.first, planned.scenario.last)
    )
    span = ints((planned.first_turn, planned.last_turn, opens, closes))
    return Turns(span, ints(flags), ints(figures))


def _names(planned: Plan) -> dict[str, tuple[str, ...]]:
    """Printed names, for people; rows as in the tables of the same name."""
    document, stated = planned.map.document, _stated(planned.game)
    return {
        "game": (planned.game.title,),
        "scenario": (planned.scenario.id, planned.scenario.document.title),
        "hexes": planned.map.grid.ids,
        "units": tuple(p.unit.name for p in planned.placed if planned.in_play(p.unit)),
        "places": tuple(place.name for place in document.places),
        "boxes": tuple(box.name for box in document.boxes),
        "turns": tuple(planned.track.label(t) for t in range(planned.first_turn, planned.last_turn + 1)),
        "stated": tuple(stated),
        "stated_by": tuple(stated.values()),
    }


def _stated(game: Game) -> dict[str, str]:
    """Return for each quantity that clauses state the first clause that does."""
    found: dict[str, str] = {}
    for document, _where in game.documents("rulebook", RulebookDocument):
        for clause in document.clauses:
            for quantity in clause.states:
                found.setdefault(quantity, clause.id)
    return found


# -- arrays of what a start says besides places and strengths --------------------------------------


Pair = tuple[str, int, int]
"""The array, and what goes into it."""


def start_arrays(plan: Plan, keys: Keys, numbered: Numbers) -> dict[str, list[int]]:
    """Return the arrays of the set-up, by name.

    `start.within`: unit, area; `start.free`: unit, area, a pair for each area of its side; `start.attached`: unit, the
    unit that it is with; `start.facing`: unit, direction; `start.enters`: unit, edge, a pair for each; `start.arrives`:
    the same for units that arrive on a date, `start.arrives_at`: unit, hex, `start.arrives_within`: unit, area;
    `start.edge`: edge, hex, for each hex of these edges that can be entered. Edges count from 0, clockwise from the
    north.

    `start.unit.MARK`: unit, number (for marks that name a unit, its index); `start.marker.MARK`: row of the markers,
    number; `start.marker.facing`: row of the markers on a hexside, direction; `start.points`: row of the markers,
    points that lie there; `start.saved.POOL`: side, points.
    """
    found: dict[str, list[int]] = {}
    for name, one, other in (*_starts(plan, numbered), *_units(plan, numbered), *_markers(plan), *_saved(plan, keys)):
        found.setdefault(f"start.{name}", []).extend((one, other))
    return found


def _starts(plan: Plan, numbered: Numbers) -> Iterator[Pair]:
    """Starts that leave a choice, or that depend on another unit; facings; edges."""
    used: set[str] = set()
    for placed in plan.placed:
        number, entry = numbered.get(placed.unit.key), placed.entry
        if number is None or entry is None:
            continue
        if entry.facing is not None:
            yield "facing", number, entry.facing
        meant = list(_choices(plan, placed, numbered))
        used |= {EDGES[edge] for name, edge in meant if name == "enters"}
        yield from ((name, number, value) for name, value in meant)
    for change in plan.changes:
        for edge in change.entry.token.edges if change.unit.key in numbered else ():
            used.add(edge)
            yield "arrives", numbered[change.unit.key], EDGES.index(edge)
        if change.unit.key in numbered and change.entry.token.spot and change.entry.location is not None:
            yield from _spot(plan, numbered[change.unit.key], change.entry.location)
    for edge in sorted(used, key=EDGES.index):
        for hex_ in sorted(plan.map.edge((edge,))):
            if plan.map.passable[hex_]:
                yield "edge", EDGES.index(edge), hex_


def _spot(plan: Plan, unit: int, there: Location) -> Iterator[Pair]:
    """The hex or area where a unit arrives; off-map boxes have none."""
    if there.area is not None:
        yield "arrives_within", unit, [*plan.map.areas].index(there.area)
    elif there.hex is not None:
        yield "arrives_at", unit, there.hex


def _choices(plan: Plan, placed: PlacedUnit, numbered: Numbers) -> Iterator[tuple[str, int]]:
    """Kind and index of each area from which a unit's place is chosen, or of the unit that it is with."""
    areas, entry = tuple(plan.map.areas), placed.entry
    token = entry.token if entry else None
    if token is None:
        return
    if token.kind == "within" and token.place in areas:
        yield "within", areas.index(token.place)
    elif token.kind == "free":
        yield from (("free", areas.index(area)) for area in plan.map.areas_of(placed.unit.side))
    elif token.kind == "enters":
        yield from (("enters", EDGES.index(edge)) for edge in token.edges)
    elif token.attached is not None and (placed.unit.side, token.attached) in numbered:
        yield "attached", numbered[placed.unit.side, token.attached]


def _units(plan: Plan, numbered: Numbers) -> Iterator[Pair]:
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    for placed in plan.placed:
        number = numbered.get(placed.unit.key)
        for name, value in placed.entry.token.marks if placed.entry and number is not None else ():
            mark = rules.marks.get(name) if rules else None
            meant = _meant(placed, mark, value, numbered)
            if number is not None and meant is not None:
                yield f"unit.{name}", number, meant


def _meant(placed: PlacedUnit, mark: Mark | None, value: int, numbered: Numbers) -> int | None:
    """Return the number of a mark; None for a unit out of play (a check reports one that does not exist)."""
    if mark is None or not mark.names_unit:
        return value
    return numbered.get((placed.unit.side, value))


def _markers(plan: Plan) -> Iterator[Pair]:
    for row, marker in enumerate(plan.markers):
        token = marker.entry.token
        if marker.entry.facing is not None:
            yield "marker.facing", row, marker.entry.facing
        for name, value in token.marks:
            yield f"marker.{name}", row, value
        if token.strength is not None:
            yield "points", row, token.strength


def _saved(plan: Plan, keys: Keys) -> Iterator[Pair]:
    for saved in saved_at(plan.game, plan.scenario.id):
        if saved.points and saved.side in keys["sides"]:
            yield f"saved.{saved.pool}", keys["sides"].index(saved.side), saved.points


def track_arrays(plan: Plan) -> dict[str, list[int]]:
    """Return `track.COLUMN`: each column of the track by turn of the scenario, −1 where it is empty.

    A number is itself, a flag 0 or 1; what has a name is a place in the keys `track.COLUMN`.
    """
    track, turns = plan.track, range(plan.first_turn, plan.last_turn + 1)
    return {
        f"track.{column}": [NONE if (cell := track.cell(turn, column)) is None or cell.value is None else cell.value
                            for turn in turns]
        for column in track.columns
    }  # fmt: skip


# -- happenings of the real campaign, which play does not depend on --------------------------------


def history(game: Game, scenario: str, compiled: CompiledScenario) -> list[dict[str, Any]]:
    """Return the happenings that fall into a scenario, in the order of the file, as plain data.

    Each has `id`, `text`, `turn` (0 for the scenario's first) and `side` of the player turn after which it is
    looked at, and `claims` of `side` (−1: none), `when`, `least`, `ever`. Those with errors, which checks report,
    are left out.
    """
    planned = plan(game, scenario, compiled.options)
    numbered, keys = numbers(planned), dict(compiled.keys)
    found = []
    for document, where in game.documents("playtest", PlaytestDocument):
        for number, happening in enumerate(document.history):
            for turn, side in _moment(planned, happening):
                problems: list[Diagnostic] = []
                compile_ = Objectives(planned, keys, numbered, problems).condition
                at = where / "history" / number / "claims"
                sides = planned.track.sides
                claims = [
                    {
                        "side": sides.index(claim.side) if claim.side in sides else -1,
                        "when": compile_(claim.when, at / index / "when"),
                        "least": claim.least,
                        "ever": claim.ever,
                    }
                    for index, claim in enumerate(happening.claims)
                ]
                if not problems:
                    head = {"id": happening.id, "text": happening.text, "label": planned.track.label(turn)}
                    found.append({**head, "turn": turn - planned.first_turn, "side": side, "claims": claims})
    return found


def _moment(planned: Plan, happening: Happening) -> Iterator[tuple[int, int]]:
    """The player turn at whose end it is looked at, if the scenario plays it; of a half turn its half."""
    sides = planned.track.sides
    try:
        turn = planned.track.calendar.turn(happening.turn)
    except DateError:
        return
    opens, closes = (sides.index(s) if s in sides else -1 for s in (planned.scenario.first, planned.scenario.last))
    if not planned.track.fixed:
        opens, closes = 0, len(sides) - 1
    played = range(opens if turn == planned.first_turn else 0, closes + 1 if turn == planned.last_turn else len(sides))
    if not planned.first_turn <= turn <= planned.last_turn or not played:
        return
    if happening.after is None:
        yield turn, played[-1]
    elif happening.after in sides and sides.index(happening.after) in played:
        yield turn, sides.index(happening.after)
