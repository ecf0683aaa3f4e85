"""REF001, VIC010, SCN033, PLT001, PLT002: what a scenario scores by itself and leaves out, and the band it aims at.

That its rows are well made and can be scored is looked at with the rows of victory.yaml: see `victory_parts.rows`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.playtest_names import aims
from scenario_forge.checks.victory_parts import objectives, own
from scenario_forge.diagnostics.catalogue import plt, ref, scn, vic
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.playtest import PlaytestDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.victory_parts import Row
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Objective
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.schedule import Schedule


def doubled(game: Game) -> Iterator[Diagnostic]:
    """Own rows with an id that another row has, or with one side and condition."""
    printed = {row.entry.id: row for row in objectives(game)}
    seen: dict[tuple[str, str], Row] = {}
    said: dict[tuple[str, str, str], Row] = {}
    for row in own(game):
        other = seen.setdefault((row.scenario, row.entry.id), row)
        first = other if other is not row else printed.get(row.entry.id)
        if first is not None:
            what = f"there are two objectives `{row.entry.id}`"
            yield vic.VIC010.at(row.where / "id", what=what).also(first.where / "id", "the first")
        key = (row.scenario, row.entry.side, row.entry.when.model_dump_json(exclude_none=True))
        same = said.setdefault(key, row)
        if same is not row:
            what = "the same side scores for the same thing at the same stop date twice"
            yield vic.VIC010.at(row.where / "when", what=what).also(same.where / "when", "the first")


def left_out(game: Game) -> Iterator[Diagnostic]:
    """Rows that are left out: that there are none of, twice, or that it would not reach."""
    track = schedule(game)
    found = game.one("victory", VictoryDocument)
    if track is None or game.broken("victory"):
        return
    known = {row.id: row for row in found[0].objectives} if found else {}
    cumulative = found is not None and found[0].cumulative
    for scenario in scenarios(game).listed:
        listed = scenario.document.without
        for index, name in enumerate(listed):
            at = scenario.where / "without" / index
            if name not in known:
                yield ref.REF001.at(at, text=name, wanted="row of the victory table").suggest(did_you_mean(name, known))
            elif name in listed[:index]:
                yield vic.VIC010.at(at, what=f"`{name}` is left out twice")
            elif scored(track, scenario, known[name], cumulative=cumulative) is False:
                start, stop = (mark.date.label if mark else "" for mark in (scenario.start, scenario.stop))
                yield scn.SCN033.at(at, row=name, start=start, stop=stop)


def scored(track: Schedule, scenario: Scenario, row: Objective, *, cumulative: bool) -> bool | None:
    """Whether a scenario reaches the stop of a printed row; None where a date is unknown."""
    mark, start, stop = track.stops.get(row.stop), scenario.start, scenario.stop
    if mark is None or start is None or stop is None or None in (mark.turn, start.turn, stop.turn):
        return None
    if not cumulative:
        return row.stop == scenario.document.stop
    moment = track.player_turn(mark.turn or 0, mark.side)
    opens = track.player_turn(start.turn or 0, scenario.first)
    return opens <= moment <= track.player_turn(stop.turn or 0, scenario.last)


def targets(game: Game) -> Iterator[Diagnostic]:
    """The band that a scenario aims at: sides that there are not, no inside, another in playtest.yaml."""
    sides = [side.id for side in game.about.sides] if game.about else []
    others = {
        target.scenario: where / "targets" / number
        for document, where in game.documents("playtest", PlaytestDocument)
        for number, target in enumerate(document.targets)
    }
    for scenario in scenarios(game).listed:
        aim = scenario.document.target
        if aim is None:
            continue
        at = scenario.where / "target"
        yield from aims(aim, at, sides)
        if scenario.id in others:
            finding = plt.PLT002.at(at.key(), what=f"a target of `{scenario.id}`")
            yield finding.also(others[scenario.id] / "scenario", "the other; that of the scenario counts")


CHECKS = (doubled, left_out, targets)
