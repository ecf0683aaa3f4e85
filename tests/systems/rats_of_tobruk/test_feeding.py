"""Who is in supply, and what the lack of it does: each condition of the module, also of keys not set here."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.supply import judge

from .position import ALLIED, AXIS, HQ, PANZER, TANKS, Board, lapses

pytestmark = pytest.mark.rule("supply", "zones.negated")

FOE, FOE_HQ, GUN = "A/2/13", "HQ 2/13", "1/75Art"
CORNER = "0101"


class Fed(Board):
    """A position with the module of supply."""

    def __init__(self, units, **more):
        super().__init__(units, **more)
        self.supply = self.rules.modules["supply"]

    @property
    def now(self):
        return self.rules.at(self.state)

    def asked(self, what, name):
        return getattr(self.supply, what)(self.now, self.index[name])


# -- where supply comes from ---------------------------------------------------------------------------


@pytest.mark.clause("5.1.1", "5.1.2", "2.4.1", game="rats-of-tobruk")
def test_nobody_has_supply_from_headquarters_of_the_enemy():
    assert lapses({HQ: "2040", FOE_HQ: "2042", "HQ 2/15": "2044"}) == {HQ: 1, FOE_HQ: 0, "HQ 2/15": 0}


@pytest.mark.clause("5.1.1", "5.1.2", game="rats-of-tobruk")
@pytest.mark.parametrize("at", ["2040", CORNER])
def test_a_unit_in_the_hex_of_its_headquarters_has_supply(at):
    assert lapses({HQ: at, PANZER: at})[PANZER] == 0


def test_supply_comes_from_hexes_of_a_side_in_which_no_enemy_is(stub):
    board = Fed({PANZER: "2040", FOE: "2041"})
    stub(
        board.supply, hexes=[[board.hex(at) for at in ("2040", "2041", "2042")], [board.hex("2041"), board.hex("2040")]]
    )
    assert board.asked("sources", PANZER) == [board.hex("2040"), board.hex("2042")]
    assert board.asked("sources", FOE) == [board.hex("2041")]


@pytest.mark.parametrize(
    ("at", "fed", "linked"), [("2040", True, True), (CORNER, True, True), ("2040", False, False), ("off", True, False)]
)
def test_a_chain_leads_through_a_headquarters_on_the_map_that_is_in_supply_itself(at, fed, linked, stub):
    board = Fed({PANZER: "2042", HQ: at})
    stub(board.supply, is_supplied=lambda _now, unit: fed and unit == board.index[HQ])
    assert board.asked("links", PANZER) == ([board.state.units.place[board.index[HQ]]] if linked else [])


def test_a_chain_leads_nowhere_without_a_headquarters_and_from_the_first_of_all_units(stub):
    """HQ 2/13 is unit 0. Who stands in no formation has none, wherever others are."""
    board = Fed({FOE: "2042", FOE_HQ: "2040"})
    stub(board.supply, is_supplied=lambda *_asked: True)
    assert board.index[FOE_HQ] == 0
    assert board.asked("links", FOE) == [board.hex("2040")]
    activation = board.rules.modules["activation"]
    board.put("III/132Art", CORNER)
    stub(activation, hq=[-1] * len(board.index))
    assert board.asked("links", FOE) == []


@pytest.mark.parametrize(
    ("hexes", "chain", "name", "far", "start"),
    [
        (True, 6, PANZER, 3, "links"),
        (True, 6, HQ, 6, "sources"),
        (True, None, PANZER, 3, "sources"),
        (True, None, HQ, 3, "sources"),
        (False, 6, PANZER, 3, "sources"),
    ],
)
def test_units_trace_to_headquarters_and_these_to_the_sources_where_there_is_a_chain(
    hexes, chain, name, far, start, rekey, stub
):
    board = Fed({PANZER: "2042", HQ: "2040"})
    rekey(board.supply, range=3, chain=SimpleNamespace(range=chain) if chain else None)
    stub(board.supply, hexes=[[1], [2]] if hexes else ())
    stub(board.supply, sources=lambda *_asked: ["sources"], links=lambda *_asked: ["links"])
    stub(board.supply, reached=lambda _now, side, starts, most: (side, starts, most))
    assert board.asked("distances", name) == ((AXIS, (start,), far), far)


# -- where it leads ------------------------------------------------------------------------------------


@pytest.mark.clause("5.1.7", "5.1.8", game="rats-of-tobruk")
@pytest.mark.parametrize(("side", "own", "enemy"), [(AXIS, PANZER, FOE), (ALLIED, FOE, PANZER)])
def test_enemies_and_their_zones_shut_hexes_for_supply_and_friends_open_them(side, own, enemy):
    board = Fed({own: "2042", enemy: "2041"})
    gates = board.supply._gates(board.now, side)
    shut = {board.compiled.names["hexes"][hex_] for hex_ in board.rules.adjacent[board.hex("2041")]} - {"2042"}
    opened = gates[board.hex("2030")]
    assert opened == gates[board.hex("2042")] == gates[board.hex("2043")]
    assert {gates[board.hex(at)] for at in (*shut, "2041")} == {gates[board.hex("2041")]} != {opened}


def test_a_way_leads_into_a_hex_at_which_supply_ends_and_not_through_it(stub):
    board = Fed({PANZER: "2042", TANKS: "2030", FOE: "2041"})
    stub(board.supply.zones, negates=lambda _what: False)
    for side, end in ((AXIS, "2042"), (ALLIED, "2041")):
        gates = board.supply._gates(board.now, side)
        others = {gates[board.hex(at)] for at in ("2030", "2041", "2042") if at != end}
        assert gates[board.hex(end)] not in others


@pytest.mark.parametrize(("zones", "negates", "ends"), [(True, False, ["2042"]), (True, True, []), (False, False, [])])
def test_supply_ends_at_friends_in_a_zone_where_these_do_not_negate_it(zones, negates, ends, stub):
    board = Fed({PANZER: "2042", TANKS: "2030", FOE: "2041"})
    stub(board.supply.zones, negates=lambda what: negates and what == "supply")
    if not zones:
        stub(board.supply, zones=None)
    assert [*board.supply.dead_ends(board.now, AXIS)] == [board.hex(at) for at in ends]


@pytest.mark.clause("12.0.6", game="rats-of-tobruk")
@pytest.mark.parametrize("zones", [True, False])
def test_supply_leads_over_a_ditch_as_soon_as_it_is_cleared(zones, stub):
    """From 1630 to 1629, by an engineer; also in a game without zones."""
    board = Fed({"HQ 200Pio": "1630", "1/200Pio": "1630"}, chit="HQ 200Pio", dice=[3])
    if not zones:
        stub(board.supply, zones=None)
    board.playout.advance()
    step = 6 * board.hex("1630") + board.rules.direction(board.hex("1630"), board.hex("1629"))
    far = board.supply.reached(board.now, AXIS, (board.hex("1630"),), None)[board.hex("1629")]
    assert far > 1
    assert board.supply.barriers.ways(board.now)[step] < 0
    board.act("clear", "1/200Pio", "1629")
    assert (
        board.supply.reached(board.rules.at(board.playout.state), AXIS, (board.hex("1630"),), None)[board.hex("1629")]
        == 1
    )


# -- what the lack of it does --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lapse", "ready", "hungry"), [(0, True, False), (1, True, False), (2, False, True), (5, False, True)]
)
def test_a_state_without_supply_says_whether_units_fire_and_are_ready(lapse, ready, hungry):
    board = Fed({GUN: {"at": "2040", "lapse": lapse}})
    assert (not board.asked("unreadies", GUN), board.asked("forbids_fire", GUN)) == (ready, hungry)


@pytest.mark.parametrize("lapse", [0, 1, 3])
def test_where_no_ladder_is_lack_of_supply_does_nothing(lapse, rekey, stub):
    board = Fed({GUN: {"at": "2040", "lapse": lapse, "fired": 1}, HQ: "2043"})
    rekey(board.supply, ladder=[])
    stub(board.supply, halves=[])
    book, unit = Book(board.state), board.index[GUN]
    assert board.asked("state", GUN) is None
    assert board.supply.changed(board.now, "attack", unit, 4) == 4
    board.supply.make_ready(board.now, unit, lapse, book)
    judge(board.rules, board.state, board.state.stack[0], book)
    assert [book.get(column, unit) for column in ("lapse", "fired", "flipped", "place")] == [
        lapse + 1,
        1,
        0,
        board.hex("2040"),
    ]


@pytest.mark.clause("5.2.8", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "before", "after", "fired", "expected"),
    [
        (GUN, 0, 0, 1, 1),
        (GUN, 0, 1, 1, 1),
        (GUN, 1, 2, 0, 1),
        (GUN, 2, 0, 1, 0),
        (GUN, 2, 1, 1, 0),
        (GUN, 1, 0, 1, 1),
        (PANZER, 1, 2, 0, 0),
    ],
)
def test_only_a_state_that_says_so_takes_readiness_from_guns_or_gives_it_back(name, before, after, fired, expected):
    board = Fed({name: {"at": "2040", "lapse": before, "fired": fired}})
    book = Book(board.state)
    board.supply.make_ready(board.now, board.index[name], after, book)
    assert book.get("fired", board.index[name]) == expected


def test_where_no_unit_shells_none_is_made_ready(stub):
    board = Fed({GUN: {"at": "2040", "lapse": 1}})
    stub(board.rules, modules={key: module for key, module in board.rules.modules.items() if key != "barrage"})
    book = Book(board.state)
    board.supply.make_ready(board.now, board.index[GUN], 2, book)
    assert book.get("fired", board.index[GUN]) == 0


@pytest.mark.clause("5.2.8", "5.0.1", "3.3.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("lapse", "fired"), [(0, 0), (1, 1)])
def test_a_supply_phase_judges_each_unit_by_what_it_has_lacked_itself(lapse, fired):
    """The second phase without supply in a row turns a gun over."""
    board = Fed({GUN: {"at": "2040", "lapse": lapse}, PANZER: {"at": "2042", "lapse": 1 - lapse}}, step="supply")
    board.playout.advance()
    assert (board.unit(GUN, "lapse"), board.unit(GUN, "fired")) == (lapse + 1, fired)
