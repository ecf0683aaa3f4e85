"""Zones of control: the hexes beside a unit, and what they do to those who come into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.barriers import Barriers
from scenario_forge.wargame.board.checks import MOD007, has_key, lacking_key
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


class PointsOr:
    """The shape of a value that is one of some words or movement points, with one finding for what is neither."""

    def __init__(self, *words: str, least: int) -> None:
        self.words, self.least = words, least

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> CoreSchema:
        """Return how the value is read."""
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, _schema: object, _handler: object) -> dict[str, Any]:
        """Return what an editor shows of it."""
        return {"anyOf": [{"type": "string", "enum": [*self.words]}, {"type": "integer", "minimum": self.least}]}

    def read(self, value: object) -> object:
        """Return the value.

        Raises:
            PydanticKnownError: it is neither a word nor points.
        """
        number = isinstance(value, int) and not isinstance(value, bool) and value >= self.least
        if not number and value not in self.words:
            words = ", ".join(f"'{word}'" for word in self.words)
            raise PydanticKnownError("literal_error", {"expected": f"{words} or a number from {self.least} on"})
        return value


Enter: TypeAlias = Annotated[Literal["stop", "free"] | int, PointsOr("stop", "free", least=1)]
Leave: TypeAlias = Annotated[Literal["never"] | int, PointsOr("never", least=0)]
Negated: TypeAlias = Literal["movement", "retreat", "supply"]


class ZonesKey(Model):
    """Who has a zone of control, where it reaches, and what it does."""

    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that have one; without, all."""
    not_across: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside that zones do not reach across, besides those that nobody crosses."""
    along: list[Annotated[str, Names("line kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of line along which they reach across all the same, such as a road over a river."""
    enter: Enter = "stop"
    """What a unit does that moves into a zone of the enemy: it stops there, or goes on; a number: it goes on, and pays
    so many movement points besides for each step into a hex in one."""
    between: Literal["free", "never"] = "free"
    """Whether a unit may go from one hex in a zone of the enemy directly into another one."""
    leave: Leave = 0
    """Movement points that a unit pays besides for each step out of a hex in a zone of the enemy; `never`: it cannot
    move out of one, and leaves it only by retreat and advance after combat, or when the zone is gone."""
    negated_by_friends: list[Negated] = ["supply"]  # noqa: RUF012 - pydantic copies it
    """For what a zone of the enemy does not count in a hex with a friendly unit: for the movement of others, for the
    retreat of others, for paths of supply. It counts there for all else, such as who must attack."""


