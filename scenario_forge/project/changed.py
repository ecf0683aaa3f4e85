"""What a scenario changes, as people read it: the place on paper, what stands there, what it is in this scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate
from scenario_forge.project.schedule import schedule
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from scenario_forge.project.folder import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Data, Path


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
    roots = {name: file.root for name, file in game.read.items() if file.root is not None}
    found = []
    for index, setting in enumerate(scenario.document.changes):
        try:
            name, path, node = locate(roots, setting.at)
        except AddressError:
            continue
        place = _place(game, game.read[name], path) or setting.at
        was = node.data if node is not None else None
        found.append(Changed(place, _text(was), _text(setting.value), scenario.where / "changes" / index, name))
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
