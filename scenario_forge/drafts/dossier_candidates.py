"""More candidates of a dossier, from a scenario and from games; and the cells that clash."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.drafts.counting import cells_of
from scenario_forge.drafts.dossier_rows import CellCandidate, hexes_of
from scenario_forge.drafts.evidence import at_turn, evidence
from scenario_forge.drafts.front import Contradiction, Doubts
from scenario_forge.drafts.rows import without_span
from scenario_forge.drafts.theatre import lost_since
from scenario_forge.game.forces import DECIDE
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.notations import NotationError
from scenario_forge.game.placement import PlacementToken
from scenario_forge.game.scenarios import scenarios
from scenario_forge.mechanics.supply import weight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.dossier_rows import Subject
    from scenario_forge.drafts.evidence import Evidence
    from scenario_forge.drafts.front import ControlLine
    from scenario_forge.drafts.rows import Draft
    from scenario_forge.game.dossiers import Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap


MOST_RECORDED = 3
"""Places of one unit in recorded games that are named as candidates."""


def add_recorded(game: Game, grid: HexMap, recorded: Sequence[list[Draft]], found: Iterable[Subject]) -> None:
    """Add where each unit is in recorded games when the date begins, and in how many of them."""
    notation = game.system.placement() if game.system else None
    if not recorded or notation is None:
        return
    cells: dict[Key, Counter[str]] = {}
    hexes: dict[str, tuple[int, ...]] = {}
    for row in (row for drafted in recorded for draft in drafted for row in draft.rows):
        token = replace(without_span(row.token), spent=None, marks=())
        cell = notation.format([token])
        cells.setdefault(row.unit.key, Counter())[cell] += 1
        hexes[cell] = hexes_of(grid, [token])
    for subject in found:
        if subject.unit is None or subject.status == "fixed":
            continue
        for cell, count in cells.get(subject.key, Counter()).most_common(MOST_RECORDED):
            games = (
                "so in the recorded game" if len(recorded) == 1 else f"so in {count} of {len(recorded)} recorded games"
            )
            subject.propose(cell, hexes[cell], games)


def add_sighted(game: Game, dates: Dates, found: Iterable[Subject]) -> None:
    """Add where each unit was seen at the date, the surest first; remove where it certainly was not.

    Each subject also tells what was seen of it, and where it was seen last before the date and next after it.
    """
    notation, grid = game.system.placement() if game.system else None, hex_map(game)
    known, turn = evidence(game), dates.first_turn
    at, away = at_turn(known, turn, "at"), at_turn(known, turn, "not_at")
    for subject in found:
        key = subject.unit.key if subject.unit else None
        own = [each for each in known if (key and key in each.subject.units) or _is_of_place(each, subject)]
        subject.sightings += [each.words for each in around(own, turn)]
        if key is None or subject.status == "fixed" or notation is None or grid is None:
            continue
        for each in reversed(at.get(key, [])):
            if each.location is None:
                continue
            hex_ = each.location.hex
            place = grid.name(hex_) if hex_ is not None else str(each.location.box)
            cell = notation.format([PlacementToken("at", place, strength=subject.strength)])
            hexes = () if hex_ is None else (hex_,)
            same = next((one for one in subject.candidates if one.cell == cell), None)
            same = same or next((one for one in subject.candidates if hexes and one.hexes == hexes), None)
            if same is None:
                same = CellCandidate(cell, hexes)
            same.why = list(dict.fromkeys([each.words, *same.why]))
            same.source = each.source
            subject.candidates = [same, *(one for one in subject.candidates if one is not same)]
        gone = {each.location.hex for each in away.get(key, ()) if each.sure == "certain" and each.location}
        left = [each for each in subject.candidates if not gone.intersection(each.hexes)]
        subject.candidates = left or subject.candidates


def _is_of_place(each: Evidence, subject: Subject) -> bool:
    """Check whether evidence says who holds the place whose control a subject is."""
    hexes = {hex_ for one in subject.candidates for hex_ in one.hexes} if subject.control else ()
    return each.claim == "held" and each.location is not None and each.location.hex in hexes


def around(known: Sequence[Evidence], turn: int) -> list[Evidence]:
    """Return evidence about a game turn, and of each kind the last before it and the next after it."""
    before = {each.claim: each for each in known if each.last < turn}
    after = {each.claim: each for each in reversed(known) if each.first > turn}
    kept = [each for each in known if each.covers(turn)]
    return [each for each in known if each in kept or each in before.values() or each in after.values()]


def settle_as_printed(found: Iterable[Subject]) -> None:
    """Settle every open subject of a printed date: each stands as its column says."""
    for subject in found:
        printed = subject.before
        if subject.status == "open" and printed.kind:
            subject.status = "carried" if printed.kind == "at" else "fixed"
            subject.drafted, subject.drafted_hexes = printed.cell, printed.hexes


def place_as_scenario(game: Game, grid: HexMap, name: str, found: Iterable[Subject]) -> None:
    """Place each subject where a scenario has it; a cell that the scenario leaves open stays open."""
    cells = {key: cell for key, (_path, cell) in cells_of(game, scenarios(game).scenarios[name])}
    units = game.system.placement() if game.system else None
    markers = game.system.marker_placement() if game.system else None
    for subject in found:
        cell = cells.get(subject.key)
        notation = units if subject.unit else markers
        if cell is None or notation is None:
            continue
        open_ = DECIDE.fullmatch(cell)
        text = open_[1] if open_ else cell
        try:
            tokens = notation.parse(text) if text else []
        except NotationError:  # told of by `forge check`
            continue
        subject.drafted = notation.format([without_span(token) for token in tokens]) if tokens else ""
        subject.drafted_hexes = hexes_of(grid, tokens)
        there = any(token.kind == "at" for token in tokens)
        subject.status = "open" if open_ else "carried" if there else "fixed"
        if subject.drafted and there:
            subject.propose(subject.drafted, subject.drafted_hexes, f"as {name} has it")


# -- cells of a dossier that cannot stand beside the others: the enemy is there, or the hex overflows ---


def hexes_now(subject: Subject) -> tuple[int, ...]:
    """Return the hexes where a unit or marker stands: as decided, else as drafted; none for control."""
    if subject.control:
        return ()
    row = subject.decided
    return tuple(hex_ for hex_ in row.hexes if hex_ is not None) if row and row.settled else subject.drafted_hexes


def weight_of(game: Game, subject: Subject, strength: int | None) -> int:
    """Return the stacking weight of a unit at a strength, None for its full one; markers weigh nothing."""
    rule = game.system.stacking(game) if game.system else None
    counter = subject.unit.counter.counter if subject.unit and subject.unit.counter else None
    if rule is None or counter is None or counter.strength is None:
        return 0
    own = counter.strength if strength is None else strength
    return weight(rule, counter.size, counter.type, own, counter.strength) or 0


def weight_now(game: Game, subject: Subject) -> int:
    """Return the stacking weight of a subject at the strength of its cell, as decided, else as drafted."""
    row = subject.decided
    decided = row.tokens[0] if row and row.settled and row.tokens else None
    return weight_of(game, subject, decided.strength if decided else subject.strength)


def _overflow(game: Game, hex_: int, heavy: int) -> str:
    rule, grid = game.system.stacking(game) if game.system else None, hex_map(game)
    limit = rule.limit_at(grid.place_kinds_at.get(hex_, ())) if rule and grid else heavy
    if rule is None or grid is None or heavy <= limit:
        return ""
    return f"{grid.name(hex_)} would hold {heavy}, and {limit} may stand in a hex ({rule.rule})"


def find_clashes(game: Game, subjects: Sequence[Subject]) -> dict[Key, str]:
    """Return by key why a decided cell is impossible: the enemy is there, or the hex overflows."""
    there: dict[int, list[Subject]] = {}
    for each in subjects:
        for hex_ in hexes_now(each) if each.unit is not None else ():
            there.setdefault(hex_, []).append(each)

    def why(each: Subject, hex_: int) -> str:
        side = each.decided.row.at if each.control and each.decided else each.side
        enemy = next((other for other in there.get(hex_, ()) if other.side != side), None)
        if enemy is not None and each.control:
            return f"{enemy.cited} stands there: it is theirs as long as it does"
        if enemy is not None:
            return f"occupied by the enemy ({enemy.cited}): a hex cannot hold units of both sides"
        heavy = sum(weight_now(game, other) for other in there.get(hex_, ()) if other.side == side)
        return _overflow(game, hex_, heavy) if not each.control and weight_now(game, each) else ""

    found: dict[Key, str] = {}
    for each in subjects:
        row = each.decided
        if row is None or not row.settled or (each.unit is None and not each.control):
            continue
        hexes = row.hexes if each.control else hexes_now(each)
        said = next((text for hex_ in hexes if hex_ is not None and (text := why(each, hex_))), "")
        if said:
            found[each.key] = said
    return found


# -- what a scenario that is shown takes over from another date -------------------------------------


def scenario_doubts(game: Game, dates: Dates, subjects: Sequence[Subject], held: Sequence[ControlLine]) -> Doubts:
    """Return the doubts about a saved scenario, as `front.doubts` does for a draft.

    ``held``: its `control:`.
    """
    undecided = [each for each in subjects if not (each.decided and each.decided.settled)]
    settled = {hex_ for each in subjects if each.control and each.decided for hex_ in each.decided.hexes}
    against: dict[tuple[str, str], Contradiction] = {}
    for source in (mark for mark in (dates.before, dates.after) if mark is not None):
        for each in lost_since(game, dates, source):
            open_ = any(h.place == each.key and h.open for h in held)
            who = ["control"] if open_ and each.hex not in settled else []
            theirs = [one for one in undecided if each.hex in hexes_now(one) and each.holder in ("", one.side)]
            who += [one.cited if one.unit else str(one.key[1]) for one in theirs if one.status == "open"]
            if who:
                against.setdefault((each.key, each.holder), Contradiction(each, tuple(who)))
    return Doubts(tuple(against.values()))
