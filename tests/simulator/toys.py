"""A toy game for each shape that the four games need: a clock with reactions, a hidden cup, a budget with a die, losses that their owner chooses."""

from __future__ import annotations

from scenario_forge.simulator import players
from scenario_forge.simulator.play import Play
from scenario_forge.simulator.playout import Playout, SequenceOfPlay
from scenario_forge.simulator.state import Column, Frame, State, StateTable
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Outcome, Step

RED, BLUE = 0, 1


class Units(StateTable):
    side: Column
    place: Column
    strength: Column
    spent: Column


class Field(State):
    units: Units


def field():
    """A road of hexes 0 to 9: Red 0 at 0, Blue 1 at 4 and Blue 2 at 9, strength 3."""
    return Field(units=Units(3, side=[RED, BLUE, BLUE], place=[0, 4, 9], strength=[3, 3, 3]))


# -- a move that others may stop -----------------------------------------------------------------


class Move(Step):
    """Red moves hex by hex; what is left of the way waits in the frame while others react."""

    id, clause = "move", "1.1"

    def decider(self, state, frame):
        return NOBODY if "way" in frame.data else RED

    def choices(self, state, frame, prefix):
        if not prefix:
            can_move = state.units.place[0] < 9
            return [Choice("end"), *([Choice(0, whole=False, more=True)] if can_move else [])]
        at = prefix[-1] if len(prefix) > 1 else state.units.place[0]
        return [Choice(at + 1, whole=True, more=at + 1 < 9)] if at < 9 else []

    def apply(self, state, frame, action):
        if action == ("end",):
            return Next((Event("ends", (), "1.2"),))
        if action:
            return Next((), (frame, frame.with_values(way=list(action[1:]))))
        way = frame.data["way"]
        if not way or state.units.strength[0] == 0:
            return Next()
        event = Event("enters", (state.units.change(0, "place", way[0]),), "1.1", (0, way[0]))
        return Next((event,), (frame.with_values(way=way[1:]),))

    def why_not(self, state, frame, prefix, token):
        found = super().why_not(state, frame, prefix, token)
        return type(found)(f"{token} is not adjacent", "1.1", len(prefix)) if prefix else found


class Fire(Step):
    """Blue may fire at whoever comes within two hexes; a hit stops the mover for good."""

    id, clause = "fire", "2.1"

    def decider(self, state, frame):
        return CHANCE if frame.data.get("fires") else BLUE

    def choices(self, state, frame, prefix):
        return [Choice("hold"), Choice("fire")] if not prefix else []

    def chance(self, state, frame):
        return Chance("fire", [Outcome(n) for n in range(1, 7)], 1, (frame.data["unit"],))

    def apply(self, state, frame, action):
        if action == ("hold",):
            return Next()
        if action == ("fire",):
            return Next((), (frame.with_values(fires=True),))
        if action[0] >= 4:
            return Next((Event("hit", (state.units.change(0, "strength", 0),), "2.1", (0,)),))
        return Next((Event("miss", (), "2.1"),))


def reaction(state, event):
    if event.name != "enters":
        return None
    near = [u for u in (1, 2) if abs(state.units.place[u] - event.subjects[1]) <= 2]
    return Frame("fire", {"unit": near[0]}) if near else None


MOVES = SequenceOfPlay({"move": Move(), "fire": Fire()}, Frame("move"), reaction)


# -- a hidden cup --------------------------------------------------------------------------------


class Cup(StateTable):
    there: Column


class Pool(State):
    cup: Cup
    units: Units


class Draw(Step):
    """Chits for each side, drawn until the cup is empty; who is drawn acts with a die's budget."""

    id, clause = "draw", "3.1"

    def decider(self, state, frame):
        return CHANCE if any(state.cup.there) else NOBODY

    def chance(self, state, frame):
        left = sum(state.cup.there)
        return Chance("chit", [Outcome(n, w) for n, w in enumerate(state.cup.there) if w], 1, (left,))

    def apply(self, state, frame, action):
        if not action:
            return Next()
        side = action[0]
        gone = Event("drawn", (state.cup.change(side, "there", state.cup.there[side] - 1),), "3.1", (side,))
        return Next((gone,), (frame, Frame("budget", {"side": side, "left": 2, "thrown": False})))


