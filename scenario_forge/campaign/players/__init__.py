"""Players that know the rules of this family of games, but no name of a game, place or unit.

Each step has a chooser; considerations are pure functions of a view of the state, their weights are in `weights.yaml`.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign.players import competent as competent
    from scenario_forge.campaign.players import ground as ground

__getattr__ = attributes(__name__)
