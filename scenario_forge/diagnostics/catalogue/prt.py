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

PRT008 = Code(
    "PRT008",
    "impossible-profile",
    Severity.ERROR,
    "`{key}: {value}` cannot be printed: {why}",
    what="A print profile gives a size that is out of range, does not fit its paper, or names an unknown paper.",
    why="Sheets that do not fit the printer or counters that do not fit the hexes waste paper and an evening.",
    bad="counter: 20 mm   # on hexes of 15 mm",
    good="counter: 1/2 in  # on hexes of 15 mm",
    mend="Choose a size within the range that the message names.",
)

PRT010 = Code(
    "PRT010",
    "unknown-profile",
    Severity.ERROR,
    "there is no print profile `{name}` to be like; there are {known}",
    what="A print profile is based on another that does not exist, or two are based on each other.",
    why="What it leaves out would be taken from nowhere.",
    bad="like: big-print",
    good="like: large-print",
    mend="Name one of the profiles that the message lists, or leave `like` out: `default` is meant then.",
)
