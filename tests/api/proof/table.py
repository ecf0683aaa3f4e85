"""The small game with defects planted in it, and what playing it shows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge.api.trials.proof import Trial, prove_game
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[2] / "games" / "skirmish"
WORKSPACE = Workspace(SKIRMISH)


def game(*edits):
    """The game with texts replaced: (file, what, by what), each once."""
    files = {}
    for name, find, put in edits:
        before = files.get(name) or (SKIRMISH / name).read_text(encoding="utf-8")
        assert before.count(find) == 1, f"`{find}` occurs {before.count(find)} times in {name}"
        files[name] = before.replace(find, put)
    return WORKSPACE.load("none", files=files)


def found(*edits, scenario=None, **trial):
    """What playing the edited game shows, by code: places and messages."""
    made = {"games": 2, "players": ["random", "idle"], **trial}
    proving = prove_game(game(*edits), None if scenario is None else [scenario], Trial(**made))
    return proving.findings()


@cache
def clean():
    """Findings of the game as it is, by code and place."""
    return {(finding.code.id, finding.message) for finding in found()}


def codes(findings):
    return sorted({finding.code.id for finding in findings} - {code for code, _ in clean()})


def of(code, findings):
    return [finding for finding in findings if finding.code.id == code]


def line_of(finding):
    """The text of the line at which a finding stands."""
    return (SKIRMISH / finding.span.file).read_text(encoding="utf-8").splitlines()[finding.span.line - 1]
