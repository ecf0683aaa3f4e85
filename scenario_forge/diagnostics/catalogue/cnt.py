"""CNT: the values and faces that counters.yaml declares."""

from scenario_forge.diagnostics.codes import Code, Severity

CNT001 = Code(
    "CNT001",
    "counter-key-taken",
    Severity.ERROR,
    "`{id}` is declared, but {why}",
    what="A value or a face of counters has the id of another one, or of a key that every unit has, such as `name`.",
    why="A unit can give a key once only, so that one of the two can never be said.",
    bad="values:\n  - {id: morale, at: left}\n  - {id: morale, at: right}",
    good="values:\n  - {id: morale, at: left}\n  - {id: ceiling, at: right}",
    mend="Give it an id that nothing else has.",
)
CNT002 = Code(
    "CNT002",
    "counter-value-not-declared",
    Severity.ERROR,
    "{what} names `{name}`, which is no value of the counters",
    what="A face, a word, a formula or the limit of a value names a value that counters.yaml does not declare.",
    why="Nothing can be printed, worked out or limited by it.",
    bad="faces:\n  - {id: depleted, name: Depleted, values: [atack]}",
    good="faces:\n  - {id: depleted, name: Depleted, values: [attack]}",
    mend="Correct the id, or declare the value under `values`.",
)
CNT003 = Code(
    "CNT003",
    "counter-formula-unreadable",
    Severity.ERROR,
    "the formula of {value} cannot be read: {why}",
    what="The formula of a derived value is not written as formulas are, or names a value that is no number.",
    why="The value of no unit can be worked out.",
    bad="- {id: supply, derived: min(600 ceiling)}",
    good='- {id: supply, derived: "min(600, ceiling)"}',
    mend="Write numbers, ids of values that are numbers, + - × ÷, brackets, and min, max, round, floor and ceil.",
)
CNT004 = Code(
    "CNT004",
    "counter-values-in-a-circle",
    Severity.ERROR,
    "{value} follows from itself, through {through}",
    what="Derived values follow from each other in a circle.",
    why="None of them can be worked out.",
    bad="- {id: a, derived: b + 1}\n- {id: b, derived: a - 1}",
    good="- {id: a, derived: b + 1}\n- {id: b}",
    mend="Let one of them be given by the units.",
)
