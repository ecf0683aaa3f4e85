"""OOB020 to 027, 040, 041, TIM007, 008: comings and goings of units, letters for them on the track, markers needed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.checks.forces.cells import column_name, entry_text, in_order_of_time, is_garbled, is_outside
from scenario_forge.checks.forces.set_ups import set_ups, start_columns
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.placement import Signs
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import open_start, reserve, scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.checks.forces.set_ups import DatedSetUp
    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.forces import Entry, Force, Forces, MarkerEntry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule, TrackEntry
    from scenario_forge.game.system import Works


CODES = Codes(__file__)
OOB021 = CODES.error("OOB021", "arrives-while-present", "{unit} arrives ({entry}) although {why}")
OOB022 = CODES.error("OOB022", "leaves-while-absent", "{unit} leaves ({entry}) although {why}")
OOB023 = CODES.error("OOB023", "present-without-arrival", "{unit} is {state} at {column}, but {why}")
OOB024 = CODES.error("OOB024", "absent-without-withdrawal", "{unit} is absent (N) at {column}, but {why}")
OOB025 = CODES.error("OOB025", "back-from-elimination", "{unit} was eliminated by {column}, but {what}")
OOB027 = CODES.error("OOB027", "unit-never-appears", "{unit}, {name}, never comes into play")
OOB040 = CODES.error(
    "OOB040",
    "more-markers-than-there-are",
    "{start} needs {needed} markers `{marker}`; the counter mix has {count}",
)
OOB041 = CODES.warning(
    "OOB041",
    "more-supply-than-the-track-allows",
    "{side} has {needed} `{marker}` at {start}; the track allows {allowed} by then",
)
OOB075 = CODES.error("OOB075", "leaves-as-it-arrives", "{unit} leaves ({entry}) in the game turn in which it arrives")
TIM007 = CODES.error(
    "TIM007", "letter-without-move", "the track has {letter} for {side} in {turn}, but no unit {move} then"
)
TIM008 = CODES.error("TIM008", "move-without-letter", "{unit} {move} in {turn}, but the track has no {letter} for it")


State = Literal["unknown", "not yet", "there", "gone", "rebuilding", "dead"]


@dataclass(slots=True)
class Life:
    """The last known state of a unit, and the entry that says so."""

    unit: Unit
    reserve: str
    """What people say of a unit in reserve."""
    state: State = "unknown"
    since: Entry | None = None

    def now(self, state: State, entry: Entry) -> None:
        """Set the state that holds from this entry on."""
        self.state, self.since = state, entry

    def forget(self) -> None:
        """Forget the state after an entry that is reported already, so that what follows is not judged."""
        self.state, self.since = "unknown", None

    def finding(self, code: Code, entry: Entry, label: str, /, **values: object) -> Diagnostic:
        """Return a finding at an entry, with the entry that it contradicts."""
        found = code.at(entry.where, unit=self.unit.cited, **values)
        return found.also(self.since.where, label) if self.since else found


def comings_and_goings(game: Game) -> Iterator[Diagnostic]:
    """Report entries that do not follow from those before them (OOB021 to 025)."""
    track = schedule(game)
    for force in forces(game).sides.values():
        columns = in_order_of_time(track, force)
        for unit in force.units:
            life = Life(unit, reserve(game))
            for column in columns:
                yield from _column(life, force, column)


def _column(life: Life, force: Force, column: str) -> Iterator[Diagnostic]:
    entries = life.unit.cells.get(column)
    if entries is None or any(_unsure(entry, force) for entry in entries):
        blank_start = force.columns[column].start is not None
        if blank_start or life.unit.row.cells.get(column, "").strip():
            life.forget()
        return
    for entry in sorted(entries, key=lambda e: e.turn if e.turn is not None else -1):
        yield from _STEPS[entry.kind](life, entry)


def _unsure(entry: Entry, force: Force) -> bool:
    """Whether what an entry means is in doubt, and reported for it."""
    dated = entry.kind in ("arrives", "leaves")
    return is_garbled(entry) or (dated and entry.turn is None) or dated == bool(force.columns[entry.column.id].start)


def _arrives(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    since = life.since
    if life.state == "there" and since:
        why = f"it arrived by {entry_text(since)}" if since.turn is not None else f"it starts {_place(since, life)}"
        yield life.finding(OOB021, entry, "in play from here on", entry=entry_text(entry), why=why)
    elif life.state == "dead":
        yield _back(life, entry, f"arrives by {entry_text(entry)}")
    life.now("there", entry)


def _leaves(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    if life.state in ("not yet", "gone") and life.since:
        before = "has not arrived" if life.state == "not yet" else f"left by {entry_text(life.since)}"
        yield life.finding(OOB022, entry, "not in play from here on", entry=entry_text(entry), why=f"it {before}")
    elif life.state == "dead":
        yield _back(life, entry, f"leaves by {entry_text(entry)}")
    elif life.since and life.since.kind == "arrives" and life.since.turn == entry.turn:
        finding = life.finding(OOB075, entry, "its arrival", entry=entry_text(entry))
        yield finding.suggest("correct the date of its arrival or of its withdrawal")
    life.now("gone", entry)


def _at(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    yield from _came(life, entry, open_start(entry, None) or f"in {entry.token.place}")
    life.now("there", entry)


def _reserve(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    yield from _came(life, entry, life.reserve)
    life.now("rebuilding", entry)


def _eliminated(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    if life.state != "dead":
        yield from _came(life, entry, "eliminated")
        life.now("dead", entry)


def _came(life: Life, entry: Entry, state: str) -> Iterator[Diagnostic]:
    """A unit that is or was somewhere must have come there."""
    column = column_name(entry.column)
    if life.state == "dead":
        yield _back(life, entry, f"is {state} at {column}")
    elif life.state in ("not yet", "gone") and life.since:
        since = column_name(life.since.column)
        why = f"it has not arrived since {since}" if life.state == "not yet" else f"it left {_when(life.since)}"
        label = "not there" if life.state == "not yet" else "gone"
        yield life.finding(OOB023, entry, label, state=state, column=column, why=why)


def _when(entry: Entry) -> str:
    """When a unit left, by its entry: `on turn 4` of `until turn 4`, `by R7/41`."""
    text = entry_text(entry)
    return f"on {text.removeprefix('until ')}" if text.startswith("until ") else f"by {text}"


def _absent(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    column = column_name(entry.column)
    if life.state == "there" and life.since:
        since = life.since
        why = f"it arrives by {entry_text(since)}" if since.turn is not None else f"it starts {_place(since, life)}"
        yield life.finding(OOB024, entry, "in play from here on", column=column, why=f"{why} and never leaves")
    elif life.state == "dead":
        yield _back(life, entry, f"is marked as absent (N) at {column}")
    if life.state != "gone":
        life.now("not yet", entry)


def _back(life: Life, entry: Entry, what: str) -> Diagnostic:
    column = column_name(life.since.column) if life.since else ""
    return life.finding(OOB025, entry, "eliminated", column=column, what=what)


def _place(entry: Entry, life: Life) -> str:
    place = life.reserve if entry.kind == "reserve" else f"at {entry.token.place}"
    return f"{place} ({column_name(entry.column)})"


_STEPS: dict[str, Callable[[Life, Entry], Iterator[Diagnostic]]] = {
    "arrives": _arrives,
    "leaves": _leaves,
    "at": _at,
    "reserve": _reserve,
    "eliminated": _eliminated,
    "absent": _absent,
    **dict.fromkeys(("within", "enters", "attached", "free"), _at),
}


def units_that_never_appear(game: Game) -> Iterator[Diagnostic]:
    """Report a unit that is absent in each of its cells, printed or a scenario's own (OOB027)."""
    for unit in forces(game).units() if not game.broken("scenarios") else ():
        cells = unit.cells.values()
        whole = len(unit.cells) == sum(bool(text.strip()) for text in unit.row.cells.values())
        own = any(entry.kind != "absent" for cell in unit.own.values() for entry in cell)
        if whole and cells and not own and all(entry.kind == "absent" for cell in cells for entry in cell):
            finding = OOB027.at(unit.where / "name", unit=unit.cited, name=unit.name)
            for behind in _set_up_with_its_formation(game, unit):
                finding = finding.also(behind, "a set-up with the others of its formation, where it would stand")
            yield finding


