"""Causes of many findings: where one wrong value explains most of them, one finding stands for all.

Such a value is tried the other way: what is not found then is counted under the finding at its place.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.errata.lists import ERR002, place_of_printed
from scenario_forge.checks.forces.identities import side_by_names
from scenario_forge.checks.forces.positions import OOB033, OOB034
from scenario_forge.checks.forces.set_ups import side_supplies
from scenario_forge.checks.map.grid import MAP006
from scenario_forge.checks.near_words import one_slip, slips
from scenario_forge.checks.repeats import SCH028, repeated_items
from scenario_forge.checks.rulebook.quantities import RUL001, contradicted_quantities
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.model import Codes, nearest
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.game.codes import REF001
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.reading.errata import printed_roots
from scenario_forge.game.reading.variants import with_values
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.vocabulary import definitions, texts_of
from scenario_forge.hexes import distance
from scenario_forge.source.nodes import path_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.checks.forces.set_ups import SideSupply
    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.game.codes import Unresolved
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.game.vocabulary import Target
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
REF041 = CODES.error(
    "REF041",
    "name-misspelled-where-defined",
    "nothing names the {kind} `{id}`, and `{text}`, which is named in {count}, is defined nowhere",
)
REF042 = CODES.error(
    "REF042",
    "wrong-side-behind-many-findings",
    "many findings come of `{here}` here, and of nothing else",
)
TIM017 = CODES.error(
    "TIM017",
    "sides-in-wrong-order",
    "{first} is listed before {second}, as if it moved first; dates, lengths and arrivals show that {second} does",
)


_MANY = 6
"""Findings on adjacency from which on the grid itself is suspected."""
_SEVERAL = 3
"""Findings from which on a side that none of them stands beside is suspected."""
_SLIPS = 3
"""Slips that are told apart in one check."""
_TRIALS = 16
"""Values of one sort that are tried."""
_WORD = re.compile(r"\w+")
_MEANT = re.compile(r"did you mean `?([^?`]+)`?\?")
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
    least: int = _PAIR
    """How many findings it has to explain."""
    wrong: bool = False
    """Whether the value is wrong for certain, so that what any other value makes go follows from it."""


class Checking(NamedTuple):
    """The two ways in which a game with another value is checked."""

    all: Callable[[Game], list[Diagnostic]]
    """All checks."""
    same: Callable[[Game], Iterable[Sequence[Diagnostic]]] | None
    """Those alone, one by one, that found anything in the game as it is: what they no longer find is seen sooner.

    None where there is no time to try one value after another.
    """


_Told = tuple[str, str, int, int, str]


def without_consequences(game: Game, findings: Sequence[Diagnostic], checking: Checking) -> list[Diagnostic]:
    """Return the findings without those that follow from one value, or from a few."""
    left, before = list(findings), _told(findings)
    for _slip in range(_SLIPS):
        fewer = _by_structure(game, left, before, checking) or _by_trial(game, left, before, checking)
        if fewer is None:
            break
        left = fewer
    return left


def _by_structure(
    game: Game, findings: Sequence[Diagnostic], before: set[_Told], checking: Checking
) -> list[Diagnostic] | None:
    """The findings without those that a value explains whose right one the game's structure tells."""
    for cause in _causes(game, findings):
        left = _told(checking.all(_with(game, cause)))
        gone = [f for f in findings if _key(f) in before - left]
        own = [f for f in gone if f.span == cause.at.span]
        head = cause.finding or (own[0] if own else None)
        if head is None or not gone or (cause.finding is not None and not _enough(cause, gone, left)):
            continue
        if cause.finding is not None and cause.finding.code is MAP065:
            head = _of_grid(cause, gone, left)
        if len(gone) > 1 or cause.finding is not None:
            return _explained(findings, gone, own, head)
    return None


