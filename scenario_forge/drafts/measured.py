"""How good the guesses of drafts are: measured on printed starts that were hidden, by `benchmarks/drafts.py --keep`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.drafts.dates import word_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.drafts.dates import Dates

FILE = "measured.json"
NEAR = 3
"""Hexes within which a place is near enough."""
ANY = "place"
"""Kind of a guess of which a method says no more."""
PRIOR = 10
"""Guesses for which what is known of all kinds, or of a kind in all games, counts."""


class Chance(NamedTuple):
    """How many guesses of a kind were measured, and how many of them were right."""

    n: int
    near: int
    """Within so many hexes of the unit's place at the hidden start."""
    exact: int
    in_play: int
    """On the map or in a box where the hidden start has the unit there too."""

    @property
    def words(self) -> str:
        """Return the share in words.

        >>> Chance(146, 28, 9, 130).words
        'within 3 hexes in 2 of 10'
        """
        return share_words(self.near / self.n)

    @property
    def line(self) -> str:
        """Return what a draft says of itself, without a full stop."""
        return f"measured on hidden starts: a place like this is {self.words} (n = {self.n})"


def share_words(share: float) -> str:
    """Return a share of guesses that are near in words."""
    return f"within {NEAR} hexes in {round(10 * share)} of 10"


def total(chances: Iterable[Chance]) -> Chance:
    """Return the sums of several."""
    return Chance(*(sum(column) for column in zip(Chance(0, 0, 0, 0), *chances, strict=True)))


Figures = dict[str, dict[str, dict[str, dict[str, Chance]]]]
"""By method, game, game turns to the nearest printed start, and kind of guess."""


@cache
def figures() -> Figures:
    """Return what was measured."""
    data = json.loads(files(__package__).joinpath(FILE).read_text("utf-8"))
    return {
        method: {
            game: {span: {kind: Chance(**each) for kind, each in kinds.items()} for span, kinds in spans.items()}
            for game, spans in games.items()
        }
        for method, games in data.items()
    }


def chance(method: str, apart: int, known: Figures | None = None) -> Chance | None:
    """Return the chance of all guesses of a method in all games; None where none was measured.

    Args:
        method: its word.
        apart: game turns to the nearest printed start; the nearest distance that was measured counts.
        known: what was measured; None: what is kept.
    """
    games = (figures() if known is None else known).get(method, {}).values()
    spans = {span for each in games for span in each}
    if not spans:
        return None
    nearest = min(spans, key=lambda span: _beyond(span, apart))
    found = total(one for each in games for one in each.get(nearest, {}).values())
    return found if found.n else None


def share_of_kind(method: str, game: str, guess: str, known: Figures | None = None) -> float | None:
    """Return how many of such guesses are near, as far as is known; None where the method was not measured.

    What is known of all kinds counts as :data:`PRIOR` guesses of the kind, and what is known of the kind as so many
    of it in this game. The distance in turns does not count: shares told by it too are farther from the truth.
    """
    games = (figures() if known is None else known).get(method, {})
    kind = guess or ANY
    of_kind = {name: total(kinds[kind] for kinds in each.values() if kind in kinds) for name, each in games.items()}
    everything = total(one for each in games.values() for kinds in each.values() for one in kinds.values())
    if not everything.n:
        return None
    share = everything.near / everything.n
    for found in (total(of_kind.values()), of_kind.get(game, Chance(0, 0, 0, 0))):
        share = (found.near + PRIOR * share) / (found.n + PRIOR)
    return share


def span_of_turns(apart: int) -> str:
    """Return the distances that count as alike: two by two.

    >>> [span_of_turns(apart) for apart in (1, 2, 3, 6)]
    ['1-2', '1-2', '3-4', '5-6']
    """
    first = apart - (apart + 1) % 2
    return f"{first}-{first + 1}"


def _beyond(span: str, apart: int) -> tuple[int, int]:
    """Return how far a distance is outside a span; of two as far the smaller span."""
    first, last = map(int, span.split("-"))
    return max(first - apart, apart - last, 0), first


def turns_apart(dates: Dates) -> int:
    """Return the game turns from a date to the nearest printed start."""
    turns = [mark.turn for mark in dates.track.starts.values() if mark.turn is not None]
    return min((abs(turn - dates.first_turn) for turn in turns), default=0)


def measured_as(dates: Dates, origin: str | None, default: str) -> str:
    """Return the method as which drafts of an origin were measured; empty for none."""
    if origin is None:
        return default
    return "before" if origin == dates.before.date.id else word_of(origin)[0]
