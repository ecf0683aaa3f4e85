"""Checks of the costs of movement: each class can read its cost of each ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base.selection import selects, word_of
from scenario_forge.wargame.board.checks import MOD004, MOD007, units_in_play
from scenario_forge.wargame.board.table_checks import MOD005
from scenario_forge.wargame.modules.movement.key import EVERY, cost_in, ground_named, grounds_by_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.map_ import Terrain
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import LinkedChart
    from scenario_forge.wargame.modules.movement.key import Cost, MovementKey

_COST = "cost of movement"
_WRITTEN = "write points such as `2`, `+1` or `1½`, `half` or `all` of the allowance, or `–` where nobody can enter"


def cost_findings(game: Game, given: MovementKey, where: Where) -> Iterator[Diagnostic]:
    """Yield costs that cannot be read, classes and grounds without one. ``where``: the place of the key `movement`."""
    if any(map(game.broken, ("charts", "counters", "map"))):
        return
    at = where / "costs"
    leaders = getattr(where.file.document, "leaders", None)
    classes = _classes(game, given, leaders.of if leaders is not None else None)
    if isinstance(given.costs, dict):
        yield from _listed(game, given.costs, at, classes)
        yield from _without_cost(given, given.costs, where / "alone")
        return
    name, _, only = given.costs.partition("/")
    chart = tables(game).charts.get(name)
    if chart is not None:
        yield from _charted(game, chart, {EVERY: [only]} if only else classes)
        rows, grounds = {ground_named(row.text) for row in chart.rows}, grounds_by_name(game)
        yield from _without_cost(given, [id_ for name, id_ in grounds.items() if name in rows], where / "alone")


def _classes(game: Game, given: MovementKey, leaders: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """By class of units that take part, leaders aside, who go with others: its headings, the printed one first."""
    counters = game.one("counters", CountersDocument)
    names = {kind.id: kind.name for kind in counters[0].types} if counters and given.classes == "type" else {}
    moving = (unit for unit in units_in_play(game) if leaders is None or not selects(leaders, unit))
    words = dict.fromkeys(word_of(unit, given.classes) for unit in moving)
    return {word: [names.get(word, word), word] for word in words if word}


def _charted(game: Game, chart: LinkedChart, classes: Mapping[str, list[str]]) -> Iterator[Diagnostic]:
    headings, grounds = {column.text.casefold(): n for n, column in enumerate(chart.columns)}, grounds_by_name(game)
    read = set[int]()
    for names in classes.values():
        found = next((headings[name.casefold()] for name in names if name.casefold() in headings), None)
        if found is not None:
            read.add(found)
        elif EVERY not in classes:  # another check tells of a column that the key names
            finding = MOD005.at((chart.where / "columns").key(), "column", chart=chart.chart.title, name=names[0])
            near = did_you_mean(names[0], [column.text for column in chart.columns])
            yield finding.suggest(f"head its column `{names[0]}`" + (f"; {near}" if near else ""))
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        for n in sorted(read) if ground_named(row.text) in grounds else ():
            if n < len(cells) and not _is_cost(cells[n].text):
                yield MOD005.at(cells[n].where, "cell", text=cells[n].text, wanted=_COST).suggest(_WRITTEN)
    if not chart.chart.row_scale.terrain:  # else MAP040 tells of terrain without a row
        costs = {ground_named(row.text) for row in chart.rows}
        missing = [kind for kind in _entered(game) if kind.name.casefold() not in costs]
        yield from (MOD005.at((chart.where / "rows").key(), "ground", name=kind.name) for kind in missing)


def _listed(
    game: Game, costs: Mapping[str, Cost | dict[str, Cost]], at: Where, classes: Mapping[str, Any]
) -> Iterator[Diagnostic]:
    for ground, by in costs.items():
        for name, cost in by.items() if isinstance(by, dict) else [("", by)]:
            here = at / ground / name if name else at / ground
            if not _is_cost(str(cost)):
                yield MOD005.at(here, "cell", text=cost, wanted=_COST).suggest(_WRITTEN)
            if name and name not in (*classes, EVERY):
                advice = did_you_mean(name, classes) or f"there are {', '.join(classes)}"
                yield MOD004.at(here.key(), "word", word=name, key="class").suggest(advice)
    for kind in _entered(game):
        own = costs.get(kind.id)
        lacking = [name for name in classes if name not in own] if isinstance(own, dict) and EVERY not in own else []
        if own is None:
            yield MOD005.at(at.key(), "ground", name=kind.name).suggest(f"write `{kind.id}:` with its cost, or `no`")
        elif lacking:
            finding = MOD005.at((at / kind.id).key(), "ground", name=f"{kind.name} for {lacking[0]}")
            yield finding.suggest(f"write `{lacking[0]}:` with its cost, or `no`")


def _without_cost(given: MovementKey, costly: Collection[str], where: Where) -> Iterator[Diagnostic]:
    """Yield hexsides of `alone` that cost nothing, so that nothing takes the place of the cost of the hex."""
    for number, kind in enumerate(given.alone):
        if kind not in costly:
            finding = MOD007.at(where / number, what=f"`{kind}` under `alone`", why="`costs` has no cost of it")
            yield finding.suggest("write its cost, or leave it out")


def _entered(game: Game) -> list[Terrain]:
    """The kinds of terrain on the map that can be entered."""
    linked = hex_map(game)
    there = set(linked.terrain) if linked is not None else set()
    kinds = linked.document.terrain if linked is not None else ()
    return [kind for kind in kinds if kind.id in there and kind.land and kind.passable]


def _is_cost(text: str) -> bool:
    try:
        cost_in(text)
    except ValueError:
        return False
    return True
