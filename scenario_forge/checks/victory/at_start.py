"""VIC030: decisive and sudden victories that are reached before the first move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups, side_supplies
from scenario_forge.checks.victory.parts import hexes_of_region, unmet_criteria
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.forces import forces
from scenario_forge.game.front import starting_holders
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import counts_in, ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.checks.forces.set_ups import DatedSetUp
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Condition, DecisiveVictory, Presence, Region, Selector, Sudden
    from scenario_forge.game.forces import Entry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario

CODES = Codes(__file__)
VIC030 = CODES.warning(
    "VIC030",
    "won-before-play",
    "{side} has this victory before the first move of {scenario}: the condition holds in the set-up",
)

_MAYBE = ("free", "within", "enters", "attached")
"""Starts that are no single place: wherever they are asked for, the unit may be there."""


@with_part(hex_map)
def reached_at_once(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report decisive and sudden victories whose condition holds when a scenario begins."""
    if any(game.broken(kind) for kind in ("game", "counters", "orders-of-battle", "rules")):
        return
    for entry, where in _at_any_time(game):
        for scenario in scenarios(game).listed:
            opening = Opening(game, grid, scenario, _moved_before(game, entry, scenario))
            if _counts(game, entry, scenario) and opening.true(entry.when, entry.side):
                finding = VIC030.at(where / "when", side=game.side_name(entry.side), scenario=scenario.document.title)
                yield finding.also(scenario.where / "start", "begins here").suggest(
                    "set up the units otherwise, or say what must happen in the game, as with `since`"
                )
                break


def _at_any_time(game: Game) -> Iterator[tuple[DecisiveVictory | Sudden, Where]]:
    for document, where in game.documents("victory", VictoryDocument):
        for number, row in enumerate(document.decisive):
            yield row, where / "decisive" / number
    yield from ending(game).sudden


def _counts(game: Game, entry: DecisiveVictory | Sudden, scenario: Scenario) -> bool:
    """Whether a victory is looked for on the first turn of a scenario."""
    since, track = getattr(entry, "since", ""), schedule(game)
    if track is None or scenario.start is None or scenario.start.turn is None:
        return False
    if since and (turn := track.find(since)) is not None and turn > scenario.start.turn:
        return False
    return counts_in(getattr(entry, "scenarios", []), scenario.id)


def _moved_before(game: Game, entry: DecisiveVictory | Sudden, scenario: Scenario) -> frozenset[str]:
    """Enemies of the winner who move before a victory is first looked for: after a player turn, if it is decisive."""
    track, after = schedule(game), getattr(entry, "after", "")
    if track is None or not after:
        return frozenset()
    if not track.fixed or scenario.first not in track.sides or after not in track.sides:
        return frozenset(track.sides) - {entry.side}
    first = track.sides.index(scenario.first)
    order = [*track.sides[first:], *track.sides[:first]]
    return frozenset(order[: order.index(after) + 1]) - {entry.side}


