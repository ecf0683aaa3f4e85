"""The impact of an erratum on play: pairs of games on the same seeds, without it and with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.api.errata import errata_named
from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.api.trials.playtest import PlaytestOrder, TrialSettings, Variant, facts_of, playtest
from scenario_forge.checks.errata.lists import overlap
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.game.errata.lists import errata_version, value_in_words
from scenario_forge.game.reading.errata import APPLICABLE, COPY_PREFIX, WHY_NOT, paper_of
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.impact import FORMAT, Impact, Said, ScenarioImpact, played_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.impact import Outcome
    from scenario_forge.reports.playtest_pictures import Sketch

PAIRS = 20
"""Pairs of games of each scenario, where nothing is said."""
SHOWN = 5
"""Reasons for which a scenario cannot be played that are told."""


@dataclass(frozen=True)
class ImpactOrder(TrialSettings):
    """Settings for trying an erratum. A pair of games has one seed; progress goes to ``played``, not to ``seen``."""

    errata: str = "all"
    """The set around which is compared: the erratum is put into it, and taken out of it."""
    scenario: str | None = None
    """None: all that the erratum touches."""
    games: int = PAIRS
    """Pairs of each scenario."""
    played: Callable[[str, int, int], None] = lambda _scenario, _done, _total: None
    """Called as games are done: of which scenario, how many, of how many."""


@dataclass(frozen=True)
class Impacts:
    """The results of the trials, and the maps to show them on, by scenario."""

    impact: Impact
    sketches: Mapping[str, Sketch]


def errata_impact(folder: Path | str, ids: Sequence[str], order: ImpactOrder | None = None) -> Impacts:
    """Play the scenarios that some errata touch in pairs, without them and with them.

    Args:
        folder: the game's folder.
        ids: ids, or numbers without letters; all of them are taken out and put in together.
        order: how.

    Raises:
        LookupError: there is no such erratum, scenario or player; the words say which there are.
        NothingToTry: none of the errata can be applied, with the reasons.
        KeyboardInterrupt: the person interrupts.
    """
    order = order or ImpactOrder()
    if order.games < 1:
        raise ValueError("there must be a pair at least")
    made = without_and_with(Path(folder), ids, order.errata)
    names = list(dict.fromkeys([*scenarios(made.with_it).scenarios, *scenarios(made.without).scenarios]))
    if order.scenario is not None:
        names = [_known(made.with_it, order.scenario, names)]
    found: list[ScenarioImpact] = []
    sketches: dict[str, Sketch] = {}
    versions: dict[str, str] = {}
    for name in names:
        entry = _looked_at(made, name)
        if entry.outcome == "played":
            entry, sketch, versions = _played(made, entry, order)
            if sketch is not None:
                sketches[name] = sketch
        found.append(entry)
    impact = Impact(
        format=FORMAT,
        game=made.with_it.id,
        title=made.with_it.title,
        base=order.errata,
        version=errata_version(made.with_it),
        errata=[
            Said(
                id=each.id,
                status=each.status,
                place=paper_of(made.with_it, each),
                was=value_in_words(each.printed),
                now=value_in_words(each.corrected),
            )
            for each in made.errata
        ],
        left=list(made.left),
        games=order.games,
        seed=order.seed,
        versions=versions,
        scenarios=found,
    )
    return Impacts(impact, sketches)


def _known(game: Game, name: str, names: Sequence[str]) -> str:
    meant = spelled(name, names)
    if meant is None:
        there = did_you_mean(name, names) or f"there are {', '.join(names)}"
        raise LookupError(f"{game.title} has no scenario `{name}`: {there}")
    return meant


def _looked_at(made: ErrataPair, name: str) -> ScenarioImpact:
    """Return whether a scenario plays the same on both sides, and if not, whether it can be played."""
    games = (made.without, made.with_it)
    (first, why_first), (second, why_second) = (_hash(game, name) for game in games)
    if first is not None and first == second:
        return _entry(made, name, (first, second), "same", ())
    why_first = why_first or _unplayable(made.without, name)
    why_second = why_second or _unplayable(made.with_it, name)
    if why_first and why_second:
        return _entry(made, name, (first, second), "neither", why_second)
    if why_first or why_second:
        return _entry(made, name, (first, second), "without" if why_first else "with", why_first or why_second)
    return _entry(made, name, (first, second), "played", ())


def _entry(
    made: ErrataPair, name: str, hashes: tuple[str | None, str | None], outcome: Outcome, reasons: Sequence[str]
) -> ScenarioImpact:
    known = scenarios(made.with_it).scenarios.get(name) or scenarios(made.without).scenarios[name]
    more = len(reasons) - SHOWN
    told = [*reasons[:SHOWN], *([f"and {more} more"] if more > 0 else [])]
    return ScenarioImpact(scenario=name, title=known.document.title, hashes=list(hashes), outcome=outcome, reasons=told)


def _hash(game: Game, name: str) -> tuple[str | None, tuple[str, ...]]:
    """Return the hash of all that play depends on, or why there is none."""
    try:
        return compile_scenario(game, name).hash, ()
    except CompileError as error:
        found = [f"{d.span.file}:{d.span.line}:{d.span.column}: {d.message}" for d in error.diagnostics]
        return None, tuple(found or [error.message])


def _unplayable(game: Game, name: str) -> tuple[str, ...]:
    try:
        prepare(game, name)
    except NotPlayable as error:
        return (str(error),)
    return ()


def _played(
    made: ErrataPair, entry: ScenarioImpact, order: ImpactOrder
) -> tuple[ScenarioImpact, Sketch | None, dict[str, str]]:
    """Play pairs of games of a scenario."""
    name = entry.scenario
    tested = playtest(
        made.without.folder,
        PlaytestOrder(
            scenario=name,
            games=order.games,
            players=order.players,
            seed=order.seed,
            jobs=order.jobs,
            errata=made.without.errata,
            against=(Variant("with", errata=made.with_it.errata),),
            limit=order.limit,
            seen=lambda done, total: order.played(name, done, total),
            traced=True,
        ),
        made.without,
    )
    assert tested.report.base is not None  # noqa: S101 - there is no matrix
    prepared = prepare(made.without, name)
    players = [tested.report.base.players[side] for side in prepared.sides]
    facts = facts_of(made.without, prepared, "without", players, ())
    played = played_of(facts, prepared.compiled.names["hexes"], *tested.games)
    return entry.model_copy(update={"played": played}), tested.sketch, tested.report.versions


# -- a game without some errata and with them, whatever else is laid over it ------------------------


class NothingToTry(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: none of the errata can be applied; the words say why."""


