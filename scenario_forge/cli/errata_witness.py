"""``forge errata witness``: finds a position in which two readings of a rule differ, keeps it, and plays it again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api
from scenario_forge.api.witnesses.figure import figure
from scenario_forge.api.witnesses.search import SECONDS, Search
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import Force, GameName, open_to_play, playing
from scenario_forge.cli.outputs import put
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.game.errata.readings import two_readings
from scenario_forge.source.files import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.api.witnesses.kept import Replayed
    from scenario_forge.api.witnesses.pair import RulePair
    from scenario_forge.api.witnesses.search import Found
    from scenario_forge.documents.witnesses import Witness
    from scenario_forge.game.errata.readings import TwoReadings
    from scenario_forge.game.game import Game

_DEEDS = 12
"""Decisions that are printed."""
_COUNTERS = 12
"""Units and markers that are named."""


def witness(
    game: GameName,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="Number of errata such as DR-024, a ruling or an option; default: play again all that are kept.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="N", help="Seconds for the search.")] = SECONDS,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the first game that is looked at.")] = 1,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Write the position as SVG.", show_default=False)
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Write it into the game's witnesses.yaml.")] = False,
    force: Force = False,
) -> None:
    """Find a position in which two readings of a rule differ; exit code 0 found, 1 none, 2 nothing to look for."""
    if seconds <= 0:
        words.give_up("--seconds must be more than 0")
    outputs.can_be_written(picture)
    loaded = open_to_play(game, api.witnesses.pair.ERRATA)
    if name is None:
        _play_again(loaded)
        return
    with playing(loaded):
        subject = api.witnesses.pair.subject_named(loaded, name)
        pair = api.witnesses.pair.pair_of(loaded.folder, subject)
        search = Search(pair, seed, seconds, known=api.witnesses.kept.witnesses_of(loaded))
        found = search.run()
    if found is not None:
        made = api.witnesses.kept.as_witness(pair, found)
    elif search.example is not None:
        made = api.witnesses.kept.of_example(pair, *search.example)
    else:
        _none(search, subject)
        raise typer.Exit(words.ERRORS)
    _say("\n".join(_lines(pair, found, made, search)))
    files: dict[Path, bytes] = {}
    if picture is not None:
        drawn = figure(pair.second, found, made.differs.first, subject.place) if found is not None else None
        if drawn is None:
            words.give_up("nothing of this position has a place on the map, so there is no picture of it")
        files[picture] = drawn.encode("utf-8", "replace")
    put(files, force)
    if keep:
        _keep(api.witnesses.kept.with_kept(loaded.folder, loaded, subject, made))


def _keep(texts: Mapping[Path, str]) -> None:
    for path, text in texts.items():
        problem = write_file(path, text.encode(), path.name)
        if problem is not None:
            words.give_up(problem.message)
        words.say(f"wrote {words.relative_path(path)}\n")


def _say(text: str) -> None:
    words.say("\n".join(map(words.printable, text.splitlines())) + "\n")


def _lines(pair: RulePair, found: Found | None, made: Witness, search: Search) -> Iterator[str]:
    if found is None:
        yield f"{made.of}: the worked example {made.example}"
    else:
        yield from _position(pair, found, made)
    yield f"  {made.differs.first}"
    yield f"  {made.differs.second}"
    if found is not None:
        yield f"  {search.tried.sentence()}"


def _position(pair: RulePair, found: Found, made: Witness) -> Iterator[str]:
    options = f", with {', '.join(made.options)}" if made.options else ""
    yield f"{made.of}: {made.scenario}{options}, seed {made.seed}"
    counters = [f"{unit} {at}".rstrip() for unit, at in made.units.items()]
    counters += [f"{marker.marker} {marker.at}" for marker in made.markers]
    more = len(counters) - _COUNTERS
    yield f"  {', '.join(counters[:_COUNTERS]) or 'no counter at all'}" + (f" and {more} more" if more > 0 else "")
    deeds = api.witnesses.words.deeds(pair, found)
    if len(deeds) > _DEEDS:
        yield f"  … {plural(len(deeds) - _DEEDS, 'decision')}"
    yield from (f"  {each}" for each in deeds[-_DEEDS:])


def _none(search: Search, subject: TwoReadings) -> None:
    broken = [
        f"{each.scenario} cannot be played {reading}: {why}"
        for each in search.unplayable[:1]
        for reading, why in ((subject.first, each.first), (subject.second, each.second))
        if why
    ]
    _say(
        "\n".join(
            [f"{subject.id}: no position found", f"  {search.tried.sentence()}", *(f"  {one_line(b)}" for b in broken)]
        )
    )


# -- all that are kept ------------------------------------------------------------------------------


def _play_again(game: Game) -> None:
    """Play the kept witnesses again, and say how many of the rules with two readings have one."""
    wrong = 0
    for each in api.witnesses.kept.witnesses_of(game):
        again = api.witnesses.kept.replayed(game.folder, game, each)
        wrong += bool(again.problem)
        _say(_again(again))
    for kind in ("errata", "ruling", "option"):
        subjects = [each for each in two_readings(game) if each.kind == kind]
        count = Counter(each.played for each in subjects)
        with_one = sum(each.witness is not None for each in subjects)
        name = {"errata": "numbers of errata", "ruling": "rulings with another reading", "option": "options"}[kind]
        parts = [
            f"{count['both']} can be played both ways ({with_one} with a witness)",
            *([f"{count['one']} have no parameter in play"] if count["one"] else []),
            *([f"{count['wording']} change wording only"] if count["wording"] else []),
            *([f"{count['value']} correct no clause"] if count["value"] else []),
        ]
        if subjects:
            _say(f"{len(subjects)} {name}: {', '.join(parts)}")
    if wrong:
        raise typer.Exit(words.ERRORS)


def _again(again: Replayed) -> str:
    if again.problem:
        return f"{again.witness.of}: {one_line(again.problem)}"
    return f"{again.witness.of}: {again.witness.differs.first}\n  {again.witness.differs.second}"
