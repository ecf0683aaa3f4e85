"""time-track.yaml: the calendar, start and stop dates, the boxes of the track; chronology.yaml: historical events."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text
from scenario_forge.documents.marks import Defines, Names, Shared
from scenario_forge.documents.names import FormationName, PlaceIdName, PlaceName, SideName


class Calendar(Model):
    """The calendar: how game turns follow each other."""

    unit: Literal["month", "day", "turn"]
    """What a date counts; `turn`: game turns have numbers and no dates."""
    step: Annotated[int, Field(ge=1)] = 1
    """Months or days in a game turn (2: two-month turns)."""
    parts: Annotated[list[str], Field(min_length=1)] = []
    """Names of the game turns within one day, if there are several; turns without dates take them in rotation."""
    first: Annotated[Text, Names("turn")]
    """First game turn: `12/40`, or `"1"`."""
    last: Annotated[Text, Names("turn")]
    """Last game turn: `12/42`, or `"20"`."""


Acts = Literal["sides", "initiative", "cup", "together"]
"""Who acts in a game turn: the sides in order, whoever has the initiative first, whoever is drawn, both at once."""
ColumnKind = Literal["number", "word", "side", "nationality", "flag"]
"""What the cells of a column of the track are."""


class TrackWord(Model):
    """A word that the cells of a column may say."""

    id: Annotated[Id, Defines("track word", within="item")]
    """As in the cells."""
    name: Text
    """As printed."""


class TrackColumn(Model):
    """A column of the track: what each box says beside what the sides receive."""

    id: Annotated[Id, Defines("track column")]
    """Key of the cells."""
    name: Text
    """As printed: `Initiative`."""
    kind: ColumnKind = "word"
    """What a cell is: a whole number, a word, the id of a side or of a nationality, or true and false."""
    words: list[TrackWord] = []
    """Of a column of words, all that a cell may say; none: anything."""
    of: Annotated[Id, Names("side or nationality")] | None = None
    """The side or nationality that it is about."""
    optional: bool = False
    """Whether a box may leave it out."""
    unused: Text | None = None
    """Where no rule reads it, why the game has it: `the hour, for players`."""


class StartDate(Model):
    """A date on which play can begin."""

    id: Annotated[Id, Defines("start")]
    """Short name; orders of battle have a column of this id."""
    label: Text
    """As printed: `Dec 40`."""
    turn: Annotated[Text, Names("turn")]
    """Its game turn: `12/40`."""
    first: SideName | None = None
    """The side whose player turn opens the game; needed where the sides act in a fixed order."""


class StopDate(Model):
    """A date on which play can end."""

    id: Annotated[Id, Defines("stop")]
    """Short name; victory rows use it."""
    label: Text
    """As printed."""
    turn: Annotated[Text, Names("turn")]
    """Its game turn."""
    last: SideName | None = None
    """The side whose player turn closes the game; needed where the sides act in a fixed order."""


class TrackBox(Row):
    """One box of the track; the other keys are sides with their entries as printed, and columns with their cells."""

    __pydantic_extra__: dict[Annotated[str, Names("side or track column")], Annotated[str, Names("cell of the track")]]

    turn: Annotated[Text, Defines("turn")]
    """Its game turn: `12/40`."""
    label: Annotated[str, Shared()] = ""
    """As printed in the box."""


class TimeTrackDocument(Document):
    """The time record track: calendar, start and stop dates, boxes."""

    calendar: Calendar
    """How turns follow each other."""
    acts: Acts = "sides"
    """Who acts in a game turn: the sides in the order of game.yaml, or in no fixed order."""
    columns: list[TrackColumn] = []
    """What the boxes say beside what each side receives, from left to right."""
    starts: list[StartDate] = []
    """Start dates in order."""
    stops: list[StopDate] = []
    """Stop dates in order."""
    boxes: list[TrackBox] = []
    """The boxes in order."""


# -- chronology.yaml: the table of historical events that a game prints, and what they mean on its map ----


class ChronologyColumn(Model):
    """A column of the table."""

    id: Annotated[Id, Defines("chronology column")]
    """Key of the cells."""
    label: Text
    """As printed."""


FateWord = Literal["destroyed", "cut_off", "relieved", "left", "came", "refitted"]
"""What becomes of a unit: destroyed, surrounded at a place, free again, sent away, arrived, or rebuilt."""


class Fate(Model):
    """What became of a formation or of some units on the date of a row."""

    side: SideName
    """Their side."""
    formation: FormationName | None = None
    """A formation: the part of its units' identities behind the stroke, `9 Aus` of `24/9 Aus`, or their `parent`."""
    units: list[Annotated[int, Field(ge=1), Names("unit of the side")]] = []
    """Instead of a formation: set-up numbers."""
    fate: FateWord
    """What became of them: `destroyed`, `cut_off`, `relieved`, `left` the theatre, `came` to it, `refitted`."""
    at: PlaceName | None = None
    """Where."""


class Event(Row):
    """A row: the date as printed, and a cell for each column that has an entry, in our own words.

    A row without any cell is not printed: its facts are for drafts of scenarios.
    """

    __pydantic_extra__: dict[Annotated[str, Names("chronology column", called="column")], str]

    date: Annotated[Text, Defines("date of the chronology")]
    """As printed: `12/2/41`, `5-6/42`."""
    control: dict[PlaceIdName, SideName] = {}
    """Who holds a place from the end of that date on, by ids of places: `{tobruk: allied}`."""
    fates: list[Fate] = []
    """What became of formations and units."""
    source: str = ""
    """Where `control` and `fates` are from: author, title, chapter or page."""


class ChronologyDocument(Document):
    """The historical events that the game prints, and facts that drafts of scenarios use."""

    columns: list[ChronologyColumn] = []
    """Columns of the printed table from left to right; none: nothing is printed."""
    events: list[Event] = []
    """Rows in printed order."""

    @property
    def printed(self) -> list[tuple[int, Event]]:
        """The rows of the printed table with their numbers: those with a cell under one of its columns."""
        ids = [column.id for column in self.columns]
        return [(n, event) for n, event in enumerate(self.events) if any(event.cells.get(id_) for id_ in ids)]
