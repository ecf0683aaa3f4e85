"""The hexes that a row of a document is about: of a victory row, where it is decided; of any other, what it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.victory.parts import PlacedCondition, common_hexes, conditional_rows, conditions, places
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.editor.forms.form import file_of
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.references import references
from scenario_forge.hexes import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.victory.parts import Conditional
    from scenario_forge.documents.victory import Region
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.source.nodes import Path

MOST = 4000


def hexes_of(game: Game, doc: str, path: Path) -> list[str]:
    """Return ids of hexes, in the order of the map; none for a row about the whole map, or about no place.

    Raises:
        Unknown: there is no such document.
    """
    file, linked = file_of(game, doc), hex_map(game)
    if linked is None:
        return []
    found: set[int] = set()
    for row in _rows(game):
        if row.where.file.name == doc and row.where.path == path[: len(row.where.path)] and path:
            found |= _scored(linked, row)
    if not found:
        for use in references(game).uses:
            if (
                use.where.file is file
                and use.where.path[: len(path)] == path
                and use.target.kind in ("hex", "place")
                and not use.target.scope
            ):
                at = linked.find(use.target.id)
                if at is not None and at.hex is not None:
                    found.add(at.hex)
    whole = len(found) == len(linked.grid)
    return [] if whole else [linked.name(hex_) for hex_ in sorted(found)[:MOST]]


def _rows(game: Game) -> Iterator[Conditional]:
    """Yield everything that has a condition."""
    yield from conditional_rows(game)
    for document, where in game.documents("playtest", PlaytestDocument):
        for number, happening in enumerate(document.history):
            for at, claim in enumerate(happening.claims):
                yield PlacedCondition(claim.when, where / "history" / number / "claims" / at)


def _scored(linked: HexMap, row: Conditional) -> set[int]:
    """Return the hexes in which a condition is decided."""
    found: set[int] = set()
    for condition, _where in conditions(row):
        if condition.of_place:
            found |= _at(linked, condition.of_place[1])
        within = condition.present.within if condition.present else []
        near = [_near(linked, region) for region in within if region.near is not None]
        plain = [each for each in within if each.near is None and each.in_range is None and each.near_units is None]
        sets = [*near, *([common_hexes(linked, plain) or frozenset()] if plain else [])]
        if sets:
            found |= frozenset.intersection(*sets)
    found.discard(-1)  # off-map boxes
    if not found:
        for _kind, name, _where in places(row):
            found |= _at(linked, name)
    return found


def _at(linked: HexMap, name: str) -> set[int]:
    at = linked.find(name)
    return {at.hex} if at is not None and at.hex is not None else set()


def _near(linked: HexMap, region: Region) -> frozenset[int]:
    base = next(iter(_at(linked, region.near.of)), None) if region.near else None
    return frozenset(disk(linked.grid, base, region.near.hexes)) if region.near and base is not None else frozenset()
