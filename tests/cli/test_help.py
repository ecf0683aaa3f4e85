"""Helps: each begins with a sentence and two examples that work, and `forge help` shows them all."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from scenario_forge.cli.completion.candidates import candidates
from scenario_forge.cli.help import EXAMPLES
from scenario_forge.cli.main import VERBS, application
from tests.cli.test_commands import understood

ROOT = Path(__file__).parents[2]


def commands():
    """Every verb, and every part of a verb."""
    for verb in VERBS:
        yield verb
        yield from (f"{verb} {part}" for part in getattr(application().get_command(None, verb), "commands", ()))


COMMANDS = list(commands())
LINES = [pytest.param(line, id=line) for lines in EXAMPLES.values() for line in lines]


def test_every_command_has_examples_and_nothing_else_has():
    assert sorted(EXAMPLES) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_help_begins_with_one_sentence_and_two_examples(forge, command):
    usage, sentence, examples, *_rest = forge(*command.split(), "--help").out.split("\n\n")
    assert usage.startswith(f"Usage: forge {command} ")
    assert sentence.rstrip().endswith(".")
    assert ". " not in sentence
    lines = [line.strip() for line in examples.splitlines()]
    assert len(lines) == len({*lines}) == 2
    assert all(line.startswith(f"forge {command}") for line in lines)


@pytest.mark.parametrize("line", LINES)
def test_an_example_can_be_typed(line):
    understood(f"forge {line.partition(' | ')[0]}")


@pytest.fixture(scope="module")
def rats(tmp_path_factory):
    """A folder with a copy of a bundled game, made as the examples make it."""
    folder = tmp_path_factory.mktemp("examples")
    shutil.copytree(ROOT / "content" / "desert-rats", folder / "content" / "desert-rats")
    shutil.copytree(ROOT / "content" / "desert-rats", folder / "my-rats")
    return folder


@pytest.mark.parametrize("line", LINES)
def test_what_an_example_names_is_there(line, rats, monkeypatch):
    """The Tab key offers each game, scenario, erratum, code and date, or it is a file, or nobody can know it."""
    monkeypatch.chdir(rats)
    assert not line.endswith(".json") or "--answers" not in line  # answers are YAML
    words = shlex.split(line.partition(" | ")[0])
    for place, word in enumerate(words):
        if Path(word).exists() or words[:place] == ["show", "desert-rats"]:
            continue
        if candidates(words[:place], ""):
            assert word in [each.word for each in candidates(words[:place], word)], word


@pytest.mark.parametrize("command", ["build", "errata", "errata impact", "help"])
def test_help_shows_what_the_option_shows(forge, command):
    said = forge("help", *command.split())
    assert (said.code, said.err) == (0, "")
    assert said.out == forge(*command.split(), "--help").out


def test_help_alone_is_the_help_of_all(forge):
    assert forge("help").out == forge("--help").out


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("chek", "`forge` has no command `chek`", "did you mean check?"),
        ("errata pge", "`forge errata` has no command `pge`", "did you mean page?"),
        ("nosuch", "`forge` has no command `nosuch`", "`forge --help` shows its help"),
        ("check skirmish", "`forge check` has no command `skirmish`", "`forge check --help` shows its help"),
    ],
)
def test_help_on_what_is_not_there_names_what_is_near(forge, line, said, hint):
    answer = forge("help", *line.split())
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"forge: {said}\n  {hint}\n"
