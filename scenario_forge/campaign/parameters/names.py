"""Names in rules.yaml of this family that name nothing, and optional rules without numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR004, DR005
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.references import references
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game

KEYS_OF_PLACES = (("control", "*"), ("home_bases", "*", "radius"), ("fortification", "highest_differential"))
"""Where rules.yaml has keys that name places by id."""


def names_in_rules(game: Game) -> Iterator[Diagnostic]:
    """Yield findings for names in rules.yaml that name nothing, and for a chart of repair that is none."""
    for name in references(game).unresolved:
        if name.where.file.kind.name == "rules":
            yield DR004.at(name.where, text=name.text, wanted=name.wanted).suggest(name.hint)
    found = game.one("rules", RulesDocument)
    chart = tables(game).charts.get(found[0].repair.chart) if found else None
    if found and chart is not None and chart.chart.cells != "repair_effect":
        yield DR004.at(found[1] / "repair" / "chart", text=chart.id, wanted="chart of repair")


def options_with_numbers(game: Game) -> Iterator[Diagnostic]:
    """Yield a finding for each optional rule of this family that the game offers without its numbers."""
    rules = game.one("rules", RulesDocument)
    if rules is None:
        return
    for document, where in game.documents("options", OptionsDocument):
        for index, option in enumerate(document.options):
            key = option.id.replace("-", "_")
            if getattr(rules[0].optional, key, key) is None:
                yield DR005.at(where / "options" / index / "id", option=option.id, key=key)
