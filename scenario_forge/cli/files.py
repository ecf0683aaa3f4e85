"""``forge copy``, ``fmt``, ``migrate``, ``schema``, ``words``, ``pack``, ``open``, ``export`` and ``import``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler
from scenario_forge.cli import outputs
from scenario_forge.cli.options import ErrataSet, Force, GameName, OutputFile, no_game, open_game
from scenario_forge.cli.outputs import put
from scenario_forge.cli.play import show
from scenario_forge.cli.words import COULD_NOT, ERRORS, give_up, relative_path, say, say_error
from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.report import line, plural
from scenario_forge.game.codes import FIL016
from scenario_forge.game.reading.locate import NoSuchGame, check_command, games
from scenario_forge.game.system import all_schemas
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import MAX_BYTES

if TYPE_CHECKING:
    from scenario_forge.api.packs.pack import OpenedPack
    from scenario_forge.api.tables.imported import TableImport
    from scenario_forge.api.tables.table import Table
    from scenario_forge.game.game import Game


def copy(
    game: GameName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The new folder.", show_default=False)],
) -> None:
    """Copy a game with its schemas; the command ends if the folder exists or cannot be written."""
    left = api.files.leftovers(folder)
    try:
        api.files.copy_game(game, folder)
    except NoSuchGame as unknown:
        give_up(f"there is no game {game}", unknown.hint)
    except api.files.NotCopied as problem:
        give_up(str(problem))
    outputs.tell_removed(left)
    say(f"copied {api.load_game(folder).title} to {folder}\n")


# -- ``forge fmt`` ---------------------------------------------------------------------------------


def fmt(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Indent and space the files of a game in one way; no word or comment changes."""
    loaded = open_game(game, "none")
    if not check:
        outputs.must_be_yours(loaded.folder)
    tidied = api.files.tidy(loaded, write=not check)
    for name in tidied.changed:
        say(f"{name} would be laid out anew\n" if check else f"laid out {name}\n")
    for name in tidied.unreadable:
        say(f"{name} cannot be read and stays as it is; `{check_command(loaded)}` says why\n")
    for name, reason in tidied.refused:
        say_error(f"{name}: {reason}")
    as_was = len(loaded.files) - len(tidied.changed)
    say(f"{plural(len(tidied.changed), 'file')} of {len(loaded.files)} {'to lay out' if check else 'laid out'}, ")
    say(f"{as_was} as {'it was' if as_was == 1 else 'they were'}\n")
    if tidied.refused:
        raise typer.Exit(COULD_NOT)
    if tidied.unreadable or (check and tidied.changed):
        raise typer.Exit(ERRORS)


# -- ``forge migrate`` -----------------------------------------------------------------------------


def migrate(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Take a game's files to the format that is read now; comments and all else stay as they are."""
    loaded = api.load_game(game, "none")
    problem, folder = no_game(loaded), loaded.folder
    if problem is not None and problem.code is not FIL016:
        give_up(problem.message, problem.help or "`forge games` lists the games that can be called by name")
    if not check:
        outputs.must_be_yours(folder)
    try:
        made = api.files.migrate_game(folder, write=not check)
    except EditRefused as refusal:
        give_up(f"{folder}: {refusal}", "nothing was changed")
    for name in made.texts if check else made.written:
        say(f"{name} would be changed\n" if check else f"changed {name}\n")
    for name, reason in made.refused:
        say_error(f"{name}: {reason}", "the command goes on from there when it is given again")
    if not made.texts:
        say(f"the game is written in format {made.after}; there is nothing to change\n")
    elif not made.refused:
        verb, other = "would be taken" if check else "was taken", made.before != made.after
        change = f"from format {made.before} to format {made.after}" if other else "to the keys that are read now"
        say(f"the game {verb} {change}\n")
    if made.refused:
        raise typer.Exit(COULD_NOT)
    if check and made.texts:
        raise typer.Exit(ERRORS)


# -- ``forge schema`` ------------------------------------------------------------------------------


def schema(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for the schemas.")] = Path(
        "schemas"
    ),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 if a schema is out of date.")
    ] = False,
    validate: Annotated[
        list[Path] | None,
        typer.Option("--validate", metavar="FILE", help="Check this file against its schema alone; repeatable."),
    ] = None,
) -> None:
    """Write the schemas of all documents, those of installed rule systems included."""
    if validate:
        _validated(validate)
        return

    old = api.schemas.outdated_schemas(output)
    for name, text in old.items():
        if text is None:
            say(f"{output / name} is the schema of no document; remove it\n")
        elif check:
            say(f"{output / name} is out of date\n")
        else:
            _must_be_schema(output / name)
            outputs.write(output / name, text.encode())
            say(f"wrote {output / name}\n")
    if not old:
        say(f"the schemas in {output} are up to date\n")
    elif check:
        say_error("run `forge schema` to write them anew")
        raise typer.Exit(ERRORS)


