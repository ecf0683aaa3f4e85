"""FIL, SCH and REF: the files of a game, the shape of its documents, and names that lead nowhere.

The walk of `references.py` finds names that name nothing. Whoever links documents notes in a :class:`LinkedPart` what
only linking shows, such as a letter of a row that no terrain has, and cells that no notation takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.game.notations import NotationError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.place import Where

T = TypeVar("T")

CODES = Codes(__file__)
FIL001 = CODES.error("FIL001", "no-such-game", "there is no game at {path}")
FIL002 = CODES.error("FIL002", "game-is-a-file", "{path} is a file; a game is a folder")
FIL003 = CODES.error("FIL003", "empty-folder", "the folder {path} holds no file of a game")
FIL004 = CODES.error("FIL004", "file-missing", "the game has no {path}")
FIL005 = CODES.warning("FIL005", "unknown-file", "{path} is not a file of a game; it is ignored")
FIL006 = CODES.error("FIL006", "folder-for-file", "{path} is a folder; a file is expected")
FIL007 = CODES.error("FIL007", "unreadable", "{path} cannot be read: {reason}")
FIL008 = CODES.error("FIL008", "outside-the-folder", "{path} leads out of the game's folder")
FIL009 = CODES.error("FIL009", "link-loop", "the symbolic link {path} leads back to itself")
FIL012 = CODES.error("FIL012", "too-many-files", "the folder {path} holds more than {most} files")
FIL014 = CODES.error("FIL014", "not-a-file", "{path} is not a regular file")
FIL015 = CODES.error("FIL015", "file-for-folder", "{path} is a file; a folder of such files is expected")
FIL016 = CODES.error(
    "FIL016",
    "older-format",
    "this game is written in format {found}; this version reads format {read}",
)
FIL017 = CODES.error(
    "FIL017",
    "newer-format",
    "this game is written in format {found}, which is newer than format {read} that this version reads",
)
FIL068 = CODES.warning("FIL068", "left-by-a-write", "{path} is left from a write that was interrupted")
FIL069 = CODES.warning("FIL069", "device-name", "Windows takes {path} for a device, and cannot hold it")
FIL070 = CODES.warning("FIL070", "names-alike", "{path} and {other} are one file to Windows and macOS")
REF001 = CODES.error("REF001", "unknown-name", "this game has no {wanted} `{text}`")
REF002 = CODES.error(
    "REF002",
    "unreadable-cell",
    "{problem}",  # the sentence of the notation, which knows what it expected
    kind="the game has {printed} here, not {changed}",
)
REF003 = CODES.error("REF003", "neither-hex-nor-date", "`{text}` is neither a hex nor a date")
REF010 = CODES.error("REF010", "unknown-system", "there is no rule system `{name}`; known systems: {known}")
SCH001 = CODES.error("SCH001", "missing-key", "the key `{key}` is missing{owner}")
SCH002 = CODES.error("SCH002", "unknown-key", "there is no key `{key}` here")
SCH003 = CODES.error("SCH003", "wrong-type", "expected {expected}, found {found}")
SCH004 = CODES.error(
    "SCH004",
    "wrong-value",
    "{problem}",  # the sentence of a model or schema of its own
    choice="expected {expected}, found `{value}`",
    form="`{value}` is not {form}",
    bound="the number must be {bound}, not {value}",
    empty="this must not be empty",
    digits="a number of {digits} digits is none that a game can use; at most {most} are read",
    letters="a value of {letters} characters; at most {most} are read",
    beyond="no number of a game is beyond {most}: `{value}`",
)
SCH005 = CODES.error("SCH005", "not-a-document", "expected a mapping of keys and values, found {found}")
SCH007 = CODES.error("SCH007", "key-settled", "`{key}` can no longer be set; it is {value} in every game")


def unknown_name(where: Where, text: str, wanted: str, known: Iterable[str]) -> Diagnostic:
    """Return the finding of a name that is not among those known, with the one that may have been meant."""
    return REF001.at(where, text=text, wanted=wanted).suggest(did_you_mean(text, known))


def unreadable_cell(where: Where, error: NotationError) -> Diagnostic:
    """Return the finding of a cell, or a part of it, that a notation does not take."""
    return REF002.at(where, problem=str(error)).suggest(f"did you mean {error.hint}?" if error.hint else None)


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that names nothing. ``wanted`` is what it should name: `hex`, `turn`, `terrain` …."""

    where: Where
    text: str
    wanted: str
    why: str = ""
    hint: str | None = None

    def finding(self) -> Diagnostic:
        """Return the finding that checks report of the name."""
        code = REF003 if self.wanted == "hex or date" else REF001
        found = code.at(self.where, text=self.text, wanted=self.wanted)
        return (found.note(self.why) if self.why else found).suggest(self.hint)


@dataclass(eq=False, kw_only=True)
class LinkedPart:
    """A linked part of a game, with texts that lead nowhere as only linking shows, and cells that cannot be read."""

    unresolved: list[Unresolved] = field(default_factory=list)
    malformed: list[tuple[Where, NotationError]] = field(default_factory=list)

    def findings(self) -> Iterator[Diagnostic]:
        """Yield the findings of all that, as checks report them."""
        yield from (name.finding() for name in self.unresolved)
        yield from (unreadable_cell(where, error) for where, error in self.malformed)

    def note(self, at: Where, text: str, wanted: str, why: str = "", hint: str | None = None) -> None:
        """Note a text that leads nowhere."""
        self.unresolved.append(Unresolved(at, text, wanted, why, hint))

    def check_name(self, at: Where, text: str, wanted: str, names: Collection[str]) -> None:
        """Note a name that is not among some names."""
        if text not in names:
            self.note(at, text, wanted, "", did_you_mean(text, names))

    def parsed(self, at: Where, text: str, notation: Notation[T]) -> T | None:
        """Return what a text means in a notation; None where the notation does not take it, which is noted."""
        try:
            return notation.parse(text)
        except NotationError as error:
            self.malformed.append((at.within(error.start, error.end), error))
            return None
