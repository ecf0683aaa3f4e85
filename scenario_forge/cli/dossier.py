"""``forge dossier``: the evidence beside the decision, for a start on a date of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import must_be_free
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from scenario_forge.api.dossiers.page import Place
    from scenario_forge.project.game import Game

SHOWN = 12
"""Rows of one kind that are told."""


def dossier(
    ctx: typer.Context,
    game: GameName,
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="Game turn as on the track: 6/41.")],
    first: Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Side that moves first.")] = None,
    origin: Annotated[
        str | None,
        typer.Option("--from", metavar="WHAT", help="Source of the drafted positions; see forge new scenario."),
    ] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Show this scenario of that date as it is now.")
    ] = None,
    record: Annotated[
        list[Path] | None,
        typer.Option(
            "--record", metavar="FILE", help="Add the positions of this recorded game as candidates; repeatable."
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="FILE", help="Read in the answers saved by the page, and redraw it."),
    ] = None,
    resolve: Annotated[
        str | None, typer.Option("--resolve", metavar="NAME", help="Write the decisions into this scenario.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the page to this file instead of build/."),
    ] = None,
    errata: ErrataSet = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite filled cells of the scenario, or a file that is not a dossier.")
    ] = False,
) -> None:
    """Begin or go on with a dossier; the page is made anew each time."""
    from scenario_forge.api.dossiers.answers import page_of  # noqa: PLC0415
    from scenario_forge.api.dossiers.page import place_of  # noqa: PLC0415
    from scenario_forge.design.dates import NotMade  # noqa: PLC0415

    if output is not None:
        _must_be_free(output, force=force)
    saved = _read(answers) if answers is not None else b""
    page = page_of(saved)
    loaded = words.open_game(game, errata or page.errata)
    try:
        place = place_of(loaded, date, first)
        if answers is not None:
            loaded, place = _take(loaded, place, answers, saved)
        if resolve is not None:
            _resolve(loaded, place, resolve, force=force)
            return
        origin, scenario = origin or page.drafted_from, scenario or page.scenario
        asked = {"origin": origin, "scenario": scenario, "errata": loaded.errata}
        asked["answers"] = f"dossier_{place.stem}.yaml"
        typed = words.same_command(ctx, **{name: value for name, value in asked.items() if value})
        _page(loaded, place, (origin, scenario, output), record or [], typed, force=force)
    except NotMade as problem:
        words.give_up(str(problem), problem.hint)


def _page(
    game: Game,
    place: Place,
    asked: tuple[str | None, str | None, Path | None],
    records: list[Path],
    typed: str,
    *,
    force: bool,
) -> None:
    from scenario_forge.api.build import file_stem, folder_name  # noqa: PLC0415
    from scenario_forge.api.dossiers.answers import first_text  # noqa: PLC0415
    from scenario_forge.api.dossiers.page import dossier_html  # noqa: PLC0415
    from scenario_forge.cli.replay import record_of  # noqa: PLC0415

    origin, scenario, output = asked
    path = output or Path("build") / folder_name(game) / f"{file_stem(game)}_dossier_{place.stem}.html"
    _must_be_free(path, force=force)
    read = [record_of(file) for file in records]
    html, decided, open_, remarks = dossier_html(
        game, place, origin=origin, scenario=scenario, records=read, typed=typed
    )
    if place.found is None:
        words.must_be_within(game.folder, place.path(game))
        words.write(place.path(game), first_text(game, place).encode())
        words.say(f"wrote {words.seen_from_here(place.path(game))}\n")
    words.write(path, html.encode("utf-8", "replace"))
    words.say(f"wrote {words.seen_from_here(path)}\n")
    words.say(f"{decided} of {open_} left to decide are decided\n" if open_ else "nothing is left to decide\n")
    for remark in remarks:
        words.say(f"{remark}\n")


def _must_be_free(path: Path, *, force: bool) -> None:
    """End the command if the page may not be written there; an earlier page may be replaced without force."""
    from scenario_forge.api.dossiers.page import is_dossier_page  # noqa: PLC0415

    must_be_free(path, force=force or (path.is_file() and is_dossier_page(path)))


def _read(file: Path) -> bytes:
    from scenario_forge.source.read import MAX_BYTES  # noqa: PLC0415

    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        words.give_up(f"{file} cannot be read: {error.strerror or error}")


def _take(game: Game, place: Place, file: Path, read: bytes) -> tuple[Game, Place]:
    from scenario_forge.api.dossiers.answers import Refused, answers_of, taken  # noqa: PLC0415
    from scenario_forge.api.dossiers.page import place_of  # noqa: PLC0415
    from scenario_forge.source.files import write_file  # noqa: PLC0415
    from scenario_forge.source.nodes import EditRefused  # noqa: PLC0415

    try:
        text, changes = taken(game, place, answers_of(game, place, read, str(file)))
    except Refused as refused:
        said = "".join(f"\n  line {each.span.line}: {each.message}" for each in refused.findings)
        words.give_up(str(refused) + said, refused.hint)
    except EditRefused as refused:
        words.give_up(str(refused))
    if not changes:
        words.say("nothing in it is new\n")
        return game, place
    old = game.read.get(place.name)
    words.must_be_within(game.folder, place.path(game))
    place.path(game).parent.mkdir(exist_ok=True)
    data = old.source.encoded(text) if old else text.encode()
    problem = write_file(place.path(game), data, place.name, old.source.digest if old else None)
    if problem:
        words.give_up(problem.message, problem.help)
    words.say(f"wrote {words.seen_from_here(place.path(game))}\n")
    _list([change.said for change in changes])
    anew = words.open_game(str(game.folder), game.errata)
    return anew, place_of(anew, place.date)


def _resolve(game: Game, place: Place, name: str, *, force: bool) -> None:
    from scenario_forge.api.dossiers.resolve import resolve  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import plural  # noqa: PLC0415
    from scenario_forge.source.files import write_file  # noqa: PLC0415
    from scenario_forge.source.nodes import EditRefused  # noqa: PLC0415

    try:
        made = resolve(game, place, name, force=force)
    except EditRefused as refused:
        words.give_up(str(refused))
    if made.done:
        path, source = game.folder / made.name, game.read[made.name].source
        problem = write_file(path, source.encoded(made.text), made.name, source.digest)
        if problem:
            words.give_up(problem.message, problem.help)
        words.say(f"wrote {words.seen_from_here(path)}\n")
        _list(list(made.done))
    if made.differing:
        verb, them = ("says", "it") if len(made.differing) == 1 else ("say", "them")
        count = plural(len(made.differing), "cell")
        words.say(f"{count} of the scenario {verb} otherwise; --force writes over {them}:\n")
        _list(list(made.differing))
    if made.refused:
        stay = "stays" if len(made.refused) == 1 else "stay"
        words.say(f"{plural(len(made.refused), 'cell')} cannot be, and {stay} undecided:\n")
        _list(list(made.refused))
    if made.missing:
        words.say("the scenario has no row for:\n")
        _list(list(made.missing))
    words.say(f"{plural(len(made.done), 'cell')} written, {made.same} as decided before, {made.left} left to decide\n")


def _list(lines: list[str]) -> None:
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    for line in lines[:SHOWN]:
        words.say(f"  {one_line(line)}\n")
    if len(lines) > SHOWN:
        words.say(f"  and {len(lines) - SHOWN} more\n")
