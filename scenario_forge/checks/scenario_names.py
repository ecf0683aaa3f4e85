"""SCN: scenarios that are doubled, named differently from their file, or missing from a full list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario

NEARLY_ALL = 0.88
"""A game that has scenarios for so many of its pairs of start and stop means to have them all."""


def doubles(game: Game) -> Iterator[Diagnostic]:
    """Two scenarios of one id, or with all the same terms."""
    ids: dict[str, Scenario] = {}
    terms: dict[tuple[object, ...], Scenario] = {}
    for scenario in scenarios(game).listed:
        known = ids.setdefault(scenario.id, scenario)
        if known is not scenario:
            finding = scn.SCN006.at(scenario.where / "scenario", id=scenario.id)
            yield finding.also(known.where / "scenario", "the first")
        elif scenario.id != scenario.where.file.stem:
            finding = scn.SCN007.at(scenario.where / "scenario", id=scenario.id, file=scenario.where.file.name)
            yield finding.suggest(f"did you mean {scenario.where.file.stem}?")
        document = scenario.document
        if document.set_up or document.victory or document.without or document.changes:
            continue  # the same dates with another set-up, or with other points, are another scenario
        same = terms.setdefault(
            (document.start, document.stop, scenario.first, scenario.last, frozenset(document.options)), scenario
        )
        if same is not scenario:
            finding = scn.SCN005.at(scenario.where / "start", one=scenario.id, other=same.id)
            yield finding.also(same.where / "start", f"`{same.id}`")


def missing_pairs(game: Game) -> Iterator[Diagnostic]:
    """A start and a later stop without a scenario, where nearly all such pairs have one."""
    track = schedule(game)
    if track is None or game.broken("scenarios"):
        return
    have = {(s.document.start, s.document.stop) for s in scenarios(game).listed}
    pairs = [
        (start, stop)
        for start, opens in track.starts.items()
        for stop, closes in track.stops.items()
        if opens.turn is not None and closes.turn is not None
        and track.player_turn(closes.turn, closes.side) >= track.player_turn(opens.turn, opens.side)
    ]  # fmt: skip
    missing = [pair for pair in pairs if pair not in have]
    if len(pairs) - len(missing) < NEARLY_ALL * len(pairs):
        return
    for start, stop in missing:
        values = {"start": track.starts[start].date.label, "stop": track.stops[stop].date.label}
        yield scn.SCN008.at(track.stops[stop].where / "id", **values).also(
            track.starts[start].where / "id", "the start"
        )


def joined(game: Game) -> Iterator[Diagnostic]:
    """A text such as `Beda Fomm and Cyrenaica as one game`: what it joins is played in the scenario."""
    listed = scenarios(game).listed
    for scenario in listed:
        match = _JOINED.search(scenario.document.text)
        for other in listed if match else ():
            ends = (scenario.start, scenario.stop, other.start, other.stop)
            turns = [end.turn for end in ends if end is not None and end.turn is not None]
            named = match is not None and other.document.title in match[0]
            if other is scenario or not named or len(turns) < len(ends):
                continue
            if turns[2] < turns[0] or turns[3] > turns[1]:
                dates = " to ".join(end.date.label for end in ends[2:] if end is not None)
                finding = scn.SCN037.at(scenario.where / "text", other=other.document.title, dates=dates)
                yield finding.also(other.where / "title", "the part")


_JOINED = re.compile(r"[^.;]* and [^.;]* as one\b")

CHECKS = (doubles, missing_pairs, joined)
