"""The score pad: points by stop date, and a record of turns; several leaves to a sheet, to be cut apart."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.components import AidsDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.charts.tables import Signs
from scenario_forge.printing.charts.victory import level_blocks, own_blocks, stop_blocks
from scenario_forge.printing.typeset import typeset
from scenario_forge.project.ending import ending
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.brief import Brief

NAME = "score-pad"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """One document for all scenarios; none where the game has nothing to score and nothing to record."""
    leaves = score_leaves(brief, scenarios)[0]
    if leaves["stops"] or leaves["record"]:
        yield Job(NAME, brief.file(NAME), brief.words("score_pad"), partial(_make, brief, tuple(scenarios)))


def _make(brief: Brief, scenarios: Sequence[str]) -> Made:
    data, notes = score_leaves(brief, scenarios)
    page = brief.page(f"{brief.game.title}: {brief.words('score_pad')}", notes)
    return Made(typeset("score-pad.typ", page | data, uses=("chart-blocks.typ",)))


def score_leaves(brief: Brief, scenarios: Sequence[str] = ()) -> tuple[dict[str, Any], list[str]]:
    """What stands on the leaves, and the notes at the foot; with the rows that some scenarios alone score."""
    signs, words = Signs(brief), brief.words
    about = brief.game.about
    sides = [(side.id, side.name) for side in about.sides] if about else []
    stops = [*stop_blocks(brief.game, signs), *own_blocks(brief.game, signs, scenarios)]
    keys = ("points", "record", "objective", "worth", "scored", "total", "running", "result", "players", "turn")
    data = {
        "game": brief.game.title,
        "title": words("score_pad"),
        "accent": brief.palette["ink"],
        "words": {key: words(f"score_{key}") for key in (*keys, "decisive", "other")}
        | {"track": words("track_column")},
        "sides": [{"name": name, "accent": brief.palette.accent(brief.game, id_)} for id_, name in sides],
        "stops": stops,
        "closing": _closing(brief, len(stops)),
        "record": _record(brief, sides, signs),
        "levels": list(level_blocks(brief.game, signs)),
    }
    return data, signs.notes()


def _closing(brief: Brief, stops: int) -> list[str]:
    """Keys of the boxes below the stop dates; where there is one, its total says all but a decisive victory."""
    if stops > 1:
        return ["other", "decisive", "running"]
    decides = any(document.decisive for document, _where in brief.game.documents("victory", VictoryDocument))
    return ["decisive"] if decides else []


def _record(brief: Brief, sides: list[tuple[str, str]], signs: Signs) -> dict[str, Any] | None:
    """Columns by record and side, and the turns; None without a track or without records."""
    track = schedule(brief.game)
    records = [record for document, _where in brief.game.documents("aids", AidsDocument) for record in document.records]
    groups = _ledger(brief, sides)
    if track is None or not track.boxes or not (records or groups):
        return None
    for record in records:
        keepers = [] if record.common else [side for side in sides if not record.sides or side[0] in record.sides]
        columns = [{"name": name, "accent": brief.palette.accent(brief.game, id_)} for id_, name in keepers]
        groups.append({"title": record.title, "columns": columns or [{"name": "", "accent": brief.palette["ink"]}]})
    turns = [
        {
            "label": track.label(box.turn) if box.turn is not None else box.label,
            "entries": [
                {"text": entry.text, "marks": signs.at(entry.where), "accent": brief.palette.accent(brief.game, side)}
                for side, entry in box.entries.items()
            ],
        }
        for box in track.boxes
    ]
    return {"groups": groups, "turns": turns}


def _ledger(brief: Brief, sides: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """A column for each row of the ledger that is not scored at the end, and one for the points so far."""

    def columns(keepers: list[tuple[str, str]]) -> list[dict[str, Any]]:
        return [{"name": name, "accent": brief.palette.accent(brief.game, id_)} for id_, name in keepers]

    rows = [row for row, _where in ending(brief.game).ledger if row.at != "end"]
    groups = [
        {"title": row.name or row.text, "columns": columns([side for side in sides if row.side in (None, side[0])])}
        for row in rows
    ]
    return [*groups, {"title": brief.words("score_running"), "columns": columns(sides)}] if groups else []
