"""The system `wargame`: games made of modules, without a line of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.system import GeneralSupply, Stacking, ZonesOfControl
from scenario_forge.wargame.base.system import GameSystem
from scenario_forge.wargame.modules.activation import ACTIONS
from scenario_forge.wargame.modules.document import WargameRules
from scenario_forge.wargame.modules.selectors import selects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.playing import GamePlay
    from scenario_forge.wargame.base.steps import Named
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.module import Module
    from scenario_forge.wargame.modules.stacking import StackingLimit


class WargameSystem(GameSystem):
    """A system whose rules are the modules that the keys of rules.yaml choose."""

    id = "wargame"
    title = "A wargame of modules"
    document = WargameRules
    scored = frozenset({"levels", "hold", "event"})
    towns = True
    lists_foot_alone = False

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

    def given(self, game: Game, key: str) -> Any:  # noqa: ANN401 - the model of any key
        """Return a key of rules.yaml; None where the game has not chosen it."""
        found = game.one("rules", self.document)
        return getattr(found[0], key) if found else None

    def stacking(self, game: Game) -> Stacking | None:
        """Return the stacking limits, all units counted whole, as in a set-up."""
        limits: Sequence[StackingLimit] | None = self.given(game, "stacking")
        standing = [limit for limit in limits or () if limit.when is None]
        if not standing:
            return None
        most = next((limit.limit for limit in standing if limit.where is None), max(limit.limit for limit in standing))
        return Stacking(most, each=1, limits={limit.where: limit.limit for limit in standing if limit.where})

    def zones(self, game: Game) -> ZonesOfControl | None:
        """Return who has a zone of control, by type, and what zones do not reach across."""
        key, counters = self.given(game, "zones"), game.one("counters", CountersDocument)
        if key is None or counters is None:
            return None
        having = {unit.type for unit in counters[0].units if selects(key.of, unit)}
        without = {unit.type for unit in counters[0].units} - having
        return ZonesOfControl(frozenset(without), not_across=frozenset(key.not_across))

    def supply(self, game: Game) -> GeneralSupply | None:
        """Return where supply comes from: the headquarters of each unit, however far."""
        linked, about = hex_map(game), game.about
        if self.given(game, "supply") is None or linked is None or about is None:
            return None
        anywhere = {nation.id: len(linked.grid) for nation in about.nationalities}
        return GeneralSupply(anywhere, headquarters=True)

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:
        """Return what play reads, with the keys of modules resolved: their charts read."""
        from pydantic import TypeAdapter  # noqa: PLC0415

        made = dict(super().parameters(game, scenario))
        made["own"] = dict(made["own"]) | {
            kind.key: {"key": TypeAdapter(kind.model).dump_python(given, by_alias=True), "read": kind.read(game, given)}
            for kind, given in self.chosen(game)
        }
        made["actions"] = {**_patterns(self.chosen(game)), **made["actions"]}
        made["marks"] = made["marks"] or [mark for kind, given in self.chosen(game) for mark in kind.marks_of(given)]
        return made

    def own_arrays(self, game: Game, given: Arrays) -> Arrays:  # noqa: ARG002
        """Return the arrays of the modules: who is selected by their keys."""
        return {name: values for kind, key in self.chosen(game) for name, values in kind.arrays(game, key).items()}


def _patterns(chosen: Iterable[tuple[type[Module[Any]], Any]]) -> dict[str, list[str]]:
    """Return the patterns of actions by step; those of all deeds, with their words, under the step for any of them."""
    found: dict[str, list[str]] = {}
    for kind, given in chosen:
        words = {deed.phase: deed.word for deed in kind.deeds}
        for step, lines in kind.patterns(given).items():
            found.setdefault(step, []).extend(lines)
            for line in lines if step in words else ():
                worded = line.split()[0] in words.values()
                found.setdefault(ACTIONS, []).append(line if worded else f"{words[step]} {line}")
    return found


SYSTEM = WargameSystem()
