"""TIM: the calendar, the time record track, start and stop dates."""

from scenario_forge.diagnostics.model import Code, Severity

_BOXES = (
    "boxes:\n  - {turn: 3/41, label: MAR, allied: R 0-3, axis: 2-3}\n"
    "  - {turn: 4/41, label: APR, allied: 1-2, axis: 2-3}"
)
_STARTS = (
    "starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}\n"
    "  - {id: mar41, label: Mar 41, turn: 3/41, first: axis}"
)
_COLUMNS = "columns:\n  - {id: dec40, label: Dec 40, start: dec40}\n  - {id: mar41, label: Mar 41, start: mar41}"

TIM001 = Code(
    "TIM001",
    "calendar-impossible",
    Severity.ERROR,
    "the calendar makes no sense: {problem}",
    what="The first or last turn is no date of the calendar, or the last comes before the first.",
    why="Without a calendar no date in the game means anything.",
    bad="calendar: {unit: month, first: 12/40, last: 12/39}",
    good="calendar: {unit: month, first: 12/40, last: 12/42}",
    mend="Write the first and last box of the printed track, as month/year or day/month/year.",
)
TIM002 = Code(
    "TIM002",
    "box-missing",
    Severity.ERROR,
    "the track has no {boxes} for {turns}",
    what="A game turn of the calendar has no box on the track.",
    why="Nobody can tell what the sides receive in that turn.",
    bad="boxes:\n  - {turn: 3/41, allied: R 0-3, axis: 2-3}\n  - {turn: 5/41, allied: 2-2, axis: 2-2}",
    good=_BOXES,
    mend="Add the box, or correct the calendar's first and last turn.",
)
TIM003 = Code(
    "TIM003",
    "box-twice",
    Severity.ERROR,
    "{turn} has two boxes",
    what="Two boxes of the track have the same date.",
    why="They may differ, and nobody could say which holds.",
    bad="boxes:\n  - {turn: 3/41, allied: R 0-3, axis: 2-3}\n  - {turn: 3/41, allied: 1-2, axis: 2-3}",
    good=_BOXES,
    mend="Correct the date of one of them, or take it out.",
)
TIM004 = Code(
    "TIM004",
    "box-out-of-order",
    Severity.ERROR,
    "the box {turn} is out of order",
    what="A box of the track does not come after the one before it.",
    why="The marker moves from box to box; a wrong date is most often the reason.",
    bad="boxes:\n  - {turn: 3/41, allied: R 0-3, axis: 2-3}\n  - {turn: 4/40, allied: 1-2, axis: 2-3}",
    good=_BOXES,
    mend="Correct the date, or put the box where it belongs.",
)
TIM005 = Code(
    "TIM005",
    "label-against-date",
    Severity.ERROR,
    "`{label}` is not {turn}",
    what="The month or year printed as a label is not that of the date beside it.",
    why="One of the two is wrong, and what is set up or received goes by the date.",
    bad="starts:\n  - {id: mar41, label: Mar 41, turn: 4/41, first: axis}",
    good="starts:\n  - {id: mar41, label: Mar 41, turn: 3/41, first: axis}",
    mend="Correct the one that differs from the printed game.",
)
TIM006 = Code(
    "TIM006",
    "entry-missing",
    Severity.ERROR,
    "{side} has no entry in the box {turn}",
    what="A box of the track lacks the entry of a side that has one in most others.",
    why="Nobody can tell what that side receives.",
    bad="boxes:\n  - {turn: 3/41, label: MAR, allied: R 0-3}\n  - {turn: 4/41, label: APR, allied: 1-2, axis: 2-3}",
    good=_BOXES,
    mend="Add the entry as printed.",
)
TIM007 = Code(
    "TIM007",
    "letter-without-move",
    Severity.ERROR,
    "{letter} for {side} in {turn}, but no unit {move} then",
    what="The track announces reinforcements or withdrawals, and no order of battle has a unit with that date.",
    why="The two printed components contradict each other: a player waits for units that never come, or "
    "a date is wrong.",
    bad="# time-track.yaml\n- {turn: 10/41, axis: R 2-3}\n# orders-of-battle/axis.yaml: no R10/41",
    good="# time-track.yaml\n- {turn: 10/41, axis: 2-3}",
    mend="Look for a unit whose date may be meant, else take the letter out; for a printed game, by an erratum.",
)
TIM008 = Code(
    "TIM008",
    "move-without-letter",
    Severity.ERROR,
    "{unit} {move} in {turn}, but the track has no {letter} for it",
    what="A unit arrives or leaves in a month for which the track does not announce it.",
    why="The two printed components contradict each other: a player who goes by the track overlooks the unit.",
    bad="# orders-of-battle/axis.yaml\n- {no: 18, name: Pz Reg 8, mar41+: R4/41}\n# time-track.yaml\n"
    "- {turn: 4/41, axis: 2-3}",
    good="# orders-of-battle/axis.yaml\n- {no: 18, name: Pz Reg 8, mar41+: R4/41}\n# time-track.yaml\n"
    "- {turn: 4/41, axis: R 2-3}",
    mend="Compare the date with the units of the same formation; correct the date or add the letter.",
)
TIM009 = Code(
    "TIM009",
    "date-twice",
    Severity.ERROR,
    "{what}",
    what="Two start dates or two stop dates have the same id, or the same turn and side.",
    why="A scenario or a column that names it means one of the two, and nobody knows which.",
    bad="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}\n"
    "  - {id: dec40, label: Mar 41, turn: 3/41, first: axis}",
    good=_STARTS,
    mend="Correct the id or the turn of one of them.",
)
TIM010 = Code(
    "TIM010",
    "dates-out-of-order",
    Severity.WARNING,
    "the {word} date {turn} is listed after {before}, out of order",
    what="Start or stop dates are not listed in the order in which they come.",
    why="A wrong month or year is most often the reason.",
    bad="starts:\n  - {id: mar41, label: Mar 41, turn: 3/41, first: axis}\n"
    "  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}",
    good=_STARTS,
    mend="Correct the date, or put the line where it belongs.",
)
TIM011 = Code(
    "TIM011",
    "date-without-use",
    Severity.ERROR,
    "{what}",
    what="A stop date comes before every start date, or a start date after every stop date.",
    why="No game can be played with it.",
    bad="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}\n"
    "stops:\n  - {id: nov40, label: Nov 40, turn: 11/40, last: axis}",
    good="starts:\n  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}\n"
    "stops:\n  - {id: mar41, label: Mar 41, turn: 3/41, last: axis}",
    mend="Correct the date.",
)
TIM012 = Code(
    "TIM012",
    "column-without-start",
    Severity.ERROR,
    "{what}",
    what="A column of an order of battle names a start date that the track does not have, or none at all.",
    why="Its cells are set up at no date, and nothing in them is checked.",
    bad="columns:\n  - {id: apr41, label: Apr 41, start: apr41}",
    good=_COLUMNS,
    mend="Correct the name, or add the start date to time-track.yaml.",
)
TIM013 = Code(
    "TIM013",
    "column-of-another-date",
    Severity.ERROR,
    "the column `{column}` says that it belongs to the start date `{date}`",
    what="A column has the id of one start date and names another.",
    why="All units of the column would be set up at the wrong date.",
    bad="columns:\n  - {id: mar41, label: Mar 41, start: dec40}",
    good=_COLUMNS,
    mend="Write the same date in both.",
)
TIM014 = Code(
    "TIM014",
    "column-twice",
    Severity.ERROR,
    "there are two columns for `{what}`",
    what="Two columns of an order of battle have the same id or belong to the same start date.",
    why="A unit would have two positions at one date.",
    bad="columns:\n  - {id: dec40, label: Dec 40, start: dec40}\n  - {id: dec40, label: Mar 41, start: mar41}",
    good=_COLUMNS,
    mend="Correct one of them.",
)
TIM015 = Code(
    "TIM015",
    "start-without-column",
    Severity.ERROR,
    "the {side} order of battle has no column for {start}",
    what="A start date has no column in a side's order of battle.",
    why="Nobody can set that side up for a game that begins then.",
    bad="columns:\n  - {id: dec40, label: Dec 40, start: dec40}\n# time-track.yaml has the start date mar41 too",
    good=_COLUMNS,
    mend="Add the column, or take the start date out.",
)
TIM016 = Code(
    "TIM016",
    "columns-out-of-order",
    Severity.WARNING,
    "the column `{column}` is listed after `{before}`, out of order",
    what="The columns of an order of battle are not in the order of their dates.",
    why="What a unit does is read from left to right; cells under the wrong column are most often the reason.",
    bad="columns:\n  - {id: mar41, label: Mar 41, start: mar41}\n  - {id: dec40, label: Dec 40, start: dec40}",
    good=_COLUMNS,
    mend="Put the columns in order.",
)
TIM017 = Code(
    "TIM017",
    "sides-in-wrong-order",
    Severity.ERROR,
    "{first} is listed before {second}, as if it moved first; dates, lengths and arrivals say that {second} does",
    what="game.yaml lists the sides in another order than that in which they move in a game turn.",
    why="The length of every scenario, and whether a unit arrives before or after a start, is counted from this order.",
    bad="sides: [{id: axis, name: Axis}, {id: allied, name: Allied}]   # and the Allies move first",
    good="sides: [{id: allied, name: Allied}, {id: axis, name: Axis}]",
    mend="List the side first that moves first in a game turn.",
)
TIM018 = Code(
    "TIM018",
    "turn-unlike-scale",
    Severity.ERROR,
    "the scale says {said} a turn; the calendar of the track has {turn}",
    what="The scale of time in game.yaml is not the length of a game turn on the track.",
    why="The cover and the rules would tell the players another length of turn than they play.",
    bad="scale: {turn: one week}   # and calendar: {unit: month}",
    good="scale: {turn: one month}",
    mend="Correct the scale, or the calendar.",
)

