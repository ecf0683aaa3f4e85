"""Games of the package, read and checked once in each process: another workspace goes on from what one found.

Most tests look at a game with one slip in it. What the slip does not touch is what it was without; in a game of the
package that is nearly all, and seconds. Copies of a game, and the games for tests alone, whose systems tests
replace, begin from nothing.
"""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.game.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenario_forge.game.game import Game

ROOT = Path(__file__).parents[1]
FOLDERS = frozenset(path.parent for path in ROOT.glob("content/*/game.yaml"))


def going_on(load: Callable[..., Game]) -> Callable[..., Game]:
    """`Workspace.load`, where the first load of a workspace goes on from another's of the same game and errata."""
    kept: dict[tuple[Path, str | None], Game] = {}

    @wraps(load)
    def warm(self: Workspace, errata: str | None = "official", files: object = None) -> Game:
        folder = Path(self.folder).absolute()
        if self._memos or self._files or folder not in FOLDERS:
            return load(self, errata, files)
        if (folder, errata) in kept:
            vars(self).update(vars(Workspace.after(kept[folder, errata])) | {"folder": self.folder})
        game = load(self, errata, files)
        if not files:
            kept.setdefault((folder, errata), game)
        return game

    return warm
