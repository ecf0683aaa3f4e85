"""What all steps of *Rats of Tobruk* have: an end when a side has won, decisions that can be empty, dice."""

from __future__ import annotations

from slice_common import Book

from scenario_forge.project.carries import carries
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Next, Outcome, Step

DIE = [Outcome(face) for face in range(1, 7)]


class Phase(Step):
    """A step that is dropped as soon as a side has won; by default it goes on by itself."""

    def __init__(self, rules, id_, rule, work=None):
        self.rules, self.id, self.rule, self.work = rules, id_, rule, work

    @carries("17.4.1")
    def decider(self, state, frame):
        return NOBODY if state.clock.won[0] else self.who(state, frame)

    def apply(self, state, frame, action):
        book = Book(state)
        frames = () if state.clock.won[0] else self.done(state, frame, action, book)
        return Next(tuple(book.events), tuple(frames or ()))

    def who(self, state, frame):
        return NOBODY

    def done(self, state, frame, action, book):
        return self.work(self.rules, state, frame, book)


class Decision(Phase):
    """A step that the side of its frame decides, as long as there is something to choose besides the last word."""

    def who(self, state, frame):
        return frame.data["side"] if self.open(state, frame) else NOBODY

    def open(self, state, frame):
        return len(self.choices(state, frame, ())) > 1


class Throw(Phase):
    """Dice that go into the frame as `thrown`."""

    def who(self, state, frame):
        return NOBODY if "thrown" in frame.data else CHANCE

    def outcomes(self, state, frame):
        return DIE

    def chance(self, state, frame):
        subjects = [n for n in frame.data.values() if isinstance(n, int)]
        return Chance(self.id, self.outcomes(state, frame), state.clock.turn[0], tuple(subjects))

    def done(self, state, frame, action, book):
        if action:
            return [frame.having(thrown=action[0])]
        return self.work(self.rules, state, frame, book)
