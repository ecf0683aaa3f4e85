"""Counters: faces drawn from the game's data, sheets on which fronts and backs register, and lists of counters.

Called by the printing of a game; faces also by cards, diagrams and replay. Knows no game by name.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.printing.counters import face as face
    from scenario_forge.printing.counters import manifest as manifest
    from scenario_forge.printing.counters import pieces as pieces

__getattr__ = attributes(__name__)
