"""Whether units in a hex could retreat: the ring of hexes around it, and what would close it (rule 6, retreats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scenario_forge.campaign.players.view import View

    Ring = Sequence[tuple[int, Sequence[int]]]


def gaps(view: View, target: int, slots: Collection[int] = (), leaving: Collection[int] = ()) -> int:
    """Return how many hexes enemies in ``target`` could retreat to, if units of ours were also in ``slots``.

    ``leaving`` are hexes of ours that are given up for it.
    """
    own = view.own
    count = 0
    for hex_, closers in _ring(view, target):
        for other in (hex_, *closers):
            if other in slots or (other in own and other not in leaving):
                break
        else:
            count += 1
    return count


def _ring(view: View, target: int) -> Ring:
    """Return the hexes of retreat from a hex, each with the hexes from which a zone of ours would reach it."""

    def make() -> Ring:
        ways = view.rules.ways[6 * target : 6 * target + 6]
        return [(hex_, _closers(view, hex_)) for hex_ in ways if hex_ >= 0]

    return view.state.derived(("player ring", view.side, target), ("hexes.box",), make)


def _closers(view: View, hex_: int) -> Sequence[int]:
    """Return the hexes from which a zone of ours would reach into a hex."""
    rules, state = view.rules, view.state
    if rules.forts[hex_]:
        return ()
    owner = state.hexes.box[hex_]
    if owner and owner != view.side + 1:
        return ()
    around = rules.ways[6 * hex_ : 6 * hex_ + 6]
    return [other for other in around if other >= 0 and not rules.no_zones_from[other]]
