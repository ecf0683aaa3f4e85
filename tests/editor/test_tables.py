"""Tables in the editor: every cell has its place, changes are small and can be undone, and what does not fit is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.checks.run import all_findings
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.intent_requests import do
from scenario_forge.editor.session import Session
from scenario_forge.editor.tables.shown import table_data, tables_data
from scenario_forge.game.schedule import schedule
from scenario_forge.source.fmt import format_text
from tests.as_printed import copy_as_printed

CONTENT = Path(__file__).parents[2] / "content"
GAMES = ("massawa", "desert-rats", "knights-of-the-desert")
COUNTERS, ITALY = "counters.yaml", "orders-of-battle/italy.yaml"


@pytest.fixture(scope="module")
def one_session(tmp_path_factory):
    """A session on *Road to Massawa* for the whole module; each test undoes what it did."""
    folder = tmp_path_factory.mktemp("games") / "massawa"
    copy_as_printed("massawa", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        made = Session(folder)
    yield made
    made.close()


class Author:
    """Somebody who changes tables, and counts the lines that change."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def do(self, intent: str, table: str = "counters", **args: object) -> str:
        return do(self.session, self.session.epoch, f"table.{intent}", {"table": table, **args})["sentence"]

    def lines(self, doc: str) -> list[str]:
        """The lines that differ from the file, as a person reads them."""
        old = (self.session.folder / doc).read_text(encoding="utf-8").splitlines()
        return [" ".join(line.split()) for line in self.session.text(doc).text.splitlines() if line not in old]

    def refused(self, intent: str, table: str = "counters", **args: object) -> str:
        with pytest.raises(Refused) as refused:
            self.do(intent, table, **args)
        return str(refused.value)


@pytest.fixture
def author(one_session):
    yield Author(one_session)
    while one_session.history.past:
        one_session.undo(one_session.epoch)
    for name, opened in one_session.texts.items():
        assert opened.text == (one_session.folder / name).read_text(encoding="utf-8")
    one_session.history.future.clear()


def row_of(author: Author, table: str, name: str) -> int:
    data = table_data(author.session.game(), table)
    return next(n for n, row in enumerate(data["rows"]) if name in row["cells"])


def test_one_cell_changes_one_line(author):
    row = row_of(author, "counters", "5/4 Ind")
    assert author.do("cell", row=row, column="strength", value="5") == "Set strength of 5/4 Ind to 5"
    (line,) = author.lines(COUNTERS)
    assert "name: 5/4 Ind," in line
    assert "strength: 5," in line


def test_a_renamed_counter_is_renamed_wherever_it_is_named(author):
    row = row_of(author, "counters", "5/4 Ind")
    done = author.do("cell", row=row, column="name", value="5/4 Foot")
    assert done == "Set name of 5/4 Ind to 5/4 Foot, and rename it in orders-of-battle/empire.yaml"
    (line,) = author.lines("orders-of-battle/empire.yaml")
    assert "name: 5/4 Foot," in line
    done = author.do("paste", row=row, column="name", cells=[["5/4 Foot"], ["11/4 Foot"]])
    assert done.endswith(", and rename them in orders-of-battle/empire.yaml")
    assert not [each for each in all_findings(author.session.game(), quick=True) if each.code.id == "REF004"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_each_cell_of_each_table_has_its_place_in_the_text(game, tmp_path, monkeypatch):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path))
    session = Session(copy_as_printed(game, tmp_path / game))
    listed = tables_data(session.game())["tables"]
    for each in listed:
        data = table_data(session.game(), each["name"])
        text = session.text(data["doc"]).text
        assert data["rows"], each
        for row in data["rows"]:
            for column, cell in enumerate(row["cells"]):
                begin, end = row["spans"][2 * column : 2 * column + 2]
                written = text[begin:end] if begin >= 0 else ""
                assert re.sub(r"\s+", " ", written).strip("\"'") == (cell or ""), (each["name"], cell)
    session.close()
    assert len(listed) == {"massawa": 9, "desert-rats": 9, "knights-of-the-desert": 31}[game]


CHANGES = [
    ("orders-of-battle/italy", "cell", {"row": 2, "column": "jan41", "value": "F8"}),
    ("time-track", "cell", {"row": 2, "column": "italy", "value": "R 1-3"}),
    ("charts/combat_results", "cell", {"row": 2, "column": "-1,0", "value": "1/1"}),
    ("charts/combat_results", "cell", {"row": 2, "column": "rows", "value": "33"}),
    ("charts/combat_results", "row.add", {"row": 6}),
    ("charts/combat_results", "row.duplicate", {"row": 2}),
    ("charts/combat_results", "row.remove", {"row": 2}),
    ("counters", "row.add", {"row": 3}),
    ("counters", "row.duplicate", {"row": 3}),
    ("counters", "cell", {"row": 3, "column": "back", "value": "Rearming, then back"}),
    ("counters", "cell", {"row": 0, "column": "parent", "value": ""}),
]


