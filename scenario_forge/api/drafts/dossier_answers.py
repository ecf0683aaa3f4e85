"""The file of a dossier: begun, updated from a file of answers; its decisions written into a scenario.

What stands in either file stays to the letter.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import ValidationError

from scenario_forge.api.calls import load_game
from scenario_forge.api.drafts.dossier import must_be_of_date
from scenario_forge.checks.dossiers import decisions, dossier_heads
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.scenario import DossierPage
from scenario_forge.drafts.counting import cells_of, open_cells
from scenario_forge.drafts.dates import GONE, NotMade, dossier_dates
from scenario_forge.drafts.dossier_candidates import find_clashes, place_as_scenario
from scenario_forge.drafts.dossier_rows import control_subjects, read_control, subjects
from scenario_forge.drafts.methods import SUCH, draft_sides
from scenario_forge.drafts.scenario import remark
from scenario_forge.game.dossiers import CONTROL, dossiers
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.locate import command, game_argument, schema_comment
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.change import add_entry, insert_item, remove, set_scalar
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import NewDocument, Rows, document, quote_if_needed
from scenario_forge.source.nodes import EditRefused, content_end, descend, splice
from scenario_forge.source.nodes import Mapping as MappingNode
from scenario_forge.source.read import MAX_BYTES, Source, newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.api.drafts.dossier import DossierPlace
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.dossiers import Dossier, Key, LinkedRow
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node, Path


FIELDS: tuple[Literal["at", "source", "note"], ...] = ("at", "source", "note")
SHOWN = 5
"""Findings of a file that is refused that are told."""


class AnswersRefused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: answers were not taken, as of another game or date, or with errors; ``findings`` are these."""

    def __init__(self, message: str, hint: str | None = None, findings: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.hint, self.findings = hint, findings


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A changed row: whose it is, the cell before and after, and whether only its source or note differs."""

    key: Key
    cited: str
    was: str
    now: str

    @property
    def words(self) -> str:
        """The change in words: ``Allied 5: QQ3, was open``."""
        if self.was == self.now:
            return f"{self.cited}: source or note"
        if not self.now:
            return f"{self.cited}: open again, was {self.was}"
        return f"{self.cited}: {self.now}" + (f", was {self.was}" if self.was else "")


def first_text(game: Game, place: DossierPlace) -> str:
    """Return the file of a date for which nothing is decided yet."""
    dates = place.dates
    about = game.about
    name = about.game if about else ""
    opens = f"{dates.track.label(dates.first_turn)}, {game.side_names.get(dates.first, dates.first)} first"
    made = NewDocument()
    made.say(schema_comment(game, place.name), "")
    made.say(f"What is decided for {one_line(opens)}. What speaks for it:", f"  {_command(game, place.date)}", "A row:")
    made.say("  - {side: …, no: …, at: …, source: …, note: …}   # or marker: … instead of no")
    made.say("  - {control: a place, at: a side, source: …, note: …}", None)
    made.add("basis", "proposed")
    made.say(None)
    for key, value in (("game", name), ("date", place.date), ("first", dates.first), ("title", one_line(opens))):
        made.add(key, value)
    return made.text()


def answers_of(game: Game, place: DossierPlace, data: bytes, name: str) -> Dossier:
    """Return the decisions in a file of answers.

    Args:
        game: the game they must be of.
        place: the date they must be of.
        data: the file's bytes.
        name: as the file is called in messages.

    Raises:
        Refused: it cannot be read, is of another game or date, or decides what cannot be.
    """
    if len(data) > MAX_BYTES:
        raise AnswersRefused(f"{name} is too large for a dossier")
    source = Source.read(place.name, data)
    if source.root is None:
        raise AnswersRefused(f"{name} cannot be read", None, tuple(source.problems)[:SHOWN])
    laid = load_game(game.folder, game.errata, files={place.name: source.text})
    found = next((each for each in dossiers(laid) if each.where.file.name == place.name), None)
    if found is None:
        raise AnswersRefused(f"{name} is no dossier", None, tuple(_errors(laid.problems, place.name)))
    _same_start(game, place, found, name)
    rows = [finding for check in (dossier_heads, decisions) for finding in check(laid)]
    problems = tuple(_errors(rows, place.name))
    if problems:
        raise AnswersRefused(f"{name} has errors; nothing was taken from it", None, problems)
    return found


def _errors(findings: Iterable[Diagnostic], name: str) -> list[Diagnostic]:
    mine = [each for each in findings if each.span.file == name and each.severity is Severity.ERROR]
    return sorted(mine, key=lambda each: each.sort_key)[:SHOWN]


def _same_start(game: Game, place: DossierPlace, found: Dossier, name: str) -> None:
    document, dates = found.document, place.dates
    if game.about is not None and document.game != game.about.game:
        raise AnswersRefused(f"{name} is of the game {one_line(document.game)}, not of {game.about.game}")
    asked = f"{place.date}, {dates.first} first"
    said = f"{one_line(document.date)}, {one_line(document.first)} first"
    try:
        turn = dossier_dates(game, document.date, document.first).first_turn
    except NotMade:
        turn = -1
    if (turn, document.first) != (dates.first_turn, dates.first):
        raise AnswersRefused(f"{name} is of {said}; this is {asked}", _command(game, document.date))


def _command(game: Game, date: str) -> str:
    return command("dossier", game_argument(game.folder), date=one_line(date), errata=game.errata)


def page_of(data: bytes) -> DossierPage:
    """Return how the page is to be drawn by a file that the form of an earlier version saved; else the default.

    A page of an earlier version, drafted by a method that is gone, is drawn by the default one.
    """
    root = Source.read("answers.yaml", data).root if len(data) <= MAX_BYTES else None
    said = root.data.get("page") if root and isinstance(root.data, dict) else None
    try:
        page = DossierPage.model_validate(said or {})
    except ValidationError:
        return DossierPage()
    gone = (page.drafted_from or "").partition(":")[0] in GONE
    return page.model_copy(update={"drafted_from": None}) if gone else page


def take_answers(
    game: Game, place: DossierPlace, answers: Dossier, unsaved: Mapping[str, str | None] | None = None
) -> tuple[str, list[ChangedRow]]:
    """Return the text of the dossier with the answers taken in, and what has changed.

    Answers go before what stands there; rows that they leave out stay. ``unsaved``: texts of the game by file, where
    they are not as on the disk; None: there is none.

    Raises:
        EditRefused: the file is of a form in which that cannot be done.
    """
    file = game.read.get(place.name)
    text = file.source.text if file else first_text(game, place)
    known: Mapping[Key, LinkedRow] = place.found.rows if place.found else {}
    order = {key: n for n, key in enumerate(_order(game, known, answers))}
    changes: list[ChangedRow] = []
    new: list[tuple[Key, LinkedRow]] = []
    for key, answer in answers.rows.items():
        before = known.get(key)
        if before is None:
            if any(getattr(answer.row, name) for name in FIELDS):
                new.append((key, answer))
                changes.append(ChangedRow(key, answer.cited, "", answer.row.at))
            continue
        text, changed = _edited(text, before, answer)
        if changed:
            changes.append(ChangedRow(key, answer.cited, before.row.at, answer.row.at))
    keys = {each.where.path[1]: key for key, each in known.items()}
    there = [keys.get(number) for number in range(len(place.found.document.rows))] if place.found else []
    text = _added(text, there, sorted(new, key=lambda each: order[each[0]]), order)
    _holds(game, place, {**(unsaved or {}), place.name: text}, answers)
    return text, sorted(changes, key=lambda each: order[each.key])


def _order(game: Game, known: Mapping[Key, LinkedRow], answers: Dossier) -> list[Key]:
    """Return keys by side and number, markers behind units, control at the end."""
    sides = list(game.side_names)

    def rank(key: Key) -> tuple[int, bool, int, str]:
        side, who = key
        number = who if isinstance(who, int) else 0
        return (sides.index(side) if side in sides else len(sides), isinstance(who, str), number, str(who))

    return sorted({**known, **answers.rows}, key=rank)


def _edited(text: str, before: LinkedRow, answer: LinkedRow) -> tuple[str, bool]:
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


def _added(text: str, there: list[Key | None], new: list[tuple[Key, LinkedRow]], order: Mapping[Key, int]) -> str:
    """Return the text with new rows, each before the first that belongs behind it."""
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


def _data(key: Key, answer: LinkedRow) -> dict[str, Data]:
    side, who = key
    row: dict[str, Data] = {"side": side, "no" if isinstance(who, int) else "marker": who}
    if side == CONTROL:
        row = {"control": one_line(answer.row.control or "")}
    return row | {name: one_line(value) for name in FIELDS if (value := getattr(answer.row, name)) or name == "at"}


def _root(text: str) -> dict[str, Data]:
    root = Source.of_text("", text).root
    return root.data if root is not None and isinstance(root.data, dict) else {}


def _holds(game: Game, place: DossierPlace, texts: Mapping[str, str | None], answers: Dossier) -> None:
    """Refuse a text that would decide otherwise than was meant, or that lost a row.

    Raises:
        EditRefused: it would.
    """
    laid = Workspace.after(game).load(game.errata, texts)
    found = next((each for each in dossiers(laid) if each.where.file.name == place.name), None)
    before = place.found.document.rows if place.found else []
    if found is None or len(found.document.rows) < len(before):
        raise EditRefused(f"{place.name} cannot be edited without losing something")
    for key, answer in answers.rows.items():
        row = found.rows.get(key)
        if (row.row.at if row else "") != answer.row.at:
            raise EditRefused(f"{place.name} would not say what was meant of {answer.cited}")


# -- decisions written into a scenario -------------------------------------------------------------


OPEN = re.compile(r"\s*Decide:")
"""Begins a cell that is left to decide."""
_CHANCE = re.compile(rf"(?:; )?{SUCH}[^;]*")
"""What a draft says of how good a guess is."""
_REMARK = re.compile(r"(?:(?<=; )|(?<=# )|(?<=#))decided(?:: .*)?\Z")
_REST = re.compile(r"([\s\]},]*)(#.*)?\Z")


@dataclass(frozen=True, slots=True)
class Resolution:
    """A scenario with decisions written in. Rows are named as messages cite them, with cells."""

    name: str
    """The scenario's file."""
    text: str
    done: tuple[str, ...]
    """Written."""
    differing: tuple[str, ...]
    """Not written, since the scenario has another cell already."""
    same: int
    """As decided before."""
    missing: tuple[str, ...]
    """Decided, and without a row in the scenario."""
    refused: tuple[str, ...]
    """Not written, since the rules make it impossible, each with the rule."""
    left: int
    """Cells that are still left to decide."""


def resolve(game: Game, place: DossierPlace, name: str, *, force: bool = False) -> Resolution:
    """Write the decisions into a scenario of its date; what the rules make impossible stays as it is.

    Args:
        game: the game.
        place: the date, with its dossier.
        name: the scenario.
        force: write over cells that say something else, too.

    Raises:
        NotMade: there is no such scenario, or it begins at another time.
        EditRefused: its file cannot be edited without changing something else.
    """
    must_be_of_date(game, place, name)
    scenario = scenarios(game).scenarios[name]
    source = scenario.where.file.source
    rows = dict(cells_of(game, scenario))
    decided = place.found.settled_rows if place.found else {}
    root = source.root
    if root is None:
        raise EditRefused(f"{source.name} cannot be read")
    edits: list[tuple[int, int, str]] = []
    data = copy.deepcopy(root.data)
    done, differing, same, missing, refused = [], [], 0, [], []
    taken = {
        key: each
        for key, each in decided.items()
        if key in rows and (force or rows[key][1] == each.row.at or OPEN.match(rows[key][1]))
    }
    impossible = _impossible(game, place, name, taken)
    for key, each in decided.items():
        if key not in rows:
            missing.append(f"{each.cited}: {each.row.at}")
            continue
        path, cell = rows[key]
        if key in impossible:
            refused.append(f"{each.cited}: {each.row.at}; {impossible[key]}")
        elif cell == each.row.at:
            same += 1
        elif OPEN.match(cell) or force:
            edits += _edit(source.text, root, path, each)
            _set(data, path, each.row.at)
            done.append(f"{each.cited}: {each.row.at}")
        else:
            differing.append(f"{each.cited}: {cell}, decided {each.row.at}")
    text = splice(source.text, edits)
    read, _problems = compose(text, source.name)
    if read is None or repr(read.data) != repr(data):
        raise EditRefused(f"{source.name} cannot be edited without changing something else")
    stay = (key for key in rows if key in impossible or key not in decided)
    left = open_cells(key for key in stay if OPEN.match(rows[key][1])).all
    return Resolution(source.name, text, tuple(done), tuple(differing), same, tuple(missing), tuple(refused), left)


def _impossible(game: Game, place: DossierPlace, name: str, taken: dict[Key, LinkedRow]) -> dict[Key, str]:
    """Return which cells contradict the scenario's own or others that are written, and why."""
    grid, dates = hex_map(game), place.dates
    if grid is None or not taken:
        return {}
    made = draft_sides(game, dates)
    found = subjects(game, dates, made.drafts, made.ground)
    place_as_scenario(game, grid, name, found)
    found += control_subjects(game, dates, read_control(game, name), taken)
    refused: dict[Key, str] = {}
    while True:  # who is refused stays where it is, and may be in the way of another
        for each in found:
            each.decided = None if each.key in refused else taken.get(each.key)
        more = find_clashes(game, found)
        if not more:
            return refused
        refused |= more


def _edit(text: str, root: Node, path: Path, decided: LinkedRow) -> list[tuple[int, int, str]]:
    """Return the edits of the cell, of room that keeps columns aligned, and of the comment behind the row."""
    node, depth = descend(root, path)
    row, _ = descend(root, path[:-1])
    if depth < len(path) or not isinstance(row, MappingNode):
        raise EditRefused("the scenario's file has another form than its data")
    start, end = int(node.start.index), content_end(node, text)
    new = quote_if_needed(decided.row.at)
    spare = " " * max(end - start - len(new), 0) if row.flow else ""
    line_end = min((at for at in (text.find("\n", end), text.find("\r", end)) if at >= 0), default=len(text))
    behind = content_end(row, text) if row.flow else end
    comma = text[end : end + 1] == ","
    edits = [(start, end + comma, f"{new},{spare}" if comma else new)]
    if behind <= line_end:  # else the row goes on below, and what stands behind the cell is not its comment
        edits += _comment(text, behind, line_end, "" if comma else spare, remark(decided))
    return edits


def _comment(text: str, behind: int, line_end: int, spare: str, said: str) -> list[tuple[int, int, str]]:
    """Return the edits that add a remark to a line's comment or replace an earlier one; none if others stand there."""
    found = _REST.match(text, behind, line_end)
    if found is None:
        return []
    closing, comment = found[1].rstrip(), (found[2] or "").rstrip()
    gap = found[1][len(closing) :]
    kept = _CHANCE.sub("", _REMARK.sub("", comment)).rstrip("; ")
    made = f"{kept}; {said}" if kept not in ("", "#") else f"# {said}"
    return [(behind + len(closing), line_end, f"{spare}{gap if comment else '  '}{made}")]


def _set(data: object, path: Path, value: str) -> None:
    for step in path[:-1]:
        data = data[step]  # type: ignore[index] # the path was found in it
    data[path[-1]] = value  # type: ignore[index]
