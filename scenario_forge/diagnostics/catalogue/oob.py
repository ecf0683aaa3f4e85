"""OOB: orders of battle, alone and against counters, map and time record track."""

from scenario_forge.diagnostics.model import Code, Severity

OOB001 = Code(
    "OOB001",
    "unit-without-counter",
    Severity.ERROR,
    "{unit}, {name}, has no counter",
    what="An order of battle has a unit whose set-up number is on none of its side's counters.",
    why="The player cannot set it up, and its strength and movement allowance are unknown.",
    bad="- {no: 53, name: 153/51 Div, dec40: N}",
    good="- {no: 52, name: 154/51 Div, dec40: N}",
    mend="Correct the set-up number, or add the counter to counters.yaml.",
)
OOB002 = Code(
    "OOB002",
    "counter-without-unit",
    Severity.ERROR,
    "counter {unit}, {name}, is in no order of battle",
    what="A counter has a set-up number that its side's order of battle does not list.",
    why="The player holds a counter that never comes into play.",
    bad="- {side: axis, no: 38, name: 164 Div.}",
    good="- {side: axis, no: 37, name: Pzjg. Bn 605}",
    mend="Correct the set-up number, or add the unit's row to the order of battle.",
)
OOB003 = Code(
    "OOB003",
    "set-up-number-twice",
    Severity.ERROR,
    "{unit} is used twice: {name} and {other}",
    what="Two units or two counters of one side have the same set-up number.",
    why="The number is how a unit and its counter find each other.",
    bad="- {no: 7, name: 3 Arm Brig}\n- {no: 7, name: 2 Supp Gp}",
    good="- {no: 7, name: 3 Arm Brig}\n- {no: 8, name: 2 Supp Gp}",
    mend="Give each its own number.",
)
OOB004 = Code(
    "OOB004",
    "gap-in-set-up-numbers",
    Severity.WARNING,
    "set-up number {missing} is missing between {before} and {unit}",
    what="Set-up numbers of a side leave some out, and no counter has them either.",
    why="A row of the chart was probably lost.",
    bad="- {no: 7, name: 3 Arm Brig}\n- {no: 9, name: 24/9 Aus}",
    good="- {no: 7, name: 3 Arm Brig}\n- {no: 8, name: 2 Supp Gp}\n- {no: 9, name: 24/9 Aus}",
    mend="Add the row, or correct the number.",
)
OOB005 = Code(
    "OOB005",
    "row-out-of-order",
    Severity.WARNING,
    "{unit} is listed after {before}, out of order",
    what="A row breaks the ascending order of set-up numbers that the chart keeps otherwise.",
    why="Rows that have changed places are a common slip of transcription, and the player looks in the wrong place.",
    bad="- {no: 8, name: 2 Supp Gp}\n- {no: 7, name: 3 Arm Brig}",
    good="- {no: 7, name: 3 Arm Brig}\n- {no: 8, name: 2 Supp Gp}",
    mend="Move the row, or correct its number.",
)
OOB006 = Code(
    "OOB006",
    "identity-breaks-pattern",
    Severity.WARNING,
    "`{part}` in the identity of {unit} looks like a typo; {others} have {usual}",
    what="A part of a unit's identity differs by one slip from what many others of its side have in that place.",
    why="The others show how identities are written; this one is probably misread.",
    bad="- {no: 4, name: 16/6 Aux}   # beside 24/9 Aus, 20/9 Aus, 18/9 Aus",
    good="- {no: 4, name: 16/6 Aus}",
    mend="Correct the identity here and on the counter. If it is printed so, leave it and write an erratum.",
)
OOB007 = Code(
    "OOB007",
    "identity-twice",
    Severity.WARNING,
    "{unit} and {other} are both {name}",
    what="Two units of one side have the same numbered identity.",
    why="A formation exists once; one of the two was probably copied from the line above.",
    bad="- {no: 15, name: 1/7 Aus}\n- {no: 16, name: 1/7 Aus}",
    good="- {no: 15, name: 1/7 Aus}\n- {no: 16, name: 2/7 Aus}",
    mend="Correct one of the two.",
)
OOB010 = Code(
    "OOB010",
    "empty-cell",
    Severity.ERROR,
    "{unit} has no entry for {column}",
    what="A cell of a start date is blank, in a column whose other cells are filled.",
    why="Nobody knows whether the unit is somewhere, not yet there or already eliminated.",
    bad='- {no: 37, name: Pzjg. Bn 605, nov41: Q36, may42: ""}',
    good="- {no: 37, name: Pzjg. Bn 605, nov41: Q36, may42: E}",
    mend="Fill the cell. If it is printed blank, leave it and write an erratum.",
)
OOB011 = Code(
    "OOB011",
    "two-positions",
    Severity.ERROR,
    "{unit} is in two states at {column}: {first} and {second}",
    what="The cell of a start date has more than one entry.",
    why="A unit starts in one place, or not at all.",
    bad="- {no: 5, name: 5/4 Ind, dec40: 'QQ16, E'}",
    good="- {no: 5, name: 5/4 Ind, dec40: QQ16}",
    mend="Keep one of the entries; arrivals and withdrawals go in the column behind.",
)
OOB012 = Code(
    "OOB012",
    "entry-in-wrong-column",
    Severity.ERROR,
    "{entry} of {unit} is {what}, but column {column} holds {holds}",
    what="A dated arrival or withdrawal stands in the column of a start date, or a position in a column of arrivals.",
    why="A start column says where a unit is on that date; what happens later stands in the column behind it.",
    bad="- {no: 7, name: 3 Arm Brig, dec40: R2/41, mar41: B4}",
    good="- {no: 7, name: 3 Arm Brig, dec40: N, dec40+: R2/41, mar41: B4}",
    mend="Move the entry to the column it belongs to.",
)
OOB013 = Code(
    "OOB013",
    "mark-without-meaning",
    Severity.ERROR,
    "{mark} means nothing at {entry} of {unit}: {why}",
    what="A mark, such as (f) or (c3), stands at an entry where it can have no effect.",
    why="The entry or the mark is misprinted.",
    bad="- {no: 21, name: 9/5 Ind, mar41+: 'R7/41(f), W8/41'}",
    good="- {no: 21, name: 9/5 Ind, mar41+: 'R7/41, W8/41'}",
    mend="Remove the mark, or correct the entry.",
)
OOB014 = Code(
    "OOB014",
    "starting-strength",
    Severity.ERROR,
    "{unit} starts at strength {given}, but its counter has {printed}",
    what="The starting strength of a weakened unit is not below the strength on its counter, or is nothing.",
    why="A mark such as (c3) is for units that start weakened; at full strength nothing is written, at none E.",
    bad="- {no: 3, name: 7 Supp Gp, mar41: SS33(c5)}   # the counter has 4",
    good="- {no: 3, name: 7 Supp Gp, mar41: SS33(c2)}",
    mend="Correct the strength in the order of battle or on the counter.",
)
OOB020 = Code(
    "OOB020",
    "date-outside-column",
    Severity.ERROR,
    "{entry} of {unit} does not fall {interval}",
    what="An arrival or withdrawal is dated before the start date that its column follows, or after the next one.",
    why="The column holds what happens between two start dates; whoever starts on the second finds it done.",
    bad="- {no: 38, name: 69/50 Div, nov41: N, nov41+: R1/41, may42: R26}",
    good="- {no: 38, name: 69/50 Div, nov41: N, nov41+: R1/42, may42: R26}",
    mend="Correct the date, or move the entry to the column of its time.",
)
OOB021 = Code(
    "OOB021",
    "arrives-while-present",
    Severity.ERROR,
    "{unit} arrives ({entry}) although {why}",
    what="A unit that is in play already is said to arrive.",
    why="There is one counter; it cannot come on twice.",
    bad="- {no: 9, name: 24/9 Aus, dec40: RR14, dec40+: R2/41}",
    good="- {no: 9, name: 24/9 Aus, dec40: N, dec40+: R2/41}",
    mend="Remove the arrival, add the withdrawal before it, or write N at the start date before.",
)
OOB022 = Code(
    "OOB022",
    "leaves-while-absent",
    Severity.ERROR,
    "{unit} leaves ({entry}) although {why}",
    what="A unit that is not in play is said to be withdrawn.",
    why="Only what is there can be withdrawn.",
    bad="- {no: 9, name: 24/9 Aus, dec40: N, dec40+: W1/41}",
    good="- {no: 9, name: 24/9 Aus, dec40: N, dec40+: 'R1/41, W2/41'}",
    mend="Remove the withdrawal, or add the arrival before it.",
)
OOB023 = Code(
    "OOB023",
    "present-without-arrival",
    Severity.ERROR,
    "{unit} is {state} at {column}, but {why}",
    what="A unit is somewhere, or has been lost, at a start date, and nothing says how it came.",
    why="Whoever starts on the earlier date never gets the unit.",
    bad="- {no: 7, name: 3 Arm Brig, dec40: N, mar41: B4}",
    good="- {no: 7, name: 3 Arm Brig, dec40: N, dec40+: R2/41, mar41: B4}",
    mend="Add the arrival in the column between, or correct one of the two cells.",
)
OOB024 = Code(
    "OOB024",
    "absent-without-withdrawal",
    Severity.ERROR,
    "{unit} is absent (N) at {column}, but {why}",
    what="A unit that was in play is marked as absent at a later start date, and nothing says that it left.",
    why="Whoever starts on the earlier date keeps a unit that the later one does not have.",
    bad="- {no: 5, name: 5/4 Ind, dec40: QQ16, mar41: N}",
    good="- {no: 5, name: 5/4 Ind, dec40: QQ16, dec40+: W12/40, mar41: N}",
    mend="Add the withdrawal in the column between, or correct one of the two cells.",
)
OOB025 = Code(
    "OOB025",
    "back-from-elimination",
    Severity.ERROR,
    "{unit} was eliminated by {column}, but {what}",
    what="A unit marked E, eliminated for good, is somewhere, arrives or leaves at a later time.",
    why="What is eliminated for good does not come back.",
    bad="- {no: 12, name: Polish Brig, mar41: E, nov41: T29}",
    good="- {no: 12, name: Polish Brig, mar41: SS32, nov41: T29}",
    mend="Correct one of the two cells; a unit that can be rebuilt is marked B.",
)
OOB026 = Code(
    "OOB026",
    "arrivals-out-of-order",
    Severity.INFO,
    "{unit} arrives {date}, between rows that arrive {before} and {after}",
    what="A row breaks the order of arrival that the rows of the chart keep otherwise.",
    why="Charts list later arrivals below earlier ones; a date that runs backwards may be misprinted.",
    bad="- {no: 48, may42+: R8/42}\n- {no: 49, may42+: R7/42}\n- {no: 50, may42+: R9/42}",
    good="- {no: 48, may42+: R8/42}\n- {no: 49, may42+: R8/42}\n- {no: 50, may42+: R9/42}",
    mend="Look at the source again. If the date is right, let it stand, or record that it was looked at: an erratum of "
    "status rejected at this cell keeps `--errata all` silent.",
)
OOB027 = Code(
    "OOB027",
    "unit-never-appears",
    Severity.ERROR,
    "{unit}, {name}, never comes into play",
    what="A unit is absent at every start date and never arrives.",
    why="Its arrival was probably lost.",
    bad="- {no: 52, name: 154/51 Div, nov41: N, may42: N}",
    good="- {no: 52, name: 154/51 Div, nov41: N, may42: N, may42+: R9/42}",
    mend="Add the arrival, or take the unit and its counter out.",
)
OOB030 = Code(
    "OOB030",
    "start-in-prohibited-terrain",
    Severity.ERROR,
    "{unit} starts in {hex}: {terrain}",
    what="A unit or marker starts in the sea or in terrain that it may not enter.",
    why="It could neither have got there nor move away.",
    bad="- {no: 12, name: Polish Brig, nov41: T31}   # sea",
    good="- {no: 12, name: Polish Brig, nov41: T29}",
    mend="Correct the hex, or the terrain on the map.",
)
OOB031 = Code(
    "OOB031",
    "start-with-the-enemy",
    Severity.ERROR,
    "{unit} starts in {hex} together with {other}",
    what="Units or supply of two sides start in one hex.",
    why="Opposing units never share a hex.",
    bad="- {no: 28, name: 14/70 Div, nov41: S33}   # where Axis 18 starts",
    good="- {no: 28, name: 14/70 Div, nov41: T30}",
    mend="Correct one of the two hexes.",
)
OOB032 = Code(
    "OOB032",
    "stack-too-heavy",
    Severity.ERROR,
    "the stack in {hex} at {start} exceeds the stacking limit: {weight}, where {limit} are allowed: {units}",
    what="Units of a side that start in one hex exceed the stacking limit, weakened ones counted as what they are.",
    why="The set-up would break the rules before the first move.",
    bad="- {no: 1, name: 7 Arm Brig, mar41: SS33}\n- {no: 2, name: 4 Arm Brig, mar41: SS33}\n"
    "- {no: 4, name: 16/6 Aus, mar41: SS33}",
    good="- {no: 1, name: 7 Arm Brig, mar41: SS33}\n- {no: 2, name: 4 Arm Brig, mar41: SS33}\n"
    "- {no: 4, name: 16/6 Aus, mar41: RR30}",
    mend="Correct the hex of one of them.",
)
OOB033 = Code(
    "OOB033",
    "far-from-own-side",
    Severity.ERROR,
    "{unit} starts in {hex}, {where}, {own} from the nearest {side} unit{which}",
    what="A unit starts beyond the enemy's units, or far from everything that its own side has, and out of supply.",
    why="No set-up puts a unit there; the hex is probably misprinted.",
    bad="- {no: 4, name: 16/6 Aus, dec40: S32}   # behind the Axis front",
    good="- {no: 4, name: 16/6 Aus, dec40: SS32}",
    mend="Correct the hex. If it is printed so, leave it and write an erratum.",
)
OOB034 = Code(
    "OOB034",
    "unsupplied-at-start",
    Severity.ERROR,
    "{unit} starts in {hex} out of supply: {why}",
    what="A unit is out of general supply when the game begins.",
    why="It would suffer attrition, and restrictions on its movement, before its player has done anything.",
    bad="- {no: 9, name: 24/9 Aus, may42: PP16}   # 17 hexes from the nearest supply unit; 15 are allowed",
    good="- {no: 9, name: 24/9 Aus, may42: PP26}",
    mend="Correct the hex of the unit or of a supply unit. If it is meant so, say so in a note.",
)
OOB035 = Code(
    "OOB035",
    "far-behind-the-front",
    Severity.WARNING,
    "{unit} starts in {hex}, {enemy} hexes from the nearest enemy and {own} from the nearest {side} unit; "
    "{meant} would be with the others",
    what="A stack stands alone far behind its side's front, near no supply and no named place, and a hex whose id "
    "differs by one slip is among its own units.",
    why="The hex is probably misprinted: nothing is there that a unit would hold.",
    bad="- {no: 1, name: 7 Arm Brig, may42: NN30}   # the front is around O28 and P29",
    good="- {no: 1, name: 7 Arm Brig, may42: N30}",
    mend="Look at the source again. If it is printed so, leave it and write an erratum.",
)
OOB036 = Code(
    "OOB036",
    "start-in-the-enemys-box",
    Severity.ERROR,
    "{unit} starts in {box}, which only the {owner} side may use",
    what="A unit starts in an off-map box that is the other side's.",
    why="The map keeps the box for one side.",
    bad="- {no: 9, name: 24/9 Aus, mar41: Trip}",
    good="- {no: 9, name: 24/9 Aus, mar41: T8}",
    mend="Correct the entry, or the box's side on the map.",
)
OOB037 = Code(
    "OOB037",
    "supply-out-of-reach",
    Severity.ERROR,
    "a supply unit of {side} starts in {hex}, {own} hexes from the nearest {side} unit: no unit can draw on it",
    what="A supply unit starts in open country, further from every unit of its side than a supply path may be long.",
    why="It serves nobody; its hex is probably misprinted.",
    bad="- {marker: supply, dec40: SS32 SS32 Q14}",
    good="- {marker: supply, dec40: SS32 SS32 QQ14}",
    mend="Correct the hex.",
)
OOB040 = Code(
    "OOB040",
    "more-markers-than-there-are",
    Severity.ERROR,
    "{start} needs {needed} markers `{marker}`; the counter mix has {count}",
    what="A set-up needs more markers of a kind than the counter sheets have.",
    why="The player cannot set the game up.",
    bad="- {marker: supply, nov41: V12 S32 S32}   # with two supply counters",
    good="- {marker: supply, nov41: V12 S32}",
    mend="Correct the set-up, or the number of markers.",
)
OOB041 = Code(
    "OOB041",
    "more-supply-than-the-track-allows",
    Severity.WARNING,
    "{side} has {needed} `{marker}` at {start}; the track allows {allowed} by then",
    what="A side starts with more markers than the last box of the time record track before the start lets it have.",
    why="Whoever plays up to that date cannot have what whoever starts on it is given.",
    bad="- {marker: supply, nov41: V12 S32 S32}   # the box of 10/41 reads 2-2",
    good="- {marker: supply, nov41: V12 S32}",
    mend="Correct the set-up or the box of the track.",
)
OOB042 = Code(
    "OOB042",
    "works-for-nothing",
    Severity.ERROR,
    "{unit} starts with a {works}, which its type, {type}, cannot use",
    what="A unit starts in works, such as a fortified box, that its type does not profit from.",
    why="The mark belongs to another unit, or the unit's type is wrong.",
    bad="- {no: 25, name: 32 Army Tk, nov41: T29(f)}   # armour",
    good="- {no: 25, name: 32 Army Tk, nov41: T29}",
    mend="Remove the mark, or correct the type on the counter.",
)
OOB043 = Code(
    "OOB043",
    "works-twice-in-a-hex",
    Severity.ERROR,
    "{unit} starts with a {works} in {hex}, where {other} already has one",
    what="Two units that start in one hex have works of their own, and a hex takes fewer.",
    why="The rules allow no second one in the hex; one unit of the stack is enough to place it.",
    bad="- {no: 31, name: 2/1 S Af, may42: T25(f)}\n- {no: 32, name: 3/1 S Af, may42: T25(f)}",
    good="- {no: 31, name: 2/1 S Af, may42: T25(f)}\n- {no: 32, name: 3/1 S Af, may42: T25}",
    mend="Keep the mark at one of the units.",
)
OOB044 = Code(
    "OOB044",
    "works-where-none-may-be",
    Severity.ERROR,
    "{unit} starts with a {works} in {hex}, {place}: {kind}",
    what="A unit starts in works in a kind of place where the rules forbid them.",
    why="They cannot stand there.",
    bad="- {no: 12, name: Polish Brig, nov41: T30(f)}   # a fortification",
    good="- {no: 12, name: Polish Brig, nov41: T29(f)}",
    mend="Remove the mark, or correct the hex.",
)
OOB045 = Code(
    "OOB045",
    "size-unlike-name",
    Severity.ERROR,
    "`{name}` is a {said} by its name and a {size} by its size",
    what="A unit's name says which formation it is, and its size mark says another.",
    why="Size decides how units stack; players believe the name.",
    bad="{name: 361 Inf Reg, size: X}",
    good="{name: 361 Inf Reg, size: III}",
    mend="Correct the size or the name. A part of a division may be called after it: `23/70 Div`.",
)
OOB046 = Code(
    "OOB046",
    "option-left-out",
    Severity.WARNING,
    "{unit} is the only {type} without the option `{option}`",
    what="All counters of an arm come into play with an optional rule, but one.",
    why="It would be in play without the rule that it belongs to.",
    bad="{name: Pzjg. Bn 605, type: panzerjager}   # the other two have option: eighty-eights",
    good="{name: Pzjg. Bn 605, type: panzerjager, option: eighty-eights}",
    mend="Add the option, or take it from the others.",
)
OOB047 = Code(
    "OOB047",
    "side-with-two-charts",
    Severity.ERROR,
    "two orders of battle are for the side {side}, and none for {other}",
    what="Two orders of battle name one side, and another side has none.",
    why="Units of one chart are taken for those of the other; nearly nothing else can be checked.",
    bad="side: allied\ntitle: AXIS ORDER OF BATTLE",
    good="side: axis\ntitle: AXIS ORDER OF BATTLE",
    mend="Correct `side`.",
)
OOB048 = Code(
    "OOB048",
    "supply-unit-entered-twice",
    Severity.ERROR,
    "{side} has two supply units in {hex}, while {count} of its stacks are out of supply elsewhere",
    what="A cell names one hex for two supply units, and one supply unit elsewhere would feed stacks that start "
    "out of supply together.",
    why="A hex typed twice has usually pushed out another: the stacks are right, their supply is missing.",
    bad="mar41: I15 I15 SS32",
    good="mar41: I15 T30 SS32",
    mend="Look up the hexes of the supply units. If two stand in one hex, the stacks are misplaced.",
)
OOB049 = Code(
    "OOB049",
    "odd-one-of-a-name",
    Severity.WARNING,
    "{name} has the type {here}; all {others} others of that name have {usual}",
    what="One of several units that differ only by their number has another type than the one that their name tells.",
    why="What is called the same is the same kind of unit; a line is easily copied from the wrong neighbour.",
    bad="- {name: Recce Bn 33, size: II, type: armour}   # Recce Bn 3 and Recce Bn 580 are reconnaissance",
    good="- {name: Recce Bn 33, size: II, type: reconnaissance}",
    mend="Correct it. If it is meant so, suppress the finding and say why.",
)
OOB050 = Code(
    "OOB050",
    "marker-of-the-other-side",
    Severity.ERROR,
    "the marker `{id}` is assigned to {side}",
    what="The id of a marker ends with a side, and its `side` is the other.",
    why="One side would have two such markers, the other none.",
    bad="- {id: captured-axis, kind: captured, side: allied}",
    good="- {id: captured-axis, kind: captured, side: axis}",
    mend="Correct `side`, or the id and what refers to it.",
)
OOB051 = Code(
    "OOB051",
    "edge-without-land",
    Severity.ERROR,
    "{unit} enters at the {edge} edge, where there is no hex to enter",
    what="A unit enters at an edge of the map that is all water or impassable.",
    why="The unit could never come into play.",
    bad="mar41: edge:north   # and the north of the map is sea",
    good="mar41: edge:west,south",
    mend="Name an edge with land.",
)
OOB052 = Code(
    "OOB052",
    "free-in-no-area",
    Severity.ERROR,
    "{unit} sets up freely, but no area belongs to {side}",
    what="A unit's start is `free`, and no area of the map has its side.",
    why="Nobody can tell where it may be set up.",
    bad="mar41: free   # and map.yaml has no area with side: axis",
    good="# map.yaml\nareas:\n  - {id: west, name: the west, hexes: [A1..A9], side: axis}\n# the cell\nmar41: free",
    mend="Give an area that side, or name the area: `in:west`.",
)
OOB053 = Code(
    "OOB053",
    "facing-of-no-direction",
    Severity.ERROR,
    "{unit} faces {facing}, which is not a direction on this map",
    what="A unit faces a way in which the hexes of the map have no side.",
    why="Flat-topped hexes have no side to the east or west, pointed ones none to the north or south.",
    bad="mar41: A4>X",
    good="mar41: A4>NE",
    mend="Use a direction of the grid.",
)
OOB054 = Code(
    "OOB054",
    "attached-to-nobody",
    Severity.ERROR,
    "{unit} starts with another unit, but {why}",
    what="A unit starts with a unit that does not exist or is not there, or two units start with each other.",
    why="Nobody can tell where it starts.",
    bad="- {no: 11, name: HQ, mar41: 'on:99'}",
    good="- {no: 11, name: HQ, mar41: 'on:12'}",
    mend="Name a unit of its side that has a place.",
)
