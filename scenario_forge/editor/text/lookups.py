"""Look-ups of the page: where the texts name a hex, what a line is about, cards and pages of codes as HTML."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Annotated

from markupsafe import Markup
from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import LabelledPlace, Place, Unknown
from scenario_forge.editor.endpoint import Count, Doc, Name
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge import look_up
from scenario_forge.game.knowledge.mentions import hexes_in, hexes_of_letters, mentions
from scenario_forge.source.nodes import Lines, content_end, descend, path_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Code
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Path

MOST_PLACES = 200
"""Of one hex."""
HexPlaces = TypedDict("HexPlaces", {"hex": str, "places": list[LabelledPlace]})
"""Where the texts speak of a hex."""
Subject = TypedDict("Subject", {"hexes": list[str], "units": list[str], "label": str})
"""What a line is about."""
Html = TypedDict("Html", {"html": str})
"""A card or a page as HTML."""


def places_of_hex(game: Game, hex_: Annotated[Name, Field(alias="hex")]) -> HexPlaces:
    """Return where the texts name a hex: its terrain first, then its names, in running text too.

    Raises:
        Unknown: the map has no such hex, or cannot be read.
    """
    linked = hex_map(game)
    number = linked.grid.find(hex_) if linked else None
    if linked is None or number is None:
        raise Unknown(f"the map has no hex {hex_[:40]!r}")
    span, source = linked.terrain_where(number).span, linked.where.file.source
    lines = Lines(source.text)
    start, end = lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column)
    found = [_place(PageText(source.text), lines, source.name, start, end, f"terrain of {hex_}")]
    pages: dict[str, PageText] = {}
    for start, end, file, path in itertools.islice(mentions(game, hex_), MOST_PLACES - 1):
        page = pages.get(file.name) or pages.setdefault(file.name, PageText(file.source.text))
        found.append(_place(page, file.source.lines, file.name, start, end, file.paper(path)))
    return {"hex": hex_, "places": found}


def _place(page: PageText, lines: Lines, name: str, start: int, end: int, label: str) -> LabelledPlace:
    line, _column = lines.position(start)
    return {
        "doc": name,
        "from": page.to_page(start),
        "to": page.to_page(end),
        "line": line,
        "label": label or f"{name}, line {line}",
    }


class Places:
    """Places of a game's values, in the page's offsets; made for one answer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._pages: dict[str, PageText] = {}

    def of(self, where: Where) -> Place | None:
        """Return the printed value at a place; where it is left out, the value around it."""
        return self.at(where.file.name, where.path)

    def at(self, doc: str, path: Path) -> Place | None:
        """Return the printed value at a path of a document; where it is left out, the value around it."""
        source = self.game.read[doc].source
        if source.root is None:
            return None
        node, _depth = descend(source.root, path)
        page = self._pages.get(doc) or self._pages.setdefault(doc, PageText(source.text))
        start, end = node.start.index, content_end(node, source.text)
        return {"doc": doc, "from": page.to_page(start), "to": page.to_page(end), "line": node.start.line + 1}


def about(game: Game, doc: Doc, at: Count) -> Subject:
    """Return what the text at an offset of the page is about: hexes, units, and its place on paper.

    Raises:
        Unknown: there is no such document, or it has no such place.
    """
    file = game.read.get(doc)
    if file is None:
        raise Unknown(f"the game has no document {doc[:200]!r}")
    text = file.source.text
    page = PageText(text)
    offset = page.to_file(min(at, page.length))
    lines = Lines(text)
    line, column = lines.position(offset)
    begin, end = lines.bounds(line)
    path = path_at(file.source.root, text, offset) if file.source.root is not None else ()
    words = (each.span() for each in re.finditer(r"[\w/:]+", text[begin:end]))
    word = next(((begin + first, begin + last) for first, last in words if first <= column - 1 <= last), None)
    hexes = hexes_of_letters(game, file, offset, offset + 1)
    hexes = hexes or (list(hexes_in(game, file, *word)) if word else [])
    hexes = hexes or list(dict.fromkeys(hexes_in(game, file, begin, end)))
    return {"hexes": hexes, "units": list(_units(game, doc, path)), "label": file.paper(path) or f"{doc}, line {line}"}


def _units(game: Game, doc: str, path: Path) -> Iterator[str]:
    """Yield the units of the row of an order of battle or of counters.yaml."""
    for unit in forces(game).units():
        places = [unit.where] + ([unit.counter.where] if unit.counter else [])
        if any(place.file.name == doc and path[: len(place.path)] == place.path for place in places):
            yield f"{unit.side}/{unit.no}"


def card(game: Game, word: Name) -> Html:
    """Return what `forge show` says of a word, as HTML.

    Raises:
        Unknown: nobody knows it.
    """
    answer = look_up(game, word)
    if answer.card is None and not answer.candidates:
        raise Unknown(" ".join(part for part in (answer.why, answer.hint) if part))
    if answer.card is None:
        items = Markup("").join(
            Markup('<li data-show="{0}"><b>{0}</b> {1} {2}</li>').format(each.cite, each.kind, each.title)
            for each in answer.candidates[:30]
        )
        return {"html": Markup("<h3>{}</h3><ul>{}</ul>").format(word, items)}
    made = Markup("<h3>{}</h3>").format(answer.card.title)
    for section in answer.card.sections:
        made += Markup("<h4>{}</h4><ul>").format(section.heading)
        for line in section.lines:
            made += Markup('<li>{} <span class="source">{}</span></li>').format(line.text.strip(), line.source)
        made += Markup("</ul>")
    return {"html": made}


def code_page(code: Code) -> Html:
    """Return what `forge explain` says of a code, as HTML; its title is the window's."""
    page = code.page
    severity = code.severity.word.capitalize()
    parts = [Markup('<p><b class="severity">{}.</b> {}</p>').format(severity, _prose(page.what))]
    parts.append(Markup("<h3>Why</h3><p>{}</p>").format(_prose(page.why)))
    parts.append(Markup("<h3>Wrong</h3><pre>{}</pre>").format(page.bad))
    parts += [Markup("<p>{}</p>").format(_prose(text)) for text in page.remarks]
    parts.append(Markup("<h3>Right</h3><pre>{}</pre>").format(page.good))
    parts.append(Markup("<h3>What to do</h3><p>{}</p>").format(_prose(page.mend)))
    return {"html": Markup("").join(parts)}


def _prose(text: str) -> Markup:
    """Return a text whose words between backticks are those of a file."""
    parts = text.split("`")
    return Markup("").join(Markup("<code>{}</code>").format(each) if n % 2 else each for n, each in enumerate(parts))
