"""A new scenario whose set-up is that of the most typical of many games played up to its date."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.api.drafts.from_play import Guesses, from_events
from scenario_forge.api.play import GameUnderWay, NotPlayable, PlayOrder, prepare
from scenario_forge.api.trials.playtest import TrialSettings
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import NotMade, dates_of
from scenario_forge.drafts.theatre import theatre
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.locate import check_command, command, game_argument
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.scenarios import reserve, scenarios
from scenario_forge.hexes import distance
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.play import play_of
from scenario_forge.simulator.players import NoSuchPlayer, make_player
from scenario_forge.simulator.runner import DeadGame, Job, Runner, cores, pool_of
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.api.play import PlayedGame, Prepared
    from scenario_forge.drafts.dates import Dates, ScenarioRequest
    from scenario_forge.drafts.scenario import NewScenario
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.hexes import Grid
    from scenario_forge.simulator.play import Play
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Event


GAMES = 20
"""Games where nothing is said."""


@dataclass(frozen=True)
class PlayoutsOrder(TrialSettings):
    """Settings for playing the games."""

    games: int = GAMES


@dataclass(frozen=True)
class FromPlayouts:
    """The drafted scenario, and the game that it was taken from."""

    made: NewScenario
    record: Record
    scenario: str
    """What was played."""
    games: int
    counted: int
    """Games that came to the date."""
    typical: Typical


def from_playouts(game: Game, wanted: ScenarioRequest, order: PlayoutsOrder | None = None) -> FromPlayouts:
    """Play games from the printed start before to the date, and draft the scenario from the most typical of them.

    It is the most typical of those in which most places are held as the evidence has them. The same order gives the
    same bytes, for any number of jobs.

    Raises:
        NotMade: the dates make none, no scenario lasts from the start before to the date, no game came there, or
            a side has no such player.
        KeyboardInterrupt: the person interrupts.
    """
    order = order or PlayoutsOrder()
    if order.games < 1:
        raise NotMade(f"--from playouts takes 1 game or more, not {order.games}")
    dates = dates_of(game, wanted)
    scenario = scenario_before(game, dates)
    prepared = _prepared(game, scenario)
    names = _players(prepared, order)
    turn = dates.first_turn - plan(game, scenario, prepared.compiled.options).first_turn
    moment = (turn, prepared.sides.index(dates.first))
    upto = UpTo(prepared.compiled.to_json(), names, moment, order.limit)
    seeds = range(order.seed, order.seed + order.games)
    reached = play_all(upto, seeds, order.jobs, order.seen)
    there = [each for each in reached if not each.ended]
    if not there:
        date = dates.track.moment_words(dates.first_turn, dates.first)
        raise NotMade(f"none of {order.games} games of {scenario} came to {date}: {_ends(reached)}")
    measure = _measure(game, prepared)
    typical = most_typical(measure, there, as_held(game, dates, prepared, there))
    played = _again(prepared, names, typical.game.seed, moment, order.limit)
    text = _how(scenario, prepared.sides, names, order, reached, typical)
    notes = _notes(prepared, measure, typical.game, there, reserve(game))
    guesses = Guesses(notes, _kinds(prepared, measure, typical.game, there))
    made = from_events(game, wanted, prepared, played.match.playout.events, text, guesses)
    return FromPlayouts(made, played.record, scenario, order.games, len(there), typical)


def scenario_before(game: Game, dates: Dates) -> str:
    """Return the scenario that begins at the printed start before and lasts to the date; of several the shortest.

    Raises:
        NotMade: there is none, or the date is a printed start, to which nothing is played.
    """
    track, before = dates.track, dates.before
    if dates.early:
        raise NotMade(f"no printed start comes before {track.label(dates.first_turn)}, so no games lead up to it")
    if dates.printed:
        raise NotMade(f"{before.date.label} is a printed start: no games lead up to it", f"--from {before.date.id}")
    found = []
    for each in scenarios(game).scenarios.values():
        if each.start is None or each.start.date.id != before.date.id or each.first != before.side:
            continue
        if each.document.set_up or each.stop is None or each.stop.turn is None:
            continue
        closes = track.player_turn(each.stop.turn, each.last)
        if closes >= dates.opens:
            found.append((closes, each.id))
    if not found:
        raise NotMade(
            f"no scenario begins at {before.date.label} and lasts to {track.label(dates.first_turn)}",
            f"`{_leading_up(game, dates)}` writes one",
        )
    return min(found)[1]


def _leading_up(game: Game, dates: Dates) -> str:
    """Return the command that writes a scenario from the printed start before to the date."""
    start, stop = dates.before.date.id, dates.track.calendar.text(dates.first_turn)
    name = f"{start}-{stop}".replace("/", "-").replace("+", "")
    return command("new", "scenario", game_argument(game.folder), start=start, stop=stop, name=name, errata=game.errata)


def _prepared(game: Game, scenario: str) -> Prepared:
    try:
        return prepare(game, scenario)
    except (CompileError, NotPlayable) as error:
        raise NotMade(f"{scenario} cannot be played: {error}", f"`{check_command(game)}` says why") from error


def _players(prepared: Prepared, order: PlayoutsOrder) -> tuple[str, ...]:
    try:
        return order.players_at(prepared)
    except NoSuchPlayer as unknown:
        raise NotMade(str(unknown), unknown.hint) from unknown


def _measure(game: Game, prepared: Prepared) -> Measure:
    grid = hex_map(on_boards(game, prepared.compiled.names["scenario"][0]))
    assert grid is not None  # noqa: S101 - it was compiled
    boxes = [grid.adjoining[box.id] for box in grid.document.boxes]
    return Measure(grid.grid, boxes, prepared.compiled.units.strength.tolist())


def _again(
    prepared: Prepared, names: tuple[str, ...], seed: int, moment: tuple[int, int], limit: float | None
) -> PlayedGame:
    """Play one of the games once more, with all that a record needs."""
    players = dict(zip(prepared.sides, names, strict=True))
    order = PlayOrder(seed, players, limit, seen=lambda match: match.play.moment(match.playout.state) != moment)
    return GameUnderWay(prepared, order).play()


def _notes(
    prepared: Prepared, measure: Measure, game: ReachedState, games: Sequence[ReachedState], said: str
) -> dict[UnitKey, str]:
    """Return for each unit: in how many games it was there, and where else."""
    units, sides = prepared.compiled.units, prepared.sides
    boxes = {-2 - number: name for number, name in enumerate(prepared.compiled.keys["boxes"])}
    return {
        (sides[side], no): spread(measure, number, game, games, boxes, said)
        for number, (side, no) in enumerate(zip(units.side, units.no, strict=True))
    }


def _kinds(
    prepared: Prepared, measure: Measure, game: ReachedState, games: Sequence[ReachedState]
) -> dict[UnitKey, str]:
    """Return the kind of guess that each unit's place is: by the share of the games that have it there."""
    units, sides, found = prepared.compiled.units, prepared.sides, {}
    for number, (side, no) in enumerate(zip(units.side, units.no, strict=True)):
        state, place, _strength = game.units[number]
        same = [
            other == state and (state != IN_PLAY or measure.places(place, there) <= CLOSE)
            for other, there, _strength in (each.units[number] for each in games)
        ]
        found[sides[side], no] = next(kind for least, kind in SHARES if sum(same) >= least * len(same))
    return found


