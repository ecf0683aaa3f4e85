"""The rules of a game of this family as arrays: columns by the kinds, places and edges of the compiled keys.

The plain numbers of `rules.yaml` are not among them: play reads them from the document itself. Movement points
are scaled so that the smallest fraction of the terrain effects chart is a whole number (`scale`).
"""

from __future__ import annotations

from contextlib import suppress
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scenario_forge.campaign.parameters.arrays_logistics import logistics
from scenario_forge.campaign.parameters.codes import DR006
from scenario_forge.campaign.parameters.completeness import faces, results_unusable, values_missing
from scenario_forge.campaign.parameters.consistency import unplayable
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.campaign.parameters.names import names_in_rules
from scenario_forge.campaign.parameters.notation_losses import Losses
from scenario_forge.campaign.parameters.notation_repair import RepairEffect
from scenario_forge.campaign.parameters.notation_terrain import CombatEffect, MovementCost
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.compiler.arrays import NONE
from scenario_forge.compiler.problems import CompileError, merge_arrays
from scenario_forge.documents.base import slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.formula import exact
from scenario_forge.game.front import starting_control
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import Range
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import ChartError, Differentials, play_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from scenario_forge.campaign.system import Campaign
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.game.tables import LinkedChart

Arrays = dict[str, list[int]]
C = TypeVar("C", MovementCost, CombatEffect)
BARRED = 0
"""The cost of a hex or hexside that nobody enters."""


def arrays(game: Game, scenario: str, system: Campaign) -> Mapping[str, Sequence[int]]:
    """Return all arrays; empty while the game has no rules, map or track.

    Raises:
        CompileError: a table lacks what play asks it for, or rules.yaml names what is not there or cannot be played.
    """
    gaps = [*names_in_rules(game), *values_missing(game), *results_unusable(game), *system.own_gaps(game)]
    gaps += unplayable(game, system.steps(game))
    if gaps:
        raise CompileError("the rules are not complete", gaps)
    return arrays_of_figure(game, scenario, system)


def arrays_of_figure(game: Game, scenario: str, system: Campaign) -> Arrays:
    """Return the arrays for a map that is a figure, which has few of the places that the rules name.

    Raises:
        CompileError: the game has an array of its own under a name of the shelf.
    """
    read = sources(game)
    if read is None:
        return {}
    rules, linked, track, sizes, types, nations = read
    made: Arrays = {}
    _costs(game, linked, exact(rules.movement.strategic_factor), made)
    _combat(game, rules, types, made)
    _dice(rules, made)
    _units(rules, sizes, types, nations, made)
    _repair(game, rules, track, made)
    _sides(rules, linked, track, made)
    _places(rules, linked, made)
    logistics(rules, linked, types, made)
    _control(game, scenario, rules, linked, track, made)
    own: Arrays = {}
    system.own_arrays(game, read, own)
    return merge_arrays({"the shelf": made, system.title: own})


class Sources(NamedTuple):
    """The parts of a game that the arrays are made of."""

    rules: RulesDocument
    map: HexMap
    track: Schedule
    sizes: Sequence[str]
    types: Sequence[str]
    nations: Sequence[str]


def sources(game: Game) -> Sources | None:
    """Return the game's documents; None while it has no rules, map, counters or track."""
    rules, linked, track = rules_of(game), hex_map(game), schedule(game)
    counters = game.one("counters", CountersDocument)
    if rules is None or linked is None or track is None or counters is None:
        return None
    sizes, types = ([each.id for each in group] for group in (counters[0].sizes, counters[0].types))
    nations = [nation.id for nation in game.about.nationalities] if game.about else []
    return Sources(rules, linked, track, sizes, types, nations)


# -- terrain -----------------------------------------------------------------------------------------


