"""Scope of a check: a whole game, or some of its files, as they are named on the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.cli import words
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.reading import locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.game.game import Game


class Scope(NamedTuple):
    """A game, and the files or subfolders of it that are asked about; none stands for the whole game."""

    game: str
    files: tuple[str, ...] = ()

    def holds(self, file: str) -> bool:
        """Return whether findings in a file of the game belong to the scope."""
        return not self.files or any(file == each or file.startswith(f"{each}/") for each in self.files)


def scope_of(named: Sequence[str]) -> Scope:
    """Return the scope that one GAME, or files of one game, name; end the command where they name no such thing."""
    scopes = [_scope(each) for each in named]
    folder = scopes[0].game
    if len(scopes) == 1:
        return scopes[0]
    for name, scope in zip(named, scopes, strict=True):
        if not scope.files:
            words.give_up(f"{name} is a whole game", "name one game, or only files of one game")
        if not os.path.samefile(scope.game, folder):  # noqa: PTH121 - both were found
            words.give_up(f"{named[0]} and {name} are of different games", "check one game after the other")
    return Scope(folder, tuple(dict.fromkeys(file for scope in scopes for file in scope.files)))


def _scope(name: str) -> Scope:
    try:
        path = locate.find_game(name)
    except locate.NoSuchGame:
        path = Path(name)
        _must_not_lack(path)
        return Scope(name)
    # a link keeps its own name: the game is the one that the file was named in
    whole = Path(os.path.abspath(path))  # noqa: PTH100 - resolve would follow links
    if whole.is_dir() and (whole / "game.yaml").is_file():
        return Scope(name)
    folder = locate.game_above(whole)
    if folder is not None:
        return Scope(words.relative_path(folder) or ".", (whole.relative_to(folder).as_posix(),))
    if whole.is_file():
        alone = f"`{locate.command('schema', validate=name)}` checks the file against its schema"
        is_document = whole.suffix.lower() in (".yaml", ".yml")
        words.give_up(f"{name} is in no game: no folder above it has a game.yaml", alone if is_document else None)
    return Scope(name)  # a folder that is no game: reading it says so


def _must_not_lack(path: Path) -> None:
    """End the command if a path leads into a game where nothing has its name."""
    folder = locate.game_above(Path(os.path.abspath(path)))  # noqa: PTH100 - as above
    if folder is None or (path.parent == Path() and not path.suffix):  # a word without a dot is the name of a game
        return
    try:
        beside = sorted(each.name for each in path.parent.iterdir())
    except OSError:
        beside = []
    words.give_up(f"there is no file {path}", did_you_mean(path.name, beside))


def must_be_read(game: Game, scope: Scope, also: Sequence[str]) -> None:
    """End the command if a file of the scope is no document of the game; ``also`` are files that findings name."""
    known = {*game.files, *game.read, *also}
    for file in scope.files:
        if not any(Scope("", (file,)).holds(each) for each in known):
            folder = locate.game_argument(game.folder)
            words.give_up(
                f"{file} is none of the files that the game in {folder} is read from",
                f"`{locate.command('check', folder)}` checks the whole game",
            )
