"""What is known of a game turn (boxes, arrivals, scenarios that pass it, what happened) and of a scenario."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import MONTHS, DateError
from scenario_forge.game.evidence.results import played_results, result_words
from scenario_forge.game.forces import forces
from scenario_forge.game.front import starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.cards import Card, KnownFact, card, corrections, place_words, track_words
from scenario_forge.game.reading.variants import scenario_changes
from scenario_forge.game.scenarios import describe_marks, reserve, saved_at, scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.scenario import OwnObjective
    from scenario_forge.game.calendar import Calendar
    from scenario_forge.game.forces import Entry, Force
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule


_NAMED = re.compile(r"([^\W\d_]{3})[^\W\d_]*\.?\s+(?:19)?(\d{2})\Z")
_MONTHS = re.compile(r"(?:[\d-]+/)?(\d{1,2})(?:-(\d{1,2}))?/(\d{2}|\d{4})\Z")


def turn_of(calendar: Calendar, text: str) -> int | None:
    """Return the turn of a date, printed (``7/41``) or in words (``Jul 41``, ``July 1941``); None if it names none."""
    named = _NAMED.match(text)
    if named and named[1].capitalize() in MONTHS:
        text = f"{MONTHS.index(named[1].capitalize()) + 1}/{named[2]}"
    try:
        turn = calendar.turn(text)
    except DateError:
        turn = next((n for n in range(calendar.length) if calendar.label(n).casefold() == text.casefold()), -1)
    return turn if 0 <= turn < calendar.length else None


def turn_card(game: Game, turn: int) -> Card:
    """Return everything known of a game turn. The game has a time record track."""
    track = schedule(game)
    assert track is not None  # noqa: S101 - whoever has a turn has a track
    events = [*_events(game, track, turn)]
    shown = [box.where for box in track.boxes if box.turn == turn] + [line.where for line in events if line.where]
    return card(
        "turn",
        f"Game turn {turn + 1}, {track.label(turn)} ({track.calendar.text(turn)})"
        if track.calendar.dated
        else f"Game {track.label(turn).lower()}",
        (
            ("Time record track", _entries(game, track, turn)),
            ("Dates", _dates(game, track, turn)),
            ("Arrivals", _moves(game, turn, "arrives")),
            ("Withdrawals", _moves(game, turn, "leaves")),
            ("Scenarios that pass it", _scenarios(game, turn)),
            ("Chronology", events),
            ("Corrections", [line for where in shown for line in corrections(game, where)]),
        ),
    )


def scenario_card(game: Game, scenario: Scenario) -> Card:
    """Return everything known of a scenario."""
    document, where, track = scenario.document, scenario.where, schedule(game)
    about = [KnownFact(document.text, where / "text")] if document.text else []
    dates = []
    for word, mark, side, key in (
        ("starts", scenario.start, scenario.first, "start"),
        ("stops", scenario.stop, scenario.last, "stop"),
    ):
        verb = "opens" if key == "start" else "closes"
        who = f", {game.side_name(side)} {verb}" if side else ""
        dates.append(KnownFact(f"{word} {mark.date.label if mark else 'on no known date'}{who}", where / key))
    length = scenario.player_turns(track) if track else None
    if length is not None:
        player_turns = f", {length} player turns" if track and track.fixed else ""
        dates.append(KnownFact(f"{scenario.game_turns()} game turns{player_turns}"))
    if document.dates:
        dates.append(KnownFact(f"printed as {document.dates}", where / "dates"))
    options = [KnownFact(option, where / "options" / number) for number, option in enumerate(document.options)]
    title = f"Scenario {scenario.id}, {document.title}"
    sections = (
        ("About", about),
        ("Dates", dates),
        ("Options", options),
        ("Set-up of its own", start_lines(game, scenario)),
        ("Front", _front(scenario)),
        ("Controlled at the start", _controlled(game, scenario)),
        ("Scored at its stop", [_own_row(game, row, where / "victory" / n) for n, row in enumerate(document.victory)]),
        ("Not scored in it", [KnownFact(row, where / "without" / n) for n, row in enumerate(document.without)]),
        ("Changed in it", _changes(game, scenario)),
        ("Played by people", _results(game, scenario)),
        ("Meant to be", _aim(game, scenario)),
        ("Corrections", corrections(game, where)),
    )
    return card("scenario", title, sections)


def _front(scenario: Scenario) -> Iterator[KnownFact]:
    for run, at in scenario.where.each("front", scenario.document.front):
        count = f"{plural(len(run.sides), 'hexside')}, {run.sides[0]}"
        far = f" to {run.sides[-1]}" if len(run.sides) > 1 else ""
        yield KnownFact(f"{run.name + ': ' if run.name else ''}{count}{far}", at)


def _controlled(game: Game, scenario: Scenario) -> Iterator[KnownFact]:
    held = starting_holders(game, scenario)
    for side in dict.fromkeys((*game.side_names, *(side for side, _where in held.values()))):
        names = [name for name, (holder, _where) in held.items() if holder == side]
        if names:
            yield KnownFact(f"{game.side_name(side)}: {', '.join(names)}", held[names[0]][1])


def _entries(game: Game, track: Schedule, turn: int) -> Iterator[KnownFact]:
    names = game.side_names
    for box in track.boxes:
        if box.turn == turn:
            for side, entry in box.entries.items():
                yield KnownFact(f"{names.get(side, side)}: {track_words(entry)}", entry.where)
            for cell in box.cells.values():
                yield KnownFact(f"{cell.column.name}: {cell.shown}", cell.where)


def _dates(game: Game, track: Schedule, turn: int) -> Iterator[KnownFact]:
    for word, marks in (("play can start here", track.starts), ("play can stop here", track.stops)):
        for mark in marks.values():
            if mark.turn == turn:
                which = "opens" if marks is track.starts else "closes"
                who = f", {game.side_name(mark.side)} {which}" if mark.side else ""
                yield KnownFact(f"{word}: {mark.date.label}{who}", mark.where)


def _moves(game: Game, turn: int, kind: EntryKind) -> Iterator[KnownFact]:
    for unit in forces(game).units():
        for entry in unit.entries():
            if entry.kind == kind and entry.turn == turn:
                yield KnownFact(f"{unit.cited} {unit.name}: {unit.row.cells[entry.column.id]}", entry.where)


def _own_row(game: Game, row: OwnObjective, where: Where) -> KnownFact:
    """A row of the victory table that only this scenario has."""
    return KnownFact(
        f"{game.side_name(row.side)} {row.points}{' each' if row.each else ''}: {row.text}", where / "points"
    )


def _changes(game: Game, scenario: Scenario) -> list[KnownFact]:
    return [
        KnownFact(f"{each.place}: {each.now or 'nothing'}, not {each.was or 'nothing'}", each.where / "value")
        for each in scenario_changes(game, scenario)
    ]


def _aim(game: Game, scenario: Scenario) -> list[KnownFact]:
    aim = scenario.document.target
    if aim is None:
        return []
    words = f"{game.side_name(aim.side)} wins {100 * aim.low:g} to {100 * aim.high:g} % of games"
    players = ", ".join(f"{side} {name}" for side, name in aim.players.items())
    return [KnownFact(words + (f"; {players}" if players else ""), scenario.where / "target")]


def _results(game: Game, scenario: Scenario) -> Iterator[KnownFact]:
    for result, at in played_results(game, scenario.id):
        yield KnownFact(result_words(game, result), at)


def _scenarios(game: Game, turn: int) -> Iterator[KnownFact]:
    for scenario in scenarios(game).scenarios.values():
        start, stop = scenario.start, scenario.stop
        if start and stop and start.turn is not None and stop.turn is not None and start.turn <= turn <= stop.turn:
            words = f"{scenario.id}, {scenario.document.title}: {start.date.label} to {stop.date.label}"
            yield KnownFact(words, scenario.where)


def _events(game: Game, track: Schedule, turn: int) -> Iterator[KnownFact]:
    for document, where in game.documents("chronology", ChronologyDocument):
        labels = {column.id: column.label for column in document.columns}
        for event, here in where.each("events", document.events):
            first, last = _turns(track.calendar, event.date)
            if first <= turn <= last:
                for column, text in event.cells.items():
                    at = here / column
                    yield KnownFact(f"{event.date} {labels.get(column, column)}: {text}", at)


def _turns(calendar: Calendar, date: str) -> tuple[int, int]:
    """The turns that a date of the chronology falls in, which may name a day or several months; (0, -1) if none."""
    months = _MONTHS.match(date) if calendar.unit == "month" else None
    texts = [f"{months[1]}/{months[3]}", f"{months[2] or months[1]}/{months[3]}"] if months else [date, date]
    try:
        return calendar.turn(texts[0]), calendar.turn(texts[1])
    except DateError:
        return 0, -1


# -- what a scenario with its own start says of it -------------------------------------------------


_STATES: dict[EntryKind, str] = {
    "at": "there",
    "absent": "not there",
    "eliminated": "eliminated",
}


def start_lines(game: Game, scenario: Scenario) -> Iterator[KnownFact]:
    """Yield each side's start, as the scenario's file has it; nothing of a scenario that starts as printed."""
    for own, at in scenario.where.each("set_up", scenario.document.set_up):
        force = forces(game).sides.get(own.side)
        if force is None:
            continue
        side = game.side_name(own.side)
        entries = [(unit, entry) for unit in force.units if (entry := unit.at_start(scenario.id))]
        counts = Counter(entry.kind for _unit, entry in entries)
        words = _STATES | {"reserve": reserve(game)}
        told = ", ".join(f"{counts[kind]} {word}" for kind, word in words.items() if counts[kind])
        yield KnownFact(f"{side}: {told}", at / "units" if own.units else at)
        for unit, entry in entries:
            if entry.token.marks:
                yield KnownFact(
                    f"{unit.cited}, {unit.name}: {', '.join(describe_marks(game, entry.token))}", entry.where
                )
        yield from _markers(game, force, scenario)
        pools = game.system.start(game).pools if game.system else {}
        for saved in saved_at(game, scenario.id):
            if saved.side == own.side and saved.pool in pools:
                yield KnownFact(f"{side}, {pools[saved.pool].title.lower()}: {saved.points}", saved.where)


def _markers(game: Game, force: Force, scenario: Scenario) -> Iterator[KnownFact]:
    """A line for each kind of marker of a side."""
    found: dict[str, list[Entry]] = {}
    for marker in force.markers:
        if marker.entry.column.id == scenario.id:
            found.setdefault(marker.marker, []).append(marker.entry)
    for id_, entries in found.items():
        known = forces(game).markers.get(id_)
        name = known[0].name.lower() if known else id_
        places = ", ".join(_lies(game, entry) for entry in entries)
        yield KnownFact(f"{game.side_name(force.side)}, {name}: {places}", entries[0].where)


def _lies(game: Game, entry: Entry) -> str:
    points = [f"with {entry.token.strength} points"] if entry.token.strength is not None else []
    return " ".join([place_words(entry, hex_map(game)), *points, *describe_marks(game, entry.token)])
