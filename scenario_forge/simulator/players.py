"""Players, found by name among plug-ins, and the two that need no knowledge of the rules."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from scenario_forge.diagnostics.model import spelled
from scenario_forge.simulator.step import SetChoices, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.playout import Playout
    from scenario_forge.simulator.state import Frame, State
    from scenario_forge.simulator.step import Action, Choice, Next

T = TypeVar("T")
GROUP = "scenario_forge.players"
"""Entry points of this group are players: name → `(play, side, seed) -> Player`."""
BEST = "competent"
"""The default player, if the rules have it."""
_LOOKED_AT = 60
"""Actions that the idle player compares."""


class RulesError(RuntimeError):
    """A failure of the rules while a player asked them; the cause is chained."""


class Seat:
    """A player's view of the game when it must choose. The die to come is not in it."""

    def __init__(self, play: Play[Any], playout: Playout[Any], side: int) -> None:
        self.play, self.side = play, side
        self._playout = playout

    @property
    def number(self) -> int:
        """The number of decisions taken before this one."""
        return len(self._playout.log)

    @property
    def frame(self) -> Frame:
        """The frame in play: the id of the step, and its data."""
        return self._playout.frame

    @property
    def state(self) -> State:
        """The state, to be read and to be copied; guesses stand in it for what is hidden from the side."""
        state: State = self.play.visible_state(self._playout.state, self.side)
        return state

    def observe(self) -> dict[str, Any]:
        """Return what the side may see, as plain data."""
        return self.play.observe(self._playout.state, self.side)

    def choices(self, prefix: Action = ()) -> Sequence[Choice]:
        """Return how the action begun with ``prefix`` can go on.

        Raises:
            RulesError: the rules failed.
        """
        return self._asked(lambda: self._playout.choices(prefix))

    def in_order(self, action: Action) -> Action:
        """Return an action, whole or begun, with the members of its sets in ascending order.

        Raises:
            RulesError: the rules failed.
        """
        for stage in range(1, len(action) + 1):
            offered = self.choices(action[:stage])
            if isinstance(offered, SetChoices):
                action = (*action[: stage - len(offered.picked)], *sorted(offered.picked), *action[stage:])
        return action

    def allows(self, action: Action) -> bool:
        """Return whether a whole action is allowed: as by :meth:`choices`, and faster where they are many.

        Raises:
            RulesError: the rules failed.
        """
        return self._asked(lambda: self._playout.legal(action))

    def would(self, action: Action) -> Next:
        """Return the immediate result of a whole action, without dice and answers of others.

        Raises:
            RulesError: the rules failed.
        """
        return self._asked(lambda: self._playout.step.apply(self._playout.state, self.frame, action))

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except Exception as error:
            raise RulesError(f"{type(error).__name__}: {error}") from error


class Player(Protocol):
    """A program, or a person at a terminal, that chooses for one side."""

    def choose(self, seat: Seat) -> Action:
        """Return a whole action that is allowed now."""
        ...


Maker: TypeAlias = "Callable[[Play[Any], int, int], Player]"
"""A function that makes a player of a side of one game: (play, side, seed)."""


class RandomPlayer:
    """A player that picks at random at each stage, also whether to stop there. It finds crashes."""

    def __init__(self, play: Play[Any], side: int, seed: int) -> None:
        del play
        self._key = f"{seed}|random player|{side}"

    def choose(self, seat: Seat) -> Action:
        """Return an action that depends on seed, side and number of the decision only.

        Raises:
            RulesError: a stage has no choices.
        """
        prefix: Action = ()
        whole, more = False, True
        while True:
            ways = seat.choices(prefix) if more else ()
            if not ways and not whole:
                raise RulesError(f"dead end: nothing can be chosen after {list(prefix)}")
            pick = number(f"{self._key}|{seat.number}|{len(prefix)}", len(ways) + whole)
            if pick == len(ways):
                return prefix
            token, whole, more = ways[pick]
            prefix = (*prefix, token)


