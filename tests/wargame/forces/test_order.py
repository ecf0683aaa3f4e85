"""What a player says to buy a force: numbers of some units within the brackets of its lines, or all of its units."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import NotPlayable, PlayOrder, play_scenario, prepare, replay_record, what_differs
from scenario_forge.editor.play.forces import forces_for_sale
from scenario_forge.game.forces import forces
from scenario_forge.printing.brief import words_of
from scenario_forge.simulator.record import read_record, text_of
from scenario_forge.source.nodes import splice
from scenario_forge.wargame.forces.document import Exchange, ForcesDocument, tally
from scenario_forge.wargame.forces.exchange import swaps
from scenario_forge.wargame.forces.order import Order

PANZER, ARMOUR, FOOT = "german-panzer", "allied-armoured", "allied-infantry"
TANKS = (
    "Tanks, 6: 1 Pz II; 4 Pz III 37mm or Pz III 50mm short or Pz III 50mm long; 1 Pz IV 75mm short or Pz IV 75mm long."
)


@pytest.fixture(scope="module")
def desert():
    return load_game("western-desert", "all")


@pytest.fixture(scope="module")
def buy(desert):
    """What an order buys, as it differs from the example: units with how many more, or fewer, there are."""
    document, words = desert.one("forces", ForcesDocument)[0], words_of(desert)
    example = {force.force: tally(force.example) for force in document.forces}

    def bought(force, said):
        units = Order(document, "axis" if force == PANZER else "allied", f"{force}: {said}", words).units()
        assert units.total() == 15
        change = Counter(units)
        change.subtract(example[force])
        return {name: more for name, more in change.items() if more}

    return bought


@pytest.mark.parametrize(("force", "said", "change"), [
    (PANZER, "", {}),
    (PANZER, "Pz IV 75mm long=1, pz iii 50mm long=4",
     {"Pz IV 75mm long": 1, "Pz IV 75mm short": -1, "Pz III 50mm long": 4, "Pz III 50mm short": -4}),
    (PANZER, "Pz III 50mm long=2", {"Pz III 50mm long": 2, "Pz III 50mm short": -2}),
    (PANZER, "Motorcycles=0, German engineers=1", {"Motorcycles": -1, "German engineers": 1}),
    (ARMOUR, "Valentine=2, Grant=0", {"Valentine": 2, "Grant": -2}),
    (ARMOUR, "Stuart=1, A13=2", {"Stuart": -2, "A13": 2}),
    (FOOT, "Allied engineers=1", {"Allied engineers": 1, "Allied infantry": -1}),
    (FOOT, "Scorpion=1", {"Scorpion": 1, "Allied infantry": -1}),
    (FOOT, "2 pounder portee=2, 2 pounder AT gun=0", {"2 pounder portee": 2, "2 pounder AT gun": -2}),
])  # fmt: skip
def test_units_with_another_number_make_others_of_their_lines_give_way(buy, force, said, change):
    assert buy(force, said) == change


def test_a_unit_whose_name_begins_with_a_number_is_listed_without_one(buy):
    listed = "Armoured car + Bren carrier + 4 Allied infantry + 6 pounder AT gun + 2 2 pounder AT gun + 2 Matilda"
    assert buy(FOOT, f"{listed} + 2 Valentine + 25 pounder + 5.5in gun") == {}
    engineers = listed.replace("4 Allied infantry", "3 Allied infantry + allied engineers")
    assert buy(FOOT, f"{engineers} + 2 Valentine + 25 pounder + 5.5in gun") == {
        "Allied infantry": -1,
        "Allied engineers": 1,
    }


@pytest.mark.parametrize(("force", "said", "message", "hint"), [
    (PANZER, "Pz III 37mm=5", "`Pz III 37mm=5` does not fit the lines of the German Panzer Armoured Force", TANKS),
    (PANZER, "Pz II=0", "`Pz II=0` does not fit the lines of the German Panzer Armoured Force", TANKS),
    (PANZER, "German engineers=1", "`German engineers=1` leaves open which other units there are",
     "also give the numbers of: Motorcycles, Armoured infantry"),
    (PANZER, "German engineers=2", "`German engineers=2` does not fit the lines of the German Panzer Armoured Force",
     "German engineers in place of Motorcycles or Armoured infantry, at most 1."),
    (PANZER, "German engineers=1, Motorcycles=1, Armoured infantry=2",
     "`German engineers=1, Motorcycles=1, Armoured infantry=2` does not fit the lines of the German Panzer", "Reconnai"),
    (PANZER, "Pz IV=1", "these units do not fit the lines of the German Panzer Armoured Force: it has no `Pz IV`",
     "did you mean Pz II?"),
    (PANZER, "Pz II=1, Pz III 37mm", "`Pz III 37mm` says no number of a unit", "write `UNIT=2, UNIT=1`"),
    (PANZER, "Pz II=1, pz ii=5", "the number of `Pz II` is given twice", "give it once"),
    (PANZER, "Pz II=1,", "a unit is missing before or after a `,`", "write `UNIT=2, UNIT=1`"),
    (PANZER, "Pz II + + Motorcycles", "these units do not fit the lines of the German Panzer", "did you mean Motor"),
    (PANZER, "Pz II +  + Motorcycles", "a unit is missing before or after a `+`", "write `UNIT + 2 UNIT`"),
    (ARMOUR, "Valentine=2", "`Valentine=2` leaves open which other units there are", "also give the numbers of: Stuart, Grant"),
    (FOOT, "Matilda=4", "`Matilda=4` does not fit the lines of the Allied Infantry Force",
     "Tanks, 4: Matilda, at least 1; Valentine, at least 1."),
    (FOOT, "2 Matilda + 2 6 pounder AT gun",
     "these units do not fit the lines of the Allied Infantry Force: it cannot have 2 6 pounder AT gun",
     "AT guns, 3: 2 pounder AT gun; 2 pounder portee; 6 pounder AT gun, at most 1."),
    (FOOT, "2 Allied engineers + Matilda",
     "these units do not fit the lines of the Allied Infantry Force: it cannot have 2 Allied engineers",
     "Allied engineers or Scorpion in place of Allied infantry or Armoured infantry, at most 1."),
    (FOOT, "Scorpion=1, Allied engineers=1",
     "`Scorpion=1, Allied engineers=1` does not fit the lines of the Allied Infantry Force", "Allied engineers or Sco"),
])  # fmt: skip
def test_a_wrong_choice_is_refused_with_the_line_and_what_may_be_chosen(buy, force, said, message, hint):
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        buy(force, said)
    assert refused.value.args[1].startswith(hint)


def placed(ready):
    """The names of the units on the map as a game begins."""
    names = ready.compiled.names["units"]
    return Counter(names[unit] for unit, hex_ in enumerate(ready.play.begin().units.place) if hex_ >= 0)


@pytest.mark.parametrize(("scenario", "side", "force"), [
    ("duda", "allied", FOOT), ("eisa", "axis", "italian-infantry"), ("capuzzo", "allied", FOOT),
    ("ualeb", "allied", FOOT), ("fuka", "axis", "italian-armoured"), ("fuka", "allied", ARMOUR),
])  # fmt: skip
def test_a_part_of_a_force_is_bought_as_the_scenario_has_it(desert, scenario, side, force):
    assert placed(prepare(desert, scenario, forces={side: force})) == placed(prepare(desert, scenario))


@pytest.mark.parametrize(("scenario", "side", "order", "change"), [
    ("duda", "allied", f"{FOOT}: Matilda=1", {"Matilda": -2, "Valentine": 2}),
    ("fuka", "axis", "italian-armoured: Italian engineers=1", {"Italian engineers": 1, "Italian infantry": -1}),
    ("fuka", "allied", f"{ARMOUR}: Valentine=1, Grant=1", {"Valentine": 1, "Grant": -1}),
])  # fmt: skip
def test_in_a_part_of_a_force_units_of_the_same_line_give_way(desert, scenario, side, order, change):
    after = placed(prepare(desert, scenario, forces={side: order}))
    after.subtract(placed(prepare(desert, scenario)))
    assert {name: more for name, more in after.items() if more} == change


@pytest.mark.parametrize(("order", "message"), [
    (PANZER, "the scenario has places for 11 units, not for a whole German Panzer Armoured Force"),
    (f"{PANZER}: Pz II=1", "the scenario has places for 11 units, not for a whole German Panzer Armoured Force"),
    ("italian-armoured: Italian infantry=3",
     "`Italian infantry=3` does not fit the lines of the Italian Armoured Force"),
])  # fmt: skip
def test_where_there_are_places_for_a_part_the_form_that_works_is_told(desert, order, message):
    with pytest.raises(NotPlayable, match=re.escape(message)) as refused:
        prepare(desert, "fuka", forces={"axis": order})
    force = order.partition(":")[0]
    assert refused.value.hint.startswith(f"list all 11 units, `{force}: UNIT + 2 UNIT`. ")


def test_in_a_part_of_a_force_a_choice_keeps_its_limit(desert):
    with pytest.raises(NotPlayable, match="`6 pounder AT gun=2` does not fit the lines of the Allied Infantry Force"):
        prepare(desert, "duda", forces={"allied": f"{FOOT}: 6 pounder AT gun=2"})


def test_a_part_of_a_force_keeps_the_exchange_of_the_scenario():
    game, _texts = with_units("duda", "allied", f"{FOOT}: Allied engineers=1")
    after = placed(prepare(game, "duda", forces={"allied": f"{FOOT}: Matilda=1"}))
    after.subtract(placed(prepare(game, "duda")))
    assert {name: more for name, more in after.items() if more} == {"Matilda": -2, "Valentine": 2}


def with_units(scenario, side, order):
    """The game with bought units put into a scenario, and the texts of its files."""
    folder = load_game("western-desert").folder
    texts = {each.relative_to(folder).as_posix(): each.read_text("utf-8") for each in folder.rglob("*.yaml")}
    game = load_game(folder, "all", files=texts)
    for name, edits in game.system.fielded(game, texts, scenario, {side: order}).items():
        texts[name] = splice(texts[name], edits)
    return load_game(folder, "all", files=texts), texts


@pytest.mark.parametrize(("motorcycles", "gives_way"), [(0, "Motorcycles"), (1, "Armoured infantry")])
def test_a_force_is_offered_with_the_exchange_of_the_scenario(motorcycles, gives_way):
    """The lines say what there was before it."""
    game, texts = with_units("harmat", "axis", f"{PANZER}: German engineers=1, Motorcycles={motorcycles}")
    assert "exchanged: 1" in texts["forces.yaml"]
    offer = next(each for each in forces_for_sale(game, "harmat") if each["force"] == PANZER)
    (exchange,) = offer["exchanges"]
    assert exchange == {"most": 1, "swaps": [
        {"of": name, "unit": "German engineers", "count": int(name == gives_way), "printed": 1}
        for name in ("Motorcycles", "Armoured infantry")
    ]}  # fmt: skip
    cells = {
        cell["unit"]: cell["count"] for line in offer["lines"] for choice in line["of"] for cell in choice["cells"]
    }
    assert (cells["Motorcycles"], cells["Armoured infantry"]) == (1, 2)


def test_an_exchange_is_offered_for_no_scenario_too(desert):
    foot = next(each for each in desert.system.for_sale(desert) if each.force == FOOT)
    (exchange,) = foot.exchanges
    assert (exchange.of, (*exchange.to,), exchange.most) == (
        ("Allied infantry", "Armoured infantry"),
        ("Allied engineers", "Scorpion"),
        1,
    )


class TestSwaps:
    """Exchanges by which units can have come about."""

    @staticmethod
    def units_before(units, *exchanges, most=None):
        given = [Exchange(side="axis", of=of.split(), to=to.split(), at_most=count) for of, to, count in exchanges]
        return [+swap.undone(Counter(units.split())) for swap in swaps(given, Counter(units.split()), most)]

    def test_not_all_of_several_need_be_exchanged(self):
        """A force may have some of them by itself."""
        before = self.units_before("e e", ("i", "e", 2))
        assert before == [Counter("ee"), Counter("ei"), Counter("ii")]

    def test_of_several_names_together_there_are_no_more_than_the_limit(self):
        before = self.units_before("e s", ("i", "e s", 1))
        assert before == [Counter("es"), Counter("is"), Counter("ei")]

    def test_several_exchanges_are_made_at_once(self):
        assert Counter("ij") in self.units_before("e s", ("i", "e", 1), ("j", "s", 1))

    def test_a_unit_takes_the_place_of_one_alone(self):
        assert self.units_before("e", ("i", "e", 1), ("j", "e", 1)) == [Counter("e"), Counter("j"), Counter("i")]

    def test_a_scenario_may_have_fewer(self):
        assert self.units_before("e", ("i", "e", 1), most=0) == [Counter("e")]


def test_a_record_keeps_the_choice(desert):
    """Played, replayed, and refused where the units are not those of the record."""
    orders = {"axis": f"{PANZER}: Pz III 37mm=4"}
    ready = prepare(desert, "harmat", forces=orders)
    record = play_scenario(ready, PlayOrder(seed=3, players=dict.fromkeys(ready.sides, "idle"))).record
    again, _warnings = read_record(text_of(record).encode())
    assert again.setting.forces == orders
    assert replay_record(again, prepare(desert, "harmat", forces=again.setting.forces)).findings == []
    assert what_differs(again, prepare(desert, "harmat"))[0] != []
    names = [
        ready.compiled.names["units"][unit] for unit, hex_ in enumerate(ready.play.begin().units.place) if hex_ >= 0
    ]
    assert (names.count("Pz III 37mm"), names.count("Pz III 50mm short")) == (4, 0)


def test_a_refusal_comes_with_its_hint_to_who_plays(desert):
    with pytest.raises(NotPlayable) as refused:
        prepare(desert, "harmat", forces={"axis": f"{PANZER}: Pz III 37mm=5"})
    assert refused.value.hint == TANKS


def test_another_force_takes_the_places_of_a_scenario(desert):
    """It is then the force of which the scenario's units are."""
    ready = prepare(desert, "harmat", forces={"axis": "italian-armoured", "allied": FOOT})
    names = Counter(
        ready.compiled.names["units"][unit] for unit, hex_ in enumerate(ready.play.begin().units.place) if hex_ >= 0
    )
    assert (names["M13/40"], names["Matilda"], names["Pz III 50mm short"], names["Grant"]) == (5, 2, 0, 0)


