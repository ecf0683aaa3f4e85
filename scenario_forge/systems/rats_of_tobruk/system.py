"""The rule system of *Rats of Tobruk*."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.systems.rats_of_tobruk.parameters import RatsRules
from scenario_forge.wargame.shelf.system import WargameSystem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.systems.rats_of_tobruk.play import RatsPlay

HAS_NO = {
    "works": "A bunker is printed on the map (15.0), and no marker shows one.",
    "controls": "No hex belongs to a side; the automatic chit asks who is in its hex (17.5).",
    "worths": "Victory is the ratio of attack strength lost (17.4), and no row brings points.",
}


class RatsOfTobruk(WargameSystem):
    """A system of modules, with riders on tanks, direct fire by two dice, and a cup that the players fill."""

    id = "rats-of-tobruk"
    title = "Rats of Tobruk"
    packages = (*WargameSystem.packages, "scenario_forge.systems.rats_of_tobruk")
    document = RatsRules
    scored = frozenset({"levels", "sudden"})
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        "side": ("allied", "axis"),
        "hexside kind": ("ditch",),
        "place kind": ("bunker",),
        "group of units": ("automatic", "direct", "engineer", "german", "leg", "reversed", "tracked", "wheeled"),
        "figure of rules.yaml": ("direct", "rebuilt", "replacement", "wire"),
        "track word": ("night",),
    }

    def has_no(self, game: Game) -> Mapping[str, str]:  # noqa: ARG002 - the same for all
        """Return why it has no works, no control of hexes and no points."""
        return HAS_NO

    def play_type(self) -> type[RatsPlay]:
        """Return the class that plays a scenario, with the steps of this game."""
        from scenario_forge.systems.rats_of_tobruk.play import RatsPlay  # noqa: PLC0415 - all of play

        return RatsPlay
