"""Rules 6, 8, 11 and 17 in random positions on the real map: the program against reckonings from the text alone.

Each position follows from its number. A few hundred are tried each time, thousands by `make long`.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from campaign.play.fight import bear, tokens
from campaign.play.table import Board, at_random, rules_of
from campaign.play.test_logistics import at_step
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.simulator.playout import Playout, whole_actions
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import sequence
from scenario_forge.systems.desert_rats.raiders import REARM

from . import raids, retreats
from .deal import Dealer
from .marches import QUARTERS, Marches, Stand
from .position import BOX, OTHER, Ground, position_of

GAME = "desert-rats"
GAMES = {"desert-rats": ("crusader", "allied", "axis"), "massawa": ("eritrea", "empire", "italy")}
"""A scenario and the sides of each game on these rules."""
OPTION = ("mechanised-retreat",)


def numbers(few, many):
    """Numbers of positions: blocks of ten, most of them only tried by `make long`."""
    blocks = [range(at, at + 10) for at in range(0, many, 10)]
    return [
        pytest.param(block, marks=() if block.start < few else pytest.mark.long, id=f"{block.start}")
        for block in blocks
    ]


@cache
def ground(game=GAME):
    scenario, side, _other = GAMES[game]
    return Ground(Board(scenario, side, game), game)


def names(hexes):
    return [ground().names[hex_] if isinstance(hex_, int) and hex_ >= 0 else hex_ for hex_ in hexes]


# -- retreats and breakouts ---------------------------------------------------------------------------


def battle(number, *, ringed, game=GAME):
    """Units that have to take a result, in one to three stacks; ``ringed``: fast ones among many enemies."""
    random = Random(f"{number} {ringed}")
    scenario, *sides = GAMES[game]
    land, side = ground(game), random.choice(sides)
    board = Board(scenario, side, game, options=OPTION if ringed or random.random() < 0.5 else ())
    dealer = Dealer(board, land, f"retreat {number} {ringed}")
    forts = sorted(land.forts)
    centre = random.choice(forts) if random.random() < 0.25 else dealer.open_hex()
    army, foes = dealer.army(side), dealer.army(OTHER[side])
    if ringed:
        fast = [row for row in army if board.rules.compiled.units.movement[row] >= land.book.mechanised]
        dealer.scatter(fast[: random.randint(1, 4)], dealer.near(centre, 1))
        dealer.scatter(army[: random.choice([0, 0, 1, 3])], dealer.near(centre, 3))
        dealer.scatter(foes[: random.randint(3, 9)], dealer.near(centre, random.choice([2, 2, 3])))
    else:
        near = dealer.near(centre, random.choice([2, 3, 3, 4]))
        dealer.scatter(army[: random.randint(3, 9)], near)
        dealer.scatter(foes[: random.randint(2, 7)], near)
    near = dealer.near(centre, 3)
    dealer.boxes(near, 0.15)
    for _ in range(random.randint(0, 2)):
        dealer.supply(OTHER[side], random.choice(near))
    position = dealer.position()
    beside = {
        man.place
        for man in position.fighters
        if man.side == side and any(position.at(other, OTHER[side]) for other in land.beside[man.place])
    }
    stacks = random.sample(sorted(beside), len(beside))[:1]
    away = land.away(stacks[0]) if stacks else {}
    stacks += [hex_ for hex_ in sorted(beside) if 0 < away.get(hex_, 9) <= 2][: random.choice([0, 1, 1, 2])]
    rows = [man.row for hex_ in stacks for man in position.at(hex_, side)]
    return board, dealer, random, rows[:4]


@pytest.mark.clause("6.22", "6.24", "6.25", "6.26", "6.27", "6.28", "6.29", "6.40", "6.41", "7.17", "8.19")
@pytest.mark.parametrize("block", numbers(80, 3000))
def test_several_stacks_retreat_as_the_text_has_it(block):
    """A-RETREAT-DETOUR, A-RETREAT-PAST, A-RETREAT-UNITS, A-RETREAT-ORDER, A-BOX-AT-ONCE."""
    for number in block:
        _follow(*battle(number, ringed=False), number)


@pytest.mark.clause("17.1", "17.2", "17.3", "17.4", "6.28", "7.17")
@pytest.mark.parametrize("block", numbers(80, 3000))
def test_mechanised_stacks_break_out_as_the_text_has_it(block):
    """A-MECH-SEVERAL, A-MECH-STACK, A-MECH-COUNT, A-RETREAT-ORDER."""
    for number in block:
        _follow(*battle(number, ringed=True), number)


def _follow(board, dealer, random, rows, number):
    """Take a result in some way, and go on to the end of the retreat; all that is offered is as reckoned."""
    if not rows:
        return
    position, mechanised = dealer.position(), bool(board.rules.option("mechanised-retreat"))
    role = random.choice(["defender", "attacker", "unsupplied"])
    loss, least, most = (4, 2, 2) if role == "unsupplied" else (random.randint(1, 4), 0, 9)
    playout = bear(board, rows, loss, role=role, least=least, most=most)
    offered = {(action[0], *sorted(action[1:])): action for action in whole_actions(playout)}
    reckoned = set(retreats.losses(position, rows, loss, least, min(most, loss), mechanised=mechanised))
    assert set(offered) == reckoned, number
    going = sorted(action for action in reckoned if action[0])
    if not going:
        return
    action = random.choice(going)
    playout.act(offered[action])
    retreat = retreats.retreat_after(position, rows, action[1:], action[0], mechanised=mechanised)
    while retreat.left:
        ways = retreats.choices(retreat)
        assert playout.frame.step == "retreat"
        assert set(whole_actions(playout)) == ways, (number, action, retreat.left[0])
        way = random.choice(sorted(ways))
        playout.act(way)
        playout.advance()
        retreat = retreats.after(retreat, retreat.left[0], way)
        retreat = retreat.seeing(dealer.position().supplies)  # some may have been captured on the way


# -- the march of the unsupplied ----------------------------------------------------------------------


def hungry(number, game=GAME):
    """A side's units, some of which began unsupplied, near a port, the coast road or anywhere; each third is shut in."""
    random = Random(f"hungry {number}")
    scenario, *sides = GAMES[game]
    land, side = ground(game), random.choice(sides)
    board = Board(scenario, side, game, options=OPTION if random.random() < 0.5 else ())
    dealer, state = Dealer(board, land, f"march {number}"), board.state
    centres = [hex_ for name, hex_ in land.place.items() if "supply-centre" in land.kinds[name]]
    for hex_ in range(state.hexes.rows):
        state.hexes.control[hex_] = random.choice([0, 1, 2]) if hex_ in centres else 0
    road = [
        h for h, beside in enumerate(land.beside) if any(land.book.road_home in lines for _, lines in beside.values())
    ]
    centre = random.choice([random.choice(centres), random.choice(road), dealer.open_hex()])
    near = dealer.near(centre, random.choice([3, 4, 6]))
    army = dealer.army(side)
    if number % 3 == 0:
        fast = [row for row in army if board.rules.compiled.units.movement[row] >= land.book.mechanised]
        own = dealer.scatter([*dict.fromkeys([*fast[:1], *army[:1]])], [centre] if land.open[centre] else near)
        rim = [hex_ for hex_ in dealer.near(centre, 2) if land.away(centre)[hex_] == 2]
        dealer.scatter(dealer.army(OTHER[side])[: random.randint(3, 7)], rim or near)
    else:
        own = dealer.scatter(army[: random.randint(1, 4)], near)
        dealer.scatter(dealer.army(OTHER[side])[: random.randint(0, 9)], random.choice([near, dealer.near(centre, 9)]))
    dealer.boxes(near, 0.1)
    unsupplied = own[: random.randint(1, 3)]
    for unit in unsupplied:
        state.units.unsupplied[unit] = 1
        if random.random() < 0.5:
            state.units.moved[unit] = 1
            state.units.spent[unit] = random.randint(0, board.rules.compiled.units.movement[unit] * board.rules.scale)
    dealer.changed()
    return board, dealer, random, side, unsupplied


