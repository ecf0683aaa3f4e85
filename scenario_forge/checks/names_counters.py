"""REF001, REF005: names on counters, in orders of battle and charts that another file defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.order_of_battle import OrderOfBattleDocument
from scenario_forge.documents.rulebook import OptionsDocument

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

Named = tuple[str, str | None, "Where"]
"""What is wanted, the name, where it stands; without a name nothing is wanted."""


def names_on_counters(game: Game) -> Iterator[Diagnostic]:
    """Sides of nationalities; what counters name; sides and options of the printed charts."""
    known = _known(game)
    for wanted, name, where in (*_nationalities(game), *_counters(game), *_charts(game)):
        names = known.get(wanted)
        if name is not None and names is not None and name not in names:
            yield ref.REF001.at(where, text=name, wanted=wanted).suggest(did_you_mean(name, names))


def _known(game: Game) -> dict[str, set[str]]:
    """Names by what they name; a kind whose file could not be read is left out."""
    known: dict[str, set[str]] = {}
    counters = game.one("counters", CountersDocument)
    if game.about:
        known["side"] = {side.id for side in game.about.sides}
        known["nationality"] = {nation.id for nation in game.about.nationalities}
    if counters:
        known["size"] = {size.id for size in counters[0].sizes}
        known["unit type"] = {kind.id for kind in counters[0].types}
    if not game.broken("options"):
        documents = [document for document, _where in game.documents("options", OptionsDocument)]
        known["option"] = {option.id for document in documents for option in document.options}
    return known


def _nationalities(game: Game) -> Iterable[Named]:
    for about, where in game.documents("game", GameDocument):
        for number, nation in enumerate(about.nationalities):
            yield "side", nation.side, where / "nationalities" / number / "side"


def _counters(game: Game) -> Iterable[Named]:
    for document, where in game.documents("counters", CountersDocument):
        for number, unit in enumerate(document.units):
            at = where / "units" / number
            yield "side", unit.side, at / "side"
            yield "nationality", unit.nationality, at / "nationality"
            yield "size", unit.size, at / "size"
            yield "unit type", unit.type, at / "type"
            yield "option", unit.option, at / "option"
        for number, marker in enumerate(document.markers):
            yield "side", marker.side, where / "markers" / number / "side"


def _charts(game: Game) -> Iterable[Named]:
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        yield "side", document.side, where / "side"
        for number, section in enumerate(document.sections):
            yield "option", section.option, where / "sections" / number / "option"
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            for number, modifier in enumerate(chart.modifiers):
                yield "option", modifier.option, where / "charts" / chart_id / "modifiers" / number / "option"


def nationalities_of_their_side(game: Game) -> Iterator[Diagnostic]:
    """REF005: a counter of one side with a nationality that the other side moves."""
    sides = {side.id for side in game.about.sides} if game.about else set()
    owner = (
        {nation.id: nation.side for nation in game.about.nationalities if nation.side in sides} if game.about else {}
    )
    for document, where in game.documents("counters", CountersDocument):
        for number, unit in enumerate(document.units):
            moved_by = owner.get(unit.nationality)
            if moved_by and moved_by != unit.side and unit.side in sides:
                cited = f"{unit.side.capitalize()} {unit.no}"
                at = where / "units" / number / "nationality"
                yield ref.REF005.at(at, unit=cited, nationality=unit.nationality, owner=moved_by.capitalize())


CHECKS = (names_on_counters, nationalities_of_their_side)
