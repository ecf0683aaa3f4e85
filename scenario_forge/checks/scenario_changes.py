"""REF001, SCN030 to SCN032: values that a scenario changes for itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scenario_forge.checks import (
    chart_lines,
    names,
    names_counters,
    oob_cells,
    track_arrivals,
    track_boxes,
    track_columns,
    track_dates,
    victory_names,
    victory_order,
    victory_texts,
)
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.catalogue import ref, scn
from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.variants import with_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Setting
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Node, Path

_LOOKED_AT = (
    names.CHECKS,
    names_counters.CHECKS,
    chart_lines.CHECKS,
    oob_cells.CHECKS,
    track_boxes.CHECKS,
    track_arrivals.CHECKS,
    track_dates.CHECKS,
    track_columns.CHECKS,
    victory_names.CHECKS,
    victory_order.CHECKS,
    victory_texts.CHECKS,
)
"""Checks that a changed game must pass as the game does without. Those of what is printed do not matter here."""
_IDLE: Final = {
    "game": "says what the game is",
    "options": "says what an option is",
    "errata": "corrects the print",
    "playtest": "is about many games",
    "rulebook": "is read by people",
    "examples": "is read by people",
    "chronology": "is read by people",
    "diagrams": "is read by people",
    "aids": "is printed on the aids",
    "words": "is printed",
    "copies": "is about a copy",
}
"""Kinds of file that play does not depend on."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A change whose address was found."""

    index: int
    setting: Setting
    file: str
    path: Path


def changes(game: Game) -> Iterator[Diagnostic]:
    """Addresses of nothing, changes of what is no matter of the scenario, without effect, or that cannot be."""
    for scenario in scenarios(game).listed:
        if scenario.document.changes and not any(file.document is None for file in game.files.values()):
            yield from _changes(game, scenario)


def _changes(game: Game, scenario: Scenario) -> Iterator[Diagnostic]:
    roots = {name: file.root for name, file in game.files.items() if file.root is not None}
    sound: list[_Change] = []
    for index, setting in enumerate(scenario.document.changes):
        at = scenario.where / "changes" / index
        try:
            file, path, node = locate(roots, setting.at)
        except AddressError as error:
            yield ref.REF001.at(at / "at", text=setting.at, wanted="value of the game").note(str(error))
            continue
        why = _out_of_reach(game, scenario, file, path)
        if why:
            yield scn.SCN032.at(at / "at", at=setting.at, why=why)
            continue
        again = next((each for each in sound if (each.file, each.path) == (file, path)), None)
        if again is not None:
            finding = scn.SCN030.at(at / "at", what=f"`{setting.at}` is changed twice")
            yield finding.also(scenario.where / "changes" / again.index / "at", "the first")
        elif _same(node, setting):
            yield scn.SCN030.at(at / "value", what=f"`{setting.at}` is `{shown(setting.value)}` already")
        sound.append(_Change(index, setting, file, path))
    yield from _impossible(game, scenario, sound)


def _same(node: Node | None, setting: Setting) -> bool:
    found = node.data if node is not None else None
    return found == setting.value and isinstance(found, bool) == isinstance(setting.value, bool)


def _out_of_reach(game: Game, scenario: Scenario, file: str, path: Path) -> str:
    """Why a scenario has no business there; empty where it has."""
    kind = game.files[file].kind.name
    if kind == "scenarios" and file != scenario.where.file.name:
        return "is a value of another scenario"
    if kind == "scenarios" and path[:1] != ("victory",):
        return "stands in the scenario's own file: write it there"
    return f"{_IDLE[kind]}; play does not depend on it" if kind in _IDLE else ""


def _impossible(game: Game, scenario: Scenario, sound: Sequence[_Change]) -> Iterator[Diagnostic]:
    """What only the changes make wrong: at the change that does by itself, else at the list."""
    together = caused(game, [each.setting for each in sound])
    if not together:
        return
    alone = False
    for each in sound:
        found = caused(game, [each.setting])
        if found:
            alone, where = True, scenario.where / "changes" / each.index / "value"
            value = shown(each.setting.value)
            yield scn.SCN031.at(where, at=each.setting.at, value=value, problem=found[0].message).note(_told(found[0]))
    if not alone:
        last = sound[-1]
        where, problem = (scenario.where / "changes").key(), f"{together[0].message}, with the other changes"
        value = shown(last.setting.value)
        yield scn.SCN031.at(where, at=last.setting.at, value=value, problem=problem).note(_told(together[0]))


def _told(finding: Diagnostic) -> str:
    return f"that would be {finding.code.id}"


def caused(game: Game, settings: Sequence[Setting]) -> list[Diagnostic]:
    """Errors that a game has with some values changed, and does not have without."""
    varied = with_settings(game, settings)
    if varied is game:
        return []
    known = {(each.code.id, each.message) for each in _errors(game)}
    return [each for each in _errors(varied) if (each.code.id, each.message) not in known]


def _errors(game: Game) -> Iterator[Diagnostic]:
    for problem in game.problems:
        if problem.severity is Severity.ERROR:
            yield problem
    for family in _LOOKED_AT:
        for check in family:
            for finding in check(game):
                if finding.severity is Severity.ERROR:
                    yield finding


def shown(value: object) -> str:
    """A value as a message shows it."""
    return "nothing" if value is None else str(value)


CHECKS = (changes,)
