"""Words in and words out: the streams, colour, exit codes, and options that several verbs share."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

CLEAN, ERRORS, COULD_NOT, NO_READER = 0, 1, 2, 141
"""The exit codes; the last is what a shell makes of a program that wrote to a closed pipe."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Folder of a game, or its name.", show_default=False)]
_SETS = "none, official, all (includes ours), or ids such as DR-001,DR-007; add copy:NAME for a copy"
ErrataSet = Annotated[
    str | None,
    typer.Option("--errata", metavar="SET", help=f"{_SETS}. Default: set by the game.", show_default=False),
]
"""Errata of a verb that goes by the game's defaults."""
OwnErrataSet = Annotated[str, typer.Option("--errata", metavar="SET", help=f"{_SETS}.")]
"""Errata of a verb that has a default itself, whatever the game says: `check`, `errata`, `diff`."""

FRAMES = "╭─├│…"
"""What must be writable for frames to be drawn with it."""

WIDEST = 140
_TERMINALS = ("WT_SESSION", "ANSICON", "TERM", "ConEmuANSI")


def prepare_streams() -> None:
    """Have what a stream cannot write replaced, so that no name in a game can stop the output."""
    if sys.stdout is None:  # closed before we began: nobody wants to know
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class NoReaderError(BaseException):
    """Nobody reads the output any more. No mishap of what goes on meanwhile, so no `except Exception` takes it."""


def say(text: str) -> None:
    """Write to standard output as it is; when nobody reads it any more, the command ends quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        raise NoReaderError from None
    except OSError as error:
        discard_output()
        give_up(f"the output cannot be written: {error.strerror or error}")


def discard_output() -> None:
    """Let the interpreter's own last flush go nowhere, since the reader of our output has gone."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process


def say_error(message: str, hint: str | None = None) -> None:
    """Write a message to a person to standard error, and below it what to do."""
    sys.stdout.flush()
    sys.stderr.write(f"forge: {message}\n" + (f"  {hint}\n" if hint else ""))


def say_progress(text: str) -> None:
    """Say on standard error how far a long work is."""
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


TOLD = "told"
"""What an interruption carries of which the person has been told more than that it came."""


def give_up(message: str, hint: str | None = None) -> NoReturn:
    """Say why it could not be done, and stop with exit code 2."""
    say_error(message, hint)
    raise typer.Exit(COULD_NOT)


def interrupted(message: str) -> NoReturn:
    """Say how far it came when the person interrupted, and stop as an interruption does."""
    say_error(message)
    raise KeyboardInterrupt(TOLD) from None


def wants_colour(refused: bool = False) -> bool:
    """Whether to colour: only on a terminal that can, and never against NO_COLOR (see no-color.org)."""
    if refused or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return os.name != "nt" or any(os.environ.get(name) for name in _TERMINALS)


def ascii_only() -> bool:
    """Whether standard output cannot write the frames."""
    try:
        FRAMES.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def width() -> int:
    """Cells of a line: the terminal's, or 110 where there is none."""
    import shutil  # noqa: PLC0415 - brings compression, which few commands need

    return min(shutil.get_terminal_size((110, 24)).columns, WIDEST)


def seen_from_here(folder: Path) -> str:
    """A folder's path from the current directory, forward slashes; empty for itself, whole if elsewhere."""
    from pathlib import Path  # noqa: PLC0415

    try:
        whole = folder.resolve()
    except (OSError, RuntimeError):  # a loop of links
        whole = folder.absolute()
    try:
        path = whole.relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return whole.as_posix()
    return "" if path == "." else path


def same_command(ctx: typer.Context, **changed: str) -> str:
    """The command that was typed, with every option as it was but those in ``changed``, which take another value."""
    from scenario_forge.project.reading.locate import command  # noqa: PLC0415

    arguments, options = [], []
    for parameter in ctx.command.params:
        name = parameter.name or ""
        typed = getattr(ctx.get_parameter_source(name), "name", "") == "COMMANDLINE"
        if not typed and name not in changed:
            continue
        value = changed.get(name, ctx.params[name])
        values = [str(each) for each in value] if isinstance(value, (list, tuple)) else [str(value)]
        if parameter.param_type_name == "argument":
            arguments += values
        elif isinstance(value, bool):
            options.append(parameter.opts[0] if value else parameter.secondary_opts[0])
        else:
            options += [word for each in values for word in (parameter.opts[0], each)]
    return command(*ctx.command_path.split()[1:], *arguments, *options)


def check_of(game: Game) -> str:
    """The command that shows what is wrong with a game as it was loaded."""
    from scenario_forge.project.reading.locate import check_of as typed  # noqa: PLC0415

    return typed(game)


def one_of(value: str, allowed: tuple[str, ...], option: str) -> str:
    """The value of an option that has a few; anything else ends the command with a hint."""
    if value in allowed:
        return value
    from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415

    give_up(f"{option} is one of {', '.join(allowed)}, not `{value}`", did_you_mean(value, allowed))


