"""The command ``forge``: its verbs, and what happens to an error that none of them handled.

A verb's module is imported when the verb is used: help reads its words from the table below.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

import scenario_forge
from scenario_forge.cli.help import EXAMPLES
from scenario_forge.cli.words import (
    COULD_NOT,
    NO_READER,
    NoReaderError,
    discard_output,
    prepare_streams,
    say,
    say_error,
)
from scenario_forge.lettering.glyphs import NotAFontError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VERBS = {
    "check": "Check a game for errors, and correct simple slips (--fix).",
    "show": "Show everything known about a unit, hex, place, clause, turn or scenario.",
    "edit": "Edit a game in the browser: map, texts and findings side by side.",
    "build": "Print a game as PDF: map, counters, charts, cards, rules, and a page that says where to start.",
    "printer": "Show your printer, or set it for every game: paper, margin, and how far backs must move.",
    "play": "Play a scenario to its end automatically, or play a side yourself (--interactive).",
    "replay": "Replay a recorded game, and report where it diverges.",
    "fuzz": "Play random games to find failures of the rules, and save the shortest game that shows one.",
    "errata": "Check errata, propose new ones, measure their effect, and print them.",
    "diff": "Compare two versions of a game, or two scenarios, by meaning.",
    "rules": "List every clause of the rules with the code, data and tests behind it.",
    "playtest": "Play a scenario many times: who wins, how, when, and whether that meets the target.",
    "result": "Keep the result of a game between people, or list those that are kept.",
    "tune": "Find the smallest change that brings a scenario into its target balance.",
    "games": "List the games that can be called by name.",
    "leaflet": "Print a scenario as a magazine would: situation, map, both set-ups, victory, notes, sources.",
    "pack": "Pack a scenario with its errata into one file, to send to a friend.",
    "open": "Verify a packed scenario, and install it in the game.",
    "dates": "Show every start and stop that the track allows: what a draft leaves open, what is scored, who wins.",
    "dossier": "Collect the evidence for where each unit was on a date, on a page to read and print.",
    "new": "Draft a scenario with new dates, or start a new game.",
    "collate": "Make a form to compare with a printed copy, and read in its answers.",
    "copy": "Copy a game into a new folder, to work on.",
    "export": "Write a table of a game as CSV, to edit it in a spreadsheet.",
    "import": "Read a table that was edited in a spreadsheet into the game.",
    "words": "Make a template for translating the printed words, and report how much is translated.",
    "explain": "Explain a code such as OOB007: what it means, why it matters, how to fix it.",
    "fmt": "Format a game's files; their meaning does not change.",
    "migrate": "Convert a game written for an older version to the current format.",
    "lsp": "Start the language server: findings, hover, definitions, rename and completion in your own editor.",
    "schema": "Write the JSON Schemas that let an editor complete and explain keys, or check files against them.",
    "completion": "Turn on completion with the Tab key in bash, zsh, fish or PowerShell.",
    "help": "Show the help of a command.",
}
"""Verb → the first sentence of its help."""

HOMES = {
    "show": "lookup",
    "rules": "lookup",
    "explain": "lookup",
    "games": "lookup",
    "replay": "play",
    "copy": "files",
    "fmt": "files",
    "migrate": "files",
    "schema": "files",
    "words": "files",
    "pack": "files",
    "open": "files",
    "diff": "lookup",
    "fuzz": "check",
    "dossier": "pages",
    "collate": "pages",
    "export": "files",
    "import": "files",
    "lsp": "edit",
    "completion": "completion.verb",
}
"""Verb → the module of this package that has a function of its name, where that is not called like the verb."""

EXITS = {
    "check": ("no errors", "errors, or warnings under --strict"),
    "build": ("printed, and no errors", "errors: nothing was printed, or with --force all that could be"),
    "play": ("played to its end", "ended by a player or because the rules failed"),
    "replay": ("as recorded", "it diverges from the record, or the file is not a record"),
    "fuzz": ("nothing found", "the rules failed"),
    "playtest": ("all games played", "some games failed"),
    "tune": ("the scenario meets its target, or a change brings it there", "it does not, or that is uncertain"),
    "diff": ("compared", "they differ, under --exit-code"),
    "leaflet": ("printed", "errors: nothing was printed, or with --force all that could be"),
    "open": ("verified and installed", "the pack cannot be used, or must not be"),
    "collate": ("done", "some answers cannot be used"),
    "migrate": ("in the format of this version", "a file would change, under --check"),
    "fmt": ("formatted", "a file would change, under --check"),
    "schema": ("up to date, or valid", "a schema is out of date, under --check; a file is not valid, under --validate"),
}
"""Verb → what exit codes 0 and 1 mean; 2 is always that it could not be done."""

_PACKAGES = {"yaml": "pyyaml", "PIL": "pillow", "ruamel": "ruamel.yaml"}
"""Packages that are imported by another name than they are installed by."""

EPILOG = "GAME is the folder of a game, or the name of one: see `forge games`."
WITHOUT_GAME = ("games", "printer", "open", "diff", "explain", "schema", "replay", "lsp", "completion", "help")
"""Verbs that take no GAME."""

TASKS = """\
Scenario Forge: hex-and-counter wargames from plain text

