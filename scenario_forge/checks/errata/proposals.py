"""Corrections that findings point to: a draft only where exactly one reading resolves a finding and breaks nothing.

A reading is what the check itself suggests, a hex one slip of the pen away, or the cell without a mark in brackets.
Each is tried as an erratum on the game. Where passages contradict each other, one that stands alone against several
(`MANY`) is corrected; otherwise a person decides.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.checks.errata.trials import address
from scenario_forge.checks.near_words import one_slip
from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.rulebook.quantities import contradicted_quantities, value_text
from scenario_forge.checks.run import all_findings, check, findings_by_check
from scenario_forge.diagnostics import Severity
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.source.nodes import Mapping, Node, Scalar, descend, span_of
from scenario_forge.source.nodes import Sequence as Seq

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from scenario_forge.checks.rulebook.quantities import Contradiction
    from scenario_forge.checks.run import Check
    from scenario_forge.diagnostics import Diagnostic, Key, Span
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.reading.workspace import Workspace
    from scenario_forge.game.system import Statement
    from scenario_forge.source.nodes import Data, Path


Correction = tuple[str, "Data", "Data"]
"""Address, printed and corrected value."""
TRIAL = "errata/forge-trial.yaml"
_ID = "TRIAL-{:03}"
_MEANT = re.compile(r"did you mean ([^?]+)\?|^([A-Z]{1,3}[0-9]{1,3}) would be")
_WORD = re.compile(r"[A-Za-z]+[0-9]+|[A-Za-z0-9/]+")
_MARK = re.compile(r"\([^()]*\)")
_OF_THE_FILE = ("FIL", "SCH", "SUP", "YML")
"""Codes of how a file is written: mended in the file (`forge check --fix`), never by an erratum."""
_MOST = 60
"""Readings that are tried of one value."""


@dataclass(frozen=True)
class Proposal:
    """A correction, and the evidence for it."""

    finding: Diagnostic
    at: str
    printed: Data
    corrected: Data
    tried: int
    """Readings that were tried."""
    more: tuple[Correction, ...] = ()
    """Other values that must be corrected with it."""
    evidence: str = ""
    """What speaks for it beside the finding."""


@dataclass(frozen=True)
class Undecided:
    """A finding for which no single reading was found."""

    finding: Diagnostic
    readings: tuple[str, ...]
    """Those that would do, none or several."""
    tried: int


def proposals(
    workspace: Workspace, errata: str = "all", tell: Callable[[int, int], None] | None = None
) -> tuple[list[Proposal], list[Undecided]]:
    """Return drafts for the findings of a game with a set of errata, and the findings left undecided.

    A value that an erratum has corrected already is left alone.
    """
    game = workspace.load(errata)
    known = [f for f in check(game) if f.severity >= Severity.WARNING and not f.code.id.startswith(_OF_THE_FILE)]
    keys, every = {finding.key for finding in check(game, each=True)}, {finding.key for finding in all_findings(game)}
    drafts: dict[str, Proposal] = {}
    left: list[Undecided] = []
    disputes = Disputes(game)
    for count, finding in enumerate(known):
        if tell:
            tell(count, len(known))
        trials = _Trials(workspace, game, finding, keys, every)
        if finding.code.id == "RUL001":
            made: Proposal | Undecided | None = _disputed(trials, disputes.of(finding))
        else:
            made = _decided(trials)
        if isinstance(made, Proposal):
            drafts.setdefault(made.at, made)
        elif made is not None:
            left.append(made)
    return list(drafts.values()), left


@dataclass(frozen=True)
class _Trials:
    """Readings tried for one finding."""

    workspace: Workspace
    game: Game
    finding: Diagnostic
    known: set[Key]
    """What is found in the game anyway."""
    every: set[Key]
    """With what is suppressed or explained."""

    @cached_property
    def checks(self) -> list[Check]:
        """The checks that report the finding."""
        return [function for function, findings in findings_by_check(self.game) if self._among(findings)]

    def resolved_by(self, corrections: Collection[Correction]) -> bool:
        """Return whether corrections resolve the finding and nothing else is found with them.

        Most readings do not: the checks that find it are asked first, then one after another up to the first that finds
        anything else.
        """
        checks, tried = self.checks, _with(self.workspace, self.game.errata, corrections)
        if any(self._among(findings_of(tried, function)) for function in checks):
            return False
        if any(self._new(findings, self.every) for _check, findings in findings_by_check(tried)):
            return False
        findings = check(tried, each=True)
        return not self._among(findings) and not self._new(findings, self.known)

    def _among(self, findings: Collection[Diagnostic]) -> bool:
        return any(each.key == self.finding.key for each in findings)

    def _new(self, findings: Collection[Diagnostic], known: set[Key]) -> bool:
        return any(each.key not in known and _of_game(self.game, each) for each in findings)


def _decided(trials: _Trials) -> Proposal | Undecided | None:
    game, finding = trials.game, trials.finding
    if not _of_game(game, finding) or _on_ruling(game, finding):
        return None
    right: dict[str, tuple[str, Data, Data]] = {}
    tried = 0
    for at, printed, corrected in _readings(game, finding):
        if tried == _MOST:
            break
        tried += 1
        if trials.resolved_by([(at, printed, corrected)]):
            right[f"{at}: {corrected}"] = (at, printed, corrected)
    if len(right) == 1:
        return Proposal(finding, *next(iter(right.values())), tried)
    return Undecided(finding, tuple(str(corrected) for _at, _printed, corrected in right.values()), tried)


def _disputed(trials: _Trials, dispute: Dispute | None) -> Proposal | Undecided | None:
    """A draft where one passage stands against many, and correcting it resolves the finding and breaks nothing."""
    finding = trials.finding
    if dispute is None or not _of_game(trials.game, finding):
        return Undecided(finding, (), 0)
    if dispute.corrections and trials.resolved_by(dispute.corrections):
        first, *more = dispute.corrections
        return Proposal(finding, *first, 1, tuple(more), dispute.evidence)
    return Undecided(finding, dispute.readings, 0)


def _of_game(game: Game, finding: Diagnostic) -> bool:
    """Whether a finding is on the game itself, not on its errata."""
    file = game.read.get(finding.span.file)
    return file is not None and file.kind.name != "errata"


def _on_ruling(game: Game, finding: Diagnostic) -> bool:
    """Whether a finding is on a ruling, or on what settles a clause: words about the print, which none corrects."""
    found = _leaf(game.read[finding.span.file], finding.span)
    return found is not None and not {"rulings", "settled"}.isdisjoint(found[0])


def _with(workspace: Workspace, errata: str, corrections: Collection[Correction]) -> Game:
    """The game with more errata; JSON is YAML."""
    said = {"why": "tried", "source": "tried", "by": "us", "status": "proposed"}
    tried = [
        {"id": _ID.format(n), "at": at, "printed": printed, "corrected": corrected, **said}
        for n, (at, printed, corrected) in enumerate(corrections, start=1)
    ]
    text = json.dumps({"basis": "proposed", "title": "Trial", "errata": tried}, ensure_ascii=False)
    if errata == "all":
        return workspace.load(errata, {TRIAL: text})
    applied = [p.erratum.id for p in workspace.load(errata).patches if p.target and not p.problem]
    return workspace.load(",".join([*applied, *(_ID.format(n + 1) for n in range(len(tried)))]), {TRIAL: text})


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
    """The value in the game at a place in the text."""
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
    elif isinstance(node, Seq):
        for index, below in enumerate(node.items):
            yield from _leaves(below, (*path, index))
    elif isinstance(node, Scalar):
        yield path, node


def place(game: Game, draft: Proposal) -> str:
    """Return the place of a draft on paper."""
    name, path, _node = locate(corrected_roots(game.read), draft.at)
    return Where(game.read[name], path).span.paper or draft.at


# -- contradictions between passages ---------------------------------------------------------------


MANY = 3
"""Passages that must agree before one that stands alone against them is taken to be wrong."""


@dataclass(frozen=True)
class Dispute:
    """A contradiction: its readings, and the corrections that may resolve it."""

    readings: tuple[str, ...]
    """Each value, with the passages that have it; most passages first."""
    corrections: tuple[tuple[str, Data, Data], ...] = ()
    """Where one passage stands alone against many: address, printed and corrected value of all that it says."""
    evidence: str = ""
    """Who says what."""


class Disputes:
    """The contradictions of a game, looked up by the finding that reports them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found = list(contradicted_quantities(game))

    def of(self, finding: Diagnostic) -> Dispute | None:
        """Return the dispute of a finding; None if it reports no contradiction."""
        spans = {finding.span, *(label.span for label in finding.labels)}
        mine = [each for each in self.found if each.suspect.where.span in spans]
        if len(mine) != 1:
            told = tuple(f"{each.words} {_reading(group)}" for each in mine for group in _by_voices(each))
            return Dispute(told) if mine else None
        groups = _by_voices(mine[0])
        readings = tuple(map(_reading, groups))
        many, *few = groups
        if len(few) != 1 or len(_voices(few[0])) > 1 or len(_voices(many)) < MANY:
            return Dispute(readings)
        evidence = f"{readings[0]} against {readings[1]}"
        return Dispute(readings, tuple(self._corrections(few[0], many[0])), evidence)

    def _corrections(self, wrong: Sequence[Statement], right: Statement) -> Iterator[tuple[str, Data, Data]]:
        """Each statement of the passage, and the words of its clause if the value stands in them once.

        Nothing at all where one of them cannot be corrected as a plain value.
        """
        made = [self._one(statement, right.value) for statement in wrong]
        whole = [each for each in made if each is not None]
        if len(whole) < len(made):
            return
        yield from whole
        for statement in wrong:
            yield from self._in_words(statement, right.value)

    def _one(self, statement: Statement, value: Data) -> tuple[str, Data, Data] | None:
        where = statement.where
        at, printed = address(where.file, where.path), _found(where.file, where.path)
        if at is None or printed != statement.value or isinstance(printed, bool) != isinstance(statement.value, bool):
            return None
        return at, printed, value

    def _in_words(self, statement: Statement, value: Data) -> Iterator[tuple[str, Data, Data]]:
        where = statement.where
        if "states" not in where.path:
            return
        path = (*where.path[: where.path.index("states")], "text")
        at, text = address(where.file, path), _found(where.file, path)
        if at is None or not isinstance(text, str):
            return
        word = re.compile(rf"(?<![\w.,-]){re.escape(str(statement.value))}(?![\w-])")
        if len(word.findall(text)) == 1:
            yield at, text, word.sub(lambda _match: str(value), text)


def _found(file: GameFile, path: Path) -> Data:
    """The value in the game at a path; None where there is none."""
    node, depth = descend(file.root, path) if file.root is not None else (None, -1)
    return node.data if node is not None and depth == len(path) else None


def _by_voices(found: Contradiction) -> list[tuple[Statement, ...]]:
    return sorted(found.groups, key=lambda group: -len(_voices(group)))


def _voices(group: Sequence[Statement]) -> list[str]:
    """The printed passages among the places that say one thing, in order."""
    printed = [each for each in group if each.where.file.kind.name != "rules"]
    clauses = [each for each in printed if each.where.file.kind.name == "rulebook"]
    return list(dict.fromkeys(each.where.span.paper or each.where.file.name for each in clauses or printed))


def _reading(group: Sequence[Statement]) -> str:
    places = _voices(group) or [group[0].where.span.paper or group[0].where.file.name]
    return f"{value_text(group[0])} ({'; '.join(places)})"
