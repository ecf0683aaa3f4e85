"""YAML text: read with positions, edited in place, formatted, written safely.

Called by game/ and by the verbs that mend files. Imports diagnostics/ only: it knows text, not games.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.source import files as files
    from scenario_forge.source import read as read

__getattr__ = attributes(__name__)
