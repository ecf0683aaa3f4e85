"""A picture to trace, laid over the map on the screen: kept in the game's folder, never printed, in no document.

The picture is read by Pillow and written anew, so that nothing but its pixels is kept. It and its placement are no
steps to undo.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import warnings
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import NotWritten, Refused, Unknown
from scenario_forge.source.files import write_file

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "underlay"
PICTURE, PLACEMENT = "picture.png", "placement.json"
MOST_BYTES = 14 * 1024 * 1024
"""Of the picture as it is sent."""
MOST_PIXELS = 60_000_000
"""Of the picture as it is sent."""
LONGEST = 4000
"""Pixels of its longer side as it is kept."""
_Number = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


class Placement(BaseModel):
    """How the picture lies on the map: (x, y) of it at (a x + c y + e, b x + d y + f), in CSS pixels of the map."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    matrix: tuple[_Number, _Number, _Number, _Number, _Number, _Number] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    opacity: Annotated[float, Field(ge=0, le=1)] = 0.5
    shown: bool = True
    locked: bool = False


Underlay = TypedDict("Underlay", {"picture": str | None, "placement": Placement | None})
"""A sign of the picture that changes when it does, and its placement; both None without a picture."""


def _folder(game: Path) -> Path:
    """Return the folder of the picture, which is nowhere but in the game's own."""
    folder = game / FOLDER
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Refused(f"{FOLDER} is no folder of the game; remove it to lay a picture over the map")
    return folder


def _file(game: Path, name: str) -> Path:
    path = _folder(game) / name
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise Refused(f"{FOLDER}/{name} is no plain file; remove it first")
    return path


def lay(game: Path, sent: str, width: float) -> Underlay:
    """Keep a picture that was sent in base64, as wide as the map at first.

    Raises:
        Refused: it is no PNG or JPEG, or too large.
        NotWritten: the disk refused.
    """
    try:
        data = base64.b64decode(sent, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("the picture did not arrive whole; choose it again") from error
    if len(data) > MOST_BYTES:
        raise Refused(f"the picture has more than {MOST_BYTES // 2**20} MB; save it smaller, or as JPEG")
    png, wide, _high = _redrawn(data)
    scale = width / wide
    _write(_file(game, PICTURE), png)
    place(game, Placement(matrix=(scale, 0.0, 0.0, scale, 0.0, 0.0)))
    return underlay(game)


def _redrawn(data: bytes) -> tuple[bytes, int, int]:
    from PIL import Image  # noqa: PLC0415 - heavy

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise Refused(f"the picture has more than {MOST_PIXELS // 10**6} million pixels; make it smaller")
                drawn = opened.convert("RGBA" if "A" in opened.getbands() else "RGB")
    except Refused:
        raise
    except Exception as error:
        raise Refused("the file is no PNG or JPEG picture that can be read") from error
    drawn.thumbnail((LONGEST, LONGEST))
    clean = Image.new(drawn.mode, drawn.size)
    clean.paste(drawn)
    made = io.BytesIO()
    clean.save(made, "PNG")
    return made.getvalue(), clean.width, clean.height


def _write(path: Path, data: bytes) -> None:
    name = f"{FOLDER}/{path.name}"
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise NotWritten(f"{name}: {error.strerror or error}", []) from error
    problem = write_file(path, data, name)
    if problem is not None:
        raise NotWritten(problem.message, [])


def place(game: Path, placement: Placement) -> None:
    """Save where the picture lies.

    Raises:
        Unknown: there is no picture.
        NotWritten: the disk refused.
    """
    if not _file(game, PICTURE).is_file():
        raise Unknown("no picture lies over the map")
    text = json.dumps(placement.model_dump(), indent=2) + "\n"
    _write(_file(game, PLACEMENT), text.encode())


def underlay(game: Path) -> Underlay:
    """Return the picture that lies over the map."""
    path = _file(game, PICTURE)
    if not path.is_file():
        return {"picture": None, "placement": None}
    try:
        placement = Placement.model_validate_json(_file(game, PLACEMENT).read_text(encoding="utf-8"))
    except (OSError, ValidationError, ValueError):
        placement = Placement()
    return {"picture": str(path.stat().st_mtime_ns), "placement": placement}


def picture(game: Path) -> bytes:
    """Return the picture as PNG.

    Raises:
        Unknown: there is none.
    """
    try:
        return _file(game, PICTURE).read_bytes()
    except OSError as error:
        raise Unknown("no picture lies over the map") from error


def remove(game: Path) -> Underlay:
    """Remove the picture, and the folder if nothing else is in it."""
    for name in (PICTURE, PLACEMENT):
        _file(game, name).unlink(missing_ok=True)
    folder = _folder(game)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return underlay(game)
