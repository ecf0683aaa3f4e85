"""Variants: the changes of options and scenarios laid over a game's files, and the joined boards of a scenario.

Variants are data, as errata are. Boards are some of the map's sheets, from west to east, each as it lies or turned by
half a turn. What is drawn on a board stays on it: terrain, hexsides, roads, places, areas. Ids of hexes are those
printed on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.game import Game
from scenario_forge.game.hexmap import build_grid, sheet_of
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate, with_value
from scenario_forge.game.reading.folder import GameFile
from scenario_forge.game.reading.shape import build
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import DIRECTIONS, Grid, GridError, Sheet, opposite
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Setting
    from scenario_forge.documents.scenario import Board
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.source.nodes import Data, Node, Path


def settings(game: Game, options: frozenset[str]) -> list[Setting]:
    """Return the values that options change, in the order of the options."""
    found = game.one("options", OptionsDocument)
    every = found[0].options if found else []
    return [setting for option in every if option.id in options for setting in option.changes]


def with_scenario(game: Game, scenario: str, options: frozenset[str] | None = None) -> Game:
    """Return the game as it is in a scenario: what the options change, then what the scenario itself does.

    ``options``: those in play; None: the scenario's own. A scenario that there is not changes nothing.
    """
    found = scenarios(game).scenarios.get(scenario)
    document = found.document if found else None
    chosen = frozenset(document.options if document else ()) if options is None else options
    changed = with_settings(game, [*settings(game, chosen), *(document.changes if document else ())])
    return with_boards(changed, document.boards) if document and document.boards else changed


def on_boards(game: Game, scenario: str) -> Game:
    """Return the game on the boards of a scenario, with none of its changes: for drawing what is played."""
    found = scenarios(game).scenarios.get(scenario)
    return with_boards(game, found.document.boards) if found and found.document.boards else game


def with_boards(game: Game, boards: Sequence[Board]) -> Game:
    """Return the game on the boards that a scenario joins; unchanged where they do not fit, which checks report."""
    found = game.one("map", MapDocument)
    parts = joined_map(found[0], boards) if found else None
    if found is None or parts is None:
        return game
    name, there = found[1].file.name, found[1].file.data
    return with_values(game, [(name, (key,), value) for key, value in parts.items() if key in there])


def with_settings(game: Game, wanted: Sequence[Setting]) -> Game:
    """Return the game with values laid over its files, in their order; the game itself where they change none.

    What cannot be changed, because there is no such place, is left as it is: checks tell of it.
    """
    roots = corrected_roots(game.read)
    values: list[tuple[str, Path, Data]] = []
    for setting in wanted:
        try:
            name, path, _node = locate(roots, setting.at)
        except AddressError:
            continue
        roots[name] = with_value(roots[name], path, setting.value)
        values.append((name, path, setting.value))
    return with_values(game, values)


def with_values(game: Game, values: Iterable[tuple[str, Path, Data]]) -> Game:
    """Return the game with values put at places of its files, in order; the game itself where there are none."""
    roots = corrected_roots(game.read)
    touched: dict[str, list[tuple[Path, Data]]] = {}
    for name, path, value in values:
        roots[name] = with_value(roots[name], path, value)
        touched.setdefault(name, []).append((path, value))
    if not touched:
        return game
    read = {name: _changed(file, roots, touched[name]) if name in touched else file for name, file in game.read.items()}
    return Game(game.folder, game.system, read, game.errata, game.applied, [*game.problems, *_new(game, read)])


def _changed(file: GameFile, roots: dict[str, Node], values: list[tuple[Path, Data]]) -> GameFile:
    root = roots[file.name]
    document, problems = build(file.kind.model, root, file.name)
    # what is kept by version from one run to the next, such as answers to worked examples, tells variants apart
    version = f"{file.version} varied {sha256(repr(values).encode()).hexdigest()[:16]}"
    return GameFile(file.source, file.kind, root, document, tuple(problems), version, file.patched, file.side_names)


def _new(game: Game, read: dict[str, GameFile]) -> Iterator[Diagnostic]:
    """Yield problems that files have only since they were changed."""
    for name, file in read.items():
        if file is not game.read[name]:
            yield from (problem for problem in file.problems if problem not in game.read[name].problems)


# -- what a scenario changes, as people read it ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value that a scenario or an option changes. Texts are empty where there is none."""

    place: str
    """On paper: `Time record track, 7/41, Allied`; the address where it is on no component."""
    was: str
    now: str
    where: Where
    """Of the change."""
    file: str
    """In which the value stands."""
    quantity: str = ""
    """The name of the quantity that a value of the rules is; empty for others."""
    structured: bool = False
    """Whether it is a list or a mapping, which no words give."""


def scenario_changes(game: Game, scenario: Scenario) -> list[ValueChange]:
    """Return the changes of a scenario in their order; changes of places that do not exist are left out."""
    return setting_changes(game, scenario.document.changes, scenario.where / "changes")


def setting_changes(game: Game, changes: Sequence[Setting], where: Where) -> list[ValueChange]:
    """Return the values that changes of a scenario or an option, listed at a place, change in the game as it is."""
    roots = corrected_roots(game.read)
    found = []
    for index, setting in enumerate(changes):
        try:
            name, path, node = locate(roots, setting.at)
        except AddressError:
            continue
        place = _place(game, game.read[name], path) or setting.at
        was = node.data if node is not None else None
        quantity = ".".join(map(str, path)) if game.read[name].kind.name == "rules" else ""
        structured = isinstance(setting.value, list | dict)
        found.append(ValueChange(place, _text(was), _text(setting.value), where / index, name, quantity, structured))
    return found


