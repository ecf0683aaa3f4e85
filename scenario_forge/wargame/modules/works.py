"""Works: minefields, entrenchments, walls and the like, that markers of a set-up put on the map, and units build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.compiler.arrays import NONE
from scenario_forge.documents.names import MarkerName
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ENTRENCH, Deed, SidePhase, acting
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.assault.ground import GroundEffect, effect_of, with_figures
from scenario_forge.wargame.modules.movement.key import EVERY
from scenario_forge.wargame.modules.work_key import Work, costs_of, marker_findings, sentences_of, work_findings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.asked import FireRules, Moves
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.movement.key import Cost

_FROM_HERE, _FROM_BEYOND = 1, 2
"""How state notes a work of a hexside: put there from the hex of the step that comes first, or from the other one."""
_TABLES = {"unit": "units", "hex": "ground", "hexside": "walls"}
"""By kind of work: the table of state that has it."""


class Works(Module[dict[MarkerName, Work]]):
    """Works in play: for each a column of state, of hexes or of units."""

    key, model = "works", dict[MarkerName, Work]

    def __init__(self, board: Board, given: dict[str, Work], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.on_hexsides = self._on_hexsides()
        """By step across a hexside that may have a work, either way: its row of state."""
        rows = {"ground": board.hexes, "walls": max(len({*self.on_hexsides.values()}), 1)}
        self.rows = {table: number for table, number in rows.items() if table in self.columns_of(given)}
        effects = {id_: effect_of(text) for id_, text in read.get("assault", {}).items()}
        self.effects = {of: {id_: each for id_, each in effects.items() if given[id_].of == of} for of in _TABLES}
        """By kind of work, by work: what it does in an assault."""
        dear = {id_: costs_of(work) for id_, work in given.items() if work.cost}
        self.costs = {id_: self._by_unit(id_, by) for id_, by in dear.items()}
        """By work that costs points, by unit: what a step costs."""
        self.building = {
            id_: board.column(f"works.{id_}.built") for id_, work in given.items() if work.built_by is not None
        }
        """By work that units build, by unit: whether it does."""
        self.blocking = [id_ for id_, work in given.items() if work.zones == "block"]
        """Works that zones do not reach past."""
        self.columns_of_state = tuple(
            f"{table}.{name}" for table, names in self.columns_of(given).items() for name in names.split()
        )
        self.added = {id_: board.column(work.fire)[0] for id_, work in given.items() if work.fire is not None}
        """By work: what is added to fire."""

    def _on_hexsides(self) -> dict[int, int]:
        """Return the hexsides where works begin, and if units build some, all others too."""
        board, rows = self.board, dict[int, int]()
        markers, keys = board.compiled.markers, board.compiled.keys["markers"]
        for row, direction in pairs(board.compiled.rules.get("start.marker.facing", ())):
            work, step = self.given.get(keys[markers.type[row]]), 6 * markers.hex[row] + direction
            if work is not None and work.of == "hexside" and markers.hex[row] >= 0 and board.neighbours[step] >= 0:
                rows[step] = rows[self.back(step)] = rows.get(step, len(rows) // 2)
        built = any(work.of == "hexside" and work.built_by is not None for work in self.given.values())
        for step in range(len(board.neighbours)) if built else ():
            if step not in rows and board.neighbours[step] >= 0:
                rows[step] = rows[self.back(step)] = len(rows) // 2
        return rows

    def back(self, step: int) -> int:
        """Return the step across the same hexside the other way."""
        return 6 * self.board.neighbours[step] + (step % 6 + 3) % 6

    def _by_unit(self, id_: str, by: Mapping[str, Cost]) -> list[Cost]:
        """Return what a work costs each unit."""
        found = [by.get(EVERY, 0)] * len(self.board.units.side)
        for name in by.keys() - {EVERY}:
            of = self.board.column(f"works.{id_}.cost.{name}")
            found = [by[name] if each else cost for each, cost in zip(of, found, strict=True)]
        return found

    def ready(self) -> None:
        """Look up fire."""
        self.fire: FireRules | None = self.board.modules.get("fire")  # type: ignore[assignment]  # as the shelf has it

    @classmethod
    def columns_of(cls, given: dict[str, Work]) -> Mapping[str, str]:
        """Return the columns of state: the hexes or units that have each work."""
        names = {table: [column(id_) for id_, work in given.items() if work.of == of] for of, table in _TABLES.items()}
        if any(work.built_by is not None for work in given.values()):
            names["units"].append("worked")
        return {table: " ".join(each) for table, each in names.items() if each}

    @classmethod
    def patterns(cls, given: dict[str, Work]) -> Mapping[str, Sequence[str]]:
        """Return the stages of clearing, and of building each work."""
        built = {id_: work for id_, work in given.items() if work.built_by is not None}
        lines = {
            way: [
                f"{kind.word} unit {id_}{' hex' * (work.of == 'hexside')}"
                for id_, work in built.items()
                if work.instead_of == way
            ]
            for way, kind in (("fire", Build), ("movement", Entrench))
        }
        return {"works": ["unit", *lines["fire"]], **({"movement": lines["movement"]} if lines["movement"] else {})}

    @classmethod
    def due(cls, given: dict[str, Work]) -> Sequence[str]:
        """Return its phase, where units clear works."""
        return (
            ["works"]
            if any(
                work.cleared_by is not None or (work.built_by is not None and work.instead_of == "fire")
                for work in given.values()
            )
            else []
        )

    @classmethod
    def arrays(cls, game: Game, given: dict[str, Work]) -> Arrays:
        """Return by work the units that clear it, that build it, and that pay a cost of their class for a step."""
        named = {f"works.{id_}": work.cleared_by for id_, work in given.items()}
        named |= {f"works.{id_}.built": work.built_by for id_, work in given.items()}
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
                step = 6 * hex_ + sides[row] if row in sides else NONE
                if step in self.on_hexsides:  # else nothing lies beyond it
                    noted = getattr(getattr(state, _TABLES["hexside"]), column(id_))
                    noted[self.on_hexsides[step]] = self.side_of(step)
                continue
            for unit in self.board.stacks(state).get(hex_, ()):
                getattr(state.units, column(id_))[unit] = int(self.profits(work, unit))

    def profits(self, work: Work, unit: int) -> bool:
        """Return whether a work is of use to a unit: one of cover alone only to those that have any."""
        return self.fire is None or not self.fire.covers or not work.is_cover_alone or self.fire.has_cover(unit)

    def there(self, now: Situation, unit: int) -> Iterator[str]:
        """Yield the works that a unit is in."""
        yield from (id_ for id_, work in self.given.items() if work.of == "unit" and self.has(now, id_, unit))
        yield from self.in_hex(now, now.place[unit])

    def has(self, now: Situation, id_: str, row: int) -> bool:
        """Return whether a hex, a unit or a hexside has a work."""
        return bool(self.noted(now, id_)[row])

    def in_hex(self, now: Situation, hex_: int) -> Iterator[str]:
        """Yield the works of a hex."""
        yield from (id_ for id_, work in self.given.items() if work.of == "hex" and self.has(now, id_, hex_))

    def across(self, now: Situation, step: int) -> Iterator[str]:
        """Yield the works of the hexside that a step crosses."""
        row = self.on_hexsides.get(step, -1)
        if row >= 0:
            yield from (id_ for id_, work in self.given.items() if work.of == "hexside" and self.has(now, id_, row))

    def on_sides(self, now: Situation) -> Iterator[tuple[str, int]]:
        """Yield the works of hexsides, each with the step across it that its marker names, or from who built it."""
        named = {row: step for step, row in reversed(self.on_hexsides.items())}
        for row, step in named.items():
            for id_ in self.across(now, step):
                yield id_, step if self.noted(now, id_)[row] == _FROM_HERE else self.back(step)

    def noted(self, now: Situation, id_: str) -> Sequence[int]:
        """Return the column of state of a work."""
        found: Sequence[int] = getattr(getattr(now.state, _TABLES[self.given[id_].of]), column(id_))
        return found

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
    def fortified(self, now: Situation, hex_: int, attackers: Sequence[int]) -> list[tuple[GroundEffect, str]]:
        """Return what works do in an assault, with their ids: of the hex, of all attacked, of a hexside all cross."""
        board, found = self.board, self.in_assault(now, hex_)
        if units := self.effects["unit"]:
            there = now.stack(hex_)
            found += [(each, id_) for id_, each in units.items() if all(self.has(now, id_, unit) for unit in there)]
        if walls := self.effects["hexside"]:
            near = [now.place[unit] for unit in attackers if now.place[unit] in board.adjacent[hex_]]
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
        if self.has_worked(now, unit):
            return None
        named = (id_ for id_ in self.in_hex(now, now.place[unit]) if self.given[id_].cleared_by is not None)
        return next((id_ for id_ in named if self.may_clear(now, id_, unit)), None)

    def has_worked(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has built or cleared a work in the phase; never, where nobody builds."""
        return bool(self.building) and bool(now.units.worked[unit])

    @rule("works.build")
    def buildable(self, now: Situation, unit: int, instead_of: str) -> dict[str, list[int]]:
        """Return the works of which a marker is left that a unit can build now, where none is, by what it goes without.

        Each with the hexes across the hexsides where it can build one on them.
        """
        if instead_of == "fire" and self.has_worked(now, unit):
            return {}
        able = (id_ for id_, builds in self.building.items() if builds[unit])
        found = ((id_, self.sites(now, id_, unit)) for id_ in able if self.given[id_].instead_of == instead_of)
        return {id_: list(sites) for id_, sites in found if sites and self.is_left(now, id_)}

    def sites(self, now: Situation, id_: str, unit: int) -> dict[int, int]:
        """Return the rows of state of a work that a unit can build, where it is not yet, by hex across their hexside.

        Of a hex or a unit there is one, by the hex of the unit.
        """
        place, of = now.place[unit], self.given[id_].of
        rows = {place: unit if of == "unit" else place}
        if of == "hexside":
            steps = range(6 * place, 6 * place + 6)
            rows = {self.board.neighbours[step]: row for step in steps if (row := self.on_hexsides.get(step, -1)) >= 0}
        return {hex_: row for hex_, row in rows.items() if not self.has(now, id_, row)}

    def side_of(self, step: int) -> int:
        """Return how state notes a work of a hexside: from which of its two hexes it was put there."""
        first = next(each for each, row in self.on_hexsides.items() if row == self.on_hexsides[step])
        return _FROM_HERE if step == first else _FROM_BEYOND

    def build(self, book: Book, now: Situation, unit: int, id_: str, across: int) -> None:
        """Write into the book that a unit builds a work, of a hexside that towards a hex."""
        table, place = _TABLES[self.given[id_].of], now.place[unit]
        noted = _FROM_HERE
        if table == "walls":
            noted = self.side_of(6 * place + self.board.direction(place, across))
        book.put(f"{table}.{column(id_)}", self.sites(now, id_, unit)[across], noted)
        book.event("work built", "works.build", unit, place)

    def is_left(self, now: Situation, id_: str) -> bool:
        """Return whether a marker of a work is left."""
        types, row = self.board.compiled.marker_types, self.board.compiled.keys["markers"].index(id_)
        return bool(types.unlimited[row]) or sum(map(bool, self.noted(now, id_))) < types.count[row]

    def helps(self, id_: str) -> bool:
        """Return whether a work is of use to who stands in it, as a computer player sees it."""
        work = self.given[id_]
        return work.cover or work.assault is not None or work.zones == "block"


