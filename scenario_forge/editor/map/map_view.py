"""The game and its map for the page: hexes, what lies on them, and what may lie there. Draws nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import compiler
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.documents.map_ import Grid as GridModel
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.editor.answers import Named, Titled
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import without_rules
from scenario_forge.hexes import across, centre
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.ground import ground_colours
from scenario_forge.printing.map.hexsides import side_look
from scenario_forge.printing.map.roads import line_look

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Grid

PIXELS = 96 / 25.4
"""CSS pixels in a millimetre of the printed map."""
_SIDE_ROLES = {
    "escarpment": "relief", "ridge": "relief", "river": "river", "stream": "river", "wire": "wire", "border": "border",
    "wall": "wire", "ditch": "relief",
}  # fmt: skip
_LINE_ROLES = {"road": "road", "railway": "railway"}


class Terrain(Named):
    """A kind of terrain and its colour on the map."""

    letter: str
    color: str
    land: bool


class Kind(Named):
    """A kind of hexside or line and its colour."""

    color: str


Chain = TypedDict("Chain", {"index": int, "kind": str, "name": str, "sides": list[tuple[str, str]]})
"""Hexsides of one feature, each between two hexes, or of a hex at the rim of the map by its direction."""
Line = TypedDict("Line", {"index": int, "kind": str, "name": str, "path": list[str]})
"""A road, a track or the like, from hex to hex."""


class MapPlace(TypedDict):
    """A place on the map; without a stated id, keys name it by ``key``."""

    id: str | None
    key: str
    name: str
    hex: str
    kinds: list[str]
    aliases: list[str]
    capacity: str | None
    sides: list[str]
    value: int | None


class Area(Named):
    """An area: hexes by their numbers in the map's list."""

    side: str | None
    hexes: list[int]


MapName = TypedDict("MapName", {"index": int, "name": str, "kind": str, "along": list[str], "large": bool})
"""A name written across the map."""


class Unit(Named):
    """A unit on the map."""

    side: str
    hex: str


MapData = TypedDict("MapData", {
    "width": float, "height": float, "orientation": Literal["pointy", "flat"], "grid": GridModel, "radius": float,
    "hexes": list[tuple[str, float, float, str]], "terrain": list[Terrain], "hexside_kinds": list[Kind],
    "line_kinds": list[Kind], "place_kinds": list[Named], "hexsides": list[Chain], "lines": list[Line],
    "places": list[MapPlace], "areas": list[Area], "names": list[MapName], "units": list[Unit],
})  # fmt: skip
"""What the page's tools need to know of the map; lengths are in CSS pixels. `hexes`: name, middle and terrain."""
DocumentEntry = TypedDict("DocumentEntry", {"name": str, "kind": str, "title": str, "unsaved": bool})
"""A document of the game's list."""
Turn = TypedDict("Turn", {"index": int, "label": str})
"""A game turn."""
GameData = TypedDict("GameData", {
    "title": str, "folder": str, "system": str | None, "played": bool, "documents": list[DocumentEntry],
    "scenarios": list[Titled], "sides": list[Named], "turns": list[Turn], "words": dict[str, str],
})  # fmt: skip
"""The game's documents, scenarios, sides and turns."""


