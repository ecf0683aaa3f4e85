"""Charts and tables: combat results with their modifiers, terrain, repair, track, victory, sequence of play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.charts.sections import procedures_block, section_block, section_table, sections
from scenario_forge.printing.charts.tables import Signs, chart_blocks, track_block
from scenario_forge.printing.charts.victory import decisive_block, ending_blocks, stop_blocks
from scenario_forge.printing.typeset import page_count, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.charts.tables import Block


NAME: Final = "charts"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """One document for the whole game."""
    yield Job(NAME, brief.file(NAME), brief.words("charts_title"), partial(_make, brief))


def _make(brief: Brief) -> Made:

    data, notes = chart_pages(brief)
    page = brief.page(f"{brief.game.title}: {data['title']}", notes)
    return Made(fitted("charts.typ", page | data, ("chart-blocks.typ",)), facts={"charts": data["count"]})


def chart_pages(brief: Brief) -> tuple[dict[str, Any], list[str]]:
    """What stands in the document, in parts that each begin a page; and the notes at its foot."""
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


def fitted(
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
