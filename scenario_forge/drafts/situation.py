"""The situation of a scenario in words, written from the chronology and the set-up: a draft for a person to edit."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.holding import day_of_draft
from scenario_forge.game.calendar import MONTHS, DateError, civil, read_date
from scenario_forge.game.front import stands, starting_control, starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.schedule import days_of
from scenario_forge.hexes import distance
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import with_comments
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.documents.victory import Scored
    from scenario_forge.game.calendar import Stretch
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario

DRAFT = "Draft:"
"""Begins a situation that nobody has edited yet."""
EVENTS, ELSEWHERE, PLACES, AIMS = 8, 2, 8, 2
"""Lines of the chronology that are told, of the theatre and of other columns; places that are named; rows that are."""
_LONG = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_COMMENT = "Written from the chronology and the set-up. Edit it, and take `Draft:` away."
_STAND_IN = "to-be-written"
"""Holds the place of a situation while its key is added."""
WIDTH = 112
"""Characters of a line of it."""
_TEXTS = ("basis", "provenance", "scenario", "title", "dates", "start", "stop", "first", "last", "length", "text")
"""Keys that a situation stands behind."""


def situation(game: Game, scenario: Scenario) -> str:
    """Return the situation at the start of a scenario, in paragraphs; a draft begins with :data:`DRAFT`.

    Raises:
        CompileError: errors in the game leave its set-up open.
    """
    planned = plan(with_scenario(game, scenario.id), scenario.id)
    told = [" ".join(_events(planned)), " ".join(_sides(planned)), " ".join(_aims(planned))]
    return f"{DRAFT} " + "\n".join(part for part in told if part)


def with_situation(game: Game, scenario: Scenario) -> str:
    """Return the text of a scenario's file with its situation; as it is where it has one.

    Raises:
        CompileError: errors in the game leave its set-up open.
        EditRefused: the file is of a form that cannot be changed.
    """
    text = scenario.where.file.source.text
    if scenario.document.situation:
        return text
    changes, path, said = Changes(text), scenario.where.path, situation(game, scenario)
    if path:
        changes.add(path, "situation", said, after=_TEXTS)
        return changes.result()
    changes.add((), "situation", _STAND_IN, after=_TEXTS)
    newline = newline_of(text)
    block = [
        line
        for part in said.split("\n")
        for line in ("", *wrap(part, WIDTH, initial_indent="  ", subsequent_indent="  "))
    ]
    made = with_comments(changes.result(), {("situation",): [_COMMENT]})
    return made.replace(f"situation: {_STAND_IN}", newline.join(["situation: >-", *block[1:]]), 1)


def is_draft(text: str) -> bool:
    """Return whether a situation is still as it was drafted."""
    return text.lstrip().startswith(DRAFT)


def paragraphs(text: str) -> list[str]:
    r"""Return the paragraphs of a situation, without the word that marks a draft.

    Where blank lines part them, a line end alone is a blank, as an author who wraps lines means it.

    >>> paragraphs("Draft: Tobruk is besieged.\n\nThe Allies are at Halfaya.")
    ['Tobruk is besieged.', 'The Allies are at Halfaya.']
    """
    bare = text.strip().removeprefix(DRAFT)
    parts = re.split(r"\n\s*\n", bare) if re.search(r"\n\s*\n", bare) else bare.split("\n")
    return [" ".join(one_line(part).split()) for part in parts if part.strip()]


# -- what happened before --------------------------------------------------------------------------


def _events(planned: Plan) -> Iterator[str]:
    """Yield what the chronology tells of the time since the printed start before, the theatre first."""
    found = planned.game.one("chronology", ChronologyDocument)
    opens = _opens(planned)
    if found is None or opens is None or not found[0].columns:
        return
    document, since = found[0], _since(planned)
    read = [(stretch, event) for event in document.events if (stretch := _stretch(event.date)) is not None]
    read.sort(key=lambda each: each[0].last)  # a chronology is printed in an order of its own
    past = [(stretch, event) for stretch, event in read if since <= stretch.last < opens]
    if not past:  # nothing has happened since: the last lines before
        past = [(stretch, event) for stretch, event in read if stretch.last < opens][-3:]
    theatre, *others = (column.id for column in document.columns)
    own = [(stretch, event.cells[theatre]) for stretch, event in past if event.cells.get(theatre)][-EVENTS:]
    year = 0
    for stretch, text in own:
        words, year = date_words(stretch, year)
        yield f"{words}: {_sentence(text)}"
    away = [_sentence(event.cells[each]) for _stretch, event in past for each in others if event.cells.get(each)]
    if away:
        yield f"Elsewhere: {' '.join(away[-ELSEWHERE:])}"


def _opens(planned: Plan) -> float | None:
    """Return the time at which play opens; None where turns have no dates."""
    track, turn, scenario = planned.track, planned.first_turn, planned.scenario.document
    days = days_of(track, turn)
    if days is None or scenario.start in track.starts:
        return days[0] if days else None
    return day_of_draft(planned.game, track, turn, scenario.first or "")


def _since(planned: Plan) -> int:
    """Return the first day of the printed start before the scenario's own."""
    turns = [mark.turn for mark in planned.track.starts.values() if mark.turn is not None]
    before = [turn for turn in turns if turn < planned.first_turn]
    days = days_of(planned.track, max(before)) if before else None
    return days[0] if days else 0