@dataclass(frozen=True)
class ErrataPair:
    """The games without and with the chosen errata, and what they differ in."""

    without: Game
    with_it: Game
    errata: tuple[Erratum, ...]
    """Those that are applied in the one and not in the other."""
    left: tuple[str, ...]
    """Those that were named and make no difference, with the reason; and what they push out."""


def without_and_with(folder: Path, ids: Sequence[str], errata: str) -> ErrataPair:
    """Return the game without some errata of a set, and with them.

    Raises:
        NoSuchErratum: the game has none of an id.
        NothingToTry: none of them can be applied.
    """
    workspace = Workspace(folder)
    base = workspace.load(errata)
    wanted = errata_named(base, ids)
    left = [f"{each.id} is {each.status}, and never applied" for each in wanted if each.status not in APPLICABLE]
    names = {each.id for each in wanted}
    others = [id_ for id_ in _applied(base) if id_ not in names]
    copies = [word for word in (each.strip() for each in errata.split(",")) if word.startswith(COPY_PREFIX)]
    without = workspace.load(_set([*copies, *others]))
    # a workspace keeps one reading of each file: the games must not share it
    with_it = Workspace(folder).load(_set([*copies, *others, *(e.id for e in wanted if e.status in APPLICABLE)]))
    left += _not_applied(with_it, names)
    left += [f"{id_} is pushed out by them: both correct the same value" for id_ in _lost(with_it, others)]
    tried = tuple(each for each in wanted if each.id in _applied(with_it))
    if not tried:
        raise NothingToTry("\n".join(left))
    return ErrataPair(without, with_it, tried, tuple(left))


def _set(words: Sequence[str]) -> str:
    return ",".join(words) or "none"


def _applied(game: Game) -> list[str]:
    return [patch.erratum.id for patch in game.patches if patch.target and not patch.problem]


def _not_applied(game: Game, ids: set[str]) -> list[str]:
    found = []
    for patch in game.patches:
        if patch.erratum.id in ids and patch.problem:
            other = next((each.erratum.id for each in game.patches if overlap(each, patch)), "")
            why = WHY_NOT[patch.problem].replace("another corrects", f"{other or 'another'} corrects")
            found.append(f"{patch.erratum.id} is {why}")
    return found


def _lost(game: Game, ids: Sequence[str]) -> list[str]:
    applied = set(_applied(game))
    return [id_ for id_ in ids if id_ not in applied]
