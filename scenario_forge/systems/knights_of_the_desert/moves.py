"""Operations, reactions and movement of depots: moves, fortification, attacks, and their interrupts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Choice, Subset
from scenario_forge.systems.knights_of_the_desert.formulas import LEVELS
from scenario_forge.systems.knights_of_the_desert.rules import FORTIFY, LIMITED, SAIL
from scenario_forge.systems.knights_of_the_desert.state import KnightsState
from scenario_forge.systems.knights_of_the_desert.turns import KnightsPhase
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.steps import Frames, PercentRoll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action, Event, Token
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers
    from scenario_forge.wargame.base.events import Book


class Moves(KnightsPhase):
    """A side's moves: ``(unit, hex or fortify or sail, …)`` or ``(end)``.

    Or ``(attack, from, to, unit, …, by, unit, …, with, intensity, risk, air)``.
    """

    def who(self, state: KnightsState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side of the frame."""
        return int(frame.data["side"])

    @rule("III.2.E.1a", "IV.C.3.c", "III.2.E.10.e", "III.2.G.5", "III.2.H.3")
    def choices(self, state: KnightsState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can do something, then their deeds; or attacks."""
        rules = self.rules
        if not prefix:
            movers = [u for u in rules.acting_units(state, frame) if rules.can_go(state, frame, u)]
            return [Choice("end"), *offer(movers), *offer(["attack"] * bool(rules.battles(state, frame)))]
        unit = prefix[0]
        if isinstance(unit, str):
            return self.attacks(state, frame, prefix[1:]) if unit == "attack" else []
        now = rules.before_deeds(state, frame, unit)
        for deed in prefix[1:]:
            after = rules.after(state, frame, unit, now, deed)
            if after is None:
                return []
            now = after
        ahead = rules.deeds(state, frame, unit, now)
        return [Choice(deed, True, any(True for _ in rules.deeds(state, frame, unit, then))) for deed, then in ahead]

    @rule("III.2.E.12", "III.2.E.12.a", "III.2.E.12.c", "III.2.E.12.d", "IV.D.1.a1", "IV.D.1.b")
    def attacks(self, state: KnightsState, frame: Frame, chosen: Action) -> Sequence[Choice]:
        """Return how an attack goes on: hexes, defenders, attackers, then intensity, risk and air points."""
        rules, battles = self.rules, self.rules.battles(state, frame)
        if len(chosen) < 2:
            return offer(battles[int(chosen[0])] if chosen else battles)
        origin, hex_ = int(chosen[0]), int(chosen[1])
        defenders, rest = split_at(chosen[2:], "by")
        attackers, numbers = split_at(rest, "with")
        if "by" not in chosen:
            return Subset(rules.targets(state, hex_)).choices(defenders, "by", ends=False)
        if "with" not in chosen:
            return Subset(rules.attackers(state, frame, origin)).choices(attackers, "with", ends=False)
        if numbers:
            return risk_then_air(rules, state, frame.data["side"], numbers[1:])
        return offer(n for n in LEVELS if all(rules.can_pay(state, frame, int(u), n) for u in attackers))

    @rule("III.2.E.11", "III.2.E.10.d", "IV.D.3.g")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Sequence[Frame]:  # noqa: ARG002
        """Return the frames of a march or a battle, or end the phase; one battle ends a limited reaction."""
        limited = frame.step == LIMITED
        if action[0] == "attack":
            return [frame] * (not limited) + [Frame("defence", fight_of(frame, action))]
        if action[0] == "end":
            return ()
        march = {"unit": int(action[0]), "deeds": list(action[1:]), "step": frame.step}
        return (frame, Frame("march", march))


def fight_of(frame: Frame, action: Action) -> dict[str, Any]:
    """Return an attack as far as it is chosen."""
    defenders, rest = split_at(action[3:], "by")
    attackers, numbers = split_at(rest, "with")
    fight = {"side": frame.data["side"], "step": frame.step, "from": action[1], "to": action[2]}
    fight |= {"defenders": defenders, "attackers": attackers}
    return fight | {"intensity": (*numbers, 0)[0], "risks": numbers[1:2], "airs": numbers[2:]}


class LimitedReaction(Moves):
    """The moves of a limited reaction. A unit that has moved may begin a battle before the roll for another unit.

    The frame then has that unit, its last deed, and the operation points that it must keep.
    """

    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return the side of the frame; NOBODY where a unit in hand has ended the reaction or can begin no battle."""
        in_hand = "unit" in frame.data
        done = in_hand and (self.ended(state, frame) or not self.rules.battles(state, frame))
        return NOBODY if done else super().who(state, frame)

    @rule("III.2.E.10.c", "IV.C.3.h")
    def ended(self, state: KnightsState, frame: Frame) -> bool:
        """Return whether the unit in hand has ended the reaction: only its last deed can, as it stops there."""
        unit, place = frame.data["unit"], state.units.place[frame.data["unit"]]
        return bool(frame.data["last"] == place) and self.rules.ends(state, frame, unit, place)

    def choices(self, state: KnightsState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return what any phase offers; while a unit is in hand only `end`, which is for the unit, and attacks."""
        if prefix or "unit" not in frame.data:
            return super().choices(state, frame, prefix)
        return [Choice("end"), *offer(["attack"])]

    @rule("III.2.E.10.b")
    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Sequence[Frame]:
        """Return the frames of a battle; of a march, with its unit in hand; or the roll for another unit."""
        side = {"side": frame.data["side"]}
        if "unit" in frame.data and action in ((), ("end",)):
            return [Frame("another", {**side, "unit": frame.data["unit"]})] * (not self.ended(state, frame))
        frames = super().done(state, frame, action, book)
        if action[0] in ("end", "attack"):
            return frames
        unit = int(action[0])
        keeps = state.units.points[unit] - self.rules.budget(state, frame, unit)
        return [Frame(LIMITED, {**side, "unit": unit, "last": action[-1], "keeps": keeps}), *frames[1:]]


def risk_then_air(rules: KnightsNumbers, state: KnightsState, side: int, numbers: Sequence[Token]) -> list[Choice]:
    """Return levels of risk, then air points."""
    if not numbers:
        return offer(LEVELS)
    return [Choice(n) for n in range(rules.air(state, side) + 1)] if len(numbers) == 1 else []


@rule("III.2.E.1a", "IV.C.2.c", "IV.C.2.d", "IV.C.3.f1", "III.2.I.2", "III.2.I.5a")
def march(rules: KnightsNumbers, state: KnightsState, frame: Frame, book: Book) -> Frames:
    """Carry out a unit's next deed, unless something has made it impossible; return the frames that follow."""
    unit, deeds, doing = frame.data["unit"], frame.data["deeds"], Frame(frame.data["step"])
    now = rules.before_deeds(state, doing, unit)
    after = rules.after(state, doing, unit, now, deeds[0]) if deeds and unit in rules.active(state) else None
    if after is None:
        return ()
    book.add("points", unit, after.points - now.points)
    for column in ("place", "supply", "fort"):
        book.put(column, unit, getattr(after, column))
    if deeds[0] == FORTIFY:
        book.event("fortifies", "IV.C.2.d", unit, after.fort)
    else:
        if after.place in rules.ledger.rows_of:
            book.put("towns.holder", rules.ledger.rows_of[after.place], rules.owner(unit) + 1)
        if rules.prizes.get(after.place) == rules.owner(unit):
            book.note("clock.taken", rules.owner(unit) + 1)
        if deeds[0] == SAIL:
            book.note("clock.sailed", 1)
            book.event("sails", "IV.C.3.f1", unit, after.place)
        else:
            book.event("enters", "IV.C.2.c", unit, after.place)
    return () if after.stops else (frame.with_values(deeds=deeds[1:]),)


# -- limited reaction ------------------------------------------------------------------------------


@rule("III.2.E.10", "III.2.G.3", "III.2.H.2")
def interrupts(rules: KnightsNumbers, state: KnightsState, event: Event) -> Frame | None:
    """Return a reaction to a lone unit that comes next to an enemy by land or sea, or to a battle; none to one."""
    if event.name not in ("enters", "sails", "battle ends") or any(frame.step == LIMITED for frame in state.stack):
        return None
    unit, enters = event.subjects[0], event.name != "battle ends"
    if enters and (rules.depot[unit] or not rules.exposed(state, unit, state.units.place[unit])):
        return None
    chance = rules.reaction_chance(unit) if enters else rules.says.reaction.battle
    data = {"side": 1 - rules.owner(unit), "chance": chance}
    may = not state.clock.taken[0] and rules.can_act(state, Frame(LIMITED, data))
    return Frame("trigger", data) if may else None


class ReactionRoll(KnightsPhase, PercentRoll[KnightsState]):
    """A roll that decides whether a reaction comes."""

    def done(self, state: KnightsState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Return the frame of a reaction, or nothing."""
        return [Frame(LIMITED, {"side": frame.data["side"]})] * (action == (1,))


class FurtherReactionRoll(ReactionRoll):
    """A roll that decides whether a reaction goes on with another unit."""

    def percent(self, frame: Frame) -> int:  # noqa: ARG002
        """Return the chance, in percent, that the reaction continues."""
        return self.rules.says.reaction.another

    @rule("III.2.E.10.b")
    def who(self, state: KnightsState, frame: Frame) -> int:
        """Return CHANCE, or NOBODY where nobody can go on with the reaction."""
        return CHANCE if self.rules.can_act(state, Frame(LIMITED, {"side": frame.data["side"]})) else NOBODY
