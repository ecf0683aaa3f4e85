"""Parts of the playtest's page: shares as bars, plots, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.playtest.by_turn import counted_in
from scenario_forge.playtest.summary import HEADS, barred, rows_of
from scenario_forge.reports import playtest_plots as plots
from scenario_forge.reports.html import table, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.playtest.report import Health, PairedFound, Report, Share, Spread, Summary, TargetFound, Turn


def percent(share: float) -> str:
    """``42.5 %``."""
    return f"{100 * share:.1f} %"


def plain(figures: str) -> str:
    """With minus signs."""
    return figures.replace("-", "−")


def signed(value: float | None, unit: str = "") -> str:
    """``+1.4``."""
    return "–" if value is None else f"{value:+.2f}{unit}".replace("-", "−")


def bar(share: Share, side: int, target: TargetFound | None = None) -> str:
    """A share as a bar, its interval as a stroke, the target band behind it."""
    band = ""
    if target:
        band = f'<s style="left:{100 * target.low:.2f}%;width:{100 * (target.high - target.low):.2f}%"></s>'
    said = f"{percent(share.share)}, between {percent(share.low)} and {percent(share.high)}"
    return (
        f'<span class="share" role="img" aria-label="{said}">{band}'
        f'<i class="side{side % 4}" style="width:{100 * share.share:.2f}%"></i>'
        f'<u style="left:{100 * share.low:.2f}%;width:{100 * (share.high - share.low):.2f}%"></u></span>'
    )


def _share_cells(share: Share, side: int, target: TargetFound | None = None) -> list[str]:
    return [
        bar(share, side, target),
        f"{share.count:g}",
        percent(share.share),
        f"{percent(share.low)} to {percent(share.high)}",
    ]


def health_table(health: Health) -> str:
    """How well the players of a setting played."""
    made = table(list(HEADS), [[text(cell) for cell in row] for row in rows_of(health)], numbers=range(1, len(HEADS)))
    return (
        f'{made}<p class="quiet">Strength points a game lost for want of supply and in battle; attacks a game, and the '
        "share of them in which no throw costs the defender more than the attacker; units that never moved.</p>"
    )


def shares_table(rows: Iterable[tuple[str, Share, int, TargetFound | None]], base: Summary) -> str:
    """Wins by side and level, draws, early ends, and how long games are."""
    cells = [[text(side), *_share_cells(share, n, target)] for side, share, n, target in rows]
    cells.append(["draw", *_share_cells(base.draws, 2)])
    order = list(base.wins)
    for level in base.levels:
        if level.level and level.side:
            number = order.index(level.side)
            cells.append([text(f"{level.side}: {level.level}"), *_share_cells(level.games, number)])
    cells.append(["ended before its time", *_share_cells(base.early, 3)])
    heads = ["", "", "Games", "Share", "95 of 100"]
    spreads: dict[str, Spread | None] = {
        f"margin of {base.reference}": base.margin,
        f"{counted_in(base)}s": base.player_turns,
        "decisions": base.decisions,
        f"decisive {counted_in(base)}": base.decisive_turn,
    }
    return table(heads, cells, numbers=[2, 3, 4]) + spread_table(spreads)


def spread_table(spreads: Mapping[str, Spread | None]) -> str:
    """Means with their intervals, and quantiles."""
    rows = [
        [
            text(name),
            plain(f"{found.mean:.2f}"),
            "–" if found.low is None or found.high is None else plain(f"{found.low:.2f} to {found.high:.2f}"),
            f"{found.deviation:.2f}",
            *(plain(f"{value:g}") for value in found.quantiles.values()),
        ]
        for name, found in spreads.items()
        if found
    ]
    heads = ["", "Mean", "95 of 100", "Deviation", "Least", "5 %", "25 %", "Middle", "75 %", "95 %", "Greatest"]
    return table(heads, rows, numbers=range(1, 11)) if rows else ""


# -- the course --------------------------------------------------------------------------------------


def course_section(base: Summary, margins: Sequence[int], side: int) -> str:
    """Plots where they can be drawn, and always the table."""
    if not base.turns:
        return ""
    drawn = plots.shown(base)
    inner = f'<div class="plots">{"".join(_plots(base, margins, side))}</div>{_key(base)}' if drawn else (
        '<p class="quiet">For plots, install matplotlib: <code>pip install matplotlib</code>.</p>'
    )  # fmt: skip
    is_open = "" if drawn else " open"
    return (
        f"{inner}\n<details{is_open}><summary>Turn by turn</summary>{_turns_table(base)}</details>"
        f"<details{is_open}><summary>At the end of games</summary>{spread_table(dict(_ends(base)))}</details>"
    )


def _plots(base: Summary, margins: Sequence[int], side: int) -> Iterator[str]:
    turns = base.turns
    yield _figure("How far games are won", plots.margins(margins, base.reference, side))
    yield _figure("Who leads: the middle game, and 90 of 100", plots.leads(turns, base.reference, side))
    yield _figure("When games are decided", plots.decided(turns))
    for name in turns[0].measures:
        yield _figure(f"Mean by {counted_in(base)}: {name}", plots.lines(name, turns, _measure(name), name))
    for name in turns[0].held:
        yield _figure(f"Games in which a side holds {name}", plots.lines(f"held {name}", turns, _held(name), "%"))
    yield _figure("Hexes controlled", plots.lines("hexes", turns, lambda turn: turn.hexes, "hexes"))


def _measure(name: str) -> Callable[[Turn], Mapping[str, float]]:
    return lambda turn: turn.measures[name]


def _held(name: str) -> Callable[[Turn], Mapping[str, float]]:
    return lambda turn: {side: 100 * share for side, share in turn.held[name].items()}


def _figure(title: str, svg: str) -> str:
    return f"<figure><figcaption>{text(title)}</figcaption>{svg}</figure>\n"


def _key(base: Summary) -> str:
    sides = "".join(f'<span class="swatch side{n % 4}"></span>{text(side)}' for n, side in enumerate(base.wins))
    return f'<p class="quiet">{sides}</p>'


def _turns_table(base: Summary) -> str:
    first = base.turns[0]
    sides = list(first.hexes)
    heads = ["Turn", "After", "Games", f"Lead of {base.reference}", "5 %", "95 %", "Decided"]
    heads += [f"{name}, {side}" for name in first.measures for side in sides]
    heads += [f"{name}, {side}" for name in first.held for side in sides]
    return table(heads, [_turn_row(turn, sides) for turn in base.turns], numbers=range(2, len(heads)))


def _turn_row(turn: Turn, sides: Sequence[str]) -> list[str]:
    return [
        text(turn.label),
        text(turn.side or ""),
        str(turn.games),
        plain(f"{turn.lead['mean']:.2f}"),
        plain(f"{turn.lead['5']:g}"),
        plain(f"{turn.lead['95']:g}"),
        percent(turn.decided),
        *(f"{values[side]:.1f}" for values in turn.measures.values() for side in sides),
        *(percent(values[side]) for values in turn.held.values() for side in sides),
    ]


def _ends(base: Summary) -> Iterator[tuple[str, Spread]]:
    for name, sides in base.ends.items():
        for side, found in sides.items():
            yield f"{name}, {side}", found
            yield f"most {name} at any time, {side}", base.peaks[name][side]


# -- the rest ----------------------------------------------------------------------------------------


def history_section(base: Summary) -> str:
    """Shares of games that went as history did."""
    rows = [
        [
            text(each.text),
            text(", ".join(each.dates)),
            text(each.label),
            *(_share_cells(each.games, 2) if each.games.of else ["no game got so far", "", "", ""]),
        ]
        for each in base.history
    ]
    heads = ["What happened", "Chronology", "Looked at", "", "Games", "Share", "95 of 100"]
    return table(heads, rows, numbers=[4, 5, 6]) if rows else ""


def rules_section(base: Summary) -> str:
    """What happened how often, and what never did."""
    events = [[text(u.name), text(u.clause), percent(u.games), f"{u.mean:.2f}"] for u in base.events]
    steps = [[text(u.name), percent(u.games), f"{u.mean:.2f}"] for u in base.steps]
    options = [
        [text(o.title), f"<code>{text(o.id)}</code>", {True: "yes", False: "never", None: "not to be seen"}[o.cited]]
        for o in base.options_used
    ]
    idle = ", ".join(base.idle_steps)
    parts = [
        f"<p>Never was anything decided in: {text(idle)}.</p>" if idle else "",
        table(["Optional rule in play", "", "An event stood on it"], options) if options else "",
        f"<details><summary>Events ({len(events)})</summary>"
        + table(["Event", "Clause", "Games", "A game"], events, numbers=[2, 3])
        + "</details>",
        f"<details><summary>Decisions ({len(steps)})</summary>"
        + table(["Step", "Games", "A game"], steps, numbers=[1, 2])
        + "</details>",
    ]
    return "\n".join(part for part in parts if part) if events or steps else ""


def comparisons_section(report: Report) -> str:
    """Variants against the base, seed by seed."""
    rows = []
    known = {summary.name: summary.health for summary in report.variants}
    for each in report.comparisons if report.base else ():
        withheld = barred(report.base.health, known[each.name]) if report.base else None
        if withheld:
            said = f"no verdict ({withheld.code})"
            rows.append([text(each.name), said, str(each.pairs), *["–"] * 4, str(each.changed)])
            continue
        for name, found, scale, unit in (("margin", each.margin, 1, ""), ("wins", each.wins, 100, " %")):
            rows.append([text(each.name), name, str(each.pairs), *_paired(found, scale, unit), str(each.changed)])
    heads = ["Variant", f"Of {report.base.reference}" if report.base else "", "Pairs", "Difference", "95 of 100"]
    heads += ["Unpaired", "Games saved", "Games that differ"]
    return table(heads, rows, numbers=range(2, 8)) if rows else ""


def _paired(found: PairedFound, scale: int, unit: str) -> list[str]:
    def between(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return "–"
        return f"{signed(scale * low)} to {signed(scale * high)}"

    return [
        signed(scale * found.mean, unit),
        between(found.low, found.high),
        between(found.unpaired_low, found.unpaired_high),
        plain(percent(found.saved)),
    ]


def matrix_section(report: Report) -> str:
    """Each player on each side: wins of the reference side, and its margin."""
    if not report.matrix:
        return ""
    sides = report.sides
    reference = report.matrix[0].reference
    rows_of = list(dict.fromkeys(cell.players[sides[0]] for cell in report.matrix))
    columns = list(dict.fromkeys(cell.players[sides[1]] for cell in report.matrix)) if len(sides) > 1 else [""]
    cells = {tuple(cell.players.values())[:2]: cell for cell in report.matrix}
    rows = []
    for row in rows_of:
        made = [text(row)]
        for column in columns:
            cell = cells[row, column] if len(sides) > 1 else cells[row,]
            share, margin = cell.wins[reference], cell.margin
            failed = f"<br>{cell.games - cell.whole} failed" if cell.games > cell.whole else ""
            made.append(
                f'<i style="opacity:{0.1 + 0.5 * share.share:.2f}"></i>'
                f"<b>{percent(share.share)}</b><br>{percent(share.low)} to {percent(share.high)}"
                f'<br><span class="quiet">margin {signed(margin.mean if margin else None)}</span>{failed}'
            )
        rows.append(made)
    heads = [f"{sides[0]} ↓ {sides[1] if len(sides) > 1 else ''} →", *columns]
    foot = f"Wins of {text(reference)}, {report.matrix[0].games} games a pair."
    return f'<div class="matrix">{table(heads, rows)}</div><p class="quiet">{foot}</p>'