@dataclass(eq=False)
class Opening:
    """What is known of a scenario before its first move; what nobody can tell is None."""

    game: Game
    grid: HexMap
    scenario: Scenario
    moved: frozenset[str] = frozenset()
    """Sides that have moved nevertheless: their units may be anywhere."""

    @cached_property
    def set_up(self) -> DatedSetUp | None:
        """Who stands where."""
        known = set_ups(self.game)
        return known.get(self.scenario.id) or known.get(self.scenario.document.start)

    @cached_property
    def holders(self) -> dict[str, str]:
        """By place, the side that holds it."""
        return {name: side for name, (side, _where) in starting_holders(self.game, self.scenario).items()}

    @cached_property
    def units(self) -> list[tuple[Unit, Entry]]:
        """The units of the scenario with what their cells say of the start."""
        set_up, found = self.set_up, []
        for force in forces(self.game).sides.values():
            columns = [column.id for column in (*force.columns.values(), *force.own.values())
                       if set_up is not None and column.start == set_up.start]  # fmt: skip
            for unit in force.units if columns else ():
                option = unit.option or (unit.counter.counter.option if unit.counter else None)
                entry = unit.at_start(columns[-1])
                if entry is not None and option in (None, *self.scenario.document.options):
                    found.append((unit, entry))
        return found

    @cached_property
    def unsupplied(self) -> dict[str, frozenset[int]]:
        """By side whose supply is known, the numbers of its units without."""
        start = self.set_up.start if self.set_up else ""
        return {
            each.side: frozenset(standing.unit.no for standing, _radius in each.unsupplied_units())
            for each in side_supplies(self.game)
            if each.set_up.start == start
        }

    def true(self, condition: Condition, side: str) -> bool | None:
        """Return whether a condition holds for a side; None where that cannot be told."""
        found: list[bool | None] = []
        if condition.hold is not None:
            found.append(self._holds(condition.hold, side))
        if condition.all is not None:
            found.append(_all(self.true(part, side) for part in condition.all))
        if condition.any is not None:
            found.append(_not(_all(_not(self.true(part, side)) for part in condition.any)))
        if condition.is_not is not None:
            found.append(_not(self.true(condition.is_not, side)))
        if condition.ever is not None:
            found.append(self.true(condition.ever, side))
        if condition.present is not None:
            found.append(self._present(condition.present))
        if condition.destroyed is not None:
            found.append(self._each(condition.destroyed, frozenset({"eliminated"})))
        if condition.surviving is not None:
            found.append(self._each(condition.surviving, frozenset({"at", *_MAYBE})))
        return _all(found) if found and not condition.others else None

    def _holds(self, name: str, side: str) -> bool | None:
        holder = self._holder(name)
        return None if holder is None else holder == side

    def _holder(self, name: str) -> str | None:
        spot = self.grid.find(name)
        hex_ = spot.hex if spot else None
        there = {unit.side for unit, entry in self.units if entry.kind == "at" and entry.hex == hex_ is not None}
        if len(there) == 1:
            return there.pop()
        known = [self.holders[key] for key in self.holders if (at := self.grid.find(key)) and at.hex == hex_]
        return known[0] if known else None

    def _chosen(self, selector: Selector) -> list[tuple[Unit, Entry]]:
        return [
            (unit, entry)
            for unit, entry in self.units
            if unit.counter is not None and not unmet_criteria(selector, unit.counter.counter, unit.no)
        ]

    def _each(self, selector: Selector, kinds: frozenset[str]) -> bool | None:
        chosen = self._chosen(selector)
        if not chosen or selector.supplied is not None or any(entry.kind == "reserve" for _unit, entry in chosen):
            return None
        return all(entry.kind in kinds for _unit, entry in chosen)

    def _present(self, presence: Presence) -> bool | None:
        surely = perhaps = 0
        for unit, entry in self._chosen(presence.units):
            there = _all(self._lies(region, unit, entry) for region in presence.within)
            fed = self._fed(unit, presence.units.supplied)
            both = _all((there, fed))
            surely += both is True
            perhaps += both is not False
        if surely >= presence.at_least:
            return not presence.none
        return presence.none if perhaps < presence.at_least else None

    def _fed(self, unit: Unit, wanted: bool | None) -> bool | None:
        if wanted is None:
            return True
        known = self.unsupplied.get(unit.side)
        return None if known is None else (unit.no not in known) is wanted

    def _lies(self, region: Region, unit: Unit, entry: Entry) -> bool | None:
        """Whether a unit is in a region; one whose start is no single place may be anywhere on the map."""
        if entry.kind in _MAYBE or (entry.kind == "at" and unit.side in self.moved):
            return False if region.box is not None else None
        if entry.kind != "at" or entry.location is None:
            return False if entry.kind != "at" else None
        if entry.hex is None:
            box = self.grid.boxes.get(region.box or "")
            return box is not None and box.id == entry.location.box
        if region.near_units is not None:
            return None
        if region.near is not None or region.in_range is not None:
            return self._near(region, unit, entry.hex)
        hexes = hexes_of_region(self.grid, region)
        return None if hexes is None else entry.hex in hexes

    def _near(self, region: Region, unit: Unit, hex_: int) -> bool | None:
        """Whether a hex is as near to a place as the region says, or as a value of the unit's counter."""
        base = region.near or region.in_range
        spot = self.grid.find(base.of) if base else None
        if spot is None or spot.hex is None or unit.counter is None:
            return None
        far = region.near.hexes if region.near else None
        if region.in_range is not None:
            value = face_values(unit.counter.counter).get(region.in_range.value)
            far = value if isinstance(value, int) else -1
        return far is not None and distance(self.grid.grid, hex_, spot.hex) <= far


def _all(parts: Iterable[bool | None]) -> bool | None:
    """Whether all hold: one that does not settles it, whatever is unknown besides."""
    found = [*parts]
    if False in found:
        return False
    return None if None in found else True


def _not(part: bool | None) -> bool | None:
    return None if part is None else not part


CHECKS = (reached_at_once,)
