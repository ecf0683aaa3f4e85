"""Cells of a dossier that cannot stand beside the others: the enemy is there, or the hex overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.rules.stacking import weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.dossiers import Key
    from scenario_forge.project.game import Game


def where_now(subject: Subject) -> tuple[int, ...]:
    """The hexes where a unit or marker stands: as decided, else as drafted; control stands nowhere."""
    if subject.control:
        return ()
    row = subject.decided
    return tuple(hex_ for hex_ in row.hexes if hex_ is not None) if row and row.settled else subject.drafted_hexes


def weight_of(game: Game, subject: Subject) -> int:
    """What a unit weighs in its hex, at the strength that is drafted for it; markers weigh nothing."""
    rule = game.system.stacking(game) if game.system else None
    counter = subject.unit.counter.counter if subject.unit and subject.unit.counter else None
    if rule is None or counter is None or counter.strength is None:
        return 0
    digits = "".join(each for each in subject.suffix if each.isdigit())
    strength = int(digits) if digits and not subject.suffix.startswith(" m") else counter.strength
    return weight(rule, counter.size, counter.type, strength, counter.strength) or 0


def clashing(game: Game, subjects: Sequence[Subject]) -> set[Key]:
    """Whose decided cells cannot be: units of both sides in one hex, control where the enemy stands, heavy stacks."""
    rule = game.system.stacking(game) if game.system else None
    units = [each for each in subjects if each.unit is not None]
    sides: dict[int, set[str]] = {}
    weights: dict[tuple[str, int], int] = {}
    for each in units:
        for hex_ in where_now(each):
            sides.setdefault(hex_, set()).add(each.side)
            weights[each.side, hex_] = weights.get((each.side, hex_), 0) + weight_of(game, each)
    found = set()
    for each in subjects:
        row = each.decided
        if row is None or not row.settled:
            continue
        if each.control:
            if any(sides.get(hex_, set()) - {row.row.at} for hex_ in row.hexes if hex_ is not None):
                found.add(each.key)
        elif each.unit is not None:
            for hex_ in where_now(each):
                heavy = rule is not None and weight_of(game, each) and weights[each.side, hex_] > rule.limit
                if heavy or sides[hex_] - {each.side}:
                    found.add(each.key)
    return found
