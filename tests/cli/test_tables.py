"""``forge export table`` and ``forge import table``: what comes back unchanged changes nothing, and a cell one line."""

from __future__ import annotations

import csv
import difflib
import random
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api.calls import load_game
from scenario_forge.api.tables.imported import import_table
from scenario_forge.api.tables.table import export_table, find_table, tables
from scenario_forge.source.compose import compose
from scenario_forge.source.csv_rows import guarded, unguarded, write_rows
from scenario_forge.source.fmt import format_text
from scenario_forge.source.read import Source
from tests.as_printed import load_as_printed

CONTENT = Path(__file__).parent.parent.parent / "content"
GAMES = {name: load_as_printed(name, "none") for name in ("desert-rats", "knights-of-the-desert", "massawa", "ridge")}
EVERY = [(game, name) for game, loaded in GAMES.items() for name in tables(loaded)]
OOB = "orders-of-battle/allied"


def raw_rows_of(text):
    return list(csv.reader(StringIO(text, newline="")))


def rows_of(text):
    return [[unguarded(cell) for cell in row] for row in raw_rows_of(text)]


def edited(table, change):
    """The table exported, changed by a function of its rows, and read back."""
    rows = rows_of(export_table(table))
    change(rows)
    return import_table(table, write_rows(rows).encode(), "table.csv")


