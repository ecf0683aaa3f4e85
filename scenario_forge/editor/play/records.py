"""Records in the editor: those in the game's folder `records`, one that the author opens, one that is saved there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.api.play import NotPlayable, prepare, what_differs
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.editor.answers import NotWritten, Refused, TooLarge, Unknown
from scenario_forge.editor.play.dice import Throws
from scenario_forge.editor.play.table import YOU, Table, decisions_of
from scenario_forge.simulator.game_log import LoggedMatch
from scenario_forge.simulator.record import CHANCE_NAME, BadRecordError, read_record
from scenario_forge.simulator.step import IllegalActionError, Keyed, Scripted
from scenario_forge.source.files import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.step import Chance, Source, Token

FOLDER = "records"
"""Of the game's folder."""
MOST_BYTES = 16 * 1024 * 1024
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.json", re.ASCII)
_MOST_LISTED = 500


def _folder(game: Path) -> Path:
    """Return the folder of records.

    Raises:
        Refused: it is a link that leads out of the game's folder.
    """
    found = (game / FOLDER).resolve()
    if not found.is_relative_to(game.resolve()):
        raise Refused(f"`{FOLDER}` leads out of the game's folder")
    return found


def record_names(game: Path) -> list[str]:
    """Return the names of the records in the game's folder."""
    folder = _folder(game)
    there = folder.iterdir() if folder.is_dir() else ()
    return sorted(path.name for path in there if _NAME.fullmatch(path.name) and path.is_file())[:_MOST_LISTED]


def record_bytes(game: Path, name: str) -> bytes:
    """Return the bytes of a record of the game's folder.

    Raises:
        Unknown: there is none of that name.
        TooLarge: it is larger than the editor takes.
    """
    if name not in record_names(game):
        raise Unknown(f"there is no record {name[:100]!r}")
    path = (_folder(game) / name).resolve()
    if not path.is_relative_to(_folder(game)):
        raise Unknown(f"there is no record {name[:100]!r}")
    if path.stat().st_size > MOST_BYTES:
        raise TooLarge(f"a record has at most {MOST_BYTES // 2**20} MB here")
    return path.read_bytes()


def keep(game: Path, name: str, text: str) -> str:
    """Write a record into the game's folder under a name that is still free; return that name.

    Raises:
        NotWritten: the disk refused.
    """
    stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:80] or "game"
    folder = _folder(game)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise NotWritten(f"{FOLDER}: {error.strerror or error}", []) from error
    taken = {path.name for path in folder.iterdir()}
    free = next(each for n in range(1, len(taken) + 2) if (each := f"{stem}-{n}.json") not in taken)
    problem = write_file(folder / free, text.encode(), f"{FOLDER}/{free}")
    if problem is not None:
        raise NotWritten(problem.message, [])
    return free


def open_record(number: int, game: Game, data: bytes, name: str) -> Table:
    """Return a record on the table, to be watched.

    Raises:
        Refused: it is no record, or its scenario cannot be set up in this game.
    """
    try:
        record, warnings = read_record(data, name)
    except BadRecordError as error:
        raise Refused(str(error)) from error
    setting = record.setting
    known = {option.id for document, _ in game.documents("options", OptionsDocument) for option in document.options}
    try:
        prepared = prepare(game, setting.scenario, [each for each in setting.options if each in known], setting.forces)
    except (NoSuchScenario, CompileError, NotPlayable) as error:
        raise Refused(f"{name} is a game of `{setting.scenario}`: {error}") from error
    errors, more = what_differs(record, prepared, name)
    table = Table(number, game, prepared, dict.fromkeys(prepared.sides, "random"), Throws(record.seed))
    table.names_of_players = {side: record.players.get(side, YOU) for side in prepared.sides}
    table.watched = True
    table.notes = [each.message for each in (*warnings, *more, *errors)]
    source = _Recorded(record)
    table.match, parted = _played_again(prepared.play, record, source)
    table.typed = record.dice == "typed" or source.differs
    if parted:
        table.notes.append(parted)
    return table


def play_on(watched: Table, line: int, made: Table) -> Table:
    """Return a game that begins where a record stood after a line, with all results of the decision before it."""
    made.notes = list(watched.notes)
    made.take_up(decisions_of(watched.match, watched.match.decisions_by(line)), typed=watched.typed)
    return made


class _Recorded(Scripted):
    """The throws of a record; ``differs``: some are not those of its seed."""

    def __init__(self, record: Record) -> None:
        super().__init__(each.action[0] for each in record.actions if each.by == CHANCE_NAME and each.action)
        self._keyed = Keyed(record.seed)
        self.differs = False

    def draw(self, chance: Chance, use: int) -> Token:
        token = super().draw(chance, use)
        self.differs = self.differs or token != self._keyed.draw(chance, use)
        return token


def _played_again(play: Play[Any], record: Record, source: Source) -> tuple[LoggedMatch, str]:
    """Replay a record as far as the rules allow; return the match, and why it stops there."""
    entries = record.actions
    match = LoggedMatch(play, source)
    number = 0
    try:
        for number, entry in enumerate(entries):
            if entry.by == CHANCE_NAME:
                continue
            if match.advance() is None:
                return match, f"the game is over before action {number + 1} of the record"
            match.playout.must_allow(entry.action)
            match.take(entry.action)
        match.advance()
    except IllegalActionError as error:
        if number + 1 < len(entries):
            return match, f"the record parts from the rules at action {number + 1}: {error}"
    except Exception as error:  # the rules failed then, and do so again
        return match, f"the rules fail at action {number + 1}: {type(error).__name__}: {error}"
    finally:
        match.cut()
    return match, ""
