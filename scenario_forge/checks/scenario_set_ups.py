"""SCN012, 013: set-ups of scenarios on dates of one's own: what is left to decide, and who is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.project.forces import forces
from scenario_forge.project.front import fronts
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

SHOWN = 3
"""How many units a message names."""


def open_decisions(game: Game) -> Iterator[Diagnostic]:
    """SCN012: a cell that begins with `Decide:`."""
    for decision in (*forces(game).decisions, *fronts(game).decisions):
        played = f"played as {decision.candidate} until then" if decision.candidate else "absent until then"
        yield scn.SCN012.at(decision.where, subject=decision.subject, played=played)


def units_left_out(game: Game) -> Iterator[Diagnostic]:
    """SCN013: a set-up instead of a printed one accounts for every unit of every order of battle."""
    if any(game.broken(kind) for kind in ("orders-of-battle", "time-track")):
        return
    linked = forces(game)
    for scenario in scenarios(game).scenarios.values():
        if not scenario.document.set_up:
            continue
        missing = [unit for unit in linked.units() if scenario.id not in unit.own]
        if missing:
            units = ", ".join(unit.cited for unit in missing[:SHOWN]) + (" …" if len(missing) > SHOWN else "")
            finding = scn.SCN013.at((scenario.where / "set_up").key(), units=units)
            yield finding.also(missing[0].where, "the first in the order of battle")


CHECKS = (open_decisions, units_left_out)
