"""Set-up rules of games other than Desert Rats: chains of depots, limits by place, zones that a hexside shuts off."""

from __future__ import annotations

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading import workspace
from scenario_forge.game.system import GeneralSupply, Stacking, System, ZonesOfControl

GAME = """\
format: 3
basis: printed
game: tiny
title: Tiny
system: ours
edition: "1"
sides: [{id: red, name: Red}, {id: blue, name: Blue}]
nationalities: [{id: reds, name: Reds, side: red, colour: red}, {id: blues, name: Blues, side: blue, colour: blue}]
"""
MAP = """\
basis: printed
grid:
  orientation: pointy
  shifted: even
  rows: 3
  rows_from: south
  sheets: [{id: a, columns: 20, numbering: "{row:A}{col}"}]
terrain: [{id: clear, name: Clear, letter: c}]
rows:
  - {row: C, a: cccccccccccccccccccc}
  - {row: B, a: cccccccccccccccccccc}
  - {row: A, a: cccccccccccccccccccc}
hexside_kinds: [{id: wire, name: Wire}]
hexsides: [{kind: wire, name: Fence, sides: [B8/B9]}]
place_kinds: [{id: base, name: Base}, {id: fortress, name: Fortress}]
places:
  - {name: Home, hex: B1, kinds: [base]}
  - {name: Keep, hex: B15, kinds: [fortress]}
"""
TRACK = """\
basis: printed
calendar: {unit: month, first: 1/41, last: 2/41}
starts: [{id: start, label: Jan 41, turn: 1/41, first: red}]
stops: [{id: stop, label: Feb 41, turn: 2/41, last: blue}]
boxes: [{turn: 1/41}, {turn: 2/41}]
"""
COUNTERS = """\
basis: printed
sizes: [{id: II, name: Battalion}]
types:
  - {id: infantry, name: Infantry, symbol: infantry}
  - {id: depot, name: Depot, symbol: supply}
  - {id: hq, name: Headquarters, symbol: headquarters}

values: [{id: strength, name: Strength, at: foot}, {id: movement, name: Movement, at: foot}]
units:
"""
SIDES = {"red": "reds", "blue": "blues"}


class Ours(System):
    """A system of rules that a test sets."""

    id = "ours"
    title = "Ours"

    def __init__(self, **rules):
        self.given = rules

    def stacking(self, game):
        return self.given.get("stacking")

    def supply(self, game):
        return self.given.get("supply")

    def zones(self, game):
        return self.given.get("zones")


@pytest.fixture
def found(tmp_path, monkeypatch):
    """Findings on units, each as side, type and hex, and its formation where it has one, under rules."""

    def work(units, formations="", **rules):
        counters, rows = COUNTERS.replace("units:", f"{formations}units:"), {side: [] for side in SIDES}
        for no, (side, kind, hex_, *parent) in enumerate(units, 1):
            nation = SIDES[side]
            belongs = f"parent: {parent[0]}, " if parent else ""
            counters += f"  - {{side: {side}, no: {no}, name: U{no}, nationality: {nation}, size: II, type: {kind}, "
            counters += f"{belongs}strength: 2, movement: 4}}\n"
            rows[side].append(f"  - {{no: {no}, name: U{no}, start: {hex_}}}\n")
        texts = {"game": GAME, "map": MAP, "time-track": TRACK, "counters": counters}
        for side, written in rows.items():
            head = f"basis: printed\nside: {side}\ntitle: {side}\ncolumns: [{{id: start, start: start}}]\nunits:"
            texts[f"orders-of-battle/{side}"] = head + ("\n" + "".join(written) if written else " []\n")
        for name, text in texts.items():
            path = tmp_path / f"{name}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        monkeypatch.setattr(workspace, "find_system", lambda _id: Ours(**rules))
        game = workspace.Workspace(tmp_path).load("none")
        return [f for f in check(game) if f.code.id in ("OOB032", "OOB033", "OOB034")]

    return work


def hexes(*names):
    """Numbers of hexes of the map, whose rows of 20 are counted from the north."""
    return frozenset((ord("C") - ord(name[0])) * 20 + int(name[1:]) - 1 for name in names)


def chain(**changed):
    rule = {"radius": {"reds": 2}, "sources": {"red": hexes("B1")}, "links": frozenset({"depot"}), "gap": 3}
    return GeneralSupply(**(rule | changed))


def test_the_hexes_of_this_file_are_those_of_the_map(found, tmp_path):
    found([])
    grid = hex_map(workspace.Workspace(tmp_path).load("none"))
    assert {grid.find(name).hex for name in ("B1", "C20", "A7")} == hexes("B1", "C20", "A7")


