"""Chits of formations: what is drawn to activate one, in its colour, with its name and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.printing.colour import contrast, mix
from scenario_forge.printing.counters.frame import Face, Frame
from scenario_forge.printing.counters.text import LEAST, block, plain
from scenario_forge.printing.counters.units import lines
from scenario_forge.printing.counters.values import printed
from scenario_forge.printing.fonts import DESCENT, fitted
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.counters import Formation
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_NAME, _OWNER = 8.0 * POINT, 5.6 * POINT


def chits(game: Game) -> Iterator[tuple[Formation, Where]]:
    """The formations that have a chit."""
    for document, where in game.documents("counters", CountersDocument):
        for number, formation in enumerate(document.formations):
            if formation.chit:
                yield formation, where / "formations" / number


def figures(game: Game, formation: Formation) -> str:
    """``10``: the values on the chit of a formation."""
    found = game.one("counters", CountersDocument)
    own = [value for value in found[0].values if value.of == "formation" and value.at] if found else []
    return " ".join(printed(value, formation.values[value.id]) for value in own if value.id in formation.values)


def chit_face(brief: Brief, formation: Formation) -> Face:
    """The front: owner, values and name on the colour of the formation, pale so that ink reads on it."""
    frame = Frame(brief.profile.counter)
    ground = mix(formation.colour, "#FFFFFF", 0.45) if formation.colour else brief.palette["marker-status"]
    face = Face.loud(brief, ground)
    ink = max((brief.palette[role] for role in ("counter-ink", "symbol-box")), key=lambda c: contrast(c, face.ground))
    top = _owner(brief, face, frame, formation.side)
    made = block(formation.name, "sans-bold", _NAME * frame.unit, 10.1 * frame.unit, 3.6 * frame.unit)
    high = (0.7 + 1.05 * (len(made.lines) - 1)) * made.size
    lines(face, made, frame, frame.side - frame.inset - DESCENT * made.size - high / 2, ink, face.ground, "formation")
    face.cut += [formation.name] * made.cut
    if text := plain(figures(brief.game, formation)):
        low = 10.3 - high / frame.unit - 0.8
        size = fitted(text, (low - top - 0.3) * frame.unit / 0.7, "sans-bold", 8.4 * frame.unit, LEAST)
        at = (frame.middle, frame.x((top + low) / 2) + 0.35 * size)
        face.art.text(at, text, size, face="sans-bold", fill=ink, anchor="middle", on=face.ground, role="value")
    return face


def _owner(brief: Brief, face: Face, frame: Frame, side: str) -> float:
    """A tab with the owner; gives where the rest starts, in units."""
    colour, paper = brief.palette.accent(brief.game, side), brief.palette["symbol-box"]
    face.art.rect(frame.box(0, 0, 10.3, 2.1), fill=colour, radius=0.35 * frame.unit, cls="owner")
    name = brief.game.side_name(side)
    made = block(name.upper(), "sans-bold", _OWNER * frame.unit, 9.6 * frame.unit, 1.8 * frame.unit)
    lines(face, made, frame, frame.x(1.05), paper, colour, "owner")
    face.cut += [name] * made.cut
    return 2.4


def chit_id(formation: Formation) -> str:
    """A chit's id in drawings: ``chit-dak``."""
    return f"chit-{formation.id}"
