"""Charts that say one thing twice, legends, hours, and orders that no trend states."""

from __future__ import annotations

import pytest

from scenario_forge.checks.charts import agreement, hours, legends, lines, situations, trends

from .every_game import GAMES, codes, findings_after, game_of, slip, text_of

CHARTS = "charts.yaml"
TABLES = (agreement, hours, legends, lines, situations, trends)


def told(name, file, old, new, code):
    """Whether a code is given at the line of the slip, or has a label there."""
    line = text_of(name, file).partition(old)[0].count("\n") + 1
    spans = [span for finding in slip(name, file, old, new) if finding.code.id == code
             for span in (finding.span, *(label.span for label in finding.labels))]  # fmt: skip
    return any(span.file == file and span.line == line for span in spans)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("western-desert", 'the target is in a minefield, value: "+2"', 'the target is in a minefield, value: "+1"'),
        ("western-desert", 'airstrike second hex:                          ["+1"]', 'airstrike second hex: ["+2"]'),
        ("rats-of-tobruk", 'evening:                    ["-1"]', 'evening: ["-2"]'),
        ("rats-of-tobruk", 'bunker hex:                      ["+4"', 'bunker hex: ["+3"'),
        ("rats-of-tobruk", "{night: 3d6}", "{night: 2d6}"),
        ("rats-of-tobruk", "{night: 3d6}", "{night: 4d6}"),
    ],
)
def test_a_number_that_another_chart_gives_differently_is_told(name, old, new):
    """CHT022."""
    assert told(name, CHARTS, old, new, "CHT022")


def test_a_sentence_of_a_counter_with_another_number_is_told():
    old = "at_free_shot: true, double: true"
    assert told("western-desert", "counters.yaml", old, f'{old}, special: "counts as 3 attackers"', "CHT022")
    assert slip("western-desert", "counters.yaml", old, f'{old}, special: "counts as 2 attackers"') == []


def test_what_only_one_chart_says_may_be_any_number():
    """The reorganisation costs a point, and no other chart says so; so do new rows of a list."""
    old = 'reorganise a disordered unit (only AP 3 or 4): ["1"]'
    assert codes(slip("western-desert", CHARTS, old, old.replace('"1"', '"2"'))) == {"RUL001"}  # a clause has it
    new = 'improvised minefield:            ["+3",     "12.1"]'
    assert "CHT022" not in codes(slip("rats-of-tobruk", CHARTS, new, f'{new}\n      dust storm: ["+1", "12.2"]'))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("western-desert", "DIS: [Unit Disordered]", "DIS: [Unit Eliminated]"),
        (
            "western-desert",
            "DIS: the unit is disordered. EL: the unit is eliminated.",
            "DIS: the unit is eliminated. EL: the unit is disordered.",
        ),
        ("rats-of-tobruk", "All defenders retreat 2 hexes.", "All attackers retreat 2 hexes."),
        ("rats-of-tobruk", "Rec:  [Reconnaissance]", "Rec:  [Signals]"),
        ("knights-of-the-desert", "BR:        [British]", "BR:        [Polish]"),
    ],
)
def test_a_code_beside_another_meaning_is_told(name, old, new):
    """CHT023."""
    assert told(name, CHARTS, old, new, "CHT023")


def test_a_note_may_explain_the_codes_in_other_words():
    old = "NE: no effect. DIS: the unit is disordered. EL: the unit is eliminated."
    assert slip("western-desert", CHARTS, old, "NE means no effect, DIS disordered, and EL removed from play.") == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [("12pm-2pm,", "12am-2am,"), ("7pm-5am,", "7am-5pm,")],
)
def test_hours_that_overlap_are_told(old, new):
    """CHT024."""
    assert told("western-desert", CHARTS, old, new, "CHT024")


