"""DOS: what a designer has decided for a date that the publisher never gave."""

from scenario_forge.diagnostics.model import Code, Severity

DOS001 = Code(
    "DOS001",
    "dossier-without-a-date",
    Severity.ERROR,
    "this dossier cannot be begun: {problem}",
    what="A dossier is for a date on which no game can start: it is not on the time record track, or before the first "
    "printed start; or no side of the game opens.",
    why="Its decisions belong to no start, and would never be used.",
    bad="date: 6/43",
    good="date: 6/41",
    mend="Write a game turn as the track writes it; `forge dossier GAME --date DATE` makes the file.",
)
DOS002 = Code(
    "DOS002",
    "decision-about-nobody",
    Severity.ERROR,
    "{subject}: {problem}",
    what="A row of a dossier names a side, unit or marker that the game does not have; or more than one of a unit, a "
    "marker and a place that is controlled.",
    why="What was decided would be lost.",
    bad="- {side: allied, no: 99, at: QQ3}",
    good="- {side: allied, no: 5, at: QQ3}",
    mend="Correct the number; `forge show GAME allied` lists the units.",
)
DOS003 = Code(
    "DOS003",
    "decided-twice",
    Severity.ERROR,
    "{subject} is decided twice",
    what="A dossier has two rows for one unit, marker or place.",
    why="Nobody knows which of them counts.",
    bad="- {side: allied, no: 5, at: QQ3}\n- {side: allied, no: 5, at: QQ4}",
    good="- {side: allied, no: 5, at: QQ3}",
    mend="Remove one.",
)
DOS004 = Code(
    "DOS004",
    "decision-is-no-cell",
    Severity.ERROR,
    "{subject}: this is not where a unit starts: {problem}",
    what="What was decided cannot be read as a cell of a start column.",
    why="It could not be written into a scenario.",
    bad="- {side: allied, no: 5, at: R4/41}",
    good="- {side: allied, no: 5, at: QQ3(c3)}",
    mend="Write it as the order of battle prints where a unit starts.",
)
DOS005 = Code(
    "DOS005",
    "decision-has-no-place",
    Severity.ERROR,
    "{subject}: no such hex, place or box: {problem}",
    what="What was decided names a place that is not on the map.",
    why="The unit could not be put anywhere.",
    bad="- {side: allied, no: 5, at: ZZ99}",
    good="- {side: allied, no: 5, at: QQ3}",
    mend="Correct the name.",
)
DOS006 = Code(
    "DOS006",
    "decided-where-none-may-stand",
    Severity.ERROR,
    "{subject} cannot stand there: {problem}",
    what="A unit or marker was put into the sea, into terrain that is closed to it, or into a box of the enemy; or "
    "a hex of sea is to be controlled.",
    why="The scenario would begin with a unit that cannot be where it is.",
    bad="- {side: allied, no: 5, at: UU3}   # sea",
    good="- {side: allied, no: 5, at: QQ3}",
    mend="Choose a hex of land.",
)
DOS007 = Code(
    "DOS007",
    "dossier-of-another-game",
    Severity.ERROR,
    "this dossier is for the game `{found}`, not for `{game}`",
    what="The `game` of a dossier is another than that of the folder it lies in.",
    why="Its numbers and hexes would mean other units and places here.",
    bad="game: another-game",
    good="game: desert-rats",
    mend="Put it into the folder of its own game.",
)
DOS008 = Code(
    "DOS008",
    "dossier-under-another-name",
    Severity.WARNING,
    "the dossier of {date} belongs in {expected}",
    what="The name of a dossier's file is not that of its date.",
    why="`forge dossier` would not find it, and begin another one.",
    bad="dossiers/june.yaml   # date: 6/41",
    good="dossiers/6-41.yaml   # date: 6/41",
    mend="Rename the file.",
)
