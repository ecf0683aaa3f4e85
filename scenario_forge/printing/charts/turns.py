"""The time record track, and what comes and goes in each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.project.forces import forces
from scenario_forge.project.time.calendar import CENTURY
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.tables import Block, Signs
    from scenario_forge.project.forces import Entry, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.time.schedule import Box, ColumnCell, Schedule

_FEW, _MOST = 6, 9
"""Boxes in one row of the track."""
_WIDE = 4
"""Boxes in one row of a track whose boxes say more than what the sides receive."""


def track_block(game: Game, signs: Signs) -> Block | None:
    """The track as printed, a row for each year; None when the game has none that can be read."""
    track, brief = schedule(game), signs.brief
    if track is None or not track.boxes:
        return None
    boxes = [_box(track, box, signs) for box in track.boxes]
    return {
        "kind": "track",
        "title": brief.words("time_record_track"),
        "aside": "",
        "boxes": boxes,
        "columns": _WIDE if track.columns else _columns(len(boxes)),
        "notes": [brief.words("track_dates")],
        "long": True,
    }


def _columns(boxes: int) -> int:
    """So many in a row that as few places as possible stay empty in the last one; more rather than fewer."""
    return boxes if boxes <= _FEW else min(range(_MOST, _FEW - 1, -1), key=lambda n: -boxes % n)


def _year(track: Schedule, box: Box) -> str:
    year = track.calendar.year(box.turn) if box.turn is not None else ""
    return str(CENTURY + int(year)) if len(year) == 2 and year.isdecimal() else year


def _box(track: Schedule, box: Box, signs: Signs) -> dict[str, Any]:
    brief = signs.brief
    names = brief.game.side_names
    dates = [("chart_start", track.starts), ("chart_stop", track.stops)]
    marks = [brief.words(key) for key, marked in dates if any(d.turn == box.turn for d in marked.values())]
    return {
        "year": _year(track, box) if box.label else "",
        "label": box.label or (track.label(box.turn) if box.turn is not None else ""),
        "mark": " · ".join(marks) if box.turn is not None else "",
        "entries": [
            {
                "side": names.get(side, side),
                "text": entry.text,
                "marks": signs.at(entry.where),
                "accent": brief.palette.accent(brief.game, side),
            }
            for side, entry in box.entries.items()
        ]
        + [
            {
                "side": cell.column.name,
                "text": cell.shown,
                "marks": signs.at(cell.where),
                "accent": _accent(brief, cell),
            }
            for cell in box.cells.values()
        ],
    }


def _accent(brief: Brief, cell: ColumnCell) -> str:
    """The colour of the side that a cell is about or names; that of plain text where it is of nobody."""
    about = brief.game.about
    sides = {each.id: each.side for each in about.nationalities} if about else {}
    of = cell.column.of or (cell.text.strip() if cell.column.kind in ("side", "nationality") else "")
    side = sides.get(of, of)
    return brief.palette.accent(brief.game, side) if side in brief.game.side_names else brief.palette["ink"]


def arrivals_block(game: Game, side: str, signs: Signs) -> Block | None:
    """Turn by turn what the track gives a side, and which of its units come and go; None without a track."""
    track = schedule(game)
    if track is None or not track.boxes:
        return None
    words = signs.brief.words
    coming = _coming(game, side, signs)
    rows = []
    for box in track.boxes:
        entry = box.entries.get(side)
        units = coming.pop(box.turn, []) if box.turn is not None else []
        turn = track.label(box.turn) if box.turn is not None else box.label
        marks = signs.at(entry.where) if entry else ""
        rows.append({"turn": turn, "figures": entry.text if entry else "", "marks": marks, "units": units})
    head = [words("turn_column"), words("track_column"), words("units_column")]
    return {"kind": "arrivals", "title": words("arrivals_title"), "aside": "", "head": head, "rows": rows, "long": True}


def _coming(game: Game, side: str, signs: Signs) -> dict[int, list[dict[str, str]]]:
    """Who arrives or leaves in a turn, as signs, numbers and names; each once."""
    force, found = forces(game).sides.get(side), dict[int, list[dict[str, str]]]()
    for unit in force.units if force else ():
        for entry in unit.entries():
            if entry.turn is not None and entry.kind in ("arrives", "leaves"):
                row = _unit(unit, entry, signs)
                if row not in found.setdefault(entry.turn, []):
                    found[entry.turn].append(row)
    return found


def _unit(unit: Unit, entry: Entry, signs: Signs) -> dict[str, str]:
    words, token = signs.brief.words, entry.token
    more = [words("at_strength", strength=token.strength)] if token.strength is not None else []
    more += [words("units_option")] if unit.option or (unit.counter and unit.counter.counter.option) else []
    name = unit.name + (f" ({', '.join(more)})" if more else "")
    sign = words("sign_arrives" if entry.kind == "arrives" else "sign_leaves")
    return {"sign": sign, "no": str(unit.no), "name": name, "marks": signs.at(entry.where)}
