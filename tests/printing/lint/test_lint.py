"""Print checks find what cannot be read, is cut off, or is mixed up, and nothing else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Span
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.lint import (
    confusable_nations,
    page_findings,
    shrink_box,
    sides_too_near,
    texts_beyond,
    too_pale,
    too_small,
)
from scenario_forge.printing.palette import SAFE_TINTS, SIDES_APART, contrast, difference, least_difference
from scenario_forge.printing.profile import POINT, Profile, find_profile, shipped_profiles
from scenario_forge.printing.render import all_jobs
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

SKIRMISH = Path(__file__).parents[2] / "games/skirmish"
CONTENT = Path(__file__).parents[3] / "content"
PLACE = Span("counters.yaml", 1, 1, 1, 2)
COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda parts: "#{:02X}{:02X}{:02X}".format(*parts))


def written(text="Brescia", points=8.0, at=(2.0, 5.0), fill="#000000", on="#FFFFFF", turn=0.0):
    canvas = Canvas(12.7, 12.7)
    canvas.text(at, text, points * POINT, fill=fill, on=on, turn=turn)
    return canvas.texts


def codes(findings):
    return [finding.code.id for finding in findings]


@pytest.mark.parametrize(("points", "expected"), [(4.9, ["PRT003"]), (5.0, []), (14, [])])
def test_type_below_five_points_is_too_small(points, expected):
    assert codes(too_small(written(points=points), PLACE)) == expected


def test_the_message_says_how_small():
    (found,) = too_small(written(points=4.2), PLACE)
    assert found.message == "`Brescia` is set in 4.2 pt; 5 pt is the smallest that can be read"


@pytest.mark.parametrize(
    ("fill", "on", "expected"),
    [("#000000", "#CDA47C", []), ("#000000", "#4B3A20", ["PRT004"]), ("#777777", "#FFFFFF", ["PRT004"])],
)
def test_contrast_below_four_and_a_half_is_too_low(fill, on, expected):
    """#767676 on white is the limit that WCAG names; #777777 is just beyond."""
    assert codes(too_pale(written(fill=fill, on=on), PLACE)) == expected


def test_a_text_within_a_millimetre_of_the_cut_is_reported():
    area = shrink_box((0, 0, 12.7, 12.7))
    assert not list(texts_beyond(written("12", at=(1.3, 6)), area, PLACE))
    (found,) = texts_beyond(written("12", at=(0.7, 6)), area, PLACE)
    assert "`12` is 0.5 mm outside" in found.message


def test_a_turned_text_is_looked_at_as_it_stands():
    area = shrink_box((0, 0, 12.7, 12.7))
    assert not list(texts_beyond(written("Brescia", at=(3.5, 11), turn=-90), area, PLACE))
    assert codes(texts_beyond(written("Brescia Div", at=(6, 11)), area, PLACE)) == ["PRT002"]


@given(COLOURS, COLOURS)
def test_differences_are_distances(one, other):
    assert difference(one, one) == 0
    assert difference(one, other) == pytest.approx(difference(other, one))
    assert least_difference(one, other)[0] <= difference(one, other) + 1e-9
    assert difference("#000000", "#FFFFFF") == pytest.approx(100, abs=0.1)


def test_red_and_green_of_one_lightness_are_mixed_up_without_green():
    red, green = "#C06040", "#7F8A3A"
    assert difference(red, green) > 40
    assert difference(red, green, "deutan") < 20


def test_the_safe_tints_are_told_apart_by_all():
    families = SAFE_TINTS[:2]
    assert min(least_difference(a, b)[0] for a in families[0] for b in families[1]) > 20
    assert (
        min(difference(a, b) for one, other in combinations(SAFE_TINTS, 2) for a in one for b in other) >= SIDES_APART
    )


def page(text, points=8.0, at=(20.0, 20.0)):
    canvas = Canvas(210, 297)
    canvas.text(at, text, points * POINT)
    return canvas


