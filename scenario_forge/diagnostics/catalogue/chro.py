"""CHR: dates of the chronology."""

from scenario_forge.diagnostics.model import Code, Severity

CHR001 = Code(
    "CHR001",
    "date-unreadable",
    Severity.ERROR,
    "`{date}` is not a date: {problem}",
    what="A row of the chronology has a date that is no day, month or stretch of either.",
    why="Its place in the order of events is unknown.",
    bad="- {date: 31/4/41, desert: Rommel strikes}",
    good="- {date: 31/3/41, desert: Rommel strikes}",
    mend="Write day/month/year, month/year, or a stretch such as 21-27/5/41 or 5-6/42.",
)
CHR002 = Code(
    "CHR002",
    "date-out-of-order",
    Severity.ERROR,
    "{date} is listed after {before}, out of order",
    what="A row of the chronology is earlier than one above it. A month without a day may stand anywhere in its month.",
    why="Either the date is a misprint or the row is misplaced.",
    bad="- {date: 6/4/41, …}\n- {date: 4/4/41, …}",
    good="- {date: 4/4/41, …}\n- {date: 6/4/41, …}",
    mend="Compare with print. If it is printed so, leave it and write an erratum.",
)