def taken_of(force):
    """The units that are taken of a force where nobody chooses."""
    cells = [unit for line in force.lines for choice in line.of for unit in choice.units]
    return Counter(unit.unit for unit in cells for _ in range(unit.count))


def test_a_force_for_sale_has_the_units_of_the_scenario_or_its_example(desert):
    offers = {(each.side, each.force): each for each in desert.system.for_sale(desert, "fuka")}
    taken = {key: taken_of(each) for key, each in offers.items()}
    assert [*offers][:1] == [("allied", ARMOUR)]
    assert sum(taken["axis", "italian-armoured"].values()) == offers["axis", "italian-armoured"].places == 11
    assert sum(taken["axis", PANZER].values()) == 15


def test_for_no_scenario_whole_forces_are_for_sale_in_printed_order(desert):
    """What is taken of each is its example; it says in which scenarios it is played, and where in part."""
    document = desert.one("forces", ForcesDocument)[0]
    offers = desert.system.for_sale(desert)
    assert [each.force for each in offers] == [force.force for force in document.forces]
    assert {each.places for each in offers} == {15}
    assert [taken_of(each) for each in offers] == [tally(force.example) for force in document.forces]
    italian = next(each for each in offers if each.force == "italian-armoured")
    assert italian.scenarios == {"abd": 15, "fuka": 11}
    printed = {unit.unit: unit.printed for line in italian.lines for choice in line.of for unit in choice.units}
    assert printed["M13/40"] == sum(unit.name == "M13/40" for unit in forces(desert).sides["axis"].units)


def test_the_page_is_offered_the_lines_of_each_force_with_their_brackets(desert):
    """The names in the answer are those that the page reads."""
    panzer = next(each for each in forces_for_sale(desert, "harmat") if each["force"] == PANZER)
    assert (panzer["side"], panzer["title"], panzer["places"]) == ("axis", "German Panzer Armoured Force", 15)
    tanks = next(each for each in panzer["lines"] if each["line"] == "Tanks")
    assert tanks["count"] == 6
    assert [(choice["least"], choice["most"]) for choice in tanks["of"]] == [(1, 1), (4, 4), (1, 1)]
    assert tanks["of"][0]["cells"] == [{"unit": "Pz II", "count": 1, "printed": 1}]