@pytest.mark.sampled(3)
@pytest.mark.clause("8.6", "8.7", "8.8", "8.10", "8.11", "8.12", "8.13", "8.14", "8.15", "8.17", "17.5")
@pytest.mark.parametrize("block", numbers(80, 3000))
def test_the_unsupplied_march_as_the_text_has_it(block):
    """A-PORT-WAY, A-ROAD-HOME, A-ROAD-ZONES, A-HOME-NEARER, A-MECH-MARCH: each step, each end, and who is bound to go."""
    for number in block:
        _march(*hungry(number), number)


def _march(board, dealer, random, side, unsupplied, number):
    """Walk at random on every way that is offered."""
    position, playout = dealer.position(), board.play()
    marches = Marches(position, side, bool(board.rules.option("mechanised-retreat")))
    first, bound, units = set(tokens(playout)), False, board.state.units
    for unit in unsupplied:
        man = position.men[unit]
        spent = units.spent[unit] * QUARTERS // board.rules.scale
        start = Stand(man.place, spent, man.strength, fresh=not units.moved[unit])
        bound |= marches.bound(man, start)
        for _ in range(2):
            stand, prefix = start, (unit,)
            while True:
                reckoned = marches.choices(man, stand)
                offered = {choice.token: choice for choice in playout.choices(prefix)} if unit in first else {}
                assert set(offered) == set(reckoned), (number, unit, prefix)
                ends = {place for place, choice in offered.items() if choice.whole}
                assert ends == {place for place, after in reckoned.items() if marches.ends(man, after)}, number
                if not reckoned or len(prefix) > 12:
                    break
                place = random.choice(sorted(reckoned))
                stand, prefix = reckoned[place], (*prefix, place)
    assert ("end" in first) is not bound, number


