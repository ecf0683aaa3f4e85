"""Quantities: every statement of one that the game makes anywhere (design decision 3), and texts that name them.

``{supply.attrition}`` in a text takes what the game states.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import BASES
from scenario_forge.documents.base import slug
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.game import Game, view
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.documents.base import Value
    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.source.nodes import Data


_NOT_RULES = frozenset({"basis", "provenance"})


@view
def statements(game: Game) -> dict[str, list[Statement]]:
    """All statements by quantity, in the order rulebook, rules, charts, victory, examples, system, components."""
    found: dict[str, list[Statement]] = {}
    for part in parts_of_statements(game):
        for statement in part:
            found.setdefault(statement.quantity, []).append(statement)
    return found


def parts_of_statements(game: Game) -> Iterator[list[Statement]]:
    """Yield all statements in the order in which the documents have them, whatever names are in them."""
    for part in (*_PARTS, *IMPLIED):
        yield list(part(game))


@view
def _of_rules(game: Game) -> list[Statement]:
    files = [file for file in game.files_of("rules") if file.document is not None]
    return [statement for file in files for statement in _parameters(file.data, Where(file), "")]


@view
def _of_examples(game: Game) -> list[Statement]:
    return [
        statement
        for examples, where in game.documents("examples", ExamplesDocument)
        for number, example in enumerate(examples.examples)
        for statement in _stated(example.states, where / "examples" / number, rule_name(example.rule))
    ]


@view
def _of_system(game: Game) -> list[Statement]:
    return list(game.system.statements(game)) if game.system else []


@view
def _of_rulebook(game: Game) -> list[Statement]:
    return list(_rulebook(game))


@view
def _of_tables(game: Game) -> list[Statement]:
    return list(_tables(game))


_PARTS = (_of_rulebook, _of_rules, _of_tables, _of_examples, _of_system)
"""Each is worked out anew only when what it reads has changed."""


def _rulebook(game: Game) -> Iterator[Statement]:
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            if clause.states:
                yield from _stated(clause.states, at, rule_name(clause.rule))


def _tables(game: Game) -> Iterator[Statement]:
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            yield from _stated(chart.states, where / "charts" / chart_id, chart.rule)
    for victory, where in game.documents("victory", VictoryDocument):
        for objective, at in where.each("objectives", victory.objectives):
            yield from _stated(objective.states, at, "")


def _stated(states: Mapping[str, Value], where: Where, rule: str) -> Iterator[Statement]:
    at = where / "states"
    for quantity, value in states.items():
        yield Statement(quantity, value, at / quantity, rule)


def _parameters(data: Data, where: Where, prefix: str) -> Iterator[Statement]:
    if isinstance(data, dict):
        for key, below in data.items():
            if prefix or key not in _NOT_RULES:
                yield from _parameters(below, where / key, f"{prefix}.{key}" if prefix else key)
    elif isinstance(data, (bool, int, float, str)):
        yield Statement(prefix, data, where)
    elif isinstance(data, list) and data and all(isinstance(item, (int, str)) for item in data):
        # as a clause states it: `sequence.phases: operations, logistics`
        yield Statement(prefix, ", ".join(map(str, data)), where)


# -- quantities that the components of any game state by themselves, beside what texts state in `states:`


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
        for nationality, here in where.each("nationalities", document.nationalities):
            at = here / "colour"
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
        for start, here in where.each("starts", document.starts):
            if start.first is not None:
                yield Statement(f"start.{slug(start.id)}.first", start.first, here / "first")
        for stop, each_at in where.each("stops", document.stops):
            if stop.last is not None:
                yield Statement(f"stop.{slug(stop.id)}.last", stop.last, each_at / "last")
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
        ids: set[str] = set()
        for place, at in where.each("places", document.places):
            if place.key in ids:  # reported
                continue
            ids.add(place.key)
            yield Statement(f"place.{place.key}.hex", place.hex, at / "hex")
            if place.capacity is not None:
                yield Statement(f"centre.{place.key}.capacity", place.capacity, at / "capacity")
        for box, here in where.each("boxes", document.boxes):
            if box.capacity is not None:
                at = here / "capacity"
                yield Statement(f"centre.{slug(box.name)}.capacity", box.capacity, at)


def _counters(game: Game) -> Iterator[Statement]:
    for document, where in game.documents("counters", CountersDocument):
        for size, at in where.each("sizes", document.sizes):
            yield Statement(f"unit.size_mark.{slug(size.name)}", size.id, at / "id")


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
        for objective, here in where.each("objectives", document.objectives):
            stated = [q for q, v in objective.states.items() if isinstance(v, int) and not isinstance(v, bool)]
            if len(stated) == 1:
                yield Statement(stated[0], objective.points, here / "points")
        for decisive, at in where.each("decisive", document.decisive):
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


# -- texts that name quantities instead of typing numbers -----------------------------------------


_GAP = re.compile(r"\{(\+?)([^{}]*)\}")
_FRACTIONS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


class ValueWords(NamedTuple):
    """The words in which values are set, in the language of the page."""

    yes: str = "yes"
    no: str = "no"
    between: str = " or "


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity named in a text: where its gap stands, its name, and whether its sign is set."""

    name: str
    start: int
    end: int
    signed: bool


