"""Games of which a file cannot be read as a whole, since its author is typing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics import TextEdit
from scenario_forge.language.renaming import edited
from scenario_forge.source.salvage import readable

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.game.game import Game


class ReadableGames:
    """Games with what can be read of their files, and the last texts of these that could be read as a whole."""

    def __init__(self) -> None:
        self._texts: dict[tuple[Path, str], str] = {}
        self._last: tuple[object, Game] | None = None

    def of(self, game: Game) -> Game:
        """Return a game that has the readable lines of files that cannot be read; the same if all can."""
        broken = []
        for name, file in game.read.items():
            if file.source.root is not None:
                self._texts[game.folder, name] = file.source.text
            elif file.source.written.readable and file.source.text.strip():
                broken.append(file)
        if not broken:
            return game
        key = (game.folder, game.errata, {name: file.version for name, file in game.read.items()})
        if self._last is None or self._last[0] != key:
            edits: dict[str, list[TextEdit]] = {}
            for file in broken:
                text = file.source.text
                lines = readable(text, file.name, self._texts.get((game.folder, file.name)))
                if lines is not None:
                    edits[file.name] = [TextEdit(file.source.lines.span(file.name, 0, len(text)), lines)]
            self._last = key, edited(game, edits) if edits else game
        return self._last[1]
