"""What a rulebook says of arrivals, departures, reserves and replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.system import Sentence
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.modules.arrivals.checks import dated
from scenario_forge.wargame.modules.arrivals.key import REPLACEMENTS, STEP
from scenario_forge.wargame.modules.conditions import in_words, part_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.arrivals.key import ArrivalsKey, Release, Replacements


def arrival_sentences(given: ArrivalsKey, labels: Labels) -> Iterator[Sentence]:
    """Say who arrives, where, and what becomes of those that cannot."""
    phase = labels.phase(STEP, STEP)
    when = "in that turn, or a later one as a die says" if given.rolled else "in that turn"
    text = f"A unit whose entry in the order of battle names a turn arrives in {phase} of its side {when}."
    yield Sentence("arrivals.due", text)
    if given.rolled:
        but = f", but not for {labels.units(given.certain)}" if given.certain is not None else ""
        (least,) = labels.figure(given.rolled)
        text = (
            f"Throw a die for each such unit{but}: on {least} or more it may arrive, then or later without another "
            "throw; else throw again in the next turn."
        )
        yield Sentence("arrivals.die", text)
    coming = dated(labels.game)
    room = ", with room for it" if "stacking" in labels.keys else ""
    if not coming or any(entry.token.spot for _unit, entry in coming):
        text = (
            "The owner puts such units on the map one at a time, in any order: each into its hex, or a hex of its "
            f"area, that it may enter{room} and without enemy units. He may keep a unit for a later turn."
        )
        yield Sentence("arrivals.place", text)
    if labels.arrivals:
        text = "A unit that arrives at a map edge comes on when it moves, in that turn or a later one."
        yield Sentence("arrivals.edge", text)
    fate = {
        "wait": "waits for a later turn",
        "eliminate": "is eliminated",
        "nearby": "is put into the nearest hex that is",
    }[given.blocked]
    full = ", full" if "stacking" in labels.keys else ""
    text = f"A unit for which no hex is open, because all are held by the enemy{full} or prohibited to it, {fate}."
    yield Sentence("arrivals.blocked", text)


def departure_sentence(labels: Labels) -> Sentence:
    """Say who leaves, and what that counts for."""
    phase = labels.phase(STEP, STEP)
    text = (
        f"A unit whose entry in the order of battle says until which turn it stays leaves in {phase} of its side in "
        "that turn, before others arrive. It does not count as lost, and never comes back. If it was eliminated "
        "before, nobody leaves in its place."
    )
    return Sentence("arrivals.withdrawn", text)


def draw_sentence(given: ArrivalsKey, number: int, labels: Labels) -> Sentence:
    """Say how many of which units are drawn in a turn, and by whom."""
    row, phase = given.drawn[number], labels.phase(STEP, STEP)
    units, source = labels.units(row.of), row.number
    if isinstance(source, str) and any(column.id == source for column in labels.columns()):
        many = f"as many as the track names under {labels.track(source)}"
    else:
        many = str(labels.figure(source)[0])
    are, they = ("is", "It") if many == "1" else ("are", "They")
    how = "drawn at random" if row.by == "chance" else "chosen by the owner"
    other = " that no other draw is for" * bool(number)
    die = ", without a die" * (given.rolled is not None)
    text = (
        f"Of {units} whose turn has come{other}, {many} {are} {how} in {phase} of their side. {they} may arrive then "
        f"or later{die}. The others wait for a later turn."
    )
    return Sentence("arrivals.drawn", text)


def release_sentences(rows: Sequence[Release], number: int, labels: Labels) -> Iterator[Sentence]:
    """Say which units are a reserve, which of several a row names, and what releases them."""
    given, earlier = rows[number], rows[:number]
    members = [unit for unit in labels.counters.units if selects(given.of, unit)]
    shared = any(selects(row.of, unit) for row in earlier for unit in members)
    units = sentence_case(labels.units(given.of)) + " of no other reserve" * shared
    text = f"{units} are a reserve: they neither move nor arrive before they are released, and fight as others do."
    yield Sentence("arrivals.reserve", text)
    when = [f"an enemy unit is in {listed(given.lost, 'or')}"] * bool(given.lost)
    when += [f"a unit of their own side is in {listed(given.held, 'or')}"] * bool(given.held)
    when += [f"an enemy unit is within {counted(given.near or 0, 'hex')} of one of them"] * (given.near is not None)
    if given.when is not None:
        when.append(part_in_words(given.when, labels) if when else in_words(given.when, labels))
    text = (
        f"{units} are released when {labels.phase(STEP, STEP)} of their side begins and {listed(when, 'or')}: all "
        "together, and for good."
    )
    yield Sentence("arrivals.released", text)


def replacement_sentences(given: Replacements, labels: Labels) -> Iterator[Sentence]:
    """Say how many points a side has, what it restores with them, and where."""
    phase = labels.phase(REPLACEMENTS, REPLACEMENTS)
    columns = {column.id for column in labels.columns()}
    have = [
        f"the {labels.game.side_name(side)} side has "
        + (
            f"the points that the track names under {labels.track(source)}"
            if source in columns
            else counted(labels.figure(source)[0], "point")
        )
        for side, source in given.points.items()
    ]
    left = "Points that are left are kept for later turns." if given.kept else "Points that are left are lost."
    text = f"In {phase} each side may restore {'its units' if not given.of else labels.units(given.of)} for points"
    yield Sentence("arrivals.points", f"{text}: {listed(have)}. {left}")
    zones = " outside enemy zones of control" if "zones" in labels.keys else ""
    fed = " in supply" if "supply" in labels.keys else ""
    where = f"only{f'{zones} and{fed}' if zones and fed else zones + fed}, and " if zones or fed else ""
    yield Sentence("arrivals.restored", f"A unit is restored {where}once in a phase.")
    if given.restores.flipped is not None:
        text = f"For {counted(given.restores.flipped, 'point')} a unit that is turned over is turned back."
        yield Sentence("arrivals.turned-back", text)
    if given.restores.eliminated is not None:
        yield from _returned(given, labels, counted(given.restores.eliminated, "point"))


def _returned(given: Replacements, labels: Labels, cost: str) -> Iterator[Sentence]:
    room = ", with room for it" if "stacking" in labels.keys else ""
    edge = " One that comes on at a map edge comes back there, and on to the map when it moves." * labels.arrivals
    back = f"{sentence_case(labels.back)} side" if labels.back else "other side"
    shown = f"shows its {back}, if it has one" if given.returns == "turned_over" else "shows its front"
    text = (
        f"For {cost} an eliminated unit comes back: the owner puts it into the hex that its entry in the order of "
        f"battle names, or a hex of that area, that it may enter{room} and without enemy units.{edge} It {shown}, and "
        "no longer counts as eliminated."
    )
    yield Sentence("arrivals.returned", text)
