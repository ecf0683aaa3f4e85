from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Fix, Span, TextEdit
from scenario_forge.source.change import add_entry, insert_item, remove, set_scalar
from scenario_forge.source.compose import compose
from scenario_forge.source.edit import apply_edits, apply_fixes
from scenario_forge.source.emit import inline, quote_if_needed
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import Source
from tests.source.samples import DATA, GAME


def edit(line: int, column: int, end: int, new: str) -> TextEdit:
    return TextEdit(Span("f.yaml", line, column, line, end), new)


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return old, new


def data(text: str):
    root, _ = compose(text, "f.yaml")
    return root.data


# edits


def test_edits_are_made_together_whatever_their_order() -> None:
    assert apply_edits("abc\r\ndef", [edit(2, 1, 2, "D"), edit(1, 4, 4, "!"), edit(1, 1, 1, ">")]) == ">abc!\r\nDef"


def test_the_same_edit_twice_is_made_once() -> None:
    assert apply_edits("abc", [edit(1, 1, 2, "x"), edit(1, 1, 2, "x")]) == "xbc"


@pytest.mark.parametrize(
    "edits",
    [
        [edit(1, 1, 3, "x"), edit(1, 2, 4, "y")],
        [edit(1, 2, 2, "x"), edit(1, 2, 2, "y")],
        [edit(1, 1, 9, "x")],
        [edit(9, 1, 1, "x")],
        [edit(1, 3, 2, "x")],
    ],
)
def test_edits_that_overlap_or_have_no_place_are_refused(edits: list[TextEdit]) -> None:
    with pytest.raises(EditRefused):
        apply_edits("abc\n", edits)


def test_the_safe_fixes_of_a_file_mend_it() -> None:
    text = "# map\r\nhexes: {0614: sea,   at: [NO, 12:30]}  # as printed\r\n"
    source = Source.of_text("f.yaml", text)
    fixed, taken = apply_fixes(source, [fix for d in source.problems for fix in d.fixes if fix.safe])
    assert fixed == '# map\r\nhexes: {"0614": sea,   at: ["NO", "12:30"]}  # as printed\r\n'
    assert len(taken) == 3
    again = Source.of_text("f.yaml", fixed)
    assert (again.problems, again.root.data) == ((), source.root.data)


def test_a_fix_that_overlaps_or_is_of_another_file_waits() -> None:
    source = Source.of_text("f.yaml", "a: bcd\n")
    first = Fix("one", (edit(1, 4, 6, "x"),))
    second = Fix("two", (edit(1, 5, 7, "y"),))
    other = Fix("three", (TextEdit(Span("g.yaml", 1, 1, 1, 1), "z"),))
    assert apply_fixes(source, [first, second, other, first]) == ("a: xd\n", [first])


def test_fixes_that_break_a_file_are_refused() -> None:
    source = Source.of_text("f.yaml", "a: [b]\n")
    with pytest.raises(EditRefused):
        apply_fixes(source, [Fix("cut", (edit(1, 6, 7, ""),))])


# quotes


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12))
def test_a_text_reads_back_as_itself_wherever_it_stands(text: str) -> None:
    written = quote_if_needed(text)
    for place in (f"a: {written}\n", f"[{written}, x]", f"- {written}  # note", f"{{a: {written}}}", f"{written}: 1"):
        root, problems = compose(place, "f.yaml")
        if "\u2028" in text or "\u2029" in text:
            continue
        if text or not place.endswith(": 1"):
            assert problems == []
            assert text in ([*root.data.values(), *root.data] if isinstance(root.data, dict) else root.data)


@pytest.mark.parametrize("text", ["a\nb", "tab\there", "cr\r", 'say "x"\n', "back\\slash\n"])
def test_line_ends_and_tabs_are_escaped(text: str) -> None:
    assert data(f"a: {quote_if_needed(text)}") == {"a": text}