class Budget(Step):
    """Two action points; the die may give two more, once."""

    id, clause = "budget", "4.1"

    def decider(self, state, frame):
        if frame.data["left"] == 0 and frame.data["thrown"]:
            return NOBODY
        return CHANCE if frame.data["left"] == 0 else frame.data["side"]

    def choices(self, state, frame, prefix):
        return [] if prefix else [Choice("pass"), Choice("step")]

    def chance(self, state, frame):
        return Chance("more points", [Outcome(0, 4), Outcome(2, 2)], 1, (frame.data["side"],))

    def apply(self, state, frame, action):
        if not action or action == ("pass",):
            return Next()
        if action == ("step",):
            side = frame.data["side"]
            moved = state.units.change(side, "spent", state.units.spent[side] + 1)
            return Next((Event("steps", (moved,), "4.1", (side,)),), (frame.with_values(left=frame.data["left"] - 1),))
        return Next((), (frame.with_values(left=action[0], thrown=True),))


CUP = SequenceOfPlay({"draw": Draw(), "budget": Budget()}, Frame("draw"))


def cup():
    return Pool(cup=Cup(2, there=[2, 1]), units=Units(2))


# -- losses that their owner chooses -------------------------------------------------------------


class Losses(Step):
    """A result of so many: each in strength or by falling back, as the owner likes, together exactly so many."""

    id, clause = "losses", "5.1"

    def decider(self, state, frame):
        return state.units.side[frame.data["unit"]]

    def choices(self, state, frame, prefix):
        left = frame.data["loss"] - sum(prefix[1::2])
        if len(prefix) % 2 == 0:
            if left == 0:
                return []
            taken = prefix[::2]
            return [Choice(w, False, True) for w in ("strength", "retreat") if w not in taken]
        most = left if prefix[-1] == "retreat" else min(left, state.units.strength[frame.data["unit"]])
        first = len(prefix) == 1
        return [Choice(n, n == left, n < left) for n in range(1, most + 1) if n == left or first]

    def apply(self, state, frame, action):
        unit = frame.data["unit"]
        lost = dict(zip(action[::2], action[1::2], strict=True))
        changes = []
        if lost.get("strength"):
            changes.append(state.units.change(unit, "strength", state.units.strength[unit] - lost["strength"]))
        if lost.get("retreat"):
            changes.append(state.units.change(unit, "place", state.units.place[unit] + lost["retreat"]))
        return Next((Event("losses", tuple(changes), "5.1", (unit,)),))


LOSSES = SequenceOfPlay({"losses": Losses()}, Frame("losses", {"unit": 1, "loss": 3}))


# -- a set --------------------------------------------------------------------------------------


class Pick(Step):
    """``(unit, …)``, or ``(unit, …, with, 0)``, once."""

    id, clause = "pick", "7.1"

    def __init__(self, subset, word, ends):
        self.subset, self.word, self.ends = subset, word, ends

    def decider(self, state, frame):
        return RED

    def choices(self, state, frame, prefix):
        if "with" in prefix:
            return [Choice(0)] if prefix[-1] == "with" else []
        return self.subset.choices(prefix, self.word, ends=self.ends)


def picking(subset, word="", *, ends=True):
    """A game in which Red picks a set and no more."""
    return SequenceOfPlay({"pick": Pick(subset, word, ends)}, Frame("pick"))


def play(sequence, state, source, choose):
    """Play to the end; ``choose(playout, side)`` gives whole actions."""
    playout = Playout(sequence, state, source)
    while (side := playout.advance()) is not None:
        playout.act(choose(playout, side))
    return playout


class ToyPlay(Play):
    """A toy as a rule system would bring it: it scores where the units stand, and says what must always hold."""

    def __init__(self, sequence=MOVES, begin=field, broken=lambda state: ()):
        self._sequence, self._begin, self._broken = sequence, begin, broken

    @property
    def sequence(self):
        return self._sequence

    def begin(self):
        return self._begin()

    def score(self, state):
        return (state.units.place[0], 3 - state.units.strength[0])

    def breaches(self, state):
        yield from self._broken(state)

    def table_of(self, frame, prefix):
        return {"move": "hexes" if prefix else "units", "pick": "units"}.get(frame.step, "")

    def event_text(self, state, event):
        return f"unit {event.subjects[0]} enters {event.subjects[1]}" if event.name == "enters" else event.name


def plug_in(monkeypatch, answer):
    """A player `mine` that does what ``answer(seat)`` does."""

    class Mine:
        def __init__(self, play, side, seed):
            pass

        def choose(self, seat):
            return answer(seat)

    monkeypatch.setattr(players, "BUILT_IN", {**players.BUILT_IN, "mine": Mine})