@pytest.mark.parametrize(
    ("depots", "hex_", "hungry"),
    [
        ([], "B3", False),  # within reach of the base
        ([], "B4", True),
        (["B4"], "B6", False),  # a depot three hexes from the base reaches two further
        (["B4"], "B7", True),
        (["B5"], "B6", True),  # a depot four hexes away is cut off
        (["B4", "B7"], "B9", False),
        (["B7"], "B9", True),
        (["B7", "B4"], "B9", False),  # in whatever order they are written
    ],
)
def test_depots_pass_supply_on_within_the_gap(found, depots, hex_, hungry):
    units = [("red", "depot", at) for at in depots] + [("red", "infantry", hex_)]
    rule = chain(immune_types=frozenset({"depot"}))
    assert bool(found(units, supply=rule)) is hungry


def test_a_depot_that_is_cut_off_is_told_by_what_it_is_away_from(found):
    rule = chain(immune_types=frozenset({"depot"}))
    (finding,) = found([("red", "depot", "B4"), ("red", "infantry", "B7")], supply=rule)
    assert "3 hexes from the nearest link of the supply chain, in B4: out of supply" in finding.notes


@pytest.mark.parametrize(("through", "hungry"), [(False, True), (True, False)])
def test_enemies_bar_a_chain_unless_it_goes_through_them(found, through, hungry):
    wall = [("blue", "infantry", f"{row}2") for row in "ABC"]
    rule = chain(radius={"reds": 3}, through_enemies=through)
    assert bool(found([*wall, ("red", "infantry", "B4")], supply=rule)) is hungry


FORMATIONS = """\
formations:
  - {id: first, side: red, name: First, headquarters: 1}
  - {id: second, side: red, name: Second, headquarters: 2}
"""


@pytest.mark.parametrize(
    ("units", "hungry"),
    [
        ([("red", "hq", "B3", "first"), ("red", "hq", "B5", "second"), ("red", "infantry", "B1", "first")], []),
        ([("red", "hq", "B5", "first"), ("red", "hq", "B3", "second"), ("red", "infantry", "B1", "first")], [3]),
        ([("red", "hq", "B3", "first"), ("red", "hq", "B6", "second"), ("red", "infantry", "B1", "first")], [1, 2]),
        ([("red", "hq", "B3", "first"), ("red", "hq", "B4", "second"), ("red", "infantry", "B2")], [3]),
        (
            [("red", "hq", "B3", "first"), ("red", "hq", "B4", "second"), ("red", "infantry", "B1", "first")]
            + [("blue", "infantry", f"{row}2") for row in "ABC"],
            [3],
        ),
    ],
    ids=["near its own", "nearer another's", "headquarters apart", "of no formation", "behind the enemy"],
)
def test_a_unit_has_supply_from_the_headquarters_of_its_own_formation(found, units, hungry):
    """And a headquarters from another of its side, within two hexes."""
    rule = GeneralSupply({"reds": 2}, headquarters=True)
    said = [finding.message for finding in found(units, FORMATIONS, supply=rule)]
    assert [int(text.split()[1]) for text in said] == hungry, said


def test_who_has_no_headquarters_there_is_told_so(found):
    rule = GeneralSupply({"reds": 2}, headquarters=True)
    own = FORMATIONS.replace("headquarters: 1}", "headquarters: 3}")
    units = [("red", "infantry", "B3", "first"), ("red", "hq", "B4", "second")]
    said = [finding.message for finding in found(units, own, supply=rule)]
    assert any("its headquarters is not there" in text for text in said), said


@pytest.mark.parametrize(("shut", "hungry"), [(frozenset(), True), (frozenset({"wire"}), False)])
def test_a_zone_does_not_reach_across_a_hexside_that_shuts_it_off(found, shut, hungry):
    """Paths of two hexes lead through B7 and B8. Blue in B6 closes B7, in B9 B8, unless the wire is between."""
    units = [("blue", "infantry", "B9"), ("blue", "infantry", "B6"), ("red", "infantry", "C8")]
    rule = chain(sources={"red": hexes("A8")}, radius={"reds": 2})
    zones = ZonesOfControl(not_across=shut)
    assert bool(found(units, supply=rule, zones=zones)) is hungry


@pytest.mark.parametrize(
    ("hex_", "count", "heavy"), [("B5", 3, False), ("B5", 4, True), ("B15", 2, False), ("B15", 3, True)]
)
def test_a_fortress_has_a_limit_of_its_own(found, hex_, count, heavy):
    rule = Stacking(3, each=1, limits={"fortress": 2})
    assert bool(found([("red", "infantry", hex_)] * count, stacking=rule)) is heavy


def test_types_that_weigh_nothing_do_so_without_sizes_too(found):
    rule = Stacking(1, each=1, free_types=frozenset({"depot"}))
    units = [("red", "infantry", "B5"), ("red", "depot", "B5"), ("red", "depot", "B5")]
    assert found(units, stacking=rule) == []
    assert len(found([*units, ("red", "infantry", "B5")], stacking=rule)) == 1
