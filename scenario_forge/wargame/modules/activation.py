"""Activation: who acts when, by sides, by initiative, by chits drawn from a cup, or for action points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import FigureName, TrackColumnName
from scenario_forge.game.place import Where
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.board.board import GONE, LATER
from scenario_forge.wargame.board.checks import MOD001, MOD003, MOD007, without_headquarters
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ACTIONS, END, SidePhase, acting
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.sequence_tree import CUP, FIRST_SECOND, EachNode, StepNode, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Formation
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.board.phase import Deed
    from scenario_forge.wargame.sequence_tree import SequenceTree

_SAFE = 4
"""How many hexes away from the enemy a headquarters need not go farther."""
ROLL = "roll"


class Linked(Model):
    """Units that their headquarters reaches however far away they are."""

    of: UnitSelector
    """Which units they are."""
    at: Annotated[list[Annotated[str, Names("terrain or place kind")]], Field(min_length=1)]
    """The kinds of terrain or place in whose hexes they must be, such as posts with a telephone."""


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
    again: bool = False
    """Whether a unit must still be in that range when it fights, except in the turn in which it comes on."""
    linked: Linked | None = None
    """Units for which that range does not matter when they fight."""
    without: Literal["none", "stack", "all"] = "none"
    """What a chit activates whose headquarters is lost: nothing, the units of one hex, or all of the formation."""
    phases: list[Annotated[str, Names("step")]] = []  # noqa: RUF012 - pydantic copies it
    """The phases of the step `activation`, in their order, for the units that a chit activates."""
    points: FigureName | None = None
    """The figure that has the action points of a phase in turn: for each the least throw of a die that
    brings it, 0 where it is free."""
    costs: dict[str, FigureName] = {}  # noqa: RUF012 - pydantic copies it
    """Actions that do not cost 1 action point: by their word, the cost."""


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
        self.linked: Sequence[int] = rules.get("activation.linked", ())
        """By unit: whether it may be linked to its headquarters; empty where none is."""
        self.posts = board.hexes_of(*(given.linked.at if given.linked is not None else ()))
        self.needed: Sequence[int] = board.column(given.points) if given.points else ()
        """By action point: the least throw of a die that brings it; 0 for none."""
        self._costs = {word: board.column(figure)[0] for word, figure in given.costs.items()}

    @classmethod
    def due(cls, given: ActivationKey) -> Sequence[str]:
        """Return the steps of a cup: it is filled, and each chit leads to the phases of the key."""
        return ["fill-cup", *["activation"] * bool(given.phases)] if given.order == "cup" else []

    @classmethod
    def checks(cls, game: Game, given: ActivationKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what an order lacks, settings of another order, and cups that are never empty."""
        tree: SequenceTree = where.file.document.sequence  # type: ignore[union-attr]  # rules.yaml has been read
        yield from _of_another_order(given, where)
        if given.order == "initiative":
            yield from _initiative(game, given, where, tree)
        if given.order == "cup":
            yield from without_headquarters(game, where / "order", "`order: cup`")
            yield from _without_chits(game, where)
            yield from _ranges(game, given, where)
            yield from _without_range(given, where)
            yield from _endless(given, where, tree)
        if given.order == "points" and given.points is None:
            needed = "`points`, the figure with the action points of a phase"
            finding = MOD001.at(where / "order", "none", what="`order: points`", needed=needed)
            yield finding.suggest("write `points:` beside it")
        if given.order != "cup":
            yield from _no_chits(given, where, tree)

    @classmethod
    def arrays(cls, game: Game, given: ActivationKey) -> Arrays:
        """Return the units that may be linked to their headquarters."""
        return {"activation.linked": selected(game, given.linked.of)} if given.linked is not None else {}

    @classmethod
    def columns_of(cls, given: ActivationKey) -> Mapping[str, str]:
        """Return the columns of state: the chits in the cup, by headquarters."""
        return {"units": "chit"} if given.order == "cup" else {}

    @classmethod
    def sentences(cls, given: ActivationKey, labels: Labels) -> Iterator[Sentence]:
        """Say who is first, what chits activate, and what action points are for."""
        if given.order == "cup":
            yield from cls._sentences_of_chits(given, labels)
            return
        first = "The scenario says which side goes first in every turn."
        if given.order == "initiative":
            first = f"The side that the track names under {labels.track(given.column)} goes first in that turn."
        yield Sentence("activation.initiative", first)
        if given.order == "points":
            yield from cls._sentences_of_points(given, labels)

    @classmethod
    def _sentences_of_points(cls, given: ActivationKey, labels: Labels) -> Iterator[Sentence]:
        needed = labels.figure(given.points) if given.points else []
        free = next((number for number, least in enumerate(needed) if least), len(needed))
        text = f"In an action phase the side has {counted(free, 'action point')} free."
        yield Sentence("activation.points", text)
        text = "It spends them on actions of any kind, in any order, and ends the phase when it likes."
        yield Sentence("activation.any-order", text)
        others = "".join(f", but {word} {labels.figure(figure)[0]}" for word, figure in given.costs.items())
        yield Sentence("activation.costs", f"Each action costs 1 action point{others}.")
        throws = [f"{least} or more for point {number}" for number, least in enumerate(needed, 1) if number > free]
        if throws:
            text = f"For each further point throw a die: it takes {listed(throws)}. No more can be had."
            yield Sentence("activation.die", text)
            yield Sentence("activation.die", "If the throw is too low, the phase ends.")

    @classmethod
    def _sentences_of_chits(cls, given: ActivationKey, labels: Labels) -> Iterator[Sentence]:
        if "fill-cup" in labels.steps:
            yield Sentence("activation.cup", "Put the chit of each formation that still has a unit into the cup.")
        yield Sentence("activation.cup", "Draw chits from the cup one at a time, until it is empty.")
        yield Sentence(
            "activation.formation", "A chit activates the units of its formation, those that may arrive among them."
        )
        if given.range:
            text = f"Units farther from their headquarters than its {labels.value(given.range)} are not activated,"
            text += " nor are units on the map while their headquarters has still to come on."
            yield Sentence("activation.range", text)
        yield from cls._sentences_of_range(given, labels)
        if given.phases:
            phases = listed([labels.step(phase) for phase in given.phases])
            yield Sentence("activation.formation", f"Activated units go through these phases: {phases}.")
        acts = {
            "none": "does not act",
            "stack": "acts with the units of one hex only",
            "all": "acts with all its units",
        }
        yield Sentence("activation.without", f"A formation whose headquarters is eliminated {acts[given.without]}.")

    @classmethod
    def _sentences_of_range(cls, given: ActivationKey, labels: Labels) -> Iterator[Sentence]:
        if given.again:
            text = "A unit must still be in that range when it fights, except in the turn in which it comes on."
            yield Sentence("activation.again", text)
        if given.linked is not None:
            who, places = labels.units(given.linked.of), labels.any_of(given.linked.at)
            text = f"For {who} in a hex with {places} the range does not matter when they fight."
            yield Sentence("activation.linked", text)

    @classmethod
    def paper(cls, given: ActivationKey, labels: Labels) -> Iterator[Formation]:
        """Yield the formations whose chits go into the cup: those with a headquarters."""
        chits = (each for each in labels.counters.formations if each.headquarters is not None)
        yield from chits if given.order == "cup" else ()

    @rule("activation.initiative")
    def first(self, turn: int) -> int:
        """Return the side that is first in a turn."""
        if self.given.order != "initiative":
            return self.board.compiled.turns.span[2]
        return self.board.of_turn(f"track.{self.given.column}", turn)

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
        near = [unit for unit in self.formations[hq] if now.place[unit] >= 0 and self.reaches(now, hq, unit)]
        return near + [unit for unit in self.formations[hq] if unit in now.coming(self.board.units.side[hq])]

    @rule("activation.range")
    def reaches(self, now: Situation, hq: int, unit: int) -> bool:
        """Return whether a unit on the map is in the range of its headquarters; one that is lost has no limit."""
        at, far = now.place[hq], self.ranges[hq]
        if far < 0 or at in (OUT, GONE):
            return True
        return at >= 0 and self.board.distance(at, now.place[unit]) <= far

    @rule("activation.again", "activation.linked")
    def may_fight(self, now: Situation, frame: Frame, unit: int) -> bool:
        """Return whether a unit that a chit has activated is still near enough to its headquarters to fight."""
        if not self.given.again or "hq" not in frame.data or unit in frame.data.get("came", ()):
            return True
        linked = bool(self.linked) and self.linked[unit] and now.place[unit] in self.posts
        return bool(linked) or self.reaches(now, frame.data["hq"], unit)

    def behind(self, now: Situation, hq: int, ends: Sequence[int], places: Sequence[int]) -> int:
        """Return where a headquarters is best, for a computer player: out of zones, near its units, behind them.

        Args:
            now: the situation.
            hq: the headquarters.
            ends: the hexes among which it chooses.
            places: where all units will be.
        """
        board, zone, far = self.board, now.enemy_zone(hq), self.ranges[hq]
        enemies = [board.distances(hex_) for hex_ in sorted(now.held(1 - board.units.side[hq]))]
        own = [board.distances(places[unit]) for unit in self.formations[hq] if unit != hq and places[unit] >= 0]

        def rank(hex_: int) -> tuple[float, ...]:
            ways = [row[hex_] for row in own]
            beyond = sum(0 <= far < way for way in ways)
            away = min((row[hex_] for row in enemies), default=0)
            return (hex_ in zone, beyond, -min(away, _SAFE), sum(ways))

        return min(ends, key=rank)

    @rule("activation.costs")
    def cost(self, deed: Deed) -> int:
        """Return what the actions of a kind cost in action points."""
        return self._costs.get(deed.word, 1)

    def can_pay(self, deed: Deed, frame: Frame) -> bool:
        """Return whether there are points for an action, with the next one, which dice may bring."""
        used, have = frame.data["used"], frame.data["have"]
        return bool(used < have and used + self.cost(deed) <= have + (have < len(self.needed)))


