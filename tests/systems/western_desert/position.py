"""A position of *WW2 Western Desert Rules* as a test wants it: units by side and number, nobody else on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from tests.systems.position import Position

FOLDER = Path(__file__).parents[2] / "games/western-desert"
AXIS, ALLIED = 0, 1
NORMAL, HAZE = 0, 8
"""Turns of the scenario in which sight is as usual, and in which the air is hazy."""

AXIS_NAMES = {"50mm": 1, "88": 2, "halftracks": 3, "car": 5, "marder": 7, "bikes": 8, "pz2": 9, "pz3": 10, "pz3b": 11}
AXIS_NAMES |= {"pz3c": 12, "pz3d": 13, "pz4": 14, "wespe": 15, "hq1": 16, "hq2": 17, "hq3": 18, "stug": 23, "foot": 25}
ALLIED_NAMES = {"portee": 1, "25pdr": 3, "25pdr2": 4, "infantry": 5, "infantry2": 6, "infantry3": 7, "carrier": 8}
ALLIED_NAMES |= {"crusader": 9, "crusader2": 10, "grant": 11, "stuart": 13, "HQ1": 16, "HQ2": 17, "matilda": 21}
ALLIED_NAMES |= {"infantry4": 25, "6pdr": 29, "5.5in": 30, "engineers": 31}


@cache
def printed():
    """The game as it is printed, read once: nobody changes a game that was read."""
    return load_game(FOLDER, errata="none")


@cache
def prepared(scenario="meeting"):
    """A scenario of it, compiled once."""
    return prepare(printed(), scenario)


class Board(Position):
    """``units``: by name `A1>E` or `A1`, or of a headquarters the name of its unit; ``dice`` as chance answers;
    ``mined``: hexes; ``strikes``: airstrikes of the side; ``step``: `phase` is one that has not begun;
    ``ready``: another scenario than the usual one, compiled."""

    def __init__(self, units, side=AXIS, *, step="actions", dice=(), turn=NORMAL, mined=(), strikes=0, **data):
        super().__init__(data.pop("ready", None) or prepared())
        numbers = zip(self.compiled.units.side, self.compiled.units.no, strict=True)
        rows = {key: row for row, key in enumerate(numbers)}
        self.index = {name: rows[AXIS, no] for name, no in AXIS_NAMES.items()}
        self.index |= {name: rows[ALLIED, no] for name, no in ALLIED_NAMES.items()}
        self.names = {row: name for name, row in self.index.items()}
        for row in rows.values():
            self.state.units.place[row], self.state.units.host[row] = -3, -1
        for name, value in units.items():
            if isinstance(value, str) and value in self.index:
                self.state.units.host[self.index[name]] = self.index[value]
            else:
                self.put(name, **({"at": value} if isinstance(value, str) else value))
        for name in mined:
            self.state.ground.minefield[self.hex(name)] = 1
        self.state.sides.airstrikes[side] = strikes
        self.state.clock.turn[0], self.state.clock.side[0] = turn, side
        if step == "actions":
            data = {"begun": True, "used": 0, "have": 2, **data}
        self.state.stack = (Frame("actions" if step == "phase" else step, {"side": side, **data}),)
        self.playout = Playout(self.play.sequence, self.state, Scripted(dice))

    def put(self, name, at, **values):
        """A unit in a hex, facing a way; other columns by their names."""
        hex_, _, facing = at.partition(">") if isinstance(at, str) else (at, "", "")
        values = {
            "place": hex_ if isinstance(hex_, int) else self.hex(hex_),
            "facing": self.rules.directions.index(facing or "E"),
            **values,
        }
        for column, value in values.items():
            getattr(self.state.units, column)[self.index[name]] = value

    def where(self, name):
        place = super().where(name)
        return place if isinstance(place, str) else "out"

    # -- acting --------------------------------------------------------------------------------------

    def action(self, *words):
        """Names of units and hexes as play has them."""
        hexes = self.compiled.names["hexes"]
        return tuple(self.index[w] if w in self.index else hexes.index(w) if w in hexes else w for w in words)

    def offered(self, *prefix):
        """What can follow, in the words of :meth:`action`."""
        if self.playout.advance() is None:
            return []
        begun = self.action(*prefix)
        hexes = self.play.table_of(self.playout.frame, begun) == "hexes"
        tokens = [choice.token for choice in self.playout.choices(begun)]
        names = self.compiled.names["hexes"] if hexes else self.names
        return [token if isinstance(token, str) else names[token] for token in tokens]

    def ways(self, name, *way):
        """Hexes that a unit that moves by itself can enter next."""
        return {w for w in self.offered("move", name, *way) if w not in self.rules.directions}

    @property
    def left(self):
        """Action points that are left."""
        data = self.playout.frame.data
        return data["have"] - data["used"]

    def attack(self, *words):
        """Attack value and result of a fire with this ``target, unit …``."""
        self.act("fire", *words)
        _, value, _, code = self.events("combined fire")[-1].subjects
        return value, self.rules.results.codes[code]
