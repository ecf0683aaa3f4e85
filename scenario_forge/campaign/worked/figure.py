"""Figures of worked examples as positions that can be played from: their own map, their own counters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.parameters.arrays import arrays_of_figure
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.campaign.worked import KINDS, NEEDED
from scenario_forge.compiler.arrays import (
    NONE,
    Areas,
    Boxes,
    Changes,
    Kinds,
    Markers,
    MarkerTypes,
    Places,
    Turns,
    Units,
    ints,
)
from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.compiler.set_up import STATES
from scenario_forge.compiler.units import map_arrays, mask
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import marker_kinds
from scenario_forge.game.game import Game
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.mechanics.engine import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.campaign.system import Campaign
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.hexmap import HexMap

    Keys = dict[str, tuple[str, ...]]

SUPPLY = "supply"
_SPARE = 9
"""Supply units of each side at hand."""


class FigurePosition(NamedTuple):
    """A figure of the rulebook set up as a state in play."""

    rules: Rules
    state: CampaignState
    hexes: Mapping[str, int]
    """By the letter of a place."""
    units: Mapping[str, int]
    """By side and number: `allied/1`."""

    def letter(self, hex_: int) -> str:
        """Return the letter of a hex; empty where it has none."""
        return next((name for name, at in self.hexes.items() if at == hex_), "")


class Figures:
    """The figures of a game's examples, each compiled once."""

    def __init__(self, game: Game) -> None:
        self.game, self.system = game, cast("Campaign", game.system)
        self._known: dict[tuple[str, str], CompiledScenario | None] = {}

    def position(self, example: Example, figure: Example | None) -> FigurePosition | None:
        """Return an example set up on a figure, its own or another's; on the game's map if there is none.

        None where game or figure are incomplete.
        """
        option = str(example.given.get("option", ""))
        key = (figure.id if figure else "", option)
        if key not in self._known:
            self._known[key] = _compiled(self.system, _alone(self.game, figure), option)
        compiled = self._known[key]
        if compiled is None:
            return None
        own = {name: column[:] for name, column in vars(compiled.units).items()}  # for answers that change counters
        rules = self.system.rules_type()(replace(compiled, units=Units(**own)), Plain())
        return _set_up(rules, example.given, figure.given if figure else {})


def _set_up(rules: Rules, given: Mapping[str, Any], figure: Mapping[str, Any]) -> FigurePosition:
    """Return a position with units and supply where the example has them, or else its figure."""
    compiled, sides = rules.compiled, rules.compiled.keys["sides"]
    hexes = {n: at for n, at in zip(compiled.names["places"], compiled.places.hex, strict=True) if at >= 0}
    numbers = zip(compiled.units.side, compiled.units.no, strict=True)
    units = {f"{sides[side]}/{no}": number for number, (side, no) in enumerate(numbers)}
    state, side = first_state(rules), given.get("side", figure.get("side", sides[0]))
    state.clock.side[0] = sides.index(side) if side in sides else 0
    placed = given.get("at", figure.get("at"))
    for name, stack in placed.items() if isinstance(placed, dict) else ():
        for unit in stack if isinstance(stack, list) and name in hexes else ():
            if unit in units:
                state.units.place[units[unit]] = hexes[name]
            elif unit == SUPPLY:
                state.supplies.place[_spare(rules, state)] = hexes[name]
    return FigurePosition(rules, state, hexes, units)


def _spare(rules: Rules, state: CampaignState) -> int:
    """Return a supply unit of the phasing side that has no place yet."""
    own = (n for n, m in enumerate(rules.markers) if m.side == state.clock.side[0] and state.supplies.place[n] < 0)
    return next(own)


