"""CHT023: codes of a legend against the words they stand for, against notes, and against their counterparts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.charts.phrases import stems
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import LinkedChart

CODES = Codes(__file__)
CHT023 = CODES.warning(
    "CHT023",
    "code-of-another-meaning",
    note="the note explains {code} as `{text}`; by the chart {chart} that is {other}, and {code} is `{meaning}`",
    letters="{code} is no abbreviation of `{text}`, as {others} {are} of what stands beside them",
    mirror="{code} and {other} are {name} and {counterpart}, but `{text}` is not "
    "what `{mirrored}` says of the other side",
)

_NEXT = "write the meaning that is printed beside the code"
_CODE = re.compile(r"[A-Za-z]{1,6}\Z")
_ENOUGH = 5
"""Codes that abbreviate their meaning from which on one that does not stands out."""
_LONG = 9
"""Codes of a legend in which a meaning that stands twice is told as such."""
_INTACT = 2
"""Pairs of counterparts that agree, at least as many as do not."""
_ROLE = re.compile("attack|defend", re.IGNORECASE)
_TURNED = {"attack": "defend", "defend": "attack"}


class _Entry(NamedTuple):
    """A code, what it means, and the place of that."""

    code: str
    text: str
    where: Where


def legends(game: Game) -> Iterator[Diagnostic]:
    """Report codes whose meaning is that of another code (CHT023)."""
    linked = tables(game).charts.values()
    notes = [(note, table.where / "notes" / at) for table in linked for at, note in enumerate(table.chart.notes)]
    for table in linked:
        entries = [_Entry(row.text, cells[0].text, cells[0].where)
                   for row, cells in zip(table.rows, table.cells, strict=True)
                   if cells and _CODE.match(row.text) and stems(cells[0].text)]  # fmt: skip
        if len(entries) * 4 >= len(table.rows) * 3 and len(entries) > _INTACT and not table.chart.copy_of:
            misfits = [*_misfits(entries)]
            yield from misfits
            if not misfits:
                for note, at in notes:
                    yield from _in_note(table, entries, note, at)
            yield from _counterparts(table)


def _misfits(entries: Sequence[_Entry]) -> Iterator[Diagnostic]:
    """Codes without the letters of their meaning, in a legend whose other codes all have them."""
    wrong = [entry for entry in entries if not abbreviates(entry.code, entry.text)]
    fitting = [entry for entry in entries if entry not in wrong]
    exchanged = len(wrong) > 1 and all(any(abbreviates(one.code, other.text) for other in wrong) for one in wrong)
    copied = len(wrong) == 1 and any(entry.text == wrong[0].text for entry in fitting)
    if copied and len(entries) >= _LONG:
        return  # CHT021
    alone = len(wrong) == 1 and len(fitting) >= _ENOUGH
    if not (exchanged and len(wrong) * 2 <= len(entries) + 1) and not copied and not alone:
        return
    for entry in wrong:
        others = ", ".join(other.code for other in fitting[:3]) or "the others"
        finding = CHT023.at(entry.where, "letters", code=entry.code, text=entry.text, others=others,
                            are="is" if len(fitting) == 1 else "are")  # fmt: skip
        yield finding.suggest(_NEXT)


def abbreviates(code: str, text: str) -> bool:
    """Return whether a text has the letters of a code in order, the first at the beginning of a word.

    >>> abbreviates("DIS", "Unit Disordered"), abbreviates("EL", "Unit Disordered"), abbreviates("PzJ", "Panzerjaeger")
    (True, False, True)
    """
    plain, letters = text.casefold(), code.casefold()
    starts = [match.start() for match in re.finditer(rf"\b{re.escape(letters[0])}", plain)]
    return any(_has_letters(plain[start:], letters) for start in starts)


def _has_letters(text: str, letters: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _in_note(table: LinkedChart, entries: Sequence[_Entry], note: str, at: Where) -> Iterator[Diagnostic]:
    """Codes that a note explains by the words of another."""
    own = {entry.code: stems(entry.text) for entry in entries}
    common = frozenset.intersection(*own.values())
    for entry in entries:
        match = re.search(rf"(?<!\w){entry.code}(?!\w)(?::|\s+means|\s+is|\s*=)?\s+([^.;,()]+)", note)
        if match is None:
            continue
        said = stems(match[1])
        if said & (own[entry.code] - common):
            continue
        others = [other for other in entries if other is not entry and own[other.code] - common
                  and own[other.code] - common <= said]  # fmt: skip
        if len(others) == 1:
            finding = CHT023.at(
                at.within(match.start(1), match.end(1)),
                "note",
                code=entry.code,
                text=match[1],
                chart=table.chart.title,
                other=others[0].code,
                meaning=entry.text,
            )
            yield finding.also(entry.where, "the legend").suggest(_NEXT)
            return


def _counterparts(table: LinkedChart) -> Iterator[Diagnostic]:
    """Rows that are named alike for attacker and defender, and do not say the same of both."""
    rows = [(heading, cells) for heading, cells in zip(table.rows, table.cells, strict=True) if len(cells) > 1]
    pairs = [(one, other) for at, one in enumerate(rows) for other in rows[at + 1 :]
             if _ROLE.search(one[1][0].text) and _turned(one[1][0].text) == other[1][0].text.casefold()]  # fmt: skip
    wrong = [(one, other, column) for one, other in pairs for column in range(1, min(len(one[1]), len(other[1])))
             if _turned(one[1][column].text) != other[1][column].text.casefold()]  # fmt: skip
    if len(pairs) - len(wrong) < max(_INTACT, len(wrong)):
        return
    for (head, cells), (other_head, others), column in wrong:
        finding = CHT023.at(
            cells[column].where,
            "mirror",
            code=head.text,
            other=other_head.text,
            name=cells[0].text,
            counterpart=others[0].text,
            text=cells[column].text,
            mirrored=others[column].text,
        )
        yield finding.also(others[column].where, "the other side").suggest("compare both rows with the printed game")


def _turned(text: str) -> str:
    """The text in small letters with the sides exchanged."""
    return _ROLE.sub(lambda match: _TURNED[match[0].casefold()], text).casefold()


CHECKS = (legends,)
