"""victory.yaml: what wins the game; playtest.yaml: how even each scenario is meant to be, and how it went."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from scenario_forge.documents.base import Document, Id, Interval, Model, Text, Value
from scenario_forge.documents.marks import Defines, Names, Shared
from scenario_forge.documents.names import PlaceName, QuantityName, ScenarioName, SideName, StopDateName, ValueName


class Selector(Model):
    """A selection of units: all conditions given must hold."""

    side: SideName | None = None
    """Owner."""
    nationality: Annotated[Id, Names("nationality", loosely=True)] | None = None
    """Nationality."""
    size: Annotated[str, Names("size", loosely=True)] | None = None
    """Size mark."""
    type: Annotated[Id, Names("type", loosely=True)] | None = None
    """Type."""
    types: list[Annotated[Id, Names("type", loosely=True)]] = []
    """One of these types."""
    nos: list[Annotated[int, Names("unit of the side")]] = []
    """Set-up numbers."""
    supplied: bool | None = None
    """In general supply or not."""


class Near(Model):
    """The hexes within a distance of a place."""

    of: Annotated[Text, Names("place")]
    """The place or hex."""
    hexes: Annotated[int, Field(ge=0)]
    """Largest distance in hexes."""


class InRange(Model):
    """The hexes near enough to a place for a value of the counter."""

    of: Annotated[Text, Names("place")]
    """The place or hex."""
    value: ValueName
    """The value that is the range, as counters.yaml names it."""


class NearUnits(Model):
    """The hexes within a distance of other units."""

    of: Selector
    """Those units; a unit is not near itself."""
    hexes: Annotated[int, Field(ge=0)] = 1
    """Largest distance in hexes."""


class Region(Model):
    """A region of the map; give exactly one key."""

    on: PlaceName | None = None
    """On this place or hex."""
    area: Annotated[Id, Names("area")] | None = None
    """In this area of map.yaml."""
    east_of: PlaceName | None = None
    """East of this place."""
    on_or_east_of: PlaceName | None = None
    """On or east of this place."""
    west_of: PlaceName | None = None
    """West of this place."""
    box: Annotated[str, Names("box")] | None = None
    """In this off-map box."""
    map: bool | None = None
    """Anywhere on the map."""
    near: Near | None = None
    """At most some hexes from a place."""
    in_range: InRange | None = None
    """Where a value of the unit's own counter reaches a place."""
    near_units: NearUnits | None = None
    """At most some hexes from one of other units on the map."""


class Presence(Model):
    """A condition on which units are in a region."""

    units: Selector
    """The units."""
    within: list[Region]
    """Where; all regions must hold."""
    none: bool = False
    """True: there are no such units."""
    at_least: Annotated[int, Field(ge=1)] = 1
    """How many there must be."""


class Condition(Model):
    """A predicate: exactly one key. A rule system may have others about a place, such as `besieged: Tobruk`."""

    model_config = ConfigDict(
        strict=True,
        extra="allow",
        frozen=True,
        defer_build=True,
    )

    __pydantic_extra__: dict[Annotated[str, Names("predicate", checked=True)], PlaceName]

    hold: PlaceName | None = None
    """The side holds this place."""
    destroyed: Selector | None = None
    """These units are destroyed."""
    surviving: Selector | None = None
    """These units have any strength left."""
    present: Presence | None = None
    """Units are somewhere."""
    all: list[Condition] | None = None
    """All of these hold."""
    any: list[Condition] | None = None
    """At least one of these holds."""
    is_not: Condition | None = None
    """This does not hold."""
    ever: Condition | None = None
    """This held at some point of the game."""

    @property
    def others(self) -> dict[str, str]:
        """The place by key, of keys that are none of these: predicates of the rule system."""
        return self.__pydantic_extra__

    @property
    def of_place(self) -> tuple[str, str] | None:
        """The predicate and its place, where it is about one."""
        said = {"hold": self.hold, **self.others}
        return next(((key, place) for key, place in said.items() if place is not None), None)


class Scored(Model):
    """A row that scores points when its stop date is reached."""

    id: Annotated[Id, Defines("victory row")]
    """Short name; no other row has it."""
    side: SideName
    """Who scores it."""
    text: Annotated[Text, Shared()]
    """The objective in words, as the components print it."""
    points: int
    """What it is worth."""
    each: bool = False
    """True: for each unit that fulfils it."""
    group: Annotated[str, Names("group")] = ""
    """Objectives of one group exclude each other: only the best is scored."""
    when: Condition
    """The predicate."""


