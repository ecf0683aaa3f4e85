"""ERR012: hexes that the reason of an erratum names, against what it corrects and the row that it stands in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import err
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.hexes import distance
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where

_HEX = re.compile(r"\b[A-Z]{1,2}\d{1,2}\b")
_ROW = re.compile(r"orders-of-battle/\w+\.units\[\d+\]\.")
NEAR = 2
"""Hexes between a name and the one that was meant."""


def hexes_of_reasons(game: Game) -> Iterator[Diagnostic]:
    """Corrections of a set-up whose reason names a neighbouring hex in place of the one that they put."""
    grid = hex_map(game)
    for document, where in game.documents("errata", ErrataDocument) if grid else ():
        for index, erratum in enumerate(document.errata):
            if grid is not None and _ROW.match(erratum.at):
                yield from _of(game, grid, erratum, where / "errata" / index)


def _of(game: Game, grid: HexMap, erratum: Erratum, at: Where) -> Iterator[Diagnostic]:
    named = _hexes(grid, erratum.why)
    put, printed = _hexes(grid, str(erratum.corrected)), _hexes(grid, str(erratum.printed))
    for hex_, text in put.items():
        near = [n for n in named if n not in printed and distance(grid.grid, n, hex_) <= NEAR]
        if named and near and hex_ not in named:
            finding = err.ERR012.at(at / "corrected", id=erratum.id, hex=text, other=named[near[0]])
            yield finding.also(at / "why", "the reason").suggest(f"did you mean {named[near[0]]}?")
            return
    kept = {each for _place, each, _where in grid.places.values()} | _standing(game) | put.keys() | printed.keys()
    own = _of_row(game, erratum.at)
    for hex_, text in named.items():
        near = [each for each in own if distance(grid.grid, hex_, each) == 1] if hex_ not in kept else []
        if near:
            name = grid.name(near[0])
            finding = err.ERR012.at(at / "why", id=erratum.id, hex=name, other=text)
            yield finding.suggest(f"did you mean {name}?")


def _hexes(grid: HexMap, text: str) -> dict[int, str]:
    """The hexes that a text names, with their names."""
    found = ((grid.grid.find(match[0]), match[0]) for match in _HEX.finditer(text))
    return {hex_: name for hex_, name in found if hex_ is not None}


def _standing(game: Game) -> set[int]:
    """Every hex that an order of battle names."""
    linked = forces(game)
    entries = [entry for unit in linked.units() for entry in unit.all_entries()]
    entries += [each.entry for each in linked.marker_entries()]
    return {entry.hex for entry in entries if entry.hex is not None}


def _of_row(game: Game, address: str) -> list[int]:
    """The hexes of the row that an address such as `orders-of-battle/allied.units[4].dec40` is in."""
    stem, _, rest = address.removeprefix("orders-of-battle/").partition(".units[")
    no = rest.partition("]")[0]
    rows = [unit for unit in forces(game).units() if unit.where.file.stem == stem and str(unit.no) == no]
    return [entry.hex for unit in rows for entry in unit.entries() if entry.hex is not None]


CHECKS = (hexes_of_reasons,)