@dataclass(frozen=True, slots=True)
class TextPart:
    """A stretch of a text: words, or a value with the statement it rests on."""

    text: str
    statement: Statement | None = None


def quantities(text: str) -> Iterator[Quantity]:
    """Yield the quantities that a text names, by the characters of their names."""
    for gap in _GAP.finditer(text):
        yield Quantity(gap[2], gap.start(2), gap.end(2), bool(gap[1]))


def text_parts(game: Game, text: str, said: ValueWords = ValueWords()) -> list[TextPart]:  # noqa: B008 - it never changes
    """Return a text with its quantities filled in. One that is stated nowhere stays as it is written.

    Where the game states several values (RUL001), all are given: ``7 or 8``.
    """
    known, found, after = statements(game), [], 0
    for quantity in quantities(text):
        stated = known.get(quantity.name)
        begin, end = quantity.start - 1 - quantity.signed, quantity.end + 1
        if not stated:
            continue
        if begin > after:
            found.append(TextPart(text[after:begin]))
        values = dict.fromkeys(typeset_value(s.value, signed=quantity.signed, said=said) for s in stated)
        found.append(TextPart(said.between.join(values), firmest_statement(stated)))
        after = end
    return [*found, TextPart(text[after:])] if after < len(text) else found


def value_as_compared(value: object) -> object:
    """Return what two statements must share: numbers by value, words without regard to case, spaces and underlines."""
    if isinstance(value, bool):
        return ("true or false", value)
    return " ".join(value.casefold().replace("_", " ").split()) if isinstance(value, str) else value


def firmest_statement(stated: list[Statement]) -> Statement:
    """Return the statement that rests on the firmest ground."""
    return min(stated, key=lambda s: BASES.index(s.where.basis))


def typeset_value(value: bool | int | float | str, *, signed: bool = False, said: ValueWords = ValueWords()) -> str:  # noqa: B008
    """Return a value as typeset: with a true minus, halves as fractions.

    >>> [typeset_value(value) for value in (-5, 0.5, 2.5, "game_turn")], typeset_value(2, signed=True)
    (['−5', '½', '2½', 'game turn'], '+2')
    """
    if isinstance(value, bool):
        return said.yes if value else said.no
    if isinstance(value, str):
        return value.replace("_", " ")
    whole, rest = divmod(abs(value), 1)
    part = _FRACTIONS.get(rest)
    figure = f"{int(whole) or ''}{part}" if part else f"{abs(value):g}"
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return sign + figure
