"""*A Day on the Ridge* with other keys in its rules.yaml, and positions of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from tests.systems.position import Position

RIDGE = Path(__file__).parents[3] / "content/ridge"
FRENCH, AUSTRIAN = range(2)
NUMBERS = {
    "title": "Numbers",
    "rule": "Rule 9",
    "columns": ["Number"],
    "rows": {"eyes": ["3"], "least": ["4"], "rain": ["2"]},
    "cells": "number",
}
FIRE = {
    "title": "Fire Table",
    "rule": "Rule 9",
    "die": "2d6",
    "columns": ["0 or less", "1 to 4", "5 or more"],
    "rows": {str(total): ["-", "SH" if total > 9 else "-", "DE"] for total in range(2, 13)},
    "column_scale": {"notation": "ranges"},
    "row_scale": {"notation": "number", "dice": True, "beyond": "clamp"},
}
"""A table of fire with two dice: from 1 to 4 a unit retreats on 10 and more, from 5 on none survives."""
FIGURES = {name: f"numbers/{name}/0" for name in NUMBERS["rows"]}
EFFECTS = {
    "AE": {"attacker": {"eliminate": "all"}},
    "AR": {"attacker": {"retreat": 1}},
    "-": {},
    "DR": {"defender": {"retreat": 1}},
    "DD": {"defender": {"flip": "all"}},
    "DE": {"defender": {"eliminate": "all"}},
}

FLIPPING = {
    "AE": {"attacker": {"eliminate": "all"}},
    "AR": {"attacker": {"flip": "all", "retreat": 1}},
    "DR": {"defender": {"flip": "all", "retreat": 1}},
    "DD": {"defender": {"flip": "all", "retreat": 2}},
    "DE": {"defender": {"eliminate": "all"}},
    "SH": {"defender": {"retreat": 1}},
    "-": {},
}
"""Effects in which who retreats is turned over, with one of fire besides."""


def variant(folder, victory=None, more=None, **keys):
    """The scenario of the whole day; keys of rules.yaml that are None are left out.

    With the key `fire` there is a chart of that name; ``more`` are further charts.
    """
    made = folder / "ridge"
    shutil.copytree(RIDGE, made)
    rules, charts = (
        yaml.safe_load((made / name).read_text(encoding="utf-8")) for name in ("rules.yaml", "charts.yaml")
    )
    rules = {key: value for key, value in {**rules, "figures": FIGURES, **keys}.items() if value is not None}
    (made / "rules.yaml").write_text(yaml.safe_dump(rules), encoding="utf-8")
    charts["charts"] |= {"numbers": NUMBERS} | ({"fire": FIRE} if "fire" in keys else {}) | (more or {})
    (made / "charts.yaml").write_text(yaml.safe_dump(charts, sort_keys=False), encoding="utf-8")
    if victory is not None:
        (made / "victory.yaml").write_text(yaml.safe_dump({"basis": "printed", **victory}), encoding="utf-8")
    return prepare(load_game(made, errata="none"), "dawn")


class Board(Position):
    """Units by name in their hexes, nobody else on the map; ``dice`` are what chance answers, in order."""

    def __init__(self, ready, units, step, side=FRENCH, dice=(), turn=0):
        super().__init__(ready)
        self.index = {name: row for row, name in enumerate(self.compiled.names["units"])}
        for row in self.index.values():
            self.state.units.place[row] = -1
        for name, hex_ in units.items():
            self.state.units.place[self.index[name]] = self.hex(hex_)
        self.state.revisions = self.state.revisions
        self.state.clock.turn[0] += turn
        self.state.stack = (Frame(step, {"side": side}),)
        self.playout = Playout(self.play.sequence, self.state, Scripted(dice))

    def action(self, *words):
        hexes = self.compiled.names["hexes"]
        return tuple(self.index.get(word, hexes.index(word) if word in hexes else word) for word in words)
