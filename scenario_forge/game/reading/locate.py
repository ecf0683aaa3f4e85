"""Names on a command line: a game by folder or name, and a set of errata.

Looks only at folders and file names; of a game's files it reads no more than ``game.yaml``, for its title.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.game.reading import shelves

if TYPE_CHECKING:
    from scenario_forge.game.game import Game

LOCAL = Path(shelves.LOCAL)

SETS = ("none", "official", "all")
"""The errata sets that have a name."""

_MAX_BYTES = 1024 * 1024


class NoSuchGame(LookupError):  # noqa: N818 - it is an answer, not a fault
    """No folder and no game has that name; ``hint`` says which may have been meant."""

    def __init__(self, name: str, hint: str | None) -> None:
        super().__init__(f"there is no game at {name}")
        self.hint = hint


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game that can be called by its name."""

    name: str
    folder: Path
    kind: Literal["local", "bundled"]

    @property
    def title(self) -> str:
        """The title in its game.yaml; empty where that cannot be read."""
        from scenario_forge.source.read import Source  # noqa: PLC0415 - YAML only when a title is asked for

        try:
            with (self.folder / "game.yaml").open("rb") as stream:
                root = Source.read("game.yaml", stream.read(_MAX_BYTES)).root
        except OSError:
            return ""
        title = root.data.get("title") if root and isinstance(root.data, dict) else None
        return title if isinstance(title, str) else ""


def _package() -> Path:
    """The folder of the package; not found by counting folders up from this file, which moves."""
    return Path(str(files("scenario_forge"))).resolve()


def bundled_folder() -> Path | None:
    """Return the folder of the bundled games: in the package, or beside it in a checkout; None if nowhere."""
    shelf = shelves.bundled_shelf(str(_package()))
    return Path(shelf) if shelf else None


def is_installed(bundled: Path) -> bool:
    """Return whether the bundled games lie in the package itself, not beside it in a checkout."""
    return bundled.parent == _package()


def find_game(name: str | os.PathLike[str], local: Path = LOCAL) -> Path:
    """Find the folder of GAME: a folder, or the name of a game in ``local``, or of a bundled one.

    A file is taken for what it is, so that reading it says that a game is a folder.

    Raises:
        NoSuchGame: nothing has that name.
    """
    text = os.fspath(name)
    if os.path.isdir(text):  # noqa: PTH112 - unlike Path's it never raises, whatever the text
        return Path(text)
    for _kind, folder in _shelves(local):
        if text in shelves.folders(folder):
            return folder / text
    if os.path.lexists(text):
        return Path(text)
    for _kind, folder in _shelves(local):
        if meant := spelled(text, shelves.folders(folder)):
            return folder / meant
    names = [game.name for game in games(local)]
    raise NoSuchGame(text, did_you_mean(text.rstrip("/\\").replace("\\", "/").rpartition("/")[2], names))


def game_above(path: Path) -> Path | None:
    """Return the folder of the game in which a file lies, or would lie; None if it is in none."""
    return next((folder for folder in path.parents if (folder / "game.yaml").is_file()), None)


def game_argument(folder: Path) -> str:
    """Return how commands call a game from here: by its name where that finds it, else by its folder.

    >>> game_argument(find_game("desert-rats"))
    'desert-rats'
    """
    try:
        name = folder.resolve().name
        known = find_game(name).samefile(folder)
    except (NoSuchGame, OSError, RuntimeError, ValueError):  # a loop of links, a name that no file can have
        return folder.as_posix()
    return name if known else folder.as_posix()


def command(*parts: str, **options: str | None) -> str:
    """Return a command that can be typed as it is shown; options of None are left out, `from_` is ``--from``.

    >>> command("dossier", "my rats", date="6/41", from_="nov41", scenario=None)
    "forge dossier 'my rats' --date 6/41 --from nov41"
    """
    named = [(name.strip("_").replace("_", "-"), value) for name, value in options.items() if value is not None]
    return shlex.join(["forge", *parts, *(word for name, value in named for word in (f"--{name}", value))])


