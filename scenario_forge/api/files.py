"""Files of games: copy, migrate, lay out and translate them; write the schemas; begin a new game.

Bundled games are not to be changed where they are installed, so a copy is made to work on. It has the schemas beside
it, and its files name those, so that an editor completes keys at once.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.documents.words import WordsDocument, english_files
from scenario_forge.game.reading.folder import names_device, read_folder
from scenario_forge.game.reading.formats import FORMAT, GAME, format_of, migrated_texts
from scenario_forge.game.reading.locate import (
    NoSuchGame,
    check_command,
    command,
    find_game,
    game_argument,
    games,
    schema_comment,
)
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.game.system import NewGame, all_schemas, find_system, system_ids
from scenario_forge.source.emit import Block, NewDocument, QuotedText
from scenario_forge.source.files import TEMPORARY_SUFFIX, leftover_of, write_file
from scenario_forge.source.fmt import format_text
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.game.system import System


_SCHEMA = re.compile(rb"\A# yaml-language-server: \$schema=\S*?([^/\s]+\.schema\.json)")


class NotCopied(ValueError):  # noqa: N818 - named after what happened
    """Error: the game was not copied; nothing was written."""


def copy_game(name: str, target: Path) -> Path:
    """Copy the YAML files of a game to a folder that does not exist yet; in one step, or not at all.

    Raises:
        NoSuchGame: no game is called so.
        NotCopied: the folder exists, or cannot be written.
    """
    source = find_game(name)
    _clear_leftovers(target)
    if target.exists():
        raise NotCopied(f"{target} exists already; nothing is overwritten")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=TEMPORARY_SUFFIX, dir=target.parent) as made:
            inner = Path(made, target.name)
            shutil.copytree(source, inner, ignore=_no_yaml, symlinks=True)
            _bring_schemas(inner)
            inner.rename(target)
    except OSError as error:
        raise NotCopied(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def leftovers(target: Path) -> list[Path]:
    """Return the folders that copies to a folder, and beginnings of it, left beside it when they were killed."""
    beside = sorted(target.parent.iterdir()) if target.parent.is_dir() else ()
    return [path for path in beside if leftover_of(path.name) == target.name and path.is_dir()]


def _clear_leftovers(target: Path) -> None:
    """Remove them; a game that was moved away to be replaced is put back first, if nothing has taken its place."""
    for path in leftovers(target):
        with contextlib.suppress(OSError):
            # under a name of its own: a process that is still at work there finds it gone, and moves no game into it
            taken = path.rename(path.with_name(f".{target.name}.{secrets.token_hex(4)}{TEMPORARY_SUFFIX}"))
            if (taken / _OLD).exists() and not target.exists():
                (taken / _OLD).rename(target)
            shutil.rmtree(taken)


_OLD = "old"
"""Where a game is while another takes its place."""


def _bring_schemas(folder: Path) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        up = "../" * (len(path.relative_to(folder).parts) - 1)
        line = rf"# yaml-language-server: $schema={up}schemas/\1".encode()
        path.write_bytes(_SCHEMA.sub(line, path.read_bytes()))
    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in all_schemas().items():
        (folder / "schemas" / name).write_bytes(text.encode())


def _no_yaml(folder: str, names: list[str]) -> list[str]:
    """Return what a copy of a folder leaves out: all but YAML files and folders, and whatever is hidden."""
    return [
        name
        for name in names
        if name.startswith(".") or not (name.endswith(".yaml") or (Path(folder, name).is_dir() and name != "build"))
    ]


# -- takes a game's folder from the format that it is written in to the one that is read now -------


@dataclass
class Migration:
    """The result of migrating a folder."""

    before: int
    """The format that it was written in."""
    texts: dict[str, str] = field(default_factory=dict)
    """What each file that changes says now, or would say."""
    written: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """A file that could not be written, and why; those after it were not tried."""

    @property
    def after(self) -> int:
        """The format after the migration."""
        return FORMAT


def migrate_game(folder: Path, *, write: bool = True) -> Migration:
    """Add to a game's files what the format that is read now asks for; with ``write=False`` only say what.

    Each file is replaced whole or not at all, and the one that names the format comes last.

    Raises:
        EditRefused: the texts leave in doubt what would have to be written; nothing was written.
    """
    found = read_folder(folder, {})
    sources = {name: Source.read(name, data) for name, data in found.files.items()}
    texts = migrated_texts({name: source.text for name, source in sources.items()})
    game = sources[GAME].root
    made = Migration(format_of(game.data if game else None) or FORMAT, texts)
    for name, text in texts.items() if write else ():
        source = sources[name]
        problem = write_file(folder / name, source.encoded(text), name, source.digest)
        if problem is not None:
            made.refused.append((name, problem.message))
            break
        made.written.append(name)
    return made


# -- lays out a game's files -----------------------------------------------------------------------


@dataclass
class TidyResult:
    """The result of laying out the files, by name."""

    changed: list[str] = field(default_factory=list)
    """Laid out anew, or to be so when nothing was written."""
    unreadable: list[str] = field(default_factory=list)
    """Left alone, since nobody knows what they mean."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Could not be written, and why."""


