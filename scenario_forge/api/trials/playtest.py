"""Playtests: a scenario played many times, and the report on it."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from scenario_forge.api.calls import load_game
from scenario_forge.api.play import Prepared, prepare, scenario_of, with_players
from scenario_forge.api.trials.kept import keep_verdict
from scenario_forge.compiler.compile import history
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.documents.victory import PlaytestDocument, Target
from scenario_forge.game.evidence.results import played_results
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.facts import Facts
from scenario_forge.playtest.people import people_results
from scenario_forge.playtest.report import FORMAT, Report, Summary
from scenario_forge.playtest.result import RunLock, Store, code_hash
from scenario_forge.playtest.run import Run, Sample, stop_when_decided
from scenario_forge.playtest.statistics import BandTest, band_of, compare, target_verdict, win_of
from scenario_forge.playtest.summary import summary, without_verdict
from scenario_forge.printing.brief import Brief
from scenario_forge.reports.playtest_pictures import Sketch
from scenario_forge.simulator.players import check_names, players_by_side
from scenario_forge.simulator.runner import pool_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.result import GameResult


GAMES = 200
"""Games of each setting, where nothing is said."""


class CannotCompareError(ValueError):
    """Error: two settings have no common ground."""


@dataclass(frozen=True)
class Variant:
    """The differences from the setting asked for; None: no difference in that."""

    name: str
    errata: str | None = None
    options: tuple[str, ...] | None = None
    scenario: str | None = None


@dataclass(frozen=True, kw_only=True)
class TrialSettings:
    """Settings for playing many games, whatever they are played for."""

    players: Mapping[str, str] = field(default_factory=dict)
    """By side; where nothing is said those of the target, else `competent`, else `random`."""
    seed: int = 1
    """Seed of the first game; each later game adds one, in each setting alike."""
    jobs: int | None = None
    """Processes; None: as many as there are cores."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""
    seen: Callable[[int, int], None] = lambda _done, _total: None
    """Called as games are done: how many, of how many at most."""

    def players_at(self, prepared: Prepared, target: Target | None = None) -> tuple[str, ...]:
        """Return who plays, in the order of the sides.

        Raises:
            NoSuchPlayer: there is none of that name.
        """
        return players_by_side(prepared.play, prepared.sides, self.players, target.players if target else {})


@dataclass(frozen=True)
class PlaytestOrder(TrialSettings):
    """Settings for a playtest of a scenario."""

    scenario: str | None = None
    """None: the game's only one."""
    games: int | None = None
    """Of each setting; None: 200, or what the target allows at most."""
    errata: str = "official"
    options: tuple[str, ...] | None = None
    """Optional rules instead of the scenario's."""
    output: Path | None = None
    """Folder in which games are kept as they are done, so that a run can go on."""
    until: bool = False
    """Stop as soon as it is known whether the scenario is in its target band."""
    against: tuple[Variant, ...] = ()
    """Settings to compare with, on the same seeds."""
    matrix: tuple[str, ...] = ()
    """Players of which each plays each side against each."""
    cluster: str | None = None
    """Address of a dask scheduler."""
    enough: Callable[[], bool] | None = None
    """Asked about each game in order; True ends the run, with the report of the games up to that one."""
    traced: bool = False
    """Keep too what lies where after each player turn, so that games can be compared hex by hex."""


