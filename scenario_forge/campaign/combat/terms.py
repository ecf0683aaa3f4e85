"""The terms of an attack in words: who and what counts in its differential, and what each throw would do (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.combat.allocation import Allocation, battles_of
from scenario_forge.campaign.combat.battle import Battles, Fight
from scenario_forge.campaign.combat.differential import (
    UNLIMITED,
    Fighters,
    Part,
    best,
    parts,
    result,
    worst_side,
)
from scenario_forge.campaign.contact import contact, defenders
from scenario_forge.documents.base import slug
from scenario_forge.simulator.terms import Attack, Reckoning, Roll, Roster, Terms, prospects
from scenario_forge.wargame.base.results import spans

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.simulator.terms import Prospect

_TABLE = "combat results table"
_GROUND = "terrain effects chart"


def attacks(state: CampaignState, frame: Frame, action: Action) -> list[Attack]:  # noqa: ARG001 - as the play has it
    """Return the attacks of an allocation that is begun, or of battles that are not fought yet."""
    if frame.step == Allocation.id:
        battles = ((battle.hexes, battle.units) for battle in battles_of(action))
        return [Attack(hexes[0], units, {"hexes": hexes}) for hexes, units in battles if hexes and units]
    waiting = [frame.data] if frame.step == Fight.id else frame.data["battles"] if frame.step == Battles.id else ()
    chosen = [each for each in waiting if not action or each["hexes"][0] == action[0]]
    return [
        Attack(
            each["hexes"][0],
            tuple(each["attackers"]),
            {"hexes": each["hexes"], "defenders": each["defenders"], "used": True},
        )
        for each in chosen
    ]


def terms(rules: Rules, state: CampaignState, target: int, attackers: Sequence[int], given: Mapping[str, Any]) -> Terms:
    """Return the terms of an attack.

    Args:
        rules: the rules of the scenario.
        state: the position.
        target: the attacked hex.
        attackers: the units that attack it.
        given: ``hexes``: all that are attacked at once; ``defenders`` and ``used``: as a battle of a round has them.

    Raises:
        ValueError: they cannot attack; the words say why.
    """
    hexes = given.get("hexes", (target,))
    side = _side(rules, state, hexes, attackers)
    there = given.get("defenders") or [unit for hex_ in hexes for unit in defenders(rules, state, side, hex_)]
    fighters, sum_ = Fighters(attackers, hexes, there), Reckoning()
    for part in parts(rules, state, fighters, used=given.get("used", False)):
        if part.value:
            sum_.add(part.value, *_source(rules, state, fighters, part))
    capped = min(hexes, key=lambda hex_: rules.caps.get(hex_, UNLIMITED))
    place = rules.compiled.place_names.get(capped, "the hex")
    quantity = f"fortification.highest_differential.{slug(place)}"
    clause = rules.stated_by.get(quantity, rules.clauses["fortifications.best-differential"])
    sum_.at_most(best(rules, hexes), f"the limit of {place}", clause, "fortification.highest_differential")
    resolved = int(sum_.total)
    roll = Roll(_TABLE, _heading(rules, resolved), _prospects(rules, state, fighters, resolved))
    return Terms((sum_.named("differential"),), (roll,))


def _side(rules: Rules, state: CampaignState, hexes: Sequence[int], attackers: Sequence[int]) -> int:
    """Return the side that attacks.

    Raises:
        ValueError: it cannot.
    """
    roster = Roster(rules.compiled.units.side, state.units.place, rules.compiled.names["units"])
    sides = [roster.attacking_side(hex_, attackers) for hex_ in hexes]
    targets = contact(rules, state, sides[0]).targets
    for unit in attackers:
        for hex_ in hexes:
            if hex_ not in targets.get(unit, ()):
                raise ValueError(f"{roster.names[unit]} cannot attack {rules.compiled.names['hexes'][hex_]} now")
    return sides[0]


# -- where the numbers come from -------------------------------------------------------------------


def _source(rules: Rules, state: CampaignState, fighters: Fighters, part: Part) -> tuple[str, str, str]:
    """Return where a number of a differential comes from in words, its clause, and where it stands."""
    if part.kind == "unsupplied":
        clause = _clause(rules, "combat.modifier.unsupplied_defender", "combat.modifiers")
        return "defenders out of combat supply", clause, f"{_TABLE}, unsupplied defender"
    if part.kind == "own":
        source, rule, line = rules.modifier_source
        return source, rules.clauses[rule] if rule else "", f"{_TABLE}, {_spoken(line)}" if line else ""
    if part.kind in ("rough", "fortification"):
        return _of_ground(rules, part)
    unit = rules.compiled.names["units"][part.at]
    if part.kind == "slopes":
        kind = _kind(rules, worst_side(rules, state.units.place[part.at], fighters.hexes))
        clause = _clause(rules, f"combat.modifier.{slug(kind)}", "terrain.combat-modifiers")
        return f"{unit}: across {kind}", clause, f"{_GROUND}, {kind}"
    if part.kind == "armour":
        clause = _clause(rules, "combat.modifier.armour_against_fortification", "combat.modifiers")
        return f"{unit}: armour against works", clause, f"{_TABLE}, armour against fortification"
    return unit, rules.clauses["combat.resolution"], _strength(rules, state, part)


def _clause(rules: Rules, quantity: str, rule: str) -> str:
    """Return the clause that states a quantity; the first that carries a rule where none does."""
    return rules.stated_by.get(quantity, rules.clauses[rule])


def _of_ground(rules: Rules, part: Part) -> tuple[str, str, str]:
    """Return the source of what the terrain of the defenders' hex counts, or the works in it."""
    if part.kind == "rough":
        terrain = _spoken(rules.compiled.keys["terrain"][rules.compiled.map.terrain[part.at]])
        clause = _clause(rules, f"combat.modifier.{slug(terrain)}", "terrain.combat-modifiers")
        return f"defenders in {terrain}", clause, f"{_GROUND}, {terrain}"
    clause = rules.clauses["fortifications.defence"]
    if rules.values[part.at] == -part.value:
        return f"fortification {rules.compiled.place_names.get(part.at, '')}".strip(), clause, "map, value of the place"
    value = "fortification.box_value"
    return "fortified box", _clause(rules, value, "fortifications.defence"), value


