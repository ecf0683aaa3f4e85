"""RUL111 to RUL115: what is well formed in rules.yaml and yet another event's, row's, column's or hex's."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.checks.near_words import one_slip
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.tables import row_begun, tables
from scenario_forge.game.vocabulary import marked_texts
from scenario_forge.hexes import hexes_in
from scenario_forge.source.nodes import texts_in
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.selection import NOT, word_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import LinkedChart

CODES = Codes(__file__)
RUL111 = CODES.warning(
    "RUL111",
    "words-of-another-event",
    copied="`{event}` is told in the words of `{other}`: {text}",
    exchanged="the words of `{event}` speak of `{other}`, and those of `{other}` of `{event}`",
)
RUL112 = CODES.warning(
    "RUL112", "group-unlike-its-name", "the group `{group}` is of the {key} `{value}`, not `{group}`"
)
RUL113 = CODES.warning(
    "RUL113",
    "figure-of-another-cell",
    column="the {place} figure is of the column `{column}`, that of `{other}` of the column `{usual}`",
    place="the column `{column}` is the {place} figure here and the {usual} of `{other}`",
    shape="the figures of a list differ in row and in column: {cells}",
    clauses="the cell holds clauses, `{text}`, and no figure",
    word="`{row}` is only part of a word of the row `{heading}`",
    other_row="`{name}` takes the row `{row}`, though `{chart}` has a row `{other}`",
    order="`{one}` stands before `{other}`, against the order of the chart `{chart}`",
    crossed="neither the first nor the second word runs through the rows in turn: {rows}",
    length="`{name}` has {count} figures, and all {others} others have {usual}",
)
RUL114 = CODES.warning(
    "RUL114",
    "effect-unlike-the-chart",
    lacks="`{terrain}` lacks `{effect}`, but the chart says `{text}`",
    figure="`{terrain}` is `{effect}`, whose figure is a `{figure}`, but the chart says only `{text}`",
)
RUL115 = CODES.warning(
    "RUL115",
    "hex-of-nothing",
    one="in {hex} there is no place, and nobody starts there; `{near}` is {what}",
    several="{place} lies in {near}, but rules.yaml speaks {times} times of {hex}, where there is nothing",
)

_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"\{[^{}]*\}")


def _rules(game: Game) -> tuple[GameRules, Where] | None:
    return game.one("rules", GameRules)


# -- events and groups --------------------------------------------------------------------------------


def events(game: Game) -> Iterator[Diagnostic]:
    """Report events that are told in the words of another, or in each other's."""
    found = _rules(game)
    words = found[0].words if found else {}
    for event, text in words.items():
        if found is None or _tells(event, text):
            continue
        for other, told in words.items():
            if other == event or not _tells(other, text):
                continue
            at = found[1] / "words"
            if told == text:
                finding = RUL111.at(at / event, "copied", event=event, other=other, text=text)
            elif _tells(event, told) and not _tells(other, told) and event < other:
                finding = RUL111.at(at / event, "exchanged", event=event, other=other)
            else:
                continue
            yield finding.also(at / other, "the other event").suggest(f"say what happens to the unit that is `{event}`")


def _tells(event: str, text: str) -> bool:
    """Whether words for an event have all that its name has: `{0:unit} retreats to {1:hex}`."""
    plain = [word.casefold() for word in _WORD.findall(_GAP.sub(" ", text))]
    return all(any(word.startswith(part[:_STEM]) for word in plain) for part in _WORD.findall(event.casefold()))


_STEM = 5
"""Letters of a word that its other forms have too."""


def groups(game: Game) -> Iterator[Diagnostic]:
    """Report groups named after a class or type of units that are of another one."""
    found, counters = _rules(game), game.one("counters", CountersDocument)
    if found is None or counters is None:
        return
    for name, what in found[0].groups.items():
        for key, wanted in what.items():
            if key == NOT:
                continue
            known = {word_of(unit, key) for unit in counters[0].units}
            listed = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
            if name in known and name not in listed and not any("*" in each for each in listed):
                finding = RUL112.at(found[1] / "groups" / name / key, group=name, key=key, value=", ".join(listed))
                yield finding.suggest(f"did you mean {name}?")


# -- figures --------------------------------------------------------------------------------------------


