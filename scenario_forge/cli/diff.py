"""``forge diff``: what two states of a game, or two scenarios, differ in."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import ErrataSet, Force, OutputFile, TextJsonOrHtml, one_of
from scenario_forge.cli.outputs import put
from scenario_forge.compare.change import TITLES
from scenario_forge.diagnostics.render.report import one_line, plural
from scenario_forge.project.reading.locate import check_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.api.diff import Compared

FORMATS = ("text", "json", "html")
_STATE = "GAME, GAME:SCENARIO, GAME+ERRATA (desert-rats+none), GAME@REVISION of git, or a scenario's file."


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help=_STATE, show_default=False)],
    after: Annotated[
        str, typer.Argument(metavar="B", help="The other one, named in the same way.", show_default=False)
    ],
    errata: ErrataSet = None,
    layout: TextJsonOrHtml = "text",
    output: OutputFile = None,
    force: Force = False,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit with code 1 if they differ.")] = False,
) -> None:
    """Compare by meaning, what matters most to a player first; exit code 0, or 2 if it could not be done."""
    outputs.can_be_written(output)
    one_of(layout, FORMATS, "--format")
    if layout == "html" and output is None:
        words.give_up("--format html needs --output FILE")
    try:
        one, other = api.diff.state_of(before, errata), api.diff.state_of(after, errata)
        compared = api.diff.compare(one, other)
        if layout == "html":
            made = api.diff.diff_html(compared)
        elif layout == "json":
            made = json.dumps(compared.as_data(), ensure_ascii=False, indent=1) + "\n"
        else:
            made = "".join(f"{line}\n" for line in _told(compared))
    except api.diff.NoSuchState as unknown:
        words.give_up(str(unknown), f"A and B are {_STATE}")
    except compiler.CompileError as error:
        shown = " and ".join(dict.fromkeys(f"`{check_of(state.game)}`" for state in (one, other)))
        words.give_up(str(error), f"{shown} says what is wrong")
    if output is None:
        words.say(made)
    else:
        put({output: made.encode("utf-8", "replace")}, force)
    if exit_code and compared.changes:
        raise typer.Exit(words.ERRORS)


def _told(compared: Compared) -> Iterator[str]:
    yield f"{one_line(compared.before.label)} → {one_line(compared.after.label)}"
    for title, several in groupby(compared.changes, key=lambda change: TITLES[change.matter]):
        changes = list(several)
        yield ""
        yield f"{title} ({len(changes)})"
        yield from (f"  {one_line(change.subject)}: {one_line(change.what)}" for change in changes)
    yield ""
    yield plural(len(compared.changes), "change") if compared.changes else "nothing has changed"
