"""REF: names that name nothing, and notations that cannot be read."""

from scenario_forge.diagnostics.model import Code, Severity

REF001 = Code(
    "REF001",
    "unknown-name",
    Severity.ERROR,
    "`{text}` is no {wanted} of this game",
    what="A name stands where a hex, place, turn, side, terrain, marker, option or column is meant, and there is none.",
    why="What the line says of it cannot be checked, set up or printed.",
    bad="- {no: 1, name: 1 Libyan, dec40: ZZ99}",
    good="- {no: 1, name: 1 Libyan, dec40: ZZ9}",
    mend="Correct the name, or define it in the file it belongs to.",
)
REF002 = Code(
    "REF002",
    "unreadable-cell",
    Severity.ERROR,
    "{problem}",
    what="A printed cell is not of the notation that this chart uses.",
    why="Its meaning is unknown, so nothing that depends on it is checked.",
    bad="- {no: 1, name: 1 Libyan, dec40: SS10(}",
    good="- {no: 1, name: 1 Libyan, dec40: SS10(f)}",
    mend="Write the cell as the chart's legend says. If it is printed so, leave it and write an erratum.",
)
REF003 = Code(
    "REF003",
    "neither-hex-nor-date",
    Severity.ERROR,
    "`{text}` is neither a hex nor a date",
    what="An entry looks like a hex or a dated arrival or withdrawal, and is neither.",
    why="Nobody can tell where or when the unit appears.",
    bad="- {no: 22, name: 10/5 Ind, mar41+: W841}",
    good="- {no: 22, name: 10/5 Ind, mar41+: W8/41}",
    mend="Write the date as month/year, or the hex as on the map.",
)
REF004 = Code(
    "REF004",
    "two-spellings",
    Severity.ERROR,
    "{thing}: `{one}` here, `{other}` elsewhere",
    what="A unit has one identity in the order of battle and another on its counter, or the formation it belongs to is "
    "spelt on its counter alone as it is.",
    why="The player takes them for two units, or sets up the wrong one.",
    bad="- {no: 12, name: Polish Bde}            # orders-of-battle/allied.yaml\n"
    "- {side: allied, no: 12, name: Polish Brig}   # counters.yaml",
    good="- {no: 12, name: Polish Brig}           # orders-of-battle/allied.yaml\n"
    "- {side: allied, no: 12, name: Polish Brig}   # counters.yaml",
    mend="Correct the wrong one of the two. Case, blanks and full stops make no difference.",
)
REF005 = Code(
    "REF005",
    "nationality-of-the-other-side",
    Severity.ERROR,
    "{unit} is {nationality}, but {owner} moves {nationality} units",
    what="A counter belongs to one side and shows a nationality that game.yaml gives to the other.",
    why="Nobody knows who moves the unit, and its supply radius is taken from the wrong line.",
    bad="- {side: allied, no: 12, name: Polish Brig, nationality: german}",
    good="- {side: allied, no: 12, name: Polish Brig, nationality: british}",
    mend="Correct the side or the nationality.",
)
REF006 = Code(
    "REF006",
    "word-nobody-prints",
    Severity.ERROR,
    "{problem}",
    what="A file of `words/` has a key that no component prints, or a value in braces that nobody fills in.",
    why="The word is printed in English all the same, or the braces are printed as they stand.",
    bad='order_of_battle_title: "Aufstellung {seite}"',
    good='order_of_battle_title: "Aufstellung {side}"',
    mend="Correct the key or the name in braces; `forge words GAME --language de` lists both beside the English.",
)
REF010 = Code(
    "REF010",
    "unknown-system",
    Severity.ERROR,
    "there is no rule system `{name}`; known systems: {known}",
    what="game.yaml names a rule system that is not installed.",
    why="The system says how cells are written and what the rules are; without it little can be checked.",
    bad="system: dessert-rats",
    good="system: desert-rats",
    mend="Correct the name, or install the package that brings the system; a folder on PYTHONPATH does too.",
)
