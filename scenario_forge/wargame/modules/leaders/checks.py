"""Checks of the key `leaders`: what it needs of other keys and of counters, and what has no use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.place import Where
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.checks import MOD001, MOD007, MOD009, STARTS, has_key, lacking_key, units_in_play
from scenario_forge.wargame.board.table_checks import rows_beyond
from scenario_forge.wargame.modules.leaders.key import COMMAND
from scenario_forge.wargame.sequence_tree import StepNode, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.wargame.modules.leaders.key import LeadersKey

_STARTS = {"at": "begins in a hex", **STARTS}
del _STARTS["attached"], _STARTS["leaves"]
"""By kind of entry: what it says of a leader who is never with a unit."""
_RANGE = "groups move for action points alone, nobody rallies by a leader's value, and nobody is in his command"


def leader_findings(game: Game, given: LeadersKey, where: Where) -> Iterator[Diagnostic]:
    """Yield what leaders lack, and what has no use. ``where``: the place of the key."""
    yield from _value(game, given, where)
    yield from _loss(game, given, where)
    yield from _set_up(game, given)
    movement: Any = getattr(where.file.document, "movement", None)
    if given.alone and movement is not None and movement.together:
        finding = MOD007.at((where / "alone").key(), what="`alone`", why="units move as stacks (`together`)")
        yield finding.suggest("remove it, or remove `together` under `movement`")
    yield from _command(game, given, where)
    yield from _unattached(game, given)
    rallies = given.value is not None and "rally" in given.counts
    used = rallies or given.out_of_command is not None or _for_points(where)
    for key in ("range", "reach") if not used else ():
        if key in given.model_fields_set:
            finding = MOD007.at((where / key).key(), what=f"`{key}`", why=_RANGE)
            yield finding.suggest("remove it, or write `counts: [rally]` or `out_of_command`")


def _for_points(where: Where) -> bool:
    activation = getattr(where.file.document, "activation", None)
    return activation is not None and activation.order == "points"


def _unattached(game: Game, given: LeadersKey) -> Iterator[Diagnostic]:
    """Yield leaders who begin otherwise than with a unit, or come later: they never lead."""
    for unit in forces(game).units():
        if unit.counter is None or not selects(given.of, unit.counter.counter):
            continue
        entry = next((each for each in unit.all_entries() if each.kind in _STARTS), None)
        if entry is not None:
            finding = MOD009.at(entry.where, "start", unit=unit.cited, start=f"is a leader and {_STARTS[entry.kind]}")
            yield finding.suggest("write with which unit he begins: `on:12`")


def _playing(game: Game, given: LeadersKey) -> list[UnitCounter]:
    """Return the leaders that take part in any scenario."""
    return [unit for unit in units_in_play(game) if selects(given.of, unit)]


def _set_up(game: Game, given: LeadersKey) -> Iterator[Diagnostic]:
    """Yield leaders that a set-up puts into a hex."""
    leaders = {(unit.side, unit.no) for unit in _playing(game, given)}
    for unit in forces(game).units():
        for entry in unit.all_entries() if unit.key in leaders else ():
            if entry.hex is not None:
                finding = MOD001.at(entry.where, "none", what=f"{unit.name}, a leader,", needed="a unit to be with")
                yield finding.suggest("write `on:` with the number of a unit of the side in place of the hex")


# -- values ----------------------------------------------------------------------------------------


def _value(game: Game, given: LeadersKey, where: Where) -> Iterator[Diagnostic]:
    if given.value is None:
        if "counts" in given.model_fields_set:
            finding = MOD007.at((where / "counts").key(), what="`counts`", why="leaders have no value that could count")
            yield finding.suggest("write `value:` beside it, or remove `counts`")
        return
    yield from _numbers(game, given, where / "value", given.value)
    for number, way in enumerate(given.counts):
        at = where / "counts" / number if "counts" in given.model_fields_set else where / "value"
        if not has_key(where, way):
            yield lacking_key(at, f"`{way}` under `counts`", way)
        else:
            yield from _way(game, way, at)


def _numbers(game: Game, given: LeadersKey, at: Where, name: str) -> Iterator[Diagnostic]:
    """Yield leaders whose counters lack a number."""
    counters = game.one("counters", CountersDocument)
    playing = {(unit.side, unit.no) for unit in _playing(game, given)}
    for unit, row in counters[1].each("units", counters[0].units) if counters is not None else ():
        number = getattr(unit, name) if name in ("movement", "strength") else unit.values.get(name)
        if number is None and (unit.side, unit.no) in playing:
            finding = MOD001.at(row / "name", "none", what=f"`value: {name}`", needed=f"a number of {unit.name}")
            yield finding.also(at, "asked for here").suggest(f"write `{name}:` in its row")


def _way(game: Game, way: str, at: Where) -> Iterator[Diagnostic]:
    """Yield that a way in which a value counts has no dice to which it could be added, or no row for the total."""
    key: Any = getattr(at.file.document, way)
    if way == "rally" and key.value is None:
        finding = MOD007.at(at, what="`rally` under `counts`", why="units recover for action points, without a die")
        yield finding.suggest("remove it, or write `value:` under `rally`")
    elif way != "rally" and key.table is not None and getattr(key, "count", None) is None and not game.broken("charts"):
        yield from rows_beyond(game, key.table, "the value of a leader changes")


# -- loss ------------------------------------------------------------------------------------------


def _loss(game: Game, given: LeadersKey, where: Where) -> Iterator[Diagnostic]:
    if given.loss is not None:
        if not has_key(where, "effects"):
            yield lacking_key(where / "loss", "`loss`", "effects")
        system: Any = game.system
        least = system.figures(game, given.loss)
        if least and least[0] > 6:
            why = f"no die throws {least[0]} or more"
            yield MOD007.at(where / "loss", what="`loss`", why=why).suggest("name a figure from 1 to 6, or remove it")
    if given.successor is None:
        return
    at, what = where / "successor", f"`successor: {given.successor}`"
    if given.loss is None:
        finding = MOD007.at(at, what=what, why="no leader is lost")
        yield finding.suggest("write `loss:` beside it, or remove `successor`")
        return
    if not game.broken("counters") and not any(given.successor in unit.faces for unit in _playing(game, given)):
        finding = MOD001.at(at, "none", what=what, needed="a leader whose counter has this face")
        yield finding.suggest(f"write `{given.successor}:` with what it shows in his row of counters.yaml")


# -- command ---------------------------------------------------------------------------------------


def _command(game: Game, given: LeadersKey, where: Where) -> Iterator[Diagnostic]:
    out, at = given.out_of_command, where / "out_of_command"
    if out is None:
        yield from _unjudged(where)
        return
    if not out.halves and not out.may_not:
        finding = MOD007.at(at.key(), what="`out_of_command`", why="it says nothing that units suffer")
        yield finding.suggest("write `halves: [{value: movement}]` or `may_not: [assault]`")
    for number, key in enumerate(out.may_not):
        if not has_key(where, key):
            yield lacking_key(at / "may_not" / number, f"`{key}` under `may_not`", key)
    if not game.broken("counters"):
        yield from _without_commander(game, given, at)


def _unjudged(where: Where) -> Iterator[Diagnostic]:
    """Yield that the sequence of play comes to the step in which command is judged, and nothing follows from it."""
    for path, node in nodes(where.file.document.sequence):  # type: ignore[union-attr]  # rules.yaml has been read
        if isinstance(node, StepNode) and node.step == COMMAND:
            at, needed = Where(where.file, ("sequence", *path)), "`out_of_command` under `leaders`"
            finding = MOD001.at(at, "none", what=f"the step `{COMMAND}`", needed=needed)
            yield finding.suggest("write there what units suffer, or leave the step out")


def _without_commander(game: Game, given: LeadersKey, at: Where) -> Iterator[Diagnostic]:
    """Yield formations, and the first unit of each side without one, that nobody commands in any scenario."""
    counters = game.one("counters", CountersDocument)
    if counters is None:
        return
    document, where = counters
    what, playing, leaders = "`out_of_command`", units_in_play(game), _playing(game, given)
    followers = {(unit.side, unit.no) for unit in playing if not selects(given.of, unit)}
    led = {(unit.side, unit.parent or "") for unit in leaders}
    for formation, row in where.each("formations", document.formations):
        used = any(unit.parent == formation.id and (unit.side, unit.no) in followers for unit in document.units)
        alone = not {(formation.side, formation.id), (formation.side, "")} & led
        if used and alone and formation.headquarters is None:
            finding = MOD001.at(row / "id", "none", what=what, needed=f"a leader or headquarters of {formation.name}")
            advice = f"write `parent: {formation.id}` at a leader, or `headquarters:` here"
            yield finding.also(at.key(), "asked for here").suggest(advice)
    told = {side for side, formation in led if not formation}
    for unit, row in where.each("units", document.units):
        if not unit.parent and (unit.side, unit.no) in followers and unit.side not in told:
            told.add(unit.side)
            finding = MOD001.at(row / "name", "none", what=what, needed=f"a leader of {unit.name}")
            advice = "let a leader of the side have no formation, or write the unit's under `parent`"
            yield finding.also(at.key(), "asked for here").suggest(advice)
