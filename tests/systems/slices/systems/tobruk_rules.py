"""What *Rats of Tobruk* has besides the modules: ditch and bunkers, telephones, who rides a tank."""

from __future__ import annotations

from typing import Annotated, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.advance import Advance
from scenario_forge.wargame.modules.assault.steps import AssaultModule
from scenario_forge.wargame.modules.document import WargameRules
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.movement.costs import Price
from scenario_forge.wargame.modules.movement.move import March, Move
from scenario_forge.wargame.modules.movement.moving import Movement
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.phase import Deed
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.zones import Zones

LEG, TRACKED, WHEELED = range(3)


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: Annotated[str, Names("formation")]
    place: Annotated[str, Names("place")]


class Ditch(Model):
    """The ditch that zones, supply and wheels do not cross until engineers clear it."""


class Riding(Model):
    """Leg units ride tanks."""


class TobrukRules(WargameRules):
    """rules.yaml: the keys of the modules, and what no chart says."""

    automatic: Automatic
    modifiers: dict[Annotated[str, Names("terrain")], int] = {}  # noqa: RUF012 - pydantic copies it
    ditch: Ditch = Ditch()
    riding: Riding = Riding()
    fights: Riding = Riding()


class Ditches(Module[Ditch]):
    """The hexsides with a ditch, both ways: 6 × hex + direction."""

    key, model, columns = "ditch", Ditch, {"walls": "cleared", "clock": "won"}

    def __init__(self, board, given, read):
        super().__init__(board, given, read)
        bit = board.bit("hexside_kinds", "ditch")
        sides = [s for s, kinds in enumerate(board.compiled.map.sides) if kinds & bit and board.neighbours[s] >= 0]
        first = sorted({min(s, self.back(s)) for s in sides})
        self.walls = {s: n for n, one in enumerate(first) for s in (one, self.back(one))}
        self.road = board.bit("line_kinds", "road") | board.bit("line_kinds", "path")
        self.bunkers = board.places_of("bunker")
        self.rows = {"walls": len(first)}

    def back(self, side):
        """The other number of a hexside."""
        return 6 * self.board.neighbours[side] + (side % 6 + 3) % 6

    def stands(self, now, side):
        """Whether a ditch is on a hexside that nobody has cleared."""
        return side in self.walls and not now.state.walls.cleared[self.walls[side]]

    @carries("8.0.2", "5.1.9")
    def shuts(self, now, side):
        """Whether neither zones nor supply lead over a hexside."""
        to = self.board.neighbours[side]
        if to < 0 or not self.board.passable[self.board.terrain[to]]:
            return True
        return not self.board.compiled.map.lines[side] & self.road and self.stands(now, side)

    def open_sides(self, now):
        """The neighbour table for wheels, zones and supply."""
        sides, neighbours = range(6 * self.board.hexes), self.board.neighbours
        make = lambda: [-1 if self.shuts(now, s) else neighbours[s] for s in sides]  # noqa: E731
        return now.state.derived("open sides", ("walls.cleared",), make)


class TobrukZones(Zones):
    """Zones stop at a ditch; headquarters and riders have none."""

    rests_on = ("units.place", "units.tank", "walls.cleared")

    @carries("8.0.1")
    def exerts(self, now, unit):
        return self.has[unit] and not now.units.tank[unit]

    def around_now(self, now, hex_):
        ways = self.board.module(Ditches).open_sides(now)
        return [to for to in ways[6 * hex_ : 6 * hex_ + 6] if to >= 0]


class TobrukSupply(Supply):
    """Supply goes where wheels go."""

    rests_on = ("units.place", "units.tank", "walls.cleared")

    def ways(self, now):
        return self.board.module(Ditches).open_sides(now)


class TobrukStacking(Stacking):
    """Who rides is part of its tank."""

    @carries("9.5.7")
    def weight(self, now, units):
        return super().weight(now, [unit for unit in units if not now.units.tank[unit]])


