"""MAP: the grid, terrain, hexsides, roads, places, boxes and areas of the map."""

from scenario_forge.diagnostics.model import Code, Severity

_ROWS = "rows:\n  - {row: B, west: ssscc}\n  - {row: A, west: scccc}"
_HEXSIDES = "hexsides:\n  - {kind: ridge, name: Long ridge, sides: [A1/B1, A2/B1, A2/B2]}"
_LINES = "lines:\n  - {kind: track, name: Well track, hexes: [A1, A2, A3, B4]}"
_PLACES = "places:\n  - {name: Sollum, hex: RR1, kinds: [village]}"
_AREAS = "areas:\n  - {id: libya, name: Libya, hexes: [A1..A9]}\n  - {id: egypt, name: Egypt, hexes: [A10..A20]}"

MAP001 = Code(
    "MAP001",
    "grid-impossible",
    Severity.ERROR,
    "this grid cannot be laid out: {problem}",
    what="The sheets, rows, columns or the pattern of the hex ids do not fit together.",
    why="Without a grid no hex has a number, and nothing that stands on the map can be checked.",
    bad='sheets: [{id: west, columns: 10, numbering: "{row:A}"}]',
    good='sheets: [{id: west, columns: 10, numbering: "{row:A}{col}"}]',
    mend="Look at a few hexes of the printed map, and write the pattern that gives just their ids.",
)
MAP002 = Code(
    "MAP002",
    "hex-given-twice",
    Severity.ERROR,
    "{hex} is given twice",
    what="A hex has its terrain both in a row and in a line of its own, or in two such lines.",
    why="The two may differ, and nobody could say which holds.",
    bad="rows:\n  - {row: A, west: cccc}\nhexes:\n  - {hex: A2, terrain: sand}",
    good="rows:\n  - {row: A, west: cncc}",
    mend="Keep one of the two, the letter in the row where there is one.",
)
MAP003 = Code(
    "MAP003",
    "row-given-twice",
    Severity.ERROR,
    "row {row} is given twice",
    what="Two lines give the terrain of the same row of the same sheet.",
    why="The two may differ; most often one of them is another row with the wrong letter.",
    bad="rows:\n  - {row: A, west: ssscc}\n  - {row: A, west: scccc}",
    good=_ROWS,
    mend="Correct the name of the row, or take one of the two out.",
)
MAP004 = Code(
    "MAP004",
    "row-missing",
    Severity.ERROR,
    "row {row} has no terrain{sheets}",
    what="The grid has a row for which no letters are written.",
    why="Its hexes have no terrain: nobody can tell what it costs to enter them, or print them.",
    bad="grid: {rows: 3}\n" + _ROWS,
    good="grid: {rows: 2}\n" + _ROWS,
    mend="Write the row, or correct the number of rows of the grid.",
)
MAP005 = Code(
    "MAP005",
    "hex-without-terrain",
    Severity.ERROR,
    "no terrain is given for {hexes}",
    what="The grid has hexes that stand in no row and in no line of their own.",
    why="Nobody can tell what it costs to enter them, or print them.",
    bad="hexes:\n  - {hex: A1, terrain: sand}",
    good=_ROWS,
    mend="Add the hexes, best as a row of letters.",
)
MAP006 = Code(
    "MAP006",
    "row-length",
    Severity.ERROR,
    "{letters} letters for {hexes} hexes: {by}",
    what="A row has another number of letters than the sheet has hexes in a row.",
    why="From the slip onwards each letter stands in the wrong hex.",
    bad="grid: {sheets: [{id: west, columns: 5}]}\nrows:\n  - {row: A, west: sccc}",
    good="grid: {sheets: [{id: west, columns: 5}]}\nrows:\n  - {row: A, west: scccc}",
    mend="Count from both ends to the coast or another mark, and find where a letter is missing or doubled.",
)
MAP007 = Code(
    "MAP007",
    "defined-twice",
    Severity.ERROR,
    "the {what} `{name}` is already taken",
    what="Two entries of the map's key, two boxes or two areas have the same id or the same letter.",
    why="Whoever uses it means one of the two, and nobody knows which.",
    bad="terrain:\n  - {id: sand, name: Sand, letter: s}\n  - {id: sea, name: Sea, letter: s}",
    good="terrain:\n  - {id: sand, name: Sand, letter: n}\n  - {id: sea, name: Sea, letter: s}",
    mend="Give one of them another id or letter, and look through what uses it.",
)
MAP008 = Code(
    "MAP008",
    "kind-unused",
    Severity.INFO,
    "the key lists {name}, but the map has none",
    what="The key has a kind of terrain, hexside, road or place that the map nowhere shows.",
    why="It may be meant so; it may also be that a letter of the rows was mistaken for another throughout.",
    bad="line_kinds:\n  - {id: track, name: Track}\n  - {id: railway, name: Railway}\n" + _LINES,
    good="line_kinds:\n  - {id: track, name: Track}\n" + _LINES,
    mend="Draw what is missing, or take the kind out of the key.",
)
MAP010 = Code(
    "MAP010",
    "hexside-given-twice",
    Severity.ERROR,
    "the hexside {one}/{other} is listed twice as {kind}",
    what="One hexside is listed twice for the same kind of feature.",
    why="Most often one of the two was meant for the side next to it, which now has a gap.",
    bad="hexsides:\n  - {kind: ridge, name: Long ridge, sides: [A1/B1, A2/B1, A2/B1]}",
    good=_HEXSIDES,
    mend="Follow the line on the printed map, and correct or take out one of the two.",
)
MAP011 = Code(
    "MAP011",
    "hexside-both-ways",
    Severity.ERROR,
    "the hexside {one}/{other} is listed twice as {kind}, once with each hex as the higher",
    what="One hexside is listed twice for the same kind, once with each of its two hexes first.",
    why="The hex named first is the higher or inner one; it cannot be both.",
    bad="hexsides:\n  - {kind: ridge, name: Long ridge, sides: [A1/B1, A2/B1, B1/A1]}",
    good=_HEXSIDES,
    mend="Look on the printed map which way the feature faces, and keep that one.",
)
MAP012 = Code(
    "MAP012",
    "hexsides-exclude-each-other",
    Severity.WARNING,
    "the hexside {side} is both {one} and {other}",
    what="One hexside has two kinds of feature of which one bars the way altogether, or which meet nowhere else.",
    why="Where nobody may cross, a second cost says nothing; and a pair that occurs once is often a slip in a list.",
    bad="hexsides:\n  - {kind: ridge, sides: [A1/B1, A2/B1]}\n  - {kind: river, sides: [A2/B1]}",
    good=_HEXSIDES,
    mend="Look on the printed map which of the two it is. If it is both, say with a suppression and its reason.",
)
MAP013 = Code(
    "MAP013",
    "hexside-at-sea",
    Severity.ERROR,
    "{kind} between two hexes of sea",
    what="A hexside feature lies between two hexes of water.",
    why="Nothing crosses there; either the side or the terrain of a hex is written wrongly.",
    bad="rows:\n  - {row: A, west: sscc}\nhexsides:\n  - {kind: ridge, sides: [A1/A2]}",
    good="rows:\n  - {row: A, west: sscc}\nhexsides:\n  - {kind: ridge, sides: [A3/A4]}",
    mend="Correct the hexes of the side, or the letters of the row.",
)
MAP014 = Code(
    "MAP014",
    "stray-hexside",
    Severity.WARNING,
    "the hexside {side} of {name} does not join the ones listed before and after it",
    what="A hexside leaves a gap in the chain it is listed in, which would join if it were another side, or it "
    "lies far away from all of the chain.",
    why="A slip in a hex id makes another hexside that is just as valid, and leaves a gap in the chain.",
    bad="hexsides:\n  - {kind: ridge, name: Long ridge, sides: [A1/B1, A2/B1, A7/B7, A3/B2]}",
    good="hexsides:\n  - {kind: ridge, name: Long ridge, sides: [A1/B1, A2/B1, A2/B2, A3/B2]}",
    mend="Follow the line on the printed map. A feature of two parts may be listed as two.",
)
MAP020 = Code(
    "MAP020",
    "road-broken",
    Severity.ERROR,
    "{line}: {here} does {how} adjoin {other}",
    what="A road or track goes on in a hex that does not adjoin the hex before it.",
    why="Whoever moves along it must go from hex to hex; the road that is drawn would jump.",
    bad="lines:\n  - {kind: track, name: Well track, hexes: [A1, A2, AA3, A4]}",
    good=_LINES,
    mend="Correct the hex, or write the one that is left out.",
)
MAP021 = Code(
    "MAP021",
    "road-doubles-back",
    Severity.ERROR,
    "{line} comes to {here} a second time",
    what="A road or track names a hex twice in succession, or goes to a hex and straight back.",
    why="A chain of hexes leads on; a branch is a chain of its own.",
    bad="lines:\n  - {kind: track, name: Well track, hexes: [A1, A2, A1, B1]}",
    good=_LINES,
    mend="Take the hex out, correct it, or make the branch a line of its own.",
)
MAP022 = Code(
    "MAP022",
    "road-in-the-sea",
    Severity.ERROR,
    "{line} leads through {here}, which is {terrain}",
    what="A road or track enters a hex of water.",
    why="Either the road's hex or the letter of the row is wrong: the coast runs elsewhere.",
    bad="rows:\n  - {row: A, west: sscc}\nlines:\n  - {kind: track, name: Coast road, hexes: [A2, A3, A4]}",
    good="rows:\n  - {row: A, west: sccc}\nlines:\n  - {kind: track, name: Coast road, hexes: [A2, A3, A4]}",
    mend="Correct the hex of the road or the letter of the row.",
)
MAP023 = Code(
    "MAP023",
    "road-across-a-barrier",
    Severity.ERROR,
    "{line} goes from {one} to {other} across {kind}, which no {road} crosses",
    what="A road or track crosses a hexside that nobody may cross, and its kind has no leave to.",
    why="Either the side, or the road, or what the kind of road crosses is written wrongly.",
    bad="hexside_kinds: [{id: river, name: River, passable: false}]\nline_kinds: [{id: track, name: Track}]",
    good="hexside_kinds: [{id: river, name: River, passable: false}]\n"
    "line_kinds: [{id: track, name: Track, crosses: [river]}]",
    mend="Correct the road or the hexside, or let the kind of road cross it (`crosses`).",
)
MAP024 = Code(
    "MAP024",
    "road-in-impassable-land",
    Severity.WARNING,
    "{line} leads through {here}, which is {terrain}, an impassable terrain",
    what="A road or track enters land that no unit may enter, on a map where the other roads do not.",
    why="A road that cannot be reached is of no use; the road or the letter of the row is one hex off.",
    bad="rows:\n  - {row: A, west: ccdc}\nlines:\n  - {kind: track, name: Well track, hexes: [A2, A3, A4]}",
    good="rows:\n  - {row: A, west: cccd}\nlines:\n  - {kind: track, name: Well track, hexes: [A1, A2, A3]}",
    mend="Correct the hex of the road or the letter of the row.",
)
MAP030 = Code(
    "MAP030",
    "place-at-sea",
    Severity.ERROR,
    "{place} stands in {hex}, which is water",
    what="A town or other place has a hex of water.",
    why="Nobody can enter it, hold it or set up there.",
    bad="rows:\n  - {row: A, west: sscc}\nplaces:\n  - {name: Marsa, hex: A2, kinds: [port]}",
    good="rows:\n  - {row: A, west: sscc}\nplaces:\n  - {name: Marsa, hex: A3, kinds: [port]}",
    mend="Correct the hex of the place or the letter of the row.",
)
MAP031 = Code(
    "MAP031",
    "name-twice",
    Severity.ERROR,
    "`{name}` is also the name of {what}",
    what="A place, a box or another spelling of one has a name that stands for something else too.",
    why="An order of battle or a victory row that uses the name could mean either.",
    bad="places:\n  - {name: Sidi Omar, hex: P35}\n  - {name: Sidi Omar, hex: PP4}",
    good="places:\n  - {name: Sidi Omar, hex: P35}\n  - {name: Sidi Omar Nuovo, hex: PP4}",
    mend="Correct the name, or tell the two apart as the printed map does.",
)
MAP032 = Code(
    "MAP032",
    "place-without-kind",
    Severity.WARNING,
    "{place} has no kind; all other places have one",
    what="A place does not say whether it is a town, a port or a village.",
    why="Rules that ask for towns or ports would pass it by, and it is printed without a symbol.",
    bad=_PLACES + "\n  - {name: Capuzzo, hex: Q36}",
    good=_PLACES + "\n  - {name: Capuzzo, hex: Q36, kinds: [fort]}",
    mend="Add its kind.",
)
MAP033 = Code(
    "MAP033",
    "capacity-unreadable",
    Severity.ERROR,
    "`{capacity}` is not a capacity; write a number, or U for unlimited",
    what="The capacity of a supply centre or box is neither a whole number nor U.",
    why="Nobody can tell how much may come in there.",
    bad="places:\n  - {name: Tobruk, hex: T30, capacity: many}",
    good="places:\n  - {name: Tobruk, hex: T30, capacity: U}",
    mend="Write the number printed beside the symbol, between quotes, or U.",
)
MAP040 = Code(
    "MAP040",
    "terrain-without-chart-line",
    Severity.ERROR,
    "no terrain chart has a line for {name}",
    what="A terrain, hexside or road of the map has no line in the terrain effects chart.",
    why="Nobody can look up what it costs to enter or cross it.",
    bad="terrain:\n  - {id: marsh, name: Marsh, letter: m}",
    good="charts:\n  terrain_effects:\n    rows:\n      Marsh: [6]\n    row_scale: {notation: text, terrain: true}",
    mend="Add the line, or write the name in the map's key as the chart prints it.",
)
MAP041 = Code(
    "MAP041",
    "chart-line-without-terrain",
    Severity.ERROR,
    "the chart has a line for {line}, which matches nothing on the map",
    what="A line of the terrain effects chart names no terrain, hexside, road or kind of place of the map.",
    why="Either the map lacks something, or the two spell it differently and the line is never found.",
    bad="rows:\n  Swamp: [6]",
    good="rows:\n  Marsh: [6]",
    mend="Write the heading as the map's key has it, or add the kind to the key.",
)
MAP050 = Code(
    "MAP050",
    "cut-off",
    Severity.WARNING,
    "{hex} is cut off from the rest of the land ({what}, hexes: {size})",
    what="Impassable hexes or hexsides close off a piece of land altogether: one where a unit starts, or one "
    "in the midst of the land.",
    why="What stands there can neither leave nor be reached; most often a letter or a hexside is one too many.",
    bad="rows:\n  - {row: B, west: cddcc}\n  - {row: A, west: cdccc}",
    good="rows:\n  - {row: B, west: cddcc}\n  - {row: A, west: ccccc}",
    mend="Look on the printed map where the way out is, and correct the hex or the hexside that bars it.",
)
MAP051 = Code(
    "MAP051",
    "lone-hex",
    Severity.WARNING,
    "{hex} is {kind}, but all six hexes around it are {around}",
    what="A single hex differs from all its neighbours, of a terrain that elsewhere lies in larger patches.",
    why="A slip of one letter in a row looks just so; a coast that is open by one hex lets ships into the desert.",
    bad="rows:\n  - {row: C, west: ccccc}\n  - {row: B, west: ccscc}\n  - {row: A, west: ccccc}",
    good="rows:\n  - {row: C, west: ccccc}\n  - {row: B, west: ccccc}\n  - {row: A, west: ccccc}",
    mend="Correct the letter. If it is a lake or an oasis, give it a place with its name.",
)
MAP052 = Code(
    "MAP052",
    "inland-sea",
    Severity.WARNING,
    "the {kind} at {hex} (hexes: {size}) does not reach the map's edge",
    what="Some hexes of sea are shut in by land, while the sea elsewhere goes to the edge of the map.",
    why="Either the coast is closed by a letter too many, or land is written as sea.",
    bad="rows:\n  - {row: B, west: ccccc}\n  - {row: A, west: csscc}",
    good="rows:\n  - {row: B, west: ssccc}\n  - {row: A, west: csscc}",
    mend="Correct the letters. A lake is a terrain of its own.",
)
MAP060 = Code(
    "MAP060",
    "box-adjoins-inland",
    Severity.ERROR,
    "the box {box} adjoins {hex}, which is not at the map's edge",
    what="An off-map box adjoins a hex that has map on all six sides.",
    why="From off the map units enter at its edge.",
    bad="boxes:\n  - {id: Trip, name: Tripolitania, adjoins: [C5]}",
    good="boxes:\n  - {id: Trip, name: Tripolitania, adjoins: [A1..Z1]}",
    mend="Correct the hex.",
)
MAP061 = Code(
    "MAP061",
    "areas-overlap",
    Severity.ERROR,
    "{hexes}: in both {one} and {other}",
    what="A boundary is drawn between two areas, and a hex is listed in both.",
    why="What counts in one of them only would count in both there.",
    bad="areas:\n  - {id: libya, name: Libya, hexes: [A1..A10]}\n  - {id: egypt, name: Egypt, hexes: [A10..A20]}",
    good=_AREAS,
    mend="Look on which side of the line the hex lies, and take it out of the other area.",
)
MAP062 = Code(
    "MAP062",
    "hex-in-no-area",
    Severity.WARNING,
    "{hexes}: in neither {one} nor {other}, which divide the land between them",
    what="Two areas with a boundary between them hold all land but a few hexes.",
    why="What is asked of a unit in either area could not be answered there.",
    bad="areas:\n  - {id: libya, name: Libya, hexes: [A1..A8]}\n  - {id: egypt, name: Egypt, hexes: [A10..A20]}",
    good=_AREAS,
    mend="Add the hexes to the area they lie in.",
)
MAP063 = Code(
    "MAP063",
    "boundary-within-an-area",
    Severity.ERROR,
    "{line} runs between {one} and {other}, which are both in {area}",
    what="A side of a boundary has the same area on either hand, while the rest of it parts two areas.",
    why="Either the side or the area is one hex off.",
    bad="hexsides:\n  - {kind: wire, name: The Wire, sides: [A5/A6]}\n" + _AREAS,
    good="hexsides:\n  - {kind: wire, name: The Wire, sides: [A9/A10]}\n" + _AREAS,
    mend="Follow the boundary on the printed map, and correct the side or the area.",
)
MAP064 = Code(
    "MAP064",
    "box-adjoins-sea",
    Severity.ERROR,
    "the box {box} adjoins nothing but water",
    what="All hexes that an off-map box adjoins are water.",
    why="Nobody can enter the map from there.",
    bad="boxes:\n  - {id: Trip, name: Tripolitania, adjoins: [X1..Z1]}",
    good="boxes:\n  - {id: Trip, name: Tripolitania, adjoins: [A1..Z1]}",
    mend="Correct the hexes.",
)
MAP065 = Code(
    "MAP065",
    "rows-shifted-the-other-way",
    Severity.ERROR,
    "with `{here}`, {count} hexsides and road steps join hexes that are not adjacent; with `{other}`, {left} do",
    what="Nearly every hexside and line fits a grid whose other rows or columns are shifted.",
    why="All adjacency, and with it movement, zones and supply, depends on which rows are shifted.",
    bad="shifted: odd   # hexsides and roads were read off a grid with shifted: even",
    good="shifted: even",
    mend="Correct `shifted`.",
)
MAP066 = Code(
    "MAP066",
    "area-without-hexes",
    Severity.ERROR,
    "the area {area} has no hexes: {why}",
    what="An area of the map contains nothing, or only half of what would enclose it is said.",
    why="What starts or counts in it can be nowhere.",
    bad="areas:\n  - {id: perimeter, name: the perimeter, around: '4614'}",
    good="areas:\n  - {id: perimeter, name: the perimeter, around: '4614', within: ditch}",
    mend="Give its hexes, an edge of the map, or a hex inside it and the kind of hexside around it.",
)
MAP067 = Code(
    "MAP067",
    "area-not-closed",
    Severity.ERROR,
    "no line closes the area {area}: {why}",
    what="An area is all that a kind of hexside encloses, and reaches the edge of the map round the end of the line or "
    "through a gap in it.",
    why="Hexes on the wrong side of the line belong to it: what starts or counts there is not what was meant.",
    bad="hexsides:\n  - {kind: ditch, sides: [F5/F6, F6/G5]}   # G6/F6 is missing\n"
    "areas:\n  - {id: perimeter, name: the perimeter, around: F6, within: ditch}",
    good="hexsides:\n  - {kind: ditch, sides: [F5/F6, F6/G5, F6/G6]}\n"
    "areas:\n  - {id: perimeter, name: the perimeter, around: F6, within: ditch}",
    mend="Add the missing hexsides, or name another hex inside, or list the hexes of the area.",
)
