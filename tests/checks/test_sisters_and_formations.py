"""Units, markers and rows unlike their sisters, and what formations, texts and headings say of them."""

from __future__ import annotations

import pytest

from scenario_forge.checks.forces import formations, markers, rows, sisters, texts
from scenario_forge.checks.game_file import printing_reproduced

from .every_game import GAMES, codes, findings_after, game_of, line_of, replaced, slip, text_of

COUNTERS = "counters.yaml"
ENGINEERS = "class: infantry, personnel: true, clears_mines: true"
STUG, GUN = "movement: 2, class: sp-gun, armoured: true", "at_free_shot: true, double: true"
"""Ends of rows of Western Desert, which may have a text behind them."""
AXIS, ALLIED, SALIENT = "orders-of-battle/axis.yaml", "orders-of-battle/allied.yaml", "scenarios/salient.yaml"


def told(findings, code):
    return [(each.span.file, each.span.line, each.help) for each in findings if each.code.id == code]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_the_games_as_they_are_have_none(game):
    checks = [check for module in (formations, markers, rows, sisters, texts) for check in module.CHECKS]
    assert [finding for check in (*checks, printing_reproduced) for finding in check(game_of(game))] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new", "cure"),
    [
        ("western-desert", "class: towed-at-gun, personnel: true, at_free_shot: true}", "class: towed-at-gun, personnel: true}", "add `at_free_shot`"),
        ("western-desert", "class: sp-gun, armoured: true, artillery", "class: sp-gun, move_and_fire: true, armoured: true, artillery", "add `turreted`"),
        ("rats-of-tobruk", "movement: 6, class: tracked, depleted", "movement: 6, class: leg, depleted", "did you mean tracked?"),
        ("rats-of-tobruk", 'name: "MG/I/62", nationality: italian', 'name: "MG/I/62", nationality: german', "did you mean italian?"),
        ("rats-of-tobruk", "class: wheeled, fired: true, range: 18, fire", "class: wheeled, fired: true, fire", "add `range`"),
        ("rats-of-tobruk", 'type: flak, parent: "33", attack: 2, defence: 9', 'type: flak, parent: "33", attack: 2, defence: 8', "did you mean 9?"),
        ("rats-of-tobruk", "type: hq, parent: 2mg, attack: 0", "type: hq, parent: 2mg, attack: 4", "did you mean 0?"),
        ("knights-of-the-desert", "name: TRENTO IT INF DIV,     nationality: italian", "name: TRENTO IT INF DIV,     nationality: german", "did you mean italian?"),
        ("desert-rats", "name: 155 Inf Reg,     nationality: german", "name: 155 Inf Reg,     nationality: italian", "did you mean german?"),
    ],
)  # fmt: skip
def test_a_unit_unlike_its_sisters_is_told(game, old, new, cure):
    """CNT040, though other kinds are mixed: by type, symbol, flag, word of the name, formation."""
    assert told(slip(game, COUNTERS, old, new), "CNT040") == [(COUNTERS, line_of(game, COUNTERS, old), cure)]


def test_two_units_without_a_flag_are_another_kind():
    two = replaced("western-desert", COUNTERS, "personnel: true, at_free_shot: true", "personnel: true", 2)
    assert "CNT040" not in codes(findings_after("western-desert", two))


def test_another_number_on_the_other_face_is_told_where_all_others_keep_theirs():
    old = "class: leg, depleted: {attack: 2, defence: 3, movement: 4}"
    findings = slip("rats-of-tobruk", COUNTERS, old, old.replace("movement: 4", "movement: 3"))
    assert [place[:2] for place in told(findings, "CNT041")] == [(COUNTERS, line_of("rats-of-tobruk", COUNTERS, old))]
    two = replaced("rats-of-tobruk", COUNTERS, old, old.replace("movement: 4", "movement: 3"), 2)
    assert "CNT041" not in codes(findings_after("rats-of-tobruk", two))