def _how(
    scenario: str,
    sides: Sequence[str],
    names: Sequence[str],
    order: PlayoutsOrder,
    reached: Sequence[ReachedState],
    typical: Typical,
) -> str:
    """Describe players, seeds, number, the game taken, and how untypical it is."""
    who = ", ".join(f"{side} {name}" for side, name in zip(sides, names, strict=True))
    last = order.seed + order.games - 1
    seeds = f"seed {order.seed}" if order.games == 1 else f"seeds {order.seed} to {last}"
    count = "one game" if order.games == 1 else f"the most typical of {order.games} games"
    text = f"{count} of {scenario} ({who}, {seeds}): that of seed {typical.game.seed}"
    there = sum(not each.ended for each in reached)
    if there > 1:
        text += f", {typical.others:.1f} hexes a unit from the others, which lie {typical.all:.1f} from each other"
    return text + (f". Not counted: {_ends(reached)}" if there < len(reached) else "")


def _ends(reached: Sequence[ReachedState]) -> str:
    """Describe the games that did not come to the date, by how they ended."""
    words = {
        "over": "over before that date",
        "player": "with a player that failed",
        "fault": "with a fault of the rules",
        "died": "with a worker that died",
    }
    counts = Counter(words.get(each.ended, each.ended) for each in reached if each.ended)
    said = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    messages = sorted({each.message for each in reached if each.ended not in ("", "over") and each.message})
    return f"{said} ({messages[0]})" if messages else said


