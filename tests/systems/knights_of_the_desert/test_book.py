"""The rulebook of *Knights of the Desert*: each number it states is held against charts, victory and rules."""

from __future__ import annotations

import shutil

import pytest

from scenario_forge import check, load_game
from scenario_forge.api.play import prepare
from scenario_forge.cli.main import run
from scenario_forge.compiler.problems import CompileError
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.knowledge.usage import names_read

from .board import FOLDER, prepared, printed


def found_in(folder, errata="all"):
    return [(each.code.id, each.message) for each in check(load_game(folder, errata=errata))]


def edited(tmp_path, file, before, after):
    """A copy of the game with one place of one file changed."""
    folder = shutil.copytree(FOLDER, tmp_path / "knights")
    text = (folder / file).read_text(encoding="utf-8")
    assert before in text
    (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("file", "before", "after", "quantity"),
    [
        ("charts.yaml", 'Axis mobile:      ["36"]', 'Axis mobile:      ["35"]', "operation allotments: axis mobile"),
        ("charts.yaml", 'mobile:    ["40",   "7"]', 'mobile:    ["40",   "8"]', "mobile: operation"),
        ("charts.yaml", 'Coast: ["1.5"]', 'Coast: ["1.6"]', "terrain modifier iv d: coast"),
        ("charts.yaml", 'Depot:                                    ["6"]', 'Depot: ["7"]', "supply range: depot"),
        ("charts.yaml", "[4/12,                        8/24]", "[4/12, 8/20]", "rough: mobile operation supply"),
        ("charts.yaml", '"0": [9%]', '"0": [8%]', "air loss 0"),
        ("charts.yaml", '"2":  [.97 to 1.08]', '"2":  [.96 to 1.08]', "risk iv d 2"),
        ("victory.yaml", "occupied Bardia,   points: 50", "occupied Bardia,   points: 60", "ledger, bardia: points"),
        ("victory.yaml", "per: 3", "per: 4", "ledger, casualties: per"),
        ("victory.yaml", "{hexes: 30-34, points: 12}", "{hexes: 30-34, points: 15}", "ledger, range: bands"),
        ("rules.yaml", "depots: 400", "depots: 300", "supply: depots"),
        ("rules.yaml", "maintenance: 100", "maintenance: 110", "supply: maintenance"),
        (
            "rules.yaml",
            "{enters: 70, battle: 25, another: 50}",
            "{enters: 70, battle: 30, another: 50}",
            "reaction: battle",
        ),
        ("rules.yaml", "{cut: 20, radius: 4}", "{cut: 20, radius: 5}", "raid: radius"),
        ("rules.yaml", "allied: {supply: 200, points: 6}", "allied: {supply: 200, points: 5}", "allied: points"),
        ("rules.yaml", "per_level: 0.2", "per_level: 0.25", "combat: per level"),
        ("rules.yaml", "air_defence: 0.15", "air_defence: 0.2", "combat: air defence"),
        ("rules.yaml", "breaks_below: 0.15", "breaks_below: 0.2", "combat: breaks below"),
        ("rules.yaml", "friend_beside: 300", "friend_beside: 200", "combat: friend beside"),
        ("rules.yaml", "odds_share: 0.5", "odds_share: 1.0", "combat: odds share"),
        ("time-track.yaml", 'replacements_british: "1600"', 'replacements_british: "1500"', "replacements british"),
    ],
)
def test_a_number_that_parts_from_its_clause_is_found(tmp_path, file, before, after, quantity):
    folder = edited(tmp_path, file, before, after)
    assert [m for code, m in found_in(folder) if code == "RUL001" and quantity in m]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("chart.cadre_iv_a.9: 92", "chart.cadre_iv_a.10: 92"),
        ("chart.fortification_cost_iv_c.mobile.supply: 40", "chart.fortification_cost_iv_c.horses.supply: 40"),
        ("ledger.bardia.points: 50", "ledger.derna.points: 50"),
    ],
)
def test_a_clause_that_names_no_cell_is_found(tmp_path, before, after):
    found = found_in(edited(tmp_path, "rulebook.yaml", before, after))
    assert any(code == "RUL031" and after.partition(":")[0] in message for code, message in found)