@dataclass(frozen=True)
class PlaytestResult:
    """The report of a playtest, and the games that it rests on."""

    report: Report
    games: Sequence[Sequence[GameResult]]
    """By setting: the base and those it is compared with, or the cells of the matrix."""
    sketch: Sketch | None
    """The map, to draw on."""
    deaths: int = 0
    """Workers that died."""
    lost: int = 0
    """Kept games that were cut or edited, and were played again."""
    records: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Records of games that failed in this run, by setting and number."""

    @property
    def failed(self) -> int:
        """The number of games that did not come to their end."""
        return sum(not game.whole for games in self.games for game in games)


@dataclass(frozen=True)
class _Setting:
    """A setting, ready to be played."""

    game: Game
    prepared: Prepared
    sample: Sample
    facts: Facts


def playtest(name: str | Path, order: PlaytestOrder | None = None, game: Game | None = None) -> PlaytestResult:
    """Play a scenario many times. ``game`` is the game of that name, if it is loaded already.

    >>> order = PlaytestOrder("beda-fomm", games=2, players={"allied": "idle", "axis": "idle"}, jobs=1, errata="all")
    >>> playtest("desert-rats", order).report.base.whole
    2

    Raises:
        LookupError: there is no such scenario, player, or target to stop at; the words say which there are.
        CompileError: the game has errors that leave the scenario without a meaning.
        NotPlayable: its rules cannot be played.
        CannotCompareError: settings have not the same sides.
        OtherRunError: the folder holds the games of another setting.
        Busy: another run is at work in the folder.
        NoClusterError: the cluster cannot be used.
        OtherVersionError: a worker has other packages.
        KeyboardInterrupt: the person interrupts; what was done is in the folder.
    """
    order = order or PlaytestOrder()
    if (order.games or 1) < 1:
        raise ValueError("there must be a game at least")
    game = game or load_game(name, order.errata)
    scenario = scenario_of(game, order.scenario)
    target = target_of(game, scenario)
    if order.until and target is None:
        raise LookupError(f"playtest.yaml has no target for `{scenario}`; --until needs one to stop at")
    with ExitStack() as stack:
        settings = _settings(name, game, replace(order, scenario=scenario), target)
        store = _store(stack, order, settings) if order.output else None
        pool = stack.enter_context(pool_of(order.jobs, order.cluster))
        run = Run([each.sample for each in settings], _games(order, target), order.seed, pool, store, order.seen)
        if order.until and target:
            run.stop = stop_when_decided(
                BandTest(band_of(target)), win_of(target, settings[0].facts.sides.index(target.side))
            )
        elif order.enough:
            enough = order.enough
            run.stop = lambda _game: enough()
        games = run.play()
    report = _report(order, settings, games, target)
    keep_verdict(report)
    linked = settings[0]
    sketch = sketch_of(linked.game, linked.prepared.compiled)
    return PlaytestResult(report, games, sketch, run.deaths, store.lost if store else 0, run.records)


def _games(order: PlaytestOrder, target: Target | None) -> int:
    return order.games or (target.games if order.until and target else GAMES)


def _store(stack: ExitStack, order: PlaytestOrder, settings: Sequence[_Setting]) -> Store:
    """Open the folder, locked: a run that is refused changes nothing in it."""
    assert order.output is not None  # noqa: S101 - asked before
    order.output.mkdir(parents=True, exist_ok=True)
    stack.enter_context(RunLock(order.output))
    about = [_plain(each) for each in settings]
    return Store(order.output, {"seed": order.seed, "settings": about})


def _plain(setting: _Setting) -> dict[str, Any]:
    """Return all that the games of a setting depend on."""
    sample = setting.sample
    return {
        "name": setting.facts.name,
        **json.loads(sample.setting),
        "players": dict(zip(setting.prepared.sides, sample.players, strict=True)),
        "history": sha256(sample.history.encode()).hexdigest()[:16],
        "limit": sample.limit,
        "code": sample.code,
        **({"traced": True} if sample.traced else {}),
    }


# -- settings --------------------------------------------------------------------------------------


def _settings(name: str | Path, game: Game, order: PlaytestOrder, target: Target | None) -> list[_Setting]:
    """Return the base and what it is compared with; or each pair of players."""
    games = {order.errata: game}
    base = Variant("base")
    if order.matrix:
        first = prepare(game, order.scenario or "", order.options)
        pairs = [(one, other) for one in order.matrix for other in order.matrix]
        named = [tuple(pair[:2]) + (pair[1],) * (len(first.sides) - 2) for pair in pairs]
        return [
            _setting(number, replace(base, name=" : ".join(players)), game, first, order, players)
            for number, players in enumerate(check_names(first.play, names) for names in named)
        ]
    found: list[_Setting] = []
    for number, variant in enumerate((base, *order.against)):
        errata = variant.errata or order.errata
        if errata not in games:
            games[errata] = load_game(name, errata)
        options = order.options if variant.options is None else variant.options
        prepared = prepare(games[errata], scenario_of(games[errata], variant.scenario or order.scenario), options)
        players = order.players_at(prepared, target)
        found.append(_setting(number, variant, games[errata], prepared, order, players))
        if found[-1].facts.sides != found[0].facts.sides:
            raise CannotCompareError(f"{variant.name} has other sides than {order.scenario}")
    return found


def _setting(
    number: int, variant: Variant, game: Game, prepared: Prepared, order: PlaytestOrder, players: tuple[str, ...]
) -> _Setting:
    happenings = history(game, prepared.setting.scenario, prepared.compiled)
    sample = sample_of(prepared, players, happenings, order.limit)
    facts = facts_of(game, prepared, variant.name, players, happenings)
    return _Setting(game, with_players(prepared, players), replace(sample, number=number, traced=order.traced), facts)


def sample_of(
    prepared: Prepared, players: tuple[str, ...], happenings: Sequence[dict[str, Any]], limit: float | None
) -> Sample:
    """Return a scenario as it is sent to other processes: what is played, by whom, what is looked at."""
    return Sample(
        0,
        prepared.compiled.to_json(),
        with_players(prepared, players).setting.model_dump_json(),
        players,
        json.dumps(happenings, sort_keys=True),
        limit,
        code_hash(),
    )


# -- the report ------------------------------------------------------------------------------------


def _report(
    order: PlaytestOrder, settings: Sequence[_Setting], games: Sequence[Sequence[GameResult]], target: Target | None
) -> Report:
    first = settings[0]
    made: list[Summary] = [
        summary(each.facts, results, with_ground=not order.matrix)
        for each, results in zip(settings, games, strict=True)
    ]
    setting, about = first.prepared.setting, first.game
    names = first.prepared.compiled.names["scenario"]
    return Report(
        format=FORMAT,
        game=setting.game,
        title=about.title,
        scenario=setting.scenario,
        scenario_title=names[-1],
        sides=list(first.facts.sides),
        people=people_results(result for result, _where in played_results(about, setting.scenario)),
        seed=order.seed,
        versions=setting.versions,
        base=None if order.matrix else made[0],
        target=None
        if order.matrix or target is None
        else without_verdict(target_verdict(target, games[0], first.facts.sides, first.facts.players), made[0].health),
        variants=[] if order.matrix else made[1:],
        comparisons=[]
        if order.matrix
        else [
            compare(each.facts.name, games[0], results, first.facts.reference)
            for each, results in zip(settings[1:], games[1:], strict=True)
        ],
        matrix=made if order.matrix else [],
    )


# -- what a report of many games needs of the game itself ------------------------------------------


def target_of(game: Game, scenario: str) -> Target | None:
    """Return the target balance of a scenario: its own, else that of playtest.yaml."""
    found = scenarios(game).scenarios.get(scenario)
    if found is not None and found.document.target is not None:
        return Target(scenario=scenario, **found.document.target.model_dump())
    for document, _ in game.documents("playtest", PlaytestDocument):
        for target in document.targets:
            if target.scenario == scenario:
                return target
    return None


def facts_of(
    game: Game, prepared: Prepared, name: str, players: Sequence[str], happenings: Sequence[dict[str, Any]]
) -> Facts:
    """Describe a setting in words. Margins are seen from the target's side, or from the first."""
    compiled, setting = prepared.compiled, prepared.setting
    target = target_of(game, setting.scenario)
    sides = prepared.sides
    return Facts(
        name=name,
        scenario=setting.scenario,
        content=setting.content,
        errata=setting.errata,
        options=setting.options,
        sides=sides,
        players=tuple(players),
        hexes=compiled.hexes,
        labels=compiled.names["turns"],
        steps=_decided_steps(prepared),
        option_clauses=_option_clauses(game),
        history=happenings,
        dates={
            happening.id: tuple(happening.dates)
            for document, _ in game.documents("playtest", PlaytestDocument)
            for happening in document.history
        },
        reference=sides.index(target.side) if target and target.side in sides else 0,
    )


