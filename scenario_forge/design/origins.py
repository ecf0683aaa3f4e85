"""What `--from` may say beside a printed start, a scenario and a record."""

from __future__ import annotations

from scenario_forge.design.dates import NotMade

WORDS = {
    "start": "the printed start before the date",
    "between": "between the printed starts around it, as far as the time has gone; between:90, as far as 90 %",
    "playouts": "the most typical of 20 games played up to it; playouts:50, of 50",
}
"""Words, and what they stand for. They come before scenarios of that name: those are meant by their start's id."""
_RANGES = {"between": (0, 100, "percent", 90), "playouts": (1, 10_000, "games", 50)}
"""The least and the most number, of what, and one for example."""


def word_of(origin: str | None) -> tuple[str, int | None]:
    """The word that ``--from`` says, and its number; an empty word where it says something else.

    >>> word_of("between:90"), word_of("playouts"), word_of("nov41"), word_of(None)
    (('between', 90), ('playouts', None), ('', None), ('', None))

    Raises:
        NotMade: the number is none, or none that makes sense.
    """
    word, colon, text = (origin or "").partition(":")
    if word not in WORDS:
        return "", None
    if not colon:
        return word, None
    if word not in _RANGES:
        raise NotMade(f"--from {word} takes no number", f"--from {word}")
    least, most, what, example = _RANGES[word]
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    if number is None or not least <= number <= most:
        raise NotMade(f"--from {word} takes {least} to {most} {what}, not `{text}`", f"--from {word}:{example}")
    return word, number
