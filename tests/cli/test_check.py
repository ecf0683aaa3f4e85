"""`forge check`: formats, exit codes, the summary, errata, output to a file."""

from __future__ import annotations

import json

import pytest

from scenario_forge.cli.check import FORMATS

ERROR = ("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
WARNING = "counters.yml"


def test_a_clean_game_is_clean_in_every_format(forge):
    for layout in FORMATS:
        said = forge("check", "skirmish", "--format", layout)
        assert (said.code, said.err) == (0, "")


def test_the_summary_counts_what_was_read(forge, game):
    said = forge("check", "skirmish")
    files = sum(1 for _ in game.rglob("*.yaml"))
    checked, values, verdict = said.out.splitlines()
    assert checked.startswith(f"checked {files} files: ")
    for thing in ("units", "160 hexes", "2 scenarios", "clauses", "charts", "9 game turns"):
        assert thing in checked
    assert "(Skirmish on the Coast, errata: official)" in checked
    assert values.startswith("values: ")
    assert "printed" in values
    assert verdict == "no errors"


def test_an_error_is_shown_with_its_line_and_gives_code_1(forge, change):
    change(*ERROR)
    said = forge("check", "skirmish")
    assert said.code == 1
    assert "error[REF001]" in said.out
    assert "╭─ content/skirmish/orders-of-battle/allied.yaml:16:" in said.out
    assert "Allied order of battle, unit 4, column Mar 41" in said.out
    assert said.out.endswith("error\n")


def test_concise_has_one_line_a_finding(forge, change):
    change(*ERROR)
    said = forge("check", "skirmish", "--format", "concise")
    first, last = said.out.splitlines()[0], said.out.splitlines()[-1]
    assert first.startswith("content/skirmish/orders-of-battle/allied.yaml:16:")
    assert last.startswith("checked ")


def test_json_names_files_in_the_games_folder_and_counts_bases(forge, change):
    change(*ERROR)
    said = forge("check", "skirmish", "--format", "json")
    data = json.loads(said.out)
    found = data["diagnostics"][0]
    assert found["file"] == "orders-of-battle/allied.yaml"
    assert (found["line"], found["code"], found["severity"]) == (16, "REF001", "error")
    assert data["summary"]["errors"] == len(data["diagnostics"])
    assert set(data["summary"]["basis"]) == {"printed", "derived", "fitted", "proposed"}
    assert data["summary"]["basis"]["printed"] > 100


def test_sarif_and_github_name_files_from_the_current_directory(forge, change):
    change(*ERROR)
    run = json.loads(forge("check", "skirmish", "--format", "sarif").out)["runs"][0]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "content/skirmish/orders-of-battle/allied.yaml"
    assert run["tool"]["driver"]["version"]
    said = forge("check", "skirmish", "--format", "github")
    assert said.out.startswith("::error file=content/skirmish/orders-of-battle/allied.yaml,line=16,")


def test_html_is_a_dated_letter(forge, change):
    change(*ERROR)
    said = forge("check", "skirmish", "--format", "html")
    assert said.out.startswith("<!doctype html>")
    assert "Findings on Skirmish on the Coast" in said.out
    assert "<dt>Date</dt><dd>20" in said.out


def test_names_are_seen_from_where_one_stands(forge, change, game, monkeypatch):
    change(*ERROR)
    monkeypatch.chdir(game)
    assert forge("check", ".", "--format", "concise").out.startswith("orders-of-battle/allied.yaml:16:")
    monkeypatch.chdir(game / "scenarios")
    said = forge("check", "..", "--format", "concise")
    assert said.out.startswith(f"{game.as_posix()}/orders-of-battle/allied.yaml:16:")


def test_warnings_count_only_under_strict(forge, game):
    (game / WARNING).write_text("basis: printed\n", encoding="utf-8")
    assert forge("check", "skirmish").code == 0
    said = forge("check", "skirmish", "--strict")
    assert said.code == 1
    assert "warning[FIL005]" in said.out


def test_output_goes_to_a_file_and_a_word_to_the_terminal(forge, change, here):
    change(*ERROR)
    said = forge("check", "skirmish", "--format", "json", "--output", "out/findings.json")
    assert said.code == 1
    assert json.loads((here / "out" / "findings.json").read_text())["summary"]["errors"] == 1
    assert "wrote" in said.out
    assert "1 error" in said.out


def test_no_colour_ever_reaches_a_file(forge, change, here, monkeypatch):
    change(*ERROR)
    monkeypatch.setattr("scenario_forge.cli.words.wants_colour", lambda _refused=False: True)
    assert "\x1b[" in forge("check", "skirmish").out
    forge("check", "skirmish", "--output", "findings.txt")
    assert "\x1b" not in (here / "findings.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("errata", ["none", "official", "all", "SK-001"])
def test_the_summary_names_the_errata(forge, errata):
    said = forge("check", "skirmish", "--errata", errata)
    assert said.code == 0
    assert f"errata: {errata})" in said.out


@pytest.mark.parametrize(
    ("errata", "meant"), [("offical", "official"), ("SK-01", "SK-001"), ("SK-001,SK-0002", "SK-0")]
)
def test_unknown_errata_are_named_and_nothing_is_checked(forge, errata, meant):
    said = forge("check", "skirmish", "--errata", errata)
    assert (said.code, said.out) == (2, "")
    assert f"did you mean {meant}" in said.err


def test_an_unknown_format_names_the_one_that_was_meant(forge):
    said = forge("check", "skirmish", "--format", "jsn")
    assert (said.code, said.out) == (2, "")
    assert "did you mean json?" in said.err


@pytest.mark.parametrize("layout", FORMATS)
def test_without_a_game_the_answer_still_has_the_format(forge, layout):
    said = forge("check", "skirmisch", "--format", layout)
    assert said.code == 2
    assert "FIL001" in said.out
    if layout == "json":
        assert json.loads(said.out)["diagnostics"][0]["help"] == "did you mean skirmish?"


def test_what_is_suppressed_is_not_shown_but_counted(forge, change):
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}  # ignore: REF001 - a hex of the next map")
    said = forge("check", "skirmish")
    assert said.code == 0
    assert said.out.endswith("no errors, 1 suppressed\n")
    assert "error[" not in said.out


def test_the_letter_speaks_of_print_alone(forge, change, game):
    """A misprint is told; what the author added, proposed or keeps in files is no news to a publisher."""
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
    (game / "scenarios" / "mine.yaml").write_text(
        "basis: proposed\nscenario: mine\ntitle: Mine\ndates: x\nstart: dec44\nstop: aug41\ntext: Mine.\n",
        encoding="utf-8",
    )
    assert "dec44" in forge("check", "skirmish").out
    said = forge("check", "skirmish", "--format", "html")
    letter = said.out[said.out.index("<body>") :]
    assert said.code == 1
    assert "G66" in letter
    assert "Allied order of battle, unit 4, column Mar 41" in letter
    assert "dec44" not in letter
    assert ".yaml" not in letter


@pytest.mark.parametrize("default", ["none", "official", "all"])
def test_without_the_option_the_errata_are_those_of_the_game(forge, game, default):
    with (game / "game.yaml").open("a", encoding="utf-8") as stream:
        stream.write(f"\ndefaults: {{errata: {default}}}\n")
    assert f"errata: {default})" in forge("check", "skirmish").out
    assert "errata: official)" in forge("check", "skirmish", "--errata", "official").out


def test_errata_of_the_default_that_there_are_not_are_a_finding_at_their_line(forge, game):
    with (game / "game.yaml").open("a", encoding="utf-8") as stream:
        stream.write("\ndefaults: {errata: SK-999}\n")
    lines = (game / "game.yaml").read_text("utf-8").splitlines()
    said = forge("check", "skirmish")
    assert said.code == 1
    assert f"game.yaml:{len(lines)}:20" in said.out
    assert "`SK-999`" in said.out
    assert "errata: official)" in said.out
