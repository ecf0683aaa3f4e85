"""Which documents come out otherwise between two states of a game: what is to be printed again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.press.manifest import ALWAYS
from scenario_forge.printing.render import chosen_scenarios, component_jobs, components

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from scenario_forge.printing.brief import Job, Made
    from scenario_forge.printing.profile import Profile
    from scenario_forge.project.game import Game


@dataclass(frozen=True)
class Reprint:
    """A document that is another now."""

    component: str
    file: str
    title: str
    before: Made | None
    """None where it is new, or was impossible."""
    after: Made | None
    """None where it is gone."""


def reprints(
    before: Game,
    after: Game,
    profile: Profile,
    only: Iterable[str] | None = None,
    tell: Callable[[str], None] | None = None,
    *,
    bare: bool = False,
) -> list[Reprint]:
    """The documents that differ, in the order of the box.

    A document is made only if a kind of document that it was made from last is another now. What stands at the
    foot of a page is made the same for both: the set of errata is named as that of the second.

    Args:
        before: linked; how its set of errata is called is changed.
        after: linked.
        profile: how both are printed.
        only: components; None: all.
        tell: called with the title of each document before it is made.
        bare: see :attr:`Brief.bare`.
    """
    named_alike(before, after)
    found: list[Reprint] = []
    for name in components(after) if only is None else only:
        old = _jobs(Brief(before, profile, bare=bare), name)
        with after.recording() as listed:  # what a component has drawn already to know its documents
            new = _jobs(Brief(after, profile, bare=bare), name)
        for file in dict.fromkeys((*new, *old)):
            if tell:
                tell((new.get(file) or old[file]).title)
            made = _differs(before, after, old.get(file), new.get(file), listed)
            if made is not None:
                found.append(made)
    return found


def named_alike(before: Game, after: Game) -> None:
    """Have both games say the same of the errata laid over them, so that this alone makes no difference."""
    before.errata = after.errata
    before.forget("errata")


def _jobs(brief: Brief, name: str) -> dict[str, Job]:
    try:
        return {job.file: job for job in component_jobs(name, brief, chosen_scenarios(brief.game, None))}
    except CompileError:
        return {}


def _differs(before: Game, after: Game, old: Job | None, new: Job | None, listed: Collection[str]) -> Reprint | None:
    job = new or old
    assert job is not None  # noqa: S101 - the file is named by one of them
    with after.recording() as reads:
        second = _made(new)
    kinds = after.memo.kinds_behind({*reads, *listed}) | ALWAYS
    if old and new and all(before.version(kind) == after.version(kind) for kind in kinds):
        return None
    first = _made(old)
    if first and second and first.pdf == second.pdf:
        return None
    return Reprint(job.component, job.file, job.title, first, second) if first or second else None


def _made(job: Job | None) -> Made | None:
    try:
        return job.make() if job else None
    except CompileError:
        return None
