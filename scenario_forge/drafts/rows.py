"""Rows of every unit of both orders of battle on a date between two printed starts, with the reason for each."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

from scenario_forge.drafts.dates import NotMade
from scenario_forge.drafts.holding import moment_of
from scenario_forge.drafts.theatre import theatre
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import PlacementToken
from scenario_forge.hexes import distance
from scenario_forge.mechanics.supply import weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.theatre import UnitFate
    from scenario_forge.game.forces import Entry, Force, Forces, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.game.schedule import DateMark


_UNPLACED = ("within", "enters", "attached", "free")
"""Kinds of entries that leave it to the player where a unit begins."""
_OFF = ("eliminated", "reserve", "absent")
_WORDS = {"absent": "not there", "eliminated": "eliminated"}


@dataclass(slots=True)
class DraftRow:
    """A unit's row: its token, whether that is only a candidate, what comes later, and why."""

    unit: Unit
    token: PlacementToken
    open: bool = False
    later: list[PlacementToken] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    hex: int | None = None
    """Where the token's place is on the map."""
    guess: str = ""
    """The kind of guess, by which its chance was measured; empty for a row that is fixed, or of no known chance."""


@dataclass(slots=True)
class MarkerRow:
    """Markers of one kind: where they are, and why."""

    marker: str
    tokens: list[PlacementToken]
    open: bool
    why: str


@dataclass(frozen=True, slots=True)
class SavedRow:
    """Points that a side has saved, and the evidence for them."""

    pool: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """One side's part of a draft: its units, markers and saved points."""

    force: Force
    rows: list[DraftRow]
    markers: list[MarkerRow]
    saved: list[SavedRow] = field(default_factory=list)


def drafts(game: Game, dates: Dates, positions: DateMark) -> tuple[list[Draft], Positions]:
    """Draft both sides: comings and goings by rule, positions of those on the map from a printed start.

    Raises:
        NotMade: an order of battle has no column for a start that is needed.
    """
    linked, ground, fates = forces(game), Positions(game), theatre(game, dates).fates
    drafted = [
        (force, [row_by_rule(dates, positions, force, unit, fates.get(unit.key)) for unit in force.units])
        for force in linked.sides.values()
    ]
    rows = [row for _force, own in drafted for row in own]
    for sure in (True, False):
        for row in rows:
            if row.token.kind == "at" and row.open != sure:
                fit(ground, row)
    if not (dates.printed and positions is dates.before):
        for row in rows:
            row.open = row.open or row.token.kind == "at"
    return [Draft(force, own, _markers(linked, ground, dates, positions, force, own)) for force, own in drafted], ground


def column_of(force: Force, mark: DateMark | None) -> str:
    """Return the name of the column that sets up a start.

    Raises:
        NotMade: there is none.
    """
    found = [c.id for c in force.columns.values() if mark is not None and c.start == mark.date.id]
    if not found and mark is not None:
        raise NotMade(f"no column of {force.title} sets up the start {mark.date.label}")
    return found[0] if found else ""


def row_by_rule(dates: Dates, positions: DateMark, force: Force, unit: Unit, fate: UnitFate | None = None) -> DraftRow:
    """Derive a unit's row from the printed starts around the date, its comings and goings, and its fate."""
    row, came = presence(dates, force, unit, fate)
    if row.token.kind == "at":
        base = unit.at_start(column_of(force, dates.before))
        spent = spent_points(dates, force, base, came if came is not base else None)
        _position(dates, positions, force, row, came, spent)
        row.token = replace(row.token, spent=spent if row.hex is None else None)
    return row


