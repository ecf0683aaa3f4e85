"""How well players play, by what they lose and do, and so what verdicts on their games can say.

A verdict on a scenario is one on the players too: a result may be that of an army that starves, not of the set-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue.plt import PLT005
from scenario_forge.playtest.figures import figure
from scenario_forge.playtest.report import Health, SideHealth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.playtest.report import TargetFound
    from scenario_forge.playtest.result import GameResult

DEPENDS = "these games are what these players make of them; better or other players may turn the result"
SILENT = "no loss of strength is told of: nobody fought, or the rules do not say who loses what"


def health_of(sides: Sequence[str], players: Sequence[str], games: Sequence[GameResult]) -> Health:
    """The health of the players of some games; those that did not come to their end are left out."""
    whole = [game for game in games if game.whole]
    found = {side: _side(whole, number, players[number]) for number, side in enumerate(sides)}
    starved, fallen = sum(each.starved for each in found.values()), sum(each.fallen for each in found.values())
    if not whole:
        return Health(standing="not known", reason="no game came to its end", code="", sides=found)
    if starved > fallen:
        reason = PLT005.message.format(starved=f"{starved:.1f}", fallen=f"{fallen:.1f}")
        return Health(standing="not known", reason=reason, code=PLT005.id, sides=found)
    if not fallen and not any(each.attacks for each in found.values()):
        return Health(standing="not known", reason=SILENT, code="", sides=found)
    return Health(standing="depends on the players", reason=DEPENDS, code="", sides=found)


def _side(games: Sequence[GameResult], side: int, player: str) -> SideHealth:
    def total(kind: str) -> int:
        return sum(each[side] for game in games if side < len(each := game.health.get(kind, [])))

    def mean(kind: str) -> float:
        return figure(total(kind) / len(games)) if games else 0.0

    def part(kind: str, of: int) -> float | None:
        return figure(total(kind) / of) if of else None

    return SideHealth(
        player=player,
        starved=mean("starved"),
        fallen=mean("fallen"),
        starvation=part("starved", total("starved") + total("fallen")),
        attacks=mean("attacks"),
        hopeless=part("hopeless", total("attacks")),
        units=mean("units"),
        unmoved=part("unmoved", total("units")),
    )


def held_back(target: TargetFound, health: Health) -> TargetFound:
    """The target without a verdict where the players' health allows none."""
    return target.model_copy(update={"verdict": "withheld", "more": None}) if health.code else target


def barred(*settings: Health) -> Health | None:
    """The first of some settings whose players' health allows no verdict on what is compared."""
    return next((health for health in settings if health.code), None)


def heading(health: Health, verdict: str = "") -> str:
    """What a verdict is headed with: never that it is robust."""
    return "not known" if verdict == "undecided" else health.standing


def rows_of(health: Health) -> list[list[str]]:
    """The table of the players' health in words, a row for each side; its heads are :data:`HEADS`."""
    return [
        [
            f"{side}: {each.player}",
            f"{each.starved:.1f}",
            f"{each.fallen:.1f}",
            _percent(each.starvation),
            f"{each.attacks:.1f}",
            _percent(each.hopeless),
            _percent(each.unmoved),
        ]
        for side, each in health.sides.items()
    ]


HEADS = ("Player", "Starved", "Fallen", "Starvation", "Attacks", "Hopeless", "Never moved")
"""Strength points lost a game for want of supply and in battle, the share of the one in both; attacks a game, the share
of them in which no throw costs the defender more than the attacker; the share of units that never moved."""


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
