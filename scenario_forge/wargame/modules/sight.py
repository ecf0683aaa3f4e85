"""Sight: how far and over what units see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import FigureName
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.sight import hexes_under_line, lines_within
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.figures import numbers_named
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.kinds_of_turn import USUAL, KindOrUsual, Weather, strange_kinds

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


class SightKey(Model):
    """How units see."""

    reach: dict[KindOrUsual, FigureName]
    """How far units see by kind of turn, and under `usual` in all others, in hexes."""
    moving: dict[KindOrUsual, FigureName] = {}  # noqa: RUF012 - pydantic copies it
    """How far units are seen that have moved, in kinds of turn where that differs."""
    from_high: dict[KindOrUsual, FigureName] = {}  # noqa: RUF012 - pydantic copies it
    """How far one sees from and to `high` terrain, in kinds of turn where that differs."""
    blocks: list[Annotated[Id, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain that nobody sees through; it is seen itself."""
    high: list[Annotated[Id, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """High terrain: from it and to it, units do not block sight."""
    units: Literal["open", "block"] = "open"
    """`block`: units block sight beyond their hex, except from and to `high` terrain."""


class Sight(Module[SightKey]):
    """Sight in play. A line along a hexside is blocked where both hexes beside it are."""

    key, model = "sight", SightKey

    def __init__(self, board: Board, given: SightKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        keys = board.compiled.keys["terrain"]
        self.closed = [keys[kind] in given.blocks for kind in board.terrain]
        """By hex: whether its ground blocks sight."""
        self.is_high = [keys[kind] in given.high for kind in board.terrain]
        lines = board.column("sight.lines")
        self.between: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """By two hexes, the lower first: the hexes under the line between them, two where it runs along a hexside."""
        for at in range(0, len(lines), 4):
            self.between.setdefault((lines[at], lines[at + 1]), []).append((lines[at + 2], lines[at + 3]))

    def ready(self) -> None:
        """Look up kinds of turn."""
        self.weather = self.board.get(Weather)

    @classmethod
    def checks(cls, game: Game, given: SightKey, where: Where) -> Iterator[Diagnostic]:
        """Yield a reach for kinds of turn that never come, and that most turns have none."""
        yield from strange_kinds(game, where / "reach", [kind for kind in given.reach if kind != USUAL])
        if USUAL not in given.reach:
            finding = MOD001.at((where / "reach").key(), "none", what="`reach`", needed=f"a figure under `{USUAL}`")
            yield finding.suggest(f"write `{USUAL}:` with the reach in turns without one of their own")

    @classmethod
    def arrays(cls, game: Game, given: SightKey) -> Arrays:
        """Return the hexes under each line that something may block: two hexes, and two under it."""
        linked, rules = hex_map(game), game.one("rules", GameRules)
        if linked is None or rules is None:
            return {}
        named = {*given.reach.values(), *given.moving.values(), *given.from_high.values()}
        farthest = max(max(numbers_named(game, rules[0].figures, name)) for name in named)
        kinds = {*given.blocks} if given.units == "open" else None

        def make() -> list[int]:
            return [*_lines(game, farthest, kinds)]

        # they are many, and the same whatever else the rules say
        return {
            "sight.lines": game.memo.get(f"sight.lines {farthest} {sorted(kinds or ())} {kinds is None}", game, make)
        }

    @classmethod
    def sentences(cls, given: SightKey, labels: Labels) -> Iterator[Sentence]:
        """Say how far units see, and what blocks their sight."""
        yield Sentence("sight.reach", f"Units see {_far(given.reach, labels)}.")
        if given.moving:
            yield Sentence("sight.reach", f"Units that have moved are seen {_far(given.moving, labels)}.")
        if given.from_high:
            high = listed([labels.ground(id_) for id_ in given.high], "or")
            yield Sentence("sight.reach", f"From and to {high} units see {_far(given.from_high, labels)}.")
        text = (
            "Sight runs straight from centre to centre. Along a hexside it is blocked if both hexes beside it block it."
        )
        yield Sentence("sight.line", text)
        if given.blocks:
            blocks = listed([labels.ground(id_) for id_ in given.blocks])
            yield Sentence("sight.blocks", f"Units see into {blocks}, but not beyond.")
        if given.units == "block":
            high = listed([labels.ground(id_) for id_ in given.high], "or")
            over = f", unless one end of the line is {high}" if high else ""
            yield Sentence("sight.blocks", f"Units block sight beyond their hex{over}.")
        yield Sentence("sight.observer", "A side observes a hex that one of its units sees.")

    @rule("sight.reach")
    def reach(self, now: Situation, at: int, hex_: int) -> int:
        """Return how far units in a hex see in the direction of another: the least of what kinds of turn allow."""
        given, kinds = self.given, self.weather.now(now) if self.weather is not None else []
        high = self.is_high[at] or self.is_high[hex_]
        moving = bool(given.moving) and any(self.has_moved(now, unit) for unit in now.stack(hex_))
        named = []
        for kind in [kind for kind in kinds if kind in given.reach] or [USUAL]:
            name = given.moving.get(kind, given.reach[kind]) if moving else given.reach[kind]
            named.append(given.from_high.get(kind, name) if high else name)
        return min(self.board.column(name)[0] for name in named)

    def has_moved(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is seen as one that has moved."""
        return bool(now.units.moved[unit])

    def spots(self, now: Situation, at: int, hex_: int) -> bool:
        """Return whether units in a hex see those in another: near enough, and with nothing between."""
        return self.board.distance(at, hex_) <= self.reach(now, at, hex_) and self.sees(now, at, hex_)

    @rule("sight.line")
    def sees(self, now: Situation, a: int, b: int) -> bool:
        """Return whether nothing blocks sight between two hexes, near enough or not."""
        lines = self.between.get((a, b) if a < b else (b, a))
        if not lines:
            return True
        over = self.is_high[a] or self.is_high[b]
        return not any(self.blocks(now, one, over=over) and self.blocks(now, other, over=over) for one, other in lines)

    @rule("sight.blocks")
    def blocks(self, now: Situation, hex_: int, *, over: bool) -> bool:
        """Return whether a hex blocks a line over it; ``over``: the line passes above units."""
        return self.closed[hex_] or (self.given.units == "block" and not over and hex_ in now.stacks)

    @rule("sight.observer")
    def observed(self, now: Situation, side: int, hex_: int) -> bool:
        """Return whether a unit of a side sees a hex."""
        return any(self.spots(now, at, hex_) for at in now.held(side))


def _lines(game: Game, farthest: int, kinds: Collection[str] | None) -> Iterator[int]:
    """Yield two hexes and two under the line between them, for each line that hexes may block, any or of some kinds."""
    linked = hex_map(game)
    if linked is None:
        return
    blocks = None if kinds is None else {hex_ for hex_, kind in enumerate(linked.terrain) if kind in kinds}
    for a, b in lines_within(linked.grid, farthest, blocks):
        for one, other in hexes_under_line(linked.grid, a, b):
            if blocks is None or blocks.issuperset((one, other)):
                yield from (a, b, one, other)


def _far(reaches: Mapping[str, str | int], labels: Labels) -> str:
    """Return distances by kind of turn in words, the usual one first."""
    kinds = sorted(reaches, key=lambda kind: kind != USUAL)
    hexes = [str(labels.figure(reaches[kind])[0]) for kind in kinds]
    hexes[0] = f"{counted(int(hexes[0]), 'hex')} far"
    turns = ["" if kind == USUAL else f"in {labels.kind_of_turn(kind)} turns " for kind in kinds]
    return "; ".join(turn + far for turn, far in zip(turns, hexes, strict=True))
