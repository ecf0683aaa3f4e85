"""Retreat after combat."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision, Throw, outcomes_of
from scenario_forge.wargame.board.checks import MOD007, has_key, lacking_formations, lacking_key
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.effects import DISTANCE, Effects
from scenario_forge.wargame.modules.movement.moving import Movement
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.modules.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action, Outcome
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.effect_key import Effect


DISPLACED, ACCOMPANY = "displaced", "accompany"
"""The steps in which units leave a hex that a retreat has filled too much, and go along with one that retreats."""
NONE = "none"


class RetreatKey(Model):
    """How units retreat."""

    towards: Literal["away", "own_headquarters"] = "away"
    """`away`: each hex is farther from the hex where the unit stood. `own_headquarters`: each is nearer to the
    headquarters of its formation; where no such way is open or the unit is there, to the nearest other one of its side,
    or to one of several that are equally near; where there is none, the enemy says which way."""
    into_zones: Literal["never", "free"] = "never"
    """Whether the way may lead into zones of the enemy."""
    blocked: Literal["eliminate", "stand"] = "eliminate"
    """What becomes of a unit that cannot retreat as far as it must."""
    by: Literal["owner", "enemy"] = "owner"
    """Who says which way units go, and who is displaced."""
    displaces: bool = False
    """Whether a unit whose every way ends in a full hex goes there, and units there retreat one hex in turn, or are
    eliminated where they cannot; without, it cannot retreat."""
    accompanied: UnitSelector | None = None
    """Units that may go along with one that retreats from their hex, though they need not retreat; without, none do."""


class Ways(NamedTuple):
    """The ways of a retreat of a number of hexes."""

    ends: Mapping[int, tuple[int, ...]]
    """By hex in which one ends: the first such way."""
    ahead: Sequence[Mapping[tuple[int, int], Sequence[int]]]
    """For each goal, by hex on the way and the number of hexes gone: the hexes that a way to it can enter next."""

    def onward(self, path: Sequence[int]) -> list[int]:
        """Return the hexes that can be entered next after those of a path, the first of them where the unit stood."""
        steps = [*enumerate(pairwise(path))]
        led = (each for each in self.ahead if all(to in each.get((at, gone), ()) for gone, (at, to) in steps))
        return list(dict.fromkeys(to for each in led for to in each.get((path[-1], len(steps)), ())))


def joined(ways: Sequence[Ways]) -> Ways:
    """Return the ways to several goals as one choice."""
    ends: dict[int, tuple[int, ...]] = {}
    for each in ways:
        for end, way in each.ends.items():
            ends.setdefault(end, way)
    return Ways(ends, [ahead for each in ways for ahead in each.ahead])


NO_WAYS = Ways({}, ())


class Retreat(Module[RetreatKey]):
    """Retreat in play."""

    key, model, needs = "retreat", RetreatKey, ("effects",)

    @classmethod
    def arrays(cls, game: Game, given: RetreatKey) -> Arrays:
        """Return the units that may go along."""
        return {"retreat.accompanied": selected(game, given.accompanied)} if given.accompanied is not None else {}

    @classmethod
    def checks(cls, game: Game, given: RetreatKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that no effect makes units retreat, or that there is no headquarters to retreat to."""
        effects: Mapping[str, Effect] = getattr(where.file.document, "effects", None) or {}
        if effects and not any(each.attacker.retreat or each.defender.retreat for each in effects.values()):
            advice = "write `retreat: 1` or `retreat: 1d6` at an effect, or remove the key"
            yield MOD007.at(where.key(), what="`retreat`", why="no effect makes units retreat").suggest(advice)
        if given.towards == "own_headquarters":
            if not has_key(where, "activation"):
                yield lacking_key(where / "towards", "`towards: own_headquarters`", "activation")
            yield from lacking_formations(game, where / "towards", "`towards: own_headquarters`")
        if given.displaces and not has_key(where, "stacking"):
            yield lacking_key((where / "displaces").key(), "`displaces`", "stacking")

    def ready(self) -> None:
        """Look up formations and zones, and find out what ways rest on."""
        board, works = self.board, self.board.get(Works)
        self.activation, self.zones = board.get(Activation), board.get(Zones)
        cleared = board.clearing.columns_of_state if board.clearing is not None else ()
        self.rests_on = ("units", "towns", *cleared, *(works.columns_of_state if works is not None else ()))
        """Tables and columns of state that ways of retreats rest on."""
        self.accompanied = board.compiled.rules.get("retreat.accompanied", ())
        """By unit: whether it may go along with others; empty where none may."""

    @classmethod
    def sentences(cls, given: RetreatKey, labels: Labels) -> Iterator[Sentence]:
        """Say which way units retreat, and what becomes of those that cannot."""
        away = "Each hex of a retreat must be farther from the hex where the unit stood than the hex before."
        home = (
            "Each hex of a retreat must be nearer to the headquarters of the unit's formation. If the "
            "unit is there, or no such way is open, it makes for the nearest other headquarters of its side, and for "
            "any of several that are equally near."
        )
        yield Sentence("retreat.way", away if given.towards == "away" else home)
        lost = given.towards == "own_headquarters" and given.by == "owner"
        alone = " The enemy retreats a unit that has no headquarters to go to." if lost else ""
        yield Sentence("retreat.who", f"The {given.by} retreats the units one after another.{alone}")
        text = "A retreat may not lead into a hex with enemy units, or into one that is prohibited to the unit."
        yield Sentence("retreat.ground", text)
        if "zones" in labels.keys:
            may = {"never": "may not", "free": "may"}[given.into_zones]
            yield Sentence("retreat.zones", f"A retreat {may} lead into an enemy zone of control.")
        fate = {"eliminate": "is eliminated", "stand": "stays where it is"}[given.blocked]
        room = ", or would end in a full hex," if "stacking" in labels.keys and not given.displaces else ""
        yield Sentence("retreat.blocked", f"A unit that cannot retreat the whole distance{room} {fate}.")
        if given.displaces:
            text = (
                "A retreat may end in a full hex only if it cannot end elsewhere. Units there, which the "
                f"{given.by} chooses, are displaced until the others may stay: they retreat 1 hex by the same rules, "
                "and may displace others in turn. Units that retreat together do not displace each other, nor does a "
                "displaced unit those that it makes way for. A displaced unit that cannot retreat is eliminated."
            )
            yield Sentence("retreat.displaced", text)
        if given.accompanied is not None:
            who = sentence_case(labels.units(given.accompanied))
            text = f"{who} that need not retreat may go along with a unit that retreats from their hex, the same way."
            yield Sentence("retreat.accompanied", text)

    @rule("retreat.way")
    def goals(self, now: Situation, unit: int) -> list[list[int]]:
        """Return the headquarters that a unit makes for, in order: its own, then the nearest others, and so on."""
        if self.given.towards == "away" or self.activation is None:
            return []
        board, place = self.board, now.place
        side, own = board.units.side[unit], self.activation.hq[unit]
        others = [
            hq
            for hq in self.activation.formations
            if board.units.side[hq] == side and place[hq] >= 0 and place[hq] != place[unit]
        ]

        def rank(hq: int) -> tuple[bool, int]:
            return hq != own, board.distance(place[unit], place[hq])

        return [[*equal] for _rank, equal in groupby(sorted(others, key=rank), key=rank)]

    @rule("retreat.zones", "retreat.ground")
    def open_to(self, now: Situation, unit: int, at: int, to: int) -> bool:
        """Return whether a retreating unit can enter a hex from another."""
        board, side = self.board, self.board.units.side[unit]
        if to in now.held(1 - side):
            return False
        zones = self.zones if self.given.into_zones == "never" else None
        if zones is not None and zones.hinders(now, "retreat", to, [unit]):
            return False
        movement = board.get(Movement)
        if movement is None:
            return bool(board.passable[board.terrain[to]])
        return movement.can_ever_enter(now, unit, 6 * at + board.direction(at, to))

    @rule("retreat.way")
    def ways(self, now: Situation, unit: int, hexes: int, moved: Sequence[int] = ()) -> Ways:
        """Return the ways of a retreat of so many hexes; none: it cannot.

        ``moved``: units that have retreated already, which are not displaced.
        """

        def make() -> Ways:
            goals = [[now.place[hq] for hq in equal] for equal in self.goals(now, unit)] or [[-1]]
            for full in (False, True)[: 1 + self.given.displaces]:
                for equal in goals:
                    found = joined([self._ways(now, unit, hexes, goal, moved if full else None) for goal in equal])
                    if found.ends:
                        return found
            return NO_WAYS

        return now.state.derived(("retreat", unit, hexes, *moved), self.rests_on, make)

    @rule("retreat.displaced")
    def may_end(self, now: Situation, unit: int, hex_: int, moved: Sequence[int] | None) -> bool:
        """Return whether a retreat can end in a hex: there is room, beside those that are not displaced.

        ``moved``: the units that are not; None: nobody is displaced.
        """
        if moved is None or now.board.stacking is None:
            return now.has_room(hex_, unit)
        stay = [other for other in now.stack(hex_) if other in moved]
        return now.board.stacking.weight(now, [*stay, unit]) <= now.board.stacking.limits[hex_]

    def _ways(self, now: Situation, unit: int, hexes: int, goal: int, moved: Sequence[int] | None) -> Ways:
        """Return the ways towards a goal, −1 for none. The way that led to a hex does not matter, but its length."""
        ends_from: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {}
        ahead: dict[tuple[int, int], list[int]] = {}

        def ends(at: int, gone: int) -> Mapping[int, tuple[int, ...]]:
            if gone == hexes:
                return {at: ()} if self.may_end(now, unit, at, moved) else {}
            if (at, gone) not in ends_from:
                found = ends_from[at, gone] = dict[int, tuple[int, ...]]()
                led = {to: ends(to, gone + 1) for to in self._onward(now, unit, at, gone, goal)}
                for to, beyond in led.items():
                    for end, way in beyond.items():
                        found.setdefault(end, (to, *way))
                ahead[at, gone] = [to for to, beyond in led.items() if beyond]
            return ends_from[at, gone]

        return Ways(ends(now.place[unit], 0), [ahead])

    def _onward(self, now: Situation, unit: int, at: int, gone: int, goal: int) -> Iterator[int]:
        """Yield the hexes that a unit can enter next which has retreated so many hexes."""
        board, start = self.board, now.place[unit]
        for to in board.adjacent[at]:
            if goal >= 0:
                onward = board.distance(to, goal) < board.distance(at, goal)
            else:
                onward = self.given.towards != "away" or board.distance(start, to) == gone + 1
            if onward and to != start and self.open_to(now, unit, at, to):
                yield to

    @rule("retreat.accompanied")
    def accompanying(self, now: Situation, data: Mapping[str, Any]) -> list[int]:
        """Return who can go along from the hex where a unit stood that has retreated: not who must retreat itself."""
        steps, end = [*pairwise((data["hex"], *data["way"]))], data["way"][-1]
        free = (unit for unit in now.stack(data["hex"]) if self.accompanied[unit] and unit not in data["units"])
        able = (unit for unit in free if all(self.open_to(now, unit, *step) for step in steps))
        return [unit for unit in able if now.has_room(end, unit)]

    def go(self, book: Book, unit: int, way: Sequence[int], clause: str) -> None:
        """Write that a unit retreats along a way."""
        for hex_ in way:  # a place on the way is held by who was the last in it
            self.board.put(book, unit, hex_)
        book.event("retreats", clause, unit, way[-1])


