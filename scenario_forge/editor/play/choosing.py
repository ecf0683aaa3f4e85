"""The choices of a player: named choices, hexes that lead on, and why something is no choice."""

from __future__ import annotations

import re
from heapq import heappop, heappush
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    NotRequired,  # pydantic makes schemas of these alone before Python 3.12
    TypeAlias,
)

from typing_extensions import TypedDict

from scenario_forge.api.at_table import Names, named_choices, objection_in_set, plain, set_at, set_in_words, ways_on
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.play.log import clause_text
from scenario_forge.editor.play.terms import TermsData, terms_shown

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.playout import Playout
    from scenario_forge.simulator.step import Action, Choice, Token

Stage: TypeAlias = int | str
"""Of an action."""
MOST_LISTED = 500
"""Choices that the page lists."""
_MOST_WAYS = 1500
"""Beginnings that are looked at to find the ways to all hexes."""


class NotAllowed(Refused):
    """Error: the rules do not allow it; the page is told the clause that says so, and its text."""

    def __init__(self, message: str, clause: str, rule: str) -> None:
        super().__init__(message, clause=clause, rule=rule)


Begun = TypedDict("Begun", {"token": Stage, "name": str})
"""A stage of what is begun."""
ChoiceData = TypedDict("ChoiceData", {
    "token": Stage, "name": str, "label": str, "note": str, "hex": int, "unit": bool, "whole": bool, "more": bool,
})  # fmt: skip
"""What can be chosen next. `label`: what the button of a bare word says."""
ThrowData = TypedDict("ThrowData", {"what": str, "results": str})
"""What dice are to be thrown for, and the results that there are, in words."""
SetData = TypedDict("SetData", {"marked": list[Begun], "limits": list[str], "lack": str})
"""A set whose members are marked in any order: those that are, its limits in words, and what the marks lack."""
Ask = TypedDict("Ask", {
    "side": int, "step": str, "yours": bool, "throw": NotRequired[ThrowData], "asks": NotRequired[str],
    "clause": NotRequired[str], "rule": NotRequired[str], "begun": NotRequired[list[Begun]],
    "whole": NotRequired[bool], "choices": NotRequired[list[ChoiceData]], "left_out": NotRequired[int],
    "ways": NotRequired[list[int]], "set": NotRequired[SetData], "terms": NotRequired[list[TermsData]],
})  # fmt: skip
"""What is asked now: of the person all of it, of a player who it is and what."""


class Way(NamedTuple):
    """A beginning that leads to a hex; ``whole``: it can be carried out there."""

    action: Action
    whole: bool


