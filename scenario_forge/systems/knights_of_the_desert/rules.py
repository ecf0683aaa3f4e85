"""The meaning of a compiled scenario of *Knights of the Desert* for each unit: costs, supply, possible deeds."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.game.formula import exact
from scenario_forge.game.rule_marks import rule
from scenario_forge.systems.knights_of_the_desert.formulas import LEVELS, Defender, supply_left
from scenario_forge.systems.knights_of_the_desert.parameters import KnightsParameters
from scenario_forge.systems.knights_of_the_desert.state import KnightsState
from scenario_forge.wargame.base.numbers import Numbers
from scenario_forge.wargame.supply_lines import dependents, linked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Token
    from scenario_forge.wargame.base.events import Book

FORTIFY, SAIL = "fortify", "sail"
LIMITED = "limited-reaction"
DEPOTS = "depot-movement"
HISTORICAL = 5
"""The rating of reinforcements that come at their historical time."""


class Trial(NamedTuple):
    """A unit during its deeds: where it is, what it has left, and whether it must stop there."""

    place: int
    points: int
    supply: int
    fort: int
    stops: bool = False


class KnightsNumbers(Numbers[KnightsState]):
    """The numbers of a compiled scenario by their meaning."""

    misjudged = False
    """Whether strengths of a side are seen only roughly."""

    def __init__(self, compiled: CompiledScenario) -> None:
        super().__init__(compiled)
        self.depot, self.garrison, self.mobile = (self.group(name) for name in ("depot", "garrison", "mobile"))
        (self.fortress,) = self.places_of("fortress")
        self.towns, self.home = self.ledger.towns, self.ledger.home
        self.prizes: Mapping[int, int] = {
            region["on"]["hex"]: row["side"]
            for row in compiled.ending["sudden"]
            if "present" in row["when"]
            for region in row["when"]["present"]["within"]
        }
        """By hex of a home base: the side that wins by taking it."""

    @cached_property
    def says(self) -> KnightsParameters:
        """The parameters of rules.yaml that only this game has."""
        own = {name: self.given[name] for name in KnightsParameters.model_fields}  # a game built on this one has more
        return KnightsParameters.model_validate(own)

    @cached_property
    def rationed(self) -> int:
        """The side whose supply comes out of a pool."""
        return self.compiled.keys["sides"].index(self.says.rationed)

    @rule("III.2.I.5a")
    def over(self, state: KnightsState) -> bool:
        """Return whether a home base is taken."""
        return state.clock.taken[0] > 0

    def first(self, state: KnightsState, turn: int) -> int:  # noqa: ARG002 - chosen in the turn itself
        """Return the side that was chosen to be first."""
        return state.clock.leads[0]

    @cached_property
    def loss(self) -> Sequence[Fraction]:
        """The base loss: a constant, and the loss per strength point at intensity 1."""
        return [Fraction(number, 1000) for number in self.column("loss")]

    # -- ratings ---------------------------------------------------------------------------------------

    @rule("II.9", "II.10", "II.11")
    def rated(self, points: int, side: int, aspect: Literal["combat", "replacements", "supply", "air"]) -> int:
        """Return points adjusted by the rating of a side, rounded to the nearest."""
        ratings = self.says.ratings[self.compiled.keys["sides"][side]]
        percents = self.column("rating.air" if aspect == "air" else "rating.points")
        rating: int = getattr(ratings, aspect)
        return (points * percents[rating] + 50) // 100

    @rule("II.8", "II.9", "II.10")
    def begins_with(self, unit: int) -> int:
        """Return the strength of a unit when it begins or arrives; no rating lifts it over its ceiling or breaks it."""
        printed, ceiling = self.units.start_strength[unit], self.value_of("ceiling", unit)
        lives = ceil(ceiling * exact(self.says.combat.breaks_below))
        rated = self.rated(printed, self.owner(unit), "combat")
        return min(max(rated, min(printed, lives)), max(ceiling, printed))

    @rule("II.12")
    def shift(self, unit: int) -> int:
        """Return the most turns that a unit can come late; below 0: early."""
        rating = self.says.ratings[self.compiled.keys["sides"][self.owner(unit)]].reinforcements
        return self.column("rating.reinforcements")[rating - 1] * (1 if rating > HISTORICAL else -1)

    # -- units -----------------------------------------------------------------------------------------

    def row(self, unit: int) -> int:
        """Return a unit's row in most charts: non-mobile of the rationed side, of the other, then mobile ones."""
        return 2 * self.mobile[unit] + (self.owner(unit) != self.rationed)

    @rule("IV.A.1.e2", "IV.C.2.a")
    def allowance(self, unit: int) -> int:
        """Return the operation points of a full allotment."""
        return self.column("allowance")[self.row(unit)]

    @rule("IV.C.2.c", "IV.C.3.d")
    def cost(self, unit: int, hex_: int) -> tuple[int, int]:
        """Return the operation and supply points to enter; 0 operation points where nobody may."""
        row = 2 * self.terrain[hex_] + self.mobile[unit]
        return self.column("cost.points")[row], self.column("cost.supply")[row]

    def step_cost(self, unit: int, hex_: int, to: int) -> int:  # noqa: ARG002 - the way in does not matter
        """Return the operation points to enter; 0 also for garrisons."""
        return 0 if self.garrison[unit] else self.cost(unit, to)[0]

    def gait(self, unit: int) -> tuple[int, int]:
        """Return whether a unit is a garrison, and whether it is mobile."""
        return self.garrison[unit], self.mobile[unit]

    def morale(self, unit: int) -> Fraction:
        """Return the factor by which morale multiplies a loss."""
        return Fraction(self.column("morale.modifier")[self.value_of("morale", unit) - 1], 10)

    def supply_row(self, unit: int) -> int:
        """Return the column of a unit in the combat supply chart."""
        return self.row(unit)

    @rule("X.3", "X.5", "IV.D.2.a")
    def price(self, unit: int, intensity: int, *, defends: bool) -> tuple[int, int]:
        """Return the supply and operation points that a battle costs a unit (IV.D.2)."""
        supply = self.column("combat.supply")[8 * (intensity - 1) + 4 * defends + self.supply_row(unit)]
        return supply, self.column("combat.points")[4 * (intensity - 1) + 2 * defends + self.row(unit) % 2]

    # -- what stands where -------------------------------------------------------------------------

    @rule("III.2.E.13", "III.2.A.2", "IV.C.3.e")
    def most(self, hex_: int) -> int:
        """Return the most units that a hex holds."""
        return self.says.stacking.fortress if hex_ == self.fortress else self.says.stacking.most

    def inflicted(self, state: KnightsState, side: int) -> int:
        """Return the strength points that a side has cost the other."""
        return state.sides.inflicted[side]

    def defender(self, state: KnightsState, unit: int) -> Defender:
        """Return the factors of a unit that is attacked where it is."""
        units = state.units
        ground = self.defence_modifier(units.place[unit])
        name = self.compiled.names["units"][unit]
        return Defender(units.strength[unit], units.supply[unit], units.fort[unit], ground, name)

    def defence_modifier(self, hex_: int) -> Fraction:
        """Return the factor by which the terrain of a hex multiplies the strength of defenders."""
        return Fraction(self.column("defence")[self.terrain[hex_]], 100)

    # -- supply ----------------------------------------------------------------------------------------

    def bases(self, state: KnightsState, side: int) -> list[int]:
        """Return the home base, and the fortress if the side was last in it."""
        holder = state.towns.holder[self.ledger.rows_of[self.fortress]]
        return [self.home[side], *[self.fortress] * (holder == side + 1)]

    def fighting(self, state: KnightsState, side: int) -> list[int]:
        """Return the units of a side on the map that are not depots."""
        return [unit for unit in self.own(state, side) if not self.depot[unit]]

    def line(self, state: KnightsState, side: int) -> tuple[list[int], list[int], int]:
        """Return a side's bases, the hexes of its depots, and the most hexes between two of them (III.2.B.4)."""
        depots = [state.units.place[unit] for unit in self.own(state, side) if self.depot[unit]]
        return self.bases(state, side), depots, self.column("range.depot")[0]

    @rule("III.2.B.3", "III.2.B.4", "III.2.B.5")
    def sources(self, state: KnightsState, side: int) -> frozenset[int]:
        """Return the hexes that a side's supply comes from."""
        needs = ("units.place", "towns.holder")
        return state.derived(("sources", side), needs, lambda: linked(self.distance, *self.line(state, side)))

    def dependents(self, state: KnightsState, side: int) -> Mapping[int, frozenset[int]]:
        """Return for each source the fighting units of the side that are in supply through it alone."""
        users = {unit: (state.units.place[unit], self.reach(unit)) for unit in self.fighting(state, side)}
        return dependents(self.distance, *self.line(state, side), users)

    def is_supplied(self, state: KnightsState, unit: int) -> bool:
        """Return :meth:`is_fed`, at any time; in the last turn always True, as no unit will starve any more."""
        return state.clock.turn[0] >= self.compiled.turns.span[1] or bool(self.is_fed(state, unit))

    @rule("III.2.B.2")
    def reach(self, unit: int) -> int:
        """Return how far from a source a combat unit is in supply."""
        return self.column("range.unit")[self.row(unit) % 2]

    @rule("III.2.B.1a", "III.2.F.1", "IV.A.1.h1")
    def is_fed(self, state: KnightsState, unit: int) -> int:
        """Return whether a unit is near enough to a source; a depot must be one itself."""
        place, sources = state.units.place[unit], self.sources(state, self.owner(unit))
        if self.depot[unit]:
            return int(place in sources)
        return int(any(self.distance(hex_, place) <= self.reach(unit) for hex_ in sources))

    @rule("III.2.C.5c", "IV.B.2.a2")
    def send(self, state: KnightsState, book: Book, unit: int, points: int) -> None:
        """Send supply to a unit: the rationed side's comes out of the pool; some is lost on the way."""
        if self.owner(unit) == self.rationed:
            points = min(points, book.get("sides.pool", self.rationed))
            book.add("sides.pool", self.rationed, -points)
        lost_per_hex = self.says.supply.lost_per_hex
        book.add("supply", unit, supply_left(points, hexes=self.from_home(state, unit), lost_per_hex=lost_per_hex))

    @rule("III.2.C.6a", "IV.B.2.e")
    def raids(self, state: KnightsState) -> bool:
        """Return whether the other side is in the fortress, not shut in, behind a unit of the rationed side."""
        side, fortress = 1 - self.rationed, self.fortress
        if self.side_at(state, fortress) != side or self.shut_in(state, fortress, side):
            return False
        return any(self.is_east_of(state.units.place[u], fortress) for u in self.fighting(state, self.rationed))

    # -- what a unit does ------------------------------------------------------------------------------

    @rule("III.2.E.3", "III.2.G.1", "III.2.G.2", "IV.C.3.b", "IV.C.1")
    def acting_units(self, state: KnightsState, frame: Frame) -> list[int]:
        """Return the units that act in a phase: depots in their own phase, all others in the other phases."""
        own = self.own(state, frame.data["side"])
        return [unit for unit in own if self.depot[unit] == (frame.step == DEPOTS)]

    def before_deeds(self, state: KnightsState, frame: Frame, unit: int) -> Trial:
        """Return a unit's position and what it may spend before its first deed."""
        units = state.units
        return Trial(units.place[unit], self.budget(state, frame, unit), units.supply[unit], units.fort[unit])

    @rule("III.2.E.10.a", "IV.C.3.k")
    def budget(self, state: KnightsState, frame: Frame, unit: int) -> int:
        """Return the operation points that a unit may spend now."""
        left = state.units.points[unit]
        if frame.step != LIMITED:
            return left
        in_hand = unit == frame.data.get("unit")
        return left - int(frame.data["keeps"]) if in_hand else min(left, self.allowance(unit) // 2)

    def after(self, state: KnightsState, frame: Frame, unit: int, now: Trial, deed: Token) -> Trial | None:
        """Return the unit after a deed: `fortify`, `sail`, or the hex that it enters; None where it may not."""
        if now.stops:
            return None
        if deed == SAIL:
            return self.after_sailing(state, frame, unit, now)
        if isinstance(deed, str):
            return self.after_fortifying(unit, now)
        return self.after_entering(state, frame, unit, now, deed)

    @rule("IV.C.2.d", "IV.A.1.j1", "III.2.E.8a", "IV.A.1.i1")
    def after_fortifying(self, unit: int, now: Trial) -> Trial | None:
        """Return the unit with one more level of fortification; None where it may not."""
        points, supply = (self.column(f"fort.{of}")[self.mobile[unit]] for of in ("points", "supply"))
        may = points <= now.points and supply <= now.supply and now.fort < LEVELS[-1]
        return now._replace(points=now.points - points, supply=now.supply - supply, fort=now.fort + 1) if may else None

    @rule("IV.C.3.a", "IV.C.3.c", "IV.C.3.d", "IV.C.3.e", "IV.C.3.g", "IV.A.1.j5", "III.2.E.1a", "IV.A.1.f1")
    def after_entering(self, state: KnightsState, frame: Frame, unit: int, now: Trial, hex_: int) -> Trial | None:
        """Return the unit in a hex that it can pay for and that has room and no enemy; else None."""
        points, supply = self.cost(unit, hex_)
        if self.garrison[unit] or not points or points > now.points or supply > now.supply:
            return None
        if self.side_at(state, hex_) == 1 - self.owner(unit) or self.room(state, hex_) < 1:
            return None
        return Trial(hex_, now.points - points, now.supply - supply, 0, self.ends(state, frame, unit, hex_))

    @rule("III.2.E.9", "III.2.E.10.d", "IV.C.3.f1", "IV.C.3.f2", "IV.C.3.f3")
    def after_sailing(self, state: KnightsState, frame: Frame, unit: int, now: Trial) -> Trial | None:
        """Return the unit in its side's other port, home base or fortress, where no enemy is; else None."""
        side, ports = self.owner(unit), (self.home[self.owner(unit)], self.fortress)
        if side == self.rationed or self.garrison[unit] or frame.step in (LIMITED, DEPOTS) or state.clock.sailed[0]:
            return None
        others = [hex_ for hex_ in ports if hex_ != now.place and self.side_at(state, hex_) != 1 - side]
        if now.place not in ports or not others or self.room(state, others[0]) < 1:
            return None
        return Trial(others[0], 0, now.supply, 0, stops=True)

    @rule("III.2.E.10.c", "IV.C.3.h")
    def ends(self, state: KnightsState, frame: Frame, unit: int, hex_: int) -> bool:
        """Return whether a reaction ends where a unit enters."""
        return frame.step == LIMITED and self.exposed(state, unit, hex_)

    def deeds(self, state: KnightsState, frame: Frame, unit: int, now: Trial) -> Iterator[tuple[Token, Trial]]:
        """Yield the next deeds of a unit, each with the unit after it."""
        found: list[Token] = [*[FORTIFY, SAIL] * (frame.step != DEPOTS), *self.around(now.place)]
        for deed in found:
            if after := self.after(state, frame, unit, now, deed):
                yield deed, after

    def can_go(self, state: KnightsState, frame: Frame, unit: int) -> bool:
        """Return whether a unit can do anything."""
        return any(True for _ in self.deeds(state, frame, unit, self.before_deeds(state, frame, unit)))

    def can_act(self, state: KnightsState, frame: Frame) -> bool:
        """Return whether a side can move, fortify or attack."""
        able = any(self.can_go(state, frame, unit) for unit in self.acting_units(state, frame))
        return able or bool(self.battles(state, frame))

    # -- attacks -------------------------------------------------------------------------------------

    def battles(self, state: KnightsState, frame: Frame) -> dict[int, list[int]]:
        """Return the hexes that units can attack, by the hex they attack from."""
        side, found = frame.data["side"], {}
        for hex_, units in self.stacks(state).items() if frame.step != DEPOTS else ():
            near = [h for h in self.around(hex_) if self.side_at(state, h) == 1 - side]
            if near and self.owner(units[0]) == side and self.attackers(state, frame, hex_):
                found[hex_] = near
        return found

    @rule("III.2.G.4b", "IV.D.3.b", "IV.D.1.a2")
    def targets(self, state: KnightsState, hex_: int) -> Sequence[int]:
        """Return the units that can be attacked in a hex: depots only where nothing else is."""
        found = self.stacks(state)[hex_]
        return [unit for unit in found if not self.depot[unit]] or found

    @rule("IV.D.3.a", "IV.A.1.f4", "IV.A.1.i2", "III.2.G.4a")
    def attackers(self, state: KnightsState, frame: Frame, hex_: int) -> list[int]:
        """Return a hex's units that can attack if one can begin it, the one in hand if any; depots in operations."""
        units, found = state.units, []
        for unit in self.stacks(state)[hex_]:
            needs = self.says.combat.needs[self.compiled.keys["sides"][self.owner(unit)]]
            able = units.supply[unit] >= needs.supply and self.budget(state, frame, unit) >= needs.points
            found += [unit] * (able and (frame.step == "operations" or not self.depot[unit]))
        begin = [unit for unit in found if unit == frame.data.get("unit", unit)]
        return found if any(not self.depot[unit] and not self.garrison[unit] for unit in begin) else []

    @rule("IV.D.3")
    def can_pay(self, state: KnightsState, frame: Frame, unit: int, intensity: int) -> bool:
        """Return whether a unit can attack at an intensity."""
        supply, points = self.price(unit, intensity, defends=False)
        return supply <= state.units.supply[unit] and points <= self.budget(state, frame, unit)

    @rule("IV.D.1.c3", "IV.D.1.c5")
    def air(self, state: KnightsState, side: int) -> int:
        """Return the air points that a side can commit to a battle."""
        return min(self.says.combat.most_air, state.sides.air[side] - state.sides.flown[side])

    # -- chances -------------------------------------------------------------------------------------

    def risk(self, side: int, factor: Fraction) -> Fraction:  # noqa: ARG002 - for solitaire play
        """Return the effective risk factor from the one drawn for a side."""
        return factor

    def reaction_chance(self, unit: int) -> int:  # noqa: ARG002 - for solitaire play
        """Return the percent chance of a reaction to a unit that comes next to enemies (III.2.E.10)."""
        return self.says.reaction.enters

    @rule("IV.A.2.c1", "IV.A.2.c2", "IV.A.2.d", "IV.A.1.f3", "IV.D.3.e")
    def cadre_chance(self, state: KnightsState, unit: int) -> int:
        """Return the percent chance of a cadre: by morale; 0 if shut in or without supply."""
        poor = state.units.supply[unit] < self.says.combat.low_supply
        if poor or self.shut_in(state, state.units.place[unit], self.owner(unit)):
            return 0
        return self.column("cadre")[self.value_of("morale", unit) - 1]

    def cadre_strength(self, unit: int) -> int:
        """Return the strength that a unit comes back with."""
        return ceil(self.value_of("ceiling", unit) * exact(self.says.combat.cadre_strength))
