"""What a new scenario scores: rows that carry over, rows proposed from the stops around its own, a band to aim at.

Its reason stands above each row that is proposed; see :mod:`~scenario_forge.design.analogy`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.aim import BAND, aim_lines
from scenario_forge.design.analogy import GONE, all_gone, moment_of, proposed, units_in_play
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.source.emit import entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.design.analogy import Proposed
    from scenario_forge.design.dates import Dates
    from scenario_forge.design.drafts import Draft
    from scenario_forge.documents.victory import Objective
    from scenario_forge.project.force import UnitKey
    from scenario_forge.project.game import Game


PASSED = "# Victory rows of the printed table that are scored:"
"""Begins the list of them; a line each, in the order of the table."""
_ROW = "  - id: "


def victory_lines(game: Game, dates: Dates, drafted: Sequence[Draft] = ()) -> Iterator[str]:
    """The lines of a scenario's file that say what is scored, and how even it is meant to be.

    ``drafted``: its set-up; empty for one that begins as printed.
    """
    found = game.one("victory", VictoryDocument)
    if found is not None:
        passed, there = _passed(found[0], dates), units_in_play(game, dates, drafted)
        yield PASSED
        for moment, row in passed:
            label = dates.track.stops[row.stop].date.label
            end = ", at the end" if moment == dates.closes else ""
            gone = f"; {GONE}" if all_gone(game, row, there) else ""
            yield f"#   {label}: {row.side} {row.points}, {' '.join(row.text.split())}{end}{gone}"
        if not passed:
            yield "#   none before decisive victories"
        if not any(moment == dates.closes for moment, _row in passed):
            yield ""
            yield from _own(game, dates, found[0], [row for _moment, row in passed], there)
    yield from aim_lines(game, dates)


def _passed(document: VictoryDocument, dates: Dates) -> list[tuple[int, Objective]]:
    """The rows that are scored, each with the player turn in which it is."""
    moments = [(moment_of(dates, dates.track.stops.get(row.stop)), row) for row in document.objectives]
    return [
        (moment, row)
        for moment, row in moments
        if moment is not None
        and (moment == dates.closes or (document.cumulative and dates.opens <= moment <= dates.closes))
    ]


def _own(
    game: Game, dates: Dates, document: VictoryDocument, passed: Sequence[Objective], there: frozenset[UnitKey]
) -> Iterator[str]:
    label = dates.track.label(dates.last_turn)
    if any(dates.track.stops[row.stop].turn == dates.last_turn for row in passed):
        # copies of them would score the same things again half a turn later
        yield f"# Decide: is anything more scored in {label}? The rows that are printed for it are, in passing."
        return
    rows = proposed(game, dates, document, there)
    sound = [row for row in rows if not row.doubt]
    if not rows:
        yield f"# Decide: what is scored in {label}? No stop of the printed table is near enough to go by."
        return
    yield f"# No printed row is scored in {label}. Proposed from the stops around it, each with the reason above it;"
    yield "# points, and what is worth any, are yours to say."
    for row in rows:
        if row.doubt:
            said = f"{row.row.side} {row.row.points}, {' '.join(row.row.text.split())}"
            yield f"# Decide: {said}? Left out: {row.doubt}."
    if sound:
        yield "victory:"
    for row in sound:
        yield from _row_lines(row)


def _row_lines(row: Proposed) -> Iterator[str]:
    yield f"  # {row.why}"
    made: dict[str, object] = {
        "id": row.id,
        "side": row.row.side,
        "text": " ".join(row.row.text.split()),
        "points": row.points,
    }
    if row.row.each:
        made["each"] = True
    if row.group:
        made["group"] = row.group
    made["when"] = row.row.when.model_dump(exclude_unset=True)
    yield from entry_of(made, 2).splitlines()


def annotated(text: str, passed: Sequence[str], own: Mapping[str, str], more: Sequence[str]) -> str:
    """The text of a drafted file with what games have shown of its rows.

    Args:
        text: of the file.
        passed: what is said of the rows of the printed table, in their order.
        own: what is said of its own rows, by id.
        more: comments that go before the band to aim at.
    """
    lines: list[str] = []
    told: Iterator[str] = iter(())
    for line in text.split("\n"):
        if line == PASSED:
            told = iter(passed)
        elif line.startswith("#   "):
            line += "".join(f"; {said}" for said in [next(told, "")] if said)  # noqa: PLW2901 - the same line, longer
        else:
            told = iter(())
        if line.startswith(_ROW) and line.removeprefix(_ROW) in own:
            lines.append(f"  # {own[line.removeprefix(_ROW)]}")
        if line.startswith(BAND) and more:
            lines += [*(f"# {said}" for said in more), ""]
        lines.append(line)
    return "\n".join(lines)
