"""Play in words that can be carried out on a paper board: what a stage of an action means, what an event says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.systems.desert_rats.play.tables import AT_BASE, NOWHERE, box_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.step import Action, Event

_UNIT, _PLACE = "units", "hexes"
STAGES: Mapping[str, tuple[str, ...]] = {
    "operations": (_UNIT, _PLACE),
    "advance": (_UNIT, _PLACE),
    "combat-supply": ("", _PLACE),
    "supply-moves": ("", _PLACE),
    "supply": (_PLACE,),
    "raids": (_UNIT,),
    "captures": (_UNIT,),
    "reinforcements": (_UNIT, _PLACE),
    "repair": (_PLACE,),
    "sea-transfer": (_UNIT, _PLACE),
    "withdrawals": (_UNIT,),
    "retreat": (_PLACE,),
    "losses": ("", _UNIT),
}
"""Step → what the numbers of its stages stand for; the last holds for all that follow."""
EVENTS: Mapping[str, str] = {
    "enters": "u p",
    "advances": "u p",
    "retreats": "u p",
    "halted": "u",
    "attrition": "u n",
    "arrives": "u p",
    "replaced": "u",
    "brought back": "u p",
    "withdrawn": "u n",
    "trades strength": "u",
    "sails": "u p",
    "escapes": "u",
    "captured": "u",
    "raids": "u p",
    "raid fails": "u n",
    "rearms": "u p",
    "box built": "p",
    "box removed": "p",
    "boxes removed": "p",
    "supply arrives": "n p",
    "supply moves": "n p",
    "supply brought up": "n p",
    "supply looked at": "s",
    "operations end": "s",
    "player turn": "s",
    "turn ends": "s",
}
"""Event → what its subjects are: units, places, sides, numbers; the last holds for all that follow."""


class Words:
    """The names of one scenario."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self._names, self._sides = compiled.names, compiled.keys["sides"]

    def table_of(self, step: str, prefix: Action) -> str:
        """The table of names that a number after ``prefix`` stands in; empty where in none."""
        if step == "allocation":
            spoken = [token for token in prefix if isinstance(token, str)]
            return _UNIT if spoken and spoken[-1] == "by" else _PLACE
        if step == "replacements":
            return _PLACE if len(prefix) > 1 or prefix == ("box",) else _UNIT
        stages = STAGES.get(step, ("",))
        return stages[min(len(prefix), len(stages) - 1)]

    def place(self, place: int) -> str:
        """A hex by its id, a box by its name; empty where it is neither."""
        if place >= 0:
            return self._of("hexes", place)
        if place == NOWHERE:
            return "off the map"
        return "the base" if place == AT_BASE else self._of("boxes", box_of(place))

    def tell(self, event: Event) -> str:
        """Who does what where; numbers as they are where an event has no entry."""
        kinds = EVENTS.get(event.name, "n").split()
        said = [self._subject(kinds[min(at, len(kinds) - 1)], n) for at, n in enumerate(event.subjects)]
        if kinds[0] == "u" and said:
            return " ".join([said[0], event.name, *said[1:]])
        return " ".join([event.name, *said])

    def _subject(self, kind: str, number: int) -> str:
        if kind == "u":
            return self._of("units", number) or str(number)
        if kind == "p":
            return self.place(number) or str(number)
        return self._sides[number] if kind == "s" and 0 <= number < len(self._sides) else str(number)

    def _of(self, table: str, number: int) -> str:
        names = self._names.get(table, ())
        return names[number] if 0 <= number < len(names) else ""
