"""The sources of a scenario's set-up, each book once: of decisions in the dossier, of sightings, of facts.

The dossier and the chronology cite by short titles, `Playfair II; Long; what else there is to say`; sightings cite a
source of sightings.yaml by its id. A short title is the source whose id, author or title it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.drafts.dates import NotMade, dossier_dates, dossier_of
from scenario_forge.game.calendar import DateError
from scenario_forge.game.evidence.sightings import sightings
from scenario_forge.game.schedule import days_of, schedule, span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.documents.sightings import EvidenceSource
    from scenario_forge.documents.time_track import Event
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import TurnSpan

_PAGES = re.compile(r",?\s*\(?\bpp?\.\s*([\d–,\s-]*\d)\)?$")
_VOLUMES = re.compile(r"\b(?:[IVX]+|\d{1,2})\b")
_SHORT = re.compile(r"(?P<name>[^\W\d_][\w'’ -]*?)(?: (?P<volumes>[IVX]+(?:(?:,| and|,? to) [IVX]+)*))?")
"""A short title: a name of few words, and volumes."""
_WORD = r"[\w'’-]+"
_MOST_WORDS = 3
_OWN = "our own reading"
"""How a dossier may say that a decision has no source."""


@dataclass(slots=True)
class Citation:
    """A source, and what of the set-up rests on it."""

    title: str
    """The full title where sightings.yaml has it; empty: our own reading."""
    pages: dict[str, None] = field(default_factory=dict)
    units: dict[str, dict[int, None]] = field(default_factory=dict)
    """By side, set-up numbers of the units that it places."""
    others: dict[str, None] = field(default_factory=dict)
    """Markers and places that it decides, as messages cite them."""
    dates: dict[str, None] = field(default_factory=dict)
    """Dates of facts of the chronology."""

    def add(self, other: Citation) -> None:
        """Add what rests on the same book under another title."""
        self.pages.update(other.pages)
        self.others.update(other.others)
        self.dates.update(other.dates)
        for side, numbers in other.units.items():
            self.add_units(side, numbers)

    def add_units(self, side: str, numbers: Iterable[int]) -> None:
        """Note units that it places."""
        self.units.setdefault(side, {}).update(dict.fromkeys(numbers))


def citations(game: Game, scenario: Scenario) -> list[Citation]:
    """Return the sources of a scenario's own set-up, the ones that decide most first, our own reading last."""
    shelf = _Shelf(game)
    _cite_decisions(game, scenario, shelf)
    window = _window(game, scenario)
    if window is not None:
        _cite_sightings(game, window, shelf)
        _cite_facts(game, window, shelf)
    shelf.settle()
    placing = [each for each in shelf.found.values() if each.title]
    own = [bare for each in shelf.found.values() if not each.title and _weight(bare := _only_ours(each, placing))]
    return [*sorted(placing, key=lambda each: -_weight(each)), *own]


def _only_ours(own: Citation, placing: Iterable[Citation]) -> Citation:
    """Return our own reading without what a source places as well."""
    cited = {(side, no) for each in placing for side, numbers in each.units.items() for no in numbers}
    others = {name for each in placing for name in each.others}
    units = {side: [no for no in numbers if (side, no) not in cited] for side, numbers in own.units.items()}
    return Citation(
        "",
        units={side: dict.fromkeys(numbers) for side, numbers in units.items() if numbers},
        others=dict.fromkeys(name for name in own.others if name not in others),
    )


def _weight(each: Citation) -> int:
    return 1000 * (sum(map(len, each.units.values())) + len(each.others)) + len(each.dates)


def _window(game: Game, scenario: Scenario) -> tuple[int, int] | None:
    """Return the first and last game turn that evidence may be about: the last printed start, and the scenario's."""
    track, start = schedule(game), scenario.start
    if track is None or start is None or start.turn is None:
        return None
    printed = [mark.turn for mark in track.starts.values() if mark.turn is not None and mark.turn <= start.turn]
    return max(printed, default=0), start.turn


