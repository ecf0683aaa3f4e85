"""``forge export`` and ``forge import``: tables of a game as CSV, for a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import Force, GameName, OutputFile, open_game
from scenario_forge.cli.play import show
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.render.report import line, plural
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import MAX_BYTES

if TYPE_CHECKING:
    from scenario_forge.api.tables import Table
    from scenario_forge.api.tables_import import Imported
    from scenario_forge.project.game import Game

_TABLE = "counters, time-track, orders-of-battle/NAME or charts/ID"


def export_table(
    game: GameName,
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help=f"{_TABLE}; default: list them.", show_default=False)
    ] = None,
    output: OutputFile = None,
    force: Force = False,
) -> None:
    """Write a table as CSV, as the file has it: errata are not applied."""
    loaded = open_game(game, "none")
    if table is None:
        words.say("".join(f"{name}\n" for name in api.tables.tables(loaded)))
        return
    text = api.tables.export_table(_found(loaded, table))
    if output is None:
        words.say(text)
    else:
        outputs.put({output: text.encode()}, force)


def import_table(
    game: GameName,
    table: Annotated[str, typer.Argument(metavar="TABLE", help=f"{_TABLE}.", show_default=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file in UTF-8.", show_default=False)],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change without writing it.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Remove rows that the CSV does not have.")] = False,
) -> None:
    """Read a CSV into a table; exit code 1 if it cannot be used, or the game then has errors that it had not."""
    loaded = open_game(game, None)
    found = _found(loaded, table)
    path = loaded.folder / found.source.name
    if not dry_run:
        outputs.must_be_within(loaded.folder, path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        words.give_up(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}")
    try:
        made = api.tables_import.import_table(found, data, words.seen_from_here(file) or file.name, remove=remove)
    except EditRefused as refused:
        words.give_up(f"{found.source.name}: {refused}", "nothing was changed")
    if made.findings:
        show(made.findings)
        words.say_error(f"{plural(len(made.findings), 'error')} in {file}: nothing was written")
        raise typer.Exit(words.ERRORS)
    if not made.changes:
        words.say(f"{found.source.name} says the same already\n{_left(made)}")
        return
    news = api.tables_import.new_findings(loaded, made)
    if not dry_run:
        problem = api.tables_import.write_table(loaded, made)
        if problem is not None:
            words.give_up(problem.message, problem.help)
    _tell(made, dry_run=dry_run)
    base = words.seen_from_here(loaded.folder)
    words.say("".join(f"{line(each, base)}\n" for each in news))
    words.say(f"{plural(len(news), 'finding')} that the game had not before\n" if news else "")
    if any(each.severity is Severity.ERROR for each in news):
        raise typer.Exit(words.ERRORS)


def _found(game: Game, name: str) -> Table:
    try:
        return api.tables.find_table(game, name)
    except api.tables.NoSuchTable as unknown:
        words.give_up(str(unknown), unknown.hint)


def _tell(made: Imported, *, dry_run: bool) -> None:
    counts = ((made.cells, "cell", "changed"), (len(made.added), "row", "added"), (len(made.removed), "row", "removed"))
    said = ", ".join(f"{plural(number, what)} {how}" for number, what, how in counts if number)
    words.say(f"{made.table.source.name}: {said}{'; nothing was written' if dry_run else ''}\n{_left(made)}")


def _left(made: Imported) -> str:
    if not made.left:
        return ""
    return f"{plural(len(made.left), 'row')} that the CSV does not have left as they are (--remove removes them)\n"


PARTS_OF = {
    "export": {"table": (export_table, "Write a table as CSV for a spreadsheet; without TABLE, list the tables.")},
    "import": {"table": (import_table, "Read a CSV into a table; comments and layout stay.")},
}
"""Verb → its own verbs, each with its function and help."""
