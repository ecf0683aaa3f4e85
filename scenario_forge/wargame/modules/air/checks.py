"""Checks MOD of the key `air`: what its missions lack, sorties that nobody has, throws that nobody can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.figures import figure_at
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key, lacking_key, units_in_play
from scenario_forge.wargame.board.table_checks import MOD005, rows_beyond
from scenario_forge.wargame.modules.air.key import Missions
from scenario_forge.wargame.modules.assault.modifier_checks import modifier_findings
from scenario_forge.wargame.modules.dice import dice_findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.modules.air.key import AirKey, AntiAircraft, Strike, Support
    from scenario_forge.wargame.modules.assault.key import AssaultKey

_NEEDS = {"strike": "effects", "support": "assault", "interdict": "movement"}
"""By mission: the key that it needs."""
_OF_UNITS = (
    *("attacker", "all_attackers", "combined", "attacker_mark", "attacker_supplied"),
    *("attackers_in", "from_hexes", "from_opposite_sides", "across"),
)
"""What modifiers may ask of units that attack."""


def air_findings(game: Game, given: AirKey, where: Where) -> Iterator[Diagnostic]:
    """Yield what is wrong with the key; ``where``: its place."""
    missions, at = given.missions, where / "missions"
    if missions == Missions():
        finding = MOD007.at(at.key(), what="`air`", why="it names no mission that is flown")
        yield finding.suggest("write `strike`, `support` or `interdict` under `missions`, or remove the key `air`")
    for mission, key in _NEEDS.items():
        if getattr(missions, mission) is not None and not has_key(where, key):
            yield lacking_key((at / mission).key(), f"`{mission}`", key)
    for mission in ("strike", "interdict"):
        if getattr(getattr(missions, mission), "observed", False) and not has_key(where, "sight"):
            yield lacking_key((at / mission / "observed").key(), "`observed`", "sight")
    if missions.strike is not None:
        yield from _of_strikes(game, missions.strike, at / "strike")
    if missions.support is not None:
        yield from _of_support(game, missions.support, at / "support")
    for side, name in given.sorties.items():
        yield from _of_sorties(game, name, where / "sorties" / side)
    yield from _of_guns(game, given, where / "anti_aircraft")


def _of_strikes(game: Game, strike: Strike, at: Where) -> Iterator[Diagnostic]:
    """Yield a table whose columns are no numbers of sorties, and modifiers that never count."""
    never = dict.fromkeys(_OF_UNITS, "aircraft strike, and no units attack")
    yield from modifier_findings(game, "air", strike, at, never)
    for number, each in enumerate(strike.modifiers):
        if "times" in each.model_fields_set:
            here = (at / "modifiers" / number / "times").key()
            finding = MOD007.at(here, what="`times`", why="a strike has no strength that it could multiply")
            yield finding.suggest("write `die: +1` or `shift: 1` instead")
    found = None if game.broken("charts") else tables(game).charts.get(strike.table)
    if found is None:
        return
    yield from dice_findings(game, strike.table)
    if found.chart.column_scale.notation == "ratio":
        problem = "its columns are ratios, and a strike has a number of sorties"
        finding = MOD005.at((found.where / "columns").key(), "unread", problem=problem)
        yield finding.suggest("write `column_scale: {notation: ranges}`, or name another chart in `strike`")


def _of_support(game: Game, support: Support, at: Where) -> Iterator[Diagnostic]:
    """Yield support that changes nothing, and what the assault cannot read."""
    assault: AssaultKey | None = getattr(at.file.document, "assault", None)
    if not support.shift and not support.die:
        finding = MOD007.at(at.key(), what="`support`", why="a sortie changes nothing")
        yield finding.suggest("write `shift: 1` or `die: 1`")
    if assault is None:
        return
    if assault.count is not None and support.shift:
        finding = MOD007.at((at / "shift").key(), what="`shift`", why="hits are counted, without columns of odds")
        yield finding.suggest("write `die: 1`")
    if assault.count is None and support.die and not game.broken("charts"):
        yield from rows_beyond(game, assault.chart, f"aircraft change by `{support.die:+}`")


def _of_sorties(game: Game, name: str | int, at: Where) -> Iterator[Diagnostic]:
    """Yield a column of the track that has no numbers, or no sortie on any turn; a figure that is 0."""
    track = schedule(game)
    if track is not None and isinstance(name, str) and name in track.columns:
        column, there = track.columns.by_id[name]
        if column.kind != "number":
            values = {"wanted": "numbers", "column": column.name, "kind": f"{column.kind}s"}
            finding = MOD001.at(at, "column", what="`sorties`", **values).also(there / "id", "the column")
            yield finding.suggest("name a column of numbers, or a figure")
        elif not any((cell.value or 0) > 0 for box in track.boxes if (cell := box.cells.get(name)) is not None):
            finding = MOD007.at(at, what=f"`{name}`", why="no turn of the track has a sortie in this column")
            yield finding.also(there / "id", "the column").suggest(
                "write how many there are in a box, or remove the side"
            )
    elif figure_at(game, at, name) == 0:
        yield MOD007.at(at, what=f"`{name}`", why="the figure is 0").suggest("remove the side, or correct the chart")


def _of_guns(game: Game, given: AirKey, where: Where) -> Iterator[Diagnostic]:
    """Yield lines of guns that throw in vain, or never."""
    for number, line in enumerate(given.anti_aircraft):
        yield from _of_throw(game, line, where / number)
    if not game.broken("counters"):
        yield from _without_aim(game, given, where)


def _of_throw(game: Game, line: AntiAircraft, at: Where) -> Iterator[Diagnostic]:
    """Yield a throw that is higher than the dice can be."""
    least = figure_at(game, at, line.least)
    if least is not None and least > 6 * line.dice:
        why = f"nobody throws {least} with {'one die' if line.dice == 1 else f'{line.dice} dice'}"
        yield MOD007.at((at / "least").key(), what="`least`", why=why).suggest("write more `dice`, or another figure")


def _without_aim(game: Game, given: AirKey, where: Where) -> Iterator[Diagnostic]:
    """Yield lines whose units all have an earlier one, or are all of the only side that flies."""
    before: set[tuple[str, str]] = set()
    for number, line in enumerate(given.anti_aircraft):
        units = [unit for unit in units_in_play(game) if selects(line.of, unit)]
        throwing = {(unit.side, str(unit.no)) for unit in units if line.range is None or _has(unit, line.range)}
        if throwing and throwing <= before:
            finding = MOD007.at(where / number, what="this line", why="all its units have an earlier one")
            yield finding.suggest("write it first, or remove it")
        elif throwing and not any(side != own for own, _no in throwing for side in given.sorties):
            finding = MOD007.at(where / number, what="this line", why="its units are all of the only side that flies")
            yield finding.suggest("name units of the other side, or remove it")
        before |= throwing


def _has(unit: UnitCounter, value: str) -> bool:
    number = getattr(unit, value) if value in ("movement", "strength") else unit.values.get(value)
    return number is not None
