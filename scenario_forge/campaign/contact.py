"""Contact in a round of combat: who can attack whom, and who must (rules 6 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.situation import enemies, stacks
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


class Contact(NamedTuple):
    """The attacks that a round of combat could make, and those that it must make."""

    targets: Mapping[int, tuple[int, ...]]
    """By unit that can attack: the hexes it can attack, ascending."""
    bound: frozenset[int]
    """Units that must attack: they have enemies in their zone of control."""
    facing: Mapping[int, frozenset[int]]
    """By hex that must be attacked: the units that can, among those in the zone of control of its defenders."""


@rule("combat.who-is-attacked", "combat.who-attacks", "combat.attacker", "combat.new-contact")
def contact(rules: Rules, state: CampaignState, side: int) -> Contact:
    """Return the attacks that a round of combat of ``side`` could and must make.

    Zones of control oblige: enemies whose zone covers units of the side must be attacked, units whose own zone
    covers enemies must attack. None reaches into or out of a fortification. One reaches out of a box, not into it:
    an enemy box must be attacked, though no unit beside it is bound to do so; the side's own units in a box are
    free (7.15). A fortification that has thrown back an attack in this player turn is no target.
    """

    def make() -> Contact:
        targets: dict[int, tuple[int, ...]] = {}
        bound: set[int] = set()
        facing: dict[int, set[int]] = {}
        for hex_, there in stacks(rules, state)[side].items():
            ready = [unit for unit in there if not state.units.halted[unit]]
            found = tuple(sorted(_targets(rules, state, side, hex_)))
            for unit in ready if found else ():
                targets[unit] = found
            if _sheltered(rules, state, hex_):
                continue
            for other in found:
                if not rules.forts[other]:
                    facing.setdefault(other, set()).update(ready)
                if not _sheltered(rules, state, other):
                    bound.update(ready)
        obliged = {hex_: frozenset(units) for hex_, units in sorted(facing.items())}
        return Contact(dict(sorted(targets.items())), frozenset(bound), obliged)

    return state.derived(f"contact {side}", ("units", "hexes"), make)


@rule("combat.targets")
def _targets(rules: Rules, state: CampaignState, side: int, hex_: int) -> list[int]:
    held = enemies(rules, state, side)
    return [
        other
        for edge in range(6 * hex_, 6 * hex_ + 6)
        if rules.fightable[edge] and held[other := rules.neighbours[edge]] and not state.hexes.repulsed[other]
    ]


@rule("fortifications.shelter")
def _sheltered(rules: Rules, state: CampaignState, hex_: int) -> bool:
    return bool(rules.forts[hex_] or state.hexes.box[hex_])


def adjacent(rules: Rules, hex_: int, other: int) -> int:
    """Return the hexside from one hex to a neighbour; −1 where they are not neighbours."""
    for edge in range(6 * hex_, 6 * hex_ + 6):
        if rules.neighbours[edge] == other:
            return edge
    return -1


@rule("combat.joint-defence")
def defenders(rules: Rules, state: CampaignState, side: int, hex_: int) -> list[int]:
    """Return the enemies of ``side`` in a hex."""
    return [unit for other, held in enumerate(stacks(rules, state)) if other != side for unit in held.get(hex_, ())]
