"""Problems that keep a scenario from being compiled: gathered as diagnostics, raised together."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.kinds import KINDS
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game import codes
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import build_grid, hex_map
from scenario_forge.game.references import unresolved_in
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import GridError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
CMP001 = CODES.error(
    "CMP001",
    "cannot-compile",
    grid="the map has no grid: {problem}",
    dates="scenario `{scenario}` names no start or stop date of the track",
    ends="scenario `{scenario}` ends before it begins",
    column="no column of {force} sets up the start {start}",
    stop="`{stop}` is no stop date of the time record track",
    turn="{problem}",
    place="`{name}` is no hex, place or box of the map",
    id="`{id}` is not among the {table} of this game",
    counter="{unit} has no counter, so nothing is known of its strength",
    number="{unit} has no number in `{array}`, which the rules need",
    capacity="`{text}` is no capacity: a number, or U for unlimited",
    change="`{at}`: {problem}",
    kinds="{number} {kinds}; at most {most} can be told apart",
)


T = TypeVar("T")
_IGNORED = frozenset(
    {
        "words",
        "chronology",
        "examples",
        "diagrams",
        "errata",
        "rulebook",
        "scenarios",
        "dossiers",
        "sightings",
        "profiles",
    }
)
"""Kinds of document without which a scenario can be played. Other scenarios than this one do not count."""
_NAMED_IN = ("map", "time-track")
_SETS_UP = ("scenarios", "orders-of-battle")
"""Kinds of document in which no name may be unknown."""


class CompileError(ValueError):
    """Error of a scenario that has no meaning, with every finding that makes it so."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        found = [f"{d.span.file}:{d.span.line}:{d.span.column}: {d.message}" for d in self.diagnostics]
        return "\n".join([self.message, *found])


class NoSuchScenario(CompileError, LookupError):  # noqa: N818 - says what is not there
    """Error for a scenario that the game does not have. ``hint`` is the name that was probably meant."""

    def __init__(self, game: str, name: str, known: Sequence[str], hint: str | None) -> None:
        tail = hint or f"there are {', '.join(known)}" if known else "it has none"
        super().__init__(f"{game} has no scenario `{name}`: {tail}")
        self.hint = hint


def merge_arrays(arrays: Mapping[str, Mapping[str, T]]) -> dict[str, T]:
    """Merge the arrays of several owners.

    Args:
        arrays: by owner, as the message names it; his arrays by name.

    Raises:
        CompileError: two owners have an array of one name.
    """
    found: dict[str, T] = {}
    owners: dict[str, str] = {}
    for owner, own in arrays.items():
        for name, values in own.items():
            if owners.setdefault(name, owner) != owner:
                first = owners[name]
                raise CompileError(f"{first} and {owner} both have an array `{name}`; call one of them something else")
            found[name] = values
    return found


def unreadable_documents(game: Game) -> Iterator[Diagnostic]:
    """Yield the findings of unreadable documents that play needs."""
    kinds = (*KINDS, *(game.system.kinds() if game.system else ()))
    for name in dict.fromkeys(kind.name for kind in kinds if kind.name not in _IGNORED):
        for file in game.files_of(name):
            if file.document is None:
                yield from file.source.problems
                yield from file.problems
    found = game.one("map", MapDocument)
    if found and hex_map(game) is None:
        try:
            build_grid(found[0].grid)
        except GridError as error:
            yield CMP001.at(found[1] / "grid", "grid", problem=error)


def unknown_names(game: Game) -> Iterator[Diagnostic]:
    """Yield findings on unknown names in map and track, and on unreadable entries of the track."""
    for view in (hex_map(game), schedule(game)):
        yield from view.findings() if view else ()
    yield from (name.finding() for name in unresolved_in(game, _NAMED_IN))


def column_findings(game: Game, used: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield findings on cells of the orders of battle in these columns with unknown names or unreadable text."""
    linked, wanted = forces(game), frozenset(used)
    known = {column for force in linked.sides.values() for column in force.columns}
    for name in (*linked.unresolved, *unresolved_in(game, _SETS_UP)):
        if _in_set_up(name.where) and _concerns(name.where, wanted, known):
            yield name.finding()
    for where, error in linked.malformed:
        if _concerns(where, wanted, known):
            yield codes.unreadable_cell(where, error)


def _in_set_up(where: Where) -> bool:
    """Whether a place is in what sets up units and markers; points that are saved are no part of that."""
    if where.file.kind.name == "scenarios":
        return where.path[0] == "set_up" and "saved" not in where.path
    return where.file.kind.name == "orders-of-battle" and where.path[0] in ("units", "markers")


def _concerns(where: Where, wanted: frozenset[str], known: set[str]) -> bool:
    if isinstance(where.file.document, ScenarioDocument):
        return where.file.document.scenario in wanted
    column = where.path[2] if len(where.path) > 2 else None
    return column in wanted or column not in known
