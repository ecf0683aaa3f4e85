"""The state of a theatre of war on a date: who holds which place, where the front is, and what has become of whom.

The last claim before the date counts: an event of the chronology, a printed start, a sighting, the history that
playtests expect. Land belongs to the side that holds the nearest place. Dates before the first start and after the
last are as good as those between. The date of a draft is a day of its opening turn, if sightings name one
(:func:`~scenario_forge.drafts.holding.day_of_draft`); those of the same turn are of the date itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.report import one_line
from scenario_forge.drafts.dates import dossier_of
from scenario_forge.drafts.evidence import evidence
from scenario_forge.drafts.holding import NIGHT, day_of_draft, end_of, holding_claims, moment_of
from scenario_forge.drafts.land import owners
from scenario_forge.game.dossiers import CONTROL
from scenario_forge.game.front import places_that_count
from scenario_forge.game.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.drafts.holding import HoldingClaim
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import DateMark, Schedule

FateWord = Literal["destroyed", "cut_off", "relieved", "left", "came", "refitted", "to_come"]
"""As in the chronology; `to_come`: a unit of which the first that is known is that it came, later."""
_GONE = frozenset({"destroyed", "left", "to_come"})


@dataclass(frozen=True, slots=True)
class Instant:
    """A date as the state of a theatre is asked for; all but the turn as :func:`moment_of` counts."""

    turn: int
    moment: float
    since: float
    """From here to ``until``, a sighting of a place is of the date itself, if no change lies between the two."""
    until: float
    soon: float
    """Up to here, a later sighting tells who holds a place of which nothing else is known."""

    def between(self, claim: HoldingClaim, claims: Sequence[HoldingClaim]) -> bool:
        """Whether a place changes hands between the date and a sighting of it."""
        changes = [each for each in claims if each.changes and each.side]
        if claim.last < self.moment:
            return any(claim.last <= each.last < self.moment and each.side != claim.side for each in changes)
        return any(self.moment <= each.last <= claim.first for each in changes if claim.first > self.moment)


@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a place, and the evidence for it."""

    hex: int
    place: str
    """Its printed name."""
    side: str
    sure: bool
    """Whether it is fixed: an event or a sighting says it, or the starts before and after agree."""
    why: str
    claim: HoldingClaim | None = field(repr=False)
    """The claim that it rests on; None: the land around it."""
    torn: bool = False
    """Whether claims before and after contradict each other."""


@dataclass(frozen=True, slots=True)
class UnitFate:
    """What has become of a unit by a date, as far as evidence tells."""

    word: FateWord
    by: Evidence
    hex: int | None
    """Where, if that is said: of a unit that is cut off, where it stands."""
    at: float
    """The time from which it holds, as :func:`~scenario_forge.drafts.holding.moment_of` counts."""

    @property
    def gone(self) -> bool:
        """Whether the unit is out of play."""
        return self.word in _GONE

    @property
    def words(self) -> str:
        """As a reason cites it: `destroyed at Sidi Barrani, 11/12/40 (Playfair I)`."""
        return self.by.words if self.word != "to_come" else f"not yet there: {self.by.words}"


@dataclass(frozen=True, eq=False)
class Theatre:
    """The state of the theatre on a date."""

    moment: float
    """The date, as :func:`~scenario_forge.drafts.holding.moment_of` counts."""
    control: Mapping[int, Holding] = field(repr=False)
    """By hex: who holds each place that counts, and each of which evidence or a start tells."""
    owner: Mapping[int, str] = field(repr=False)
    """By hex of land: the side whose it is."""
    fates: Mapping[UnitKey, UnitFate] = field(repr=False)
    """The last that evidence tells of each unit before the date."""

    def holder(self, hex_: int) -> str:
        """Return the side that holds a place, else the side on whose land it is; empty for water."""
        held = self.control.get(hex_)
        return held.side if held else self.owner.get(hex_, "")


def theatre(game: Game, dates: Dates) -> Theatre:
    """Return the state of the theatre as a new scenario begins."""
    key = f"{__name__} drafted at {dates.first_turn} {dates.first}"
    return game.memo.get(key, game, lambda: _drafted(game, dates))


def _drafted(game: Game, dates: Dates) -> Theatre:
    track, turn = dates.track, dates.first_turn
    begins = ends = moment = moment_of(track, turn, dates.first)
    if not dates.printed:  # a printed start is of the time at which its turn begins
        moment = day_of_draft(game, track, turn, dates.first)
        begins, ends = moment_of(track, turn), end_of(track, turn)
    at = Instant(turn, moment, begins, ends, end_of(track, turn + 1))
    return _state(game, track, at, {held.hex: held for held in _decided(game, dates)})


