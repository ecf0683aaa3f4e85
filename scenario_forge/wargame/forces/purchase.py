"""Forces that are bought: units that a player chooses take the places of those of a scenario."""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import getitem
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.set_up import plan
from scenario_forge.game.forces import forces
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import (
    ChoiceForSale,
    ExchangeForSale,
    ForceForSale,
    LineForSale,
    SwapForSale,
    UnitForSale,
)
from scenario_forge.printing.brief import words_of
from scenario_forge.source.emit import Rows
from scenario_forge.source.rows import RowChanges
from scenario_forge.wargame.forces.document import ForcesDocument, tally
from scenario_forge.wargame.forces.exchange import Swap, swap_of
from scenario_forge.wargame.forces.lines import candidates_of, share_out
from scenario_forge.wargame.forces.order import Order, Start
from scenario_forge.wargame.forces.victory_numbers import numbers_after, victory_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Splice
    from scenario_forge.wargame.forces.document import Force


def for_sale(game: Game, scenario: str = "") -> list[ForceForSale]:
    """Return the forces that sides may buy, each with what is taken of it where nobody chooses.

    Raises:
        CompileError: errors in the game leave the set-up of the scenario open.
    """
    found = game.one("forces", ForcesDocument)
    if found is None:
        return []
    document = found[0]
    if not scenario:
        return [
            replace(_offered(document, force, _printed(game, force.side)), scenarios=_fielded(game, document, force))
            for force in document.forces
        ]
    made = plan(game, scenario)
    starts = {side: _start(made, document, scenario, side) for side in made.forces.sides}
    return [
        _offered_for(made, document, force, start)
        for side, start in starts.items()
        for force in sorted(document.forces, key=lambda force: force.force != starts[force.side].force)
        if force.side == side
    ]


def _start(made: Plan, document: ForcesDocument, scenario: str, side: str) -> Start:
    """Return what a scenario has of a side."""
    places = _places(made, side)
    units = Counter(unit.name for unit in made.forces.sides[side].units if made.in_play(unit) and unit.no in places)
    row = next((row for row in document.fielded if (row.scenario, row.side) == (scenario, side)), None)
    return Start(row.force, units, row.exchanged) if row else Start("", units)


def _fielded(game: Game, document: ForcesDocument, force: Force) -> dict[str, int]:
    """Return how many units of a force there are places for, in the scenarios in which its side has it."""
    found = {row.scenario: row.part for row in document.fielded if row.force == force.force}
    return {
        scenario: len(_places(plan(game, scenario), force.side)) if part else document.units
        for scenario, part in found.items()
        if scenario in scenarios(game).scenarios
    }


def _printed(game: Game, side: str) -> Counter[str]:
    """Return by name how many counters there are of the units of a side."""
    force = forces(game).sides.get(side)
    return Counter(unit.counter.counter.name for unit in (force.units if force else ()) if unit.counter)


def _offered_for(made: Plan, document: ForcesDocument, force: Force, start: Start) -> ForceForSale:
    """Return a force with the units of the scenario, if they are of it, else its example."""
    printed = Counter(unit.name for unit in made.forces.sides[force.side].units if made.in_play(unit))
    own, exchanges = force.force == start.force, document.exchanges_of(force)
    shared = swap_of(force, exchanges, start.units, part=True, most=start.exchanged) if own else None
    return replace(_offered(document, force, printed, shared), places=start.units.total())


def _offered(
    document: ForcesDocument,
    force: Force,
    printed: Mapping[str, int],
    shared: tuple[Swap, Sequence[int]] | None = None,
) -> ForceForSale:
    """Return a whole force, with so many of each candidate of its lines and so many exchanged, or its example."""
    swap, before = shared or (
        Swap(),
        share_out(force.lines, tally(force.example)) or [0] * len(candidates_of(force.lines)),
    )
    counts = iter(before)
    swapped = Counter(zip(swap.of.elements(), swap.to.elements(), strict=True))
    exchanges = tuple(
        ExchangeForSale(
            tuple(
                SwapForSale(of, UnitForSale(to, swapped[of, to], printed.get(to, 0)))
                for of, to in product(each.of, each.to)
            ),
            each.at_most,
        )
        for each in document.exchanges_of(force)
    )
    lines = tuple(
        LineForSale(
            line.line,
            line.count,
            tuple(
                ChoiceForSale(
                    tuple(
                        UnitForSale(unit, next(counts), printed.get(unit, 0)) for unit in dict.fromkeys(choice.units)
                    ),
                    choice.least,
                    choice.most(line.count),
                )
                for choice in line.of
            ),
        )
        for line in force.lines
    )
    return ForceForSale(
        side=force.side,
        force=force.force,
        title=force.title,
        places=document.units,
        lines=lines,
        exchanges=exchanges,
        headquarters=force.headquarters,
        more_headquarters=force.more_headquarters,
        clause=force.clause,
    )


