"""The search for a witness: worked examples, set-ups and games from them, boards made at random; then shortening."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from scenario_forge.api.witnesses import worked
from scenario_forge.api.witnesses.boards import Wanted, board
from scenario_forge.api.witnesses.pair import Case, Unplayable
from scenario_forge.api.witnesses.position import Position, laid_out, position_of, unit_keys
from scenario_forge.compiler.problems import CompileError
from scenario_forge.simulator.fuzz import fewest
from scenario_forge.simulator.lockstep import Lockstep, Parting, Script
from scenario_forge.simulator.players import Seat, make_player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.api.witnesses.pair import RulePair
    from scenario_forge.documents.witnesses import Difference, Witness
    from scenario_forge.simulator.lockstep import Deed
    from scenario_forge.simulator.players import Player

SECONDS = 60
"""Time for a search, and as much again to shorten what is found, where nothing is said."""
_MOST = 1500
"""Decisions of a game that is played to look for a difference."""
_ON_BOARD = 120
"""The same on a board made at random, where units that meet do so soon."""
_FIRST = 12
"""The same at the beginning of each scenario, before any is played on."""
_OPENINGS = 0.4
"""Share of the time that is for these at most."""
_BOARDS = 8
"""Boards that are tried beside each game from a set-up."""
_TRIES = 400
"""Positions tried to shorten one that is found."""
_FAILED = 10
"""Games in which the rules failed, after which the readings count as unplayable."""
_BESIDES = 40
"""Decisions beyond those of a script after which a shortened game is given up."""


@dataclass(frozen=True)
class Found:
    """A position in which the two readings differ, played up to there."""

    case: Case
    position: Position
    seed: int
    game: Lockstep
    parting: Parting

    @property
    def deeds(self) -> list[Deed]:
        """The decisions of the sides up to there."""
        return self.game.deeds


@dataclass
class Tried:
    """What was looked at: for who finds nothing, and for the record."""

    cases: int = 0
    """Scenarios, with options, in which play depends on the reading."""
    examples: int = 0
    games: int = 0
    boards: int = 0
    decisions: int = 0
    seconds: float = 0.0
    failed: list[str] = field(default_factory=list)
    """Failures of the rules under a reading that nobody plays as a rule."""

    def sentence(self) -> str:
        """Return in words how far was looked."""
        if not self.cases:
            return "no scenario plays differently with it, by the hash of all that play depends on"
        if len(self.failed) >= _FAILED:
            return f"one of the readings cannot be played: {self.failed[0]}"
        return (
            f"looked at {self.cases} scenarios with options, {self.examples} worked examples, {self.games} games and "
            f"{self.boards} boards made at random: {self.decisions:,} decisions in {self.seconds:.0f} s"
        )


@dataclass
class Search:
    """A search with a budget; the same seed looks at the same games, as far as the time goes."""

    pair: RulePair
    seed: int = 1
    seconds: float = SECONDS
    tried: Tried = field(default_factory=Tried)
    unplayable: list[Unplayable] = field(default_factory=list)
    known: Sequence[Witness] = ()
    """Witnesses of other rules, whose positions are tried before any new one."""
    example: tuple[str, Difference] | None = None
    """The worked example that the readings answer differently, and how; then no position is looked for."""

    def run(self) -> Found | None:
        """Return the smallest position found; None if there is none in the budget, or an example shows it."""
        began = monotonic()
        self.tried.examples = worked.count(self.pair.second)
        self.example = worked.example_apart(self.pair)
        if self.example is not None:
            return None
        cases = []
        for case in self.pair.cases():
            if isinstance(case, Unplayable):
                self.unplayable.append(case)
            else:
                cases.append(case)
        self.tried.cases = len(cases)
        found = self._first(cases, began + self.seconds)
        if found is not None:
            found = self._shortened(found, monotonic() + self.seconds)
        self.tried.seconds = monotonic() - began
        return found

    def _first(self, cases: Sequence[Case], end: float) -> Found | None:
        """Return the first difference, of games of all cases in turn, each seed with other players."""
        if not cases:
            return None
        for witness in self.known:
            if (found := self._looked(lambda witness=witness: self._as_known(witness))) is not None:  # type: ignore[misc]
                return found
        soon = monotonic() + (end - monotonic()) * _OPENINGS
        for case in cases:
            if monotonic() > soon:
                break
            if (found := self._looked(lambda case=case: self._opening(case))) is not None:  # type: ignore[misc]
                return found
        number = 0
        while monotonic() < end and len(self.tried.failed) < _FAILED:
            case = cases[number % len(cases)]
            for look in self._looks(case, self.seed + number, number // len(cases)):
                found = self._looked(look)
                if found is not None or monotonic() >= end:
                    return found
            number += 1
        return None

    def _looked(self, look: Callable[[], Found | None]) -> Found | None:
        with suppress(_RulesFailedError):
            return look()
        return None

    def _as_known(self, witness: Witness) -> Found | None:
        """Play what shows another rule in both readings of this one."""
        options = tuple(witness.options)
        if witness.scenario is None:
            return None
        with suppress(CompileError, LookupError):
            case = Case(witness.scenario, options, *self.pair.compiled(witness.scenario, options))
            position = Position(witness.units, [(each.marker, each.at) for each in witness.markers])
            sides = case.first.keys["sides"]
            script = Script([(sides.index(each.side), each.step, tuple(each.action)) for each in witness.play])
            most = len(witness.play) + 1
            return self._played(
                case, position, witness.seed, lambda game, side: script.action(game.matches[0], side), most
            )
        return None

    def _opening(self, case: Case) -> Found | None:
        """Return whether the set-up of a scenario differs, or the first choices of it."""
        return self._game(case, set_up(case), self.seed, "random", _FIRST)

    def _looks(self, case: Case, seed: int, again: int) -> Iterator[Callable[[], Found | None]]:
        """Yield what to look at with a seed: boards on which the sides meet, and a game from the set-up."""
        for number in range(_BOARDS):
            about = [*case.scored_apart()] if number % 2 else []
            wanted = Wanted(self.pair.marker_kinds, about, case.units_apart)
            position = board(case.second, wanted, f"{seed}|{number}")
            if self._is_possible(case, position):
                yield lambda position=position, number=number: self._game(  # type: ignore[misc]
                    case, position, seed * _BOARDS + number, "random", _ON_BOARD
                )
        best = "competent" if again % 2 else "random"
        yield lambda: self._game(case, set_up(case), seed, best, _MOST)

    def _is_possible(self, case: Case, position: Position) -> bool:
        """Return whether a position breaks nothing that must always hold, such as a limit of stacking."""
        game = self.pair.second
        play = game.system.play(laid_out(case.second, position)) if game.system else None
        return play is not None and next(iter(play.breaches(play.begin())), None) is None

    def _game(self, case: Case, position: Position, seed: int, player: str, most: int) -> Found | None:
        self.tried.boards += most == _ON_BOARD
        self.tried.games += most == _MOST
        players: list[Player] = []

        def choose(game: Lockstep, side: int) -> Any:  # noqa: ANN401 - an action
            if not players:
                plays = game.matches[0].play
                sides = range(len(case.first.keys["sides"]))
                players.extend(make_player(player, plays, each, seed) for each in sides)
            seat = Seat(game.matches[0].play, game.matches[0].playout, side)
            return tuple(players[side].choose(seat))

        return self._played(case, position, seed, choose, most)

    def _played(
        self, case: Case, position: Position, seed: int, choose: Callable[[Lockstep, int], Any], most: int
    ) -> Found | None:
        """Play both readings in step until they differ; None where they do not."""
        try:
            game = started(self.pair, case, position, seed)
            for _ in range(most):
                at = game.advance()
                parting = at if isinstance(at, Parting) else None
                if at is None:
                    return None
                if parting is None and isinstance(at, int):
                    self.tried.decisions += 1
                    parting = game.take(choose(game, at))
                if parting is not None:
                    return Found(case, position, seed, game, parting)
        except Exception as error:
            self.tried.failed.append(f"{type(error).__name__}: {error}")
            raise _RulesFailedError from error
        return None

    # -- shorter -------------------------------------------------------------------------------------

    def _shortened(self, found: Found, end: float) -> Found:
        """Return a smaller position and a shorter game in which the readings still differ."""

        def more() -> bool:
            return monotonic() < end

        best = found
        for _ in range(3):
            before = (best.position.size, len(best.deeds))
            best = self._fewer_counters(best, more)
            best = self._fewer_deeds(best, more)
            if (best.position.size, len(best.deeds)) == before or not more():
                break
        if best.parting.kind == "choices":
            begun = best.game.shortest(best.parting.begun, _TRIES)
            best = replace(best, parting=Parting("choices", begun))
        return best

    def _fewer_counters(self, found: Found, more: Callable[[], bool]) -> Found:
        best = [found]

        def shows(items: Sequence[Any]) -> Found | None:
            units = {item[0]: item[1] for item in items if item[2] == "unit"}
            position = Position(units, [(item[0], item[1]) for item in items if item[2] == "marker"])
            again = self._again(found, position, best[0].deeds)
            if again is not None:
                best[0] = again
            return again

        counters = [(key, at, "unit") for key, at in found.position.units.items()]
        counters += [(marker, at, "marker") for marker, at in found.position.markers]
        fewest(counters, shows, _TRIES, more)
        return best[0]

    def _fewer_deeds(self, found: Found, more: Callable[[], bool]) -> Found:
        best = [found]

        def shows(deeds: Sequence[Deed]) -> Found | None:
            again = self._again(found, found.position, deeds)
            if again is not None and len(again.deeds) < len(best[0].deeds):
                best[0] = again
            return again

        fewest(list(found.deeds), shows, _TRIES, more)
        return best[0]

    def _again(self, found: Found, position: Position, deeds: Sequence[Deed]) -> Found | None:
        """Play the deeds again as far as they are allowed, from another position."""
        script = Script(deeds)
        last = found.game.attempt

        def choose(game: Lockstep, side: int) -> Any:  # noqa: ANN401 - an action
            return script.action(game.matches[0], side)

        script.add(last)
        most = len(deeds) + _BESIDES
        with suppress(_RulesFailedError):
            return self._played(found.case, position, found.seed, choose, most)
        return None


def set_up(case: Case) -> Position:
    """Return the set-up of a scenario; units that the readings place differently are left to each of them."""
    first, second = position_of(case.first), position_of(case.second)
    units = {key: place if first.units.get(key, place) == place else "" for key, place in second.units.items()}
    return Position(units, second.markers)


class _RulesFailedError(RuntimeError):
    """The rules failed under one of the readings."""


def started(pair: RulePair, case: Case, position: Position, seed: int) -> Lockstep:
    """Return both readings at the beginning of a game from a position."""
    first, second = laid_out(case.first, position), laid_out(case.second, position)
    units = (unit_keys(first), unit_keys(second))
    return Lockstep(pair.plays(first, second), seed, by_points=case.by_points, units=units)
