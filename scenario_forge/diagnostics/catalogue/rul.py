"""RUL: the rulebook's clauses, and quantities that two passages state differently."""

from scenario_forge.diagnostics.model import Code, Severity

RUL001 = Code(
    "RUL001",
    "quantity-with-two-values",
    Severity.ERROR,
    "{place} gives {here} for {quantity}; {elsewhere} gives {there}",
    what="Two passages, tables or files state the same quantity and differ.",
    why="Players who read one of them play another game than those who read the other.",
    bad="states: {terrain.escarpment.movement_cost: 7}   # the terrain effects chart says + 8 MP's",
    good="states: {terrain.escarpment.movement_cost: 8}",
    mend="Correct the transcription. If both are printed so, leave both and write an erratum for one of them.",
)
RUL002 = Code(
    "RUL002",
    "clause-given-twice",
    Severity.ERROR,
    "two {things} have the id `{id}`",
    what="Two clauses, rules, terms or rulings have the same id.",
    why="What cites the id cannot tell which is meant.",
    bad='- {id: "6.3", …}\n- {id: "6.3", …}',
    good='- {id: "6.3", …}\n- {id: "6.4", …}',
    mend="Give the second its own id.",
)
RUL003 = Code(
    "RUL003",
    "clause-out-of-order",
    Severity.WARNING,
    "clause {id} is listed after {before}, out of order",
    what="The ids of the clauses of one rule do not rise.",
    why="Clauses are listed in the order of the printed text; one that stands elsewhere was misnumbered or misplaced.",
    bad='- {id: "6.4", …}\n- {id: "6.3", …}',
    good='- {id: "6.3", …}\n- {id: "6.4", …}',
    mend="Move the clause, or give it the id of its place.",
)
RUL004 = Code(
    "RUL004",
    "unknown-rule",
    Severity.ERROR,
    "there is no {wanted}{number}",
    what="A text, chart or example points to a rule or clause that the rulebook does not have.",
    why="The reader who looks it up finds nothing.",
    bad='cites: [{rule: "21", about: retreat}]',
    good='cites: [{rule: "6", about: retreat}]',
    mend="Correct the number. If it is printed so, leave it and write an erratum.",
)
RUL005 = Code(
    "RUL005",
    "rule-does-not-speak-of-it",
    Severity.ERROR,
    "{rule} does not speak of {about}",
    what="A text sends the reader to a rule for something, and no clause of that rule speaks of it.",
    why="The reader looks in the wrong place.",
    bad='cites: [{rule: "5", about: sea transfer}]',
    good='cites: [{rule: "9", about: sea transfer}]',
    mend="Correct the number, or add the term to the `topics` of the clause that speaks of it.",
)
RUL006 = Code(
    "RUL006",
    "term-never-used",
    Severity.WARNING,
    "the term `{term}` is defined and never used",
    what="A defined term, in none of its spellings, is used by any clause but the one that defines it.",
    why="Either the rules use another word for it, or the definition is left over.",
    bad='terms: [{term: offensive, clause: "2.3"}]   # no other clause speaks of an offensive',
    good='terms: [{term: operations phase, clause: "2.3"}]',
    mend="Correct the term, add the spelling that the clauses use to its `aliases`, or take it out.",
)
RUL007 = Code(
    "RUL007",
    "heading-differs-from-contents",
    Severity.WARNING,
    "rule {number} is headed `{title}`, but `{indexed}` in the table of contents",
    what="The heading of a rule and its line in the printed table of contents differ in more than capitals.",
    why="One of the two is a misprint.",
    bad='- {number: "19", title: Play Balance, indexed: Play-Balance}',
    good='- {number: "19", title: Play Balance, indexed: Play Balance}',
    mend="Correct the transcription. If both are printed so, leave both and write an erratum.",
)
RUL008 = Code(
    "RUL008",
    "name-spelt-in-two-ways",
    Severity.WARNING,
    "`{word}` is spelt `{known}` elsewhere",
    what="A proper name differs by one letter from a name of the map, the sides or the units, or from another use.",
    why="It is a misprint, or readers will take it for another place.",
    bad="text: The Quattara Depression may not be entered.   # the map says Qattara Depression",
    good="text: The Qattara Depression may not be entered.",
    mend="Correct it. If both spellings are meant, add one to the `aliases` of the place or term.",
)
RUL009 = Code(
    "RUL009",
    "passage-damaged",
    Severity.ERROR,
    "the printed text is damaged: {gap}",
    what="A clause that players must carry out is damaged or breaks off in print, and no ruling says how it is read.",
    why="Nobody can tell what the rule is.",
    bad="gap: The sentence breaks off after 'enter'.",
    good="gap: The sentence breaks off after 'enter'.\nrulings: [{id: STACK, question: …, reading: …, why: …}]",
    mend="Choose a reading and write it as a ruling beside the clause, or take the publisher's text as an erratum.",
)
RUL010 = Code(
    "RUL010",
    "clause-without-reason",
    Severity.WARNING,
    "clause {id} is marked as not executable, but gives no reason",
    what="`executable: false` stands without a `reason`.",
    why="Every clause is carried out, or it is said why not: example, advice, history, components.",
    bad='- {id: "1.6", …, executable: false}',
    good='- {id: "1.6", …, executable: false, reason: components}',
    mend="Give the reason in a word.",
)
RUL011 = Code(
    "RUL011",
    "passage-read-by-ruling",
    Severity.WARNING,
    "the printed text is damaged: {gap}",
    what="A clause is damaged or breaks off in print; a ruling beside it says how it is read.",
    why="The rule that is played is a reading of ours, not the printed text.",
    bad="gap: The sentence breaks off after 'enter'.\nrulings: [{id: STACK, …}]",
    good="text: Units may not enter combat over the limit.   # corrected by an erratum",
    mend="Write an erratum that gives the text and takes `gap` out.",
)
RUL012 = Code(
    "RUL012",
    "topic-misspelt",
    Severity.WARNING,
    "the topic `{topic}` is spelt `{known}` elsewhere",
    what="A topic of a clause is used once, and differs by one slip from a term or from a topic of other clauses.",
    why="References to the term do not find the clause.",
    bad="topics: [logistiics phase]",
    good="topics: [logistics phase]",
    mend="Correct it. If both spellings are meant, add one to the `aliases` of the term.",
)
RUL013 = Code(
    "RUL013",
    "quantity-misspelt",
    Severity.WARNING,
    "the quantity `{quantity}` is stated only here and looks like a typo for `{known}`",
    what="A quantity that only one place states has nearly the name of another one.",
    why="The two are never compared, so that a contradiction between them stays hidden.",
    bad="states: {terrain.escarpment.movment_cost: 8}",
    good="states: {terrain.escarpment.movement_cost: 8}",
    mend="Correct the name.",
)
RUL014 = Code(
    "RUL014",
    "quantity-stated-nowhere",
    Severity.ERROR,
    "no rule or table states `{quantity}`",
    what="A text of a player aid takes a number from a quantity that nothing in the game states.",
    why="The gap would be printed in place of the number.",
    bad="text: Each loses {supply.atrition} strength points.",
    good="text: Each loses {supply.attrition} strength points.",
    mend="Correct the name, or state the quantity in the `states` of the clause that gives it.",
)
RUL015 = Code(
    "RUL015",
    "text-and-states-differ",
    Severity.ERROR,
    "the text says {said}, but `{quantity}` is stated as {value}",
    what="The number, month or side in a clause's own words is not the one under its `states`.",
    why="The words are what players read, the quantity is what is compared with charts, rules and examples.",
    bad="text: A hex is about nine miles across.\nstates: {game.miles_per_hex: 8}",
    good="text: A hex is about eight miles across.\nstates: {game.miles_per_hex: 8}",
    mend="Correct the one that differs from print.",
)
RUL016 = Code(
    "RUL016",
    "data-nowhere",
    Severity.ERROR,
    "`{address}` names no value: {problem}",
    what="An address under a clause's `data` leads nowhere.",
    why="The clause is said to be carried out by a value that does not exist.",
    bad='data: ["time-track.yaml: startz"]',
    good='data: ["time-track.yaml: starts"]',
    mend="Correct the address.",
)
RUL017 = Code(
    "RUL017",
    "rule-numbers-not-in-order",
    Severity.ERROR,
    "rule {number} is listed after rule {before}, out of order",
    what="The numbers of the rules' headings do not rise one by one.",
    why="A heading is misnumbered, missing or misplaced, and references lead to the wrong rule.",
    bad='rules:\n  - {number: "15", …}\n  - {number: "61", …}\n  - {number: "17", …}',
    good='rules:\n  - {number: "15", …}\n  - {number: "16", …}\n  - {number: "17", …}',
    mend="Correct the number. If it is printed so, leave it and write an erratum.",
)
RUL018 = Code(
    "RUL018",
    "number-unlike-the-rule",
    Severity.WARNING,
    "{said} is no number of {rule}",
    what="An option, aid, figure or example gives in words or digits a number that the clauses it goes by do not have.",
    why="One of the two is a slip; players who read this text play another rule.",
    bad="text: … if that stack is more than six hexes from every other British unit.   # rule 16 says five",
    good="text: … if that stack is more than five hexes from every other British unit.",
    mend="Correct the number, here or in the clause.",
)
RUL019 = Code(
    "RUL019",
    "title-names-no-side",
    Severity.WARNING,
    "the title `{title}` does not name the side, {side}",
    what="The title of an order of battle names none of its side, the side's nationalities, or another side.",
    why="The chart is printed under the wrong heading.",
    bad="side: axis\ntitle: AXSI ORDER OF BATTLE",
    good="side: axis\ntitle: AXIS ORDER OF BATTLE",
    mend="Correct the title, or `side`.",
)
RUL020 = Code(
    "RUL020",
    "words-against-data",
    Severity.WARNING,
    "{problem}",
    what="The words of an option, scenario, printing or aid say something else than the data beside them.",
    why="Players read the words; the program follows the data.",
    bad="text: The Allied player opens.   # in May 42 the Axis does",
    good="text: The Axis opens.",
    mend="Correct the one that differs from print.",
)
RUL030 = Code(
    "RUL030",
    "stated-number-missing-from-rules",
    Severity.ERROR,
    "the rulebook states {quantities}, and rules.yaml does not have {it}",
    what="A clause states a number of the rules, and rules.yaml, which has a place for it, leaves it out.",
    why="Play would go on without the rule, or take nothing for its number.",
    bad="home_bases:\n  allied: {places: [Alexandria], radius: {}, …}   # a clause gives Alexandria 1",
    good="home_bases:\n  allied: {places: [Alexandria], radius: {alexandria: 1}, …}",
    mend="Add it to rules.yaml with the value that the clause gives. If the clause means something else, give the "
    "quantity in its `states` another name.",
)
RUL031 = Code(
    "RUL031",
    "stated-quantity-not-shown",
    Severity.ERROR,
    "{what} is missing here: the rulebook states {value} for `{quantity}`",
    what="A clause gives points of an objective, a modifier, a cost, a cell of a chart, a capacity, a hex or a side "
    "that opens, and the table, map or track that should show it does not.",
    why="A row, line or place of the component was lost, or it goes by another name there.",
    bad="states: {victory.mar41.axis.bardia: 3}   # in the clause, and in no row of the victory table",
    good="states: {victory.mar41.axis.bardia: 3}   # in the clause and in the row",
    mend="Add what is missing to the component, or correct the name of the quantity.",
)
RUL021 = Code(
    "RUL021",
    "word-misspelt",
    Severity.WARNING,
    "`{word}` is in no dictionary and is not a term of this game",
    what="A word that stands once in the game is in no dictionary and differs by one slip from a word that is.",
    why="It is a slip of the pen, and would be printed.",
    bad="text: Move regimnets and declare rounds of combat.",
    good="text: Move regiments and declare rounds of combat.",
    mend="Correct it. If it is meant, suppress the finding with a reason, or add it to the `terms` of the rulebook.",
)
RUL022 = Code(
    "RUL022",
    "text-against-its-title",
    Severity.ERROR,
    "the title, `{title}`, and the `states` forbid this; the text allows it",
    what="A clause denies something in its title and its states, and its text has no word that denies anything.",
    why="A `not` that is left out turns a rule into its opposite.",
    bad="title: No strategic movement\ntext: Unsupplied units may use strategic movement.",
    good="title: No strategic movement\ntext: Unsupplied units may not use strategic movement.",
    mend="Correct the text, or the title and the states.",
)
RUL023 = Code(
    "RUL023",
    "reference-differs-from-text",
    Severity.ERROR,
    "the text refers to Rule {number}, but its `cites` to {cited}",
    what="A clause names a rule in its text that its references do not have, and has references that it does not name.",
    why="One of the two sends the reader to the wrong rule.",
    bad='text: Raiders destroy supply units (Rule 10).\ncites: [{rule: "11"}]',
    good='text: Raiders destroy supply units (Rule 11).\ncites: [{rule: "11"}]',
    mend="Look the reference up in print, and correct the text or `cites`.",
)
RUL024 = Code(
    "RUL024",
    "term-not-in-its-clause",
    Severity.ERROR,
    "clause {clause} does not mention `{term}`",
    what="A term is said to be defined in a clause that uses it in no spelling.",
    why="The index sends the reader to a page where the term does not stand.",
    bad='terms: [{term: siege, clause: "14.6"}]   # about divisions',
    good='terms: [{term: siege, clause: "14.16"}]',
    mend="Correct the clause, or add the spelling that it uses to `aliases`.",
)
RUL025 = Code(
    "RUL025",
    "quantities-with-one-name",
    Severity.ERROR,
    "`{words}` already describes `{other}`",
    what="Two quantities are given the same words.",
    why="A message would name the wrong one; such a line is usually copied from its neighbour.",
    bad="stop.mar41.last: whose turn is last in March 1941\nstop.mar42.last: whose turn is last in March 1941",
    good="stop.mar41.last: whose turn is last in March 1941\nstop.mar42.last: whose turn is last in March 1942",
    mend="Say in each what the quantity is.",
)
RUL026 = Code(
    "RUL026",
    "aid-for-the-other-side",
    Severity.ERROR,
    "a line for {side} begins with `{said}`",
    what="A line of a player aid is meant for one side and speaks of the other side's units.",
    why="It is printed on the aid of the player whom it does not concern, and is missing on the other.",
    bad="{side: axis, text: Allied units on or next to Alexandria are in general supply.}",
    good="{side: allied, text: Allied units on or next to Alexandria are in general supply.}",
    mend="Correct `side`, or begin the line with whom it concerns.",
)
RUL027 = Code(
    "RUL027",
    "aid-row-with-value-of-another",
    Severity.ERROR,
    "the row `{row}` shows `{quantity}`, which belongs to another row",
    what="A table of a player aid shows in one row the value that belongs to another row.",
    why="A quantity of that row's own name exists; the line was copied from its neighbour.",
    bad='cells: [Bardia, "{+fortification.highest_differential.tobruk}"]',
    good='cells: [Bardia, "{+fortification.highest_differential.bardia}"]',
    mend="Name the quantity of the row.",
)
RUL028 = Code(
    "RUL028",
    "carried-by-unknown-rule",
    Severity.ERROR,
    "the system has no rule `{rule}`",
    what="A clause says under `carried_by` that a rule carries it out, and the game's system has no rule of that name.",
    why="The clause is shown as carried out, or its events as standing on it, and no code does it.",
    bad='- {id: "3.2", …, carried_by: [movement.minimun]}',
    good='- {id: "3.2", …, carried_by: [movement.minimum]}',
    mend="Correct the name; `forge rules` lists the code of each clause.",
)
RUL029 = Code(
    "RUL029",
    "rules-of-clause-contradict",
    Severity.ERROR,
    "clause {clause} contradicts itself: {problem}",
    what="A clause names rules under `carried_by` that it cannot have: the same one twice, any at all though it says "
    "`executable: false`, or two that carry the same thing out in different ways.",
    why="Only one of two ways is played, and the reader cannot tell which.",
    bad='- {id: "2.1", …, carried_by: [sequence.turns, sequence.player-turns]}',
    good='- {id: "2.1", …, carried_by: [sequence.player-turns]}',
    mend="Leave the rule that the game plays by, or take out `executable: false`.",
)
RUL032 = Code(
    "RUL032",
    "percentage-without-procedure",
    Severity.ERROR,
    "clause {clause} has a percentage or a chance, {subject}, for which there is no procedure",
    what="A game that lists under `procedures` how percentages are carried out by hand leaves one out.",
    why="Players who have only paper and dice stop there.",
    bad="procedures: []   # and clause 6.2 says: lost with a chance of 30%",
    good='procedures: [{id: loss, clauses: ["6.2"], dice: d10, quantities: [loss.chance], …}]',
    mend="Add a procedure, or the clause and its quantity to one that there is.",
)
RUL033 = Code(
    "RUL033",
    "procedure-with-wrong-error",
    Severity.ERROR,
    "the procedure errs by {computed} at most, not by {stated}",
    what="A procedure for players' hands states an error that differs from the one worked out from its dice, its "
    "rounding and its values.",
    why="Players choose a quick procedure by what it costs in exactness.",
    bad="{id: loss, dice: d10, quantities: [loss.chance], …}   # the chance is 35%",
    good="{id: loss, dice: d10, quantities: [loss.chance], error: 5, …}",
    mend="State the error that was worked out, or take dice that give the percentage exactly.",
)
