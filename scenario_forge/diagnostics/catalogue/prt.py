"""PRT: what cannot be printed as it is written."""

from scenario_forge.diagnostics.model import Code, Severity

PRT001 = Code(
    "PRT001",
    "missing-glyph",
    Severity.WARNING,
    "{letters} cannot be printed: no font that we ship has {them}",
    what="A text that is printed on a component holds characters that the shipped fonts do not have.",
    why="An empty box would stand in their place on paper. Nothing else of the component suffers.",
    bad="- {no: 1, name: ليبيا, dec40: SS10}",
    good="- {no: 1, name: 1 Libyan, dec40: SS10}",
    mend="Write the text in letters that the fonts have: Latin, Greek, Cyrillic, the usual signs.",
)

PRT002 = Code(
    "PRT002",
    "text-outside-safe-area",
    Severity.WARNING,
    "`{text}` is {over} mm outside the safe area",
    what="A text is nearer than 1.2 mm to the cut of a counter, or too near to the edge of the paper.",
    why="Nobody cuts straighter than a millimetre, and what the printer leaves white is lost.",
    bad="- {no: 1, name: The Queen's Own Westmorland and Cumberland Yeomanry}",
    good="- {no: 1, name: QOWCY}",
    mend="Shorten the text, or print larger counters (`counter:` in a print profile).",
)

PRT003 = Code(
    "PRT003",
    "type-too-small",
    Severity.WARNING,
    "`{text}` is set in {points} pt; {least} pt is the smallest that can be read",
    what="A text is set smaller than a player can read at the table.",
    why="Small type is the first complaint about counters made at home.",
    bad="counter: 8 mm",
    good="counter: 1/2 in",
    mend="Print larger counters or hexes (`counter:`, `hex:` in a print profile), or shorten the text.",
)

PRT004 = Code(
    "PRT004",
    "contrast-too-low",
    Severity.WARNING,
    "`{text}` has a contrast of {found} to 1 with its background; {least} to 1 is needed",
    what="A text and what is behind it are too much alike (contrast ratio of WCAG 2.2).",
    why="By lamplight it could not be read.",
    bad='tint: "#4B3A20"   # black figures on dark brown',
    good='tint: "#CDA47C"',
    mend="Choose a lighter tint for the nationality, or other `colours:` in the print profile.",
)

PRT005 = Code(
    "PRT005",
    "sides-look-alike",
    Severity.WARNING,
    "{one} and {other} look alike to {who}, and both have the corner shape `{corner}`",
    what="Counters of two sides have colours that are mixed up, and nothing else tells them apart.",
    why="One man in twelve does not see the difference of red and green; in grey nobody does.",
    bad="- {id: red, colour: Red, corner: round}\n- {id: green, colour: Green, corner: round}",
    good="- {id: red, colour: Red, corner: notch}\n- {id: green, colour: Green, corner: round}",
    mend="Give each nationality a `corner` of its own, or print with the profile `colour-blind`.",
)

PRT006 = Code(
    "PRT006",
    "more-counters-than-sheets",
    Severity.WARNING,
    "{count} counters need {needed} sheets; the profile has {sheets}",
    what="A print profile says how many counter sheets there are, and the game has more counters than they hold.",
    why="A box with a sheet too few is found out at the table.",
    bad="sheets: 1   # for 300 counters of 1/2 inch",
    good="sheets: 2",
    mend="Raise `sheets`, leave it out, or make the counters smaller.",
)

PRT007 = Code(
    "PRT007",
    "backs-do-not-register",
    Severity.ERROR,
    "{sheet}: {what}",
    what="On a printed sheet of counters a back does not lie behind its front, or not behind the right one.",
    why="Counters would be cut with a rim of their neighbour on the back, or with the back of another counter.",
    bad="the back of sheet 1 lies 1.5 mm to the right of its front",
    good="the marks of both pages meet within 0.1 mm",
    mend="Print it anew; if it stays, this is a fault of ours: please report it with the print profile.",
)

