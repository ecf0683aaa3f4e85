"""DR: what only this family of rules demands."""

from scenario_forge.diagnostics.model import Code, Severity

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

DR006 = Code(
    "DR006",
    "value-missing-from-table",
    Severity.ERROR,
    "`{what}` has no entry for {name}",
    what="A table of rules.yaml, or the terrain effects chart, lacks an entry that the rules ask for: a nationality, "
    "a size, a throw, a supply centre, ground.",
    why="Play would have to guess. The compiler refuses the game rather than take zero.",
    bad="general_radius: {italian: 10, british: 15}   # and German units in the counter mix",
    good="general_radius: {italian: 10, british: 15, german: 20}",
    mend="Add the entry that the rulebook gives; zero, if that is what it says.",
)
DR007 = Code(
    "DR007",
    "listed-twice-in-rules",
    Severity.ERROR,
    "`{name}` is {what}",
    what="A list of rules.yaml holds a name twice, or two entries beside each other say the same.",
    why="Where a name is typed twice, another one is usually lost.",
    bad="armoured: [armour, armour]",
    good="armoured: [armour, reconnaissance]",
    mend="Put the name that was meant in place of one of them, or remove it.",
)
DR008 = Code(
    "DR008",
    "order-of-steps",
    Severity.ERROR,
    "`{order}`: {problem}",
    what="The order of phases or of logistics steps lacks one that the rules need, or has one before what it rests on.",
    why="A step that is missing is never played; repaired points that come too late cannot be used in that turn.",
    bad="order: [withdrawals, reinforcements, repair, replacements, attrition, supply]",
    good="order: [withdrawals, reinforcements, repair, replacements, supply, attrition]",
    mend="Put the steps in the order that the rulebook gives. `sea_transfer` goes with `sea_routes`.",
)
DR009 = Code(
    "DR009",
    "place-cannot-serve",
    Severity.ERROR,
    "{place} cannot be {what}: {problem}",
    what="rules.yaml gives a side a home base, a port or control of a place that the map keeps for the other side; or "
    "a sea route that leads nowhere.",
    why="Units would make for a place that they can never use.",
    bad="sea_routes:\n  allied: {side: allied, between: [Tobruk, Tobruk]}",
    good="sea_routes:\n  allied: {side: allied, between: [Tobruk, Alexandria]}",
    mend="Correct the place or the side, here or in the `sides`, `kinds` and `side` of map.yaml.",
)
DR010 = Code(
    "DR010",
    "control-against-positions",
    Severity.WARNING,
    "{place} is under the control of {side} at {start}, whose nearest unit is {own}; {other} is {far} hexes away",
    what="A start gives control of a place to a side although units of its enemy start nearer to it.",
    why="Control decides where supply and reinforcements come on; the side is easily mistaken.",
    bad="control:\n  nov41: {benghazi: allied}   # and the Axis army around it",
    good="control:\n  nov41: {benghazi: axis}",
    mend="Look at the front of that start, and correct the side if it was mistaken.",
)
DR011 = Code(
    "DR011",
    "throw-beyond-table",
    Severity.ERROR,
    "a throw can come to {throw}, for which {table} has no result",
    what="A modifier of rules.yaml leads a throw beyond the table in which its result is read.",
    why="Nobody can say what that throw gives; play would have to take the last line of the table.",
    bad="repair:\n  modifier: {allied: 3}   # 6 and 3 are 9; the repair table ends with 7",
    good="repair:\n  modifier: {allied: 1}",
    mend="Correct the modifier, or give the table a line for each throw that can come up.",
)

CODES = (DR001, DR002, DR003, DR004, DR005, DR006, DR007, DR008, DR009, DR010, DR011)
