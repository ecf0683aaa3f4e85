"""Playtest report as a value for JSON. Sides are ids; shares are from 0 to 1; intervals hold 95 of 100.

Turns count from 0, the scenario's first. A margin is that of the `reference` side: positive where it has won.
"""

from __future__ import annotations

import json
from typing import Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.kinds import JsonKind

FORMAT = 1
"""Version of the layout."""


class Share(Model):
    """Count out of a total, and the interval of the true share (Wilson)."""

    count: float
    """How many; halves where a draw counts half."""
    of: int
    """Of how many."""
    share: float
    """The one by the other; 0 of none."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end."""


class Spread(Model):
    """Spread of figures over games."""

    mean: float
    """Mean."""
    low: float | None
    """Lower end of the interval of the mean; null of fewer than four games."""
    high: float | None
    """Upper end."""
    deviation: float
    """Standard deviation."""
    quantiles: dict[str, float]
    """`0`, `5`, `25`, `50`, `75`, `95` and `100`: below it so many of 100 games."""


class Level(Model):
    """Games that ended in one way."""

    side: str | None
    """Who won; null: a draw."""
    level: str
    """The level of victory; empty where the game names none."""
    games: Share
    """How many."""


class Failure(Model):
    """A game that did not come to its end."""

    seed: int
    """Its seed."""
    ended: str
    """player: a player failed; fault: the rules did; stopped; died: the process did."""
    message: str
    """Why."""


class Turn(Model):
    """State of games when a player turn was over: means over those that reached it."""

    turn: int
    """Game turn."""
    side: str | None
    """Whose player turn it was."""
    label: str
    """The game turn as printed."""
    games: int
    """How many reached it."""
    lead: dict[str, float]
    """Margin of the reference side, had the game ended: `mean`, and quantiles `5`, `50`, `95`."""
    decided: float
    """Share of all games in which the later winner led from here to the end."""
    measures: dict[str, dict[str, float]]
    """By the game's measure, by side."""
    held: dict[str, dict[str, float]]
    """By objective: the share of games in which each side holds it."""
    hexes: dict[str, float]
    """By side: how many hexes it controls."""


class Use(Model):
    """Frequency of a step or event of the rules."""

    name: str
    """The event, or the step."""
    clause: str
    """The clause it stands on; empty for steps."""
    games: float
    """Share of games in which it happened at all."""
    mean: float
    """How often a game."""


class OptionUse(Model):
    """An optional rule in play."""

    id: str
    """Its id."""
    title: str
    """Its name."""
    cited: bool | None
    """Whether any event stood on one of its clauses; null where the rulebook has no clause of its rule."""


class Happened(Model):
    """A historical event: how often it happened in these games."""

    id: str
    """Short name."""
    text: str
    """What."""
    label: str
    """The game turn at whose end it is looked at."""
    games: Share
    """How often it was so; of the games that reached the date."""
    dates: list[str]
    """Dates of the chronology."""


class Ground(Model):
    """Control of the map at the end of a game turn."""

    turn: int
    """Game turn."""
    label: str
    """As printed."""
    shares: dict[str, list[int]]
    """By side, by hex: in how many of 1,000 games it controls it."""


class SideHealth(Model):
    """How well a side was played, by what it lost and did; means a game."""

    player: str
    """Who played it."""
    starved: float
    """Strength points lost for want of supply."""
    fallen: float
    """Strength points lost in battle."""
    starvation: float | None
    """The share of the one in both; null where nothing was lost."""
    attacks: float
    """Attacks."""
    hopeless: float | None
    """The share of attacks in which no throw costs the defender more than the attacker; null without any."""
    units: float
    """Units that were in play."""
    unmoved: float | None
    """The share of units in play that were never seen in another place; null without any."""
    unsupplied: float | None
    """The share of unit-turns that ended out of supply; null where the game has no supply."""
    won: float | None
    """The share of games that the side won; null of no games."""


class HealthFinding(Model):
    """Something in the way a side was played that its results rest on."""

    code: str
    """`PLT056` to `PLT061`."""
    side: str
    """Whose play."""
    message: str
    """What, in words."""


class Health(Model):
    """How well the players played, and so what verdicts on their games can say."""

    standing: Literal["with these players", "not known"]
    """What every verdict is headed with. No game is called robust: that would take several unlike, strong players."""
    reason: str
    """Why so."""
    code: str
    """`PLT005` where no verdict is given; else empty."""
    findings: list[HealthFinding]
    """What to know of the players before the results are read."""
    sides: dict[str, SideHealth]
    """By side."""


