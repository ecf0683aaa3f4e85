"""The rules booklet as two documents: single pages, and pages imposed two to a side for folding."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.diagrams import diagrams
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.booklet.appendices import appendices, errata_list
from scenario_forge.printing.booklet.chapters import Bars, Chapters, figure_name, shorten_title
from scenario_forge.printing.box_pictures import cover as table
from scenario_forge.printing.box_pictures import cover_front
from scenario_forge.printing.brief import (
    Brief,
    Job,
    PrintedDocument,
    has_errata,
    is_unpublished,
    versioned_errata_words,
)
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.tables import chart_blocks
from scenario_forge.printing.counters.key import counter_key_pages
from scenario_forge.printing.counters.pieces import blank, marker_front, unit_front
from scenario_forge.printing.map.frame import frame_of_hexes
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.overlays import DrawnArrow, Pile
from scenario_forge.printing.map.plain import outline
from scenario_forge.printing.pdf import impose, page_count, with_page_boxes
from scenario_forge.printing.profile import PAPERS, Paper
from scenario_forge.printing.reconstruction import reconstructed_parts, reconstruction_note
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, compose_parts, sheets_pdf, typeset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.documents.game import GameDocument
    from scenario_forge.documents.rulebook import Term
    from scenario_forge.game.diagrams import Scene
    from scenario_forge.game.game import Game
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY


NAME = "rules"
LONGEST = 3000
"""Texts longer than this are cut off: a page of the booklet holds as much."""
_A5, _HALF_LETTER = Paper("A5", 148, 210), Paper("half-Letter", 139.7, 215.9)
_INCH_PAPERS = frozenset({"Letter", "Legal", "Tabloid"})


def booklet_paper(paper: Paper) -> tuple[Paper, Paper]:
    """Return the booklet's page size and the upright sheet that holds two pages, for a printer that takes ``paper``."""
    if paper.name in _INCH_PAPERS:
        return _HALF_LETTER, PAPERS["Letter"]
    return _A5, PAPERS["A4"]


def jobs(brief: Brief, _scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield the plain booklet and the imposed one; nothing for a game without rules."""
    if not has_rules(brief):
        return
    plain = cache(partial(plain_booklet, brief))
    page, sheet = booklet_paper(brief.paper)
    title = brief.words("rules_title")
    corrected = cache(lambda: errata_list(brief, Bars(brief.game)) or {})
    yield Job(NAME, brief.file(NAME, paper=page.name), title, plain, excerpt=corrected)
    file = brief.file(NAME, "booklet", paper=sheet.name, how="duplex-short")
    imposed_ = partial(_imposed, brief, sheet.turned(), plain)
    yield Job(NAME, file, brief.words("rules_to_fold"), imposed_, excerpt=corrected)


def plain_booklet(brief: Brief) -> PrintedDocument:
    """Return the booklet as single pages."""
    paper, _sheet = booklet_paper(brief.paper)
    data, drawn = book(brief, paper)
    drawings = {name: canvas.svg() for name, canvas in drawn.items()}
    page = brief.page(f"{brief.game.title}: {brief.words('rules_title')}") | {"paper": [paper.width, paper.height]}
    made = typeset("booklet.typ", page | data, drawings, LONGEST)
    count = page_count(made)
    blanks = -count % 4 if data["charts"]["blocks"] else 0
    if blanks:  # pages for notes before the charts, which stand on the last pages of the folded booklet
        made = typeset("booklet.typ", page | data | {"blanks": blanks}, drawings, LONGEST)
        count = page_count(made)
    whole = (0.0, 0.0, paper.width, paper.height)
    return PrintedDocument(with_page_boxes(made, [(whole, None)] * count), drawings, facts={"pages": count})


def _imposed(brief: Brief, sheet: Paper, plain: Callable[[], PrintedDocument]) -> PrintedDocument:
    def sheets(made: PrintedDocument | None) -> int:
        return -(-int(made.facts["pages"]) // 4) if made else 1

    made, marks = compose_parts(plain, lambda made: _fold_marks(brief, sheet, sheets(made)))
    pdf = impose(made.pdf, sheet.width, sheet.height, marks)
    return PrintedDocument(pdf, print_as="short", facts={"pages": made.facts["pages"], "sheets": sheets(made)})


def _fold_marks(brief: Brief, sheet: Paper, sheets: int) -> bytes:
    """Short lines where each sheet is folded, at its outer side, and on the first what is to be done."""
    grey, middle = brief.palette["quiet"], sheet.width / 2
    made = []
    for number in range(sheets):
        canvas = Canvas(sheet.width, sheet.height)
        for top, bottom in ((0.0, 4.0), (sheet.height - 4.0, sheet.height)):
            canvas.line([(middle, top), (middle, bottom)], stroke=grey, width=0.15)
        note = brief.words("fold_note", sheet=number + 1, sheets=sheets)
        canvas.text((middle - 1.2, sheet.height - 5.0), note, 1.9, fill=grey, turn=-90, role="fold")
        made.append(PrintedPage(canvas, note, foot=False))
    return sheets_pdf(brief, brief.words("rules_to_fold"), made)


# -- the whole rules booklet as plain data and drawings --------------------------------------------


_WORDS = (
    "contents", "appendix", "ruling", "because", "not_taken", "examples_title", "example_given", "example_asked",
    "example_answer", "figure", "notes_title", "index_title", "index_intro", "index_see",
)  # fmt: skip


def has_rules(brief: Brief) -> bool:
    """Return whether the game has rules to print."""
    return any(book.clauses for book, _where in brief.game.documents("rulebook", RulebookDocument))


INNER, OUTER = 14.0, 19.0
"""Margins at the fold and at the outer edge, in millimetres."""
_AROUND = 46.0
"""What margins and a heading take of the page's height."""
_OVER = 4.0
"""How far a key in its smallest type may reach into the foot margin before it takes another page, in millimetres."""
_FIGURE = 64.0
"""The most that a figure is high."""


def book(brief: Brief, paper: Paper) -> tuple[dict[str, Any], dict[str, Canvas]]:
    """Return the content of the booklet on pages of ``paper``, and its drawings by name."""
    bars = Bars(brief.game, brief.marks)
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
    key_room = paper.height - _AROUND
    pages = counter_key_pages(brief, room, key_room, key_room + _OVER)
    keys = {f"counter-key-{number}": page for number, page in enumerate(pages)}
    drawings |= keys
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
        "counter_key": brief.words("key_counters") if keys else "",
        "counter_key_pages": list(keys),
        "blanks": 0,
        "words": {word: brief.words(word) for word in _WORDS},
        "drawn": list(drawings),
        "margins": [INNER, OUTER],
        "accent": brief.palette["road"],
        "shade": brief.palette["stripe"],
        "bar": brief.palette["ink"],
    }
    return data, drawings