@pytest.mark.parametrize(("table", "intent", "args"), CHANGES)
def test_a_change_touches_one_line_and_leaves_the_file_formatted(author, table, intent, args):
    author.do(intent, table, **args)
    doc = table_data(author.session.game(), table)["doc"]
    text = author.session.text(doc).text
    old = (author.session.folder / doc).read_text(encoding="utf-8")
    assert len(author.lines(doc)) == (intent != "row.remove")
    assert format_text(text, doc) == text
    assert abs(text.count("\n") - old.count("\n")) == (intent != "cell")


def test_a_new_box_of_the_track_follows_the_last_and_the_calendar_reaches_it(author):
    track = table_data(author.session.game(), "time-track")
    columns = [each.id for each in track["columns"]]
    boxes = len(track["rows"])
    author.do("row.add", "time-track", row=0)
    added = table_data(author.session.game(), "time-track")["rows"]
    assert len(added) == boxes + 1
    assert [row["cells"] for row in added[:-1]] == [row["cells"] for row in track["rows"]]
    new = added[-1]["cells"][columns.index("turn")]
    text = author.session.text("time-track.yaml").text
    assert f"last: {new}" in text
    assert format_text(text, "time-track.yaml") == text
    assert schedule(author.session.game()).calendar.turn(new) == boxes


def test_a_row_moves_as_it_is_written(author):
    before = author.session.text(ITALY).text.splitlines()
    first = next(n for n, line in enumerate(before) if "no: 1," in line)
    assert author.do("row.move", "orders-of-battle/italy", row=0, to=2).endswith(" down")
    after = author.session.text(ITALY).text.splitlines()
    assert after[first : first + 3] == [before[first + 1], before[first + 2], before[first]]
    assert sorted(after) == sorted(before)


def test_a_value_that_does_not_fit_is_refused_with_its_row_and_column(author):
    said = author.refused("cell", row=0, column="strength", value="six")
    assert said == "row 5/4 Ind, column Strength: `six` is not a whole number"
    assert "none of its values" in author.refused("cell", row=0, column="type", value="infantr")
    assert "twice" in author.refused("cell", row=0, column="no", value="2")
    assert "empty" in author.refused("cell", row=0, column="no", value="")


def test_a_block_is_pasted_or_refused_as_a_whole(author):
    assert (
        author.do("paste", row=0, column="strength", cells=[["5", "13"], ["6", "15"]]) == "Paste 3 cells into Counters"
    )
    assert len(author.lines(COUNTERS)) == 2
    said = author.refused("paste", row=0, column="strength", cells=[["5", "a"], ["b", "15"]])
    assert said == (
        "row 5/4 Ind, column Movement: `a` is not a whole number; "
        "row 11/4 Ind, column Strength: `b` is not a whole number"
    )
    assert "3 from “Strength” on" in author.refused("paste", row=0, column="strength", cells=[["1"] * 9])


def test_rows_beyond_the_end_become_new_ones_if_wished(author):
    block = [["Alpini", "italian", "X", "infantry", "4", "10"], ["Granatieri", "italian", "X", "infantry", "5", "10"]]
    assert "beyond the end" in author.refused("paste", row=24, column="name", cells=block)
    assert author.do("paste", row=24, column="name", cells=block, grow=True) == (
        "Paste 2 rows into Counters, 2 of them new"
    )
    assert author.lines(COUNTERS) == [
        "- {side: italy, no: 13, name: Alpini, nationality: italian, size: X, type: infantry, strength: 4, movement: 10}",
        (
            "- {side: italy, no: 14, name: Granatieri, nationality: italian, size: X, type: infantry, strength: 5, "
            "movement: 10}"
        ),
    ]


def test_a_counter_that_is_used_is_not_retired(author):
    said = author.refused("row.remove", row=0)
    places = "chronology.yaml, line 71; orders-of-battle/empire.yaml, line 19"
    assert said == f"the counter is still used: {places}. Remove it there first"
    author.do("row.add", row=1)
    assert author.do("row.remove", row=1) == "Retire New unit"


def test_a_symbol_that_no_type_has_becomes_a_type(author):
    assert author.do("symbol", row=0, symbol="mortar") == "Give 5/4 Ind the symbol Mortar, a new type"
    types, unit = author.lines(COUNTERS)
    assert types == "- {id: mortar, name: Mortar, symbol: mortar}"
    assert "type: mortar," in unit
