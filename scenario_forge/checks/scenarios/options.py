"""SCN009 to 011, SCN035, 036, SCN117: optional rules and variants, and what they say of units and tables."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.quantities import WORDS
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.codes import REF001, REF002, SCH002, SCH007, unknown_name
from scenario_forge.game.notations import NotationError
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.variants import with_settings
from scenario_forge.game.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import OptionRule, Setting
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.source.nodes import Node, Path

CODES = Codes(__file__)
SCN009 = CODES.error("SCN009", "options-disagree", "`{option}` {how}")
SCN010 = CODES.warning("SCN010", "option-chosen-twice", "`{option}` is chosen twice")
SCN011 = CODES.error("SCN011", "option-at-odds", "the option `{option}` {how}")
SCN035 = CODES.error(
    "SCN035",
    "option-counts-its-units-otherwise",
    "the text says `{said}`, but {count} {have} this option",
)
SCN036 = CODES.warning(
    "SCN036",
    "option-breaks-order-of-table",
    "the values {way} with each die roll, except the one for {key}",
)
SCN117 = CODES.warning(
    "SCN117",
    "exclusion-on-one-side",
    "`{option}` excludes `{other}`, which does not exclude it; {count} exclude each other",
)
_MUTUAL = 3
"""Pairs of options that exclude each other, from which on an option that is excluded alone stands out."""


def options(game: Game) -> Iterator[Diagnostic]:
    """Report an option that is defined twice, or contradicts itself or an option that it requires."""
    found = game.one("options", OptionsDocument)
    if found is None:
        return
    document, where = found
    known: dict[str, OptionRule] = {}
    for option, at in where.each("options", document.options):
        if option.id in known:
            yield SCN011.at(at / "id", option=option.id, how="is defined twice")
        known.setdefault(option.id, option)
    for option, here in where.each("options", document.options):
        yield from _partners(option, known, here)
        yield from unreadable_changes(game, option, here)


def unreadable_changes(game: Game, option: OptionRule, at: Where) -> Iterator[Diagnostic]:
    """Yield a finding for each change with an address that leads to no value, or with a value of another kind."""
    for setting, here in at.each("changes", option.changes):
        try:
            _name, path, node = locate(corrected_roots(game.files), setting.at)
            yield from _values(game, setting.value, path, node, here / "value")
            if node is None:
                yield from _unknown(game, setting, here / "at")
        except AddressError:
            if not any(file.document is None for file in game.files.values()):
                yield REF001.at(here / "at", text=setting.at, wanted="value")


def _unknown(game: Game, setting: Setting, at: Where) -> Iterator[Diagnostic]:
    """A key that the document does not have, or no longer has."""
    for problem in with_settings(game, [setting]).problems:
        if problem.code in (SCH002, SCH007) and problem not in game.problems:
            yield REF002.at(at, problem=problem.message)


def _values(game: Game, value: JsonValue, path: Path, node: Node | None, at: Where) -> Iterator[Diagnostic]:
    """A value that the key cannot have: an unknown name, or words for a number."""
    known = _names(game).get(str(path[-1])) if path else None
    if known and isinstance(value, str) and value not in known:
        yield unknown_name(at, value, str(path[-1]), known)
    printed = node.data if node is not None else None
    kinds = tuple(_kind(each) for each in (printed, value))
    if printed is not None and value is not None and kinds[0] != kinds[1]:
        yield REF002.at(at, "kind", printed=kinds[0], changed=kinds[1])
    notation = game.system.track() if game.system else None
    if notation is not None and path[:1] == ("boxes",) and len(path) == 3 and isinstance(value, str):
        try:
            notation.parse(value)
        except NotationError as error:
            yield REF002.at(at.within(error.start, error.end), problem=str(error))


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return {int: "a number", float: "a number", str: "words", list: "a list"}.get(type(value), "keys with values")


def _names(game: Game) -> dict[str, list[str]]:
    """What may stand under keys that name things, as far as it is known."""
    counters = [document for document, _where in game.documents("counters", CountersDocument)]
    return {
        "nationality": [nation.id for nation in game.about.nationalities] if game.about else [],
        "side": list(game.side_names),
        "size": [size.id for document in counters for size in document.sizes],
        "type": [kind.id for document in counters for kind in document.types],
    }


def _partners(option: OptionRule, known: dict[str, OptionRule], at: Where) -> Iterator[Diagnostic]:
    for key, names in (("requires", option.requires), ("excludes", option.excludes)):
        for index, name in enumerate(names):
            where = at / key / index
            if name == option.id:
                yield SCN011.at(where, option=option.id, how=f"{key} itself")
            elif key == "excludes" and name in _needs(option, known):
                yield SCN011.at(where, option=option.id, how=f"both requires and excludes `{name}`")
            elif key == "requires" and name in known and option.id in known[name].excludes:
                yield SCN011.at(where, option=option.id, how=f"requires `{name}`, which excludes it")


def exclusions(game: Game) -> Iterator[Diagnostic]:
    """Report an option that excludes others which do not exclude it, as all other pairs do (SCN117)."""
    known = {
        option.id: (option, at)
        for document, where in game.documents("options", OptionsDocument)
        for option, at in where.each("options", document.options)
    }
    pairs = {
        (option.id, name): here
        for option, at in known.values()
        for name, here in at.each("excludes", option.excludes)
        if name in known and name != option.id
    }
    alone = [pair for pair in pairs if pair[::-1] not in pairs]
    in_all = set.intersection(*map(set, alone)) if alone else set()
    mutual = (len(pairs) - len(alone)) // 2
    lame = any(name not in known or name == option.id for option, _at in known.values() for name in option.excludes)
    if mutual < _MUTUAL or not in_all or lame:
        return  # no habit of the game, or one that several options do not keep
    one, other = min(alone, key=lambda pair: pair[0] not in in_all)
    option, at = known[other]
    finding = SCN117.at(pairs[one, other], option=one, other=other, count=f"{mutual} other pairs")
    finding = finding.also(at / ("excludes" if option.excludes else "id"), f"`{other}`")
    yield finding.suggest(f"let `{other}` exclude `{one}` too, or neither the other")


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


def chosen_options(game: Game) -> Iterator[Diagnostic]:
    """Report options of a scenario given twice, without what they require, or that exclude each other."""
    known = {o.id: o for document, _ in game.documents("options", OptionsDocument) for o in document.options}
    for scenario in scenarios(game).listed:
        yield from _chosen(scenario, known)


def _chosen(scenario: Scenario, known: dict[str, OptionRule]) -> Iterator[Diagnostic]:
    listed = scenario.document.options
    for index, name in enumerate(listed):
        where = scenario.where / "options" / index
        if name in listed[:index]:
            yield SCN010.at(where, option=name)
            continue
        for needed in known[name].requires if name in known else ():
            if needed in known and needed not in listed:
                yield SCN009.at(where, option=name, how=f"requires `{needed}`, which is not in play")
        for other in listed[:index]:
            if other in known and name in known and (other in known[name].excludes or name in known[other].excludes):
                finding = SCN009.at(where, option=name, how=f"and `{other}` exclude each other")
                yield finding.also(scenario.where / "options" / listed.index(other), f"`{other}`")


# -- what an option says of the units it brings in, and the tables that it changes -----------------


_COUNT = re.compile(rf"\b(\d+|{'|'.join(WORDS)}) (?:[^\W\d_][\w-]* ){{0,3}}?([^\W\d_]+?)s\b", re.IGNORECASE)


def texts(game: Game) -> Iterator[Diagnostic]:
    """Report numbers of units in the text of an option that differ from the counters that have the option."""
    counters = game.one("counters", CountersDocument)
    found = game.one("options", OptionsDocument)
    if counters is None or found is None:
        return
    sizes = {size.name.casefold(): size.id for size in counters[0].sizes}
    for option, here in found[1].each("options", found[0].options):
        own = [unit.size for unit in counters[0].units if unit.option == option.id]
        for match in _COUNT.finditer(option.text) if own else ():
            size = sizes.get(match[2].casefold())
            said = int(match[1]) if match[1].isdecimal() else WORDS[match[1].casefold()]
            if size is not None and own.count(size) != said:
                at = here / "text"
                count = own.count(size)
                have = "has" if count == 1 else "have"
                yield SCN035.at(at, said=match[0], count=plural(count, "such counter"), have=have)


def tables(game: Game) -> Iterator[Diagnostic]:
    """Report tables that an option puts in place of one in which values only rise or fall, and that do not."""
    found = game.one("options", OptionsDocument)
    roots = corrected_roots(game.files)
    for option, here in found[1].each("options", found[0].options) if found else ():
        for index, before in _tables(option, roots):
            after = option.changes[index].value
            if isinstance(after, dict):
                broken = _break(before, _values_of_tables(after))
                if broken is not None:
                    at = here / "changes" / index / "value" / broken
                    way = "rise" if _rises(before) else "fall"
                    yield SCN036.at(at, key=broken, way=way)


def _tables(option: OptionRule, roots: dict[str, Node]) -> Iterator[tuple[int, dict[str, float]]]:
    """The changes of tables of numbers by throw, with the values in the game."""
    for index, change in enumerate(option.changes):
        try:
            node = locate(roots, change.at)[2]
        except AddressError:
            continue
        values = _values_of_tables(node.data) if node is not None else {}
        if len(values) > len(("first", "last")):
            yield index, values


def _values_of_tables(data: object) -> dict[str, float]:
    """A table of numbers by whole number; empty if it is anything else."""
    if not isinstance(data, dict) or not all(str(key).isdecimal() for key in data):
        return {}
    plain = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in data.values())
    return {str(key): data[key] for key in sorted(data, key=int)} if plain else {}


def _rises(values: dict[str, float]) -> bool:
    return all(one <= other for one, other in itertools.pairwise(values.values()))


def _falls(values: dict[str, float]) -> bool:
    return all(one >= other for one, other in itertools.pairwise(values.values()))


def _break(before: dict[str, float], after: dict[str, float]) -> str | None:
    """The first throw that breaks the order which the table of the game keeps."""
    if _rises(before) == _falls(before):
        return None
    sign = 1 if _rises(before) else -1
    pairs = itertools.pairwise(after.items())
    return next((key for (_, one), (key, other) in pairs if sign * one > sign * other), None)


CHECKS = (
    options,
    exclusions,
    chosen_options,
    texts,
    tables,
)
