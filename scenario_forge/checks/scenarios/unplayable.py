"""SCN031: changes of options with which a scenario cannot be compiled, or play of it cannot begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.remembered import findings_of
from scenario_forge.checks.scenarios.options import unreadable_changes
from scenario_forge.checks.scenarios.settings import SCN031, of_options, value_text
from scenario_forge.compiler.compile import compile_changed, options_of
from scenario_forge.compiler.problems import CompileError
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.reading.variants import settings, with_scenario, with_settings
from scenario_forge.game.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule, Setting
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

    Options = Sequence[tuple[OptionRule, Where]]


def unplayable_options(game: Game) -> Iterator[Diagnostic]:
    """Report changes of options of no scenario with which the first scenario cannot be played, though it can without.

    Options are tried together as far as they change other values, and one by one only where that fails.
    """
    scenario = next(iter(scenarios(game).scenarios), None)
    if scenario is None or game.system is None or not game.files:
        return
    used = {option for each in scenarios(game).listed for option in each.document.options}
    options = [
        (option, at)
        for document, where in game.documents("options", OptionsDocument)
        for option, at in where.each("options", document.options)
        if option.changes and option.id not in used
    ]
    trial = _Trial(game, scenario)
    failed = [
        each
        for together in _apart(options)
        if trial.problem([option.id for option, _at in together], _changes(together))
        for each in together
    ]
    # of a change that is told of already, nothing more is said
    failed = [(option, at) for option, at in failed if not any(True for _ in unreadable_changes(game, option, at))]
    if failed and not trial.problem((), ()):
        known = [finding.span for finding in findings_of(game, of_options) if finding.code is SCN031]
        for option, at in failed:
            own = (at / "changes").span
            if not any(own.file == span.file and own.line <= span.line <= own.end_line for span in known):
                yield from _unplayable(trial, option, at / "changes")


def _apart(options: Options) -> list[Options]:
    """Return options in groups of which no two change the same value."""
    groups: list[list[tuple[OptionRule, Where]]] = []
    for option, at in options:
        free = (group for group in groups if not {each.at for each in option.changes} & {s.at for s in _changes(group)})
        group = next(free, None)
        if group is None:
            groups.append([(option, at)])
        else:
            group.append((option, at))
    return [*groups]


def _changes(options: Options) -> list[Setting]:
    return [setting for option, _at in options for setting in option.changes]


def _unplayable(trial: _Trial, option: OptionRule, where: Where) -> Iterator[Diagnostic]:
    """Report the changes that alone keep the scenario from being played, else all of an option that does."""
    chosen = [option.id]
    together = trial.problem(chosen, option.changes)
    tried = ((n, trial.problem(chosen, [each])) for n, each in enumerate(option.changes))
    alone = {n: problem for n, problem in tried if problem}
    for number, problem in alone.items() if together else ():
        setting = option.changes[number]
        at = where / number / "value"
        yield SCN031.at(at, at=setting.at, value=value_text(setting.value), problem=problem)
    if together and not alone:
        last = option.changes[-1]
        problem = f"{together}, with the other changes"
        yield SCN031.at(where.key(), at=last.at, value=value_text(last.value), problem=problem)


class _Trial:
    """Trials of a scenario with values changed. What the changed values do not touch is made once."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game, self.scenario, self.memo = game, scenario, game.memo.copy()
        self.own = options_of(game, scenario)

    def problem(self, options: Iterable[str], changes: Iterable[Setting]) -> str:
        """Return why the scenario cannot be played with more options and some values changed; empty where it can be."""
        changed = with_settings(self.game, [*settings(self.game, self.own), *changes])
        varied = with_scenario(changed, self.scenario, frozenset())
        if varied is not self.game:
            varied.memo = self.memo
        try:
            compiled = compile_changed(varied, self.scenario, self.own.union(options))
            if self.game.system is not None:
                self.game.system.begin(compiled)
        except CompileError as error:
            return error.diagnostics[0].message if error.diagnostics else str(error)
        except Exception as error:  # whatever the rules stumble over
            return f"play cannot begin: {error}"
        return ""


CHECKS = (unplayable_options,)