def _decided_steps(prepared: Prepared) -> tuple[str, ...]:
    """Return the steps in which a side may choose: those that say what can be chosen."""
    from scenario_forge.simulator.step import Step  # noqa: PLC0415 - playing is a world of its own

    steps = prepared.play.sequence.steps
    return tuple(sorted(name for name, step in steps.items() if type(step).choices is not Step.choices))


def _option_clauses(game: Game) -> dict[str, tuple[str, frozenset[str]]]:
    """Return by option: its title, and the clauses of the printed rule that it is."""
    by_rule: dict[str, set[str]] = {}
    for document, _ in game.documents("rulebook", RulebookDocument):
        for clause in document.clauses:
            if clause.executable:
                by_rule.setdefault(clause.rule, set()).add(clause.id)
    return {
        option.id: (option.title, frozenset(by_rule.get(option.rule, ())) if option.kind == "optional" else frozenset())
        for document, _ in game.documents("options", OptionsDocument)
        for option in document.options
    }


def sketch_of(game: Game, compiled: CompiledScenario) -> Sketch | None:
    """Return the map to draw on; None where the game has none."""
    linked = hex_map(on_boards(game, compiled.names["scenario"][0]))
    if linked is None:
        return None
    return Sketch(Brief(game), linked, frozenset(compiled.scored_hexes))
