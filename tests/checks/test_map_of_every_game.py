"""Places, lines, areas and boxes of the map of each game, against each other and against what texts say of them."""

from __future__ import annotations

import pytest

from .every_game import GAMES, codes, findings_after, line_of, slip, text_of

MAP = "map.yaml"
RATS, MASSAWA, KNIGHTS, TOBRUK, WESTERN = GAMES


def told(name, file, old, new, code):
    """The lines at which a code stands after a slip, its labels too; the file of the slip alone counts."""
    findings = [each for each in slip(name, file, old, new) if each.code.id == code]
    spans = [span for each in findings for span in (each.span, *(label.span for label in each.labels))]
    return {line for span in spans if span.file == file for line in range(span.line, span.end_line + 1)}


def found_there(name, file, old, new, code):
    lines = {line_of(name, file, old) + number for number in range(old.count("\n") + 1)}
    assert told(name, file, old, new, code) & lines, f"{name}: {old} → {new}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (MASSAWA, "Barentu,      hex: C8,", "Barentu,      hex: C9,"),
        (MASSAWA, "Zula,         hex: D18,", "Zula,         hex: D17,"),
        (RATS, "Mechili,              hex: T19,", "Mechili,              hex: T18,"),
        (KNIGHTS, 'name: Matruh, hex: "2608"', 'name: Matruh, hex: "2806"'),
        (TOBRUK, 'hex: "4321", kinds: [airbase]', 'hex: "4312", kinds: [airbase]'),
        (TOBRUK, 'name: "King\'s Cross", hex: "5024"', 'name: "King\'s Cross", hex: "5042"'),
        (TOBRUK, 'name: R5, hex: "1127"', 'name: R5, hex: "0927"'),
        (TOBRUK, "sH.x.x", "s.Hx.x"),
        (KNIGHTS, "ccccccrrccktoooo", "ccccccrrcctkoooo"),
    ],
)
def test_a_place_is_looked_for_where_its_ground_its_roads_and_its_sisters_are(name, old, new):
    """MAP070."""
    found_there(name, MAP, old, new, "MAP070")


def test_a_place_of_its_own_is_left_alone():
    """A village off the road, and a label outside the perimeter, are no slips."""
    village = "  - {name: Gheleb, hex: J12, kinds: [village]}\n  - {name: Zula,"
    assert "MAP070" not in codes(slip(MASSAWA, MAP, "  - {name: Zula,", village))
    label = '  - {name: Acroma road, hex: "0424", kinds: [label]}\n  - {name: S1,'
    assert "MAP070" not in codes(slip(TOBRUK, MAP, "  - {name: S1,", label))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TOBRUK, 'name: R7, hex: "1328"', 'name: R7, hex: "1326"'),
        (KNIGHTS, 'name: Halfaya, hex: "2009"', 'name: Halfaya, hex: "2010"'),
        (RATS, "Gambut,               hex: S33,", "Gambut,               hex: Q30,"),
    ],
)
def test_two_places_do_not_share_a_hex(name, old, new):
    """MAP071."""
    findings = slip(name, MAP, old, new)
    assert "MAP071" in codes(findings) or "MAP070" in codes(findings)


def test_places_that_share_hexes_in_pairs_are_left_alone():
    first = text_of(TOBRUK, MAP).replace('name: R7, hex: "1328"', 'name: R7, hex: "1326"')
    both = first.replace('name: R9, hex: "1529"', 'name: R9, hex: "1527"')
    assert "MAP071" in codes(findings_after(TOBRUK, {MAP: first}))
    assert "MAP071" not in codes(findings_after(TOBRUK, {MAP: both}))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (MASSAWA, 'capacity: "2", value: 1}', 'capacity: "2"}'),
        (RATS, 'capacity: "1", value: 3}', 'capacity: "1"}'),
        (RATS, 'kinds: [port, supply-centre], capacity: "2"}', "kinds: [port, supply-centre]}"),
        (MASSAWA, 'kinds: [town, supply-centre], capacity: "2"', 'kinds: [town], capacity: "2"'),
        (KNIGHTS, 'name: Benghazi, hex: "0511", kinds: [town]', 'name: Benghazi, hex: "0511", kinds: [label]'),
    ],
)
def test_a_place_has_what_all_others_of_its_kind_have(name, old, new):
    """MAP072."""
    found_there(name, MAP, old, new, "MAP072")


