"""DGM: figures of the rulebook and its worked examples that break the rules they show."""

from scenario_forge.diagnostics.model import Code, Severity

DGM001 = Code(
    "DGM001",
    "figure-with-enemies-in-one-hex",
    Severity.ERROR,
    "{one} and {other} share {hex}: opposing units never share a hex",
    what="A figure has units of two sides in one hex.",
    why="Readers learn the rules from their figures, and no rule allows this position.",
    bad='- {at: "0303", units: [axis/13, allied/1]}',
    good='- {at: "0303", units: [axis/13]}',
    mend="Move one of them to the hex that the caption gives it.",
)
DGM002 = Code(
    "DGM002",
    "figure-with-too-heavy-a-stack",
    Severity.ERROR,
    "the stack in {hex} weighs {weight}, the limit is {limit}: {units}",
    what="A stack in a figure is larger than the stacking rule allows.",
    why="Readers learn the rules from their figures, and no rule allows this position.",
    bad='- {at: "0202", units: [axis/10, axis/13]}   # two divisions',
    good='- {at: "0202", units: [axis/10]}',
    mend="Take a unit out of the hex, or show a smaller one.",
)
DGM003 = Code(
    "DGM003",
    "figure-way-jumps",
    Severity.ERROR,
    "{here} and {there} are not adjacent: the {what} jumps",
    what="An arrow of a figure, or the path of a worked example, goes from a hex to one that is not next to it.",
    why="A way leads from hex to adjacent hex; the jump leaves the cost of a step out.",
    bad='- {kind: move, path: ["0202", "0204", "0305"]}',
    good='- {kind: move, path: ["0202", "0203", "0204", "0305"]}',
    mend="Name each hex of the way in its order.",
)
DGM004 = Code(
    "DGM004",
    "figure-attack-on-nobody",
    Severity.ERROR,
    "{problem}",
    what="An attack in a figure comes from nobody, strikes nobody or a friend, or is counted for other units.",
    why="Units attack adjacent enemies, nobody else; readers cannot tell who fights whom.",
    bad='- {kind: attack, path: ["0202", "0302"]}   # friends stand in 0302',
    good='- {kind: attack, path: ["0202", "0303"]}',
    mend="Correct the hex or the unit.",
)
DGM005 = Code(
    "DGM005",
    "figure-with-a-unit-twice",
    Severity.ERROR,
    "{unit} stands in {first} and in {hex}",
    what="A figure has one unit in two places.",
    why="There is one counter of each unit.",
    bad='- {at: "0202", units: [allied/1]}\n- {at: "0302", units: [allied/1]}',
    good='- {at: "0202", units: [allied/1]}\n- {at: "0302", units: [allied/2]}',
    mend="Give the second place its own unit.",
)
DGM006 = Code(
    "DGM006",
    "figure-zone-of-nobody",
    Severity.ERROR,
    "{hex} is drawn in a zone of control of the {side} side, but no {side} combat unit is next to it",
    what="A hex is drawn in a side's zone of control, and no unit of that side that has one stands next to it.",
    why="Zones of control are the hexes around a unit; the figure teaches another rule.",
    bad='zones: [{side: axis, hexes: ["0106"]}]   # the only Axis unit stands in 0403',
    good='zones: [{side: axis, hexes: ["0303"]}]',
    mend="Correct the hex or the side, or place the unit.",
)
DGM007 = Code(
    "DGM007",
    "figure-letter-nowhere",
    Severity.ERROR,
    "{problem}",
    what="A caption or a path speaks of a letter that no hex has, or a hex has a letter that no text speaks of.",
    why="The reader looks for it in vain.",
    bad="caption: Unit A moves to Y.\nmarks: [{at: '0602', text: A}, {at: '0603', text: X}]",
    good="caption: Unit A moves to X.\nmarks: [{at: '0602', text: A}, {at: '0603', text: X}]",
    mend="Use the same letter in both.",
)
DGM008 = Code(
    "DGM008",
    "throw-of-no-die",
    Severity.ERROR,
    "{what} is {die}, but {chart} has no such row",
    what="A figure or worked example throws a number for which its chart has no row.",
    why="The result cannot be read.",
    bad="die: 7",
    good="die: 4",
    mend="Correct the throw.",
)
DGM009 = Code(
    "DGM009",
    "figure-move-against-the-rules",
    Severity.ERROR,
    "{problem}",
    what="A move or retreat of a figure starts where nobody stands, ends on enemies, or goes on in an enemy zone.",
    why="Readers learn the rules from their figures, and no rule allows this move.",
    bad='- {kind: move, path: ["0101", "0102"]}   # nobody stands in 0101',
    good='- {kind: move, path: ["0202", "0203"]}',
    mend="Correct the path, place the unit, or mark the move with `barred: true`.",
)
DGM010 = Code(
    "DGM010",
    "figure-way-costs-otherwise",
    Severity.ERROR,
    "the path drawn costs {found} movement points; the rulebook says {said}",
    what="The way that a figure draws does not cost what the clause states of it.",
    why="A reader who counts along the drawing gets another sum than the text.",
    bad='arrows: [{kind: move, path: ["0202", "0203"]}]   # 2 points, the clause says 4\ncosts: {Z: example.move.cost}',
    good='arrows: [{kind: move, path: ["0202", "0203", "0204"]}]\ncosts: {Z: example.move.cost}',
    mend="Correct the path or the ground of the figure, or the number of the clause.",
)
DGM011 = Code(
    "DGM011",
    "figure-modifier-unlike-chart",
    Severity.ERROR,
    "the figure counts {here} for {what}; the chart has {there}",
    what="A combat worked out below a figure counts a modifier with another value than the chart has.",
    why="The reader is shown a sum that the rules do not give.",
    bad="modifiers: [{text: the defenders stand in rough, value: -2}]   # the chart has -3",
    good="modifiers: [{text: the defenders stand in rough, value: -3}]",
    mend="Correct the value, or the chart.",
)
DGM012 = Code(
    "DGM012",
    "figure-zone-incomplete",
    Severity.ERROR,
    "{hex}, next to {unit}, is not drawn in its zone of control; the other hexes are",
    what="A figure draws a unit's zone of control and leaves one of the hexes around it out.",
    why="A zone of control is all adjacent hexes; the figure teaches another rule.",
    bad='zones: [{side: axis, hexes: ["0303", "0503", "0304", "0404", "0302"]}]   # around 0403',
    good='zones: [{side: axis, hexes: ["0303", "0503", "0304", "0404", "0302", "0402"]}]',
    mend="Add the hex.",
)
DGM013 = Code(
    "DGM013",
    "steps-unlike-path",
    Severity.ERROR,
    "{problem}",
    what="The steps that a worked example counts do not fit the hexes of its path.",
    why="A reader who follows the path on the figure counts other costs than the example adds up.",
    bad="path: [A, b, c]\nsteps: [clear]",
    good="path: [A, b, c]\nsteps: [clear, clear]",
    mend="Name the ground or line of each hex that is entered, and each hexside that is crossed before it.",
)
DGM014 = Code(
    "DGM014",
    "figure-supply-of-the-other-side",
    Severity.ERROR,
    "{marker} in {hex} belongs to {side}, but its arrow leads to {unit}",
    what="An arrow of supply leads from a supply marker of one side to units of the other.",
    why="A supply unit serves its own side; the reader learns another rule.",
    bad='- {at: "0401", markers: [supply-axis]}\n- {kind: supply, path: ["0401", "0402"]}   # Allied units in 0402',
    good='- {at: "0401", markers: [supply-allied]}\n- {kind: supply, path: ["0401", "0402"]}',
    mend="Correct the marker, or the path.",
)
