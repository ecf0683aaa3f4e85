"""What a scenario of one's own says of its start: how many units are where, markers, marks, points saved."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.knowledge.model import Line
from scenario_forge.project.knowledge.units import place_words
from scenario_forge.project.starts import marks_said, reserve, saved_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.project.forces import Entry, Force
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.system import EntryKind

_STATES: dict[EntryKind, str] = {
    "at": "there",
    "absent": "not there",
    "eliminated": "eliminated",
}


def start_lines(game: Game, scenario: Scenario) -> Iterator[Line]:
    """Each side's start, as its file has it; nothing of a scenario that starts as printed."""
    for number, own in enumerate(scenario.document.set_up):
        force = forces(game).sides.get(own.side)
        if force is None:
            continue
        at, side = scenario.where / "set_up" / number, game.side_name(own.side)
        entries = [(unit, entry) for unit in force.units if (entry := unit.at_start(scenario.id))]
        counts = Counter(entry.kind for _unit, entry in entries)
        words = _STATES | {"reserve": reserve(game)}
        told = ", ".join(f"{counts[kind]} {word}" for kind, word in words.items() if counts[kind])
        yield Line(f"{side}: {told}", at / "units" if own.units else at)
        for unit, entry in entries:
            if entry.token.marks:
                yield Line(f"{unit.cited}, {unit.name}: {', '.join(marks_said(game, entry.token))}", entry.where)
        yield from _markers(game, force, scenario)
        pools = game.system.start(game).pools if game.system else {}
        for saved in saved_at(game, scenario.id):
            if saved.side == own.side and saved.pool in pools:
                yield Line(f"{side}, {pools[saved.pool].title.lower()}: {saved.points}", saved.where)


def _markers(game: Game, force: Force, scenario: Scenario) -> Iterator[Line]:
    """A line for each kind of marker of a side."""
    found: dict[str, list[Entry]] = {}
    for marker in force.markers:
        if marker.entry.column.id == scenario.id:
            found.setdefault(marker.marker, []).append(marker.entry)
    for id_, entries in found.items():
        known = forces(game).markers.get(id_)
        name = known[0].name.lower() if known else id_
        places = ", ".join(_lies(game, entry) for entry in entries)
        yield Line(f"{game.side_name(force.side)}, {name}: {places}", entries[0].where)


def _lies(game: Game, entry: Entry) -> str:
    points = [f"with {entry.token.strength} points"] if entry.token.strength is not None else []
    return " ".join([place_words(entry, hex_map(game)), *points, *marks_said(game, entry.token)])
