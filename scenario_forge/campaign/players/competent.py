"""The player `competent`: one chooser for each step; steps without one take the first sensible choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.movement.obligations import laggards
from scenario_forge.campaign.movement.unsupplied import home_steps
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.players import logistics, rounds, supply_moves
from scenario_forge.campaign.players import taking_losses as bearing
from scenario_forge.campaign.players.odds import Odds
from scenario_forge.campaign.players.planning import Order, planned_orders
from scenario_forge.campaign.players.rehearsal import fed_orders
from scenario_forge.campaign.players.view import View
from scenario_forge.campaign.players.weights import Weights, own_weights
from scenario_forge.mechanics.engine import fastest
from scenario_forge.simulator.players import first_way

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Token

STOP = "end"
END: Action = (STOP,)
ROUND: Action = ("round",)
TIMES = 3
"""Rehearsals of `hold`."""


class Competent:
    """A player that uses the rules' own mechanics. It keeps the orders of a step until they are stale."""

    def __init__(self, rules: Rules, side: int, seed: int, weights: Weights | None = None) -> None:
        self.rules, self.side = rules, side
        self.weights = weights or own_weights()
        self.mechanics = fastest()
        self.odds = Odds(rules)
        self._key = f"{seed}|competent|{side}"
        self._stage: tuple[int, ...] = ()
        self._orders: list[Order] = []
        self._ends = False
        """Whether it has looked after supply for the last time in this stage."""
        self.choosers: dict[str, Callable[[View, Seat], Action]] = {
            "operations": self.operations,
            "combat-supply": lambda view, _seat: rounds.supply_to_bring_up(view),
            "allocation": self._allocation,
            "losses": bearing.losses,
            "retreat": bearing.retreat,
            "advance": bearing.advance,
            "supply-moves": self._supply_moves,
            "reinforcements": logistics.reinforcements,
            "repair": logistics.repair,
            "replacements": logistics.replacements,
            "supply": logistics.supply,
            "withdrawals": logistics.withdrawals,
        }

    @property
    def rehearsals(self) -> int:
        """How often it tries its orders on a copy before it moves."""
        return self.weights.posting.rehearsals

    @property
    def blind(self) -> bool:
        """Whether enemies may stand where the player does not see them."""
        return False

    def own_orders(self, view: View) -> list[Order]:  # noqa: ARG002
        """Return orders for units under the game's own rules, before those for all others."""
        return []

    def choose(self, seat: Seat) -> Action:
        """Return a whole action from the chooser of the step."""
        chooser = self.choosers.get(seat.frame.step)
        if chooser is None:
            return first_way(seat)
        action = chooser(self._view(seat), seat)
        if not self.blind:
            return action
        for _order in range(len(self._orders) + 1):
            if seat.allows(action):
                return action
            action = chooser(self._view(seat), seat)  # something hidden stands in the way
        return END if seat.allows(END) else first_way(seat)

    def _view(self, seat: Seat) -> View:
        state: Any = seat.state
        return View(self.rules, state, self.side, self.weights, self.mechanics, f"{self._key}|{seat.number}")

    # -- operations ------------------------------------------------------------------------------

    def operations(self, view: View, seat: Seat) -> Action:
        """Return the next order, a round of combat worth declaring, a move back into supply, or the end."""
        clock = view.state.clock
        home = _homeward(view, seat)
        if home:
            return home
        self._begin(view, lambda: self._planned(view))
        order = self._next_order(view, seat)
        if order:
            return order
        if clock.rounds[0] < self.weights.attack.rounds:
            gain = rounds.worth_a_round(view, self.odds)
            if gain >= self.weights.attack.round and seat.allows(ROUND):
                return ROUND
        if not self._ends:
            self._ends = True
            self._orders = fed_orders(view, self.odds, [], self.rehearsals, fights=False)
        return self._next_order(view, seat) or END

    def _planned(self, view: View) -> list[Order]:
        orders = planned_orders(view, self.odds)
        return [*self.own_orders(view), *(fed_orders(view, self.odds, orders, self.rehearsals) if orders else ())]

    def _begin(self, view: View, orders: Callable[[], list[Order]]) -> None:
        """Take new orders if a new stage of the turn begins: the phase, or what follows a round."""
        clock = view.state.clock
        stage = (clock.turn[0], clock.side[0], clock.rounds[0])
        if stage != self._stage:
            self._stage, self._ends, self._orders = stage, False, orders()

    def _next_order(self, view: View, seat: Seat) -> Action:
        while self._orders:
            unit, way = self._orders.pop(0)
            order = (unit, *way)
            if self._can(view, seat, order):
                return order
        return ()

    def _can(self, view: View, seat: Seat, order: tuple[Token, ...]) -> bool:
        """Return whether a unit can take its way to the end, as far as this side knows of covered stacks."""
        unit, *way = order
        if not isinstance(unit, int) or view.state.units.halted[unit]:
            return False
        if self.blind:
            return walk_of(view.rules, view.state, unit).follows(way)
        return seat.allows(order)

    # -- combat ----------------------------------------------------------------------------------

    def _allocation(self, view: View, seat: Seat) -> Action:
        found = rounds.best_battles(view, self.odds, set(seat.frame.data["served"]))
        action = rounds.in_words(found[0]) if found else ()
        return action if action and seat.allows(action) else first_way(seat)

    # -- supply ----------------------------------------------------------------------------------

    def _supply_moves(self, view: View, seat: Seat) -> Action:
        clock = view.state.clock
        stage = (clock.turn[0], clock.side[0], -1)
        if stage != self._stage:
            self._stage = stage
            self._orders = [(marker, ()) for marker in supply_moves.order_of(view)]
        places, used = view.state.supplies.place, view.state.supplies.used
        while self._orders:
            marker, _ = self._orders.pop(0)
            waiting = {number for number, _ in self._orders}
            placed = [places[n] for n in view.markers if places[n] >= 0 and not used[n] and n not in {*waiting, marker}]
            way = supply_moves.best_haul(view, marker, placed)
            if way and seat.allows((marker, *way)):
                return (marker, *way)
        return END


