"""playtest.yaml: how even each scenario is meant to be, and what its games ought to look like."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.victory import Condition

Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, lt=0.5)]


class Aim(Model):
    """The share of wins that a scenario is meant to give a side, as the scenario itself says it."""

    side: Id
    """Whose wins are counted."""
    low: Share
    """Least share of wins: 0.42."""
    high: Share
    """Greatest share of wins: 0.58."""
    draws: Literal["half", "against", "left_out"] = "half"
    """A drawn game counts as half a win, as no win, or not at all."""
    players: dict[Id, Text] = {}
    """Who plays, by side: `allied: competent`. A verdict on a scenario holds for these players."""
    indifference: Annotated[float, Field(gt=0, le=0.25)] = 0.03
    """So near an edge of the band either verdict will do."""
    wrongly_inside: Rate = 0.05
    """How often a scenario that lies outside by more than `indifference` may be called inside."""
    wrongly_outside: Rate = 0.05
    """How often one that lies inside by more than `indifference` may be called outside."""
    games: Annotated[int, Field(ge=1)] = 2000
    """After so many games it is left undecided."""


class Target(Aim):
    """The share of wins that a scenario is meant to give a side."""

    scenario: Id
    """Which scenario."""


class Claim(Model):
    """What is true, or is not, when it is looked at."""

    side: Id | None = None
    """Who holds the place, where the predicate asks for that."""
    when: Condition
    """A predicate as in victory.yaml."""
    least: Annotated[int, Field(ge=1)] | None = None
    """At least so many of the units fulfil it; without it: as the predicate says."""
    ever: bool = False
    """True: at the end of some player turn up to then."""


class Happening(Model):
    """Something that happened, told as what must be true of a game that goes as history went."""

    id: Id
    """Short name."""
    text: Text
    """What happened, in our own words."""
    turn: Text
    """The game turn at whose end it is looked at: `1/41`."""
    after: Id | None = None
    """Looked at after this side's player turn; without it: at the end of the game turn."""
    claims: Annotated[list[Claim], Field(min_length=1)]
    """All of them hold."""
    dates: list[Text] = []
    """Dates of the chronology that it rests on."""


class PlaytestDocument(Document):
    """What is expected of many games."""

    targets: list[Target] = []
    """One for each scenario that is meant to be even in some way."""
    history: list[Happening] = []
    """In the order of their dates."""
