"""The file of a drafted scenario: in printed notation and order, with the reason behind each line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import plural
from scenario_forge.drafts.front import drawn_between, standing
from scenario_forge.drafts.rows import MarkerRow, Positions, SavedRow
from scenario_forge.drafts.theatre import theatre
from scenario_forge.drafts.victory import add_victory
from scenario_forge.game.forces import forces
from scenario_forge.game.placement import StartRules
from scenario_forge.game.reading.locate import schema_comment
from scenario_forge.game.scenarios import cards_by_start, reserve
from scenario_forge.game.system import without_rules
from scenario_forge.source.emit import AlignedRows, Block, NewDocument, Rows, WrappedList

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.drafts.dates import Dates, ScenarioRequest
    from scenario_forge.drafts.front import DrawnFront
    from scenario_forge.drafts.rows import Draft, DraftRow
    from scenario_forge.game.forces import Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.schedule import Box, DateMark
    from scenario_forge.source.nodes import Data


WIDTH = 112
"""Characters of a line of the head."""
_SMALL = frozenset(("a", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to"))
"""Words of a title that begin with a capital only in front."""


@dataclass(frozen=True, slots=True)
class DraftSetUp:
    """The set-up of a drafted scenario, and the remarks on it."""

    drafted: list[Draft]
    ground: Positions
    how: str
    """Where the positions come from, in words without a full stop."""
    front: DrawnFront | None = None
    """The front and what is controlled beside it; None: by who stands where."""
    options: Sequence[str] = ()
    """Ids of the optional rules in play."""
    start: DateMark | None = None
    """The printed start whose values it takes over where the game keeps them by start; None: the last one before."""
    remarks: Sequence[str] = ()
    """What else there is to say of the positions, each without a full stop."""


def scenario_text(game: Game, wanted: ScenarioRequest, dates: Dates, set_up: DraftSetUp) -> str:
    """Write the file of a scenario, with the reason for each row behind it."""
    drafted, drawn = complete_rows(game, dates, set_up.drafted), set_up.front
    rules = game.system.start(game) if game.system else None
    if rules is None or not (rules.front or rules.towns):
        drawn = None
    elif rules.front and drawn is None and set_up.ground.grid is not None:
        stood = standing(game, drafted, set_up.ground)
        drawn = drawn_between(game, set_up.ground.grid, stood, theatre(game, dates).control)
    made = NewDocument()
    _add_head(made, game, wanted, dates, replace(set_up, drafted=drafted))
    made.say(None, *account_lines(game, drafted))
    _add_begins_as(made, game, set_up.start or dates.before, dates.first_turn)
    if set_up.options:
        made.say(None)
        made.add("options", list(set_up.options))
    if drawn:
        _add_front(made, game, drawn)
    _add_columns(made, game, drafted)
    return made.text()


def begins_as_asked(game: Game) -> bool:
    """Check whether the game keeps anything by start date that a scenario on its own date takes over."""
    return bool((game.system and game.system.kept_by_start(game)) or cards_by_start(game))


def _add_begins_as(made: NewDocument, game: Game, start: DateMark, turn: int) -> None:
    """`begins_as:`, a proposal, with the values above it that the game keeps by start date; what a rule computes."""
    if not begins_as_asked(game):
        return
    id_, kept = start.date.id, game.system.kept_by_start(game) if game.system else ()
    made.say(None)
    made.say(f"What the game keeps by start date is taken over from {start.date.label}, to decide:")
    shown = [(each, f"{each.where.path[-1]}.{id_}", each.values.get(id_)) for each in kept]
    for each, name, values in shown:
        for path, said in _leaves(values, f"{each.document}.{name}"):
            made.say(*(f"  {line}" for line in wrap(f"{path}: {said}", WIDTH - 2, subsequent_indent="  ")))
    if kept:
        made.say("To begin with another value, put its address and the value into `changes:`.")
    made.add("begins_as", decide_cell(id_, open_=True))
    worked = [*game.system.worked_out(game, turn)] if game.system else []
    rows = [
        (".".join((each.document, name, *one.path)), one)
        for each, name, values in shown
        for one in worked
        if each.where.path[-1] == one.mapping and _below(values, one.path) not in (None, one.value)
    ]
    if rows:
        made.say(None, "Worked out for this date:")
        made.add("changes", Rows([{"at": at, "value": one.value} for at, one in rows]))
        made.behind |= {("changes", number): one.why for number, (_at, one) in enumerate(rows)}


def _below(values: object, path: Sequence[str]) -> object:
    """Return the value at the end of a path; None where there is none."""
    for key in path:
        values = values.get(key) if isinstance(values, dict) else None
    return values


def _leaves(values: object, path: str) -> Iterator[tuple[str, str]]:
    """Addresses with the values below them; those of one mapping are on one line."""
    if not isinstance(values, dict):
        yield path, "nothing" if values is None else str(values)
        return
    plain = {key: each for key, each in values.items() if not isinstance(each, dict)}
    if plain:
        yield path, ", ".join(f"{key} {each}" for key, each in plain.items())
    for key, each in values.items():
        if isinstance(each, dict):
            yield from _leaves(each, f"{path}.{key}")


def printed_text(game: Game, wanted: ScenarioRequest, dates: Dates) -> str:
    """Write the file of a scenario that begins on a printed start: its set-up is the printed column."""
    made = NewDocument()
    _add_head(
        made, game, wanted, dates, DraftSetUp([], Positions(game), f"the printed start {dates.before.date.label}")
    )
    return made.text()


def _add_head(made: NewDocument, game: Game, wanted: ScenarioRequest, dates: Dates, set_up: DraftSetUp) -> None:
    track = dates.track
    turns = dates.closes - dates.opens + 1
    made.say(schema_comment(game, f"scenarios/{wanted.name}.yaml"), "")
    made.say(
        f"{track.label(dates.first_turn)}, {game.side_name(dates.first)} first, to {track.label(dates.last_turn)}, "
        f"{game.side_name(dates.last)} last: {plural(turns, 'player turn')}."
        if track.fixed
        else f"{track.label(dates.first_turn)} to {track.label(dates.last_turn)}: {plural(turns, 'turn')}."
    )
    for said in (f"Positions: {set_up.how}", *set_up.remarks):
        made.say(*wrap(f"{said[0].upper()}{said[1:]}.", WIDTH, break_on_hyphens=False))
    rests = "The comment behind each row says what it rests on."
    made.say(f"{rests} Replace each `Decide:`; until then its candidate is played.")
    made.say(None)
    made.add("basis", "proposed")
    made.say(None)
    basis: list[object] = list(_provenance(set_up.drafted))
    if basis:
        made.add("provenance", basis)
        made.say(None)
    for key, value in _identity(wanted, dates).items():
        made.add(key, value)
    made.say(None, *track_lines(dates))
    add_victory(made, game, dates, set_up.drafted)


def _provenance(drafted: list[Draft]) -> Iterator[dict[str, object]]:
    """What the values of the set-up rest on, where that is not the same for all of the file."""
    if any(row.later for draft in drafted for row in draft.rows):
        why = "arrivals and withdrawals of the orders of battle after the start"
        yield {"at": ["set_up[*].units[*].later"], "basis": "derived", "why": why}


def title_of(name: str) -> str:
    """Return the title that the name of a file makes.

    >>> title_of("brevity-and-battleaxe"), title_of("the_road-to-the-sea")
    ('Brevity and Battleaxe', 'The Road to the Sea')
    """
    words = re.split(r"[-_ ]+", name)
    titled = (word if number and word in _SMALL else word.title() for number, word in enumerate(words))
    return " ".join(titled)


def _identity(wanted: ScenarioRequest, dates: Dates) -> dict[str, object]:
    """Its name, and from when to when it lasts."""
    track = dates.track
    stops = [m for m in track.stops.values() if m.turn == dates.last_turn and m.side == dates.last]
    made: dict[str, object] = {
        "scenario": wanted.name,
        "title": title_of(wanted.name),
        "start": dates.before.date.id if dates.printed else track.calendar.text(dates.first_turn),
        "stop": stops[0].date.id if stops else track.calendar.text(dates.last_turn),
    }
    if not dates.printed and track.fixed:
        made["first"] = dates.first
    if not stops and track.fixed:
        made["last"] = dates.last
    return made


def _add_columns(made: NewDocument, game: Game, drafted: list[Draft]) -> None:
    """`set_up:`, a column for each side with the reason behind each row."""
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    columns: list[object] = []
    for number, draft in enumerate(drafted):
        column: dict[str, object] = {"side": draft.force.side}
        column["units"] = AlignedRows(_unit_row(row, units) for row in draft.rows)
        for n, row in enumerate(draft.rows):
            if why := "; ".join(row.why):
                made.behind["set_up", number, "units", n] = why
        if draft.markers:
            column["markers"] = AlignedRows(
                {"marker": row.marker, "at": _cell(row.tokens, markers, open_=row.open)} for row in draft.markers
            )
            made.behind |= {("set_up", number, "markers", n): row.why for n, row in enumerate(draft.markers) if row.why}
        if draft.saved:
            column["saved"] = {row.pool: row.points for row in draft.saved}
            made.behind["set_up", number, "saved"] = "; ".join(dict.fromkeys(row.why for row in draft.saved))
        columns.append(column)
    made.say(None)
    made.add("set_up", columns)


def _unit_row(row: DraftRow, notation: Notation[list[PlacementToken]] | None) -> dict[str, Data]:
    made: dict[str, Data] = {"no": row.unit.no, "name": row.unit.name}
    made["at"] = _cell([row.token], notation, open_=row.open)
    if row.later and notation:
        made["later"] = notation.format(row.later)
    return made


def _cell(tokens: list[PlacementToken], notation: Notation[list[PlacementToken]] | None, *, open_: bool) -> str:
    text = notation.format(tokens) if notation else ""
    return decide_cell(text, open_=open_)


def decide_cell(text: str, *, open_: bool) -> str:
    """Return a cell, marked for a person to decide where it is open."""
    return f"Decide: {text}?" if open_ else text


def _add_front(made: NewDocument, game: Game, drawn: DrawnFront) -> None:
    """`front:` and `control:`, each with where it comes from."""
    if drawn.runs:
        first = next(iter(game.side_names.values()), "")
        made.say(None)
        made.say(f"The front, drawn {drawn.why}; in each pair the {first} hex comes first. Control follows from it.")
        runs = [{"name": run.name} if run.name else {} for run in drawn.runs]
        made.add("front", [own | {"sides": WrappedList(run.sides)} for own, run in zip(runs, drawn.runs, strict=True)])
    if drawn.held:
        made.say(None)
        made.add("control", Block({each.place: decide_cell(each.side, open_=each.open) for each in drawn.held}))
        made.behind |= {("control", held.place): held.why for held in drawn.held}
        if drawn.runs:
            made.behind["control",] = "where the front says otherwise, or nobody stands"


# -- the slice of the time record track that a new scenario plays ----------------------------------


NOT_PLAYED = "–"
"""Stands for the entry of a side whose player turn the first or last game turn does not have."""
SHOWN = 3
"""How many turns without a box are named."""


def track_lines(dates: Dates) -> Iterator[str]:
    """Yield a comment for each game turn, as the track prints it; a dash for the side that has no half turn."""
    turns = range(dates.first_turn, dates.last_turn + 1)
    rows = [_row(dates, turn) for turn in turns]
    without = [dates.track.label(turn) for turn in turns if _box(dates, turn) is None]
    if len(without) == len(rows):
        yield "The track has no boxes for these turns."
        return
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    halves = any(cell.endswith(f" {NOT_PLAYED}") for row in (rows[0], rows[-1]) for cell in row[1:])
    yield "The track" + (f"; {NOT_PLAYED}: that side does not move in that turn:" if halves else ":")
    for texts in rows:
        yield ("  " + "   ".join(f"{cell:<{width}}" for cell, width in zip(texts, widths, strict=True))).rstrip()
    if without:
        more = f" and {len(without) - SHOWN} more" if len(without) > SHOWN else ""
        yield f"It has no box for {', '.join(without[:SHOWN])}{more}."


def _row(dates: Dates, turn: int) -> list[str]:
    track, box = dates.track, _box(dates, turn)
    label = box.label if box is not None and (track.calendar.step > 1 or not track.calendar.dated) else ""
    cells = [f"{track.calendar.text(turn)} {label}".strip()]
    if not track.calendar.dated:
        told = {column: cell.text for column, cell in box.cells.items()} if box is not None else {}
        cells += [
            text if (text := told.get(column, "")).casefold() != label.casefold() else "" for column in track.columns
        ]
    for side in track.sides:
        entry = track.entry(turn, side)
        moves = dates.opens <= track.player_turn(turn, side) <= dates.closes
        text = (entry.text if entry else "") if moves else NOT_PLAYED
        cells.append(f"{side} {text}" if text else "")
    return cells


def _box(dates: Dates, turn: int) -> Box | None:
    return next((box for box in dates.track.boxes if box.turn == turn), None)


# -- accounts for every part of a start in a draft: each says where it comes from, or that no component states it --


UNSAID = "stated by no component"
RECORD = "record"
"""Why a row is as it is that comes from a game that was played."""


def complete_rows(game: Game, dates: Dates, drafted: Iterable[Draft]) -> list[Draft]:
    """Return the drafts with a row for each kind of marker, and of points, that a start of the game may have.

    A neutral marker without a row gets one with the side that is listed first.
    """
    drafts = list(drafted)
    rules = game.system.start(game) if game.system else None
    if rules is None:
        return drafts
    said = {_kind(game, row.marker) for draft in drafts for row in draft.markers}
    made = [_with_markers(game, rules, draft, said, first=not number) for number, draft in enumerate(drafts)]
    return [replace(draft, rows=[*_with_marks_by_rule(rules, dates, draft)]) for draft in made]


def _with_markers(game: Game, rules: StartRules, draft: Draft, said: set[str], *, first: bool) -> Draft:
    own = {_kind(game, row.marker): row for row in draft.markers}
    markers = []
    for kind in dict.fromkeys((*rules.markers, *own)):
        theirs = kind in rules.neutral and (not first or kind in said)
        if kind in own:
            markers.append(own[kind])
        elif not theirs and (marker := marker_of(game, draft.force, kind)):
            markers.append(_no_marker_row(game, marker, kind))
    pools = {row.pool: row for row in draft.saved}
    saved = [pools.get(pool, SavedRow(pool, 0, UNSAID)) for pool in rules.pools]
    return replace(draft, markers=markers, saved=saved)


def _no_marker_row(game: Game, marker: str, kind: str) -> MarkerRow:
    works = game.system.works(game) if game.system else None
    why = f"besides those of units, {works.sign}" if works and works.sign and kind == works.marker else UNSAID
    return MarkerRow(marker, [], open=False, why=why)


def _with_marks_by_rule(rules: StartRules, dates: Dates, draft: Draft) -> Iterator[DraftRow]:
    """Yield rows with the marks that follow by rule; where others may apply, the comment says that none is set."""
    ready = [mark for mark in rules.marks.values() if "at" in mark.kinds and not mark.option and mark.types]
    again = tuple((name, 1) for name, mark in rules.marks.items() if mark.before)
    for row in draft.rows:
        kind = row.unit.counter.counter.type if row.unit.counter else ""
        titles = [mark.title for mark in ready if kind in mark.types]
        if row.token.marks or RECORD in row.why:
            yield row
        elif row.token.kind == "at":
            yield replace(row, why=[*row.why, *(f"not {title}: {UNSAID}" for title in titles)])
        elif any(token.kind == "arrives" for token in row.later) and _was_in_play_before(dates, draft.force, row.unit):
            yield replace(row, token=replace(row.token, marks=again))
        else:
            yield row


def _was_in_play_before(dates: Dates, force: Force, unit: Unit) -> bool:
    """Check whether a unit had been in play before the start, as the orders of battle have it."""
    track = dates.track
    for entry in unit.entries():
        mark = track.starts.get(entry.start or "")
        turn = entry.turn if entry.kind == "arrives" else mark.turn if mark and entry.kind == "at" else None
        side = mark.side if mark else force.side
        if turn is not None and track.player_turn(turn, side) < dates.opens:
            return True
    return False


def _kind(game: Game, marker: str) -> str:
    found = forces(game).markers.get(marker)
    return found[0].kind if found else marker


def marker_of(game: Game, force: Force, kind: str) -> str | None:
    """Return the id of a side's marker of a kind, else of a neutral one; None where the game has none."""
    found = [m for m, _where in forces(game).markers.values() if m.kind == kind and m.side in (None, force.side)]
    return next((m.id for m in found if m.side == force.side), found[0].id if found else None)


