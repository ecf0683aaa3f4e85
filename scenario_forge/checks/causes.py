"""Causes of many findings: where one wrong value explains most of them, one finding stands for all.

Such a value is tried the other way: what is not found then is counted under the finding at its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.positions import OOB033, OOB034
from scenario_forge.checks.forces.set_ups import side_supplies
from scenario_forge.checks.repeats import SCH028, repeated_items
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.game.place import Where
from scenario_forge.game.reading.variants import with_values
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.checks.forces.set_ups import SideSupply
    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.source.nodes import Data

CODES = Codes(__file__)
MAP065 = CODES.error(
    "MAP065",
    "rows-shifted-the-other-way",
    "with `shifted: {here}`, {count} hexsides and road steps join hexes that are not adjacent; "
    "with `shifted: {other}`, only {left}",
)
OOB047 = CODES.error(
    "OOB047",
    "side-with-two-charts",
    "{side} has two orders of battle and {other} has none",
)
OOB048 = CODES.error(
    "OOB048",
    "supply-unit-entered-twice",
    "{side} has two supply units in {hex}, while {count} of its stacks are out of supply elsewhere",
)
TIM017 = CODES.error(
    "TIM017",
    "sides-in-wrong-order",
    "{first} is listed before {second}, as if it moved first; dates, lengths and arrivals show that {second} does",
)


_MANY = 6
"""Findings on adjacency from which on the grid itself is suspected."""
_FEW = 0.2
"""The part of them that may be left when rows are shifted the other way."""
_PAIR = 2
_STACKS = 2
"""Stacks out of supply from which on a supply unit is missed, rather than a stack misplaced."""
_OTHER = {"even": "odd", "odd": "even"}


class Cause(NamedTuple):
    """A value that may be wrong, and the value that would replace it."""

    at: Where
    value: Data
    finding: Diagnostic | None
    """What is said of it; None where a finding at this place says so already."""


def without_consequences(
    game: Game, findings: Sequence[Diagnostic], found: Callable[[Game], Iterable[Diagnostic]]
) -> list[Diagnostic]:
    """Return the findings without those that follow from one value; ``found`` checks a game."""
    for cause in _causes(game, findings):
        name, path = cause.at.file.name, cause.at.path
        left = {(f.code.id, f.span, f.message) for f in found(with_values(game, [(name, path, cause.value)]))}
        gone = [f for f in findings if (f.code.id, f.span, f.message) not in left]
        own = [f for f in gone if f.span == cause.at.span]
        head = cause.finding or (own[0] if own else None)
        if head is None or not gone or (cause.finding is not None and not _enough(cause, gone, left)):
            continue
        if cause.finding is not None and cause.finding.code is MAP065:
            head = _of_grid(cause, gone, left)
        follow = [f for f in gone if f not in own and f is not head]
        if follow:
            words = "a finding" if len(follow) == 1 else f"the first of {len(follow)} findings"
            head = head.also(follow[0].span, f"{words} that this explains")
        return [head, *(f for f in findings if f not in gone)]
    return list(findings)


def _enough(cause: Cause, gone: Sequence[Diagnostic], left: set[tuple[str, Span, str]]) -> bool:
    if cause.finding is not None and cause.finding.code is TIM017:
        return sum(code in _IN_TURN for code, _, _ in left) < _FEW * sum(f.code.id in _IN_TURN for f in gone)
    if cause.finding is None or cause.finding.code is not MAP065:
        return True
    still = sum(1 for code, span, _ in left if code in _ADJACENCY and span.file == cause.at.file.name)
    return still < _FEW * sum(1 for f in gone if f.code.id in _ADJACENCY)


_IN_TURN = ("OOB020", "SCN001")
"""Findings that rest on who moves first in a game turn."""
_ADJACENCY = ("MAP020", "REF001")


def _of_grid(cause: Cause, gone: Sequence[Diagnostic], left: set[tuple[str, Span, str]]) -> Diagnostic:
    count = sum(1 for f in gone if f.code.id in _ADJACENCY)
    still = sum(1 for code, span, _ in left if code in _ADJACENCY and span.file == cause.at.file.name)
    finding = MAP065.at(cause.at, here=_OTHER[str(cause.value)], count=count, other=cause.value, left=still)
    return finding.suggest(f"did you mean {cause.value}?")


def _causes(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    yield from _grids(game, findings)
    yield from _sides(game)
    yield from _order_of_sides(game, findings)
    yield from _columns(game, findings)
    yield from _supplies(game, findings)
    yield from _repeats(game, findings)


def _grids(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    for document, where in game.documents("map", MapDocument):
        at, other = where / "grid" / "shifted", _OTHER.get(document.grid.shifted)
        apart = sum(1 for f in findings if f.code.id in _ADJACENCY and f.span.file == where.file.name)
        if other is not None and apart >= _MANY:
            yield Cause(at, other, MAP065.at(at, here=document.grid.shifted, count=apart, other=other, left=0))


def _sides(game: Game) -> Iterator[Cause]:
    """Two orders of battle for one side, or one for an unknown side, while another side has none."""
    charts = list(game.documents("orders-of-battle", OrderOfBattleDocument))
    sides = game.side_names
    used = [document.side for document, _where in charts]
    without = [side for side in sides if side not in used]
    if len(without) != 1 or len(charts) != len(sides):
        return
    for document, where in charts:
        at = where / "side"
        if document.side not in sides:
            yield Cause(at, without[0], None)
        elif used.count(document.side) > 1 and sides[document.side].casefold() not in document.title.casefold():
            names = (without[0], sides[without[0]], where.file.stem)
            if any(name.casefold() in document.title.casefold() for name in names):
                finding = OOB047.at(at, side=sides[document.side], other=sides[without[0]])
                yield Cause(at, without[0], finding.suggest(f"did you mean {without[0]}?"))


def _order_of_sides(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """Two sides listed in the opposite order to the game's dates, lengths and arrivals."""
    about = game.one("game", GameDocument)
    if about is None or len(about[0].sides) != _PAIR:
        return
    at = about[1] / "sides"
    # the rulebook may say who is first; where it does not, dates and lengths have to say so together
    stated = any(label.span == (at / 0 / "id").span for f in findings for label in f.labels)
    if sum(f.code.id in _IN_TURN for f in findings) < (1 if stated else _MANY):
        return
    first, second = about[0].sides
    if isinstance(at.data, list):
        finding = TIM017.at(at / 0 / "id", first=first.name, second=second.name)
        yield Cause(at, at.data[::-1], finding.suggest(f"did you mean {second.id} before {first.id}?"))


