"""How two readings differ in a position, in a sentence for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.api.at_table import Names, plain
from scenario_forge.api.play import prepared_as
from scenario_forge.api.witnesses.search import started
from scenario_forge.compare.scenarios import row_texts
from scenario_forge.documents.witnesses import Difference
from scenario_forge.simulator.players import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.api.play import Prepared
    from scenario_forge.api.witnesses.pair import RulePair
    from scenario_forge.api.witnesses.search import Found
    from scenario_forge.simulator.play import CounterInPlay
    from scenario_forge.simulator.step import Choice

_NAMED = 4
"""Events, choices or counters that a sentence names."""


def difference(pair: RulePair, found: Found) -> Difference:
    """Return how the readings differ in a position."""
    said = {"set-up": _set_up, "events": _events, "choices": _choices, "points": _points}[found.parting.kind]
    first, second = said(pair, found)
    return Difference(
        kind=found.parting.kind,
        first=_sentence(pair.subject.first, first),
        second=_sentence(pair.subject.second, second),
    )


def _sentence(reading: str, said: str) -> str:
    whole = f"{reading}, {said}".strip().rstrip(".")
    return f"{whole[0].upper()}{whole[1:]}."


def _named(words: Iterable[str], joint: str = ", ") -> str:
    listed = list(dict.fromkeys(words))
    more = len(listed) - _NAMED
    return joint.join(listed[:_NAMED]) + (f"{joint}and {more} more" if more > 0 else "")


# -- set-ups ---------------------------------------------------------------------------------------


def _set_up(pair: RulePair, found: Found) -> tuple[str, str]:
    pieces = [list(match.play.pieces(match.playout.state)) for match in found.game.matches]
    told = [{_piece(found, number, piece) for piece in pieces[number]} for number in (0, 1)]
    if told[0] == told[1]:
        return _held(pair, found)
    return _lies(told[0] - told[1]), _lies(told[1] - told[0])


def _lies(told: set[str]) -> str:
    return f"play begins with {_named(sorted(told))}" if told else "play begins without that"


def _piece(found: Found, number: int, piece: CounterInPlay) -> str:
    compiled = (found.case.first, found.case.second)[number]
    names, sides = compiled.names, compiled.keys["sides"]
    what = plain(names["units"][piece.number]) if piece.kind == "units" else piece.kind.replace("-", " ")
    owner = f"{sides[piece.side]} " if piece.side >= 0 else ""
    at = compiled.name_of(piece.place) if piece.place >= 0 else compiled.keys["boxes"][-2 - piece.place]
    more = [*([f"strength {piece.strength}"] if piece.strength >= 0 else []), *piece.marks]
    return f"{owner}{what} in {at}" + (f" ({', '.join(more)})" if more else "")


def _held(pair: RulePair, found: Found) -> tuple[str, str]:
    compiled = found.case.second
    sides = ("nobody", *(pair.second.side_name(side) for side in compiled.keys["sides"]))
    first, second = (
        {compiled.name_of(hex_): held for hex_, held in enumerate(match.play.controls(match.playout.state))}
        | dict(match.play.holders(match.playout.state))
        for match in found.game.matches
    )
    odd = [name for name in second if first.get(name) != second[name]]
    return tuple(  # type: ignore[return-value]
        "; ".join(f"{sides[held.get(name, 0)]} controls {name}" for name in odd[:_NAMED]) for held in (first, second)
    )


# -- events ----------------------------------------------------------------------------------------


def _events(pair: RulePair, found: Found) -> tuple[str, str]:
    game = found.game
    told = [game.texts(number, game.fresh_events(number)) for number in (0, 1)]
    alike = 0
    while alike < min(map(len, told)) and told[0][alike] == told[1][alike]:
        alike += 1
    while len(told[0]) > alike < len(told[1]) and told[0][-1] == told[1][-1]:
        told = [texts[:-1] for texts in told]
    dice = [str(token) for token in game.dice()]
    thrown = f"with {', '.join(dice)} thrown: " if dice and len(dice) <= _NAMED else ""
    heads = [thrown + _named(texts[alike:], "; ") if texts[alike:] else "" for texts in told]
    first, second = (
        head or ("nothing of that happens, and " * any(heads)) + _next(pair, found, number)
        for number, head in enumerate(heads)
    )
    return first, second


def _next(pair: RulePair, found: Found, number: int) -> str:
    """Return what comes next in one of the games, where nothing has happened that has not in the other too."""
    match = found.game.matches[number]
    if match.playout.over:
        return "the game is over"
    side = match.playout.decider
    names = found.case.second.keys["sides"]
    who = pair.second.side_name(names[side]) if 0 <= side < len(names) else "the dice"
    return f"{who} is next ({match.play.title_of(match.playout.frame.step)})"


# -- choices ---------------------------------------------------------------------------------------


def _choices(pair: RulePair, found: Found) -> tuple[str, str]:
    game, begun = found.game, found.parting.begun
    only = game.only(begun)
    side = game.matches[0].playout.decider
    who = pair.second.side_name(found.case.second.keys["sides"][side])
    step = game.matches[0].play.title_of(game.matches[0].playout.frame.step)
    said = []
    for number in (0, 1):
        prepared = _prepared(pair, found, number)
        seat, names = Seat(game.matches[number].play, game.matches[number].playout, side), Names(prepared)
        words = names.action(seat, begun)
        head = f"{who} ({step}" + (f", with {words}" if words else "") + ")"
        others = {choice.token: choice for choice in only[1 - number]}
        own: dict[str, list[str]] = {}
        for each in only[number]:
            own.setdefault(_may(each, others.get(each.token)), []).append(names.token(seat, begun, each.token))
        parts = [f"{may} {_named(own[may])}" for may in sorted(own, key=lambda may: "not" in may)]
        said.append(f"{head} {_named(parts, '; ') if parts else 'may not'}")
    return said[0], said[1]


def _may(choice: Choice, other: Choice | None) -> str:
    """Return what one reading allows and the other does not: a choice, or to end with it, or to go on behind it."""
    if other is None:
        return "may choose"
    if choice.whole != other.whole:
        return "may end with" if choice.whole else "may not end with"
    return "may go on behind" if choice.more else "may not go on behind"


def _prepared(pair: RulePair, found: Found, number: int) -> Prepared:
    game = (pair.first, pair.second)[number]
    compiled = (found.case.first, found.case.second)[number]
    return prepared_as(game, found.case.scenario, compiled, found.game.matches[number].play)


# -- points ----------------------------------------------------------------------------------------


def _points(pair: RulePair, found: Found) -> tuple[str, str]:
    sides = [pair.second.side_name(side) for side in found.case.second.keys["sides"]]
    worths = [list(match.play.worths(match.playout.state)) for match in found.game.matches]
    said = []
    for number, game in enumerate((pair.first, pair.second)):
        texts = row_texts(game, found.case.scenario)
        own = [
            f"“{plain(texts.get(each.row, each.row))}” brings {sides[each.side]} {each.points}"
            for each in worths[number]
            if each not in worths[1 - number]
        ]
        match = found.game.matches[number]
        points = zip(sides, match.play.score(match.playout.state), strict=False)
        score = ", ".join(f"{side} {number}" for side, number in points)
        said.append(_named(own, "; ") + " points if it is scored now" if own else f"the points are {score}")
    return said[0], said[1]


# -- what is done until then -------------------------------------------------------------------------


def deeds(pair: RulePair, found: Found) -> list[str]:
    """Return each decision up to where the readings differ, with who takes it: `Axis, operations: end`."""
    game = started(pair, found.case, found.position, found.seed)
    names = Names(_prepared(pair, found, 0))
    said = []
    for side, _step, action in found.deeds:
        game.advance()
        match = game.matches[0]
        seat = Seat(match.play, match.playout, side)
        who = pair.second.side_name(found.case.second.keys["sides"][side])
        said.append(f"{who}, {match.play.title_of(match.playout.frame.step)}: {names.action(seat, action)}")
        game.take(action)
    return said
