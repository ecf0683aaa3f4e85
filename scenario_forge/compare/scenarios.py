"""Two scenarios compared: dates, who stands where, who comes and goes, who holds what, what scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter
from scenario_forge.compare.games import compare_games
from scenario_forge.compare.held import held_changes
from scenario_forge.compare.scores import point_changes
from scenario_forge.compare.starts import marker_changes, saved_changes, unit_changes
from scenario_forge.compare.statements import said_changes
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.plan import plan
from scenario_forge.compiler.problems import CompileError
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.plan import Plan
    from scenario_forge.project.forces import UnitKey
    from scenario_forge.project.game import Game

_SHARED = frozenset(
    {Matter.COUNTERS, Matter.TRACK, Matter.RULES, Matter.CHARTS, Matter.MAP, Matter.OPTIONS, Matter.OTHER}
)
"""What two states of a game may differ in that a scenario played with it does not tell by itself."""
_UNPLAYED = frozenset({"game.yaml", "chronology.yaml", "playtest.yaml"})


@dataclass(frozen=True)
class Made:
    """A scenario as it is set up, and as it is played."""

    plan: Plan
    compiled: CompiledScenario


def compare_scenarios(before: Game, one: str, after: Game, other: str) -> list[Change]:
    """All in which two scenarios differ, what matters most to a player first.

    Where the two are of two states of a game, what the scenarios rest on is compared too: counters, track, rules,
    charts, map. Nothing is found only if both play the same and their words are the same.

    Raises:
        NoSuchScenario: a game has none of that name.
        CompileError: errors in a game leave its set-up open.
    """
    first, second = _made(before, one), _made(after, other)
    found = [*_told(first, second), *_beneath(first, second)]
    if not found:
        found += _unsaid(first.compiled, second.compiled)
    return sorted(found, key=lambda change: change.order)


def compare_states(before: Game, after: Game) -> list[Change]:
    """All that is another in the second state of a game; files of scenarios that have changed by what they come to.

    What cannot be set up is compared value by value, as :func:`~scenario_forge.compare.games.compare_games` does.
    """
    found = compare_games(before, after)
    changed = {change.file for change in found if change.file.startswith("scenarios/")}
    for name in sorted(changed):
        told = _told_of_file(before, after, name)
        if told:
            found = [change for change in found if change.file != name] + told
    return sorted(found, key=lambda change: change.order)


def _told_of_file(before: Game, after: Game, name: str) -> list[Change]:
    """What a scenario's file has come to say otherwise; nothing where it was not there, or cannot be set up."""
    ids = [[key for key, each in scenarios(game).scenarios.items() if each.where.file.name == name]
           for game in (before, after)]  # fmt: skip
    if [len(each) for each in ids] != [1, 1]:
        return []
    try:
        made = _made(before, ids[0][0]), _made(after, ids[1][0])
    except CompileError:
        return []
    title = made[1].plan.scenario.document.title
    return [replace(change, subject=f"{title}, {change.subject}", file=name) for change in _told(*made)]


def _told(first: Made, second: Made) -> list[Change]:
    """What the scenarios themselves come to, each by its own start."""
    return [
        *_dates(first.plan, second.plan),
        *unit_changes(first.plan, second.plan),
        *marker_changes(first.plan, second.plan),
        *saved_changes(first.plan, second.plan),
        *held_changes(first.plan, first.compiled, second.plan, second.compiled),
        *point_changes(first, second),
        *said_changes(first.plan, second.plan),
    ]


def _made(game: Game, scenario: str) -> Made:
    return Made(plan(game, scenario), compile_scenario(game, scenario))


def positions(game: Game, scenario: str) -> dict[UnitKey, tuple[str, int]]:
    """The units that are on the map when a scenario begins: how each is cited, and its hex."""
    made = plan(game, scenario)
    return {
        placed.unit.key: (f"{placed.unit.cited}, {placed.unit.name}", placed.entry.hex)
        for placed in made.placed
        if placed.state == "at" and placed.entry and placed.entry.hex is not None and made.in_play(placed.unit)
    }


def _dates(one: Plan, other: Plan) -> Iterator[Change]:
    length = f"{one.track.counted_in.capitalize()}s"

    def told(made: Plan) -> dict[str, str]:
        names, track = made.game.side_names, made.track
        return {
            "Start": track.label(made.first_turn),
            "Stop": track.label(made.last_turn),
            "Moves first": names.get(made.scenario.first, made.scenario.first),
            "Moves last": names.get(made.scenario.last, made.scenario.last),
            length: str(made.scenario.player_turns(track) or ""),
            "Optional rules": ", ".join(sorted(made.options)) or "none",
        }

    was, now = told(one), told(other)
    for rank, subject in enumerate(was):
        if was[subject] != now[subject]:
            what = f"{now[subject]}, not {was[subject]}"
            yield Change(Matter.DATES, subject, what, was[subject], now[subject], weight=len(was) - rank)


def _beneath(one: Made, other: Made) -> Iterator[Change]:
    """What the scenarios rest on, where they are of two states of a game; of the track, only if it is played."""
    before, after = one.plan.game, other.plan.game
    if before is after:
        return
    same_track = one.compiled.turns.to_data() == other.compiled.turns.to_data()
    for change in compare_games(before, after):
        own = change.file.startswith("scenarios/") or change.file in _UNPLAYED
        if change.matter in _SHARED and not own and not (same_track and change.matter is Matter.TRACK):
            yield change


def _unsaid(one: CompiledScenario, other: CompiledScenario) -> Iterator[Change]:
    """What play depends on and nothing above tells of, so that silence means that nothing is another."""
    if one.hash != other.hash:
        yield Change(Matter.OTHER, "Play", "rests on other data", one.hash[:16], other.hash[:16])
