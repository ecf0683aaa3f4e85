"""``forge errata``: corrections checked, proposed, listed and printed; other verbs have modules of their own."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, printing
from scenario_forge.cli import outputs, words
from scenario_forge.cli.build import show_findings
from scenario_forge.cli.errata_impact import impact
from scenario_forge.cli.errata_lists.importing import import_list
from scenario_forge.cli.errata_lists.listing import list_errata
from scenario_forge.cli.errata_lists.printings import printings
from scenario_forge.cli.errata_witness import witness
from scenario_forge.cli.options import (
    ErrataSet,
    Force,
    GameName,
    OutputFile,
    OutputFolder,
    TextOrJson,
    known_profile,
    one_of,
    open_game,
    own_printer,
)
from scenario_forge.cli.outputs import put
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics import report
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.game.reading.errata import WHY_NOT, paper_of
from scenario_forge.game.reading.locate import check_command, command, game_argument
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.build import PrintStyle
    from scenario_forge.api.errata import CheckedErrata, ProposedErrata
    from scenario_forge.checks.errata.trials import ErrataTrial
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game


Since = Annotated[
    str | None,
    typer.Option(
        "--since", metavar="VERSION", help="Show what is new since this version of the errata.", show_default=False
    ),
]
SinceEdition = Annotated[
    str | None,
    typer.Option(
        "--since",
        metavar="EDITION",
        help="Print what differs from this edition, as at the foot of your sheets (1.0, 1.0+none, @REVISION), or is "
        "new since this version of the errata.",
        show_default=False,
    ),
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME", help="Print profile, as for `forge build`.", show_default=False),
]
PaperName = Annotated[
    str | None, typer.Option("--paper", metavar="PAPER", help="A4, Letter …; default: set by the profile.")
]


def page(
    game: GameName,
    since: Since = None,
    profile: Profile = None,
    paper: PaperName = None,
    output: OutputFolder = Path("build"),
    force: Force = False,
) -> None:
    """Write the list of errata as a page and as a PDF; bars mark what is new since a version."""
    since = without_v(since)
    loaded = open_game(game, "all")
    style = known_style(loaded, since, profile, paper)
    outputs.must_take_files(output / api.build.folder_name(loaded))
    made = api.build.errata_pages(loaded, since or "", style)
    name = "_".join(
        printing.brief.safe_name(part) for part in (loaded.id, "errata-list", *version(made.listed.version))
    )
    folder = output / api.build.folder_name(loaded)
    put({folder / f"{name}.html": made.html.encode("utf-8", "replace"), folder / f"{name}.pdf": made.pdf}, force)


def sheet(
    game: GameName,
    errata: ErrataSet = None,
    since: SinceEdition = None,
    profile: Profile = None,
    paper: PaperName = None,
    output: OutputFolder = Path("build"),
    force: Force = False,
) -> None:
    """Print only what has changed, at true size: counters with backs, patches, slips, pages, a list for the box.

    With a profile that has `published`, patches and slips fit the published game that it measures.
    """
    since = without_v(since)
    loaded = open_game(game, errata)
    style = known_style(loaded, None, profile, paper)
    outputs.must_take_files(output / api.build.folder_name(loaded))
    try:
        with Meter() as line:
            made = api.build.errata_sheet(
                loaded.folder, loaded.errata, since or "", style, lambda what: line.show(0, 0, what)
            )
    except api.editions.NoSuchVersion as unknown:
        words.give_up(str(unknown))
    how = {"long": "duplex-long", "short": "duplex-short", "fold": "fold", "none": "fronts-only"}
    folder = output / api.build.folder_name(loaded)
    backs = made.brief.profile.backs
    since_part = [f"since-v{printing.brief.safe_name(since)}"] if since else []
    put(
        {
            folder / f"{made.brief.file(name, *since_part, how=how[backs] if 'counters' in name else '')}.pdf": data
            for name, data in made.files.items()
        },
        force,
    )
    found = made.changed
    whole = sum(len(each.pages) for each in found.whole)
    pasted = len(found.patches) + len(found.cells)
    told = [plural(found.counters, "counter"), plural(pasted, "patch"), plural(whole, "whole page")]
    told += [plural(len(found.slips), "slip")] if found.slips else []
    words.say("nothing that was printed has changed\n" if found.nothing else f"{', '.join(told)}\n")


def rulebook(
    game: GameName,
    errata: ErrataSet = None,
    since: SinceEdition = None,
    profile: Profile = None,
    paper: PaperName = None,
    output: OutputFolder = Path("build"),
    force: Force = False,
) -> None:
    """Print the living rulebook: the rules with a bar, a number and a date beside each change."""
    since = without_v(since)
    loaded = open_game(game, errata)
    style = known_style(loaded, None, profile, paper)
    folder = output / api.build.folder_name(loaded)
    outputs.must_take_files(folder)
    try:
        made = api.build.living_rulebook(loaded, since or "", style)
    except LookupError as unknown:
        words.give_up(str(unknown))
    parts = [f"since-v{printing.brief.safe_name(since)}"] if since else []
    name = made.brief.file("living-rulebook", *parts, paper=made.paper)
    put({folder / f"{name}.pdf": made.pdf}, force)
    words.say(f"{plural(made.changes, 'change')}\n")


def without_v(since: str | None) -> str | None:
    """Return a version without the v that may be written before it: `v2` is `2`."""
    return since.removeprefix("v") if since else since


def version(text: str) -> list[str]:
    """Return the part of a file's name that says which version of the errata it is of."""
    return [f"v{text}"] if text else []


