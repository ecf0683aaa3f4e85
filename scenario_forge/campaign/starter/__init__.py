"""The first files of a new game: texts in `files/` with a model game's numbers in place of `<<…>>`.

Called by ``System.starter``; imports nothing of play.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign.starter import fill as fill

__getattr__ = attributes(__name__)
