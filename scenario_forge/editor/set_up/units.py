"""Set-up on the map: where the units of a scenario start, their counters as printed, and the move of one to a hex.

A move changes the text that gives the start: the unit's cell in the order of battle or in the scenario's own set-up.
Units that arrive or leave are moved to another turn of the scenario, or to another edge of the map.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.endpoint import Name
from scenario_forge.editor.intents import Args, read_args
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.notations import NotationError
from scenario_forge.game.placement import EDGES
from scenario_forge.printing import counters
from scenario_forge.printing.brief import Brief
from scenario_forge.source.rows import RowChanges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.compiler.set_up import ArrivalOrDeparture, PlacedUnit, Plan
    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.forces import Entry, Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.source.nodes import Data, Splice, Step

_RULES = {
    "within": "anywhere in an area",
    "enters": "at an edge of the map",
    "attached": "with another unit",
    "free": "anywhere in its side's areas",
}
"""Starts that a rule gives, by kind: a hex in their place would be another rule, which is the author's to write."""


_EDGES = re.compile(r"(?<=edge:)\s*[a-z]+(?:\s*,\s*[a-z]+)*")


class Move(Args):
    """A unit, ``SIDE/NUMBER``, and the hex or place where it is to start in a scenario."""

    unit: Annotated[str, Field(max_length=100)]
    scenario: Annotated[str, Field(max_length=100)]
    hex: Annotated[str, Field(max_length=40)] = ""
    place: Annotated[str, Field(max_length=100)] = ""
    turn: Annotated[int, Field(ge=0)] | None = None
    """The turn in which it arrives there, if it is not there at the start."""


class TurnMove(Args):
    """A unit, ``SIDE/NUMBER``, which arrives or leaves in a turn, and the turn in which it is to do so instead."""

    unit: Annotated[str, Field(max_length=100)]
    scenario: Annotated[str, Field(max_length=100)]
    kind: Literal["arrives", "leaves"] = "arrives"
    at: Annotated[int, Field(ge=0)]
    turn: Annotated[int, Field(ge=0)]


# -- what the page shows ---------------------------------------------------------------------------


SetUpUnit = TypedDict("SetUpUnit", {
    "id": str, "name": str, "cited": str, "side": str, "counter": str,
    "state": Literal["at", "absent", "eliminated", "reserve", "within", "enters", "attached", "free"], "hex": str,
    "place": str, "text": str, "arrives": list[int], "leaves": list[int],
})  # fmt: skip
"""A unit of a set-up; `id` is `SIDE/NUMBER`, `counter` the id of its symbol among the counters, empty for none."""
SetUpAnswer = TypedDict("SetUpAnswer", {
    "scenario": str, "problem": str, "first": int, "last": int, "units": list[SetUpUnit],
})  # fmt: skip
"""The set-up of a scenario; `problem` says why nothing is known of it, and is empty otherwise."""


def set_up_data(game: Game, scenario: Name) -> SetUpAnswer:
    """Return every unit in play with start, arrivals and withdrawals; turns count from 0 as in the game's list."""
    try:
        planned = plan(game, scenario, with_errors=True)
    except (NoSuchScenario, CompileError) as error:
        return {"scenario": scenario, "problem": str(error), "first": 0, "last": 0, "units": []}
    turns: dict[tuple[str, int], dict[str, list[int]]] = {}
    for change in planned.changes:
        turns.setdefault(change.unit.key, {"arrives": [], "leaves": []})[change.kind].append(change.turn)
    units = [
        _unit_data(planned, placed, turns.get(placed.unit.key, {"arrives": [], "leaves": []}))
        for placed in planned.placed
        if planned.in_play(placed.unit)
    ]
    return {
        "scenario": scenario,
        "problem": "",
        "first": planned.first_turn,
        "last": planned.last_turn,
        "units": units,
    }


