"""Forces that are bought: units that a player chooses take the places of those of a scenario."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.set_up import plan
from scenario_forge.printing.brief import words_of
from scenario_forge.wargame.forces.document import ForcesDocument
from scenario_forge.wargame.forces.order import Order

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game


def bought(game: Game, scenario: str, orders: Mapping[str, str]) -> dict[str, str]:
    """Return the text of the scenario's file in which units that are bought start instead of others.

    Each takes a place of the scenario: its own, else one of its type, else any that is left.

    Raises:
        ValueError: a force cannot be bought, or not for this scenario; a second argument says what can be.
        CompileError: errors in the game leave the set-up open.
    """
    found, made = game.one("forces", ForcesDocument), plan(game, scenario)
    if found is None:
        raise ValueError("this game has no forces: there is no forces.yaml")
    file = made.scenario.where.file
    data = {**file.data, "set_up": [each for each in file.data.get("set_up", ()) if each["side"] not in orders]}
    for side, said in orders.items():
        cells = _cells(made, side)
        units = [unit for unit in made.forces.sides[side].units if made.in_play(unit)]
        hosts = {no: cell["at"] for no, cell in cells.items() if cell["at"].startswith("on:")}
        places = {no: cell for no, cell in cells.items() if no not in hosts}
        own = _seated(units, places, Order(found[0], side, said, words_of(game)).units())
        at = {old: new for new, old in own.items()}
        rows = [{"no": new, **places[old]} for new, old in own.items()]
        rows += [{"no": no, "at": f"on:{at[int(cell.removeprefix('on:'))]}"} for no, cell in hosts.items()]
        rows += [{"no": no, "at": "N"} for no in places if no not in own]
        before = [each for each in file.data.get("set_up", ()) if each["side"] == side]
        data["set_up"].append({"side": side, **(before[0] if before else {}), "units": rows})
    return {file.name: json.dumps(data, ensure_ascii=False, indent=1)}


def _cells(made: Any, side: str) -> dict[int, dict[str, str]]:  # noqa: ANN401 - a plan of a set-up
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


def _seated(units: list[Unit], places: Mapping[int, Any], chosen: Counter[str]) -> dict[int, int]:
    """Return by number of each unit that is bought: the number of that whose place it takes."""
    bought_units: list[Unit] = []
    for name, count in chosen.items():
        same = sorted((unit for unit in units if unit.name == name), key=lambda unit: unit.no not in places)
        if len(same) < count:
            raise ValueError(f"there are {len(same)} counters of `{name}`, not {count}")
        bought_units += same[:count]
    if len(bought_units) != len(places):
        raise ValueError(f"the scenario has places for {len(places)} units, and {len(bought_units)} are chosen")
    type_of = {unit.no: unit.counter.counter.type if unit.counter else "" for unit in units}
    own, free = {unit.no: unit.no for unit in bought_units if unit.no in places}, [*places]
    for no in own:
        free.remove(no)
    for unit in bought_units:
        if unit.no not in own:
            own[unit.no] = min(free, key=lambda no: type_of[no] != type_of[unit.no])
            free.remove(own[unit.no])
    return own
