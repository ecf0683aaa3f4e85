"""The command itself: what it says without a verb, unknown verbs, mishaps, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, entry_points
from pathlib import Path

import pytest

from scenario_forge import __version__
from scenario_forge.cli import main, words
from scenario_forge.cli.main import VERBS
from scenario_forge.mechanics.engine import SLOW, engine


def test_without_a_verb_it_lists_tasks_in_users_words(forge):
    said = forge()
    assert said.code == 0
    for task in (
        "print a game",
        "check a game",
        "correct",
        "look something up",
        "new scenario",
        "play a scenario",
        "playtest",
    ):
        assert task in said.out
    assert all(f"forge {verb}" in said.out for verb in VERBS)


def test_help_lists_every_verb(forge):
    for option in ("--help", "-h"):
        said = forge(option)
        assert said.code == 0
        assert all(f"\n  {verb} " in said.out for verb in VERBS)


def test_the_version_names_what_plays_without_loading_it():
    code = "import sys; from scenario_forge.cli.main import run; run(['--version']); print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"forge {__version__}", engine(), "set()"]


def test_without_numba_who_plays_is_told_what_would_make_it_faster(forge, monkeypatch, tmp_path):
    monkeypatch.setattr("scenario_forge.mechanics.engine.version", _nowhere)
    assert forge("--version").out.splitlines()[1] == SLOW
    scenario = ("massawa", "--scenario", "keren", "--player", "italy=idle", "--player", "empire=idle")
    assert forge("play", *scenario).err.startswith(f"{SLOW}\n")
    assert forge("playtest", *scenario, "--games", "1", "--jobs", "1").err.startswith(f"{SLOW}\n")


def _nowhere(name):
    raise PackageNotFoundError(name)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_that_names_its_options(forge, verb):
    said = forge(verb, "--help")
    assert said.code == 0
    assert said.err == ""
    assert f"Usage: forge {verb}" in said.out
    assert " ".join(VERBS[verb].split()) in " ".join(said.out.split())


def test_the_version_is_that_of_the_package(forge):
    assert forge("--version").out == f"forge {__version__}\n{engine()}\n"


def test_an_unknown_verb_names_the_one_that_was_meant(forge):
    said = forge("chek", "skirmish")
    assert (said.code, said.out) == (2, "")
    assert "`chek`" in said.err
    assert "did you mean check?" in said.err


@pytest.mark.parametrize("line", [["--nonsense"], ["check"], ["check", "skirmish", "--nonsense"], ["show", "skirmish"]])
def test_a_wrong_line_is_answered_with_usage_and_code_2(forge, line):
    said = forge(*line)
    assert said.code == 2
    assert "Usage: forge" in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("where", ["scenario_forge.api.load_game", "scenario_forge.cli.main.application"])
def test_an_interruption_ends_without_a_traceback(forge, monkeypatch, where):
    def interrupted(*_a, **_k):
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    said = forge("check", "skirmish")
    assert said.code == 130
    assert said.err == "forge: interrupted\n"
    assert "Traceback" not in said.out


def failing(*_a, **_k):
    raise RuntimeError("the axle broke")


def test_a_mistake_of_ours_is_named_as_such_without_a_traceback(forge, monkeypatch):
    monkeypatch.setattr("scenario_forge.api.load_game", failing)
    said = forge("check", "skirmish")
    assert said.code == 2
    assert "RuntimeError: the axle broke" in said.err
    assert "report" in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(("line", "env"), [(["--debug", "check"], ""), (["check"], "1")])
def test_debugging_shows_where_it_happened(forge, monkeypatch, line, env):
    monkeypatch.setattr("scenario_forge.api.load_game", failing)
    monkeypatch.setenv("FORGE_DEBUG", env)
    said = forge(*line, "skirmish")
    assert said.code == 2
    assert "Traceback" in said.err
    assert "in failing" in said.err


class Stream:
    """Standard output with an encoding, on a terminal or not."""

    def __init__(self, encoding="utf-8", terminal=True):
        self.encoding, self.terminal = encoding, terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "env", "refused", "wanted"),
    [
        (True, {}, False, True),
        (False, {}, False, False),
        (True, {"NO_COLOR": "1"}, False, False),
        (True, {"NO_COLOR": ""}, False, True),
        (True, {"TERM": "dumb"}, False, False),
        (True, {}, True, False),
    ],
)
def test_colour_only_on_a_terminal_and_never_against_the_users_wish(monkeypatch, terminal, env, refused, wanted):
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Stream(terminal=terminal))
    assert words.wants_colour(refused) is wanted


@pytest.mark.parametrize(
    ("encoding", "plain"), [("utf-8", False), ("cp1252", True), ("ascii", True), ("nonsense", True)]
)
def test_frames_are_ascii_where_the_console_cannot_draw_them(monkeypatch, encoding, plain):
    monkeypatch.setattr(sys, "stdout", Stream(encoding))
    assert words.ascii_only() is plain


def forge_process(*line, env=None, **options):
    return subprocess.run(
        [sys.executable, "-m", "scenario_forge", *line],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "", **(env or {})},
        check=False,
        **options,
    )


def test_help_imports_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scenario_forge", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in loaded
    assert not loaded & {"pydantic", "pydantic_core", "numpy", "typst", "ruamel", "yaml", "rich", "numba"}


def test_importing_the_package_imports_no_pydantic():
    code = "import sys, scenario_forge; print(sorted({'pydantic', 'typer', 'yaml', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_console_without_unicode_gets_everything_that_it_can_show(game):
    name = game / "orders-of-battle" / "allied.yaml"
    text = name.read_text(encoding="utf-8").replace(
        "dec40: FF4,                 mar41: E8(c3)}", "dec40: Ωمتن, mar41: N}", 1
    )
    name.write_text(text, encoding="utf-8")
    done = forge_process("check", "skirmish", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1
    assert b",- content/skirmish/orders-of-battle/allied.yaml" in done.stdout
    assert done.stderr == b""
    assert done.stdout.isascii()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE: a closed pipe raises another error")
def test_a_reader_that_goes_away_is_no_error(tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "scenario_forge", "explain", "--all"], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == words.NO_READER


def test_the_console_script_is_the_function_that_gives_the_exit_code():
    scripts = {point.name: point.value for point in entry_points(group="console_scripts") if "forge" in point.name}
    assert scripts == {"forge": "scenario_forge.__main__:run", "scenario-forge": "scenario_forge.__main__:run"}
    assert isinstance(main.run(["--version"]), int)


def test_the_page_on_exit_codes_says_what_help_says():
    page = (Path(__file__).parents[2] / "docs/authors-guide.md").read_text(encoding="utf-8")
    for verb, (good, bad) in main.EXITS.items():
        assert f"| `{verb}` | {good} | {bad} |\n" in page


@pytest.mark.parametrize("verb", main.EXITS)
def test_help_says_what_the_exit_codes_mean(verb, capsys):
    assert main.run([verb, "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    good, bad = main.EXITS[verb]
    assert f"Exit code 0: {good}; 1: {bad}; 2: the command could not run." in said


@pytest.mark.parametrize(
    ("missing", "package"), [("typst", "typst>="), ("yaml", "pyyaml>="), ("pypdfium2", "pypdfium2>=")]
)
def test_a_library_that_is_not_installed_is_named_with_what_to_do(missing, package, monkeypatch, capsys):
    def wanting(_words):
        raise ModuleNotFoundError(f"No module named '{missing}.parts'", name=f"{missing}.parts")

    monkeypatch.setattr(main, "_run", wanting)
    assert main.run(["build", "skirmish"]) == words.COULD_NOT
    said = capsys.readouterr().err
    assert f'python -m pip install "{package}' in said
    assert "our mistake" not in said


def test_the_library_of_the_command_line_itself_is_named_too():
    code = "import sys; sys.modules['typer'] = None; from scenario_forge.__main__ import run; sys.exit(run())"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == words.COULD_NOT
    assert "this needs the package typer" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_module_of_ours_that_is_gone_is_our_mistake(monkeypatch, capsys):
    def wanting(_words):
        raise ModuleNotFoundError("No module named 'scenario_forge.x'", name="scenario_forge.x")

    monkeypatch.setattr(main, "_run", wanting)
    assert main.run(["games"]) == words.COULD_NOT
    assert "our mistake" in capsys.readouterr().err
