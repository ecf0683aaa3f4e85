"""Fire: units fire at units that they see, in their own phase or at who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, FigureName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.game.tables import tables
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.simulator.terms import Attack, Reckoning, Roll, Terms, prospects
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key, lacking_key
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import lasts, on_units
from scenario_forge.wargame.board.phase import Deed, SidePhase, acting
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.board.table_checks import MOD005
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.assault.modifier_checks import modifier_findings
from scenario_forge.wargame.modules.assault.modifier_words import names_of, sentences_of_modifiers
from scenario_forge.wargame.modules.assault.modifiers import (
    Change,
    Clash,
    Modifier,
    Modifiers,
    arrays_of,
    multiply,
    total_of,
)
from scenario_forge.wargame.modules.dice import TableDice, counts_of, dice_findings, dice_in_words
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action, Event, Outcome, Token
    from scenario_forge.simulator.terms import Prospect, Sum
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.movement.key import MovementKey

DECLINE = "decline"
COUNT = "count"
"""The value of a game in which each unit that fires counts 1."""


class Cover(Model):
    """What defends units in cover."""

    value: ValueName
    """The value of the counter that defends in cover; a unit that has none has no use of cover."""
    ground: list[Annotated[str, Names("terrain")]]
    """The terrain that gives cover."""


class FireKey(Model):
    """Who fires at whom."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that fire; without, all that have a range."""
    spared: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """Units that are fired at only where no others are in the hex; without, none."""
    opportunity: bool = False
    """Whether units may also fire at those that enter a hex in the turn of the enemy, each once at each hex."""
    shots: Annotated[int, Field(ge=1)] | None = None
    """With `opportunity`: how often a unit may do so in a game turn; without, however often."""
    table: ChartName | None = None
    """The chart of results. Its columns are the strength of the firers less the defence of the target."""
    value: Annotated[Id, Names("number", besides=(COUNT,))] = "strength"
    """The strength of a unit that fires; `count`: each unit counts 1."""
    defence: ValueName | None = None
    """The value of the counter that is the defence of a target; without, nothing is taken off."""
    cover: Cover | None = None
    """What defends units in cover instead; without, cover is of no use."""
    both: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may both move and fire in a turn; without, all."""
    together: bool = False
    """Whether any number of units fire at one target together, which cannot be fired at again in the phase."""
    support: UnitSelector | None = None
    """With `together`: the units that join fire at a target that they do not see, if another that fires sees it;
    without, nobody."""
    from_high: FigureName | None = None
    """The name of the figure that is added to the range of units on `high` terrain of `sight`."""
    close: list[Annotated[str, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain into and out of which units fire from hex to adjacent hex only."""
    modifiers: list[Modifier] = []  # noqa: RUF012 - pydantic copies it
    """What changes the dice, the column or a strength, as in an assault; who fires attacks."""


