"""The module of leaders: with which unit each is, what he is worth to others, whom he commands, how he is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.play import Breach
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.leaders.checks import leader_findings
from scenario_forge.wargame.modules.leaders.key import COMMAND, LeadersKey, sentences_of_leaders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.simulator.step import Event
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels

    Help: TypeAlias = tuple[int, int]
    """The value of a leader, and who he is."""

GROUP, LOSS = "group", "leader-loss"
"""The steps in which a leader's group moves, and in which a die says whether a leader is lost."""
SET_ASIDE, GONE = -1, -2
"""With whom a leader is that is with no unit: he may join one, or is out of the game."""
OUT_OF_COMMAND, SUCCEEDED = "out_of_command", "succeeded"
"""The mark of a unit that the step `command` found out of command, and of a leader whom his successor replaces."""


class Leaders(Module[LeadersKey]):
    """Leaders in play."""

    key, model, needs = "leaders", LeadersKey, ("movement",)
    starts = ("attached",)

    def __init__(self, board: Board, given: LeadersKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.leaders = [unit for unit, leads in enumerate(board.column("leaders.of")) if leads]
        self.hosts = dict(pairs(board.compiled.rules.get("start.attached", ())))
        """The unit with which each leader of the scenario begins."""
        self.least = board.column(given.loss)[0] if given.loss else 0
        """The least throw of a die by which a leader is lost; 0 where none is."""
        rules, face, out = board.compiled.rules, given.successor, given.out_of_command
        self.deputies: Sequence[int] = rules[f"face.{face}"] if face is not None else ()
        """By unit: whether a successor is on its counter; empty where there is none."""
        self.lesser: Sequence[int] = rules.get(f"face.{face}.{given.value}", ())
        """By unit: the value of his successor; empty where it is the same."""
        self.nearer: Sequence[int] = rules.get(f"face.{face}.{given.reach}", ())
        """By unit: the range of his successor; empty where it is the same."""
        self.halves = [(halved, board.column(f"leaders.{n}")) for n, halved in enumerate(out.halves)] if out else []
        self.changes_with = ("units.out_of_command",) if out else ()
        self.barred = frozenset(out.may_not) if out else frozenset[str]()
        """What units do not do that are out of command."""

    def ready(self) -> None:
        """Look up activation, which says whether leaders act for points, effects, and who commands each unit."""
        activation = self.board.get(Activation)
        self.for_points = activation is not None and activation.given.order == "points"
        self.effects = self.board.get(Effects)
        self.commanders = [self._commanders(unit) for unit in range(len(self.board.units.side))]
        """By unit: the leaders, and the headquarters of its formation, that command it."""

    def _commanders(self, unit: int) -> list[int]:
        side, rules = self.board.units.side, self.board.compiled.rules
        of: Sequence[int] = rules.get("formation", [-1] * len(side))
        own = (each for each in self.leaders if side[each] == side[unit] and each in self.hosts)
        leaders = [each for each in own if of[each] in (-1, of[unit])]
        headquarters: int = rules["formation.headquarters"][of[unit]] if of[unit] >= 0 else -1
        return [*leaders, *[headquarters] * (headquarters >= 0 and headquarters not in self.leaders)]

    @classmethod
    def columns_of(cls, given: LeadersKey) -> Mapping[str, str]:
        """Return the columns of state: with whom each leader is, whom a successor replaces, who is out of command."""
        more = [*[SUCCEEDED] * (given.successor is not None), *[OUT_OF_COMMAND] * (given.out_of_command is not None)]
        return {"units": " ".join(["host", *more])}

    @classmethod
    def marks_of(cls, given: LeadersKey) -> Sequence[str]:
        """Return the mark of units that are out of command."""
        return [OUT_OF_COMMAND] if given.out_of_command is not None else []

    @classmethod
    def arrays(cls, game: Game, given: LeadersKey) -> Arrays:
        """Return the leaders, and the units of which a value is halved that are out of command."""
        halves = given.out_of_command.halves if given.out_of_command is not None else ()
        return {
            "leaders.of": selected(game, given.of),
            **{f"leaders.{n}": selected(game, halved.of) for n, halved in enumerate(halves)},
        }

    @classmethod
    def due(cls, given: LeadersKey) -> Sequence[str]:
        """Return the phase in which leaders move, and the step in which command is judged."""
        return ["movement", *[COMMAND] * (given.out_of_command is not None)]

    @classmethod
    def checks(cls, game: Game, given: LeadersKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what leaders lack, and what has no use."""
        yield from leader_findings(game, given, where)

    @classmethod
    def sentences(cls, given: LeadersKey, labels: Labels) -> Iterator[Sentence]:
        """Say who leads, what leaders do, and what becomes of them."""
        yield from sentences_of_leaders(given, labels)

    @classmethod
    def paper(cls, given: LeadersKey, labels: Labels) -> Iterator[Marker]:
        """Yield the markers of units that are out of command."""
        if given.out_of_command is not None:
            yield on_units("Out of command", labels)

    def begin(self, state: GameState) -> None:
        """Put leaders with their units, those that are still to come among them."""
        for unit in range(len(self.board.units.side)):
            host = self.hosts.get(unit, SET_ASIDE)
            state.units.host[unit] = host if host >= 0 and state.units.place[host] != OUT else SET_ASIDE

    # -- with whom they are --------------------------------------------------------------------------

    def placed(self, state: GameState) -> dict[int, int]:
        """Return the leaders that are with a unit, each with that unit."""
        return {leader: state.units.host[leader] for leader in self.leaders if state.units.host[leader] >= 0}

    def hex_of(self, now: Situation, unit: int) -> int:
        """Return the hex of a unit, of a leader that of the unit with which he is; below 0 where it is in none."""
        host = now.units.host[unit] if unit in self.leaders else unit
        return now.place[host] if host >= 0 else OUT

    def of(self, now: Situation, unit: int) -> int | None:
        """Return the leader with a unit; None where there is none."""
        return next((leader for leader in self.leaders if now.units.host[leader] == unit), None)

    def own(self, now: Situation, side: int) -> list[int]:
        """Return the leaders of a side that are in the scenario, without those that are lost."""
        own = (leader for leader in self.leaders if self.board.units.side[leader] == side and leader in self.hosts)
        return [leader for leader in own if now.units.host[leader] != GONE]

    @rule("leaders.attach")
    def joinable(self, now: Situation, units: Sequence[int], leader: int) -> list[int]:
        """Return the units, of some, that a leader can join: none if his own has moved where that is no action."""
        host, far = now.units.host[leader], self.given.joins
        if not self.for_points and (now.units.moved[leader] or (host >= 0 and now.units.moved[host])):
            return []
        free, at = [unit for unit in units if self.of(now, unit) is None], self.hex_of(now, leader)
        if far is None or at < 0:  # the hex of his own is still to come
            return free
        away = self.board.distances(at)
        return [unit for unit in free if away[now.place[unit]] <= far]

    @rule("leaders.alone")
    def directing(self, now: Situation, frame: Frame, unit: int) -> int | None:
        """Return the leader who moves his unit alone; None in a group."""
        return self.of(now, unit) if frame.step != GROUP else None

    def range_of(self, now: Situation, leader: int) -> int:
        """Return how near to a leader units must be."""
        if self.given.reach is None:
            return self.given.range
        replaced = bool(self.nearer) and self.is_replaced(now.state, leader)
        reach = self.nearer[leader] if replaced else self.board.value(now, self.given.reach, leader)
        return reach if reach >= 0 else self.given.range

    def breaches(self, state: GameState) -> Iterator[str]:
        """Yield leaders that are with a unit of the enemy, or with the same one.

        One may be with a unit that is eliminated, until the next event sets him aside.
        """
        placed, side = self.placed(state), self.board.units.side
        for leader, host in placed.items():
            if side[host] != side[leader]:
                yield Breach("a leader is with a unit of the enemy", "units", leader)
            if [*placed.values()].count(host) > 1:
                yield Breach("two leaders are with one unit", "units", leader)

    # -- what they are worth -------------------------------------------------------------------------

    @rule("leaders.value")
    def foremost(self, now: Situation, side: int, near: Callable[[int, int], bool], places: Mapping[int, int]) -> Help:
        """Return the highest value of a leader of a side who is near; 0 where none is.

        Args:
            now: the situation.
            side: the side.
            near: whether a leader is near enough who is in a hex.
            places: by unit, the hex to which it has still to go.
        """
        found: Help = (0, -1)
        for leader, host in self.placed(now.state).items() if self.given.value is not None else ():
            at = places.get(host, now.place[host])
            if self.board.units.side[leader] == side and at >= 0 and near(leader, at):
                found = max(found, (self.worth(now, leader), leader), key=lambda each: each[0])
        return found

    def worth(self, now: Situation, leader: int) -> int:
        """Return the value of a leader, or of his successor; 0 where leaders help nobody."""
        if self.given.value is None:
            return 0
        replaced = bool(self.lesser) and self.is_replaced(now.state, leader)
        return max(self.lesser[leader] if replaced else self.board.value(now, self.given.value, leader), 0)

    def is_replaced(self, state: GameState, leader: int) -> bool:
        """Return whether a successor has taken the place of a leader."""
        return bool(self.deputies and state.units.succeeded[leader])

    def counts(self, way: str) -> bool:
        """Return whether leaders help in an `assault`, in `fire`, or to `rally`."""
        return self.given.value is not None and way in self.given.counts

    def added_to_assault(
        self, now: Situation, attackers: Sequence[int], hex_: int, places: Mapping[int, int]
    ) -> list[tuple[int, str, str]]:
        """Return what leaders of both sides add to the dice of an assault: the number, the leader, the clause.

        Args:
            now: the situation.
            attackers: the units that attack from beside the hex.
            hex_: the hex.
            places: by unit, the hex from which it will attack, where it has still to go there.
        """
        if not self.counts("assault") or not attackers:
            return []
        side, hexes = self.board.units.side[attackers[0]], {places.get(unit, now.place[unit]) for unit in attackers}
        ours = self.foremost(now, side, lambda _leader, at: at in hexes, places)
        theirs = self.foremost(now, 1 - side, lambda _leader, at: at == hex_, {})
        return self._terms(ours, 1) + self._terms(theirs, -1)

    def added_to_fire(self, now: Situation, firers: Sequence[int]) -> list[tuple[int, str, str]]:
        """Return what a leader adds to the dice of fire, as for an assault."""
        if not self.counts("fire") or not firers:
            return []
        hexes = {now.place[unit] for unit in firers}
        found = self.foremost(now, self.board.units.side[firers[0]], lambda _leader, at: at in hexes, {})
        return self._terms(found, 1)

    def added_to_rally(self, now: Situation, unit: int) -> int:
        """Return what a leader adds to the value by which a unit rallies."""
        if not self.counts("rally"):
            return 0
        away, side = self.board.distances(now.place[unit]), self.board.units.side[unit]
        value, _leader = self.foremost(now, side, lambda each, at: away[at] <= self.range_of(now, each), {})
        return value

    def _terms(self, found: Help, sign: int) -> list[tuple[int, str, str]]:
        value, leader = found
        names = self.board.compiled.names["units"]
        return [(sign * value, names[leader], self.board.clause_of("leaders.value"))] if value else []

    # -- how they are lost ---------------------------------------------------------------------------

    @rule("leaders.lost")
    def lost(self, book: Book, unit: int) -> None:
        """Set a leader aside whose unit is eliminated: he can join another one."""
        self._leave(book, unit, "set aside")

    @rule("leaders.lost")
    def withdrawn(self, book: Book, unit: int) -> None:
        """Set a leader aside whose unit leaves the map, which is no danger to him."""
        self._leave(book, unit, "stays behind")

    def _leave(self, book: Book, unit: int, event: str) -> None:
        for leader in self.leaders:
            if book.get("host", leader) == unit:
                book.put("host", leader, SET_ASIDE)
                book.event(event, "leaders.lost", leader)

    @rule("leaders.loss")
    def reaction(self, state: GameState, event: Event) -> Frame | None:
        """Return the throw for a leader whose unit has been turned over or eliminated; None for all else."""
        if not self.least or event.name not in ("turned over", "set aside"):
            return None
        (subject, *_others) = event.subjects
        leader = subject if event.name == "set aside" else self.of(self.board.at(state), subject)
        return Frame(LOSS, {"leader": leader}) if leader is not None else None

    @rule("leaders.successor")
    def lose(self, book: Book, leader: int) -> None:
        """Turn the counter of a lost leader to his successor, or eliminate him."""
        if self.deputies and self.deputies[leader] and not book.get(SUCCEEDED, leader):
            book.put(SUCCEEDED, leader, 1)
            book.event("succeeded", "leaders.successor", leader)
            return
        book.put("host", leader, GONE)
        self.board.module(Effects).eliminate(book, leader, "leaders.loss")

    def faces_up(self, state: GameState, leader: int) -> tuple[str, ...]:
        """Return the face of a leader's counter that is up, where it is not the front."""
        face = self.given.successor
        return (face,) if face is not None and self.is_replaced(state, leader) else ()

    def gone(self, state: GameState) -> list[int]:
        """Return the leaders that are lost for good."""
        return [leader for leader in self.leaders if state.units.host[leader] == GONE]

    def at_stake(self, now: Situation, unit: int) -> float:
        """Return what a side may be expected to lose with a unit's leader when the unit is lost, to a player."""
        leader = self.of(now, unit) if self.least else None
        if leader is None:
            return 0.0
        follows = bool(self.deputies and self.deputies[leader]) and not self.is_replaced(now.state, leader)
        after = max(self.lesser[leader], 0) if follows and self.lesser else 0
        points = 0 if follows else self.board.ledger.for_loss[self.board.units.side[unit]]
        return max(7 - self.least, 0) / 6 * (points + self.worth(now, leader) - after)

    # -- whom they command ---------------------------------------------------------------------------

    @property
    def commands(self) -> bool:
        """Whether units must be in command."""
        return self.given.out_of_command is not None

    def reaches(self, now: Situation, unit: int) -> Callable[[int], bool]:
        """Return whether a unit would be in command in a hex."""
        hosts = now.units.host
        by = {each: hosts[each] if each in self.leaders else each for each in self.commanders[unit]}
        found = [
            (self.board.distances(now.place[unit]), self.range_of(now, each))
            for each, unit in by.items()
            if unit >= 0 and now.place[unit] >= 0
        ]
        return lambda hex_: any(away[hex_] <= far for away, far in found)

    @rule("leaders.command")
    def in_command(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is within the range of one who commands it."""
        return self.reaches(now, unit)(now.place[unit])

    @rule("leaders.out-of-command")
    def allows(self, now: Situation, unit: int, what: str) -> bool:
        """Return whether a unit may do something: `movement`, `assault` or `fire`."""
        return what not in self.barred or not now.units.out_of_command[unit]

    @rule("leaders.out-of-command")
    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:
        """Return a value of a unit as it is out of command."""
        for halved, of in self.halves if self.halves and now.units.out_of_command[unit] else ():
            if halved.value == name and of[unit]:
                value = halved.half(value)
        return value
