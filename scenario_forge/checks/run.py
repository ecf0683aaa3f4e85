"""Run every check over a game and gather the findings, once each and in order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from scenario_forge.checks import (
    chronology,
    copies,
    dossiers,
    facts,
    game_file,
    glyphs,
    holders,
    names,
    repeats,
    sightings,
    unused,
    words,
)
from scenario_forge.checks import time_track as track_boxes
from scenario_forge.checks import track_patterns as patterns_of_track
from scenario_forge.checks import track_totals as totals_of_track
from scenario_forge.checks.causes import Checking, with_errata_shown, without_consequences
from scenario_forge.checks.charts import agreement as chart_agreement
from scenario_forge.checks.charts import formulas as chart_formulas
from scenario_forge.checks.charts import hours as chart_hours
from scenario_forge.checks.charts import legends as chart_legends
from scenario_forge.checks.charts import lines as chart_lines
from scenario_forge.checks.charts import relations as chart_relations
from scenario_forge.checks.charts import situations as chart_situations
from scenario_forge.checks.charts import trends as chart_trends
from scenario_forge.checks.errata import lists as errata_lists
from scenario_forge.checks.errata import moves as errata_moves
from scenario_forge.checks.fixes import with_fixes
from scenario_forge.checks.forces import cells as oob_cells
from scenario_forge.checks.forces import counters as counter_values
from scenario_forge.checks.forces import formations as unit_formations
from scenario_forge.checks.forces import identities as oob_counters
from scenario_forge.checks.forces import markers as counter_markers
from scenario_forge.checks.forces import positions as oob_ground
from scenario_forge.checks.forces import presence as oob_presence
from scenario_forge.checks.forces import rows as oob_rows
from scenario_forge.checks.forces import sisters as unit_sisters
from scenario_forge.checks.forces import texts as counter_texts
from scenario_forge.checks.map import barriers as map_barriers
from scenario_forge.checks.map import claims as map_claims
from scenario_forge.checks.map import grid as map_grid
from scenario_forge.checks.map import lines as map_lines
from scenario_forge.checks.map import places as map_places
from scenario_forge.checks.map import sites as map_sites
from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.rulebook import aids as aid_texts
from scenario_forge.checks.rulebook import bounds as rulebook_bounds
from scenario_forge.checks.rulebook import by_side as rulebook_by_side
from scenario_forge.checks.rulebook import captions as figure_captions
from scenario_forge.checks.rulebook import counted_lists as rulebook_lists
from scenario_forge.checks.rulebook import examples as example_names
from scenario_forge.checks.rulebook import figures as figure_rules
from scenario_forge.checks.rulebook import headings as rulebook_headings
from scenario_forge.checks.rulebook import likeness as rulebook_likeness
from scenario_forge.checks.rulebook import names as rulebook_spellings
from scenario_forge.checks.rulebook import other_names as rulebook_other_names
from scenario_forge.checks.rulebook import pointers as rulebook_pointers
from scenario_forge.checks.rulebook import prose as rulebook_prose
from scenario_forge.checks.rulebook import quantities as rulebook_quantities
from scenario_forge.checks.rulebook import reckonings as rulebook_reckonings
from scenario_forge.checks.rulebook import references as rulebook_references
from scenario_forge.checks.rulebook import restated as rulebook_restated
from scenario_forge.checks.rulebook import scenes as figure_scenes
from scenario_forge.checks.rulebook import sentences as rulebook_sentences
from scenario_forge.checks.rulebook import spelling
from scenario_forge.checks.rulebook import stated_numbers as rulebook_numbers
from scenario_forge.checks.rulebook import terms as rulebook_terms
from scenario_forge.checks.rulebook import thrown_dice as rulebook_dice
from scenario_forge.checks.rulebook import told_units as units_in_rulebook
from scenario_forge.checks.scenarios import dates as scenario_dates
from scenario_forge.checks.scenarios import moments as scenario_moments
from scenario_forge.checks.scenarios import options as scenario_options
from scenario_forge.checks.scenarios import settings as scenario_changes
from scenario_forge.checks.scenarios import starts as scenario_starts
from scenario_forge.checks.scenarios import texts as scenario_texts
from scenario_forge.checks.scenarios import unplayable as scenario_unplayable
from scenario_forge.checks.scenarios import variants as scenario_variants
from scenario_forge.checks.victory import at_start as victory_at_start
from scenario_forge.checks.victory import levels as victory_levels
from scenario_forge.checks.victory import names as victory_names
from scenario_forge.checks.victory import results as victory_results
from scenario_forge.checks.victory import rows as victory_rows
from scenario_forge.checks.victory import wording as victory_words
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.source.comments import apply_suppressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.game import Game

    Check = Callable[[Game], Iterable[Diagnostic]]

Which = Literal["all", "quick", "slow"]
"""Which checks are run: ``quick`` leaves out the slow ones, such as worked examples."""
SLOW = scenario_unplayable.CHECKS
"""The slow ones of any game; a system has its own."""
MANY = 4
_UNCORRECTED = "without this list the corrected text is unknown, so nothing else is checked"


def general_checks() -> tuple[Check, ...]:
    """Return the checks that any game gets, in the order in which they are listed here."""
    families = (
        names.CHECKS,
        game_file.CHECKS,
        chronology.CHECKS,
        facts.CHECKS,
        holders.CHECKS,
        dossiers.CHECKS,
        sightings.CHECKS,
        copies.CHECKS,
        repeats.CHECKS,
        words.CHECKS,
        glyphs.CHECKS,
        map_grid.CHECKS,
        map_barriers.CHECKS,
        map_lines.CHECKS,
        map_places.CHECKS,
        map_sites.CHECKS,
        map_claims.CHECKS,
        counter_values.CHECKS,
        unit_sisters.CHECKS,
        unit_formations.CHECKS,
        counter_markers.CHECKS,
        counter_texts.CHECKS,
        oob_counters.CHECKS,
        oob_cells.CHECKS,
        oob_presence.CHECKS,
        oob_ground.CHECKS,
        oob_rows.CHECKS,
        unused.CHECKS,
        track_boxes.CHECKS,
        patterns_of_track.CHECKS,
        totals_of_track.CHECKS,
        scenario_dates.CHECKS,
        scenario_moments.CHECKS,
        scenario_options.CHECKS,
        scenario_variants.CHECKS,
        scenario_starts.CHECKS,
        scenario_texts.CHECKS,
        scenario_changes.CHECKS,
        scenario_unplayable.CHECKS,
        chart_lines.CHECKS,
        chart_trends.CHECKS,
        chart_agreement.CHECKS,
        chart_situations.CHECKS,
        chart_legends.CHECKS,
        chart_hours.CHECKS,
        chart_relations.CHECKS,
        chart_formulas.CHECKS,
        rulebook_quantities.CHECKS,
        rulebook_numbers.CHECKS,
        rulebook_bounds.CHECKS,
        rulebook_lists.CHECKS,
        rulebook_dice.CHECKS,
        units_in_rulebook.CHECKS,
        rulebook_prose.CHECKS,
        rulebook_pointers.CHECKS,
        rulebook_sentences.CHECKS,
        rulebook_reckonings.CHECKS,
        rulebook_references.CHECKS,
        rulebook_spellings.CHECKS,
        rulebook_terms.CHECKS,
        spelling.CHECKS,
        example_names.CHECKS,
        figure_scenes.CHECKS,
        figure_rules.CHECKS,
        figure_captions.CHECKS,
        aid_texts.CHECKS,
        rulebook_restated.CHECKS,
        rulebook_likeness.CHECKS,
        rulebook_other_names.CHECKS,
        rulebook_by_side.CHECKS,
        rulebook_headings.CHECKS,
        victory_names.CHECKS,
        victory_levels.CHECKS,
        victory_results.CHECKS,
        victory_rows.CHECKS,
        victory_at_start.CHECKS,
        victory_words.CHECKS,
        errata_lists.CHECKS,
        errata_moves.CHECKS,
    )
    return tuple(check for family in families for check in family)


def check(game: Game, which: Which = "all", *, each: bool = False) -> list[Diagnostic]:
    """Return every finding of a game, in order of file and position.

    All stages report at once. A check that has read nothing that changed since the workspace last
    checked is not run again.

    Args:
        game: what is checked.
        which: ``quick``: what all checks but the slow ones find; ``slow``: what else ``all`` finds.
            After ``quick``, ``all`` only runs the slow checks.
        each: whether findings are listed that follow from others, instead of one finding for all of them.
    """
    if which == "slow":
        quick = set(check(game, "quick"))
        return [finding for finding in check(game) if finding not in quick]
    _every, kept = _suppressed(game, quick=which == "quick", each=each)
    merged = merge_repeated(sorted(dict.fromkeys(kept), key=lambda finding: finding.sort_key))
    shown = with_errata_shown(game, spelling.explain_foreign_letters(game, merged))
    return [with_fixes(game, finding) if finding.candidates else finding for finding in shown]


def suppressed_count(game: Game) -> int:
    """Return the number of findings the author has suppressed; those that others stand for do not count."""
    every, kept = _suppressed(game)
    return len(set(every).difference(kept))


def _suppressed(game: Game, *, quick: bool = False, each: bool = False) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """All findings of some checks, and those that the author has not suppressed; kept while nothing changes."""
    name, problems = f"suppressed:{quick}:{each}", tuple(game.problems)

    def make() -> tuple[tuple[Diagnostic, ...], tuple[list[Diagnostic], list[Diagnostic]]]:
        return problems, _sorted_out(game, quick=quick, each=each)

    known_problems, findings = game.memo.get(name, game, make)
    if known_problems != problems:  # some are of files that nothing reads, such as strangers in the folder
        game.memo.entries.pop(name)
        _problems, findings = game.memo.get(name, game, make)
    return findings


def _sorted_out(game: Game, *, quick: bool, each: bool) -> tuple[list[Diagnostic], list[Diagnostic]]:
    game.record(("errata",))
    sources = [file.source for file in game.files.values()]
    complete = not quick and not any(problem.severity is Severity.ERROR for problem in game.problems)
    run = partial(all_findings, quick=quick)
    every = repeats.without_repeated(game, run(game))
    if not each:
        explained = without_consequences(game, every, Checking(run, None if quick else partial(_found_again, game)))
        # a wrong value may also hide what is suppressed
        complete, every = complete and explained == every, explained
    return every, list(apply_suppressions(every, sources, lambda: _known(game), complete=complete))


def _found_again(game: Game, changed: Game) -> Iterator[Sequence[Diagnostic]]:
    """Yield what is found in a changed game while reading, and by each check that finds anything in the game itself."""
    yield changed.problems
    for check in _checks(game, quick=False):
        if findings_of(game, check):
            yield findings_of(changed, check)


def _known(game: Game) -> Mapping[str, Code]:
    return all_codes(game.system.codes() if game.system else ())


def merge_repeated(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings with repeated ones merged, such as those about one unknown name used in many places.

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
            left.append(finding.also(same[-1].span, f"the last of {len(same)} places with this finding"))
    return left


def all_findings(game: Game, *, quick: bool = False) -> list[Diagnostic]:
    """Return what :func:`check` finds, with what the author has suppressed, in no order.

    While a list of errata cannot be read, nobody knows what the corrected text is: then only what stands in
    the way of reading is found.
    """
    unread = {file.name for file in game.files_of("errata") if file.document is None}
    if unread and game.errata != "none":
        return [problem.note(_UNCORRECTED) if problem.span.file in unread else problem for problem in game.problems]
    every: list[Diagnostic] = list(game.problems)
    for _check, findings in findings_by_check(game, quick=quick):
        every += findings
    return every


def findings_by_check(game: Game, *, quick: bool = False) -> Iterator[tuple[Check, list[Diagnostic]]]:
    """Yield each check and its findings, as :func:`all_findings`; a check is carried out when its turn comes."""
    for function in _checks(game, quick=quick):
        yield function, findings_of(game, function)


def _checks(game: Game, *, quick: bool) -> list[Check]:
    own = game.system.checks() if game.system is not None else ()
    slow = (*SLOW, *(game.system.slow_checks() if game.system is not None else ()))
    return [function for function in (*general_checks(), *own) if not (quick and function in slow)]
