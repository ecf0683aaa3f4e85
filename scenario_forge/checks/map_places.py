"""MAP: places and boxes: in the sea, of one name, without a kind, with capacities nobody can read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.diagnostics.catalogue import ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap
    from scenario_forge.project.place import Where

MANY = 3
"""So many places with a kind show that this map gives every place one."""


def places(game: Game) -> Iterator[Diagnostic]:
    """A place in the sea, or without a kind where the others have one."""
    linked = hex_map(game)
    if linked is None:
        return
    known = [place for place in linked.document.places if place.kinds]
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        hex_ = linked.grid.find(place.hex)
        if hex_ is not None and linked.terrain[hex_] is not None and not linked.land[hex_]:
            finding = map_codes.MAP030.at(at / "hex", place=place.name, hex=place.hex)
            yield finding.rests_on(at / "hex", linked.terrain_where(hex_))
        if not place.kinds and len(known) >= MANY and len(known) == len(linked.document.places) - 1:
            yield map_codes.MAP032.at(at / "name", place=place.name)


def names(game: Game) -> Iterator[Diagnostic]:
    """Two places, boxes or hexes that one name stands for."""
    linked = hex_map(game)
    if linked is None:
        return
    first: dict[str, tuple[str, Where]] = {}
    for owner, name, where in _named(linked):
        if linked.grid.find(name) is not None:
            yield map_codes.MAP031.at(where, name=name, what="a hex too")
        known, place = first.setdefault(name.casefold(), (owner, where))
        if known != owner or (owner.startswith("places") and place is not where):
            what = f"{'a box' if known.startswith('boxes') else 'a place'} already"
            yield map_codes.MAP031.at(where, name=name, what=what).also(place, "first used here")


def _named(linked: HexMap) -> Iterator[tuple[str, str, Where]]:
    """Every name that cells may use, with what owns it. A box may be called by its id in its own name."""
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        yield f"places {number}", place.name, at / "name"
        for index, alias in enumerate(place.aliases):
            yield f"places {number}", alias, at / "aliases" / index
    for number, box in enumerate(linked.document.boxes):
        at = linked.where / "boxes" / number
        yield f"boxes {number}", box.id, at / "id"
        yield f"boxes {number}", box.name, at / "name"
        for index, alias in enumerate(box.aliases):
            yield f"boxes {number}", alias, at / "aliases" / index


def owners(game: Game) -> Iterator[Diagnostic]:
    """Capacities that are neither a number nor U, and sides that do not play."""
    linked = hex_map(game)
    if linked is None:
        return
    sides = [side.id for side in game.about.sides] if game.about else []
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        yield from _capacity(place.capacity, at / "capacity")
        for index, side in enumerate(place.sides):
            yield from _side(side, sides, at / "sides" / index)
    for number, box in enumerate(linked.document.boxes):
        at = linked.where / "boxes" / number
        yield from _capacity(box.capacity, at / "capacity")
        yield from _side(box.side, sides, at / "side")


def _capacity(capacity: str | None, where: Where) -> Iterator[Diagnostic]:
    if capacity is not None and not re.fullmatch(r"\d+|U", capacity):
        finding = map_codes.MAP033.at(where, capacity=capacity)
        yield finding.suggest("did you mean U?" if capacity.strip().casefold() in ("u", "unlimited") else None)


def _side(side: str | None, sides: list[str], where: Where) -> Iterator[Diagnostic]:
    if sides and side is not None and side not in sides:
        yield ref.REF001.at(where, text=side, wanted="side").suggest(did_you_mean(side, sides))


def boxes(game: Game) -> Iterator[Diagnostic]:
    """A box that adjoins a hex in the middle of the map, or nothing but sea."""
    linked = hex_map(game)
    if linked is None:
        return
    for number, box in enumerate(linked.document.boxes):
        at = linked.where / "boxes" / number / "adjoins"
        hexes = linked.adjoining.get(box.id, frozenset())
        inner = {h for h in hexes if -1 not in linked.grid.neighbours[h]}
        if inner:
            ends = [{linked.grid.find(end) for end in text.split("..")} for text in box.adjoins]
            index = next((i for i, found in enumerate(ends) if found & inner), 0)
            named = min((ends[index] & inner) or inner, key=lambda h: h or 0)
            yield map_codes.MAP060.at(at / index, box=box.name, hex=linked.name(named))
        if hexes and None not in (linked.terrain[h] for h in hexes) and not any(linked.land[h] for h in hexes):
            finding = map_codes.MAP064.at(at, box=box.name)
            yield finding.rests_on(at, *(linked.terrain_where(h) for h in sorted(hexes)[:1]))


CHECKS = (places, names, owners, boxes)
