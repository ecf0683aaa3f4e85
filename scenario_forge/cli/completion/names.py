"""Names that fit a place of the command line, by what the place is called in the help: GAME, SCENARIO, `--paper`.

What a game names is read from the few files that name it. A game that cannot be read has no names to offer.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import scenario_forge
from scenario_forge.game.reading import shelves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_LARGEST = 2 * 1024 * 1024
_SETS = {"none": "as printed", "official": "official errata", "all": "official errata and ours"}


class Line(NamedTuple):
    """The command line before the word at the cursor, as far as it can be told."""

    table: Mapping[str, Any]
    verb: str
    """The verb with its part: `errata check`."""
    game: str | None
    """The folder of the game that is named."""
    word: str


# -- where games are -------------------------------------------------------------------------------


def folder_of(name: str) -> str | None:
    """Return the folder of a game by its path, that of a file in it, or its name; None if there is none."""
    path = name if os.path.exists(name) else ""  # noqa: PTH110
    while path:
        if os.path.isfile(os.path.join(path, "game.yaml")):  # noqa: PTH113, PTH118
            return path
        path = os.path.dirname(path)  # noqa: PTH120
    return dict(_games()).get(name)


def _games() -> Iterator[tuple[str, str]]:
    """Yield each game's name and folder; a local one hides a bundled one of its name."""
    seen = set()
    package = os.path.dirname(os.path.abspath(scenario_forge.__file__ or ""))  # noqa: PTH100, PTH120
    for shelf in (shelves.LOCAL, shelves.bundled_shelf(package)):
        for name in shelves.folders(shelf) if shelf else ():
            folder = os.path.join(shelf or "", name)  # noqa: PTH118
            if name not in seen and os.path.isfile(os.path.join(folder, "game.yaml")):  # noqa: PTH113, PTH118
                seen.add(name)
                yield name, folder


# -- what a game's files name ----------------------------------------------------------------------


def _document(*path: str) -> dict[str, Any]:
    """Return a document of a game; empty where it cannot be read."""
    import yaml  # noqa: PLC0415 - only where a game is read

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # all values as they are written: `no` is no truth value
    try:
        with open(os.path.join(*path), "rb") as stream:  # noqa: PTH118, PTH123
            data = yaml.load(stream.read(_LARGEST), loader)  # noqa: S506 - makes texts, lists and mappings alone
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return {}
    return data if isinstance(data, dict) else {}


