"""HTML reports on the results of the other packages: one file each, offline.

Called by the API and the verbs. A module prepares plain values, and a template in `templates/` lays them out; never
makes a document itself.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.reports import build as build
    from scenario_forge.reports import collate as collate
    from scenario_forge.reports import dates as dates
    from scenario_forge.reports import diff as diff
    from scenario_forge.reports import errata as errata
    from scenario_forge.reports import html as html
    from scenario_forge.reports import letter as letter
    from scenario_forge.reports import playtest as playtest
    from scenario_forge.reports import playtest_pictures as playtest_pictures
    from scenario_forge.reports import replay as replay

__getattr__ = attributes(__name__)
