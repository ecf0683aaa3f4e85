"""Tuning: the smallest change that brings a scenario into its target band, by games on the same seeds.

Kinds of change are tried in the order of the rule system, each as a ladder from small to large. Its largest change is
played first: where that is not enough, nothing on the ladder is; nor is it played where the margins of the games
without it say that it cannot be enough. Else the smallest that is enough is sought by halving, which takes a larger
change to do more than a smaller one. What is found must hold on other seeds too, since the best of several tries is
more often lucky than a single one. All games of a change are on the seeds of the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from scenario_forge.api.calls import load_game
from scenario_forge.api.play import scenario_of
from scenario_forge.api.trials.playtest import TrialSettings, target_of
from scenario_forge.api.trials.trial import count_attained, play_trial
from scenario_forge.api.trials.tune_report import Row, Tried, Tuned
from scenario_forge.checks.scenarios.settings import new_errors, value_text
from scenario_forge.diagnostics.model import spelled
from scenario_forge.documents.rulebook import Setting
from scenario_forge.drafts.handicaps import kinds_of, ladders, merge_settings
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_settings
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.statistics import compare, target_verdict
from scenario_forge.playtest.summary import health_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.documents.victory import Target
    from scenario_forge.drafts.handicaps import Ladder, Step
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.system import Handicap
    from scenario_forge.playtest.result import GameResult


GAMES = 400
"""Games after which a question is left undecided, where nothing is said and the target allows more."""
MOST = 10
"""The largest change, where nothing is said."""


class NoTargetError(LookupError):
    """Error: there is no band that the scenario could be brought into; ``hint`` says how to give it one."""

    hint = "add `target: {side: …, low: 0.4, high: 0.6}` to the scenario"


@dataclass(frozen=True)
class TuneOrder(TrialSettings):
    """Settings for tuning a scenario."""

    scenario: str | None = None
    """None: the game's only one."""
    games: int | None = None
    """Of each change at most; None: what the target allows, but no more than :data:`GAMES`."""
    most: int = MOST
    """The largest change of each kind."""
    kinds: tuple[str, ...] = ()
    """Which kinds to try; empty: all. Their order is the rule system's."""
    told: Callable[[Tuned], None] = lambda _tuned: None
    """Called with all that is known when a change has been tried."""


def tune(game: Game, order: TuneOrder) -> Tuned:
    """Find the smallest change that brings a scenario into its target band.

    The same order gives the same answer, for any number of processes. Nothing is written.

    Where its players starve (PLT005), nothing is tried: what they do to its share of wins is not the scenario's doing.

    Raises:
        LookupError: there is no such scenario, kind or player; :class:`NoTargetError`: no target.
        CompileError: the game has errors that leave the scenario without a meaning.
        NotPlayable: its rules cannot be played.
        ValueError: the target band has no inside, or a number makes no sense.
        KeyboardInterrupt: the person interrupts; what was found until then was told.
    """
    return _Tuning(game, order).run()


def kinds_wanted(game: Game, names: Sequence[str]) -> tuple[Handicap, ...]:
    """Return the kinds of these names in the order of the rule system; all if no names are given.

    Raises:
        LookupError: there is none of a name; the words say which there are.
    """
    every = kinds_of(game)
    known = [kind.id for kind in every]
    meant = [spelled(name, known) for name in names]
    if None in meant:
        name = names[meant.index(None)]
        raise LookupError(f"{game.title} has no kind of change `{name}`: there are {', '.join(known)}")
    return tuple(kind for kind in every if not names or kind.id in meant)