def test_a_strength_of_the_only_unit_that_does_not_fight_is_told():
    """CNT050; Knights' depots all have one."""
    old = "type: private-army,       strength: 0"
    assert codes(slip("desert-rats", COUNTERS, old, old.replace("0", "5"))) == {"CNT050"}


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        (ENGINEERS, f'{ENGINEERS}, special: "clears mines"', False),
        (ENGINEERS, ENGINEERS.replace("clears_mines: true", 'special: "clears mines"'), True),
        (STUG, f'{STUG}, special: "no free anti-tank shot"', False),
        (STUG, f'{STUG}, at_free_shot: true, special: "no free anti-tank shot"', True),
        (GUN, f'{GUN}, special: "counts as 2 attackers"', False),
        (GUN, f'{GUN}, special: "counts as 3 attackers"', True),
        ('special: "1940-41"', 'special: "1941-42"', False),
    ],
)
def test_a_text_against_its_flags_and_numbers_is_told(old, new, due):
    """CNT042."""
    findings = slip("western-desert", COUNTERS, old, new)
    line = line_of("western-desert", COUNTERS, old)
    assert [place[1] for place in told(findings, "CNT042")] == ([line] if due else [])


def test_a_year_of_another_war_is_told():
    """CNT049; a year more is not far."""
    old = 'special: "from October 1942"'
    assert codes(slip("western-desert", COUNTERS, old, old.replace("1942", "1924"))) == {"CNT049"}
    assert "CNT049" not in codes(slip("western-desert", COUNTERS, old, old.replace("1942", "1943")))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new", "cure"),
    [
        ("massawa", "name: 9/5 Ind,        nationality: indian,   size: X,   type: infantry,           strength: 6, movement: 14, parent: 5", "name: 9/5 Ind,        nationality: indian,   size: X,   type: infantry,           strength: 6, movement: 14, parent: 4", "did you mean 5 Ind. Div.?"),
        ("massawa", "strength: 7, movement: 12, parent: Savoia Div.}", "strength: 7, movement: 12}", "did you mean Savoia Div.?"),
        ("rats-of-tobruk", 'name: "4/2MG", nationality: german, size: I, type: mor, parent: 2mg', 'name: "4/2MG", nationality: german, size: I, type: mor, parent: 8mg', "did you mean 2mg?"),
        ("rats-of-tobruk", 'name: "B/2/24", nationality: australian, size: I, type: inf, parent: 2-24', 'name: "B/2/24", nationality: australian, size: I, type: inf, parent: 2-23', "did you mean 2-24?"),
        ("western-desert", 'name: "Italian infantry", nationality: italian', 'name: "Italian infantry", nationality: german', "did you mean italian?"),
    ],
)  # fmt: skip
def test_a_unit_named_for_another_formation_or_nation_is_told(game, old, new, cure):
    """CNT043; D/7RTR of 1RTR is none, as there is no 7RTR."""
    assert told(slip(game, COUNTERS, old, new), "CNT043") == [(COUNTERS, line_of(game, COUNTERS, old), cure)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("rats-of-tobruk", 'name: "2/5Pz", nationality: german, size: I, type: pz-iii, parent: i-5pz', 'name: "2/5Pz", nationality: german, size: I, type: pz-iii, parent: ii-5pz'),
        ("western-desert", 'name: "M13/40", nationality: italian', 'name: "M13/40", nationality: german'),
        ("desert-rats", "strength: 9, movement: 30, parent: 15", "strength: 9, movement: 30, parent: 21"),
        ("desert-rats", "strength: 3, movement: 35, parent: 21", "strength: 3, movement: 35, parent: 15"),
    ],
)  # fmt: skip
def test_a_unit_among_those_of_another_formation_is_told(game, old, new):
    """CNT044, by the order of the list and by where units start."""
    assert [place[1] for place in told(slip(game, COUNTERS, old, new), "CNT044")] == [line_of(game, COUNTERS, old)]


