"""OOB035: a stack alone far behind the front, that one slip of the pen would put among its own side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.misplaced import NEAR, nearest, open_slips
from scenario_forge.checks.supply_states import side_supplies
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.hexes import disk, distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.set_ups import Standing
    from scenario_forge.checks.supply_states import SideSupply
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

LIKELY_SLIP = 1
"""Only letters doubled and digits changed about are taken as proof enough."""


def far_behind_the_front(game: Game) -> Iterator[Diagnostic]:
    """Stacks in supply: those out of it are OOB033 and OOB034."""
    for state in side_supplies(game):
        unsupplied = {each.hex for each, _radius in state.unsupplied()}
        lonely = _lonely(state) if state.enemies else frozenset()
        for index, radius in state.radii.items():
            each = state.own[index]
            if each.entry.where.file.kind.name == "scenarios":
                continue  # an author's own set-up is no print
            if each.hex not in lonely or each.hex in unsupplied or not state.grid.passable[each.hex]:
                continue
            if not _enemy_within(state, each.hex, 2 * radius):
                yield from _judge(state, each, radius)


def _lonely(state: SideSupply) -> frozenset[int]:
    """Hexes of its units that have neither their own side, nor supply, nor a place near."""
    grid, own = state.grid.grid, {each.hex for each in state.own}
    stops = {hex_ for _marker, hex_ in state.sources}
    stops |= {hex_ for _place, hex_, _where in state.grid.places.values() if hex_ is not None}
    all_ = own | stops
    return frozenset(
        hex_ for hex_ in own - stops if not any(other in all_ and other != hex_ for other in disk(grid, hex_, NEAR - 1))
    )


def _enemy_within(state: SideSupply, hex_: int, radius: int) -> bool:
    return any(distance(state.grid.grid, hex_, enemy) <= radius for enemy in state.enemy_hexes)


def _judge(state: SideSupply, each: Standing, radius: int) -> Iterator[Diagnostic]:
    grid = state.grid
    others = [own for own in state.own if own.hex != each.hex]
    meant = [
        hex_
        for rank, hex_ in open_slips(state, each.hex)
        if rank <= LIKELY_SLIP
        and any(distance(grid.grid, hex_, enemy.hex) <= radius for enemy in state.enemies)
        and len({own.hex for own in others if distance(grid.grid, hex_, own.hex) <= NEAR}) > 1
    ]
    own, enemy = nearest(state, each.hex, others), nearest(state, each.hex, state.enemies)
    if len(meant) == 1 and own and enemy:
        yield oob.OOB035.at(
            each.entry.where,
            unit=each.unit.cited,
            hex=grid.name(each.hex),
            enemy=enemy[0],
            own=own[0],
            side=state.name,
            meant=grid.name(meant[0]),
        ).suggest(f"did you mean {grid.name(meant[0])}?")


CHECKS = (far_behind_the_front,)
