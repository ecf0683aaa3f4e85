"""What happened, as compiled predicates and the player turns after which they are looked at.

It is no part of a compiled scenario, since play does not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.objectives import Objectives
from scenario_forge.compiler.set_up import plan
from scenario_forge.compiler.units import numbers
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.project.time.calendar import DateError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Happening
    from scenario_forge.project.game import Game


def history(game: Game, scenario: str, compiled: CompiledScenario) -> list[dict[str, Any]]:
    """The happenings that fall into a scenario, in the order of the file, as plain data.

    Each has `id`, `text`, `turn` (0 for the scenario's first) and `side` of the player turn after which it is
    looked at, and `claims` of `side` (−1: none), `when`, `least`, `ever`. Those with errors, which checks report,
    are left out.
    """
    planned = plan(game, scenario, compiled.options)
    numbered, keys = numbers(planned), dict(compiled.keys)
    found = []
    for document, where in game.documents("playtest", PlaytestDocument):
        for number, happening in enumerate(document.history):
            for turn, side in _moment(planned, happening):
                problems: list[Diagnostic] = []
                compile_ = Objectives(planned, keys, numbered, problems).condition
                at = where / "history" / number / "claims"
                sides = planned.track.sides
                claims = [
                    {
                        "side": sides.index(claim.side) if claim.side in sides else -1,
                        "when": compile_(claim.when, at / index / "when"),
                        "least": claim.least,
                        "ever": claim.ever,
                    }
                    for index, claim in enumerate(happening.claims)
                ]
                if not problems:
                    head = {"id": happening.id, "text": happening.text, "label": planned.track.label(turn)}
                    found.append({**head, "turn": turn - planned.first_turn, "side": side, "claims": claims})
    return found


def _moment(planned: Plan, happening: Happening) -> Iterator[tuple[int, int]]:
    """The player turn at whose end it is looked at, if the scenario plays it; of a half turn its half."""
    sides = planned.track.sides
    try:
        turn = planned.track.calendar.turn(happening.turn)
    except DateError:
        return
    opens, closes = (sides.index(s) if s in sides else -1 for s in (planned.scenario.first, planned.scenario.last))
    if not planned.track.fixed:
        opens, closes = 0, len(sides) - 1
    played = range(opens if turn == planned.first_turn else 0, closes + 1 if turn == planned.last_turn else len(sides))
    if not planned.first_turn <= turn <= planned.last_turn or not played:
        return
    if happening.after is None:
        yield turn, played[-1]
    elif happening.after in sides and sides.index(happening.after) in played:
        yield turn, sides.index(happening.after)
