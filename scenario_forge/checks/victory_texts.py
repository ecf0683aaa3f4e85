"""VIC011: the printed text of an objective names another place than its condition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.victory_parts import objectives, own, places
from scenario_forge.diagnostics.catalogue import vic
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.victory_parts import Row
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where

Key = tuple[str, object]
"""A hex, box or area, so that two names of one thing are equal."""


def texts(game: Game) -> Iterator[Diagnostic]:
    """Places in the text of a row, against those of its condition; rows that name none are left alone."""
    grid = hex_map(game)
    if grid is None:
        return
    names = _names(grid)
    for row in [*objectives(game), *own(game)]:
        meant = {key: name for wanted, name, _ in places(row) if (key := _key(grid, wanted, name)) is not None}
        said = _said(grid, names, str(getattr(row.entry, "text", "")))
        odd = [key for key in said if key not in meant]
        missing = [key for key in meant if key not in said]
        if meant and said and (odd or missing):
            yield _finding(grid, row, said, meant)


def _finding(grid: HexMap, row: Row, said: dict[Key, tuple[str, int]], meant: dict[Key, str]) -> Diagnostic:
    odd = [key for key in said if key not in meant]
    text = row.where / "text"
    name, start = said[odd[0]] if odd else next(iter(said.values()))
    finding = vic.VIC011.at(
        text.within(start, start + len(name)),
        text=", ".join(name for name, _ in said.values()),
        condition=", ".join(meant.values()),
    )
    for _wanted, name, where in places(row):
        if _key(grid, _wanted, name) not in said:
            finding = finding.also(where, "the condition")
    rests: list[Where] = [grid.places[n][2] / "hex" for n, _ in said.values() if n in grid.places] if odd else []
    by_hex = any(grid.grid.find(name) is not None for name, _ in said.values())
    return finding.rests_on(*rests) if by_hex else finding


def _names(grid: HexMap) -> list[tuple[str, Key]]:
    """Every name of a place, box or area, longest first."""
    found: list[tuple[str, Key]] = [(name, ("hex", hex_)) for name, (_, hex_, _w) in grid.places.items()]
    found += [(name, ("box", box.id)) for name, box in grid.boxes.items()]
    found += [(area.name, ("area", area.id)) for area in grid.document.areas]
    return sorted(found, key=lambda pair: -len(pair[0]))


def _said(grid: HexMap, names: list[tuple[str, Key]], text: str) -> dict[Key, tuple[str, int]]:
    said: dict[Key, tuple[str, int]] = {}
    left = text
    for name, key in names:
        match = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", left) if name in left else None
        if match:
            said.setdefault(key, (name, match.start()))
            left = left[: match.start()] + " " * len(name) + left[match.end() :]
    for match in re.finditer(r"\b[^\W\d_]*\d+\b", left):
        hex_ = grid.grid.find(match[0])
        if hex_ is not None:
            said.setdefault(("hex", hex_), (match[0], match.start()))
    return said


def _key(grid: HexMap, wanted: str, name: str) -> Key | None:
    if wanted == "area":
        return ("area", name) if name in grid.areas else None
    found = grid.find(name)
    if found is None:
        return None
    return ("hex", found.hex) if found.hex is not None else ("box", found.box)


CHECKS = (texts,)
