"""The title cartouche, and the panel of credits, edition and what is reconstructed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenario_forge.printing.brief import errata_words
from scenario_forge.printing.map.panel import MODULE, SMALLEST, Panel, Shape, Style, cut, frame_panel
from scenario_forge.printing.measure import fitted, wrapped
from scenario_forge.printing.paper import POINT

if TYPE_CHECKING:
    from scenario_forge.printing.measure import Face
    from scenario_forge.printing.svg import Box, Canvas
    from scenario_forge.project.mapview import HexMap

_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
"""Type of the imprint in points; it takes the largest that its panel has room for."""
_RECONSTRUCTED = {"fitted": "basis_fitted", "proposed": "basis_proposed"}


def title(style: Style, linked: HexMap) -> Panel:
    """The game's title, and the scale of map and turn."""
    sizes = ((92, 34), (74, 30), (60, 26), (45, 22))
    shapes = (Shape(style.mm(w), style.mm(h), partial(_title, style, linked)) for w, h in sizes)
    return Panel("title", tuple(shapes), stretch=True)


def _title(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    brief = style.brief
    ground, ink, quiet = style.colour("table"), style.colour("ink"), style.colour("quiet")
    canvas.rect(box, fill=ground, stroke=style.colour("coast"), width=0.3, cls="panel")
    rim = style.mm(1.3)
    canvas.rect((box[0] + rim, box[1] + rim, box[2] - rim, box[3] - rim), stroke=style.colour("coast"), width=0.15)
    middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 8 * rim
    text = cut(brief.game.title, style.pt(12), "serif-semibold", room)
    size = fitted(text, style.pt(min(44.0, (box[3] - box[1]) / style.unit * 0.82)), "serif-semibold", room, style.pt(9))
    lines = _lines(style, linked)
    small = style.pt(8.5)
    step = small * 1.5
    high = size * 0.7 + style.mm(3.4) + step * len(lines)
    base = (box[1] + box[3] - high) / 2 + size * 0.7
    canvas.text(
        (middle, base), text, size, face="serif-semibold", fill=ink, anchor="middle", on=ground, role="title",
        name="title",
    )  # fmt: skip
    rule = base + style.mm(2.6)
    canvas.line([(middle - room * 0.18, rule), (middle + room * 0.18, rule)], stroke=style.colour("road"), width=0.4)
    base = rule + style.mm(0.8)
    for line in lines:
        base += step
        fit = fitted(line, small, "serif-italic", room, SMALLEST * POINT)
        shown = cut(line, fit, "serif-italic", room)
        canvas.text(
            (middle, base), shown, fit, face="serif-italic", fill=quiet, anchor="middle", on=ground, role="subtitle"
        )


def _lines(style: Style, linked: HexMap) -> list[str]:
    brief, words = style.brief, style.brief.words
    about = brief.game.about
    own = linked.document.title
    lines = [own] if own and own.casefold() != brief.game.title.casefold() else []
    scale = about.scale if about else {}
    if "hex" in scale and "turn" in scale:
        lines.append(words("map_scale", hex=scale["hex"], turn=scale["turn"]))
    return lines


def imprint(style: Style, linked: HexMap) -> Panel:
    """Edition, errata, credits, and which parts of the map are ours."""
    shapes = []
    for width in (MODULE, 92, 74, 130, 48):
        lines = _imprint_lines(style, linked, style.mm(width) - 2 * style.pad, _SIZES[-1])
        high = style.head + 2 * style.pad + sum(step for _text, _face, step in lines)
        shapes.append(Shape(style.mm(width), high, partial(_imprint, style, linked)))
    return Panel("imprint", tuple(shapes), stretch=True)


def _imprint_lines(style: Style, linked: HexMap, room: float, points: float) -> list[tuple[str, Face, float]]:
    """Lines with their face and the step to the next; paragraphs stand apart."""
    brief, words = style.brief, style.brief.words
    about, size = brief.game.about, style.pt(points)
    facts = [
        words("edition_line", title=brief.game.title, edition=about.edition if about else ""),
        words("errata_line", errata=errata_words(brief.game, words)),
    ]
    facts += [
        words("credit_line", role=credit.role, names=", ".join(credit.names))
        for credit in (about.credits if about else [])
        if credit.here
    ]
    facts += [about.rights] if about and about.rights else []
    notes = [*reconstructed(style, linked), *([words("flawed_note")] if brief.flawed else [])]
    found: list[tuple[str, Face, float]] = []
    for number, text in enumerate(fact[:1].upper() + fact[1:] for fact in facts):
        *lines, last = wrapped(text, size, "sans", room, 6) or [""]
        found += [(line, "sans", size * 1.25) for line in lines]
        found.append((last, "sans", size * (1.35 if number < len(facts) - 1 else 1.9)))
    for text in notes:
        *lines, last = wrapped(text, size, "serif-italic", room, 6) or [""]
        found += [(line, "serif-italic", size * 1.3) for line in lines]
        found.append((last, "serif-italic", size * 1.7))
    return found


def _imprint(style: Style, linked: HexMap, canvas: Canvas, box: Box) -> None:
    heading = style.brief.words("imprint_title")
    left, top, right, bottom = frame_panel(canvas, style, box, heading)
    for points in _SIZES:
        lines = _imprint_lines(style, linked, right - left, points)
        if sum(step for _text, _face, step in lines) <= bottom - top:
            break
    y, size, on = top, style.pt(points), style.colour("table")
    for text, face, step in lines:
        fill = style.colour("ink") if face == "sans" else style.colour("quiet")
        base = y + size * 0.9
        canvas.text((left, base), text, size, face=face, fill=fill, on=on, role="imprint")
        y += step


def reconstructed(style: Style, linked: HexMap) -> list[str]:
    """Sentences on what of the map is fitted or proposed rather than printed."""
    words = style.brief.words
    rests: dict[str, list[str]] = {"fitted": [], "proposed": []}
    for key in ("rows", "hexsides", "lines", "places", "areas", "boxes"):
        count = len(getattr(linked.document, key))
        bases = {(linked.where / key / n).basis for n in range(count)}
        for basis, kinds in rests.items():
            if basis in bases:
                kinds.append(words(f"map_{key}"))
    values = {
        (linked.where / "places" / n / key).basis
        for n, place in enumerate(linked.document.places)
        for key in ("capacity", "value")
        if getattr(place, key) is not None
    }
    for basis, kinds in rests.items():
        if basis in values:
            kinds.append(words("map_values"))
    return [words(_RECONSTRUCTED[b], what=", ".join(kinds)) for b, kinds in rests.items() if kinds]
