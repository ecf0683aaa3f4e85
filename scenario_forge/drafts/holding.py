"""Who held a place when, by everything that a game says of it: the claims from which control on a date is worked out.

Claims come from the keys of the chronology and from sightings (:mod:`~scenario_forge.drafts.evidence`), from printed
starts, from `history:` of playtest.yaml, and, for places of which no key of the chronology tells, from its prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.drafts.evidence import evidence
from scenario_forge.drafts.land import owners
from scenario_forge.game.calendar import DateError, read_date
from scenario_forge.game.front import stands, starting_holders
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import days_of, schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.documents.sightings import Sure
    from scenario_forge.documents.victory import Condition
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule

ClaimKind = Literal["event", "sighting", "start", "front", "history", "prose"]
"""Where a claim is from; `front`: a printed start, by who stands nearest to the place."""
NIGHT = 0.5
"""Days by which a start comes before the first day of its turn, and after the day before."""


@dataclass(frozen=True, slots=True)
class HoldingClaim:
    """What one source says of who holds a place; ``first`` and ``last`` are days, else game turns."""

    hex: int
    place: str
    """Its printed name."""
    side: str
    """Empty where the words do not say who takes it: whoever did not hold it."""
    first: float
    last: float
    kind: ClaimKind
    sure: Sure
    words: str
    """As a reason cites it: `Allied, 21/1/41 (Playfair I)`."""
    where: Where | None
    date: str
    """As printed."""
    said: str
    """What it says, without the date: `Tobruk lost`, `Tobruk Allied`."""

    @property
    def changes(self) -> bool:
        """Whether it tells of a change, rather than of how things were."""
        return self.kind in ("event", "prose")


def moment_of(track: Schedule, turn: int, first: str = "") -> float:
    """Return the time at which a game turn begins, as claims count it: its first day, else its number.

    ``first``: the side that opens play. Where the sides move one after the other, the part of the turn is past that
    belongs to those before it.
    """
    days = days_of(track, turn) if track.calendar.dated else None
    begins, ends = (days[0], days[1] + 1) if days is not None else (turn, turn + 1)
    past = track.player_turn(turn, first) - turn * track.moments
    return begins + (ends - begins) * past / max(1, track.moments)


def end_of(track: Schedule, turn: int) -> float:
    """Return the time at which a game turn ends."""
    days = days_of(track, turn) if track.calendar.dated else None
    return days[1] if days is not None else turn + 1 - NIGHT


def day_of_draft(game: Game, track: Schedule, turn: int, first: str = "") -> float:
    """Return the time at which play of a draft opens: the day in its turn for which most places were looked up.

    Of days named as often, the earliest. Without such a day, the time at which the side that opens play moves.
    """
    opens, end = moment_of(track, turn, first), end_of(track, turn)
    seen = (claim for claims in holding_claims(game).values() for claim in claims if claim.kind == "sighting")
    days = [claim.first for claim in seen if claim.first == claim.last and opens <= claim.first <= end]
    return max(sorted(set(days)), key=days.count, default=opens)


@view
def holding_claims(game: Game) -> Mapping[int, Sequence[HoldingClaim]]:
    """By hex: every claim of who holds it, in order of time."""
    track, grid = schedule(game), hex_map(game)
    found: dict[int, list[HoldingClaim]] = {}
    if track is None or grid is None:
        return found
    told = [*_evident(game, track), *_at_starts(game, track, grid), *_expected(game, track, grid)]
    keyed = {claim.hex for claim in told if claim.kind == "event"}
    told += [claim for claim in _in_prose(game, track, grid) if claim.hex not in keyed]
    for claim in told:
        found.setdefault(claim.hex, []).append(claim)
    return {hex_: _with_sides(game, claims) for hex_, claims in sorted(found.items())}


def _with_sides(game: Game, claims: list[HoldingClaim]) -> list[HoldingClaim]:
    """Return the claims in order; who takes a place is, where nobody is named, the enemy of its holder."""
    sides, ordered, holder = [*game.side_names], list[HoldingClaim](), ""
    for claim in sorted(claims, key=lambda each: (each.last, each.first)):
        if claim.side:
            ordered.append(claim)
        elif holder and len(sides) == len(("one", "other")):
            other = next(side for side in sides if side != holder)
            ordered.append(_named(game, claim, other))
        holder = ordered[-1].side if ordered and claim.kind != "front" else holder
    return ordered


def _named(game: Game, claim: HoldingClaim, side: str) -> HoldingClaim:
    return replace(claim, side=side, words=f"{game.side_name(side)}, {claim.words}")


# -- what each home of evidence says ----------------------------------------------------------------


def _evident(game: Game, track: Schedule) -> Iterator[HoldingClaim]:
    for each in evidence(game):
        hex_ = each.location.hex if each.location else None
        if each.claim != "held" or hex_ is None:
            continue
        first, last = each.days or (moment_of(track, each.first), end_of(track, each.last))
        words = f"{game.side_name(each.value)}, {each.date} ({each.source})"
        kind: ClaimKind = "event" if each.lasting else "sighting"
        said = _clause(each) or f"{each.place} {game.side_name(each.value)}"
        yield HoldingClaim(
            hex_, each.place, each.value, first, last, kind, each.sure, words, each.where, each.date, said
        )


def _clause(each: Evidence) -> str:
    """Return what the cells of the same row say of the place, if they say that it changes hands."""
    row = Where(each.where.file, each.where.path[:2]).data if each.lasting else None
    texts = [text for text in row.values() if isinstance(text, str)] if isinstance(row, dict) else []
    told = (clause for text in texts for _place, clause in places_changing_hands(text, [each.place]))
    return next(told, "")


def _at_starts(game: Game, track: Schedule, grid: HexMap) -> Iterator[HoldingClaim]:
    """Yield what is stated of places at printed starts, who stands there, and else who stands nearest."""
    places = {hex_: place.name for place, hex_, _where in reversed([*grid.places.values()]) if hex_ is not None}
    hexes = {name: hex_ for hex_, name in places.items()}
    for mark in track.starts.values():
        printed = _scenario_at(game, mark.date.id)
        if mark.turn is None or printed is None:
            continue
        at, label = moment_of(track, mark.turn, mark.side) - NIGHT, mark.date.label
        stood = [(each.hex, each.side) for each in stands(game, printed)]
        stated = {hexes[name]: held for name, held in starting_holders(game, printed).items() if name in hexes}
        there = {hex_: side for hex_, side in stood if hex_ in places}
        sides = [*game.side_names]
        near = owners(grid, sides, stood) if stood else {}
        for hex_, name in places.items():
            side, where = stated.get(hex_, (there.get(hex_, ""), None))
            kind: ClaimKind = "start" if side else "front"
            side = side or (sides[near[hex_]] if hex_ in near else "")
            if side:
                how = "" if kind == "start" else ", by who stands near"
                said = f"{name} {game.side_name(side)}"
                words = f"{game.side_name(side)} in {label}{how}"
                yield HoldingClaim(hex_, name, side, at, at, kind, "certain", words, where, label, said)


def _scenario_at(game: Game, start: str) -> Scenario | None:
    """Return a scenario with the printed set-up of a start."""
    return next((each for each in scenarios(game).listed if each.document.start == start and _as_printed(each)), None)


def _as_printed(scenario: Scenario) -> bool:
    document = scenario.document
    return not document.set_up and not document.front and not document.control


def _expected(game: Game, track: Schedule, grid: HexMap) -> Iterator[HoldingClaim]:
    """Yield what the history of playtest.yaml says: places held at the end of a turn, areas without an enemy."""
    for document, where in game.documents("playtest", PlaytestDocument):
        for happening, at in where.each("history", document.history):
            try:
                turn = track.turn(happening.turn)
            except DateError:
                continue  # an unknown name
            end = end_of(track, turn)
            words = f"at the end of {track.label(turn)} (history, {happening.id})"
            for claim, here in at.each("claims", happening.claims):
                if claim.ever:
                    continue
                for hex_, side in _held_if(game, grid, claim.when, claim.side):
                    place = next((p.name for p, h, _w in grid.places.values() if h == hex_), grid.name(hex_))
                    yield HoldingClaim(
                        hex_, place, side, end, end, "history", "certain",
                        f"{game.side_name(side)} {words}", here, happening.turn, happening.text,
                    )  # fmt: skip


def _held_if(game: Game, grid: HexMap, when: Condition, side: str | None) -> Iterator[tuple[int, str]]:
    """Yield hexes and who holds them in any game in which a condition is met."""
    for part in when.all or ():
        yield from _held_if(game, grid, part, side)
    spot = grid.find(when.hold) if when.hold else None
    if side and spot is not None and spot.hex is not None:
        yield spot.hex, side
    gone = when.present if when.present and when.present.none else None
    sides = [*game.side_names]
    if gone is None or gone.units.model_dump(exclude_defaults=True).keys() != {"side"} or len(sides) != len((1, 2)):
        return
    other = next((each for each in sides if each != gone.units.side), "")
    areas = [grid.areas[region.area] for region in gone.within if region.area in grid.areas]
    inside = {hex_ for area in areas for hex_ in area}
    for _place, hex_, _where in grid.places.values():
        if hex_ in inside and hex_ is not None:
            yield hex_, other


def _in_prose(game: Game, track: Schedule, grid: HexMap) -> Iterator[HoldingClaim]:
    """Yield places that a row of the chronology says have changed hands, in words alone."""
    if not game.in_english or not track.calendar.dated:
        return
    names = [name for name, (_place, hex_, _where) in grid.places.items() if hex_ is not None]
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            try:
                days = read_date(event.date)
            except DateError:
                continue  # CHR001
            for column, text in event.cells.items():
                for name, clause in places_changing_hands(str(text), names):
                    place, hex_, _where = grid.places[name]
                    if hex_ is not None:
                        yield HoldingClaim(
                            hex_, place.name, "", days.first, days.last, "prose", "likely",
                            f"{event.date}: {clause}", at / column, event.date, clause,
                        )  # fmt: skip


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


def places_changing_hands(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the places that change hands in a text, each with the clause that says so.

    >>> list(places_changing_hands("Gazala and the Cauldron; Tobruk lost; Rommel at Matruh", ["Tobruk", "Matruh"]))
    [('Tobruk', 'Tobruk lost')]
    >>> text = "Rommel retakes Derna and Barce. Tobruk is not taken"
    >>> [place for place, _ in places_changing_hands(text, ["Derna", "Barce"])]
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
