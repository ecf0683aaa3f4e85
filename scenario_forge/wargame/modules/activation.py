"""Activation: who acts when, by sides, by initiative, by chits drawn from a cup, or for action points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import TrackColumnName
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.modules.board import OUT
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.phase import END, SidePhase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind
    from scenario_forge.wargame.modules.phase import Deed

ACTIONS = "actions"
"""The step in which a side spends action points on deeds of any kind."""
ROLL = "roll"


class ActivationKey(Model):
    """Who acts when."""

    order: Literal["sides", "initiative", "cup", "points"] = "sides"
    """A loop over `first_second` goes through the sides in their order, or begins with the side that has the
    initiative; a loop over `cup` draws chits of formations. With `points`, the side of the step `actions` spends
    action points on moves, fire and whatever else its units do, in any order."""
    column: TrackColumnName | None = None
    """The column of the track that says who has the initiative in a turn."""
    range: Annotated[str, Names("value")] | None = None
    """The value of a formation that is the range at which its headquarters activates its units; else however far."""
    without: Literal["none", "stack", "all"] = "none"
    """What a chit activates whose headquarters is lost: nothing, the units of one hex, or all of the formation."""
    phases: list[Annotated[str, Names("step")]] = []  # noqa: RUF012 - pydantic copies it
    """The phases of the step `activation`, in their order, for the units that a chit activates."""
    points: str | None = None
    """The name of the figure with the least throw of a die for each action point in turn; 0 where it is free."""
    costs: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    """By kind of action: the name of the figure that is its cost in action points; all others cost 1."""


class Activation(Module[ActivationKey]):
    """Activation in play."""

    key, model = "activation", ActivationKey

    def __init__(self, board: Board, given: ActivationKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        rules = board.compiled.rules
        self.cup_played = given.order == "cup"
        formations = rules.get("formation", ())
        headquarters = rules.get("formation.headquarters", ())
        self.hq = [headquarters[formation] if formation >= 0 else -1 for formation in formations]
        """By unit: the headquarters of its formation; −1 for none."""
        self.formations = {
            hq: [unit for unit, own in enumerate(self.hq) if own == hq] for hq in sorted(set(self.hq) - {-1})
        }
        """By headquarters: the units of its formation, itself among them."""
        values = rules.get(f"formation.value.{given.range}") if given.range else None
        self.ranges = {hq: values[formations[hq]] if values is not None else -1 for hq in self.formations}
        """By headquarters: how far it activates; −1 for however far."""
        self.needed: Sequence[int] = board.column(given.points) if given.points else ()
        """By action point: the least throw of a die that brings it; 0 for none."""
        self._costs = {word: board.column(figure)[0] for word, figure in given.costs.items()}

    @property
    def columns(self) -> Mapping[str, str]:  # type: ignore[override]  # only games with a cup have chits
        """The columns of state: the chits in the cup, by headquarters."""
        return {"units": "chit"} if self.cup_played else {}

    @rule("activation.initiative")
    def first(self, now: Situation) -> int:
        """Return the side that is first in the turn."""
        if self.given.order != "initiative":
            return self.board.compiled.turns.span[2]
        return self.board.of_turn(f"track.{self.given.column}", now.turn)

    @rule("activation.cup")
    def cup(self, now: Situation) -> list[int]:
        """Return the chits in the cup, each by its headquarters."""
        return [hq for hq in self.formations if now.units.chit[hq]]

    def draw(self, hq: int, book: Book) -> dict[str, Any]:
        """Take a chit out of the cup; return the data of the steps that follow."""
        book.put("chit", hq, 0)
        book.event("drawn", "activation.cup", hq)
        return {"hq": hq, "side": self.board.units.side[hq]}

    @rule("activation.formation", "activation.range")
    def activated(self, now: Situation, hq: int) -> list[int]:
        """Return the units that a headquarters activates: those in its range, and those that may still come."""
        place, far = now.place, self.ranges[hq]
        on_map = [unit for unit in self.formations[hq] if place[unit] >= 0]
        near = [
            unit for unit in on_map if far < 0 or place[hq] < 0 or self.board.distance(place[hq], place[unit]) <= far
        ]
        return near + [unit for unit in self.formations[hq] if unit in now.coming(self.board.units.side[hq])]

    @rule("activation.costs")
    def cost(self, deed: Deed) -> int:
        """Return what the actions of a kind cost in action points."""
        return self._costs.get(deed.word, 1)

    def can_pay(self, deed: Deed, frame: Frame) -> bool:
        """Return whether there are points for an action, with the next one, which dice may bring."""
        used, have = frame.data["used"], frame.data["have"]
        return bool(used < have and used + self.cost(deed) <= have + (have < len(self.needed)))


def fill_cup(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - the same every turn
    """Put the chit of each formation that has a unit left into the cup."""
    activation = board.module(Activation)
    for hq, units in activation.formations.items():
        if any(state.units.place[unit] != OUT for unit in units):
            book.put("chit", hq, 1)
    book.event("cup filled", "activation.cup")
    return ()


@rule("activation.formation")
def activate(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - frames alone
    """Lead to the phases of a chit's units; to a choice of one stack where its headquarters is lost."""
    activation, now, hq = board.module(Activation), board.at(state), frame.data["hq"]
    if state.units.place[hq] == OUT and activation.given.without != "all":
        if activation.given.without == "none":
            return ()
        on_map = [unit for unit in activation.formations[hq] if state.units.place[unit] >= 0]
        return [Frame("stack", {**frame.data, "units": on_map})]
    return phases(activation, {**frame.data, "units": activation.activated(now, hq)})


