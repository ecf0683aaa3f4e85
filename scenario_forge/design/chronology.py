"""Positions of another date held against the chronology: places that change hands between that date and the draft's.

A chronology is prose. A line is taken to say that a place changes hands where it names the place next to a word for
that: "Fall of Bardia", "Tobruk lost", "retakes Benghazi and Barce". Whoever held the place at the start whose positions
are taken has lost it then; twice is as before. What a line says in other words is left to the reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.design.front import Drawn, Held, owners, stated_at
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.project.time.calendar import DateError
from scenario_forge.project.time.word_dates import days_of, read_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft
    from scenario_forge.design.front import Standing
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.time.schedule import DateMark


_NOUN = r"(?:fall|loss|capture|recapture|seizure|occupation|storming|surrender|recovery) of "
_VERB = (
    r"(?:loses?|lost|takes?|took|retakes?|retook|(?:re)?captur(?:es?|ed)|seiz(?:es?|ed)|occup(?:y|ies|ied)|"
    r"storms?|stormed|enters?|entered|recovers?|recovered|gives? up|gave up) "
)
_PASSIVE = (
    r" (?:(?:is|are|was|were|has|have|had|been) )*(?:lost|falls?|fell|fallen|taken|retaken|(?:re)?captured|seized|"
    r"occupied|stormed|surrenders?|surrendered|recovered|given up|chang(?:es?|ed) hands)(?!\w)"
)
_CLAUSE = re.compile(r"[;:.]\s+|,\s+(?:but|then)\s+")
_DENIED = re.compile(r"(?<!\w)(?:not|never|nearly|almost|fail(?:s|ed)?|in vain)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lost:
    """A place that is in other hands on the draft's date than at the start whose positions are taken."""

    place: str
    hex: int
    holder: str
    """The side that held it at that start; empty where no rule states it."""
    date: str
    """Of the last line that says so, as printed."""
    said: str

    @property
    def words(self) -> str:
        """The line: ``5-6/42: Tobruk lost``."""
        return f"{self.date}: {self.said}"


@dataclass(frozen=True, slots=True)
class Against:
    """A line of the chronology that speaks against a draft, and whom it concerns."""

    lost: Lost
    who: tuple[str, ...]

    @property
    def said(self) -> str:
        """In words, without a full stop."""
        return f"the chronology contradicts {self.lost.place} ({self.lost.words}); to decide: {', '.join(self.who)}"


