"""SCN: scenarios and the options they choose."""

from scenario_forge.diagnostics.model import Code, Severity

_SCENARIO = (
    "# scenarios/crusader.yaml\nscenario: crusader\ntitle: Crusader\ndates: Nov 41 – March 42\n"
    "start: nov41\nstop: mar42"
)
_OPTIONS = (
    "options:\n  - {id: eighty-eights, title: Eighty-Eights}\n"
    "  - {id: long-odds, title: Long Odds, requires: [eighty-eights]}"
)

SCN001 = Code(
    "SCN001",
    "length-against-dates",
    Severity.ERROR,
    "the text says {said} {unit}; from start to stop there are {counted}",
    what="The length that a scenario states is not the number of turns between its start and its stop.",
    why="Players would stop at the wrong turn, or count on turns that are not there.",
    bad=_SCENARIO + "\nlength: {player_turns: 12}",
    good=_SCENARIO + "\nlength: {player_turns: 10}",
    mend="Count again, first and last player turn included; correct the length, or the start or stop date.",
)
SCN002 = Code(
    "SCN002",
    "heading-against-dates",
    Severity.ERROR,
    "`{text}`, but the {which} is {date}",
    what="The dates that a scenario's heading or title prints are not those of its start and stop.",
    why="Whoever goes by the heading sets up another game.",
    bad="dates: Nov 41 – March 42\nstart: nov41\nstop: dec42",
    good="dates: Nov 41 – March 42\nstart: nov41\nstop: mar42",
    mend="Correct the one that differs from the printed scenario.",
)
SCN003 = Code(
    "SCN003",
    "another-side-opens",
    Severity.INFO,
    "{side} {word}, where {date} has {other}",
    what="A scenario names another side to open or close the game than its start or stop date does.",
    why="That is allowed, and then on purpose; a length that is stated must take it into account.",
    bad="start: nov41\nstop: mar42\nfirst: axis",
    good="start: nov41\nstop: mar42",
    mend="Leave it if it is meant; else take the line out.",
)
SCN004 = Code(
    "SCN004",
    "stop-before-start",
    Severity.ERROR,
    "the scenario ends in {stop}, before it begins in {start}",
    what="The last player turn of a scenario comes before its first.",
    why="There is nothing to play.",
    bad="start: mar41\nstop: mar41",
    good="start: mar41\nstop: sep41",
    mend="Choose a later stop date or an earlier start date.",
)
SCN005 = Code(
    "SCN005",
    "scenario-again",
    Severity.WARNING,
    "`{one}` is the same as `{other}`: start, stop, sides and options",
    what="Two scenarios have the same terms under two names.",
    why="Most often a copy was made and not finished.",
    bad="# scenarios/one.yaml\nstart: nov41\nstop: mar42\n# scenarios/two.yaml\nstart: nov41\nstop: mar42",
    good="# scenarios/one.yaml\nstart: nov41\nstop: mar42\n# scenarios/two.yaml\nstart: nov41\nstop: dec42",
    mend="Change what should differ, or remove one.",
)
SCN006 = Code(
    "SCN006",
    "scenario-id-twice",
    Severity.ERROR,
    "another scenario already has the id `{id}`",
    what="Two files describe a scenario of the same id.",
    why="Whoever asks for it gets one of the two.",
    bad="# scenarios/two.yaml\nscenario: one",
    good="# scenarios/two.yaml\nscenario: two",
    mend="Give it the name of its file.",
)
SCN007 = Code(
    "SCN007",
    "scenario-id-against-file",
    Severity.WARNING,
    "the scenario's id is `{id}`, but its file is {file}",
    what="A scenario's id is not the name of its file.",
    why="Whoever looks for it by the one does not find it by the other.",
    bad="# scenarios/crusader.yaml\nscenario: crusade",
    good="# scenarios/crusader.yaml\nscenario: crusader",
    mend="Correct the id, or rename the file.",
)
SCN008 = Code(
    "SCN008",
    "pair-without-scenario",
    Severity.INFO,
    "there is no scenario from {start} to {stop}",
    what="Nearly every start date has a scenario to every later stop date, but this pair has none.",
    why="It may have been forgotten.",
    bad="# ten pairs of start and stop, nine scenarios",
    good="# ten pairs of start and stop, ten scenarios",
    mend="Add it if the rules allow it: `forge new scenario`.",
)
SCN009 = Code(
    "SCN009",
    "options-disagree",
    Severity.ERROR,
    "`{option}` {how}",
    what="A scenario chooses an option without one that it requires, or two that exclude each other.",
    why="The rules cannot be played so.",
    bad="# scenarios/crusader.yaml\noptions: [long-odds]\n# options.yaml\n" + _OPTIONS,
    good="# scenarios/crusader.yaml\noptions: [eighty-eights, long-odds]\n# options.yaml\n" + _OPTIONS,
    mend="Add the option that is required, or take one out.",
)
SCN010 = Code(
    "SCN010",
    "option-chosen-twice",
    Severity.WARNING,
    "`{option}` is chosen twice",
    what="A scenario lists an option twice.",
    why="It has no effect; another option may be meant.",
    bad="options: [eighty-eights, eighty-eights]",
    good="options: [eighty-eights]",
    mend="Take it out, or write the other option.",
)
SCN011 = Code(
    "SCN011",
    "option-at-odds",
    Severity.ERROR,
    "the option `{option}` {how}",
    what="An option is defined twice, requires or excludes itself, or requires what it excludes.",
    why="No scenario could choose it.",
    bad="options:\n  - {id: long-odds, requires: [eighty-eights], excludes: [eighty-eights]}",
    good=_OPTIONS,
    mend="Correct the list that is wrong.",
)
SCN012 = Code(
    "SCN012",
    "left-to-decide",
    Severity.WARNING,
    "{subject} is still to be decided; {played}",
    what="A set-up in a scenario of your own has a cell that begins with `Decide:`.",
    why="No printed component says where the unit was on that date; what stands behind is only a candidate.",
    bad='- {no: 5, name: 5/4 Ind, at: "Decide: QQ3?"}',
    good="- {no: 5, name: 5/4 Ind, at: QQ3}",
    mend="Write the cell as the order of battle would print it, and say why in a comment.",
)
SCN013 = Code(
    "SCN013",
    "unit-not-accounted-for",
    Severity.ERROR,
    "the set-up does not say where {units} is",
    what="A set-up in a scenario of your own, on a date with no printed one, leaves out units of an order of battle.",
    why="Nobody knows whether they are on the map, still to come, or lost.",
    bad="- {no: 5, name: 5/4 Ind, at: QQ3}\n- {no: 7, name: 3 Arm Brig, at: B4}",
    good="- {no: 5, name: 5/4 Ind, at: QQ3}\n- {no: 6, name: 11/4 Ind, at: N}\n- {no: 7, name: 3 Arm Brig, at: B4}",
    mend="Add a row for each unit: a hex, `N` not there, `E` eliminated, or `B` in reserve.",
)

