"""Comparison of two states of a game, or two scenarios, by meaning."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import reports
from scenario_forge.api.files import migrate_game
from scenario_forge.compare.difference import ChangeData
from scenario_forge.compare.scenarios import compare_scenarios, compare_states
from scenario_forge.diagnostics.model import spelled
from scenario_forge.game.reading.locate import find_game, inapplicable_erratum, unknown_errata
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.compare.difference import Change
    from scenario_forge.game.game import Game

_REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/~^-]*\Z")
_PARTS = re.compile(
    r"(?P<game>(?:[A-Za-z]:[\\/])?.+?)(?:@(?P<revision>[^:+]+))?(?::(?P<scenario>[^:+/]+))?(?:\+(?P<errata>[^+/]+))?\Z"
)
_MAX_BYTES = 4 * 1024 * 1024


class NoSuchState(LookupError):  # noqa: N818 - it is an answer, not a fault
    """Error: what was named is no game, revision, scenario or set of errata."""


@dataclass(frozen=True)
class ComparedState:
    """One side of a comparison."""

    game: Game
    scenario: str | None
    label: str


class DiffFile(TypedDict):
    """What two states differ in, what matters most to a player first."""

    before: str
    after: str
    changes: list[ChangeData]


@dataclass(frozen=True)
class Comparison:
    """The differences between two states, what matters most to a player first."""

    before: ComparedState
    after: ComparedState
    changes: list[Change]

    def as_data(self) -> DiffFile:
        """Return the comparison as `forge diff --format json` writes it."""
        return {
            "before": self.before.label,
            "after": self.after.label,
            "changes": [change.as_data() for change in self.changes],
        }


def state_of(text: str, errata: str | None = None) -> ComparedState:
    """Return the state that a word names: ``GAME``, ``GAME:SCENARIO``, ``GAME+ERRATA``, ``GAME@REVISION``, or several.

    A scenario's file stands for the scenario. ``errata`` is the set where the word names none; None: the game's
    default.

    >>> state_of("desert-rats:crusader+none").label
    'Desert Rats, Crusader, errata none'

    Raises:
        NoSuchState: nothing has that name; the words say what is wrong.
    """
    path = Path(text)
    if path.suffix == ".yaml" and path.parent.name == "scenarios" and path.is_file():
        return _state(path.parent.parent, None, path.stem, errata, said=False)
    if path.is_dir():
        return _state(path, None, None, errata, said=False)
    if path.suffix in {".yaml", ".yml"}:
        raise NoSuchState(f"{text} is no file of a scenario" if path.is_file() else f"there is no file {text}")
    match = _PARTS.match(text)
    if match is None:
        raise NoSuchState(f"`{text}` names no game")
    try:
        folder = find_game(match["game"])
    except LookupError as unknown:
        raise NoSuchState(str(unknown)) from unknown
    chosen = match["errata"] or errata
    return _state(folder, match["revision"], match["scenario"], chosen, said=match["errata"] is not None)


def _state(
    folder: Path, revision: str | None, scenario: str | None, errata: str | None, *, said: bool
) -> ComparedState:
    game = _loaded(folder, revision, errata)
    if not game.files:
        raise NoSuchState(f"there is no game in {folder}" + (f" at {revision}" if revision else ""))
    unknown = unknown_errata(game, game.errata)
    if unknown is not None:
        raise NoSuchState(f"`{unknown[0]}` is neither a set of errata nor the id of one")
    never = inapplicable_erratum(game, game.errata)
    if never is not None:
        raise NoSuchState(f"{never[0]} is {never[1]}: it is kept, and never applied")
    name = _scenario(game, scenario)
    parts = [game.title]
    if name is not None:
        parts.append(scenarios(game).scenarios[name].document.title)
    parts += [f"revision {revision}"] if revision else []
    parts += [f"errata {game.errata}"] if said else []
    return ComparedState(game, name, ", ".join(parts))


def _scenario(game: Game, name: str | None) -> str | None:
    known = scenarios(game).scenarios
    if name is None or name in known:
        return name
    name = spelled(name, known) or name
    if name in known:
        return name
    by_file = next((key for key, each in known.items() if each.where.file.stem == name), None)
    if by_file is None:
        raise NoSuchState(f"{game.title} has no scenario `{name}`; there are {', '.join(known)}")
    return by_file


def _loaded(folder: Path, revision: str | None, errata: str | None) -> Game:
    return load_game(folder, errata) if revision is None else at_revision(folder, revision, errata)


def at_revision(
    folder: Path, revision: str, errata: str | None = None, adapt: Callable[[Path], None] | None = None
) -> Game:
    """Load a game as it was committed to the git repository that its folder is in.

    Args:
        folder: the game's folder.
        revision: as git names it.
        errata: the set; None: the game's default.
        adapt: called with a copy of the folder before it is read.

    Raises:
        NoSuchState: there is no repository, no such revision, or no git; the words say which.
    """
    if not _REVISION.match(revision):
        raise NoSuchState(f"`{revision}` is no revision")
    with tempfile.TemporaryDirectory(prefix="scenario-forge-") as name:
        target = Path(name) / folder.resolve().name
        for path in _listed(folder, revision):
            place = (target / path).resolve()
            if place.is_relative_to(target.resolve()) and path.endswith((".yaml", ".yml")):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(_git(folder, "cat-file", "blob", f"{revision}:./{path}")[:_MAX_BYTES])
        with contextlib.suppress(EditRefused):  # then loading it says why
            migrate_game(target)
        if adapt is not None:
            adapt(target)
        return load_game(target, errata)


EDITION = re.compile(r"""^edition:[ \t]*["']?([^"'#\r\n]*?)["']?[ \t]*(#.*)?$""", re.MULTILINE)
"""The line of game.yaml that names the edition."""


def edition_revision(folder: Path, edition: str) -> str:
    """Return the last revision in which a game was of an edition, before it became the next one.

    Raises:
        NoSuchState: git knows no such edition, or it is still the last; the words say which there are.
    """
    name = "./game.yaml"
    try:
        listed = _git(folder, "log", "--format=%H", "--no-textconv", "--no-ext-diff", "-G^edition:", "--", name)
    except NoSuchState as problem:
        if "not a git repository" in str(problem):
            raise NoSuchState(f"{folder} is in no git repository, so its earlier editions are not known") from problem
        raise
    later = "HEAD"
    known: list[str] = []
    for commit in listed.decode().split():
        with contextlib.suppress(NoSuchState):  # a commit that removed the file
            found = EDITION.search(_git(folder, "cat-file", "blob", f"{commit}:{name}").decode("utf-8", "replace"))
            known += [found[1]] if found else []
            if found and found[1] == edition:
                return later
        later = f"{commit}^"
    there = f"git has {', '.join(dict.fromkeys(known))}" if known else "git has none"
    raise NoSuchState(f"there is no edition {edition} of the game; {there}")


def edition_date(folder: Path) -> str:
    """Return the date on which git has the game's edition first, ``2026-11-22``; empty where it does not know."""
    game = folder / "game.yaml"
    try:
        found = EDITION.search(_git(folder, "cat-file", "blob", "HEAD:./game.yaml").decode("utf-8", "replace"))
        if not found or f"edition: {found[1]}" not in EDITION.sub(r"edition: \1", game.read_text(encoding="utf-8")):
            return ""
        words = ("log", "-1", "--format=%cs", "--no-textconv", "--no-ext-diff", "-G^edition:", "--", "./game.yaml")
        return _git(folder, *words).decode().strip()
    except (NoSuchState, OSError, UnicodeDecodeError):
        return ""


def _listed(folder: Path, revision: str) -> list[str]:
    """Return the files of a folder at a revision, as seen from it; names as they are, not quoted."""
    try:
        listed = _git(folder, "ls-tree", "-r", "-z", "--name-only", "--end-of-options", revision, ".")
    except NoSuchState as problem:
        if "not a git repository" in str(problem):
            raise NoSuchState(f"{folder} is in no git repository, so it has no revision {revision}") from problem
        if "cannot be run" in str(problem):
            raise
        raise NoSuchState(f"git knows no revision {revision} of {folder}") from problem
    return [name for name in listed.decode("utf-8", "replace").split("\0") if name]


_GIT = ("git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
        "-c", "protocol.allow=never")  # fmt: skip
"""git that only reads: whatever the repository's configuration says, it starts no program and fetches nothing."""
_KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP")
_SAID = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_CONFIG_NOSYSTEM": "1"}


def _git(folder: Path, *words: str) -> bytes:
    """Return the output of git in a folder; its environment is fixed."""
    environment = {key: os.environ[key] for key in _KEPT if key in os.environ} | _SAID
    command = [*_GIT, "-C", str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603
    except OSError as error:
        raise NoSuchState(f"git cannot be run: {error.strerror or error}") from error
    if done.returncode:
        raise NoSuchState("".join(done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]) or "git gives up")
    return done.stdout


def compare(before: ComparedState, after: ComparedState) -> Comparison:
    """Compare two states: two scenarios, if both name one, else all of the game.

    Raises:
        NoSuchState: one names a scenario and the other does not.
        CompileError: errors in a game leave a scenario's set-up open.
    """
    if (before.scenario is None) != (after.scenario is None):
        raise NoSuchState("name a scenario of both, or of neither")
    if before.scenario is not None and after.scenario is not None:
        changes = compare_scenarios(before.game, before.scenario, after.game, after.scenario)
    else:
        changes = compare_states(before.game, after.game)
    return Comparison(*_told_apart(before, after), changes)


def _told_apart(before: ComparedState, after: ComparedState) -> tuple[ComparedState, ComparedState]:
    """Return both states with labels that differ, where they are two folders with games of one title."""
    if before.label != after.label or before.game.folder == after.game.folder:
        return before, after
    one, other = (replace(state, label=f"{state.label} in {state.game.folder}") for state in (before, after))
    return one, other


def diff_html(compared: Comparison) -> str:
    """Draw the comparison as one page, both maps over each other."""
    one, other = (
        reports.diff.DiffSide(state.game, state.scenario, state.label) for state in (compared.before, compared.after)
    )
    return reports.diff.diff_page(one, other, compared.changes)
