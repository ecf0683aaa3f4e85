"""Arrivals: units come on in the turn that their entry in the order of battle names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.documents.base import Model
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.board import LATER, TO_COME
from scenario_forge.wargame.board.checks import MOD007, MOD009, has_key, lacking_key
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import END, note_side
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Entry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

STEP = "arrivals"
_ADVICE = "write where it does before the turn: `0416 turn 3`, `in:camp turn 3` or `edge:south turn 3`"


class ArrivalsKey(Model):
    """How units come on whose entry in the order of battle has a date: `0416 turn 3`, `edge:south turn 3`."""

    blocked: Literal["wait", "eliminate", "nearby"] = "wait"
    """What becomes of a unit for which no hex is open: it waits for a later turn, is eliminated, or comes on in the
    nearest hex that is."""


class Arrivals(Module[ArrivalsKey]):
    """Arrivals in play."""

    key, model = "arrivals", ArrivalsKey
    starts = ("arrives",)
    loops: ClassVar = {STEP: "sides"}

    def __init__(self, board: Board, given: ArrivalsKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.spots = self._spots()
        """By unit: the hexes where the owner puts it."""
        self.movement: Movement | None = None

    def _spots(self) -> dict[int, list[int]]:
        """Return the hex of each unit that arrives in one, the hexes of its area of each that arrives in that."""
        rules, areas = self.board.compiled.rules, self.board.compiled.areas
        found = {unit: [hex_] for unit, hex_ in pairs(rules.get("start.arrives_at", ()))}
        for unit, area in pairs(rules.get("start.arrives_within", ())):
            found[unit] = list(areas.hexes[areas.begins[area] : areas.begins[area + 1]])
        return found

    def ready(self) -> None:
        """Look up what ground is prohibited to units."""
        self.movement = self.board.get(Movement)

    @classmethod
    def due(cls, given: ArrivalsKey) -> Sequence[str]:  # noqa: ARG003 - always the same
        """Return its step."""
        return [STEP]

    @classmethod
    def checks(cls, game: Game, given: ArrivalsKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that nobody arrives, who arrives nowhere or never, and keys that it needs."""
        if given.blocked == "eliminate" and not has_key(where, "effects"):
            yield lacking_key(where / "blocked", "`blocked: eliminate`", "effects")
        dated = _dated(game)
        if not dated and not any(map(game.broken, ("orders-of-battle", "scenarios", "time-track"))):
            why = "no unit of an order of battle has a turn in its entry"
            yield MOD007.at(where.key(), what="`arrivals`", why=why).suggest("write `0416 turn 3` there, or remove it")
        if any(entry.token.edges for _unit, entry in dated) and not has_key(where, "movement"):
            yield lacking_key(where.key(), "a unit that arrives at an edge of the map", "movement")
        yield from _nowhere(dated, hex_map(game))
        yield from _never(game, dated)

    @classmethod
    def sentences(cls, given: ArrivalsKey, labels: Labels) -> Iterator[Sentence]:
        """Say who arrives, where, and what becomes of those that cannot."""
        phase = labels.phase(STEP, STEP)
        text = f"A unit whose entry in the order of battle names a turn arrives in {phase} of its side in that turn."
        yield Sentence("arrivals.due", text)
        dated = _dated(labels.game)
        room = ", with room for it" if "stacking" in labels.keys else ""
        if not dated or any(entry.token.spot for _unit, entry in dated):
            text = (
                "The owner puts such units on the map one at a time, in any order: each into its hex, or a hex of its "
                f"area, that it may enter{room} and without enemy units. He may keep a unit for a later turn."
            )
            yield Sentence("arrivals.place", text)
        if labels.arrivals:
            text = "A unit that arrives at a map edge comes on when it moves, in that turn or a later one."
            yield Sentence("arrivals.edge", text)
        fate = {
            "wait": "waits for a later turn",
            "eliminate": "is eliminated",
            "nearby": "is put into the nearest hex that is",
        }[given.blocked]
        full = ", full" if "stacking" in labels.keys else ""
        text = f"A unit for which no hex is open, because all are held by the enemy{full} or prohibited to it, {fate}."
        yield Sentence("arrivals.blocked", text)

    # -- rules ---------------------------------------------------------------------------------------

    @rule("arrivals.due")
    def waiting(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side whose turn has come, and that are not on the map or at its edge yet."""
        due, place = self.board.due, now.place
        return [u for u in self.board.of_side[side] if place[u] == LATER and due[u] <= now.turn]

    def hexes(self, unit: int) -> Sequence[int]:
        """Return the hexes that the entry of a unit names: one, those of an area, or of edges of the map."""
        spots: Sequence[int] = self.spots.get(unit, ())
        edges: Sequence[int] = self.board.edges.get(unit, ())
        return spots or edges

    @rule("arrivals.place")
    def is_open(self, now: Situation, unit: int, hex_: int) -> bool:
        """Return whether a unit may come on in a hex."""
        board, enemy = self.board, 1 - self.board.units.side[unit]
        if not board.passable[board.terrain[hex_]] or hex_ in now.held(enemy):
            return False
        if self.movement is not None and self.movement.costs_of[unit].entry[hex_].parts < 0:
            return False
        return now.has_room(hex_, unit)

    @rule("arrivals.blocked")
    def open_to(self, now: Situation, unit: int) -> list[int]:
        """Return the hexes where a unit may come on: its own; where none is open, perhaps those nearest to them."""
        own = self.hexes(unit)
        found = [hex_ for hex_ in own if self.is_open(now, unit, hex_)]
        if found or self.given.blocked != "nearby":
            return found
        away = [self.board.distances(hex_) for hex_ in own]
        near = {
            hex_: min(row[hex_] for row in away)
            for hex_ in range(self.board.hexes)
            if away and self.is_open(now, unit, hex_)
        }
        return [hex_ for hex_, far in near.items() if far == min(near.values())]

    @rule("arrivals.edge")
    def at_edge(self, now: Situation, unit: int) -> bool:
        """Return whether a unit comes to the edge of the map now: it does where it arrives at one and may come on."""
        if unit not in self.board.edges:
            return False
        return self.given.blocked == "wait" or any(self.is_open(now, unit, hex_) for hex_ in self.hexes(unit))

    def to_come(self, state: GameState) -> dict[int, str]:
        """Return by unit that is still to come: when, in words."""
        names, first = self.board.compiled.names["turns"], self.board.compiled.turns.span[0]
        turn = state.clock.turn[0]
        words = {LATER: "", TO_COME: "at the edge"}
        return {
            unit: words[place] or ("waits" if due < turn else names[due - first])
            for unit, due in self.board.due.items()
            if (place := state.units.place[unit]) in words
        }


class Arriving(Decision[GameState]):
    """``(unit, hex)`` for one unit after another, or ``(end)``; units that arrive at an edge come there first."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has nobody to bring on or the phase has not begun."""
        return super().who(state, frame) if "begun" in frame.data else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can come on, with the end of the phase; then the hexes of one."""
        now, arrivals = self.rules.at(state), self.rules.module(Arrivals)
        if prefix[:1] == (END,):
            return []
        waiting = arrivals.waiting(now, frame.data["side"])
        found = {unit: hexes for unit in waiting if (hexes := arrivals.open_to(now, unit))}
        return [*two_stage_choices(found, prefix), *([] if prefix else [Choice(END)])]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase, bring on a unit, or end it for those that cannot come on."""
        now, arrivals = self.rules.at(state), self.rules.module(Arrivals)
        waiting = arrivals.waiting(now, frame.data["side"])
        if "begun" not in frame.data:
            return self._begun(now, frame, waiting, book)
        if action and action[0] != END:
            unit, hex_ = int(action[0]), int(action[1])
            self.rules.put(book, unit, hex_)
            book.event("arrives", "arrivals.place", unit, hex_)
            return [frame]
        for unit in waiting if arrivals.given.blocked == "eliminate" else ():
            if not arrivals.open_to(now, unit):
                self.rules.module(Effects).eliminate(book, unit, "arrivals.blocked")
        return ()

    def _begun(self, now: Situation, frame: Frame, waiting: Sequence[int], book: Book) -> Frames:
        if not waiting:
            return ()
        note_side(now.state, frame, book)
        book.event("arrivals begin", self.clause, frame.data["side"])
        for unit in waiting:
            if self.rules.module(Arrivals).at_edge(now, unit):
                book.put("place", unit, TO_COME)
                book.event("reaches the edge", "arrivals.edge", unit)
        return [frame.with_values(begun=True)]


def bring_on(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the most valuable unit that can come on, into the hex where it is worth most."""
    arrivals = mind.board.module(Arrivals)
    can = {u: hexes for u in arrivals.waiting(now, frame.data["side"]) if (hexes := arrivals.open_to(now, u))}
    unit = max(can, key=lambda unit: mind.value(now, unit))
    return (unit, max(can[unit], key=lambda hex_: mind.outlook(now, unit, hex_)))


# -- checks of the orders of battle ----------------------------------------------------------------


def _dated(game: Game) -> list[tuple[Unit, Entry]]:
    """Return the dated entries of units, each once."""
    entries = ((unit, entry) for unit in forces(game).units() for entry in unit.all_entries())
    return [*{entry.where: (unit, entry) for unit, entry in entries if entry.kind == "arrives"}.values()]


def _nowhere(dated: Sequence[tuple[Unit, Entry]], linked: HexMap | None) -> Iterator[Diagnostic]:
    """Entries with a turn and no place, or one where no unit can be; another check tells of names that mean nothing."""
    for unit, entry in dated:
        token, there = entry.token, entry.location
        if not token.edges and not token.spot:
            why = "its entry does not say where"
            yield MOD009.at(entry.where, "where", unit=unit.cited, why=why).suggest(_ADVICE)
        elif token.spot and there is not None and linked is not None:
            sunk = there.hex is not None and not linked.passable[there.hex]
            if sunk or there.box is not None:
                finding = MOD009.at(entry.where, "where", unit=unit.cited, why=f"no unit can be in {token.spot}")
                yield finding.suggest("name a hex that units can enter")


def _never(game: Game, dated: Sequence[tuple[Unit, Entry]]) -> Iterator[Diagnostic]:
    """Entries with a turn that no scenario comes to: before its first one, or after its last."""
    try:
        plans = [plan(game, scenario) for scenario in (scenarios(game).scenarios if dated else ())]
    except CompileError:  # another check tells why
        return
    played = {change.entry.where for each in plans for change in each.changes}
    for _unit, entry in dated:
        if plans and entry.where not in played:
            why = "no scenario with this entry comes to that turn"
            finding = MOD007.at(entry.where, what=f"`{entry.text}`", why=why)
            yield finding.suggest("write a turn from the first to the last of a scenario")


Arrivals.steps = {STEP: ("arrivals.due", Arriving)}
Arrivals.words = {
    "arrivals begin": "units of the {0:side} player arrive",
    "reaches the edge": "{0:unit} comes to the edge of the map",
    "arrives": "{0:unit} arrives in {1:hex}",
}
Arrivals.actions = {STEP: ["unit hex"]}
Arrivals.thoughts = {STEP: bring_on}