def start_theatre(game: Game, track: Schedule, mark: DateMark) -> Theatre:
    """Return the state of the theatre at a printed start, by what the start says and the evidence."""
    return theatre_at(game, track, mark.turn or 0, mark.side)


def theatre_at(game: Game, track: Schedule, turn: int, first: str = "") -> Theatre:
    """Return the state of the theatre as a game turn begins, or as a side opens play in it."""
    moment = moment_of(track, turn, first)
    at = Instant(turn, moment, moment, moment, end_of(track, turn + 1))
    return game.memo.get(f"{__name__} at {turn} {first}", game, lambda: _state(game, track, at, {}))


def _state(game: Game, track: Schedule, at: Instant, decided: Mapping[int, Holding]) -> Theatre:
    grid, moment = hex_map(game), at.moment
    fates = dict(_fates(game, track, at.turn, moment))
    if grid is None:
        return Theatre(moment, {}, {}, fates)
    sides = [*game.side_names]
    control = {held.hex: held for held in _control(game, at)} | {**decided}
    control |= {held.hex: held for held in _bases(game, grid, control)}
    stood = {hex_: held.side for hex_, held in control.items()}
    for each in evidence(game):
        if each.claim == "at" and each.covers(at.turn) and each.location is not None and each.location.hex is not None:
            stood.setdefault(each.location.hex, each.subject.side)
    land = {hex_: sides[number] for hex_, number in owners(grid, sides, [*stood.items()]).items()}
    control |= {held.hex: held for held in _unclaimed(game, control, land)}
    return Theatre(moment, control, land, fates)


# -- who holds a place -----------------------------------------------------------------------------


def _control(game: Game, at: Instant) -> Iterator[Holding]:
    for claims in holding_claims(game).values():
        held = holding_at(game, claims, at)
        if held is not None:
            yield held


def _decided(game: Game, dates: Dates) -> Iterator[Holding]:
    """Yield who holds a place by decision of the dossier of the date."""
    dossier, grid = dossier_of(game, dates), hex_map(game)
    names = {hex_: place.name for place, hex_, _where in grid.places.values() if hex_ is not None} if grid else {}
    for (of, name), each in dossier.settled_rows.items() if dossier else ():
        hex_ = next(iter(each.hexes), None)
        if of == CONTROL and hex_ is not None:
            why = one_line(f"decided: {each.row.source}" if each.row.source else "decided")
            yield Holding(hex_, names.get(hex_, str(name)), each.row.at, sure=True, why=why, claim=None)


def holding_at(game: Game, claims: Sequence[HoldingClaim], at: Instant) -> Holding | None:
    """Return who holds a place on a date by the claims about it, which are in order of time; None without any.

    The last claim before the date counts. Where the next finds another holder and tells of no change, the nearer of
    the two counts. Before the first event, the place was the enemy's of the side that takes it. A sighting after the
    date only confirms what is known before it; where nothing else is known of the place, it counts if it is soon.
    """
    # sightings, which may contradict the rest, are looked at first where they are of the time itself
    sighted = [claim for claim in claims if claim.kind == "sighting"]
    inside = [claim for claim in sighted if claim.first <= at.until and claim.last >= at.since]
    seen = [claim for claim in inside if not at.between(claim, claims)]
    if seen:
        last = min(seen, key=lambda claim: ("certain", "likely", "perhaps").index(claim.sure))
        return _holding(last, sure=last.sure == "certain" and len({claim.side for claim in seen}) == 1)
    ahead = [claim for claim in sighted if claim.first > at.moment]
    known = [claim for claim in claims if claim not in ahead]
    strong = [claim for claim in known if claim.kind != "front"] or known
    if not strong:
        return next((_holding(claim, sure=False) for claim in ahead if claim.first <= at.soon), None)
    past = [claim for claim in strong if claim.last < at.moment]
    if not past:
        return _before_all(game, strong[0])
    last = past[-1]
    following = [claim for claim in claims if claim in strong or (claim in ahead and claim.side == last.side)]
    next_ = next((claim for claim in following if claim.last >= at.moment), None)
    if next_ is None or next_.side == last.side:
        return _holding(last, sure=last.sure == "certain" and last.kind != "front" and _rests(last, next_))
    if not next_.changes and next_.last - at.moment < at.moment - last.last:
        return _holding(next_, sure=False, besides=f"but {last.words}")
    sure = last.kind != "front" and last.sure == "certain" and next_.first >= at.moment and next_.changes
    return _holding(last, sure=sure, besides="" if sure else f"but {next_.words}")


