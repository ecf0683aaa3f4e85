"""Comparison of two scenarios: dates, positions, arrivals and withdrawals, control, scoring."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.compare.difference import Change, Matter, address_of, differences, passage_changes, value_text
from scenario_forge.compare.games import compare_games
from scenario_forge.compare.starts import control_changes, marker_changes, saved_changes, unit_changes
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.victory import Level, VictoryDocument
from scenario_forge.game.scenarios import counts_in, ending, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.documents.victory import LedgerRow, Sudden
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Data


_SHARED = frozenset(
    {Matter.COUNTERS, Matter.TRACK, Matter.RULES, Matter.CHARTS, Matter.MAP, Matter.OPTIONS, Matter.OTHER}
)
"""What two states of a game may differ in that a scenario played with it does not tell by itself."""
_UNPLAYED = frozenset({"game.yaml", "chronology.yaml", "playtest.yaml"})


@dataclass(frozen=True)
class ScenarioState:
    """State of a scenario: as set up, and as played."""

    plan: Plan
    compiled: CompiledScenario


def compare_scenarios(before: Game, one: str, after: Game, other: str) -> list[Change]:
    """Return all differences of two scenarios, those that matter most to a player first.

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
    """Return all changes in the second state of a game; scenario files that changed count by their effect.

    What cannot be set up is compared value by value, as :func:`~scenario_forge.compare.games.compare_games` does.
    """
    found = compare_games(before, after)
    changed = {change.file for change in found if change.file.startswith("scenarios/")}
    for name in sorted(changed):
        told = _changes_in_file(before, after, name)
        if told:
            found = [change for change in found if change.file != name] + told
    return sorted(found, key=lambda change: change.order)


def _changes_in_file(before: Game, after: Game, name: str) -> list[Change]:
    """Return the changes in one scenario's file; none if either state lacks it or cannot be set up."""
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


def _told(first: ScenarioState, second: ScenarioState) -> list[Change]:
    """Return the differences of the scenarios themselves, each by its own start."""
    return [
        *_dates(first.plan, second.plan),
        *unit_changes(first.plan, second.plan),
        *marker_changes(first.plan, second.plan),
        *saved_changes(first.plan, second.plan),
        *control_changes(first.plan, first.compiled, second.plan, second.compiled),
        *point_changes(first, second),
        *_levels(first.plan, second.plan),
        *_other_points(first.plan, second.plan),
        *changed_values(first.plan, second.plan),
    ]


def _made(game: Game, scenario: str) -> ScenarioState:
    return ScenarioState(plan(game, scenario), compile_scenario(game, scenario))


def positions(game: Game, scenario: str) -> dict[UnitKey, tuple[str, int]]:
    """Return the units that are on the map when a scenario begins: how each is cited, and its hex."""
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


def _beneath(one: ScenarioState, other: ScenarioState) -> Iterator[Change]:
    """Yield changes of shared files, for two states of one game; of the track, only if the turns played differ."""
    before, after = one.plan.game, other.plan.game
    if before is after:
        return
    same_track = one.compiled.turns.to_data() == other.compiled.turns.to_data()
    for change in compare_games(before, after):
        own = change.file.startswith("scenarios/") or change.file in _UNPLAYED
        if change.matter in _SHARED and not own and not (same_track and change.matter is Matter.TRACK):
            yield change


def _unsaid(one: CompiledScenario, other: CompiledScenario) -> Iterator[Change]:
    """Yield a change of data that play depends on and nothing above reports: no change means equal data."""
    if one.hash != other.hash:
        yield Change(Matter.OTHER, "Play", "rests on other data", one.hash[:16], other.hash[:16])


# -- what else the files of two scenarios say otherwise --------------------------------------------


_FILE = ("basis", "provenance", "scenario")
_PLAY = ("start", "stop", "first", "last", "options", "set_up", "control", "front", "victory", "without")
TOLD = frozenset((*_FILE, *_PLAY, "changes", "target"))
"""Keys whose changes are reported by their effect, not by their text."""
_WORDS = {"title": "Title", "dates": "Heading", "text": "What it is about", "length": "Stated length"}


def changed_values(one: Plan, other: Plan) -> Iterator[Change]:
    """Yield the aim and changed values first, then every other key of the files that nothing else reports."""
    yield from _aims(one, other)
    yield from _settings(one, other)
    file, theirs = other.scenario.where.file, one.scenario.where.file
    for difference in differences(theirs.root, file.root):
        key = difference.steps[0] if difference.steps else ""
        if not key or key in TOLD:
            continue
        was, now = value_text(difference.was), value_text(difference.now)
        at = address_of(difference.steps)
        matter, subject = (Matter.WORDS, _WORDS[key]) if key in _WORDS else (Matter.DATES, at.replace("_", " "))
        yield Change(matter, subject, _instead(difference.was, difference.now), was, now, file=file.name, address=at)


def _instead(was: Data, now: Data) -> str:
    if isinstance(was, str) and isinstance(now, str):
        return passage_changes(was, now)
    return f"{value_text(now) or 'nothing'} instead of {value_text(was) or 'nothing'}"