# -- the charts of the game on the booklet's last pages --------------------------------------------


def last_pages(brief: Brief) -> dict[str, Any]:
    """Return the charts for the last pages, those across the page last: the back cover shows the combat results."""
    signs = Signs(brief)
    blocks = list(chart_blocks(brief.game, signs).values())
    ordered = [block for block in blocks if not block["wide"]] + [block for block in blocks if block["wide"]]
    return {"title": brief.words("charts_title"), "blocks": ordered, "notes": signs.notes()}


# -- the picture on the title page -----------------------------------------------------------------


_SHAPE = 0.74
"""Height of the picture as a part of its width."""
_HEX = 13.0
"""A hex on it, in millimetres; larger where the map would not fill it."""


def cover(brief: Brief, width: float) -> Canvas | None:
    """Draw the cover, ``width`` millimetres wide; None where the map cannot be read."""
    linked = hex_map(brief.game)
    if linked is None or not len(linked.grid):
        return None
    front = cover_front(brief.game)
    canvas = table(brief, linked, front, (width, width * _SHAPE), hex_size=_HEX)
    canvas.rect((0.0, 0.0, width, width * _SHAPE), stroke=brief.palette["coast"], width=0.3)
    return canvas


# -- the index -------------------------------------------------------------------------------------


def index(game: Game, bars: Bars) -> list[dict[str, Any]]:
    """Return the index in alphabetical order: `main` the clause that explains a term, `also` others; or `see`."""
    found: list[dict[str, Any]] = []
    for book, where in game.documents("rulebook", RulebookDocument):
        spoken: dict[str, list[str]] = {}
        for clause in book.clauses:
            for topic in clause.topics:
                spoken.setdefault(topic.casefold(), []).append(clause.id)
        known = {clause.id for clause in book.clauses}
        for number, term in enumerate(book.terms):
            names = dict.fromkeys(name.casefold() for name in (term.term, *term.aliases))
            also = dict.fromkeys(clause for name in names for clause in spoken.get(name, ()))
            main = term.clause if term.clause in known else ""
            found.append(
                {
                    "term": term.term,
                    "main": main,
                    "also": [clause for clause in also if clause != main],
                    "see": "",
                    "bar": bars.beside(where / "terms" / number),
                }
            )
            found += [{"term": alias, "main": "", "also": [], "see": term.term, "bar": ""} for alias in _far(term)]
    return sorted(found, key=lambda entry: (entry["term"].casefold(), entry["see"]))