class Objective(Scored):
    """A row of the printed victory table."""

    stop: StopDateName
    """Stop date (time-track.yaml)."""
    states: dict[QuantityName, Annotated[Value, Names("stated")]] = {}
    """Quantities this row states."""


class DecisiveVictory(Model):
    """A condition that ends the game at once."""

    id: Annotated[Id, Defines("decisive victory")]
    """Short name."""
    side: SideName
    """Winner."""
    after: SideName
    """Checked after this side's player turn."""
    since: Annotated[str, Names("turn", called="game turn")] = ""
    """From this game turn on; empty: always."""
    points: int
    """Points scored by the winner."""
    when: Condition
    """The predicate."""


class Distance(Model):
    """Points for a unit at some distance."""

    hexes: Interval
    """The distance as printed: `4-12`, `30 or more`."""
    points: int
    """Points for each unit there."""


class ByDistance(Model):
    """Points for each unit by how far it is from a place."""

    base: dict[SideName, Annotated[Text, Names("place")]]
    """By side, the place from which hexes are counted: `{axis: El Agheila}`."""
    bands: Annotated[list[Distance], Field(min_length=1)]
    """Points by distance, in printed order."""
    units: Selector = Selector()
    """The units that count."""


class Losses(Model):
    """Points for what a side has lost."""

    of: ValueName = "strength"
    """The number on counters that is added up."""
    per: Annotated[int, Field(ge=1)] | None = None
    """Losses that score the points once; fractions are dropped."""
    share: Text | None = None
    """Share of a unit whose loss scores the points once: `1/3`."""
    units: Selector = Selector()
    """The units that count; without a side, those of the enemy."""


class LedgerRow(Model):
    """Points each turn, whenever something happens, or at the end; give exactly one of the last four keys."""

    id: Annotated[Id, Defines("row of the ledger")]
    """Short name."""
    text: Text
    """What is scored, in words, as the components print it."""
    name: str = ""
    """A few words for the head of a column on score pads; without: the text."""
    at: Literal["turn", "event", "end"] = "turn"
    """turn: at the end of each game turn; event: at once; end: when the game ends."""
    side: SideName | None = None
    """Who scores it; without: either side."""
    scenarios: list[ScenarioName] = []
    """Scenarios in which it counts; without: all."""
    points: int = 0
    """What it is worth; by distance, the table of distances says it."""
    when: Condition | None = None
    """What must be so."""
    distance: ByDistance | None = None
    """Points by distance."""
    losses: Losses | None = None
    """Points for losses."""
    event: Annotated[Id, Names("event", called="event of the ledger")] | None = None
    """An event that the rule system names, such as `eliminated`: a unit of the enemy is; `exited`: a unit of its own
    has left the map."""


class Level(Model):
    """A level of victory, and the points or ratio it takes."""

    id: Annotated[Id, Defines("level")]
    """Short name."""
    name: Text
    """As printed: `Axis Marginal`."""
    side: SideName | None = None
    """The side that wins; without: a draw."""
    range: Interval
    """Of what is measured, as printed: `<-130`, `-130 to -31`, `220+`. Of a ratio, the highest: `3:1`, `6:1 +`."""


class Levels(Model):
    """The levels of victory of some scenarios."""

    id: Annotated[Id, Defines("list of levels")]
    """Short name."""
    scenarios: list[ScenarioName] = []
    """Scenarios that end by them; without: all that no other list names."""
    title: str = ""
    """As printed above them."""
    rule: Annotated[str, Names("printed rule")] = ""
    """The printed rule: `Rule 17.4`."""
    measure: Literal["points", "difference", "ratio"] = "difference"
    """points of `side`; its points less those of the enemy; or the ratio of both."""
    side: SideName
    """The side whose points or losses come first."""
    of: Literal["points", "losses"] = "points"
    """What is compared."""
    value: ValueName = "strength"
    """Of losses, the number on counters that is added up."""
    levels: Annotated[list[Level], Field(min_length=1)]
    """In printed order."""


class Sudden(Model):
    """A victory that ends the game at any time, as soon as its condition holds."""

    id: Annotated[Id, Defines("sudden victory")]
    """Short name."""
    side: SideName
    """Winner."""
    text: Text
    """In words, as the components print it."""
    scenarios: list[ScenarioName] = []
    """Scenarios in which it counts; without: all."""
    level: Annotated[Id, Names("level", called="level of victory")] | None = None
    """The level of victory that it is."""
    when: Condition
    """The predicate."""


