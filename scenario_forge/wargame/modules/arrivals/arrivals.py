"""Who arrives, when and where; who needs a die for it; what becomes of those for whom no hex is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.board import GONE, LATER, TO_COME
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units, reminder
from scenario_forge.wargame.board.selectors import other_side, selected
from scenario_forge.wargame.modules.arrivals.checks import dated, key_findings
from scenario_forge.wargame.modules.arrivals.draws import DRAWN, Draws
from scenario_forge.wargame.modules.arrivals.key import REPLACEMENTS, STEP, ArrivalsKey
from scenario_forge.wargame.modules.arrivals.replacements import SAVED, Pool
from scenario_forge.wargame.modules.arrivals.reserves import COLUMN, Reserves
from scenario_forge.wargame.modules.arrivals.sentences import (
    arrival_sentences,
    departure_sentence,
    draw_sentence,
    release_sentences,
    replacement_sentences,
)
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


class Arrivals(Module[ArrivalsKey]):
    """Arrivals in play."""

    key, model = "arrivals", ArrivalsKey
    starts = ("arrives", "leaves")

    def __init__(self, board: Board, given: ArrivalsKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.spots = self._spots()
        """By unit: the hexes where the owner puts it."""
        self.least = board.column(given.rolled)[0] if given.rolled else 0
        """The least throw of a die with which a unit arrives; 0 where nobody throws."""
        self.certain: Sequence[int] = board.column("arrivals.certain") if given.certain is not None else ()
        """By unit: whether it arrives without a die; empty where none is named."""
        self.movement: Movement | None = None
        self.pool = Pool(self, given.replacements) if given.replacements is not None else None
        """The points with which units are restored; None where none are."""
        self.reserves = Reserves(board, given.released) if given.released else None
        """The units that wait until they are released; None where none do."""
        self.draws = Draws(board, given.drawn) if given.drawn else None
        """The units that are drawn; None where none are."""
        self.rows = {"replacements": 2} if given.replacements is not None and given.replacements.kept else {}

    def _spots(self) -> dict[int, list[int]]:
        """Return the hex of each unit that arrives in one, the hexes of its area of each that arrives in that."""
        rules, areas = self.board.compiled.rules, self.board.compiled.areas
        found = {unit: [hex_] for unit, hex_ in pairs(rules.get("start.arrives_at", ()))}
        for unit, area in pairs(rules.get("start.arrives_within", ())):
            found[unit] = list(areas.hexes[areas.begins[area] : areas.begins[area + 1]])
        return found

    def ready(self) -> None:
        """Look up what ground is prohibited to units, and what marks they may have."""
        self.movement = self.board.get(Movement)
        if self.pool is not None:
            self.pool.ready()

    @classmethod
    def columns_of(cls, given: ArrivalsKey) -> Mapping[str, str]:
        """Return the columns of state: whom a die lets come, who is drawn or released, and points that sides keep."""
        units = ["admitted"] * bool(given.rolled) + [COLUMN] * bool(given.released) + [DRAWN] * bool(given.drawn)
        table, _, saved = SAVED.partition(".")
        kept = given.replacements is not None and given.replacements.kept
        return ({"units": " ".join(units)} if units else {}) | ({table: saved} if kept else {})

    @classmethod
    def arrays(cls, game: Game, given: ArrivalsKey) -> Arrays:
        """Return who arrives without a die, who can be restored, who waits to be released, and who is drawn."""
        selectors = {f"arrivals.released.{number}": row.of for number, row in enumerate(given.released)}
        selectors |= {f"arrivals.drawn.{number}": row.of for number, row in enumerate(given.drawn)}
        found: dict[str, Any] = {name: selected(game, of) for name, of in selectors.items()}
        if given.certain is not None:
            found["arrivals.certain"] = selected(game, given.certain)
        if given.replacements is not None:
            found["arrivals.replaced"] = selected(game, given.replacements.of)
        return found

    @classmethod
    def due(cls, given: ArrivalsKey) -> Sequence[str]:
        """Return its step, and that of replacements; with these, its own is due only if somebody arrives."""
        own = [STEP] * (given.replacements is None or bool(given.released))
        return [*own, *[REPLACEMENTS] * (given.replacements is not None)]

    @classmethod
    def reads(cls, game: Game, given: ArrivalsKey) -> Mapping[str, Collection[str]]:
        """Return the face that units show which come back turned over."""
        turned = given.replacements is not None and given.replacements.returns == "turned_over"
        return {"face": other_side(game)} if turned else {}

    @classmethod
    def checks(cls, game: Game, given: ArrivalsKey, where: Where) -> Iterator[Diagnostic]:
        """Yield that nobody arrives, who arrives nowhere or never, dice without use, and keys that it needs."""
        yield from key_findings(game, given, where)

    @classmethod
    def sentences(cls, given: ArrivalsKey, labels: Labels) -> Iterator[Sentence]:
        """Say who arrives, where, and what becomes of those that cannot; who leaves, waits or is restored."""
        if dated(labels.game) or not (given.replacements or given.released or labels.departures):
            yield from arrival_sentences(given, labels)
        if labels.departures:
            yield departure_sentence(labels)
        for number in range(len(given.drawn)):
            yield draw_sentence(given, number, labels)
        for number in range(len(given.released)):
            yield from release_sentences(given.released, number, labels)
        if given.replacements is not None:
            yield from replacement_sentences(given.replacements, labels)

    @classmethod
    def paper(cls, given: ArrivalsKey, labels: Labels) -> Iterator[Marker]:
        """Yield markers of units in reserve, and of the points that sides have kept."""
        if given.released:
            yield on_units("In reserve", labels)
        if given.replacements is not None and given.replacements.kept:
            yield reminder("Points kept", len(given.replacements.points))

    # -- rules ---------------------------------------------------------------------------------------

    @rule("arrivals.due")
    def waiting(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side whose turn has come, and that are not on the map or at its edge yet."""
        due, place = self.board.due, now.place
        own = [u for u in self.board.of_side[side] if place[u] == LATER and due[u] <= now.turn]
        return [unit for unit in own if not self.is_over(now, unit) and self.may_move(now, unit)]

    @rule("arrivals.die")
    def throws(self, now: Situation, unit: int) -> bool:
        """Return whether a unit whose turn has come needs a die to arrive, which has not let it come yet."""
        drawn = self.draws is not None and unit in self.draws.bound
        if not self.least or drawn or (self.certain and self.certain[unit]):
            return False
        return not now.units.admitted[unit]

    @rule("arrivals.withdrawn")
    def leaving(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side that leave now: who is eliminated does not, and nobody else in its place."""
        place = now.place
        return [u for u in self.board.of_side[side] if self.is_over(now, u) and place[u] not in (OUT, GONE)]

    def is_over(self, now: Situation, unit: int) -> bool:
        """Return whether the turn has come in which a unit leaves the map."""
        leaves = self.board.leaves.get(unit)
        return leaves is not None and leaves <= now.turn

    def may_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is of no reserve that is still to be released."""
        return self.reserves is None or self.reserves.may_move(now, unit)

    def admitted(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side that wait and need no die and no draw, or no other."""
        return [unit for unit in self.waiting(now, side) if not self.throws(now, unit) and self.is_in(now, unit)]

    def is_in(self, now: Situation, unit: int) -> bool:
        """Return whether nobody draws a unit, or it has been drawn."""
        return self.draws is None or self.draws.may_come(now, unit)

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
        turn, now = state.clock.turn[0], self.board.at(state)
        words = {LATER: "", TO_COME: "at the edge"}

        def when(unit: int, due: int) -> str:
            if due < turn:
                return "waits"
            open_ = self.throws(now, unit) or not self.is_in(now, unit)
            return f"from {names[due - first]}" if open_ else names[due - first]

        return {
            unit: words[place] or when(unit, due)
            for unit, due in self.board.due.items()
            if (place := state.units.place[unit]) in words
        }
