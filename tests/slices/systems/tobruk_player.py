"""A simple player: one side drives at the harbour, the other holds the bunkers; both fire and attack at fair odds."""

from __future__ import annotations

from functools import cached_property

from tobruk_play import TRACKED, WHEELED

from scenario_forge.rules.gradients import flood

ODDS, LEFT, NEAR = 2, ("end", "decline", "none", "pass"), 12
"""The least ratio of an attack; words for doing nothing; hexes from which tanks go to meet an enemy."""


class Competent:
    """Chooses for one side; it has no memory and takes no chance."""

    def __init__(self, play, side, seed):
        self.rules, self.side = play.rules, side

    def choose(self, seat):
        chosen = {"set-up": self._set_up, "movement": self._move, "fights": self._fight}.get(seat.frame.step)
        return chosen(seat) if chosen else self._first(seat, ())

    def _first(self, seat, action):
        """The first choice of each stage that does something, and no further than must be; of chits, all."""
        while ways := seat.choices(action):
            way = next((way for way in ways if way.token not in LEFT), ways[0])
            action = (*action, way.token)
            if way.whole and not (way.more and seat.frame.step == "cup"):
                break
        return action

    @cached_property
    def line(self):
        """Bunkers in their order round the harbour, as the map has them."""
        rules, harbour = self.rules, self._harbour
        cubes, count = rules.column("cube"), rules.hexes

        def turn(hex_):
            q, r = cubes[hex_] - cubes[harbour], cubes[count + hex_] - cubes[count + harbour]
            return (r < 0, -q / (abs(q) + abs(r) or 1))

        return sorted(rules.bunkers, key=turn)

    @property
    def _harbour(self):
        sudden = self.rules.compiled.ending["sudden"][0]["when"]["present"]["within"][0]
        return next(iter(sudden.values()))["of"]["hex"]

    def _set_up(self, seat):
        """Each battalion has its part of the line."""
        unit, rules = seat.choices(())[0].token, self.rules
        own = [hq for hq in rules.chits if rules.owner(hq) == self.side]
        at = own.index(rules.hq[unit]) * len(self.line) // len(own) + abs(unit - rules.hq[unit]) // 2
        goal = self.line[at % len(self.line)]
        return unit, min((way.token for way in seat.choices((unit,))), key=lambda hex_: rules.away(hex_, goal))

    # -- moving ----------------------------------------------------------------------------------

    @cached_property
    def ways(self):
        """Steps to the harbour for wheels, as the map has roads."""
        rules, ways = self.rules, self.rules.ways(self._begun)
        return flood(ways, b"\x01" * rules.hexes, [hex_ == self._harbour for hex_ in range(rules.hexes)])

    def _far(self, state, unit, hex_):
        """How far a unit is from where it wants to be; less is better."""
        rules = self.rules
        if self.side == rules.axis:
            self._begun = state
            steps = self.ways[hex_] if rules.column("class")[unit] == WHEELED else -1
            return rules.away(hex_, self._harbour) if steps < 0 else steps
        foes = [rules.away(h, hex_) for h, stack in rules.stacks(state).items() if rules.owner(stack[0]) != self.side]
        near = min(foes, default=NEAR)
        return near if rules.column("class")[unit] == TRACKED and near < NEAR else 0

    def _move(self, seat):
        state, place = seat.state, seat.state.units.place
        for unit in (way.token for way in seat.choices(()) if isinstance(way.token, int)):
            action, far = (unit, "by"), self._far(state, unit, place[unit]) if place[unit] >= 0 else self.rules.hexes
            while ways := seat.choices(action):
                hexes = {way.token: self._far(state, unit, way.token) for way in ways if way.whole}
                best = min(hexes, key=hexes.get)
                full = self.rules.weight(state, [unit, *self._at(state, best)]) > self.rules.most
                if hexes[best] >= far or full:
                    break
                action, far = (*action, best), hexes[best]
            if len(action) > 2:
                return action
        return ("end",)

    def _at(self, state, hex_):
        return self.rules.stacks(state).get(hex_, ())

    # -- fighting ----------------------------------------------------------------------------------

    def _fight(self, seat):
        """Direct fire and barrages while there are any, then attacks with all that can."""
        state, words = seat.state, [way.token for way in seat.choices(())]
        for word in ("fire", "barrage", "clear"):
            if word in words:
                return self._first(seat, (word,))
        for hex_ in (way.token for way in seat.choices(("attack",))) if "attack" in words else ():
            action = ("attack", hex_)
            while ways := [way for way in seat.choices(action) if way.token != "with"]:
                action = (*action, ways[0].token)
                if not ways[0].more:
                    break
            strength = sum(self.rules.attack(state, unit) for unit in action[2:])
            if strength >= ODDS * sum(self.rules.defence(state, unit) for unit in self._at(state, hex_)):
                return action
        return ("end",)
