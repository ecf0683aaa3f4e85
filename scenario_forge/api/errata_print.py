"""The list of errata as a page and as a document, and a sheet of only what they changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compare.corrections import corrections, known_by, shortened, version_key, versions_of
from scenario_forge.printing.brief import Brief, versioned_errata_words
from scenario_forge.printing.changes import changed
from scenario_forge.printing.errata_sheet import errata_list_pdf, sheet_files
from scenario_forge.printing.profile import find_profile
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.reports.errata import errata_page

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from scenario_forge.compare.corrections import Corrections
    from scenario_forge.printing.changes import Changed
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.project.game import Game


class NoSuchVersion(LookupError):  # noqa: N818 - it is an answer, not a fault
    """The lists of errata name no such version; the words say which there are."""


@dataclass(frozen=True)
class ErrataPages:
    """The list of errata, on the screen and on paper."""

    listed: Corrections
    html: str
    pdf: bytes


def errata_pages(game: Game, since: str = "", paper: str | None = None, profile: str = "default") -> ErrataPages:
    """The list of all errata of a game.

    Args:
        game: linked.
        since: a version; what came after it is marked with a bar.
        paper: of the document; None: the profile's.
        profile: a print profile, of ours or the game's.

    Raises:
        NoSuchVersion: the lists name no such version.
        LookupError: there is no such profile or paper.
    """
    known_version(game, since)
    chosen, _findings = find_profile(game, profile)
    listed = corrections(game, since)
    brief = Brief(game, chosen.on(paper) if paper else chosen)
    return ErrataPages(listed, errata_page(game, listed), errata_list_pdf(brief, listed))


def known_version(game: Game, version: str) -> None:
    """Do nothing if the lists of a game name a version, or none is given.

    Raises:
        NoSuchVersion: they do not.
    """
    versions = [edition.version for edition in versions_of(game)]
    if version and version not in versions:
        there = f"there are {', '.join(sorted(versions, key=version_key))}" if versions else "the lists name none"
        raise NoSuchVersion(f"there is no version {version} of the errata; {there}")


@dataclass(frozen=True)
class ErrataSheet:
    """Only what has changed: documents by the end of their names, without ending."""

    changed: Changed
    files: dict[str, bytes]
    brief: Brief
    plan: SheetPlan | None


def errata_sheet(
    folder: str | os.PathLike[str],
    errata: str = "all",
    since: str = "",
    paper: str | None = None,
    profile: str = "default",
    tell: Callable[[str], None] | None = None,
) -> ErrataSheet:
    """The documents that an owner of the earlier printing must print again.

    Args:
        folder: the game's folder.
        errata: the set that is wanted now.
        since: the version of the errata that the copy at hand has; empty: it has none of them.
        paper: ``A4``, ``Letter`` …; None: the profile's.
        profile: a print profile, of ours or the game's.
        tell: called with what is being made.

    Raises:
        NoSuchVersion: the lists name no such version.
        LookupError: there is no such profile or paper.
    """
    after = Workspace(folder).load(errata)
    known_version(after, since)
    applied = [patch.erratum.id for patch in after.patches if patch.target and not patch.problem]
    had = [id_ for id_ in applied if id_ in known_by(after, since)] if since else []
    before = Workspace(folder).load(",".join(had) or "none")
    chosen, _findings = find_profile(after, profile)
    brief = Brief(after, chosen.on(paper) if paper else chosen)
    words = brief.words
    between = (
        words("errata_version", version=since) if since else words("errata_line", errata=words("no_errata")),
        words("errata_line", errata=versioned_errata_words(after, words)),
    )
    found = changed(before, after, brief.profile, tell)
    made = sheet_files(brief, found, between, shortened([id_ for id_ in applied if id_ not in had]))
    files = {"changes": made.rest} | ({"changes-counters": made.counters} if made.counters else {})
    return ErrataSheet(found, files, brief, made.plan)