def _compiled(system: Campaign, alone: Game, option: str) -> CompiledScenario | None:
    there = {file.kind.name for file in alone.read.values() if file.document is not None}
    if not there.issuperset(NEEDED) or any(alone.broken(kind) for kind in NEEDED):
        return None
    linked, track, rules = hex_map(alone), schedule(alone), rules_of(alone)
    counters = alone.one("counters", CountersDocument)
    if linked is None or track is None or rules is None or counters is None or alone.about is None or not alone.system:
        return None
    document = linked.document
    keys: Keys = {
        "sides": tuple(track.sides),
        "nationalities": tuple(n.id for n in alone.about.nationalities),
        "sizes": tuple(s.id for s in counters[0].sizes),
        "types": tuple(t.id for t in counters[0].types),
        "markers": (),
        "marker_kinds": tuple(marker_kinds(alone)),
        "terrain": tuple(t.id for t in document.terrain),
        "hexside_kinds": tuple(k.id for k in document.hexside_kinds),
        "line_kinds": tuple(k.id for k in document.line_kinds),
        "place_kinds": tuple(k.id for k in document.place_kinds),
        "boxes": (),
        "areas": (),
        "figures": (),
    }
    sides, none, places = range(len(track.sides)), ints(()), [place for place in document.places if place.hex]
    spots = ints(linked.grid.ids.index(place.hex) if place.hex in linked.grid.ids else NONE for place in places)
    nowhere = ints([NONE] * len(places))
    return CompiledScenario(
        system=alone.system.id,
        options=(option,) if option else (),
        map=map_arrays(linked, keys),
        kinds=_kinds(linked, counters[0], alone, keys),
        places=Places(spots, ints([0] * len(places)), nowhere, ints([0] * len(places)), nowhere),
        boxes=Boxes(none, none, ints([0]), none),
        areas=Areas(ints([0]), none),
        units=_units(counters[0].units, keys),
        changes=Changes(none, none, none, none, none, none),
        marker_types=MarkerTypes(
            ints([keys["marker_kinds"].index("supply")] * len(sides)),
            ints(sides),
            ints([_SPARE] * len(sides)),
            ints([NONE] * len(sides)),
            ints([rules.supply.movement] * len(sides)),
            ints([0] * len(sides)),
        ),
        markers=Markers(none, none, none, none),
        turns=Turns(ints([0, 0, 0, len(sides) - 1]), ints([0] * len(sides)), none),
        objectives=(),
        decisive=(),
        rules={name: ints(values) for name, values in arrays_of_figure(alone, "", system).items()},
        parameters={"rules": rules.compiled()},
        keys=keys,
        names={
            "hexes": linked.grid.ids,
            "units": tuple(counter.name for counter in counters[0].units),
            "places": tuple(place.name for place in places),
        },
    )


def _alone(game: Game, figure: Example | None) -> Game:
    """Return the game's rules with the map and the counters of the figure, and nothing else of the game."""
    read = {name: file for name, file in game.read.items() if file.kind.name in NEEDED}
    for name, file in game.read.items():
        if figure is None and file.kind.name in KINDS:
            read[name] = file
        elif figure is None:
            continue
        elif file.kind.name == "map" and figure.map is not None:
            read[name] = replace(file, document=figure.map, spans={})
        elif file.kind.name == "counters" and isinstance(file.document, CountersDocument):
            read[name] = replace(file, document=file.document.model_copy(update={"units": figure.counters}), spans={})
    return Game(game.folder, game.system, read, game.errata)


def _kinds(linked: HexMap, counters: CountersDocument, game: Game, keys: Keys) -> Kinds:
    document, sides = linked.document, keys["sides"]
    nations = game.about.nationalities if game.about else []
    return Kinds(
        ints(int(t.land) for t in document.terrain),
        ints(int(t.land and t.passable) for t in document.terrain),
        ints(int(k.passable) for k in document.hexside_kinds),
        ints(mask(keys["hexside_kinds"], k.crosses) for k in document.line_kinds),
        ints(int(t.combat) for t in counters.types),
        ints(sides.index(n.side) if n.side in sides else NONE for n in nations),
    )


def _units(counters: Sequence[UnitCounter], keys: Keys) -> Units:
    """Return the counters of a figure, none of them in play yet."""
    columns = {
        "side": [keys["sides"].index(c.side) for c in counters],
        "no": [c.no for c in counters],
        "nationality": [keys["nationalities"].index(c.nationality) for c in counters],
        "size": [keys["sizes"].index(c.size) for c in counters],
        "type": [keys["types"].index(c.type) for c in counters],
        "strength": [c.strength or 0 for c in counters],
        "start_strength": [c.strength or 0 for c in counters],
        "movement": [c.movement or 0 for c in counters],
        "state": [STATES.index("absent")] * len(counters),
    }
    names = Units.__dataclass_fields__
    return Units(**{name: ints(columns.get(name, [NONE] * len(counters))) for name in names if name != "WIDTHS"})