PRT008 = Code(
    "PRT008",
    "impossible-profile",
    Severity.ERROR,
    "`{key}: {value}` cannot be printed: {why}",
    what="A print profile gives a size out of range or too large for its paper, or names an unknown paper or colour.",
    why="Sheets that do not fit the printer or counters that do not fit the hexes waste paper and an evening.",
    bad="counter: 20 mm   # on hexes of 15 mm",
    good="counter: 1/2 in  # on hexes of 15 mm",
    mend="Choose a size within the range that the message names.",
)

PRT009 = Code(
    "PRT009",
    "name-has-no-room",
    Severity.WARNING,
    "there is no free space on the map for `{name}`: it covers {what}",
    what="A name on the map covers a number, a symbol, a road or another name wherever it is put.",
    why="It is printed where it does least harm, but something there is hard to read.",
    bad="names: [{name: The Great Southern Desert, along: [A1, A2]}]",
    good="names: [{name: The Great Southern Desert, along: [A1, A9]}]",
    mend="Give a name of a region a longer run of hexes; shorten the name of a place, or print larger hexes.",
)

PRT010 = Code(
    "PRT010",
    "unknown-profile",
    Severity.ERROR,
    "there is no print profile `{name}` to build on; known profiles: {known}",
    what="A print profile is based on another that does not exist, or two are based on each other.",
    why="What it leaves out would be taken from nowhere.",
    bad="like: big-print",
    good="like: large-print",
    mend="Name one of the profiles that the message lists, or leave `like` out: `default` is meant then.",
)

PRT011 = Code(
    "PRT011",
    "unknown-symbol",
    Severity.WARNING,
    "there is no symbol `{symbol}`; the counters show initials in its place",
    what="A type of units names a symbol that the printer has no drawing of.",
    why="Its counters show the initials of the type in the frame, which says less than a symbol.",
    bad="{id: panzerjager, name: Anti-tank, symbol: antitnak}",
    good="{id: panzerjager, name: Anti-tank, symbol: anti-tank}",
    mend="Name one of the symbols that there are, or leave `symbol` out where initials are meant.",
)

PRT012 = Code(
    "PRT012",
    "text-cut-short",
    Severity.WARNING,
    "`{text}` is too long for its counter and is cut short",
    what="A name does not fit on its counter at 5 pt, neither on one line nor on two.",
    why="The counter shows its beginning and an ellipsis; two counters may come to look alike.",
    bad="- {no: 16, name: Panzergrenadierregiment Nr. 104}",
    good="- {no: 16, name: Pz Gren Reg 104}",
    mend="Write it shorter, or print larger counters: `counter: 5/8 in` in a print profile.",
)

PRT013 = Code(
    "PRT013",
    "sides-too-near-in-colour",
    Severity.WARNING,
    "counters of {one} and {other} differ in colour by only {gap} in the profile `{profile}`; "
    "{least} is needed to tell the sides apart",
    what="The grounds of counters of two sides are nearer than a colour difference of 25 (CIE 1976 L*a*b*).",
    why="In a stack at arm's length a player counts the enemy's units among his own.",
    bad='- {id: british, side: allied, colour: Khaki, tint: "#D8C793"}\n'
    '- {id: german,  side: axis,   colour: Brown, tint: "#CDA47C"}',
    good='- {id: british, side: allied, colour: Khaki, tint: "#E3DCA0"}\n'
    '- {id: german,  side: axis,   colour: Brown, tint: "#C9966A"}',
    mend="Give one side a lighter or a darker `tint`, or print with the profile `colour-blind`.",
)

PRT014 = Code(
    "PRT014",
    "text-with-ellipsis",
    Severity.WARNING,
    "`{text}` ends in an ellipsis: part of it is not printed",
    what="A printed text was shortened because it found no room, and ends in `…`.",
    why="What was left out may be the value or the name that a player looks for.",
    bad="- {title: The Operations of the Western Desert Force between the Frontier and Beda Fomm in the First Winter}",
    good="- {title: From the Frontier to Beda Fomm}",
    mend="Write it shorter, or print larger: `counter:`, `hex:` or `type:` in a print profile.",
)
