"""Kinds of marker: those of every game, those of a rule system, and those that a game declares itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument, MarkerKind
from scenario_forge.project.game import Game, view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.counters import Marker


def _core() -> tuple[MarkerKind, ...]:
    """What every game has."""
    return (
        MarkerKind(id="strength", use="under a unit that has lost strength; the figure is what is left", drawn="value"),
        MarkerKind(id="control", use="who controls this place", drawn="name", two_faced=True),
        MarkerKind(id="turn", use="on the track, at the present game turn", drawn="arrow"),
        MarkerKind(id="track", use="on a track, at the figure that it counts", drawn="name"),
        MarkerKind(id="status", use="the state of the unit or place it lies on", drawn="name", two_faced=True),
        MarkerKind(id="blank", use="for whatever the players want to mark", drawn="nothing"),
    )


def given(game: Game) -> dict[str, MarkerKind]:
    """Kinds that a game has before it declares any: those of every game, then those of its system."""
    found = {kind.id: kind for kind in _core()}
    for kind in game.system.marker_kinds() if game.system else ():
        found.setdefault(kind.id, kind)
    return found


@view
def marker_kinds(game: Game) -> Mapping[str, MarkerKind]:
    """By id: those of every game first, then those of its system, then its own; none replaces one before it."""
    found = given(game)
    for document, _where in game.documents("counters", CountersDocument):
        for kind in document.marker_kinds:
            found.setdefault(kind.id, kind)
    return found


def kind_of_marker(game: Game, marker: Marker) -> MarkerKind:
    """The kind of a marker; one that is not declared counts as a status."""
    kinds = marker_kinds(game)
    return kinds.get(marker.kind, kinds["status"])
