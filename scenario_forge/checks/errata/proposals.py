"""Corrections that findings point to: those that resolve a finding and bring none, ranked by what speaks for them.

What may be meant is tried on the game, one after another. The first is drafted where corrections like it are nearly
always right; otherwise a person decides between all that would do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.checks.errata.evidence import EVIDENCE, Rate, rate
from scenario_forge.checks.errata.readings import leaf_at, node_in, readings
from scenario_forge.checks.errata.trials import address
from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.run import all_findings, check, findings_by_check
from scenario_forge.diagnostics import Severity
from scenario_forge.game.place import Where
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from scenario_forge.checks.errata.evidence import Standing
    from scenario_forge.checks.run import Check
    from scenario_forge.diagnostics import Diagnostic, Key
    from scenario_forge.diagnostics.model import Candidate, Evidence
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data


Correction = tuple[str, "Data", "Data"]
"""Address, printed and corrected value."""
_OF_THE_FILE = ("FIL", "SCH", "SUP", "YML")
"""Codes of how a file is written: mended in the file (`forge check --fix`), never by an erratum."""


@dataclass(frozen=True)
class Draft:
    """A correction that resolves findings and brings none."""

    corrections: tuple[Correction, ...]
    """The first at the place that is corrected, then what must be corrected with it."""
    why: str
    evidence: Evidence
    standing: Standing
    resolves: frozenset[Key]
    """Every finding that is not there with it."""

    @property
    def rate(self) -> Rate:
        """How often corrections like it were right."""
        return rate(self.evidence, self.standing)

    @property
    def is_certain(self) -> bool:
        """Whether corrections like it are nearly always right."""
        return self.rate.is_certain


@dataclass(frozen=True)
class Proposal:
    """A finding with the correction that is drafted for it, and those that would do instead."""

    finding: Diagnostic
    draft: Draft
    instead: tuple[Draft, ...]
    """The likelier first."""
    tried: int
    """Readings that were tried."""

    @property
    def at(self) -> str:
        """The address that is corrected."""
        return self.draft.corrections[0][0]


@dataclass(frozen=True)
class Undecided:
    """A finding of which it is not certain how to resolve it."""

    finding: Diagnostic
    drafts: tuple[Draft, ...]
    """Those that would do, the likelier first; none or several, or one that is seldom right."""
    tried: int


def proposals(game: Game, tell: Callable[[int, int], None] | None = None) -> tuple[list[Proposal], list[Undecided]]:
    """Return drafts for the findings of a game, and the findings left undecided, those that explain most first."""
    known = [f for f in check(game) if f.severity >= Severity.WARNING and not f.code.id.startswith(_OF_THE_FILE)]
    trials = _Trials(game)
    tried: list[tuple[Diagnostic, int]] = []
    for count, finding in enumerate(known):
        if tell:
            tell(count, len(known))
        if _of_game(game, finding) and not _on_ruling(game, finding):
            tried.append((finding, trials.try_readings(finding)))
    made = [Undecided(finding, trials.drafts_for(finding), count) for finding, count in tried]
    made.sort(key=lambda each: (-max((len(draft.resolves) for draft in each.drafts), default=0), each.finding.sort_key))
    drafts: dict[str, Proposal] = {}
    settled: set[Key] = set()
    for finding, ranked, count in ((each.finding, each.drafts, each.tried) for each in made):
        if finding.key not in settled and ranked and ranked[0].is_certain:
            first, *others = ranked
            drafts.setdefault(first.corrections[0][0], Proposal(finding, first, tuple(others), count))
            settled |= {*first.resolves, finding.key}
    return [*drafts.values()], [each for each in made if each.finding.key not in settled]


@dataclass(frozen=True)
class _Trial:
    """A candidate that resolves findings and brings none."""

    candidate: Candidate
    corrections: tuple[Correction, ...]
    resolves: frozenset[Key]

    @property
    def weight(self) -> int:
        """The place of its evidence; the least speaks most for it."""
        return EVIDENCE.index(self.candidate.evidence)

    def as_draft(self, standing: Standing) -> Draft:
        """Return it as a draft among those for a finding."""
        return Draft(self.corrections, self.candidate.why, self.candidate.evidence, standing, self.resolves)


class _Trials:
    """Readings tried on a game, each once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known = {finding.key for finding in check(game, each=True)}
        self.every = {finding.key for finding in all_findings(game)}
        self._resolved: dict[str, frozenset[Key] | None] = {}
        self._right: dict[str, _Trial] = {}

    @cached_property
    def _checks(self) -> list[tuple[Check, set[Key]]]:
        """The checks that find anything, with what they find."""
        found = [(function, {f.key for f in findings}) for function, findings in findings_by_check(self.game)]
        return [(function, keys) for function, keys in found if keys]

    def try_readings(self, finding: Diagnostic) -> int:
        """Try what may be meant where a finding stands, and return how many readings there are."""
        tried = 0
        for candidate in readings(self.game, finding):
            corrections = self._corrections(candidate)
            if corrections is None:
                continue
            tried += 1
            resolved = self._resolved_by(finding, candidate, corrections)
            if resolved:
                name = str(sorted(map(str, corrections)))
                trial = _Trial(candidate, corrections, resolved | {finding.key})
                known = self._right.get(name, trial)
                best = min(known, trial, key=lambda each: each.weight)
                self._right[name] = replace(best, resolves=known.resolves | trial.resolves)
        return tried

    def drafts_for(self, finding: Diagnostic) -> tuple[Draft, ...]:
        """Return the corrections that resolve a finding, tried for it or for another, the likelier first."""
        found = [trial for trial in self._right.values() if finding.key in trial.resolves]
        found.sort(key=lambda each: (-len(each.resolves), each.weight, len(each.corrections)))
        return tuple(trial.as_draft(_standing(trial, found)) for trial in found)

    def _corrections(self, candidate: Candidate) -> tuple[Correction, ...] | None:
        """The values of a candidate with their addresses; None where one has none."""
        made: list[Correction] = []
        for value in candidate.values:
            file = self.game.read[value.file]
            path, new = value.path, value.value
            while (at := address(file, path)) is None and path and isinstance(path[-1], int):
                above = node_in(file.root, path[:-1])  # an item without a name: the list is corrected as a whole
                items = above.data if above is not None else None
                if not isinstance(items, list) or any(isinstance(item, dict) for item in items):
                    return None
                new = [*items[: path[-1]], new, *items[path[-1] + 1 :]]
                path = path[:-1]
            node = node_in(file.root, path)
            if at is None or node is None:
                return None
            made.append((at, node.data, new))
        return tuple(made)

    def _resolved_by(
        self, finding: Diagnostic, candidate: Candidate, corrections: Collection[Correction]
    ) -> frozenset[Key] | None:
        """The findings that corrections resolve; None if this one is not among them, or if anything else is found.

        Most readings do not resolve it: the checks that find it are asked first, then one after another up to the first
        that finds anything else.
        """
        changed = with_values(self.game, [(each.file, each.path, each.value) for each in candidate.values])
        changed.memo = self.game.memo.copy()
        finders = [function for function, keys in self._checks if finding.key in keys]
        if any(_has(findings_of(changed, function), finding) for function in finders):
            return None
        name = str(sorted(map(str, corrections)))
        if name not in self._resolved:
            self._resolved[name] = self._resolved_in(changed)
        resolved = self._resolved[name]
        if resolved is None or finding.key in resolved:
            return resolved
        # one finding that stands for several is none of them
        return resolved if finding.key not in self.known and not _has(check(changed), finding) else None

    def _resolved_in(self, changed: Game) -> frozenset[Key] | None:
        if any(self._new(findings, self.every) for _check, findings in findings_by_check(changed)):
            return None
        if self._new(changed.problems, self.every):
            return None
        findings = check(changed, each=True)
        return None if self._new(findings, self.known) else frozenset(self.known - {f.key for f in findings})

    def _new(self, findings: Collection[Diagnostic], known: set[Key]) -> bool:
        return any(each.key not in known and _of_game(self.game, each) for each in findings)