def _by_trial(
    game: Game, findings: Sequence[Diagnostic], before: set[_Told], checking: Checking
) -> list[Diagnostic] | None:
    """The findings without those that the value explains with which most of them go and none comes.

    ``before``: all that was found, with what another value has explained since.
    """
    lacking = any(each.code.id.startswith("FIL") and each.severity is Severity.ERROR for each in game.problems)
    if checking.same is None or len(findings) < _PAIR or game.partly_read or lacking:
        return None  # what stands in no file that was read may be the cause
    # one use of a name explains what stands beside it, and its definition all uses: the one with more is taken
    at_one = ((_contradicted,), (_misnamed,), (_off_the_map,), (_misplaced,), (_of_other_side,))
    for sorts in ((_suggested, _misspelled), *at_one):
        tried: list[tuple[Cause, list[Diagnostic]]] = []
        for cause in chain.from_iterable(islice(suspects(game, findings), _TRIALS) for suspects in sorts):
            after: set[_Told] = set()
            for again in checking.same(_with(game, cause)):
                after |= _told(again)
                if not (cause.wrong or after <= before):
                    break
            else:
                went = [f for f in findings if _key(f) in before]  # not what was said of another value instead
                gone = [f for f in went if _key(f) not in after or (cause.wrong and _is_address_of(f, cause.value))]
                if _explains(cause, gone, findings):
                    tried.append((cause, gone))
        for cause, gone in sorted(tried, key=lambda each: -len(each[1])):
            if cause.finding is not None and (cause.wrong or _told(checking.all(_with(game, cause))) <= before):
                return _explained(findings, gone, [f for f in gone if f.span == cause.at.span], cause.finding)
    return None


def _is_address_of(finding: Diagnostic, name: Data) -> bool:
    """Whether a finding is about the address of an item by a name; addresses go by the file as it is written."""
    return finding.code.id == "SCH006" and f"[{name}]" in finding.message


def _explains(cause: Cause, gone: Sequence[Diagnostic], findings: Sequence[Diagnostic]) -> bool:
    """Whether enough findings go: the one at the value among them or, if none is there, nearly all of their kinds."""
    if len(gone) < cause.least or (cause.finding in findings and cause.finding not in gone):
        return False
    codes = {f.code for f in gone}
    return cause.least < _SEVERAL or len(gone) > (1 - _FEW) * sum(f.code in codes for f in findings)


def _explained(
    findings: Sequence[Diagnostic], gone: Sequence[Diagnostic], own: Sequence[Diagnostic], head: Diagnostic
) -> list[Diagnostic]:
    """The findings with one in place of those that are gone."""
    follow = [f for f in gone if f not in own and f is not head]
    shown = head
    if follow:
        words = "a finding" if len(follow) == 1 else f"the first of {len(follow)} findings"
        shown = head.also(follow[0].span, f"{words} that this explains")
    return [shown, *(f for f in findings if f not in gone and f is not head)]


def _with(game: Game, cause: Cause) -> Game:
    """The game with another value; what it has in common with the game is not worked out again."""
    tried = with_values(game, [(cause.at.file.name, cause.at.path, cause.value)])
    tried.memo = game.memo.copy()
    return tried


def _key(finding: Diagnostic) -> _Told:
    return *finding.key, finding.message


def _told(findings: Iterable[Diagnostic]) -> set[_Told]:
    return {_key(finding) for finding in findings}


def _enough(cause: Cause, gone: Sequence[Diagnostic], left: set[_Told]) -> bool:
    if cause.finding is not None and cause.finding.code is TIM017:
        return sum(told[0] in _IN_TURN for told in left) < _FEW * sum(f.code.id in _IN_TURN for f in gone)
    if cause.finding is None or cause.finding.code is not MAP065:
        return True
    still = sum(1 for code, file, *_ in left if code in _ADJACENCY and file == cause.at.file.name)
    return still < _FEW * sum(1 for f in gone if f.code.id in _ADJACENCY)


_IN_TURN = ("OOB020", "SCN001")
"""Findings that rest on who moves first in a game turn."""
_ADJACENCY = ("MAP020", "REF001")


def _of_grid(cause: Cause, gone: Sequence[Diagnostic], left: set[_Told]) -> Diagnostic:
    count = sum(1 for f in gone if f.code.id in _ADJACENCY)
    still = sum(1 for code, file, *_ in left if code in _ADJACENCY and file == cause.at.file.name)
    finding = MAP065.at(cause.at, here=_OTHER[str(cause.value)], count=count, other=cause.value, left=still)
    return finding.suggest(f"did you mean {cause.value}?")


