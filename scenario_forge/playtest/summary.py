"""Summary of the games of one setting."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import Codes
from scenario_forge.playtest.by_turn import control_by_turn, decisive_at, turn_means
from scenario_forge.playtest.report import (
    Failure,
    Happened,
    Health,
    HealthFinding,
    Level,
    OptionUse,
    SideHealth,
    Spread,
    Summary,
    Use,
)
from scenario_forge.playtest.result import margin
from scenario_forge.playtest.statistics import round_figure, share, spread, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics.model import Code
    from scenario_forge.playtest.facts import Facts
    from scenario_forge.playtest.report import TargetFound
    from scenario_forge.playtest.result import GameResult


CODES = Codes(__file__)
PLT005 = CODES.warning(
    "PLT005",
    "players-starve",
    "lack of supply costs {starved} strength points a game, battles cost {fallen}",
)
PLT056 = CODES.warning("PLT056", "players-lose-to-hunger", "{side} ({player}): {share} % of its losses are starvation")
PLT057 = CODES.warning(
    "PLT057", "units-out-of-supply", "{side} ({player}): {share} % of its unit-turns end out of supply"
)
PLT058 = CODES.warning("PLT058", "attacks-hopeless", "{side} ({player}): {share} % of its attacks were hopeless")
PLT059 = CODES.info("PLT059", "units-never-moved", "{side} ({player}): {share} % of its units never moved")
PLT060 = CODES.warning(
    "PLT060",
    "loses-to-passive-player",
    "{side} ({player}) loses {lost} of {games} games to `{other}`, which never attacks",
)
PLT061 = CODES.warning(
    "PLT061",
    "loses-by-doing-nothing",
    "{side} loses {lost} of {games} games before their time if it does nothing (`{player}`)",
)


FAILURES = 20
"""Games that failed and are named."""


def summary(facts: Facts, games: Sequence[GameResult], *, with_ground: bool = True) -> Summary:
    """Return the summary of games. Those that did not come to their end are counted and left out."""
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
        turns=turn_means(facts, whole),
        events=_uses([game.events for game in whole]),
        steps=_uses([game.steps for game in whole]),
        idle_steps=sorted({*facts.steps}.difference(*(game.steps for game in whole))) if whole else [],
        options_used=_options(facts, whole),
        history=_history(facts, whole),
        ground=control_by_turn(facts, whole) if with_ground else [],
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
        games = round_figure(met[key] / len(counts))
        made.append(Use(name=name, clause=clause, games=games, mean=round_figure(count / len(counts))))
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


# -- how well players play, by what they lose and do, and so what verdicts on their games can say


DEPENDS = "none of them plans: better or other players may turn the result"
SILENT = "no loss of strength is recorded: nobody fought, or the rules do not say who loses what"
PASSIVE = ("idle", "hold")
"""Players that neither attack nor advance."""
MUCH_STARVED = 0.15
"""The share of a side's losses from which starvation is worth a word."""
MUCH_UNSUPPLIED = 0.25
MUCH_HOPELESS = 0.25
MUCH_UNMOVED = 0.75
LEAST_GAMES = 5
"""Games from which it is worth a word who wins them."""


def health_of(sides: Sequence[str], players: Sequence[str], games: Sequence[GameResult]) -> Health:
    """Return the health of the players of some games; those that did not come to their end are left out."""
    whole = [game for game in games if game.whole]
    found = {side: _side(whole, number, players[number]) for number, side in enumerate(sides)}
    starved, fallen = sum(each.starved for each in found.values()), sum(each.fallen for each in found.values())
    standing: Literal["with these players", "not known"] = "not known"
    reason, code = DEPENDS, ""
    if not whole:
        reason = "no game came to its end"
    elif starved > fallen:
        reason, code = PLT005.message.format(starved=f"{starved:.1f}", fallen=f"{fallen:.1f}"), PLT005.id
    elif not fallen and not any(each.attacks for each in found.values()):
        reason = SILENT
    else:
        standing = "with these players"
    return Health(standing=standing, reason=reason, code=code, findings=list(_findings(found, whole)), sides=found)