class _Cell(NamedTuple):
    """An address of a figure: its chart, its row as written, its column as written."""

    chart: str
    row: str
    column: str
    text: str


def _cell(text: object) -> _Cell | None:
    path = str(text).partition(" | ")[0].split("/")
    chart, row, column = [*path, "", ""][:3]
    return _Cell(chart, row, column, str(text)) if row else None


def figures(game: Game) -> Iterator[Diagnostic]:
    """Report figures of another row or column than their name, their list or their sisters say."""
    found = _rules(game)
    if found is None or game.broken("charts"):
        return
    charts, (rules, where) = tables(game).charts, found
    lists = {name: [given] if isinstance(given, str) else given for name, given in rules.figures.items()}
    for name, addresses in lists.items():
        yield from _of_figure(charts, name, addresses, where / "figures" / name)
    yield from _in_order(charts, lists, where / "figures")
    for key in type(rules).model_fields.keys() - GameRules.model_fields.keys():
        given = getattr(rules, key)
        tabled = given if isinstance(given, dict) and all(isinstance(each, list) for each in given.values()) else {}
        if any("/" in str(each) for listed in tabled.values() for each in listed):
            yield from _of_table(charts, tabled, where / key)


def _of_figure(
    charts: Mapping[str, LinkedChart], name: str, addresses: Sequence[object], at: Where
) -> Iterator[Diagnostic]:
    cells = [cell for address in addresses if (cell := _cell(address)) and cell.chart in charts]
    for cell in cells:
        headings = [heading.text for heading in charts[cell.chart].rows]
        heading = row_begun(headings, cell.row)
        if heading is None:
            continue
        rest = heading[len(cell.row) :]
        if rest[:1].isalnum() and cell.row[-1:].isalnum():
            yield RUL113.at(at, "word", row=cell.row, heading=heading).suggest(f"write {_whole(heading, cell.row)}")
        table = charts[cell.chart]
        text = table.cells[headings.index(heading)][int(cell.column)].text if _is_column(table, cell.column) else ""
        if re.fullmatch(r"\d+\.\d+(?:[,;] \d+\.\d+)*(?: \(.*\))?", text) and _clauses_only(table, int(cell.column)):
            yield RUL113.at(at, "clauses", text=text).suggest("name the column that has the figure")
    words = {word.casefold() for word in _WORD.findall(name)}
    charts_of = {cell.chart for cell in cells}
    if len(charts_of) == 1 and cells:
        headings = [heading.text for heading in charts[cells[0].chart].rows]
        taken = [row for cell in cells if (row := row_begun(headings, cell.row))]
        others = [each for each in headings if each not in taken and words & _words(each)]
        if taken and len(others) == 1 and not any(words & _words(each) for each in taken):
            yield RUL113.at(at, "other_row", name=name, row=taken[0], chart=cells[0].chart, other=others[0]).suggest(
                f"did you mean {others[0]}?"
            )
    if len(cells) > 1 and len(charts_of) == 1 and len(cells) == len(addresses):
        one_row, one_column = len({cell.row for cell in cells}) == 1, len({cell.column for cell in cells}) == 1
        if not one_row and not one_column:
            finding = RUL113.at(at, "shape", cells=", ".join(cell.text for cell in cells))
            yield finding.suggest("take one row or one column")


def _is_column(table: LinkedChart, column: str) -> bool:
    return column.isdecimal() and int(column) < len(table.columns)


def _clauses_only(table: LinkedChart, column: int) -> bool:
    """Whether all cells of a column are clauses."""
    return all(re.match(r"\d+\.\d+", line[column].text) for line in table.cells if line[column].text)


def _whole(heading: str, begun: str) -> str:
    rest = re.match(r"\w*", heading[len(begun) :])
    return begun + (rest[0] if rest else "")


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


# -- figures beside each other --------------------------------------------------------------------------