def test_a_number_on_a_place_of_another_kind_is_told():
    old = "hex: E15, kinds: [town, supply-centre], capacity: U}"
    found_there(MASSAWA, MAP, old, old.replace("U}", "U, value: 1}"), "MAP072")
    both = old.replace(
        "town, supply-centre], capacity: U}", "town, fortification, supply-centre], capacity: U, value: 1}"
    )
    assert "MAP072" not in codes(slip(MASSAWA, MAP, old, both))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (RATS, "along: [N1, N6]", "along: [N1, N16]"),
        (MASSAWA, "along: [I1, G2]", "along: [I1, G3]"),
        (MASSAWA, "kind: water, along: [K17, H19]", "kind: land, along: [K17, H19]"),
    ],
)
def test_a_name_lies_on_its_own_ground(name, old, new):
    """MAP073."""
    found_there(name, MAP, old, new, "MAP073")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TOBRUK, "1702/1701", "1701/1702"),
        (RATS, "FF1/EE2, FF1/FF2", "FF1/EE2, FF2/FF1"),
        (MASSAWA, "C8/B7, C7/B7", "B7/C8, C7/B7"),
        (RATS, "OO35/NN35", "NN35/OO35"),
    ],
)
def test_the_hex_named_first_stays_on_one_side_of_the_line(name, old, new):
    """MAP074."""
    found_there(name, MAP, old, new, "MAP074")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TOBRUK, "2938/2939, 3038/2939,", "2938/2939,"),
        (RATS, "KK18/JJ17, KK18/JJ18,", ""),
        (MASSAWA, "H2/H1, ", ""),
    ],
)
def test_a_line_goes_on_from_hexside_to_hexside(name, old, new):
    """MAP075; the area that the line encloses is not reported beside it."""
    found = codes(slip(name, MAP, old, new))
    assert "MAP075" in found
    assert "MAP067" not in found


def test_a_line_may_be_open_where_a_road_goes_through():
    """The escarpment of Tobruk lets the road to El Adem pass as it is."""
    assert "MAP075" not in codes(slip(RATS, MAP, "R28/S29, R29/S29, R29/S30,", "R28/S29, R29/S29,"))


def test_an_open_end_is_where_an_area_leaks():
    """MAP067 stands at the last hexside."""
    found_there(TOBRUK, MAP, "5335/5435, 5434/5435", "5335/5435", "MAP067")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (RATS, "kind: ridge\n    name: Ruweisat", "kind: escarpment\n    name: Ruweisat"),
        (MASSAWA, "kind: track\n    name: Track by Zula", "kind: road\n    name: Track by Zula"),
    ],
)
def test_a_line_is_of_the_kind_that_its_name_says(name, old, new):
    """MAP076."""
    found_there(name, MAP, old, new, "MAP076")


def test_names_that_do_not_tell_the_kind_say_nothing():
    """Two paths are called roads here, so a third is no exception."""
    assert "MAP076" not in codes(slip(TOBRUK, MAP, "name: Pilastrino track", "name: Pilastrino road"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TOBRUK, "within: ditch, side: allied", "within: ditch, side: axis"),
        (TOBRUK, 'around: "4614"', 'around: "0101"'),
        (RATS, "GG14..GG22", "GG14..GG25"),
        (RATS, "GG14..GG22", "GG14..GG20"),
        (MASSAWA, "I3..I17", "I3..I19"),
    ],
)
def test_an_area_lies_on_its_own_ground(name, old, new):
    """MAP077."""
    found_there(name, MAP, old, new, "MAP077")


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        (MASSAWA, "G1..G2, F1, E1..E2, D1]", "G1..G2, F1, E1..E3, D1]", "MAP061"),
        (RATS, "L36, LL1..LL36", "L35..L36, LL1..LL36", "MAP061"),
        (MASSAWA, "F2..F18, E3..E18", "E3..E18", "MAP062"),
    ],
)
def test_a_hex_in_both_areas_or_in_none_is_told_at_the_area_that_is_wrong(name, old, new, code):
    """MAP061 and MAP062 stand where a range goes too far, or a row is left out."""
    found_there(name, MAP, old, new, code)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        (TOBRUK, MAP, '"..........hh..', '"..........h...'),
        (WESTERN, MAP, '"....h...."', '"...h....."'),
        (WESTERN, "victory.yaml", "the hill E5", "the hill E6"),
        (RATS, "rulebook.yaml", "the towns are Benghazi", "the four towns are Benghazi"),
        (MASSAWA, "rulebook.yaml", "Keren and Massawa are fortifications.", "Keren and Asmara are fortifications."),
        (KNIGHTS, "rulebook.yaml", "home base is Alexandria,", "home base is Cairo,"),
        (KNIGHTS, "rulebook.yaml", "The Allied home base is Alexandria", "The Allied home base is El Agheila"),
        (MASSAWA, "rulebook.yaml", "A hex is 12 miles across.", "A hex is 10 miles across."),
        (MASSAWA, "rulebook.yaml", "A hex is 12 miles across.", "A hex represents 10 miles."),
    ],
)
def test_texts_and_comments_say_of_hexes_what_the_map_has(name, file, old, new):
    """MAP078."""
    found_there(name, file, old, new, "MAP078")