class Summary(Model):
    """Results of one setting."""

    name: str
    """What it is called here: `base`, `errata=none`, `competent : random`."""
    scenario: str
    """Scenario."""
    content: str
    """Hash of the compiled scenario."""
    errata: str
    """Which errata."""
    options: list[str]
    """Optional rules in play."""
    players: dict[str, str]
    """Who played, by side."""
    reference: str
    """The side from which margins are seen."""
    games: int
    """How many were played, failed ones too."""
    whole: int
    """How many came to their end; all that follows is of these."""
    failures: list[Failure]
    """The others, the first 20."""
    failed: dict[str, int]
    """How many others, by how they ended."""
    health: Health
    """How well the players played."""
    wins: dict[str, Share]
    """By side."""
    draws: Share
    """Games without a winner."""
    levels: list[Level]
    """By winner and level, most frequent first."""
    margin: Spread | None
    """In points."""
    player_turns: Spread | None
    """How long games were."""
    decisions: Spread | None
    """How many decisions both sides took."""
    early: Share
    """Games that a decisive victory ended before their time."""
    decisive_turn: Spread | None
    """Player turn, from 1, after which the later winner led to the end."""
    decided_first: Share
    """Games that were decided after their first player turn; of those somebody won."""
    ends: dict[str, dict[str, Spread]]
    """The game's measures at the end, by side."""
    peaks: dict[str, dict[str, Spread]]
    """Greatest value at the end of any player turn."""
    turns: list[Turn]
    """Player turn by player turn."""
    events: list[Use]
    """What happened, most frequent first."""
    steps: list[Use]
    """Where sides decided."""
    idle_steps: list[str]
    """Steps of the sequence of play in which no side ever decided."""
    options_used: list[OptionUse]
    """Optional rules in play."""
    history: list[Happened]
    """Against the chronology."""
    ground: list[Ground]
    """Left out of the cells of a matrix."""


class TargetFound(Model):
    """Target band, and the verdict of the games on it."""

    side: str
    """Whose wins."""
    low: float
    """Least share."""
    high: float
    """Greatest share."""
    indifference: float
    """So near an edge either verdict will do."""
    draws: str
    """half, against, left_out."""
    verdict: Literal["inside", "below", "above", "undecided", "withheld"]
    """By two sequential tests, one against each edge; withheld: the players starve, see the base's health."""
    after: int
    """Games that it took, or that there are."""
    more: int | None = None
    """Where it is undecided: about how many more would decide it, if they go as these went."""
    wins: Share
    """As the target counts them."""
    players_as_meant: bool
    """Whether those played for whom the target was written."""
    one_player: str
    """The player that the band was set or tuned with, where it was one on all sides; else empty."""


class PairedFound(Model):
    """Difference of a figure between two settings, seed by seed; intervals by Tango for wins, else Student's."""

    mean: float
    """Of the other less the base."""
    low: float | None
    """Lower end of the interval; null of fewer than four pairs."""
    high: float | None
    """Upper end."""
    unpaired_low: float | None
    """Lower end if seeds had nothing to do with each other."""
    unpaired_high: float | None
    """Upper end."""
    saved: float
    """The share of games that pairing saved; negative where it cost some."""


class Comparison(Model):
    """Another setting against the base, on the same seeds."""

    name: str
    """The other's name."""
    pairs: int
    """Seeds of which both games came to their end."""
    margin: PairedFound
    """Difference of margins."""
    wins: PairedFound
    """Difference of wins of the reference side, a draw counting half."""
    changed: int
    """Pairs whose games differ at all."""


class PeopleResult(Model):
    """The result of a game between people, as playtest.yaml has it."""

    date: str
    """The day on which it ended."""
    winner: str | None
    """The side that won; null: a draw."""
    score: dict[str, int]
    """Points at the end, by side, where they are known."""
    turn: str
    """The game turn in which it ended; empty: the last."""
    players: dict[str, str]
    """Who played, by side, where that is known."""
    record: str
    """File in the game's folder `records`; empty where there is none."""
    note: str
    """What else was written down."""


class Report(Model):
    """Playtest report: settings, summaries, comparisons, and targets."""

    format: int
    """Version of this layout."""
    game: str
    """The game."""
    title: str
    """Its title."""
    scenario: str
    """Scenario."""
    scenario_title: str
    """Its title."""
    sides: list[str]
    """In the order of a game turn."""
    people: list[PeopleResult] = Field(default_factory=list)
    """Results of games between people, latest first."""
    seed: int
    """Seed of the first game; each later game adds one."""
    versions: dict[str, str]
    """Of the packages that played."""
    base: Summary | None
    """The setting asked for; null for a matrix."""
    target: TargetFound | None
    """What playtest.yaml asks of the scenario; null where it says nothing."""
    variants: list[Summary]
    """Settings that the base is compared with."""
    comparisons: list[Comparison]
    """One for each."""
    matrix: list[Summary]
    """A cell for each pair of players, without ground."""


def json_of(report: Model) -> str:
    """Return the report as JSON, the same for the same report."""
    return json.dumps(report.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n"


REPORT = JsonKind(
    "playtest-report", "forge playtest --format json", Report, frozenset({"base", "comparisons", "matrix"})
)
