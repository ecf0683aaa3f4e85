"""YML: what keeps a file from being read as YAML."""

from scenario_forge.diagnostics.codes import Code, Severity

YML001 = Code(
    "YML001",
    "syntax",
    Severity.ERROR,
    "{problem}",
    what="The file is not well-formed YAML at this place.",
    why="Nothing after this place can be read, so nothing in the file is checked.",
    bad="units:\n  - {no: 1, name: 1 Libyan",
    good="units:\n  - {no: 1, name: 1 Libyan}",
    mend="Close the bracket, brace or quote that is open; the place shown is where the reader gave up.",
)
YML002 = Code(
    "YML002",
    "duplicate-key",
    Severity.ERROR,
    "the key `{key}` stands twice in one mapping",
    what="Two entries of one mapping have the same key.",
    why="YAML readers silently keep one of them; which one differs, and the other value is lost.",
    bad="title: Desert Rats\ntitle: Desert Mice",
    good="title: Desert Rats",
    mend="Remove one of the two, or rename it if another key was meant.",
)
