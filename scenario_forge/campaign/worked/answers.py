"""The rules' answers to worked examples, one function for each kind of question."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.combat.battle import Aftermath
from scenario_forge.campaign.combat.combat import declare_round
from scenario_forge.campaign.combat.differential import result
from scenario_forge.campaign.combat.losses import Losses
from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.parameters.setup_limits import rules_of
from scenario_forge.campaign.retreat.advance import Advance
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.supply.capture import Capture
from scenario_forge.campaign.supply.combat_supply import DefenceSupply
from scenario_forge.campaign.worked.figure import SUPPLY, FigurePosition, Figures
from scenario_forge.campaign.worked.figures import attacks, breakout, cost, stacking, stops, zone
from scenario_forge.campaign.wrecks import lose
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.formula import plain
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY
from scenario_forge.wargame.sequence_tree import steps_in_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.game import Game

    Answer = Mapping[str, Any]
    Given = Mapping[str, Any]


EXAMPLE_ERRORS = (IndexError, KeyError, LookupError, OverflowError, StopIteration, TypeError, ValueError)
"""Errors that an example raises if its values do not fit its kind; names and shapes have their own checks."""


def answer(figures: Figures, example: Example, figure: Example | None) -> Answer:
    """Return the rules' answer to an example on a figure; empty where they cannot tell."""
    try:
        position = figures.position(example, figure)
        return answer_on_board(figures.game, example, position) if position else {}
    except EXAMPLE_ERRORS:
        return {}


def answer_on_board(game: Game, example: Example, position: FigurePosition) -> Answer:
    """Return the rules' answer under the keys of the printed one, as far as they have one; else empty.

    Args:
        game: the game, whose charts and notations count.
        example: what is given and asked.
        position: the example set up on its figure, or on another if it has none.
    """
    for given, asked, answer in _KINDS:
        if all(key in example.given for key in given) and all(key in example.answer for key in asked):
            return answer(game, example, position)
    return {}


# -- movement ----------------------------------------------------------------------------------------