def _far(term: Term) -> list[str]:
    """Other names of a term that stand elsewhere in the alphabet."""
    apart = {alias.casefold(): alias for alias in reversed(term.aliases)}
    return [alias for folded, alias in apart.items() if folded[:3] != term.term.casefold()[:3]]


# -- the title page, and what stands behind it -----------------------------------------------------


_SCALES = {"hex": "scale_hex", "turn": "scale_turn", "units": "scale_units"}


def title_page(brief: Brief) -> dict[str, Any]:
    """Return the title page: title, sides, scales, edition, errata, credits."""
    about, words = brief.game.about, brief.words
    errata = words("errata_line", errata=versioned_errata_words(brief.game, words))
    return {
        "title": shorten_title(brief.game.title, 120),
        "rules": words("rules_title"),
        "sides": [shorten_title(side.name, 60) for side in about.sides] if about else [],
        "facts": _facts(brief, about) if about else [],
        "edition": [*([words("edition_word", edition=about.edition)] if about else []), errata],
        "credits": [{"role": credit.role, "names": ", ".join(credit.names)} for credit in about.credits if credit.here]
        if about
        else [],
        "rights": about.imprint if about else "",
        "reconstruction": words("reconstruction") if reconstructed_parts(brief.game) else "",
        "credits_title": words("credits_title_own" if is_unpublished(brief.game) else "credits_title"),
    }


def about_edition(brief: Brief, bars: Bars, *, proposed: bool, rulings: bool, lost: bool) -> dict[str, Any]:
    """Return the notes on this edition: what is the publisher's and what is ours, the signs, the sources."""
    about, words = brief.game.about, brief.words
    own = is_unpublished(brief.game)
    said = [words("own_game" if own else "own_words")]
    if about and not own:
        named = next((printing for printing in about.printings if printing.id == about.printing), None)
        said += [words("printing_line", printing=f"{named.name} ({named.recognise})")] if named else []
    said += [note] if (note := reconstruction_note(brief)) else []
    signs = [words("sign_ruling_own" if own else "sign_ruling")] if rulings else []
    signs.append(_errata_sign(brief, bars))
    signs += [words("sign_proposed_own" if own else "sign_proposed", mark=words("proposed_mark"))] if proposed else []
    signs += [words("sign_lost")] if lost else []
    aids = (document for document, _where in brief.game.documents("aids", AidsDocument))
    signs += [words("sign_by_hand", title=words("procedures_title"))] if any(aid.procedures for aid in aids) else []
    signs.append(words("sign_note"))
    sources = [f"{source.title}. {source.note}" for source in about.sources] if about else []
    return {
        "title": words("about_edition"),
        "said": said,
        "signs_title": words("signs_title"),
        "signs": signs,
        "sources_title": words("sources_title"),
        "sources": sources,
        "rights_title": words("rights_title"),
        "rights": _rights(brief),
    }


def _rights(brief: Brief) -> list[str]:
    """Return whose the game is. What holds for every edition is said where the game's own words stop at a line."""
    lines = brief.game.about.rights_lines if brief.game.about else []
    facts = [] if len(lines) > 1 else [brief.words("rights_facts")]
    return [*lines, *facts, brief.words("rights_fonts")]


def _errata_sign(brief: Brief, bars: Bars) -> str:
    words = brief.words
    if brief.marks is not None and brief.marks.said:
        return words("sign_bar_since", since=brief.marks.said)
    if bars.applied:
        return words("sign_bar" if brief.marks is None else "sign_bar_dated")
    return words("sign_no_bars" if has_errata(brief.game) else "sign_no_errata")


def _facts(brief: Brief, about: GameDocument) -> list[str]:
    words = brief.words
    scales = [
        words(_SCALES[what], scale=scale) if what in _SCALES else words("scale_other", what=what, scale=scale)
        for what, scale in about.scale.items()
    ]
    return [words("players_count", count=about.players), *scales]


_MOST = 800
"""Hexes that are seen on it."""
_RIM = 0.3
"""Left free around a figure for its outline, in millimetres."""
_PILE = 0.6
"""A counter in a stack, as a part of the hex."""
_SPREAD = 0.8
"""Counters side by side take no more of it."""
_STEP = 0.075
"""How far each counter of a stack is shifted, as a part of the counter."""