def test_the_print_gives_two_campaigns_each_others_year():
    """II: Campaign '41 from March 1942, Campaign '42 from March 1941, against what the next paragraph says."""
    found = [message for code, message in found_in(FOLDER, "none") if code == "RUL001"]
    assert [message.split(" for ")[1].split(":")[0] for message in found] == [
        "scenario, campaign 41",
        "scenario, campaign 42",
    ]


def test_two_clauses_of_one_passage_that_part_are_named_each_by_itself():
    """II.5 and II.6 part over the start of Campaign '41, also where its scenario cannot be read."""
    text = (FOLDER / "scenarios/campaign-41.yaml").read_text(encoding="utf-8")
    found = check(load_game(FOLDER, "none", {"scenarios/campaign-41.yaml": f"surplus: 1\n{text}"}))
    said = [each.message for each in found if each.code.id == "RUL001" and "campaign 41" in each.message]
    assert said == ["II.5 gives `3/42` for scenario, campaign 41: start; II.6 gives `3/41`"]


def test_each_damaged_passage_and_each_open_question_has_a_reading_and_what_was_not_taken():
    (book, _where), *_ = printed().documents("rulebook", RulebookDocument)
    rulings = [ruling for clause in book.clauses for ruling in clause.rulings]
    assert all(ruling.reading and ruling.alternatives for ruling in rulings)
    assert {f"A{number}" for number in range(1, 57)} <= {ruling.id for ruling in rulings}
    assert [clause.id for clause in book.clauses if clause.lost and not clause.rulings] == []


def test_a_line_a_clause_is_in_columns_however_long_the_ids_are(capsys):
    """`forge rules`: I.1 and III.2.E.10.a begin their titles at the same place."""
    assert run(["rules", str(FOLDER)]) == 0
    *lines, _counted = capsys.readouterr().out.splitlines()
    (book, _where), *_ = printed().documents("rulebook", RulebookDocument)
    starts = {line.index(clause.title[:16]) for line, clause in zip(lines, book.clauses, strict=True)}
    assert starts == {max(len(clause.id) for clause in book.clauses) + 2}


def test_the_rules_answer_the_worked_examples_and_find_the_two_that_are_misprinted():
    """IV.D.5.c: 70 to 129 in print, 45 to 87 by the formula; VII: 138 replacements on the display, 136 beside it."""
    found = [message for code, message in found_in(FOLDER, "none") if code == "EXM005"]
    assert [message.removeprefix("the rules give ") for message in found] == [
        "45 for `low`; the example has 70",
        "138 for `allied_replacements`; the example has 136",
    ]
    assert [message for code, message in found_in(FOLDER) if code == "EXM005"] == []


def test_an_example_of_the_display_has_the_ids_of_the_sides_in_its_keys():
    """The rules answer too when the replacements of the other side are shown."""
    text = (FOLDER / "examples.yaml").read_text(encoding="utf-8")
    other = text.replace("allied_replacements", "axis_replacements")
    found = [each.message for each in check(load_game(FOLDER, "none", {"examples.yaml": other}))]
    assert "the rules give 138 for `axis_replacements`; the example has 136" in found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{eliminated_below: 120}", "{eliminated_below: 121}"),
        ("{percent: 80}", "{percent: 90}"),
        ("{percent: 120}", "{percent: 110}"),
        ("{points: 22}", "{points: 20}"),
        ("enemy_segment: 55}", "enemy_segment: 50}"),
        ("{percent_lost: 16}", "{percent_lost: 8}"),
        ("modified: 406}\n    told", "modified: 400}\n    told"),
        ("with_friends: 3500, modified: 2500}\n    told", "with_friends: 3300, modified: 2500}\n    told"),
        ("{score: -519,", "{score: 519,"),
    ],
)
def test_an_example_that_the_rules_answer_otherwise_is_found(tmp_path, before, after):
    found = found_in(edited(tmp_path, "examples.yaml", before, after))
    assert [code for code, _message in found if code == "EXM005"] == ["EXM005"]


GAZALA, PORT = '{name: Gazala, hex: "1511", kinds: [label]}', '{name: Tobruk, hex: "1711", kinds: [fortress]}'


