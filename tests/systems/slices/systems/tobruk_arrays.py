"""From the documents of *Rats of Tobruk* to the numbers that play reads. Costs are in half movement points."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names, Repeats
from scenario_forge.game.hexmap import hex_map
from scenario_forge.mechanics.sight import hexes_under_line, lines_within
from scenario_forge.wargame.base.cells import Cells
from scenario_forge.wargame.base.document import GameRules

Ground = Annotated[Id, Names("terrain or hexside kind or line kind or place kind")]


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: Annotated[str, Names("formation")]
    place: Annotated[str, Names("place")]


class TobrukRules(GameRules):
    """rules.yaml: what no chart says."""

    costs: Annotated[dict[Ground, list[Annotated[int | str, Names("figure")]]], Repeats()]
    modifiers: dict[Ground, int]
    automatic: Automatic


WORDS = {"NA": -1, "prohibited": -1, "H": -2, "half of MA": -2, "ALL": -3}
"""Costs that are no number: not allowed; half, and all of the printed allowance."""


def costs(game):
    """By terrain, line and hexside: costs of leg, tracked and wheeled units, some in cells `chart/row/column`."""
    cells, found = Cells(game), {}

    def cell(address):
        chart, row, column = address.split("/")
        return cells.text(chart, row, int(column))

    for id_, given in game.one("rules", TobrukRules)[0].costs.items():
        texts = [cell(part) if "/" in part else part for part in map(str, given)]
        parts = [each for text in texts for each in text.split(" / ")]
        found[f"cost.{id_}"] = [WORDS[each] if each in WORDS else int(2 * Fraction(each)) for each in parts]
    return found


def hidden(game, reach):
    """Pairs of hexes that are near enough to see each other, but that terrain parts."""
    grid, terrain = hex_map(game).grid, game.one("rules", TobrukRules)[0].terrain
    blocks = {hex_ for hex_, kind in enumerate(hex_map(game).terrain) if "blocks" in terrain.get(kind, ())}
    lines = lines_within(grid, reach, blocks)
    return [
        n for a, b in lines if any(blocks.issuperset(pair) for pair in hexes_under_line(grid, a, b)) for n in (a, b)
    ]
