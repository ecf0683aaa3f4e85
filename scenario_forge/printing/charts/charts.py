"""Charts and tables of the whole game, player aids and order-of-battle charts as documents to print."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.system import without_rules
from scenario_forge.game.tables import tables
from scenario_forge.printing.brief import Job, PrintedDocument, edges_in_words
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.glance import glance_blocks
from scenario_forge.printing.charts.tables import (
    arrivals_block,
    chart_blocks,
    procedures_block,
    section_block,
    section_table,
    sections,
    shown_blocks,
    track_block,
)
from scenario_forge.printing.charts.unit_list import unit_lists
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks
from scenario_forge.printing.counters.key import counter_key
from scenario_forge.printing.counters.units import figures_title, listed_figures
from scenario_forge.printing.pdf import page_count
from scenario_forge.printing.typeset import in_fewest_pages, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.documents.scenario import OrderOfBattleDocument
    from scenario_forge.game.forces import Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.blocks import Block


NAME: Final = "charts"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """Yield one document for the whole game."""
    yield Job(NAME, brief.file(NAME), brief.words("charts_title"), partial(_make, brief))


def _make(brief: Brief) -> PrintedDocument:
    data, notes = chart_pages(brief)
    page = brief.page(f"{brief.game.title}: {data['title']}", notes)
    return PrintedDocument(
        fill_in_largest_type("charts.typ", page | data, ("chart-blocks.typ",)), facts={"charts": data["count"]}
    )


def chart_pages(brief: Brief) -> tuple[dict[str, Any], list[str]]:
    """Return the content of the document, in parts that each begin a page; and the notes at its foot."""
    game, signs = brief.game, Signs(brief)
    charts = list(chart_blocks(game, signs).values())
    track, decisive = track_block(game, signs), decisive_block(game, signs)
    texts: list[Block] = []
    for section, where in sections(game, NAME):
        block = section_block(game, section, where, signs)
        table = section_table(section, signs)
        if table:
            block |= {"table": table}
        if block["lines"] or table:
            texts.append(block)
    by_hand = procedures_block(game, signs)
    endings = ending_blocks(game, signs)
    wide = [block for block in endings if block.get("wide")]
    narrow = [block for block in endings if not block.get("wide")]
    parts = [
        _part([c for c in charts if c["wide"]], [c for c in charts if not c["wide"]]),
        _part(
            [*([track] if track else []), *wide],
            [*stop_blocks(game, signs), *narrow, *([decisive] if decisive else []), *texts],
        ),
        _part([], [by_hand] if by_hand else []),
    ]
    data = {
        "game": game.title,
        "title": brief.words("charts_title"),
        "accent": brief.palette["ink"],
        "parts": [part for part in parts if part["wide"] or part["narrow"]],
        "count": len(charts),
    }
    return data, signs.notes()


def _part(wide: list[Block], narrow: list[Block]) -> dict[str, list[Block]]:
    return {"wide": wide, "narrow": narrow}


# -- setting a document on as few pages as it should have, with smaller or larger type -------------


SMALLER = (0.95, 0.9, 0.86, 0.82, 0.79)
LARGER = (1.2, 1.12, 1.06)
"""Type sizes that are tried, as parts of the profile's."""


def fill_in_largest_type(
    template: str,
    data: dict[str, Any],
    uses: Sequence[str],
    most: int | None = None,
    svgs: Mapping[str, str] | None = None,
) -> bytes:
    """Fill a template, in the largest type that does not cost a page.

    Type gets smaller only where that brings the document to ``most`` pages.
    """

    def made(squeeze: float) -> bytes:
        return typeset(template, data | {"squeeze": squeeze}, svgs, uses=uses)

    plain = made(1.0)
    pages = page_count(plain)
    if most is not None and pages > most:
        return next((pdf for pdf in map(made, SMALLER) if page_count(pdf) <= most), plain)
    return next((pdf for pdf in map(made, LARGER) if page_count(pdf) <= pages), plain)


# -- player aids: a sheet for each side, from the top of its turn to the end, and the counters' key --


AID: Final = "player-aid"
_SIDES_OF_A_SHEET = 2
_SMALLER = (0.95, 0.9, 0.86)
"""Type sizes of the list of units that are tried where they save a page."""
_MARGINS = 24.0
"""Both together, in millimetres; see `page.typ`."""


def aid_jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """Yield an aid for each side that has anything on it, then the key to the counters for both."""
    for side in brief.game.about.sides if brief.game.about else ():
        if not aid_pages(brief, side.id, Signs(brief)):
            continue
        title = f"{brief.words('player_aid')}, {side.name}"
        yield Job(AID, brief.file(AID, side.id), title, partial(_make_aid, brief, side.id, side.name))
    if any(
        document.units or document.markers for document, _where in brief.game.documents("counters", CountersDocument)
    ):
        yield Job(AID, brief.file(AID, "counters"), brief.words("key_counters"), partial(_make_key, brief))


