"""The simulator's view of this family of games: sequence, first state, score, invariants."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.campaign import players
from scenario_forge.campaign.combat import terms
from scenario_forge.campaign.movement.walks import points_of
from scenario_forge.campaign.opening import resumed
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.opening.conserved import breaches_by
from scenario_forge.campaign.opening.invariants import breaches
from scenario_forge.campaign.operations import Operations
from scenario_forge.campaign.rules import Rules
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.telling import telling
from scenario_forge.campaign.telling.words import Words
from scenario_forge.campaign.turns import sequence
from scenario_forge.campaign.victory.scoring import score, worth
from scenario_forge.simulator.play import Play, Worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.simulator.play import CarryOver, CounterInPlay, EventText, GameOutcome, Toll
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Step, Token
    from scenario_forge.simulator.terms import Attack, Terms


class CampaignPlay(Play[CampaignState]):
    """One scenario of a game in play. A game with rules of its own overrides parts in a subclass."""

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
        """Return the frame that the game's own rules add at once after an event; None for none."""
        return None

    def begin(self) -> CampaignState:
        """Return the state at the start of the scenario (rule 13)."""
        return first_state(self.rules)

    def score(self, state: CampaignState) -> list[int]:
        """Return points by side, as the game stands (rule 14)."""
        return score(self.rules, state)

    def turn(self, state: CampaignState) -> int:
        """Return the number of the game turn, counted from the first of the scenario."""
        return state.clock.turn[0] - self.rules.compiled.turns.span[0]

    def moment(self, state: CampaignState) -> tuple[int, int]:
        """Return the game turn and the phasing side (rule 2)."""
        return self.turn(state), state.clock.side[0]

    def outcome(self, state: CampaignState) -> GameOutcome:
        """Return who has won or leads, by how much, and at which level (rule 14)."""
        found = super().outcome(state)
        return found._replace(level="decisive", decisive=True) if state.clock.decisive[0] else found

    def controls(self, state: CampaignState) -> Sequence[int]:
        """Return the side that controls each hex (rule 9.18)."""
        return state.hexes.control

    def holders(self, state: CampaignState) -> Mapping[str, int]:
        """Return for each place of the victory table the side that holds it, + 1; 0 for nobody (rule 14.15)."""
        return telling.holders(self.rules, state)

    def claim_holds(self, state: CampaignState, side: int, when: Mapping[str, Any], least: int | None) -> bool:
        """Return whether a predicate of the victory table holds (rule 14)."""
        return telling.claim_holds(self.rules, state, side, when, least)

    def measures(self, state: CampaignState) -> Mapping[str, Sequence[int]]:
        """Return strength, losses and supply of the sides, by name of the figure."""
        return telling.measures(self.rules, state)

    def supply_by_side(self, state: CampaignState) -> Sequence[tuple[int, int]]:
        """Return by side the combat units on the map, and those out of general supply (rule 8)."""
        return telling.supply_by_side(self.rules, state)

    def tolls(self, state: CampaignState, event: Event) -> Iterator[Toll]:
        """Return the tolls of attrition, battle and attacks (rules 6 and 8)."""
        return telling.tolls(self.rules, state, event)

    def pieces(self, state: CampaignState) -> Iterator[CounterInPlay]:
        """Return counters on the map and off it: units, supply units, boxes and wrecks."""
        return telling.pieces(self.rules, state)

    def out_of_play(self, state: CampaignState) -> Mapping[int, EntryKind]:
        """Return units not arrived or withdrawn, out for good, or at base, to be rebuilt (rules 9 and 13)."""
        return telling.out_of_play(state)

    def carry_over(self, state: CampaignState) -> CarryOver:
        """Return what a set-up must state besides positions (rules 8 to 11, 13 and 15)."""
        return resumed.carry_over(self.rules, state)

    def table_of(self, frame: Frame, prefix: Action) -> str:
        """Return the table that tokens of a stage are rows of, by step and stage."""
        return self.words.table_of(frame.step, prefix)

    def stage_name(self, frame: Frame, prefix: Action, token: Token) -> str:
        """Return the name of an off-map box; empty for tokens that are no hex."""
        return self.words.place(token) if self.table_of(frame, prefix) == "hexes" and isinstance(token, int) else ""

    def name(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> str:
        """Return a stage in words, supply units by their place."""
        return self.words.name(state, frame, prefix, token)

    def asks(self, frame: Frame, prefix: Action) -> str:
        """Return what is asked at a stage of a step, in words."""
        return self.words.asks(frame.step, prefix)

    def cost_of(self, state: CampaignState, frame: Frame, action: Action) -> int:
        """Return the scaled points of a move (rule 3); for other actions, the number of stages."""
        return points_of(self.rules, state, action) if frame.step == Operations.id else len(action)

    def attacks(self, state: CampaignState, frame: Frame, action: Action) -> Sequence[Attack]:
        """Return the attacks of an allocation that is begun, or of battles that are not fought yet (rule 6)."""
        return terms.attacks(state, frame, action)

    def terms(
        self, state: CampaignState, target: int, attackers: Sequence[int], given: Mapping[str, Any] | None = None
    ) -> Terms:
        """Return the terms of an attack's differential, and every result of the table (rule 6).

        Raises:
            ValueError: the units cannot attack the hex.
        """
        return terms.terms(self.rules, state, target, attackers, given or {})

    def throw_for(self, state: CampaignState, frame: Frame, purpose: str) -> str:
        """Return the purpose of a throw, with its hexes or units."""
        return self.words.throw_for(state, frame, purpose)

    def title_of(self, step: str) -> str:
        """Return the title of a step, as the rules call it."""
        return self.words.title(step)

    def event_text(self, state: CampaignState, event: Event) -> str:
        """Return an event in words, with the names of units, hexes and sides."""
        return self.words.event_text(state, event)

    def event_texts(self, state: CampaignState, events: Sequence[Event]) -> Iterator[EventText]:
        """Return the log lines of events; a way of several hexes is one line."""
        return self.words.event_texts(state, events)

    def worths(self, state: CampaignState) -> Sequence[Worth]:
        """Return the points that each objective of the victory table is worth now (rule 14)."""
        return [
            Worth(row["id"], row["side"], worth(self.rules, state, number), row["turn"], row["group"])
            for number, row in enumerate(self.rules.compiled.objectives)
        ]

    def players(self) -> Mapping[str, Maker]:
        """Return the computer players that know these rules, by name."""
        return {"competent": players.competent.competent, "hold": players.competent.hold}

    def breaches(self, state: CampaignState) -> Iterator[str]:
        """Return broken invariants of places, strengths, stacking, terrain, control, markers, points."""
        return breaches(self.rules, state)

    def breaches_by(self, state: CampaignState, event: Event) -> Iterator[str]:
        """Return the invariants that an event has just broken."""
        return breaches_by(self.rules, state, event)
