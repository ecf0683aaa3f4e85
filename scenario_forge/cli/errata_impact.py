"""``forge errata impact``: measures what an erratum does to play."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, playtest, reports
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ErrataSet,
    Force,
    GameName,
    Jobs,
    OutputFile,
    Players,
    TextJsonOrHtml,
    at_least_one,
    one_of,
    open_to_play,
    players_of,
    playing,
    sides_of,
)
from scenario_forge.cli.outputs import put
from scenario_forge.cli.playtest import health_lines
from scenario_forge.cli.words import Meter, printable, table
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.reading.locate import command, game_argument
from scenario_forge.reports.errata import (
    MANY,
    course_sentences,
    difference_words,
    ground_line,
    headline,
    interval_words,
    is_seen,
    net_words,
    other_errata,
    outcome,
    seeds,
    signed_number,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.trials.impact import ImpactOrder, Impacts
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.impact import Impact, Played, ScenarioImpact


FORMATS = ("text", "json", "html")


def impact(
    game: GameName,
    ids: Annotated[
        list[str],
        typer.Argument(
            metavar="ID...", help="Errata such as DR-012; DR-011 includes all its letters.", show_default=False
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Pairs of games for each scenario.")] = 20,
    scenario: Annotated[
        str | None,
        typer.Option(
            "--scenario", "-s", metavar="NAME", help="Only this scenario; default: all that the errata affect."
        ),
    ] = None,
    errata: ErrataSet = None,
    player: Players = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Seed of the first pair of games; each later pair adds one.")
    ] = 1,
    jobs: Jobs = None,
    layout: TextJsonOrHtml = "text",
    output: OutputFile = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Also write the maps as SVG.")
    ] = None,
    force: Force = False,
) -> None:
    """Play games in pairs, without errata and with them; exit code 0 done, 1 some games failed, 2 could not be done."""
    layout = _sensible(games, jobs, layout, output, picture)
    outputs.can_be_written(output, picture)
    loaded = open_to_play(game, errata)

    sides = sides_of(loaded)
    order = api.trials.impact.ImpactOrder(
        loaded.errata, scenario, games, players=players_of(player or [], sides), seed=seed, jobs=jobs
    )
    wanted = [part.strip() for each in ids for part in each.split(",") if part.strip()]
    made = _made(loaded, wanted, order, quiet=layout == "json")
    _give(made, layout, output, picture, force=force)
    if any(entry.played and entry.played.failed for entry in made.impact.scenarios):
        raise typer.Exit(words.ERRORS)


def _sensible(games: int, jobs: int | None, layout: str, output: Path | None, picture: Path | None) -> str:
    """Return the format; end the command at what does not fit together."""
    layout = one_of(layout, FORMATS, "--format")
    at_least_one(games=games, jobs=jobs)
    if layout == "html" and output is None:
        words.give_up("--format html needs --output FILE")
    if output is not None and picture is not None and output.absolute() == picture.absolute():
        words.give_up("--output and --picture need different files")
    return layout


def _made(loaded: Game, ids: Sequence[str], order: ImpactOrder, *, quiet: bool) -> Impacts:
    """Play the pairs; the command ends if they cannot be played."""
    try:
        with playing(loaded), Meter(quiet=quiet) as line:
            order = replace(order, played=lambda name, done, of: line.show(done, of, f"games of {name}"))
            return api.trials.impact.errata_impact(loaded.folder, ids, order)
    except api.trials.impact.NothingToTry as nothing:
        words.give_up(
            f"there is nothing to compare: {nothing}",
            f"`{command('errata', 'check', game_argument(loaded.folder), *ids)}` says more of each",
        )


def _give(made: Impacts, layout: str, output: Path | None, picture: Path | None, *, force: bool) -> None:
    files: dict[Path, bytes] = {}
    text = _text(made, layout)
    if output is not None:
        files[output] = text.encode("utf-8", "replace")
    if picture is not None:
        files[picture] = reports.playtest_pictures.picture(made.impact, made.sketches).encode("utf-8", "replace")
    if output is None:
        words.say(text)
    put(files, force, say=words.say if output is not None or layout == "text" else lambda _text: None)


def _text(made: Impacts, layout: str) -> str:
    if layout == "json":
        return playtest.report.json_of(made.impact)
    if layout == "html":
        return reports.errata.impact_page(made.impact, made.sketches)

    return impact_text(made.impact)


# -- what an erratum does to play, for a terminal --------------------------------------------------


SHOWN = 8
"""Hexes that are named."""
_WIDE = 40
"""Letters of a corrected value that are shown."""


def impact_text(impact: Impact) -> str:
    """Describe the result for a terminal, scenario by scenario."""
    return "\n".join(map(printable, _lines(impact))) + "\n"


def _lines(impact: Impact) -> Iterator[str]:
    for each in impact.errata:
        yield f"{each.id}  {each.status}: {each.place}: {_short(each.was)} → {_short(each.now)}"
    for reason in impact.left:
        yield f"left out: {reason}"
    yield other_errata(impact)
    same = [entry.scenario for entry in impact.scenarios if entry.outcome == "same"]
    if same:
        count = plural(len(same), "scenario")
        verb = "plays" if len(same) == 1 else "play"
        yield ""
        yield f"{count} {verb} the same, by the hash of all that play depends on: {', '.join(same)}"
    for entry in impact.scenarios:
        if entry.outcome != "same":
            yield ""
            yield from _scenario(impact, entry)


def _short(value: str) -> str:
    value = value or "nothing"
    return value if len(value) <= _WIDE else f"{value[: _WIDE - 1]}…"


def _scenario(impact: Impact, entry: ScenarioImpact) -> Iterator[str]:
    played = entry.played
    if played is None:
        yield f"{entry.title} ({entry.scenario}): {outcome(entry)}:"
        yield from (f"  {reason}" for reason in entry.reasons)
        return
    who = ", ".join(f"{side} {name}" for side, name in played.players.items())
    yield f"{entry.title} ({entry.scenario}): {plural(played.pairs, 'pair')}, {seeds(impact)}; {who}"
    if played.failed:
        yield f"  {plural(played.failed, 'game')} did not come to their end and are left out"
    yield f"  {headline(played)}"
    if played.pairs:
        yield from health_lines(played.health)
        yield from _details(played)


def _details(played: Played) -> Iterator[str]:
    if played.alike.count < played.pairs and not played.health.code:
        yield f"  wins of {played.reference}: {difference_words(played.wins, played.pairs, 100.0, ' of 100 games')}"
        yield from _ends(played)
    for sentence in course_sentences(played):
        yield f"  {sentence}"
    if played.start:
        yield f"  before the first turn they differ in {_some(played.start)}"
    if played.where:
        yield f"  they part in {_counted(played.where)}"
    yield f"  {ground_line(played)}"
    for each in played.objectives:
        pairs = plural(each.pairs, "pair")
        yield f"  {each.name} is held by another in {pairs}; games more or fewer with it: {net_words(each.net)}"


def _ends(played: Played) -> Iterator[str]:
    """Figures whose interval excludes zero, and the names of the others."""
    seen = [each for each in played.ends if is_seen(each.found)]
    if seen:
        yield f"  seen at the end, with it less without ({MANY}):"
    rows = [
        [
            f"{'points' if each.what == 'score' else each.what}, {each.side}",
            signed_number(each.found.mean),
            interval_words(each.found),
        ]
        for each in seen
    ]
    yield from table(rows, indent=4)
    rest = [each for each in played.ends if not is_seen(each.found)]
    if rest and played.pairs >= 4:
        names = [
            f"{'points' if what == 'score' else what} ({', '.join(each.side for each in several)})"
            for what, several in groupby(rest, key=lambda each: each.what)
        ]
        yield f"  no difference to be seen at the end in {', '.join(names)}"


def _some(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _counted(where: dict[str, int]) -> str:
    shown = [f"{name} {count}" for name, count in islice(where.items(), SHOWN)]
    more = len(where) - SHOWN
    return ", ".join(shown) + (f" and {more} hexes more" if more > 0 else "")
