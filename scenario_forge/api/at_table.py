"""Help for choosing at the table: choices by name, the cheapest way to a goal, why something is no choice.

The terminal and the editor ask the same.
"""

from __future__ import annotations

import re
from contextlib import suppress
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.diagnostics.report import one_line
from scenario_forge.simulator.step import Choice, SetChoices
from scenario_forge.simulator.terms import Attack

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from fractions import Fraction

    from scenario_forge.api.play import Prepared
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Action, Step, Token
    from scenario_forge.simulator.terms import Terms


MOST_LOOKED_AT = 4000
"""Beginnings of an action that are tried to find the way to a goal."""


MOST_OUTCOMES = 30
"""Outcomes of a throw that are all named."""


class NamedChoice(NamedTuple):
    """A choice with the word for it, and what else is shown of it."""

    choice: Choice
    name: str
    note: str = ""


class Names:
    """Turns, choices and refusals in the words of the game."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared

    def turn(self, number: int) -> str:
        """Return a game turn (0 for the scenario's first) as printed; `turn 3` where the track prints no label."""
        names = self.prepared.compiled.names.get("turns", ())
        return plain(names[number]) if 0 <= number < len(names) else f"turn {number + 1}"

    def token(self, seat: Seat, prefix: Action, token: Token) -> str:
        """Return one stage of an action, with the printed name of the unit, hex or marker that it names."""
        play = self.prepared.play
        if isinstance(token, int):
            names = self.prepared.compiled.names.get(play.table_of(seat.frame, prefix), ())
            if 0 <= token < len(names):
                return plain(names[token])
        return plain(play.name(seat.state, seat.frame, prefix, token)) or plain(str(token))

    def note(self, seat: Seat, prefix: Action, token: Token) -> str:
        """Return what is good to know of a choice: where a unit stands and its strength, the name of a place."""
        table = self.prepared.play.table_of(seat.frame, prefix)
        if not isinstance(token, int):
            return ""
        names, compiled = self.prepared.compiled.names, self.prepared.compiled
        if table == "units":
            for piece in self.prepared.play.pieces(seat.state):
                if (piece.kind, piece.number) == ("units", token):
                    at = (
                        names["hexes"][piece.place] if 0 <= piece.place < len(names.get("hexes", ())) else "off the map"
                    )
                    return f"({at}, {piece.strength})" if piece.strength >= 0 else f"({at})"
        if table == "hexes":
            found = zip(compiled.places.hex, names.get("places", ()), strict=False)
            return next((f"({plain(name)})" for hex_, name in found if hex_ == token), "")
        return ""

    def action(self, seat: Seat, action: Action) -> str:
        """Return a whole action with names."""
        return " ".join(self.token(seat, action[:stage], token) for stage, token in enumerate(action))

    def refusal(self, said: str, token: Token, name: str) -> str:
        """Return why something is no choice, with its name where the rules give its number."""
        # the number of a thing, not one in a name such as `2/13`
        number = rf"(?<![\w/])(?:hex |unit )?{re.escape(str(token))}(?![\w/])"
        return re.sub(number, lambda _: name, said, count=1)


def named_choices(names: Names, seat: Seat, begun: Action) -> list[NamedChoice]:
    """Return the choices by name, as :func:`ways_on`; where two have one name, with their number."""
    choices = ways_on(seat, begun)
    words = [names.token(seat, begun, choice.token) for choice in choices]
    notes = [names.note(seat, begun, choice.token) for choice in choices]
    return [
        NamedChoice(
            choice, f"{name} #{choice.token}" if words.count(name) > 1 and name != str(choice.token) else name, note
        )
        for choice, name, note in zip(choices, words, notes, strict=True)
    ]


# -- sets ------------------------------------------------------------------------------------------


def set_at(seat: Seat, begun: Action) -> SetChoices | None:
    """Return the set whose members are marked now; None where there is none, or only one member can be picked."""
    offered = seat.choices(begun)
    return offered if isinstance(offered, SetChoices) and offered.subset.limit > 1 else None


def ways_on(seat: Seat, begun: Action) -> Sequence[Choice]:
    """Return how a person can go on: in a set with any member that may be beside those marked, in any order.

    A set waits until it is carried out, so ``more`` may always follow a member.
    """
    offered = set_at(seat, begun)
    if offered is None:
        return seat.choices(begun)
    subset, before = offered.subset, begun[: len(begun) - len(offered.picked)]
    marks = []
    for member in subset.members:
        if not offered.objection(member):
            *others, last = sorted((*offered.picked, member))
            ends = subset.allows((*others, last)) and any(
                choice.whole for choice in seat.choices((*before, *others)) if choice.token == last
            )
            marks.append(Choice(member, ends, True))
    return [*marks, *(choice for choice in offered if choice.token not in subset.members)]


def set_in_words(names: Names, seat: Seat, begun: Action) -> tuple[list[str], str]:
    """Return the limits of the set whose members are marked now, and what the marks lack; nothing where none is."""
    offered = set_at(seat, begun)
    if offered is None:
        return [], ""

    def name(member: int) -> str:
        return names.token(seat, begun, member)

    return offered.subset.limits(name), offered.subset.lack(offered.picked, name)


def objection_in_set(names: Names, seat: Seat, begun: Action, token: Token) -> str:
    """Return why a member cannot be picked beside those marked; empty where that is not why it is no choice."""
    offered = seat.choices(begun)
    if not isinstance(offered, SetChoices):
        return ""
    return offered.objection(token, lambda member: names.token(seat, begun, member))


def goal_of(names: Names, seat: Seat, begun: Action, goal: str) -> Action | None:
    """Return the cheapest whole action that goes on from what is begun and ends with the thing of that name.

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
            ends = choice.whole and names.token(seat, action, choice.token).casefold() == wanted
            if ends or choice.more:
                number += 1
                heappush(waiting, (cost, len(longer), number, longer, ends))
    return None


def attack_named(prepared: Prepared, state: State, text: str) -> Attack:
    """Return the attack that a text names: ``HEX: UNIT, UNIT``, units by name or as ``side/number``.

    Without units it is made by all that can attack the hex.

    Raises:
        LookupError: there is no such hex or unit, or nobody can attack the hex.
    """
    place, _, unit_names = text.partition(":")
    target = _hex_named(prepared, place.strip())
    named = [word.strip() for word in unit_names.split(",") if word.strip()]
    units = [_unit_named(prepared, state, word) for word in named] or _able(prepared, state, target)
    if not units:
        raise LookupError(f"nobody can attack {place.strip()} now")
    return Attack(target, tuple(units))


def _hex_named(prepared: Prepared, name: str) -> int:
    hexes, places = prepared.compiled.names["hexes"], prepared.compiled.names["places"]
    known = {
        place.casefold(): hex_ for place, hex_ in zip(places, prepared.compiled.places.hex, strict=True) if hex_ >= 0
    }
    known |= {hex_.casefold(): number for number, hex_ in enumerate(hexes)}
    if name.casefold() not in known:
        hint = did_you_mean(name, [*hexes, *places])
        raise LookupError(f"there is no hex or place `{plain(name)}`" + (f": {hint}" if hint else ""))
    return known[name.casefold()]


def _unit_named(prepared: Prepared, state: State, name: str) -> int:
    """Return the unit of a name; of several, the one in play."""
    units, names = prepared.compiled.units, prepared.compiled.names["units"]
    keys = [f"{prepared.sides[side]}/{no}" for side, no in zip(units.side, units.no, strict=True)]
    found = [unit for unit, key in enumerate(keys) if name.casefold() in (key.casefold(), names[unit].casefold())]
    there = {piece.number for piece in prepared.play.pieces(state) if piece.kind == "units"}
    found = [unit for unit in found if unit in there] or found
    if len(found) > 1:
        raise LookupError(
            f"`{plain(name)}` may be {', '.join(keys[unit] for unit in found)}: name one by side and number"
        )
    if not found:
        hint = did_you_mean(name, [*names, *keys])
        raise LookupError(
            f"there is no unit `{plain(name)}`: {hint or 'name it as its counter does, or by side/number'}"
        )
    return found[0]


def _able(prepared: Prepared, state: State, target: int) -> list[int]:
    """Return all units that can attack a hex by themselves."""
    found = []
    for piece in prepared.play.pieces(state):
        if piece.kind == "units":
            with suppress(ValueError):
                found += [piece.number] * (prepared.play.terms(state, target, [piece.number]) is not None)
    return found


def terms_of(prepared: Prepared, state: State, text: str) -> Terms:
    """Return the terms of the attack that a text names, as :func:`attack_named`.

    Raises:
        LookupError: there is no such hex or unit, the attack is impossible, or the game has no such fights.
    """
    attack = attack_named(prepared, state, text)
    try:
        found = prepared.play.terms(state, *attack)
    except ValueError as error:
        raise LookupError(str(error)) from error
    if found is None:
        raise LookupError("this game has no fights whose terms can be asked for")
    return found


def figure(value: Fraction) -> str:
    """Return a number as people write it: `+2`, `−1.5`."""
    rounded = round(float(value), 2)
    return f"{rounded:+g}".replace("-", "−") if rounded else "0"


def percent(chance: Fraction) -> str:
    """Return a chance in percent; never 0 or 100 for what is uncertain."""
    whole = round(chance * 100)
    if whole == 0 < chance:
        return "< 1 %"
    return "> 99 %" if whole == 100 and chance < 1 else f"{whole} %"


def named_answers(step: Step[Any], answers: Sequence[Token]) -> dict[Token, Token]:
    """Return answers of chance by their names: the chit `HQ 2/13`; numbers, and those of one name, as they are."""
    names = [step.name_of(answer) for answer in answers]
    own = [name != str(answer) and names.count(name) == 1 for name, answer in zip(names, answers, strict=True)]
    return {plain(name) if on else answer: answer for name, answer, on in zip(names, answers, own, strict=True)}


def answer_typed(named: Mapping[Token, Token], said: str) -> Token | None:
    """Return the answer of chance that a person types by its name or its number; None for no such answer."""
    wanted = said.strip().casefold()
    fits = (each for name, each in named.items() if wanted in (str(name).casefold(), str(each).casefold()))
    return next(fits, None)


def short_outcomes(outcomes: Collection[Token]) -> str:
    """Return outcomes in short: `1 to 6` where they follow each other, else the first and last of very many.

    >>> short_outcomes([1, 2, 3]), short_outcomes(["no", "yes"]), short_outcomes([*range(10, 90, 2)])
    ('1 to 3', 'no, yes', '10, 12, … 88')
    """
    numbers = [token for token in outcomes if isinstance(token, int)]
    if len(numbers) == len(outcomes) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]} to {numbers[-1]}"
    named = [*map(str, outcomes)]
    return ", ".join(named) if len(named) <= MOST_OUTCOMES else f"{', '.join(named[:2])}, … {named[-1]}"


def plain(text: str) -> str:
    """Return text of any origin on one line."""
    return one_line(text)
