"""WGM: what rules.yaml of a game on the shelf names."""

from scenario_forge.diagnostics.model import Code, Severity

WGM001 = Code(
    "WGM001",
    "unknown-name-in-parameters",
    Severity.ERROR,
    "{what}",
    what="rules.yaml names a chart, a row, a column, a place or a rule of the shelf that there is not, or a group to "
    "which no unit belongs, or a place of which the rules have one and the map none or "
    "two; or victory.yaml lacks a line that play reads.",
    why="Play would lack a number that it reads, or the rule would be for nobody.",
    bad="figures: {storm: wether/6/heading}",
    good="figures: {storm: weather/6/heading}",
    mend="Correct the name, or add what it names.",
)
