"""Makes the documents of a game into a folder: only what has changed, whole or not at all, one build at a time.

Called by the API. What a component looks like is none of its business: it runs jobs and keeps account.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.printing.press import folder as folder
    from scenario_forge.printing.press import manifest as manifest
    from scenario_forge.printing.press import reprint as reprint

__getattr__ = attributes(__name__)
