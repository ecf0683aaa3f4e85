"""``forge show``: all that is known of one thing."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.project.knowledge import Answer, Card, Line

MOST = 30
"""Candidates shown; more say less."""


def show(
    game: GameName,
    thing: Annotated[
        str, typer.Argument(metavar="THING", help='"Allied 4", T30, Tobruk, 6.31, "Rule 6", 7/41', show_default=False)
    ],
    errata: ErrataSet = None,
) -> None:
    """Show all that is known of a unit, hex, place, clause, rule, turn, scenario or quantity, with its sources."""
    from scenario_forge.project.knowledge import look_up  # noqa: PLC0415

    answer = look_up(words.open_game(game, errata), thing)
    if answer.card is not None:
        words.say("\n".join(_laid_out(answer.card, words.width())) + "\n")
        return
    if not answer.candidates:
        words.give_up(answer.why, answer.hint)
    words.say("".join(f"{line}\n" for line in _choices(thing, answer)))
    raise typer.Exit(words.COULD_NOT)


def _laid_out(card: Card, width: int) -> Iterator[str]:
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    yield one_line(card.title)
    for section in card.sections:
        yield ""
        yield section.heading
        for line in section.lines:
            yield from _rows(line, width)


def _rows(line: Line, width: int) -> Iterator[str]:
    """A line with its source at the right; below it where there is no room. Leading blanks are kept."""
    from scenario_forge.diagnostics.render.cells import text_width  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    indent = "  " + " " * (len(line.text) - len(line.text.lstrip()))
    source = f"[{one_line(line.source)}]" if line.source else ""
    rows = textwrap.wrap(one_line(line.text), max(20, width - len(indent))) or [""]
    yield from (indent + row for row in rows[:-1])
    last = indent + rows[-1]
    room = width - text_width(last) - text_width(source)
    if not source:
        yield last
    elif room >= 2:
        yield last + " " * room + source
    else:
        yield last
        yield " " * max(0, width - text_width(source)) + source


def _choices(thing: str, answer: Answer) -> Iterator[str]:
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    shown = answer.candidates[:MOST]
    broad = max(len(one_line(each.cite)) for each in shown)
    yield f"`{one_line(thing)}` may mean {len(answer.candidates)} things; name one:"
    for each in shown:
        yield f"  {one_line(each.cite):<{broad}}  {each.kind:<8}  {one_line(each.title)}".rstrip()
    if len(answer.candidates) > MOST:
        yield f"  … and {len(answer.candidates) - MOST} more"
