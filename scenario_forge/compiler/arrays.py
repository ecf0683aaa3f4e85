"""The tables of a compiled scenario: columns of 32-bit integers that numpy reads without a copy.

A table is a frozen dataclass of `array("i")`. ``WIDTHS`` names the columns that hold several numbers a
row. −1 means none throughout. A bit mask has bit k set for the k-th entry of its keys.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import face_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.documents.counters import CounterValue, Printed, UnitCounter
    from scenario_forge.game.forces import UnitKey


Ints: TypeAlias = "array[int]"
Numbers: TypeAlias = "dict[UnitKey, int]"
"""Side and set-up number → index of the unit."""
T = TypeVar("T", bound="Arrays")

NONE = -1
UNLIMITED = 2**31 - 1
"""Stands for a capacity without limit."""
ARRIVES, LEAVES = 1, 2
"""`changes.kind`; also the bits of `turns.flags`: reinforcements, withdrawals."""


def ints(values: Iterable[int]) -> Ints:
    """Return the numbers as a column.

    Raises:
        OverflowError: one of them does not fit 32 bits.
    """
    return array("i", values)


@dataclass(frozen=True, repr=False)
class Arrays:
    """A table: columns of whole numbers with a row for each thing of a kind."""

    WIDTHS: ClassVar[dict[str, int]] = {}

    def __repr__(self) -> str:
        lengths = (f"{field.name}[{len(getattr(self, field.name))}]" for field in fields(self))
        return f"{type(self).__name__}({', '.join(lengths)})"

    def view(self, name: str) -> NDArray[np.intc]:
        """Return a column as a numpy array that shares its memory; two-dimensional where it has a width."""
        import numpy as np  # noqa: PLC0415 - heavy

        flat = np.frombuffer(getattr(self, name), dtype=np.intc)
        return flat.reshape(-1, self.WIDTHS[name]) if name in self.WIDTHS else flat

    def to_data(self) -> dict[str, list[int]]:
        """Return the columns as plain lists, by name."""
        return {field.name: getattr(self, field.name).tolist() for field in fields(self)}

    @classmethod
    def from_data(cls: type[T], data: Any) -> T:  # noqa: ANN401 - what JSON gives
        """Read the table back from plain lists.

        Raises:
            KeyError, TypeError, OverflowError: they are not those of this table.
        """
        return cls(**{field.name: ints(data[field.name]) for field in fields(cls)})


@dataclass(frozen=True, repr=False)
class Map(Arrays):
    """Hexes 0…n−1 of the map. ``sides``, ``upper`` and ``lines`` have six entries a hex, by direction."""

    WIDTHS: ClassVar[dict[str, int]] = {"neighbours": 6, "sides": 6, "upper": 6, "lines": 6}

    neighbours: Ints
    """The hex beyond each side."""
    terrain: Ints
    """Code of the terrain of each hex."""
    sides: Ints
    """Bit mask of hexside kinds."""
    upper: Ints
    """Bit mask of those hexside kinds of which this hex is the higher or inner one."""
    lines: Ints
    """Bit mask of line kinds that lead on into the neighbour."""


@dataclass(frozen=True, repr=False)
class Kinds(Arrays):
    """Codes of map and units: what each allows, by code."""

    terrain_land: Ints
    terrain_passable: Ints
    side_passable: Ints
    line_crosses: Ints
    """Bit mask of hexside kinds that a line leads across."""
    type_combat: Ints
    nationality_side: Ints


@dataclass(frozen=True, repr=False)
class Places(Arrays):
    """Places, in the order of the map document."""

    hex: Ints
    kinds: Ints
    """Bit mask of place kinds."""
    capacity: Ints
    """Units that may come on there in a turn; UNLIMITED; −1 where it is no such place."""
    sides: Ints
    """Bit mask of the sides that may use it."""
    value: Ints


@dataclass(frozen=True, repr=False)
class Boxes(Arrays):
    """Off-map boxes; the hexes that box b adjoins are ``hexes[begins[b]:begins[b + 1]]``, ascending."""

    side: Ints
    capacity: Ints
    begins: Ints
    hexes: Ints


@dataclass(frozen=True, repr=False)
class Areas(Arrays):
    """Areas; the hexes of area a are ``hexes[begins[a]:begins[a + 1]]``, ascending."""

    begins: Ints
    hexes: Ints


@dataclass(frozen=True, repr=False)
class Units(Arrays):
    """Units, side after side in the order of the charts; only those that the options bring into play."""

    side: Ints
    no: Ints
    nationality: Ints
    size: Ints
    type: Ints
    strength: Ints
    """Combat strength as the counter has it."""
    movement: Ints
    state: Ints
    """Index into `STATES` of `compiler/set_up.py`."""
    hex: Ints
    box: Ints
    start_strength: Ints
    in_works: Ints
    """1 where it starts in works."""
    spent: Ints
    """Movement points that it has spent before its first move."""
    arrival: Ints
    """Turn of its first arrival; the table of changes has them all."""
    withdrawal: Ints
    """Turn of its first withdrawal."""


@dataclass(frozen=True, repr=False)
class Changes(Arrays):
    """Arrivals and withdrawals in the order of player turns. A unit may come and go more than once."""

    unit: Ints
    kind: Ints
    """ARRIVES or LEAVES, one for each change."""
    turn: Ints
    strength: Ints
    """Combat strength with which the unit arrives."""
    in_works: Ints
    spent: Ints


@dataclass(frozen=True, repr=False)
class MarkerTypes(Arrays):
    """Types of markers, with a row for each."""

    kind: Ints
    side: Ints
    count: Ints
    value: Ints
    movement: Ints
    unlimited: Ints


@dataclass(frozen=True, repr=False)
class Markers(Arrays):
    """Markers that start on the map or in a box."""

    type: Ints
    side: Ints
    hex: Ints
    box: Ints


@dataclass(frozen=True, repr=False)
class Turns(Arrays):
    """Turns from the scenario's first on. ``flags`` by turn × side; ``figures`` by turn × side × figure."""

    span: Ints
    """First turn, last turn (0 is the calendar's first), side that opens, side that closes."""
    flags: Ints
    """ARRIVES and LEAVES as bits: what the turn may bring."""
    figures: Ints
    """Replacements, supply … in the order of `keys["figures"]`."""


