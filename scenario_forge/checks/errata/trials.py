"""The effect of each erratum: findings that it resolves or causes, and scenarios that it changes.

Errata that belong together, told apart by letters (`DR-024a`, `DR-024b`), are tried together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.run import check, findings_by_check
from scenario_forge.compare.difference import address_of
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.place import AddressError, Where, headings_of, item_keys
from scenario_forge.game.reading.errata import APPLICABLE, copies_in, every_erratum, locate
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.files import cached_result, own_code
from scenario_forge.source.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.checks.run import Check
    from scenario_forge.diagnostics import Diagnostic, Key, Span
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.reading.workspace import Workspace
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
ERR009 = CODES.error("ERR009", "erratum-introduces-finding", "{id} introduces {code}: {message}")


T = TypeVar("T")
_LETTERED = re.compile(r"(.*\d)[a-z]?\Z")


@dataclass(frozen=True)
class ErrataTrial:
    """Errata with the same number, and their effect together."""

    id: str
    """Their number, without letters."""
    errata: tuple[tuple[Erratum, Where], ...]
    patches: tuple[Patch, ...] = ()
    """What became of those that may be applied at all."""
    resolves: tuple[Diagnostic, ...] = ()
    """Findings of the printed text that are not there with them."""
    causes: tuple[Diagnostic, ...] = ()
    """Findings that are there with them alone and with all errata, and not without."""
    alone: tuple[Diagnostic, ...] = ()
    """Findings that they cause by themselves, and other errata resolve."""
    leaves: tuple[Diagnostic, ...] = ()
    """Findings with all errata that stand at the place of one of them, or that another value there would resolve."""
    scenarios: tuple[str, ...] = ()
    """Scenarios that are not the same with them."""

    @property
    def changes_text(self) -> bool:
        """Whether any of the errata changes the text."""
        return any(patch.target and not patch.problem for patch in self.patches)

    @property
    def never_applied(self) -> bool:
        """Whether all of the errata are rejected or withdrawn: listed but never applied."""
        return not any(erratum.status in APPLICABLE for erratum, _where in self.errata)


def family(id_: str) -> str:
    """Return the number of an erratum without its letter.

    >>> family("DR-024b"), family("DR-012")
    ('DR-024', 'DR-012')
    """
    match = _LETTERED.match(id_)
    return match[1] if match else id_


def trials(
    workspace: Workspace, only: Collection[str] | None = None, tell: Callable[[int, int], None] | None = None
) -> list[ErrataTrial]:
    """Try the errata of a game number by number against the printed text, and return what each does.

    Args:
        workspace: the game's folder.
        only: ids, or numbers without letters; None: all.
        tell: called before each with its place and how many there are.
    """
    bare, full = workspace.load("none"), workspace.load("all")
    numbers: dict[str, list[tuple[Erratum, Where]]] = {}
    for erratum, where in every_erratum(full):
        if only is None or erratum.id in only or family(erratum.id) in only:
            numbers.setdefault(family(erratum.id), []).append((erratum, where))
    left = check(full, each=True)
    without, with_all = _known(check(bare, each=True)), _known(left)
    plays = _Plays(workspace, bare, full)
    made = []
    for count, (number, several) in enumerate(numbers.items()):
        if tell:
            tell(count, len(numbers))
        ids = {erratum.id for erratum, _where in several}
        patches = tuple(patch for patch in full.patches if patch.erratum.id in ids)
        trial = ErrataTrial(number, tuple(several), patches)
        if trial.changes_text:
            trial = _tried(workspace, trial, without, with_all, plays)
            leaves = [each for each in _left_by(full, patches, left) if each not in trial.causes]
            trial = replace(trial, leaves=tuple(leaves))
        made.append(trial)
    return made


def _tried(
    workspace: Workspace, trial: ErrataTrial, without: dict[Key, Diagnostic], with_all: Collection[Key], plays: _Plays
) -> ErrataTrial:
    ids = [erratum.id for erratum, _where in trial.errata]
    game = workspace.load(",".join(ids))
    found = _known(check(game, each=True))
    new = [finding for key, finding in found.items() if key not in without]
    return replace(
        trial,
        resolves=tuple(finding for key, finding in without.items() if key not in found),
        causes=tuple(finding for finding in new if finding.key in with_all),
        alone=tuple(finding for finding in new if finding.key not in with_all),
        scenarios=plays.changed_scenarios(game, trial.patches, ids),
    )


def _left_by(game: Game, patches: Iterable[Patch], findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield findings that are still made of the value that one of some errata has put in place of print."""
    targets = [patch.target for patch in patches if patch.target and not patch.problem]
    places = [Where(game.files[name], path).span for name, path in targets]
    for finding in findings:
        meant = [
            (value.file, value.path)
            for candidate in finding.candidates
            for value in candidate.values
            if candidate.evidence != "voted-down"
        ]
        stands = finding.span in places or any(_touch(finding.span, place) for place in places)
        if finding.severity >= Severity.WARNING and (stands or any(target in meant for target in targets)):
            yield finding