def account_lines(game: Game, drafted: list[Draft]) -> Iterator[str]:
    """Yield comments on what the start is made of, part by part, so that nothing is left out without a word."""
    rows = [row for draft in drafted for row in draft.rows]
    kinds = {
        kind: [row for row in rows if row.token.kind == kind] for kind in ("at", "absent", "eliminated", "reserve")
    }
    there, weak = kinds["at"], sum(row.token.strength is not None for row in kinds["at"])
    chosen = sum(row.token.kind in ("within", "enters", "attached", "free") for row in rows)
    rules = game.system.start(game) if game.system else StartRules()
    coming = sum(row.later[0].kind == "arrives" for row in kinds["absent"] if row.later)
    bare = without_rules(game)
    full = "" if bare and not weak else f", {weak} of them below full strength"
    yield "The start, part by part:"
    yield (
        f"  {len(rows)} units: {len(there)} there{full}; {coming} to come; "
        f"{len(kinds['absent']) - coming} not in play; {len(kinds['eliminated'])} eliminated"
        + (f"; {len(kinds['reserve'])} {reserve(game)}" if rules.reserve or kinds["reserve"] else "")
        + (f"; {chosen} in an area, at a map edge or with another unit" if chosen else "")
    )
    works = game.system.works(game) if game.system else None
    if works and works.sign:
        yield f"  {works.several} of units, {works.sign}: {sum(row.token.in_works for row in there)}"
    spent = [row.unit.cited for row in there if row.token.spent]
    if rules.spent or spent:
        yield f"  movement points spent before the first move: {', '.join(spent) or 'none'}"
    due = [row.unit.cited for row in there for token in row.later[:1] if _outstanding(row, token)]
    if due or not bare:
        yield f"  withdrawals outstanding: {', '.join(due) or 'none'}"
    yield from _marker_lines(game, drafted)
    for draft in drafted:
        for saved in draft.saved:
            side, pool = game.side_name(draft.force.side), _pool(game, saved.pool)
            yield f"  {side}, {pool}: {saved.points or 'none'}, {saved.why}"


def _outstanding(row: DraftRow, token: PlacementToken) -> bool:
    return token.kind == "leaves" and any("outstanding" in why for why in row.why)


def _marker_lines(game: Game, drafted: list[Draft]) -> Iterator[str]:
    rules = game.system.start(game) if game.system else None
    for draft in drafted:
        for row in draft.markers:
            kind = _kind(game, row.marker)
            found = forces(game).markers.get(row.marker)
            name = found[0].name if found else kind
            whose = name if rules and kind in rules.neutral else f"{game.side_name(draft.force.side)}, {name.lower()}"
            count = len(row.tokens)
            yield f"  {whose}: {count or 'none'}{' to decide' if row.open else ''}, {row.why}"


def _pool(game: Game, pool: str) -> str:
    rules = game.system.start(game) if game.system else None
    return rules.pools[pool].title.lower() if rules and pool in rules.pools else pool
