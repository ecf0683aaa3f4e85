"""Exchanges: units that take the place of others of a force."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from scenario_forge.wargame.forces.lines import share_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.wargame.forces.document import Exchange, Force


@dataclass(frozen=True)
class Swap:
    """Units that take the place of as many others."""

    of: Counter[str] = field(default_factory=Counter)
    to: Counter[str] = field(default_factory=Counter)

    def undone(self, units: Mapping[str, int]) -> Counter[str]:
        """Return units as they would be without the exchange."""
        before = Counter(units)
        before.subtract(self.to)
        before.update(self.of)
        return before

    def done(self, before: Counter[str]) -> Counter[str] | None:
        """Return units as they are after the exchange; None where those that give way are not among them."""
        return before - self.of + self.to if before >= self.of else None


def swaps(exchanges: Sequence[Exchange], units: Mapping[str, int], most: int | None = None) -> Iterator[Swap]:
    """Yield the ways in which units can have come about by exchanges, without any first; ``most``: of so many units."""
    for several in product(*(tuple(_swaps(each, units)) for each in exchanges)):
        of, to = (sum(sides, Counter[str]()) for sides in zip((Counter[str](),) * 2, *several, strict=True))
        if to <= Counter(units) and (most is None or to.total() <= most):
            yield Swap(of, to)


def _swaps(exchange: Exchange, units: Mapping[str, int]) -> Iterator[tuple[Counter[str], Counter[str]]]:
    """Yield which units give way by one exchange, and which take their place."""
    there = [name for name in exchange.to for _ in range(min(units.get(name, 0), exchange.at_most))]
    for count in range(min(len(there), exchange.at_most) + 1):
        for to in dict.fromkeys(combinations(there, count)):
            for of in combinations_with_replacement(exchange.of, count):
                yield Counter(of), Counter(to)


def swap_of(
    force: Force, exchanges: Sequence[Exchange], units: Mapping[str, int], *, part: bool, most: int | None = None
) -> tuple[Swap, tuple[int, ...]] | None:
    """Return the least exchange with which units are of a force, and how many of each candidate there were before.

    None: they are not of the force, or not all of it unless ``part``.
    """
    for swap in sorted(swaps(exchanges, units, most), key=lambda swap: swap.to.total()):
        counts = share_out(force.lines, +swap.undone(units), part=part)
        if counts is not None:
            return swap, counts
    return None