class VictoryDocument(Document):
    """The ways to win: rows at stop dates, a ledger of points, levels of victory, decisive and sudden victories."""

    objectives: list[Objective] = []
    """Rows in printed order."""
    decisive: list[DecisiveVictory] = []
    """Decisive victories."""
    cumulative: bool = False
    """True: stop dates passed through are added up."""
    ledger: list[LedgerRow] = []
    """Points by turn and by event, in printed order."""
    levels: list[Levels] = []
    """Levels of victory by scenario."""
    sudden: list[Sudden] = []
    """Victories at any time."""


VICTORY_PARTS = {
    "objectives": "victory row",
    "decisive": "decisive victory",
    "ledger": "row of the ledger",
    "levels": "list of levels",
    "sudden": "sudden victory",
}
"""The lists of victory.yaml, and what their rows are."""


# -- playtest.yaml: how even each scenario is meant to be, and what its games ought to look like ---


Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, lt=0.5)]
RECORD_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.json$"
"""Names of files in the folder `records` of a game."""


class Aim(Model):
    """The share of wins that a scenario is meant to give a side, as the scenario itself says it."""

    side: SideName
    """Whose wins are counted."""
    low: Share
    """Least share of wins: 0.42."""
    high: Share
    """Greatest share of wins: 0.58."""
    draws: Literal["half", "against", "left_out"] = "half"
    """A drawn game counts as half a win, as no win, or not at all."""
    players: dict[SideName, Text] = {}
    """Who plays, by side: `allied: competent`. A verdict on a scenario holds for these players."""
    indifference: Annotated[float, Field(gt=0, le=0.25)] = 0.03
    """Margin at the edges of the band within which either verdict is accepted."""
    wrongly_inside: Rate = 0.05
    """How often a scenario that lies outside by more than `indifference` may be called inside."""
    wrongly_outside: Rate = 0.05
    """How often one that lies inside by more than `indifference` may be called outside."""
    games: Annotated[int, Field(ge=1)] = 2000
    """Number of games after which it is left undecided."""


class Target(Aim):
    """The share of wins that a scenario is meant to give a side."""

    scenario: ScenarioName
    """Which scenario."""


class Claim(Model):
    """A condition that holds or fails when it is checked."""

    side: SideName | None = None
    """Who holds the place, where the predicate asks for that."""
    when: Condition
    """A predicate as in victory.yaml."""
    least: Annotated[int, Field(ge=1)] | None = None
    """At least so many of the units fulfil it; without it: as the predicate says."""
    ever: bool = False
    """True: at the end of some player turn up to then."""


class Happening(Model):
    """A historical event, given as claims that hold in a game that goes as history did."""

    id: Annotated[Id, Defines("historical event")]
    """Short name."""
    text: Text
    """What happened, in our own words."""
    turn: Annotated[Text, Names("turn", called="game turn")]
    """The game turn at whose end it is checked: `1/41`."""
    after: SideName | None = None
    """Checked after this side's player turn; without it, at the end of the game turn."""
    claims: Annotated[list[Claim], Field(min_length=1)]
    """All of them hold."""
    dates: list[Annotated[Text, Names("date of the chronology")]] = []
    """Dates of the chronology that it rests on."""


class PlayedResult(Model):
    """The result of a game that people played."""

    scenario: ScenarioName
    """Which scenario."""
    date: Text
    """The day on which the game ended: `"2026-11-14"`."""
    winner: SideName | None = None
    """The side that won; without: a draw."""
    score: dict[SideName, int] = {}
    """Points at the end, by side: `{allied: 12, axis: 31}`."""
    turn: Annotated[Text, Names("turn", called="game turn")] | None = None
    """The game turn in which the game ended; without: the scenario's last."""
    players: dict[SideName, Text] = {}
    """Who played, by side: `{allied: Anna, axis: Ben}`."""
    record: Annotated[str, Field(pattern=RECORD_NAME)] | None = None
    """File in the folder `records` of the game that has it move by move: `crusader-1.json`."""
    note: Text | None = None
    """What else is worth knowing."""


class PlaytestDocument(Document):
    """Expectations of many games, and the results of those between people."""

    targets: list[Target] = []
    """One for each scenario that is meant to be even in some way."""
    history: list[Happening] = []
    """In the order of their dates."""
    results: list[PlayedResult] = []
    """Games between people, as they were played."""
