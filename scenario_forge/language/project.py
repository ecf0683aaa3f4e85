"""A game's folder as an editor sees it: what is on the disk, with the texts that are open and not saved yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.project.reading.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.checks.run import Which
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

_DEEP = 3
"""Folders between a document and game.yaml, at most."""


def folder_of(path: Path) -> Path | None:
    """The folder of the game that a document is part of; None where there is no game.yaml above it."""
    return next((above for above in list(path.parents)[:_DEEP] if (above / "game.yaml").is_file()), None)


class Project:
    """One game: its open texts, and the last findings by file."""

    def __init__(self, folder: Path, errata: str | None = None) -> None:
        self.folder, self.errata = folder, errata
        self.texts: dict[str, str] = {}
        """Open texts by name of file, whether they are saved or not."""
        self.epoch = 0
        """Rises with every change of a text."""
        self.findings: list[Diagnostic] = []
        self.checked = -1
        """The epoch of the texts that they were found in."""
        self._workspace = Workspace(folder)

    def name_of(self, path: Path) -> str:
        """The name of a document in the game, with forward slashes."""
        return path.relative_to(self.folder).as_posix()

    def put(self, name: str, text: str | None) -> None:
        """Set an editor's open text of a file; None when it was closed, so that the file on the disk counts."""
        self.epoch += 1
        if text is None:
            self.texts.pop(name, None)
        else:
            self.texts[name] = text

    def game(self) -> Game:
        """The game with its open texts, and the errata that game.yaml names or that were asked for."""
        return self._workspace.load(self.errata, self.texts)

    def uncorrected(self) -> Game:
        """The game as its texts have it, which is what edits are made to."""
        game = self.game()
        return game if game.errata == "none" else Workspace.after(game).load("none", self.texts)

    def check(self, which: Which) -> list[Diagnostic]:
        """What is found now; kept, so that their fixes can be asked for."""
        self.findings, self.checked = check(self.game(), which), self.epoch
        return self.findings

    def text_of(self, name: str) -> str:
        """The text of a document as it was last read; empty where there is none."""
        file = self.game().read.get(name)
        return file.source.text if file else ""
