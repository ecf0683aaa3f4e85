"""``forge errata check``: what each erratum does."""

from __future__ import annotations

import json
import re
from pathlib import Path  # noqa: TC003 - typer reads annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import Force, put
from scenario_forge.cli.words import (
    GameName,  # noqa: TC001 - typer reads annotations at run time
    OwnErrataSet,  # noqa: TC001 - typer reads annotations at run time
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.errata import CheckedErrata
    from scenario_forge.api.errata_propose import Proposed
    from scenario_forge.checks.errata.trials import Trial
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game


WIDTH_SHOWN = 60
"""Letters of a value that are shown."""


def check(
    game: GameName,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Errata such as DR-012 or DR-024b; default: all.")
    ] = None,
    layout: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")] = "text",
    reprint: Annotated[
        bool, typer.Option("--reprint/--no-reprint", help="Work out what must be printed again (takes a while).")
    ] = True,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file instead of the terminal.")
    ] = None,
    force: Force = False,
) -> None:
    """Try each erratum; exit code 0 all are right, 1 some are not, 2 could not be done."""
    from scenario_forge.api.errata import check_errata  # noqa: PLC0415
    from scenario_forge.cli.outputs import ProgressLine  # noqa: PLC0415

    words.can_be_written(output)
    words.one_of(layout, ("text", "json"), "--format")
    loaded = words.open_game(game, "all")
    _known(loaded, ids or ())
    with ProgressLine(quiet=layout == "json") as line:
        checked = check_errata(
            loaded.folder, ids or None, reprint=reprint, tell=lambda what, done, of: line.count(done, of, what)
        )
    if layout == "json":
        text = json.dumps(checked.as_data(), ensure_ascii=False, indent=1) + "\n"
    else:
        text = "\n".join(_told(checked)) + "\n"
    if output is None:
        words.say(text)
    else:
        put({output: text.encode("utf-8", "replace")}, force)
    raise typer.Exit(words.ERRORS if checked.errors else words.CLEAN)


def _known(game: Game, ids: Sequence[str]) -> None:
    """End the command at an id that no erratum has."""
    from scenario_forge.checks.errata.trials import every_erratum, family  # noqa: PLC0415
    from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415
    from scenario_forge.project.reading.locate import called, command  # noqa: PLC0415

    there = [erratum.id for erratum, _where in every_erratum(game)]
    numbers = {family(id_) for id_ in there}
    for id_ in ids:
        if id_ not in there and id_ not in numbers:
            hint = (
                did_you_mean(id_, [*there, *numbers])
                or f"`{command('errata', 'check', called(game.folder))}` lists all there are"
            )
            words.give_up(f"there is no erratum `{id_}`", hint)


def _told(checked: CheckedErrata) -> Iterator[str]:
    from scenario_forge.diagnostics.render.report import one_line, plural  # noqa: PLC0415

    for trial in checked.trials:
        yield from _trial(checked.game, trial)
        yield ""
    base = words.seen_from_here(checked.game.folder)
    for finding in checked.findings:
        yield _line(finding, base)
        yield from (f"  = {one_line(note)}" for note in finding.notes)
    if checked.reprints is not None:
        yield from _reprints(checked)
    counts = ", ".join(f"{number} {status}" for status, number in sorted(checked.count.items()))
    if not counts:
        yield "the game has no errata"
        return
    applied = sum(trial.applied for trial in checked.trials)
    resolved = sum(len(trial.resolves) for trial in checked.trials)
    yield (
        f"{plural(sum(checked.count.values()), 'correction')} in {plural(len(checked.trials), 'number')} ({counts}): "
        f"{applied} applied, {plural(resolved, 'finding')} resolved, {plural(checked.errors, 'error')}"
    )


def _line(finding: Diagnostic, base: str) -> str:
    from scenario_forge.diagnostics.render import concise  # noqa: PLC0415

    return concise.line(finding, base)


