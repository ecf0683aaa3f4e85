"""Allocation of attacks: one action, battle after battle, before any of them is fought (rule 6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.contact import Contact, contact, defenders
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice, Event, IllegalActionError, Next, SetChoices, Step, Subset

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action, Token

BY, NEXT = "by", "next"


class Battle(NamedTuple):
    """An attack: the attacked hexes and the attacking units, both in ascending order."""

    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()


class Muster:
    """The units left for further battles, and whether what is begun can be completed.

    A unit that is in combat supply attacks ``most`` times at most, a hex is attacked once at most. Once battles are
    settled the rest can always be completed if every hex that must be attacked has an attacker left, and every
    unit that must attack a hex left: a unit may take several hexes, and where it has them all but one goes
    begging, one of them can be passed on. Where the rules allow several attacks, who has made one is bound no more.
    """

    def __init__(self, met: Contact, served: Collection[int], settled: Sequence[Battle] = (), most: int = 1) -> None:
        made = Counter(unit for battle in settled for unit in battle.units)
        gone = {unit for unit, attacks in made.items() if attacks >= most}
        self.again = {unit for unit in met.targets if made[unit] + 1 < most}
        taken = {hex_ for battle in settled for hex_ in battle.hexes}
        ready = {unit: hexes for unit, hexes in met.targets.items() if unit in served}
        self.targets = {unit: frozenset(hexes).difference(taken) for unit, hexes in ready.items() if unit not in gone}
        self.bound = met.bound.intersection(self.targets).difference(made)
        self.hexes = {
            hex_ for hex_, units in met.facing.items() if hex_ not in taken and any(unit in ready for unit in units)
        }

    @property
    def open(self) -> bool:
        """Whether another battle can be allocated."""
        return any(self.targets.values())

    @property
    @rule("combat.once-a-round", "combat.who-is-attacked", "combat.who-attacks")
    def over(self) -> bool:
        """Whether all units that must attack have done so, and all hexes that must be attacked have been."""
        return not self.bound and not self.hexes

    def attackers(self, hexes: Collection[int]) -> Subset:
        """Return the sets of units that can attack hexes together and leave enough for the other hexes."""
        left = self.hexes.difference(hexes)

        def leaves_the_rest(units: Collection[int]) -> bool:
            free = [found for unit, found in self.targets.items() if unit not in units or unit in self.again]
            return all(any(hex_ in found for found in free) for hex_ in left)

        able = [unit for unit, found in self.targets.items() if found.issuperset(hexes)]
        forced = sorted(unit for unit in self.bound if self.targets[unit].issubset(hexes))
        return Subset(able, must=forced, fits=leaves_the_rest)

    def attacked(self) -> Subset:
        """Return the sets of hexes that can be attacked together."""
        around = sorted({hex_ for found in self.targets.values() for hex_ in found})

        def shared(hexes: Collection[int]) -> bool:
            return any(found.issuperset(hexes) for found in self.targets.values())

        return Subset(around, fits=shared, enough=lambda hexes: self.attackers(hexes).possible)


def battles_of(action: Action) -> list[Battle]:
    """Return the battles of an allocation, the last perhaps incomplete."""
    found = [Battle()]
    units = False
    for token in action:
        if token == BY:
            units = True
        elif token == NEXT:
            found.append(Battle())
            units = False
        elif units:
            found[-1] = found[-1]._replace(units=(*found[-1].units, int(token)))
        else:
            found[-1] = found[-1]._replace(hexes=(*found[-1].hexes, int(token)))
    return found


def _names_units(prefix: Action) -> bool:
    """Return whether the last battle has its hexes and goes on with units."""
    words = [token for token in prefix if token in {BY, NEXT}]
    return bool(words) and words[-1] == BY


class Allocation(Step[CampaignState]):
    """The attacker's battles: ``(hex, …, "by", unit, …, "next", hex, …)``; hexes and units ascend."""

    id = "allocation"
    clause = "combat.allocation"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the attacker, or NOBODY if no battle can be allocated."""
        return state.clock.side[0] if self._muster(state, frame, ()).open else NOBODY

    @rule("combat.allocation", "combat.once-a-round")
    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return hexes that can be attacked together; then units adjacent to all of them; then the next battle."""
        *settled, battle = battles_of(prefix)
        muster = self._muster(state, frame, settled)
        if _names_units(prefix):
            return self._units(state, frame, muster, (*settled, battle))
        return muster.attacked().choices(battle.hexes, BY, ends=False)

    @rule("combat.combined-attack")
    def _units(self, state: CampaignState, frame: Frame, muster: Muster, battles: Sequence[Battle]) -> SetChoices:
        *settled, battle = battles
        able = muster.attackers(battle.hexes)
        found = []
        for unit in (int(each.token) for each in able.further(battle.units, ends=False, more=True)):
            longer = battle._replace(units=(*battle.units, unit))
            after = self._muster(state, frame, (*settled, longer))
            found.append(Choice(unit, whole=after.over, more=unit != able.members[-1] or after.open))
        if able.allows(battle.units) and self._muster(state, frame, battles).open:
            found.append(Choice(NEXT, whole=False, more=True))
        return SetChoices(able, battle.units, found)

    def _muster(self, state: CampaignState, frame: Frame, settled: Sequence[Battle]) -> Muster:
        most = self.rules.given.combat.attacks_per_unit
        return Muster(contact(self.rules, state, state.clock.side[0]), frame.data["served"], settled, most)

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Go on to the supply of the defenders, and then to the battles."""
        if not action:
            return Next()
        side = state.clock.side[0]
        battles = [
            {
                "hexes": list(battle.hexes),
                "attackers": list(battle.units),
                "defenders": [u for hex_ in battle.hexes for u in defenders(self.rules, state, side, hex_)],
            }
            for battle in battles_of(action)
        ]
        # hexes, then attackers as −1 − unit, battle after battle
        subjects = tuple(number for b in battles for number in (*b["hexes"], *(-1 - unit for unit in b["attackers"])))
        return Next(
            (Event("attacks allocated", (), self.clause, subjects),), (Frame("defence-supply", {"battles": battles}),)
        )

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        found = super().why_not(state, frame, prefix, token)
        met = contact(self.rules, state, state.clock.side[0])
        *settled, battle = battles_of(prefix)
        most = self.rules.given.combat.attacks_per_unit
        if any(token in one.hexes for one in settled) or sum(token in one.units for one in settled) >= most > 0:
            return IllegalActionError(
                f"{token} has its battle already", self.rules.clauses["combat.once-a-round"], len(prefix)
            )
        if token in met.targets and _names_units(prefix):
            if token not in frame.data["served"]:
                return IllegalActionError(
                    f"unit {token} is out of combat supply", self.rules.clauses["supply.combat"], len(prefix)
                )
            if not set(battle.hexes) <= set(met.targets[int(token)]):
                return IllegalActionError(
                    f"unit {token} is not adjacent to all of them",
                    self.rules.clauses["combat.combined-attack"],
                    len(prefix),
                )
        if isinstance(token, int) and not _names_units(prefix) and state.hexes.repulsed[token]:
            return IllegalActionError(
                f"hex {token} has thrown back an attack", self.rules.clauses["fortifications.repulse"], len(prefix)
            )
        return IllegalActionError(
            str(found), self.rules.clauses["combat.who-attacks"] if met.bound else self.clause, len(prefix)
        )
