"""Impact of an erratum on play, as a value for JSON: pairs of games on the same seeds, without it and with it.

Each difference is what it is with the erratum less what it is without. Intervals hold 95 of 100. A margin is that of
the `reference` side: positive where it has won.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, TypeAlias

from scenario_forge.documents.base import Model
from scenario_forge.documents.kinds import JsonKind
from scenario_forge.playtest.report import Health, PairedFound, Share
from scenario_forge.playtest.result import apply_changes, owners_at_end
from scenario_forge.playtest.statistics import compare, paired, round_figure, rounded_difference, share
from scenario_forge.playtest.summary import health_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.playtest.facts import Facts
    from scenario_forge.playtest.result import GameResult, TurnResult


FORMAT = 1
"""Version of the layout."""
Pairs: TypeAlias = "Sequence[tuple[GameResult, GameResult]]"
"""Games of one seed, without and with."""
Outcome = Literal["same", "played", "without", "with", "neither"]


class Said(Model):
    """An erratum in words: its place, the printed text and the right one."""

    id: str
    """Its id."""
    status: str
    """Its status."""
    place: str
    """The place that it corrects, as on paper."""
    was: str
    """What was printed."""
    now: str
    """What is right."""


class PartedAt(Model):
    """A player turn after which the games of some pairs differ."""

    turn: int
    """Game turn, from 0."""
    side: str | None
    """Whose player turn."""
    label: str
    """The game turn as printed."""
    pairs: int
    """How many part there."""


class Difference(Model):
    """Difference of a figure at the end of the games."""

    what: str
    """`score`, or a measure of the game: `strength`, `lost` …"""
    side: str
    """Whose."""
    found: PairedFound
    """With the erratum less without."""


class Ground(Model):
    """A hex with another controller at the end."""

    pairs: int
    """In how many pairs."""
    net: dict[str, int]
    """By side: in how many more games it controls the hex with the erratum than without; less than 0: in fewer."""


class Objective(Model):
    """A place named by a victory condition, with another holder at the end."""

    name: str
    """The place."""
    pairs: int
    """In how many pairs."""
    net: dict[str, int]
    """By side, as of a hex."""


class Played(Model):
    """Results of pairs of games of a scenario."""

    players: dict[str, str]
    """Who played, by side."""
    reference: str
    """The side from which margins are seen."""
    pairs: int
    """Seeds of which both games came to their end; all that follows is of these."""
    failed: int
    """Games that did not."""
    health: Health
    """How well the players played, of the games of both kinds."""
    margin: PairedFound
    """Difference of margins."""
    wins: PairedFound
    """Difference of wins of the reference side, a draw counting half."""
    won: list[dict[str, Share]]
    """Wins by side, without the erratum and with it."""
    alike: Share
    """Pairs that are the same to the end: every counter, every point, all that happened."""
    counted: int
    """Pairs alike on the map after every player turn, in which something else was counted or happened."""
    start: list[str]
    """Hexes that differ before the first player turn."""
    parted: list[PartedAt]
    """When the others part, in order of time."""
    where: dict[str, int]
    """By hex: in how many pairs it is among those that differ when the games first part; most often first."""
    off_map: int
    """Pairs that part off the map too."""
    ends: list[Difference]
    """Figures at the end."""
    ground: dict[str, Ground]
    """By hex that somebody else controls at the end, most often first."""
    objectives: list[Objective]
    """Those held by somebody else in any pair."""


class ScenarioImpact(Model):
    """Impact of the erratum on one scenario."""

    scenario: str
    """Its id."""
    title: str
    """Its title."""
    hashes: list[str | None]
    """Of all that play depends on, without and with it; null where it cannot be played."""
    outcome: Outcome
    """same: nothing that play depends on differs; without, with, neither: so it cannot be played."""
    reasons: list[str]
    """Why not."""
    played: Played | None = None
    """What came of the pairs; null where none were played."""


class Impact(Model):
    """Impact of one erratum, or of several together."""

    format: int
    """Version of this layout."""
    game: str
    """The game."""
    title: str
    """Its title."""
    base: str
    """The set of errata around which is compared."""
    version: str
    """The version of the errata; empty where the lists name none."""
    errata: list[Said]
    """Those that are taken out and put in."""
    left: list[str]
    """Those that were named and do not apply, with the reason."""
    games: int
    """Pairs of each scenario, at most."""
    seed: int
    """Seed of the first pair of games; each later pair adds one."""
    versions: dict[str, str]
    """Of the packages that played; empty where nothing was."""
    scenarios: list[ScenarioImpact]
    """In order of the game."""


IMPACT = JsonKind(
    "impact-report", "forge errata impact --format json", Impact, frozenset({"errata", "left", "scenarios"})
)


def played_of(
    facts: Facts, hexes: Sequence[str], without: Sequence[GameResult], with_it: Sequence[GameResult]
) -> Played:
    """Return the results of games in pairs. ``hexes`` are the names of hexes by number."""
    others = {game.seed: game for game in with_it if game.whole}
    pairs = [(game, others[game.seed]) for game in without if game.whole and game.seed in others]
    divergences = [divergence(one, two, facts.hexes) for one, two in pairs]
    compared = compare("with", without, with_it, facts.reference)
    alike = sum(each.alike for each in divergences)
    where = Counter(hex_ for each in divergences for hex_ in each.hexes)
    off_map = where.pop(facts.hexes, 0)
    start = {hex_ for each in divergences for hex_ in each.start if hex_ < facts.hexes}
    return Played(
        players=dict(zip(facts.sides, facts.players, strict=True)),
        reference=facts.sides[facts.reference],
        pairs=len(pairs),
        failed=sum(not game.whole for game in (*without, *with_it)),
        health=health_of(facts.sides, facts.players, [game for pair in pairs for game in pair]),
        margin=compared.margin,
        wins=compared.wins,
        won=[_won(facts, [pair[number] for pair in pairs]) for number in (0, 1)],
        alike=share(alike, len(pairs)),
        counted=sum(each.moment is None and not each.alike for each in divergences),
        start=[hexes[hex_] for hex_ in sorted(start)],
        parted=_parted(facts, divergences),
        where={hexes[hex_]: count for hex_, count in sorted(where.items(), key=lambda each: (-each[1], each[0]))},
        off_map=off_map,
        ends=list(_ends(facts, pairs)),
        ground=_ground(facts, hexes, pairs),
        objectives=list(_objectives(facts, pairs)),
    )


def _won(facts: Facts, games: Sequence[GameResult]) -> dict[str, Share]:
    return {
        side: share(sum(game.winner == number for game in games), len(games)) for number, side in enumerate(facts.sides)
    }


def _parted(facts: Facts, divergences: Iterable[Divergence]) -> list[PartedAt]:
    counts = Counter(each.moment for each in divergences if each.moment is not None)
    return [
        PartedAt(
            turn=turn,
            side=facts.sides[side] if side >= 0 else None,
            label=facts.labels[turn] if 0 <= turn < len(facts.labels) else str(turn + 1),
            pairs=count,
        )
        for (turn, side), count in sorted(counts.items())
    ]


def _ends(facts: Facts, pairs: Pairs) -> Iterable[Difference]:
    """Points and measures in the state in which each game ended."""
    there = [(one, two) for one, two in pairs if one.turns and two.turns]
    if not there:
        return
    for owner, side in enumerate(facts.sides):
        if all(owner < len(game.turns[-1].score) for pair in there for game in pair):
            figures = [[float(pair[game].turns[-1].score[owner]) for pair in there] for game in (0, 1)]
            yield Difference(what="score", side=side, found=rounded_difference(paired(*figures)))
    for number, name in enumerate(there[0][0].measures):
        for owner, side in enumerate(facts.sides):
            figures = [[float(pair[game].turns[-1].measures[number][owner]) for pair in there] for game in (0, 1)]
            yield Difference(what=name, side=side, found=rounded_difference(paired(*figures)))


def _ground(facts: Facts, hexes: Sequence[str], pairs: Pairs) -> dict[str, Ground]:
    counts: Counter[int] = Counter()
    net: Counter[tuple[int, int]] = Counter()
    for pair in pairs:
        ends = [owners_at_end(game, facts.hexes) for game in pair]
        for hex_, (one, two) in enumerate(zip(*ends, strict=True)):
            if one != two:
                counts[hex_] += 1
                net[hex_, one] -= 1
                net[hex_, two] += 1
    return {
        hexes[hex_]: Ground(pairs=count, net=_net(facts, net, hex_))
        for hex_, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    }


def _net(facts: Facts, net: Counter[tuple[int, int]], place: int) -> dict[str, int]:
    return {side: net[place, number + 1] for number, side in enumerate(facts.sides)}


def _objectives(facts: Facts, pairs: Pairs) -> Iterable[Objective]:
    names = pairs[0][0].places if pairs else ()
    for number, name in enumerate(names):
        ends = [
            tuple(game.turns[-1].held[number] for game in pair)
            for pair in pairs
            if all(game.turns and len(game.turns[-1].held) > number for game in pair)
        ]
        net: Counter[tuple[int, int]] = Counter()
        for one, two in ends:
            net[0, one] -= 1
            net[0, two] += 1
        differ = sum(one != two for one, two in ends)
        if differ:
            yield Objective(name=name, pairs=differ, net=_net(facts, net, 0))


def mean_ground(played: Played) -> float:
    """Return the mean number of hexes in which a pair differs at its end."""
    return round_figure(sum(each.pairs for each in played.ground.values()) / played.pairs) if played.pairs else 0.0


# -- where and when two games of one seed diverge --------------------------------------------------


# A hex that differs from the start, because the settings do, makes games diverge when it changes in one of them and
# stays as it was in the other. That it belongs to whoever stands there from the first is no news.

Moment = tuple[int, int]


@dataclass(frozen=True)
class Divergence:
    """Two games of one seed, as far as they went alike. Hexes are numbers; one beyond the last is off the map."""

    seed: int
    start: frozenset[int]
    """Hexes that differ before the first player turn: what lies in them, or whose they are."""
    moment: Moment | None = None
    """Game turn and side of the first player turn after which they are not alike; None: alike to the end."""
    hexes: frozenset[int] = frozenset()
    """Where the games diverged, after that player turn; empty where only the end of the game differs."""
    alike: bool = True
    """Whether all went the same way to the end: also what was counted, and each thing that happened."""


class _Grid:
    """A value by hex in both games, over time."""

    def __init__(self, hexes: int, first: str, second: str) -> None:
        self.now = [[0] * hexes, [0] * hexes]
        self.take(first, second)
        self.began = [list(values) for values in self.now]
        self.apart = frozenset(hex_ for hex_, (one, two) in enumerate(zip(*self.now, strict=True)) if one != two)

    def take(self, *texts: str) -> None:
        for values, text in zip(self.now, texts, strict=True):
            apply_changes(text, values)

    def parted(self) -> set[int]:
        """Hexes that are not alike, beyond what differed from the first."""
        found = set()
        for hex_, (one, two) in enumerate(zip(*self.now, strict=True)):
            if hex_ in self.apart:
                moved = [self.now[game][hex_] != self.began[game][hex_] for game in (0, 1)]
                if moved[0] != moved[1]:
                    found.add(hex_)
            elif one != two:
                found.add(hex_)
        return found


def divergence(first: GameResult, second: GameResult, hexes: int) -> Divergence:
    """Return where two whole, traced games of one seed diverge; ``hexes`` is how many the map has."""
    lies = _Grid(hexes + 1, first.start, second.start)
    owned = _Grid(hexes, first.owned, second.owned)
    start = lies.apart | owned.apart
    for one, two in zip_longest(first.turns, second.turns):
        either = one or two
        assert either is not None  # noqa: S101 - the longer of both has it
        if one is None or two is None or _moment(one) != _moment(two):
            return Divergence(first.seed, start, _moment(either), frozenset(), alike=False)
        lies.take(one.lies, two.lies)
        owned.take(one.control, two.control)
        found = lies.parted() | (owned.parted() - lies.apart)
        if found:
            return Divergence(first.seed, start, _moment(one), frozenset(found), alike=False)
    return Divergence(first.seed, start, alike=_told(first) == _told(second))


def _moment(turn: TurnResult) -> Moment:
    return turn.turn, turn.side


def _told(game: GameResult) -> tuple[object, ...]:
    """What is not seen on the map."""
    last = game.turns[-1] if game.turns else None
    return game.winner, game.margin, game.level, game.events, last and (last.score, last.held)
