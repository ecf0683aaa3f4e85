"""Parameters that an author may set, as documents and as arrays that play reads."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign.parameters import arrays as arrays
    from scenario_forge.campaign.parameters import migration as migration
    from scenario_forge.campaign.parameters import step_costs as step_costs

__getattr__ = attributes(__name__)
