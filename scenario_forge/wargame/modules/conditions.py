"""Conditions on where units are, in the language of victory.yaml: in play, in words, and what no module looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from scenario_forge.wargame.board.checks import MOD007
from scenario_forge.wargame.board.labels import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Condition, Presence, Region, Selector
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.board.board import Board
    from scenario_forge.wargame.board.labels import Labels

REGIONS = frozenset({"on", "area", "map", "near", "in_range", "near_units"})
"""The kinds of regions in which units are looked for."""
_TABLES = {"side": "sides", "nationality": "nationalities", "size": "sizes", "type": "types"}
"""By key of a selector of the victory language: the table of its ids."""
_LOOKED_AT = frozenset({"present", "all", "any", "is_not"})


Test: TypeAlias = "Callable[[Sequence[int]], bool]"
"""Whether a condition holds with units in some places."""


class Conditions:
    """What conditions mean on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def test(self, when: Mapping[str, Any]) -> Test:
        """Return the test of a condition whose names are replaced by indices, with all that places do not change."""
        ((key, what),) = when.items()
        if key == "is_not":
            inner = self.test(what)
            return lambda places: not inner(places)
        if key in ("all", "any"):
            parts = [self.test(part) for part in what]
            enough = all if key == "all" else any
            return lambda places: enough(part(places) for part in parts)
        counted_units, least = self._counted(what), int(what.get("at_least", 1))
        beside = [region["near_units"] for region in what["within"] if "near_units" in region]
        others = [(self._units(each["of"]), each["hexes"]) for each in beside]

        def is_met(places: Sequence[int]) -> bool:
            there = [unit for unit, hexes in counted_units if places[unit] in hexes]
            if others:
                there = [unit for unit in there if all(self._is_near(places, unit, *each) for each in others)]
            return not there if what["none"] else len(there) >= least

        return is_met

    def _is_near(self, places: Sequence[int], unit: int, others: Sequence[int], far: int) -> bool:
        """Return whether another of some units on the map is within a distance of a unit."""
        away = self.board.distances(places[unit])
        return any(places[other] >= 0 and away[places[other]] <= far for other in others if other != unit)

    def _units(self, selector: Mapping[str, Any]) -> list[int]:
        """Return the units that a selector fits."""
        return [unit for unit in range(len(self.board.units.side)) if self._is_one(unit, selector)]

    def _counted(self, present: Mapping[str, Any]) -> list[tuple[int, frozenset[int]]]:
        """Return the units that a condition counts, each with the hexes that are in all its regions."""
        regions = [region for each in present["within"] for region in each.items() if region[0] != "near_units"]
        units = self._units(present["units"])
        everywhere = frozenset(range(self.board.hexes))
        return [(unit, everywhere.intersection(*(self._hexes(unit, *each) for each in regions))) for unit in units]

    def _is_one(self, unit: int, selector: Mapping[str, Any]) -> bool:
        """Return whether all keys of a selector fit a unit."""
        return all(self._is(unit, name, wanted) for name, wanted in selector.items())

    def _is(self, unit: int, name: str, wanted: Any) -> bool:  # noqa: ANN401 - an index, or a list of them
        """Return whether a key of a selector fits a unit."""
        if name == "units":
            return unit in wanted
        of: int = getattr(self.board.units, name.removesuffix("s"))[unit]
        return of in wanted if name == "types" else of == wanted

    def _hexes(self, unit: int, kind: str, where: Any) -> Iterable[int]:  # noqa: ANN401 - a place, or more
        """Return the hexes of a region, as it is for a unit; REGIONS are the kinds of regions."""
        board = self.board
        if kind == "area":
            areas = board.compiled.areas
            return areas.hexes[areas.begins[where] : areas.begins[where + 1]]
        if kind == "map":
            return range(board.hexes) if where else ()
        if kind == "on":
            return (where["hex"],)
        far = where["hexes"] if kind == "near" else board.value_of(where["value"], unit)
        return [hex_ for hex_, away in enumerate(board.distances(where["of"]["hex"])) if away <= far]

    # -- conditions of rules.yaml --------------------------------------------------------------------

    def with_indices(self, condition: Condition) -> dict[str, Any]:
        """Return a condition of rules.yaml with its names replaced by indices, as the compiler does in victory.yaml."""
        if condition.present is not None:
            present = condition.present
            within = [self._region(region) for region in present.within]
            units = self._selector(present.units)
            return {"present": {"units": units, "within": within, "none": present.none, "at_least": present.at_least}}
        if condition.is_not is not None:
            return {"is_not": self.with_indices(condition.is_not)}
        key = "all" if condition.all is not None else "any"
        return {key: [self.with_indices(part) for part in condition.all or condition.any or ()]}

    def _selector(self, units: Selector) -> dict[str, Any]:
        keys, numbers = self.board.compiled.keys, self.board.units
        given = {name: getattr(units, name) for name in _TABLES}
        found: dict[str, Any] = {n: _index(keys[_TABLES[n]], id_) for n, id_ in given.items() if id_ is not None}
        if units.types:
            found["types"] = [_index(keys["types"], id_) for id_ in units.types]
        if units.nos:
            found["units"] = [unit for unit, no in enumerate(numbers.no) if no in units.nos]
        return found

    def _region(self, region: Region) -> dict[str, Any]:
        data = region.model_dump(exclude_none=True)
        for key, value in data.items():
            if key == "on":
                data[key] = {"hex": self.board.hex(value)}
            elif key == "area":
                data[key] = self.board.compiled.keys["areas"].index(value)
            elif key in ("near", "in_range"):
                data[key] = {**value, "of": {"hex": self.board.hex(value["of"])}}
            elif region.near_units is not None:
                data[key] = {**value, "of": self._selector(region.near_units.of)}
        return data


