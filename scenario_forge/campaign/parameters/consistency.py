"""DR007 to DR011: lists, orders and places of rules.yaml that cannot be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR007, DR008, DR009, DR010, DR011
from scenario_forge.campaign.parameters.completeness import faces, places_controlled, spots_of
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.statements import statements
from scenario_forge.game.tables import tables
from scenario_forge.hexes import distance
from scenario_forge.wargame.sequence_checks import sequence_findings
from scenario_forge.wargame.sequence_tree import steps_in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Data

STEPS = (
    "general-supply",
    "operations",
    "supply-moves",
    "operations-end",
    "noted",
    "withdrawals",
    "reinforcements",
    "repair",
    "replacements-come",
    "replacements",
    "supply",
    "attrition",
    "empty-boxes",
    "used-supply",
    "victory",
    "turn-ends",
)
"""Ids of ``PHASES`` in ``campaign/turns.py``, written out because checks do without play, whose import takes long."""
AFTER = (
    ("supply", "attrition"),
    ("repair", "replacements"),
    ("replacements-come", "replacements"),
    ("operations", "withdrawals"),
    ("operations", "operations-end"),
    ("general-supply", "operations"),
    ("attrition", "victory"),
    ("victory", "turn-ends"),
)
"""Steps that must come before others: new supply before the supply check (2.17), repair before its use (10.3)."""


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Yield a finding for each text that a list of the rules holds twice."""
    found = game.one("rules", RulesDocument)
    if found:
        file = found[1].file
        yield from _twice(file.data, found[1])


def _twice(data: Data, where: Where) -> Iterator[Diagnostic]:
    if isinstance(data, dict):
        for key, below in data.items():
            if key != "provenance":
                yield from _twice(below, where / key)
    elif isinstance(data, list) and where.path[-1:] != ("between",):
        for index, item in enumerate(data):
            if isinstance(item, str) and (first := data.index(item)) < index:
                yield DR007.at(where / index, name=item, what="listed twice").also(where / first, "the first")


