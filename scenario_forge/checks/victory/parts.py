"""The pieces of the victory table that its checks go through: conditions, selections of units, places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.scenarios import ending, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.victory import Condition, DecisiveVictory, LedgerRow, Region, Scored, Selector, Sudden
    from scenario_forge.game.forces import Forces, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where

KINDS = ("hold", "destroyed", "surviving", "present", "all", "any", "is_not", "ever")
_NAMED = ("on", "area", "east_of", "on_or_east_of", "west_of", "box")
REGIONS = (*_NAMED, "map", "near", "in_range", "near_units")


@dataclass(frozen=True, slots=True)
class VictoryRow:
    """An objective or a decisive victory, and where it stands."""

    entry: Scored | DecisiveVictory
    where: Where
    scenario: str = ""
    """The scenario whose own row it is; empty for a row of victory.yaml."""

    @property
    def when(self) -> Condition:
        """The condition, with its nested conditions."""
        return self.entry.when

    @property
    def side(self) -> str:
        """Who scores or wins."""
        return self.entry.side

    @property
    def text(self) -> str:
        """The objective in words; a decisive victory has none."""
        return str(getattr(self.entry, "text", ""))

    @property
    def stop(self) -> str | None:
        """The stop date of an objective; None for a decisive victory, and for a scenario's own row."""
        return getattr(self.entry, "stop", None)

    @property
    def moment(self) -> str:
        """The stop date or the scenario: rows of one moment are scored together."""
        return self.stop or f"scenario {self.scenario}"

    @property
    def group(self) -> str:
        """The group of an objective; objectives of one group exclude each other."""
        return str(getattr(self.entry, "group", ""))


@dataclass(frozen=True, slots=True)
class PlacedCondition:
    """A condition of a claim, and the place of the row that has it."""

    when: Condition
    where: Where


@dataclass(frozen=True, slots=True)
class EndingRow:
    """A row of the ledger with a condition, or a sudden victory, and where it stands."""

    entry: LedgerRow | Sudden
    when: Condition
    where: Where

    @property
    def side(self) -> str:
        """Who scores or wins; empty for either side."""
        return self.entry.side or ""

    @property
    def text(self) -> str:
        """What scores or wins, in words."""
        return self.entry.text


WordedRow = VictoryRow | EndingRow
"""A row whose text says in words what its condition asks."""
Conditional = WordedRow | PlacedCondition
"""Whatever has a condition under ``when``."""


def objectives(game: Game) -> list[VictoryRow]:
    """Return the rows of the victory table."""
    return [
        VictoryRow(entry, where / "objectives" / index)
        for document, where in game.documents("victory", VictoryDocument)
        for index, entry in enumerate(document.objectives)
    ]


def scenario_rows(game: Game) -> list[VictoryRow]:
    """Return the rows that scenarios score by themselves."""
    return [
        VictoryRow(entry, scenario.where / "victory" / index, scenario.id)
        for scenario in scenarios(game).listed
        for index, entry in enumerate(scenario.document.victory)
    ]


def rows(game: Game) -> list[VictoryRow]:
    """Return the rows of the victory table, those of scenarios, and the decisive victories."""
    return [*objectives(game), *scenario_rows(game)] + [
        VictoryRow(entry, where / "decisive" / index)
        for document, where in game.documents("victory", VictoryDocument)
        for index, entry in enumerate(document.decisive)
    ]


def conditional_rows(game: Game) -> list[WordedRow]:
    """Return what has a predicate: the rows, decisive and sudden victories, and such rows of the ledger."""
    return [*rows(game), *ending_rows(game)]


def ending_rows(game: Game) -> list[EndingRow]:
    """Return sudden victories, and rows of the ledger that have a condition."""
    linked = ending(game)
    found = [EndingRow(entry, entry.when, at) for entry, at in linked.sudden]
    return found + [EndingRow(entry, entry.when, at) for entry, at in linked.ledger if entry.when is not None]


def keys_of(condition: Condition) -> list[str]:
    """Return the keys that a condition has; one, if it is well made."""
    return [*(kind for kind in KINDS if getattr(condition, kind) is not None), *condition.others]


def walk(condition: Condition, where: Where) -> Iterator[tuple[Condition, Where]]:
    """Yield the condition and every one inside it, with their places."""
    yield condition, where
    for inner, at in where.each("all", condition.all or ()):
        yield from walk(inner, at)
    for inner, here in where.each("any", condition.any or ()):
        yield from walk(inner, here)
    if condition.is_not is not None:
        yield from walk(condition.is_not, where / "is_not")
    if condition.ever is not None:
        yield from walk(condition.ever, where / "ever")


