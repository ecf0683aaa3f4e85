"""A player for any game: it tries a few actions one step ahead and takes the best.

What a position is worth is a sum with weights from rules.yaml: points, units and strength, marks on counters, places
held, how near units are to their goals. No consideration knows a step of any game; for steps that need no search
rules.yaml says what is taken.
"""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import PlaceName, SideName
from scenario_forge.mechanics.movement import flood
from scenario_forge.simulator.players import first_way
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import CHANCE, Keyed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.players import Player, Seat
    from scenario_forge.simulator.step import Action, Choice, Token
    from scenario_forge.wargame.base.numbers import GameState

ANSWERS = 12
"""Decisions of either side that are played after an action before the position is judged."""
THROWS = 3
"""How often an action is tried if dice decide it."""
CROWDED = 4
"""The cost of a unit too many in a hex, as a multiple of the cost of losing it."""
PASSES = ("end", "none", "decline", "pass")
"""Words for doing nothing."""


class Weights(Model):
    """What the computer player values, and how much it looks at."""

    samples: int = 6
    """Actions that it compares with doing nothing."""
    takes: dict[Annotated[Id, Names("step")], Literal["first", "last", "most", "busiest", "nearest"]] = {}  # noqa: RUF012 - pydantic copies it
    """Steps without a search: the first way, the last of each stage, as many as possible, of these the units that have
    most to do, the hex nearest to a goal."""
    goals: dict[SideName, list[PlaceName]] = {}  # noqa: RUF012 - pydantic copies it
    """By side: places and hexes that it aims for."""
    near: dict[SideName, float] = {}  # noqa: RUF012 - pydantic copies it
    """By side: the value of each hex that a unit is nearer to a goal."""
    exposed: dict[SideName, float] = {}  # noqa: RUF012 - pydantic copies it
    """By side: the value, below 0, of each enemy unit that can fire at the hex of a unit."""
    score: float = 0
    """The value of a victory point."""
    unit: float = 0
    """The value of a unit on the map."""
    strength: float = 0
    """The value of a strength point."""
    supplied: float = 0
    """The value of a unit in a hex that supply reaches."""
    commanded: float = 1
    """The value of a unit in a hex where it is in command, if the game asks that."""
    held: float = 0
    """The value of a place to the side that holds it."""
    marks: dict[str, float] = {}  # noqa: RUF012 - pydantic copies it
    """The value of a mark on a unit to its side."""