def unplayable(game: Game, steps: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield what the sequence of play has that cannot be played: unknown steps and sides, empty loops."""
    found = game.one("rules", RulesDocument)
    if found is not None:
        yield from sequence_findings(game, found[1] / "sequence", found[0].sequence, steps)


def orders(game: Game, steps: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield missing steps, unknown steps, and steps before another one that they need."""
    found = game.one("rules", RulesDocument)
    if found is None:
        return
    tree, where = found[0].sequence, found[1] / "sequence"
    yield from unplayable(game, steps)
    order = steps_in_turn(tree)
    at = where / "turns"
    if not order:
        if tree.turns:
            yield DR008.at(at, order="sequence.turns", problem="a game turn is not one loop over the sides")
        return
    at = at / 0 / "do"
    for step in steps:
        if step not in order:
            yield DR008.at(at, order="the player turn", problem=f"`{step}` is missing")
    for before, after in AFTER:
        if before in order and after in order and order.index(before) > order.index(after):
            problem = f"`{after}` comes before `{before}`, on which it rests"
            yield DR008.at(at / order.index(after), order="the player turn", problem=problem)


def places(game: Game) -> Iterator[Diagnostic]:
    """Yield home bases, ports and places under control that cannot serve the side they are given to."""
    found, grid = game.one("rules", RulesDocument), hex_map(game)
    if found is None or grid is None:
        return
    rules, where = found
    allowed = users(grid)
    for side, base in rules.home_bases.items():
        at = where / "home_bases" / side
        shut = [n for n, name in enumerate(base.places) if side not in allowed.get(name, {side})]
        if shut:
            names = " and ".join(base.places[n] for n in shut)
            yield closed_place(allowed, base.places[shut[0]], names, f"a home base of {side}", at / "places" / shut[0])
        known = {_spot(grid, name) for name in base.places}
        for index, name in enumerate(base.always_supplied):
            if _spot(grid, name) not in known and grid.find(name):
                problem = f"it is none of its home bases, {', '.join(base.places)}"
                yield DR009.at(at / "always_supplied" / index, place=name, what=f"a base of {side}", problem=problem)
        for name in base.radius:
            doubled = len(known) < len(base.places)
            if not doubled and name in grid.places_by_id and (grid.hexes_by_id.get(name), None) not in known:
                problem = f"it is none of its home bases, {', '.join(base.places)}"
                yield DR009.at((at / "radius" / name).key(), place=name, what=f"a base of {side}", problem=problem)
    yield from _under_control(game, rules, grid, where / "control")
    for place, at in grid.where.each("places", grid.document.places):
        if "supply-centre" in place.kinds and place.capacity is None:
            problem = "it has no `capacity`: how many supply units may arrive there in a turn, or U for any number"
            yield DR009.at(at / "kinds", place=place.name, what="a supply centre", problem=problem)


def _spot(grid: HexMap, name: str) -> tuple[int | None, str | None]:
    """Return the hex or the off-map box that a name stands for."""
    found = grid.find(name)
    return (found.hex, found.box) if found else (None, None)


def users(grid: HexMap) -> dict[str, frozenset[str]]:
    """Return the sides that alone may use a place or box, by its name."""
    found = {name: frozenset(place.sides) for name, (place, _at, _where) in grid.places.items() if place.sides}
    return found | {name: frozenset({box.side}) for name, box in grid.boxes.items() if box.side}


def closed_place(users: dict[str, frozenset[str]], name: str, names: str, what: str, where: Where) -> Diagnostic:
    """Return the finding on a place that the map keeps for others; ``users`` as :func:`users` gives them."""
    problem = f"by the map only {' and '.join(sorted(users[name]))} may use it"
    return DR009.at(where, place=names, what=what, problem=problem)


def _under_control(game: Game, rules: RulesDocument, grid: HexMap, where: Where) -> Iterator[Diagnostic]:
    """Yield places that a side controls at a start although an enemy unit is in them or several are nearer."""
    track, linked = game.one("time-track", TimeTrackDocument), forces(game)
    wanted = places_controlled(game, rules)
    sides = set(game.side_names)
    if track is None or game.broken("orders-of-battle") or not sides <= linked.sides.keys():
        return  # where that army stands nobody knows
    for start in track[0].starts:
        dates = [{column.start for column in linked.sides[side].columns.values()} for side in sides]
        if any(start.id not in own for own in dates):
            continue
        spots = {side: spots_of(grid, linked.sides[side], start.id) for side in sides}
        for name, side in rules.control.get(start.id, {}).items():
            if name in wanted and side in sides:
                named = {"place": name.replace("_", " "), "side": side, "start": start.label}
                yield from _nearer(grid, wanted[name], side, spots, where / start.id / name, named)


def _nearer(
    grid: HexMap, at: int, side: str, spots: dict[str, set[int]], where: Where, named: dict[str, str]
) -> Iterator[Diagnostic]:
    own = min((distance(grid.grid, at, hex_) for hex_ in spots[side]), default=None)
    for other in sorted(spots.keys() - {side}):
        others = sorted(distance(grid.grid, at, hex_) for hex_ in spots[other])
        # one enemy far ahead of its side is more likely misplaced itself
        nearer = [far for far in others if own is None or far < own]
        if nearer and (len(nearer) > 1 or nearer[0] == 0):
            words = "not on the map" if own is None else f"{plural(own, 'hex')} away"
            yield DR010.at(where, own=words, other=other, far=plural(nearer[0], "hex"), **named)


def closed_centres(game: Game) -> Iterator[Diagnostic]:
    """Yield centres that the map closes to a side, though the clauses on its closed centres do not name them."""
    stated = {quantity: found for quantity, found in statements(game).items() if quantity.startswith("centre.")}
    for side in game.about.sides if game.about else ():
        ends = f".{side.id}"
        of_side = {quantity: found for quantity, found in stated.items() if quantity.endswith(ends)}
        closed = [(q, s) for q, found in of_side.items() for s in found if s.value is False]
        said = {q for q, s in closed if s.where.file.kind.name == "rulebook"}
        shut = [(q, s) for q, s in closed if q not in said and s.where.path[:1] == ("places",)]
        for quantity, statement in shut if said else ():
            place = quantity.removeprefix("centre.").removesuffix(ends).replace("_", " ")
            problem = "no clause says so, as clauses do of other centres"
            yield DR009.at(statement.where, place=place, what=f"closed to {side.id}", problem=problem)


def modified_throws(game: Game) -> Iterator[Diagnostic]:
    """Yield modifiers that lead a throw beyond its table."""
    found = game.one("rules", RulesDocument)
    if found is None:
        return
    rules, where = found
    charts = [table for table in tables(game).charts.values() if table.chart.cells == "repair_effect"]
    throws = [int(face) for face in faces(rules.repair.die)]
    for side, modifier in rules.repair.modifier.items() if not rules.repair.by_text else ():
        # whether a table has the rows for the modifiers that it announces is CHT003
        for table in charts if not any(modifier in each.chart.row_scale.modifiers for each in charts) else ():
            if lost := [t + modifier for t in throws if table.row(str(t + modifier)) is None]:
                at = where / "repair" / "modifier" / side
                yield DR011.at(at, throw=lost[-1] if modifier > 0 else lost[0], table=table.chart.title)
                break


CHECKS = (modified_throws, closed_centres, duplicates, places)
