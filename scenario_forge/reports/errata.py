"""Pages of errata: the current list, by component, and an erratum's impact on play; one file each, without a script."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from scenario_forge.game.errata.lists import COMPONENTS
from scenario_forge.game.errata.text import text_list
from scenario_forge.playtest.impact import mean_ground
from scenario_forge.playtest.summary import heading
from scenario_forge.reports.html import page
from scenario_forge.reports.playtest import health_table
from scenario_forge.reports.playtest_pictures import OWNERS, PARTED, numbers, owners_map, parted_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.errata.lists import Correction, Corrections
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.impact import Impact, PartedAt, Played, ScenarioImpact
    from scenario_forge.playtest.report import PairedFound
    from scenario_forge.reports.playtest_pictures import Sketch


_BY = {"publisher": "The publisher: ", "designer": "The designer: ", "editor": "The editor of the source: ", "us": ""}
_STATUS = {
    "official": "official",
    "editorial": "editorial",
    "proposed": "proposed",
    "rejected": "rejected, never applied",
    "withdrawn": "withdrawn, never applied",
}


def errata_page(game: Game, listed: Corrections) -> str:
    """Return the page of the list; the same values give the same bytes."""
    components = {key: [_row(row) for row in listed.of(key)] for key, _title in COMPONENTS if listed.of(key)}
    printings = list(_printings(listed))
    titles = {key: title for key, title in COMPONENTS if key in components}
    titles |= {"log": "Change log"} if listed.log else {}
    titles |= {"printings": "Which printing do I have?"} if printings else {}
    values = {
        **_head(game, listed),
        "titles": titles,
        "counts": {key: len(rows) for key, rows in components.items()},
        "components": components,
        "log": listed.log,
        "printings": printings,
        "list": escape(text_list(game)),
    }
    return page("errata", f"{game.title}: errata", values)


def _head(game: Game, listed: Corrections) -> dict[str, Any]:
    about = game.about
    shown = [row for row in listed.rows if not row.stated]
    parts = [
        f"edition {about.edition}" if about else "",
        f"errata version {listed.version}" if listed.version else "",
    ]
    figures = [(sum(row.applies for row in shown), "corrections")]
    figures += [(sum(row.erratum.status == status for row in shown), status) for status in _STATUS]
    figures += [(sum(row.new for row in shown), f"new since {listed.since}")] if listed.since else []
    return {
        "game": game.title,
        "about": " · ".join(part for part in parts if part),
        "since": listed.since,
        "figures": [figure for figure in figures if figure[0]],
    }


def _row(row: Correction) -> dict[str, Any]:
    erratum = row.erratum
    return {
        "id": erratum.id,
        "kinds": [name for name, holds in (("new", row.new), ("kept", not row.applies)) if holds],
        "status": _STATUS[erratum.status] + (", in this printing already" if row.incorporated else ""),
        "since": erratum.since,
        "place": row.place,
        "was": row.was,
        "now": row.now,
        "why": erratum.why,
        "by": _BY[erratum.by],
        "source": erratum.source,
        "dated": f"({erratum.date or 'not dated'})",
        "revised": [(each.version, each.what) for each in erratum.revised],
    }


def _printings(listed: Corrections) -> Iterator[dict[str, Any]]:
    """How each printing is known, and what it has already."""
    applied = [row.erratum for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [erratum.id for erratum in applied if printing.id in erratum.incorporated_in]
        others = [erratum.id for erratum in applied if erratum.applies_to and printing.id not in erratum.applies_to]
        but = [*has, *others]
        yield {
            "name": printing.name,
            "year": f" ({printing.year})" if printing.year else "",
            "ours": printing.id == listed.printing,
            "recognise": printing.recognise,
            "has": ", ".join(has) or "none",
            "take": f"all but {', '.join(but)}" if but else "all",
        }


# -- an erratum's impact ---------------------------------------------------------------------------


SHOWN = 20
"""Hexes that are listed."""


def impact_page(impact: Impact, sketches: Mapping[str, Sketch]) -> str:
    """Return the page of an impact; the same values give the same bytes."""
    ids = ", ".join(each.id for each in impact.errata)
    played = [entry for entry in impact.scenarios if entry.outcome == "played"]
    values = {
        "game": impact.title,
        "ids": ids,
        "side": _reference(played),
        "base": other_errata(impact),
        "errata": impact.errata,
        "left": impact.left,
        "scenarios": [
            {
                "id": entry.scenario,
                "title": entry.title,
                "played": entry.played is not None,
                "outcome": outcome(entry),
                "reasons": entry.reasons,
            }
            for entry in impact.scenarios
        ],
        "games": [
            _scenario(entry, entry.played, sketches.get(entry.scenario))
            for entry in played
            if entry.played is not None and entry.played.pairs
        ],
        "many": MANY,
        "pairs": impact.games,
        "seeds": seeds(impact),
        "versions": ", ".join(f"{name} {version}" for name, version in impact.versions.items()),
    }
    return page("impact", f"{impact.title}: what {ids} does to play", values)


def _reference(played: list[ScenarioImpact]) -> int:
    """The number of the side from which margins are seen, 0 or 1."""
    for entry in played:
        if entry.played is not None:
            return min(1, list(entry.played.players).index(entry.played.reference))
    return 0


def _scenario(entry: ScenarioImpact, played: Played, sketch: Sketch | None) -> dict[str, Any]:
    return {
        "id": entry.scenario,
        "title": entry.title,
        "outcome": outcome(entry),
        "pairs": played.pairs,
        "who": ", ".join(f"{side} {name}" for side, name in played.players.items()),
        "failed": played.failed,
        "health": health_table(played.health),
        "figures": [] if played.health.code else list(_figures(played)),
        "wins": "; ".join(
            f"{side} wins {before.count:g} without, {after.count:g} with"
            for side, before, after in zip(played.won[0], played.won[0].values(), played.won[1].values(), strict=True)
        ),
        "course": course_sentences(played),
        **_maps(played, sketch),
        "ground_line": ground_line(played),
        "objectives": [(each.name, each.pairs, net_words(each.net)) for each in played.objectives],
        "hexes": [(name, each.pairs, net_words(each.net)) for name, each in islice(played.ground.items(), SHOWN)],
        "more_hexes": max(0, len(played.ground) - SHOWN),
    }


def _maps(played: Played, sketch: Sketch | None) -> dict[str, Any]:
    made: dict[str, Any] = {"parted": None, "owners": None}
    if sketch is None:
        return made
    hexes = numbers(sketch.names)
    if played.where or played.start:
        drawn = parted_map(sketch, played, hexes)
        made["parted"] = {"title": PARTED, "map": drawn, "began": ", ".join(played.start)}
    if played.ground:
        drawn = owners_map(sketch, played, hexes)
        one, *rest = (played.reference, *(side for side in played.players if side != played.reference))
        others = ", ".join(sketch.sides.get(side, side) for side in rest)
        made["owners"] = {"title": OWNERS, "map": drawn, "one": sketch.sides.get(one, one), "others": others}
    return made


def _figures(played: Played) -> Iterator[tuple[str, str, str, str]]:
    """Margin, wins, points and measures: name, difference, its interval, and why none is seen."""
    reference = played.reference
    found = [(f"margin of {reference}, points", played.margin, 1.0)]
    found += [(f"wins of {reference}, of 100 games", played.wins, 100.0)]
    found += [(f"{figure_name(each.what)}, {each.side}", each.found, 1.0) for each in played.ends]
    for name, each, scale in found:
        interval = interval_words(each, scale) or "–"
        yield (
            name,
            signed_number(each.mean * scale),
            interval,
            "" if is_seen(each) else no_difference_reason(each, played.pairs),
        )


# -- what is said of pairs of games without and with an erratum, on the page and in the terminal alike


FEW = 4
"""Pairs below which nothing is said of a difference."""
MANY = "about 1 in 20 such intervals excludes zero by chance"
"""What must be said where many intervals stand together."""


def signed_number(value: float) -> str:
    """Return a difference with its sign, to one decimal: ``+1.4``, ``−0.2``, ``0.0``."""
    rounded = round(value, 1)
    return (f"{rounded:+.1f}" if rounded else "0.0").replace("-", "−")


def interval_words(found: PairedFound, scale: float = 1.0) -> str:
    """Return the interval of a difference in words; empty where there are too few pairs for one."""
    if found.low is None or found.high is None:
        return ""
    return f"{signed_number(found.low * scale)} to {signed_number(found.high * scale)}"


def difference_words(found: PairedFound, pairs: int, scale: float = 1.0, unit: str = "") -> str:
    """Return one difference in words: its size, in how many pairs, and how sure it is."""
    if found.low is None or found.high is None:
        return f"too few pairs to say ({pairs}); {signed_number(found.mean * scale)}{unit} in these"
    if found.low == found.high == 0:
        return f"no difference in any of {pairs} pairs"
    if found.low == found.high:
        return f"{signed_number(found.mean * scale)}{unit} in each of {pairs} pairs"
    interval = f"{interval_words(found, scale)}{unit} at 95 %"
    if found.low <= 0 <= found.high:
        return f"no difference to be seen in {pairs} pairs ({interval})"
    return f"{signed_number(found.mean * scale)}{unit} ({interval}, {pairs} pairs)"


def is_seen(found: PairedFound) -> bool:
    """Return whether the interval of a difference excludes zero."""
    return found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def headline(played: Played) -> str:
    """Return the most important result of a scenario's pairs."""
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
    return f"margin of {played.reference}: {difference_words(played.margin, played.pairs, unit=' points')}"


