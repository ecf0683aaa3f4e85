"""``forge collate``: a form to hold beside a printed copy, and what becomes of its answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.words import GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


def collate(
    game: GameName,
    answers: Annotated[
        str | None,
        typer.Option("--answers", metavar="FILE", help="Answers in the game's copies/, by file or name."),
    ] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Draft errata from answers that contradict print.")] = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Files go to a folder of the game's name in it.")
    ] = Path("build"),
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write a form, or say what the answers of one come to."""
    if draft and answers is None:
        words.give_up("--draft needs --answers FILE")
    loaded = words.open_game(game, "none")
    if answers is None:
        _form(loaded, output, force)
    else:
        _answers(loaded, Path(answers).name.removesuffix(".yaml"), draft=draft, force=force)


def _form(game: Game, output: Path, force: bool) -> None:
    from scenario_forge.api.build import folder_name  # noqa: PLC0415
    from scenario_forge.api.collate import form  # noqa: PLC0415
    from scenario_forge.cli.errata_print import put  # noqa: PLC0415
    from scenario_forge.printing.brief import Brief, safe  # noqa: PLC0415
    from scenario_forge.printing.collate import collate_pdf  # noqa: PLC0415
    from scenario_forge.reports.collate_page import collate_page  # noqa: PLC0415

    parts = form(game)
    if not parts:
        words.say("every value that a copy shows is printed already\n")
        return
    html = collate_page(
        game.title,
        [(p.title, [(r.name, [(v.at, v.field, v.ours) for v in r.values]) for r in p.rows]) for p in parts],
    )
    pdf = collate_pdf(
        Brief(game),
        [(p.title, [(r.name, [(v.field, str(v.ours)) for v in r.values]) for r in p.rows]) for p in parts],
    )
    stem = f"{safe(folder_name(game))}_collate"
    folder = output / folder_name(game)
    put({folder / f"{stem}.html": html.encode("utf-8", "replace"), folder / f"{stem}.pdf": pdf}, force)
    for part in parts:
        words.say(f"  {part.title}: {part.count} values\n")


def _answers(game: Game, name: str, *, draft: bool, force: bool) -> None:
    from collections import Counter  # noqa: PLC0415

    from scenario_forge.api.collate import drafted, outcomes  # noqa: PLC0415
    from scenario_forge.cli.errata_print import put  # noqa: PLC0415

    try:
        count = Counter(outcomes(game, name))
        text = drafted(game, name)
    except LookupError as problem:
        words.give_up(str(problem), "answers lie in the folder copies of the game")
    words.say(f"{count['laid']} answers take the place of proposed values with --errata official,copy:{name}\n")
    words.say(f"{count['contradicts']} contradict print, {count['same']} say what is printed\n")
    wrong = sum(count.values()) - count["laid"] - count["contradicts"] - count["same"]
    if wrong:
        words.say(f"{wrong} cannot be used: forge check says which\n")
    if draft and text:
        put({game.folder / "errata" / f"copy-{name}.yaml": text.encode()}, force)
