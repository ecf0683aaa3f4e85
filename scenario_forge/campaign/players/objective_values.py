"""Values of hexes, regions and units, from the rows of the victory table that are still to be scored.

The same for both sides: what one gains by holding a place, the other gains by taking it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.victory.objectives import RowReader
from scenario_forge.campaign.victory.scoring import rows, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.campaign.players.weights import Weights
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

    Row = Mapping[str, Any]


@dataclass(frozen=True)
class Presence:
    """A row that a side scores for having units somewhere, or the others for there being none."""

    side: int
    """The side whose units count."""
    points: float
    hexes: frozenset[int]
    units: frozenset[int]
    """The units that count."""
    until: int
    """The turn of the stop date."""


@dataclass
class Stakes:
    """What is at stake in victory points; later ones are discounted."""

    hexes: dict[int, float] = field(default_factory=dict)
    """By hex: what holding it is worth against the enemy's holding it."""
    units: dict[int, float] = field(default_factory=dict)
    """By unit: what its destruction is worth to the enemy, by victory alone."""
    presences: list[Presence] = field(default_factory=list)


def stakes_of(rules: Rules, state: CampaignState, side: int, weights: Weights) -> Stakes:
    """Return what is at stake from now on, as a side sees it.

    Made anew only when something that a row depends on has changed, not after every move.
    """

    def standing() -> Sequence[int]:
        """What a decisive victory would make void; nothing asks where none can come any more."""
        decided = all(state.ever.scored[len(rules.compiled.objectives) :])
        return [0] * rules.sides if decided else score(rules, state)

    def grounds() -> tuple[object, ...]:
        ever = state.ever
        fed = [supplied(rules, state, each) for each in range(rules.sides)] if _asks_supply(rules, state) else ()
        return standing(), state.clock.turn[0], ever.scored.tobytes(), ever.true.tobytes(), fed

    def make() -> Stakes:
        made, stands = Stakes(), standing()
        for row in range(len(rows(rules))):
            if not state.ever.scored[row]:
                _add(made, rules, state, row, _points(rules, state, side, row, weights, stands))
        return made

    return state.derived(f"player stakes {side}", grounds, make)


def _asks_supply(rules: Rules, state: CampaignState) -> bool:
    """Return whether a row counts destroyed or surviving units by their supply."""

    def make() -> bool:
        parts = (part for entry in rows(rules) for part in _parts(entry["when"]))
        return any(key in ("destroyed", "surviving") and "supplied" in value for key, value in parts)

    return state.derived("player supply counts", (), make)


def _points(rules: Rules, state: CampaignState, side: int, row: int, weights: Weights, stands: Sequence[int]) -> float:
    """Return the change that a row would bring: a decisive victory cancels the present score, good or bad.

    Who would suffer one fears it all the same, as long as there is a game to be won.
    """
    entry, turn = rows(rules)[row], state.clock.turn[0]
    until = int(entry.get("turn", turn + 2))
    points = float(entry["points"])
    if row >= len(rules.compiled.objectives):
        others = [held for other, held in enumerate(stands) if other != entry["side"]]
        fear = points * weights.stakes.fear if side != entry["side"] else 0.0
        points = max(fear, points - (stands[entry["side"]] - max(others, default=0)))
    return points * weights.stakes.discount ** max(0, until - turn)


def _add(made: Stakes, rules: Rules, state: CampaignState, row: int, points: float) -> None:
    entry = rows(rules)[row]
    until = int(entry.get("turn", rules.compiled.turns.span[1]))
    for part, (key, value) in enumerate(_parts(entry["when"])):
        if key == "ever" and state.ever.true[row]:
            return
        if key in rules.place_predicates:
            share = 1.0 if key == "hold" else 0.0
            hex_ = int(value["hex"])
            made.hexes[hex_] = made.hexes.get(hex_, 0.0) + share * points
        elif key in ("destroyed", "surviving"):
            found = RowReader(rules, state, entry["side"], ever=False).units(value)
            each = points if entry["each"] else points / max(1, len(found))
            for unit in found:
                made.units[unit] = made.units.get(unit, 0.0) + each
        elif key == "present":
            who, hexes = state.derived(("player counted", row, part), (), partial(_counted, rules, state, value))
            if who and hexes:
                _presence(made, Presence(rules.compiled.units.side[min(who)], points, hexes, who, until))


def _counted(rules: Rules, state: CampaignState, presence: Row) -> tuple[frozenset[int], frozenset[int]]:
    """Return the units that a row looks for, supplied or not, and the hexes."""
    selector = {key: wanted for key, wanted in presence["units"].items() if key != "supplied"}
    units = [unit for unit in RowReader(rules, state, 0, ever=False).units(selector) if not rules.irregulars[unit]]
    return frozenset(units), _region(rules, state, presence["within"])


def _presence(made: Stakes, presence: Presence) -> None:
    if len(presence.hexes) == 1:
        hex_ = next(iter(presence.hexes))
        made.hexes[hex_] = made.hexes.get(hex_, 0.0) + presence.points
    made.presences.append(presence)


def _region(rules: Rules, state: CampaignState, within: Sequence[Row]) -> frozenset[int]:
    """Return the passable hexes that lie in all of some regions."""
    looks, passable = RowReader(rules, state, 0, ever=False), rules.compiled.kinds.terrain_passable

    def make() -> frozenset[int]:
        found = [hex_ for hex_, kind in enumerate(rules.compiled.map.terrain) if passable[kind]]
        for region in within:
            found = list(filter(looks.region_test(region), found))
        return frozenset(found)

    return state.derived(f"player region {within}", (), make)


def _parts(condition: Row) -> Iterator[tuple[str, Any]]:
    """Yield the predicates of a condition, outermost first; negated ones included."""
    for key, value in condition.items():
        yield key, value
        if key in ("all", "any"):
            for part in value:
                yield from _parts(part)
        elif key in ("is_not", "ever"):
            yield from _parts(value)
