"""A list as it was sent, in bytes, to the corrections that it asks for: encoding, table or text, headings, lines."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.api.errata_import.values import typed
from scenario_forge.api.errata_import.wording import Claim, Reading, claims_in
from scenario_forge.game.errata.text import entries_in, is_text_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_BYTES = 8 * 1024 * 1024
"""A longer file is no list of errata."""
_ROLES = {
    "printed": (
        "printed",
        "was",
        "old",
        "wrong",
        "original",
        "reads",
        "error",
        "for",
        "incorrect",
        "misprint",
        "before",
    ),
    "corrected": (
        "corrected",
        "correct",
        "now",
        "new",
        "right",
        "read",
        "should be",
        "should read",
        "correction",
        "after",
        "is",
    ),
    "why": ("why", "reason", "note", "notes", "remark", "remarks", "comment", "comments", "reason and source"),
    "source": ("source", "from", "by whom"),
    "id": ("id", "no", "number", "nr", "#", "erratum"),
    "at": ("at", "address"),
}
"""What a column of a table holds → its headings."""
_PLACES = frozenset(
    {
        *(
            "where",
            "place",
            "component",
            "unit",
            "column",
            "row",
            "chart",
            "table",
            "rule",
            "clause",
            "section",
            "side",
        ),
        *("page", "line", "scenario", "turn", "date", "item", "what", "counter", "hex", "field", "location", "list"),
    }
)
"""Headings of columns that say where."""
_BULLET = re.compile(r"^\s*(?:[-*•·]\s+|\(?[0-9]{1,3}[.)]\s+|\[[0-9]{1,3}\]\s*|[A-Z]{1,6}-[0-9]{3}[a-z]?\b)")
_LABELLED = re.compile(
    r"^\s*(?:(?P<printed>printed(?:\s+as)?|was|old|wrong|reads?\s+now|original|for|as\s+printed|error|now\s+says)"
    r"|(?P<corrected>correct(?:ed|ion)?|should\s+(?:be|read)|right|new|read|fix(?:ed)?|change\s+to)"
    r"|(?P<why>why|reason|because|note|remark|comment)|(?P<source>source|from|by))\s*[:=]\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^>]*>")
_LANGUAGES = {
    "German": "der die das und ist nicht statt lies muss heißen einheit falsch richtig soll auf spalte regel zeile",
    "French": "le la les et est pas lire au lieu de dans doit être une des pour règle unité colonne ligne faut",
    "Spanish": "el la los y es no en lugar de debe ser leer una del para regla unidad columna fila dice decir",
    "Italian": "il la le e è non invece di deve essere leggere una del per regola unità colonna riga leggasi",
    "Dutch": "de het een en is niet moet zijn lees plaats van regel eenheid kolom rij staat",
}
"""Language → words that are common in a list of errata."""
_ENGLISH = frozenset(
    [
        "the",
        "and",
        "is",
        "not",
        "should",
        "be",
        "read",
        "for",
        "of",
        "in",
        "to",
        "unit",
        "column",
        "rule",
        "row",
        "from",
        "change",
        "instead",
        "was",
        "with",
    ]
)


class UnreadableList(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: a file is no list of errata; the text says why."""


@dataclass(slots=True)
class ReadList:
    """A list of errata as it was read."""

    name: str
    encoding: str = "UTF-8"
    form: str = "text"
    """text, table, page, or list: the text that the program writes itself."""
    claims: list[Claim] = field(default_factory=list)
    entries: list[dict[str, object]] = field(default_factory=list)
    """Whole errata, of a list that the program wrote."""
    remarks: list[tuple[int, str]] = field(default_factory=list)
    """Lines that ask for no correction."""
    language: str = ""
    """The language, where it is another than English."""
    text: str = ""


def read_list(name: str, data: bytes) -> ReadList:
    """Return what a list asks for.

    Raises:
        UnreadableList: it is not a text, or too long.
    """
    if len(data) > MOST_BYTES:
        raise UnreadableList(f"{name} has {len(data) // 1024 // 1024} MB, too much for a list of errata")
    text, encoding = _decoded(name, data)
    made = ReadList(name, encoding, text=text)
    made.language = _language(text)
    if text.lstrip()[:1] == "<" and re.search(r"<(?:html|table|body|!doctype)", text[:4000], re.IGNORECASE):
        made.form = "page"
        _read_page(text, made)
    elif is_text_list(text):
        made.form = "list"
        made.entries = entries_in(text)
    else:
        rows = _table(text)
        if rows is not None:
            made.form = "table"
            _read_rows(rows, made)
        else:
            _read_lines([*enumerate(text.splitlines(), 1)], made)
    return made