def _rounds(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with the points that marching units must have spent after rounds at some points (2.8, 8.18)."""
    given: Given = example.given
    rules, state, spent = position.rules, position.state, []
    for points in given["rounds_at"]:
        state.apply((state.units.change(0, "spent", int(points) * rules.scale),))
        for event in declare_round(rules, state, Frame("operations")).events:
            state.apply(event.changes)
        spent.append(plain(Fraction(state.clock.spent[0], rules.scale)))
    return {"spent": spent}


def _slow_and_fast(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer for a slow unit in a round that a faster one has called late (3.8, 3.12)."""
    given: Given = example.given
    rules, state = position.rules, position.state
    met = contact(rules, state, state.clock.side[0]).targets
    if not met:
        return {}
    slow, targets = next(iter(met.items()))
    fast = next(unit for unit in met if unit != slow)
    units = rules.compiled.units
    units.movement[slow] = int(given["slow_unit_movement"])
    spent = int(given["faster_unit_spent"])
    units.movement[fast] = max(units.movement[fast], spent)
    state.apply((state.units.change(fast, "spent", spent * rules.scale),))
    for event in declare_round(rules, state, Frame("operations")).events:
        state.apply(event.changes)
    fights = slow in contact(rules, state, state.clock.side[0]).targets
    gone = [u for u, place in enumerate(state.units.place) if place >= 0 and units.side[u] != units.side[slow]]
    state.apply(tuple(state.units.change(unit, "place", NOWHERE) for unit in gone))
    follows = Advance(rules).decider(state, Frame("advance", {"units": [slow], "count": 1, "trails": []}))
    moves = any(True for _ in Walk(rules, state, slow).open_steps())
    return {"fights": fights and bool(targets), "advances": follows != NOBODY, "moves_afterwards": moves}


# -- combat ------------------------------------------------------------------------------------------


def _markers(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with the strength that is left after each loss (6.18)."""
    given: Given = example.given
    state, left = position.state, []
    state.apply((state.units.change(0, "strength", int(given["strength"])),))
    for points in given["losses"]:
        state.apply(lose(position.rules, state, {0: int(points)}))
        left.append(state.units.strength[0])
    return {"markers": left}


def _result(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with the cell of the combat results table."""
    given: Given = example.given
    found = result(position.rules, int(given["differential"]), int(given["die"]))
    return {"result": "/".join(map(str, found))}


def _ways(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with every way in which two units in one hex, nobody near, can bear a loss (6.40)."""
    given: Given = example.given
    rules, state = position.rules, position.state
    for unit in range(state.units.rows):
        state.units.place[unit] = NOWHERE
    hex_ = next(iter(position.hexes.values()))
    sides = rules.compiled.units.side
    pair = [unit for unit, side in enumerate(sides) if side == sides[0]][:2]
    for unit in pair:
        state.apply((state.units.change(unit, "place", hex_),))
    loss = int(given["loss"])
    data = {"role": "defender", "units": pair, "loss": loss, "least": 0, "most": loss}
    step, frame = Losses(rules), Frame("losses", data)

    def actions(prefix: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        for choice in step.choices(state, frame, prefix):
            if choice.whole:
                yield (*prefix, choice.token)
            if choice.more:
                yield from actions((*prefix, choice.token))

    found = {(action[0], _shares(action[1:])) for action in actions()}
    ways = [{"strength": list(points), "retreat": away} for away, points in sorted(found, key=_in_print)]
    return {"ways": ways}


def _shares(units: tuple[Any, ...]) -> tuple[int, ...]:
    """Return what each unit loses, the largest loss first."""
    return tuple(sorted((units.count(unit) for unit in set(units)), reverse=True))


def _in_print(way: tuple[Any, tuple[int, ...]]) -> tuple[Any, ...]:
    """Return the sort key of the printed order: fewest hexes of retreat first, then fewest units."""
    return way[0], len(way[1]), way[1]


def _advance(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with how far attackers may follow, by what the defenders took of the result (6.35, 6.37)."""
    given: Given = example.given
    rules, state, taken = position.rules, position.state, given.get("defender")
    sides = rules.compiled.units.side
    one = 0
    state.apply((state.units.change(one, "place", next(iter(position.hexes.values()))),))
    retreat = int(taken["retreat"]) if isinstance(taken, dict) else 0
    lost = [int(part) for part in str(given["result"]).split("/")]
    empty = next(hex_ for hex_ in position.hexes.values() if hex_ not in set(state.units.place))
    data = {"attackers": [one], "hexes": [empty], "paths": [], "result": lost, "role": "attacker", "taken": retreat}
    state.clock.side[0] = sides[one]
    made = Aftermath(rules).apply(state, Frame("aftermath", data), ()).frames
    return {"advance": made[0].data["count"] if made else 0}


def _supplied_defender(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer for two supply units with a defender: how many serve, how the rest is captured (8.22, 8.34)."""
    given: Given = example.given
    rules, state, asked = (
        position.rules,
        position.state,
        given["axis" if "axis" in given else "defender"],
    )
    if not isinstance(asked, dict):
        return {}
    hex_, unit = next(iter(position.hexes.values())), 0
    state.apply((state.units.change(unit, "place", hex_),))
    side = rules.compiled.units.side[unit]
    markers = [n for n, m in enumerate(rules.markers) if m.side == side][: int(asked[SUPPLY])]
    for marker in markers:
        state.supplies.place[marker] = hex_
    state.clock.side[0] = next(other for other in range(rules.sides) if other != side)
    sets = DefenceSupply(rules).sets(state, Frame("", {"battles": [{"defenders": [unit]}]}))
    used = sets[0] if sets else ()
    for marker in used:
        state.supplies.used[marker] = 1
    how = {NOBODY: "automatic", CHANCE: "die"}

    def captured(marker: int) -> str:
        return how[Capture(rules).decider(state, Frame("", {"markers": [marker]}))]

    spare = [marker for marker in markers if marker not in used]
    found: dict[str, Any] = {"used": len(used), "face_up": len(spare)}
    if used and spare:
        found |= {"face_up_captured": captured(spare[0]), "face_down_captured": captured(used[0])}
    return found


# -- lists -------------------------------------------------------------------------------------------


def _entry(game: Game, example: Example, _position: FigurePosition) -> Answer:
    """Answer with the meaning of an entry of the lists (13.6)."""
    notation = game.system.placement() if game.system else None
    tokens = notation.parse(str(example.given["entry"])) if notation else []
    if len(tokens) != 1 or tokens[0].kind != "arrives":
        return {}
    rules = rules_of(game)
    order = steps_in_turn(rules.sequence) if rules else ()
    if "reinforcements" not in order or "operations-end" not in order:
        return {}
    late = order.index("reinforcements") > order.index("operations-end")
    return {"turn": tokens[0].date, "phase": "logistics" if late else "operations"}


def _fill(game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with how many units of a size fill a port that a side controls (5.1, 8.8)."""
    rules, ports, counters = position.rules, example.given["controls"], game.one("counters", CountersDocument)
    port = str(ports[0]) if isinstance(ports, list) and ports else ""
    words = str(example.answer.get(port, "")).split()
    found = {f"{size.name.lower()}s": n for n, size in enumerate(counters[0].sizes)} if counters else {}
    if len(words) != 2 or words[1] not in found:
        return {}
    weight = rules.columns.stacking_weight[found[words[1]]]
    return {port: f"{rules.given.stacking.limit // weight} {words[1]}"} if weight else {}


_KINDS: tuple[tuple[tuple[str, ...], tuple[str, ...], Callable[[Game, Example, FigurePosition], Answer]], ...] = (
    (("path", "unit"), ("cost",), cost),
    (("path", "unit"), ("possible",), stops),
    (("path", "at"), ("strength",), breakout),
    (("at",), ("hexes",), zone),
    (("at",), ("free",), stacking),
    (("at",), ("attacks",), attacks),
    (("rounds_at",), ("spent",), _rounds),
    (("slow_unit_movement", "faster_unit_spent"), ("fights",), _slow_and_fast),
    (("strength", "losses"), ("markers",), _markers),
    (("differential", "die"), ("result",), _result),
    (("loss",), ("ways",), _ways),
    (("result", "defender"), ("advance",), _advance),
    (("axis", "rounds"), ("used",), _supplied_defender),
    (("entry",), ("turn",), _entry),
    (("controls", "general_supply"), (), _fill),
)
"""Keys that must be given, keys that must be asked for, and the function that answers; the first fit counts."""
