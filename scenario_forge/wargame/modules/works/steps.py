"""The phase in which units clear works, and the module with its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.board.phase import Deed, SidePhase, acting
from scenario_forge.wargame.modules.works.works import Works, column

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Situation


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


class WorksModule(Works):
    """The module of works with its steps."""

    deeds = (Clear,)
    steps: ClassVar = {"works": ("works.clear", WorksPhase)}
    loops: ClassVar = {"works": "sides"}
    words: ClassVar = {
        "works begins": "the {0:side} player clears works",
        "work removed": "{0:unit} clears {1:hex}",
    }