def _index(ids: Sequence[str], id_: str) -> int:
    """Return the index of an id; −1 for one of which there is no unit."""
    return list(ids).index(id_) if id_ in ids else -1


# -- sentences -------------------------------------------------------------------------------------


def in_words(condition: Condition, labels: Labels) -> str:
    """Return a condition in words: `at least 1 of the French units is in the town`."""
    if condition.present is not None:
        return _present(condition.present, labels)
    if condition.is_not is not None:
        return f"it is not true that {part_in_words(condition.is_not, labels)}"
    last = "and" if condition.all is not None else "or"
    return listed([part_in_words(part, labels) for part in condition.all or condition.any or ()], last)


def part_in_words(condition: Condition, labels: Labels) -> str:
    """Return a condition that stands beside others in words, in brackets if it is made of several itself."""
    words = in_words(condition, labels)
    return f"({words})" if len(condition.all or condition.any or ()) > 1 else words


def _present(present: Presence, labels: Labels) -> str:
    what = _units(present.units, labels)
    where = listed([_region(region, labels) for region in present.within], "and")
    if present.none:
        return f"no {what} are {where}"
    return f"at least {present.at_least} of the {what} {'is' if present.at_least == 1 else 'are'} {where}"


def _units(units: Selector, labels: Labels) -> str:
    wanted: dict[str, Any] = {name: getattr(units, name) for name in _TABLES if getattr(units, name) is not None}
    wanted |= {"type": units.types} if units.types else {}
    named = labels.units(wanted) if wanted else "units"
    return f"{named} no. {listed([*map(str, units.nos)], 'or')}" if units.nos else named


def _region(region: Region, labels: Labels) -> str:
    if region.on is not None:
        return f"in {labels.region(region.on)}"
    if region.area is not None:
        return f"in {labels.region(region.area)}"
    if region.near is not None:
        return f"within {counted(region.near.hexes, 'hex')} of {labels.region(region.near.of)}"
    if region.in_range is not None:
        return f"within their {labels.value(region.in_range.value)} of {labels.region(region.in_range.of)}"
    if region.near_units is not None:
        return f"within {counted(region.near_units.hexes, 'hex')} of {_units(region.near_units.of, labels)}"
    return "on the map"


# -- checks ----------------------------------------------------------------------------------------


def condition_findings(when: Condition, at: Where) -> Iterator[Diagnostic]:
    """Yield what no module looks at in a condition."""
    for key in ("all", "any"):
        for number, part in enumerate(getattr(when, key) or ()):
            yield from condition_findings(part, at / key / number)
    if when.is_not is not None:
        yield from condition_findings(when.is_not, at / "is_not")
    said = {key for key, value in when if value is not None}
    if (present := when.present) is None:
        if len(said & _LOOKED_AT) != 1 or said - _LOOKED_AT:
            finding = MOD007.at(at, what="this condition", why="no module looks at it")
            yield finding.suggest("write `present:` with the units and where they must be")
        return
    if present.units.supplied is not None:
        yield MOD007.at((at / "present" / "units" / "supplied").key(), what="`supplied`", why="no module asks it here")
    for number, region in enumerate(present.within):
        for key in sorted(region.model_fields_set - REGIONS):
            finding = MOD007.at(
                (at / "present" / "within" / number / key).key(), what=f"`{key}`", why="no module asks it"
            )
            yield finding.suggest(f"write one of {listed([f'`{each}`' for each in sorted(REGIONS)], 'or')}")