@pytest.mark.parametrize(
    ("before", "after", "file", "said"),
    [
        pytest.param(PORT, PORT.replace("fortress", "town"), "rules.yaml", "no place on the map is", id="none"),
        pytest.param(GAZALA, GAZALA.replace("label", "fortress"), "map.yaml", "Tobruk is a second", id="two"),
    ],
)
def test_a_map_without_its_one_fortress_is_found_and_not_played(before, after, file, said):
    text = (FOLDER / "map.yaml").read_text(encoding="utf-8")
    assert before in text
    game = load_game(FOLDER, "all", {"map.yaml": text.replace(before, after, 1)})
    (found,) = [each for each in check(game) if each.code.id == "WGM001"]
    assert (found.span.file, found.message[: len(said)]) == (file, said)
    with pytest.raises(CompileError, match="cannot be played by its rules"):
        prepare(game, "tobruk-41")


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        pytest.param("  - {id: tobruk, ", "\n", "no row of the ledger is for who holds Tobruk", id="fortress"),
        pytest.param("  - id: range", "levels:", "no row of the ledger gives points by distance", id="distance"),
        pytest.param(
            "  - id: el-agheila-lost", "", "no sudden victory is for the units with which the Allied", id="base"
        ),
    ],
)
def test_a_victory_table_that_the_rules_cannot_read_is_found_and_not_played(start, end, said):
    text = (FOLDER / "victory.yaml").read_text(encoding="utf-8")
    first = text.index(start)
    after = text.index(end, first) if end else len(text)
    game = load_game(FOLDER, "none", {"victory.yaml": text[:first] + text[after:].removeprefix("\n")})
    (found,) = [each for each in check(game) if each.code.id == "WGM001"]
    assert (found.span.file, found.message[: len(said)]) == ("victory.yaml", said)
    with pytest.raises(CompileError, match="cannot be played by its rules"):
        prepare(game, "tobruk-41")


def test_one_fortress_may_have_two_names():
    text = (FOLDER / "map.yaml").read_text(encoding="utf-8")
    named = PORT.replace("Tobruk", "Tobruch")
    game = load_game(FOLDER, "all", {"map.yaml": text.replace(PORT, f"{PORT}\n  - {named}", 1)})
    assert [each for each in check(game) if each.code.id == "WGM001"] == []
    assert prepare(game, "tobruk-41").play.rules.fortress == prepared().play.rules.fortress


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "known"), [("1711", True), ("Tobruk", True), ("TOBRUK", False), ("9999", False)])
def test_a_fortified_hex_is_named_as_play_looks_it_up(name, known):
    text = (FOLDER / "rules.yaml").read_text(encoding="utf-8")
    game = load_game(FOLDER, "all", {"rules.yaml": text.replace('forts: {"1711"', f'forts: {{"{name}"', 1)})
    found = [each.message for each in check(game) if each.code.id == "WGM001"]
    assert found == ([] if known else [f"there is no place or hex `{name}`"])
    if known:
        assert prepare(game, "tobruk-41")


@pytest.mark.parametrize(
    ("hex_", "said"),
    [
        pytest.param("2009", "", id="held in the scenario"),
        pytest.param("2010", "", id="held at the printed start"),
        pytest.param("1509", "nobody begins in 1509 at battleaxe", id="held by nobody"),
    ],
)
def test_a_fort_that_a_scenario_adds_is_that_of_a_unit_of_the_scenario(hex_, said):
    text = (FOLDER / "scenarios/battleaxe.yaml").read_text(encoding="utf-8")
    changed = text.replace('forts["2009"]', f'forts["{hex_}"]')
    game = load_game(FOLDER, "all", {"scenarios/battleaxe.yaml": changed})
    found = [each.message for each in check(game) if each.code.id == "SCN031"]
    assert [message.partition("cannot be `2`: ")[2].partition(",")[0] for message in found] == ([said] if said else [])
    if said:
        with pytest.raises(CompileError, match="cannot be played by its rules"):
            prepare(game, "battleaxe")
        return
    play = prepare(game, "battleaxe").play
    units = play.begin().units
    forts = [unit for unit, level in enumerate(units.fort) if level == 2]
    assert forts == [unit for unit, place in enumerate(units.place) if place == play.rules.hex(hex_)] != []


def test_a_column_of_the_track_is_read_if_rules_name_it():
    text = (FOLDER / "rules.yaml").read_text(encoding="utf-8")
    pool = next(line for line in text.splitlines() if "pool:" in line)
    game = load_game(FOLDER, "all", {"rules.yaml": text.replace(pool, pool.replace("pool: ", "pool: no-"), 1)})
    read, unread = names_read(printed(), "track column"), names_read(game, "track column")
    (name,) = set(read) - set(unread)
    assert set(unread) - set(read) == {f"no-{name}"}
