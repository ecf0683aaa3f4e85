"""The rule system of *Knights of the Desert*: what every game on the shelf has, and its own tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.game.system import Stacking
from scenario_forge.systems.knights_of_the_desert.arrays import arrays, supply
from scenario_forge.systems.knights_of_the_desert.parameters import KnightsDocument
from scenario_forge.wargame.base.checks import beyond_figures, empty_forts, missing_scores, other_than_one
from scenario_forge.wargame.base.system import GameSystem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.game import Game
    from scenario_forge.game.system import GeneralSupply
    from scenario_forge.systems.knights_of_the_desert.state import KnightsState
    from scenario_forge.wargame.base.playing import GamePlay
    from scenario_forge.wargame.base.system import Arrays


HAS_NO = {
    "zones": "Units next to an enemy move on; he may get limited reaction (III.2.E.10).",
    "works": "Fortification is a level of the unit, lost when it moves (IV.A.1.j), and no marker shows it.",
    "controls": "Only places of the ledger have a side: the last in them (III.2.I).",
}


class KnightsOfTheDesert(GameSystem):
    """A system with operation points, limited reaction, battles of chosen intensity, chains of depots."""

    id = "knights-of-the-desert"
    title = "Knights of the Desert"
    packages = (*GameSystem.packages, "scenario_forge.systems.knights_of_the_desert")
    document = KnightsDocument
    scored = GameSystem.scored - {"event"}
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        "chart": ("combat_loss", "movement_cost_iv_c", "supply_range", "terrain_modifier_iv_d"),
        "place kind": ("fortress",),
        "group of units": ("depot", "garrison", "mobile"),
        "type": ("depot",),
        "option": ("random-initiative", "solitaire"),
    }
    towns, sums = True, {"starts": {"air": "air"}}

    def players(self) -> Collection[str]:
        """Return the players: one that searches, and one by fixed procedure for solitaire play."""
        return ("competent", "solitaire")

    def has_no(self, game: Game) -> Mapping[str, str]:  # noqa: ARG002 - the same for all
        """Return why it has no zones of control, no works and no control of hexes."""
        return HAS_NO

    def play_type(self) -> type[GamePlay[KnightsState]]:
        """Return the class that plays a scenario, with the steps of this game."""
        from scenario_forge.systems.knights_of_the_desert.play import KnightsPlay  # noqa: PLC0415 - only where it is played

        return KnightsPlay

    def own_arrays(self, game: Game, given: Arrays) -> Arrays:  # noqa: ARG002
        """Return the arrays that are no plain figures."""
        return arrays(game)

    def answer(self, game: Game, example: Example) -> Mapping[str, Any]:
        """Answer a worked example by the formulas of play."""
        from scenario_forge.systems.knights_of_the_desert.worked import answer  # noqa: PLC0415 - only where there are any

        return answer(game, example)

    def own_gaps(self, game: Game, scenario: str = "") -> Iterator[Diagnostic]:
        """Yield a second fortress, missing lines of victory.yaml, forts of nobody, and morale that no chart has."""
        found = game.one("rules", KnightsDocument)
        if found:
            yield from other_than_one(game, "fortress", (found[1] / "stacking" / "fortress").key())
            yield from missing_scores(game, "fortress")
            forts = {start: kept.forts for start, kept in found[0].starts.items()}
            yield from empty_forts(game, forts, found[1] / "starts", scenario)
            yield from beyond_figures(game, "morale", ("morale.modifier", "cadre"), found[0].figures)

    def stacking(self, game: Game) -> Stacking | None:
        """Return the stacking rule (III.2.E.13)."""
        found = game.one("rules", KnightsDocument)
        limits = found[0].stacking if found else None
        most_in = {"fortress": limits.fortress} if limits else {}
        return Stacking(limits.most, each=1, limits=most_in, rule="III.2.E.13") if limits else None

    def supply(self, game: Game) -> GeneralSupply | None:
        """Return the supply rule: depots in line from home bases, and from a fortress last held (III.2.B)."""
        return supply(game)
