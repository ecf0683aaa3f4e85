"""The whole rules booklet as plain data and drawings; the template lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.printing.booklet.appendices import appendices, errata_list
from scenario_forge.printing.booklet.bars import Bars
from scenario_forge.printing.booklet.chapters import Chapters, figure_name
from scenario_forge.printing.booklet.charts import last_pages
from scenario_forge.printing.booklet.cover import cover
from scenario_forge.printing.booklet.front import about_edition, title_page
from scenario_forge.printing.booklet.scene import draw_scene
from scenario_forge.printing.booklet.terms import index
from scenario_forge.printing.counters.key import counter_key
from scenario_forge.project.diagrams import diagrams

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.paper import Paper
    from scenario_forge.printing.svg import Canvas

_WORDS = (
    "contents", "appendix", "ruling", "because", "not_taken", "examples_title", "example_given", "example_asked",
    "example_answer", "figure", "notes_title", "index_title", "index_intro", "index_see",
)  # fmt: skip


def has_rules(brief: Brief) -> bool:
    """Whether the game has rules to print."""
    return any(book.clauses for book, _where in brief.game.documents("rulebook", RulebookDocument))


INNER, OUTER = 14.0, 19.0
"""Margins at the fold and at the outer edge, in millimetres."""
_AROUND = 46.0
"""What margins and a heading take of the page's height."""
_FIGURE = 64.0
"""The most that a figure is high."""


def book(brief: Brief, paper: Paper) -> tuple[dict[str, Any], dict[str, Canvas]]:
    """Everything in the booklet on pages of ``paper``, and its drawings by name."""
    bars = Bars(brief.game)
    made = Chapters(brief.game, brief.words, bars)
    chapters = made.all()
    passages = [item for chapter in chapters for group in chapter["groups"] for item in group["items"]]
    behind = appendices(brief, bars)
    errata = errata_list(brief, bars)
    drawings = {}
    room = paper.width - INNER - OUTER
    if front := cover(brief, room):
        drawings["cover"] = front
    for number, scene in enumerate(diagrams(brief.game).scenes):
        if drawn := draw_scene(brief, scene, room, _FIGURE):
            drawings[figure_name(number)] = drawn
    if key := counter_key(brief, room, paper.height - _AROUND):
        drawings["counter-key"] = key
    data = {
        "title_page": title_page(brief) | {"cover": "cover" in drawings},
        "about": about_edition(
            brief,
            bars,
            proposed=made.signs,
            rulings=any(item["rulings"] for item in passages),
            lost=any(item["lost"] or item["gap"] for item in passages),
        ),
        "chapters": chapters,
        "appendices": behind + ([errata] if errata else []),
        "index": index(brief.game, bars),
        "charts": last_pages(brief),
        "counter_key": brief.words("key_counters") if "counter-key" in drawings else "",
        "blanks": 0,
        "words": {word: brief.words(word) for word in _WORDS},
        "drawn": list(drawings),
        "margins": [INNER, OUTER],
        "accent": brief.palette["road"],
        "shade": brief.palette["stripe"],
        "bar": brief.palette["ink"],
    }
    return data, drawings
