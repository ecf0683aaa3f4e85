"""Accounts for every part of a start in a draft: what no component says is seen to be said by none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.design.drafts import MarkerRow, SavedRow
from scenario_forge.project.forces import forces
from scenario_forge.project.start_rules import StartRules
from scenario_forge.project.starts import reserve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft, Row
    from scenario_forge.project.forces import Force, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.placement import PlacementToken

UNSAID = "no component says"
RECORD = "record"
"""Why a row is as it is that comes from a game that was played."""


def accounted(game: Game, dates: Dates, drafted: Iterable[Draft]) -> list[Draft]:
    """The drafts with a row for each kind of marker, and each kind of points, that a start of the game may have.

    A marker that is nobody's has its row with the side that is listed first, where no side has one.
    """
    drafts = list(drafted)
    rules = game.system.start(game) if game.system else None
    if rules is None:
        return drafts
    said = {_kind(game, row.marker) for draft in drafts for row in draft.markers}
    made = [_lying(game, rules, draft, said, first=not number) for number, draft in enumerate(drafts)]
    return [replace(draft, rows=[*_ready(rules, dates, draft)]) for draft in made]


def _lying(game: Game, rules: StartRules, draft: Draft, said: set[str], *, first: bool) -> Draft:
    own = {_kind(game, row.marker): row for row in draft.markers}
    markers = []
    for kind in dict.fromkeys((*rules.markers, *own)):
        theirs = kind in rules.ownerless and (not first or kind in said)
        if kind in own:
            markers.append(own[kind])
        elif not theirs and (marker := marker_of(game, draft.force, kind)):
            markers.append(_none(game, marker, kind))
    pools = {row.pool: row for row in draft.saved}
    saved = [pools.get(pool, SavedRow(pool, 0, UNSAID)) for pool in rules.pools]
    return replace(draft, markers=markers, saved=saved)


def _none(game: Game, marker: str, kind: str) -> MarkerRow:
    works = game.system.works(game) if game.system else None
    why = f"beside those of units, {works.sign}" if works and kind == works.marker else UNSAID
    return MarkerRow(marker, [], open=False, why=why)


def _ready(rules: StartRules, dates: Dates, draft: Draft) -> Iterator[Row]:
    """The rows with the marks that follow by rule; where a unit might have one that does not, that none says so."""
    ready = [mark for mark in rules.marks.values() if "at" in mark.kinds and not mark.option and mark.types]
    again = tuple((name, 1) for name, mark in rules.marks.items() if mark.before)
    for row in draft.rows:
        kind = row.unit.counter.counter.type if row.unit.counter else ""
        titles = [mark.title for mark in ready if kind in mark.types]
        if row.token.marks or RECORD in row.why:
            yield row
        elif row.token.kind == "at":
            yield replace(row, why=[*row.why, *(f"not {title}: {UNSAID}" for title in titles)])
        elif any(token.kind == "arrives" for token in row.later) and _been(dates, draft.force, row.unit):
            yield replace(row, token=replace(row.token, marks=again))
        else:
            yield row


def _been(dates: Dates, force: Force, unit: Unit) -> bool:
    """Whether a unit had been there before the start, as the orders of battle have it."""
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
    """The id of a side's marker of a kind, else of one that is nobody's; None where the game has none."""
    found = [m for m, _where in forces(game).markers.values() if m.kind == kind and m.side in (None, force.side)]
    return next((m.id for m in found if m.side == force.side), found[0].id if found else None)


def account_lines(game: Game, drafted: list[Draft]) -> Iterator[str]:
    """What the start is made of, part by part, as comments: nothing is left out without a word."""
    rows = [row for draft in drafted for row in draft.rows]
    kinds = {
        kind: [row for row in rows if row.token.kind == kind] for kind in ("at", "absent", "eliminated", "reserve")
    }
    there, weak = kinds["at"], sum(row.token.strength is not None for row in kinds["at"])
    chosen = sum(row.token.kind in ("within", "enters", "attached", "free") for row in rows)
    rules = game.system.start(game) if game.system else StartRules()
    coming = sum(row.later[0].kind == "arrives" for row in kinds["absent"] if row.later)
    yield "All that the start is:"
    yield (
        f"  {len(rows)} units: {len(there)} there, {weak} of them below full strength; {coming} to come; "
        f"{len(kinds['absent']) - coming} not in play; {len(kinds['eliminated'])} eliminated"
        + (f"; {len(kinds['reserve'])} {reserve(game)}" if rules.reserve or kinds["reserve"] else "")
        + (f"; {chosen} in an area, at a map edge or with another unit" if chosen else "")
    )
    works = game.system.works(game) if game.system else None
    if works:
        yield f"  {works.several} of units, {works.sign}: {sum(row.token.in_works for row in there)}"
    spent = [row.unit.cited for row in there if row.token.spent]
    if rules.spent or spent:
        yield f"  movement points spent before the first move: {', '.join(spent) or 'none'}"
    due = [row.unit.cited for row in there for token in row.later[:1] if _outstanding(row, token)]
    yield f"  withdrawals outstanding: {', '.join(due) or 'none'}"
    yield from _marker_lines(game, drafted)
    for draft in drafted:
        for saved in draft.saved:
            side, pool = game.side_name(draft.force.side), _pool(game, saved.pool)
            yield f"  {side}, {pool}: {saved.points or 'none'}, {saved.why}"


def _outstanding(row: Row, token: PlacementToken) -> bool:
    return token.kind == "leaves" and any("outstanding" in why for why in row.why)


def _marker_lines(game: Game, drafted: list[Draft]) -> Iterator[str]:
    rules = game.system.start(game) if game.system else None
    for draft in drafted:
        for row in draft.markers:
            kind = _kind(game, row.marker)
            found = forces(game).markers.get(row.marker)
            name = found[0].name if found else kind
            whose = name if rules and kind in rules.ownerless else f"{game.side_name(draft.force.side)}, {name.lower()}"
            count = len(row.tokens)
            yield f"  {whose}: {count or 'none'}{' to decide' if row.open else ''}, {row.why}"


def _pool(game: Game, pool: str) -> str:
    rules = game.system.start(game) if game.system else None
    return rules.pools[pool].title.lower() if rules and pool in rules.pools else pool
