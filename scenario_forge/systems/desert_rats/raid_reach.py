"""The reach of a private army, all hexes at once."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.boxes import adjoining, admits
from scenario_forge.campaign.movement.reach import Reach
from scenario_forge.campaign.state import box_place
from scenario_forge.mechanics.movement import UNREACHED, Ground, Situation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.systems.desert_rats.raiders import Raid


def raid_reach(walk: Raid) -> Reach | None:
    """Return the reach from one call of the mechanics; None if a way through an off-map box costs no more."""
    rules, left, nothing = walk.rules, walk.budget - walk.spent, bytes(walk.rules.hexes)
    ground = _tolled(walk)
    budget = 0 if walk.halted else max(left, 0)
    cost, _ = rules.mechanics.movement_range(ground, walk.at, budget, Situation(nothing, nothing, walk.swift))
    boxes: dict[int, tuple[int, int]] = {}
    for box in range(0 if walk.halted else len(rules.compiled.boxes.side)):
        price = rules.columns.off_map_cost[box]
        ways = [(cost[hex_] + price, hex_) for hex_ in adjoining(rules, box) if cost[hex_] >= 0]
        if not ways or min(ways)[0] > left or not admits(rules, box, walk.side, walk.kind):
            continue
        boxes[box_place(box)] = min(ways)
        for onto, more in walk.from_box(box):
            known = cost[int(onto)]
            if min(ways)[0] + more <= (known if known >= 0 else left):
                return None
    return Reach(walk.unit, walk.at, cost, _came(ground, cost, walk.swift), boxes, left)


def _tolled(walk: Raid) -> Ground:
    """Return the ground of a private army, with the cost of enemies and their zones added to that of hexes."""
    import numpy as np  # noqa: PLC0415 - heavy

    ground, toll = walk.rules.irregular_ground, np.zeros(walk.rules.hexes, np.intc)
    dear = np.frombuffer(bytes(walk.facing.barred), np.uint8) | np.frombuffer(walk.zone, np.uint8)
    for hex_ in np.nonzero(dear)[0].tolist():
        toll[hex_] = walk.toll(hex_)
    slow, swift, beyond = (np.array(each, np.intc) for each in (ground.cost, ground.swift, ground.neighbours))
    open_ = slow > 0
    dearer = (np.where(open_, each + toll[beyond], 0) for each in (slow, swift))
    return Ground(ground.neighbours, *[array("i", each.astype(np.intc).tobytes()) for each in dearer])


def _came(ground: Ground, cost: Sequence[int], swiftly: bytes) -> Sequence[int]:
    """Return for each hex the one before it on a cheapest way; of several, the first that a search would try."""
    import numpy as np  # noqa: PLC0415 - heavy

    spent, beyond = np.array(cost, np.int64), np.array(ground.neighbours, np.intc)
    price = np.where(np.frombuffer(swiftly, np.uint8)[beyond], np.array(ground.swift), np.array(ground.cost))
    before = np.repeat(np.arange(len(spent)), 6)
    used = np.nonzero((price > 0) & (spent[before] >= 0) & (spent[before] + price == spent[beyond]))[0]
    never = (spent.max() + 1) * len(spent)
    left = np.full(len(spent), never)  # when the hex before is left: by its cost, then by its number
    np.minimum.at(left, beyond[used], spent[before[used]] * len(spent) + before[used])
    return array("i", np.where(left < never, left % len(spent), UNREACHED).astype(np.intc).tobytes())
