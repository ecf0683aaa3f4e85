"""Documents in a folder that nothing stands for any more: another edition, a scenario that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.render import components
from scenario_forge.printing.start.jobs import START
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Collection

    from scenario_forge.printing.press.manifest import Entry
    from scenario_forge.printing.press.run import Press


def drop_outdated(press: Press, wanted: Collection[str]) -> list[str]:
    """Take away what a build like this one made before and would not make now; gives the names of the files.

    What was asked for in another way (another paper, profile, set of errata, one scenario) stays.
    """
    removed = []
    for entry in list(press.manifest.entries.values()):
        if entry.file in wanted or entry.component == START or not _asked_alike(press, entry):
            continue
        left = [variant for variant in entry.variants if variant not in press.variants]
        if not left:
            removed += press.forget(entry.file)
        elif left != entry.variants:
            press.manifest.entries[entry.file] = entry.model_copy(update={"variants": left})
    return removed


def _asked_alike(press: Press, entry: Entry) -> bool:
    order, game = press.order, press.game
    if entry.component not in press.listed and (order.only is not None or entry.component in components(game)):
        return False
    if game.about is not None and entry.edition != game.about.edition:
        return True
    if entry.scenario is not None and entry.scenario not in scenarios(game).scenarios:
        return True
    return (entry.scenario, entry.for_scenario) == (order.scenario, order.for_scenario)
