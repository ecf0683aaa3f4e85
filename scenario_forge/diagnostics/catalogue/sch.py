"""SCH: what a document's shape forbids."""

from scenario_forge.diagnostics.model import Code, Severity

SCH001 = Code(
    "SCH001",
    "missing-key",
    Severity.ERROR,
    "the key `{key}` is missing{owner}",
    what="A key that every entry of this kind has is not there.",
    why="The tool cannot know the value, and will not guess it.",
    bad="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40}",
    good="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}",
    mend="Add the key. `forge schema` lists the keys of each document with what they mean.",
)
SCH002 = Code(
    "SCH002",
    "unknown-key",
    Severity.ERROR,
    "there is no key `{key}` here",
    what="A key that this kind of entry does not have.",
    why="A misspelt key would otherwise be ignored, and its value silently lost.",
    bad="starts:\n  - {id: dec40, lable: Dec 40, turn: 12/40, first: allied}",
    good="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}",
    mend="Correct the spelling, or take the key out.",
)
SCH003 = Code(
    "SCH003",
    "wrong-type",
    Severity.ERROR,
    "expected {expected}, found {found}",
    what="The value is of another type than the key takes.",
    why="Text and numbers are told apart, so that a hex 0614 or a cell 3 is never mistaken for a quantity.",
    bad="calendar: {unit: month, first: 1240, last: 12/42}",
    good="calendar: {unit: month, first: 12/40, last: 12/42}",
    mend="Write a value of the right type; put text that looks like a number between quotes.",
)
SCH004 = Code(
    "SCH004",
    "wrong-value",
    Severity.ERROR,
    "{problem}",
    what="The value has the right type but is not one of those allowed, or is out of its range or form.",
    why="The key takes one of a few words, a number in a range, or a name of a certain form.",
    bad="basis: invented",
    good="basis: proposed",
    mend="Use one of the values that the message names.",
)
SCH005 = Code(
    "SCH005",
    "not-a-document",
    Severity.ERROR,
    "expected a mapping of keys and values, found {found}",
    what="The file holds a list or a single word where a document is a mapping.",
    why="Every file of a game is a mapping whose keys `forge schema` explains.",
    bad="- title: Desert Rats",
    good="title: Desert Rats",
    mend="Begin the file with its first key, such as `basis: printed`.",
)
SCH006 = Code(
    "SCH006",
    "unknown-provenance-address",
    Severity.ERROR,
    "`{address}` names nothing in this file: {reason}",
    what="An entry of the provenance list points at nothing.",
    why="Values that are ours would pass for printed ones.",
    bad="provenance:\n  - {at: ['units[*].strenght'], basis: proposed, why: not in the text}",
    good="provenance:\n  - {at: ['units[*].strength'], basis: proposed, why: not in the text}",
    mend="Correct the address; items of lists are addressed by number, id, turn, hex or name, or with *.",
)
SCH007 = Code(
    "SCH007",
    "key-settled",
    Severity.ERROR,
    "`{key}` can no longer be set; it is {value} in every game",
    what="A key that earlier versions had, and that every game gave the same value. It has become part of the rules "
    "that the program plays.",
    why="Were the key passed over, its author would go on believing that another value changes the game.",
    bad="movement:\n  strategic_beyond: 5\n  minimum_move: false",
    good="movement:\n  strategic_beyond: 5",
    mend="Take the key out; `forge migrate GAME` does it where the game says what is played. A game that has to play "
    "otherwise needs a rule of its own: see docs/add-a-rule-system.md.",
)