def _has(findings: Collection[Diagnostic], finding: Diagnostic) -> bool:
    return any(each.key == finding.key for each in findings)


def _standing(trial: _Trial, found: Sequence[_Trial]) -> Standing:
    others = [each for each in found if each is not trial]
    if not others:
        return "alone"
    if all(trial.resolves > each.resolves for each in others):
        return "explains-most"
    rivals = [each for each in others if not trial.resolves > each.resolves]
    if any(each.resolves > trial.resolves for each in rivals):
        return "explains-less"
    return "best" if all(trial.weight < each.weight for each in rivals) else "tied"


def _of_game(game: Game, finding: Diagnostic) -> bool:
    """Whether a finding is on the game itself, not on its errata."""
    file = game.read.get(finding.span.file)
    return file is not None and file.kind.name != "errata"


def _on_ruling(game: Game, finding: Diagnostic) -> bool:
    """Whether a finding is on a ruling, or on what settles a clause: words about the print, which none corrects."""
    found = leaf_at(game, finding.span)
    return found is not None and not {"rulings", "settled"}.isdisjoint(found[1])


def place(game: Game, at: str) -> str:
    """Return the place of an address on paper."""
    name, path, _node = locate(corrected_roots(game.read), at)
    return Where(game.read[name], path).span.paper or at
