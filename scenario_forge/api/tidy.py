"""Lays out a game's files; what they say does not change, and a file is replaced whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.source.fmt import format_text
from scenario_forge.source.write import write_file

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


@dataclass
class Tidied:
    """What became of the files, by name."""

    changed: list[str] = field(default_factory=list)
    """Laid out anew, or to be so when nothing was written."""
    unreadable: list[str] = field(default_factory=list)
    """Left alone, since nobody knows what they mean."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Could not be written, and why."""


def tidy(game: Game, *, write: bool = True) -> Tidied:
    """Lay out every file of a game; with ``write=False`` only say which are not laid out."""
    tidied = Tidied()
    for name, file in game.files.items():
        source = file.source
        if source.root is None:
            tidied.unreadable.append(name)
            continue
        text = format_text(source.text, name)
        if text == source.text:
            continue
        problem = write_file(game.folder / name, source.encoded(text), name, source.digest) if write else None
        if problem is None:
            tidied.changed.append(name)
        else:
            tidied.refused.append((name, problem.message))
    return tidied
