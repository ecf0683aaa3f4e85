"""SUP: comments that silence a finding: ``# ignore: OOB007 - why``."""

from scenario_forge.diagnostics.model import Code, Severity

SUP001 = Code(
    "SUP001",
    "suppression-without-reason",
    Severity.WARNING,
    "this suppresses {codes} without a reason and is ignored",
    what="A comment `# ignore:` names a code, but does not say why the finding is to be ignored.",
    why="A silenced finding is a decision. In a year nobody knows whether its reason still holds.",
    bad="hex: ZZ9  # ignore: OOB007",
    good="hex: ZZ9  # ignore: OOB007 - off the map on purpose, see the designer's notes",
    mend="Write a hyphen and the reason after the code, or mend what the finding is about.",
)
SUP002 = Code(
    "SUP002",
    "suppression-unused",
    Severity.WARNING,
    "there is no finding {code} here to suppress",
    what="A comment `# ignore:` names a code that is not found on its line, or on the line below it.",
    why="Left standing it would hide the next mistake that is made on this line.",
    bad="hex: R12  # ignore: OOB007 - off the map on purpose",
    good="hex: R12",
    mend="Remove the comment, or the code from it; `forge check GAME --fix` does.",
)
SUP003 = Code(
    "SUP003",
    "suppression-unreadable",
    Severity.WARNING,
    "`{word}` is not the code or name of a finding",
    what="A comment `# ignore:` names something that is not a code, nor the short name of one.",
    why="It silences nothing, though it looks as if it did.",
    bad="hex: ZZ9  # ignore: OOP007 - off the map on purpose",
    good="hex: ZZ9  # ignore: OOB007 - off the map on purpose",
    mend="Write the code as the finding shows it; several are divided by commas.",
)