def _unit_data(planned: Plan, placed: PlacedUnit, turns: dict[str, list[int]]) -> SetUpUnit:
    unit, location = placed.unit, placed.entry.location if placed.entry else None
    box = planned.map.boxes[location.box].name if location and location.box else ""
    return {
        "id": f"{unit.side}/{unit.no}",
        "name": unit.name,
        "cited": unit.cited,
        "side": unit.side,
        "counter": counters.pieces.counter_id(unit.counter.counter) if unit.counter else "",
        "state": placed.state,
        "hex": planned.map.name(location.hex) if location and location.hex is not None else "",
        "place": box,
        "text": placed.entry.text if placed.entry else "",
        "arrives": turns["arrives"],
        "leaves": turns["leaves"],
    }


def counters_svg(game: Game) -> str:
    """Draw the front of every unit's counter as printed, each a symbol ``counter-SIDE-NUMBER`` of one drawing."""
    brief = Brief(game)
    drawn = []
    for counter in forces(game).counters.values():
        front = counters.pieces.unit_front(brief, counter.counter)
        box = f"{front.left:g} {front.top:g} {front.width:g} {front.height:g}"
        name = counters.pieces.counter_id(counter.counter)
        drawn.append(f'<symbol id="{name}" viewBox="{box}">{front.body()}</symbol>')
    parts = "".join(drawn)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="0" height="0">{parts}</svg>\n'
    )


# -- the move --------------------------------------------------------------------------------------


