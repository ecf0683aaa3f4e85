"""Fights of a game on the frame, as they can be asked for before their dice."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.simulator.terms import Roll, Sum, Terms, prospects

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Outcome, Token
    from scenario_forge.simulator.terms import Attack, Reckoning
    from scenario_forge.wargame.base.numbers import GameState, Numbers
    from scenario_forge.wargame.base.results import Results


class Fights(NamedTuple):
    """Two functions of a game, both of its rules and a state first."""

    attacks: Callable[[Any, Any, Frame, Action], Sequence[Attack]]
    """(rules, state, frame, action) → the attacks that an action makes so far, or that a frame is about to fight."""
    terms: Callable[[Any, Any, Attack], Terms]
    """(rules, state, attack) → its terms; the attackers are on the map, of one side, and have an enemy in the hex."""


def table_roll(
    results: Results,
    value: Any,  # noqa: ANN401 - a ratio, or a difference
    outcomes: Sequence[Outcome],
    effect: Callable[[str], str],
    *,
    more: int = 0,
    shift: int = 0,
) -> Roll:
    """Return the throw on a combat results table.

    Args:
        results: the table.
        value: what its columns are of.
        outcomes: totals of the dice.
        effect: what a result does, in words.
        more: what is added to the dice.
        shift: how many columns the result is farther to the right.
    """

    def result(token: Token) -> str:
        return results.at(value, int(token) + more, shift)

    found = prospects(outcomes, result, lambda token: effect(result(token)))
    return Roll("combat results table", results.column(value, shift), found)


def one_hex_beside(rules: Numbers[Any], state: GameState, attack: Attack) -> int:
    """Return the hex that all attackers are in.

    Raises:
        ValueError: there are several, or it is not next to the attacked hex.
    """
    places: set[int] = {state.units.place[unit] for unit in attack.attackers}
    if len(places) > 1:
        raise ValueError("units of several hexes cannot attack together")
    if not places & {*rules.around(attack.target)}:
        raise ValueError("the attackers are not next to the attacked hex")
    return places.pop()


def points_fight(
    names: Sequence[str],
    attackers: Mapping[int, int],
    found: Sequence[Reckoning],
    factors: Sequence[Outcome],
    losses: Callable[[int, Token], Mapping[int, tuple[int, bool]]],
) -> Terms:
    """Return the terms of a fight in which each side loses strength by its own draw.

    Args:
        names: the names of units.
        attackers: the attackers with their strengths, whose sum is the first term of the attack.
        found: the strengths of attackers and defenders, worked out.
        factors: what can be drawn for a side.
        losses: (0 of the attackers, 1 of the defenders; a factor) → by unit its loss, and whether that eliminates it.
    """
    (whole, *more), odds = found[0].terms, float(found[0].total / found[1].total)
    each = [whole._replace(value=Fraction(strength), source=names[unit]) for unit, strength in attackers.items()]
    sums = (Sum("attack", (*each, *more)), found[1].named("defence"))
    sides = enumerate(("attackers", "defenders"))
    rolls = [
        Roll(f"losses of the {who}", f"odds of {odds:.2f} to 1", prospects(factors, *_losses(names, losses, number)))
        for number, who in sides
    ]
    return Terms(sums, tuple(rolls))


def _losses(
    names: Sequence[str], losses: Callable[[int, Token], Mapping[int, tuple[int, bool]]], number: int
) -> tuple[Callable[[Token], str], Callable[[Token], str]]:
    """Return functions of a draw: what one side loses in all, and what each of its units does."""

    def total(factor: Token) -> str:
        return str(sum(loss for loss, _ in losses(number, factor).values()))

    def effect(factor: Token) -> str:
        lost = losses(number, factor).items()
        said = (
            f"{names[unit]} loses {loss}" + " and is eliminated" * gone for unit, (loss, gone) in lost if loss or gone
        )
        return "; ".join(said) or "no losses"

    return total, effect
