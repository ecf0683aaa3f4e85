"""The module of works: where they are, and what they do to those who move, stand or fight there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.names import MarkerName
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.assault.key import GroundEffect, effect_of, with_figures
from scenario_forge.wargame.modules.movement.key import EVERY
from scenario_forge.wargame.modules.works.key import Work, costs_of, marker_findings, sentences_of, work_findings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.assault.assault import Fight
    from scenario_forge.wargame.modules.fire import Fire
    from scenario_forge.wargame.modules.movement.key import Cost

_TABLES = {"unit": "units", "hex": "ground", "hexside": "walls"}
"""By kind of work: the table of state that has it."""


class Works(Module[dict[MarkerName, Work]]):
    """Works in play: for each a column of state, of hexes or of units."""

    key, model = "works", dict[MarkerName, Work]

    def __init__(self, board: Board, given: dict[str, Work], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.on_hexsides = self._on_hexsides()
        """By step across a hexside where a work begins, either way: its row of state."""
        rows = {"ground": board.hexes, "walls": max(len({*self.on_hexsides.values()}), 1)}
        self.rows = {table: number for table, number in rows.items() if table in self.columns_of(given)}
        effects = {id_: effect_of(text) for id_, text in read.get("assault", {}).items()}
        self.effects = {of: {id_: each for id_, each in effects.items() if given[id_].of == of} for of in _TABLES}
        """By kind of work, by work: what it does in an assault."""
        dear = {id_: costs_of(work) for id_, work in given.items() if work.cost}
        self.costs = {id_: self._by_unit(id_, by) for id_, by in dear.items()}
        """By work that costs points, by unit: what a step costs."""
        self.blocking = [id_ for id_, work in given.items() if work.zones == "block"]
        """Works that zones do not reach past."""
        self.columns_of_state = tuple(
            f"{table}.{name}" for table, names in self.columns_of(given).items() for name in names.split()
        )
        self.added = {id_: board.column(work.fire)[0] for id_, work in given.items() if work.fire is not None}
        """By work: what is added to fire."""

    def _on_hexsides(self) -> dict[int, int]:
        board, rows = self.board, dict[int, int]()
        markers, keys = board.compiled.markers, board.compiled.keys["markers"]
        for row, direction in pairs(board.compiled.rules.get("start.marker.facing", ())):
            work, step = self.given.get(keys[markers.type[row]]), 6 * markers.hex[row] + direction
            if work is not None and work.of == "hexside" and markers.hex[row] >= 0 and board.neighbours[step] >= 0:
                back = 6 * board.neighbours[step] + (direction + 3) % 6
                rows[step] = rows[back] = rows.get(step, len(rows) // 2)
        return rows

    def _by_unit(self, id_: str, by: Mapping[str, Cost]) -> list[Cost]:
        """Return what a work costs each unit."""
        found = [by.get(EVERY, 0)] * len(self.board.units.side)
        for name in by.keys() - {EVERY}:
            of = self.board.column(f"works.{id_}.cost.{name}")
            found = [by[name] if each else cost for each, cost in zip(of, found, strict=True)]
        return found

    def ready(self) -> None:
        """Look up fire."""
        self.fire: Fire | None = self.board.modules.get("fire")  # type: ignore[assignment]  # as the shelf has it

    @classmethod
    def columns_of(cls, given: dict[str, Work]) -> Mapping[str, str]:
        """Return the columns of state: the hexes or units that have each work."""
        names = {table: [column(id_) for id_, work in given.items() if work.of == of] for of, table in _TABLES.items()}
        return {table: " ".join(each) for table, each in names.items() if each}

    @classmethod
    def due(cls, given: dict[str, Work]) -> Sequence[str]:
        """Return its phase, where units clear works."""
        return ["works"] if any(work.cleared_by is not None for work in given.values()) else []

    @classmethod
    def arrays(cls, game: Game, given: dict[str, Work]) -> Arrays:
        """Return by work the units that clear it, and those of each class for which a step has a cost of its own."""
        named = {f"works.{id_}": work.cleared_by for id_, work in given.items()}
        rules: Any = game.one("rules", GameRules)
        by = rules[0].movement.classes if rules and rules[0].movement else ""
        for id_, work in given.items() if by else ():
            classes = costs_of(work).keys() - {EVERY} if work.cost else ()
            named |= {f"works.{id_}.cost.{name}": {by: name} for name in classes}
        return {name: selected(game, selector) for name, selector in named.items() if selector is not None}

    @classmethod
    def sentences(cls, given: dict[str, Work], labels: Labels) -> Iterator[Sentence]:
        """Say where works are, and what they do."""
        for id_, work in given.items():
            yield from sentences_of(work, labels.marker(id_), labels)

    @classmethod
    def read(cls, game: Game, given: dict[str, Work]) -> Mapping[str, Any]:
        """Return by work what it does in an assault, as it is printed."""
        texts = {id_: work.assault for id_, work in given.items() if work.assault is not None}
        return {"assault": with_figures(game, texts)} if texts else {}

    @classmethod
    def reads(cls, game: Game, given: dict[str, Work]) -> Mapping[str, Collection[str]]:  # noqa: ARG003 - as the base
        """Return the figures that works add to the dice of an assault."""
        return {"figure": [work.assault for work in given.values() if work.assault is not None]}

    @classmethod
    def checks(cls, game: Game, given: dict[str, Work], where: Where) -> Iterator[Diagnostic]:
        """Yield what works say in vain, or cannot be read."""
        for id_, work in given.items():
            yield from work_findings(game, id_, work, where / id_)
        yield from marker_findings(game, given)

    @rule("works.set-up")
    def begin(self, state: GameState) -> None:
        """Put works where the set-up has their markers; those of units only with units that profit."""
        markers, keys = self.board.compiled.markers, self.board.compiled.keys["markers"]
        sides = dict(pairs(self.board.compiled.rules.get("start.marker.facing", ())))
        for row, (marker, hex_) in enumerate(zip(markers.type, markers.hex, strict=True)):
            id_ = keys[marker]
            work = self.given.get(id_)
            if work is None:
                continue
            if work.of == "hex":
                getattr(state.ground, column(id_))[hex_] = 1
                continue
            if work.of == "hexside":
                if row in sides:
                    getattr(getattr(state, _TABLES["hexside"]), column(id_))[
                        self.on_hexsides[6 * hex_ + sides[row]]
                    ] = 1
                continue
            for unit in self.board.stacks(state).get(hex_, ()):
                getattr(state.units, column(id_))[unit] = int(self.fire is None or self.fire.has_cover(unit))

    def there(self, now: Situation, unit: int) -> Iterator[str]:
        """Yield the works that a unit is in."""
        yield from (id_ for id_, work in self.given.items() if work.of == "unit" and self.has(now, id_, unit))
        yield from self.in_hex(now, now.place[unit])

    def has(self, now: Situation, id_: str, row: int) -> bool:
        """Return whether a hex, a unit or a hexside has a work."""
        return bool(getattr(getattr(now.state, _TABLES[self.given[id_].of]), column(id_))[row])

    def in_hex(self, now: Situation, hex_: int) -> Iterator[str]:
        """Yield the works of a hex."""
        yield from (id_ for id_, work in self.given.items() if work.of == "hex" and self.has(now, id_, hex_))

    def across(self, now: Situation, step: int) -> Iterator[str]:
        """Yield the works of the hexside that a step crosses."""
        row = self.on_hexsides.get(step, -1)
        if row >= 0:
            yield from (id_ for id_, work in self.given.items() if work.of == "hexside" and self.has(now, id_, row))

    def on_sides(self, now: Situation) -> Iterator[tuple[str, int]]:
        """Yield the works of hexsides, each with the step across it that its marker names."""
        named = {row: step for step, row in reversed(self.on_hexsides.items())}
        yield from ((id_, step) for step in named.values() for id_ in self.across(now, step))

    @rule("works.cost")
    def costs_into(self, now: Situation, unit: int, hex_: int) -> list[Cost]:
        """Return what works of a hex cost a unit that comes into it."""
        return [self.costs[id_][unit] for id_ in self.in_hex(now, hex_) if id_ in self.costs] if self.costs else []

    @rule("works.cost")
    def costs_over(self, now: Situation, unit: int, step: int) -> list[Cost]:
        """Return what works cost a unit that takes a step: those of the hex, and of the hexside."""
        if not self.costs:
            return []
        crossed = [self.costs[id_][unit] for id_ in self.across(now, step) if id_ in self.costs]
        return [*self.costs_into(now, unit, self.board.neighbours[step]), *crossed]

    def dear_steps(self, now: Situation) -> set[int]:
        """Return the steps that works make dearer, for some."""
        board, found = self.board, {step for step in self.on_hexsides if any(self.across(now, step))}
        for hex_ in range(board.hexes):
            if any(id_ in self.costs for id_ in self.in_hex(now, hex_)):
                found |= {6 * at + board.direction(at, hex_) for at in board.adjacent[hex_]}
        return found

    @rule("works.assault")
    def fortified(self, now: Situation, fight: Fight) -> list[tuple[GroundEffect, str]]:
        """Return what works do in an assault, with their ids: of the hex, of all attacked, of a hexside all cross."""
        board, hex_, found = self.board, fight.hex, self.in_assault(now, fight.hex)
        if units := self.effects["unit"]:
            there = now.stack(hex_)
            found += [(each, id_) for id_, each in units.items() if all(self.has(now, id_, unit) for unit in there)]
        if walls := self.effects["hexside"]:
            near = [now.place[unit] for unit in fight.attackers if now.place[unit] in board.adjacent[hex_]]
            crossed = [{*self.across(now, 6 * at + board.direction(at, hex_))} for at in near]
            found += [(each, id_) for id_, each in walls.items() if near and all(id_ in each for each in crossed)]
        return found

    def in_assault(self, now: Situation, hex_: int) -> list[tuple[GroundEffect, str]]:
        """Return what works of a hex do in an assault on it, with their ids."""
        effects = self.effects["hex"]
        return [(effects[id_], id_) for id_ in self.in_hex(now, hex_) if id_ in effects] if effects else []

    @rule("works.zones")
    def shuts_out_zones(self, now: Situation, step: int) -> bool:
        """Return whether zones do not reach over a step."""
        there = (*self.in_hex(now, self.board.neighbours[step]), *self.across(now, step))
        return any(id_ in self.blocking for id_ in there)

    @rule("works.stops")
    def stops(self, now: Situation, hex_: int) -> bool:
        """Return whether a move ends in a hex."""
        return any(self.given[id_].stops for id_ in self.in_hex(now, hex_))

    @rule("works.cover")
    def covers(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in cover by a work."""
        return any(self.given[id_].cover for id_ in self.there(now, unit))

    @rule("works.fire")
    def added_to_fire(self, now: Situation, unit: int) -> list[tuple[int, str, str]]:
        """Return what works add to fire at a unit: the number, the work, the clause."""
        return [(self.added[id_], id_, "works.fire") for id_ in self.there(now, unit) if id_ in self.added]

    @rule("works.left")
    def left(self, book: Book, unit: int) -> None:
        """Remove the works of a unit."""
        own = [column(id_) for id_, work in self.given.items() if work.of == "unit"]
        book.clear(own, [unit])

    @rule("works.clear")
    def may_clear(self, now: Situation, id_: str, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a unit is one that clears a work."""
        return bool(self.board.column(f"works.{id_}")[unit])

    def cleared(self, now: Situation, unit: int) -> str | None:
        """Return the work that a unit can clear now; None where there is none."""
        named = (id_ for id_ in self.in_hex(now, now.place[unit]) if self.given[id_].cleared_by is not None)
        return next((id_ for id_ in named if self.may_clear(now, id_, unit)), None)


def column(id_: str) -> str:
    """Return the name of the column of state for a work."""
    return id_.replace("-", "_")