class Fire(Module[FireKey]):
    """Fire in play."""

    key, model, needs = "fire", FireKey, ("effects",)

    def __init__(self, board: Board, given: FireKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.fires = [
            bool(may) and far > 0 for may, far in zip(board.column("fire.of"), board.printed(given.range), strict=True)
        ]
        """By unit: whether it fires."""
        self.ranges = board.printed(given.range)
        self.spared = board.compiled.rules.get("fire.spared", [0] * len(board.units.side))
        self.results = Results(read["results"]) if read else None
        self.dice = TableDice(board, read["dice"] if read else {"": 1}, self.key)
        self.both = board.compiled.rules.get("fire.both", [1] * len(board.units.side))
        """By unit: whether it may both move and fire."""
        self.covers = given.cover is not None
        self.covered = board.hexes_of(*(given.cover.ground if given.cover else ()))
        self.close = board.hexes_of(*given.close)
        self.gain = board.column(given.from_high)[0] if given.from_high else 0
        self.modifiers = Modifiers(board, self.key, given.modifiers, read.get("modifiers", ()))

    def ready(self) -> None:
        """Look up sight, kinds of turn, works, supply, leaders, assault and effects."""
        self.works = self.board.get(Works)
        self.sight, self.weather = self.board.get(Sight), self.board.get(Weather)
        self.supply, self.assault = self.board.get(Supply), self.board.get(Assault)
        self.leaders = self.board.get(Leaders)
        self.effects = self.board.module(Effects)

    @classmethod
    def read(cls, game: Game, given: FireKey) -> Mapping[str, Any]:
        """Return the table of results, where there is one."""
        if given.table is None:
            return {}
        names = {"modifiers": names_of(game, given.modifiers)} if given.modifiers else {}
        return {"results": results_data(game, given.table), "dice": counts_of(game, given.table)} | names

    @classmethod
    def charts(cls, given: FireKey) -> Sequence[str]:
        """Return its table, where it has one."""
        return [given.table] if given.table is not None else []

    @classmethod
    def arrays(cls, game: Game, given: FireKey) -> Arrays:
        """Return who fires, who is spared, who may move besides, who supports."""
        named = {"spared": given.spared, "both": given.both, "support": given.support}
        some = {f"fire.{name}": selected(game, selector) for name, selector in named.items() if selector}
        return {"fire.of": selected(game, given.of), **some, **arrays_of(game, cls.key, given.modifiers)}

    @classmethod
    def sentences(cls, given: FireKey, labels: Labels) -> Iterator[Sentence]:
        """Say who fires at whom, and how the result is found."""
        far = labels.value(given.range)
        phase = labels.phase("fire", "fire")
        yield Sentence("fire.phase", f"In {phase} units may fire, one after another.")
        yield Sentence("fire.who", f"{sentence_case(labels.units(given.of))} with a {far} may fire.")
        yield Sentence("fire.once", f"A unit fires once in {phase}.")
        if given.both:
            who = sentence_case(labels.units(given.both))
            text = f"{who} may both move and fire in a turn, others only one of the two."
            yield Sentence("fire.both", text)
        yield from _sentences_of_range(given, labels)
        if "sight" in labels.keys:
            yield Sentence("fire.sight", "The firing unit must see its target.")
        spared = f" {sentence_case(labels.units(given.spared))} are fired at only if no others are in the hex."
        yield Sentence("fire.target", f"The target is one enemy unit.{spared if given.spared else ''}")
        if given.opportunity:
            most = f", {counted(given.shots, 'time')} in a game turn at most" if given.shots is not None else ""
            text = f"When enemy units move, a unit may fire at them once in each hex that they enter{most}."
            yield Sentence("fire.opportunity", text)
        yield from cls.sentences_of_result(given, labels)
        yield from sentences_of_modifiers(cls.key, given.modifiers, labels)

    @classmethod
    def paper(cls, given: FireKey, labels: Labels) -> Iterator[Marker]:
        """Yield the markers of units that have fired, and of those fired at, where later actions depend on it."""
        if lasts("shot", labels):
            yield on_units("Fired", labels)
        if given.together and labels.by_points:
            yield on_units("Fired at", labels)
        for number in range(1, (given.shots or 0) + 1):
            yield on_units(f"Opportunity fire {number}" if number > 1 else "Opportunity fire", labels)

    @classmethod
    def sentences_of_result(cls, given: FireKey, labels: Labels) -> Iterator[Sentence]:
        """Say how the result is found."""
        yield from sentences_of_cover(given, labels)
        if given.table is not None:
            less = f" less the target's {labels.value(given.defence)}" if given.defence is not None else ""
            chart = labels.chart(given.table)
            text = f"Throw {dice_in_words(chart.die)}. The result is in the {chart.title}"
            counts = "1" if given.value == COUNT else f"the firing unit's {labels.value(given.value)}"
            yield Sentence("fire.result", f"{text}, under {counts}{less}.")

    @rule("fire.who")
    def may_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire now."""
        forbidden = self.weather is not None and self.weather.forbids_fire(now)
        hungry = self.supply is not None and self.supply.forbids_fire(now, unit)
        led = self.leaders is None or self.leaders.allows(now, unit, self.key)
        return self.fires[unit] and now.place[unit] >= 0 and led and not forbidden and not hungry

    @rule("fire.range", "fire.sight", "fire.close")
    def reaches(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit can fire as far as a hex, and sees it."""
        at, sight = now.place[firer], self.sight
        far = self.board.value(now, self.given.range, firer)
        far += self.gain if sight is not None and sight.is_high[at] else 0
        if self.board.distance(at, hex_) > far or self.is_apart(at, hex_):
            return False
        return sight is None or sight.spots(now, at, hex_)

    def is_apart(self, at: int, hex_: int) -> bool:
        """Return whether one of two hexes is close terrain and they are not adjacent."""
        return not self.close.isdisjoint((at, hex_)) and self.board.distance(at, hex_) > 1

    @rule("fire.target")
    def targets(self, now: Situation, firer: int, hex_: int) -> list[int]:
        """Return the units of a hex that a unit can fire at."""
        if not self.may_fire(now, firer) or not self.reaches(now, firer, hex_):
            return []
        side = self.board.units.side[firer]
        enemies = [unit for unit in self.exposed(now, hex_) if self.board.units.side[unit] != side]
        return [unit for unit in enemies if not self.spared[unit]] or enemies

    def exposed(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the units of a hex that can be fired at: those that an assault is made on."""
        return now.stack(hex_) if self.assault is None else self.assault.defenders(now, hex_)

    @rule("fire.once", "fire.both")
    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has not fired in its phase, nor done what keeps it from it."""
        return not now.units.shot[unit] and bool(self.both[unit] or not now.units.moved[unit])

    @rule("fire.both")
    def may_still_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may move, having fired or not."""
        return bool(self.both[unit] or not now.units.shot[unit])

    def strength(self, now: Situation, unit: int) -> int:
        """Return what a unit counts that fires."""
        return 1 if self.given.value == COUNT else max(self.board.value(now, self.given.value, unit), 0)

    @rule("fire.cover")
    def defence(self, now: Situation, unit: int) -> int:
        """Return what defends a unit."""
        given, board = self.given, self.board
        covered = board.value(now, given.cover.value, unit) if given.cover and self.is_covered(now, unit) else -1
        if covered >= 0:
            return covered
        return max(board.value(now, given.defence, unit), 0) if given.defence is not None else 0

    def is_covered(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in cover."""
        return now.place[unit] in self.covered or (self.works is not None and self.works.covers(now, unit))

    def has_cover(self, unit: int) -> bool:
        """Return whether cover is of use to a unit."""
        return self.given.cover is not None and self.board.printed(self.given.cover.value)[unit] >= 0

    @rule("fire.opportunity")
    def reaction(self, state: GameState, event: Event) -> Frame | None:
        """Return the step in which the other side fires at who has entered a hex; None where nobody can."""
        if not self.given.opportunity or event.name != "enters":
            return None
        side = 1 - self.board.units.side[event.subjects[0]]
        moved = [event.subjects[0], *event.subjects[2:]]
        frame = Frame("opportunity", {"side": side, "hex": event.subjects[1], "units": moved, "fired": []})
        return frame if self.firing(self.board.at(state), frame) else None

    def firing(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can fire at those that move, and at whom, by firer."""
        data = frame.data
        able = (unit for unit in now.own(data["side"]) if self.fires[unit] and unit not in data["fired"])
        able = (unit for unit in able if self.has_shots(now, unit))
        return targets_by_token(
            able, lambda unit: [each for each in self.targets(now, unit, data["hex"]) if each in data["units"]]
        )

    @rule("fire.opportunity")
    def has_shots(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire at those that move once more in the game turn."""
        return self.given.shots is None or now.units.shots[unit] < self.given.shots

    def turn_ends(self, state: GameState, book: Book) -> None:
        """Let all units fire at those that move as often as before."""
        if self.given.shots is not None:
            book.clear(["shots"], range(len(state.units.place)))

    # -- before the dice -----------------------------------------------------------------------------

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:
        """Return the shot that is chosen at who moves, or for which the dice are still to be thrown."""
        if frame.step == "opportunity" and len(action) > 1:
            return self.shot_at(now, int(action[0]), int(action[1]))
        waits = frame.step == "shot" and "thrown" not in frame.data
        return self.shot_at(now, frame.data["firer"], frame.data["target"]) if waits else None

    def shot_at(self, now: Situation, firer: int, target: int) -> Attack:
        """Return a shot as an attack."""
        return Attack(now.place[target], (firer,), {"by": self.key, "target": target})

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return what a shot is worked out from, and how it may fall out.

        Raises:
            ValueError: a unit cannot fire at the hex.
        """
        firer = attack.attackers[0]
        for unit in attack.attackers:
            if "target" not in attack.given and not self.targets(now, unit, attack.target):
                raise ValueError(f"{self.board.compiled.names['units'][unit]} cannot fire at this hex now")
        target = attack.given["target"] if "target" in attack.given else self.targets(now, firer, attack.target)[0]
        column, found = self.prospects(now, firer, target)
        return Terms(self.sums(now, firer, target), (Roll("fire", column, found),))

    def sums(self, now: Situation, firer: int, target: int) -> tuple[Sum, ...]:
        """Return what a shot is worked out from."""
        names, value, held = self.board.compiled.names["units"], Reckoning(), Reckoning()
        value.add(self.strength(now, firer), names[firer], "fire.result", "counter")
        for number, source, clause in self.works.added_to_fire(now, target) if self.works is not None else ():
            value.add(number, source, clause)
        if self.given.defence is not None or self.given.cover is not None:
            held.add(-self.defence(now, target), names[target], "fire.result", "counter")
        light, shifts = Reckoning(), Reckoning()
        for term in self.added_to_dice(now, (firer,)):
            light.add(*term)
        counting = self.counting(now, (firer,), (), target)
        multiply(value, held, counting)
        for change, name in counting:
            light.add(change.die, name, "fire.modifiers", "modifiers")
            shifts.add(change.shift, name, "fire.modifiers", "modifiers")
        value.add_all(held)
        more = (light.named("dice"), shifts.named("columns"))
        return (value.named("value"), *(each for each in more if each.terms))

    def counting(
        self, now: Situation, firers: Sequence[int], guns: Sequence[int], target: int
    ) -> list[tuple[Change, str]]:
        """Return what each modifier does that counts when units fire at one, with others in support; with its name."""
        if not self.modifiers:
            return []
        origins = [now.place[unit] for unit in firers]
        return self.modifiers.counting(now, Clash(now.place[target], (*firers, *guns), origins, (target,)))

    def moved(self, now: Situation, firers: Sequence[int], guns: Sequence[int], target: int) -> tuple[int, int]:
        """Return what is added to the dice, and how many columns the result is farther to the right."""
        change = total_of(self.counting(now, firers, guns, target))
        return sum(number for number, *_source in self.added_to_dice(now, firers)) + change.die, change.shift

    def added_to_dice(self, now: Situation, firers: Sequence[int]) -> list[tuple[int, str, str]]:
        """Return what is added to the dice besides modifiers: the number, its source in words, its clause."""
        led = self.leaders.added_to_fire(now, firers) if self.leaders is not None else []
        return [*self.dice.added(now), *led]

    def difference(self, now: Situation, firer: int, target: int) -> int:
        """Return the strength of the firer less the defence of the target."""
        return int(self.sums(now, firer, target)[0].total)

    def prospects(self, now: Situation, firer: int, target: int) -> tuple[str, tuple[Prospect, ...]]:
        """Return the column of the table, and each result with its chance."""
        results, value = self.results, self.difference(now, firer, target)
        more, shift = self.moved(now, (firer,), (), target)
        assert results is not None  # noqa: S101 - a game without a table has prospects of its own

        def result(token: Token) -> str:
            return results.at(value, int(token) + more, shift)

        outcomes = self.dice.outcomes(now)
        return results.column(value, shift), prospects(
            outcomes, result, lambda token: self.effects.in_words(result(token))
        )

    def share(self, result: str) -> float:
        """Return the share of its worth that a result costs the target, to a computer player."""
        return self.effects.share(result, "defender")

    def expected(self, mind: Mind, now: Situation, firer: int, target: int) -> float:
        """Return what a shot may be expected to cost the enemy."""
        _column, found = self.prospects(now, firer, target)
        return mind.value(now, target) * float(sum(each.chance * self.share(each.result) for each in found))

    def best(self, mind: Mind, now: Situation, aims: Mapping[int, Sequence[int]]) -> tuple[float, Action]:
        """Return the shot that may be expected to cost the enemy most."""
        shots = ((firer, target) for firer, targets in aims.items() for target in targets)
        return max(((self.expected(mind, now, *shot), shot) for shot in shots), default=(0.0, ()))


def _sentences_of_range(given: FireKey, labels: Labels) -> Iterator[Sentence]:
    """Say how far units fire."""
    yield Sentence("fire.range", f"A unit fires no farther than its {labels.value(given.range)} in hexes.")
    sight = getattr(labels.rules, "sight", None)
    if given.from_high is not None and sight is not None:
        high = listed([labels.ground(id_) for id_ in sight.high], "or")
        more = counted(labels.figure(given.from_high)[0], "hex")
        yield Sentence("fire.range", f"On {high} it fires {more} farther.")
    if given.close:
        close = listed([labels.ground(id_) for id_ in given.close], "or")
        yield Sentence("fire.close", f"Into and out of {close} a unit fires only from hex to adjacent hex.")


def _ratios(game: Game, chart: str) -> Iterator[Diagnostic]:
    """Yield that the columns of a chart are odds, which fire does not give."""
    found = tables(game).charts.get(chart)
    if found is not None and found.chart.column_scale.notation == "ratio":
        problem = "its columns are ratios, and fire gives a difference"
        finding = MOD005.at((found.where / "columns").key(), "unread", problem=problem)
        yield finding.suggest("write `column_scale: {notation: ranges}`, or name another chart in `fire`")


def _never(given: FireKey) -> Mapping[str, str]:
    """Return what modifiers of fire cannot ask for, with the reason."""
    beside = "fire does not come from beside the hex, as an assault does"
    alone = {} if given.together else {"from_hexes": "one unit fires alone", "combined": "one unit fires alone"}
    return {"across": beside, "from_opposite_sides": beside, **alone}


def sentences_of_cover(given: FireKey, labels: Labels) -> Iterator[Sentence]:
    """Say where units are in cover, and what that is worth."""
    if given.cover is None:
        return
    ground = listed([labels.ground(id_) for id_ in given.cover.ground], "or")
    value = labels.value(given.cover.value)
    counts = f"takes the place of its {labels.value(given.defence)}" if given.defence is not None else "defends it"
    yield Sentence("fire.cover", f"A unit in {ground} is in cover. There its {value}, if it has one, {counts}.")


class FireAt(Deed):
    """``unit, target``."""

    word, phase, clears, pattern = "fire", "fire", ("shot",), "unit unit"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        return two_stage_choices(self.aims(now, frame), begun)

    def aims(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can fire, and at whom."""
        fire, hexes = self.board.module(Fire), sorted(now.held(1 - frame.data["side"]))
        able = (unit for unit in acting(now, frame) if fire.may_fire(now, unit) and fire.is_free(now, unit))
        return targets_by_token(able, lambda unit: [each for hex_ in hexes for each in fire.targets(now, unit, hex_)])

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - as deeds are asked
        """Return the shot that is chosen."""
        return self.board.module(Fire).shot_at(now, int(begun[0]), int(begun[1])) if len(begun) > 1 else None

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the shot that may be expected to cost the enemy most."""
        return self.board.module(Fire).best(mind, now, self.aims(now, frame))

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the dice."""
        firer, target = (int(unit) for unit in action)
        book.put("shot", firer, 1)
        book.event("takes aim", "fire.who", firer)
        return [frame, Frame("shot", {"firer": firer, "target": target})]


class Opportunity(Decision[GameState]):
    """``(firer, target)`` or ``(decline)``, one after another."""

    rules: Board

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        aims = self.rules.module(Fire).firing(self.rules.at(state), frame)
        return [*two_stage_choices(aims, prefix), *[Choice(DECLINE)] * (not prefix)]

    @rule("fire.opportunity")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Throw the dice, and go on with others who can fire."""
        if not action or action[0] == DECLINE:
            return ()
        fired, firer = frame.with_values(fired=[*frame.data["fired"], action[0]]), int(action[0])
        if self.rules.module(Fire).given.shots is not None:
            book.put("shots", firer, state.units.shots[firer] + 1)
            book.event("fires in reaction", self.clause, firer)
        return [fired, Frame("shot", {"firer": action[0], "target": action[1]})]


class Shot(Throw[GameState]):
    """The dice of a shot, as many as the table asks for in the kind of turn."""

    rules: Board

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the totals of the dice."""
        return self.rules.module(Fire).dice.outcomes(self.rules.at(state))


@rule("fire.result")
def shot(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and let the target suffer what it does."""
    now, fire, (firer, target) = board.at(state), board.module(Fire), (frame.data["firer"], frame.data["target"])
    value = fire.difference(now, firer, target)
    assert fire.results is not None  # noqa: S101 - a game without a table has a step of its own
    more, shift = fire.moved(now, (firer,), (), target)
    code = fire.results.at(value, frame.data["thrown"] + more, shift)
    book.event("fires", "fire.result", firer, target, value, frame.data["thrown"], fire.results.codes.index(code))
    sides = (board.units.side[firer], board.units.side[target])
    return fire.effects.frames(code, sides, ((firer,), (target,)))


def react(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the best shot at who moves; to fire costs nothing."""
    fire = mind.board.module(Fire)
    gain, way = fire.best(mind, now, fire.firing(now, frame))
    return way if gain > 0 else (DECLINE,)


@rule("fire.phase")
class FirePhase(SidePhase):
    """The phase in which units of a side fire."""

    plain = "fire"


class FireModule(Fire):
    """The module of fire with its steps."""

    columns: ClassVar = {"units": "shot"}

    @classmethod
    def columns_of(cls, given: FireKey) -> Mapping[str, str]:
        """Return the columns of state: who has fired, and how often at those that move where that is counted."""
        return {**cls.columns, "units": cls.columns["units"] + " shots" * (given.shots is not None)}

    @classmethod
    def due(cls, given: FireKey) -> Sequence[str]:
        """Return its phase, unless units fire at those who move."""
        return [] if given.opportunity else super().due(given)

    @classmethod
    def checks(cls, game: Game, given: FireKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that results, or movement hex by hex at which to fire, are not there, and keys that nobody reads."""
        if given.table is not None and not game.broken("charts"):
            yield from dice_findings(game, given.table)
            yield from _ratios(game, given.table)
        yield from modifier_findings(game, cls.key, given, where, _never(given))
        if given.modifiers and given.table is None:
            finding = MOD001.at((where / "modifiers").key(), "none", what="`modifiers`", needed="`table`")
            yield finding.suggest("write `table:` with the id of a chart")
        if given.support is not None and not given.together:
            finding = MOD007.at((where / "support").key(), what="`support`", why="only fire `together` reads it")
            yield finding.suggest("write `together: true`, or remove `support`")
        if given.shots is not None and not given.opportunity:
            finding = MOD007.at((where / "shots").key(), what="`shots`", why="nobody fires at those that move")
            yield finding.suggest("write `opportunity: true`, or remove `shots`")
        if given.from_high is not None and not has_key(where, "sight"):
            yield lacking_key((where / "from_high").key(), "`from_high`", "sight")
        if given.table is None and shot in cls.steps["shot"]:
            finding = MOD001.at(where.key(), "none", what="`fire`", needed="`table`, the chart of its results")
            yield finding.suggest("write `table:` with the id of a chart")
        movement: MovementKey | None = getattr(where.file.document, "movement", None)
        if given.opportunity and (movement is None or not movement.together):
            finding = MOD001.at(
                where / "opportunity",
                "none",
                what="`opportunity`",
                needed="`together: true` under `movement`, by which units move hex by hex",
            )
            yield finding.suggest("write `movement: {together: true}`, or remove `opportunity`")

    deeds = (FireAt,)
    loops: ClassVar = {"fire": "sides"}
    steps: ClassVar = {
        "fire": ("fire.phase", FirePhase),
        "shot": ("fire.result", Shot, shot),
        "opportunity": ("fire.opportunity", Opportunity),
    }
    inner = ("shot", "opportunity")
    words: ClassVar = {
        "fire begins": "the {0:side} player fires",
        "takes aim": "{0:unit} takes aim",
        "fires in reaction": "{0:unit} fires at those that move",
        "fires": "{0:unit} fires at {1:unit}: {3} on the die against {2}",
    }
    actions: ClassVar = {"opportunity": ["unit unit"]}
    marks = ("shot",)
    busy = ("opportunity", "shot")
    thoughts: ClassVar = {"opportunity": react}
