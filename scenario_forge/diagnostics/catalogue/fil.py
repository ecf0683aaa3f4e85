"""FIL: what is wrong with the folder and files of a game, before a word in them is read."""

from scenario_forge.diagnostics.model import Code, Severity

_FOLDER = "content/desert-rats/\n  game.yaml\n  map.yaml\n  counters.yaml"

FIL001 = Code(
    "FIL001",
    "no-such-game",
    Severity.ERROR,
    "there is no game at {path}",
    what="The folder that was named does not exist, and no bundled or local game has that name.",
    why="Without the folder there is nothing to check.",
    bad="forge check desert-mice",
    good="forge check desert-rats",
    mend="Give the folder of the game, or the name of one in ./content; `forge games` lists the names.",
)
FIL002 = Code(
    "FIL002",
    "game-is-a-file",
    Severity.ERROR,
    "{path} is a file; a game is a folder",
    what="A single file was given where the folder of a game is expected.",
    why="A game is made of several files that speak of each other; one alone cannot be checked.",
    bad="forge check content/desert-rats/map.yaml",
    good="forge check content/desert-rats",
    mend="Give the folder that holds the file.",
)
FIL003 = Code(
    "FIL003",
    "empty-folder",
    Severity.ERROR,
    "the folder {path} holds no file of a game",
    what="The folder exists, but none of the files of a game is in it.",
    why="Most often the folder above or below the game was named.",
    bad="forge check content",
    good="forge check content/desert-rats",
    mend="Give the folder in which game.yaml is, or begin a game with a game.yaml.",
)
FIL004 = Code(
    "FIL004",
    "file-missing",
    Severity.ERROR,
    "the game has no {path}",
    what="A file that every game must have is not in the folder.",
    why="What it says cannot be guessed, and the other files lean on it.",
    bad="content/desert-rats/\n  map.yaml\n  counters.yaml",
    good=_FOLDER,
    mend="Write the file, or give it its name back. File names have small letters and hyphens only.",
)
FIL005 = Code(
    "FIL005",
    "unknown-file",
    Severity.WARNING,
    "{path} is not a file of a game; it is ignored",
    what="The folder holds a YAML file whose name is none of the fixed names.",
    why="Files are found by their names, so that an author who has seen one game finds everything in the "
    "next. A file with another name is silently without effect, which is not what its author meant.",
    bad="content/desert-rats/\n  game.yaml\n  counter.yaml",
    good=_FOLDER,
    mend="Rename it as suggested, or move it out of the folder.",
)
FIL006 = Code(
    "FIL006",
    "folder-for-file",
    Severity.ERROR,
    "{path} is a folder; a file is expected",
    what="A folder has the name of a file of the game.",
    why="What the file should say is missing.",
    bad="content/desert-rats/map.yaml/west.yaml",
    good="content/desert-rats/map.yaml",
    mend="Put the text in one file of that name; only what comes in several files has a folder.",
)
FIL007 = Code(
    "FIL007",
    "unreadable",
    Severity.ERROR,
    "{path} cannot be read: {reason}",
    what="The system refuses to give the contents of the file or folder.",
    why="Nothing in it is checked, and what other files say of it cannot be judged.",
    bad="a file that only another user may read",
    good="a file that you may read",
    mend="Look at the permissions of the file, and whether another program or a broken disk holds it.",
)
FIL008 = Code(
    "FIL008",
    "outside-the-folder",
    Severity.ERROR,
    "{path} leads out of the game's folder",
    what="A file name with `..` in it, an absolute path, or a symbolic link leads to a place elsewhere.",
    why="A game is complete in its folder, so that it can be passed on; and a game from somebody else must "
    "not read or print other files of this computer.",
    bad="map.yaml -> ../../private/letters.yaml",
    good="map.yaml",
    mend="Copy the file into the folder, and name it from there.",
)
FIL009 = Code(
    "FIL009",
    "link-loop",
    Severity.ERROR,
    "the symbolic link {path} leads back to itself",
    what="A symbolic link points, perhaps by way of others, to itself or to a folder that it is in.",
    why="Following it would never end.",
    bad="scenarios/all -> ../scenarios",
    good="scenarios/campaign.yaml",
    mend="Remove the link.",
)
FIL010 = Code(
    "FIL010",
    "file-too-big",
    Severity.ERROR,
    "the file is {size} MiB; the limit is {most} MiB",
    what="The file is larger than any document of a game.",
    why="The largest map takes less than a tenth of it; such a file is something else, or damaged.",
    bad="map.yaml, 100 MiB",
    good="map.yaml, 2 MiB",
    mend="Look at what the file is. Pictures and scans do not belong in YAML files.",
)
FIL011 = Code(
    "FIL011",
    "changed-on-disk",
    Severity.ERROR,
    "{path} was changed by another program after it was read; nothing was written",
    what="Between reading the file and writing it back, its contents changed on the disk.",
    why="Writing would lose the other change.",
    bad="an editor saves map.yaml while `forge check GAME --fix` runs",
    good="the editor saves first",
    mend="Run the command again; it reads what is there now.",
)
FIL012 = Code(
    "FIL012",
    "too-many-files",
    Severity.ERROR,
    "the folder {path} holds more than {most} files",
    what="The folder holds far more files than a game.",
    why="Most often a whole disk or home folder was named by mistake.",
    bad="forge check /",
    good="forge check content/desert-rats",
    mend="Give the folder of the game itself.",
)
FIL013 = Code(
    "FIL013",
    "not-written",
    Severity.ERROR,
    "{path} could not be written: {reason}",
    what="The system refuses to write the file: no permission, no space, or a disk that is read-only.",
    why="The file is as it was before; nothing is lost, and nothing is mended.",
    bad="a file that only another user may write",
    good="a file that you may write",
    mend="Look at the permissions of the file and its folder, and at the space on the disk.",
)
FIL014 = Code(
    "FIL014",
    "not-a-file",
    Severity.ERROR,
    "{path} is not a regular file",
    what="A device, socket or pipe has the name of a file of the game.",
    why="Reading it could wait for ever.",
    bad="map.yaml, a named pipe",
    good="map.yaml, a text file",
    mend="Remove it and put the file in its place.",
)
FIL015 = Code(
    "FIL015",
    "file-for-folder",
    Severity.ERROR,
    "{path} is a file; a folder of such files is expected",
    what="A file has the name of a folder of the game, such as `errata` or `scenarios`.",
    why="Nothing in it is read, so that corrections or scenarios would silently be left out.",
    bad="content/desert-rats/errata, a file",
    good="content/desert-rats/errata/ours.yaml",
    mend="Make a folder of that name and put the file into it, with a name that ends in .yaml.",
)
FIL016 = Code(
    "FIL016",
    "older-format",
    Severity.ERROR,
    "this game is written in format {found}; this version reads format {read}",
    what="game.yaml names an older format of games than the one that is read now, or names none.",
    why="The newer format asks for things to be said that the older one took for granted, such as what a counter says. "
    "Nothing else of the game is read, since it would be misread.",
    bad="game: desert-rats",
    good="format: 2\ngame: desert-rats",
    mend="`forge migrate GAME` writes what is missing; your comments and everything else stay as they are.",
)
FIL017 = Code(
    "FIL017",
    "newer-format",
    Severity.ERROR,
    "this game is written in format {found}, which is newer than format {read} that this version reads",
    what="game.yaml names a format that only a later version of Scenario Forge knows.",
    why="What was added to the format would be misread or lost.",
    bad="format: 99",
    good="format: 2",
    mend="Install a newer version of Scenario Forge.",
)
