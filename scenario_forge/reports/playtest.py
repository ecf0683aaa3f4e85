"""The page of a playtest: one file, offline, without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.playtest.stats import margin
from scenario_forge.playtest.summary import heading
from scenario_forge.reports.build_report import STYLE
from scenario_forge.reports.html import link, page, section, table, text
from scenario_forge.reports.playtest_map import heat_maps
from scenario_forge.reports.playtest_parts import (
    comparisons_section,
    course_section,
    health_table,
    history_section,
    matrix_section,
    percent,
    rules_section,
    shares_table,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.playtest.report import Health, Report, Summary, TargetFound
    from scenario_forge.playtest.result import GameResult
    from scenario_forge.reports.playtest_map import Sketch


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


def playtest_page(report: Report, games: Sequence[Sequence[GameResult]], sketch: Sketch | None) -> str:
    """The page; the same values give the same bytes."""
    base = report.base
    reference = _reference(report)
    number = report.sides.index(reference) if reference in report.sides else 0
    other = 1 - number if number < 2 else 0
    style = f"{STYLE}{MORE}:root {{ --one: var(--side{number}); --two: var(--side{other}); }}\n"
    sections = {
        "Wins": _wins(report) if base else "",
        "The players": _players(report),
        "Players against each other": matrix_section(report),
        "Variants": comparisons_section(report),
        "The front": _front(base, sketch, reference) if base and sketch else "",
        "The course of games": course_section(base, _margins(games, number), number) if base else "",
        "Against history": history_section(base) if base else "",
        "Use of the rules": rules_section(base) if base else "",
        "How it was played": _setting(report),
    }
    made = {title: section(_anchor(title), title, inner) for title, inner in sections.items() if inner}
    contents = "".join(f"<li>{link(f'#{_anchor(title)}', text(title))}</li>" for title in made)
    body = [
        link("#main", "To the results", class_="skip"),
        _head(report),
        f'<nav aria-label="Contents"><ul>{contents}</ul></nav>',
        '<main id="main">',
        *made.values(),
        "</main>",
    ]
    return page(f"{report.title}, {report.scenario_title}: playtest", style, body)


def _anchor(title: str) -> str:
    return title.casefold().replace(" ", "-")


def _reference(report: Report) -> str:
    first = report.base or (report.matrix[0] if report.matrix else None)
    return first.reference if first else ""


def _margins(games: Sequence[Sequence[GameResult]], side: int) -> list[int]:
    return [margin(game, side) for game in games[0] if game.whole] if games else []


def _head(report: Report) -> str:
    base = report.base
    sums: list[tuple[str, object]] = []
    if base:
        sums = [("games", base.whole)]
        sums += [("failed", base.games - base.whole)] if base.games > base.whole else []
        sums += [(f"{side} wins", percent(found.share)) for side, found in base.wins.items()]
        sums += [("draws", percent(base.draws.share))]
    figures = "".join(f"<li><b>{text(value)}</b> {text(name)}</li>" for name, value in sums)
    return (
        f"<header>\n<h1>{text(report.scenario_title)}</h1>\n"
        f'<p class="quiet">{text(report.title)} · playtest · {text(_played(report))}</p>\n'
        f'<ul class="sums">{figures}</ul>\n{_verdict(report)}</header>'
    )


def _played(report: Report) -> str:
    if report.base:
        return ", ".join(f"{side}: {name}" for side, name in report.base.players.items())
    return f"{len(report.matrix)} pairs of players"


def _players(report: Report) -> str:
    """How well they played: of each setting, and of each pair of a matrix; what the base is worth heads the page."""
    found = f"<h3>{text(report.base.name)}</h3>{health_table(report.base.health)}" if report.base else ""
    for each in (*report.variants, *report.matrix):
        found += f"<h3>{text(each.name)}</h3>{_standing(each.health)}{health_table(each.health)}"
    return found


def _verdict(report: Report) -> str:
    """What is asked and what the games say of it, headed with what that is worth."""
    return _standing(report.base.health, report.target) if report.base else ""


def _standing(health: Health, target: TargetFound | None = None) -> str:
    head = f"<b>{heading(health, target.verdict if target else '').capitalize()}.</b>"
    said = f" {_band(target)}" if target and target.verdict != "withheld" else ""
    code = f" No verdict ({health.code})." if health.code else ""
    return f'<p class="verdict">{head}{said}{code} {text(health.reason.capitalize())}.</p>'


def _band(target: TargetFound) -> str:
    where = f"{percent(target.low)} to {percent(target.high)} of the games are meant to be {target.side} wins"
    draws = {"half": ", a draw counted half", "left_out": ", draws left out"}.get(target.draws, "")
    found = f"{percent(target.wins.share)} are{draws}, 95 of 100 times between {percent(target.wins.low)} and "
    found += f"{percent(target.wins.high)}"
    note = "" if target.players_as_meant else " The target was written for other players."
    if target.more is not None:
        note = f" About {target.more} more would tell, if they go as these went.{note}"
    return f"<b>{_VERDICTS[target.verdict]}</b> after {target.after} games. {text(where)}; {text(found)}.{note}"


def _wins(report: Report) -> str:
    base = report.base
    assert base is not None  # noqa: S101 - asked before
    target = report.target
    rows = [(side, share, n, target if target and target.side == side else None) for n, (side, share) in
            enumerate(base.wins.items())]  # fmt: skip
    inner = shares_table(rows, base)
    if base.failures:
        failed = ", ".join(f"{count} {_ENDED.get(name, name)}" for name, count in base.failed.items())
        listed = table(
            ["Seed", "Ended", "Why"],
            [[str(each.seed), text(each.ended), text(each.message)] for each in base.failures],
            numbers=[0],
        )
        lead = f"Games that did not come to their end: {text(failed)}. They are not counted in anything here."
        inner += f'<p class="flawed">{lead}</p>{listed}'
    return inner


def _front(base: Summary, sketch: Sketch, reference: str) -> str:
    return heat_maps(sketch, base.ground, reference)


def _setting(report: Report) -> str:
    settings = [*([report.base] if report.base else ()), *report.variants]
    rows = [
        [
            text("each pair" if report.matrix else each.name),
            text(each.scenario),
            text(
                _played(report)
                if report.matrix
                else ", ".join(f"{side}: {name}" for side, name in each.players.items())
            ),
            text(each.errata),
            text(", ".join(each.options) or "none"),
            str(each.games),
            f"<code>{text(each.content[:16])}</code>",
        ]
        for each in settings or report.matrix[:1]
    ]
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    return (
        table(["Setting", "Scenario", "Players", "Errata", "Options", "Games", "Content"], rows, numbers=[5])
        + f'<p class="quiet">Seeds from {report.seed} on; {text(versions)}. What is said holds for these players: '
        "other players may show another game.</p>"
    )


# -- what the playtest's page adds to the style of the reports -------------------------------------


MORE = """\
:root { --side0: #33586e; --side1: #8c4a24; --side2: #5d6b2a; --side3: #6d4a7d; --sea: #c3dada; --sand: #f1e6c8; }
@media (prefers-color-scheme: dark) {
  :root { --side0: #9cc3d6; --side1: #e09a4c; --side2: #b5c46a; --side3: #c9a2dc; --sea: #22302f; --sand: #37322a; } }
.verdict { margin: 1rem 0; padding: .7rem 1rem; border-left: 6px solid var(--accent); background: var(--card); }
.verdict b { font-size: 1.25rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; }
.plots figure { margin: 0; padding: .7rem; border: 1px solid var(--line); border-radius: 3px; background: var(--card); }
.plots figcaption { margin-bottom: .3rem; font-weight: 600; }
.plots svg { display: block; width: 100%; height: auto; }
.plots svg text { font-family: inherit !important; }
.swatch { display: inline-block; width: .9rem; height: .9rem; margin: 0 .3rem 0 .6rem; vertical-align: -.1rem; }
.swatch.one { background: var(--one); } .swatch.two { background: var(--two); }
.side0 { background: var(--side0); } .side1 { background: var(--side1); }
.side2 { background: var(--side2); } .side3 { background: var(--side3); }
.share { position: relative; display: inline-block; width: 100%; min-width: 12rem; height: 1.1rem;
  background: var(--card); border: 1px solid var(--line); }
.share i { position: absolute; top: 0; bottom: 0; left: 0; opacity: .85; }
.share u { position: absolute; top: .42rem; height: .2rem; background: var(--ink); }
.share s { position: absolute; top: 0; bottom: 0; background: var(--accent); opacity: .2; }
.turns { margin: 0; padding: 0; border: 0; }
.turns legend { float: left; margin-right: .6rem; font-weight: 600; }
.turns input { position: absolute; opacity: 0; }
.turns label { display: inline-block; margin: 0 .15rem .25rem 0; padding: .1rem .45rem; border: 1px solid var(--line);
  border-radius: 3px; background: var(--card); cursor: pointer; }
.turns input:checked + label { background: var(--ink); color: var(--page); }
.turns input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.heat { clear: both; display: block; width: 100%; height: auto; margin-top: .5rem; background: var(--sea);
  border: 1px solid var(--line); }
.heat .frame { display: none; }
.heat .land { fill: var(--sand); }
.heat .one { fill: var(--one); } .heat .two { fill: var(--two); }
.heat .level1 { opacity: .14; } .heat .level2 { opacity: .3; } .heat .level3 { opacity: .48; }
.heat .level4 { opacity: .68; } .heat .level5 { opacity: .88; }
.heat .front { fill: none; stroke: var(--ink); stroke-linecap: round; }
.heat .middle { stroke-width: 34; } .heat .early, .heat .late { stroke-width: 12; stroke-dasharray: 24 22; }
.heat .road { fill: none; stroke: var(--ink); stroke-width: 7; opacity: .35; }
.heat .place { fill: var(--ink); opacity: .55; }
.heat .objective { fill: var(--page); stroke: var(--ink); stroke-width: 14; }
.heat .name { font-size: 175px; font-weight: 600; fill: var(--ink); stroke: var(--page); stroke-width: 40;
  stroke-linejoin: round; paint-order: stroke; }
th, td.figure { white-space: nowrap; }
td:first-child { min-width: 5rem; overflow-wrap: normal; }
@media (max-width: 40rem) { .share { min-width: 5rem; } }
.wide + .wide { margin-top: 1.2rem; }
.matrix td, .matrix th + th { position: relative; text-align: center; }
.matrix td:first-child { text-align: left; font-weight: 600; }
.matrix i { position: absolute; inset: 2px; background: var(--one); }
.matrix td > :not(i) { position: relative; }
"""