def known_style(game: Game, since: str | None, profile: str | None, paper: str | None) -> PrintStyle:
    """Return how to print; end the command for an unknown profile or paper, or if a list of errata is missing."""
    unread = next((file.name for file in game.files_of("errata") if file.document is None), None)
    if unread is not None:
        words.give_up(f"{unread} cannot be read, and its errata would be missing", f"`{check_command(game)}` says why")
    printer = own_printer()
    chosen = known_profile(game, profile, printer)
    impossible = api.build.profile_errors(game, chosen, printer)
    if impossible:
        show_findings(game, impossible)
        words.give_up(f"the profile {chosen} cannot be printed", "mend it, or choose another with --profile")
    if paper is not None:
        paper = one_of(paper, tuple(printing.profile.PAPERS), "--paper")
    try:
        api.editions.known_version(game, since or "")
    except api.editions.NoSuchVersion as unknown:
        words.give_up(str(unknown))
    return api.build.PrintStyle(chosen, paper, printer)


WIDTH_SHOWN = 60
"""Letters of a value that are shown."""


def check(
    game: GameName,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Errata such as DR-012 or DR-024b; default: all.")
    ] = None,
    layout: TextOrJson = "text",
    reprint: Annotated[
        bool, typer.Option("--reprint/--no-reprint", help="Work out what must be printed again (takes a while).")
    ] = True,
    output: OutputFile = None,
    force: Force = False,
) -> None:
    """Try each erratum; exit code 0 all are right, 1 some are not, 2 could not be done."""
    outputs.can_be_written(output)
    layout = one_of(layout, ("text", "json"), "--format")
    loaded = open_game(game, "all")
    wanted = _known(loaded, ids or ())
    with Meter(quiet=layout == "json") as line:
        checked = api.errata.check_errata(
            loaded.folder, wanted or None, reprint=reprint, tell=lambda what, done, of: line.show(done, of, what)
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


def _known(game: Game, ids: Sequence[str]) -> list[str]:
    """Return the ids of all errata that are meant; end the command at an id that none has."""
    try:
        return [erratum.id for erratum in api.errata.errata_named(game, ids)]
    except api.errata.NoSuchErratum as unknown:
        every = command("errata", "check", game_argument(game.folder))
        words.give_up(str(unknown), unknown.hint or f"`{every}` lists all there are")


def _told(checked: CheckedErrata) -> Iterator[str]:
    for trial in checked.trials:
        yield from _trial(checked.game, trial)
        yield ""
    base = words.relative_path(checked.game.folder)
    for finding in checked.findings:
        yield _line(finding, base)
        yield from (f"  = {one_line(note)}" for note in finding.notes)
    if checked.reprints is not None:
        yield from _reprints(checked)
    counts = ", ".join(f"{number} {status}" for status, number in sorted(checked.count.items()))
    if not counts:
        yield "the game has no errata"
        return
    applied = sum(trial.changes_text for trial in checked.trials)
    resolved = sum(len(trial.resolves) for trial in checked.trials)
    yield (
        f"{plural(sum(checked.count.values()), 'correction')} in {plural(len(checked.trials), 'number')} ({counts}): "
        f"{applied} applied, {plural(resolved, 'finding')} resolved, {plural(checked.errors, 'error')}"
    )


def _line(finding: Diagnostic, base: str) -> str:
    return report.line(finding, base)


def _trial(game: Game, trial: ErrataTrial) -> Iterator[str]:
    status = ", ".join(dict.fromkeys(erratum.status for erratum, _where in trial.errata))
    yield f"{trial.id}  {status}{', kept and never applied' if trial.never_applied else ''}"
    came = {(patch.where.file.name, patch.where.path): patch.problem for patch in trial.patches}
    for erratum, where in trial.errata:
        was, now = _value(erratum.printed), _value(erratum.corrected)
        letter = erratum.id.removeprefix(trial.id)
        problem = WHY_NOT.get(came.get((where.file.name, where.path), ""), "")
        place = one_line(paper_of(game, erratum))
        yield f"  {letter + ' ' if letter else ''}{place}: {was} → {now}{f' ({problem})' if problem else ''}"
    for finding in trial.resolves:
        yield f"  resolves {finding.code.id} {one_line(finding.message)}"
    if trial.changes_text and not trial.resolves:
        yield "  resolves nothing that is found in the printed text"
    for word, findings in (("causes", trial.causes), ("alone causes", trial.alone), ("leaves", trial.leaves)):
        for finding in findings:
            stands = finding.span.paper or f"{finding.span.file}, line {finding.span.line}"
            yield f"  {word} {finding.code.id} {one_line(finding.message)} ({stands})"
    if trial.scenarios:
        many = "s" if len(trial.scenarios) > 1 else ""
        yield f"  changes the scenario{many} {', '.join(trial.scenarios)}"
    elif trial.changes_text:
        yield "  changes no scenario"


def _value(value: object) -> str:
    if value in (None, ""):
        return "nothing" if value is None else "a blank"
    said = one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    return said if len(said) <= WIDTH_SHOWN else f"{said[: WIDTH_SHOWN - 1]}…"


def _reprints(checked: CheckedErrata) -> Iterator[str]:
    by_component: dict[str, list[str]] = {}
    for document in checked.reprints or ():
        by_component.setdefault(document.job.component, []).append(document.job.title)
    yield "to print again:" if by_component else "nothing needs printing again"
    for component, titles in by_component.items():
        yield f"  {component}: {'; '.join(titles)}"
    if by_component:
        yield ""


def propose(
    game: GameName,
    errata: ErrataSet = None,
    date: Annotated[
        str,
        typer.Option(
            "--date", metavar="DATE", help="Date to write into the drafts, such as 2026-11-22.", show_default=False
        ),
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the drafts without writing them.")] = False,
) -> None:
    """Draft errata where one reading of a finding is nearly sure; they go behind those in errata/proposed.yaml."""
    if date and not _is_date(date):
        words.give_up(f"--date is a year, a month or a day such as 2026-11-22, not `{date}`")
    loaded = open_game(game, errata)
    if not dry_run:
        outputs.must_be_yours(loaded.folder)
    with Meter() as line:
        proposed = api.errata.propose(
            loaded.folder, loaded.errata, lambda done, of: line.show(done, of, "findings"), date
        )
    _tell(proposed)
    if not proposed.drafts or dry_run:
        return
    try:
        path = api.errata.write_drafts(proposed)
    except EditRefused as refused:
        words.give_up(str(refused))
    words.say(f"wrote {path}\n")


def _is_date(text: str) -> bool:
    """Whether it is a year, a month or a day that there is."""
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        return False
    try:
        dt.date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True


def _tell(proposed: ProposedErrata) -> None:
    if proposed.text:
        words.say(f"{proposed.text}\n")
    alike: dict[tuple[str, ...], list[Diagnostic]] = {}
    for undecided in proposed.left:
        texts = tuple(one_line(api.errata.draft_text(draft)) for draft in undecided.drafts)
        alike.setdefault(texts, []).append(undecided.finding)
    for texts, findings in alike.items():
        if texts:
            words.say("".join(f"{finding.code.id} {one_line(finding.message)}\n" for finding in findings))
            words.say("".join(["  decide between\n", *(f"    {text}\n" for text in texts)]))
    left = len(proposed.left)
    several = sum(bool(undecided.drafts) for undecided in proposed.left)
    words.say(f"{plural(len(proposed.drafts), 'draft')}, {plural(left, 'finding')} left to a person: ")
    words.say(f"{several} with readings to decide between, {left - several} with none\n")


PARTS = {
    "check": (check, "Check each erratum: its place, what it fixes or breaks, and what must be reprinted."),
    "propose": (propose, "Draft errata for findings of which one correction is nearly sure; list the others."),
    "import": (import_list, "Draft errata from somebody's list: text, CSV or a web page."),
    "list": (list_errata, "Write all errata as a text that `import` reads back."),
    "printings": (printings, "Show which printing, and which copy, needs which errata."),
    "impact": (impact, "Play pairs of games with and without errata: what differs, and where they diverge."),
    "witness": (witness, "Find the smallest position in which two readings of a rule lead to different play."),
    "page": (page, "Make the errata list as a web page and a PDF, with what is new since a version."),
    "rulebook": (rulebook, "Print the rules with a bar, a number and a date beside each change."),
    "sheet": (sheet, "Print only what the errata changed: counters, patches, pages, and a list for the box."),
}
"""Verb → its function and help."""