def _aims(one: Plan, other: Plan) -> Iterator[Change]:
    was, now = one.scenario.document.target, other.scenario.document.target
    if was == now:
        return
    old, new = _aim(one), _aim(other)
    what = f"{new or 'none'}, not {old or 'any'}" if old != new else "is measured otherwise"
    file = other.scenario.where.file.name
    yield Change(Matter.DATES, "The aim", what, old, new, file=file, address="target")


def _aim(made: Plan) -> str:
    """`Allied wins 35 % to 65 %, competent against competent`; empty where the scenario says nothing."""
    aim = made.scenario.document.target
    if aim is None:
        return ""
    players = [aim.players[side] for side in made.game.side_names if side in aim.players]
    who = f", {' against '.join(players)}" if players else ""
    return f"{made.game.side_name(aim.side)} wins {aim.low * 100:.0f} % to {aim.high * 100:.0f} % of the games{who}"


def _settings(one: Plan, other: Plan) -> Iterator[Change]:
    """Values of the game that only one scenario changes, or that both change otherwise."""
    was, now = ({each.at: each.value for each in made.scenario.document.changes} for made in (one, other))
    file = other.scenario.where.file.name
    for at in dict.fromkeys((*was, *now)):
        old, new = (value_text(each[at]) or "nothing" if at in each else "" for each in (was, now))
        if old != new:
            subject = f"In this scenario {at}"
            what = (
                f"is {new}, not {old}" if old and new else f"is {new}" if new else f"is as in the game, no more {old}"
            )
            yield Change(Matter.DATES, subject, what, old, new, file=file, address=f"changes[{at}]")


# -- what two scenarios score ----------------------------------------------------------------------


@dataclass(frozen=True)
class ScoredRow:
    """A row that is scored."""

    side: str
    text: str
    date: str
    points: int
    rule: str
    """What must hold, in a form that can be compared; without the date."""


def point_changes(one: ScenarioState, other: ScenarioState) -> Iterator[Change]:
    """Yield the changes of scoring rows: new ones, those that score otherwise, and those that are gone."""
    was, now = _rows(one), _rows(other)
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        known = new or old
        if known is None or old == new:
            continue
        sides = other.plan.game if new else one.plan.game
        size = abs((new.points if new else 0) - (old.points if old else 0))
        texts = (str(old.points) if old else "", str(new.points) if new else "")
        subject = f"{sides.side_name(known.side)}: {known.text}"
        yield Change(Matter.POINTS, subject, _row_told(old, new), *texts, known.side, size)


def _row_told(old: ScoredRow | None, new: ScoredRow | None) -> str:
    if old is None or new is None:
        if new is not None:
            return f"scores {new.points} points in {new.date}"
        return f"scores nothing; it was {old.points} points in {old.date}" if old else ""
    if old.points != new.points:
        dates = (f" in {new.date}", f" in {old.date}") if old.date != new.date else ("", "")
        return f"{new.points} points{dates[0]}, not {old.points}{dates[1]}"
    if old.date != new.date:
        return f"{new.points} points in {new.date}, not in {old.date}"
    return "is scored when something else holds"


def _rows(made: ScenarioState) -> dict[tuple[str, str, int], ScoredRow]:
    """Rows by side and words; rows scored at several dates are matched from the last date backwards."""
    by_date = sorted(made.compiled.objectives, key=lambda row: int(row["turn"]))
    rows = [*(_row(made, row) for row in by_date), *_decisive(made)]
    often: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, str, int], ScoredRow] = {}
    for row in reversed(rows):
        found[row.side, row.text, often[row.side, row.text]] = row
        often[row.side, row.text] += 1
    return dict(reversed(found.items()))


def _row(made: ScenarioState, row: Mapping[str, Any]) -> ScoredRow:
    sides, track = made.compiled.keys["sides"], made.plan.track
    rest = {key: value for key, value in row.items() if key not in ("id", "turn", "points", "side", "group")}
    text = row_texts(made.plan.game, made.plan.scenario.id).get(row["id"], str(row["id"]))
    return ScoredRow(sides[row["side"]], text, track.label(row["turn"]), row["points"], value_text(rest, longest=None))


def _decisive(made: ScenarioState) -> Iterator[ScoredRow]:
    sides = made.compiled.keys["sides"]
    for row in made.compiled.decisive:
        rest = {key: value for key, value in row.items() if key not in ("id", "points", "side")}
        text = f"decisive victory, {str(row['id']).replace('_', ' ')}"
        yield ScoredRow(sides[row["side"]], text, "any turn", row["points"], value_text(rest, longest=None))


_MEASURES = {"points": "points", "difference": "the difference in points", "ratio": "the ratio of points"}


