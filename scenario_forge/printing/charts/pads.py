"""Pads that players write on: the score pad, the unit record, and the sheet to hold a printed copy against a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.counters import face_values
from scenario_forge.game.forces import forces
from scenario_forge.game.scenarios import ending
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.brief import Job, PrintedDocument
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.victory import level_blocks, own_blocks, stop_blocks
from scenario_forge.printing.pdf import with_print_settings
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.documents.aids import UnitRecord
    from scenario_forge.documents.counters import CounterValue
    from scenario_forge.game.forces import Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Brief


NAME = "score-pad"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield one document for all scenarios; none where the game has nothing to score and nothing to record."""
    leaves = score_leaves(brief, scenarios)[0]
    if leaves["stops"] or leaves["record"]:
        yield Job(NAME, brief.file(NAME), brief.words("score_pad"), partial(_make, brief, tuple(scenarios)))


def _make(brief: Brief, scenarios: Sequence[str]) -> PrintedDocument:
    data, notes = score_leaves(brief, scenarios)
    page = brief.page(f"{brief.game.title}: {brief.words('score_pad')}", notes)
    return PrintedDocument(typeset("score-pad.typ", page | data, uses=("chart-blocks.typ",)))


def score_leaves(brief: Brief, scenarios: Sequence[str] = ()) -> tuple[dict[str, Any], list[str]]:
    """Return the content of the leaves, with rows that only some scenarios score; and the notes at the foot."""
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


# -- the unit record: what each counter says, and boxes for what changes in play -------------------


UNIT_RECORD = "unit-record"


def unit_record_jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """Yield a sheet for each side with something to write down; none where aids.yaml has no `unit_record`."""
    record = unit_record(brief.game)
    for side, force in forces(brief.game).sides.items() if record else ():
        if record and any(side in (box.sides or [side]) for box in record.boxes):
            title = f"{brief.words('unit_record')}, {brief.game.side_names.get(side, side)}"
            yield Job(
                UNIT_RECORD,
                brief.file(UNIT_RECORD, side),
                title,
                partial(_make_unit_record, brief, record, force, title),
            )


def unit_record(game: Game) -> UnitRecord | None:
    """Return what players write down for each unit; None where the game has no such sheet."""
    found = (document.unit_record for document, _where in game.documents("aids", AidsDocument))
    return next((record for record in found if record is not None), None)


def _make_unit_record(brief: Brief, record: UnitRecord, force: Force, title: str) -> PrintedDocument:
    signs = Signs(brief, named=not brief.bare)
    data = record_rows(brief, record, force, signs)
    page = brief.page(f"{brief.game.title}: {title}", signs.notes())
    return PrintedDocument(typeset("unit-record.typ", page | data, uses=("chart-blocks.typ",)))


def record_rows(brief: Brief, record: UnitRecord, force: Force, signs: Signs) -> dict[str, Any]:
    """Return headings, and a row for each unit of one side; a value that a unit lacks is left empty."""
    declared: dict[str, CounterValue] = {}
    for unit in force.units:
        if unit.counter:
            declared |= {value.id: value for value in unit.counter.counter.declared}
    values = [declared[name] for name in record.values if name in declared]
    words = brief.words
    return {
        "game": brief.game.title,
        "title": words("unit_record"),
        "side": brief.game.side_names.get(force.side, force.side),
        "accent": brief.palette.accent(brief.game, force.side),
        "head": [words("unit_number"), words("identity"), *(value.name for value in values)],
        "boxes": [
            {"title": box.title, "width": box.width}
            for box in record.boxes
            if force.side in (box.sides or [force.side])
        ],
        "rows": [_unit_row(brief, unit, values, signs) for unit in force.units],
    }


def _unit_row(brief: Brief, unit: Unit, values: Sequence[CounterValue], signs: Signs) -> dict[str, Any]:
    counter = unit.counter.counter if unit.counter else None
    printed = face_values(counter) if counter else {}
    return {
        "no": str(unit.no),
        "name": unit.row.name,
        "marks": signs.at(unit.where / "name"),
        "note": unit.row.note,
        "tint": brief.palette.nation(brief.game, counter.nationality).tint if counter else "",
        "values": [
            {
                "text": _value_text(value, printed.get(value.id, "")),
                "marks": signs.at(unit.counter.where / value.id) if unit.counter else "",
            }
            for value in values
        ],
    }


def _value_text(value: CounterValue, said: object) -> str:
    """A value as it reads: a word by its name, a flag as a dot where it is set."""
    if isinstance(said, bool):
        return "•" if said else ""
    return next((word.name for word in value.words if word.id == said), str(said))


# -- the form to hold a printed copy against a game ------------------------------------------------


def collate_pdf(brief: Brief, parts: Iterable[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]) -> bytes:
    """Return the form as a PDF: components with rows of fields and our values, on the profile's paper."""
    words = brief.words
    title = words("collate_title")
    data: dict[str, Any] = brief.page(f"{brief.game.title}: {title}") | {
        "game": brief.game.title,
        "title": title,
        "lead": words("collate_lead"),
        "copy": words("collate_copy"),
        "parts": [
            {"title": part, "rows": [{"name": name, "values": [list(v) for v in values]} for name, values in rows]}
            for part, rows in parts
        ],
    }
    return with_print_settings(typeset("collate.typ", data), "single")