def conditions(row: Conditional) -> Iterator[tuple[Condition, Where]]:
    """Yield the condition of a row and every one inside it, with their places."""
    return walk(row.when, row.where / "when")


def selectors(row: Conditional) -> Iterator[tuple[Selector, Where]]:
    """Yield every selection of units of a row."""
    for condition, where in conditions(row):
        for kind in ("destroyed", "surviving"):
            if (selector := getattr(condition, kind)) is not None:
                yield selector, where / kind
        if condition.present is not None:
            yield condition.present.units, where / "present" / "units"
            for region, at in (where / "present").each("within", condition.present.within):
                if region.near_units is not None:
                    yield region.near_units.of, at / "near_units" / "of"


def places(row: Conditional) -> Iterator[tuple[str, str, Where]]:
    """Yield every name of a place, box or area: what it should be, the name, its place in the text."""
    for condition, where in conditions(row):
        if condition.of_place:
            kind, name = condition.of_place
            yield "place", name, where / kind
        for region, at in (where / "present").each("within", condition.present.within if condition.present else ()):
            for key in _NAMED:
                if (name := getattr(region, key)) is not None:
                    yield key if key in ("area", "box") else "place", name, at / key
            for key in ("near", "in_range"):
                if (found := getattr(region, key)) is not None:
                    yield "place", found.of, at / key / "of"


def ranges(row: Conditional) -> Iterator[tuple[str, Where]]:
    """Yield every number on counters that a row measures a distance with."""
    for condition, where in conditions(row):
        for region, at in (where / "present").each("within", condition.present.within if condition.present else ()):
            if region.in_range is not None:
                yield region.in_range.value, at / "in_range" / "value"


def selected_units(linked: Forces, selector: Selector) -> set[UnitKey]:
    """Return the units that fulfil all criteria but supply."""
    return {
        key for key, found in linked.counters.items() if not unmet_criteria(selector, found.counter, found.counter.no)
    }


def unmet_criteria(selector: Selector, counter: object, no: int | None = None) -> list[str]:
    """Return the criteria that a counter does not fulfil; its number counts only if given."""
    wrong = [
        key
        for key in ("side", "nationality", "size", "type")
        if (wanted := getattr(selector, key)) is not None and _plain(getattr(counter, key)) != _plain(wanted)
    ]
    if selector.types and _plain(str(getattr(counter, "type", ""))) not in {_plain(type_) for type_ in selector.types}:
        wrong.append("type")
    return [*wrong, "nos"] if no is not None and selector.nos and no not in selector.nos else wrong


def in_words(selector: Selector) -> str:
    """Return the units a condition selects, as a message names them: ``axis, italian, XX``."""
    found = [
        str(value) for key in ("side", "nationality", "size", "type") if (value := getattr(selector, key)) is not None
    ]
    return ", ".join([*found, *([" or ".join(selector.types)] if selector.types else [])])


def hexes_of_region(grid: HexMap, region: Region) -> frozenset[int] | None:
    """Return the hexes of a region; −1 stands for the off-map boxes. None when a name is unknown."""
    if region.map:
        return frozenset(range(len(grid.grid)))
    if region.area is not None:
        return grid.areas.get(region.area)
    if region.box is not None:
        return frozenset((-1,))
    return _beside(grid, region)


def _beside(grid: HexMap, region: Region) -> frozenset[int] | None:
    """Return the hex of a place, or the hexes of the columns on one side of it."""
    name = region.on or region.east_of or region.on_or_east_of or region.west_of
    found = grid.find(name) if name else None
    if found is None or found.hex is None:
        return None
    width = grid.grid.width
    column = found.hex % width
    if region.on is not None:
        return frozenset((found.hex,))
    if region.west_of is not None:
        return frozenset(hex_ for hex_ in range(len(grid.grid)) if hex_ % width < column)
    first = column if region.on_or_east_of is not None else column + 1
    return frozenset(hex_ for hex_ in range(len(grid.grid)) if hex_ % width >= first)


def common_hexes(grid: HexMap, regions: list[Region]) -> frozenset[int] | None:
    """Return the hexes that lie in all regions; None when one of them is unknown."""
    sets = [hexes_of_region(grid, region) for region in regions]
    known = [found for found in sets if found is not None]
    return frozenset.intersection(*known) if known and len(known) == len(sets) else None


def _plain(text: str) -> str:
    return text.casefold()
