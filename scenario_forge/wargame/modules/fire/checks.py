"""Checks of the key `fire` and of its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.checks import MOD001, MOD007, has_key, lacking_key
from scenario_forge.wargame.board.table_checks import MOD005
from scenario_forge.wargame.modules.assault.modifier_checks import modifier_findings
from scenario_forge.wargame.modules.dice import dice_findings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.modules.fire.key import Cover, FireKey
    from scenario_forge.wargame.modules.movement.key import MovementKey


def fire_findings(game: Game, given: FireKey, where: Where) -> Iterator[Diagnostic]:
    """Yield that results, or movement hex by hex at which to fire, are not there, and keys that nobody reads."""
    if given.table is not None and not game.broken("charts"):
        yield from dice_findings(game, given.table)
        yield from _ratios(game, given.table)
    yield from modifier_findings(game, "fire", given, where, _never(given))
    if given.modifiers and given.table is None:
        finding = MOD001.at((where / "modifiers").key(), "none", what="`modifiers`", needed="`table`")
        yield finding.suggest("write `table:` with the id of a chart")
    if given.support is not None and not given.together:
        finding = MOD007.at((where / "support").key(), what="`support`", why="only fire `together` reads it")
        yield finding.suggest("write `together: true`, or remove `support`")
    if given.shots is not None and not given.opportunity:
        finding = MOD007.at((where / "shots").key(), what="`shots`", why="nobody fires at those that move")
        yield finding.suggest("write `opportunity: true`, or remove `shots`")
    if given.from_high is not None and not has_key(where, "sight"):
        yield lacking_key((where / "from_high").key(), "`from_high`", "sight")
    movement: MovementKey | None = getattr(where.file.document, "movement", None)
    yield from _cover(game, given.cover, where / "cover")
    if given.opportunity and (movement is None or not movement.together):
        finding = MOD001.at(
            where / "opportunity",
            "none",
            what="`opportunity`",
            needed="`together: true` under `movement`, by which units move hex by hex",
        )
        yield finding.suggest("write `movement: {together: true}`, or remove `opportunity`")


def _cover(game: Game, cover: Cover | None, where: Where) -> Iterator[Diagnostic]:
    """Yield units that profit from cover without its value, and units that have the value and do not profit."""
    counters = game.one("counters", CountersDocument)
    if cover is None or not cover.of or game.broken("counters"):
        return
    for unit, row in counters[1].each("units", counters[0].units) if counters is not None else ():
        profits = selects(cover.of, unit)
        if profits and cover.value not in unit.values:
            needed = f"a value `{cover.value}` of {unit.name}"
            finding = MOD001.at(row / "name", "none", what="`cover`", needed=needed)
            yield finding.also((where / "of").key(), "asked for here").suggest(f"write `{cover.value}:` in its row")
        elif not profits and cover.value in unit.values:
            why = "it is none of the units that profit from cover"
            finding = MOD007.at(row / cover.value, what=f"`{cover.value}` of {unit.name}", why=why)
            yield finding.also((where / "of").key(), "asked for here").suggest("leave the value out")


def _ratios(game: Game, chart: str) -> Iterator[Diagnostic]:
    """Yield that the columns of a chart are odds, which fire does not give."""
    found = tables(game).charts.get(chart)
    if found is not None and found.chart.column_scale.notation == "ratio":
        problem = "its columns are ratios, and fire gives a difference"
        finding = MOD005.at((found.where / "columns").key(), "unread", problem=problem)
        yield finding.suggest("write `column_scale: {notation: ranges}`, or name another chart in `fire`")


def _never(given: FireKey) -> Mapping[str, str]:
    """Return what modifiers of fire cannot ask for, with the reason."""
    beside = "fire does not come from beside the hex, as an assault does"
    alone = {} if given.together else {"from_hexes": "one unit fires alone", "combined": "one unit fires alone"}
    return {"across": beside, "from_opposite_sides": beside, **alone}
