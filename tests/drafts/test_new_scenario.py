"""Scenarios on dates of one's own: who is where by rule, what is left to decide, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import check, compile_scenario, load_game
from scenario_forge.api.play import prepare
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dates_of, nearest_date
from scenario_forge.drafts.hiding import without_start
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.source.fmt import format_text
from tests.as_printed import load_as_printed

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
BATTLEAXE = ScenarioRequest("battleaxe", "6/41", "12/41")


def with_file(name, text, *, game="desert-rats", errata="all"):
    return load_game(game, errata, files={f"scenarios/{name}.yaml": text})


@pytest.fixture(scope="module")
def desert_rats():
    return load_as_printed("desert-rats", "all")


@pytest.fixture(scope="module")
def battleaxe(desert_rats):
    return with_file("battleaxe", new_scenario(desert_rats, BATTLEAXE).text)


@pytest.fixture(scope="module")
def placed(battleaxe):
    return {each.unit.key: each for each in plan(battleaxe, "battleaxe").placed}


def test_every_unit_of_both_orders_of_battle_is_accounted_for(battleaxe, placed):
    assert set(placed) == {unit.key for unit in forces(battleaxe).units()}
    assert all(each.entry is not None for each in placed.values())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("unit", "state"),
    [
        (("allied", 1), "at"),  # there since March
        (("allied", 5), "at"),  # R4/41: has come
        (("allied", 17), "at"),  # R5/41
        (("allied", 18), "absent"),  # R6/41: comes in the first player turn
        (("allied", 34), "absent"),  # the private army, R10/41
        (("axis", 1), "eliminated"),
        (("axis", 10), "at"),  # was on its way from the box in March
        (("axis", 18), "at"),  # R4/41
        (("axis", 29), "absent"),  # R5/42
    ],
)
def test_comings_before_the_date_have_happened_and_others_not(placed, unit, state):
    assert placed[unit].state == state


def test_what_comes_later_is_that_of_the_orders_of_battle(battleaxe):
    changes = {(c.unit.key, c.kind, c.entry.token.date) for c in plan(battleaxe, "battleaxe").changes}
    assert (("allied", 5), "leaves", "7/41") in changes
    assert (("allied", 18), "arrives", "6/41") in changes
    assert (("allied", 21), "leaves", "8/41") in changes
    assert (("allied", 35), "arrives", "12/41") in changes
    assert not [c for c in changes if c[2] in ("4/41", "5/41", "1/42")]


def test_movement_penalties_of_another_date_are_gone(battleaxe):
    assert not any(compile_scenario(battleaxe, "battleaxe").units.spent)


def test_who_moves_first_decides_whether_an_arrival_of_that_turn_has_come(desert_rats):
    made = new_scenario(desert_rats, ScenarioRequest("b", "6/41", "12/41", first="axis"))
    found = {p.unit.key: p.state for p in plan(with_file("b", made.text), "b").placed}
    assert found["allied", 18] == "at"


def test_a_withdrawal_before_the_date_has_happened(desert_rats):
    made = new_scenario(desert_rats, ScenarioRequest("b", "8/41", "12/41"))
    found = {p.unit.key: p.state for p in plan(with_file("b", made.text), "b").placed}
    assert (found["allied", 5], found["allied", 15], found["allied", 23]) == ("absent", "absent", "at")


def test_what_is_open_is_a_warning_and_nothing_else_is_wrong(battleaxe):
    found = [each for each in check(battleaxe) if each.span.file == "scenarios/battleaxe.yaml"]
    assert {each.severity.name for each in found} == {"WARNING"}
    assert sum(each.code.id == "SCN012" for each in found) == text_of(battleaxe).count('"Decide:')


def text_of(game):
    return game.read["scenarios/battleaxe.yaml"].source.text


def test_the_nearest_date_is_so_in_player_turns(desert_rats):
    """From March, Axis first, to November, Allied first, are 15 player turns; the middle of July is the eighth on."""
    wanted = [ScenarioRequest("near", "7/41", "12/41", first) for first in ("allied", "axis")]
    assert [nearest_date(dates_of(desert_rats, each)).date.id for each in wanted] == ["mar41", "nov41"]


def test_a_decision_that_is_made_is_no_warning(battleaxe):
    text = text_of(battleaxe).replace('"Decide: PP2?"', "PP2")
    found = check(with_file("battleaxe", text))
    assert "Allied 17" not in [d.message.partition(" is left")[0] for d in found if d.code.id == "SCN012"]


def test_each_unit_stands_on_land_and_apart_from_the_enemy(battleaxe):
    compiled = compile_scenario(battleaxe, "battleaxe")
    stand = [(h, s) for h, s in zip(compiled.units.hex, compiled.units.side, strict=True) if h >= 0]
    assert len({h for h, _s in stand}) == len(set(stand))
    codes = {d.code.id for d in check(battleaxe) if d.span.file == "scenarios/battleaxe.yaml"}
    assert codes <= {"SCN012", "OOB034", "OOB033"}


def test_stop_dates_that_are_passed_are_scored(battleaxe):
    rows = {row["id"] for row in compile_scenario(battleaxe, "battleaxe").objectives}
    assert "sep41_axis_tobruk" in rows
    assert not [row for row in rows if row.startswith(("mar41", "mar42"))]


def test_control_is_played(battleaxe):
    text = text_of(battleaxe)
    other = text.replace("\nset_up:", "\ncontrol: {mersa_matruh: axis}\n\nset_up:")
    assert other != text
    one, two = (prepare(with_file("battleaxe", t), "battleaxe").play.begin() for t in (text, other))
    assert [
        n for n, both in enumerate(zip(one.hexes.control, two.hexes.control, strict=True)) if len(set(both)) > 1
    ] == [hex_map(battleaxe).places["Mersa Matruh"][1]]


def test_positions_of_the_start_that_is_named(desert_rats):
    made = new_scenario(desert_rats, BATTLEAXE, "nov41")
    found = {p.unit.key: p for p in plan(with_file("battleaxe", made.text), "battleaxe").placed}
    assert found["allied", 1].entry.token.place == "MM3"
    assert new_scenario(desert_rats, BATTLEAXE, "crusader").text == made.text


def test_a_printed_start_needs_no_rows(desert_rats):
    made = new_scenario(desert_rats, ScenarioRequest("spring", "3/41", "12/41", first="axis"))
    assert "start: mar41" in made.text
    assert "set_up" not in made.text
    printed = compile_scenario(desert_rats, "cyrenaica")
    assert compile_scenario(with_file("spring", made.text), "spring").units.hex == printed.units.hex


def test_strength_is_that_of_the_start_whose_position_is_taken(desert_rats):
    made = new_scenario(desert_rats, BATTLEAXE, "nov41")
    found = {p.unit.key: p for p in plan(with_file("battleaxe", made.text), "battleaxe").placed}
    assert (found["allied", 1].entry.token.strength, found["allied", 9].entry.token.strength) == (None, 3)
    assert '"Decide: RR15(c3)?"' in row_of(made.text, "24/9 Aus")
    assert row_of(made.text, "24/9 Aus").endswith("# Mar 41 T8; position and strength of Nov 41 RR15(c3)")


def row_of(text, name):
    return next(line for line in text.splitlines() if name in line)


@pytest.mark.parametrize(("start", "date"), [("jan42", "11/41"), ("jul42", "5/42"), ("jan42", "3/42")])
def test_a_draft_has_the_strengths_of_the_printed_start_it_is_taken_from(start, date):
    game = load_as_printed("knights-of-the-desert", "all")
    made = new_scenario(game, ScenarioRequest("drafted", date, "9/42"), start)
    linked = forces(game).sides.values()
    printed = {u.key: e for f in linked for u in f.units if (e := u.at_start(start)) and e.kind == "at"}
    now = {p.unit.key: p.entry for p in plan(with_file("drafted", made.text, game=game.folder.name), "drafted").placed}
    here = {key for key in printed if now[key] is not None and now[key].kind == "at"}
    assert len(here) > 30
    assert {k: now[k].token.strength for k in here} == {k: printed[k].token.strength for k in here}


@pytest.mark.parametrize(
    ("dates", "sides"),
    [
        (("3/41", "12/42"), ("axis", "allied")),
        (("mar41", "dec42"), ("axis", "allied")),
        (("4/41", "9/41"), ("allied", "axis")),
    ],
)
def test_who_opens_and_closes_is_as_printed_where_the_date_is(desert_rats, dates, sides):
    made = new_scenario(desert_rats, ScenarioRequest("b", *dates))
    assert (made.dates.first, made.dates.last) == sides


def test_another_game():
    game = load_game(SKIRMISH)
    made = new_scenario(game, ScenarioRequest("spring", "2/41", "8/41"))
    again = load_game(SKIRMISH, files={"scenarios/spring.yaml": made.text})
    assert {d.severity.name for d in check(again)} == {"WARNING"}
    assert {p.unit.key for p in plan(again, "spring").placed} == {u.key for u in forces(game).units()}


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (ScenarioRequest("b", "6/39", "12/41"), "not in the campaign"),
        (ScenarioRequest("b", "6/41", "1/43"), "not in the campaign"),
        (ScenarioRequest("b", "june", "12/41"), "not a date"),
        (ScenarioRequest("b", "13/41", "12/41"), "not a date"),
        (ScenarioRequest("b", "6/41", "5/41"), "comes before the start"),
        (ScenarioRequest("b", "6/41", "6/41", first="axis", last="allied"), "comes before the start"),
        (ScenarioRequest("b", "6/41", "12/41", first="german"), "no side"),
        (ScenarioRequest("../b", "6/41", "12/41"), "not a valid name"),
        (ScenarioRequest("a/b", "6/41", "12/41"), "not a valid name"),
        (ScenarioRequest("", "6/41", "12/41"), "not a valid name"),
        (ScenarioRequest("B", "6/41", "12/41"), "not a valid name"),
        (ScenarioRequest("mar41", "6/41", "12/41"), "printed date"),
    ],
)
def test_dates_and_names_that_make_no_scenario(desert_rats, wanted, why):
    with pytest.raises(NotMade, match=why):
        new_scenario(desert_rats, wanted)


def test_a_date_before_the_first_printed_start():
    """Without the start of December 1940: who arrives in February is not there in January, who is lost by then is not.

    Two divisions were lost in December, at Bardia two more after 3 January.
    """
    game = without_start(load_as_printed("desert-rats", "all"), "dec40")
    made = new_scenario(game, ScenarioRequest("b", "1/41", "12/41"))
    found = {row.unit.key: row for draft in made.drafted for row in draft.rows}
    assert (found["axis", 10].token.kind, found["axis", 1].token.kind) == ("absent", "eliminated")
    assert (found["axis", 3].token.kind, found["axis", 3].open) == ("at", True), "where it was, nothing printed says"
    assert [token.date for token in found["axis", 10].later] == ["2/41"]
    assert not found["axis", 10].open
    assert not found["axis", 1].open


def test_a_track_without_any_start():
    track = (Path(load_as_printed("desert-rats").folder) / "time-track.yaml").read_text("utf-8")
    none = track[: track.index("starts:")] + track[track.index("stops:") :]
    with pytest.raises(NotMade, match="no start"):
        new_scenario(
            load_as_printed("desert-rats", files={"time-track.yaml": none}), ScenarioRequest("b", "1/41", "12/41")
        )


def test_positions_of_nothing(desert_rats):
    with pytest.raises(NotMade, match="no printed start or scenario"):
        new_scenario(desert_rats, BATTLEAXE, "nov42")


@pytest.mark.parametrize(
    ("wanted", "origin"),
    [(BATTLEAXE, "nov41"), (BATTLEAXE, None), (ScenarioRequest("spring", "3/41", "6/41", first="axis"), None)],
)
def test_a_draft_is_laid_out_as_fmt_would(desert_rats, wanted, origin):
    text = new_scenario(desert_rats, wanted, origin).text
    assert format_text(text, "scenarios/draft.yaml") == text


def test_names_that_yaml_would_take_for_something_else_are_quoted():
    """Units called `No`, `0614` and `Bde "d'Orient"`: read back, they are the same texts."""
    file = SKIRMISH / "orders-of-battle/allied.yaml"
    odd = {"1 Arm Brig": '"No"', "2 Arm Brig": '"0614"', "4/1 Ind": "'Bde \"d, Orient'"}
    text = file.read_text()
    for name, quoted in odd.items():
        text = text.replace(f"name: {name}", f"name: {quoted}")
    game = load_game(SKIRMISH, files={"orders-of-battle/allied.yaml": text})
    made = new_scenario(game, ScenarioRequest("winter", "2/41", "8/41")).text
    read = load_game(SKIRMISH, files={"scenarios/winter.yaml": made}).read["scenarios/winter.yaml"].source.root
    names = [unit["name"] for unit in read.data["set_up"][0]["units"]]
    assert [names[0], names[1], names[3]] == ["No", "0614", 'Bde "d, Orient']


# -- what a game keeps by start date --------------------------------------------------------------


@pytest.fixture(scope="module")
def november():
    """Drafted from January 1942, which comes after it."""
    game = load_as_printed("knights-of-the-desert", "all")
    made = new_scenario(game, ScenarioRequest("november", "11/41", "5/42"), "jan42")
    return with_file("november", made.text, game="knights-of-the-desert"), made


def test_stocks_are_those_of_the_start_whose_positions_are_taken(november):
    game, made = november
    assert 'begins_as: "Decide: jan42?"' in made.text
    assert "#   rules.starts.jan42.supply.axis: mobile 350, nmobile 250" in made.text
    assert "#   rules.starts.jan42.air: axis 12, allied 12" in made.text
    drafted, printed = (prepare(game, name).play.begin() for name in ("november", "tobruk-42"))
    assert list(printed.sides.air) == [12, 12]
    assert list(drafted.sides.air) == [9, 9], "worked out: the sum of the turns before"
    for unit, place in enumerate(drafted.units.place):
        if place >= 0 and printed.units.place[unit] >= 0:
            assert drafted.units.supply[unit] == printed.units.supply[unit]
            assert drafted.units.strength[unit] == printed.units.strength[unit]


def test_a_value_of_its_own_stands_in_its_changes(november):
    _game, made = november
    changed = made.text.replace(
        "{at: rules.starts.jan42.air.axis, value: 9}", "{at: rules.starts.jan42.air.axis, value: 7}"
    )
    game = with_file("november", changed, game="knights-of-the-desert")
    assert list(prepare(game, "november").play.begin().sides.air) == [7, 9]


def test_what_the_draft_does_not_know_is_found(november):
    game, made = november
    found = [d for d in check(game) if d.code.id in ("SCN012", "SCN042")]
    assert sum(d.code.id == "SCN012" for d in found) == made.open + made.asks
    assert [d.message for d in found if "begins_as" in d.message or d.code.id == "SCN042"] == [
        "November has no list of `levels` in the victory table; every other scenario has one",
        "`begins_as` is still to be decided; played as jan42 until then",
    ]


def test_values_that_only_the_others_have_are_found(november):
    _game, made = november
    lost = made.text.replace('begins_as: "Decide: jan42?"', "begins_as: mar42")
    game = with_file("november", lost, game="knights-of-the-desert")
    assert "REF001" in {d.code.id for d in check(game)}
    dates = (game.folder / "time-track.yaml").read_text()
    dates = dates.replace("  - {id: jul42,", "  - {id: mar42, label: March 1942, turn: 3/42}\n  - {id: jul42,", 1)
    files = {"scenarios/november.yaml": lost, "time-track.yaml": dates}
    found = [
        d.message for d in check(load_as_printed("knights-of-the-desert", "all", files=files)) if d.code.id == "SCN042"
    ]
    assert "November has no value `mar42` in `starts`; every other scenario has one" in found
    assert "November has no section of the set-up card for the start mar42; every other scenario has one" in found


def test_the_set_up_card_says_what_is_written_down_at_the_start(november):
    game, _made = november
    card = set_up_card(plan(game, "november"), "axis", words_of(game))
    titles = {section["title"]: section.get("rows", []) for section in card["sections"]}
    assert [(row["head"], row["text"], row["marks"]) for row in titles["Also write down at the start"]] == [
        ("Supply", "350 each mobile unit, 250 each other, 400 each depot", words_of(game)("proposed_mark")),
        ("Air points", "12", words_of(game)("proposed_mark")),
    ]


def test_levels_for_a_proposed_scenario_alone_are_marked_as_proposed(november):
    game, made = november
    text = (game.folder / "victory.yaml").read_text()
    own = text[text.index("  - id: tobruk-41\n") : text.index("  - id: tobruk-42\n")].replace("tobruk-41", "november")
    files = {"scenarios/november.yaml": made.text, "victory.yaml": text.replace("levels:\n", f"levels:\n{own}", 1)}
    full = load_as_printed("knights-of-the-desert", "all", files=files)
    marks = {}
    for name in ("november", "tobruk-41"):
        card = set_up_card(plan(full, name), "axis", words_of(full))
        levels = next(each for each in card["sections"] if each["title"] == words_of(full)("card_levels"))
        marks[name] = {row["marks"] for row in levels["rows"]}
    assert marks == {"november": {words_of(full)("proposed_mark")}, "tobruk-41": {""}}