def _place(game: Game, file: GameFile, path: Path) -> str:
    """Return a value's place on paper; of a victory row, its stop date, its side, its words and the value's key."""
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


# -- boards that a scenario joins -----------------------------------------------------------------


Entries = list[dict[str, Any]]


def misfit(document: MapDocument, boards: Sequence[Board]) -> tuple[int, str] | None:
    """Return the first board that cannot be joined to those before it, by number, and why; None where all fit."""
    grid = document.grid
    known = {sheet.id: sheet for sheet in grid.sheets}
    laid: list[Sheet] = []
    for number, board in enumerate(boards):
        if board.sheet not in known:
            return number, f"the map has no sheet `{board.sheet}`"
        if board.sheet in {sheet.id for sheet in laid}:
            return number, f"sheet {board.sheet} is there already"
        try:
            sheet = sheet_of(grid, known[board.sheet], turned=board.turned)
            here = Grid(grid.orientation, grid.shifted, (sheet,)).shifts
            whole = Grid(grid.orientation, grid.shifted, (*laid, sheet)).shifts
        except GridError as error:
            return number, str(error)
        if whole[-len(here) :] != here and len(here) > 1:
            turned = " turned" if board.turned else ""
            return number, f"the hexes of sheet {board.sheet}{turned} are half a hex off those of the boards beside it"
        laid.append(sheet)
    return None


def joined_map(document: MapDocument, boards: Sequence[Board]) -> dict[str, Any] | None:
    """Return what changes in a map's data when boards are joined, by document key; None where they do not fit."""
    if misfit(document, boards) is not None:
        return None
    data = document.model_dump(exclude_unset=True)
    lie = [board.sheet for board in boards]
    known = {sheet["id"]: sheet for sheet in data["grid"]["sheets"]}
    sheets = [{**known[board.sheet], **({"turned": True} if board.turned else {})} for board in boards]
    grid = MapDocument.model_validate({**data, "grid": {**data["grid"], "sheets": sheets}}).grid
    on = _Kept(build_grid(grid), {board.sheet for board in boards if board.turned})
    return {
        "grid": {**data["grid"], "sheets": sheets},
        "rows": [{key: text for key, text in row.items() if key in ("row", *lie)} for row in data.get("rows", ())],
        "hexes": [each for each in data.get("hexes", ()) if on.has(each["hex"])],
        "hexsides": on.listed(data.get("hexsides", ()), "sides", on.side),
        "lines": [*on.chains(data.get("lines", ()))],
        "places": [each for each in data.get("places", ()) if on.has(each["hex"])],
        "areas": [*on.areas(data.get("areas", ()))],
        "boxes": on.listed(data.get("boxes", ()), "adjoins", on.stretch, least=0),
        "names": on.listed(data.get("names", ()), "along", on.stretch),
    }


class _Kept:
    """What of a map lies on the boards that are joined."""

    def __init__(self, grid: Grid, turned: set[str]) -> None:
        self.grid, self.turned = grid, turned

    def has(self, hex_: str) -> bool:
        """Return whether a hex is on one of the boards."""
        return self.grid.find(hex_) is not None

    def side(self, text: str) -> str | None:
        """Return a hexside as the joined map writes it: directions turn with the board."""
        one, stroke, other = text.partition("/")
        if stroke:
            return text if self.has(one) and self.has(other) else None
        one, _colon, direction = text.partition(":")
        found, names = self.grid.find(one), DIRECTIONS[self.grid.orientation]
        if found is None or self.grid.sheet_of(found).id not in self.turned or direction not in names:
            return None if found is None else text
        return f"{one}:{names[opposite(names.index(direction))]}"

    def stretch(self, text: str) -> str | None:
        """Return a hex or a range of hexes that is on the boards; None for any other."""
        first, _dots, last = text.partition("..")
        return text if self.has(first) and (not last or self.has(last)) else None

    def listed(self, entries: Iterable[dict[str, Any]], key: str, keep: Any, *, least: int = 1) -> Entries:  # noqa: ANN401
        """Return entries with those items of a list that are on the boards; none with fewer than ``least``."""
        found = []
        for entry in entries:
            items = [made for item in entry.get(key, ()) if (made := keep(item)) is not None]
            if len(items) >= least:
                found.append({**entry, key: items} if key in entry else entry)
        return found

    def areas(self, areas: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield areas with what they have on the boards: hexes, what a line encloses, edges of the joined map."""
        for area in areas:
            here = {**area, "hexes": [text for text in area.get("hexes", ()) if self.stretch(text) is not None]}
            if not self.has(area.get("around", "")):
                here.pop("around", None)
                here.pop("within", None)
            if here["hexes"] or here.get("edge") or "around" in here:
                yield here if "hexes" in area else {key: value for key, value in here.items() if key != "hexes"}

    def chains(self, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield roads in the stretches of at least two hexes that are on the boards and adjacent there."""
        for line in lines:
            run: list[str] = []
            for hex_ in (*line["hexes"], None):
                here = self.grid.find(hex_) if hex_ is not None else None
                before = self.grid.find(run[-1]) if run else None
                if here is not None and (before is None or self.grid.direction(before, here) is not None):
                    run.append(hex_)
                    continue
                if len(run) > 1:
                    yield {**line, "hexes": run}
                run = [hex_] if here is not None else []