def test_the_scale_is_wrong_where_all_texts_say_another():
    found_there(MASSAWA, MAP, "miles_per_hex: 12", "miles_per_hex: 21", "MAP078")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        (RATS, MAP, "adjoins: [A1..Z1]", "adjoins: [A1..M1]"),
        (MASSAWA, MAP, "adjoins: [L14..L15]", "adjoins: [L14..L16]"),
        (MASSAWA, MAP, "adjoins: [L14..L15]", "adjoins: [L13..L14]"),
        (RATS, "rulebook.yaml", "every western edge hex", "every eastern edge hex"),
    ],
)
def test_a_box_adjoins_what_its_clause_says(name, file, old, new):
    """MAP079."""
    found_there(name, file, old, new, "MAP079")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        (WESTERN, MAP, "letter: m,   passable: false, drawn", "letter: m,   drawn"),
        (WESTERN, "charts.yaml", "[no entry]", "[cover to personnel units]"),
        (RATS, MAP, "name: Nile Hexside, passable: false", "name: Nile Hexside"),
        (KNIGHTS, MAP, "letter: i, passable: false", "letter: i"),
    ],
)
def test_what_can_be_entered_is_what_the_chart_and_the_name_say(name, file, old, new):
    """MAP080."""
    found_there(name, file, old, new, "MAP080")


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("[Impassable, Impossible]", True),
        ('["2", "Not allowed"]', False),
        ('["Prohibited unless on foot", Impossible]', False),
    ],
)
def test_ground_in_which_one_thing_is_not_allowed_can_be_entered(new, told):
    """MAP080: a cell bars nobody while another cell of the row has a cost."""
    text = text_of(MASSAWA, "charts.yaml")
    row = next(line for line in text.splitlines() if line.strip().startswith("Hills:"))
    found = slip(MASSAWA, "charts.yaml", row, f"      Hills: {new}")
    assert ("MAP080" in {each.code.id for each in found}) == told


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (TOBRUK, "columns: 54", "columns: 53"),
        (WESTERN, "columns: 9", "columns: 8"),
        (WESTERN, "rows: 6\n", "rows: 5\n"),
        (KNIGHTS, "columns: 39", "columns: 40"),
    ],
)
def test_a_declared_number_that_all_rows_contradict_is_told_where_it_is_declared(name, old, new):
    """MAP006, once."""
    found = [each for each in slip(name, MAP, old, new) if each.code.id == "MAP006"]
    assert [each.span.line for each in found] == [line_of(name, MAP, old)]


@pytest.mark.parametrize(("number", "told"), [("1918", False), ("2118", True)])
def test_a_year_behind_a_place_is_no_hex(number, told):
    """MAP078: `Leipzig 1813` where hexes are numbers too."""
    comment = f"# The road is as in Fort Pilastrino {number}, or worse.\n"
    found = findings_after(TOBRUK, {MAP: comment + text_of(TOBRUK, MAP)})
    assert any(each.code.id == "MAP078" and number in each.message for each in found) == told
