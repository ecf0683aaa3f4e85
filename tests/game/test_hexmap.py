"""The map as linked: what is known of each hex, and what is left open rather than guessed."""

from __future__ import annotations

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.mentions import hexes_of_letters
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references

MAP = """
basis: fitted
grid:
  orientation: pointy
  shifted: even
  rows: 3
  rows_from: south
  sheets:
    - {id: west, columns: 3, numbering: "{row:A}{col}"}
    - {id: east, columns: 2, numbering: "{row:AA}{col}"}
terrain:
  - {id: sea, name: Sea, letter: s, land: false, passable: false}
  - {id: clear, name: Clear, letter: c}
  - {id: marsh, name: Marsh, letter: m, passable: false}
rows:
  - {row: C, west: scc, east: cc}
  - {row: BB, west: ccc, east: cm}
  - {row: A, west: ccc, east: cc}
hexside_kinds:
  - {id: cliff, name: Cliff}
  - {id: river, name: River, passable: false}
hexsides:
  - {kind: cliff, sides: [B2/C2, "A1:SW"]}
  - {kind: river, sides: [AA1/A3]}
line_kinds: [{id: track, name: Track}]
lines: [{kind: track, hexes: [A1, A2, A9]}]
place_kinds: [{id: town, name: Town}]
places:
  - {name: Marsa, hex: B1, kinds: [town], aliases: [Bay]}
boxes:
  - {id: Trip, name: Tripolitania, aliases: [Tripoli], adjoins: [A1..C1]}
areas:
  - {id: all, name: All, hexes: [A1..AA2, B2, C1..A1]}
"""


@pytest.fixture
def linked(folder):
    def link(text: str = MAP):
        found = hex_map(Workspace(folder).load(files={"map.yaml": text.lstrip()}))
        assert found is not None
        return found

    return link


@pytest.fixture
def unresolved(folder):
    """What a map names that is not there: in rows, letters and ranges, and by any other name."""

    def find(text: str = MAP):
        game = Workspace(folder).load(files={"map.yaml": text.lstrip()})
        return [*hex_map(game).unresolved, *references(game).unresolved]

    return find


def test_each_letter_is_its_hexs_terrain(linked):
    grid = linked()
    names = {grid.name(h): terrain for h, terrain in enumerate(grid.terrain)}
    assert names["C1"] == "sea"
    assert names["BB2"] == "marsh"
    assert [grid.name(h) for h, land in enumerate(grid.land) if not land] == ["C1"]
    assert [grid.name(h) for h, free in enumerate(grid.passable) if not free] == ["C1", "BB2"]


@pytest.mark.parametrize("turned", ["", ", turned: true"])
def test_where_each_hexs_terrain_is_written(folder, turned):
    text = MAP.lstrip().replace('numbering: "{row:AA}{col}"', f'numbering: "{{row:AA}}{{col}}"{turned}')
    game = Workspace(folder).load(files={"map.yaml": text})
    grid, lines = hex_map(game), text.splitlines()
    for hex_ in range(len(grid.grid)):
        where = grid.terrain_where(hex_)
        letter = lines[where.span.line - 1][where.span.column - 1 : where.span.end_column - 1]
        assert grid.kinds[grid.terrain[hex_]].letter == letter
        assert hexes_of_letters(game, where.file, *where.file.source.offsets(where.span)) == [grid.name(hex_)]


def test_a_hex_written_by_itself_stands_in_its_own_line(linked):
    grid = linked(
        MAP.replace("east: cm}", "east: c}").replace(
            "hexside_kinds:", "hexes: [{hex: A1, terrain: marsh}]\nhexside_kinds:"
        )
    )
    assert grid.doubled_hexes.keys() == {grid.grid.find("A1")}
    assert grid.terrain_where(grid.grid.find("A1")).path[0] == "rows"


def test_sides_know_which_hex_is_the_higher(linked):
    grid = linked()
    features = {
        (f.kind, grid.name(f.high), f.low if f.low < 0 else grid.name(f.low)) for fs in grid.sides.values() for f in fs
    }
    assert features == {("cliff", "B2", "C2"), ("cliff", "A1", -1), ("river", "AA1", "A3")}


def test_nobody_crosses_an_impassable_side(linked):
    grid = linked()
    one, other = grid.grid.find("A3"), grid.grid.find("AA1")
    assert other in grid.grid.neighbours[one]
    assert other not in grid.ways[one]
    assert one not in grid.ways[other]


@pytest.mark.parametrize(("text", "hex_", "box"), [("B1", "B1", None), ("Marsa", "B1", None), ("Bay", "B1", None), ("Trip", None, "Trip"), ("Tripoli", None, "Trip"), ("Tripolitania", None, "Trip")])  # fmt: skip
def test_a_name_stands_for_a_hex_or_a_box(linked, text, hex_, box):
    grid = linked()
    found = grid.find(text)
    assert (found.hex, found.box) == (grid.grid.find(hex_) if hex_ else None, box)


