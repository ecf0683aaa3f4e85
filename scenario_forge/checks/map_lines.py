"""MAP: roads and tracks whose steps are not adjacent, double back, or go where their kind may not."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.checks.map_slips import nearest_slip
from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.hexes import distance, side_between
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap, MapLine

MOST_IN_BARRED_LAND = 2
"""Where more hexes of roads than this lie in impassable land, roads evidently lead through it."""


def chains(game: Game) -> Iterator[Diagnostic]:
    """Steps from a hex to one that does not adjoin it, or back to where the road came from."""
    linked = hex_map(game)
    if linked is None:
        return
    for line in linked.lines:
        wrong = _wrong_hexes(linked, line)
        for index in wrong:
            yield _wrong(linked, line, index)
        yield from _broken(linked, line, wrong)
        yield from _doubled(linked, line)


def _adjoin(linked: HexMap, one: int | None, other: int | None) -> bool:
    """Whether two hexes adjoin; an unknown one is taken to."""
    return one is None or other is None or other in linked.grid.neighbours[one]


def _wrong_hexes(linked: HexMap, line: MapLine) -> list[int]:
    """The hexes that adjoin neither the one before nor the one after, while some other hex would adjoin both."""
    found: list[int] = []
    hexes = line.hexes
    for index in range(1, len(hexes) - 1):
        before, here, after = hexes[index - 1 : index + 2]
        if here is None or before is None or after is None or here in (before, after):
            continue
        if not _adjoin(linked, before, here) and not _adjoin(linked, here, after) and _both(linked, before, after):
            found.append(index)
    return [index for index in found if index - 1 not in found]


def _both(linked: HexMap, before: int, after: int) -> list[int]:
    neighbours = linked.grid.neighbours
    return [h for h in neighbours[before] if h >= 0 and h in neighbours[after]]


def _wrong(linked: HexMap, line: MapLine, index: int) -> Diagnostic:
    before, here, after = line.hexes[index - 1], line.hexes[index], line.hexes[index + 1]
    finding = map_codes.MAP020.at(
        line.where / "hexes" / index,
        line=_called(linked, line),
        here=linked.name(here),
        other=f"{linked.name(before)} nor {linked.name(after)}",
        how="neither",
    )
    candidates = _both(linked, before or 0, after or 0)
    return finding.suggest(_did_you_mean(linked, linked.name(here), candidates))


def _did_you_mean(linked: HexMap, text: str, candidates: list[int]) -> str | None:
    names = [linked.name(h) for h in candidates]
    slip = nearest_slip(text, names)
    if slip:
        return f"did you mean {slip}?"
    return f"{' or '.join(names)} would join them" if names else None


def _broken(linked: HexMap, line: MapLine, wrong: list[int]) -> Iterator[Diagnostic]:
    """Steps between hexes that do not adjoin, but for those that a wrong hex explains."""
    hexes = line.hexes
    for index, (one, other) in enumerate(pairwise(hexes)):
        if one is None or other is None or one == other or index in wrong or index + 1 in wrong:
            continue
        if _adjoin(linked, one, other):
            continue
        finding = map_codes.MAP020.at(
            line.where / "hexes" / (index + 1),
            line=_called(linked, line),
            here=linked.name(other),
            other=linked.name(one),
            how="not",
        )
        yield finding.also(line.where / "hexes" / index, "the hex before").suggest(_repair(linked, line, index))


def _repair(linked: HexMap, line: MapLine, index: int) -> str | None:
    """What may be meant: a hex left out, or the last hex of the chain written wrongly."""
    one, other = line.hexes[index], line.hexes[index + 1]
    if one is None or other is None:
        return None
    neighbours = linked.grid.neighbours
    if index + 2 == len(line.hexes) or index == 0:
        fixed, text = (one, linked.name(other)) if index else (other, linked.name(one))
        slip = nearest_slip(text, [linked.name(h) for h in neighbours[fixed] if h >= 0])
        if slip:
            return f"did you mean {slip}?"
    if distance(linked.grid, one, other) == 2:
        names = " or ".join(linked.name(h) for h in _both(linked, one, other))
        return f"is {names} left out?"
    return None


def _doubled(linked: HexMap, line: MapLine) -> Iterator[Diagnostic]:
    hexes = line.hexes
    for index in range(1, len(hexes)):
        here = hexes[index]
        if here is None:
            continue
        if here == hexes[index - 1]:
            yield map_codes.MAP021.at(line.where / "hexes" / index, line=_called(linked, line), here=linked.name(here))
        elif index > 1 and here == hexes[index - 2]:
            finding = map_codes.MAP021.at(
                line.where / "hexes" / index, line=_called(linked, line), here=linked.name(here)
            )
            yield finding.also(line.where / "hexes" / (index - 2), "it was here before")


def barriers(game: Game) -> Iterator[Diagnostic]:
    """A road in the sea, in land that nobody enters, or across a hexside that its kind does not cross."""
    linked = hex_map(game)
    if linked is None:
        return
    barred: list[Diagnostic] = []
    for line in linked.lines:
        for index, here in enumerate(line.hexes):
            if here is not None and linked.terrain[here] is not None and not linked.passable[here]:
                where, terrain = line.where / "hexes" / index, linked.terrain_where(here)
                values = {"line": _called(linked, line), "here": linked.name(here), "terrain": _terrain(linked, here)}
                if not linked.land[here]:
                    yield map_codes.MAP022.at(where, **values).rests_on(where, terrain)
                else:
                    barred.append(map_codes.MAP024.at(where, **values).rests_on(where, terrain))
        yield from _crossings(linked, line)
    if len(barred) <= MOST_IN_BARRED_LAND:
        yield from barred


def _crossings(linked: HexMap, line: MapLine) -> Iterator[Diagnostic]:
    kind = linked.line_kinds.get(line.line.kind)
    if kind is None:
        return
    for index, (one, other) in enumerate(pairwise(line.hexes)):
        between = side_between(linked.grid, one, other) if one is not None and other is not None else None
        for feature in linked.sides.get(between, ()) if between else ():
            hexside = linked.hexside_kinds[feature.kind]
            if not hexside.passable and feature.kind not in kind.crosses:
                where = line.where / "hexes" / (index + 1)
                finding = map_codes.MAP023.at(
                    where,
                    line=_called(linked, line),
                    one=linked.name(one),
                    other=linked.name(other),
                    kind=feature.name or hexside.name,
                    road=kind.name,
                )
                yield finding.also(feature.where, hexside.name).rests_on(where, feature.where)


def _terrain(linked: HexMap, hex_: int) -> str:
    terrain = linked.terrain[hex_]
    return linked.kinds[terrain].name if terrain else ""


def _called(linked: HexMap, line: MapLine) -> str:
    kind = linked.line_kinds.get(line.line.kind)
    return line.line.name or (kind.name if kind else line.line.kind)


CHECKS = (chains, barriers)
