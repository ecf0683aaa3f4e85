"""A compiled scenario as a value: tables, keys, names, objectives, and the hash of what play depends on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.arrays import TABLES, ints

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.compiler.arrays import (
        Areas,
        Boxes,
        Changes,
        Ints,
        Kinds,
        Map,
        Markers,
        MarkerTypes,
        Places,
        Turns,
        Units,
    )

FORMAT = 1
"""Version of the layout; part of the hash."""
_UNHASHED = ("hash", "names")


@dataclass(frozen=True, repr=False)
class CompiledScenario:
    """Everything that play depends on, and names to show to people.

    ``keys`` are the ids behind codes (terrain, types, sides …), part of the hash; ``names`` are printed
    names (game, scenario, hexes, units, places …), not part of it.
    """

    system: str
    options: tuple[str, ...]
    map: Map
    kinds: Kinds
    places: Places
    boxes: Boxes
    areas: Areas
    units: Units
    changes: Changes
    marker_types: MarkerTypes
    markers: Markers
    turns: Turns
    objectives: tuple[Mapping[str, Any], ...]
    """Rows of the victory table, names replaced by indices."""
    decisive: tuple[Mapping[str, Any], ...]
    rules: Mapping[str, Ints]
    """Arrays of the rule system, movement costs among them."""
    keys: Mapping[str, tuple[str, ...]]
    names: Mapping[str, tuple[str, ...]] = field(compare=False)
    ending: Mapping[str, Any] = field(default_factory=dict)
    """Ledger, levels and sudden victories, names replaced by indices; empty for a game that has none."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What the rules read besides arrays, as plain data, such as the sequence of play."""

    def __repr__(self) -> str:
        return f"CompiledScenario({self.names['scenario'][0]}: system {self.system}, {self.hexes} hexes)"

    @property
    def hexes(self) -> int:
        """Number of hexes of the map."""
        return len(self.map.terrain)

    @cached_property
    def place_names(self) -> Mapping[int, str]:
        """By hex with a place: its name."""
        return dict(zip(self.places.hex, self.names["places"], strict=True))

    def name_of(self, hex_: int) -> str:
        """Return the name of the place in a hex; the printed id of a hex without one."""
        return self.place_names.get(hex_, self.names["hexes"][hex_])

    @property
    def scored_hexes(self) -> frozenset[int]:
        """Hexes that the victory table names."""
        found: set[int] = set()
        waiting: list[Any] = [*self.objectives, *self.decisive, *self.ending.values()]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                if isinstance(part.get("hex"), int):
                    found.add(part["hex"])
                waiting += part.values()
            elif isinstance(part, list | tuple):
                waiting += part
        return frozenset(found)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of what play depends on, in hexadecimal. Prose, print and provenance do not change it."""
        data = {key: value for key, value in self._data().items() if key not in _UNHASHED}
        return hashlib.sha256(_canonical(data).encode()).hexdigest()

    def _data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "system": self.system,
            "options": list(self.options),
            "keys": {key: list(values) for key, values in self.keys.items()},
            "names": {key: list(values) for key, values in self.names.items()},
            "objectives": list(self.objectives),
            "decisive": list(self.decisive),
            "rules": {key: values.tolist() for key, values in self.rules.items()},
            **({"ending": dict(self.ending)} if self.ending else {}),
            **({"parameters": dict(self.parameters)} if self.parameters else {}),
            **{name: getattr(self, name).to_data() for name in TABLES},
        }

    def to_json(self) -> str:
        """Return one line of JSON, with the hash in it."""
        return _canonical({**self._data(), "hash": self.hash})

    @classmethod
    def from_json(cls, text: str) -> CompiledScenario:
        """Read back a line of :meth:`to_json`.

        Raises:
            ValueError: the text is not of this format, or its hash is not that of its content.
        """
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise ValueError(f"format {data['format']} is not {FORMAT}")
            made = cls(
                system=data["system"],
                options=tuple(data["options"]),
                objectives=tuple(data["objectives"]),
                decisive=tuple(data["decisive"]),
                rules={key: ints(values) for key, values in data["rules"].items()},
                keys={key: tuple(values) for key, values in data["keys"].items()},
                names={key: tuple(values) for key, values in data["names"].items()},
                ending=data.get("ending", {}),
                parameters=data.get("parameters", {}),
                **{name: table.from_data(data[name]) for name, table in TABLES.items()},  # type: ignore[arg-type]
            )
        except (KeyError, TypeError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a compiled scenario: {error!r}") from error
        if made.hash != data.get("hash"):
            raise ValueError("the hash is not that of the content")
        return made


def _canonical(data: object) -> str:
    """One text for one content, whatever the order in which keys were put in."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
