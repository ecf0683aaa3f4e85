"""Every name that a game defines, by kind: collected from the marks in its documents' types.

A document that cannot be read makes the names that it would define *unknown*: nobody can say that one is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.kinds import KINDS
from scenario_forge.documents.marks import Defines
from scenario_forge.documents.shapes import kinds_in, marked, shape_of
from scenario_forge.game.counters import marker_kinds
from scenario_forge.game.forces import forces
from scenario_forge.game.front import predicates
from scenario_forge.game.game import fact, fact_by, view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import CORE_NOTATIONS
from scenario_forge.game.place import Where
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.documents.kinds import Kind
    from scenario_forge.documents.shapes import Mark
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Path

FREE = frozenset({"group", "quantity", "step", "formation", "marker kind", "term"})
"""Kinds whose things need no definition: where they have none, the first use stands for it."""
FORMATION = "formation of the side"
"""The kind of the formations that follow from the identities of units; a side is where alone they are known."""
_OF_A_MAP = frozenset(
    {
        "sheet",
        "terrain",
        "hexside kind",
        "line kind",
        "place kind",
        "place",
        "place id",
        "box",
        "area",
        "hex",
        "hexes",
        "hexside",
    }
)
_OF_COUNTERS = frozenset({"unit of the side", "name of the unit"})
_NUMBERS = ("strength", "movement")
"""The numbers of counters that declare no values."""


class Target(NamedTuple):
    """What a name means: ``unit allied/4``, ``hex T30``, ``place Tobruk``, ``turn 7/41``, ``clause 6.31``."""

    kind: str
    id: str
    scope: str = ""
    """Where alone it is known: a chart, a value, a file, a figure with a map of its own; empty: everywhere."""


class Text(NamedTuple):
    """A text of the game with its mark."""

    where: Where
    mark: Mark
    text: str


# -- marked texts, kept by file ---------------------------------------------------------------------


def texts_of(game: Game) -> Mapping[GameFile, list[Text]]:
    """Return, by file, every text that has a mark in the types of its document."""
    return {file: marked_texts(game, file) for file in game.files.values()}


def marked_texts(game: Game, file: GameFile) -> list[Text]:
    """Return every text of one file that has a mark."""
    game.record((file.kind.name,))
    return game.memo.each(f"marked texts of {file.name}", game, [file], _texts)[file]


def _texts(file: GameFile) -> list[Text]:
    listed = marked(shape_of(file.kind.model), file.data)
    return [Text(Where(file, path, on), mark, text) for path, on, mark, text in listed]


def figure_at(file: GameFile, path: Path) -> Path | None:
    """Return the item with a map of its own that a path leads into; None for what is about the game's map.

    Everything in a figure of diagrams.yaml is about its map; of a worked example, only the map itself.
    """
    if file.kind.name not in ("examples", "diagrams") or len(path) < 3:
        return None
    inside = file.kind.name == "diagrams" or path[2] in ("map", "counters")
    item = Where(file, path[:2]).data
    has_own = isinstance(item, dict) and (isinstance(item.get("map"), dict) or path[2] == "counters")
    return path[:2] if inside and has_own else None


def scope_of(kind: str, at: Where) -> str:
    """Return where alone a thing of a kind is known that is defined or named at a place."""
    figure = figure_at(at.file, at.path) if kind in _OF_A_MAP or kind in _OF_COUNTERS else None
    if figure is not None and (kind in _OF_A_MAP or at.path[2] == "counters"):
        return figure_id(at.file, figure)
    return ""


def figure_id(file: GameFile, path: Path) -> str:
    """Return the scope of what is on a figure with a map of its own: its file and path."""
    return f"{file.name}: {'.'.join(map(str, path))}"


def defined_as(mark: Defines, at: Where) -> Target:
    """Return what a text with such a mark is the name of."""
    text = str(at.path[-1]) if at.on == "key" else str(at.data)
    match mark.within:
        case "file":
            scope = at.file.name
        case "chart":
            scope = str(at.path[1])
        case "item":
            above = Where(at.file, at.path[:-3]).data
            scope = str(above.get("id", "")) if isinstance(above, dict) else ""
        case _:
            scope = scope_of(mark.kind, at)
    if mark.kind in _OF_COUNTERS:
        item = Where(at.file, at.path[:-1]).data
        side, no = (item.get("side"), item.get("no")) if isinstance(item, dict) else (None, None)
        return Target("unit" if mark.kind == "unit of the side" else "unit name", f"{side}/{no}", scope)
    if mark.kind == "place id":
        row = Where(at.file, at.path[:-1]).data
        return Target("place", str(row.get("name", "")) if isinstance(row, dict) else "", scope)
    return Target(mark.kind, text, scope)


@view
def definitions(game: Game) -> list[tuple[Target, Where]]:
    """Everything that the documents of a game define, in order of file and path."""
    texts = texts_of(game)
    by_file = game.memo.each("defined names", game, list(texts), lambda file: _defined(texts[file]))
    return [definition for file in texts for definition in by_file[file]]


def _defined(texts: Iterable[Text]) -> list[tuple[Target, Where]]:
    return [(defined_as(mark, where), where) for where, mark, _text in texts if isinstance(mark, Defines)]


# -- the names of each kind ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Names:
    """The names of one kind."""

    by_scope: Mapping[str, tuple[str, ...]] = field(repr=False)
    """In the order in which they are defined."""

    @cached_property
    def sets(self) -> dict[str, frozenset[str]]:
        return {scope: frozenset(names) for scope, names in self.by_scope.items()}


class Vocabulary:
    """The names that a game has. Whoever asks depends on the kinds alone that it asks for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._names: dict[str, _Names] = {}

    def of(self, kind: str, scope: str = "") -> tuple[str, ...]:
        """Return the names of a kind."""
        return self._of_kind(kind).by_scope.get(scope, ())

    def has(self, target: Target) -> bool:
        """Return whether there is such a thing."""
        return target.id in self._of_kind(target.kind).sets.get(target.scope, ())

    @cached_property
    def unknown(self) -> frozenset[str]:
        """Kinds of which some may be missing here: a document that defines them cannot be read, or is not there."""
        return unknown_kinds(self._game)

    @cached_property
    def silent(self) -> frozenset[str]:
        """Kinds of which the game has none, so that nobody can name a wrong one."""
        return frozenset(kind for kind in _NEEDED if not self.of(kind))

    def _of_kind(self, kind: str) -> _Names:
        names = self._names.get(kind)
        if names is None:
            names = self._names[kind] = _names_of_kind(self._game, kind)
        return names


