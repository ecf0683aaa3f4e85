"""Documents that need a check or two: game.yaml, the chronology, dossiers, and what was read off printed copies."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import NearWords
from scenario_forge.checks.rulebook.names import RUL008, spelt_terms
from scenario_forge.checks.rulebook.quantities import WORDS
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.errata import CopyDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.documents.time_track import ChronologyDocument, TimeTrackDocument
from scenario_forge.drafts.dates import NotMade, dossier_dates
from scenario_forge.game.calendar import DateError, read_date
from scenario_forge.game.dossiers import dossiers, stem_of
from scenario_forge.game.game import fact
from scenario_forge.game.reading.errata import printed_roots, try_answers
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.calendar import Stretch
    from scenario_forge.game.dossiers import Dossier, Kind
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Read

CODES = Codes(__file__)
CHR001 = CODES.error("CHR001", "date-unreadable", "`{date}` is not a date: {problem}")
CHR002 = CODES.error("CHR002", "date-out-of-order", "{date} is listed after {before}, out of order")
COL001 = CODES.error("COL001", "answer-finds-no-place", "this answer cannot be placed: {problem}")
COL002 = CODES.warning(
    "COL002",
    "copy-contradicts-print",
    "the copy has `{found}`, but the files say that {ours} is printed",
)
COL003 = CODES.error("COL003", "answered-twice", "`{at}` is answered twice")
COL004 = CODES.error("COL004", "answer-of-another-kind", "`{found}` cannot replace {ours}")
DOS001 = CODES.error("DOS001", "dossier-without-a-date", "no scenario can start from this dossier: {problem}")
DOS002 = CODES.error("DOS002", "decision-about-nobody", "{subject}: {problem}")
DOS003 = CODES.error("DOS003", "decided-twice", "{subject} is decided twice")
DOS004 = CODES.error("DOS004", "decision-is-no-cell", "{subject}: this is not a position: {problem}")
DOS005 = CODES.error("DOS005", "decision-has-no-place", "{subject}: no such hex, place or box: {problem}")
DOS006 = CODES.error("DOS006", "decided-where-none-may-stand", "{subject} cannot be there: {problem}")
DOS007 = CODES.error("DOS007", "dossier-of-another-game", "this dossier is for the game `{found}`, not for `{game}`")
DOS008 = CODES.warning("DOS008", "dossier-under-another-name", "the dossier of {date} belongs in {expected}")
TIM018 = CODES.error(
    "TIM018",
    "turn-unlike-scale",
    "the scale says {said} a turn; the calendar of the track has {turn}",
)


_WORD = re.compile(r"[^\W\d_]{5,}")
_LENGTH = re.compile(r"(?:(\d+|[a-z]+) )?([a-z]+?)s?", re.IGNORECASE)
_UNITS = ("day", "week", "month")
OFTEN = 3
"""Times that a name must stand elsewhere before one letter away from it is a slip."""


def titles(game: Game) -> Iterator[Diagnostic]:
    """A word of the title or bibliography used only there, one letter from a word used elsewhere."""
    found = game.one("game", GameDocument)
    if found is None:
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
        known = next((word for word in near.to(match[0]) if elsewhere[word] >= OFTEN), None)
        if known is not None:
            finding = RUL008.at(at.within(*match.span()), word=match[0], known=known)
            yield finding.suggest(f"did you mean {known}?")


@fact
def _said(game: Game) -> Counter[str]:
    """The words of the titles and texts of the other documents."""
    texts = [document.title for document, _where in game.documents("map", MapDocument)]
    for scenario, _where in game.documents("scenarios", ScenarioDocument):
        texts += [scenario.title, scenario.text]
    for book, _where in game.documents("rulebook", RulebookDocument):
        texts += [f"{clause.title} {clause.text}" for clause in book.clauses]
    return Counter(_WORD.findall("\n".join(texts)))


def turn_length(game: Game) -> Iterator[Diagnostic]:
    """The time scale of game.yaml compared with the calendar of the track."""
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


# -- dates of the chronology ------------------------------------------------------------------------


_MOST = 2000
"""Rows of a chronology among which the fewest misplaced ones are looked for."""


def dates(game: Game) -> Iterator[Diagnostic]:
    """Dates that cannot be read, and those earlier than one above them."""
    for document, where in game.documents("chronology", ChronologyDocument):
        known: list[tuple[int, str, Stretch]] = []
        for index, event in enumerate(document.events):
            try:
                known.append((index, event.date, read_date(event.date)))
            except DateError as error:
                at = where / "events" / index / "date"
                yield CHR001.at(at, date=event.date, problem=str(error))
        for place in _misplaced([stretch for _, _, stretch in known]):
            index, text, stretch = known[place]
            before = max(known[:place], key=lambda row: row[2].first, default=None)
            if before is None or before[2].first <= stretch.last:
                before = next(row for row in known[place + 1 :] if row[2].last < stretch.first)
                finding = CHR002.at(where / "events" / index / "date", date=before[1], before=text)
            else:
                finding = CHR002.at(where / "events" / index / "date", date=text, before=before[1])
            finding = finding.also(where / "events" / before[0] / "date", "compare this one")
            yield finding.suggest(_hint(text, known, place))


def _misplaced(stretches: list[Stretch]) -> list[int]:
    """The fewest rows without which the others are in order; of two that are exchanged, the second."""
    late = [i for i, latest in enumerate(_latest(stretches)) if latest > stretches[i].last]
    if not late or len(stretches) > _MOST:
        return late
    runs: list[tuple[int, int, int]] = []
    """For the longest ordered run that ends at a row: its length, the row before, the latest beginning in it."""
    for stretch in stretches:
        length, before, latest = 0, -1, stretch.first
        for earlier, (rows, _, begins) in enumerate(runs):
            if rows > length and begins <= stretch.last:
                length, before, latest = rows, earlier, max(begins, stretch.first)
        runs.append((length + 1, before, latest))
    at = max(range(len(runs)), key=lambda i: runs[i][0], default=-1)
    kept = set()
    while at >= 0:
        kept.add(at)
        at = runs[at][1]
    return [index for index in range(len(stretches)) if index not in kept]


def _latest(stretches: list[Stretch]) -> Iterator[int]:
    """For each row, the latest day on which it or a row above it begins."""
    return accumulate((stretch.first for stretch in stretches), max)


def _hint(text: str, known: list[tuple[int, str, Stretch]], place: int) -> str | None:
    """A stretch of months that lost its dash: ``9/11/42`` for ``9-11/42``, if that stands in order."""
    day, _, rest = text.partition("/")
    try:
        meant = read_date(f"{day}-{rest}") if rest.count("/") == 1 and day != rest.partition("/")[0] else None
    except DateError:
        meant = None
    rows = [row for number, row in enumerate(known) if number != place]
    fits = meant is not None and all(
        row[2].first <= meant.last if row[0] < known[place][0] else meant.first <= row[2].last for row in rows
    )
    return f"did you mean {day}-{rest}?" if fits else None


# -- dossiers ---------------------------------------------------------------------------------------


_CODES: dict[Kind, Code] = {
    "who": DOS002,
    "twice": DOS003,
    "cell": DOS004,
    "place": DOS005,
    "sea": DOS006,
}


def dossier_heads(game: Game) -> Iterator[Diagnostic]:
    """Dossiers of a different game, of a date that is not on the track, or in the wrong file."""
    for dossier in dossiers(game):
        document, where = dossier.document, dossier.where
        if game.about is not None and document.game != game.about.game:
            hint = did_you_mean(document.game, [game.about.game])
            yield DOS007.at(where / "game", found=document.game, game=game.about.game).suggest(hint)
        yield from _date(game, dossier)


def _date(game: Game, dossier: Dossier) -> Iterator[Diagnostic]:
    document, where = dossier.document, dossier.where
    track = schedule(game)
    if track is None or not track.sides:
        return
    if document.first not in track.sides:
        hint = did_you_mean(document.first, track.sides)
        yield DOS001.at(where / "first", problem=f"there is no side `{document.first}`").suggest(hint)
        return
    if any(file.document is None for file in game.files.values()):
        return  # no date can be drafted until that is mended, which is reported there
    try:
        dates = dossier_dates(game, document.date, document.first)
    except NotMade as problem:
        yield DOS001.at(where / "date", problem=str(problem)).suggest(problem.hint)
        return
    date = track.calendar.text(dates.first_turn)
    if where.file.stem != stem_of(date):
        yield DOS008.at(where / "date", date=date, expected=f"dossiers/{stem_of(date)}.yaml")


def decisions(game: Game) -> Iterator[Diagnostic]:
    """Rows of dossiers about nobody, about the same unit twice, or with an impossible position."""
    for dossier in dossiers(game):
        for fault in dossier.faults:
            finding = _CODES[fault.kind].at(fault.where, subject=fault.subject, problem=fault.said)
            yield finding.suggest(fault.hint)


# -- answers of printed copies ----------------------------------------------------------------------


def copy_answers(game: Game) -> Iterator[Diagnostic]:
    """Answers that name no value, repeat one, have the wrong type, or contradict the printed value."""
    copies = game.documents("copies", CopyDocument)
    if not copies:
        return
    roots = printed_roots(game.files)
    models = {name: file.kind.model for name, file in game.files.items()}
    for document, where in copies:
        for read in try_answers(roots, document, where, models):
            yield from _answered(read)


def _answered(read: Read) -> Iterator[Diagnostic]:
    at, printed = read.where / "at", read.where / "printed"
    if read.outcome == "no-place":
        yield COL001.at(at, problem=read.detail)
    elif read.outcome == "contradicts":
        yield COL002.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")
    elif read.outcome == "twice":
        yield COL003.at(at, at=read.answer.at)
    elif read.outcome == "other-kind":
        yield COL004.at(printed, found=read.answer.printed, ours=f"`{read.detail}`")


CHECKS = (
    titles,
    turn_length,
    dates,
    dossier_heads,
    decisions,
    copy_answers,
)