def draw_scene(brief: Brief, scene: Scene, width: float, height: float) -> Canvas | None:
    """Draw a figure at most ``width`` by ``height`` millimetres; None if it has no map, or too large a one."""
    if scene.linked is None or not 0 < len(scene.hexes) <= _MOST:
        return None
    frame = frame_of_hexes(scene.linked, scene.hexes, width, height, _RIM)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    shape = outline(frame.linked, frame.hexes, frame.size)
    with canvas.clipped("scene", shape):
        draw_hex_map(canvas, brief, frame)
        _zones(canvas, brief, scene, frame)
    canvas.path(shape, stroke=brief.palette["coast"], width=0.35, fill_rule="evenodd")
    draw_hex_map(
        canvas, brief, frame, layers=("supply-lines", "counters", "arrows"),
        counters=list(_piles(brief, scene, frame.size)), arrows=list(_arrows(scene)),
    )  # fmt: skip
    full = {scene.hex(stack.at) for stack in scene.diagram.stacks}
    for mark in scene.diagram.marks:
        at = scene.hex(mark.at)
        if at is not None:
            _mark(canvas, brief, mark.text, _spot(frame, at, at in full), frame.size)
    return canvas


def _zones(canvas: Canvas, brief: Brief, scene: Scene, frame: MapFrame) -> None:
    for zone in scene.diagram.zones:
        hexes = tuple(sorted({found for text in zone.hexes if (found := scene.hex(text)) is not None}))
        if hexes:
            colour, rim = brief.palette.accent(brief.game, zone.side), outline(frame.linked, hexes, frame.size)
            canvas.path(rim, fill=colour, cls="zone", fill_opacity="0.22", fill_rule="evenodd")
            canvas.path(rim, stroke=colour, width=frame.size * 0.045, dash="1.6 1.3", cls="zone-rim")


def _arrows(scene: Scene) -> Iterator[DrawnArrow]:
    full = {scene.hex(stack.at) for stack in scene.diagram.stacks}
    for arrow in scene.diagram.arrows:
        hexes = [found for text in arrow.path if (found := scene.hex(text)) is not None]
        if len(hexes) >= 2:
            gaps = (_PILE * 0.62 if hexes[0] in full else 0.0, _PILE * 0.62 if hexes[-1] in full else 0.0)
            yield DrawnArrow(hexes, arrow.kind, arrow.text, arrow.barred, gaps)


def _piles(brief: Brief, scene: Scene, size: float) -> Iterator[Pile]:
    """Counters of each hex: one over the other, or side by side in rows."""
    linked = forces(brief.game)
    for index, stack in enumerate(scene.diagram.stacks):
        at = scene.hex(stack.at)
        keys = [(side, int(no)) for side, _, no in (unit.rpartition("/") for unit in stack.units) if no.isdigit()]
        units = [linked.counters[key].counter for key in keys if key in linked.counters]
        markers = [linked.markers[marker][0] for marker in stack.markers if marker in linked.markers]
        count = len(units) + len(markers)
        if at is None or not count:
            continue
        across = ceil(sqrt(count)) if stack.spread else 1
        pitch = _SPREAD / across if stack.spread and count > 1 else _PILE
        edge = pitch * size * (0.94 if stack.spread and count > 1 else 1.0)
        small = Brief(brief.game, replace(brief.profile, counter=edge))
        faces = [unit_front(small, unit) for unit in units] + [marker_front(small, marker) for marker in markers]
        if not stack.spread:
            # of those below only a rim is seen: words that nobody can read are not drawn
            below = [blank(small, unit.nationality) for unit in units] + [blank(small) for _marker in markers]
            faces = [*below[: count - 1], faces[-1]]
        beside = pitch * size if stack.spread else 0.0
        yield Pile(at, faces, edge, _STEP, beside, shadow="thin", name=f"stack-{index}")


def _spot(frame: MapFrame, hex_: int, full: bool) -> XY:
    """Where letters stand: in the middle of an empty hex, else below its counters, never on them."""
    x, y = frame.centre(hex_)
    return (x, y + frame.size * 0.45) if full else (x, y)


def _mark(canvas: Canvas, brief: Brief, text: str, at: XY, size: float) -> None:
    """Letters in a white disc."""
    palette, points = brief.palette, min(max(size * 0.17, 2.1), 3.4)
    x, y = at
    canvas.circle((x, y), points * 0.78, fill=palette["page"], stroke=palette["coast"], width=0.25, cls="mark")
    canvas.text(
        (x, y + points * 0.35), text[:3], points if len(text) < 2 else points * 0.8, face="sans-bold",
        fill=palette["ink"], anchor="middle", on=palette["page"], role="mark",
    )  # fmt: skip
