"""How wide texts run in the shipped fonts, so that labels can be placed and checked before they are drawn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from scenario_forge.printing.fonts import FOLDER

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Face = Literal["sans", "sans-semibold", "sans-bold", "serif", "serif-italic", "serif-semibold"]
_FILES: dict[Face, str] = {
    "sans": "BarlowCondensed-Regular",
    "sans-semibold": "BarlowCondensed-SemiBold",
    "sans-bold": "BarlowCondensed-Bold",
    "serif": "ForgeSerif-Regular",
    "serif-italic": "ForgeSerif-Italic",
    "serif-semibold": "ForgeSerif-SemiBold",
}
CAP_HEIGHT = 0.7
"""Height of a capital or figure in our fonts, as a part of the type size."""
DESCENT = 0.22
"""How far letters such as p reach below the line."""
_EM = 1000


def width_of(text: str, size: float, face: Face = "sans", spacing: float = 0.0) -> float:
    """The width of one line of text, in the unit of ``size``; ``spacing`` is added after each letter but the last."""
    return _font(face).getlength(text) / _EM * size + spacing * max(len(text) - 1, 0)


def fitted(text: str, size: float, face: Face, room: float, least: float) -> float:
    """The largest type size from ``least`` to ``size`` at which the text is no wider than ``room``."""
    wide = width_of(text, size, face)
    return size if wide <= room else max(least, size * room / wide)


def shortened(text: str, size: float, face: Face, room: float) -> str:
    """The beginning of a text that fits, with an ellipsis if it is not the whole."""
    if width_of(text, size, face) <= room + 1e-6:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(f"{text[:middle].rstrip()}…", size, face) <= room:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def wrapped(text: str, size: float, face: Face, room: float, most: int = 12) -> list[str]:
    """Lines no wider than ``room``; what is over after ``most`` lines ends in an ellipsis."""
    lines: list[str] = []
    line = ""
    words = text.split()
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, face) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = shortened(word, size, face, room)
        if len(lines) >= most - 1:
            return [*lines, shortened(" ".join([line, *words[number + 1 :]]), size, face, room)]
    return [*lines, line] if line else lines


@cache
def _font(face: Face) -> FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415 - heavy

    return ImageFont.truetype(str(FOLDER / f"{_FILES[face]}.ttf"), _EM, layout_engine=ImageFont.Layout.BASIC)
