"""START-HERE: what is in the folder, counted right, in the game's words; and what may be left out is left out."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import replace

import pytest

from scenario_forge.cli.main import run
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.build_manifest import DocumentEntry, Manifest, Variant
from scenario_forge.printing.profile import Profile, find_profile
from scenario_forge.printing.start_here import Folder, contents, entries_of, file_name, first_evening, job
from tests.printing.conftest import SKIRMISH, edited, pages

A4, A2, A5 = (210, 297), (594, 420), (148, 210)
HERE = Variant(paper="A4", profile="default", errata="none")


def entry(component, *parts, pages=1, size=A4, print_as="single", how="A4", **more):
    return DocumentEntry(
        file="_".join(["skirmish", component, *parts, how, "errata-none-v1"]),
        component=component,
        title=" ".join([component, *parts]),
        variants=[HERE],
        made_on="A4",
        base="",
        reads={},
        files={},
        pages=[size] * pages,
        print_as=print_as,
        **more,
    )


BOX = [
    entry("map", "west", size=A2, how="A2"),
    entry("map", "pages", pages=7),
    entry("counters", pages=3, print_as="long"),
    entry("charts", pages=2),
    *(entry("setup-card", scenario, side) for scenario in ("siege", "compass") for side in ("allied", "axis")),
    entry("rules", pages=50, size=A5, how="A5"),
    entry("rules", "booklet", pages=26, size=(297, 210), print_as="short"),
]


@pytest.fixture
def brief(skirmish):
    return Brief(skirmish())


def rows(data):
    return {row["file"]: row for group in data["groups"] for row in group["rows"]}


def test_sheets_are_counted_by_how_they_are_printed(brief):
    data = contents(brief, BOX)
    found = rows(data)
    assert {name: row["sheets"] for name, row in found.items() if "setup" not in name} == {
        "map_west_A2": "",
        "map_pages_A4": "7",
        "counters_A4": "2",
        "charts_A4": "2",
        "rules_A5": "",
        "rules_booklet_A4": "13",
    }
    assert (
        data["totals"][0]
        == f"All of it on A4: {7 + 2 + 2 + 4 + 13} sheets of paper, {7 + 3 + 2 + 4 + 26} printed sides. "
        "These pages are not counted."
    )
    assert "1 poster" in data["totals"][1]


def test_how_each_is_printed_is_said(brief):
    found = rows(contents(brief, BOX))
    assert (found["map_west_A2"]["paper"], found["map_west_A2"]["sides"]) == ("A2", "copy shop")
    assert found["counters_A4"]["sides"] == "both sides, long edge"
    assert found["rules_booklet_A4"]["sides"] == "both sides, short edge"
    assert found["rules_A5"]["sides"] == "for the screen"
    assert (found["map_pages_A4"]["colour"], found["charts_A4"]["colour"]) == ("colour", "black is enough")
    assert [name for name, row in found.items() if not row["tick"]] == ["map_west_A2", "rules_A5"]


def test_the_files_to_print_are_named_with_their_sheets_and_sides(brief):
    data = contents(brief, [*BOX, entry("calibration", pages=2, print_as="long", how="A4_duplex-long")], "_Letter")
    assert [(row["name"], row["sheets"], row["sides"]) for row in data["files"]] == [
        ("1-single-sided_Letter.pdf", str(7 + 2 + 4), "one side"),
        ("2-duplex_Letter.pdf", str(2 + 1), "both sides, long edge"),
        ("3-booklet_Letter.pdf", "13", "both sides, short edge"),
    ]
    assert [row["note"] for row in data["files"]] == ["", "Print pages 1–2 first, and set the printer by them.", ""]


def test_each_part_says_on_which_pages_of_which_file_it_is(brief):
    found = {name: row["where"] for name, row in rows(contents(brief, BOX)).items()}
    assert [found[name] for name in ("map_west_A2", "map_pages_A4", "counters_A4", "charts_A4")] == [
        "",
        "1: 1–7",
        "2: 1–3",
        "1: 8–9",
    ]
    assert (found["rules_A5"], found["rules_booklet_A4"]) == ("", "3: 1–26")
    assert found["setup-card_siege_allied_A4"] == "1: 10"


def test_the_cutting_keeps_the_margin_with_its_marks(brief):
    steps = next(s for s in contents(brief, BOX)["sections"] if s["title"] == brief.words("start_cutting"))["steps"]
    order = [
        next(n for n, step in enumerate(steps) if text in step) for text in ("margin whole", "top to bottom", "across")
    ]
    assert order == sorted(set(order)), "three steps, in this order"


def test_what_all_names_share_is_said_once(brief):
    assert contents(brief, BOX)["names"].startswith("Each name begins with skirmish_ and ends with _errata-none-v1.pdf")
    alone = contents(brief, BOX[:1])
    assert alone["names"] == ""
    assert list(rows(alone)) == ["skirmish_map_west_A2_errata-none-v1"]


def test_steps_speak_only_of_what_is_there(brief):
    def titles(entries):
        return [section["title"] for section in contents(brief, entries)["sections"]]

    assert titles(BOX[3:4]) == ["How to print", "Tools"]
    assert len(titles(BOX)) == 5
    flat = Brief(brief.game, Profile(backs="none"))
    printed = " ".join(contents(flat, BOX)["sections"][0]["steps"])
    assert "--back-right" not in printed
    assert "--back-right 1.5mm" in " ".join(contents(brief, BOX)["sections"][0]["steps"])


def steps(brief, entries, title):
    return next((s["steps"] for s in contents(brief, entries)["sections"] if s["title"] == brief.words(title)), [])


@pytest.mark.parametrize(
    ("backs", "stock", "glue"),
    [
        ("long", "card of 250 to 300 g", False),
        ("short", "card of 250 to 300 g", False),
        ("fold", "heavy paper, 160 to 200 g", True),
        ("none", "full-sheet labels, or plain paper to glue on card of 1 to 2 mm", True),
    ],
)
def test_backs_on_the_other_side_are_not_hidden_by_glue(brief, backs, stock, glue):
    made = Brief(brief.game, replace(Profile(), backs=backs))
    group = next(group for group in contents(made, BOX)["groups"] if group["name"] == "Counters")
    assert group["stock"] == stock
    assert any("glue" in step for step in steps(made, BOX, "start_tools")) == glue
    cutting = steps(made, BOX, "start_cutting")
    assert any("Glue the sheets to card" in step for step in cutting) == (backs == "none")
    thicker = [step for step in cutting if "thicker" in step]
    assert [("forge printer --backs fold" in step) for step in thicker] == [True] * (backs in ("long", "short"))


def test_a_profile_that_sets_the_backs_is_not_changed_by_a_printer(skirmish):
    """So START-HERE does not send anyone to a command that does nothing."""
    own = "basis: proposed\nprofile: attic\ntitle: The attic\nbacks: long\n"
    game = load_game(SKIRMISH, "none", edited([]) | {"profiles/attic.yaml": own})
    made = Brief(game, find_profile(game, "attic")[0])
    assert made.profile.backs == "long"
    assert not any("thicker" in step for step in steps(made, BOX, "start_cutting"))


def test_parts_on_different_paper_are_printed_by_their_pages(brief):
    (step,) = [step for step in steps(brief, BOX, "start_how_print") if "different paper" in step]
    assert step.endswith("1: 8–9 is pages 8–9 of 1-single-sided.pdf."), "charts on heavy paper, after the map"
    cards = [each for each in BOX if each.component in ("setup-card", "rules")]
    assert not any("different paper" in step for step in steps(brief, cards, "start_how_print"))


def test_tracks_are_cut_from_mark_to_mark_where_there_are_some(brief):
    assert steps(brief, BOX, "start_trimming") == []
    (step,) = steps(brief, [*BOX, entry("map", "tracks")], "start_trimming")
    assert "left and right first" in step


def test_the_first_evening_is_the_shortest_scenario_and_what_it_needs(brief):
    found = first_evening(brief, BOX)
    track = schedule(brief.game)

    turns = {name: each.player_turns(track) for name, each in scenarios(brief.game).scenarios.items()}
    name = min(turns, key=turns.get)
    other = next(each for each in turns if each != name)
    assert f"{turns[name]} player turn" in found["lead"]
    assert found["files"] == [
        "map_pages_A4",
        "counters_A4",
        "charts_A4",
        f"setup-card_{name}_allied_A4",
        f"setup-card_{name}_axis_A4",
        "rules_booklet_A4",
    ]
    assert not any(other in file for file in found["files"])
    assert found["steps"][0] == f"{7 + 2 + 2 + 2 + 13} sheets of A4"
    cards = [f"setup-card_{scenario}_{side}_A4" for scenario in ("siege", "compass") for side in ("allied", "axis")]
    own = 10 + cards.index(f"setup-card_{name}_allied_A4")
    pages = "1–11" if own == 10 else f"1–9, {own}–{own + 1}"
    assert found["steps"][1:4] == [
        f"1-single-sided.pdf: pages {pages}",
        "2-duplex.pdf: pages 1–3",
        "3-booklet.pdf: pages 1–26",
    ]


def test_the_command_for_fewer_counters_prints_what_the_page_is_of(tmp_path, monkeypatch, capsys):
    """With the page's own errata, paper and profile, whatever the printer and the defaults of whoever types it.

    It goes into a folder of its own, where START-HERE is for these counters.
    """
    shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    monkeypatch.chdir(tmp_path)
    game = load_game("skirmish", "all")
    lines = {}
    for name, profile in (("A4", "default"), ("Legal", "grey")):
        made = Brief(game, find_profile(game, profile)[0].on(name))
        line = first_evening(made, BOX)["fewer"]
        lines[name] = shlex.split(line[line.index("forge ") :])
    assert lines["A4"][1:3] == ["build", "skirmish"]
    assert {"--for-scenario", "--errata", "all", "--paper", "A4", "--profile", "default"} <= set(lines["A4"])
    assert {"--paper", "Legal", "--profile", "grey"} <= set(lines["Legal"])
    assert run([*lines["A4"][1:], "--only", "counters", "--no-previews"]) == 0
    assert "counters" in capsys.readouterr().out
    name = lines["A4"][lines["A4"].index("--scenario") + 1]
    assert (tmp_path / f"build-{name}/skirmish/00-START-HERE.pdf").is_file()


def test_the_first_evening_names_the_files_of_its_own_paper(brief):
    steps = contents(brief, BOX, "_Letter")["evening"]["steps"]
    assert [step.partition(":")[0] for step in steps[1:]] == [
        "1-single-sided_Letter.pdf", "2-duplex_Letter.pdf", "3-booklet_Letter.pdf",
    ]  # fmt: skip


def test_where_sheets_turn_on_the_short_edge_every_part_of_the_file_says_so(brief):
    mixed = [entry("counters", pages=2, print_as="short"), entry("player-aid", pages=2, print_as="long")]
    data = contents(brief, mixed)
    assert data["files"][0]["sides"] == "both sides, short edge"
    assert {row["sides"] for row in rows(data).values()} == {"both sides, short edge"}


@pytest.mark.parametrize("entries", [BOX[:2], [], [entry("setup-card", "siege", "axis")]])
def test_where_nothing_can_be_left_out_there_is_no_first_evening(brief, entries):
    assert first_evening(brief, entries) is None


def test_the_counters_are_listed_as_many_as_they_are(brief):
    from scenario_forge.printing.counters.manifest import manifest  # noqa: PLC0415

    counters = contents(brief, BOX)["counters"]
    count = sum(group.count for group in manifest(brief))
    assert counters["total"] == f"{count} counters"
    assert sum(group["count"] for group in counters["groups"]) == count
    assert contents(brief, BOX[:2])["counters"] is None


def test_what_is_ours_is_counted(skirmish):
    game = skirmish(("map.yaml", "basis: printed", "basis: fitted"))
    data = contents(Brief(game), BOX)["basis"]
    by_name = {row["name"]: dict(zip(data["heads"], row["counts"], strict=True)) for row in data["rows"]}
    assert by_name["Map"]["fitted"] > by_name["Map"]["printed"]
    assert set(by_name) == {"Map", "Counters", "Charts", "Set-up cards", "Rules"}


def test_a_game_of_ones_own_has_no_source_to_be_told_from(brief, skirmish):
    own = Brief(skirmish(("game.yaml", "game: skirmish", "game: skirmish\nown: true")))
    assert "source" in contents(brief, BOX)["basis"]["lead"]
    assert "source" not in contents(own, BOX)["basis"]["lead"]
    assert "ours" not in contents(own, BOX)["basis"]["title"]


def test_the_edges_to_cut_are_those_that_the_pages_of_the_map_name(brief):
    steps = next(s for s in contents(brief, BOX)["sections"] if s["title"] == brief.words("start_joining"))["steps"]
    where = "another page lies to the left or above, cut along the marks on that side"
    assert any(where in step for step in steps)
    assert where in brief.words("plan_two")


def test_it_prints_on_each_paper_and_in_each_profile(skirmish, text_of):
    game = skirmish()
    for paper, profile in (("A4", "default"), ("Letter", "grey"), ("A4", "large-print")):
        brief = Brief(game, find_profile(game, profile)[0].on(paper))
        made = job(brief, "00-START-HERE", BOX).make()
        text = text_of(made.pdf)
        assert f"For {paper} paper" in text
        assert "map_pages_A4" in text
        assert "50 mm" in text
        assert text.endswith(f"page {len(pages(made.pdf))} of {len(pages(made.pdf))}")


def test_an_empty_or_odd_folder_prints(brief, text_of):
    odd = [entry("roll", "x" * 300), entry("map", pages=2, size=(5000, 80))]
    odd = [each.model_copy(update={"title": '#panic("boom") \x00 ليبيا ' + "W" * 500}) for each in odd]
    text = text_of(job(brief, "00-START-HERE", odd).make().pdf)
    assert '#panic("boom")' in text
    assert "Roll" in text


def test_a_thousand_documents_take_more_pages_and_none_is_lost(brief, text_of):
    many = [entry("setup-card", f"s{number}", "axis") for number in range(300)]
    text = text_of(job(brief, "00-START-HERE", many).make().pdf)
    assert all(f"setup-card s{number} axis" in text for number in range(300))


def test_only_documents_of_its_variant_are_told_in_the_order_of_the_box(brief):
    letter = HERE.model_copy(update={"paper": "Letter"})
    stray = entry("map", "letter").model_copy(update={"variants": [letter]})
    manifest = Manifest(game="skirmish", entries={e.file: e for e in [*reversed(BOX), stray]})
    assert [e.component for e in entries_of(manifest, HERE, brief.game)] == [
        *["map"] * 2,
        "counters",
        "charts",
        *["setup-card"] * 4,
        *["rules"] * 2,
    ]
    assert file_name(manifest, HERE) == "00-START-HERE"
    assert file_name(manifest, letter) == "00-START-HERE_Letter"


def test_a_page_smaller_than_the_paper_is_printed_where_there_is_no_booklet(brief):
    folder = Folder(brief, [entry("rules", pages=50, size=A5, how="A5")])
    assert folder.sheets() == 50
