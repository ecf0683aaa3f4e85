"""REF001, SCN030 to 033, VIC010, PLT001, 002: values and victory rows that a scenario changes or drops."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scenario_forge.checks import names, time_track
from scenario_forge.checks.charts import lines as chart_lines
from scenario_forge.checks.forces import cells, presence
from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.scenarios.options import unreadable_changes
from scenario_forge.checks.victory import levels, rows
from scenario_forge.checks.victory import names as victory_names
from scenario_forge.checks.victory.levels import VIC010
from scenario_forge.checks.victory.names import PLT002, aims
from scenario_forge.checks.victory.parts import objectives, scenario_rows
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.victory import PlaytestDocument, VictoryDocument
from scenario_forge.game.codes import REF001
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_settings
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.source.emit import inline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.checks.victory.parts import VictoryRow
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Setting
    from scenario_forge.documents.victory import Objective
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.source.nodes import Node, Path

CODES = Codes(__file__)
SCN030 = CODES.warning(
    "SCN030",
    "change-without-effect",
    twice="`{at}` is changed twice",
    same="`{at}` is `{value}` already",
)
SCN031 = CODES.error("SCN031", "change-that-cannot-be", "`{at}` cannot be `{value}`: {problem}")
SCN032 = CODES.error("SCN032", "change-out-of-reach", "`{at}` {why}")
SCN033 = CODES.warning("SCN033", "row-not-scored-anyway", "`{row}` is not scored from {start} to {stop}")


_LOOKED_AT = (
    names.CHECKS,
    chart_lines.CHECKS,
    cells.ENTRIES,
    time_track.CHECKS,
    (presence.letters,),
    victory_names.CHECKS,
    levels.CHECKS,
    rows.CHECKS,
)
"""Checks that a changed game must pass as the game does without. Those of what is printed do not matter here."""
_IDLE: Final = {
    "game": "describes the game",
    "options": "defines options",
    "errata": "corrects the printed game",
    "playtest": "is about many games",
    "rulebook": "is read by people",
    "examples": "is read by people",
    "chronology": "is read by people",
    "sightings": "is evidence for drafts",
    "diagrams": "is read by people",
    "aids": "is printed on the aids",
    "words": "is printed",
    "copies": "is about a copy",
    "witnesses": "shows what two readings do",
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
    """Report changes with a wrong address, outside the scenario's reach, without effect, or impossible."""
    for scenario in scenarios(game).listed:
        if scenario.document.changes and not any(file.document is None for file in game.files.values()):
            yield from _changes(game, scenario)


def _changes(game: Game, scenario: Scenario) -> Iterator[Diagnostic]:
    roots = corrected_roots(game.files)
    where = scenario.where / "changes"
    sound: list[_Change] = []
    for index, setting in enumerate(scenario.document.changes):
        at = where / index
        try:
            file, path, node = locate(roots, setting.at)
        except AddressError as error:
            yield REF001.at(at / "at", text=setting.at, wanted="value").note(str(error))
            continue
        why = _out_of_reach(game, scenario, file, path)
        if why:
            yield SCN032.at(at / "at", at=setting.at, why=why)
            continue
        sound.append(_Change(index, setting, file, path))
        yield from _idle(sound, node, where)
    yield from _impossible(game, where, sound, scenario.id)


def of_options(game: Game) -> Iterator[Diagnostic]:
    """Report changes of options that change nothing, or with which the game has errors that it has not without."""
    if game.partly_read:
        return
    roots = corrected_roots(game.files)
    for document, where in game.documents("options", OptionsDocument):
        for option, here in where.each("options", document.options):
            sound: list[_Change] = []
            if any(True for _ in unreadable_changes(game, option, here)):
                continue
            for setting, at in here.each("changes", option.changes):
                with contextlib.suppress(AddressError):  # REF001
                    file, path, node = locate(roots, setting.at)
                    sound.append(_Change(int(at.path[-1]), setting, file, path))
                    # a variant may be the printed value of one that an erratum changes
                    yield from _idle(sound, node, here / "changes", compared=game.errata == "all")
            if sound:
                yield from _impossible(game, here / "changes", sound)


