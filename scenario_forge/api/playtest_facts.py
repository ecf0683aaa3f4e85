"""What a report of many games needs of the game itself: words, clauses, the target, the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.playtest import PlaytestDocument, Target
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.hexes.metric import corners, extent
from scenario_forge.playtest.facts import Facts
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.variants import on_boards
from scenario_forge.reports.playtest_map import Sketch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.play import Prepared
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.project.game import Game

SIZE = 10.0
"""Of a hex in the drawing, from side to side."""


def target_of(game: Game, scenario: str) -> Target | None:
    """How even a scenario is meant to be: as it says itself, else as playtest.yaml does."""
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
    """A setting in words. Margins are seen from the target's side, or from the first."""
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
    """Steps in which a side may choose: those that say what can be chosen."""
    from scenario_forge.simulator.step import Step  # noqa: PLC0415 - playing is a world of its own

    steps = prepared.play.sequence.steps
    return tuple(sorted(name for name, step in steps.items() if type(step).choices is not Step.choices))


def _option_clauses(game: Game) -> dict[str, tuple[str, frozenset[str]]]:
    """By option: its title, and the clauses of the printed rule that it is."""
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
    """The map in outlines; None where the game has none."""
    linked = hex_map(on_boards(game, compiled.names["scenario"][0]))
    if linked is None:
        return None
    grid, land = linked.grid, compiled.kinds.terrain_land
    objectives = compiled.scored_hexes
    places = [
        (name, hex_, hex_ in objectives)
        for name, hex_ in zip(compiled.names["places"], compiled.places.hex, strict=True)
        if hex_ >= 0
    ]
    return Sketch(
        extent=extent(grid, SIZE),
        corners=tuple(tuple(corners(grid, hex_, SIZE)) for hex_ in range(len(grid))),
        land=tuple(int(kind >= 0 and bool(land[kind])) for kind in compiled.map.terrain),
        neighbours=tuple(compiled.map.neighbours),
        places=tuple(places),
        roads=tuple(tuple(hex_ for hex_ in line.hexes if hex_ is not None) for line in linked.lines),
        sides={side.id: side.name for side in game.about.sides} if game.about else {},
        names=compiled.names["hexes"],
    )
