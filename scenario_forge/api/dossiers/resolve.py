"""What was decided in a dossier written into a scenario: into the cells left to decide; all other text stays."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.api.dossiers.page import of_that_date
from scenario_forge.design.dossier_candidates import clashing, lay_scenario
from scenario_forge.design.dossier_rows import control_subjects, control_written, subjects
from scenario_forge.design.scenario import drafted_from, remark
from scenario_forge.design.text import ASSUMED
from scenario_forge.project.dossiers import CONTROL
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import quote_if_needed
from scenario_forge.source.nodes import EditRefused, Mapping, content_end, descend, splice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.api.dossiers.page import Place
    from scenario_forge.project.dossiers import Decided, Key
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Node, Path

_OPEN = re.compile(r"\s*Decide:")
_REMARK = re.compile(r"(?:(?<=; )|(?<=# )|(?<=#))decided(?:: .*)?\Z")
_REST = re.compile(r"([\s\]},]*)(#.*)?\Z")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A scenario with decisions written in. Rows are told as messages cite them, with cells."""

    name: str
    """The scenario's file."""
    text: str
    done: tuple[str, ...]
    """Written."""
    differing: tuple[str, ...]
    """Not written, since the scenario has another cell already."""
    same: int
    """As decided before."""
    missing: tuple[str, ...]
    """Decided, and without a row in the scenario."""
    refused: tuple[str, ...]
    """Not written, since the rules make it impossible, each with the rule."""
    left: int
    """Cells that are still left to decide."""


def resolve(game: Game, place: Place, name: str, *, force: bool = False) -> Resolved:
    """Write what was decided into a scenario of its date; what the rules make impossible stays as it is.

    Args:
        game: the game.
        place: the date, with its dossier.
        name: the scenario.
        force: write over cells that say something else, too.

    Raises:
        NotMade: there is no such scenario, or it begins at another time.
        EditRefused: its file cannot be edited without changing something else.
    """
    of_that_date(game, place, name)
    scenario = scenarios(game).scenarios[name]
    source = scenario.where.file.source
    rows = dict(_rows(game, scenario))
    decided = place.found.decided if place.found else {}
    root = source.root
    if root is None:
        raise EditRefused(f"{source.name} cannot be read")
    edits: list[tuple[int, int, str]] = []
    data = copy.deepcopy(root.data)
    done, differing, same, missing, refused = [], [], 0, [], []
    taken = {
        key: each
        for key, each in decided.items()
        if key in rows and (force or rows[key][1] == each.row.at or _OPEN.match(rows[key][1]))
    }
    impossible = _impossible(game, place, name, taken)
    for key, each in decided.items():
        if key not in rows:
            missing.append(f"{each.cited}: {each.row.at}")
            continue
        path, cell = rows[key]
        if key in impossible:
            refused.append(f"{each.cited}: {each.row.at}; {impossible[key]}")
        elif cell == each.row.at:
            same += 1
        elif _OPEN.match(cell) or force:
            edits += _edit(source.text, root, path, each)
            _set(data, path, each.row.at)
            done.append(f"{each.cited}: {each.row.at}")
        else:
            differing.append(f"{each.cited}: {cell}, decided {each.row.at}")
    text = splice(source.text, edits)
    read, _problems = compose(text, source.name)
    if read is None or repr(read.data) != repr(data):
        raise EditRefused(f"{source.name} cannot be edited without changing something else")
    left = sum(
        bool(_OPEN.match(cell)) for key, (_path, cell) in rows.items() if key in impossible or key not in decided
    )
    return Resolved(source.name, text, tuple(done), tuple(differing), same, tuple(missing), tuple(refused), left)


def _impossible(game: Game, place: Place, name: str, taken: dict[Key, Decided]) -> dict[Key, str]:
    """Which cells cannot stand beside the scenario's own and the others that are written, and why."""
    grid, dates = hex_map(game), place.dates
    if grid is None or not taken:
        return {}
    drafted, ground, _how = drafted_from(game, dates)
    found = subjects(game, dates, drafted, ground)
    lay_scenario(game, grid, dates, name, found)
    found += control_subjects(game, dates, control_written(game, name), taken)
    refused: dict[Key, str] = {}
    while True:  # who is refused stays where it is, and may be in the way of another
        for each in found:
            each.decided = None if each.key in refused else taken.get(each.key)
        more = clashing(game, found)
        if not more:
            return refused
        refused |= more


def _rows(game: Game, scenario: Scenario) -> Iterator[tuple[Key, tuple[Path, str]]]:
    """Whose row is where in the file, and its cell; of two for one unit, the first."""
    markers, seen = forces(game).markers, set()
    for number, side in enumerate(scenario.document.set_up):
        at = (*scenario.where.path, "set_up", number)
        found: list[tuple[Key, tuple[Path, str]]] = [
            ((side.side, unit.no), ((*at, "units", n, "at"), unit.at)) for n, unit in enumerate(side.units)
        ]
        for n, row in enumerate(side.markers):
            own = (
                id_ for id_, (m, _w) in markers.items() if row.marker in (id_, m.kind) and m.side in (None, side.side)
            )
            found.append(((side.side, next(own, row.marker)), ((*at, "markers", n, "at"), row.at)))
        for key, value in found:
            if key not in seen:
                seen.add(key)
                yield key, value
    grid = hex_map(game)
    for name, side_ in scenario.document.control.items():
        spot = grid.find(name) if grid else None
        key = (CONTROL, grid.name(spot.hex) if grid and spot is not None and spot.hex is not None else name)
        if key not in seen:
            seen.add(key)
            yield key, ((*scenario.where.path, "control", name), side_)


def _edit(text: str, root: Node, path: Path, decided: Decided) -> list[tuple[int, int, str]]:
    """The cell, room so that columns stay below each other, and the comment behind the row."""
    node, depth = descend(root, path)
    row, _ = descend(root, path[:-1])
    if depth < len(path) or not isinstance(row, Mapping):
        raise EditRefused("the scenario's file has another form than its data")
    start, end = int(node.start.index), content_end(node, text)
    new = quote_if_needed(decided.row.at)
    spare = " " * max(end - start - len(new), 0) if row.flow else ""
    line_end = min((at for at in (text.find("\n", end), text.find("\r", end)) if at >= 0), default=len(text))
    behind = content_end(row, text) if row.flow else end
    comma = text[end : end + 1] == ","
    edits = [(start, end + comma, f"{new},{spare}" if comma else new)]
    if behind <= line_end:  # else the row goes on below, and what stands behind the cell is not its comment
        edits += _comment(text, behind, line_end, "" if comma else spare, remark(decided))
    return edits


def _comment(text: str, behind: int, line_end: int, spare: str, said: str) -> list[tuple[int, int, str]]:
    """The remark put behind the comment of a line, in place of an earlier one; nothing where others stand there."""
    found = _REST.match(text, behind, line_end)
    if found is None:
        return []
    closing, comment = found[1].rstrip(), (found[2] or "").rstrip()
    gap = found[1][len(closing) :]
    kept = _REMARK.sub("", comment).rstrip("; ").removesuffix(ASSUMED).rstrip("; ")
    made = f"{kept}; {said}" if kept not in ("", "#") else f"# {said}"
    return [(behind + len(closing), line_end, f"{spare}{gap if comment else '  '}{made}")]


def _set(data: object, path: Path, value: str) -> None:
    for step in path[:-1]:
        data = data[step]  # type: ignore[index] # the path was found in it
    data[path[-1]] = value  # type: ignore[index]
