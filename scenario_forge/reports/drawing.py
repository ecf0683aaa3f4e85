"""The printed map and counters as drawings in a page, for a replay or a dossier."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups, side_supplies
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.drafts.land import owners
from scenario_forge.game.forces import forces
from scenario_forge.game.front import fronts
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import line_between
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import marker_back, marker_front, unit_back, unit_front
from scenario_forge.printing.fonts import fitting_size
from scenario_forge.printing.map.plain import front_path, outline
from scenario_forge.printing.map.plan import draw_art, plan_map
from scenario_forge.printing.svg import Box, Canvas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.documents.counters import Marker, UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.simulator.game_log import Key

    Draw = Callable[[], Canvas]


UnitKey = tuple[str, int | str]
"""What a unit or marker of an order of battle is told apart by: side, number or id."""

_PLAIN = 15.0
"""Breadth of a hex where no map is printed, in millimetres."""


@dataclass
class Drawing:
    """Drawing in a page: the map, the place of each hex on it, and the counters. Lengths in millimetres."""

    map: str
    box: Box
    """Left, top, width, height."""
    at: list[tuple[float, float]]
    """The middle of each hex."""
    size: float
    """Breadth of a hex."""
    sides: list[str]
    """The colour of each side."""
    symbols: str = ""
    styles: str = ""


@dataclass
class PageDrawing(Drawing):
    """Drawing for a replay, with every counter that its log needs."""

    looks: list[Look] = field(default_factory=list)
    """By number of the counter."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look of one counter: names of its front and back among the symbols, its name, its full strength."""

    front: str
    back: str
    name: str
    strength: int = -1
    face: str = ""
    """The mark with which its back is up, beside those that every game has."""


def replay_drawing(game: Game, compiled: CompiledScenario, keys: Sequence[Key]) -> PageDrawing:
    """Draw the map and every counter that the log needs."""
    brief, shrinker = Brief(game), Shrinker()
    drawn, box, at = _map(brief, compiled, shrinker)
    faces = CounterFaces(brief, compiled, lambda name, drawn: face_symbol(brief, shrinker, name, drawn))
    looks = [faces.look(key) for key in keys]
    colours = [brief.palette.accent(game, side) for side in compiled.keys["sides"]]
    symbols = "".join(faces.symbols.values())
    return PageDrawing(drawn, box, at, brief.profile.hex, colours, symbols, shrinker.styles, looks)


def _map(brief: Brief, compiled: CompiledScenario, shrinker: Shrinker) -> tuple[str, Box, list[tuple[float, float]]]:
    linked = hex_map(brief.game)
    if linked is None or len(linked.grid) != compiled.hexes:
        return _plain_drawing(compiled.hexes)
    return printed_map(brief, linked, shrinker)


def printed_map(brief: Brief, linked: HexMap, shrinker: Shrinker) -> tuple[str, Box, list[tuple[float, float]]]:
    """Return the printed map without tracks and boxes: the drawing, its frame, the middle of each hex."""
    plan = plan_map(brief, linked)
    plan.placed = []  # tracks and boxes have their place beside the map on a page
    left, top, right, bottom = plan.frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    draw_art(canvas, plan, plan.frame, plan.frame.box)
    at = [plan.frame.centre(hex_) for hex_ in range(len(linked.grid))]
    return shrinker.shrink(canvas.body()), (left, top, right - left, bottom - top), at


