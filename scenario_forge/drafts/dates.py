"""The dates from which and to which a new scenario lasts, and the printed starts around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.calendar import DateError
from scenario_forge.game.dossiers import dossiers
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.folder import names_device
from scenario_forge.game.reading.locate import check_command
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.game.dossiers import Dossier
    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import DateMark, Schedule


LONGEST = 60
"""Most letters that a name of a scenario has."""
_NEEDED = {
    "victory": "victory.yaml",
    "errata": "a list of errata",
    "copies": "a copy in copies/",
    "sightings": "sightings.yaml",
}
"""Documents whose content a draft would silently leave out: rows, corrections, what a printed copy says, evidence."""
_NAME = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{LONGEST - 1}}}\Z")


class NotMade(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: a scenario cannot be made; ``hint`` says what could be."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class ScenarioRequest:
    """The designer's request. Dates are as the track writes them, or ids of printed ones."""

    name: str
    start: str
    stop: str
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates of a scenario. ``before`` and ``after`` are the printed starts around the new one.

    On a date before the first printed start, ``before`` is that start all the same, and ``early`` says so.
    """

    track: Schedule
    first_turn: int
    last_turn: int
    first: str
    last: str
    before: DateMark
    after: DateMark | None
    greeted: bool = False
    """Whether printed starts have on the map who arrives in a later player turn of the game turn in which they open."""

    @property
    def early(self) -> bool:
        """Whether no printed start is as early."""
        return self.opens < _moment(self.track, self.before)

    def has_come(self, turn: int) -> bool:
        """Check whether who arrives in a player turn is there when play opens."""
        return turn < self.opens or (self.greeted and turn // self.track.moments == self.first_turn)

    @property
    def opens(self) -> int:
        """The player turn that opens play, as the schedule counts them."""
        return self.track.player_turn(self.first_turn, self.first)

    @property
    def closes(self) -> int:
        """The player turn that closes play, as the schedule counts them."""
        return self.track.player_turn(self.last_turn, self.last)

    @property
    def printed(self) -> bool:
        """Whether a printed start has the same date and opens with the same side."""
        return _moment(self.track, self.before) == self.opens


def dates_of(game: Game, wanted: ScenarioRequest) -> Dates:
    """Derive the dates of a scenario from what the designer asks for.

    Raises:
        NotMade: the name is not valid, a date is not on the track, the stop comes before the start, or the
            game prints no start.
    """
    track = _readable(game)
    _check_name(game, track, wanted.name)
    start = track.starts.get(wanted.start)
    stop = track.stops.get(wanted.stop)
    first_turn, last_turn = _turn(track, wanted.start, start, "start"), _turn(track, wanted.stop, stop, "stop")
    first = _side(track, wanted.first) or _printed_side(track.starts, start, first_turn) or track.sides[0]
    last = _side(track, wanted.last) or _printed_side(track.stops, stop, last_turn) or track.sides[-1]
    opens, closes = track.player_turn(first_turn, first), track.player_turn(last_turn, last)
    if closes < opens:
        raise NotMade(
            f"the stop, {track.moment_words(last_turn, last)}, comes before the start, "
            f"{track.moment_words(first_turn, first)}",
            f"the earliest stop is {track.calendar.text(first_turn)}",
        )
    marks = sorted((m for m in track.starts.values() if m.turn is not None), key=lambda m: _moment(track, m))
    if not marks:
        raise NotMade(f"{game.title} prints no start on a turn of its track")
    past = sum(_moment(track, mark) <= opens for mark in marks)
    before, after = marks[max(0, past - 1)], marks[past] if 0 < past < len(marks) else None
    return Dates(track, first_turn, last_turn, first, last, before, after, _greeted(game, track))


def _greeted(game: Game, track: Schedule) -> bool:
    """Check whether the printed starts have on the map who arrives later in their own game turn."""
    found = []
    for mark, force in ((mark, force) for mark in track.starts.values() for force in forces(game).sides.values()):
        if mark.turn is None or track.player_turn(mark.turn, force.side) <= _moment(track, mark):
            continue
        for unit in force.units:
            there = unit.at_date(mark.date.id)
            if there is not None and any(e.kind == "arrives" and e.turn == mark.turn for e in unit.entries()):
                found.append(there.kind == "at")
    return 2 * sum(found) > len(found)


def _printed_side(marks: dict[str, DateMark], mark: DateMark | None, turn: int) -> str | None:
    """Who opens or closes at a printed date of that turn."""
    found = [mark] if mark else [each for each in marks.values() if each.turn == turn]
    return found[0].side if found else None


def _moment(track: Schedule, mark: DateMark) -> int:
    return track.player_turn(mark.turn or 0, mark.side)


def _readable(game: Game) -> Schedule:
    """The track of a game whose documents can all be read, so that a set-up leaves nothing out."""
    track, why = schedule(game), f"`{check_command(game)}` says why"
    if track is None or not track.sides:
        raise NotMade(f"{game.title} has no time record track that can be read", why)
    if hex_map(game) is None:
        raise NotMade(f"{game.title} has no map that can be read", why)
    if game.broken("orders-of-battle") or not game.files_of("orders-of-battle"):
        raise NotMade(f"{game.title} has an order of battle that cannot be read, or none", why)
    unread = next((kind for kind in _NEEDED if game.broken(kind)), None)
    if unread is not None:
        raise NotMade(f"{game.title}: {_NEEDED[unread]} cannot be read", why)
    if game.system is None:
        raise NotMade(f"{game.title} has no rule system that is installed here, so its cells cannot be read", why)
    return track


def _check_name(game: Game, track: Schedule, name: str) -> None:
    if not _NAME.match(name):
        hint = "no path: the file goes into the game's folder `scenarios`" if "/" in name or "\\" in name else None
        shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"
        raise NotMade(f"`{shown}` is not a valid name: use small letters, digits, - and _, at most {LONGEST}", hint)
    if names_device(name):
        raise NotMade(f"`{name}` cannot be a file name: some systems reserve it for a device")
    known = scenarios(game).scenarios.get(name)
    if known is not None and known.where.file.stem != name:
        raise NotMade(f"`{name}` is the scenario of {known.where.file.name}", "two scenarios cannot share a name")
    if name in track.starts or name in track.stops:
        raise NotMade(f"`{name}` is the id of a printed date, so no scenario can have it")


def _side(track: Schedule, side: str | None) -> str | None:
    if side is not None and side not in track.sides:
        raise NotMade(
            f"there is no side `{side}`", did_you_mean(side, track.sides) or f"sides: {', '.join(track.sides)}"
        )
    return side


def _turn(track: Schedule, text: str, mark: DateMark | None, word: str) -> int:
    """The game turn of a date, which must be one that has a box: calendars of several months a turn have others."""
    calendar = track.calendar
    if mark is not None and mark.turn is not None:
        return mark.turn
    try:
        named = _named_in_box(track, text, word)
        text = calendar.text(named) if named is not None else text
        text = calendar.to_its_end(text) if word == "stop" else text
        turn = calendar.turn(text)
    except DateError as error:
        said = _said_in_boxes(track)
        if said and any(letter.isalpha() for letter in text):
            raise NotMade(f"--{word}: no box of the track says `{text}`", f"they say {said}") from error
        known = track.starts if word == "start" else track.stops
        hint = did_you_mean(text, known) or (f"printed: {', '.join(known)}" if known else None)
        raise NotMade(f"--{word}: {error}", hint) from error
    span = f"the track runs from {calendar.text(0)} to {calendar.text(calendar.length - 1)}"
    if not 0 <= turn < calendar.length:
        raise NotMade(f"--{word} {text} is not in the campaign", span)
    if not calendar.begins(text):
        raise NotMade(f"--{word} {text} is inside a game turn", f"the turn begins on {calendar.text(turn)}")
    return turn


def _named_in_box(track: Schedule, text: str, word: str) -> int | None:
    """Return the turn that a track without dates names in its boxes, such as its hour; None where it names none so.

    What stands in several boxes names the first of them for a start, and the last for a stop, if they follow each
    other.

    Raises:
        NotMade: turns that do not follow each other are named so.
    """
    wanted = " ".join(text.split()).casefold()
    if track.calendar.dated or not wanted:
        return None
    turns = [
        box.turn
        for box in track.boxes
        if box.turn is not None
        and wanted in (box.label.casefold(), *(cell.text.casefold() for cell in box.cells.values()))
    ]
    if not turns:
        return None
    if turns[-1] - turns[0] != len(turns) - 1:
        labels = ", ".join(track.calendar.text(turn) for turn in turns[:6])
        raise NotMade(f"--{word}: `{text}` stands in several boxes of the track", f"name one of the turns {labels}")
    return turns[-1] if word == "stop" else turns[0]


def _said_in_boxes(track: Schedule) -> str:
    """Return the first and the last text of each column of free words; empty where turns have dates."""
    spans = [list(texts) for texts in track.columns.free.values() if texts and not track.calendar.dated]
    return ", ".join(f"{texts[0]} to {texts[-1]}" for texts in spans)


def nearest_date(dates: Dates) -> DateMark:
    """Return the nearer of the starts around the date, in player turns; of two equally near, the earlier."""
    track, before, after = dates.track, dates.before, dates.after
    if after is None:
        return before
    begins, ends = (track.player_turn(mark.turn or 0, mark.side) for mark in (before, after))
    return before if ends - dates.opens >= dates.opens - begins else after


def turn_words(track: Schedule, turn: int) -> str:
    """Return the label of a turn, and for one without a date what its box says, such as its hour."""
    label = track.label(turn)
    box = next((box for box in track.boxes if box.turn == turn), None)
    if track.calendar.dated or box is None:
        return label
    said = [box.cells[column].text for column in track.columns if column in box.cells]
    return ", ".join([label, *(text for text in said if text.casefold() not in label.casefold())])


def dossier_dates(game: Game, date: str, first: str | None = None) -> Dates:
    """Return the dates of a dossier: the start on a date, and the printed starts around it.

    Raises:
        NotMade: the game has no track, or no start can be made on that date.
    """
    track = schedule(game)
    stop = track.calendar.text(track.calendar.length - 1) if track else ""
    last = track.sides[-1] if track and track.sides else None
    try:
        return dates_of(game, ScenarioRequest("dossier-of-a-date", date, stop, first, last))
    except NotMade as problem:
        raise NotMade(str(problem).replace("--start", "--date", 1), problem.hint) from problem


def dossier_of(game: Game, dates: Dates) -> Dossier | None:
    """Return the game's dossier for the date and the side that opens; None if it has none."""
    for dossier in dossiers(game):
        document = dossier.document
        if document.first != dates.first or (game.about and document.game != game.about.game):
            continue
        try:
            if dossier_dates(game, document.date, document.first).first_turn == dates.first_turn:
                return dossier
        except NotMade:
            continue
    return None


