"""Dice to have at hand: the most that one throw takes, by what the rules state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Brief


_THROW = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})\Z")
_WORDS = {0: "start_dice_none", 1: "start_dice_one", 2: "start_dice_two", 3: "start_dice_three"}


def dice_needed(game: Game) -> dict[int, int]:
    """Return the most dice that one throw takes, by their number of sides; empty where no throw is stated."""
    found: dict[int, int] = {}
    for text in _stated(game):
        throw = _THROW.match(text)
        if throw:
            count, sides = int(throw[1]), int(throw[2])
            found[sides] = max(found.get(sides, 0), count)
    return dict(sorted(found.items()))


def dice_in_words(brief: Brief) -> str:
    """Return dice in words: ``two dice``; dice of other than six sides as the rules write them: ``1d6, 2d10``."""
    needed = dice_needed(brief.game)
    if needed.keys() - {6}:
        return ", ".join(f"{count}d{sides}" for sides, count in needed.items())
    count = needed.get(6, 0)
    return brief.words(_WORDS.get(count, "start_dice_more"), count=count)


def _stated(game: Game) -> Iterator[str]:
    for all_ in statements(game).values():
        yield from (each.value for each in all_ if isinstance(each.value, str))
    for document, _where in game.documents("charts", ChartsDocument):
        for chart in document.charts.values():
            yield from (chart.die, *chart.dice_when.values())
