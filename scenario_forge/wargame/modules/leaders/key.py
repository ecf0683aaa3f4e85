"""The key `leaders` of rules.yaml, and what it does in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import FigureName, ValueName
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.halves import Halved, halves_in_words
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.phase import ACTIONS
from scenario_forge.wargame.board.selectors import UnitSelector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.wargame.board.labels import Labels

COMMAND, ATTACH = "command", "attach"
"""The step in which the command of all units is judged; the word with which a leader joins another unit."""
_Range = Annotated[int, Field(ge=0)]


class OutOfCommand(Model):
    """What units suffer that are out of command."""

    halves: list[Halved] = []  # noqa: RUF012 - pydantic copies it
    """Values that are halved."""
    may_not: list[Literal["movement", "assault", "fire"]] = []  # noqa: RUF012 - pydantic copies it
    """What they do not do: move, attack or join an attack, fire."""


class LeadersKey(Model):
    """Leaders, which are with a unit, and in no hex otherwise."""

    of: UnitSelector
    """The leaders. The set-up says with which unit each begins: `on:12`."""
    range: _Range = 1
    """How near to a leader's unit others must be to move with it as a group, to rally by his value, or to be in
    command, in hexes."""
    reach: ValueName | None = None
    """The value of a leader's counter that is his range instead; who has none has that of `range`."""
    joins: _Range | None = None
    """How far from a leader's unit another one may be that he joins, in hexes; without, however far."""
    alone: Annotated[int, Field(ge=0)] = 0
    """Movement points that a leader's unit has more when it moves without a group."""
    value: ValueName | None = None
    """The value of a leader's counter that helps units; without, he helps nobody. Only the highest one counts."""
    counts: Annotated[list[Literal["assault", "fire", "rally"]], Field(min_length=1)] = ["assault"]  # noqa: RUF012
    """Where it counts: it is added to the dice of an assault from his hex and taken from those of one on it, the other
    way round where low dice hit, added to the dice of fire from his hex, and to the value by which units within his
    range rally."""
    loss: FigureName | None = None
    """The least throw of a die by which a leader is lost whose unit is turned over or
    eliminated; without, none is lost."""
    successor: Annotated[Id, Names("face")] | None = None
    """The face of a leader's counter that shows his successor, who takes the place of a lost leader; without, nobody
    does. A face for successors is not the one to which units are turned over."""
    out_of_command: OutOfCommand | None = None
    """What units suffer that are beyond the range of all who command them, as the step `command` finds; without, nobody
    commands. A leader commands the units of his formation, as its headquarters does; one without a formation, all of
    his side."""


