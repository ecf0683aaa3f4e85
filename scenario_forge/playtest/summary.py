"""From the games of one setting to what they say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.playtest.by_turn import decisive_at, turns
from scenario_forge.playtest.figures import figure, margin, share, spread
from scenario_forge.playtest.ground import ground
from scenario_forge.playtest.health import health_of
from scenario_forge.playtest.report import Failure, Happened, Level, OptionUse, Spread, Summary, Use

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.playtest.facts import Facts
    from scenario_forge.playtest.result import GameResult

FAILURES = 20
"""Games that failed and are named."""


def summary(facts: Facts, games: Sequence[GameResult], *, with_ground: bool = True) -> Summary:
    """What the games say. Those that did not come to their end are counted and left out."""
    whole = [game for game in games if game.whole]
    failed = [game for game in games if not game.whole]
    sides = facts.sides
    decided = [at for game in whole if (at := decisive_at(game)) is not None]
    return Summary(
        name=facts.name,
        scenario=facts.scenario,
        content=facts.content,
        errata=facts.errata,
        options=list(facts.options),
        players=dict(zip(sides, facts.players, strict=True)),
        reference=sides[facts.reference] if sides else "",
        games=len(games),
        whole=len(whole),
        failures=[Failure(seed=game.seed, ended=game.ended, message=game.message) for game in failed[:FAILURES]],
        failed=dict(sorted(Counter(game.ended for game in failed).items())),
        health=health_of(sides, facts.players, whole),
        wins={side: share(sum(game.winner == n for game in whole), len(whole)) for n, side in enumerate(sides)},
        draws=share(sum(game.winner < 0 for game in whole), len(whole)),
        levels=_levels(whole, sides),
        margin=spread([margin(game, facts.reference) for game in whole]),
        player_turns=spread([len(game.turns) for game in whole]),
        decisions=spread([game.decisions for game in whole]),
        early=share(sum(game.decisive for game in whole), len(whole)),
        decisive_turn=spread([at + 1 for at in decided]),
        decided_first=share(sum(at == 0 for at in decided), len(decided)),
        ends=_measures(whole, sides, peak=False),
        peaks=_measures(whole, sides, peak=True),
        turns=turns(facts, whole),
        events=_uses([game.events for game in whole]),
        steps=_uses([game.steps for game in whole]),
        idle_steps=sorted({*facts.steps}.difference(*(game.steps for game in whole))) if whole else [],
        options_used=_options(facts, whole),
        history=_history(facts, whole),
        ground=ground(facts, whole) if with_ground else [],
    )


def _levels(games: Sequence[GameResult], sides: Sequence[str]) -> list[Level]:
    counts = Counter((game.winner, game.level) for game in games)
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [
        Level(side=sides[winner] if winner >= 0 else None, level=level, games=share(count, len(games)))
        for (winner, level), count in ordered
    ]


def _measures(games: Sequence[GameResult], sides: Sequence[str], *, peak: bool) -> dict[str, dict[str, Spread]]:
    names = games[0].measures if games else ()
    found: dict[str, dict[str, Spread]] = {}
    for number, name in enumerate(names):
        for side, key in enumerate(sides):
            series = [[turn.measures[number][side] for turn in game.turns] for game in games if game.turns]
            values = spread([max(values) if peak else values[-1] for values in series])
            if values is not None:
                found.setdefault(name, {})[key] = values
    return found


def _uses(counts: Sequence[Mapping[str, int]]) -> list[Use]:
    total: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for each in counts:
        total.update(each)
        met.update(each.keys())
    made = []
    for key, count in sorted(total.items(), key=lambda each: (-each[1], each[0])):
        name, _, clause = key.partition("|")
        games = figure(met[key] / len(counts))
        made.append(Use(name=name, clause=clause, games=games, mean=figure(count / len(counts))))
    return made


def _options(facts: Facts, games: Iterable[GameResult]) -> list[OptionUse]:
    cited = {key.partition("|")[2] for game in games for key in game.events}
    found = []
    for option in facts.options:
        title, clauses = facts.option_clauses.get(option, (option, frozenset()))
        found.append(OptionUse(id=option, title=title, cited=bool(cited & clauses) if clauses else None))
    return found


def _history(facts: Facts, games: Sequence[GameResult]) -> list[Happened]:
    found = []
    for happening in facts.history:
        name = str(happening["id"])
        told = [game.history[name] for game in games if name in game.history]
        found.append(
            Happened(
                id=name,
                text=str(happening["text"]),
                label=str(happening["label"]),
                games=share(sum(told), len(told)),
                dates=list(facts.dates.get(name, ())),
            )
        )
    return found