def fill_cup(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - the same every turn
    """Put the chit of each formation that has a unit left into the cup, unless all are still to arrive."""
    activation = board.module(Activation)
    for hq, units in activation.formations.items():
        if any(state.units.place[unit] not in (OUT, LATER, GONE) for unit in units):
            book.put("chit", hq, 1)
    book.event("cup filled", "activation.cup")
    return ()


@rule("activation.formation")
def activate(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - frames alone
    """Lead to the phases of a chit's units; to a choice of one stack where its headquarters is lost."""
    activation, now, hq = board.module(Activation), board.at(state), frame.data["hq"]
    if state.units.place[hq] in (OUT, GONE) and activation.given.without != "all":
        if activation.given.without == "none":
            return ()
        on_map = [unit for unit in activation.formations[hq] if state.units.place[unit] >= 0]
        return [Frame("stack", {**frame.data, "units": on_map})]
    return phases(activation, now, {**frame.data, "units": activation.activated(now, hq)})


def fighting(now: Situation, frame: Frame) -> Sequence[int]:
    """Return the units that may act in a phase in which they fight."""
    activation = now.board.get(Activation)
    return [unit for unit in acting(now, frame) if activation is None or activation.may_fight(now, frame, unit)]


def phases(activation: Activation, now: Situation, data: Mapping[str, Any]) -> list[Frame]:
    """Return the frames of the phases of an activation, the first last, with who is still to come on."""
    came = [unit for unit in data["units"] if now.place[unit] < 0]
    return [Frame(step, {**data, "came": came}) for step in reversed(activation.given.phases)]


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
        return phases(self.rules.module(Activation), self.rules.at(state), {**frame.data, "units": units})


class Actions(SidePhase):
    """``(word, …)`` for an action, ``(roll)`` for another action point, ``(end)``."""

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
Activation.loops = {"activation": "cup", ACTIONS: "sides"}
Activation.words = {
    "cup filled": "the chits go into the cup",
    "drawn": "the chit of {0:unit} is drawn",
    "actions begins": "the {0:side} player acts",
    "point": "{0} on the die for another action point",
}
Activation.titles = {"point": "another action point", "stack": "formation without a headquarters"}
Activation.actions = {"stack": ["hex"]}


# -- checks ----------------------------------------------------------------------------------------

_ONLY = {
    "column": "initiative", "range": "cup", "again": "cup", "linked": "cup", "phases": "cup", "points": "points",
    "costs": "points",
}  # fmt: skip
"""By parameter: the order that reads it."""


def _of_another_order(given: ActivationKey, where: Where) -> Iterator[Diagnostic]:
    for name, order in _ONLY.items():
        if getattr(given, name) and given.order != order:
            finding = MOD007.at((where / name).key(), what=f"`{name}`", why=f"only `order: {order}` reads it")
            yield finding.suggest(f"write `order: {order}`, or remove `{name}`")


def _initiative(game: Game, given: ActivationKey, where: Where, tree: SequenceTree) -> Iterator[Diagnostic]:
    what, track = "`order: initiative`", schedule(game)
    if given.column is None:
        needed = "`column`, the column of the track that says who has it"
        yield MOD001.at(where / "order", "none", what=what, needed=needed).suggest("write `column:` beside it")
    elif track is not None and given.column in track.columns:
        column, at = track.columns.by_id[given.column]
        if column.kind != "side":
            values = {"wanted": "sides", "column": column.name, "kind": f"{column.kind}s"}
            finding = MOD001.at(where / "column", "column", what=what, **values).also(at / "id", "the column")
            sides = [id_ for id_, (each, _at) in track.columns.by_id.items() if each.kind == "side"]
            yield finding.suggest(f"did you mean {sides[0]}?" if sides else "write `kind: side` in time-track.yaml")
    if not any(isinstance(node, EachNode) and node.each == FIRST_SECOND for _path, node in nodes(tree)):
        why = f"the sequence of play has no loop over `{FIRST_SECOND}`"
        yield MOD007.at(where / "order", what=what, why=why).suggest(f"write `each: {FIRST_SECOND}` in `sequence`")


def _ranges(game: Game, given: ActivationKey, where: Where) -> Iterator[Diagnostic]:
    counters = game.one("counters", CountersDocument)
    if counters is None or given.range is None:
        return
    what = f"`range: {given.range}`"
    if any(value.id == given.range and value.of != "formation" for value in counters[0].values):
        yield MOD001.at(where / "range", "none", what=what, needed="a value that is declared `of: formation`").suggest(
            "write `of: formation` at the value in counters.yaml, or name another"
        )
        return
    for formation, at in counters[1].each("formations", counters[0].formations):
        if given.range not in formation.values:
            finding = MOD001.at(at / "id", "none", what=what, needed=f"a number of {formation.name}")
            yield finding.suggest(f"write `values: {{{given.range}: …}}` in its row")


def _without_range(given: ActivationKey, where: Where) -> Iterator[Diagnostic]:
    """Yield `again` where no range is measured, and `linked` where it is not measured again."""
    for name, needed in (("again", "range"), ("linked", "again")):
        if getattr(given, name) and not getattr(given, needed):
            finding = MOD007.at((where / name).key(), what=f"`{name}`", why=f"it changes what `{needed}` does")
            yield finding.suggest(f"write `{needed}:` beside it, or remove `{name}`")


def _without_chits(game: Game, where: Where) -> Iterator[Diagnostic]:
    """Yield formations without a chit, where counters.yaml prints those of others."""
    counters = game.one("counters", CountersDocument)
    formations = counters[0].formations if counters is not None else []
    if counters is None or not any(formation.chit for formation in formations):
        return
    for formation, row in counters[1].each("formations", formations):
        if formation.headquarters is not None and not formation.chit:
            needed = f"a chit of {formation.name}"
            finding = MOD001.at(row / "id", "none", what="`order: cup`", needed=needed).also(
                where / "order", "asked for here"
            )
            yield finding.suggest("write `chit: true` in its row")


def _no_chits(given: ActivationKey, where: Where, tree: SequenceTree) -> Iterator[Diagnostic]:
    for path, node in nodes(tree):
        if isinstance(node, EachNode) and node.each == CUP:
            at = Where(where.file, ("sequence", *path, "each"))
            finding = MOD007.at(at, what="`each: cup`", why=f"`order: {given.order}` puts no chits into the cup")
            yield finding.suggest("write `order: cup` under `activation`, or loop over the sides")


_BEGINNING = ("fill-cup", "activation")
"""Steps that an activation cannot lead to without beginning anew for ever."""


def _endless(given: ActivationKey, where: Where, tree: SequenceTree) -> Iterator[Diagnostic]:
    for number, step in enumerate(given.phases):
        if step in _BEGINNING:
            yield MOD003.at(where / "phases" / number, "again", step=step).suggest("leave it out")
    cups = [path for path, node in nodes(tree) if isinstance(node, EachNode) and node.each == CUP]
    for path, node in nodes(tree):
        if isinstance(node, StepNode) and node.step == "fill-cup" and any(path[: len(cup)] == cup for cup in cups):
            finding = MOD003.at(Where(where.file, ("sequence", *path)), "again", step=node.step)
            yield finding.suggest("put it before the loop over `cup`")
