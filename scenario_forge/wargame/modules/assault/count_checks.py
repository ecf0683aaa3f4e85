"""Checks MOD of an assault by count: what it lacks, and what nobody reads where hits are counted."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.notations import Range
from scenario_forge.game.place import Where
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import ChartError
from scenario_forge.wargame.base.results import results_data
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key
from scenario_forge.wargame.board.table_checks import MOD005
from scenario_forge.wargame.modules.assault.count_words import is_grid
from scenario_forge.wargame.modules.assault.ground import GroundEffect, effect_of, printed_ground
from scenario_forge.wargame.modules.effect_key import Effect, SideEffect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import Heading
    from scenario_forge.wargame.modules.assault.count_key import Count
    from scenario_forge.wargame.modules.assault.key import AssaultKey


def count_findings(game: Game, given: AssaultKey, count: Count, where: Where) -> Iterator[Diagnostic]:
    """Yield what an assault by count lacks, and keys that it does not read; ``where``: the place of `assault`."""
    yield from _of_hit(count, where / "count" / "hit")
    yield from _of_result(given, count, where)
    yield from _of_value(given, count, where)
    yield from _of_changes(given, count, where)
    yield from _of_first(count, where / "count" / "first")
    if game.broken("charts"):
        return
    if count.each is None and given.table is not None:
        yield from _of_table(game, given.table, count)
    for text, at in printed_ground(game, given, where / "ground"):
        yield from uncounted(text, effect_of(text), count, at)


def _of_hit(count: Count, at: Where) -> Iterator[Diagnostic]:
    hit = count.hit
    if hit.at_least is None and hit.at_most is None:
        finding = MOD001.at(at.key(), "none", what="`hit`", needed="`at_least` or `at_most`")
        yield finding.suggest("write `hit: {at_least: 5}`")
    elif hit.at_least is not None and hit.at_most is not None:
        finding = MOD007.at((at / "at_most").key(), what="`at_most`", why="`at_least` says which dice hit")
        yield finding.suggest("remove one of the two")


def _of_result(given: AssaultKey, count: Count, where: Where) -> Iterator[Diagnostic]:
    """What hits do: one of `each` and `table`, and an effect that can be done several times."""
    at = where / "count"
    if count.each is None:
        if given.table is None:
            needed = "`each`, the result of a hit, or a `table` with numbers of hits"
            finding = MOD001.at(at.key(), "none", what="`count`", needed=needed)
            yield finding.suggest("write `each: hit`, and say under `effects` what `hit` does")
        return
    if given.table is not None:
        finding = MOD007.at((where / "table").key(), what="`table`", why="`each` says what hits do")
        yield finding.suggest("remove one of the two")
    effects: Mapping[str, Effect] | None = getattr(where.file.document, "effects", None)
    if effects is None or not has_key(where, "effects"):
        return
    if count.each not in effects:
        finding = MOD001.at(at / "each", "none", what=f"`each: {count.each}`", needed=f"the effect `{count.each}`")
        hint = did_you_mean(count.each, effects)
        yield finding.suggest(hint or f"write `{count.each}: {{defender: {{lose: 1}}}}` under `effects`")
        return
    yield from _of_effect(count.each, effects[count.each], Where(where.file, ("effects", count.each)))


def _of_effect(each: str, effect: Effect, at: Where) -> Iterator[Diagnostic]:
    """What a hit does that cannot be counted; ``at``: the place of its effect."""
    if effect.exchange != "none":
        finding = MOD007.at((at / "exchange").key(), what="`exchange`", why="a hit is not exchanged for another")
        yield finding.suggest("write `defender: {lose: 1}`")
    if effect.attacker != SideEffect():
        why = "the side that is hit suffers what `defender` says, whether it attacks or not"
        yield MOD007.at((at / "attacker").key(), what="`attacker`", why=why).suggest("remove it")
    if effect.exchange == "none" and effect.defender == SideEffect():
        finding = MOD007.at(at.key(), what=f"`{each}`", why="a hit does nothing to a defender")
        yield finding.suggest(f"write `{each}: {{defender: {{lose: 1}}}}`")


def _of_value(given: AssaultKey, count: Count, where: Where) -> Iterator[Diagnostic]:
    """Yield a value for defence of which no dice are thrown, where no exchange reads it either."""
    effects: Mapping[str, Effect] = getattr(where.file.document, "effects", None) or {}
    thrown = count.both and count.dice == "strength"
    if isinstance(given.value, str) or given.value.defence == given.value.attack or thrown:
        return
    if all(effect.exchange == "none" for effect in effects.values()):
        why = "each unit throws one die" if count.both else _NO_DICE
        finding = MOD007.at((where / "value" / "defence").key(), what="`defence`", why=why)
        yield finding.suggest(f"write `value: {given.value.attack}`")


def _of_changes(given: AssaultKey, count: Count, where: Where) -> Iterator[Diagnostic]:
    """Modifiers of odds, and of dice that nobody throws."""
    for number, each in enumerate(given.modifiers):
        at = where / "modifiers" / number
        if each.shift:
            finding = MOD007.at((at / "shift").key(), what="`shift`", why="hits are counted, without columns of odds")
            yield finding.suggest("write `die: +1` or `times: 2`")
        if each.change.defence != 1 and not count.both:
            yield MOD007.at((at / "times").key(), what="`times`", why=_NO_DICE).suggest(_BOTH)
    if given.support is not None and given.support.sides == "both" and not count.both:
        yield MOD007.at(where / "support" / "sides", what="`sides: both`", why=_NO_DICE).suggest(_BOTH)


def _of_first(count: Count, at: Where) -> Iterator[Diagnostic]:
    """Yield a side that throws first where the other throws nothing, or where a table takes the hits of both."""
    if count.first is None:
        return
    if not count.both:
        yield MOD007.at(at.key(), what="`first`", why=_NO_DICE).suggest(_BOTH)
    elif count.each is None:
        finding = MOD007.at(at.key(), what="`first`", why="the table takes the hits of both sides together")
        yield finding.suggest("remove it, or write the result of a hit: `each: hit`")


_NO_DICE = "the defenders throw no dice"
_BOTH = "write `both: true` under `count`, or remove it"


def uncounted(text: str, effect: GroundEffect, count: Count, at: Where) -> Iterator[Diagnostic]:
    """Yield an effect of ground, or of a work, that does nothing where hits are counted."""
    if effect.times != 1 and not count.both:
        yield MOD007.at(at, what=f"`{text}`", why=_NO_DICE).suggest(
            f"{_BOTH}, or write what is added to each die: `-1`"
        )
    if effect.shift:
        finding = MOD007.at(at, what=f"`{text}`", why="hits are counted, without columns of odds")
        yield finding.suggest("write what is added to each die: `-1`")


def _of_table(game: Game, name: str, count: Count) -> Iterator[Diagnostic]:
    """A table whose lines are no numbers of hits, end too soon, or on which dice are thrown."""
    found = tables(game).charts.get(name)
    if found is None or not found.rows or not found.columns:
        return
    grid, chart = is_grid(game, name), found.chart
    if chart.die:
        finding = MOD007.at(
            (found.where / "die").key(), what=f"`die: {chart.die}`", why="units throw dice of their own"
        )
        yield finding.suggest("remove it")
    if chart.dice_when:
        at = (found.where / "dice_when").key()
        yield MOD007.at(at, what="`dice_when`", why="units throw dice of their own").suggest("remove it")
    if grid and not count.both:
        problem = "it has several rows and several columns, but only hits of the attackers are counted"
        finding = MOD005.at((found.where / "rows").key(), "unread", problem=problem)
        yield finding.suggest("write one row, or `both: true` under `count`")
    lines: list[tuple[str, Any, list[Heading]]] = [("column", chart.column_scale, [*found.columns])]
    if grid or len(found.columns) == 1:
        lines = [*lines * grid, ("row", chart.row_scale, [*found.rows])]
    wrong = [
        finding
        for line, scale, headings in lines
        for finding in _of_line(chart.title, line, scale, headings, (found.where / f"{line}s").key())
    ]
    yield from wrong
    if grid and not wrong:
        try:
            results_data(game, name)
        except ChartError as error:
            yield MOD005.at((found.where / "rows").key(), "unread", problem=error)


def _of_line(title: str, line: str, scale: Any, headings: Sequence[Heading], at: Where) -> Iterator[Diagnostic]:  # noqa: ANN401 - of a chart
    """Yield that rows or columns are no numbers of hits, do not ascend, leave out 0 or end too soon."""
    numbers = [heading.meaning for heading in headings if isinstance(heading.meaning, Range)]
    lows = [min(each.values) for each in numbers]
    if len(numbers) < len(headings):
        finding = MOD005.at(at, "unread", problem=f"its {line}s are no numbers of hits")
        yield finding.suggest(f"write `{line}_scale: {{notation: number, beyond: clamp}}`")
    elif any(low >= high for low, high in pairwise(lows)):
        finding = MOD005.at(at, "unread", problem=f"its {line}s do not ascend")
        yield finding.suggest("write them from the fewest hits to the most")
    elif not any(0 in each for each in numbers):
        finding = MOD005.at(at, "ends", line=line, chart=title, what="the number 0")
        yield finding.suggest(f"write a {line} `0`")
    elif scale.beyond != "clamp" and not numbers[-1].up:
        what = f"more hits than `{headings[-1].text}`"
        finding = MOD005.at(at, "ends", line=line, chart=title, what=what)
        yield finding.suggest(f"write `beyond: clamp` in its `{line}_scale`")