def phases(activation: Activation, data: Mapping[str, Any]) -> list[Frame]:
    """Return the frames of the phases of an activation, the first last."""
    return [Frame(step, data) for step in reversed(activation.given.phases)]


class Stack(Decision[GameState]):
    """``(hex)`` or ``(pass)``: which stack acts without its headquarters."""

    rules: Board

    @rule("activation.without")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the hexes with units of the formation."""
        hexes = sorted({state.units.place[unit] for unit in frame.data["units"]})
        return [] if prefix else [*(Choice(hex_) for hex_ in hexes), Choice("pass")]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Lead to the phases of a stack."""
        if not action or action[0] == "pass":
            return ()
        units = [unit for unit in frame.data["units"] if state.units.place[unit] == action[0]]
        return phases(self.rules.module(Activation), {**frame.data, "units": units})


class Actions(SidePhase):
    """``(word, …)`` for an action, ``(roll)`` for another action point, ``(end)``."""

    def deeds(self) -> Sequence[Deed]:
        """Return all kinds of deed: any can be done in the phase."""
        return tuple(self.rules.deeds.values())

    @rule("activation.any-order")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the actions for which there are points, the throw for another point, and the end."""
        if prefix:
            return super().choices(state, frame, prefix)
        now, activation = self.rules.at(state), self.rules.module(Activation)
        paid = (deed for deed in self.deeds() if deed.some_free or activation.can_pay(deed, frame))
        able = [deed.word for deed in paid if any(True for _ in deed.ways(now, frame, ()))]
        used, have = frame.data["used"], frame.data["have"]
        more = used == have < len(activation.needed)
        return [*offer(able), *[Choice(ROLL)] * more, Choice(END)]

    @rule("activation.points")
    def opened(self, frame: Frame) -> Frame:
        """Return the frame with the action points that are free."""
        needed = self.rules.module(Activation).needed
        free = next((number for number, least in enumerate(needed) if least), len(needed))
        return super().opened(frame).with_values(used=0, have=free)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin or end the phase, throw for another point, or carry out an action."""
        if not action or action[0] == END:
            return super().done(state, frame, action, book)
        if action[0] == ROLL:
            return [Frame("point", frame.data)]
        return _paid(self.rules, state, frame, action, book)


def _paid(board: Board, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
    """Carry out an action, or throw for the last point that it costs."""
    deed, now = board.deeds[str(action[0])], board.at(state)
    cost = 0 if deed.is_free(now, frame, action[1:]) else board.module(Activation).cost(deed)
    after = frame.with_values(used=frame.data["used"] + cost)
    if after.data["used"] > after.data["have"]:
        return [Frame("point", {**frame.data, "action": [*action]})]
    return deed.carry_out(now, after, action[1:], book)


@rule("activation.die")
def point(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Go on with another action point, and with the action that waits for it; end the phase if the die is too low."""
    data = {name: value for name, value in frame.data.items() if name not in ("thrown", "action")}
    book.event("point", "activation.die", frame.data["thrown"])
    if frame.data["thrown"] < board.module(Activation).needed[data["have"]]:
        return ()
    after, action = Frame(ACTIONS, {**data, "have": data["have"] + 1}), tuple(frame.data.get("action", ()))
    return _paid(board, state, after, action, book) if action else [after]


def act(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the action that is worth most; else a throw for another point, which can only win."""
    activation, most = mind.board.module(Activation), 0.0
    best: Action = ()
    for deed in mind.board.deeds.values():
        if deed.some_free or activation.can_pay(deed, frame):
            worth, action = deed.thought(mind, now, frame)
            if worth > most and action:
                most, best = worth, (deed.word, *action)
    used, have = frame.data["used"], frame.data["have"]
    return best or ((ROLL,) if used == have < len(activation.needed) else (END,))


Activation.thoughts = {ACTIONS: act}
Activation.steps = {
    "fill-cup": ("activation.cup", fill_cup),
    "activation": ("activation.formation", activate),
    "stack": ("activation.without", Stack),
    ACTIONS: ("activation.points", Actions),
    "point": ("activation.die", Throw, point),
}
Activation.inner = ("stack", "point")
Activation.words = {
    "cup filled": "the chits go into the cup",
    "drawn": "the chit of {0:unit} is drawn",
    "actions begins": "the {0:side} player acts",
    "point": "{0} on the die for another action point",
}
Activation.titles = {"point": "another action point"}
Activation.actions = {"stack": ["hex"]}
