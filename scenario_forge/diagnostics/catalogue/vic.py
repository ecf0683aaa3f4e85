"""VIC: objectives that say nothing sensible, cannot be scored, or pay less for more."""

from scenario_forge.diagnostics.model import Code, Severity

VIC001 = Code(
    "VIC001",
    "condition-not-one-thing",
    Severity.ERROR,
    "{what} has {count} keys; expected {meant}",
    what="A condition, or a place in it, has no key or several.",
    why="A predicate is one thing; several are joined with `all` or `any`.",
    bad="when: {hold: Tobruk, besieged: Tobruk}",
    good="when: {all: [{hold: Tobruk}, {besieged: Tobruk}]}",
    mend="Write one key, or put the conditions under `all` or `any`.",
)
VIC002 = Code(
    "VIC002",
    "unit-not-of-that-kind",
    Severity.ERROR,
    "{unit} is {found}, but the condition asks for {wanted}",
    what="A unit listed by its number does not fulfil the other conditions beside it.",
    why="The number is a slip, or the unit can never count.",
    bad="destroyed: {side: axis, nationality: italian, nos: [1, 2, 15]}   # 15 is German",
    good="destroyed: {side: axis, nationality: italian, nos: [1, 2, 3]}",
    mend="Correct the number, or the nationality, size or type beside it.",
)
VIC003 = Code(
    "VIC003",
    "no-unit-selected",
    Severity.ERROR,
    "no unit is {wanted}",
    what="A condition asks for units of a kind that the game does not have.",
    why="It can never be fulfilled.",
    bad="surviving: {side: allied, nationality: german}",
    good="surviving: {side: axis, nationality: german}",
    mend="Correct the side, nationality, size or type.",
)
VIC004 = Code(
    "VIC004",
    "stop-date-never-reached",
    Severity.ERROR,
    "no scenario is scored at {stop}",
    what="An objective belongs to a stop date at which no scenario ends, nor passes through where points add up.",
    why="Nobody can ever score it.",
    bad="stop: sep41   # no scenario ends in Sep 41 or passes it",
    good="stop: mar42",
    mend="Correct the stop date, or add a scenario.",
)
VIC005 = Code(
    "VIC005",
    "unit-not-in-play-by-then",
    Severity.ERROR,
    "{unit} is not in play by {stop}",
    what="An objective counts a unit that in no scenario is on the map, or has arrived, by its stop date.",
    why="It can be neither destroyed nor held in play.",
    bad="stop: mar41 … nos: [1, 2, 26]   # 26 arrives in Sep 41",
    good="stop: mar41 … nos: [1, 2, 3]",
    mend="Correct the number or the stop date.",
)
VIC006 = Code(
    "VIC006",
    "objective-out-of-reach",
    Severity.ERROR,
    "{place} ({hex}) cannot be reached by any unit of {side}",
    what="An objective asks a side for a place to which none of its units has a way.",
    why="It can never be scored.",
    bad="when: {hold: Malta}   # an island",
    good="when: {hold: Tobruk}",
    mend="Correct the place, its hex, or the terrain around it.",
)
VIC007 = Code(
    "VIC007",
    "places-exclude-each-other",
    Severity.ERROR,
    "no hex lies in all of these places",
    what="The places that must all hold have no hex in common.",
    why="It can never be fulfilled.",
    bad="within: [{area: egypt}, {west_of: Tobruk}]",
    good="within: [{area: libya}, {west_of: Tobruk}]",
    mend="Correct one of the places.",
)
VIC008 = Code(
    "VIC008",
    "better-state-scores-less",
    Severity.ERROR,
    "{better} scores {less}, but {worse} scores {more}",
    what="Of two objectives of a side at one stop date, the better state of affairs scores less.",
    why="A player would have to undo what he has achieved.",
    bad="Hold Tobruk not besieged: 4\nHold Tobruk besieged: 7",
    good="Hold Tobruk not besieged: 7\nHold Tobruk besieged: 4",
    mend="Compare the points with print. If they are printed so, leave them and write an erratum.",
)
VIC009 = Code(
    "VIC009",
    "better-state-has-no-row",
    Severity.ERROR,
    "{worse} scores {points}, and nothing scores {better}",
    what="A side scores for a poor state of affairs, and the better one next to it has no row.",
    why="A player would have to undo what he has achieved; most likely a row or a word is missing.",
    bad="Hold Tobruk besieged: 5   # and no row for Tobruk not besieged",
    good="Hold Tobruk not besieged: 8\nHold Tobruk besieged: 5",
    mend="Compare with print. If it is printed so, leave it and write an erratum.",
)
VIC010 = Code(
    "VIC010",
    "objective-given-twice",
    Severity.ERROR,
    "{what}",
    what="Two objectives have the same id, or one side scores twice for the same thing at one stop date.",
    why="Either a row was copied and not changed, or it is scored twice.",
    bad="- {id: a, when: {hold: Tobruk}, …}\n- {id: b, when: {hold: Tobruk}, …}",
    good="- {id: a, when: {hold: Tobruk}, …}\n- {id: b, when: {hold: Bardia}, …}",
    mend="Correct or remove the second.",
)
VIC011 = Code(
    "VIC011",
    "text-and-condition-differ",
    Severity.ERROR,
    "the text names {text}; the condition names {condition}",
    what="The printed text of an objective names another place than its condition.",
    why="The game is scored by the condition, the player reads the text.",
    bad="text: Hold Bardia\nwhen: {hold: Tobruk}",
    good="text: Hold Bardia\nwhen: {hold: Bardia}",
    mend="Correct the one that is wrong.",
)
VIC012 = Code(
    "VIC012",
    "group-of-one",
    Severity.WARNING,
    "no other row of this side is in the group `{group}`",
    what="A row names a group in which it is alone.",
    why="Of a group only the best row is scored. Alone it excludes nothing: its name or its fellow's is misspelt.",
    bad="group: sep41_allied_tobruk   # and its fellow in sep41_allied_tobuk",
    good="group: sep41_allied_tobruk   # in both rows",
    mend="Correct the name, or leave the group out.",
)
VIC013 = Code(
    "VIC013",
    "row-under-another-heading",
    Severity.ERROR,
    "this row is for `{here}`, but the quantity it states, `{quantity}`, is for `{said}`",
    what="The stop date or the side of a row is not the one in the name of the quantity that the row states.",
    why="The row is scored at another time, or by the other player, than its clause says.",
    bad="stop: sep41\nstates: {victory.mar41.axis.tobruk: 5}",
    good="stop: mar41\nstates: {victory.mar41.axis.tobruk: 5}",
    mend="Correct whichever was mistaken.",
)
VIC014 = Code(
    "VIC014",
    "text-and-predicate-differ",
    Severity.ERROR,
    "`{text}` says {said}, but the row {meant}",
    what="The text of a row and its predicate differ: on or east of a place, the nationality or size of units, each "
    "unit or once.",
    why="Players read the text, play follows the predicate.",
    bad="text: Units on or east of Tobruk\nwhen: {present: {…, within: [{east_of: Tobruk}]}}",
    good="text: Units on or east of Tobruk\nwhen: {present: {…, within: [{on_or_east_of: Tobruk}]}}",
    mend="Make the predicate say what is printed.",
)
VIC015 = Code(
    "VIC015",
    "row-for-the-wrong-units",
    Severity.WARNING,
    "{side} scores for units of {units} that are {kind}",
    what="A row rewards a side for losing its own units, or for units of the enemy that survive.",
    why="The side of the units was most likely mistaken.",
    bad="side: allied\nwhen: {destroyed: {side: allied, …}}",
    good="side: allied\nwhen: {destroyed: {side: axis, …}}",
    mend="Correct the side of the units, or of the row.",
)
VIC016 = Code(
    "VIC016",
    "level-out-of-reach",
    Severity.ERROR,
    "nobody can reach `{level}` ({range}): what is measured is {limit}",
    what="A level of victory asks for more or less than the objectives and the ledger can bring. Rows that score once, "
    "or once a turn, set a limit; rows for each unit, for events, losses and distances set none.",
    why="A level that no play reaches is a misprint, or something that scores is missing.",
    bad="ledger: [{id: towns, side: axis, points: 5, …}]\nlevels: [{…, levels: [{name: Allied, range: <-10}, …]}]",
    good="ledger: [{id: towns, points: 5, …}]\nlevels: [{…, levels: [{name: Allied, range: <-10}, …]}]",
    mend="Correct the range, whose points are measured, or what is scored.",
)
VIC017 = Code(
    "VIC017",
    "levels-do-not-tile",
    Severity.ERROR,
    "{what}",
    what="The levels of victory, or the distances that bring points, overlap or leave a gap.",
    why="A game that ends there has two levels or none.",
    bad="levels: [{name: Draw, range: -2 to 2}, {name: Axis, range: 4 or more}, …]",
    good="levels: [{name: Draw, range: -2 to 2}, {name: Axis, range: 3 or more}, …]",
    mend="Compare with the printed chart. If it is printed so, leave it and write an erratum.",
)
VIC018 = Code(
    "VIC018",
    "ledger-row-names-nothing",
    Severity.ERROR,
    "row `{row}` of the ledger has {count} keys that say what is scored; expected one",
    what="A row of the ledger has none of `when`, `distance`, `losses` and `event`, or several of them.",
    why="Nobody knows what brings its points.",
    bad="ledger: [{id: tobruk, text: Tobruk held, points: 100}]",
    good="ledger: [{id: tobruk, text: Tobruk held, points: 100, when: {hold: Tobruk}}]",
    mend="Say what is scored with one of the four keys; make two rows of a row that says two.",
)
VIC019 = Code(
    "VIC019",
    "ledger-row-without-points",
    Severity.WARNING,
    "row `{row}` of the ledger scores no points",
    what="The points of a row of the ledger are missing or 0.",
    why="It changes no score.",
    bad="ledger: [{id: tobruk, text: Tobruk held, when: {hold: Tobruk}}]",
    good="ledger: [{id: tobruk, text: Tobruk held, points: 100, when: {hold: Tobruk}}]",
    mend="Write its points, or take it out.",
)
