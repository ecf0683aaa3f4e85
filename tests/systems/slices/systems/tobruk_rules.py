"""What *Rats of Tobruk* has besides the modules: telephones and bunkers, engineers, who rides a tank."""

from __future__ import annotations

from typing import Annotated, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.advance import Advance
from scenario_forge.wargame.modules.assault.ground import GroundEffect
from scenario_forge.wargame.modules.assault.steps import AssaultModule
from scenario_forge.wargame.modules.effects import Effects, Loss
from scenario_forge.wargame.modules.movement.moving import March, Move, Movement
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.zones import Zones
from scenario_forge.wargame.shelf.document import WargameRules

LEG, TRACKED, WHEELED = range(3)


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: Annotated[str, Names("formation")]
    place: Annotated[str, Names("place")]


class Riding(Model):
    """Leg units ride tanks."""


class TobrukRules(WargameRules):
    """rules.yaml: the keys of the modules, and what no chart says."""

    automatic: Automatic
    riding: Riding = Riding()


def is_hq(board, unit):
    return board.module(Activation).hq[unit] == unit


class TobrukZones(Zones):
    """Riders have none."""

    rests_on = ("units.place", "units.tank")

    @carries("8.0.1")
    def exerts(self, now, unit):
        return self.has[unit] and not now.units.tank[unit]


class TobrukStacking(Stacking):
    """Who rides is part of its tank."""

    @carries("9.5.7")
    def weight(self, now, units):
        return super().weight(now, [unit for unit in units if not now.units.tank[unit]])


class TobrukMovement(MovementModule):
    """Roads and bunkers beside the enemy, and riders who go with their tanks."""

    def ready(self):
        super().ready()
        self.bunkers = self.board.places_of("bunker")

    @carries("8.0.6", "15.2.2", "15.2.4", "15.2.5", "8.0.7")
    def price(self, now, unit, step, *, by_road):
        board, to = self.board, self.board.neighbours[step]
        beside, bunker = to in now.enemy_zone(unit), to in self.bunkers
        priced = super().price(now, unit, step, by_road=by_road and not (beside and bunker))
        if not board.clearing.stands(now, step) or (priced is not None and priced[1]):
            return priced
        wall = self.costs_of[unit].hexside("ditch")
        if beside or wall.parts < 0:
            return None
        return (wall, False) if bunker else priced

    def paid(self, now, unit, price, spent, *, fresh):
        if price.all and not self.may_always_enter_one(now):
            return None
        return super().paid(now, unit, price, spent, fresh=fresh)


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
    """Neither who is pinned nor who rides moves by itself; what a rider spent counts for the whole turn."""

    clears = ()

    @carries("9.3.1", "2.6.2")
    def movers(self, now, frame):
        units = now.units
        return [unit for unit in super().movers(now, frame) if not (units.pinned[unit] or units.tank[unit])]


TobrukMovement.deeds = (TobrukMove,)
TobrukMovement.steps = {**MovementModule.steps, "march": ("9.0", TobrukMarch)}


class TobrukLoss(Loss):
    """Headquarters suffer last."""

    @carries("10.4.12")
    def left(self, state, frame):
        left, hq = super().left(state, frame), self.rules.module(Activation).hq
        return [u for u in left if hq[u] != u] or left


class TobrukEffects(Effects):
    """Who rides a tank shares its fate, and jumps off when it is pinned."""

    steps: ClassVar = {"loss": ("10.4", TobrukLoss)}

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
        return [rider for rider, tank in enumerate(book.column("tank")) if tank == unit + 1]

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

    key, model, columns = "riding", Riding, {"units": "tank came road"}
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
    """Who attacks and joins, and what engineers do to ground and works."""

    @carries("9.5.8")
    def defenders(self, now, hex_):
        return [unit for unit in now.stack(hex_) if not now.units.tank[unit]]

    @carries("10.0.2", "10.0.6", "2.6.3")
    def may_attack(self, now, unit):
        units = now.units
        busy = units.pinned[unit] or units.fired[unit] or units.tank[unit]
        return super().may_attack(now, unit) and not busy and not is_hq(self.board, unit) and self.attack(now, unit) > 0

    @carries("10.2.4", "11.1.2", "2.6.6")
    def may_support(self, now, unit):
        return self.ranges[unit] > 0 and not (now.units.fired[unit] or now.units.tank[unit])

    @carries("11.1.1", "10.2.11")
    def joins(self, book, unit):
        book.put("fired", unit, 1)
        book.event("supports", "10.2", unit)

    @carries("12.1.1", "12.1.3", "12.1.4", "12.1.6", "16.0.1", "16.0.2", "16.0.3", "10.8.6", "2.6.7")
    def ground_for(self, now, fight):
        """Mines of engineers count as a ditch; engineers who attack halve each modifier, those of the Axis take ditches."""
        board, engineer = self.board, self.board.group("engineer")
        axis = board.units.side[fight.attackers[0]] == board.compiled.keys["sides"].index("axis")
        found = super().ground_for(now, fight)
        miners = [unit for unit in now.own(1 - board.units.side[fight.attackers[0]]) if axis and engineer[unit]]
        mined = any(board.distance(now.place[unit], fight.hex) <= 1 for unit in miners)
        if mined and "ditch" not in [id_ for _, id_ in found]:
            found.append((GroundEffect(die=board.column("wire")[1]), "improvised minefield"))
        if not any(engineer[unit] for unit in fight.attackers):
            return found
        works = ("ditch", "improvised minefield") if axis else ()
        return [(GroundEffect(die=0 if id_ in works else effect.die // 2), id_) for effect, id_ in found]


class TobrukAdvance(Advance):
    """Who has fired directly stays where it is."""

    @carries("11.3.33")
    def may_advance(self, now, unit):
        return not now.units.shot[unit]
