"""PLT: what is expected of many games, and cannot be."""

from scenario_forge.diagnostics.model import Code, Severity

PLT001 = Code(
    "PLT001",
    "band-too-narrow",
    Severity.ERROR,
    "the band from {low} to {high} is too narrow for an indifference of {indifference} at each edge",
    what="The edges of a target band are exchanged, or nearer to each other than twice its indifference.",
    why="No share of wins lies inside by more than the indifference, so no number of games can show one.",
    bad="{low: 0.5, high: 0.45}",
    good="{low: 0.45, high: 0.55}",
    mend="Correct the edges, or make `indifference` smaller; more games are needed then.",
)
PLT002 = Code(
    "PLT002",
    "expectation-doubled",
    Severity.ERROR,
    "{what} is listed twice",
    what="A scenario has two targets, or two happenings of history have one id.",
    why="Nobody knows which is meant.",
    bad="- {scenario: siege, …}\n- {scenario: siege, …}",
    good="- {scenario: siege, …}\n- {scenario: crossing, …}",
    mend="Remove one, or correct its name.",
)
PLT003 = Code(
    "PLT003",
    "ever-inside-a-claim",
    Severity.ERROR,
    "what was ever true is said by the claim, not inside its predicate",
    what="The predicate of a claim of history holds `ever`.",
    why="Whether something was ever true is noted in play for rows of the victory table only; for history it is "
    "looked at when player turns end.",
    bad="- {side: axis, when: {ever: {hold: Tobruk}}}",
    good="- {side: axis, ever: true, when: {hold: Tobruk}}",
    mend="Move `ever` out: write `ever: true` beside `when`.",
)
PLT004 = Code(
    "PLT004",
    "happening-out-of-time",
    Severity.WARNING,
    "no scenario is under way at the end of {turn}",
    what="A happening of history is looked at on a turn that no scenario plays.",
    why="No game can ever be held against it.",
    bad="turn: 1/43   # the last scenario stops in 12/42",
    good="turn: 12/42",
    mend="Correct the turn, or add a scenario.",
)
PLT005 = Code(
    "PLT005",
    "players-starve",
    Severity.WARNING,
    "lack of supply cost {starved} strength points a game, battles {fallen}",
    what="The players of a playtest, a tuning or a comparison of errata lost more strength for want of supply than in "
    "battle, over all games and both sides. No verdict on the scenario is given.",
    why="Who wins such games is who starves less. They say how these players look after their supply, not how even "
    "the scenario is, nor what an erratum does to it.",
    bad="Starved 205.0, fallen 137.0: 60 % of the losses by starvation",
    good="Starved 6.0, fallen 37.0: 14 % of the losses by starvation",
    mend="Let other players play (`--player`), or read the games themselves: the report has all of them but the "
    "verdict. Where every player starves, see whether the set-up leaves units out of supply.",
)