def _validated(paths: list[Path]) -> None:
    """Say what the schemas forbid in files; the command ends with 1 if it is anything."""
    wrong, published = False, all_schemas()
    for path in paths:
        try:
            found = api.schemas.validate(path, published)
        except api.schemas.NoSchema as problem:
            give_up(str(problem), "begin it with `# yaml-language-server: $schema=…/map.schema.json`")
        except OSError as problem:
            give_up(f"{path} cannot be read: {problem.strerror or problem}")
        wrong |= bool(found)
        for each in found:
            say(f"{line(each, str(path.parent))}\n")
        if not found:
            say(f"{path} is valid\n")
    if wrong:
        raise typer.Exit(ERRORS)


def _must_be_schema(path: Path) -> None:
    """End the command if a file of that name is there which is no JSON Schema."""
    try:
        known = path.exists() and "$schema" not in json.loads(path.read_bytes())
    except (OSError, ValueError, TypeError):
        known = True
    if known:
        give_up(f"{path} is there already and is no JSON Schema", "name another folder with --output")


_SHOWN = 5


def words(
    game: GameName,
    language: Annotated[str, typer.Option("--language", metavar="CODE", help="ISO 639 code: de, fr.")],
) -> None:
    """Write a template for the words of a language, the English beside each, and say how much is done.

    What is there already is left as it is.
    """
    language = language.lower()
    if not re.fullmatch("[a-z]{2,3}", language):
        give_up(f"`{language}` is no code of a language", "use its ISO 639 code: de, fr, it")
    loaded = open_game(game, None)
    path = loaded.folder / "words" / f"{language}.yaml"
    if language == "en":
        say("English is what every game has: words/en.yaml need hold only what is to read otherwise.\n")
        return
    if not path.exists():
        outputs.must_be_yours(loaded.folder)
        outputs.put({path: api.files.template(loaded, language).encode("utf-8")}, force=False, document=True)
        say(f"Set `language: {language}` in game.yaml to print with it.\n")
        return
    done = api.files.progress(loaded, language)
    say(f"{relative_path(path) or path}: {done.done} of {done.total} words are translated\n")
    if done.missing:
        rest = len(done.missing) - _SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        say(f"in English still: {', '.join(done.missing[:_SHOWN])}{more}\n")


# -- packs: a scenario as one file to send, and what becomes of it on arrival ----------------------


def pack(
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="Name of the scenario.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File to write; default: GAME_SCENARIO.forge.", show_default=False
        ),
    ] = None,
    errata: ErrataSet = None,
    force: Force = False,
) -> None:
    """Pack a scenario with its errata, sources, content hash and a picture."""
    outputs.can_be_written(output)
    loaded = open_game(game, errata)
    try:
        made = api.packs.pack.make_pack(loaded, scenario)
    except compiler.CompileError as error:
        give_up(error.message, f"`{check_command(loaded)}` says what is wrong")
    except (LookupError, api.packs.pack.NotPacked) as problem:
        give_up(str(problem))
    put({output or Path(made.name): made.data}, force)
    lists = sum(name.startswith("errata/") for name in made.manifest.files)
    say(f"  scenario {made.manifest.scenario}, errata: {len(made.manifest.corrections)} ")
    say(f"in {plural(lists, 'list')}, content {made.manifest.content[:16]}\n")
    if undecided := api.packs.pack.left_open(loaded, made.manifest.scenario):
        say(f"  {plural(undecided, 'cell')} left to decide: `{check_command(loaded)}` lists them\n")


# -- ``forge open`` --------------------------------------------------------------------------------


