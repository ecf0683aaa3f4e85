"""The course of games, player turn by player turn."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from scenario_forge.playtest.report import Ground, Turn
from scenario_forge.playtest.result import apply_changes, parse_changes
from scenario_forge.playtest.statistics import quantile, round_figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.playtest.facts import Facts
    from scenario_forge.playtest.report import Summary
    from scenario_forge.playtest.result import GameResult, TurnResult


def decisive_at(game: GameResult) -> int | None:
    """Return the first player turn (from 0) after which the later winner led to the end; None where nobody won."""
    if game.winner < 0 or not game.turns:
        return None
    at = len(game.turns) - 1
    while at > 0 and game.turns[at - 1].leader == game.winner:
        at -= 1
    return at


def moments(games: Sequence[GameResult]) -> list[tuple[int, int]]:
    """Return the player turns that any of the games has, in order."""
    return sorted({(turn.turn, turn.side) for game in games for turn in game.turns})


def length_unit(base: Summary) -> str:
    """Return the unit in which the length of games is counted.

    Player turns, where each moment is that of a side; phases, where some are of both; game turns, where all are.
    """
    of_sides = [bool(turn.side) for turn in base.turns]
    if all(of_sides):
        return "player turn" if of_sides else "game turn"
    return "phase" if any(of_sides) else "game turn"


def turn_means(facts: Facts, games: Sequence[GameResult]) -> list[Turn]:
    """Return means over the games that reached a player turn."""
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
        apply_changes(turn.control, held)
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
        lead={
            "mean": round_figure(fmean(leads)),
            **{str(q): round_figure(quantile(leads, q / 100)) for q in (5, 50, 95)},
        },
        decided=round_figure(decided),
        measures={
            name: {
                key: round_figure(fmean(each.measures[number][owner] for _, each, _ in there))
                for owner, key in enumerate(sides)
            }
            for number, name in enumerate(first.measures)
        },
        held={
            name: {
                key: round_figure(fmean(each.held[number] == owner + 1 for _, each, _ in there))
                for owner, key in enumerate(sides)
            }
            for number, name in enumerate(first.places)
        },
        hexes={key: round_figure(fmean(hexes[owner] for _, _, hexes in there)) for owner, key in enumerate(sides)},
    )


# -- who controls the map, over many games ---------------------------------------------------------


WHOLE = 1000


def control_by_turn(facts: Facts, games: Sequence[GameResult]) -> list[Ground]:
    """Return control of the map at the end of each game turn. A game that is over stays as it ended."""
    last = max((turn.turn for game in games for turn in game.turns), default=-1)
    counts = [[[0] * facts.hexes for _ in facts.sides] for _ in range(last + 1)]
    for game in games:
        held = [0] * facts.hexes
        for turn in game.turns:
            for hexes, value in parse_changes(turn.control):
                for hex_ in hexes:
                    _pass(counts[turn.turn], hex_, held[hex_], value)
                    held[hex_] = value
    for before, now in pairwise(counts):  # so far what changed; from here on what is
        for side, was in enumerate(before):
            now[side] = [count + more for count, more in zip(was, now[side], strict=True)]
    return [
        Ground(
            turn=turn,
            label=facts.labels[turn] if turn < len(facts.labels) else str(turn + 1),
            shares={
                side: [round(WHOLE * count / len(games)) for count in counts[turn][number]]
                for number, side in enumerate(facts.sides)
            },
        )
        for turn in range(last + 1)
    ]


def _pass(counts: list[list[int]], hex_: int, old: int, new: int) -> None:
    """Count a hex as its new owner's, and no longer as the old one's."""
    if old:
        counts[old - 1][hex_] -= 1
    if new:
        counts[new - 1][hex_] += 1


def control_shares(first: Sequence[float], second: Sequence[float], least: float = 0.0) -> list[float | None]:
    """Return by hex the first side's share of the games with a controller; None for at most ``least`` games."""
    return [one / (one + two) if one + two > least else None for one, two in zip(first, second, strict=True)]


def smooth(values: Sequence[float], neighbours: Sequence[int], land: Sequence[int], rounds: int) -> list[float]:
    """Return values with each hex drawn towards its neighbours over land, so that a single hex makes no front."""
    now = [float(value) for value in values]
    around = [[n for n in neighbours[6 * h : 6 * h + 6] if n >= 0 and land[n]] for h in range(len(values))]
    for _ in range(rounds):
        now = [
            (2 * now[hex_] + sum(now[other] for other in near)) / (2 + len(near)) if land[hex_] else 0.0
            for hex_, near in enumerate(around)
        ]
    return now


def without_islets(owned: Sequence[int], neighbours: Sequence[int], least: int) -> list[int]:
    """Return owners with ground of under ``least`` hexes given to the side around it, the smallest first."""
    found = list(owned)
    while True:
        small = [(len(hexes), -rim, hexes) for hexes, rim in _grounds(found, neighbours) if rim and len(hexes) < least]
        if not small:
            return found
        hexes = min(small)[2]
        for hex_ in hexes:
            found[hex_] = 3 - found[hex_]


def _grounds(owned: Sequence[int], neighbours: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Hexes that hang together under one owner, and how many sides they have with the other."""
    met = [not owner for owner in owned]
    for start, owner in enumerate(owned):
        if met[start]:
            continue
        met[start], hexes, rim = True, [start], 0
        for hex_ in hexes:  # it grows while it is gone through
            for beyond in neighbours[6 * hex_ : 6 * hex_ + 6]:
                if beyond < 0 or not owned[beyond]:
                    continue
                if owned[beyond] != owner:
                    rim += 1
                elif not met[beyond]:
                    met[beyond] = True
                    hexes.append(beyond)
        yield hexes, rim


def owners(leaning: Sequence[float | None], neighbours: Sequence[int], land: Sequence[int], edge: float) -> list[int]:
    """Return by hex 1 or 2 for the sides; a hex without a controller goes to the side nearest over land.

    Args:
        leaning: see :func:`control_shares`.
        neighbours: six by hex, −1 off the map.
        land: by hex: 1 where the way goes.
        edge: the share from which on a hex is the first's.
    """
    found = [0 if share is None else 1 if share >= edge else 2 for share in leaning]
    waiting = deque(hex_ for hex_, owner in enumerate(found) if owner)
    while waiting:
        hex_ = waiting.popleft()
        for beyond in neighbours[6 * hex_ : 6 * hex_ + 6]:
            if beyond >= 0 and land[beyond] and not found[beyond]:
                found[beyond] = found[hex_]
                waiting.append(beyond)
    return [owner if land[hex_] else 0 for hex_, owner in enumerate(found)]


def front(owned: Sequence[int], neighbours: Sequence[int]) -> list[tuple[int, int]]:
    """Return the hexsides between both sides: a hex of the first, and the direction to one of the second."""
    return [
        (hex_, direction)
        for hex_, owner in enumerate(owned)
        if owner == 1
        for direction, beyond in enumerate(neighbours[6 * hex_ : 6 * hex_ + 6])
        if beyond >= 0 and owned[beyond] == 2
    ]
