"""Quantities that no game decides any more: removed keys of rules.yaml, with the value that play uses.

The models name them (``gone``). Clauses go on to state such quantities, and are held against what is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.documents.base import Model
from scenario_forge.game.system import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where


def settled_statements(game: Game) -> Iterator[Statement]:
    """Yield each settled quantity, as clauses state it, where rules.yaml would state it."""
    found = game.one("rules", RulesDocument)
    if found:
        yield from _of_model(*found, "")


def _of_model(part: object, where: Where, name: str) -> Iterator[Statement]:
    if isinstance(part, Model):
        yield from _of_values(part.gone, where, name)
        for field in type(part).model_fields:
            yield from _of_model(getattr(part, field), where / field, f"{name}{field}.")
    elif isinstance(part, Mapping):
        for key, below in part.items():
            yield from _of_model(below, where / key, f"{name}{key}.")


def _of_values(values: Mapping[str, Any], where: Where, name: str) -> Iterator[Statement]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _of_values(value, where / key, f"{name}{key}.")
        else:
            yield Statement(f"{name}{key}", value, where / key, settled=True)