def _set_up_with_its_formation(game: Game, unit: Unit) -> Iterator[Where]:
    """The rows that would follow a unit in the set-ups of scenarios that have all others of its formation."""
    linked = forces(game)
    parent = unit.counter.counter.parent if unit.counter else None
    sisters = {each.no for each in linked.sides[unit.side].units
               if each is not unit and each.counter and parent and each.counter.counter.parent == parent}  # fmt: skip
    for document, where in game.documents("scenarios", ScenarioDocument) if sisters else ():
        for own, at in where.each("set_up", document.set_up):
            rows = list(at.each("units", own.units))
            if own.side == unit.side and sisters <= {row.no for row, _here in rows}:
                yield next((here / "no" for row, here in rows if row.no > unit.no), rows[-1][1] / "no")


# -- markers that a set-up needs, against the counter mix and the time record track ----------------


def counter_mix(game: Game) -> Iterator[Diagnostic]:
    """Report more supply, strength or box markers at a start than there are (OOB040)."""
    linked, works = forces(game), game.system.works(game) if game.system else None
    for start, set_up in set_ups(game).items():
        for marker, where, needs in _needs(linked, start, set_up, works):
            if marker.unlimited or len(needs) <= marker.count:
                continue
            finding = OOB040.at(
                needs[marker.count][1],
                start=needs[0][0],
                needed=len(needs),
                marker=f"{marker.name} {marker.value}" if marker.value is not None else marker.name,
                count=marker.count,
            )
            yield finding.also(where / "count", "in the counter mix").rests_on(where / "count")