_WEATHER = "columns:\n  - {id: weather, name: Weather, words: [{id: clear, name: Clear}, {id: storm, name: Storm}]}\n"

TIM019 = Code(
    "TIM019",
    "date-without-side",
    Severity.ERROR,
    "the {word} date {label} does not name a side as `{key}`",
    what="A start or stop date does not say whose player turn opens or closes the game.",
    why="Where the sides act in a fixed order, nobody can tell with which player turn a game begins or ends.",
    bad="starts:\n  - {id: mar41, label: Mar 41, turn: 3/41}",
    good="starts:\n  - {id: mar41, label: Mar 41, turn: 3/41, first: axis}",
    mend="Name the side; or, if the sides act in no fixed order, say so with `acts`.",
)
TIM020 = Code(
    "TIM020",
    "track-column-twice",
    Severity.ERROR,
    "the id `{column}` is already that of {by}",
    what="A column of the track has the id of a side, of another column, or of a key of every box: `turn`, `label`. "
    "Or two words of a column have one id.",
    why="A cell under that key, or with that word, could belong to either.",
    bad="columns:\n  - {id: axis, name: Initiative, kind: side}   # and a side is called axis",
    good="columns:\n  - {id: initiative, name: Initiative, kind: side}",
    mend="Give the column an id of its own.",
)
TIM021 = Code(
    "TIM021",
    "cell-of-another-kind",
    Severity.ERROR,
    "`{text}` under {column} is not {wanted}",
    what="A cell of the track is not what its column declares.",
    why="Play reads the cell, and cannot.",
    bad=_WEATHER + "boxes:\n  - {turn: 3/41, weather: claer}",
    good=_WEATHER + "boxes:\n  - {turn: 3/41, weather: clear}",
    mend="Correct the cell, or the kind or the words of the column.",
)
TIM022 = Code(
    "TIM022",
    "column-read-by-nobody",
    Severity.WARNING,
    "no rule of this game's system reads the column {column} of the track",
    what="The track has a column that the rule system does not use.",
    why="What it says has no effect in play; most often the id is not the one that the system knows.",
    bad="columns:\n  - {id: wether, name: Weather}   # and the system reads `weather`",
    good="columns:\n  - {id: weather, name: Weather}",
    mend="Use the id that the system reads, or take the column out.",
)
TIM023 = Code(
    "TIM023",
    "column-without-cells",
    Severity.ERROR,
    "no box of the track has a cell for {column}",
    what="A column is declared, is not optional, and no box fills it.",
    why="Nobody can tell what it says of any turn.",
    bad=_WEATHER + "boxes:\n  - {turn: 3/41}\n  - {turn: 4/41}",
    good=_WEATHER + "boxes:\n  - {turn: 3/41, weather: clear}\n  - {turn: 4/41, weather: storm}",
    mend="Fill the column as printed, or take it out.",
)