def test_a_unit_at_the_end_of_the_list_may_be_of_any_formation():
    """CNT044."""
    old = '  - {side: allied, no: 106, name: "57/4AA", nationality: british, size: I, type: lt-aa, parent: 4aa'
    assert "CNT044" not in codes(slip("rats-of-tobruk", COUNTERS, old, old.replace("parent: 4aa", "parent: 1rnf")))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "old", "new", "line"),
    [
        ("rats-of-tobruk", COUNTERS, "#1FA08C", "#F08CB0", "#F08CB0"),
        ("rats-of-tobruk", "game.yaml", "#C9B23E", "#B4BAC0", "#C9B23E"),
        ("massawa", "game.yaml", "#F2E6CF", "#e3dca0", "#F2E6CF"),
        ("massawa", "game.yaml", "corner: square", "corner: round", "corner: square"),
        ("knights-of-the-desert", "game.yaml", "corner: triangle", "corner: notch", "corner: triangle"),
        ("desert-rats", "game.yaml", "Grey/Blue", "Khaki", "Grey/Blue"),
    ],
)
def test_a_colour_or_corner_of_another_is_told(game, file, old, new, line):
    """CNT045."""
    findings = slip(game, file, old, new)
    assert [place[:2] for place in told(findings, "CNT045")] == [(file, line_of(game, file, line))]
    assert "CNT045" not in codes(slip(game, file, old, {"#": "#8E1420", "c": "corner: bar"}.get(old[0], "orange")))


def test_one_name_of_a_colour_in_two_tints_tells_nationalities_apart():
    """CNT045 compares what is printed."""
    assert "CNT045" not in codes(slip("western-desert", "game.yaml", "Mustard", "Grey"))


@pytest.mark.parametrize("key", ["chit: true, ", "headquarters: 58, "])
def test_a_formation_without_what_all_others_have_is_told(key):
    """CNT051."""
    row = 'name: "VII AB", headquarters: 58, colour: "#C62828", pattern: solid, chit: true, '
    assert "CNT051" in codes(slip("rats-of-tobruk", COUNTERS, row, row.replace(key, "")))


def test_a_formation_led_by_a_company_beside_its_headquarters_is_told():
    """CNT006."""
    old = 'name: "2/17", headquarters: 12'
    assert told(slip("rats-of-tobruk", COUNTERS, old, old.replace("12", "13")), "CNT006") == [
        (COUNTERS, line_of("rats-of-tobruk", COUNTERS, old), "did you mean 12?")
    ]


@pytest.mark.parametrize(("value", "due"), [("0", True), ("120", True), ("9", False)])
def test_a_value_of_a_formation_far_from_all_others_is_told(value, due):
    """CNT036."""
    old = 'name: "39PzJ", headquarters: 26, colour: "#E07B1A", chit: true, values: {activation: 10}'
    assert ("CNT036" in codes(slip("rats-of-tobruk", COUNTERS, old, old.replace("10}", f"{value}}}")))) == due


def test_a_range_that_artillery_does_not_have_is_told():
    """CNT036, by what other units with a flag have."""
    old, new = (
        "range: 5, defence: 2, cover: 3, movement: 1, antitank_range: 1",
        "range: 1, defence: 2, cover: 3, movement: 1, antitank_range: 5",
    )
    assert "CNT036" in codes(slip("western-desert", COUNTERS, old, new))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        (AXIS, '"HQ VII AB",   start: N', '"HQ VII AB",   start: "edge:west,south"', '"HQ VII AB"'),
        (AXIS, '"HQ 8MG",      start: "edge:west,south"', '"HQ 8MG",      start: N', '"HQ 8MG"'),
    ],
)
def test_a_unit_that_takes_part_without_its_formation_is_told(file, old, new, line):
    """OOB057."""
    findings = slip("rats-of-tobruk", file, old, new)
    assert [place[:2] for place in told(findings, "OOB057")] == [(file, line_of("rats-of-tobruk", file, line))]