def _levels(one: Plan, other: Plan) -> Iterator[Change]:
    """Levels of victory that take more or less, in printed order; first, whether they measure something else."""
    (measured, was), (measures, now) = _level_ranges(one), _level_ranges(other)
    known = dict.fromkeys((*now, *was))
    names = {level.id: level.name for level in (*was.values(), *now.values())}
    if measured != measures:
        what = f"{measures or 'none'}, not {measured or 'any'}"
        yield Change(Matter.POINTS, "Levels of victory", what, measured, measures, weight=len(known) + 1)
    for rank, level in enumerate(known):
        old, new = (_said(made, levels.get(level)) for made, levels in ((one, was), (other, now)))
        if old != new:
            what = f"{new}, not {old}" if old and new else new or f"no such level, was {old}"
            yield Change(Matter.POINTS, f"Level {names[level]}", what, old, new, weight=len(known) - rank)


def _said(made: Plan, level: Level | None) -> str:
    """What a level takes, as printed, and who wins by it where its name does not say so; empty where there is none."""
    if level is None:
        return ""
    winner = made.game.side_name(level.side) if level.side else "a draw"
    return level.range if winner.casefold() in level.name.casefold() else f"{level.range} ({winner})"


def _level_ranges(made: Plan) -> tuple[str, dict[str, Level]]:
    """What decides the level of victory, in words, and the levels by their ids; empty without levels."""
    linked = ending(made.game).of_scenario(made.scenario.id)
    if linked is None:
        return "", {}
    levels = linked.levels
    lost = f" ({levels.value} lost)" if levels.of == "losses" else ""
    measured = f"{_MEASURES[levels.measure]}{lost}, {made.game.side_name(levels.side)} first"
    return measured, {each.id: each for each in levels.levels}


_WHEN = {"turn": "at the end of each turn", "event": "each time", "end": "at the end of the game"}
_UNTOLD = frozenset({"id", "side", "text", "scenarios", "points"})


class OtherRow(NamedTuple):
    """A row of the ledger, or a sudden victory."""

    side: str
    text: str
    points: int
    when: str
    """When it counts, in words; empty of a victory at any time."""
    rest: str
    """What must hold, in a form that can be compared."""
    file: str
    address: str

    @property
    def scores(self) -> str:
        """Result of the row, in words."""
        if not self.when:
            return "wins at once"
        return f"scores {f'{self.points} points' if self.points else 'points'} {self.when}"


def _other_points(one: Plan, other: Plan) -> Iterator[Change]:
    """Rows of the ledger and sudden victories that count in one scenario only, or otherwise, in printed order."""
    was, now = _other_rows(one), _other_rows(other)
    known = dict.fromkeys((*now, *was))
    for rank, key in enumerate(known):
        old, new = was.get(key), now.get(key)
        row = new or old
        if row is None or (old and new and old[:5] == new[:5]):
            continue
        side = other.game.side_name(row.side) if row.side else "Either side"
        texts = (old.scores if old else "", new.scores if new else "")
        size = abs((new.points if new else 0) - (old.points if old else 0))
        yield Change(
            Matter.POINTS, f"{side}: {row.text}", _other_told(old, new), *texts, row.side, size,
            file=new.file if new else "", address=new.address if new else "", weight=-rank - 1,
        )  # fmt: skip


def _other_told(old: OtherRow | None, new: OtherRow | None) -> str:
    if old is None or new is None:
        return new.scores if new else f"counts no more; it was: {old.scores}" if old else ""
    if old.when == new.when and old.points != new.points:
        return f"scores {new.points} points {new.when}, not {old.points}"
    if old.scores != new.scores:
        return f"{new.scores}, not {old.scores}"
    if old.rest != new.rest or old.side != new.side:
        return "counts when something else holds" if old.side == new.side else "counts for another side"
    return passage_changes(old.text, new.text)


def _other_rows(made: Plan) -> dict[str, OtherRow]:
    """By kind and id, those that count in a scenario."""
    found: dict[str, OtherRow] = {}
    linked = ending(made.game)
    for row, where in linked.ledger:
        if counts_in(row.scenarios, made.scenario.id):
            found[f"ledger {row.id}"] = _other_row(row, row.side or "", row.points, _WHEN[row.at], where)
    for sudden, where in linked.sudden:
        if counts_in(sudden.scenarios, made.scenario.id):
            found[f"sudden {sudden.id}"] = _other_row(sudden, sudden.side, 0, "", where)
    return found


def _other_row(row: LedgerRow | Sudden, side: str, points: int, when: str, where: Where) -> OtherRow:
    rest = value_text(row.model_dump(mode="json", exclude=set(_UNTOLD)), longest=None)
    address = address_of((str(where.path[0]), row.id))
    return OtherRow(side, row.text, points, when, rest, where.file.name, address)


def row_texts(game: Game, scenario: str) -> dict[str, str]:
    """Return the words of each row of the victory table by its id, the scenario's own rows included."""
    documents = [document for document, _where in game.documents("victory", VictoryDocument)]
    rows = [row for document in documents for row in (*document.ledger, *document.objectives)]
    found = scenarios(game).scenarios.get(scenario)
    return {row.id: row.text for row in (*rows, *(found.document.victory if found else ()))}
