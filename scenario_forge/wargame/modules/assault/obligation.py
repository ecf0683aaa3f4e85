"""Attacks that must be made: how many hexes units can attack, what a rulebook says of it, what it cannot go with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.checks import MOD007

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.assault.key import AssaultKey


def most_attacked(able: Mapping[int, Collection[int]]) -> int:
    """Return how many hexes can be attacked, each by a unit of its own; ``able``: by hex the units that can.

    >>> most_attacked({1: [7, 8], 2: [7]}), most_attacked({1: [7], 2: [7]})
    (2, 1)
    """
    attacks: dict[int, int] = {}
    """By unit: the hex that it attacks."""

    def is_found(hex_: int, asked: set[int]) -> bool:
        """Return whether a unit attacks a hex; others may take other hexes instead of theirs."""
        for unit in able[hex_]:
            if unit in asked:
                continue
            asked.add(unit)
            if unit not in attacks or is_found(attacks[unit], asked):
                attacks[unit] = hex_
                return True
        return False

    return sum(is_found(hex_, set()) for hex_ in able)


def sentences_of_obligation(given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
    """Say who must attack and be attacked."""
    if not given.obligatory:
        return
    if "zones" in labels.keys:
        text = "A unit in an enemy zone of control must attack, and every enemy in whose zone it is must be attacked"
    else:
        text = "A unit next to an enemy must attack, and every enemy next to it must be attacked"
    text += (
        ", as long as there is a unit that can do so. The phase does not end before. An attack must leave enough units "
        "for the other hexes that must be attacked."
    )
    yield Sentence("assault.obligatory", text)


def obligatory_findings(given: AssaultKey, where: Where) -> Iterator[Diagnostic]:
    """Yield that attacks must be made that cost action points; ``where``: the place of the key."""
    activation = getattr(where.file.document, "activation", None)
    if given.obligatory and activation is not None and activation.order == "points":
        why = "units attack for action points, and nobody has to spend any"
        finding = MOD007.at((where / "obligatory").key(), what="`obligatory`", why=why)
        yield finding.suggest("remove it, or write another `order` under `activation`")
