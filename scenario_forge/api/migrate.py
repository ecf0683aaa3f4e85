"""Takes a game's folder from the format that it is written in to the one that is read now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.project.folder import read_folder
from scenario_forge.project.formats import FORMAT, GAME, format_of, migrated
from scenario_forge.source.document import Source
from scenario_forge.source.write import write_file

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Migration:
    """What became of a folder."""

    before: int
    """The format that it was written in."""
    texts: dict[str, str] = field(default_factory=dict)
    """What each file that changes says now, or would say."""
    written: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """A file that could not be written, and why; those after it were not tried."""

    @property
    def after(self) -> int:
        """The format that it is in afterwards."""
        return FORMAT


def migrate_game(folder: Path, *, write: bool = True) -> Migration:
    """Add to a game's files what the format that is read now asks for; with ``write=False`` only say what.

    Each file is replaced whole or not at all, and the one that names the format comes last.

    Raises:
        EditRefused: the texts leave in doubt what would have to be written; nothing was written.
    """
    found = read_folder(folder, {})
    sources = {name: Source.read(name, data) for name, data in found.files.items()}
    texts = migrated({name: source.text for name, source in sources.items()})
    game = sources[GAME].root
    made = Migration(format_of(game.data if game else None) or FORMAT, texts)
    for name, text in texts.items() if write else ():
        source = sources[name]
        problem = write_file(folder / name, source.encoded(text), name, source.digest)
        if problem is not None:
            made.refused.append((name, problem.message))
            break
        made.written.append(name)
    return made
