"""What plays: a hash over the code and data of the package that games depend on.

A version number says nothing while one works on rules or players; games of before and after must not be mixed.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from scenario_forge.source.kept import code_digest

_FLOORS = ("compiler", "rules", "simulator", "systems")
_SUFFIXES = (".py", ".yaml")


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Of the files of the floors that play; the same on every machine with the same package."""
    return code_digest(Path(__file__).parent.parent, _FLOORS, _SUFFIXES)[:16]
