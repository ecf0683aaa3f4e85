"""REF001, VIC001 to VIC003, PLT: names, bands and predicates of what is expected of many games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.checks.victory.names import known_name, named_places, selections, well_shaped
from scenario_forge.checks.victory.parts import walk
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.project.codes import REF001
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.time.calendar import DateError
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Aim, Claim, Happening
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.time.schedule import Schedule

CODES = Codes(__file__)
PLT001 = CODES.error(
    "PLT001",
    "band-too-narrow",
    "the band from {low} to {high} is too narrow for an indifference of {indifference} at each edge",
)
PLT002 = CODES.error("PLT002", "expectation-doubled", "{what} is listed twice")
PLT003 = CODES.error(
    "PLT003",
    "ever-inside-a-claim",
    "what was ever true is said by the claim, not inside its predicate",
)
PLT004 = CODES.warning("PLT004", "happening-out-of-time", "no scenario is under way at the end of {turn}")


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A claim, and where it stands."""

    entry: Claim
    where: Where


def targets(game: Game) -> Iterator[Diagnostic]:
    """Scenarios and sides that there are not, bands without an inside, a scenario with two."""
    sides = [side.id for side in game.about.sides] if game.about else []
    for document, where in game.documents("playtest", PlaytestDocument):
        seen: dict[str, Where] = {}
        for number, target in enumerate(document.targets):
            at = where / "targets" / number
            if not game.broken("scenarios"):
                yield from known_name(at / "scenario", target.scenario, "scenario", scenarios(game).scenarios)
            yield from aims(target, at, sides)
            first = seen.setdefault(target.scenario, at)
            if first is not at:
                what = f"a target of `{target.scenario}`"
                yield PLT002.at(at / "scenario", what=what).also(first / "scenario", "the first")


def aims(aim: Aim, at: Where, sides: Sequence[str]) -> Iterator[Diagnostic]:
    """Sides that there are not, a band without an inside."""
    yield from known_name(at / "side", aim.side, "side", sides)
    for side in aim.players:
        yield from known_name((at / "players" / side).key(), side, "side", sides)
    if round(aim.high - aim.low - 2 * aim.indifference, 9) <= 0:
        yield PLT001.at(at / "low", low=aim.low, high=aim.high, indifference=aim.indifference)


def happenings(game: Game) -> Iterator[Diagnostic]:
    """Happenings with one id, turns and sides that there are not, `ever` where it cannot be."""
    track = schedule(game)
    for document, where in game.documents("playtest", PlaytestDocument):
        seen: dict[str, Where] = {}
        for number, happening in enumerate(document.history):
            at = where / "history" / number
            first = seen.setdefault(happening.id, at)
            if first is not at:
                yield PLT002.at(at / "id", what=f"`{happening.id}`").also(first / "id", "the first")
            if track:
                yield from _times(game, track, happening, at)
            for index, claim in enumerate(happening.claims):
                for condition, place in walk(claim.when, at / "claims" / index / "when"):
                    if condition.ever is not None:
                        yield PLT003.at((place / "ever").key())


def dates(game: Game) -> Iterator[Diagnostic]:
    """Dates that the chronology does not have."""
    known = {
        event.date for document, _ in game.documents("chronology", ChronologyDocument) for event in document.events
    }
    for document, where in game.documents("playtest", PlaytestDocument):
        for number, happening in enumerate(document.history):
            for index, date in enumerate(happening.dates):
                at = where / "history" / number / "dates" / index
                yield from known_name(at, date, "date of the chronology", known)


def _times(game: Game, track: Schedule, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    """The turn, and the sides it speaks of."""
    for index, claim in enumerate(happening.claims):
        if claim.side is not None:
            yield from known_name(at / "claims" / index / "side", claim.side, "side", track.sides)
    if happening.after is not None:
        yield from known_name(at / "after", happening.after, "side", track.sides)
    try:
        turn = track.calendar.turn(happening.turn)
    except DateError as error:
        yield REF001.at(at / "turn", text=happening.turn, wanted="game turn").note(str(error))
        return
    calendar = track.calendar
    if not 0 <= turn < calendar.length:
        why = f"the track runs from {calendar.text(0)} to {calendar.text(calendar.length - 1)}"
        yield REF001.at(at / "turn", text=happening.turn, wanted="game turn").note(why)
        return
    spans = [span for span in map(_span, scenarios(game).listed) if span is not None]
    if spans and not game.broken("scenarios") and not any(first <= turn <= last for first, last in spans):
        yield PLT004.at(at / "turn", turn=happening.turn)


def _span(scenario: Scenario) -> tuple[int, int] | None:
    start, stop = scenario.start, scenario.stop
    if start is None or stop is None or start.turn is None or stop.turn is None:
        return None
    return start.turn, stop.turn


def claims(game: Game) -> Iterator[Diagnostic]:
    """Predicates that are none or several things, and names in them."""
    rows = [
        _Claimed(claim, where / "history" / number / "claims" / index)
        for document, where in game.documents("playtest", PlaytestDocument)
        for number, happening in enumerate(document.history)
        for index, claim in enumerate(happening.claims)
    ]
    grid = hex_map(game)
    for row in rows:
        yield from named_places(grid, row)
    yield from well_shaped(game, rows)
    yield from selections(game, rows)


CHECKS = (targets, happenings, dates, claims)
