"""The system `wargame`: games made of modules, without a line of Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge import wargame
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import Placement
from scenario_forge.game.system import GeneralSupply, LackingPieces, Stacking, Works, ZonesOfControl
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.base.system import GameSystem
from scenario_forge.wargame.board.checks import module_findings, sequence_gaps
from scenario_forge.wargame.board.labels import Labels
from scenario_forge.wargame.board.paper import lacking, reminder
from scenario_forge.wargame.board.phase import ACTIONS
from scenario_forge.wargame.ledger import ELIMINATED, EXITED
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.supply import sources_of
from scenario_forge.wargame.modules.victory import Victory, ending_findings
from scenario_forge.wargame.modules.work_key import marker_findings
from scenario_forge.wargame.shelf.document import WargameRules

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.notations import Notation
    from scenario_forge.game.placement import PlacementToken
    from scenario_forge.game.system import Reads, Sentence
    from scenario_forge.wargame.base.playing import GamePlay
    from scenario_forge.wargame.base.steps import Named
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.module import Module
    from scenario_forge.wargame.modules.stacking import StackingLimit

NO_ANSWER = {
    "stacking": "Any number of units may be in a hex.",
    "zones": "Nobody has a zone of control.",
    "works": "No work gives units cover.",
    "supply": "Nobody needs supply.",
    "step_costs": "Nobody moves.",
    "worths": "No row of the ledger brings points.",
}
"""Why a game of modules has no answer, by question."""


class WargameSystem(GameSystem):
    """A system whose rules are the modules that the keys of rules.yaml choose."""

    id = "wargame"
    title = "A wargame of modules"
    packages = (*GameSystem.packages, *(f"{wargame.__name__}.{name}" for name in ("board", "modules", "shelf")))
    document: ClassVar[type[WargameRules]] = WargameRules
    scored = frozenset({"levels", "hold", "condition", "event", "exited", "side", "sudden"})
    events_scored = (ELIMINATED, EXITED)
    towns = True
    lists_foot_alone = False

    def marker_placement(self) -> Notation[list[PlacementToken]]:
        """Return the grammar of the cells that place markers, some of them on hexsides."""
        return Placement(self.signs, markers=True, on_hexsides=True)

    def play_type(self) -> type[GamePlay[Any]]:
        """Return the class that plays a scenario."""
        from scenario_forge.wargame.shelf.play import WargamePlay  # noqa: PLC0415 - all of play

        return WargamePlay

    def steps(self, game: Game) -> Mapping[str, Named]:
        """Return the steps of the modules that the sequence of play may name."""
        own = self.play_type().steps
        return {id_: step for kind, _given in self.chosen(game) for id_, step in kind.steps.items()} | {**own}

    def absent_steps(self, game: Game) -> Mapping[str, str]:
        """Return the steps of modules that the game has not chosen, and those that only follow from others."""
        chosen, play = [kind for kind, _given in self.chosen(game)], self.play_type()
        others = [kind for kind in play.shelf() if kind not in chosen]  # type: ignore[attr-defined]  # as all games of modules
        there = {step for kind in chosen for step in kind.steps} | play.steps.keys()
        brought = {step: kind.key for kind in others for step in kind.steps if step not in kind.inner}
        inner = {step for kind in chosen for step in kind.inner}
        return {step: key for step, key in brought.items() if step not in there} | dict.fromkeys(inner, "")

    def events_named(self, game: Game) -> Iterable[str]:
        """Return the names of events that keys of modules give, such as a kind of turn that a die brings."""
        return [name for kind, given in self.chosen(game) for name in kind.events_of(given)]

    def own_gaps(self, game: Game, scenario: str = "") -> Iterator[Diagnostic]:
        """Yield what keeps the modules of a game from being played as its documents say."""
        found = game.one("rules", self.document)
        if found:
            own = self.play_type().steps
            yield from module_findings(game, [*self.chosen(game)], found[1], own, playing=bool(scenario))
            if not own:
                yield from ending_findings(game)
            if self.given(game, "works") is None:
                yield from marker_findings(game, {})

    def _sequence(self, game: Game) -> Iterator[Diagnostic]:
        """Yield what is wrong with the sequence; where it names what there is, what it lacks of the modules' steps."""
        found, given = [*super()._sequence(game)], game.one("rules", self.document)
        yield from found
        if given and not found:
            yield from sequence_gaps(game, [*self.chosen(game)], given[1], self.play_type().steps)

    def reads(self, game: Game) -> Reads:
        """Return what its modules read besides what their keys name."""
        reads = super().reads(game)
        recognised: dict[str, Collection[str]] = dict(reads.recognised)
        for kind, given in self.chosen(game):
            for what, names in kind.reads(game, given).items():
                recognised[what] = [*recognised.get(what, ()), *names]
        return replace(reads, recognised=recognised)

    def chosen(self, game: Game) -> Iterator[tuple[type[Module[Any]], Any]]:
        """Yield the modules that a game has chosen, each with its key of rules.yaml."""
        found = game.one("rules", self.document)
        shelf = self.play_type().shelf() if found else ()  # type: ignore[attr-defined]  # as all games of modules
        for kind in shelf:
            given = getattr(found[0], kind.key) if found else None
            if given is not None:
                yield kind, given

    def given(self, game: Game, key: str) -> Any:  # noqa: ANN401 - the model of any key
        """Return a key of rules.yaml; None where the game has not chosen it."""
        found = game.one("rules", self.document)
        return getattr(found[0], key) if found else None

    def clause(self, game: Game, rule: str) -> str:
        """Return the first clause of the rulebook that a rule of the modules carries out; empty for none."""
        return self.clauses(game).get(rule, "")

    def stacking(self, game: Game) -> Stacking | None:
        """Return the stacking limits, all units that count counted whole, as in a set-up."""
        limits: Sequence[StackingLimit] | None = self.given(game, "stacking")
        standing = [limit for limit in limits or () if limit.when is None]
        if not standing:
            return None
        most = next((limit.limit for limit in standing if limit.where is None), max(limit.limit for limit in standing))
        free = _without(game, next((limit.of for limit in standing if limit.of), {}))
        clause = self.clause(game, "stacking.limit")
        where = {limit.where: limit.limit for limit in standing if limit.where}
        return Stacking(most, each=1, free_types=free, limits=where, rule=clause)

    def zones(self, game: Game) -> ZonesOfControl | None:
        """Return who has a zone of control, by type, and what zones do not reach across."""
        key = self.given(game, "zones")
        if key is None or game.one("counters", CountersDocument) is None:
            return None
        clause = self.clause(game, "zones.extent")
        not_across, along = frozenset(key.not_across), frozenset(key.along)
        despite = "supply" not in key.negated_by_friends
        return ZonesOfControl(
            _without(game, key.of), not_across=not_across, along=along, despite_friends=despite, rule=clause
        )

    def works(self, game: Game) -> Works | None:
        """Return the work that gives units cover, with the types that have a value in cover."""
        works, fire = self.given(game, "works") or {}, self.given(game, "fire")
        id_, counters = (
            next((id_ for id_, work in works.items() if work.cover), None),
            game.one("counters", CountersDocument),
        )
        if id_ is None or counters is None:
            return None
        profit = None
        if fire is not None and fire.cover is not None:
            profit = frozenset({unit.type for unit in counters[0].units if fire.cover.value in unit.values})
        return Works(id_, f"{id_} marker", f"{id_} markers", profit=profit, rule=self.clause(game, "works.cover"))

    def supply(self, game: Game) -> GeneralSupply | None:
        """Return where supply comes from, and how far: the headquarters of each unit, or hexes of its side."""
        linked, about, given = hex_map(game), game.about, self.given(game, "supply")
        counters = game.one("counters", CountersDocument)
        if given is None or linked is None or about is None:
            return None
        sources, most = sources_of(game, given), len(linked.grid)
        headquarters = not sources or given.chain is not None
        if counters is None or (headquarters and not counters[0].formations):  # another check tells that there are none
            return None
        anywhere = {nation.id: given.range or most for nation in about.nationalities}
        gap = (given.chain.range or most) if sources and given.chain is not None else 0
        barred, led = frozenset(given.not_across), frozenset(given.along)
        return GeneralSupply(
            anywhere, sources=sources, gap=gap, headquarters=headquarters, not_across=barred, along=led
        )

    def has_no(self, game: Game) -> Mapping[str, str]:
        """Return why a game of modules has no answer to a question: it has not chosen what would answer it."""
        victory = game.one("victory", VictoryDocument)
        rows = victory[0].ledger if victory else []
        answers = {
            "stacking": self.stacking(game),
            "zones": self.zones(game),
            "works": self.works(game),
            "supply": self.supply(game),
            "step_costs": self.given(game, "movement"),
            "worths": rows or None,
        }
        held = any(row.when is not None and row.when.hold is not None for row in rows)
        controls = "Only places of the ledger have a side: the last in them." if held else "No hex belongs to a side."
        return {question: NO_ANSWER[question] for question, answer in answers.items() if answer is None} | {
            "controls": controls
        }

    def sentences(self, game: Game) -> Mapping[str, Sequence[Sentence]]:
        """Return the sentences of the modules that a game has chosen."""
        found = game.one("rules", self.document)
        labels = Labels(game, found[0]) if found else None
        if labels is None:
            return {}
        victory = game.one("victory", VictoryDocument)
        said = {kind.key: [*kind.sentences(given, labels)] for kind, given in self.chosen(game)}
        return said | {"victory": [*Victory.sentences(victory[0], labels)] if victory else []}

    def lacking_pieces(self, game: Game) -> LackingPieces:
        """Return the markers and chits that its modules need, and a marker of the game turn, if the game lacks them."""
        found, counters = game.one("rules", self.document), game.one("counters", CountersDocument)
        if found is None or counters is None:
            return LackingPieces()
        labels, victory = Labels(game, found[0]), game.one("victory", VictoryDocument)
        wanted = [each for kind, given in self.chosen(game) for each in kind.paper(given, labels)]
        wanted += Victory.paper(victory[0], labels) if victory else ()
        return lacking(counters[0], [*wanted, reminder("Game turn", 1, "turn")])

    def parameters(self, game: Game, scenario: str) -> Mapping[str, Any]:
        """Return what play reads, with the keys of modules resolved: their charts read."""
        from pydantic import TypeAdapter  # noqa: PLC0415

        made = dict(super().parameters(game, scenario))
        made["own"] = dict(made["own"]) | {
            kind.key: {"key": TypeAdapter(kind.model).dump_python(given, by_alias=True), "read": kind.read(game, given)}
            for kind, given in self.chosen(game)
        }
        made["clauses"] = self.clauses(game)
        made["actions"] = {**_patterns(self.chosen(game)), **made["actions"]}
        made["marks"] = made["marks"] or [mark for kind, given in self.chosen(game) for mark in kind.marks_of(given)]
        return made

    def own_arrays(self, game: Game, given: Arrays) -> Arrays:  # noqa: ARG002
        """Return the arrays of the modules: who is selected by their keys."""
        return {name: values for kind, key in self.chosen(game) for name, values in kind.arrays(game, key).items()}


