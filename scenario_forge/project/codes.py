"""FIL, SCH and REF: the files of a game, the shape of its documents, and names that lead nowhere."""

from scenario_forge.diagnostics.model import Codes

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
REF001 = CODES.error("REF001", "unknown-name", "this game has no {wanted} `{text}`")
REF002 = CODES.error("REF002", "unreadable-cell", "{problem}")
REF003 = CODES.error("REF003", "neither-hex-nor-date", "`{text}` is neither a hex nor a date")
REF010 = CODES.error("REF010", "unknown-system", "there is no rule system `{name}`; known systems: {known}")
SCH001 = CODES.error("SCH001", "missing-key", "the key `{key}` is missing{owner}")
SCH002 = CODES.error("SCH002", "unknown-key", "there is no key `{key}` here")
SCH003 = CODES.error("SCH003", "wrong-type", "expected {expected}, found {found}")
SCH004 = CODES.error("SCH004", "wrong-value", "{problem}")
SCH005 = CODES.error("SCH005", "not-a-document", "expected a mapping of keys and values, found {found}")
SCH007 = CODES.error("SCH007", "key-settled", "`{key}` can no longer be set; it is {value} in every game")
