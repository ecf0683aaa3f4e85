"""Combat: one phase in which units fight in several ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.checks import has_key, lacking_key
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import COMBAT, SidePhase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.phase import Deed

CombatKey: TypeAlias = list[Literal["fire", "barrage", "clear", "overrun", "attack"]]
"""The ways to fight in the phase `combat`, which takes the place of theirs; units choose among them in any order.

With `overrun`, units overrun when all movement is over, also after other attacks, and move on at once if they win."""

_KEYS = {"fire": "fire", "barrage": "barrage", "clear": "clearing", "overrun": "overrun", "attack": "assault"}
"""By the word of an action: the key of the module that has it."""
_WAYS = {**_KEYS, "clear": "clearing hexsides"}


class Combat(Module[CombatKey]):
    """Combat in play."""

    key, model = COMBAT, CombatKey

    @classmethod
    def checks(cls, game: Game, given: CombatKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003 - the keys alone
        """Yield the ways to fight whose key rules.yaml lacks."""
        for number, word in enumerate(given):
            if not has_key(where, _KEYS[word]):
                yield lacking_key(where / number, f"`{word}` under `combat`", _KEYS[word])

    @classmethod
    def sentences(cls, given: CombatKey, labels: Labels) -> Iterator[Sentence]:  # noqa: ARG003 - the key alone
        """Say in which ways units fight."""
        ways = listed([_WAYS[word] for word in given])
        text = f"In a combat phase the units of the side fight one after another, in any order: by {ways}."
        yield Sentence("combat.order", text)


class CombatPhase(SidePhase):
    """The phase in which units fight in any order; a player who knows the rules keeps to that of the key."""

    @rule("combat.order")
    def deeds(self) -> Sequence[Deed]:
        """Return the ways to fight."""
        return [self.rules.deeds[word] for word in self.rules.module(Combat).given]


Combat.steps = {COMBAT: ("combat.order", CombatPhase)}
Combat.words = {"combat begins": "the {0:side} player fights"}
