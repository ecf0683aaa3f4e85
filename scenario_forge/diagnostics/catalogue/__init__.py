"""The pages of all codes, one module a family (YML syntax, SCH shape, REF names, MAP, OOB, …).

A check imports the code it reports from its family's module; ``forge explain`` reads them all here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Code

if TYPE_CHECKING:
    from collections.abc import Iterable

FAMILIES = (
    "fil", "yml", "sup", "sch", "ref", "map", "cnt", "oob", "tim", "cht",
    "vic", "rul", "exm", "dgm", "chro", "err", "scn", "cmp", "plt", "prt", "rec", "ply", "pck", "col", "dos",
    "seq", "wgm",
)  # fmt: skip


def codes_of(module: object) -> list[Code]:
    """The codes that a module defines, by id."""
    return sorted((c for c in vars(module).values() if isinstance(c, Code)), key=lambda c: c.id)


def all_codes(extra: Iterable[Code] = ()) -> dict[str, Code]:
    """Every code of the core and ``extra`` (those of rule systems), by id, in order.

    Raises:
        ValueError: two codes share an id or a name.
    """
    found = [*extra]
    for family in FAMILIES:
        found += codes_of(import_module(f"{__name__}.{family}"))
    by_id: dict[str, Code] = {}
    names: set[str] = set()
    for code in sorted(found, key=lambda c: c.id):
        if by_id.get(code.id) is code:
            continue  # rule systems share codes of the shelf
        if code.id in by_id or code.name in names:
            raise ValueError(f"{code.id} ({code.name}) is defined twice")
        by_id[code.id] = code
        names.add(code.name)
    return by_id