class _Tuning:
    """A search under way. ``known`` grows as changes are tried."""

    def __init__(self, game: Game, order: TuneOrder) -> None:
        self.game, self.order = game, order
        self.id = scenario_of(game, order.scenario)
        self.scenario: Scenario = scenarios(game).scenarios[self.id]
        target = target_of(game, self.id)
        if target is None:
            raise NoTargetError(f"neither the scenario nor playtest.yaml says how even `{self.id}` should be")
        if order.most < 1 or (order.games or 1) < 1:
            raise ValueError("there must be a game at least, and a change of 1")
        self.target: Target = target
        self.games = order.games or min(target.games, GAMES)
        self.kinds = kinds_wanted(game, order.kinds)
        self.base: list[GameResult] = []
        self.known = self._empty()

    def _empty(self) -> Tuned:
        target = self.target
        return Tuned(
            game=self.game.id,
            title=self.game.title,
            scenario=self.id,
            scenario_title=self.scenario.document.title,
            errata=self.game.errata,
            side=target.side,
            low=target.low,
            high=target.high,
            draws=target.draws,
            wrongly_inside=target.wrongly_inside,
            players={},
            most_games=self.games,
            most=self.order.most,
            kinds=tuple(kind.id for kind in self.kinds),
        )

    def run(self) -> Tuned:
        """Try the scenario as it is, then changes until one brings it into its band."""
        base = self._base()
        if self.known.health and self.known.health.code:
            return self._done("withheld")
        if base.verdict in ("inside", "undecided"):
            return self._done("in-band" if base.verdict == "inside" else "undecided")
        unsure: Tried | None = None
        for kind in self.kinds:
            for ladder in self._ladders(kind, base.verdict):
                if self._hopeless(ladder, base.verdict):
                    continue
                found, again = self._climb(ladder, base.verdict)
                if found is not None and again is not None:
                    return self._done("found", found, again)
                unsure = unsure or found
        return self._done("unsure", unsure) if unsure else self._done("nothing")

    # -- playing -----------------------------------------------------------------------------------------

    def _base(self) -> Tried:
        prepared, self.base = play_trial(self.game, self.id, self.games, self.order, self.target, stop=True)
        self.sides = prepared.sides
        names = prepared.compiled.keys["sides"]
        rows = tuple(
            Row(id=row["id"], side=names[row["side"]], points=row["points"], attained=count, of=of)
            for row in prepared.compiled.objectives
            for count, of in [count_attained(self.base, row["id"])]
        )
        players = dict(zip(self.sides, self.order.players_at(prepared, self.target), strict=True))
        health = health_of(self.sides, tuple(players.values()), self.base)
        self.known = self.known.model_copy(update={"players": players, "rows": rows, "health": health})
        return self._tell(self._judged(self.base, "", 0, "as it is", (), self.order.seed))

    def _try(self, kind: str, step: Step, *, again: bool = False) -> Tried:
        seed = self.order.seed + (self.games if again else 0)
        varied = with_changed_settings(self.game, self.scenario, step.settings)
        _prepared, games = play_trial(
            varied, self.id, self.games, replace(self.order, seed=seed), self.target, stop=True
        )
        tried = self._judged(games, kind, step.size, step.what, step.settings, seed)
        if again:
            return self._tell(tried.model_copy(update={"again": True}))
        found = compare(step.what, self.base, games, self.sides.index(self.target.side))
        return self._tell(tried.model_copy(update={"pairs": found.pairs, "difference": found.wins}))

    def _judged(
        self, games: Sequence[GameResult], kind: str, size: int, what: str, settings: Iterable[Setting], seed: int
    ) -> Tried:
        found = target_verdict(self.target, games, self.sides, tuple(self.known.players.values()))
        winners = [game.winner for game in games if game.whole]
        whole = len(winners)
        return Tried(
            kind=kind,
            size=size,
            what=what,
            settings=tuple(settings),
            seed=seed,
            games=whole,
            failed=len(games) - whole,
            won=winners.count(self.sides.index(self.target.side)),
            drawn=sum(winner < 0 for winner in winners),
            wins=found.wins,
            verdict=cast("Verdict", found.verdict),  # `judged` withholds none
            more=found.more,
        )

    def _tell(self, tried: Tried) -> Tried:
        self.known = self.known.model_copy(update={"tried": (*self.known.tried, tried)})
        self.order.told(self.known)
        return tried

    # -- searching ---------------------------------------------------------------------------------------

    def _ladders(self, kind: Handicap, verdict: str) -> Iterable[Ladder]:
        """Return the ladders that help whoever wins too seldom."""
        side = self.target.side
        others = [each for each in self.sides if each != side]
        helped, other = (side, others[0]) if verdict == "below" else (others[0], side)
        self.helped = self.sides.index(helped)
        lost = [game for game in self.base if game.whole and game.winner != self.sides.index(helped)]
        promise = {row.id: count_attained(lost, row.id)[0] for row in self.known.rows}
        return ladders(self.game, self.id, kind, (helped, other), self.order.most, promise)

    def _hopeless(self, ladder: Ladder, verdict: Verdict) -> bool:
        """Check whether earlier games rule out every step, however well it went; if so, report it."""
        found = recount(self.base, self.helped, ladder.worth, ladder.taken) if ladder.worth is not None else None
        if found is None or ladder.worth is None:
            return False
        step = ladder.steps[-1]
        best = self._judged(found.games, ladder.kind, step.size, step.what, step.settings, self.order.seed)
        if best.verdict != verdict:
            return False
        self._tell(best.model_copy(update={"played": False, "worth": ladder.worth, "closest": found.closest}))
        return True

    def _climb(self, ladder: Ladder, verdict: Verdict) -> tuple[Tried | None, Tried | None]:
        """Return the smallest step into the band and the same on other seeds; without the latter it is not sure."""
        steps = self._possible(ladder.steps)
        seen: dict[tuple[int, bool], Tried] = {}

        def look(number: int, again: bool) -> Verdict:
            seen[number, again] = self._try(ladder.kind, steps[number], again=again)
            return seen[number, again].verdict

        climb = Climb(len(steps), verdict, look, lambda number: self._outside(seen[number, False]) == verdict)
        found = climb.smallest()
        if found is not None:
            return seen[found, False], seen[found, True]
        return (seen[climb.unsure, False], None) if climb.unsure is not None else (None, None)

    def _outside(self, tried: Tried) -> str:
        """Return on which side of the band the observed share lies; empty: in it."""
        share = tried.wins.share
        return "below" if share < self.target.low else "above" if share > self.target.high else ""

    def _possible(self, steps: Sequence[Step]) -> list[Step]:
        """Return the steps without those that spoil the game: a better state that scores less than a poorer one."""
        if not steps or not new_errors(self.game, steps[-1].settings):
            return list(steps)
        return [step for step in steps if not new_errors(self.game, step.settings)]

    # -- the answer --------------------------------------------------------------------------------------

    def _done(self, outcome: str, found: Tried | None = None, confirmed: Tried | None = None) -> Tuned:
        changes = tuple(merge_settings(self.scenario.document.changes, found.settings)) if found else ()
        notes = tuple(other_errata(self.game, found.settings)) if found else ()
        update = {"outcome": outcome, "found": found, "confirmed": confirmed, "changes": changes, "notes": notes}
        return self.known.model_copy(update=update)


