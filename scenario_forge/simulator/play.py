"""What a rule system brings so that its scenarios can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scenario_forge.simulator.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Token

S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """One compiled scenario, ready to be played. Subclassed by rule systems; holds nothing that changes."""

    @property
    def sequence(self) -> SequenceOfPlay[S]:
        """The sequence of play.

        Raises:
            NotImplementedError: the system has none.
        """
        raise NotImplementedError

    def begin(self) -> S:
        """The first state.

        Raises:
            NotImplementedError: the system has none.
        """
        raise NotImplementedError

    def score(self, state: S) -> Sequence[int]:  # noqa: ARG002 - for systems to override
        """Victory points by side, as they would be if the game ended now."""
        return ()

    def observe(self, state: S, side: int) -> dict[str, Any]:  # noqa: ARG002
        """What a side may see, as plain data; by default everything but the use of chance."""
        data = state.to_data()
        del data["uses"]
        return data

    def broken(self, state: S) -> Iterator[str]:  # noqa: ARG002
        """What must always hold and does not, in words; asked after every event in tests and `--play`."""
        yield from ()

    def tell(self, state: S, event: Event) -> str:  # noqa: ARG002
        """An event in words that can be carried out on a paper board."""
        return f"{event.name} {' '.join(map(str, event.subjects))}".strip()

    # -- for those who play and look on ----------------------------------------------------------

    def turn(self, state: S) -> int:  # noqa: ARG002
        """The game turn, 0 for the first of the scenario."""
        return 0

    def table_of(self, frame: Frame, prefix: Action) -> str:  # noqa: ARG002
        """What a number that follows ``prefix`` stands for: `units`, `hexes`, `boxes` …, a table of compiled names."""
        return ""

    def named(self, frame: Frame, prefix: Action, token: Token) -> str:  # noqa: ARG002
        """The name of one stage of an action where :meth:`table_of` gives none; empty: as it is."""
        return ""

    def players(self) -> Mapping[str, Maker]:
        """Players that know these rules, by name."""
        return {}