def outcome(entry: ScenarioImpact) -> str:
    """Return the outcome of a scenario in a line."""
    if entry.outcome == "same":
        return "plays the same, by the hash of all that play depends on"
    if entry.played is not None:
        return headline(entry.played)
    return {
        "without": "without it this scenario cannot be played",
        "with": "with it this scenario cannot be played",
        "neither": "cannot be played either way",
    }.get(entry.outcome, "")


def no_difference_reason(found: PairedFound, pairs: int) -> str:
    """Return the reason why no difference is reported."""
    if found.low is None or found.high is None:
        return "too few pairs to say"
    return f"none in any of {pairs} pairs" if found.low == found.high == 0 else "none to be seen"


def figure_name(what: str) -> str:
    """Return the name of a figure at the end of a game."""
    return "points at the end" if what == "score" else f"{what} at the end"


def turn_words(parted: PartedAt) -> str:
    """Return the game turn, and the side where it is that side's part of it: ``Dec 40 (allied)``."""
    return f"{parted.label} ({parted.side})" if parted.side else parted.label


def course_sentences(played: Played) -> list[str]:
    """Return sentences on how long the games of the pairs stay alike."""
    pairs = played.pairs
    alike = int(played.alike.count)
    said = [f"{alike} of {pairs} pairs are alike to the end"]
    if played.counted:
        said.append(
            f"{played.counted} are alike on the map after every turn, and differ in what was counted or happened"
        )
    if played.parted:
        total = sum(each.pairs for each in played.parted)
        first = ", ".join(f"{turn_words(each)} {each.pairs}" for each in played.parted[:FEW])
        later = sum(each.pairs for each in played.parted[FEW:])
        said.append(f"{total} part, first: {first}" + (f", later {later}" if later else ""))
    if played.off_map:
        said.append(f"{played.off_map} of them off the map too")
    return said


def ground_line(played: Played) -> str:
    """Return a line on how much of the map has another owner at the end."""
    if not played.ground:
        return "every hex has the same owner at the end"
    return f"{mean_ground(played):.1f} hexes of the map have another owner at the end of a pair, on average"


def net_words(net: dict[str, int]) -> str:
    """Return how many more or fewer games each side wins with the erratum: ``allied +3, axis −2``."""
    return ", ".join(f"{side} {count:+d}".replace("-", "−") for side, count in net.items() if count) or "evened out"


def other_errata(impact: Impact) -> str:
    """Return a line on which other errata apply to both games."""
    version = f" (version {impact.version})" if impact.version else ""
    if impact.base == "none":
        return f"compared without it and with it, beside no other errata{version}"
    return f"compared without it and with it, beside the errata {impact.base}{version}"


def seeds(impact: Impact) -> str:
    """Return the seeds of the pairs of games: ``seeds 1 to 20``."""
    last = impact.seed + impact.games - 1
    return f"seed {impact.seed}" if last == impact.seed else f"seeds {impact.seed} to {last}"
