"""CNT043 to 045, 051, OOB057: units against the names, places and comrades of formations; colours alike."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.counters import counter_name
from scenario_forge.checks.forces.sisters import unlike_their_kind
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.game import Nationality
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
CNT043 = CODES.warning(
    "CNT043",
    "named-for-another-formation",
    formation="{unit} belongs to {own}; its name is that of a part of {other}",
    nationality="{unit} is {own}; its name says {other}",
)
CNT044 = CODES.warning(
    "CNT044",
    "stands-among-others",
    row="{unit} is of the {what} {own}, but stands among those of {other}; all others of a {what} stand together",
    comrades="{unit} belongs to {own}, but starts where {comrades} of {other} do, and nowhere with its own formation",
)
CNT045 = CODES.warning("CNT045", "colour-of-another", "{one} and {other} have the same {what}, {said}")
CNT051 = CODES.warning(
    "CNT051", "formation-without", "{formation} has no {key}; each of the {count} other formations has one"
)
OOB057 = CODES.warning(
    "OOB057",
    "without-its-formation",
    present="{unit} of {formation} takes part at {start}; the {count} other units of {formation} do not",
    absent="{unit} of {formation} does not take part at {start}; the {count} other units of {formation} do",
    whole="{formation} takes part at {start}; the {count} other formations that are {nationality} do not",
)

_FEW = 2
"""Comrades from which on what they do counts."""
_ENOUGH = 5
"""Formations from which on what they have in common is no accident."""
_WORD = re.compile(r"[^\s.,()]+")
_SOMEWHERE = ("at", "arrives", "reserve", "within")
"""Kinds of entries that say where a unit is."""


def names_of_formations(game: Game) -> Iterator[Diagnostic]:
    """Report units named for a part of another formation, or for another nationality, than their own (CNT043)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {formation.id: formation.name for formation in document.formations}
        by_side: dict[str, dict[str, str]] = defaultdict(dict)
        begun: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for unit in document.units:
            if unit.parent:
                name = names.get(unit.parent, unit.parent)
                by_side[unit.side][unit.parent] = name
                begun[unit.side, _first_word(name)][name] = None
        nations = {each.id: each.name for each in game.about.nationalities} if game.about else {}
        for unit, at in where.each("units", document.units):
            known = by_side[unit.side]
            parts = {name for tail in _wholes(unit.name)
                     for name in begun.get((unit.side, _first_word(tail)), ()) if _is_part(tail, name)}  # fmt: skip
            meant = [name for name in known.values() if name in parts] if parts else []
            if meant:
                own = known.get(unit.parent, "no formation")
                if own not in meant:
                    here = at / ("parent" if unit.parent else "name")
                    finding = CNT043.at(here, "formation", unit=counter_name(game, unit), own=own, other=meant[0])
                    sure = next((id_ for id_, name in known.items() if name == meant[0]), None)
                    yield finding.suggest(f"did you mean {sure}?" if len(meant) == 1 else None)
            words = {word.casefold() for word in _WORD.findall(unit.name)}
            named = [id_ for id_, name in nations.items() if words >= set(name.casefold().split())]
            if len(named) == 1 and unit.nationality in nations and unit.nationality != named[0]:
                own, other = nations[unit.nationality], nations[named[0]]
                finding = CNT043.at(
                    at / "nationality", "nationality", unit=counter_name(game, unit), own=own, other=other
                )
                yield finding.suggest(f"did you mean {named[0]}?")


def _wholes(name: str) -> Iterator[str]:
    """What a name says that its unit is a part of: `2/13` of `A/2/13` and of `HQ 2/13`, and `13`."""
    if "/" in name:
        yield from (name.split("/", n)[n] for n in range(1, name.count("/") + 1))
    first, _, rest = name.partition(" ")
    if rest and (first.isdecimal() or (first.isalpha() and first.isupper())):
        yield rest


def _first_word(name: str) -> str:
    match = _WORD.search(name)
    return match[0].casefold() if match else ""


def _is_part(whole: str, formation: str) -> bool:
    """Whether a formation is called so, some of the words perhaps not written out: `5 Ind`, `5 Indian Division`."""
    words, names = _WORD.findall(whole.casefold()), _WORD.findall(formation.casefold())
    return bool(words) and len(words) <= len(names) and words[0] == names[0] and all(
        name == word or (name.startswith(word) and name[len(word) :].isalpha() and word.isalpha())
        for word, name in zip(words, names, strict=False)
    )  # fmt: skip


