"""The rules' answers to worked examples of the manual, each kind of question known by what is given."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scenario_forge.game.formula import plain
from scenario_forge.game.notations import number
from scenario_forge.game.tables import tables
from scenario_forge.systems.knights_of_the_desert import formulas
from scenario_forge.systems.knights_of_the_desert.arrays import arrays
from scenario_forge.systems.knights_of_the_desert.parameters import KnightsDocument
from scenario_forge.wargame.base.figures import figures_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.game import Game

    Answer = Mapping[str, Any]
    Given = Mapping[str, Any]


@dataclass(frozen=True)
class Book:
    """The documents that worked examples are checked with."""

    game: Game
    says: KnightsDocument
    figures: Mapping[str, Sequence[int]]


def answer(game: Game, example: Example) -> Answer:
    """Return the rules' answer under the keys of the printed answer; empty where they cannot tell."""
    found = game.one("rules", KnightsDocument)
    kinds = (*_KINDS, (_displayed([*game.side_names], example.given), _display))
    kind = next((answered for given, answered in kinds if given == set(example.given)), None)
    if found is None or kind is None:
        return {}
    try:
        return kind(Book(game, found[0], figures_of(game, found[0].figures)), example.given)
    except (LookupError, TypeError, ValueError):  # its values do not fit its kind
        return {}


def _breaking(book: Book, given: Given) -> Answer:
    """Answer an example of the breaking point (IV.A.2.a)."""
    ceiling = int(given["ceiling"])
    lives = next(n for n in range(ceiling + 1) if not formulas.breaks(book.says.combat, n, ceiling))
    return {"eliminated_below": lives}


def _morale(book: Book, given: Given) -> Answer:
    """Answer a morale example (IV.A.1.d)."""
    return {"percent": 10 * book.figures["morale.modifier"][int(given["morale"]) - 1]}


def _replacements(book: Book, given: Given) -> Answer:
    """Answer an example of replacements (IV.B.1.b)."""
    return {"points": formulas.share(int(given["maximum"]), int(given["digit"]), book.figures["percents"])}


def _resupply(book: Book, given: Given) -> Answer:
    """Answer a resupply example at the home base (IV.B.1.c)."""
    points = formulas.supply_sent(int(given["maximum"]), 0, int(given["priority"]), book.figures["percents"])
    return {"own_segment": points, "enemy_segment": int(points * book.says.supply.enemy_segment)}


def _lost_on_the_way(book: Book, given: Given) -> Answer:
    """Answer an example of supply lost on the way (IV.B.2.a)."""
    return {"percent_lost": 100 - formulas.supply_left(100, int(given["hexes"]), book.says.supply.lost_per_hex)}


def _defender(book: Book, given: Given) -> Answer:
    """Answer an example of a defender's strength (IV.D.4.d)."""
    table, combat = tables(book.game).charts["terrain_modifier_iv_d"], book.says.combat
    row = table.row(given["terrain"])
    modifier = None if row is None else number(table.cells[row][0].meaning)
    if modifier is None:
        return {}
    strength, supply, fort = (int(given[key]) for key in ("combat_strength", "supply_points", "fortification_level"))
    unit = formulas.Defender(strength, supply, fort, Fraction(modifier))
    return {
        "supply_modifier": plain(formulas.supply_modifier(combat, supply)),
        "modifier": plain(formulas.ground_modifier(combat, unit.terrain, fort)),
        "before_air": plain(formulas.defence(combat, [unit], 0)),
        "modified": plain(formulas.defence(combat, [unit], int(given["air_points"]))),
    }


def _attacker(book: Book, given: Given) -> Answer:
    """Answer an example of an attacker's strength (IV.D.4.g)."""
    strength, air = int(given["combat_strength"]), int(given["air_points"])
    keys = ("friends_in_hex", "friendly_hexes", "enemies_in_hex", "enemy_hexes")
    stacked, near, *enemies = (int(given[key]) for key in keys)
    beside = {"after_air": (0, 0, 0), "with_friends": (stacked, near, 0), "modified": (stacked, near, sum(enemies))}
    return {
        key: plain(formulas.attack(book.says.combat, strength, air, formulas.Bystanders(*who)))
        for key, who in beside.items()
    }


def _losses(book: Book, given: Given) -> Answer:
    """Answer an example of losses, without air points of the enemy (IV.D.5.c)."""
    loss = [Fraction(n, 1000) for n in arrays(book.game)["loss"]]
    base = formulas.base_loss(loss, int(given["intensity"]), int(given["combat_strength"]))
    row = int(given["risks"]) - 2
    factors = {end: Fraction(book.figures[f"risk.{end}"][row], 100) for end in ("low", "high")}
    return {end: int(formulas.attackers_loss(base, factor, 0)) for end, factor in factors.items()}


def _display(book: Book, given: Given) -> Answer:
    """Answer an example of the status display of both sides, under keys with their ids (VII)."""
    first, second = book.game.side_names
    used = {side: given[f"{side}_air"][1] - given[f"{side}_air"][0] for side in (first, second)}
    shown = {side: given.get(_REPLACEMENTS.format(side)) for side in (first, second)}
    return {
        "score": given[f"{first}_points"] - given[f"{second}_points"],
        **{f"{side}_air_used": points for side, points in used.items()},
        **{f"{side}_replacements": points for side, points in shown.items() if points is not None},
    }


def _displayed(sides: Sequence[str], given: Given) -> set[str]:
    """Return the keys of an example of the status display, with replacements of one side or of both."""
    shown = {_REPLACEMENTS.format(side) for side in sides} & {*given}
    return {f"{side}_{what}" for side in sides for what in ("points", "air")} | shown


_BATTLE = {"combat_strength", "air_points"}
_REPLACEMENTS = "shown_{}_replacements"
_KINDS: tuple[tuple[set[str], Callable[[Book, Given], Answer]], ...] = (
    ({"ceiling"}, _breaking),
    ({"morale"}, _morale),
    ({"maximum", "digit"}, _replacements),
    ({"maximum", "priority"}, _resupply),
    ({"hexes"}, _lost_on_the_way),
    ({*_BATTLE, "supply_points", "terrain", "fortification_level"}, _defender),
    ({*_BATTLE, "friends_in_hex", "friendly_hexes", "enemies_in_hex", "enemy_hexes"}, _attacker),
    ({"combat_strength", "intensity", "risks"}, _losses),
)
"""Kinds of questions, by the keys of what is given."""
