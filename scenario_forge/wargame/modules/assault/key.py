"""The key `assault` of rules.yaml, and what it says of odds and obligation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartColumnName, ChartName, ValueName
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.selectors import UnitSelector
from scenario_forge.wargame.modules.assault.count_key import Count
from scenario_forge.wargame.modules.assault.modifiers import Modifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.wargame.board.labels import Labels

_Ground = Annotated[str, Names("terrain or hexside kind or place kind")]
_Effect = Annotated[str, Names("figure of rules.yaml", checked=True)]


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

    table: ChartName | None = None
    """The chart of results; its columns say whether they are ratios or differences, or with `count` numbers of hits."""
    count: Count | None = None
    """Dice of units that hit or miss, in place of odds: `{dice: strength, hit: {at_least: 5}, each: hit}`."""
    value: ValueName | Strengths = "strength"
    """The value of the counter that attacks and defends."""
    support: Support | None = None
    """Who joins an attack from afar; without, nobody."""
    again: bool = False
    """Whether a hex may be attacked again in a phase, by others."""
    obligatory: bool = False
    """Whether units in a zone of the enemy must attack, and every enemy in whose zone they are must be attacked; in a
    game without zones, those beside the enemy. The phase does not end before; each attack leaves enough units for the
    other hexes, if that can be."""
    modifiers: list[Modifier] = []  # noqa: RUF012 - pydantic copies it
    """What changes the dice, the column or a strength, line by line: `{when: {attacker: {type: cavalry}}, die: +1}`."""
    ground: ChartColumnName | dict[_Ground, _Effect] = {}  # noqa: RUF012 - pydantic copies it
    """What ground does for the defender, `terrain_effects/Defence` or by terrain, hexside and place: `×1½` multiplies
    his strength, `+1` and `-1` are added to the die, `1 left` and `1 right` shift the column; the name of a
    figure stands for its number, which is added. A hexside counts where all who attack from beside the hex attack
    across it."""

    @property
    def chart(self) -> str:
        """The id of the chart of results; empty where none is named."""
        return self.table or ""


def strengths(given: AssaultKey) -> tuple[str, str]:
    """Return the values of the counter that attack, and that defend."""
    return (given.value, given.value) if isinstance(given.value, str) else (given.value.attack, given.value.defence)


def sentences_of_odds(given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
    """Say which strengths are compared."""
    scale = labels.chart(given.chart).column_scale
    attack, defence = strengths(given)
    ours, theirs = f"the {labels.value(attack)} of all attackers", f"the {labels.value(defence)} of all defenders"
    if scale.notation == "ratio":
        rounded = "to the nearest" if scale.rounding == "nearest" else f"in favour of the {scale.rounding}"
        text = f"The odds are {ours} to {theirs}, as a ratio rounded {rounded}."
    else:
        text = f"The odds are {ours} less {theirs}."
    yield Sentence("assault.odds", text)


def changed_by(given: AssaultKey | None) -> tuple[str, str]:
    """Return what factors multiply in an assault, and to what numbers are added, in words."""
    counted = given is not None and given.count is not None
    return ("number of dice", "each die of the attackers") if counted else ("strength", "the dice")
