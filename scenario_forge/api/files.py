"""What is done to the files of a game as files: copied, brought to this format, laid out, translated; their schemas.

Bundled games are not to be changed where they are installed, so a copy is made to work on. It has the schemas beside
it, and its files name those, so that an editor completes keys at once.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.components import WordsDocument
from scenario_forge.project.quantities import english_files, english_of
from scenario_forge.project.reading.folder import read_folder
from scenario_forge.project.reading.formats import FORMAT, GAME, format_of, migrated
from scenario_forge.project.reading.locate import find_game
from scenario_forge.project.system import all_schemas
from scenario_forge.source.emit import Block, NewDocument, Quoted
from scenario_forge.source.files import write_file
from scenario_forge.source.fmt import format_text
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


_SCHEMA = re.compile(rb"\A# yaml-language-server: \$schema=\S*?([^/\s]+\.schema\.json)")


class NotCopied(ValueError):  # noqa: N818 - named after what happened
    """The game was not copied; nothing was written."""


def copy_game(name: str, target: Path) -> Path:
    """Copy the YAML files of a game to a folder that does not exist yet; in one step, or not at all.

    Raises:
        NoSuchGame: no game is called so.
        NotCopied: the folder exists, or cannot be written.
    """
    source = find_game(name)
    if target.exists():
        raise NotCopied(f"{target} exists already; nothing is overwritten")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", suffix=".forge-tmp", dir=target.parent) as made:
            inner = Path(made, target.name)
            shutil.copytree(source, inner, ignore=_no_yaml, symlinks=True)
            _bring_schemas(inner)
            inner.rename(target)
    except OSError as error:
        raise NotCopied(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def _bring_schemas(folder: Path) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        up = "../" * (len(path.relative_to(folder).parts) - 1)
        line = rf"# yaml-language-server: $schema={up}schemas/\1".encode()
        path.write_bytes(_SCHEMA.sub(line, path.read_bytes()))
    (folder / "schemas").mkdir(exist_ok=True)
    for name, text in all_schemas().items():
        (folder / "schemas" / name).write_bytes(text.encode())


def _no_yaml(folder: str, names: list[str]) -> list[str]:
    """What of a folder is left out: all but YAML files and folders, and whatever is hidden."""
    return [
        name
        for name in names
        if name.startswith(".") or not (name.endswith(".yaml") or (Path(folder, name).is_dir() and name != "build"))
    ]


# -- takes a game's folder from the format that it is written in to the one that is read now -------


@dataclass
class Migration:
    """What became of a folder."""

    before: int
    """The format that it was written in."""
    texts: dict[str, str] = field(default_factory=dict)
    """What each file that changes says now, or would say."""
    written: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """A file that could not be written, and why; those after it were not tried."""

    @property
    def after(self) -> int:
        """The format that it is in afterwards."""
        return FORMAT


def migrate_game(folder: Path, *, write: bool = True) -> Migration:
    """Add to a game's files what the format that is read now asks for; with ``write=False`` only say what.

    Each file is replaced whole or not at all, and the one that names the format comes last.

    Raises:
        EditRefused: the texts leave in doubt what would have to be written; nothing was written.
    """
    found = read_folder(folder, {})
    sources = {name: Source.read(name, data) for name, data in found.files.items()}
    texts = migrated({name: source.text for name, source in sources.items()})
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
class Tidied:
    """What became of the files, by name."""

    changed: list[str] = field(default_factory=list)
    """Laid out anew, or to be so when nothing was written."""
    unreadable: list[str] = field(default_factory=list)
    """Left alone, since nobody knows what they mean."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Could not be written, and why."""


def tidy(game: Game, *, write: bool = True) -> Tidied:
    """Lay out every file of a game; with ``write=False`` only say which are not laid out."""
    tidied = Tidied()
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


# -- the JSON Schemas beside what lies in a folder -------------------------------------------------


# -- the words of a language -----------------------------------------------------------------------


class WordsDone(NamedTuple):
    """How far the words of a language are."""

    done: int
    total: int
    missing: tuple[str, ...]
    """Keys that are printed in English still."""


def progress(game: Game, language: str) -> WordsDone:
    """How many of the words that every game has read otherwise in a language than in English."""
    own: dict[str, str] = {}
    for document, _where in game.documents("words", WordsDocument):
        if document.language == language:
            own |= document.words
    every = english_of(game)
    missing = tuple(key for key, text in every.items() if own.get(key, text) == text)
    return WordsDone(len(every) - len(missing), len(every), missing)


def template(game: Game, language: str) -> str:
    """The text of `words/<language>.yaml`: each key in English, to be translated, with the English beside it.

    What the game's rule system says in other words stands in those; keys of its own come last.
    """
    made = NewDocument()
    made.say(*_HEAD)
    made.add("basis", "proposed")
    made.add("language", language)
    every = english_of(game)
    parts = {component: [*document.words] for component, document in english_files().items()}
    core = {key for keys in parts.values() for key in keys}
    parts["rules"] = [key for key in every if key not in core]
    made.add("words", Block({key: Quoted(every[key]) for keys in parts.values() for key in keys}))
    made.above |= {("words", keys[0]): [f"-- {component} --"] for component, keys in parts.items() if keys}
    made.behind |= {("words", key): " ".join(every[key].split()) for keys in parts.values() for key in keys}
    return made.text()


_HEAD = (
    "yaml-language-server: $schema=../schemas/words.schema.json",
    "Translate what stands in quotes; the English stays beside it. What stands in {braces} is filled in and stays as",
    "it is. A line that is taken out is printed in English.",
)