def _side(games: Sequence[GameResult], side: int, player: str) -> SideHealth:
    def total(kind: str) -> int:
        return sum(each[side] for game in games if side < len(each := game.health.get(kind, [])))

    def mean(kind: str) -> float:
        return round_figure(total(kind) / len(games)) if games else 0.0

    def part(kind: str, of: int) -> float | None:
        return round_figure(total(kind) / of) if of else None

    return SideHealth(
        player=player,
        starved=mean("starved"),
        fallen=mean("fallen"),
        starvation=part("starved", total("starved") + total("fallen")),
        attacks=mean("attacks"),
        hopeless=part("hopeless", total("attacks")),
        units=mean("units"),
        unmoved=part("unmoved", total("units")),
        unsupplied=part("hungry", total("turns")),
        won=round_figure(sum(game.winner == side for game in games) / len(games)) if games else None,
    )


def _findings(sides: Mapping[str, SideHealth], games: Sequence[GameResult]) -> Iterator[HealthFinding]:
    """Yield what to know of how each side was played: lack of supply, attacks, movement, results by side."""
    for number, (side, own) in enumerate(sides.items()):
        active = own.player not in PASSIVE
        shares = (
            (PLT056, own.starvation, MUCH_STARVED, True),
            (PLT057, own.unsupplied, MUCH_UNSUPPLIED, True),
            (PLT058, own.hopeless, MUCH_HOPELESS, own.attacks >= 1),
            (PLT059, own.unmoved, MUCH_UNMOVED, active),
        )
        for code, share_, most, counts in shares:
            if share_ is not None and share_ >= most and counts:
                yield _finding(code, side, player=own.player, share=f"{100 * share_:.0f}")
        others = {name: each.player for name, each in sides.items() if name != side}
        if len(games) < LEAST_GAMES:
            continue
        lost = [game for game in games if game.winner not in (number, -1)]
        if active and others and set(others.values()) <= {*PASSIVE}:
            if wilson(len(games) - len(lost), len(games))[1] < 0.5:
                counts_ = {"lost": len(lost), "games": len(games), "other": " and ".join(sorted(set(others.values())))}
                yield _finding(PLT060, side, player=own.player, **counts_)
        elif not active and 2 * sum(game.decisive for game in lost) >= len(games):
            early = sum(game.decisive for game in lost)
            yield _finding(PLT061, side, player=own.player, lost=early, games=len(games))


def _finding(code: Code, side: str, **values: object) -> HealthFinding:
    return HealthFinding(code=code.id, side=side, message=code.message.format(side=side, **values))


def without_verdict(target: TargetFound, health: Health) -> TargetFound:
    """Return the target, without a verdict where the players' health allows none."""
    return target.model_copy(update={"verdict": "withheld", "more": None}) if health.code else target


def health_without_verdict(*settings: Health) -> Health | None:
    """Return the first health that allows no verdict on what is compared; None if all do."""
    return next((health for health in settings if health.code), None)


def heading(health: Health, verdict: str = "") -> str:
    """Return the heading of a verdict: never that it is robust."""
    return "not known" if verdict == "undecided" else health.standing


def heads_and_rows(health: Health) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the table of the players' health, a row for each side; of supply where units need it."""
    rows = [
        (
            f"{side}: {each.player}",
            f"{each.starved:.1f}",
            f"{each.fallen:.1f}",
            _percent(each.starvation),
            f"{each.attacks:.1f}",
            _percent(each.hopeless),
            _percent(each.unmoved),
            _percent(each.unsupplied),
            _percent(each.won),
        )
        for side, each in health.sides.items()
    ]
    supplied = any(each.unsupplied is not None for each in health.sides.values())
    columns = [n for n, head in enumerate(HEADS) if supplied or head not in OF_SUPPLY]
    return [HEADS[n] for n in columns], [[row[n] for n in columns] for row in rows]


OF_SUPPLY = ("Starved", "Starvation", "Unsupplied")
HEADS = ("Player", "Starved", "Fallen", "Starvation", "Attacks", "Hopeless", "Never moved", "Unsupplied", "Won")
"""Strength points lost a game for want of supply and in battle, the share of the one in both; attacks a game, the share
of them in which no throw costs the defender more than the attacker; the shares of units that never moved, of unit-turns
that ended out of supply, and of games that the side won."""


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
