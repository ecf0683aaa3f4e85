"""What a player says to buy a force: its name alone, with numbers of some units, or with all its units."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.wargame.forces.card import line_text
from scenario_forge.wargame.forces.document import tally
from scenario_forge.wargame.forces.lines import cells_of, nearest, share_out, totals

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from scenario_forge.wargame.forces.document import Force, ForcesDocument

_COUNTED = re.compile(r"(\d+) (.+)", re.DOTALL)
_SET = re.compile(r"(.+?)\s*=\s*(\d{1,4})", re.DOTALL)
_MISFIT = "{} not fit the lines of the {}"


@dataclass(frozen=True)
class Swap:
    """Units of a force that others stand for: ``count`` of ``to`` take the place of as many of ``of``."""

    of: str
    to: str
    count: int

    def undone(self, chosen: Mapping[str, int]) -> Counter[str]:
        """Return units as they would be without the exchange."""
        before = Counter(chosen)
        before[self.to] -= self.count
        before[self.of] += self.count
        return before


def swaps(document: ForcesDocument, side: str, chosen: Mapping[str, int], most: int | None = None) -> Iterator[Swap]:
    """Yield the exchanges by which a side can have come to units; ``most``: of how many, if fewer than of any force."""
    for each in document.exchanges:
        count = chosen.get(each.to, 0)
        limit = each.at_most if most is None else min(most, each.at_most)
        if each.side == side and 0 < count <= limit:
            yield from (Swap(name, each.to, count) for name in each.of)


class Order:
    """What a player says, in a document of forces. ``words``: those of the game, in which lines are told."""

    def __init__(self, document: ForcesDocument, side: str, said: str, words: Callable[..., str]) -> None:
        """Find the force.

        Raises:
            ValueError: the side has none of that name.
        """
        name, _, self.listed = (part.strip() for part in said.partition(":"))
        known = {force.force: force for force in document.forces if force.side == side}
        found = spelled(name, known)
        if found is None:
            there = f"there are {', '.join(known)}" if known else "it has none"
            raise ValueError(f"this side has no force `{name}`: {did_you_mean(name, known) or there}")
        self.document, self.side, self.words = document, side, words
        self.force: Force = known[found]
        self._cells = cells_of(self.force.lines)
        exchanged = [each.to for each in document.exchanges if each.side == side]
        self._known = [*dict.fromkeys((*(cell.unit for cell in self._cells), *exchanged))]

    def units(self) -> Counter[str]:
        """Return the units that are bought.

        Raises:
            ValueError: they do not fit the lines; the second argument says what may be chosen.
        """
        if not self.listed:
            return tally(self.force.example)
        return self._with_numbers() if "=" in self.listed else self._all_listed()

    def fielded(self, scenario: str, units: Counter[str]) -> dict[str, Any]:
        """Return the row that says of which force a scenario's units are, if these are bought for it."""
        exchanged = [each.to for each in self.document.exchanges if each.side == self.side]
        part = {"part": True} if units.total() < self.document.units else {}
        count = max((units[name] for name in exchanged), default=0)
        own = {"scenario": scenario, "side": self.side, "force": self.force.force}
        return own | part | ({"exchanged": count} if count else {})

    # -- all units: `2 Armoured car + Pz II` ---------------------------------------------------------

    def _all_listed(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for text in self.listed.split(" + "):
            unit, count = spelled(text.strip(), self._known), 1
            if unit is None and (match := _COUNTED.fullmatch(text.strip())):  # a name may begin with a number
                count, unit = int(match[1]), self._unit(match[2])
            found[unit or self._unit(text)] += count
        part = found.total() < self.document.units
        before = [found, *(swap.undone(found) for swap in swaps(self.document, self.side, found))]
        if not any(self.force.fits(+each, part=part) for each in before):
            alone = {name: count for name, count in found.items() if not self._may_have(name, count, part=part)}
            numbers = " and ".join(f"{count} {name}" for name, count in alone.items())
            raise self._misfit("these units do", f": it cannot have {numbers}" if alone else "", alone or found)
        return found

    # -- numbers of some units: `Pz IV=2, Pz III=4` ----------------------------------------------------

    def _with_numbers(self) -> Counter[str]:
        """Return the example with other numbers of some units; units of their lines give way to them."""
        wanted: dict[str, int] = {}
        for text in self.listed.split(","):
            match = _SET.fullmatch(text.strip())
            if match is None:
                raise ValueError(f"`{text.strip()}` says no number of a unit", "write `UNIT=2, UNIT=1`")
            wanted[self._unit(match[1])] = int(match[2])
        said = ", ".join(f"{name}={count}" for name, count in wanted.items())
        found = self._nearest(wanted)
        if not found:
            raise self._misfit(f"`{said}` does", "", wanted)
        if len(found) > 1:
            open_ = [name for name in self._known if len({each[name] for each in found}) > 1]
            raise ValueError(f"`{said}` leaves open which other units there are", f"say it: {self._told(open_)}")
        return found[0]

    def _nearest(self, wanted: Mapping[str, int]) -> list[Counter[str]]:
        """Return the forces with these numbers that depart least from the example: none, one, or some of several."""
        usual = share_out(self.force.lines, tally(self.force.example)) or (0,) * len(self._cells)
        known = {cell.unit for cell in self._cells}
        found: dict[int, list[Counter[str]]] = {}
        for swap in (None, *swaps(self.document, self.side, wanted)):
            before = dict(wanted) if swap is None else self._before(swap, wanted)
            if any(count and name not in known for name, count in before.items()):
                continue
            ways = nearest(self.force.lines, {n: count for n, count in before.items() if n in known}, usual)
            for counts in ways.counts if ways else ():
                made = totals(self._cells, counts)
                if swap is not None and made[swap.of] >= swap.count:
                    made = +Counter({**made, swap.of: made[swap.of] - swap.count, swap.to: swap.count})
                if ways and made not in found.setdefault(ways.departs, []) and _has(made, wanted):
                    found[ways.departs].append(made)
        return next((found[departs] for departs in sorted(found) if found[departs]), [])

    @staticmethod
    def _before(swap: Swap, wanted: Mapping[str, int]) -> dict[str, int]:
        """Return numbers as they are before an exchange: of units that give way only where it is said."""
        undone = swap.undone(wanted)
        return {name: undone[name] for name in wanted}

    # -- refusals --------------------------------------------------------------------------------------

    def _unit(self, text: str) -> str:
        found = spelled(text.strip(), self._known)
        if found is None:
            hint = did_you_mean(text.strip(), self._known) or self._told(self._known)
            raise ValueError(f"{_MISFIT.format('these units do', self.force.title)}: it has no `{text.strip()}`", hint)
        return found

    def _misfit(self, what: str, why: str, units: Collection[str]) -> ValueError:
        """Return that units do not fit, and the lines in which they may be chosen with all that may be."""
        return ValueError(f"{_MISFIT.format(what, self.force.title)}{why}", self._told(units))

    def _may_have(self, name: str, count: int, *, part: bool) -> bool:
        """Check whether some choice has this number of a unit."""
        exchanged = [each.at_most for each in self.document.exchanges if (each.side, each.to) == (self.side, name)]
        if exchanged:
            return count <= max(exchanged)
        if part:
            return share_out(self.force.lines, {name: count}, part=True) is not None
        return bool(self._nearest({name: count}))

    def _told(self, units: Collection[str]) -> str:
        """Return the lines of which units may be, or all where they are of none."""
        own = {id(cell.line) for cell in self._cells if cell.unit in units}
        lines = [line for line in self.force.lines if not own or id(line) in own]
        return " ".join(line_text(line, self.words) for line in lines)


def _has(made: Counter[str], wanted: Mapping[str, int]) -> bool:
    return all(made[name] == count for name, count in wanted.items())
