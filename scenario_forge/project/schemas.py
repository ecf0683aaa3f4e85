"""The JSON Schemas of everything an author can write: the core's documents and each rule system's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.kinds import KINDS, schemas
from scenario_forge.project.system import find_system, system_ids

if TYPE_CHECKING:
    from collections.abc import Iterable


def all_schemas(systems: Iterable[str] | None = None) -> dict[str, str]:
    """Schema texts by file name, of the core and the named rule systems (all installed ones by default).

    Raises:
        TypeError: an entry point names something that is no rule system.
    """
    found = schemas(KINDS)
    for system_id in system_ids() if systems is None else systems:
        system = find_system(system_id)
        if system is not None:
            found |= schemas(system.kinds(), system.id)
    return found
