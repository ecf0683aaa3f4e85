"""ERR009: errata that introduce a finding. Asked for by itself, since the game is checked several times for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import err
from scenario_forge.project.copies import copies_in
from scenario_forge.source.kept import kept, own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic, Key
    from scenario_forge.project.errata import Patch
    from scenario_forge.project.game import Game
    from scenario_forge.project.workspace import Workspace

_CODE = ("diagnostics", "source", "hexes", "documents", "project", "rules", "compiler", "design", "compare", "checks")
"""All that a check may run through, the system's own beside it."""


def errata_effects(workspace: Workspace, errata: str = "all") -> list[Diagnostic]:
    """What the game's errata break: findings that are there with the errata and not without them.

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
    if not kept("errata", rests_on, break_anything, lambda found: isinstance(found, bool)):
        return []
    game = workspace.load(errata)
    return list(_blamed(workspace, game, new or _new(game, workspace.load(",".join(["none", *copies]))), copies))


def _new(game: Game, bare: Game) -> list[Diagnostic]:
    found, without = check(game), _known(check(bare))
    return [finding for finding in found if finding.key not in without]


def _blamed(workspace: Workspace, game: Game, new: list[Diagnostic], copies: list[str]) -> Iterator[Diagnostic]:
    applied = [patch for patch in game.patches if patch.target and not patch.problem]
    alone = {
        patch.erratum.id: _known(check(workspace.load(",".join([patch.erratum.id, *copies])))) for patch in applied
    }
    for finding in new:
        bringers = [patch for patch in applied if finding.key in alone[patch.erratum.id]]
        patch = bringers[0] if bringers else _nearest(applied, finding)
        if patch is not None:
            made = err.ERR009.at(
                patch.where / "corrected", id=patch.erratum.id, code=finding.code.id, message=finding.message
            )
            yield made.also(finding.span, "there")


def _nearest(applied: list[Patch], finding: Diagnostic) -> Patch | None:
    """The last erratum of the file in which the finding stands, else the last of all."""
    files = [patch for patch in applied if patch.target and patch.target[0] == finding.span.file]
    return next(iter(reversed(files or applied)), None)


def _known(findings: list[Diagnostic]) -> frozenset[Key]:
    return frozenset(finding.key for finding in findings)