@pytest.mark.clause("6.7", "6.8", "14.1", game="massawa")
@pytest.mark.parametrize("block", numbers(40, 1500))
def test_retreats_in_massawa_are_as_the_text_has_them(block):
    for number in block:
        _follow(*battle(number, ringed=number % 2 == 0, game="massawa"), number)


@pytest.mark.clause("8.2", "11.1", "14.1", game="massawa")
@pytest.mark.parametrize("block", numbers(60, 2000))
def test_marches_in_massawa_are_as_the_text_has_them(block):
    """Home may be a hex or the box, which counts as one more hex."""
    for number in block:
        _march(*hungry(number, game="massawa"), number)


# -- the private army ---------------------------------------------------------------------------------


def raid(number):
    """The private army among Axis units and supplies, off the map or near a base at times."""
    board = Board("nov41-dec42")
    dealer = Dealer(board, ground(), f"raid {number}")
    random, edge = dealer.random, sorted(hex_ for hex_ in ground().edge if ground().open[hex_])
    bases = [ground().place[name] for name in raids.BASES]
    depression = sorted(ground().areas["qattara-depression"])
    centre = random.choice([random.choice(bases), random.choice(edge), dealer.open_hex(), random.choice(depression)])
    near = dealer.near(centre, random.choice([2, 3, 6])) or [dealer.open_hex()]
    axis = dealer.army("axis")
    dealer.scatter(axis[: random.randint(0, 6)], near)
    dealer.scatter(dealer.army("allied")[: random.randint(0, 4)], near)
    dealer.scatter(axis[6 : 6 + random.randint(0, 3)], dealer.near(dealer.open_hex(), 8))
    held = [man.place for man in dealer.position().fighters if man.side == "axis"]
    at = random.choice([centre, random.choice(near), BOX if centre in edge else random.choice([*held, centre])])
    at = BOX if random.random() < 0.15 else at
    army = board.unit("allied", 34)
    dealer.put(army, at, down=random.choice([0, 1]), spent=random.choice([0, 0, random.randint(0, 40)]))
    for _ in range(random.randint(0, 3)):
        dealer.supply("axis", random.choice([at, at, *near]))
    for row in axis[-2:] if at == BOX or random.random() < 0.3 else ():
        dealer.put(row, BOX)
    return board, dealer, random, army


@pytest.mark.clause("11.5", "11.6", "11.14", "11.15", "11.16", "11.18", "11.22", "12.2", "12.3")
@pytest.mark.parametrize("block", numbers(60, 2000))
def test_the_private_army_moves_as_the_text_has_it(block):
    """A-PA-MP, A-PA-JALO, A-STRAT-PATH, A-TRIP-TRACK."""
    for number in block:
        board, dealer, random, army = raid(number)
        position, playout, units = dealer.position(), board.play(), board.state.units
        man = position.men[army]
        left, down, at, prefix = man.movement * QUARTERS - units.spent[army], bool(units.down[army]), man.place, (army,)
        movable = army in tokens(playout)
        for _ in range(6):
            reckoned = raids.steps(position, man, at, left, down=down)
            offered = set(tokens(playout, *prefix)) if movable else set()
            assert offered == set(reckoned), (number, names(prefix[1:]))
            if not reckoned:
                break
            place = random.choice(sorted(reckoned, key=str))
            left, down, prefix = left - reckoned[place], down and place != REARM, (*prefix, place)
            at = at if place == REARM else place