class Distance(Throw[GameState]):
    """The die that says how far units retreat; none is thrown where nobody is left."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE until the die is thrown, while there is a unit that retreats."""
        left = any(state.units.place[unit] >= 0 for unit in frame.data["units"])
        return super().who(state, frame) if left else NOBODY

    @rule("retreat.die")
    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the numbers of hexes that the die can give."""
        number, _, faces = frame.data["dice"].partition("d")
        return outcomes_of(dice(int(number), int(faces)))


@rule("retreat.die")
def distance(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Let units retreat as far as the die says."""
    if "thrown" not in frame.data:
        return ()
    book.event("distance", "retreat.die", frame.data["side"], frame.data["thrown"])
    data = {"side": frame.data["side"], "units": frame.data["units"], "hexes": frame.data["thrown"]}
    return [Frame("retreat", data)]


class Retreating(Decision[GameState]):
    """``(unit, hex …)`` for the first of the units that are left. Who is displaced has others `moved` before it."""

    rules: Board

    def ways(self, state: GameState, frame: Frame) -> Ways:
        """Return the ways of the unit that retreats next; none: it cannot."""
        unit, retreat = self.first(state, frame), self.rules.module(Retreat)
        return retreat.ways(self.rules.at(state), unit, frame.data["hexes"], frame.data.get("moved", ()))

    def first(self, state: GameState, frame: Frame) -> int:
        """Return the unit that retreats next; −1 for none."""
        return next((unit for unit in frame.data["units"] if state.units.place[unit] >= 0), -1)

    @rule("retreat.who")
    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of `by`, or the enemy of a unit without a headquarters to go to; NOBODY if it cannot go."""
        unit, now, retreat = self.first(state, frame), self.rules.at(state), self.rules.module(Retreat)
        if unit < 0 or not self.ways(state, frame).ends:
            return NOBODY
        side: int = frame.data["side"]
        if retreat.given.by == "enemy":
            return 1 - side
        return side if retreat.given.towards == "away" or retreat.goals(now, unit) else 1 - side

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the unit, then hex after hex."""
        unit = self.first(state, frame)
        if not prefix:
            return offer([unit]) if unit >= 0 else []
        last = len(prefix) == frame.data["hexes"]
        onward = self.ways(state, frame).onward([state.units.place[unit], *(int(hex_) for hex_ in prefix[1:])])
        return [Choice(hex_, last, not last) for hex_ in onward]

    @rule("retreat.blocked")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Retreat a unit, or take it off where it cannot."""
        unit, retreat = self.first(state, frame), self.rules.module(Retreat)
        if unit < 0:
            return ()
        rest = frame.with_values(units=[other for other in frame.data["units"] if other != unit])
        if not action:
            if retreat.given.blocked == "eliminate" or "displaced" in frame.data:
                self.rules.module(Effects).eliminate(book, unit)
            return [rest]
        way, after = [int(hex_) for hex_ in action[1:]], list[Frame]()
        retreat.go(book, unit, way, "retreat.way")
        if retreat.accompanied:
            after.append(Frame(ACCOMPANY, {**rest.data, "hex": state.units.place[unit], "way": way}))
        if retreat.given.displaces:
            rest = rest.with_values(moved=[*frame.data.get("moved", ()), unit])
            data = {"side": frame.data["side"], "hex": way[-1], "moved": rest.data["moved"]}
            after.append(Frame(DISPLACED, data))
        return [rest, *after]


class Accompanying(Decision[GameState]):
    """``(unit)`` or ``(none)``, one after another: who goes along with a unit that has retreated."""

    rules: Board

    def open(self, state: GameState, frame: Frame) -> bool:
        """Return whether a unit can go along."""
        return bool(self.rules.module(Retreat).accompanying(self.rules.at(state), frame.data))

    @rule("retreat.accompanied")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can go along."""
        able = self.rules.module(Retreat).accompanying(self.rules.at(state), frame.data)
        return [] if prefix else [*map(Choice, able), Choice(NONE)]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Let a unit go the same way, and ask of others."""
        if not action or action[0] == NONE:
            return ()
        self.rules.module(Retreat).go(book, int(action[0]), frame.data["way"], "retreat.accompanied")
        return [frame]


def displaceable(now: Situation, frame: Frame) -> list[int]:
    """Return the units of a hex whose going makes room: those that count, and have not come there in the retreat."""
    stacking, moved = now.board.stacking, frame.data["moved"]
    there = [unit for unit in now.stack(frame.data["hex"]) if unit not in moved]
    return [unit for unit in there if stacking is None or stacking.weight(now, [unit])]


class Displacement(Decision[GameState]):
    """``(unit)``: who leaves a hex that a retreat has filled too much, one after another."""

    rules: Board

    def able(self, state: GameState, frame: Frame) -> list[int]:
        """Return the units that can be displaced: none where there is room for all."""
        now, hex_ = self.rules.at(state), frame.data["hex"]
        return [] if now.has_room(hex_) else displaceable(now, frame)

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side that `by` says; NOBODY where there is no choice."""
        side: int = frame.data["side"]
        chooser = side if self.rules.module(Retreat).given.by == "owner" else 1 - side
        return chooser if len(self.able(state, frame)) > 1 else NOBODY

    @rule("retreat.displaced")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can be displaced."""
        return [] if prefix else [Choice(unit) for unit in self.able(state, frame)]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Displace a unit, which retreats one hex, and then others while there are too many."""
        unit = next((int(each) for each in (*action, *self.able(state, frame))), -1)
        if unit < 0:
            return ()
        book.event("displaced", "retreat.displaced", unit)
        data = {"side": frame.data["side"], "units": [unit], "hexes": 1, "moved": frame.data["moved"]}
        return [frame, Frame("retreat", {**data, "displaced": True})]