def test_finished_pages_are_read_again(skirmish):
    brief = Brief(skirmish())
    good = sheets_pdf(brief, "x", [PrintedPage(page("all is well"), "one")])
    assert page_findings(good, "x.pdf") == []
    (short,) = page_findings(sheets_pdf(brief, "x", [PrintedPage(page("Panzergrenadier…"), "1")]), "x.pdf")
    assert (short.code.id, short.message.split("`")[1]) == ("PRT014", "Panzergrenadier…")
    bad = [
        PrintedPage(page("fine"), "1"),
        PrintedPage(page("tiny", 3.0), "2"),
        PrintedPage(page("edge", at=(1.5, 50)), "3"),
    ]
    found = page_findings(sheets_pdf(brief, "x", bad), "x.pdf")
    assert [(f.code.id, f.span.line) for f in found] == [("PRT003", 2), ("PRT002", 3)]
    assert found[0].message.startswith("`tiny` is set in 3.0 pt")
    assert found[1].message.startswith("`edge` is 2.4 mm")


RED = ("game.yaml", "colour: Khaki,     corner: round", 'colour: Red, tint: "#E0A08C", corner: notch')
GREEN = ("game.yaml", "colour: Grey/Blue, corner: notch", 'colour: Green, tint: "#B2B27A", corner: notch')


def test_sides_that_look_alike_are_told_apart_by_their_corners(skirmish):
    assert codes(confusable_nations(Brief(skirmish()))) == []
    (found,) = confusable_nations(Brief(skirmish(RED, GREEN)))
    assert found.code.id == "PRT005"
    assert "British and Empire and Italian look alike to" in found.message
    assert skirmish(RED, GREEN).files["game.yaml"].source.text.splitlines()[found.span.line - 1].count("Green")
    cornered = (*GREEN[:2], GREEN[2].replace("notch", "triangle"))
    assert codes(confusable_nations(Brief(skirmish(RED, cornered)))) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("profile", sorted(shipped_profiles()))
@pytest.mark.parametrize(
    "folder", [SKIRMISH, CONTENT / "desert-rats", CONTENT / "massawa", CONTENT / "ridge"], ids=lambda path: path.name
)
def test_friend_and_foe_differ_in_every_profile(folder, profile):
    """PRT013: colours of counters of two sides differ by 25 (CIE76) at least, and black is read on all of them."""
    game = load_game(folder, "none")
    brief = Brief(game, find_profile(game, profile)[0])
    assert codes(sides_too_near(brief)) == []
    nations = [(each.side, brief.palette.nation(game, each.id).tint) for each in game.about.nationalities]
    apart = [difference(a, b) for (side, a), (other, b) in combinations(nations, 2) if side != other]
    assert min(apart) >= 25
    assert min(contrast(tint, brief.palette["counter-ink"]) for _side, tint in nations) >= 5.5


def test_sides_too_near_in_colour_are_reported_with_both_names(skirmish):
    """PRT013: as the first printed edition had them."""
    near = (("game.yaml", "colour: Khaki,", 'colour: Khaki, tint: "#D8C793",'),
            ("game.yaml", "colour: Brown,", 'colour: Brown, tint: "#CDA47C",'))  # fmt: skip
    (found,) = sides_too_near(Brief(skirmish(*near)))
    assert found.code.id == "PRT013"
    assert "British and Empire and German differ in colour by only 16" in found.message
    assert "#CDA47C" in skirmish(*near).files["game.yaml"].source.text.splitlines()[found.span.line - 1]


def test_the_colour_blind_profile_tells_them_apart_in_colour(skirmish):
    brief = Brief(skirmish(RED, GREEN), Profile(palette="colour-blind"))
    tints = [brief.palette.nation(brief.game, n.id).tint for n in brief.game.about.nationalities]
    assert min(least_difference(tints[0], other)[0] for other in tints[1:]) > 12


@pytest.mark.parametrize("name", sorted(shipped_profiles()))
def test_the_shipped_profiles_are_possible(skirmish, name):
    profile, findings = find_profile(skirmish(), name)
    assert findings == []
    assert profile.id == name