TABLES: dict[str, type[Arrays]] = {
    "map": Map,
    "kinds": Kinds,
    "places": Places,
    "boxes": Boxes,
    "areas": Areas,
    "units": Units,
    "changes": Changes,
    "marker_types": MarkerTypes,
    "markers": Markers,
    "turns": Turns,
}
"""Tables of a compiled scenario by the name of its field."""


# -- arrays of what counters say besides strength and movement, by unit, and of formations ---------


_OWN = frozenset({"strength", "movement"})
"""Values that have arrays of their own."""


def value_arrays(plan: Plan) -> dict[str, list[int]]:
    """Return `value.ID`, `face.ID`, `face.ID.VALUE`: the counter values of units in play, −1 for none.

    A number is itself, a word its place among the words that the value declares, a flag 0 or 1. `face.ID` is 1 for
    units whose counter has that face. A value whose words are not declared has no array. There is nothing here for
    strength and movement, which every scenario has.
    """
    found = plan.game.one("counters", CountersDocument)
    document = found[0] if found else None
    if document is None:
        return {}
    counters = [
        placed.unit.counter.counter if placed.unit.counter else None
        for placed in plan.placed
        if plan.in_play(placed.unit)
    ]
    values = {value.id: value for value in document.values if _readable(value) and value.of == "unit"}
    made = {f"value.{id_}": _column(value, counters) for id_, value in values.items() if id_ not in _OWN}
    for face in document.faces:
        made[f"face.{face.id}"] = [int(counter is not None and face.id in counter.faces) for counter in counters]
        for id_ in face.values:
            if id_ in values:
                made[f"face.{face.id}.{id_}"] = _column(values[id_], counters, face.id)
    return made


def formation_arrays(plan: Plan, numbered: Numbers) -> dict[str, list[int]]:
    """Return `formation` by unit in play, and by formation the values in counters.yaml; empty without formations.

    `formation` is the number of the unit's formation in `keys["formations"]`, −1 where it has none. By formation:
    `formation.side`; `formation.within`, another formation; `formation.headquarters`, a unit in play; `formation.chit`,
    1 where it has one; `formation.value.ID`, as `value.ID` of units. −1 stands for none.
    """
    found = plan.game.one("counters", CountersDocument)
    formations = found[0].formations if found else []
    if not found or not formations:
        return {}
    number = {formation.id: n for n, formation in enumerate(formations)}
    sides = plan.track.sides
    made = {
        "formation": [
            number.get(placed.unit.counter.counter.parent, NONE) if placed.unit.counter else NONE
            for placed in plan.placed
            if plan.in_play(placed.unit)
        ],
        "formation.side": [sides.index(each.side) if each.side in sides else NONE for each in formations],
        "formation.within": [number.get(each.within or "", NONE) for each in formations],
        "formation.headquarters": [numbered.get((each.side, each.headquarters or 0), NONE) for each in formations],
        "formation.chit": [int(each.chit) for each in formations],
    }
    for value in found[0].values:
        if value.of == "formation" and _readable(value):
            words = [word.id for word in value.words]
            made[f"formation.value.{value.id}"] = [
                _number(value, words, each.values.get(value.id)) for each in formations
            ]
    return made


def formation_keys(document: CountersDocument | None) -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the formations, as a key of a compiled scenario; none where there are none."""
    return {"formations": tuple(each.id for each in document.formations)} if document and document.formations else {}


def _readable(value: CounterValue) -> bool:
    return value.kind != "word" or bool(value.words)


def _column(value: CounterValue, counters: Sequence[UnitCounter | None], face: str | None = None) -> list[int]:
    words = [word.id for word in value.words]
    return [_number(value, words, _said(counter, face).get(value.id)) for counter in counters]


def _said(counter: UnitCounter | None, face: str | None) -> dict[str, Printed]:
    if counter is None:
        return {}
    if face is None:
        return face_values(counter)
    return face_values(counter, counter.faces[face]) if face in counter.faces else {}


def _number(value: CounterValue, words: Sequence[str], cell: Printed | None) -> int:
    if value.kind == "flag":
        return int(cell is True)
    if isinstance(cell, str):
        return words.index(cell) if cell in words else NONE
    return cell if isinstance(cell, int) else NONE
