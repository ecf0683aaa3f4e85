"""YML: what keeps a file from being read as YAML, or lets two readers read it differently.

001-018 what is in the file, 020-033 slips of writing, 040-043 plain words that readers disagree about.
"""

from scenario_forge.diagnostics.model import Code, Severity

_NOTHING_READ = "Nothing after this place can be read, so nothing in the file is checked."
_ONE_READING = (
    "A game must mean the same to every program that reads it. Here the word is text; quoted, it is text everywhere."
)

YML001 = Code(
    "YML001",
    "syntax",
    Severity.ERROR,
    "{problem}",
    what="The file is not well-formed YAML at this place, for a reason that has no page of its own.",
    why=_NOTHING_READ,
    bad="%YAML 9.9\n---\ntitle: Desert Rats",
    good="title: Desert Rats",
    mend="Look at the place shown and the line before it; the words are those of the YAML reader.",
)
YML002 = Code(
    "YML002",
    "duplicate-key",
    Severity.ERROR,
    "the key `{key}` appears twice in one mapping",
    what="Two entries of one mapping have the same key.",
    why="YAML readers silently keep one of them; which one differs, and the other value is lost.",
    bad="title: Desert Rats\ntitle: Desert Mice",
    good="title: Desert Rats",
    mend="Remove one of the two, or rename it if another key was meant.",
)
YML003 = Code(
    "YML003",
    "empty-file",
    Severity.ERROR,
    "the file is empty",
    what="The file is empty, or holds only comments.",
    why="A file whose contents were lost looks just like this, so that it is not passed over in silence.",
    bad="# counters of the game\n",
    good="# counters of the game\ncounters: []\n",
    mend="Write what belongs in it, or delete the file.",
)
YML004 = Code(
    "YML004",
    "control-character",
    Severity.ERROR,
    "{character} is an invisible or unprintable character",
    what="The text holds a control character or an invisible line separator, as it is or as an escape.",
    why="Nobody can see it, programs disagree about what it does, and it cannot be printed on a counter.",
    bad='name: "7\\x07 Armoured"',
    good="name: 7 Armoured",
    mend="Delete the character; such characters come in by copying from a PDF file or a word processor.",
)
YML005 = Code(
    "YML005",
    "byte-order-mark",
    Severity.WARNING,
    "the file begins with a byte order mark",
    what="The first three bytes are a byte order mark, which some editors on Windows put before UTF-8 text.",
    why="It is invisible, UTF-8 does not need it, and some programs take it for part of the first key.",
    bad="\ufefftitle: Desert Rats\n",
    good="title: Desert Rats\n",
    mend="`forge check GAME --fix` removes it. In the editor choose the encoding UTF-8 without BOM.",
)
YML006 = Code(
    "YML006",
    "not-utf-8",
    Severity.ERROR,
    "the file is not UTF-8: found the byte {byte}",
    what="The file is written in an older encoding, one byte for each letter, or is damaged.",
    why="Letters beyond A to Z would be guessed at, and names would be printed wrong.",
    bad="name: Kasserine Pa\\xdf        (the byte DF, from Windows-1252)",
    good="name: Kasserine Paß",
    mend="Open the file in its old encoding (often Windows-1252) and save it as UTF-8.",
)
YML007 = Code(
    "YML007",
    "utf-16",
    Severity.ERROR,
    "the file is {encoding}, not UTF-8",
    what="The file is written with two or four bytes for each letter.",
    why="Files of a game are UTF-8, so that every editor and every tool for comparing texts can read them.",
    bad="title: Desert Rats    (saved by Notepad as Unicode)",
    good="title: Desert Rats    (saved as UTF-8)",
    mend="Save the file again and choose the encoding UTF-8.",
)
YML008 = Code(
    "YML008",
    "binary-file",
    Severity.ERROR,
    "this is {kind}, not text",
    what="The file holds bytes that no text holds: a picture, an archive, a PDF or a damaged file.",
    why="A file with an ending of YAML must be YAML, or its contents are lost unnoticed.",
    bad="a PNG picture named map.yaml",
    good="grid: {columns: 60, rows: 25}",
    mend="Put the right file in its place, or give the file the ending that it should have.",
)
YML009 = Code(
    "YML009",
    "too-deep",
    Severity.ERROR,
    "values are nested more than {most} levels deep",
    what="Lists and mappings are nested deeper than any document of a game.",
    why="Such files come by accident or malice, and would make the program run out of memory.",
    bad="charts: " + "[" * 65 + "1" + "]" * 65,
    good="charts: [[1, 2], [3, 4]]",
    mend="Close the brackets that were left open, or make the document flatter.",
)
YML010 = Code(
    "YML010",
    "too-many-values",
    Severity.ERROR,
    "the file holds more than {most} values",
    what="The file has more keys and values than a game can sensibly have in one file.",
    why="The largest map has some tens of thousands of hexes; a file like this is not a game's.",
    bad="hexes: [1, 1, 1, and a million more]",
    good="hexes: [1, 1, 1]",
    mend="Look at what wrote the file; divide it if its contents are right.",
)
YML011 = Code(
    "YML011",
    "alias",
    Severity.ERROR,
    "`*{name}` repeats a value that is written elsewhere; games do not use aliases",
    what="A word with an asterisk before it is an alias in YAML: it stands for a value marked with `&`.",
    why="A reader with the paper in hand wants to see the value at its place; and a few lines of aliases "
    "can stand for millions of values. The file is not read further.",
    bad="first: {steps: 2}\nsecond: *infantry",
    good="first: {steps: 2}\nsecond: {steps: 2}",
    mend="Write the value out. If an asterisk is part of the text, put the text in quotes.",
)
YML012 = Code(
    "YML012",
    "anchor",
    Severity.ERROR,
    "`&{name}` marks a value for use elsewhere; games do not use anchors",
    what="A word with `&` before it is an anchor in YAML.",
    why="Anchors serve aliases, which games do not use: each value is written where it holds.",
    bad="first: &infantry {steps: 2}",
    good="first: {steps: 2}",
    mend="Remove the anchor. If the `&` is part of the text, put the text in quotes.",
)
YML013 = Code(
    "YML013",
    "merge-key",
    Severity.ERROR,
    "`<<` takes over the entries of another mapping; games do not use merge keys",
    what="The key `<<` is a merge key in YAML 1.1: other entries are mixed in here.",
    why="YAML 1.2 dropped it and readers disagree about it; and the values would not stand where they hold.",
    bad="<<: {steps: 2}\nname: 1 Libyan",
    good="steps: 2\nname: 1 Libyan",
    mend="Write the entries out.",
)
YML014 = Code(
    "YML014",
    "tag",
    Severity.ERROR,
    "the tag `{tag}` says how to read a value; games do not use tags",
    what="A word with an exclamation mark before it is a tag in YAML.",
    why="What a value is follows from how it is written: quoted is text, plain digits are a number.",
    bad="hex: !!str 0614",
    good='hex: "0614"',
    mend="Remove the tag and, if the value is text, put it in quotes.",
)
YML015 = Code(
    "YML015",
    "code-tag",
    Severity.ERROR,
    "the tag `{tag}` asks to run code; a game holds no code",
    what="The tag would make some YAML readers build objects of a program, or run a command.",
    why="A game is data that anybody can open without harm. The tag is never followed.",
    bad='name: !!python/object/apply:os.system ["true"]',
    good="name: 1 Libyan",
    mend="Remove the tag. If the file came from somebody else, ask what it was meant to do.",
)
YML016 = Code(
    "YML016",
    "several-documents",
    Severity.ERROR,
    "a second document begins here; a file holds one",
    what="A line `---` (or `...`) divides the file into several YAML documents.",
    why="One file holds one kind of thing, so that it has one schema and one name.",
    bad="title: Desert Rats\n---\ntitle: Knights of the Desert",
    good="title: Desert Rats",
    mend="Move the second document to a file of its own, or remove the line.",
)
YML017 = Code(
    "YML017",
    "key-not-text",
    Severity.ERROR,
    "a list or mapping cannot be a key",
    what="A key is a list or a mapping.",
    why="Keys are names. What was meant is often text with braces or brackets, which needs quotes.",
    bad="[R12, R13]: road",
    good='"[R12, R13]": road',
    mend="Put the key in quotes if it is text; else write a name for the key.",
)
YML018 = Code(
    "YML018",
    "empty-key",
    Severity.ERROR,
    "this value has no key",
    what="A key is empty: nothing, or empty quotes, stands before the colon.",
    why="A value without a name cannot be checked or corrected.",
    bad='"": clear',
    good="terrain: clear",
    mend="Write the key, or remove the colon.",
)
YML020 = Code(
    "YML020",
    "tab",
    Severity.ERROR,
    "YAML needs spaces here, not a tab",
    what="Lines are indented, or list items begun, with a tab.",
    why="YAML allows only spaces there, since a tab is as wide as each editor likes.",
    bad="units:\n\tname: 1 Libyan",
    good="units:\n  name: 1 Libyan",
    mend="Replace the tab by spaces, two for each level; set the editor to insert spaces for tabs.",
)
YML021 = Code(
    "YML021",
    "indentation",
    Severity.ERROR,
    "this line is not indented like the lines it belongs with",
    what="The line begins in a column that fits neither the lines above it nor their parents.",
    why="Indentation is what says which values belong together. " + _NOTHING_READ,
    bad="unit:\n    name: 1 Libyan\n  steps: 2",
    good="unit:\n  name: 1 Libyan\n  steps: 2",
    mend="Begin entries of one mapping, and items of one list, in the same column.",
)
YML022 = Code(
    "YML022",
    "unclosed-bracket",
    Severity.ERROR,
    "the `{bracket}` that opens here is not closed",
    what="A list or mapping in brackets has no end, ends with the wrong one, or the file is cut short.",
    why=_NOTHING_READ,
    bad="units:\n  - {no: 1, name: 1 Libyan",
    good="units:\n  - {no: 1, name: 1 Libyan}",
    mend="Close the bracket. If the file ends in mid-line, a part of it is lost: fetch the whole file.",
)
YML023 = Code(
    "YML023",
    "unclosed-quote",
    Severity.ERROR,
    "the quote that opens here is not closed",
    what="A text in quotes has no end, or the file is cut short.",
    why=_NOTHING_READ,
    bad='name: "Benghazi\nhex: R12',
    good='name: "Benghazi"\nhex: R12',
    mend="Close the quote. Inside single quotes an apostrophe is written twice: 'Rommel''s car'.",
)
YML024 = Code(
    "YML024",
    "missing-comma",
    Severity.ERROR,
    "a comma is missing before this",
    what="Two entries between brackets stand beside each other without a comma.",
    why=_NOTHING_READ,
    bad="- {no: 1, name: 1 Libyan dec40: AA30}",
    good="- {no: 1, name: 1 Libyan, dec40: AA30}",
    mend="Write a comma between the entries; put a text that holds `: ` or a comma in quotes.",
)
YML025 = Code(
    "YML025",
    "colon-in-text",
    Severity.ERROR,
    "this line has a second colon",
    what="A colon with a space after it begins a value; a plain text may not hold one.",
    why=_NOTHING_READ,
    bad="title: Rommel: the desert war",
    good='title: "Rommel: the desert war"',
    mend="Put the text in quotes, or begin a new line if a new entry was meant.",
)
YML026 = Code(
    "YML026",
    "missing-colon",
    Severity.ERROR,
    "this line has no key: a colon and a space are missing",
    what="Among entries of the form `key: value` stands a line that is not one.",
    why=_NOTHING_READ,
    bad="title: Desert Rats\nsystem desert-rats\nedition: 1",
    good="title: Desert Rats\nsystem: desert-rats\nedition: 1",
    mend="Write a colon and a space after the key. After the dash of a list item comes a space too.",
)
YML027 = Code(
    "YML027",
    "reserved-character",
    Severity.ERROR,
    "a plain text cannot begin with `{character}`",
    what="The characters @ ` % & * ! ? > | have a meaning of their own in YAML at the beginning of a text.",
    why=_NOTHING_READ,
    bad="retreat: @home",
    good='retreat: "@home"',
    mend="Put the text in quotes.",
)
YML028 = Code(
    "YML028",
    "backslash",
    Severity.ERROR,
    "`{escape}` is not an escape that YAML knows",
    what="In double quotes a backslash begins an escape such as `\\n`.",
    why=_NOTHING_READ,
    bad='picture: "maps\\desert.png"',
    good="picture: 'maps\\desert.png'",
    mend="Use single quotes, in which a backslash is only itself, or write the backslash twice.",
)
YML029 = Code(
    "YML029",
    "text-after-value",
    Severity.ERROR,
    "there is text after the end of a value",
    what="After a closing quote or bracket something follows that does not belong to the value.",
    why=_NOTHING_READ,
    bad="name: 'Rommel's car'",
    good="name: 'Rommel''s car'",
    mend="Put the whole text in quotes; in single quotes an apostrophe is written twice. If the place "
    "looks right, a quote was left open on a line above.",
)
YML030 = Code(
    "YML030",
    "misplaced-dash",
    Severity.ERROR,
    "an item of a list cannot stand here",
    what="A dash begins an item of a list: behind a key on its line, or among the keys of a mapping.",
    why=_NOTHING_READ,
    bad="units: - 1 Libyan",
    good="units:\n  - 1 Libyan",
    mend="Begin the list on the line below its key, two columns further in. "
    "Put text that begins with a dash in quotes.",
)
YML031 = Code(
    "YML031",
    "stray-sign",
    Severity.ERROR,
    "found `{sign}` where a value or key should be",
    what="A comma, dash, colon or closing bracket stands where nothing is to be divided or closed.",
    why=_NOTHING_READ,
    bad="hexes: [R12,, R13]",
    good="hexes: [R12, R13]",
    mend="Remove it, or write the value that is missing; put it in quotes if it is text.",
)
YML032 = Code(
    "YML032",
    "block-text",
    Severity.ERROR,
    "the `{sign}` begins a text of several lines, and none follow",
    what="A value that begins with `|` or `>` is a text that begins on the next line.",
    why=_NOTHING_READ,
    bad="losses: >5",
    good='losses: ">5"',
    mend="Put a short value in quotes; begin a text of several lines on the next line, indented.",
)
YML033 = Code(
    "YML033",
    "conflict-marker",
    Severity.ERROR,
    "a merge conflict was left in the file",
    what="The lines `<<<<<<<`, `=======` and `>>>>>>>` were written by git: two people changed one place.",
    why="Which version holds has to be decided by a person.",
    bad="<<<<<<< HEAD\nsteps: 2\n=======\nsteps: 3\n>>>>>>> errata",
    good="steps: 3",
    mend="Keep one of the two versions and delete the three lines.",
)
YML040 = Code(
    "YML040",
    "leading-zero",
    Severity.WARNING,
    "`{text}` without quotes is a number to other YAML readers",
    what="A number of a hex or unit that begins with 0 stands without quotes.",
    why="`0614` is 396 to one YAML reader, which reads it in base 8, and 614 to another. " + _ONE_READING,
    bad="hex: 0614",
    good='hex: "0614"',
    mend="Put it in quotes; `forge check GAME --fix` does.",
)
YML041 = Code(
    "YML041",
    "yes-or-no",
    Severity.WARNING,
    "`{text}` without quotes is a special word to other YAML readers",
    what="yes, no, on and off, and True, False and Null with capitals, stand without quotes.",
    why="`NO` is false to one YAML reader and text to another. " + _ONE_READING,
    bad="country: NO",
    good='country: "NO"',
    mend="Put it in quotes if it is text (`forge check GAME --fix` does); else write true, false or null.",
)
YML042 = Code(
    "YML042",
    "date-or-time",
    Severity.WARNING,
    "`{text}` without quotes is a date, or a number in base 60, to other YAML readers",
    what="A date such as 1942-06-28, or a time or odds such as 12:30, stands without quotes.",
    why="`12:30` is 750 to one YAML reader and text to another. " + _ONE_READING,
    bad="odds: 3:1",
    good='odds: "3:1"',
    mend="Put it in quotes; `forge check GAME --fix` does.",
)
YML043 = Code(
    "YML043",
    "odd-number",
    Severity.WARNING,
    "`{text}` without quotes is a number to other YAML readers, and text here",
    what="A number in a notation that is not plain decimal: +1, 1_000, 0x1F, 1e3, .5, .inf, or very long.",
    why="Readers disagree about which of these are numbers. " + _ONE_READING,
    bad="modifier: +1",
    good='modifier: "+1"',
    mend="Put it in quotes if it is text (`forge check GAME --fix` does); a number is written 1, 1000 or 0.5.",
)
