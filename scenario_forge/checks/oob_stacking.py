"""OOB032: stacks at a start, weighed as the system's stacking rule says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.oob_cells import column_name
from scenario_forge.checks.set_ups import set_ups
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.hexmap import hex_map
from scenario_forge.rules.stacking import is_depleted, weight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.set_ups import Standing
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Stacking


def stacks_too_heavy(game: Game) -> Iterator[Diagnostic]:
    """Reported at the unit that breaks the limit, the rest of the stack beside it."""
    rule = game.system.stacking(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None:
        return
    for set_up in set_ups(game).values():
        for (_side, hex_), stack in set_up.stacks().items():
            limit = rule.limit_at(grid.place_kinds_at.get(hex_, ()))
            yield from _weigh(rule, limit, stack, grid.name(hex_))


def _weigh(rule: Stacking, limit: int, stack: list[Standing], hex_: str) -> Iterator[Diagnostic]:
    total, breaks = 0, None
    heavy: list[tuple[Standing, int]] = []
    for each in stack:
        pounds = _weight(rule, each)
        total += pounds
        if pounds:
            heavy.append((each, pounds))
        if breaks is None and total > limit:
            breaks = each
    if breaks is None:
        return
    finding = oob.OOB032.at(
        breaks.entry.where,
        hex=hex_,
        start=column_name(breaks.entry.column),
        weight=total,
        limit=limit,
        units=", ".join(f"{each.unit.cited} {pounds}" for each, pounds in heavy),
    )
    for each, pounds in heavy:
        if each is not breaks:
            finding = finding.also(each.entry.where, f"weighs {pounds}")
    yield finding.under(rule.rule or None).rests_on(*(place for each, _ in heavy for place in _places(rule, each)))


def _weight(rule: Stacking, each: Standing) -> int:
    if each.unit.counter is None:
        return 0
    counter = each.unit.counter.counter
    return weight(rule, counter.size, counter.type, each.strength, each.printed) or 0


def _places(rule: Stacking, each: Standing) -> Iterator[Place]:
    """The values on a counter that its weight depends on."""
    if each.unit.counter:
        yield each.unit.counter.where / "size"
        if each.entry.token.strength is not None and is_depleted(rule, each.strength, each.printed):
            yield each.unit.counter.where / "strength"


CHECKS = (stacks_too_heavy,)
