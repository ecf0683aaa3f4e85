"""Which games are played to find where the rules fail: scenarios, options and players in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.compiler.problems import CompileError
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.project.scenarios import scenarios
from scenario_forge.simulator.players import player_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.documents.rulebook import OptionRule
    from scenario_forge.project.game import Game

_OTHERS = ("idle", "competent")
"""Players that now and then take the place of a random one."""
_READY = 24
"""Scenarios with options that are kept ready."""


@dataclass(frozen=True)
class Order:
    """One game."""

    prepared: Prepared
    seed: int
    players: Sequence[str]

    def __str__(self) -> str:
        setting = self.prepared.setting
        options = f" with {', '.join(setting.options)}" if setting.options else ""
        return f"{setting.scenario}{options}, seed {self.seed}, {' against '.join(self.players)}"


class Orders:
    """Games one after another without end; the same for the same seed."""

    def __init__(self, game: Game, names: Sequence[str], seed: int = 1, options: Sequence[str] | None = None) -> None:
        self.game, self.scenarios, self.seed = game, names, seed
        self.options = options
        self.unplayable: dict[str, int] = {}
        """How often a set-up with some options could not be played, by what is wrong."""
        self._ready: dict[tuple[str, tuple[str, ...]], Prepared] = {}
        self._why: dict[tuple[str, tuple[str, ...]], str] = {}

    def all(self) -> Iterator[Order | None]:
        """The games; None for one that cannot be played: ``unplayable`` says why."""
        number = 0
        while True:
            name = self.scenarios[number % len(self.scenarios)]
            sets = self.sets(name)
            # each scenario goes on by one from round to round, and does not begin where the one before it does
            turn, place = divmod(number, len(self.scenarios))
            prepared = self._prepared(name, sets[(turn + place) % len(sets)])
            number += 1
            if prepared is None:
                yield None
            else:
                yield Order(prepared, self.seed + number - 1, self._players(prepared, number - 1))

    def sets(self, scenario: str) -> list[tuple[str, ...]]:
        """Options to play with: the scenario's own, none, each alone with what it needs, all together."""
        if self.options is not None:
            return [tuple(self.options)]
        found = scenarios(self.game).scenarios.get(scenario)
        own = tuple(found.document.options) if found else ()
        rows = {o.id: o for document, _ in self.game.documents("options", OptionsDocument) for o in document.options}
        together: list[str] = []
        for row in rows.values():
            if not set(row.excludes) & set(together) and not any(row.id in rows[o].excludes for o in together):
                together.append(row.id)
        sets = [own, (), *(_with_needed(rows, row.id) for row in rows.values()), tuple(together)]
        return list(dict.fromkeys(tuple(sorted(one)) for one in sets))

    def _prepared(self, name: str, options: tuple[str, ...]) -> Prepared | None:
        key = (name, options)
        if key not in self._ready and key not in self._why:
            if len(self._ready) >= _READY:
                self._ready.clear()
            try:
                self._ready[key] = prepare(self.game, name, options)
            except (CompileError, NotPlayable) as error:
                self._why[key] = f"{name} with {', '.join(options) or 'no options'} cannot be played: {error}"
        if key in self._why:
            self.unplayable[self._why[key]] = self.unplayable.get(self._why[key], 0) + 1
            return None
        return self._ready[key]

    def _players(self, prepared: Prepared, number: int) -> list[str]:
        """Mostly at random; now and then one side by another player, or all of them."""
        sides = len(prepared.sides)
        known = player_names(prepared.play)
        others = [name for name in _OTHERS if name in known]
        names = ["random"] * sides
        if number % 4 == 3 and others:
            other = others[number // 4 % len(others)]
            who = number // (4 * len(others)) % (sides + 1)
            names = [other] * sides if who == sides else [*names[:who], other, *names[who + 1 :]]
        return names


def _with_needed(rows: dict[str, OptionRule], option: str) -> tuple[str, ...]:
    """An option with those that it requires."""
    waiting, found = [option], set[str]()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += rows[one].requires if one in rows else []
    return tuple(found)
