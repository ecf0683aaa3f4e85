"""Supply paths on a map of nine by seven hexes, row by row; `#` is impassable."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.hexes import Grid, Sheet
from scenario_forge.mechanics.supply import supplied, zone

GRID = Grid("pointy", "even", (Sheet("map", 9, 7, "{col:02}{row:02}", "south", 1, 1),))
OPEN = b"\x01" * len(GRID)
HEXES = st.integers(0, len(GRID) - 1)


def hexes(*ids: str) -> list[int]:
    return [GRID.parse(text) for text in ids]


def test_a_zone_is_the_six_hexes_around() -> None:
    (unit,) = hexes("0504")
    assert zone(GRID.neighbours, OPEN, [unit]) == set(GRID.neighbours[unit])


def test_zones_reach_neither_off_the_map_nor_into_closed_hexes_nor_out_of_mute_ones() -> None:
    unit, other = hexes("0101", "0504")
    east = GRID.neighbours[unit][0]
    assert -1 not in zone(GRID.neighbours, OPEN, [unit])
    assert east not in zone(GRID.neighbours, OPEN, [unit], closed=[east])
    assert zone(GRID.neighbours, OPEN, [unit, other], no_zones_from=[other]) == zone(GRID.neighbours, OPEN, [unit])


def test_a_path_goes_round_an_enemy_and_his_zone() -> None:
    source, unit, enemy = hexes("0204", "0804", "0504")
    around = zone(GRID.neighbours, OPEN, [enemy])
    free = supplied(GRID.neighbours, OPEN, [source], 12)
    round_him = supplied(GRID.neighbours, OPEN, [source], 12, enemies=[enemy], enemy_zone=around)
    assert free[unit] == 6
    assert round_him[unit] > free[unit]
    assert enemy not in round_him
    assert around.isdisjoint(round_him)


def test_a_friend_opens_a_hex_of_an_enemy_zone() -> None:
    wall = [hex_ for hex_ in range(len(GRID)) if GRID.position(hex_)[0] == 4]
    source, unit, friend = hexes("0304", "0704", "0504")
    assert unit not in supplied(GRID.neighbours, OPEN, [source], 20, enemy_zone=wall)
    assert unit in supplied(GRID.neighbours, OPEN, [source], 20, friends=[friend], enemy_zone=wall)
    assert unit not in supplied(GRID.neighbours, OPEN, [source], 20, friends=[friend], enemies=wall, enemy_zone=wall)


def test_a_source_in_an_enemy_zone_still_supplies() -> None:
    source, unit, enemy = hexes("0504", "0404", "0604")
    zones = zone(GRID.neighbours, OPEN, [enemy])
    assert source in zones
    assert unit in supplied(GRID.neighbours, OPEN, [source], 3, enemies=[enemy], enemy_zone=zones)


@settings(max_examples=50)
@given(HEXES, st.sets(HEXES, max_size=8), st.integers(0, 10))
def test_enemies_never_bring_supply_nearer(source: int, enemies: set[int], limit: int) -> None:
    free = supplied(GRID.neighbours, OPEN, [source], limit)
    zones = zone(GRID.neighbours, OPEN, enemies)
    held = supplied(GRID.neighbours, OPEN, [source], limit, enemies=enemies, enemy_zone=zones)
    assert held.keys() <= free.keys()
    assert all(held[hex_] >= free[hex_] for hex_ in held)
    assert enemies.isdisjoint(held.keys() - {source})
