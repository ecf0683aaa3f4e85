"""OOB051–054: starts that are no single hex, and facings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Entry, Force, Unit
    from scenario_forge.project.game import Game


def open_starts(game: Game) -> Iterator[Diagnostic]:
    """Edges without land, free set-up without an area, facings that the grid does not have."""
    grid = hex_map(game)
    if grid is None:
        return
    directions = grid.grid.directions
    dry = {edge: any(grid.passable[hex_] for hex_ in grid.edge((edge,))) for edge in ("north", "east", "south", "west")}
    for unit in forces(game).units():
        for entry in unit.all_entries():
            token = entry.token
            for edge in token.edges:
                if not dry[edge]:
                    yield oob.OOB051.at(entry.where, unit=unit.cited, edge=edge)
            if entry.kind == "free" and not grid.areas_of(unit.side):
                yield oob.OOB052.at(entry.where, unit=unit.cited, side=game.side_name(unit.side))
            if token.facing and token.facing not in directions:
                found = oob.OOB053.at(entry.where, unit=unit.cited, facing=token.facing)
                yield found.suggest(f"use one of {', '.join(directions)}")


def attached(game: Game) -> Iterator[Diagnostic]:
    """Units that start with a unit that there is not, that is not there, or that starts with them."""
    for force in forces(game).sides.values():
        for unit in force.units:
            for entry in unit.all_entries():
                why = _nobody(force, unit, entry) if entry.kind == "attached" else ""
                if why:
                    yield oob.OOB054.at(entry.where, unit=unit.cited, why=why)


def _nobody(force: Force, unit: Unit, entry: Entry) -> str:
    known = {each.no: each for each in reversed(force.units)}
    seen, here = [unit.no], entry
    while here.kind == "attached":
        no = here.token.attached or 0
        if no == unit.no:
            return f"unit {seen[-1]} starts with it in turn" if len(seen) > 1 else "that is itself"
        if no not in known:
            return f"its side has no unit {no}"
        after = known[no].at_start(entry.column.id)
        if after is None or after.kind in ("absent", "eliminated"):
            return f"unit {no} is not there"
        if no in seen:
            return ""  # the circle is told of the units in it
        seen.append(no)
        here = after
    return ""


CHECKS = (open_starts, attached)
