"""Cells of a dossier that cannot stand beside the others: the enemy is there, or the hex overflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.chronicle import Against, Doubts, doubted, lost_since, source_words
from scenario_forge.design.front import Drawn
from scenario_forge.project.hexmap import hex_map
from scenario_forge.rules.supply import weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.design.front import Held
    from scenario_forge.project.dossiers import Key
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


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


# -- what a scenario that is shown takes over from another date -------------------------------------


def doubts_shown(game: Game, grid: HexMap, dates: Dates, subjects: Sequence[Subject], held: Sequence[Held]) -> Doubts:
    """The same of a scenario as it stands: what is as at a printed start of another date, and not decided.

    ``held``: its `control:`.
    """
    marks = [mark for mark in (dates.before, dates.after) if mark is not None]
    undecided = [each for each in subjects if not (each.decided and each.decided.settled)]
    settled = {hex_ for each in subjects if each.control and each.decided for hex_ in each.decided.hexes}
    labels = [each.assumed for each in undecided if each.assumed]
    source = max(marks, key=lambda mark: labels.count(mark.date.label))
    lost = lost_since(game, grid, dates, source)
    stands = [(hex_, each.side) for each in subjects for hex_ in where_now(each)]
    drawn = doubted(game, grid, Drawn([], list(held), ""), stands, source, lost)
    against = []
    for each in lost:
        open_ = any(h.place == each.place and h.open and each.words in h.why for h in drawn.held)
        who = ["control"] if open_ and each.hex not in settled else []
        theirs = [one for one in undecided if each.hex in where_now(one) and each.holder in ("", one.side)]
        who += [one.cited if one.unit else str(one.key[1]) for one in theirs if one.assumed or one.status == "open"]
        against += [Against(each, tuple(who))] if who else []
    return Doubts(len(labels), *source_words(dates, source if labels else None), tuple(against))
