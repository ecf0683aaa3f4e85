"""The choosers of the logistics phase: arrivals, repair, rebuilding, transfer by sea, withdrawals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.players.ground import costs_to, distances, supply_field
from scenario_forge.campaign.players.supply_moves import Coverage, score
from scenario_forge.campaign.state import box_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.players.view import View
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action, Choice

STOP = "end"
END = (STOP,)


def front(view: View) -> Sequence[int]:
    """Return for each hex the points to the nearest enemy, or place that counts and is not ours."""
    mine, control = view.side + 1, view.state.hexes.control
    goals = {hex_ for hex_, stake in view.stakes.hexes.items() if stake > 0 and control[hex_] != mine} | set(view.foes)
    return costs_to(view, goals) if goals else [0] * view.rules.hexes


def _nearness(view: View, field: Sequence[int], spot: int) -> float:
    """Return a place's distance from the front; for off-map boxes that of the hexes beside them."""
    if spot >= 0:
        return float(field[spot]) if field[spot] >= 0 else 1e6
    boxes, box = view.rules.compiled.boxes, box_of(spot)
    beside = [field[h] for h in boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]] if field[h] >= 0]
    return min(beside, default=10**6) + view.rules.columns.off_map_cost[box]


def spot_for(view: View, choices: Sequence[Choice], unit: int) -> int:
    """Return the place for a unit to come on: in supply, not beside the enemy, nearest to the front."""
    field, foes = front(view), distances(view).foes
    return min(
        (int(choice.token) for choice in choices),
        key=lambda spot: (
            not _fed(view, spot, unit),
            spot >= 0 and bool(view.zone[spot]),
            spot >= 0 and 0 <= foes[spot] <= 2,
            _nearness(view, field, spot),
            spot,
        ),
    )


def _fed(view: View, spot: int, unit: int) -> bool:
    """Return whether a unit would be in general supply in a place."""
    if spot < 0 or spot in view.rules.provided[view.side]:
        return True
    radius = view.rules.columns.supply_general_radius[view.rules.compiled.units.nationality[unit]]
    return supply_field(view, sorted(face_up_hexes(view)), radius)[spot] >= 0


def face_up_hexes(view: View) -> list[int]:
    """Return the hexes of our face-up supply units."""
    places, used = view.state.supplies.place, view.state.supplies.used
    return [places[n] for n in view.markers if places[n] >= 0 and not used[n]]


def reinforcements(view: View, seat: Seat) -> Action:
    """Return the arrival of the strongest unit, as near to the front as possible."""
    units = [int(choice.token) for choice in seat.choices()]
    unit = max(units, key=lambda u: (view.rules.compiled.units.strength[u], -u))
    return (unit, spot_for(view, seat.choices((unit,)), unit))


def supply(view: View, seat: Seat) -> Action:
    """Return the hex for a supply unit: most units newly supplied, least danger, nearest to the front."""
    placed = face_up_hexes(view)
    coverage, field = Coverage(view, placed), front(view)
    spots = [choice.token for choice in seat.choices() if isinstance(choice.token, int)]

    def good(spot: int) -> tuple[float, float, int]:
        worth = score(view, coverage, spot, placed) if spot >= 0 else 0.0
        return (round(worth, 6), -_nearness(view, field, spot), -spot)

    return (max(spots, key=good),)


def repair(view: View, seat: Seat) -> Action:
    """Return a throw for the biggest wreck."""
    wrecks = [int(choice.token) for choice in seat.choices() if choice.token != STOP]
    return (max(wrecks, key=lambda hex_: (view.state.hexes.wreck[hex_], -hex_)),) if wrecks else END


def replacements(view: View, seat: Seat) -> Action:
    """Return the best use of a point: units that victory names, lost units, the most worn-down units, boxes."""
    best: tuple[float, Action] | None = None
    for choice in seat.choices():
        if choice.token == STOP:
            continue
        for second in seat.choices((choice.token,)):
            found = _bought(view, seat, str(choice.token), second)
            if found and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best and best[0] > 0 else END


def _bought(view: View, seat: Seat, what: str, second: Choice) -> tuple[float, Action] | None:
    subject = int(second.token)
    if what == "box":
        return (_box(view, subject), (what, subject))
    gain = _grown(view, subject) + (0.01 if what == "repairs" else 0.0)
    if second.whole:
        return (gain, (what, subject))
    return (gain, (what, subject, spot_for(view, seat.choices((what, subject)), subject)))


def _grown(view: View, unit: int) -> float:
    """Return what one more point is worth to a unit."""
    stakes, held = view.weights.stakes, view.state.units.strength[unit]
    own = stakes.whole_unit + view.stakes.units.get(unit, 0.0)
    return stakes.point_of_strength + own / float((1 + held) ** 1.5)


def _box(view: View, hex_: int) -> float:
    """Return the value of a box: in places that count, beside the enemy's way."""
    foes = distances(view).foes[hex_]
    if not 0 <= foes <= 12 or view.rules.values[hex_]:
        return 0.0
    return 0.1 * view.stakes.hexes.get(hex_, 0.0) + 0.04 * view.power(list(view.own.get(hex_, ())))


def withdrawals(view: View, seat: Seat) -> Action:
    """Return the withdrawal of the unit least valued, then slowest; points come from those with most."""
    movement = view.rules.compiled.units.movement
    prefix: Action = ()
    while True:
        ways = seat.choices(prefix)
        if not ways:
            return prefix
        if prefix:
            pick = max(ways, key=lambda way: (view.strength(int(way.token)), -int(way.token)))
        else:
            pick = min(ways, key=lambda way: (view.worth(int(way.token)), movement[int(way.token)], int(way.token)))
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix
