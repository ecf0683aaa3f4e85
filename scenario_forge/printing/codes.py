"""PRT: what cannot be printed as it should be."""

from scenario_forge.diagnostics.model import Codes

CODES = Codes(__file__)
PRT001 = CODES.warning("PRT001", "missing-glyph", "{letters} cannot be printed: no included font has {them}")
PRT002 = CODES.warning("PRT002", "text-outside-safe-area", "`{text}` is {over} mm outside the safe area")
PRT003 = CODES.warning(
    "PRT003",
    "type-too-small",
    "`{text}` is set in {points} pt; {least} pt is the smallest that can be read",
)
PRT004 = CODES.warning(
    "PRT004",
    "contrast-too-low",
    "`{text}` has a contrast of {found} to 1 with its background; {least} to 1 is needed",
)
PRT005 = CODES.warning(
    "PRT005",
    "sides-look-alike",
    "{one} and {other} look alike to {who}, and both have the corner shape `{corner}`",
)
PRT006 = CODES.warning(
    "PRT006",
    "more-counters-than-sheets",
    "{count} counters need {needed} sheets; the profile has {sheets}",
)
PRT007 = CODES.error("PRT007", "backs-do-not-register", "{sheet}: {what}")
PRT008 = CODES.error("PRT008", "impossible-profile", "`{key}: {value}` cannot be printed: {why}")
PRT009 = CODES.warning("PRT009", "name-has-no-room", "there is no free space on the map for `{name}`: it covers {what}")
PRT010 = CODES.error(
    "PRT010",
    "unknown-profile",
    "there is no print profile `{name}` to build on; known profiles: {known}",
)
PRT011 = CODES.warning(
    "PRT011",
    "unknown-symbol",
    "there is no symbol `{symbol}`; the counters show initials in its place",
)
PRT012 = CODES.warning("PRT012", "text-cut-short", "`{text}` is too long for its counter and is cut short")
PRT013 = CODES.warning(
    "PRT013",
    "sides-too-near-in-colour",
    "counters of {one} and {other} differ in colour by only {gap} in the profile `{profile}`; at least "
    "{least} is needed to tell the sides apart",
)
PRT014 = CODES.warning("PRT014", "text-with-ellipsis", "`{text}` ends in an ellipsis: part of it is not printed")
