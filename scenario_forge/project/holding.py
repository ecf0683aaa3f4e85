"""Predicates about who holds one place, and which of two is the better state of affairs for the side that scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.documents.victory import Condition
    from scenario_forge.project.game import Game


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate of a rule system about a place: a key of the victory table whose value is the place.

    Its printed words are those of the key `when_ID`.
    """

    id: str
    said: str
    """For people, of the place: `besieged`."""
    of: Literal["holder", "enemy"]
    """Whether it is a poorer way to hold the place, or something that a side has of a place of the enemy."""


class State(NamedTuple):
    """What a side has of a place."""

    holds: bool = True
    predicate: str = ""
    """One of the rule system that is true of it, or with ``denied`` is not."""
    denied: bool = False

    def words(self, place: str, known: Mapping[str, Predicate]) -> str:
        """``Tobruk held and not besieged``."""
        said = known[self.predicate].said if self.predicate in known else ""
        if not self.holds:
            return f"{place} {said}"
        return f"{place} held" + (f" and {'not ' * self.denied}{said}" if said else "")


def predicates(game: Game) -> dict[str, Predicate]:
    """Those of the game's rule system, by id."""
    return {each.id: each for each in game.system.predicates()} if game.system else {}


def holding(when: Condition, known: Mapping[str, Predicate]) -> tuple[str, State] | None:
    """The place that a predicate is about, and in what state it is; None where it is about anything else."""
    said = [key for key, value in when if value is not None]
    if said == ["hold"] and when.hold is not None:
        return when.hold, State()
    of_enemy = {each.id for each in known.values() if each.of == "enemy"}
    if len(said) == 1 and when.of_place and said[0] in of_enemy:
        return when.of_place[1], State(holds=False, predicate=said[0])
    if said != ["all"] or len(when.all or ()) != 2:
        return None
    first, second = sorted(when.all or (), key=lambda inner: inner.hold is None)
    inner = second.is_not or second
    if first.hold is None or inner.of_place is None or inner.of_place[1] != first.hold:
        return None
    predicate = inner.of_place[0]
    if predicate not in known or predicate in of_enemy:
        return None
    return first.hold, State(predicate=predicate, denied=second.is_not is not None)


def ranks_above(one: State, other: State) -> bool:
    """Whether the first is better for the side that scores, and the two cannot be true together but by the first."""
    if one.holds != other.holds:
        return one.holds
    if not one.holds:
        return False
    if one.denied and one.predicate == other.predicate:
        return not other.denied
    return one == State() and other.holds and bool(other.predicate) and not other.denied
