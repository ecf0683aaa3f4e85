"""Whatever is edited: silence means the same, and from B to A is from A to B the other way round."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.compare.scenarios import compare_scenarios, compare_states
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.workspace import load_game

SKIRMISH = Path(__file__).parent.parent / "games" / "skirmish"
ALLIED, SIEGE = "orders-of-battle/allied.yaml", "scenarios/siege.yaml"
EDITS = (
    (ALLIED, "mar41: G6}", "mar41: E8}"),
    (ALLIED, "{no: 1, name: 1 Arm Brig, dec40: FF4,                 mar41: E8(c3)}",
     "{no: 1, name: 1 Arm Brig, dec40: FF4, mar41: E8(c2)}"),
    (ALLIED, "mar41: D7(f)", "mar41: D7"),
    (ALLIED, "mar41+: R5/41}\n  - {no: 8", "mar41+: R4/41}\n  - {no: 8"),
    (ALLIED, "R4/41, W6/41", "R4/41, W8/41"),
    (ALLIED, "dec40: EE5,                 mar41", "dec40: EE6,                 mar41"),
    (ALLIED, "mar41: G6 GG9", "mar41: G6 GG8"),
    (ALLIED, "units:\n", "\n# a comment\nunits:\n"),
    ("counters.yaml", "strength: 6", "strength: 7"),
    ("map.yaml", "{row: E, west: cccccccccc", "{row: E, west: cccrcccccc"),
    ("map.yaml", "hexes: [F2, E3, D3, C3]", "hexes: [F2, E3, D3]"),
    ("map.yaml", "sides: [D8/E8, D8/E9]", "sides: [D8/E8]"),
    ("charts.yaml", '"2":   [3/0,          2/0,     2/0,', '"2":   [3/0,          2/0,     2/1,'),
    ("time-track.yaml", "allied: 1-2,   axis: 2-2}\n  - {turn: 8/41", "allied: 1-3,   axis: 2-2}\n  - {turn: 8/41"),
    ("time-track.yaml", "label: DEC, allied: 1-2", "label: DEC, allied: 2-2"),
    ("rules.yaml", "round_cost: 0", "round_cost: 2"),
    ("victory.yaml", "points: 6", "points: 9"),
    ("victory.yaml", "points: 5", "points: 4"),
    ("victory.yaml", "points: 25", "points: 20"),
    ("rulebook.yaml", "Two players fight for the fort", "Two players struggle for the fort"),
    (SIEGE, "options: [eighty-eights]", "options: []"),
    (SIEGE, "holds out, or does not", "holds"),
    (SIEGE, "start: mar41\n", "start: mar41\nfirst: allied\n"),
    (SIEGE, "title: The Siege", 'title: "The Siege"'),
)  # fmt: skip
"""Each is found once; none hides another."""
PLAYED = ("counters.yaml", "map.yaml", "charts.yaml", "rules.yaml", "options.yaml", SIEGE)
"""What a scenario is read with, beside what its hash covers."""
some = st.frozensets(st.integers(0, len(EDITS) - 1), max_size=5)


@cache
def edited(chosen: frozenset[int]):
    files: dict[str, str] = {}
    for number in sorted(chosen):
        name, old, new = EDITS[number]
        text = files.get(name) or (SKIRMISH / name).read_text()
        assert old in text, EDITS[number]
        files[name] = text.replace(old, new, 1)
    return load_game(SKIRMISH, files=files)


def said(game, names) -> list[object]:
    """What files say, without how they say it and what it rests on."""
    return [{k: v for k, v in game.read[name].data.items() if k not in ("basis", "provenance")} for name in names]


def mirrored(changes, *, back: bool) -> Counter:
    """Changes as they can be compared from the other side."""
    found = []
    for change in changes:
        values, hexes = (change.was, change.now), (change.hexes_before, change.hexes_after)
        pair = (values[::-1], hexes[::-1]) if back else (values, hexes)
        found.append((change.matter, change.side, change.unit, change.size, *pair))
    return Counter(found)


@settings(max_examples=25, deadline=None)
@given(some, some)
def test_nothing_is_said_exactly_where_the_files_say_the_same(one, other):
    before, after = edited(one), edited(other)
    names = sorted(name for name, file in before.read.items() if file.kind.name != "errata")
    assert (compare_states(before, after) == []) is (said(before, names) == said(after, names))


@settings(max_examples=25, deadline=None)
@given(some, some)
def test_two_scenarios_are_the_same_exactly_where_they_play_and_read_the_same(one, other):
    before, after = edited(one), edited(other)
    same = compile_scenario(before, "siege").hash == compile_scenario(after, "siege").hash
    same = same and said(before, PLAYED) == said(after, PLAYED)
    assert (compare_scenarios(before, "siege", after, "siege") == []) is same


@settings(max_examples=25, deadline=None)
@given(some, some)
def test_the_other_way_round_everything_is_the_other_way_round(one, other):
    before, after = edited(one), edited(other)
    assert mirrored(compare_states(before, after), back=False) == mirrored(compare_states(after, before), back=True)
    there = compare_scenarios(before, "siege", after, "siege")
    back = compare_scenarios(after, "siege", before, "siege")
    assert mirrored(there, back=False) == mirrored(back, back=True)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(EDITS) - 1), some)
def test_one_edit_more_is_told_whatever_else_is_changed(number, others):
    """What one edit changes alone is told too where others are made before it."""
    alone = mirrored(compare_states(edited(frozenset()), edited(frozenset({number}))), back=False)
    rest = others - {number}
    with_others = mirrored(compare_states(edited(rest), edited(rest | {number})), back=False)
    assert alone == with_others
