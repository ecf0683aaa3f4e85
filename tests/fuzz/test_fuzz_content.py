"""Whatever becomes of a game's files, there are findings, each at a place that exists, and never an exception."""

from __future__ import annotations

import json
import shutil
import signal
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenario_forge.api.calls import report_of
from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity, json_formats, terminal
from scenario_forge.diagnostics.report import concise, github
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.reports.letter import letter_page
from scenario_forge.source.nodes import Lines
from tests.share import Share

from . import mutate

ROOT = Path(__file__).parents[2]
GAMES = {
    name: ROOT / folder
    for name, folder in [("desert-rats", "content/desert-rats"), ("skirmish", "tests/games/skirmish")]
}
FILES = sorted(
    (game, p.relative_to(folder).as_posix()) for game, folder in GAMES.items() for p in folder.rglob("*.yaml")
)
OTHER_TEXTS = ["", "\n", "# nothing\n", "[]\n", "{}\n", "null\n", "basis: printed\n", "---\n---\n", "\ud800"]
PATIENCE = 60
"""Seconds after which a mutant counts as one that never ends; most take less than one, those with many findings a few."""

EACH = [
    file for n, file in enumerate(FILES) if "/" not in file[1] or FILES[n - 2][1].split("/")[0] != file[1].split("/")[0]
]
"""All of them, but of the many scenarios two a game."""

each_file = pytest.mark.parametrize(("game", "name"), EACH, ids=[f"{game}/{name}" for game, name in EACH])


