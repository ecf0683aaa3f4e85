"""Many games of one scenario: sampling, statistics, sequential tests, variants compared; set-ups proved by play.

Called by the API, read by the reports. Plays through the simulator; never draws, and never imports printing.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.playtest import impact as impact
    from scenario_forge.playtest import report as report
    from scenario_forge.playtest import result as result
    from scenario_forge.playtest import run as run

__getattr__ = attributes(__name__)