def _plain_drawing(hexes: int) -> tuple[str, Box, list[tuple[float, float]]]:
    """Circles in rows, for rules that are played without a map."""
    wide = max(1, min(hexes, 24))
    at = [((n % wide + 0.5) * _PLAIN, (n // wide + 0.5) * _PLAIN) for n in range(hexes)]
    drawn = "".join(
        f'<circle id="hex-{n + 1}" class="hex bare" cx="{x}" cy="{y}" r="{_PLAIN * 0.46}"/>'
        for n, (x, y) in enumerate(at)
    )
    return drawn, (0.0, 0.0, wide * _PLAIN, (max(hexes, 1) - 1) // wide * _PLAIN + _PLAIN), at


class CounterFaces:
    """Faces of counters as symbols, each drawn once."""

    def __init__(self, brief: Brief, compiled: CompiledScenario, symbol: Callable[[str, Canvas], str]) -> None:
        """``symbol`` makes an element of that id out of a drawn face."""
        self.brief, self.compiled, self._element = brief, compiled, symbol
        self.symbols: dict[str, str] = {}
        found = brief.game.one("counters", CountersDocument)
        linked = forces(brief.game).counters
        self.units: Mapping[tuple[str, int], UnitCounter] = {key: made.counter for key, made in linked.items()}
        self.markers: Sequence[Marker] = found[0].markers if found else ()

    def look(self, key: Key) -> Look:
        """Return the look of a counter; one that is not printed gets its name on a plain one."""
        kind, number, side = key
        sides = self.compiled.keys["sides"]
        owner = sides[side] if 0 <= side < len(sides) else None
        if kind == "units":
            return self._unit(number)
        fits = [marker for marker in self.markers if kind in (marker.id, marker.kind)]
        marker = next((m for m in fits if m.side == owner), next((m for m in fits if m.side is None), None))
        if marker is None:
            return self._bare(f"bare-{kind}", kind)
        front = self._symbol(f"marker-{marker.id}", lambda: marker_front(self.brief, marker))
        back = self._symbol(f"marker-{marker.id}-back", lambda: marker_back(self.brief, marker))
        name = f"{marker.name}, {owner}" if owner else marker.name
        return Look(front, back if marker.back else front, name)

    def _unit(self, number: int) -> Look:
        units, names = self.compiled.units, self.compiled.names.get("units", ())
        name = names[number] if number < len(names) else f"unit {number + 1}"
        known = number < len(units.side)
        side = self.compiled.keys["sides"][units.side[number]] if known else ""
        unit = self.units.get((side, units.no[number])) if known else None
        if unit is None:
            return self._bare(f"unit-{number}", name)
        front = self._symbol(f"unit-{side}-{unit.no}", lambda: unit_front(self.brief, unit))
        face = next(iter(unit.faces), "")
        turns = unit.back or face
        back = self._symbol(f"unit-{side}-{unit.no}-back", lambda: unit_back(self.brief, unit)) if turns else front
        return Look(front, back, name, units.strength[number], face)

    def _bare(self, name: str, text: str) -> Look:
        def draw() -> Canvas:
            edge = self.brief.profile.counter
            canvas, ink = Canvas(edge, edge), self.brief.palette["counter-ink"]
            canvas.rect((0.0, 0.0, edge, edge), fill=self.brief.palette["symbol-box"], stroke=ink)
            size = fitting_size(text, edge / 3, "sans-bold", edge * 0.9, 0.5)
            canvas.text((edge / 2, edge / 2 + size / 3), text, size, face="sans-bold", fill=ink, anchor="middle")
            return canvas

        symbol = self._symbol(name, draw)
        return Look(symbol, symbol, text)

    def _symbol(self, name: str, draw: Draw) -> str:
        name = "".join(c if c.isalnum() or c == "-" else "-" for c in name)
        if name not in self.symbols:
            self.symbols[name] = self._element(name, draw())
        return name


def face_symbol(brief: Brief, shrinker: Shrinker, name: str, drawn: Canvas) -> str:
    """Return a counter's face as printed, as a symbol that is drawn in any size."""
    edge = f"{brief.profile.counter:g}"
    body = shrinker.shrink(drawn.body(), 2)
    return f'<symbol id="{escape(name)}" viewBox="0 0 {edge} {edge}">{body}</symbol>'


# -- what a dossier shows: counters, front lines, and how far supply reaches --------------------------


@dataclass(frozen=True)
class Start:
    """A set-up on the page: its role, id and label, and the game that it belongs to."""

    role: str
    """before, now or after."""
    id: str
    label: str
    game: Game


@dataclass(frozen=True)
class Reach:
    """Reach of one side's general supply at a start: an outline by radius, the widest first."""

    side: str
    outlines: tuple[tuple[int, str], ...]
    sources: tuple[int, ...]
    note: str = ""


@dataclass
class DossierDrawing(Drawing):
    """Drawing for a dossier, with the fronts and supply of each start."""

    faces: dict[UnitKey, str] = field(default_factory=dict)
    """Whose counter is which symbol."""
    fronts: dict[str, str] = field(default_factory=dict)
    """By role: a path; empty where the sides do not meet."""
    supply: dict[str, list[Reach]] = field(default_factory=dict)
    """By role."""


def dossier_drawing(game: Game, linked: HexMap, subjects: Iterable[UnitKey], starts: Sequence[Start]) -> DossierDrawing:
    """Draw everything that does not move."""
    brief, shrinker = Brief(game), Shrinker()
    drawn, box, at = printed_map(brief, linked, shrinker)
    size = brief.profile.hex
    sides = list(game.side_names)
    made = DossierDrawing(drawn, box, at, size, [brief.palette.accent(game, side) for side in sides])
    _faces(made, brief, shrinker, subjects)
    made.styles = shrinker.styles
    for start in starts:
        of_start = hex_map(start.game)
        made.fronts[start.role] = front_path(of_start, front_of(start.game, start.id), size) if of_start else ""
        made.supply[start.role] = _supply(start, sides, size)
    return made


def _faces(made: DossierDrawing, brief: Brief, shrinker: Shrinker, subjects: Iterable[UnitKey]) -> None:
    found = brief.game.one("counters", CountersDocument)
    if found is None:
        return
    units = {key: made.counter for key, made in forces(brief.game).counters.items()}
    markers = {marker.id: marker for marker in found[0].markers}
    drawn: dict[str, str] = {}
    for side, who in subjects:
        unit = units.get((side, who)) if isinstance(who, int) else None
        marker = markers.get(who) if isinstance(who, str) else None
        name = "face-" + "".join(c if c.isalnum() else "-" for c in f"{side}-{who}")
        if unit is not None:
            drawn[name] = face_symbol(brief, shrinker, name, unit_front(brief, unit))
        elif marker is not None:
            drawn[name] = face_symbol(brief, shrinker, name, marker_front(brief, marker))
        else:
            continue
        made.faces[side, who] = name
    made.symbols = "".join(drawn.values())


def _supply(start: Start, sides: Sequence[str], size: float) -> list[Reach]:
    """Return the supply reach of each side; one with no supply on the map gets a note instead of a drawing."""
    linked = hex_map(start.game)
    states = {state.side: state for state in side_supplies(start.game) if state.set_up.start == start.id}
    found = []
    for side in sides:
        state = states.get(side)
        if linked is None or state is None:
            found.append(Reach(side, (), (), "no supply on the map"))
            continue
        radii = sorted(set(state.radii.values()), reverse=True)
        outlines = tuple(
            (radius, outline(linked, [h for h, steps in state.paths.items() if steps <= radius], size))
            for radius in radii
        )
        sources = tuple(dict.fromkeys(hex_ for _marker, hex_ in state.sources))
        found.append(Reach(side, outlines, sources, "" if radii else "no unit needs supply"))
    return found


# -- the front of a start as pages draw it ---------------------------------------------------------


def front_of(game: Game, start: str) -> list[Side]:
    """Return the line that a scenario draws; else the one between the sides' units at a start.

    Args:
        game: the game.
        start: id of a scenario, or of a printed start.
    """
    linked, known, scenario = hex_map(game), set_ups(game), scenarios(game).scenarios.get(start)
    set_up = known.get(start) or (known.get(scenario.document.start) if scenario else None)
    written = fronts(game).fronts.get(start)
    if written is not None:
        return list(written.line)
    if linked is None or set_up is None:
        return []
    zones = game.system.zones(game) if game.system else None
    without = zones.without if zones else frozenset()
    stands = [(each.hex, each.unit.side) for each in set_up.units if not each.unit.option and each.type not in without]
    stands += [(hex_, marker.side) for marker, hex_ in set_up.markers]
    return line_between(linked.grid, owners(linked, list(game.side_names), stands))


# -- drawings made for paper made small for a page -------------------------------------------------


_TAG = re.compile(r'<(\w+)((?:\s[\w:-]+="[^"]*")*)\s*(/?)>')
_ATTRIBUTE = re.compile(r'\s([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d+")
_HEX = re.compile(r'<path class="([^"]*)" d="M(\S+) ([^\sl]+)(l[^"]*)" fill="none" id="(hex-[^"]*)" />')
_LOOKS = {
    "font-family", "font-stretch", "font-size", "font-weight", "font-style", "fill", "stroke", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "text-anchor", "letter-spacing", "stroke-dasharray",
}  # fmt: skip
_LENGTHS = {"font-size", "stroke-width", "letter-spacing"}
_COORDINATES = {"x", "y", "cx", "cy", "r", "d", "width", "height", "transform", "rx", "points"}
_IDLE_IDS = re.compile(r"^(number|name|label)-")
"""Ids of texts that nothing refers to."""


class Shrinker:
    """Shrinker of the drawings of one page; ``styles`` are the classes that they share afterwards."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    @property
    def styles(self) -> str:
        """Style sheet for the shrunk drawings."""
        return "".join(f".{name}{{{rule}}}" for rule, name in self._classes.items())

    def shrink(self, svg: str, digits: int = 1) -> str:
        """Return the same drawing in fewer bytes; absolute paths to ``digits`` places, all else to one more."""
        shapes: dict[str, str] = {}

        def hexagon(found: re.Match[str]) -> str:
            kind, x, y, shape, name = found.groups()
            shape_id = shapes.setdefault(shape, f"hexagon{len(shapes) or ''}")
            return f'<use id="{name}" class="{kind}" href="#{shape_id}" x="{x}" y="{y}"/>'

        svg = _HEX.sub(hexagon, svg)
        svg = _TAG.sub(lambda found: self._tag(found, digits), svg)
        drawn = "".join(f'<path id="{name}" d="M0 0{_rounded(shape, digits + 1)}"/>' for shape, name in shapes.items())
        return f"<defs>{drawn}</defs>{svg}" if drawn else svg

    def _tag(self, found: re.Match[str], digits: int) -> str:
        name, attributes, closed = found.groups()
        kept: dict[str, str] = {}
        rules: list[str] = []
        for key, value in _ATTRIBUTE.findall(attributes):
            if key in _LOOKS and name != "g":
                rules.append(f"{key}:{_looks(key, value)}")
            elif key == "xlink:href":
                kept.setdefault("href", value)
            elif key in _COORDINATES:
                kept[key] = _rounded(value, digits if key == "d" and not re.search("[a-z]", value) else digits + 1)
            elif not (key == "id" and _IDLE_IDS.match(value)):
                kept[key] = value
        if rules:
            rule = ";".join(rules)
            made = self._classes.setdefault(rule, f"s{len(self._classes)}")
            kept["class"] = f"{kept['class']} {made}" if "class" in kept else made
        return f"<{name}" + "".join(f' {key}="{value}"' for key, value in kept.items()) + f"{closed}>"


def _looks(key: str, value: str) -> str:
    return f"{value}px" if key in _LENGTHS else value


def _rounded(text: str, digits: int) -> str:
    def short(found: re.Match[str]) -> str:
        number = f"{float(found[0]):.{digits}f}".rstrip("0").rstrip(".")
        return "0" if number in ("-0", "") else number

    return _NUMBER.sub(short, text)
