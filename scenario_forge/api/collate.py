"""The form to hold a printed copy against a game's files, and errata from what contradicts print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge import printing, reports
from scenario_forge.api.errata import next_numbers
from scenario_forge.documents.errata import CopyDocument
from scenario_forge.game.hexmap import hex_map, row_index
from scenario_forge.game.place import address
from scenario_forge.game.reading.errata import names_by_field, printed_roots, try_answers
from scenario_forge.hexes import across, parse_side
from scenario_forge.hexes.sides import SideError
from scenario_forge.printing.charts.pads import collate_pdf
from scenario_forge.reports.collate import (
    Chain,
    EarlierAnswers,
    Form,
    MapQuestions,
    Part,
    Question,
    QuestionGroup,
    TerrainRow,
)
from scenario_forge.source import emit
from scenario_forge.source.nodes import Mapping
from scenario_forge.source.nodes import Sequence as Seq

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import AnswerOutcome
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.printing.profile import Printer
    from scenario_forge.source.nodes import Node, Path


SEEN = {
    "counters": ("units", "markers"),
    "time-track": ("boxes", "starts", "stops"),
    "charts": ("charts",),
    "victory": ("stops", "rows", "objectives", "decisive", "levels"),
    "orders-of-battle": ("units", "markers"),
    "map": ("places",),
}
"""Kind of document → what of it is seen on a printed copy. The ground is asked by itself."""
UNSEEN = frozenset(
    {"id", "no", "side", "turn", "kind", "kinds", "hex", "option", "drawn", "marker", "when", "unlimited"}
)
"""Fields that no component shows, or that its rows are known by."""


NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
"""What a copy may be called."""


def form(game: Game) -> list[Part]:
    """Return every value that can be seen on a printed copy and rests on nothing printed, by component and row."""
    parts: dict[str, dict[str, QuestionGroup]] = {}
    for file in sorted(game.read.values(), key=lambda file: [*SEEN, file.kind.name].index(file.kind.name)):
        for path, node in _leaves(file):
            component, _, rest = file.paper(path[:2] if path[0] != "charts" else path[:-1]).partition(", ")
            if file.kind.name == "counters":
                component, rest = "Counter sheets", rest or component
            name = ", ".join(part for part in (rest, _identity(file, path)) if part)
            row = parts.setdefault(component, {}).setdefault(name or component, QuestionGroup(name or component, []))
            at = address(file.root, path)
            row.values.append(Question(f"{file.name.removesuffix('.yaml')}.{at}", str(path[-1]), node.data))
    return [Part(title, list(rows.values())) for title, rows in parts.items()]


def _identity(file: GameFile, path: Path) -> str:
    item = file.data
    for step in path[:2]:
        item = item[step]
    name = item.get("name") if isinstance(item, dict) and path[0] == "units" else None
    return str(name) if name else ""


def _leaves(file: GameFile) -> Iterator[tuple[Path, Node]]:
    if not isinstance(file.root, Mapping):
        return
    for key in SEEN.get(file.kind.name, ()):
        if key in file.root.values:
            for path, node in _below(file.root.values[key], (key,)):
                if file.basis_at(path) in ("proposed", "fitted"):
                    yield path, node


def _below(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    if isinstance(node, Mapping):
        for key, below in node.values.items():
            if key not in UNSEEN:
                yield from _below(below, (*path, key))
    elif isinstance(node, Seq):
        for index, below in enumerate(node.items):
            yield from _below(below, (*path, index))
    elif node.data is not None and not isinstance(node.data, bool):
        yield path, node


def draft_errata(game: Game, name: str) -> str:
    """Draft errata from the answers of ``copies/NAME.yaml`` that contradict print; empty where none does.

    Raises:
        LookupError: the game has no such copy, or its file cannot be read.
    """
    document, every = _reads(game, name)
    reads = [read for read in every if read.outcome == "contradicts"]
    rows: list[dict[str, object]] = []
    for id_, read in zip(next_numbers(game, len(reads)), reads, strict=True):
        assert read.target is not None  # noqa: S101 - what contradicts has a place
        ours = game.read[read.target[0]]
        node = ours.source.root.data if ours.source.root else None
        for step in read.target[1]:
            node = node[step]  # type: ignore[index] # the path was found in it
        fields: dict[str, object] = {
            "id": id_,
            "at": read.answer.at,
            "printed": node,
            "corrected": read.answer.printed,
            "why": "a printed copy has it so",
            "source": document.title,
            "by": "us",
            "status": "proposed",
        }
        rows.append(fields)
    if not rows:
        return ""
    title = f"Read off a copy: {document.title}"
    spaced = {path: [None] for path in (("title",), ("errata",), *(("errata", n) for n in range(len(rows))))}
    return emit.document({"basis": "proposed", "title": title, "errata": rows}, spaced)


def outcomes(game: Game, name: str) -> list[str]:
    """Return the outcome of each answer of ``copies/NAME.yaml``: `laid`, `same`, `contradicts`, or an error.

    Raises:
        LookupError: the game has no such copy, or its file cannot be read.
    """
    return [read.outcome for read in _reads(game, name)[1]]


def _reads(game: Game, name: str) -> tuple[CopyDocument, list[AnswerOutcome]]:
    copies = game.documents("copies", CopyDocument)
    found = next(((document, where) for document, where in copies if where.file.stem == name), None)
    if found is None:
        there = f"copies/{name}.yaml" in game.files
        raise LookupError(f"copies/{name}.yaml " + ("cannot be read" if there else "is not there"))
    models = {name: file.kind.model for name, file in game.files.items()}
    return found[0], try_answers(printed_roots(game.read), *found, models)


# -- the ground ------------------------------------------------------------------------------------


def ground(game: Game) -> MapQuestions | None:
    """Return what of the ground rests on nothing printed; None where all of it is printed, or there is no map."""
    linked = hex_map(game)
    if linked is None:
        return None
    asked = MapQuestions(linked, list(_rows(linked)), list(_chains(linked)))
    return asked if asked.asks else None


def _open(where: Where) -> str:
    """Return the address of a value that is ours; empty for one that is printed."""
    file: GameFile = where.file
    ours = file.basis_at(where.path) in ("proposed", "fitted")
    return f"{file.name.removesuffix('.yaml')}.{address(file.root, where.path)}" if ours else ""


def _rows(linked: HexMap) -> Iterator[TerrainRow]:
    for number, row in enumerate(linked.document.rows):
        index = row_index(linked.grid, row.row)
        for sheet in linked.grid.sheets if index is not None else ():
            text = row.cells.get(sheet.id)
            hexes = linked.grid.row_hexes(sheet.id, sheet.row_labels[index or 0])
            at = _open(linked.where / "rows" / number / sheet.id) if text is not None else ""
            if text is not None and at and len(text) == len(hexes):
                yield TerrainRow(at, text, hexes.start)


def _chains(linked: HexMap) -> Iterator[Chain]:
    for number, feature in enumerate(linked.document.hexsides):
        at = _open(linked.where / "hexsides" / number / "sides")
        names = tuple(name for text in feature.sides if (name := side_name(linked, text)))
        if at and len(names) == len(feature.sides):
            kind = linked.hexside_kinds.get(feature.kind)
            title = kind.name if kind else feature.kind
            yield Chain(at, feature.name or title, title, tuple(feature.sides), names)
    for number, line in enumerate(linked.document.lines):
        at = _open(linked.where / "lines" / number / "hexes")
        if at:
            known = linked.line_kinds.get(line.kind)
            title = known.name if known else line.kind
            yield Chain(at, line.name or title, title, tuple(line.hexes), None)


def side_name(linked: HexMap, text: str) -> str:
    """Return `A1/A2` with the hex of the lower number first; empty for what is no side between two hexes."""
    try:
        one, other = across(linked.grid, parse_side(linked.grid, text))
    except SideError:
        return ""
    return f"{linked.name(one)}/{linked.name(other)}" if other >= 0 else ""


# -- the form as files -----------------------------------------------------------------------------


def form_files(
    game: Game, copy: str, parts: Sequence[Part], land: MapQuestions | None, printer: Printer | None = None
) -> tuple[bytes, bytes]:
    """Return the page, and the document for a person's printer.

    The page begins with the answers of ``copies/COPY.yaml``, if it is there.

    Raises:
        LookupError: that file is there and cannot be read.
    """
    profile = printing.profile
    brief = printing.brief.Brief(game, profile.find_profile(game, profile.DEFAULT, printer)[0])
    asked = {value.at for part in parts for row in part.rows for value in row.values}
    asked |= {row.at for row in land.rows} | {run.at for run in land.chains} if land else set()
    answered = read_answers(game, copy, asked)
    roots = printed_roots(game.read)
    html = reports.collate.collate_page(Form(brief, copy, parts, answered, land, names_by_field(roots)))
    shown = [(p.title, [(r.name, [(v.field, str(v.ours)) for v in r.values]) for r in p.rows]) for p in parts]
    return html.encode("utf-8", "replace"), collate_pdf(brief, shown)


def read_answers(game: Game, copy: str, asked: set[str]) -> EarlierAnswers:
    """Return what the file of a copy says, split into what the form asks and what it does not."""
    name = f"copies/{copy}.yaml"
    if name not in game.files:
        return EarlierAnswers()
    found = next((d for d, where in game.documents("copies", CopyDocument) if where.file.name == name), None)
    if found is None:
        raise LookupError(f"{name} is there, and cannot be read")
    answers = {answer.at: answer.printed for answer in found.answers if answer.at in asked}
    kept = [answer.model_dump(mode="json") for answer in found.answers if answer.at not in asked]
    return EarlierAnswers(found.title, answers, kept)
