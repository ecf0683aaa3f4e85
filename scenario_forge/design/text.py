"""A drafted scenario as the text of its file: in printed notation and order, with the reason behind each line."""

from __future__ import annotations

import json
import re
from textwrap import wrap
from typing import TYPE_CHECKING

from scenario_forge.design.accounts import account_lines, accounted, saved_lines
from scenario_forge.design.front import drawn_between, standing
from scenario_forge.design.scalars import scalar
from scenario_forge.design.text_front import front_lines
from scenario_forge.design.text_track import track_lines
from scenario_forge.design.victory import victory_lines
from scenario_forge.diagnostics.render.lines import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.drafts import Draft, MarkerRow, Row
    from scenario_forge.design.fitting import Ground
    from scenario_forge.design.front import Drawn
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Notation, PlacementToken


WIDTH = 114
"""Characters of a line of the head."""
ASSUMED = "assumed"
"""Ends the comment of a row whose position is that of another date."""
_BREAKS = re.compile(r"\s*[\n\r\x85\u2028\u2029]\s*")


def scenario_text(
    game: Game,
    wanted: Wanted,
    dates: Dates,
    drafted: list[Draft],
    ground: Ground,
    how: str,
    drawn: Drawn | None = None,
    options: Sequence[str] = (),
    remarks: Sequence[str] = (),
) -> str:
    """The whole file.

    ``drawn``: the front and what is controlled beside it; None: by who stands where. ``remarks``: of positions.
    """
    drafted = accounted(game, dates, drafted)
    if drawn is None and ground.grid is not None:
        drawn = drawn_between(game, ground.grid, dates, standing(game, drafted, ground))
    head = [*_head(game, wanted, dates, drafted, how, remarks), *account_lines(game, drafted)]
    chosen = ["", f"options: [{', '.join(options)}]"] if options else []
    return _joined([*head, *chosen, *_body(game, drafted, drawn)])


def printed_text(game: Game, wanted: Wanted, dates: Dates) -> str:
    """The file of a scenario that begins on a printed start: its set-up is the printed column."""
    return _joined(_head(game, wanted, dates, [], f"the printed start {dates.before.date.label}"))


def _joined(lines: Iterable[str]) -> str:
    """A line each: names and titles are untrusted, and none may end the comment that it stands in."""
    return "".join("".join(map(visible, _BREAKS.sub(" ", line))) + "\n" for line in lines)


def _head(
    game: Game, wanted: Wanted, dates: Dates, drafted: list[Draft], how: str, remarks: Sequence[str] = ()
) -> Iterator[str]:
    track = dates.track
    yield "# yaml-language-server: $schema=../schemas/scenarios.schema.json"
    yield "#"
    turns = dates.closes - dates.opens + 1
    yield (
        f"# {track.label(dates.first_turn)}, {game.side_name(dates.first)} first, to {track.label(dates.last_turn)}, "
        f"{game.side_name(dates.last)} last: {turns} player {'turn' if turns == 1 else 'turns'}."
    )
    for said in (f"Positions: {how}", *remarks):
        yield from wrap(f"# {said[0].upper()}{said[1:]}.", WIDTH, subsequent_indent="# ", break_on_hyphens=False)
    yield "# Behind each row stands what it rests on. `Decide:` is yours to say; until then the candidate is played."
    yield ""
    yield "basis: proposed"
    later = any(row.later for draft in drafted for row in draft.rows)
    assumed = next((each for draft in drafted for each in draft.rows if each.assumed), None)
    if assumed or later:
        yield ""
        yield "provenance:"
    if assumed and assumed.taken_from:
        yield '  - at: ["set_up[*].units[*].at"]'
        yield "    basis: proposed"
        why = f"where a row says assumed, the position of {assumed.taken_from.date.label}"
        yield f"    why: {scalar(why, flow=False)}"
    if later:
        yield '  - at: ["set_up[*].units[*].later"]'
        yield "    basis: derived"
        yield "    why: arrivals and withdrawals of the orders of battle after the start"
    yield ""
    yield f"scenario: {scalar(wanted.name, flow=False)}"
    yield f"title: {scalar(wanted.name.replace('-', ' ').replace('_', ' ').title(), flow=False)}"
    start = dates.before.date.id if dates.printed else scalar_date(track.calendar.text(dates.first_turn))
    stops = [m for m in track.stops.values() if m.turn == dates.last_turn and m.side == dates.last]
    stop = stops[0].date.id if stops else scalar_date(track.calendar.text(dates.last_turn))
    yield f"start: {start}"
    yield f"stop: {stop}"
    if not dates.printed:
        yield f"first: {dates.first}"
    if not stops:
        yield f"last: {dates.last}"
    yield from track_lines(dates)
    yield from victory_lines(game, dates, drafted)


def scalar_date(text: str) -> str:
    """A date as a scalar: ``6/41`` is text for every reader."""
    return text if re.fullmatch(r"\d{1,2}/[\d/]*", text) else json.dumps(text)


def _body(game: Game, drafted: list[Draft], drawn: Drawn | None) -> Iterator[str]:
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    yield from front_lines(game, drawn) if drawn else ()
    yield ""
    yield "set_up:"
    for draft in drafted:
        yield f"  - side: {draft.force.side}"
        yield "    units:"
        yield from _aligned([_unit_line(row, units) for row in draft.rows])
        if draft.markers:
            yield "    markers:"
            yield from _aligned([_marker_line(row, markers) for row in draft.markers])
        yield from saved_lines(draft)


Line = tuple[list[str], str]


def _unit_line(row: Row, notation: Notation[list[PlacementToken]] | None) -> Line:
    cell = _cell([row.token], notation, open_=row.open)
    parts = [f"no: {row.unit.no}", f"name: {scalar(row.unit.name)}", f"at: {scalar(cell)}"]
    if row.later and notation:
        parts.append(f"later: {scalar(notation.format(row.later))}")
    return parts, "; ".join([*row.why, ASSUMED] if row.assumed else row.why)


def _marker_line(row: MarkerRow, notation: Notation[list[PlacementToken]] | None) -> Line:
    cell = _cell(row.tokens, notation, open_=row.open)
    return [f"marker: {row.marker}", f"at: {scalar(cell)}"], row.why


def _cell(tokens: list[PlacementToken], notation: Notation[list[PlacementToken]] | None, *, open_: bool) -> str:
    text = notation.format(tokens) if notation else ""
    return f"Decide: {text}?" if open_ else text


def _aligned(lines: list[Line]) -> Iterator[str]:
    """Flow rows with their keys below each other and the comments in a column of their own."""
    widths = [
        max((len(parts[n]) for parts, _why in lines if len(parts) > n + 1), default=0)
        for n in range(max((len(parts) for parts, _why in lines), default=0))
    ]
    made = []
    for parts, why in lines:
        cells = [f"{part}," + " " * (widths[n] - len(part)) for n, part in enumerate(parts[:-1])]
        made.append((f"      - {{{' '.join([*cells, parts[-1]])}}}", why))
    width = max((len(text) for text, _why in made), default=0)
    for text, why in made:
        yield f"{text:<{width}}  # {why}" if why else text
