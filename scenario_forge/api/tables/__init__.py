"""Tables of a game as CSV, out to a spreadsheet and back."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.tables import imported as imported
    from scenario_forge.api.tables import table as table

__getattr__ = attributes(__name__)