def move(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Move the start of a unit to another hex or place.

    Raises:
        Refused: there is no such unit, scenario, hex or place; or the text gives the start by a rule, a date, or in
            words that the game's notation does not read.
    """
    wanted = read_args(Move, args)
    planned, unit = _planned(game, wanted.scenario, wanted.unit)
    name = _target(planned.map, wanted)
    placed = next(each for each in planned.placed if each.unit.key == unit.key)
    arrivals = [each for each in planned.changes if each.unit.key == unit.key and each.kind == "arrives"]
    if arrivals and placed.state != "at":
        arrival = next((each for each in arrivals if each.turn == wanted.turn), arrivals[0])
        if arrival.entry.token.edges:
            return _to_edge(planned, texts, arrival, wanted)
        when, cell, file = planned.track.label(arrival.turn), arrival.entry.text, arrival.entry.where.file.name
        raise Refused(f"{unit.name} arrives on {when}: remove `{cell}` in {file} to let it start on the map")
    force = planned.forces.sides[unit.side]
    _refuse_rule(unit, placed.entry)
    if wanted.scenario in force.own:
        file, splices = _in_scenario(game, texts, planned, force, placed, name)
    else:
        file, splices = _in_chart(game, texts, planned, placed, name)
    return f"Move {unit.name} to {name}", {file: splices}


def _planned(game: Game, scenario: str, unit_id: str) -> tuple[Plan, Unit]:
    try:
        planned = plan(game, scenario, with_errors=True)
    except NoSuchScenario as error:
        raise Refused(str(error)) from error
    except CompileError as error:
        raise Refused(f"{error}: mend what the findings say of it, then set up its units") from error
    side, _, no = unit_id.partition("/")
    unit = planned.forces.find(side, int(no)) if no.isascii() and no.isdecimal() else None
    if unit is None:
        raise Refused(f"no order of battle has the unit {unit_id!r}")
    return planned, unit


def _target(linked: HexMap, wanted: Move) -> str:
    """Return the hex or place as a cell names it."""
    if bool(wanted.hex) == bool(wanted.place):
        raise Refused("a move goes to a hex or to a place")
    found = linked.find(wanted.hex or wanted.place)
    if found is None or (wanted.hex and found.hex is None):
        raise Refused(linked.why_not(wanted.hex or wanted.place)[0])
    return linked.name(found.hex) if wanted.hex else wanted.place


def _refuse_rule(unit: Unit, entry: Entry | None) -> None:
    if entry is None:
        return
    file = entry.where.file.name
    if entry.kind in _RULES:
        rule = _RULES[entry.kind]
        raise Refused(f"{unit.name} starts {rule} (`{entry.text}`): change this in {file} to give it a hex")
    if entry.kind in ("arrives", "leaves"):
        raise Refused(f"the start of {unit.name} is a date (`{entry.text}`): change this in {file}")


def _in_chart(
    game: Game, texts: Mapping[str, str], planned: Plan, placed: PlacedUnit, name: str
) -> tuple[str, list[Splice]]:
    """Change the cell of the printed order of battle; all scenarios that start on this date have it."""
    unit, column = placed.unit, _printed_column(planned, placed.unit)
    file, path = unit.where.file.name, unit.where.path
    changes = RowChanges(texts[file])
    cell = _cell(game, unit, unit.row.cells.get(column, ""), placed.entry, name)
    changes.put((*path, column), cell, _before(planned, unit, column))
    return file, changes.splices()


def _printed_column(planned: Plan, unit: Unit) -> str:
    start = planned.scenario.document.start
    columns = planned.forces.sides[unit.side].columns.values()
    return next(column.id for column in columns if column.start == start)


def _before(planned: Plan, unit: Unit, column: str) -> list[str]:
    """Return the keys of a row that stand before a column."""
    columns = list(planned.forces.sides[unit.side].columns)
    return ["no", "name", *columns[: columns.index(column)]]


def _in_scenario(
    game: Game, texts: Mapping[str, str], planned: Plan, force: Force, placed: PlacedUnit, name: str
) -> tuple[str, list[Splice]]:
    """Change the scenario's own set-up: its row of the unit, or a new row where the unit starts as printed."""
    unit, document, where = placed.unit, planned.scenario.document, planned.scenario.where
    changes = RowChanges(texts[where.file.name])
    sides = document.set_up
    number = next((n for n, each in enumerate(sides) if each.side == force.side), None)
    rows = sides[number].units if number is not None else []
    row = next((n for n, each in enumerate(rows) if each.no == unit.no), None)
    if number is not None and row is not None:
        path: tuple[Step, ...] = (*where.path, "set_up", number, "units", row, "at")
        cell = _cell(game, unit, rows[row].at, placed.entry, name)
        changes.put(path, cell, ["no"])
        return where.file.name, changes.splices()
    printed = placed.entry
    cell = _cell(game, unit, _text_of(unit, printed), printed, name)
    new: Data = {"no": unit.no, "at": cell}
    if number is None:
        changes.append((*where.path, "set_up"), [{"side": force.side, "units": [new]}])
    else:
        order = [each.no for each in force.units]
        at = sum(1 for each in rows if each.no in order and order.index(each.no) < order.index(unit.no))
        changes.append((*where.path, "set_up", number, "units"), [new], at, after=("side",))
    return where.file.name, changes.splices()


# -- arrivals and departures -----------------------------------------------------------------------


def move_turn(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Move the arrival or departure of a unit to another turn of a scenario: the date in its cell, and nothing else.

    Raises:
        Refused: there is no such unit, scenario or arrival; the turn is none of the scenario's; or a scenario with a
            set-up of its own takes the date from the chart.
    """
    wanted = read_args(TurnMove, args)
    planned, unit = _planned(game, wanted.scenario, wanted.unit)
    track, verb = planned.track, wanted.kind.removesuffix("s")
    changes = [each for each in planned.changes if each.unit.key == unit.key and each.kind == wanted.kind]
    change = next((each for each in changes if each.turn == wanted.at), None)
    if change is None:
        raise Refused(f"{unit.name} does not {verb} in turn {wanted.at} of this scenario")
    if not planned.first_turn <= wanted.turn <= planned.last_turn:
        first, last = track.label(planned.first_turn), track.label(planned.last_turn)
        raise Refused(f"the scenario lasts from {first} to {last}")
    entry, own = change.entry, planned.scenario.where.file.name
    if wanted.scenario in planned.forces.sides[unit.side].own and entry.where.file.name != own:
        chart = entry.where.file.name
        raise Refused(f"{unit.name} comes and goes as {chart} says: give it a row with `later` in {own} first")
    token, written = entry.token, _written(entry)
    start, end = (each - token.start for each in (token.name_start, token.name_end))
    date = "turn " * written.startswith("turn ", start) + track.calendar.text(wanted.turn)
    edited = _rewritten(planned, texts, entry, written[:start] + date + written[end:])
    return f"Let {unit.name} {verb} on {track.label(wanted.turn)}", edited


def _to_edge(planned: Plan, texts: Mapping[str, str], arrival: ArrivalOrDeparture, wanted: Move) -> Effect:
    """Move the arrival of a unit to another edge of the map: that of a hex."""
    unit, found = arrival.unit, planned.map.find(wanted.hex)
    edges = [edge for edge in EDGES if found is not None and found.hex in planned.map.edge([edge])]
    if not edges:
        raise Refused(f"{unit.name} arrives at an edge of the map: move it to a hex there")
    written = _EDGES.sub(",".join(edges), _written(arrival.entry), count=1)
    edited = _rewritten(planned, texts, arrival.entry, written)
    return f"Let {unit.name} arrive at the {' and '.join(edges)} edge", edited


def _written(entry: Entry) -> str:
    """Return an entry as its cell has it."""
    cell, part = entry.where.whole().data, entry.where.part
    return cell[slice(*part)] if isinstance(cell, str) and part else ""


def _rewritten(planned: Plan, texts: Mapping[str, str], entry: Entry, new: str) -> dict[str, list[Splice]]:
    """Return the edits that write an entry in other words, which must say the same kind of thing."""
    file, cell, part = entry.where.file.name, entry.where.whole().data, entry.where.part
    notation = planned.game.system.placement() if planned.game.system else None
    if notation is None or not isinstance(cell, str) or part is None:
        raise Refused("the rule system has no notation for arrivals")
    try:
        kinds = [each.kind for each in notation.parse(new)]
    except NotationError as error:
        raise Refused(f"the notation of the order of battle does not take {new!r}: {error}") from error
    if kinds != [entry.kind]:
        raise Refused(f"the notation of the order of battle reads {new!r} as something else")
    changes = RowChanges(texts[file])
    changes.set(entry.where.path, cell[: part[0]] + new + cell[part[1] :])
    return {file: changes.splices()}


def _text_of(unit: Unit, entry: Entry | None) -> str:
    """Return the printed cell that an entry stands in."""
    return unit.row.cells.get(str(entry.where.path[-1]), "") if entry is not None else ""


def _cell(game: Game, unit: Unit, text: str, entry: Entry | None, name: str) -> str:
    """Return the cell with another place; works, strength and what follows the place stay as they are.

    A cell that was left open (``Decide: T30?``) is decided by it.
    """
    notation = game.system.placement() if game.system else None
    if notation is None:
        raise Refused("the rule system has no notation for starts")
    open_ = DECIDE.fullmatch(text)
    text = open_[1] if open_ else text
    if entry is None and text.strip():
        raise Refused(f"the start of {unit.name}, `{text}`, cannot be read: mend it in the text first")
    token = entry.token if entry is not None else None
    if token is None or not text:
        made = name
    elif token.kind == "at":
        made = text[: token.name_start] + name + text[token.name_end :]
    else:  # a word that stands for the whole start: N, E, B
        made = text[: token.start] + name + text[token.end :]
    try:
        first = notation.parse(made)[0]
    except (NotationError, IndexError) as error:
        raise Refused(f"the notation of the order of battle does not take {name!r}: {error}") from error
    if (first.kind, first.place) != ("at", name):
        raise Refused(f"the notation of the order of battle does not read {name!r} as a place")
    return made


INTENTS = {"unit.move": move, "unit.turn": move_turn}
