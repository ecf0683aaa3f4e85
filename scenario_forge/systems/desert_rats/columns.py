"""The columns that only the rules of *Desert Rats* read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.campaign.columns import Columns

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class DesertColumns(Columns):
    """Columns of numbers by kind, place or side; one that a game does not have is empty."""

    private_army_type: Sequence[int] = ()
    """By unit type: 1 for private armies."""
    raider_bases: Sequence[int] = ()
    """Flat rows of (spot, area that closes it)."""
    raider_returns: Sequence[int] = ()
    """The spot where captured ones come back."""
    private_army_destroy_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    private_army_capture_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    siege_places: Sequence[int] = ()
    """Flat rows of (hex, goal, whether boxes negate zones)."""
    siege_holders: Sequence[int] = ()
    """By siege: the side that must hold the place."""
    sea_routes: Sequence[int] = ()
    """Flat rows of (side, spot, spot)."""
    scoring_sea_transfer_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    scoring_sea_transfer_table: Sequence[int] = ()
    """By modified throw from 1 on: points conceded."""
    scoring_sea_transfer_side_modifier: Sequence[int] = ()
    """By side, added to the throw."""
    scoring_sea_transfer_turns: Sequence[int] = ()
    """First and last turn of the modifier."""
    white_knees_exempt: Sequence[int] = ()
    """By nationality: 1 where it is exempt."""
    white_knees_arrivals: Sequence[int] = ()
    """Flat rows of (nationality, turn) of exempt arrivals."""
    eighty_eights_types: Sequence[int] = ()
    """By unit type: 1 for anti-tank battalions."""
    eighty_eights_against: Sequence[int] = ()
    """By unit type: 1 where they bring the modifier."""
