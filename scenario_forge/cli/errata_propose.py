"""``forge errata propose``: drafts of errata from what the checks find."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import GameName, OwnErrataSet  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from scenario_forge.api.errata_propose import Proposed

SHOWN = 5
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
    from scenario_forge.cli.progress import ProgressLine  # noqa: PLC0415
    from scenario_forge.source.edit import EditRefused  # noqa: PLC0415

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
    from scenario_forge.diagnostics.render.lines import one_line  # noqa: PLC0415
    from scenario_forge.diagnostics.render.summary import plural  # noqa: PLC0415

    if proposed.text:
        words.say(f"{proposed.text}\n")
    for undecided in proposed.left:
        if undecided.readings:
            both = " and " if len(undecided.readings) == 2 else ", "
            shown = both.join(one_line(reading) for reading in undecided.readings[:SHOWN])
            more = f" and {len(undecided.readings) - SHOWN} more" if len(undecided.readings) > SHOWN else ""
            finding = undecided.finding
            words.say(f"{finding.code.id} {one_line(finding.message)}\n  decide between {shown}{more}\n")
    left = len(proposed.left)
    several = sum(bool(undecided.readings) for undecided in proposed.left)
    words.say(f"{plural(len(proposed.drafts), 'draft')}, {plural(left, 'finding')} left to a person: ")
    words.say(f"{several} with several readings, {left - several} with none\n")
