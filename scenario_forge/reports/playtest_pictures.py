"""Pictures of many games: the map tinted by control or by an erratum's effect, and plots (matplotlib)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.hexes import side
from scenario_forge.playtest.by_turn import control_shares, front, owners, smooth, without_islets
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.hex_map import DrawnFront, Tint, draw_hex_map
from scenario_forge.printing.svg import Canvas
from scenario_forge.reports.html import attribute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.playtest.impact import Impact, Played, ScenarioImpact
    from scenario_forge.playtest.report import Ground, Summary, Turn
    from scenario_forge.printing.brief import Brief


_SHARES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""From which difference of shares on a hex is drawn in the first tint, the second …"""
FRONTS = {"early": 0.25, "middle": 0.5, "late": 0.75}
"""Share of games from which on a hex counts as the reference side's, by line."""
_ROUNDS, _TRODDEN, _ISLET = 2, 60, 12
"""How much the ground is smoothed for the front; games of 1,000 that must have trodden it; hexes of an islet."""
_SIZE = 100.0
"""Breadth of a hex, in the units in which style sheets give widths on these maps."""


@dataclass(frozen=True)
class Sketch:
    """Map that pictures of many games are drawn on."""

    brief: Brief
    linked: HexMap
    objectives: frozenset[int] = frozenset()
    """Hexes of which victory speaks: their places are named."""

    @property
    def names(self) -> tuple[str, ...]:
        """Ids of the hexes, by number."""
        return self.linked.grid.ids

    @property
    def sides(self) -> Mapping[str, str]:
        """Printed names of the sides, by id."""
        return self.brief.game.side_names


def control_map(sketch: Sketch, grounds: Sequence[Ground], reference: str) -> dict[str, Any] | None:
    """Return control of the map turn by turn, with turn labels and side names; None without a turn.

    What belongs to the turn of number n has the class ``frame{n}``.
    """
    if not grounds:
        return None
    tints = [tint for n, ground in enumerate(grounds) for tint in _tints(sketch, ground, reference, n)]
    fronts = [line for n, ground in enumerate(grounds) for line in _fronts(sketch, ground, reference, n)]
    others = [sketch.sides.get(side, side) for side in grounds[0].shares if side != reference]
    return {
        "turns": [ground.label for ground in grounds],
        "map": heat_map(sketch, "Who controls the map", tints, fronts),
        "one": sketch.sides.get(reference, reference),
        "others": ", ".join(others),
    }


def heat_map(sketch: Sketch, label: str, tints: Sequence[Tint], fronts: Sequence[DrawnFront] = ()) -> dict[str, Any]:
    """Return the map as a drawing for a page, with its size and content: land, tints, roads and places."""
    wide, high = size_of(sketch)
    inner = Markup(draw_map_content(sketch, tints, fronts))  # noqa: S704 - drawn by us, and escaped there
    return {"wide": wide, "high": high, "label": label, "drawn": inner}


def draw_map_content(sketch: Sketch, tints: Sequence[Tint], fronts: Sequence[DrawnFront] = ()) -> str:
    """Draw the content of the map."""
    frame = whole_map(sketch.linked, _SIZE)
    canvas = Canvas(*size_of(sketch))
    draw_hex_map(canvas, sketch.brief, frame, detail="page", tints=tints, fronts=fronts, named=sketch.objectives)
    return canvas.body()


def size_of(sketch: Sketch) -> tuple[int, int]:
    """Return width and height of the drawing, in its units."""
    _left, _top, wide, high = whole_map(sketch.linked, _SIZE).box
    return round(wide), round(high)


def _shares(ground: Ground, reference: str) -> tuple[Sequence[int], Sequence[int]]:
    """Of 1,000 games, those in which each hex was the reference side's, and those in which it was another's."""
    first = ground.shares[reference]
    others = [values for side, values in ground.shares.items() if side != reference]
    return first, [sum(values) for values in zip(*others, strict=True)] if others else [0] * len(first)


