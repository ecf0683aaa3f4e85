"""What a scenario scores, leaves out and changes for itself is played, printed and told, and in no other scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import compile_scenario, load_game
from scenario_forge.cli.main import run as forge
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.printing.brief import Brief, words_of
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.pads import score_leaves
from scenario_forge.printing.charts.victory import stop_blocks
from scenario_forge.printing.set_up_card import set_up_card

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
SIEGE = (SKIRMISH / "scenarios/siege.yaml").read_text(encoding="utf-8")
OWN = """\
victory:
  - {id: own_zawia, side: allied, text: Hold Zawia, points: 3, when: {hold: Zawia}}
without: [aug41_axis_akra]
changes:
  - {at: "time-track.boxes[7/41].allied", value: 4-2}
  - {at: "victory.objectives[aug41_allied_akra].points", value: 7}
  - {at: "scenarios/siege.victory[own_zawia].points", value: 5}
"""


def siege(more):
    return load_game(SKIRMISH, "none", {"scenarios/siege.yaml": SIEGE + more})


@pytest.fixture(scope="module")
def plain():
    return compile_scenario(siege(""), "siege")


@pytest.fixture(scope="module")
def own():
    return compile_scenario(siege(OWN), "siege")


def points(compiled):
    return {row["id"]: row["points"] for row in compiled.objectives}


def test_its_rows_are_scored_and_those_it_leaves_out_are_not(plain, own):
    assert points(plain) == {"aug41_allied_akra": 6, "aug41_axis_akra": 8}
    assert points(own) == {"aug41_allied_akra": 7, "own_zawia": 5}


def test_a_value_of_the_track_is_another_in_it(plain, own):
    differ = [n for n, (a, b) in enumerate(zip(plain.turns.figures, own.turns.figures, strict=True)) if a != b]
    assert len(differ) == 1
    assert (plain.turns.figures[differ[0]], own.turns.figures[differ[0]]) == (1, 4)


def test_other_scenarios_are_as_they_were():
    assert compile_scenario(siege(OWN), "compass").hash == compile_scenario(siege(""), "compass").hash


def test_a_scenario_without_any_of_it_is_the_same_to_the_last_bit(plain):
    assert compile_scenario(load_game(SKIRMISH, "none"), "siege").hash == plain.hash


def test_a_change_of_nothing_is_no_scenario_to_play():
    with pytest.raises(CompileError, match=r"boxes\[7/47\]"):
        compile_scenario(siege('changes:\n  - {at: "time-track.boxes[7/47].allied", value: 4-2}\n'), "siege")


def test_a_change_that_cannot_be_is_no_scenario_to_play():
    with pytest.raises(CompileError):
        compile_scenario(siege('changes:\n  - {at: "victory.objectives[aug41_axis_akra].points", value: x}\n'), "siege")


def test_a_row_about_nowhere_is_no_scenario_to_play():
    row = "victory:\n  - {id: own, side: allied, text: Hold Zz, points: 3, when: {hold: Zz}}\n"
    with pytest.raises(CompileError, match="Zz"):
        compile_scenario(siege(row), "siege")


# -- on paper --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def card():
    game = siege(OWN)
    planned = plan(with_scenario(game, "siege"), "siege")
    return set_up_card(planned, "axis", words_of(game), base=game)


def test_both_cards_say_what_is_scored_left_out_and_changed(card):
    sections = {section["title"]: section for section in card["sections"] if "rows" in section}
    scored = sections["Scored in Aug 41, in this scenario only"]["rows"]
    assert [(row["head"], row["text"], row["figure"]) for row in scored] == [("Allied", "Hold Zawia", "5")]
    left_out = sections["Not scored in this scenario"]["rows"]
    assert [(row["head"], row["text"]) for row in left_out] == [("Axis", "Aug 41: Hold Marsa Akra")]
    changed = sections["Changed in this scenario only"]
    assert [(row["text"], row["figure"]) for row in changed["rows"]] == [
        ("Time record track, 7/41, Allied", "4-2 instead of 1-2"),
        ("Victory table, Aug 41, Allied: Hold Marsa Akra, points", "7 instead of 6"),
    ]
    assert "not the values of the printed game" in changed["notes"][0]


def test_a_card_of_a_printed_scenario_has_none_of_it():
    game = siege("")
    made = set_up_card(plan(with_scenario(game, "siege"), "siege"), "axis", words_of(game), base=game)
    assert not [section for section in made["sections"] if "rows" in section]


def test_the_score_pad_has_the_rows_of_the_scenarios_that_are_printed():
    brief = Brief(siege(OWN))
    blocks = {block["stop"]: block for block in score_leaves(brief, ["siege", "compass"])[0]["stops"]}
    own = blocks["Aug 41, The Siege"]
    assert [(row["text"], row["points"]) for side in own["sides"] for row in side["rows"]] == [("Hold Zawia", "5")]
    assert "Aug 41, The Siege" not in [block["stop"] for block in score_leaves(brief)[0]["stops"]]


def test_what_prints_the_table_as_printed_says_where_it_is_otherwise():
    """The aid and the pad are the same for all scenarios: they must not pass for what this one scores."""
    said = "Objectives, Aug 41: as printed; in The Siege some are scored otherwise, see the set-up cards."

    def notes(more):
        brief = Brief(siege(more))
        return {block["stop"]: block["notes"] for block in stop_blocks(brief.game, Signs(brief))}

    for each in (OWN, "without: [aug41_axis_akra]\n", OWN.replace("without: [aug41_axis_akra]\n", "")):
        found = notes(each)
        assert said in found.pop("Aug 41")
        assert all(said not in each for each in found.values())
    assert not [note for each in notes("").values() for note in each if "otherwise" in note]


def test_show_tells_it(tmp_path, capsys):
    import shutil  # noqa: PLC0415

    folder = tmp_path / "skirmish"
    shutil.copytree(SKIRMISH, folder)
    (folder / "scenarios/siege.yaml").write_text(
        SIEGE + OWN + "target: {side: axis, low: 0.4, high: 0.6, players: {axis: idle}}\n", encoding="utf-8"
    )
    assert forge(["show", str(folder), "siege", "--errata", "none"]) == 0
    told = capsys.readouterr().out
    for words in (
        "Allied 3: Hold Zawia",
        "aug41_axis_akra",
        "Time record track, 7/41, Allied: 4-2, not 1-2",
        "Axis wins 40 to 60 % of games; axis idle",
    ):
        assert words in told


def test_arrays_of_a_game_and_of_the_shelf_with_one_name_are_refused_by_both_names():
    class Overlapping(type(siege("").system)):
        title = "Overlap"

        def own_arrays(self, game, read, made):
            super().own_arrays(game, read, made)
            made["scale"] = [7]

    game = siege("")
    game.system = Overlapping()
    with pytest.raises(CompileError, match="the shelf and Overlap both have an array `scale`"):
        compile_scenario(game, "siege")
