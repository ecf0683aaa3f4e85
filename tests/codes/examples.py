"""Reads the examples of the codes and puts them into the game that they are lines of.

The first example of a code stands on its page, beside the check, and is what `forge explain` shows. Further ones are in
a file of this folder named after the code, a list of:

    - wrong: |              # gives the code once, exactly at «…», and no other
        # orders-of-battle/axis.yaml
          - {no: 1, name: 1 Coast, mar41: «ZZ9»}
      right: |              # gives nothing at all; if it is left out, that of the page
        # orders-of-battle/axis.yaml
          - {no: 1, name: 1 Coast, mar41: C4}
      near: |               # optional: put where the right text has its place, this gives nothing either
        # orders-of-battle/axis.yaml
          - {no: 1, name: Coast, mar41: C4}
      says: ZZ9             # optional: a part of the message
      also: [OOB031]        # optional: codes that the wrong text gives besides
      errata: all           # optional: which errata are applied, none by default

An example has one or more parts, each headed by a comment with the name of its file. A part is written as it is read
and says nothing of where it goes: `place` finds the lines of the game that it repeats or changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from scenario_forge.checks.run import check

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.reading.workspace import Workspace

HERE = Path(__file__).parent
GAME = HERE.parent / "games" / "skirmish"
LAID_OVER = {
    path.relative_to(HERE / "game").as_posix(): path.read_text("utf-8") for path in HERE.glob("game/**/*.yaml")
}
"""Files of the game that the other tests do without."""
_PART = re.compile(r"^# (?P<file>[\w/.-]+\.yaml)\n", re.MULTILINE)
_MARKED = re.compile("«(.*?)»", re.DOTALL)
_TOP_KEY = re.compile(r"\w+:")

Span = tuple[str, int, int, int, int]
"""File, line, column, end line, end column."""
Part = tuple[str, list[str]]
"""A file, and lines of it."""


@dataclass(frozen=True)
class Example:
    """A text with one finding and texts without, which differ little."""

    code: str
    number: int
    wrong: str
    right: str
    near: str = ""
    says: str = ""
    also: frozenset[str] = frozenset()
    errata: str = "none"

    @property
    def id(self) -> str:
        """The code, with a number for all examples but the first."""
        return f"{self.code}-{self.number}" if self.number else self.code


def examples(codes: Iterable[Code]) -> list[Example]:
    """Return the examples of these codes: of each the one on its page, then those in its file."""
    return [example for code in codes for example in _of_code(code)]


def _of_code(code: Code) -> Iterator[Example]:
    page, path = code.page, HERE / f"{code.id}.yaml"
    yield Example(code.id, 0, page.bad, page.good, says=page.says, also=frozenset(filter(None, [page.also])))
    if path.exists():
        entries = yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for number, entry in enumerate(entries, 1):
            texts = {"wrong": "", "right": page.good} | entry
            yield Example(code.id, number, **texts | {"also": frozenset(entry.get("also", ()))})


def parts(text: str) -> list[Part]:
    """Return the parts of a text: of each its file and its lines."""
    head, *found = _PART.split(text.rstrip("\n") + "\n")
    assert not head.strip(), f"no file is named above `{head.strip()}`"
    return [(file, lines.splitlines()) for file, lines in zip(found[::2], found[1::2], strict=True)]


@cache
def game_lines(file: str) -> list[str] | None:
    """Return the lines of a file of the game; None if there is no such file."""
    path = GAME / file
    text = LAID_OVER.get(file) or (path.read_text("utf-8") if path.exists() else None)
    return None if text is None else text.splitlines()


def place(lines: list[str], game: list[str]) -> tuple[int, int]:
    """Return which lines of a file of the game a part stands for: the first, and the one behind the last.

    A part that begins with a new key of the file stands behind the last line. Any other part begins with a line of the
    game or with one that is changed: then it is the line whose beginning and end are most like it. Lines behind it that
    are those of the game too belong to the part.
    """
    first = lines[0]
    if _TOP_KEY.match(first) and not any(line.startswith(first.split(":")[0] + ":") for line in game):
        return len(game), len(game)
    alike = sorted((_alike(first, line), _run(lines, game[number:]), -number) for number, line in enumerate(game))
    assert alike[-1][:2] > alike[-2][:2], f"`{first.strip()}` may be line {-alike[-1][2] + 1} or {-alike[-2][2] + 1}"
    start = -alike[-1][2]
    return start, start + max(1, alike[-1][1])


def _alike(one: str, other: str) -> int:
    if one == other:
        return len(one) + 1
    begin = _same(one, other)
    return begin + _same(one[begin:][::-1], other[begin:][::-1])


def _same(one: str, other: str) -> int:
    """Return how many letters at the beginning are the same."""
    return next(
        (number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _run(lines: list[str], game: list[str]) -> int:
    """Return how many lines are those of the game, but for the first."""
    number = 1
    while number < min(len(lines), len(game)) and lines[number] == game[number]:
        number += 1
    return number


def put(text: str, right: str) -> tuple[dict[str, str], list[Span]]:
    """Return the files of the game with a text put where the right one has its place, and what is marked in them."""
    places = {}
    for number, (file, lines) in enumerate(parts(right)):
        game = game_lines(file)
        places[file, number] = place(lines, game) if game else (0, 0)
    files: dict[str, list[str]] = {}
    for number, (file, lines) in reversed(list(enumerate(parts(text)))):
        game = game_lines(file) or []
        start, end = places[file, number] if game else (0, 0)
        files.setdefault(file, list(game))[start:end] = lines
    plain, spans = dict(LAID_OVER), []
    for file, lines in files.items():
        plain[file], marked = unmark(file, "\n".join(lines) + "\n")
        spans += marked
    return plain, spans


def unmark(file: str, text: str) -> tuple[str, list[Span]]:
    """Return the text of a file without its marks, and what is marked."""
    spans = []
    for marked in _MARKED.finditer(text):
        start = text[: marked.start()]
        spans.append((file, *_position(start), *_position(start + marked[1])))
    return _MARKED.sub(r"\1", text), spans


def _position(before: str) -> tuple[int, int]:
    plain = before.replace("«", "").replace("»", "")
    return plain.count("\n") + 1, len(plain) - (plain.rfind("\n") + 1) + 1


def run(workspace: Workspace, text: str, example: Example) -> tuple[list[Diagnostic], list[Span]]:
    """Return what is found in the game with the text, and where it should be found."""
    files, spans = put(text, example.right)
    findings = check(workspace.load(example.errata, files=files))
    # the rules of this game score no ledger and no levels, and read no charts and values of examples, which hold all
    # the same
    unread = {"VIC033", "USE001", "USE002"} - {example.code}
    return [finding for finding in findings if finding.code.id not in unread], spans


def span(finding: Diagnostic) -> Span:
    """Return where a finding stands."""
    at = finding.span
    return (at.file, at.line, at.column, at.end_line, at.end_column)


def shown(findings: list[Diagnostic]) -> str:
    """Return findings as a failing test prints them."""
    return "\n".join(f"{d.severity.word} {d.code.id} {':'.join(map(str, span(d)))} {d.message}" for d in findings)
