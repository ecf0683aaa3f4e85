"""``forge collate``: a form to hold beside a printed copy, and what becomes of its answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, printing
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import Force, GameName, OutputFolder, open_game
from scenario_forge.cli.outputs import put
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.project import reading
from scenario_forge.project.reading.locate import called, check_of, command

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


def collate(
    game: GameName,
    answers: Annotated[
        str | None,
        typer.Option(
            "--answers", metavar="FILE", help="Read answers from this file, or by name from the game's copies/."
        ),
    ] = None,
    copy: Annotated[
        str, typer.Option("--copy", metavar="NAME", help="Name of the copy; the form starts from copies/NAME.yaml.")
    ] = "mine",
    ground: Annotated[
        bool, typer.Option("--ground", help="Also ask about terrain, hexsides and roads, on a drawn map.")
    ] = False,
    draft: Annotated[
        bool, typer.Option("--draft", help="Draft errata from answers that contradict the printed text.")
    ] = False,
    output: OutputFolder = Path("build"),
    force: Force = False,
) -> None:
    """Write a form, or say what the answers of one come to; exit code 1 if one of them cannot be used."""
    if draft and answers is None:
        words.give_up("--draft needs --answers FILE")
    loaded = open_game(game, "none")
    if answers is None:
        _form(loaded, copy.removesuffix(".yaml"), output, ground=ground, force=force)
    else:
        _answers(loaded, Path(answers).name.removesuffix(".yaml"), draft=draft, force=force)


def _form(game: Game, copy: str, output: Path, *, ground: bool, force: bool) -> None:
    if not api.collate.NAME.fullmatch(copy) or reading.folder.names_device(copy):
        words.give_up(f"`{copy}` is no name for a copy", "small letters, figures and hyphens: mine, attic-1986")
    parts, land = api.collate.form(game), api.collate.ground_of(game) if ground else None
    if not parts and land is None:
        words.say("every value that a copy shows is printed already\n")
        return
    try:
        html, pdf = api.collate.form_files(game, copy, parts, land)
    except LookupError as problem:
        words.give_up(str(problem), f"`{check_of(game)}` says what is wrong with it")
    stem = f"{printing.brief.safe(api.build.file_stem(game))}_collate"
    folder = output / api.build.folder_name(game)
    put({folder / f"{stem}.html": html, folder / f"{stem}.pdf": pdf}, force)
    for title, count in [(part.title, part.count) for part in parts] + ([("Ground", land.count)] if land else []):
        words.say(f"  {title}: {count} values\n")


def _answers(game: Game, name: str, *, draft: bool, force: bool) -> None:
    try:
        count = Counter(api.collate.outcomes(game, name))
        text = api.collate.drafted(game, name)
    except LookupError as problem:
        there = f"copies/{name}.yaml" in game.files
        words.give_up(
            str(problem), f"`{check_of(game)}` says why" if there else "answers lie in the game's folder `copies`"
        )
    usual = (game.about.defaults.errata if game.about else None) or "official"
    laid, shown = plural(count["laid"], "answer"), command("build", called(game.folder), errata=f"{usual},copy:{name}")
    words.say(f"{laid} in place of proposed values: `{shown}`\n")
    words.say(f"{count['contradicts']} against what is printed, {count['same']} the same as it\n")
    wrong = sum(count.values()) - count["laid"] - count["contradicts"] - count["same"]
    if wrong:
        check = command("check", called(game.folder), errata=f"{usual},copy:{name}")
        words.say(f"{wrong} cannot be used: `{check}` says which\n")
    if draft and text:
        path = game.folder / "errata" / f"copy-{name}.yaml"
        outputs.must_be_within(game.folder, path)
        put({path: text.encode()}, force, document=True)
    if wrong:
        raise typer.Exit(words.ERRORS)