def _costs(game: Game, linked: HexMap, factor: Fraction, made: Arrays) -> None:
    """Add `cost.terrain`, `cost.side`, `cost.line` by kind, with `.halved` and `.replaces`; `cost.any` by terrain.

    The last has also what ground costs that only some units may enter.
    """
    cells = _chart_cells(game, MovementCost)
    figures = [cell.cost for cell in cells.values() if cell.cost is not None]
    halved = [cell.cost * factor for cell in cells.values() if cell.cost is not None and cell.halved]
    scale = lcm(*(figure.denominator for figure in [*figures, *halved]))
    made["scale"] = [scale]

    def points(cell: MovementCost | None, default: int = BARRED) -> int:
        if cell is None or cell.cost is None or cell.kind == "impassable":
            return default
        return int(cell.cost * scale)

    document = linked.document
    needed = [kind.name for kind in document.terrain if kind.land and kind.passable]
    lost = [name for name in (*needed, *(kind.name for kind in document.line_kinds)) if name not in cells]
    if lost:
        gap = DR006.at(linked.where, what="the terrain effects chart", name=", ".join(lost))
        raise CompileError("the charts are not complete", [gap])
    ground = [cells.get(kind.name) for kind in document.terrain]
    made["cost.terrain"] = [points(cell) for cell in ground]
    made["cost.terrain.halved"] = [int(bool(cell and cell.halved)) for cell in ground]
    made["cost.any"] = [int(cell.cost * scale) if cell and cell.cost is not None else BARRED for cell in ground]
    sides = [cells.get(kind.name) for kind in document.hexside_kinds]
    made["cost.side"] = [points(cell) for cell in sides]
    made["cost.side.barred"] = [
        int(not kind.passable or bool(cell and cell.kind == "impassable"))
        for kind, cell in zip(document.hexside_kinds, sides, strict=True)
    ]
    lines = [cells.get(kind.name) for kind in document.line_kinds]
    made["cost.line"] = [points(cell) for cell in lines]
    made["cost.line.halved"] = [int(bool(cell and cell.halved)) for cell in lines]


def _chart_cells(game: Game, meaning: type[C]) -> dict[str, C]:
    """Return the terrain effects chart's cells of one kind, by the printed name of their line."""
    found: dict[str, C] = {}
    for table in tables(game).charts.values():
        if table.chart.row_scale.terrain:
            for heading, line in zip(table.rows, table.cells, strict=True):
                for cell in line:
                    if isinstance(cell.meaning, meaning):
                        found[heading.text] = cell.meaning
    return found


# -- combat ------------------------------------------------------------------------------------------


def _combat(game: Game, rules: RulesDocument, types: Sequence[str], made: Arrays) -> None:
    """Add the combat results table by die and column, its columns' least differentials, and its modifiers."""
    for table in tables(game).charts.values():
        if table.chart.cells == "losses":
            _results(table, int(faces(rules.combat.die)[-1]), made)
    effects = _chart_cells(game, CombatEffect)
    document = hex_map(game)
    if document is not None:
        kinds = document.document
        made["combat.terrain"] = [_shift(effects.get(kind.name)) for kind in kinds.terrain]
        made["combat.side"] = [_shift(effects.get(kind.name)) for kind in kinds.hexside_kinds]
        made["combat.side.impossible"] = [
            int(not kind.passable or _impossible(effects.get(kind.name))) for kind in kinds.hexside_kinds
        ]
    made["combat.armoured"] = flags(types, rules.combat.armoured)


def _results(table: LinkedChart, highest: int, made: Arrays) -> None:
    """Add columns and, for each total from 1 on, the results; of a total without a row, those of the first."""
    columns: tuple[int, ...] = ()
    results: list[Losses] = []
    with suppress(ChartError):  # the checks tell of it
        read = play_table(table)
        columns = read.scale.lows if isinstance(read.scale, Differentials) else ()
        rows = [read.rows[table.row(str(total)) or 0] for total in range(1, highest + 1)]
        results = [cell for line in rows for cell in line if isinstance(cell, Losses)]
    made["combat.columns"] = list(columns)
    made["combat.attacker"] = [result.attacker for result in results]
    made["combat.defender"] = [result.defender for result in results]
    for modifier, value in zip(table.chart.modifiers, table.modifiers, strict=True):
        if value is not None and value.number is not None:
            made[f"combat.modifier.{slug(modifier.option or modifier.id)}"] = [value.number]


def _shift(effect: CombatEffect | None) -> int:
    return effect.differential if effect and effect.kind == "modifier" else 0


def _impossible(effect: CombatEffect | None) -> bool:
    return effect is not None and effect.kind == "impossible"


def rules_where(game: Game) -> Where:
    """Return the place of rules.yaml, which has been read."""
    return next(where for _document, where in game.documents("rules", RulesDocument))


# -- dice and units ----------------------------------------------------------------------------------


def _dice(rules: RulesDocument, made: Arrays) -> None:
    """Add the number of dice and their faces: `combat.die`, `repair.die`, `supply.capture.die`."""
    made["combat.die"], made["repair.die"] = dice(rules.combat.die), dice(rules.repair.die)
    made["supply.capture.die"] = dice(rules.supply.capture_die)


def dice(text: str) -> list[int]:
    """Return the number of dice, and their faces.

    >>> dice("2d6")
    [2, 6]
    """
    return [int(part) for part in text.split("d")]


