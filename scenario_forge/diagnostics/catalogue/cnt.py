"""CNT: the values, faces and formations that counters.yaml declares."""

from scenario_forge.diagnostics.model import Code, Severity

CNT001 = Code(
    "CNT001",
    "counter-key-taken",
    Severity.ERROR,
    "`{id}` is declared, but {why}",
    what="A value or a face of counters has the id of another one, or of a key that every unit has, such as `name`. Or "
    "two words of a value have one id.",
    why="A unit can give a key once only, so that one of the two can never be said.",
    bad="values:\n  - {id: morale, at: left}\n  - {id: morale, at: right}",
    good="values:\n  - {id: morale, at: left}\n  - {id: ceiling, at: right}",
    mend="Give it an id that nothing else has.",
)
CNT002 = Code(
    "CNT002",
    "counter-value-not-declared",
    Severity.ERROR,
    "{what} names `{name}`, which is not a value of units",
    what="A face, a word, a formula or a limit names a value of units that counters.yaml does not declare.",
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
    "{value} is derived from itself, through {through}",
    what="Derived values follow from each other in a circle.",
    why="None of them can be worked out.",
    bad="- {id: a, derived: b + 1}\n- {id: b, derived: a - 1}",
    good="- {id: a, derived: b + 1}\n- {id: b}",
    mend="Let one of them be given by the units.",
)
CNT005 = Code(
    "CNT005",
    "formation-in-a-circle",
    Severity.ERROR,
    "{formation} is a part of itself, through {through}",
    what="Formations are `within` each other in a circle.",
    why="No formation can be a part of one of its own parts.",
    bad="- {id: corps, name: Corps, side: axis, within: div}\n- {id: div, name: Div., side: axis, within: corps}",
    good="- {id: corps, name: Corps, side: axis}\n- {id: div, name: Div., side: axis, within: corps}",
    mend="Take `within` from the one that stands above.",
)
CNT006 = Code(
    "CNT006",
    "headquarters-of-another-formation",
    Severity.ERROR,
    "{formation} cannot be led by this unit: {why}",
    what="`headquarters` of a formation is the number of no unit of its side, or of a unit of another formation.",
    why="Nobody can tell which counter leads the formation.",
    bad="- {id: div, name: Div., side: axis, headquarters: 99}",
    good="- {id: div, name: Div., side: axis, headquarters: 12}",
    mend="Give the number of a unit of the formation, or correct `parent` of that unit.",
)
CNT007 = Code(
    "CNT007",
    "formation-twice",
    Severity.ERROR,
    "the formation `{id}` is defined twice",
    what="Two formations of counters.yaml have the same id.",
    why="`parent` of a unit could mean either.",
    bad="- {id: div, name: 15 Div., side: axis}\n- {id: div, name: 21 Div., side: axis}",
    good="- {id: div-15, name: 15 Div., side: axis}\n- {id: div-21, name: 21 Div., side: axis}",
    mend="Give each its own id.",
)
CNT008 = Code(
    "CNT008",
    "formation-value-wrong",
    Severity.ERROR,
    "{formation}: {why}",
    what="A formation lacks a value that counters.yaml declares `of: formation`, has one that is not declared so, or "
    "has one of another kind.",
    why="Its chit and the counter of its headquarters would not show it, and play would not know it.",
    bad="values:\n  - {id: activation, of: formation}\nformations:\n"
    "  - {id: div, name: Div., side: axis, values: {activation: far}}",
    good="values:\n  - {id: activation, of: formation}\nformations:\n"
    "  - {id: div, name: Div., side: axis, values: {activation: 10}}",
    mend="Give the value as it is declared; add `optional: true` to its declaration if some formations have none.",
)
CNT009 = Code(
    "CNT009",
    "unit-value-missing",
    Severity.ERROR,
    "{unit} lacks {value} (`{id}`), which only units of these types may leave out: {types}",
    what="A unit lacks a value that has to be given by all but the types that its declaration names under `without`.",
    why="Its counter would not show it, and play would not know it.",
    bad="values:\n  - {id: range, without: [hq]}\nunits:\n  - {side: axis, no: 1, name: 8 MG, type: inf}",
    good="values:\n  - {id: range, without: [hq]}\nunits:\n  - {side: axis, no: 1, name: 8 MG, type: inf, range: 2}",
    mend="Give the unit its value, or add its type to `without`.",
)
CNT010 = Code(
    "CNT010",
    "needed-value-not-declared",
    Severity.ERROR,
    "the rules of {system} need the value `{id}`, which counters.yaml {lacks}",
    what="The rule system of the game works with a value of units that counters.yaml does not declare, or declares as "
    "a word, a flag or a value of formations.",
    why="No unit could move or fight: the scenario cannot be played.",
    bad="values:\n  - {id: strength, at: foot}",
    good="values:\n  - {id: strength, at: foot}\n  - {id: movement, at: foot}",
    mend="Declare the value as a number and give it to the units, or choose another system in game.yaml.",
)
CNT011 = Code(
    "CNT011",
    "marker-kind-twice",
    Severity.ERROR,
    "the marker kind `{id}` already exists: {why}",
    what="A kind of marker in counters.yaml has the id of one that every game or the rule system has, or of another.",
    why="A kind replaces none before it: its colour and drawing would never be seen.",
    bad="marker_kinds:\n  - {id: turn, use: on the track of turns, drawn: flag}",
    good="marker_kinds:\n  - {id: phase, use: on the track of phases, drawn: flag}",
    mend="Give it an id of its own, or leave it out and use the kind that there is.",
)
CNT012 = Code(
    "CNT012",
    "formation-within-the-enemy",
    Severity.ERROR,
    "{formation} is a part of {above}, a formation of {side}",
    what="A formation is `within` a formation of another side.",
    why="Its headquarters and the orders to it would be the enemy's.",
    bad="- {id: corps, name: Corps, side: axis}\n- {id: div, name: Div., side: allied, within: corps}",
    good="- {id: corps, name: Corps, side: axis}\n- {id: div, name: Div., side: axis, within: corps}",
    mend="Correct `side` of one of the two, or name a formation of the same side.",
)
CNT013 = Code(
    "CNT013",
    "derived-value-impossible",
    Severity.ERROR,
    "{value} of {unit} cannot be worked out: {why}",
    what="The formula of a derived value divides by 0 for a unit, or comes to less than 0.",
    why="The counter would be printed without the value, and play would not know it.",
    bad="values:\n  - {id: morale}\n  - {id: fire, derived: 10 ÷ (morale - 9)}\nunits:\n  - {no: 1, morale: 9}",
    good="values:\n  - {id: morale}\n  - {id: fire, derived: 10 ÷ (morale + 1)}\nunits:\n  - {no: 1, morale: 9}",
    mend="Change the formula, such as with `max(0, …)`, or the values of the unit.",
)
CNT014 = Code(
    "CNT014",
    "nationality-left-open",
    Severity.ERROR,
    "{unit} needs a `nationality`: {why}",
    what="A unit leaves out its nationality, and its side has several in game.yaml, or none. Of several, only one with "
    "the id of the side is taken without being named.",
    why="Its counter has no colour, and no rule about nationalities can tell whether the unit is meant.",
    bad="- {side: axis, no: 5, name: Pz Reg 5, type: armour}   # the Axis is German and Italian",
    good="- {side: axis, no: 5, name: Pz Reg 5, nationality: german, type: armour}",
    mend="Give the unit a nationality of its side, or list the side's nationality in game.yaml.",
)
