"""Whether those in a hex could retreat: the ring of hexes around it, and what would close it (rule 6, retreats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.systems.desert_rats.players.view import View


def gaps(view: View, target: int, slots: Iterable[int] = (), leaving: Iterable[int] = ()) -> int:
    """How many hexes beside ``target`` enemies there could retreat to, if units of ours stood in ``slots`` as well.

    ``leaving`` are hexes of ours that are given up for it.
    """
    rules, gone = view.rules, set(leaving)
    held = ({hex_ for hex_ in view.own if hex_ not in gone}).union(slots)
    count = 0
    for edge in range(6 * target, 6 * target + 6):
        hex_ = rules.ways[edge]
        if hex_ < 0 or hex_ in held:
            continue
        count += not _closed(view, hex_, held)
    return count


def _closed(view: View, hex_: int, held: set[int]) -> bool:
    """Whether a zone of ours would reach into the hex."""
    rules, state = view.rules, view.state
    if rules.forts[hex_] and not rules.number("zones.into.fortification"):
        return False
    owner = state.hexes.box[hex_]
    if owner and owner != view.side + 1 and not rules.number("zones.into.box"):
        return False
    mute = not rules.number("zones.out_of.fortification")
    return any(
        other in held and not (mute and rules.forts[other])
        for other in rules.ways[6 * hex_ : 6 * hex_ + 6]
        if other >= 0
    )
