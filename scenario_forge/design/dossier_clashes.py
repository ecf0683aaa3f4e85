"""Cells of a dossier that cannot stand beside the others: the enemy is there, or the hex overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade, Wanted, dates_of
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.time.schedule import schedule
from scenario_forge.rules.supply import weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.dossiers import Key
    from scenario_forge.project.game import Game


def where_now(subject: Subject) -> tuple[int, ...]:
    """The hexes where a unit or marker stands: as decided, else as drafted; control stands nowhere."""
    if subject.control:
        return ()
    row = subject.decided
    return tuple(hex_ for hex_ in row.hexes if hex_ is not None) if row and row.settled else subject.drafted_hexes


def weight_of(game: Game, subject: Subject, strength: int | None) -> int:
    """What a unit weighs in its hex at a strength, None for its full one; markers weigh nothing."""
    rule = game.system.stacking(game) if game.system else None
    counter = subject.unit.counter.counter if subject.unit and subject.unit.counter else None
    if rule is None or counter is None or counter.strength is None:
        return 0
    own = counter.strength if strength is None else strength
    return weight(rule, counter.size, counter.type, own, counter.strength) or 0


def weight_now(game: Game, subject: Subject) -> int:
    """What it weighs at the strength that its cell says, as decided, else as drafted."""
    row = subject.decided
    decided = row.tokens[0] if row and row.settled and row.tokens else None
    return weight_of(game, subject, decided.strength if decided else subject.strength)


def _overflow(game: Game, hex_: int, heavy: int) -> str:
    rule, grid = game.system.stacking(game) if game.system else None, hex_map(game)
    limit = rule.limit_at(grid.place_kinds_at.get(hex_, ())) if rule and grid else heavy
    if rule is None or grid is None or heavy <= limit:
        return ""
    return f"{grid.name(hex_)} would hold {heavy}, and {limit} may stand in a hex ({rule.rule})"


def clashing(game: Game, subjects: Sequence[Subject]) -> dict[Key, str]:
    """Whose decided cells cannot be, and why, by the rule: the enemy is there, or the hex overflows.

    The page says the same of what is typed into it: `clash` in `reports/dossier_form/data.js`.
    """
    there: dict[int, list[Subject]] = {}
    for each in subjects:
        for hex_ in where_now(each) if each.unit is not None else ():
            there.setdefault(hex_, []).append(each)

    def why(each: Subject, hex_: int) -> str:
        side = each.decided.row.at if each.control and each.decided else each.side
        enemy = next((other for other in there.get(hex_, ()) if other.side != side), None)
        if enemy is not None and each.control:
            return f"{enemy.cited} stands there: it is theirs as long as it does"
        if enemy is not None:
            return f"{enemy.cited} of the enemy stands there: no two sides share a hex"
        heavy = sum(weight_now(game, other) for other in there.get(hex_, ()) if other.side == side)
        return _overflow(game, hex_, heavy) if not each.control and weight_now(game, each) else ""

    found: dict[Key, str] = {}
    for each in subjects:
        row = each.decided
        if row is None or not row.settled or (each.unit is None and not each.control):
            continue
        hexes = row.hexes if each.control else where_now(each)
        said = next((text for hex_ in hexes if hex_ is not None and (text := why(each, hex_))), "")
        if said:
            found[each.key] = said
    return found


# -- the date of a dossier -------------------------------------------------------------------------


def dossier_dates(game: Game, date: str, first: str | None = None) -> Dates:
    """The start on a date, and the printed starts around it.

    Raises:
        NotMade: the game has no track, or no start can be made on that date.
    """
    track = schedule(game)
    stop = track.calendar.text(track.calendar.length - 1) if track else ""
    last = track.sides[-1] if track and track.sides else None
    try:
        return dates_of(game, Wanted("dossier-of-a-date", date, stop, first, last))
    except NotMade as problem:
        raise NotMade(str(problem).replace("--start", "--date", 1), problem.hint) from problem