@pytest.mark.parametrize(
    "text", ["R2/41 m11", "Fascisti Div.", "D3(c3)", "12/40", "+6.7.8", "(none)", "نصر", "a-b", "x:y"]
)
def test_the_words_of_a_game_need_no_quotes(text: str) -> None:
    assert quote_if_needed(text) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.text(alphabet="aN0 :#,'\"[{-é\n", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(alphabet="ab0 :-{", min_size=1, max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_data_read_back_from_their_one_line(value) -> None:
    root, problems = compose(f"a: {inline(value)}\n", "f.yaml")
    assert problems == []
    assert repr(root.data) == repr({"a": value})


# changes


def test_one_value_changes_one_line() -> None:
    new = set_scalar(GAME, ["units", 0, "dec40"], "R14")
    old_lines, new_lines = changed_lines(GAME, new)
    assert old_lines == ['  - {no: 1,  name: 4 Indian Div.,   dec40: R12/41, mar41: N,     nov41: "0614"}']
    assert new_lines == ['  - {no: 1,  name: 4 Indian Div.,   dec40: R14, mar41: N,     nov41: "0614"}']


def test_quotes_that_were_there_stay() -> None:
    assert '"Pz Reg 8"' in set_scalar(GAME, ["units", 1, "name"], "Pz Reg 8")
    assert "'Rommel''s car'" in set_scalar(GAME, ["units", 2, "name"], "Rommel's car")


@pytest.mark.parametrize("value", ["x", "two\nlines", 7, -1.5, True, None, [1, "0614"], {"a: b": None}, "", "NO"])
@pytest.mark.parametrize(
    "path",
    [
        ["title"],
        ["units", 0, "nov41"],
        ["units", 2, "note"],
        ["units", 2, "reason"],
        ["units", 2, "at", 1],
        ["off-map", 0, "adjoins"],
        ["off-map", 1, "empty"],
        ["نصر"],
    ],
)
def test_any_value_can_be_set_and_comments_stay(path, value) -> None:
    new = set_scalar(GAME, path, value)
    holder = data(new)
    for step in path:
        holder = holder[step]
    assert repr(holder) == repr(value)
    assert [c for c in new.splitlines() if c.lstrip().startswith("#")] == [
        c for c in GAME.splitlines() if c.lstrip().startswith("#")
    ]


@pytest.mark.parametrize("path", [["nothing"], ["units"], ["units", 9], ["units", 0, "no", "x"]])
def test_what_is_not_there_or_is_a_block_cannot_be_set(path) -> None:
    with pytest.raises(EditRefused):
        set_scalar(GAME, path, "x")


@pytest.mark.parametrize("value", [1e300, float("nan"), 10**20, "\x07", {"": 1}])
def test_what_would_not_read_back_is_refused(value) -> None:
    with pytest.raises(EditRefused):
        set_scalar(GAME, ["title"], value)


@pytest.mark.parametrize("index", range(4))
def test_an_item_is_inserted_in_a_block(index: int) -> None:
    new = insert_item(GAME, ["units"], index, {"no": 7, "name": "NZ"})
    units = list(DATA["units"])
    units.insert(index, {"no": 7, "name": "NZ"})
    assert data(new)["units"] == units
    assert changed_lines(GAME, new)[1].count("  - {no: 7, name: NZ}") == 1
    assert len(new.splitlines()) == len(GAME.splitlines()) + 1


@pytest.mark.parametrize("index", range(4))
def test_an_item_is_inserted_in_brackets(index: int) -> None:
    new = insert_item(GAME, ["units", 2, "at"], index, "T1")
    at = ["0101", "R12", "S14"]
    at.insert(index, "T1")
    assert data(new)["units"][2]["at"] == at


def test_entries_are_added_where_the_mapping_ends() -> None:
    assert data(add_entry(GAME, [], "year", 1988))["year"] == 1988
    assert '{no: 15, name: "Pz Reg 5",      dec40: N,      mar41: Trip m11, steps: 2}   # came' in add_entry(
        GAME, ["units", 1], "steps", 2
    )
    assert "    reason: a plain text\n      over two lines\n    steps: 2\n" in add_entry(GAME, ["units", 2], "steps", 2)
    assert "adjoins: {B1: 1}" in add_entry(GAME, ["off-map", 1, "adjoins"], "B1", 1)
    with pytest.raises(EditRefused):
        add_entry(GAME, [], "title", "x")


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (["units", 0], 1),
        (["units", 1], 1),
        (["units", 2], 11),
        (["units", 2, "note"], 5),
        (["basis"], 1),
        (["off-map", 1, "empty"], 1),
    ],
)
def test_an_entry_goes_with_its_lines(path, gone: int) -> None:
    new = remove(GAME, path)
    assert len(new.splitlines()) == len(GAME.splitlines()) - gone
    assert "# withdrawn later" in new


def test_in_brackets_one_comma_goes_too() -> None:
    assert "{A2: 1.5}" in remove(GAME, ["off-map", 0, "adjoins", "A1"])
    assert "{A1: 2}" in remove(GAME, ["off-map", 0, "adjoins", "A2"])
    assert remove("a: [x]", ["a", 0]) == "a: []"


def test_the_first_entry_beside_a_dash_goes_and_the_dash_stays() -> None:
    assert "- adjoins: {A1: 2" in remove(GAME, ["off-map", 0, "box"])


def test_the_last_item_of_a_block_stays() -> None:
    with pytest.raises(EditRefused):
        remove("units:\n  - a\n", ["units", 0])


def test_windows_line_ends_are_kept() -> None:
    text = GAME.replace("\n", "\r\n")
    for new in (
        insert_item(text, ["units"], 1, "x"),
        add_entry(text, [], "year", 1),
        set_scalar(text, ["units", 2, "note"], "x"),
        remove(text, ["units", 2]),
    ):
        assert new.count("\n") == new.count("\r\n")


def test_a_file_without_a_last_line_end_can_be_added_to() -> None:
    assert add_entry("a: 1", [], "b", 2) == "a: 1\nb: 2"
    assert insert_item("- a", [], 1, "b") == "- a\n- b"
    assert insert_item("- - a\n", [0], 0, "b") == "- - b\n  - a\n"
