"""SCN: optional rules and variants, by themselves and as scenarios combine them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref, scn
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario


def options(game: Game) -> Iterator[Diagnostic]:
    """An option defined twice, or at odds with itself or with what it asks for."""
    found = game.one("options", OptionsDocument)
    if found is None:
        return
    document, where = found
    known: dict[str, OptionRule] = {}
    for number, option in enumerate(document.options):
        at = where / "options" / number
        if option.id in known:
            yield scn.SCN011.at(at / "id", option=option.id, how="is defined twice")
        known.setdefault(option.id, option)
    for number, option in enumerate(document.options):
        yield from _partners(option, known, where / "options" / number)
        yield from _changes(game, option, where / "options" / number)


def _changes(game: Game, option: OptionRule, at: Where) -> Iterator[Diagnostic]:
    """Addresses of values that are nowhere in the game."""
    for index, setting in enumerate(option.changes):
        roots = {name: file.root for name, file in game.files.items() if file.root is not None}
        try:
            locate(roots, setting.at)
        except AddressError:
            if not any(file.document is None for file in game.files.values()):
                yield ref.REF001.at(at / "changes" / index / "at", text=setting.at, wanted="value of the game")


def _partners(option: OptionRule, known: dict[str, OptionRule], at: Where) -> Iterator[Diagnostic]:
    for key, names in (("requires", option.requires), ("excludes", option.excludes)):
        for index, name in enumerate(names):
            where = at / key / index
            if name not in known:
                yield ref.REF001.at(where, text=name, wanted="option").suggest(did_you_mean(name, known))
            elif name == option.id:
                yield scn.SCN011.at(where, option=option.id, how=f"{key} itself")
            elif key == "excludes" and name in _needs(option, known):
                yield scn.SCN011.at(where, option=option.id, how=f"both requires and excludes `{name}`")
            elif key == "requires" and option.id in known[name].excludes:
                yield scn.SCN011.at(where, option=option.id, how=f"requires `{name}`, which excludes it")


def _needs(option: OptionRule, known: dict[str, OptionRule]) -> set[str]:
    """Everything that an option requires, directly or through others."""
    found: set[str] = set()
    ahead = [*option.requires]
    while ahead:
        name = ahead.pop()
        if name not in found and name in known:
            found.add(name)
            ahead += known[name].requires
    return found


def chosen(game: Game) -> Iterator[Diagnostic]:
    """A scenario's options: one twice, one without what it requires, two that exclude each other."""
    known = {o.id: o for document, _ in game.documents("options", OptionsDocument) for o in document.options}
    for scenario in scenarios(game).listed:
        yield from _chosen(scenario, known)


def _chosen(scenario: Scenario, known: dict[str, OptionRule]) -> Iterator[Diagnostic]:
    listed = scenario.document.options
    for index, name in enumerate(listed):
        where = scenario.where / "options" / index
        if name in listed[:index]:
            yield scn.SCN010.at(where, option=name)
            continue
        for needed in known[name].requires if name in known else ():
            if needed in known and needed not in listed:
                yield scn.SCN009.at(where, option=name, how=f"requires `{needed}`, which is not in play")
        for other in listed[:index]:
            if other in known and name in known and (other in known[name].excludes or name in known[other].excludes):
                finding = scn.SCN009.at(where, option=name, how=f"and `{other}` exclude each other")
                yield finding.also(scenario.where / "options" / listed.index(other), f"`{other}`")


CHECKS = (options, chosen)