def presence(dates: Dates, force: Force, unit: Unit, fate: UnitFate | None = None) -> tuple[DraftRow, Entry | None]:
    """Return a unit's row without a place, by rule, and the entry that brought the unit in: printed, or an arrival.

    Before the first printed start, a unit is there that leaves next, or is there or lost at that start without having
    arrived since. One in reserve may have come back on any date, so that its row is open.

    ``fate``: what evidence says has become of it. Who comes and leaves is for the rules, which print it; a unit that
    was destroyed since is eliminated, unless the next start has it on the map, and one that was refitted is there
    again.
    """
    base = unit.at_start(column_of(force, dates.before))
    events = list(_events(dates, force, unit))
    past = [entry for turn, entry in events if _is_past(dates, turn, entry)]
    to_come = [entry for turn, entry in events if not _is_past(dates, turn, entry)]
    row = DraftRow(unit, PlacementToken("absent"), later=[without_span(entry.token) for entry in to_come])
    row.why = [f"{label_of(dates.before)} {entry_words(unit, base)}"]
    row.why += [f"{'arrives' if entry.kind == 'arrives' else 'leaves'} {entry.token.date}" for entry in past]
    row.why += [f"cannot be read: {text}" for text in _unread(unit)]
    last, kind = past[-1] if past else None, base.kind if base else "absent"
    if last is not None:
        kind = "at" if last.kind == "arrives" else "absent"
    elif dates.early:
        was_there = to_come[0].kind == "leaves" if to_come else kind != "absent"
        kind = "at" if was_there else "absent"
    if base is not None and last is None and kind in _UNPLACED:
        # where a unit was set up in an area, entered or was attached, nobody knows where it stands by now
        row.token, row.open = without_span(base.token), not dates.printed
        return row, base
    if fate is not None and fate.at > _told_of(dates, past):
        decides = fate.word in _DECIDES and not (fate.word == "destroyed" and _is_back(dates, force, unit))
        kind = _DECIDES[fate.word] if decides else kind
        row.why += [fate.words] if decides else [f"by the rules; but {fate.words}"] if fate.gone else []
    row.token = PlacementToken(kind if kind in ("at", *_OFF) else "absent")
    row.open = kind == "reserve" and not dates.printed
    return row, last or base


_DECIDES: Mapping[str, EntryKind] = {"destroyed": "eliminated", "refitted": "at"}
"""Fates that decide whether a unit is there."""


def _is_back(dates: Dates, force: Force, unit: Unit) -> bool:
    """Whether the next printed start has a unit on the map."""
    following = dates.before if dates.early else dates.after
    there = unit.at_start(column_of(force, following)) if following is not None else None
    return there is not None and there.kind == "at"


def _told_of(dates: Dates, past: Sequence[Entry]) -> float:
    """Return the time of the last that is printed of a unit before the date."""
    if past and past[-1].turn is not None:
        return moment_of(dates.track, past[-1].turn)
    return -inf if dates.early else moment_of(dates.track, dates.before.turn or 0, dates.before.side)


def _is_past(dates: Dates, turn: int, entry: Entry) -> bool:
    return dates.has_come(turn) if entry.kind == "arrives" else turn < dates.opens


def spent_points(dates: Dates, force: Force, base: Entry | None, arrival: Entry | None) -> int | None:
    """Return the movement points that a unit has spent before its first move, where that is still to come."""
    if arrival is None or arrival.turn is None:
        return base.token.spent if base and dates.printed else None
    moves = dates.track.player_turn(arrival.turn + 1, force.side)
    return arrival.token.spent if dates.opens <= moves else None


def comings(
    dates: Dates, force: Force, unit: Unit, since: int | None = None
) -> tuple[list[PlacementToken], list[PlacementToken]]:
    """Return arrivals and withdrawals since a player turn: those that are past, and those to come.

    ``since``: as the track counts player turns; None: the printed start before.
    """
    events = list(_events(dates, force, unit, since))
    past = [without_span(entry.token) for turn, entry in events if _is_past(dates, turn, entry)]
    return past, [without_span(entry.token) for turn, entry in events if not _is_past(dates, turn, entry)]


