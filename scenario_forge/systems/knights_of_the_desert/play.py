"""Play of *Knights of the Desert*: its steps, first state, score, outcome, invariants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.set_up import STATES
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.play import Breach, GameOutcome, Status
from scenario_forge.systems.knights_of_the_desert import battle, moves, turns
from scenario_forge.systems.knights_of_the_desert import state as tables
from scenario_forge.systems.knights_of_the_desert.commander import Commander, Competent
from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers
from scenario_forge.systems.knights_of_the_desert.solitaire import OPTION, SolitaireNumbers
from scenario_forge.systems.knights_of_the_desert.state import KnightsState
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.base.playing import GamePlay, level_of
from scenario_forge.wargame.base.terms import Fights
from scenario_forge.wargame.ledger import held_at_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.step import Event
    from scenario_forge.wargame.base.steps import Named

STEPS: Mapping[str, Named] = {
    "delays": ("II.12", turns.Delays), "guess": ("V.7", turns.MisjudgementDraw),
    "reinforcement": ("III.2.A.1", turns.reinforcement), "supply": ("III.2.B.1a", turns.supply),
    "raid": ("III.2.C.6a", turns.raid), "logistics": ("III.2.C.1", turns.Logistics),
    "maintenance": ("IV.B.2.b2", turns.maintenance), "initiative": ("III.2.D.1", turns.Initiative),
    "allotment": ("IV.A.1.i3", turns.allotment), "air-power": ("IV.D.1.c5", turns.air_power),
    "operations": ("III.2.E.1a", moves.Moves), "resupply": ("III.2.F.1", turns.resupply),
    "depot-movement": ("III.2.G.1", moves.Moves), "enemy-reaction": ("III.2.H.1", moves.Moves),
    "march": ("IV.C.2", moves.march), "trigger": ("III.2.E.10", moves.ReactionRoll),
    "limited-reaction": ("III.2.E.10", moves.LimitedReaction),
    "another": ("III.2.E.10.b", moves.FurtherReactionRoll), "defence": ("IV.D.1.d", battle.Defence),
    "battle": ("IV.D.4.h", battle.Battle), "cadre": ("IV.A.2.c1", battle.CadreRoll),
    "aftermath": ("III.2.E.10", battle.aftermath), "victory": ("III.2.I.2", turns.victory),
}  # fmt: skip


def numbers_of(compiled: CompiledScenario) -> KnightsNumbers:
    """Return the numbers of a scenario under the options that it is played with."""
    return (SolitaireNumbers if OPTION in compiled.options else KnightsNumbers)(compiled)


def first_state(rules: KnightsNumbers) -> KnightsState:
    """Return the first state: units where the set-up has them, places held as the scenario says."""
    units, sides, says = rules.units, rules.compiled.keys["sides"], rules.says
    start = says.starts[rules.compiled.parameters["start"]]
    off, places = {STATES.index("reserve"): tables.CADRE, STATES.index("absent"): tables.NEVER}, []
    for hex_, due, begins in zip(units.hex, units.arrival, units.state, strict=True):
        places.append(hex_ if hex_ >= 0 else tables.TO_COME if due >= 0 else off.get(begins, OUT))
    forts = {rules.hex(name): level for name, level in start.forts.items()}
    supply = [
        says.supply.depots if depot else start.supply[sides[side]]["mobile" if mobile else "nmobile"]
        for side, mobile, depot in zip(units.side, rules.mobile, rules.depot, strict=True)
    ]
    air = [rules.rated(start.air[name], side, "air") for side, name in enumerate(sides)]
    own = {"strength": list(map(rules.begins_with, range(len(places)))), "supply": supply, "due": list(units.arrival)}
    return KnightsState(
        units=tables.Units(len(places), place=places, fort=[forts.get(hex_, 0) for hex_ in places], **own),
        sides=tables.Sides(len(sides), air=air),
        nations=tables.Nations(len(rules.compiled.keys["nationalities"])),
        towns=tables.Towns(len(rules.towns), holder=held_at_start(rules.compiled, rules.towns, start.towns)),
        clock=tables.Clock(1, turn=[rules.compiled.turns.span[0]], side=[-1]),
    )


class KnightsPlay(GamePlay[KnightsState]):
    """One scenario of the game in play."""

    meaning, begins, steps, interrupts = staticmethod(numbers_of), staticmethod(first_state), STEPS, moves.interrupts
    off = ("absent", "reserve", "absent", "eliminated")
    clause, hunger, fights = "III.1.A", ("IV.B.2.b2",), Fights(battle.attacks, battle.terms)
    rules: KnightsNumbers

    def score(self, state: KnightsState) -> list[int]:
        """Return points for casualties, plus those gained at the ends of turns (III.2.I)."""
        return [state.sides.inflicted[side] // self.rules.ledger.per + state.sides.gained[side] for side in range(2)]

    @rule("III.2.I.4", "III.2.I.5a")
    def outcome(self, state: KnightsState) -> GameOutcome:
        """Return the level that the lead reaches; the last level of a side that took a home base."""
        levels, taken = self.rules.compiled.ending.get("levels", {}).get("levels"), state.clock.taken[0]
        if not levels:
            return GameOutcome(taken - 1, self.margin(state, taken - 1), "", True) if taken else super().outcome(state)
        extremes = (each for each in (levels[0], levels[-1]) if each["side"] == taken - 1)
        found = next(extremes) if taken else level_of(levels, self.lead(state))
        name = found["id"].removeprefix(f"{self.rules.compiled.keys['sides'][found['side']]}-")
        return GameOutcome(found["side"], self.margin(state, found["side"]), name, taken > 0)

    def observe(self, state: KnightsState, side: int) -> dict[str, Any]:
        """Return the whole state; in solitaire play, strengths of the helped side only roughly."""
        data, rules = super().observe(state, side), self.rules
        if isinstance(rules, SolitaireNumbers) and side != rules.helped_side:
            for unit in rules.own(state, rules.helped_side):
                data["tables"]["units"]["strength"][unit] = rules.apparent_strength(state, unit)
        return data

    def players(self) -> Mapping[str, Maker]:
        """Return the players: one by fixed procedure and a search, and one by procedure alone for solitaire play."""
        return {"competent": Competent, "solitaire": Commander}

    def marks_of(self, state: KnightsState, unit: int) -> list[str]:
        """Return the fortification level, and lack of supply."""
        units = state.units
        return [*[f"fort {units.fort[unit]}"] * (units.fort[unit] > 0), *["unsupplied"] * (not units.fed[unit])]

    def measures(self, state: KnightsState) -> Mapping[str, Sequence[int]]:
        """Return strength and units on the map, and units out of supply."""
        own, fed = [self.rules.own(state, side) for side in range(2)], state.units.fed
        return {**super().measures(state), "unsupplied": [sum(not fed[unit] for unit in units) for units in own]}

    def supply_by_side(self, state: KnightsState) -> Sequence[tuple[int, int]]:
        """Return by side the fighting units on the map, and those that the last supply phase left without supply."""
        own = ([state.units.fed[unit] for unit in self.rules.fighting(state, side)] for side in range(2))
        return [(len(fed), fed.count(0)) for fed in own]

    @rule("VII.1", "VII.3", "VII.4", "VII.5", "VII.6")
    def status(self, state: KnightsState) -> list[Status]:
        """Return the status display of the original: air points ready, the pool, replacements, sea transfer."""
        rules, found = self.rules, list(super().status(state))
        for side, (air, flown) in enumerate(zip(state.sides.air, state.sides.flown, strict=True)):
            found.append(Status(side, "Air points ready", f"{air - flown} of {air}"))
            pool, sea = ("Supply points", state.sides.pool[side]), ("Units to go by sea", 1 - state.clock.sailed[0])
            found.append(Status(side, *map(str, pool if side == rules.rationed else sea)))
        for nation, (name, side) in enumerate(
            zip(rules.compiled.keys["nationalities"], rules.compiled.kinds.nationality_side, strict=True)
        ):
            found.append(Status(side, f"{name.title()} replacements", f"{state.nations.replacements[nation]}"))
        return found

    def attacker(self, state: KnightsState, event: Event) -> int | None:  # noqa: ARG002 - the event says it
        """Return the side that begins a battle."""
        return event.subjects[-1] if event.name == "battle" else None

    def breaches(self, state: KnightsState) -> Iterator[str]:
        """Yield broken limits of unit values, and of stacking."""
        yield from super().breaches(state)
        units, rules = state.units, self.rules
        for unit in rules.active(state):
            most = (rules.value_of("ceiling", unit), rules.value_of("supply_ceiling", unit), rules.allowance(unit), 9)
            columns = (units.strength, units.supply, units.points, units.fort)
            if not all(0 <= column[unit] <= top for column, top in zip(columns, most, strict=True)):
                yield Breach("a unit has a value above its limit or below 0", "units", unit)
            if not rules.cost(unit, units.place[unit])[0]:
                yield Breach("a unit is where it cannot be", "units", unit)
        if any(number < 0 for column in (*state.sides.arrays, *state.nations.arrays) for number in column):
            yield "a side has a value below 0"
