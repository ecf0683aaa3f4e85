"""The one place where printed words are looked up, and how long a scenario lasts in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.components import WordsDocument
from scenario_forge.project.quantities import english_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.time.schedule import Schedule

_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Words:
    """Words of one language over the English ones."""

    language: str
    words: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of a key with its gaps filled. A gap without a value stays; so does an unknown key."""
        return _GAP.sub(lambda gap: str(values.get(gap[1], gap[0])), self.words.get(key, key))

    def count(self, one: str, some: str, count: int) -> str:
        """``1 unit`` or ``7 units``."""
        return self(one if count == 1 else some, count=count)


def words_of(game: Game) -> Words:
    """The words of the game's language; what it leaves out is English."""
    language = game.about.language if game.about else "en"
    own = next((d.words for d, _where in game.documents("words", WordsDocument) if d.language == language), {})
    return Words(language, {**english_of(game), **own})


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
