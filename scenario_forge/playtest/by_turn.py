"""How games go, player turn by player turn."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from scenario_forge.playtest.figures import figure
from scenario_forge.playtest.report import Turn
from scenario_forge.playtest.result import changed
from scenario_forge.playtest.stats import quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.playtest.facts import Facts
    from scenario_forge.playtest.report import Summary
    from scenario_forge.playtest.result import GameResult, TurnResult


def decisive_at(game: GameResult) -> int | None:
    """The first player turn (from 0) after which the later winner led to the end; None where nobody won."""
    if game.winner < 0 or not game.turns:
        return None
    at = len(game.turns) - 1
    while at > 0 and game.turns[at - 1].leader == game.winner:
        at -= 1
    return at


def moments(games: Sequence[GameResult]) -> list[tuple[int, int]]:
    """The player turns that any of the games has, in order."""
    return sorted({(turn.turn, turn.side) for game in games for turn in game.turns})


def counted_in(base: Summary) -> str:
    """What the length of games is counted in: player turns, where turns are those of a side, else game turns."""
    return "player turn" if any(turn.side for turn in base.turns) else "game turn"


def turns(facts: Facts, games: Sequence[GameResult]) -> list[Turn]:
    """Means over the games that reached a player turn."""
    found = []
    rows = [_by_moment(facts, game) for game in games]
    decided = [_decided(game) for game in games]
    for moment in moments(games):
        there = [(game, *row[moment]) for game, row in zip(games, rows, strict=True) if moment in row]
        found.append(_turn(facts, moment, there, sum(at is not None and at <= moment for at in decided) / len(games)))
    return found


def _decided(game: GameResult) -> tuple[int, int] | None:
    at = decisive_at(game)
    return None if at is None else (game.turns[at].turn, game.turns[at].side)


def _by_moment(facts: Facts, game: GameResult) -> dict[tuple[int, int], tuple[TurnResult, tuple[int, ...]]]:
    """Each player turn with the number of hexes by side."""
    return {(turn.turn, turn.side): (turn, hexes) for turn, hexes in zip(game.turns, _hexes(facts, game), strict=True)}


def _hexes(facts: Facts, game: GameResult) -> Iterator[tuple[int, ...]]:
    held = bytearray(facts.hexes)
    for turn in game.turns:
        for hexes, value in changed(turn.control):
            for hex_ in hexes:
                held[hex_] = value
        yield tuple(held.count(side + 1) for side in range(len(facts.sides)))


def _turn(
    facts: Facts,
    moment: tuple[int, int],
    there: Sequence[tuple[GameResult, TurnResult, tuple[int, ...]]],
    decided: float,
) -> Turn:
    turn, side = moment
    sides = facts.sides
    leads = [each.lead if each.leader == facts.reference else -each.lead for _, each, _ in there]
    first = there[0][0]
    return Turn(
        turn=turn,
        side=sides[side] if side >= 0 else None,
        label=facts.labels[turn] if 0 <= turn < len(facts.labels) else str(turn + 1),
        games=len(there),
        lead={"mean": figure(fmean(leads)), **{str(q): figure(quantile(leads, q / 100)) for q in (5, 50, 95)}},
        decided=figure(decided),
        measures={
            name: {
                key: figure(fmean(each.measures[number][owner] for _, each, _ in there))
                for owner, key in enumerate(sides)
            }
            for number, name in enumerate(first.measures)
        },
        held={
            name: {
                key: figure(fmean(each.held[number] == owner + 1 for _, each, _ in there))
                for owner, key in enumerate(sides)
            }
            for number, name in enumerate(first.places)
        },
        hexes={key: figure(fmean(hexes[owner] for _, _, hexes in there)) for owner, key in enumerate(sides)},
    )