What would you like to do?

  print a game at home          forge build GAME
  set your printer right        forge printer --paper Letter --back-right 0.4mm
  edit a game                   forge edit GAME   (map, texts and findings, in your browser)
  check a game                  forge check GAME
  correct simple slips          forge check GAME --fix
  look something up             forge show GAME "Allied 4"   (a unit, hex, place, clause, turn)
  understand a finding          forge explain OOB007
  play a scenario               forge play GAME --scenario NAME   (--interactive: you play a side)
  play a recorded game again    forge replay FILE
  play a scenario many times    forge playtest GAME --scenario NAME --games 200 --html report.html
  keep how a game went          forge result GAME SCENARIO --winner SIDE --score 12:31
  make a scenario more even     forge tune GAME --scenario NAME
  look for faults in the rules  forge fuzz GAME
  check the corrections         forge errata check GAME   (also: propose, import, witness, page, sheet)
  see what has changed          forge diff GAME+none GAME+all   (or two scenarios, folders, revisions)
  send a scenario to a friend   forge pack GAME SCENARIO   (your friend types: forge open FILE)
  compare with a copy you own   forge collate GAME   (a form for the values that had to be proposed)
  see what is behind a rule     forge rules GAME 6.31   (code, data, tests, rulings)
  see which games there are     forge games
  work on a copy of a game      forge copy GAME FOLDER
  edit tables as spreadsheets   forge export table GAME TABLE   (back: forge import table GAME TABLE FILE)
  start a game of your own      forge new game NAME --like GAME   (--like plain: a game without rules)
  see which dates there are     forge dates GAME   (every start and stop, and what a draft leaves open)
  start and stop on new dates   forge new scenario GAME --start 6/41 --stop 12/41 --name NAME
  print a scenario to publish   forge leaflet GAME SCENARIO   (situation, map, set-ups, victory, sources)
  decide where units were       forge dossier GAME --date 6/41   (a page: evidence, candidates, sources)
  print in another language     forge words GAME --language de   (a template, and how much is translated)
  format the files of a game    forge fmt GAME
  update an older game          forge migrate GAME
  get help from your editor     forge lsp   (findings, names, rename, completion as you type)
  let your editor complete keys forge schema --output schemas
  complete words with Tab       forge completion --install   (commands, games, scenarios, units, codes)
  read more about a command     forge help COMMAND

GAME is the folder of a game, or its name.
"""


class Verbs(TyperGroup):
    """The group of all verbs; imports a verb's module only when that verb is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - typer's own Context is private
        """Return the verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Return the command of one verb."""
        if cmd_name not in VERBS:
            return None
        app = typer.Typer(**_STYLE)
        module = import_module(f"scenario_forge.cli.{HOMES.get(cmd_name, cmd_name)}")
        parts = getattr(module, "PARTS_OF", {}).get(cmd_name) or getattr(module, "PARTS", None)
        if parts is not None:
            return _parts(app, cmd_name, parts)
        verb = getattr(module, cmd_name)
        app.command(cmd_name, help=_help(cmd_name), epilog=None if cmd_name in WITHOUT_GAME else EPILOG)(verb)
        return typer.main.get_command(app)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002
        """Write the list of verbs, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401
        """Find the verb, or say which was meant; refuse to start in a folder that is gone."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415 - slow, and seldom needed

            hint = did_you_mean(args[0], VERBS)
            say_error(f"there is no command `{args[0]}`", hint or "`forge --help` lists the commands")
            raise typer.Exit(COULD_NOT)
        _must_be_somewhere(args)
        return super().resolve_command(ctx, args)


def _must_be_somewhere(args: Sequence[str]) -> None:
    """End the command if the current folder was deleted; help is given anywhere."""
    if {"-h", "--help"} & {*args} or args[:1] == ["help"]:
        return
    try:
        os.getcwd()  # noqa: PTH109 - pathlib would be imported for it
    except OSError:
        say_error("the folder that you are in is gone", "change to another one, and try again")
        raise typer.Exit(COULD_NOT) from None