def _tints(sketch: Sketch, ground: Ground, reference: str, turn: int) -> Iterator[Tint]:
    levels: dict[tuple[str, int], list[int]] = {}
    for hex_, (one, two) in enumerate(zip(*_shares(ground, reference), strict=True)):
        difference = (one - two) / 1000
        level = sum(abs(difference) >= least for least in _SHARES)
        if level and sketch.linked.land[hex_]:
            levels.setdefault(("one" if difference > 0 else "two", level), []).append(hex_)
    for (whose, level), hexes in sorted(levels.items()):
        yield tint(sketch, hexes, whose, level, f"frame frame{turn}")


def tint(sketch: Sketch, hexes: Sequence[int], whose: str, level: int, group: str = "") -> Tint:
    """Return hexes tinted in the colour of side ``one``, side ``two``, or ``heat0``."""
    return Tint(hexes, sketch.brief.palette["warning"], f"{whose} level{level}", group)


def _fronts(sketch: Sketch, ground: Ground, reference: str, turn: int) -> Iterator[DrawnFront]:
    grid, land = sketch.linked.grid, sketch.linked.land
    near = [other for six in grid.neighbours for other in six]
    smoothed = [smooth(values, near, land, _ROUNDS) for values in _shares(ground, reference)]
    leaning = control_shares(smoothed[0], smoothed[1], _TRODDEN)
    for name, share in FRONTS.items():
        sides = front(without_islets(owners(leaning, near, land, share), near, _ISLET), near)
        line = [side(grid, hex_, direction) for hex_, direction in sides]
        yield DrawnFront(line, sketch.brief.palette["ink"], 12, cls=f"front {name}", group=f"frame frame{turn}")


_PAIRS = (0.0, 0.25, 0.5, 0.75)
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


def parted_map(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> dict[str, Any]:
    """Return the map of how many pairs part in each hex; outlined: what differed before the first player turn."""
    return heat_map(sketch, PARTED, _parted(sketch, played, hexes))


def owners_map(sketch: Sketch, played: Played, hexes: Mapping[str, int]) -> dict[str, Any]:
    """Return the map of which side has a hex in more games with the erratum than without."""
    return heat_map(sketch, OWNERS, _owners(sketch, played, hexes))


def numbers(names: Sequence[str]) -> dict[str, int]:
    """Return the number of each hex, by its name."""
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
    return max(1, sum(count / pairs > least for least in _PAIRS))


def picture(impact: Impact, sketches: Mapping[str, Sketch]) -> str:
    """Draw both maps of each scenario that was played, one below the other, as a drawing that stands by itself."""
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
                f"{draw_map_content(sketch, tints)}</g>\n"
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


# -- plots as SVG inside the page, by matplotlib where it is installed; the same figures, the same bytes


_INK, _GRID = "#010203", "#040506"
_SIDES = ("#070809", "#0a0b0c", "#0d0e0f", "#101112")
_VARIABLES = {_INK: "--ink", _GRID: "--line", **{colour: f"--side{n}" for n, colour in enumerate(_SIDES)}}
"""Colours that no drawing has, to be replaced by those of the page, light or dark."""
_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": _GRID,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.frameon": False,
}
_MOST_TICKS = 14


def can_plot() -> bool:
    """Return whether plots can be drawn: whether matplotlib is installed."""
    try:
        import matplotlib as mpl  # noqa: PLC0415, F401 - heavy, and an extra
    except ImportError:
        return False
    return True


def plot_margins(values: Sequence[int], name: str, side: int) -> Markup:
    """Plot how often each margin came; ``side`` is whose it is."""
    return _drawn("margins", lambda axes: _margins(axes, values, name, side))


