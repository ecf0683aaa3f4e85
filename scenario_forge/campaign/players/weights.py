"""The weights of the players' considerations: `weights.yaml`, read strictly."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scenario_forge.game.reading.shape import problem_of
from scenario_forge.source.read import Source

Weight = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]
FILE = Path(__file__).with_name("weights.yaml")


class WeightsError(ValueError):
    """An error in weights, with file and line."""


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Stakes(_Group):
    """Weights of places, units and supply against each other."""

    discount: Weight
    point_of_strength: Weight
    whole_unit: Weight
    supply: Weight
    presence: Weight
    fear: Weight


class Attack(_Group):
    """Weights of battles: which to seek, and at which odds."""

    worthwhile: Weight
    round: Weight
    rounds: Annotated[int, Field(ge=0, le=100)]
    sealed: Weight
    open: Weight
    driven: Weight
    obstacle: Weight
    engaged: Weight
    time: Weight
    exposed: Weight
    own_loss: Weight
    again: Weight
    most_odds: Annotated[int, Field(ge=-100, le=100)]
    supply_used: Weight
    starved: Weight


class Posting(_Group):
    """Weights of destinations of units that do not attack."""

    nearer: Weight
    supplied: Weight
    danger: Weight
    together: Weight
    capture: Weight
    garrison: Weight
    precious: Weight
    bold: Weight
    keep: Weight
    jitter: Weight
    rehearsals: Annotated[int, Field(ge=0, le=10)]


class Losses(_Group):
    """Weights of strength against retreat when a loss is borne."""

    ground: Weight
    shelter: Weight
    halted: Weight
    cornered: Weight


class Supply(_Group):
    """Weights of moves of supply units, and of their risks."""

    covered: Weight
    combat: Weight
    depth: Weight
    danger: Weight
    raid: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]
    escorted: Weight
    nearer: Weight


class Weights(_Group):
    """The weights of a player, in groups by what they decide."""

    stakes: Stakes
    attack: Attack
    posting: Posting
    losses: Losses
    supply: Supply


@cache
def own_weights() -> Weights:
    """Return the weights in the package's own `weights.yaml`."""
    return read_weights(FILE)


def read_weights(path: Path) -> Weights:
    """Return the weights in a file.

    Raises:
        WeightsError: it is no YAML, or says something that no consideration knows; with file and line.
    """
    source = Source.read(path.name, path.read_bytes())
    for problem in source.problems:
        raise WeightsError(f"{path.name}:{problem.span.line}: {problem.message}")
    try:
        return Weights.model_validate(source.root.data if source.root else None)
    except ValidationError as error:
        first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")  # a slip, not its gap
        line = source.span(first["loc"], "key").line
        where = ".".join(map(str, first["loc"]))
        raise WeightsError(f"{path.name}:{line}: {where}: {problem_of(first)}") from error
