"""What a dossier shows on the map: the printed ground, counters, front lines, and how far supply reaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups, side_supplies
from scenario_forge.design.front import owners
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.hexes import line_between
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.face import marker_front, unit_front
from scenario_forge.printing.map.plain import front_path, outline
from scenario_forge.project.forces import forces
from scenario_forge.project.front import fronts
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.reports.replay_board import PART, Shrinker, face_symbol, printed_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.hexes import Side
    from scenario_forge.printing.svg import Box
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


Key = tuple[str, int | str]


@dataclass(frozen=True)
class Start:
    """A set-up that is shown: which, as it is called, and the game in which it stands."""

    role: str
    """before, now or after."""
    id: str
    label: str
    game: Game


@dataclass(frozen=True)
class Reach:
    """How far one side's general supply reaches at a start: an outline by radius, the wider first."""

    side: str
    outlines: tuple[tuple[int, str], ...]
    sources: tuple[int, ...]
    note: str = ""


@dataclass
class Drawn:
    """The drawings of one page. Lengths in millimetres."""

    map: str
    box: Box
    size: float
    at: list[tuple[float, float]]
    edge: float
    symbols: str = ""
    faces: dict[Key, str] = field(default_factory=dict)
    """Whose counter is which symbol."""
    styles: str = ""
    sides: list[str] = field(default_factory=list)
    """The colour of each side."""
    fronts: dict[str, str] = field(default_factory=dict)
    """By role: a path; empty where the sides do not meet."""
    supply: dict[str, list[Reach]] = field(default_factory=dict)
    """By role."""


def draw_board(game: Game, linked: HexMap, subjects: Iterable[Key], starts: Sequence[Start]) -> Drawn:
    """Draw everything that does not move."""
    brief, shrinker = Brief(game), Shrinker()
    drawn, box, at = printed_map(brief, linked, shrinker)
    size = brief.profile.hex
    made = Drawn(drawn, box, size, at, size * PART)
    _faces(made, brief, shrinker, subjects)
    made.styles = shrinker.styles
    sides = [side.id for side in game.about.sides] if game.about else []
    made.sides = [brief.palette.accent(game, side) for side in sides]
    for start in starts:
        of_start = hex_map(start.game)
        made.fronts[start.role] = front_path(of_start, front_of(start.game, start.id), size) if of_start else ""
        made.supply[start.role] = _supply(start, sides, size)
    return made


def _faces(made: Drawn, brief: Brief, shrinker: Shrinker, subjects: Iterable[Key]) -> None:
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
    """By side; one without supply on the map is told of, not drawn."""
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
        found.append(Reach(side, outlines, sources, "" if radii else "nobody there needs supply"))
    return found


# -- the front of a start as pages draw it ---------------------------------------------------------


def front_of(game: Game, start: str) -> list[Side]:
    """The line that a scenario draws; else the one that would be drawn between those who stand at a start.

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
