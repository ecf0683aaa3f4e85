"""What authors write: pydantic models of each kind of document (`kinds.py` lists them).

The floor `game` validates files with these and the editor's schemas come from them. Shape only:
what needs two fields or two files is a check. Imports nothing but the source floor's data types.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.documents import errata as errata
    from scenario_forge.documents import kinds as kinds
    from scenario_forge.documents import rulebook as rulebook

__getattr__ = attributes(__name__)