def _documents(game: str | None, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the documents of a kind, each with the stem of its file: `options.yaml`, or all in `scenarios/`."""
    if game is None:
        return
    alone = os.path.join(game, f"{name}.yaml")  # noqa: PTH118
    if os.path.isfile(alone):  # noqa: PTH113
        yield name, _document(alone)
    for stem in _stems(game, name):
        yield stem, _document(game, name, f"{stem}.yaml")


def _stems(game: str | None, folder: str) -> list[str]:
    try:
        files = os.listdir(os.path.join(game or "", folder)) if game else []  # noqa: PTH118, PTH208
    except OSError:
        files = []
    return sorted(file.removesuffix(".yaml") for file in files if file.endswith(".yaml"))


def _rows(document: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    rows = document.get(key)
    yield from (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def _named(game: str | None, kind: str, key: str, says: str) -> Iterator[tuple[str, str]]:
    """Yield the ids of rows, each with one of its values."""
    for _stem, document in _documents(game, kind):
        for row in _rows(document, key):
            if "id" in row:
                yield str(row["id"]), str(row.get(says, ""))


def _scenarios(line: Line) -> Iterator[tuple[str, str]]:
    for stem, document in _documents(line.game, "scenarios"):
        yield str(document.get("scenario", stem)), str(document.get("title", ""))


def _sides(line: Line) -> Iterator[tuple[str, str]]:
    yield from _named(line.game, "game", "sides", "name")


def _errata(line: Line) -> Iterator[tuple[str, str]]:
    yield from _named(line.game, "errata", "errata", "at")


def _errata_sets(line: Line) -> Iterator[tuple[str, str]]:
    yield from _SETS.items()
    yield from _errata(line)
    yield from ((f"copy:{stem}", "") for stem in _stems(line.game, "copies"))


def _clauses(line: Line) -> Iterator[tuple[str, str]]:
    yield from _named(line.game, "rulebook", "clauses", "title")


def _option_ids(line: Line) -> Iterator[tuple[str, str]]:
    yield "none", "no optional rule"
    yield from _named(line.game, "options", "options", "title")


def _things(line: Line) -> Iterator[tuple[str, str]]:
    """Yield units, places and scenarios; clauses and turns, of which there are many, once a figure is typed."""
    for _stem, document in _documents(line.game, "orders-of-battle"):
        for row in _rows(document, "units"):
            if "no" in row:
                yield f"{document.get('side', '')}/{row['no']}", str(row.get("name", ""))
    for _stem, document in _documents(line.game, "map"):
        yield from ((str(row["name"]), str(row.get("hex", ""))) for row in _rows(document, "places") if "name" in row)
    yield from _scenarios(line)
    if line.word[:1].isdigit():
        yield from _clauses(line)
        yield from _turns(line)


def _turns(line: Line) -> Iterator[tuple[str, str]]:
    for _stem, document in _documents(line.game, "time-track"):
        yield from ((str(row["turn"]), str(row.get("label", ""))) for row in _rows(document, "boxes") if "turn" in row)


def _dates(line: Line) -> Iterator[tuple[str, str]]:
    for key in ("starts", "stops"):
        yield from _named(line.game, "time-track", key, "label")
    yield from _turns(line)


def _origins(line: Line) -> Iterator[tuple[str, str]]:
    yield "roles", "each unit in its role at the front of the date"
    yield "before", "the last printed start before the date"
    yield "playouts", "the most typical of 20 games played up to the date"
    yield from _named(line.game, "time-track", "starts", "label")
    yield from _scenarios(line)


def _versions(line: Line) -> Iterator[tuple[str, str]]:
    for _stem, document in _documents(line.game, "errata"):
        yield from (
            (str(row["version"]), str(row.get("date", ""))) for row in _rows(document, "versions") if "version" in row
        )


def _copies(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((stem, "") for stem in _stems(line.game, "copies"))


def _tables(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in ("counters", "time-track"))
    for stem in _stems(line.game, "orders-of-battle"):
        yield from ((f"orders-of-battle/{stem}{part}", "") for part in ("", "/markers"))
    for _stem, document in _documents(line.game, "charts"):
        charts = document.get("charts")
        yield from ((f"charts/{id_}", "") for id_ in (charts if isinstance(charts, dict) else ()))
    yield from ((name, "") for name in ("sightings", "sightings/sources"))


# -- what the package knows ------------------------------------------------------------------------


def _game_names(_line: Line) -> Iterator[tuple[str, str]]:
    yield from _games()


def _models(line: Line) -> Iterator[tuple[str, str]]:
    """Yield what a new game can be like: a game, or a system without rules."""
    yield from _games()
    yield from ((name, "a game without rules") for name in line.table["without_rules"])


def _states(line: Line) -> Iterator[tuple[str, str]]:
    """Yield what `forge diff` compares: GAME, GAME:SCENARIO, GAME+ERRATA."""
    for mark, names in ((":", _scenarios), ("+", _errata_sets)):
        game, found, _ = line.word.partition(mark)
        if found:
            of_game = line._replace(game=folder_of(game))
            yield from ((f"{game}{mark}{name}", says) for name, says in names(of_game))
            return
    yield from _games()


def _by_system(line: Line, key: str) -> list[str]:
    system = _document(line.game, "game.yaml").get("system") if line.game else None
    known: dict[str, list[str]] = line.table[key]
    return known.get(str(system)) or list(dict.fromkeys(name for names in known.values() for name in names))


def _players(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in _by_system(line, "players"))


def _purchases(line: Line) -> Iterator[tuple[str, str]]:
    """Yield forces that a side can buy: `axis=panzer`."""
    for _stem, document in _documents(line.game, "forces"):
        for row in _rows(document, "forces"):
            yield f"{row.get('side', '')}={row.get('force', '')}", str(row.get("title", ""))


def _seats(line: Line) -> Iterator[tuple[str, str]]:
    """Yield players, for a side or for all: `axis=competent`, `idle`."""
    side, equals, _ = line.word.partition("=")
    if equals:
        yield from ((f"{side}={name}", "") for name, _says in _players(line))
        return
    yield from _players(line)
    yield from ((f"{id_}=", name) for id_, name in _sides(line))


def _against(line: Line) -> Iterator[tuple[str, str]]:
    what, equals, _ = line.word.partition("=")
    kinds = {"errata": _errata_sets, "options": _option_ids, "scenario": _scenarios}
    if not equals:
        yield from ((f"{kind}=", "") for kind in kinds)
    elif what in kinds:
        yield from ((f"{what}={name}", says) for name, says in kinds[what](line))


def _edges(_line: Line) -> Iterator[tuple[str, str]]:
    yield "long", "both sides, turned on the long edge"
    yield "short", "both sides, turned on the short edge"
    yield "fold", "beside their fronts, to be folded"
    yield "none", "no backs"


def _papers(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in line.table["papers"])


def _profiles(line: Line) -> Iterator[tuple[str, str]]:
    yield from line.table["profiles"].items()
    yield from (
        (str(document.get("profile", stem)), str(document.get("title", "")))
        for stem, document in _documents(line.game, "profiles")
    )


def _codes(line: Line) -> Iterator[tuple[str, str]]:
    yield from line.table["codes"].items()


def _components(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in _by_system(line, "components"))


def _shells(line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in line.table["shells"])


def _nothing(_line: Line) -> Iterator[tuple[str, str]]:
    """Return what nobody can guess; or a path, which the shell completes."""
    yield from ()


# -- which names fit where -------------------------------------------------------------------------


NAMES: Mapping[str, Callable[[Line], Iterator[tuple[str, str]]]] = {
    "GAME": _game_names,
    "--like": _models,
    "GAME|FILE": _game_names,
    "A": _states,
    "B": _states,
    "SCENARIO": _scenarios,
    "--scenario": _scenarios,
    "--resolve": _scenarios,
    "THING": _things,
    "CLAUSE": _clauses,
    "CODE": _codes,
    "ID": _errata,
    "SET": _errata_sets,
    "TABLE": _tables,
    "IDS": _option_ids,
    "PAPER": _papers,
    "EDGE": _edges,
    "--profile": _profiles,
    "--only": _components,
    "--matrix": _players,
    "SIDE": _sides,
    "SIDE=NAME": _seats,
    "SIDE=FORCE": _purchases,
    "WHAT": _origins,
    "WHAT=VALUE": _against,
    "TURN": _turns,
    "DATE": _dates,
    "VERSION": _versions,
    "EDITION": _versions,
    "--copy": _copies,
    "SHELL": _shells,
    "check --player": _players,
    "result --player": _nothing,
    "errata propose --date": _nothing,
    "words --language": _nothing,
}
"""Place → its names: `verb --option`, else `--option`, else what the help calls the value."""

LISTS = ("SET", "IDS", "--only", "--matrix")
"""Places that take several names, with commas between them."""


def names(line: Line, place: str, option: str = "") -> list[tuple[str, str]]:
    """Return the names that fit a place, each with what it means; of a list, those that go on with it.

    Args:
        line: the command line so far.
        place: what the help calls the value.
        option: the name of the option whose value it is.
    """
    keys = (f"{line.verb} {option}", option, place)
    make = next((NAMES[key] for key in keys if key in NAMES), _nothing)
    listed = any(key in LISTS for key in keys)
    begun, comma, last = line.word.rpartition(",") if listed else ("", "", line.word)
    taken = begun.split(",")
    wanted = last.casefold()
    found = make(line._replace(word=last))
    return [
        (f"{begun}{comma}{word}", says)
        for word, says in dict(found).items()
        if word.casefold().startswith(wanted) and word not in taken
    ]
