"""Battles: the defender's commitment, the draws of chance, losses, elimination and cadres."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Outcome
from scenario_forge.simulator.terms import Attack, Reckoning
from scenario_forge.systems.knights_of_the_desert import formulas
from scenario_forge.systems.knights_of_the_desert.moves import fight_of, risk_then_air
from scenario_forge.systems.knights_of_the_desert.rules import LIMITED
from scenario_forge.systems.knights_of_the_desert.state import CADRE, KnightsState
from scenario_forge.systems.knights_of_the_desert.turns import KnightsPhase
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.base.steps import Frames, PercentRoll
from scenario_forge.wargame.base.terms import one_hex_beside, points_fight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Choice, Token
    from scenario_forge.simulator.terms import Terms
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


def strengths(
    rules: KnightsNumbers,
    state: KnightsState,
    data: Mapping[str, Any],
    found: Sequence[Reckoning | None] = (None, None),
) -> tuple[Fraction, Fraction]:
    """Return the modified strengths of attackers and defenders."""
    combat, airs, strength = rules.says.combat, data["airs"], sum(state.units.strength[u] for u in data["attackers"])
    attack = formulas.attack(combat, strength, airs[0], bystanders(rules, state, data), found[0])
    return attack, formulas.defence(combat, [rules.defender(state, u) for u in data["defenders"]], airs[1], found[1])


def losses_of(
    rules: KnightsNumbers, state: KnightsState, data: Mapping[str, Any], odds: Fraction, drawn: Sequence[int]
) -> Iterator[list[int]]:
    """Yield the losses of attackers and of defenders by unit, for the risk factors that were drawn."""
    held, sides, airs = state.units.strength, (data["side"], 1 - data["side"]), data["airs"]
    risks = [rules.risk(side, Fraction(n, 100)) for side, n in zip(sides, drawn, strict=False)]
    strength = sum(held[u] for u in data["attackers"])
    base = formulas.base_loss(rules.loss, intensity=data["intensity"], strength=strength)
    losses = (
        formulas.attackers_loss(base=base, risk=risks[0], enemy_air=airs[1]),
        formulas.defenders_loss(rules.says.combat, base, risks[1], airs[0], odds),
    )
    for points, group in zip(losses, (data["attackers"], data["defenders"]), strict=True):
        yield formulas.losses_by_unit(points, [held[u] for u in group], [rules.morale(u) for u in group])


@rule("III.2.E.12.f", "IV.D.4.h", "IV.D.5.d1", "III.2.I.1", "IV.D.2.a", "IV.D.2.c", "IV.D.2.d")
def resolve_battle(rules: KnightsNumbers, state: KnightsState, data: Mapping[str, Any], book: Book) -> list[Frame]:
    """Carry out a battle: odds, losses, costs; who breaks; supply that is captured. Return the frames that follow."""
    units, drawn, airs = state.units, data["drawn"], data["airs"]
    groups, sides = (data["attackers"], data["defenders"]), (data["side"], 1 - data["side"])
    attack, defence = strengths(rules, state, data)
    losses = [*losses_of(rules, state, data, attack / defence, drawn)]
    for number, side in enumerate(sides):
        book.add("sides.air", side, -drawn[3 - number])
        book.add("sides.flown", side, airs[number] - drawn[3 - number])
    where = (data["from"], data["to"], data["intensity"])
    book.event("battle", "IV.D.4.h", *where, int(attack), int(defence), *drawn, data["side"])
    gone: list[tuple[int, int]] = []
    for number, group in enumerate(groups):
        for unit, loss in zip(group, losses[number], strict=True):
            paid, spent = rules.price(unit, data["intensity"], defends=bool(number))
            book.add("strength", unit, -loss)
            book.add("sides.inflicted", 1 - rules.owner(unit), loss)
            book.add("supply", unit, -min(paid, units.supply[unit]))
            book.add("points", unit, -min(spent, units.points[unit]))
            book.event("loses", "IV.D.5.d1", unit, loss)
            if broken(rules, state, unit, loss):
                gone.append((unit, number))
    for unit, number in gone:
        eliminate(rules, book, unit, [u for u in groups[1 - number] if u not in dict(gone)])
    chances = ((unit, rules.cadre_chance(state, unit)) for unit, _ in gone)
    cadres = [Frame("cadre", {"unit": unit, "chance": chance}) for unit, chance in chances if chance]
    return [Frame("aftermath", {"unit": groups[0][0]})] * (data["step"] != LIMITED) + cadres


def broken(rules: KnightsNumbers, state: KnightsState, unit: int, loss: int) -> bool:
    """Return whether a loss brings a unit below its breaking point."""
    return formulas.breaks(rules.says.combat, state.units.strength[unit] - loss, rules.value_of("ceiling", unit))


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


def attacks(_rules: KnightsNumbers, _state: KnightsState, frame: Frame, action: Action) -> list[Attack]:
    """Return the attack of an action that is begun, or of a battle that is not resolved yet."""
    data = fight_of(frame, action) if action[:1] == ("attack",) and len(action) > 2 else frame.data
    if frame.step == "defence":
        data = {**data, "risks": [*data["risks"], *action[:1]], "airs": [*data["airs"], *action[1:2]]}
    return [Attack(data["to"], tuple(data["attackers"]), data)] if data.get("attackers") else []


def chosen(rules: KnightsNumbers, state: KnightsState, attack: Attack) -> dict[str, Any]:
    """Return a battle; what nobody has chosen is the most that can be paid, the middle risk, and no air points."""
    group, given, side, held = attack.attackers, attack.given, rules.owner(attack.attackers[0]), state.units.supply
    needs = rules.says.combat.needs[rules.compiled.keys["sides"][side]].supply
    if min(held[u] for u in group) < needs or all(rules.depot[u] or rules.garrison[u] for u in group):
        raise ValueError(f"attackers need {needs} supply points each, and one must be neither depot nor garrison")
    origin, defenders = one_hex_beside(rules, state, attack), given.get("defenders")
    levels = [n for n in formulas.LEVELS if all(rules.price(u, n, defends=False)[0] <= held[u] for u in group)]
    data = {"side": side, "from": origin, "to": attack.target, "attackers": group, "drawn": []}
    data |= {"defenders": defenders or rules.targets(state, attack.target)}
    data |= {"intensity": given.get("intensity") or max(levels, default=1)}
    return data | {name: [*given.get(name, ()), usual, usual][:2] for name, usual in (("risks", 5), ("airs", 0))}


def terms(rules: KnightsNumbers, state: KnightsState, attack: Attack) -> Terms:
    """Return the terms of a battle."""
    data, found = chosen(rules, state, attack), (Reckoning(), Reckoning())
    odds = Fraction(*strengths(rules, state, data, found))
    factors = Battle(rules, "battle", "").chance(state, Frame("battle", data)).outcomes

    def losses(number: int, factor: Token) -> dict[int, tuple[int, bool]]:
        lost = [*losses_of(rules, state, data, odds, (int(factor), int(factor)))][number]
        units = zip(data[("attackers", "defenders")[number]], lost, strict=True)
        return {unit: (loss, broken(rules, state, unit, loss)) for unit, loss in units}

    held = {unit: state.units.strength[unit] for unit in attack.attackers}
    return points_fight(rules.compiled.names["units"], held, found, factors, losses)


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
