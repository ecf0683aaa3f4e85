"""The printed map as the page takes it: a drawing with holders, and parts that are put into them.

The page shows the layers first and the hexes and numbers after them, some in each frame; of a later drawing it takes
the parts that changed. Painting a hex of a large map so changes a few hundred elements and not twenty thousand.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.map.map_view import PIXELS
from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

NOT_DRAWN = "map.yaml has errors that keep it from being drawn"
KEPT = 3
"""Drawings of the map; a page that has one of them gets only what has changed since."""
RUN = 128
"""Hexes, or their numbers, in a part."""
_LAYERS = frozenset(
    {
        "terrain", "textures", "depressions", "rivers", "relief", "hexsides", "roads", "rim", "symbols",
        "grid", "grid-sea", "numbers",
    }
)  # fmt: skip
_BY_HEX = frozenset({"grid", "grid-sea", "numbers"})
_GROUP = re.compile(r"<g\b[^>]*>|</g>")
_NAME = re.compile(r'\bid="([\w-]+)"')
_RUN = re.compile(r'(?<= data-part)="run-(\d+)"')
_OF_HEX = re.compile(r'<\w+ [^>]*?\bid="(?:hex|number)-([^"]+)"')


GroundAnswer = TypedDict("GroundAnswer", {
    "epoch": int, "skeleton": str | None, "layers": int, "parts": list[tuple[int, str]],
})  # fmt: skip
"""A drawing of the map, or the parts of it that have changed. `skeleton`: none: as before."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A drawing of the map."""

    epoch: int
    skeleton: str
    layers: int
    """How many parts are layers; the hexes and numbers follow."""
    parts: tuple[str, ...]

    def since(self, known: Ground | None) -> GroundAnswer:
        """Return the parts changed since another drawing, or none, for the page to refresh."""
        if known is None or known.skeleton != self.skeleton:
            changed, skeleton = list(enumerate(self.parts)), self.skeleton
        else:
            pairs = enumerate(zip(self.parts, known.parts, strict=True))
            changed, skeleton = [(number, new) for number, (new, old) in pairs if new != old], None
        return {"epoch": self.epoch, "skeleton": skeleton, "layers": self.layers, "parts": changed}


class Grounds:
    """The last drawings of a session's map."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._drawn: dict[int, Ground] = {}
        """By the epoch of the map."""
        self._drawing = threading.Lock()

    def now(self) -> Ground | None:
        """Return the map as printed, drawn unless it is there already; None while it cannot be read."""
        with self._drawing:  # not under the session's lock: one may paint on while the map is drawn
            epoch = self._session.map_epoch
            if epoch not in self._drawn:
                epoch, game = self._session.snapshot()
                drawn = draw_ground(game, epoch)
                if drawn is None:
                    return None
                self._drawn[epoch] = drawn
                while len(self._drawn) > KEPT:
                    del self._drawn[min(self._drawn)]
            return self._drawn[epoch]

    def since(self, since: Annotated[int, Field(ge=-1, lt=10**12)] = -1) -> GroundAnswer:
        """Return the parts changed since the drawing of an epoch, for the page to refresh.

        Raises:
            Unknown: the map cannot be read.
        """
        drawn = self.now()
        if drawn is None:
            raise Unknown(NOT_DRAWN)
        return drawn.since(self._drawn.get(since))


def draw_ground(game: Game, epoch: int) -> Ground | None:
    """Draw the map without names and panels, each hex an element `hex-T30`; None while it cannot be read."""
    linked = hex_map(game)
    if linked is None:
        return None
    brief = Brief(game)
    frame = whole_map(linked, brief.profile.hex)
    wide, high = frame.box[2], frame.box[3]
    canvas = Canvas(wide, high)
    draw_hex_map(canvas, brief, frame)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {wide * PIXELS:.2f} {high * PIXELS:.2f}">'
        f'<g transform="scale({PIXELS:.6f})">{canvas.body()}</g></svg>\n'
    )
    return in_parts(epoch, svg, {name: number for number, name in enumerate(linked.grid.ids)})


def in_parts(epoch: int, svg: str, hexes: dict[str, int]) -> Ground:
    """Split a drawing of the map into parts.

    Args:
        epoch: of the map that was drawn.
        svg: all of it, in which every hex has its id.
        hexes: the number of each hex by its id.
    """
    layers: list[str] = []
    runs: list[str] = []
    skeleton: list[str] = []
    at = 0

    def held(name: str, text: str) -> str:
        """Take a part out; the holder that stands in its place."""
        if name not in _BY_HEX:
            layers.append(text)
            return f'<g data-part="{len(layers) - 1}"/>'
        first = len(runs)
        runs.extend(_runs(text, hexes))
        return "".join(f'<g data-part="run-{number}"/>' for number in range(first, len(runs)))

    begin, end = svg.find("<defs>") + len("<defs>"), svg.find("</defs>")
    spans = [("defs", begin, end)] if end > 0 else []
    for name, begin, end in [*spans, *_layers(svg)]:
        skeleton += (svg[at:begin], held(name, svg[begin:end]))
        at = end
    skeleton.append(svg[at:])
    numbered = _RUN.sub(lambda found: f'="{len(layers) + int(found[1])}"', "".join(skeleton))
    return Ground(epoch, numbered, len(layers), (*layers, *runs))


def _layers(svg: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, beginning and end of the inside of each layer, in order; a nested layer is part of its parent."""
    depth, inside, name, begin = 0, 0, "", 0
    for tag in _GROUP.finditer(svg):
        opens = not tag[0].startswith("</")
        if tag[0].endswith("/>"):
            continue
        depth += 1 if opens else -1
        if opens and not inside:
            found = _NAME.search(tag[0])
            if found and found[1] in _LAYERS:
                name, begin, inside = found[1], tag.end(), depth
        elif not opens and inside and depth < inside:
            yield name, begin, tag.start()
            inside = 0


def _runs(text: str, hexes: dict[str, int]) -> list[str]:
    """Return elements by the number of their hex, so that a hex that comes or goes changes one part alone."""
    runs = [""] * (max(hexes.values(), default=0) // RUN + 1)
    at = last = 0
    for found in _OF_HEX.finditer(text):
        run = hexes.get(found[1], last * RUN) // RUN
        if run != last:
            runs[last] += text[at : found.start()]
            at, last = found.start(), run  # what has no hex, as the halo of a number, stays with what is before it
    runs[last] += text[at:]
    return runs
