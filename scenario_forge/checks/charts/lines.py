"""CHT001 to 005, 011 and 028: columns and rows of a table that must cover once each value that can come up."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.notations import Range
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Scale
    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import Heading, LinkedChart

CODES = Codes(__file__)
CHT001 = CODES.error("CHT001", "headings-overlap", "`{heading}` covers {values}, and so does `{other}`")
CHT002 = CODES.error(
    "CHT002",
    "headings-leave-a-gap",
    "no {line} covers {values}: `{before}` is followed by `{heading}`",
)
CHT003 = CODES.error(
    "CHT003", "value-beyond-table", "a result of {values} is possible ({how}), but no {line} covers it"
)
CHT004 = CODES.warning("CHT004", "line-never-reached", "{line} `{heading}` can never come up: {how}")
CHT005 = CODES.error("CHT005", "row-of-wrong-length", "{what}, but there are {columns} column headings")
CHT011 = CODES.error(
    "CHT011",
    "dice-do-not-fit-table",
    "{die} gives {first} to {last}, but the {line}s of the table run from {table_first} to {table_last}",
)
CHT028 = CODES.warning(
    "CHT028",
    "throws-all-alike",
    "every throw on {chart} gives `{cell}`",
    rows="the rows `{row}` and `{other}` of {chart} give the same",
)

MOST_VALUES = 100
"""A heading of more values than this is not spelt out as a suggestion."""
_MOST = 10_000
"""Values a scale may span before it is taken for a slip that nobody throws dice for."""
_FACES = (4, 6, 8, 10, 12, 20)
_DICE = re.compile(r"(\d+)d(\d+)\Z")


@dataclass(frozen=True, slots=True)
class _Side:
    """The columns or the rows of one table."""

    word: str
    headings: Sequence[Heading]
    scale: Scale
    rule: str
    title: str
    totals: tuple[int, int] | None = None
    """The lowest and the highest total of the dice, where the headings are totals."""
    usual: tuple[int, int] | None = None
    """Those of the dice of most turns."""

    @property
    def span(self) -> set[int]:
        """The values that come up without modifiers; none where that is not known."""
        first, last = self.usual or (self.scale.first, self.scale.last)
        return set() if first is None or last is None or last - first > _MOST else {*range(first, last + 1)}


def headings_tile(game: Game) -> Iterator[Diagnostic]:
    """Report headings that overlap, leave a gap, can never come up, or end before the highest value that can."""
    for table in tables(game).charts.values():
        for side in _sides(table):
            yield from _doubled(side)
            if side.scale.lookup != "exact":
                continue  # samples leave room between them
            ranges = [h.meaning for h in side.headings if isinstance(h.meaning, Range)]
            if len(ranges) == len(side.headings) > 1 and not (side.word == "column" and _width(table)):
                found = list(_tiling(side, ranges)) or list(_other_dice(table, side, ranges))
                yield from found
                if not found:
                    for unreached in _reach(side, ranges):
                        yield unreached.also(table.where / "die", "the dice") if table.chart.die else unreached
        yield from _dice(table)
        yield from _alike(table)


def row_lengths(game: Game) -> Iterator[Diagnostic]:
    """Report a row with more or fewer cells than there are headings; or all of them, if a heading is missing."""
    for table in tables(game).charts.values():
        rule, count = table.chart.rule or None, len(table.columns)
        width = _width(table)
        if width:
            what = f"every row has {width} cells"
            yield CHT005.at((table.where / "columns").key(), what=what, columns=count).under(rule)
            continue
        for heading, line in zip(table.rows, table.cells, strict=True):
            if len(line) != count:
                what = f"row `{heading.text}` has {len(line)} cells"
                yield CHT005.at(heading.where, what=what, columns=count).under(rule)


def _width(table: LinkedChart) -> int | None:
    """The length of all rows, where it is not the number of headings."""
    lengths = {len(line) for line in table.cells}
    return lengths.pop() if len(lengths) == 1 < len(table.cells) and len(table.columns) not in lengths else None


def _sides(table: LinkedChart) -> tuple[_Side, ...]:
    chart = table.chart
    thrown = _thrown(table)
    usual = _totals(chart.die)
    return tuple(
        _Side(
            word,
            headings,
            scale,
            chart.rule,
            chart.title,
            thrown if scale.dice else None,
            usual if scale.dice else None,
        )
        for word, headings, scale in (
            ("column", table.columns, chart.column_scale),
            ("row", table.rows, chart.row_scale),
        )
    )


def _totals(dice: str) -> tuple[int, int] | None:
    """The lowest and the highest total of dice."""
    match = _DICE.match(dice)
    return (int(match[1]), int(match[1]) * int(match[2])) if match else None


def _thrown(table: LinkedChart) -> tuple[int, int] | None:
    """The lowest and the highest total of all dice that are thrown on a table, on turns of any kind."""
    counts = [found for text in (table.chart.die, *table.chart.dice_when.values()) if (found := _totals(text))]
    return (min(low for low, _ in counts), max(high for _, high in counts)) if counts else None


def _doubled(side: _Side) -> Iterator[Diagnostic]:
    """Two headings with the same words; where they are ranges the tiling says so."""
    for heading, first in repeated_rows(side.headings, lambda heading: heading.text.casefold()):
        if not isinstance(heading.meaning, Range):
            finding = CHT001.at(heading.where, heading=heading.text, values="the same", other=first.text)
            yield finding.also(first.where, "the first").under(side.rule)


# -- gaps and overlaps --------------------------------------------------------------------------


def _tiling(side: _Side, ranges: list[Range]) -> Iterator[Diagnostic]:
    """One finding for each heading that must change, with the correction that closes all gaps."""
    repaired: list[Range] = []
    for index, range_ in enumerate(ranges):
        meant = _sign_carried(range_, repaired)
        if meant != range_:
            yield _wrong(side, ranges, index, meant)
        repaired.append(meant)
    faults = _faults(repaired)
    if not faults:
        return
    single = all(len(r.values) == 1 for r in repaired)
    mends = [
        ((not _spans(repaired, i, m, side.span), *_oddity(repaired, i, m)), i, m)
        for i in range(len(repaired))
        for m in (*_candidates(repaired, i), *_to_the_end(repaired, i, side.span))
        if not (single and len(m.values) > 1)
    ]
    mends = [found for found in mends if not _faults([*repaired[: found[1]], found[2], *repaired[found[1] + 1 :]])]
    if mends:
        _, index, meant = min(mends, key=lambda found: found[:2])
        yield _wrong(side, repaired, index, meant)
        return
    for index in faults:
        yield _fault(side, repaired, index)


def _sign_carried(range_: Range, before: list[Range]) -> Range:
    """A reading of ``-4,3`` in which the sign applies to both numbers."""
    values = range_.values
    carried = tuple(-abs(value) for value in values)
    fits = not before or max(before[-1].values) < min(carried)
    if len(values) > 1 and values[0] < 0 < values[1] and fits and sorted(carried) == list(_run(carried)):
        return replace(range_, values=carried)
    return range_


def _run(values: Iterable[int]) -> range:
    listed = list(values)
    return range(min(listed), max(listed) + 1)


def _rising(ranges: Sequence[Range]) -> bool:
    """Whether the headings go up rather than down."""
    ups = sum(min(a.values) < min(b.values) for a, b in pairwise(ranges))
    return ups * 2 >= len(ranges) - 1


def _faults(ranges: Sequence[Range]) -> list[int]:
    """The headings that do not follow the one before by exactly one, or have holes."""
    rising = _rising(ranges)
    found = []
    for index, range_ in enumerate(ranges):
        if sorted(range_.values) != list(_run(range_.values)):
            found.append(index)
        elif index:
            before = ranges[index - 1]
            if rising:
                follows = min(range_.values) == max(before.values) + 1 and not before.up and not range_.down
            else:
                follows = max(range_.values) == min(before.values) - 1 and not before.down and not range_.up
            if not follows:
                found.append(index)
    return found


def _candidates(ranges: list[Range], index: int) -> Iterator[Range]:
    """What the heading may have been meant to cover: the room its neighbours leave, or as much beside its one."""
    values = ranges[index].values
    rising = 1 if _rising(ranges) else -1
    before = ranges[index - rising] if 0 <= index - rising < len(ranges) else None
    after = ranges[index + rising] if 0 <= index + rising < len(ranges) else None
    if before and after:
        first, end = max(before.values) + 1, min(after.values)
        room = tuple(range(first, end)) if end - first <= MOST_VALUES else ()
        if room and (set(room) & set(values) or len(room) == 1):
            yield replace(ranges[index], values=room)
    elif before:
        first = max(before.values) + 1
        yield replace(ranges[index], values=tuple(range(first, first + len(values))))
    elif after:
        end = min(after.values)
        yield replace(ranges[index], values=tuple(range(end - len(values), end)))


def _to_the_end(ranges: list[Range], index: int, span: set[int]) -> Iterator[Range]:
    """What the heading covers where it and the others share all that can come up."""
    left = span - {value for i, range_ in enumerate(ranges) if i != index for value in range_.values}
    if left and len(left) <= MOST_VALUES:
        yield replace(ranges[index], values=tuple(sorted(left)))


def _spans(ranges: list[Range], index: int, meant: Range, span: set[int]) -> bool:
    """Whether a repair makes the headings cover all that can come up; no matter where that is not known."""
    values = {value for i, range_ in enumerate(ranges) if i != index for value in range_.values}
    return not span or (span <= values | set(meant.values) and min(values | set(meant.values)) >= min(span))


def _oddity(ranges: list[Range], index: int, meant: Range) -> tuple[bool, int, bool]:
    """How far-fetched a repair is: a width that no other heading has, values changed, another width."""
    widths = {len(r.values) for i, r in enumerate(ranges) if i != index}
    old, new = set(ranges[index].values), set(meant.values)
    return len(new) not in widths, len(old ^ new), len(new) != len(ranges[index].values)


def _wrong(side: _Side, ranges: list[Range], index: int, meant: Range) -> Diagnostic:
    heading = side.headings[index]
    range_ = ranges[index]
    missing = [v for v in meant.values if v not in range_.values]
    extra = [v for v in range_.values if v not in meant.values]
    other = next((i for i, r in enumerate(ranges) if i != index and any(v in r for v in extra)), None)
    if other is not None:
        values = _listed([v for v in extra if v in ranges[other]])
        finding = CHT001.at(heading.where, heading=heading.text, values=values, other=side.headings[other].text)
        finding = finding.also(side.headings[other].where, "this one too")
        if missing:
            finding = finding.note(f"no {side.word} covers {_listed(missing)}")
    else:
        one, next_ = side.headings[max(index - 1, 0) :][:2]
        finding = CHT002.at(
            heading.where,
            line=side.word,
            values=_listed(missing or extra or range_.values),
            before=one.text,
            heading=next_.text,
        ).also((next_ if heading is one else one).where, "the other")
    plus = any(h.text.startswith("+") for h in side.headings)
    return finding.suggest(f"did you mean {_as_heading(meant, plus)}?").under(side.rule)


def _fault(side: _Side, ranges: list[Range], index: int) -> Diagnostic:
    heading, range_ = side.headings[index], ranges[index]
    covered = {v for i, r in enumerate(ranges) if i != index for v in r.values}
    doubled = [v for v in range_.values if v in covered]
    before = ranges[index - 1] if index else range_
    if doubled or before.up or before.down:
        shared = doubled or list(range_.values)
        other = next((i for i, r in enumerate(ranges) if i != index and shared[0] in r), index - 1)
        finding = CHT001.at(
            heading.where, heading=heading.text, values=_listed(shared), other=side.headings[other].text
        )
        return finding.also(side.headings[other].where, "this one too").under(side.rule)
    whole = _run([*before.values, *range_.values])
    missing = [v for v in whole if v not in range_.values and v not in covered]
    finding = CHT002.at(
        heading.where,
        line=side.word,
        values=_listed(missing or list(range_.values)),
        before=side.headings[max(index - 1, 0)].text,
        heading=heading.text,
    )
    return finding.also(side.headings[max(index - 1, 0)].where, "the one before").under(side.rule)


def _as_heading(meant: Range, plus: bool) -> str:
    text = ",".join(f"{'+' if plus and v > 0 and not i else ''}{v}" for i, v in enumerate(meant.values))
    return f"{text} +" if meant.up else f"{text} or less" if meant.down else text


def _listed(values: Sequence[int]) -> str:
    """Return values in words: ``3``, ``3 and 4``, ``3 to 9``."""
    run = sorted(values)
    if len(run) > 2 and run == list(_run(run)):
        return f"{run[0]} to {run[-1]}"
    head, last = run[:-1], run[-1]
    return f"{', '.join(map(str, head))} and {last}" if head else str(last)


# -- what can come up -----------------------------------------------------------------------------


def _reach(side: _Side, ranges: list[Range]) -> Iterator[Diagnostic]:
    """Values that dice and modifiers reach, against those that the table covers."""
    scale = side.scale
    first, last = side.totals or (scale.first, scale.last)
    if first is None or last is None or last - first > _MOST:
        return
    reached = {v + m for v in range(first, last + 1) for m in (0, *scale.modifiers)}
    how = f"{first} to {last}" + "".join(f", {m:+}" for m in scale.modifiers)
    missing = sorted(v for v in reached if not any(v in r for r in ranges))
    if scale.beyond == "clamp":  # which is for what modifiers, and more dice than usual, add
        missing = [v for v in missing if side.usual and v in side.span]
    if missing:
        edge = side.headings[-1 if (missing[-1] > min(ranges[-1].values)) == _rising(ranges) else 0]
        finding = CHT003.at(edge.where, values=_listed(missing), how=how, line=side.word)
        yield finding.under(side.rule)
    for heading, range_ in zip(side.headings, ranges, strict=True):
        if not any(v in range_ for v in reached):
            finding = CHT004.at(heading.where, line=side.word, heading=heading.text, how=how)
            yield finding.under(side.rule)


def _dice(table: LinkedChart) -> Iterator[Diagnostic]:
    match = _DICE.match(table.chart.die)
    scales = [side for side in _sides(table) if side.scale.first is not None and side.scale.last is not None]
    if not match or len(scales) != 1:
        return
    (side,) = scales
    first, last = int(match[1]), int(match[1]) * int(match[2])
    if (first, last) != (side.scale.first, side.scale.last):
        yield CHT011.at(
            table.where / "die",
            die=table.chart.die,
            first=first,
            last=last,
            line=side.word,
            table_first=side.scale.first,
            table_last=side.scale.last,
        ).under(side.rule)


def _other_dice(table: LinkedChart, side: _Side, ranges: Sequence[Range]) -> Iterator[Diagnostic]:
    """Dice that give other values than the headings, which cover exactly those of other dice."""
    match = _DICE.match(table.chart.die)
    values = {value for range_ in ranges for value in range_.values}
    if not match or not side.scale.dice or side.span == values or any(r.up or r.down for r in ranges):
        return
    first, last = min(values), max(values)
    reached = {value + modifier for value in side.span for modifier in side.scale.modifiers}
    modified = side.scale.modifiers and side.scale.beyond == "nothing"
    if side.span < values and (table.chart.modifiers or values <= side.span | reached):
        return  # the rest is for modifiers
    if not modified and first != int(match[1]) and first > 0 and last % first == 0 and last // first in _FACES:
        finding = CHT011.at(
            table.where / "die",
            die=table.chart.die,
            first=min(side.span),
            last=max(side.span),
            line=side.word,
            table_first=first,
            table_last=last,
        )
        yield finding.suggest(f"did you mean {first}d{last // first}?").under(side.rule)


def _alike(table: LinkedChart) -> Iterator[Diagnostic]:
    """Throws that make no difference, in a table that is read by dice alone."""
    (side,) = [side for side in _sides(table) if side.word == "row"]
    lines = [[cell.text.casefold().strip() for cell in line] for line in table.cells]
    if not table.chart.die or not side.span or len(lines) < 2 or table.chart.merged or not any(lines[0]):
        return
    if all(line == lines[0] for line in lines):
        finding = CHT028.at(table.rows[-1].where, chart=table.chart.title, cell=table.cells[-1][0].text)
        yield finding.suggest("write the result that is printed for each row").under(side.rule)
    elif side.scale.notation == "ranges":
        for at, (line, other) in enumerate(pairwise(lines)):
            if line == other:
                one, next_ = table.rows[at : at + 2]
                finding = CHT028.at(next_.where, "rows", chart=table.chart.title, row=one.text, other=next_.text)
                finding = finding.also(one.where, "the one before").under(side.rule)
                yield finding.suggest("make them one row, or write the result that is printed for each")


CHECKS = (headings_tile, row_lengths)
