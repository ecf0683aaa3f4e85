"""How shells ask, and what they get: by the protocol of each, and in a bash that runs the script."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from scenario_forge.cli.completion.shells import SHELLS, answer_text, escaped, quoted_for_powershell, shell_of, split

BREAKS = " \t\n\"'@><=;|&(:"


@pytest.fixture(autouse=True)
def in_a_project(here):
    """A folder with one game, content/skirmish."""


def bash(line):
    return answer_text(
        {"_FORGE_COMPLETE": "complete_bash", "_FORGE_LINE": line, "_FORGE_BREAKS": BREAKS}, []
    ).splitlines()


def asked(shell, *words, **environment):
    return answer_text({"_FORGE_COMPLETE": f"complete_{shell}", **environment}, ["forge", *words]).splitlines()


def test_bash_gets_a_word_a_line():
    assert bash("forge check skir") == ["skirmish"]
    assert bash("/usr/bin/forge   check  skir") == ["skirmish"]
    assert bash("forge show skirmish Mar") == ["Marsa\\ Akra"]
    assert bash("forge show skirmish Marsa\\ A") == ["Marsa\\ Akra"]
    assert bash('forge show skirmish "Marsa A') == ["Marsa Akra"]
    assert bash("forge show skirmish 'Marsa A") == ["Marsa Akra"]


def test_bash_gets_what_follows_the_last_break():
    assert bash("forge diff skirmish:si") == ["siege"]
    assert bash("forge play skirmish --player axis=id") == ["idle"]
    assert bash("forge check skirmish --scenario=") == ["compass", "siege"]
    unbroken = {"_FORGE_COMPLETE": "complete_bash", "_FORGE_LINE": "forge diff skirmish:si", "_FORGE_BREAKS": " "}
    assert answer_text(unbroken, []) == "skirmish:siege\n"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_get_a_meaning_too(shell):
    assert asked(shell, "leaflet", "skirmish", "si") == ["siege\tThe Siege"]


@pytest.mark.parametrize("typed", ["Marsa\\ A", '"Marsa A', "'Marsa A"])
def test_fish_passes_the_word_as_it_is_typed(typed):
    assert [each.partition("\t")[0] for each in asked("fish", "show", "skirmish", typed)] == ["Marsa Akra"]


def test_powershell_passes_the_word_in_a_variable():
    assert asked("powershell", "check", _FORGE_WORD="skir") == ["skirmish\tcontent/skirmish"]
    assert asked("powershell", "build", "skirmish", "--paper", _FORGE_WORD="Leg") == ["Legal\tLegal"]
    assert asked("powershell", "build", "skirmish", "--only", _FORGE_WORD="'map,cou") == [
        "'map,counters'\tmap,counters"
    ]


def test_what_could_act_on_a_terminal_is_not_offered(game):
    path = game / "options.yaml"
    path.write_text('options: [{id: "a\\e[2J"}, {id: "b\\nc"}, {id: d, title: "e\\e[2J\\nf\\tg"}]\n', encoding="utf-8")
    assert asked("zsh", "play", "skirmish", "--options", "") == ["none\tno optional rule", "d\te[2J f g"]


@pytest.mark.parametrize("word", ["a b", "it's", 'say "x"', "a$b", "a`b", "a;b|c&d", "(x)*[y]?{z}", "~#!\\"])
def test_an_escaped_word_is_one_word(word):
    assert split(f"forge {escaped(word)} ").words == ["forge", word]


def test_a_word_is_quoted_in_powershell_where_it_must_be():
    assert quoted_for_powershell("allied/4") == "allied/4"
    assert quoted_for_powershell("a b") == "'a b'"
    assert quoted_for_powershell("it's") == "'it''s'"


@pytest.mark.parametrize(
    ("environment", "windows", "shell"),
    [
        ({"SHELL": "/bin/bash"}, False, "bash"),
        ({"SHELL": "/usr/bin/zsh"}, False, "zsh"),
        ({"SHELL": "/usr/bin/pwsh"}, False, "powershell"),
        ({"SHELL": "/bin/dash"}, False, None),
        ({}, False, None),
        ({"SHELL": "/bin/bash"}, True, "powershell"),
    ],
)
def test_the_persons_shell(environment, windows, shell):
    assert shell_of(environment, windows) == shell


def process(*words, **environment):
    return subprocess.run(
        [sys.executable, "-m", "scenario_forge", *words],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_command_answers_before_anything_else():
    done = process("forge", "check", "skir", _FORGE_COMPLETE="complete_fish")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"skirmish\tcontent/skirmish\n", b"")


def test_powershell_gets_all_games_after_a_blank():
    """Before 7.5 it passes no variable that is empty (about_Environment_Variables)."""
    assert "skirmish\tcontent/skirmish" in asked("powershell", "check")


@pytest.mark.parametrize("shell", ["complete_csh", "complete_bash", "", "x"])
def test_a_fault_prints_nothing_into_the_line_that_is_typed(shell):
    """A shell that is not known, or one whose variables are missing."""
    done = process(_FORGE_COMPLETE=shell)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_broken_game_leaves_no_trace(game, here):
    for path in game.rglob("*.yaml"):
        path.write_text("[", encoding="utf-8")
    before = sorted(here.rglob("*"))
    done = process("forge", "show", "skirmish", "a", _FORGE_COMPLETE="complete_zsh")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert sorted(here.rglob("*")) == before


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs bash")
@pytest.mark.parametrize(
    ("line", "replies"),
    [
        ("forge check skir", ["skirmish"]),
        ("forge show skirmish Mar", ["Marsa\\ Akra"]),
        ("forge check skirmish --scenario=", ["compass", "siege"]),
        ("forge replay ", []),
    ],
)
def test_the_script_in_bash(line, replies, here):
    """Bash itself is not asked to split the line: its script takes the line as a whole."""
    (here / "forge").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scenario_forge "$@"\n', encoding="utf-8")
    (here / "forge").chmod(0o755)
    test = f'{SHELLS["bash"].script}\nCOMP_LINE="$1" COMP_POINT=${{#1}}\n_forge_complete ./forge\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n'
    done = subprocess.run(["bash", "-c", test, "bash", line], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == (replies or [""])
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_can_be_parsed(shell):
    """By the shell itself, where it is installed."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n"], input=SHELLS[shell].script, text=True, check=True)