def _rests(last: HoldingClaim, next_: HoldingClaim | None) -> bool:
    """Whether nothing can have happened since: an event is the last of its place, or the next claim agrees."""
    return last.changes or next_ is not None


def _before_all(game: Game, first: HoldingClaim) -> Holding:
    """The holder before the first claim of all: of a change, whoever lost the place by it."""
    others = [side for side in game.side_names if side != first.side]
    if not first.changes or len(others) != 1:
        return _holding(first, sure=False)
    why = f"{game.side_name(others[0])} before {first.words}"
    return Holding(first.hex, first.place, others[0], sure=False, why=why, claim=first)


def _holding(claim: HoldingClaim, *, sure: bool, besides: str = "") -> Holding:
    why = f"{claim.words}; {besides}" if besides else claim.words
    return Holding(claim.hex, claim.place, claim.side, sure, why, claim, torn=bool(besides))


def _bases(game: Game, grid: HexMap, control: Mapping[int, Holding]) -> Iterator[Holding]:
    """Yield the bases on the map of a side that has none left by the evidence, and no box: it could not play."""
    boxes = {box.side for box in grid.document.boxes}
    for side in game.side_names:
        own = {hex_: place for place, hex_, _w in grid.places.values() if place.sides == [side] and hex_ is not None}
        held = any(hex_ not in control or control[hex_].side == side for hex_ in own)
        if side in boxes or held:
            continue
        for hex_, place in own.items():
            why = f"the base of {game.side_name(side)}; but {control[hex_].why}"
            yield Holding(hex_, place.name, side, sure=False, why=why, claim=control[hex_].claim)


def _unclaimed(game: Game, control: Mapping[int, Holding], land: Mapping[int, str]) -> Iterator[Holding]:
    """Yield the places that count of which nobody tells: they go with the land."""
    for name, hex_ in places_that_count(game).items():
        if hex_ not in control and hex_ in land:
            yield Holding(hex_, name, land[hex_], sure=False, why="by the nearest place", claim=None)


# -- what has become of whom -----------------------------------------------------------------------


def _fates(game: Game, track: Schedule, turn: int, moment: float) -> Iterator[tuple[UnitKey, UnitFate]]:
    """Yield the last that is told of each unit before a moment of a game turn; who comes later in it may be there."""
    end = end_of(track, turn)
    told: dict[UnitKey, list[tuple[float, float, Evidence]]] = {}
    for each in evidence(game):
        if each.claim == "fate":
            first, last = each.days or (moment_of(track, each.first), end_of(track, each.last))
            for key in each.subject.units:
                told.setdefault(key, []).append((last, first, each))
    for key, several in told.items():
        several.sort(key=lambda one: one[:2])
        past = [one for one in several if one[0] < moment]
        if past:
            last, _first, by = past[-1]
            yield key, UnitFate(_word(by), by, _hex(by), last)
        elif several[0][2].value == "came" and several[0][1] > end:
            yield key, UnitFate("to_come", several[0][2], None, moment - NIGHT)


def _word(by: Evidence) -> FateWord:
    words: tuple[FateWord, ...] = ("destroyed", "cut_off", "relieved", "left", "came", "refitted")
    return next(word for word in words if word == by.value)


def _hex(by: Evidence) -> int | None:
    return by.location.hex if by.location is not None else None


# -- what has changed since a printed start ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lost:
    """A place that is in other hands on the draft's date than at the start whose positions are taken."""

    place: str
    key: str
    """As `control:` names it."""
    hex: int
    holder: str
    """The side that held it at that start; empty where no rule states it."""
    date: str
    """Of the last line that says so, as printed."""
    said: str

    @property
    def words(self) -> str:
        """The line as cited in a reason: ``5-6/42: Tobruk lost``."""
        return f"{self.date}: {self.said}"


def lost_since(game: Game, dates: Dates, source: DateMark) -> list[Lost]:
    """Return the places that by the evidence are in other hands on the date than at a printed start, or were then."""
    grid, then = hex_map(game), start_theatre(game, dates.track, source)
    found: list[Lost] = []
    for hex_, held in theatre(game, dates).control.items() if grid else ():
        was, claim = then.control.get(hex_), held.claim
        if grid is None or was is None or claim is None or was.side == held.side:
            continue
        # on a date before the start, what made the place the other side's is what counts
        later = then.moment > moment_of(dates.track, dates.first_turn, dates.first)
        tells = was.claim if was.claim is not None and later else claim
        if tells.kind not in ("start", "front"):
            found.append(Lost(held.place, grid.key_of(hex_), hex_, was.side, tells.date, tells.said))
    return found
