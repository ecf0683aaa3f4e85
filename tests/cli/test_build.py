"""`forge build`: words in, words out, exit codes; what it makes has tests of its own."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.api.build import Printed
from scenario_forge.checks.glyphs import PRT001
from scenario_forge.cli.words import Meter
from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics import Span
from scenario_forge.game.codes import FIL004
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.printing.build_manifest import BuildOutcome, DocumentEntry, Order, PrintFile, Variant
from scenario_forge.printing.output_folder import FolderLock
from scenario_forge.printing.profile import PAPERS, find_profile, shipped_profiles


def entry(component, number):
    return DocumentEntry(
        file=f"{component}_{number}",
        component=component,
        title=component,
        variants=[Variant(paper="A4", profile="default", errata="none")],
        made_on="A4",
        base="",
        reads={},
        files={},
        pages=[(210, 297)],
        print_as="single",
    )


@pytest.fixture
def printer(monkeypatch):
    """Stands in for the printing floor: keeps what it was asked for, and says what it is told to."""
    asked, games = [], []

    def built(game, folder, order=None, found=(), tell=None):
        asked.append((game.errata, folder, order))
        games.append((game, order))
        return Printed(folder, built.outcome, folder / "report.html")

    built.outcome, built.asked = BuildOutcome(starts=["00-START-HERE.pdf"]), asked
    built.games = games
    monkeypatch.setattr("scenario_forge.api.build.build_game", built)
    return built


def test_what_is_asked_for_reaches_the_press(forge, printer):
    assert forge("build", "skirmish").code == 0
    said = forge(
        *("build", "skirmish", "--scenario", "siege", "--errata", "all", "--profile", "grey", "--for-scenario"),
        *("--paper", "Letter", "--paper", "A4", "--paper", "A4", "--no-previews", "-o", "paper"),
    )
    assert said.code == 0
    assert printer.asked == [
        ("official", Path("build/skirmish"), Order()),
        ("all", Path("paper/skirmish"), Order("siege", None, ("Letter", "A4"), "grey", True, False)),
    ]


def test_components_come_with_commas_and_again(forge, printer):
    assert forge("build", "skirmish", "--only", "setup-card, charts", "--only", "charts").code == 0
    assert printer.asked[0][2].only == ("setup-card", "charts")


@pytest.mark.parametrize(
    ("option", "word", "meant"),
    [
        ("--paper", "A44", "A4"),
        ("--only", "set-up-card", "setup-card"),
        ("--only", "charts,set-up-card", "setup-card"),
        ("--profile", "gray", "grey"),
        ("--scenario", "sige", "siege"),
    ],
)
def test_an_unknown_name_names_the_one_that_was_meant(forge, printer, option, word, meant):
    said = forge("build", "skirmish", option, word)
    assert said.code == 2
    assert f"did you mean {meant}?" in said.err
    assert not printer.asked


def test_a_name_like_no_other_gets_the_list(forge, printer):
    said = forge("build", "skirmish", "--only", "xyzzy")
    assert said.code == 2
    assert "setup-card" in said.err
    said = forge("build", "skirmish", "--profile", "xyzzy")
    assert all(name in said.err for name in shipped_profiles())


def test_counters_for_a_scenario_need_one(forge, printer):
    said = forge("build", "skirmish", "--for-scenario")
    assert said.code == 2
    assert "--scenario" in said.err


def test_help_names_the_profiles_and_papers_there_are(forge):
    text = re.sub(r"\s+", " ", forge("build", "--help").out).replace("- ", "-")
    named = re.search(r"Print profile: (.*?), or one of the game's own", text)[1].split(", ")
    assert set(named) == {"colour", *shipped_profiles()} - {"default"}
    assert all(paper in text for paper in PAPERS)


def test_it_ends_with_what_was_made_and_where_to_begin(forge, printer):
    entries = [entry("map", 1), *(entry("cards", n) for n in range(20)), entry("rules", 1)]
    made = [each.file for each in entries[:-1]]
    printer.outcome = BuildOutcome(made=made, kept=["rules_1"], entries=entries, starts=["00-START-HERE.pdf"])
    printer.outcome.to_print = [PrintFile("2-duplex.pdf", 3, 6, "long"), PrintFile("3-booklet.pdf", 1, 2, "short")]
    said = forge("build", "skirmish")
    folder = Path("build/skirmish")
    assert f"wrote {folder / 'parts/map_1.pdf'}\n" in said.out
    assert f"wrote 20 documents in {folder}: cards\n" in said.out
    assert "rules" not in said.out
    assert re.search(r"21 documents made, 1 unchanged, \d+\.\d s\n", said.out)
    assert f"begin with {folder / '00-START-HERE.pdf'}\n" in said.out
    assert f"then print {folder / '2-duplex.pdf'}: 3 sheets, both sides, long edge\n" in said.out
    assert f"then print {folder / '3-booklet.pdf'}: 1 sheet, both sides, short edge\n" in said.out
    assert f"all about it: {folder / 'report.html'}\n" in said.out
    assert said.err == ""


def test_quiet_says_only_what_is_wrong(forge, printer):
    assert forge("build", "skirmish", "--quiet").out == ""
    printer.outcome.findings = [PRT001.at(Span("map.yaml", 3, 1, 3, 2), letters="`Ω`", them="it")]
    said = forge("build", "skirmish", "--quiet")
    assert said.code == 0
    assert said.out.startswith("content/skirmish/map.yaml:3:1: warning[PRT001]")


def test_a_finding_on_a_page_names_the_file_that_was_printed(forge, printer):
    printer.outcome.findings = [PRT001.at(Span("skirmish_map.pdf", 2, 1, 2, 1), letters="`Ω`", them="it")]
    assert "build/skirmish/skirmish_map.pdf:2:1: warning" in forge("build", "skirmish").out


def test_what_leaves_nothing_to_print_is_an_error(forge, printer):
    finding = FIL004.at(Span("map.yaml", 1, 1, 1, 2), path="map.yaml")
    printer.outcome = BuildOutcome(findings=[finding] * 30, failed=["siege, Axis"])
    said = forge("build", "skirmish")
    assert said.code == 1
    assert said.out.count("error[FIL004]") == 10
    assert "... and 20 more: the report has all of them" in said.out
    assert "nothing to print" in said.err


# -- a game with errors ------------------------------------------------------------------------------


def test_a_game_with_errors_is_not_printed_unless_forced(forge, printer, change, here):
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
    said = forge("build", "skirmish")
    assert said.code == 1
    assert "allied.yaml:16:" in said.out
    assert "--force" in said.err
    assert not printer.asked
    assert not (here / "build").exists()
    assert forge("build", "skirmish", "--force").code == 0
    assert printer.asked[0][2].flawed, "each page says that the game has errors"


def test_where_all_errata_leave_no_error_the_way_to_print_is_said(forge, printer, change, game):
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
    (game / "errata" / "ours.yaml").write_text(
        "basis: proposed\ntitle: Ours\nerrata:\n  - {id: SK-099, printed: G66, corrected: G6, why: a slip, source: ours, "
        "at: 'orders-of-battle/allied.units[4].mar41', by: us, status: proposed}\n",
        encoding="utf-8",
    )
    said = forge("build", "skirmish", "--scenario", "siege")
    assert said.code == 1
    assert "`forge build skirmish --scenario siege --errata all`" in said.err
    assert forge("build", "skirmish", "--scenario", "siege", "--errata", "all").code == 0
    said = forge("build", "skirmish", "--scenario", "siege", "--for-scenario", "--paper", "A3", "--paper", "Letter")
    hint = re.search(r"`(forge build .*)`", said.err)[1]
    options = "--scenario siege --paper A3 --paper Letter --for-scenario --errata all"
    assert hint == f"forge build skirmish {options}", "nothing that was asked for is lost"
    assert forge(*hint.split()[1:]).code == 0


DEFAULTS = "defaults: {errata: all, paper: Letter, profile: grey}\n"


def test_the_defaults_of_a_game_hold_where_options_say_nothing(forge, printer, change, game):
    change("game.yaml", "players: 2\n", f"players: 2\n{DEFAULTS}")
    assert forge("build", "skirmish").code == 0
    errata, _folder, order = printer.asked[0]
    assert (errata, order.profile) == ("all", "grey")
    assert find_profile(load_game(game), order.profile)[0].paper.name == "Letter"
    assert forge("build", "skirmish", "--errata", "none", "--profile", "colour", "--paper", "A3").code == 0
    errata, _folder, order = printer.asked[1]
    assert (errata, order.profile, order.papers) == ("none", "default", ("A3",))


@pytest.mark.parametrize(
    "words",
    [
        ("show", "skirmish", "Allied 1"),
        ("playtest", "skirmish", "--scenario", "siege", "--games", "1"),
        ("check", "skirmish"),
        ("diff", "skirmish", "skirmish:siege"),
        ("errata", "propose", "skirmish", "--dry-run"),
    ],
)
def test_the_errata_of_the_defaults_are_taken_by_every_verb(forge, change, monkeypatch, words):
    change("game.yaml", "players: 2\n", f"players: 2\n{DEFAULTS.replace('errata: all', 'errata: none')}")
    loaded = []
    load = Workspace.load
    monkeypatch.setattr(Workspace, "load", lambda *given: loaded.append(load(*given)) or loaded[-1])
    forge(*words)
    assert loaded[0].errata == "none"


@pytest.mark.parametrize(
    ("defaults", "name"), [("errata: SK-777", "SK-777"), ("profile: sepia", "sepia"), ("errata: alle", "alle")]
)
def test_defaults_that_there_are_not_are_named_where_they_stand(forge, printer, change, defaults, name):
    change("game.yaml", "players: 2\n", f"players: 2\ndefaults: {{{defaults}}}\n")
    said = forge("build", "skirmish")
    assert said.code == (1 if "errata" in defaults else 2)
    assert "game.yaml" in said.out + said.err
    assert name in said.out + said.err
    assert not printer.asked


def test_errors_of_another_scenario_do_not_stop_this_one(forge, printer, game):
    path = game / "scenarios" / "compass.yaml"
    path.write_text(path.read_text().replace("start: dec40", "start: dec44"), encoding="utf-8")
    assert forge("build", "skirmish", "--scenario", "siege").code == 0
    assert forge("build", "skirmish", "--scenario", "compass").code == 1
    assert forge("build", "skirmish").code == 1


def test_a_profile_with_impossible_sizes_prints_nothing(forge, printer, game):
    (game / "profiles").mkdir()
    (game / "profiles" / "tiny.yaml").write_text(
        "basis: proposed\nprofile: tiny\ntitle: Tiny\ncounter: 900 mm\n", encoding="utf-8"
    )
    said = forge("build", "skirmish", "--profile", "tiny")
    assert said.code == 1
    assert "error[PRT008]" in said.out
    assert "--profile" in said.err
    assert not printer.asked
    assert forge("build", "skirmish").code == 0, "another profile is not concerned"


# -- mishaps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["build", "build/skirmish"])
def test_a_file_in_the_place_of_the_folder_is_named(forge, here, place):
    (here / place).parent.mkdir(exist_ok=True)
    (here / place).write_text("mine", encoding="utf-8")
    said = forge("build", "skirmish", "--only", "setup-card")
    assert said.code == 2
    assert "build" in said.err
    assert "our mistake" not in said.err
    assert (here / place).read_text() == "mine"


def test_a_second_build_at_once_is_told_to_wait(forge, here):
    folder = here / "build" / "skirmish"
    folder.mkdir(parents=True)
    with FolderLock(folder):
        said = forge("build", "skirmish", "--only", "setup-card")
    assert said.code == 2
    assert "another build is at work" in said.err
    assert list(folder.iterdir()) == []


def test_an_interruption_says_that_it_can_go_on(forge, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("scenario_forge.api.build.build_game", interrupted)
    said = forge("build", "skirmish")
    assert said.code == 130
    assert "goes on from there" in said.err


# -- progress ----------------------------------------------------------------------------------------


ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def watch(monkeypatch):
    """Make standard error a terminal of 60 columns."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    for name, value in {"TERM": "xterm", "COLUMNS": "60", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)


