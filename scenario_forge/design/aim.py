"""The band that a new scenario is proposed to aim at: that of the scenario most like it in time, or an even one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.playtest import PlaytestDocument
from scenario_forge.project.scenarios import scenarios
from scenario_forge.source.emit import block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.design.dates import Dates
    from scenario_forge.documents.playtest import Target
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario

BAND = "# The band to aim at, proposed:"
"""Begins the comment above it."""
EVEN = (0.40, 0.60)
"""The band where nothing is near."""


def aim_lines(game: Game, dates: Dates) -> Iterator[str]:
    """The key `target` with its reason above it."""
    near = _nearest(game, dates)
    yield ""
    if near is None:
        low, high = EVEN
        yield f"{BAND} even, as no scenario with a band of its own is played in these turns."
        yield _target(dates.track.sides[0], low, high, {})
        return
    scenario, target, turns = near
    yield f"{BAND} that of {scenario.document.title}, which has {turns} of these {dates.track.counted_in}s."
    yield _target(target.side, target.low, target.high, target.players)


def _target(side: str, low: float, high: float, players: Mapping[str, str]) -> str:
    made: dict[str, object] = {"side": side, "low": low, "high": high}
    return block({"target": made | ({"players": dict(players)} if players else {})}).rstrip()


def _nearest(game: Game, dates: Dates) -> tuple[Scenario, Target, int] | None:
    """The scenario with a target that has most turns in common, of those as near the one with fewest others."""
    known = scenarios(game).scenarios
    found = []
    for document, _where in game.documents("playtest", PlaytestDocument):
        for number, target in enumerate(document.targets):
            scenario = known.get(target.scenario)
            span = _span(dates, scenario) if scenario else None
            if scenario is None or span is None:
                continue
            common = min(span[1], dates.closes) - max(span[0], dates.opens) + 1
            whole = max(span[1], dates.closes) - min(span[0], dates.opens) + 1
            if common > 0:
                found.append(((-common / whole, number), scenario, target, common))
    best = min(found, key=lambda each: each[0], default=None)
    return None if best is None else best[1:]


def _span(dates: Dates, scenario: Scenario) -> tuple[int, int] | None:
    start, stop = scenario.start, scenario.stop
    if start is None or stop is None or start.turn is None or stop.turn is None:
        return None
    track = dates.track
    return track.player_turn(start.turn, scenario.first), track.player_turn(stop.turn, scenario.last)
