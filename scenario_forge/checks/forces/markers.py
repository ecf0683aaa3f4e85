"""CNT046 to 048: markers unlike their sisters, markers and faces alike, kinds and states that no marker shows."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import marker_kinds
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

    Row = tuple[Marker, Where]

CODES = Codes(__file__)
CNT046 = CODES.warning(
    "CNT046",
    "marker-unlike-its-sisters",
    "the marker `{id}` has {said} as {key}; {others} {usual}",
)
CNT047 = CODES.warning(
    "CNT047",
    "markers-alike",
    two="nothing tells the markers `{one}` and `{other}` apart: both say `{text}`",
    faces="the marker `{id}` says `{text}` on both faces",
)
CNT048 = CODES.warning(
    "CNT048",
    "no-such-marker",
    kind="no marker is of the kind `{kind}`{named}",
    count="there are 0 of the marker `{id}`; every other marker is there",
    turns="the marker `{id}` is of the kind `turn` like `{other}`; one marker shows the game turn",
    many="there are {count} of the marker `{id}`; one marker shows the game turn",
    state="no marker says `{text}`, as the chart {chart} does; there is one for `{other}`",
)

_SERIES = 3
"""Markers of a series from which on one of them can be told to be the odd one."""
_SPARE = 4
"""Markers of the game turn that may be there to replace a lost one."""
_NUMBER = re.compile(r"-\d{1,5}$")
_WORD = re.compile(r"[^\W_]+")


def unlike_their_sisters(game: Game) -> Iterator[Diagnostic]:
    """Report a marker that differs from the same marker of the other side, or from others of its series (CNT046)."""
    for document, where in game.documents("counters", CountersDocument):
        series: dict[str, list[Row]] = defaultdict(list)
        for marker, at in where.each("markers", document.markers):
            side = _of_side(marker.id, game)
            stem = marker.id.removesuffix(f"-{side}") if side else _NUMBER.sub("", marker.id)
            if stem != marker.id:
                series[stem].append((marker, at))
        for rows in series.values():
            for key in ("name", "kind", "back", "movement") if len(rows) > 1 else ():
                yield from _odd_of(key, rows)


def _of_side(id_: str, game: Game) -> str | None:
    """Return the side that a marker's id ends with; OOB050 reports where it is not the marker's own."""
    return next((side for side in game.side_names if id_.endswith(f"-{side}")), None)


def _grammar(name: str) -> str:
    """A name without the endings of a plural: `Action point` beside `Action points`."""
    return " ".join(word.rstrip("s").casefold() for word in name.split())


def _odd_of(key: str, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    said = [getattr(marker, key) for marker, _at in rows]
    plain = [_grammar(cell) if key == "name" else cell for cell in said]
    odd = [number for number, cell in enumerate(plain) if plain.count(cell) == 1]
    pair = len(rows) < _SERIES
    if len({*plain}) > 1 and (pair or (len(odd) == 1 and len({*plain}) <= len(odd) + 1)):
        number = odd[-1]
        other = (number - 1) % len(rows)
        marker, at = rows[number]
        others = f"`{rows[other][0].id}` has" if pair else f"the {len(rows) - 1} others of its series have"
        here = at / key if said[number] not in ("", None) else at / "id"
        words = {"id": marker.id, "key": key, "others": others}
        finding = CNT046.at(here, said=_cited(said[number]), usual=_cited(said[other]), **words)
        yield finding.also(rows[other][1] / "id", "its sister").suggest("correct one of them")


def _cited(said: object) -> str:
    return f"`{said}`" if said not in ("", None) else "nothing"


def alike(game: Game) -> Iterator[Diagnostic]:
    """Report two markers with nothing to tell them apart, and a marker with two equal faces (CNT047)."""
    for document, where in game.documents("counters", CountersDocument):
        first: dict[tuple[object, ...], Row] = {}
        for marker, at in where.each("markers", document.markers):
            row = (marker.name.casefold(), marker.side, marker.value, marker.back)
            other, there = first.setdefault(row, (marker, at))
            if there is not at and marker.value is None and not _of_side(marker.id, game):
                finding = CNT047.at(at / "name", "two", one=other.id, other=marker.id, text=marker.name)
                yield finding.also(there / "name", "the other").suggest("give each a name of its own")
            if marker.back and _grammar(marker.back) == _grammar(marker.name):
                finding = CNT047.at(at / "back", "faces", id=marker.id, text=marker.back)
                yield finding.suggest("write what its back shows, or leave `back` out")


def unshown(game: Game) -> Iterator[Diagnostic]:
    """Report kinds and states that no marker shows, and more of the game turn than one (CNT048)."""
    for document, where in game.documents("counters", CountersDocument):
        rows = [*where.each("markers", document.markers)]
        kinds = {marker.kind for marker, _at in rows}
        known = marker_kinds(game)
        if len(rows) >= _SERIES and kinds <= known.keys():  # a kind misspelled is told of by itself
            for kind in known.keys() - kinds:
                needed = where / "markers" if kind == "turn" and schedule(game) is not None else None
                yield from _no_marker(kind, rows, needed)
            yield from _of_the_turn([row for row in rows if row[0].kind == "turn"])
            none = [(marker, at) for marker, at in rows if marker.count == 0]
            if len(none) == 1:
                marker, at = none[0]
                finding = CNT048.at(at / "count", "count", id=marker.id)
                yield finding.suggest("say how many there are, or leave the marker out")
            if not any(alike(game)):
                yield from _states(game, rows)


def _no_marker(kind: str, rows: Sequence[Row], needed: Where | None) -> Iterator[Diagnostic]:
    """A kind that no marker has: at the marker that is named for it, else, where one is needed, at the list."""
    named = next(((m, at) for m, at in rows if m.id == kind or kind in _WORD.findall(m.id)), None)
    if named:
        finding = CNT048.at(named[1] / "kind", "kind", kind=kind, named=f", not even `{named[0].id}`")
        yield finding.suggest(f"did you mean {kind}?")
    elif needed:
        yield CNT048.at(needed, "kind", kind=kind, named="").suggest("add the marker")


def _of_the_turn(rows: Sequence[Row]) -> Iterator[Diagnostic]:
    for marker, at in rows:
        if len(rows) > 1 and "turn" not in _WORD.findall(marker.id):
            other = next(row for row in rows if row[0] is not marker)[0].id
            finding = CNT048.at(at / "kind", "turns", id=marker.id, other=other)
            yield finding.suggest("give it the kind of what it shows")
        elif len(rows) == 1 and marker.count > _SPARE:
            finding = CNT048.at(at / "count", "many", id=marker.id, count=marker.count)
            yield finding.suggest("did you mean 1?")


def _states(game: Game, rows: Sequence[Row]) -> Iterator[Diagnostic]:
    """States that a chart lists beside others that have a marker."""
    names: Mapping[str, Row] = {_plain(text): row for row in rows for text in (row[0].name, row[0].back) if text}
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            for column in range(len(chart.columns)):
                cells = {label: cells[column] for label, cells in chart.rows.items()
                         if column < len(cells) and cells[column]}  # fmt: skip
                shown = [text for text in cells.values() if _plain(text) in names]
                hidden = [label for label, text in cells.items() if _plain(text) not in names]
                if shown and len({cells[label] for label in hidden}) == 1:
                    at = where / "charts" / id_ / "rows" / hidden[0] / column
                    finding = CNT048.at(at, "state", text=cells[hidden[0]], chart=chart.title, other=shown[0])
                    finding = finding.also(names[_plain(shown[0])][1] / "name", "the other marker")
                    yield finding.suggest("add the marker, or correct the name")


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


CHECKS = (unlike_their_sisters, alike, unshown)
