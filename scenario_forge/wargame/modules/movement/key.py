"""The key `movement` of rules.yaml, and the costs that it reads from charts."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartColumnName
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.selection import word_of

if TYPE_CHECKING:
    from scenario_forge.game.game import Game

ALLOWANCE = "movement"
"""The value of the counter that is the allowance in a phase."""
NO, HALF, ALL = "no", "half", "all"
EVERY = "*"
"""The class of all units that have no cost of their own."""
Cost: TypeAlias = int | str
"""Points to enter; `no` where it cannot be entered; `half` or `all` of the allowance; `1/2` for parts of a point."""
Costs: TypeAlias = dict[str, dict[str, Cost]]
"""By ground and class."""
Ground: TypeAlias = Annotated[str, Names("terrain or hexside kind or line kind or place kind")]
Class: TypeAlias = Annotated[str, Names("word of the class")]
_WORDS = {"na": NO, "no": NO, "p": NO, "prohibited": NO, "–": NO, "—": NO, "-": NO, "h": HALF, "half": HALF, "all": ALL}
_HALF_OF = "half of ma"
_PARTS = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}


class Roads(Model):
    """What a road does for those who move along it: its cost takes the place of terrain and hexsides."""

    from_zones: bool = True
    """Whether that also holds for a step out of a zone of the enemy."""
    limited: bool = False
    """Whether only stacks within the limit by road (`stacking`) move so."""
    bonus: Annotated[int, Field(ge=0)] = 0
    """Movement points that a unit has more if it moves along roads all the way."""


class MovementKey(Model):
    """How units move, by the movement allowance of their counters."""

    classes: Annotated[
        str,
        Field(alias="class", description="The value of the counter by which costs differ, or `type`."),
        Names("value", besides=("type",)),
    ] = "type"
    costs: ChartColumnName | dict[Ground, Cost | dict[Class, Cost]]
    """The chart of costs, `terrain_effects` with a column for each class, or `terrain_effects/Movement`; or costs by
    terrain, hexside, line and place: `{woods: {infantry: 2, cavalry: 3, "*": no}}`; `*` are all
    other classes."""
    minimum: Literal["none", "one_hex"] = "none"
    """Whether a unit that has not moved may always enter one hex, if its class may enter it at all."""
    roads: Roads = Roads()
    """What roads do; the costs say which lines are roads."""
    alone: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside whose cost takes the place of that of the hex behind; others cost points besides."""
    stops: list[Annotated[str, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain in which a move ends, unless it was along roads all the way."""
    together: bool = False
    """Whether units of one hex may move as a stack, at the pace of the slowest."""


def costs_of(game: Game, given: MovementKey) -> Costs:
    """Return costs by ground and class, read from the chart where the key names one.

    Raises:
        KeyError: there is no such chart.
        ValueError: a cell is no cost.
    """
    if isinstance(given.costs, dict):
        return {ground: _by_class(by) for ground, by in given.costs.items()}
    chart_id, _, only = given.costs.partition("/")
    chart, grounds = tables(game).charts[chart_id], grounds_by_name(game)
    classes = {} if only else _classes(game, given)
    columns = {
        n: EVERY if only else classes[column.text.casefold()]
        for n, column in enumerate(chart.columns)
        if column.text == only or column.text.casefold() in classes
    }
    rows = zip(chart.rows, chart.cells, strict=True)
    named = ((grounds.get(ground_named(row.text)), cells) for row, cells in rows)
    return {
        ground: {name: cost_in(cells[n].text) for n, name in columns.items()}
        for ground, cells in named
        if ground is not None
    }


def _by_class(by: Cost | dict[str, Cost]) -> dict[str, Cost]:
    return {name: cost_in(str(cost)) for name, cost in (by.items() if isinstance(by, dict) else [(EVERY, by)])}


def _classes(game: Game, given: MovementKey) -> dict[str, str]:
    """Return classes of units by what a heading calls them in small letters: their id, or the name of a type."""
    counters = game.one("counters", CountersDocument)
    if counters is None:
        return {}
    words = {word_of(unit, given.classes) for unit in counters[0].units} - {""}
    named = {kind.name.casefold(): kind.id for kind in counters[0].types} if given.classes == "type" else {}
    return {name: id_ for name, id_ in {**named, **{word.casefold(): word for word in words}}.items() if id_ in words}


def ground_named(heading: str) -> str:
    """Return the name of terrain, hexside or line in the heading of a row, in small letters.

    >>> ground_named("Woods (3.4)")
    'woods'
    """
    return heading.partition(" (")[0].casefold()


def grounds_by_name(game: Game) -> dict[str, str]:
    """Return terrain, kinds of hexsides and of lines by their names, in small letters."""
    found: dict[str, str] = {}
    for document, _where in game.documents("map", MapDocument):
        found |= {kind.name.casefold(): kind.id for kind in document.terrain}
        found |= {kind.name.casefold(): kind.id for kind in document.hexside_kinds}
        found |= {kind.name.casefold(): kind.id for kind in document.line_kinds}
    return found


def cost_in(text: str) -> Cost:
    """Return a cost as a cell prints it.

    >>> [cost_in(each) for each in ("2 MP's", "+ 1", "1½", "–", "ALL", "1/2", "half of MA")]
    [2, 1, '3/2', 'no', 'all', '1/2', 'half']

    Raises:
        ValueError: it is none.
    """
    word = text.strip().casefold()
    if word in _WORDS or word == _HALF_OF:
        return _WORDS.get(word, HALF)
    for sign, part in _PARTS.items():
        word = word.replace(sign, part)
    parts = re.findall(r"\d+/\d+|\d+", word)
    if not parts or word.startswith(("-", "−", "–")):
        raise ValueError(f"`{text}` is no cost of movement")
    both = len(parts) > 1 and "/" in parts[1] and "/" not in parts[0]
    total = sum(Fraction(part) for part in parts[: 1 + both])
    return int(total) if total.denominator == 1 else str(total)
