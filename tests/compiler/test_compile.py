"""The arrays say what the documents say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from scenario_forge.compiler.arrays import ARRIVES, LEAVES, NONE, UNLIMITED
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import STATES
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import opposite

ALLIED = "orders-of-battle/allied.yaml"


def row(compiled, side, no):
    keys = compiled.keys["sides"]
    units = compiled.units
    return next(n for n in range(len(units.no)) if (keys[units.side[n]], units.no[n]) == (side, no))


def at(compiled, hex_id):
    return compiled.names["hexes"].index(hex_id)


def test_hexes_neighbours_and_terrain_are_those_of_the_map(compiled, skirmish):
    made, linked = compiled("siege"), hex_map(skirmish())
    assert made.hexes == 160
    assert made.map.view("neighbours").tolist() == [list(six) for six in linked.grid.neighbours]
    assert [made.keys["terrain"][code] for code in made.map.terrain] == linked.terrain


def test_a_hexside_is_seen_from_both_hexes_and_its_higher_one_known(compiled):
    made = compiled("siege")
    bit = 1 << made.keys["hexside_kinds"].index("escarpment")
    high, low = at(made, "E5"), at(made, "F5")
    direction = made.map.view("neighbours")[high].tolist().index(low)
    assert made.map.view("sides")[high, direction] == bit == made.map.view("sides")[low, opposite(direction)]
    assert made.map.view("upper")[high, direction] == bit
    assert made.map.view("upper")[low, opposite(direction)] == 0


def test_a_road_leads_both_ways_between_its_hexes_and_nowhere_else(compiled):
    made = compiled("siege")
    bit = 1 << made.keys["line_kinds"].index("track")
    chain = [at(made, h) for h in ("F2", "E3", "D3", "C3")]
    on = {
        (h, n)
        for h in range(made.hexes)
        for n, m in zip(made.map.view("neighbours")[h], made.map.view("lines")[h], strict=True)
        if m & bit
    }
    assert on == {pair for a, b in pairwise(chain) for pair in ((a, b), (b, a))}


def test_places_carry_kinds_capacity_sides_and_value(compiled):
    made = compiled("siege")
    sefton = made.names["places"].index("Port Sefton")
    akra = made.names["places"].index("Marsa Akra")
    tal = made.names["places"].index("Bir Tal")
    assert made.places.hex[sefton] == at(made, "GG9")
    assert [made.places.capacity[p] for p in (sefton, akra, tal)] == [UNLIMITED, 2, NONE]
    assert made.places.sides[sefton] == 1 << made.keys["sides"].index("allied")
    assert [made.places.value[p] for p in (akra, tal)] == [3, NONE]


def test_a_box_lists_the_hexes_it_adjoins_and_an_area_its_own(compiled):
    made = compiled("siege")
    boxes, areas = made.boxes, made.areas
    assert list(boxes.hexes[boxes.begins[0] : boxes.begins[1]]) == sorted(at(made, f"{r}1") for r in "ABCDEF")
    east = made.keys["areas"].index("east")
    assert areas.begins[east + 1] - areas.begins[east] == 67


def test_a_unit_stands_where_its_cell_says_at_the_strength_it_says(compiled):
    made = compiled("siege")
    first, fifth, camp, gone = (row(made, *key) for key in (("allied", 1), ("allied", 5), ("axis", 5), ("axis", 1)))
    units = made.units
    assert (units.hex[first], units.start_strength[first], units.strength[first]) == (at(made, "E8"), 3, 6)
    assert (units.hex[fifth], units.in_works[fifth]) == (at(made, "D7"), 1)
    assert (units.hex[camp], units.box[camp], units.spent[camp]) == (NONE, 0, 11)
    assert STATES[units.state[gone]] == "eliminated"
    assert units.hex[gone] == NONE


def test_a_unit_that_comes_and_goes_twice_has_a_row_for_each_time(compiled):
    made = compiled("compass", ("scenarios/compass.yaml", "stop: mar41", "stop: aug41"))
    third = row(made, "allied", 3)
    mine = [
        (k, t) for u, k, t in zip(made.changes.unit, made.changes.kind, made.changes.turn, strict=True) if u == third
    ]
    assert mine == [(LEAVES, 1), (ARRIVES, 4), (LEAVES, 6)]
    assert (made.units.arrival[third], made.units.withdrawal[third]) == (4, 1)


def test_an_arrival_keeps_its_strength_and_its_penalty(compiled):
    made = compiled("compass")
    sixth, panzer = row(made, "allied", 6), row(made, "axis", 5)
    by_unit = {u: n for n, u in enumerate(made.changes.unit)}
    assert made.changes.strength[by_unit[sixth]] == 4
    assert made.changes.spent[by_unit[panzer]] == 11
    assert made.changes.strength[by_unit[panzer]] == 9


def test_units_of_an_option_are_compiled_only_with_it(compiled):
    assert len(compiled("siege").units.no) == 17
    assert len(compiled("siege", options=()).units.no) == 16
    assert compiled("siege", options=()).options == ()


def test_markers_stand_where_the_chart_puts_them(compiled):
    made = compiled("siege")
    found = [
        (made.keys["markers"][t], h, b)
        for t, h, b in zip(made.markers.type, made.markers.hex, made.markers.box, strict=True)
    ]
    assert found == [
        ("supply-allied", at(made, "G6"), NONE),
        ("supply-allied", at(made, "GG9"), NONE),
        ("supply-axis", NONE, 0),
        ("supply-axis", at(made, "C3"), NONE),
    ]


def test_the_track_gives_flags_and_figures_by_turn_and_side(compiled):
    made = compiled("compass")
    figures = np.array(made.turns.figures).reshape(-1, 2, len(made.keys["figures"]))
    flags = made.turns.view("flags").reshape(-1, 2)
    assert list(made.turns.span) == [0, 3, 0, 0]
    assert flags.tolist() == [[0, 0], [LEAVES, 0], [ARRIVES, ARRIVES], [ARRIVES, 0]]
    assert made.keys["figures"] == ("replacements", "supply")
    assert figures[1].tolist() == [[1, 2], [0, 2]]


def test_objectives_are_those_of_the_stop_with_names_made_indices(compiled):
    made = compiled("compass")
    assert [row["id"] for row in made.objectives] == ["mar41_allied_akra", "mar41_axis_division"]
    assert made.objectives[0]["when"] == {"hold": {"hex": at(made, "G6")}}
    assert made.objectives[1]["when"]["surviving"]["units"] == [row(made, "axis", n) for n in (1, 2, 3)]
    assert [row["id"] for row in made.decisive] == ["axis_sefton"]


def test_a_table_that_adds_up_scores_every_stop_on_the_way(compiled):
    longer = ("scenarios/compass.yaml", "stop: mar41", "stop: aug41")
    adding = ("victory.yaml", "cumulative: false", "cumulative: true")
    assert len(compiled("compass", longer).objectives) == 2
    assert len(compiled("compass", longer, adding).objectives) == 4
    assert len(compiled("siege", adding).objectives) == 2, "Mar 41 stops before the siege begins"


def test_columns_are_read_by_numpy_without_a_copy(compiled):
    made = compiled("siege")
    view = made.units.view("strength")
    made.units.strength[0] += 1
    assert view[0] == made.units.strength[0]
    assert view.dtype == np.intc


def test_every_column_of_a_table_is_as_long_as_the_others(compiled):
    made = compiled("siege")
    for table in (made.places, made.units, made.changes, made.marker_types, made.markers):
        assert len({len(column) for column in table.to_data().values()}) == 1


BROKEN = [
    (("counters.yaml", "no: 7, name: 200 Inf Reg, nationality: german, ", "no: 77, name: 200 Inf Reg, nationality: german, "), "has no counter"),
    (("counters.yaml", "3/1 Ind,     nationality: british", "3/1 Ind,     nationality: brutish"), "`brutish`"),
    (("counters.yaml", "nationality: british, size: II,", "nationality: british, size: III?,"), "`III?`"),
    (("victory.yaml", "when: {hold: Port Sefton}", "when: {hold: Port Seften}"), "`Port Seften`"),
    (("victory.yaml", "stop: aug41\n    side: axis", "stop: aug42\n    side: axis"), "`aug42`"),
    (("map.yaml", 'supply-centre], capacity: "2"', 'supply-centre], capacity: two'), "`two`"),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "named"), BROKEN, ids=[named for _edit, named in BROKEN])
def test_what_play_needs_and_cannot_find_is_an_error_at_its_place(compiled, edit, named):
    with pytest.raises(CompileError) as raised:
        compiled("siege", edit)
    finding = next(d for d in raised.value.diagnostics if named in d.message)
    assert (finding.code.id, finding.span.file) == (
        "CMP001",
        edit[0] if "counter" not in named else "orders-of-battle/axis.yaml",
    )


def test_a_number_beyond_32_bits_is_an_error(compiled):
    with pytest.raises(CompileError, match="no number of a game is beyond 100000"):
        compiled(
            "siege",
            (
                "counters.yaml",
                "type: reconnaissance,     strength: 3",
                "type: reconnaissance,     strength: 3000000000",
            ),
        )


def test_more_kinds_than_a_mask_holds_are_an_error(compiled):
    kinds = "\n".join(f"  - {{id: kind-{n}, name: Kind {n}}}" for n in range(40))
    with pytest.raises(CompileError, match="at most 31"):
        compiled("siege", ("map.yaml", "place_kinds:\n", f"place_kinds:\n{kinds}\n"))


def test_every_scenario_of_the_shipped_game_compiles(desert_rats):
    ids = list(scenarios(desert_rats).scenarios)
    assert len(ids) >= 10
    assert {len(compile_scenario(desert_rats, scenario).units.no) for scenario in ids} == {86}, "89 less 3 optional"


LEFT_OUT = ("counters.yaml", "{side: allied, no: 2,", "{option: eighty-eights, side: allied, no: 2,")
"""A unit that only an option brings into play, before others of its side."""


def moral(game, without=()):
    """The game under a system that gives each unit a number of its own, by unit."""

    class Moral(type(game.system)):
        def arrays(self, game, scenario, options):
            numbers = {(side, no): 100 * side.startswith("ax") + no for side in ("allied", "axis") for no in range(30)}
            return {"morale": {key: n for key, n in numbers.items() if key not in without}, "options": [len(options)]}

    game.system = Moral()
    return game


@pytest.mark.parametrize("options", [(), ("eighty-eights",)])
def test_numbers_by_unit_are_read_by_unit_whatever_is_left_out(skirmish, options):
    made = compile_scenario(moral(skirmish(LEFT_OUT)), "siege", options)
    sides = made.keys["sides"]
    own = [100 * (sides[side] == "axis") + no for side, no in zip(made.units.side, made.units.no, strict=True)]
    assert list(made.rules["morale"]) == own
    assert (("axis", 9) in {(sides[s], n) for s, n in zip(made.units.side, made.units.no, strict=True)}) == bool(
        options
    )
    assert list(made.rules["options"]) == [len(options)], "the system is told the options that are chosen"


def test_a_unit_in_play_without_its_number_is_told(skirmish):
    with pytest.raises(CompileError, match=r"Allied 1 has no number in `morale`"):
        compile_scenario(moral(skirmish(), without={("allied", 1)}), "siege")


def test_a_unit_out_of_play_needs_no_number(skirmish):
    compile_scenario(moral(skirmish(), without={("axis", 9)}), "siege", ())
