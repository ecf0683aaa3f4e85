"""What tuning found, as a value that goes to JSON. Sides are ids; shares are from 0 to 1; intervals are of 95 %.

Since a question ends when its verdict is known, such an interval of a share holds the true one in 90 to 97 of 100
cases, least often where the truth is an edge of the band. The rates of error of the verdicts are not touched by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.base import Model
from scenario_forge.documents.kinds import JsonKind
from scenario_forge.documents.rulebook import Setting
from scenario_forge.drafts.handicaps import changes_text, with_changes
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.report import Health, PairedFound, Share
from scenario_forge.source.files import write_file
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scenario_forge.game.game import Game


FORMAT = 1
"""Version of the layout."""

Outcome = Literal["in-band", "found", "unsure", "nothing", "undecided", "withheld", "interrupted"]
"""It is in its band as it is; a change brings it there; a change seems to, and more games are needed; none of the
changes that were tried does; it cannot be told where it is as it is; the players starve, so that nothing
is said (PLT005); a person stopped it."""


class Tried(Model):
    """The scenario as it is, or with a change, and what the games said."""

    kind: str
    """The kind of change; empty: as it is."""
    size: int
    """How large a change."""
    what: str
    """The change in words."""
    settings: tuple[Setting, ...]
    """The values that it changes."""
    seed: int
    """Seed of the first game; each later game adds one."""
    games: int
    """Games that were played to their end."""
    failed: int
    """Games that were not."""
    won: int
    """Games that the target's side won."""
    drawn: int
    """Games that nobody won."""
    wins: Share
    """Of the target's side, as the target counts them: a draw as half a win, as none, or not at all."""
    verdict: Literal["inside", "below", "above", "undecided"]
    """By two sequential tests, one against each edge of the band."""
    more: int | None = None
    """Where it is undecided: about how many more games would decide it, if they go as these went."""
    played: bool = True
    """False: not played. The games played without it are counted as if all had gone the best way for it."""
    worth: int = 0
    """What is not played: how many points it can move a game, at most."""
    closest: int = 0
    """What is not played: by how many points the closest game was lost."""
    pairs: int = 0
    """Seeds that were played without the change too."""
    difference: PairedFound | None = None
    """What the change does to the share of wins, seed by seed."""
    again: bool = False
    """Whether these are other seeds, on which a change that was found had to hold."""


class Row(Model):
    """How often a row of the victory table was attained as the scenario is."""

    id: str
    """The row."""
    side: str
    """Who scores it."""
    points: int
    """What it is worth."""
    attained: int
    """Games in which it was."""
    of: int
    """Games that came to its stop."""


class Tuned(Model):
    """All that was tried, and what came of it."""

    format: int = FORMAT
    """Version of this layout."""
    game: str
    """The game."""
    title: str
    """Its title."""
    scenario: str
    """The scenario."""
    scenario_title: str
    """Its title."""
    errata: str
    """Errata that were laid over it."""
    side: str
    """Whose wins are counted."""
    low: float
    """Least share of wins."""
    high: float
    """Greatest share."""
    draws: Literal["half", "against", "left_out"] = "half"
    """What a draw counts."""
    wrongly_inside: float
    """How often a scenario outside may be called inside."""
    players: dict[str, str]
    """Who played, by side."""
    most_games: int
    """After so many games a question was left undecided."""
    most: int
    """The largest change that was tried."""
    kinds: tuple[str, ...]
    """Kinds of change, in the order in which they were tried."""
    health: Health | None = None
    """How well the players played the scenario as it is; null before anything was played."""
    rows: tuple[Row, ...] = ()
    """Of the victory table."""
    tried: tuple[Tried, ...] = ()
    """In order; the first is the scenario as it is."""
    outcome: Outcome = "interrupted"
    """What came of it."""
    found: Tried | None = None
    """The smallest change that brings it into the band, or seems to."""
    confirmed: Tried | None = None
    """The same on other seeds."""
    changes: tuple[Setting, ...] = ()
    """What the scenario's `changes` would be with it."""
    notes: tuple[str, ...] = ()
    """What else is to be known."""


TUNED = JsonKind("tune-report", "forge tune --format json", Tuned, frozenset({"kinds", "most_games", "wrongly_inside"}))


# -- the answer of tuning as lines of a scenario's file --------------------------------------------


def evidence(tuned: Tuned) -> list[str]:
    """Return what a comment says of why the changes are there."""
    return list(_evidence(tuned)) if tuned.found and tuned.tried else []


def _evidence(tuned: Tuned) -> Iterator[str]:
    found, base = tuned.found, tuned.tried[0]
    if found is None:
        return
    players = ", ".join(f"{side} {name}" for side, name in tuned.players.items())
    yield f"forge tune: {found.what}"
    yield f"played by {players}; errata {tuned.errata}; {tuned.side} is to win {band_text(tuned)} of games"
    yield f"without: {share_text(tuned, base)}, {base.verdict}"
    yield f"with: {share_text(tuned, found)}, {found.verdict}"
    if tuned.confirmed:
        yield f"on other seeds: {share_text(tuned, tuned.confirmed)}, {tuned.confirmed.verdict}"
    yield from paired_line(found)
    sure = 100 * (1 - tuned.wrongly_inside)
    yield f"in the band at {sure:.3g} %" if tuned.confirmed else "not sure: more games are needed"


def paired_line(tried: Tried) -> Iterator[str]:
    """Yield what the change does on the same seeds."""
    shift = tried.difference
    if shift is None:
        return
    known = shift.low is not None and shift.high is not None
    interval = f" ({100 * (shift.low or 0):+.0f} to {100 * (shift.high or 0):+.0f})" if known else ""
    yield f"on the {tried.pairs} seeds played both ways: {100 * shift.mean:+.0f} % of games{interval}"


def share_text(tuned: Tuned, tried: Tried) -> str:
    """Return ``52 of 100, 52.0 % (42.3 to 61.5)``; ``1 of 10 and drew 1, 15.0 % (…) with a draw counted half``."""
    wins = tried.wins
    share = f"{100 * wins.share:.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f})"
    if not tried.drawn:
        return f"{tried.won} of {tried.games}, {share}"
    counted = {"half": "a draw counted half", "against": "a draw counted as lost", "left_out": "draws left out"}
    return f"{tried.won} of {tried.games} and drew {tried.drawn}, {share} with {counted[tuned.draws]}"


def band_text(tuned: Tuned) -> str:
    """Return the target band in percent of the games: ``40 to 60 %``."""
    return f"{100 * tuned.low:g} to {100 * tuned.high:g} %"


def yaml_of(tuned: Tuned) -> str:
    """Return all changes that the scenario would have, to paste; empty where nothing was found."""
    return changes_text(tuned.changes, evidence(tuned)) if tuned.found else ""


def write_changes(game: Game, tuned: Tuned) -> Path:
    """Write the changes found into the scenario's file, in one step.

    Raises:
        EditRefused: nothing was found, the file has another form, was changed meanwhile, or cannot be written.
    """
    if tuned.found is None:
        raise EditRefused("nothing was found that could be written")
    where = scenarios(game).scenarios[tuned.scenario].where
    source = where.file.source
    text = with_changes(source, tuned.found.settings, evidence(tuned))
    path: Path = game.folder / source.name
    problem = write_file(path, source.encoded(text), source.name, source.digest)
    if problem is not None:
        raise EditRefused(problem.message)
    return path
