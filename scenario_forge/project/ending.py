"""How games end, linked: levels of victory and distances with the numbers they cover, and what names nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.codes import Slips
from scenario_forge.project.game import Game, view
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.notations import CORE_NOTATIONS, Range, Ratio
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Collection

    from scenario_forge.documents.victory import LedgerRow, Levels, Sudden
    from scenario_forge.project.place import Where


@dataclass(frozen=True, slots=True)
class Band:
    """What one line covers, both ends included; None where an end is open."""

    text: str
    low: Fraction | None
    high: Fraction | None
    where: Where


@dataclass(frozen=True)
class LinkedLevels:
    """A list of levels, with the band of each; None where its range does not parse."""

    levels: Levels
    where: Where
    bands: list[Band | None]


@dataclass(eq=False)
class Ending(Slips):
    """All levels, ledger rows and sudden victories of a game, in printed order."""

    levels: list[LinkedLevels] = field(default_factory=list)
    ledger: list[tuple[LedgerRow, Where]] = field(default_factory=list)
    sudden: list[tuple[Sudden, Where]] = field(default_factory=list)
    distances: list[tuple[Where, list[Band | None]]] = field(default_factory=list)
    """By ledger row with distances, their bands."""

    def of_scenario(self, scenario: str) -> LinkedLevels | None:
        """The levels by which a scenario ends; None where it has none."""
        named = next((each for each in self.levels if scenario in each.levels.scenarios), None)
        return named or next((each for each in self.levels if not each.levels.scenarios), None)


def counts_in(scenarios_: Collection[str], scenario: str) -> bool:
    """Whether a row that lists scenarios counts in one; without a list it counts in all."""
    return not scenarios_ or scenario in scenarios_


def counter_values(game: Game) -> list[str]:
    """The ids of the numbers that counters of units have; empty for a game without counters.yaml."""
    sheets = game.one("counters", CountersDocument)
    if sheets is None:
        return []
    numbers = [value.id for value in sheets[0].values if value.kind == "number" and value.of == "unit"]
    return numbers if sheets[0].values else ["strength", "movement"]


@view
def ending(game: Game) -> Ending:
    """How the game's scenarios end."""
    linked = Ending()
    for document, where in game.documents("victory", VictoryDocument):
        names = _Names(game, linked)
        for levels, here in where.each("levels", document.levels):
            _link_levels(linked, names, levels, here)
        for row, each_at in where.each("ledger", document.ledger):
            _link_row(linked, names, row, each_at)
        known = [level.id for levels in document.levels for level in levels.levels]
        for sudden, at in where.each("sudden", document.sudden):
            linked.sudden.append((sudden, at))
            names.scenarios(sudden.scenarios, at)
            names.one("side", sudden.side, at / "side")
            if sudden.level is not None:
                linked.known(at / "level", sudden.level, "level of victory", known)
    return linked


class _Names:
    """Looks up what ledgers and levels name, and keeps what is not there."""

    def __init__(self, game: Game, linked: Ending) -> None:
        self.grid, self.linked = hex_map(game), linked
        self.sides = list(game.side_names)
        self.listed = [] if game.broken("scenarios") else list(scenarios(game).scenarios)
        self.values = counter_values(game)
        self.events = game.system.scored_events() if game.system else None

    def one(self, kind: str, text: str, at: Where) -> None:
        """The id of a side, or of a number on counters."""
        if kind == "side" and self.sides:
            self.linked.known(at, text, "side", self.sides)
        elif kind == "value" and self.values:
            self.linked.known(at, text, "number on counters", self.values)

    def scenarios(self, ids: list[str], at: Where) -> None:
        """Scenarios; a game that has none yet may name them before they are written."""
        for id_, here in at.each("scenarios", ids if self.listed else ()):
            self.linked.known(here, id_, "scenario", self.listed)

    def place(self, text: str, at: Where) -> None:
        """A place or hex of the map."""
        if self.grid is not None and self.grid.find(text) is None:
            self.linked.note(at, text, "place", *self.grid.why_not(text))


def _link_levels(linked: Ending, names: _Names, levels: Levels, where: Where) -> None:
    names.scenarios(levels.scenarios, where)
    names.one("side", levels.side, where / "side")
    if levels.of == "losses":
        names.one("value", levels.value, where / "value")
    bands, before = list[Band | None](), None
    for level, at in where.each("levels", levels.levels):
        if level.side is not None:
            names.one("side", level.side, at / "side")
        if levels.measure == "ratio":
            band = _ratio(linked, level.range, at / "range", before)
            before = band.high if band else before
        else:
            band = _range(linked, level.range, at / "range")
        bands.append(band)
    linked.levels.append(LinkedLevels(levels, where, bands))


def _link_row(linked: Ending, names: _Names, row: LedgerRow, where: Where) -> None:
    linked.ledger.append((row, where))
    names.scenarios(row.scenarios, where)
    if row.side is not None:
        names.one("side", row.side, where / "side")
    if row.losses is not None:
        names.one("value", row.losses.of, where / "losses" / "of")
    if row.event is not None and names.events is not None:
        linked.known(where / "event", row.event, "event of the ledger", names.events)
    if row.distance is not None:
        at = where / "distance"
        for side, place in row.distance.base.items():
            names.one("side", side, (at / "base" / side).key())
            names.place(place, at / "base" / side)
        bands = [
            _range(linked, band.hexes, at / "bands" / number / "hexes")
            for number, band in enumerate(row.distance.bands)
        ]
        linked.distances.append((at / "bands", bands))


def _range(linked: Ending, text: str, at: Where) -> Band | None:
    found = linked.parsed(at, text, CORE_NOTATIONS["ranges"])
    if not isinstance(found, Range):
        return None
    low, high = min(found.values), max(found.values)
    return Band(text, None if found.down else Fraction(low), None if found.up else Fraction(high), at)


def _ratio(linked: Ending, text: str, at: Where, before: Fraction | None) -> Band | None:
    """From the ratio of the level before, which is not included, up to its own."""
    found = linked.parsed(at, text, CORE_NOTATIONS["ratio"])
    return Band(text, before, None if found.up else found.value, at) if isinstance(found, Ratio) else None