# -- what `--from` may say beside a printed start, a scenario and a record -------------------------


WORDS = {
    "roles": "each unit in its role at the front of the date",
    "before": "the printed start before the date",
    "playouts": "the most typical of 20 games played up to it; playouts:50, of 50",
}
"""Words that `--from` knows, and what they mean. A scenario of such a name is reached by the id of its start."""
GONE = frozenset({"between"})
"""Words of earlier versions that mean nothing any more."""
_OLD = {"start": "before"}
"""Words of earlier versions."""
_RANGES = {"playouts": (1, 10_000, "games", 50)}
"""Smallest and largest number, what it counts, and an example."""


def word_of(origin: str | None) -> tuple[str, int | None]:
    """Split a value of ``--from`` into its word and number; the word is empty where it says something else.

    >>> word_of("playouts:90"), word_of("roles"), word_of("nov41"), word_of(None)
    (('playouts', 90), ('roles', None), ('', None), ('', None))

    Raises:
        NotMade: the number is missing, cannot be read, or is out of range.
    """
    word, colon, text = (origin or "").partition(":")
    word = _OLD.get(word, word)
    if word not in WORDS:
        return "", None
    if not colon:
        return word, None
    if word not in _RANGES:
        raise NotMade(f"--from {word} takes no number", f"--from {word}")
    least, most, what, example = _RANGES[word]
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    if number is None or not least <= number <= most:
        raise NotMade(f"--from {word} takes {least} to {most} {what}, not `{text}`", f"--from {word}:{example}")
    return word, number