# -- how far apart two games lie at a date, and which of many is the most typical ------------------


FAR = 10
"""Hexes from which on further is no worse; what a unit counts that is in play in one game and not in another, and a
place that another side holds."""
CLOSE = 2
"""Hexes within which a unit is told to be in the same place."""
SHARES = ((2 / 3, "in most games"), (1 / 3, "in some games"), (0, "in few games"))
"""Kinds of guess, by the least share of the games that have a unit within so many hexes."""
_SAID = {"eliminated": "eliminated", "absent": "not there"}


@dataclass(frozen=True)
class Measure:
    """Measure of distances in hexes between games of one scenario."""

    grid: Grid
    boxes: Sequence[frozenset[int]]
    """By off-map box: the hexes it adjoins."""
    full: Sequence[int]
    """By unit: its printed strength."""

    def places(self, one: int, two: int) -> int:
        """Return the hexes between two places, at most FAR; a box lies one beyond the hexes it adjoins."""
        if one == two:
            return 0
        if one < 0 and two < 0:
            return FAR
        if one < 0 or two < 0:
            hex_, box = max(one, two), -2 - min(one, two)
            return min([FAR, *(1 + distance(self.grid, hex_, each) for each in self.boxes[box])])
        return min(FAR, distance(self.grid, one, two))

    def unit(self, number: int, one: ReachedState, two: ReachedState) -> float:
        """Return the distance of a unit in two games: hexes, and its strength change as a part of FAR; at most FAR."""
        (state, place, strength), (other, there, then) = one.units[number], two.units[number]
        if state != other:
            return FAR
        if state != IN_PLAY:
            return 0
        lost = FAR * abs(strength - then) / self.full[number] if self.full[number] else 0
        return min(FAR, self.places(place, there) + lost)

    def games(self, one: ReachedState, two: ReachedState) -> float:
        """Return the distance of two games: summed over all units, and FAR for each place of victory in other hands."""
        units = sum(self.unit(number, one, two) for number in range(len(one.units)))
        return units + FAR * sum(a != b for a, b in zip(one.held, two.held, strict=True))


@dataclass(frozen=True)
class Typical:
    """The game with the smallest summed distance to all others; the first of several."""

    game: ReachedState
    others: float
    """Its mean distance to another game, in hexes for each unit that is in play in any of them."""
    all: float
    """The mean distance of two games, likewise."""


def as_held(game: Game, dates: Dates, prepared: Prepared, games: Sequence[ReachedState]) -> list[int]:
    """Return the numbers of the games in which most places are held as the evidence has them on the date."""
    grid, state = hex_map(game), theatre(game, dates)
    names = list(prepared.play.holders(prepared.play.begin()))
    hexes = [grid.places[name][1] if grid is not None and name in grid.places else None for name in names]
    told = [
        prepared.sides.index(side) + 1 if hex_ is not None and (side := state.holder(hex_)) else 0 for hex_ in hexes
    ]
    right = [sum(held == side != 0 for held, side in zip(each.held, told, strict=True)) for each in games]
    return [number for number, count in enumerate(right) if count == max(right)]


def most_typical(measure: Measure, games: Sequence[ReachedState], among: Sequence[int] = ()) -> Typical:
    """Return the medoid. ``games`` are those that came to the date, one at least; ``among``: numbers it is one of."""
    table = [[0.0] * len(games) for _ in games]
    for n, one in enumerate(games):
        for m in range(n):
            table[n][m] = table[m][n] = measure.games(one, games[m])
    sums = [sum(row) for row in table]
    best = min(among or range(len(games)), key=lambda n: (sums[n], n))
    in_play = {n for each in games for n, (state, _place, _strength) in enumerate(each.units) if state == IN_PLAY}
    units, pairs = max(1, len(in_play)), max(1, len(games) - 1)
    return Typical(games[best], sums[best] / pairs / units, sum(sums) / len(games) / pairs / units)