def _touch(one: Span, other: Span) -> bool:
    """Whether a place lies in another."""
    return one.file == other.file and (
        (other.line, other.column) <= (one.line, one.column)
        and (one.end_line, one.end_column) <= (other.end_line, other.end_column)
    )


class _Plays:
    """The scenarios of the printed game, and of the game with all errata, as hashes of all that play depends on."""

    def __init__(self, workspace: Workspace, bare: Game, full: Game) -> None:
        self.workspace = workspace
        self.ids = [patch.erratum.id for patch in full.patches if patch.target and not patch.problem]
        with bare.recording() as reads:
            self.bare = _hashes(bare)
        self.full = _hashes(full)
        self.kinds = bare.memo.kinds_behind(reads)

    def changed_scenarios(self, game: Game, patches: Iterable[Patch], ids: Collection[str]) -> tuple[str, ...]:
        """Return the scenarios that some errata change, alone or as the last of all.

        A scenario that has errors without the others is compared with all of them.
        """
        kinds = {game.read[patch.target[0]].kind.name for patch in patches if patch.target and not patch.problem}
        if not kinds & self.kinds:
            return ()
        rest = self.workspace.load(",".join(id_ for id_ in self.ids if id_ not in ids) or "none")
        left, alone = _hashes(rest), _hashes(game)
        return tuple(n for n in alone if alone[n] != self.bare.get(n) or left.get(n) != self.full.get(n))


def _hashes(game: Game) -> dict[str, str]:
    return {name: _hash(game, name) for name in scenarios(game).scenarios}


def _hash(game: Game, scenario: str) -> str:
    """The hash of a scenario; of one that has errors, what they are."""
    try:
        return compile_scenario(game, scenario).hash
    except CompileError as error:
        return "\n".join(f"{d.span.file}:{d.span.line}:{d.message}" for d in error.diagnostics)


def _known(findings: Seq[Diagnostic]) -> dict[Key, Diagnostic]:
    return {finding.key: finding for finding in findings}


# -- errata that introduce a finding ---------------------------------------------------------------


_CODE = ("diagnostics", "source", "hexes", "documents", "game", "mechanics", "compiler", "drafts", "compare", "checks")
"""All that a check may run through, the system's own beside it."""


def errata_effects(workspace: Workspace, errata: str = "all") -> list[Diagnostic]:
    """Return the findings that the game has with its errata but not without them.

    Args:
        workspace: the game's folder; it is read at most once.
        errata: the set that is looked at, as for :meth:`Workspace.load`.

    Returns:
        One finding for each that is new by its code and place, at the erratum that brings it, with the place of the new
        finding beside it; where only several together bring it, at one that resolves nothing by itself, with the others
        beside it. What answers of copies bring is not blamed on errata.
    """
    copies = [f"copy:{name}" for name in copies_in(errata)]
    texts = workspace.texts()
    code = own_code(type(workspace.system()).__module__, _CODE)
    new: list[Diagnostic] = []

    def break_anything() -> bool:
        new.extend(_new(workspace.load(errata), workspace.load(",".join(["none", *copies]))))
        return bool(new)

    # asked for with each check, and nearly always "no"
    rests_on = [code, errata, texts] if code else None
    if not cached_result("errata", rests_on, break_anything, lambda found: isinstance(found, bool)):
        return []
    game = workspace.load(errata)
    return list(_blamed(workspace, game, new or _new(game, workspace.load(",".join(["none", *copies]))), copies))


def _new(game: Game, bare: Game) -> list[Diagnostic]:
    found, without = check(game, each=True), _known_codes(check(bare, each=True))
    return [finding for finding in found if finding.key not in without]


def _blamed(workspace: Workspace, game: Game, new: list[Diagnostic], copies: list[str]) -> Iterator[Diagnostic]:
    blame = _Blame(workspace, game, copies)
    for finding in new:
        patch, *others = blame.bringers(finding) or (None,)
        if patch is None:
            continue
        made = ERR009.at(patch.where / "corrected", id=patch.erratum.id, code=finding.code.id, message=finding.message)
        made = made.also(finding.span, "there")
        for other in others:
            made = made.also(other.where / "corrected", f"only together with {other.erratum.id}")
        yield made


