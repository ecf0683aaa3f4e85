"""OOB042–044: works that units start in, where they are of use and allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.set_ups import set_ups
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.set_ups import Standing
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.system import Works


def works(game: Game) -> Iterator[Diagnostic]:
    """Every unit that starts in works."""
    rule = game.system.works(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None:
        return
    for set_up in set_ups(game).values():
        for stack in set_up.stacks().values():
            within = [each for each in stack if each.entry.token.in_works]
            for number, each in enumerate(within):
                yield from _forbidden(rule, grid, each)
                if number >= rule.per_hex:
                    yield _doubled(rule, grid, each, within[0])
                else:
                    yield from _useless(rule, each)


def _useless(rule: Works, each: Standing) -> Iterator[Diagnostic]:
    if rule.profit is None or each.unit.counter is None or each.type in rule.profit:
        return
    place = each.unit.counter.where / "type"
    finding = oob.OOB042.at(each.entry.where, works=rule.name, unit=each.unit.cited, type=each.type)
    yield finding.also(place, "its type").under(rule.rule or None).rests_on(place)


def _doubled(rule: Works, grid: HexMap, each: Standing, first: Standing) -> Diagnostic:
    finding = oob.OOB043.at(
        each.entry.where, works=rule.name, unit=each.unit.cited, hex=grid.name(each.hex), other=first.unit.cited
    )
    return finding.also(first.entry.where, f"the first {rule.name}").under(rule.rule or None)


def _forbidden(rule: Works, grid: HexMap, each: Standing) -> Iterator[Diagnostic]:
    for place, hex_, where in {id(p): (p, h, w) for p, h, w in grid.places.values()}.values():
        barred = [index for index, kind in enumerate(place.kinds) if kind in rule.forbidden]
        if hex_ == each.hex and barred:
            kind = next(k.name for k in grid.document.place_kinds if k.id == place.kinds[barred[0]])
            at = where / "kinds" / barred[0]
            finding = oob.OOB044.at(
                each.entry.where,
                works=rule.name,
                unit=each.unit.cited,
                hex=grid.name(hex_),
                place=place.name,
                kind=kind.lower(),
            )
            yield finding.also(where / "hex", place.name).under(rule.rule or None).rests_on(at, where / "hex")


CHECKS = (works,)
