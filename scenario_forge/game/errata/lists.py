"""The errata of a game as a list for readers: by component, the value before and after, why, and since when."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.game.reading.errata import APPLICABLE, paper_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.errata import Edition, Erratum
    from scenario_forge.documents.game import Printing
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data

COMPONENTS = (
    ("counters", "Counters"),
    ("map", "Map"),
    ("orders-of-battle", "Orders of battle"),
    ("time-track", "Time record track"),
    ("charts", "Charts"),
    ("victory", "Victory table"),
    ("scenarios", "Scenarios"),
    ("rulebook", "Rules"),
    ("examples", "Examples and figures"),
    ("chronology", "Chronology"),
    ("rules", "Numbers of the rules"),
    ("other", "Other"),
)
"""Component and its heading, in the order in which a player lays them out."""
_KINDS = {"diagrams": "examples", "aids": "rulebook", "options": "rulebook"}
_STATED = re.compile(r"\.states\[")
_WORD = re.compile(r"\s+|[^\s]+")

Piece = tuple[str, bool]
"""Words, and whether they are other than on the other side."""


@dataclass(frozen=True)
class Correction:
    """One erratum as readers see it."""

    erratum: Erratum
    component: str
    place: str
    was: tuple[Piece, ...]
    now: tuple[Piece, ...]
    new: bool
    """Whether it is new, or was changed, since the version asked for."""
    incorporated: bool
    """Whether the printing that the files reproduce has it already."""
    stated: bool
    """Whether it only follows another of its number: a quantity as the tool keeps it beside the text."""

    @property
    def applies(self) -> bool:
        """Whether the erratum can be applied: it is neither rejected nor withdrawn."""
        return self.erratum.status in APPLICABLE


@dataclass(frozen=True)
class Corrections:
    """All errata of a game."""

    version: str
    """The latest version of the errata; empty where the lists name none."""
    versions: tuple[Edition, ...]
    since: str
    rows: tuple[Correction, ...]
    printings: tuple[Printing, ...]
    printing: str
    """The printing that the files reproduce."""

    def of(self, component: str) -> list[Correction]:
        """Return the errata of a component that readers need, in order of id."""
        return [row for row in self.rows if row.component == component and not row.stated]

    @property
    def log(self) -> list[tuple[Edition, list[str]]]:
        """The versions, newest first, each with the ids that are new in it and what was changed."""
        found = []
        for number, edition in enumerate(self.versions):
            first = number == 0
            ids = [
                r.erratum.id for r in self.rows if r.erratum.since == edition.version or (first and not r.erratum.since)
            ]
            revised = [
                f"{row.erratum.id}: {revision.what}"
                for row in self.rows
                for revision in row.erratum.revised
                if revision.version == edition.version
            ]
            found.append((edition, [*([", ".join(family_numbers(ids))] if ids else []), *revised]))
        return found[::-1]


def version_key(version: str) -> tuple[int, ...]:
    """Return a key by which versions are sorted.

    >>> version_key("1.10") > version_key("1.9")
    True
    """
    return tuple(int(part) for part in version.split("."))


def versions_of(game: Game) -> tuple[Edition, ...]:
    """Return the versions that the lists of a game name, oldest first, each once."""
    found: dict[str, Edition] = {}
    for document, _where in game.documents("errata", ErrataDocument):
        for edition in document.versions:
            known = found.get(edition.version)
            if known is None or (edition.note and not known.note):
                found[edition.version] = edition
    return tuple(sorted(found.values(), key=lambda edition: version_key(edition.version)))


def errata_version(game: Game) -> str:
    """Return the latest version that the lists of a game name; empty where they name none."""
    versions = versions_of(game)
    return versions[-1].version if versions else ""


def is_newer(erratum: Erratum, since: str) -> bool:
    """Return whether an erratum is new, or was changed, after a version."""
    if not since:
        return False
    after = version_key(since)
    marks = [erratum.since, *(revision.version for revision in erratum.revised)]
    return any(mark is not None and version_key(mark) > after for mark in marks)


def date_of(game: Game, erratum: Erratum) -> str:
    """Return the date of an erratum's last change: of its last revision, its own, or of the version that first has it.

    Empty where none of these is dated.
    """
    dated = {edition.version: edition.date for edition in versions_of(game)}
    revised = max((dated.get(revision.version, "") for revision in erratum.revised), default="")
    first = erratum.since or next(iter(dated), "")
    return revised or erratum.date or dated.get(first, "")


def ids_known_to(game: Game, version: str) -> list[str]:
    """Return the ids of the errata that a version had already."""
    after = version_key(version)
    return [
        erratum.id
        for document, _where in game.documents("errata", ErrataDocument)
        for erratum in document.errata
        if erratum.since is None or version_key(erratum.since) <= after
    ]


def corrections(game: Game, since: str = "") -> Corrections:
    """Return the errata of a game, whatever set is applied; those newer than version ``since`` are marked."""
    about = game.about
    printing = (about.printing or "") if about else ""
    versions = versions_of(game)
    lists = game.documents("errata", ErrataDocument)
    rows = [_row(game, erratum, since, printing) for document, _where in lists for erratum in document.errata]
    rows.sort(key=lambda row: _order(row.erratum.id))
    told = {(row.component, _number(row.erratum.id)) for row in rows if not row.stated}
    rows = [row if not row.stated or (row.component, _number(row.erratum.id)) in told else _shown(row) for row in rows]
    return Corrections(
        errata_version(game), versions, since, tuple(rows), tuple(about.printings) if about else (), printing
    )


def _row(game: Game, erratum: Erratum, since: str, printing: str) -> Correction:
    was, now = as_pieces(erratum.printed, erratum.corrected)
    return Correction(
        erratum,
        component_of(erratum),
        paper_of(game, erratum),
        was,
        now,
        is_newer(erratum, since),
        bool(printing) and printing in erratum.incorporated_in,
        bool(_STATED.search(erratum.at)),
    )


def _shown(row: Correction) -> Correction:
    return replace(row, stated=False)


def component_of(erratum: Erratum) -> str:
    """Return the component on which an erratum's value is printed, as in :data:`COMPONENTS`."""
    stem = re.split(r"[.\[]", erratum.at, maxsplit=1)[0]
    kind = stem.partition("/")[0]
    kind = _KINDS.get(kind, kind)
    return kind if kind in dict(COMPONENTS) else "other"