def map_data(game: Game, scenario: str | None) -> MapData | None:
    """Return the map for the page's tools; None while it cannot be read. Lengths are in CSS pixels."""
    linked = hex_map(game)
    if linked is None:
        return None
    brief = Brief(game)
    palette, frame = brief.palette, whole_map(linked, brief.profile.hex * PIXELS)
    colours = ground_colours(palette, linked)
    grid, document = linked.grid, linked.document
    return {
        "width": round(frame.box[2], 2),
        "height": round(frame.box[3], 2),
        "orientation": grid.orientation,
        "grid": document.grid,
        "radius": round(frame.size / 3**0.5, 3),
        "hexes": [
            (*hex_, terrain or "") for hex_, terrain in zip(_centres(grid, frame.size), linked.terrain, strict=True)
        ],
        "terrain": [
            {"id": kind.id, "name": kind.name, "letter": kind.letter, "color": colours[kind.id], "land": kind.land}
            for kind in document.terrain
        ],
        "hexside_kinds": [
            {"id": kind.id, "name": kind.name, "color": palette[_SIDE_ROLES.get(side_look(linked, kind.id), "relief")]}
            for kind in document.hexside_kinds
        ],
        "line_kinds": [
            {"id": kind.id, "name": kind.name, "color": palette[_LINE_ROLES.get(line_look(linked, kind.id), "track")]}
            for kind in document.line_kinds
        ],
        "place_kinds": [{"id": kind.id, "name": kind.name} for kind in document.place_kinds],
        "hexsides": _hexsides(linked),
        "lines": [
            {
                "index": number,
                "kind": road.line.kind,
                "name": road.line.name,
                "path": [linked.name(hex_) for hex_ in road.hexes if hex_ is not None],
            }
            for number, road in enumerate(linked.lines)
        ],
        "places": [cast("MapPlace", place.model_dump() | {"key": place.key}) for place in document.places],
        "areas": [
            {
                "id": area.id,
                "name": area.name,
                "side": area.side,
                "hexes": sorted(linked.areas.get(area.id, ())),
            }
            for area in document.areas
        ],
        "names": [cast("MapName", name.model_dump() | {"index": number}) for number, name in enumerate(document.names)],
        "units": units_at_start(game, scenario),
    }


@lru_cache(maxsize=4)
def _centres(grid: Grid, size: float) -> tuple[tuple[str, float, float], ...]:
    """Return name and middle of each hex; cached, since a stroke changes neither."""
    middles = (centre(grid, hex_, size) for hex_ in range(len(grid)))
    return tuple((name, round(x, 2), round(y, 2)) for name, (x, y) in zip(grid.ids, middles, strict=True))


def _hexsides(linked: HexMap) -> list[Chain]:
    sides: dict[int, list[tuple[str, str]]] = {number: [] for number in range(len(linked.document.hexsides))}
    for side, features in linked.sides.items():
        one, other = across(linked.grid, side)
        for feature in features:
            number = feature.where.path[1]
            if other >= 0 and isinstance(number, int):
                sides[number].append((linked.name(feature.high), linked.name(feature.low)))
            elif isinstance(number, int):
                sides[number].append((linked.name(one), linked.grid.directions[side.direction]))
    return [
        {"index": number, "kind": feature.kind, "name": feature.name, "sides": sides[number]}
        for number, feature in enumerate(linked.document.hexsides)
    ]


def units_at_start(game: Game, scenario: str | None) -> list[Unit]:
    """Return each unit that a scenario sets up on a hex; none where errors leave the set-up open."""
    linked = hex_map(game)
    if scenario is None or linked is None:
        return []
    try:
        plan = compiler.set_up.plan(game, scenario)
    except (NoSuchScenario, CompileError):
        return []
    return [
        {
            "id": f"{placed.unit.side}/{placed.unit.no}",
            "name": placed.unit.name,
            "side": placed.unit.side,
            "hex": linked.name(placed.entry.hex),
        }
        for placed in plan.placed
        if placed.state == "at"
        and placed.entry is not None
        and placed.entry.hex is not None
        and plan.in_play(placed.unit)
    ]


def game_data(game: Game, unsaved: Mapping[str, bool]) -> GameData:
    """Return the game's documents, sides and turns."""
    track = schedule(game)
    return {
        "title": game.title,
        "folder": game.folder.name,
        "system": game.system.id if game.system else None,
        "played": not without_rules(game),
        "documents": [
            {
                "name": name,
                "kind": game.read[name].kind.name if name in game.read else "",
                "title": _title(game, name),
                "unsaved": state,
            }
            for name, state in sorted(unsaved.items())
        ],
        "scenarios": [
            {"id": document.scenario, "title": document.title}
            for document, _where in game.documents("scenarios", ScenarioDocument)
        ],
        "sides": [{"id": side, "name": name} for side, name in game.side_names.items()],
        "turns": [{"index": turn, "label": track.label(turn)} for turn in range(track.calendar.length)]
        if track
        else [],
        "words": {},
    }


def _title(game: Game, name: str) -> str:
    """Return a document's title on the page: its printed title, else the words of its file's name."""
    file = game.read.get(name)
    title = getattr(file.document, "title", "") if file is not None else ""
    stem = name.removesuffix(".yaml").rpartition("/")[2].replace("-", " ")
    return title if isinstance(title, str) and title and "/" in name else stem[:1].upper() + stem[1:]
