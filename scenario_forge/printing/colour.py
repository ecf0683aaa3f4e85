"""Mixing and measuring colours: luminance, contrast, and how far apart two look to readers of any colour vision.

Machado, Oliveira and Fernandes, *A Physiologically-based Model for Simulation of Color Vision Deficiency*
(2009), severity 1.0, applied to linear sRGB; differences are CIE 1976 L*a*b* distances (2.3 is just noticeable).
"""

from __future__ import annotations

from math import dist
from typing import Literal

Vision = Literal["full", "protan", "deutan", "tritan", "grey"]
Linear = tuple[float, float, float]
_SIMULATED: dict[Vision, tuple[Linear, Linear, Linear]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
SIDES_APART = 25.0
"""Grounds of counters of two sides that differ by less are mixed up in a stack at arm's length."""
_WHITE = (0.95047, 1.0, 1.08883)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, part: float) -> str:
    """A colour with ``part`` (0 to 1) of another in it."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Relative luminance from 0 to 1 (WCAG 2.2)."""
    parts = [c / 255 for c in rgb(colour)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio from 1 to 21 (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def grey(colour: str) -> str:
    """The grey of the same luminance."""
    y = luminance(colour)
    value = round(255 * (12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055))
    return f"#{value:02X}{value:02X}{value:02X}"


def difference(one: str, other: str, vision: Vision = "full") -> float:
    """How far apart two colours look: 0 the same, 100 black and white."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def least_difference(one: str, other: str) -> tuple[float, Vision]:
    """The smallest difference that readers of any colour vision see, and whose it is."""
    return min((difference(one, other, vision), vision) for vision in ("full", "protan", "deutan", "tritan"))


def _seen(colour: str, vision: Vision) -> Linear:
    linear = [_linear(part / 255) for part in rgb(colour)]
    seen = [sum(w * c for w, c in zip(row, linear, strict=True)) for row in _SIMULATED[vision]]
    red, green, blue = (min(max(part, 0.0), 1.0) for part in seen)
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _lab(linear: Linear) -> Linear:
    x, y, z = (
        _bent(sum(w * c for w, c in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29