class Zones(Module[ZonesKey]):
    """Zones of control in play."""

    key, model = "zones", ZonesKey

    def __init__(self, board: Board, given: ZonesKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.has = [bool(each) for each in board.column("zones.of")]
        """By unit: whether it has a zone."""
        self.barriers = Barriers(board, given.not_across, given.along)
        self.ground = [bool(board.passable[kind]) for kind in board.terrain]
        self.around: dict[int, Sequence[int]] = {}
        """By hex: those into which a zone reaches from there, where no hexside is ever cleared; as they are asked."""

    def ready(self) -> None:
        """Find out what zones rest on."""
        cleared = self.board.clearing.columns_of_state if self.board.clearing is not None else ()
        works = self.board.get(Works)
        self.works = works if works is not None and works.blocking else None
        """Works, where zones do not reach past some."""
        shut = self.works.columns_of_state if self.works is not None else ()
        self.rests_on = (*type(self).rests_on, *cleared, *shut)

    @classmethod
    def arrays(cls, game: Game, given: ZonesKey) -> Arrays:
        """Return the units that have a zone."""
        return {"zones.of": selected(game, given.of)}

    @classmethod
    def sentences(cls, given: ZonesKey, labels: Labels) -> Iterator[Sentence]:
        """Say who has a zone of control, where it reaches, and what it does."""
        yield Sentence("zones.who", f"{sentence_case(labels.units(given.of))} have a zone of control.")
        across = listed([*(labels.ground(id_) for id_ in given.not_across), "an impassable hexside"], "or")
        text = f"A zone of control covers the adjacent hexes, except impassable ones and those across {across}."
        text += f" Along {labels.any_of(given.along)} it reaches across all the same." if given.along else ""
        yield Sentence("zones.extent", text)
        if isinstance(given.enter, int):
            points = counted(given.enter, "movement point")
            text = f"A step into a hex in an enemy zone of control costs {points} more."
        else:
            stops = given.enter == "stop" or given.leave == "never"
            text = f"A unit that enters an enemy zone of control {'must stop there' if stops else 'may move on'}."
        yield Sentence("zones.enter", text)
        if given.between == "never":
            text = "A unit may not go from one hex in an enemy zone of control directly into another one."
            yield Sentence("zones.between", text)
        if given.leave == "never":
            yield Sentence("zones.leave", "A unit in an enemy zone of control may not move.")
        elif given.leave:
            points = counted(given.leave, "movement point")
            yield Sentence("zones.leave", f"A step out of a hex in an enemy zone of control costs {points} more.")
        negated = [each for each in given.negated_by_friends if each in labels.keys]
        if negated and negated != ["supply"]:
            text = f"For {listed(negated)} an enemy zone of control does not count in a hex with another friendly unit."
            yield Sentence("zones.negated", text)

    @classmethod
    def checks(cls, game: Game, given: ZonesKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield points to pay where nobody moves, and friends who negate what does not count anyway."""
        if isinstance(given.enter, int) and not has_key(where, "movement"):
            yield lacking_key(where / "enter", f"`enter: {given.enter}`", "movement")
        if given.leave and not has_key(where, "movement"):
            yield lacking_key(where / "leave", f"`leave: {given.leave}`", "movement")
        why = {"movement": "zones do not hinder units that move"} if not _hinders_movement(given, where) else {}
        retreat = getattr(where.file.document, "retreat", None)
        if retreat is not None and retreat.into_zones == "free":
            why["retreat"] = "retreats may lead into zones"
        if given.between == given.leave == "never":
            finding = MOD007.at((where / "between").key(), what="`between: never`", why="no unit moves out of a zone")
            yield finding.suggest("remove it")
        listed_ = given.negated_by_friends if "negated_by_friends" in given.model_fields_set else ()
        for number, each in enumerate(listed_):
            at = where / "negated_by_friends" / number
            if not has_key(where, each):
                yield lacking_key(at, f"`{each}` under `negated_by_friends`", each)
            elif each in why:
                what = f"`{each}` under `negated_by_friends`"
                yield MOD007.at(at, what=what, why=why[each]).suggest("remove it")

    rests_on: tuple[str, ...] = ("units.place",)
    """Columns of state that zones rest on."""

    def hexes(self, now: Situation, side: int) -> frozenset[int]:
        """Return the hexes in zones of a side."""
        return now.state.derived(("zones", side), self.rests_on, lambda: self._hexes(now, side))

    @rule("zones.extent")
    def _hexes(self, now: Situation, side: int) -> frozenset[int]:
        places = {now.place[unit] for unit in now.own(side) if self.exerts(now, unit)}
        return frozenset([to for hex_ in places for to in self.around_now(now, hex_)])

    @rule("zones.who")
    def exerts(self, now: Situation, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a unit on the map has a zone."""
        return self.has[unit]

    def negates(self, what: Negated) -> bool:
        """Return whether zones of the enemy do not count for something in a hex with friends."""
        return what in self.given.negated_by_friends

    @rule("zones.negated")
    def hinders(self, now: Situation, what: Negated, hex_: int, units: Sequence[int]) -> bool:
        """Return whether a zone of the enemy counts for units in a hex: friends there, not of them, may negate it."""
        if hex_ not in self.hexes(now, 1 - self.board.units.side[units[0]]):
            return False
        return what not in self.given.negated_by_friends or all(unit in units for unit in now.stack(hex_))

    def reached_from(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the hexes in zones of the units of a hex."""
        return self.around_now(now, hex_) if any(self.exerts(now, unit) for unit in now.stack(hex_)) else ()

    def around_now(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the hexes into which a zone reaches from a hex."""
        found = self.around.get(hex_)
        if found is None:
            ways = self.barriers.ways(now)[6 * hex_ : 6 * hex_ + 6]
            found = [to for to in ways if to >= 0 and self.ground[to]]
            if self.board.clearing is None:
                self.around[hex_] = found
        if self.works is None:
            return found
        return [to for to in found if not self.works.shuts_out_zones(now, 6 * hex_ + self.board.direction(hex_, to))]


def _hinders_movement(given: ZonesKey, where: Where) -> bool:
    """Return whether units that move suffer from zones; ``where``: the place of the key."""
    movement = getattr(where.file.document, "movement", None)
    off_roads = movement is not None and not movement.roads.from_zones
    return given.enter != "free" or bool(given.leave) or given.between == "never" or off_roads