def lacking_markers(game: Game, scenario: str) -> Iterator[tuple[Marker, int]]:
    """Yield the markers of which a scenario's start needs more than the counter mix has, and how many more."""
    found = scenarios(game).scenarios[scenario].document
    start = scenario if found.set_up else found.start
    set_up, works = set_ups(game).get(start), game.system.works(game) if game.system else None
    for marker, _where, needs in _needs(forces(game), start, set_up, works) if set_up else ():
        if not marker.unlimited and len(needs) > marker.count:
            yield marker, len(needs) - marker.count


def _needs(
    linked: Forces, start: str, set_up: DatedSetUp, works: Works | None
) -> Iterator[tuple[Marker, Where, list[tuple[str, Where]]]]:
    """Each marker with the entries that call for one at a start: (column, place)."""
    placed = _placed(linked, start)
    weak = [(each.unit, each.entry) for each in set_up.units] + set_up.off_map
    for marker, where in linked.markers.values():
        needs = [(column_name(each.entry.column), each.entry.where) for each in placed if each.marker == marker.id]
        if marker.kind == "strength":
            needs += [(column_name(e.column), e.where) for _u, e in weak if e.token.strength == marker.value]
            needs += [
                (column_name(each.entry.column), each.entry.where)
                for each in placed
                if each.entry.token.strength == marker.value and not linked.markers[each.marker][0].unlimited
            ]
        elif works and marker.kind == works.marker:
            first = {each.hex: each for each in reversed(set_up.units) if each.entry.token.in_works}
            given = [(column_name(each.entry.column), each.entry.where) for each in reversed(first.values())]
            needs = [*given, *needs]
        yield marker, where, needs


def _placed(linked: Forces, start: str) -> list[MarkerEntry]:
    """All markers that start then, off the map too."""
    columns = {side: start_columns(force).get(start) for side, force in linked.sides.items()}
    return [each for each in linked.marker_entries() if each.entry.column.id == columns[each.side]]


def track_allowance(game: Game) -> Iterator[Diagnostic]:
    """Report more supply at a start than the side's last player turn before it brings on (OOB041)."""
    track, linked = schedule(game), forces(game)
    for start, set_up in set_ups(game).items() if track else ():
        for side in linked.sides:
            entry = _last_entry(track, start, side) if track and side not in set_up.vague else None
            for kind, allowed in entry.token.figures if entry and entry.token else ():
                yield from _more(linked, start, side, kind, allowed, entry)


def _more(
    linked: Forces, start: str, side: str, kind: str, allowed: int, box: TrackEntry | None
) -> Iterator[Diagnostic]:
    """The figures of a box that are named as a kind of marker say how many of them the side may have."""
    placed = [e for e in _placed(linked, start) if e.side == side and _kind(linked, e.marker) == kind]
    if box and len(placed) > allowed:
        name = linked.markers[placed[0].marker][0].name
        column = column_name(placed[0].entry.column)
        finding = OOB041.at(
            placed[allowed].entry.where,
            side=placed[allowed].owner,
            needed=len(placed),
            marker=name,
            start=column,
            allowed=allowed,
        )
        yield finding.also(box.where, "the last box before it").rests_on(box.where)


def _kind(linked: Forces, marker: str) -> str:
    return linked.markers[marker][0].kind if marker in linked.markers else ""


def _last_entry(track: Schedule, start: str, side: str) -> TrackEntry | None:
    """The box of the side's last player turn before a start; of the start itself where there is none before."""
    mark = track.starts.get(start)
    if mark is None or mark.turn is None or (track.fixed and mark.side not in track.sides):
        return None
    opens = track.player_turn(mark.turn, mark.side)
    turn = mark.turn if track.player_turn(mark.turn, side) < opens else mark.turn - 1
    return track.entry(max(turn, 0), side)


# -- letters for arrivals and withdrawals on the track, against the dates in the orders of battle --


MOST_LABELS = 4


@dataclass(frozen=True, slots=True)
class _Sort:
    """One of the two letters."""

    kind: str
    flag: str
    letter: str
    one: str
    several: str


