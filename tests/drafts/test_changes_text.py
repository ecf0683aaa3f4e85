"""Changes written into a scenario's file: what they say is there, and every other letter stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.rulebook import Setting
from scenario_forge.drafts.handicaps import changes_text, with_changes
from scenario_forge.game.reading.folder import BasisMap
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import Source

HEAD = "basis: proposed   # of ours\n\nscenario: even\ntitle: Even\n"
NEW = [Setting(at="time-track.boxes[7/41].allied", value="RW 2-2"), Setting(at="victory.objectives[a].points", value=9)]


def written(text, new=NEW, why=("because", "so")):
    return with_changes(Source.of_text("scenarios/even.yaml", text), new, why)


def changes(text):
    root = compose(text, "x")[0]
    return [(each["at"], each["value"]) for each in root.data["changes"]]


def test_a_file_without_changes_gets_them_at_its_end():
    text = written(HEAD)
    assert text.startswith(HEAD)
    assert text.endswith(
        "\nchanges:\n  # because\n  # so\n"
        '  - {at: "time-track.boxes[7/41].allied", value: RW 2-2}\n'
        '  - {at: "victory.objectives[a].points", value: 9}\n'
    )


def test_an_empty_list_is_filled_where_it_stands():
    text = written(HEAD + "changes: []  # none yet\ntarget: {side: a, low: 0.4, high: 0.6}\n")
    assert changes(text) == [(each.at, each.value) for each in NEW]
    assert "target: {side: a, low: 0.4, high: 0.6}\n" in text
    assert "# none yet" in text


def test_what_is_changed_already_gets_the_new_value_in_its_place():
    old = (
        HEAD + "changes:\n  # mine\n  - {at: 'victory.objectives[b].points', value: 2}  # b\n"
        "  - at: victory.objectives[a].points   # a\n    value: 7  # seven\n\n# the end\n"
    )
    text = written(old, why=["new"])
    assert changes(text) == [
        ("victory.objectives[b].points", 2),
        ("victory.objectives[a].points", 9),
        ("time-track.boxes[7/41].allied", "RW 2-2"),
    ]
    for kept in ("# mine\n", "value: 2}  # b\n", "points   # a\n", "value: 9  # seven\n", "\n# the end\n", "  # new\n"):
        assert kept in text
    only = written(old, NEW[1:], ["new"])
    assert only == old.replace("value: 7", "value: 9").replace("  - at: vic", "  # new\n  - at: vic")


def test_a_list_in_brackets_stays_one():
    old = HEAD + "changes: [{at: 'victory.objectives[a].points', value: 7}]\nfirst: allied\n"
    text = written(old)
    assert changes(text) == [("victory.objectives[a].points", 9), ("time-track.boxes[7/41].allied", "RW 2-2")]
    assert "first: allied" in text


PRINTED = HEAD.replace("proposed", "printed")


@pytest.mark.parametrize(
    "provenance",
    [
        "",
        "\nprovenance:\n  - at: [title]\n    basis: derived\n    why: ours  # so\n",
        "\nprovenance:\n- {at: [title], basis: derived, why: ours}\n",
    ],
)
def test_what_is_written_never_passes_for_printed(provenance):
    text = written(PRINTED + provenance)
    root = compose(text, "x")[0]
    assert BasisMap.of(root).at(("changes", 0, "value")) == "proposed"
    assert BasisMap.of(root).at(("title",)) == ("derived" if provenance else "printed")
    kept = [line for line in (PRINTED + provenance).split("\n") if line]
    assert [line for line in text.split("\n") if line in kept] == kept
    again = written(text)
    assert again.count("at: [changes]") == 1


def test_line_ends_of_another_system_stay():
    text = written(HEAD.replace("\n", "\r\n"))
    assert text.count("\n") == text.count("\r\n")
    assert changes(text)


@pytest.mark.parametrize("text", ["{scenario: even, title: Even}\n", "changes: 3\n", "changes: {at: x}\n", "- a\n"])
def test_a_form_that_cannot_be_kept_is_refused(text):
    with pytest.raises(EditRefused):
        written(text)


@given(
    st.lists(
        st.builds(
            Setting,
            at=st.text(st.sampled_from("ab[].:/ #'\"{},é"), min_size=1, max_size=8),
            value=st.one_of(
                st.integers(-9999, 9999), st.booleans(), st.none(), st.text(max_size=6).filter(str.isprintable)
            ),
        ),
        min_size=1,
        max_size=4,
        unique_by=lambda setting: setting.at,
    )
)
def test_whatever_is_written_reads_back(settings):
    wanted = [(each.at, each.value) for each in settings]
    assert changes(written(HEAD, settings)) == wanted
    assert changes(changes_text(settings, ["why"])) == wanted
    assert changes(written(written(HEAD, settings), settings)) == wanted