def _strength(rules: Rules, state: CampaignState, part: Part) -> str:
    """Return where the strength of a unit stands: its counter, or what is left of it."""
    printed, left = rules.compiled.units.strength[part.at], state.units.strength[part.at]
    found = "counter" if left == printed else f"{left} of {printed} left"
    return found if abs(part.value) == left else f"{found}, reduced"


def _kind(rules: Rules, edge: int) -> str:
    """Return the kind of hexside with the lowest modifier on one."""
    sides, shifts = rules.compiled.map.sides[edge], rules.columns.combat_side
    kinds = [(shifts[bit], kind) for bit, kind in enumerate(rules.compiled.keys["hexside_kinds"]) if sides >> bit & 1]
    return _spoken(min(kinds)[1])


def _spoken(key: str) -> str:
    return key.replace("-", " ").replace("_", " ")


def _heading(rules: Rules, resolved: int) -> str:
    """Return the differences that have the column of one."""
    return list(spans(rules.columns.combat_columns))[rules.results.column(resolved)]


# -- what comes of it ------------------------------------------------------------------------------


def _prospects(rules: Rules, state: CampaignState, fighters: Fighters, resolved: int) -> tuple[Prospect, ...]:
    """Return the results of a column of the combat results table."""
    die = Fight(rules).outcomes()

    def losses(token: Token) -> tuple[int, int]:
        return result(rules, resolved, int(token))

    def effect(token: Token) -> str:
        return _effect(rules, state, fighters, losses(token))

    return prospects(die, lambda token: "/".join(map(str, losses(token))), effect)


def _effect(rules: Rules, state: CampaignState, fighters: Fighters, losses: tuple[int, int]) -> str:
    """Return what a result does: the losses of both sides, and whether works throw the attack back."""
    attackers, hexes, there = fighters
    effects = []
    for who, units, others, loss in (
        ("defenders", there, attackers, losses[1]),
        ("attackers", attackers, there, losses[0]),
    ):
        if loss:
            first = rules.lost_first(others, units)
            whole = ", all their strength" if loss >= sum(state.units.strength[unit] for unit in units) else ""
            armour = f", the first {min(first, loss)} of it from armour" if first else ""
            effects.append(f"{who} lose {loss}{whole}{armour}")
    if losses[0] and any(rules.forts[hex_] for hex_ in hexes):
        effects.append("the attack is thrown back")
    return "; ".join(effects) or "no losses"