def no_game(game: Game) -> Diagnostic | None:
    """Why there is nothing that could be worked on: no such folder, a file, an unreadable folder, another format."""
    from scenario_forge.project.codes import FIL001, FIL002, FIL003, FIL016, FIL017  # noqa: PLC0415

    formats = (FIL016, FIL017)
    if game.files:
        return next((p for p in game.problems if p.code in formats), None)
    blame = (FIL001, FIL002, FIL003)
    return next((p for p in game.problems if p.code in blame), next(iter(game.problems), None))


def open_game(name: str, errata: str | None) -> Game:
    """The game of that name; without one, or with unknown errata, the command ends with exit code 2.

    ``errata`` None stands for the game's own default.
    """
    from scenario_forge.api import load_game  # noqa: PLC0415

    game = load_game(name, errata)
    problem = no_game(game)
    if problem is not None:
        give_up(problem.message, problem.help or "`forge games` lists the games that can be called by name")
    known_errata(game, game.errata, "--errata" if errata is not None else "`defaults` of game.yaml: errata")
    return game


def known_errata(game: Game, errata: str, named: str = "--errata") -> None:
    """End the command if a word of ``--errata`` is neither a set nor the id of an erratum that may be applied."""
    from scenario_forge.project.reading.locate import never_applied, unknown_errata  # noqa: PLC0415

    unknown = unknown_errata(game, errata)
    if unknown is not None:
        word, hint = unknown
        give_up(f"{named} is none, official, all, or ids of errata of this game, not `{word}`", hint)
    never = never_applied(game, errata)
    if never is not None:
        id_, status = never
        give_up(f"{named} names {id_}, which is {status}: it is kept, and never applied", f"leave {id_} out")


def known_profile(game: Game, named: str | None) -> str:
    """The print profile that is named, else that of the game's defaults; the command ends if there is none such."""
    from scenario_forge.api import build as building  # noqa: PLC0415

    chosen, whence = building.chosen_profile(game, named), "--profile" if named else "`defaults` of game.yaml: profile"
    return one_of(chosen, tuple(building.profile_names(game)), whence)


def write(path: Path, data: bytes) -> None:
    """Write a file in one step, with the folders it needs; the command ends if that cannot be done."""
    problem = not_written(path, data)
    if problem:
        give_up(*problem)


def not_written(path: Path, data: bytes) -> tuple[str, str | None] | None:
    """Write a file as :func:`write` does; why it could not be done and what to do, None where it is written."""
    from scenario_forge.source.files import write_file  # noqa: PLC0415

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        blocked = next((each for each in path.parents if each.exists() and not each.is_dir()), None)
        reason = f"{blocked} is no folder" if blocked else error.strerror or error
        return f"{path} cannot be written: {reason}", None
    problem = write_file(path, data, str(path))
    return (problem.message, problem.help) if problem else None


def must_be_yours(folder: Path) -> None:
    """The command ends if it would write into a game that came with the installation.

    A package brings its games in itself, wherever it lies, be it in a project's own environment. Those beside a
    checkout may be worked on from within it.
    """
    from pathlib import Path  # noqa: PLC0415

    from scenario_forge.project.reading.locate import bundled_folder, installed  # noqa: PLC0415

    bundled, whole = bundled_folder(), folder.resolve()
    if bundled is None or not whole.is_relative_to(bundled.resolve()):
        return
    if installed(bundled) or not whole.is_relative_to(Path.cwd().resolve()):
        hint = f"`forge copy {whole.name} FOLDER` makes a copy of your own: name that instead"
        give_up(f"{whole.name} came with the installation and is not written to", hint)


def must_be_within(folder: Path, *paths: Path) -> None:
    """The command ends if a link leads out of a game's folder into which it shall write, or the game is not yours."""
    must_be_yours(folder)
    for path in paths:
        try:
            inside = path.resolve().is_relative_to(folder.resolve())
        except (OSError, RuntimeError):  # a loop of links
            inside = False
        if not inside:
            give_up(f"{path} leads out of {folder}", "a link stands there; what it leads to is not written")


def can_be_written(*paths: Path | None) -> None:
    """Before long work: the command ends if a file that it shall write is a folder, or its folder takes none."""
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            give_up(f"{path} cannot be written: it is a folder")
        must_take_files(path.parent, path)


def must_take_files(folder: Path, path: Path | None = None) -> None:
    """Before long work: the command ends if a folder, there or to be made, is none or takes no files."""
    above = folder if folder.exists() else next(each for each in folder.absolute().parents if each.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        why = "takes no files" if above.is_dir() else "is no folder"
        give_up(f"{path or folder} cannot be written: {seen_from_here(above) or 'this folder'} {why}")


def seconds_of(limit: float) -> float | None:
    """The value of `--limit`: None for 0, no limit. The command ends if it is no time."""
    if not 0 <= limit < float("inf"):
        give_up(f"--limit is a number of seconds, or 0 for any time, not {limit:g}")
    return limit or None


def words(
    game: GameName,
    language: Annotated[str, typer.Option("--language", metavar="CODE", help="ISO 639 code: de, fr.")],
) -> None:
    """Write a template for the words of a language, the English beside each, and say how much is done.

    What is there already is left as it is.
    """
    from scenario_forge.cli.translation import write_words  # noqa: PLC0415 - the verb alone needs it

    write_words(game, language)
