"""Two pictures of what an erratum does: where the games part, and whose the ground is at their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.map.hex_map import Tint
from scenario_forge.reports.html import attribute
from scenario_forge.reports.playtest_map import drawn, map_with, size_of, tint

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.playtest.impact import Impact, Played, ScenarioImpact
    from scenario_forge.reports.playtest_map import Sketch

LEVELS = (0.0, 0.25, 0.5, 0.75)
"""Above which part of the pairs a hex has the first tint, the second …"""
PARTED = "Where the games first part"
OWNERS = "Whose the ground is at the end"
_HEAD, _GAP = 420, 160
"""Tenths of a millimetre above and between the maps of a picture that stands by itself."""
_PLAIN = """\
svg { background: #fbf7ec; font-family: "Barlow Condensed", "Arial Narrow", sans-serif; fill: #1a1816; }
.sea { fill: #c3dada; } .land { fill: #f1e6c8; } .heat0 { fill: #a01818; }
.one { fill: #33586e; } .two { fill: #8c4a24; }
.level1 { opacity: .22; } .level2 { opacity: .42; } .level3 { opacity: .64; } .level4 { opacity: .9; }
.start { fill: none; stroke: #1a1816; stroke-width: 26; }
.road { fill: none; stroke: #1a1816; stroke-width: 7; opacity: .35; }
.place { fill: #1a1816; opacity: .55; } .objective { fill: #fbf7ec; stroke: #1a1816; stroke-width: 14; }
.name { font: 600 175px "Barlow Condensed", "Arial Narrow", sans-serif; stroke: none; }
.title { font-size: 240px; font-weight: 700; }
.note { font-size: 150px; fill: #5f5b55; }
"""


def parted_map(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> str:
    """How many pairs part in each hex; outlined: what differed before the first player turn."""
    return map_with(sketch, PARTED, _parted(sketch, played, hexes))


def owners_map(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> str:
    """Which side has a hex in more games with the erratum than without."""
    return map_with(sketch, OWNERS, _owners(sketch, played, hexes))


def numbers(names: Sequence[str]) -> dict[str, int]:
    """Hexes by name."""
    return {name: hex_ for hex_, name in enumerate(names)}


def _parted(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> list[Tint]:
    levels: dict[int, list[int]] = {}
    for name, count in played.where.items():
        levels.setdefault(_level(count, played.pairs), []).append(hexes[name])
    start = sorted(hexes[name] for name in played.start)
    heat = [tint(sketch, sorted(found), "heat0", level) for level, found in sorted(levels.items())]
    return [*heat, *([Tint(start, "none", "start")] if start else [])]


def _owners(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> list[Tint]:
    levels: dict[tuple[str, int], list[int]] = {}
    for name, ground in played.ground.items():
        others = sum(count for side, count in ground.net.items() if side != played.reference)
        lean = ground.net.get(played.reference, 0) - others
        if lean and sketch.linked.land[hexes[name]]:
            # who gains it counts once, and who loses it once
            level = _level(abs(lean) / 2, played.pairs)
            levels.setdefault(("one" if lean > 0 else "two", level), []).append(hexes[name])
    return [tint(sketch, sorted(found), whose, level) for (whose, level), found in sorted(levels.items())]


def _level(count: float, pairs: int) -> int:
    return max(1, sum(count / pairs > least for least in LEVELS))


def picture(impact: Impact, sketches: Mapping[str, Sketch]) -> str:
    """Both maps of each scenario that was played, one below the other, as a drawing that stands by itself."""
    shown = [entry for entry in impact.scenarios if entry.played is not None and entry.scenario in sketches]
    parts: list[str] = []
    top, widest = 0, 2400
    for entry in shown:
        sketch = sketches[entry.scenario]
        wide, high = size_of(sketch)
        widest = max(widest, wide)
        for title, note, tints in _panels(entry, sketch, [each.id for each in impact.errata]):
            parts.append(
                f'<text class="title" x="60" y="{top + 220}">{attribute(title)}</text>'
                f'<text class="note" x="60" y="{top + 380}">{attribute(note)}</text>\n'
                f'<g transform="translate(0 {top + _HEAD})"><rect class="sea" width="{wide}" height="{high}"/>'
                f"{drawn(sketch, tints)}</g>\n"
            )
            top += high + _HEAD + _GAP
    if not parts:
        parts, top = ['<text class="title" x="60" y="260">Nothing was played that could differ</text>'], 400
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {top}" '
        f'width="{widest / 20:g}mm" height="{top / 20:g}mm">\n<style>{_PLAIN}</style>\n'
        f'<rect width="{widest}" height="{top}" style="fill:#fbf7ec"/>\n{"".join(parts)}</svg>\n'
    )


def _panels(entry: ScenarioImpact, sketch: Sketch, ids: Sequence[str]) -> Iterator[tuple[str, str, list[Tint]]]:
    played = entry.played
    assert played is not None  # noqa: S101 - only those are shown
    hexes = numbers(sketch.names)
    head = f"{', '.join(ids)}: {entry.title}"
    began = "; outlined: what differs before play" if played.start else ""
    yield (
        f"{head}. {PARTED}",
        f"Darker: in more of {played.pairs} pairs of games{began}.",
        _parted(sketch, played, hexes),
    )
    others = [side for side in played.players if side != played.reference]
    sides = [sketch.sides.get(side, side) for side in (played.reference, *others)]
    yield (
        f"{head}. {OWNERS}",
        f"In more games with the erratum than without: {sides[0]} blue, {', '.join(sides[1:])} brown.",
        _owners(sketch, played, hexes),
    )