_CHANGE = 'changes:\n  - {at: "time-track.boxes[7/41].allied", value: '
SCN030 = Code(
    "SCN030",
    "change-without-effect",
    Severity.WARNING,
    "{what}",
    what="A scenario changes a value to what it is already, or changes it twice.",
    why="Whoever reads the list believes that the scenario differs where it does not.",
    bad=_CHANGE + "RW 0-2}   # the track says RW 0-2",
    good=_CHANGE + "RW 1-2}",
    mend="Take the change out, or write the value that is meant.",
)
SCN031 = Code(
    "SCN031",
    "change-that-cannot-be",
    Severity.ERROR,
    "`{at}` cannot be `{value}`: {problem}",
    what="With a value that a scenario changes the game has an error that it does not have without.",
    why="The scenario could not be played, or would be played with another rule than is meant.",
    bad=_CHANGE + "plenty}",
    good=_CHANGE + "RW 1-2}",
    mend="Write the value as the file itself would have it.",
)
SCN032 = Code(
    "SCN032",
    "change-out-of-reach",
    Severity.ERROR,
    "`{at}` {why}",
    what="A scenario changes a value of a file that play does not depend on, or of a scenario.",
    why="It would do nothing, or say in a roundabout way what the scenario's own file says.",
    bad="changes:\n  - {at: scenarios/battleaxe.stop, value: 3/42}",
    good="stop: 3/42",
    mend="Write the value where it belongs: in the scenario's own keys, or in the other file.",
)
SCN033 = Code(
    "SCN033",
    "row-not-scored-anyway",
    Severity.WARNING,
    "`{row}` is not scored from {start} to {stop}",
    what="A scenario leaves out a row of the victory table that it would not reach.",
    why="Most often another row is meant, which goes on being scored.",
    bad="# June to December 1941\nwithout: [dec42_allied_benghazi]",
    good="without: [sep41_axis_tobruk]",
    mend="Name the row that is meant, or take the name out.",
)
SCN014 = Code(
    "SCN014",
    "front-parts-nothing",
    Severity.ERROR,
    "front: {side} {how}",
    what="A hexside of a scenario's front is at sea, on the coast or on the rim of the map, stands there twice, is of "
    "a line that ends in the open, or has the same side's land on both sides.",
    why="Control follows from the front: it must cut the land in two, from water or rim to water or rim, or in a ring.",
    bad="front:\n  - sides: [D4/D5]  # the land meets above and below",
    good="front:\n  - sides: [G4/G5, F4/G5, F4/F5, …, A4/A5]  # from the sea to the south edge",
    mend="Draw the line on to the coast, the rim or another part of the front, or close it; take out what is no part.",
)
SCN015 = Code(
    "SCN015",
    "land-without-a-side",
    Severity.ERROR,
    "the front cuts off the land around {hex}, which belongs to neither side: {why}",
    what="The front cuts off land in which no side has more units and markers than the other, or none at all.",
    why="The sides that a front faces follow from who stands on either side of it.",
    bad="front:\n  - sides: […]  # around an empty oasis",
    good="front:\n  - sides: […]  # around an empty oasis\ncontrol: {D3: axis}",
    mend="Name a place or hex of it in `control:`, or leave that part of the line out.",
)
SCN016 = Code(
    "SCN016",
    "beyond-the-front",
    Severity.WARNING,
    "{who} in {hex} is on the {side} side of the front",
    what="A unit or marker of a set-up stands on the land of another side. Unit types without a zone of control are "
    "let be: they hold nothing.",
    why="Units that are cut off have a front around them; else the unit or the line is misplaced.",
    bad="- {no: 4, name: 4/1 Ind, at: B2}  # far behind the other side's front",
    good="- {no: 4, name: 4/1 Ind, at: G6}",
    mend="Correct the unit's place, or draw the line around it.",
)

