"""Reads the fixtures of the codes and applies their edits to the base game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from scenario_forge.checks.run import check

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.reading.workspace import Workspace

HERE = Path(__file__).parent
BASE = HERE.parent / "games" / "skirmish"
_MARKED = re.compile("«(.*?)»", re.DOTALL)

Place = tuple[str, int, int, int, int]
"""File, line, column, end line, end column."""


@dataclass(frozen=True)
class Case:
    """One case of a fixture file."""

    code: str
    number: int
    bad: list[dict[str, str]]
    good: list[dict[str, str]]
    errata: str
    message: str
    also: frozenset[str]

    @property
    def id(self) -> str:
        return f"{self.code}-{self.number}" if self.number else self.code


@cache
def cases() -> tuple[Case, ...]:
    """Every case of every file, in order."""
    return tuple(case for path in sorted(HERE.glob("*.yaml")) for case in _cases(path))


def _cases(path: Path) -> list[Case]:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return [_case(path.stem, number, each) for number, each in enumerate(data if isinstance(data, list) else [data])]


def _case(code: str, number: int, data: dict[str, Any]) -> Case:
    unknown = data.keys() - {"bad", "good", "errata", "message", "also"}
    assert not unknown, f"{code}: unknown keys {unknown}"
    return Case(
        code,
        number,
        data["bad"],
        data["good"],
        data.get("errata", "none"),
        data.get("message", ""),
        frozenset(data.get("also", ())),
    )


def overlay(edits: list[dict[str, str]]) -> tuple[dict[str, str], list[Place]]:
    """The edited files, and the places marked in them."""
    files: dict[str, str] = {}
    for edit in edits:
        name = edit["file"]
        if "text" in edit:
            files[name] = edit["text"]
            continue
        before = files[name] if name in files else (BASE / name).read_text(encoding="utf-8")
        times = before.count(edit["find"])
        assert times == 1, f"`{edit['find']}` occurs {times} times in {name}"
        files[name] = before.replace(edit["find"], edit["put"])
    places = []
    for name, text in files.items():
        for marked in _MARKED.finditer(text):
            start = text[: marked.start()]
            places.append((name, *_position(start), *_position(start + marked[1])))
        files[name] = _MARKED.sub(r"\1", text)
    return files, places


def _position(before: str) -> tuple[int, int]:
    plain = before.replace("«", "").replace("»", "")
    return plain.count("\n") + 1, len(plain) - (plain.rfind("\n") + 1) + 1


def run(workspace: Workspace, edits: list[dict[str, str]], errata: str) -> tuple[list[Diagnostic], list[Place]]:
    """What is found in the edited base game, and where it should be found."""
    files, places = overlay(edits)
    return check(workspace.load(errata, files=files)), places


def place(finding: Diagnostic) -> Place:
    """Where a finding stands."""
    span = finding.span
    return (span.file, span.line, span.column, span.end_line, span.end_column)


def shown(findings: list[Diagnostic]) -> str:
    """Findings as a failing test prints them."""
    return "\n".join(f"{d.severity.word} {d.code.id} {':'.join(map(str, place(d)))} {d.message}" for d in findings)
