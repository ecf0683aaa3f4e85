"""Where play joins the simulator: sequence, first state, score, what must always hold."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.campaign import players
from scenario_forge.campaign.movement.walks import points_of
from scenario_forge.campaign.opening import resumed
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.opening.conserved import broken_by
from scenario_forge.campaign.opening.invariants import broken
from scenario_forge.campaign.operations import Operations
from scenario_forge.campaign.rules import Rules
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.telling import telling
from scenario_forge.campaign.telling.words import Words
from scenario_forge.campaign.turns import sequence
from scenario_forge.campaign.victory.scoring import score, worth
from scenario_forge.simulator.play import Play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.simulator.play import Carried, CounterInPlay, GameOutcome, Told, Toll
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Step, Token


class CampaignPlay(Play[CampaignState]):
    """One scenario of a game on the shelf. A game with rules of its own says so in a subclass."""

    rules_type: ClassVar[type[Rules]] = Rules
    turned: ClassVar[frozenset[str]] = frozenset({"used", "down"})
    own_steps: ClassVar[Sequence[Callable[[Rules], Step[Any]]]] = ()
    """Steps of the game beside those of the shelf; each is made of its rules. rules.yaml says when they come."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.rules = self.rules_type(compiled)
        self.words = Words(self.rules)

    @cached_property
    def sequence(self) -> SequenceOfPlay[CampaignState]:
        """The sequence of play as rules.yaml orders it (rule 2), with the game's own steps."""
        return sequence(self.rules, [step(self.rules) for step in self.own_steps], self.interrupt)

    def interrupt(self, state: CampaignState, event: Event) -> Frame | None:  # noqa: ARG002
        """What comes of an event by the game's own rules, at once."""
        return None

    def begin(self) -> CampaignState:
        """The state at the start of the scenario (rule 13)."""
        return first_state(self.rules)

    def score(self, state: CampaignState) -> list[int]:
        """Points by side, as the game stands (rule 14)."""
        return score(self.rules, state)

    def turn(self, state: CampaignState) -> int:
        """Number of the game turn, counted from the first of the scenario."""
        return state.clock.turn[0] - self.rules.compiled.turns.span[0]

    def moment(self, state: CampaignState) -> tuple[int, int]:
        """The game turn and the side whose player turn it is (rule 2)."""
        return self.turn(state), state.clock.side[0]

    def outcome(self, state: CampaignState) -> GameOutcome:
        """Who has won or leads, by how much, and at which level (rule 14)."""
        return telling.outcome(self.rules, state)

    def controls(self, state: CampaignState) -> Sequence[int]:
        """By hex: the side that controls it (rule 9.18)."""
        return state.hexes.control

    def held(self, state: CampaignState) -> Mapping[str, int]:
        """By objective: the side that holds it (rule 14.15)."""
        return telling.held(self.rules, state)

    def claimed(self, state: CampaignState, side: int, when: Mapping[str, Any], least: int | None) -> bool:
        """As the victory table says it (rule 14)."""
        return telling.claimed(self.rules, state, side, when, least)

    def measures(self, state: CampaignState) -> Mapping[str, Sequence[int]]:
        """Strength, losses and supply of the sides, by name of the figure."""
        return telling.measures(self.rules, state)

    def tolls(self, state: CampaignState, event: Event) -> Iterator[Toll]:
        """Attrition, battle, attacks (rules 6 and 8)."""
        return telling.tolls(self.rules, state, event)

    def pieces(self, state: CampaignState) -> Iterator[CounterInPlay]:
        """Counters on the map and off it: units, supply units, boxes and wrecks."""
        return telling.pieces(self.rules, state)

    def gone(self, state: CampaignState) -> Mapping[int, EntryKind]:
        """Not yet arrived or withdrawn; out for good; at base, where it may be rebuilt (rules 9 and 13)."""
        return telling.gone(state)

    def carried(self, state: CampaignState) -> Carried:
        """Rules 8 to 11, 13 and 15."""
        return resumed.carried(self.rules, state)

    def table_of(self, frame: Frame, prefix: Action) -> str:
        """The table that tokens of a stage are rows of, by step and stage."""
        return self.words.table_of(frame.step, prefix)

    def named(self, frame: Frame, prefix: Action, token: Token) -> str:
        """The name of an off-map box; empty for tokens that are no hex."""
        return self.words.place(token) if self.table_of(frame, prefix) == "hexes" and isinstance(token, int) else ""

    def name(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> str:
        """Supply units by where they lie."""
        return self.words.name(state, frame, prefix, token)

    def asks(self, frame: Frame, prefix: Action) -> str:
        """What is asked at a stage of a step, in words."""
        return self.words.asks(frame.step, prefix)

    def cost_of(self, state: CampaignState, frame: Frame, action: Action) -> int:
        """Of a move its points (rule 3), scaled."""
        return points_of(self.rules, state, action) if frame.step == Operations.id else len(action)

    def throw_for(self, state: CampaignState, frame: Frame, purpose: str) -> str:
        """With the hexes or units that it is about."""
        return self.words.throw_for(state, frame, purpose)

    def title_of(self, step: str) -> str:
        """The title of a step, as the rules call it."""
        return self.words.title(step)

    def tell(self, state: CampaignState, event: Event) -> str:
        """Units, hexes and sides by name."""
        return self.words.tell(state, event)

    def told(self, state: CampaignState, events: Sequence[Event]) -> Iterator[Told]:
        """A way of several hexes in one line."""
        return self.words.told(state, events)

    def worths(self, state: CampaignState) -> Sequence[int]:
        """By row of the victory table: what it is worth in points (rule 14)."""
        return [worth(self.rules, state, row) for row in range(len(self.rules.compiled.objectives))]

    def players(self) -> Mapping[str, Maker]:
        """The computer players that know these rules, by name."""
        return {"competent": players.competent.competent}

    def broken(self, state: CampaignState) -> Iterator[str]:
        """Places, strengths, stacking, terrain, control, markers, points."""
        return broken(self.rules, state)

    def broken_by(self, state: CampaignState, event: Event) -> Iterator[str]:
        """What an event breaks of what must be conserved, in words."""
        return broken_by(self.rules, state, event)
