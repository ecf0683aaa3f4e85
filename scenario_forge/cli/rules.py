"""``forge rules``: every clause, what carries it out, what tests it."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.rules import ClauseRow

FORMATS = ("text", "json")


def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help='6.31, "Rule 6" or a ruling; default: all.', show_default=False),
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Only clauses that lack code, data or a test.")] = False,
    layout: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")] = "text",
    errata: ErrataSet = None,
) -> None:
    """Show each clause of the rules, the code or data that carries it out, its tests, and our rulings."""
    from scenario_forge.api.rules import as_data, chosen, clause_rows  # noqa: PLC0415

    words.one_of(layout, FORMATS, "--format")
    everything = clause_rows(words.open_game(game, errata))
    rows = everything if clause is None else chosen(everything, clause)
    if clause is not None and not rows:
        from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415

        hint = did_you_mean(clause, [row.id for row in everything])
        words.give_up(f"the rulebook has no clause or rule `{clause}`", hint)
    counted = _counted(rows)
    if missing:
        rows = [row for row in rows if row.missing]
    if layout == "json":
        words.say(json.dumps(as_data(rows), ensure_ascii=False, indent=2) + "\n")
    elif clause is not None and not missing:
        words.say("\n".join(line for row in rows for line in _whole(row)))
    else:
        words.say("".join(f"{line}\n" for line in (*_table(rows), counted)))


def _table(rows: Sequence[ClauseRow]) -> Iterator[str]:
    """A line a clause."""
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    width, ids = words.width(), max([7, *(len(row.id) for row in rows)])
    for row in rows:
        held = f"{len(row.code):>3} code or data {len(row.tests):>3} tests" if row.executable else row.reason
        lacks = f"  lacks {' and '.join(row.missing)}" if row.missing else ""
        rulings = f"  {', '.join(row.rulings)}" if row.rulings else ""
        room = max(16, width - ids - 33)
        title = textwrap.shorten(one_line(row.title), room, placeholder=" …")
        yield f"{row.id:<{ids}} {title:<{min(room, 42)}} {held}{lacks}{rulings}".rstrip()


def _counted(rows: Sequence[ClauseRow]) -> str:
    """What there is in all."""
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415

    able = [row for row in rows if row.executable]
    lacking = sum(bool(row.missing) for row in able)
    return (
        f"{plural(len(rows), 'clause')}, {len(able)} to be carried out, {lacking} of them without code, data or a test"
    )


def _whole(row: ClauseRow) -> Iterator[str]:
    """Everything about one clause."""
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    yield f"{row.id}  {one_line(row.title)}"
    yield f"  {one_line(row.printed)}"
    if not row.executable:
        yield f"  not to be carried out: {row.reason}"
    for name, held in (("code or data", row.code), ("tests", row.tests), ("rulings", row.rulings)):
        if held:
            yield f"  {name}"
            yield from (f"    {one_line(one)}" for one in held)
    yield from (f"  lacks {what}" for what in row.missing)
    yield ""
