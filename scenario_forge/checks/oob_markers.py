"""OOB040, 041: markers that a set-up needs, against the counter mix and the time record track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.oob_cells import column_name
from scenario_forge.checks.set_ups import set_ups, start_columns
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.forces import forces
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.set_ups import SetUp
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.project.forces import Forces, MarkerEntry
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.schedule import Schedule, TrackEntry
    from scenario_forge.project.system import Works


def counter_mix(game: Game) -> Iterator[Diagnostic]:
    """OOB040: more supply, strength or box markers at a start than there are."""
    linked, works = forces(game), game.system.works(game) if game.system else None
    for start, set_up in set_ups(game).items():
        for marker, where, needs in _needs(linked, start, set_up, works):
            if marker.unlimited or len(needs) <= marker.count:
                continue
            finding = oob.OOB040.at(
                needs[marker.count][1],
                start=needs[0][0],
                needed=len(needs),
                marker=f"{marker.name} {marker.value}" if marker.value is not None else marker.name,
                count=marker.count,
            )
            yield finding.also(where / "count", "in the counter mix").rests_on(where / "count")


def _needs(
    linked: Forces, start: str, set_up: SetUp, works: Works | None
) -> Iterator[tuple[Marker, Where, list[tuple[str, Where]]]]:
    """Each marker with the entries that call for one at a start: (column, place)."""
    placed = _placed(linked, start)
    weak = [(each.unit, each.entry) for each in set_up.units] + set_up.off_map
    for marker, where in linked.markers.values():
        needs = [(column_name(each.entry.column), each.entry.where) for each in placed if each.marker == marker.id]
        if marker.kind == "strength":
            needs += [(column_name(e.column), e.where) for _u, e in weak if e.token.strength == marker.value]
            needs += [
                (column_name(each.entry.column), each.entry.where)
                for each in placed
                if each.entry.token.strength == marker.value and not linked.markers[each.marker][0].unlimited
            ]
        elif works and marker.kind == works.marker:
            first = {each.hex: each for each in reversed(set_up.units) if each.entry.token.in_works}
            given = [(column_name(each.entry.column), each.entry.where) for each in reversed(first.values())]
            needs = [*given, *needs]
        yield marker, where, needs


def _placed(linked: Forces, start: str) -> list[MarkerEntry]:
    """All markers that start then, off the map too."""
    columns = {side: start_columns(force).get(start) for side, force in linked.sides.items()}
    return [each for each in linked.marker_entries() if each.entry.column.id == columns[each.side]]


def track_allowance(game: Game) -> Iterator[Diagnostic]:
    """OOB041: more supply at a start than the side's last player turn before it brings on."""
    track, linked = schedule(game), forces(game)
    for start, set_up in set_ups(game).items() if track else ():
        for side in linked.sides:
            entry = _last_entry(track, start, side) if track and side not in set_up.vague else None
            for kind, allowed in entry.token.figures if entry and entry.token else ():
                yield from _more(linked, start, side, kind, allowed, entry)


def _more(
    linked: Forces, start: str, side: str, kind: str, allowed: int, box: TrackEntry | None
) -> Iterator[Diagnostic]:
    """The figures of a box that are named as a kind of marker say how many of them the side may have."""
    placed = [e for e in _placed(linked, start) if e.side == side and _kind(linked, e.marker) == kind]
    if box and len(placed) > allowed:
        name = linked.markers[placed[0].marker][0].name
        column = column_name(placed[0].entry.column)
        finding = oob.OOB041.at(
            placed[allowed].entry.where,
            side=placed[allowed].owner,
            needed=len(placed),
            marker=name,
            start=column,
            allowed=allowed,
        )
        yield finding.also(box.where, "the last box before it").rests_on(box.where)


def _kind(linked: Forces, marker: str) -> str:
    return linked.markers[marker][0].kind if marker in linked.markers else ""


def _last_entry(track: Schedule, start: str, side: str) -> TrackEntry | None:
    """The box of the side's last player turn before a start; of the start itself where there is none before."""
    mark = track.starts.get(start)
    if mark is None or mark.turn is None or mark.side not in track.sides:
        return None
    opens = track.player_turn(mark.turn, mark.side)
    turn = mark.turn if track.player_turn(mark.turn, side) < opens else mark.turn - 1
    return track.entry(max(turn, 0), side)


CHECKS = (counter_mix, track_allowance)
