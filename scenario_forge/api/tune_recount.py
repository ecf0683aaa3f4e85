"""What games that were played say of a change of points without playing it. Nothing here plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.playtest.result import GameResult


@dataclass(frozen=True)
class Recount:
    """Games counted anew, as good for a side as a change of points could make them."""

    games: list[GameResult]
    closest: int
    """By how many points the closest of the games in question was lost; 0 a draw."""


def recount(games: Sequence[GameResult], helped: int, worth: int, taken: str = "") -> Recount | None:
    """Each game that a side did not win, had it been ``worth`` points better off.

    With ``taken`` only games in which that row was attained: a row of the other that it did not score takes it nothing.

    Players may play for points, so that games with a change go another way. That is why ``worth`` is not how much the
    change is, but all that its row can move a game: that a row of one's own is scored in each game, and one of the
    other in none. What is left out is that who plays for one row comes to others by it, or loses them; where even
    the best count leaves the verdict as it was, that is not worth some hundred games to see.

    Returns:
        None where margins are not differences of points, so that they say nothing of who wins, or no game is in
        question.
    """
    found, gaps = [], []
    for game in games:
        gap = _behind(game, helped) if game.whole else None
        if game.whole and gap is None:
            return None
        if gap is None or game.winner == helped or (taken and not game.history.get(taken)):
            found.append(game)
            continue
        gaps.append(gap)
        found.append(replace(game, winner=helped if worth > gap else -1 if worth == gap else game.winner))
    return Recount(found, min(gaps)) if gaps else None


def _behind(game: GameResult, helped: int) -> int | None:
    """How many points a side was behind at the end; None where winner and margin do not follow from points."""
    score = game.turns[-1].score if game.turns else ()
    if len(score) < 2 or helped >= len(score):
        return None
    first, second, *_ = sorted(score, reverse=True)
    winner = score.index(first) if first > second else -1
    if (winner, first - second) != (game.winner, game.margin):
        return None
    return max(points for side, points in enumerate(score) if side != helped) - score[helped]
