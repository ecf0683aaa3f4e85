"""The rows of a dossier page: what speaks for each unit and marker, and the fields in which it is decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.project.starts import reserve
from scenario_forge.project.time.calendar import DateError
from scenario_forge.project.time.word_dates import days_of, read_date
from scenario_forge.reports.html import attribute, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.design.chronicle import Lost
    from scenario_forge.design.dates import Dates
    from scenario_forge.design.dossier_rows import Candidate, Printed, Subject
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.reports.dossier_page import Shown


WORDS = {"absent": "not present", "eliminated": "eliminated", "": "not said"}
STATES = {"open": "to decide", "carried": "as drafted", "fixed": "not on the map"}
LETTERS = "ABCDEFGH"


def row_id(subject: Subject) -> str:
    """A name for the row's element."""
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in f"{subject.key[0]}-{subject.key[1]}")


def state_of(subject: Subject) -> str:
    """What is known of its place, as long as nobody has decided."""
    return f"assumed: as in {subject.assumed}" if subject.assumed else STATES[subject.status]


def comings(subject: Subject) -> str:
    """``arrives 4/41 · leaves 7/41``."""
    return " · ".join(f"{each.kind} {each.date}" for each in subject.comings)


def row_items(shown: Shown) -> str:
    """All rows, as items of a list."""
    sides = list(shown.game.side_names)
    return "\n".join(
        "".join(_row(shown, subject, number, f"of{sides.index(subject.side)}" if subject.side in sides else "control"))
        for number, subject in enumerate(shown.subjects)
    )


def _row(shown: Shown, subject: Subject, number: int, side: str) -> Iterator[str]:
    state = state_of(subject)
    name = "" if subject.unit is None else f" · {text(subject.name)}"
    yield f'<li class="row {side} {subject.status}" id="row-{row_id(subject)}" data-row="{number}">'
    yield f'<div class="head">{_counter(shown, subject)}<div>'
    yield f'<h3><button type="button">{text(subject.cited)}{name}</button></h3>'
    said = comings(subject)
    yield f'<p class="comings">{text(said)}</p>' if said else ""
    yield f'</div><span class="state">{text(state)}</span></div>'
    yield f'<dl class="printed">{"".join(_printed(shown, subject))}</dl>'
    if subject.status == "fixed":
        yield f'<details class="otherwise"><summary>Decide otherwise</summary>{_fields(subject)}</details>'
    else:
        yield f'<ul class="candidates">{"".join(_candidates(shown, subject))}</ul>{_fields(subject)}'
    yield '<p class="said" role="status"></p></li>'


def _counter(shown: Shown, subject: Subject) -> str:
    face, edge = shown.drawn.faces.get(subject.key), shown.drawn.edge
    label = f"{subject.cited} on the map"
    inner = f'<svg viewBox="0 0 {edge:g} {edge:g}" aria-hidden="true"><use href="#{face}"/></svg>'
    if face is None:
        inner = f'<span class="bare" aria-hidden="true">{text(subject.key[1])}</span>'
    return f'<button type="button" class="pick" aria-pressed="false" aria-label="{attribute(label)}">{inner}</button>'


def _printed(shown: Shown, subject: Subject) -> Iterator[str]:
    labels = {start.role: start.label for start in shown.starts}
    for role, printed in (("before", subject.before), ("after", subject.after)):
        if printed is not None and role in labels:
            kind, said = "" if printed.kind == "at" else ' class="none"', _said(shown, printed)
            yield f'<div class="{role}"><dt>{text(labels[role])}</dt><dd{kind}>{said}</dd></div>'


def _said(shown: Shown, printed: Printed) -> str:
    if printed.kind == "reserve":
        return text(reserve(shown.game))
    if printed.kind != "at":
        return text(WORDS.get(printed.kind, printed.cell))
    named = _named(shown.linked, printed.hexes) if len(printed.hexes) == 1 else ""
    return text(printed.cell) + (f' <span class="quiet">{text(named)}</span>' if named else "")


def _named(linked: HexMap, hexes: tuple[int, ...]) -> str:
    return next((place.name for place, hex_, _where in linked.places.values() if hex_ in hexes), "")


def _candidates(shown: Shown, subject: Subject) -> Iterator[str]:
    sides = shown.game.side_names if subject.control else {}
    for number, candidate in enumerate(subject.candidates):
        letter, said = LETTERS[number : number + 1], text(sides.get(candidate.cell, candidate.cell))
        yield (
            f'<li><button type="button" class="candidate" data-cell="{attribute(candidate.cell)}" aria-pressed="false">'
            f'<span class="letter">{letter}</span><span class="cell">{said}</span>'
            f"<span>{_reasons(shown.linked, candidate, placed=not subject.control)}</span></button></li>"
        )


def _reasons(linked: HexMap, candidate: Candidate, *, placed: bool) -> str:
    named = _named(linked, candidate.hexes) if placed and len(candidate.hexes) == 1 else ""
    parts = [f"<i>{text(named)}</i>"] if named else []
    parts += [text(why) for why in candidate.why]
    parts += [f'<span class="doubt">{text(candidate.doubt)}</span>'] if candidate.doubt else []
    return "; ".join(parts)


def _fields(subject: Subject) -> str:
    hint = attribute(f"{subject.drafted}?") if subject.drafted else ""
    cited = attribute(subject.cited)
    return (
        '<div class="fields">'
        f'<label class="at">Decide <input name="at" placeholder="{hint}" aria-label="Decide, {cited}" '
        'autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="60"></label>'
        f'<label>Source <input name="source" aria-label="Source, {cited}" maxlength="300"></label>'
        f'<label class="note">Note <input name="note" aria-label="Note, {cited}" maxlength="1000"></label></div>'
    )


# -- what the chronology of a game tells around a date ---------------------------------------------


When = Literal["before", "then", "after"]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry: its date as printed, when it is seen from the date, and what it says by column."""

    date: str
    when: When
    near: bool
    """Between the printed starts around the date."""
    cells: tuple[tuple[str, str], ...]
    against: bool = False
    """Whether it contradicts what is drafted."""


def chronology(game: Game, dates: Dates, lost: Sequence[Lost] = ()) -> list[Told]:
    """Every entry whose date can be read, in printed order; none where the game has no chronology.

    ``lost``: places that the draft has in hands that have lost them.
    """
    found = game.one("chronology", ChronologyDocument)
    now = days_of(dates.track, dates.first_turn)
    if found is None or now is None:
        return []
    begins = days_of(dates.track, dates.before.turn or 0)
    ends = days_of(dates.track, dates.after.turn) if dates.after and dates.after.turn is not None else None
    labels = {column.id: column.label for column in found[0].columns}
    told = []
    for event in found[0].events:
        try:
            at = read_date(event.date)
        except DateError:
            continue
        when: When = "before" if at.last < now[0] else "after" if at.first > now[1] else "then"
        near = (begins is None or at.last >= begins[0]) and (ends is None or at.first <= ends[1])
        cells = tuple((labels.get(id_, id_), text) for id_, text in event.cells.items() if text)
        against = any(each.date == event.date and each.said in text for each in lost for _label, text in cells)
        told.append(Told(event.date, when, near, cells, against))
    return told
