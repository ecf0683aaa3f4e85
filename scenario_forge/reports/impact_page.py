"""The page of an erratum's impact: one file, offline, without a script."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scenario_forge.reports.build_style import STYLE
from scenario_forge.reports.html import link, page, section, table, text
from scenario_forge.reports.impact_map import OWNERS, PARTED, numbers, owners_map, parted_map
from scenario_forge.reports.impact_map import STYLE as MAPS
from scenario_forge.reports.impact_words import (
    MANY,
    beside,
    between,
    course,
    ground_line,
    is_seen,
    named,
    net_words,
    outcome,
    seeds,
    signed,
    unseen,
)
from scenario_forge.reports.playtest_parts import health_table
from scenario_forge.reports.playtest_style import MORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.playtest.impact import Impact, Played, ScenarioImpact
    from scenario_forge.playtest.report import PairedFound
    from scenario_forge.reports.playtest_map import Sketch

SHOWN = 20
"""Hexes that are listed."""
_OWN = """\
td.value, td.named { white-space: normal; }
.seen td { font-weight: 600; }
"""


def impact_page(impact: Impact, sketches: Mapping[str, Sketch]) -> str:
    """The page; the same values give the same bytes."""
    ids = ", ".join(each.id for each in impact.errata)
    played = [entry for entry in impact.scenarios if entry.outcome == "played"]
    number = _reference(played)
    style = f"{STYLE}{MORE}{MAPS}{_OWN}:root {{ --one: var(--side{number}); --two: var(--side{1 - number}); }}\n"
    parts = [_scenarios(impact), *(_scenario(entry, sketches.get(entry.scenario)) for entry in played)]
    body = [
        link("#main", "To the results", class_="skip"),
        _head(impact, ids),
        '<main id="main">',
        *parts,
        _foot(impact),
        "</main>",
    ]
    return page(f"{impact.title}: what {ids} does to play", style, body)


def _reference(played: list[ScenarioImpact]) -> int:
    """The number of the side from which margins are seen, 0 or 1."""
    for entry in played:
        if entry.played is not None:
            return min(1, list(entry.played.players).index(entry.played.reference))
    return 0


def _head(impact: Impact, ids: str) -> str:
    rows = [
        [
            f"<b>{text(each.id)}</b>",
            text(each.status),
            text(each.place),
            text(each.was or "nothing"),
            text(each.now or "nothing"),
        ]
        for each in impact.errata
    ]
    left = "".join(f'<p class="flawed">{text(reason)}</p>' for reason in impact.left)
    return (
        f"<header>\n<h1>What {text(ids)} does to play</h1>\n"
        f'<p class="quiet">{text(impact.title)} · {text(beside(impact))}</p>\n'
        f"{table(['Number', 'Status', 'Where', 'Was', 'Is'], rows)}\n{left}</header>"
    )


def _scenarios(impact: Impact) -> str:
    rows = []
    for entry in impact.scenarios:
        name = text(entry.title)
        said = text(outcome(entry))
        reasons = "".join(f'<br><span class="quiet">{text(reason)}</span>' for reason in entry.reasons)
        rows.append([link(f"#{entry.scenario}", name) if entry.played else name, f"{said}{reasons}"])
    return section("scenarios", "Scenarios", table(["Scenario", "What it does"], rows))


def _scenario(entry: ScenarioImpact, sketch: Sketch | None) -> str:
    played = entry.played
    if played is None or not played.pairs:
        return ""
    who = ", ".join(f"{side} {name}" for side, name in played.players.items())
    inner = [
        f'<p class="verdict"><b>{text(outcome(entry))}</b></p>',
        f'<p class="quiet">{played.pairs} pairs of games; {text(who)}.'
        + (f" {played.failed} games did not come to their end and are left out." if played.failed else "")
        + "</p>",
        f"<h3>The players</h3>{health_table(played.health)}",
        "" if played.health.code else _figures(played),
        "<h3>How far they go alike</h3>",
        f"<p>{'. '.join(str(text(each)) for each in course(played))}.</p>",
        *_maps(played, sketch),
        _ground(played),
    ]
    return section(entry.scenario, entry.title, *inner)


def _maps(played: Played, sketch: Sketch | None) -> Iterator[str]:
    if sketch is None:
        return
    hexes = numbers(sketch.names)
    if played.where or played.start:
        yield f"<h3>{PARTED}</h3>{parted_map(sketch, played, hexes)}"
        began = (
            f'<span class="swatch began"></span>what differs before play: {text(", ".join(played.start))}'
            if played.start
            else ""
        )
        yield (
            '<p class="quiet"><span class="swatch parted"></span>the darker, the more pairs in which something else '
            f"lies there, or it has another owner, when they are first seen to differ {began}</p>"
        )
    if played.ground:
        one, *rest = (played.reference, *(side for side in played.players if side != played.reference))
        others = ", ".join(sketch.sides.get(side, side) for side in rest)
        yield f"<h3>{OWNERS}</h3>{owners_map(sketch, played, hexes)}"
        yield (
            f'<p class="quiet">In more games with it than without: <span class="swatch one"></span>'
            f'{text(sketch.sides.get(one, one))} <span class="swatch two"></span>{text(others)}. What goes to one side '
            "as often as to the other evens out and is not tinted; the table below counts it.</p>"
        )


def _figures(played: Played) -> str:
    """Margin, wins, points and measures: without, with, difference."""
    reference = played.reference
    rows = [
        _figure(f"margin of {reference}, points", played.margin, played.pairs),
        _figure(f"wins of {reference}, of 100 games", played.wins, played.pairs, 100.0),
    ]
    rows += [_figure(f"{named(each.what)}, {each.side}", each.found, played.pairs) for each in played.ends]
    wins = "; ".join(
        f"{side} wins {before.count:g} without, {after.count:g} with"
        for side, before, after in zip(played.won[0], played.won[0].values(), played.won[1].values(), strict=True)
    )
    return (
        "<h3>What differs at the end</h3>"
        + table(["With it less without", "Mean", "95 of 100", ""], rows, numbers=[1, 2])
        + f'<p class="quiet">{text(wins)}. Mind that {text(MANY)}.</p>'
    )


def _figure(name: str, found: PairedFound, pairs: int, scale: float = 1.0) -> list[str]:
    seen = "<b>a difference</b>" if is_seen(found) else text(unseen(found, pairs))
    return [text(name), text(signed(found.mean * scale)), text(between(found, scale) or "–"), seen]


def _ground(played: Played) -> str:
    rows = [[text(each.name), str(each.pairs), text(net_words(each.net))] for each in played.objectives]
    made = f"<p>{text(ground_line(played))}.</p>"
    if rows:
        made += table(["Objective held by another", "Pairs", "Games more or fewer with it"], rows, numbers=[1])
    first = islice(played.ground.items(), SHOWN)
    hexes = [[text(name), str(each.pairs), text(net_words(each.net))] for name, each in first]
    if hexes:
        more = len(played.ground) - len(hexes)
        tail = f'<p class="quiet">and {more} more</p>' if more else ""
        listed = table(["Hex with another owner", "Pairs", "Games more or fewer with it"], hexes, numbers=[1])
        made += f"<details><summary>The hexes, most often first</summary>{listed}{tail}</details>"
    return made


def _foot(impact: Impact) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in impact.versions.items())
    if not versions:
        return ""
    return (
        f'<p class="quiet">{impact.games} pairs of each scenario, {text(seeds(impact))}; both games of a pair have the '
        f"same dice as long as the same is asked of them. {text(versions)}. What is said holds for these players: "
        "other players may show another game.</p>"
    )