@with_part(schedule)
def letters(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a letter on a turn without arrivals or withdrawals, and either of these without a letter."""
    if game.broken("orders-of-battle"):
        return
    turns = Counter(box.turn for box in track.boxes)
    single = [(box.turn, box) for box in track.boxes if box.turn is not None and turns[box.turn] == 1]
    for side in forces(game).sides:
        entries = {turn: box.entries[side] for turn, box in single if side in box.entries}
        for sort in _sorts(game):
            if _shows(track, sort):
                yield from _compare(game, track, side, sort, entries)


def _sorts(game: Game) -> tuple[_Sort, _Sort]:
    signs = game.system.signs if game.system else Signs()
    came = _Sort("arrives", "reinforcements", signs.arrives, "arrives", "arrive")
    return came, _Sort("leaves", "withdrawals", signs.leaves, "leaves", "leave")


def _shows(track: Schedule, sort: _Sort) -> bool:
    """Whether this track prints the letter at all."""
    return bool(sort.letter) and any(
        entry.token is not None and getattr(entry.token, sort.flag)
        for box in track.boxes
        for entry in box.entries.values()
    )


def _compare(
    game: Game, track: Schedule, side: str, sort: _Sort, entries: dict[int, TrackEntry]
) -> Iterator[Diagnostic]:
    moves = _moves(game, side, sort)
    unread = _unread(game, track, side, sort)
    for turn, entry in entries.items():
        if entry.token is None:
            continue
        shown = bool(getattr(entry.token, sort.flag))
        if shown and turn not in moves and None not in unread and turn not in unread:
            yield _nothing_moves(track, side, sort, turn, entry, moves)
        elif not shown:
            force = forces(game).sides[side]
            moved = [(unit, move) for unit, move in moves.get(turn, ()) if not is_outside(track, force, move)]
            if moved:
                yield _no_letter(track, sort, turn, entry, moved)


def _moves(game: Game, side: str, sort: _Sort) -> dict[int, list[tuple[Unit, Entry]]]:
    found: dict[int, list[tuple[Unit, Entry]]] = {}
    for unit in forces(game).sides[side].units:
        for entry in unit.entries():
            if entry.kind == sort.kind and entry.turn is not None:
                found.setdefault(entry.turn, []).append((unit, entry))
    return found


def _unread(game: Game, track: Schedule, side: str, sort: _Sort) -> set[int | None]:
    """Turns that cells which cannot be read may have meant; None stands for any.

    Such a cell is reported already: a letter on the track that it would account for is no second fault.
    """
    found: set[int | None] = set()
    linked = forces(game)
    force = linked.sides[side]
    name = force.where.file.name
    places = [(n.where, n.text, n.hint) for n in references(game).unresolved if n.where.file.name == name]
    places += [(where, str(where.data or ""), error.hint) for where, error in linked.malformed]
    for where, text, hint in places:
        if where.file.name == name and where.path[:1] == ("units",):
            found |= _could_mean(track, sort, text, hint)
    return found


def _could_mean(track: Schedule, sort: _Sort, text: str, hint: str | None) -> set[int | None]:
    meant = re.search(r"([A-Z]+)(\d{1,2}/\d{2,4})", hint or "")
    if meant:
        try:
            return {track.calendar.turn(meant[2])} if meant[1] == sort.letter else set()
        except DateError:
            return {None}
    return {None} if re.search(rf"{re.escape(sort.letter)}\s*\d|\d\s*/|^\d", text) else set()


def _nothing_moves(
    track: Schedule,
    side: str,
    sort: _Sort,
    turn: int,
    entry: TrackEntry,
    moves: dict[int, list[tuple[Unit, Entry]]],
) -> Diagnostic:
    at = entry.text.find(sort.letter)
    where = entry.where.within(at, at + 1) if at >= 0 else entry.where
    label = track.label(turn)
    finding = TIM007.at(where, letter=sort.letter, side=track.side_name(side), move=sort.one, turn=label)
    near = [t for t in moves if abs(t - turn) == 1 and not _letter(track, side, sort, t)]
    for other in near:
        unit, moved = moves[other][0]
        finding = finding.also(moved.where, f"{unit.cited} {sort.one} in {track.label(other)}, without a letter")
    return finding.rests_on(entry.where)


def _letter(track: Schedule, side: str, sort: _Sort, turn: int) -> bool:
    entry = track.entry(turn, side)
    return bool(entry and entry.token and getattr(entry.token, sort.flag))


def _no_letter(
    track: Schedule, sort: _Sort, turn: int, entry: TrackEntry, moved: list[tuple[Unit, Entry]]
) -> Diagnostic:
    unit, first = moved[0]
    more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
    finding = TIM008.at(
        first.where, unit=unit.cited + more, move=sort.one if not more else sort.several,
        turn=track.label(turn), letter=sort.letter,
    )  # fmt: skip
    for other, later in moved[1:MOST_LABELS]:
        finding = finding.also(later.where, other.cited)
    finding = finding.also(entry.where, f"no {sort.letter} here")
    return finding.rests_on(entry.where, *(found.where for _unit, found in moved))


CHECKS = (
    comings_and_goings,
    units_that_never_appear,
    counter_mix,
    track_allowance,
    letters,
)
