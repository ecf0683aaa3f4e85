"""The force of which a side's units are in a scenario: chosen by the author, and written into its set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.diagnostics.model import spelled
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intents import Args, read_args
from scenario_forge.editor.play.forces import Order
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.editor.intents import Effect
    from scenario_forge.game.game import Game


class FieldedForce(Args):
    """A force whose units are written into a scenario for a side."""

    scenario: Annotated[str, Field(max_length=100)]
    side: Annotated[str, Field(max_length=100)]
    force: Order


def field_force(game: Game, texts: Mapping[str, str], args: Mapping[str, Any]) -> Effect:
    """Write the units that a side buys into a scenario.

    Raises:
        Refused: they cannot be bought.
    """
    wanted = read_args(FieldedForce, args)
    try:
        edits = game.system.fielded(game, texts, wanted.scenario, {wanted.side: wanted.force}) if game.system else {}
    except (NoSuchScenario, CompileError) as error:
        raise Refused(str(error)) from error
    except ValueError as error:
        if isinstance(error, EditRefused):
            raise
        raise Refused(": ".join(map(str, error.args))) from error
    title = scenarios(game).scenarios[wanted.scenario].document.title
    return f"Let the {_title(game, wanted)} be the {game.side_name(wanted.side)} force of {title}", {**edits}


def _title(game: Game, wanted: FieldedForce) -> str:
    name = wanted.force.partition(":")[0].strip()
    titles = {each.force: each.title for each in game.system.for_sale(game)} if game.system else {}
    return titles[spelled(name, titles) or name]


INTENTS = {"force.field": field_force}
