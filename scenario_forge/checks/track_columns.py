"""TIM: the columns of the orders of battle against the start dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import tim
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.forces import forces
from scenario_forge.project.schedule import schedule
from scenario_forge.project.word_dates import says_otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.order_of_battle import Column
    from scenario_forge.project.forces import Force
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.schedule import Schedule


def columns(game: Game) -> Iterator[Diagnostic]:
    """A start date without a column, a column without a start date, and columns that mix them up."""
    track = schedule(game)
    if track is None or not track.starts:
        return
    for force in forces(game).sides.values():
        listed = force.document.columns
        at = force.where / "columns"
        for number, column in enumerate(listed):
            yield from _dates(track, column, at / number)
        yield from _doubled(listed, at)
        yield from _absent(track, force, at)
        yield from _order(track, listed, at)


def _dates(track: Schedule, column: Column, at: Where) -> Iterator[Diagnostic]:
    """One column against the date it names."""
    for key, named in (("start", column.start), ("after", column.after)):
        if named is not None and named not in track.starts:
            finding = tim.TIM012.at(at / key, what=f"`{named}` is no start date")
            yield finding.suggest(did_you_mean(named, track.starts))
    if any(named is not None and named not in track.starts for named in (column.start, column.after)):
        return
    if column.start is None and column.after is None:
        yield tim.TIM012.at(at / "id", what=f"the column `{column.id}` belongs to no start date")
        return
    meant = column.start or column.after or ""
    bare = column.id.removesuffix("+")
    if bare != meant and bare in track.starts:
        yield tim.TIM013.at(at / ("start" if column.start else "after"), column=column.id, date=meant)
        return
    mark = track.starts.get(column.start or "")
    if mark and mark.turn is not None and says_otherwise(track.calendar, mark.turn, column.label):
        finding = tim.TIM005.at(at / "label", label=column.label, turn=mark.date.turn)
        yield finding.also(mark.where / "turn", "its start date")


def _doubled(listed: list[Column], at: Where) -> Iterator[Diagnostic]:
    ids: dict[str, int] = {}
    dates: dict[tuple[str | None, str | None], int] = {}
    for number, column in enumerate(listed):
        known = ids.setdefault(column.id, number)
        named = column.id.removesuffix("+") == (column.start or column.after)
        same = dates.setdefault((column.start, column.after), number) if named else number
        if known != number:
            yield tim.TIM014.at(at / number / "id", what=column.id).also(at / known / "id", "the first")
        elif same != number:
            key = "start" if column.start else "after"
            what = (column.start or "") if column.start else f"after {column.after}"
            yield tim.TIM014.at(at / number / key, what=what).also(at / same / key, "the first")


def _absent(track: Schedule, force: Force, at: Where) -> Iterator[Diagnostic]:
    """A start date that no column sets up, unless a column names a date that does not exist and may be it."""
    named = {column.start for column in force.document.columns}
    if any(name is not None and name not in track.starts for name in named):
        return
    mixed = {c.id for c in force.document.columns if c.start and c.start != c.id and c.id in track.starts}
    for start, mark in track.starts.items():
        if start not in named and start not in mixed:
            finding = tim.TIM015.at(at.key(), side=force.name, start=mark.date.label)
            yield finding.also(mark.where / "id", "the start date")


def _order(track: Schedule, listed: list[Column], at: Where) -> Iterator[Diagnostic]:
    latest: tuple[int, int] | None = None
    for number, column in enumerate(listed):
        mark = track.starts.get(column.start or column.after or "")
        if column.id in {earlier.id for earlier in listed[:number]}:
            continue
        if mark is None or mark.turn is None or column.id.removesuffix("+") != (column.start or column.after):
            continue
        place = mark.turn * 2 + (column.start is None)
        if latest is not None and place < latest[0]:
            finding = tim.TIM016.at(at / number / "id", column=column.id, before=listed[latest[1]].id)
            yield finding.also(at / latest[1] / "id", "a later column")
        else:
            latest = (place, number)


CHECKS = (columns,)
