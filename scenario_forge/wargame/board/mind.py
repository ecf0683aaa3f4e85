"""The computer player of a game of modules: it asks the considerations of the modules that the game has chosen.

It plans a phase once, when the phase begins, and then carries the plan out action by action; whatever has become
impossible in the meantime is left out. So it needs little more time for a decision than one that picks at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.players import first_way
from scenario_forge.wargame.board.phase import SidePhase
from scenario_forge.wargame.searching import PASSES, Searcher, Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.asked import (
        ActivationRules,
        ArrivalsRules,
        AssaultRules,
        FireRules,
        LeadersRules,
        MovementRules,
        SupplyRules,
    )
    from scenario_forge.wargame.board.board import Board, Situation


class Mind:
    """What a player thinks about a whole position: how much a hex is worth, and what the enemy can do there."""

    def __init__(self, play: Any, side: int) -> None:  # noqa: ANN401 - a maker of players takes any play
        self.board: Board = play.board
        self.side = side
        self.assault: AssaultRules | None = self.board.modules.get("assault")
        self.weights = Weights.model_validate(self.board.compiled.parameters["player"])
        self.supply: SupplyRules | None = self.board.modules.get("supply") if self.weights.supplied else None
        """Supply, where the player values it."""
        self.leaders: LeadersRules | None = self.board.modules.get("leaders")
        self.activation: ActivationRules | None = self.board.modules.get("activation")
        named = self.board.compiled.parameters["goals"].get(self.board.compiled.keys["sides"][side], ())
        scored: dict[int, int] = self.board.ledger.towns
        self.goals = {**dict.fromkeys(named, 1), **scored}
        """By hex that the player aims for: what it is worth."""
        self.near = self.weights.near.get(self.board.compiled.keys["sides"][side], 0.0)
        """How much each hex counts that a unit is nearer to a goal which brings no points itself."""
        self.fire: FireRules | None = self.board.modules.get("fire")
        self.under_fire = self.weights.exposed.get(self.board.compiled.keys["sides"][side], 0.0)
        """How much each enemy counts that can fire at the hex of a unit."""
        self._discs: dict[tuple[int, int], Sequence[int]] = {}
        self._pulls: dict[tuple[int, ...], Sequence[float]] = {}
        self.plan: list[Action] = []
        self._planned: object = None

    def planned(self, frame: Frame, make: Callable[[], list[Action]]) -> list[Action]:
        """Return what is left of the plan of a phase, made when the phase begins."""
        if self._planned is not frame.data:
            self._planned, self.plan = frame.data, make()
        return self.plan

    def pull(self, now: Situation) -> Sequence[float]:
        """Return how much each hex draws units of the side: the nearer to goals, the more; held ones less."""
        board = self.board
        if not self.goals:
            return now.state.derived(
                ("pull", self.side), ("units.place",), lambda: [-each for each in self.contact(now)]
            )
        held = tuple(now.state.towns.holder) if board.ledger.towns else ()
        if held not in self._pulls:
            self._pulls[held] = self._to_goals(dict(zip(board.ledger.towns, held, strict=False)))
        return self._pulls[held]

    def _to_goals(self, held: Mapping[int, int]) -> Sequence[float]:
        board = self.board
        found = [0.0] * board.hexes
        for goal, points in self.goals.items():
            safe = held.get(goal) == self.side + 1
            weight = points * (0.4 if safe else 1.0)
            for hex_, away in enumerate(board.distances(goal)):
                found[hex_] = max(found[hex_], weight * (2.0 if not away and not safe else 1.0) / (1 + 0.35 * away))
        ways = [board.distances(goal) for goal in self.goals if goal not in board.ledger.towns]
        if self.near and ways:
            found = [each - self.near * min(row[hex_] for row in ways) for hex_, each in enumerate(found)]
        return found

    def contact(self, now: Situation) -> Sequence[int]:
        """Return by hex how far it is from the nearest enemy; 0 where none is on the map."""
        board, enemy = self.board, 1 - self.side

        def make() -> list[int]:
            near = [board.distances(hex_) for hex_ in sorted(now.held(enemy))]
            return [min((row[hex_] for row in near), default=0) for hex_ in range(board.hexes)]

        return now.state.derived(("contact", self.side), ("units.place",), make)

    def work(self, now: Situation, unit: int) -> float:
        """Return the strength of a unit, of a headquarters with its formation: the nearer to the enemy, the more."""
        units: Sequence[int] = (unit,)
        if self.activation is not None:
            units = self.activation.formations.get(unit, units)
        away = self.contact(now)
        beyond = {each: away[now.place[each]] - self.reach(each) for each in units if now.place[each] >= 0}
        return sum(self.strength(now, each) / (1 + max(far, 0)) for each, far in beyond.items())

    def wanted(self, now: Situation, unit: int) -> Callable[[int], float]:
        """Return how much a unit is wanted in a hex: what draws it, what it may lose, supply, command."""
        wanted = self._fed_and_safe(now, unit)
        if self.leaders is None or not self.leaders.commands:
            return wanted
        led, worth = self.leaders.reaches(now, unit), self.weights.commanded
        return lambda hex_: wanted(hex_) + worth * led(hex_)

    def _fed_and_safe(self, now: Situation, unit: int) -> Callable[[int], float]:
        pull, danger, strength = self.pull_under_fire(now), self.danger(now), self.strength(now, unit)
        if self.supply is None:
            return lambda hex_: pull[hex_] - self.loss(now, danger[hex_], strength, hex_)
        fed, worth = self.supply.reaches(now, unit), self.weights.supplied
        return lambda hex_: pull[hex_] - self.loss(now, danger[hex_], strength, hex_) + worth * fed(hex_)

    def pull_under_fire(self, now: Situation) -> Sequence[float]:
        """Return how much each hex draws units of the side, with what it counts that enemies can fire at it."""
        fire, pull, cost = self.fire, self.pull(now), self.under_fire
        if fire is None or not cost:
            return pull
        enemy = 1 - self.side

        def make() -> list[float]:
            found = [*pull]
            for unit in (unit for unit in now.own(enemy) if fire.fires[unit]):
                for hex_ in self.within(now.place[unit], fire.ranges[unit]):
                    found[hex_] += cost
            return found

        return now.state.derived(("under fire", self.side, cost), ("units.place", "towns"), make)

    def fed(self, now: Situation, unit: int, hexes: Sequence[int]) -> Sequence[int]:
        """Return the hexes in which supply would reach a unit; all, where none is or supply is worth nothing."""
        fed = self.supply.reaches(now, unit) if self.supply is not None else None
        return [hex_ for hex_ in hexes if fed is None or fed(hex_)] or hexes

    def strength(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit in an assault; 1 where nobody assaults."""
        return self.assault.attack(now, unit) if self.assault is not None else 1

    def danger(self, now: Situation) -> Sequence[int]:
        """Return the strength that the enemy can bring against each hex, as far as units go and reach."""
        board, enemy = self.board, 1 - self.side

        def make() -> list[int]:
            found = [0] * board.hexes
            movement: MovementRules | None = board.modules.get("movement")  # type: ignore[assignment]  # as above
            arrivals: ArrivalsRules | None = board.modules.get("arrivals")  # type: ignore[assignment]  # as above
            for unit in now.own(enemy):
                moves = arrivals is None or arrivals.may_move(now, unit)
                far = 1 + (movement.printed[unit] // movement.scale // 2 if movement is not None and moves else 0)
                strength = self.strength(now, unit)
                for hex_ in self.within(now.place[unit], far):
                    found[hex_] += strength
            return found

        return now.state.derived(("danger", self.side), ("units", *board.values_rest_on), make)

    def within(self, hex_: int, far: int) -> Sequence[int]:
        """Return the hexes that are no farther from one, itself among them."""
        if (hex_, far) not in self._discs:
            self._discs[hex_, far] = [to for to, away in enumerate(self.board.distances(hex_)) if away <= far]
        return self._discs[hex_, far]

    def loss(self, now: Situation, danger: int, strength: int, hex_: int) -> float:
        """Return what a unit of that strength may be expected to lose in a hex."""
        if self.assault is None or not danger or not strength:
            return 0.0
        return self.assault.share_lost(now, danger // 2, strength, hex_) * (strength + 1) * 0.5

    def reach(self, unit: int) -> int:
        """Return from how far a unit joins assaults; 0 for who does not."""
        return self.assault.ranges[unit] if self.assault is not None else 0

    def value(self, now: Situation, unit: int) -> float:
        """Return what a unit is worth: its strength, points for losing it, and a leader who may be lost with it."""
        worth = self.strength(now, unit) + self.board.ledger.for_loss[self.board.units.side[unit]]
        return worth if self.leaders is None else worth + self.leaders.at_stake(now, unit)

    def outlook(self, now: Situation, unit: int, hex_: int) -> float:
        """Return what it is worth to a unit to be in a hex: near goals, safe, and what modules say besides."""
        worth = self.wanted(now, unit)(hex_)
        return worth + sum(module.outlook(self, now, unit, hex_) for module in self.board.modules.values())

    def room(self, now: Situation) -> Room:
        """Return what room there will be in each hex, as a plan of moves goes on."""
        return Room(now)


class Room:
    """The room in hexes as units are put elsewhere in a plan; each counts as one that is not turned over."""

    def __init__(self, now: Situation) -> None:
        self.stacking = now.board.stacking
        self.places = list(now.place)
        self.load = {**now.state.derived("load", ("units.place",), lambda: loads(now))}

    def fits(self, unit: int, hex_: int) -> bool:
        """Return whether there is room for a unit in a hex."""
        here = hex_ == self.places[unit]
        return here or self.stacking is None or self.load.get(hex_, 0) + 2 <= self.stacking.limits[hex_]

    def put(self, unit: int, hex_: int) -> bool:
        """Put a unit into a hex, and return whether there was room."""
        if not self.fits(unit, hex_):
            return False
        self.load[self.places[unit]] = self.load.get(self.places[unit], 2) - 2
        self.load[hex_] = self.load.get(hex_, 0) + 2
        self.places[unit] = hex_
        return True


def loads(now: Situation) -> dict[int, int]:
    """Return how much of its limit is taken up in each hex with units, if none of them is turned over."""
    return {hex_: 2 * len(stack) for hex_, stack in now.stacks.items()}


class Commander(Searcher):
    """The player of a game of modules: it does what the module of the step thinks best, and searches in other steps."""

    def __init__(self, play: Any, side: int, seed: int) -> None:  # noqa: ANN401 - as above
        super().__init__(play, side, seed)
        self.mind = Mind(play, side)
        phases = {id_: step.best for id_, step in play.sequence.steps.items() if isinstance(step, SidePhase)}
        self.thoughts: dict[str, Callable[[Mind, Situation, Frame], Action]] = phases | {
            step: think for module in self.mind.board.modules.values() for step, think in module.thoughts.items()
        }

    def choose(self, seat: Seat) -> Action:
        """Return what rules.yaml prescribes for the step, or its module thinks best; else the best of a few actions."""
        think, frame = self.thoughts.get(seat.frame.step), seat.frame
        if think is None or frame.step in self.weights.takes:
            return super().choose(seat)
        state: GameState = seat.state  # type: ignore[assignment]  # every game on the shelf has this one
        action = think(self.mind, self.mind.board.at(state), frame)
        if action and seat.allows(action):
            return action
        passing = next((way.token for way in seat.choices() if way.token in PASSES), None)
        return first_way(seat) if passing is None else (passing,)

    def work(self, state: Any, unit: int) -> float:  # noqa: ANN401 - the game's own state
        """Return the strength of the formation of a headquarters, or of a unit: the nearer to the enemy, the more."""
        return self.mind.work(self.mind.board.at(state), unit)
