"""Somebody's list of errata: each line is resolved, told to differ, or left, and nothing of the game is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenario_forge.api.errata_import import UnreadableList, import_lists
from scenario_forge.api.errata_import.values import as_plain
from scenario_forge.cli.main import run
from scenario_forge.game.errata.text import text_list
from scenario_forge.game.reading.errata import every_erratum, locate, printed_roots
from scenario_forge.game.reading.locate import find_game
from scenario_forge.game.reading.workspace import Workspace, load_game
from tests.as_printed import copy_as_printed

LISTS = Path(__file__).parent / "lists"
ALLIED, AXIS = "orders-of-battle/allied.units", "orders-of-battle/axis.units"


@pytest.fixture(scope="module")
def games():
    return {name: load_game(find_game(name), "none") for name in ("desert-rats", *(n for n, _list in BY_HAND.values()))}


@pytest.fixture(scope="module")
def desert_rats(games):
    return games["desert-rats"]


def read(game, *texts, **more):
    lists = [(f"list {n}", text if isinstance(text, bytes) else text.encode()) for n, text in enumerate(texts, 1)]
    return import_lists(game, lists, **more)


def only(made):
    (outcome,) = made.lists[0].outcomes
    return outcome


def resolved(game, text):
    """Return what a list leads to: address → corrected value."""
    return {
        each.at: each.corrected
        for o in read(game, text).lists[0].outcomes
        if o.status == "resolved"
        for each in o.corrections
    }


BY_HAND = {
    "desert_rats_forum": (
        "desert-rats",
        {
            f"{ALLIED}[5].dec40": "QQ16",
            f"{ALLIED}[6].dec40": "QQ16",
            f"{ALLIED}[4].dec40": "SS32",
            f"{ALLIED}[22].mar41+": "R7/41, W8/41",
            f"{ALLIED}[9].may42": "PP26(c4)",
            f"{ALLIED}[14].may42": "PP26(c5)",
            f"{ALLIED}[1].may42": "N30",
            f"{ALLIED}[2].may42": "N30",
            f"{ALLIED}[3].may42": "N30",
            f"{ALLIED}[38].may42": "R26",
            "charts.charts.combat_results.columns[-4,3]": "-4,-3",
            "charts.charts.combat_results.columns[-2,1]": "-2,-1",
            "time-track.boxes[10/41].axis": "2-3",
        },
    ),
    "desert_rats_publisher": (
        "desert-rats",
        {
            "counters.units[allied/4].name": "16/6 Aus",
            "counters.units[allied/50].name": "9/2 NZ",
            f"{ALLIED}[32].may42": "T25",
            f"{ALLIED}[25].nov41": "T29",
            f"{AXIS}[37].may42": "N20",
            "rulebook.clauses[10.3].text": "A throw of 1 to 3 repairs 2 strength points. Use them at once as replacement points.",
            "rulebook.clauses[2.11].text": (
                "The Time Record Track is printed on the map. Each of its compartments holds two numbers, written y-z."
            ),
            "rulebook.clauses[11.11].text": "Each Axis unit may try to capture it only once in a player turn.",
            "rulebook.clauses[1.15].text": (
                "The identity names the historical unit and changes nothing in play. The one illustrated is called "
                "Panzer Regiment 5 of 21 Panzer Division, part of the Afrika Korps."
            ),
            "victory.objectives[dec42_axis_on_map].text": "Supplied Axis units still on map",
            "victory.objectives[dec42_allied_tobruk_besieged].text": "Hold Tobruk besieged or not",
            "chronology.events[4/4/41].date": "10/4/41",
            "chronology.events[9/11/42].date": "9-11/42",
        },
    ),
    "knights_magazine": (
        "knights-of-the-desert",
        {
            'charts.charts.risk_x.rows[13]["Loss modifier"]': ".75-1.52",
            'charts.charts.risk_x.rows[14]["Loss modifier"]': ".73-1.56",
            'charts.charts.combat_supply.rows[6]["att mobile allied"]': "156",
            "victory.ledger[range].distance.bands[points=6].hexes": "13-21",
            "victory.levels[tobruk-42].levels[allied-strategic].range": "<60",
            "victory.levels[el-alamein].levels[allied-strategic].range": "<400",
        },
    ),
    "rats_of_tobruk_mail": (
        "rats-of-tobruk",
        {
            "rulebook.clauses[10.8.4].text": "If a bunker is attacked across a ditch/wire hexside, add 7 to the dice.",
            'charts.charts.combat_dice_modifiers.rows["bunker across ditch/wire"].Modifier': "+7",
            "rulebook.clauses[2.6.3].text": "A pinned unit cannot attack by 10.1.",
            "rulebook.clauses[9.1.3].text": (
                "The movement allowance of tracked units, wheeled units and headquarters out of supply is halved. Round "
                "fractions down."
            ),
            'charts.charts.weather_effects.rows["Direct fire, each die"].Sandstorm': "no fire",
            "rulebook.clauses[13.1.1].cites[rule=10.2].rule": "11.2",
        },
    ),
    "western_desert_comments": (
        "western-desert",
        {
            "rulebook.clauses[4.1].text": (
                "The map has hexes with 7 kinds of terrain: clear, town, wadi, scrub, hill, marsh and escarpment. Roads and "
                "tracks cross them."
            ),
            "rulebook.clauses[4.16].text": (
                "A unit that stays on a road for the whole of its move has an extra movement point."
            ),
            "charts.charts.suggested_movement_values.columns[Weapon Examples]": "Unit Examples",
            "rulebook.clauses[17.2].text": "An attacking unit in good order counts 1, a disordered one 0.",
            "rulebook.clauses[9.1].text": "Spend action points to move units, to fire and to attach headquarters.",
            "rulebook.clauses[12.4].text": "Movement points cannot be saved for a later activation.",
            "rulebook.clauses[30.2].text": (
                "The Italian armoured force has 15 units: 2 armoured cars; 8 tanks, of which 1 L6/40, 5 M13/40 and 2 "
                "Semovente; 2 infantry; 2 anti-tank guns; and 1 artillery, 1 of 105mm and 1 of 150mm."
            ),
        },
    ),
}
"""List written by hand → the game, and what is resolved of it, all of it rightly."""


@pytest.mark.parametrize("name", BY_HAND)
def test_a_list_written_by_hand_is_resolved_and_nothing_of_it_wrongly(games, name):
    game_name, wanted = BY_HAND[name]
    game = games[game_name]
    roots = printed_roots(game.read)
    found = resolved(game, (LISTS / f"{name}.txt").read_bytes())
    assert {locate(roots, at)[:2]: value for at, value in found.items()} == {
        locate(roots, at)[:2]: value for at, value in wanted.items()
    }


@pytest.mark.parametrize(
    "line",
    [
        "Allied unit 4, Dec 40: S32 should be SS32.",
        "Allied OOB, #4 (December 1940): for S32 read SS32",
        "In the Allied order of battle, unit 4, column Dec 40, change S32 to SS32 (a letter was dropped).",
        "Read SS32 for S32 in the Allied order of battle, unit 4, 12/40.",
        "- 16/6 Aux, Dec 40: SS32 instead of S32",
        "Allied 4, Dec. 1940 S32 -> SS32",
        "Unit 4 starts in S32 in Dec 40; it should start in SS32",
        "ALLIED ORDER OF BATTLE\n* Unit 4, Dec 40\n  Printed: S32\n  Correct: SS32",
        "Unit,Side,Column,Now,Was\n4,Allied,Dec 40,SS32,S32",
        "Was;Right;Where\nS32;SS32;Allied unit 4, Dec 40",
        "Allied 4\tDec 40\tS32\tSS32\nAllied 5\tDec 40\tQ16\tQQ16",
        "orders-of-battle/allied.units[4].dec40: S32 should be SS32",
    ],
)
def test_wordings_of_one_correction(desert_rats, line):
    assert resolved(desert_rats, line)[f"{ALLIED}[4].dec40"] == "SS32"


def test_a_printed_value_that_is_not_there_is_told(desert_rats):
    outcome = only(read(desert_rats, "Allied unit 4, Dec 40: S23 should be SS32"))
    assert outcome.status == "differs"
    assert outcome.problem == "the list says S23, the document has S32"
    assert not read(desert_rats, "Allied unit 4, Dec 40: S23 should be SS32").rows


def test_the_number_of_another_unit_leads_to_both(desert_rats):
    outcome = only(read(desert_rats, "Allied unit 7, Dec 40: Q16 should be QQ16"))
    assert outcome.status == "differs"
    assert f"{ALLIED}[5].dec40" in [each.at for each in outcome.candidates]


def test_a_value_that_is_corrected_already_is_told(desert_rats):
    assert only(read(desert_rats, "Allied unit 38, after Nov 41: R1/41 should be R1/42")).status == "already"


def test_a_value_that_cannot_stand_there_is_told(desert_rats):
    outcome = only(read(desert_rats, "Victory table, dec42, Axis objective: 10 should be eight"))
    assert (outcome.status, outcome.problem) == ("unfit", "`eight` cannot stand there")


def test_two_corrections_in_a_line_are_two(desert_rats):
    text = "Allied unit 4, Dec 40: S32 should be SS32; unit 5, Dec 40: Q16 should be QQ16"
    assert resolved(desert_rats, text) == {f"{ALLIED}[4].dec40": "SS32", f"{ALLIED}[5].dec40": "QQ16"}


def test_a_reason_behind_a_value_becomes_the_reason(tmp_path):
    game = as_printed(tmp_path)
    (row,) = read(game, "Allied unit 4, Dec 40: S32 should be SS32, because a letter was dropped.").rows
    assert str(row["why"]) == "Because a letter was dropped"


# -- side by side ----------------------------------------------------------------------------------


def as_printed(tmp_path, *kept):
    """A copy of Desert Rats without the errata that are not kept."""
    folder = tmp_path / "dr"
    copy_as_printed("desert-rats", folder)
    for path in (folder / "errata").iterdir():
        if path.name not in kept:
            path.unlink()
    return load_game(folder, "none")


def test_a_line_that_an_erratum_has_already_is_not_drafted(desert_rats):
    made = read(desert_rats, "Allied unit 4, Dec 40: S32 should be SS32")
    (other,) = made.of(only(made))
    assert (other.kind, other.other, made.rows) == ("repeats", "DR-012", ())


def test_a_line_against_an_erratum_stands_beside_it(desert_rats):
    made = read(desert_rats, "Allied unit 4, Dec 40: S32 should be RR32")
    (other,) = made.of(only(made))
    assert (other.kind, other.other, other.says, made.rows) == ("conflicts", "DR-012", "SS32", ())


def test_two_lists_against_each_other_stand_side_by_side(tmp_path):
    made = read(as_printed(tmp_path), "Allied unit 4, Dec 40: S32 -> SS32", "Allied unit 4, Dec 40: S32 -> RR32")
    (other,) = made.of(made.lists[1].outcomes[0])
    assert (other.kind, other.other, other.says) == ("conflicts", "list 1, line 1", "SS32")
    assert [row["corrected"] for row in made.rows] == ["SS32"]


def test_a_clause_with_a_ruling_shows_it_and_is_drafted(tmp_path):
    made = read(as_printed(tmp_path), '7.15: "need not attack" should read "need not attack out of it"')
    (other,) = made.of(only(made))
    assert (other.kind, other.other) == ("ruling", "ruling A-BOX-ATTACKED")
    assert "A stack in a box therefore need not attack out of it." in [row["corrected"] for row in made.rows]


def test_two_lines_on_other_words_of_a_sentence_are_one_erratum(tmp_path):
    text = '3.15: "9 movement points" should be "10 movement points"\n3.15: "7 for the" should be "8 for the"'
    (row,) = read(as_printed(tmp_path), text).rows
    assert row["corrected"] == (
        "Unit A moves to X for 10 movement points: 8 for the escarpment crossed and 2 for clear terrain."
    )


# -- files -----------------------------------------------------------------------------------------

LINE = "Allied unit 4, Dec 40: S32 should be SS32 – “a letter” was dropped"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(desert_rats, encoding):
    assert resolved(desert_rats, LINE.encode(encoding)) == {f"{ALLIED}[4].dec40": "SS32"}


def test_an_encoding_that_had_to_be_guessed_is_said(desert_rats):
    (notice,) = read(desert_rats, LINE.encode("cp1252")).notices()
    assert "is not in UTF-8" in notice


def test_what_is_no_text_is_refused(desert_rats):
    with pytest.raises(UnreadableList, match="is not a text"):
        read(desert_rats, b"PK\x03\x04\x00\x00")


def test_a_list_in_german_is_said_to_be(desert_rats):
    (first, *_rest) = read(
        desert_rats, "Einheit 4: statt S32 muss es SS32 heißen.\nDie Regel 3 ist nicht richtig."
    ).notices()
    assert "no line says" in first
    assert any("German" in each for each in _rest)


def test_a_list_of_another_game_is_said_to_be(desert_rats):
    text = (LISTS / "knights_magazine.txt").read_bytes()
    assert any(
        "is it a list of another game; it names Knights of the Desert?" in n for n in read(desert_rats, text).notices()
    )


def test_a_web_page_is_read_by_its_table(desert_rats):
    page = (
        "<html><body><h1>Errata</h1><table><tr><th>Where<th>Printed<th>Correct</tr>"
        "<tr><td>Allied unit 4,<br>Dec 40</td><td>S32</td><td><b>SS32</b></td></tr></table>"
        "<p>Allied unit 5, Dec 40: Q16 should be QQ16</p></body></html>"
    )
    assert resolved(desert_rats, page) == {f"{ALLIED}[4].dec40": "SS32", f"{ALLIED}[5].dec40": "QQ16"}


def test_remarks_are_kept_apart(desert_rats):
    made = read(desert_rats, "Great game, thanks to all who made it.\n\nAllied unit 4, Dec 40: S32 -> SS32")
    assert made.lists[0].read.remarks == [(1, "Great game, thanks to all who made it.")]
    assert len(made.lists[0].outcomes) == 1


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    as_printed(tmp_path)
    (tmp_path / "list.txt").write_text(
        "Allied unit 4, Dec 40: S32 should be SS32\nAllied unit 7, Dec 40: Q16 should be QQ16\n"
    )
    return tmp_path / "dr"


def test_drafts_go_into_a_new_file_and_hold(copy, capsys):
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    assert run(["errata", "import", "dr", "list.txt", "--output", "dr/errata/list.yaml", "--by", "publisher"]) == 1
    assert "2 corrections: 1 resolved, 1 with another printed value; 1 draft" in capsys.readouterr().out
    assert before == {path: path.read_bytes() for path in before}
    game = Workspace(copy).load("official")
    assert game.read["orders-of-battle/allied.yaml"].data["units"][3]["dec40"] == "SS32"


def test_what_is_there_is_never_replaced(copy, capsys):
    Path("dr/errata").mkdir(exist_ok=True)
    Path("dr/errata/list.yaml").write_text("mine")
    assert run(["errata", "import", "dr", "list.txt", "--output", "dr/errata/list.yaml"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert Path("dr/errata/list.yaml").read_text() == "mine"


def test_the_work_list_has_the_lines_and_the_places_that_they_seem_to_mean(copy):
    run(["errata", "import", "dr", "list.txt", "--work-list", "work.json"])
    lines = json.loads(Path("work.json").read_text())["lines"]
    assert [(line["line"], line["status"]) for line in lines] == [(1, "resolved"), (2, "differs")]
    assert f"{ALLIED}[5].dec40" in [place["at"] for place in lines[1]["places"]]


# -- there and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["desert-rats", "knights-of-the-desert"])
def test_the_text_of_a_games_errata_gives_the_same_errata(tmp_path, name):
    folder = tmp_path / "game"
    whole = load_game(find_game(name), "all")
    copy_as_printed(name, folder)
    for path in (folder / "errata").iterdir():
        path.unlink()
    made = import_lists(load_game(folder, "none"), [("list", text_list(whole).encode())])
    assert not made.skipped
    (folder / "errata" / "again.yaml").write_text(made.document("Again"))
    again = load_game(folder, "none")
    assert {e.id: e for e, _ in every_erratum(again)} == {e.id: e for e, _ in every_erratum(whole)}


def test_a_list_that_the_game_has_already_adds_nothing(desert_rats):
    made = import_lists(desert_rats, [("list", text_list(desert_rats).encode())])
    assert made.rows == ()
    assert len(made.skipped) == len(every_erratum(desert_rats))


def test_values_compare_in_any_typography():
    assert as_plain("−4,3") == as_plain("-4,3")
