"""ERR: errata that do not fit the text, each other, or what they say of printings."""

from scenario_forge.diagnostics.model import Code, Severity

ERR001 = Code(
    "ERR001",
    "erratum-without-place",
    Severity.ERROR,
    "{id} corrects `{at}`, but there is no such place: {problem}",
    what="The address of an erratum names nothing in the game's files.",
    why="The correction is never made.",
    bad="at: orders-of-battle/axis.units[73].may42",
    good="at: orders-of-battle/axis.units[37].may42",
    mend="Correct the address: file, list, key of the item in brackets, field.",
)
ERR002 = Code(
    "ERR002",
    "printed-value-not-there",
    Severity.ERROR,
    "{id} corrects `{printed}`, but the files have {found}",
    what="An erratum quotes another printed value than the one in the game's files.",
    why="Either the transcription or the erratum is wrong, or the erratum is for another printing.",
    bad="printed: Q61   # the cell reads Q16",
    good="printed: Q16",
    mend="Compare both with print. If only other printings have the value, list them under `applies_to`.",
)
ERR003 = Code(
    "ERR003",
    "erratum-changes-nothing",
    Severity.ERROR,
    "{id} corrects the printed value to itself",
    what="`corrected` is the same as `printed`.",
    why="There is nothing to correct, or the right value was left out.",
    bad="printed: Q16\ncorrected: Q16",
    good="printed: Q16\ncorrected: QQ16",
    mend="Give the right value, or remove the erratum.",
)
ERR004 = Code(
    "ERR004",
    "errata-conflict",
    Severity.ERROR,
    "{id} corrects what {other} already corrects",
    what="Two errata change the same value, or one changes a part of what another replaces.",
    why="Only one of them can hold.",
    bad="- {id: DR-001, at: a.units[5].dec40, …}\n- {id: DR-002, at: a.units[5].dec40, …}",
    good="- {id: DR-001, at: a.units[5].dec40, …}\n- {id: DR-002, at: a.units[6].dec40, …}",
    mend="Withdraw one of them (`status: withdrawn`).",
)
ERR005 = Code(
    "ERR005",
    "not-incorporated-after-all",
    Severity.ERROR,
    "{id} is marked as incorporated in this printing, but the files have the uncorrected value `{printed}`",
    what="`incorporated_in` names the printing that the files reproduce, and the files have the uncorrected value.",
    why="The correction is skipped, so the mistake stays.",
    bad="incorporated_in: [retyped]   # the retyped order of battle still has R1/41",
    good="incorporated_in: []",
    mend="Correct the transcription, or take the printing out of `incorporated_in`.",
)
ERR006 = Code(
    "ERR006",
    "erratum-id-given-twice",
    Severity.ERROR,
    "the erratum id {id} is used twice",
    what="Two errata have the same id.",
    why="Ids are never reused: players and records of play cite them.",
    bad="- {id: DR-001, …}\n- {id: DR-001, …}",
    good="- {id: DR-001, …}\n- {id: DR-002, …}",
    mend="Give the later one the next free id.",
)
ERR007 = Code(
    "ERR007",
    "erratum-out-of-order",
    Severity.WARNING,
    "{id} is listed after {before}, out of order",
    what="The errata of a list are not in order of their ids.",
    why="Readers look for a number in its place, and a number out of place is often a slip.",
    bad="- {id: DR-002, …}\n- {id: DR-001, …}",
    good="- {id: DR-001, …}\n- {id: DR-002, …}",
    mend="Move the erratum, or correct its id.",
)
ERR008 = Code(
    "ERR008",
    "already-incorporated",
    Severity.ERROR,
    "the files already have the corrected value of {id}",
    what="An erratum finds its corrected value where it expects the printed one.",
    why="The files say what was printed; a correction made in them silently can be neither seen nor taken back.",
    bad="printed: R1/41, corrected: R1/42   # the file has R1/42",
    good="the file has R1/41; or the erratum says incorporated_in: [retyped]",
    mend="Put the printed value back, or say which printing has the correction (`incorporated_in`).",
)
ERR009 = Code(
    "ERR009",
    "erratum-introduces-finding",
    Severity.ERROR,
    "{id} introduces {code}: {message}",
    what="With the erratum laid over the text, a check finds something that it does not find without it.",
    why="The correction is wrong, or a second one belongs to it.",
    bad="at: orders-of-battle/allied.units[5].dec40\ncorrected: QQQ16",
    good="at: orders-of-battle/allied.units[5].dec40\ncorrected: QQ16",
    mend="Correct the erratum, or add the ones that belong to it.",
)
ERR010 = Code(
    "ERR010",
    "status-against-author",
    Severity.ERROR,
    "{id} is {status}, but by {by}",
    what="official is said of what publisher or designer corrected, editorial of what the source's editor did.",
    why="Nothing of ours passes for the publisher's.",
    bad="by: us\nstatus: official",
    good="by: us\nstatus: proposed",
    mend="Correct the status, or say whose correction it is.",
)
ERR011 = Code(
    "ERR011",
    "unknown-errata-version",
    Severity.ERROR,
    "{id} names version {version} of the errata, which is in no list",
    what="`since` or `revised` of an erratum names a version that stands in no list's `versions`.",
    why="What is new since a version cannot be told, and the change log leaves it out.",
    bad='since: "1.2"   # the versions are 1 and 1.1',
    good='versions: [{version: "1"}, {version: "1.1"}, {version: "1.2"}]',
    mend="Add the version to `versions`, or correct the number.",
)
ERR012 = Code(
    "ERR012",
    "reason-names-another-hex",
    Severity.WARNING,
    "the reason for {id} says {other}, but the hex is {hex}",
    what="The reason of an erratum names a hex next to the one that it puts, or that its row has, and not that one.",
    why="One of the two is mistyped: either the correction or its reason is wrong.",
    bad="corrected: N22\nwhy: the three regiments stand at N20, with which it arrived",
    good="corrected: N20\nwhy: the three regiments stand at N20, with which it arrived",
    mend="Correct the hex in `corrected` or in `why`.",
)
