"""A position of *A Day on the Ridge* as a test wants it: units by their names, nobody else on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from tests.systems.position import Position

FOLDER = Path(__file__).parents[3] / "content/ridge"
FRENCH, AUSTRIAN = 0, 1
RAIN = 5
"""A turn with rain."""


@cache
def prepared(scenario="dawn"):
    """A scenario of the game, compiled once."""
    return prepare(load_game(FOLDER, errata="none"), scenario)


class Board(Position):
    """``units``: by name the hex, with `!` where the unit is disordered; ``dice`` are what chance answers, in order.

    ``step``: where play stands; empty: a game turn begins.
    """

    def __init__(self, units, step="movement", side=FRENCH, *, dice=(), turn=1, scenario="dawn"):
        super().__init__(prepared(scenario))
        self.index = {name: row for row, name in enumerate(self.compiled.names["units"])}
        for name, row in self.index.items():
            at = units.get(name, "")
            self.state.units.place[row] = self.hex(at.rstrip("!")) if at else -1
            self.state.units.flipped[row] = int(at.endswith("!"))
        self.state.clock.turn[0] += turn - 1
        self.state.revisions = [revision + 1 for revision in self.state.revisions]
        self.state.stack = (Frame(step, {"side": side}),) if step else ()
        self.playout = Playout(self.play.sequence, self.state, Scripted(dice))

    def action(self, *words):
        """Names of units and hexes as play has them."""
        hexes = self.compiled.names["hexes"]
        return tuple(self.index.get(word, self.hex(word) if word in hexes else word) for word in words)

    def offered(self, *prefix, end=None):
        """What can follow, in the words of :meth:`action`.

        ``end``: only that with which the action can end there, or cannot.
        """
        if self.playout.advance() is None:
            return []
        begun = self.action(*prefix)
        table = self.play.table_of(self.playout.frame, begun)
        names = self.compiled.names[table] if table else ()
        found = [each for each in self.playout.choices(begun) if end is None or each.whole == end]
        return [each.token if isinstance(each.token, str) else names[each.token] for each in found]

    def disordered(self):
        """The units in disorder, by name."""
        return [name for name in self.index if self.unit(name, "flipped") and self.unit(name, "place") >= 0]

    def out(self, *names):
        """Whether all these units are off the map."""
        return all(self.unit(name, "place") < 0 for name in names)

    def battle(self):
        """Strengths and result of the only battle."""
        (event,) = self.events("battle")
        _hex, attack, defence, _thrown, added, code, _column = event.subjects
        assert added == 0
        return attack, defence, self.play.said["code"][code]
