"""What people keep beside a game: where units were seen, and how games between people ended."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.game.evidence import results as results

__getattr__ = attributes(__name__)