def _homeward(view: View, seat: Seat) -> Action:
    """Return the move of a unit that must make for home, as far as it can; empty where there is none."""
    waiting = laggards(view.rules, view.state, view.side)
    if not waiting:
        return ()
    steps = home_steps(view.rules, view.state, view.side)
    prefix: Action = (waiting[0],)
    whole: Action = ()
    while True:
        ways = seat.choices(prefix)
        if not ways:
            return whole or first_way(seat)
        pick = min(ways, key=lambda way: (steps[int(way.token)] if int(way.token) >= 0 else 0, int(way.token)))
        prefix = (*prefix, pick.token)
        whole = prefix if pick.whole else whole
        if not pick.more:
            return whole


def first_real_choice(view: View, seat: Seat) -> Action:  # noqa: ARG001
    """Return the first choice other than to end."""
    pick = next((way for way in seat.choices() if way.token != STOP), None)
    if pick is None:
        return END
    if pick.whole:
        return (pick.token,)
    return (pick.token, seat.choices((pick.token,))[0].token)


def competent(play: Play[Any], side: int, seed: int) -> Competent:
    """Return the player `competent` for one side of a scenario in play."""
    return Competent(play.rules, side, seed)  # type: ignore[attr-defined]  # every play of these rules has them


class Hold(Competent):
    """A player that neither attacks nor advances: it keeps its supply, takes what comes, and answers."""

    @property
    def rehearsals(self) -> int:
        """How often it tries on a copy how to keep in supply, whatever the weights say: it does nothing else."""
        return TIMES

    def operations(self, view: View, seat: Seat) -> Action:
        """Return moves home that rule 8 demands, and moves of units that would end the turn without supply."""
        home = _homeward(view, seat)
        if home:
            return home
        self._begin(view, lambda: fed_orders(view, self.odds, [], self.rehearsals, fights=False))
        return self._next_order(view, seat) or END


def hold(play: Play[Any], side: int, seed: int) -> Hold:
    """Return the player `hold` for one side of a scenario in play."""
    return Hold(play.rules, side, seed)  # type: ignore[attr-defined]  # every play of these rules has them