def changed_lines(made):
    """Lines of the file that go and that come."""
    old, new = made.table.source.text.splitlines(), made.text.splitlines()
    lines = list(difflib.unified_diff(old, new, n=0))[2:]
    return [line[1:] for line in lines if line[0] == "-"], [line[1:] for line in lines if line[0] == "+"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(("game", "name"), EVERY)
def test_an_exported_table_changes_nothing(game, name, delimiter):
    table = find_table(GAMES[game], name)
    text = export_table(table)
    if delimiter != ",":
        written = StringIO(newline="")
        csv.writer(written, delimiter=delimiter).writerows(rows_of(text))
        text = "\ufeff" + written.getvalue()
    made = import_table(table, text.encode(), "table.csv", remove=True)
    assert (made.findings, made.text) == ([], table.source.text)
    assert len(rows_of(text)) > 1 or delimiter != ","


def test_every_kind_of_table_is_exported():
    assert {name.partition("/")[0] for _, name in EVERY} == {"counters", "orders-of-battle", "time-track", "charts"}


def test_a_changed_cell_changes_a_line():
    table = find_table(GAMES["desert-rats"], OOB)

    def change(rows):
        rows[4][rows[0].index("mar41")] = "0614"

    old, new = changed_lines(edited(table, change))
    assert (len(old), len(new)) == (1, 1)
    assert 'mar41: "0614"' in new[0]
    assert new[0].index("nov41:") == old[0].index("nov41:")


def test_a_cell_that_is_filled_or_emptied_leaves_the_others_in_their_columns():
    table = find_table(GAMES["desert-rats"], OOB)

    def change(rows):
        rows[1][rows[0].index("dec40+")] = "R2/41"
        rows[5][rows[0].index("dec40+")] = ""

    old, new = changed_lines(edited(table, change))
    assert (len(old), len(new)) == (2, 2)
    assert "dec40+: R2/41, " in new[0]
    assert "dec40+" not in new[1]
    for before, after in zip(old, new, strict=True):
        assert after.index("mar41:") == before.index("mar41:")


def test_rows_are_added_behind_the_row_before_them():
    table = find_table(GAMES["massawa"], "counters")

    def change(rows):
        rows.insert(13, ["empire", "13", "Slim", "indian", "X", "infantry", "6", "14", ""])

    made = edited(table, change)
    assert made.added == [("empire", "13")]
    old, new = changed_lines(made)
    assert old == []
    assert len(new) == 1
    above = next(line for line in made.text.splitlines() if "no: 12, name: Commandos" in line)
    assert [new[0].index(f"{key}:") for key in rows_of(export_table(table))[0][:-1]] == [
        above.index(f"{key}:") for key in rows_of(export_table(table))[0][:-1]
    ]


def test_rows_that_are_missing_stay_unless_they_are_to_be_removed():
    table = find_table(GAMES["massawa"], "time-track")
    data = "\r\n".join(export_table(table).splitlines()[:4]).encode()
    kept = import_table(table, data, "table.csv")
    assert (kept.text, len(kept.left)) == (table.source.text, 3)
    gone = import_table(table, data, "table.csv", remove=True)
    assert changed_lines(gone)[1] == []
    assert len(changed_lines(gone)[0]) == 3


def test_cells_of_blocks_are_set_added_and_taken_away():
    table = find_table(GAMES["knights-of-the-desert"], "time-track")
    column = rows_of(export_table(table))[0].index("supply_german")

    def change(rows):
        rows[1][column], rows[2][column] = "07000", ""

    made = edited(table, change)
    assert changed_lines(made) == (
        ['    supply_german: "7000"', f'    supply_german: "{rows_of(export_table(table))[2][column]}"'],
        ['    supply_german: "07000"'],
    )

    def put(rows):
        rows[2][column] = "1"

    read_again = with_text(table, made.text)
    assert changed_lines(edited(read_again, put)) == ([], ['    supply_german: "1"'])


def with_text(table, text):
    return replace(table, source=Source.of_text(table.source.name, text))


def test_new_rows_and_keys_go_into_a_list_of_blocks_together():
    table = find_table(GAMES["knights-of-the-desert"], "time-track")

    def change(rows):
        rows[3][rows[0].index("supply_german")] = ""
        rows.insert(2, [f"n{number}" for number in range(len(rows[0]))])

    made = edited(table, change)
    assert len(changed_lines(made)[0]) == 1
    assert len(changed_lines(made)[1]) == len(made.table.columns)

    def put(rows):
        rows[4][rows[0].index("supply_german")] = "1"
        rows.insert(1, [f"m{number}" for number in range(len(rows[0]))])

    table = with_text(table, made.text)
    rows = rows_of(export_table(table))
    put(rows)
    assert rows_of(export_table(with_text(table, edited(table, put).text))) == rows


FACED = """\
values:
  - {id: attack}
  - {id: lame, kind: flag}
faces:
  - {id: fired, name: Fired}
  - {id: spent, name: Spent, values: [attack]}
units:
  - {side: blue, no: 1, name: A, type: foot, attack: 3, spent: {attack: 2}}  # the guard
  - {side: blue, no: 2, name: B, type: foot, attack: 3, fired: true}
"""


def test_values_of_faces_have_columns_of_their_own():
    game = load_game(CONTENT / "massawa", "none", {"counters.yaml": FACED})
    table = find_table(game, "counters")
    rows = rows_of(export_table(table))
    assert rows[0] == ["side", "no", "name", "type", "attack", "lame", "fired", "spent.attack"]
    assert [row[-2:] for row in rows[1:]] == [["", "2"], ["true", ""]]

    def change(rows):
        rows[1][-3:] = ["TRUE", "TRUE", ""]
        rows[2][-3:] = ["", "true", "1"]

    assert changed_lines(edited(table, change))[1] == [
        "  - {side: blue, no: 1, name: A, type: foot, attack: 3, lame: true, fired: true}  # the guard",
        "  - {side: blue, no: 2, name: B, type: foot, attack: 3, fired: true, spent: {attack: 1}}",
    ]


def test_a_row_and_a_cell_of_a_chart():
    table = find_table(GAMES["massawa"], "charts/armour_repair")

    def change(rows):
        rows[1][1] = "=1+1"
        rows.insert(2, ["new", *["-"] * (len(rows[0]) - 1)])

    made = edited(table, change)
    old, new = changed_lines(made)
    assert (len(old), len(new)) == (1, 2)
    assert rows_of(export_table(with_text(table, made.text)))[1][1] == "=1+1"
    assert rows_of(export_table(with_text(table, made.text)))[2][0] == "new"


WORDS = st.one_of(
    st.sampled_from(
        ["0614", "1/2/41", "=A1", "+1", "-1", "@x", "NO", "null", "", "R4/41, W7/41", 'a "b"', "#", "{", "ä"]
    ),
    st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Cf", "Cn", "Co")), max_size=12),
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EVERY), st.integers(0, 2**32), st.lists(WORDS, min_size=1, max_size=5))
def test_random_cells_come_back(which, seed, texts):
    """Cells of text that are changed, filled and emptied: the file says so, and the table is exported the same."""
    game, name = which
    table, chance = find_table(GAMES[game], name), random.Random(seed)
    rows = rows_of(export_table(table))
    free = [n for n, c in enumerate(rows[0]) if table.kinds[c] == "text" and c not in table.ids]
    for text in texts:
        chance.choice(rows[1:])[chance.choice(free)] = text
    made = import_table(table, write_rows(rows).encode(), "table.csv")
    if made.findings:
        assert {found.code.id for found in made.findings} == {"CSV007"}
        return
    root, problems = compose(made.text, "")
    assert root is not None, problems
    again = rows_of(export_table(with_text(table, made.text)))
    assert again == rows
    assert format_text(made.text, "") == made.text
    assert len(changed_lines(made)[1]) <= len(texts)


