"""What a start may have besides units: markers, face-down units, stand-ins, saved points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.documents.counters import CountersDocument, MarkerKind
from scenario_forge.game.placement import Mark, Pool, Signs, StartRules

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.game.placement import EntryKind

DOWN, GREEN, STANDS, AGAIN = "down", "green", "stands", "again"
"""Marks: face down (8.24, 11.13); phases of white knees (15.1); withdrawn for the unit of that number; there before."""
SIGNS = Signs(*("R", "W", "f", "c", "m"), {DOWN: "d", AGAIN: "again", GREEN: "w{}", STANDS: "for {}"}, one_hex=True)
"""The letters of rule 13 and of the legend below the orders of battle; those of marks and strengths are ours."""
REPAIRS, REPLACEMENTS = "repair", "replacements"
"""Pools: repaired points that are kept (10.5); replacement points, which last for a turn only (9.10)."""
SUPPLIES = frozenset({"supply", "captured"})
_ANY_UNIT = 10**6


def marker_kinds() -> tuple[MarkerKind, ...]:
    """Return the kinds of markers: supply, captured supply, wrecks, fortified boxes."""
    return (
        MarkerKind(id="supply", use="a supply unit", drawn="can", colour="#F3C742", colour_blind="#F0E442"),
        MarkerKind(
            id="captured", use="supply taken from the enemy", drawn="can", colour="#EFA23B", colour_blind="#E69F00"
        ),
        MarkerKind(id="wreck", use="a loss in this hex that may be repaired", drawn="wreck", colour="#3D3A38"),
        MarkerKind(
            id="box",
            use="a work in this hex that helps its defenders",
            drawn="redoubt",
            colour="#B58ACB",
            colour_blind="#B48CCB",
        ),
    )


def start_rules(game: Game) -> StartRules:
    """Return what the game's rules.yaml lets a start have; only what play uses."""
    rules = rules_of(game)
    if rules is None:
        return StartRules(front=True, spent=True, reserve=True)
    absent: frozenset[EntryKind] = frozenset({"absent"})
    again = Mark("there before", "(again)", types_of(game, fighting=False), kinds=absent, before=True, rule="Rule 15")
    marks = {DOWN: Mark("face down", "(d)", frozenset(), SUPPLIES, rule="Rule 8"), STANDS: _stands(game), AGAIN: again}
    pools = {}
    if rules.repair.saved != "never":
        pools[REPAIRS] = Pool("Saved repair points", rule="Rule 10")
    return StartRules(
        front=True,
        spent=True,
        reserve=True,
        markers=("supply", "captured", "wreck", "box"),
        numbered=frozenset({"wreck"}),
        neutral=frozenset({"wreck"}),
        hexes_only=frozenset({"wreck", "box"}),
        marks=marks,
        pools=pools,
    )


def _stands(game: Game) -> Mark:
    return Mark(
        "withdrawn in another's place",
        "(for 7)",
        types_of(game),
        kinds=frozenset({"absent"}),
        most=_ANY_UNIT,
        names_unit=True,
        rule="Rule 9a",
        counted="withdrawn in the place of unit {number}",
    )


def types_of(game: Game, *, fighting: bool = True) -> frozenset[str]:
    """Return the types of units; of combat units only if ``fighting``."""
    counters = game.one("counters", CountersDocument)
    return frozenset(kind.id for kind in counters[0].types if kind.combat or not fighting) if counters else frozenset()
