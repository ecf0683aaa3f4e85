"""What a person types, read as choices: by name or its beginning, several in a row, a goal instead of a way."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.cli.play_words import Teller
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Choice, Token

MOST_LOOKED_AT = 4000
"""Beginnings of an action that are tried to find the way to a goal."""


class Named(NamedTuple):
    """A choice with the word for it, and what else is shown of it."""

    choice: Choice
    name: str
    note: str = ""


class Several(NamedTuple):
    """A word that may mean any of these."""

    word: str
    ones: Sequence[Named]


def named(teller: Teller, seat: Seat, begun: Action) -> list[Named]:
    """The choices by name; where two have one name, with their number."""
    choices = seat.choices(begun)
    names = [teller.token(seat, begun, choice.token) for choice in choices]
    notes = [teller.note(seat, begun, choice.token) for choice in choices]
    return [
        Named(choice, f"{name} #{choice.token}" if names.count(name) > 1 and name != str(choice.token) else name, note)
        for choice, name, note in zip(choices, names, notes, strict=True)
    ]


def first_word(listed: Sequence[Named], line: str) -> tuple[Choice, str] | Several | None:
    """The choice that a line begins with, and what is left of the line; several, or none, that it may mean.

    A whole name goes before the beginning of one, a longer before a shorter one.
    """
    folded, best = line.casefold(), None
    for each in listed:
        for name in (each.name, f"#{each.choice.token}"):
            word = name.casefold()
            fits = folded == word or folded.startswith((f"{word} ", f"{word},"))
            if fits and (best is None or len(word) > best[0]):
                best = (len(word), each.choice)
    if best is not None:
        return best[1], line[best[0] :].lstrip(" ,")
    return _part_of(listed, folded)


def _part_of(listed: Sequence[Named], folded: str) -> tuple[Choice, str] | Several | None:
    """A choice by whole words that its name begins with; by any part of it if that is all of the line."""
    begins = [each for each in listed if each.name.casefold().startswith(folded)]
    if begins:
        return _one(begins, folded, "")
    spoken = folded.replace(",", " ").split()
    for length in range(len(spoken), 0, -1):
        found = [each for each in listed if each.name.casefold().split()[:length] == spoken[:length]]
        if found:
            return _one(found, " ".join(spoken[:length]), " ".join(spoken[length:]))
    holds = [each for each in listed if folded in each.name.casefold()]
    return _one(holds, folded, "") if holds else None


def _one(found: Sequence[Named], word: str, rest: str) -> tuple[Choice, str] | Several:
    return (found[0].choice, rest) if len(found) == 1 else Several(word, found)


def goal_of(teller: Teller, seat: Seat, begun: Action, goal: str) -> Action | None:
    """The cheapest whole action that goes on from what is begun and ends with the thing of that name.

    What an action costs is for the rules to say (`Play.cost_of`); of two as cheap it is the one of fewer stages. From
    every thing on the way only the cheapest beginning that leads there is gone on with.
    """
    wanted, play = goal.casefold(), seat.play
    gone_on: set[Token] = set()
    waiting: list[tuple[int, int, int, Action, bool]] = [(0, 0, 0, begun, False)]
    number = 0
    for _ in range(MOST_LOOKED_AT):
        if not waiting:
            return None
        *_, action, there = heappop(waiting)
        if there:
            return action
        if action[len(begun) :]:
            if action[-1] in gone_on:
                continue
            gone_on.add(action[-1])
        for choice in seat.choices(action):
            if choice.token in gone_on:
                continue
            longer = (*action, choice.token)
            cost = play.cost_of(seat.state, seat.frame, longer)
            ends = choice.whole and teller.token(seat, action, choice.token).casefold() == wanted
            if ends or choice.more:
                number += 1
                heappush(waiting, (cost, len(longer), number, longer, ends))
    return None


def first_of_all(seat: Seat, begun: Action) -> Action:
    """The first whole action that goes on from what is begun: for one who does not mind which."""
    while True:
        choices = seat.choices(begun)
        if not choices:
            return begun
        begun = (*begun, choices[0].token)
        if choices[0].whole:
            return begun
