"""``forge pack`` and ``forge open``: a scenario as one file to send, and what becomes of it on arrival."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import compiler
from scenario_forge.api import packs
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import ErrataSet, Force, GameName, open_game
from scenario_forge.cli.outputs import put
from scenario_forge.cli.play import show
from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.project.reading.locate import check_of, games

if TYPE_CHECKING:
    from scenario_forge.api.packs.install import Opened


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
        made = packs.make.make_pack(loaded, scenario)
    except compiler.CompileError as error:
        words.give_up(error.message, f"`{check_of(loaded)}` says what is wrong")
    except (LookupError, packs.make.NotPacked) as problem:
        words.give_up(str(problem))
    put({output or Path(made.name): made.data}, force)
    lists = sum(name.startswith("errata/") for name in made.manifest.files)
    words.say(f"  scenario {made.manifest.scenario}, errata: {len(made.manifest.corrections)} ")
    words.say(f"in {plural(lists, 'list')}, content {made.manifest.content[:16]}\n")
    if undecided := packs.make.left_open(loaded, made.manifest.scenario):
        words.say(f"  {plural(undecided, 'cell')} left to decide: `{check_of(loaded)}` lists them\n")


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
    """Verify a pack and install its scenario; exit code 1 if it must not or cannot be used, 2 could not be done."""
    opened = _verified(file)
    folder = _folder(opened, game)
    found = packs.install.compare_pack(opened, folder, force=force)
    show(found)
    if any(finding.severity is Severity.ERROR for finding in found):
        raise typer.Exit(words.ERRORS)
    manifest = opened.manifest
    words.say(f"{manifest.scenario_title}, for {manifest.title}: all files are as they were packed\n")
    if dry_run:
        return
    outputs.must_be_yours(folder)
    stays = set(opened.files) - set(packs.install.without_kept(opened, folder).files)
    kept = sorted(name for name in stays if (folder / name).read_bytes() != opened.files[name])
    words.say("".join(f"kept {folder / name}: it says the same of all that is needed\n" for name in kept))
    written, problem = packs.install.install_pack(opened, folder)
    if problem is not None:
        words.give_up(problem.message, problem.help)
    words.say("".join(f"wrote {folder / name}\n" for name in written) or "all of it is there already\n")
    if manifest.corrections:
        words.say(f"it was made with --errata {manifest.errata}\n")


def _verified(file: Path) -> Opened:
    try:
        with file.open("rb") as stream:
            data = stream.read(packs.archive.MAX_PACK + 1)
    except (OSError, ValueError) as error:
        words.give_up(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}")
    try:
        return packs.install.open_pack(data, words.seen_from_here(file) or file.name)
    except packs.archive.BadPackError as error:
        show(error.findings)
        raise typer.Exit(words.ERRORS) from error


def _folder(opened: Opened, game: str | None) -> Path:
    """The game's folder; those that came with the installation are not written to unless named."""
    if game is not None:
        return open_game(game, "none").folder
    name = opened.manifest.game
    found = next((each for each in games() if each.name == name), None)
    if found is None or found.kind == "bundled":
        words.give_up(f"say which folder is your copy of {name}", f"`forge copy {name} FOLDER` makes one")
    return found.folder
