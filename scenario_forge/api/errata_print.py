"""The list of errata as a page and as a document, and a sheet of only what they changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compare.corrections import corrections, version_key, versions_of

if TYPE_CHECKING:
    from scenario_forge.compare.corrections import Corrections
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
    from scenario_forge.printing.brief import Brief  # noqa: PLC0415 - only where something is printed
    from scenario_forge.printing.errata.listed import errata_list_pdf  # noqa: PLC0415
    from scenario_forge.printing.profile import find_profile  # noqa: PLC0415
    from scenario_forge.reports.errata_page import errata_page  # noqa: PLC0415

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
