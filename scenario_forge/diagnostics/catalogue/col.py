"""COL: what was read off a printed copy, against the files of the game."""

from scenario_forge.diagnostics.model import Code, Severity

COL001 = Code(
    "COL001",
    "answer-finds-no-place",
    Severity.ERROR,
    "this answer cannot be placed: {problem}",
    what="An answer of a copy names no value of the game.",
    why="It would be laid over nothing, and what was looked up would be lost.",
    bad='- {at: "counters.units[axis/99].strength", printed: 6}',
    good='- {at: "counters.units[axis/15].strength", printed: 6}',
    mend="Correct the address; `forge collate` writes forms with the right ones.",
)
COL002 = Code(
    "COL002",
    "copy-contradicts-print",
    Severity.WARNING,
    "the copy has `{found}`, but the files say that {ours} is printed",
    what="An answer says otherwise than a value that the files have as printed.",
    why="One of the two was misread, or there are two printings. A copy does not settle that by itself.",
    bad='- {at: "counters.units[axis/15].name", printed: 8 Pz}   # the files have 5 Pz, from print',
    good='- {at: "counters.units[axis/15].name", printed: 5 Pz}',
    mend="Look again. If the copy is right, draft an erratum: `forge collate GAME --answers FILE --draft`.",
)
COL003 = Code(
    "COL003",
    "answered-twice",
    Severity.ERROR,
    "`{at}` is answered twice",
    what="A copy has two answers for one value.",
    why="Nobody knows which was read off.",
    bad='- {at: "counters.units[axis/15].strength", printed: 6}\n- {at: …axis/15].strength", printed: 7}',
    good='- {at: "counters.units[axis/15].strength", printed: 6}',
    mend="Remove one.",
)
COL004 = Code(
    "COL004",
    "answer-of-another-kind",
    Severity.ERROR,
    "`{found}` cannot replace {ours}",
    what="An answer is a word where the value is a number, the other way round, more than one value, out of bounds, or "
    "a size, type or nationality that the game has not.",
    why="Laid over the game, it would leave the file without its shape.",
    bad='- {at: "counters.units[axis/15].strength", printed: six}',
    good='- {at: "counters.units[axis/15].strength", printed: 6}',
    mend="Write it as the file does; figures without quotes, words in them.",
)
