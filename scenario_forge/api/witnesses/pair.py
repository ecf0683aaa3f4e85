"""The two games of one rule in two readings: an erratum out and in, a ruling as taken and not, an option off and on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.api.trials.impact import NothingToTry, without_and_with
from scenario_forge.compiler.compile import compile_scenario, options_of
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.errata.readings import two_readings
from scenario_forge.game.reading.variants import with_settings
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.errata.readings import TwoReadings
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.play import Play

ERRATA = "all"
"""The errata that both readings of a ruling or an option are played with."""


class Case(NamedTuple):
    """A scenario with options in which the two readings play differently."""

    scenario: str
    options: tuple[str, ...]
    """Those of both readings, besides the option that is itself read in two ways."""
    first: CompiledScenario
    second: CompiledScenario

    @property
    def by_points(self) -> bool:
        """Whether rows of the victory table differ, so that their points are compared."""
        one, other = self.first, self.second
        return (one.objectives, one.decisive, one.ending) != (other.objectives, other.decisive, other.ending)

    @property
    def units_apart(self) -> list[int]:
        """Units that are not the same in both readings."""
        columns = zip(vars(self.first.units).values(), vars(self.second.units).values(), strict=True)
        return sorted({unit for a, b in columns for unit, (x, y) in enumerate(zip(a, b, strict=False)) if x != y})

    def scored_apart(self) -> Iterator[int]:
        """Yield the hexes that rows of the victory table name which the readings score differently."""
        for one, other in zip(self.first.objectives, self.second.objectives, strict=False):
            if one != other:
                yield from _hexes(one)
                yield from _hexes(other)


def _hexes(part: Any) -> Iterator[int]:  # noqa: ANN401 - plain data
    """Yield the hexes that a predicate names, under whatever key."""
    if isinstance(part, dict):
        for key, below in part.items():
            if key == "hex" and isinstance(below, int):
                yield below
            else:
                yield from _hexes(below)
    elif isinstance(part, list | tuple):
        for below in part:
            yield from _hexes(below)


class Unplayable(NamedTuple):
    """A scenario that one of the readings leaves without a meaning, and why."""

    scenario: str
    first: str
    second: str


@dataclass(frozen=True)
class RulePair:
    """The two games."""

    subject: TwoReadings
    first: Game
    second: Game

    def compiled(self, scenario: str, options: tuple[str, ...]) -> tuple[CompiledScenario, CompiledScenario]:
        """Compile a scenario in both readings.

        Raises:
            CompileError: it has no meaning in one of them.
        """
        chosen = set(options)
        own = {self.subject.id} if self.subject.kind == "option" else set()
        return (
            compile_scenario(self.first, scenario, chosen - own),
            compile_scenario(self.second, scenario, chosen | own),
        )

    @cached_property
    def marker_kinds(self) -> frozenset[str]:
        """The kinds of markers that a set-up may have."""
        system = self.second.system
        return frozenset(system.start(self.second).markers) if system else frozenset()

    def plays(self, first: CompiledScenario, second: CompiledScenario) -> tuple[Play, Play]:  # type: ignore[type-arg]
        """Return both ready to be played.

        Raises:
            LookupError: the game has no rules that can be played.
        """
        made = tuple(self.second.system.play(each) if self.second.system else None for each in (first, second))
        if made[0] is None or made[1] is None:
            raise LookupError(f"{self.second.title} has no rules that can be played")
        return made[0], made[1]

    def cases(self) -> Iterator[Case | Unplayable]:
        """Yield scenarios in which the readings differ, the plainest first: few turns, few units.

        With the scenarios' own options, and in turn with an option of the same rule more; only if the readings differ
        in none of these, with any option more.
        """
        told: set[Unplayable] = set()
        groups: list[list[Case]] = []
        for number, options in enumerate(self._options()):
            if options and options[0] not in self._of_its_rule and any(groups):
                break
            groups.append([])
            for each in self._with(options):
                if isinstance(each, Case):
                    groups[number].append(each)
                elif each not in told:
                    told.add(each)
                    yield each
        for row in zip_longest(*(sorted(group, key=_cost) for group in groups)):
            yield from (case for case in row if case is not None)

    def _with(self, more: tuple[str, ...]) -> Iterator[Case | Unplayable]:
        """Yield the scenarios in which the readings differ with options more."""
        for name in scenarios(self.second).scenarios:
            options = (*sorted(options_of(self.second, name) - {self.subject.id, *more}), *more)
            try:
                first, second = self.compiled(name, options)
            except CompileError:
                yield from self._unplayable(name, options)
                continue
            if first != second:
                yield Case(name, options, first, second)

    @cached_property
    def _every_option(self) -> dict[str, str]:
        """Options that may be played besides, each with its rule."""
        return {
            option.id: option.rule
            for document, _where in self.second.documents("options", OptionsDocument)
            for option in document.options
            if option.kind == "optional" and option.id != self.subject.id and not option.changes and not option.unused
        }

    @cached_property
    def _of_its_rule(self) -> list[str]:
        return [id_ for id_, rule in self._every_option.items() if rule == self.subject.rule]

    def _options(self) -> Iterator[tuple[str, ...]]:
        """Yield sets of options to play a scenario with besides its own: none, each of the same rule, any other."""
        yield ()
        yield from ((id_,) for id_ in self._of_its_rule)
        yield from ((id_,) for id_ in self._every_option if id_ not in self._of_its_rule)

    def _unplayable(self, scenario: str, options: tuple[str, ...]) -> Iterator[Unplayable]:
        reasons = []
        own = {self.subject.id} if self.subject.kind == "option" else set()
        for game, chosen in ((self.first, set(options) - own), (self.second, set(options) | own)):
            try:
                compile_scenario(game, scenario, chosen)
                reasons.append("")
            except CompileError as error:
                reasons.append(error.diagnostics[0].message if error.diagnostics else error.message)
        if reasons[0] != reasons[1] and "" in reasons:
            yield Unplayable(scenario, *reasons)


def _cost(case: Case) -> tuple[int, int]:
    first, last, *_sides = case.second.turns.span
    return last - first, len(case.second.units.side)


def subject_named(game: Game, name: str) -> TwoReadings:
    """Return the errata, ruling or option of an id; of errata the number, with or without a letter.

    Raises:
        LookupError: there is none; the words say which may have been meant.
    """
    known = {each.id: each for each in two_readings(game)}
    by_letter = {erratum.id: each for each in known.values() for erratum in each.errata}
    meant = spelled(name, [*known, *by_letter])
    if meant is None:
        hint = did_you_mean(name, known) or f"`forge errata witness {game.id}` lists all there are"
        raise LookupError(f"{game.title} has no erratum, ruling or option `{name}`: {hint}")
    return known.get(meant) or by_letter[meant]


def pair_of(folder: Path, subject: TwoReadings) -> RulePair:
    """Return the two games of a subject.

    Raises:
        LookupError: play has no parameter for the second reading, or the readings differ in wording only.
    """
    if subject.played == "wording":
        raise LookupError(f"{subject.id} changes wording only: there is nothing in play to look for")
    if subject.played == "one":
        raise LookupError(f"{subject.id}: play has no parameter for the other reading, so it cannot be played")
    game = load_game(folder, ERRATA)
    if subject.switch:
        other = with_settings(game, subject.switch)
        return RulePair(subject, other, game) if subject.kind == "errata" else RulePair(subject, game, other)
    if subject.kind == "option":
        return RulePair(subject, game, game)
    try:
        made = without_and_with(folder, [subject.id], ERRATA)
    except NothingToTry as error:
        raise LookupError(f"{subject.id} cannot be tried: {error}") from error
    return RulePair(subject, made.without, made.with_it)