def _number(id_: str) -> str:
    return id_.rstrip("abcdefghijklmnopqrstuvwxyz")


def _order(id_: str) -> tuple[str, int, str]:
    head, _dash, tail = id_.partition("-")
    digits = tail.rstrip("abcdefghijklmnopqrstuvwxyz")
    return head, int(digits or 0), tail[len(digits) :]


def family_numbers(ids: Sequence[str]) -> list[str]:
    """Return the numbers of errata without their letters, each once, in order."""
    return list(dict.fromkeys(_number(id_) for id_ in ids))


def as_pieces(was: Data, now: Data) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return both values in words, differences marked; a short value is marked as a whole."""
    one, other = value_in_words(was), value_in_words(now)
    if len(one) < 24 and len(other) < 24:
        return ((one, True),) if one else (), ((other, True),) if other else ()
    a, b = _WORD.findall(one), _WORD.findall(other)
    left: list[Piece] = []
    right: list[Piece] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        changed = tag != "equal"
        if j > i:
            left.append(("".join(a[i:j]), changed))
        if m > k:
            right.append(("".join(b[k:m]), changed))
    return tuple(left), tuple(right)


def value_in_words(value: Data) -> str:
    """Return a value in words: nothing is empty, lists and mappings are written without quotes where possible."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (dict, list)):
        return re.sub(r'"([\w ./()+-]*)"', r"\1", json.dumps(value, ensure_ascii=False))
    return str(value).replace("_", " ") if isinstance(value, str) and re.fullmatch(r"[a-z_]+", value) else str(value)
