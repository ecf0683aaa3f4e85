"""CHR073, PLT076: who holds a place, by the starts, the chronology and what playtests expect of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.checks.rulebook.quantities import numbers
from scenario_forge.checks.rulebook.stated_numbers import side_names, sides_in
from scenario_forge.checks.track_patterns import is_inside_turn
from scenario_forge.checks.victory.parts import selected_units
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.marks import Names
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.game.calendar import DateError, dates_in, month_named, months_of, read_date
from scenario_forge.game.forces import forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import days_of, schedule
from scenario_forge.game.statements import statements
from scenario_forge.game.vocabulary import marked_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Claim, Happening
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

CODES = Codes(__file__)
CHR073 = CODES.error(
    "CHR073",
    "event-against-who-holds-the-place",
    falls_again="{place} falls, but it fell on the same day already",
    takes_own="{side} takes {place}, which it already holds",
    leaves_other="{side} leaves {place}, which {holder} holds",
    start="at {start} {place} is {holder}'s, but by the chronology {side} holds it since {date}",
)
PLT076 = CODES.error(
    "PLT076",
    "claim-against-history",
    holder="{side} does not hold {place} at the end of {turn}: {holder} does",
    before="{date} comes after the end of {turn}, the turn in which it is looked for",
    month="the text names {named}, but the turn is {turn}",
    inside="no turn begins on {turn}, which lies in the turn that begins on {begins}",
    place="the text names {named} and not {place}, which the claim names",
    number="at least {least} are wanted, but the text does not name that number",
    too_many="at least {least} are wanted, but the condition selects {count}",
)

_LOST = (
    r"(?:falls?|fell|(?:is |was )?(?:lost|taken|captured|seized|stormed|surrendered|given up|abandoned|evacuated"
    r"|occupied|retaken|recaptured|recovered)|surrenders|changes hands)"
)
_TAKE = (
    r"(?:takes?|took|captures?|captured|seizes?|seized|storms?|stormed|retakes?|retook|recaptures?|occup(?:y|ies|ied))"
)
_LEAVE = r"(?:leaves?|left|abandons?|abandoned|evacuates?|evacuated|gives? up|gave up|loses?|lost|surrenders?)"
_FALL_OF = r"\b(?:fall|loss|surrender|capture|recapture) of "
_DENIED = re.compile(r"\b(?:not|never|nearly|almost|attempts?|fails?|failed|threatens?|before)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[^;.:]+")
_CHANGES = re.compile(rf"\b(?:again|{_LOST}|{_TAKE}|relieved)\b", re.IGNORECASE)
_Kind = Literal["start", "fall", "takes", "leaves"]


@dataclass(frozen=True, slots=True)
class HeldFact:
    """What is said of a place at some time: whose it is at a start, or that it changes hands."""

    place: str
    first: float
    last: float
    kind: _Kind
    side: str
    """The holder, whoever takes or leaves it; empty where the words name nobody."""
    said: str
    """The date or the label of the start."""
    where: Where


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who holds a place from some day on, and the words that say so."""

    first: float
    side: str
    by: HeldFact


def events(game: Game) -> Iterator[Diagnostic]:
    """Report events and starts that give a place to a side against the chronology before them."""
    yield from _histories(game)[1]


@view
def _histories(game: Game) -> tuple[dict[str, list[Tenure]], list[Diagnostic]]:
    """By place who holds it from when on, and what contradicts that."""
    found: dict[str, list[Tenure]] = {}
    findings: list[Diagnostic] = []
    by_place: dict[str, list[HeldFact]] = {}
    if not game.in_english or len(game.side_names) != 2:
        return found, findings
    for each in [*_starts(game), *_events(game)]:
        by_place.setdefault(each.place, []).append(each)
    for place, several in by_place.items():
        several.sort(key=lambda each: (each.last, each.kind != "start"))
        found[place] = _tenures(game, several, findings)
    return found, findings


def _tenures(game: Game, several: Sequence[HeldFact], findings: list[Diagnostic]) -> list[Tenure]:
    tenures: list[Tenure] = []
    before: HeldFact | None = None
    holder = ""
    for each in several:
        if each.kind == "start" and before is not None and before.kind != "start" and before.last >= each.first:
            holder = ""  # the event may come before the start or after it
        finding = _contradicted(game, each, before, holder)
        if finding is not None and before is not None:
            findings.append(finding.also(before.where, before.said))
        others = [side for side in game.side_names if side != holder]
        if finding is not None and each.kind in ("takes", "leaves"):
            holder = ""
        elif each.kind in ("start", "takes"):
            holder = each.side
        elif each.kind == "leaves":
            holder = next(side for side in game.side_names if side != each.side)
        elif finding is None:
            holder = others[0] if holder else ""
        before = each
        tenures.append(Tenure(each.last if each.kind != "start" else each.first, holder, each))
    return tenures


