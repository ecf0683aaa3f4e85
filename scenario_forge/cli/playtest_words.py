"""What many games say, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.cli import words
from scenario_forge.diagnostics.render.lines import one_line
from scenario_forge.playtest.by_turn import counted_in
from scenario_forge.playtest.health import HEADS, barred, heading, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.playtest.report import Health, PairedFound, Report, Share, Spread, Summary, TargetFound

BAR = 24
_VERDICTS = {
    "inside": "INSIDE the band",
    "below": "BELOW the band",
    "above": "ABOVE the band",
    "undecided": "UNDECIDED: more games are needed",
}


def told(report: Report) -> str:
    """The whole report."""
    lines = [f"{report.title}: {report.scenario_title} ({report.scenario})", ""]
    if report.base:
        lines += _base(report.base, report.target)
    for summary in report.variants:
        lines += ["", f"{summary.name}: {_players(summary)}", *_wins(summary, None), "", *health_lines(summary.health)]
    if report.comparisons and report.base:
        lines += ["", *_comparisons(report)]
    if report.matrix:
        lines += _matrix(report)
    return "\n".join(map(_safe, lines)) + "\n"


def _safe(line: str) -> str:
    """Without what a name could do to a terminal; blanks stay as they are laid out."""
    return " ".join(map(one_line, line.split(" ")))


def _players(summary: Summary) -> str:
    return ", ".join(f"{side} {name}" for side, name in summary.players.items())


def _base(base: Summary, target: TargetFound | None) -> Iterator[str]:
    yield f"{base.whole} games; {_players(base)}; errata {base.errata}; options {', '.join(base.options) or 'none'}"
    for ended, count in base.failed.items():
        first = next(each for each in base.failures if each.ended == ended)
        yield f"  {count} did not come to their end ({ended}): seed {first.seed}, {first.message}"
    if not base.whole:
        return
    yield ""
    yield from _wins(base, target)
    yield ""
    yield from _verdict(target, base.health) if target else _standing(base.health)
    yield ""
    yield from health_lines(base.health)
    yield ""
    yield from _spreads(base)
    yield from _held(base)
    yield from _history(base)
    yield from _unused(base)


def _wins(base: Summary, target: TargetFound | None) -> Iterator[str]:
    for side, share in base.wins.items():
        band = (target.low, target.high) if target and target.side == side else None
        yield f"  {side:<12.12} {_share(share, band)}"
    yield f"  {'draw':<12} {_share(base.draws, None)}"
    for level in base.levels:
        if level.level and level.side:
            yield f"    {f'{level.side} {level.level}':<20.20} {_figures(level.games)}"
    if base.early.count:
        yield f"    {'ended early':<20} {_figures(base.early)}"


def _share(share: Share, band: tuple[float, float] | None) -> str:
    full, edge = ("#", ".") if words.ascii_only() else ("█", "·")
    cells = [full if (n + 0.5) / BAR <= share.share else edge for n in range(BAR)]
    if band:
        for mark in band:
            cells[min(BAR - 1, int(mark * BAR))] = "|"
    return f"{''.join(cells)} {_figures(share)}"


def _figures(share: Share) -> str:
    between = f"({100 * share.low:.1f} to {100 * share.high:.1f} %)"
    return f"{100 * share.share:5.1f} %  {between}  {share.count:g} of {share.of}"


def _standing(health: Health) -> Iterator[str]:
    """What can be said at all of games without a target, or of pairs of players."""
    yield f"  {heading(health).upper()}: {health.reason}{f' [{health.code}]' if health.code else ''}"


def health_lines(health: Health) -> Iterator[str]:
    """The table of the players' health."""
    yield f"  {HEADS[0]:<22}" + "".join(f"{head:>12}" for head in HEADS[1:])
    for name, *cells in rows_of(health):
        yield f"  {name:<22.22}" + "".join(f"{cell:>12}" for cell in cells)


def _verdict(target: TargetFound, health: Health) -> Iterator[str]:
    asked = f"target: {target.side} wins {100 * target.low:g} to {100 * target.high:g} %"
    if target.verdict == "withheld":
        yield f"  {heading(health).upper()}: {asked}: no verdict [{health.code}]"
        yield f"  {health.reason}; `forge explain {health.code}`"
    else:
        found = f"{_VERDICTS[target.verdict]}, after {target.after} games"
        yield f"  {heading(health, target.verdict).upper()}: {asked}: {found}"
        yield f"  {health.reason}"
    if target.more is not None:
        yield f"  about {target.more} more games would tell, if they go as these went"
    if not target.players_as_meant:
        yield "  the target was written for other players"


