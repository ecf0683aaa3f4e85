"""Where the system joins the core: notations, documents, the rules that general checks ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.kinds import Kind
from scenario_forge.project.system import GeneralSupply, Stacking, System
from scenario_forge.systems.desert_rats.codes import CODES
from scenario_forge.systems.desert_rats.march import march_penalties
from scenario_forge.systems.desert_rats.names import names_in_rules
from scenario_forge.systems.desert_rats.notation_losses import LossesNotation
from scenario_forge.systems.desert_rats.notation_repair import RepairEffectNotation
from scenario_forge.systems.desert_rats.notation_terrain import CombatEffectNotation, MovementCostNotation
from scenario_forge.systems.desert_rats.placement import MarkerPlacement, Placement
from scenario_forge.systems.desert_rats.rules_document import RulesDocument
from scenario_forge.systems.desert_rats.stated import chart_statements
from scenario_forge.systems.desert_rats.track import TrackNotation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Notation, PlacementToken, Statement, TrackToken


class DesertRats(System):
    """Movement and combat in one phase, supply units on the map, a clock of movement points."""

    id = "desert-rats"
    title = "Desert Rats"

    def kinds(self) -> Sequence[Kind]:
        """`rules.yaml`."""
        return (_RULES,)

    def notations(self) -> Mapping[str, Notation[object]]:
        """Cells of the combat results table, the terrain effects chart and the repair table."""
        return {
            "losses": LossesNotation(),
            "movement_cost": MovementCostNotation(),
            "combat_effect": CombatEffectNotation(),
            "repair_effect": RepairEffectNotation(),
        }

    def statements(self, game: Game) -> Iterator[Statement]:
        """What the cells of those charts say."""
        return chart_statements(game)

    def placement(self) -> Notation[list[PlacementToken]]:
        """Rule 13's abbreviations."""
        return Placement()

    def marker_placement(self) -> Notation[list[PlacementToken]]:
        """Hexes with spaces between."""
        return MarkerPlacement()

    def track(self) -> Notation[TrackToken]:
        """Replacements and supply."""
        return TrackNotation()

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """What only this family of rules demands."""
        return (march_penalties, names_in_rules)

    def codes(self) -> Sequence[Code]:
        """DR."""
        return CODES

    def stacking(self, game: Game) -> Stacking | None:
        """Rule 5."""
        rules = _rules(game)
        if rules is None:
            return None
        stacking = rules.stacking
        weights = {size.upper(): weight for size, weight in stacking.weight.items()}
        depleted = {size.upper(): as_.upper() for size, as_ in stacking.depleted_as.items()}
        return Stacking(stacking.limit, weights, depleted, rule="Rule 5")

    def supply(self, game: Game) -> GeneralSupply | None:
        """Rule 8; rules 9 and 12 for home bases."""
        rules = _rules(game)
        if rules is None:
            return None
        supply = rules.supply
        return GeneralSupply(
            supply.general_radius, frozenset({"supply", "captured"}), frozenset(supply.immune), rule="Rule 8"
        )

    def may_be_boxed(self, game: Game, unit_type: str) -> bool:
        """Rule 7: only infantry of either kind profits."""
        rules = _rules(game)
        return rules is None or unit_type in rules.fortification.benefits


_RULES = Kind("rules", RulesDocument, required=True)


def _rules(game: Game) -> RulesDocument | None:
    found = game.one("rules", RulesDocument)
    return found[0] if found else None
