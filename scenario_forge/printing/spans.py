"""First turn, last turn and length of a scenario in printed words: player turns, or turns where no order is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.schedule import Schedule


def length_words(words: Words, track: Schedule | None, count: int) -> str:
    """``24 player turns``; ``12 turns`` where the sides act in no fixed order."""
    counted = track.counted if track else "player_turn"
    return words.count(f"one_{counted}", f"length_{counted}s", count)


def end_words(words: Words, game: Game, track: Schedule | None, scenario: Scenario, which: str, label: str) -> str:
    """``First: Axis player turn of Nov 41``; ``First turn: Turn 1`` where no side opens. ``which``: first or last."""
    side = scenario.first if which == "first" else scenario.last
    if track is not None and not track.fixed:
        return words(f"{which}_game_turn", turn=label)
    return words(f"{which}_turn", side=game.side_name(side), turn=label)