def _spreads(base: Summary) -> Iterator[str]:
    shown: list[tuple[str, Spread | None]] = [
        (f"margin of {base.reference}", base.margin),
        (f"{counted_in(base)}s", base.player_turns),
        ("decisions", base.decisions),
        (f"decisive {counted_in(base)}", base.decisive_turn),
    ]
    for name, sides in base.ends.items():
        shown += [(f"{name} at the end, {side}", spread) for side, spread in sides.items()]
    yield f"  {'':<34} {'mean':>8}  {'95 of 100':>17}  {'5 %':>7} {'middle':>7} {'95 %':>7}"
    for name, spread in shown:
        if spread:
            q = spread.quantiles
            edges = "" if spread.low is None else f"{spread.low:.2f} to {spread.high:.2f}"
            yield f"  {name:<34.34} {spread.mean:8.2f}  {edges:>17}  {q['5']:7g} {q['50']:7g} {q['95']:7g}"
    if base.decided_first.count:
        yield f"  decided after the first {counted_in(base)}: {_figures(base.decided_first)}"


def _held(base: Summary) -> Iterator[str]:
    last = base.turns[-1] if base.turns else None
    if last and last.held:
        yield ""
        yield f"  held at the end ({last.label}):"
        for name, sides in last.held.items():
            said = ", ".join(f"{side} {100 * share:.0f} %" for side, share in sides.items())
            yield f"    {name:<20.20} {said}"


def _history(base: Summary) -> Iterator[str]:
    if base.history:
        yield ""
        yield "  as in history:"
    for each in base.history:
        share = each.games
        found = f"{100 * share.share:5.1f} % ({100 * share.low:.0f} to {100 * share.high:.0f})" if share.of else "    –"
        yield f"    {found:<21} {each.text}"


def _unused(base: Summary) -> Iterator[str]:
    never = [option.title for option in base.options_used if option.cited is False]
    if never or base.idle_steps:
        yield ""
    if never:
        yield f"  optional rules on which no event stood: {', '.join(never)}"
    if base.idle_steps:
        yield f"  nothing was ever decided in: {', '.join(base.idle_steps)}"


# -- several settings --------------------------------------------------------------------------------


def _comparisons(report: Report) -> Iterator[str]:
    assert report.base is not None  # noqa: S101 - asked before
    side = report.base.reference
    known = {summary.name: summary.health for summary in report.variants}
    for each in report.comparisons:
        withheld = barred(report.base.health, known[each.name])
        if withheld:
            yield f"{each.name} against the base: NOT KNOWN: {withheld.reason} [{withheld.code}]"
            continue
        yield f"{each.name} against the base, {each.pairs} seeds, {each.changed} of which play otherwise:"
        yield f"  margin of {side:<10.10} {_paired(each.margin, 1, '')}"
        yield f"  wins of {side:<12.12} {_paired(each.wins, 100, ' %')}"


def _paired(found: PairedFound, scale: float, unit: str) -> str:
    if found.low is None or found.high is None:
        return f"{scale * found.mean:+.2f}{unit}"
    words_ = f"{scale * found.mean:+.2f}{unit}  ({scale * found.low:+.2f} to {scale * found.high:+.2f})"
    return f"{words_}; pairing saved {100 * found.saved:.0f} % of the games"


def _matrix(report: Report) -> Iterator[str]:
    first = report.matrix[0]
    yield f"wins of {first.reference}, {first.games} games a pair; below it the margin"
    yield ""
    sides = report.sides
    rows = _named(report, sides[0])
    columns = _named(report, sides[-1])
    cells = {(cell.players[sides[0]], cell.players[sides[-1]]): cell for cell in report.matrix}
    yield f"  {sides[0] + ' / ' + sides[-1]:<22.22}" + "".join(f"{name:>20.20}" for name in columns)
    for row in rows:
        there: Sequence[Summary | None] = [cells.get((row, column)) for column in columns]
        yield f"  {row:<22.22}" + "".join(f"{_wins_of(cell):>20}" for cell in there)
        yield f"  {'':<22}" + "".join(f"{_margin_of(cell):>20}" for cell in there)
    for cell in report.matrix:
        yield ""
        yield from _standing(cell.health)
        yield from health_lines(cell.health)


def _named(report: Report, side: str) -> Iterable[str]:
    return dict.fromkeys(cell.players[side] for cell in report.matrix)


def _wins_of(cell: Summary | None) -> str:
    if cell is None:
        return ""
    share = cell.wins[cell.reference]
    return f"{100 * share.share:.1f} ({100 * share.low:.0f}–{100 * share.high:.0f}) %"


def _margin_of(cell: Summary | None) -> str:
    failed = f" {cell.games - cell.whole} failed" if cell and cell.games > cell.whole else ""
    return f"{cell.margin.mean:+.2f}{failed}" if cell and cell.margin else failed