class Chooser:
    """Helper of the player who must decide in a game; made anew for each decision."""

    def __init__(self, game: Game, names: Names, playout: Playout[Any], seat: Seat) -> None:
        self.game, self.names, self.playout, self.seat = game, names, playout, seat
        self._hexes = names.prepared.compiled.names.get("hexes", ())
        self._numbers = {name: number for number, name in enumerate(self._hexes)}

    # -- what is asked -------------------------------------------------------------------------------

    def ask(self, begun: Action) -> Ask:
        """Return the step, its question, and the choices that follow what is begun.

        Raises:
            NotAllowed: what is begun is no beginning of an action.
        """
        play, frame = self.seat.play, self.seat.frame
        begun, last = self.follow(begun)
        clause = self.playout.step.clause
        places = self._places()
        goes_on = last is None or last.more
        listed = named_choices(self.names, self.seat, begun) if goes_on else []
        by_unit = play.table_of(frame, begun) == "units"
        ways = self.ways(begun)
        asks, about = plain(play.asks(frame, begun)), plain(play.about(frame))
        title = plain(play.title_of(frame.step)) + (f", {about}" if about else "")
        before = self.names.token(self.seat, begun[:-1], begun[-1]) if begun else ""
        terms = terms_shown(play, self.seat.state, frame, begun, self.seat.side)
        asked: Ask = {
            "yours": True,
            "side": self.seat.side,
            "step": title,
            "asks": asks,
            "clause": clause,
            "rule": clause_text(self.game, clause),
            "begun": [
                {"token": token, "name": self.names.token(self.seat, begun[:stage], token)}
                for stage, token in enumerate(begun)
            ],
            "whole": last is not None and last.whole,
            "choices": [
                {
                    "token": each.choice.token,
                    "name": each.name,
                    "label": in_words(each.choice, asks, title, before),
                    "note": each.note,
                    "hex": self._hex(begun, each.choice.token, each.name, places),
                    "unit": by_unit and isinstance(each.choice.token, int),
                    "whole": each.choice.whole,
                    "more": each.choice.more,
                }
                for each in listed[:MOST_LISTED]
            ],
            "left_out": max(0, len(listed) - MOST_LISTED),
            "ways": [hex_ for hex_, way in ways.items() if way.whole],
        }
        if terms:
            asked["terms"] = terms
        marking = set_at(self.seat, begun) if goes_on else None
        if marking is not None:
            limits, lack = set_in_words(self.names, self.seat, begun)
            first = len(begun) - len(marking.picked)
            asked["set"] = {"marked": asked["begun"][first:], "limits": limits, "lack": lack}
        return asked

    def attacks(self, action: Action) -> bool:
        """Return whether an action makes an attack, which is shown with its terms before it is carried out."""
        return bool(self.seat.play.attacks(self.seat.state, self.seat.frame, action))

    def follow(self, begun: Action) -> tuple[Action, Choice | None]:
        """Return what is begun with the members of its sets in order, and its last choice; None of nothing.

        Raises:
            NotAllowed: one of it is no choice there.
        """
        action: Action = ()
        last: Choice | None = None
        for token in begun:
            offered = ways_on(self.seat, action) if last is None or last.more else ()
            last = next((each for each in offered if each.token == token), None)
            if last is None:
                raise self.refusal(action, token, str(token))
            action = (*action, token)
            if last.more:
                action = self.seat.in_order(action)
        return action, last

    def _places(self) -> dict[int, int]:
        """Return where each unit is."""
        pieces = self.seat.play.pieces(self.seat.state)
        return {piece.number: piece.place for piece in pieces if piece.kind == "units"}

    def _hex(self, begun: Action, token: Token, name: str, places: dict[int, int]) -> int:
        """Return the hex that a choice is about; −1 if none."""
        table = self.seat.play.table_of(self.seat.frame, begun)
        if not isinstance(token, int):
            return -1
        if table == "hexes":
            return token
        if table == "units":
            return places.get(token, -1)
        return next((self._numbers[word] for word in name.split() if word in self._numbers), -1)

    # -- a hex of the map ------------------------------------------------------------------------------

    def ways(self, begun: Action) -> dict[int, Way]:
        """Return the cheapest way on from what is begun to each hex, where choices are hexes one after another."""
        play, seat = self.seat.play, self.seat
        found: dict[int, Way] = {}
        waiting: list[tuple[int, int, int, Action, bool]] = [(0, 0, 0, begun, False)]
        number = 0
        for _ in range(_MOST_WAYS):
            if not waiting:
                break
            *_, action, whole = heappop(waiting)
            if len(action) > len(begun):
                hex_ = action[-1]
                if not isinstance(hex_, int) or (hex_ in found and (found[hex_].whole or not whole)):
                    continue
                found[hex_] = Way(action, whole)
            if play.table_of(seat.frame, action) != "hexes":
                continue
            for choice in seat.choices(action):
                known = found.get(choice.token) if isinstance(choice.token, int) else None
                if not isinstance(choice.token, int) or (known and (known.whole or not choice.whole)):
                    continue
                number += 1
                longer = (*action, choice.token)
                cost = play.cost_of(seat.state, seat.frame, longer)
                if choice.more or choice.whole:
                    heappush(waiting, (cost, len(longer), number, longer, choice.whole))
        return found

    def at_hex(self, begun: Action, hex_: int) -> list[Action]:
        """Return what a click on a hex may mean: beginnings that lead there; of several the author picks one.

        Raises:
            NotAllowed: nothing can be chosen there; the words say why.
        """
        here = self._choices_in(begun, hex_) if self._goes_on(begun) else []
        if here:
            return [(*begun, token) for token in here]
        way = self.ways(begun).get(hex_)
        if way is not None and way.whole:
            return [way.action]
        if begun:
            first = self._choices_in((), hex_)
            if first:
                return [(token,) for token in first]
        raise self._why(begun, hex_)

    def _choices_in(self, begun: Action, hex_: int) -> list[Token]:
        places = self._places()
        listed = named_choices(self.names, self.seat, begun)
        return [each.choice.token for each in listed if self._hex(begun, each.choice.token, each.name, places) == hex_]

    def _goes_on(self, begun: Action) -> bool:
        _, last = self.follow(begun)
        return last is None or last.more

    def _why(self, begun: Action, hex_: int) -> NotAllowed:
        play, frame = self.seat.play, self.seat.frame
        table = play.table_of(frame, begun)
        if table == "hexes":
            return self.refusal(begun, hex_, self._hexes[hex_])
        if table == "units":
            there = [piece for piece in play.pieces(self.seat.state) if piece.kind == "units" and piece.place == hex_]
            there.sort(key=lambda piece: piece.side != self.seat.side)
            if there:
                return self.refusal(begun, there[0].number, self.names.token(self.seat, begun, there[0].number))
        clause = self.playout.step.clause
        what = plain(play.asks(frame, begun)) or plain(play.title_of(frame.step))
        return NotAllowed(f"{self._hexes[hex_]}: nothing to choose there. Asked: {what}", clause, self._rule(clause))

    def refusal(self, begun: Action, token: Token, name: str) -> NotAllowed:
        """Return why a token cannot follow what is begun."""
        playout = self.playout
        error = playout.step.why_not(playout.state, playout.frame, begun, token)
        found = objection_in_set(self.names, self.seat, begun, token)
        text = plain(found or self.names.refusal(str(error), token, name))
        words = text if found or name in text else f"{name}: {text}"
        return NotAllowed(words, error.clause, self._rule(error.clause))

    def _rule(self, clause: str) -> str:
        return clause_text(self.game, clause)


def in_words(choice: Choice, asks: str, title: str, before: str) -> str:
    """Return a choice that is a bare word, as its button says it; empty for any other choice.

    Args:
        choice: the choice.
        asks: what is asked, which may say what the word means: ``…; end: no other``.
        title: the step, which is named where nothing is begun.
        before: the name of the last thing that is begun; empty for nothing.
    """
    word = choice.token
    if not isinstance(word, str):
        return ""
    meant = re.search(rf"(?:^|; ){re.escape(word)}: ([^;]+)", asks)
    said = plain(word[:1].upper() + word[1:])
    if meant:
        return f"{said}: {meant[1]}"
    ends = " …" if choice.more and not choice.whole else ""
    return f"{before} {plain(word)}{ends}" if before else f"{said}: {title}{ends}"
