"""Charts, the time track and sections of aids.yaml as plain data for the templates: cells as printed after errata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.calendar import CENTURY
from scenario_forge.game.forces import forces
from scenario_forge.game.procedures import procedures, procedures_of
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.aids import AidLine, AidSection, AidTable, Component, Procedure
    from scenario_forge.game.forces import Entry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Box, ColumnCell, Schedule
    from scenario_forge.game.tables import LinkedChart
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.charts.blocks import Block, Signs


_WIDE = 6
"""Columns from which on a chart goes across the page."""
_WORDY = 5
"""Columns from which on those of a chart of words share the width by their longest words."""
_SHORTEST = 6
"""Letters for which a column of words has room at least."""
_FEW, _LONG = 2, 24
"""More columns than this, beside row headings longer than that, go across the page too."""
_SHORT = 12
"""Letters that a cell of figures has at most."""


def chart_blocks(game: Game, signs: Signs) -> dict[str, Block]:
    """Return every chart by its id, in the order of the data, without charts that only repeat another."""
    return {name: chart_block(game, table, signs) for name, table in tables(game).charts.items() if not _repeats(table)}


def _repeats(table: LinkedChart) -> bool:
    return table.chart.copy_of is not None


def chart_block(game: Game, table: LinkedChart, signs: Signs) -> Block:
    """Return a chart with headings, cells, modifiers and notes, as the templates read it."""
    chart, words = table.chart, signs.brief.words
    texts = [cell.text for row in table.cells for cell in row]
    figures = max(map(len, texts), default=0) <= _SHORT or len(chart.columns) >= _WIDE
    named = " / ".join(filter(None, (chart.row_scale.title, chart.column_scale.title)))
    corner = named or (words("die_roll") if chart.die and chart.row_scale.notation == "number" else "")
    wordy = not figures and len(chart.columns) >= _WORDY
    rows, ours = _rows(table, signs), words("proposed_mark")
    filled = [cell for row in rows for cell in row["cells"] if cell["text"]]
    whole = len(filled) > 1 and all(cell["marks"] == ours for cell in filled)
    for cell in filled if whole else ():
        cell["marks"] = ""  # the sign stands once, beside the title
    return {
        "kind": "table",
        "id": table.id,
        "title": chart.title,
        "marks": ours if whole else "",
        "aside": " · ".join(part for part in (chart.rule, _dice(table)) if part),
        "corner": corner,
        "head": list(chart.columns),
        "rows": rows,
        "figures": figures,
        "strong": True,
        "widths": _words_widths(table) if wordy else _widths(table),
        "lead": _longest([corner, *(heading.text for heading in table.rows)]) if wordy else 0,
        "wide": _wide(table),
        "modifiers": _modifiers(game, table, signs),
        "notes": [*chart.notes, *_reading(table, words)],
    }


def _dice(table: LinkedChart) -> str:
    """The dice of a chart, and those of other turns: ``2d6, night 3d6``."""
    others = [f"{turn} {dice}" for turn, dice in table.chart.dice_when.items()]
    return ", ".join(part for part in (table.chart.die, *others) if part)


def _wide(table: LinkedChart) -> bool:
    """Whether it goes across the page: for its many columns, or for long headings beside several."""
    longest = max((len(heading.text) for heading in table.rows), default=0)
    return len(table.columns) >= _WIDE or (len(table.columns) > _FEW and longest > _LONG)


def _reading(table: LinkedChart, words: Words) -> list[str]:
    """How rows that are samples are read."""
    lookup = table.chart.row_scale.lookup
    return [] if lookup == "exact" else [words(f"chart_{lookup}")]


def _rows(table: LinkedChart, signs: Signs) -> list[dict[str, Any]]:
    rows = []
    for number, heading in enumerate(table.rows):
        cells = []
        for column, cell in enumerate(table.cells[number]):
            span = _span(table, number, column)
            if span:
                cells.append({"text": cell.text, "span": span, "marks": signs.at(cell.where) if cell.text else ""})
        rows.append({"head": heading.text, "cells": cells})
    return rows


def _span(table: LinkedChart, row: int, column: int) -> int:
    """How many rows a cell covers; 0 for one that the cell above covers."""
    if not table.chart.merged:
        return 1
    if row and not table.cells[row][column].text:
        return 0
    span = 1
    while row + span < len(table.cells) and _empty(table, row + span, column):
        span += 1
    return span


def _empty(table: LinkedChart, row: int, column: int) -> bool:
    cells = table.cells[row]
    return column < len(cells) and not cells[column].text


def _widths(table: LinkedChart) -> list[int]:
    """Shares of the width by the longest word or so of each column."""
    columns = range(len(table.chart.columns))
    longest = [max((len(row[c].text) for row in table.cells if c < len(row)), default=1) for c in columns]
    return [round(10 * max(8, min(60, length)) ** 0.6) for length in longest]


def _words_widths(table: LinkedChart) -> list[int]:
    """Shares of the width by the longest word of each column, which must not be cut."""
    return [
        _longest([heading, *(row[column].text for row in table.cells if column < len(row))])
        for column, heading in enumerate(table.chart.columns)
    ]


def _longest(texts: Sequence[str]) -> int:
    """The letters of the longest word of some texts."""
    return max(_SHORTEST, *(len(word) for text in texts for word in [*text.split(), ""]))


def _modifiers(game: Game, table: LinkedChart, signs: Signs) -> list[dict[str, Any]]:
    """The modifiers printed with a chart, by what they count once for."""
    words, groups = signs.brief.words, dict[str, list[dict[str, str]]]()
    for number, modifier in enumerate(table.chart.modifiers):
        where = table.where / "modifiers" / number / "value"
        marks = signs.at(where)
        option = option_name(game, modifier.option) if modifier.option else ""
        when = f"{modifier.when} ({option})" if option else modifier.when
        groups.setdefault(modifier.per, []).append({"when": when, "value": modifier.value + marks})
    return [{"per": words(f"modifier_per_{per}"), "rows": rows} for per, rows in groups.items()]


def option_name(game: Game, option: str, *, numbered: bool = True) -> str:
    """Return the title of an option, with the number of its rule: ``18 Eighty-Eights``."""
    for document, _where in game.documents("options", OptionsDocument):
        for rule in document.options:
            if rule.id == option:
                return f"{rule.rule} {rule.title}" if numbered else rule.title
    return option


# -- the time record track, and what comes and goes in each turn -----------------------------------


_FEW_BOXES, _MOST_BOXES = 6, 9
"""Boxes in one row of the track."""
_WIDE_BOXES = 4
"""Boxes in one row of a track whose boxes say more than what the sides receive."""


def track_block(game: Game, signs: Signs) -> Block | None:
    """Return the track as printed, a row for each year; None when the game has none that can be read."""
    track, brief = schedule(game), signs.brief
    if track is None or not track.boxes:
        return None
    boxes = [_box(track, box, signs) for box in track.boxes]
    return {
        "kind": "track",
        "title": brief.words("time_record_track"),
        "aside": "",
        "boxes": boxes,
        "columns": _WIDE_BOXES if track.columns else _columns(len(boxes)),
        "notes": [brief.words("track_dates")],
        "long": True,
    }


def _columns(boxes: int) -> int:
    """So many in a row that as few places as possible stay empty in the last one; more rather than fewer."""
    return boxes if boxes <= _FEW_BOXES else min(range(_MOST_BOXES, _FEW_BOXES - 1, -1), key=lambda n: -boxes % n)


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
            for column, cell in box.cells.items()
            if column in track.listed_columns
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
    """Return what the track gives a side turn by turn, and which units come and go; None without a track."""
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


# -- sections of aids.yaml and procedures for percentages ------------------------------------------


def sections(game: Game, component: Component, side: str | None = None) -> list[tuple[AidSection, Where]]:
    """Return the sections of a component; with a side, those that concern it."""
    return [
        (section, where / "sections" / number)
        for document, where in game.documents("aids", AidsDocument)
        for number, section in enumerate(document.sections)
        if component in section.on and (side is None or section.side in (None, side))
    ]


def section_block(game: Game, section: AidSection, where: Where, signs: Signs, side: str | None = None) -> Block:
    """Return the lines of a section; with a side, those that concern it."""
    lines = [
        _section_line(game, line, where / "lines" / number, signs, named=side is None)
        for number, line in enumerate(section.lines)
        if side is None or line.side in (None, side)
    ]
    aside = f"{signs.brief.words('rule', number=section.rule)}" if section.rule[:1].isdigit() else ""
    return {"kind": "section", "id": section.id, "title": section.title, "aside": aside, "lines": lines, "long": True}


def section_table(section: AidSection, signs: Signs) -> Block | None:
    """Return the small table of a section."""
    return _section_table(section.table, section.title, signs) if section.table else None


def shown_blocks(game: Game, section: AidSection, signs: Signs, side: str | None) -> list[Block]:
    """Return the blocks below a section's lines."""
    found: list[Block | None] = []
    for name in section.shows:
        if name == "time-track":
            found.append(track_block(game, signs))
        elif name == "arrivals":
            found.append(arrivals_block(game, side, signs) if side else None)
        elif name == "victory":
            found += [*stop_blocks(game, signs), *ending_blocks(game, signs), decisive_block(game, signs)]
        else:
            found.append(chart_blocks(game, signs).get(name))
    return [block for block in found if block is not None]


