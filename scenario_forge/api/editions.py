"""Earlier states of a game that somebody has in print: a version of its errata, or an edition at the foot of sheets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.api.diff import EDITION, NoSuchState, at_revision, edition_revision
from scenario_forge.game.errata.lists import ids_known_to, version_key, versions_of
from scenario_forge.game.reading.errata import COPY_PREFIX, copies_in
from scenario_forge.game.reading.locate import inapplicable_erratum, unknown_errata
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.printing.brief import errata_words

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Words


class NoSuchVersion(LookupError):  # noqa: N818 - it is an answer, not a fault
    """Error: the game has no such version of the errata, and no such edition; the words say which there are."""


@dataclass(frozen=True)
class EarlierState:
    """A state of the game that an owner has in print."""

    game: Game
    label: str
    """What it is called, in the words of the game's language."""
    had: tuple[str, ...] = ()
    """Errata of the later state that are in it."""
    is_edition: bool = False
    """Whether it is an edition of ours: then anything may differ, and not only by errata."""


def known_version(game: Game, version: str) -> None:
    """Check that the lists of a game name a version, or that none is given.

    Raises:
        NoSuchVersion: they do not.
    """
    versions = [edition.version for edition in versions_of(game)]
    if version and version not in versions:
        there = f"there are {', '.join(sorted(versions, key=version_key))}" if versions else "the lists name none"
        raise NoSuchVersion(f"there is no version {version} of the errata; {there}")


def earlier_state(after: Game, since: str, words: Words) -> EarlierState:
    """Return the state that an owner has, who wants to have the state ``after``.

    Args:
        after: the state that is wanted.
        since: a version of the errata; an edition as at the foot of printed sheets, ``1.0``, or a revision of git,
            ``@v1.0``, with a set of errata if it is not the game's usual one: ``1.0+official``. Empty: no errata.
        words: of the game's language, for the label.

    Raises:
        NoSuchVersion: there is no such version and no such edition.
    """
    applied = [patch.erratum.id for patch in after.patches if patch.target and not patch.problem]
    if since and since not in {version.version for version in versions_of(after)}:
        return _edition(after, since, words)
    had = [id_ for id_ in applied if id_ in ids_known_to(after, since)] if since else []
    owned = [f"{COPY_PREFIX}{name}" for name in copies_in(after.errata)]  # the owner of a copy has it as it is
    before = Workspace(after.folder).load(",".join([*had, *owned]) or "none")
    label = words("errata_version", version=since) if since else words("errata_line", errata=words("no_errata"))
    return EarlierState(before, label, tuple(had))


def _edition(after: Game, since: str, words: Words) -> EarlierState:
    """An edition or a revision, with a set of errata."""
    name, _plus, errata = since.partition("+")
    try:
        revision = name.removeprefix("@") if name.startswith("@") else _revision(after, name)
        before = at_revision(after.folder, revision, errata or None, lambda folder: _like_at_foot(folder, after))
    except NoSuchState as unknown:
        versions = ", ".join(sorted((edition.version for edition in versions_of(after)), key=version_key))
        also = f"; versions of the errata: {versions}" if versions else ""
        raise NoSuchVersion(f"{unknown}{also}") from unknown
    if not before.files:
        raise NoSuchVersion(f"there is no game in {after.folder} at {revision}")
    wrong = unknown_errata(before, before.errata) or inapplicable_erratum(before, before.errata)
    if wrong is not None:
        raise NoSuchVersion(f"`{wrong[0]}` is no set of errata of that edition, and no erratum that it applies")
    key, value = ("changes_revision", revision) if name.startswith("@") else ("changes_edition", name)
    said = words(key, revision=value, edition=value)
    label = f"{said}, {words('errata_line', errata=errata_words(before, words))}"
    had = tuple(patch.erratum.id for patch in before.patches if patch.target and not patch.problem)
    return EarlierState(before, label, had, is_edition=True)


def _revision(after: Game, edition: str) -> str:
    if after.about is not None and after.about.edition == edition:
        raise NoSuchState(
            f"the game at hand is edition {edition} itself; name the revision of git that was printed, as in @HEAD~1"
        )
    return edition_revision(after.folder, edition)


_NO_ERRATA = "basis: proposed\n\ntitle: None\n\nerrata: []\n"


def _like_at_foot(folder: Path, after: Game) -> None:
    """Let an earlier state name the later edition, and a list of errata if that has one.

    The foot of a page says both: else every page would differ.
    """
    path = folder / "game.yaml"
    if path.is_file() and after.about is not None:
        text = path.read_text(encoding="utf-8")
        line = f'edition: "{after.about.edition}"'
        path.write_text(EDITION.sub(lambda _found: line, text, count=1), encoding="utf-8")
    lists = folder / "errata"
    if after.files_of("errata") and not any(lists.glob("*.yaml")):
        lists.mkdir(exist_ok=True)
        (lists / "none.yaml").write_text(_NO_ERRATA, encoding="utf-8")