def test_a_set_up_without_one_unit_of_a_formation_is_told_where_the_unit_is_in_play_elsewhere():
    row = '      - {no: 78, name: "HQ I/19", at: "edge:west,south"}\n'
    left_out = replaced("rats-of-tobruk", SALIENT, row, "", 1)
    at_easter = replaced("rats-of-tobruk", AXIS, '"HQ I/19",     start: N', '"HQ I/19", start: "edge:west,south"', 1)
    place = (SALIENT, line_of("rats-of-tobruk", SALIENT, row))
    assert place in [each[:2] for each in told(findings_after("rats-of-tobruk", left_out | at_easter), "OOB057")]
    assert "OOB057" not in codes(findings_after("rats-of-tobruk", left_out))  # OOB027 tells it


def test_two_formations_that_are_not_whole_are_a_rule_of_the_set_up():
    text = text_of("rats-of-tobruk", AXIS)
    for name in ("HQ VII AB", "HQ III AB"):
        start = f'"{name}",   start: '
        assert f"{start}N" in text
        text = text.replace(f"{start}N", f'{start}"edge:west,south"')
    assert "OOB057" not in codes(findings_after("rats-of-tobruk", {AXIS: text}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("massawa", "side: italy,  count: 4, movement: 14", "side: italy,  count: 4, movement: 12"),
        ("desert-rats", "kind: captured, side: axis", "kind: supply,   side: axis"),
        ("desert-rats", "name: Saved repair points,      kind: track,    side: axis", "name: Victory points,           kind: track,    side: axis"),
        ("knights-of-the-desert", "name: Fort,                 kind: fort,     value: 4", "name: Depot,                kind: fort,     value: 4"),
        ("western-desert", "name: Action points, count: 1,  kind: points, value: 3", "name: Action points, count: 1,  kind: status, value: 3"),
    ],
)  # fmt: skip
def test_a_marker_unlike_its_sisters_is_told(game, old, new):
    """CNT046; counts may differ."""
    assert [place[1] for place in told(slip(game, COUNTERS, old, new), "CNT046")] == [line_of(game, COUNTERS, old)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("massawa", "back: Italian control", "back: Empire control"),
        ("western-desert", "back: Fired", "back: Moved"),
        ("rats-of-tobruk", "{id: out-of-supply, name: Out of supply", "{id: out-of-supply, name: Low supply"),
        ("rats-of-tobruk", "{id: weather,       name: Weather,  ", "{id: weather,       name: Pinned,   "),
    ],
)
def test_markers_and_faces_that_are_alike_are_told(game, old, new):
    """CNT047."""
    assert [place[1] for place in told(slip(game, COUNTERS, old, new), "CNT047")] == [line_of(game, COUNTERS, old)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("western-desert", "count: 20, kind: dust}", "count: 20, kind: smoke}"),
        ("western-desert", "count: 1,  kind: turn", "count: 1,  kind: status"),
        ("desert-rats", "kind: wreck, ", "kind: box,   "),
        ("rats-of-tobruk", "{id: debarked,      name: Debarked,      count: 4,  kind: status", "{id: debarked,      name: Debarked,      count: 4,  kind: turn"),
        ("rats-of-tobruk", "name: Low supply,    count: 6", "name: Low supply,    count: 0"),
        ("rats-of-tobruk", "name: Game turn,     count: 1,", "name: Game turn,     count: 15,"),
    ],
)  # fmt: skip
def test_kinds_that_no_marker_has_are_told(game, old, new):
    """CNT048."""
    assert [place[1] for place in told(slip(game, COUNTERS, old, new), "CNT048")] == [line_of(game, COUNTERS, old)]


