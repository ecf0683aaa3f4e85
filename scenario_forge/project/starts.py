"""What starts say in words: points saved, marks, and starts that are no single hex."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.project.forces import forces
from scenario_forge.project.game import Game, view
from scenario_forge.project.place import Unresolved
from scenario_forge.project.system import System

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.scenario import SideSetUp
    from scenario_forge.project.force import Entry
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.placement import PlacementToken, Pool


class Saved(NamedTuple):
    """Points of a side."""

    side: str
    pool: str
    points: int
    where: Where


@dataclass(eq=False)
class Starts:
    """By scenario; those that say nothing of it are left out."""

    saved: dict[str, list[Saved]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)


@view
def starts(game: Game) -> Starts:
    """What the game's scenarios say."""
    linked = Starts()
    pools = game.system.start(game).pools if game.system else {}
    for document, where in game.documents("scenarios", ScenarioDocument):
        for number, own in enumerate(document.set_up):
            if own.saved and own.side in game.side_names:
                found = linked.saved.setdefault(document.scenario, [])
                _saved(linked, found, own, where / "set_up" / number / "saved", pools)
    return linked


def saved_at(game: Game, scenario: str) -> list[Saved]:
    """What the sides of a scenario have saved when it begins."""
    return starts(game).saved.get(scenario, [])


@view
def ownerless(game: Game) -> frozenset[str]:
    """Markers that are nobody's: they lie among friend and enemy and hold no ground."""
    kinds = game.system.start(game).ownerless if game.system else frozenset()
    return frozenset(marker.id for marker, _where in forces(game).markers.values() if marker.kind in kinds)


def marks_said(game: Game, token: PlacementToken) -> list[str]:
    """What else a counter begins with, for people: `face down`."""
    marks = game.system.start(game).marks if game.system else {}
    return [marks[name].said(number) if name in marks else name for name, number in token.marks]


def reserve(game: Game) -> str:
    """What people say of a unit that is off the map and may come back: `in reserve`."""
    return game.system.reserve if game.system else System.reserve


def open_start(entry: Entry, grid: HexMap | None) -> str:
    """``anywhere inside the Perimeter``, ``enters at any west or south edge hex``; empty for any other start."""
    token = entry.token
    if entry.kind == "within":
        name = grid.area_names().get(token.place, token.place) if grid else token.place
        return f"anywhere inside {name}"
    if token.edges:
        return f"enters at any {' or '.join(token.edges)} edge hex"
    if entry.kind == "attached":
        return f"with unit {token.attached}"
    return "anywhere in its side's areas" if entry.kind == "free" else ""


def _saved(linked: Starts, found: list[Saved], own: SideSetUp, where: Where, pools: Mapping[str, Pool]) -> None:
    for name, points in own.saved.items():
        if name in pools:
            found.append(Saved(own.side, name, points, where / name))
            continue
        hint = did_you_mean(name, pools) or (f"points that are saved: {', '.join(pools)}" if pools else None)
        wanted = "kind of points that these rules save"
        linked.unresolved.append(Unresolved((where / name).key(), name, wanted, "", hint))
