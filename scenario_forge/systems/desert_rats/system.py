"""The rule system of *Desert Rats*: the system of the shelf with what only this game has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from scenario_forge.campaign.system import Campaign
from scenario_forge.documents.kinds import Kind
from scenario_forge.documents.words import words_in
from scenario_forge.game.front import Predicate
from scenario_forge.game.system import Handicap
from scenario_forge.systems.desert_rats.arrays import own_arrays
from scenario_forge.systems.desert_rats.checks import CHECKS, own_statements, own_values
from scenario_forge.systems.desert_rats.march import march_penalties
from scenario_forge.systems.desert_rats.parameters import DesertDocument
from scenario_forge.systems.desert_rats.start import desert_start

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.campaign.parameters.arrays import Arrays, Sources
    from scenario_forge.campaign.play import CampaignPlay
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.placement import StartRules
    from scenario_forge.game.system import Statement


class DesertRats(Campaign):
    """A system with private armies, transfer by sea, sieges, and optional rules 15, 16 and 18."""

    id = "desert-rats"
    title = "Desert Rats"
    reserve = "at base camp"
    packages = (*Campaign.packages, "scenario_forge.systems.desert_rats")
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        **Campaign.names_in_code,
        "modifier": (*Campaign.names_in_code["modifier"], "eighty_eights"),
        "option": (*Campaign.names_in_code["option"], "concealed-movement", "eighty-eights", "white-knees"),
    }

    def words(self) -> Mapping[str, str]:
        """Return the words of the shelf, of base camp and of sieges."""
        return {**super().words(), **words_in(Path(__file__).with_name("english.yaml"))}

    def play_type(self) -> type[CampaignPlay]:
        """Return the class that plays a scenario, with the steps of this game."""
        from scenario_forge.systems.desert_rats.play import DesertPlay  # noqa: PLC0415 - only where it is played

        return DesertPlay

    def own_arrays(self, game: Game, read: Sources, made: Arrays) -> None:
        """Add the arrays of private armies, sieges, ships, white knees, 88s."""
        own_arrays(game, read, made)

    def own_steps(self, game: Game) -> Sequence[str]:
        """Return the game's own steps: those of private armies, and transfer by sea where there are routes."""
        found = game.one("rules", DesertDocument)
        army, routes = (found[0].private_army, found[0].logistics.sea_routes) if found else (None, {})
        return (*(("raids", "captures") if army else ()), *(("sea-transfer",) if routes else ()))

    def own_gaps(self, game: Game) -> Iterator[Diagnostic]:
        """Yield missing entries in tables of the game's own rules."""
        yield from own_values(game)

    def irregular(self, game: Game, unit_type: str) -> bool:
        """Return whether a type of unit is outside the combat rules: private armies (rule 11)."""
        found = game.one("rules", DesertDocument)
        return bool(found and found[0].private_army and unit_type == found[0].private_army.type)

    def predicates(self) -> Sequence[Predicate]:
        """Return the predicates of rule 14: whether a place is besieged, and by whom."""
        return (Predicate("besieged", "besieged", "holder"), Predicate("besiege", "besieged", "enemy"))

    def kinds(self) -> Sequence[Kind]:
        """Return the kind of the game's document, `rules.yaml`."""
        return (_RULES,)

    def keys_of_places(self) -> Sequence[tuple[str, ...]]:
        """Return the keys of the shelf, and places under siege."""
        return (*super().keys_of_places(), ("scoring", "siege"))

    def statements(self, game: Game) -> Iterator[Statement]:
        """Yield the statements of the shelf and of the game's own rules."""
        yield from super().statements(game)
        yield from own_statements(game)

    def handicaps(self, game: Game) -> Sequence[Handicap]:  # noqa: ARG002
        """Return the handicaps of rule 19: replacement points best, victory points coarser, supply units strongest."""
        return (
            Handicap("replacements", "replacement points", "replacements", "Rule 19"),
            Handicap("points", "victory points", "", "Rule 19"),
            Handicap("supply", "supply units", "supply", "Rule 19"),
        )

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks of the shelf and of this game."""
        return (march_penalties, *super().checks(), *CHECKS)

    def start(self, game: Game) -> StartRules:
        """Return the start rules (rules 8 to 11, 13 and 15)."""
        return desert_start(game, super().start(game))


_RULES = Kind("rules", DesertDocument, required=True)