def rows_among_others(game: Game) -> Iterator[Diagnostic]:
    """Report the one unit that stands among those of another formation or nationality in the list (CNT044)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {formation.id: formation.name for formation in document.formations}
        names |= {nation.id: nation.name for nation in game.about.nationalities} if game.about else {}
        told: set[Span] | None = None
        by_side: dict[str, list[int]] = defaultdict(list)
        for number, unit in sorted(enumerate(document.units), key=lambda row: row[1].no):
            by_side[unit.side].append(number)
        for numbers in by_side.values():
            for what in ("parent", "nationality"):
                said = [getattr(document.units[number], what) for number in numbers]
                row = _intruder(said, 1 if what == "parent" else _ENOUGH)
                if row is not None and told is None:
                    told = {each.span for check in (names_of_formations, unlike_their_kind) for each in check(game)}
                if row is not None and told is not None and (where / "units" / numbers[row] / what).span not in told:
                    unit, at = document.units[numbers[row]], where / "units" / numbers[row] / what
                    own, other = (names.get(said[n], said[n]) for n in (row, row - 1))
                    word = "formation" if what == "parent" else what
                    finding = CNT044.at(at, "row", unit=counter_name(game, unit), what=word, own=own, other=other)
                    yield finding.suggest(f"did you mean {said[row - 1]}?")


def _intruder(said: Sequence[str], least: int) -> int | None:
    """The row between two of one word, where without it all rows of each word stand together; None if there is none.

    ``least``: how many more rows each of the two words has.
    """
    runs = [(word, len([*rows])) for word, rows in groupby(said)]
    times, known = Counter(word for word, _length in runs), len({*said})
    if not all(said) or len(runs) != known + 2:
        return None
    at = 0
    for number, (word, length) in enumerate(runs):
        if 0 < number < len(runs) - 1 and length == 1 and runs[number - 1][0] == runs[number + 1][0]:
            return at if times[word] > 1 and min(said.count(word), said.count(runs[number - 1][0])) > least else None
        at += length
    return None


def comrades(game: Game) -> Iterator[Diagnostic]:
    """Report units that start and arrive with several of another formation, and never with their own (CNT044)."""
    for force in forces(game).sides.values():
        units = {unit.no: unit for unit in force.units if unit.counter and unit.counter.counter.parent}
        cells = {no: {entry.column.id: entry.text for entry in unit.entries() if entry.kind in _SOMEWHERE}
                 for no, unit in units.items()}  # fmt: skip
        parents = {no: unit.counter.counter.parent for no, unit in units.items() if unit.counter}
        beside: dict[tuple[str, str], list[int]] = defaultdict(list)
        for no, entries in cells.items():
            for entry in entries.items():
                beside[entry].append(no)
        for no, unit in units.items():
            shared = Counter(other for entry in cells[no].items() for other in beside[entry] if other != no)
            most = max(shared.values(), default=0)
            nearest = [other for other, times in shared.items() if times == most]
            own = any(times for other, times in shared.items() if parents[other] == parents[no])
            others = {parents[other] for other in nearest}
            if unit.counter and most >= _FEW and len(nearest) >= _FEW and not own and len(others) == 1:
                other = others.pop()
                finding = CNT044.at(
                    unit.counter.where / "parent",
                    "comrades",
                    unit=f"{unit.cited} ({unit.name})",
                    own=parents[no],
                    comrades=" and ".join(units[number].name for number in nearest[:2]),
                    other=other,
                )
                yield finding.also(unit.where / "name", "its starts").suggest(f"did you mean {other}?")


# -- who takes part with whom -----------------------------------------------------------------------


def parts_of_formations(game: Game) -> Iterator[Diagnostic]:
    """Report the one unit that takes part in a start without its formation, or the formation without it (OOB057)."""
    linked = forces(game)
    for force in linked.sides.values():
        of = {unit.no: unit.counter.counter for unit in force.units if unit.counter}
        for column in force.columns.values():
            if column.start is None:
                continue
            present = {}
            for unit in force.units:
                entry = unit.at_start(column.id)
                if entry is not None and unit.no in of:
                    present[unit.no] = (entry.kind not in ("absent", "eliminated"), entry.where)
            yield from _apart(game, of, present, column.label or column.id)
    for document, where in game.documents("scenarios", ScenarioDocument):
        for set_up, at in where.each("set_up", document.set_up):
            units = linked.sides[set_up.side].units if set_up.side in linked.sides else []
            of = {unit.no: unit.counter.counter for unit in units if unit.counter}
            rows = {row.no: here / "no" for row, here in at.each("units", set_up.units) if row.no in of}
            present = {no: (True, here) for no, here in rows.items()}
            after = sorted(rows)
            ever = {unit.no for unit in units if any(entry.kind != "absent" for entry in unit.entries())}
            for no in of.keys() & ever - rows.keys() if rows else ():  # one that never appears is OOB027
                # where its row would be
                next_ = next((number for number in after if number > no), after[-1])
                present[no] = (False, rows[next_])
            yield from _apart(game, of, present, document.title)


def _apart(
    game: Game, of: Mapping[int, UnitCounter], present: Mapping[int, tuple[bool, Where]], start: str
) -> Iterator[Diagnostic]:
    groups: dict[str, list[int]] = defaultdict(list)
    for no in present:
        groups[of[no].parent].append(no)
    groups.pop("", None)
    mixed = [nos for nos in groups.values() if len({present[no][0] for no in nos}) > 1]
    uniform = [nos for nos in groups.values() if len(nos) > _FEW and nos not in mixed]
    if len(mixed) == 1 and len(uniform) >= _ENOUGH:
        nos = mixed[0]
        usual, times = Counter(present[no][0] for no in nos).most_common(1)[0]
        if times == len(nos) - 1 >= _FEW:
            no = next(no for no in nos if present[no][0] != usual)
            form = "absent" if usual else "present"
            values = {"unit": counter_name(game, of[no]), "formation": of[no].parent, "start": start, "count": times}
            finding = OOB057.at(present[no][1], form, **values)
            yield finding.suggest("let it start with the others of its formation" if usual else "take it out")
    elif not mixed:
        yield from _whole_formation(game, of, present, uniform, start)


def _whole_formation(
    game: Game,
    of: Mapping[int, UnitCounter],
    present: Mapping[int, tuple[bool, Where]],
    formations: Iterable[Sequence[int]],
    start: str,
) -> Iterator[Diagnostic]:
    by_nation: dict[str, list[Sequence[int]]] = defaultdict(list)
    for nos in formations:
        by_nation[of[nos[0]].nationality].append(nos)
    names = {nation.id: nation.name for nation in game.about.nationalities} if game.about else {}
    for nation, listed in by_nation.items():
        there = [nos for nos in listed if present[nos[0]][0]]
        if len(there) == 1 and len(listed) > _ENOUGH:
            finding = OOB057.at(
                present[there[0][0]][1],
                "whole",
                formation=of[there[0][0]].parent,
                start=start,
                count=len(listed) - 1,
                nationality=names.get(nation, nation),
            )
            yield finding.suggest("take it out, or correct its nationality")


def formations_without(game: Game) -> Iterator[Diagnostic]:
    """Report the only formation without a headquarters, colour or chit (CNT051)."""
    for document, where in game.documents("counters", CountersDocument):
        for key in ("headquarters", "colour", "chit"):
            rows = [(formation, at) for formation, at in where.each("formations", document.formations)
                    if not getattr(formation, key)]  # fmt: skip
            if len(rows) == 1 and len(document.formations) > _ENOUGH:
                formation, at = rows[0]
                count = len(document.formations) - 1
                finding = CNT051.at(at / "id", formation=formation.name, key=key, count=count)
                yield finding.suggest(f"add `{key}`")


# -- colours ----------------------------------------------------------------------------------------


def colours_alike(game: Game) -> Iterator[Diagnostic]:
    """Report two formations or nationalities with one colour, or nationalities with one corner (CNT045)."""
    for document, where in game.documents("counters", CountersDocument):
        rows = [_Shown(formation.name, " ".join(filter(None, (formation.colour, formation.pattern))), at / "colour")
                for formation, at in where.each("formations", document.formations) if formation.colour]  # fmt: skip
        yield from _alike(rows, "colour", _ENOUGH)
    for about, where in game.documents("game", GameDocument):
        nations = [*where.each("nationalities", about.nationalities)]
        yield from _alike([_ground(nation, at) for nation, at in nations], "colour", 0)
        yield from _alike(
            [_Shown(nation.name, nation.corner or "", at / "corner") for nation, at in nations], "corner", 0
        )


class _Shown(NamedTuple):
    """What a counter shows of a formation or nationality, as it is written there."""

    name: str
    said: str
    at: Where
    printed: str = ""
    """The same as it is printed; empty: as it is written."""


def _ground(nation: Nationality, at: Where) -> _Shown:
    """The colour that counters of a nationality are printed in."""
    key = "tint" if nation.tint else "colour"
    return _Shown(nation.name, nation.tint or nation.colour, at / key, nation.ground or "")


def _alike(rows: Sequence[_Shown], what: str, others: int) -> Iterator[Diagnostic]:
    """The rows that show what another does; ``others``: how many must show something of their own."""
    first: dict[str, _Shown] = {}
    doubled = []
    for row in rows:
        if not row.said:
            continue
        other = first.setdefault((row.printed or row.said).casefold(), row)
        if other is not row:
            doubled.append((row, other))
    if (len(first) >= others and len(doubled) == 1) or not others:
        for row, other in doubled:
            finding = CNT045.at(row.at, one=row.name, other=other.name, what=what, said=row.said)
            yield finding.also(other.at, "the other").suggest(f"give one of them a {what} of its own")


CHECKS = (names_of_formations, rows_among_others, comrades, parts_of_formations, formations_without, colours_alike)
