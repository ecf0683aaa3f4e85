"""Sentences of an assault by count: how many dice are thrown, which hit, what hits do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.system import Sentence
from scenario_forge.game.tables import tables
from scenario_forge.wargame.board.labels import listed, sentence_case
from scenario_forge.wargame.modules.assault.ground import effect_of, ground_of
from scenario_forge.wargame.modules.assault.key import strengths
from scenario_forge.wargame.modules.assault.modifiers import Change
from scenario_forge.wargame.modules.effect_key import FARTHEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.assault.count_key import Count, Hit
    from scenario_forge.wargame.modules.assault.key import AssaultKey
    from scenario_forge.wargame.modules.effect_key import Effect


def is_grid(game: Game, chart: str) -> bool:
    """Return whether a chart has several rows and several columns, and not a single line."""
    found = tables(game).charts.get(chart)
    return found is not None and len(found.rows) > 1 and len(found.columns) > 1


def hit_in_words(hit: Hit, number: str) -> str:
    """Return the throws that hit, with a number or the name of a value: `5 or more`."""
    return f"{number} or {'more' if hit.at_least is not None else 'less'}"


def sentences_of_dice(given: AssaultKey, count: Count, labels: Labels) -> Iterator[Sentence]:
    """Say how many dice units throw, and which hit."""
    attack, defence = strengths(given)
    each = {"strength": f"a die for each point of its {labels.value(attack)}", "unit": "one die"}[count.dice]
    joins = ", or joins the attack," if given.support is not None else ""
    yield Sentence("assault.count", f"Each unit that attacks{joins} throws {each}.")
    if count.both:
        other = f", a die for each point of their {labels.value(defence)}"
        other = other if count.dice == "strength" and attack != defence else ""
        when = ", at the same time: units that are lost throw theirs too" if count.first is None else ""
        yield Sentence("assault.both", f"The defenders throw dice in the same way{other}{when}.")
    if count.first is not None:
        other = "defenders" if count.first == "attacker" else "attackers"
        text = (
            f"The {count.first}s throw first, and their hits take effect before the {other} throw: units that are lost "
            "or have retreated throw no dice."
        )
        yield Sentence("assault.first", text)
    number = count.hit.number
    if isinstance(number, int):
        text = f"A die hits with {hit_in_words(count.hit, str(number))}."
    else:
        value = labels.value(number)
        text = f"A die hits with the {hit_in_words(count.hit, value)} of the unit that throws it, if that has one."
    yield Sentence("assault.hits", text)
    if not isinstance(number, int) and _multiplies(given, labels):
        text = "Where dice are multiplied, those that hit with the same numbers are multiplied together."
        yield Sentence("assault.hits", text)


def _multiplies(given: AssaultKey, labels: Labels) -> bool:
    """Return whether a modifier, ground or a work multiplies dice."""
    texts = [*ground_of(labels.game, given).values()]
    texts += [
        work.assault for work in (getattr(labels.rules, "works", None) or {}).values() if work.assault is not None
    ]
    return any(each.change[:2] != Change()[:2] for each in given.modifiers) or any(
        effect_of(text).times != 1 for text in texts
    )


def _held_once(effect: Effect | None) -> str:
    """Return what several hits do no more than one does."""
    if effect is None:
        return ""
    hit = effect.defender
    once = ["half of the units suffer once"] * ("half" in (hit.eliminate, hit.flip))
    once += ["the die for a retreat is thrown once"] * isinstance(hit.retreat, str)
    return f" {sentence_case(listed(once))}, however many hits there are." if once else ""


def sentences_of_hits(given: AssaultKey, count: Count, labels: Labels) -> Iterator[Sentence]:
    """Say what hits do."""
    if count.each is not None:
        back = "; hits of the defenders do to the attackers what it does to defenders" if count.both else ""
        adds = f"Units, steps and hexes of several hits add up, hexes of a retreat to {FARTHEST} at most."
        once = _held_once((getattr(labels.rules, "effects", None) or {}).get(count.each))
        text = f"Each hit has the result {count.each}{back}. {adds}{once}"
        yield Sentence("assault.hit_results", text)
    elif given.table is not None:
        hits = "the number of hits"
        if count.both:
            hits = "the number of hits of the attackers less that of the defenders"
        if is_grid(labels.game, given.table):
            hits = "in the column of the hits of the attackers and the row of those of the defenders"
        under = "" if hits.startswith("in ") else "under "
        text = f"The {labels.chart(given.table).title} gives the result, {under}{hits}."
        yield Sentence("assault.hit_results", f"{text} Numbers beyond the table use its outermost line.")