def _without(game: Game, selector: Mapping[str, Any]) -> frozenset[str]:
    """Return the types of which a selector selects no counter."""
    counters = game.one("counters", CountersDocument)
    units = counters[0].units if counters else []
    return frozenset({unit.type for unit in units} - {unit.type for unit in units if selects(selector, unit)})


def _patterns(chosen: Iterable[tuple[type[Module[Any]], Any]]) -> dict[str, list[str]]:
    """Return the patterns of actions by step; those of all deeds, with their words, under the step for any of them."""
    found: dict[str, list[str]] = {}
    listed = [*chosen]
    points = any(kind is Activation and given.order == "points" for kind, given in listed)
    combat = next((given for kind, given in listed if kind.key == "combat"), ())
    for kind, given in listed:
        own = {deed.word for deed in kind.deeds}
        plain = sorted(kind.deeds, key=lambda deed: not getattr(deed, "pattern", "").startswith(deed.word))
        words = {deed.phase: deed.word for deed in plain}
        ways = [deed for deed in kind.deeds if deed.word in combat]
        fought = [deed.pattern for deed in ways if deed.pattern.startswith(deed.word)]
        others = [f"{deed.word} {deed.pattern}" for deed in ways if deed.pattern not in fought]
        found.setdefault("combat", []).extend([*fought, *others])
        for step, lines in kind.patterns(given).items():
            found.setdefault(step, []).extend(line for line in lines if line not in fought)
            for line in lines if points and step in words else ():
                worded = line.split()[0] in own
                found.setdefault(ACTIONS, []).append(line if worded else f"{words[step]} {line}")
    return found


SYSTEM = WargameSystem()
