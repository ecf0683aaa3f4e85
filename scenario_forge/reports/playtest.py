"""The page of a playtest: one file, offline, without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.playtest.by_turn import length_unit
from scenario_forge.playtest.people import HEADS as PEOPLE
from scenario_forge.playtest.people import people_rows, people_tally
from scenario_forge.playtest.result import margin
from scenario_forge.playtest.summary import heading, heads_and_rows, health_without_verdict
from scenario_forge.reports import playtest_pictures as plots
from scenario_forge.reports.html import page
from scenario_forge.reports.playtest_pictures import control_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    from scenario_forge.playtest.report import Health, PairedFound, Report, Share, Spread, Summary, TargetFound, Turn
    from scenario_forge.playtest.result import GameResult
    from scenario_forge.reports.playtest_pictures import Sketch


_VERDICTS = {
    "inside": "Inside the band",
    "below": "Below the band",
    "above": "Above the band",
    "undecided": "Undecided",
}
_ENDED = {
    "player": "because a player failed",
    "fault": "because the rules failed",
    "died": "because the process died",
    "stopped": "stopped",
}
_CITED = {True: "yes", False: "never", None: "cannot tell"}
_DRAWS = {"half": ", a draw counted half", "left_out": ", draws left out"}


def playtest_page(report: Report, games: Sequence[Sequence[GameResult]], sketch: Sketch | None) -> str:
    """Return the page; the same values give the same bytes.

    Args:
        report: what the games say.
        games: of each setting, the base first.
        sketch: the map; None where the game has none that can be drawn.
    """
    base, reference = report.base, _reference(report)
    side = report.sides.index(reference) if reference in report.sides else 0
    sections: dict[str, tuple[str, object]] = {"The players": ("settings", _settings(report))}
    if base:
        margins = [margin(game, side) for game in games[0] if game.whole] if games else []
        sections = {
            "Wins": ("base", _wins(base, report.target)),
            **sections,
            "Variants": ("comparisons", _comparisons(report, base)),
            "The front": ("front", control_map(sketch, base.ground, reference) if sketch else None),
            "The course of games": ("turns", _course(base, margins, side)),
            "Against history": ("events", _history(base)),
            "Use of the rules": ("use", _use_of_rules(base)),
        }
    sections |= {
        "Players against each other": ("pairs", _matrix(report)),
        "How it was played": ("played_as", _played_as(report)),
    }
    titles = [title for title in _TITLES if title in sections and sections[title][1]]
    values = {
        "game": report.title,
        "scenario": report.scenario_title,
        "played": _played(report),
        "figures": _figures(base) if base else [],
        "people": _people(report),
        "side": side,
        "other": 1 - side if side < 2 else 0,
        "seed": report.seed,
        "versions": ", ".join(f"{name} {version}" for name, version in report.versions.items()),
        "titles": {title.casefold().replace(" ", "-"): title for title in titles},
        "base": None,
        **dict(sections.values()),
    }
    return page("playtest", f"{report.title}, {report.scenario_title}: playtest", values)


_TITLES = (
    "Wins",
    "The players",
    "Players against each other",
    "Variants",
    "The front",
    "The course of games",
    "Against history",
    "Use of the rules",
    "How it was played",
)


def _reference(report: Report) -> str:
    first = report.base or (report.matrix[0] if report.matrix else None)
    return first.reference if first else ""


# -- figures as words --------------------------------------------------------------------------------


def _percent(share: float) -> str:
    """A share from 0 to 1 in percent, to one decimal: ``42.5 %``."""
    return f"{100 * share:.1f} %"


def _minus(figures: str) -> str:
    """A number with a real minus sign instead of a hyphen."""
    return figures.replace("-", "−")


def _signed(value: float | None, unit: str = "") -> str:
    """A difference with its sign, to two decimals: ``+1.42``; a dash for none."""
    return "–" if value is None else _minus(f"{value:+.2f}{unit}")


def _share(share: Share, side: int, target: TargetFound | None = None) -> dict[str, Any]:
    """A share in figures, and where its bar, its interval and the target band lie in percent of the width."""
    return {
        "side": side % 4,
        "games": f"{share.count:g}",
        "share": _percent(share.share),
        "low": _percent(share.low),
        "high": _percent(share.high),
        "bar": {"share": f"{100 * share.share:.2f}", **_stretch(share.low, share.high)},
        "band": _stretch(target.low, target.high) if target else None,
    }


def _stretch(low: float, high: float) -> dict[str, str]:
    return {"left": f"{100 * low:.2f}", "width": f"{100 * (high - low):.2f}"}


def _spreads(spreads: Mapping[str, Spread | None]) -> list[tuple[str, ...]]:
    """Means with their intervals, and quantiles."""
    return [
        (
            name,
            _minus(f"{found.mean:.2f}"),
            "–" if found.low is None or found.high is None else _minus(f"{found.low:.2f} to {found.high:.2f}"),
            f"{found.deviation:.2f}",
            *(_minus(f"{value:g}") for value in found.quantiles.values()),
        )
        for name, found in spreads.items()
        if found
    ]


# -- what people made of it --------------------------------------------------------------------------


def _people(report: Report) -> dict[str, Any] | None:
    """Games between people: how often each side won, and a row for each."""
    if not report.people:
        return None
    return {"tally": people_tally(report.people, report.sides), "heads": PEOPLE, "rows": people_rows(report.people)}


# -- who wins ----------------------------------------------------------------------------------------


def _figures(base: Summary) -> list[tuple[object, str]]:
    failed = [(base.games - base.whole, "failed")] if base.games > base.whole else []
    wins = [(_percent(found.share), f"{side} wins") for side, found in base.wins.items()]
    return [(base.whole, "games"), *failed, *wins, (_percent(base.draws.share), "draws")]


def _wins(base: Summary, target: TargetFound | None) -> dict[str, Any]:
    """Wins by side and level, draws, early ends, how long games are, and those that failed."""
    order = list(base.wins)
    shares = [
        (side, share, number, target if target and target.side == side else None)
        for number, (side, share) in enumerate(base.wins.items())
    ]
    shares += [("draw", base.draws, 2, None)]
    shares += [
        (f"{each.side}: {each.level}", each.games, order.index(each.side), None)
        for each in base.levels
        if each.level and each.side
    ]
    shares += [("ended early", base.early, 3, None)]
    return {
        "verdict": _verdict(base.health, target),
        "shares": [{"label": label, **_share(share, side, band)} for label, share, side, band in shares],
        "lengths": lengths(base),
        "failures": base.failures,
        "failed": ", ".join(f"{count} {_ENDED.get(name, name)}" for name, count in base.failed.items()),
    }


def lengths(base: Summary) -> list[tuple[str, ...]]:
    """Return rows on margins and lengths of games: name, mean, interval, deviation, quantiles."""
    turn = length_unit(base)
    return _spreads(
        {
            f"margin of {base.reference}": base.margin,
            f"{turn}s": base.player_turns,
            "decisions": base.decisions,
            f"decisive {turn}": base.decisive_turn,
        }
    )


def _verdict(health: Health, target: TargetFound | None = None) -> dict[str, Any]:
    """What the games are worth, and what they say of the target if they are worth anything."""
    return {
        "head": heading(health, target.verdict if target else "").capitalize(),
        "band": _band(target) if target and target.verdict != "withheld" else None,
        "code": health.code,
        "reason": health.reason.capitalize(),
    }


def _band(target: TargetFound) -> dict[str, Any]:
    low, high = _percent(target.wins.low), _percent(target.wins.high)
    asked = f"{_percent(target.low)} to {_percent(target.high)} of the games should be {target.side} wins"
    are = f"{_percent(target.wins.share)} are{_DRAWS.get(target.draws, '')}"
    return {
        "verdict": _VERDICTS[target.verdict],
        "after": target.after,
        "asked": asked,
        "found": f"{are}, 95 % interval {low} to {high}",
        "more": target.more,
        "others": not target.players_as_meant,
        "one": target.one_player,
    }


# -- who played --------------------------------------------------------------------------------------


def health_table(health: Health) -> dict[str, Any]:
    """Return heads and rows of the table on how well the players of a setting played."""
    heads, rows = heads_and_rows(health)
    return {"heads": heads, "rows": rows, "findings": health.findings}


def _settings(report: Report) -> list[dict[str, Any]]:
    """How well they played: of each setting, and of each pair of a matrix; what the base is worth heads the page."""
    base = (
        [{"name": report.base.name, "verdict": None, "health": health_table(report.base.health)}] if report.base else []
    )
    others = [
        {"name": each.name, "verdict": _verdict(each.health), "health": health_table(each.health)}
        for each in (*report.variants, *report.matrix)
    ]
    return [*base, *others]


def _played(report: Report) -> str:
    return _pairing(report.base) if report.base else f"{len(report.matrix)} pairs of players"


def _pairing(setting: Summary) -> str:
    return ", ".join(f"{side}: {name}" for side, name in setting.players.items())


def _played_as(report: Report) -> list[dict[str, Any]]:
    settings = [*([report.base] if report.base else ()), *report.variants]
    return [
        {
            "name": "each pair" if report.matrix else each.name,
            "scenario": each.scenario,
            "players": _played(report) if report.matrix else _pairing(each),
            "errata": each.errata,
            "options": ", ".join(each.options) or "none",
            "games": each.games,
            "content": each.content[:16],
        }
        for each in settings or report.matrix[:1]
    ]


def _matrix(report: Report) -> dict[str, Any] | None:
    """Each player on each side: wins of the reference side, and its margin."""
    if not report.matrix:
        return None
    first, second = report.sides[0], report.sides[1] if len(report.sides) > 1 else ""
    cells = {(each.players[first], each.players[second] if second else ""): each for each in report.matrix}
    columns = list(dict.fromkeys(column for _row, column in cells))
    return {
        "heads": [f"{first} ↓ {second} →", *columns],
        "rows": [
            (row, [_pair(cells[row, column]) for column in columns]) for row in dict.fromkeys(row for row, _ in cells)
        ],
        "reference": report.matrix[0].reference,
        "games": report.matrix[0].games,
    }


def _pair(cell: Summary) -> dict[str, Any]:
    share = cell.wins[cell.reference]
    return {
        "opacity": f"{0.1 + 0.5 * share.share:.2f}",
        "share": _percent(share.share),
        "low": _percent(share.low),
        "high": _percent(share.high),
        "margin": _signed(cell.margin.mean if cell.margin else None),
        "failed": cell.games - cell.whole,
    }


def _comparisons(report: Report, base: Summary) -> dict[str, Any] | None:
    """Variants against the base, seed by seed."""
    rows: list[tuple[object, ...]] = []
    known = {summary.name: summary.health for summary in report.variants}
    for each in report.comparisons:
        withheld = health_without_verdict(base.health, known[each.name])
        if withheld:
            rows.append((each.name, f"no verdict ({withheld.code})", each.pairs, *["–"] * 4, each.changed))
            continue
        for name, found, scale, unit in (("margin", each.margin, 1, ""), ("wins", each.wins, 100, " %")):
            rows.append((each.name, name, each.pairs, *_paired(found, scale, unit), each.changed))
    heads = ["Variant", f"Of {base.reference}", "Pairs", "Difference", "95 % interval", "Unpaired"]
    return {"heads": [*heads, "Games saved", "Games that differ"], "rows": rows} if rows else None


def _paired(found: PairedFound, scale: int, unit: str) -> list[str]:
    def between(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return "–"
        return f"{_signed(scale * low)} to {_signed(scale * high)}"

    return [
        _signed(scale * found.mean, unit),
        between(found.low, found.high),
        between(found.unpaired_low, found.unpaired_high),
        _minus(_percent(found.saved)),
    ]


# -- the course, history, the use of the rules ---------------------------------------------------------


def _course(base: Summary, margins: Sequence[int], side: int) -> dict[str, Any] | None:
    if not base.turns:
        return None
    first = base.turns[0]
    sides = list(first.hexes)
    heads = ["Turn", "After", "Games", f"Lead of {base.reference}", "5 %", "95 %", "Decided"]
    heads += [f"{name}, {side}" for name in (*first.measures, *first.held) for side in sides]
    return {
        "plots": list(_plots(base, margins, side)) if plots.has_plots(base) else [],
        "sides": list(base.wins),
        "heads": heads,
        "rows": [_turn(turn, sides) for turn in base.turns],
        "ends": _spreads(dict(_ends(base))),
    }


def _plots(base: Summary, margins: Sequence[int], side: int) -> Iterator[tuple[str, Markup]]:
    turns, turn = base.turns, length_unit(base)
    yield "Winning margins", plots.plot_margins(margins, base.reference, side)
    yield "Lead: median, and the middle 90 % of games", plots.plot_leads(turns, base.reference, side)
    yield "When games are decided", plots.plot_decided(turns)
    for name in turns[0].measures:
        yield f"Mean by {turn}: {name}", plots.plot_lines(name, turns, _measure(name), name)
    for name in turns[0].held:
        yield f"Games in which a side holds {name}", plots.plot_lines(f"held {name}", turns, _held(name), "%")
    yield "Hexes controlled", plots.plot_lines("hexes", turns, lambda turn: turn.hexes, "hexes")


def _measure(name: str) -> Callable[[Turn], Mapping[str, float]]:
    return lambda turn: turn.measures[name]


def _held(name: str) -> Callable[[Turn], Mapping[str, float]]:
    return lambda turn: {side: 100 * share for side, share in turn.held[name].items()}


def _turn(turn: Turn, sides: Sequence[str]) -> tuple[object, ...]:
    return (
        turn.label,
        turn.side or "",
        turn.games,
        _minus(f"{turn.lead['mean']:.2f}"),
        _minus(f"{turn.lead['5']:g}"),
        _minus(f"{turn.lead['95']:g}"),
        _percent(turn.decided),
        *(f"{values[side]:.1f}" for values in turn.measures.values() for side in sides),
        *(_percent(values[side]) for values in turn.held.values() for side in sides),
    )


def _ends(base: Summary) -> Iterator[tuple[str, Spread]]:
    for name, sides in base.ends.items():
        for side, found in sides.items():
            yield f"{name}, {side}", found
            yield f"most {name} at any time, {side}", base.peaks[name][side]


def _history(base: Summary) -> list[dict[str, Any]]:
    """Shares of games that went as history did; none where no game got so far."""
    return [
        {
            "text": each.text,
            "dates": ", ".join(each.dates),
            "label": each.label,
            "share": _share(each.games, 2) if each.games.of else None,
        }
        for each in base.history
    ]


def _use_of_rules(base: Summary) -> dict[str, Any] | None:
    """What happened how often, and what never did."""
    if not base.events and not base.steps:
        return None
    return {
        "idle": ", ".join(base.idle_steps),
        "options": [(each.title, each.id, _CITED[each.cited]) for each in base.options_used],
        "events": [(each.name, each.clause, _percent(each.games), f"{each.mean:.2f}") for each in base.events],
        "steps": [(each.name, _percent(each.games), f"{each.mean:.2f}") for each in base.steps],
    }