def _columns(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """A column with the id of another, where the start date that it belongs to has no column of its own."""
    doubled = {f.span for f in findings if f.code.id == "TIM014"}
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument) if doubled else ():
        ids = [column.id for column in document.columns]
        for column, at in where.each("columns", document.columns):
            meant = column.start or (f"{column.after}+" if column.after else "")
            if ids.count(column.id) > 1 and meant and meant not in ids:
                yield Cause(at / "id", meant, None)


def _supplies(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """Two supply units in one hex, where one of them in a different hex would supply several stacks that lack it."""
    starved = {f.span for f in findings if f.code in (OOB033, OOB034)}
    for state in side_supplies(game) if starved else ():
        hungry = {each.hex: radius for each, radius in state.unsupplied_units() if each.entry.where.span in starved}
        cells = [marker.entry for marker, _hex in state.sources]
        for index, entry in enumerate(cells):
            text = entry.token.place
            if not any(other.token.place == text and other.where.path == entry.where.path for other in cells[:index]):
                continue
            meant, fed = _feeding(state, hungry)
            part, whole = entry.where.part, entry.where.whole().data
            if meant is not None and part and isinstance(whole, str):
                place = state.grid.name(meant)
                finding = OOB048.at(entry.where, side=state.name, hex=text, count=fed)
                value = whole[: part[0]] + place + whole[part[1] :]
                yield Cause(entry.where.whole(), value, finding.note(f"a supply unit in {place} would supply them"))


def _repeats(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """An item that is in a list twice, which what follows from it would not be about."""
    twice = {finding.span: finding for finding in findings if finding.code is SCH028}
    for at in repeated_items(game) if twice and len(findings) > len(twice) else ():
        finding = twice.get(at.span)
        items, index = Where(at.file, at.path[:-1]).data, at.path[-1]
        if finding is not None and isinstance(items, list) and isinstance(index, int):
            yield Cause(Where(at.file, at.path[:-1]), items[:index] + items[index + 1 :], finding)


def _feeding(state: SideSupply, hungry: Mapping[int, int]) -> tuple[int | None, int]:
    """The hex from which most stacks would be in supply, and how many; None where the stacks may be misplaced.

    Two stacks miss a supply unit if it can stand with one of them; three, wherever it can stand.
    """
    best, most = None, _STACKS - 1
    for at in hungry:
        best, most = _better(state, hungry, at, best, most)
    open_ = state.grid.passable
    for at in range(len(open_)) if len(hungry) > _STACKS else ():
        if open_[at]:
            best, most = _better(state, hungry, at, best, max(most, _STACKS))
    return best, most


def _better(
    state: SideSupply, hungry: Mapping[int, int], at: int, best: int | None, most: int
) -> tuple[int | None, int]:
    fed = sum(distance(state.grid.grid, at, hex_) <= radius for hex_, radius in hungry.items())
    return (at, fed) if fed > most else (best, most)


# -- findings on values that an erratum has put in place of print ----------------------------------


def with_errata_shown(game: Game, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings; one at a corrected value also shows the erratum that corrected it.

    Findings on the errata themselves are left as they are.
    """
    findings = list(findings)
    if not findings:
        return findings
    lists = {file.name for file in game.files_of("errata")}
    corrected = _corrected(game)
    return [each if each.span.file in lists else _shown(each, corrected) for each in findings]


def _corrected(game: Game) -> dict[str, list[tuple[Span, Patch]]]:
    """By file, the places of printed values that an erratum changed."""
    found: dict[str, list[tuple[Span, Patch]]] = {}
    for patch in game.patches:
        if patch.target and not patch.problem and patch.erratum.corrected is not None:
            name, path = patch.target
            found.setdefault(name, []).append((Where(game.files[name], path).span, patch))
    return found


def _shown(finding: Diagnostic, corrected: dict[str, list[tuple[Span, Patch]]]) -> Diagnostic:
    spans = [finding.span, *(label.span for label in finding.labels)]
    found = {
        patch.erratum.id: patch
        for span in spans
        for printed, patch in corrected.get(span.file, ())
        if _within(span, printed)
    }
    for id_, patch in found.items():
        finding = finding.also(patch.where / "corrected", f"erratum {id_} has replaced the printed text here")
    return finding


def _within(one: Span, other: Span) -> bool:
    return (other.line, other.column) <= (one.line, one.column) and (one.end_line, one.end_column) <= (
        other.end_line,
        other.end_column,
    )
