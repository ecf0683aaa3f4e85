"""What each erratum does: findings that it resolves or causes, scenarios that play otherwise with it.

Errata that belong together, told apart by letters (`DR-024a`, `DR-024b`), are tried together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.project.errata import APPLICABLE
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from scenario_forge.diagnostics import Diagnostic, Key
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.project.errata import Patch
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.workspace import Workspace

_LETTERED = re.compile(r"(.*\d)[a-z]?\Z")


@dataclass(frozen=True)
class Trial:
    """Errata of one number, and what they do together."""

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
    scenarios: tuple[str, ...] = ()
    """Scenarios that are not the same with them."""

    @property
    def applied(self) -> bool:
        """Whether any of them changes the text."""
        return any(patch.target and not patch.problem for patch in self.patches)

    @property
    def kept(self) -> bool:
        """Whether all of them are rejected or withdrawn: kept, and never applied."""
        return not any(erratum.status in APPLICABLE for erratum, _where in self.errata)


def family(id_: str) -> str:
    """The number of an erratum without its letter.

    >>> family("DR-024b"), family("DR-012")
    ('DR-024', 'DR-012')
    """
    match = _LETTERED.match(id_)
    return match[1] if match else id_


def every_erratum(game: Game) -> list[tuple[Erratum, Where]]:
    """All errata of a game with their places, whatever their status."""
    return [
        (erratum, where / "errata" / number)
        for document, where in game.documents("errata", ErrataDocument)
        for number, erratum in enumerate(document.errata)
    ]


def trials(
    workspace: Workspace, only: Collection[str] | None = None, tell: Callable[[int, int], None] | None = None
) -> list[Trial]:
    """Try the errata of a game, number by number, each against the printed text.

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
    without, with_all = _known(check(bare)), _known(check(full))
    plays = _Plays(workspace, bare, full)
    made = []
    for count, (number, several) in enumerate(numbers.items()):
        if tell:
            tell(count, len(numbers))
        ids = {erratum.id for erratum, _where in several}
        patches = tuple(patch for patch in full.patches if patch.erratum.id in ids)
        trial = Trial(number, tuple(several), patches)
        made.append(_tried(workspace, trial, without, with_all, plays) if trial.applied else trial)
    return made


def _tried(
    workspace: Workspace, trial: Trial, without: dict[Key, Diagnostic], with_all: Collection[Key], plays: _Plays
) -> Trial:
    ids = [erratum.id for erratum, _where in trial.errata]
    game = workspace.load(",".join(ids))
    found = _known(check(game))
    new = [finding for key, finding in found.items() if key not in without]
    return replace(
        trial,
        resolves=tuple(finding for key, finding in without.items() if key not in found),
        causes=tuple(finding for finding in new if finding.key in with_all),
        alone=tuple(finding for finding in new if finding.key not in with_all),
        scenarios=plays.changed(game, trial.patches, ids),
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

    def changed(self, game: Game, patches: Iterable[Patch], ids: Collection[str]) -> tuple[str, ...]:
        """The scenarios that some errata change, alone or as the last of all.

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


def _known(findings: Sequence[Diagnostic]) -> dict[Key, Diagnostic]:
    return {finding.key: finding for finding in findings}
