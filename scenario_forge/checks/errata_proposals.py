"""Corrections that findings point to: a draft only where exactly one reading resolves a finding and breaks nothing.

A reading is what the check itself suggests, a hex one slip of the pen away, or the cell without a mark in brackets.
Each is tried as an erratum on the game. Where two passages contradict each other nothing is drafted: which of them is
right is for a person to say, and most voices are often one passage copied.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.checks.map_slips import one_slip
from scenario_forge.checks.run import check
from scenario_forge.compare.change import address_of
from scenario_forge.diagnostics import Severity
from scenario_forge.project.address import AddressError, item_keys
from scenario_forge.project.errata import locate
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.place import Where
from scenario_forge.source.nodes import Mapping, Node, Scalar, Sequence, span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.project.workspace import Workspace
    from scenario_forge.source.nodes import Data, Path

TRIAL = "errata/forge-trial.yaml"
_ID = "TRIAL-999"
_MEANT = re.compile(r"did you mean ([^?]+)\?|^([A-Z]{1,3}[0-9]{1,3}) would be")
_WORD = re.compile(r"[A-Za-z]+[0-9]+|[A-Za-z0-9/]+")
_MARK = re.compile(r"\([^()]*\)")
_OF_THE_FILE = ("FIL", "SCH", "SUP", "YML")
"""Codes of how a file is written: mended in the file (`forge check --fix`), never by an erratum."""
_MOST = 60
"""Readings that are tried of one value."""


@dataclass(frozen=True)
class Draft:
    """A correction, and what speaks for it."""

    finding: Diagnostic
    at: str
    printed: Data
    corrected: Data
    tried: int
    """Readings that were tried."""


@dataclass(frozen=True)
class Undecided:
    """A finding for which no single reading was found."""

    finding: Diagnostic
    readings: tuple[str, ...]
    """Those that would do, none or several."""
    tried: int


def proposals(
    workspace: Workspace, errata: str = "all", tell: Callable[[int, int], None] | None = None
) -> tuple[list[Draft], list[Undecided]]:
    """Drafts for what is found in a game with a set of errata, and the findings that were left.

    A value that an erratum has corrected already is left alone.
    """
    game = workspace.load(errata)
    known = [f for f in check(game) if f.severity >= Severity.WARNING and not f.code.id.startswith(_OF_THE_FILE)]
    keys = {_key(finding) for finding in check(game)}
    drafts: dict[str, Draft] = {}
    left: list[Undecided] = []
    for count, finding in enumerate(known):
        if tell:
            tell(count, len(known))
        made = _decided(workspace, game, errata, finding, keys)
        if isinstance(made, Draft):
            drafts.setdefault(made.at, made)
        elif made is not None:
            left.append(made)
    return list(drafts.values()), left


def _decided(
    workspace: Workspace, game: Game, errata: str, finding: Diagnostic, known: set[tuple[str, str, int, int]]
) -> Draft | Undecided | None:
    if not _of_game(game, finding):
        return None
    right: dict[str, tuple[str, Data, Data]] = {}
    tried = 0
    for at, printed, corrected in _readings(game, finding):
        if tried == _MOST:
            break
        tried += 1
        found = {_key(each) for each in check(_with(workspace, errata, at, printed, corrected)) if _of_game(game, each)}
        if _key(finding) not in found and not found - known:
            right[f"{at}: {corrected}"] = (at, printed, corrected)
    if len(right) == 1:
        return Draft(finding, *next(iter(right.values())), tried)
    return Undecided(finding, tuple(str(corrected) for _at, _printed, corrected in right.values()), tried)


def _of_game(game: Game, finding: Diagnostic) -> bool:
    """Whether a finding is on the game itself, not on its errata."""
    file = game.read.get(finding.span.file)
    return file is not None and file.kind.name != "errata"


def _with(workspace: Workspace, errata: str, at: str, printed: Data, corrected: Data) -> Game:
    """The game with one more erratum; JSON is YAML."""
    erratum = {"id": _ID, "at": at, "printed": printed, "corrected": corrected}
    erratum |= {"why": "tried", "source": "tried", "by": "us", "status": "proposed"}
    text = json.dumps({"basis": "proposed", "title": "Trial", "errata": [erratum]}, ensure_ascii=False)
    if errata == "official":
        return workspace.load(_ids(workspace, errata), {TRIAL: text})
    return workspace.load(errata if errata == "all" else _ids(workspace, errata), {TRIAL: text})


def _ids(workspace: Workspace, errata: str) -> str:
    applied = [p.erratum.id for p in workspace.load(errata).patches if p.target and not p.problem]
    return ",".join([*applied, _ID])


def _key(finding: Diagnostic) -> tuple[str, str, int, int]:
    return finding.code.id, finding.span.file, finding.span.line, finding.span.column


# -- readings ----------------------------------------------------------------------------------


def _readings(game: Game, finding: Diagnostic) -> Iterator[tuple[str, Data, Data]]:
    """Address, printed and corrected value of each reading, the ones suggested first, each once."""
    seen: set[tuple[str, str]] = set()
    for made in _slips(game, finding):
        key = (made[0], str(made[2]))
        if key not in seen and made[1] != made[2]:
            seen.add(key)
            yield made


def _slips(game: Game, finding: Diagnostic) -> Iterator[tuple[str, Data, Data]]:
    """What the check suggests for the words under the finding, and hexes a slip away from one among them."""
    file = game.read[finding.span.file]
    found = _leaf(file, finding.span)
    if found is None:
        return
    path, leaf = found
    at = address(file, path)
    if at is None or file.source.root is None or not isinstance(leaf.data, str) or not leaf.data:
        return
    start, end = _part(leaf, finding.span)
    word = leaf.data[start:end]
    for meant in _meant(finding):
        yield at, leaf.data, leaf.data[:start] + meant + leaf.data[end:]
        if one_slip(leaf.data, meant):
            yield at, leaf.data, meant
    if _MARK.search(word):
        yield at, leaf.data, leaf.data[:start] + _MARK.sub("", word).strip() + leaf.data[end:]
    if file.kind.name == "orders-of-battle":
        for written in _hexes_near(game, leaf.data, start, end):
            yield at, leaf.data, written


def _hexes_near(game: Game, text: str, start: int, end: int) -> Iterator[str]:
    """A cell with each hex between two places in it made another, one slip of the pen away."""
    grid = hex_map(game)
    for match in _WORD.finditer(text, start, end) if grid else ():
        if grid and grid.grid.find(match[0]) is not None:
            for name in grid.grid.ids:
                if one_slip(match[0], name):
                    yield text[: match.start()] + name + text[match.end() :]


def _meant(finding: Diagnostic) -> Iterator[str]:
    for words in (finding.help or "", *finding.notes, *(fix.title for fix in finding.fixes)):
        for match in _MEANT.finditer(words):
            yield (match[1] or match[2]).strip()
    for fix in finding.fixes:
        for edit in fix.edits:
            if edit.span == finding.span and "\n" not in edit.new:
                yield edit.new.strip("\"'")


def _part(leaf: Scalar, span: Span) -> tuple[int, int]:
    """The characters of a one-line value that lie under a span; all of it where that cannot be told."""
    whole = (0, len(str(leaf.data)))
    quote = 1 if leaf.style in ('"', "'") else 0
    if span.line != span.end_line or leaf.start.line + 1 != span.line:
        return whole
    start = span.column - 1 - leaf.start.column - quote
    end = start + span.end_column - span.column
    return (start, end) if 0 <= start < end <= whole[1] else whole


def _leaf(file: GameFile, span: Span) -> tuple[Path, Scalar] | None:
    """The value, as it is in the game, at a place in the text."""
    root = file.root
    if root is None:
        return None
    for path, leaf in _leaves(root, ()):
        here = span_of(leaf, file.name)
        if (here.line, here.column) <= (span.line, span.column) and (span.end_line, span.end_column) <= (
            here.end_line,
            here.end_column,
        ):
            return path, leaf
    return None


def _leaves(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    if isinstance(node, Mapping):
        for key, below in node.values.items():
            yield from _leaves(below, (*path, key))
    elif isinstance(node, Sequence):
        for index, below in enumerate(node.items):
            yield from _leaves(below, (*path, index))
    elif isinstance(node, Scalar):
        yield path, node


def address(file: GameFile, path: Path) -> str | None:
    """The address of a value by keys; None where one of its items has none, or shares it."""
    steps: list[str] = []
    node: Node | None = file.root
    for step in path:
        if isinstance(node, Mapping):
            steps.append(str(step))
            node = node.values.get(str(step))
        elif isinstance(node, Sequence) and isinstance(step, int):
            keys = item_keys(node.items[step])
            if not keys:
                return None
            steps.append(keys[-1] if "/" not in keys[0] else keys[0])
            node = node.items[step]
    made = address_of(tuple(steps))
    whole = f"{file.name.removesuffix('.yaml')}{'' if made.startswith('[') else '.'}{made}"
    try:
        name, found, _node = locate({file.name: file.root} if file.root else {}, whole)
    except AddressError:
        return None
    return whole if (name, found) == (file.name, path) else None


def place(game: Game, draft: Draft) -> str:
    """The place of a draft on paper."""
    roots = {name: file.root for name, file in game.read.items() if file.root is not None}
    name, path, _node = locate(roots, draft.at)
    return Where(game.read[name], path).span.paper or draft.at
