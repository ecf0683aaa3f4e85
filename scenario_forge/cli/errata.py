"""``forge errata``: corrections proved, proposed, listed and printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.errata_check import check, propose
from scenario_forge.cli.errata_impact import impact
from scenario_forge.cli.outputs import Force, put
from scenario_forge.cli.words import (
    GameName,  # noqa: TC001 - typer reads annotations at run time
    OwnErrataSet,  # noqa: TC001 - typer reads annotations at run time
)

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


Since = Annotated[
    str | None,
    typer.Option(
        "--since", metavar="VERSION", help="Show what is new since this version of the errata.", show_default=False
    ),
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME", help="Print profile, as for `forge build`.", show_default=False),
]
PaperName = Annotated[
    str | None, typer.Option("--paper", metavar="PAPER", help="A4, Letter …; default: set by the profile.")
]
Folder = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="DIR", help="Output folder; files go into a subfolder named after the game."
    ),
]


def page(
    game: GameName,
    since: Since = None,
    profile: Profile = None,
    paper: PaperName = None,
    output: Folder = Path("build"),
    force: Force = False,
) -> None:
    """Write the list of errata as a page and as a PDF; bars mark what is new since a version."""
    from scenario_forge.api.build import file_stem, folder_name  # noqa: PLC0415
    from scenario_forge.api.errata_print import errata_pages  # noqa: PLC0415
    from scenario_forge.printing.brief import safe  # noqa: PLC0415

    since = bare(since)
    loaded = words.open_game(game, "all")
    profile = known_print(loaded, since, profile, paper)
    words.must_take_files(output / folder_name(loaded))
    made = errata_pages(loaded, since or "", paper, profile)
    name = "_".join(safe(part) for part in (file_stem(loaded), "errata-list", *version(made.listed.version)))
    folder = output / folder_name(loaded)
    put({folder / f"{name}.html": made.html.encode("utf-8", "replace"), folder / f"{name}.pdf": made.pdf}, force)


def sheet(
    game: GameName,
    errata: OwnErrataSet = "all",
    since: Since = None,
    profile: Profile = None,
    paper: PaperName = None,
    output: Folder = Path("build"),
    force: Force = False,
) -> None:
    """Print only what has changed, at true size: counters with backs, patches, pages, and a list for the box."""
    from scenario_forge.api.build import folder_name  # noqa: PLC0415
    from scenario_forge.api.errata_print import errata_sheet  # noqa: PLC0415
    from scenario_forge.cli.outputs import ProgressLine  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415

    since = bare(since)
    loaded = words.open_game(game, errata)
    profile = known_print(loaded, since, profile, paper)
    words.must_take_files(output / folder_name(loaded))
    with ProgressLine() as line:
        made = errata_sheet(loaded.folder, errata, since or "", paper, profile, lambda what: line.count(0, 0, what))
    how = {"long": "duplex-long", "short": "duplex-short", "fold": "fold", "none": "fronts-only"}
    folder = output / folder_name(loaded)
    backs = made.brief.profile.backs
    since_part = [f"since-v{since}"] if since else []
    put(
        {
            folder / f"{made.brief.file(name, *since_part, how=how[backs] if 'counters' in name else '')}.pdf": data
            for name, data in made.files.items()
        },
        force,
    )
    found = made.changed
    whole = sum(len(each.pages) for each in found.whole)
    told = [plural(found.counters, "counter"), f"{len(found.patches)} patches", plural(whole, "whole page")]
    words.say("nothing that was printed has changed\n" if found.nothing else f"{', '.join(told)}\n")


def bare(since: str | None) -> str | None:
    """A version without the v that may be written before it: `v2` is `2`."""
    return since.removeprefix("v") if since else since


def version(text: str) -> list[str]:
    """The part of a file's name that says which version of the errata it is of."""
    return [f"v{text}"] if text else []


def known_print(game: Game, since: str | None, profile: str | None, paper: str | None) -> str:
    """The profile; the command ends at a version, profile or paper that there is not, or if a list would be missing."""
    from scenario_forge.api import build as building  # noqa: PLC0415
    from scenario_forge.api.errata_print import NoSuchVersion, known_version  # noqa: PLC0415

    unread = next((file.name for file in game.files_of("errata") if file.document is None), None)
    if unread is not None:
        words.give_up(f"{unread} cannot be read, and its errata would be missing", f"`{words.check_of(game)}` says why")
    chosen = words.known_profile(game, profile)
    if paper is not None:
        words.one_of(paper, tuple(building.paper_names()), "--paper")
    try:
        known_version(game, since or "")
    except NoSuchVersion as unknown:
        words.give_up(str(unknown))
    return chosen


# -- ``forge errata`` ------------------------------------------------------------------------------


PARTS = {
    "check": (check, "Check each erratum: its place, what it fixes or breaks, and what must be reprinted."),
    "propose": (propose, "Draft errata for findings that exactly one correction resolves."),
    "impact": (impact, "Play pairs of games with and without errata: what differs, and where they diverge."),
    "page": (page, "Make the errata list as a web page and a PDF, with what is new since a version."),
    "sheet": (sheet, "Print only what the errata changed: counters, patches, pages, and a list for the box."),
}
"""Verb → its function and help."""