def spread(
    measure: Measure,
    number: int,
    game: ReachedState,
    games: Sequence[ReachedState],
    boxes: Mapping[int, str],
    reserve: str,
) -> str:
    """Describe where a unit was in the other games; empty where it was in no game elsewhere.

    ``boxes``: names by place; ``reserve``: what people say of a unit that is off the map and may come back.
    """
    words = {**_SAID, "reserve": reserve}
    state, place, _strength = game.units[number]
    count, here = len(games), 0
    else_: Counter[str] = Counter()
    for each in games:
        other, there, _ = each.units[number]
        same = other == state and (state != IN_PLAY or measure.places(place, there) <= CLOSE)
        here += same
        if not same and other == IN_PLAY:
            name = boxes.get(there)
            else_[f"in {name}" if name else "further off" if state == IN_PLAY else "on the map"] += 1
        elif not same:
            else_[words.get(other, other)] += 1
    if state == IN_PLAY:
        what = f"in {boxes[place]}" if place in boxes else f"within {CLOSE} hexes"
    else:
        what = words.get(state, state)
    if not else_:
        return f"{what} in all {count}" if state == IN_PLAY else ""
    ranked = sorted(else_.items(), key=lambda each: (-each[1], each[0]))
    rest = ", ".join(f"{times} {said}" for said, times in ranked)
    return f"{what} in {here} of {count}; else {rest}"


# -- games played up to the date, on several cores -------------------------------------------------


IN_PLAY = "at"
"""Of a unit on the map or in a box; else it is in one of the states of :meth:`Play.gone`."""


@dataclass(frozen=True, slots=True)
class UpTo:
    """Games of a scenario up to a moment, as a value that another process plays."""

    compiled: str
    """The scenario, as JSON."""
    players: tuple[str, ...]
    """By side."""
    moment: tuple[int, int]
    """Game turn, 0 for the scenario's first, and side."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""


@dataclass(frozen=True, slots=True)
class ReachedState:
    """The state a game had come to. ``units`` are, by number: state, place (−2 − n: the n-th box), strength."""

    seed: int
    ended: str = ""
    """Empty where it came to the moment; else how it ended before: over, player, fault, died."""
    message: str = ""
    units: tuple[tuple[str, int, int], ...] = ()
    held: tuple[int, ...] = ()
    """By place that victory speaks of: the side that holds it + 1."""


def play_all(
    order: UpTo, seeds: Sequence[int], jobs: int | None, seen: Callable[[int, int], None]
) -> list[ReachedState]:
    """Play all games, by seed; the same for any number of jobs.

    Args:
        order: what is played.
        seeds: of the games.
        jobs: processes; None: one for each core.
        seen: called as games are done: how many, of how many.

    Raises:
        LookupError: the rule system is not installed.
        KeyboardInterrupt: the person interrupts.
    """
    games = [Job(order, number, seed) for number, seed in enumerate(seeds)]
    with pool_of(min(jobs or cores(), len(games))) as pool:
        results = Runner(pool, play_up_to, seen).results(games, in_order=True)
        return [
            ReachedState(job.seed, "died", result.message) if isinstance(result, DeadGame) else result
            for job, result in results
        ]


def play_up_to(job: Job[UpTo]) -> ReachedState:
    """Play one game, as far as the moment."""
    order, _number, seed = job
    _compiled, play = play_of(order.compiled)
    there: list[ReachedState] = []

    def look(state: State, event: Event | None = None) -> None:
        del event
        if not there and play.moment(state) == order.moment:
            there.append(_reached(play, state, seed))

    match = Match(play, Keyed(seed), look)
    look(match.playout.state)
    try:
        players = [make_player(name, play, side, seed) for side, name in enumerate(order.players)]
    except Exception as error:
        return ReachedState(seed, "player", f"{type(error).__name__}: {error}")
    ending = drive(match, players, limit=order.limit, seen=lambda _match: not there)
    return there[0] if there else ReachedState(seed, ending.ended, ending.message)


def _reached(play: Play[Any], state: State, seed: int) -> ReachedState:
    in_play = {piece.number: piece for piece in play.pieces(state) if piece.kind == "units"}
    gone = play.out_of_play(state)
    numbers = range(max([*in_play, *gone], default=-1) + 1)
    units = tuple(
        (IN_PLAY, in_play[n].place, in_play[n].strength) if n in in_play else (gone.get(n, "absent"), -1, 0)
        for n in numbers
    )
    return ReachedState(seed, units=units, held=tuple(play.holders(state).values()))
