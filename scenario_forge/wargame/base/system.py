"""Base class of a rule system that is built from the shelf."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from scenario_forge import wargame
from scenario_forge.compiler.compile import first_compiled
from scenario_forge.compiler.problems import CompileError, merge_arrays
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.kinds import Kind
from scenario_forge.documents.victory import VICTORY_PARTS, VictoryDocument
from scenario_forge.game.front import starting_control
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.clauses import clause_of_rules
from scenario_forge.game.scenarios import printed_start
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import KeptByStart, Reads, StepCosts, WorkedOut
from scenario_forge.game.tables import tables
from scenario_forge.wargame.base import exchanges
from scenario_forge.wargame.base.cells import cubes_of
from scenario_forge.wargame.base.checks import empty_groups, unknown_names, unread_figures
from scenario_forge.wargame.base.differences import differences
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.base.event_words import words_of_no_event
from scenario_forge.wargame.base.figures import figures_of, groups_of
from scenario_forge.wargame.base.numbers import Numbers
from scenario_forge.wargame.base.results import results_data
from scenario_forge.wargame.base.stated import stated
from scenario_forge.wargame.base.written import written_in
from scenario_forge.wargame.ledger import ELIMINATED, scored_rows
from scenario_forge.wargame.sequence_checks import sequence_findings
from scenario_forge.wargame.sequence_lines import sequence_lines
from scenario_forge.wargame.shelf_system import ShelfSystem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.placement import StartRules
    from scenario_forge.game.system import SequenceLine, Statement
    from scenario_forge.wargame.base.playing import GamePlay
    from scenario_forge.wargame.base.steps import Named

    Arrays: TypeAlias = Mapping[str, Sequence[int] | Mapping[UnitKey, int]]
    """Arrays by name: a number for each item in order, or by unit."""


class GameSystem(ShelfSystem):
    """A game's rule system. A subclass names its modules, the model of its rules.yaml and its play."""

    document: ClassVar[type[GameRules]]
    """The model of rules.yaml."""
    plays: ClassVar[type[GamePlay[Any]]]
    """The class that plays a scenario; a game whose play is slow to import overrides :meth:`play_type` instead."""

    scored: ClassVar[frozenset[str]] = frozenset({"levels", "sudden", "hold", "event", "losses", "distance"})
    """What its play uses of victory.yaml: keys, and kinds of rows of the ledger."""
    events_scored: ClassVar[Sequence[str]] = (ELIMINATED,)
    """The events that a row of the ledger may name."""
    lists_foot_alone = True
    towns: ClassVar[bool] = False
    """Whether `control:` of a scenario says who was last in each place of the ledger."""
    sums: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """Values by start that are sums of the track's earlier turns: by mapping of rules.yaml, of values by side, the key
    under `track` with the column of each side."""

    def carried(self, game: Game) -> Mapping[str, Sequence[str]]:
        """Return the code that carries out each clause: marked with its id, or with a rule that rules.yaml binds to it.

        Raises:
            KeyError: `carried_by` names a rule that there is not.
        """
        known, given = self.rule_code(), game.one("rules", self.document)
        found = {id_: list(places) for id_, places in known.items()}
        for rule, clauses in given[0].carried_by.items() if given else ():
            for clause in clauses:
                found.setdefault(clause, []).extend(known[rule])
        return found

    def clauses(self, game: Game) -> Mapping[str, str]:
        """Return the first clause that each rule carries out, as rules.yaml or the rulebook says."""
        given = game.one("rules", self.document)
        own = {rule: clauses[0] for rule, clauses in (given[0].carried_by if given else {}).items() if clauses}
        return own | clause_of_rules(game)

    def kinds(self) -> Sequence[Kind]:
        """Return the kinds of documents: `rules.yaml`, which every game must have."""
        return (Kind("rules", self.document, required=True),)

    def kept_by_start(self, game: Game) -> Sequence[KeptByStart]:
        """Return the mappings of rules.yaml whose keys are start dates."""
        found, track = game.one("rules", self.document), schedule(game)
        if found is None or track is None:
            return ()
        names = self.document.model_fields.keys() - GameRules.model_fields.keys()
        data = found[0].model_dump(include=names)
        dated = {name: each for name, each in data.items() if isinstance(each, dict) and each.keys() & track.starts}
        return [KeptByStart(found[1] / name, "rules", each) for name, each in dated.items()]

    def worked_out(self, game: Game, turn: int) -> Iterator[WorkedOut]:
        """Yield the sums of the track's figures in the turns before."""
        found, track = game.one("rules", self.document), schedule(game)
        if found is None or track is None:
            return
        columns: Mapping[str, Mapping[str, str]] = found[0].model_dump().get("track", {})
        boxes = [box for box in track.boxes if box.turn is not None and box.turn < turn]
        for name, values in self.sums.items():
            for value, key in values.items():
                for side, column in columns.get(key, {}).items():
                    cells = (box.cells.get(column) for box in boxes)
                    total = sum(cell.value or 0 for cell in cells if cell is not None)
                    yield WorkedOut(name, (value, side), total, f"the sum of `{column}` in the turns before")

    def start(self, game: Game) -> StartRules:
        """Return that a start says who holds which place, if play asks."""
        return replace(super().start(game), towns=self.towns)

    def reads(self, game: Game) -> Reads:
        """Return the names in its code, what the texts in the code may name, and what its play scores."""
        own = written_in([package for package in self.packages if not package.startswith(f"{wargame.__name__}.")])
        found: dict[str, Collection[str]] = dict.fromkeys(("chart", "option", "track column"), ())
        found |= dict.fromkeys(("value", "group of units", "figure"), own)
        found["face"] = [name.split(".")[1] for name in own if name.startswith("face.")]
        counters = [document for document, _where in game.documents("counters", CountersDocument)]
        found["marker kind"] = [marker.kind for each in counters for marker in each.markers]  # players lay them
        documents = [document for document, _where in game.documents("victory", VictoryDocument)]
        for key, kind in VICTORY_PARTS.items():
            found[kind] = [row.id for each in documents for row in getattr(each, key) if key in self.scored]
        found["row of the ledger"] = [id_ for each in documents for id_ in scored_rows(each, self.scored)]
        return Reads(self.names_in_code, {**found, "event": self.events_scored})

    def figures(self, game: Game, name: str) -> Sequence[int]:
        """Return the numbers of charts that play reads under a name of `figures`; empty while they cannot be read."""
        found = game.one("rules", self.document)
        if found is None or name not in found[0].figures:
            return ()
        try:
            return figures_of(game, {name: found[0].figures[name]})[name]
        except (LookupError, ValueError):
            return ()

    def step_costs(self, game: Game, unit_type: str) -> StepCosts | None:
        """Return what play charges, the least of the units of a type; None where the game or the type has no costs."""
        compiled, meaning = first_compiled(game), self.play_type().meaning
        if compiled is None:
            return None
        rules = meaning(compiled)
        if type(rules).step_cost is Numbers.step_cost:
            return None
        units = [unit for unit, there in enumerate(rules.of_type(unit_type)) if there or not unit_type]
        by_gait = {rules.gait(unit): unit for unit in units}
        costs = [rules.step_costs(unit) for unit in by_gait.values()]
        least = [min((cost for cost in step if cost), default=0) for step in zip(*costs, strict=True)]
        return StepCosts(least, scale=rules.scale) if costs else None

    def statements(self, game: Game) -> Iterator[Statement]:
        """Yield what cells of charts and lines of the victory ledger state."""
        yield from stated(game)

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:
        """Return what play reads of rules.yaml, goals as hexes, with the printed start and the table of results."""
        found, linked = game.one("rules", self.document), hex_map(game)
        if not found or linked is None:
            return {}
        player = found[0].player
        goals = {side: [at.hex for name in names if (at := linked.find(name))] for side, names in player.goals.items()}
        given = found[0].model_dump(include=set(GameRules.model_fields) - {"basis", "provenance"})
        own = found[0].model_dump(exclude=set(GameRules.model_fields))
        made = {**given, "goals": goals, "own": own, "start": printed_start(game, scenario) if scenario else ""}
        known = found[0].results in tables(game).charts
        if scenario and self.towns and (held := starting_control(game, scenario)):
            made["control"] = {str(hex_): side for hex_, side in held.items()}
        return made | {"results": results_data(game, found[0].results) if known else {}}

    def arrays(
        self,
        game: Game,
        scenario: str,
        options: frozenset[str],  # noqa: ARG002
    ) -> Arrays:
        """Return arrays by name: figures of charts, groups of units, coordinates of hexes, and the game's own.

        Raises:
            CompileError: rules.yaml names what there is not, its sequence cannot be played, or two arrays clash.
        """
        found, linked = game.one("rules", self.document), hex_map(game)
        if not found or linked is None:
            return {}
        wrong = [*self._missing(game, scenario), *self._sequence(game)]
        if wrong:
            raise CompileError(f"{game.title} cannot be played by its rules.yaml", wrong)
        made: dict[str, Arrays] = {
            "the shelf": {"cube": cubes_of(linked.grid), "flat": [linked.grid.orientation == "flat"]},
            "`figures` of rules.yaml": figures_of(game, found[0].figures),
            "`groups` of rules.yaml": groups_of(game, found[0].groups),
        }
        return merge_arrays({**made, self.title: self.own_arrays(game, merge_arrays(made))})

    def own_arrays(self, game: Game, given: Arrays) -> Arrays:  # noqa: ARG002
        """Return arrays of the game's own, under names that ``given`` (the shelf's and rules.yaml's) does not have."""
        return {}

    def checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks: of the sequence of play, of names and exchanges in rules.yaml, of worked examples."""
        return (self._sequence, self._names, self._figures, *exchanges.CHECKS, self._worked)

    def hints(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the check of figures that nothing reads."""
        return (self._figures,)

    def slow_checks(self) -> Sequence[Callable[[Game], Iterable[Diagnostic]]]:
        """Return the checks of worked examples, each of which is played."""
        return (self._worked,)

    def events_named(self, game: Game) -> Iterable[str]:  # noqa: ARG002 - for games that name some
        """Return the names of events that rules.yaml gives."""
        return ()

    def own_gaps(self, game: Game, scenario: str = "") -> Iterator[Diagnostic]:  # noqa: ARG002
        """Yield what the game's own rules lack to be played, such as hexes in rules.yaml that the map does not have.

        ``scenario``: the one to be played, whose changes are in ``game``; empty: the game as it is printed.
        """
        yield from ()

    def gaps(self, game: Game, scenario: str) -> Iterator[Diagnostic]:
        """Yield what the game's own rules lack for a scenario; the checks look at the rest without any."""
        yield from self.own_gaps(game, scenario)

    def _names(self, game: Game) -> Iterator[Diagnostic]:
        found = game.one("rules", self.document)
        if found:
            yield from self._missing(game)
            yield from empty_groups(game, found[0], found[1])
            yield from words_of_no_event(found[0].words, self.packages, found[1] / "words", self.events_named(game))

    def _figures(self, game: Game) -> Iterator[Diagnostic]:
        found = game.one("rules", self.document)
        if found:
            yield from unread_figures(game, found[0], found[1])

    def _missing(self, game: Game, scenario: str = "") -> Iterator[Diagnostic]:
        found = game.one("rules", self.document)
        if found:
            yield from unknown_names(game, found[0], found[1], self.rule_code())
            yield from self.own_gaps(game, scenario)

    def _sequence(self, game: Game) -> Iterator[Diagnostic]:
        found = game.one("rules", self.document)
        if found:
            tree, where = found[0].sequence, found[1] / "sequence"
            yield from sequence_findings(game, where, tree, self.steps(game), self.absent_steps(game))

    def answer(self, game: Game, example: Example) -> Mapping[str, Any]:  # noqa: ARG002
        """Return the rules' answer to a worked example, under the keys of its printed answer; empty for none."""
        return {}

    def _worked(self, game: Game) -> Iterator[Diagnostic]:
        def answer(example: Example) -> Mapping[str, Any]:
            game.between()
            return self.answer(game, example)

        yield from differences(game, lambda document: [answer(each) for each in document.examples])

    def sequence(self, game: Game) -> Sequence[SequenceLine]:
        """Return the lines of the sequence of play, each with its clause where the rulebook has one."""
        found = game.one("rules", self.document)
        if found is None:
            return ()
        rules, sides = found[0], list(game.side_names)
        carried = self.clauses(game)
        clauses = {id_: carried.get(named[0], named[0]) for id_, named in self.steps(game).items()}
        return sequence_lines(rules.sequence, sides, rules.titles, clauses)

    def players(self) -> Collection[str]:
        """Return the players of every game: one that looks a step ahead, and one that holds what it has."""
        return ("competent", "hold")

    def play(self, compiled: CompiledScenario) -> Any:  # noqa: ANN401 - as the base class has it
        """Return a compiled scenario, ready to be played by the class that the system names."""
        return self.play_type()(compiled)

    def begin(self, compiled: CompiledScenario) -> None:
        """Let play of a compiled scenario begin."""
        self.play(compiled).begin()

    def steps(self, game: Game) -> Mapping[str, Named]:  # noqa: ARG002 - games of modules choose theirs
        """Return the steps that the sequence of play may name."""
        return self.play_type().steps

    def absent_steps(self, game: Game) -> Mapping[str, str]:  # noqa: ARG002 - games of modules have such
        """Return steps that a sequence cannot name, by the key of rules.yaml that brings each; empty for none."""
        return {}

    def play_type(self) -> type[GamePlay[Any]]:
        """Return the class that plays a scenario."""
        return self.plays