def _events(dates: Dates, force: Force, unit: Unit, since: int | None = None) -> Iterator[tuple[int, Entry]]:
    """Arrivals and withdrawals after the start before, or since a player turn, in order of time; each date once."""
    track, seen = dates.track, set()
    opened = track.player_turn(dates.before.turn or 0, dates.before.side)
    begins = (0 if dates.early else opened) if since is None else since
    read = {column.id for column in force.columns_once}
    entries = [entry for entry in unit.entries() if entry.column.id in read]
    for entry in sorted(entries, key=lambda e: e.turn if e.turn is not None else -1):
        if entry.turn is None or entry.kind not in ("arrives", "leaves"):
            continue
        if since is None and _overtaken(dates, entry, opened):
            continue
        turn = track.player_turn(entry.turn, force.side)
        if turn >= begins and (entry.kind, turn) not in seen:
            seen.add((entry.kind, turn))
            yield turn, entry


def _overtaken(dates: Dates, entry: Entry, opened: int) -> bool:
    """Check whether an entry belongs to the column after an earlier start, which play from this one ignores."""
    after = dates.track.starts.get(entry.column.after or "")
    return after is not None and dates.track.player_turn(after.turn or 0, after.side) < opened


def _unread(unit: Unit) -> list[str]:
    """Arrivals and withdrawals with a date that is none: nothing is guessed."""
    dated = [e for e in unit.entries() if e.turn is None and (e.token.date or (e.kind == "at" and not e.location))]
    return [e.token.date or e.token.place for e in dated]


def _position(
    dates: Dates,
    positions: DateMark,
    force: Force,
    row: DraftRow,
    came: Entry | None,
    spent: int | None,
) -> None:
    """Return where a unit is that is on the map or in a box: as printed at a start, else a candidate."""
    unit, base = row.unit, came if came and came.kind == "at" else None
    strength = came.token.strength if came else None
    chosen = unit.at_start(column_of(force, positions))
    if chosen is not None and chosen.kind == "at" and chosen.location and (chosen.token.spent is None or spent):
        row.token, row.hex = replace(without_span(chosen.token), strength=strength), chosen.hex
        if positions is dates.before:
            row.open = base is None
            return
        # nobody knows when a unit came to the strength of the later start: that is for a person to decide
        row.open = chosen.token.strength != strength
        row.token = replace(row.token, strength=chosen.token.strength)
        both = f"position and strength of {label_of(positions)} {entry_words(unit, chosen)}"
        row.why.append(both if row.open else f"position of {label_of(positions)}")
        return
    row.open = True
    if chosen is not None and chosen.kind in ("eliminated", "reserve") and positions is not dates.before:
        row.token = PlacementToken(chosen.kind)
        row.why.append(f"{label_of(positions)} {entry_words(unit, chosen)}")
        return
    after = unit.at_start(column_of(force, dates.after)) if dates.after else None
    row.why += [f"{label_of(dates.after)} {entry_words(unit, after)}"] if dates.after else []
    if after is not None and after.kind == "at" and after.location:
        row.token, row.hex = replace(without_span(after.token), strength=strength), after.hex
        return
    kin = _kin(force, unit, dates.after)
    if base is not None and base.location and (positions is dates.before or kin is None):
        row.token, row.hex = without_span(base.token), base.hex
        return
    kin = kin or _kin(force, unit, dates.before)
    if kin is not None:
        other, entry = kin
        row.token = replace(without_span(entry.token), strength=strength, in_works=False)
        row.hex = entry.hex
        row.why.append(f"{other.name}, {kinship(unit, other)}")


def _kin(force: Force, unit: Unit, mark: DateMark | None) -> tuple[Unit, Entry] | None:
    """The most closely related unit on the map at a start, and its entry."""
    column = column_of(force, mark) if mark else ""
    there = [(u, e) for u in force.units if (e := u.at_start(column)) and e.hex is not None]
    kin = kin_of(unit, (other for other, _entry in there))
    return next((each for each in there if each[0] is kin), None)


