"""Names in rules.yaml: places, boxes, sides, nationalities, unit types, start dates, charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR004, DR005
from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.calendar import DateError
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

Named = tuple[str, str, "Where"]
"""What is wanted, the name, and its place."""
KEYS_OF_PLACES = (("control", "*"), ("home_bases", "*", "radius"), ("fortification", "highest_differential"))
"""Where rules.yaml has keys that name places by id."""
TURN = "game turn of the track"


def names_in_rules(game: Game) -> Iterator[Diagnostic]:
    """Every name that a parameter of the rules gives is one of this game's."""
    yield from unknown(game, named(game))


def named(game: Game) -> Iterator[Named]:
    """Every name in rules.yaml that games of the shelf share."""
    found = game.one("rules", RulesDocument)
    if found:
        yield from _named(*found)


def unknown(game: Game, named: Iterable[Named]) -> Iterator[Diagnostic]:
    """Those of some names that are none of this game's."""
    known = _known(game)
    for wanted, name, where in named:
        names = known.get(wanted)
        if wanted == TURN and not _on_track(game, name):
            yield DR004.at(where, text=name, wanted=wanted)
        if names is not None and name not in names:
            yield DR004.at(where, text=name, wanted=wanted).suggest(did_you_mean(name, names))


def options_with_numbers(game: Game) -> Iterator[Diagnostic]:
    """The numbers of every optional rule of this family that the game offers are there."""
    rules = game.one("rules", RulesDocument)
    if rules is None:
        return
    for document, where in game.documents("options", OptionsDocument):
        for index, option in enumerate(document.options):
            key = option.id.replace("-", "_")
            if getattr(rules[0].optional, key, key) is None:
                yield DR005.at(where / "options" / index / "id", option=option.id, key=key)


def _on_track(game: Game, text: str) -> bool:
    track = schedule(game)
    if track is None:
        return True
    try:
        return 0 <= track.calendar.turn(text) < track.calendar.length
    except DateError:
        return False


def _known(game: Game) -> dict[str, set[str]]:
    """Names by what they name; a kind whose file could not be read is left out."""
    known: dict[str, set[str]] = {}
    grid, track, counters = hex_map(game), schedule(game), game.one("counters", CountersDocument)
    if grid:
        known["place"] = {*grid.places, *grid.boxes}
        known["place id"] = set(grid.places_by_id)
        known["off-map box"] = set(grid.boxes)
        known["place kind"] = {kind.id for kind in grid.document.place_kinds}
        known["kind of line"] = {kind.id for kind in grid.document.line_kinds}
        known["supply centre"] = {name for name, (place, _at, _where) in grid.places.items() if place.capacity}
        known["fortification"] = {
            id_ for id_, (place, _at, _where) in grid.places_by_id.items() if place.value is not None
        }
        known["area"] = set(grid.areas)
    if track:
        known["start date"] = set(track.starts)
    if counters:
        known["unit type"] = {kind.id for kind in counters[0].types} | {"supply"}
        known["size"] = {size.id.lower() for size in counters[0].sizes}
    if game.about:
        known["side"] = {side.id for side in game.about.sides}
        known["nationality"] = {nation.id for nation in game.about.nationalities}
    if not game.broken("charts"):
        found = tables(game).charts
        known["chart of repair"] = {name for name, table in found.items() if table.chart.cells == "repair_effect"}
    return known


def _named(rules: RulesDocument, where: Where) -> Iterator[Named]:
    for section, field, wanted in (
        ("zones", "without", "unit type"),
        ("combat", "armoured", "unit type"),
        ("fortification", "benefits", "unit type"),
        ("fortification", "box_forbidden", "place kind"),
        ("supply", "immune", "unit type"),
        ("supply", "retreat_along", "kind of line"),
        ("logistics", "supply_only", "supply centre"),
    ):
        yield from items(wanted, getattr(getattr(rules, section), field), where / section / field)
    for section, field, wanted in (
        ("stacking", "weight", "size"),
        ("stacking", "depleted_as", "size"),
        ("fortification", "highest_differential", "fortification"),
        ("supply", "general_radius", "nationality"),
        ("supply", "combat_radius", "nationality"),
        ("repair", "modifier", "side"),
    ):
        yield from keys(wanted, getattr(getattr(rules, section), field), where / section / field)
    yield "chart of repair", rules.repair.chart, where / "repair" / "chart"
    for size, as_ in rules.stacking.depleted_as.items():
        yield "size", as_, where / "stacking" / "depleted_as" / size
    for start, control in rules.control.items():
        at = where / "control" / start
        yield "start date", start, at.key()
        yield from keys("place id", control, at)
        for place, side in control.items():
            yield "side", side, at / place
    yield from _bases(rules, where)
    yield from _off_map(rules, where / "off_map")


def _bases(rules: RulesDocument, where: Where) -> Iterator[Named]:
    for side, base in rules.home_bases.items():
        at = where / "home_bases" / side
        yield "side", side, at.key()
        yield from items("place", base.places, at / "places")
        yield from keys("place id", base.radius, at / "radius")
        yield from items("place", base.always_supplied, at / "always_supplied")


def _off_map(rules: RulesDocument, where: Where) -> Iterator[Named]:
    for key, box in rules.off_map.items():
        yield "off-map box", box.box, where / key / "box"
        yield from items("unit type", box.enemy_types, where / key / "enemy_types")


def items(wanted: str, names: Iterable[str], where: Where) -> Iterator[Named]:
    """The names of a list."""
    for index, name in enumerate(names):
        yield wanted, name, where / index


def keys(wanted: str, names: Iterable[str], where: Where) -> Iterator[Named]:
    """The names that are keys of a mapping."""
    for name in names:
        yield wanted, name, (where / name).key()