def column(id_: str) -> str:
    """Return the name of the column of state for a work."""
    return id_.replace("-", "_")


_GAIN = 0.2
"""What a work where the enemy may attack is worth to a computer player."""


class Clear(Deed):
    """``unit``."""

    word, phase, pattern = "remove", "works", "unit"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the units that can clear a work, and could fire instead."""
        works = self.board.module(Works)
        able = (unit for unit in acting(now, frame) if works.cleared(now, unit) is not None)
        return [] if begun else [Choice(unit) for unit in able if works.fire is None or works.fire.is_free(now, unit)]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Clear the work."""
        unit, works = int(action[0]), self.board.module(Works)
        id_, hex_ = works.cleared(now, unit), now.place[unit]
        work_done(works, book, unit)
        book.put(f"ground.{column(str(id_))}", hex_, 0)
        book.event("work removed", "works.clear", unit, hex_)
        return [frame]


class Build(Deed):
    """``build, unit, work``, and for a hexside the hex across it: instead of firing."""

    word, phase, pattern = "build", "works", "build unit"
    clears: ClassVar[Sequence[str]] = ("worked",)
    instead_of: ClassVar[str] = "fire"

    def able(self, now: Situation, frame: Frame) -> Iterable[int]:
        """Return the units that could fire instead."""
        fire = self.board.module(Works).fire
        return (unit for unit in acting(now, frame) if fire is None or fire.is_free(now, unit))

    def aims(self, now: Situation, frame: Frame) -> dict[int, dict[str, list[int]]]:
        """Return the units that can build, with what each can build, and of a hexside across which hexes."""
        works = self.board.module(Works)
        if all(works.given[id_].instead_of != self.instead_of for id_ in works.building):
            return {}
        found = ((unit, works.buildable(now, unit, self.instead_of)) for unit in self.able(now, frame))
        return {unit: named for unit, named in found if named}

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can build, then what, then across which hexside."""
        aims = self.aims(now, frame)
        if not begun:
            return offer(aims)
        named, works = aims.get(int(begun[0]), {}), self.board.module(Works)
        walls = {id_ for id_ in named if works.given[id_].of == "hexside"}
        if len(begun) == 1:
            return [Choice(id_, id_ not in walls, id_ in walls) for id_ in named]
        return [Choice(hex_) for hex_ in named.get(str(begun[1]), ())] if len(begun) == 2 and begun[1] in walls else []

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Build the work."""
        unit, works = int(action[0]), self.board.module(Works)
        self.spend(works, book, unit)
        works.build(book, now, unit, str(action[1]), int((*action[2:], now.place[unit])[0]))
        return [frame]

    def spend(self, works: Works, book: Book, unit: int) -> None:
        """Write into the book what a unit goes without."""
        work_done(works, book, unit)

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the unit that is endangered most where it stands, with what protects it there, towards the enemy."""
        danger, works = mind.danger(now), self.board.module(Works)
        ways = [(unit, id_) for unit, named in self.aims(now, frame).items() for id_ in named if works.helps(id_)]
        best = max(ways, key=lambda way: danger[now.place[way[0]]], default=None)
        if best is None or not danger[now.place[best[0]]]:
            return 0.0, ()
        if works.given[best[1]].of != "hexside":
            return _GAIN, best
        enemies = [self.board.distances(hex_) for hex_ in sorted(now.held(1 - mind.side))]
        across = self.aims(now, frame)[best[0]][best[1]]
        return _GAIN, (*best, min(across, key=lambda hex_: min((row[hex_] for row in enemies), default=0)))


class Entrench(Build):
    """``entrench, unit, work``, and for a hexside the hex across it: instead of moving."""

    word, phase, pattern = ENTRENCH, "movement", "entrench unit"
    clears: ClassVar[Sequence[str]] = ()
    instead_of: ClassVar[str] = "movement"

    def able(self, now: Situation, frame: Frame) -> Iterable[int]:
        """Return the units on the map that may still move."""
        moves: Moves = self.board.deeds["move"]  # type: ignore[assignment]  # as the module of movement has it
        return (unit for unit in moves.movers(now, frame) if now.place[unit] >= 0)

    def spend(self, works: Works, book: Book, unit: int) -> None:  # noqa: ARG002 - as the other way
        """Write into the book that a unit moves no more."""
        book.put("moved", unit, 1)


def work_done(works: Works, book: Book, unit: int) -> None:
    """Write into the book that a unit has built or cleared a work, which it does instead of firing."""
    if works.fire is not None:
        book.put("shot", unit, 1)
    if works.building:
        book.put("worked", unit, 1)


class WorksPhase(SidePhase):
    """The phase in which units of a side clear the works in their hexes, or build some."""

    plain = "remove"


Works.deeds = (Build, Entrench, Clear)
Works.steps = {"works": ("works.clear", WorksPhase)}
Works.loops = {"works": "sides"}
Works.words = {
    "works begins": "the {0:side} player clears works",
    "work removed": "{0:unit} clears {1:hex}",
    "work built": "{0:unit} builds in {1:hex}",
}