def test_hours_that_leave_a_gap_or_meet_are_silent():
    assert "CHT024" not in codes(slip("western-desert", CHARTS, "5am-6am,", "5am-12pm,"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [('"6":  [AC,  AC,  AR', '"6":  [AC, DC, AR'), ("[AD,  AC,  AC,  AR,  DR", "[AD, AC, AC, DE, DR")],
)
def test_a_result_out_of_the_order_of_the_legend_is_told(old, new):
    """CHT025."""
    assert told("rats-of-tobruk", CHARTS, old, new, "CHT025")


def test_a_result_within_the_order_is_silent():
    old = 'AR,  "-", DR,  DC,  DC,  DD]'
    assert "CHT025" not in codes(slip("rats-of-tobruk", CHARTS, old, 'AR, "-" , DR, DR, DC, DD]'))


def test_symbols_that_are_exchanged_are_told_once():
    """CHT026."""
    old = "tracked: [rectangle], wheeled: [circle]"
    findings = slip("rats-of-tobruk", CHARTS, old, "tracked: [circle], wheeled: [rectangle]")
    charts = [finding.code.id for finding in findings if finding.span.file == CHARTS]
    assert charts == ["CHT026"]  # clauses that state the symbols say so too


def test_terrain_that_the_chart_bars_and_the_map_does_not_is_told():
    """MAP080."""
    name = "western-desert"
    assert told(name, CHARTS, "[no entry]", "[cover for personnel]", "MAP080")
    assert told(name, "map.yaml", "letter: m,   passable: false", "letter: m", "MAP080")
    findings = findings_after(
        name,
        {
            CHARTS: text_of(name, CHARTS).replace("[no entry]", "[cover for personnel]").replace("prohibited", '"1"'),
            "map.yaml": text_of(name, "map.yaml").replace("letter: m,   passable: false", "letter: m"),
        },
    )
    assert "MAP080" not in codes(findings)


def test_throws_that_make_no_difference_are_told():
    """CHT028."""
    assert told("rats-of-tobruk", CHARTS, '"6":         [Sandstorm]', '"6":         [Clear]', "CHT028")
    assert "CHT028" not in codes(slip("rats-of-tobruk", CHARTS, '"6":         [Sandstorm]', '"6":         [Storm]'))


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("rats-of-tobruk", "4-6: [none]", "5-6: [none]", "CHT002"),
        ("rats-of-tobruk", '      "12": [AE,  AE,  AE,  AP,  AP,  AD,  AC,  AR]\n', "", "CHT003"),
        ("western-desert", 'die: 1d6\n    columns: ["-3', 'die: 2d6\n    columns: ["-3', "CHT011"),
    ],
)
def test_dice_and_rows_that_do_not_fit_are_told(name, old, new, code):
    assert code in codes(slip(name, CHARTS, old, new))


def test_the_row_that_lacks_a_throw_of_the_dice_is_blamed():
    (finding,) = [
        each for each in slip("rats-of-tobruk", CHARTS, "4-6: [none]", "5-6: [none]") if each.code.id == "CHT002"
    ]
    assert finding.help == "did you mean 4,5,6?"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__.rpartition(".")[2])
@pytest.mark.parametrize("game", GAMES)
def test_the_charts_as_they_are_have_none(game, table):
    assert [finding for look in table.CHECKS for finding in look(game_of(game))] == []


def test_rows_beyond_the_dice_are_for_modifiers():
    """CHT011: two dice and a modifier of -1 give 1 to 12, which one twelve-sided die would give too."""
    text = text_of("massawa", CHARTS).rstrip()
    rows = ", ".join(f'"{number}": [{number} hexes]' for number in range(1, 13))
    chart = (
        f"\n  drift:\n    title: Drift Table\n    rule: Rule 10\n    die: 2d6\n    columns: [Effect]\n"
        f"    rows: {{{rows}}}\n    row_scale: {{notation: number, dice: true%s}}\n"
    )
    alone = findings_after("massawa", {CHARTS: text + chart % ", beyond: clamp"})
    modified = findings_after("massawa", {CHARTS: text + chart % ", modifiers: [-1], beyond: clamp"})
    assert "CHT011" in codes(alone)
    assert "CHT011" not in codes(modified)
