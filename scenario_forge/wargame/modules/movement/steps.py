"""The module of movement: its steps, words and actions, what it reads, its checks and its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.paper import lasts, on_units
from scenario_forge.wargame.board.phase import SidePhase
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.movement.checks import cost_findings
from scenario_forge.wargame.modules.movement.costs import classes_of, sentences_of_costs
from scenario_forge.wargame.modules.movement.key import ALLOWANCE, costs_of
from scenario_forge.wargame.modules.movement.march import march
from scenario_forge.wargame.modules.movement.moving import March, Move, Movement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.movement.key import MovementKey
    from scenario_forge.wargame.modules.stacking import StackingLimit


class MovementPhase(SidePhase):
    """The phase in which units of a side move."""

    plain = "move"


class MovementModule(Movement):
    """The module of movement with its steps."""

    deeds, starts = (Move,), ("enters",)
    loops: ClassVar = {"movement": "sides"}
    steps: ClassVar = {"movement": ("movement.phase", MovementPhase), "march": ("movement.steps", March)}
    inner = ("march",)
    words: ClassVar = {"movement begins": "the {0:side} player moves", "enters": "{0:unit} enters {1:hex}"}
    marks = ("moved",)
    busy = ("march", "movement")
    thoughts: ClassVar = {"movement": march}

    @classmethod
    def patterns(cls, given: MovementKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of a move."""
        return {"movement": ["unit* by hex*" if given.together else "unit hex*"]}

    @classmethod
    def columns_of(cls, given: MovementKey) -> Mapping[str, str]:
        """Return the columns of state: who has moved, and what each has spent where that counts later."""
        return {"units": "moved spent" if given.together else "moved"}

    @classmethod
    def paper(cls, given: MovementKey, labels: Labels) -> Iterator[Marker]:  # noqa: ARG003 - as modules are asked
        """Yield the markers of units that have moved, where later actions depend on it."""
        if lasts("moved", labels):
            yield on_units("Moved", labels)

    @classmethod
    def read(cls, game: Game, given: MovementKey) -> Mapping[str, Any]:
        """Return all costs by ground and class."""
        return {"costs": costs_of(game, given)}

    @classmethod
    def checks(cls, game: Game, given: MovementKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what is wrong with its costs, and roads limited by no limit."""
        yield from cost_findings(game, given, where)
        limits: Sequence[StackingLimit] = getattr(where.file.document, "stacking", None) or ()
        if given.roads.limited and not any(limit.when == "by_road" for limit in limits):
            at = where / "roads" / "limited"
            finding = MOD001.at(at, "none", what="`limited`", needed="a limit `when: by_road` under `stacking`")
            yield finding.suggest("write `{limit: 2, when: by_road}` there, or remove `limited`")

    @classmethod
    def arrays(cls, game: Game, given: MovementKey) -> Arrays:
        """Return who belongs to each class that has costs of its own."""
        classes = classes_of(costs_of(game, given))
        return {f"movement.class.{name}": selected(game, {given.classes: name}) for name in classes}

    @classmethod
    def sentences(cls, given: MovementKey, labels: Labels) -> Iterator[Sentence]:
        """Say how units move, and what they pay."""
        phase = labels.phase("movement", "move")
        often = "a turn" if given.together else phase
        text = f"In {often} a unit may spend movement points up to its {labels.value(ALLOWANCE)}."
        yield Sentence("movement.allowance", text)
        text = f"In {phase} the side moves its units one after another, or leaves them where they are."
        yield Sentence("movement.phase", text)
        yield Sentence("movement.once", f"A unit moves once in {phase}, from hex to adjacent hex.")
        yield from sentences_of_costs(given, labels)
        if given.stops:
            stops = listed([labels.ground(id_) for id_ in given.stops], "or")
            text = f"A unit that enters {stops} must stop there, unless it moved along roads all the way."
            yield Sentence("movement.stops", text)
        if given.minimum == "one_hex":
            text = (
                "A unit that has spent no points may enter one hex that costs more than it has. It then has none left."
            )
        else:
            text = "A unit may not enter a hex that costs more points than it has left."
        yield Sentence("movement.minimum", text)
        yield Sentence("movement.enemies", "A unit may not enter a hex with enemy units.")
        if labels.arrivals:
            text = "A unit that arrives comes on in a hex of its map edge, and pays for that hex alone."
            yield Sentence("movement.entry", text)
        if given.together:
            text = (
                "Units in one hex may move as a stack. Each pays its own costs, and the stack goes only where all its "
                "units can; it may leave units behind."
            )
            yield Sentence("movement.together", text)
            yield Sentence("movement.steps", "A stack moves hex by hex, so that the enemy may react in each.")