SCN040 = Code(
    "SCN040",
    "mark-that-cannot-be",
    Severity.ERROR,
    "{subject} cannot be {title}: {why}",
    what="A set-up gives a counter a mark that only other counters have, or only with another number.",
    why="Nobody could set the game up so; play would leave the mark out, or stumble over it.",
    bad="- {no: 34, name: Private Army, at: Siwa(w2)}",
    good="- {no: 34, name: Private Army, at: Siwa(d)}",
    mend="Give the mark to the counter that is meant, or take it out; one of an optional rule needs that in `options`.",
)
SCN041 = Code(
    "SCN041",
    "marker-that-cannot-be",
    Severity.ERROR,
    "{marker} {why}",
    what="A set-up places a marker that no start has, or has it lie as it never does: a wreck without its points.",
    why="Nobody knows what would lie there.",
    bad="- {marker: wreck, at: T30 T31}",
    good="- {marker: wreck, at: T30(c2) T31(c5)}",
    mend="Write `(c2)` behind the hex of a marker that stands for two points, and behind no other.",
)
SCN034 = Code(
    "SCN034",
    "nothing-scored-at-the-stop",
    Severity.WARNING,
    "no row of the victory table is scored at the stop date {stop}: {instead} decides",
    what="A scenario ends at a stop date for which the victory table has no row, and brings none of its own.",
    why="Every game of it is a draw, unless a decisive victory ends it.",
    bad="stop: jun41   # and no row of victory.yaml with `stop: jun41`",
    good="stop: mar41   # which has rows\n# or rows of its own under `victory:`",
    mend="Write rows for it under `victory:`, or choose a stop date that has some.",
)
SCN035 = Code(
    "SCN035",
    "option-counts-its-units-otherwise",
    Severity.ERROR,
    "the text says `{said}`, but {count} such counters have this option",
    what="The text of an option counts the units that it brings in, and the counters have another number.",
    why="Players would look for a counter that is not there, or leave one in the box.",
    bad="text: The two Panzer Jager battalions come into play.   # three counters have the option",
    good="text: The three Panzer Jager battalions come into play.",
    mend="Correct the number, or the `option` of the counters.",
)
SCN036 = Code(
    "SCN036",
    "option-breaks-order-of-table",
    Severity.WARNING,
    "in the game the values of this table {way} from one die roll to the next; {key} breaks that",
    what="An option puts a table in place of one whose values only rise, or only fall, and two of its values do not.",
    why="Two values exchanged look just like this, and the higher throw would suddenly be the better.",
    bad='value: {"4": 1, "5": -2, "6": -1}',
    good='value: {"4": 1, "5": -1, "6": -2}',
    mend="Correct the values. If they are meant so, suppress the finding and say why.",
)
SCN037 = Code(
    "SCN037",
    "part-outside-the-scenario",
    Severity.ERROR,
    "{other} is {dates}, which is not within this scenario",
    what="A scenario says that it joins two others, and one of them is not played between its start and its stop.",
    why="Whoever chooses a scenario by its text gets another one.",
    bad="title: December 1940 to September 1941\ntext: Beda Fomm and Crusader as one game.",
    good="title: December 1940 to September 1941\ntext: Beda Fomm and Cyrenaica as one game.",
    mend="Correct the name in the text, or the dates.",
)
SCN038 = Code(
    "SCN038",
    "boards-do-not-fit",
    Severity.ERROR,
    "this board cannot be joined here: {why}",
    what="A scenario joins sheets of the map, and one is none of the map's, lies there twice, or its hexes do not meet "
    "those of the board beside it.",
    why="Without a map the scenario can be neither played nor printed.",
    bad="boards: [{sheet: north}, {sheet: north}]",
    good="boards: [{sheet: north}, {sheet: south, turned: true}]",
    mend="Correct the name, the order, or `turned`. A board of an odd number of rows (pointy hexes) or columns (flat "
    "ones) cannot be turned beside one that is not.",
)
SCN039 = Code(
    "SCN039",
    "set-up-off-the-boards",
    Severity.ERROR,
    "{who} starts on sheet {sheet}, which {scenario} is not played on",
    what="A unit or marker is set up in a hex of a board that the scenario does not join.",
    why="It could be neither placed nor moved.",
    bad="boards: [{sheet: east}]   # and a unit at W4, on sheet west",
    good="boards: [{sheet: east}, {sheet: west}]",
    mend="Set it up on one of the boards, or add its board to the scenario.",
)