def fit(ground: Positions, row: DraftRow) -> None:
    """Place a row's unit where it may stand; a unit that has to move aside is left to decide."""
    strength, hex_ = row.token.strength, row.hex
    if hex_ is None or ground.grid is None:
        return
    found = ground.nearest(row.unit, strength, hex_)
    if found is None:
        return
    in_works = row.token.in_works and found == hex_ and ground.works_left(found)
    if found != hex_:
        row.open = True
        row.why.append(f"no room in {row.token.place}")
    ground.put(row.unit, strength, found, in_works=in_works)
    row.hex, row.token = found, replace(row.token, place=ground.grid.name(found), in_works=in_works)


def _markers(
    linked: Forces, ground: Positions, dates: Dates, positions: DateMark, force: Force, rows: list[DraftRow]
) -> list[MarkerRow]:
    """Markers as they lie at the start whose positions were chosen, else at the one that supplies more units."""
    stand = [row for row in rows if row.token.kind == "at" and row.hex is not None]
    kinds = dict.fromkeys(each.marker for each in force.markers if each.entry.column.id in force.columns)
    found = []
    for kind in kinds:
        choices: list[tuple[tuple[int, int], int, DateMark, list[Entry]]] = []
        for mark in (dates.before, dates.after) if positions is dates.before else (positions,):
            column = column_of(force, mark)
            entries = [e.entry for e in force.markers if e.marker == kind and e.entry.column.id == column]
            if mark is not None and entries:
                choices.append((_apart(ground, stand, entries), len(choices), mark, entries))
        if not choices:
            continue
        _distance, _n, mark, entries = min(choices, key=lambda choice: choice[:2])
        tokens = [_moved(ground, force.side, entry) for entry in entries]
        name = linked.markers[kind][0].kind if kind in linked.markers else kind
        found.append(MarkerRow(kind, tokens, True, f"{name} of {label_of(mark)}"))
    return found


def _apart(ground: Positions, stand: list[DraftRow], entries: list[Entry]) -> tuple[int, int]:
    """How many units are farther from the markers than supply reaches, and how far all of them are, in hexes."""
    spots = [entry.hex for entry in entries if entry.hex is not None]
    if ground.grid is None or not spots:
        return len(stand), len(stand) * 1000
    grid, unfed, total = ground.grid.grid, 0, 0
    for row in stand:
        away = min(distance(grid, row.hex or 0, spot) for spot in spots)
        nation = row.unit.counter.counter.nationality if row.unit.counter else ""
        unfed, total = unfed + (away > ground.radius.get(nation, away)), total + away
    return unfed, total


def _moved(ground: Positions, side: str, entry: Entry) -> PlacementToken:
    free = ground.free(side, entry.hex) if entry.hex is not None else None
    return (
        without_span(entry.token)
        if free is None or ground.grid is None
        else replace(without_span(entry.token), place=ground.grid.name(free))
    )


def without_span(token: PlacementToken) -> PlacementToken:
    """Return a token without its place in the text that it was read from."""
    return replace(token, start=0, end=0, name_start=0, name_end=0)


def label_of(mark: DateMark | None) -> str:
    """Return a start date as printed; empty for none."""
    return mark.date.label if mark else ""


def entry_words(unit: Unit, entry: Entry | None) -> str:
    """Return a cell as printed, or in words."""
    if entry is None:
        return "not said"
    return _WORDS.get(entry.kind) or unit.row.cells.get(entry.column.id, "").strip() or "not said"


# -- the unit most closely related to one of which little is known ---------------------------------


def kin_of(unit: Unit, among: Iterable[Unit]) -> Unit | None:
    """Return a unit's closest kin: of its formation, else of its nationality and type, nearest in the chart."""

    def strangeness(other: Unit) -> tuple[bool, bool, bool, int]:
        stranger = formation(other) != formation(unit)
        nation, kind = _nation(other) != _nation(unit), _type(other) != _type(unit)
        return stranger, stranger and nation, stranger and kind, abs(other.no - unit.no)

    return min((other for other in among if other is not unit), key=strangeness, default=None)


