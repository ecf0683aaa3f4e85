"""What a check finds, remembered while all that it read stays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game


def findings_of(game: Game, check: Callable[[Game], Iterable[Diagnostic]]) -> list[Diagnostic]:
    """Return the findings of one check, remembered while all that it read stays the same."""
    name = f"check:{check.__module__}.{check.__qualname__}"
    return game.memo.get(name, game, lambda: list(check(game)))
