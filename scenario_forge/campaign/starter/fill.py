"""The files of a new game: the texts of `files/` with their gaps filled."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from scenario_forge.campaign.starter.layout import LARGEST, SMALLEST, layout
from scenario_forge.campaign.starter.values import values
from scenario_forge.source.emit import inline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from scenario_forge.game.game import Game
    from scenario_forge.game.system import NewGame

_GAP = re.compile(r"<<([^<>]+)>>")


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
    known = {
        "id": wanted.id,
        "title": wanted.title,
        "title_quoted": inline(wanted.title),
        "folder": wanted.folder,
        "model": model.title,
        "system": model.system.id if model.system else "",
        **layout(wanted),
        **values(model),
    }
    found = {}
    for name, text in _texts(files(__package__) / "files"):
        up = "../" * name.count("/") + "schemas"
        gaps = {**known, "schemas": up, "schemas_up": up}
        found[name] = _GAP.sub(lambda gap, gaps=gaps: gaps[gap[1]], text)  # type: ignore[misc]
    return found


def _texts(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _texts(entry, f"{above}{entry.name}/")
        elif entry.name.endswith(".yaml"):
            yield f"{above}{entry.name}", entry.read_text(encoding="utf-8")
