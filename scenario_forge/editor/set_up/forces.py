"""The force of which a side's units are in a scenario: chosen by the author, and written into its set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import Args, read_args
from scenario_forge.editor.play.forces import Order
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game


class ForceForGood(Args):
    """A force that a side has for good in a scenario."""

    scenario: Annotated[str, Field(max_length=100)]
    side: Annotated[str, Field(max_length=100)]
    force: Order


def field_force(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Give a scenario the units that a side buys, for good.

    Raises:
        Refused: they cannot be bought.
    """
    wanted = read_args(ForceForGood, args)
    try:
        edits = game.system.fielded(game, texts, wanted.scenario, {wanted.side: wanted.force}) if game.system else {}
    except (NoSuchScenario, CompileError) as error:
        raise Refused(str(error)) from error
    except ValueError as error:
        if isinstance(error, EditRefused):
            raise
        raise Refused(": ".join(map(str, error.args))) from error
    bought = wanted.force.partition(":")[0].strip()
    return f"Let {bought} be the {game.side_name(wanted.side)} force of {wanted.scenario}", {**edits}


INTENTS = {"force.field": field_force}
