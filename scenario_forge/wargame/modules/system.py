"""The system `wargame`: games made of modules, without a line of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.wargame.base.system import GameSystem
from scenario_forge.wargame.modules.document import WargameRules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.playing import GamePlay
    from scenario_forge.wargame.base.steps import Named
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.module import Module


class WargameSystem(GameSystem):
    """A system whose rules are the modules that the keys of rules.yaml choose."""

    id = "wargame"
    title = "A wargame of modules"
    document = WargameRules
    scored = frozenset({"levels", "hold", "event"})
    towns = True

    def play_type(self) -> type[GamePlay[Any]]:
        """Return the class that plays a scenario."""
        from scenario_forge.wargame.modules.play import WargamePlay  # noqa: PLC0415 - all of play

        return WargamePlay

    def steps(self, game: Game) -> Mapping[str, Named]:
        """Return the steps of the modules that the sequence of play may name."""
        own = self.play_type().steps
        return {id_: step for kind, _given in self.chosen(game) for id_, step in kind.steps.items()} | {**own}

    def chosen(self, game: Game) -> Iterator[tuple[type[Module[Any]], Any]]:
        """Yield the modules that a game has chosen, each with its key of rules.yaml."""
        found = game.one("rules", self.document)
        shelf = self.play_type().shelf() if found else ()  # type: ignore[attr-defined]  # as all games of modules
        for kind in shelf:
            given = getattr(found[0], kind.key) if found else None
            if given is not None:
                yield kind, given

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:
        """Return what play reads, with the keys of modules resolved: their charts read."""
        from pydantic import TypeAdapter  # noqa: PLC0415

        made = dict(super().parameters(game, scenario))
        modules = [kind for kind, _given in self.chosen(game)]
        made["own"] = dict(made["own"]) | {
            kind.key: {"key": TypeAdapter(kind.model).dump_python(given, by_alias=True), "read": kind.read(game, given)}
            for kind, given in self.chosen(game)
        }
        actions: dict[str, list[str]] = {}
        for kind, given in self.chosen(game):
            for step, lines in kind.patterns(given).items():
                actions.setdefault(step, []).extend(lines)
        made["actions"] = {**actions, **made["actions"]}
        made["marks"] = made["marks"] or [mark for kind in modules for mark in kind.marks]
        return made

    def own_arrays(self, game: Game, given: Arrays) -> Arrays:  # noqa: ARG002
        """Return the arrays of the modules: who is selected by their keys."""
        return {name: values for kind, key in self.chosen(game) for name, values in kind.arrays(game, key).items()}


SYSTEM = WargameSystem()