def open(  # noqa: A001 - named after its verb
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `forge pack`.")],
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Folder of the game, if it cannot be found by name.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files of the game that differ.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Verify the pack without installing it.")] = False,
) -> None:
    """Verify a pack and install its scenario; exit code 1 if it cannot or must not be used, 2 if the command failed."""
    opened = _verified(file)
    folder = _folder(opened, game)
    found = api.packs.pack.compare_pack(opened, folder, force=force)
    show(found)
    if any(finding.severity is Severity.ERROR for finding in found):
        raise typer.Exit(ERRORS)
    manifest = opened.manifest
    say(f"{manifest.scenario_title}, for {manifest.title}: all files are as they were packed\n")
    if dry_run:
        return
    outputs.must_be_yours(folder)
    stays = set(opened.files) - set(api.packs.pack.without_kept(opened, folder).files)
    kept = sorted(name for name in stays if (folder / name).read_bytes() != opened.files[name])
    say("".join(f"kept {folder / name}: it says the same of all that is needed\n" for name in kept))
    written, problem = api.packs.pack.install_pack(opened, folder)
    if problem is not None:
        give_up(problem.message, problem.help)
    say("".join(f"wrote {folder / name}\n" for name in written) or "all of it is there already\n")
    if manifest.corrections:
        say(f"it was made with --errata {manifest.errata}\n")


def _verified(file: Path) -> OpenedPack:
    data = outputs.read(file, api.packs.archive.MAX_PACK)
    try:
        return api.packs.pack.open_pack(data, relative_path(file) or file.name)
    except api.packs.archive.BadPackError as error:
        show(error.findings)
        raise typer.Exit(ERRORS) from error


def _folder(opened: OpenedPack, game: str | None) -> Path:
    """The game's folder; those that came with the installation are not written to unless named."""
    if game is not None:
        return open_game(game, "none").folder
    name = opened.manifest.game
    found = next((each for each in games() if each.name == name), None)
    if found is None or found.kind == "bundled":
        give_up(f"say which folder is your copy of {name}", f"`forge copy {name} FOLDER` makes one")
    return found.folder


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
        say("".join(f"{name}\n" for name in api.tables.table.tables(loaded)))
        return
    text = api.tables.table.export_table(_found(loaded, table))
    if output is None:
        say(text)
    else:
        outputs.put({output: text.encode()}, force)


def import_table(
    game: GameName,
    table: Annotated[str, typer.Argument(metavar="TABLE", help=f"{_TABLE}.", show_default=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file.", show_default=False)],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change without writing it.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Remove rows that the CSV does not have.")] = False,
) -> None:
    """Read a CSV into a table; exit code 1 if it cannot be used, or the game then has errors that it had not."""
    loaded = open_game(game, None)
    found = _found(loaded, table)
    path = loaded.folder / found.source.name
    if not dry_run:
        outputs.must_be_within(loaded.folder, path)
    data = outputs.read(file, MAX_BYTES)
    try:
        made = api.tables.imported.import_table(found, data, relative_path(file) or file.name, remove=remove)
    except EditRefused as refused:
        give_up(f"{found.source.name}: {refused}", "nothing was changed")
    if made.findings:
        show(made.findings)
        say_error(f"{plural(made.wrong, 'error')} in {file}: nothing was written")
        raise typer.Exit(ERRORS)
    say("".join(f"{relative_path(file) or file}: {remark}\n" for remark in made.remarks))
    if not made.changes:
        say(f"{found.source.name} says the same already\n{_left(made)}")
        return
    news = api.tables.imported.new_findings(loaded, made)
    if not dry_run:
        problem = api.tables.imported.write_table(loaded, made)
        if problem is not None:
            give_up(problem.message, problem.help)
    _tell(made, dry_run=dry_run)
    base = relative_path(loaded.folder)
    say("".join(f"{line(each, base)}\n" for each in news))
    say(f"{plural(len(news), 'finding')} that the game had not before\n" if news else "")
    if any(each.severity is Severity.ERROR for each in news):
        raise typer.Exit(ERRORS)


def _found(game: Game, name: str) -> Table:
    try:
        return api.tables.table.find_table(game, name)
    except api.tables.table.NoSuchTable as unknown:
        give_up(str(unknown), unknown.hint)


def _tell(made: TableImport, *, dry_run: bool) -> None:
    counts = ((made.cells, "cell", "changed"), (len(made.added), "row", "added"), (len(made.removed), "row", "removed"))
    said = ", ".join(f"{plural(number, what)} {how}" for number, what, how in counts if number)
    say(f"{made.table.source.name}: {said}{'; nothing was written' if dry_run else ''}\n{_left(made)}")


def _left(made: TableImport) -> str:
    if not made.left:
        return ""
    return f"{plural(len(made.left), 'row')} that the CSV does not have left as they are (--remove removes them)\n"


PARTS_OF = {
    "export": {"table": (export_table, "Write a table as CSV for a spreadsheet; without TABLE, list the tables.")},
    "import": {"table": (import_table, "Read a CSV into a table; comments and layout stay.")},
}
"""Verb → its own verbs, each with its function and help."""
