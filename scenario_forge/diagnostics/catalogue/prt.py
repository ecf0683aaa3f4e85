"""PRT: what cannot be printed as it is written."""

from scenario_forge.diagnostics.codes import Code, Severity

PRT001 = Code(
    "PRT001",
    "missing-glyph",
    Severity.WARNING,
    "{letters} cannot be printed: no font of ours has {them}",
    what="A text that is printed on a component holds characters that the shipped fonts do not have.",
    why="An empty box would stand in their place on paper. Nothing else of the component suffers.",
    bad="- {no: 1, name: ليبيا, dec40: SS10}",
    good="- {no: 1, name: 1 Libyan, dec40: SS10}",
    mend="Write the text in letters that the fonts have: Latin, Greek, Cyrillic, the usual signs.",
)