def _stretch(date: str) -> Stretch | None:
    try:
        return read_date(date)
    except DateError:
        return None


def date_words(stretch: Stretch, year: int = 0) -> tuple[str, int]:
    """Return days or months in words, and their year, which is left out where it is the one given.

    >>> from scenario_forge.game.calendar import read_date
    >>> date_words(read_date("12/4/41")), date_words(read_date("5/41"), 1941)
    (('12 April 1941', 1941), ('May', 1941))
    >>> date_words(read_date("21-27/5/41")), date_words(read_date("1-3/42"))
    (('21–27 May 1941', 1941), ('January–March 1942', 1942))
    """
    (first_year, first_month, first_day), (last_year, last_month, last_day) = civil(stretch.first), civil(stretch.last)
    named = _LONG[last_month - 1]
    whole = first_day == 1 and civil(stretch.last + 1)[2] == 1
    if whole and (first_year, first_month) != (last_year, last_month):
        said = f"{_LONG[first_month - 1]}–{named}"
    elif whole:
        said = named
    elif stretch.first == stretch.last:
        said = f"{last_day} {named}"
    else:
        said = f"{first_day}–{last_day} {named}"
    return (said if last_year == year else f"{said} {last_year}"), last_year


def _sentence(text: str) -> str:
    plain = one_line(text.strip()).rstrip(".")
    return f"{plain[:1].upper()}{plain[1:]}."


# -- how things stand ------------------------------------------------------------------------------


def _sides(planned: Plan) -> Iterator[str]:
    """Yield for each side what it holds and has, and what is still to come."""
    label, game = _label(planned.track.label(planned.first_turn)), planned.game
    holders = _holders(planned)
    for number, side in enumerate(planned.forces.sides):
        name = game.side_name(side)
        held = [place for place, holder in holders.items() if holder == side]
        there = sum(
            each.unit.side == side and each.state == "at" and planned.in_play(each.unit) for each in planned.placed
        )
        changes = [each for each in planned.changes if each.unit.side == side and planned.in_play(each.unit)]
        coming = len({each.unit.key for each in changes if each.kind == "arrives"})
        begins = f"At the start, {label}, the {name} side" if not number else f"The {name} side"
        holds = f" holds {_listed(held[:PLACES], len(held) - PLACES)} and" if held else ""
        more = f"; {coming} more will come" if coming else ""
        yield f"{begins}{holds} has {plural(there, 'unit')} in play{more}."


def _holders(planned: Plan) -> dict[str, str]:
    """Return by place who holds it: those whose control is stated, then all others, the nearest to the enemy first."""
    game, grid = planned.game, hex_map(planned.game)
    found = {name: side for name, (side, _where) in starting_holders(game, planned.scenario).items()}
    owned = starting_control(game, planned.scenario.id)
    if grid is None:
        return found
    there = {stand.hex: stand.side for stand in stands(game, planned.scenario) if stand.unit is not None}
    owned |= {hex_: side for hex_, side in there.items() if hex_ in owned}
    near: dict[str, int] = {}
    for place, hex_, _where in grid.places.values():
        if hex_ in owned and place.name not in found:
            away = (distance(grid.grid, hex_, other) for other, side in owned.items() if side != owned[hex_])
            near.setdefault(place.name, min(away, default=len(grid.grid)))
    side_of = {place.name: owned[hex_] for place, hex_, _where in grid.places.values() if hex_ in owned}
    return found | {name: side_of[name] for name in sorted(near, key=near.__getitem__)}


def _label(label: str) -> str:
    """Return a turn's label with its month in full: ``June 1941``."""
    words = [_LONG[MONTHS.index(word)] if word in MONTHS else word for word in label.split()]
    if len(words) > 1 and words[-2] in _LONG and words[-1].isdecimal() and len(words[-1]) == 2:
        words[-1] = f"19{words[-1]}"
    return " ".join(words)


def _listed(names: Sequence[str], more: int) -> str:
    if more > 0:
        return f"{', '.join(names)} and {more} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _aims(planned: Plan) -> Iterator[str]:
    """Yield what each side plays for: the rows that score most at the stop, of each group the best."""
    stop, told = _label(planned.track.label(planned.last_turn)), []
    for side in planned.forces.sides:
        own = sorted(
            (row for row in _rows(planned) if row.side == side and row.points > 0), key=lambda row: -row.points
        )
        best: dict[str, str] = {}
        for row in sorted(own, key=lambda row: -row.points):
            best.setdefault(row.group or row.id, one_line(" ".join(row.text.split())).rstrip("."))
        aims = [f"{text[:1].lower()}{text[1:]}" for text in [*best.values()][:AIMS]]
        if aims:
            told.append(f"the {planned.game.side_name(side)} side plays above all to {' and to '.join(aims)}")
    if told:
        yield f"Play ends with {stop}: {'; '.join(told)}."


def _rows(planned: Plan) -> list[Scored]:
    """Return the rows that are scored at the stop itself, the scenario's own first."""
    found = planned.game.one("victory", VictoryDocument)
    ids = {id_ for id_, mark in planned.track.stops.items() if mark.turn == planned.last_turn}
    printed = found[0].objectives if found else []
    return [*planned.scenario.document.victory, *(row for row in printed if row.stop in ids)]
