"""Relief shows which side is high."""

from __future__ import annotations

from math import hypot

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.ground import terrain_look
from scenario_forge.printing.map.hexsides import crests, rim_ticks, rims, scarp_ticks
from scenario_forge.printing.map.land import to_millimetres
from tests.printing.conftest import GAMES

SIZE = 15.0
EDIT = ("map.yaml", "{id: escarpment, name: Escarpment Hexside}",
        "{id: escarpment, name: Escarpment Hexside, drawn: escarpment}")  # fmt: skip


def away(point, centre):
    return hypot(point[0] - centre[0], point[1] - centre[1])


def points(tick):
    return [tuple(map(float, pair.split())) for pair in tick.strip("MZ").split("L")]


def scarps(game):
    """Each side of an escarpment, with the ticks near its middle."""
    linked = hex_map(game)
    frame = whole_map(linked, SIZE)
    ticks = [
        points(tick) for line in crests(linked)["escarpment"] for tick in scarp_ticks(to_millimetres(line, SIZE), 1.0)
    ]
    for features in linked.sides.values():
        for feature in features:
            if feature.kind == "escarpment" and feature.low >= 0:
                high, low = frame.centre(feature.high), frame.centre(feature.low)
                middle = ((high[0] + low[0]) / 2, (high[1] + low[1]) / 2)
                yield feature, high, low, [t for t in ticks if away(t[0], middle) < 3.2]


def test_ticks_of_an_escarpment_lie_on_its_low_side(skirmish):
    for game in (skirmish(EDIT), *map(load_game, GAMES[:1])):
        for feature, high, low, ticks in scarps(game):
            assert ticks, feature.name
            for start, tip, end in ticks:
                foot = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                assert away(tip, low) - away(tip, high) < away(foot, low) - away(foot, high)
                assert 1.0 < away(tip, foot) < 2.0


def test_a_side_named_the_other_way_round_falls_the_other_way(skirmish):
    turned = [EDIT, ("map.yaml", "sides: [E5/F5, E6/F5, E6/F6]", "sides: [F5/E5, F5/E6, F6/E6]")]
    one, two = (
        {tip[1] > foot[1] for *_, ticks in scarps(game) for foot, tip, _ in ticks}
        for game in (skirmish(EDIT), skirmish(*turned))
    )
    assert one | two == {True, False}
    assert not one & two


def test_hachures_of_a_depression_lie_inside_its_rim_where_no_escarpment_is(skirmish):
    edit = ("map.yaml", "{kind: ridge,      name: Bare ridge,      sides: [D8/E8, D8/E9]}",
            "{kind: escarpment, name: Edge, sides: [EE5/DD5]}")  # fmt: skip
    linked = hex_map(skirmish(EDIT, edit))
    frame = whole_map(linked, SIZE)
    ticks = [points(tick) for line in rims(linked) for tick in rim_ticks(to_millimetres(line, SIZE), 1.0)]
    deep = [frame.centre(h) for h, t in enumerate(linked.terrain) if terrain_look(linked, t) == "depression"]
    dry = [frame.centre(h) for h, t in enumerate(linked.terrain) if terrain_look(linked, t) != "depression"]
    assert len(ticks) > 60
    for start, tip in ticks:
        nearer = [min(away(p, c) for c in deep) - min(away(p, c) for c in dry) for p in (tip, start)]
        assert nearer[0] < nearer[1] + 1.2
    # an outline of its own is left open along the escarpment
    at = [frame.centre(linked.grid.parse(name)) for name in ("EE5", "DD5")]
    middle = ((at[0][0] + at[1][0]) / 2, (at[0][1] + at[1][1]) / 2)
    assert min(away(start, middle) for start, _ in ticks) > 2.0
