"""Whether one written name is a single slip of the pen away from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def one_slip(text: str, other: str) -> bool:
    """Whether a letter or digit left out, added, changed, or two changed about, makes one of the other.

    >>> one_slip("S32", "SS32"), one_slip("P24", "P42"), one_slip("P24", "QQ24")
    (True, True, False)
    """
    if len(text) > len(other):
        text, other = other, text
    head = 0
    while head < len(text) and text[head] == other[head]:
        head += 1
    if len(text) < len(other):
        return text[head:] == other[head + 1 :] and len(other) - len(text) == 1
    swapped = text[head : head + 2] == other[head : head + 2][::-1] and text[head + 2 :] == other[head + 2 :]
    return text != other and (text[head + 1 :] == other[head + 1 :] or swapped)


def nearest_slip(text: str, names: Iterable[str]) -> str | None:
    """The one name that is a single slip away; None where there is none or more than one."""
    near = [name for name in names if one_slip(text, name)]
    return near[0] if len(near) == 1 else None
