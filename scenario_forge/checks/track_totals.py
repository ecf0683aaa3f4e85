"""TIM038: what each side has at a start, against the boxes of the track before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.place import Where
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import Box, Schedule
    from scenario_forge.source.nodes import Data

CODES = Codes(__file__)
TIM038 = CODES.warning(
    "TIM038",
    "total-unlike-the-boxes",
    "{said} is given at {start}; the boxes before it have {total} under {column}, and {count} other figures are such "
    "totals",
)

_HOLD, _WITH_BOXES = 3, 2
"""So many figures that are totals of the boxes before their start show that all are; so many not at the first start."""

_Steps = tuple[str, ...]


class _Figure(NamedTuple):
    """What a side has at a start, by rules.yaml, and the boxes before that start."""

    start: str
    column: str
    said: int
    where: Where
    boxes: tuple[Box, ...]

    @property
    def total(self) -> int:
        """What the boxes come to."""
        return sum(cell.value or 0 for box in self.boxes if (cell := box.cells.get(self.column)))


def totals(game: Game) -> Iterator[Diagnostic]:
    """Report a figure at a start that is not what the boxes before it come to, where all others are (TIM038)."""
    track = schedule(game)
    figures = list(_figures(game, track)) if track is not None else []
    wrong = [figure for figure in figures if figure.said != figure.total]
    hold = [figure for figure in figures if figure not in wrong]
    with_boxes = sum(bool(figure.boxes) for figure in hold)
    # a wrong box shows at each start behind it
    if len(hold) < _HOLD or with_boxes < _WITH_BOXES or len({figure.column for figure in wrong}) != 1 or track is None:
        return
    one_box = len({figure.said - figure.total for figure in wrong}) == 1
    if len(wrong) > 1 and not one_box:
        return
    for figure in wrong[:1]:
        column = track.columns.by_id[figure.column][0].name or figure.column
        words = {"start": track.starts[figure.start].date.label, "column": f"`{column}`", "count": len(hold)}
        finding = TIM038.at(figure.where, said=figure.said, total=figure.total, **words)
        for box in _odd(figure):
            finding = finding.also(box.cells[figure.column].where, "this box may be the wrong one")
        for other in wrong[1:]:
            finding = finding.also(other.where, "and here")
        yield finding.suggest(f"did you mean {figure.total}? If not, correct the box")


def _odd(figure: _Figure) -> Iterator[Box]:
    """The boxes that would be like a neighbour if they had what is too much or too little."""
    surplus = figure.total - figure.said
    values = [cell.value for box in figure.boxes if (cell := box.cells.get(figure.column))]
    for n, (box, value) in enumerate(zip(figure.boxes, values, strict=False)):
        beside = [values[place] for place in (n - 1, n + 1) if 0 <= place < len(values)]
        if value is not None and value - surplus in beside:
            yield box


def _figures(game: Game, track: Schedule) -> Iterator[_Figure]:
    numbers = {id_ for id_, (column, _where) in track.columns.by_id.items() if column.kind == "number"}
    for file in game.files_of("rules"):
        if file.document is None or not isinstance(file.data, dict):
            continue
        leaves = list(_leaves(file.data, ()))
        columns = [(steps, said) for steps, said in leaves if isinstance(said, str) and said in numbers]
        for steps, said in leaves:
            below, start = _below_start(steps, track)
            if (
                start is None
                or isinstance(said, bool)
                or not isinstance(said, int)
                or len(below) < len(("air", "axis"))
            ):
                continue
            named = [column for path, column in columns if path[-len(below) :] == below]
            turn = track.starts[start].turn
            if len(named) == 1 and turn is not None:
                boxes = tuple(box for box in track.boxes if box.turn is not None and box.turn < turn)
                yield _Figure(start, named[0], said, Where(file, steps), boxes)


def _below_start(steps: _Steps, track: Schedule) -> tuple[_Steps, str | None]:
    """The steps behind the name of a start, and that name."""
    place = next((n for n, step in enumerate(steps) if step in track.starts and n), None)
    return (steps[place + 1 :], steps[place]) if place is not None else ((), None)


def _leaves(data: Data, steps: _Steps) -> Iterator[tuple[_Steps, Data]]:
    if isinstance(data, dict):
        for key, below in data.items():
            yield from _leaves(below, (*steps, key))
    elif not isinstance(data, list):
        yield steps, data


CHECKS = (totals,)
