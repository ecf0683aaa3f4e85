"""The page of an erratum's impact: one file, offline, without a script."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from scenario_forge.playtest.impact import mean_ground
from scenario_forge.playtest.summary import heading
from scenario_forge.reports.build_report import STYLE
from scenario_forge.reports.html import link, page, section, table, text
from scenario_forge.reports.impact_map import OWNERS, PARTED, numbers, owners_map, parted_map
from scenario_forge.reports.impact_map import STYLE as MAPS
from scenario_forge.reports.playtest import MORE
from scenario_forge.reports.playtest_parts import health_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.playtest.impact import Impact, PartedAt, Played, ScenarioImpact
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


# -- what is said of pairs of games without and with an erratum, on the page and in the terminal alike


FEW = 4
"""Pairs below which nothing is said of a difference."""
MANY = "about 1 in 20 such intervals excludes zero by chance"
"""What must be said where many intervals stand together."""


def signed(value: float) -> str:
    """``+1.4``, ``−0.2``, ``0.0``."""
    rounded = round(value, 1)
    return (f"{rounded:+.1f}" if rounded else "0.0").replace("-", "−")


def between(found: PairedFound, scale: float = 1.0) -> str:
    """The interval of a difference; empty of fewer pairs than have one."""
    if found.low is None or found.high is None:
        return ""
    return f"{signed(found.low * scale)} to {signed(found.high * scale)}"


def verdict(found: PairedFound, pairs: int, scale: float = 1.0, unit: str = "") -> str:
    """One difference in honest words: what is seen, in how many pairs, and how sure that is."""
    if found.low is None or found.high is None:
        return f"too few pairs to say ({pairs}); {signed(found.mean * scale)}{unit} in these"
    if found.low == found.high == 0:
        return f"no difference in any of {pairs} pairs"
    if found.low == found.high:
        return f"{signed(found.mean * scale)}{unit} in each of {pairs} pairs"
    interval = f"{between(found, scale)}{unit} at 95 %"
    if found.low <= 0 <= found.high:
        return f"no difference to be seen in {pairs} pairs ({interval})"
    return f"{signed(found.mean * scale)}{unit} ({interval}, {pairs} pairs)"


def is_seen(found: PairedFound) -> bool:
    """Whether the interval of a difference excludes zero."""
    return found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def headline(played: Played) -> str:
    """The most important thing about the pairs of a scenario."""
    if not played.pairs:
        return "no pair came to its end"
    if played.health.code:
        return f"NOT KNOWN: no verdict [{played.health.code}]: {played.health.reason}"
    return f"{heading(played.health).upper()}: {_of_pairs(played)}"


def _of_pairs(played: Played) -> str:
    if played.alike.count == played.pairs:
        most = f"{100 * (1 - played.alike.low):.0f}"
        return (
            f"all {played.pairs} pairs are alike to the end: between these players it makes a difference in at most "
            f"{most} of 100 games"
        )
    return f"margin of {played.reference}: {verdict(played.margin, played.pairs, unit=' points')}"


def outcome(entry: ScenarioImpact) -> str:
    """What became of a scenario, in a line."""
    if entry.outcome == "same":
        return "plays the same, by the hash of all that play depends on"
    if entry.played is not None:
        return headline(entry.played)
    return {
        "without": "without it this scenario cannot be played",
        "with": "with it this scenario cannot be played",
        "neither": "cannot be played either way",
    }.get(entry.outcome, "")


def unseen(found: PairedFound, pairs: int) -> str:
    """Why no difference is spoken of."""
    if found.low is None or found.high is None:
        return "too few pairs to say"
    return f"none in any of {pairs} pairs" if found.low == found.high == 0 else "none to be seen"


def named(what: str) -> str:
    """A figure at the end of a game, in words."""
    return "points at the end" if what == "score" else f"{what} at the end"


def when(parted: PartedAt) -> str:
    """``Dec 40, Allied player turn``."""
    return f"{parted.label}, {parted.side} player turn" if parted.side else parted.label


def course(played: Played) -> list[str]:
    """How far the pairs go alike, in sentences."""
    pairs = played.pairs
    alike = int(played.alike.count)
    said = [f"{alike} of {pairs} pairs are alike to the end"]
    if played.counted:
        said.append(
            f"{played.counted} are alike on the map after every turn, and differ in what was counted or happened"
        )
    if played.parted:
        total = sum(each.pairs for each in played.parted)
        first = ", ".join(f"{when(each)} {each.pairs}" for each in played.parted[:FEW])
        later = sum(each.pairs for each in played.parted[FEW:])
        said.append(f"{total} part, first: {first}" + (f", later {later}" if later else ""))
    if played.off_map:
        said.append(f"{played.off_map} of them off the map too")
    return said


def ground_line(played: Played) -> str:
    """How much of the map has another owner at the end."""
    if not played.ground:
        return "every hex has the same owner at the end"
    return f"{mean_ground(played):.1f} hexes of the map have another owner at the end of a pair, on average"


def net_words(net: dict[str, int]) -> str:
    """``allied +3, axis −2``: games more and fewer with the erratum."""
    return ", ".join(f"{side} {count:+d}".replace("-", "−") for side, count in net.items() if count) or "evened out"


def beside(impact: Impact) -> str:
    """What else is laid over both games."""
    version = f" (version {impact.version})" if impact.version else ""
    if impact.base == "none":
        return f"compared without it and with it, beside no other errata{version}"
    return f"compared without it and with it, beside the errata {impact.base}{version}"


def seeds(impact: Impact) -> str:
    """``seeds 1 to 20``."""
    last = impact.seed + impact.games - 1
    return f"seed {impact.seed}" if last == impact.seed else f"seeds {impact.seed} to {last}"
