"""Findings from games of all scenarios, as diagnostics at the rows of content that they concern."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.reading.locate import command, game_argument
from scenario_forge.game.scenarios import scenarios
from scenario_forge.playtest.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.playtest.proof_games import Failure, Observations

CODES = Codes(__file__)
PLY001 = CODES.error("PLY001", "play-breaks-what-must-hold", "`{scenario}`: {problem}")
PLY002 = CODES.error("PLY002", "rules-fail-in-play", "`{scenario}`: the rules fail: {problem}")
PLY003 = CODES.error("PLY003", "play-offers-no-choice", "`{scenario}`: {problem}")
PLY004 = CODES.error("PLY004", "play-never-ends", "`{scenario}`: {problem}")
PLY005 = CODES.error("PLY005", "cannot-be-played", "`{scenario}` cannot be played: {problem}")
PLY006 = CODES.error("PLY006", "set-up-breaks-a-rule", "`{scenario}` begins against the rules: {problem}")
PLY007 = CODES.error("PLY007", "player-fails-in-proof", "`{scenario}`: {problem}")
PLY008 = CODES.warning("PLY008", "side-without-units", "`{scenario}`: {side} never has a unit in play")
PLY010 = CODES.warning("PLY010", "unit-never-can-move", "{unit} can never move in {scenarios}")
PLY011 = CODES.warning("PLY011", "unit-never-in-supply", "{unit} is never in supply in {scenarios}")
PLY012 = CODES.warning("PLY012", "reinforcement-never-enters", "{unit} never enters play in {scenarios}")
PLY013 = CODES.info(
    "PLY013",
    "objective-never-contested",
    "no game contests `{objective}` of {side}, scored at `{stop}`: it is always worth {points}",
)
PLY014 = CODES.info("PLY014", "option-without-effect", "the option `{option}` has no effect on play")
PLY015 = CODES.warning("PLY015", "decided-from-the-start", "`{scenario}` is decided on its first turn: {how}")
PLY016 = CODES.info(
    "PLY016",
    "one-side-always-wins",
    "`{scenario}`: {side} wins all {games} games of `{player}` against itself",
)
PLY067 = CODES.info(
    "PLY067", "lost-by-doing-nothing", "`{scenario}`: {side} loses on the first turn if neither side does anything"
)


ENOUGH = 20
"""Games from which it is worth a word that one side always wins, or that nothing is ever won."""
FEW = 3
"""Games that something must have been seen in, before it is said that it never happens."""
LEAST_TURNS = 6
"""Player turns that a unit must have been seen in before it is said never to be in supply."""
_KINDS = ((PLY003, "dead end"), (PLY004, "endless"), (PLY004, "no end"), (PLY001, "after `"))
"""How the message of a failure begins, by what it is; whatever else fails is the rules."""


class Proof:
    """Findings of the games of some scenarios of a game."""

    def __init__(self, game: Game, compiled: Mapping[str, CompiledScenario], seen: Sequence[Observations]) -> None:
        self.game, self.compiled, self.seen = game, compiled, seen
        self.rows = Rows(game)

    def findings(self, *, whole: bool = True) -> list[Diagnostic]:
        """Return all findings; ``whole``: every scenario was played, so that unused content can be reported."""
        found = [finding for one in self.seen for finding in (*self._failed(one), *self._scenario(one))]
        found += self._units()
        found += self._objectives()
        if whole:
            found += self._options()
        return sorted(found, key=lambda finding: (finding.span, finding.code.id, finding.message))

    # -- what failed -----------------------------------------------------------------------------

    def _failed(self, seen: Observations) -> Iterator[Diagnostic]:
        """Each kind of failure once, with the first seed that shows it."""
        if seen.problem:
            yield PLY005.at(self.rows.scenario(seen.scenario), scenario=seen.scenario, problem=seen.problem)
        for words, table, number in seen.begins:
            place = self.rows.about(self.compiled[seen.scenario], table, number)
            yield PLY006.at(place or self.rows.scenario(seen.scenario), scenario=seen.scenario, problem=words)
        kinds: dict[tuple[Code, str], list[Failure]] = {}
        for failure in seen.failures:
            kinds.setdefault((_code(failure), _kind(failure.message)), []).append(failure)
        for (code, _), failures in kinds.items():
            yield self._failure(seen, code, failures)

    def _failure(self, seen: Observations, code: Code, failures: Sequence[Failure]) -> Diagnostic:
        first, compiled = failures[0], self.compiled[seen.scenario]
        scenario = self.rows.scenario(seen.scenario)
        place = self.rows.unit(compiled, first.number) if first.table == "units" else None
        finding = code.at(place or scenario, scenario=seen.scenario, problem=first.message)
        games = len(seen.results) + len(seen.failures)
        finding = finding.note(
            f"seed {first.seed}, {first.players} against itself, after {first.decisions} decisions; "
            f"in {len(failures)} of {games} games"
        )
        game, errata, seed = game_argument(self.game.folder), self.game.errata, str(first.seed)
        if first.players == "random":
            typed = command("fuzz", game, scenario=seen.scenario, seed=seed, games="1", errata=errata)
            return finding.suggest(f"`{typed}` writes the game as a record")
        typed = command("play", game, "--log", scenario=seen.scenario, seed=seed, player=first.players, errata=errata)
        return finding.suggest(f"`{typed}` shows the game")

    # -- a scenario ------------------------------------------------------------------------------

    def _scenario(self, seen: Observations) -> Iterator[Diagnostic]:
        """Whether it is decided before it is played, or always by the same side."""
        if not seen.results or seen.failures:
            return
        where, span = self.rows.scenario(seen.scenario), self.compiled[seen.scenario].turns.span
        games = len(seen.results)
        if span[1] > span[0] and all(result.last_turn == 0 for result in seen.results):
            yield PLY015.at(where, scenario=seen.scenario, how=_all_end(games)).note(_seeds(seen))
        elif games >= ENOUGH and seen.worths and all(len(values) < 2 for values in seen.worths.values()):
            how = f"in {games} games no row of the victory table ever changed its points"
            yield PLY015.at(where, scenario=seen.scenario, how=how).note(_seeds(seen))
        yield from self._at_once(seen)
        yield from self._missing(seen)
        yield from self._winner(seen)

    def _at_once(self, seen: Observations) -> Iterator[Diagnostic]:
        """Sides that lose at once by doing nothing, where games may last longer."""
        end = seen.at_once
        if end is None or end.winner < 0 or all(result.last_turn == 0 for result in seen.results):
            return
        for side, name in enumerate(self.compiled[seen.scenario].keys["sides"]):
            if side != end.winner:
                finding = PLY067.at(self.rows.scenario(seen.scenario), scenario=seen.scenario, side=name)
                by = f", by {plural(end.margin, 'point')}" if end.margin > 0 else ""
                yield finding.note(f"{end.level or 'victory'}{by}")

    def _missing(self, seen: Observations) -> Iterator[Diagnostic]:
        """Sides that never had anybody; nothing where a game has no units at all."""
        compiled = self.compiled[seen.scenario]
        there = {compiled.units.side[unit] for unit in seen.turns}
        for side, name in enumerate(compiled.keys["sides"]):
            if there and side not in there:
                yield PLY008.at(self.rows.scenario(seen.scenario), scenario=seen.scenario, side=name)

    def _winner(self, seen: Observations) -> Iterator[Diagnostic]:
        """The side that won every game of a player against itself, for each player with enough games."""
        sides = self.compiled[seen.scenario].keys["sides"]
        for player in dict.fromkeys(result.players for result in seen.results):
            winners = [result.winner for result in seen.results if result.players == player]
            if len(winners) < ENOUGH or len(set(winners)) > 1 or winners[0] < 0:
                continue
            low, high = (f"{100 * end:.1f}" for end in wilson(len(winners), len(winners)))
            values = {"scenario": seen.scenario, "side": sides[winners[0]], "games": len(winners), "player": player}
            finding = PLY016.at(self.rows.scenario(seen.scenario), **values)
            yield finding.note(f"95 % interval {low} % to {high} % (Wilson)").note(_seeds(seen))

    # -- rows of the content ---------------------------------------------------------------------

    def _units(self) -> Iterator[Diagnostic]:
        """Units that never move, are never in supply, never come on: one finding a unit, with its scenarios."""
        questions: tuple[tuple[Code, Callable[[Observations], Iterable[int]]], ...] = (
            (PLY010, self._walled_in),
            (PLY011, lambda seen: (u for u, n in seen.hungry.items() if n == seen.turns[u] >= LEAST_TURNS)),
            (PLY012, lambda seen: seen.due - seen.came),
        )
        for code, ask in questions:
            found: dict[tuple[str, int], list[Observations]] = {}
            for seen in self.seen:
                units = self.compiled[seen.scenario].units
                for unit in ask(seen) if len(seen.results) >= FEW else ():
                    side = self.compiled[seen.scenario].keys["sides"][units.side[unit]]
                    found.setdefault((side, units.no[unit]), []).append(seen)
            for (side, no), where in found.items():
                yield self._unit(code, side, no, where)

    def _walled_in(self, seen: Observations) -> Iterator[int]:
        movement = self.compiled[seen.scenario].units.movement
        return (unit for unit in seen.turns if movement[unit] > 0 and unit not in seen.movable)

    def _unit(self, code: Code, side: str, no: int, where: Sequence[Observations]) -> Diagnostic:
        row = self.rows.units[side, no]
        names = ", ".join(f"`{seen.scenario}`" for seen in where)
        games = sum(len(seen.results) + len(seen.failures) for seen in where)
        place = row.where / "cells" if code is PLY012 else row.where
        finding = code.at(place, unit=f"{row.cited} ({row.name})", scenarios=names)
        if row.counter is not None:
            finding = finding.also(row.counter.where, "its counter")
        return finding.note(f"{games} games; {_seeds(where[0])}")

    def _objectives(self) -> Iterator[Diagnostic]:
        """Rows that were worth the same at every moment, in every scenario that scores them."""
        values: dict[tuple[str, str], set[int]] = {}
        games: dict[tuple[str, str], int] = {}
        for seen in self.seen:
            for (row, _side, _turn), worths in seen.worths.items():
                own = (seen.scenario, row)
                key = own if own in self.rows.objectives else ("", row)
                values.setdefault(key, set()).update(worths)
                games[key] = games.get(key, 0) + len(seen.results)
        for key, worths in values.items():
            if len(worths) == 1 and key in self.rows.objectives and games[key] >= FEW:
                said, place = self.rows.objectives[key]
                finding = PLY013.at(place, **said, points=next(iter(worths)))
                yield finding.note(f"{games[key]} games of the scenarios that score it")

    def _options(self) -> Iterator[Diagnostic]:
        """Options that no rule asked for, and with which no array of any scenario is another."""
        asked = {option for seen in self.seen for option in seen.asked}
        if not any(seen.results for seen in self.seen):
            return
        for option, place in self.rows.options.items():
            if option not in asked and not self.rows.changes_arrays(option, self.compiled):
                yield PLY014.at(place, option=option)


def _code(failure: Failure) -> Code:
    if failure.ended == "player":
        return PLY007
    return next((code for code, begins in _KINDS if failure.message.startswith(begins)), PLY002)


def _kind(message: str) -> str:
    from scenario_forge.simulator.fuzz import kind_of  # noqa: PLC0415

    return kind_of(message)


def _all_end(games: int) -> str:
    return "the only game that was played ends in it" if games == 1 else f"all {games} games end in it"


def _seeds(seen: Observations) -> str:
    """The seeds of the games that ended."""
    seeds = sorted({result.seed for result in seen.results})
    if not seeds:
        return "no game came to its end"
    return f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"


# -- where in the content stands what the games speak of -------------------------------------------


class Rows:
    """Places in the files of a game's scenarios, units, objectives and options."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def scenario(self, name: str) -> Where:
        """Return the place of a scenario's short name in its file."""
        return scenarios(self.game).scenarios[name].where / "scenario"

    @cached_property
    def units(self) -> Mapping[tuple[str, int], Unit]:
        """Rows of the orders of battle by side and number; of two with one number the first."""
        found: dict[tuple[str, int], Unit] = {}
        for unit in forces(self.game).units():
            found.setdefault(unit.key, unit)
        return found

    def unit(self, compiled: CompiledScenario, number: int) -> Where | None:
        """Return the row of a compiled unit; None where there is none."""
        if not 0 <= number < len(compiled.units.no):
            return None
        row = self.units.get((compiled.keys["sides"][compiled.units.side[number]], compiled.units.no[number]))
        return row.where if row else None

    def about(self, compiled: CompiledScenario, table: str, number: int) -> Where | None:
        """Return the row of a compiled unit, or of the first that is set up in a hex."""
        if table == "hexes":
            number = next((unit for unit, hex_ in enumerate(compiled.units.hex) if hex_ == number), -1)
        return self.unit(compiled, number) if table in ("units", "hexes") else None

    @cached_property
    def objectives(self) -> Mapping[tuple[str, str], tuple[dict[str, str], Where]]:
        """Rows by scenario, empty for those of the victory table, and id: their words, and where they stand."""
        found: dict[tuple[str, str], tuple[dict[str, str], Where]] = {}
        for document, where in self.game.documents("victory", VictoryDocument):
            for number, row in enumerate(document.objectives):
                said = {"objective": row.text, "side": row.side, "stop": row.stop}
                found["", row.id] = said, where / "objectives" / number
        for scenario in scenarios(self.game).scenarios.values():
            for number, own in enumerate(scenario.document.victory):
                said = {"objective": own.text, "side": own.side, "stop": scenario.document.stop}
                found[scenario.id, own.id] = said, scenario.where / "victory" / number
        return found

    @cached_property
    def options(self) -> Mapping[str, Where]:
        """Rows of the list of options by id."""
        return {
            row.id: where / "options" / number
            for document, where in self.game.documents("options", OptionsDocument)
            for number, row in enumerate(document.options)
        }

    def changes_arrays(self, option: str, compiled: Mapping[str, CompiledScenario]) -> bool:
        """Return whether toggling the option changes the arrays of any scenario."""
        from scenario_forge.compiler.compile import compile_scenario  # noqa: PLC0415 - brings numpy

        for name, own in compiled.items():
            other = compile_scenario(self.game, name, {*own.options} ^ {option})
            if _without_options(other) != _without_options(own):
                return True
        return False


def _without_options(compiled: CompiledScenario) -> str:
    """All that play depends on but the list of options itself."""
    return replace(compiled, options=()).hash