def sentences_of_leaders(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    """Say who leads, what leaders do, and what becomes of them."""
    who = sentence_case(labels.units(given.of))
    yield Sentence("leaders.attach", f"{who} are leaders: each is with another unit, and in no hex otherwise.")
    yield from (_of_actions if ACTIONS in labels.steps else _of_moves)(given, labels)
    leaves = " or leaves the map" * labels.departures
    text = f"A leader whose unit is eliminated{leaves} is set aside. He may join another unit."
    yield Sentence("leaders.lost", text)
    yield from _of_value(given, labels)
    yield from _of_loss(given, labels)
    yield from _of_command(given, labels)


def _near(given: LeadersKey, labels: Labels) -> str:
    """Return how near a unit must be: `within 2 hexes`, `within his command range`."""
    return f"within {counted(given.range, 'hex') if given.reach is None else f'his {labels.value(given.reach)}'}"


def _joins(given: LeadersKey) -> str:
    far = f" within {counted(given.joins, 'hex')} of his own" if given.joins is not None else ""
    return f"any unit of the side{far} that has no leader"


def _more(given: LeadersKey) -> str:
    return f" It has {counted(given.alone, 'movement point')} more for that move." if given.alone else ""


def _of_actions(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    """Say what leaders do for action points."""
    text = f"As an action, which is no move, a leader may join {_joins(given)}."
    yield Sentence("leaders.attach", text)
    text = (
        "As one action a leader may order a group move: his own unit may move, and so may all of the side that are "
        f"{_near(given, labels)} of it when the action begins."
    )
    yield Sentence("leaders.group", text)
    text = "A leader orders one group move in a phase, and only if his unit has not moved yet."
    yield Sentence("leaders.once", text)
    text = f"If his unit moves without a group, he can order no group move in that phase.{_more(given)}"
    yield Sentence("leaders.alone", text)


def _of_moves(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    """Say how leaders move where there are no action points."""
    yield Sentence("leaders.alone", f"A leader moves only with his unit.{_more(given)}")
    once = f"Once in {labels.phase('movement', 'move')}"
    text = f"{once} a leader may join {_joins(given)}, if his own has not moved yet."
    yield Sentence("leaders.attach", text)


def _of_value(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    if given.value is None:
        return
    value, rally = labels.value(given.value), getattr(labels.rules, "rally", None)
    by = labels.value(rally.value) if rally is not None and rally.value is not None else "value"
    means = {
        "assault": f"The {value} of a leader is {_in_assault(labels)} if he is in the attacked hex.",
        "fire": f"The {value} of a leader is added to the dice of fire of units in his hex.",
        "rally": f"The {value} of a leader is added to the {by} of units that rally {_near(given, labels)} of him.",
    }
    yield from (Sentence("leaders.value", means[way]) for way in dict.fromkeys(given.counts))
    yield Sentence("leaders.value", "Of several leaders of a side only the highest value counts.")


def _in_assault(labels: Labels) -> str:
    """Return what becomes of a leader's value in an assault; of dice that must be low it is taken."""
    assault = getattr(labels.rules, "assault", None)
    dice, them, low = "the dice of an assault", "them", False
    if assault is not None and assault.count is not None:
        dice, them, low = "each die of the attackers", "it", assault.count.hit.at_most is not None
    ours, theirs = ("taken from", "added to") if low else ("added to", "taken from")
    return f"{ours} {dice} if units of his hex attack from beside the attacked one, and {theirs} {them}"


def _of_loss(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    if given.loss is None:
        return
    least = labels.figure(given.loss)[0]
    text = f"When the unit of a leader is turned over or eliminated, throw a die: on {least} or more he is lost"
    if given.successor is None:
        yield Sentence("leaders.loss", f"{text}. A lost leader is eliminated, and counts as a unit that is.")
        return
    yield Sentence("leaders.loss", f"{text}.")
    face = labels.face(given.successor)
    text = (
        f"A successor takes the place of a lost leader: turn his counter to its {face} side. If it shows that already, "
        "or has none, the leader is eliminated, and counts as a unit that is."
    )
    yield Sentence("leaders.successor", text)


def _of_command(given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
    if given.out_of_command is None:
        return
    text = "A leader commands the units of his formation, one without a formation all units of his side."
    if any(each.headquarters is not None for each in labels.counters.formations):
        text += " The headquarters of a formation commands its units too."
    yield Sentence("leaders.command", text)
    near = counted(given.range, "hex") if given.reach is None else f"their {labels.value(given.reach)}"
    text = (
        f"In the step {sentence_case(labels.step(COMMAND))} look at all units on the map at once: a unit is out of "
        f"command until the next time if it is farther than {near} from all who command it."
    )
    yield Sentence("leaders.command", text)
    words = {"movement": "move", "assault": "attack or join an attack", "fire": "fire"}
    support = getattr(getattr(labels.rules, "assault", None), "support", None)
    if support is not None and support.sides == "both":
        words["assault"] = "attack, join an attack or support the defence"
    barred = listed([words[each] for each in given.out_of_command.may_not], "or")
    effects = [*halves_in_words(given.out_of_command.halves, labels), *[f"it may not {barred}"] * bool(barred)]
    yield Sentence("leaders.out-of-command", f"A unit that is out of command: {'; '.join(effects) or 'no effect'}.")