def _within(span: TurnSpan, window: tuple[int, int]) -> bool:
    return span.last >= window[0] and span.first <= window[1]


# -- what cites ------------------------------------------------------------------------------------


def _cite_decisions(game: Game, scenario: Scenario, shelf: _Shelf) -> None:
    try:
        dates = dossier_dates(game, scenario.document.start, scenario.first or None)
    except NotMade:
        return
    dossier = dossier_of(game, dates)
    for (side, who), row in dossier.settled_rows.items() if dossier else ():
        for source in shelf.cited(row.row.source) or [shelf.own()]:
            if row.unit is not None and isinstance(who, int):
                source.add_units(side, [who])
            else:
                source.others.setdefault(row.cited)


def _cite_sightings(game: Game, window: tuple[int, int], shelf: _Shelf) -> None:
    for each in sightings(game).rows:
        if not _within(each.span, window):
            continue
        source = shelf.known(each.source) if each.source else shelf.own()
        if each.row.page and each.source:
            source.pages.setdefault(each.row.page.strip())
        if each.units:
            source.add_units(each.side, [unit.no for unit in each.units])
        else:
            source.others.setdefault(each.cited)


def _cite_facts(game: Game, window: tuple[int, int], shelf: _Shelf) -> None:
    track = schedule(game)
    if track is None:
        return
    opens = days_of(track, window[1])
    for event in _facts(game):
        try:
            span = span_of(track, event.date)
        except DateError:  # CHR001 tells of it
            continue
        # what happens on a later day of the first turn, happens in play
        known = opens is None or span.days is None or span.days[0] <= opens[0]
        for source in shelf.cited(event.source) if known and _within(span, window) else ():
            source.dates.setdefault(event.date)


def _facts(game: Game) -> Iterator[Event]:
    for document, _where in game.documents("chronology", ChronologyDocument):
        yield from (event for event in document.events if event.source and (event.control or event.fates))


# -- one book under several titles -----------------------------------------------------------------


class _Shelf:
    """All books of a game, found by full and by short titles."""

    def __init__(self, game: Game) -> None:
        self.sources: Mapping[str, EvidenceSource] = sightings(game).sources
        self.found: dict[str, Citation] = {}
        parts = list(chain.from_iterable(event.source.split(";")[1:] for event in _facts(game)))
        first = [event.source.split(";")[0] for event in _facts(game)]
        again = {part.strip() for part in parts if parts.count(part) > 1 or part in first}
        self.titles = frozenset(part for part in again if _is_short(part))
        """What facts cite behind a first title: short titles, not remarks, as more than one has them."""

    def own(self) -> Citation:
        """Return our own reading."""
        return self.found.setdefault("", Citation(""))

    def known(self, source: EvidenceSource) -> Citation:
        """Return the citation of a source of sightings.yaml."""
        return self.found.setdefault(source.id, Citation(_full_title(source)))

    def settle(self) -> None:
        """Add what a short title of several books cites to the one of these that is cited besides."""
        for key in [*self.found]:
            alike = [id_ for id_, source in self.sources.items() if id_ in self.found and key in _names(source)]
            if key and key not in self.sources and len(alike) == 1:
                self.found[alike[0]].add(self.found.pop(key))

    def cited(self, text: str) -> list[Citation]:
        """Return the sources that a text cites: the first of its parts, and those behind it that are titles."""
        if text.strip().rstrip(".").casefold() == _OWN:
            return [self.own()]
        whole = self._find(_PAGES.sub("", text.strip()))
        if whole is not None:
            return [self._with_page(self.known(whole), text)]
        first, *others = (part.strip() for part in text.split(";"))
        named = [first, *(part for part in others if self._is_title(part))]
        return [each for part in named if part for each in self._parts(part)]

    def _is_title(self, part: str) -> bool:
        bare = _PAGES.sub("", part)
        return part in self.titles or self._find(bare) is not None or (bare != part and _is_short(bare))

    def _parts(self, text: str) -> Iterator[Citation]:
        """Yield a citation for each volume that a title names: ``Playfair I and II``."""
        bare = _PAGES.sub("", text)
        short = _SHORT.fullmatch(bare) if self._find(bare) is None else None
        volumes = re.findall(r"[IVX]+", short["volumes"] or "") if short else []
        for title in [f"{short['name']} {volume}" for volume in volumes] if short and volumes else [bare]:
            source = self._find(title)
            made = self.known(source) if source else self.found.setdefault(title.casefold(), Citation(title))
            yield self._with_page(made, text)

    def _with_page(self, made: Citation, text: str) -> Citation:
        pages = _PAGES.search(text.strip())
        if pages:
            made.pages.setdefault(pages[1].strip())
        return made

    def _find(self, title: str) -> EvidenceSource | None:
        """Return the only source that a title names: by its id, its title, or its author and volume."""
        folded = title.strip().casefold()
        for source in self.sources.values():
            if folded in (source.id, source.title.casefold(), _full_title(source).casefold()):
                return source
        by_title = [each for each in self.sources.values() if _is_by_and_title(each, folded)]
        if len(by_title) == 1:
            return by_title[0]
        name, volumes = _name_and_volumes(title)
        alike = [each for each in self.sources.values() if name in _names(each)]
        fitting = [each for each in alike if not volumes or volumes <= (_volumes(each) or volumes)]
        return fitting[0] if _is_short(title) and len(fitting) == 1 else None


