"""The rule system of *WW2 Western Desert Rules*."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from scenario_forge.documents.kinds import Kind
from scenario_forge.documents.words import words_in
from scenario_forge.systems.western_desert.parameters import WesternDesertRules
from scenario_forge.wargame.forces.card import force_texts
from scenario_forge.wargame.forces.checks import CODES, force_findings
from scenario_forge.wargame.forces.document import ForcesDocument
from scenario_forge.wargame.forces.purchase import bought, fielded, for_sale
from scenario_forge.wargame.shelf.system import WargameSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.systems.western_desert.play import WesternDesertPlay


class WesternDesert(WargameSystem):
    """A system of modules, with units that face a way, dust, smoke, and airstrikes."""

    id = "western-desert"
    title = "WW2 Western Desert Rules"
    packages = (*WargameSystem.packages, "scenario_forge.systems.western_desert")
    document = WesternDesertRules
    towns = False
    bought, for_sale, fielded = staticmethod(bought), staticmethod(for_sale), staticmethod(fielded)
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        "group of units": ("infantry", "twice"),
        "figure of rules.yaml": ("airstrike", "flank", "twice"),
    }

    def kinds(self) -> Sequence[Kind]:
        """Return the kinds of documents: rules.yaml, and the forces that are bought."""
        return (*super().kinds(), Kind("forces", ForcesDocument))

    def codes(self) -> Sequence[Code]:
        """Return the diagnostics that the checks of forces report."""
        return (*super().codes(), *CODES)

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks, those of forces among them."""
        return (*super().checks(), force_findings)

    def before_play(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks of forces too: only a force without errors can be bought."""
        return (*super().before_play(), force_findings)

    def card_texts(self, game: Game, scenario: str, side: str, words: Callable[..., str]) -> Iterable[tuple[str, str]]:
        """Return the airstrikes of a side, and the force of which its units are."""
        found = game.one("rules", WesternDesertRules)
        flown = found[0].airstrikes.get(scenario, {}).get(side, 0) if found else 0
        strikes = [(words("card_airstrikes"), str(flown))] if flown else []
        return [*strikes, *force_texts(game, scenario, side, words)]

    def words(self) -> Mapping[str, str]:
        """Return the words of the shelf, and of airstrikes."""
        return {**super().words(), **words_in(Path(__file__).with_name("english.yaml"))}

    def play_type(self) -> type[WesternDesertPlay]:
        """Return the class that plays a scenario, with the steps of this game."""
        from scenario_forge.systems.western_desert.play import WesternDesertPlay  # noqa: PLC0415 - all of play

        return WesternDesertPlay
