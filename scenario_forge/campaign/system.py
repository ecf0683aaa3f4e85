"""The rule system `campaign`: rules for games without a line of Python, and the base of others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge import campaign
from scenario_forge.campaign import combat, parameters, starter, worked
from scenario_forge.campaign.parameters import consistency, setup_limits
from scenario_forge.campaign.parameters.codes import CODES
from scenario_forge.campaign.parameters.completeness import gaps
from scenario_forge.campaign.parameters.derived import derived_statements
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.campaign.parameters.names import KEYS_OF_PLACES, names_in_rules, options_with_numbers
from scenario_forge.campaign.parameters.notation_losses import LossesNotation
from scenario_forge.campaign.parameters.notation_repair import RepairEffectNotation
from scenario_forge.campaign.parameters.notation_terrain import CombatEffectNotation, MovementCostNotation
from scenario_forge.campaign.parameters.removed_keys import settled_statements
from scenario_forge.campaign.parameters.start_rules import SIGNS, marker_kinds, start_rules
from scenario_forge.campaign.parameters.stated import chart_statements
from scenario_forge.campaign.parameters.track import TrackNotation
from scenario_forge.campaign.telling.said import step_titles
from scenario_forge.documents.kinds import Kind
from scenario_forge.documents.words import words_in
from scenario_forge.game.knowledge.clauses import clause_of_rules
from scenario_forge.game.system import Reads
from scenario_forge.game.tables import tables
from scenario_forge.wargame.sequence_lines import sequence_lines, word_of
from scenario_forge.wargame.shelf_system import ShelfSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.campaign.parameters.arrays import Arrays, Sources
    from scenario_forge.campaign.play import CampaignPlay
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.documents.counters import MarkerKind
    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.placement import StartRules
    from scenario_forge.game.system import (
        GeneralSupply,
        NewGame,
        SequenceLine,
        Stacking,
        Statement,
        StepCosts,
        TrackToken,
        Works,
        ZonesOfControl,
    )


class Campaign(ShelfSystem):
    """A system with movement and combat in one phase, supply units on the map, a clock of movement points."""

    packages = (*ShelfSystem.packages, "scenario_forge.campaign")
    unmarked_code: ClassVar[Mapping[str, Sequence[str]]] = {
        "retreat.route": ("scenario_forge.mechanics.retreats:nearest_ends", "scenario_forge.mechanics.retreats:onward"),
        "retreat.further": ("scenario_forge.mechanics.retreats:ways_out",),
        "unsupplied.distance-home": ("scenario_forge.mechanics.movement:flood",),
        "supply.brought-up": ("scenario_forge.mechanics.movement:movement_range",),
    }
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        "number": ("strength", "movement"),
        "type": ("supply",),
        "place kind": ("fortification", "port", "supply-centre", "town"),
        "modifier": ("armour_against_fortification", "unsupplied_defender"),
        "option": ("mechanised-retreat",),
    }
    id = "campaign"
    title = "Scenario Forge's own rules"
    signs = SIGNS

    def words(self) -> Mapping[str, str]:
        """Return the words of boxes, of its markers, and of the steps of the sequence of play."""
        steps = {word_of(step): title for step, title in step_titles().items()}
        return {**words_in(Path(__file__).with_name("english.yaml")), **steps}

    def reads(self, game: Game) -> Reads:
        """Return the names in its code, and the charts that it knows by the notation of their cells."""
        charts = [
            id_
            for id_, table in tables(game).charts.items()
            if not _TABLES.isdisjoint((table.chart.cells, *table.chart.column_cells.values()))
        ]
        return Reads(self.names_in_code, {**dict.fromkeys(_UNREAD, ()), "chart": charts})

    def rules_type(self) -> type[Rules]:
        """Return the class of the compiled rules in play."""
        return self.play_type().rules_type

    def play_type(self) -> type[CampaignPlay]:
        """Return the class that plays a scenario."""
        return campaign.play.CampaignPlay

    def own_arrays(self, game: Game, read: Sources, made: Arrays) -> None:
        """Add the arrays of the game's own rules to ``made``, under names that the shelf does not have."""

    def own_steps(self, game: Game) -> Sequence[str]:  # noqa: ARG002
        """Return the game's own steps that every player turn has."""
        return ()

    def steps(self, game: Game) -> Sequence[str]:
        """Return the steps that every player turn has."""
        return (*consistency.STEPS, *self.own_steps(game))

    def orders(self, game: Game) -> Iterator[Diagnostic]:
        """Yield steps that the sequence of play lacks or has in the wrong order."""
        yield from consistency.orders(game, self.steps(game))

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:  # noqa: ARG002
        """Return rules.yaml, and the clause of each rule."""
        rules = setup_limits.rules_of(game)
        return {"rules": rules.compiled(), "clauses": clause_of_rules(game)} if rules else {}

    def own_gaps(self, game: Game) -> Iterator[Diagnostic]:  # noqa: ARG002
        """Yield what the game's own rules lack to be played."""
        yield from ()

    def irregular(self, game: Game, unit_type: str) -> bool:  # noqa: ARG002
        """Return whether units of a type are :attr:`~scenario_forge.campaign.extensions.OwnRules.irregulars`."""
        return False

    def marker_kinds(self) -> Sequence[MarkerKind]:
        """Return the kinds of markers: supply, captured supply, wrecks, boxes."""
        return marker_kinds()

    def kinds(self) -> Sequence[Kind]:
        """Return the kind of `rules.yaml` in the form that this system reads."""
        return (_RULES,)

    def notations(self) -> Mapping[str, Notation[object]]:
        """Return the notations of combat results, the terrain effects chart and the repair table."""
        return {
            "losses": LossesNotation(),
            "movement_cost": MovementCostNotation(),
            "combat_effect": CombatEffectNotation(),
            "repair_effect": RepairEffectNotation(),
        }

    def to_format_2(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return the files with the sequence of play as a tree."""
        return parameters.migration.to_format_2(texts)

    def keys_of_places(self) -> Sequence[tuple[str, ...]]:
        """Return the mappings by place: control, radii of home bases, caps of differentials."""
        return KEYS_OF_PLACES

    def without_settled(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Return the files without what every game of the shelf plays alike."""
        [rules] = [kind.model for kind in self.kinds() if kind.name == "rules"]
        return parameters.migration.without_settled(texts, rules)

    def statements(self, game: Game) -> Iterator[Statement]:
        """Yield what charts state, what follows from rules, map and set-ups, and what is settled."""
        yield from chart_statements(game)
        yield from derived_statements(game)
        yield from settled_statements(game)

    def track(self) -> Notation[TrackToken]:
        """Return the notation for replacements, arrivals and supply as the track prints them."""
        return TrackNotation()

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks that only this family of rules has."""
        return (
            names_in_rules,
            options_with_numbers,
            gaps,
            *consistency.CHECKS,
            self.orders,
            worked_examples,
            drawn_ways,
        )

    def slow_checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks of worked examples and figures, each of which is played."""
        return (worked_examples, drawn_ways)

    def codes(self) -> Sequence[Code]:
        """Return the codes of the findings on rules.yaml."""
        return tuple(CODES)

    def stacking(self, game: Game) -> Stacking | None:
        """Return the rule of how many units may be in a hex at a start (rule 5)."""
        return setup_limits.stacking(game)

    def supply(self, game: Game) -> GeneralSupply | None:
        """Return the supply rule (rule 8; rules 9 and 12 for home bases)."""
        return setup_limits.supply(game)

    def zones(self, game: Game) -> ZonesOfControl | None:
        """Return the rule of zones of control: who has one, and where it reaches (rules 4 and 7)."""
        return setup_limits.zones(game)

    def works(self, game: Game) -> Works | None:
        """Return who may start in works and where (rule 7)."""
        return setup_limits.works(game)

    def start(self, game: Game) -> StartRules:
        """Return the start rules (rules 8 to 11, 13 and 15)."""
        return start_rules(game)

    def arrays(self, game: Game, scenario: str, options: frozenset[str]) -> Mapping[str, Sequence[int]]:  # noqa: ARG002
        """Return the costs, tables and numbers of the rules."""
        return parameters.arrays.arrays(game, scenario, self)

    def sequence(self, game: Game) -> Sequence[SequenceLine]:
        """Return the lines of the sequence of play, each with the clause of its step."""
        rules = setup_limits.rules_of(game)
        if rules is None:
            return ()
        fights = combat.combat
        kinds: Sequence[Any] = (*campaign.turns.PHASES, *fights.COMBAT, *self.play_type().own_steps)
        carried = clause_of_rules(game)
        clauses = {fights.ROUND: carried.get(fights.DECLARATION, "")}
        clauses |= {kind.id: carried.get(kind.clause, "") for kind in kinds}
        return sequence_lines(rules.sequence, list(game.side_names), step_titles(), clauses, fights.WITHIN)

    def players(self) -> Collection[str]:
        """Return the computer players that know the shared rules."""
        return ("competent", "hold")

    def play(self, compiled: CompiledScenario) -> CampaignPlay:
        """Return the scenario, ready to be played."""
        return self.play_type()(compiled)

    def starter(self, model: Game | None, wanted: NewGame) -> Mapping[str, str]:
        """Return the files of a new game: a coast, a road, two bases and a town; numbers of the model."""
        return starter.fill.starter(model, wanted) if model else {}

    def crosses_impassable(self, game: Game, unit_type: str) -> bool:
        """Return whether units of a type cross impassable hexsides: only irregulars do."""
        return self.irregular(game, unit_type)

    def step_costs(self, game: Game, unit_type: str) -> StepCosts | None:
        """Return the costs of steps (rule 3 and the terrain effects chart)."""
        return parameters.step_costs.step_costs(game, unit_type, self)


def worked_examples(game: Game) -> Iterator[Diagnostic]:
    """Yield worked examples that the rules answer differently."""
    yield from worked.check.worked_examples(game)


def drawn_ways(game: Game) -> Iterator[Diagnostic]:
    """Yield figures whose ways do not cost what the rulebook says."""
    yield from worked.drawn.drawn_ways(game)


_RULES = Kind("rules", RulesDocument, required=True)
_UNREAD = (
    *("value", "face", "marker kind", "track column"),
    *("event", "row of the ledger", "list of levels", "sudden victory"),
)
"""Kinds of things of which it reads none but those that it names."""
_TABLES = frozenset({"losses", "movement_cost", "combat_effect", "repair_effect"})
"""Notations of the cells of the tables that it reads: of combat results, of terrain effects, of repairs."""

SYSTEM = Campaign()
