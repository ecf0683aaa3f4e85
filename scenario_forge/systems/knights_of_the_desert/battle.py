"""Battles: the defender's commitment, the draws of chance, losses, elimination and cadres."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Outcome
from scenario_forge.systems.knights_of_the_desert import formulas
from scenario_forge.systems.knights_of_the_desert.moves import risk_then_air
from scenario_forge.systems.knights_of_the_desert.rules import LIMITED
from scenario_forge.systems.knights_of_the_desert.state import CADRE, OUT, KnightsState
from scenario_forge.systems.knights_of_the_desert.turns import KnightsPhase
from scenario_forge.wargame.base.steps import Frames, PercentRoll

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers
    from scenario_forge.wargame.base.events import Book


class Defence(KnightsPhase):
    """The defender's commitment: ``(risk, air)``."""

    def who(self, state: KnightsState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side that is attacked."""
        return 1 - int(frame.data["side"])

    @rule("III.2.E.12.e", "IV.D.1.d")
    def choices(self, state: KnightsState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return levels of risk, then air points."""
        return risk_then_air(self.rules, state, 1 - frame.data["side"], prefix)

    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Return the frame of the battle, with all that both sides have chosen."""
        risks, airs = [*frame.data["risks"], action[0]], [*frame.data["airs"], action[1]]
        return [Frame("battle", {**frame.data, "risks": risks, "airs": airs, "drawn": []})]


class Battle(KnightsPhase):
    """A battle: risk factors of attacker and defender, air points that each shoots down; then the losses."""

    questions = 4

    def who(self, state: KnightsState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE until all is drawn."""
        return CHANCE if len(frame.data["drawn"]) < self.questions else NOBODY

    @rule("IV.D.5.b2", "IV.D.1.c2", "X.6")
    def chance(self, state: KnightsState, frame: Frame) -> Chance:
        """Return the question: the risk factor, by both risks; air losses, by the points of the side that shoots."""
        data, drawn = frame.data, len(frame.data["drawn"])
        subjects = (drawn, *data["attackers"], -1, *data["defenders"])
        if drawn < 2:
            low, high = (self.rules.column(f"risk.{end}")[sum(data["risks"]) - 2] for end in ("low", "high"))
            return Chance("risk factor", [Outcome(n) for n in range(low, high + 1)], state.clock.turn[0], subjects)
        hits = self.rules.column("air.loss")[data["airs"][drawn - 2]] if data["airs"][3 - drawn] else 0
        return Chance("air loss", [Outcome(1, hits), Outcome(0, 100 - hits)], state.clock.turn[0], subjects)

    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:
        """Return the frame with the draw, or carry out the result of the battle."""
        if action:
            return [frame.with_values(drawn=[*frame.data["drawn"], action[0]])]
        return resolve_battle(self.rules, state, frame.data, book)


@rule("IV.D.4.f1", "IV.D.4.f2")
def bystanders(rules: KnightsNumbers, state: KnightsState, data: Mapping[str, Any]) -> formulas.Bystanders:
    """Return the units and hexes that count besides those that fight (IV.D.4.f)."""
    side, stacks = data["side"], rules.stacks(state)
    held = [rules.side_at(state, h) for h in rules.around(data["to"]) if h != data["from"]]
    stacked, enemies = (
        len(stacks[data[at]]) - len(data[who]) for at, who in (("from", "attackers"), ("to", "defenders"))
    )
    return formulas.Bystanders(stacked, held.count(side), enemies + held.count(1 - side))


@rule("III.2.E.12.f", "IV.D.4.h", "IV.D.5.d1", "III.2.I.1", "IV.D.2.a", "IV.D.2.c", "IV.D.2.d")
def resolve_battle(rules: KnightsNumbers, state: KnightsState, data: Mapping[str, Any], book: Book) -> list[Frame]:
    """Carry out a battle: odds, losses, costs; who breaks; supply that is captured. Return the frames that follow."""
    units, combat, drawn, airs = state.units, rules.says.combat, data["drawn"], data["airs"]
    groups, sides = (data["attackers"], data["defenders"]), (data["side"], 1 - data["side"])
    risks = [rules.risk(side, Fraction(n, 100)) for side, n in zip(sides, drawn, strict=False)]
    strength = sum(units.strength[u] for u in groups[0])
    attack = formulas.attack(combat, strength, airs[0], bystanders(rules, state, data))
    defence = formulas.defence(combat, [rules.defender(state, u) for u in groups[1]], airs[1])
    base = formulas.base_loss(rules.loss, intensity=data["intensity"], strength=strength)
    losses = (
        formulas.attackers_loss(base=base, risk=risks[0], enemy_air=airs[1]),
        formulas.defenders_loss(combat, base, risks[1], airs[0], attack / defence),
    )
    for number, side in enumerate(sides):
        book.add("sides.air", side, -drawn[3 - number])
        book.add("sides.flown", side, airs[number] - drawn[3 - number])
    where = (data["from"], data["to"], data["intensity"])
    book.event("battle", "IV.D.4.h", *where, int(attack), int(defence), *drawn, data["side"])
    broken: list[tuple[int, int]] = []
    for number, group in enumerate(groups):
        modifiers, strengths = [rules.morale(u) for u in group], [units.strength[u] for u in group]
        for unit, loss in zip(group, formulas.losses_by_unit(losses[number], strengths, modifiers), strict=True):
            paid, spent = rules.price(unit, data["intensity"], defends=bool(number))
            book.add("strength", unit, -loss)
            book.add("sides.inflicted", 1 - rules.owner(unit), loss)
            book.add("supply", unit, -min(paid, units.supply[unit]))
            book.add("points", unit, -min(spent, units.points[unit]))
            book.event("loses", "IV.D.5.d1", unit, loss)
            if formulas.breaks(combat, units.strength[unit] - loss, rules.value_of("ceiling", unit)):
                broken.append((unit, number))
    for unit, number in broken:
        eliminate(rules, book, unit, [u for u in groups[1 - number] if u not in dict(broken)])
    chances = ((unit, rules.cadre_chance(state, unit)) for unit, _ in broken)
    cadres = [Frame("cadre", {"unit": unit, "chance": chance}) for unit, chance in chances if chance]
    return [Frame("aftermath", {"unit": groups[0][0]})] * (data["step"] != LIMITED) + cadres


@rule("IV.A.2", "IV.A.2.e", "IV.B.2.d", "IV.D.3.f", "IV.A.1.g")
def eliminate(rules: KnightsNumbers, book: Book, unit: int, captors: Sequence[int]) -> None:
    """Eliminate a unit; those that beat it share its supply evenly, as much as they can carry."""
    book.put("place", unit, OUT)
    for captor in captors:
        room = rules.value_of("supply_ceiling", captor) - book.get("supply", captor)
        book.add("supply", captor, min(book.get("supply", unit) // len(captors), room))
    book.event("eliminated", "IV.A.2.a", unit)


def aftermath(_rules: KnightsNumbers, _state: KnightsState, frame: Frame, book: Book) -> None:
    """End a battle of an operations phase, to which the other side may react."""
    book.event("battle ends", "III.2.E.10", frame.data["unit"])


# -- cadres ----------------------------------------------------------------------------------------


class CadreRoll(KnightsPhase, PercentRoll[KnightsState]):
    """A draw that decides whether an eliminated unit comes back."""

    @rule("IV.A.2.c1")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Bring the unit back as a cadre with a part of its ceiling, or do nothing."""
        if action == (1,):
            unit, supply = frame.data["unit"], self.rules.says.supply.cadre
            strength = self.rules.cadre_strength(unit)
            for column, new in (("place", CADRE), ("strength", strength), ("supply", supply), ("fort", 0)):
                book.put(column, unit, new)
            book.event("cadre formed", "IV.A.2.c1", unit)
        return ()
