"""The fields of event texts: units, places, supply, strength, points, none a bare number."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_of
from scenario_forge.game.statements import typeset_value
from scenario_forge.wargame.base.phrases import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.step import Event


class Phrases:
    """The filled fields of one scenario's words."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._names = rules.compiled.names
        self._sides = [side.replace("-", " ").capitalize() for side in rules.compiled.keys["sides"]]
        self._fields: Mapping[str, Callable[[CampaignState, Event, tuple[int, ...]], str]] = {
            "": lambda _s, _e, n: str(n[0]),
            "unit": lambda _s, _e, n: comma_list(map(self.unit, n)),
            "place": lambda _s, _e, n: comma_list(map(self.place, n)),
            "way": lambda _s, _e, n: self._along(n),
            "side": lambda _s, _e, n: self.side(n[0]),
            "owner": lambda _s, _e, n: self.side(rules.markers[n[0]].side),
            "marker": lambda s, e, n: comma_list(self.marker(s, e, each) for each in n),
            "signed": lambda _s, _e, n: typeset_value(n[0], signed=True),
            "loss": lambda _s, _e, n: f"a loss of {n[0]}" if n[0] else "nothing",
            "points": lambda _s, _e, n: points(n[0]),
            "strength": lambda s, e, n: str(self._strength(s, e, n[0])),
            "left": self._left,
            "in place of": lambda _s, _e, n: f" in place of {self.unit(n[1])}" if n[0] != n[1] else "",
            "gains": self._gains,
            "losses at sea": lambda _s, _e, n: f"{points(n[0], 'victory point')} for the enemy" if n[0] else "no loss",
            "lost": lambda s, e, _n: self.lost(s, e),
            "brought up": self._brought_up,
            "general supply": self._general_supply,
            "replacements": lambda s, _e, n: self._replacements(s, n[0]),
            "points unspent": self._unspent,
            "attacks": lambda _s, _e, n: self._attacks(n),
            "turn": lambda s, _e, _n: self._turn(s),
            "objectives": lambda _s, _e, n: "; ".join(dict.fromkeys(map(self._objective, n))),
            "totals": lambda _s, _e, n: ", ".join(f"{self._sides[side]} {each}" for side, each in enumerate(n)),
        }

    def __reduce__(self) -> tuple[type[Phrases], tuple[Rules]]:
        return Phrases, (self.rules,)

    def fill(self, template: str, state: CampaignState, event: Event) -> str:
        """Return the phrase of one event, filled with its names and numbers."""
        said = filled(template, event.subjects, lambda kind, n: self._fields[kind](state, event, tuple(n)))
        return said[:1].upper() + said[1:]

    # -- names -----------------------------------------------------------------------------------

    @cached_property
    def _twins(self) -> frozenset[str]:
        """Names that units of more than one side have."""
        names = self._names["units"]
        seen: dict[str, list[int]] = {}
        for name, side in zip(names, self.rules.compiled.units.side, strict=True):
            seen.setdefault(name, []).append(side)
        return frozenset(name for name, sides in seen.items() if len(sides) > 1)

    def unit(self, unit: int) -> str:
        """Return a unit's printed name; with side and number where two have the same."""
        name, units = self._names["units"][unit], self.rules.compiled.units
        if name not in self._twins:
            return name
        return f"{name} ({self._sides[units.side[unit]]} {units.no[unit]})"

    def place(self, place: int) -> str:
        """Return a hex as its id and the name of what is in it, a box as its name."""
        if place >= 0:
            town = self.rules.compiled.place_names.get(place)
            return f"{self._names['hexes'][place]} ({town})" if town else self._names["hexes"][place]
        boxes, box = self._names["boxes"], box_of(place)
        if 0 <= box < len(boxes):
            return boxes[box]
        return "off the map" if place == NOWHERE else "the base camp" if place == AT_BASE else "out of the game"

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self._sides[side] if 0 <= side < len(self._sides) else "nobody"

    def marker(self, state: CampaignState, event: Event, marker: int) -> str:
        """Return a supply unit by its owner and its place, since they all look alike."""
        own = self.rules.markers[marker]
        kind = "captured supply unit" if own.captured else "supply unit"
        place = self._old(state.supplies, event, marker, "place", state.supplies.place[marker])
        return f"the {self.side(own.side)} {kind} at {self.place(place)}"

    def where(self, state: CampaignState, event: Event) -> tuple[int, ...]:
        """Return the hexes at which an event changes something, if they are few."""
        found: list[int] = []
        for table, row, column, old, new in event.changes:
            for movable in (state.units, state.supplies):
                if table == movable.index:
                    here = movable.columns[column] == "place"
                    found += [p for p in ((old, new) if here else (movable.place[row],)) if p >= 0]
        kept = tuple(dict.fromkeys(found))
        return kept if len(kept) <= 3 else ()

    # -- what was and what is --------------------------------------------------------------------

    @staticmethod
    def _old(table: Any, event: Event, row: int, column: str, otherwise: int) -> int:  # noqa: ANN401 - any table
        wanted = (table.index, row, table.columns.index(column))
        return next((c.old for c in event.changes if (c.table, c.row, c.column) == wanted), otherwise)

    def before(self, state: CampaignState, event: Event) -> int:
        """Return where the unit or supply of an event was before it."""
        table = state.supplies if event.name.startswith("supply") else state.units
        return self._old(table, event, event.subjects[0], "place", NOWHERE)

    def _strength(self, state: CampaignState, event: Event, unit: int) -> int:
        wanted = (state.units.index, unit, state.units.columns.index("strength"))
        now = state.units.strength[unit]
        return next((c.new for c in event.changes if (c.table, c.row, c.column) == wanted), now)

    def _left(self, state: CampaignState, event: Event, units: tuple[int, ...]) -> str:
        left = self._strength(state, event, units[0])
        return f", {left} left" if left else " and is eliminated"

    def way(self, state: CampaignState, run: Sequence[Event]) -> str:
        """Return several hexes that one unit enters, as one order."""
        first, places = run[0], [hex_ for event in run for hex_ in event.subjects[1:]]
        if first.name == "enters":
            start = self.before(state, first)
            return f"{self.unit(first.subjects[0])} moves {self._along([start, *places])}"
        said = self.marker(state, first, first.subjects[0])
        return f"{said[:1].upper()}{said[1:]} moves to {self._by(places)}"

    def _along(self, places: Sequence[int]) -> str:
        start, *rest = places
        return f"from {self.place(start)} to {self._by(rest)}" if rest else f"at {self.place(start)}"

    def _by(self, places: Sequence[int]) -> str:
        *between, end = places
        return self.place(end) + (f" by {', '.join(map(self._short, between))}" if between else "")

    def _short(self, place: int) -> str:
        return self._names["hexes"][place] if place >= 0 else self.place(place)

    def _gains(self, state: CampaignState, event: Event, _: tuple[int, ...]) -> str:
        said = []
        for change in event.changes:
            gained = change.new - change.old
            verb = "gains" if gained > 0 else "gives"
            said.append(f"{self.unit(change.row)} {verb} {points(abs(gained))}, now {change.new}")
        del state
        return "; ".join(said)

    def lost(self, state: CampaignState, event: Event) -> str:
        """Return the strength that units lose, with what is left of each."""
        subjects = event.subjects
        pairs = zip(subjects[::2], subjects[1::2], strict=True)
        return "; ".join(f"{self.unit(u)} loses {points(n)}{self._left(state, event, (u,))}" for u, n in pairs)

    def _brought_up(self, state: CampaignState, event: Event, subjects: tuple[int, ...]) -> str:
        marker, start, *path = subjects
        came = f" moves to {self._by(path)} and" if path else ""
        column = state.supplies.columns.index("used")
        turned = any(c.table == state.supplies.index and c.column == column for c in event.changes)
        said = f"the {self.side(self.rules.markers[marker].side)} supply unit at {self.place(start)}{came}"
        return f"{said} {'is turned face down' if turned else 'serves'}"

    def _general_supply(self, state: CampaignState, event: Event, subjects: tuple[int, ...]) -> str:
        column, side = state.units.columns.index("unsupplied"), subjects[0]
        marked = {c.row: c.new for c in event.changes if c.table == state.units.index and c.column == column}
        owners = self.rules.compiled.units.side
        out = [u for u, flag in enumerate(state.units.unsupplied) if owners[u] == side and marked.get(u, flag)]
        if not out:
            return f"all units of the {self.side(side)} player are in general supply"
        return f"out of general supply: {comma_list(map(self.unit, out))}"

    def _replacements(self, state: CampaignState, count: int) -> str:
        side = self.side(state.clock.side[0])
        return f"{side} has {points(count, 'replacement point')}" if count else ""

    def _unspent(self, _state: CampaignState, event: Event, subjects: tuple[int, ...]) -> str:
        gone = sum(change.old for change in event.changes)
        return f"{self.side(subjects[0])} loses {points(gone, 'point')} that were not spent" if gone else ""

    def _attacks(self, subjects: Sequence[int]) -> str:
        """Return attacks in words: hexes, then attackers as −1 − unit, battle after battle."""
        battles: list[tuple[list[int], list[int]]] = [([], [])]
        for number in subjects:
            if number >= 0 and battles[-1][1]:
                battles.append(([], []))
            battles[-1][0 if number >= 0 else 1].append(number)
        said = []
        for hexes, units in battles:
            who = comma_list(self.unit(-1 - unit) for unit in units) or "units beside it"
            said.append(f"{who} attack{'s' if len(units) == 1 else ''} {comma_list(map(self.place, hexes))}")
        return "; ".join(said)

    def _turn(self, state: CampaignState) -> str:
        number = state.clock.turn[0] - self.rules.compiled.turns.span[0]
        names = self._names["turns"]
        return names[number] if 0 <= number < len(names) else f"turn {number + 1}"

    def _objective(self, row: int) -> str:
        rows = [*self.rules.compiled.objectives, *self.rules.compiled.decisive]
        return str(rows[row]["id"]).replace("_", " ") if row < len(rows) else "an objective"


def comma_list(names: Any) -> str:  # noqa: ANN401 - anything to go through
    """Return the names in one text, with commas between."""
    return ", ".join(names)


def points(count: int, kind: str = "strength point") -> str:
    """Return a number of points in words: `1 point`, `3 points`, `nothing`."""
    if not count:
        return "nothing"
    return f"{count} {kind}" + ("s" if abs(count) != 1 else "")
