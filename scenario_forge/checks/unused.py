"""USE: what a game declares for its rules and no rule reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.shapes import keys_naming, shape_of
from scenario_forge.game.knowledge.usage import declared, names_read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
USE001 = CODES.warning(
    "USE001",
    "read-by-no-rule",
    **{
        "chart": "no rule of this game reads the chart {name}",
        "value": "no rule of this game reads the value {name} of counters",
        "face": "no rule of this game reads the face {name} of counters",
        "marker kind": "no rule of this game reads markers of the kind {name}",
        "option": "no rule of this game reads the option {name}",
        "group of units": "no rule of this game reads the group {name}",
        "figure": "no rule of this game reads the figure {name}",
    },
)
USE002 = CODES.warning("USE002", "read-after-all", "this says that no rule reads {name}, but the rules read it")

_NAMED_AS = {"chart": {"chart", "chart/column", "figure"}, "value": {"value", "number"}}
"""By kind of thing: the kinds of names by which keys of rules.yaml name one, if there are others than its own."""
_SHOWN = 3
"""How many keys of rules.yaml a finding lists."""


def read_by_nobody(game: Game) -> Iterator[Diagnostic]:
    """Report what no rule reads (USE001); of columns of the track, TIM022 says so."""
    for each in declared(game):
        if not each.read and each.reason is None and each.kind != "track column":
            finding = USE001.at(each.where, each.kind, name=each.name).note(cure(game, each.kind))
            yield finding.suggest(did_you_mean(each.id, names_read(game, each.kind) or ()))


def read_after_all(game: Game) -> Iterator[Diagnostic]:
    """Report the key `unused` of what a rule reads (USE002)."""
    for each in declared(game):
        if each.read and each.reason is not None:
            yield USE002.at(each.reason.key(), name=each.name).also(each.where, "read")


def cure(game: Game, kind: str) -> str:
    """Return what to do about a thing of a kind that no rule reads."""
    if kind in ("group of units", "figure"):
        return "remove it, or correct its name to one that the rules ask for"
    kinds = game.system.kinds() if game.system else ()
    wanted = _NAMED_AS.get(kind, {kind})
    keys = [key for each in kinds if each.name == "rules" for key in keys_naming(shape_of(each.model), wanted)]
    named = " or ".join(f"`{key}`" for key in keys[:_SHOWN])
    others = "remove it, or say under its key `unused` what players need it for"
    return f"name it under {named} of rules.yaml, {others}" if named else others


CHECKS = (read_by_nobody, read_after_all)
