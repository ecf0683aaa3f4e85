"""Play of any compiled scenario without a screen: state, steps, frames, events, chance, records.

Called by playtest, the API and rule systems, which bring the steps. Knows no game.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.simulator import drive as drive
    from scenario_forge.simulator import fuzz as fuzz
    from scenario_forge.simulator import record as record
    from scenario_forge.simulator import runner as runner

__getattr__ = attributes(__name__)
