"""What plays: a hash over the code and data of the package that games depend on.

A version number says nothing while one works on rules or players; games of before and after must not be mixed.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

_FLOORS = ("compiler", "rules", "simulator", "systems")
_SUFFIXES = (".py", ".yaml")


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Of the files of the floors that play; the same on every machine with the same package."""
    root = Path(__file__).parent.parent
    files = sorted(
        path.relative_to(root).as_posix()
        for floor in _FLOORS
        for path in (root / floor).rglob("*")
        if path.suffix in _SUFFIXES
    )
    digest = sha256()
    for name in files:
        data = (root / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()[:16]
