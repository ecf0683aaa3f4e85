"""Runs every check over a game and gathers what was found, once each and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks import (
    aid_procedures,
    aid_texts,
    chart_copies,
    chart_forces,
    chart_formulas,
    chart_lines,
    chart_trends,
    chronology,
    copies,
    counter_formations,
    counter_values,
    diagram_names,
    dossiers,
    errata_lists,
    errata_reasons,
    example_names,
    example_steps,
    example_sums,
    figure_rules,
    figure_supply,
    game_facts,
    look_alikes,
    map_areas,
    map_charts,
    map_grid,
    map_hexsides,
    map_land,
    map_lines,
    map_places,
    names,
    names_counters,
    names_words,
    oob_cells,
    oob_counters,
    oob_dates,
    oob_front,
    oob_ground,
    oob_identity,
    oob_markers,
    oob_presence,
    oob_stacking,
    oob_starts,
    oob_supply,
    oob_works,
    option_texts,
    playtest_names,
    rulebook_bindings,
    rulebook_clauses,
    rulebook_complete,
    rulebook_names,
    rulebook_numbers,
    rulebook_prose,
    rulebook_quantities,
    rulebook_references,
    rulebook_sense,
    rulebook_spellings,
    rulebook_words,
    scenario_boards,
    scenario_changes,
    scenario_dates,
    scenario_front,
    scenario_names,
    scenario_options,
    scenario_set_ups,
    scenario_starts,
    scenario_victory,
    spelling,
    texts_of_play,
    track_arrivals,
    track_boxes,
    track_columns,
    track_dates,
    victory_levels,
    victory_names,
    victory_order,
    victory_reach,
    victory_rows,
    victory_texts,
)
from scenario_forge.checks.causes import explained
from scenario_forge.checks.corrected import beside_errata
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
        names_counters.CHECKS,
        names_words.CHECKS,
        game_facts.CHECKS,
        map_grid.CHECKS,
        map_hexsides.CHECKS,
        map_lines.CHECKS,
        map_places.CHECKS,
        map_charts.CHECKS,
        map_land.CHECKS,
        map_areas.CHECKS,
        counter_values.CHECKS,
        counter_formations.CHECKS,
        oob_counters.CHECKS,
        oob_identity.CHECKS,
        oob_cells.CHECKS,
        oob_dates.CHECKS,
        oob_presence.CHECKS,
        oob_ground.CHECKS,
        oob_stacking.CHECKS,
        oob_starts.CHECKS,
        oob_works.CHECKS,
        oob_markers.CHECKS,
        oob_supply.CHECKS,
        oob_front.CHECKS,
        track_boxes.CHECKS,
        track_arrivals.CHECKS,
        track_dates.CHECKS,
        track_columns.CHECKS,
        scenario_dates.CHECKS,
        scenario_names.CHECKS,
        scenario_options.CHECKS,
        option_texts.CHECKS,
        scenario_set_ups.CHECKS,
        scenario_starts.CHECKS,
        scenario_front.CHECKS,
        scenario_victory.CHECKS,
        scenario_boards.CHECKS,
        scenario_changes.CHECKS,
        chart_lines.CHECKS,
        chart_trends.CHECKS,
        chart_copies.CHECKS,
        chart_formulas.CHECKS,
        chart_forces.CHECKS,
        rulebook_quantities.CHECKS,
        rulebook_numbers.CHECKS,
        rulebook_prose.CHECKS,
        texts_of_play.CHECKS,
        rulebook_complete.CHECKS,
        rulebook_clauses.CHECKS,
        rulebook_references.CHECKS,
        rulebook_bindings.CHECKS,
        rulebook_sense.CHECKS,
        rulebook_words.CHECKS,
        rulebook_spellings.CHECKS,
        spelling.CHECKS,
        example_sums.CHECKS,
        example_names.CHECKS,
        example_steps.CHECKS,
        diagram_names.CHECKS,
        figure_rules.CHECKS,
        figure_supply.CHECKS,
        aid_procedures.CHECKS,
        aid_texts.CHECKS,
        chronology.CHECKS,
        victory_names.CHECKS,
        victory_levels.CHECKS,
        victory_reach.CHECKS,
        victory_order.CHECKS,
        victory_texts.CHECKS,
        victory_rows.CHECKS,
        playtest_names.CHECKS,
        errata_lists.CHECKS,
        errata_reasons.CHECKS,
        copies.CHECKS,
        dossiers.CHECKS,
        rulebook_names.CHECKS,
    )
    return tuple(check for family in families for check in family)


def check(game: Game) -> list[Diagnostic]:
    """Everything that is wrong with a game, in order of file and position.

    All stages report at once. A check that has read nothing that changed since the workspace last
    checked is not run again.
    """
    _every, kept = _suppressed(game)
    merged = gathered(sorted(dict.fromkeys(kept), key=lambda finding: finding.sort_key))
    return beside_errata(game, look_alikes.named(game, merged))


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
