"""Why a text is not the id of a hex on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scenario_forge.hexes.numbering import Axis, Sheet

Reason = Literal["form", "spelling", "row", "column"]
LONGEST = 40


class HexIdError(ValueError):
    """A text that names no hex of the map.

    ``reason`` is ``form`` (nothing of the kind), ``spelling`` (the hex in ``instead`` is meant),
    ``row`` (no such row) or ``column`` (the row exists, the column does not).
    """

    def __init__(self, text: str, reason: Reason, message: str, instead: str | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.reason = reason
        self.message = message
        self.instead = instead


def why_not(sheets: Sequence[Sheet], ids: Collection[str], text: str) -> HexIdError:
    """What is wrong with ``text``, which is not among ``ids``.

    Of several sheets that one speaks on which the text comes nearest to a hex.
    """
    if len(text) > LONGEST:
        return _no_form(sheets, text)
    for respelt in dict.fromkeys((text.strip(), text.strip().upper(), text.strip().lower())):
        if respelt in ids:
            return _spelling(text, respelt)
    best: HexIdError | None = None
    for sheet in sheets:
        error = _on_sheet(sheet, sheets, text)
        if error is not None and (best is None or _NEARNESS[error.reason] > _NEARNESS[best.reason]):
            best = error
    return best or _no_form(sheets, text)


_NEARNESS: dict[Reason, int] = {"form": 0, "row": 1, "column": 2, "spelling": 3}


def _on_sheet(sheet: Sheet, sheets: Sequence[Sheet], text: str) -> HexIdError | None:
    split = sheet.parts.split(text.strip())
    if split is None:
        return None
    row, column = _respell(split[0], sheet.row_labels), _respell(split[1], sheet.column_labels)
    if row is None:
        why = f"no row {split[0]}; {_extent(sheets, 'row')}"
        return HexIdError(text, "row", f"{text.strip()} is not on the map: {why}")
    if column is None:
        why = f"no column {split[1]}; {_extent([sheet], 'col')}"
        where = f" on sheet {sheet.id}" if len(sheets) > 1 else ""
        return HexIdError(text, "column", f"{text.strip()} is not on the map: {why}{where}")
    return _spelling(text, sheet.parts.join(row, column))


def _no_form(sheets: Sequence[Sheet], text: str) -> HexIdError:
    return HexIdError(text, "form", f"{_shown(text)} is not a hex: {_forms(sheets)}")


def _shown(text: str) -> str:
    """The text as a message can carry it: short, and in quotes if it would not be seen without."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return short if short and short.isprintable() and short == short.strip() else repr(short)


def _spelling(text: str, instead: str) -> HexIdError:
    message = f"{_shown(text)} is not how this map writes a hex; write {instead}"
    return HexIdError(text, "spelling", message, instead)


def _respell(part: str, labels: Sequence[str]) -> str | None:
    if part in labels:
        return part
    for label in labels:
        if label.lower() == part.lower() or (part.isdigit() and label.isdigit() and int(label) == int(part)):
            return label
    return None


def _extent(sheets: Sequence[Sheet], axis: Axis) -> str:
    """``rows are A to Z, AA to ZZ``."""
    spans = dict.fromkeys(sheet.first_and_last(axis) for sheet in sheets)
    words = ", ".join(first if first == last else f"{first} to {last}" for first, last in spans)
    return f"{'rows' if axis == 'row' else 'columns'} are {words}"


def _forms(sheets: Sequence[Sheet]) -> str:
    """``hexes are written A1 to Z36, AA1 to ZZ36``."""
    words = []
    for sheet in sheets:
        rows, columns = sheet.first_and_last("row"), sheet.first_and_last("col")
        first, last = (sheet.parts.join(row, column) for row, column in zip(rows, columns, strict=True))
        words.append(first if first == last else f"{first} to {last}")
    return "hexes are written " + ", ".join(dict.fromkeys(words))
