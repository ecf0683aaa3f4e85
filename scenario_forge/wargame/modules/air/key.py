"""The key `air` of rules.yaml, and what it says in the words of a rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StrictInt

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import AmountName, ChartName, SideName, ValueName
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.selectors import UnitSelector
from scenario_forge.wargame.modules.assault.modifier_words import sentences_of_modifiers
from scenario_forge.wargame.modules.assault.modifiers import Modifier
from scenario_forge.wargame.modules.dice import dice_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.wargame.board.labels import Labels

DISTANCE = "distance"
"""What anti-aircraft units throw more than, instead of a number: the hexes between them and where aircraft fly."""
_Some = Annotated[int, Field(ge=1)]


class Strike(Model):
    """How aircraft strike the enemy units of a hex."""

    table: ChartName
    """The chart of results. Its columns are how many sorties strike together."""
    most: _Some = 1
    """The most sorties that strike a hex together."""
    observed: bool = False
    """Whether a unit of the side must see the hex (`sight`)."""
    modifiers: list[Modifier] = []  # noqa: RUF012 - pydantic copies it
    """What changes the dice or the column, as in an assault; aircraft attack, and no units."""


class Support(Model):
    """What a sortie does in an assault, on whichever side it is flown."""

    shift: Annotated[int, Field(ge=0)] = 0
    """How many columns of the table it shifts the result in favour of its side."""
    die: Annotated[int, Field(ge=0)] = 0
    """What it adds to the dice of the attacker; for the defender it is taken from them. Where low dice hit, the other
    way round."""
    most: _Some = 1
    """The most sorties of a side in one assault."""


class Interdict(Model):
    """What a sortie does that interdicts a hex."""

    cost: _Some
    """Movement points that enemy units pay besides to enter the hex."""
    observed: bool = False
    """Whether a unit of the side must see the hex (`sight`)."""


class Missions(Model):
    """What aircraft do; without its key, a mission is not flown."""

    strike: Strike | None = None
    support: Support | None = None
    interdict: Interdict | None = None


class AntiAircraft(Model):
    """Units that throw dice when enemy aircraft come near."""

    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units; without, all."""
    range: ValueName | None = None
    """The value of the counter that is how near aircraft must come, in hexes; without, however far."""
    dice: Annotated[int, Field(ge=1, le=3)] = 1
    """How many dice each unit throws."""
    least: (
        StrictInt | Annotated[str, Names("figure of rules.yaml", called="figure", besides=(DISTANCE,), or_number=True)]
    )
    """The least throw with which a sortie is lost; `distance`: a throw of more than the
    hexes from the unit to where aircraft fly."""


class AirKey(Model):
    """Who flies how often, what for, and what is thrown against it."""

    sorties: Annotated[dict[SideName, AmountName], Field(min_length=1)]
    """How many sorties each side has in a game turn: a number, the column of the track that says it turn by turn, or a
    figure. A
    side that is not named has none."""
    kept: bool = False
    """Whether sorties that are not flown are kept for later turns."""
    missions: Missions
    """What aircraft do: `{strike: {table: air_strikes}}`."""
    anti_aircraft: list[AntiAircraft] = []  # noqa: RUF012 - pydantic copies it
    """The units that throw against enemy aircraft; of several lines with a unit the first counts."""


# -- in words --------------------------------------------------------------------------------------


def sentences_of_sorties(given: AirKey, labels: Labels) -> Iterator[Sentence]:
    """Say how many sorties each side has."""
    columns = {column.id: column.name for column in labels.columns()}
    for side, name in given.sorties.items():
        who = labels.game.side_name(side)
        if name in columns:
            text = f"The {who} side has as many sorties in a game turn as the track says under {columns[name]}."
        else:
            text = f"The {who} side has {counted_sorties(labels.figure(name)[0])} in each game turn."
        yield Sentence("air.sorties", text)
    rest = "are kept for later turns" if given.kept else "are lost when the turn ends"
    yield Sentence("air.sorties", f"Sorties that are not flown {rest}.")


def sentences_of_strikes(given: Strike, labels: Labels) -> Iterator[Sentence]:
    """Say what aircraft strike, and how the result is found."""
    many = "one sortie" if given.most == 1 else f"up to {given.most} sorties together"
    yield Sentence("air.strike", f"A strike is flown against a hex with enemy units, by {many}.")
    if given.observed:
        yield Sentence("air.observed", "A unit of the side must see a hex that aircraft strike.")
    yield Sentence("air.once", f"A hex is struck once in {labels.phase('air', 'strike')}.")
    chart = labels.chart(given.table)
    text = f"Throw {dice_in_words(chart.die)}. The result is in the {chart.title}, under the number of sorties. "
    yield Sentence("air.result", f"{text}The units in the hex are the defenders.")
    yield from sentences_of_modifiers("air", given.modifiers, labels)


def sentence_of_support(given: Support, labels: Labels) -> Sentence:
    """Say what aircraft do in an assault."""
    ours = [f"shifts the column {given.shift} to the right"] * bool(given.shift)
    theirs = [f"{given.shift} to the left"] * bool(given.shift)
    if given.die:
        assault = getattr(labels.rules, "assault", None)
        count = assault.count if assault is not None else None
        dice, them = ("each die of the attackers", "it") if count is not None else ("the dice", "them")
        low = count is not None and count.hit.at_most is not None
        ours.append(f"takes {given.die} from {dice}" if low else f"adds {given.die} to {dice}")
        theirs.append(f"adds {given.die} to {them}" if low else f"takes {given.die} from {them}")
    many = "a sortie" if given.most == 1 else f"up to {given.most} sorties"
    text = f"When all who fight in an attack are named, the attacker and then the defender may fly {many} to its hex."
    return Sentence(
        "air.support", f"{text} Each of the attacker's {listed(ours)}, each of the defender's {listed(theirs)}."
    )


def sentences_of_interdiction(given: Interdict, labels: Labels) -> Iterator[Sentence]:
    """Say what aircraft do to movement."""
    points, next_ = counted(given.cost, "movement point"), labels.phase("air", "interdict").split(" ", 1)[1]
    text = f"A side may fly a sortie to interdict a hex. Enemy units pay {points} more to enter it, on roads too, until"
    yield Sentence("air.interdict", f"{text} the next {next_} of that side.")
    if given.observed:
        yield Sentence("air.observed", "A unit of the side must see a hex that aircraft interdict.")


def sentences_of_guns(given: AntiAircraft, labels: Labels) -> Iterator[Sentence]:
    """Say which units throw against aircraft, and on which throw a sortie is lost."""
    near = f" that are no farther from it than their {labels.value(given.range)}" if given.range is not None else ""
    text = (
        f"When enemy sorties fly to a hex, {labels.units(given.of)}{near} throw {dice_in_words(f'{given.dice}d6')} each"
    )
    yield Sentence("air.anti-aircraft", f"{text}, one after another, before the sorties do anything.")
    if given.least == DISTANCE:
        on = "more than the distance of the unit from the hex"
    else:
        on = f"{labels.figure(given.least)[0]} or more"
    yield Sentence("air.lost", f"On {on} one of the sorties is lost. It is counted as flown, and does nothing.")


def counted_sorties(number: int) -> str:
    """Return a number of sorties.

    >>> counted_sorties(1), counted_sorties(4)
    ('1 sortie', '4 sorties')
    """
    return f"{number} {'sortie' if number == 1 else 'sorties'}"