BAD = {
    "CSV001": ('no,name\r\n1,"a\r\n', (2, 3)),
    "CSV002": ("no,name,dec4O\r\n", (1, 9)),
    "CSV003": ("no,name,name\r\n", (1, 9)),
    "CSV004": ("name,dec40\r\n7 Arm Brig,N\r\n", (1, 1)),
    "CSV005": ("no,name\r\n1,a\r\n2,b\r\n1,c\r\n", (4, 1)),
    "CSV006": ("no,dec40+\r\n5,R4/41, W7/41\r\n", (2, 1)),
    "CSV007": ('no,name\r\n1,"7 Arm\r\nBrig"\r\n', (2, 3)),
    "YML006": (b"no,name\r\n1,\x81\r\n", (2, 3)),
    "YML007": ("no,name\r\n1,a\r\n".encode("utf-16")[:-1], (1, 1)),
    "FIL010": (b"no,name\r\n" + b"1,a\r\n" * 2_000_000, (1, 1)),
}


@pytest.mark.parametrize("code", BAD)
def test_what_is_wrong_with_a_csv_is_found_at_its_line_and_column(code):
    data, place = BAD[code]
    table = find_table(GAMES["desert-rats"], OOB)
    made = import_table(table, data.encode() if isinstance(data, str) else data, "x/table.csv")
    assert [(each.code.id, each.span.file) for each in made.findings] == [(code, "x/table.csv")]
    assert (made.findings[0].span.line, made.findings[0].span.column) == place
    assert not made.changes


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "CSV001"),
        ('side,no\r\n"a"b,1\r\n', "CSV001"),
        ("side,no,strength\r\nempire,1,6.5\r\n", "CSV007"),
        ("side,no,strength\r\nempire,1,6.000.0\r\n", "CSV007"),
        ("side,no,strength\r\nempire,1,100001\r\n", "CSV007"),
        ("side,no,strength\r\nempire,1,07\r\n", "CSV007"),
        (f"side,no,name\r\nempire,1,{'9' * 19}\r\n", "CSV007"),
        (f"side,no,name\r\nempire,1,{'x' * 20_001}\r\n", "CSV007"),
        ("sep=|\r\nside|no\r\n", "CSV001"),
        ("side,no,,\r\nempire,1,,x\r\n", "CSV002"),
        ("side,no,strength\r\nempire,1,6\r\nempire,1.0,7\r\n", "CSV005"),
        ("side,no,Strength,strength\r\nempire,1,6,7\r\n", "CSV003"),
        ("side,no,strength\r\nempire,,6\r\n", "CSV007"),
        ("side,no\r\nempire,01\r\n", "CSV007"),
    ],
)
def test_other_cells_that_cannot_be_read(data, code):
    made = import_table(find_table(GAMES["massawa"], "counters"), data.encode(), "table.csv")
    assert [each.code.id for each in made.findings] == [code]


def test_good_csv_gives_no_findings():
    data = b'no,name,dec40+\r\n\r\n1,7 Arm Brig,\r\n5,5/4 Ind,"R4/41, W7/41"\r\n,,\r\n'
    made = import_table(find_table(GAMES["desert-rats"], OOB), data, "table.csv")
    assert (made.findings, made.cells) == ([], 1)


# -- what spreadsheets make of a table, and what is read all the same -------------------------------


FORMULAS = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "+1+1",
    "-A1",
    " =1",
    "'=1",
    "''+1",
    "+2",
    "-4,3",
    "\uff1d1",
    "-0",
]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_spreadsheet_takes_what_looks_like_a_formula_for_text(name):
    table = find_table(GAMES["massawa"], "counters")

    def change(rows):
        rows[1][rows[0].index("name")] = name

    made = edited(table, change)
    assert not made.findings
    again = with_text(table, made.text)
    assert raw_rows_of(export_table(again))[1][2] == f"'{name}"
    assert not import_table(again, export_table(again).encode(), "table.csv").changes


