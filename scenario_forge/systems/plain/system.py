"""The rule system `plain`, for games that are checked, printed and packed, and not played by the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.system import System

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.game.system import NewGame


class Plain(System):
    """A system without rules."""

    id = "plain"
    title = "No rules"
    has_rules = False

    def starter(self, model: Game | None, wanted: NewGame) -> Mapping[str, str]:  # noqa: ARG002 - it needs none
        """Return the files of a new game: a road, a brook, a hill and eight units."""
        from scenario_forge.systems.plain.starter import starter  # noqa: PLC0415 - only where a game is begun

        return starter(wanted)
