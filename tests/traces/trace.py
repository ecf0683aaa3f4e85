"""Traces of whole games that know no layout of states, no table and no index: what a person at the board could write.

A trace holds, for each decision, who decided under which printed rule, how much was offered and a digest of it, and
what was chosen or thrown; at the end of each player turn, a digest of where everything stands, of strength, supply,
control and score. Units, hexes and boxes go by their names. Followed again, dice and choices are fed from the trace,
so that the name of a throw or the noise of a player changes nothing; beside that, players are asked what they would
have chosen.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.simulator.drive import name_of
from scenario_forge.simulator.players import Seat, make_player
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.simulator.players import Player
    from scenario_forge.simulator.step import Action, Chance, Token

GAP = " > "
"""Between the stages of an action."""


class Game(NamedTuple):
    """Which game is traced."""

    game: str
    scenario: str
    players: tuple[str, ...]
    """By side."""
    seed: int
    options: tuple[str, ...] = ()
    most: int = 1_000
    """Decisions of sides after which the trace ends."""

    def __str__(self) -> str:
        options = "+".join(self.options) or "-"
        return f"{self.game} {self.scenario} {'/'.join(self.players)} {self.seed} {options} {self.most}"

    @classmethod
    def of(cls, text: str) -> Game:
        """The game that was written as text."""
        game, scenario, players, seed, options, most = text.split(" ")
        chosen = () if options == "-" else tuple(options.split("+"))
        return cls(game, scenario, tuple(players.split("/")), int(seed), chosen, int(most))


class PartedError(AssertionError):
    """A game does not go on as its trace does."""


class Tracer:
    """Plays one game and gives the lines of its trace; with the lines of an old one, follows it.

    Args:
        prepared: the scenario.
        game: who plays, and with what dice.
        old: the lines to follow; None: players choose, and the seed throws.
        ask: whether players are asked while old lines are followed.
    """

    def __init__(self, prepared: Prepared, game: Game, old: Iterable[str] | None, *, ask: bool = True) -> None:
        self.play, self.compiled, self.game = prepared.play, prepared.compiled, game
        self.sides = prepared.sides
        self.old: Iterator[str] | None = None if old is None else iter(old)
        self.playout: Playout[Any] = Playout(self.play.sequence, self.play.begin(), self)
        asked = ask or old is None
        self.players: list[Player] = [
            make_player(name, self.play, side, game.seed) for side, name in enumerate(game.players) if asked
        ]
        self._thrown: list[str] = []
        self.offered: Callable[[Action, Sequence[str]], None] = lambda _prefix, _names: None
        """Called with each stage that is looked at: for a person who wants to see where two traces part."""

    def lines(self) -> Iterator[str]:
        """The lines, one by one; the last says how it ended.

        Raises:
            PartedError: an old line does not fit.
        """
        moment = self.play.moment(self.playout.state)
        for _ in range(self.game.most):
            side = self.playout.advance()
            yield from self._threw()
            now = self.play.moment(self.playout.state)
            if now != moment:
                yield self._checked(self.standing())
                moment = now
            if side is None:
                yield self._checked("over")
                return
            yield self._decided(side)
        yield self._checked(self.standing())

    # -- decisions -------------------------------------------------------------------------------

    def _decided(self, side: int) -> str:
        said = self._next()
        chosen = self.players[side].choose(Seat(self.play, self.playout, side)) if self.players else ()
        seen: list[str] = []
        if said is None:
            action = chosen
            names = [self._look(action[:stage], action[stage], seen) for stage in range(len(action))]
        else:
            names = said.split("\t")[-1].split(GAP)
            action = self._found(names, seen)
        self._elsewhere(action, seen)
        offered = len(self.playout.choices())
        head = f"{name_of(side, self.sides)}\t{self.playout.step.clause}\t{offered}\t{digest(seen)}"
        line = f"{head}\t{GAP.join(names)}"
        if said is not None and line != said:
            raise PartedError(f"decision {len(self.playout.log)}: {line!r}; the trace has {said!r}")
        if self.players and chosen != action:
            raise PartedError(f"decision {len(self.playout.log)}: the player would choose {chosen}, not {names}")
        if not self.playout.legal(action):
            raise PartedError(f"decision {len(self.playout.log)}: {names} is offered and not allowed")
        self.playout.act_unchecked(action)
        return line

    def _look(self, prefix: Action, token: Token, seen: list[str]) -> str:
        """The name of a token among all that could follow a prefix; they are noted."""
        named = self._named(prefix)
        self._note(prefix, named, seen)
        return next(name for name, other in named.items() if other == token)

    def _found(self, names: Sequence[str], seen: list[str]) -> Action:
        action: Action = ()
        for name in names:
            named = self._named(action)
            self._note(action, named, seen)
            if name not in named:
                raise PartedError(f"decision {len(self.playout.log)}: `{name}` is not offered, but {sorted(named)}")
            action = (*action, named[name])
        return action

    def _elsewhere(self, action: Action, seen: list[str]) -> None:
        """Another action's stages too, so that more than the way taken is held."""
        others = sorted(name for name, token in self._named(()).items() if token != action[0])
        prefix: Action = ()
        while others:
            pick = int(digest([str(len(self.playout.log)), *others]), 16) % len(others)
            token = self._named(prefix)[others[pick]]
            way = next(way for way in self.playout.choices(prefix) if way.token == token)
            prefix = (*prefix, token)
            if way.whole or not way.more:
                return
            named = self._named(prefix)
            self._note(prefix, named, seen)
            others = sorted(named)

    def _note(self, prefix: Action, named: dict[str, Token], seen: list[str]) -> None:
        offered = sorted(named)
        self.offered(prefix, offered)
        seen += [str(len(offered)), *offered]

    def _named(self, prefix: Action) -> dict[str, Token]:
        """What can follow, by name; equal names are numbered."""
        found: dict[str, Token] = {}
        for choice in self.playout.choices(prefix):
            name = own = self._name(prefix, choice.token)
            number = 1
            while name in found:
                number += 1
                name = f"{own} #{number}"
            found[name] = choice.token
        return found

    def _name(self, prefix: Action, token: Token) -> str:
        if isinstance(token, str):
            return token
        table = self.play.table_of(self.playout.frame, prefix)
        names = self.compiled.names.get(table, ())
        if 0 <= token < len(names):
            return names[token]
        return self.play.name(self.playout.state, self.playout.frame, prefix, token) or str(token)

    # -- dice ------------------------------------------------------------------------------------

    def draw(self, chance: Chance, use: int) -> Token:
        """A throw: of the trace, or of the seed."""
        odds = ",".join(f"{outcome.token}:{outcome.weight}" for outcome in chance.outcomes)
        head = f"dice\t{self.playout.step.clause}\t{digest([odds])}"
        said = self._next()
        if said is None:
            token = Keyed(self.game.seed).draw(chance, use)
        else:
            *_, thrown = said.split("\t")
            token = next((o.token for o in chance.outcomes if str(o.token) == thrown), "")
            if token == "" or said != f"{head}\t{thrown}":
                raise PartedError(f"decision {len(self.playout.log)}: {head} is thrown; the trace has {said!r}")
        self._thrown.append(f"{head}\t{token}")
        return token

    def _threw(self) -> Iterator[str]:
        yield from self._thrown
        self._thrown.clear()

    # -- where everything stands -----------------------------------------------------------------

    def standing(self) -> str:
        """The end of a player turn: the score, and a digest of the board."""
        score = ",".join(map(str, map(int, self.play.score(self.playout.state))))
        return f"board\t{score}\t{digest(self.board())}"

    def board(self) -> list[str]:
        """Where everything stands, who holds what, what each side has: in words, sorted."""
        play, state, names = self.play, self.playout.state, self.compiled.names
        lines = []
        for piece in play.pieces(state):
            own = names.get(piece.kind, ())
            called = own[piece.number] if piece.kind == "units" else piece.kind
            where = names["hexes"][piece.place] if piece.place >= 0 else names["boxes"][-2 - piece.place]
            lines.append(f"{piece.side} {called} at {where}: {piece.strength} {' '.join(sorted(piece.marks))}")
        traced = {"reserve": "base"}  # as the traces call it
        lines += [f"{names['units'][unit]}: {traced.get(why, why)}" for unit, why in play.out_of_play(state).items()]
        lines += [f"{names['hexes'][h]} is {side}'s" for h, side in enumerate(play.controls(state)) if side]
        lines += [f"{place} held by {side}" for place, side in play.holders(state).items()]
        lines += [f"{what}: {list(map(int, by_side))}" for what, by_side in play.measures(state).items()]
        carried = play.carry_over(state)
        lines += [f"{names['units'][unit]} has spent {points}" for unit, points in carried.spent.items()]
        lines += [f"saved {side}: {sorted(pools.items())}" for side, pools in enumerate(carried.saved)]
        return sorted(lines)

    # -- an old trace ----------------------------------------------------------------------------

    def _next(self) -> str | None:
        if self.old is None:
            return None
        said = next(self.old, None)
        if said is None:
            raise PartedError("the trace is at its end, and the game is not")
        return said

    def _checked(self, line: str) -> str:
        said = self._next()
        if said is not None and line != said:
            raise PartedError(f"after decision {len(self.playout.log)}: {line!r}; the trace has {said!r}")
        return line


def digest(words: Sequence[str]) -> str:
    """Eight letters for many words."""
    return blake2b("\n".join(words).encode(), digest_size=4).hexdigest()