def fall_back(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the way that ends where a unit is wanted most and endangered least; of an enemy's, where least."""
    unit = next(unit for unit in frame.data["units"] if now.place[unit] >= 0)
    pull, danger, strength = mind.pull(now), mind.danger(now), mind.strength(now, unit)
    sign = 1 if mind.board.units.side[unit] == mind.side else -1
    ways = mind.board.module(Retreat).ways(now, unit, frame.data["hexes"], frame.data.get("moved", ()))
    end = max(ways.ends, key=lambda hex_: sign * (pull[hex_] - mind.loss(now, danger[hex_], strength, hex_)))
    return (unit, *ways.ends[end])


def make_way(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit of least worth, or of the enemy's the one of most: it may be lost."""
    sign = 1 if frame.data["side"] == mind.side else -1
    there = displaceable(now, frame)
    return (min(there, key=lambda unit: sign * mind.value(now, unit)),)


def stay(mind: Mind, now: Situation, frame: Frame) -> Action:  # noqa: ARG001 - as players are asked
    """Return that nobody goes along who need not."""
    return (NONE,)


Retreat.thoughts = {"retreat": fall_back, DISPLACED: make_way, ACCOMPANY: stay}
Retreat.steps = {
    "retreat": ("retreat.way", Retreating),
    DISTANCE: ("retreat.die", Distance, distance),
    DISPLACED: ("retreat.displaced", Displacement),
    ACCOMPANY: ("retreat.accompanied", Accompanying),
}
Retreat.inner = ("retreat", DISTANCE, DISPLACED, ACCOMPANY)
Retreat.words = {
    "retreats": "{0:unit} retreats to {1:hex}",
    "distance": "the die for the retreat of the {0:side} player says {1}",
    "displaced": "{0:unit} is displaced",
}
Retreat.actions = {"retreat": ["unit hex*"], DISPLACED: ["unit"], ACCOMPANY: ["unit"]}
Retreat.busy = ("retreat", DISTANCE, DISPLACED, ACCOMPANY)
