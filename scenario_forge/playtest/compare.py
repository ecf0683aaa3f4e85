"""Two settings on the same seeds, and a target against games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.playtest.figures import figure, margin, share
from scenario_forge.playtest.report import Comparison, PairedFound, TargetFound
from scenario_forge.playtest.sequential import Band, BandTest, until_decided
from scenario_forge.playtest.stats import Paired, paired, paired_shares

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.documents.playtest import Target
    from scenario_forge.playtest.result import GameResult


def compare(name: str, base: Sequence[GameResult], other: Sequence[GameResult], reference: int) -> Comparison:
    """Seed by seed; a pair of which either game failed is left out."""
    others = {game.seed: game for game in other if game.whole}
    pairs = [(game, others[game.seed]) for game in base if game.whole and game.seed in others]
    margins = [[float(margin(game, reference)) for game in side] for side in _columns(pairs)]
    wins = [[_half(game, reference) for game in side] for side in _columns(pairs)]
    return Comparison(
        name=name,
        pairs=len(pairs),
        margin=found(paired(margins[0], margins[1])),
        wins=found(paired_shares(wins[0], wins[1])),
        changed=sum(_course(first) != _course(second) for first, second in pairs),
    )


def _columns(pairs: Sequence[tuple[GameResult, GameResult]]) -> tuple[list[GameResult], list[GameResult]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


def _half(game: GameResult, side: int) -> float:
    return 0.5 if game.winner < 0 else float(game.winner == side)


def _course(game: GameResult) -> tuple[object, ...]:
    return game.events, game.turns


def found(difference: Paired) -> PairedFound:
    """A paired difference, rounded for a report."""
    apart, alone = difference.interval, difference.unpaired
    return PairedFound(
        mean=figure(difference.mean),
        low=figure(apart.low) if apart else None,
        high=figure(apart.high) if apart else None,
        unpaired_low=figure(alone.low) if alone else None,
        unpaired_high=figure(alone.high) if alone else None,
        saved=figure(difference.saved),
    )


def win_of(target: Target, side: int) -> Callable[[GameResult], float | None]:
    """What a game counts for a target: 1, 0, 0.5; None where it counts nothing."""

    def win(game: GameResult) -> float | None:
        if not game.whole:
            return None
        if game.winner >= 0:
            return float(game.winner == side)
        return {"half": 0.5, "against": 0.0}.get(target.draws)

    return win


def band_of(target: Target) -> Band:
    """Its band.

    Raises:
        ValueError: it has no inside.
    """
    return Band(target.low, target.high, target.indifference, target.wrongly_inside, target.wrongly_outside)


def judged(target: Target, games: Sequence[GameResult], sides: Sequence[str], players: Sequence[str]) -> TargetFound:
    """The verdict on a target, on games in their order."""
    wins = [win for game in games if (win := win_of(target, sides.index(target.side))(game)) is not None]
    test = BandTest(band_of(target))
    after = until_decided(test, wins)
    return TargetFound(
        side=target.side,
        low=target.low,
        high=target.high,
        indifference=target.indifference,
        draws=target.draws,
        verdict=test.verdict,
        more=test.more(),
        after=after,
        wins=share(sum(wins), len(wins)),
        players_as_meant=all(target.players.get(side, name) == name for side, name in zip(sides, players, strict=True)),
    )
