"""What ground does in an assault: as charts print it, compiled for a map, in sentences, and its checks."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.figures import figures_of
from scenario_forge.wargame.board.table_checks import MOD005, rows_beyond
from scenario_forge.wargame.modules.assault.key import changed_by
from scenario_forge.wargame.modules.movement.key import ground_named, grounds_by_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.assault.key import AssaultKey


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


class Ground:
    """What the ground of a map does for those who are attacked there."""

    def __init__(self, board: Board, printed: Mapping[str, str]) -> None:
        self.board, keys = board, board.compiled.keys
        effects = {id_: effect_of(text) for id_, text in printed.items()}
        self._terrain = [effects.get(id_, GroundEffect()) for id_ in keys["terrain"]]
        self._hexsides = [
            (1 << bit, effects[id_], id_) for bit, id_ in enumerate(keys["hexside_kinds"]) if id_ in effects
        ]
        kinds = [id_ for id_ in keys["place_kinds"] if id_ in effects and id_ not in keys["terrain"]]
        self._places = [(board.places_of(id_), effects[id_], id_) for id_ in kinds]
        self._whole: dict[int, GroundEffect] = {}

    @rule("assault.ground")
    def under(self, now: Situation, hex_: int, attackers: Sequence[int]) -> list[tuple[GroundEffect, str]]:
        """Return what the ground does, with its id: of the hex, of places in it, of hexsides that all attack across."""
        board = self.board
        sides = [
            now.hexsides(6 * now.place[unit] + board.direction(now.place[unit], hex_))
            for unit in attackers
            if now.place[unit] in board.adjacent[hex_]
        ]
        crossed = [(effect, id_) for bit, effect, id_ in self._hexsides if sides and all(each & bit for each in sides)]
        return [*self.in_hex(hex_), *crossed]

    def in_hex(self, hex_: int) -> list[tuple[GroundEffect, str]]:
        """Return what the terrain of a hex does, and places in it, with their ids."""
        terrain = self.board.compiled.keys["terrain"][self.board.terrain[hex_]]
        places = ((effect, id_) for hexes, effect, id_ in self._places if hex_ in hexes)
        return [(self.of_terrain(hex_), terrain), *places]

    def of_terrain(self, hex_: int) -> GroundEffect:
        """Return what the terrain of a hex does."""
        return self._terrain[self.board.terrain[hex_]]

    def of_hex(self, hex_: int) -> GroundEffect:
        """Return what the terrain of a hex and places in it do together."""
        if hex_ not in self._whole:
            self._whole[hex_] = reduce(GroundEffect.plus, (each for each, _ in self.in_hex(hex_)), GroundEffect())
        return self._whole[hex_]


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
