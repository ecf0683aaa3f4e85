"""Player aids: one sheet for each side, read from the top of its turn to the end, and a page with the counters' key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.charts import sections as parts
from scenario_forge.printing.charts.charts import fitted
from scenario_forge.printing.charts.tables import Signs, arrivals_block, chart_blocks
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks
from scenario_forge.printing.counters.key import counter_key
from scenario_forge.printing.typeset import page_count, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.tables import Block

NAME: Final = "player-aid"
_SIDES_OF_A_SHEET = 2
_MARGINS = 24.0
"""Both together, in millimetres; see `page.typ`."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """An aid for each side, then the key to the counters for both."""
    for side in brief.game.about.sides if brief.game.about else ():
        title = f"{brief.words('player_aid')}, {side.name}"
        yield Job(NAME, brief.file(NAME, side.id), title, partial(_make, brief, side.id, side.name))
    if any(
        document.units or document.markers for document, _where in brief.game.documents("counters", CountersDocument)
    ):
        yield Job(NAME, brief.file(NAME, "counters"), brief.words("key_counters"), partial(_key, brief))


def _make(brief: Brief, side: str, name: str) -> Made:
    signs, title = Signs(brief), brief.words("player_aid")
    data = {
        "game": f"{brief.game.title} · {title}",
        "title": brief.words("aid_turn"),
        "side": name,
        "gap": 3.2,
        "accent": brief.palette.accent(brief.game, side),
        "pages": aid_pages(brief, side, signs),
        "key": False,
    }
    page = brief.page(f"{brief.game.title}: {title}, {name}", signs.notes())
    pdf = fitted("aid.typ", page | data, ("chart-blocks.typ",), most=_SIDES_OF_A_SHEET)
    return Made(pdf, print_as="long" if page_count(pdf) == _SIDES_OF_A_SHEET else "single")


def _key(brief: Brief) -> Made:
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
    }
    page = brief.page(f"{brief.game.title}: {title}")
    return Made(typeset("aid.typ", page | data, drawings, uses=("chart-blocks.typ",)), drawings)


def aid_pages(brief: Brief, side: str, signs: Signs) -> list[list[dict[str, Any]]]:
    """The aid's pages: runs of blocks in order, each across the page (`wide`) or in columns.

    A game without aids.yaml has its charts, its track and its objectives.
    """
    pages: list[list[Block]] = [[]]
    for section, where in parts.sections(brief.game, NAME, side):
        if section.new_page and pages[-1]:
            pages.append([])
        block = parts.section_block(brief.game, section, where, signs, side)
        table = parts.section_table(section, signs)
        shown = parts.shown_blocks(brief.game, section, signs, side)
        if block["lines"] or table:
            pages[-1].append(block | ({"table": table} if table else {}))
        pages[-1] += [_brief(each, after) for after, each in zip([None, *shown], shown, strict=False)]
    blocks = pages if any(pages) else [_plain(brief, side, signs)]
    return [_runs(page) for page in blocks if page]


def _plain(brief: Brief, side: str, signs: Signs) -> list[Block]:
    game, arrivals = brief.game, arrivals_block(brief.game, side, signs)
    decisive = decisive_block(game, signs)
    found = [*chart_blocks(game, signs).values(), *([arrivals] if arrivals else [])]
    return [*found, *stop_blocks(game, signs), *ending_blocks(game, signs), *([decisive] if decisive else [])]


def _brief(block: Block, before: Block | None) -> Block:
    """Without the notes that the lines of the aid say, or that stand in the block before."""
    notes = [note for note in block.get("notes", ()) if block["kind"] != "table" or not note[:1].isalnum()]
    return block | {"notes": [note for note in notes if before is None or note not in before.get("notes", ())]}


def _runs(blocks: list[Block]) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = []
    for block in blocks:
        wide = bool(block.get("wide")) or block["kind"] in ("track", "arrivals")
        if wide or not runs or runs[-1]["wide"]:
            runs.append({"wide": wide, "blocks": []})
        runs[-1]["blocks"].append(block)
    return runs
