"""``forge collate``: a form to hold beside a printed copy, and what becomes of its answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import Force, put
from scenario_forge.cli.words import GameName  # noqa: TC001 - typer reads annotations at run time

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
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Output folder; files go into a subfolder named after the game."
        ),
    ] = Path("build"),
    force: Force = False,
) -> None:
    """Write a form, or say what the answers of one come to; exit code 1 if one of them cannot be used."""
    if draft and answers is None:
        words.give_up("--draft needs --answers FILE")
    loaded = words.open_game(game, "none")
    if answers is None:
        _form(loaded, copy.removesuffix(".yaml"), output, ground=ground, force=force)
    else:
        _answers(loaded, Path(answers).name.removesuffix(".yaml"), draft=draft, force=force)


def _form(game: Game, copy: str, output: Path, *, ground: bool, force: bool) -> None:
    from scenario_forge.api.build import file_stem, folder_name  # noqa: PLC0415
    from scenario_forge.api.collate import NAME, form, form_files, ground_of  # noqa: PLC0415  # noqa: PLC0415
    from scenario_forge.printing.brief import safe  # noqa: PLC0415
    from scenario_forge.project.reading.folder import names_device  # noqa: PLC0415

    if not NAME.fullmatch(copy) or names_device(copy):
        words.give_up(f"`{copy}` is no name for a copy", "small letters, figures and hyphens: mine, attic-1986")
    parts, land = form(game), ground_of(game) if ground else None
    if not parts and land is None:
        words.say("every value that a copy shows is printed already\n")
        return
    try:
        html, pdf = form_files(game, copy, parts, land)
    except LookupError as problem:
        words.give_up(str(problem), f"`{words.check_of(game)}` says what is wrong with it")
    stem = f"{safe(file_stem(game))}_collate"
    folder = output / folder_name(game)
    put({folder / f"{stem}.html": html, folder / f"{stem}.pdf": pdf}, force)
    for title, count in [(part.title, part.count) for part in parts] + ([("Ground", land.count)] if land else []):
        words.say(f"  {title}: {count} values\n")


def _answers(game: Game, name: str, *, draft: bool, force: bool) -> None:
    from collections import Counter  # noqa: PLC0415

    from scenario_forge.api.collate import drafted, outcomes  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415
    from scenario_forge.project.reading.locate import called, command  # noqa: PLC0415

    try:
        count = Counter(outcomes(game, name))
        text = drafted(game, name)
    except LookupError as problem:
        there = f"copies/{name}.yaml" in game.files
        words.give_up(
            str(problem), f"`{words.check_of(game)}` says why" if there else "answers lie in the game's folder `copies`"
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
        words.must_be_within(game.folder, path)
        put({path: text.encode()}, force, document=True)
    if wrong:
        raise typer.Exit(words.ERRORS)
