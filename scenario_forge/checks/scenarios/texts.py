"""SCN118 to SCN120: what scenarios say in words and names, against the units and places that they have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.identities import side_by_names
from scenario_forge.checks.rulebook.quantities import COUNT, worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.game.scenarios import ending, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.scenarios import Scenario

CODES = Codes(__file__)
SCN118 = CODES.error(
    "SCN118",
    "set-up-under-another-side",
    "this set-up names {units} as the order of battle of {other} has them, and none as that of {side}",
)
SCN119 = CODES.warning(
    "SCN119",
    "nationality-without-units",
    "the text says `{said}`, but no such unit takes part in this scenario",
)
SCN120 = CODES.warning(
    "SCN120",
    "places-counted-otherwise",
    "the text says `{said}`; the map has {count}{scored}",
)
_AWAY = ("absent", "eliminated")
_FORCES = (
    r"(?:[a-z]+ )?(?:units?|troops|forces?|arm(?:y|ies)|infantry|armou?r|tanks?|guns?|artillery|regiments?"
    r"|(?:battalion|brigade|company|companie|corp|division|squadron)s?)"
)
"""What follows the name of a nation where its units are meant, and not its land or its plans."""


def set_ups_by_name(game: Game) -> Iterator[Diagnostic]:
    """Report a scenario's set-up whose names are those of another side's units (SCN118)."""
    linked = forces(game)
    for document, where in game.documents("scenarios", ScenarioDocument):
        for own, at in where.each("set_up", document.set_up):
            other = side_by_names(linked, own)
            if other:
                count = sum(bool(unit.name) for unit in own.units)
                names = {"other": game.side_name(other), "side": game.side_name(own.side)}
                finding = SCN118.at(at / "side", units=plural(count, "unit"), **names)
                yield finding.suggest(f"did you mean {other}?")


def nationalities(game: Game) -> Iterator[Diagnostic]:
    """Report a nationality in the text of a scenario of which no unit takes part in it (SCN119)."""
    if not game.in_english or game.about is None or game.broken("orders-of-battle") or game.broken("counters"):
        return
    units = [unit for unit in forces(game).units() if unit.counter is not None]
    for scenario in scenarios(game).listed if units else ():
        taking_part = {_nation(unit) for unit in units if _takes_part(unit, scenario)}
        for nation in game.about.nationalities:
            absent = [unit for unit in units if _nation(unit) == nation.id and nation.id not in taking_part]
            said = "|".join(re.escape(name) for name in nation.name.split(" and "))
            match = re.search(rf"\b(?:{said})(?:s\b| {_FORCES}\b)", scenario.document.text)
            if match and absent and taking_part:
                at = (scenario.where / "text").within(*match.span())
                yield SCN119.at(at, said=match[0]).also(absent[0].where / "name", f"the first {nation.name} unit")


def _nation(unit: Unit) -> str:
    return unit.counter.counter.nationality if unit.counter else ""


def _takes_part(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit is there at the start of a scenario or may come later."""
    own = unit.own.get(f"{scenario.id}+")
    later = [entry for entry in unit.entries() if entry.start is None] if own is None else own
    return starts_in(unit, scenario) or any(entry.kind not in _AWAY for entry in later)


def starts_in(unit: Unit, scenario: Scenario) -> bool:
    """Return whether a unit is there when a scenario begins, or comes by what its entry for the start says."""
    own = unit.own.get(scenario.id)
    there = unit.at_date(scenario.document.start) if own is None else next(iter(own), None)
    return there is not None and there.kind not in _AWAY


# -- numbers of places ------------------------------------------------------------------------------


def counted_places(game: Game) -> Iterator[Diagnostic]:
    """Report a number of hills, towns or other ground in words that neither the map nor the points have (SCN120)."""
    grid = hex_map(game)
    if grid is None or grid.unread_hexes or not game.in_english or game.broken("victory"):
        return
    texts = [(each.document.text, each.where / "text", each.document.scenario) for each in scenarios(game).listed]
    for options, where in game.documents("options", OptionsDocument):
        texts += [(option.text, at / "text", "") for option, at in where.each("options", options.options)]
    for text, at, scenario in texts:
        for noun, (on_map, scored, first) in _counts(game, grid, scenario).items() if _number(text) else ():
            match = re.search(rf"({COUNT})(?: \w+)? {re.escape(noun)}\b(?!-)", text, re.IGNORECASE)
            number = worth(match[1]) if match else None
            if match is None or number is None or not (number > on_map > 0 or number != scored == on_map > 0):
                continue  # a few of many may be meant
            behind = f", and points are given for {scored}" if scored else ""
            kind = noun if on_map != 1 else noun.removesuffix("s")
            finding = SCN120.at(at.within(*match.span()), said=match[0], count=f"{on_map} {kind}", scored=behind)
            yield finding.also(grid.terrain_where(first), "the first of them")


def _number(text: str) -> bool:
    return re.search(COUNT, text, re.IGNORECASE) is not None


def _counts(game: Game, grid: HexMap, scenario: str) -> dict[str, tuple[int, int, int]]:
    """By the plural of a kind of terrain: how many hexes a scenario has of it, how many bring points, and the first."""
    rows = [row for row, _at in ending(game).ledger]
    texts = [row.text for row in rows if not (row.scenarios and scenario) or scenario in row.scenarios]
    played = hex_map(on_boards(game, scenario)) or grid
    named = [hex_ for name in played.grid.ids if (hex_ := grid.grid.find(name)) is not None]
    counts = {}
    for kind in grid.document.terrain:
        name = re.compile(rf"\b{re.escape(kind.name)}\b", re.IGNORECASE)
        places = [hex_ for hex_ in named if grid.terrain[hex_] == kind.id]
        scored = sum(name.search(text) is not None for text in texts)
        counts[plural_of(kind.name)] = len(places), scored, min(places, default=0)
    return counts


def plural_of(noun: str) -> str:
    """Return a name in the plural, in small letters.

    >>> plural_of("Hill"), plural_of("Fortress"), plural_of("Rough")
    ('hills', 'fortresses', 'roughs')
    """
    word = noun.lower()
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", word) else f"{word}s"


CHECKS = (set_ups_by_name, nationalities, counted_places)
