"""``forge result``: keeps the result of a game between people with its scenario, and lists those that are kept."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scenario_forge import api, simulator
from scenario_forge import game as linking
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import GameName, one_of, open_game, players_of, sides_of
from scenario_forge.cli.play import record_of, scenario_of_record, show
from scenario_forge.diagnostics.report import one_line
from scenario_forge.game import evidence
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.game.game import Game

DRAW = "draw"
_NUMBER = re.compile(r"[+-]?\d{1,6}")


def result(
    game: GameName,
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help="Scenario that was played.", show_default=False)
    ] = None,
    winner: Annotated[
        str | None, typer.Option("--winner", metavar="SIDE", help="Side that won, or `draw`.", show_default=False)
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(
            "--score",
            metavar="POINTS",
            help="Points at the end: allied=12,axis=31; 12:31 in the order of the sides; 31 of the winner.",
        ),
    ] = None,
    turn: Annotated[
        str | None, typer.Option("--turn", metavar="TURN", help="Game turn in which the game ended: 2/42.")
    ] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="DAY", help="Day of the game: 2026-11-14. Default: today.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="SIDE=NAME", help="Who played a side; repeatable.")
    ] = None,
    note: Annotated[str | None, typer.Option("--note", metavar="TEXT", help="What else is worth knowing.")] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Record of the game: it is replayed, and a copy is kept."),
    ] = None,
) -> None:
    """Keep a result; without --winner and --record list those that are kept."""
    sides = sides_of(open_game(game, None))
    said: dict[str, Any] = {
        "winner": None if winner is None else one_of(winner, (*sides, DRAW), "--winner"),
        "turn": turn,
        "players": dict(_players(player, sides)),
        "note": note,
    }
    said["score"] = _score(score, sides, said["winner"])
    if record is None and winner is None:
        if any((score, turn, date, player, note)):
            words.give_up(f"--winner says who won: {', '.join(sides)} or {DRAW}", "--record FILE reads it of a record")
        _list(open_game(game, None), scenario)
        return
    day = _day(date)
    if record is None:
        loaded = open_game(game, None)
        if scenario is None:
            words.give_up("name the scenario that was played", f"one of {', '.join(_known(loaded))}")
        _add(loaded, {**said, "scenario": one_of(scenario, _known(loaded), "SCENARIO"), "date": day}, None)
        return
    data = outputs.read(record, simulator.record.MAX_BYTES)
    loaded, cells = _recorded(game, scenario, record)
    given = {key: value for key, value in said.items() if value}
    if given.keys() & {"winner", "score", "turn"}:
        words.give_up("--winner, --score and --turn stand in the record", "leave them out, or --record")
    players = {**(cells["players"] or {}), **said["players"]}
    _add(loaded, {**cells, **given, "players": players, "date": day}, data)


def _players(given: Sequence[str] | None, sides: Sequence[str]) -> Mapping[str, str]:
    for each in given or ():
        if "=" not in each:
            words.give_up(f"--player says who played which side: {sides[0] if sides else 'SIDE'}=NAME, not `{each}`")
    return players_of(given or [], sides)


def _score(text: str | None, sides: Sequence[str], winner: str | None) -> dict[str, int]:
    if text is None:
        return {}
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1 and ":" in text:
        numbers = text.split(":")
        pairs = list(zip(sides, numbers, strict=True)) if len(numbers) == len(sides) else []
    elif parts[0] == text.strip() and "=" not in text:
        pairs = [(winner, text.strip())] if winner not in (None, DRAW) else []
    else:
        pairs = [(one_of(side.strip(), tuple(sides), "SIDE in --score"), n) for side, _, n in map(_parted, parts)]
    if not pairs or not all(_NUMBER.fullmatch(number.strip()) for _side, number in pairs):
        example = ",".join(f"{side}={n}" for side, n in zip(sides, (12, 31, 7, 4), strict=False))
        words.give_up(f"--score is whole numbers, such as {example}, not `{text}`")
    twice = next((side for n, (side, _) in enumerate(pairs) if side in [one for one, _ in pairs[:n]]), None)
    if twice is not None:
        words.give_up(f"--score gives {twice} two scores: `{text}`", f"give each side one: {twice}=N")
    return {side: int(number) for side, number in pairs}


def _parted(text: str) -> tuple[str, str, str]:
    return text.partition("=")


def _day(text: str | None) -> str:
    today = dt.datetime.now().astimezone().date()
    if text is None:
        return today.isoformat()
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        words.give_up(f"--date is a day such as {today.isoformat()}, not `{text}`")
    if day > today:
        words.give_up(f"--date is {text}, which is still to come")
    return day.isoformat()


def _known(game: Game) -> tuple[str, ...]:
    return tuple(linking.scenarios.scenarios(game).scenarios)


def _recorded(name: str, scenario: str | None, file: Path) -> tuple[Game, dict[str, Any]]:
    """Return the game and the cells that a record says; end the command if it is of no game between people."""
    read = record_of(file)
    if scenario is not None and scenario != read.setting.scenario:
        words.give_up(f"{file} is a game of `{read.setting.scenario}`, not of `{scenario}`")
    loaded, prepared = scenario_of_record(read, name)
    try:
        cells = api.trials.results.recorded_result(loaded, prepared, read)
    except api.trials.results.NotAResultError as problem:
        show(problem.findings)
        words.give_up(f"{file} gives no result: {problem}")
    return open_game(name, None), {**cells, "scenario": read.setting.scenario}


def _add(game: Game, cells: dict[str, Any], record: bytes | None) -> None:
    """Write a result, and the record first that it names; end the command if the game has errors with it."""
    results = api.trials.results
    path = game.folder / results.FILE
    outputs.must_be_within(game.folder, path)
    copy = None
    if record is not None:
        name = results.record_name(game, cells["scenario"], cells["date"], record)
        cells["record"], kept = name, game.folder / evidence.results.RECORDS / name
        outputs.must_be_within(game.folder, kept)
        if not kept.exists():
            outputs.write(kept, record)
            copy = kept
    cells["winner"] = None if cells["winner"] == DRAW else cells["winner"]
    problem: tuple[str, str | None] | None = None
    try:
        added = results.with_result(game, cells)
    except EditRefused as refused:
        problem = f"{results.FILE}: {refused}", "nothing was changed"
    else:
        show(added.findings)
        if added.findings:
            problem = "the game would have errors with this result", "nothing was changed"
        elif (failed := results.write_result(game, added)) is not None:
            problem = failed.message, failed.help
    if problem is not None:
        if copy is not None:
            copy.unlink(missing_ok=True)
        words.give_up(*problem)
    words.say(f"wrote {words.relative_path(path) or path}\n")
    if copy is not None:
        words.say(f"wrote {words.relative_path(copy) or copy}\n")


def _list(game: Game, scenario: str | None) -> None:
    """Print the results of a scenario, or of all, latest first."""
    chosen = None if scenario is None else one_of(scenario, _known(game), "SCENARIO")
    found = sorted(
        ((each.date, each.scenario, each) for each, _where in evidence.results.played_results(game, chosen)),
        key=lambda row: row[:2],
        reverse=True,
    )
    for _date, name, each in found:
        words.say(one_line(f"{name}  {evidence.results.result_words(game, each)}") + "\n")
    if not found:
        words.say("no results of games between people; `--winner` or `--record` keeps one\n")
