"""SEQ: the sequence of play as rules.yaml gives it."""

from scenario_forge.diagnostics.model import Code, Severity

SEQ001 = Code(
    "SEQ001",
    "unknown-step-in-sequence",
    Severity.ERROR,
    "the sequence of play names a {what} `{name}` that the rules do not have: {hint}",
    what="A line of the sequence of play names a step, or a side, that the rule system does not know.",
    why="Play would stop there: nobody could say what happens in this step.",
    bad="turns: [wether, supply]",
    good="turns: [weather, supply]",
    mend="Correct the name, or take the line out.",
)
SEQ002 = Code(
    "SEQ002",
    "loop-without-step",
    Severity.ERROR,
    "{loop} of the sequence of play has nothing to repeat for",
    what="A loop of the sequence of play has no steps in it, or no sides to play them.",
    why="It could be gone round for ever without anything being played.",
    bad="- {each: sides, do: []}",
    good="- {each: sides, do: [movement, combat]}",
    mend="Add the steps that are played in it, or take the loop out.",
)
SEQ003 = Code(
    "SEQ003",
    "empty-cup",
    Severity.ERROR,
    "the sequence of play draws from a cup, and the game has no chits to put into it",
    what="The sequence of play draws chits of formations from a cup, and counters.yaml has no formations.",
    why="The cup would always be empty, so that nobody would ever act.",
    bad="- {each: cup, do: [activation]}   # and no `formations` in counters.yaml",
    good="- {each: sides, do: [activation]}",
    mend="Add the formations and their headquarters to counters.yaml, or let the sides take turns.",
)
SEQ004 = Code(
    "SEQ004",
    "other-side-outside-a-loop",
    Severity.ERROR,
    "the step `{step}` is played by the other side, but outside every loop it is nobody's player turn",
    what="A step of the sequence of play has `side: other` and stands in no loop over sides.",
    why="The other side is the one whose player turn it is not; outside a loop it is the player turn of neither.",
    bad="turns: [{step: reaction, side: other}]",
    good="turns: [{each: sides, do: [movement, {step: reaction, side: other}]}]",
    mend="Name the side, or move the step into the loop whose other side plays it.",
)
SEQ005 = Code(
    "SEQ005",
    "parameter-of-the-sequence",
    Severity.ERROR,
    "the step `{step}` is given a parameter `{name}`, which the sequence of play itself sets",
    what="Among the parameters of a step is `side`, `phasing` or `at`.",
    why="The sequence of play sets them for each step that it plays; a text in their place would stop play.",
    bad="turns: [{movement: {side: axis}}]",
    good="turns: [{step: movement, side: axis}]",
    mend="Write the step as `step:` with `side:` beside it, or give the parameter another name.",
)
