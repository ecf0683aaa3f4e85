"""CHT: charts whose headings leave gaps, whose cells break their order, or which do not agree with a copy."""

from scenario_forge.diagnostics.model import Code, Severity

CHT001 = Code(
    "CHT001",
    "headings-overlap",
    Severity.ERROR,
    "`{heading}` covers {values}, and so does `{other}`",
    what="Two columns or rows of a table cover the same value.",
    why="Two results stand for one throw or differential.",
    bad='columns: ["-5", "-4,3", "-2,-1", "0", "+1", "+2,3"]   # to the letter, -4 and 3',
    good='columns: ["-5", "-4,-3", "-2,-1", "0", "+1", "+2,3"]',
    mend="Correct the heading. If it is printed so, leave it and write an erratum.",
)
CHT002 = Code(
    "CHT002",
    "headings-leave-a-gap",
    Severity.ERROR,
    "no {line} covers {values}: `{before}` is followed by `{heading}`",
    what="A value between two columns or rows of a table belongs to neither.",
    why="When it comes up there is no result.",
    bad='columns: ["0", "+1", "+3,4"]',
    good='columns: ["0", "+1,2", "+3,4"]',
    mend="Correct the heading. If it is printed so, leave it and write an erratum.",
)
CHT003 = Code(
    "CHT003",
    "value-beyond-table",
    Severity.ERROR,
    "{values} can come up ({how}), but no {line} covers it",
    what="The dice or the modifiers reach a value for which the table has no column or row.",
    why="When it comes up there is no result.",
    bad="die: 1d6\nrow_scale: {notation: number, first: 1, last: 6, modifiers: [1]}   # the rows end at 6",
    good="# with a row for 7, or where the outermost line serves for what is beyond it\nrow_scale: {…, beyond: clamp}",
    mend="Add the line, or say that values beyond the table use its outermost line.",
)
CHT004 = Code(
    "CHT004",
    "line-never-reached",
    Severity.WARNING,
    "{line} `{heading}` can never come up: {how}",
    what="A column or row covers only values that neither the dice nor the modifiers reach.",
    why="Either the line is one too many, or a modifier is missing.",
    bad='row_scale: {notation: number, first: 1, last: 6}   # and a row "7"',
    good="row_scale: {notation: number, first: 1, last: 6, modifiers: [1]}",
    mend="Correct the heading, or state the modifier that leads there.",
)
CHT005 = Code(
    "CHT005",
    "row-of-wrong-length",
    Severity.ERROR,
    "{what}, but there are {columns} column headings",
    what="A row of a table has more or fewer cells than there are columns.",
    why="A cell is missing or doubled, and every one behind it stands in the wrong column.",
    bad='columns: [a, b, c]\nrows: {"1": [5/0, 4/0]}',
    good='columns: [a, b, c]\nrows: {"1": [5/0, 4/0, 3/0]}',
    mend="Compare the row with the printed one, cell by cell.",
)
CHT006 = Code(
    "CHT006",
    "cell-against-the-trend",
    Severity.ERROR,
    "`{cell}` breaks the order of the table: {part} {trend}",
    what="A value falls where the table rises (`trends`), or rises where it falls.",
    why="Better odds must not give a worse result; such a cell is a misprint.",
    bad='rows: {"3": [1/1, 0/1, 1/2, 0/2]}   # the attacker loses more at better odds',
    good='rows: {"3": [1/1, 0/1, 0/2, 0/2]}',
    mend="Compare with the printed table. If it is printed so, leave it and write an erratum.",
)
CHT007 = Code(
    "CHT007",
    "step-breaks-progression",
    Severity.WARNING,
    "`{cell}` breaks the steps of its {line}: {steps}",
    what="All cells of a row or column but one go up or down by the same step.",
    why="The odd one is most likely a misprint.",
    bad='rows: {"1": ["2", "4", "6", "9", "10", "12"]}',
    good='rows: {"1": ["2", "4", "6", "8", "10", "12"]}',
    mend="Compare with the printed table. If it is printed so, leave it and write an erratum.",
)
CHT008 = Code(
    "CHT008",
    "copies-differ",
    Severity.ERROR,
    "{what} here, {other} in {chart}",
    what="A table that repeats another one (`copy_of`) differs from it.",
    why="Players who use one of them play another game than those who use the other.",
    bad='the rulebook\'s copy has 0/2 in row "3", the player aid 0/1',
    good="both have 0/1",
    mend="Correct the transcription. If both are printed so, leave both and write an erratum.",
)
CHT009 = Code(
    "CHT009",
    "total-does-not-add-up",
    Severity.ERROR,
    "the total is {total}, but the {line} adds up to {sum}",
    what="A row or column headed Total is not the sum of the others.",
    why="A number in it or the total is a misprint.",
    bad='columns: [infantry, armour, Total]\nrows: {Axis: ["12", "5", "18"]}',
    good='columns: [infantry, armour, Total]\nrows: {Axis: ["12", "5", "17"]}',
    mend="Compare each number with the printed table.",
)
CHT010 = Code(
    "CHT010",
    "modifier-given-twice",
    Severity.ERROR,
    "the modifier `{id}` is defined twice",
    what="Two modifiers of one table have the same id or stand for the same situation.",
    why="A player would apply both, and other files cannot say which they mean.",
    bad='- {id: rough, value: "-3", …}\n- {id: rough, value: "-2", …}',
    good='- {id: rough, value: "-3", …}\n- {id: ridge, value: "-2", …}',
    mend="Give the second its own id, or take it out.",
)
CHT011 = Code(
    "CHT011",
    "dice-do-not-fit-table",
    Severity.ERROR,
    "{die} gives {first} to {last}, but the {line}s of the table run from {table_first} to {table_last}",
    what="The dice thrown on a table (`die`) give other values than those its headings are meant for.",
    why="Some lines cannot come up, or some throws have no line.",
    bad="die: 2d6\nrow_scale: {notation: number, first: 1, last: 6}",
    good="die: 1d6\nrow_scale: {notation: number, first: 1, last: 6}",
    mend="Correct the dice or `first` and `last`.",
)
CHT012 = Code(
    "CHT012",
    "cell-disagrees-with-formula",
    Severity.ERROR,
    "`{cell}` should be {value}, by the formula `{formula}`",
    what="A cell is not what a formula of its table (`formulas`) comes to.",
    why="The table was worked out from the formula: a cell that differs is a misprint, or an exception to it.",
    bad='rows: {"3": [100%], "4": [111%]}\nformulas: [{formula: 70 + 10 × row}]',
    good='rows: {"3": [100%], "4": [110%]}\nformulas: [{formula: 70 + 10 × row}]',
    mend="Compare with the printed table. If it is printed so, leave it and write an erratum, or name the `rows` or "
    "`columns` that the formula is for.",
)
CHT013 = Code(
    "CHT013",
    "formula-names-nothing",
    Severity.ERROR,
    "this formula uses `{name}`, which is not defined",
    what="A formula uses a name that is neither `row` nor `column` nor one of its `names`.",
    why="Its cells cannot be compared with it.",
    bad="formulas: [{formula: base × 1.3, names: {bases: Axis}}]",
    good="formulas: [{formula: base × 1.3, names: {base: Axis}}]",
    mend="Correct the name, or add it to `names` with the heading of the column it stands for.",
)
CHT014 = Code(
    "CHT014",
    "samples-out-of-order",
    Severity.ERROR,
    "{line} `{heading}` is {what} `{before}`, but the {line}s are read by `lookup: {how}`",
    what="A table is read at the nearest heading or between two, and its headings do not go up or down throughout.",
    why="With two equal headings, or with headings out of order, a value has no place in the table.",
    bad='row_scale: {notation: number, lookup: interpolate}\nrows: {"100": [...], "300": [...], "200": [...]}',
    good='row_scale: {notation: number, lookup: interpolate}\nrows: {"100": [...], "200": [...], "300": [...]}',
    mend="Compare the headings with the printed table.",
)
CHT015 = Code(
    "CHT015",
    "ratios-out-of-order",
    Severity.ERROR,
    "{line} `{heading}` follows `{before}` but is not a higher ratio",
    what="The ratios at the head of a table do not go up from line to line.",
    why="The column of a fight is the last whose ratio it reaches; with ratios out of order none can be found.",
    bad="columns: [1-2, 1-1, 3-1, 2-1]\ncolumn_scale: {notation: ratio}",
    good="columns: [1-2, 1-1, 2-1, 3-1]\ncolumn_scale: {notation: ratio}",
    mend="Compare the headings with the printed table.",
)
CHT016 = Code(
    "CHT016",
    "formula-compares-nothing",
    Severity.WARNING,
    "no cell can be compared with `{formula}`",
    what="The cells that a formula is for are no numbers, or the headings and columns that it names are none.",
    why="It finds no misprint, whatever the cells say.",
    bad="rows: {Clear: [3/9]}\ncells: parts\nformulas: [{formula: 3 × row}]",
    good='rows: {"1": [3/9]}\nrow_scale: {notation: number}\ncells: parts\nformulas: [{formula: 3 × row, part: first}]',
    mend="Give headings and cells a notation that reads numbers, or name the `part` of the cells.",
)
CHT017 = Code(
    "CHT017",
    "forces-differ-from-set-up",
    Severity.ERROR,
    "`{cell}` gives {printed} for the {side} side, but the set-up of {start} has {value}",
    what="A table of forces (`forces`) gives another number or strength of units than the orders of battle.",
    why="Players check their set-up against the table, and would look for units that there are not.",
    bad="""columns: [Units]
rows: {Dec 40: ["5"]}
cells: number
forces: {starts: {Dec 40: dec40}, parts: {value: allied}, columns: {Units: {}}}""",
    good="""columns: [Units]
rows: {Dec 40: ["4"]}
cells: number
forces: {starts: {Dec 40: dec40}, parts: {value: allied}, columns: {Units: {}}}""",
    mend="Compare the table and the orders of battle with the print. If both are printed so, write an erratum.",
)