class IdlePlayer:
    """A player that does as little as is legal: the shortest action, ending its step, with the fewest changes."""

    def __init__(self, play: Play[Any], side: int, seed: int) -> None:
        del play, side, seed

    def choose(self, seat: Seat) -> Action:
        """Return the least of a bounded number of actions; the first way where even the shortest are long.

        Raises:
            RulesError: nothing can be chosen.
        """
        found = self._shortest(seat) or [first_way(seat)]
        return min(found, key=lambda action: self._deeds(seat, action))

    def _shortest(self, seat: Seat) -> list[Action]:
        begun: list[Action] = [()]
        while 0 < len(begun) <= _LOOKED_AT:
            whole: list[Action] = []
            longer: list[Action] = []
            for prefix in begun:
                for choice in seat.choices(prefix):
                    (whole if choice.whole else longer).append((*prefix, choice.token))
            if whole:
                return whole[:_LOOKED_AT]
            begun = longer
        return []

    def _deeds(self, seat: Seat, action: Action) -> tuple[int, int, int]:
        came = seat.would(action)
        return (len(came.frames), sum(len(event.changes) for event in came.events), len(came.events))


def first_way(seat: Seat) -> Action:
    """Return the action made of the first choice of each stage, until it is whole.

    Raises:
        RulesError: nothing can be chosen.
    """
    prefix: Action = ()
    while True:
        ways = seat.choices(prefix)
        if not ways:
            raise RulesError(f"dead end: nothing can be chosen after {list(prefix)}")
        pick = next((way for way in ways if way.whole), ways[0])
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix


BUILT_IN: Mapping[str, Maker] = {"random": RandomPlayer, "idle": IdlePlayer}


class NoSuchPlayer(LookupError):  # noqa: N818 - it is an answer, not a fault
    """An error: no player has that name; ``known`` are those there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(f"there is no player `{name}`")
        self.name, self.known = name, known

    @property
    def hint(self) -> str:
        """The names there are, in words."""
        return f"there are {', '.join(self.known)}"


class UnusablePlayer(NoSuchPlayer):
    """A player that is installed, and cannot be loaded or made; the cause is chained."""

    def __init__(self, name: str, known: Sequence[str], error: Exception) -> None:
        super().__init__(name, known)
        self.args = (f"the player `{name}` cannot be used: {type(error).__name__}: {error}",)


def player_names(play: Play[Any]) -> list[str]:
    """Return the players that can be asked for: those of the rule system, and those that are installed."""
    return sorted({*BUILT_IN, *play.players(), *(point.name for point in entry_points(group=GROUP))})


def usual_player(play: Play[Any]) -> str:
    """Return the default player: one that knows the rules, where there is one."""
    return BEST if BEST in player_names(play) else "random"


def players_by_side(play: Play[Any], sides: Sequence[str], *chosen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the players in the order of the sides: by the first choice that names one, else the default player.

    Raises:
        NoSuchPlayer: there is none of a name.
    """
    usual = usual_player(play)
    names = [next((name for each in chosen if (name := each.get(side))), usual) for side in sides]
    return check_names(play, names)


def check_names(play: Play[Any], names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in the players' own letters, if there is a player of each.

    Raises:
        NoSuchPlayer: there is none of a name.
    """
    known, meant = player_names(play), []
    for name in names:
        player = spelled(name, known)
        if player is None:
            raise NoSuchPlayer(name, known)
        meant.append(player)
    return tuple(meant)


def make_player(name: str, play: Play[Any], side: int, seed: int) -> Player:
    """Return the player of that name: of the rule system, or a built-in one, or one that is installed.

    Raises:
        NoSuchPlayer: there is none, or it cannot be made (UnusablePlayer).
    """
    try:
        for make in _makers(name, play):
            player: Player = make(play, side, seed)
            return player
    except Exception as error:
        raise UnusablePlayer(name, player_names(play), error) from error
    raise NoSuchPlayer(name, player_names(play))


def _makers(name: str, play: Play[Any]) -> Iterator[Maker]:
    own = play.players().get(name) or BUILT_IN.get(name)
    if own is not None:
        yield own
    for point in entry_points(group=GROUP, name=name):
        yield point.load()