def _section_line(game: Game, line: AidLine, where: Where, signs: Signs, *, named: bool) -> dict[str, Any]:
    about = game.about
    side = next((s.name for s in about.sides if s.id == line.side), "") if about and named and line.side else ""
    head = " · ".join(part for part in (side, line.head) if part)
    return {
        "head": head,
        "pieces": signs.pieces(line.text),
        "clause": line.clause,
        "marks": signs.at(where / "text"),
        "option": option_name(game, line.option) if line.option and not line.head[:1].isdigit() else "",
    }


def _section_table(table: AidTable, title: str, signs: Signs) -> Block:
    return {
        "kind": "table",
        "title": title,
        "corner": table.columns[0],
        "head": table.columns[1:],
        "rows": [
            {
                "head": "".join(piece["text"] + piece.get("marks", "") for piece in signs.pieces(row.cells[0])),
                "cells": [{"pieces": signs.pieces(cell)} for cell in row.cells[1 : len(table.columns)]],
                "clause": row.clause,
            }
            for row in table.rows
        ],
        "figures": True,
        "notes": [],
    }


# -- procedures for percentages, on the charts and in the booklet ----------------------------------


def how_exact(words: Words, procedure: Procedure) -> str:
    """Return the exactness of a procedure in words: ``Exact.``, or its largest difference from the rule."""
    if procedure.left_out:
        return words("procedure_left_out")
    if not procedure.error:
        return words("procedure_exact")
    key = "procedure_rounded" if procedure.dice == "none" else "procedure_differs"
    return words(key, error=f"{procedure.error:g}")


