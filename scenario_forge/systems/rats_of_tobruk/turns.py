"""The turn: the cup that the players fill, the first chit, the end of a turn and replacements."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.rats_of_tobruk.effects import RatsEffects
from scenario_forge.systems.rats_of_tobruk.nomination import Nominate, RatsSupply, designation, nomination
from scenario_forge.systems.rats_of_tobruk.riding import JUST_DEBARKED, LEG, ON_FOOT, Rides
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.shelf.play import GameBoard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames, Named
    from scenario_forge.wargame.board.board import Situation


class RatsBoard(GameBoard):
    """The board with who rides, who has moved along a road, and the hexes of the coast."""

    @cached_property
    @rule("9.1.1")
    def closed(self) -> frozenset[int]:
        """The hexes with three corners or more over the sea."""
        around = (self.neighbours[6 * hex_ : 6 * hex_ + 6] for hex_ in range(self.hexes))
        wet = [[to >= 0 and not self.passable[self.terrain[to]] for to in each] for each in around]
        return frozenset(h for h, sea in enumerate(wet) if sum(sea[n] and sea[n - 1] for n in range(6)) >= 3)

    @rule("9.2.4")
    def take_draw(self, state: GameState, chit: int, book: Book) -> Mapping[str, Any]:
        """Take a chit out of the cup: whom it activates does not move along a road any more."""
        book.clear(["road"], self.module(Activation).activated(self.at(state), chit))
        return super().take_draw(state, chit, book)

    @rule("9.5.5")
    def put(self, book: Book, unit: int, hex_: int) -> None:
        """Write that a unit is in a hex, and whoever rides it."""
        for each in [unit, *self.module(RatsEffects).riders(book, unit)]:
            super().put(book, each, hex_)


class Cup(Decision[GameState]):
    """``(chit, chit …)`` or ``(none)``: the chits that go into the cup."""

    rules: RatsBoard

    @rule("17.6.2", "17.6.5", "17.7.5", "17.7.6", "3.5.3")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the chits that the side can put in, each after those already chosen."""
        board, side = self.rules, frame.data["side"]
        if self.all_in():
            return []
        own = [h for h in self.living(state) if board.owner(h) == side and not board.group("automatic")[h]]
        ahead = [h for h in own if not prefix or h > int(prefix[-1])] if "none" not in prefix else []
        left = self.most(state, side, len(own)) - len(prefix)
        more = [Choice(h, True, left > 1 and h != own[-1]) for h in ahead if left > 0]
        return [*more, *[Choice("none")] * (not prefix)]

    @rule("17.13.2", "17.14.5")
    def all_in(self) -> bool:
        """Return whether all chits go in, and nobody chooses."""
        return bool(self.rules.given["cup"] == "all")

    def living(self, state: GameState) -> list[int]:
        """Return headquarters of formations that have units besides."""
        formations = self.rules.module(Activation).formations
        return [h for h, units in formations.items() if any(state.units.place[u] != OUT for u in units if u != h)]

    @rule("17.6.3", "17.7.5")
    def most(self, state: GameState, side: int, own: int) -> int:
        """Return how many chits a side puts in: the second half as many as the first, and always one."""
        board = self.rules
        other = sum(state.units.chit[h] for h in board.module(Activation).formations if not board.group("automatic")[h])
        return own if side == board.compiled.keys["sides"].index("axis") else max((other + 1) // 2, 1)

    @rule("3.4.1", "17.5.1", "2.4.3", "17.13.2", "17.14.5")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Put the chits in, and the automatic one while its side holds its hex."""
        board, chits = self.rules, [int(chit) for chit in action if chit != "none"]
        axis = board.compiled.keys["sides"].index("axis")
        place = board.hex(board.compiled.parameters["own"]["automatic"]["place"])
        if self.all_in():
            chits = [h for h in self.living(state) if board.owner(h) == frame.data["side"]]
        elif frame.data["side"] == axis and board.at(state).side_at(place) == axis:
            chits += [h for h in board.module(Activation).formations if board.group("automatic")[h]]
        for hq in chits:
            book.put("chit", hq, 1)
            book.event("chit", "3.4", hq)
        return ()


class First(Decision[GameState]):
    """``(chit)``: a player chooses the first German chit, before any is drawn (17.2)."""

    rules: RatsBoard

    @rule("17.2.1", "17.9.1")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the German chits in the cup."""
        german = self.rules.group("german")
        return [] if prefix else [Choice(h) for h in self.rules.cup(state) if german[h]]

    def open(self, state: GameState, frame: Frame) -> bool:
        """Return whether the cup has any."""
        return bool(self.offered(state, frame, ()))

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Take the chit out, and lead to its activation."""
        return [Frame("activation", self.rules.take_draw(state, int(action[0]), book))] if action else ()


def activation_end(board: RatsBoard, state: GameState, frame: Frame, book: Book) -> Frames:
    """Tell that an activation is over, and look for nominated stacks that retreats have split."""
    book.event("activation ends", "6.0", frame.data["hq"])
    return designation(board, state, frame, book)


@rule("3.5.1", "3.5.2", "3.5.4", "3.5.6", "9.6.6", "9.6.7")
def turn_end(board: RatsBoard, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are asked
    """Take markers away; after a night both sides may rebuild."""
    book.clear(["pinned", "moved", "spent", "shot", "fought", "overran"], board.active(state))
    for unit in board.active(state):
        if state.units.debarked[unit] > ON_FOOT:
            book.put("debarked", unit, ON_FOOT * (state.units.debarked[unit] == JUST_DEBARKED))
    night = board.module(Weather).word(board.at(state)) == "night"
    book.event("turn ends", "3.5")
    return [Frame("replacement", {"side": side}) for side in (1, 0)] * night


@rule("4.1.1", "4.1.2", "4.1.3", "4.1.4")
def replacement(board: RatsBoard, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are asked
    """Let a side rebuild a unit where its die is low enough."""
    total = frame.data["thrown"] + board.column("replacement")[state.clock.sandstorm[0]]
    return [Frame("rebuild", frame.data)] * (total <= board.column("rebuilt")[0])


class Rebuild(Decision[GameState]):
    """``(unit)`` or ``(none)``."""

    rules: RatsBoard

    @rule("4.1.3", "4.1.5", "4.1.6", "4.1.7")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return depleted leg units with a way to their headquarters that no enemy is near to; a nomination is none."""
        board, now, units = self.rules, self.rules.at(state), state.units
        zone, rides, supply = now.zone(1 - frame.data["side"]), board.module(Rides), board.module(RatsSupply)
        own = [u for u in now.own(frame.data["side"]) if units.flipped[u] and rides.kind(now, u) == LEG]
        free = [u for u in own if now.place[u] not in zone and supply.has_path(now, u) and not self.aimed(now, u)]
        return [] if prefix else [*(Choice(u) for u in free if self.has_room(now, now.place[u])), Choice("none")]

    @rule("4.1.3", "7.1.3")
    def has_room(self, now: Situation, hex_: int) -> bool:
        """Return whether a depleted unit of a hex may count whole there."""
        stacking = self.rules.module(Stacking)
        return stacking.weight(now, now.stack(hex_)) < stacking.limits[hex_]

    def aimed(self, now: Situation, unit: int) -> bool:
        """Return whether an enemy that fires directly has a unit within its range."""
        board, at = self.rules, now.place
        foes = (u for u in now.own(1 - board.owner(unit)) if board.group("direct")[u])
        return any(board.distance(at[foe], at[unit]) <= board.value_of("range", foe) for foe in foes)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Turn the unit to its front."""
        if action and action[0] != "none":
            book.put("flipped", int(action[0]), 0)
            book.event("rebuilt", "4.1", int(action[0]))
        return ()


STEPS: Mapping[str, Named] = {
    "cup": ("3.4", Cup), "first": ("17.2", First),
    "activation-end": ("6.0", activation_end), "turn-end": ("3.5", turn_end),
    "replacement": ("4.1", Throw, replacement), "rebuild": ("4.1", Rebuild),
    "nomination": ("5.1", nomination), "nominate": ("5.1", Nominate), "designation": ("5.1", designation),
}  # fmt: skip
