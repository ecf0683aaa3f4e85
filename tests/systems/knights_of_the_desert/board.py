"""A position of *Knights of the Desert* as a test wants it: units by their numbers, nobody else on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from tests.systems.position import Position

FOLDER = Path(__file__).parents[3] / "content/knights-of-the-desert"
AXIS, ALLIED = 0, 1


@cache
def printed():
    """The game as it is printed, read once: nobody changes a game that was read."""
    return load_game(FOLDER, errata="none")


@cache
def prepared(scenario="tobruk-41", options=None, changed=()):
    """A scenario of it, compiled once; ``changed``: texts of rules.yaml, and what stands there instead."""
    if not changed:
        return prepare(printed(), scenario, options)
    text = (FOLDER / "rules.yaml").read_text(encoding="utf-8")
    for before, after in changed:
        assert before in text
        text = text.replace(before, after, 1)
    return prepare(load_game(FOLDER, "none", {"rules.yaml": text}), scenario, options)


class Dice(Scripted):
    """Outcomes from a list, and the questions that they answered."""

    def __init__(self, tokens):
        super().__init__(tokens)
        self.asked = []

    def draw(self, chance, use):
        self.asked.append(chance)
        return super().draw(chance, use)


class Board(Position):
    """``units`` by number: where each is, and what it has; ``dice`` are what chance answers, in order.

    Play stands at a step, or without one where the scenario begins.
    """

    def __init__(
        self, units=(), step="operations", side=AXIS, dice=(), options=None, scenario="tobruk-41", changed=(), **data
    ):
        super().__init__(prepared(scenario, options, changed))
        self.index = {no: row for row, no in enumerate(self.compiled.units.no)}
        for row in self.index.values():
            self.state.units.place[row] = -1
        for no, values in dict(units).items():
            self.put(no, **values)
        rest = self.play.rest(self.state, step) if step == "initiative" else ()
        if step is not None:
            self.state.stack = (*rest, Frame(step, {"side": side, **data}))
        self.playout = Playout(self.play.sequence, self.state, Dice(dice))

    def put(self, no, at, supply=400, points=18, fed=1, **values):
        """A unit somewhere, fresh and supplied unless it is said otherwise."""
        for column, value in {"place": self.hex(at), "supply": supply, "points": points, "fed": fed, **values}.items():
            getattr(self.state.units, column)[self.index[no]] = value
        self.state.revisions = self.state.revisions

    # -- acting --------------------------------------------------------------------------------------

    def action(self, *words):
        """Set-up numbers and hexes as play has them: `8, "2010"`; other texts as they are, but digits as numbers."""

        def token(word):
            if isinstance(word, int):
                return self.index[word]
            return word if not word.isdigit() else self.hex(word) if len(word) == 4 else int(word)

        return tuple(map(token, words))

    def offered(self, *prefix):
        """What can follow, in the words of :meth:`action`."""
        self.playout.advance()
        known = {row: no for no, row in self.index.items()}
        table = self.play.table_of(self.playout.frame, self.action(*prefix))
        names = known if table == "units" else dict(enumerate(self.compiled.names["hexes"])) if table else {}
        return [names.get(c.token, c.token) for c in self.playout.choices(self.action(*prefix))]

    def attack(self, start, target, defenders, attackers, intensity, risk, air, answer=(1, 0)):
        """A whole attack, and the defender's answer."""
        self.playout.advance()
        begun = self.action("attack", start, target, *defenders, "by", *attackers, "with")
        self.playout.act((*begun, intensity, risk, air))
        self.playout.advance()
        self.playout.act(answer)
        return self.playout.advance()

    def chances(self, purpose):
        """Of what chance was asked under this name: by outcome, how likely each was in a hundred."""
        asked = [chance for chance in self.playout.source.asked if chance.purpose == purpose]
        return [{outcome.token: outcome.weight for outcome in chance.outcomes} for chance in asked]

    def losses(self):
        """By set-up number: what each unit has lost in battles."""
        known = {row: no for no, row in self.index.items()}
        return {known[event.subjects[0]]: event.subjects[1] for event in self.events("loses")}
