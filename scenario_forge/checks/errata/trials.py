"""The effect of each erratum: findings that it resolves or causes, and scenarios that it changes.

Errata that belong together, told apart by letters (`DR-024a`, `DR-024b`), are tried together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.compare.difference import address_of
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.place import AddressError, headings_of, item_keys
from scenario_forge.game.reading.errata import APPLICABLE, copies_in, every_erratum, locate
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.files import cached_result, own_code
from scenario_forge.source.nodes import Mapping, Node, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.diagnostics import Diagnostic, Key
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.game.reading.workspace import Workspace
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
ERR009 = CODES.error("ERR009", "erratum-introduces-finding", "{id} introduces {code}: {message}")


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
    without, with_all = _known(check(bare, each=True)), _known(check(full, each=True))
    plays = _Plays(workspace, bare, full)
    made = []
    for count, (number, several) in enumerate(numbers.items()):
        if tell:
            tell(count, len(numbers))
        ids = {erratum.id for erratum, _where in several}
        patches = tuple(patch for patch in full.patches if patch.erratum.id in ids)
        trial = ErrataTrial(number, tuple(several), patches)
        made.append(_tried(workspace, trial, without, with_all, plays) if trial.changes_text else trial)
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
        One finding for each that is new by its code and place, at the erratum that brings it; where only several
        together bring it, at the last of them in the same file, with the place of the new finding beside it. What
        answers of copies bring is not blamed on errata.
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
    applied = [patch for patch in game.patches if patch.target and not patch.problem]
    alone = {
        patch.erratum.id: _known_codes(check(workspace.load(",".join([patch.erratum.id, *copies])), each=True))
        for patch in applied
    }
    for finding in new:
        bringers = [patch for patch in applied if finding.key in alone[patch.erratum.id]]
        patch = bringers[0] if bringers else _nearest(applied, finding)
        if patch is not None:
            made = ERR009.at(
                patch.where / "corrected", id=patch.erratum.id, code=finding.code.id, message=finding.message
            )
            yield made.also(finding.span, "there")


def _nearest(applied: list[Patch], finding: Diagnostic) -> Patch | None:
    """The last erratum of the file in which the finding stands, else the last of all."""
    files = [patch for patch in applied if patch.target and patch.target[0] == finding.span.file]
    return next(iter(reversed(files or applied)), None)


def _known_codes(findings: list[Diagnostic]) -> frozenset[Key]:
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
