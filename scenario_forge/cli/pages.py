"""``forge dossier`` and ``forge collate``: pages that a person fills in, and their answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, drafts, printing, source
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import ErrataSet, Force, GameName, OutputFolder, open_game, own_printer
from scenario_forge.cli.outputs import must_be_free, put
from scenario_forge.cli.play import record_of
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.game import reading
from scenario_forge.game.reading.locate import check_command, command, game_argument
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from scenario_forge.api.drafts.dossier import DossierPlace
    from scenario_forge.game.game import Game


ASKED = 3
"""Questions that are told; the page has the others."""
SHOWN = 12
"""Rows of one kind that are told."""


def dossier(
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
        typer.Option("--answers", metavar="FILE", help="Take the decisions in this file, and make the page anew."),
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
    if output is not None:
        _must_be_free(output, force=force)
    if resolve is None:
        outputs.must_be_built("dossier")
    saved = outputs.read(answers, source.read.MAX_BYTES) if answers is not None else b""
    page = api.drafts.dossier_answers.page_of(saved)
    loaded = open_game(game, errata or page.errata)
    try:
        place = api.drafts.dossier.place_of(loaded, date, first)
        if answers is not None:
            loaded, place = _take(loaded, place, answers, saved)
        if resolve is not None:
            _resolve(loaded, place, resolve, force=force)
            return
        origin, scenario = origin or page.drafted_from, scenario or page.scenario
        _page(loaded, place, (origin, scenario, output), record or [], force=force)
    except drafts.dates.NotMade as problem:
        words.give_up(str(problem), problem.hint)


def _page(
    game: Game,
    place: DossierPlace,
    asked: tuple[str | None, str | None, Path | None],
    records: list[Path],
    *,
    force: bool,
) -> None:
    origin, scenario, output = asked
    path = output or Path("build") / api.build.folder_name(game) / f"{game.id}_dossier_{place.stem}.html"
    _must_be_free(path, force=force)
    read = [record_of(file) for file in records]
    made = api.drafts.dossier.dossier_html(game, place, origin=origin, scenario=scenario, records=read)
    if place.found is None:
        outputs.must_be_within(game.folder, place.path(game))
        outputs.write(place.path(game), api.drafts.dossier_answers.first_text(game, place).encode())
        words.say(f"wrote {words.relative_path(place.path(game))}\n")
    outputs.write(path, made.html.encode("utf-8", "replace"))
    words.say(f"wrote {words.relative_path(path)}\n")
    left = made.open.all
    words.say(f"decided {made.decided} of {left} left to decide\n" if left else "nothing is left to decide\n")
    for remark in made.remarks:
        words.say(f"{remark}\n")
    for question in made.questions[:ASKED]:
        words.say(f"look up next: {question}\n")


def _must_be_free(path: Path, *, force: bool) -> None:
    """End the command if the page may not be written there; an earlier page may be replaced without force."""
    must_be_free(path, force=force or (path.is_file() and api.drafts.dossier.is_dossier_page(path)))


def _take(game: Game, place: DossierPlace, file: Path, read: bytes) -> tuple[Game, DossierPlace]:
    try:
        text, changes = api.drafts.dossier_answers.take_answers(
            game, place, api.drafts.dossier_answers.answers_of(game, place, read, str(file))
        )
    except api.drafts.dossier_answers.AnswersRefused as refused:
        said = "".join(f"\n  line {each.span.line}: {each.message}" for each in refused.findings)
        words.give_up(str(refused) + said, refused.hint)
    except EditRefused as refused:
        words.give_up(str(refused))
    if not changes:
        words.say("nothing in it is new\n")
        return game, place
    old = game.read.get(place.name)
    outputs.must_be_within(game.folder, place.path(game))
    place.path(game).parent.mkdir(exist_ok=True)
    data = old.source.encoded(text) if old else text.encode()
    problem = source.files.write_file(place.path(game), data, place.name, old.source.digest if old else None)
    if problem:
        words.give_up(problem.message, problem.help)
    words.say(f"wrote {words.relative_path(place.path(game))}\n")
    _list([change.words for change in changes])
    anew = open_game(str(game.folder), game.errata)
    return anew, api.drafts.dossier.place_of(anew, place.date)


def _resolve(game: Game, place: DossierPlace, name: str, *, force: bool) -> None:
    try:
        made = api.drafts.dossier_answers.resolve(game, place, name, force=force)
    except EditRefused as refused:
        words.give_up(str(refused))
    if made.done:
        path, old = game.folder / made.name, game.read[made.name].source
        problem = source.files.write_file(path, old.encoded(made.text), made.name, old.digest)
        if problem:
            words.give_up(problem.message, problem.help)
        words.say(f"wrote {words.relative_path(path)}\n")
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
    for line in lines[:SHOWN]:
        words.say(f"  {one_line(line)}\n")
    if len(lines) > SHOWN:
        words.say(f"  and {len(lines) - SHOWN} more\n")


# -- collate: a form to hold beside a printed copy, and its answers --------------------------------


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
    outputs.must_be_built("collate-map" if ground else "collate-form")
    parts, land = api.collate.form(game), api.collate.ground(game) if ground else None
    if not parts and land is None:
        words.say("every value that a copy shows is printed already\n")
        return
    try:
        html, pdf = api.collate.form_files(game, copy, parts, land, own_printer())
    except LookupError as problem:
        words.give_up(str(problem), f"`{check_command(game)}` says what is wrong with it")
    stem = f"{printing.brief.safe_name(game.id)}_collate"
    folder = output / api.build.folder_name(game)
    put({folder / f"{stem}.html": html, folder / f"{stem}.pdf": pdf}, force)
    for title, count in [(part.title, part.asks) for part in parts] + ([("Ground", land.asks)] if land else []):
        words.say(f"  {title}: {count} values\n")


def _answers(game: Game, name: str, *, draft: bool, force: bool) -> None:
    try:
        count = Counter(api.collate.outcomes(game, name))
        text = api.collate.draft_errata(game, name)
    except LookupError as problem:
        there = f"copies/{name}.yaml" in game.files
        words.give_up(
            str(problem), f"`{check_command(game)}` says why" if there else "answers lie in the game's folder `copies`"
        )
    usual = (game.about.defaults.errata if game.about else None) or "official"
    laid, shown = (
        plural(count["laid"], "answer"),
        command("build", game_argument(game.folder), errata=f"{usual},copy:{name}"),
    )
    words.say(f"{laid} in place of proposed values: `{shown}`\n")
    words.say(f"{count['contradicts']} against what is printed, {count['same']} the same as it\n")
    wrong = sum(count.values()) - count["laid"] - count["contradicts"] - count["same"]
    if wrong:
        check = command("check", game_argument(game.folder), errata=f"{usual},copy:{name}")
        words.say(f"{wrong} cannot be used: `{check}` says which\n")
    if draft and text:
        path = game.folder / "errata" / f"copy-{name}.yaml"
        outputs.must_be_within(game.folder, path)
        put({path: text.encode()}, force, document=True)
    if wrong:
        raise typer.Exit(words.ERRORS)
