"""Which documents come out otherwise between two states of a game: what is to be printed again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError
from scenario_forge.printing.press.manifest import ALWAYS
from scenario_forge.printing.render import chosen_scenarios, component_jobs, components
from scenario_forge.printing.typeset import identity

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from scenario_forge.printing.brief import Brief, Job, Made
    from scenario_forge.project.game import Game


@dataclass(frozen=True)
class Reprint:
    """A document that differs between two states. It is set only when `before` or `after` is asked for."""

    old: Job | None
    new: Job | None
    was: str | None
    """What goes into the earlier document; see :func:`identity`. None where there was none, or none possible."""
    now: str | None

    @property
    def job(self) -> Job:
        """Its component, title and file: those of the later state, if it is there."""
        job = self.new or self.old
        assert job is not None  # noqa: S101 - one of the two states has the document
        return job

    @cached_property
    def before(self) -> Made | None:
        """The earlier document; None where it is new, or was impossible."""
        return _made(self.old)

    @cached_property
    def after(self) -> Made | None:
        """The later one; None where it is gone."""
        return _made(self.new)


def reprints(
    before: Brief,
    after: Brief,
    only: Iterable[str] | None = None,
    tell: Callable[[str], None] | None = None,
    leave_out: Callable[[Job], bool] = lambda _job: False,
) -> list[Reprint]:
    """The documents that differ, in the order of the box.

    A document is looked at only if a kind of document that it was made from last has changed, and differs where
    something else goes into it: its texts, its drawings, its layout. What stands at the foot of a page is made the
    same for both: the set of errata is named as that of the second.

    Args:
        before: a game, linked, and how it is printed; how its set of errata is called is changed.
        after: the later state, printed the same way.
        only: components; None: all.
        tell: called with the title of each document before it is looked at.
        leave_out: documents that nobody wants to know of.
    """
    named_alike(before.game, after.game)
    found: list[Reprint] = []
    for name in components(after.game) if only is None else only:
        old = _jobs(before, name)
        with after.game.recording() as listed:  # what a component has drawn already to know its documents
            new = _jobs(after, name)
        for file in dict.fromkeys((*new, *old)):
            job = new.get(file) or old[file]
            if leave_out(job):
                continue
            if tell:
                tell(job.title)
            document = _compared((before.game, after.game), old.get(file), new.get(file), listed)
            if document.was != document.now:
                found.append(document)
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


def _compared(games: tuple[Game, Game], old: Job | None, new: Job | None, listed: Collection[str]) -> Reprint:
    before, after = games
    with after.recording() as reads:
        now = _identity(new)
    kinds = after.memo.kinds_behind({*reads, *listed}) | ALWAYS
    if old and new and all(before.version(kind) == after.version(kind) for kind in kinds):
        return Reprint(old, new, now, now)
    return Reprint(old, new, _identity(old), now)


def _identity(job: Job | None) -> str | None:
    """What goes into a document; None where there is none or errors leave nothing to print."""
    try:
        return identity(job.make) if job else None
    except CompileError:
        return None


def _made(job: Job | None) -> Made | None:
    try:
        return job.make() if job else None
    except CompileError:
        return None