def _units(
    rules: RulesDocument, sizes: Sequence[str], types: Sequence[str], nations: Sequence[str], made: Arrays
) -> None:
    """Add columns by size, type and nationality."""
    weights = {size.upper(): weight for size, weight in rules.stacking.weight.items()}
    smaller = {size.upper(): as_.upper() for size, as_ in rules.stacking.depleted_as.items()}
    made["stacking.weight"] = [weights[size.upper()] for size in sizes]
    made["stacking.depleted"] = [weights[smaller.get(size.upper(), size.upper())] for size in sizes]
    made["zones.without"] = flags(types, rules.zones.without)
    made["fortification.benefits"] = flags(types, rules.fortification.benefits)
    made["supply.immune"] = flags(types, rules.supply.immune)
    made["supply.general_radius"] = [rules.supply.general_radius[nation] for nation in nations]
    made["supply.combat_radius"] = [rules.supply.combat_radius[nation] for nation in nations]


def _repair(game: Game, rules: RulesDocument, track: Schedule, made: Arrays) -> None:
    """Add the repair of each modified throw from 1 on, by the table or the text; the modifier by side."""
    found: dict[int, int] = {}
    where = rules_where(game) / "repair" / "result"
    for table in tables(game).charts.values():
        if table.chart.cells == "repair_effect":
            for row, heading in enumerate(table.rows):
                cell = table.at(row, 0)
                if cell and isinstance(cell.meaning, RepairEffect) and isinstance(heading.meaning, Range):
                    found |= dict.fromkeys(heading.meaning.values, cell.meaning.value)
                    where = table.where
    if rules.repair.by_text or not found:
        found = {int(die): value for die, value in rules.repair.result.items()}
    made["repair.table"] = from_one(found, where)
    made["repair.side_modifier"] = by_side(rules.repair.modifier, track)


def from_one(table: Mapping[int, int], where: Where) -> list[int]:
    """Return the values of a table from a throw of 1 on; throws below the lowest total never come up.

    Raises:
        CompileError: a throw between the lowest and the highest is not there.
    """
    least = min(table)
    lost = [str(throw) for throw in range(least, max(table)) if throw not in table]
    if lost:
        name = ", ".join(lost)
        raise CompileError("the rules are not complete", [DR006.at(where, what=str(where.path[-1]), name=name)])
    return [table[max(throw, least)] for throw in range(1, max(table) + 1)]


def by_side(numbers: Mapping[str, int], track: Schedule) -> list[int]:
    """Return a modifier by side; 0 for a side that the rule does not name."""
    return [numbers.get(side, 0) for side in track.sides]


# -- places ------------------------------------------------------------------------------------------


def spot_of(linked: HexMap, name: str) -> int:
    """Return a hex, or −2 − n for the n-th off-map box; −1 where nothing has the name."""
    found = linked.find(name)
    if found is None:
        return NONE
    if found.box is not None:
        return -2 - [box.id for box in linked.document.boxes].index(found.box)
    return NONE if found.hex is None else found.hex


def _sides(rules: RulesDocument, linked: HexMap, track: Schedule, made: Arrays) -> None:
    """Add `home.places`: side, spot, radius, whether always supplied."""
    home: list[int] = []
    for side, base in rules.home_bases.items():
        if side in track.sides:
            for name in base.places:
                always = int(name in base.always_supplied)
                spot = spot_of(linked, name)
                radius = base.area(linked.places[name][0].key) if name in linked.places else 0  # a box has no area
                home += [track.sides.index(side), spot, radius, always]
    made["home.places"] = home


def _places(rules: RulesDocument, linked: HexMap, made: Arrays) -> None:
    """Add the caps of differentials at places: hex and highest value in turn."""
    caps: list[int] = []
    hexes = linked.hexes_by_id
    for name, most in rules.fortification.highest_differential.items():
        caps += [hexes[name], most] if name in hexes else []
    made["fortification.caps"] = caps


def _control(game: Game, scenario: str, rules: RulesDocument, linked: HexMap, track: Schedule, made: Arrays) -> None:
    """Add `control`: hex and side of what is controlled when play begins."""
    found = scenarios(game).scenarios.get(scenario)
    start = found.document.start if found else ""
    hexes = linked.hexes_by_id
    # a start that a scenario sets up by itself has a front or `control:` of its own
    here = rules.control.get(start, {})
    stated = {hexes[name]: side for name, side in here.items() if name in hexes}
    held = stated | starting_control(game, scenario)
    made["control"] = [n for at, side in held.items() if side in track.sides for n in (at, track.sides.index(side))]


def flags(keys: Iterable[str], chosen: Iterable[str]) -> list[int]:
    """Return for each key 1 where it is chosen."""
    wanted = frozenset(chosen)
    return [int(key in wanted) for key in keys]
