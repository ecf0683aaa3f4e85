"""What was decided in a dossier goes into the draft of a new scenario: whoever is in its way gives way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade, dossier_dates
from scenario_forge.design.drafts import MarkerRow, fit
from scenario_forge.design.fitting import Ground
from scenario_forge.design.front import Held
from scenario_forge.diagnostics.render.report import one_line
from scenario_forge.project.dossiers import CONTROL, dossiers
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft, Row
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.dossiers import Decided, Dossier, Key
    from scenario_forge.project.game import Game
    from scenario_forge.project.placement import PlacementToken


def dossier_of(game: Game, dates: Dates) -> Dossier | None:
    """The dossier of that start: of this game, its date and the side that opens."""
    for dossier in dossiers(game):
        document = dossier.document
        if document.first != dates.first or (game.about and document.game != game.about.game):
            continue
        try:
            if dossier_dates(game, document.date, document.first).first_turn == dates.first_turn:
                return dossier
        except NotMade:
            continue
    return None


def remark(decided: Decided) -> str:
    """The comment of a row that was decided: with its source, on one line."""
    source = one_line(decided.row.source)
    return f"decided: {source}" if source else "decided"


def with_decisions(game: Game, dates: Dates, drafted: list[Draft], ground: Ground) -> tuple[list[Draft], Ground]:
    """The draft with what was decided for its date; the others are put anew beside that."""
    dossier = dossier_of(game, dates)
    decided = dossier.decided if dossier else {}
    if not decided:
        return drafted, ground
    anew = Ground(game)
    others = [row for draft in drafted for row in draft.rows if not _settle(anew, row, decided)]
    for sure in (True, False):
        for row in others:
            if row.token.kind == "at" and row.open != sure:
                fit(anew, row)
    return [replace(draft, markers=_markers(draft, decided)) for draft in drafted], anew


def with_control(game: Game, dates: Dates, drawn: Drawn) -> Drawn:
    """The front with what was decided of control, in place of what was drafted or behind it."""
    dossier, grid = dossier_of(game, dates), hex_map(game)
    decided = {who: each for (of, who), each in dossier.decided.items() if of == CONTROL} if dossier else {}
    if not decided or grid is None:
        return drawn
    held = []
    for each in drawn.held:
        spot = grid.find(each.place)
        name = grid.name(spot.hex) if spot is not None and spot.hex is not None else ""
        found = decided.pop(name, None)
        held.append(Held(each.place, found.row.at, f"{each.why}; {remark(found)}") if found else each)
    return replace(
        drawn, held=held + [Held(each.row.control or "", each.row.at, remark(each)) for each in decided.values()]
    )


def _settle(ground: Ground, row: Row, decided: dict[Key, Decided]) -> bool:
    """Whether the row was decided; then it stands there."""
    found = decided.get(row.unit.key)
    if found is None:
        return False
    row.token, row.hex, row.open, row.taken_from = _bare(found)[0], found.hexes[0], False, None
    row.why.append(remark(found))
    if row.token.kind == "at" and row.hex is not None:
        ground.put(row.unit, row.token.strength, row.hex, in_works=row.token.in_works)
    return True


def _markers(draft: Draft, decided: dict[Key, Decided]) -> list[MarkerRow]:
    side = draft.force.side
    own = {str(who): each for (of, who), each in decided.items() if of == side and each.unit is None}
    rows = [
        MarkerRow(row.marker, _bare(own[row.marker]), False, remark(own[row.marker])) if row.marker in own else row
        for row in draft.markers
    ]
    known = {row.marker for row in rows}
    return rows + [MarkerRow(who, _bare(each), False, remark(each)) for who, each in own.items() if who not in known]


def _bare(decided: Decided) -> list[PlacementToken]:
    return [replace(token, start=0, end=0, name_start=0, name_end=0) for token in decided.tokens]
