"""The order with which a player buys a force: its name alone, with numbers of some units, or with all its units."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.wargame.forces.card import exchange_text, line_text
from scenario_forge.wargame.forces.document import tally
from scenario_forge.wargame.forces.exchange import Swap, swap_of, swaps
from scenario_forge.wargame.forces.lines import candidates_of, nearest, part_of, totals

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from scenario_forge.wargame.forces.document import Force, ForcesDocument

_COUNTED = re.compile(r"(\d+) (.+)", re.DOTALL)
_SET = re.compile(r"(.+?)\s*=\s*(\d{1,4})", re.DOTALL)
_MISFIT = "{} not fit the lines of the {}"


class Start(NamedTuple):
    """What a scenario has of a side."""

    force: str
    """The force of which its units are; empty where nothing says it."""
    units: Counter[str]
    """Its units, headquarters besides."""
    exchanged: int = 0
    """How many of them were exchanged."""


class Order:
    """What a player orders, in a document of forces. ``words``: those of the game, in which lines are shown."""

    def __init__(
        self,
        document: ForcesDocument,
        side: str,
        order: str,
        words: Callable[..., str],
        start: Start | None = None,
    ) -> None:
        """Find the force. ``start``: what the scenario has; without, there are places for a whole force.

        Raises:
            ValueError: the side has none of that name.
        """
        name, _, self.listed = (part.strip() for part in order.partition(":"))
        known = {force.force: force for force in document.forces if force.side == side}
        found = spelled(name, known)
        if found is None:
            there = f"there are {', '.join(known)}" if known else "it has none"
            raise ValueError(f"this side has no force `{name}`: {did_you_mean(name, known) or there}")
        self.document, self.side, self.words, self.start = document, side, words, start
        self.force: Force = known[found]
        self.exchanges = document.exchanges_of(self.force)
        self._candidates = candidates_of(self.force.lines)
        exchanged = [name for each in self.exchanges for name in each.to]
        self._known = [*dict.fromkeys((*(candidate.unit for candidate in self._candidates), *exchanged))]
        self._places = start.units.total() if start else document.units

    @property
    def brings(self) -> Collection[str]:
        """The options by which the force has more headquarters; a scenario that has the force has chosen its own."""
        has_it = self.start is not None and self.start.force == self.force.force
        return () if has_it else self.force.more_headquarters.keys()

    def units(self) -> Counter[str]:
        """Return the units that are bought.

        Raises:
            ValueError: they do not fit the lines; the second argument says what may be chosen.
        """
        if "=" in self.listed:
            return self._with_numbers()
        return self._all_listed() if self.listed else self._usual()[0]

    def fielded(self, scenario: str, units: Counter[str]) -> dict[str, Any]:
        """Return the row that says of which force a scenario's units are, if these are bought for it."""
        part = units.total() < self.document.units
        found = swap_of(self.force, self.exchanges, units, part=part)
        own = {"scenario": scenario, "side": self.side, "force": self.force.force}
        count = found[0].to.total() if found else 0
        return own | ({"part": True} if part else {}) | ({"exchanged": count} if count else {})

    # -- what is usual --------------------------------------------------------------------------------

    def _usual(self) -> tuple[Counter[str], Swap, tuple[int, ...]]:
        """Return the units that start where nobody chooses, their exchange, and how many of each candidate before it.

        They are those of the example; where the scenario has a part of the force, its own.
        """
        if self._places >= self.document.units:
            units, exchanged = tally(self.force.example), 0
        elif self.start and self.start.force == self.force.force:
            units, exchanged = self.start.units, self.start.exchanged
        else:
            few = f"the scenario has places for {self._places} units, not for a whole {self.force.title}"
            raise ValueError(few, self._all_form(()))
        found = swap_of(self.force, self.exchanges, units, part=True, most=exchanged)
        return (units, *found) if found else (units, Swap(), (0,) * len(self._candidates))

    # -- all units: `2 Armoured car + Pz II` ---------------------------------------------------------

    def _all_listed(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for text in self._parts("+", "`UNIT + 2 UNIT`"):
            unit, count = spelled(text, self._known), 1
            if unit is None and (match := _COUNTED.fullmatch(text)):  # a name may begin with a number
                count, unit = int(match[1]), self._unit(match[2])
            found[unit or self._unit(text)] += count
        if swap_of(self.force, self.exchanges, found, part=found.total() < self.document.units) is None:
            alone = {name: count for name, count in found.items() if not self._may_have(name, count)}
            numbers = " and ".join(f"{count} {name}" for name, count in alone.items())
            raise self._misfit("these units do", f": it cannot have {numbers}" if alone else "", alone or found)
        return found

    # -- numbers of some units: `Pz IV=2, Pz III=4` ----------------------------------------------------

    def _with_numbers(self) -> Counter[str]:
        """Return the usual units with other numbers of some; units of their lines give way to them."""
        wanted: dict[str, int] = {}
        for text in self._parts(",", "`UNIT=2, UNIT=1`"):
            match = _SET.fullmatch(text)
            if match is None:
                raise ValueError(f"`{text}` says no number of a unit", "write `UNIT=2, UNIT=1`")
            unit = self._unit(match[1])
            if unit in wanted:
                raise ValueError(f"the number of `{unit}` is given twice", "give it once")
            wanted[unit] = int(match[2])
        numbers = ", ".join(f"{name}={count}" for name, count in wanted.items())
        found = self._nearest(wanted)
        if not found:
            raise self._misfit(f"`{numbers}` does", "", wanted)
        if len(found) > 1:
            several = [name for name in self._known if len({each[name] for each in found}) > 1]
            hint = f"also give the numbers of: {', '.join(several)}"
            raise ValueError(f"`{numbers}` leaves open which other units there are", hint)
        return found[0]

    def _nearest(self, wanted: Mapping[str, int]) -> list[Counter[str]]:
        """Return the forces with these numbers that depart least from what is usual: none, one, or some of several."""
        _units, own, usual = self._usual()
        lines = self.force.lines if self._places >= self.document.units else part_of(self.force.lines, usual)
        wanted, known = {**own.to, **wanted}, {candidate.unit for candidate in self._candidates}
        found: dict[int, list[Counter[str]]] = {}
        for swap in swaps(self.exchanges, wanted):
            undone = swap.undone(wanted)
            if any(undone[name] and name not in known for name in wanted):
                continue
            # units that give way have a number before the exchange only where they have one after it
            ways = nearest(lines, {name: undone[name] for name in wanted if name in known}, usual)
            for counts in ways.counts if ways else ():
                made = swap.done(totals(self._candidates, counts))
                same = found.setdefault(ways.departs if ways else 0, [])
                if made is not None and made not in same and _has(made, wanted):
                    same.append(made)
        return next((found[departs] for departs in sorted(found) if found[departs]), [])

    # -- refusals --------------------------------------------------------------------------------------

    def _parts(self, sign: str, form: str) -> list[str]:
        parts = [part.strip() for part in self.listed.split(f" {sign} " if sign == "+" else sign)]
        if not all(parts):
            raise ValueError(f"a unit is missing before or after a `{sign}`", f"write {form}")
        return parts

    def _unit(self, text: str) -> str:
        found = spelled(text.strip(), self._known)
        if found is None:
            hint = did_you_mean(text.strip(), self._known) or self._lines_with(self._known)
            raise ValueError(f"{_MISFIT.format('these units do', self.force.title)}: it has no `{text.strip()}`", hint)
        return found

    def _misfit(self, what: str, why: str, units: Collection[str]) -> ValueError:
        """Return that units do not fit, and the lines in which they may be chosen with all that may be."""
        whole = self._places >= self.document.units
        hint = self._lines_with(units) if whole else self._all_form(units)
        return ValueError(f"{_MISFIT.format(what, self.force.title)}{why}", hint)

    def _may_have(self, name: str, count: int) -> bool:
        """Check whether some part of the force has this number of a unit."""
        return swap_of(self.force, self.exchanges, {name: count}, part=True) is not None

    def _all_form(self, units: Collection[str]) -> str:
        """Return how all units of a part are listed, and the lines."""
        return f"list all {self._places} units, `{self.force.force}: UNIT + 2 UNIT`. {self._lines_with(units)}"

    def _lines_with(self, units: Collection[str]) -> str:
        """Return the lines and exchanges with some of the units in words; all lines where there are none."""
        own = {id(candidate.line) for candidate in self._candidates if candidate.unit in units}
        exchanges = [each for each in self.exchanges if {*each.to} & {*units}]
        lines = [line for line in self.force.lines if id(line) in own or not (own or exchanges)]
        texts = [line_text(line, self.words) for line in lines]
        return " ".join([*texts, *(exchange_text(each, self.words) for each in exchanges)])


def _has(made: Counter[str], wanted: Mapping[str, int]) -> bool:
    return all(made[name] == count for name, count in wanted.items())
