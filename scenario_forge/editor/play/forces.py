"""Forces that may be bought for a scenario, as the page offers them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.editor.answers import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.api.play import Prepared
    from scenario_forge.game.game import Game

Order = Annotated[str, Field(max_length=2000)]
"""A force with its units, as `forge play --buy` takes it."""
CellData = TypedDict("CellData", {"unit": str, "count": int, "printed": int})
"""A unit that may be chosen, how many are where nobody chooses, and how many counters there are."""
ChoiceOfForce = TypedDict("ChoiceOfForce", {"cells": list[CellData], "least": int, "most": int})
"""Units among which is chosen, and how many there are of them."""
LineData = TypedDict("LineData", {"line": str, "count": int, "of": list[ChoiceOfForce]})
"""A line of a force."""
SwapData = TypedDict("SwapData", {"of": str, "unit": str, "count": int, "printed": int})
"""A unit that may take the place of another, how many do where nobody chooses, and how many counters there are."""
ExchangeData = TypedDict("ExchangeData", {"swaps": list[SwapData], "most": int})
"""Exchanges of units, and how many there are at most."""
ForceData = TypedDict("ForceData", {
    "side": str, "force": str, "title": str, "places": int, "lines": list[LineData], "exchanges": list[ExchangeData],
})  # fmt: skip
"""A force, with the units of its lines before any exchange; `places`: how many units the scenario has places for."""


def forces_for_sale(game: Game, scenario: str) -> list[ForceData]:
    """Return the forces that sides may buy for a scenario."""
    return [
        {
            "side": each.side,
            "force": each.force,
            "title": each.title,
            "places": each.places,
            "lines": [
                {
                    "line": line.line,
                    "count": line.count,
                    "of": [
                        {
                            "cells": [{"unit": c.unit, "count": c.count, "printed": c.printed} for c in choice.units],
                            "least": choice.least,
                            "most": choice.most,
                        }
                        for choice in line.of
                    ],
                }
                for line in each.lines
            ],
            "exchanges": [
                {
                    "swaps": [
                        {"of": s.of, "unit": s.to.unit, "count": s.to.count, "printed": s.to.printed}
                        for s in exchange.swaps
                    ],
                    "most": exchange.most,
                }
                for exchange in each.exchanges
            ],
        }
        for each in (game.system.for_sale(game, scenario) if game.system is not None else ())
    ]


def prepared(game: Game, scenario: str, options: list[str] | None, forces: Mapping[str, str] | None = None) -> Prepared:
    """Return a scenario ready to be played.

    Raises:
        Refused: it cannot be, or not with these forces; the words say what may be chosen.
    """
    try:
        return prepare(game, scenario, options, forces)
    except NotPlayable as error:
        raise Refused(f"{error}: {error.hint}" if error.hint else str(error)) from error
    except (NoSuchScenario, CompileError) as error:
        raise Refused(str(error)) from error