def tidy(game: Game, *, write: bool = True) -> TidyResult:
    """Lay out every file of a game; with ``write=False`` only say which are not laid out."""
    tidied = TidyResult()
    for name, file in game.files.items():
        source = file.source
        if source.root is None:
            tidied.unreadable.append(name)
            continue
        text = format_text(source.text, name)
        if text == source.text:
            continue
        problem = write_file(game.folder / name, source.encoded(text), name, source.digest) if write else None
        if problem is None:
            tidied.changed.append(name)
        else:
            tidied.refused.append((name, problem.message))
    return tidied


# -- the words of a language -----------------------------------------------------------------------


class WordsProgress(NamedTuple):
    """Progress of the words of a language."""

    done: int
    total: int
    missing: tuple[str, ...]
    """Keys that are printed in English still."""


def progress(game: Game, language: str) -> WordsProgress:
    """Count the words of every game that differ in a language from the English ones."""
    own: dict[str, str] = {}
    for document, _where in game.documents("words", WordsDocument):
        if document.language == language:
            own |= document.words
    every = game.english
    missing = tuple(key for key, text in every.items() if own.get(key, text) == text)
    return WordsProgress(len(every) - len(missing), len(every), missing)


def template(game: Game, language: str) -> str:
    """Return the text of `words/<language>.yaml`: each key in English, to be translated, with the English beside it.

    What the game's rule system says in other words stands in those; keys of its own come last.
    """
    made = NewDocument()
    made.say(schema_comment(game, f"words/{language}.yaml"), *_HEAD)
    made.add("basis", "proposed")
    made.add("language", language)
    every = game.english
    parts = {component: [*document.words] for component, document in english_files().items()}
    core = {key for keys in parts.values() for key in keys}
    parts["rules"] = [key for key in every if key not in core]
    made.add("words", Block({key: QuotedText(every[key]) for keys in parts.values() for key in keys}))
    made.above |= {("words", keys[0]): [f"-- {component} --"] for component, keys in parts.items() if keys}
    made.behind |= {("words", key): " ".join(every[key].split()) for keys in parts.values() for key in keys}
    return made.text()


_HEAD = (
    "Translate what stands in quotes; the English stays beside it. What stands in {braces} is filled in and stays as",
    "it is. A line that is taken out is printed in English.",
)


# -- a new game: a small, whole one in the rule system of another ----------------------------------


_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}\Z")
_SIZE = re.compile(r"(\d{1,4})\s*[xX×]\s*(\d{1,4})\Z")
_LONGEST = 120
_OURS = frozenset({"build", "content"})
"""What is made from games, and where they are kept."""
SHELF = Path("content")
"""Folder in which an author's project keeps its games; where it is absent, a new game goes into the current folder."""


