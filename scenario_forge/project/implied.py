"""Quantities that the components of any game state by themselves, beside what texts state in `states:`.

A rulebook that says where a place is, when a start date falls or what a box of the track allows names
the quantity as listed here, and the two are compared:

* ``game.players``, ``game.first_month``, ``game.last_month``, ``game.months_per_turn``, ``game.miles_per_hex``,
  ``sequence.first``
* ``start.count``, ``start.dates``, ``start.ID.first``; ``stop.count``, ``stop.dates``, ``stop.ID.last``
* ``scenario.ID.start``, ``scenario.ID.stop`` (game turns)
* ``time_track.boxes.TURN.SIDE`` (the entry as printed)
* ``place.NAME.hex``; ``centre.NAME.capacity`` (places and off-map boxes)
* ``unit.colour.NATIONALITY``, ``unit.size_mark.SIZE``, ``unit.size.smallest``, ``unit.size.largest``
* ``setup.START.SIDE.KIND_units`` (number of markers of a kind)
* the only whole number among the `states` of a victory row is its points;
  ``victory.ID.after`` and ``victory.ID.since`` of a decisive victory, ``scoring.decisive`` its points;
  ``scoring.cumulative``
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.forces import forces
from scenario_forge.project.game import view
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.system import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def slug(name: str) -> str:
    """A name as part of a quantity.

    >>> slug("Halfaya Pass")
    'halfaya_pass'
    """
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


def _about(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("game", GameDocument):
        yield Statement("game.players", document.players, where / "players")
        yield Statement("sequence.first", document.sides[0].id, where / "sides" / 0 / "id")
        miles = re.fullmatch(r"(\d+) miles?", document.scale.get("hex", ""))
        if miles:
            yield Statement("game.miles_per_hex", int(miles[1]), where / "scale" / "hex")
        sizes = re.fullmatch(r"(\w+?)s? to (\w+?)s?", document.scale.get("units", ""))
        for name, size in zip(("smallest", "largest"), sizes.groups() if sizes else (), strict=False):
            yield Statement(f"unit.size.{name}", size, where / "scale" / "units")
        for number, nationality in enumerate(document.nationalities):
            at = where / "nationalities" / number / "colour"
            yield Statement(f"unit.colour.{slug(nationality.id)}", nationality.colour, at)


def _track(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("time-track", TimeTrackDocument):
        calendar = document.calendar
        if calendar.unit == "month":
            yield Statement("game.first_month", calendar.first, where / "calendar" / "first")
            yield Statement("game.last_month", calendar.last, where / "calendar" / "last")
            yield Statement("game.months_per_turn", calendar.step, where / "calendar" / "step")
        yield from _dates("start", document.starts, where / "starts")
        yield from _dates("stop", document.stops, where / "stops")
        for number, start in enumerate(document.starts):
            if start.first is not None:
                yield Statement(f"start.{slug(start.id)}.first", start.first, where / "starts" / number / "first")
        for number, stop in enumerate(document.stops):
            if stop.last is not None:
                yield Statement(f"stop.{slug(stop.id)}.last", stop.last, where / "stops" / number / "last")
        for number, box in enumerate(document.boxes):
            for side, entry in box.cells.items():
                at = where / "boxes" / number / side
                yield Statement(f"time_track.boxes.{box.turn}.{side}", entry, at)


def _dates(kind: str, dates: Sequence[StartDate | StopDate], where: Where) -> Iterator[Statement]:
    if dates:
        yield Statement(f"{kind}.count", len(dates), where)
        yield Statement(f"{kind}.dates", ", ".join(date.turn for date in dates), where)


def _map(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("map", MapDocument):
        if document.grid.miles_per_hex is not None:
            yield Statement("game.miles_per_hex", document.grid.miles_per_hex, where / "grid" / "miles_per_hex")
        for number, place in enumerate(document.places):
            at = where / "places" / number
            yield Statement(f"place.{slug(place.name)}.hex", place.hex, at / "hex")
            if place.capacity is not None:
                yield Statement(f"centre.{slug(place.name)}.capacity", place.capacity, at / "capacity")
        for number, box in enumerate(document.boxes):
            if box.capacity is not None:
                at = where / "boxes" / number / "capacity"
                yield Statement(f"centre.{slug(box.name)}.capacity", box.capacity, at)


def _counters(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("counters", CountersDocument):
        for number, size in enumerate(document.sizes):
            yield Statement(f"unit.size_mark.{slug(size.name)}", size.id, where / "sizes" / number / "id")


def _set_up(game: Game) -> Iterator[Statement]:
    linked = forces(game)
    counts: dict[str, tuple[int, Where]] = {}
    for placed in linked.marker_entries():
        marker = linked.markers.get(placed.marker)
        start = placed.entry.start
        if marker is None or start is None:
            continue
        quantity = f"setup.{slug(start)}.{placed.side}.{marker[0].kind}_units"
        before = counts.get(quantity, (0, placed.entry.where))
        counts[quantity] = (before[0] + 1, before[1])
    for quantity, (count, where) in counts.items():
        yield Statement(quantity, count, where.whole())


def _scenarios(game: Game) -> Iterator[Statement]:
    for scenario in scenarios(game).scenarios.values():
        name = f"scenario.{slug(scenario.id)}"
        if scenario.start:
            yield Statement(f"{name}.start", scenario.start.date.turn, scenario.where / "start")
        if scenario.stop:
            yield Statement(f"{name}.stop", scenario.stop.date.turn, scenario.where / "stop")


def _victory(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("victory", VictoryDocument):
        at = where / "cumulative" if "cumulative" in document.model_fields_set else (where / "objectives").key()
        yield Statement("scoring.cumulative", document.cumulative, at)
        for number, objective in enumerate(document.objectives):
            stated = [q for q, v in objective.states.items() if isinstance(v, int) and not isinstance(v, bool)]
            if len(stated) == 1:
                yield Statement(stated[0], objective.points, where / "objectives" / number / "points")
        for number, decisive in enumerate(document.decisive):
            at = where / "decisive" / number
            yield Statement(f"victory.{slug(decisive.id)}.after", decisive.after, at / "after")
            if decisive.since:
                yield Statement(f"victory.{slug(decisive.id)}.since", decisive.since, at / "since")
            yield Statement("scoring.decisive", decisive.points, at / "points")


def _viewed(part: Callable[[Game], Iterator[Statement]]) -> Callable[[Game], list[Statement]]:
    def made(game: Game) -> list[Statement]:
        return list(part(game))

    made.__qualname__ = part.__name__
    return view(made)


IMPLIED = tuple(_viewed(part) for part in (_about, _track, _map, _counters, _set_up, _scenarios, _victory))
"""What game, track, map, counters, set-up, scenarios and victory table state, each worked out by itself."""