def kinship(unit: Unit, kin: Unit) -> str:
    """Explain why that unit is the nearest relative, for the comment of a row."""
    return "same formation" if formation(kin) == formation(unit) else "nearest row"


def formation(unit: Unit) -> str:
    """Return the formation that a unit's identity says: ``5/4 Ind`` is of ``4 Ind``."""
    return unit.formations[0]


def _nation(unit: Unit) -> str | None:
    return unit.counter.counter.nationality if unit.counter else None


def _type(unit: Unit) -> str | None:
    return unit.counter.counter.type if unit.counter else None


# -- candidates put where a unit may stand: on land, not among the enemy, not too many in a hex ----


class Positions:
    """Positions of the units placed so far, and the nearest hex that can take one more."""

    def __init__(self, game: Game) -> None:
        self.grid = hex_map(game)
        self.rule = game.system.stacking(game) if game.system else None
        supply = game.system.supply(game) if game.system else None
        self.radius: Mapping[str, int] = supply.radius if supply else {}
        """How far supply reaches, in hexes, by nationality."""
        self.held: dict[int, str] = {}
        """The side in each hex."""
        self.loads: dict[int, int] = {}
        self.works: set[int] = set()
        self.markers = _works(game)

    def takes(self, unit: Unit, strength: int | None, hex_: int) -> bool:
        """Check whether a hex can take the unit together with those already in it."""
        if self.grid is None or not self.grid.passable[hex_] or self.held.get(hex_, unit.side) != unit.side:
            return False
        limit = self.rule.limit_at(self.grid.place_kinds_at.get(hex_, ())) if self.rule else None
        return limit is None or self.loads.get(hex_, 0) + self._load(unit, strength) <= limit

    def put(self, unit: Unit, strength: int | None, hex_: int, *, in_works: bool = False) -> None:
        """Count a unit as standing in a hex, with a marker for works if it has one."""
        self.held[hex_] = unit.side
        self.loads[hex_] = self.loads.get(hex_, 0) + self._load(unit, strength)
        if in_works:
            self.works.add(hex_)

    def nearest(self, unit: Unit, strength: int | None, hex_: int) -> int | None:
        """Return the nearest hex that takes the unit, in steps by land from ``hex_``, never through the enemy."""
        return next((each for each in self.around(hex_, unit.side) if self.takes(unit, strength, each)), None)

    def free(self, side: str, hex_: int) -> int | None:
        """Return the nearest land hex where no enemy stands."""
        grid = self.grid
        if grid is None:
            return None
        around = self.around(hex_, side)
        return next((h for h in around if grid.passable[h] and self.held.get(h, side) == side), None)

    def works_left(self, hex_: int) -> bool:
        """Check whether the counter mix has works left for that hex."""
        return hex_ in self.works or self.markers is None or len(self.works) < self.markers

    def around(self, hex_: int, side: str) -> Iterator[int]:
        """Yield hexes by the steps by land from one, never through the enemy."""
        grid = self.grid
        if grid is None:
            return
        seen, queue = {hex_}, deque([hex_])
        while queue:
            at = queue.popleft()
            yield at
            if self.held.get(at, side) != side and at != hex_:
                continue
            for other in grid.ways[at]:
                if other >= 0 and other not in seen and grid.passable[other]:
                    seen.add(other)
                    queue.append(other)

    def _load(self, unit: Unit, strength: int | None) -> int:
        counter = unit.counter.counter if unit.counter else None
        if self.rule is None or counter is None:
            return 0
        now = counter.strength if strength is None else strength
        return weight(self.rule, counter.size, counter.type, now, counter.strength) or 0


def _works(game: Game) -> int | None:
    """How many markers of works the counter mix has; None where any number may be made."""
    rule = game.system.works(game) if game.system else None
    found = [marker for marker, _where in forces(game).markers.values() if rule and marker.kind == rule.marker]
    return None if not found or any(m.unlimited for m in found) else sum(m.count for m in found)
