"""Forces that are bought: units that a player chooses take the places of those of a scenario."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
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
from scenario_forge.source.nodes import splice
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
    from scenario_forge.game.reading.folder import GameFile
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
        EditRefused: the text of a file cannot be changed.
    """
    texts = {name: file.source.text for name, file in game.files.items()}  # what is not saved yet among them
    edits = _edits(game, texts, scenario, orders, alone=False)
    return {name: splice(texts[name], each) for name, each in edits.items()}


def fielded(game: Game, texts: Mapping[str, str], scenario: str, orders: Mapping[str, str]) -> dict[str, list[Splice]]:
    """Return the edits that write bought units into a scenario: into its set-up, and of which force they are.

    Raises:
        ValueError: a force cannot be bought, or not for this scenario; a second argument says what can be.
        CompileError: errors in the game leave the set-up open.
        EditRefused: the text of a file cannot be changed.
    """
    return _edits(game, texts, scenario, orders, alone=True)


def _edits(
    game: Game, texts: Mapping[str, str], scenario: str, orders: Mapping[str, str], *, alone: bool
) -> dict[str, list[Splice]]:
    """Return the edits of `fielded`; ``alone``: other scenarios keep their units."""
    made, home, purchases = _purchases(game, scenario, orders)
    own, there = made.scenario.where.file.name, home.data.get("fielded", ())
    set_up, forces = RowChanges(texts[own]), RowChanges(texts[home.name])
    if more := sorted(made.options.difference(made.scenario.document.options)):
        set_up.append(("options",), more, after=("stop", "length"))
    new_sides: list[Any] = []
    new_rows: list[Any] = []
    for each in purchases:
        if not _laid_out(set_up, each.side, each.rows()):
            new_sides.append({"side": each.side, "units": Rows(each.rows())})
        row = each.order.fielded(scenario, each.units)
        number = next(
            (n for n, old in enumerate(there) if old.items() >= {"scenario": scenario, "side": each.side}.items()), None
        )
        if number is not None:
            _put(forces, ("fielded", number), there[number], row)
        else:
            new_rows.append(row)
    if new_sides:
        set_up.append(("set_up",), new_sides)
    if new_rows:
        forces.append(("fielded",), new_rows)
    edits = {own: set_up.splices(), home.name: forces.splices()}
    if numbers := numbers_after(game, scenario, {each.side: each.seats for each in purchases}, alone=alone):
        victory = RowChanges(texts[victory_file(game)])
        for path, listed in numbers.items():
            victory.set(path, [*listed])
        edits[victory_file(game)] = victory.splices()
    return edits


def _laid_out(changes: RowChanges, side: str, rows: list[dict[str, Any]]) -> bool:
    """Give the set-up of a side rows: those that it has already stay in their places. False: the side has none."""
    node = changes.node(("set_up",))
    sides: Any = node.data if node is not None else ()
    number = next((n for n, each in enumerate(sides or ()) if each.get("side") == side), None)
    if number is None:
        return False
    wanted: dict[int, Any] = {row["no"]: row for row in rows}
    there = sides[number].get("units")
    for n, row in enumerate(there or ()):
        new = wanted.pop(row["no"], {"no": row["no"], "at": "N"})  # whom its row took from the map does not come back
        _put(changes, ("set_up", number, "units", n), row, {**new, "name": row.get("name")})
    if there is None:
        new_rows: Any = Rows([*wanted.values()])
        changes.add(("set_up", number), "units", new_rows)
    else:
        changes.append(("set_up", number, "units"), [*wanted.values()])
    return True


def _put(changes: RowChanges, path: tuple[str | int, ...], row: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Change the values of a row that differ."""
    for key in row.keys() - new.keys():
        changes.take((*path, key))
    for key, value in new.items():
        if row.get(key) != value:
            changes.put((*path, key), value, [*row])


class _Purchase:
    """What a side buys for a scenario."""

    def __init__(self, made: Plan, order: Order) -> None:
        self.made, self.order, self.side = made, order, order.side
        self.names = {unit.no: unit.name for unit in made.forces.sides[order.side].units}
        self.units = order.units()
        """The units that are bought."""
        self.seats = _seated(made, order.side, self.units)
        """By number of each of them: the number of that whose place it takes."""

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of a set-up in which the units take the places of the side."""
        cells, places = _cells(self.made, self.side), _places(self.made, self.side)
        hosts = {no: int(cell["at"].removeprefix("on:")) for no, cell in cells.items() if no not in places}
        at = {old: new for new, old in self.seats.items()}
        begun = {new: places[old] for new, old in self.seats.items()}
        attached = self._headquarters({no: at[host] for no, host in hosts.items()})
        begun |= {no: {"at": f"on:{host}"} for no, host in attached.items()}
        optional = (each.unit for each in self.made.placed if each.state == "attached")
        away = [*cells, *(unit.no for unit in optional if unit.side == self.side and not self.made.in_play(unit))]
        begun |= {no: {"at": "N"} for no in away if no not in begun}
        return [{"no": no, "name": self.names[no], **cell} for no, cell in sorted(begun.items())]

    def _headquarters(self, hosts: Mapping[int, int]) -> dict[int, int]:
        """Return by number who begins with which unit: of the headquarters as many as the force has.

        The first of the scenario stay. Those that it lacks begin with units like that with which its first does.
        """
        types = _types(self.made, self.side)
        known = [no for no, type_ in types.items() if type_ == self.order.document.headquarters]
        known.sort(key=lambda no: no not in hosts)
        chosen = known[: self.order.force.headquarters_by(self.made.options)]
        found = {no: host for no, host in hosts.items() if no in chosen or no not in known}
        like = next(iter(hosts.values()), 0)
        for no in chosen:
            if no not in found:
                free = (unit for unit in sorted(self.seats) if unit not in found.values())
                found[no] = min(
                    free, key=lambda unit: (self.names[unit] != self.names.get(like), types[unit] != types.get(like))
                )
        return found


def _purchases(game: Game, scenario: str, orders: Mapping[str, str]) -> tuple[Plan, GameFile, list[_Purchase]]:
    """Return the scenario with the options that the forces bring, the file of the forces, and what is bought."""
    found = game.one("forces", ForcesDocument)
    if found is None:
        raise ValueError("this game has no forces: there is no forces.yaml")
    (document, where), made, words = found, plan(game, scenario), words_of(game)
    given = [
        Order(document, side, text, words, _start(made, document, scenario, side)) for side, text in orders.items()
    ]
    made = replace(made, options=made.options.union(*(order.brings for order in given)))
    return made, where.file, [_Purchase(made, order) for order in given]


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
