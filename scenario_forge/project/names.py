"""Names that resolve nowhere: linking notes them, the REF checks report them, all else stays silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.project.place import Where


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that names nothing. ``wanted`` is what it should name: `hex`, `turn`, `terrain` …."""

    where: Where
    text: str
    wanted: str
    why: str = ""
    hint: str | None = None
