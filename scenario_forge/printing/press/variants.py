"""What documents of one build have in common, and where a drawing goes that several papers share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.brief import safe
from scenario_forge.printing.profile import DEFAULT

if TYPE_CHECKING:
    from scenario_forge.printing.component import Job
    from scenario_forge.printing.press.manifest import Variant
    from scenario_forge.printing.press.order import Order
    from scenario_forge.project.game import Game


def drawing_path(job: Job, name: str, order: Order, errata: str) -> str:
    """Where a drawing goes: one for all papers."""
    scenario = order.scenario if order.for_scenario else None
    profile = order.profile if order.profile != DEFAULT else None
    parts = [job.component, scenario, profile, f"errata-{errata}"]
    return f"svg/{'_'.join(safe(part) for part in parts if part)}/{safe(name)}.svg"


def alike(one: Variant, other: Variant) -> bool:
    """Whether they differ in the paper at most."""
    return (one.profile, one.errata) == (other.profile, other.errata)


def game_id(game: Game) -> str:
    """The game's id, or its folder's name."""
    return game.about.game if game.about else game.folder.resolve().name