def _make_aid(brief: Brief, side: str, name: str) -> PrintedDocument:
    signs, title = Signs(brief), brief.words("player_aid")
    data = {
        "game": f"{brief.game.title} · {title}",
        "title": brief.words("aid_turn" if _says_turn(brief, side) else "charts_title"),
        "side": name,
        "gap": 3.2,
        "accent": brief.palette.accent(brief.game, side),
        "pages": aid_pages(brief, side, signs),
        "key": False,
    }
    page = brief.page(f"{brief.game.title}: {title}, {name}", signs.notes())
    pdf = fill_in_largest_type("aid.typ", page | data, ("chart-blocks.typ",), most=_SIDES_OF_A_SHEET)
    return PrintedDocument(pdf, print_as="long" if page_count(pdf) == _SIDES_OF_A_SHEET else "single")


def _make_key(brief: Brief) -> PrintedDocument:
    """What everything on the counters means, on a page for both players: the aids stay one sheet each."""
    key, title = (
        counter_key(brief, brief.paper.width - _MARGINS, brief.paper.height - 2 * _MARGINS),
        brief.words("key_counters"),
    )
    drawings = {"counter-key": key.svg()} if key else {}
    data = {
        "game": f"{brief.game.title} · {brief.words('player_aid')}",
        "title": title,
        "side": "",
        "gap": 3.2,
        "accent": brief.palette["ink"],
        "pages": [],
        "key": bool(key),
        "lists": unit_lists(brief),
    }
    page = brief.page(f"{brief.game.title}: {title}")

    def made(squeeze: float) -> bytes:
        return typeset("aid.typ", page | data | {"squeeze": squeeze}, drawings, uses=("chart-blocks.typ",))

    # in large print only the type size asked for will do
    pdf = in_fewest_pages(made, _SMALLER if data["lists"] and brief.profile.type <= 1 else ())
    both = bool(data["lists"]) and page_count(pdf) == _SIDES_OF_A_SHEET
    return PrintedDocument(pdf, drawings, print_as="long" if both else "single")


def aid_pages(brief: Brief, side: str, signs: Signs) -> list[list[dict[str, Any]]]:
    """Return the aid's pages: runs of blocks in order, each across the page (`wide`) or in columns.

    A game without aids.yaml has its rules at a glance, its charts, its arrivals and its objectives.
    """
    pages: list[list[Block]] = [[]]
    for section, where in sections(brief.game, AID, side):
        if section.new_page and pages[-1]:
            pages.append([])
        block = section_block(brief.game, section, where, signs, side)
        table = section_table(section, signs)
        shown = shown_blocks(brief.game, section, signs, side)
        if block["lines"] or table:
            pages[-1].append(block | ({"table": table} if table else {}))
        pages[-1] += [_without_repeats(each, after) for after, each in zip([None, *shown], shown, strict=False)]
    blocks = pages if any(pages) else [_without_sections(brief, side, signs)]
    return [_in_runs(page) for page in blocks if page]


def _says_turn(brief: Brief, side: str) -> bool:
    """Whether an aid goes through a turn: a game without rules has only what its author writes into aids.yaml."""
    return not without_rules(brief.game) or bool(sections(brief.game, AID, side))


def _without_sections(brief: Brief, side: str, signs: Signs) -> list[Block]:
    game, arrivals = brief.game, arrivals_block(brief.game, side, signs)
    if arrivals and without_rules(game) and not any(row["figures"] or row["units"] for row in arrivals["rows"]):
        arrivals = None
    decisive = decisive_block(game, signs)
    glance = glance_blocks(signs.brief)
    found = [*glance, *chart_blocks(game, signs).values(), *([arrivals] if arrivals else [])]
    return [*found, *stop_blocks(game, signs), *ending_blocks(game, signs), *([decisive] if decisive else [])]


def _without_repeats(block: Block, before: Block | None) -> Block:
    """Without the notes that the lines of the aid say, or that stand in the block before."""
    notes = [note for note in block.get("notes", ()) if block["kind"] != "table" or not note[:1].isalnum()]
    return block | {"notes": [note for note in notes if before is None or note not in before.get("notes", ())]}


def _in_runs(blocks: list[Block]) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = []
    for block in blocks:
        wide = bool(block.get("wide")) or block["kind"] in ("track", "arrivals")
        if wide or not runs or runs[-1]["wide"]:
            runs.append({"wide": wide, "blocks": []})
        runs[-1]["blocks"].append(block)
    return runs


# -- order-of-battle charts as in print, cells after errata, signs where they are not as printed ---


ORDERS: Final = "orders-of-battle"
_UPRIGHT = 10
"""Columns of dates that an upright page has room for."""


def order_jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """Yield a chart for each side."""
    names = brief.game.side_names
    for side, force in forces(brief.game).sides.items():
        title = f"{brief.words('order_of_battle')}, {names.get(side, side)}"
        yield Job(ORDERS, brief.file(ORDERS, side), title, partial(_make_order, brief, force, names.get(side, side)))


