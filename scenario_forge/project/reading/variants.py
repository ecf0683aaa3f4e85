"""Lays what options and a scenario change over the files of a game: variants are data, as errata are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.project.boards import joined
from scenario_forge.project.game import Game
from scenario_forge.project.place import AddressError
from scenario_forge.project.reading.errata import locate, replaced
from scenario_forge.project.reading.folder import GameFile
from scenario_forge.project.reading.shape import build
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Setting
    from scenario_forge.documents.scenario import Board
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Data, Node, Path


def settings(game: Game, options: frozenset[str]) -> list[Setting]:
    """The values that options change, in the order of the options."""
    found = game.one("options", OptionsDocument)
    every = found[0].options if found else []
    return [setting for option in every if option.id in options for setting in option.changes]


def with_scenario(game: Game, scenario: str, options: frozenset[str] | None = None) -> Game:
    """The game as it is in a scenario: what the options change, then what the scenario itself does.

    ``options``: those in play; None: the scenario's own. A scenario that there is not changes nothing.
    """
    found = scenarios(game).scenarios.get(scenario)
    document = found.document if found else None
    chosen = frozenset(document.options if document else ()) if options is None else options
    changed = with_settings(game, [*settings(game, chosen), *(document.changes if document else ())])
    return with_boards(changed, document.boards) if document and document.boards else changed


def on_boards(game: Game, scenario: str) -> Game:
    """The game on the boards of a scenario, nothing else of it laid over: for whoever draws what is played."""
    found = scenarios(game).scenarios.get(scenario)
    return with_boards(game, found.document.boards) if found and found.document.boards else game


def with_boards(game: Game, boards: Sequence[Board]) -> Game:
    """The game on the boards that a scenario joins; as it is where they do not fit, which checks tell of."""
    found = game.one("map", MapDocument)
    parts = joined(found[0], boards) if found else None
    if found is None or parts is None:
        return game
    name, there = found[1].file.name, found[1].file.data
    return with_values(game, [(name, (key,), value) for key, value in parts.items() if key in there])


def with_settings(game: Game, wanted: Sequence[Setting]) -> Game:
    """The game with values laid over its files, in their order; the game itself where they change none.

    What cannot be changed, because there is no such place, is left as it is: checks tell of it.
    """
    roots = {name: file.root for name, file in game.read.items() if file.root is not None}
    values: list[tuple[str, Path, Data]] = []
    for setting in wanted:
        try:
            name, path, _node = locate(roots, setting.at)
        except AddressError:
            continue
        roots[name] = replaced(roots[name], path, setting.value)
        values.append((name, path, setting.value))
    return with_values(game, values)


def with_values(game: Game, values: Iterable[tuple[str, Path, Data]]) -> Game:
    """The game with values put at places of its files, in their order; the game itself where there are none."""
    roots = {name: file.root for name, file in game.read.items() if file.root is not None}
    touched: set[str] = set()
    for name, path, value in values:
        roots[name] = replaced(roots[name], path, value)
        touched.add(name)
    if not touched:
        return game
    read = {name: _changed(file, roots) if name in touched else file for name, file in game.read.items()}
    return Game(game.folder, game.system, read, game.errata, game.applied, [*game.problems, *_new(game, read)])


def _changed(file: GameFile, roots: dict[str, Node]) -> GameFile:
    root = roots[file.name]
    document, problems = build(file.kind.model, root, file.name)
    return GameFile(
        file.source, file.kind, root, document, tuple(problems), f"{file.version} varied", file.patched, file.side_names
    )


def _new(game: Game, read: dict[str, GameFile]) -> Iterator[Diagnostic]:
    """What is wrong with files only since they were changed."""
    for name, file in read.items():
        if file is not game.read[name]:
            yield from (problem for problem in file.problems if problem not in game.read[name].problems)


# -- what a scenario changes, as people read it ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changed:
    """One value. Texts are empty where there is none."""

    place: str
    """On paper: `Time record track, 7/41, Allied`; the address where it is on no component."""
    was: str
    now: str
    where: Where
    """Of the change."""
    file: str
    """In which the value stands."""


def changed_values(game: Game, scenario: Scenario) -> list[Changed]:
    """The changes of a scenario in their order; those of places that there are not are left out."""
    return values_changed(game, scenario.document.changes, scenario.where / "changes")


def values_changed(game: Game, changes: Sequence[Setting], where: Where) -> list[Changed]:
    """What changes of a scenario or an option, listed at a place, change in the game as it is."""
    roots = {name: file.root for name, file in game.read.items() if file.root is not None}
    found = []
    for index, setting in enumerate(changes):
        try:
            name, path, node = locate(roots, setting.at)
        except AddressError:
            continue
        place = _place(game, game.read[name], path) or setting.at
        was = node.data if node is not None else None
        found.append(Changed(place, _text(was), _text(setting.value), where / index, name))
    return found


def _place(game: Game, file: GameFile, path: Path) -> str:
    """On paper; of a row of a victory table when it is scored, for whom, its words, and which of its values."""
    node, _depth = descend(file.root, path[:2]) if file.root is not None else (None, 0)
    row = node.data if node is not None and isinstance(node.data, dict) else {}
    text = row.get("text")
    if path[0] not in ("objectives", "victory") or not isinstance(text, str):
        return file.paper(path)
    track, stop = schedule(game), str(row.get("stop", ""))
    label = track.stops[stop].date.label if track and stop in track.stops else stop
    head = ["Victory table", label] if path[0] == "objectives" else [file.paper(path)]
    side = game.side_name(str(row.get("side", "")))
    return ", ".join(
        part for part in (*head, f"{side}: {' '.join(text.split())}", " ".join(map(str, path[2:]))) if part
    )


def _text(value: Data) -> str:
    return "" if value is None else str(value)
