"""``forge copy``, ``fmt``, ``migrate`` and ``schema``: what is done to the files of a game as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import GameName  # noqa: TC001 - typer reads annotations at run time


def copy(
    game: words.GameName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The new folder.", show_default=False)],
) -> None:
    """Copy the game."""
    from scenario_forge.api import load_game  # noqa: PLC0415
    from scenario_forge.api.files import NotCopied, copy_game  # noqa: PLC0415
    from scenario_forge.project.reading.locate import NoSuchGame  # noqa: PLC0415

    try:
        copy_game(game, folder)
    except NoSuchGame as unknown:
        words.give_up(f"there is no game {game}", unknown.hint)
    except NotCopied as problem:
        words.give_up(str(problem))
    words.say(f"copied {load_game(folder).title} to {folder}\n")


# -- ``forge fmt`` ---------------------------------------------------------------------------------


def fmt(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Indent and space the files of a game in one way; no word or comment changes."""
    from scenario_forge.api.files import tidy  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415

    loaded = words.open_game(game, "none")
    if not check:
        words.must_be_yours(loaded.folder)
    tidied = tidy(loaded, write=not check)
    for name in tidied.changed:
        words.say(f"{name} would be laid out anew\n" if check else f"laid out {name}\n")
    for name in tidied.unreadable:
        words.say(f"{name} cannot be read and stays as it is; `{words.check_of(loaded)}` says why\n")
    for name, reason in tidied.refused:
        words.say_error(f"{name}: {reason}")
    as_was = len(loaded.files) - len(tidied.changed)
    words.say(f"{plural(len(tidied.changed), 'file')} of {len(loaded.files)} {'to lay out' if check else 'laid out'}, ")
    words.say(f"{as_was} as {'it was' if as_was == 1 else 'they were'}\n")
    if tidied.refused:
        raise typer.Exit(words.COULD_NOT)
    if tidied.unreadable or (check and tidied.changed):
        raise typer.Exit(words.ERRORS)


# -- ``forge migrate`` -----------------------------------------------------------------------------


def migrate(
    game: GameName,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")] = False,
) -> None:
    """Take a game's files to the format that is read now; comments and all else stay as they are."""
    from scenario_forge.api import load_game  # noqa: PLC0415
    from scenario_forge.api.files import migrate_game  # noqa: PLC0415
    from scenario_forge.project.codes import FIL016  # noqa: PLC0415
    from scenario_forge.source.nodes import EditRefused  # noqa: PLC0415

    loaded = load_game(game, "none")
    problem, folder = words.no_game(loaded), loaded.folder
    if problem is not None and problem.code is not FIL016:
        words.give_up(problem.message, problem.help or "`forge games` lists the games that can be called by name")
    if not check:
        words.must_be_yours(folder)
    try:
        made = migrate_game(folder, write=not check)
    except EditRefused as refusal:
        words.give_up(f"{folder}: {refusal}", "nothing was changed")
    for name in made.texts if check else made.written:
        words.say(f"{name} would be changed\n" if check else f"changed {name}\n")
    for name, reason in made.refused:
        words.say_error(f"{name}: {reason}", "the command goes on from there when it is given again")
    if not made.texts:
        words.say(f"the game is written in format {made.after}; there is nothing to change\n")
    elif not made.refused:
        verb, other = "would be taken" if check else "was taken", made.before != made.after
        change = f"from format {made.before} to format {made.after}" if other else "to the keys that are read now"
        words.say(f"the game {verb} {change}\n")
    if made.refused:
        raise typer.Exit(words.COULD_NOT)
    if check and made.texts:
        raise typer.Exit(words.ERRORS)


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
    from scenario_forge.api.files import outdated_schemas  # noqa: PLC0415

    old = outdated_schemas(output)
    for name, text in old.items():
        if text is None:
            words.say(f"{output / name} is the schema of no document; remove it\n")
        elif check:
            words.say(f"{output / name} is out of date\n")
        else:
            _must_be_schema(output / name)
            words.write(output / name, text.encode())
            words.say(f"wrote {output / name}\n")
    if not old:
        words.say(f"the schemas in {output} are up to date\n")
    elif check:
        words.say_error("run `forge schema` to write them anew")
        raise typer.Exit(words.ERRORS)


def _validated(paths: list[Path]) -> None:
    """Say what the schemas forbid in files; the command ends with 1 if it is anything."""
    from scenario_forge.api.validate import NoSchema, validate  # noqa: PLC0415
    from scenario_forge.diagnostics.render.concise import line  # noqa: PLC0415

    wrong = False
    for path in paths:
        try:
            found = validate(path)
        except NoSchema as problem:
            words.give_up(str(problem), "begin it with `# yaml-language-server: $schema=…/map.schema.json`")
        except OSError as problem:
            words.give_up(f"{path} cannot be read: {problem.strerror or problem}")
        wrong |= bool(found)
        for each in found:
            words.say(f"{line(each, str(path.parent))}\n")
        if not found:
            words.say(f"{path} is valid\n")
    if wrong:
        raise typer.Exit(words.ERRORS)


def _must_be_schema(path: Path) -> None:
    """End the command if a file of that name is there which is no JSON Schema."""
    import json  # noqa: PLC0415

    try:
        known = path.exists() and "$schema" not in json.loads(path.read_bytes())
    except (OSError, ValueError, TypeError):
        known = True
    if known:
        words.give_up(f"{path} is there already and is no JSON Schema", "name another folder with --output")
