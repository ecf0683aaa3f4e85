"""The victory table with every name replaced by an index, so that play depends on no name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.problems import CMP001
from scenario_forge.documents.victory import Condition, Presence, Selector, VictoryDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.scenarios import counts_in, ending

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import LedgerRow, Scored
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import LinkedLevels

Row = dict[str, Any]
Keys = dict[str, tuple[str, ...]]

_REGION_PLACES = ("on", "east_of", "on_or_east_of", "west_of")


class Objectives:
    """Compiler of the rows that this scenario can score to plain data; a name without a referent is a problem."""

    def __init__(
        self, plan: Plan, keys: Keys, units: Mapping[tuple[str, int], int], problems: list[Diagnostic]
    ) -> None:
        self.plan, self.keys, self.units, self.problems = plan, keys, units, problems

    def rows(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """Return objectives of stop dates that play reaches, the scenario's own, and decisive victories, in order."""
        found = self.plan.game.one("victory", VictoryDocument)
        if found is None:
            return tuple(self._own()), ()
        document, where = found
        objectives = []
        for number, row in enumerate(document.objectives):
            at = where / "objectives" / number
            if self._reached(row.stop, at, cumulative=document.cumulative) and row.id not in self._left_out:
                mark = self.plan.track.stops[row.stop]
                objectives.append(self._row(row, mark.turn, mark.side, at))
        objectives += self._own()
        decisive = []
        for number, victory in enumerate(document.decisive):
            at = where / "decisive" / number
            head = {"id": victory.id, "side": self._index("sides", victory.side, at), "points": victory.points}
            head |= {"after": self._index("sides", victory.after, at), "since": self._turn(victory.since, at / "since")}
            decisive.append(head | {"when": self.condition(victory.when, at / "when")})
        return tuple(objectives), tuple(decisive)

    def ending(self) -> Row:
        """Return ledger, levels and sudden victories of the scenario; empty for a game that has none of them."""
        linked, scenario = ending(self.plan.game), self.plan.scenario.id
        ledger = [self._ledger(row, at) for row, at in linked.ledger if counts_in(row.scenarios, scenario)]
        sudden = [
            {
                "id": each.id,
                "side": self._index("sides", each.side, at / "side"),
                "level": each.level,
                "when": self.condition(each.when, at / "when"),
            }
            for each, at in linked.sudden
            if counts_in(each.scenarios, scenario)
        ]
        levels = linked.of_scenario(scenario)
        found = {"ledger": ledger, "sudden": sudden, "levels": self._levels(levels) if levels else {}}
        return {key: value for key, value in found.items() if value}

    def _ledger(self, row: LedgerRow, at: Where) -> Row:
        side = None if row.side is None else self._index("sides", row.side, at / "side")
        made: Row = {"id": row.id, "at": row.at, "side": side, "points": row.points}
        if row.when is not None:
            made["when"] = self.condition(row.when, at / "when")
        if row.losses is not None:
            units = self._selector(row.losses.units, at / "losses" / "units")
            made["losses"] = {**row.losses.model_dump(exclude={"units"}, exclude_none=True), "units": units}
        if row.event is not None:
            made["event"] = row.event
        if row.distance is not None:
            where = at / "distance"
            bands = next((found for place, found in ending(self.plan.game).distances if place == where / "bands"), [])
            made["distance"] = {
                "base": [
                    self._place(row.distance.base[side], where / "base" / side) if side in row.distance.base else {}
                    for side in self.keys["sides"]
                ],
                "units": self._selector(row.distance.units, where / "units"),
                "bands": [
                    [_end(band.low), _end(band.high), given.points]
                    for band, given in zip(bands, row.distance.bands, strict=True)
                    if band is not None
                ],
            }
        return made

    def _levels(self, linked: LinkedLevels) -> Row:
        """Bands with both ends included; of a ratio the lower end is not. An open end is None."""
        levels = linked.levels
        return {
            "measure": levels.measure,
            "of": levels.of,
            "value": levels.value if levels.of == "losses" else "",
            "side": self._index("sides", levels.side, linked.where / "side"),
            "levels": [
                {
                    "id": level.id,
                    "side": None if level.side is None else self._index("sides", level.side, linked.where),
                    "low": _end(band.low) if band else None,
                    "high": _end(band.high) if band else None,
                }
                for level, band in zip(levels.levels, linked.bands, strict=True)
            ],
        }

    def _own(self) -> list[Row]:
        """The rows that the scenario itself has, at its stop."""
        scenario = self.plan.scenario
        return [
            self._row(row, self.plan.last_turn, scenario.last, scenario.where / "victory" / number)
            for number, row in enumerate(scenario.document.victory)
        ]

    def _row(self, row: Scored, turn: int | None, after: str, at: Where) -> Row:
        head = {"id": row.id, "side": self._index("sides", row.side, at), "points": row.points}
        head |= {"turn": turn, "after": self._index("sides", after, at)}
        return head | {"each": row.each, "group": row.group, "when": self.condition(row.when, at / "when")}

    @property
    def _left_out(self) -> list[str]:
        return self.plan.scenario.document.without

    def _reached(self, stop: str, at: Where, *, cumulative: bool) -> bool:
        """Whether the stop is the scenario's, or is passed on the way where the table is added up."""
        scenario, track = self.plan.scenario, self.plan.track
        mark = track.stops.get(stop)
        if mark is None or mark.turn is None:
            self.problems.append(CMP001.at(at / "stop", "stop", stop=stop))
            return False
        if not cumulative:
            return stop == scenario.document.stop
        opens = track.player_turn(self.plan.first_turn, scenario.first)
        closes = track.player_turn(self.plan.last_turn, scenario.last)
        return opens <= track.player_turn(mark.turn, mark.side) <= closes

    def condition(self, condition: Condition, at: Where) -> Row:
        """Return a predicate, its names replaced by indices."""
        row: Row = {}
        if condition.of_place:
            key, place = condition.of_place
            row[key] = self._place(place, at / key)
        for key in condition.model_fields_set - condition.others.keys() - {"hold"}:
            value = getattr(condition, key)
            if value is None:
                continue
            if isinstance(value, Selector):
                row[key] = self._selector(value, at / key)
            elif isinstance(value, Presence):
                row[key] = self._presence(value, at / key)
            elif isinstance(value, Condition):
                row[key] = self.condition(value, at / key)
            else:
                row[key] = [self.condition(part, at / key / index) for index, part in enumerate(value)]
        return row

    def _presence(self, presence: Presence, at: Where) -> Row:
        within = []
        for number, region in enumerate(presence.within):
            data = region.model_dump(exclude_none=True)
            for key in _REGION_PLACES:
                if key in data:
                    data[key] = self._place(data[key], at / "within" / number / key)
            if "area" in data:
                data["area"] = self._index("areas", data["area"], at / "within" / number / "area")
            for key in ("near", "in_range"):
                if key in data:
                    data[key] |= {"of": self._place(data[key]["of"], at / "within" / number / key / "of")}
            if region.near_units is not None:
                others = self._selector(region.near_units.of, at / "within" / number / "near_units" / "of")
                data["near_units"] = {"of": others, "hexes": region.near_units.hexes}
            if "box" in data:
                data["box"] = self._place(data["box"], at / "within" / number / "box").get("box", -1)
            within.append(data)
        made = {"units": self._selector(presence.units, at / "units"), "within": within, "none": presence.none}
        return made | ({"at_least": presence.at_least} if presence.at_least > 1 else {})

    def _selector(self, selector: Selector, at: Where) -> Row:
        row: Row = {}
        for key, table in (("side", "sides"), ("nationality", "nationalities"), ("size", "sizes"), ("type", "types")):
            if (value := getattr(selector, key)) is not None:
                row[key] = self._index(table, value, at / key)
        if selector.types:
            row["types"] = [self._index("types", type_, at / "types" / i) for i, type_ in enumerate(selector.types)]
        if selector.nos:
            sides = [selector.side] if selector.side else self.keys["sides"]
            row["units"] = sorted(
                self.units[side, no] for side in sides for no in selector.nos if (side, no) in self.units
            )
        if selector.supplied is not None:
            row["supplied"] = selector.supplied
        return row

    def _place(self, name: str, at: Where) -> Row:
        found = self.plan.map.find(name)
        if found is None or (found.hex is None and found.box is None):
            self.problems.append(CMP001.at(at, "place", name=name))
            return {}
        return {"box": self.keys["boxes"].index(found.box)} if found.box else {"hex": found.hex}

    def _index(self, table: str, key: str, at: Where) -> int:
        return index(self.keys[table], key, table, at, self.problems)

    def _turn(self, text: str, at: Where) -> int:
        if not text:
            return -1
        try:
            return self.plan.track.calendar.turn(text)
        except DateError as error:
            self.problems.append(CMP001.at(at, "turn", problem=error))
            return -1


def _end(value: Fraction | None) -> int | str | None:
    """A bound as JSON can hold it: `5/2` where it is no whole number."""
    return None if value is None else value.numerator if value.denominator == 1 else str(value)


def index(keys: Sequence[str], key: str, table: str, at: Where, problems: list[Diagnostic]) -> int:
    """Return the code of an id; −1 and a problem where there is none."""
    if key in keys:
        return keys.index(key)
    problems.append(CMP001.at(at, "id", id=key, table=table.replace("_", " ")))
    return -1