@pytest.mark.clause("11.8", "11.9", "11.11", "11.12", "11.13", "11.17", "11.18", "11.19", "11.21")
@pytest.mark.parametrize("block", numbers(100, 2000))
def test_raids_and_captures_are_as_the_text_has_them(block):
    """A-PA-ATTACK-TIME, A-PA-ATTRACT: which supplies fall to which throws, and who may then try."""
    for number in block:
        board, dealer, random, army = raid(number)
        state, position = board.state, dealer.position()
        man, dice = position.men[army], [random.randint(1, 6) for _ in range(3)]
        supplies = raids.raided(position, man, down=bool(state.units.down[army]))
        playout = at_step(board, "raids", dice)
        assert (playout.advance() is not None) is bool(supplies), number
        if supplies:
            playout.act((army,))
            playout.advance()
            falls = sum(die <= raids.destroyed_up_to(position, man) for die in dice[: len(supplies)])
            assert sum(state.supplies.place[row] == NOWHERE for row in supplies) == falls, number
            assert state.units.down[army] == 1
        state.clock.side[0] = dealer.side("axis")
        there = position.at(man.place, "axis")
        tried = {there[0].row: man.place == BOX} if there and random.random() < 0.4 else {}
        for row, off_map in tried.items():
            state.units.tried[row] = 1000 if off_map else 1
        reckoned = raids.captors(dealer.position(), man, tried)
        playout = at_step(board, "captures", [2])
        offered = set(tokens(playout)) - {"end"} if playout.advance() is not None else set()
        assert offered == reckoned, number


# -- positions of games ---------------------------------------------------------------------------------


class _EnoughError(Exception):
    """An error that ends a game of which enough has been seen."""


@pytest.mark.clause("6.22", "6.29", "6.40", "8.6", "8.7", "8.8", "8.12", "8.15", "17.2", "17.5")
@pytest.mark.parametrize(
    ("seed", "decisions"), [(0, 120), *(pytest.param(n, 1500, marks=pytest.mark.long) for n in range(1, 25))]
)
def test_positions_of_games_played_at_random_are_as_reckoned(seed, decisions):
    """Every loss that can be taken as a retreat, and the first step of every unsupplied unit."""
    scenario = ["beda-fomm", "crusader", "gazala-to-alamein"][seed % 3]
    rules = rules_of(GAME, scenario, OPTION if seed % 2 else ())
    playout, seen = Playout(sequence(rules), first_state(rules), Keyed(seed)), Counter()
    board = Board(scenario)
    board.rules, board.state = rules, playout.state

    def look(state):
        seen["decisions"] += 1
        if seen["decisions"] > decisions:
            raise _EnoughError
        frame, position = playout.frame, position_of(board, ground())
        if frame.step == "losses" and frame.data["most"] and len(frame.data["units"]) <= 4:
            seen["losses"] += 1
            data = frame.data
            result = [sorted(data["units"]), data["loss"], data["least"], data["most"]]
            reckoned = set(retreats.losses(position, *result, mechanised=bool(seed % 2)))
            assert {(action[0], *sorted(action[1:])) for action in whole_actions(playout)} == reckoned
        if frame.step == "operations":
            _first_steps(board, playout, position, seen, breakouts=bool(seed % 2))

    with suppress(_EnoughError):
        at_random(playout, seed, watch=look)
    assert seen["losses"] + seen["marches"]


def _first_steps(board, playout, position, seen, *, breakouts):
    state, side = board.state, board.rules.compiled.keys["sides"][board.state.clock.side[0]]
    marches = Marches(position, side, breakouts, rounds=bool(state.clock.rounds[0]))
    first, bound = set(tokens(playout)), False
    for man in position.men.values():
        if man.side == side and state.units.unsupplied[man.row]:
            seen["marches"] += 1
            spent = max(state.units.spent[man.row], state.clock.spent[0])
            stand = Stand(man.place, spent, man.strength, fresh=not state.units.moved[man.row])
            able = not state.units.halted[man.row]
            reckoned = set(marches.choices(man, stand)) if able else set()
            offered = set(tokens(playout, man.row)) if man.row in first else set()
            assert offered == reckoned, (seen, man)
            bound |= able and marches.bound(man, stand)
    assert ("end" in first) is not bound