class NotBegun(ValueError):  # noqa: N818 - named after what happened
    """Error: the game was not begun, and nothing was written; ``hint`` says what could be."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def new_game(
    name: str, like: str, *, title: str = "", size: str = "20x12", parent: Path | None = None, force: bool = False
) -> Path:
    """Write a new game's folder, in one step or not at all, and give its path.

    Args:
        name: its id and its folder's name.
        like: folder or name of the game whose rule system and numbers it takes; or the id of a system without rules.
        title: as on the box; the name in words if empty.
        size: columns x rows of its map.
        parent: the folder it is put in; ``./content`` where there is one, else the current folder.
        force: replace a game that is there already.

    Raises:
        NotBegun: a name that is none, a size that is none, an unknown model, one whose rules nobody has here or that
            offer no beginning, whose numbers have errors, a folder that is there already or cannot be written.
    """
    _named(name)
    title = title.strip() or name.replace("-", " ").replace("_", " ").title()
    if len(title) > _LONGEST or not title.isprintable():
        raise NotBegun(f"a title is one line of at most {_LONGEST} characters")
    columns, rows = _size(size)
    target = game_folder(name, parent)
    _clear_leftovers(target)
    _free(target, name, force)
    system, model = _model(like)
    if model and target.exists() and target.samefile(model.folder):
        raise NotBegun(f"{target} is the game whose rules are to be taken, and is not replaced by its own beginning")
    wanted = NewGame(name, title, columns, rows, _called(target))
    try:
        texts = system.starter(model, wanted)
    except ValueError as problem:
        raise NotBegun(f"no game like {model.title if model else like}: {problem}") from problem
    if not texts and model:
        raise NotBegun(
            f"the rules of {model.title} offer no game to begin with",
            f"`{command('copy', game_argument(model.folder), name)}` copies a whole game",
        )
    _write(target, model, force, {**texts, **{f"schemas/{file}": text for file, text in all_schemas().items()}})
    return target


def game_folder(name: str, parent: Path | None = None) -> Path:
    """Return the folder where a new game of that name is put: see :func:`new_game`."""
    return (parent if parent is not None else SHELF if SHELF.is_dir() else Path()) / name


def _named(name: str) -> None:
    if not _NAME.match(name):
        hint = "small letters, digits, - and _, at most 60, the first a letter or digit: my-game"
        raise NotBegun(f"`{name}` is no name for a game" if name.strip() else "a game needs a name", hint)
    if names_device(name):
        raise NotBegun(f"`{name}` is no name for a game: some systems treat it as a device", "take another name")
    if name in _OURS:
        raise NotBegun(
            f"`{name}` is no name for a game: other things lie in a folder of that name", "take another name"
        )


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.match(text.strip())
    if not match:
        raise NotBegun(f"`{text}` is no size of a map", "columns x rows, as in 20x12")
    return int(match[1]), int(match[2])


def _free(target: Path, name: str, force: bool) -> None:
    """Check that the target folder can be (over)written: absent, a game, or empty."""
    if not target.exists() and not target.is_symlink():
        known = next((game for game in games() if game.name == name), None)
        if known is not None:
            raise NotBegun(f"there is a game of the name {name} already: {known.title}", "take another name")
        return
    if not force:
        raise NotBegun(f"{target} exists already", "--force replaces it, with all that is in it")
    ours = target.is_dir() and not target.is_symlink()
    if not ours or not ((target / "game.yaml").is_file() or not any(target.iterdir())):
        raise NotBegun(f"{target} is no game, and is not replaced")


def _model(like: str) -> tuple[System, Game | None]:
    """Return a rule system and the game whose numbers are taken; a system without rules is asked for by its id."""
    named = find_system(like) if like in system_ids() else None
    if named is not None and not named.has_rules:
        return named, None
    try:
        model = Workspace(find_game(like)).load("all")
    except NoSuchGame as unknown:
        others = "".join(f"; `--like {id_}` begins one without rules" for id_ in systems_without_rules())
        hint = unknown.hint or f"`forge games` lists the games that can be called by name{others}"
        raise NotBegun(f"there is no game at {like}", hint) from unknown
    if model.about is None:
        raise NotBegun(f"{like} is no game that could be read", f"`{command('check', like)}` says why")
    if model.system is None:
        raise NotBegun(f"{model.title} has no rule system that is installed here: {model.about.system}")
    return model.system, model


def systems_without_rules() -> list[str]:
    """Return the ids of the rule systems that a new game can be begun with, and that need no model."""
    return [id_ for id_ in system_ids() if (system := find_system(id_)) and not system.has_rules]


def _called(target: Path) -> str:
    """Return how commands call the game from here: by its name on the shelf, else by its path."""
    return target.name if target.parent in (SHELF, Path()) else target.as_posix()


def _must_be_sound(folder: Path, model: Game | None) -> None:
    """Refuse a model with errors in the numbers that a new game takes from it."""
    if model is None:
        return
    wrong = next((each for each in check(load_game(folder)) if each.severity is Severity.ERROR), None)
    if wrong:
        message = f"with the numbers of this model the game would have errors: {wrong.span.file}: {wrong.message}"
        raise NotBegun(message, f"`{check_command(model)}` tells what is wrong with the model")


def _write(target: Path, model: Game | None, force: bool, texts: dict[str, str]) -> None:
    """Write all files into a folder next to the target, then swap it in; only ``force`` replaces a folder in use."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=TEMPORARY_SUFFIX, dir=target.parent) as made:
            inner = Path(made, "new")
            for name, text in texts.items():
                path = inner / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
            _must_be_sound(inner, model)
            old = Path(made, _OLD)
            try:
                if force and target.exists():
                    target.rename(old)
                inner.rename(target)
            except BaseException:  # an interruption too gives back what was there
                if old.exists() and not target.exists():
                    old.rename(target)
                raise
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        if target.exists() and not force:
            raise NotBegun(f"{target} exists already: it was made meanwhile") from error
        blocked = next((each for each in target.parents if each.exists() and not each.is_dir()), None)
        reason = f"{blocked} is no folder" if blocked else error.strerror or error
        raise NotBegun(f"{target} cannot be written: {reason}") from error