@view
def _every_name(game: Game) -> Mapping[str, Mapping[str, Mapping[str, None]]]:
    """The names of a game by kind and scope."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for target, _where in definitions(game):
        found.setdefault(target.kind, {}).setdefault(target.scope, {})[target.id] = None
    for kind, names in _implied(game):
        found.setdefault(kind, {}).setdefault("", {}).update(dict.fromkeys(names))
    for unit in forces(game).units():
        found.setdefault(FORMATION, {}).setdefault(unit.side, {}).update(dict.fromkeys(unit.formations))
    return found


@fact_by
def _names_of_kind(game: Game, kind: str) -> _Names:
    return _Names({scope: tuple(names) for scope, names in _every_name(game).get(kind, {}).items()})


@fact
def unknown_kinds(game: Game) -> frozenset[str]:
    """Return the kinds of which names may be missing."""
    unknown = set(_unknown(game))
    if game.system is None:
        unknown |= {"notation", "pool", "predicate", "marker kind", "kind of a marker"}
    if game.broken("rules") or not game.files_of("rules"):
        unknown.add("pool")
    if game.system is None or game.system.reads(game).of("event") is None:
        unknown.add("event")
    if hex_map(game) is None:
        unknown |= _OF_A_MAP | {"supply centre", "fortification"}
    if schedule(game) is None:
        unknown |= {"turn", "start", "stop", "track column"}
    if not game.side_names.keys() <= forces(game).sides.keys():
        unknown.add(FORMATION)
    return frozenset(unknown)


_NEEDED = frozenset(
    {"scenario", "date of the chronology", "number", "value", "size", "type", "formation", "marker", "unit",
     "victory row", "stop", "side", "chart", "historical event"}
)  # fmt: skip
"""Kinds that a game without one may name all the same: they are still to be written."""


def kinds_of(game: Game) -> tuple[Kind, ...]:
    """Return the kinds of document that a game may have."""
    own = game.system.kinds() if game.system else ()
    replaced = {kind.name for kind in own}
    return (*(kind for kind in KINDS if kind.name not in replaced), *own)


def _unknown(game: Game) -> Iterator[str]:
    for kind in kinds_of(game):
        files = game.files_of(kind.name)
        if (not files and kind.required) or any(file.document is None for file in files):
            yield from kinds_in(shape_of(kind.model))
            yield from _FOLLOWS.get(kind.name, ())


_FOLLOWS = {
    "counters": ("unit", FORMATION, "number", "marker kind", "kind of a marker"),
    "orders-of-battle": ("unit", FORMATION),
    "time-track": ("turn",),
    "map": ("hex", "hexes", "hexside", "supply centre", "fortification"),
}
"""What documents of a kind define besides what has a mark."""


def _implied(game: Game) -> Iterator[tuple[str, Iterable[str]]]:
    """Names that follow from documents or from the rule system."""
    grid, system = hex_map(game), game.system
    if grid is not None:
        yield "supply centre", [name for name, (place, _at, _w) in grid.places.items() if place.capacity]
        yield "fortification", [id_ for id_, (place, _at, _w) in grid.places_by_id.items() if place.value is not None]
    yield "unit", _units(game)
    yield "marker kind of a side", _kinds_of_sides(game)
    yield "number", _numbers(game)
    yield "quantity", _quantities(game)
    yield "rule", [str(text) for text in _clauses_stand_in(game)]
    if system is not None:
        yield "notation", {**CORE_NOTATIONS, **system.notations()}
        yield "event", system.reads(game).of("event") or ()
        yield "pool", system.start(game).pools
        yield "predicate", predicates(game)
        yield "marker kind", marker_kinds(game)


@fact
def _units(game: Game) -> tuple[str, ...]:
    linked = forces(game)
    return tuple(f"{side}/{no}" for side, no in dict.fromkeys((*linked.counters, *(u.key for u in linked.units()))))


@fact
def _kinds_of_sides(game: Game) -> tuple[str, ...]:
    markers = (marker for marker, _where in forces(game).markers.values())
    return tuple(dict.fromkeys(f"{marker.side or ''}/{marker.kind}" for marker in markers))


@fact
def _quantities(game: Game) -> tuple[str, ...]:
    return tuple(statements(game))


def _numbers(game: Game) -> Iterator[str]:
    """The ids of the numbers that counters of units have."""
    for file in game.files_of("counters"):
        values = file.data.get("values") if isinstance(file.data, dict) else None
        for value in values if isinstance(values, list) else ():
            if isinstance(value, dict) and value.get("kind", "number") == "number" and value.get("of") != "formation":
                yield str(value.get("id"))
        yield from () if values else _NUMBERS


def _clauses_stand_in(game: Game) -> Iterator[str]:
    for file in game.files_of("rulebook"):
        clauses = file.data.get("clauses") if isinstance(file.data, dict) else None
        for clause in clauses if isinstance(clauses, list) else ():
            if isinstance(clause, dict) and isinstance(clause.get("rule"), str):
                yield clause["rule"]
