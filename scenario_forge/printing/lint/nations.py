"""Whether the counters of the sides are told apart by every reader, with or without colour."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.documents.game import GameDocument
from scenario_forge.printing.lint.vision import SIDES_APART, difference, least_difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief

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
    game = brief.game
    found = game.one("game", GameDocument)
    if found is None:
        return
    document, where = found
    for (first, one), (second, other) in combinations(enumerate(document.nationalities), 2):
        if one.side == other.side:
            continue
        a, b = brief.palette.nation(game, one.id), brief.palette.nation(game, other.id)
        gap = difference(a.tint, b.tint)
        if gap < SIDES_APART:
            at = where / "nationalities" / second / "colour"
            finding = prt.PRT013.at(
                at, one=one.name, other=other.name, profile=brief.profile.id, gap=f"{gap:.0f}", least=f"{SIDES_APART:g}"
            )
            yield finding.also(where / "nationalities" / first / "colour", "the other one")


def confusable_nations(brief: Brief) -> Iterator[Diagnostic]:
    """A finding for each two nationalities of different sides with one corner shape and colours too near."""
    game = brief.game
    found = game.one("game", GameDocument)
    if found is None:
        return
    document, where = found
    for (first, one), (second, other) in combinations(enumerate(document.nationalities), 2):
        if one.side == other.side:
            continue
        a, b = brief.palette.nation(game, one.id), brief.palette.nation(game, other.id)
        if a.corner != b.corner:
            continue
        gap, vision = least_difference(a.tint, b.tint)
        grey = difference(a.tint, b.tint, "grey")
        if grey < gap:
            gap, vision = grey, "grey"
        if gap < LEAST_DIFFERENCE:
            at = where / "nationalities" / second
            finding = prt.PRT005.at(at / "colour", one=one.name, other=other.name, who=_WHO[vision], corner=a.corner)
            yield finding.also(where / "nationalities" / first / "colour", "the other one")
