"""The key `effects` of rules.yaml: what a result does to the units of each side, in words and with its slips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticKnownError

from scenario_forge.documents.base import Id, Model
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key, lacking_key, units_in_play
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.selectors import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

_WORDS = {"one": "one of the", "half": "half of the", "all": "all"}
_NUMBERS = ("none", "one", "half", "all")
_EXPECTED = "'none', 'one', 'half', 'all' or a number from 2 on"


def _how_many(value: object) -> str | int:
    """Return how many units are hit; one finding of shape for what is neither a word nor a number of them.

    Raises:
        PydanticKnownError: it is not.
    """
    number = isinstance(value, int) and not isinstance(value, bool) and value > 1
    if not number and value not in _NUMBERS:
        raise PydanticKnownError("literal_error", {"expected": _EXPECTED})
    return value  # type: ignore[return-value]  # as just seen


HowMany: TypeAlias = Annotated[
    Literal["none", "one", "half", "all"] | int,
    PlainValidator(_how_many),
    WithJsonSchema({"anyOf": [{"type": "string", "enum": [*_NUMBERS]}, {"type": "integer", "minimum": 2}]}),
]
"""Half is rounded down; a number is one of units, or all where there are fewer."""


DICE = {"1d6": "a die shows", "1d3": "half of a die shows, rounded up"}
"""Dice for the hexes of a retreat, in words."""
_HEXES = "a number of hexes, '1d6' or '1d3'"
FARTHEST = 6
"""The most hexes to which retreats of several hits add up."""


def _how_far(value: object) -> str | int:
    """Return how many hexes units retreat, or what is thrown for it; one finding of shape for anything else.

    Raises:
        PydanticKnownError: it is neither.
    """
    number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not number and not (isinstance(value, str) and value in DICE):
        raise PydanticKnownError("literal_error", {"expected": _HEXES})
    return value  # type: ignore[return-value]  # as just seen


HowFar: TypeAlias = Annotated[
    int | Literal["1d6", "1d3"],
    PlainValidator(_how_far),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "enum": [*DICE]}]}),
]


class SideEffect(Model):
    """What happens to the units of one side, in this order."""

    eliminate: HowMany = "none"
    """How many units are eliminated."""
    flip: HowMany = "none"
    """How many units are turned over; a unit that is turned over already, or has one side, is eliminated."""
    lose: Annotated[int, Field(ge=0)] = 0
    """How many steps the units lose together, in any way: each turns a unit over, or eliminates one that is turned over
    already or has one side."""
    chosen_by: Literal["owner", "enemy"] = "owner"
    """Who says which units, where not all are hit."""
    mark: Id | None = None
    """A mark that all units get that are left, such as `disordered`: a column of their state."""
    retreat: HowFar = 0
    """How many hexes the units that are left retreat; `1d6` or `1d3`: as a die says that is thrown for all of them."""

    @property
    def is_chosen(self) -> bool:
        """Whether it may hit some units of several."""
        return bool(self.lose) or any(number not in ("none", "all") for number in (self.eliminate, self.flip))


class Effect(Model):
    """What a result does."""

    exchange: Literal["none", "half", "whole"] = "none"
    """`whole`: all defenders are eliminated, and attackers with at least their strength in all; `half`: with at least
    half of it."""
    attacker: SideEffect = SideEffect()
    defender: SideEffect = SideEffect()


def count(how: HowMany, units: int) -> int:
    """Return how many of some units are hit.

    >>> [count(how, 5) for how in ("none", "one", "half", "all", 3, 8)]
    [0, 1, 2, 5, 3, 5]
    """
    if isinstance(how, int):
        return min(how, units)
    return {"none": 0, "one": min(units, 1), "half": units // 2, "all": units}[how]


def repeated(what: SideEffect, times: int) -> SideEffect:
    """Return what happens to the units of a side by the same effect several times.

    Numbers add up, those of hexes to :data:`FARTHEST` at most; words hold once, and a die is thrown once.

    >>> repeated(SideEffect(lose=2, flip="one", eliminate="all"), 3).model_dump(exclude_defaults=True)
    {'eliminate': 'all', 'flip': 3, 'lose': 6}
    """
    if times < 2:
        return what if times else SideEffect()
    eliminate, flip = (_more(how, times) for how in (what.eliminate, what.flip))
    far = what.retreat
    hexes = far if isinstance(far, str) else max(far, min(far * times, FARTHEST))
    return what.model_copy(update={"eliminate": eliminate, "flip": flip, "lose": what.lose * times, "retreat": hexes})


def _more(how: HowMany, times: int) -> HowMany:
    number = 1 if how == "one" else how
    return number * times if isinstance(number, int) else number


def with_numbers(effect: Effect) -> Effect:
    """Return the same with a number of units in place of `one`, as several hits have it.

    >>> with_numbers(Effect(defender=SideEffect(flip="one"))).defender.flip
    1
    """
    sides = {"attacker": effect.attacker, "defender": effect.defender}
    numbers = {
        who: what.model_copy(update={"eliminate": _more(what.eliminate, 1), "flip": _more(what.flip, 1)})
        for who, what in sides.items()
    }
    return effect.model_copy(update=numbers)


def in_words(effect: Effect) -> str:
    """Return what a result does."""
    swapped = effect.exchange != "none"
    sides = (
        _exchanged(effect) if swapped else "",
        _of_side("attackers", effect.attacker, lost=swapped),
        _of_side("defenders", effect.defender),
    )
    return "; ".join(side for side in sides if side) or "no effect"


def _exchanged(effect: Effect) -> str:
    part = "half their" if effect.exchange == "half" else "the same"
    chosen = ", chosen by the enemy" if effect.attacker.chosen_by == "enemy" else ""
    return f"all defenders are eliminated, and so are attackers of at least {part} strength{chosen}"


def _of_side(who: str, what: SideEffect, *, lost: bool = False) -> str:
    """Return what happens to the units of a side; ``lost``: some are eliminated before."""
    chosen = ", chosen by the enemy," if what.chosen_by == "enemy" else ""
    hit = [
        f"{_WORDS.get(str(number), f'{number} of the')} {who}{chosen if number != 'all' else ''}"
        f" {'is' if number == 'one' else 'are'} {fate}"
        for number, fate in ((what.eliminate, "eliminated"), (what.flip, "turned over"))
        if number != "none"
    ]
    steps = f"the {who} lose {counted(what.lose, 'step')}{' that the enemy chooses' if chosen else ''}"
    hit += [steps] * bool(what.lose)
    some = lost or bool(hit)
    marked = [f"the {who} {'left are' if some else 'are'} {what.mark}"] * bool(what.mark)
    far = what.retreat
    hexes = f"as many hexes as {DICE[far]}" if isinstance(far, str) else counted(far, "hex")
    goes = [f"{'those left' if some else f'the {who}'} retreat {hexes}"] * bool(far)
    return listed([*hit, *marked, *goes])


# -- slips -----------------------------------------------------------------------------------------

_TAKEN = frozenset({*SideEffect.model_fields, "exchange", "flipped"})
"""What marks cannot be called, since the steps of a result or columns of state are."""


def effect_findings(game: Game, effects: Mapping[str, Effect], where: Where) -> Iterator[Diagnostic]:
    """Yield what effects need and the game has not, and losses that nobody can take."""
    known = not game.broken("counters")
    faced, most = bool(other_side(game)), _most_units(game, where) if known else {}
    for result, effect in effects.items():
        yield from _of_exchange(effect, where / result)
        for who, what in (("attacker", effect.attacker), ("defender", effect.defender)):
            at = where / result / who
            if what.retreat and not has_key(where, "retreat"):
                yield lacking_key((at / "retreat").key(), f"`retreat` of the {who}", "retreat")
            if what.flip != "none" and known and not faced:
                needed = "a second face of counters with values"
                finding = MOD001.at((at / "flip").key(), "none", what=f"`flip` of the {who}", needed=needed)
                yield finding.suggest("declare it under `faces` of counters.yaml, or write `eliminate` instead")
            if what.mark in _TAKEN:
                why = "results have something else of this name; a mark needs one of its own"
                finding = MOD007.at(at / "mark", what=f"`mark: {what.mark}`", why=why)
                yield finding.suggest(f"write another name, such as `mark: {what.mark}_mark`")
            exchanged = who == "attacker" and effect.exchange != "none"
            if what.chosen_by == "enemy" and not what.is_chosen and not exchanged:
                why = "the result hits none of the units, or all"
                yield MOD007.at((at / "chosen_by").key(), what="`chosen_by`", why=why).suggest("remove it")
            if known:
                yield from _too_many(what, most[who], 1 + faced, at)


def _of_exchange(effect: Effect, at: Where) -> Iterator[Diagnostic]:
    """Yield an exchange without strengths, and what else happens to defenders that are all eliminated by it."""
    if effect.exchange == "none":
        return
    if not has_key(at, "assault"):
        yield lacking_key((at / "exchange").key(), "`exchange`", "assault")
    if effect.defender != SideEffect():
        why = "the exchange eliminates all defenders"
        yield MOD007.at((at / "defender").key(), what="`defender`", why=why).suggest("remove it, or `exchange`")


def _too_many(what: SideEffect, most: int, steps: int, at: Where) -> Iterator[Diagnostic]:
    """Yield numbers of units, or of steps, that are never there to be hit."""
    numbers: list[tuple[str, Any, int]] = [("eliminate", what.eliminate, most), ("flip", what.flip, most)]
    for key, number, there in (*numbers, ("lose", what.lose, most * steps)):
        if isinstance(number, int) and number > there:
            why = f"nobody can take it, since there are never more than {counted(there, _NOUN.get(key, 'unit'))}"
            best = f"write `{key}: {there}` or less" if key == "lose" else f"write `{key}: all`"
            yield MOD007.at((at / key).key(), what=f"`{key}: {number}`", why=why).suggest(best)


_NOUN = {"lose": "step"}


def _most_units(game: Game, where: Where) -> dict[str, int]:
    """Return how many units of each side a result can hit: those of a side in play, and as limits of stacking have it.

    Fire hits one unit alone, so that without assaults and aircraft no more are ever hit of who defends.
    """
    sides = [unit.side for unit in units_in_play(game) for _copy in range(unit.count)]
    most = max((sides.count(side) for side in {*sides}), default=0)
    stacking: Any = getattr(where.file.document, "stacking", None) or ()
    standing = [limit for limit in stacking if limit.when is None]
    hexful = max((limit.limit * (2 if limit.counted == "half_when_flipped" else 1) for limit in standing), default=most)
    if any(limit.of for limit in standing) or not any(limit.where is None for limit in standing):
        hexful = most  # some units are without a limit, or some hexes
    if not has_key(where, "assault"):
        return {"attacker": most, "defender": hexful if has_key(where, "air") else 1}
    return {"attacker": min(6 * hexful, most), "defender": min(hexful, most)}
