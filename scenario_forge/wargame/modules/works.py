"""Works: minefields, entrenchments and the like, that markers of a set-up put on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import FigureName, MarkerName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import ACTIONS, Deed, SidePhase, acting
from scenario_forge.wargame.board.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.fire import Fire


class Work(Model):
    """What a work does."""

    of: Literal["hex", "unit"] = "hex"
    """`hex`: it stays in its hex. `unit`: it belongs to the units that begin there, and is gone when they leave."""
    stops: bool = False
    """Whether a move ends in its hex, along roads too."""
    cover: bool = False
    """Whether it gives cover against fire."""
    fire: FigureName | None = None
    """The name of the figure that is added to fire at units in its hex."""
    cleared_by: UnitSelector | None = None
    """The units that clear it in their hex instead of firing, in the phase `works` or as an action; without, nobody."""


class Works(Module[dict[MarkerName, Work]]):
    """Works in play: for each a column of state, of hexes or of units."""

    key, model = "works", dict[MarkerName, Work]

    def __init__(self, board: Board, given: dict[str, Work], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.rows = {"ground": board.hexes}
        self.added = {id_: board.column(work.fire)[0] for id_, work in given.items() if work.fire is not None}
        """By work: what is added to fire."""

    def ready(self) -> None:
        """Look up fire."""
        self.fire: Fire | None = self.board.modules.get("fire")  # type: ignore[assignment]  # as the shelf has it

    @classmethod
    def columns_of(cls, given: dict[str, Work]) -> Mapping[str, str]:
        """Return the columns of state: the hexes or units that have each work."""
        tables = {"units": "unit", "ground": "hex"}
        names = {table: [column(id_) for id_, work in given.items() if work.of == of] for table, of in tables.items()}
        return {table: " ".join(each) for table, each in names.items() if each}

    @classmethod
    def due(cls, given: dict[str, Work]) -> Sequence[str]:
        """Return its phase, where units clear works."""
        return ["works"] if any(work.cleared_by is not None for work in given.values()) else []

    @classmethod
    def arrays(cls, game: Game, given: dict[str, Work]) -> Arrays:
        """Return by work the units that clear it."""
        named = {f"works.{id_}": work.cleared_by for id_, work in given.items()}
        return {name: selected(game, selector) for name, selector in named.items() if selector is not None}

    @classmethod
    def sentences(cls, given: dict[str, Work], labels: Labels) -> Iterator[Sentence]:
        """Say where works are, and what they do."""
        for id_, work in given.items():
            yield from _sentences_of(work, labels.marker(id_), labels)

    @rule("works.set-up")
    def begin(self, state: GameState) -> None:
        """Put works where the set-up has their markers; those of units only with units that profit."""
        markers, keys = self.board.compiled.markers, self.board.compiled.keys["markers"]
        for marker, hex_ in zip(markers.type, markers.hex, strict=True):
            id_ = keys[marker]
            work = self.given.get(id_)
            if work is None:
                continue
            if work.of == "hex":
                getattr(state.ground, column(id_))[hex_] = 1
                continue
            for unit in self.board.stacks(state).get(hex_, ()):
                getattr(state.units, column(id_))[unit] = int(self.fire is None or self.fire.has_cover(unit))

    def there(self, now: Situation, unit: int) -> Iterator[str]:
        """Yield the works that a unit is in."""
        yield from (id_ for id_, work in self.given.items() if work.of == "unit" and self.has(now, id_, unit))
        yield from self.in_hex(now, now.place[unit])

    def has(self, now: Situation, id_: str, row: int) -> bool:
        """Return whether a hex or a unit has a work."""
        table = now.units if self.given[id_].of == "unit" else now.state.ground
        return bool(getattr(table, column(id_))[row])

    def in_hex(self, now: Situation, hex_: int) -> Iterator[str]:
        """Yield the works of a hex."""
        yield from (id_ for id_, work in self.given.items() if work.of == "hex" and self.has(now, id_, hex_))

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


def _sentences_of(work: Work, name: str, labels: Labels) -> Iterator[Sentence]:
    """Say where one kind of work is, and what it does."""
    fire = getattr(labels.rules, "fire", None)
    if work.of == "unit":
        having = f" that have a {labels.value(fire.cover.value)}" if fire is not None and fire.cover is not None else ""
        text = f"The set-up puts {name} markers on the map. Each belongs to the units in its hex{having}."
        yield Sentence("works.set-up", text)
        yield Sentence("works.left", f"When a unit with a {name} marker leaves its hex, the marker is removed.")
    else:
        yield Sentence("works.set-up", f"The set-up puts {name} markers on the map. They stay in their hexes.")
    with_ = f"with a {name} marker" if work.of == "unit" else f"in a hex with a {name} marker"
    if work.stops:
        yield Sentence("works.stops", f"A unit that enters a hex with a {name} marker must stop there, on roads too.")
    if work.cover:
        yield Sentence("works.cover", f"A unit {with_} is in cover.")
    if work.fire is not None:
        yield Sentence("works.fire", f"Fire at a unit {with_}: add {labels.figure(work.fire)[0]}.")
    if work.cleared_by is not None:
        when = "as an action" if ACTIONS in labels.steps else f"in {labels.phase('works', 'remove')}"
        text = f"{sentence_case(labels.units(work.cleared_by))} may remove a {name} marker from their hex {when}"
        yield Sentence("works.clear", f"{text}{', instead of firing' if fire is not None else ''}.")


def column(id_: str) -> str:
    """Return the name of the column of state for a work."""
    return id_.replace("-", "_")


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
        if works.fire is not None:
            book.put("shot", unit, 1)
        book.put(f"ground.{column(str(id_))}", hex_, 0)
        book.event("work removed", "works.clear", unit, hex_)
        return [frame]


class WorksPhase(SidePhase):
    """The phase in which units of a side clear the works in their hexes."""

    plain = "remove"


Works.deeds = (Clear,)
Works.steps = {"works": ("works.clear", WorksPhase)}
Works.loops = {"works": "sides"}
Works.words = {
    "works begins": "the {0:side} player clears works",
    "work removed": "{0:unit} clears {1:hex}",
}
