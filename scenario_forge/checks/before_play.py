"""Errors that keep a game from being played, although nothing that plays it would notice them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks import time_track
from scenario_forge.checks.forces.cells import attachments, open_starts
from scenario_forge.checks.forces.counters import headquarters
from scenario_forge.checks.map.grid import impossible_grid, rows_and_hexes
from scenario_forge.checks.map.lines import at_sea
from scenario_forge.checks.map.places import empty_areas
from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.rulebook.terms import rulings_without_sentence, words_not_to_use
from scenario_forge.checks.scenarios.starts import boards_that_do_not_fit
from scenario_forge.diagnostics import Severity
from scenario_forge.source.comments import apply_suppressions

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CHECKS = (
    impossible_grid,
    rows_and_hexes,
    headquarters,
    empty_areas,
    at_sea,
    attachments,
    open_starts,
    boards_that_do_not_fit,
    time_track.boxes,
    time_track.cells_of_columns,
    rulings_without_sentence,
    words_not_to_use,
)
"""Maps that cannot be laid out, chits that nobody leads, areas without a hex, sides of no land, units that begin with
each other or face no direction, boards whose hexes do not join, turns that are missing, doubled or unreadable, and a
rulebook that players cannot be given."""


def errors_before_play(game: Game) -> list[Diagnostic]:
    """Return the errors of these checks, and of the rule system's, that the author has not suppressed."""
    own = game.system.before_play() if game.system is not None else ()
    found = [finding for check in (*CHECKS, *own) for finding in findings_of(game, check)]
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    sources = [file.source for file in game.files.values()]
    kept = apply_suppressions(errors, sources, complete=False) if errors else []
    return [finding for finding in kept if finding in errors]  # not those about the suppressing
