"""DR: codes of findings that only this family of rules has."""

from scenario_forge.diagnostics.model import Codes

CODES = Codes(__file__)
DR001 = CODES.error(
    "DR001",
    "movement-penalty-differs",
    "{unit} loses {printed} movement points here, {stated} by the rule",
)
DR002 = CODES.error("DR002", "movement-penalty-missing", "{unit} arrives under the march rule but has no m{stated}")
DR003 = CODES.error(
    "DR003",
    "movement-penalty-out-of-place",
    "{unit} has m{printed}, but the march rule does not cover it",
)
DR004 = CODES.error("DR004", "unknown-name-in-rules", "this game has no {wanted} `{text}`, named in rules.yaml")
DR005 = CODES.error(
    "DR005",
    "option-without-numbers",
    "the optional rule `{option}` needs `optional.{key}` in rules.yaml",
)
DR006 = CODES.error("DR006", "value-missing-from-table", "`{what}` has no entry for {name}")
DR007 = CODES.error("DR007", "listed-twice-in-rules", "`{name}` is {what}")
DR008 = CODES.error("DR008", "order-of-steps", "`{order}`: {problem}")
DR009 = CODES.error("DR009", "place-cannot-serve", "{place} cannot be {what}: {problem}")
DR010 = CODES.warning(
    "DR010",
    "control-against-positions",
    "{side} controls {place} at {start}, but its nearest unit is {own}; {other} is {far} away",
)
DR011 = CODES.error("DR011", "throw-beyond-table", "a die roll can come to {throw}, for which {table} has no result")
DR022 = CODES.error(
    "DR022",
    "results-table-unusable",
    none="there is no combat results table: no chart has `cells: losses`",
    scale="{table} cannot decide battles: its columns are {kind}, and these rules count differences of strength",
    throw="a throw of {die} can come to {throw}, for which {table} has no row",
    unread="{table} cannot be read for play: {problem}",
)
