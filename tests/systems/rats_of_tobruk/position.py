"""A position of *Rats of Tobruk* as a test wants it: units by their names, nobody else on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from tests.systems.position import Position

FOLDER = Path(__file__).parents[3] / "content/rats-of-tobruk"
AXIS, ALLIED = 0, 1
HQ, PANZER, TANKS = "HQ I/5Pz", "2/5Pz", "1/5Pz"
"""Of one battalion: 0-3-8; 6-7-8 with a direct range of 3; 4-5-10, all of them tracked."""
SOUTH = [f"20{row}" for row in range(38, 47)]
"""Open ground."""
MORNING, DAY, EVENING, NIGHT = range(4)
SEEN_FROM = [
    (DAY, 0, 10, True),
    (DAY, 0, 11, False),
    (DAY, 1, 5, True),
    (DAY, 1, 6, False),
    (NIGHT, 0, 1, True),
    (NIGHT, 0, 2, False),
]
"""Turn, sandstorm, hexes away, and whether a unit sees as far (1.1, 11.2)."""


@cache
def game():
    """The game, read once: nobody changes a game that was read."""
    return load_game(FOLDER)


@cache
def prepared(scenario="easter-battle", options=()):
    """A scenario of it, compiled once."""
    return prepare(game(), scenario, list(options))


class Board(Position):
    """``units``: by name the hex, or a mapping with `at`; ``dice`` are what chance answers, in order."""

    scenario, options = "easter-battle", ()

    def __init__(self, units=(), chit=None, *, step="activation", dice=(), turn=DAY, sandstorm=0, **data):
        super().__init__(prepared(self.scenario, self.options))
        self.index = {name: row for row, name in enumerate(self.compiled.names["units"])}
        for row in self.index.values():
            self.state.units.place[row] = -1
        for name, values in dict(units).items():
            self.put(name, **({"at": values} if isinstance(values, str) else values))
        self.state.clock.turn[0], self.state.clock.sandstorm[0] = turn, sandstorm
        if chit is not None:
            row = self.index[chit]
            data = {"hq": row, "side": self.compiled.units.side[row], **data}
        if "names" in data:
            data["units"] = [self.index[name] for name in data.pop("names")]
        self.state.stack = (Frame(step, data),)
        self.playout = Playout(self.play.sequence, self.state, Scripted(dice))

    def put(self, name, at, **values):
        """A unit somewhere; ``at`` may be `off`: still to come."""
        values = {{"depleted": "flipped"}.get(name, name): value for name, value in values.items()}
        for column, value in {"place": -2 if at == "off" else self.hex(at), **values}.items():
            getattr(self.state.units, column)[self.index[name]] = value
        self.state.revisions = [each + 1 for each in self.state.revisions]

    def unit(self, name, column):
        return super().unit(name, {"depleted": "flipped"}.get(column, column))

    def where(self, name):
        place = super().where(name)
        return {-1: "out", -2: "off"}.get(place, place)

    # -- acting --------------------------------------------------------------------------------------

    def action(self, *words):
        """Names of units and hexes as play has them."""

        def token(word):
            return self.index[word] if word in self.index else self.hex(word) if word.isdigit() else word

        return tuple(map(token, words))

    def move(self, *words):
        """``unit, …, "to", hex, …``: a move, and on to the next decision."""
        return self.act(*("by" if word == "to" else word for word in words))

    def fight(self):
        """To the fights of the activation: nobody moves any more."""
        while self.playout.advance() is not None and self.playout.frame.step in ("movement", "opportunity"):
            self.act("end" if self.playout.frame.step == "movement" else "decline")
        return self

    @property
    def step(self):
        self.playout.advance()
        return self.playout.frame.step


class Salient(Board):
    """A position of the second scenario."""

    scenario = "salient"


def reach(board, name, way):
    """How many hexes of a way a unit can go."""
    gone = []
    while len(gone) < len(way) and way[len(gone)] in board.offered(name, "by", *gone):
        gone.append(way[len(gone)])
    return len(gone)


def aims(units, hq="HQ I/5Pz", **more):
    """By firer: at whom it can fire directly in its activation."""
    board = Board(units, hq, **more).fight()
    if "fire" not in board.offered():
        return {}
    return {name: board.offered("fire", name) for name in board.offered("fire")}


def attacked(dice, attackers, defenders, at="2044", **more):
    """An attack of all of them on a hex, without artillery, up to what comes of it."""
    hq = next(name for name in attackers if name.startswith("HQ"))
    board = Board({**attackers, **defenders}, hq, dice=dice, **more).fight()
    fighting = (name for name in attackers if not name.startswith("HQ"))
    board.act("attack", at, *sorted(fighting, key=board.index.get))
    return board


def battle(board):
    """Strengths of both, dice, modifier, result."""
    _, attack, defence, dice, modifier, code, _column = board.events("battle")[0].subjects
    return attack, defence, dice, modifier, board.play.said["code"][code]


def lapses(units):
    """How many supply phases units have been without supply, after one more."""
    board = Board(units, step="supply")
    board.playout.advance()
    return {name: board.unit(name, "lapse") for name in units}
