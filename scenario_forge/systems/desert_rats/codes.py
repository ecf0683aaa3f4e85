"""DR: what only this family of rules demands."""

from scenario_forge.diagnostics.codes import Code, Severity

DR001 = Code(
    "DR001",
    "movement-penalty-differs",
    Severity.ERROR,
    "{unit} loses {printed} movement points here, {stated} by the rule",
    what="A movement penalty (`m11`) differs from the number that the rules give for it.",
    why="The set-up card and the rule would tell the player two different things.",
    bad="dec40+: R2/41 m10",
    good="dec40+: R2/41 m11",
    mend="Correct the entry, or off_map.*.deemed.points in rules.yaml.",
)
DR002 = Code(
    "DR002",
    "movement-penalty-missing",
    Severity.ERROR,
    "{unit} comes in under the march rule but carries no m{stated}",
    what="An entry falls under the rule that deems points spent on the march, but has no `m`.",
    why="All units that arrive then, or start in that box then, have marched; the chart repeats the penalty at each.",
    bad="dec40+: R2/41",
    good="dec40+: R2/41 m11",
    mend="Add the penalty, or mend off_map.*.deemed in rules.yaml.",
)
DR003 = Code(
    "DR003",
    "movement-penalty-out-of-place",
    Severity.ERROR,
    "{unit} carries m{printed}, but the march rule does not cover it",
    what="A movement penalty stands at an entry that the rule does not speak of.",
    why="Nobody knows in which turn it would apply.",
    bad="mar41+: R7/41 m11",
    good="mar41+: R7/41",
    mend="Remove the penalty, or add the date to off_map.*.deemed in rules.yaml.",
)
DR004 = Code(
    "DR004",
    "unknown-name-in-rules",
    Severity.ERROR,
    "`{text}` in rules.yaml is no {wanted} of this game",
    what="A parameter of the rules names a place, side, nationality, unit type, chart or start date that is none.",
    why="The parameter would silently do nothing.",
    bad="home_bases:\n  allied: {places: [Alexandra], …}",
    good="home_bases:\n  allied: {places: [Alexandria], …}",
    mend="Correct the name, or define it in the file it belongs to.",
)
DR005 = Code(
    "DR005",
    "option-without-numbers",
    Severity.ERROR,
    "the optional rule `{option}` needs `optional.{key}` in rules.yaml",
    what="An optional rule that this family of rules knows is offered, but rules.yaml leaves its numbers out.",
    why="A scenario that uses it could not be played.",
    bad="options: [{id: mechanised-retreat, …}]   # and no `mechanised_retreat` in rules.yaml",
    good="optional:\n  mechanised_retreat: {movement: 25, loss_per_zone: 1}",
    mend="Add its numbers to rules.yaml, or take it out of options.yaml.",
)

CODES = (DR001, DR002, DR003, DR004, DR005)
