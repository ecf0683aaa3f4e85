"""Checks of the key `arrivals`, and of the entries of orders of battle that it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.wargame.base.figures import figure_at
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.checks import (
    MOD001,
    MOD002,
    MOD007,
    MOD009,
    has_key,
    lacking_key,
    plans_of,
    units_in_play,
)
from scenario_forge.wargame.board.labels import Labels
from scenario_forge.wargame.board.selectors import other_side
from scenario_forge.wargame.modules.arrivals.key import STEP
from scenario_forge.wargame.modules.conditions import condition_findings

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from scenario_forge.compiler.set_up import ArrivalOrDeparture, Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.forces import Entry, Unit, UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.modules.arrivals.key import ArrivalsKey, Draw, Release, Replacements

_ADVICE = "write where it does before the turn: `0416 turn 3`, `in:camp turn 3` or `edge:south turn 3`"
_FACES = range(1, 7)
_ON_THE_MAP = frozenset(("at", "within", "free"))
"""Kinds of entries of units that are on the map from the beginning."""


def dated(game: Game, kind: Literal["arrives", "leaves"] = "arrives") -> list[tuple[Unit, Entry]]:
    """Return the dated entries of units that arrive, or leave, each once."""
    entries = ((unit, entry) for unit in forces(game).units() for entry in unit.all_entries())
    return [*{entry.where: (unit, entry) for unit, entry in entries if entry.kind == kind}.values()]


def key_findings(game: Game, given: ArrivalsKey, where: Where) -> Iterator[Diagnostic]:
    """Yield that nobody arrives, who arrives nowhere or never, dice without use, and keys that are needed."""
    if given.blocked == "eliminate" and not has_key(where, "effects"):
        yield lacking_key(where / "blocked", "`blocked: eliminate`", "effects")
    coming, going = dated(game), dated(game, "leaves")
    if not coming and not going and not given.released and given.replacements is None and _is_read(game):
        why = "no unit of an order of battle has a turn in its entry"
        yield MOD007.at(where.key(), what="`arrivals`", why=why).suggest("write `0416 turn 3` there, or remove it")
    if any(entry.token.edges for _unit, entry in coming) and not has_key(where, "movement"):
        yield lacking_key(where.key(), "a unit that arrives at an edge of the map", "movement")
    yield from _nowhere(coming, hex_map(game))
    plans = plans_of(game) if coming or going else []
    yield from _never(plans, [*coming, *going])
    yield from _again(plans)
    yield from _attached(going)
    if not coming and (going or given.released or given.replacements is not None) and _is_read(game):
        yield from _for_nobody(given, where)
    yield from _dice(game, given, where, coming)
    if given.released:
        yield from _releases(game, given.released, where / "released")
    if coming:
        yield from _draws(game, given.drawn, where / "drawn", coming)
    if given.replacements is not None:
        yield from replacement_findings(game, given.replacements, where / "replacements")
        if (coming or going) and not _comes_to(game, where, STEP):
            advice = f"add `{STEP}` to `sequence`, or remove the turns from the orders of battle"
            yield MOD002.at(where.key(), key="arrivals", step=STEP).suggest(advice)


def _comes_to(game: Game, where: Where, step: str) -> bool:
    """Return whether the sequence of play comes to a step."""
    rules: Any = where.file.document
    return step in Labels(game, rules).steps


def _releases(game: Game, given: Sequence[Release], where: Where) -> Iterator[Diagnostic]:
    """Yield reserves that nothing releases, or everything, and units that are of another reserve already."""
    if not has_key(where, "movement"):
        yield lacking_key(where.key(), "`released`", "movement")
    linked, listed = hex_map(game), units_in_play(game)
    before: list[UnitCounter] = []
    for number, row in enumerate(given):
        at = where / number
        if row.when is not None:
            yield from condition_findings(row.when, at / "when")
        elsewhere = bool(row.lost or row.held or row.when)
        if not elsewhere and row.near is None:
            finding = MOD007.at(at / "of", what="`released`", why="nothing releases these units")
            yield finding.suggest(
                "write `lost:` or `held:` with places beside it, `near:` with a number of hexes, or `when:`"
            )
        if row.near is not None and linked is not None and row.near >= len(linked.grid):
            finding = MOD007.at(at / "near", what=f"`near: {row.near}`", why="no hex of the map is so far from another")
            yield finding.suggest("write a smaller number")
        members = [unit for unit in listed if selects(row.of, unit)]
        if members and all(unit in before for unit in members):
            finding = MOD007.at(
                (at / "of").key(), what="`of`", why="all its units already belong to an earlier reserve"
            )
            yield finding.suggest("select others, or write all that releases these units in one place")
        elif row.near is not None and not elsewhere and _is_read(game):
            yield from _away(game, [unit for unit in members if unit not in before], at / "near")
        before += members


def _draws(
    game: Game, given: Sequence[Draw], where: Where, coming: Sequence[tuple[Unit, Entry]]
) -> Iterator[Diagnostic]:
    """Yield draws of nobody or of no number, or of units that another is for, and columns that are no numbers."""
    arriving = [unit.counter.counter for unit, _entry in coming if unit.counter is not None]
    before: list[UnitCounter] = []
    for number, row in enumerate(given):
        at = where / number
        members = [unit for unit in arriving if selects(row.of, unit)]
        fresh = [unit for unit in members if unit not in before]
        if not fresh:
            why = "an earlier draw is for all its units" if members else "none of its units arrives on a turn"
            yield MOD007.at((at / "of").key(), what="`of`", why=why).suggest("select others, or remove the line")
        before += members
        most = yield from most_in_a_turn(game, row.number, at / "number", what="`number`")
        if most is not None and most < 1:
            finding = MOD007.at(at / "number", what="`number`", why="no unit is drawn in any turn")
            yield finding.suggest("write how many are drawn, or remove the line")


def _away(game: Game, members: Sequence[UnitCounter], at: Where) -> Iterator[Diagnostic]:
    """Yield the reserve of a side that nobody can come near, since all of its units have still to come."""
    there = {
        unit.side
        for unit in forces(game).units()
        if unit.counter is not None
        and unit.counter.counter in members
        and _ON_THE_MAP & {entry.kind for entry in unit.all_entries()}
    }
    for side in dict.fromkeys(unit.side for unit in members if unit.side not in there):
        why = f"no {game.side_name(side)} unit of the reserve is on the map before it is released"
        finding = MOD007.at(at.key(), what="`near`", why=why)
        yield finding.suggest("write `lost:` or `held:` with places beside it")


def _is_read(game: Game) -> bool:
    """Return whether all can be read that says who arrives."""
    return not any(map(game.broken, ("orders-of-battle", "scenarios", "time-track")))


def _nowhere(coming: Sequence[tuple[Unit, Entry]], linked: HexMap | None) -> Iterator[Diagnostic]:
    """Entries with a turn and no place, or one where no unit can be; another check tells of names that mean nothing."""
    for unit, entry in coming:
        token, there = entry.token, entry.location
        if not token.edges and not token.spot:
            why = "its entry does not say where"
            yield MOD009.at(entry.where, "where", unit=unit.cited, why=why).suggest(_ADVICE)
        elif token.spot and there is not None and linked is not None:
            sunk = there.hex is not None and not linked.passable[there.hex]
            if sunk or there.box is not None:
                finding = MOD009.at(entry.where, "where", unit=unit.cited, why=f"no unit can be in {token.spot}")
                yield finding.suggest("name a hex that units can enter")


def _attached(going: Sequence[tuple[Unit, Entry]]) -> Iterator[Diagnostic]:
    """Entries of units that leave and are never in a hex, such as leaders."""
    for unit, entry in going:
        kinds = {each.kind for each in unit.all_entries()}
        if "attached" in kinds and not kinds & {"at", "within", "free", "enters", "arrives"}:
            why = "the unit begins with another one, and is in no hex that it could leave"
            yield MOD007.at(entry.where, what=f"`{entry.text}`", why=why).suggest("remove it")


def _again(plans: Sequence[Plan]) -> Iterator[Diagnostic]:
    """Units that come on after they have come on or left before in a scenario: each has one date of either kind."""
    told: set[UnitKey] = set()
    for each in plans:
        before: dict[UnitKey, ArrivalOrDeparture] = {}
        for change in each.changes:
            unit, entry = change.unit, change.entry
            first = before.setdefault(unit.key, change)
            if first is change or (first.kind, change.kind) == ("arrives", "leaves") or unit.key in told:
                continue
            told.add(unit.key)
            why = f"it {'has left' if first.kind == 'leaves' else 'arrives'} on an earlier one"
            if change.kind == "arrives":
                finding = MOD009.at(entry.where, "where", unit=unit.cited, why=f"{why}, and comes on only once")
            else:
                finding = MOD007.at(entry.where, what=f"`{entry.text}`", why="the unit has left on an earlier turn")
            yield finding.also(first.entry.where, "the earlier one").suggest("remove one of the two")


def _for_nobody(given: ArrivalsKey, where: Where) -> Iterator[Diagnostic]:
    """What is said of units that arrive, where none does."""
    for key in ("blocked", "rolled", "drawn"):
        if key in given.model_fields_set:
            finding = MOD007.at((where / key).key(), what=f"`{key}`", why="no unit arrives on a later turn")
            yield finding.suggest("remove it, or write `0416 turn 3` in an order of battle")


def _never(plans: Sequence[Plan], listed: Sequence[tuple[Unit, Entry]]) -> Iterator[Diagnostic]:
    """Entries with a turn that no scenario comes to: before its first one, or after its last."""
    played = {change.entry.where for each in plans for change in each.changes}
    for _unit, entry in listed:
        if plans and entry.where not in played:
            why = "no scenario with this entry comes to that turn"
            finding = MOD007.at(entry.where, what=f"`{entry.text}`", why=why)
            yield finding.suggest("write a turn from the first to the last of a scenario")


def _dice(game: Game, given: ArrivalsKey, where: Where, coming: Sequence[tuple[Unit, Entry]]) -> Iterator[Diagnostic]:
    """A die with which all arrive, or nobody; who is spared a die that nobody throws, or that all are spared."""
    if given.rolled is None:
        if given.certain is not None:
            finding = MOD007.at((where / "certain").key(), what="`certain`", why="nobody throws a die to arrive")
            yield finding.suggest("write `rolled:` with the figure of the least throw beside it, or remove it")
        return
    least = figure_at(game, where, given.rolled)
    if least is not None and least not in _FACES[1:]:
        what, die = f"`rolled: {given.rolled}`", "every" if least < _FACES[1] else "no"
        finding = MOD007.at(where / "rolled", what=what, why=f"{die} throw of a die is {least} or more")
        yield finding.suggest("name a figure from 2 to 6")
    if given.certain is None or not coming:
        return
    counters = [unit.counter.counter for unit, _entry in coming if unit.counter is not None]
    spared = [selects(given.certain, counter) for counter in counters]
    if counters and (all(spared) or not any(spared)):
        who, what = ("all", "`rolled`") if all(spared) else ("none", "`certain`")
        why = f"it selects {who} of the units that arrive on a turn"
        finding = MOD007.at((where / "certain").key(), what=what, why=why)
        yield finding.suggest("select some of them, or remove it")


# -- replacements ----------------------------------------------------------------------------------


def replacement_findings(game: Game, given: Replacements, where: Where) -> Iterator[Diagnostic]:
    """Yield points that are no numbers or buy nothing, and what cannot be restored."""
    if not has_key(where, "effects"):
        yield lacking_key(where.key(), "`replacements`", "effects")
    restores, faces = given.restores, other_side(game)
    costs = {"flipped": restores.flipped, "eliminated": restores.eliminated}
    if not any(costs.values()):
        finding = MOD007.at((where / "restores").key(), what="`restores`", why="it names nothing to restore")
        yield finding.suggest("write `flipped:` or `eliminated:` with what that costs")
    if given.returns == "turned_over" and restores.eliminated is None:
        finding = MOD007.at(where / "returns", what="`returns: turned_over`", why="no eliminated unit comes back")
        yield finding.suggest("write `eliminated:` under `restores`, or remove it")
    turned = [where / "restores" / "flipped"] * (restores.flipped is not None)
    turned += [where / "returns"] * (given.returns == "turned_over")
    for at in turned if not faces and not game.broken("counters") else ():
        finding = MOD001.at(at.key(), "none", what=f"`{at.path[-1]}`", needed="a second face of counters with values")
        yield finding.suggest("declare it under `faces` of counters.yaml, or remove this")
    read = game.system.reads(game).of("face") if game.system else None
    if restores.flipped is not None and faces and read is not None and not read and not game.broken("counters"):
        finding = MOD007.at((where / "restores" / "flipped").key(), what="`flipped`", why="nothing turns units over")
        yield finding.suggest("write `flip: all` or `flip: one` at an effect, or remove it")
    most = yield from _points(game, given, where)
    if most is None or given.kept:
        return
    for name, cost in costs.items():
        if cost is not None and cost > most:
            why = f"no side has more than {most} points in a turn, and none are kept"
            finding = MOD007.at(where / "restores" / name, what=f"`{name}: {cost}`", why=why)
            yield finding.suggest("write a smaller number, or `kept: true`")


def _points(game: Game, given: Replacements, where: Where) -> Generator[Diagnostic, None, int | None]:
    """Yield columns of the track that are no numbers; return the most points of a side in a turn, None: unknown."""
    most = 0
    for side, source in given.points.items():
        number = yield from most_in_a_turn(game, source, where / "points" / side, what="`points`")
        if number is None:
            return None
        most = max(most, number)
    return most


def most_in_a_turn(game: Game, source: str | int, at: Where, *, what: str) -> Generator[Diagnostic, None, int | None]:
    """Yield a column of the track that has no numbers; return the most of a column or figure, None: unknown."""
    track = schedule(game)
    if track is None or not isinstance(source, str) or source not in track.columns:
        return figure_at(game, at, source)
    column, there = track.columns.by_id[source]
    if column.kind != "number":
        values = {"wanted": "numbers", "column": column.name, "kind": f"{column.kind}s"}
        finding = MOD001.at(at, "column", what=what, **values).also(there / "id", "the column")
        yield finding.suggest("name a column of numbers, or a figure")
        return None
    cells = (box.cells.get(source) for box in track.boxes)
    return max((cell.value for cell in cells if cell is not None and cell.value is not None), default=0)