@contextmanager
def patience():
    """An endless loop is a failure of its own, not a test run that hangs."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal, _frame):
        raise TimeoutError(f"still at it after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def spaces():
    """One workspace a game: what a mutant leaves alone is not read again."""
    return {name: Workspace(folder) for name, folder in GAMES.items()}


@pytest.fixture(scope="module")
def texts():
    return {(game, name): (GAMES[game] / name).read_text("utf-8") for game, name in FILES}


@pytest.fixture(scope="module")
def trees():
    return {
        (game, file.name): file.data for game, at in GAMES.items() for file in Workspace(at).load("none").files.values()
    }


def survives(space, files, errata="all"):
    """Load, check and show; what is found stands at places that exist."""
    with patience():
        game = space.load(errata, files)
        findings = check(game)
        report = report_of(game, findings)
        for finding in findings:
            assert_is_sound(game, finding, files)
        shown = [render(report) for render in (terminal.render, concise, github)] + [letter_page(report)]
        shown.append(terminal.render(report, colour=True, ascii_only=True, width=40))
        assert json.loads(json_formats.as_json(report))["summary"]["errors"] == report.errors
        assert json.loads(json_formats.sarif(report))["version"] == "2.1.0"
    for text in shown:
        assert "Traceback" not in text
        text.encode("utf-8", "surrogatepass")
    return game, findings


def lines_of(game, name, overlay):
    """The lines of a file; one empty line where there is none, and those of what was given where that is no text."""
    file = game.files.get(name)
    if file is None:
        return Lines("")
    return file.source.lines if file.source.written.readable else Lines(overlay[name])


def assert_is_sound(game, finding, overlay):
    assert finding.message.strip()
    for span in (finding.span, *(label.span for label in finding.labels)):
        lines = lines_of(game, span.file, overlay)
        assert 1 <= span.line <= span.end_line <= len(lines), (finding.code, span)
        assert (span.line, span.column) < (span.end_line, span.end_column), (finding.code, span)
        for line, column in ((span.line, span.column), (span.end_line, span.end_column - 1)):
            start, end = lines.bounds(line)
            assert 0 <= column <= end - start + 1, (finding.code, span)  # one behind the last for what is missing there
        assert span.column >= 1
    for fix in finding.fixes:
        for edit in fix.edits:
            game.files[edit.span.file].source.offsets(edit.span)


@pytest.mark.sampled(8)
@each_file
def test_slips_in_the_text_of_each_file(spaces, texts, game, name):
    for seed in range(2):
        text = mutate.slip_in_text(Random(f"{game}/{name}/{seed}"), texts[game, name])
        survives(spaces[game], {name: text})


@pytest.mark.sampled(8)
@each_file
def test_slips_in_the_data_of_each_file(spaces, trees, game, name):
    for seed in range(2):
        text = mutate.slip_in_data(Random(f"{game}/{name}/{seed}"), trees[game, name])
        survives(spaces[game], {name: text})


def every_field(trees):
    """Each field that any document of a game has, once a game."""
    seen = set()
    for (game, name), data in trees.items():
        kind = name.partition("/")[0]
        for field, path in mutate.fields(data).items():
            if (game, kind, field) not in seen:
                seen.add((game, kind, field))
                yield game, name, field, path


def test_another_value_in_every_field(spaces, trees):
    """A share of the fields, a value each; in the long run all of them, with a dozen values each."""
    for game, name, field, path in list(every_field(trees))[:: 3 if Share.whole else 9]:
        if game == "skirmish":
            value = Random(f"{name}{field}").choice(mutate.VALUES)
            survives(spaces[game], {name: mutate.with_value(trees[game, name], path, value)}, "none")


@settings(
    max_examples=25 if Share.whole else 8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(file=st.sampled_from(FILES), random=st.randoms(use_true_random=False), structured=st.booleans())
def test_any_slip_anywhere(spaces, texts, trees, file, random, structured):
    game, name = file
    text = mutate.slip_in_data(random, trees[file]) if structured else mutate.slip_in_text(random, texts[file])
    survives(spaces[game], {name: text})


@settings(
    max_examples=20 if Share.whole else 6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(random=st.randoms(use_true_random=False))
def test_slips_in_several_files_at_once(spaces, texts, trees, random):
    game = random.choice(list(GAMES))
    files = random.sample([file for file in FILES if file[0] == game], 4)
    slips = (lambda f: mutate.slip_in_text(random, texts[f]), lambda f: mutate.slip_in_data(random, trees[f]))
    survives(spaces[game], {file[1]: random.choice(slips)(file) for file in files})


@pytest.mark.sampled(8)
@each_file
def test_a_file_with_another_files_text(spaces, texts, game, name):
    other = texts[Random(name).choice([file for file in FILES if file[0] == game and file[1] != name])]
    survives(spaces[game], {name: other})


@pytest.mark.sampled(8)
@each_file
def test_a_file_emptied_or_turned_to_something_else(spaces, game, name):
    for text in Random(f"{game}/{name}").sample(OTHER_TEXTS, 2):
        survives(spaces[game], {name: text})


@pytest.mark.sampled(3)
@pytest.mark.parametrize("errata", ["none", "official", "all", "", "no-such", "DR-001,,DR-002"])
def test_any_set_of_errata(spaces, errata):
    for space in spaces.values():
        survives(space, {}, errata)


def test_any_one_file_missing(tmp_path):
    folder = tmp_path / "game"
    shutil.copytree(GAMES["skirmish"], folder)
    space = Workspace(folder)
    for game, name in FILES:
        if game == "skirmish":
            text = (folder / name).read_bytes()
            (folder / name).unlink()
            survives(space, {})
            (folder / name).write_bytes(text)
    _game, findings = survives(space, {})
    assert [f for f in findings if f.severity is Severity.ERROR] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
def test_several_files_missing(tmp_path, seed):
    folder = tmp_path / "game"
    shutil.copytree(GAMES["desert-rats"], folder)
    random = Random(seed)
    for game, name in FILES:
        if game == "desert-rats" and random.random() < 0.3:
            (folder / name).unlink()
    survives(Workspace(folder), {})


@pytest.mark.long
@pytest.mark.parametrize("seed", range(40))
def test_thousands_of_slips(spaces, texts, trees, seed):
    random = Random(seed)
    for _ in range(100):
        file = random.choice(FILES)
        slip = (
            mutate.slip_in_text(random, texts[file])
            if random.random() < 0.4
            else mutate.slip_in_data(random, trees[file])
        )
        survives(spaces[file[0]], {file[1]: slip})


@pytest.mark.long
@pytest.mark.parametrize("value", mutate.VALUES, ids=lambda value: repr(value)[:20])
def test_each_value_in_a_fifth_of_the_fields(spaces, trees, value):
    first = mutate.VALUES.index(value) % 5
    for game, name, _field, path in list(every_field(trees))[first::5]:
        if game == "skirmish" or name in ("rulebook.yaml", "examples.yaml", "charts.yaml"):
            survives(spaces[game], {name: mutate.with_value(trees[game, name], path, value)}, "none")
