"""Results of games between people: days, turns and records that cannot be theirs."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.compiler.set_up import turns_of
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.calendar import DateError
from scenario_forge.game.evidence.results import RECORDS, NotARecordError, played_results, played_scenario
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
PLT137 = CODES.error("PLT137", "result-of-no-day", "`{date}` is no day; write year, month and day: 2026-11-14")
PLT138 = CODES.error(
    "PLT138",
    "result-out-of-time",
    "the game ended in {turn}, but `{scenario}` is played from {first} to {last}",
)
PLT139 = CODES.error(
    "PLT139",
    "record-not-of-the-result",
    unreadable="{path}: {problem}",
    other="{path} is a game of `{found}`, not of `{scenario}`",
    twice="{path} is the record of two results",
)


def days(game: Game) -> Iterator[Diagnostic]:
    """Report results whose date is no day of the calendar."""
    for result, at in played_results(game):
        try:
            day = date.fromisoformat(result.date).isoformat()
        except ValueError:
            day = ""
        if day != result.date:
            yield PLT137.at(at / "date", date=result.date)


def turns(game: Game) -> Iterator[Diagnostic]:
    """Report results of games that ended in a turn that their scenario does not have."""
    track = schedule(game)
    for result, at in played_results(game):
        scenario = scenarios(game).scenarios.get(result.scenario)
        span = turns_of(scenario) if scenario else None
        if track is None or result.turn is None or scenario is None or span is None:
            continue
        try:
            turn = track.turn(result.turn)
        except DateError:  # which is told as an unknown name
            continue
        if not span[0] <= turn <= span[1]:
            first, last = (mark.date.label if mark else "" for mark in (scenario.start, scenario.stop))
            finding = PLT138.at(at / "turn", turn=result.turn, scenario=result.scenario, first=first, last=last)
            yield finding.also(scenario.where / "stop", "its end")


def records(game: Game) -> Iterator[Diagnostic]:
    """Report records that are not there, are of another scenario, or belong to two results."""
    recorded = [each for each in played_results(game) if each[0].record]
    for result, at in recorded:
        path = f"{RECORDS}/{result.record}"
        try:
            found = played_scenario(game.folder, result.record or "")
        except NotARecordError as error:
            yield PLT139.at(at / "record", "unreadable", path=path, problem=str(error))
            continue
        if found != result.scenario:
            finding = PLT139.at(at / "record", "other", path=path, found=found, scenario=result.scenario)
            yield finding.also(at / "scenario", "the scenario of the result")
    for (result, at), (_, first) in repeated_rows(recorded, lambda row: row[0].record):
        yield PLT139.at(at / "record", "twice", path=f"{RECORDS}/{result.record}").also(first / "record", "the first")


CHECKS = (days, turns, records)