def fewest(items: Seq[T], enough: Callable[[Seq[T]], bool]) -> list[T]:
    """Return as few of some items as are enough together, found by halves; none where all of them are not enough.

    >>> fewest(range(100), lambda some: {7, 61} <= set(some))
    [7, 61]
    """
    if not enough(items) or enough([]):
        return []

    def needed(given: Seq[T], among: Seq[T]) -> list[T]:
        """Those among some that are needed beside those given; both together are enough."""
        if len(among) == 1:
            return [*among]
        first, second = among[: len(among) // 2], among[len(among) // 2 :]
        later = [] if enough([*given, *first]) else needed([*given, *first], second)
        earlier = [] if enough([*given, *later]) else needed([*given, *later], first)
        return [*earlier, *later]

    return needed([], items)


class _Blame:
    """The errata that bring a finding, found by halves."""

    def __init__(self, workspace: Workspace, game: Game, copies: list[str]) -> None:
        self.workspace, self.game, self.copies = workspace, game, copies
        self.applied = [patch for patch in game.patches if patch.target and not patch.problem]
        self._checks: list[tuple[Check, set[Key]]] = [
            (function, {each.key for each in findings}) for function, findings in findings_by_check(game)
        ]

    def bringers(self, finding: Diagnostic) -> list[Patch]:
        """Return the fewest errata that bring a finding, the one to blame first; none where no erratum does."""
        spans = (finding.span, *(label.span for label in finding.labels))
        near = [patch for patch in self.applied if any(self._is_at(patch, span) for span in spans)]
        alone = next((patch for patch in near if self._bring([patch], finding)), None)
        if alone is not None:
            return [alone]
        several = fewest(self.applied, lambda patches: self._bring(patches, finding))
        # of several for which as little speaks, the last was written where the first stood already
        several.reverse()
        return sorted(several, key=lambda patch: (patch not in near, len(several) > 1 and self._resolves(patch)))

    def _is_at(self, patch: Patch, span: Span) -> bool:
        assert patch.target  # noqa: S101 - those that are applied have one
        name, path = patch.target
        return _touch(span, Where(self.game.files[name], path).span)

    def _bring(self, patches: Seq[Patch], finding: Diagnostic) -> bool:
        game = self._with(patches)
        finders = [function for function, keys in self._checks if finding.key in keys]
        made = (
            [each for function in finders for each in findings_of(game, function)]
            if finders
            else check(game, each=True)
        )
        return finding.key in _known_codes(made) or finding.key in _known_codes(game.problems)

    def _resolves(self, patch: Patch) -> bool:
        """Whether an erratum by itself resolves anything."""
        bare, alone = (_known_codes(check(self._with(patches), each=True)) for patches in ([], [patch]))
        return not bare <= alone

    def _with(self, patches: Iterable[Patch]) -> Game:
        return self.workspace.load(",".join([*(patch.erratum.id for patch in patches), *self.copies]) or "none")


def _known_codes(findings: Iterable[Diagnostic]) -> frozenset[Key]:
    return frozenset(finding.key for finding in findings)


# -- the address by which an erratum names a value -------------------------------------------------


def address(file: GameFile, path: Path) -> str | None:
    """Return the address of a value by keys; None where one of its items has none, or shares it."""
    steps: list[str] = []
    chain: list[Node] = [file.root] if file.root else []
    for step in path:
        node = chain[-1] if chain else None
        if isinstance(node, Mapping) and step in node.values:
            steps.append(str(step))
            chain.append(node.values[str(step)])
        elif isinstance(node, Sequence) and isinstance(step, int):
            keys = tuple(headings_of(tuple(chain))[step : step + 1]) or item_keys(node.items[step])
            if not keys:
                return None
            steps.append(keys[-1] if "/" not in keys[0] else keys[0])
            chain.append(node.items[step])
        elif isinstance(node, Mapping):  # a key that is added
            steps.append(str(step))
            chain = []
    made = address_of(tuple(steps))
    whole = f"{file.name.removesuffix('.yaml')}{'' if made.startswith('[') else '.'}{made}"
    try:
        name, found, _node = locate({file.name: file.root} if file.root else {}, whole)
    except AddressError:
        return None
    return whole if (name, found) == (file.name, path) else None
