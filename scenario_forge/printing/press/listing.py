"""Which documents a component has: known from last time while nothing changes that this depends on."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from scenario_forge.printing.component import Job
from scenario_forge.printing.press import keys
from scenario_forge.printing.press.manifest import Listed, Listing
from scenario_forge.printing.render import component_jobs

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.component import Made
    from scenario_forge.printing.press.manifest import Manifest


def jobs_of(manifest: Manifest, brief: Brief, name: str, scenarios: list[str], base: str) -> tuple[list[Job], set[str]]:
    """The documents of a component, and what was read to know them.

    A component may have to lay out a map before it knows its sheets. It is asked only when the account does not
    know, or when a document is made.

    Raises:
        CompileError: errors in the game leave nothing to list.
    """
    asked = keys.digest([base, name, scenarios])
    place = keys.digest([name, brief.profile.id, brief.paper.name, brief.game.errata, scenarios, brief.for_scenario])
    known = manifest.listings.get(place)
    if known and known.base == asked and keys.unchanged(brief.game, known.reads):

        @cache
        def real() -> dict[str, Job]:
            return {job.file: job for job in component_jobs(name, brief, scenarios)}

        def make(file: str) -> Made:
            return real()[file].make()

        return [Job(j.component, j.file, j.title, partial(make, j.file)) for j in known.jobs], set(known.reads)
    with brief.game.recording() as reads:
        jobs = list(component_jobs(name, brief, scenarios))
    listed = [Listed(component=job.component, file=job.file, title=job.title) for job in jobs]
    manifest.listings[place] = Listing(base=asked, reads=keys.versions(brief.game, reads), jobs=listed)
    return jobs, reads