def check_command(game: Game) -> str:
    """Return the command that shows what is wrong with a game as it was loaded."""
    return command("check", game_argument(game.folder), errata=game.errata)


def games(local: Path = LOCAL) -> list[NamedGame]:
    """Return the games that can be called by name; a local one hides a bundled one of the same name."""
    found: dict[str, NamedGame] = {}
    for kind, shelf in _shelves(local):
        for name in shelves.folders(shelf):
            if os.path.isfile(shelf / name / "game.yaml"):  # noqa: PTH113 - never raises
                found.setdefault(name, NamedGame(name, shelf / name, kind))
    return sorted(found.values(), key=lambda game: game.name)


def _shelves(local: Path) -> list[tuple[Literal["local", "bundled"], Path]]:
    found: list[tuple[Literal["local", "bundled"], Path]] = [("local", local)]
    bundled = bundled_folder()
    if bundled is not None:
        found.append(("bundled", bundled))
    return found


def unknown_errata(game: Game, errata: str) -> tuple[str, str | None] | None:
    """Return what in an ``--errata`` names no errata, and a hint; None if all of it does.

    A word that is neither a set nor the id of an erratum; or the whole, where it names more than one set, or errata
    beside `none`. Ids in a list of errata that cannot be read are unknown; then nothing is said.
    """
    from scenario_forge.documents.errata import ErrataDocument  # noqa: PLC0415 - pydantic only where a game is loaded

    if errata in SETS or game.broken("errata"):
        return None
    ids = [erratum.id for document, _ in game.documents("errata", ErrataDocument) for erratum in document.errata]
    known = [*SETS, *ids, *(f"copy:{file.stem}" for file in game.files_of("copies"))]
    words = [word.strip() for word in errata.split(",")]
    sets = [word for word in words if word in SETS]
    if len(sets) > 1:
        return errata, f"choose one of {' and '.join(dict.fromkeys(sets))}"
    if sets == ["none"] and any(word in ids for word in words):
        return errata, "`none` lays no errata over the game: leave it out, or leave the ids out"
    for word in words:
        if word not in known:
            letters = [id_ for id_ in ids if id_[:-1] == word and id_[-1].isalpha()]
            return word, f"{word} is {', '.join(letters)}" if letters else did_you_mean(word, known)
    return None


def inapplicable_erratum(game: Game, errata: str) -> tuple[str, str] | None:
    """Return the first erratum that an ``--errata`` names though it is never applied, and its status.

    One that is rejected or withdrawn is kept and never laid over a game: whoever names it must be told so.
    """
    from scenario_forge.documents.errata import ErrataDocument  # noqa: PLC0415 - pydantic only where a game is loaded
    from scenario_forge.game.reading.errata import APPLICABLE  # noqa: PLC0415 - as above

    words = {word.strip() for word in errata.split(",")}
    for document, _ in game.documents("errata", ErrataDocument):
        for erratum in document.errata:
            if erratum.id in words and erratum.status not in APPLICABLE:
                return erratum.id, erratum.status
    return None


_SCHEMA = re.compile(r"\A# yaml-language-server: \$schema=(\S*?)game\.schema\.json")


def schema_comment(game: Game, file: str) -> str:
    """Return the first comment of a new file, such as ``scenarios/x.yaml``: its schema lies beside that of game.yaml.

    Where game.yaml names none, schemas lie in the game's folder, as in a copy.
    """
    head = game.read.get("game.yaml")
    named = _SCHEMA.match(head.source.text) if head else None
    folder, up = named[1] if named else "schemas/", "../" * file.count("/")
    kind = file.partition("/")[0].removesuffix(".yaml")
    return f"yaml-language-server: $schema={up}{folder}{kind}.schema.json"