def test_progress_is_one_line_on_a_terminal_and_is_taken_away(monkeypatch, capsys):
    watch(monkeypatch)
    with Meter() as line:
        line.show(5, 10, "The \x1b[31mmap [red]\n" + "x" * 90)
        line.show(10, 10, "Axis")
    written = capsys.readouterr()
    assert written.out == ""
    assert "[31m" in written.err, "what a name holds is shown"
    assert "\x1b[31m" not in written.err, "and never carried out"
    first, *_more, last = (line for line in ESCAPES.sub("", written.err).split("\r") if "/10" in line)
    assert re.search(r"5/10 \S+ The", first)
    assert "[red]" in first
    assert len(first.rstrip("\n")) <= 60
    assert re.search(r"10/10 \S+ Axis", last)
    assert written.err.endswith("\x1b[2K"), "the line is erased at the end"


def test_a_bar_that_was_hidden_comes_back(monkeypatch, capsys):
    watch(monkeypatch)
    with Meter("games") as line:
        line.show(1, 2)
        line.hide()
        hidden = capsys.readouterr().err
        line.show(2, 2)
    assert hidden.endswith("\x1b[2K")
    assert re.search(r"2/2 \S+ games", ESCAPES.sub("", capsys.readouterr().err))


@pytest.mark.parametrize("quiet", [False, True])
def test_nobody_watching_nothing_is_written(capsys, monkeypatch, quiet):
    if quiet:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with Meter(quiet=quiet) as line:
        line.show(1, 2, "map")
    assert capsys.readouterr().err == ""