@dataclass(frozen=True, slots=True)
class Doubts:
    """What a draft takes over from another date."""

    assumed: int = 0
    """Units whose position is that of another date."""
    source: str = ""
    """The label of that date, as printed."""
    apart: str = ""
    """How far it is from the draft's."""
    against: tuple[Against, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """A remark each, without a full stop."""
        are = "position is assumed: that" if self.assumed == 1 else "positions are assumed: those"
        count = (f"{self.assumed} {are} of {self.source}, {self.apart}",) if self.assumed else ()
        return (*count, *(each.said for each in self.against))


def taken_in(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The places that change hands in a text, each with the clause that says so.

    >>> list(taken_in("Gazala and the Cauldron; Tobruk lost; Rommel at Matruh", ["Gazala", "Tobruk", "Matruh"]))
    [('Tobruk', 'Tobruk lost')]
    >>> [place for place, _ in taken_in("Rommel retakes Derna and Barce. Tobruk is not taken", ["Derna", "Barce"])]
    ['Derna', 'Barce']
    """
    if not names:
        return
    one = "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + r")(?!\w)"
    several = rf"{one}(?:(?:,? and |, ){one})*"
    told = re.compile(rf"(?<!\w)(?:(?i:{_NOUN}|{_VERB})({several})|({several})(?i:{_PASSIVE}))")
    for clause in _CLAUSE.split(text):
        found = None if _DENIED.search(clause) else told.search(clause)
        for name in re.findall(one, found[1] or found[2]) if found else ():
            yield name, clause.strip()


def lost_since(game: Game, grid: HexMap, dates: Dates, source: DateMark) -> list[Lost]:
    """The places that change hands between a printed start and the draft's date, whichever of them comes first."""
    document = game.one("chronology", ChronologyDocument)
    moments = [days_of(dates.track, turn) for turn in (source.turn or 0, dates.first_turn)]
    if document is None or moments[0] is None or moments[1] is None:
        return []
    begins, ends = min(moments[0][0], moments[1][0]), max(moments[0][0], moments[1][0])
    told: dict[str, list[tuple[str, str]]] = {}
    names = [name for name, (_place, hex_, _where) in grid.places.items() if hex_ is not None]
    for event in document[0].events:
        try:
            at = read_date(event.date)
        except DateError:
            continue
        if at.last >= begins and at.first < ends:
            said = (pair for text in event.cells.values() for pair in taken_in(text, names))
            for place, clause in {grid.places[name][0].name: clause for name, clause in said}.items():
                told.setdefault(place, []).append((event.date, clause))
    return [
        Lost(place, grid.places[place][1] or 0, stated_at(game, source, place), *lines[-1])
        for place, lines in told.items()
        if len(lines) % 2
    ]


def opened(grid: HexMap, drafted: Sequence[Draft], lost: Sequence[Lost]) -> None:
    """Leave to decide whoever is drafted in a place that its side has lost, with the line behind the row."""
    for draft in drafted:
        for each in lost:
            if each.holder not in ("", draft.force.side):
                continue
            against = f"against it {each.words}"
            for row in draft.rows:
                if row.hex == each.hex and row.taken_from is not None:
                    row.open = True
                    row.why.append(against)
            for number, markers in enumerate(draft.markers):
                spots = [grid.find(token.place) for token in markers.tokens if token.place]
                if any(spot is not None and spot.hex == each.hex for spot in spots):
                    draft.markers[number] = replace(markers, open=True, why=f"{markers.why}; {against}")


def doubted(
    game: Game, grid: HexMap, drawn: Drawn, stands: Sequence[Standing], source: DateMark, lost: Sequence[Lost]
) -> Drawn:
    """The front with the control of each place left to decide that its old holder would still have."""
    if not lost:
        return drawn
    sides = list(dict.fromkeys((*game.side_names, *(side for _hex, side in stands))))
    owner, held = owners(grid, sides, stands), {each.place: each for each in drawn.held}
    stood = dict(stands)
    for each in lost:
        side = held[each.place].side if each.place in held else stood.get(each.hex)
        if side is None and each.hex in owner:
            side = sides[owner[each.hex]]
        if side and each.holder in ("", side):
            why = f"{source.date.label} {side}; against it {each.words}"
            held[each.place] = Held(each.place, side, why, open=True)
    return replace(drawn, held=[*held.values()])


def doubts(dates: Dates, drafted: Sequence[Draft], drawn: Drawn | None, lost: Sequence[Lost]) -> Doubts:
    """What a draft takes over from another date, and what the chronology has against it."""
    sources = [row.taken_from for draft in drafted for row in draft.rows if row.assumed and row.taken_from]
    against = []
    for each in lost:
        said = f"against it {each.words}"
        who = ["control"] if drawn and any(h.open and h.why.endswith(said) for h in drawn.held) else []
        for draft in drafted:
            who += [row.unit.cited for row in draft.rows if row.open and said in row.why]
            who += [row.marker for row in draft.markers if row.open and row.why.endswith(said)]
        against += [Against(each, tuple(who))] if who else []
    return Doubts(len(sources), *source_words(dates, sources[0] if sources else None), tuple(against))


def source_words(dates: Dates, source: DateMark | None) -> tuple[str, str]:
    """A start whose positions are taken over, as printed, and how far it is from the date; empty for none."""
    return (source.date.label, apart(dates, source)) if source else ("", "")


def apart(dates: Dates, source: DateMark) -> str:
    """``1 game turn before this start``."""
    turns = dates.first_turn - (source.turn or 0)
    if not turns:
        return "the same game turn"
    return f"{plural(abs(turns), 'game turn')} {'before' if turns > 0 else 'after'} this start"
