"""The form as files: a page and a document, with what the file of the copy says already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.api.collate_ground import Ground, ground
from scenario_forge.documents.copies import CopyDocument
from scenario_forge.project.copies import names_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.collate import Part
    from scenario_forge.project.game import Game
    from scenario_forge.reports.collate_page import Answered

__all__ = ["Ground", "form_files", "ground_of"]

ground_of = ground


def form_files(game: Game, copy: str, parts: Sequence[Part], land: Ground | None) -> tuple[bytes, bytes]:
    """The page and the document; the page begins with the answers of ``copies/COPY.yaml``, if it is there.

    Raises:
        LookupError: that file is there and cannot be read.
    """
    from scenario_forge.printing.brief import Brief  # noqa: PLC0415 - printing loads much
    from scenario_forge.printing.collate import collate_pdf  # noqa: PLC0415
    from scenario_forge.reports.collate_ground import ground_part  # noqa: PLC0415
    from scenario_forge.reports.collate_page import collate_page  # noqa: PLC0415

    brief = Brief(game)
    asked = {value.at for part in parts for row in part.rows for value in row.values}
    asked |= {row.at for row in land.rows} | {run.at for run in land.chains} if land else set()
    answered = answered_in(game, copy, asked)
    drawn = ""
    if land is not None:
        rows = [(row.at, row.letters, row.first) for row in land.rows]
        runs = [(run.at, run.name, run.kind, run.steps, run.sides) for run in land.chains]
        drawn = ground_part(brief.words, land.map, rows, runs, answered.answers)
    roots = {name: file.source.root for name, file in game.read.items() if file.source.root is not None}
    names = names_asked(roots)
    rows_of = [(p.title, [(r.name, [(v.at, v.field, v.ours) for v in r.values]) for r in p.rows]) for p in parts]
    html = collate_page(game.title, brief.words, copy, rows_of, answered, drawn, names)
    shown = [(p.title, [(r.name, [(v.field, str(v.ours)) for v in r.values]) for r in p.rows]) for p in parts]
    return html.encode("utf-8", "replace"), collate_pdf(brief, shown)


def answered_in(game: Game, copy: str, asked: set[str]) -> Answered:
    """What the file of a copy says, parted into what the form asks and what it does not."""
    from scenario_forge.reports.collate_page import Answered  # noqa: PLC0415

    name = f"copies/{copy}.yaml"
    if name not in game.files:
        return Answered()
    found = next((d for d, where in game.documents("copies", CopyDocument) if where.file.name == name), None)
    if found is None:
        raise LookupError(f"{name} is there, and cannot be read")
    answers = {answer.at: answer.printed for answer in found.answers if answer.at in asked}
    kept = [answer.model_dump(mode="json") for answer in found.answers if answer.at not in asked]
    return Answered(found.title, answers, kept)
