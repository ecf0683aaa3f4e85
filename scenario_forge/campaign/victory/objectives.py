"""Objectives as predicates over a state: who holds what, sieges, who is where (rule 14)."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.situation import enemies, enemy_zones, supplied
from scenario_forge.campaign.state import AT_BASE, OUT, box_place, in_play
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

    Row = Mapping[str, Any]


class RowReader:
    """The reader of one row of the victory table: ``side`` scores it, ``ever``: its `ever` has been true."""

    def __init__(self, rules: Rules, state: CampaignState, side: int, *, ever: bool) -> None:
        self.rules, self.state, self.side, self.ever = rules, state, side, ever

    @rule("victory.conditions")
    def true(self, condition: Row) -> bool:
        """Return whether a condition of a victory row holds now."""
        return all(
            _TESTS[key](self, value) if key in _TESTS else self.rules.predicates(self)[key](value)
            for key, value in condition.items()
        )

    @rule("victory.counted-units")
    def count(self, condition: Row) -> int:
        """Return how many units fulfil a condition that is counted by unit; 1 or 0 for others."""
        for key, fits in (("destroyed", is_destroyed), ("surviving", is_in_play)):
            if key in condition:
                return sum(fits(self.state, unit) for unit in self.units(condition[key]))
        if "present" in condition:
            return len(self._there(condition["present"]))
        return int(self.true(condition))

    def units(self, selector: Row) -> list[int]:
        """Return the units that a selector chooses."""
        listed = tuple(selector["units"]) if "units" in selector else None
        kinds = tuple([(key, selector[key]) for key in ("side", "nationality", "size", "type") if key in selector])
        found = self.state.derived(("selected", listed, kinds), (), lambda: self._selected(listed, kinds))
        if "supplied" in selector:
            wanted, owners = selector["supplied"], self.rules.compiled.units.side
            fed = [supplied(self.rules, self.state, side) for side in range(self.rules.sides)]
            found = [unit for unit in found if bool(fed[owners[unit]][unit]) is wanted]
        return list(found)

    def _selected(self, listed: tuple[int, ...] | None, kinds: tuple[tuple[str, int], ...]) -> list[int]:
        """Return the listed units, or all, of the given kinds; nothing in play changes it."""
        columns = self.rules.compiled.units
        found = list(range(len(columns.side)) if listed is None else listed)
        for key, wanted in kinds:
            found = [unit for unit in found if getattr(columns, key)[unit] == wanted]
        return found

    def present(self, presence: Row) -> bool:
        """Return whether units looked for are in the regions; whether none is, if the row says `none`."""
        return bool(self._there(presence)) is not presence["none"]

    def _there(self, presence: Row) -> list[int]:
        place, irregulars = self.state.units.place, self.rules.irregulars
        found = [unit for unit in self.units(presence["units"]) if not irregulars[unit]]
        for region in presence["within"]:
            lies = self.region_test(region)
            found = [unit for unit in found if lies(place[unit])]
        return found

    def region_test(self, region: Row) -> Callable[[int], bool]:
        """Return a test of whether a place is in a region; east and west go by columns."""
        if "box" in region:
            return frozenset((box_place(int(region["box"])),)).__contains__
        if "area" in region:
            return self.rules.areas[region["area"]].__contains__
        width = self.rules.width
        for key, fits in _BESIDE.items():
            if key in region:
                other = int(region[key].get("hex", -1))
                if key == "on":
                    return lambda place: place == other >= 0
                return lambda place: place >= 0 and fits(place % width, other % width)
        whole = bool(region.get("map"))
        return lambda place: whole and place >= 0


_BESIDE: dict[str, Callable[[int, int], bool]] = {
    "on": operator.eq,
    "east_of": operator.gt,
    "on_or_east_of": operator.ge,
    "west_of": operator.lt,
}


def is_destroyed(state: CampaignState, unit: int) -> bool:
    """Return whether a unit is completely destroyed."""
    return state.units.place[unit] in (AT_BASE, OUT)


def is_in_play(state: CampaignState, unit: int) -> bool:
    """Return whether a unit is in play, at any strength."""
    place = state.units.place[unit]
    return in_play(place)


@rule("victory.control")
def holds(rules: Rules, state: CampaignState, side: int, hex_: int) -> bool:
    """Return whether a side was the last to occupy or pass a hex without an enemy zone in it (14.15)."""
    free = not enemy_zones(rules, state, side)[hex_] or rules.given.scoring.held_in_zone
    return state.hexes.control[hex_] == side + 1 and free and not enemies(rules, state, side)[hex_]


_TESTS: dict[str, Callable[[RowReader, Any], bool]] = {
    "hold": lambda looks, place: holds(looks.rules, looks.state, looks.side, place["hex"]),
    "destroyed": lambda looks, selector: all(is_destroyed(looks.state, unit) for unit in looks.units(selector)),
    "surviving": lambda looks, selector: all(is_in_play(looks.state, unit) for unit in looks.units(selector)),
    "present": RowReader.present,
    "all": lambda looks, parts: all(looks.true(part) for part in parts),
    "any": lambda looks, parts: any(looks.true(part) for part in parts),
    "is_not": lambda looks, part: not looks.true(part),
    "ever": lambda looks, part: looks.ever or looks.true(part),
}
"""By predicate: whether it holds for a reader of a row; a game may have others besides."""
