"""The JSON Schemas beside what lies in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.schemas import all_schemas

if TYPE_CHECKING:
    from pathlib import Path


def outdated_schemas(folder: Path) -> dict[str, str | None]:
    """The schemas that are not in ``folder`` as they should be, with their texts, by file name.

    A file that is the schema of no document has None; it is for a person to remove.
    """
    wanted = all_schemas()
    old: dict[str, str | None] = {name: text for name, text in wanted.items() if _text(folder / name) != text}
    strays = sorted(path.name for path in folder.glob("*.schema.json") if path.name not in wanted)
    return old | dict.fromkeys(strays)


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except (OSError, ValueError):
        return None