def _decoded(name: str, data: bytes) -> tuple[str, str]:
    """Return the text and the encoding that it was read in: by its mark, as UTF-8, else as Latin-1."""
    for mark, encoding, called in (
        (b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"),
        (b"\xff\xfe", "utf-16", "UTF-16"),
        (b"\xfe\xff", "utf-16", "UTF-16"),
    ):
        if data.startswith(mark):
            try:
                return data.decode(encoding), called
            except UnicodeDecodeError:
                raise UnreadableList(f"{name} begins like a text in {called}, but is none") from None
    if b"\x00" in data:
        raise UnreadableList(f"{name} is not a text: save the list as plain text, CSV or a web page")
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "Latin-1"


def _language(text: str) -> str:
    """Return the language of a list if it is plainly another than English."""
    said = re.findall(r"[^\W\d_]+", text[:200_000].casefold())
    count = {
        name: sum(word in known for word in said)
        for name, known in ((n, set(w.split())) for n, w in _LANGUAGES.items())
    }
    english = sum(word in _ENGLISH for word in said)
    name = max(count, key=lambda each: count[each])
    return name if count[name] >= 4 and count[name] > 1.5 * english else ""


# -- tables ----------------------------------------------------------------------------------------


def _table(text: str) -> list[tuple[int, list[str]]] | None:
    """Return the rows of a text that is a table, with their lines; None where it is none."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return None
    for sign in "\t;|,":
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=sign, skipinitialspace=True) if any(row)]
        widths = [len(row) for row in rows]
        width = max(set(widths), key=widths.count) if widths else 0
        if width < 2 or widths.count(width) < 0.8 * len(widths):
            continue
        if (
            _roles(rows[0])
            or (sign != "," and width >= 3)
            or (width >= 3 and widths.count(width) == len(widths) and '"' in text)
        ):
            numbered, line = [], 1
            for row in csv.reader(io.StringIO(text), delimiter=sign, skipinitialspace=True):
                if any(row):
                    numbered.append((line, [cell.strip() for cell in row]))
                line += 1 + sum(cell.count("\n") for cell in row)
            return numbered
    return None


def _roles(head: Sequence[str]) -> dict[str, int]:
    """Return which column holds what, by the headings; nothing where the headings do not say which two are values."""
    found: dict[str, int] = {}
    for number, cell in enumerate(head):
        said = typed(cell).casefold().strip(" .:")
        for role, called in _ROLES.items():
            if said in called and role not in found:
                found[role] = number
    return found if {"printed", "corrected"} <= found.keys() else {}


def _read_rows(rows: list[tuple[int, list[str]]], made: ReadList) -> None:
    roles = _roles(rows[0][1])
    head = [typed(cell).casefold() for cell in rows[0][1]] if roles else []
    for line, row in rows[1 if roles else 0 :]:
        text = " | ".join(row)
        claim = _of_row(line, row, head, roles) if roles else _of_bare_row(line, row)
        if claim is None:
            made.remarks.append((line, text))
        else:
            made.claims.append(claim)


def _of_row(line: int, row: list[str], head: list[str], roles: dict[str, int]) -> Claim | None:
    cells = dict(enumerate(row))

    def cell(role: str) -> str:
        return cells.get(roles[role], "") if role in roles else ""

    if not any(row) or not (cell("printed") or cell("corrected")):
        return None
    place = ", ".join(
        _placed(head[n], each) for n, each in cells.items() if each and n < len(head) and n not in roles.values()
    )
    if cell("at"):
        place = f"{cell('at')}, {place}" if place else cell("at")
    reading = Reading(place, _unquoted(cell("printed")), _unquoted(cell("corrected")))
    return Claim(line, " | ".join(row), (reading,), _id(cell("id")), why=cell("why"), source=cell("source"))


def _placed(heading: str, cell: str) -> str:
    word = heading.strip(" .:")
    needs_word = word in ("unit", "row", "rule", "clause", "column", "turn", "hex", "counter", "line", "section")
    return f"{word} {cell}" if needs_word and word not in cell.casefold() else cell


def _of_bare_row(line: int, row: list[str]) -> Claim | None:
    """A row of a table without headings: any two of its columns may be the values, the others say where."""
    cells = [each for each in row if each]
    if len(cells) < 3:
        return None
    readings = [
        Reading(
            ", ".join(each for n, each in enumerate(cells) if n not in (a, b)), _unquoted(cells[a]), _unquoted(cells[b])
        )
        for a in range(len(cells))
        for b in range(len(cells))
        if a != b
    ]
    readings.sort(
        key=lambda reading: (
            cells.index(reading.place.partition(", ")[0]) if reading.place.partition(", ")[0] in cells else 0
        )
    )
    return Claim(line, " | ".join(row), tuple(readings))


def _unquoted(cell: str) -> str:
    said = typed(cell)
    return said[1:-1] if len(said) > 1 and said[0] == said[-1] == '"' else said


def _id(cell: str) -> str:
    return cell if re.fullmatch(r"[A-Z]{1,6}-[0-9]{3}[a-z]?", cell) else ""


# -- pages -----------------------------------------------------------------------------------------


def _read_page(text: str, made: ReadList) -> None:
    """A web page: the list that the program hides in its own; else tables, else the lines of the text."""
    hidden = re.search(r'<pre[^>]*id="errata-list"[^>]*>(?P<list>.*?)</pre>', text, re.DOTALL)
    if hidden is not None:
        listed = html.unescape(hidden["list"])
        if is_text_list(listed):
            made.entries = entries_in(listed)
            return
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", text, flags=re.DOTALL | re.IGNORECASE)
    for table in re.findall(r"<table.*?</table>", body, re.DOTALL | re.IGNORECASE):
        rows = [
            (
                number,
                [_bare(cell) for cell in re.findall(r"<t[hd]\b.*?(?=<t[hd]\b|</tr|$)", row, re.DOTALL | re.IGNORECASE)],
            )
            for number, row in enumerate(
                re.findall(r"<tr\b.*?(?=<tr\b|</table|$)", table, re.DOTALL | re.IGNORECASE), 1
            )
        ]
        rows = [(number, row) for number, row in rows if any(row)]
        if rows and (_roles(rows[0][1]) or len(rows[0][1]) >= 3):
            _read_rows(rows, made)
            body = body.replace(table, " ")
    rest = re.sub(r"</(?:p|li|h[1-6]|div|tr|dd|dt|blockquote)>|<br\s*/?>", "\n", body, flags=re.IGNORECASE)
    lines = [" ".join(html.unescape(_TAG.sub("", line)).split()) for line in rest.split("\n")]
    _read_lines([*enumerate(lines, 1)], made)


def _bare(cell: str) -> str:
    return " ".join(html.unescape(_TAG.sub(" ", cell)).split())


# -- lines of text ---------------------------------------------------------------------------------


def _read_lines(lines: list[tuple[int, str]], made: ReadList) -> None:
    heading, labelled = "", _Labelled()
    for number, line in _joined(lines):
        label = _LABELLED.match(line)
        if label is not None:
            labelled.add(number, label)
            continue
        if labelled.begun:
            claim = labelled.claim(heading)
            made.claims += [claim] if claim else []
            labelled = _Labelled()
        if not line.strip():
            continue
        found = claims_in(number, line, heading)
        if found:
            made.claims += found
        elif _is_heading(line):
            heading = line.strip(" #*=_-:•[]")
            labelled.place = (number, heading)
        else:
            labelled.place = (number, line.strip())
            made.remarks.append((number, line.strip()))
    claim = labelled.claim(heading) if labelled.begun else None
    made.claims += [claim] if claim else []
    used = {claim.line for claim in made.claims}
    made.remarks = [(number, text) for number, text in made.remarks if number not in used]


class _Labelled:
    """A correction on lines of its own, ``Printed: …`` and ``Corrected: …``, below the line that says where."""

    def __init__(self) -> None:
        self.place: tuple[int, str] = (0, "")
        self.said: dict[str, str] = {}

    @property
    def begun(self) -> bool:
        return bool(self.said)

    def add(self, number: int, match: re.Match[str]) -> None:
        role = next(name for name in ("printed", "corrected", "why", "source") if match[name])
        self.said[role] = _unquoted(match["value"])
        self.place = self.place if self.place[0] else (number, "")

    def claim(self, heading: str) -> Claim | None:
        if not {"printed", "corrected"} <= self.said.keys():
            return None
        number, place = self.place
        said = self.said
        reading = Reading(re.sub(r"^[\s*•·-]+", "", place).strip(" :"), said["printed"], said["corrected"])
        text = f"{place}: {said['printed']} → {said['corrected']}"
        return Claim(number, text, (reading,), heading=heading, why=said.get("why", ""), source=said.get("source", ""))


def _joined(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield lines, each joined with those that go on with it: a list is often wrapped."""
    begun: tuple[int, str] | None = None
    for number, line in lines:
        text = typed(line) if line.strip() else ""
        if begun is not None and text and _goes_on(begun[1], line, text):
            begun = (begun[0], f"{begun[1]} {text}")
            continue
        if begun is not None:
            yield begun
        begun = (number, text)
    if begun is not None:
        yield begun


def _goes_on(before: str, line: str, text: str) -> bool:
    if not before or _BULLET.match(text) or _LABELLED.match(text) or before.endswith(":") or len(before) > 3000:
        return False
    if before.count('"') % 2 == 1:
        return True
    if before[-1] in ".;!?" or (before[-1] == '"' and len(before) < 60):
        return False
    indented = line[:1].isspace() and bool(_BULLET.match(before))
    return indented or (text[:1].islower() and len(before) > 30)


def _is_heading(line: str) -> bool:
    bare = line.strip()
    marked = bare.startswith(("#", "==", "**", "[")) or bare.endswith((":", "**", "==")) or bare.isupper()
    return (marked or (len(bare) < 60 and bare[-1] not in ".!?")) and len(bare) < 120
