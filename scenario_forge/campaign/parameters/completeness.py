"""DR006: entries that tables of rules.yaml must have for play.

Called by the check, and by the compiler, which refuses to fill a gap with a zero. Must never import play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR006, DR022
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.campaign.parameters.notation_terrain import MovementCost
from scenario_forge.checks.rulebook.quantities import missing_from_rules
from scenario_forge.diagnostics.model import TextEdit
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.tables import tables
from scenario_forge.hexes import distance
from scenario_forge.mechanics.tables import ChartError, Differentials, Ratios, play_table
from scenario_forge.source.change import Changes
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Force
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where


def gaps(game: Game) -> Iterator[Diagnostic]:
    """Yield gaps in tables, except those that RUL030 has found, which shows the clause too."""
    told = {finding.span for finding in missing_from_rules(game)}
    yield from (finding for finding in values_missing(game) if finding.span not in told)
    yield from results_unusable(game, told=True)
    found, track = game.one("rules", RulesDocument), game.one("time-track", TimeTrackDocument)
    if found and track and not found[0].control and places_controlled(game, found[0]):
        starts = ", ".join(start.id for start in track[0].starts)
        yield DR006.at(found[1].key(), what="control", name=starts)


def values_missing(game: Game) -> Iterator[Diagnostic]:
    """Yield missing entries of tables of rules.yaml and the terrain effects chart."""
    found = game.one("rules", RulesDocument)
    if found is None:
        return
    rules, where = found
    if game.about:
        nations = [nation.id for nation in game.about.nationalities]
        for name in ("general_radius", "combat_radius"):
            yield from missing_keys(getattr(rules.supply, name), nations, where / "supply" / name)
        sides = [side.id for side in game.about.sides]
        yield from missing_keys(rules.home_bases, sides, where / "home_bases")
    counters = game.one("counters", CountersDocument)
    if counters:
        sizes = [size.id.lower() for size in counters[0].sizes]
        yield from missing_keys(rules.stacking.weight, sizes, where / "stacking" / "weight")
    yield from _depleted(rules, where / "stacking" / "depleted_as")
    repair = rules.repair
    # modified throws may stand in a table besides
    yield from missing_keys(repair.result, faces(repair.die), where / "repair" / "result", repair.result)
    yield from _boxes(game, rules, where / "off_map")
    yield from _radii(game, rules, where / "home_bases")
    yield from _control(game, rules, where / "control")
    yield from _costs(game)


def results_unusable(game: Game, *, told: bool = False) -> Iterator[Diagnostic]:
    """Yield why battles cannot be decided by the combat results table; ``told``: only what other checks do not tell."""
    found = game.one("rules", RulesDocument)
    if found is None or game.broken("charts"):
        return
    rules, where = found
    charts = [table for table in tables(game).charts.values() if table.chart.cells == "losses"]
    if not charts:
        yield DR022.at(where / "combat" / "die", "none")
    for table in charts:
        try:
            scale = play_table(table).scale
        except ChartError as error:
            if not told:
                yield DR022.at(table.where.key(), "unread", table=table.chart.title, problem=error)
            continue
        if not isinstance(scale, Differentials):
            kind = "ratios" if isinstance(scale, Ratios) else "names"
            yield DR022.at(table.where / "columns", "scale", table=table.chart.title, kind=kind)
            continue
        missing = [total for total in faces(rules.combat.die) if table.row(total) is None]
        if missing and not (told and table.chart.die == rules.combat.die):  # that is CHT003
            values = {"die": rules.combat.die, "throw": missing[0], "table": table.chart.title}
            yield DR022.at(where / "combat" / "die", "throw", **values).also(table.where.key(), "the table")


def faces(die: str) -> list[str]:
    """Return the totals that a die can give, as keys.

    >>> faces("2d3")
    ['2', '3', '4', '5', '6']
    """
    count, sides = map(int, die.split("d"))
    return [str(total) for total in range(count, count * sides + 1)]


def places_controlled(game: Game, rules: RulesDocument) -> dict[str, int]:
    """Return the places whose control each start must state: supply centres, and those that any start names."""
    grid = hex_map(game)
    named = {name for stated in rules.control.values() for name in stated}
    return {
        id_: at
        for id_, (place, at, _where) in (grid.places_by_id.items() if grid else ())
        if at is not None and (place.capacity is not None or id_ in named)
    }


def missing_keys(
    table: Iterable[str], keys: Iterable[str], where: Where, known: Iterable[str] = ()
) -> Iterator[Diagnostic]:
    """Yield one finding for all missing keys of a table; none if it has an unknown key, reported elsewhere."""
    have, wanted = set(table), list(keys)
    lost = [key.replace("_", " ") for key in wanted if key not in have]
    if lost and have <= {*wanted, *known}:
        yield DR006.at(where.key(), what=".".join(map(str, where.path)), name=", ".join(lost))


def _depleted(rules: RulesDocument, where: Where) -> Iterator[Diagnostic]:
    """Yield sizes without an entry although a lighter one has one."""
    weights, smaller = rules.stacking.weight, rules.stacking.depleted_as
    lightest = min((weights[size] for size in smaller if size in weights), default=None)
    if lightest is not None:
        yield from missing_keys(
            smaller, (size for size, weight in weights.items() if weight > lightest), where, weights
        )


def _boxes(game: Game, rules: RulesDocument, where: Where) -> Iterator[Diagnostic]:
    """Yield off-map boxes without rules, where others have them; a game may do without rules for boxes at all."""
    grid = hex_map(game)
    if grid and rules.off_map:
        described = [box.box for box in rules.off_map.values()]
        yield from missing_keys(described, [box.id for box in grid.document.boxes], where)


def _radii(game: Game, rules: RulesDocument, where: Where) -> Iterator[Diagnostic]:
    """Yield bases on the map without a radius, where others of their side have one."""
    grid = hex_map(game)
    for side, base in rules.home_bases.items() if grid else ():
        if base.radius:
            found = [grid.find(name) for name in base.places] if grid else []
            on_map = [at.place.key for at in found if at and at.place and at.hex is not None]
            yield from missing_keys(base.radius, on_map, where / side / "radius")


def _control(game: Game, rules: RulesDocument, where: Where) -> Iterator[Diagnostic]:
    """Yield supply centres whose control a printed start does not state, unless the game states none at all."""
    track = game.one("time-track", TimeTrackDocument)
    wanted = places_controlled(game, rules)
    if track is None or not wanted or not rules.control:
        return
    starts = [start.id for start in track[0].starts]
    yield from missing_keys(rules.control, starts, where)
    for start in starts:
        if start in rules.control:
            for finding in missing_keys(rules.control[start], wanted, where / start):
                yield _with_controllers(game, finding, start, wanted, where / start)


def _with_controllers(
    game: Game, finding: Diagnostic, start: str, wanted: Mapping[str, int], where: Where
) -> Diagnostic:
    """Return the finding with fixes that add the places: each to the side whose unit is nearest."""
    grid, linked, source = hex_map(game), forces(game), where.file.source
    stated = where.data
    missing = [name for name in wanted if not isinstance(stated, dict) or name not in stated]
    known = [side for side in game.side_names if side in linked.sides]
    if grid is None or not known:
        return finding

    def far(side: str, name: str) -> int:
        return min((distance(grid.grid, wanted[name], hex_) for hex_ in spots[side]), default=len(grid.grid))

    spots = {side: spots_of(grid, linked.sides[side], start) for side in known}
    nearest = {name: sorted(known, key=lambda side: far(side, name)) for name in missing}
    alone = missing[0] if len(missing) == 1 else None
    choices = [{alone: side} for side in nearest[alone]] if alone else [{name: nearest[name][0] for name in missing}]
    for choice in choices:
        try:
            changes = Changes(source.text)
            for name, side in choice.items():
                changes.add(where.path, name, side)
            edits = [TextEdit(source.lines.span(where.file.name, a, b), put) for a, b, put in changes.splices()]
        except EditRefused:
            return finding
        title = ", ".join(f"{name}: {side}" for name, side in choice.items())
        finding = finding.fix(f"add {title}", *edits)
    return finding


def spots_of(grid: HexMap, force: Force, start: str) -> set[int]:
    """Return where units of a side stand at a start; for an off-map box the hexes that it adjoins."""
    spots: set[int] = set()
    for unit in force.units:
        entry = unit.at_date(start)
        if entry is not None and entry.hex is not None:
            spots.add(entry.hex)
        elif entry is not None and entry.location is not None and entry.location.box is not None:
            spots |= grid.adjoining[entry.location.box]
    return spots


def _costs(game: Game) -> Iterator[Diagnostic]:
    """Yield passable ground and roads whose line of the terrain effects chart gives no cost."""
    found = game.one("map", MapDocument)
    if found is None:
        return
    needed = {kind.name for kind in found[0].terrain if kind.land and kind.passable}
    needed |= {kind.name for kind in found[0].line_kinds}
    for table in tables(game).charts.values():
        if not table.chart.row_scale.terrain:
            continue
        for heading, line in zip(table.rows, table.cells, strict=True):
            for cell in line:
                if heading.text in needed and isinstance(cell.meaning, MovementCost) and cell.meaning.kind == "none":
                    yield DR006.at(cell.where, what=f"{table.chart.title}: cost", name=heading.text)