def with_changed_settings(game: Game, scenario: Scenario, settings: Sequence[Setting]) -> Game:
    """Return the game with more changes in a scenario, as they would stand in its file."""
    wanted = merge_settings(scenario.document.changes, settings)
    stem = scenario.where.file.name.removesuffix(".yaml")
    return with_settings(game, [Setting(at=f"{stem}.changes", value=[each.model_dump() for each in wanted])])


def other_errata(game: Game, settings: Sequence[Setting]) -> Iterable[str]:
    """Yield remarks on values that errata change: the tuned change stands in for both."""
    if game.errata == "none":
        return
    bare = load_game(game.folder, "none")
    for setting in settings:
        now, then = _value(game, setting.at), _value(bare, setting.at)
        if now != then:
            yield f"`{setting.at}` is {value_text(now)} with errata {game.errata} and {value_text(then)} as printed"


def _value(game: Game, at: str) -> object:
    roots = corrected_roots(game.read)
    try:
        node = locate(roots, at)[2]
    except AddressError:
        return None
    return node.data if node is not None else None


# -- looking for the smallest step of a ladder that lies in a band ---------------------------------


Verdict: TypeAlias = Literal["inside", "below", "above", "undecided"]


@dataclass
class Climb:
    """The search on one ladder.

    ``verdict`` is what is known of no step at all; a larger step is taken to lie further from there. ``look`` says of
    a step where it lies, and with True of the same on other seeds. ``leans`` says of a step that is undecided whether
    it seems to lie where no step lies.
    """

    steps: int
    verdict: Verdict
    look: Callable[[int, bool], Verdict]
    leans: Callable[[int], bool] = lambda _step: False
    unsure: int | None = None
    """A step that seems to lie in the band, and may not."""
    _inside: set[int] = field(default_factory=set)
    _enough: set[int] = field(default_factory=set)
    """Steps that do not fall short, those that go too far among them."""

    def smallest(self) -> int | None:
        """Return the smallest step in the band on other seeds too; None: there is none, or it is not sure."""
        low, high = -1, self.steps - 1
        if high < 0 or self._short(high):
            return None
        while True:
            high = self._narrowed(low, high)
            if high not in self._inside:
                return None
            again = self.look(high, True)
            if again == "inside":
                return high
            self.unsure = high
            larger = [step for step in self._enough if step > high]
            if again != self.verdict or not larger:
                return None
            low, high = high, min(larger)

    def _narrowed(self, low: int, high: int) -> int:
        """Return the smallest step between two that does not fall short."""
        while high - low > 1:
            middle = (low + high) // 2
            if self._short(middle):
                low = middle
            else:
                high = middle
        return high

    def _short(self, step: int) -> bool:
        """Check whether a step is not enough."""
        found = self.look(step, False)
        if found == "inside":
            self._inside.add(step)
        elif found == "undecided" and not self.leans(step):
            self.unsure = step
        short = found == self.verdict or (found == "undecided" and self.leans(step))
        if not short:
            self._enough.add(step)
        return short


