"""The key `assault` of rules.yaml, and what ground does by it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, ValueName
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.figures import figures_of
from scenario_forge.wargame.modules.movement.key import grounds_by_name
from scenario_forge.wargame.modules.selectors import UnitSelector

if TYPE_CHECKING:
    from scenario_forge.game.game import Game

_Ground = Annotated[str, Names("terrain or hexside kind or place kind")]


class Strengths(Model):
    """Different values for attack and defence."""

    attack: ValueName
    """The value of a unit that attacks, or supports either side."""
    defence: ValueName
    """The value of a unit that is attacked."""


class Support(Model):
    """Who joins an attack from afar."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may; without, all that have a range."""
    sides: Literal["attacker", "both"] = "attacker"
    """Whether units may join the defence too, after the attacker has named his."""


class AssaultKey(Model):
    """How units attack the hexes beside them."""

    table: ChartName
    """The chart of results; its columns say whether they are ratios or differences."""
    value: ValueName | Strengths = "strength"
    """The value of the counter that attacks and defends."""
    support: Support | None = None
    """Who joins an attack from afar; without, nobody."""
    again: bool = False
    """Whether a hex may be attacked again in a phase, by others."""
    ground: str | dict[_Ground, str] = {}  # noqa: RUF012 - pydantic copies it
    """What ground does for the defender, `terrain_effects/Defence` or by terrain, hexside and place: `×1½` multiplies
    his strength, `+1` and `-1` are added to the die, `1 left` and `1 right` shift the column; the name of a
    figure stands for its number, which is added. A hexside counts where all who attack from beside the hex attack
    across it."""


class GroundEffect(NamedTuple):
    """What one kind of ground does in an assault."""

    times: Fraction = Fraction(1)
    die: int = 0
    shift: int = 0

    def plus(self, other: GroundEffect) -> GroundEffect:
        """Return what two kinds of ground do together."""
        return GroundEffect(self.times * other.times, self.die + other.die, self.shift + other.shift)


def effect_of(text: str) -> GroundEffect:
    """Return the effect of ground as a cell prints it; nothing where it prints none.

    >>> effect_of("×1½").times, effect_of("+ 2 to defender").die, effect_of("1 left").shift, effect_of("No Effect").die
    (Fraction(3, 2), -2, -1, 0)
    """
    plain = text.replace("−", "-").replace("½", ".5").replace("¼", ".25").replace("¾", ".75")
    if times := re.match(r"\s*[×x]\s*([\d.]+)", plain):
        return GroundEffect(times=Fraction(times[1]))
    if shift := re.match(r"\s*(\d+)\s*(?:columns? )?(left|right|[LR])\b", plain):
        return GroundEffect(shift=int(shift[1]) * (1 if shift[2][0].lower() == "r" else -1))
    if die := re.match(r"\s*([+-])?\s*(\d+)\b( to defender)?", plain):
        number = int(die[2]) * (-1 if die[1] == "-" else 1)
        return GroundEffect(die=-number if die[3] else number)
    return GroundEffect()


def ground_of(game: Game, given: AssaultKey) -> dict[str, str]:
    """Return the effects of ground as they are printed, by terrain, hexside and place.

    Raises:
        KeyError: there is no such chart.
    """
    if isinstance(given.ground, dict):
        rules = game.one("rules", GameRules)
        named = rules[0].figures if rules is not None else {}
        numbers = figures_of(game, {name: named[name] for name in given.ground.values() if name in named})
        return {id_: str(numbers[text][0]) if text in numbers else text for id_, text in given.ground.items()}
    chart_id, _, heading = given.ground.partition("/")
    chart, grounds = tables(game).charts[chart_id], grounds_by_name(game)
    at = chart.column(heading) or 0
    rows = zip(chart.rows, chart.cells, strict=True)
    cells = ((row.text.partition(" (")[0].casefold(), line[at].text) for row, line in rows)
    return {grounds[name]: text for name, text in cells if name in grounds}
