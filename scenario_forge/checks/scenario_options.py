"""SCN: optional rules and variants, by themselves and as scenarios combine them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref, sch, scn
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.project.address import AddressError
from scenario_forge.project.errata import locate
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.system import NotationError
from scenario_forge.project.variants import with_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule, Setting
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Node, Path


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
            _name, path, node = locate(roots, setting.at)
            yield from _values(game, setting.value, path, node, at / "changes" / index / "value")
            if node is None:
                yield from _unknown(game, setting, at / "changes" / index / "at")
        except AddressError:
            if not any(file.document is None for file in game.files.values()):
                yield ref.REF001.at(at / "changes" / index / "at", text=setting.at, wanted="value of the game")


def _unknown(game: Game, setting: Setting, at: Where) -> Iterator[Diagnostic]:
    """A key that no game has there, or has any more."""
    for problem in with_settings(game, [setting]).problems:
        if problem.code in (sch.SCH002, sch.SCH007) and problem not in game.problems:
            yield ref.REF002.at(at, problem=problem.message)


def _values(game: Game, value: JsonValue, path: Path, node: Node | None, at: Where) -> Iterator[Diagnostic]:
    """A value unlike any that such a place can have: a name of nothing, words for a number."""
    known = _names(game).get(str(path[-1])) if path else None
    if known and isinstance(value, str) and value not in known:
        yield ref.REF001.at(at, text=value, wanted=str(path[-1])).suggest(did_you_mean(value, known))
    printed = node.data if node is not None else None
    kinds = tuple(_kind(each) for each in (printed, value))
    if printed is not None and value is not None and kinds[0] != kinds[1]:
        yield ref.REF002.at(at, problem=f"the game has {kinds[0]} here, not {kinds[1]}")
    notation = game.system.track() if game.system else None
    if notation is not None and path[:1] == ("boxes",) and len(path) == 3 and isinstance(value, str):
        try:
            notation.parse(value)
        except NotationError as error:
            yield ref.REF002.at(at.within(error.start, error.end), problem=str(error))


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return {int: "a number", float: "a number", str: "words", list: "a list"}.get(type(value), "keys with values")


def _names(game: Game) -> dict[str, list[str]]:
    """What may stand under keys that name things, as far as it is known."""
    counters = [document for document, _where in game.documents("counters", CountersDocument)]
    return {
        "nationality": [nation.id for nation in game.about.nationalities] if game.about else [],
        "side": [side.id for side in game.about.sides] if game.about else [],
        "size": [size.id for document in counters for size in document.sizes],
        "type": [kind.id for document in counters for kind in document.types],
    }


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
