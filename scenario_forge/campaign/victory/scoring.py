"""Victory points at stop dates, decisive victories, and what has ever been true (rule 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.victory.objectives import RowReader
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


def rows(rules: Rules) -> Sequence[Mapping[str, Any]]:
    """Return objectives, then decisive victories: the rows of the table `ever`."""
    return rules.victory_rows


def row_reader(rules: Rules, state: CampaignState, row: int) -> RowReader:
    """Return the reader of the conditions of a row, for the side of the row."""
    return RowReader(rules, state, rows(rules)[row]["side"], ever=bool(state.ever.true[row]))


@rule("victory.points")
def worth(rules: Rules, state: CampaignState, row: int) -> int:
    """Return the points that a row brings now (14.6 and after)."""
    entry, seen = rows(rules)[row], row_reader(rules, state, row)
    count = seen.count(entry["when"]) if entry["each"] else int(seen.true(entry["when"]))
    return int(entry["points"]) * count


@rule("victory.groups")
def points_by_objective(rules: Rules, state: CampaignState, chosen: list[int]) -> dict[int, int]:
    """Return the points of some objectives; of a group only the best (14.19 and the ruling beside 14.9)."""
    objectives = rules.compiled.objectives
    found = {row: worth(rules, state, row) for row in chosen}
    groups: dict[str | int, list[int]] = {}
    for row in found:
        groups.setdefault(objectives[row]["group"] or row, []).append(row)
    best = sorted(max(rows, key=found.__getitem__) for rows in groups.values())
    return {row: found[row] for row in best if found[row]}


@rule("victory.cumulative")
def points_kept(rules: Rules, state: CampaignState) -> list[int]:
    """Return by side the points that still count when the next stop date is scored."""
    return list(state.sides.points) if rules.given.scoring.cumulative else [0] * rules.sides


class NoteEver(Step[CampaignState]):
    """The note of what has been true at the end of each phase (14.14 and its ruling)."""

    id = "noted"
    clause = "victory.ever"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("victory.ever")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Note the rows whose `ever` is true for the first time."""
        found = []
        for row, entry in enumerate(rows(self.rules)):
            inner = _ever(entry["when"])
            if inner is not None and not state.ever.true[row] and row_reader(self.rules, state, row).true(inner):
                found.append(row)
        changes = tuple(state.ever.change(row, "true", 1) for row in found)
        return Next((Event("noted", changes, self.clause, tuple(found)),) if found else ())


def _ever(condition: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the condition inside the first `ever` of another; None if there is none."""
    if "ever" in condition:
        inner: Mapping[str, Any] = condition["ever"]
        return inner
    parts = [*condition.get("all", ()), *condition.get("any", ())]
    parts += [condition["is_not"]] if "is_not" in condition else []
    return next((found for part in parts if (found := _ever(part)) is not None), None)


class Victory(Step[CampaignState]):
    """The scoring at the end of a player turn: decisive victories, points of stop dates (14.3 to 14.5)."""

    id = "victory"
    clause = "victory.stop-dates"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("victory.end-of-game", "victory.stop-dates", "victory.decisive-ends", "victory.decisive")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """End the game on a decisive victory, which voids stop dates; else score a stop date that is due."""
        compiled, clock = self.rules.compiled, state.clock
        now = (clock.turn[0], clock.side[0])
        for number, entry in enumerate(compiled.decisive):
            row = len(compiled.objectives) + number
            due = entry["after"] == now[1] and now[0] >= entry["since"]
            if due and not clock.decisive[0] and row_reader(self.rules, state, row).true(entry["when"]):
                changes = (clock.change(0, "decisive", entry["side"] + 1), state.ever.change(row, "scored", 1))
                return Next(
                    (
                        Event(
                            "decisive victory",
                            changes,
                            self.rules.clauses["victory.decisive-ends"],
                            (entry["side"], row),
                        ),
                    )
                )
        stops = [n for n, entry in enumerate(compiled.objectives) if (entry["turn"], entry["after"]) == now]
        return Next((self._stop(state, stops),) if stops else ())

    def _stop(self, state: CampaignState, stops: list[int]) -> Event:
        sides, totals = state.sides, points_kept(self.rules, state)
        for row, points in points_by_objective(self.rules, state, stops).items():
            totals[self.rules.compiled.objectives[row]["side"]] += points
        changes = [sides.change(side, "points", total) for side, total in enumerate(totals)]
        changes += [state.ever.change(row, "scored", 1) for row in stops]
        return Event("stop date scored", tuple(changes), self.clause, tuple(totals))


@rule("victory.margin")
def score(rules: Rules, state: CampaignState) -> list[int]:
    """Return victory points by side as they would be if the game ended now (14.3 to 14.5, 14.22)."""
    compiled = rules.compiled
    if state.clock.decisive[0]:
        won = next(n for n in range(len(compiled.decisive)) if state.ever.scored[len(compiled.objectives) + n])
        winner = state.clock.decisive[0] - 1
        return [int(compiled.decisive[won]["points"]) * (side == winner) for side in range(rules.sides)]
    found = list(state.sides.points)
    waiting = [n for n in range(len(compiled.objectives)) if not state.ever.scored[n]]
    if waiting:
        found = points_kept(rules, state)
        stops = [(compiled.objectives[n]["turn"], compiled.objectives[n]["after"]) for n in waiting]
        rows_now = [n for n, stop in zip(waiting, stops, strict=True) if stop == min(stops)]
        for row, points in points_by_objective(rules, state, rows_now).items():
            found[compiled.objectives[row]["side"]] += points
    return found
