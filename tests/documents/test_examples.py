"""The gaps in the sentences of worked examples."""

from __future__ import annotations

import pytest

from scenario_forge.documents.rulebook import Example

EXAMPLE = Example(id="a", rule="1", title="A", asked="b", given={"units": [{"no": 7}]}, answer={"spent": [3, 4]})


@pytest.mark.parametrize(("gap", "value"), [("answer.spent.1", 4), ("answer.spent", [3, 4]), ("given.units.0.no", 7)])
def test_a_gap_stands_for_a_value_by_its_keys_and_numbers(gap, value):
    assert EXAMPLE.value_at(gap) == value


@pytest.mark.parametrize("step", ["2", "-1", "01", "²", "٣", "9" * 5000, "", "no"])
def test_what_numbers_no_item_of_a_list_is_a_gap_without_value(step):
    with pytest.raises(LookupError):
        EXAMPLE.value_at(f"answer.spent.{step}")
