"""The key `assault` of rules.yaml, and what ground does by it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartColumnName, ChartName, ValueName
from scenario_forge.game.system import Sentence
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.figures import figures_of
from scenario_forge.wargame.board.selectors import UnitSelector
from scenario_forge.wargame.board.table_checks import MOD005, rows_beyond
from scenario_forge.wargame.modules.assault.count_key import Count
from scenario_forge.wargame.modules.assault.modifiers import Modifier
from scenario_forge.wargame.modules.movement.key import ground_named, grounds_by_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
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


class GroundEffect(NamedTuple):
    """What one kind of ground does in an assault."""

    times: Fraction = Fraction(1)
    die: int = 0
    shift: int = 0

    def plus(self, other: GroundEffect) -> GroundEffect:
        """Return what two kinds of ground do together."""
        return GroundEffect(self.times * other.times, self.die + other.die, self.shift + other.shift)


_NOTHING = frozenset({"", "-", "–", "—", "−", "none", "no effect"})
"""What a cell prints for ground without effect."""


def is_effect(text: str) -> bool:
    """Return whether a cell prints an effect of ground, or that there is none.

    >>> [is_effect(each) for each in ("×1½", "No Effect", "strong")]
    [True, True, False]
    """
    return text.strip().casefold() in _NOTHING or effect_of(text) != GroundEffect()


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


def with_figures(game: Game, effects: Mapping[str, str]) -> dict[str, str]:
    """Return effects as printed, with the numbers of figures in place of their names."""
    rules = game.one("rules", GameRules)
    named = rules[0].figures if rules is not None else {}
    numbers = figures_of(game, {name: named[name] for name in effects.values() if name in named})
    return {id_: str(numbers[text][0]) if text in numbers else text for id_, text in effects.items()}


def ground_of(game: Game, given: AssaultKey) -> dict[str, str]:
    """Return the effects of ground as they are printed, by terrain, hexside and place.

    Raises:
        KeyError: there is no such chart.
    """
    if isinstance(given.ground, dict):
        return with_figures(game, given.ground)
    chart_id, _, heading = given.ground.partition("/")
    chart, grounds = tables(game).charts[chart_id], grounds_by_name(game)
    at = chart.column(heading) or 0
    rows = zip(chart.rows, chart.cells, strict=True)
    cells = ((ground_named(row.text), line[at].text) for row, line in rows)
    return {grounds[name]: text for name, text in cells if name in grounds}


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


def sentences_of_ground(given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
    """Say what ground does in an attack."""
    printed = ((id_, text, effect_of(text)) for id_, text in ground_of(labels.game, given).items())
    effects = [(id_, text, effect) for id_, text, effect in printed if effect != GroundEffect()]
    if not effects:
        return
    what, dice = changed_by(given)
    means = [
        *[f" × multiplies the {what} of the defenders; drop fractions."]
        * any(each.times != 1 for _, _, each in effects),
        *[f" A number is added to {dice}."] * any(each.die for _, _, each in effects),
        *[" Left and right shift the column."] * any(each.shift for _, _, each in effects),
    ]
    ground = ", ".join(f"{labels.ground(id_)} {text}" for id_, text, _effect in effects)
    yield Sentence("assault.ground", f"The ground of the attacked hex counts: {ground}.{''.join(means)}")
    if any(id_ in labels.kinds("hexside_kinds") for id_, _text, _effect in effects):
        yield Sentence("assault.ground", "A hexside counts only if all adjacent attackers attack across it.")


EFFECT = "effect of ground on an assault"
WRITTEN = "write `×1½`, `+1`, `1 left` or `1 right`, and `–` where ground has no effect"


def ground_findings(game: Game, given: AssaultKey, where: Where) -> Iterator[Diagnostic]:
    """Yield effects of ground that cannot be read, in the key or in its chart, or that lead beyond the table.

    ``where``: the place of the key `ground`.
    """
    chart_id, stroke, _heading = str(given.ground).partition("/")
    named = tables(game).charts.get(chart_id) if isinstance(given.ground, str) else None
    if named is not None and not stroke:
        columns = ", ".join(f"`{chart_id}/{column.text}`" for column in named.columns)
        yield MOD005.at(where, "heading", chart=chart_id).suggest(f"write one of {columns}")
    printed, figures = [*printed_ground(game, given, where)], getattr(where.file.document, "figures", ())
    for text, at in printed:
        if text not in figures and not is_effect(text):
            yield MOD005.at(at, "cell", text=text, wanted=EFFECT).suggest(WRITTEN)
    changing = [text for text, _at in printed if effect_of(text).die]
    if changing and given.count is None:
        yield from rows_beyond(game, given.chart, f"ground changes by `{changing[0]}`")


def printed_ground(game: Game, given: AssaultKey, where: Where) -> Iterator[tuple[str, Where]]:
    """Yield the effects of ground as printed, each with its place; none of a chart or column that there is not."""
    if isinstance(given.ground, dict):
        yield from ((text, where / ground) for ground, text in given.ground.items())
        return
    chart_id, _, heading = given.ground.partition("/")
    chart, grounds = tables(game).charts.get(chart_id), grounds_by_name(game)
    at = chart.column(heading) if chart is not None else None
    if chart is not None and at is not None:
        rows = zip(chart.rows, chart.cells, strict=True)
        found = (line[at] for row, line in rows if ground_named(row.text) in grounds and at < len(line))
        yield from ((cell.text, cell.where) for cell in found)
