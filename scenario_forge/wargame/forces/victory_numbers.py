"""Units that victory.yaml selects by set-up number, where others are bought in their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.scenarios import counts_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Path

Seats: TypeAlias = "Mapping[int, int]"
"""By number of each unit that is bought: the number of that whose place it takes."""


def victory_file(game: Game) -> str:
    """Return the name of the file with the victory table; empty where there is none."""
    found = game.one("victory", VictoryDocument)
    return found[1].file.name if found else ""


def numbers_after(game: Game, scenario: str, seats: Mapping[str, Seats], *, alone: bool) -> dict[Path, list[int]]:
    """Return the lists of numbers that change in the victory table: who is bought counts as that whose place it takes.

    Args:
        game: the game.
        scenario: the one for which units are bought.
        seats: by side, who takes whose place.
        alone: the other scenarios keep their units.

    Raises:
        ValueError: a row is of other scenarios too, which keep their units.
    """
    found = game.one("victory", VictoryDocument)
    data: Any = found[1].file.data if found else {}
    changed: dict[Path, list[int]] = {}
    for key, rows in data.items():
        for number, row in enumerate(rows if isinstance(rows, list) else ()):
            if not isinstance(row, dict) or not counts_in(row.get("scenarios", ()), scenario):
                continue
            for path, side, numbers in _listed(row, (key, number)):
                new = _instead(numbers, seats.get(side, {}))
                if new == numbers:
                    continue
                if alone and row.get("scenarios") != [scenario]:
                    raise ValueError(f"victory.yaml selects units of other scenarios too by number in `{row['id']}`")
                changed[path] = new
    return changed


def _listed(value: Any, path: Path) -> Iterator[tuple[Path, str, list[int]]]:  # noqa: ANN401 - any part of a document
    """Yield each list of numbers of a side's units below a value, with its path."""
    if isinstance(value, dict):
        if "nos" in value and "side" in value:
            yield (*path, "nos"), value["side"], value["nos"]
        for key, part in value.items():
            yield from _listed(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _listed(part, (*path, number))


def _instead(numbers: list[int], seats: Seats) -> list[int]:
    """Return the numbers of the units in the places of some; others keep theirs, unless they are bought for a place."""
    taken = {old: new for new, old in seats.items()}
    return [taken.get(no, no) for no in numbers if no in taken or no not in seats]
