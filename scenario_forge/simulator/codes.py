"""REC: records of games."""

from scenario_forge.diagnostics.model import Codes

CODES = Codes(__file__)
REC001 = CODES.error("REC001", "not-a-record", "this is not a record: {problem}")
REC002 = CODES.error(
    "REC002",
    "other-record-format",
    "this record has format {found}; this version reads format {known}",
)
REC003 = CODES.warning("REC003", "edited-record", "this record was changed after it was written")
REC004 = CODES.warning("REC004", "other-version-of-package", "made with {package} {then}; this is {now}")
REC005 = CODES.error(
    "REC005",
    "other-content",
    "the scenario `{scenario}` is not the one that was played: its content has the hash {found}, the record "
    "says {expected}",
)
REC006 = CODES.error("REC006", "illegal-action", "action {number} by {by}, `{action}`, is not allowed: {problem}")
REC007 = CODES.error("REC007", "outcome-that-is-none", "action {number}: {problem}")
REC008 = CODES.error(
    "REC008",
    "outcome-not-of-the-seed",
    "action {number}, {purpose}: the seed {seed} gives {expected}, the record has {found}",
)
REC009 = CODES.error(
    "REC009",
    "replay-parts",
    "the replay diverges from the record at action {number}: expected {expected}, found {found}",
)
REC010 = CODES.error(
    "REC010",
    "record-stops-short",
    "the record says that the game was played to its end, but stops after action {number}; {problem}",
)
