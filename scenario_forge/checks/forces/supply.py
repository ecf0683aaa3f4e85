"""OOB033, 034: units that start out of general supply; those far from all of their side apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import side_supplies
from scenario_forge.checks.one_slip import NEAR, apart, likely, nearest, open_slips
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.forces.set_ups import SideSupply, Standing
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.force import Entry
    from scenario_forge.project.game import Game

CODES = Codes(__file__)
OOB033 = CODES.error(
    "OOB033",
    "far-from-own-side",
    "{unit} starts in {hex}, too far from its own side: {where}, {own} from the nearest {side} unit{which}",
)
OOB034 = CODES.error("OOB034", "unsupplied-at-start", "{unit} starts in {hex} out of supply: {why}")
OOB037 = CODES.error(
    "OOB037",
    "supply-out-of-reach",
    "a supply unit of the {side} side starts in {hex}, {own} hexes from the nearest {side} unit: no unit can use it",
)


SHOWN = 3
"""How many units a message names."""


def unsupplied_at_start(game: Game) -> Iterator[Diagnostic]:
    """One finding a unit: OOB033 where no unit of its side is near either, else OOB034."""
    for state in side_supplies(game):
        for each, radius in state.unsupplied():
            finding = (None if _of_author(each.entry) else _far(state, each, radius)) or _unsupplied(
                state, each, radius
            )
            meant = likely(state, each, radius)
            hint = f"did you mean {' or '.join(meant)}?" if meant else None
            yield finding.suggest(hint).under(state.rule.rule or None)


def _of_author(entry: Entry) -> bool:
    """Whether it is a set-up that a scenario brings along: what is unlikely there is meant so, and no misprint."""
    return entry.where.file.kind.name == "scenarios"


def _far(state: SideSupply, each: Standing, radius: int) -> Diagnostic | None:
    supply = state.nearest(each)
    if supply is None or supply[0] <= radius:
        return None
    others = apart(state, each)
    own, enemy = nearest(state, each.hex, others), nearest(state, each.hex, state.enemies)
    if own is None or (own[0] <= radius and (enemy is None or enemy[0] >= own[0])):
        return None
    company = [other for other in state.own if other not in others and other is not each]
    where = f"alone except for {_named(company)}" if company else "alone"
    if enemy and enemy[0] < own[0]:
        where = f"{plural(enemy[0], 'hex')} from {enemy[1].unit.cited}"
    finding = OOB033.at(
        each.entry.where,
        unit=each.unit.cited,
        hex=state.grid.name(each.hex),
        where=where,
        own=plural(own[0], "hex"),
        side=state.name,
        which=" outside its stack" if company else "",
    ).rests_on(each.entry.where)
    if enemy and enemy[0] < own[0]:
        finding = finding.also(enemy[1].entry.where, "the nearest enemy")
    label = "the nearest outside its stack" if company else "the nearest of its own side"
    finding = finding.also(own[1].entry.where, label)
    return finding.note(
        f"{plural(supply[0], 'hex')} from the nearest {supply[1].kind}, in {supply[1].place}: out of supply"
    )


def _named(company: list[Standing]) -> str:
    names = [each.unit.cited for each in company]
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _unsupplied(state: SideSupply, each: Standing, radius: int) -> Diagnostic:
    supply = state.nearest(each)
    if supply is None:
        what = "supply unit" if state.rule.marker_kinds else "source of supply"
        why = "its headquarters is not there" if state.rule.headquarters else f"{state.name} has no {what}"
        finding = OOB034.at(each.entry.where, unit=each.unit.cited, hex=state.grid.name(each.hex), why=why)
        return finding.rests_on(each.entry.where)
    straight, spring = supply
    place, kind = spring.place, spring.kind
    if straight > radius:
        why = f"{plural(straight, 'hex')} from the nearest {kind}, in {place}; {radius} are allowed"
    elif (steps := state.path(each, open_=True)) is not None and steps <= radius:
        why = f"the enemy closes every path of at most {plural(radius, 'hex')} to the {kind} in {place}"
    else:
        why = f"there is no path of at most {plural(radius, 'hex')} to the {kind} in {place}"
    finding = OOB034.at(each.entry.where, unit=each.unit.cited, hex=state.grid.name(each.hex), why=why)
    finding = finding.also(spring.where, f"the nearest {kind}")
    nation = each.unit.counter.where / "nationality" if each.unit.counter else each.unit.where
    # Straight across the map only the lie of the hexes plays a part; a path depends on the ground too.
    lie, ground = state.grid.where / "grid" / "orientation", state.grid.where / "rows"
    finding = finding.rests_on(each.entry.where, spring.where)
    return finding.rests_on(nation, lie) if straight > radius else finding.rests_on(nation, lie, ground)


def supply_out_of_reach(game: Game) -> Iterator[Diagnostic]:
    """OOB037: a supply unit that no unit of its side can draw on, where there is no place to keep it."""
    for state in side_supplies(game):
        limit = max(state.radii.values(), default=0)
        places = [hex_ for _place, hex_, _where in state.grid.places.values() if hex_ is not None]
        for marker, hex_ in state.sources if state.own else ():
            own = nearest(state, hex_, state.own)
            stored = any(distance(state.grid.grid, hex_, place) < NEAR for place in places)
            if own and own[0] > limit and not stored and not _of_author(marker.entry):
                side = state.name
                yield (
                    OOB037.at(marker.entry.where, side=side, hex=state.grid.name(hex_), own=own[0])
                    .also(own[1].entry.where, "the nearest of its side")
                    .suggest(_nearer(state, hex_))
                )


def _nearer(state: SideSupply, hex_: int) -> str | None:
    """A hex one slip away that is among its own side's units."""
    meant = {state.grid.name(other) for _rank, other in open_slips(state, hex_) if _among(state, other)}
    return f"did you mean {' or '.join(sorted(meant))}?" if 0 < len(meant) <= 2 else None


def _among(state: SideSupply, hex_: int) -> bool:
    own = nearest(state, hex_, state.own)
    return own is not None and own[0] <= NEAR


CHECKS = (unsupplied_at_start, supply_out_of_reach)