def edited(edits):
    files = {}
    for name, old, new in edits:
        text = files.get(name) or (SKIRMISH / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        files[name] = text.replace(old, new)
    return files


PROFILE = "basis: proposed\nprofile: mine\ntitle: Mine\n"


def own(skirmish, text):
    game = load_game(SKIRMISH, "none", {"profiles/mine.yaml": PROFILE + text})
    assert not game.problems
    return find_profile(game, "mine")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("counter: 500 mm", 4, "`counter: 500 mm` cannot be printed: it must be from 6 to 60 mm"),
        ("bleed: 1/0 mm", 4, "`bleed: 1/0 mm` cannot be printed: it must be from 0 to 5 mm"),
        ("paper: B52", 4, "`paper: B52` cannot be printed: there is no paper of that name; there are A4, Letter"),
        ("hex: 15 mm\ncounter: 20 mm", 1, "a counter would not fit into a hex of 15 mm"),
        ("margin: 40 mm\nhex: 120 mm", 1, "leaves 130 mm, too little for a hex and the overlap"),
        ('colours: {land: "#FFFFFF", lnad: "#FFFFFF"}', 4, "`lnad: #FFFFFF` cannot be printed: nothing is drawn in"),
        ("like: large", 4, "there is no print profile `large` to build on"),
        ("like: mine", 4, "there is no print profile `mine` to build on"),
    ],
)
def test_impossible_profiles_are_told(skirmish, text, line, words):
    profile, findings = own(skirmish, text)
    assert findings[0].code.id == ("PRT010" if text.startswith("like") else "PRT008")
    assert words in findings[0].message
    assert findings[0].span.line == line
    assert findings[0].span.file == "profiles/mine.yaml"
    assert profile.paper.name == "A4"
    assert profile.counter <= 60


def test_a_profile_takes_over_what_it_leaves_out(skirmish):
    profile, findings = own(skirmish, 'like: large-print\ntype: 1.2\ncolours: {land: "#FFFFFF"}')
    assert findings == []
    assert (profile.counter, profile.type, profile.bleed) == (25.4, 1.2, 1.5)
    assert profile.colours == {"land": "#FFFFFF"}


def test_there_is_no_profile_of_that_name(skirmish):
    with pytest.raises(LookupError, match="no print profile `huge`; there are default"):
        find_profile(skirmish(), "huge")


# -- what components report ----------------------------------------------------------------------


def counter_findings(game, name="mine"):
    brief = Brief(game, find_profile(game, name)[0])
    return [f for job in all_jobs(brief, only=["counters"]) for f in job.make().findings]


def with_profile(text, *edits):
    return load_game(SKIRMISH, "none", {"profiles/mine.yaml": PROFILE + text, **edited(edits)})


def test_texts_that_a_small_counter_has_no_room_for_are_reported_where_they_are_written():
    """They are cut short rather than set in a type that nobody reads."""
    found = counter_findings(with_profile("counter: 7 mm"))
    assert set(codes(found)) == {"PRT012"}
    assert {f.span.file for f in found} == {"counters.yaml", "game.yaml"}, "nationalities stand on backs"
    assert counter_findings(with_profile("counter: 1/2 in")) == []


def test_a_dark_tint_is_reported():
    dark = ("game.yaml", "colour: Brown,", 'colour: Brown, tint: "#4B3A20",')
    assert "PRT004" in codes(counter_findings(with_profile("", dark)))
    assert "PRT004" not in codes(counter_findings(with_profile("")))


def test_more_counters_than_the_sheets_of_the_profile_hold_are_reported():
    (found,) = [
        f for f in counter_findings(with_profile("counter: 1 in\nhex: 30 mm\nsheets: 1")) if f.code.id == "PRT006"
    ]
    assert found.span.file == "profiles/mine.yaml"
    assert found.message.endswith("the profile has 1")
    assert "PRT006" not in codes(counter_findings(with_profile("sheets: 9")))
