"""A drafted scenario as the text of its file: in printed notation and order, with the reason behind each line."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.design.dates import Dates, Wanted
    from scenario_forge.design.drafts import Draft, MarkerRow, Row
    from scenario_forge.design.fitting import Ground
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Notation, PlacementToken

Held: TypeAlias = tuple[str, str, str]
"""A place, who controls it, and why."""
_PLAIN = re.compile(r"(?:[A-Za-z]|[0-9]+(?:/[0-9]*)? [A-Za-z])[A-Za-z0-9_ ()./*+'-]*\Z")
_SPECIAL = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"})


def scalar(text: str, *, flow: bool = True) -> str:
    """A text as a YAML scalar: plain where every reader takes it for this text, else in quotes.

    >>> scalar("SS33(c3)"), scalar("Decide: QQ3?"), scalar("N"), scalar("a, b", flow=False)
    ('SS33(c3)', '"Decide: QQ3?"', 'N', '"a, b"')
    """
    plain = _PLAIN.match(text) and (text.casefold() not in _SPECIAL or (flow and text in ("N", "Y")))
    return text if plain and text == text.strip() else json.dumps(text, ensure_ascii=False)


def scenario_text(
    game: Game,
    wanted: Wanted,
    dates: Dates,
    drafted: list[Draft],
    ground: Ground,
    how: str,
    control: list[Held] | None = None,
) -> str:
    """The whole file. ``control``: place, side and reason; None: by what is nearest."""
    held = _control(drafted, ground) if control is None else control
    return "\n".join([*_head(game, wanted, dates, drafted, how), *_body(game, drafted, held)]) + "\n"


def printed_text(game: Game, wanted: Wanted, dates: Dates) -> str:
    """The file of a scenario that begins on a printed start: its set-up is the printed column."""
    return "\n".join(_head(game, wanted, dates, [], f"the printed start {dates.before.date.label}")) + "\n"


def _head(game: Game, wanted: Wanted, dates: Dates, drafted: list[Draft], how: str) -> Iterator[str]:
    track = dates.track
    yield "# yaml-language-server: $schema=../schemas/scenarios.schema.json"
    yield "#"
    yield f"# {track.label(dates.first_turn)}, {dates.first.capitalize()} first, to {track.label(dates.last_turn)},"
    yield f"# {dates.last.capitalize()} last: {dates.closes - dates.opens + 1} player turns. Positions: {how}."
    yield "# Behind each row stands what it rests on. `Decide:` is yours to say; until then the candidate is played."
    yield ""
    yield "basis: proposed"
    if any(row.later for draft in drafted for row in draft.rows):
        yield ""
        yield "provenance:"
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
    if not (dates.printed and dates.first == dates.before.side):
        yield f"first: {dates.first}"
    if not stops:
        yield f"last: {dates.last}"
    yield from _track(dates)
    yield from _victory(game, dates)


def scalar_date(text: str) -> str:
    """A date as a scalar: ``6/41`` is text for every reader."""
    return text if re.fullmatch(r"\d{1,2}/[\d/]*", text) else json.dumps(text)


def _track(dates: Dates) -> Iterator[str]:
    """The slice of the time record track, as it is printed."""
    yield ""
    yield "# The track:"
    track = dates.track
    for turn in range(dates.first_turn, dates.last_turn + 1):
        cells = (track.entry(turn, side) for side in track.sides)
        said = "   ".join(f"{cell.side} {cell.text}" for cell in cells if cell is not None)
        yield f"#   {track.calendar.text(turn):<6} {said}"


def _victory(game: Game, dates: Dates) -> Iterator[str]:
    """The rows of the victory table that are scored on the way and at the end."""
    found = game.one("victory", VictoryDocument)
    if found is None:
        return
    document, track = found[0], dates.track
    yield "# Victory rows that are scored:"
    any_ = ends = False
    for row in document.objectives:
        mark = track.stops.get(row.stop)
        if mark is None or mark.turn is None:
            continue
        moment = track.player_turn(mark.turn, mark.side)
        if moment == dates.closes or (document.cumulative and dates.opens <= moment <= dates.closes):
            any_, ends = True, ends or moment == dates.closes
            yield f"#   {mark.date.label}: {row.side} {row.points}, {' '.join(row.text.split())}"
    if not any_:
        yield "#   none before decisive victories"
    if not ends:
        yield f"# No printed row is scored at {track.label(dates.last_turn)}; rows of your own go to victory.yaml."


def _body(game: Game, drafted: list[Draft], control: list[Held]) -> Iterator[str]:
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    if control:
        yield ""
        yield "control:  # from the nearest unit or marker, or a record"
        for name, side, why in control:
            yield f"  {scalar(name)}: {side}  # {why}"
    yield ""
    yield "set_up:"
    for draft in drafted:
        yield f"  - side: {draft.force.side}"
        yield "    units:"
        yield from _aligned([_unit_line(row, units) for row in draft.rows])
        if draft.markers:
            yield "    markers:"
            yield from _aligned([_marker_line(row, markers) for row in draft.markers])


Line = tuple[list[str], str]


def _unit_line(row: Row, notation: Notation[list[PlacementToken]] | None) -> Line:
    cell = _cell([row.token], notation, open_=row.open)
    parts = [f"no: {row.unit.no}", f"name: {scalar(row.unit.name)}", f"at: {scalar(cell)}"]
    if row.later and notation:
        parts.append(f"later: {scalar(notation.format(row.later))}")
    return parts, "; ".join(row.why)


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
        yield f"{text:<{width}}  # {' '.join(why.split())}".rstrip(" #") if not why else f"{text:<{width}}  # {why}"


def _control(drafted: list[Draft], ground: Ground) -> list[Held]:
    """Each supply centre with the side of the nearest unit or marker; those that lie as near to both are left out."""
    grid = ground.grid
    if grid is None:
        return []
    stand = [(at, draft.force.side, who) for draft in drafted for at, who in _standing(draft, ground)]
    found, seen = [], set()
    for place, hex_, _where in grid.places.values():
        if hex_ is None or hex_ in seen or place.capacity is None:
            continue
        seen.add(hex_)
        near = sorted((distance(grid.grid, hex_, at), number) for number, (at, _side, _who) in enumerate(stand))
        sides = {stand[number][1] for steps, number in near if steps == near[0][0]}
        if len(sides) == 1:
            _at, side, who = stand[near[0][1]]
            found.append((place.name, side, f"{who}, {near[0][0]} {'hex' if near[0][0] == 1 else 'hexes'}"))
    return found


def _standing(draft: Draft, ground: Ground) -> Iterator[tuple[int, str]]:
    """The hexes of a side's units and markers, and what is there."""
    for row in draft.rows:
        if row.token.kind == "at" and row.hex is not None:
            yield row.hex, row.unit.cited
    for marker in draft.markers:
        for token in marker.tokens:
            spot = ground.grid.find(token.place) if ground.grid else None
            if spot is not None and spot.hex is not None:
                yield spot.hex, marker.marker