def _idle(sound: Sequence[_Change], node: Node | None, where: Where, *, compared: bool = True) -> Iterator[Diagnostic]:
    """What is wrong with the last of some changes if it has no effect; `compared`: with the value that is there."""
    last = sound[-1]
    at = where / last.index
    again = next((each for each in sound[:-1] if (each.file, each.path) == (last.file, last.path)), None)
    if again is not None:
        finding = SCN030.at(at / "at", "twice", at=last.setting.at)
        yield finding.also(where / again.index / "at", "the first")
    elif compared and _same(node, last.setting):
        finding = SCN030.at(at / "value", "same", at=last.setting.at, value=value_text(last.setting.value))
        yield finding.suggest("give the value that the change is meant to bring, or remove it")


def _same(node: Node | None, setting: Setting) -> bool:
    found = node.data if node is not None else None
    return found == setting.value and isinstance(found, bool) == isinstance(setting.value, bool)


def _out_of_reach(game: Game, scenario: Scenario, file: str, path: Path) -> str:
    """Why a scenario may not change a value; empty where it may."""
    kind = game.files[file].kind.name
    if kind == "scenarios" and file != scenario.where.file.name:
        return "is a value of another scenario"
    if kind == "scenarios" and path[:1] != ("victory",):
        return "is in the scenario's own file: write it there"
    return f"{_IDLE[kind]}; play does not depend on it" if kind in _IDLE else ""


def _impossible(game: Game, changes: Where, sound: Sequence[_Change], scenario: str = "") -> Iterator[Diagnostic]:
    """Errors that the changes cause: at the change that causes one alone, otherwise at the list."""
    together = _errors_with(game, changes, [each.setting for each in sound], scenario)
    if not together:
        return
    alone = False
    for each in sound:
        found = _errors_with(game, changes / each.index, [each.setting], scenario)
        if found:
            alone, where = True, changes / each.index / "value"
            value = value_text(each.setting.value)
            yield SCN031.at(where, at=each.setting.at, value=value, problem=found[0].message).note(_told(found[0]))
    if not alone:
        last = sound[-1]
        where, problem = changes.key(), f"{together[0].message}, with the other changes"
        value = value_text(last.setting.value)
        yield SCN031.at(where, at=last.setting.at, value=value, problem=problem).note(_told(together[0]))


def _errors_with(game: Game, at: Where, settings: Sequence[Setting], scenario: str) -> list[Diagnostic]:
    """The errors that changes at a place cause, kept while nothing that was read for them changes."""
    name, changes = f"errors with {at.file.name} {at.path} {scenario}", repr(settings)
    return game.memo.each(name, game, [changes], lambda _changes: new_errors(game, settings, scenario))[changes]


def _told(finding: Diagnostic) -> str:
    return f"that would be {finding.code.id}"


def new_errors(game: Game, settings: Sequence[Setting], scenario: str = "") -> list[Diagnostic]:
    """Return errors that a game, or the play of a scenario of it, has only with some values changed."""
    varied = with_settings(game, settings)
    if varied is game:
        return []
    changed = {file.kind.name for name, file in varied.read.items() if file is not game.read[name]}

    def errors(game: Game) -> Iterator[Diagnostic]:
        yield from (problem for problem in game.problems if problem.severity is Severity.ERROR)
        # what rules.yaml says is read by no other document, and looked at by the rule system alone
        if changed != {"rules"}:
            yield from _errors(game)
        if scenario and game.system is not None:
            yield from game.system.gaps(game, scenario)
        if "rules" in changed:
            yield from _errors_of_rules(game, scenario)

    game.record(changed)
    known = {_said(each) for each in errors(game)}
    varied.memo = game.memo.copy()  # what the changed values do not touch is not checked again
    found, reads = varied.recorded(lambda: [each for each in errors(varied) if _said(each) not in known])
    game.record(game.memo.known_to(reads, varied.memo))
    return found


def _said(finding: Diagnostic) -> tuple[str, str]:
    return finding.code.id, finding.message