def _help(name: str) -> str:
    """Return what a verb does, two examples, and what its exit codes mean."""
    begun = _with_examples(VERBS[name], name)
    if name not in EXITS:
        return begun
    good, bad = EXITS[name]
    return f"{begun}\n\nExit code 0: {good}; 1: {bad}; 2: the command could not run."


def _with_examples(sentence: str, path: str) -> str:
    """Return the first sentence of a help and its examples, which are not wrapped."""
    lines = "\n".join(f"  forge {each}" for each in EXAMPLES.get(path, ()))
    return f"{sentence}\n\n\b\n{lines}" if lines else sentence


def _parts(app: typer.Typer, name: str, parts: dict[str, tuple[Callable[..., None], str]]) -> Any:  # noqa: ANN401
    """Return the command of a verb that has verbs of its own: `forge errata check`."""
    app.callback(help=_with_examples(VERBS[name], name), epilog=EPILOG)(_nothing)
    for part, (verb, said) in parts.items():
        text = _with_examples(said, f"{name} {part}")
        app.command(part, help=text, short_help=said, epilog=EPILOG)(verb)
    return typer.main.get_command(app)


def _nothing() -> None:
    """What such a verb does by itself."""


_STYLE: dict[str, Any] = {
    "rich_markup_mode": None,
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def application() -> Verbs:
    """Build the whole command, anew for each call."""
    app = typer.Typer(
        cls=Verbs, invoke_without_command=True, help="Author, check and print hex-and-counter wargames.", **_STYLE
    )
    app.callback(epilog=EPILOG)(forge)
    return typer.main.get_command(app)  # type: ignore[return-value]  # the class given above


def forge(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an internal error.")] = False,
) -> None:
    """Without a verb: what one can do, in users' words."""
    del debug  # looked for by `run`, which outlives this call
    if version:
        from scenario_forge.mechanics.engine import engine  # noqa: PLC0415 - no verb needs it to be listed

        say(f"forge {scenario_forge.__version__}\n{engine()}\n")
    elif ctx.invoked_subcommand is None:
        say(TASKS)


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line (without the program's name) and give the exit code.

    0 done, nothing wrong; 1 errors found; 2 could not be done; 130 interrupted; 141 nobody reads the output.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    prepare_streams()
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt as stop:
        if not stop.args:
            say_error("interrupted")
        return 130
    except NoReaderError:
        return NO_READER
    except BrokenPipeError:
        discard_output()
        return NO_READER
    except ModuleNotFoundError as error:
        return _wanting(error, debug=_debugs(words))
    except Exception as error:  # the last place where a mishap can be made into words
        return _mishap(error, debug=_debugs(words))
    return code


def _run(words: list[str]) -> int:
    try:
        application()(words, prog_name="forge")
    except SystemExit as stop:
        _raise_interruption(stop)
        return stop.code if isinstance(stop.code, int) else 0 if stop.code is None else COULD_NOT
    return 0


def _raise_interruption(error: BaseException | None) -> None:
    """Let an interruption through that the library of commands has made into an exit code of its own."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            raise error
        error = error.__cause__ or error.__context__


def _debugs(words: Sequence[str]) -> bool:
    return "--debug" in words[:1] or bool(os.environ.get("FORGE_DEBUG"))


def _wanting(error: ModuleNotFoundError, *, debug: bool) -> int:
    """Say which package is not installed and how to install it; a module that is none of these is a mishap."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow, and seldom needed

    top = (error.name or "").partition(".")[0]
    name = _PACKAGES.get(top, top).lower()
    try:
        wanted = [line.partition(";")[0].strip() for line in requires("scenario-forge") or ()]
    except PackageNotFoundError:  # run from a folder that was never installed
        wanted = list(_PACKAGES.values())
    line = next((each for each in wanted if re.match(rf"{re.escape(name)}(?![\w.-])", each, re.IGNORECASE)), None)
    if debug or line is None:
        return _mishap(error, debug=debug)
    say_error(f"this needs the package {name}, which is not installed", f'try: python -m pip install "{line}"')
    return COULD_NOT


def _mishap(error: Exception, *, debug: bool) -> int:
    if debug:
        traceback.print_exception(error)
    elif isinstance(error, NotAFontError):
        say_error(str(error), "install Scenario Forge again: its fonts are damaged")
    else:
        kind = type(error).__name__
        say_error(
            f"something went wrong inside Scenario Forge ({kind}: {error}). This is our mistake, not yours.",
            "please report it with the output of the same command after `forge --debug`",
        )
    return COULD_NOT