# -- the whole of it ---------------------------------------------------------------------------------


def test_real_cards_come_out_and_are_kept(forge, here):
    words_of_it = ("build", "skirmish", "--scenario", "siege", "--only", "setup-card")
    assert "3 documents made, 0 unchanged" in forge(*words_of_it).out
    folder = here / "build" / "skirmish"
    assert sorted(path.name for path in folder.iterdir()) == [
        ".forge-build.json",
        "00-START-HERE.pdf",
        "1-single-sided.pdf",
        "parts",
        "png",
        "report.html",
    ]
    assert sorted(path.name for path in (folder / "parts").iterdir()) == [
        "skirmish_setup-card_siege_allied_A4_errata-official-v1.pdf",
        "skirmish_setup-card_siege_axis_A4_errata-official-v1.pdf",
    ]
    report = (folder / "report.html").read_bytes()
    assert "0 documents made, 3 unchanged" in forge(*words_of_it).out
    assert (folder / "report.html").read_bytes() == report


def test_a_flawed_game_says_so_in_the_report_too(forge, here, change):
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
    said = forge("build", "skirmish", "--force", "--only", "setup-card", "--no-previews")
    assert said.code == 1, "the card of that side has no meaning"
    report = (here / "build/skirmish/report.html").read_text()
    assert "This game has errors" in report
    assert "G66" in report