def bought(game: Game, scenario: str, orders: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of files in which units that are bought start in a scenario instead of others, by file.

    Each takes a place of the scenario: its own, else one of its type, else any that is left. In the victory table it
    counts as the unit whose place it takes.

    Raises:
        ValueError: a force cannot be bought, or not for this scenario; a second argument says what can be.
        CompileError: errors in the game leave the set-up open.
    """
    document, made = _document(game), plan(game, scenario)
    file, home = made.scenario.where.file, game.documents("forces", ForcesDocument)[0][1].file
    others = [
        each for each in home.data.get("fielded", ()) if each["scenario"] != scenario or each["side"] not in orders
    ]
    data = {**file.data, "set_up": [each for each in file.data.get("set_up", ()) if each["side"] not in orders]}
    seats: dict[str, dict[int, int]] = {}
    for side, text in orders.items():
        before = [each for each in file.data.get("set_up", ()) if each["side"] == side]
        order = Order(document, side, text, words_of(game), _start(made, document, scenario, side))
        units = order.units()
        seats[side] = _seated(made, side, units)
        there: dict[str, Any] = before[0] if before else {"side": side}
        # a unit that its row took from the map does not come back
        rows = {each["no"]: {"no": each["no"], "at": "N"} for each in there.get("units", ())}
        rows |= {row["no"]: row for row in _rows(made, order, seats[side])}
        data["set_up"].append({**there, "units": [*rows.values()]})
        others.append(order.fielded(scenario, units))
    forces = {**home.data, "fielded": others}
    texts = {file.name: data, home.name: forces}
    if numbers := numbers_after(game, scenario, seats, alone=False):
        victory = texts[victory_file(game)] = copy.deepcopy(game.files[victory_file(game)].data)
        for (*path, key), listed in numbers.items():
            reduce(getitem, path, victory)[key] = listed
    return {name: json.dumps(text, ensure_ascii=False, indent=1) for name, text in texts.items()}


def fielded(game: Game, texts: Mapping[str, str], scenario: str, orders: Mapping[str, str]) -> dict[str, list[Splice]]:
    """Return the edits that write bought units into a scenario: into its set-up, and of which force they are.

    Raises:
        ValueError: a force cannot be bought, or not for this scenario; a second argument says what can be.
        CompileError: errors in the game leave the set-up open.
        EditRefused: the text of a file cannot be changed.
    """
    document, made = _document(game), plan(game, scenario)
    own, home = made.scenario.where.file.name, game.documents("forces", ForcesDocument)[0][1].file
    set_up, forces = RowChanges(texts[own]), RowChanges(texts[home.name])
    seats: dict[str, dict[int, int]] = {}
    for side, text in orders.items():
        order = Order(document, side, text, words_of(game), _start(made, document, scenario, side))
        units = order.units()
        seats[side] = _seated(made, side, units)
        _lay_out(set_up, side, _rows(made, order, seats[side]))
        row = order.fielded(scenario, units)
        rows = enumerate(document.fielded)
        number = next((n for n, each in rows if (each.scenario, each.side) == (scenario, side)), None)
        if number is not None:
            there_now: Any = home.data["fielded"]
            _put(forces, ("fielded", number), there_now[number], row)
        else:
            forces.append(("fielded",), [row])
    edits = {own: set_up.splices(), home.name: forces.splices()}
    if numbers := numbers_after(game, scenario, seats, alone=True):
        victory = RowChanges(texts[victory_file(game)])
        for path, listed in numbers.items():
            victory.set(path, [*listed])
        edits[victory_file(game)] = victory.splices()
    return edits


def _lay_out(changes: RowChanges, side: str, rows: list[dict[str, Any]]) -> None:
    """Give a side the rows of a set-up: those that it has already stay in their places, with their comments."""
    node = changes.node(("set_up",))
    sides: Any = node.data if node is not None else ()
    number = next((n for n, each in enumerate(sides or ()) if each.get("side") == side), None)
    if number is None:
        changes.append(("set_up",), [{"side": side, "units": _on_lines(rows)}])
        return
    wanted: dict[int, Any] = {row["no"]: row for row in rows}
    there = sides[number].get("units")
    for n, row in enumerate(there or ()):
        new = wanted.pop(row["no"], {"no": row["no"], "at": "N"})
        _put(changes, ("set_up", number, "units", n), row, {**new, "name": row.get("name")})
    if there is None:
        changes.add(("set_up", number), "units", _on_lines([*wanted.values()]))
    else:
        changes.append(("set_up", number, "units"), [*wanted.values()])


def _on_lines(rows: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - a list of rows, as data of a file
    """Return rows to be written in brackets, a row a line."""
    return Rows(rows)


def _put(changes: RowChanges, path: tuple[str | int, ...], row: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Change the values of a row that differ."""
    for key in row.keys() - new.keys():
        changes.take((*path, key))
    for key, value in new.items():
        if row.get(key) != value:
            changes.put((*path, key), value, [*row])


def _document(game: Game) -> ForcesDocument:
    found = game.one("forces", ForcesDocument)
    if found is None:
        raise ValueError("this game has no forces: there is no forces.yaml")
    return found[0]


def _rows(made: Plan, order: Order, seats: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return the rows of a set-up in which units that are bought take the places of a side.

    Of the headquarters the first stay, as many as the force has.
    """
    cells, places = _cells(made, order.side), _places(made, order.side)
    hosts = {no: cell["at"] for no, cell in cells.items() if no not in places}
    types = _types(made, order.side)
    headquarters = [no for no in hosts if types[no] == order.document.headquarters]
    surplus = headquarters[order.force.headquarters_by(made.options) :]
    at = {old: new for new, old in seats.items()}
    begun = {new: places[old] for new, old in seats.items()}
    begun |= {no: {"at": f"on:{at[int(cell.removeprefix('on:'))]}"} for no, cell in hosts.items() if no not in surplus}
    begun |= {no: {"at": "N"} for no in (*places, *surplus) if no not in seats}
    names = {unit.no: unit.name for unit in made.forces.sides[order.side].units}
    return [{"no": no, "name": names[no], **cell} for no, cell in sorted(begun.items())]


def _places(made: Plan, side: str) -> dict[int, dict[str, str]]:
    """Return by number the cells of the units that a force is of: those that begin with no other."""
    return {no: cell for no, cell in _cells(made, side).items() if not cell["at"].startswith("on:")}


def _cells(made: Plan, side: str) -> dict[int, dict[str, str]]:
    """Return by number the cells of the units that a scenario has of a side: where each starts, and when it comes."""
    found = {
        each.unit.no: {"at": str(each.entry.where.whole().data)}
        for each in made.placed
        if each.unit.side == side and each.entry is not None and each.state != "absent" and made.in_play(each.unit)
    }
    for change in made.changes:
        if change.unit.side == side and made.in_play(change.unit):
            found.setdefault(change.unit.no, {"at": "N"})["later"] = str(change.entry.where.whole().data)
    return found


def _types(made: Plan, side: str) -> dict[int, str]:
    """Return by number the types of the units of a side that are in play."""
    units = (unit for unit in made.forces.sides[side].units if made.in_play(unit))
    return {unit.no: unit.counter.counter.type if unit.counter else "" for unit in units}


def _seated(made: Plan, side: str, chosen: Counter[str]) -> dict[int, int]:
    """Return by number of each unit that is bought: the number of that whose place it takes."""
    units = [unit for unit in made.forces.sides[side].units if made.in_play(unit)]
    places, types = _places(made, side), _types(made, side)
    bought_units: list[Unit] = []
    for name, count in chosen.items():
        same = sorted((unit for unit in units if unit.name == name), key=lambda unit: unit.no not in places)
        if len(same) < count:
            raise ValueError(f"there are {len(same)} counters of `{name}`, not {count}")
        bought_units += same[:count]
    if len(bought_units) != len(places):
        raise ValueError(f"the scenario has places for {len(places)} units, and {len(bought_units)} are chosen")
    own, free = {unit.no: unit.no for unit in bought_units if unit.no in places}, [*places]
    for no in own:
        free.remove(no)
    for unit in bought_units:
        if unit.no not in own:
            own[unit.no] = min(free, key=lambda no: types[no] != types[unit.no])
            free.remove(own[unit.no])
    return own
