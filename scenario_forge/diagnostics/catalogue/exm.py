"""EXM: worked examples that do not add up, or that the charts and set-ups do not bear out."""

from scenario_forge.diagnostics.model import Code, Severity

EXM001 = Code(
    "EXM001",
    "sum-does-not-add-up",
    Severity.ERROR,
    "{sum} is {right}, not {total}",
    what="An addition that a worked example prints is wrong.",
    why="Readers learn the rule from its example.",
    bad="sums: [{parts: [8, 2], total: 9}]",
    good="sums: [{parts: [8, 2], total: 10}]",
    mend="Correct the transcription. If it is printed so, leave it and write an erratum.",
)
EXM002 = Code(
    "EXM002",
    "lookup-differs-from-chart",
    Severity.ERROR,
    "{chart} has `{found}` in row {row}, column {column}, not `{result}`",
    what="A worked example reads a result from a chart, and the chart has another one there.",
    why="Either the example or the chart is misprinted.",
    bad='lookups: [{chart: combat_results, row: "3", column: "+6", result: 0/2}]   # the table has 0/1',
    good='lookups: [{chart: combat_results, row: "3", column: "+6", result: 0/1}]',
    mend="Compare both with print. If both are printed so, leave them and write an erratum for one.",
)
EXM003 = Code(
    "EXM003",
    "example-differs-from-set-up",
    Severity.ERROR,
    "the example has {said} in {place} at {start}; the order of battle has {found}",
    what="A worked example says how many units or markers a set-up has somewhere, and the order of battle differs.",
    why="Either the example or the order of battle is misprinted.",
    bad="set_up: [{start: dec40, side: axis, hex: SS8, markers: {supply-axis: 2}}]   # the chart lists SS8 once",
    good="set_up: [{start: dec40, side: axis, hex: SS8, markers: {supply-axis: 1}}]",
    mend="Compare both with print. If both are printed so, leave them and write an erratum for one.",
)
EXM004 = Code(
    "EXM004",
    "example-given-twice",
    Severity.ERROR,
    "the example `{id}` is defined twice",
    what="Two worked examples have the same id.",
    why="What cites the id cannot tell which is meant.",
    bad="- {id: E-1, …}\n- {id: E-1, …}",
    good="- {id: E-1, …}\n- {id: E-2, …}",
    mend="Give the second its own id.",
)
EXM005 = Code(
    "EXM005",
    "answer-differs-from-rules",
    Severity.ERROR,
    "the rules give {found} for `{key}`; the example has {printed}",
    what="The answer that a worked example prints is not what the game's own rules and charts give.",
    why="Readers learn the rule from its example; either the example, a chart or a number of the rules is wrong.",
    bad="answer: {cost: 9}   # 8 for the escarpment and 2 for the hex",
    good="answer: {cost: 10}",
    mend="Compare with print. If it is printed so, leave it and write an erratum for the example or the rule.",
)
EXM006 = Code(
    "EXM006",
    "place-not-of-the-example",
    Severity.ERROR,
    "{place} is not one of the places of the example: {places}",
    what="An example is given a place, or answers with one, that its own list of places does not have.",
    why="The question and the answer are about two places; one of them is mistyped.",
    bad="given: {controls: [Benghazi]}\nplaces: [Tobruk, Bardia]",
    good="given: {controls: [Bardia]}\nplaces: [Tobruk, Bardia]",
    mend="Correct the place, or add it to `places`.",
)
