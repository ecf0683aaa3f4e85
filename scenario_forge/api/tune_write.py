"""The answer of tuning as lines of a scenario's file: the changes, with the evidence before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.changes_text import block, with_changes
from scenario_forge.project.scenarios import scenarios
from scenario_forge.source.edit import EditRefused
from scenario_forge.source.write import write_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scenario_forge.api.tune_report import Tried, Tuned
    from scenario_forge.project.game import Game


def evidence(tuned: Tuned) -> list[str]:
    """What a comment says of why the changes are there."""
    return list(_evidence(tuned)) if tuned.found and tuned.tried else []


def _evidence(tuned: Tuned) -> Iterator[str]:
    found, base = tuned.found, tuned.tried[0]
    if found is None:
        return
    players = ", ".join(f"{side} {name}" for side, name in tuned.players.items())
    yield f"forge tune: {found.what}"
    yield f"played by {players}; errata {tuned.errata}; {tuned.side} is to win {band(tuned)} of games"
    yield f"without: {of(tuned, base)}, {base.verdict}"
    yield f"with: {of(tuned, found)}, {found.verdict}"
    if tuned.confirmed:
        yield f"on other seeds: {of(tuned, tuned.confirmed)}, {tuned.confirmed.verdict}"
    yield from paired_line(found)
    sure = 100 * (1 - tuned.wrongly_inside)
    yield f"in the band at {sure:.3g} %" if tuned.confirmed else "not sure: more games are needed"


def paired_line(tried: Tried) -> Iterator[str]:
    """What the change does on the same seeds."""
    shift = tried.difference
    if shift is None:
        return
    known = shift.low is not None and shift.high is not None
    interval = f" ({100 * (shift.low or 0):+.0f} to {100 * (shift.high or 0):+.0f})" if known else ""
    yield f"on the {tried.pairs} seeds played both ways: {100 * shift.mean:+.0f} % of games{interval}"


def of(tuned: Tuned, tried: Tried) -> str:
    """``52 of 100, 52.0 % (42.3 to 61.5)``; ``1 of 10 and drew 1, 15.0 % (…) with a draw counted half``."""
    wins = tried.wins
    share = f"{100 * wins.share:.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f})"
    if not tried.drawn:
        return f"{tried.won} of {tried.games}, {share}"
    counted = {"half": "a draw counted half", "against": "a draw counted as lost", "left_out": "draws left out"}
    return f"{tried.won} of {tried.games} and drew {tried.drawn}, {share} with {counted[tuned.draws]}"


def band(tuned: Tuned) -> str:
    """``40 to 60 %``."""
    return f"{100 * tuned.low:g} to {100 * tuned.high:g} %"


def yaml_of(tuned: Tuned) -> str:
    """All changes that the scenario would have, to paste; empty where nothing was found."""
    return block(tuned.changes, evidence(tuned)) if tuned.found else ""


def write_changes(game: Game, tuned: Tuned) -> Path:
    """Put the changes that were found into the scenario's file, in one step.

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