class TobrukMovement(MovementModule):
    """Roads and bunkers beside the enemy, ditches, and riders who go with their tanks."""

    @carries("8.0.6", "15.2.2", "15.2.4", "15.2.5")
    def price(self, now, unit, step, *, by_road):
        ditches, to = self.board.module(Ditches), self.board.neighbours[step]
        beside = to in now.enemy_zone(unit)
        if beside and to in ditches.bunkers:
            by_road = False
        priced = super().price(now, unit, step, by_road=by_road)
        if step not in ditches.walls or (priced is not None and priced[1]):
            return priced
        stands = ditches.stands(now, step)
        if beside and stands:
            return None
        wall = self.costs_of[unit].hexside("ditch") if stands else Price(0)
        entry = Price(0) if stands and to in ditches.bunkers else self.costs_of[unit].entry[to]
        leaves = Price(self.leave if step // 6 in now.enemy_zone(unit) else 0)
        return None if min(wall.parts, entry.parts) < 0 else (wall.plus(entry).plus(leaves), False)

    def paid(self, now, unit, price, spent):
        return None if price.all and not self.may_always_enter_one(now) else super().paid(now, unit, price, spent)

    def can_ever_enter(self, now, unit, step):
        if self.costs_of[unit].road[step] is not None:
            return True
        closed = self.board.module(Ditches).stands(now, step) and self.costs_of[unit].hexside("ditch").parts < 0
        return not closed and self.costs_of[unit].entry[self.board.neighbours[step]].parts >= 0


class TobrukMarch(March):
    """Who is pinned on the way stays behind."""

    @carries("11.4.4", "11.3.25")
    def goes_on(self, now, unit):
        return super().goes_on(now, unit) and not now.units.pinned[unit]

    @carries("9.2.4")
    def noted(self, book, after):
        for unit in after.units:
            book.put("road", unit, int(after.by_road))
            if book.state.units.place[unit] < 0:
                book.put("came", unit, 1)


class TobrukMove(Move):
    """Neither who is pinned nor who rides moves by itself."""

    @carries("9.3.1", "2.6.2")
    def movers(self, now, frame):
        units = now.units
        return [unit for unit in super().movers(now, frame) if not (units.pinned[unit] or units.tank[unit])]


TobrukMovement.deeds = (TobrukMove,)
TobrukMovement.steps = {**MovementModule.steps, "march": ("9.0", TobrukMarch)}


class TobrukEffects(Effects):
    """Who rides a tank shares its fate, and jumps off when it is pinned."""

    @carries("9.5.9", "9.5.14")
    def flip(self, book, unit, clause="effects.flip"):
        """A unit is turned over with who rides it; where it is gone of that, its rider jumps off before."""
        for each in [*self.riders(book, unit), unit]:
            if book.get("flipped", each) or not self.board.faces.backed[each]:
                self.jump_off(book, each)
            super().flip(book, each, clause)

    @carries("9.5.9")
    def eliminate(self, book, unit, clause="effects.losses"):
        for each in [*self.riders(book, unit), unit]:
            book.put("tank", each, 0)
            super().eliminate(book, each, clause)

    def riders(self, book, unit):
        """Units that ride a tank."""
        return [rider for rider in range(len(self.board.units.side)) if book.get("tank", rider) == unit + 1]

    @carries("9.5.10")
    def jump_off(self, book, unit, *, pinned=False):
        """Whoever rides a tank rides it no more."""
        for rider in self.riders(book, unit):
            book.put("tank", rider, 0)
            if pinned:
                book.put("pinned", rider, 1)
            book.event("jumps off", "9.5", rider, unit)


class Rides(Module[Riding]):
    """Leg units that ride tanks: the tank + 1 of each."""

    key, model, columns = "riding", Riding, {"units": "tank"}
    words: ClassVar = {
        "mounts": "{0:unit} mounts {1:unit}",
        "dismounts": "{0:unit} dismounts from {1:unit}",
        "jumps off": "{0:unit} jumps off {1:unit}",
    }

    def kind(self, unit):
        """Leg, tracked or wheeled."""
        return self.board.group("tracked")[unit] + 2 * self.board.group("wheeled")[unit]

    def spare(self, now, unit):
        """Whether a unit has a point left."""
        movement = self.board.module(Movement)
        return now.units.spent[unit] + movement.scale <= movement.allowance(now, unit)


class Jump(Deed):
    """What mounting and dismounting share: both spend a point; the tank may go on where it need not stop."""

    phase = "movement"

    @carries("9.5.3", "9.5.12", "9.5.13")
    def jump(self, now, frame, leg, tank, book):
        for unit in (leg, tank):
            book.add("spent", unit, self.board.module(Movement).scale)
        if tank in frame.data["units"] and now.place[tank] not in now.zone(1 - frame.data["side"]):
            book.put("moved", tank, 0)
        book.event(self.word + "s", "9.5", leg, tank)
        return [frame]


class Mount(Jump):
    """``unit, tank``."""

    word, pattern = "mount", "mount unit unit"

    @carries("9.5.1", "9.5.2", "9.5.3", "9.5.4")
    def ways(self, now, frame, begun):
        """By leg unit: tanks in its hex that it can mount. One of the two must be active."""
        board, rides, units, active, found = self.board, self.board.module(Rides), now.units, frame.data["units"], {}
        activation = board.module(Activation)
        for stack in (now.stack(hex_) for hex_ in {now.place[unit] for unit in active if now.place[unit] >= 0}):
            free = (u for u in stack if not (units.pinned[u] or units.tank[u] or activation.hq[u] == u))
            able = [u for u in free if rides.spare(now, u)]
            taken = {units.tank[u] - 1 for u in stack}
            tanks = [u for u in able if rides.kind(u) == TRACKED and u not in taken]
            for leg in (u for u in able if rides.kind(u) == LEG):
                if fit := [tank for tank in tanks if leg in active or tank in active]:
                    found[leg] = fit
        return two_stage_choices(found, begun)

    def carry_out(self, now, frame, action, book):
        leg, tank = action
        book.put("tank", leg, tank + 1)
        return self.jump(now, frame, leg, tank, book)


class Dismount(Jump):
    """``unit``: its tank is active, and both have a point left."""

    word, pattern = "dismount", "dismount unit"

    @carries("9.5.6", "9.5.12")
    def ways(self, now, frame, begun):
        rides, units, active = self.board.module(Rides), now.units, frame.data["units"]
        riders = [u for u, tank in enumerate(units.tank) if tank and tank - 1 in active]
        free = [u for u in riders if rides.spare(now, u) and rides.spare(now, units.tank[u] - 1)]
        return [] if begun else [Choice(u) for u in free]

    def carry_out(self, now, frame, action, book):
        tank = now.units.tank[action[0]] - 1
        book.put("tank", action[0], 0)
        return self.jump(now, frame, action[0], tank, book)


Rides.deeds = (Mount, Dismount)


class TobrukAssault(AssaultModule):
    """Who attacks and joins, and what terrain, works, engineers and the hour add to the dice."""

    @carries("9.5.8")
    def defenders(self, now, hex_):
        return [unit for unit in now.stack(hex_) if not now.units.tank[unit]]

    @carries("10.0.2", "10.0.6", "2.6.3")
    def may_attack(self, now, unit):
        units = now.units
        busy = units.pinned[unit] or units.fired[unit] or units.tank[unit]
        return super().may_attack(now, unit) and not busy and not self.is_hq(unit) and self.attack(now, unit) > 0

    def is_hq(self, unit):
        return self.board.module(Activation).hq[unit] == unit

    @carries("10.2.4", "11.1.2", "2.6.6")
    def may_support(self, now, unit):
        return self.ranges[unit] > 0 and not (now.units.fired[unit] or now.units.tank[unit])

    @carries("11.1.1", "10.2.11")
    def joins(self, book, unit):
        book.put("fired", unit, 1)
        book.event("supports", "10.2", unit)

    @carries("10.1.5", "10.1.7", "10.1.8", "10.1.9", "10.8.1", "10.8.6", "12.1.1", "12.1.6", "14.1.3", "15.0.1",
             "15.0.2", "16.0.1", "16.0.2", "16.0.3", "13.1.1", "12.1.3", "12.1.4", "2.6.7")  # fmt: skip
    def added(self, now, fight):
        """What is added to the dice: terrain and bunker half for engineers, wire, the evening, a sandstorm."""
        board, place = self.board, now.place
        engineer = any(board.group("engineer")[unit] for unit in fight.attackers)
        axis = board.units.side[fight.attackers[0]] == board.compiled.keys["sides"].index("axis")
        parts = [n // 2 if engineer else n for n in ground(board, fight.hex)]
        ditches, near = board.module(Ditches), [place[u] for u in fight.attackers]
        near = [at for at in near if at in board.adjacent[fight.hex]]
        across = near and all(ditches.stands(now, 6 * at + board.direction(at, fight.hex)) for at in near)
        miners = [u for u in board.active(now.state) if board.group("engineer")[u] and board.units.side[u] != 0]
        mined = axis and any(board.distance(place[u], fight.hex) <= 1 for u in miners)
        wire = board.column("wire")[0] if across else board.column("wire")[1] if mined else 0
        wire = wire if not engineer else 0 if axis else wire // 2
        barrier = ("ditch and wire", "10.8") if across else ("improvised minefield", "12.1")
        storm = board.column("sandstorm")[0] * now.state.clock.sandstorm[0]
        return [(parts[0], "terrain", "10.1"), (parts[1], "bunker", "10.1"), (wire, *barrier),
                (late(board, now), "light", "13.1"), (storm, "sandstorm", "14.1")]  # fmt: skip

    def ground(self, now, fight):
        return []


def ground(board, hex_):
    """Modifiers of the terrain and of a bunker."""
    terrain = board.compiled.parameters["own"]["fights"]["read"]["modifiers"]
    kind = board.compiled.keys["terrain"][board.terrain[hex_]]
    return terrain.get(kind, 0), board.column("bunker")[0] * (hex_ in board.module(Ditches).bunkers)


def late(board, now):
    """What the box of the turn adds to dice (13.1)."""
    return max(board.of_turn("track.die", now.turn), 0)


class TobrukAdvance(Advance):
    """Who has fired directly stays where it is."""

    @carries("11.3.33")
    def may_advance(self, now, unit):
        return not now.units.shot[unit]
