"""PCK: packs, files that carry a scenario from one person to another."""

from scenario_forge.diagnostics.model import Code, Severity

_TAKE = "Ask for the file again, whole, from whoever made it."

PCK001 = Code(
    "PCK001",
    "not-a-pack",
    Severity.ERROR,
    "this is not a pack: {problem}",
    what="The file is not an archive, was cut off, or lacks the manifest that every pack has.",
    why="Nothing is guessed: what is not listed and proved is not installed.",
    bad="battleaxe.forge   # 3,000 of 9,000 bytes",
    good="battleaxe.forge   # as `forge pack` wrote it",
    mend=_TAKE,
)
PCK002 = Code(
    "PCK002",
    "other-pack-format",
    Severity.ERROR,
    "this pack has format {found}; this version reads format {known}",
    what="The pack was made by a later version of Scenario Forge that lays out packs otherwise.",
    why="What a later format means is not known here.",
    bad='"pack": 2',
    good='"pack": 1',
    mend="Open it with the version that `versions` in its manifest names.",
)
PCK003 = Code(
    "PCK003",
    "pack-was-changed",
    Severity.ERROR,
    "{name}: {problem}",
    what="A file in the pack is not the one that its manifest lists, is missing, or is not listed.",
    why="Somebody or something has changed the pack since it was made.",
    bad="scenarios/battleaxe.yaml   # edited inside the archive",
    good="scenarios/battleaxe.yaml   # as it was packed",
    mend=_TAKE,
)
PCK004 = Code(
    "PCK004",
    "pack-leads-out",
    Severity.ERROR,
    "`{name}` is not a file that a pack may bring: {problem}",
    what="A name in the pack is a path out of the game's folder, absolute, a link, or of no kind that packs hold.",
    why="A pack writes only into scenarios/ and errata/ of a game's folder.",
    bad="../../.profile",
    good="scenarios/battleaxe.yaml",
    mend="Do not use this pack: `forge pack` makes none such.",
)
PCK005 = Code(
    "PCK005",
    "pack-too-large",
    Severity.ERROR,
    "the pack is too large: {problem}",
    what="The pack has more files or bytes, or unpacks to more, than any scenario needs.",
    why="A small file can be made to fill a disk.",
    bad="scenarios/battleaxe.yaml   # 40 KB packed, 4 GB unpacked",
    good="scenarios/battleaxe.yaml   # 3 KB packed, 9 KB unpacked",
    mend="Do not use this pack: `forge pack` makes none such.",
)
PCK006 = Code(
    "PCK006",
    "pack-of-another-game",
    Severity.ERROR,
    "the pack is for {wanted}, not for {found}",
    what="The scenario belongs to another game or another rule system.",
    why="Its units and hexes mean nothing here.",
    bad="forge open battleaxe.forge another-game",
    good="forge open battleaxe.forge desert-rats",
    mend="Name the game that it is for; `forge games` lists those that are here.",
)
PCK007 = Code(
    "PCK007",
    "plays-otherwise-here",
    Severity.WARNING,
    "scenario `{scenario}` differs from the one that was packed: its content has the hash {found}, "
    "the pack says {expected}",
    what="Something that play depends on is different: the game's files, the errata, or the version of the rules.",
    why="Results and records that came with the scenario may not be had again here.",
    bad="map.yaml   # has a road that the sender's map has not",
    good="map.yaml   # the same as the sender's",
    mend="The notes name what differs. Take the same version of the game, or go on with this one.",
)
PCK008 = Code(
    "PCK008",
    "would-overwrite",
    Severity.ERROR,
    "{name} already exists and differs",
    what="The game's folder has a file of that name with other content.",
    why="Your own work is never overwritten without being asked for.",
    bad="scenarios/battleaxe.yaml   # yours, by the same name",
    good="scenarios/battleaxe.yaml   # not there, or the same",
    mend="Rename yours, or replace it with --force.",
)
PCK009 = Code(
    "PCK009",
    "packed-scenario-fails",
    Severity.ERROR,
    "scenario `{scenario}` does not work with this game: {problem}",
    what="Laid over the game as it is here, the pack has errors that leave its scenario without a meaning.",
    why="A scenario that cannot be played or printed is not installed.",
    bad="- {side: axis, no: 99, at: R32}   # this game has no unit 99",
    good="- {side: axis, no: 15, at: R32}",
    mend="The notes say what is wrong; most often the sender has another version of the game.",
)
PCK010 = Code(
    "PCK010",
    "erratum-says-otherwise",
    Severity.ERROR,
    "erratum {id} of the pack is already in {file}",
    what="The pack brings a list of errata with a number that another list of this game has too.",
    why="One number is one correction; with two, nobody can name either.",
    bad="errata/friend.yaml: DR-101   # errata/mine.yaml has a DR-101",
    good="errata/friend.yaml: DR-201",
    mend="Give one of the two another number, and make the pack again.",
)