def _trial(game: Game, trial: Trial) -> Iterator[str]:
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415
    from scenario_forge.project.reading.errata import WHY_NOT, paper_of  # noqa: PLC0415

    status = ", ".join(dict.fromkeys(erratum.status for erratum, _where in trial.errata))
    yield f"{trial.id}  {status}{', kept and never applied' if trial.kept else ''}"
    came = {(patch.where.file.name, patch.where.path): patch.problem for patch in trial.patches}
    for erratum, where in trial.errata:
        was, now = _value(erratum.printed), _value(erratum.corrected)
        letter = erratum.id.removeprefix(trial.id)
        problem = WHY_NOT.get(came.get((where.file.name, where.path), ""), "")
        place = one_line(paper_of(game, erratum))
        yield f"  {letter + ' ' if letter else ''}{place}: {was} → {now}{f' ({problem})' if problem else ''}"
    for word, findings in (("resolves", trial.resolves), ("causes", trial.causes), ("alone causes", trial.alone)):
        for finding in findings:
            yield f"  {word} {finding.code.id} {one_line(finding.message)}"
    if trial.scenarios:
        many = "s" if len(trial.scenarios) > 1 else ""
        yield f"  changes the scenario{many} {', '.join(trial.scenarios)}"
    elif trial.applied:
        yield "  changes no scenario"


def _value(value: object) -> str:
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    if value in (None, ""):
        return "nothing" if value is None else "a blank"
    said = one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return said if len(said) <= WIDTH_SHOWN else f"{said[: WIDTH_SHOWN - 1]}…"


def _reprints(checked: CheckedErrata) -> Iterator[str]:
    by_component: dict[str, list[str]] = {}
    for document in checked.reprints or ():
        by_component.setdefault(document.component, []).append(document.title)
    yield "to print again:" if by_component else "nothing needs printing again"
    for component, titles in by_component.items():
        yield f"  {component}: {'; '.join(titles)}"
    if by_component:
        yield ""


# -- ``forge errata propose`` ----------------------------------------------------------------------


READINGS_SHOWN = 5
"""Readings of an undecided finding that are shown."""


def propose(
    game: GameName,
    errata: OwnErrataSet = "all",
    date: Annotated[
        str,
        typer.Option(
            "--date", metavar="DATE", help="Date to write into the drafts, such as 2026-11-22.", show_default=False
        ),
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the drafts without writing them.")] = False,
) -> None:
    """Draft errata where exactly one reading resolves a finding; they go behind those in errata/proposed.yaml."""
    from scenario_forge.api.errata_propose import propose as draft  # noqa: PLC0415
    from scenario_forge.api.errata_propose import write_drafts  # noqa: PLC0415
    from scenario_forge.cli.outputs import ProgressLine  # noqa: PLC0415
    from scenario_forge.source.nodes import EditRefused  # noqa: PLC0415

    if date and not _is_date(date):
        words.give_up(f"--date is a year, a month or a day such as 2026-11-22, not `{date}`")
    loaded = words.open_game(game, errata)
    if not dry_run:
        words.must_be_yours(loaded.folder)
    with ProgressLine() as line:
        proposed = draft(loaded.folder, errata, lambda done, of: line.count(done, of, "findings"), date)
    _tell(proposed)
    if not proposed.drafts or dry_run:
        return
    try:
        path = write_drafts(proposed)
    except EditRefused as refused:
        words.give_up(str(refused))
    words.say(f"wrote {path}\n")


def _is_date(text: str) -> bool:
    """Whether it is a year, a month or a day that there is."""
    from datetime import date  # noqa: PLC0415

    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        return False
    try:
        date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True


def _tell(proposed: Proposed) -> None:
    from scenario_forge.diagnostics.render.report import one_line, plural  # noqa: PLC0415

    if proposed.text:
        words.say(f"{proposed.text}\n")
    for undecided in proposed.left:
        if undecided.readings:
            both = " and " if len(undecided.readings) == 2 else ", "
            shown = both.join(one_line(reading) for reading in undecided.readings[:READINGS_SHOWN])
            more = (
                f" and {len(undecided.readings) - READINGS_SHOWN} more"
                if len(undecided.readings) > READINGS_SHOWN
                else ""
            )
            finding = undecided.finding
            words.say(f"{finding.code.id} {one_line(finding.message)}\n  decide between {shown}{more}\n")
    left = len(proposed.left)
    several = sum(bool(undecided.readings) for undecided in proposed.left)
    words.say(f"{plural(len(proposed.drafts), 'draft')}, {plural(left, 'finding')} left to a person: ")
    words.say(f"{several} with several readings, {left - several} with none\n")