def _in_order(charts: Mapping[str, LinkedChart], lists: Mapping[str, Sequence[str]], at: Where) -> Iterator[Diagnostic]:
    """Lists of rows against the order of their chart, which all other lists follow; rows of two words crossed."""
    turned, straight = [], 0
    for name, addresses in lists.items():
        cells = [cell for address in addresses if (cell := _cell(address)) and cell.chart in charts]
        if len(cells) < 2 or len({cell.chart for cell in cells}) > 1 or len({cell.row for cell in cells}) < len(cells):
            continue
        headings = [heading.text for heading in charts[cells[0].chart].rows]
        rows = [row_begun(headings, cell.row) or cell.row for cell in cells]
        places = [headings.index(row) if row in headings else -1 for row in rows]
        fallen = next((n for n in range(1, len(places)) if places[n] < places[n - 1]), None)
        straight += fallen is None
        if fallen is not None:
            turned.append((name, rows[fallen - 1], rows[fallen], cells[0].chart))
        if _crossed([tuple(row.split()) for row in rows]):
            yield RUL113.at(at / name, "crossed", rows=", ".join(rows)).suggest("bring the rows into one order")
    if len(turned) == 1 and straight:
        name, one, other, chart = turned[0]
        finding = RUL113.at(at / name, "order", one=one, other=other, chart=chart)
        yield finding.suggest("play reads them by their order: bring them into that of the chart")


_PRODUCT = 4


def _crossed(rows: Sequence[tuple[str, ...]]) -> bool:
    """Whether rows are all pairs of two words and two others, but in no order of either."""
    if len(rows) != _PRODUCT or any(len(row) != 2 for row in rows):
        return False
    firsts, seconds = list(dict.fromkeys(row[0] for row in rows)), list(dict.fromkeys(row[1] for row in rows))
    if len(firsts) * len(seconds) != _PRODUCT or len(set(rows)) != _PRODUCT:
        return False
    return list(rows) not in (
        [(one, other) for one in firsts for other in seconds],
        [(one, other) for other in seconds for one in firsts],
    )


_NTH = ("first", "second", "third", "fourth", "fifth", "sixth")


def _of_table(
    charts: Mapping[str, LinkedChart], given: Mapping[str, Sequence[object]], at: Where
) -> Iterator[Diagnostic]:
    """Lists by one key, `costs: {road: [terrain_key/Road/1, 1]}`: a column is at one place in all of them."""
    lengths = {name: len(listed) for name, listed in given.items() if len(listed) > 1}
    usual, times = Counter(lengths.values()).most_common(1)[0] if lengths else (0, 0)
    odd = [name for name, length in lengths.items() if length != usual]
    if len(odd) == 1 and times >= _SISTERS:
        finding = RUL113.at(at / odd[0], "length", name=odd[0], count=lengths[odd[0]], others=times, usual=usual)
        yield finding.suggest(f"give {usual} figures")
    places: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for name, listed in given.items():
        for n, each in enumerate(listed):
            cell = _cell(each) if "/" in str(each) else None
            if cell and cell.chart in charts and _is_column(charts[cell.chart], cell.column) and len(listed) > 1:
                places.setdefault((cell.chart, n), []).append((cell.column, name))
            if cell and cell.chart in charts:
                yield from _row_of(charts[cell.chart], name, cell, at / name / n)
    told: set[str] = set()
    for (chart, n), used in places.items():
        columns = charts[chart].columns
        for column, name in used:
            text = columns[int(column)].text
            elsewhere = [(m, other) for (of, m), others in places.items() if of == chart and m != n
                         for each, other in others if each == column and other != name]  # fmt: skip
            beside = [(each, other) for each, other in used if each != column]
            if len(elsewhere) >= sum(each == column for each, _ in used) and elsewhere and name not in told:
                m, other = elsewhere[0]
                told |= {name, other}
                finding = RUL113.at(at / name / n, "place", column=text, place=_NTH[n], usual=_NTH[m], other=other)
                yield finding.also(at / other / m, "the other").suggest("take the column of the same name in both")
            elif beside and not elsewhere and column == max(each for each, _ in used) and name not in told:
                usual_column, other = beside[0]
                told.add(name)
                words = {"place": _NTH[n], "column": text, "usual": columns[int(usual_column)].text, "other": other}
                finding = RUL113.at(at / name / n, "column", **words)
                yield finding.also(at / other / n, "the other").suggest("take one column for one place in the list")


_SISTERS = 5


