"""Changes that make a scenario easier for a side, by kind and from small to large, as `forge tune` tries them.

Which kinds there are, and in what order, is the rule system's to say; a kind is a figure of the time record track,
or the points of rows of the victory table. Nothing here plays.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.documents.rulebook import Setting
from scenario_forge.game.notations import NotationError
from scenario_forge.game.place import AddressError, address
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.folder import BasisMap
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import Handicap
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import Rows, document, with_comments
from scenario_forge.source.nodes import EditRefused, Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Map
    from collections.abc import Sequence as Seq

    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import TrackEntry
    from scenario_forge.game.system import TrackToken
    from scenario_forge.source.nodes import Data, Path
    from scenario_forge.source.read import Source


POINTS = Handicap("points", "victory points")
ROWS = 3
"""Rows of the victory table whose points are tried, those first that promise most."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change: its size, and the values that make it."""

    size: int
    what: str
    """`replacement points of Allied: +4`."""
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Changes of one kind, each larger than the one before."""

    kind: str
    steps: tuple[Step, ...]
    worth: int | None = None
    """By how many points its row can move a game at most; None: by any, or it is no matter of points alone."""
    taken: str = ""
    """The row of the other side that it makes less of; what was not scored cannot be worth less."""


def kinds_of(game: Game) -> tuple[Handicap, ...]:
    """Return the kinds of change of a game, the most delicate first."""
    said = tuple(game.system.handicaps(game)) if game.system else ()
    if said:
        return said
    track = schedule(game)
    tokens = [entry.token for box in (track.boxes if track else ()) for entry in box.entries.values()]
    figures = dict.fromkeys(name for token in tokens if token for name, _value in token.figures)
    return (*(Handicap(name, name.replace("_", " "), name) for name in figures), POINTS)


def ladders(
    game: Game, scenario: str, kind: Handicap, sides: tuple[str, str], most: int, promise: Map[str, int]
) -> Iterator[Ladder]:
    """Yield changes of a kind that help one side: more for it first, then less for the other.

    Args:
        game: with its errata; what options and the scenario change already is taken into account.
        scenario: its id.
        kind: one of :func:`kinds_of`.
        sides: the side that is to win more often, and the one that is to win less often.
        most: the largest size.
        promise: by id of a row, in how many games that the helped side did not win it was attained; rows that
            never were are left out.
    """
    varied = with_scenario(game, scenario)
    played = scenarios(varied).scenarios[scenario]
    known = _places(varied, played.document.changes)
    made = _ladders(varied, played, kind, sides, most, promise)
    for ladder in made:
        steps = (replace(step, settings=_as_spelled(varied, known, step.settings)) for step in ladder.steps)
        yield replace(ladder, steps=tuple(steps)) if known else ladder


def _ladders(
    varied: Game, played: Scenario, kind: Handicap, sides: tuple[str, str], most: int, promise: Map[str, int]
) -> Iterator[Ladder]:
    helped, other = sides
    if not kind.figure:
        yield from _points(varied, played, kind, helped, most, promise)
        return
    names = varied.side_names
    for side, sign in ((helped, 1), (other, -1)):
        steps = list(_figures(varied, played, kind.figure, side, sign, most))
        if steps:
            title = f"{kind.title} of {names.get(side, side)}"
            yield Ladder(kind.id, tuple(Step(n, f"{title}: {sign * n:+d}", found) for n, found in steps))


# -- figures of the track ------------------------------------------------------------------------------


def spread(total: int, turns: int) -> list[int]:
    """Split ``total`` over some turns: evenly, and none later than it must come.

    >>> spread(1, 4), spread(2, 4), spread(6, 4)
    ([1, 0, 0, 0], [1, 0, 1, 0], [2, 1, 2, 1])
    """
    found = [0] * turns
    for number in range(total):
        found[number * turns // total] += 1
    return found


def _figures(
    game: Game, played: Scenario, figure: str, side: str, sign: int, most: int
) -> Iterator[tuple[int, tuple[Setting, ...]]]:
    """By size, the cells of the track that change; as far as cells can say it."""
    notation = game.system.track() if game.system else None
    entries = [
        entry
        for entry in _entries(game, played, side)
        if entry.token and figure in dict(entry.token.figures) and (sign > 0 or dict(entry.token.figures)[figure] > 0)
    ]
    if not entries or notation is None:
        return
    for size in range(1, most + 1):
        shares = spread(size, len(entries))
        settings = []
        for entry, share in zip(entries, shares, strict=True):
            if share:
                text = _text(notation, entry.token, figure, sign * share)
                if text is None:
                    return
                settings.append(Setting(at=_at(entry), value=text))
        yield size, tuple(settings)


def _entries(game: Game, played: Scenario, side: str) -> list[TrackEntry]:
    """A side's cells of the turns that it has in the scenario."""
    track = schedule(game)
    if track is None or played.start is None or played.stop is None:
        return []
    opens = track.player_turn(played.start.turn or 0, played.first)
    closes = track.player_turn(played.stop.turn or 0, played.last)
    boxes = [box for box in track.boxes if box.turn is not None and side in box.entries]
    return [box.entries[side] for box in boxes if opens <= track.player_turn(box.turn or 0, side) <= closes]


def _text(notation: Notation[TrackToken], token: TrackToken | None, figure: str, change: int) -> str | None:
    """A cell with another figure; None where it cannot say that."""
    if token is None:
        return None
    figures = tuple((name, value + change if name == figure else value) for name, value in token.figures)
    wanted = replace(token, figures=figures)
    if min(value for _name, value in figures) < 0:
        return None
    try:
        text = notation.format(wanted)
        return text if notation.parse(text) == wanted else None
    except NotationError:
        return None