# -- what games that were played say of a change of points without playing it ----------------------


@dataclass(frozen=True)
class Recount:
    """Games recounted, as good for a side as a change of points could make them."""

    games: list[GameResult]
    closest: int
    """By how many points the closest of the games in question was lost; 0 a draw."""


def recount(games: Sequence[GameResult], helped: int, worth: int, taken: str = "") -> Recount | None:
    """Recount each game that a side did not win, had it been ``worth`` points better off.

    With ``taken`` only games in which that row was attained: a row of the other that it did not score takes it nothing.

    Players may play for points, so that games with a change go another way. That is why ``worth`` is not how much the
    change is, but all that its row can move a game: that a row of the side is scored in each game, and one of the
    enemy in none. What is left out is that who plays for one row comes to others by it, or loses them; where even
    the best count leaves the verdict as it was, that is not worth some hundred games to see.

    Returns:
        None where margins are not differences of points, so that they say nothing of who wins, or no game is in
        question.
    """
    found, gaps = [], []
    for game in games:
        gap = _behind(game, helped) if game.whole else None
        if game.whole and gap is None:
            return None
        if gap is None or game.winner == helped or (taken and not game.history.get(taken)):
            found.append(game)
            continue
        gaps.append(gap)
        found.append(replace(game, winner=helped if worth > gap else -1 if worth == gap else game.winner))
    return Recount(found, min(gaps)) if gaps else None


def _behind(game: GameResult, helped: int) -> int | None:
    """Return how many points a side was behind at the end; None where winner and margin do not follow from points."""
    score = game.turns[-1].score if game.turns else ()
    if len(score) < 2 or helped >= len(score):
        return None
    first, second, *_ = sorted(score, reverse=True)
    winner = score.index(first) if first > second else -1
    if (winner, first - second) != (game.winner, game.margin):
        return None
    return max(points for side, points in enumerate(score) if side != helped) - score[helped]