def _causes(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    yield from _grids(game, findings)
    yield from _sides(game)
    yield from _set_ups(game)
    yield from _order_of_sides(game, findings)
    yield from _columns(game, findings)
    yield from _supplies(game, findings)
    yield from _repeats(game, findings)
    yield from _uncorrected(game, findings)


def _suggested(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """What a finding says was meant, where it stands on a value that others rest on."""
    for finding in findings:
        meant = _MEANT.fullmatch(finding.help or "")
        at = _value_at(game, finding.span) if meant else None
        if meant and at is not None:
            (start, end), text = at.part or (0, len(str(at.data))), str(at.data)
            yield Cause(at.whole(), text[:start] + meant[1] + text[end:], finding)


def _contradicted(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """The value that most passages have of a quantity, where another stands on a component or in the rules."""
    disputed = [f for f in findings if f.code is RUL001]
    told = {span: f for f in disputed for span in (f.span, *(label.span for label in f.labels))}
    for dispute in contradicted_quantities(game) if told else ():
        for statement in dispute.groups[0]:
            finding, where = told.get(dispute.suspect.where.span), statement.where
            if finding is not None and _is_shared(where) and where.data == statement.value:
                yield Cause(where, dispute.firmest.value, finding)


def _misspelled(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """A name that is used and defined nowhere, for one like it that is defined and never used."""
    index = references(game)
    for target, text, cause in _for_unknown(game, findings):
        here = str(cause.at.data)
        if not index.of(target) and (one_slip(here, text) or nearest(text, [here]) is not None):
            yield cause


def _misnamed(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """A name that is used in several places and defined nowhere, for a definition that is doubled or found wrong."""
    told = {f.span for f in findings}
    times = Counter(target for target, _where in definitions(game))
    for target, _text, cause in _for_unknown(game, findings, _PAIR):
        if cause.at.span in told or times[target] > 1:
            yield cause


def _for_unknown(game: Game, findings: Sequence[Diagnostic], least: int = 1) -> Iterator[tuple[Target, str, Cause]]:
    """Each definition with each name that is used in at least so many places and defined nowhere."""
    unknown = Counter(f.text for f in _unknown(game) if f.text)
    often = {text: count for text, count in unknown.items() if count >= least}
    told = {f.span: f for f in reversed(findings)}
    for target, where in definitions(game) if often else ():
        if where.file.kind.name not in _SHARED or where.on == "key" or isinstance(where.data, bool):
            continue
        for text, count in often.items():
            finding = REF041.at(where, kind=target.kind, id=target.id, text=text, count=plural(count, "place"))
            yield target, text, Cause(where, text, told.get(where.span, finding.suggest(f"did you mean {text}?")))


def _unknown(game: Game) -> Iterator[Unresolved]:
    yield from references(game).unresolved
    for view in (hex_map(game), schedule(game), forces(game), scenarios(game)):
        yield from view.unresolved if view else ()


def _off_the_map(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """The hexes that findings speak of, for a place that is in no hex of the map."""
    grid = hex_map(game)
    for document, where in game.documents("map", MapDocument) if grid else ():
        for place, at in where.each("places", document.places):
            told = next((f for f in findings if f.span == (at / "hex").span and f.code is REF001), None)
            words = dict.fromkeys(word for f in findings if f is not told for word in _WORD.findall(f.message))
            for word in words if told is not None else ():
                if grid and grid.grid.find(word) is not None and word != place.hex:
                    yield Cause(at / "hex", word, told, wrong=True)


def _misplaced(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """The hexes one slip away, of a terrain whose every other hex has a place, for a place that units are far from."""
    grid = hex_map(game)
    far = [f for f in findings if f.code in (OOB033, OOB034)]
    if grid is None or len(far) < _PAIR:
        return
    taken = {grid.grid.find(place.hex) for place in grid.document.places}
    free = [hex_ for hex_ in range(len(grid.terrain)) if hex_ not in taken]
    times = Counter(grid.terrain[hex_] for hex_ in free)
    lone = {hex_ for hex_ in free if times[grid.terrain[hex_]] == 1}
    for place, at in grid.where.each("places", grid.document.places):
        if not any(re.search(rf"\b{re.escape(place.name)}\b", f.message) for f in far):
            continue
        for _rank, text in slips(place.hex):
            hex_ = grid.grid.find(text)
            if hex_ in lone:
                finding = REF042.at(at / "hex", here=place.hex)
                yield Cause(at / "hex", text, finding.suggest(f"did you mean {text}?"))


def _of_other_side(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """Each value that names a side, with every other side: those first that findings stand beside."""
    named = [
        (where, text)
        for file, texts in texts_of(game).items()
        for where, mark, text in texts
        if isinstance(mark, Names) and mark.kind == "side" and text in game.side_names and _is_shared(where)
    ]
    rank = {kind: number for number, kind in enumerate(_OF_SIDES)}
    named.sort(key=lambda each: rank.get(each[0].file.kind.name, len(rank)))
    by_weight = sorted(findings, key=lambda f: f.severity)  # an error must not go for a warning at its value
    lines = {(span.file, span.line): f for f in by_weight for span in (*(label.span for label in f.labels), f.span)}
    alike = Counter(f.code.id for f in findings if f.code.id.startswith(_OF_PLAY))
    many = max(alike.values(), default=0) >= _SEVERAL
    for beside in (True, False):
        for where, text in named:
            told = lines.get((where.file.name, where.span.line)) if where.on == "value" else None
            if where.on == "key" or (told is not None) is not beside:
                continue
            if beside or (many and where.file.kind.name in _OF_SIDES):
                finding = REF042.at(where, here=text)
                for other in game.side_names:
                    if other != text:
                        meant = finding.suggest(f"did you mean {other}?")
                        yield Cause(where, other, told or meant, _PAIR if told else _SEVERAL)


_SHARED = ("map", "orders-of-battle", "rules", "game", "time-track", "counters", "charts", "scenarios", "victory")
"""Kinds of document with values that much else rests on, those with the most first."""
_OF_PLAY = ("CHT", "OOB", "SCN", "TIM", "VIC")
"""Families of findings that may rest on a side."""
_OF_SIDES = ("map", "rules", "time-track", "charts", "victory")
"""Those in which a side stands that nothing else checks."""
_ROWS = {"map": ("rows",), "orders-of-battle": ("units",), "counters": ("units",), "time-track": ("boxes",)}
"""Lists of theirs whose items nothing else rests on."""


def _is_shared(where: Where) -> bool:
    kind = where.file.kind.name
    return (
        kind in _SHARED and where.path[:1] not in [(key,) for key in _ROWS.get(kind, ())] and "rows" not in where.path
    )


def _value_at(game: Game, span: Span) -> Where | None:
    """The value that other findings may rest on, under the place of a finding; None where there is none."""
    file = game.read.get(span.file)
    if file is None or file.source.root is None or file.kind.name not in _SHARED or span.line != span.end_line:
        return None
    start, end = file.source.offsets(span)
    where = Where(file, path_at(file.source.root, file.source.text, start))
    text = where.data
    if not isinstance(text, str) or not _is_shared(where):
        return None
    if where.span == span:
        return where
    begins = file.source.offsets(where.span)[0] + (file.source.text[file.source.offsets(where.span)[0]] in "\"'")
    part = (start - begins, end - begins)
    return where.within(*part) if text[slice(*part)] == file.source.text[start:end] else None


def _grids(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    for document, where in game.documents("map", MapDocument):
        at, other = where / "grid" / "shifted", _OTHER.get(document.grid.shifted)
        apart = sum(1 for f in findings if f.code.id in _ADJACENCY and f.span.file == where.file.name)
        if other is not None and apart >= _MANY:
            yield Cause(at, other, MAP065.at(at, here=document.grid.shifted, count=apart, other=other, left=0))
        sheets = [(sheet, where / "grid" / "sheets" / n / "columns") for n, sheet in enumerate(document.grid.sheets)]
        told = {f.span for f in findings if f.code is MAP006}
        for sheet, at in sheets:
            if at.span in told:
                longest = max(len(row.cells.get(sheet.id, "")) for row in document.rows)
                yield Cause(at, longest, None)
        at, rows = where / "grid" / "rows", len(document.rows)
        unknown = {f.span for f in findings if f.code is REF001}
        if rows != document.grid.rows and any((where / "rows" / n / "row").span in unknown for n in range(rows)):
            finding = REF042.at(at, here=document.grid.rows).suggest(f"did you mean {rows}?")
            yield Cause(at, rows, next((f for f in findings if f.span == at.span), finding))


def _set_ups(game: Game) -> Iterator[Cause]:
    """The set-up of a scenario that stands under another side than its units."""
    linked = forces(game)
    for document, where in game.documents("scenarios", ScenarioDocument):
        for own, at in where.each("set_up", document.set_up):
            other = side_by_names(linked, own)
            if other:
                yield Cause(at / "side", other, None)


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
            names = {without[0].casefold(), sides[without[0]].casefold()}
            if where.file.stem in names or any(name in document.title.casefold() for name in names):
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


def _uncorrected(game: Game, findings: Sequence[Diagnostic]) -> Iterator[Cause]:
    """A value beside the one that an erratum names, which it has left uncorrected."""
    lost = {f.span: f for f in findings if f.code is ERR002}
    roots = printed_roots(game.files) if lost and len(findings) > len(lost) else {}
    for patch in game.patches if roots else ():
        finding = lost.get((patch.where / "printed").span) or lost.get((patch.where / "at").span)
        path = place_of_printed(roots, patch) if finding and patch.target else None
        if path is not None and patch.target and patch.erratum.corrected is not None:
            yield Cause(Where(game.read[patch.target[0]], path), patch.erratum.corrected, finding)


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