def _margins(axes: Any, margins: Sequence[int], name: str, side: int) -> None:  # noqa: ANN401 - matplotlib is an extra
    lowest, highest = min(margins), max(margins)
    step = max(1, -(-(highest - lowest + 1) // 30))
    edges = [lowest - 0.5 + step * n for n in range((highest - lowest) // step + 2)]
    _counts, _edges, bars = axes.hist(margins, bins=edges, color=_colour(side))
    for bar, left in zip(bars, edges, strict=False):
        if left + step / 2 < 0:
            bar.set_facecolor(_colour(1 - side if side < 2 else 0))
    axes.axvline(0, color=_INK, linewidth=0.8)
    axes.set_xlabel(f"margin of {name}, points")
    axes.set_ylabel("games")
    axes.yaxis.get_major_locator().set_params(integer=True)


def plot_leads(turns: Sequence[Turn], name: str, side: int) -> Markup:
    """Plot the margin over time, with the middle and 90 of 100 games."""

    def draw(axes: Any) -> None:  # noqa: ANN401 - matplotlib is an extra
        at = range(len(turns))
        axes.fill_between(
            at,
            [t.lead["5"] for t in turns],
            [t.lead["95"] for t in turns],
            color=_colour(side),
            alpha=0.18,
            linewidth=0,
        )
        axes.plot(at, [t.lead["50"] for t in turns], color=_colour(side), linewidth=1.8)
        axes.axhline(0, color=_INK, linewidth=0.8)
        _along(axes, turns)
        axes.set_ylabel(f"lead of {name}, points")

    return _drawn("leads", draw)


def plot_decided(turns: Sequence[Turn]) -> Markup:
    """Plot in how many games the later winner leads for good."""

    def draw(axes: Any) -> None:  # noqa: ANN401 - matplotlib is an extra
        axes.step(range(len(turns)), [100 * t.decided for t in turns], where="mid", color=_INK, linewidth=1.8)
        axes.set_ylim(0, 102)
        _along(axes, turns)
        axes.set_ylabel("games decided, %")

    return _drawn("decided", draw)


def plot_lines(named: str, turns: Sequence[Turn], values: Callable[[Turn], Mapping[str, float]], unit: str) -> Markup:
    """Plot a line for each side, over player turns."""

    def draw(axes: Any) -> None:  # noqa: ANN401 - matplotlib is an extra
        for number, name in enumerate(values(turns[0])):
            colour = _colour(number)
            axes.plot(range(len(turns)), [values(t).get(name, 0.0) for t in turns], color=colour, linewidth=1.8)
        axes.set_ylim(bottom=0)
        _along(axes, turns)
        axes.set_ylabel(unit)

    return _drawn(named, draw)


def _colour(side: int) -> str:
    return _SIDES[side % len(_SIDES)]


def _along(axes: Any, turns: Sequence[Turn]) -> None:  # noqa: ANN401 - matplotlib is an extra
    """Game turns along the foot: each where it begins, no more than there is room for."""
    begins = [n for n, turn in enumerate(turns) if n == 0 or turns[n - 1].turn != turn.turn]
    begins = begins[:: -(-len(begins) // _MOST_TICKS)]
    axes.set_xticks(begins, [turns[n].label for n in begins], rotation=45, ha="right", rotation_mode="anchor")
    axes.set_xlim(-0.3, max(len(turns) - 0.7, 0.3))


def has_plots(summary: Summary) -> bool:
    """Return whether there is anything to draw."""
    return bool(summary.turns) and can_plot()


def _drawn(salt: str, draw: Callable[[Any], None]) -> Markup:
    import matplotlib as mpl  # noqa: PLC0415 - heavy, and an extra
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context({**_SETTINGS, "svg.hashsalt": salt}):
        figure = Figure(figsize=(5.2, 2.9), layout="constrained")
        draw(figure.add_subplot())
        written = StringIO()
        FigureCanvasSVG(figure).print_svg(written, metadata={"Date": None, "Creator": None})
    return Markup(_for_page(written.getvalue()))  # noqa: S704 - matplotlib escapes what it writes


def _for_page(svg: str) -> str:
    """Without what stands before it, with colours of the page, and no id that nothing refers to."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    wanted = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in wanted else "", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    return svg
