"""Codes YML, SUP and FIL: unreadable files, and comments that silence findings."""

from scenario_forge.diagnostics.model import Codes

CODES = Codes(__file__)
FIL010 = CODES.error("FIL010", "file-too-big", "the file is {size} MiB; the limit is {most} MiB")
FIL011 = CODES.error(
    "FIL011",
    "changed-on-disk",
    "{path} was changed by another program after it was read; nothing was written",
)
FIL013 = CODES.error("FIL013", "not-written", "{path} could not be written: {reason}")
SUP001 = CODES.warning(
    "SUP001",
    "suppression-without-reason",
    "this comment suppresses {codes} without a reason, so it is ignored",
)
SUP002 = CODES.warning("SUP002", "suppression-unused", "there is no finding {code} here to suppress")
SUP003 = CODES.warning("SUP003", "suppression-unreadable", "`{word}` is not the code or name of a finding")
YML001 = CODES.error("YML001", "syntax", "the text is not valid YAML: {problem}")
YML002 = CODES.error("YML002", "duplicate-key", "the key `{key}` appears twice in one mapping")
YML003 = CODES.error("YML003", "empty-file", "the file is empty")
YML004 = CODES.error("YML004", "control-character", "{character} is an invisible or unprintable character")
YML005 = CODES.warning("YML005", "byte-order-mark", "the file begins with a byte order mark")
YML006 = CODES.error("YML006", "not-utf-8", "the file is not UTF-8: found the byte {byte}")
YML007 = CODES.error("YML007", "utf-16", "the file is {encoding}, not UTF-8")
YML008 = CODES.error("YML008", "binary-file", "this is {kind}, not text")
YML009 = CODES.error("YML009", "too-deep", "values are nested more than {most} levels deep")
YML010 = CODES.error("YML010", "too-many-values", "the file holds more than {most} values")
YML011 = CODES.error("YML011", "alias", "`*{name}` repeats a value from elsewhere; games do not use aliases")
YML012 = CODES.error("YML012", "anchor", "`&{name}` marks a value for use elsewhere; games do not use anchors")
YML013 = CODES.error("YML013", "merge-key", "`<<` copies the entries of another mapping; games do not use merge keys")
YML014 = CODES.error("YML014", "tag", "the tag `{tag}` says how to read a value; games do not use tags")
YML015 = CODES.error("YML015", "code-tag", "the tag `{tag}` asks to run code; a game contains no code")
YML016 = CODES.error("YML016", "several-documents", "a second document begins here; a file is one document")
YML017 = CODES.error("YML017", "key-not-text", "a list or mapping cannot be a key")
YML018 = CODES.error("YML018", "empty-key", "this value has no key")
YML020 = CODES.error("YML020", "tab", "YAML needs spaces here, not a tab")
YML021 = CODES.error("YML021", "indentation", "this line is not indented like the lines it belongs with")
YML022 = CODES.error("YML022", "unclosed-bracket", "the `{bracket}` that opens here is not closed")
YML023 = CODES.error("YML023", "unclosed-quote", "the quote that opens here is not closed")
YML024 = CODES.error("YML024", "missing-comma", "a comma is missing before this entry")
YML025 = CODES.error("YML025", "colon-in-text", "this line has a second colon")
YML026 = CODES.error("YML026", "missing-colon", "this line has no key: a colon and a space are missing")
YML027 = CODES.error("YML027", "reserved-character", "unquoted text cannot begin with `{character}`")
YML028 = CODES.error("YML028", "backslash", "`{escape}` is not an escape in YAML")
YML029 = CODES.error("YML029", "text-after-value", "there is text after the end of a value")
YML030 = CODES.error("YML030", "misplaced-dash", "a list item cannot begin here")
YML031 = CODES.error("YML031", "stray-sign", "found `{sign}` instead of a key or value")
YML032 = CODES.error("YML032", "block-text", "`{sign}` begins text of several lines, but no text follows")
YML033 = CODES.error("YML033", "conflict-marker", "a merge conflict was left in the file")
YML040 = CODES.warning("YML040", "leading-zero", "`{text}` without quotes is a number to other YAML readers")
YML041 = CODES.warning("YML041", "yes-or-no", "`{text}` without quotes is a special word to other YAML readers")
YML042 = CODES.warning(
    "YML042",
    "date-or-time",
    "`{text}` without quotes is a date, or a number in base 60, to other YAML readers",
)
YML043 = CODES.warning(
    "YML043",
    "odd-number",
    "`{text}` without quotes is a number to other YAML readers, and text here",
)
YML074 = CODES.warning(
    "YML074",
    "number-read-as-comment",
    "`{sign}` is not part of the value: `#` begins a comment here",
)