def _contradicted(game: Game, each: HeldFact, before: HeldFact | None, holder: str) -> Diagnostic | None:
    if before is None or not holder:
        return None
    names = {"place": each.place, "side": game.side_name(each.side), "holder": game.side_name(holder)}
    if each.kind == "start" and before.kind != "start" and each.side != holder:
        here = {"place": each.place, "holder": game.side_name(each.side), "side": game.side_name(holder)}
        return CHR073.at(each.where, "start", start=each.said, date=before.said, **here)
    if each.kind == "fall" and before.kind == "fall" and each.first == before.first:
        return CHR073.at(each.where, "falls_again", place=each.place)
    if each.kind == "takes" and each.side == holder:
        return CHR073.at(each.where, "takes_own", place=each.place, side=names["side"])
    if each.kind == "leaves" and each.side != holder:
        return CHR073.at(each.where, "leaves_other", **names)
    return None


def _starts(game: Game) -> Iterator[HeldFact]:
    track, grid = schedule(game), hex_map(game)
    if track is None or grid is None:
        return
    for id_, mark in track.starts.items():
        days = days_of(track, mark.turn) if mark.turn is not None and track.calendar.dated else None
        for key, (place, _hex, _where) in grid.places_by_id.items() if days else ():
            for stated in statements(game).get(f"control.{id_}.{key}", ())[:1]:
                side = str(stated.value)
                if days and side in game.side_names:
                    yield HeldFact(place.name, days[0], days[0] - 0.5, "start", side, mark.date.label, stated.where)


def _events(game: Game) -> Iterator[HeldFact]:
    grid, names = hex_map(game), side_names(game)
    places = sorted(grid.places if grid else (), key=len, reverse=True)
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            try:
                days = read_date(event.date)
            except DateError:
                continue  # CHR001
            for column, text in (event.__pydantic_extra__ or {}).items():
                for part in _SENTENCE.findall(str(text)):
                    for place, kind, side in _told(part, places, names):
                        yield HeldFact(place, days.first, days.last, kind, side, event.date, at / column)


def _told(sentence: str, places: Sequence[str], names: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, _Kind, str]]:
    """The places that a sentence says change hands, how, and the side that it names for it."""
    if _DENIED.search(sentence):
        return
    for place in places:
        if place not in sentence:
            continue
        name = rf"(?<!\w){re.escape(place)}(?!\w)"
        if re.search(rf"{name},? {_LOST}\b|{_FALL_OF}{name}", sentence, re.IGNORECASE):
            yield place, "fall", ""
            continue
        deeds: tuple[tuple[_Kind, str], ...] = (("takes", _TAKE), ("leaves", _LEAVE))
        for kind, verb in deeds:
            match = re.search(rf"\A(.*?)\b{verb} (?:back )?{name}", sentence, re.IGNORECASE)
            sides = sides_in(match[1], names) if match else []
            if match and len(sides) == 1:
                yield place, kind, sides[0]
            elif match:
                yield place, "fall", ""


# -- what playtests expect of history -------------------------------------------------------------


def claims(game: Game) -> Iterator[Diagnostic]:
    """Report claims about history that the chronology, the starts or their own words contradict."""
    track = schedule(game)
    if track is None or not game.in_english:
        return
    for document, where in game.documents("playtest", PlaytestDocument):
        for happening, at in where.each("history", document.history):
            try:
                turn = track.turn(happening.turn)
            except DateError:
                continue  # an unknown name
            yield from _numbers(game, happening, at)
            yield from _inside(track, turn, happening, at)
            yield from _places(game, happening, at)
            days = days_of(track, turn) if track.calendar.dated else None
            if days is not None:
                yield from _late(happening, days[1], at)
                yield from _month(track, turn, happening, at)
                for claim, here in at.each("claims", happening.claims):
                    yield from _held(game, happening, claim, days, here)


def _late(happening: Happening, end: int, at: Where) -> Iterator[Diagnostic]:
    for date, here in at.each("dates", happening.dates):
        try:
            begins = read_date(date).first
        except DateError:
            continue
        if begins > end:
            yield PLT076.at(at / "turn", "before", date=date, turn=happening.turn).also(here, "the date")


