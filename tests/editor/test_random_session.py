"""Random changes of every kind in a whole game: each leaves tidy files, and undoing them gives the files to the letter."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intent_requests import do
from scenario_forge.editor.session import Session
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import EditRefused

from .conftest import CONTENT

TEXTS = st.sampled_from(["Ort", "a: b", "Bir el 'Gubi'", "0614", "Ünter #2", "no", "- x"])
ROW = st.integers(0, 30)
HEX = st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJKL"), st.integers(1, 20))
FEW = st.lists(HEX, min_size=1, max_size=6, unique=True)
COUNTERS = st.just("counters")


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        made = Session(CONTENT / "massawa")
        yield made
        made.close()


def an(intent: str, **args: st.SearchStrategy[object]):
    return st.tuples(st.just(intent), st.fixed_dictionaries(args))


def wishes():
    """Intents of all parts of the editor; some make no sense and are refused."""
    side = st.integers(-1, 1)
    return st.one_of(
        an("map.paint", cells=st.lists(st.tuples(HEX, st.sampled_from(["sea", "hills"])), min_size=1, max_size=6)),
        an("map.place", hex=HEX, name=TEXTS),
        an("map.label", index=st.none(), value=st.fixed_dictionaries({"name": TEXTS, "along": st.tuples(HEX, HEX).map(list)})),
        an("map.area.hexes", id=st.sampled_from(["sudan", "eritrea"]), hexes=FEW, set=st.booleans()),
        an("map.move", hexes=FEW, anchor=HEX, to=HEX, turn=st.integers(0, 5), mirror=st.booleans()),
        an("map.clear", hexes=FEW),
        an("map.grid", north=side, east=side, south=side, west=side),
        an("unit.move", unit=st.builds("{}/{}".format, st.sampled_from(["empire", "italy"]), ROW), scenario=st.just("eritrea"), hex=HEX),
        an("table.cell", table=COUNTERS, row=ROW, column=st.just("strength"), value=st.integers(0, 99).map(str)),
        an("table.cell", table=COUNTERS, row=ROW, column=st.just("name"), value=TEXTS),
        an("table.row.add", table=COUNTERS, row=ROW),
        an("table.row.duplicate", table=COUNTERS, row=ROW),
        an("table.row.remove", table=COUNTERS, row=ROW),
        an("table.row.move", table=st.just("orders-of-battle/italy"), row=ROW, to=ROW),
        an("form.set", doc=st.just("scenarios/eritrea.yaml"), path=st.just(["title"]), value=TEXTS),
        an("form.move", doc=st.just("time-track.yaml"), path=st.tuples(st.just("stops"), st.integers(0, 1)).map(list), to=st.integers(0, 1)),
    )  # fmt: skip


@settings(max_examples=5, deadline=None, suppress_health_check=[*HealthCheck])
@given(st.lists(wishes(), min_size=14, max_size=16))
def test_all_steps_are_undone_to_the_letter_and_made_again(whole_game, wished) -> None:
    session = whole_game
    before = session.overlay()
    for intent, args in wished:
        try:
            done = do(session, session.epoch, intent, args)
        except (Refused, EditRefused):
            continue
        for each in done["changed"]:
            text = session.text(each["doc"]).text
            assert format_text(text, each["doc"]) == text
    after, steps = session.overlay(), len(session.history.past)
    for _ in range(steps):
        session.undo(session.epoch)
    assert session.overlay() == before
    for _ in range(steps):
        session.redo(session.epoch)
    assert session.overlay() == after
    for _ in range(steps):
        session.undo(session.epoch)
    session.history.future.clear()
