"""Plots of a playtest as SVG inside the page, by matplotlib where it is installed. The same figures, the same bytes."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.playtest.report import Summary, Turn

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


def there() -> bool:
    """Whether plots can be drawn."""
    try:
        import matplotlib as mpl  # noqa: PLC0415, F401 - heavy, and an extra
    except ImportError:
        return False
    return True


def margins(values: Sequence[int], name: str, side: int) -> Markup:
    """How often each margin came; ``side`` is whose it is."""
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


def leads(turns: Sequence[Turn], name: str, side: int) -> Markup:
    """How the margin goes, with the middle and 90 of 100 games."""

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


def decided(turns: Sequence[Turn]) -> Markup:
    """In how many games the later winner leads for good."""

    def draw(axes: Any) -> None:  # noqa: ANN401 - matplotlib is an extra
        axes.step(range(len(turns)), [100 * t.decided for t in turns], where="mid", color=_INK, linewidth=1.8)
        axes.set_ylim(0, 102)
        _along(axes, turns)
        axes.set_ylabel("games decided, %")

    return _drawn("decided", draw)


def lines(named: str, turns: Sequence[Turn], values: Callable[[Turn], Mapping[str, float]], unit: str) -> Markup:
    """A figure by side."""

    def draw(axes: Any) -> None:  # noqa: ANN401 - matplotlib is an extra
        for number, side in enumerate(values(turns[0])):
            colour = _colour(number)
            axes.plot(range(len(turns)), [values(t).get(side, 0.0) for t in turns], color=colour, linewidth=1.8)
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


def shown(summary: Summary) -> bool:
    """Whether there is anything to draw."""
    return bool(summary.turns) and there()


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