def _is_short(text: str) -> bool:
    return _SHORT.fullmatch(text) is not None and text[:1].isupper() and len(text.split()) <= _MOST_WORDS


def _full_title(source: EvidenceSource) -> str:
    """Return author, title and year: ``I. S. O. Playfair, The Mediterranean and Middle East II (1956)``."""
    title = f"{source.by}, {source.title}" if source.by else source.title
    return f"{title} ({source.year})" if source.year else title


def _is_by_and_title(source: EvidenceSource, folded: str) -> bool:
    """Return whether a text is the title, or a surname and the title: ``agar-hamilton, the sidi rezeg battles``."""
    title = source.title.casefold().removeprefix("the ")
    by, comma, rest = folded.partition(", ")
    named = bool(comma) and bool({*re.findall(_WORD, by)} & {*re.findall(_WORD, source.by.casefold())})
    said = (rest if named else folded).removeprefix("the ")
    return len(said.split()) > (0 if named else 1) and (title.startswith(said) or said.startswith(title))


def _name_and_volumes(title: str) -> tuple[str, frozenset[int]]:
    """Return a short title without its volumes, and these.

    >>> _name_and_volumes("Playfair II"), _name_and_volumes("Long")
    (('playfair', frozenset({2})), ('long', frozenset()))
    """
    short = _SHORT.fullmatch(title.strip())
    name = short["name"] if short else title.strip()
    return name.casefold(), _numbers(title[len(name) :])


def _numbers(text: str) -> frozenset[int]:
    return frozenset(int(each) if each.isdecimal() else _roman(each) for each in _VOLUMES.findall(text))


def _roman(text: str) -> int:
    """Return the number of a volume.

    >>> [_roman(text) for text in ("I", "IV", "IX", "XII")]
    [1, 4, 9, 12]
    """
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in text]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def _names(source: EvidenceSource) -> frozenset[str]:
    """Return the names by which short titles may cite a source: words of its author, and what begins its title."""
    words = re.findall(_WORD, source.by.casefold())
    id_ = re.sub(r"-(?:\d{1,2}|[ivx]+)$", "", source.id).replace("-", " ")
    begins = _SHORT.match(source.title)
    first = begins["name"].casefold() if begins else ""
    named = (*words, id_, source.id, first, source.title.casefold().split()[0])
    return frozenset(word for word in named if len(word) > 1)


def _volumes(source: EvidenceSource) -> frozenset[int]:
    """Return the volumes that a source says it is; none where it says nothing, or spans several."""
    numbers = _numbers(source.title) | _numbers(re.sub(r"^.*-(?=[\divx]+$)", "", source.id).upper())
    return numbers if len(numbers) == 1 else frozenset()
