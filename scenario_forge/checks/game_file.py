"""game.yaml: its titles in words, its scale beside the calendar of the track, and its rights."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import NearWords
from scenario_forge.checks.rulebook.names import RUL008, spelt_terms
from scenario_forge.checks.rulebook.quantities import WORDS
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.game import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
ERR015 = CODES.warning(
    "ERR015",
    "printing-unlike-its-mark",
    "the printing {printing} is known by `{wanted}` at unit {no}; the row has `{found}`, as {other} has",
)
GAM001 = CODES.warning(
    "GAM001",
    "rights-missing",
    none="`rights` is missing: nothing printed says whose this edition is",
    title="`rights` does not name {title}: nothing printed says who owns the title",
)
TIM018 = CODES.error(
    "TIM018",
    "turn-unlike-scale",
    "the scale says {said} a turn; the calendar of the track has {turn}",
)


_READS = re.compile(r"\bunit (\d{1,4})\b[^;]*\breads ([^\s;,]+)", re.IGNORECASE)
"""How a printing is recognised by a row of an order of battle."""
_WORD = re.compile(r"[^\W\d_]{5,}")
_LENGTH = re.compile(r"(?:(\d+|[a-z]+) )?([a-z]+?)s?", re.IGNORECASE)
_UNITS = ("day", "week", "month")
OFTEN = 3
"""Times that a name must stand elsewhere before one letter away from it is a slip."""


def titles(game: Game) -> Iterator[Diagnostic]:
    """Report a word of the title or bibliography used only there, one letter from a word used elsewhere."""
    found = game.one("game", GameDocument)
    if found is None or game.partly_read:
        return
    about, where = found
    said = _said(game)
    books = Counter(word for book in about.bibliography for word in set(_WORD.findall(book)))
    allowed = {word for term in spelt_terms(game) for word in _WORD.findall(term)}
    names = Counter({word: count for word, count in said.items() if word not in allowed and word[0].isupper()})
    every = names + books
    near = _often(every)
    for book, at in where.each("bibliography", about.bibliography):
        yield from _mistyped(book, at, every - Counter(set(_WORD.findall(book))), near)
    # what is a name in a title may stand in small letters elsewhere
    plain = said + Counter({word.capitalize(): count for word, count in said.items() if word.islower()})
    if any(not plain[word] for word in _WORD.findall(about.title)):
        yield from _mistyped(about.title, where / "title", plain, _often(plain))


def _often(words: Counter[str]) -> NearWords:
    return NearWords(word for word, count in words.items() if count >= OFTEN and word[0].isupper())


def _mistyped(text: str, at: Where, elsewhere: Counter[str], near: NearWords) -> Iterator[Diagnostic]:
    for match in _WORD.finditer(text):
        if not match[0][0].isupper() or elsewhere[match[0]]:
            continue
        known = next((word for word in near.slips_of(match[0]) if elsewhere[word] >= OFTEN), None)
        if known is not None:
            finding = RUL008.at(at.within(*match.span()), word=match[0], known=known)
            yield finding.suggest(f"did you mean {known}?")


@fact
def _said(game: Game) -> Counter[str]:
    """The words of the titles and texts of the other documents."""
    texts = []
    for board, _where in game.documents("map", MapDocument):
        texts += [board.title, *(place.name for place in board.places)]
    for scenario, _where in game.documents("scenarios", ScenarioDocument):
        texts += [scenario.title, scenario.text]
    for book, _where in game.documents("rulebook", RulebookDocument):
        texts += [f"{clause.title} {clause.text}" for clause in book.clauses]
    return Counter(_WORD.findall("\n".join(texts)))


def turn_length(game: Game) -> Iterator[Diagnostic]:
    """Report a time scale of game.yaml that differs from the calendar of the track."""
    found, track = game.one("game", GameDocument), game.one("time-track", TimeTrackDocument)
    match = _LENGTH.fullmatch(found[0].scale.get("turn", "")) if found else None
    if found is None or track is None or match is None or match[2].casefold() not in _UNITS:
        return
    calendar, at = track[0].calendar, found[1] / "scale" / "turn"
    count = int(match[1]) if (match[1] or "").isdecimal() else WORDS.get((match[1] or "a").casefold(), 1)
    unit, days = match[2].casefold(), {"day": 1, "week": 7}
    if calendar.unit == "day":
        count, unit = count * days.get(unit, 0), "day"
    if calendar.parts or calendar.unit == "turn" or (unit, count) == (calendar.unit, calendar.step):
        return
    turn = plural(calendar.step, calendar.unit)
    yield TIM018.at(at, said=found[0].scale["turn"], turn=turn).also(track[1] / "calendar" / "unit", "the calendar")


def printing_reproduced(game: Game) -> Iterator[Diagnostic]:
    """Report a printing whose mark in an order of battle is not there, while that of another printing is (ERR015)."""
    for about, where in game.documents("game", GameDocument):
        marks = {printing.id: (printing.name, found) for printing in about.printings
                 if (found := _READS.search(printing.recognise)) is not None}  # fmt: skip
        chosen = marks.pop(about.printing or "", None)
        rows = [(row.cells, at / "no") for document, place in game.documents("orders-of-battle", OrderOfBattleDocument)
                for row, at in place.each("units", document.units)
                if chosen and marks and row.no == int(chosen[1][1])]  # fmt: skip
        for name, mark in marks.values() if chosen else ():
            for cells, at in rows if chosen and mark[1] == chosen[1][1] else ():
                words = {word for cell in cells.values() for word in cell.split()}
                if chosen and mark[2] in words and chosen[1][2] not in words:
                    values = {"printing": chosen[0], "wanted": chosen[1][2], "no": mark[1], "found": mark[2]}
                    finding = ERR015.at(where / "printing", other=name, **values)
                    yield finding.also(at, "the row").suggest("name the printing that this content reproduces")


def rights(game: Game) -> Iterator[Diagnostic]:
    """Report a game without `rights`, or a published one whose `rights` do not name its title (GAM001)."""
    for about, where in game.documents("game", GameDocument):
        if not about.rights_lines:
            at = where / "rights" if (where / "rights").data is not None else where / "title"
            yield GAM001.at(at, "none").suggest("write `rights:` with the owner and licence of this edition")
        elif not about.own and _in_one_line(about.title) not in _in_one_line(about.rights):
            finding = GAM001.at(where / "rights", "title", title=about.title)
            yield finding.suggest("below the first line, say who owns the title and what is reconstructed")


def _in_one_line(text: str) -> str:
    return " ".join(text.casefold().split())


CHECKS = (titles, turn_length, printing_reproduced, rights)
