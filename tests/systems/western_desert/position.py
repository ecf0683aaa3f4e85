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

FOLDER = Path(__file__).parents[3] / "content/western-desert"
AXIS, ALLIED = 0, 1
NIGHT, DAWN, NORMAL, HAZE, DUSK = 6, 11, 16, 24, 36
"""Turns at three in the morning, half past five, eight, noon and six in the evening."""

AXIS_NAMES = {"50mm": 30, "88": 33, "halftracks": 25, "car": 4, "marder": 32, "bikes": 6, "pz2": 8, "pz3": 13}
AXIS_NAMES |= {"pz3b": 14, "pz3c": 15, "pz3d": 16, "pz4": 21, "wespe": 36, "hq1": 1, "hq2": 2, "hq3": 3, "stug": 24}
AXIS_NAMES |= {"foot": 27, "pioneers": 28, "tiger": 23, "semovente": 45, "semovente at": 47}
ALLIED_NAMES = {"portee": 38, "25pdr": 44, "25pdr2": 45, "infantry": 30, "infantry2": 31, "infantry3": 32, "carrier": 4}
ALLIED_NAMES |= {"crusader": 9, "crusader2": 10, "grant": 21, "stuart": 13, "HQ1": 1, "HQ2": 2, "matilda": 26}
ALLIED_NAMES |= {"infantry4": 33, "6pdr": 43, "5.5in": 46, "engineers": 37, "scorpion": 29}
FAR = {"infantry3": "I1>W"}
"""Somebody of the other side who is out of the way."""


@cache
def game():
    """The game, read once: nobody changes a game that was read."""
    return load_game(FOLDER)


@cache
def prepared(scenario="harmat", options=None):
    """A scenario of it, compiled once; ``options`` replace those that it names."""
    return prepare(game(), scenario, options)


class Board(Position):
    """``units``: by name `A1>E` or `A1`, or of a headquarters the name of its unit; ``dice`` as chance answers;
    ``mined``: hexes; ``strikes``: airstrikes of the side; ``step``: `phase` is one that has not begun;
    ``ready``: another scenario than the usual one, compiled. Hexes of board 1 are named without its number.
    """

    def __init__(self, units, side=AXIS, *, step="actions", dice=(), turn=NORMAL, mined=(), strikes=0, **data):
        super().__init__(data.pop("ready", None) or prepared())
        self.hexes = [name.removeprefix("1-") for name in self.compiled.names["hexes"]]
        numbers = zip(self.compiled.units.side, self.compiled.units.no, strict=True)
        rows = {key: row for row, key in enumerate(numbers)}
        named = [(AXIS, AXIS_NAMES), (ALLIED, ALLIED_NAMES)]
        self.index = {
            name: rows[side, no] for side, numbers in named for name, no in numbers.items() if (side, no) in rows
        }
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
        self.state.revisions = [revision + 1 for revision in self.state.revisions]
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

    def hex(self, name):
        return self.hexes.index(name)

    def where(self, name):
        place = self.unit(name, "place")
        return self.hexes[place] if place >= 0 else "out"

    # -- acting --------------------------------------------------------------------------------------

    def action(self, *words):
        """Names of units and hexes as play has them."""
        return tuple(self.index[w] if w in self.index else self.hexes.index(w) if w in self.hexes else w for w in words)

    def offered(self, *prefix):
        """What can follow, in the words of :meth:`action`."""
        if self.playout.advance() is None:
            return []
        begun = self.action(*prefix)
        hexes = self.play.table_of(self.playout.frame, begun) == "hexes"
        tokens = [choice.token for choice in self.playout.choices(begun)]
        names = self.hexes if hexes else self.names
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


def value(units, target, *attackers, side=AXIS, die=1):
    """Attack value and result of the fire of units at a target."""
    board = Board(units, side, dice=[die])
    return board.attack(target, *sorted(attackers, key=board.index.get))


def sight(board, name, other):
    """Whether a unit sees another."""
    now = board.rules.at(board.state)
    return board.rules.modules["sight"].spots(now, board.unit(name, "place"), board.unit(other, "place"))