def test_a_name_that_stands_for_nothing_says_why(linked):
    why, hint = linked().why_not("Marza")
    assert why
    assert hint == "did you mean Marsa?"


def test_ranges_run_along_rows_and_columns(linked):
    grid = linked()
    assert {grid.name(h) for h in grid.adjoining["Trip"]} == {"A1", "B1", "C1"}
    assert {grid.name(h) for h in grid.areas["all"]} == {"A1", "A2", "A3", "AA1", "AA2", "B1", "B2", "C1"}


def test_a_range_across_the_map_is_none(linked):
    grid = linked(MAP.replace("A1..C1", "A1..B2"))
    assert [(u.text, u.wanted) for u in grid.unresolved if u.wanted == "hex range"] == [("A1..B2", "hex range")]


def test_a_road_keeps_the_place_of_a_hex_that_is_none(linked, unresolved):
    grid = linked()
    assert grid.lines[0].hexes == (grid.grid.find("A1"), grid.grid.find("A2"), None)
    assert [(u.text, u.wanted) for u in unresolved()] == [("A9", "hex")]


@pytest.mark.parametrize(
    ("old", "new", "unknown"),
    [
        ("{row: A, west: ccc", "{row: A, west: cc", {"A1", "A2", "A3"}),
        ("{row: A, west: ccc", "{row: A, west: cccc", {"A1", "A2", "A3"}),
        ("{row: A, west: ccc", "{row: A, west: cxc", {"A2"}),
        ("{row: A, west: ccc, east: cc}", "{row: A, west: ccc}", {"AA1", "AA2"}),
        ("{row: A, west: ccc, east: cc}", "{row: C, west: ccc, east: cc}", {"A1", "A2", "A3", "AA1", "AA2", "C1"}),
        ("hexside_kinds:", "hexes: [{hex: A1, terrain: marsh}]\nhexside_kinds:", {"A1"}),
        ("hexside_kinds:", "hexes: [{hex: A1, terrain: clear}]\nhexside_kinds:", set()),
    ],
)
def test_what_is_in_doubt_is_unknown_and_bars_nobody(linked, old, new, unknown):
    grid = linked(MAP.replace(old, new))
    hexes = {h for h, terrain in enumerate(grid.terrain) if terrain is None}
    assert {grid.name(h) for h in hexes} == unknown
    assert all(grid.land[h] and grid.passable[h] for h in hexes)


@pytest.mark.parametrize(
    ("old", "new", "text", "wanted"),
    [
        ("row: A,", "row: Q,", "Q", "row"),
        ("{row: A, west: ccc, east", "{row: A, west: ccc, esat", "esat", "sheet"),
        ("west: scc", "west: sxc", "x", "terrain letter"),
        ("kind: cliff, sides", "kind: clif, sides", "clif", "hexside kind"),
        ("B2/C2", "B2/A9", "B2/A9", "hexside"),
        ("B2/C2", "A1/C2", "A1/C2", "hexside"),
        ("kind: track", "kind: trak", "trak", "line kind"),
        ("name: Track}", "name: Track, crosses: [rivr]}", "rivr", "hexside kind"),
        ("kinds: [town]", "kinds: [twon]", "twon", "place kind"),
        ("hex: B1", "hex: B9", "B9", "hex"),
        ("A1..C1", "A1..C9", "C9", "hex"),
        ("A1..C1", "A1..", "", "hex"),
        ("A1..C1", "Z1..C9", "Z1", "hex"),
        ("hexside_kinds:", "hexes: [{hex: A1, terrain: bog}]\nhexside_kinds:", "bog", "terrain"),
    ],
)
def test_a_name_that_names_nothing_is_found_once(unresolved, old, new, text, wanted):
    assert MAP.count(old) == 1
    assert [(u.text, u.wanted) for u in unresolved(MAP.replace(old, new).replace(", A9]", "]"))] == [(text, wanted)]


def test_a_grid_that_makes_no_sense_is_no_map(folder):
    text = MAP.replace("{row:AA}", "{row:A}").lstrip()
    assert hex_map(Workspace(folder).load(files={"map.yaml": text})) is None


def test_a_name_across_the_map_knows_its_hexes_and_reports_one_that_is_none(linked, unresolved):
    text = MAP + "names: [{name: The Bay, kind: water, along: [A1, A9, AA2]}]\n"
    grid = linked(text)
    (across,) = grid.names
    assert [grid.name(h) for h in across.hexes] == ["A1", "AA2"]
    (wrong,) = [u for u in unresolved(text) if u.text == "A9" and u.where.path[0] == "names"]
    assert (wrong.wanted, wrong.where.path) == ("hex", ("names", 0, "along", 1))
