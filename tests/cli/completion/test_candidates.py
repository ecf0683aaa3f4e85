"""What fits at the cursor: verbs, options, and names from the package and from a game's files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.api.calls import known_codes
from scenario_forge.cli.completion.candidates import candidates, known
from scenario_forge.cli.completion.names import NAMES
from scenario_forge.cli.main import VERBS, application

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def in_a_project(here):
    """A folder with one game, content/skirmish."""


def offered(*words):
    """The words that are offered for the last of these."""
    *before, word = words
    return [each.word for each in candidates(before, word)]


def test_what_is_known_of_the_package_is_current():
    """`make completion` writes it anew; in a process of its own, which knows no system of a test."""
    script = ROOT / "scripts/completion.py"
    code = f"import runpy; made = runpy.run_path({str(script)!r}); print(made['FILE'].read_text('utf-8') == made['text']())"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT, check=True)
    assert asked.stdout == "True\n"


def test_verbs_and_their_parts():
    assert offered("") == [*VERBS]
    assert offered("pl") == ["play", "playtest"]
    parts = ["check", "propose", "import", "list", "printings", "impact", "witness", "page", "rulebook", "sheet"]
    assert offered("errata", "") == parts
    assert offered("errata", "p") == ["propose", "printings", "page"]
    assert offered("nosuch", "") == []
    assert offered("errata", "nosuch", "") == []
    assert offered("--debug", "che") == ["check"]


def test_help_offers_verbs_and_parts():
    assert offered("help", "err") == ["errata"]
    assert offered("help", "errata", "im") == ["import", "impact"]
    assert offered("help", "check", "") == []


def test_a_verb_says_what_it_does():
    assert dict(candidates([], "check"))["check"] == VERBS["check"]


@pytest.mark.parametrize("verb", VERBS)
def test_options_are_those_that_the_parser_knows(verb):
    command = application().get_command(None, verb)
    parts = getattr(command, "commands", None) or {"": command}
    for name, part in parts.items():
        known_to_it = {word for each in part.params for word in (*each.opts, *each.secondary_opts) if word[0] == "-"}
        assert {*offered(verb, *([name] if name else ()), "-")} - {"--help"} == known_to_it


def test_an_option_is_offered_once_unless_it_may_be_repeated():
    assert "--fix" not in offered("check", "skirmish", "--fix", "--")
    assert "-o" not in offered("check", "skirmish", "--output", "x", "-")
    assert "--strict" in offered("check", "skirmish", "--fix", "--")
    assert "--paper" in offered("build", "skirmish", "--paper", "A4", "--")


def test_forces_that_can_be_bought_are_offered_with_their_side(game):
    text = "forces:\n  - {force: tanks, side: axis, title: Tank Force}\n  - {force: foot, side: allied}\n"
    (game / "forces.yaml").write_text(text, encoding="utf-8")
    assert offered("play", "skirmish", "--buy", "") == ["axis=tanks", "allied=foot"]
    assert offered("play", "skirmish", "--buy", "al") == ["allied=foot"]


def test_no_option_after_two_hyphens():
    assert offered("check", "--", "--") == []
    assert "skirmish" in offered("check", "--", "sk")


def test_games_of_the_project_and_bundled_ones():
    assert offered("check", "") == [
        "skirmish",
        "desert-rats",
        "knights-of-the-desert",
        "massawa",
        "rats-of-tobruk",
        "ridge",
        "western-desert",
    ]
    assert offered("new", "game", "my-war", "--like", "ma") == ["massawa"]
    assert offered("replay", "x.json", "--game", "sk") == ["skirmish"]


def test_a_path_is_left_to_the_shell():
    assert offered("check", "content/") == []
    assert offered("check", "content/skirmish/map.yaml", "") == []
    assert offered("replay", "") == []


def test_a_folder_without_game_yaml_is_no_game(here):
    (here / "content" / "notes").mkdir()
    assert "notes" not in offered("check", "")


GAMES = ["skirmish", "./content/skirmish", "content/skirmish/map.yaml"]


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_of_the_game_that_is_named(name):
    assert offered("check", name, "--scenario", "") == ["compass", "siege"]
    assert offered("check", name, "-s", "si") == ["siege"]
    assert offered("check", name, "--scenario=si") == ["--scenario=siege"]


def test_the_scenario_of_a_leaflet_is_an_argument():
    assert dict(candidates(["leaflet", "skirmish"], "si")) == {"siege": "The Siege"}
    assert offered("leaflet", "skirmish", "siege", "") == []


def test_units_places_and_scenarios_are_things():
    assert offered("show", "skirmish", "allied/1") == ["allied/1"]
    assert offered("show", "skirmish", "ALLIED/1") == ["allied/1"]
    assert "Marsa Akra" in offered("show", "skirmish", "Mar")
    assert "siege" in offered("show", "skirmish", "")
    assert "1.1" in offered("show", "skirmish", "1.")
    assert "1.1" not in offered("show", "skirmish", "")


def test_each_unit_that_is_offered_can_be_shown(forge):
    for name in offered("show", "skirmish", "allied/"):
        assert forge("show", "skirmish", name).code == 0


def test_errata_and_sets_of_them():
    ids = offered("errata", "check", "skirmish", "")
    assert ids
    assert offered("errata", "impact", "skirmish", ids[0], "") == ids, "as many as one likes"
    assert offered("check", "skirmish", "--errata", "") == ["none", "official", "all", *ids]
    assert offered("check", "skirmish", "--errata", f"{ids[0]},a") == [f"{ids[0]},all"]
    assert f"{ids[0]},{ids[0]}" not in offered("check", "skirmish", "--errata", f"{ids[0]},")


def test_codes_of_diagnostics():
    assert offered("explain", "") == [*known_codes()]
    assert offered("explain", "oob007") == ["OOB007"]


def test_clauses_options_tables_dates_and_sides():
    assert offered("rules", "skirmish", "2.") == ["2.1"]
    assert offered("play", "skirmish", "--options", "")[0] == "none"
    assert "orders-of-battle/axis" in offered("export", "table", "skirmish", "")
    assert "mar41" in offered("dates", "skirmish", "--start", "")
    assert offered("result", "skirmish", "--winner", "a") == ["allied", "axis"]
    assert {"roles", "before", "playouts"} < {*offered("new", "scenario", "skirmish", "--from", "")}


def test_a_player_follows_its_side():
    assert offered("play", "skirmish", "--player", "ax") == ["axis="]
    assert offered("play", "skirmish", "--player", "axis=i") == ["axis=idle"]
    assert offered("check", "skirmish", "--player", "i") == ["idle"]
    assert offered("result", "skirmish", "--player", "") == [], "people, whose names nobody knows"


def test_papers_profiles_components_and_formats():
    assert offered("build", "skirmish", "--paper", "L") == ["Letter", "Legal"]
    assert "large-print" in offered("build", "skirmish", "--profile", "")
    assert offered("build", "skirmish", "--only", "map,cou") == ["map,counters"]
    assert offered("check", "--format", "") == ["text", "concise", "json", "sarif", "github", "html"]
    assert offered("explain", "--format", "m") == ["markdown"]
    assert offered("dates", "--format=h") == ["--format=html"]


def test_a_games_own_profile(game):
    (game / "profiles").mkdir()
    (game / "profiles" / "mine.yaml").write_text("profile: night\ntitle: By night\n", encoding="utf-8")
    assert dict(candidates(["build", "skirmish", "--profile"], "ni")) == {"night": "By night"}


def test_states_to_compare():
    assert offered("diff", "skirmish:s") == ["skirmish:siege"]
    assert offered("diff", "skirmish+no") == ["skirmish+none"]
    assert offered("diff", "sk") == ["skirmish"]
    assert offered("diff", "nosuch:") == []


def test_a_number_or_a_day_is_not_guessed():
    assert offered("check", "skirmish", "--seed", "") == []
    assert offered("errata", "propose", "skirmish", "--date", "") == []
    assert offered("words", "skirmish", "--language", "") == []


@pytest.mark.parametrize(
    "text", ["scenario: [", "- 1\n- 2\n", "\x00", "", "&a [*a]", "scenario: {a: 1}\n", "? [x]\n: y\n"]
)
def test_a_broken_file_takes_away_no_more_than_its_names(game, text):
    (game / "scenarios" / "siege.yaml").write_text(text, encoding="utf-8")
    assert "compass" in offered("check", "skirmish", "--scenario", "")
    (game / "game.yaml").write_text(text, encoding="utf-8")
    assert offered("result", "skirmish", "--winner", "") == []
    assert "idle" in offered("play", "skirmish", "--player", "")


def test_rows_that_are_no_rows_are_left_out(game):
    (game / "options.yaml").write_text("options: [1, {title: x}, {id: [1]}, {id: good}]\n", encoding="utf-8")
    assert "good" in offered("play", "skirmish", "--options", "")
    (game / "options.yaml").write_text("options: {id: x}\n", encoding="utf-8")
    assert offered("play", "skirmish", "--options", "") == ["none"]


def test_a_file_that_cannot_be_decoded_has_no_names(game):
    (game / "options.yaml").write_bytes(b"options: [{id: \xff}]\n")
    assert offered("play", "skirmish", "--options", "") == ["none"]


def test_nothing_heavy_is_imported_to_answer():
    code = (
        "import sys; from scenario_forge.cli.completion.candidates import candidates;"
        "candidates(['show', 'skirmish'], 'a'); print({'typer', 'pydantic', 'numpy', 'rich', 'pathlib'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"


def test_every_value_that_the_help_names_is_known():
    """A new kind of value is either completed or said to be nobody's to guess."""
    free = {
        "FILE", "DIR", "FOLDER", "N", "M", "SECONDS", "POINTS", "DAY", "TEXT", "TITLE", "20x12", "ADDRESS", "NAME", "NAMES", "CODE", "FORMAT", "COMMAND", "LENGTH",
    }  # fmt: skip
    entries = [part for each in known()["verbs"].values() for part in each.get("parts", {"": each}).values()]
    values = {each["value"] for entry in entries for each in entry["options"] if "value" in each}
    assert values | {kind for entry in entries for kind in entry["arguments"]} <= free | {*NAMES}