def _row_of(table: LinkedChart, name: str, cell: _Cell, at: Where) -> Iterator[Diagnostic]:
    headings = [heading.text for heading in table.rows]
    heading = row_begun(headings, cell.row)
    if heading is None:
        return
    rest = heading[len(cell.row) :]
    if rest[:1].isalnum() and cell.row[-1:].isalnum():
        yield RUL113.at(at, "word", row=cell.row, heading=heading).suggest(f"write {_whole(heading, cell.row)}")
    others = [each for each in headings if each != heading and name.casefold() in _words(each)]
    if len(others) == 1 and name.casefold() not in _words(heading):
        finding = RUL113.at(at, "other_row", name=name, row=heading, chart=cell.chart, other=others[0])
        yield finding.suggest(f"did you mean {others[0]}?")


# -- the ground -------------------------------------------------------------------------------------------


def effects(game: Game) -> Iterator[Diagnostic]:
    """Report kinds of terrain without an effect that the chart has in that word, or with one whose figure it lacks."""
    found, linked = _rules(game), hex_map(game)
    if found is None or game.broken("charts") or linked is None:
        return
    rules, where = found
    known = {effect for listed in rules.terrain.values() for effect in listed}
    charts = {chart.split("/")[0] for given in rules.figures.values()
              for chart in ([given] if isinstance(given, str) else given)}  # fmt: skip
    for chart, table in tables(game).charts.items():
        rows = {_plain(heading.text): " ".join(cell.text for cell in line)
                for heading, line in zip(table.rows, table.cells, strict=True)}  # fmt: skip
        kinds = {kind: rows[plain] for kind in rules.terrain for plain in rows if plain.split()[:1] == [_plain(kind)]}
        if len(kinds) < len(rules.terrain) or chart not in charts:
            continue
        for kind, text in kinds.items():
            for effect in sorted(known):
                said = re.search(rf"\b{re.escape(effect.removesuffix('s'))}s?\b", text)
                at = where / "terrain" / kind
                if said and effect not in rules.terrain[kind]:
                    yield RUL114.at(at, "lacks", terrain=kind, effect=effect, text=text).suggest(f"add {effect}")
                for figure in rules.figures if effect in rules.terrain[kind] else ():
                    of, _, part = figure.partition(".")
                    if of == effect and part and part not in text:
                        finding = RUL114.at(at, "figure", terrain=kind, effect=effect, figure=part, text=text)
                        yield finding.suggest(f"leave {effect} out, or give {kind} a {part}")


def _plain(text: str) -> str:
    word = text.casefold()
    return word.removesuffix("s")


def hexes(game: Game) -> Iterator[Diagnostic]:
    """Report hexes of rules.yaml where nothing is, one slip from one where something is."""
    found, linked = _rules(game), hex_map(game)
    if found is None or linked is None or game.partly_read:
        return
    file, ids = found[1].file, linked.grid.ids
    known = _something(game, linked)
    starts = {ids[standing.hex] for dated in set_ups(game).values() for standing in dated.units}
    written: dict[str, list[Where]] = {}
    for each in marked_texts(game, file):
        if each.mark.kind == "place" and linked.grid.find(each.text) is not None:
            written.setdefault(each.text, []).append(each.where)
    for name, places in written.items():
        near = [other for other in known if other != name and one_slip(name, other)]
        if name in known or name in starts or not near:
            continue
        what, place, at = known[near[0]]
        if len(places) > 1 and place and near[0] not in written:
            finding = RUL115.at(at, "several", place=place, near=near[0], times=len(places), hex=name)
            yield finding.also(places[0], "the first").suggest(f"did you mean {name}?")
        else:
            yield RUL115.at(places[0], "one", hex=name, near=near[0], what=what).suggest(f"did you mean {near[0]}?")


def _something(game: Game, linked: HexMap) -> dict[str, tuple[str, str, Where]]:
    """By hex with a place or a word of the victory conditions on it: what it is, the name of the place, and where."""
    ids = linked.grid.ids
    known = {ids[hex_]: (f"where {name} lies", name, at)
             for name, (_place, hex_, at) in linked.places.items() if hex_ is not None}  # fmt: skip
    for _document, where in game.documents("victory", VictoryDocument):
        for _path, text in texts_in(where.file.data):
            for said in hexes_in(linked.grid, text):
                known.setdefault(said.id, ("named by the victory conditions", "", where))
    return known


CHECKS = (events, groups, figures, effects, hexes)