# -- two copies of a game ----------------------------------------------------------------------------

CARD = ("--scenario", "siege", "--only", "setup-card", "--no-previews", "--quiet")


def test_copies_of_a_game_are_printed_into_folders_of_their_own_names(forge, game, here):
    shutil.copytree(game, here / "other")
    assert forge("build", "skirmish", *CARD).code == forge("build", "other", *CARD).code == 0
    assert {each.name for each in (here / "build").iterdir()} == {"skirmish", "other"}


def test_what_another_folder_made_is_not_written_over(forge, game, here):
    """Two folders of one name, as in two projects; whoever has moved the first may go on."""
    twin = here / "elsewhere" / "skirmish"
    shutil.copytree(game, twin)
    assert forge("build", "skirmish", *CARD).code == 0
    before = {path: path.read_bytes() for path in (here / "build").rglob("*") if path.is_file()}
    said = forge("build", "elsewhere/skirmish", *CARD)
    assert (said.code, "--output" in said.err, str(game) in said.err) == (2, True, True)
    assert {path: path.read_bytes() for path in (here / "build").rglob("*") if path.is_file()} == before
    assert forge("build", "skirmish", *CARD).code == 0, "the one that made it goes on"
    shutil.rmtree(game)
    assert forge("build", "elsewhere/skirmish", *CARD).code == 0, "nothing is left of the first"


def names_at_start(game, scenario, side):
    made = plan(game, scenario)
    there = [each.unit for each in made.placed if each.state not in ("absent", "attached") and made.in_play(each.unit)]
    return Counter(unit.name for unit in there if unit.side == side)


def test_set_up_cards_are_printed_of_what_is_bought(forge, printer):
    buy = ("--scenario", "abd", "--buy", "axis=german-panzer: Motorcycles=0, German engineers=1")
    assert forge("build", "western-desert", *buy).code == 0
    ((game, order),) = printer.games
    assert (order.scenario, order.only) == ("abd", ("setup-card",))
    start = names_at_start(game, "abd", "axis")
    assert (start["German engineers"], start["Motorcycles"], start["M13/40"]) == (1, 0, 0)
    assert names_at_start(game, "abd", "allied") == names_at_start(load_game(game.folder), "abd", "allied")
    assert forge("build", "western-desert", *buy, "--only", "counters").code == 0
    assert printer.games[1][1].only == ("counters",)


@pytest.mark.parametrize(("words", "says"), [
    (("--buy", "axis=german-panzer"), ["--buy needs --scenario NAME"]),
    (("--scenario", "abd", "--buy", "axis=german-panzer: Motorcycles=5"),
     ["`Motorcycles=5` does not fit the lines of the German Panzer Armoured Force", "Reconnaissance, 3: 2 Armoured car"]),
    (("--scenario", "abd", "--buy", "axs=german-panzer"), ["SIDE in --buy is one of", "did you mean axis?"]),
])  # fmt: skip
def test_what_cannot_be_bought_is_not_printed(forge, printer, words, says):
    said = forge("build", "western-desert", *words)
    assert said.code == 2
    assert all(part in said.err for part in says)
    assert not printer.asked