def _errors_of_rules(game: Game, scenario: str) -> Iterator[Diagnostic]:
    """Errors of the rule system, without those that it looks for in play."""
    system = game.system
    if system is None:
        return
    # of the printed starts, with which the scenario need not agree
    printed = {_said(each) for each in system.gaps(game, "")} if scenario else ()
    left_out = (*system.slow_checks(), *system.hints())
    for check in system.checks():
        for finding in findings_of(game, check) if check not in left_out else ():
            if finding.severity is Severity.ERROR and _said(finding) not in printed:
                yield finding


def _errors(game: Game) -> Iterator[Diagnostic]:
    for family in _LOOKED_AT:
        for check in family:
            yield from (finding for finding in findings_of(game, check) if finding.severity is Severity.ERROR)


def value_text(value: object) -> str:
    """Return a value as a message shows it."""
    if isinstance(value, (dict, list)):
        return inline(value)
    return "nothing" if value is None else str(value)


# -- what a scenario scores by itself and leaves out, and the band it aims at ----------------------


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report own rows with an id that another row has, or with one side and condition."""
    printed = {row.entry.id: row for row in objectives(game)}
    seen: dict[tuple[str, str], VictoryRow] = {}
    said: dict[tuple[str, str, str], VictoryRow] = {}
    for row in scenario_rows(game):
        other = seen.setdefault((row.scenario, row.entry.id), row)
        first = other if other is not row else printed.get(row.entry.id)
        if first is not None:
            yield VIC010.at(row.where / "id", "id", row=row.entry.id).also(first.where / "id", "the first")
        key = (row.scenario, row.entry.side, row.entry.when.model_dump_json(exclude_none=True))
        same = said.setdefault(key, row)
        if same is not row:
            yield VIC010.at(row.where / "when", "condition").also(same.where / "when", "the first")


def excluded_rows(game: Game) -> Iterator[Diagnostic]:
    """Report excluded rows that are named twice, or would not be scored anyway."""
    track = schedule(game)
    found = game.one("victory", VictoryDocument)
    if track is None or game.broken("victory"):
        return
    known = {row.id: row for row in found[0].objectives} if found else {}
    cumulative = found is not None and found[0].cumulative
    for scenario in scenarios(game).listed:
        listed = scenario.document.without
        for index, name in enumerate(listed):
            at = scenario.where / "without" / index
            if name not in known:
                continue
            if name in listed[:index]:
                yield VIC010.at(at, "left_out", row=name)
            elif is_scored(track, scenario, known[name], cumulative=cumulative) is False:
                start, stop = (mark.date.label if mark else "" for mark in (scenario.start, scenario.stop))
                yield SCN033.at(at, row=name, start=start, stop=stop)


def is_scored(track: Schedule, scenario: Scenario, row: Objective, *, cumulative: bool) -> bool | None:
    """Return whether a scenario reaches the stop of a printed row; None where a date is unknown."""
    mark, start, stop = track.stops.get(row.stop), scenario.start, scenario.stop
    if mark is None or start is None or stop is None or None in (mark.turn, start.turn, stop.turn):
        return None
    if not cumulative:
        return row.stop == scenario.document.stop
    moment = track.player_turn(mark.turn or 0, mark.side)
    opens = track.player_turn(start.turn or 0, scenario.first)
    return opens <= moment <= track.player_turn(stop.turn or 0, scenario.last)


def targets(game: Game) -> Iterator[Diagnostic]:
    """Report a target of a scenario: an unknown side, a band too narrow, or a second target in playtest.yaml."""
    others = {
        target.scenario: where / "targets" / number
        for document, where in game.documents("playtest", PlaytestDocument)
        for number, target in enumerate(document.targets)
    }
    for scenario in scenarios(game).listed:
        aim = scenario.document.target
        if aim is None:
            continue
        at = scenario.where / "target"
        yield from aims(aim, at)
        if scenario.id in others:
            finding = PLT002.at(at.key(), what=f"a target of `{scenario.id}`")
            yield finding.also(others[scenario.id] / "scenario", "the other; that of the scenario counts")


CHECKS = (
    changes,
    of_options,
    duplicates,
    excluded_rows,
    targets,
)
