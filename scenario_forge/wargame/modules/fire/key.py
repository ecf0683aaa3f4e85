"""The key `fire` of rules.yaml, and what it says of range and cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, FigureName, ValueName
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.selectors import UnitSelector
from scenario_forge.wargame.modules.assault.modifiers import Modifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.wargame.board.labels import Labels

COUNT = "count"
"""The value of a game in which each unit that fires counts 1."""


class Cover(Model):
    """What defends units in cover."""

    value: ValueName
    """The value of the counter that defends in cover; a unit that has none has no use of cover."""
    ground: list[Annotated[str, Names("terrain")]]
    """The terrain that gives cover."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that profit, each of which has the value; without, all that have it."""


class FireKey(Model):
    """Who fires at whom."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that fire; without, all that have a range."""
    spared: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """Units that are fired at only where no others are in the hex; without, none."""
    opportunity: bool = False
    """Whether units may also fire at those that enter a hex in the turn of the enemy, each once at each hex."""
    shots: Annotated[int, Field(ge=1)] | None = None
    """With `opportunity`: how often a unit may do so in a game turn; without, however often."""
    table: ChartName | None = None
    """The chart of results. Its columns are the strength of the firers less the defence of the target."""
    value: Annotated[Id, Names("number", besides=(COUNT,))] = "strength"
    """The strength of a unit that fires; `count`: each unit counts 1."""
    defence: ValueName | None = None
    """The value of the counter that is the defence of a target; without, nothing is taken off."""
    cover: Cover | None = None
    """What defends units in cover instead; without, cover is of no use."""
    both: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may both move and fire in a turn; without, all."""
    together: bool = False
    """Whether any number of units fire at one target together, which cannot be fired at again in the phase."""
    support: UnitSelector | None = None
    """With `together`: the units that join fire at a target that they do not see, if another that fires sees it;
    without, nobody."""
    from_high: FigureName | None = None
    """What is added to the range of units on `high` terrain of `sight`."""
    close: list[Annotated[str, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain into and out of which units fire from hex to adjacent hex only."""
    modifiers: list[Modifier] = []  # noqa: RUF012 - pydantic copies it
    """What changes the dice, the column or a strength, as in an assault; who fires attacks."""


def sentences_of_range(given: FireKey, labels: Labels) -> Iterator[Sentence]:
    """Say how far units fire."""
    yield Sentence("fire.range", f"A unit fires no farther than its {labels.value(given.range)} in hexes.")
    sight = getattr(labels.rules, "sight", None)
    if given.from_high is not None and sight is not None:
        high = listed([labels.ground(id_) for id_ in sight.high], "or")
        more = counted(labels.figure(given.from_high)[0], "hex")
        yield Sentence("fire.range", f"On {high} it fires {more} farther.")
    if given.close:
        close = listed([labels.ground(id_) for id_ in given.close], "or")
        yield Sentence("fire.close", f"Into and out of {close} a unit fires only from hex to adjacent hex.")


def sentences_of_cover(given: FireKey, labels: Labels) -> Iterator[Sentence]:
    """Say where units are in cover, and what that is worth."""
    if given.cover is None:
        return
    ground = listed([labels.ground(id_) for id_ in given.cover.ground], "or")
    value = labels.value(given.cover.value)
    them, own = ("them", "their") if given.cover.of else ("it", "its")
    counts = f"defends {them}"
    if given.defence is not None:
        counts = f"takes the place of {own} {labels.value(given.defence)}"
    named = f" of {labels.units(given.cover.of)}" if given.cover.of else ""
    its, has = ("the", "") if named else ("its", ", if it has one,")
    yield Sentence("fire.cover", f"A unit in {ground} is in cover. There {its} {value}{named}{has} {counts}.")
