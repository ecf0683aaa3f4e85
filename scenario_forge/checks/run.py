"""Runs every check over a game and gathers what was found, once each and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks import (
    aid_texts,
    chart_formulas,
    chart_lines,
    chart_trends,
    chronology,
    copies,
    counter_values,
    dossiers,
    errata_lists,
    example_names,
    figure_rules,
    figure_scenes,
    game_facts,
    map_grid,
    map_lines,
    map_places,
    names,
    oob_cells,
    oob_counters,
    oob_ground,
    oob_presence,
    oob_supply,
    playtest_names,
    rulebook_numbers,
    rulebook_prose,
    rulebook_quantities,
    rulebook_references,
    rulebook_spellings,
    scenario_changes,
    scenario_dates,
    scenario_options,
    scenario_starts,
    spelling,
    track_arrivals,
    track_boxes,
    victory_levels,
    victory_names,
    victory_reach,
    victory_rows,
)
from scenario_forge.checks.causes import beside_errata, explained
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.source.suppress import apply_suppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

    Check = Callable[[Game], Iterable[Diagnostic]]

MANY = 4
_UNCORRECTED = "without this list nobody knows the corrected text, so that nothing else is checked in it"


def general_checks() -> tuple[Check, ...]:
    """The checks that any game gets, in the order in which they are listed here."""
    families = (
        names.CHECKS,
        game_facts.CHECKS,
        map_grid.CHECKS,
        map_lines.CHECKS,
        map_places.CHECKS,
        counter_values.CHECKS,
        oob_counters.CHECKS,
        oob_cells.CHECKS,
        oob_presence.CHECKS,
        oob_ground.CHECKS,
        oob_supply.CHECKS,
        track_boxes.CHECKS,
        track_arrivals.CHECKS,
        scenario_dates.CHECKS,
        scenario_options.CHECKS,
        scenario_starts.CHECKS,
        scenario_changes.CHECKS,
        chart_lines.CHECKS,
        chart_trends.CHECKS,
        chart_formulas.CHECKS,
        rulebook_quantities.CHECKS,
        rulebook_numbers.CHECKS,
        rulebook_prose.CHECKS,
        rulebook_references.CHECKS,
        rulebook_spellings.CHECKS,
        spelling.CHECKS,
        example_names.CHECKS,
        figure_scenes.CHECKS,
        figure_rules.CHECKS,
        aid_texts.CHECKS,
        chronology.CHECKS,
        victory_names.CHECKS,
        victory_levels.CHECKS,
        victory_reach.CHECKS,
        victory_rows.CHECKS,
        playtest_names.CHECKS,
        errata_lists.CHECKS,
        copies.CHECKS,
        dossiers.CHECKS,
    )
    return tuple(check for family in families for check in family)


def check(game: Game) -> list[Diagnostic]:
    """Everything that is wrong with a game, in order of file and position.

    All stages report at once. A check that has read nothing that changed since the workspace last
    checked is not run again.
    """
    _every, kept = _suppressed(game)
    merged = gathered(sorted(dict.fromkeys(kept), key=lambda finding: finding.sort_key))
    return beside_errata(game, spelling.named(game, merged))


def silenced(game: Game) -> int:
    """How many findings the author has suppressed; those that others stand for are not among them."""
    every, kept = _suppressed(game)
    return len(set(every).difference(kept))


def _suppressed(game: Game) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is found, and what is left of it."""
    sources = [file.source for file in game.read.values()]
    known = all_codes(game.system.codes() if game.system else ())
    complete = not any(problem.severity is Severity.ERROR for problem in game.problems)
    every = explained(game, found(game), found)
    return every, list(apply_suppressions(every, sources, known, complete=complete))


def gathered(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that say again what was said: a name defined nowhere and used all over.

    From :data:`MANY` in the same words on, the first stands for all, unless each has a fix of its own.
    """
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    for finding in findings:
        alike.setdefault((finding.code.id, finding.message), []).append(finding)
    left = []
    mended = {key for key, same in alike.items() if any(each.fixes for each in same)}
    for finding in findings:
        same = alike[finding.code.id, finding.message]
        if len(same) < MANY or (finding.code.id, finding.message) in mended:
            left.append(finding)
        elif finding is same[0]:
            left.append(finding.also(same[-1].span, f"the last of {len(same)} places where it is so"))
    return left


def found(game: Game) -> list[Diagnostic]:
    """What :func:`check` finds, before what the author has suppressed is taken out; in no order.

    While a list of errata cannot be read, nobody knows what the corrected text is: then only what stands in
    the way of reading is found.
    """
    unread = {file.name for file in game.files_of("errata") if file.document is None}
    if unread and game.errata != "none":
        return [problem.note(_UNCORRECTED) if problem.span.file in unread else problem for problem in game.problems]
    every: list[Diagnostic] = list(game.problems)
    for function in (*general_checks(), *(game.system.checks() if game.system else ())):
        name = f"check:{function.__module__}.{function.__qualname__}"
        every += game.memo.get(name, game, lambda run=function: list(run(game)))  # type: ignore[misc]
    return every
