"""A game of one's own begun: a folder with a small, whole game in the rule system of another one."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.project.reading.folder import names_device
from scenario_forge.project.reading.locate import NoSuchGame, called, check_of, command, find_game, games
from scenario_forge.project.reading.workspace import Workspace, load_game
from scenario_forge.project.system import NewGame, all_schemas

if TYPE_CHECKING:
    from scenario_forge.project.game import Game

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}\Z")
_SIZE = re.compile(r"(\d{1,4})\s*[xX×]\s*(\d{1,4})\Z")
_LONGEST = 120
_OURS = frozenset({"build", "content"})
"""What is made from games, and where they are kept."""
SHELF = Path("content")
"""Where a project of one's own keeps its games; without it a new one begins in the current folder."""


class NotBegun(ValueError):  # noqa: N818 - named after what happened
    """The game was not begun, and nothing was written; ``hint`` says what could be."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def new_game(
    name: str, like: str, *, title: str = "", size: str = "20x12", parent: Path | None = None, force: bool = False
) -> Path:
    """Write a new game's folder, in one step or not at all, and give its path.

    Args:
        name: its id and its folder's name.
        like: folder or name of the game whose rule system and numbers it takes.
        title: as on the box; the name in words if empty.
        size: columns x rows of its map.
        parent: the folder it is put in; ``./content`` where there is one, else the current folder.
        force: replace a game that is there already.

    Raises:
        NotBegun: a name that is none, a size that is none, an unknown model, one whose rules nobody has here or that
            offer no beginning, whose numbers have errors, a folder that is there already or cannot be written.
    """
    _named(name)
    title = title.strip() or name.replace("-", " ").replace("_", " ").title()
    if len(title) > _LONGEST or not title.isprintable():
        raise NotBegun(f"a title is one line of at most {_LONGEST} characters")
    columns, rows = _size(size)
    target = game_folder(name, parent)
    _free(target, name, force)
    model = _model(like)
    if target.exists() and target.samefile(model.folder):
        raise NotBegun(f"{target} is the game whose rules are to be taken, and is not replaced by its own beginning")
    wanted = NewGame(name, title, columns, rows, _called(target))
    try:
        texts = model.system.starter(model, wanted) if model.system else {}
    except ValueError as problem:
        raise NotBegun(f"no game like {model.title}: {problem}") from problem
    if not texts:
        raise NotBegun(
            f"the rules of {model.title} offer no game to begin with",
            f"`{command('copy', called(model.folder), name)}` copies a whole game",
        )
    _write(target, model, force, {**texts, **{f"schemas/{file}": text for file, text in all_schemas().items()}})
    return target


def game_folder(name: str, parent: Path | None = None) -> Path:
    """Where a new game of that name is put: see :func:`new_game`."""
    return (parent if parent is not None else SHELF if SHELF.is_dir() else Path()) / name


def _named(name: str) -> None:
    if not _NAME.match(name):
        hint = "small letters, digits, - and _, at most 60, the first a letter or digit: my-game"
        raise NotBegun(f"`{name}` is no name for a game" if name.strip() else "a game needs a name", hint)
    if names_device(name):
        raise NotBegun(f"`{name}` is no name for a game: some systems take it for a device", "take another name")
    if name in _OURS:
        raise NotBegun(
            f"`{name}` is no name for a game: other things lie in a folder of that name", "take another name"
        )


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.match(text.strip())
    if not match:
        raise NotBegun(f"`{text}` is no size of a map", "columns x rows, as in 20x12")
    return int(match[1]), int(match[2])


def _free(target: Path, name: str, force: bool) -> None:
    """The folder is not there; or it is a game, or empty, and may be replaced."""
    if not target.exists() and not target.is_symlink():
        known = next((game for game in games() if game.name == name), None)
        if known is not None:
            raise NotBegun(f"there is a game of the name {name} already: {known.title}", "take another name")
        return
    if not force:
        raise NotBegun(f"{target} exists already", "--force replaces it, with all that is in it")
    ours = target.is_dir() and not target.is_symlink()
    if not ours or not ((target / "game.yaml").is_file() or not any(target.iterdir())):
        raise NotBegun(f"{target} is no game, and is not replaced")


def _model(like: str) -> Game:
    try:
        model = Workspace(find_game(like)).load("all")
    except NoSuchGame as unknown:
        hint = unknown.hint or "`forge games` lists the games that can be called by name"
        raise NotBegun(f"there is no game at {like}", hint) from unknown
    if model.about is None:
        raise NotBegun(f"{like} is no game that could be read", f"`{command('check', like)}` says why")
    if model.system is None:
        raise NotBegun(f"{model.title} has no rule system that is installed here: {model.about.system}")
    return model


def _called(target: Path) -> str:
    """How commands call it from here: by its name on the shelf, else by its path."""
    return target.name if target.parent in (SHELF, Path()) else target.as_posix()


def _must_be_sound(folder: Path, model: Game) -> None:
    """What is wrong with the numbers of a model is wrong with a game that takes them."""
    wrong = next((each for each in check(load_game(folder)) if each.severity is Severity.ERROR), None)
    if wrong:
        message = f"with the numbers of this model the game would have errors: {wrong.span.file}: {wrong.message}"
        raise NotBegun(message, f"`{check_of(model)}` tells what is wrong with the model")


def _write(target: Path, model: Game, force: bool, texts: dict[str, str]) -> None:
    """All files into a folder beside it, which then takes its place; without ``force`` of nothing or an empty one."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=".forge-tmp", dir=target.parent) as made:
            inner = Path(made, "new")
            for name, text in texts.items():
                path = inner / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            _must_be_sound(inner, model)
            old = Path(made, "old")
            try:
                if force and target.exists():
                    target.rename(old)
                inner.rename(target)
            except BaseException:  # an interruption too gives back what was there
                if old.exists() and not target.exists():
                    old.rename(target)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        if target.exists() and not force:
            raise NotBegun(f"{target} exists already: it was made meanwhile") from error
        blocked = next((each for each in target.parents if each.exists() and not each.is_dir()), None)
        reason = f"{blocked} is no folder" if blocked else error.strerror or error
        raise NotBegun(f"{target} cannot be written: {reason}") from error
