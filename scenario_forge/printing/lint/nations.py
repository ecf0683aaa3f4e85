"""Whether the counters of the sides are told apart by every reader, with or without colour."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.documents.game import GameDocument
from scenario_forge.printing.lint.vision import SIDES_APART, difference, least_difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.palette import Nation
    from scenario_forge.project.place import Where

LEAST_DIFFERENCE = 12.0
"""Colours of counters nearer than this are mixed up at arm's length."""
_WHO = {
    "full": "any reader",
    "protan": "a reader who sees no red",
    "deutan": "a reader who sees no green",
    "tritan": "a reader who sees no blue",
    "grey": "anyone, printed in grey",
}


def sides_too_near(brief: Brief) -> Iterator[Diagnostic]:
    """A finding for each two nationalities of different sides whose counters differ by less than `SIDES_APART`."""
    for one, other in _enemies(brief):
        gap = difference(one.look.tint, other.look.tint)
        if gap < SIDES_APART:
            apart = {"gap": f"{gap:.0f}", "least": f"{SIDES_APART:g}"}
            finding = prt.PRT013.at(other.at, one=one.name, other=other.name, profile=brief.profile.id, **apart)
            yield finding.also(one.at, "the other one")


def confusable_nations(brief: Brief) -> Iterator[Diagnostic]:
    """A finding for each two nationalities of different sides with one corner shape and colours too near."""
    for one, other in _enemies(brief):
        a, b = one.look, other.look
        if a.corner != b.corner:
            continue
        gap, vision = least_difference(a.tint, b.tint)
        grey = difference(a.tint, b.tint, "grey")
        if grey < gap:
            gap, vision = grey, "grey"
        if gap < LEAST_DIFFERENCE:
            finding = prt.PRT005.at(other.at, one=one.name, other=other.name, who=_WHO[vision], corner=a.corner)
            yield finding.also(one.at, "the other one")


class _Shown(NamedTuple):
    """A nationality as it is printed, and where its colour stands."""

    name: str
    look: Nation
    at: Where


def _enemies(brief: Brief) -> Iterator[tuple[_Shown, _Shown]]:
    """Each two nationalities of different sides."""
    found = brief.game.one("game", GameDocument)
    if found is None:
        return
    document, where = found
    listed, look = where / "nationalities", brief.palette.nation
    shown = [
        (each.side, _Shown(each.name, look(brief.game, each.id), listed / n / "colour"))
        for n, each in enumerate(document.nationalities)
    ]
    for (side, one), (other_side, other) in combinations(shown, 2):
        if side != other_side:
            yield one, other