def test_a_state_of_a_chart_without_a_marker_is_told():
    """CNT048; rules.yaml does not ask for the marker, or it would say so."""
    gone = {
        COUNTERS: (
            ', "markers[out-of-supply].name"',
            "  - {id: out-of-supply, name: Out of supply, count: 6,  kind: status}\n",
        ),
        "rules.yaml": ("      marker: out-of-supply\n",),
    }
    texts = {file: text_of("rats-of-tobruk", file) for file in gone}
    for file, lines in gone.items():
        for row in lines:
            assert row in texts[file]
            texts[file] = texts[file].replace(row, "", 1)
    assert told(findings_after("rats-of-tobruk", texts), "CNT048")[0][0] == "charts.yaml"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        ("knights-of-the-desert", AXIS, "before: 6, heading", "before: 5, heading"),
        ("knights-of-the-desert", AXIS, "before: 6, heading", "before: 7, heading"),
        ("knights-of-the-desert", AXIS, "before: 8, heading", "before: 7, heading"),
        ("knights-of-the-desert", COUNTERS, "supply_ceiling: 500, option: extra-depots}", "supply_ceiling: 500}"),
        ("desert-rats", AXIS, "before: 35", "before: 36"),
    ],
)
def test_a_row_below_a_heading_of_another_option_is_told(game, file, old, new):
    """OOB058, with the heading and the counter."""
    findings = [each for each in slip(game, file, old, new) if each.code.id == "OOB058"]
    places = {
        (span.file, span.line) for each in findings for span in (each.span, *(label.span for label in each.labels))
    }
    assert len(findings) == 1
    assert (file, line_of(game, file, old)) in places


def test_two_units_in_one_hex_are_told_where_all_others_have_their_own():
    """OOB059; in Massawa brigades stack."""
    findings = slip("western-desert", ALLIED, '"1-G3>W"', '"1-G4>W"')
    assert [place[:2] for place in told(findings, "OOB059")] == [
        (ALLIED, line_of("western-desert", ALLIED, "{no: 22,"))
    ]
    assert "OOB059" not in codes(slip("western-desert", ALLIED, '"1-G3>W"', '"1-F3>W"'))


def test_a_row_of_a_set_up_named_unlike_its_counter_is_told():
    old = '{no: 77, name: "6/8Ber"'
    findings = slip("rats-of-tobruk", SALIENT, old, old.replace("6/8", "5/8"))
    assert told(findings, "REF004") == [(SALIENT, line_of("rats-of-tobruk", SALIENT, old), "did you mean 6/8Ber?")]


def test_a_printing_that_is_known_by_another_mark_is_told():
    """ERR015."""
    findings = slip("desert-rats", "game.yaml", "\nprinting: retyped\n", "\nprinting: first\n")
    assert [place[0] for place in told(findings, "ERR015")] == ["game.yaml"]


def test_a_nationality_of_the_other_side_leads_to_its_line():
    """REF005, where one unit alone has it and either may be wrong."""
    old = "name: Free French,          side: empire"
    findings = slip("massawa", "game.yaml", old, old.replace("empire", "italy"))
    labels = [(label.span.file, label.span.line) for each in findings for label in each.labels]
    assert ("game.yaml", line_of("massawa", "game.yaml", old)) in labels


def test_a_title_misspelled_beside_the_places_of_the_map_is_told():
    assert "RUL008" in codes(slip("rats-of-tobruk", "game.yaml", "Rats of Tobruk", "Rats of Tubruk"))


def test_a_symbol_in_another_spelling_than_all_others_is_told():
    assert codes(slip("rats-of-tobruk", COUNTERS, "symbol: armoured-recce", "symbol: armored-recce")) == {"CNT038"}


def test_a_unit_that_a_chart_lists_twice_has_both_values():
    """CHT018."""
    findings = slip("western-desert", COUNTERS, "antitank_range: 1,", "antitank_range: 2,")
    assert "CHT018" in codes(findings)
