"""What a scenario of one's own says of its start, on a card: points saved, units gone in the place of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.project.starts import saved_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.compiler.plan import Placed, Plan
    from scenario_forge.printing.cards.lines import Lines
    from scenario_forge.printing.words import Words


def saved_points(plan: Plan, side: str, words: Words, lines: Lines) -> list[dict[str, Any]]:
    """A section with the points that the side has saved; none where it has none."""
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    found = [
        words("saved_points", title=rules.pools[saved.pool].title, points=saved.points) + lines.mark(saved.where)
        for saved in saved_at(plan.game, plan.scenario.id)
        if rules and saved.side == side and saved.points
    ]
    return [{"title": words("saved_at_start"), "names": ", ".join(found)}] if found else []


def stand_ins(plan: Plan, placed: Iterable[Placed]) -> list[Placed]:
    """Units that were withdrawn in the place of others: they come back for them."""
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    named = {name for name, mark in rules.marks.items() if mark.names_unit} if rules else set()
    gone = [p for p in placed if p.state == "absent" and p.entry]
    return [p for p in gone if p.entry and named.intersection(name for name, _number in p.entry.token.marks)]