def _at(entry: TrackEntry) -> str:
    file = entry.where.file
    return f"{file.name.removesuffix('.yaml')}.{address(file.root, entry.where.path)}"


# -- points of the victory table -----------------------------------------------------------------------


def _points(
    game: Game, played: Scenario, kind: Handicap, helped: str, most: int, promise: Map[str, int]
) -> Iterator[Ladder]:
    """More points for rows of the side, fewer for those of others; rows that were attained most often first."""
    compiled = compile_scenario(game, played.id)
    sides = compiled.keys["sides"]
    rows = [row for row in compiled.objectives if promise.get(row["id"])]
    rows.sort(key=lambda row: (-promise[row["id"]], sides[row["side"]] != helped))
    own = {row.id for row in played.document.victory}
    for row in rows[:ROWS]:
        mine, points = sides[row["side"]] == helped, int(row["points"])
        stem = f"{played.where.file.name.removesuffix('.yaml')}.victory" if row["id"] in own else "victory.objectives"
        at, title = f"{stem}[{row['id']}].points", game.side_names.get(sides[row["side"]], "")
        sizes = range(1, (most if mine else min(most, points - 1)) + 1)
        steps = tuple(
            Step(
                size,
                f"{kind.title} of {title} for `{row['id']}`: {size if mine else -size:+d}",
                (Setting(at=at, value=points + size if mine else points - size),),
            )
            for size in sizes
        )
        if steps:
            # at best a row of the side is scored where it was not, and one of the enemy is not where it was
            worth = max(steps[-1].size, points + steps[-1].size) if mine else points
            yield Ladder(kind.id, steps, None if row["each"] else worth, "" if mine else row["id"])


# -- laid over what the scenario changes already ------------------------------------------------------------


def _places(game: Game, settings: Iterable[Setting]) -> dict[tuple[str, Path], str]:
    """Addresses by what they locate."""
    roots = corrected_roots(game.read)
    found: dict[tuple[str, Path], str] = {}
    for setting in settings:
        with suppress(AddressError):  # checks tell of it
            found[locate(roots, setting.at)[:2]] = setting.at
    return found


def _as_spelled(game: Game, known: Map[tuple[str, Path], str], settings: Seq[Setting]) -> tuple[Setting, ...]:
    """Settings whose addresses are as the scenario has them already, so that no value is changed twice."""
    places = {at: place for place, at in _places(game, settings).items()}
    return tuple(Setting(at=known.get(places.get(each.at, ("", ())), each.at), value=each.value) for each in settings)


def merge_settings(existing: Iterable[Setting], new: Seq[Setting]) -> list[Setting]:
    """Return the changes of a scenario with new ones; a value that is changed already is replaced in its place."""
    values = {setting.at: setting for setting in new}
    found = [values.pop(setting.at, setting) for setting in existing]
    return [*found, *values.values()]


# -- changes written into the file of a scenario; everything else in it stays to the letter --------


KEY = "changes"
_PROVENANCE = "provenance"


def _row(setting: Setting) -> dict[str, Data]:
    """A change as an item of the list.

    Raises:
        EditRefused: its value is a whole list or table.
    """
    value = setting.value
    if isinstance(value, (dict, list)):
        raise EditRefused("a change of a whole list or table is not written by machine")
    return {"at": setting.at, "value": value}


def changes_text(settings: Iterable[Setting], why: Seq[str]) -> str:
    """Write a list of changes by itself, with the reason before it.

    Raises:
        EditRefused: a value is a whole list or table.
    """
    return document({KEY: Rows(map(_row, settings))}, {(KEY, 0): why})


def with_changes(source: Source, new: Seq[Setting], why: Seq[str]) -> str:
    """Return the text of a scenario's file in which values are changed, the reason in comments before them.

    A value that is changed already gets the new one in its place.

    Raises:
        EditRefused: the file has another form than this can keep.
    """
    root = source.root
    if not isinstance(root, Mapping) or root.flow:
        raise EditRefused(f"{source.name} is not a list of keys, one a line")
    changes, rows = Changes(source.text), [_row(setting) for setting in new]
    _claim(changes, source.name, root)
    listed = root.values.get(KEY)
    if listed is None or not listed.data:
        changes.begin(KEY, Rows(rows))
        first = 0
    else:
        items = listed.items if isinstance(listed, Sequence) else []
        places = {str(each.data.get("at")): n for n, each in enumerate(items) if isinstance(each, Mapping)}
        for row in rows:
            if row["at"] in places:
                changes.set((KEY, places[str(row["at"])], "value"), row["value"])
            else:
                changes.insert((KEY,), len(items), row)
        known = [places.get(setting.at, len(items)) for setting in new]
        first = len(items) if len(items) in known else min(known)
    text = changes.result().replace("\r\n", "\n")
    flow = isinstance(listed, Sequence) and listed.flow and listed.items
    return with_comments(text, {(KEY,) if flow else (KEY, first): why}).replace("\n", source.newline)


def _claim(changes: Changes, name: str, root: Mapping) -> None:
    """Say that the changes are not printed, where the file would have them so."""
    if BasisMap.of(root).at((KEY,)) == "proposed":
        return
    if "basis" not in root.values:
        raise EditRefused(f"{name} does not say what it rests on")
    made: dict[str, Data] = {"at": [KEY], "basis": "proposed", "why": "tested in games; see the comments there"}
    listed = root.values.get(_PROVENANCE)
    if listed is None or not listed.data:
        changes.begin(_PROVENANCE, [made], after=("basis",))
    else:
        changes.insert((_PROVENANCE,), len(listed.items) if isinstance(listed, Sequence) else 0, made)