def procedures_block(game: Game, signs: Signs) -> Block | None:
    """Return all procedures as a section of the charts; None in a game without them."""
    words, lines = signs.brief.words, list[dict[str, Any]]()
    for procedure, where in procedures(game):
        exact = {"text": f" {how_exact(words, procedure)}"}
        lines.append(
            {
                "head": procedure.title,
                "pieces": [*signs.pieces(procedure.text), exact],
                "clause": procedure.clauses[0],
                "marks": signs.at(where / "text"),
                "option": "",
            }
        )
    if not lines:
        return None
    common = lines[0]["marks"] if len({line["marks"] for line in lines}) == 1 else ""
    for line in lines if common else ():
        line["marks"] = ""  # said once, at the title
    dice = {"head": "", "pieces": [{"text": words("procedures_dice")}], "clause": "", "marks": "", "option": ""}
    title = words("procedures_title")
    block = {"kind": "section", "id": "procedures", "title": title, "marks": common, "aside": "", "long": True}
    return block | {"lines": [dice, *lines]}


def procedure_names(game: Game, words: Words, clause: str) -> str:
    """Return the procedures that carry a clause out: ``By hand: Risk factor``; empty if there are none."""
    titles = [procedure.title for procedure, _where in procedures_of(game, clause)]
    return words("procedure_by_hand", titles=", ".join(titles)) if titles else ""
