"""REC: records of games that cannot be read, or that play otherwise than they say."""

from scenario_forge.diagnostics.model import Code, Severity

_WHY = "A record proves a result only if it plays to the same state again."

REC001 = Code(
    "REC001",
    "not-a-record",
    Severity.ERROR,
    "this is not a record: {problem}",
    what="The file is not JSON, was cut off, or lacks something that every record has.",
    why="Nothing is guessed: half a record might play to another game.",
    bad='{"record":1,"setting":{"versions":{"scenario-f',
    good='{"record":1,"setting":{…},"seed":7,"dice":"seed","players":{…},"actions":[…],"end":{…},"seal":"…"}',
    mend="Take the file from where it was written, whole; or play the game again with the same seed.",
)
REC002 = Code(
    "REC002",
    "other-record-format",
    Severity.ERROR,
    "this record has format {found}; this version reads format {known}",
    what="The record was written by a version of Scenario Forge that lays out records otherwise.",
    why="What a later format means is not known here.",
    bad='"record":2',
    good='"record":1',
    mend="Replay it with the version that `versions` in the record names.",
)
REC003 = Code(
    "REC003",
    "edited-record",
    Severity.WARNING,
    "this record was changed after it was written",
    what="The seal at the end of the record is not that of its content.",
    why="Somebody has edited it. The replay says what it can still show.",
    bad='"seed":8,   # was 7 when the seal was made',
    good='"seed":7,',
    mend="Replay tells where it parts. If it does not part, only names were changed.",
)
REC004 = Code(
    "REC004",
    "other-version-of-package",
    Severity.WARNING,
    "made with {package} {then}; this is {now}",
    what="The record was made with another version of the simulator, the rules or a player.",
    why="Rules that were mended since then may play otherwise.",
    bad='"versions":{"scenario-forge":"0.0.9"}   # here: 0.1.0',
    good='"versions":{"scenario-forge":"0.1.0"}',
    mend="If the replay parts, use that version, or play anew with the same seed.",
)
REC005 = Code(
    "REC005",
    "other-content",
    Severity.ERROR,
    "the scenario `{scenario}` is not the one that was played: its content has the hash {found}, "
    "the record says {expected}",
    what="Something that play depends on is different: the game's files, the errata laid over them, or the options.",
    why="The same actions on other ground are another game.",
    bad='"content":"90ab…"   # the scenario as it is now has 1f2e…',
    good='"content":"1f2e…"',
    mend="Take the game as it was then; the notes name errata that differ. Or play anew with the same seed.",
)
REC006 = Code(
    "REC006",
    "illegal-action",
    Severity.ERROR,
    "action {number} by {by}, `{action}`, is not allowed: {problem}",
    what="The rules do not allow the recorded action where it stands.",
    why=_WHY,
    bad='["allied","operations",[3,999],"…"]',
    good='["allied","operations",[3,101],"…"]',
    mend="The clause named says why. The action was edited, or the rules have changed since.",
)
REC007 = Code(
    "REC007",
    "outcome-that-is-none",
    Severity.ERROR,
    "action {number}: {problem}",
    what="The record has an outcome that the die, cup or deck that was asked cannot give.",
    why=_WHY,
    bad='["chance","combat",[7],"…"]   # a die with six sides',
    good='["chance","combat",[5],"…"]',
    mend="The outcome was edited, or typed wrongly; take the record from where it was written.",
)
REC008 = Code(
    "REC008",
    "outcome-not-of-the-seed",
    Severity.ERROR,
    "action {number}, {purpose}: the seed {seed} gives {expected}, the record has {found}",
    what="Outcomes follow from the seed, and this one does not follow from the seed that the record names.",
    why="An edited seed or an edited die makes a game that was never played.",
    bad='"seed":8   # the game was played with 7',
    good='"seed":7',
    mend="Put the seed back. Outcomes of real dice belong to a record with `dice: typed`.",
)
REC009 = Code(
    "REC009",
    "replay-parts",
    Severity.ERROR,
    "the replay diverges from the record at action {number}: expected {expected}, found {found}",
    what="Up to this action everything came out as recorded; from here on it does not.",
    why=_WHY,
    bad='["allied","operations",["end"],"0a1b…"]   # another action was taken here',
    good='["allied","operations",[3,101],"0a1b…"]',
    mend="If the file was not edited, the rules have changed: the clause named is where to look.",
)
REC010 = Code(
    "REC010",
    "record-stops-short",
    Severity.ERROR,
    "the record says that the game was played to its end, but stops after action {number}; {problem}",
    what="Actions at the end of the record are missing.",
    why="A result cannot be checked without the way to it.",
    bad='"end":{"ended":"over",…}   # the last turns are not there',
    good='"end":{"ended":"stopped",…}',
    mend="Take the record from where it was written, whole.",
)
