"""The steps, words and actions of movement."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.wargame.board.phase import SidePhase
from scenario_forge.wargame.modules.movement.march import march
from scenario_forge.wargame.modules.movement.move import March, Move
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.wargame.modules.movement.key import MovementKey


class MovementPhase(SidePhase):
    """The phase in which units of a side move."""

    plain = "move"


class MovementModule(Movement):
    """The module of movement with its steps."""

    deeds, starts = (Move,), ("enters",)
    loops: ClassVar = {"movement": "sides"}
    steps: ClassVar = {"movement": ("movement.phase", MovementPhase), "march": ("movement.steps", March)}
    inner = ("march",)

    @classmethod
    def patterns(cls, given: MovementKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of a move."""
        return {"movement": ["unit* by hex*" if given.together else "unit hex*"]}

    words: ClassVar = {"movement begins": "the {0:side} player moves", "enters": "{0:unit} enters {1:hex}"}
    marks = ("moved",)
    busy = ("march", "movement")
    thoughts: ClassVar = {"movement": march}
