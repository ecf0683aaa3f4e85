"""Findings on values that an erratum has put in place of print: the text still shows what was printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.project.errata import Patch
    from scenario_forge.project.game import Game


def beside_errata(game: Game, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings; those at a corrected value show beside it the erratum that it comes from.

    Findings on the errata themselves are left as they are.
    """
    findings = list(findings)
    if not findings:
        return findings
    lists = {file.name for file in game.files_of("errata")}
    corrected = _corrected(game)
    return [each if each.span.file in lists else _shown(each, corrected) for each in findings]


def _corrected(game: Game) -> dict[str, list[tuple[Span, Patch]]]:
    """By file the printed places of values that an erratum changed."""
    found: dict[str, list[tuple[Span, Patch]]] = {}
    for patch in game.patches:
        if patch.target and not patch.problem and patch.erratum.corrected is not None:
            name, path = patch.target
            found.setdefault(name, []).append((Where(game.files[name], path).span, patch))
    return found


def _shown(finding: Diagnostic, corrected: dict[str, list[tuple[Span, Patch]]]) -> Diagnostic:
    spans = [finding.span, *(label.span for label in finding.labels)]
    found = {
        patch.erratum.id: patch
        for span in spans
        for printed, patch in corrected.get(span.file, ())
        if _within(span, printed)
    }
    for id_, patch in found.items():
        finding = finding.also(patch.where / "corrected", f"{id_} has put this in place of print")
    return finding


def _within(one: Span, other: Span) -> bool:
    return (other.line, other.column) <= (one.line, one.column) and (one.end_line, one.end_column) <= (
        other.end_line,
        other.end_column,
    )