@pytest.mark.parametrize("text", ["-", "-1", "-12", "'t Hooft", "5-1", "a=1", "2+2", "(+1)", ""])
def test_other_cells_are_written_as_they_are(text):
    assert guarded(text) == text
    assert unguarded(text) == text


@settings(max_examples=500, deadline=None)
@given(st.text(st.sampled_from("'=+-@\t\r\n \uff0b19a,"), max_size=6) | st.text(max_size=8))
def test_the_guard_of_a_cell_comes_off_again(text):
    assert unguarded(guarded(text)) == text
    assert not guarded(text).lstrip().startswith(("=", "+", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"))


def test_headings_that_look_like_formulas_come_back():
    chart = "charts:\n  odds:\n    title: Odds\n    columns: [=1, +2, -3]\n    rows:\n      +1: [a, =b, c]\n"
    game = load_game(CONTENT / "massawa", "none", {"charts.yaml": chart})
    table = find_table(game, "charts/odds")
    text = export_table(table)
    assert text == "rows,'=1,'+2,-3\r\n'+1,a,'=b,c\r\n"
    for delimiter in ",;":
        made = import_table(table, text.replace(",", delimiter).encode(), "table.csv", remove=True)
        assert (made.findings, made.changes, made.removed) == ([], False, [])


READ = {
    "whole numbers with a decimal point": (
        "side,no,strength\r\nempire,1.0,7.0\r\n",
        "`1.0` on line 2 as `1`, and 1 cell like it",
    ),
    "whole numbers with a decimal comma": ("side;no;strength\r\nempire;1;7,0\r\n", "`7,0` on line 2 as `7`"),
    "numbers with blanks": ("side,no,strength\r\nempire,1, 7 \r\n", "` 7 ` on line 2 as `7`"),
    "text of a spreadsheet": ("side\tno\tstrength\r\nempire\t1\t7\r\n".encode("utf-16"), "UTF-16"),
    "UTF-16 without a mark": ("side\tno\tstrength\r\nempire\t1\t7\r\n".encode("utf-16-be"), "UTF-16"),
    "a line that names the delimiter": ("sep=;\r\nside;no;strength\r\nempire;1;7\r\n", "first line"),
    "the same, as one cell": ('"sep=\t"\r\nside\tno\tstrength\r\nempire\t1\t7\r\n', "first line"),
    "empty columns at the right": ("side,no,strength,,,\r\nempire,1,7,,,\r\n", "3 empty columns"),
    "empty cells at the right": ("side,no,strength\r\nempire,1,7,,\r\n", "2 empty columns"),
    "headings in other letters": ("Side,NO, strength\r\nempire,1,7\r\n", "`Side` as `side`, `NO` as `no`"),
    "ids with blanks": ("side,no,strength\r\n empire ,1,7\r\n", "` empire ` on line 2 as `empire`"),
}


@pytest.mark.parametrize("case", READ)
def test_what_is_clear_is_read_and_told(case):
    data, told = READ[case]
    table = find_table(GAMES["massawa"], "counters")
    made = import_table(table, data if isinstance(data, bytes) else data.encode(), "table.csv")
    plain = import_table(table, b"side,no,strength\r\nempire,1,7\r\n", "table.csv")
    assert (made.findings, made.text, made.cells) == ([], plain.text, 1)
    assert plain.changes
    assert not plain.remarks
    assert len(made.remarks) == 1
    assert told in made.remarks[0]


def test_a_western_code_page_is_read_and_told():
    table = find_table(GAMES["massawa"], "counters")
    made = import_table(table, "side,no,name\r\nempire,1,Köln – Nîmes\r\n".encode("cp1252"), "t.csv")
    assert not made.findings
    assert "Köln – Nîmes" in made.text
    assert "Windows-1252" in made.remarks[0]


def test_a_cell_of_text_that_a_spreadsheet_made_a_number_stays_as_it_was():
    table = find_table(GAMES["massawa"], "charts/combat_results")
    rows = rows_of(export_table(table))
    assert rows[1][0] == "1"
    rows[1][0] = "1.0"
    made = import_table(table, write_rows(rows).encode(), "table.csv")
    assert (made.findings, made.changes) == ([], False)
    assert made.remarks == ["read `1.0` on line 2 as `1`"]


def test_the_same_slip_in_every_row_is_told_of_a_few_and_counted():
    table = find_table(GAMES["massawa"], "counters")
    data = b"side,no,strength\r\n" + b"empire,1,6\r\n" * 200_000
    made = import_table(table, data, "table.csv")
    assert len(made.findings) <= 20
    assert made.wrong == 199_999
    assert "199,979 more" in made.findings[-1].notes[-1]
    assert made.findings[-1].span.line == 22


def test_a_file_that_could_not_be_read_again_is_refused(monkeypatch):
    table = find_table(GAMES["massawa"], "counters")
    monkeypatch.setattr("scenario_forge.source.read.MAX_BYTES", len(table.source.text) + 100)
    made = import_table(table, f"side,no,name\r\nempire,1,{'x' * 200}\r\n".encode(), "table.csv")
    assert [each.code.id for each in made.findings] == ["CSV058"]
    assert not made.changes


# -- the command -----------------------------------------------------------------------------------


def test_the_command_lists_exports_and_imports(forge, game, here):
    listed = forge("export", "table", "skirmish")
    assert listed.code == 0
    assert "counters" in listed.out.splitlines()
    file = here / "counters.csv"
    assert forge("export", "table", "skirmish", "counters", "--output", file).code == 0
    before = (game / "counters.yaml").read_bytes()
    said = forge("import", "table", "skirmish", "counters", file)
    assert (said.code, said.out) == (0, "counters.yaml says the same already\n")

    rows = rows_of(file.read_bytes().decode())
    rows[1][rows[0].index("name")] += " x"
    file.write_bytes(write_rows(rows).encode())
    said = forge("import", "table", "skirmish", "counters", file, "--dry-run")
    assert "1 cell changed; nothing was written" in said.out
    assert (game / "counters.yaml").read_bytes() == before
    said = forge("import", "table", "skirmish", "counters", file)
    assert "counters.yaml: 1 cell changed\n" in said.out
    assert "read" not in said.out
    file.write_bytes(file.read_bytes().decode().encode("utf-16"))
    assert forge("import", "table", "skirmish", "counters", file).out.startswith("counters.csv: read as UTF-16\n")
    lines = zip(before.splitlines(), (game / "counters.yaml").read_bytes().splitlines(), strict=True)
    assert sum(old != new for old, new in lines) == 1


def test_findings_of_the_game_are_told_and_findings_of_the_csv_end_it(forge, game, here):
    file = here / "counters.csv"
    forge("export", "table", "skirmish", "counters", "--output", file)
    rows = rows_of(file.read_bytes().decode())
    column = rows[0].index("type")
    rows[1][column] = "no-such-type"
    file.write_bytes(write_rows(rows).encode())
    said = forge("import", "table", "skirmish", "counters", file)
    assert said.code == 1
    assert "content/skirmish/counters.yaml:" in said.out
    assert "that the game had not before" in said.out

    file.write_text("side,no,what\nblue,1,x\n")
    before = (game / "counters.yaml").read_bytes()
    said = forge("import", "table", "skirmish", "counters", file)
    assert said.code == 1
    assert said.out.startswith("counters.csv:1:9: error[CSV002]")
    assert "nothing was written" in said.err
    assert (game / "counters.yaml").read_bytes() == before


@pytest.mark.parametrize(("name", "code"), [(" 1 Brigade ", "REF061"), ("1  Brigade", "REF061"), ("=1+1", "REF062")])
def test_a_doubtful_name_is_told_when_it_is_imported(forge, game, here, name, code):
    file = here / "counters.csv"
    row = rows_of(forge("export", "table", "skirmish", "counters").out)[1]
    file.write_bytes(write_rows([["side", "no", "name"], [*row[:2], name]]).encode())
    said = forge("import", "table", "skirmish", "counters", file)
    assert f"warning[{code}]" in said.out
    assert read_name(game) == name


def read_name(game):
    return load_game(game, "none").files["counters.yaml"].data["units"][0]["name"]


def test_what_cannot_be_done_is_said(forge, game, here):
    said = forge("export", "table", "skirmish", "counter")
    assert (said.code, "did you mean counters?" in said.err) == (2, True)
    assert forge("import", "table", "skirmish", "counters", here / "none.csv").code == 2
    (game / "counters.yaml").write_text("units: [")
    said = forge("export", "table", "skirmish", "counters")
    assert (said.code, "counters.yaml cannot be read" in said.err) == (2, True)
