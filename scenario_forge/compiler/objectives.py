"""The victory table with every name replaced by an index, so that no name is part of what play depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.problems import missing
from scenario_forge.documents.victory import Condition, Presence, Selector, VictoryDocument
from scenario_forge.project.calendar import DateError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Scored
    from scenario_forge.project.place import Where

Row = dict[str, Any]
Keys = dict[str, tuple[str, ...]]

_PLACES = ("hold", "besieged", "besiege")
_REGION_PLACES = ("on", "east_of", "on_or_east_of", "west_of")


class Objectives:
    """Turns the rows that this scenario can score into plain data; what names nothing is a problem."""

    def __init__(
        self, plan: Plan, keys: Keys, units: Mapping[tuple[str, int], int], problems: list[Diagnostic]
    ) -> None:
        self.plan, self.keys, self.units, self.problems = plan, keys, units, problems

    def rows(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """Objectives of the stop dates that play reaches, those of the scenario, and decisive victories, in order."""
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
            self.problems.append(missing(at / "stop", f"`{stop}` is no stop date of the time record track"))
            return False
        if not cumulative:
            return stop == scenario.document.stop
        opens = track.player_turn(self.plan.first_turn, scenario.first)
        closes = track.player_turn(self.plan.last_turn, scenario.last)
        return opens <= track.player_turn(mark.turn, mark.side) <= closes

    def condition(self, condition: Condition, at: Where) -> Row:
        """A predicate, its names replaced by indices."""
        row: Row = {}
        for key in condition.model_fields_set:
            value = getattr(condition, key)
            if value is None:
                continue
            if key in _PLACES:
                row[key] = self._place(value, at / key)
            elif isinstance(value, Selector):
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
            if "box" in data:
                data["box"] = self._place(data["box"], at / "within" / number / "box").get("box", -1)
            within.append(data)
        return {"units": self._selector(presence.units, at / "units"), "within": within, "none": presence.none}

    def _selector(self, selector: Selector, at: Where) -> Row:
        row: Row = {}
        for key, table in (("side", "sides"), ("nationality", "nationalities"), ("size", "sizes"), ("type", "types")):
            if (value := getattr(selector, key)) is not None:
                row[key] = self._index(table, value, at / key)
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
            self.problems.append(missing(at, f"`{name}` is no hex, place or box of the map"))
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
            self.problems.append(missing(at, str(error)))
            return -1


def index(keys: Sequence[str], key: str, table: str, at: Where, problems: list[Diagnostic]) -> int:
    """The code of an id; −1 and a problem where there is none."""
    if key in keys:
        return keys.index(key)
    problems.append(missing(at, f"`{key}` is not among the {table.replace('_', ' ')} of this game"))
    return -1
