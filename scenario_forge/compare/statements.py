"""What else the files of two scenarios say otherwise: the aim, values changed for one, words, whatever there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter, address_of, written
from scenario_forge.compare.leaves import differences
from scenario_forge.compare.prose import reworded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.source.nodes import Data

_FILE = ("basis", "provenance", "scenario")
_PLAY = ("start", "stop", "first", "last", "options", "set_up", "control", "front", "victory", "without")
TOLD = frozenset((*_FILE, *_PLAY, "changes", "target"))
"""What is told by what it comes to, not by how the file says it."""
_WORDS = {"title": "Title", "dates": "Heading", "text": "What it is about", "length": "Stated length"}


def said_changes(one: Plan, other: Plan) -> Iterator[Change]:
    """The aim and changed values first, then every other key of the files that nothing else tells."""
    yield from _aims(one, other)
    yield from _settings(one, other)
    file, theirs = other.scenario.where.file, one.scenario.where.file
    for difference in differences(theirs.root, file.root):
        key = difference.steps[0] if difference.steps else ""
        if not key or key in TOLD:
            continue
        was, now = written(difference.was), written(difference.now)
        at = address_of(difference.steps)
        matter, subject = (Matter.WORDS, _WORDS[key]) if key in _WORDS else (Matter.DATES, at.replace("_", " "))
        yield Change(matter, subject, _instead(difference.was, difference.now), was, now, file=file.name, address=at)


def _instead(was: Data, now: Data) -> str:
    if isinstance(was, str) and isinstance(now, str):
        return reworded(was, now)
    return f"{written(now) or 'nothing'} instead of {written(was) or 'nothing'}"


def _aims(one: Plan, other: Plan) -> Iterator[Change]:
    was, now = one.scenario.document.target, other.scenario.document.target
    if was == now:
        return
    old, new = _aim(one), _aim(other)
    what = f"{new or 'none'}, not {old or 'any'}" if old != new else "is measured otherwise"
    file = other.scenario.where.file.name
    yield Change(Matter.DATES, "The aim", what, old, new, file=file, address="target")


def _aim(made: Plan) -> str:
    """`Allied wins 35 % to 65 %, competent against competent`; empty where the scenario says nothing."""
    aim = made.scenario.document.target
    if aim is None:
        return ""
    players = [aim.players[side] for side in made.game.side_names if side in aim.players]
    who = f", {' against '.join(players)}" if players else ""
    return f"{made.game.side_name(aim.side)} wins {aim.low * 100:.0f} % to {aim.high * 100:.0f} % of the games{who}"


def _settings(one: Plan, other: Plan) -> Iterator[Change]:
    """Values of the game that only one scenario changes, or that both change otherwise."""
    was, now = ({each.at: each.value for each in made.scenario.document.changes} for made in (one, other))
    file = other.scenario.where.file.name
    for at in dict.fromkeys((*was, *now)):
        old, new = (written(each[at]) or "nothing" if at in each else "" for each in (was, now))
        if old != new:
            subject = f"In this scenario {at}"
            what = (
                f"is {new}, not {old}" if old and new else f"is {new}" if new else f"is as in the game, no more {old}"
            )
            yield Change(Matter.DATES, subject, what, old, new, file=file, address=f"changes[{at}]")