def _make_order(brief: Brief, force: Force, name: str) -> PrintedDocument:
    signs = Signs(brief, named=not brief.bare)
    legend = [
        _legend(brief.game, section_block(brief.game, section, where, signs, force.side), section.shows, signs)
        for section, where in sections(brief.game, ORDERS, force.side)
    ]
    data = order_of_battle(brief, force, signs) | {
        "game": brief.game.title,
        "side": name,
        "accent": brief.palette.accent(brief.game, force.side),
        "legend": legend,
    }
    page = brief.page(f"{brief.game.title}: {force.title}", signs.notes())
    if len(force.columns) > _UPRIGHT:
        page["paper"] = page["paper"][::-1]
    return PrintedDocument(fill_in_largest_type("orders-of-battle.typ", page | data, ("chart-blocks.typ",), most=1))


def _legend(game: Game, block: Block, shown: Sequence[str], signs: Signs) -> Block:
    """Return a section for below the chart: its lines, then the rows of the charts of one column that it shows."""
    charts = [tables(game).charts[name] for name in shown if name in tables(game).charts]
    rows = [
        {"head": heading.text, "pieces": [{"text": cells[0].text}], "marks": signs.at(cells[0].where)}
        for table in charts
        for heading, cells in zip(table.rows, table.cells, strict=True)
        if len(cells) == 1
    ]
    return block | {"lines": [*block["lines"], *rows]}


def order_of_battle(brief: Brief, force: Force, signs: Signs) -> dict[str, Any]:
    """Return one side's chart: title, columns, rows, footnotes."""
    words, document = brief.words, force.document
    labels = {column.start: column.label.strip(" *") for column in document.columns if column.start is not None}
    columns = [
        {
            "label": column.label or _after_start(brief, column.after, labels) or column.id,
            "start": bool(column.start),
            "width": _column_width(document, column.id),
        }
        for column in document.columns
    ]
    ids = [column.id for column in document.columns]
    headings = {section.before: section.heading for section in document.sections}
    rows: list[dict[str, Any]] = []
    for unit in force.units:
        if unit.no in headings:
            rows.append({"heading": headings[unit.no]})
        rows.append(_order_row(brief, unit, ids, signs))
    if document.markers:
        rows.append({"heading": words("markers_row")})
    for number, marker in enumerate(document.markers):
        where = force.where / "markers" / number
        rows.append(
            {"no": "", "name": marker.name or marker.marker, "marks": "", "figures": "", "tint": "", "note": ""}
            | {"cells": _order_cells(marker.cells, where, ids, signs)}
        )
    return {
        "title": document.title,
        "head": [
            words("unit_number"),
            words("identity"),
            _figures_head(brief, force),
        ],
        "columns": columns,
        "rows": rows,
        "footnotes": list(document.footnotes),
    }


def _figures_head(brief: Brief, force: Force) -> str:
    """What stands between the names and the dates: size, and the values of the counters."""
    words, figures = brief.words, figures_title(brief)
    if not any(unit.counter and unit.counter.counter.size for unit in force.units):
        return figures[:1].upper() + figures[1:]
    if figures == words("strength_movement"):
        return words("figures_column")
    return words("figures_column_of", figures=figures) if figures else words("size_column")


def _after_start(brief: Brief, start: str | None, labels: dict[str, str]) -> str:
    return brief.words("after_date", date=labels.get(start, start)) if start else ""


def _column_width(document: OrderOfBattleDocument, column: str) -> int:
    """A column's share of the width: the letters of its longest cell among units, within reason."""
    return max(6, min(14, max((len(row.cells.get(column, "")) for row in document.units), default=0)))


def _order_row(brief: Brief, unit: Unit, ids: list[str], signs: Signs) -> dict[str, Any]:
    counter = unit.counter.counter if unit.counter else None
    said, marks, tint = "", "", ""
    if counter and unit.counter:
        said = f"{counter.size} {listed_figures(brief.game, counter)}".strip()
        marks = signs.at(unit.counter.where / "strength")
        tint = brief.palette.nation(brief.game, counter.nationality).tint
    return {
        "no": str(unit.no),
        "name": unit.row.name,
        "marks": signs.at(unit.where / "name"),
        "figures": said,
        "figure_marks": marks,
        "tint": tint,
        "note": unit.row.note,
        "cells": _order_cells(unit.row.cells, unit.where, ids, signs),
    }


_OPEN = re.compile(r"(in|edge):(.+)")


def _order_cells(cells: dict[str, str], where: Where, ids: list[str], signs: Signs) -> list[dict[str, str]]:
    """The cells of a row in the order of the columns; what stands in no column of the chart is left out."""
    return [
        {
            "text": _cell_text(signs.brief, cells.get(id_, "")),
            "marks": signs.at(where / id_) if id_ in cells else "",
        }
        for id_ in ids
    ]


def _cell_text(brief: Brief, cell: str) -> str:
    """Return a cell as printed; an area or edges of the map, which no print has as we write them, in words."""
    match = _OPEN.fullmatch(cell)
    if match is None:
        return cell
    kind, named = match.groups()
    if kind == "edge":
        return brief.words("order_enters", edges=edges_in_words(brief.words, named.split(",")))
    linked = hex_map(brief.game)
    return brief.words("order_within", area=linked.area_names().get(named, named) if linked else named)
