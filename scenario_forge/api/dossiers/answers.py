"""The file of a dossier: begun, and what a page gave back taken into it. What stands there stays to the letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from scenario_forge.api.calls import load_game
from scenario_forge.checks.small_documents import decisions, dossier_heads
from scenario_forge.design.dates import NotMade, dossier_dates
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.render.report import one_line
from scenario_forge.documents.scenario import DossierPage
from scenario_forge.project.dossiers import CONTROL, dossiers
from scenario_forge.project.reading.locate import called, command
from scenario_forge.source.edit import add_entry, insert_item, remove, set_scalar
from scenario_forge.source.emit import NewDocument, Rows, document
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import MAX_BYTES, Source, newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.api.dossiers.page import Place
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.dossiers import Decided, Dossier, Key
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Data

FIELDS: tuple[Literal["at", "source", "note"], ...] = ("at", "source", "note")
SHOWN = 5
"""Findings of a file that is refused that are told."""


class Refused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Answers that were not taken: of another game or date, or with errors; ``findings`` are these."""

    def __init__(self, message: str, hint: str | None = None, findings: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.hint, self.findings = hint, findings


@dataclass(frozen=True, slots=True)
class Change:
    """A row that is another: whose, the cell before and after, whether only its source or note changed."""

    key: Key
    cited: str
    was: str
    now: str

    @property
    def said(self) -> str:
        """``Allied 5: QQ3, was open``."""
        if self.was == self.now:
            return f"{self.cited}: source or note"
        if not self.now:
            return f"{self.cited}: open again, was {self.was}"
        return f"{self.cited}: {self.now}" + (f", was {self.was}" if self.was else "")


def first_text(game: Game, place: Place) -> str:
    """The file of a date for which nothing is decided yet."""
    dates = place.dates
    about = game.about
    name = about.game if about else ""
    opens = f"{dates.track.label(dates.first_turn)}, {game.side_names.get(dates.first, dates.first)} first"
    made = NewDocument()
    made.say("yaml-language-server: $schema=../schemas/dossiers.schema.json", "")
    made.say(f"What is decided for {one_line(opens)}. What speaks for it:", f"  {_command(game, place.date)}", "A row:")
    made.say("  - {side: …, no: …, at: …, source: …, note: …}   # or marker: … instead of no")
    made.say("  - {control: a place, at: a side, source: …, note: …}", None)
    made.add("basis", "proposed")
    made.say(None)
    for key, value in (("game", name), ("date", place.date), ("first", dates.first), ("title", one_line(opens))):
        made.add(key, value)
    return made.text()


def answers_of(game: Game, place: Place, data: bytes, name: str) -> Dossier:
    """The decisions in a file that a page gave.

    Args:
        game: the game they must be of.
        place: the date they must be of.
        data: the file's bytes.
        name: as the file is called in messages.

    Raises:
        Refused: it cannot be read, is of another game or date, or decides what cannot be.
    """
    if len(data) > MAX_BYTES:
        raise Refused(f"{name} is too large for a dossier")
    source = Source.read(place.name, data)
    if source.root is None:
        raise Refused(f"{name} cannot be read", None, tuple(source.problems)[:SHOWN])
    laid = load_game(game.folder, game.errata, files={place.name: source.text})
    found = next((each for each in dossiers(laid) if each.where.file.name == place.name), None)
    if found is None:
        raise Refused(f"{name} is no dossier", None, tuple(_errors(laid.problems, place.name)))
    _same_start(game, place, found, name)
    rows = [finding for check in (dossier_heads, decisions) for finding in check(laid)]
    problems = tuple(_errors(rows, place.name))
    if problems:
        raise Refused(f"{name} has errors; nothing was taken from it", None, problems)
    return found


def _errors(findings: Iterable[Diagnostic], name: str) -> list[Diagnostic]:
    mine = [each for each in findings if each.span.file == name and each.severity is Severity.ERROR]
    return sorted(mine, key=lambda each: each.sort_key)[:SHOWN]


def _same_start(game: Game, place: Place, found: Dossier, name: str) -> None:
    document, dates = found.document, place.dates
    if game.about is not None and document.game != game.about.game:
        raise Refused(f"{name} is of the game {one_line(document.game)}, not of {game.about.game}")
    asked = f"{place.date}, {dates.first} first"
    said = f"{one_line(document.date)}, {one_line(document.first)} first"
    try:
        turn = dossier_dates(game, document.date, document.first).first_turn
    except NotMade:
        turn = -1
    if (turn, document.first) != (dates.first_turn, dates.first):
        raise Refused(f"{name} is of {said}; this is {asked}", _command(game, document.date))


def _command(game: Game, date: str) -> str:
    return command("dossier", called(game.folder), date=one_line(date), errata=game.errata)


def page_of(data: bytes) -> DossierPage:
    """How the page was drawn that saved a file; of one that says nothing, or cannot be read, nothing is known."""
    root = Source.read("answers.yaml", data).root if len(data) <= MAX_BYTES else None
    said = root.data.get("page") if root and isinstance(root.data, dict) else None
    try:
        return DossierPage.model_validate(said or {})
    except ValidationError:
        return DossierPage()


def taken(game: Game, place: Place, answers: Dossier) -> tuple[str, list[Change]]:
    """The text of the dossier with the answers taken in, and what has changed.

    Answers go before what stands there; rows that they leave out stay.

    Raises:
        EditRefused: the file is of a form in which that cannot be done.
    """
    file = game.read.get(place.name)
    text = file.source.text if file else first_text(game, place)
    known: Mapping[Key, Decided] = place.found.rows if place.found else {}
    order = {key: n for n, key in enumerate(_order(game, known, answers))}
    changes: list[Change] = []
    new: list[tuple[Key, Decided]] = []
    for key, answer in answers.rows.items():
        before = known.get(key)
        if before is None:
            if any(getattr(answer.row, name) for name in FIELDS):
                new.append((key, answer))
                changes.append(Change(key, answer.cited, "", answer.row.at))
            continue
        text, changed = _edited(text, before, answer)
        if changed:
            changes.append(Change(key, answer.cited, before.row.at, answer.row.at))
    keys = {each.where.path[1]: key for key, each in known.items()}
    there = [keys.get(number) for number in range(len(place.found.document.rows))] if place.found else []
    text = _added(text, there, sorted(new, key=lambda each: order[each[0]]), order)
    _holds(game, place, text, answers)
    return text, sorted(changes, key=lambda each: order[each.key])


def _order(game: Game, known: Mapping[Key, Decided], answers: Dossier) -> list[Key]:
    """Keys by side and number, markers behind units, control at the end."""
    sides = list(game.side_names)

    def rank(key: Key) -> tuple[int, bool, int, str]:
        side, who = key
        number = who if isinstance(who, int) else 0
        return (sides.index(side) if side in sides else len(sides), isinstance(who, str), number, str(who))

    return sorted({**known, **answers.rows}, key=rank)


def _edited(text: str, before: Decided, answer: Decided) -> tuple[str, bool]:
    path, changed = before.where.path, False
    data = before.where.data
    for name in FIELDS:
        old, new = getattr(before.row, name), getattr(answer.row, name)
        if old == new:
            continue
        changed, value = True, one_line(new)
        if isinstance(data, dict) and name in data:
            text = set_scalar(text, [*path, name], value)
        else:
            text = add_entry(text, path, name, value)
    return text, changed


def _added(text: str, there: list[Key | None], new: list[tuple[Key, Decided]], order: Mapping[Key, int]) -> str:
    """The text with new rows, each before the first that belongs behind it."""
    for key, answer in new:
        row = _data(key, answer)
        if there:
            at = next((n for n, other in enumerate(there) if other and order[other] > order[key]), len(there))
            text = insert_item(text, ["rows"], at, row)
            there.insert(at, key)
            continue
        if "rows" in _root(text):  # an empty list
            text = remove(text, ["rows"])
        newline = newline_of(text)
        text = text.rstrip() + newline + document({"rows": Rows([row])}, {("rows",): [None]}).replace("\n", newline)
        there.append(key)
    return text


def _data(key: Key, answer: Decided) -> dict[str, Data]:
    side, who = key
    row: dict[str, Data] = {"side": side, "no" if isinstance(who, int) else "marker": who}
    if side == CONTROL:
        row = {"control": one_line(answer.row.control or "")}
    return row | {name: one_line(value) for name in FIELDS if (value := getattr(answer.row, name)) or name == "at"}


def _root(text: str) -> dict[str, Data]:
    root = Source.of_text("", text).root
    return root.data if root is not None and isinstance(root.data, dict) else {}


def _holds(game: Game, place: Place, text: str, answers: Dossier) -> None:
    """Refuse a text that would decide otherwise than was meant, or that lost a row.

    Raises:
        EditRefused: it would.
    """
    laid = load_game(game.folder, game.errata, files={place.name: text})
    found = next((each for each in dossiers(laid) if each.where.file.name == place.name), None)
    before = place.found.document.rows if place.found else []
    if found is None or len(found.document.rows) < len(before):
        raise EditRefused(f"{place.name} cannot be edited without losing something")
    for key, answer in answers.rows.items():
        row = found.rows.get(key)
        if (row.row.at if row else "") != answer.row.at:
            raise EditRefused(f"{place.name} would not say what was meant of {answer.cited}")
