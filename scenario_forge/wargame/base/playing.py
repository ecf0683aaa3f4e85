"""The simulator's view of a game: first state, moments, outcome, invariants, events in words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from scenario_forge.simulator.play import DRAW as DRAWN
from scenario_forge.simulator.play import Breach, CounterInPlay, GameOutcome, Play, Status, Toll, Worth
from scenario_forge.simulator.playout import SequenceOfPlay
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.terms import Attack, Roster
from scenario_forge.wargame.base.actions import Actions
from scenario_forge.wargame.base.numbers import G
from scenario_forge.wargame.base.phrases import filled
from scenario_forge.wargame.base.steps import steps_by_id
from scenario_forge.wargame.searching import Holder, Searcher
from scenario_forge.wargame.sequence import BEGIN, DRAW, EACH, TURN, Turns
from scenario_forge.wargame.sequence_tree import SequenceTree, nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.simulator.terms import Terms
    from scenario_forge.wargame.base.numbers import Numbers
    from scenario_forge.wargame.base.steps import Interrupts, Named
    from scenario_forge.wargame.base.terms import Fights


def level_of(levels: Sequence[Mapping[str, Any]], value: int) -> Mapping[str, Any]:
    """Return the last level whose lower end is reached; ``levels`` ascend.

    >>> level_of([{"id": "lost", "low": None}, {"id": "won", "low": 3}], 2)["id"]
    'lost'
    """
    return [each for each in levels if each["low"] is None or value >= each["low"]][-1]


class GamePlay(Play[G], Generic[G]):
    """One scenario of a game in play. A subclass names its parts."""

    meaning: ClassVar[type[Numbers[Any]] | staticmethod[[CompiledScenario], Numbers[Any]]]
    """The meaning of a compiled scenario: a subclass of :class:`Numbers`."""
    begins: ClassVar[staticmethod[[Any], Any]]
    """A function that makes the first state from it."""
    steps: ClassVar[Mapping[str, Named]] = {}
    """Steps that the sequence of play names, and those that they lead to: see :func:`steps_by_id`."""
    clause: ClassVar[str] = ""
    """The clause of the sequence of play."""
    interrupts: ClassVar[Interrupts | None] = None
    fights: ClassVar[Fights | None] = None
    """How attacks are read off actions and frames, and what their terms are; None where nobody can be asked that."""
    busy: ClassVar[Sequence[str]] = ()
    """Steps during which more units may be in a hex than may stay there."""
    hunger: Collection[str] = ()
    """Clauses under which units are lost for want of supply."""
    off: ClassVar[Sequence[EntryKind]] = ("absent", "absent", "eliminated")
    """The status of units at the places −3, −2 and −1."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.rules: Numbers[G] = self.meaning(compiled)
        self.names, given = compiled.names, compiled.parameters
        self.words: Mapping[str, str] = given["words"]
        self.titles: Mapping[str, str] = given["titles"]
        self.marks: Mapping[str, str] = {column: column for column in given["marks"]}
        """By column of the units' state: the mark on the counter where it is not 0."""
        self.towns = [compiled.name_of(hex_) for hex_ in self.rules.ledger.towns]
        """Names of the places in the ledger."""
        self.actions = Actions(given["actions"], given["after"])
        self.said: dict[str, Sequence[str]] = {"unit": compiled.names["units"], "hex": compiled.names["hexes"]}
        self.said["code"] = self.rules.results.codes if self.rules.results else ()
        self.said["side"] = [side.title() for side in compiled.keys["sides"]]

    @cached_property
    def sequence(self) -> SequenceOfPlay[G]:
        """The steps of the game's tree with their interrupts, as the simulator runs them."""
        tree = self.tree
        made = steps_by_id(self.rules, self.own_steps)
        made |= {id_: Turns(self.rules, id_, self.clause, tree) for id_ in (BEGIN, TURN, EACH, DRAW)}
        first = Frame(BEGIN if tree.before else TURN)
        return SequenceOfPlay(made, first, self.interrupted)

    def interrupted(self, state: G, event: Event) -> Frame | None:
        """Return the step that an event calls for, before anything else; None for none."""
        interrupts = type(self).interrupts
        return interrupts(self.rules, state, event) if interrupts is not None else None

    @cached_property
    def tree(self) -> SequenceTree:
        """The sequence of play, as rules.yaml has it."""
        return SequenceTree.model_validate(self.rules.compiled.parameters["sequence"])

    @property
    def own_steps(self) -> Mapping[str, Named]:
        """The steps of the game by id."""
        return self.steps

    @property
    def crowded_steps(self) -> Sequence[str]:
        """Steps during which more units may be in a hex than may stay there."""
        return self.busy

    def rest(self, state: G, step: str) -> list[Frame]:
        """Return the frames that follow a step in its game turn, as if it was played in this state.

        Raises:
            StopIteration: the sequence of play has no such step.
        """
        turns = self.sequence.steps[TURN]
        assert isinstance(turns, Turns)  # noqa: S101 - as `sequence` makes it
        path = next(path for path, node in nodes(self.tree) if getattr(node, "step", "") == step)
        return turns.frames(state, path[:-1], {}, int(path[-1]) + 1)

    def begin(self) -> G:
        """Return the first state, as the scenario sets it up."""
        made: G = self.begins(self.rules)
        return made

    def turn(self, state: G) -> int:
        """Return the game turn, 0 for the scenario's first; after the last turn, that of the last."""
        first, last = self.rules.compiled.turns.span[:2]
        now: int = state.clock.turn[0]
        return min(now, last) - first

    def moment(self, state: G) -> tuple[int, int]:
        """Return the game turn and the phasing side."""
        return self.turn(state), state.clock.side[0]

    def lead(self, state: G) -> int:
        """Return by how many points the side that the levels of victory belong to is ahead."""
        score, levels = self.score(state), self.rules.compiled.ending.get("levels")
        side: int = levels["side"] if levels else 0
        return score[side] - score[1 - side]

    def margin(self, state: G, winner: int) -> int:
        """Return the winner's points over the other side's: below 0 where a level of victory makes up for them."""
        score = self.score(state)
        return score[winner] - score[1 - winner] if winner != DRAWN else 0

    def outcome(self, state: G) -> GameOutcome:
        """Return the level of victory for the lead; the side that leads, if a scenario on new dates has no levels."""
        lead = self.lead(state)
        if not self.rules.compiled.ending.get("levels"):
            return GameOutcome(DRAWN if not lead else int(lead < 0), abs(lead))
        level = level_of(self.rules.compiled.ending["levels"]["levels"], lead)
        winner = DRAWN if level["side"] is None else level["side"]
        return GameOutcome(winner, self.margin(state, winner), level["id"])

    def pieces(self, state: G) -> Iterator[CounterInPlay]:
        """Yield the units on the map with their strength, if it can change, and their marks."""
        strength = state.units.strength if "strength" in state.units.columns else None
        for unit, place in enumerate(state.units.place):
            if place >= 0:
                has, marks = strength[unit] if strength else -1, tuple(self.marks_of(state, unit))
                yield CounterInPlay("units", unit, self.rules.units.side[unit], place, has, marks)

    def marks_of(self, state: G, unit: int) -> list[str]:
        """Return the marks on the counter of a unit."""
        return [mark for column, mark in self.marks.items() if getattr(state.units, column)[unit]]

    def holders(self, state: G) -> Mapping[str, int]:
        """Return the last occupier of each place in the ledger."""
        return dict(zip(self.towns, state.towns.holder, strict=True)) if self.towns else {}

    def measures(self, state: G) -> Mapping[str, Sequence[int]]:
        """Return each side's number of units on the map, and their strength where it changes."""
        own = [self.rules.own(state, side) for side in range(2)]
        found = {"units": [len(units) for units in own]}
        if "strength" in state.units.columns:
            found["strength"] = [sum(state.units.strength[unit] for unit in units) for units in own]
        return found

    def supply_by_side(self, state: G) -> Sequence[tuple[int, int]]:
        """Return by side the units on the map, and those without supply; empty if the game has no rule on it."""
        if not self.rules.has_supply:
            return ()
        own = [self.rules.own(state, side) for side in range(2)]
        return [(len(units), sum(not self.rules.is_supplied(state, unit) for unit in units)) for units in own]

    def attacker(self, state: G, event: Event) -> int | None:  # noqa: ARG002 - for games to override
        """Return the side whose attack an event resolves; None: it is no attack."""
        return None

    def hopeless(self, state: G, event: Event) -> bool:  # noqa: ARG002 - for games to override
        """Return whether no throw of an attack could have cost the defender anything."""
        return False

    def tolls(self, state: G, event: Event) -> Iterator[Toll]:
        """Yield attacks, and what sides lose with their units: starved under a clause of ``hunger``, else fallen."""
        if (side := self.attacker(state, event)) is not None:
            yield Toll("attacks", side)
            if self.hopeless(state, event):
                yield Toll("hopeless", side)
        for change in event.changes:
            lost = self.rules.lost_in(state, change) if change.table == state.units.index else 0
            if lost:
                yield Toll("starved" if event.clause in self.hunger else "fallen", self.rules.owner(change.row), lost)

    def worths(self, state: G) -> Sequence[Worth]:
        """Return the points that the rows of the ledger would bring each side now."""
        rows = self.rules.ledger.rows
        return [Worth(row["id"], side, self.rules.row_points(state, row, side)) for row in rows for side in range(2)]

    def status(self, state: G) -> Sequence[Status]:
        """Return the date, the score as the levels count it, and victory points by side."""
        name = self.counted.capitalize() or "Victory points"
        points = [Status(side, name, f"{score}") for side, score in enumerate(self.score(state))]
        date = self.names["turns"][self.turn(state)]
        return [Status(-1, "Date", date), Status(-1, "Score", f"{self.lead(state)}".replace("-", "−")), *points]

    def out_of_play(self, state: G) -> Mapping[int, EntryKind]:
        """Return the status of each unit that is off the map."""
        return {unit: self.off[place] for unit, place in enumerate(state.units.place) if place < 0}

    def breaches(self, state: G) -> Iterator[str]:
        """Yield breaches: both sides in one hex, too many units in a hex, a unit on impassable ground."""
        for hex_, stack in self.rules.stacks(state).items():
            if len({self.rules.owner(unit) for unit in stack}) > 1:
                yield Breach("units of both sides are in one hex", "units", stack[0])
            if self.rules.excess(state, hex_) and not any(frame.step in self.crowded_steps for frame in state.stack):
                yield Breach("more units are in a hex than can be", "units", stack[0])
            if not self.rules.passable[self.rules.terrain[hex_]]:
                yield Breach("a unit is where none can be", "units", stack[0])

    def event_text(self, state: G, event: Event) -> str:  # noqa: ARG002
        """Return an event in words; its name where the game has no words for it."""
        return filled(self.words.get(event.name, event.name), event.subjects, self._word)

    def _word(self, kind: str, subjects: Sequence[int]) -> str:
        return ", ".join(self.said[kind][number] if kind else str(number) for number in subjects)

    def table_of(self, frame: Frame, prefix: Action) -> str:
        """Return the table of the next stage, `units` or `hexes`, as the pattern of the action says."""
        return self.actions.next(frame.step, prefix).table

    def asks(self, frame: Frame, prefix: Action) -> str:
        """Return what the next stage is, as the pattern of the action says."""
        return self.actions.next(frame.step, prefix).asks

    def words_of(self, step: str) -> Collection[str]:
        """Return the words with which a pattern of the step begins."""
        return self.actions.words_of(step)

    def title_of(self, step: str) -> str:
        """Return the printed title of a step; its id where it has none."""
        return self.titles.get(step) or super().title_of(step)

    def attacks(self, state: G, frame: Frame, action: Action) -> Sequence[Attack]:
        """Return the attacks that an action makes so far, or that a frame is about to fight, as :attr:`fights` says."""
        return self.fights.attacks(self.rules, state, frame, action) if self.fights else ()

    def terms(
        self, state: G, target: int, attackers: Sequence[int], given: Mapping[str, Any] | None = None
    ) -> Terms | None:
        """Return the terms of an attack before its dice, as :attr:`fights` says.

        Raises:
            ValueError: the units cannot attack the hex.
        """
        if self.fights is None:
            return None
        Roster(self.rules.units.side, state.units.place, self.names["units"]).attacking_side(target, attackers)
        return self.fights.terms(self.rules, state, Attack(target, tuple(attackers), given or {}))

    def throw_for(self, state: G, frame: Frame, purpose: str) -> str:  # noqa: ARG002
        """Return the purpose of a throw in words."""
        return self.title_of(purpose)

    def players(self) -> Mapping[str, Maker]:
        """Return the players of every game: one that looks a step ahead, and one that holds what it has."""
        return {"competent": Searcher, "hold": Holder}
