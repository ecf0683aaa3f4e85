"""What counters must say of themselves: values that are not the publisher's, texts that could not be printed whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.profile import ProfileDocument
from scenario_forge.printing.counters import symbols
from scenario_forge.printing.counters.text import plain
from scenario_forge.printing.lint.drawings import SAFE_AREA, beyond, inside, too_pale, too_small
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.counters.pieces import Piece
    from scenario_forge.printing.counters.sheets import Faces
    from scenario_forge.project.place import Where

_FIGURES = ("size", "strength", "movement")


def notes(brief: Brief) -> list[str]:
    """For the foot of each sheet: which values are not printed ones."""
    linked, found = forces(brief.game), []
    if any((each.where / key).ours for each in linked.counters.values() for key in _FIGURES):
        found.append(brief.words("counter_values_note"))
    if any((where / "count").ours for _marker, where in linked.markers.values()):
        found.append(brief.words("counter_mix_note"))
    return found


def findings(brief: Brief, plan: SheetPlan, faces: Faces) -> list[Diagnostic]:
    """Symbols without a drawing, texts cut short or not to be read, too many sheets: each once, where it is written."""
    found = [*_symbols(brief), *_texts(brief, plan, faces), *_faces(brief, plan, faces), *_sheets(brief, plan)]
    return list(dict.fromkeys(found))


def _symbols(brief: Brief) -> Iterator[Diagnostic]:
    found = brief.game.one("counters", CountersDocument)
    for number, kind in enumerate(found[0].types if found else ()):
        if found and kind.symbol and not symbols.known(kind.symbol):
            where = found[1] / "types" / number / "symbol"
            yield prt.PRT011.at(where, symbol=plain(kind.symbol)).suggest(symbols.meant(kind.symbol))


def _texts(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    pieces, shared = _pieces(plan), _shared(brief)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            if piece is not None:
                cut = {*faces.front(piece).cut, *faces.back(piece).cut}
                said = {key: getattr(item, key, "") for key in ("name", "parent", "back")}
                own = shared | {plain(text): where / key for key, text in said.items() if text}
                yield from (prt.PRT012.at(own[text], text=text) for text in sorted(map(plain, cut)) if text in own)


def _shared(brief: Brief) -> dict[str, Where]:
    """Where the names of sides and nationalities stand, which many counters carry."""
    found = brief.game.one("game", GameDocument)
    if found is None:
        return {}
    document, where = found
    named = [(each.name, where / "nationalities" / number) for number, each in enumerate(document.nationalities)]
    named += [(each.name, where / "sides" / number) for number, each in enumerate(document.sides)]
    return {plain(name): at / "name" for name, at in named}


def _faces(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    """Texts on either face that are too small, too pale, or too near to the cut."""
    side = brief.profile.counter
    safe = inside((0.0, 0.0, side, side), min(SAFE_AREA, 0.0945 * side))
    pieces = _pieces(plan)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            for face in (faces.front(piece), faces.back(piece)) if piece else ():
                marks = face.art.texts
                yield from dict.fromkeys([*too_small(marks, where), *too_pale(marks, where)])
                yield from dict.fromkeys(beyond(marks, safe, where))


def _pieces(plan: SheetPlan) -> dict[int, Piece]:
    """One piece of each unit or marker, by its identity."""
    return {id(piece.item): piece for _sheet, _slot, piece in plan.slots() if piece.item is not None}


def _sheets(brief: Brief, plan: SheetPlan) -> Iterator[Diagnostic]:
    """More counters than the sheets that the profile speaks of."""
    most, needed = brief.profile.sheets, len(plan.sheets)
    if most is None or needed <= most:
        return
    for document, where in brief.game.documents("profiles", ProfileDocument):
        if document.profile == brief.profile.id:
            yield prt.PRT006.at(where / "sheets", count=plan.counters, needed=needed, sheets=most)