class Searcher:
    """A player that searches one step ahead. It has no memory, and tries actions with dice of its own.

    Goals that its side holds draw no unit while there are others.
    """

    def __init__(self, play: Any, side: int, seed: int) -> None:  # noqa: ANN401 - a maker of players takes any play
        self.play: Play[Any] = play
        self.side, self.rules = side, self.play.rules
        self.weights = Weights.model_validate(play.rules.compiled.parameters["player"])
        self._key = f"{seed}|searcher|{side}"
        self._fields: dict[frozenset[int], tuple[Sequence[int], int]] = {}
        self.field, self.far = self._field(self._goals)
        """By hex: how far it is from the nearest goal over ground that can be entered; and the most of them."""

    def choose(self, seat: Seat) -> Action:
        """Return the best of some actions, or the one that rules.yaml prescribes for the step."""
        takes = self.weights.takes.get(seat.frame.step)
        if takes:
            return self._taken(seat, takes)
        self.field, self.far = self._field(self.open_goals(seat.state))
        ways = seat.choices()
        passing = next((way.token for way in ways if way.token in PASSES), None)
        tokens = self._tokens(seat, ways)
        tried = ((token, tokens[:nth].count(token)) for nth, token in enumerate(tokens))
        found = [action for token, nth in tried if (action := self._going(seat, token, nth))]
        best: Action = () if passing is None else (passing,)
        most = self.worth(seat.state)
        for action in found:
            worth = self._mean(seat, action)
            if worth > most or not best or (worth == most and isinstance(action[0], str)):
                most, best = worth, action
        return best or first_way(seat)

    # -- which actions -------------------------------------------------------------------------------

    def _tokens(self, seat: Seat, ways: Sequence[Choice]) -> list[Token]:
        """Return the first stages to try: each word, and some of the rest."""
        words = [way.token for way in ways if isinstance(way.token, str) and way.token not in PASSES]
        rest = [way.token for way in ways if not isinstance(way.token, str)]
        start = self._random(seat, "first", len(rest)) if rest else 0
        room = max(self.weights.samples - len(words), 2)
        again = max(self.weights.samples // (len(words) + len(rest)), 2) if words else 0
        return [*words * again, *(rest[start:] + rest[:start])[:room]]

    def _going(self, seat: Seat, token: Token, nth: int) -> Action:
        """Return an action that begins with a token, towards goals where it asks for hexes; () for none.

        The first that is tried goes on as long as it can, others stop anywhere.
        """
        action: Action = ()
        ways: Sequence[Choice] = [way for way in seat.choices() if way.token == token]
        whole, here = False, len(self.field)
        while ways:
            tried = f"{nth}|{len(action)}|{action}"
            hexes = [way for way in ways if isinstance(way.token, int)] if self._hexes(seat, action) else []
            if hexes:
                stacks = self.rules.stacks(seat.state)
                aims = {way: self.field[int(way.token)] + len(stacks.get(int(way.token), ())) for way in hexes}
                pick = min(hexes, key=lambda way: aims[way])
                far = aims[pick]
                if far >= here and whole:
                    break
                if far >= here and len(ways) > len(hexes):
                    others = [way for way in ways if way not in hexes]
                    pick = others[self._random(seat, tried, len(others))]
                here = min(far, here)
            else:
                pick = ways[self._random(seat, tried, len(ways)) if nth or len(action) < 2 else 0]
            if pick.token in PASSES and action:
                return ()
            action, whole = (*action, pick.token), pick.whole
            if whole and (not pick.more or (not hexes and nth and not self._random(seat, tried + "stop", 4))):
                break
            ways = seat.choices(action) if pick.more else ()
            here = self._started(seat, action, here)
        return action if whole else ()

    def _started(self, seat: Seat, action: Action, here: int) -> int:
        """Return the distance from its goal of the unit that the last stage names; ``here`` if it names none."""
        unit = action[-1]
        if isinstance(unit, int) and self.play.table_of(seat.frame, action[:-1]) == "units":
            place = seat.state.units.place[unit]  # type: ignore[attr-defined]  # every game has units
            return self.field[place] if place >= 0 else len(self.field)
        return here

    def _hexes(self, seat: Seat, action: Action) -> bool:
        return bool(action) and self.play.table_of(seat.frame, action) == "hexes"

    def _taken(self, seat: Seat, takes: str) -> Action:
        if takes == "busiest":
            return self._busiest(seat, self._taken(seat, "most"))
        action: Action = ()
        while ways := seat.choices(action):
            ways = [way for way in ways if way.token not in PASSES] or ways
            pick = ways[-1] if takes == "last" and action else ways[0]
            if takes == "nearest" and self._hexes(seat, action):
                pick = min(ways, key=lambda way: self.field[int(way.token)])
            action = (*action, pick.token)
            if pick.whole and not (pick.more and takes == "most"):
                break
        return action

    def _busiest(self, seat: Seat, most: Action) -> Action:
        """Return as many units as in the longest action, those first that have most to do; else that action."""
        units = (way.token for way in seat.choices() if isinstance(way.token, int))
        first = sorted(units, key=lambda unit: self.work(seat.state, unit), reverse=True)
        action = tuple(sorted(first[: len(most)]))
        return action if seat.allows(action) else most

    def work(self, state: Any, unit: int) -> float:  # noqa: ANN401 - the game's own state
        """Return how much there is to do for a unit: the nearer to its goal, the more."""
        place: int = state.units.place[unit]
        return -self.field[place] if place >= 0 else -float(len(self.field))

    def _random(self, seat: Seat, purpose: str, below: int) -> int:
        return number(f"{self._key}|{seat.number}|{purpose}", below)

    # -- what they are worth -------------------------------------------------------------------------

    def _mean(self, seat: Seat, action: Action) -> float:
        """Return the value of an action, averaged over some throws where dice decide."""
        worth, thrown = self._after(seat, action, 0)
        again = [self._after(seat, action, n)[0] for n in range(1, THROWS)] if thrown else []
        return (worth + sum(again)) / (1 + len(again))

    def _after(self, seat: Seat, action: Action, number_of: int) -> tuple[float, bool]:
        """Return the value of a position after an action, all answers being the first way, and whether dice decided."""
        state: GameState = seat.state.copy()  # type: ignore[assignment]  # every game on the shelf has this one
        playout: Playout[GameState] = Playout(
            self.play.sequence, state, Keyed(self._random(seat, f"dice{number_of}{action}", 1 << 30))
        )
        depth = len(state.stack)
        playout.act_unchecked(action)
        for _ in range(ANSWERS):
            if len(state.stack) == depth and state.stack[-1].step == seat.frame.step:
                break  # nothing is left of it, and to ask what could be done next takes long
            if playout.advance() is None or len(state.stack) <= depth:
                break
            other = type(seat)(self.play, playout, playout.decider)
            playout.act_unchecked(first_way(other))
        value = self.worth(state) if self.admits(seat.state, state) else -inf
        return value, any(taken.decider == CHANCE for taken in playout.log)

    def admits(self, before: Any, after: Any) -> bool:  # noqa: ANN401, ARG002 - the game's own state
        """Return whether the player may bring a position about: always, for one that plays to win."""
        return True

    def worth(self, state: Any) -> float:  # noqa: ANN401 - the game's own state
        """Return the value of a position to the side, minus that to the other."""
        weights, play = self.weights, self.play
        found = [weights.score * points for points in play.score(state)] or [0.0, 0.0]
        for piece in play.pieces(state):
            if piece.kind == "units" and piece.side >= 0:
                worth = weights.unit + weights.strength * max(piece.strength, 0)
                worth += sum(weights.marks.get(mark, 0) for mark in piece.marks)
                found[piece.side] += worth
                found[piece.side] += (
                    weights.supplied * self.rules.is_supplied(state, piece.number) if weights.supplied else 0
                )
        for hex_, stack in self.rules.stacks(state).items() if weights.unit else ():
            found[self.rules.owner(stack[0])] -= CROWDED * weights.unit * self.rules.excess(state, hex_)
        for holder in play.holders(state).values() if weights.held else ():
            if holder:
                found[holder - 1] += weights.held
        return found[self.side] - found[1 - self.side] + self._nearness(state)

    def _nearness(self, state: GameState) -> float:
        each = self.weights.near.get(self.rules.compiled.keys["sides"][self.side], 0)
        if not each:
            return 0
        own = self.rules.own(state, self.side)
        near: float = each * (self.far * len(own) - sum(self.field[state.units.place[unit]] for unit in own))
        return near

    @cached_property
    def _goals(self) -> frozenset[int]:
        goals: Mapping[str, list[int]] = self.rules.compiled.parameters["goals"]
        return frozenset(goals.get(self.rules.compiled.keys["sides"][self.side], ()))

    def open_goals(self, state: Any) -> frozenset[int]:  # noqa: ANN401 - the game's own state
        """Return the goals that the side was not the last to occupy; all where it holds all."""
        towns = self.rules.ledger.towns
        holders = zip(towns, state.towns.holder, strict=True) if towns else ()
        return self._goals.difference(hex_ for hex_, holder in holders if holder == self.side + 1) or self._goals

    def _field(self, goals: frozenset[int]) -> tuple[Sequence[int], int]:
        if goals not in self._fields:
            rules = self.rules
            open_ = bytes(bool(rules.passable[terrain]) for terrain in rules.terrain)
            steps = flood(rules.neighbours, open_, [int(hex_ in goals) for hex_ in range(rules.hexes)])
            field = [each if each >= 0 else rules.hexes for each in steps]
            self._fields[goals] = field, max((each for each in steps if each >= 0), default=0)
        return self._fields[goals]


class Holder(Searcher):
    """A player that neither attacks nor advances: it takes what comes, and answers.

    Of the actions that it tries it admits those that leave the enemy alone, and its own units where they stand.
    """

    def admits(self, before: Any, after: Any) -> bool:  # noqa: ANN401 - the game's own state
        """Return whether no unit on the map moved or fell, the enemy's included."""
        there = zip(before.units.place, after.units.place, strict=True)
        same = "strength" not in before.units.columns or all(
            after.units.strength[unit] >= before.units.strength[unit] for unit in self.rules.active(before)
        )
        return same and all(was < 0 or now == was for was, now in there)


class Guided(Searcher):
    """A player that follows a procedure, and searches where that would end a phase."""

    procedure: ClassVar[staticmethod[[Any, int, int], Player]]
    """A maker of the player with the procedure."""
    unsearched: ClassVar[Sequence[str]] = ()
    """Phases that end where the procedure ends them."""

    def __init__(self, play: Any, side: int, seed: int) -> None:  # noqa: ANN401 - a maker of players takes any play
        super().__init__(play, side, seed)
        self._procedure = self.procedure(play, side, seed)

    def choose(self, seat: Seat) -> Action:
        """Return the procedure's action; where it ends a phase that may be searched, that of a search."""
        action = self._procedure.choose(seat)
        return super().choose(seat) if action == ("end",) and seat.frame.step not in self.unsearched else action
