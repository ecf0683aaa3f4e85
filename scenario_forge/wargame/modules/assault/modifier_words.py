"""Modifiers of an attack in words: what each is called, and its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.statements import typeset_value
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.selection import NOT
from scenario_forge.wargame.board.labels import Labels, listed
from scenario_forge.wargame.modules.assault.modifiers import factor_of, several

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.modules.assault.modifiers import Modifier, When


def names_of(game: Game, given: Sequence[Modifier]) -> list[str]:
    """Return what each line is called: its name, else what it says under `when`."""
    rules = game.one("rules", GameRules)
    labels = Labels(game, rules[0]) if rules is not None else None
    return [each.name or (condition_in_words(each.when, labels) if labels else "") for each in given]


def condition_in_words(when: When, labels: Labels) -> str:
    """Return a condition as what follows `if`."""
    return " and ".join(_WORDS[name](value, labels) for name, value in when.named())


def sentences_of_modifiers(
    key: str, given: Sequence[Modifier], labels: Labels, *, counted: bool = False
) -> Iterator[Sentence]:
    """Say of each modifier when it counts and what it does.

    Args:
        key: the key of rules.yaml that has them.
        given: its lines.
        labels: names of the game.
        counted: whether hits of dice are counted, in place of odds.
    """
    for each in given:
        begins = f"{each.name}: if" if each.name else "If"
        does = listed([*_effects(each, counted=counted)])
        yield Sentence(f"{key}.modifiers", f"{begins} {condition_in_words(each.when, labels)}, {does}.")


def _effects(given: Modifier, *, counted: bool) -> Iterator[str]:
    what, dice = ("number of dice", "each die of the attackers") if counted else ("strength", "the dice")
    if given.change.attack != 1 or given.change.defence != 1:
        found = factor_of(given.times)
        factor = typeset_value(float(found)) if 4 % found.denominator == 0 else str(found)
        yield f"the {what} of the {given.whose}s is multiplied by {factor} (drop fractions)"
    if given.die:
        yield f"{given.die} is added to {dice}" if given.die > 0 else f"{-given.die} is taken from {dice}"
    if given.shift:
        yield f"the column is shifted {abs(given.shift)} to the {'right' if given.shift > 0 else 'left'}"


def _some(verb: str) -> Callable[[Mapping[str, Any], Labels], str]:
    return lambda given, labels: f"{_units(given, labels)} {verb}"


def _only(verb: str) -> Callable[[Mapping[str, Any], Labels], str]:
    """Return the words for all being selected: of `{not: …}`, that none of those is there."""

    def words(given: Mapping[str, Any], labels: Labels) -> str:
        alone = f"no {labels.units(given[NOT])}" if [*given] == [NOT] else f"only {labels.units(given)}"
        return f"{alone} {verb}"

    return words


def _units(given: Mapping[str, Any], labels: Labels) -> str:
    return f"units other than {labels.units(given[NOT])}" if [*given] == [NOT] else labels.units(given)


def _marked(who: str) -> Callable[[str, Labels], str]:
    def words(mark: str, labels: Labels) -> str:
        shown = {"flipped": f"shows its {labels.back} side" if labels.back else "is turned over"}
        has = {"moved": "has moved", "fought": "has fought", "shot": "has fired"}
        return f"{who} {shown.get(mark) or has.get(mark) or 'is ' + mark.replace('_', ' ')}"

    return words


def _supplied(one: str, none: str) -> Callable[[bool, Labels], str]:
    return lambda given, _labels: f"{none} was found out of supply" if given else f"{one} was found out of supply"


def _combined(given: Sequence[Mapping[str, Any]], labels: Labels) -> str:
    return f"{listed([_units(each, labels) for each in given])} attack together"


def _ground(given: str | list[str], labels: Labels) -> str:
    return listed([labels.ground(id_) for id_ in several(given)], "or")


_WORDS: Mapping[str, Callable[[Any, Labels], str]] = {
    "attacker": _some("attack"),
    "all_attackers": _only("attack"),
    "combined": _combined,
    "attacker_mark": _marked("an attacker"),
    "attacker_supplied": _supplied("an attacker", "no attacker"),
    "attackers_in": lambda given, labels: f"all attackers stand in {_ground(given, labels)}",
    "from_hexes": lambda least, _labels: f"the attack comes from {least} or more hexes",
    "from_opposite_sides": lambda _given, _labels: "the attack comes from opposite sides",
    "across": lambda kind, labels: f"all adjacent attackers attack across a {labels.ground(kind)}",
    "defender": _some("are attacked"),
    "all_defenders": _only("are attacked"),
    "defender_mark": _marked("a defender"),
    "defender_supplied": _supplied("a defender", "no defender"),
    "defender_in": lambda given, labels: f"the attacked hex is {_ground(given, labels)}",
    "kind_of_turn": lambda kind, labels: f"this is a {labels.kind_of_turn(kind)} turn",
}
