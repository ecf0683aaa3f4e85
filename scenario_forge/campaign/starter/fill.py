"""The files of a new game: the texts of `files/` with their gaps filled."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from scenario_forge.campaign.starter.layout import LARGEST, SMALLEST, layout
from scenario_forge.campaign.starter.values import values
from scenario_forge.source.emit import inline
from scenario_forge.source.gaps import filled_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.system import NewGame


def starter(model: Game, wanted: NewGame) -> Mapping[str, str]:
    """Return the texts of a new game's files, by file name.

    Raises:
        ValueError: the map is too small or too large for the set-up, or the model cannot be read.
    """
    for asked, least, most, what in zip(
        (wanted.columns, wanted.rows), SMALLEST, LARGEST, ("columns", "rows"), strict=True
    ):
        if not least <= asked <= most:
            raise ValueError(f"a map of this system has {least} to {most} {what} here, not {asked}")
    return filled_files(
        files(__package__) / "files",
        {
            "id": wanted.id,
            "title": wanted.title,
            "title_quoted": inline(wanted.title),
            "folder": wanted.folder,
            "model": model.title,
            "system": model.system.id if model.system else "",
            **layout(wanted),
            **values(model),
        },
    )