def _inside(track: Schedule, turn: int, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    """The turn is named by the date on which it begins."""
    if is_inside_turn(track, happening.turn):
        begins = track.calendar.text(turn)
        yield PLT076.at(at / "turn", "inside", turn=happening.turn, begins=begins).suggest(f"did you mean {begins}?")


def _places(game: Game, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    """The claims name what the text names: a place that it does not name stands for one that they leave out."""
    grid = hex_map(game)
    hexes = {name: hex_ for name, (_place, hex_, _where) in grid.places.items()} if grid else {}  # aliases too
    rest = happening.text
    said: dict[int | None, str] = {}
    for name in sorted(hexes, key=len, reverse=True):  # Marsa Akra before Akra
        rest, times = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", "", rest)
        said |= {hexes[name]: name} if times else {}
    here = [(where, text) for where, mark, text in marked_texts(game, at.file)
            if isinstance(mark, Names) and mark.kind == "place" and where.path[: len(at.path)] == at.path]  # fmt: skip
    left_out = [name for hex_, name in said.items() if hex_ not in {hexes.get(text) for _where, text in here}]
    unsaid = [(where, text) for where, text in here if text in hexes and hexes[text] not in said]
    if len(left_out) == 1 and len(unsaid) == 1:
        where, text = unsaid[0]
        finding = PLT076.at(where, "place", named=left_out[0], place=text)
        yield finding.also(at / "text", "the text").suggest(f"did you mean {left_out[0]}?")


def _month(track: Schedule, turn: int, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    """The last month and the last year that the text names are those of the turn."""
    named = [(m, w) for w in re.findall(r"\b[A-Z][a-z]{2,8}\b", happening.text) if (m := month_named(w)) is not None]
    months = {month % 12 for month in months_of(track.calendar, turn)}
    # `may` is a verb, and a march is no month
    named = [(month, word) for month, word in named if word not in ("May", "March") or f" {word}" in happening.text]
    years = {str(month // 12) for month in months_of(track.calendar, turn)}
    written = [str(date.year) for date in dates_in(happening.text) if date.year is not None]
    other = named[-1][1] if named and months and named[-1][0] not in months else ""
    other = other or (written[-1] if written and years and written[-1] not in years else "")
    if other:
        finding = PLT076.at(at / "turn", "month", named=other, turn=happening.turn)
        yield finding.also(at / "text", "the text")


def _held(game: Game, happening: Happening, claim: Claim, days: tuple[int, int], at: Where) -> Iterator[Diagnostic]:
    """A place that the claim gives to a side while the chronology or the latest start gives it to the enemy.

    Chronologies leave events out: what counts is an event that the claim rests on, or a start since which, by the
    words of the claim, nothing has changed.
    """
    lost = game.broken("chronology") or (happening.dates and not game.files_of("chronology"))
    histories = _histories(game)[0] if not lost else {}  # what a claim rests on may be in what is not read
    for name, where in _places_held(claim, at) if claim.side and not claim.ever else ():
        tenures = [each for each in histories.get(name, ()) if each.first <= days[1]]
        last = tenures[-1] if tenures else None
        if last is None or not last.side or last.side == claim.side:
            continue
        rests = last.by.said in happening.dates or any(_overlaps(date, days) for date in happening.dates)
        if rests if last.by.kind != "start" else rests or not _CHANGES.search(happening.text):
            said = {"side": game.side_name(claim.side or ""), "holder": game.side_name(last.side)}
            finding = PLT076.at(at / "side", "holder", place=name, turn=happening.turn, **said)
            finding = finding.also(where, "the place").also(last.by.where, f"by {last.by.said}")
            for place in _events_on(game, happening.dates):
                finding = finding.also(place, "an event that it rests on")
            yield finding


def _places_held(claim: Claim, at: Where) -> Iterator[tuple[str, Where]]:
    if claim.when.hold:
        yield claim.when.hold, at / "when" / "hold"
    for part, place in (at / "when").each("all", claim.when.all or ()):
        if part.hold:
            yield part.hold, place / "hold"


def _overlaps(date: str, days: tuple[int, int]) -> bool:
    try:
        stretch = read_date(date)
    except DateError:
        return False
    return stretch.first <= days[1] and stretch.last >= days[0]


def _events_on(game: Game, dates: Sequence[str]) -> Iterator[Where]:
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            if event.date in dates:
                yield from (at / column for column in event.__pydantic_extra__ or {})


def _numbers(game: Game, happening: Happening, at: Where) -> Iterator[Diagnostic]:
    for claim, here in at.each("claims", happening.claims):
        selector = claim.when.destroyed or claim.when.surviving
        if claim.least is None or selector is None:
            continue
        count = len(selected_units(forces(game), selector))
        said = {each.value for each in numbers(happening.text)}
        if count and claim.least > count:
            yield PLT076.at(here / "least", "too_many", least=claim.least, count=count)
        elif said and claim.least not in said:
            yield PLT076.at(here / "least", "number", least=claim.least).also(at / "text", "the text")


CHECKS = (events, claims)
